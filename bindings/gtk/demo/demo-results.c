#include "demo-results.h"

#include "demo-cell.h"
#include "demo-model.h"

struct _DemoResults {
    GtkBox parent;
    GtkStack *stack;
    GtkLabel *prompt, *recent_title, *status_text, *failure_text;
    GtkBox *recent, *recent_box, *failure;
    GtkButton *clear, *retry, *failure_retry;
    GtkSpinner *spinner;
    GtkGridView *list;
    FeedcoreGtkSection *section; /* that the list shows */
};

G_DEFINE_FINAL_TYPE(DemoResults, demo_results, GTK_TYPE_BOX)

static FeedcoreGtkSearch *search(void)
{
    return demo_model()->search;
}

/* ---------------------------------------------------------------- people */

static void activate(DemoResults *self, guint position)
{
    g_autoptr(FeedcoreGtkItem) person =
        g_list_model_get_item(G_LIST_MODEL(gtk_grid_view_get_model(self->list)), position);
    feedcore_gtk_item_activate(person);
}

/* One source has one section; it is the same one for as long as anything is found. */
static void show_people(DemoResults *self)
{
    g_autoptr(FeedcoreGtkSection) section =
        g_list_model_get_item(G_LIST_MODEL(feedcore_gtk_search_get_feed(search())), 0);
    if (section == self->section)
        return;
    g_set_object(&self->section, section);
    if (!section) {
        gtk_grid_view_set_model(self->list, NULL);
        return;
    }
    g_autoptr(GtkListItemFactory) cells = demo_cell_factory_new(demo_person_get_type(), section);
    g_autoptr(GtkNoSelection) model = gtk_no_selection_new(G_LIST_MODEL(g_object_ref(section)));
    gtk_grid_view_set_factory(self->list, cells);
    gtk_grid_view_set_model(self->list, GTK_SELECTION_MODEL(model));
}

/* ---------------------------------------------------------------- recent */

static void search_again(GtkButton *button)
{
    feedcore_gtk_search_set_query(search(), gtk_button_get_label(button));
    feedcore_gtk_search_submit(search());
}

static void clear(DemoResults *self)
{
    (void)self;
    feedcore_gtk_search_clear_recent(search());
}

static void show_recent(DemoResults *self)
{
    g_auto(GStrv) queries = feedcore_gtk_search_dup_recent(search());
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(self->recent))))
        gtk_box_remove(self->recent, child);
    for (guint i = 0; queries && queries[i]; i++) {
        GtkWidget *button = gtk_button_new_with_label(queries[i]);
        gtk_label_set_ellipsize(GTK_LABEL(gtk_button_get_child(GTK_BUTTON(button))), PANGO_ELLIPSIZE_END);
        gtk_widget_set_halign(button, GTK_ALIGN_START);
        gtk_widget_add_css_class(button, "pill");
        g_signal_connect(button, "clicked", G_CALLBACK(search_again), NULL);
        gtk_box_append(self->recent, button);
    }
    gtk_widget_set_visible(GTK_WIDGET(self->recent_box), queries && queries[0]);
}

/* ----------------------------------------------------------------- state */

static const char *status(FeedcoreGtkSearchState state)
{
    const GError *error = feedcore_gtk_feed_get_error(feedcore_gtk_search_get_feed(search()));
    if (state == FEEDCORE_GTK_SEARCH_STATE_FAILED && error)
        return feedcore_gtk_texts_error(demo_model()->texts, error);
    return feedcore_gtk_texts_search(demo_model()->texts, state);
}

/* What was found before stays while it loads, and below a bar that says that it failed. */
static void update(DemoResults *self)
{
    const FeedcoreGtkSearchState state = feedcore_gtk_search_get_state(search());
    const gboolean loading = state == FEEDCORE_GTK_SEARCH_STATE_LOADING;
    const gboolean failed = state == FEEDCORE_GTK_SEARCH_STATE_FAILED;
    const char *text = status(state);
    show_people(self);
    gtk_spinner_set_spinning(self->spinner, loading);
    gtk_widget_set_visible(GTK_WIDGET(self->spinner), loading);
    gtk_label_set_text(self->status_text, text ? text : "");
    gtk_label_set_text(self->failure_text, text ? text : "");
    gtk_widget_set_visible(GTK_WIDGET(self->retry), failed);
    gtk_widget_set_visible(GTK_WIDGET(self->failure), failed);
    gtk_stack_set_visible_child_name(self->stack, state == FEEDCORE_GTK_SEARCH_STATE_PROMPT ? "prompt"
                                                  : self->section                           ? "people"
                                                                                            : "status");
}

static void retry(DemoResults *self)
{
    (void)self;
    feedcore_gtk_search_submit(search());
}

/* ------------------------------------------------------------------ life */

static void demo_results_dispose(GObject *object)
{
    DemoResults *self = DEMO_RESULTS(object);
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(self))))
        gtk_widget_unparent(child);
    g_clear_object(&self->section);
    G_OBJECT_CLASS(demo_results_parent_class)->dispose(object);
}

static void demo_results_class_init(DemoResultsClass *class)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = demo_results_dispose;
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/feedcore/demo/results.ui");
    gtk_widget_class_bind_template_child(widget_class, DemoResults, stack);
    gtk_widget_class_bind_template_child(widget_class, DemoResults, prompt);
    gtk_widget_class_bind_template_child(widget_class, DemoResults, recent_title);
    gtk_widget_class_bind_template_child(widget_class, DemoResults, recent_box);
    gtk_widget_class_bind_template_child(widget_class, DemoResults, recent);
    gtk_widget_class_bind_template_child(widget_class, DemoResults, clear);
    gtk_widget_class_bind_template_child(widget_class, DemoResults, status_text);
    gtk_widget_class_bind_template_child(widget_class, DemoResults, spinner);
    gtk_widget_class_bind_template_child(widget_class, DemoResults, retry);
    gtk_widget_class_bind_template_child(widget_class, DemoResults, failure);
    gtk_widget_class_bind_template_child(widget_class, DemoResults, failure_text);
    gtk_widget_class_bind_template_child(widget_class, DemoResults, failure_retry);
    gtk_widget_class_bind_template_child(widget_class, DemoResults, list);
    gtk_widget_class_bind_template_callback(widget_class, activate);
    gtk_widget_class_bind_template_callback(widget_class, clear);
    gtk_widget_class_bind_template_callback(widget_class, retry);
}

static void name(GtkWidget *widget, const char *text)
{
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void demo_results_init(DemoResults *self)
{
    FeedcoreGtkFeed *feed = feedcore_gtk_search_get_feed(search());
    gtk_widget_init_template(GTK_WIDGET(self));
    gtk_label_set_text(self->prompt, feedcore_gtk_texts_search(demo_model()->texts,
                                                               FEEDCORE_GTK_SEARCH_STATE_PROMPT));
    gtk_label_set_text(self->recent_title, demo_word("Recent searches"));
    name(GTK_WIDGET(self), demo_word("Search results"));
    name(GTK_WIDGET(self->list), demo_word("Search results"));
    gtk_button_set_label(self->clear, demo_word("Clear"));
    gtk_button_set_label(self->retry, feedcore_gtk_texts_word(demo_model()->texts, FEEDCORE_GTK_WORD_RETRY));
    gtk_button_set_label(self->failure_retry, gtk_button_get_label(self->retry));
    g_signal_connect_object(search(), "notify::state", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(search(), "notify::recent", G_CALLBACK(show_recent), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(feed, "items-changed", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
    show_recent(self);
    update(self);
}
