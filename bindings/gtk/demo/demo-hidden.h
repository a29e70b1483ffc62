#pragma once

#include <gtk/gtk.h>

/* A section that the reader hid. It isn't in the feed any more, so what it takes to offer it is kept here. */
#define DEMO_TYPE_HIDDEN (demo_hidden_get_type())
G_DECLARE_FINAL_TYPE(DemoHidden, demo_hidden, DEMO, HIDDEN, GObject)

DemoHidden *demo_hidden_new(const char *key, const char *title);
const char *demo_hidden_get_key(DemoHidden *self);

/* Between a list of them and two lists of texts. */
void demo_hidden_load(GListStore *list, GKeyFile *file);
void demo_hidden_save(GListStore *list, GKeyFile *file);

/* For demo_bind_children: the title, and a button that shows the section again. */
GtkWidget *demo_hidden_row_new(gpointer hidden, gpointer data);
