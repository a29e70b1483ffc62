#include "demo-busy.h"

void demo_set_busy(GtkWidget *button, gboolean is_busy)
{
    if (is_busy)
        gtk_widget_add_css_class(button, "busy");
    else
        gtk_widget_remove_css_class(button, "busy");
    gtk_accessible_update_state(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_STATE_BUSY, is_busy, -1);
}
