#include "feedcore-gtk-search.h"

#include "feedcore-gtk-enum-types.h"
#include "feedcore-gtk-private.h"

/**
 * FeedcoreGtkSearch:
 *
 * Answers while the query is being typed: from the people in the context's store, from servers, or from both at once.
 *
 * What is found is a feed, [property@Search:feed], to be shown like any other. The query is what an entry holds:
 *
 * ```c
 * g_object_bind_property(entry, "text", search, "query", G_BINDING_BIDIRECTIONAL);
 * g_object_bind_property(search, "placeholder", entry, "placeholder-text", G_BINDING_SYNC_CREATE);
 * g_signal_connect_swapped(entry, "activate", G_CALLBACK(feedcore_gtk_search_submit), search);
 * ```
 *
 * A search belongs to the thread of its context, which it keeps. When it goes, what is under way for it is cancelled,
 * and its feed, for those who still hold it, changes no longer.
 */
struct _FeedcoreGtkSearch {
    GObject parent_instance;
    FeedcoreGtkContext *context;
    char *config;
    char *first_query; /* set before there was a handle */
    feedcore_search *handle;
    FeedcoreGtkFeed *feed;
};

/* What the core takes, in bytes. */
#define LONGEST_QUERY 4096

enum {
    PROP_CONTEXT = 1,
    PROP_CONFIG,
    PROP_QUERY,
    PROP_STATE,
    PROP_PROMPT,
    PROP_PLACEHOLDER,
    PROP_FEED,
    PROP_RECENT,
    N_PROPS
};
static GParamSpec *properties[N_PROPS];

static void implement_initable(GInitableIface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE(FeedcoreGtkSearch, feedcore_gtk_search, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_INITABLE, implement_initable))

static void feedcore_gtk_search_init(FeedcoreGtkSearch *self)
{
    (void)self;
}

/* A property may be set before there is a handle: it is the first query then. */
static void take_query(FeedcoreGtkSearch *self, const char *query)
{
    if (self->handle) {
        feedcore_gtk_search_set_query(self, query);
        return;
    }
    g_free(self->first_query);
    self->first_query = g_strdup(query);
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
    FeedcoreGtkSearch *self = FEEDCORE_GTK_SEARCH(object);
    switch (id) {
    case PROP_CONTEXT: self->context = g_value_dup_object(value); break;
    case PROP_CONFIG: self->config = g_value_dup_string(value); break;
    case PROP_QUERY: take_query(self, g_value_get_string(value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
    }
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
    FeedcoreGtkSearch *self = FEEDCORE_GTK_SEARCH(object);
    switch (id) {
    case PROP_CONTEXT: g_value_set_object(value, self->context); break;
    case PROP_CONFIG: g_value_set_string(value, self->config); break;
    case PROP_QUERY: g_value_set_string(value, feedcore_gtk_search_get_query(self)); break;
    case PROP_STATE: g_value_set_enum(value, feedcore_gtk_search_get_state(self)); break;
    case PROP_PROMPT: g_value_set_string(value, feedcore_gtk_search_get_prompt(self)); break;
    case PROP_PLACEHOLDER: g_value_set_string(value, feedcore_gtk_search_get_placeholder(self)); break;
    case PROP_FEED: g_value_set_object(value, self->feed); break;
    case PROP_RECENT: g_value_take_boxed(value, feedcore_gtk_search_dup_recent(self)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
    }
}

static void dispose(GObject *object)
{
    FeedcoreGtkSearch *self = FEEDCORE_GTK_SEARCH(object);
    if (feedcore_gtk_context_defer(self->context, object))
        return;
    if (self->feed)
        feedcore_gtk_feed_forget(self->feed); /* before its handle goes with that of the search */
    g_clear_pointer(&self->handle, feedcore_search_free);
    g_clear_object(&self->feed);
    g_clear_object(&self->context);
    G_OBJECT_CLASS(feedcore_gtk_search_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
    FeedcoreGtkSearch *self = FEEDCORE_GTK_SEARCH(object);
    g_free(self->config);
    g_free(self->first_query);
    G_OBJECT_CLASS(feedcore_gtk_search_parent_class)->finalize(object);
}

#define GIVEN (G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS)

static GParamSpec *text_property(const char *name)
{
    return g_param_spec_string(name, NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static void feedcore_gtk_search_class_init(FeedcoreGtkSearchClass *class)
{
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    object_class->set_property = set_property;
    object_class->get_property = get_property;
    object_class->dispose = dispose;
    object_class->finalize = finalize;

    /**
     * FeedcoreGtkSearch:context:
     *
     * The context in whose store, and through whose network, is searched.
     */
    properties[PROP_CONTEXT] = g_param_spec_object("context", NULL, NULL, FEEDCORE_GTK_TYPE_CONTEXT, GIVEN);
    /**
     * FeedcoreGtkSearch:config:
     *
     * What it was made with: a JSON object as `feedcore_search_new()` of `feedcore.h` takes it.
     */
    properties[PROP_CONFIG] = g_param_spec_string("config", NULL, NULL, NULL, GIVEN);
    /**
     * FeedcoreGtkSearch:query:
     *
     * What the reader has typed so far, "" at first.
     */
    properties[PROP_QUERY] =
        g_param_spec_string("query", NULL, NULL, "",
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
    /**
     * FeedcoreGtkSearch:state:
     *
     * How the search stands.
     */
    properties[PROP_STATE] =
        g_param_spec_enum("state", NULL, NULL, FEEDCORE_GTK_TYPE_SEARCH_STATE, FEEDCORE_GTK_SEARCH_STATE_PROMPT,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
    /**
     * FeedcoreGtkSearch:prompt:
     *
     * What to show while there is no query.
     */
    properties[PROP_PROMPT] = text_property("prompt");
    /**
     * FeedcoreGtkSearch:placeholder:
     *
     * What to show in the empty entry.
     */
    properties[PROP_PLACEHOLDER] = text_property("placeholder");
    /**
     * FeedcoreGtkSearch:feed:
     *
     * What was found.
     */
    properties[PROP_FEED] = g_param_spec_object("feed", NULL, NULL, FEEDCORE_GTK_TYPE_FEED,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
    /**
     * FeedcoreGtkSearch:recent:
     *
     * The recent queries, each once, the last one first, as many as the config says.
     */
    properties[PROP_RECENT] =
        g_param_spec_boxed("recent", NULL, NULL, G_TYPE_STRV, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
    g_object_class_install_properties(object_class, N_PROPS, properties);
}

static void on_search(feedcore_search *handle, const feedcore_event *event, void *user_data)
{
    g_autoptr(GObject) self = g_object_ref(user_data); /* a handler may drop the last reference */
    const gboolean is_recent = feedcore_event_get_kind(event) == FEEDCORE_EVENT_RECENT;
    (void)handle;
    g_object_notify_by_pspec(self, properties[is_recent ? PROP_RECENT : PROP_STATE]);
}

static gboolean initable_init(GInitable *initable, GCancellable *cancellable, GError **error)
{
    FeedcoreGtkSearch *self = FEEDCORE_GTK_SEARCH(initable);
    const gsize length = self->config ? strlen(self->config) : 0;
    feedcore_error *why = NULL;
    (void)cancellable;
    g_return_val_if_fail(self->context, FALSE);
    if (self->handle)
        return TRUE;
    const feedcore_status status = feedcore_search_new(feedcore_gtk_context_get_handle(self->context), self->config,
                                                       length, &self->handle, &why);
    if (!feedcore_gtk_error_take(status, why, error))
        return FALSE;
    self->feed = feedcore_gtk_feed_wrap(self->context, feedcore_search_feed(self->handle));
    feedcore_search_set_callback(self->handle, on_search, self, NULL);
    feedcore_gtk_search_set_query(self, self->first_query);
    return TRUE;
}

static void implement_initable(GInitableIface *interface)
{
    interface->init = initable_init;
}

/**
 * feedcore_gtk_search_new:
 * @context: a context
 * @config: a JSON object, as `feedcore_search_new()` of `feedcore.h` takes it, which says where is searched;
 *   `{"directory": true}` are the people in the context's store
 * @error: return location for a [error@Error], which names the place in @config
 *
 * Makes a search.
 *
 * Returns: (transfer full): a new search; %NULL on failure
 */
FeedcoreGtkSearch *feedcore_gtk_search_new(FeedcoreGtkContext *context, const char *config, GError **error)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_CONTEXT(context), NULL);
    return g_initable_new(FEEDCORE_GTK_TYPE_SEARCH, NULL, error, "context", context, "config", config, NULL);
}

/**
 * feedcore_gtk_search_get_handle: (skip)
 * @self: a search
 *
 * The core's own search, for C programs that need more of it.
 *
 * Its callback is taken.
 *
 * Returns: (transfer none) (nullable): the handle, which goes with @self
 */
feedcore_search *feedcore_gtk_search_get_handle(FeedcoreGtkSearch *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SEARCH(self), NULL);
    return self->handle;
}

/**
 * feedcore_gtk_search_get_feed:
 * @self: a search
 *
 * What was found, which is the same feed for every query.
 *
 * Returns: (transfer none): the feed, which @self keeps
 */
FeedcoreGtkFeed *feedcore_gtk_search_get_feed(FeedcoreGtkSearch *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SEARCH(self), NULL);
    return self->feed;
}

/**
 * feedcore_gtk_search_get_query:
 * @self: a search
 *
 * What the reader has typed so far.
 *
 * Returns: (transfer none): the query as it was set, valid until it is set again
 */
const char *feedcore_gtk_search_get_query(FeedcoreGtkSearch *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SEARCH(self), NULL);
    return feedcore_search_query(self->handle);
}

/* A copy of as much as the core takes, cut after a whole character. */
static char *cut(const char *query)
{
    const size_t length = strlen(query);
    if (length <= LONGEST_QUERY)
        return g_strdup(query);
    return g_strndup(query, (gsize)(g_utf8_find_prev_char(query, query + LONGEST_QUERY + 1) - query));
}

/**
 * feedcore_gtk_search_set_query:
 * @self: a search
 * @query: (nullable): any text in UTF-8; %NULL is the same as "". What is longer than 4096 bytes is cut off
 *
 * Sets what the reader has typed so far.
 *
 * Another query than before, white space around it aside, is asked for when no key followed for some time (the
 * `debounce` of the config). What was found before stays until there is something new; an empty query takes it away.
 */
void feedcore_gtk_search_set_query(FeedcoreGtkSearch *self, const char *query)
{
    g_return_if_fail(FEEDCORE_GTK_IS_SEARCH(self));
    g_return_if_fail(!query || g_utf8_validate(query, -1, NULL));
    g_autofree char *text = cut(query ? query : "");
    if (g_strcmp0(text, feedcore_search_query(self->handle)) == 0)
        return;
    if (feedcore_search_set_query(self->handle, text) == FEEDCORE_OK)
        g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_QUERY]);
}

/**
 * feedcore_gtk_search_get_state:
 * @self: a search
 *
 * How the search stands.
 *
 * Returns: its state
 */
FeedcoreGtkSearchState feedcore_gtk_search_get_state(FeedcoreGtkSearch *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SEARCH(self), FEEDCORE_GTK_SEARCH_STATE_PROMPT);
    return (FeedcoreGtkSearchState)feedcore_search_get_state(self->handle);
}

/**
 * feedcore_gtk_search_get_prompt:
 * @self: a search
 *
 * What to show while there is no query, as the config says it.
 *
 * Returns: (transfer none): the text, which @self keeps
 */
const char *feedcore_gtk_search_get_prompt(FeedcoreGtkSearch *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SEARCH(self), NULL);
    return feedcore_search_prompt(self->handle);
}

/**
 * feedcore_gtk_search_get_placeholder:
 * @self: a search
 *
 * What to show in the empty entry, as the config says it.
 *
 * Returns: (transfer none): the text, which @self keeps
 */
const char *feedcore_gtk_search_get_placeholder(FeedcoreGtkSearch *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SEARCH(self), NULL);
    return feedcore_search_placeholder(self->handle);
}

/**
 * feedcore_gtk_search_dup_recent:
 * @self: a search
 *
 * The recent queries, each once, the last one first.
 *
 * In a store they are those of all its searches in the partition, and are there with the first notification of
 * [property@Search:recent].
 *
 * Returns: (transfer full): a copy of the queries
 */
GStrv feedcore_gtk_search_dup_recent(FeedcoreGtkSearch *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SEARCH(self), NULL);
    g_autoptr(GStrvBuilder) queries = g_strv_builder_new();
    const size_t count = feedcore_search_recent_count(self->handle);
    for (size_t i = 0; i < count; i++)
        g_strv_builder_add(queries, feedcore_search_recent(self->handle, i));
    return g_strv_builder_end(queries);
}

/**
 * feedcore_gtk_search_submit:
 * @self: a search
 *
 * The reader pressed Enter.
 *
 * It asks at once if the query still waits for another key, or if it failed or was cancelled, and keeps the query among
 * the recent ones. Without a query nothing happens.
 */
void feedcore_gtk_search_submit(FeedcoreGtkSearch *self)
{
    g_return_if_fail(FEEDCORE_GTK_IS_SEARCH(self));
    feedcore_search_submit(self->handle);
}

/**
 * feedcore_gtk_search_cancel:
 * @self: a search
 *
 * Ends what is under way. What was found stays.
 */
void feedcore_gtk_search_cancel(FeedcoreGtkSearch *self)
{
    g_return_if_fail(FEEDCORE_GTK_IS_SEARCH(self));
    feedcore_search_cancel(self->handle);
}

/**
 * feedcore_gtk_search_clear_recent:
 * @self: a search
 *
 * Forgets the recent queries, in the store too.
 */
void feedcore_gtk_search_clear_recent(FeedcoreGtkSearch *self)
{
    g_return_if_fail(FEEDCORE_GTK_IS_SEARCH(self));
    feedcore_search_clear_recent(self->handle);
}
