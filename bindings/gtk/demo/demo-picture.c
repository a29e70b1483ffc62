/*
 * A picture of a size that is known before it comes: it covers its place, cut to the corners that CSS gives it, and
 * until it is there the place shows the first letter of `text`.
 */
#include "demo-picture.h"

#include "demo-model.h"

struct _DemoPicture {
    GtkWidget parent;
    char *url;
    char *text;
    double width, height; /* points */
    FeedcoreGtkPaintable *paintable;
};

G_DEFINE_FINAL_TYPE(DemoPicture, demo_picture, GTK_TYPE_WIDGET)

enum { PROP_URL = 1, PROP_TEXT, PROP_WIDTH, PROP_HEIGHT, N_PROPS };
static GParamSpec *props[N_PROPS];

static void drop_paintable(DemoPicture *self)
{
    if (self->paintable)
        g_signal_handlers_disconnect_by_data(self->paintable, self);
    g_clear_object(&self->paintable);
}

static int pixels(DemoPicture *self)
{
    return (int)(self->width * gtk_widget_get_scale_factor(GTK_WIDGET(self)));
}

/* A cell that is used for another item lets go of the picture, which cancels it. */
static void ask(DemoPicture *self)
{
    if (self->paintable && feedcore_gtk_paintable_get_width(self->paintable) == pixels(self) &&
        g_strcmp0(feedcore_gtk_paintable_get_url(self->paintable), self->url) == 0)
        return;
    drop_paintable(self);
    if (self->url && pixels(self) > 0) {
        self->paintable = feedcore_gtk_paintable_new(demo_model()->context, self->url, pixels(self));
        g_signal_connect_swapped(self->paintable, "invalidate-contents", G_CALLBACK(gtk_widget_queue_draw), self);
        g_signal_connect_swapped(self->paintable, "invalidate-size", G_CALLBACK(gtk_widget_queue_draw), self);
    }
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

gboolean demo_picture_is_waiting(DemoPicture *self)
{
    return self->paintable && feedcore_gtk_paintable_get_loading(self->paintable);
}

/* --------------------------------------------------------------- drawing */

static void demo_picture_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                                 int *natural, int *minimum_baseline, int *natural_baseline)
{
    DemoPicture *self = DEMO_PICTURE(widget);
    (void)for_size;
    *minimum = *natural = (int)(orientation == GTK_ORIENTATION_HORIZONTAL ? self->width : self->height);
    *minimum_baseline = *natural_baseline = -1;
}

static void draw_letter(DemoPicture *self, GtkSnapshot *snapshot, int width, int height)
{
    g_autofree char *letter = g_utf8_substring(self->text, 0, 1);
    g_autofree char *upper = g_utf8_strup(letter, -1);
    g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(GTK_WIDGET(self), upper);
    g_autoptr(PangoFontDescription) font =
        pango_font_description_copy(pango_context_get_font_description(pango_layout_get_context(layout)));
    GdkRGBA color;
    int text_width, text_height;
    pango_font_description_set_absolute_size(font, MIN(width, height) * 0.4 * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    pango_layout_get_pixel_size(layout, &text_width, &text_height);
    gtk_style_context_get_color(gtk_widget_get_style_context(GTK_WIDGET(self)), &color);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((width - text_width) / 2.0f, (height - text_height) / 2.0f));
    gtk_snapshot_append_layout(snapshot, layout, &color);
}

/* As large as it has to be for no ground to be seen beside it; what is too much is cut on both sides. */
static void draw_cover(GdkTexture *texture, GtkSnapshot *snapshot, int width, int height)
{
    const double ratio = (double)gdk_texture_get_width(texture) / gdk_texture_get_height(texture);
    const double w = MAX(width, height * ratio), h = w / ratio;
    gtk_snapshot_push_clip(snapshot, &GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height));
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)(width - w) / 2, (float)(height - h) / 2));
    gdk_paintable_snapshot(GDK_PAINTABLE(texture), snapshot, w, h);
    gtk_snapshot_pop(snapshot);
}

static void demo_picture_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    DemoPicture *self = DEMO_PICTURE(widget);
    const int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    GdkTexture *texture = self->paintable ? feedcore_gtk_paintable_get_texture(self->paintable) : NULL;
    gtk_snapshot_save(snapshot);
    if (texture) {
        draw_cover(texture, snapshot, width, height);
    } else {
        /* Drawn all the same: that is how it knows that it is seen. */
        if (self->paintable)
            gdk_paintable_snapshot(GDK_PAINTABLE(self->paintable), snapshot, width, height);
        if (self->text && *self->text)
            draw_letter(self, snapshot, width, height);
    }
    gtk_snapshot_restore(snapshot);
}

/* ------------------------------------------------------------------ life */

static void demo_picture_set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
    DemoPicture *self = DEMO_PICTURE(object);
    switch (id) {
    case PROP_URL:
        g_free(self->url);
        self->url = g_value_dup_string(value);
        break;
    case PROP_TEXT:
        g_free(self->text);
        self->text = g_value_dup_string(value);
        break;
    case PROP_WIDTH:
        self->width = g_value_get_double(value);
        gtk_widget_queue_resize(GTK_WIDGET(self));
        break;
    case PROP_HEIGHT:
        self->height = g_value_get_double(value);
        gtk_widget_queue_resize(GTK_WIDGET(self));
        break;
    default:
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
        return;
    }
    ask(self);
}

static void demo_picture_finalize(GObject *object)
{
    DemoPicture *self = DEMO_PICTURE(object);
    drop_paintable(self);
    g_free(self->url);
    g_free(self->text);
    G_OBJECT_CLASS(demo_picture_parent_class)->finalize(object);
}

static void demo_picture_class_init(DemoPictureClass *class)
{
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;
    object_class->set_property = demo_picture_set_property;
    object_class->finalize = demo_picture_finalize;
    widget_class->measure = demo_picture_measure;
    widget_class->snapshot = demo_picture_snapshot;
    props[PROP_URL] = g_param_spec_string("url", NULL, NULL, NULL, flags);
    props[PROP_TEXT] = g_param_spec_string("text", NULL, NULL, NULL, flags);
    props[PROP_WIDTH] = g_param_spec_double("width", NULL, NULL, 0, 100000, 0, flags);
    props[PROP_HEIGHT] = g_param_spec_double("height", NULL, NULL, 0, 100000, 0, flags);
    g_object_class_install_properties(object_class, N_PROPS, props);
    gtk_widget_class_set_css_name(widget_class, "picture");
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void demo_picture_init(DemoPicture *self)
{
    gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
    g_signal_connect(self, "notify::scale-factor", G_CALLBACK(ask), NULL);
}
