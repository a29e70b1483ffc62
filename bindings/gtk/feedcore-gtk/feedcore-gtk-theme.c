#include "feedcore-gtk-theme.h"

#include "feedcore-gtk-desktop-private.h"
#include "feedcore-gtk-enum-types.h"
#include "feedcore-gtk-private.h"

/**
 * FeedcoreGtkTheme:
 *
 * Light, dark, or as the desktop has it, and the colours for that.
 *
 * A theme follows the desktop by itself: by the settings portal (`org.freedesktop.appearance`, `color-scheme`), and
 * where there is none, or it has no preference, by the settings of GTK: a `gtk-theme-name` that ends in "-dark", or a
 * `gtk-application-prefer-dark-theme` that is set when the first theme is made. What the program sets there later isn't
 * the desktop's word, so a program may have GTK's own widgets follow the theme:
 *
 * ```c
 * static void on_dark(FeedcoreGtkTheme *theme, GParamSpec *pspec, GtkCssProvider *provider)
 * {
 *     char *css = feedcore_gtk_theme_to_css(theme);
 *     gtk_css_provider_load_from_data(provider, css, -1);
 *     g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme",
 *                  feedcore_gtk_theme_get_dark(theme), NULL);
 *     g_free(css);
 * }
 * ```
 *
 * A theme belongs to the thread of its context, which it keeps.
 */
struct _FeedcoreGtkTheme {
    GObject parent_instance;
    FeedcoreGtkContext *context;
    char *config;
    feedcore_theme *handle;
    FeedcoreGtkDesktop *desktop;
    FeedcoreGtkAppearance appearance; /* as it is wanted; the core shows it from its next dispatch on */
};

enum { PROP_CONTEXT = 1, PROP_CONFIG, PROP_APPEARANCE, PROP_DARK, N_PROPS };
static GParamSpec *properties[N_PROPS];

static void implement_initable(GInitableIface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE(FeedcoreGtkTheme, feedcore_gtk_theme, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_INITABLE, implement_initable))

static void feedcore_gtk_theme_init(FeedcoreGtkTheme *self)
{
    self->appearance = FEEDCORE_GTK_APPEARANCE_SYSTEM;
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
    FeedcoreGtkTheme *self = FEEDCORE_GTK_THEME(object);
    switch (id) {
    case PROP_CONTEXT: self->context = g_value_dup_object(value); break;
    case PROP_CONFIG: self->config = g_value_dup_string(value); break;
    case PROP_APPEARANCE: feedcore_gtk_theme_set_appearance(self, g_value_get_enum(value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
    }
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
    FeedcoreGtkTheme *self = FEEDCORE_GTK_THEME(object);
    switch (id) {
    case PROP_CONTEXT: g_value_set_object(value, self->context); break;
    case PROP_CONFIG: g_value_set_string(value, self->config); break;
    case PROP_APPEARANCE: g_value_set_enum(value, self->appearance); break;
    case PROP_DARK: g_value_set_boolean(value, feedcore_gtk_theme_get_dark(self)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
    }
}

static void dispose(GObject *object)
{
    FeedcoreGtkTheme *self = FEEDCORE_GTK_THEME(object);
    if (feedcore_gtk_context_defer(self->context, object))
        return;
    g_clear_pointer(&self->desktop, feedcore_gtk_desktop_unwatch);
    g_clear_pointer(&self->handle, feedcore_theme_free);
    g_clear_object(&self->context);
    G_OBJECT_CLASS(feedcore_gtk_theme_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
    g_free(FEEDCORE_GTK_THEME(object)->config);
    G_OBJECT_CLASS(feedcore_gtk_theme_parent_class)->finalize(object);
}

#define GIVEN (G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS)

static void feedcore_gtk_theme_class_init(FeedcoreGtkThemeClass *class)
{
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    object_class->set_property = set_property;
    object_class->get_property = get_property;
    object_class->dispose = dispose;
    object_class->finalize = finalize;

    /**
     * FeedcoreGtkTheme:context:
     *
     * The context that tells when it is dark.
     */
    properties[PROP_CONTEXT] = g_param_spec_object("context", NULL, NULL, FEEDCORE_GTK_TYPE_CONTEXT, GIVEN);
    /**
     * FeedcoreGtkTheme:config:
     *
     * What it was made with: a JSON object as `feedcore_theme_new()` of `feedcore.h` takes it, or %NULL.
     */
    properties[PROP_CONFIG] = g_param_spec_string("config", NULL, NULL, NULL, GIVEN);
    /**
     * FeedcoreGtkTheme:appearance:
     *
     * What the reader wants. It is what was set last; what is shown follows when the context next tells its results.
     */
    properties[PROP_APPEARANCE] =
        g_param_spec_enum("appearance", NULL, NULL, FEEDCORE_GTK_TYPE_APPEARANCE, FEEDCORE_GTK_APPEARANCE_SYSTEM,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
    /**
     * FeedcoreGtkTheme:dark:
     *
     * Whether it is dark now. When this is notified, all colours are to be read again.
     */
    properties[PROP_DARK] =
        g_param_spec_boolean("dark", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
    g_object_class_install_properties(object_class, N_PROPS, properties);
}

static void on_theme(feedcore_theme *handle, const feedcore_event *event, void *user_data)
{
    g_autoptr(GObject) self = g_object_ref(user_data); /* a handler may drop the last reference */
    (void)handle;
    (void)event;
    g_object_notify_by_pspec(self, properties[PROP_DARK]);
}

static void on_desktop(gpointer user_data, gboolean is_dark)
{
    FeedcoreGtkTheme *self = user_data;
    feedcore_theme_set_system_dark(self->handle, is_dark);
}

static gboolean initable_init(GInitable *initable, GCancellable *cancellable, GError **error)
{
    FeedcoreGtkTheme *self = FEEDCORE_GTK_THEME(initable);
    const FeedcoreGtkAppearance wanted = self->appearance;
    const gsize length = self->config ? strlen(self->config) : 0;
    feedcore_error *why = NULL;
    (void)cancellable;
    g_return_val_if_fail(self->context, FALSE);
    if (self->handle)
        return TRUE;
    const feedcore_status status = feedcore_theme_new(feedcore_gtk_context_get_handle(self->context), self->config,
                                                      length, &self->handle, &why);
    if (!feedcore_gtk_error_take(status, why, error))
        return FALSE;
    self->appearance = (FeedcoreGtkAppearance)feedcore_theme_get_appearance(self->handle);
    feedcore_theme_set_callback(self->handle, on_theme, self, NULL);
    self->desktop = feedcore_gtk_desktop_watch(on_desktop, self);
    if (wanted != FEEDCORE_GTK_APPEARANCE_SYSTEM) /* set before there was a handle: more than what the config says */
        feedcore_gtk_theme_set_appearance(self, wanted);
    return TRUE;
}

static void implement_initable(GInitableIface *interface)
{
    interface->init = initable_init;
}

/**
 * feedcore_gtk_theme_new:
 * @context: a context
 * @config: (nullable): a JSON object, as `feedcore_theme_new()` of `feedcore.h` takes it: "appearance", and colours
 *   that replace those of the palettes "light" and "dark"; %NULL for none
 * @error: return location for a [error@Error], which names the place in @config
 *
 * Makes a theme, which begins to follow the desktop.
 *
 * Returns: (transfer full): a new theme; %NULL on failure
 */
FeedcoreGtkTheme *feedcore_gtk_theme_new(FeedcoreGtkContext *context, const char *config, GError **error)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_CONTEXT(context), NULL);
    return g_initable_new(FEEDCORE_GTK_TYPE_THEME, NULL, error, "context", context, "config", config, NULL);
}

/**
 * feedcore_gtk_theme_get_appearance:
 * @self: a theme
 *
 * What the reader wants.
 *
 * Returns: what was set last
 */
FeedcoreGtkAppearance feedcore_gtk_theme_get_appearance(FeedcoreGtkTheme *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_THEME(self), FEEDCORE_GTK_APPEARANCE_SYSTEM);
    return self->appearance;
}

/**
 * feedcore_gtk_theme_set_appearance:
 * @self: a theme
 * @appearance: light, dark, or as the desktop has it
 *
 * Sets what the reader wants.
 *
 * The colours follow when the context next tells its results, with a notification of [property@Theme:dark] if they
 * change.
 */
void feedcore_gtk_theme_set_appearance(FeedcoreGtkTheme *self, FeedcoreGtkAppearance appearance)
{
    g_return_if_fail(FEEDCORE_GTK_IS_THEME(self));
    g_return_if_fail(appearance >= FEEDCORE_GTK_APPEARANCE_LIGHT && appearance <= FEEDCORE_GTK_APPEARANCE_SYSTEM);
    if (self->appearance == appearance)
        return;
    feedcore_theme_set_appearance(self->handle, (feedcore_appearance)appearance);
    self->appearance = appearance;
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_APPEARANCE]);
}

/**
 * feedcore_gtk_theme_get_dark:
 * @self: a theme
 *
 * Whether it is dark now.
 *
 * Returns: %TRUE for dark, %FALSE for light
 */
gboolean feedcore_gtk_theme_get_dark(FeedcoreGtkTheme *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_THEME(self), FALSE);
    return feedcore_theme_is_dark(self->handle) != 0;
}

static void unpack(uint32_t color, GdkRGBA *rgba)
{
    rgba->red = (float)(color >> 24 & 0xFF) / 255;
    rgba->green = (float)(color >> 16 & 0xFF) / 255;
    rgba->blue = (float)(color >> 8 & 0xFF) / 255;
    rgba->alpha = (float)(color & 0xFF) / 255;
}

/**
 * feedcore_gtk_theme_get_color:
 * @self: a theme
 * @color: what it is for
 * @rgba: (out caller-allocates): where to write it
 *
 * Gets a colour as it is now. A number that is none is transparent.
 */
void feedcore_gtk_theme_get_color(FeedcoreGtkTheme *self, FeedcoreGtkColor color, GdkRGBA *rgba)
{
    g_return_if_fail(FEEDCORE_GTK_IS_THEME(self));
    g_return_if_fail(rgba);
    unpack(feedcore_theme_color(self->handle, (feedcore_color)color), rgba);
}

/**
 * feedcore_gtk_theme_get_tag_color:
 * @self: a theme
 * @title_color: (nullable): the server's word for it, the extra "titleColor" of a banner
 * @rgba: (out caller-allocates): where to write it
 *
 * Gets the ground of a banner's tag as it is now: %FEEDCORE_GTK_COLOR_TAG_RED for "red", %FEEDCORE_GTK_COLOR_TAG_BLUE
 * for "blue", and %FEEDCORE_GTK_COLOR_TAG for anything else.
 */
void feedcore_gtk_theme_get_tag_color(FeedcoreGtkTheme *self, const char *title_color, GdkRGBA *rgba)
{
    g_return_if_fail(FEEDCORE_GTK_IS_THEME(self));
    g_return_if_fail(rgba);
    unpack(feedcore_theme_tag_color(self->handle, title_color), rgba);
}

/**
 * feedcore_gtk_theme_to_css:
 * @self: a theme
 *
 * Writes all colours, as they are now, as named colours of GTK's CSS, a line for each.
 *
 * The names are those of [enum@Color] in small letters, after "feedcore_". It is text for
 * [method@Gtk.CssProvider.load_from_data], and style sheets use the colours by these names:
 *
 * ```css
 * @define-color feedcore_primary_text rgb(20,20,20);
 * label { color: @feedcore_primary_text; }
 * ```
 *
 * Returns: (transfer full): the text
 */
char *feedcore_gtk_theme_to_css(FeedcoreGtkTheme *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_THEME(self), NULL);
    GString *css = g_string_new(NULL);
    for (int color = FEEDCORE_GTK_COLOR_PAGE; color <= FEEDCORE_GTK_COLOR_TAG; color++) {
        GdkRGBA rgba;
        feedcore_gtk_theme_get_color(self, (FeedcoreGtkColor)color, &rgba);
        g_autofree char *value = gdk_rgba_to_string(&rgba);
        g_autofree char *name = g_strdup(feedcore_color_name((feedcore_color)color));
        g_string_append_printf(css, "@define-color feedcore_%s %s;\n", g_strdelimit(name, "-", '_'), value);
    }
    return g_string_free(css, FALSE);
}
