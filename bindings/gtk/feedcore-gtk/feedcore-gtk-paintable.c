#include "feedcore-gtk-paintable.h"

#include "feedcore-gtk-private.h"

/* Of a picture that is decoded: 256 MiB of them. */
#define MOST_PIXELS (64 * 1024 * 1024)

/**
 * FeedcoreGtkPaintable:
 *
 * A picture of a feed, by its address: for a `GtkPicture`, or whatever else shows a `GdkPaintable`.
 *
 * It asks the context's image service for the picture when it is made, as for one that is nearby, and as for one that
 * is seen when it is first drawn. Pictures that were shown lately, 48 MiB of them, are there at once. A file that has
 * come is decoded on another thread. A paintable that goes before its picture came cancels it, so cells that are used
 * for something else need no care.
 *
 * It has no size of its own: cells don't change theirs when pictures come. Its picture covers the whole area that it is
 * given, and is cut, not distorted, where it has another aspect. Until then it draws nothing, so that the background of
 * the widget is the placeholder. Who wants the picture as it is takes [property@Paintable:texture]. A picture of more
 * than 64 Mi pixels is an error.
 *
 * A paintable belongs to the thread of its context, which it keeps. What it shows changes in the loop alone.
 */
struct _FeedcoreGtkPaintable {
    GObject parent_instance;
    FeedcoreGtkContext *context;
    char *url;
    int width;
    guint64 request;          /* 0 if none is under way */
    gboolean was_asked_for;   /* so that it may change; it never does otherwise */
    gboolean was_seen;        /* and the image service knows */
    GCancellable *decoding;   /* NULL if nothing is being decoded */
    GdkTexture *texture;
    GError *error;
};

enum { PROP_CONTEXT = 1, PROP_URL, PROP_WIDTH, PROP_LOADING, PROP_TEXTURE, PROP_ERROR, N_PROPS };
static GParamSpec *properties[N_PROPS];

static void implement_paintable(GdkPaintableInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE(FeedcoreGtkPaintable, feedcore_gtk_paintable, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(GDK_TYPE_PAINTABLE, implement_paintable))

static void feedcore_gtk_paintable_init(FeedcoreGtkPaintable *self)
{
    (void)self;
}

/* ------------------------------------------------------------------------------------------------------ the picture */

/* It has ended, with one of the two; both are taken over. */
static void end(FeedcoreGtkPaintable *self, GdkTexture *texture, GError *error)
{
    self->texture = texture;
    self->error = error;
    if (texture && self->context)
        feedcore_gtk_textures_keep(feedcore_gtk_context_get_textures(self->context), self->url, self->width, texture);
    g_object_freeze_notify(G_OBJECT(self));
    g_object_notify_by_pspec(G_OBJECT(self), properties[texture ? PROP_TEXTURE : PROP_ERROR]);
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_LOADING]);
    g_object_thaw_notify(G_OBJECT(self));
    if (texture)
        gdk_paintable_invalidate_contents(GDK_PAINTABLE(self));
}

/* A file of some kilobytes may have gigabytes of them. */
static gboolean has_too_many_pixels(const char *path)
{
    int width = 0, height = 0;
    return gdk_pixbuf_get_file_info(path, &width, &height) && (gint64)width * height > MOST_PIXELS;
}

static GdkTexture *read_picture(const char *path, GError **error)
{
    if (!has_too_many_pixels(path))
        return gdk_texture_new_from_filename(path, error);
    g_set_error_literal(error, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_IMAGE, "The picture is too large");
    return NULL;
}

/* On a thread of GLib's. */
static void decode(GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
    GError *error = NULL;
    (void)source;
    GdkTexture *texture = g_cancellable_is_cancelled(cancellable) ? NULL : read_picture(path, &error);
    if (texture)
        g_task_return_pointer(task, texture, g_object_unref);
    else if (error)
        g_task_return_new_error(task, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_IMAGE, "%s", error->message);
    else
        g_task_return_error_if_cancelled(task);
    g_clear_error(&error);
}

static void on_decoded(GObject *source, GAsyncResult *result, gpointer user_data)
{
    GError *error = NULL;
    GdkTexture *texture = g_task_propagate_pointer(G_TASK(result), &error);
    (void)source;
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
        g_error_free(error); /* user_data is gone */
        return;
    }
    g_autoptr(FeedcoreGtkPaintable) self = g_object_ref(user_data); /* a handler may drop the last reference */
    g_clear_object(&self->decoding);
    end(self, texture, error);
}

/* The task doesn't keep the paintable, so that it may go meanwhile. */
static void begin_decoding(FeedcoreGtkPaintable *self, const char *path)
{
    self->decoding = g_cancellable_new();
    g_autoptr(GTask) task = g_task_new(NULL, self->decoding, on_decoded, self);
    g_task_set_task_data(task, g_strdup(path), g_free);
    g_task_run_in_thread(task, decode);
}

static void on_image(gpointer user_data, const char *path, const GError *error)
{
    g_autoptr(FeedcoreGtkPaintable) self = g_object_ref(user_data);
    self->request = 0;
    if (path)
        begin_decoding(self, path);
    else
        end(self, NULL, g_error_copy(error));
}

static void ask(FeedcoreGtkPaintable *self)
{
    self->texture =
        feedcore_gtk_textures_find(feedcore_gtk_context_get_textures(self->context), self->url, self->width);
    if (!self->texture)
        self->request = feedcore_gtk_context_request_image(self->context, self->url, (guint)self->width,
                                                           FEEDCORE_IMAGE_NEARBY, on_image, self, &self->error);
}

static void constructed(GObject *object)
{
    FeedcoreGtkPaintable *self = FEEDCORE_GTK_PAINTABLE(object);
    G_OBJECT_CLASS(feedcore_gtk_paintable_parent_class)->constructed(object);
    if (self->context && self->url)
        ask(self);
    self->was_asked_for = self->request != 0;
}

static void dispose(GObject *object)
{
    FeedcoreGtkPaintable *self = FEEDCORE_GTK_PAINTABLE(object);
    if (feedcore_gtk_context_defer(self->context, object))
        return;
    if (self->request)
        feedcore_gtk_context_cancel_image(self->context, self->request);
    self->request = 0;
    g_cancellable_cancel(self->decoding);
    g_clear_object(&self->decoding);
    g_clear_object(&self->context);
    G_OBJECT_CLASS(feedcore_gtk_paintable_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
    FeedcoreGtkPaintable *self = FEEDCORE_GTK_PAINTABLE(object);
    g_free(self->url);
    g_clear_object(&self->texture);
    g_clear_error(&self->error);
    G_OBJECT_CLASS(feedcore_gtk_paintable_parent_class)->finalize(object);
}

/* ------------------------------------------------------------------------------------------------------- properties */

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
    FeedcoreGtkPaintable *self = FEEDCORE_GTK_PAINTABLE(object);
    switch (id) {
    case PROP_CONTEXT: self->context = g_value_dup_object(value); break;
    case PROP_URL: self->url = g_value_dup_string(value); break;
    case PROP_WIDTH: self->width = g_value_get_int(value); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
    }
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
    FeedcoreGtkPaintable *self = FEEDCORE_GTK_PAINTABLE(object);
    switch (id) {
    case PROP_CONTEXT: g_value_set_object(value, self->context); break;
    case PROP_URL: g_value_set_string(value, self->url); break;
    case PROP_WIDTH: g_value_set_int(value, self->width); break;
    case PROP_LOADING: g_value_set_boolean(value, feedcore_gtk_paintable_get_loading(self)); break;
    case PROP_TEXTURE: g_value_set_object(value, self->texture); break;
    case PROP_ERROR: g_value_set_boxed(value, self->error); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
    }
}

#define GIVEN (G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS)
#define SHOWN (G_PARAM_READABLE | G_PARAM_STATIC_STRINGS)

static void feedcore_gtk_paintable_class_init(FeedcoreGtkPaintableClass *class)
{
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    object_class->set_property = set_property;
    object_class->get_property = get_property;
    object_class->constructed = constructed;
    object_class->dispose = dispose;
    object_class->finalize = finalize;

    /**
     * FeedcoreGtkPaintable:context:
     *
     * Whose image service brings the picture.
     */
    properties[PROP_CONTEXT] = g_param_spec_object("context", NULL, NULL, FEEDCORE_GTK_TYPE_CONTEXT, GIVEN);
    /**
     * FeedcoreGtkPaintable:url:
     *
     * The picture's address, as a feed has it; %NULL if there is nothing to show.
     */
    properties[PROP_URL] = g_param_spec_string("url", NULL, NULL, NULL, GIVEN);
    /**
     * FeedcoreGtkPaintable:width:
     *
     * How wide it is shown, in pixels of the device, by which the image service may choose among the sizes that the
     * server has; 0 for the picture as it is.
     */
    properties[PROP_WIDTH] = g_param_spec_int("width", NULL, NULL, 0, G_MAXINT, 0, GIVEN);
    /**
     * FeedcoreGtkPaintable:loading:
     *
     * Whether the picture is on its way.
     */
    properties[PROP_LOADING] = g_param_spec_boolean("loading", NULL, NULL, FALSE, SHOWN);
    /**
     * FeedcoreGtkPaintable:texture:
     *
     * The picture as it is, in its own size; %NULL until it is there.
     */
    properties[PROP_TEXTURE] = g_param_spec_object("texture", NULL, NULL, GDK_TYPE_TEXTURE, SHOWN);
    /**
     * FeedcoreGtkPaintable:error:
     *
     * Why the picture can't be had; %NULL otherwise.
     */
    properties[PROP_ERROR] = g_param_spec_boxed("error", NULL, NULL, G_TYPE_ERROR, SHOWN);
    g_object_class_install_properties(object_class, N_PROPS, properties);
}

/* --------------------------------------------------------------------------------------------------------- painting */

static void become_visible(FeedcoreGtkPaintable *self)
{
    if (self->request && !self->was_seen)
        feedcore_gtk_context_prefer_image(self->context, self->request, FEEDCORE_IMAGE_VISIBLE);
    self->was_seen = TRUE;
}

/* The texture's area, in its own aspect, that covers one of `width` by `height` and has the same middle. */
static graphene_rect_t covering(GdkTexture *texture, float width, float height)
{
    const float across = (float)gdk_texture_get_width(texture), down = (float)gdk_texture_get_height(texture);
    const float scale = MAX(width / across, height / down);
    const float wide = across * scale, high = down * scale;
    return GRAPHENE_RECT_INIT((width - wide) / 2, (height - high) / 2, wide, high);
}

static void snapshot(GdkPaintable *paintable, GdkSnapshot *snapshot, double width, double height)
{
    FeedcoreGtkPaintable *self = FEEDCORE_GTK_PAINTABLE(paintable);
    const graphene_rect_t area = GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height);
    become_visible(self);
    if (!self->texture || width <= 0 || height <= 0)
        return;
    const graphene_rect_t picture = covering(self->texture, (float)width, (float)height);
    gtk_snapshot_push_clip(snapshot, &area);
    gtk_snapshot_append_texture(snapshot, self->texture, &picture);
    gtk_snapshot_pop(snapshot);
}

/* As it is now: one that nothing comes for any more. */
static GdkPaintable *get_current_image(GdkPaintable *paintable)
{
    FeedcoreGtkPaintable *self = FEEDCORE_GTK_PAINTABLE(paintable);
    FeedcoreGtkPaintable *still =
        g_object_new(FEEDCORE_GTK_TYPE_PAINTABLE, "url", self->url, "width", self->width, NULL);
    g_set_object(&still->texture, self->texture);
    return GDK_PAINTABLE(still);
}

/* The same for as long as it lives: by these GTK's widgets connect and disconnect. */
static GdkPaintableFlags get_flags(GdkPaintable *paintable)
{
    const gboolean may_change = FEEDCORE_GTK_PAINTABLE(paintable)->was_asked_for;
    return may_change ? GDK_PAINTABLE_STATIC_SIZE : GDK_PAINTABLE_STATIC_SIZE | GDK_PAINTABLE_STATIC_CONTENTS;
}

static void implement_paintable(GdkPaintableInterface *interface)
{
    interface->snapshot = snapshot;
    interface->get_current_image = get_current_image;
    interface->get_flags = get_flags;
}

/* ----------------------------------------------------------------------------------------------- for everyone's use */

/**
 * feedcore_gtk_paintable_new:
 * @context: a context
 * @url: (nullable): the picture's address, as a feed has it; %NULL for nothing to show
 * @width: how wide it is shown, in pixels of the device; 0 for the picture as it is
 *
 * Makes a paintable, which asks for its picture at once.
 *
 * If it can't be asked for, since @url is no address of a picture or @context has no folder for pictures,
 * [property@Paintable:error] says so from the beginning.
 *
 * Returns: (transfer full): a new paintable
 */
FeedcoreGtkPaintable *feedcore_gtk_paintable_new(FeedcoreGtkContext *context, const char *url, int width)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_CONTEXT(context), NULL);
    g_return_val_if_fail(width >= 0, NULL);
    return g_object_new(FEEDCORE_GTK_TYPE_PAINTABLE, "context", context, "url", url, "width", width, NULL);
}

/**
 * feedcore_gtk_paintable_get_url:
 * @self: a paintable
 *
 * The picture's address.
 *
 * Returns: (transfer none) (nullable): the address as it was given, which @self keeps
 */
const char *feedcore_gtk_paintable_get_url(FeedcoreGtkPaintable *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_PAINTABLE(self), NULL);
    return self->url;
}

/**
 * feedcore_gtk_paintable_get_width:
 * @self: a paintable
 *
 * How wide the picture is shown.
 *
 * Returns: the width in pixels of the device; 0 for the picture as it is
 */
int feedcore_gtk_paintable_get_width(FeedcoreGtkPaintable *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_PAINTABLE(self), 0);
    return self->width;
}

/**
 * feedcore_gtk_paintable_get_loading:
 * @self: a paintable
 *
 * Whether the picture is on its way.
 *
 * Returns: %TRUE until it is there, or can't be had; %FALSE if there is nothing to show
 */
gboolean feedcore_gtk_paintable_get_loading(FeedcoreGtkPaintable *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_PAINTABLE(self), FALSE);
    return self->request != 0 || self->decoding;
}

/**
 * feedcore_gtk_paintable_get_texture:
 * @self: a paintable
 *
 * The picture as it is, in its own size.
 *
 * Returns: (transfer none) (nullable): the picture, which @self keeps; %NULL until it is there
 */
GdkTexture *feedcore_gtk_paintable_get_texture(FeedcoreGtkPaintable *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_PAINTABLE(self), NULL);
    return self->texture;
}

/**
 * feedcore_gtk_paintable_get_error:
 * @self: a paintable
 *
 * Why the picture can't be had.
 *
 * Returns: (transfer none) (nullable): the error, which @self keeps; %NULL if there is none
 */
const GError *feedcore_gtk_paintable_get_error(FeedcoreGtkPaintable *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_PAINTABLE(self), NULL);
    return self->error;
}
