#include "feedcore-gtk-private.h"

typedef struct {
    int http_status;
    char *service_code;
    char *service_message;
    gboolean is_retryable;
} FeedcoreGtkErrorPrivate;

static void feedcore_gtk_error_private_init(FeedcoreGtkErrorPrivate *private)
{
    private->http_status = -1;
}

static void feedcore_gtk_error_private_copy(const FeedcoreGtkErrorPrivate *from, FeedcoreGtkErrorPrivate *to)
{
    to->http_status = from->http_status;
    to->service_code = g_strdup(from->service_code);
    to->service_message = g_strdup(from->service_message);
    to->is_retryable = from->is_retryable;
}

static void feedcore_gtk_error_private_clear(FeedcoreGtkErrorPrivate *private)
{
    g_free(private->service_code);
    g_free(private->service_message);
}

/**
 * feedcore_gtk_error_quark:
 *
 * The domain of this library's errors, whose codes are those of [error@Error].
 *
 * Returns: a quark
 */
G_DEFINE_EXTENDED_ERROR(FeedcoreGtkError, feedcore_gtk_error)

static const FeedcoreGtkErrorPrivate *more_of(const GError *error)
{
    return error && error->domain == FEEDCORE_GTK_ERROR ? feedcore_gtk_error_get_private(error) : NULL;
}

/**
 * feedcore_gtk_error_get_http_status:
 * @error: (nullable): an error of any domain
 *
 * The HTTP status of the answer that @error is about.
 *
 * Returns: the status; -1 where there was no answer, and for errors of other domains
 */
int feedcore_gtk_error_get_http_status(const GError *error)
{
    const FeedcoreGtkErrorPrivate *more = more_of(error);
    return more ? more->http_status : -1;
}

/**
 * feedcore_gtk_error_get_service_code:
 * @error: (nullable): an error of any domain
 *
 * What the server called the error in its answer, such as "301", for %FEEDCORE_GTK_ERROR_LOGIN_NEEDED and
 * %FEEDCORE_GTK_ERROR_REFUSED.
 *
 * Returns: (transfer none) (nullable): its code, which lives as long as @error
 */
const char *feedcore_gtk_error_get_service_code(const GError *error)
{
    const FeedcoreGtkErrorPrivate *more = more_of(error);
    return more ? more->service_code : NULL;
}

/**
 * feedcore_gtk_error_get_service_message:
 * @error: (nullable): an error of any domain
 *
 * What the server said about the error in its answer, in its own language, for %FEEDCORE_GTK_ERROR_LOGIN_NEEDED and
 * %FEEDCORE_GTK_ERROR_REFUSED.
 *
 * Returns: (transfer none) (nullable): its message, which lives as long as @error
 */
const char *feedcore_gtk_error_get_service_message(const GError *error)
{
    const FeedcoreGtkErrorPrivate *more = more_of(error);
    return more ? more->service_message : NULL;
}

/**
 * feedcore_gtk_error_is_retryable:
 * @error: (nullable): an error of any domain
 *
 * Whether the same request may succeed later: it found no network, took too long, or the server was busy (HTTP 429
 * and 5xx).
 *
 * Returns: %TRUE if it is worth a button that tries again; %FALSE for errors of other domains
 */
gboolean feedcore_gtk_error_is_retryable(const GError *error)
{
    const FeedcoreGtkErrorPrivate *more = more_of(error);
    return more && more->is_retryable;
}

static GError *new_error(feedcore_status status, const char *message)
{
    if (status == FEEDCORE_ERROR_CANCELLED)
        return g_error_new_literal(G_IO_ERROR, G_IO_ERROR_CANCELLED, message);
    return g_error_new_literal(FEEDCORE_GTK_ERROR, -(int)status, message);
}

GError *feedcore_gtk_error_new(const feedcore_error *error)
{
    if (!error)
        return NULL;
    GError *copy = new_error(feedcore_error_status(error), feedcore_error_message(error));
    if (copy->domain == FEEDCORE_GTK_ERROR) {
        FeedcoreGtkErrorPrivate *more = feedcore_gtk_error_get_private(copy);
        more->http_status = feedcore_error_http_status(error);
        more->service_code = g_strdup(feedcore_error_service_code(error));
        more->service_message = g_strdup(feedcore_error_service_message(error));
        more->is_retryable = feedcore_error_retryable(error) != 0;
    }
    return copy;
}

/* In English, as the core's own messages are. What is said to a reader is feedcore_gtk_texts_error. */
static const char *message_of(feedcore_status status)
{
    switch (status) {
    case FEEDCORE_ERROR_ARGUMENT: return "A value is out of range, or not there";
    case FEEDCORE_ERROR_EMPTY: return "There is no JSON, only white space or nothing";
    case FEEDCORE_ERROR_SYNTAX: return "This is not JSON";
    case FEEDCORE_ERROR_TOO_DEEP: return "The JSON is nested too deep";
    case FEEDCORE_ERROR_TOO_LARGE: return "The document is too large";
    case FEEDCORE_ERROR_JSON: return "This is not a JSON value";
    case FEEDCORE_ERROR_MAPPING: return "This is not a mapping";
    case FEEDCORE_ERROR_SHAPE: return "This is not the feed that the mapping describes";
    case FEEDCORE_ERROR_LOGIN_NEEDED: return "The server asks to log in first";
    case FEEDCORE_ERROR_REFUSED: return "The server refused";
    case FEEDCORE_ERROR_NETWORK: return "There is no connection to the server";
    case FEEDCORE_ERROR_TIMEOUT: return "The server did not answer in time";
    case FEEDCORE_ERROR_TLS: return "There is no safe connection to the server";
    case FEEDCORE_ERROR_HTTP: return "The server's answer is no success";
    case FEEDCORE_ERROR_CANCELLED: return "It was cancelled";
    case FEEDCORE_ERROR_THREAD: return "This is not the thread of the context";
    case FEEDCORE_ERROR_NESTED: return "This can't be called in a callback of the context";
    case FEEDCORE_ERROR_UNAVAILABLE: return "The system lacks something that is needed";
    case FEEDCORE_ERROR_CONFIG: return "This is not a config, or the context isn't configured for it";
    case FEEDCORE_ERROR_STORE: return "The store's file, or a picture's, can't be used";
    case FEEDCORE_ERROR_IMAGE: return "This is not a picture, or only a part of one";
    default: return "It failed, and it is not known why";
    }
}

gboolean feedcore_gtk_error_take(feedcore_status status, feedcore_error *why, GError **error)
{
    if (status != FEEDCORE_OK)
        g_propagate_error(error, why ? feedcore_gtk_error_new(why) : new_error(status, message_of(status)));
    feedcore_error_free(why);
    return status == FEEDCORE_OK;
}

static gboolean same_of_domain(const FeedcoreGtkErrorPrivate *one, const FeedcoreGtkErrorPrivate *other)
{
    return one->http_status == other->http_status && one->is_retryable == other->is_retryable &&
           g_strcmp0(one->service_code, other->service_code) == 0 &&
           g_strcmp0(one->service_message, other->service_message) == 0;
}

gboolean feedcore_gtk_error_equal(const GError *one, const GError *other)
{
    if (!one || !other)
        return one == other;
    if (!g_error_matches(one, other->domain, other->code) || g_strcmp0(one->message, other->message) != 0)
        return FALSE;
    return one->domain != FEEDCORE_GTK_ERROR || same_of_domain(more_of(one), more_of(other));
}

gboolean feedcore_gtk_error_replace(GError **shown, const feedcore_error *error)
{
    g_autoptr(GError) now = feedcore_gtk_error_new(error);
    if (feedcore_gtk_error_equal(now, *shown))
        return FALSE;
    g_clear_error(shown);
    *shown = g_steal_pointer(&now);
    return TRUE;
}
