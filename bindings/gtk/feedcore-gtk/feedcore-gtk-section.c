#include "feedcore-gtk-private.h"

#include <math.h>

#include "feedcore-gtk-enum-types.h"

/**
 * FeedcoreGtkSection:
 *
 * A section of a feed, as a list of its items: a shelf, the banners, the round menus, …
 *
 * There is one object for a section (the same [property@FeedcoreGtk.Section:key]) from page to page, also if it moves.
 * Its items-changed are the splices of the page, no more and no larger; an item that shows something else is the same
 * object, and notifies. Items are made when somebody asks for them, so a list view over ten thousand has a few
 * hundred.
 *
 * Lengths are points in the feed's viewport, see [method@FeedcoreGtk.Feed.set_viewport], and whole device pixels. A section that
 * left the page keeps what it showed last.
 */

enum {
    PROP_KEY = 1,
    PROP_UID,
    PROP_KIND,
    PROP_SERVER_TYPE,
    PROP_TITLE,
    PROP_SUBTITLE,
    PROP_TITLE_IMAGE,
    PROP_BUTTON_TEXT,
    PROP_STATE,
    PROP_HAS_MORE,
    PROP_LAYOUT,
    PROP_LAYOUT_NAME,
    PROP_BANNER,
    PROP_N_ITEMS,
    /* one for each metric, in the order of their numbers */
    PROP_WIDTH,
    PROP_HEIGHT,
    PROP_ROW_COUNT,
    PROP_ROW_HEIGHT,
    PROP_HEAD_HEIGHT,
    PROP_ITEM_WIDTH,
    PROP_ITEM_HEIGHT,
    PROP_SPACING,
    PROP_MARGIN,
    PROP_COLUMNS,
    PROP_ROWS,
    PROP_PICTURE_WIDTH,
    PROP_PICTURE_HEIGHT,
    PROP_SCROLLS_SIDEWAYS,
    N_PROPERTIES
};

#define FIRST_METRIC FEEDCORE_GTK_METRIC_WIDTH
#define LAST_METRIC FEEDCORE_GTK_METRIC_SCROLLS_SIDEWAYS
#define PROPERTY_OF_METRIC(metric) ((metric) - FIRST_METRIC + PROP_WIDTH)
#define METRIC_OF_PROPERTY(property) ((property) - PROP_WIDTH + FIRST_METRIC)

struct _FeedcoreGtkSection {
    GObject parent_instance;
    GWeakRef feed;
    FeedcoreGtkOwner *owner; /* of the feed; NULL for a section that was never in one */
    char *key;
    GHashTable *items; /* the objects there are, children too, by uid; they remove themselves */

    feedcore_snapshot *page;
    const feedcore_section *record; /* of the page */
    guint n_items;

    /* While the steps of a new page are made: its items stand before `split`, and behind it those of the old one, which
     * have moved by `shift`. */
    feedcore_snapshot *next_page;
    const feedcore_section *next;
    guint split;
    gint64 shift;

    FeedcoreGtkState state;
    FeedcoreGtkLayout layout;
    char *layout_name;
    int banner;
    double metrics[LAST_METRIC + 1];
};

static GParamSpec *properties[N_PROPERTIES];

static void feedcore_gtk_section_list_model_init(GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE(FeedcoreGtkSection, feedcore_gtk_section, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, feedcore_gtk_section_list_model_init))

static void notify(FeedcoreGtkSection *self, guint property)
{
    g_object_notify_by_pspec(G_OBJECT(self), properties[property]);
}

/* -------------------------------------------------------------------- a list */

static GType feedcore_gtk_section_get_item_type(GListModel *list)
{
    (void)list;
    return FEEDCORE_GTK_TYPE_ITEM;
}

static guint feedcore_gtk_section_get_n_items(GListModel *list)
{
    return FEEDCORE_GTK_SECTION(list)->n_items;
}

static gpointer feedcore_gtk_section_get_item(GListModel *list, guint position)
{
    FeedcoreGtkSection *self = FEEDCORE_GTK_SECTION(list);
    if (position >= self->n_items)
        return NULL;
    if (position < self->split)
        return feedcore_gtk_section_dup_item(self, self->next_page, feedcore_section_item(self->next, position));
    const gsize place = (gsize)(position - self->shift);
    return feedcore_gtk_section_dup_item(self, self->page, feedcore_section_item(self->record, place));
}

static void feedcore_gtk_section_list_model_init(GListModelInterface *interface)
{
    interface->get_item_type = feedcore_gtk_section_get_item_type;
    interface->get_n_items = feedcore_gtk_section_get_n_items;
    interface->get_item = feedcore_gtk_section_get_item;
}

FeedcoreGtkItem *feedcore_gtk_section_dup_item(FeedcoreGtkSection *self, feedcore_snapshot *page,
                                               const feedcore_item *record)
{
    const guint64 uid = feedcore_item_uid(record);
    FeedcoreGtkItem *item = g_hash_table_lookup(self->items, &uid);
    if (item)
        return g_object_ref(item);
    item = feedcore_gtk_item_new(self, page, record);
    g_hash_table_insert(self->items, (gpointer)feedcore_gtk_item_key(item), item);
    return item;
}

void feedcore_gtk_section_forget_item(FeedcoreGtkSection *self, FeedcoreGtkItem *item)
{
    g_hash_table_remove(self->items, feedcore_gtk_item_key(item));
}

/* ------------------------------------------------------------- another page */

static void begin(FeedcoreGtkSection *self, feedcore_snapshot *page, const feedcore_section *record)
{
    self->next_page = page;
    self->next = record;
}

static void tell_items_changed(FeedcoreGtkSection *self, guint position, guint removed, guint added)
{
    g_list_model_items_changed(G_LIST_MODEL(self), position, removed, added);
    if (removed != added)
        notify(self, PROP_N_ITEMS);
}

void feedcore_gtk_section_splice(FeedcoreGtkSection *self, feedcore_snapshot *page, const feedcore_section *record,
                                 guint position, guint removed, guint added)
{
    begin(self, page, record);
    self->split = position + added;
    self->shift += (gint64)added - removed;
    self->n_items = self->n_items - removed + added;
    tell_items_changed(self, position, removed, added);
}

void feedcore_gtk_section_change_item(FeedcoreGtkSection *self, feedcore_snapshot *page,
                                      const feedcore_section *record, guint position)
{
    const feedcore_item *item = feedcore_section_item(record, position);
    const guint64 uid = feedcore_item_uid(item);
    FeedcoreGtkItem *object = g_hash_table_lookup(self->items, &uid);
    begin(self, page, record);
    self->split = MAX(self->split, position + 1);
    if (!object)
        return; /* nobody has it */
    g_object_ref(object);
    feedcore_gtk_item_show(object, page, item);
    g_object_unref(object);
}

static void notify_if_other(FeedcoreGtkSection *self, guint property, const char *one, const char *other)
{
    if (g_strcmp0(one, other) != 0)
        notify(self, property);
}

static void notify_differences(FeedcoreGtkSection *self, const feedcore_section *old, const feedcore_section *new)
{
    notify_if_other(self, PROP_TITLE, feedcore_section_title(old), feedcore_section_title(new));
    notify_if_other(self, PROP_SUBTITLE, feedcore_section_subtitle(old), feedcore_section_subtitle(new));
    notify_if_other(self, PROP_TITLE_IMAGE, feedcore_section_title_image(old), feedcore_section_title_image(new));
    notify_if_other(self, PROP_BUTTON_TEXT, feedcore_section_button_text(old), feedcore_section_button_text(new));
    notify_if_other(self, PROP_SERVER_TYPE, feedcore_section_type(old), feedcore_section_type(new));
    if (feedcore_section_get_kind(old) != feedcore_section_get_kind(new))
        notify(self, PROP_KIND);
    if (feedcore_section_has_more(old) != feedcore_section_has_more(new))
        notify(self, PROP_HAS_MORE);
}

static void move_item(FeedcoreGtkSection *self, feedcore_snapshot *page, const feedcore_item *record)
{
    const guint64 uid = feedcore_item_uid(record);
    FeedcoreGtkItem *item = g_hash_table_lookup(self->items, &uid);
    if (item)
        feedcore_gtk_item_move(item, page, record);
}

/* The objects that stay are those of the new page, so that nothing has to keep the old one. */
static void move_items(FeedcoreGtkSection *self, feedcore_snapshot *page, const feedcore_section *record)
{
    const gsize count = g_hash_table_size(self->items) > 0 ? feedcore_section_item_count(record) : 0;
    for (gsize i = 0; i < count; i++) {
        const feedcore_item *item = feedcore_section_item(record, i);
        move_item(self, page, item);
        for (gsize k = 0; k < feedcore_item_child_count(item); k++)
            move_item(self, page, feedcore_item_child(item, k));
    }
}

void feedcore_gtk_section_settle(FeedcoreGtkSection *self, feedcore_snapshot *page, const feedcore_section *record)
{
    const feedcore_section *old = self->record;
    feedcore_snapshot *old_page = self->page;
    move_items(self, page, record);
    self->page = feedcore_snapshot_ref(page);
    self->record = record;
    self->n_items = (guint)feedcore_section_item_count(record);
    self->next_page = NULL;
    self->next = NULL;
    self->split = 0;
    self->shift = 0;
    if (old != record)
        notify_differences(self, old, record);
    feedcore_snapshot_unref(old_page);
}

static gboolean have_same_uid(const feedcore_item *one, const feedcore_item *other)
{
    return feedcore_item_uid(one) == feedcore_item_uid(other);
}

/* The objects there are, of what both have, show what the new section has. */
static void show_items(FeedcoreGtkSection *self, feedcore_snapshot *page, const feedcore_section *record)
{
    const gsize count = g_hash_table_size(self->items) > 0 ? feedcore_section_item_count(record) : 0;
    for (gsize i = 0; i < count; i++)
        feedcore_gtk_section_change_item(self, page, record, (guint)i);
}

void feedcore_gtk_section_replace(FeedcoreGtkSection *self, feedcore_snapshot *page, const feedcore_section *record)
{
    const guint old = self->n_items, new = (guint)feedcore_section_item_count(record);
    guint head = 0, tail = 0;
    if (self->record == record)
        return;
    while (head < MIN(old, new) &&
           have_same_uid(feedcore_section_item(self->record, head), feedcore_section_item(record, head)))
        head++;
    while (tail < MIN(old, new) - head && have_same_uid(feedcore_section_item(self->record, old - 1 - tail),
                                                        feedcore_section_item(record, new - 1 - tail)))
        tail++;
    if (head + tail < MAX(old, new))
        feedcore_gtk_section_splice(self, page, record, head, old - head - tail, new - head - tail);
    show_items(self, page, record);
    feedcore_gtk_section_settle(self, page, record);
}

/* ------------------------------------------------- what isn't in the page */

void feedcore_gtk_section_read_state(FeedcoreGtkSection *self, feedcore_feed *feed, gsize index)
{
    const FeedcoreGtkState state = (FeedcoreGtkState)feedcore_feed_section_state(feed, index);
    if (!feed || state == self->state)
        return;
    self->state = state;
    notify(self, PROP_STATE);
}

void feedcore_gtk_section_read_banner(FeedcoreGtkSection *self, feedcore_feed *feed)
{
    const int banner = (int)feedcore_feed_banner(feed, self->key);
    if (!feed || banner == self->banner)
        return;
    self->banner = banner;
    notify(self, PROP_BANNER);
}

static void read_layout(FeedcoreGtkSection *self, feedcore_feed *feed, gsize index)
{
    const FeedcoreGtkLayout layout = (FeedcoreGtkLayout)feedcore_feed_layout(feed, index);
    const char *name = feedcore_feed_layout_name(feed, index);
    if (layout != self->layout) {
        self->layout = layout;
        notify(self, PROP_LAYOUT);
    }
    if (g_strcmp0(name, self->layout_name) != 0) {
        g_free(self->layout_name);
        self->layout_name = g_strdup(name);
        notify(self, PROP_LAYOUT_NAME);
    }
}

void feedcore_gtk_section_measure_again(FeedcoreGtkSection *self, feedcore_feed *feed, gsize index)
{
    double metrics[LAST_METRIC + 1];
    for (int metric = FIRST_METRIC; metric <= LAST_METRIC; metric++) {
        metrics[metric] = feedcore_feed_measure(feed, index, (feedcore_metric)metric);
        if (isnan(metrics[metric]))
            return; /* no such section */
    }
    g_object_freeze_notify(G_OBJECT(self)); /* so that all of them have changed when the first is told */
    read_layout(self, feed, index);
    for (int metric = FIRST_METRIC; metric <= LAST_METRIC; metric++) {
        if (metrics[metric] == self->metrics[metric])
            continue;
        self->metrics[metric] = metrics[metric];
        notify(self, PROPERTY_OF_METRIC(metric));
    }
    g_object_thaw_notify(G_OBJECT(self));
}

/* ------------------------------------------------------------------- object */

static void feedcore_gtk_section_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
    FeedcoreGtkSection *self = FEEDCORE_GTK_SECTION(object);
    switch (id) {
    case PROP_KEY:
        g_value_set_string(value, self->key);
        break;
    case PROP_UID:
        g_value_set_uint64(value, feedcore_gtk_section_get_uid(self));
        break;
    case PROP_KIND:
        g_value_set_enum(value, feedcore_gtk_section_get_kind(self));
        break;
    case PROP_SERVER_TYPE:
        g_value_set_string(value, feedcore_gtk_section_get_server_type(self));
        break;
    case PROP_TITLE:
        g_value_set_string(value, feedcore_gtk_section_get_title(self));
        break;
    case PROP_SUBTITLE:
        g_value_set_string(value, feedcore_gtk_section_get_subtitle(self));
        break;
    case PROP_TITLE_IMAGE:
        g_value_set_string(value, feedcore_gtk_section_get_title_image(self));
        break;
    case PROP_BUTTON_TEXT:
        g_value_set_string(value, feedcore_gtk_section_get_button_text(self));
        break;
    case PROP_STATE:
        g_value_set_enum(value, self->state);
        break;
    case PROP_HAS_MORE:
        g_value_set_boolean(value, feedcore_gtk_section_get_has_more(self));
        break;
    case PROP_LAYOUT:
        g_value_set_enum(value, self->layout);
        break;
    case PROP_LAYOUT_NAME:
        g_value_set_string(value, self->layout_name);
        break;
    case PROP_BANNER:
        g_value_set_int(value, self->banner);
        break;
    case PROP_N_ITEMS:
        g_value_set_uint(value, self->n_items);
        break;
    case PROP_ROW_COUNT:
    case PROP_COLUMNS:
    case PROP_ROWS:
        g_value_set_uint(value, (guint)self->metrics[METRIC_OF_PROPERTY(id)]);
        break;
    case PROP_SCROLLS_SIDEWAYS:
        g_value_set_boolean(value, self->metrics[METRIC_OF_PROPERTY(id)] != 0);
        break;
    default:
        if (id < PROP_WIDTH || id >= N_PROPERTIES)
            G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
        else
            g_value_set_double(value, self->metrics[METRIC_OF_PROPERTY(id)]);
    }
}

static void feedcore_gtk_section_set_property(GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
    if (id == PROP_BANNER)
        feedcore_gtk_section_set_banner(FEEDCORE_GTK_SECTION(object), g_value_get_int(value));
    else
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

static void feedcore_gtk_section_finalize(GObject *object)
{
    FeedcoreGtkSection *self = FEEDCORE_GTK_SECTION(object);
    g_weak_ref_clear(&self->feed);
    g_clear_pointer(&self->owner, feedcore_gtk_owner_unref);
    g_hash_table_unref(self->items); /* none: each item keeps its section */
    feedcore_snapshot_unref(self->page);
    g_free(self->layout_name);
    g_free(self->key);
    G_OBJECT_CLASS(feedcore_gtk_section_parent_class)->finalize(object);
}

static const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

static GParamSpec *text_property(const char *name)
{
    return g_param_spec_string(name, NULL, NULL, NULL, readable);
}

static GParamSpec *length_property(const char *name)
{
    return g_param_spec_double(name, NULL, NULL, 0, G_MAXDOUBLE, 0, readable);
}

static GParamSpec *count_property(const char *name)
{
    return g_param_spec_uint(name, NULL, NULL, 0, G_MAXUINT, 0, readable);
}

static void install_head(void)
{
    /**
     * FeedcoreGtkSection:key: (getter get_key)
     *
     * Names the section in its page, the same in the next answer.
     */
    properties[PROP_KEY] = text_property("key");
    /**
     * FeedcoreGtkSection:uid: (getter get_uid)
     *
     * The key as 64 bits, unique in the page, the same in every process.
     */
    properties[PROP_UID] = g_param_spec_uint64("uid", NULL, NULL, 0, G_MAXUINT64, 0, readable);
    /**
     * FeedcoreGtkSection:kind: (getter get_kind)
     *
     * What the section is.
     */
    properties[PROP_KIND] = g_param_spec_enum("kind", NULL, NULL, FEEDCORE_GTK_TYPE_SECTION_KIND,
                                              FEEDCORE_GTK_SECTION_KIND_BANNER, readable);
    /**
     * FeedcoreGtkSection:server-type: (getter get_server_type)
     *
     * The server's word for its type, such as "HOMEPAGE_BANNER".
     */
    properties[PROP_SERVER_TYPE] = text_property("server-type");
    /**
     * FeedcoreGtkSection:title: (getter get_title)
     *
     * Its title; %NULL if the server sends none, see [method@FeedcoreGtk.Texts.section_title].
     */
    properties[PROP_TITLE] = text_property("title");
    /**
     * FeedcoreGtkSection:subtitle: (getter get_subtitle)
     *
     * What stands beside the title.
     */
    properties[PROP_SUBTITLE] = text_property("subtitle");
    /**
     * FeedcoreGtkSection:title-image: (getter get_title_image)
     *
     * The URL of a picture that stands beside, or for, the title.
     */
    properties[PROP_TITLE_IMAGE] = text_property("title-image");
    /**
     * FeedcoreGtkSection:button-text: (getter get_button_text)
     *
     * What is on the button in its head: "More".
     */
    properties[PROP_BUTTON_TEXT] = text_property("button-text");
    /**
     * FeedcoreGtkSection:state: (getter get_state)
     *
     * How it stands: loading while it loads more of its own, else as its source.
     */
    properties[PROP_STATE] = g_param_spec_enum("state", NULL, NULL, FEEDCORE_GTK_TYPE_STATE,
                                               FEEDCORE_GTK_STATE_IDLE, readable);
    /**
     * FeedcoreGtkSection:has-more: (getter get_has_more)
     *
     * Whether [method@FeedcoreGtk.Section.load_more_async] can bring further items.
     */
    properties[PROP_HAS_MORE] = g_param_spec_boolean("has-more", NULL, NULL, FALSE, readable);
    /**
     * FeedcoreGtkSection:n-items:
     *
     * How many items it has.
     */
    properties[PROP_N_ITEMS] = count_property("n-items");
    /**
     * FeedcoreGtkSection:banner: (getter get_banner) (setter set_banner)
     *
     * Of a banner section the item that it shows, by position; -1 for other sections. It turns by itself if the feed's
     * config has a "bannerInterval"; one that is set shows from the next turn of the main loop on.
     */
    properties[PROP_BANNER] = g_param_spec_int("banner", NULL, NULL, -1, G_MAXINT, -1, readable | G_PARAM_WRITABLE);
}

static void install_layout(void)
{
    /**
     * FeedcoreGtkSection:layout: (getter get_layout)
     *
     * The class by which a widget is chosen for it.
     */
    properties[PROP_LAYOUT] = g_param_spec_enum("layout", NULL, NULL, FEEDCORE_GTK_TYPE_LAYOUT,
                                                FEEDCORE_GTK_LAYOUT_LIST, readable);
    /**
     * FeedcoreGtkSection:layout-name: (getter get_layout_name)
     *
     * The class's name: "A" to "E", "LIST", or that of a class which a mapping or a config adds.
     */
    properties[PROP_LAYOUT_NAME] = text_property("layout-name");
    /**
     * FeedcoreGtkSection:width:
     *
     * The width of its frame.
     */
    properties[PROP_WIDTH] = length_property("width");
    /**
     * FeedcoreGtkSection:height:
     *
     * The height of its frame: of its head and all its rows.
     */
    properties[PROP_HEIGHT] = length_property("height");
    /**
     * FeedcoreGtkSection:row-count:
     *
     * Its rows from top to bottom; 1 if it scrolls sideways.
     */
    properties[PROP_ROW_COUNT] = count_property("row-count");
    /**
     * FeedcoreGtkSection:row-height:
     *
     * The height of a row; of what scrolls sideways with the head.
     */
    properties[PROP_ROW_HEIGHT] = length_property("row-height");
    /**
     * FeedcoreGtkSection:head-height:
     *
     * The height of its head; 0 if it has none.
     */
    properties[PROP_HEAD_HEIGHT] = length_property("head-height");
    /**
     * FeedcoreGtkSection:item-width:
     *
     * The width of a cell; in layout E a cell holds a child of a page.
     */
    properties[PROP_ITEM_WIDTH] = length_property("item-width");
    /**
     * FeedcoreGtkSection:item-height:
     *
     * The height of a cell.
     */
    properties[PROP_ITEM_HEIGHT] = length_property("item-height");
    /**
     * FeedcoreGtkSection:spacing:
     *
     * What is between two cells.
     */
    properties[PROP_SPACING] = length_property("spacing");
    /**
     * FeedcoreGtkSection:margin:
     *
     * What is left and right of the cells.
     */
    properties[PROP_MARGIN] = length_property("margin");
    /**
     * FeedcoreGtkSection:columns:
     *
     * Cells side by side: those of the class, or as many as fit.
     */
    properties[PROP_COLUMNS] = count_property("columns");
    /**
     * FeedcoreGtkSection:rows:
     *
     * Cells one below the other; of what scrolls down those in a viewport.
     */
    properties[PROP_ROWS] = count_property("rows");
    /**
     * FeedcoreGtkSection:picture-width:
     *
     * The width of a cell's picture.
     */
    properties[PROP_PICTURE_WIDTH] = length_property("picture-width");
    /**
     * FeedcoreGtkSection:picture-height:
     *
     * The height of a cell's picture.
     */
    properties[PROP_PICTURE_HEIGHT] = length_property("picture-height");
    /**
     * FeedcoreGtkSection:scrolls-sideways:
     *
     * Whether it is a shelf.
     */
    properties[PROP_SCROLLS_SIDEWAYS] = g_param_spec_boolean("scrolls-sideways", NULL, NULL, FALSE, readable);
}

static void feedcore_gtk_section_class_init(FeedcoreGtkSectionClass *class)
{
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    object_class->get_property = feedcore_gtk_section_get_property;
    object_class->set_property = feedcore_gtk_section_set_property;
    object_class->finalize = feedcore_gtk_section_finalize;
    install_head();
    install_layout();
    g_object_class_install_properties(object_class, N_PROPERTIES, properties);
}

static void feedcore_gtk_section_init(FeedcoreGtkSection *self)
{
    self->items = g_hash_table_new(g_int64_hash, g_int64_equal);
    self->banner = -1;
}

FeedcoreGtkSection *feedcore_gtk_section_new(FeedcoreGtkFeed *feed, feedcore_snapshot *page,
                                             const feedcore_section *record)
{
    FeedcoreGtkSection *self = g_object_new(FEEDCORE_GTK_TYPE_SECTION, NULL);
    g_weak_ref_init(&self->feed, feed);
    self->owner = feedcore_gtk_owner_ref(feedcore_gtk_context_get_owner(feedcore_gtk_feed_get_context(feed)));
    self->key = g_strdup(feedcore_section_key(record));
    self->page = feedcore_snapshot_ref(page);
    self->record = record;
    self->n_items = (guint)feedcore_section_item_count(record);
    return self;
}

FeedcoreGtkOwner *feedcore_gtk_section_get_owner(FeedcoreGtkSection *self)
{
    return self->owner;
}

FeedcoreGtkFeed *feedcore_gtk_section_dup_feed(FeedcoreGtkSection *self)
{
    return g_weak_ref_get(&self->feed);
}

static FeedcoreGtkItem *find_child(FeedcoreGtkSection *self, const feedcore_item *parent, guint64 uid)
{
    for (gsize k = 0; k < feedcore_item_child_count(parent); k++)
        if (feedcore_item_uid(feedcore_item_child(parent, k)) == uid)
            return feedcore_gtk_section_dup_item(self, self->page, feedcore_item_child(parent, k));
    return NULL;
}

FeedcoreGtkItem *feedcore_gtk_section_find_item(FeedcoreGtkSection *self, guint64 uid)
{
    FeedcoreGtkItem *found = g_hash_table_lookup(self->items, &uid);
    if (found)
        return g_object_ref(found);
    for (gsize i = 0; !found && i < feedcore_section_item_count(self->record); i++) {
        const feedcore_item *item = feedcore_section_item(self->record, i);
        found = feedcore_item_uid(item) == uid ? feedcore_gtk_section_dup_item(self, self->page, item)
                                               : find_child(self, item, uid);
    }
    return found;
}

/* ------------------------------------------------------------------ reading */

/**
 * feedcore_gtk_section_get_key:
 * @self: a section
 *
 * What names it in its page.
 *
 * Returns: (not nullable): what names it in its page
 */
const char *feedcore_gtk_section_get_key(FeedcoreGtkSection *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SECTION(self), NULL);
    return self->key;
}

/**
 * feedcore_gtk_section_get_uid:
 * @self: a section
 *
 * The key as 64 bits.
 *
 * Returns: the key as 64 bits
 */
guint64 feedcore_gtk_section_get_uid(FeedcoreGtkSection *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SECTION(self), 0);
    return feedcore_section_uid(self->record);
}

/**
 * feedcore_gtk_section_get_kind:
 * @self: a section
 *
 * What the section is.
 *
 * Returns: what the section is
 */
FeedcoreGtkSectionKind feedcore_gtk_section_get_kind(FeedcoreGtkSection *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SECTION(self), FEEDCORE_GTK_SECTION_KIND_CUSTOM);
    return (FeedcoreGtkSectionKind)feedcore_section_get_kind(self->record);
}

/**
 * feedcore_gtk_section_get_server_type:
 * @self: a section
 *
 * The server's word for its type.
 *
 * Returns: (nullable): the server's word for its type
 */
const char *feedcore_gtk_section_get_server_type(FeedcoreGtkSection *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SECTION(self), NULL);
    return feedcore_section_type(self->record);
}

/**
 * feedcore_gtk_section_get_title:
 * @self: a section
 *
 * Its title.
 *
 * Returns: (nullable): its title
 */
const char *feedcore_gtk_section_get_title(FeedcoreGtkSection *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SECTION(self), NULL);
    return feedcore_section_title(self->record);
}

/**
 * feedcore_gtk_section_get_subtitle:
 * @self: a section
 *
 * What stands beside the title.
 *
 * Returns: (nullable): what stands beside the title
 */
const char *feedcore_gtk_section_get_subtitle(FeedcoreGtkSection *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SECTION(self), NULL);
    return feedcore_section_subtitle(self->record);
}

/**
 * feedcore_gtk_section_get_title_image:
 * @self: a section
 *
 * The URL of a picture beside, or for, the title.
 *
 * Returns: (nullable): the URL of a picture beside, or for, the title
 */
const char *feedcore_gtk_section_get_title_image(FeedcoreGtkSection *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SECTION(self), NULL);
    return feedcore_section_title_image(self->record);
}

/**
 * feedcore_gtk_section_get_button_text:
 * @self: a section
 *
 * What is on the button in its head.
 *
 * Returns: (nullable): what is on the button in its head
 */
const char *feedcore_gtk_section_get_button_text(FeedcoreGtkSection *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SECTION(self), NULL);
    return feedcore_section_button_text(self->record);
}

/**
 * feedcore_gtk_section_get_state:
 * @self: a section
 *
 * How it stands.
 *
 * Returns: how it stands
 */
FeedcoreGtkState feedcore_gtk_section_get_state(FeedcoreGtkSection *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SECTION(self), FEEDCORE_GTK_STATE_IDLE);
    return self->state;
}

/**
 * feedcore_gtk_section_get_has_more:
 * @self: a section
 *
 * Whether further items can be loaded.
 *
 * Returns: whether further items can be loaded
 */
gboolean feedcore_gtk_section_get_has_more(FeedcoreGtkSection *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SECTION(self), FALSE);
    return feedcore_section_has_more(self->record);
}

/**
 * feedcore_gtk_section_get_layout:
 * @self: a section
 *
 * The class by which a widget is chosen for it.
 *
 * Returns: the class by which a widget is chosen for it
 */
FeedcoreGtkLayout feedcore_gtk_section_get_layout(FeedcoreGtkSection *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SECTION(self), FEEDCORE_GTK_LAYOUT_LIST);
    return self->layout;
}

/**
 * feedcore_gtk_section_get_layout_name:
 * @self: a section
 *
 * The name of that class.
 *
 * Returns: (nullable): the name of that class
 */
const char *feedcore_gtk_section_get_layout_name(FeedcoreGtkSection *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SECTION(self), NULL);
    return self->layout_name;
}

/**
 * feedcore_gtk_section_get_banner:
 * @self: a section
 *
 * The item that a banner section shows, by position.
 *
 * Returns: the item that a banner section shows, by position; -1 for other sections
 */
int feedcore_gtk_section_get_banner(FeedcoreGtkSection *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SECTION(self), -1);
    return self->banner;
}

/**
 * feedcore_gtk_section_set_banner:
 * @self: a section
 * @position: an item of it
 *
 * Turns a banner section to an item, which it shows from the next turn of the main loop on, for a whole interval.
 * Nothing happens if there is no such item, or if it is no banner.
 */
void feedcore_gtk_section_set_banner(FeedcoreGtkSection *self, int position)
{
    g_return_if_fail(FEEDCORE_GTK_IS_SECTION(self));
    g_autoptr(FeedcoreGtkFeed) feed = feedcore_gtk_section_dup_feed(self);
    if (feed && position >= 0)
        feedcore_feed_set_banner(feedcore_gtk_feed_get_handle(feed), self->key, (gsize)position);
}

/**
 * feedcore_gtk_section_measure:
 * @self: a section
 * @metric: what to measure
 *
 * The same as the property of that name: points in the feed's viewport, counts, or 1 and 0.
 *
 * Returns: the length or count; 0 for a number that is no metric
 */
double feedcore_gtk_section_measure(FeedcoreGtkSection *self, FeedcoreGtkMetric metric)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SECTION(self), 0);
    return metric >= FIRST_METRIC && metric <= LAST_METRIC ? self->metrics[metric] : 0;
}

/**
 * feedcore_gtk_section_set_row_height:
 * @self: a section
 * @height: points, from 1 to 100000; 0 for what its class says
 *
 * Has its rows another height, from the next turn of the main loop on, for as long as the feed lives.
 *
 * Returns: %FALSE if it is no such height, or the feed is gone
 */
gboolean feedcore_gtk_section_set_row_height(FeedcoreGtkSection *self, double height)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SECTION(self), FALSE);
    g_autoptr(FeedcoreGtkFeed) feed = feedcore_gtk_section_dup_feed(self);
    feedcore_feed *handle = feed ? feedcore_gtk_feed_get_handle(feed) : NULL;
    return feedcore_feed_set_row_height(handle, self->key, height) == FEEDCORE_OK;
}

/**
 * feedcore_gtk_section_dup_action:
 * @self: a section
 *
 * What a click on its button does; if it has none with an action, one on its head.
 *
 * Returns: (transfer full) (nullable): the action; %NULL if the section isn't in its feed any more
 */
FeedcoreGtkAction *feedcore_gtk_section_dup_action(FeedcoreGtkSection *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SECTION(self), NULL);
    g_autoptr(FeedcoreGtkFeed) feed = feedcore_gtk_section_dup_feed(self);
    feedcore_action *action = NULL;
    if (feed)
        feedcore_feed_section_action(feedcore_gtk_feed_get_handle(feed), self->key, &action);
    return feedcore_gtk_action_take(action);
}

/**
 * feedcore_gtk_section_activate:
 * @self: a section
 *
 * Says that the reader chose its button, or its head: [signal@FeedcoreGtk.Feed::activate] follows, from the main loop.
 *
 * Returns: %FALSE if the section isn't in its feed any more
 */
gboolean feedcore_gtk_section_activate(FeedcoreGtkSection *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SECTION(self), FALSE);
    g_autoptr(FeedcoreGtkFeed) feed = feedcore_gtk_section_dup_feed(self);
    return feed && feedcore_feed_activate_section(feedcore_gtk_feed_get_handle(feed), self->key) == FEEDCORE_OK;
}

/**
 * feedcore_gtk_section_load_more_async:
 * @self: a section
 * @cancellable: (nullable): ends the request
 * @callback: (nullable) (scope async): called when it has ended
 * @user_data: for @callback
 *
 * Asks for further items, which come to the end. While it loads, [property@FeedcoreGtk.Section:state] is loading.
 */
void feedcore_gtk_section_load_more_async(FeedcoreGtkSection *self, GCancellable *cancellable,
                                          GAsyncReadyCallback callback, gpointer user_data)
{
    g_return_if_fail(FEEDCORE_GTK_IS_SECTION(self));
    g_autoptr(FeedcoreGtkFeed) feed = feedcore_gtk_section_dup_feed(self);
    GTask *task = g_task_new(self, cancellable, callback, user_data);
    feedcore_feed *handle = feed ? feedcore_gtk_feed_get_handle(feed) : NULL;
    uint64_t request = 0;
    g_task_set_source_tag(task, feedcore_gtk_section_load_more_async);
    const feedcore_status status = feedcore_feed_load_more_section(handle, self->key, &request);
    feedcore_gtk_feed_wait(feed, task, status, request);
}

/**
 * feedcore_gtk_section_load_more_finish:
 * @self: a section
 * @result: what the callback was given
 * @error: why it failed
 *
 * Tells what came of [method@FeedcoreGtk.Section.load_more_async].
 *
 * Returns: whether the items are there, or nothing follows
 */
gboolean feedcore_gtk_section_load_more_finish(FeedcoreGtkSection *self, GAsyncResult *result, GError **error)
{
    g_return_val_if_fail(g_task_is_valid(result, self), FALSE);
    g_return_val_if_fail(g_async_result_is_tagged(result, feedcore_gtk_section_load_more_async), FALSE);
    return g_task_propagate_boolean(G_TASK(result), error);
}
