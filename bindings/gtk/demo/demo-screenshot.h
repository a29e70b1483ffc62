#pragma once

#include <gtk/gtk.h>

/* Once all is there that the window shows, writes the window as a PNG file, and closes it. */
void demo_screenshot(GtkWindow *window, const char *path);
