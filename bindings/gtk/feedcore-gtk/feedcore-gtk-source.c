#include "feedcore-gtk-private.h"

#include "feedcore-gtk-enum-types.h"

/**
 * FeedcoreGtkSource:
 *
 * One of the addresses that a feed is made of: how it stands, and why it failed.
 *
 * A home page has a source for the page and one for the round menus; where one fails, the other still shows, and the one
 * alone can be tried again. The sources of a feed are those of its config, in that order, and stay the same objects.
 */

struct _FeedcoreGtkSource {
    GObject parent_instance;
    GWeakRef feed;
    guint index;
    char *name;
    FeedcoreGtkState state;
    GError *error;
    gint64 time;
};

enum { PROP_NAME = 1, PROP_STATE, PROP_ERROR, PROP_HTTP_STATUS, PROP_RETRYABLE, PROP_TIME, N_PROPERTIES };

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE(FeedcoreGtkSource, feedcore_gtk_source, G_TYPE_OBJECT)

static void feedcore_gtk_source_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
    FeedcoreGtkSource *self = FEEDCORE_GTK_SOURCE(object);
    switch (id) {
    case PROP_NAME:
        g_value_set_string(value, self->name);
        break;
    case PROP_STATE:
        g_value_set_enum(value, self->state);
        break;
    case PROP_ERROR:
        g_value_set_boxed(value, self->error);
        break;
    case PROP_HTTP_STATUS:
        g_value_set_int(value, feedcore_gtk_source_get_http_status(self));
        break;
    case PROP_RETRYABLE:
        g_value_set_boolean(value, feedcore_gtk_source_get_retryable(self));
        break;
    case PROP_TIME:
        g_value_set_int64(value, self->time);
        break;
    default:
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
    }
}

static void feedcore_gtk_source_finalize(GObject *object)
{
    FeedcoreGtkSource *self = FEEDCORE_GTK_SOURCE(object);
    g_weak_ref_clear(&self->feed);
    g_free(self->name);
    g_clear_error(&self->error);
    G_OBJECT_CLASS(feedcore_gtk_source_parent_class)->finalize(object);
}

static void feedcore_gtk_source_class_init(FeedcoreGtkSourceClass *class)
{
    const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    object_class->get_property = feedcore_gtk_source_get_property;
    object_class->finalize = feedcore_gtk_source_finalize;

    /**
     * FeedcoreGtkSource:name: (getter get_name)
     *
     * Its name in the config.
     */
    properties[PROP_NAME] = g_param_spec_string("name", NULL, NULL, NULL, flags);
    /**
     * FeedcoreGtkSource:state: (getter get_state)
     *
     * How it stands.
     */
    properties[PROP_STATE] =
        g_param_spec_enum("state", NULL, NULL, FEEDCORE_GTK_TYPE_STATE, FEEDCORE_GTK_STATE_IDLE, flags);
    /**
     * FeedcoreGtkSource:error: (getter get_error)
     *
     * Why it failed last; %NULL if it succeeded since.
     */
    properties[PROP_ERROR] = g_param_spec_boxed("error", NULL, NULL, G_TYPE_ERROR, flags);
    /**
     * FeedcoreGtkSource:http-status: (getter get_http_status)
     *
     * The HTTP status of the answer that the error is about; -1 without one. In a language whose errors have a domain, a
     * code and a message only, it is to be had here.
     */
    properties[PROP_HTTP_STATUS] = g_param_spec_int("http-status", NULL, NULL, -1, G_MAXINT, -1, flags);
    /**
     * FeedcoreGtkSource:retryable: (getter get_retryable)
     *
     * Whether the error is one after which the same request may succeed later, see [func@Error.is_retryable].
     */
    properties[PROP_RETRYABLE] = g_param_spec_boolean("retryable", NULL, NULL, FALSE, flags);
    /**
     * FeedcoreGtkSource:time: (getter get_time)
     *
     * When its server last said that its page is what it is: milliseconds since 1970, UTC; %G_MININT64 without a page.
     */
    properties[PROP_TIME] = g_param_spec_int64("time", NULL, NULL, G_MININT64, G_MAXINT64, G_MININT64, flags);
    g_object_class_install_properties(object_class, N_PROPERTIES, properties);
}

static void feedcore_gtk_source_init(FeedcoreGtkSource *self)
{
    self->time = G_MININT64;
}

FeedcoreGtkSource *feedcore_gtk_source_new(FeedcoreGtkFeed *feed, guint index)
{
    FeedcoreGtkSource *self = g_object_new(FEEDCORE_GTK_TYPE_SOURCE, NULL);
    g_weak_ref_init(&self->feed, feed);
    self->index = index;
    self->name = g_strdup(feedcore_feed_source_name(feedcore_gtk_feed_get_handle(feed), index));
    return self;
}

void feedcore_gtk_source_read(FeedcoreGtkSource *self, feedcore_feed *feed)
{
    if (!feed)
        return; /* it is gone */
    const FeedcoreGtkState state = (FeedcoreGtkState)feedcore_feed_source_state(feed, self->index);
    const gint64 time = feedcore_feed_source_time(feed, self->index);
    const int http_status = feedcore_gtk_source_get_http_status(self);
    const gboolean is_retryable = feedcore_gtk_source_get_retryable(self);
    g_object_freeze_notify(G_OBJECT(self));
    if (feedcore_gtk_error_replace(&self->error, feedcore_feed_source_error(feed, self->index)))
        g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_ERROR]);
    if (feedcore_gtk_source_get_http_status(self) != http_status)
        g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_HTTP_STATUS]);
    if (feedcore_gtk_source_get_retryable(self) != is_retryable)
        g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_RETRYABLE]);
    if (state != self->state) {
        self->state = state;
        g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_STATE]);
    }
    if (time != self->time) {
        self->time = time;
        g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_TIME]);
    }
    g_object_thaw_notify(G_OBJECT(self));
}

/**
 * feedcore_gtk_source_get_name:
 * @self: a source
 *
 * Its name in the config.
 *
 * Returns: (not nullable): its name in the config
 */
const char *feedcore_gtk_source_get_name(FeedcoreGtkSource *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SOURCE(self), NULL);
    return self->name;
}

/**
 * feedcore_gtk_source_get_state:
 * @self: a source
 *
 * How it stands.
 *
 * Returns: how it stands
 */
FeedcoreGtkState feedcore_gtk_source_get_state(FeedcoreGtkSource *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SOURCE(self), FEEDCORE_GTK_STATE_IDLE);
    return self->state;
}

/**
 * feedcore_gtk_source_get_error:
 * @self: a source
 *
 * Why it failed last.
 *
 * Returns: (nullable): why it failed last; %NULL if it succeeded since
 */
const GError *feedcore_gtk_source_get_error(FeedcoreGtkSource *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SOURCE(self), NULL);
    return self->error;
}

/**
 * feedcore_gtk_source_get_http_status:
 * @self: a source
 *
 * The HTTP status of the answer that its error is about.
 *
 * Returns: the status; -1 without an error, or where there was no answer
 */
int feedcore_gtk_source_get_http_status(FeedcoreGtkSource *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SOURCE(self), -1);
    return feedcore_gtk_error_get_http_status(self->error);
}

/**
 * feedcore_gtk_source_get_retryable:
 * @self: a source
 *
 * Whether its error is worth a button that tries again, see [func@Error.is_retryable].
 *
 * Returns: %FALSE without an error, too
 */
gboolean feedcore_gtk_source_get_retryable(FeedcoreGtkSource *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SOURCE(self), FALSE);
    return feedcore_gtk_error_is_retryable(self->error);
}

/**
 * feedcore_gtk_source_get_time:
 * @self: a source
 *
 * When its server last said that its page is what it is: milliseconds since 1970, UTC.
 *
 * Returns: when its server last said that its page is what it is: milliseconds since 1970, UTC
 */
gint64 feedcore_gtk_source_get_time(FeedcoreGtkSource *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_SOURCE(self), G_MININT64);
    return self->time;
}

/**
 * feedcore_gtk_source_refresh_async:
 * @self: a source
 * @cancellable: (nullable): ends the request
 * @callback: (nullable) (scope async): called when it has ended
 * @user_data: for @callback
 *
 * Asks this source alone, to try again what failed.
 */
void feedcore_gtk_source_refresh_async(FeedcoreGtkSource *self, GCancellable *cancellable,
                                       GAsyncReadyCallback callback, gpointer user_data)
{
    g_return_if_fail(FEEDCORE_GTK_IS_SOURCE(self));
    g_autoptr(FeedcoreGtkFeed) feed = g_weak_ref_get(&self->feed);
    GTask *task = g_task_new(self, cancellable, callback, user_data);
    uint64_t request = 0;
    g_task_set_source_tag(task, feedcore_gtk_source_refresh_async);
    feedcore_feed *handle = feed ? feedcore_gtk_feed_get_handle(feed) : NULL;
    const feedcore_status status = feedcore_feed_refresh_source(handle, self->index, &request);
    feedcore_gtk_feed_wait(feed, task, status, request);
}

/**
 * feedcore_gtk_source_refresh_finish:
 * @self: a source
 * @result: what the callback was given
 * @error: why it failed
 *
 * Tells what came of [method@FeedcoreGtk.Source.refresh_async].
 *
 * Returns: whether it answered
 */
gboolean feedcore_gtk_source_refresh_finish(FeedcoreGtkSource *self, GAsyncResult *result, GError **error)
{
    g_return_val_if_fail(g_task_is_valid(result, self), FALSE);
    g_return_val_if_fail(g_async_result_is_tagged(result, feedcore_gtk_source_refresh_async), FALSE);
    return g_task_propagate_boolean(G_TASK(result), error);
}
