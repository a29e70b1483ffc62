#pragma once

#include <gtk/gtk.h>

#include "demo-model.h"

#define DEMO_TYPE_APPLICATION (demo_application_get_type())
G_DECLARE_FINAL_TYPE(DemoApplication, demo_application, DEMO, APPLICATION, GtkApplication)

DemoApplication *demo_application_new(void);
DemoModel *demo_application_get_model(DemoApplication *self);

/* Whether no other program is to be started: while a picture of the window is made, or where it is tested. */
gboolean demo_application_is_quiet(DemoApplication *self);
