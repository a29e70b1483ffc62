#pragma once

#include "demo-application.h"

#define DEMO_TYPE_WINDOW (demo_window_get_type())
G_DECLARE_FINAL_TYPE(DemoWindow, demo_window, DEMO, WINDOW, GtkApplicationWindow)

GtkWidget *demo_window_new(DemoApplication *application);

/* As if it had been typed. */
void demo_window_search(DemoWindow *self, const char *query);
