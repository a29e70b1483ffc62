#pragma once

#include <gtk/gtk.h>

/* A widget for an object of a model; `data` is that of demo_bind_children. */
typedef GtkWidget *(*DemoCreate)(gpointer object, gpointer data);

/* A box has one child for each object of the model, in the model's order. What moves within one turn of the loop keeps
 * its widget. Other children of the box are left where they are. For boxes of few children: a list widget makes only
 * those that are seen. */
void demo_bind_children(GtkBox *box, GListModel *model, DemoCreate create, gpointer data);

/* The child for the object at a position, and the position of a child; NULL and -1 if there is none. */
GtkWidget *demo_child_at(GtkBox *box, guint position);
int demo_child_position(GtkBox *box, GtkWidget *child);
