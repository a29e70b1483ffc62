#include "demo-reveal.h"

static void settle(GtkRevealer *revealer)
{
    gtk_widget_set_visible(gtk_revealer_get_child(revealer),
                           gtk_revealer_get_reveal_child(revealer) || gtk_revealer_get_child_revealed(revealer));
}

void demo_reveal(GtkRevealer *revealer, gboolean is_revealed)
{
    if (!g_object_get_data(G_OBJECT(revealer), "demo-reveal"))
        g_signal_connect(revealer, "notify::child-revealed", G_CALLBACK(settle), NULL);
    g_object_set_data(G_OBJECT(revealer), "demo-reveal", revealer);
    gtk_revealer_set_reveal_child(revealer, is_revealed);
    settle(revealer);
}
