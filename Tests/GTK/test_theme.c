/* Light and dark: by whose word, what is notified and when, and the colours. */
#include "memory.h"
#include "signals.h"

static FeedcoreGtkTheme *new_theme(const char *config)
{
    FeedcoreGtkContext *context = new_gtk_context("{\"transport\": \"memory\"}");
    GError *error = NULL;
    FeedcoreGtkTheme *theme = feedcore_gtk_theme_new(context, config, &error);
    g_assert_no_error(error);
    g_object_unref(context); /* the theme keeps it */
    return theme;
}

/* -------------------------------------------------------------------------------------------- a portal of the tests */

#define PORTAL "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define PORTAL_SETTINGS "org.freedesktop.portal.Settings"

static const char portal_xml[] =
    "<node><interface name='" PORTAL_SETTINGS "'><method name='Read'><arg type='s' direction='in'/>"
    "<arg type='s' direction='in'/><arg type='v' direction='out'/></method></interface></node>";

static guint32 color_scheme;
static guint reads;

static void on_call(GDBusConnection *bus, const char *sender, const char *path, const char *interface,
                    const char *method, GVariant *parameters, GDBusMethodInvocation *invocation, gpointer user_data)
{
    const char *namespace = NULL, *key = NULL;
    (void)bus, (void)sender, (void)path, (void)interface, (void)method, (void)user_data;
    g_variant_get(parameters, "(&s&s)", &namespace, &key);
    g_assert_cmpstr(namespace, ==, "org.freedesktop.appearance");
    g_assert_cmpstr(key, ==, "color-scheme");
    reads++;
    g_dbus_method_invocation_return_value(
        invocation, g_variant_new("(v)", g_variant_new_variant(g_variant_new_uint32(color_scheme))));
}

static const GDBusInterfaceVTable portal_vtable = {.method_call = on_call};

/* On a connection of its own, as another program would be. */
static GDBusConnection *open_portal(guint32 scheme)
{
    color_scheme = scheme;
    reads = 0;
    GError *error = NULL;
    GDBusConnection *bus = g_dbus_connection_new_for_address_sync(
        g_getenv("DBUS_SESSION_BUS_ADDRESS"),
        G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL, NULL,
        &error);
    g_assert_no_error(error);
    g_autoptr(GDBusNodeInfo) node = g_dbus_node_info_new_for_xml(portal_xml, NULL);
    g_dbus_connection_register_object(bus, PORTAL_PATH, node->interfaces[0], &portal_vtable, NULL, NULL, &error);
    g_assert_no_error(error);
    g_autoptr(GVariant) answer = g_dbus_connection_call_sync(
        bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
        g_variant_new("(su)", PORTAL, 4u /* DBUS_NAME_FLAG_DO_NOT_QUEUE */), G_VARIANT_TYPE("(u)"),
        G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
    g_assert_no_error(error);
    return bus;
}

static void close_portal(GDBusConnection *bus)
{
    g_dbus_connection_close_sync(bus, NULL, NULL);
    g_object_unref(bus);
}

static void change_setting(GDBusConnection *bus, const char *namespace, const char *key, GVariant *value)
{
    g_dbus_connection_emit_signal(bus, NULL, PORTAL_PATH, PORTAL_SETTINGS, "SettingChanged",
                                  g_variant_new("(ssv)", namespace, key, value), NULL);
}

static void change_color_scheme(GDBusConnection *bus, guint32 scheme)
{
    change_setting(bus, "org.freedesktop.appearance", "color-scheme", g_variant_new_uint32(scheme));
}

/* ------------------------------------------------------------------------------------------------------ the desktop */

static void follows_the_portal(void)
{
    GDBusConnection *portal = open_portal(1);
    FeedcoreGtkTheme *theme = new_theme(NULL);
    guint notified;
    count_signal(theme, "notify::dark", &notified);
    g_assert_false(feedcore_gtk_theme_get_dark(theme)); /* nobody waits for it */
    WAIT_UNTIL(feedcore_gtk_theme_get_dark(theme));
    g_assert_cmpuint(notified, ==, 1);
    change_color_scheme(portal, 2);
    WAIT_UNTIL(!feedcore_gtk_theme_get_dark(theme));
    change_color_scheme(portal, 1);
    WAIT_UNTIL(feedcore_gtk_theme_get_dark(theme));
    change_color_scheme(portal, 0);
    WAIT_UNTIL(!feedcore_gtk_theme_get_dark(theme));
    g_assert_cmpuint(notified, ==, 4);
    g_assert_true(goes_with(theme));
    close_portal(portal);
}

/* Settings that are something else change nothing, nor does a value that is no number. */
static void leaves_other_settings_alone(void)
{
    GDBusConnection *portal = open_portal(1);
    FeedcoreGtkTheme *theme = new_theme(NULL);
    guint notified;
    count_signal(theme, "notify::dark", &notified);
    WAIT_UNTIL(feedcore_gtk_theme_get_dark(theme));
    change_setting(portal, "org.freedesktop.appearance", "contrast", g_variant_new_uint32(2));
    change_setting(portal, "org.gnome.desktop.interface", "color-scheme", g_variant_new_uint32(2));
    change_color_scheme(portal, 1);
    change_setting(portal, "org.freedesktop.appearance", "color-scheme", g_variant_new_string("light"));
    WAIT_UNTIL(!feedcore_gtk_theme_get_dark(theme)); /* the last one is no preference */
    g_assert_cmpuint(notified, ==, 2);
    g_object_unref(theme);
    close_portal(portal);
}

static void follows_a_portal_that_comes_later(void)
{
    FeedcoreGtkTheme *theme = new_theme(NULL);
    GDBusConnection *portal = open_portal(1);
    WAIT_UNTIL(feedcore_gtk_theme_get_dark(theme));
    close_portal(portal);
    portal = open_portal(2); /* it is asked again when it is back */
    WAIT_UNTIL(!feedcore_gtk_theme_get_dark(theme));
    g_object_unref(theme);
    close_portal(portal);
}

static void set_theme_name(const char *name)
{
    g_object_set(gtk_settings_get_default(), "gtk-theme-name", name, NULL);
}

static void follows_gtk_without_a_portal(void)
{
    g_autofree char *before = text_of(gtk_settings_get_default(), "gtk-theme-name");
    set_theme_name("Adwaita-dark");
    FeedcoreGtkTheme *theme = new_theme(NULL);
    WAIT_UNTIL(feedcore_gtk_theme_get_dark(theme));
    set_theme_name("Adwaita");
    WAIT_UNTIL(!feedcore_gtk_theme_get_dark(theme));
    set_theme_name("Adwaita-dark");
    WAIT_UNTIL(feedcore_gtk_theme_get_dark(theme));
    GDBusConnection *portal = open_portal(2); /* whose word counts more */
    WAIT_UNTIL(!feedcore_gtk_theme_get_dark(theme));
    close_portal(portal);
    g_object_unref(theme);
    set_theme_name(before);
}

/* A program sets this to what the theme says. If the theme followed it, it would never become light again. */
static void does_not_follow_the_program(void)
{
    GtkSettings *settings = gtk_settings_get_default();
    FeedcoreGtkTheme *theme = new_theme("{\"appearance\": \"dark\"}");
    g_object_set(settings, "gtk-application-prefer-dark-theme", TRUE, NULL);
    FeedcoreGtkTheme *other = new_theme("{\"appearance\": \"dark\"}");
    feedcore_gtk_theme_set_appearance(theme, FEEDCORE_GTK_APPEARANCE_SYSTEM);
    feedcore_gtk_theme_set_appearance(other, FEEDCORE_GTK_APPEARANCE_SYSTEM);
    WAIT_UNTIL(!feedcore_gtk_theme_get_dark(theme));
    WAIT_UNTIL(!feedcore_gtk_theme_get_dark(other));
    g_object_set(settings, "gtk-application-prefer-dark-theme", FALSE, NULL);
    g_object_unref(theme);
    g_object_unref(other);
}

/* In programs of their own, since GTK's settings are of the program. */
static void a_preference_for_dark(void)
{
    g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", TRUE, NULL);
    FeedcoreGtkTheme *theme = new_theme(NULL);
    WAIT_UNTIL(feedcore_gtk_theme_get_dark(theme));
    g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", FALSE, NULL);
    FeedcoreGtkTheme *later = new_theme(NULL);
    WAIT_UNTIL(feedcore_gtk_theme_get_dark(later));
    g_object_unref(later);
    g_object_unref(theme);
}

static void without_a_bus(void)
{
    g_autoptr(GDBusConnection) bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
    g_assert_null(bus);
    set_theme_name("Adwaita-dark");
    FeedcoreGtkTheme *theme = new_theme(NULL);
    WAIT_UNTIL(feedcore_gtk_theme_get_dark(theme));
    set_theme_name("Adwaita");
    WAIT_UNTIL(!feedcore_gtk_theme_get_dark(theme));
    g_object_unref(theme);
}

static void of_a_name_in_the_environment(void)
{
    FeedcoreGtkTheme *theme = new_theme(NULL);
    WAIT_UNTIL(feedcore_gtk_theme_get_dark(theme));
    g_object_unref(theme);
}

/* With a variable of the environment that it has from the beginning. */
static void passes_alone(const char *path, const char *variable, const char *value)
{
    g_autofree char *before = g_strdup(g_getenv(variable));
    g_setenv(variable, value, TRUE);
    g_test_trap_subprocess(path, 0, G_TEST_SUBPROCESS_DEFAULT);
    g_unsetenv(variable);
    if (before)
        g_setenv(variable, before, TRUE);
    g_test_trap_assert_passed();
    g_test_trap_assert_stderr("");
}

static void follows_other_words_of_gtk(void)
{
    passes_alone("/theme/alone/subprocess/a-preference-for-dark", "GTK_THEME", "");
    passes_alone("/theme/alone/subprocess/without-a-bus", "DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
    passes_alone("/theme/alone/subprocess/of-a-name-in-the-environment", "GTK_THEME", "Adwaita:dark");
}

/* ------------------------------------------------------------------------------------------------------- appearance */

static void changes_in_the_loop_alone(void)
{
    FeedcoreGtkTheme *theme = new_theme("{\"appearance\": \"light\"}");
    guint appearances, darks;
    count_signal(theme, "notify::appearance", &appearances);
    count_signal(theme, "notify::dark", &darks);
    g_assert_cmpint(feedcore_gtk_theme_get_appearance(theme), ==, FEEDCORE_GTK_APPEARANCE_LIGHT);
    feedcore_gtk_theme_set_appearance(theme, FEEDCORE_GTK_APPEARANCE_LIGHT);
    g_assert_cmpuint(appearances, ==, 0);

    feedcore_gtk_theme_set_appearance(theme, FEEDCORE_GTK_APPEARANCE_DARK);
    g_assert_cmpuint(appearances, ==, 1);
    g_assert_cmpint(feedcore_gtk_theme_get_appearance(theme), ==, FEEDCORE_GTK_APPEARANCE_DARK);
    g_assert_cmpuint(darks, ==, 0);
    g_assert_false(feedcore_gtk_theme_get_dark(theme));
    WAIT_UNTIL(darks == 1);
    g_assert_true(feedcore_gtk_theme_get_dark(theme));

    g_object_set(theme, "appearance", FEEDCORE_GTK_APPEARANCE_LIGHT, NULL);
    WAIT_UNTIL(darks == 2);
    FeedcoreGtkAppearance appearance = 0;
    gboolean is_dark = TRUE;
    g_object_get(theme, "appearance", &appearance, "dark", &is_dark, NULL);
    g_assert_cmpint(appearance, ==, FEEDCORE_GTK_APPEARANCE_LIGHT);
    g_assert_false(is_dark);
    g_assert_cmpuint(appearances, ==, 2);
    g_object_unref(theme);
}

static void refuses_an_appearance_that_is_none(void)
{
    FeedcoreGtkTheme *theme = new_theme("{\"appearance\": \"dark\"}");
    for (int i = 0; i < 2; i++)
        g_test_expect_message("FeedcoreGtk", G_LOG_LEVEL_CRITICAL, "*appearance*");
    feedcore_gtk_theme_set_appearance(theme, 0);
    feedcore_gtk_theme_set_appearance(theme, 4);
    g_test_assert_expected_messages();
    g_assert_cmpint(feedcore_gtk_theme_get_appearance(theme), ==, FEEDCORE_GTK_APPEARANCE_DARK);
    g_object_unref(theme);
}

static void refuses_a_config_that_is_none(void)
{
    FeedcoreGtkContext *context = new_gtk_context("{\"transport\": \"memory\"}");
    GError *error = NULL;
    g_assert_null(feedcore_gtk_theme_new(context, "{\"appearance\": \"blue\"}", &error));
    g_assert_error(error, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_CONFIG);
    g_assert_nonnull(strstr(error->message, "line 1, column 16"));
    g_clear_error(&error);
    g_assert_null(feedcore_gtk_theme_new(context, "{", &error));
    g_assert_error(error, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_SYNTAX);
    g_clear_error(&error);
    g_assert_null(feedcore_gtk_theme_new(context, "{", NULL));
    g_test_expect_message("FeedcoreGtk", G_LOG_LEVEL_CRITICAL, "*FEEDCORE_GTK_IS_CONTEXT*");
    g_assert_null(feedcore_gtk_theme_new(NULL, NULL, &error));
    g_test_assert_expected_messages();
    g_assert_true(goes_with(context));
}

/* ---------------------------------------------------------------------------------------------------------- colours */

static char *hex_of(const GdkRGBA *color)
{
    return g_strdup_printf("%02X%02X%02X%02X", (int)(color->red * 255 + .5f), (int)(color->green * 255 + .5f),
                           (int)(color->blue * 255 + .5f), (int)(color->alpha * 255 + .5f));
}

static void assert_color(FeedcoreGtkTheme *theme, FeedcoreGtkColor color, const char *expected)
{
    GdkRGBA rgba;
    feedcore_gtk_theme_get_color(theme, color, &rgba);
    g_autofree char *hex = hex_of(&rgba);
    g_assert_cmpstr(hex, ==, expected);
}

static void has_colors(void)
{
    FeedcoreGtkTheme *theme = new_theme("{\"appearance\": \"light\", \"light\": {\"accent\": \"#01020304\","
                                        "\"tag-red\": \"#FF0000\"}, \"dark\": {\"accent\": \"#A0B0C0\"}}");
    assert_color(theme, FEEDCORE_GTK_COLOR_ACCENT, "01020304");
    assert_color(theme, 99, "00000000");
    GdkRGBA red, blue, plain, none, tag;
    feedcore_gtk_theme_get_tag_color(theme, "red", &red);
    feedcore_gtk_theme_get_tag_color(theme, "blue", &blue);
    feedcore_gtk_theme_get_tag_color(theme, "green", &plain);
    feedcore_gtk_theme_get_tag_color(theme, NULL, &none);
    feedcore_gtk_theme_get_color(theme, FEEDCORE_GTK_COLOR_TAG, &tag);
    g_assert_true(gdk_rgba_equal(&red, &(GdkRGBA){1, 0, 0, 1}));
    g_assert_false(gdk_rgba_equal(&blue, &red));
    g_assert_true(gdk_rgba_equal(&plain, &tag) && gdk_rgba_equal(&none, &tag));
    feedcore_gtk_theme_set_appearance(theme, FEEDCORE_GTK_APPEARANCE_DARK);
    assert_color(theme, FEEDCORE_GTK_COLOR_ACCENT, "01020304");
    WAIT_UNTIL(feedcore_gtk_theme_get_dark(theme));
    assert_color(theme, FEEDCORE_GTK_COLOR_ACCENT, "A0B0C0FF");
    g_object_unref(theme);
}

static void on_parsing_error(GtkCssProvider *provider, GtkCssSection *section, const GError *error)
{
    (void)provider, (void)section;
    g_error("%s", error->message);
}

/* GTK reads what is written, and shows the same colours by their names. */
static void may_begin_with_an_appearance(void)
{
    FeedcoreGtkContext *context = new_gtk_context("{\"transport\": \"memory\"}");
    const FeedcoreGtkAppearance wanted[] = {FEEDCORE_GTK_APPEARANCE_DARK, FEEDCORE_GTK_APPEARANCE_LIGHT};
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
        GError *error = NULL;
        FeedcoreGtkTheme *theme = g_initable_new(FEEDCORE_GTK_TYPE_THEME, NULL, &error, "appearance", wanted[i],
                                                 "context", context, "config", "{\"appearance\": \"light\"}", NULL);
        g_assert_no_error(error);
        g_assert_cmpint(feedcore_gtk_theme_get_appearance(theme), ==, wanted[i]);
        WAIT_UNTIL(feedcore_gtk_theme_get_dark(theme) == (i == 0));
        g_assert_true(goes_with(theme));
    }
    g_object_unref(context);
}

static void assert_css(FeedcoreGtkTheme *theme)
{
    g_autoptr(GtkCssProvider) provider = gtk_css_provider_new();
    g_autofree char *css = feedcore_gtk_theme_to_css(theme);
    GtkWidget *widget = g_object_ref_sink(gtk_label_new(NULL));
    GtkStyleContext *style = gtk_widget_get_style_context(widget);
    g_signal_connect(provider, "parsing-error", G_CALLBACK(on_parsing_error), NULL);
    gtk_css_provider_load_from_data(provider, css, -1);
    gtk_style_context_add_provider(style, GTK_STYLE_PROVIDER(provider), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    g_autoptr(GEnumClass) colors = g_type_class_ref(FEEDCORE_GTK_TYPE_COLOR);
    g_assert_cmpuint(colors->n_values, ==, 13);
    for (guint i = 0; i < colors->n_values; i++) {
        g_autofree char *name = g_strdelimit(g_strconcat("feedcore_", colors->values[i].value_nick, NULL), "-", '_');
        GdkRGBA shown;
        g_assert_true(gtk_style_context_lookup_color(style, name, &shown));
        g_autofree char *hex = hex_of(&shown);
        assert_color(theme, (FeedcoreGtkColor)colors->values[i].value, hex);
    }
    g_object_unref(widget);
}

static void writes_css(void)
{
    FeedcoreGtkTheme *theme = new_theme("{\"appearance\": \"light\"}");
    assert_css(theme);
    feedcore_gtk_theme_set_appearance(theme, FEEDCORE_GTK_APPEARANCE_DARK);
    WAIT_UNTIL(feedcore_gtk_theme_get_dark(theme));
    assert_css(theme);
    g_object_unref(theme);
}

/* -------------------------------------------------------------------------------------------------------- lifetimes */

static void drop(FeedcoreGtkTheme **theme)
{
    g_clear_object(theme);
}

static void may_go_while_it_notifies(void)
{
    FeedcoreGtkTheme *theme = new_theme("{\"appearance\": \"light\"}");
    g_signal_connect_swapped(theme, "notify::dark", G_CALLBACK(drop), &theme);
    feedcore_gtk_theme_set_appearance(theme, FEEDCORE_GTK_APPEARANCE_DARK);
    WAIT_UNTIL(theme == NULL);
}

/* Some while the bus is being connected, some while the portal is being asked, some later. */
static void may_go_at_any_time(void)
{
    GDBusConnection *portal = open_portal(1);
    FeedcoreGtkTheme *last = new_theme(NULL);
    for (int steps = 0; steps < 16; steps++) {
        FeedcoreGtkTheme *theme = new_theme(NULL);
        for (int i = 0; i < steps; i++)
            turn_loop();
        g_assert_true(goes_with(theme));
    }
    change_color_scheme(portal, 1);
    WAIT_UNTIL(feedcore_gtk_theme_get_dark(last));
    g_object_unref(last);
    close_portal(portal);
}

static void stands_still_once_disposed(void)
{
    FeedcoreGtkTheme *theme = new_theme("{\"appearance\": \"dark\"}");
    g_object_run_dispose(G_OBJECT(theme));
    g_assert_false(feedcore_gtk_theme_get_dark(theme));
    feedcore_gtk_theme_set_appearance(theme, FEEDCORE_GTK_APPEARANCE_LIGHT);
    g_autofree char *css = feedcore_gtk_theme_to_css(theme);
    g_assert_nonnull(css);
    g_assert_true(goes_with(theme));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    gtk_init();
    g_test_add_func("/theme/follows-the-portal", follows_the_portal);
    g_test_add_func("/theme/leaves-other-settings-alone", leaves_other_settings_alone);
    g_test_add_func("/theme/follows-a-portal-that-comes-later", follows_a_portal_that_comes_later);
    g_test_add_func("/theme/follows-gtk-without-a-portal", follows_gtk_without_a_portal);
    g_test_add_func("/theme/does-not-follow-the-program", does_not_follow_the_program);
    g_test_add_func("/theme/follows-other-words-of-gtk", follows_other_words_of_gtk);
    g_test_add_func("/theme/alone/subprocess/a-preference-for-dark", a_preference_for_dark);
    g_test_add_func("/theme/alone/subprocess/without-a-bus", without_a_bus);
    g_test_add_func("/theme/alone/subprocess/of-a-name-in-the-environment", of_a_name_in_the_environment);
    g_test_add_func("/theme/changes-in-the-loop-alone", changes_in_the_loop_alone);
    g_test_add_func("/theme/refuses-an-appearance-that-is-none", refuses_an_appearance_that_is_none);
    g_test_add_func("/theme/refuses-a-config-that-is-none", refuses_a_config_that_is_none);
    g_test_add_func("/theme/has-colors", has_colors);
    g_test_add_func("/theme/may-begin-with-an-appearance", may_begin_with_an_appearance);
    g_test_add_func("/theme/writes-css", writes_css);
    g_test_add_func("/theme/may-go-while-it-notifies", may_go_while_it_notifies);
    g_test_add_func("/theme/may-go-at-any-time", may_go_at_any_time);
    g_test_add_func("/theme/stands-still-once-disposed", stands_still_once_disposed);
    return g_test_run();
}
