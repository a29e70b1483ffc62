#pragma once

#include <gtk/gtk.h>

/* Shows that what a button asked for is under way. It can still be pressed, since one that can't loses the focus; who
 * asks again waits for the same answer. */
void demo_set_busy(GtkWidget *button, gboolean is_busy);
