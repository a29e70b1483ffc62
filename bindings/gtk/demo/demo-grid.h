#pragma once

#include <feedcore-gtk.h>

/*
 * The items of a section in cells: a shelf that scrolls sideways, of one row or of several, or a list that goes down.
 * An item without a picture that holds others is a page of them, and they are shown in its place.
 */
#define DEMO_TYPE_GRID (demo_grid_get_type())
G_DECLARE_FINAL_TYPE(DemoGrid, demo_grid, DEMO, GRID, GtkWidget)

GtkWidget *demo_grid_new(FeedcoreGtkSection *section, GType cell);

/* For screen readers: what the list is of. */
void demo_grid_set_label(DemoGrid *self, const char *label);
