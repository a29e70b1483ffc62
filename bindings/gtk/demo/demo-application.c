#include "demo-application.h"

#include "demo-screenshot.h"
#include "demo-window.h"

#include <stdio.h>

struct _DemoApplication {
    GtkApplication parent;
    DemoModel *model;
    GtkCssProvider *colors;
    char *url, *data, *lang, *appearance, *size, *screenshot, *search;
    gboolean quiet, rearrange;
};

G_DEFINE_FINAL_TYPE(DemoApplication, demo_application, GTK_TYPE_APPLICATION)

DemoModel *demo_application_get_model(DemoApplication *self)
{
    return self->model;
}

gboolean demo_application_is_quiet(DemoApplication *self)
{
    return self->quiet || self->screenshot;
}

/* ---------------------------------------------------------------- colours */

static void add_provider(GtkCssProvider *provider)
{
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(provider),
                                               GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

/* The theme's colours are there by name for demo.css, and GTK's own widgets follow it. */
static void use_colors(DemoApplication *self)
{
    g_autofree char *css = feedcore_gtk_theme_to_css(self->model->theme);
    gtk_css_provider_load_from_data(self->colors, css, -1);
    g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme",
                 feedcore_gtk_theme_get_dark(self->model->theme), NULL);
}

static void add_styles(DemoApplication *self)
{
    g_autoptr(GtkCssProvider) style = gtk_css_provider_new();
    gtk_css_provider_load_from_resource(style, "/org/feedcore/demo/demo.css");
    self->colors = gtk_css_provider_new();
    add_provider(self->colors);
    add_provider(style);
    g_signal_connect_object(self->model->theme, "notify::dark", G_CALLBACK(use_colors), self, G_CONNECT_SWAPPED);
    use_colors(self);
}

/* ---------------------------------------------------------------- options */

static void add_options(DemoApplication *self)
{
    const GOptionEntry entries[] = {
        {"url", 0, 0, G_OPTION_ARG_STRING, &self->url, "The server's address, without a path", "URL"},
        {"data", 0, 0, G_OPTION_ARG_FILENAME, &self->data, "Where page, pictures and order are kept", "FOLDER"},
        {"lang", 0, 0, G_OPTION_ARG_STRING, &self->lang, "zh or en; the desktop's if there is none", "LANGUAGE"},
        {"appearance", 0, 0, G_OPTION_ARG_STRING, &self->appearance, "light, dark or system; else as it was last",
         "NAME"},
        {"size", 0, 0, G_OPTION_ARG_STRING, &self->size, "Of the window, in points", "WIDTHxHEIGHT"},
        {"search", 0, 0, G_OPTION_ARG_STRING, &self->search, "Begin with a search", "QUERY"},
        {"screenshot", 0, 0, G_OPTION_ARG_FILENAME, &self->screenshot, "Write the window to a PNG file, and end",
         "FILE"},
        {"rearrange", 0, 0, G_OPTION_ARG_NONE, &self->rearrange, "Begin with rearranging", NULL},
        {"quiet", 0, 0, G_OPTION_ARG_NONE, &self->quiet, "Open no browser", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_application_add_main_option_entries(G_APPLICATION(self), entries);
}

/* -1 to go on, else the exit status. */
static int demo_application_handle_local_options(GApplication *application, GVariantDict *options)
{
    DemoApplication *self = DEMO_APPLICATION(application);
    const char *const names[] = {"light", "dark", "system", NULL};
    int width, height;
    (void)options;
    if (!self->url)
        g_printerr("feedcore-gtk-demo: --url is missing; \"make gtk-demo\" starts a server, too\n");
    else if (self->appearance && !g_strv_contains(names, self->appearance))
        g_printerr("feedcore-gtk-demo: --appearance is light, dark or system\n");
    else if (self->size && sscanf(self->size, "%dx%d", &width, &height) != 2)
        g_printerr("feedcore-gtk-demo: --size is WIDTHxHEIGHT\n");
    else
        return -1;
    return 2;
}

/* ------------------------------------------------------------------- life */

static char *folder(DemoApplication *self)
{
    return self->data ? g_strdup(self->data) : g_build_filename(g_get_user_data_dir(), "feedcore-gtk-demo", NULL);
}

static void demo_application_startup(GApplication *application)
{
    DemoApplication *self = DEMO_APPLICATION(application);
    g_autofree char *data = folder(self);
    g_autoptr(GError) error = NULL;
    G_APPLICATION_CLASS(demo_application_parent_class)->startup(application);
    self->model = demo_model_new(self->url, data, self->lang, self->screenshot != NULL, &error);
    if (self->model)
        add_styles(self);
    else
        g_printerr("feedcore-gtk-demo: %s\n", error->message);
}

static void apply_options(DemoApplication *self, GtkWidget *window)
{
    int width = 1080, height = 780;
    if (self->size)
        sscanf(self->size, "%dx%d", &width, &height);
    gtk_window_set_default_size(GTK_WINDOW(window), width, height);
    feedcore_gtk_feed_set_viewport(self->model->feed, width, height, 1);
    if (!self->appearance)
        demo_model_load_appearance(self->model);
    else
        g_action_group_activate_action(G_ACTION_GROUP(window), "appearance", g_variant_new_string(self->appearance));
    demo_model_keep_appearance(self->model);
    if (self->rearrange)
        g_action_group_activate_action(G_ACTION_GROUP(window), "rearrange", NULL);
    if (self->search)
        demo_window_search(DEMO_WINDOW(window), self->search);
    if (self->screenshot)
        demo_screenshot(GTK_WINDOW(window), self->screenshot);
}

static void demo_application_activate(GApplication *application)
{
    DemoApplication *self = DEMO_APPLICATION(application);
    GtkWindow *window = gtk_application_get_active_window(GTK_APPLICATION(self));
    if (!self->model)
        return;
    if (!window) {
        window = GTK_WINDOW(demo_window_new(self));
        apply_options(self, GTK_WIDGET(window));
        feedcore_gtk_feed_refresh_async(self->model->feed, NULL, NULL, NULL);
    }
    gtk_window_present(window);
}

static void demo_application_shutdown(GApplication *application)
{
    DemoApplication *self = DEMO_APPLICATION(application);
    GtkWindow *window;
    while ((window = gtk_application_get_active_window(GTK_APPLICATION(self))))
        gtk_window_destroy(window);
    G_APPLICATION_CLASS(demo_application_parent_class)->shutdown(application);
    g_clear_object(&self->colors);
    g_clear_pointer(&self->model, demo_model_free);
}

static void demo_application_finalize(GObject *object)
{
    DemoApplication *self = DEMO_APPLICATION(object);
    char *texts[] = {self->url, self->data, self->lang, self->appearance, self->size, self->screenshot, self->search};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        g_free(texts[i]);
    G_OBJECT_CLASS(demo_application_parent_class)->finalize(object);
}

static void demo_application_class_init(DemoApplicationClass *class)
{
    GApplicationClass *application_class = G_APPLICATION_CLASS(class);
    G_OBJECT_CLASS(class)->finalize = demo_application_finalize;
    application_class->handle_local_options = demo_application_handle_local_options;
    application_class->startup = demo_application_startup;
    application_class->activate = demo_application_activate;
    application_class->shutdown = demo_application_shutdown;
}

static void demo_application_init(DemoApplication *self)
{
    add_options(self);
}

DemoApplication *demo_application_new(void)
{
    return g_object_new(DEMO_TYPE_APPLICATION, "application-id", "org.feedcore.Demo", "flags",
                        G_APPLICATION_NON_UNIQUE, NULL);
}
