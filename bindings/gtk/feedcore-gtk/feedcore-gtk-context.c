#include "feedcore-gtk-private.h"

#include <glib-unix.h>
#include <string.h>

/* Of decoded pictures: a few screens of them. */
#define TEXTURE_BYTES (48 * 1024 * 1024)

/**
 * FeedcoreGtkContext:
 *
 * Where results wait for the main loop: one for a program, mostly, which its feeds, searches, themes and pictures share.
 *
 * It belongs to the thread that made it, and delivers in the #GMainContext that was that thread's default then: nothing is
 * told from anywhere else. The config is described at feedcore_context_new() in feedcore.h: "store", "images", "proxy", …
 */

struct _FeedcoreGtkContext {
    GObject parent_instance;
    char *config;
    FeedcoreGtkOwner *owner;
    feedcore_context *handle;
    GSource *source;
    GHashTable *images; /* of ImageRequest, by number */
    FeedcoreGtkTextures *textures;
};

typedef struct {
    FeedcoreGtkImageFunc func;
    gpointer user_data;
} ImageRequest;

enum { PROP_CONFIG = 1, N_PROPERTIES };
enum { LOG, STORE_FAILED, N_SIGNALS };

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

static void feedcore_gtk_context_initable_init(GInitableIface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE(FeedcoreGtkContext, feedcore_gtk_context, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_INITABLE, feedcore_gtk_context_initable_init))

/* -------------------------------------------------------- what the core tells */

static gboolean dispatch(gint fd, GIOCondition condition, gpointer user_data)
{
    g_autoptr(FeedcoreGtkContext) self = g_object_ref(user_data); /* whoever is told may drop it */
    GMainContext *loop = feedcore_gtk_owner_get_loop(self->owner);
    (void)fd;
    (void)condition;
    g_main_context_push_thread_default(loop); /* so that what is begun there ends there */
    feedcore_context_dispatch(self->handle, 0);
    g_main_context_pop_thread_default(loop);
    return G_SOURCE_CONTINUE;
}

static void on_log(feedcore_context *handle, const feedcore_event *event, void *user_data)
{
    FeedcoreGtkContext *self = FEEDCORE_GTK_CONTEXT(user_data);
    g_autoptr(GError) error = feedcore_gtk_error_new(feedcore_event_error(event));
    (void)handle;
    if (feedcore_event_get_kind(event) == FEEDCORE_EVENT_STORE)
        g_signal_emit(self, signals[STORE_FAILED], 0, error);
    else if (feedcore_event_get_kind(event) == FEEDCORE_EVENT_LOG)
        g_signal_emit(self, signals[LOG], 0, feedcore_event_url(event), (int)feedcore_event_http_status(event),
                      feedcore_event_milliseconds(event), feedcore_event_bytes(event), error);
}

static void on_image(feedcore_context *handle, const feedcore_event *event, void *user_data)
{
    FeedcoreGtkContext *self = FEEDCORE_GTK_CONTEXT(user_data);
    const guint64 number = feedcore_event_request(event);
    (void)handle;
    const ImageRequest *request = g_hash_table_lookup(self->images, &number);
    if (!request || feedcore_event_get_kind(event) != FEEDCORE_EVENT_IMAGE)
        return;
    const ImageRequest told = *request;
    g_autoptr(GError) error = feedcore_gtk_error_new(feedcore_event_error(event));
    g_hash_table_remove(self->images, &number);
    told.func(told.user_data, feedcore_event_path(event), error);
}

/* ------------------------------------------------------------------- object */

static void watch(FeedcoreGtkContext *self)
{
    self->source = g_unix_fd_source_new(feedcore_context_fd(self->handle), G_IO_IN);
    g_source_set_callback(self->source, G_SOURCE_FUNC(dispatch), self, NULL);
    g_source_set_static_name(self->source, "FeedcoreGtkContext");
    g_source_attach(self->source, feedcore_gtk_owner_get_loop(self->owner));
}

static gboolean feedcore_gtk_context_initable_init_context(GInitable *initable, GCancellable *cancellable,
                                                           GError **error)
{
    FeedcoreGtkContext *self = FEEDCORE_GTK_CONTEXT(initable);
    const gsize length = self->config ? strlen(self->config) : 0;
    feedcore_error *why = NULL;
    (void)cancellable;
    if (self->handle)
        return TRUE;
    const feedcore_status status = feedcore_context_new(self->config, length, &self->handle, &why);
    if (!feedcore_gtk_error_take(status, why, error))
        return FALSE;
    feedcore_context_set_log(self->handle, on_log, self, NULL);
    feedcore_context_set_image_callback(self->handle, on_image, self, NULL);
    watch(self);
    return TRUE;
}

static void feedcore_gtk_context_initable_init(GInitableIface *interface)
{
    interface->init = feedcore_gtk_context_initable_init_context;
}

static void feedcore_gtk_context_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
    if (id == PROP_CONFIG)
        g_value_set_string(value, FEEDCORE_GTK_CONTEXT(object)->config);
    else
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

static void feedcore_gtk_context_set_property(GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
    if (id == PROP_CONFIG)
        FEEDCORE_GTK_CONTEXT(object)->config = g_value_dup_string(value);
    else
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

/* Disposed of while pictures were on their way: they don't come any more. Who is told may drop others who wait. */
static void end_images(FeedcoreGtkContext *self)
{
    g_autoptr(GError) error = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_CANCELLED, "The context is gone");
    GHashTableIter iter;
    gpointer request;
    while (g_hash_table_iter_init(&iter, self->images), g_hash_table_iter_next(&iter, NULL, &request)) {
        const ImageRequest told = *(ImageRequest *)request;
        g_hash_table_iter_remove(&iter);
        told.func(told.user_data, NULL, error);
    }
}

static void feedcore_gtk_context_dispose(GObject *object)
{
    FeedcoreGtkContext *self = FEEDCORE_GTK_CONTEXT(object);
    if (feedcore_gtk_owner_defer(self->owner, object))
        return;
    if (self->source) {
        g_source_destroy(self->source); /* before the descriptor goes */
        g_clear_pointer(&self->source, g_source_unref);
    }
    g_clear_pointer(&self->handle, feedcore_context_free);
    end_images(self);
    G_OBJECT_CLASS(feedcore_gtk_context_parent_class)->dispose(object);
}

static void feedcore_gtk_context_finalize(GObject *object)
{
    FeedcoreGtkContext *self = FEEDCORE_GTK_CONTEXT(object);
    g_hash_table_unref(self->images);
    feedcore_gtk_textures_free(self->textures);
    feedcore_gtk_owner_unref(self->owner);
    g_free(self->config);
    G_OBJECT_CLASS(feedcore_gtk_context_parent_class)->finalize(object);
}

static void feedcore_gtk_context_class_init(FeedcoreGtkContextClass *class)
{
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    const GType type = G_TYPE_FROM_CLASS(class);
    object_class->get_property = feedcore_gtk_context_get_property;
    object_class->set_property = feedcore_gtk_context_set_property;
    object_class->dispose = feedcore_gtk_context_dispose;
    object_class->finalize = feedcore_gtk_context_finalize;

    /**
     * FeedcoreGtkContext:config: (getter get_config)
     *
     * What it was made with, as JSON; %NULL for the defaults.
     */
    properties[PROP_CONFIG] = g_param_spec_string(
        "config", NULL, NULL, NULL, G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
    g_object_class_install_properties(object_class, N_PROPERTIES, properties);

    /**
     * FeedcoreGtkContext::log:
     * @self: the context
     * @url: what was asked for, without user and password
     * @http_status: the answer's; -1 for none
     * @milliseconds: how long it took
     * @bytes: how long the answer was
     * @error: (nullable): why it failed
     *
     * An HTTP exchange has ended.
     */
    signals[LOG] = g_signal_new("log", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 5, G_TYPE_STRING,
                                G_TYPE_INT, G_TYPE_INT64, G_TYPE_INT64, G_TYPE_ERROR);
    /**
     * FeedcoreGtkContext::store-failed:
     * @self: the context
     * @error: what is wrong, with the name of its file
     *
     * Something is wrong with the store; feeds go on without it. Each such thing is told once.
     */
    signals[STORE_FAILED] = g_signal_new("store-failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                         G_TYPE_ERROR);
}

static void feedcore_gtk_context_init(FeedcoreGtkContext *self)
{
    self->images = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    self->textures = feedcore_gtk_textures_new(TEXTURE_BYTES);
    self->owner = feedcore_gtk_owner_new();
}

/**
 * feedcore_gtk_context_new:
 * @config: (nullable): JSON text; %NULL for the defaults
 * @error: why there is none: a mistake in @config, with its place
 *
 * Makes a context, which the main context that is the calling thread's default dispatches.
 *
 * Returns: (transfer full): a context
 */
FeedcoreGtkContext *feedcore_gtk_context_new(const char *config, GError **error)
{
    return g_initable_new(FEEDCORE_GTK_TYPE_CONTEXT, NULL, error, "config", config, NULL);
}

/**
 * feedcore_gtk_context_get_config:
 * @self: a context
 *
 * What it was made with, as JSON.
 *
 * Returns: (nullable): what it was made with, as JSON
 */
const char *feedcore_gtk_context_get_config(FeedcoreGtkContext *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_CONTEXT(self), NULL);
    return self->config;
}

/**
 * feedcore_gtk_context_get_handle: (skip)
 * @self: a context
 *
 * For what feedcore.h has besides; its callbacks, and its dispatch, are this object's.
 *
 * Returns: (transfer none) (nullable): the core's context, for as long as this object lives
 */
feedcore_context *feedcore_gtk_context_get_handle(FeedcoreGtkContext *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_CONTEXT(self), NULL);
    return self->handle;
}

/**
 * feedcore_gtk_context_clear_store:
 * @self: a context
 * @error: why it can't
 *
 * Has the store forget all answers; what feeds show stays.
 *
 * Returns: whether it was asked to
 */
gboolean feedcore_gtk_context_clear_store(FeedcoreGtkContext *self, GError **error)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_CONTEXT(self), FALSE);
    return feedcore_gtk_error_take(feedcore_context_clear_store(self->handle), NULL, error);
}

/**
 * feedcore_gtk_context_clear_images:
 * @self: a context
 * @error: why it can't
 *
 * Has all pictures in the folder forgotten, and which couldn't be had.
 *
 * Returns: whether it was asked to
 */
gboolean feedcore_gtk_context_clear_images(FeedcoreGtkContext *self, GError **error)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_CONTEXT(self), FALSE);
    feedcore_gtk_textures_clear(self->textures);
    return feedcore_gtk_error_take(feedcore_context_clear_images(self->handle), NULL, error);
}

/* ---------------------------------------------------------------- pictures */

guint64 feedcore_gtk_context_request_image(FeedcoreGtkContext *self, const char *url, guint width,
                                           feedcore_image_priority priority, FeedcoreGtkImageFunc func,
                                           gpointer user_data, GError **error)
{
    uint64_t number = 0;
    const feedcore_status status = feedcore_image_request(self->handle, url, width, priority, &number);
    if (!feedcore_gtk_error_take(status, NULL, error))
        return 0;
    ImageRequest *request = g_new(ImageRequest, 1);
    request->func = func;
    request->user_data = user_data;
    g_hash_table_insert(self->images, g_memdup2(&number, sizeof number), request);
    return number;
}

void feedcore_gtk_context_prefer_image(FeedcoreGtkContext *self, guint64 request, feedcore_image_priority priority)
{
    feedcore_image_set_priority(self->handle, request, priority);
}

void feedcore_gtk_context_cancel_image(FeedcoreGtkContext *self, guint64 request)
{
    if (g_hash_table_remove(self->images, &request))
        feedcore_image_cancel(self->handle, request);
}

FeedcoreGtkOwner *feedcore_gtk_context_get_owner(FeedcoreGtkContext *self)
{
    return self->owner;
}

gboolean feedcore_gtk_context_defer(FeedcoreGtkContext *self, gpointer object)
{
    return self && feedcore_gtk_owner_defer(self->owner, object);
}

FeedcoreGtkTextures *feedcore_gtk_context_get_textures(FeedcoreGtkContext *self)
{
    return self->textures;
}
