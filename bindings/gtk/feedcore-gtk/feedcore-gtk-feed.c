#include "feedcore-gtk-feed-private.h"

#include <string.h>

#include "feedcore-gtk-enum-types.h"

/**
 * FeedcoreGtkFeed:
 *
 * A page that is kept up to date, as a list of its sections, each of which is a list of items.
 *
 * Bind it to a [class@Gtk.ListView], and ask for the page with [method@FeedcoreGtk.Feed.refresh_async]. Each later page
 * comes as the fewest splices, from the main loop: an items-changed is a splice of the core, and nothing is told for the same
 * page again. Sections and items stay the same objects for as long as they are in the page and anybody holds them; what
 * they show otherwise, they notify.
 *
 * All of it happens in the thread of the context, and while its main loop runs; nothing changes in answer to a call.
 * The config is described at feedcore_feed_new() in feedcore.h: "preset", "baseURL", "sources", …
 */

enum {
    PROP_CONTEXT = 1,
    PROP_CONFIG,
    PROP_STATE,
    PROP_LOADING,
    PROP_PROGRESS,
    PROP_ERROR,
    PROP_TIME,
    PROP_CAN_LOAD_MORE,
    PROP_END_TEXT,
    PROP_SOURCES,
    PROP_HIDDEN_SECTIONS,
    PROP_N_ITEMS,
    PROP_BANNERS_PAUSED,
    N_PROPERTIES
};

enum { COMPLETE, FAILED, ACTIVATE, N_SIGNALS };

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

static void feedcore_gtk_feed_list_model_init(GListModelInterface *interface);
static void feedcore_gtk_feed_initable_init(GInitableIface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE(FeedcoreGtkFeed, feedcore_gtk_feed, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, feedcore_gtk_feed_list_model_init)
                              G_IMPLEMENT_INTERFACE(G_TYPE_INITABLE, feedcore_gtk_feed_initable_init))

static void notify(FeedcoreGtkFeed *self, guint property)
{
    g_object_notify_by_pspec(G_OBJECT(self), properties[property]);
}

/* -------------------------------------------------------------------- a list */

static GType feedcore_gtk_feed_get_item_type(GListModel *list)
{
    (void)list;
    return FEEDCORE_GTK_TYPE_SECTION;
}

static guint feedcore_gtk_feed_get_n_items(GListModel *list)
{
    return FEEDCORE_GTK_FEED(list)->sections->len;
}

static gpointer feedcore_gtk_feed_get_item(GListModel *list, guint position)
{
    FeedcoreGtkFeed *self = FEEDCORE_GTK_FEED(list);
    return position < self->sections->len ? g_object_ref(g_ptr_array_index(self->sections, position)) : NULL;
}

static void feedcore_gtk_feed_list_model_init(GListModelInterface *interface)
{
    interface->get_item_type = feedcore_gtk_feed_get_item_type;
    interface->get_n_items = feedcore_gtk_feed_get_n_items;
    interface->get_item = feedcore_gtk_feed_get_item;
}

void feedcore_gtk_feed_tell_items_changed(FeedcoreGtkFeed *self, guint position, guint removed, guint added)
{
    if (removed == 0 && added == 0)
        return;
    g_list_model_items_changed(G_LIST_MODEL(self), position, removed, added);
    if (removed != added)
        notify(self, PROP_N_ITEMS);
}

/* ------------------------------------------------------------- how it stands */

static void read_sources(FeedcoreGtkFeed *self)
{
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(self->sources));
    for (guint i = 0; i < count; i++) {
        g_autoptr(FeedcoreGtkSource) source = g_list_model_get_item(G_LIST_MODEL(self->sources), i);
        feedcore_gtk_source_read(source, self->handle);
    }
}

/* The states of all sources, as bits. A source that is asked again after it failed is as stale as it was. */
static guint gather_states(FeedcoreGtkFeed *self)
{
    guint states = 0;
    for (gsize i = 0; i < feedcore_feed_source_count(self->handle); i++) {
        const feedcore_state state = feedcore_feed_source_state(self->handle, i);
        states |= 1u << state;
        if (state == FEEDCORE_STATE_LOADING && feedcore_feed_source_error(self->handle, i))
            states |= 1u << FEEDCORE_STATE_STALE;
    }
    return states;
}

static FeedcoreGtkState state_of(FeedcoreGtkFeed *self, guint states)
{
    if (self->sections->len > 0)
        return states & 1u << FEEDCORE_STATE_STALE ? FEEDCORE_GTK_STATE_STALE : FEEDCORE_GTK_STATE_READY;
    if (states & 1u << FEEDCORE_STATE_LOADING)
        return FEEDCORE_GTK_STATE_LOADING;
    if (states & 1u << FEEDCORE_STATE_FAILED)
        return FEEDCORE_GTK_STATE_FAILED;
    return states & ~(1u << FEEDCORE_STATE_IDLE) ? FEEDCORE_GTK_STATE_EMPTY : FEEDCORE_GTK_STATE_IDLE;
}

static void read_state(FeedcoreGtkFeed *self)
{
    const guint states = gather_states(self);
    const FeedcoreGtkState state = state_of(self, states);
    const gboolean is_loading = states & 1u << FEEDCORE_STATE_LOADING || g_hash_table_size(self->waits) > 0;
    if (state != self->state) {
        self->state = state;
        notify(self, PROP_STATE);
    }
    if (is_loading != self->is_loading) {
        self->is_loading = is_loading;
        notify(self, PROP_LOADING);
    }
}

static void read_error(FeedcoreGtkFeed *self)
{
    const feedcore_error *first = NULL;
    for (gsize i = 0; !first && i < feedcore_feed_source_count(self->handle); i++)
        first = feedcore_feed_source_error(self->handle, i);
    if (feedcore_gtk_error_replace(&self->error, first))
        notify(self, PROP_ERROR);
}

/* A page is as old as its oldest part. */
static void read_time(FeedcoreGtkFeed *self)
{
    gint64 oldest = G_MININT64;
    for (gsize i = 0; i < feedcore_feed_source_count(self->handle); i++) {
        const gint64 time = feedcore_feed_source_time(self->handle, i);
        if (time != G_MININT64 && (oldest == G_MININT64 || time < oldest))
            oldest = time;
    }
    if (oldest == self->time)
        return;
    self->time = oldest;
    notify(self, PROP_TIME);
}

static void read_end(FeedcoreGtkFeed *self)
{
    const gboolean can_load_more = feedcore_feed_can_load_more(self->handle);
    const char *end_text = feedcore_snapshot_nodata_toast(self->page);
    if (can_load_more != self->can_load_more) {
        self->can_load_more = can_load_more;
        notify(self, PROP_CAN_LOAD_MORE);
    }
    if (g_strcmp0(end_text, self->end_text) != 0) {
        g_free(self->end_text);
        self->end_text = g_strdup(end_text);
        notify(self, PROP_END_TEXT);
    }
}

static void set_progress(FeedcoreGtkFeed *self, double progress)
{
    if (progress == self->progress)
        return;
    self->progress = progress;
    notify(self, PROP_PROGRESS);
}

static void read_all(FeedcoreGtkFeed *self)
{
    if (!self->handle)
        return; /* disposed of by somebody who was told */
    g_object_freeze_notify(G_OBJECT(self)); /* so that all of it has changed when the first is told */
    read_state(self);
    read_error(self);
    read_time(self);
    read_end(self);
    g_object_thaw_notify(G_OBJECT(self));
}

static void read_section_states(FeedcoreGtkFeed *self)
{
    for (guint i = 0; i < self->sections->len; i++)
        feedcore_gtk_section_read_state(g_ptr_array_index(self->sections, i), self->handle, i);
}

/* -------------------------------------------------------- what the core tells */

static FeedcoreGtkSection *section_of(FeedcoreGtkFeed *self, const feedcore_event *event)
{
    const char *key = feedcore_section_key(feedcore_event_section(event));
    return key ? g_hash_table_lookup(self->by_key, key) : NULL;
}

static void on_progress(FeedcoreGtkFeed *self, const feedcore_event *event)
{
    const gint64 total = feedcore_event_total(event);
    if (total > 0)
        set_progress(self, CLAMP((double)feedcore_event_bytes(event) / (double)total, 0, 1));
}

static void on_failed(FeedcoreGtkFeed *self, const feedcore_event *event)
{
    g_autoptr(GError) error = feedcore_gtk_error_new(feedcore_event_error(event));
    const gint64 index = feedcore_event_source(event);
    if (index < 0)
        return;
    g_autoptr(FeedcoreGtkSource) source = g_list_model_get_item(G_LIST_MODEL(self->sources), (guint)index);
    g_signal_emit(self, signals[FAILED], 0, source, error);
}

static void on_complete(FeedcoreGtkFeed *self, const feedcore_event *event)
{
    g_autoptr(GError) error = feedcore_gtk_error_new(feedcore_event_error(event));
    GPtrArray *waits = feedcore_gtk_feed_take_waits(self, feedcore_event_request(event));
    read_all(self);
    feedcore_gtk_feed_read_hidden(self); /* of which no event tells */
    if (!self->is_loading)
        set_progress(self, 0);
    g_signal_emit(self, signals[COMPLETE], 0, error);
    feedcore_gtk_feed_end_waits(waits, error);
}

static void on_action(FeedcoreGtkFeed *self, const feedcore_event *event)
{
    feedcore_action *copy = NULL;
    FeedcoreGtkSection *section = section_of(self, event);
    const guint64 uid = feedcore_item_uid(feedcore_event_item(event));
    g_autoptr(FeedcoreGtkItem) item = section && uid != 0 ? feedcore_gtk_section_find_item(section, uid) : NULL;
    if (item)
        feedcore_feed_action(self->handle, uid, &copy);
    else if (section)
        feedcore_feed_section_action(self->handle, feedcore_gtk_section_get_key(section), &copy);
    g_autoptr(FeedcoreGtkAction) action = feedcore_gtk_action_take(copy);
    if (action)
        g_signal_emit(self, signals[ACTIVATE], 0, action, section, item);
}

static void on_banner(FeedcoreGtkFeed *self, const feedcore_event *event)
{
    FeedcoreGtkSection *section = section_of(self, event);
    if (section)
        feedcore_gtk_section_read_banner(section, self->handle);
}

static void on_event(feedcore_feed *handle, const feedcore_event *event, void *user_data)
{
    g_autoptr(FeedcoreGtkFeed) self = g_object_ref(user_data); /* whoever is told may drop it */
    (void)handle;
    switch (feedcore_event_get_kind(event)) {
    case FEEDCORE_EVENT_RESET:
    case FEEDCORE_EVENT_CHANGE:
        if (feedcore_gtk_feed_change(self, event))
            read_all(self);
        break;
    case FEEDCORE_EVENT_STATE:
        read_sources(self);
        read_section_states(self);
        read_all(self);
        break;
    case FEEDCORE_EVENT_PROGRESS:
        on_progress(self, event);
        break;
    case FEEDCORE_EVENT_FAILED:
        read_sources(self);
        read_all(self);
        on_failed(self, event);
        break;
    case FEEDCORE_EVENT_COMPLETE:
        read_sources(self);
        on_complete(self, event);
        break;
    case FEEDCORE_EVENT_ACTION:
        on_action(self, event);
        break;
    case FEEDCORE_EVENT_BANNER:
        on_banner(self, event);
        break;
    default: /* of a later version */
        break;
    }
}

/* ------------------------------------------------------------------- object */

static void take_handle(FeedcoreGtkFeed *self, feedcore_feed *handle)
{
    self->handle = handle;
    if (self->is_banner_paused) /* before there was a handle */
        feedcore_feed_pause_banners(handle, TRUE);
    for (guint i = 0; i < feedcore_feed_source_count(handle); i++) {
        g_autoptr(FeedcoreGtkSource) source = feedcore_gtk_source_new(self, i);
        g_list_store_append(self->sources, source);
    }
    feedcore_feed_set_callback(handle, on_event, self, NULL);
}

static gboolean feedcore_gtk_feed_initable_init_feed(GInitable *initable, GCancellable *cancellable, GError **error)
{
    FeedcoreGtkFeed *self = FEEDCORE_GTK_FEED(initable);
    const char *config = self->config ? self->config : "{}";
    feedcore_error *why = NULL;
    feedcore_feed *handle = NULL;
    (void)cancellable;
    if (self->handle)
        return TRUE;
    feedcore_context *context = self->context ? feedcore_gtk_context_get_handle(self->context) : NULL;
    const feedcore_status status = feedcore_feed_new(context, config, strlen(config), &handle, &why);
    if (!feedcore_gtk_error_take(status, why, error))
        return FALSE;
    take_handle(self, handle);
    return TRUE;
}

static void feedcore_gtk_feed_initable_init(GInitableIface *interface)
{
    interface->init = feedcore_gtk_feed_initable_init_feed;
}

static void feedcore_gtk_feed_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
    FeedcoreGtkFeed *self = FEEDCORE_GTK_FEED(object);
    switch (id) {
    case PROP_CONTEXT:
        g_value_set_object(value, self->context);
        break;
    case PROP_CONFIG:
        g_value_set_string(value, self->config);
        break;
    case PROP_STATE:
        g_value_set_enum(value, self->state);
        break;
    case PROP_LOADING:
        g_value_set_boolean(value, self->is_loading);
        break;
    case PROP_PROGRESS:
        g_value_set_double(value, self->progress);
        break;
    case PROP_ERROR:
        g_value_set_boxed(value, self->error);
        break;
    case PROP_TIME:
        g_value_set_int64(value, self->time);
        break;
    case PROP_CAN_LOAD_MORE:
        g_value_set_boolean(value, self->can_load_more);
        break;
    case PROP_END_TEXT:
        g_value_set_string(value, self->end_text);
        break;
    case PROP_SOURCES:
        g_value_set_object(value, self->sources);
        break;
    case PROP_HIDDEN_SECTIONS:
        g_value_set_object(value, self->hidden);
        break;
    case PROP_N_ITEMS:
        g_value_set_uint(value, self->sections->len);
        break;
    case PROP_BANNERS_PAUSED:
        g_value_set_boolean(value, self->is_banner_paused);
        break;
    default:
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
    }
}

static void feedcore_gtk_feed_set_property(GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
    FeedcoreGtkFeed *self = FEEDCORE_GTK_FEED(object);
    switch (id) {
    case PROP_CONTEXT:
        self->context = g_value_dup_object(value);
        break;
    case PROP_CONFIG:
        self->config = g_value_dup_string(value);
        break;
    case PROP_BANNERS_PAUSED:
        feedcore_gtk_feed_set_banners_paused(self, g_value_get_boolean(value));
        break;
    default:
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
    }
}

/* No event comes any more. What is shown stays for those who hold it. */
static void drop_handle(FeedcoreGtkFeed *self)
{
    feedcore_feed *handle = g_steal_pointer(&self->handle);
    if (handle && self->is_borrowed)
        feedcore_feed_set_callback(handle, NULL, NULL, NULL);
    else
        feedcore_feed_free(handle);
    feedcore_gtk_feed_end_all_waits(self);
}

static void feedcore_gtk_feed_dispose(GObject *object)
{
    FeedcoreGtkFeed *self = FEEDCORE_GTK_FEED(object);
    if (feedcore_gtk_context_defer(self->context, object))
        return;
    drop_handle(self);
    G_OBJECT_CLASS(feedcore_gtk_feed_parent_class)->dispose(object);
}

static void feedcore_gtk_feed_finalize(GObject *object)
{
    FeedcoreGtkFeed *self = FEEDCORE_GTK_FEED(object);
    g_hash_table_unref(self->by_key);
    g_ptr_array_unref(self->sections);
    g_array_unref(self->steps);
    g_hash_table_unref(self->waits);
    g_object_unref(self->hidden);
    g_object_unref(self->sources);
    feedcore_snapshot_unref(self->page);
    g_clear_error(&self->error);
    g_free(self->end_text);
    g_free(self->config);
    g_clear_object(&self->context);
    G_OBJECT_CLASS(feedcore_gtk_feed_parent_class)->finalize(object);
}

static void install_properties(GObjectClass *class)
{
    const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
    const GParamFlags made_with = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;
    /**
     * FeedcoreGtkFeed:context: (getter get_context)
     *
     * The context that it belongs to, which it keeps.
     */
    properties[PROP_CONTEXT] = g_param_spec_object("context", NULL, NULL, FEEDCORE_GTK_TYPE_CONTEXT, made_with);
    /**
     * FeedcoreGtkFeed:config:
     *
     * What it was made with, as JSON: see feedcore_feed_new() in feedcore.h. %NULL for the feed of a search.
     */
    properties[PROP_CONFIG] = g_param_spec_string("config", NULL, NULL, NULL, made_with);
    /**
     * FeedcoreGtkFeed:state: (getter get_state)
     *
     * What to show: the page where it is ready or stale (older than the last failure, or from the store), and otherwise,
     * since there is none, that it is loading, empty, failed, or was never asked for. See [property@FeedcoreGtk.Feed:loading] for
     * whether anything is under way.
     */
    properties[PROP_STATE] =
        g_param_spec_enum("state", NULL, NULL, FEEDCORE_GTK_TYPE_STATE, FEEDCORE_GTK_STATE_IDLE, readable);
    /**
     * FeedcoreGtkFeed:loading: (getter get_loading)
     *
     * Whether a request is under way.
     */
    properties[PROP_LOADING] = g_param_spec_boolean("loading", NULL, NULL, FALSE, readable);
    /**
     * FeedcoreGtkFeed:progress: (getter get_progress)
     *
     * How much of the answer that arrives is there, from 0 to 1; 0 where its server doesn't say how long it is, and
     * while nothing is under way.
     */
    properties[PROP_PROGRESS] = g_param_spec_double("progress", NULL, NULL, 0, 1, 0, readable);
    /**
     * FeedcoreGtkFeed:error: (getter get_error)
     *
     * Why a source failed last, the first one of those that did; %NULL if all succeeded since.
     */
    properties[PROP_ERROR] = g_param_spec_boxed("error", NULL, NULL, G_TYPE_ERROR, readable);
    /**
     * FeedcoreGtkFeed:time: (getter get_time)
     *
     * When the page was last what its server has, of its oldest part: milliseconds since 1970, UTC; %G_MININT64 without
     * a page. See [method@FeedcoreGtk.Texts.age].
     */
    properties[PROP_TIME] = g_param_spec_int64("time", NULL, NULL, G_MININT64, G_MAXINT64, G_MININT64, readable);
    /**
     * FeedcoreGtkFeed:can-load-more: (getter get_can_load_more)
     *
     * Whether something follows the page.
     */
    properties[PROP_CAN_LOAD_MORE] = g_param_spec_boolean("can-load-more", NULL, NULL, FALSE, readable);
    /**
     * FeedcoreGtkFeed:end-text: (getter get_end_text)
     *
     * What the server wants shown below the last section.
     */
    properties[PROP_END_TEXT] = g_param_spec_string("end-text", NULL, NULL, NULL, readable);
    /**
     * FeedcoreGtkFeed:sources: (getter get_sources)
     *
     * Its sources, in the order of the config: a list of [class@FeedcoreGtk.Source].
     */
    properties[PROP_SOURCES] = g_param_spec_object("sources", NULL, NULL, G_TYPE_LIST_MODEL, readable);
    /**
     * FeedcoreGtkFeed:hidden-sections: (getter get_hidden_sections)
     *
     * What its reader has hidden, in the page's sequence: a list of [class@FeedcoreGtk.Section], for a menu that shows them
     * again by [method@FeedcoreGtk.Feed.hide_section].
     */
    properties[PROP_HIDDEN_SECTIONS] =
        g_param_spec_object("hidden-sections", NULL, NULL, G_TYPE_LIST_MODEL, readable);
    /**
     * FeedcoreGtkFeed:n-items:
     *
     * How many sections it shows.
     */
    properties[PROP_N_ITEMS] = g_param_spec_uint("n-items", NULL, NULL, 0, G_MAXUINT, 0, readable);
    /**
     * FeedcoreGtkFeed:banners-paused: (getter get_banners_paused) (setter set_banners_paused)
     *
     * Whether banners stay as they are, as they should where nobody sees them.
     */
    properties[PROP_BANNERS_PAUSED] =
        g_param_spec_boolean("banners-paused", NULL, NULL, FALSE, readable | G_PARAM_WRITABLE);
    g_object_class_install_properties(class, N_PROPERTIES, properties);
}

static void install_signals(GType type)
{
    /**
     * FeedcoreGtkFeed::complete:
     * @self: the feed
     * @error: (nullable): why the request failed: the first failure of a source that is required, or %G_IO_ERROR_CANCELLED
     *
     * A request has ended.
     */
    signals[COMPLETE] =
        g_signal_new("complete", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
    /**
     * FeedcoreGtkFeed::failed:
     * @self: the feed
     * @source: the source
     * @error: why
     *
     * A source failed; what it had shown stays.
     */
    signals[FAILED] = g_signal_new("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                   FEEDCORE_GTK_TYPE_SOURCE, G_TYPE_ERROR);
    /**
     * FeedcoreGtkFeed::activate:
     * @self: the feed
     * @action: what that does
     * @section: the section
     * @item: (nullable): the item, or child of one; %NULL for the section's own button or head
     *
     * The reader chose something: see [method@FeedcoreGtk.Item.activate]. It is the front end that opens it.
     */
    signals[ACTIVATE] = g_signal_new("activate", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                                     FEEDCORE_GTK_TYPE_ACTION, FEEDCORE_GTK_TYPE_SECTION, FEEDCORE_GTK_TYPE_ITEM);
}

static void feedcore_gtk_feed_class_init(FeedcoreGtkFeedClass *class)
{
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    object_class->get_property = feedcore_gtk_feed_get_property;
    object_class->set_property = feedcore_gtk_feed_set_property;
    object_class->dispose = feedcore_gtk_feed_dispose;
    object_class->finalize = feedcore_gtk_feed_finalize;
    install_properties(object_class);
    install_signals(G_TYPE_FROM_CLASS(class));
}

static void feedcore_gtk_feed_init(FeedcoreGtkFeed *self)
{
    self->sections = g_ptr_array_new_with_free_func(g_object_unref);
    self->by_key = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_object_unref);
    self->steps = feedcore_gtk_feed_new_steps();
    self->hidden = g_list_store_new(FEEDCORE_GTK_TYPE_SECTION);
    self->sources = g_list_store_new(FEEDCORE_GTK_TYPE_SOURCE);
    self->waits = feedcore_gtk_feed_new_waits();
    self->time = G_MININT64;
}

/**
 * feedcore_gtk_feed_new:
 * @context: a context
 * @config: (nullable): JSON text
 * @error: why there is none: a mistake in @config, with its place
 *
 * Nothing is asked of a server before [method@FeedcoreGtk.Feed.refresh_async].
 *
 * Returns: (transfer full): a feed
 */
FeedcoreGtkFeed *feedcore_gtk_feed_new(FeedcoreGtkContext *context, const char *config, GError **error)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_CONTEXT(context), NULL);
    return g_initable_new(FEEDCORE_GTK_TYPE_FEED, NULL, error, "context", context, "config", config, NULL);
}

FeedcoreGtkFeed *feedcore_gtk_feed_wrap(FeedcoreGtkContext *context, feedcore_feed *handle)
{
    FeedcoreGtkFeed *self = g_object_new(FEEDCORE_GTK_TYPE_FEED, "context", context, NULL);
    self->is_borrowed = TRUE;
    take_handle(self, handle);
    return self;
}

void feedcore_gtk_feed_forget(FeedcoreGtkFeed *self)
{
    drop_handle(self);
}

/**
 * feedcore_gtk_feed_get_handle: (skip)
 * @self: a feed
 *
 * For what feedcore.h has besides; its callback is this object's.
 *
 * Returns: (transfer none) (nullable): the core's feed, for as long as this object lives
 */
feedcore_feed *feedcore_gtk_feed_get_handle(FeedcoreGtkFeed *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), NULL);
    return self->handle;
}

/**
 * feedcore_gtk_feed_get_context:
 * @self: a feed
 *
 * The context that it belongs to.
 *
 * Returns: (transfer none): the context that it belongs to
 */
FeedcoreGtkContext *feedcore_gtk_feed_get_context(FeedcoreGtkFeed *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), NULL);
    return self->context;
}

/**
 * feedcore_gtk_feed_get_state:
 * @self: a feed
 *
 * What to show.
 *
 * Returns: what to show
 */
FeedcoreGtkState feedcore_gtk_feed_get_state(FeedcoreGtkFeed *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), FEEDCORE_GTK_STATE_IDLE);
    return self->state;
}

/**
 * feedcore_gtk_feed_get_loading:
 * @self: a feed
 *
 * Whether a request is under way.
 *
 * Returns: whether a request is under way
 */
gboolean feedcore_gtk_feed_get_loading(FeedcoreGtkFeed *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), FALSE);
    return self->is_loading;
}

/**
 * feedcore_gtk_feed_get_progress:
 * @self: a feed
 *
 * How much of the answer is there, from 0 to 1.
 *
 * Returns: how much of the answer is there, from 0 to 1
 */
double feedcore_gtk_feed_get_progress(FeedcoreGtkFeed *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), 0);
    return self->progress;
}

/**
 * feedcore_gtk_feed_get_error:
 * @self: a feed
 *
 * Why a source failed last.
 *
 * Returns: (nullable): why a source failed last
 */
const GError *feedcore_gtk_feed_get_error(FeedcoreGtkFeed *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), NULL);
    return self->error;
}

/**
 * feedcore_gtk_feed_get_time:
 * @self: a feed
 *
 * When the page was last what its server has: milliseconds since 1970, UTC.
 *
 * Returns: when the page was last what its server has: milliseconds since 1970, UTC; %G_MININT64 without a page
 */
gint64 feedcore_gtk_feed_get_time(FeedcoreGtkFeed *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), G_MININT64);
    return self->time;
}

/**
 * feedcore_gtk_feed_get_can_load_more:
 * @self: a feed
 *
 * Whether something follows the page.
 *
 * Returns: whether something follows the page
 */
gboolean feedcore_gtk_feed_get_can_load_more(FeedcoreGtkFeed *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), FALSE);
    return self->can_load_more;
}

/**
 * feedcore_gtk_feed_get_end_text:
 * @self: a feed
 *
 * What the server wants shown below the last section.
 *
 * Returns: (nullable): what the server wants shown below the last section
 */
const char *feedcore_gtk_feed_get_end_text(FeedcoreGtkFeed *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), NULL);
    return self->end_text;
}

/**
 * feedcore_gtk_feed_get_sources:
 * @self: a feed
 *
 * Its sources, a list of [class@FeedcoreGtk.Source].
 *
 * Returns: (transfer none): its sources, a list of [class@FeedcoreGtk.Source]
 */
GListModel *feedcore_gtk_feed_get_sources(FeedcoreGtkFeed *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), NULL);
    return G_LIST_MODEL(self->sources);
}

/**
 * feedcore_gtk_feed_get_section:
 * @self: a feed
 * @key: a section's key
 *
 * The section that is shown by this key.
 *
 * Returns: (transfer none) (nullable): the section that is shown by this key
 */
FeedcoreGtkSection *feedcore_gtk_feed_get_section(FeedcoreGtkFeed *self, const char *key)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), NULL);
    g_return_val_if_fail(key, NULL);
    return g_hash_table_lookup(self->by_key, key);
}

/* --------------------------------------------------------------- the screen */

/**
 * feedcore_gtk_feed_set_viewport:
 * @self: a feed
 * @width: points, from 1 to 100000
 * @height: points, from 1 to 100000
 * @scale: device pixels per point, from 0.1 to 16: see gtk_widget_get_scale_factor()
 *
 * What the feed is shown in, 414 by 896 at 1 until then. Sections that measure otherwise in it notify, from the main loop.
 *
 * Returns: %FALSE if it is no such size
 */
gboolean feedcore_gtk_feed_set_viewport(FeedcoreGtkFeed *self, double width, double height, double scale)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), FALSE);
    return feedcore_feed_set_viewport(self->handle, width, height, scale) == FEEDCORE_OK;
}

/**
 * feedcore_gtk_feed_get_banners_paused:
 * @self: a feed
 *
 * Whether banners stay as they are.
 *
 * Returns: whether banners stay as they are
 */
gboolean feedcore_gtk_feed_get_banners_paused(FeedcoreGtkFeed *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), FALSE);
    return self->is_banner_paused;
}

/**
 * feedcore_gtk_feed_set_banners_paused:
 * @self: a feed
 * @paused: whether banners stay as they are; %FALSE lets them turn, an interval from now
 *
 * Pauses the banners of a feed that isn't seen.
 */
void feedcore_gtk_feed_set_banners_paused(FeedcoreGtkFeed *self, gboolean paused)
{
    g_return_if_fail(FEEDCORE_GTK_IS_FEED(self));
    paused = !!paused;
    if (paused == self->is_banner_paused)
        return;
    self->is_banner_paused = paused;
    feedcore_feed_pause_banners(self->handle, paused);
    notify(self, PROP_BANNERS_PAUSED);
}

/* -------------------------------------------------------------- rearranging */

static gboolean has_rearranged(FeedcoreGtkFeed *self, feedcore_status status)
{
    if (status == FEEDCORE_OK)
        feedcore_gtk_feed_read_hidden(self);
    return status == FEEDCORE_OK;
}

/**
 * feedcore_gtk_feed_move_section:
 * @self: a feed
 * @key: a section's key
 * @position: its place among the sections that are shown, itself not counted; any past the last is the end
 *
 * Moves a section, from the next turn of the main loop on. The order is the reader's then, from refresh to refresh.
 *
 * Returns: %FALSE if there is no such section
 */
gboolean feedcore_gtk_feed_move_section(FeedcoreGtkFeed *self, const char *key, guint position)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), FALSE);
    return has_rearranged(self, feedcore_feed_move_section(self->handle, key, position));
}

/**
 * feedcore_gtk_feed_hide_section:
 * @self: a feed
 * @key: a section's key
 * @hidden: whether it is hidden, or shown again in its place
 *
 * Hides a section, or shows it again, from the next turn of the main loop on.
 *
 * Returns: %FALSE if there is no such section
 */
gboolean feedcore_gtk_feed_hide_section(FeedcoreGtkFeed *self, const char *key, gboolean hidden)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), FALSE);
    return has_rearranged(self, feedcore_feed_hide_section(self->handle, key, hidden));
}

/**
 * feedcore_gtk_feed_remove_section:
 * @self: a feed
 * @key: a section's key
 *
 * Removes a section, from the next turn of the main loop on: one of the server stays away until it is moved somewhere, one of the
 * front end's own is forgotten.
 *
 * Returns: %FALSE if there is no such section
 */
gboolean feedcore_gtk_feed_remove_section(FeedcoreGtkFeed *self, const char *key)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), FALSE);
    return has_rearranged(self, feedcore_feed_remove_section(self->handle, key));
}

/**
 * feedcore_gtk_feed_insert_section:
 * @self: a feed
 * @json: a section: see feedcore_feed_insert_section() in feedcore.h
 * @position: its place
 * @error: what is wrong with @json, with the place
 *
 * Puts in a section of the front end's own, or replaces the one with this key, from the next turn of the main loop on.
 *
 * Returns: %FALSE if it is no section
 */
gboolean feedcore_gtk_feed_insert_section(FeedcoreGtkFeed *self, const char *json, guint position, GError **error)
{
    feedcore_error *why = NULL;
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), FALSE);
    g_return_val_if_fail(json, FALSE);
    const feedcore_status status = feedcore_feed_insert_section(self->handle, json, strlen(json), position, &why);
    has_rearranged(self, status);
    return feedcore_gtk_error_take(status, why, error);
}

/**
 * feedcore_gtk_feed_get_hidden_sections:
 * @self: a feed
 *
 * What its reader has hidden, in the page's sequence, for a menu that shows them again: a list of
 * [class@FeedcoreGtk.Section]. It follows at once, and the feed itself from the next turn of the main loop on. The
 * objects are others than those of the feed; they have no state, and aren't measured. A section that is removed too isn't
 * there.
 *
 * Returns: (transfer none): what is hidden, a list of [class@FeedcoreGtk.Section]
 */
GListModel *feedcore_gtk_feed_get_hidden_sections(FeedcoreGtkFeed *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), NULL);
    return G_LIST_MODEL(self->hidden);
}

/**
 * feedcore_gtk_feed_dup_arrangement:
 * @self: a feed
 *
 * All that is rearranged, as JSON text, to be kept for the next start.
 *
 * Returns: (transfer full) (nullable): all that is rearranged, as JSON text, to be kept for the next start
 */
char *feedcore_gtk_feed_dup_arrangement(FeedcoreGtkFeed *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), NULL);
    char *text = feedcore_feed_arrangement_to_text(self->handle);
    char *copy = g_strdup(text);
    feedcore_free(text);
    return copy;
}

/**
 * feedcore_gtk_feed_set_arrangement:
 * @self: a feed
 * @json: what [method@FeedcoreGtk.Feed.dup_arrangement] gave; "{}" is the server's own page
 * @error: what is wrong with @json, with the place
 *
 * Rearranges the page, in place of all that was rearranged before. Best before the first refresh.
 *
 * Returns: %FALSE if it is no arrangement; all stays as it is then
 */
gboolean feedcore_gtk_feed_set_arrangement(FeedcoreGtkFeed *self, const char *json, GError **error)
{
    feedcore_error *why = NULL;
    g_return_val_if_fail(FEEDCORE_GTK_IS_FEED(self), FALSE);
    g_return_val_if_fail(json, FALSE);
    const feedcore_status status = feedcore_feed_set_arrangement(self->handle, json, strlen(json), &why);
    has_rearranged(self, status);
    return feedcore_gtk_error_take(status, why, error);
}
