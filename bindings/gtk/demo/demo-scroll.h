#pragma once

#include <gtk/gtk.h>

/* Moves an adjustment to a value within a moment, or at once where animations are off or `widget` isn't seen. */
void demo_scroll_to(GtkWidget *widget, GtkAdjustment *adjustment, double value);

/* A scrolled window that scrolls sideways, in one that scrolls down: the wheel is for the outer one, and with Shift for
 * this one. GTK's own would keep both. */
void demo_scroll_sideways(GtkScrolledWindow *scroller);

/* One that only holds a list view, as high as that is. */
void demo_scroll_not(GtkScrolledWindow *scroller);
