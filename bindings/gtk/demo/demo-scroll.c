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

/* --------------------------------------------------------------- the wheel */

static void leave_wheel_alone(GtkWidget *scroller, GtkEventControllerScrollFlags flags)
{
    g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(scroller);
    for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
        g_autoptr(GtkEventController) controller = g_list_model_get_item(controllers, i);
        if (GTK_IS_EVENT_CONTROLLER_SCROLL(controller))
            gtk_event_controller_scroll_set_flags(GTK_EVENT_CONTROLLER_SCROLL(controller), flags);
    }
}

/* With Shift a wheel tells one way or the other, as the device has it. */
static gboolean scroll_with_shift(GtkEventController *controller, double dx, double dy, GtkScrolledWindow *scroller)
{
    GtkAdjustment *adjustment = gtk_scrolled_window_get_hadjustment(scroller);
    if (!(gtk_event_controller_get_current_event_state(controller) & GDK_SHIFT_MASK))
        return GDK_EVENT_PROPAGATE;
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) +
                                             (dx + dy) * gtk_adjustment_get_page_size(adjustment) / 5);
    return GDK_EVENT_STOP;
}

void demo_scroll_sideways(GtkScrolledWindow *scroller)
{
    GtkEventController *shift = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
    gtk_scrolled_window_set_policy(scroller, GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER);
    leave_wheel_alone(GTK_WIDGET(scroller),
                      GTK_EVENT_CONTROLLER_SCROLL_HORIZONTAL | GTK_EVENT_CONTROLLER_SCROLL_KINETIC);
    gtk_event_controller_set_propagation_phase(shift, GTK_PHASE_CAPTURE);
    g_signal_connect(shift, "scroll", G_CALLBACK(scroll_with_shift), scroller);
    gtk_widget_add_controller(GTK_WIDGET(scroller), shift);
}

void demo_scroll_not(GtkScrolledWindow *scroller)
{
    gtk_scrolled_window_set_policy(scroller, GTK_POLICY_NEVER, GTK_POLICY_NEVER);
    leave_wheel_alone(GTK_WIDGET(scroller), GTK_EVENT_CONTROLLER_SCROLL_NONE);
}
