#include "demo-bind.h"

typedef struct {
    GtkBox *box;
    GListModel *model;
    DemoCreate create;
    gpointer data;
    GHashTable *removed; /* objects to widgets, until the loop is idle */
    GtkWidget *focus; /* of one of the removed; weak */
    guint idle;
    gulong handler;
} Binding;

static gboolean is_bound(GtkWidget *child)
{
    return g_object_get_data(G_OBJECT(child), "demo-object") != NULL;
}

GtkWidget *demo_child_at(GtkBox *box, guint position)
{
    GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(box));
    for (; child; child = gtk_widget_get_next_sibling(child))
        if (is_bound(child) && position-- == 0)
            return child;
    return NULL;
}

int demo_child_position(GtkBox *box, GtkWidget *child)
{
    int position = 0;
    GtkWidget *other = gtk_widget_get_first_child(GTK_WIDGET(box));
    for (; other && other != child; other = gtk_widget_get_next_sibling(other))
        position += is_bound(other) ? 1 : 0;
    return other ? position : -1;
}

static gboolean forget(gpointer data)
{
    Binding *binding = data;
    binding->idle = 0;
    g_clear_weak_pointer(&binding->focus);
    g_hash_table_remove_all(binding->removed);
    return G_SOURCE_REMOVE;
}

/* What moves keeps the focus, too. */
static void keep_focus(Binding *binding, GtkWidget *child)
{
    GtkRoot *root = gtk_widget_get_root(child);
    GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
    if (focus && gtk_widget_is_ancestor(focus, child))
        g_set_weak_pointer(&binding->focus, focus);
}

static void give_focus(Binding *binding, GtkWidget *child)
{
    if (!binding->focus || !gtk_widget_is_ancestor(binding->focus, child))
        return;
    gtk_widget_grab_focus(binding->focus);
    g_clear_weak_pointer(&binding->focus);
}

static void keep_for_now(Binding *binding, GtkWidget *child)
{
    gpointer object = g_object_get_data(G_OBJECT(child), "demo-object");
    keep_focus(binding, child);
    g_hash_table_replace(binding->removed, g_object_ref(object), g_object_ref(child));
    gtk_box_remove(binding->box, child);
    if (binding->idle == 0)
        binding->idle = g_idle_add(forget, binding);
}

static GtkWidget *kept_or_new(Binding *binding, gpointer object)
{
    GtkWidget *child = g_hash_table_lookup(binding->removed, object);
    if (child)
        return g_object_ref(child);
    child = binding->create(object, binding->data);
    g_object_set_data_full(G_OBJECT(child), "demo-object", g_object_ref(object), g_object_unref);
    return g_object_ref_sink(child);
}

static void splice(Binding *binding, guint position, guint removed, guint added)
{
    GtkWidget *before = position > 0 ? demo_child_at(binding->box, position - 1) : NULL;
    for (guint i = 0; i < removed; i++)
        keep_for_now(binding, demo_child_at(binding->box, position));
    for (guint i = 0; i < added; i++) {
        g_autoptr(GObject) object = g_list_model_get_item(binding->model, position + i);
        g_autoptr(GtkWidget) child = kept_or_new(binding, object);
        gtk_box_insert_child_after(binding->box, child, before);
        give_focus(binding, child);
        g_hash_table_remove(binding->removed, object);
        before = child;
    }
}

static void unbind(gpointer data)
{
    Binding *binding = data;
    g_signal_handler_disconnect(binding->model, binding->handler);
    g_clear_handle_id(&binding->idle, g_source_remove);
    g_clear_weak_pointer(&binding->focus);
    g_hash_table_unref(binding->removed);
    g_object_unref(binding->model);
    g_free(binding);
}

void demo_bind_children(GtkBox *box, GListModel *model, DemoCreate create, gpointer data)
{
    Binding *binding = g_new0(Binding, 1);
    *binding = (Binding){box, g_object_ref(model), create, data, NULL, NULL, 0, 0};
    binding->removed = g_hash_table_new_full(NULL, NULL, g_object_unref, g_object_unref);
    binding->handler = g_signal_connect_swapped(model, "items-changed", G_CALLBACK(splice), binding);
    g_object_set_data_full(G_OBJECT(box), "demo-binding", binding, unbind);
    splice(binding, 0, 0, g_list_model_get_n_items(model));
}
