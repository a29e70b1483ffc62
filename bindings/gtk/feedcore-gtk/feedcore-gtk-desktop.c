/*
 * Whether the desktop is dark: by its portal for settings, which all newer desktops have. Where there is none, or where
 * it has no preference, by GTK's settings. The portal is asked over the session bus, and never waited for.
 */
#include "feedcore-gtk-desktop-private.h"

#define PORTAL "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define PORTAL_SETTINGS "org.freedesktop.portal.Settings"
#define APPEARANCE "org.freedesktop.appearance"
#define COLOR_SCHEME "color-scheme"

/* What the portal's color-scheme says. */
enum { NO_PREFERENCE = 0, PREFERS_DARK = 1, PREFERS_LIGHT = 2 };

struct _FeedcoreGtkDesktop {
    FeedcoreGtkDesktopFunc func;
    gpointer user_data;
    GtkSettings *settings; /* NULL without a display */
    gulong theme_name_handler;
    GCancellable *cancellable;
    GDBusConnection *bus; /* NULL until there is one */
    guint portal_watch;
    guint setting_subscription;
    guint32 color_scheme;
};

/* --------------------------------------------------------------------------------------------------- GTK's settings */

/* As it was before the program touched it: programs set it to what the theme says, and would follow themselves. */
static gboolean prefers_dark(GtkSettings *settings)
{
    static const char key[] = "feedcore-gtk-prefers-dark";
    gboolean is_set = FALSE;
    if (!g_object_get_data(G_OBJECT(settings), key)) {
        g_object_get(settings, "gtk-application-prefer-dark-theme", &is_set, NULL);
        g_object_set_data(G_OBJECT(settings), key, GINT_TO_POINTER(is_set ? 1 : -1));
    }
    return GPOINTER_TO_INT(g_object_get_data(G_OBJECT(settings), key)) > 0;
}

static gboolean has_dark_theme(GtkSettings *settings)
{
    const char *forced = g_getenv("GTK_THEME"); /* "Adwaita:dark" */
    g_autofree char *name = NULL;
    if (forced && *forced)
        return g_str_has_suffix(forced, ":dark") || g_str_has_suffix(forced, "-dark");
    g_object_get(settings, "gtk-theme-name", &name, NULL);
    return name && g_str_has_suffix(name, "-dark");
}

static void tell(FeedcoreGtkDesktop *self)
{
    gboolean is_dark = self->color_scheme == PREFERS_DARK;
    if (self->color_scheme == NO_PREFERENCE && self->settings)
        is_dark = prefers_dark(self->settings) || has_dark_theme(self->settings);
    self->func(self->user_data, is_dark);
}

/* ------------------------------------------------------------------------------------------------------- the portal */

static void set_color_scheme(FeedcoreGtkDesktop *self, guint32 color_scheme)
{
    self->color_scheme = color_scheme <= PREFERS_LIGHT ? color_scheme : NO_PREFERENCE;
    tell(self);
}

/* A number in a variant; Read wraps it twice. */
static guint32 number_in(GVariant *variant)
{
    g_autoptr(GVariant) value = g_variant_ref(variant);
    while (g_variant_is_of_type(value, G_VARIANT_TYPE_VARIANT)) {
        GVariant *inner = g_variant_get_variant(value);
        g_variant_unref(value);
        value = inner;
    }
    return g_variant_is_of_type(value, G_VARIANT_TYPE_UINT32) ? g_variant_get_uint32(value) : NO_PREFERENCE;
}

static void on_setting_changed(GDBusConnection *bus, const char *sender, const char *path, const char *interface,
                               const char *signal, GVariant *parameters, gpointer user_data)
{
    const char *key = NULL;
    g_autoptr(GVariant) value = NULL;
    (void)bus, (void)sender, (void)path, (void)interface, (void)signal;
    if (!g_variant_is_of_type(parameters, G_VARIANT_TYPE("(ssv)")))
        return;
    g_variant_get(parameters, "(&s&sv)", NULL, &key, &value);
    if (strcmp(key, COLOR_SCHEME) == 0)
        set_color_scheme(user_data, number_in(value));
}

static void on_read(GObject *bus, GAsyncResult *result, gpointer user_data)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GVariant) answer = g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, &error);
    g_autoptr(GVariant) value = NULL;
    if (!answer)
        return; /* cancelled, and user_data is gone; or a portal that doesn't know this setting */
    g_variant_get(answer, "(v)", &value);
    set_color_scheme(user_data, number_in(value));
}

/* When it goes, what it said last counts until it is back. */
static void on_portal_appeared(GDBusConnection *bus, const char *name, const char *owner, gpointer user_data)
{
    FeedcoreGtkDesktop *self = user_data;
    (void)name, (void)owner;
    g_dbus_connection_call(bus, PORTAL, PORTAL_PATH, PORTAL_SETTINGS, "Read",
                           g_variant_new("(ss)", APPEARANCE, COLOR_SCHEME), G_VARIANT_TYPE("(v)"),
                           G_DBUS_CALL_FLAGS_NONE, -1, self->cancellable, on_read, self);
}

static void on_bus(GObject *source, GAsyncResult *result, gpointer user_data)
{
    g_autoptr(GError) error = NULL;
    GDBusConnection *bus = g_bus_get_finish(result, &error);
    FeedcoreGtkDesktop *self = user_data;
    (void)source;
    if (!bus)
        return; /* cancelled, and user_data is gone; or there is none, and GTK's settings count */
    self->bus = bus;
    self->setting_subscription = g_dbus_connection_signal_subscribe(
        bus, PORTAL, PORTAL_SETTINGS, "SettingChanged", PORTAL_PATH, APPEARANCE, G_DBUS_SIGNAL_FLAGS_NONE,
        on_setting_changed, self, NULL);
    self->portal_watch = g_bus_watch_name_on_connection(bus, PORTAL, G_BUS_NAME_WATCHER_FLAGS_AUTO_START,
                                                        on_portal_appeared, NULL, self, NULL);
}

/* --------------------------------------------------------------------------------------------------------- watching */

FeedcoreGtkDesktop *feedcore_gtk_desktop_watch(FeedcoreGtkDesktopFunc func, gpointer user_data)
{
    FeedcoreGtkDesktop *self = g_new0(FeedcoreGtkDesktop, 1);
    GtkSettings *settings = gtk_settings_get_default();
    self->func = func;
    self->user_data = user_data;
    self->cancellable = g_cancellable_new();
    if (settings) {
        self->settings = g_object_ref(settings);
        self->theme_name_handler =
            g_signal_connect_swapped(settings, "notify::gtk-theme-name", G_CALLBACK(tell), self);
    }
    tell(self);
    g_bus_get(G_BUS_TYPE_SESSION, self->cancellable, on_bus, self);
    return self;
}

static void leave_bus(FeedcoreGtkDesktop *self)
{
    g_bus_unwatch_name(self->portal_watch);
    g_dbus_connection_signal_unsubscribe(self->bus, self->setting_subscription);
    g_object_unref(self->bus);
}

void feedcore_gtk_desktop_unwatch(FeedcoreGtkDesktop *self)
{
    if (!self)
        return;
    g_cancellable_cancel(self->cancellable);
    g_object_unref(self->cancellable);
    if (self->bus)
        leave_bus(self);
    if (self->settings) {
        g_signal_handler_disconnect(self->settings, self->theme_name_handler);
        g_object_unref(self->settings);
    }
    g_free(self);
}
