#pragma once

#include <gtk/gtk.h>

/* Whether the desktop is dark. What it tells is told in the main context of the thread that began to watch. */
typedef struct _FeedcoreGtkDesktop FeedcoreGtkDesktop;

typedef void (*FeedcoreGtkDesktopFunc)(gpointer user_data, gboolean is_dark);

/* Tells at once what GTK's settings say, and what the desktop says as soon as it answers; then each change. */
FeedcoreGtkDesktop *feedcore_gtk_desktop_watch(FeedcoreGtkDesktopFunc func, gpointer user_data);

/* Nothing is told any more. Takes NULL. */
void feedcore_gtk_desktop_unwatch(FeedcoreGtkDesktop *self);
