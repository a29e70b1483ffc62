#pragma once

#include <gtk/gtk.h>

/* For demo_bind_children: the title of a section that is hidden, and a button that shows it again. */
GtkWidget *demo_hidden_row_new(gpointer section, gpointer data);
