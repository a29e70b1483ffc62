#include "feedcore-gtk-counter.h"

/**
 * FeedcoreGtkCounter:
 *
 * The smallest view model, to learn the library's manners from: a number that goes up and down, and the text to show
 * for it.
 *
 * It belongs to no context, and is for one thread at a time.
 *
 * ```c
 * FeedcoreGtkCounter *counter = feedcore_gtk_counter_new(0);
 * g_object_bind_property(counter, "text", label, "label", G_BINDING_SYNC_CREATE);
 * g_signal_connect_swapped(button, "clicked", G_CALLBACK(feedcore_gtk_counter_increment), counter);
 * ```
 */
struct _FeedcoreGtkCounter {
    GObject parent_instance;
    feedcore_counter *handle;
    char *format;
};

enum { PROP_COUNT = 1, PROP_TEXT, PROP_FORMAT, N_PROPS };
static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE(FeedcoreGtkCounter, feedcore_gtk_counter, G_TYPE_OBJECT)

static void feedcore_gtk_counter_init(FeedcoreGtkCounter *self)
{
    (void)self;
}

static void on_change(feedcore_counter *handle, int64_t count, void *user_data)
{
    g_autoptr(GObject) self = g_object_ref(user_data); /* a handler may drop the last reference */
    (void)handle;
    (void)count;
    g_object_notify_by_pspec(self, properties[PROP_COUNT]);
    g_object_notify_by_pspec(self, properties[PROP_TEXT]);
}

static void start_at(FeedcoreGtkCounter *self, gint64 initial)
{
    self->handle = feedcore_counter_new(initial);
    feedcore_counter_set_callback(self->handle, on_change, self, NULL);
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
    FeedcoreGtkCounter *self = FEEDCORE_GTK_COUNTER(object);
    switch (id) {
    case PROP_COUNT: start_at(self, g_value_get_int64(value)); break;
    case PROP_FORMAT: feedcore_gtk_counter_set_format(self, g_value_get_string(value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
    }
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
    FeedcoreGtkCounter *self = FEEDCORE_GTK_COUNTER(object);
    switch (id) {
    case PROP_COUNT: g_value_set_int64(value, feedcore_gtk_counter_get_count(self)); break;
    case PROP_TEXT: g_value_set_string(value, feedcore_gtk_counter_get_text(self)); break;
    case PROP_FORMAT: g_value_set_string(value, self->format); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
    }
}

static void finalize(GObject *object)
{
    FeedcoreGtkCounter *self = FEEDCORE_GTK_COUNTER(object);
    feedcore_counter_free(self->handle);
    g_free(self->format);
    G_OBJECT_CLASS(feedcore_gtk_counter_parent_class)->finalize(object);
}

static void feedcore_gtk_counter_class_init(FeedcoreGtkCounterClass *class)
{
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    object_class->set_property = set_property;
    object_class->get_property = get_property;
    object_class->finalize = finalize;

    /**
     * FeedcoreGtkCounter:count:
     *
     * The number. It begins as it is given, and changes by one.
     */
    properties[PROP_COUNT] =
        g_param_spec_int64("count", NULL, NULL, G_MININT64, G_MAXINT64, 0,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
    /**
     * FeedcoreGtkCounter:text:
     *
     * The text to show for the number.
     */
    properties[PROP_TEXT] = g_param_spec_string("text", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
    /**
     * FeedcoreGtkCounter:format:
     *
     * How the number is written: a text in which each `{count}` is replaced by it. %NULL is "当前计数: {count}".
     */
    properties[PROP_FORMAT] =
        g_param_spec_string("format", NULL, NULL, NULL,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
    g_object_class_install_properties(object_class, N_PROPS, properties);
}

/**
 * feedcore_gtk_counter_new:
 * @initial: where it stands at first
 *
 * Makes a counter.
 *
 * Returns: (transfer full): a new counter
 */
FeedcoreGtkCounter *feedcore_gtk_counter_new(gint64 initial)
{
    return g_object_new(FEEDCORE_GTK_TYPE_COUNTER, "count", initial, NULL);
}

/**
 * feedcore_gtk_counter_get_count:
 * @self: a counter
 *
 * Where the counter stands.
 *
 * Returns: the number
 */
gint64 feedcore_gtk_counter_get_count(FeedcoreGtkCounter *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_COUNTER(self), 0);
    return feedcore_counter_count(self->handle);
}

/**
 * feedcore_gtk_counter_get_text:
 * @self: a counter
 *
 * The number as a text to show.
 *
 * Returns: (transfer none): the text, valid until the number or the format changes
 */
const char *feedcore_gtk_counter_get_text(FeedcoreGtkCounter *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_COUNTER(self), NULL);
    return feedcore_counter_text(self->handle);
}

/**
 * feedcore_gtk_counter_get_format:
 * @self: a counter
 *
 * How the number is written.
 *
 * Returns: (transfer none) (nullable): the format as it was set, valid until it is set again; %NULL for the default
 */
const char *feedcore_gtk_counter_get_format(FeedcoreGtkCounter *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_COUNTER(self), NULL);
    return self->format;
}

/**
 * feedcore_gtk_counter_set_format:
 * @self: a counter
 * @format: (nullable): a text in UTF-8 in which each `{count}` is replaced by the number; %NULL for the default
 *
 * Sets how the number is written.
 */
void feedcore_gtk_counter_set_format(FeedcoreGtkCounter *self, const char *format)
{
    g_return_if_fail(FEEDCORE_GTK_IS_COUNTER(self));
    g_return_if_fail(!format || g_utf8_validate(format, -1, NULL));
    if (g_strcmp0(self->format, format) == 0)
        return;
    feedcore_counter_set_format(self->handle, format);
    g_free(self->format);
    self->format = g_strdup(format);
    g_object_freeze_notify(G_OBJECT(self));
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_FORMAT]);
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_TEXT]);
    g_object_thaw_notify(G_OBJECT(self));
}

/**
 * feedcore_gtk_counter_increment:
 * @self: a counter
 *
 * Goes up by one. At %G_MAXINT64 the number stays, and nothing is notified.
 */
void feedcore_gtk_counter_increment(FeedcoreGtkCounter *self)
{
    g_return_if_fail(FEEDCORE_GTK_IS_COUNTER(self));
    feedcore_counter_increment(self->handle);
}

/**
 * feedcore_gtk_counter_decrement:
 * @self: a counter
 *
 * Goes down by one. At %G_MININT64 the number stays, and nothing is notified.
 */
void feedcore_gtk_counter_decrement(FeedcoreGtkCounter *self)
{
    g_return_if_fail(FEEDCORE_GTK_IS_COUNTER(self));
    feedcore_counter_decrement(self->handle);
}
