#include "demo-failure.h"

#include "demo-busy.h"
#include "demo-model.h"

struct _DemoFailure {
    GtkBox parent;
    FeedcoreGtkSource *source;
    GtkLabel *name, *text;
    GtkButton *retry;
};

G_DEFINE_FINAL_TYPE(DemoFailure, demo_failure, GTK_TYPE_BOX)

FeedcoreGtkSource *demo_failure_get_source(DemoFailure *self)
{
    return self->source;
}

static void retry(DemoFailure *self)
{
    feedcore_gtk_source_refresh_async(self->source, NULL, NULL, NULL);
}

/* What is missing, in the reader's words. */
static const char *title_of(FeedcoreGtkSource *source)
{
    const char *name = feedcore_gtk_source_get_name(source);
    return demo_word(g_str_equal(name, "menus")        ? "Round menus"
                     : g_str_equal(name, "programmes") ? "Programmes of today"
                                                       : "The page");
}

/* While it is tried again the card stays, so that nothing jumps. */
static void update(DemoFailure *self)
{
    const FeedcoreGtkState state = feedcore_gtk_source_get_state(self->source);
    const GError *error = feedcore_gtk_source_get_error(self->source);
    const gboolean was_visible = gtk_widget_get_visible(GTK_WIDGET(self));
    demo_set_busy(GTK_WIDGET(self->retry), state == FEEDCORE_GTK_STATE_LOADING);
    if (state == FEEDCORE_GTK_STATE_FAILED && error)
        gtk_label_set_text(self->text, feedcore_gtk_texts_error(demo_model()->texts, error));
    gtk_widget_set_visible(GTK_WIDGET(self), state == FEEDCORE_GTK_STATE_FAILED ||
                                                 (state == FEEDCORE_GTK_STATE_LOADING && was_visible));
}

static void demo_failure_dispose(GObject *object)
{
    DemoFailure *self = DEMO_FAILURE(object);
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(self))))
        gtk_widget_unparent(child);
    g_clear_object(&self->source);
    G_OBJECT_CLASS(demo_failure_parent_class)->dispose(object);
}

static void demo_failure_class_init(DemoFailureClass *class)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = demo_failure_dispose;
    gtk_widget_class_set_template_from_resource(widget_class, "/org/feedcore/demo/failure.ui");
    gtk_widget_class_bind_template_child(widget_class, DemoFailure, text);
    gtk_widget_class_bind_template_child(widget_class, DemoFailure, name);
    gtk_widget_class_bind_template_child(widget_class, DemoFailure, retry);
    gtk_widget_class_bind_template_callback(widget_class, retry);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void demo_failure_init(DemoFailure *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    gtk_button_set_label(self->retry, feedcore_gtk_texts_word(demo_model()->texts, FEEDCORE_GTK_WORD_RETRY));
}

GtkWidget *demo_failure_new(FeedcoreGtkSource *source)
{
    DemoFailure *self = g_object_new(DEMO_TYPE_FAILURE, "visible", FALSE, NULL);
    self->source = g_object_ref(source);
    g_signal_connect_object(source, "notify", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
    gtk_label_set_text(self->name, title_of(source));
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, title_of(source), -1);
    update(self);
    return GTK_WIDGET(self);
}
