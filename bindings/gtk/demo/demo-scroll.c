#include "demo-scroll.h"

#define DURATION 300000.0 /* microseconds */

typedef struct {
    GtkAdjustment *adjustment;
    double from, to;
    gint64 start;
} Scroll;

static void free_scroll(gpointer data)
{
    Scroll *scroll = data;
    g_object_unref(scroll->adjustment);
    g_free(scroll);
}

static gboolean step(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
    Scroll *scroll = data;
    const gint64 now = gdk_frame_clock_get_frame_time(clock);
    if (scroll->start == 0)
        scroll->start = now;
    const double left = 1 - MIN((double)(now - scroll->start) / DURATION, 1);
    /* Fast first, then slower. */
    const double way = 1 - left * left * left;
    gtk_adjustment_set_value(scroll->adjustment, scroll->from + (scroll->to - scroll->from) * way);
    if (left > 0)
        return G_SOURCE_CONTINUE;
    g_object_set_data(G_OBJECT(widget), "demo-scroll", NULL);
    return G_SOURCE_REMOVE;
}

void demo_scroll_to(GtkWidget *widget, GtkAdjustment *adjustment, double value)
{
    const double last = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment);
    const guint running = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(widget), "demo-scroll"));
    gboolean is_animated = FALSE;
    g_object_get(gtk_widget_get_settings(widget), "gtk-enable-animations", &is_animated, NULL);
    if (running)
        gtk_widget_remove_tick_callback(widget, running);
    g_object_set_data(G_OBJECT(widget), "demo-scroll", NULL);
    value = CLAMP(value, 0, MAX(last, 0));
    if (!is_animated || !gtk_widget_get_mapped(widget)) {
        gtk_adjustment_set_value(adjustment, value);
        return;
    }
    Scroll *scroll = g_new0(Scroll, 1);
    *scroll = (Scroll){g_object_ref(adjustment), gtk_adjustment_get_value(adjustment), value, 0};
    const guint tick = gtk_widget_add_tick_callback(widget, step, scroll, free_scroll);
    g_object_set_data(G_OBJECT(widget), "demo-scroll", GUINT_TO_POINTER(tick));
}
