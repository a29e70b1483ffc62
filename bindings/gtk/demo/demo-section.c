#include "demo-section.h"

#include "demo-bind.h"
#include "demo-busy.h"
#include "demo-carousel.h"
#include "demo-cell.h"
#include "demo-grid.h"
#include "demo-model.h"

struct _DemoSection {
    GtkBox parent;
    FeedcoreGtkSection *section;
    GtkWidget *head, *handle, *title, *subtitle, *button, *menu, *tools, *up, *down, *hide, *body, *more;
    FeedcoreGtkLayout layout; /* of the body */
    gboolean rearranging;
};

G_DEFINE_FINAL_TYPE(DemoSection, demo_section, GTK_TYPE_BOX)

FeedcoreGtkSection *demo_section_get_section(DemoSection *self)
{
    return self->section;
}

/* --------------------------------------------------------------- texts */

const char *demo_title_of(FeedcoreGtkSection *section)
{
    const FeedcoreGtkSectionKind kind = feedcore_gtk_section_get_kind(section);
    const char *title = feedcore_gtk_section_get_title(section);
    if (!title)
        title = feedcore_gtk_texts_section_title(demo_model()->texts, kind);
    if (!title && kind == FEEDCORE_GTK_SECTION_KIND_BANNER)
        title = demo_word("Banners");
    if (!title && kind == FEEDCORE_GTK_SECTION_KIND_MENUS)
        title = demo_word("Round menus");
    return title ? title : feedcore_gtk_section_get_key(section);
}

static gboolean has_head(FeedcoreGtkSection *section)
{
    return feedcore_gtk_section_measure(section, FEEDCORE_GTK_METRIC_HEAD_HEIGHT) > 0;
}

static void name(GtkWidget *widget, const char *text)
{
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
    gtk_widget_set_tooltip_text(widget, text);
}

static void update_menu_name(DemoSection *self)
{
    g_autoptr(GString) text = g_string_new(demo_word("Options for “%s”"));
    g_string_replace(text, "%s", demo_title_of(self->section), 1);
    name(self->menu, text->str);
}

static void update_head(DemoSection *self)
{
    const char *subtitle = feedcore_gtk_section_get_subtitle(self->section);
    const char *button = feedcore_gtk_section_get_button_text(self->section);
    gtk_label_set_text(GTK_LABEL(self->title), demo_title_of(self->section));
    gtk_label_set_text(GTK_LABEL(self->subtitle), subtitle ? subtitle : "");
    gtk_widget_set_visible(self->subtitle, subtitle && !self->rearranging);
    gtk_button_set_label(GTK_BUTTON(self->button), button ? button : "");
    gtk_widget_set_visible(self->button, button && !self->rearranging);
    gtk_widget_set_visible(self->head, self->rearranging || has_head(self->section));
    gtk_widget_set_visible(self->handle, self->rearranging);
    gtk_widget_set_visible(self->tools, self->rearranging);
    gtk_widget_set_visible(self->menu, !self->rearranging);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, demo_title_of(self->section), -1);
    if (DEMO_IS_GRID(self->body))
        demo_grid_set_label(DEMO_GRID(self->body), demo_title_of(self->section));
    update_menu_name(self);
}

static void update_more(DemoSection *self)
{
    const gboolean loading = feedcore_gtk_section_get_state(self->section) == FEEDCORE_GTK_STATE_LOADING;
    gtk_widget_set_visible(self->more, feedcore_gtk_section_get_has_more(self->section) && !self->rearranging);
    demo_set_busy(self->more, loading);
}

/* ---------------------------------------------------------------- items */

static GtkWidget *new_body(FeedcoreGtkSection *section)
{
    switch (feedcore_gtk_section_get_layout(section)) {
    case FEEDCORE_GTK_LAYOUT_B:
        return demo_grid_new(section, demo_event_get_type());
    case FEEDCORE_GTK_LAYOUT_C:
        return demo_grid_new(section, demo_round_get_type());
    case FEEDCORE_GTK_LAYOUT_D:
        return demo_carousel_new(section);
    case FEEDCORE_GTK_LAYOUT_E:
        return demo_grid_new(section, demo_song_get_type());
    case FEEDCORE_GTK_LAYOUT_LIST:
        return demo_grid_new(section, demo_row_get_type());
    case FEEDCORE_GTK_LAYOUT_A:
    case FEEDCORE_GTK_LAYOUT_OTHER:
    default: /* and what a newer library may know */
        return demo_grid_new(section, demo_card_get_type());
    }
}

/* The widget is another one if the layout is. */
static void update_body(DemoSection *self)
{
    const FeedcoreGtkLayout layout = feedcore_gtk_section_get_layout(self->section);
    if (self->body && layout == self->layout)
        return;
    if (self->body)
        gtk_box_remove(GTK_BOX(self), self->body);
    self->layout = layout;
    self->body = new_body(self->section);
    gtk_widget_set_visible(self->body, !self->rearranging);
    gtk_box_insert_child_after(GTK_BOX(self), self->body, self->head);
}

static void load_more(DemoSection *self)
{
    feedcore_gtk_section_load_more_async(self->section, NULL, NULL, NULL);
}

static void press_button(DemoSection *self)
{
    feedcore_gtk_section_activate(self->section);
}

/* ----------------------------------------------------------------- size */

static void resize(DemoSection *self)
{
    const double margin = feedcore_gtk_section_measure(self->section, FEEDCORE_GTK_METRIC_MARGIN);
    const double head = feedcore_gtk_section_measure(self->section, FEEDCORE_GTK_METRIC_HEAD_HEIGHT);
    const double height = feedcore_gtk_section_measure(self->section, FEEDCORE_GTK_METRIC_HEIGHT);
    gtk_widget_set_margin_start(self->head, (int)margin);
    gtk_widget_set_margin_end(self->head, (int)margin);
    gtk_widget_set_size_request(self->head, -1, self->rearranging ? 48 : (int)head);
    gtk_widget_set_size_request(self->body, -1, (int)(height - head));
}

static void update(DemoSection *self)
{
    update_body(self);
    update_head(self);
    update_more(self);
    resize(self);
}

/* ---------------------------------------------------------- rearranging */

static void move_to(FeedcoreGtkSection *section, int position)
{
    if (position < 0)
        return;
    feedcore_gtk_feed_move_section(demo_model()->feed, feedcore_gtk_section_get_key(section), (guint)position);
    demo_model_save_arrangement(demo_model());
}

static int position_of(FeedcoreGtkSection *section)
{
    g_autoptr(FeedcoreGtkSection) other = NULL;
    GListModel *feed = G_LIST_MODEL(demo_model()->feed);
    for (guint i = 0; i < g_list_model_get_n_items(feed); i++) {
        g_clear_object(&other);
        other = g_list_model_get_item(feed, i);
        if (other == section)
            return (int)i;
    }
    return -1;
}

static void move_up(GtkWidget *widget, const char *action, GVariant *parameter)
{
    FeedcoreGtkSection *section = DEMO_SECTION(widget)->section;
    (void)action, (void)parameter;
    move_to(section, position_of(section) - 1);
}

static void move_down(GtkWidget *widget, const char *action, GVariant *parameter)
{
    FeedcoreGtkSection *section = DEMO_SECTION(widget)->section;
    (void)action, (void)parameter;
    move_to(section, position_of(section) + 1);
}

/* A button that goes out would lose the focus. */
static void enable(DemoSection *self, const char *action, GtkWidget *button, GtkWidget *other, gboolean is_enabled)
{
    const gboolean has_focus = gtk_widget_has_focus(button);
    gtk_widget_action_set_enabled(GTK_WIDGET(self), action, is_enabled);
    if (has_focus && !is_enabled)
        gtk_widget_grab_focus(other);
}

void demo_section_set_place(DemoSection *self, gboolean is_first, gboolean is_last)
{
    enable(self, "section.move-up", self->up, self->down, !is_first);
    enable(self, "section.move-down", self->down, self->up, !is_last);
}

/* The window offers to undo it. */
static void hide(GtkWidget *widget, const char *action, GVariant *parameter)
{
    DemoSection *self = DEMO_SECTION(widget);
    (void)action, (void)parameter;
    gtk_widget_activate_action(widget, "win.hide-section", "(ss)", feedcore_gtk_section_get_key(self->section),
                               demo_title_of(self->section));
}

static GdkContentProvider *prepare(GtkDragSource *source, double x, double y, DemoSection *self)
{
    g_autoptr(GdkPaintable) icon = gtk_widget_paintable_new(self->head);
    gtk_drag_source_set_icon(source, icon, (int)x, (int)y);
    return gdk_content_provider_new_typed(FEEDCORE_GTK_TYPE_SECTION, self->section);
}

static gboolean is_below(DemoSection *self, double y)
{
    return y > gtk_widget_get_height(GTK_WIDGET(self)) / 2.0;
}

static void mark(DemoSection *self, const char *class)
{
    gtk_widget_remove_css_class(GTK_WIDGET(self), "drop-above");
    gtk_widget_remove_css_class(GTK_WIDGET(self), "drop-below");
    if (class)
        gtk_widget_add_css_class(GTK_WIDGET(self), class);
}

static GdkDragAction hover(GtkDropTarget *target, double x, double y, DemoSection *self)
{
    (void)target, (void)x;
    mark(self, is_below(self, y) ? "drop-below" : "drop-above");
    return GDK_ACTION_MOVE;
}

static void leave(GtkDropTarget *target, DemoSection *self)
{
    (void)target;
    mark(self, NULL);
}

/* A position is one among the others, so that what comes from above is not counted. */
static gboolean drop(GtkDropTarget *target, const GValue *value, double x, double y, DemoSection *self)
{
    FeedcoreGtkSection *dragged = g_value_get_object(value);
    const int from = position_of(dragged), here = position_of(self->section);
    (void)target, (void)x;
    mark(self, NULL);
    if (from < 0 || from == here)
        return FALSE;
    move_to(dragged, here + (is_below(self, y) ? 1 : 0) - (from < here ? 1 : 0));
    return TRUE;
}

static void add_dragging(DemoSection *self)
{
    GtkDragSource *source = gtk_drag_source_new();
    GtkDropTarget *target = gtk_drop_target_new(FEEDCORE_GTK_TYPE_SECTION, GDK_ACTION_MOVE);
    gtk_drag_source_set_actions(source, GDK_ACTION_MOVE);
    g_signal_connect(source, "prepare", G_CALLBACK(prepare), self);
    gtk_widget_add_controller(self->head, GTK_EVENT_CONTROLLER(source));
    g_signal_connect(target, "motion", G_CALLBACK(hover), self);
    g_signal_connect(target, "leave", G_CALLBACK(leave), self);
    g_signal_connect(target, "drop", G_CALLBACK(drop), self);
    gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(target));
}

void demo_section_set_rearranging(DemoSection *self, gboolean rearranging)
{
    self->rearranging = rearranging;
    gtk_widget_set_visible(self->body, !rearranging);
    if (rearranging)
        gtk_widget_add_css_class(GTK_WIDGET(self), "rearranging");
    else
        gtk_widget_remove_css_class(GTK_WIDGET(self), "rearranging");
    update(self);
}

/* ------------------------------------------------------------------ life */

static GMenuModel *new_menu(void)
{
    GMenu *menu = g_menu_new();
    g_menu_append(menu, demo_word("Move up"), "section.move-up");
    g_menu_append(menu, demo_word("Move down"), "section.move-down");
    g_menu_append(menu, demo_word("Hide"), "section.hide");
    return G_MENU_MODEL(menu);
}

static void demo_section_dispose(GObject *object)
{
    DemoSection *self = DEMO_SECTION(object);
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(self))))
        gtk_widget_unparent(child);
    g_clear_object(&self->section);
    G_OBJECT_CLASS(demo_section_parent_class)->dispose(object);
}

static void demo_section_class_init(DemoSectionClass *class)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = demo_section_dispose;
    gtk_widget_class_set_template_from_resource(widget_class, "/org/feedcore/demo/section.ui");
    gtk_widget_class_bind_template_child(widget_class, DemoSection, head);
    gtk_widget_class_bind_template_child(widget_class, DemoSection, handle);
    gtk_widget_class_bind_template_child(widget_class, DemoSection, title);
    gtk_widget_class_bind_template_child(widget_class, DemoSection, subtitle);
    gtk_widget_class_bind_template_child(widget_class, DemoSection, button);
    gtk_widget_class_bind_template_child(widget_class, DemoSection, menu);
    gtk_widget_class_bind_template_child(widget_class, DemoSection, tools);
    gtk_widget_class_bind_template_child(widget_class, DemoSection, up);
    gtk_widget_class_bind_template_child(widget_class, DemoSection, down);
    gtk_widget_class_bind_template_child(widget_class, DemoSection, hide);
    gtk_widget_class_bind_template_child(widget_class, DemoSection, more);
    gtk_widget_class_bind_template_callback(widget_class, load_more);
    gtk_widget_class_bind_template_callback(widget_class, press_button);
    gtk_widget_class_install_action(widget_class, "section.move-up", NULL, move_up);
    gtk_widget_class_install_action(widget_class, "section.move-down", NULL, move_down);
    gtk_widget_class_install_action(widget_class, "section.hide", NULL, hide);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void demo_section_init(DemoSection *self)
{
    g_autoptr(GMenuModel) menu = new_menu();
    gtk_widget_init_template(GTK_WIDGET(self));
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(self->menu), menu);
    name(self->up, demo_word("Move up"));
    name(self->down, demo_word("Move down"));
    name(self->hide, demo_word("Hide"));
    gtk_button_set_label(GTK_BUTTON(self->more),
                         feedcore_gtk_texts_word(demo_model()->texts, FEEDCORE_GTK_WORD_LOAD_MORE));
}

GtkWidget *demo_section_new(FeedcoreGtkSection *section)
{
    DemoSection *self = g_object_new(DEMO_TYPE_SECTION, NULL);
    self->section = g_object_ref(section);
    g_signal_connect_object(section, "notify", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
    add_dragging(self);
    update(self);
    return GTK_WIDGET(self);
}
