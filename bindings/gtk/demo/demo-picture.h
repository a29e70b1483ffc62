#pragma once

#include <feedcore-gtk.h>

#define DEMO_TYPE_PICTURE (demo_picture_get_type())
G_DECLARE_FINAL_TYPE(DemoPicture, demo_picture, DEMO, PICTURE, GtkWidget)

/* Whether it is drawn as a placeholder now because its picture is on the way. */
gboolean demo_picture_is_waiting(DemoPicture *self);
