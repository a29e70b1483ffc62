/* People for searches that need no network, taken into the store of a context. */
#include "feedcore-gtk-private.h"

typedef struct {
    feedcore_directory *directory;
    uint64_t request;
    gboolean is_told;
    GSource *cancelled; /* NULL for what can't be cancelled */
} Import;

static void import_free(gpointer data)
{
    Import *import = data;
    if (import->cancelled) {
        g_source_destroy(import->cancelled);
        g_source_unref(import->cancelled);
    }
    feedcore_directory_free(import->directory);
    g_free(import);
}

static void on_event(feedcore_directory *directory, const feedcore_event *event, void *user_data)
{
    GTask *task = G_TASK(user_data);
    Import *import = g_task_get_task_data(task);
    if (feedcore_event_get_kind(event) != FEEDCORE_EVENT_COMPLETE || feedcore_event_request(event) != import->request)
        return;
    GError *error = feedcore_gtk_error_new(feedcore_event_error(event));
    import->is_told = TRUE;
    if (error)
        g_task_return_error(task, error);
    else
        g_task_return_int(task, (gssize)feedcore_event_taken(event));
    feedcore_directory_set_callback(directory, NULL, NULL, NULL); /* which gives the task back */
}

/* The callback has gone; with the context, perhaps, before it told anything. */
static void on_end(void *user_data)
{
    GTask *task = G_TASK(user_data);
    Import *import = g_task_get_task_data(task);
    if (!import->is_told)
        g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The context is gone");
    import->is_told = TRUE;
    g_object_unref(task);
}

static gboolean on_cancelled(GCancellable *cancellable, gpointer user_data)
{
    const Import *import = user_data;
    (void)cancellable;
    feedcore_directory_cancel(import->directory, import->request); /* its end comes from the main loop */
    return G_SOURCE_REMOVE;
}

static void watch(GTask *task, Import *import)
{
    GCancellable *cancellable = g_task_get_cancellable(task);
    if (!cancellable)
        return;
    import->cancelled = g_cancellable_source_new(cancellable);
    g_source_set_callback(import->cancelled, G_SOURCE_FUNC(on_cancelled), import, NULL);
    g_source_attach(import->cancelled, g_task_get_context(task));
}

static gboolean begin(FeedcoreGtkContext *self, Import *import, GBytes *json, GError **error)
{
    gsize length;
    feedcore_error *why = NULL;
    const char *text = g_bytes_get_data(json, &length);
    feedcore_status status =
        feedcore_directory_new(feedcore_gtk_context_get_handle(self), &import->directory, &why);
    if (status == FEEDCORE_OK)
        status = feedcore_directory_import(import->directory, text ? text : "", length, &import->request);
    return feedcore_gtk_error_take(status, why, error);
}

/**
 * feedcore_gtk_context_import_users_async:
 * @self: a context with a store
 * @json: people, as JSON: an array of objects, or one object per line
 * @cancellable: (nullable): undoes it
 * @callback: (nullable) (scope async): called when they can be found
 * @user_data: for @callback
 *
 * Takes people into the store, for a [class@FeedcoreGtk.Search] whose config says "directory". Each needs an id and something to
 * show; a person whose id is there already is replaced, and a row that can't be used is left out. The bytes are copied.
 */
void feedcore_gtk_context_import_users_async(FeedcoreGtkContext *self, GBytes *json, GCancellable *cancellable,
                                             GAsyncReadyCallback callback, gpointer user_data)
{
    GError *error = NULL;
    g_return_if_fail(FEEDCORE_GTK_IS_CONTEXT(self));
    g_return_if_fail(json);
    GTask *task = g_task_new(self, cancellable, callback, user_data);
    Import *import = g_new0(Import, 1);
    g_task_set_source_tag(task, feedcore_gtk_context_import_users_async);
    g_task_set_task_data(task, import, import_free);
    if (begin(self, import, json, &error)) {
        watch(task, import);
        feedcore_directory_set_callback(import->directory, on_event, task, on_end);
        return;
    }
    g_task_return_error(task, error);
    g_object_unref(task);
}

/**
 * feedcore_gtk_context_import_users_finish:
 * @self: a context
 * @result: what the callback was given
 * @error: why none was taken in: no JSON, or the store can't take them
 *
 * Tells what came of [method@FeedcoreGtk.Context.import_users_async].
 *
 * Returns: how many people were taken in; -1 if it failed
 */
gint64 feedcore_gtk_context_import_users_finish(FeedcoreGtkContext *self, GAsyncResult *result, GError **error)
{
    g_return_val_if_fail(g_task_is_valid(result, self), -1);
    g_return_val_if_fail(g_async_result_is_tagged(result, feedcore_gtk_context_import_users_async), -1);
    return g_task_propagate_int(G_TASK(result), error);
}
