#pragma once

#include <gtk/gtk.h>

/* Moves an adjustment to a value within a moment, or at once where animations are off or `widget` isn't seen. */
void demo_scroll_to(GtkWidget *widget, GtkAdjustment *adjustment, double value);
