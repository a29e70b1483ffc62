#include "demo-hidden.h"

#include "demo-model.h"

#define GROUP "hidden"

struct _DemoHidden {
    GObject parent;
    char *key, *title;
};

G_DEFINE_FINAL_TYPE(DemoHidden, demo_hidden, G_TYPE_OBJECT)

static void demo_hidden_finalize(GObject *object)
{
    DemoHidden *self = DEMO_HIDDEN(object);
    g_free(self->key);
    g_free(self->title);
    G_OBJECT_CLASS(demo_hidden_parent_class)->finalize(object);
}

static void demo_hidden_class_init(DemoHiddenClass *class)
{
    G_OBJECT_CLASS(class)->finalize = demo_hidden_finalize;
}

static void demo_hidden_init(DemoHidden *self)
{
    (void)self;
}

DemoHidden *demo_hidden_new(const char *key, const char *title)
{
    DemoHidden *self = g_object_new(DEMO_TYPE_HIDDEN, NULL);
    self->key = g_strdup(key);
    self->title = g_strdup(title);
    return self;
}

const char *demo_hidden_get_key(DemoHidden *self)
{
    return self->key;
}

/* ------------------------------------------------------------------ file */

/* A file that was written by hand may have a title too few. */
void demo_hidden_load(GListStore *list, GKeyFile *file)
{
    g_auto(GStrv) keys = g_key_file_get_string_list(file, GROUP, "keys", NULL, NULL);
    g_auto(GStrv) titles = g_key_file_get_string_list(file, GROUP, "titles", NULL, NULL);
    for (gsize i = 0; keys && titles && keys[i] && titles[i]; i++) {
        g_autoptr(DemoHidden) hidden = demo_hidden_new(keys[i], titles[i]);
        g_list_store_append(list, hidden);
    }
}

void demo_hidden_save(GListStore *list, GKeyFile *file)
{
    g_autoptr(GPtrArray) keys = g_ptr_array_new(), titles = g_ptr_array_new();
    for (guint i = 0; i < g_list_model_get_n_items(G_LIST_MODEL(list)); i++) {
        g_autoptr(DemoHidden) hidden = g_list_model_get_item(G_LIST_MODEL(list), i);
        g_ptr_array_add(keys, hidden->key);
        g_ptr_array_add(titles, hidden->title);
    }
    g_key_file_set_string_list(file, GROUP, "keys", (const char *const *)keys->pdata, keys->len);
    g_key_file_set_string_list(file, GROUP, "titles", (const char *const *)titles->pdata, titles->len);
}

/* ------------------------------------------------------------------- row */

static void show(DemoHidden *self)
{
    demo_model_hide(demo_model(), self->key, NULL);
}

GtkWidget *demo_hidden_row_new(gpointer data, gpointer unused)
{
    DemoHidden *self = data;
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8), *title = gtk_label_new(self->title);
    GtkWidget *button = gtk_button_new_with_label(demo_word("Show"));
    g_autoptr(GString) name = g_string_new(demo_word("Show “%s”"));
    (void)unused;
    g_string_replace(name, "%s", self->title, 1);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, name->str, -1);
    gtk_label_set_ellipsize(GTK_LABEL(title), PANGO_ELLIPSIZE_END);
    gtk_label_set_xalign(GTK_LABEL(title), 0);
    gtk_widget_set_hexpand(title, TRUE);
    gtk_widget_add_css_class(row, "hidden-row");
    g_signal_connect_object(button, "clicked", G_CALLBACK(show), self, G_CONNECT_SWAPPED);
    gtk_box_append(GTK_BOX(row), title);
    gtk_box_append(GTK_BOX(row), button);
    return row;
}
