#include "demo-window.h"

#include "demo-model.h"
#include "demo-page.h"
#include "demo-results.h"
#include "demo-reveal.h"

struct _DemoWindow {
    GtkApplicationWindow parent;
    GtkHeaderBar *header;
    GtkSearchEntry *entry;
    GtkButton *back, *refresh;
    GtkMenuButton *menu;
    GtkStack *stack, *refresh_icon;
    DemoPage *page;
    GtkRevealer *toast;
    GtkLabel *toast_text;
    GtkButton *toast_button;
    GtkProgressBar *progress;
    GtkWidget *focus; /* of the page, where the search is left for; weak */
    char *hidden; /* the key of a section that can be shown again */
    gulong focus_watch;
    guint toast_clock;
};

G_DEFINE_FINAL_TYPE(DemoWindow, demo_window, GTK_TYPE_APPLICATION_WINDOW)

/* ----------------------------------------------------------------- toast */

static gboolean end_toast(gpointer data)
{
    DemoWindow *self = data;
    self->toast_clock = 0;
    demo_reveal(self->toast, FALSE);
    return G_SOURCE_REMOVE;
}

static void show_toast(DemoWindow *self, const char *text, const char *button)
{
    gtk_label_set_text(self->toast_text, text);
    gtk_button_set_label(self->toast_button, button ? button : "");
    gtk_widget_set_visible(GTK_WIDGET(self->toast_button), button != NULL);
    demo_reveal(self->toast, TRUE);
    g_clear_handle_id(&self->toast_clock, g_source_remove);
    self->toast_clock = g_timeout_add_seconds(5, end_toast, self);
}

/* --------------------------------------------------------------- actions */

/* "open-playlist 8800001004 · Songs without words" */
static char *describe(FeedcoreGtkAction *action, FeedcoreGtkSection *section, FeedcoreGtkItem *item)
{
    const char *id = feedcore_gtk_action_get_id(action), *text = feedcore_gtk_action_get_text(action);
    const char *kind = feedcore_action_kind_name((feedcore_action_kind)feedcore_gtk_action_get_kind(action));
    const char *title = item ? feedcore_gtk_item_get_title(item) : feedcore_gtk_section_get_title(section);
    g_autofree char *what = id ? g_strconcat(kind, " ", id, NULL) : g_strdup(text && !id ? text : kind);
    return title ? g_strconcat(title, " · ", what, NULL) : g_steal_pointer(&what);
}

/* Where there is no browser that is said in the window, and not by a dialog of GTK's own. */
static void opened(GObject *window, GAsyncResult *result, gpointer url)
{
    g_autofree char *address = url;
    g_autoptr(GString) text = g_string_new(demo_word("%s can't be opened"));
    if (gtk_show_uri_full_finish(GTK_WINDOW(window), result, NULL) || !gtk_widget_get_mapped(GTK_WIDGET(window)))
        return;
    g_string_replace(text, "%s", address, 1);
    show_toast(DEMO_WINDOW(window), text->str, NULL);
}

/* The demo has no player: it says what one would do. A web link is opened. */
static void chosen(DemoWindow *self, FeedcoreGtkAction *action, FeedcoreGtkSection *section, FeedcoreGtkItem *item)
{
    g_autofree char *text = describe(action, section, item);
    const char *url = feedcore_gtk_action_get_url(action);
    show_toast(self, url ? url : text, NULL);
    if (url && !demo_application_is_quiet(DEMO_APPLICATION(gtk_window_get_application(GTK_WINDOW(self)))))
        gtk_show_uri_full(GTK_WINDOW(self), url, GDK_CURRENT_TIME, NULL, opened, g_strdup(url));
}

static void refresh(GtkWidget *widget, const char *action, GVariant *parameter)
{
    (void)action, (void)parameter;
    demo_page_refresh(DEMO_WINDOW(widget)->page);
}

static void focus_search(GtkWidget *widget, const char *action, GVariant *parameter)
{
    (void)action, (void)parameter;
    gtk_widget_grab_focus(GTK_WIDGET(DEMO_WINDOW(widget)->entry));
}

static void rearrange(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    g_autoptr(GVariant) state = g_action_get_state(G_ACTION(action));
    const gboolean rearranging = !g_variant_get_boolean(state);
    (void)parameter;
    g_simple_action_set_state(action, g_variant_new_boolean(rearranging));
    demo_page_set_rearranging(DEMO_WINDOW(data)->page, rearranging);
}

static void hide_section(GtkWidget *widget, const char *action, GVariant *parameter)
{
    DemoWindow *self = DEMO_WINDOW(widget);
    const char *key, *title;
    g_autoptr(GString) text = g_string_new(demo_word("“%s” is hidden"));
    (void)action;
    g_variant_get(parameter, "(&s&s)", &key, &title);
    g_string_replace(text, "%s", title, 1);
    g_free(self->hidden);
    self->hidden = g_strdup(key);
    demo_model_hide(demo_model(), key, TRUE);
    show_toast(self, text->str, demo_word("Undo"));
}

static void show_again(DemoWindow *self)
{
    demo_model_hide(demo_model(), self->hidden, FALSE);
    demo_reveal(self->toast, FALSE);
}

/* ---------------------------------------------------------------- search */

static gboolean is_searching(DemoWindow *self)
{
    return g_str_equal(gtk_stack_get_visible_child_name(self->stack), "search");
}

/* What had the focus before the search: of the page, or nothing. */
static void note_focus(DemoWindow *self)
{
    GtkWidget *focus = gtk_root_get_focus(GTK_ROOT(self));
    if (!is_searching(self) && !(focus && gtk_widget_is_ancestor(focus, GTK_WIDGET(self->entry))))
        g_set_weak_pointer(&self->focus, focus);
}

static void show_search(DemoWindow *self, gboolean is_shown)
{
    gtk_stack_set_visible_child_name(self->stack, is_shown ? "search" : "page");
    gtk_widget_set_visible(GTK_WIDGET(self->back), is_shown);
    gtk_widget_set_visible(GTK_WIDGET(self->refresh), !is_shown);
}

/* The entry and the search have the same text, whoever changed it. */
static void type(DemoWindow *self)
{
    feedcore_gtk_search_set_query(demo_model()->search, gtk_editable_get_text(GTK_EDITABLE(self->entry)));
    show_search(self, TRUE);
}

static void take_query(DemoWindow *self)
{
    const char *query = feedcore_gtk_search_get_query(demo_model()->search);
    if (g_strcmp0(query, gtk_editable_get_text(GTK_EDITABLE(self->entry))) != 0) {
        gtk_editable_set_text(GTK_EDITABLE(self->entry), query);
        gtk_editable_set_position(GTK_EDITABLE(self->entry), -1);
    }
}

/* Down is what an input method has no use for. */
static gboolean press(DemoWindow *self, guint key, guint code, GdkModifierType modifiers)
{
    (void)code;
    if (key != GDK_KEY_Down || (modifiers & gtk_accelerator_get_default_mod_mask()))
        return GDK_EVENT_PROPAGATE;
    return gtk_widget_child_focus(gtk_stack_get_visible_child(self->stack), GTK_DIR_TAB_FORWARD);
}

static void submit(DemoWindow *self)
{
    feedcore_gtk_search_submit(demo_model()->search);
    (void)self;
}

static void enter_search(DemoWindow *self)
{
    show_search(self, TRUE);
}

/* The focus goes first: an entry that has it shows what was searched for, and a stack that has it gives it on. */
static void leave_search(DemoWindow *self)
{
    gtk_root_set_focus(GTK_ROOT(self), NULL);
    gtk_editable_set_text(GTK_EDITABLE(self->entry), "");
    show_search(self, FALSE);
    if (self->focus && gtk_widget_get_mapped(self->focus))
        demo_page_focus(self->page, self->focus);
}

static void escape(GtkWidget *widget, const char *action, GVariant *parameter)
{
    DemoWindow *self = DEMO_WINDOW(widget);
    (void)action, (void)parameter;
    g_autoptr(GVariant) rearranging = g_action_group_get_action_state(G_ACTION_GROUP(self), "rearrange");
    if (is_searching(self))
        leave_search(self);
    else if (g_variant_get_boolean(rearranging))
        g_action_group_activate_action(G_ACTION_GROUP(self), "rearrange", NULL);
}

void demo_window_search(DemoWindow *self, const char *query)
{
    gtk_editable_set_text(GTK_EDITABLE(self->entry), query);
    gtk_editable_set_position(GTK_EDITABLE(self->entry), -1);
}

/* ------------------------------------------------------------------ life */

/* The thread shows how much has come, the button that something is to come. */
static void update_loading(DemoWindow *self)
{
    const gboolean loading = feedcore_gtk_feed_get_loading(demo_model()->feed);
    gtk_stack_set_visible_child_name(self->refresh_icon, loading ? "loading" : "idle");
    gtk_widget_set_sensitive(GTK_WIDGET(self->refresh), !loading);
    gtk_widget_set_visible(GTK_WIDGET(self->progress), loading);
    gtk_progress_bar_set_fraction(self->progress, feedcore_gtk_feed_get_progress(demo_model()->feed));
}

static GMenuModel *new_menu(void)
{
    GMenu *menu = g_menu_new();
    g_autoptr(GMenu) appearance = g_menu_new(), rest = g_menu_new();
    g_menu_append(appearance, demo_word("As the desktop"), "win.appearance::system");
    g_menu_append(appearance, demo_word("Light"), "win.appearance::light");
    g_menu_append(appearance, demo_word("Dark"), "win.appearance::dark");
    g_menu_append(rest, demo_word("Rearrange sections"), "win.rearrange");
    g_menu_append_section(menu, demo_word("Appearance"), G_MENU_MODEL(appearance));
    g_menu_append_section(menu, NULL, G_MENU_MODEL(rest));
    return G_MENU_MODEL(menu);
}

static void add_actions(DemoWindow *self)
{
    /* The action's values are those of the property: light, dark, system. */
    g_autoptr(GPropertyAction) appearance =
        g_property_action_new("appearance", demo_model()->theme, "appearance");
    g_autoptr(GSimpleAction) arrange = g_simple_action_new_stateful("rearrange", NULL, g_variant_new_boolean(FALSE));
    g_signal_connect(arrange, "activate", G_CALLBACK(rearrange), self);
    g_action_map_add_action(G_ACTION_MAP(self), G_ACTION(appearance));
    g_action_map_add_action(G_ACTION_MAP(self), G_ACTION(arrange));
}

static void name(GtkWidget *widget, const char *text)
{
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
    gtk_widget_set_tooltip_text(widget, text);
}

static void set_words(DemoWindow *self)
{
    FeedcoreGtkTexts *texts = demo_model()->texts;
    const char *word = feedcore_gtk_texts_word(texts, FEEDCORE_GTK_WORD_SEARCH);
    gtk_window_set_title(GTK_WINDOW(self), feedcore_gtk_texts_screen_title(texts, "netease-home"));
    g_object_set(self->entry, "placeholder-text", word, NULL);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, word, -1);
    name(GTK_WIDGET(self->refresh), feedcore_gtk_texts_word(texts, FEEDCORE_GTK_WORD_REFRESH));
    name(GTK_WIDGET(self->back), demo_word("Back"));
    name(GTK_WIDGET(self->menu), demo_word("Main menu"));
}

static void demo_window_dispose(GObject *object)
{
    DemoWindow *self = DEMO_WINDOW(object);
    g_clear_handle_id(&self->toast_clock, g_source_remove);
    g_clear_pointer(&self->hidden, g_free);
    g_clear_signal_handler(&self->focus_watch, self);
    g_clear_weak_pointer(&self->focus);
    G_OBJECT_CLASS(demo_window_parent_class)->dispose(object);
}

static void demo_window_class_init(DemoWindowClass *class)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = demo_window_dispose;
    g_type_ensure(DEMO_TYPE_PAGE);
    g_type_ensure(DEMO_TYPE_RESULTS);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/feedcore/demo/window.ui");
    gtk_widget_class_bind_template_child(widget_class, DemoWindow, header);
    gtk_widget_class_bind_template_child(widget_class, DemoWindow, entry);
    gtk_widget_class_bind_template_child(widget_class, DemoWindow, refresh);
    gtk_widget_class_bind_template_child(widget_class, DemoWindow, refresh_icon);
    gtk_widget_class_bind_template_child(widget_class, DemoWindow, back);
    gtk_widget_class_bind_template_child(widget_class, DemoWindow, menu);
    gtk_widget_class_bind_template_child(widget_class, DemoWindow, stack);
    gtk_widget_class_bind_template_child(widget_class, DemoWindow, page);
    gtk_widget_class_bind_template_child(widget_class, DemoWindow, toast);
    gtk_widget_class_bind_template_child(widget_class, DemoWindow, toast_text);
    gtk_widget_class_bind_template_child(widget_class, DemoWindow, toast_button);
    gtk_widget_class_bind_template_child(widget_class, DemoWindow, progress);
    gtk_widget_class_bind_template_callback(widget_class, type);
    gtk_widget_class_bind_template_callback(widget_class, press);
    gtk_widget_class_bind_template_callback(widget_class, submit);
    gtk_widget_class_bind_template_callback(widget_class, enter_search);
    gtk_widget_class_bind_template_callback(widget_class, leave_search);
    gtk_widget_class_bind_template_callback(widget_class, show_again);
    gtk_widget_class_install_action(widget_class, "win.refresh", NULL, refresh);
    gtk_widget_class_install_action(widget_class, "win.search", NULL, focus_search);
    gtk_widget_class_install_action(widget_class, "win.escape", NULL, escape);
    gtk_widget_class_install_action(widget_class, "win.hide-section", "(ss)", hide_section);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_F5, 0, "win.refresh", NULL);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_r, GDK_CONTROL_MASK, "win.refresh", NULL);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "win.search", NULL);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "win.escape", NULL);
}

static void demo_window_init(DemoWindow *self)
{
    g_autoptr(GMenuModel) menu = new_menu();
    DemoModel *model = demo_model();
    gtk_widget_init_template(GTK_WIDGET(self));
    gtk_menu_button_set_menu_model(self->menu, menu);
    add_actions(self);
    set_words(self);
    g_signal_connect_object(model->feed, "notify::loading", G_CALLBACK(update_loading), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(model->feed, "notify::progress", G_CALLBACK(update_loading), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(model->feed, "activate", G_CALLBACK(chosen), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(feedcore_gtk_search_get_feed(model->search), "activate", G_CALLBACK(chosen), self,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(model->search, "notify::query", G_CALLBACK(take_query), self, G_CONNECT_SWAPPED);
    self->focus_watch = g_signal_connect(self, "notify::focus-widget", G_CALLBACK(note_focus), NULL);
    update_loading(self);
    demo_reveal(self->toast, FALSE);
    gtk_widget_grab_focus(GTK_WIDGET(self->page));
}

GtkWidget *demo_window_new(DemoApplication *application)
{
    return g_object_new(DEMO_TYPE_WINDOW, "application", application, NULL);
}
