/* The requests of a feed, as GTasks: each ends when the core tells that its request is complete. */
#include "feedcore-gtk-feed-private.h"

typedef struct {
    FeedcoreGtkFeed *feed; /* whose table it is in */
    guint64 request;
    GTask *task;
    GSource *cancelled; /* NULL for what can't be cancelled */
} Wait;

static void wait_free(gpointer data)
{
    Wait *wait = data;
    if (wait->cancelled) {
        g_source_destroy(wait->cancelled);
        g_source_unref(wait->cancelled);
    }
    g_object_unref(wait->task);
    g_free(wait);
}

/* The request may be others' as well, who still wait for it. */
static gboolean on_cancelled(GCancellable *cancellable, gpointer data)
{
    Wait *wait = data;
    GPtrArray *waits = g_hash_table_lookup(wait->feed->waits, &wait->request);
    (void)cancellable;
    if (!waits)
        return G_SOURCE_REMOVE; /* it has ended, and whoever is told runs the loop */
    if (waits->len == 1) {
        feedcore_feed_cancel(wait->feed->handle, wait->request); /* its end comes from the main loop */
        return G_SOURCE_REMOVE;
    }
    g_autoptr(GTask) task = g_object_ref(wait->task);
    g_ptr_array_remove(waits, wait);
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The request was cancelled");
    return G_SOURCE_REMOVE;
}

static void watch(Wait *wait)
{
    GCancellable *cancellable = g_task_get_cancellable(wait->task);
    if (!cancellable)
        return;
    wait->cancelled = g_cancellable_source_new(cancellable);
    g_source_set_callback(wait->cancelled, G_SOURCE_FUNC(on_cancelled), wait, NULL);
    g_source_attach(wait->cancelled, g_task_get_context(wait->task));
}

static void add(FeedcoreGtkFeed *self, guint64 request, GTask *task)
{
    Wait *wait = g_new0(Wait, 1);
    GPtrArray *waits = g_hash_table_lookup(self->waits, &request);
    if (!waits) {
        waits = g_ptr_array_new_with_free_func(wait_free);
        g_hash_table_insert(self->waits, g_memdup2(&request, sizeof request), waits);
    }
    wait->feed = self;
    wait->request = request;
    wait->task = task;
    g_ptr_array_add(waits, wait);
    watch(wait);
}

void feedcore_gtk_feed_wait(FeedcoreGtkFeed *self, GTask *task, feedcore_status status, guint64 request)
{
    GError *error = NULL;
    if (status == FEEDCORE_OK && request != 0) {
        add(self, request, task);
        return;
    }
    if (!self || !self->handle)
        g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The feed is gone");
    else if (feedcore_gtk_error_take(status, NULL, &error))
        g_task_return_boolean(task, TRUE);
    else
        g_task_return_error(task, error);
    g_object_unref(task);
}

GPtrArray *feedcore_gtk_feed_take_waits(FeedcoreGtkFeed *self, guint64 request)
{
    gpointer key = NULL, waits = NULL;
    if (!g_hash_table_steal_extended(self->waits, &request, &key, &waits))
        return NULL;
    g_free(key);
    return waits;
}

void feedcore_gtk_feed_end_waits(GPtrArray *waits, const GError *error)
{
    for (guint i = 0; waits && i < waits->len; i++) {
        GTask *task = ((Wait *)g_ptr_array_index(waits, i))->task;
        if (error)
            g_task_return_error(task, g_error_copy(error));
        else
            g_task_return_boolean(task, TRUE);
    }
    g_clear_pointer(&waits, g_ptr_array_unref);
}

GHashTable *feedcore_gtk_feed_new_waits(void)
{
    return g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
}

void feedcore_gtk_feed_end_all_waits(FeedcoreGtkFeed *self)
{
    g_autoptr(GError) error = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_CANCELLED, "The feed is gone");
    g_autoptr(GHashTable) all = self->waits;
    GHashTableIter iter;
    gpointer waits;
    self->waits = feedcore_gtk_feed_new_waits();
    g_hash_table_iter_init(&iter, all);
    while (g_hash_table_iter_next(&iter, NULL, &waits))
        feedcore_gtk_feed_end_waits(g_ptr_array_ref(waits), error);
}

static GTask *new_task(FeedcoreGtkFeed *self, gpointer tag, GCancellable *cancellable, GAsyncReadyCallback callback,
                       gpointer user_data)
{
    GTask *task = g_task_new(self, cancellable, callback, user_data);
    g_task_set_source_tag(task, tag);
    return task;
}

static gboolean finish(FeedcoreGtkFeed *self, gpointer tag, GAsyncResult *result, GError **error)
{
    g_return_val_if_fail(g_task_is_valid(result, self), FALSE);
    g_return_val_if_fail(g_async_result_is_tagged(result, tag), FALSE);
    return g_task_propagate_boolean(G_TASK(result), error);
}

/**
 * feedcore_gtk_feed_refresh_async:
 * @self: a feed
 * @cancellable: (nullable): ends the request; what had come by then is shown all the same
 * @callback: (nullable) (scope async): called when all sources have ended
 * @user_data: for @callback
 *
 * Asks all sources at once, and shows what is new. A source whose "ttl" isn't over isn't asked.
 */
void feedcore_gtk_feed_refresh_async(FeedcoreGtkFeed *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                                     gpointer user_data)
{
    uint64_t request = 0;
    g_return_if_fail(FEEDCORE_GTK_IS_FEED(self));
    GTask *task = new_task(self, feedcore_gtk_feed_refresh_async, cancellable, callback, user_data);
    const feedcore_status status = feedcore_feed_refresh(self->handle, &request);
    feedcore_gtk_feed_wait(self, task, status, request);
}

/**
 * feedcore_gtk_feed_refresh_finish:
 * @self: a feed
 * @result: what the callback was given
 * @error: why it failed: the first failure of a source that is required
 *
 * Tells what came of [method@FeedcoreGtk.Feed.refresh_async].
 *
 * Returns: whether all required sources answered
 */
gboolean feedcore_gtk_feed_refresh_finish(FeedcoreGtkFeed *self, GAsyncResult *result, GError **error)
{
    return finish(self, feedcore_gtk_feed_refresh_async, result, error);
}

/**
 * feedcore_gtk_feed_reload_async:
 * @self: a feed
 * @cancellable: (nullable): ends the request; what had come by then is shown all the same
 * @callback: (nullable) (scope async): called when all sources have ended
 * @user_data: for @callback
 *
 * The same as [method@FeedcoreGtk.Feed.refresh_async], also of sources whose "ttl" isn't over.
 */
void feedcore_gtk_feed_reload_async(FeedcoreGtkFeed *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                                    gpointer user_data)
{
    uint64_t request = 0;
    g_return_if_fail(FEEDCORE_GTK_IS_FEED(self));
    GTask *task = new_task(self, feedcore_gtk_feed_reload_async, cancellable, callback, user_data);
    const feedcore_status status = feedcore_feed_reload(self->handle, &request);
    feedcore_gtk_feed_wait(self, task, status, request);
}

/**
 * feedcore_gtk_feed_reload_finish:
 * @self: a feed
 * @result: what the callback was given
 * @error: why it failed: the first failure of a source that is required
 *
 * Tells what came of [method@FeedcoreGtk.Feed.reload_async].
 *
 * Returns: whether all required sources answered
 */
gboolean feedcore_gtk_feed_reload_finish(FeedcoreGtkFeed *self, GAsyncResult *result, GError **error)
{
    return finish(self, feedcore_gtk_feed_reload_async, result, error);
}

/**
 * feedcore_gtk_feed_load_more_async:
 * @self: a feed
 * @cancellable: (nullable): ends the request
 * @callback: (nullable) (scope async): called when it has ended
 * @user_data: for @callback
 *
 * Asks for what follows the page; it comes to the end. While one such request is under way, this waits for it; where
 * nothing follows, it succeeds and does nothing.
 */
void feedcore_gtk_feed_load_more_async(FeedcoreGtkFeed *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                                       gpointer user_data)
{
    uint64_t request = 0;
    g_return_if_fail(FEEDCORE_GTK_IS_FEED(self));
    GTask *task = new_task(self, feedcore_gtk_feed_load_more_async, cancellable, callback, user_data);
    const feedcore_status status = feedcore_feed_load_more(self->handle, &request);
    feedcore_gtk_feed_wait(self, task, status, request);
}

/**
 * feedcore_gtk_feed_load_more_finish:
 * @self: a feed
 * @result: what the callback was given
 * @error: why it failed
 *
 * Tells what came of [method@FeedcoreGtk.Feed.load_more_async].
 *
 * Returns: whether it came, or nothing follows
 */
gboolean feedcore_gtk_feed_load_more_finish(FeedcoreGtkFeed *self, GAsyncResult *result, GError **error)
{
    return finish(self, feedcore_gtk_feed_load_more_async, result, error);
}

/**
 * feedcore_gtk_feed_load_bytes_async:
 * @self: a feed
 * @source: a source, by position
 * @bytes: what its server would answer
 * @cancellable: (nullable): ends the request
 * @callback: (nullable) (scope async): called when they are read
 * @user_data: for @callback
 *
 * Gives a source bytes in place of an answer of its server. They are copied.
 */
void feedcore_gtk_feed_load_bytes_async(FeedcoreGtkFeed *self, guint source, GBytes *bytes,
                                        GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
    uint64_t request = 0;
    gsize length;
    g_return_if_fail(FEEDCORE_GTK_IS_FEED(self));
    g_return_if_fail(bytes);
    GTask *task = new_task(self, feedcore_gtk_feed_load_bytes_async, cancellable, callback, user_data);
    const char *data = g_bytes_get_data(bytes, &length);
    const feedcore_status status = feedcore_feed_load(self->handle, source, data ? data : "", length, &request);
    feedcore_gtk_feed_wait(self, task, status, request);
}

/**
 * feedcore_gtk_feed_load_bytes_finish:
 * @self: a feed
 * @result: what the callback was given
 * @error: why it failed: no JSON, or not the feed that the mapping describes
 *
 * Tells what came of [method@FeedcoreGtk.Feed.load_bytes_async].
 *
 * Returns: whether they were read
 */
gboolean feedcore_gtk_feed_load_bytes_finish(FeedcoreGtkFeed *self, GAsyncResult *result, GError **error)
{
    return finish(self, feedcore_gtk_feed_load_bytes_async, result, error);
}
