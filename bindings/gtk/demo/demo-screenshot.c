#include "demo-screenshot.h"

#include "demo-model.h"
#include "demo-picture.h"

#define STILL 12 /* frames in which nothing was on its way */

typedef struct {
    char *path;
    int frames;
} Screenshot;

static void free_screenshot(gpointer data)
{
    Screenshot *shot = data;
    g_free(shot->path);
    g_free(shot);
}

static gboolean is_waiting(GtkWidget *widget)
{
    if (!gtk_widget_get_mapped(widget))
        return FALSE;
    if (DEMO_IS_PICTURE(widget) && demo_picture_is_waiting(DEMO_PICTURE(widget)))
        return TRUE;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
        if (is_waiting(child))
            return TRUE;
    return FALSE;
}

static gboolean is_still(GtkWidget *window)
{
    const FeedcoreGtkState state = feedcore_gtk_feed_get_state(demo_model()->feed);
    const FeedcoreGtkSearchState found = feedcore_gtk_search_get_state(demo_model()->search);
    return state != FEEDCORE_GTK_STATE_IDLE && !feedcore_gtk_feed_get_loading(demo_model()->feed) &&
           found != FEEDCORE_GTK_SEARCH_STATE_LOADING && !is_waiting(window);
}

static void save(GtkWidget *window, const char *path)
{
    g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(window);
    g_autoptr(GtkSnapshot) snapshot = gtk_snapshot_new();
    gdk_paintable_snapshot(paintable, snapshot, gtk_widget_get_width(window), gtk_widget_get_height(window));
    g_autoptr(GskRenderNode) node = gtk_snapshot_free_to_node(g_steal_pointer(&snapshot));
    GskRenderer *renderer = gtk_native_get_renderer(GTK_NATIVE(window));
    g_autoptr(GdkTexture) texture = gsk_renderer_render_texture(renderer, node, NULL);
    if (!gdk_texture_save_to_png(texture, path))
        g_printerr("feedcore-gtk-demo: %s can't be written\n", path);
}

static gboolean look(GtkWidget *window, GdkFrameClock *clock, gpointer data)
{
    Screenshot *shot = data;
    shot->frames = is_still(window) ? shot->frames + 1 : 0;
    if (shot->frames < STILL) {
        gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT);
        return G_SOURCE_CONTINUE;
    }
    save(window, shot->path);
    gtk_window_close(GTK_WINDOW(window));
    return G_SOURCE_REMOVE;
}

void demo_screenshot(GtkWindow *window, const char *path)
{
    Screenshot *shot = g_new0(Screenshot, 1);
    shot->path = g_strdup(path);
    gtk_widget_add_css_class(GTK_WIDGET(window), "screenshot");
    gtk_widget_add_tick_callback(GTK_WIDGET(window), look, shot, free_screenshot);
}
