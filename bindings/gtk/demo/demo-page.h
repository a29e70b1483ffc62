#pragma once

#include <feedcore-gtk.h>

/* The home page: its sections from top to bottom, and in place of them how it stands. */
#define DEMO_TYPE_PAGE (demo_page_get_type())
G_DECLARE_FINAL_TYPE(DemoPage, demo_page, DEMO, PAGE, GtkWidget)

void demo_page_refresh(DemoPage *self);

/* Gives the focus to something in the page, or the header bar, without scrolling there. */
void demo_page_focus(DemoPage *self, GtkWidget *widget);

void demo_page_set_rearranging(DemoPage *self, gboolean rearranging);
