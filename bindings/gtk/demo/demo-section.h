#pragma once

#include <feedcore-gtk.h>

/* A section of the page: its head, and its items in the widget for its layout. */
#define DEMO_TYPE_SECTION (demo_section_get_type())
G_DECLARE_FINAL_TYPE(DemoSection, demo_section, DEMO, SECTION, GtkBox)

GtkWidget *demo_section_new(FeedcoreGtkSection *section);
FeedcoreGtkSection *demo_section_get_section(DemoSection *self);

/* What a section is called: banners and menus have no title, but who moves them needs one. */
const char *demo_title_of(FeedcoreGtkSection *section);

/* There is nothing above the first one to move it to, and nothing below the last. */
void demo_section_set_place(DemoSection *self, gboolean is_first, gboolean is_last);

/* While the page is rearranged only the heads are shown, with their buttons. */
void demo_section_set_rearranging(DemoSection *self, gboolean rearranging);
