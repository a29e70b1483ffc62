#pragma once

#include <feedcore-gtk.h>

/*
 * A cell shows an item of a section. What it looks like is in its template, which looks up what it needs in the cell's
 * `item` and `section`, and is told when that changes.
 */
#define DEMO_TYPE_CELL (demo_cell_get_type())
G_DECLARE_DERIVABLE_TYPE(DemoCell, demo_cell, DEMO, CELL, GtkWidget)

struct _DemoCellClass {
    GtkWidgetClass parent_class;
};

GType demo_card_get_type(void);   /* of a shelf */
GType demo_event_get_type(void);  /* of the calendar */
GType demo_person_get_type(void); /* of what a search finds */
GType demo_round_get_type(void);  /* of the menus */
GType demo_row_get_type(void);    /* of a list */
GType demo_slide_get_type(void);  /* of the banners */
GType demo_song_get_type(void);   /* of the pages of songs */

/* A factory for list widgets. `section` gives the sizes. */
GtkListItemFactory *demo_cell_factory_new(GType type, FeedcoreGtkSection *section);

/* What is read out of an item; for g_free. */
char *demo_item_name(FeedcoreGtkItem *item);
