#include "demo-hidden.h"

#include "demo-model.h"
#include "demo-section.h"

static void show(FeedcoreGtkSection *section)
{
    demo_model_hide(demo_model(), feedcore_gtk_section_get_key(section), FALSE);
}

GtkWidget *demo_hidden_row_new(gpointer section, gpointer unused)
{
    const char *text = demo_title_of(section);
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8), *title = gtk_label_new(text);
    GtkWidget *button = gtk_button_new_with_label(demo_word("Show"));
    g_autoptr(GString) name = g_string_new(demo_word("Show “%s”"));
    (void)unused;
    g_string_replace(name, "%s", text, 1);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, name->str, -1);
    gtk_label_set_ellipsize(GTK_LABEL(title), PANGO_ELLIPSIZE_END);
    gtk_label_set_xalign(GTK_LABEL(title), 0);
    gtk_widget_set_hexpand(title, TRUE);
    gtk_widget_add_css_class(row, "hidden-row");
    g_signal_connect_object(button, "clicked", G_CALLBACK(show), section, G_CONNECT_SWAPPED);
    gtk_box_append(GTK_BOX(row), title);
    gtk_box_append(GTK_BOX(row), button);
    return row;
}
