#include "demo-cell.h"

#include "demo-model.h"
#include "demo-picture.h"

typedef struct {
    FeedcoreGtkItem *item;
    FeedcoreGtkSection *section;
} DemoCellPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE(DemoCell, demo_cell, GTK_TYPE_WIDGET)

enum { PROP_ITEM = 1, PROP_SECTION, N_PROPS };
static GParamSpec *props[N_PROPS];

/* ----------------------------------------------------------------- texts */

/* What the templates call. A cell that is not in use has no item. */

static gboolean is_text(gpointer cell, const char *text)
{
    (void)cell;
    return text && *text;
}

/* A play count over a picture: "1.2万". */
static char *count(gpointer cell, gint64 plays)
{
    (void)cell;
    return feedcore_gtk_texts_count(demo_model()->texts, plays);
}

static gboolean is_count(gpointer cell, gint64 plays)
{
    (void)cell;
    return plays >= 0;
}

static char *duration(gpointer cell, FeedcoreGtkItem *item)
{
    (void)cell;
    return item ? feedcore_gtk_texts_duration(demo_model()->texts,
                                              feedcore_gtk_item_get_extra_integer(item, "duration")) : NULL;
}

/* "Ada, Marlo · a line of its own" */
static char *byline(gpointer cell, FeedcoreGtkItem *item, const char *subtitle)
{
    g_auto(GStrv) names = item ? feedcore_gtk_item_dup_extra_list(item, "artists") : NULL;
    g_autofree char *artists = names && names[0] ? g_strjoinv(" / ", names) : NULL;
    (void)cell;
    if (!artists)
        return g_strdup(subtitle);
    return subtitle ? g_strconcat(artists, " · ", subtitle, NULL) : g_steal_pointer(&artists);
}

static char *label(gpointer cell, FeedcoreGtkItem *item)
{
    g_auto(GStrv) labels = item ? feedcore_gtk_item_dup_labels(item) : NULL;
    (void)cell;
    return labels && labels[0] ? g_strdup(labels[0]) : NULL;
}

static char *extra(gpointer cell, FeedcoreGtkItem *item, const char *name)
{
    (void)cell;
    return item ? g_strdup(feedcore_gtk_item_get_extra_text(item, name)) : NULL;
}

static char *day(gpointer cell, FeedcoreGtkItem *item)
{
    (void)cell;
    return item ? feedcore_gtk_texts_date(demo_model()->texts,
                                          feedcore_gtk_item_get_extra_time(item, "startTime")) : NULL;
}

static char *handle(gpointer cell, FeedcoreGtkItem *item)
{
    const char *name = item ? feedcore_gtk_item_get_extra_text(item, "username") : NULL;
    (void)cell;
    return name ? g_strconcat("@", name, NULL) : NULL;
}

static char *audience(gpointer cell, FeedcoreGtkItem *item)
{
    const gint64 followers = item ? feedcore_gtk_item_get_extra_integer(item, "followers") : -1;
    g_autofree char *number = feedcore_gtk_texts_count(demo_model()->texts, followers);
    g_autoptr(GString) text = g_string_new(demo_word("%s followers"));
    (void)cell;
    if (!number)
        return NULL;
    g_string_replace(text, "%s", number, 1);
    return g_strdup(text->str);
}

/* The colours of a tag are named in the theme's CSS. */
static GStrv tag_classes(gpointer cell, FeedcoreGtkItem *item)
{
    const char *color = item ? feedcore_gtk_item_get_extra_text(item, "titleColor") : NULL;
    const char *classes[] = {"tag", color && g_strv_contains((const char *const[]){"red", "blue", NULL}, color)
                                        ? color : "other", NULL};
    (void)cell;
    return g_strdupv((char **)classes);
}

char *demo_item_name(FeedcoreGtkItem *item)
{
    const char *title = feedcore_gtk_item_get_title(item), *tag = feedcore_gtk_item_get_extra_text(item, "typeTitle");
    g_autofree char *line = byline(NULL, item, feedcore_gtk_item_get_subtitle(item));
    g_autofree char *plays = feedcore_gtk_texts_plays(demo_model()->texts, feedcore_gtk_item_get_play_count(item));
    GString *name = g_string_new(title);
    const char *parts[] = {line, tag, plays};
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++)
        if (parts[i] && *parts[i])
            g_string_append_printf(name, "%s%s", name->len ? ", " : "", parts[i]);
    return g_string_free(name, FALSE);
}

/* ------------------------------------------------------------------ cell */

/* Texts that are read from an item's extras are no properties: to look them up again is to look the item up again. */
static void change(DemoCell *self)
{
    g_object_notify_by_pspec(G_OBJECT(self), props[PROP_ITEM]);
}

static void set_item(DemoCell *self, FeedcoreGtkItem *item)
{
    DemoCellPrivate *cell = demo_cell_get_instance_private(self);
    if (cell->item)
        g_signal_handlers_disconnect_by_data(cell->item, self);
    g_set_object(&cell->item, item);
    if (item)
        g_signal_connect_object(item, "changed", G_CALLBACK(change), self, G_CONNECT_SWAPPED);
}

static void demo_cell_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec)
{
    DemoCellPrivate *cell = demo_cell_get_instance_private(DEMO_CELL(object));
    if (id == PROP_ITEM)
        g_value_set_object(value, cell->item);
    else if (id == PROP_SECTION)
        g_value_set_object(value, cell->section);
    else
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
}

static void demo_cell_set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
    DemoCellPrivate *cell = demo_cell_get_instance_private(DEMO_CELL(object));
    if (id == PROP_ITEM)
        set_item(DEMO_CELL(object), g_value_get_object(value));
    else if (id == PROP_SECTION)
        g_set_object(&cell->section, g_value_get_object(value));
    else
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
}

static void demo_cell_dispose(GObject *object)
{
    DemoCellPrivate *cell = demo_cell_get_instance_private(DEMO_CELL(object));
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(object))))
        gtk_widget_unparent(child);
    set_item(DEMO_CELL(object), NULL);
    g_clear_object(&cell->section);
    G_OBJECT_CLASS(demo_cell_parent_class)->dispose(object);
}

static void demo_cell_class_init(DemoCellClass *class)
{
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
    object_class->get_property = demo_cell_get_property;
    object_class->set_property = demo_cell_set_property;
    object_class->dispose = demo_cell_dispose;
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
    props[PROP_ITEM] = g_param_spec_object("item", NULL, NULL, FEEDCORE_GTK_TYPE_ITEM, flags);
    props[PROP_SECTION] = g_param_spec_object("section", NULL, NULL, FEEDCORE_GTK_TYPE_SECTION, flags);
    g_object_class_install_properties(object_class, N_PROPS, props);
}

static void demo_cell_init(DemoCell *self)
{
    (void)self;
}

static void use_template(GtkWidgetClass *class, const char *resource)
{
    g_type_ensure(DEMO_TYPE_PICTURE);
    gtk_widget_class_set_template_from_resource(class, resource);
    gtk_widget_class_bind_template_callback(class, is_text);
    gtk_widget_class_bind_template_callback(class, count);
    gtk_widget_class_bind_template_callback(class, is_count);
    gtk_widget_class_bind_template_callback(class, duration);
    gtk_widget_class_bind_template_callback(class, byline);
    gtk_widget_class_bind_template_callback(class, label);
    gtk_widget_class_bind_template_callback(class, extra);
    gtk_widget_class_bind_template_callback(class, day);
    gtk_widget_class_bind_template_callback(class, handle);
    gtk_widget_class_bind_template_callback(class, audience);
    gtk_widget_class_bind_template_callback(class, tag_classes);
}

#define DEFINE_CELL(Name, name)                                                                   \
    typedef DemoCell Name;                                                                        \
    typedef DemoCellClass Name##Class;                                                            \
    G_DEFINE_FINAL_TYPE(Name, demo_##name, DEMO_TYPE_CELL)                                        \
    static void demo_##name##_class_init(Name##Class *class)                                      \
    {                                                                                             \
        use_template(GTK_WIDGET_CLASS(class), "/org/feedcore/demo/" #name ".ui");                 \
    }                                                                                             \
    static void demo_##name##_init(Name *self)                                                    \
    {                                                                                             \
        gtk_widget_init_template(GTK_WIDGET(self));                                               \
    }

DEFINE_CELL(DemoCard, card)
DEFINE_CELL(DemoEvent, event)
DEFINE_CELL(DemoPerson, person)
DEFINE_CELL(DemoRound, round)
DEFINE_CELL(DemoRow, row)
DEFINE_CELL(DemoSlide, slide)
DEFINE_CELL(DemoSong, song)

/* --------------------------------------------------------------- factory */

typedef struct {
    GType type;
    FeedcoreGtkSection *section;
} Factory;

static void free_factory(gpointer data, GClosure *closure)
{
    Factory *factory = data;
    (void)closure;
    g_object_unref(factory->section);
    g_free(factory);
}

static void set_up(GtkSignalListItemFactory *signals, GtkListItem *list_item, Factory *factory)
{
    (void)signals;
    gtk_list_item_set_child(list_item, g_object_new(factory->type, "section", factory->section, NULL));
}

/* The widget with the focus, and the role, is the cell's parent. */
static void tell_name(FeedcoreGtkItem *item, GtkWidget *cell)
{
    GtkWidget *parent = gtk_widget_get_parent(cell);
    g_autofree char *name = demo_item_name(item);
    if (parent)
        gtk_accessible_update_property(GTK_ACCESSIBLE(parent), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void bind(GtkSignalListItemFactory *signals, GtkListItem *list_item)
{
    GtkWidget *cell = gtk_list_item_get_child(list_item);
    FeedcoreGtkItem *item = gtk_list_item_get_item(list_item);
    (void)signals;
    g_object_set(cell, "item", item, NULL);
    g_signal_connect_object(item, "changed", G_CALLBACK(tell_name), cell, 0);
    tell_name(item, cell);
}

static void unbind(GtkSignalListItemFactory *signals, GtkListItem *list_item)
{
    GtkWidget *cell = gtk_list_item_get_child(list_item);
    (void)signals;
    g_signal_handlers_disconnect_by_data(gtk_list_item_get_item(list_item), cell);
    g_object_set(cell, "item", NULL, NULL);
}

GtkListItemFactory *demo_cell_factory_new(GType type, FeedcoreGtkSection *section)
{
    GtkListItemFactory *signals = gtk_signal_list_item_factory_new();
    Factory *factory = g_new(Factory, 1);
    *factory = (Factory){type, g_object_ref(section)};
    g_signal_connect_data(signals, "setup", G_CALLBACK(set_up), factory, free_factory, 0);
    g_signal_connect(signals, "bind", G_CALLBACK(bind), NULL);
    g_signal_connect(signals, "unbind", G_CALLBACK(unbind), NULL);
    return signals;
}
