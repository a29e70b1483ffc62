#include "feedcore-gtk-private.h"

#include <math.h>
#include <string.h>

/**
 * FeedcoreGtkItem:
 *
 * An item of a section, or a child of one: a playlist, a song, a film, a person.
 *
 * There is one object for an item (the same [property@FeedcoreGtk.Item:uid]) for as long as anybody holds it, from page
 * to page. What a new page shows otherwise is notified, and then [signal@FeedcoreGtk.Item::changed] tells that
 * something is different, be it an extra or the action. An item that left the page keeps what it showed last.
 *
 * Texts that are lent are good until the item changes. What is absent is %NULL, a count -1.
 */

struct _FeedcoreGtkItem {
    GObject parent_instance;
    FeedcoreGtkSection *section;
    feedcore_snapshot *page;
    const feedcore_item *record; /* of the page */
    guint64 uid;
    GListStore *children; /* NULL until somebody asks */
};

enum {
    PROP_ID = 1,
    PROP_UID,
    PROP_TITLE,
    PROP_SUBTITLE,
    PROP_TEXT,
    PROP_HTML,
    PROP_IMAGE,
    PROP_PLAY_COUNT,
    PROP_LABELS,
    PROP_CHILDREN,
    N_PROPERTIES
};

enum { CHANGED, N_SIGNALS };

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(FeedcoreGtkItem, feedcore_gtk_item, G_TYPE_OBJECT)

static void feedcore_gtk_item_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
    FeedcoreGtkItem *self = FEEDCORE_GTK_ITEM(object);
    switch (id) {
    case PROP_ID:
        g_value_set_string(value, feedcore_gtk_item_get_id(self));
        break;
    case PROP_UID:
        g_value_set_uint64(value, self->uid);
        break;
    case PROP_TITLE:
        g_value_set_string(value, feedcore_gtk_item_get_title(self));
        break;
    case PROP_SUBTITLE:
        g_value_set_string(value, feedcore_gtk_item_get_subtitle(self));
        break;
    case PROP_TEXT:
        g_value_set_string(value, feedcore_gtk_item_get_text(self));
        break;
    case PROP_HTML:
        g_value_set_string(value, feedcore_gtk_item_get_html(self));
        break;
    case PROP_IMAGE:
        g_value_set_string(value, feedcore_gtk_item_get_image(self));
        break;
    case PROP_PLAY_COUNT:
        g_value_set_int64(value, feedcore_gtk_item_get_play_count(self));
        break;
    case PROP_LABELS:
        g_value_take_boxed(value, feedcore_gtk_item_dup_labels(self));
        break;
    case PROP_CHILDREN:
        g_value_set_object(value, feedcore_gtk_item_get_children(self));
        break;
    default:
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
    }
}

/* It is among its section's objects until it goes, on their thread. */
static void feedcore_gtk_item_dispose(GObject *object)
{
    FeedcoreGtkItem *self = FEEDCORE_GTK_ITEM(object);
    if (self->section && feedcore_gtk_owner_defer(feedcore_gtk_section_get_owner(self->section), object))
        return;
    G_OBJECT_CLASS(feedcore_gtk_item_parent_class)->dispose(object);
}

static void feedcore_gtk_item_finalize(GObject *object)
{
    FeedcoreGtkItem *self = FEEDCORE_GTK_ITEM(object);
    if (self->section) /* not of one that some program made by itself */
        feedcore_gtk_section_forget_item(self->section, self);
    g_clear_object(&self->children);
    feedcore_snapshot_unref(self->page);
    g_clear_object(&self->section);
    G_OBJECT_CLASS(feedcore_gtk_item_parent_class)->finalize(object);
}

static void feedcore_gtk_item_class_init(FeedcoreGtkItemClass *class)
{
    const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    object_class->get_property = feedcore_gtk_item_get_property;
    object_class->dispose = feedcore_gtk_item_dispose;
    object_class->finalize = feedcore_gtk_item_finalize;

    /**
     * FeedcoreGtkItem:id: (getter get_id)
     *
     * The server's id, always as text. An item without one has a derived id ("auto:…").
     */
    properties[PROP_ID] = g_param_spec_string("id", NULL, NULL, NULL, flags);
    /**
     * FeedcoreGtkItem:uid: (getter get_uid)
     *
     * Section, parent and id as 64 bits: unique in the page, the same in the next answer and in every process.
     */
    properties[PROP_UID] = g_param_spec_uint64("uid", NULL, NULL, 0, G_MAXUINT64, 0, flags);
    /**
     * FeedcoreGtkItem:title: (getter get_title)
     *
     * Its title.
     */
    properties[PROP_TITLE] = g_param_spec_string("title", NULL, NULL, NULL, flags);
    /**
     * FeedcoreGtkItem:subtitle: (getter get_subtitle)
     *
     * What stands below the title: artists, say.
     */
    properties[PROP_SUBTITLE] = g_param_spec_string("subtitle", NULL, NULL, NULL, flags);
    /**
     * FeedcoreGtkItem:text: (getter get_text)
     *
     * A longer text of its own, where the mapping names one.
     */
    properties[PROP_TEXT] = g_param_spec_string("text", NULL, NULL, NULL, flags);
    /**
     * FeedcoreGtkItem:html: (getter get_html)
     *
     * The same as HTML, as the server wrote it: not to be trusted.
     */
    properties[PROP_HTML] = g_param_spec_string("html", NULL, NULL, NULL, flags);
    /**
     * FeedcoreGtkItem:image: (getter get_image)
     *
     * The URL of its picture, as the server wrote it, for a [class@FeedcoreGtk.Paintable].
     */
    properties[PROP_IMAGE] = g_param_spec_string("image", NULL, NULL, NULL, flags);
    /**
     * FeedcoreGtkItem:play-count: (getter get_play_count)
     *
     * How often it was played; -1 if unknown.
     */
    properties[PROP_PLAY_COUNT] = g_param_spec_int64("play-count", NULL, NULL, -1, G_MAXINT64, -1, flags);
    /**
     * FeedcoreGtkItem:labels: (getter dup_labels)
     *
     * Short words on it, in order.
     */
    properties[PROP_LABELS] = g_param_spec_boxed("labels", NULL, NULL, G_TYPE_STRV, flags);
    /**
     * FeedcoreGtkItem:children: (getter get_children)
     *
     * The items inside it, the songs of a page say: a list of [class@FeedcoreGtk.Item], which stays the same list.
     */
    properties[PROP_CHILDREN] = g_param_spec_object("children", NULL, NULL, G_TYPE_LIST_MODEL, flags);
    g_object_class_install_properties(object_class, N_PROPERTIES, properties);

    /**
     * FeedcoreGtkItem::changed:
     * @self: the item
     *
     * It shows something else now, it or its children; the properties concerned have been notified.
     */
    signals[CHANGED] = g_signal_new("changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 0);
}

static void feedcore_gtk_item_init(FeedcoreGtkItem *self)
{
    (void)self;
}

FeedcoreGtkItem *feedcore_gtk_item_new(FeedcoreGtkSection *section, feedcore_snapshot *page,
                                       const feedcore_item *record)
{
    FeedcoreGtkItem *self = g_object_new(FEEDCORE_GTK_TYPE_ITEM, NULL);
    self->section = g_object_ref(section);
    self->page = feedcore_snapshot_ref(page);
    self->record = record;
    self->uid = feedcore_item_uid(record);
    return self;
}

const guint64 *feedcore_gtk_item_key(FeedcoreGtkItem *self)
{
    return &self->uid;
}

/* ------------------------------------------------------------- another page */

static gboolean have_same_labels(const feedcore_item *one, const feedcore_item *other)
{
    const gsize count = feedcore_item_label_count(one);
    gboolean is_same = count == feedcore_item_label_count(other);
    for (gsize i = 0; is_same && i < count; i++)
        is_same = g_str_equal(feedcore_item_label(one, i), feedcore_item_label(other, i));
    return is_same;
}

static void notify_if_other(FeedcoreGtkItem *self, guint property, const char *one, const char *other)
{
    if (g_strcmp0(one, other) != 0)
        g_object_notify_by_pspec(G_OBJECT(self), properties[property]);
}

static void notify_differences(FeedcoreGtkItem *self, const feedcore_item *old, const feedcore_item *new)
{
    notify_if_other(self, PROP_TITLE, feedcore_item_title(old), feedcore_item_title(new));
    notify_if_other(self, PROP_SUBTITLE, feedcore_item_subtitle(old), feedcore_item_subtitle(new));
    notify_if_other(self, PROP_TEXT, feedcore_item_text(old), feedcore_item_text(new));
    notify_if_other(self, PROP_HTML, feedcore_item_html(old), feedcore_item_html(new));
    notify_if_other(self, PROP_IMAGE, feedcore_item_image(old), feedcore_item_image(new));
    if (feedcore_item_play_count(old) != feedcore_item_play_count(new))
        g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_PLAY_COUNT]);
    if (!have_same_labels(old, new))
        g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_LABELS]);
}

static gboolean shows_child(FeedcoreGtkItem *self, guint position, const feedcore_item *child)
{
    g_autoptr(FeedcoreGtkItem) shown = g_list_model_get_item(G_LIST_MODEL(self->children), position);
    return shown && child && shown->uid == feedcore_item_uid(child);
}

/* The children are those of the record again; what stays at both ends isn't touched. */
static void splice_children(FeedcoreGtkItem *self)
{
    const guint old = g_list_model_get_n_items(G_LIST_MODEL(self->children));
    const guint new = (guint)feedcore_item_child_count(self->record);
    guint head = 0, tail = 0;
    while (head < MIN(old, new) && shows_child(self, head, feedcore_item_child(self->record, head)))
        head++;
    while (tail < MIN(old, new) - head &&
           shows_child(self, old - 1 - tail, feedcore_item_child(self->record, new - 1 - tail)))
        tail++;
    if (head + tail == MAX(old, new))
        return;
    g_autoptr(GPtrArray) added = g_ptr_array_new_with_free_func(g_object_unref);
    for (guint i = head; i < new - tail; i++)
        g_ptr_array_add(added, feedcore_gtk_section_dup_item(self->section, self->page,
                                                             feedcore_item_child(self->record, i)));
    g_list_store_splice(self->children, head, old - head - tail, added->pdata, added->len);
}

/* Those that stay are other objects' business only if somebody holds them: all in the list do. */
static void show_children(FeedcoreGtkItem *self)
{
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(self->children));
    for (guint i = 0; i < count; i++) {
        g_autoptr(FeedcoreGtkItem) child = g_list_model_get_item(G_LIST_MODEL(self->children), i);
        feedcore_gtk_item_show(child, self->page, feedcore_item_child(self->record, i));
    }
}

static gboolean have_same_json(const feedcore_item *one, const feedcore_item *other)
{
    gsize length, other_length;
    const char *json = feedcore_item_raw_json(one, &length);
    const char *other_json = feedcore_item_raw_json(other, &other_length);
    return json && other_json && length == other_length && memcmp(json, other_json, length) == 0;
}

void feedcore_gtk_item_move(FeedcoreGtkItem *self, feedcore_snapshot *page, const feedcore_item *record)
{
    feedcore_snapshot *old_page = self->page;
    self->record = record;
    self->page = feedcore_snapshot_ref(page);
    feedcore_snapshot_unref(old_page);
}

void feedcore_gtk_item_show(FeedcoreGtkItem *self, feedcore_snapshot *page, const feedcore_item *record)
{
    const feedcore_item *old = self->record;
    if (old == record)
        return;
    feedcore_snapshot *old_page = feedcore_snapshot_ref(self->page);
    feedcore_gtk_item_move(self, page, record);
    if (!have_same_json(old, record)) {
        notify_differences(self, old, record);
        if (self->children)
            splice_children(self);
        g_signal_emit(self, signals[CHANGED], 0);
    }
    if (self->children)
        show_children(self);
    feedcore_snapshot_unref(old_page);
}

/* ------------------------------------------------------------------ reading */

/**
 * feedcore_gtk_item_get_id:
 * @self: an item
 *
 * The server's id, or a derived one.
 *
 * Returns: (not nullable): the server's id, or a derived one
 */
const char *feedcore_gtk_item_get_id(FeedcoreGtkItem *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_ITEM(self), NULL);
    return feedcore_item_id(self->record);
}

/**
 * feedcore_gtk_item_get_uid:
 * @self: an item
 *
 * Its number, the same in every page and every process.
 *
 * Returns: its number, the same in every page and every process
 */
guint64 feedcore_gtk_item_get_uid(FeedcoreGtkItem *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_ITEM(self), 0);
    return self->uid;
}

/**
 * feedcore_gtk_item_get_title:
 * @self: an item
 *
 * Its title.
 *
 * Returns: (nullable): its title
 */
const char *feedcore_gtk_item_get_title(FeedcoreGtkItem *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_ITEM(self), NULL);
    return feedcore_item_title(self->record);
}

/**
 * feedcore_gtk_item_get_subtitle:
 * @self: an item
 *
 * What stands below the title.
 *
 * Returns: (nullable): what stands below the title
 */
const char *feedcore_gtk_item_get_subtitle(FeedcoreGtkItem *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_ITEM(self), NULL);
    return feedcore_item_subtitle(self->record);
}

/**
 * feedcore_gtk_item_get_text:
 * @self: an item
 *
 * A longer text.
 *
 * Returns: (nullable): a longer text
 */
const char *feedcore_gtk_item_get_text(FeedcoreGtkItem *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_ITEM(self), NULL);
    return feedcore_item_text(self->record);
}

/**
 * feedcore_gtk_item_get_html:
 * @self: an item
 *
 * A longer text as HTML, as the server wrote it.
 *
 * Returns: (nullable): a longer text as HTML, as the server wrote it
 */
const char *feedcore_gtk_item_get_html(FeedcoreGtkItem *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_ITEM(self), NULL);
    return feedcore_item_html(self->record);
}

/**
 * feedcore_gtk_item_get_image:
 * @self: an item
 *
 * The URL of its picture.
 *
 * Returns: (nullable): the URL of its picture
 */
const char *feedcore_gtk_item_get_image(FeedcoreGtkItem *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_ITEM(self), NULL);
    return feedcore_item_image(self->record);
}

/**
 * feedcore_gtk_item_get_play_count:
 * @self: an item
 *
 * How often it was played.
 *
 * Returns: how often it was played; -1 if unknown
 */
gint64 feedcore_gtk_item_get_play_count(FeedcoreGtkItem *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_ITEM(self), -1);
    return feedcore_item_play_count(self->record);
}

/**
 * feedcore_gtk_item_dup_labels:
 * @self: an item
 *
 * Its labels, in order.
 *
 * Returns: (transfer full) (array zero-terminated=1): its labels, in order
 */
GStrv feedcore_gtk_item_dup_labels(FeedcoreGtkItem *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_ITEM(self), NULL);
    const gsize count = feedcore_item_label_count(self->record);
    GStrv labels = g_new0(char *, count + 1);
    for (gsize i = 0; i < count; i++)
        labels[i] = g_strdup(feedcore_item_label(self->record, i));
    return labels;
}

/**
 * feedcore_gtk_item_get_children:
 * @self: an item
 *
 * The items inside it, a list of [class@FeedcoreGtk.Item].
 *
 * Returns: (transfer none): the items inside it, a list of [class@FeedcoreGtk.Item]
 */
GListModel *feedcore_gtk_item_get_children(FeedcoreGtkItem *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_ITEM(self), NULL);
    if (!self->children) {
        self->children = g_list_store_new(FEEDCORE_GTK_TYPE_ITEM);
        splice_children(self);
    }
    return G_LIST_MODEL(self->children);
}

/**
 * feedcore_gtk_item_get_extra_text:
 * @self: an item
 * @name: a field that the mapping names: "year", "username", …
 *
 * The extra as text: a text itself, a number as the feed wrote it, "true" or "false".
 *
 * Returns: (nullable): the extra as text: a text itself, a number as the feed wrote it, "true" or "false"; %NULL for a list
 */
const char *feedcore_gtk_item_get_extra_text(FeedcoreGtkItem *self, const char *name)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_ITEM(self), NULL);
    return feedcore_item_extra_text(self->record, name);
}

/**
 * feedcore_gtk_item_get_extra_number:
 * @self: an item
 * @name: a field that the mapping names: "rating", …
 *
 * The extra as a real: a number, a text that is one, 1 or 0 for true and false.
 *
 * Returns: the extra as a real: a number, a text that is one, 1 or 0 for true and false; NaN otherwise
 */
double feedcore_gtk_item_get_extra_number(FeedcoreGtkItem *self, const char *name)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_ITEM(self), NAN);
    return feedcore_item_extra_number(self->record, name);
}

/**
 * feedcore_gtk_item_get_extra_integer:
 * @self: an item
 * @name: a field that the mapping names: "followers", "duration", …
 *
 * The extra as a whole number from 0 on.
 *
 * Returns: the extra as a whole number from 0 on; 1 or 0 for true and false; -1 otherwise
 */
gint64 feedcore_gtk_item_get_extra_integer(FeedcoreGtkItem *self, const char *name)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_ITEM(self), -1);
    return feedcore_item_extra_integer(self->record, name);
}

/**
 * feedcore_gtk_item_get_extra_time:
 * @self: an item
 * @name: a field that the mapping names: "published", "startTime", …
 *
 * The extra as a time: milliseconds since 1970, UTC.
 *
 * Returns: the extra as a time: milliseconds since 1970, UTC; %G_MININT64 otherwise
 */
gint64 feedcore_gtk_item_get_extra_time(FeedcoreGtkItem *self, const char *name)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_ITEM(self), G_MININT64);
    return feedcore_item_extra_time(self->record, name);
}

/**
 * feedcore_gtk_item_dup_extra_list:
 * @self: an item
 * @name: a field that the mapping names: "authors", …
 *
 * The extra as a list of texts.
 *
 * Returns: (transfer full) (array zero-terminated=1): the extra as a list of texts; of one text if it is a single value,
 *   and of none if it isn't there
 */
GStrv feedcore_gtk_item_dup_extra_list(FeedcoreGtkItem *self, const char *name)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_ITEM(self), NULL);
    const gsize count = feedcore_item_extra_length(self->record, name);
    GStrv elements = g_new0(char *, count + 1);
    for (gsize i = 0; i < count; i++) {
        const char *element = feedcore_item_extra_element_text(self->record, name, i);
        elements[i] = g_strdup(element ? element : "");
    }
    return elements;
}

/* ------------------------------------------------------------------ a click */

/* NULL if the feed is gone. A new reference. */
static FeedcoreGtkFeed *dup_feed(FeedcoreGtkItem *self)
{
    return self->section ? feedcore_gtk_section_dup_feed(self->section) : NULL;
}

/**
 * feedcore_gtk_item_dup_action:
 * @self: an item
 *
 * What a click does, so that what does nothing need not look as if it did.
 *
 * Returns: (transfer full) (nullable): the action; %NULL if the item isn't in its feed any more
 */
FeedcoreGtkAction *feedcore_gtk_item_dup_action(FeedcoreGtkItem *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_ITEM(self), NULL);
    g_autoptr(FeedcoreGtkFeed) feed = dup_feed(self);
    feedcore_action *action = NULL;
    if (feed)
        feedcore_feed_action(feedcore_gtk_feed_get_handle(feed), self->uid, &action);
    return feedcore_gtk_action_take(action);
}

/**
 * feedcore_gtk_item_activate:
 * @self: an item
 *
 * Says that the reader chose it: [signal@FeedcoreGtk.Feed::activate] follows, from the main loop.
 *
 * Returns: %FALSE if the item isn't in its feed any more
 */
gboolean feedcore_gtk_item_activate(FeedcoreGtkItem *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_ITEM(self), FALSE);
    g_autoptr(FeedcoreGtkFeed) feed = dup_feed(self);
    return feed && feedcore_feed_activate(feedcore_gtk_feed_get_handle(feed), self->uid) == FEEDCORE_OK;
}
