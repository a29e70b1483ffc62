#include "demo-carousel.h"

#include "demo-bind.h"
#include "demo-cell.h"
#include "demo-model.h"
#include "demo-scroll.h"

struct _DemoCarousel {
    GtkWidget parent;
    FeedcoreGtkSection *section;
    GtkWidget *box;
    GtkScrolledWindow *scroller;
    GtkBox *slides, *dots;
};

G_DEFINE_FINAL_TYPE(DemoCarousel, demo_carousel, GTK_TYPE_WIDGET)

static int count(DemoCarousel *self)
{
    return (int)g_list_model_get_n_items(G_LIST_MODEL(self->section));
}

/* ---------------------------------------------------------------- slides */

static void activate(FeedcoreGtkItem *item)
{
    feedcore_gtk_item_activate(item);
}

/* What has the focus is shown. */
static void focus(GtkEventControllerFocus *controller, DemoCarousel *self)
{
    GtkWidget *slide = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller));
    const int position = demo_child_position(self->slides, slide);
    if (position != feedcore_gtk_section_get_banner(self->section))
        feedcore_gtk_section_set_banner(self->section, position);
}

static void tell_name(FeedcoreGtkItem *item, GtkWidget *slide)
{
    g_autofree char *name = demo_item_name(item);
    gtk_accessible_update_property(GTK_ACCESSIBLE(slide), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static GtkWidget *new_slide(gpointer item, gpointer data)
{
    DemoCarousel *self = data;
    GtkWidget *slide = gtk_button_new();
    GtkWidget *cell = g_object_new(demo_slide_get_type(), "section", self->section, "item", item, NULL);
    GtkEventController *controller = gtk_event_controller_focus_new();
    gtk_button_set_child(GTK_BUTTON(slide), cell);
    gtk_widget_add_css_class(slide, "slide");
    g_signal_connect_object(slide, "clicked", G_CALLBACK(activate), item, G_CONNECT_SWAPPED);
    g_signal_connect(controller, "enter", G_CALLBACK(focus), self);
    gtk_widget_add_controller(slide, controller);
    g_signal_connect_object(item, "changed", G_CALLBACK(tell_name), slide, 0);
    tell_name(item, slide);
    return slide;
}

/* ------------------------------------------------------------------ dots */

static void choose(DemoCarousel *self, GtkWidget *dot)
{
    feedcore_gtk_section_set_banner(self->section, demo_child_position(self->dots, dot));
}

static GtkWidget *new_dot(gpointer item, gpointer data)
{
    DemoCarousel *self = data;
    GtkWidget *dot = gtk_button_new();
    (void)item;
    gtk_widget_add_css_class(dot, "dot");
    gtk_widget_set_focusable(dot, FALSE); /* the slides are */
    g_signal_connect_swapped(dot, "clicked", G_CALLBACK(choose), self);
    return dot;
}

static void name_dots(DemoCarousel *self)
{
    for (int i = 0; i < count(self); i++) {
        GtkWidget *dot = demo_child_at(self->dots, (guint)i);
        g_autoptr(GString) name = g_string_new(demo_word("Banner %d of %d"));
        g_autofree char *number = g_strdup_printf("%d", i + 1), *all = g_strdup_printf("%d", count(self));
        g_string_replace(name, "%d", number, 1);
        g_string_replace(name, "%d", all, 1);
        gtk_accessible_update_property(GTK_ACCESSIBLE(dot), GTK_ACCESSIBLE_PROPERTY_LABEL, name->str, -1);
    }
    gtk_widget_set_visible(GTK_WIDGET(self->dots), count(self) > 1);
}

/* --------------------------------------------------------------- turning */

static void show_banner(DemoCarousel *self)
{
    const int banner = feedcore_gtk_section_get_banner(self->section);
    const double slide = feedcore_gtk_section_measure(self->section, FEEDCORE_GTK_METRIC_ITEM_WIDTH) +
                         feedcore_gtk_section_measure(self->section, FEEDCORE_GTK_METRIC_SPACING);
    demo_scroll_to(GTK_WIDGET(self->scroller), gtk_scrolled_window_get_hadjustment(self->scroller), banner * slide);
    for (int i = 0; i < count(self); i++) {
        GtkWidget *dot = demo_child_at(self->dots, (guint)i);
        gtk_accessible_update_state(GTK_ACCESSIBLE(dot), GTK_ACCESSIBLE_STATE_SELECTED, i == banner, -1);
        if (i == banner)
            gtk_widget_add_css_class(dot, "current");
        else
            gtk_widget_remove_css_class(dot, "current");
    }
}

static gboolean show_in_frame(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
    (void)clock, (void)data;
    show_banner(DEMO_CAROUSEL(widget));
    return G_SOURCE_REMOVE;
}

/* The slides are being given their sizes, and scrolling would change those that have them. */
static void show_later(DemoCarousel *self)
{
    gtk_widget_add_tick_callback(GTK_WIDGET(self), show_in_frame, NULL, NULL);
}

static gboolean press(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType modifiers,
                      DemoCarousel *self)
{
    const int step = key == GDK_KEY_Left ? -1 : key == GDK_KEY_Right ? 1 : 0;
    (void)keys, (void)code;
    if (step == 0 || count(self) == 0 || (modifiers & gtk_accelerator_get_default_mod_mask()))
        return GDK_EVENT_PROPAGATE;
    const int banner = (feedcore_gtk_section_get_banner(self->section) + step + count(self)) % count(self);
    gtk_widget_grab_focus(demo_child_at(self->slides, (guint)banner));
    return GDK_EVENT_STOP;
}

/* Nothing moves away from under a pointer, or from a reader who goes through it with the keyboard, or unseen. */
static void pause_banners(DemoCarousel *self)
{
    const gboolean is_used = (gtk_widget_get_state_flags(GTK_WIDGET(self)) &
                              (GTK_STATE_FLAG_PRELIGHT | GTK_STATE_FLAG_FOCUS_WITHIN)) != 0;
    feedcore_gtk_feed_set_banners_paused(demo_model()->feed, is_used || !gtk_widget_get_mapped(GTK_WIDGET(self)));
}

/* ------------------------------------------------------------------ life */

static void resize(DemoCarousel *self)
{
    const int margin = (int)feedcore_gtk_section_measure(self->section, FEEDCORE_GTK_METRIC_MARGIN);
    gtk_box_set_spacing(self->slides, (int)feedcore_gtk_section_measure(self->section, FEEDCORE_GTK_METRIC_SPACING));
    gtk_widget_set_margin_start(GTK_WIDGET(self->scroller), margin);
    gtk_widget_set_margin_end(GTK_WIDGET(self->slides), margin);
}

static void watch(DemoCarousel *self)
{
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(press), self);
    gtk_widget_add_controller(GTK_WIDGET(self), keys);
    g_signal_connect(self, "state-flags-changed", G_CALLBACK(pause_banners), NULL);
    g_signal_connect(self, "map", G_CALLBACK(pause_banners), NULL);
    g_signal_connect(self, "unmap", G_CALLBACK(pause_banners), NULL);
    g_signal_connect_object(gtk_scrolled_window_get_hadjustment(self->scroller), "changed", G_CALLBACK(show_later),
                            self, G_CONNECT_SWAPPED);
    g_signal_connect_object(self->section, "notify", G_CALLBACK(resize), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(self->section, "notify::banner", G_CALLBACK(show_banner), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(self->section, "items-changed", G_CALLBACK(name_dots), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(self->section, "items-changed", G_CALLBACK(show_banner), self, G_CONNECT_SWAPPED);
}

static void demo_carousel_dispose(GObject *object)
{
    DemoCarousel *self = DEMO_CAROUSEL(object);
    g_clear_pointer(&self->box, gtk_widget_unparent);
    g_clear_object(&self->section);
    G_OBJECT_CLASS(demo_carousel_parent_class)->dispose(object);
}

static void demo_carousel_class_init(DemoCarouselClass *class)
{
    G_OBJECT_CLASS(class)->dispose = demo_carousel_dispose;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "carousel");
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
    gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void demo_carousel_init(DemoCarousel *self)
{
    self->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_set_parent(self->box, GTK_WIDGET(self));
    self->scroller = GTK_SCROLLED_WINDOW(gtk_scrolled_window_new());
    demo_scroll_sideways(self->scroller);
    gtk_box_append(GTK_BOX(self->box), GTK_WIDGET(self->scroller));
    self->slides = GTK_BOX(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0));
    gtk_scrolled_window_set_child(self->scroller, GTK_WIDGET(self->slides));
    self->dots = GTK_BOX(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0));
    gtk_widget_add_css_class(GTK_WIDGET(self->dots), "dots");
    gtk_widget_set_halign(GTK_WIDGET(self->dots), GTK_ALIGN_CENTER);
    gtk_box_append(GTK_BOX(self->box), GTK_WIDGET(self->dots));
}

GtkWidget *demo_carousel_new(FeedcoreGtkSection *section)
{
    DemoCarousel *self = g_object_new(DEMO_TYPE_CAROUSEL, NULL);
    self->section = g_object_ref(section);
    demo_bind_children(self->slides, G_LIST_MODEL(section), new_slide, self);
    demo_bind_children(self->dots, G_LIST_MODEL(section), new_dot, self);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, demo_word("Banners"), -1);
    watch(self);
    resize(self);
    name_dots(self);
    show_banner(self);
    return GTK_WIDGET(self);
}
