#include "demo-page.h"

#include "demo-bind.h"
#include "demo-busy.h"
#include "demo-failure.h"
#include "demo-hidden.h"
#include "demo-model.h"
#include "demo-reveal.h"
#include "demo-section.h"

struct _DemoPage {
    GtkWidget parent;
    GtkWidget *content, *stale, *scroller, *status;
    GtkLabel *stale_text, *status_text, *end, *hidden_title;
    GtkBox *sections, *hidden, *hidden_rows;
    GPtrArray *failures; /* borrowed from the box of the sections */
    FeedcoreGtkSection *first;
    GtkImage *status_icon;
    GtkSpinner *spinner;
    GtkButton *stale_retry, *status_retry, *more, *reset, *done;
    GtkWidget *tools, *hint;
    gboolean rearranging;
    guint clock;
};

G_DEFINE_FINAL_TYPE(DemoPage, demo_page, GTK_TYPE_WIDGET)

static FeedcoreGtkFeed *feed(void)
{
    return demo_model()->feed;
}

/* ------------------------------------------------------------------ state */

static void update_stale(DemoPage *self)
{
    const GError *error = feedcore_gtk_feed_get_error(feed());
    const gboolean is_stale = error && feedcore_gtk_feed_get_state(feed()) == FEEDCORE_GTK_STATE_STALE;
    if (is_stale) {
        g_autofree char *age = feedcore_gtk_texts_age(demo_model()->texts, feedcore_gtk_feed_get_time(feed()));
        g_autofree char *text =
            g_strjoin(" · ", feedcore_gtk_texts_error(demo_model()->texts, error), age, NULL);
        gtk_label_set_text(self->stale_text, text);
    }
    demo_reveal(GTK_REVEALER(self->stale), is_stale);
}

static gboolean offers_hidden(DemoPage *self)
{
    return self->rearranging && g_list_model_get_n_items(feedcore_gtk_feed_get_hidden_sections(feed())) > 0;
}

static void update_status(DemoPage *self)
{
    const FeedcoreGtkState state = feedcore_gtk_feed_get_state(feed());
    const gboolean has_page = g_list_model_get_n_items(G_LIST_MODEL(feed())) > 0 || offers_hidden(self);
    const gboolean is_loading = state == FEEDCORE_GTK_STATE_LOADING || state == FEEDCORE_GTK_STATE_IDLE;
    const GError *error = feedcore_gtk_feed_get_error(feed());
    const char *text = feedcore_gtk_texts_state(demo_model()->texts, state);
    if (state == FEEDCORE_GTK_STATE_FAILED && error)
        text = feedcore_gtk_texts_error(demo_model()->texts, error);
    gtk_label_set_text(self->status_text, text ? text : "");
    gtk_widget_set_visible(GTK_WIDGET(self->spinner), is_loading);
    gtk_spinner_set_spinning(self->spinner, is_loading && !has_page);
    gtk_widget_set_visible(GTK_WIDGET(self->status_icon), !is_loading);
    gtk_widget_set_visible(GTK_WIDGET(self->status_retry), !is_loading);
    gtk_widget_set_visible(self->status, !has_page);
    gtk_widget_set_visible(self->scroller, has_page);
}

static void update_end(DemoPage *self)
{
    const gboolean can = feedcore_gtk_feed_get_can_load_more(feed());
    const char *text = feedcore_gtk_feed_get_end_text(feed());
    gtk_widget_set_visible(GTK_WIDGET(self->more), can && !self->rearranging);
    gtk_label_set_text(self->end, text ? text : "");
    gtk_widget_set_visible(GTK_WIDGET(self->end), !can && text && !self->rearranging);
}

static void update(DemoPage *self)
{
    update_stale(self);
    update_status(self);
    update_end(self);
    gtk_widget_set_visible(GTK_WIDGET(self->hidden), offers_hidden(self));
}

/* A page grows old while it is shown. */
static gboolean tick(gpointer self)
{
    update_stale(self);
    return G_SOURCE_CONTINUE;
}

/* --------------------------------------------------------------- requests */

/* What fails shows in the feed's properties. */
void demo_page_refresh(DemoPage *self)
{
    (void)self;
    feedcore_gtk_feed_refresh_async(feed(), NULL, NULL, NULL);
}

static void load_more(DemoPage *self)
{
    demo_set_busy(GTK_WIDGET(self->more), TRUE);
    if (feedcore_gtk_feed_get_can_load_more(feed()))
        feedcore_gtk_feed_load_more_async(feed(), NULL, NULL, NULL);
}

static void complete(DemoPage *self)
{
    demo_set_busy(GTK_WIDGET(self->more), FALSE);
}

/* At the end of scrolling what follows is loaded without a button. */
static void reach_edge(DemoPage *self, GtkPositionType edge)
{
    if (edge == GTK_POS_BOTTOM && !self->rearranging)
        load_more(self);
}

/* --------------------------------------------------------------- sections */

static GtkWidget *new_section(gpointer section, gpointer data)
{
    GtkWidget *widget = demo_section_new(section);
    demo_section_set_rearranging(DEMO_SECTION(widget), DEMO_PAGE(data)->rearranging);
    return widget;
}

/* Where a source's sections are, as home.json says. */
static guint place_of(FeedcoreGtkSource *source)
{
    const char *name = feedcore_gtk_source_get_name(source);
    return g_str_equal(name, "menus") ? 1 : g_str_equal(name, "programmes") ? 4 : 0;
}

/* What isn't a section is as wide as the first section's content. */
static void align(DemoPage *self)
{
    const int margin = (int)feedcore_gtk_section_measure(self->first, FEEDCORE_GTK_METRIC_MARGIN);
    gtk_widget_set_margin_start(GTK_WIDGET(self->hidden), margin);
    gtk_widget_set_margin_end(GTK_WIDGET(self->hidden), margin);
    for (guint i = 0; i < self->failures->len; i++) {
        gtk_widget_set_margin_start(g_ptr_array_index(self->failures, i), margin);
        gtk_widget_set_margin_end(g_ptr_array_index(self->failures, i), margin);
    }
}

static void watch_first(DemoPage *self)
{
    g_autoptr(FeedcoreGtkSection) first = g_list_model_get_item(G_LIST_MODEL(feed()), 0);
    if (!first || first == self->first)
        return;
    if (self->first)
        g_signal_handlers_disconnect_by_data(self->first, self);
    g_set_object(&self->first, first);
    g_signal_connect_object(first, "notify::margin", G_CALLBACK(align), self, G_CONNECT_SWAPPED);
    align(self);
}

static void tell_places(DemoPage *self, guint count)
{
    for (guint i = 0; i < count; i++)
        demo_section_set_place(DEMO_SECTION(demo_child_at(self->sections, i)), i == 0, i == count - 1);
}

static void place_failures(DemoPage *self)
{
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(feed()));
    for (guint i = 0; i < self->failures->len; i++) {
        GtkWidget *failure = g_ptr_array_index(self->failures, i);
        const guint place = MIN(place_of(demo_failure_get_source(DEMO_FAILURE(failure))), count);
        gtk_box_reorder_child_after(self->sections, failure, place ? demo_child_at(self->sections, place - 1) : NULL);
    }
    watch_first(self);
    tell_places(self, count);
}

static void add_failures(DemoPage *self)
{
    GListModel *sources = feedcore_gtk_feed_get_sources(feed());
    self->failures = g_ptr_array_new();
    for (guint i = 0; i < g_list_model_get_n_items(sources); i++) {
        g_autoptr(FeedcoreGtkSource) source = g_list_model_get_item(sources, i);
        GtkWidget *failure = demo_failure_new(source);
        gtk_box_append(self->sections, failure);
        g_ptr_array_add(self->failures, failure);
    }
}

void demo_page_set_rearranging(DemoPage *self, gboolean rearranging)
{
    self->rearranging = rearranging;
    gtk_widget_set_visible(self->tools, rearranging);
    for (GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(self->sections)); child;
         child = gtk_widget_get_next_sibling(child))
        if (DEMO_IS_SECTION(child))
            demo_section_set_rearranging(DEMO_SECTION(child), rearranging);
    update(self);
    if (!rearranging)
        return;
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(self->scroller)), 0);
    gtk_widget_grab_focus(GTK_WIDGET(self->done));
}

static void reset(DemoPage *self)
{
    (void)self;
    demo_model_reset(demo_model());
}

/* ------------------------------------------------------------------ focus */

void demo_page_focus(DemoPage *self, GtkWidget *widget)
{
    GtkViewport *viewport = GTK_VIEWPORT(gtk_scrolled_window_get_child(GTK_SCROLLED_WINDOW(self->scroller)));
    gtk_viewport_set_scroll_to_focus(viewport, FALSE);
    gtk_widget_grab_focus(widget);
    gtk_viewport_set_scroll_to_focus(viewport, TRUE);
}

/* ------------------------------------------------------------------- life */

/* The sizes of all cells follow from the width, in the library's next turn. */
static void demo_page_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    const int scale = gtk_widget_get_scale_factor(widget);
    feedcore_gtk_feed_set_viewport(feed(), width, height, scale);
    feedcore_gtk_feed_set_viewport(feedcore_gtk_search_get_feed(demo_model()->search), width, height, scale);
    gtk_widget_allocate(DEMO_PAGE(widget)->content, width, height, baseline, NULL);
}

/* It can be as narrow as its content is at the least, and no cell says how wide that is. */
static void demo_page_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                              int *minimum_baseline, int *natural_baseline)
{
    gtk_widget_measure(DEMO_PAGE(widget)->content, orientation, for_size, minimum, natural, minimum_baseline,
                       natural_baseline);
    if (orientation == GTK_ORIENTATION_HORIZONTAL)
        *minimum = MIN(*minimum, 320);
    *minimum_baseline = *natural_baseline = -1;
}

static void demo_page_dispose(GObject *object)
{
    DemoPage *self = DEMO_PAGE(object);
    g_clear_handle_id(&self->clock, g_source_remove);
    if (self->first)
        g_signal_handlers_disconnect_by_data(self->first, self);
    g_clear_object(&self->first);
    g_clear_pointer(&self->failures, g_ptr_array_unref);
    g_clear_pointer(&self->content, gtk_widget_unparent);
    G_OBJECT_CLASS(demo_page_parent_class)->dispose(object);
}

static void demo_page_class_init(DemoPageClass *class)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = demo_page_dispose;
    widget_class->size_allocate = demo_page_size_allocate;
    widget_class->measure = demo_page_measure;
    gtk_widget_class_set_template_from_resource(widget_class, "/org/feedcore/demo/page.ui");
    gtk_widget_class_bind_template_child(widget_class, DemoPage, content);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, stale);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, stale_text);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, stale_retry);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, scroller);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, sections);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, hidden);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, hidden_title);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, hidden_rows);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, status);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, status_icon);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, status_text);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, status_retry);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, spinner);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, more);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, end);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, tools);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, hint);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, reset);
    gtk_widget_class_bind_template_child(widget_class, DemoPage, done);
    gtk_widget_class_bind_template_callback(widget_class, demo_page_refresh);
    gtk_widget_class_bind_template_callback(widget_class, load_more);
    gtk_widget_class_bind_template_callback(widget_class, reach_edge);
    gtk_widget_class_bind_template_callback(widget_class, reset);
}

static void set_words(DemoPage *self)
{
    FeedcoreGtkTexts *texts = demo_model()->texts;
    gtk_button_set_label(self->stale_retry, feedcore_gtk_texts_word(texts, FEEDCORE_GTK_WORD_RETRY));
    gtk_button_set_label(self->status_retry, feedcore_gtk_texts_word(texts, FEEDCORE_GTK_WORD_RETRY));
    gtk_button_set_label(self->more, feedcore_gtk_texts_word(texts, FEEDCORE_GTK_WORD_LOAD_MORE));
    gtk_label_set_text(GTK_LABEL(self->hint), demo_word("Drag, or use the arrows. The order is kept."));
    gtk_button_set_label(self->reset, demo_word("Original order"));
    gtk_label_set_text(self->hidden_title, demo_word("Hidden"));
    gtk_button_set_label(self->done, demo_word("Done"));
}

static void demo_page_init(DemoPage *self)
{
    GListModel *hidden = feedcore_gtk_feed_get_hidden_sections(feed());
    gtk_widget_init_template(GTK_WIDGET(self));
    set_words(self);
    demo_bind_children(self->sections, G_LIST_MODEL(feed()), new_section, self);
    demo_bind_children(self->hidden_rows, hidden, demo_hidden_row_new, NULL);
    g_signal_connect_object(hidden, "items-changed", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
    add_failures(self);
    place_failures(self);
    g_signal_connect_object(feed(), "notify", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(feed(), "items-changed", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(feed(), "items-changed", G_CALLBACK(place_failures), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(feed(), "complete", G_CALLBACK(complete), self, G_CONNECT_SWAPPED);
    self->clock = g_timeout_add_seconds(20, tick, self);
    update(self);
}
