#include "demo-grid.h"

#include "demo-cell.h"
#include "demo-model.h"
#include "demo-scroll.h"

#include <math.h>

struct _DemoGrid {
    GtkWidget parent;
    FeedcoreGtkSection *section;
    GtkWidget *overlay;
    GtkScrolledWindow *scroller;
    GtkGridView *grid;
    GtkWidget *back, *forward;
    double first;      /* the cell at the beginning */
    double cell, page; /* how wide a cell, and what is seen, was then */
    int frames;        /* until they are looked at again */
    guint tick;
};

G_DEFINE_FINAL_TYPE(DemoGrid, demo_grid, GTK_TYPE_WIDGET)

/* ----------------------------------------------------------------- items */

/* An item's children, or a list of itself. */
static GListModel *cells_in(FeedcoreGtkItem *item)
{
    GListModel *children = feedcore_gtk_item_get_children(item);
    if (children && !feedcore_gtk_item_get_image(item) && g_list_model_get_n_items(children) > 0)
        return g_object_ref(children);
    GListStore *itself = g_list_store_new(FEEDCORE_GTK_TYPE_ITEM);
    g_list_store_append(itself, item);
    return G_LIST_MODEL(itself);
}

/* A GtkMapListModel would do this, but that of GTK 4.8 puts what comes in behind what it should stand before. */
static void splice(GListStore *pages, guint position, guint removed, guint added, GListModel *section)
{
    g_autoptr(GPtrArray) models = g_ptr_array_new_with_free_func(g_object_unref);
    for (guint i = 0; i < added; i++) {
        g_autoptr(FeedcoreGtkItem) item = g_list_model_get_item(section, position + i);
        g_ptr_array_add(models, cells_in(item));
    }
    g_list_store_splice(pages, position, removed, models->pdata, added);
}

static GtkSelectionModel *cells_of(FeedcoreGtkSection *section)
{
    GListModel *items = G_LIST_MODEL(section);
    GListStore *pages = g_list_store_new(G_TYPE_LIST_MODEL);
    g_signal_connect_object(items, "items-changed", G_CALLBACK(splice), pages, G_CONNECT_SWAPPED);
    splice(pages, 0, 0, g_list_model_get_n_items(items), items);
    return GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(gtk_flatten_list_model_new(G_LIST_MODEL(pages)))));
}

static void activate(DemoGrid *self, guint position)
{
    GtkSelectionModel *model = gtk_grid_view_get_model(self->grid);
    g_autoptr(FeedcoreGtkItem) item = g_list_model_get_item(G_LIST_MODEL(model), position);
    feedcore_gtk_item_activate(item);
}

void demo_grid_set_label(DemoGrid *self, const char *label)
{
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->grid), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/* -------------------------------------------------------------- sideways */

static GtkAdjustment *across(DemoGrid *self)
{
    return gtk_scrolled_window_get_hadjustment(self->scroller);
}

/* An arrow is there if there is something to go to. */
static void update_arrows(DemoGrid *self)
{
    const double value = gtk_adjustment_get_value(across(self));
    const double last = gtk_adjustment_get_upper(across(self)) - gtk_adjustment_get_page_size(across(self));
    gtk_widget_set_visible(self->back, value > 1);
    gtk_widget_set_visible(self->forward, value < last - 1);
}

/* A list view keeps its first visible item where it is. Who is at the beginning wants to see what comes in before. */
static void stay_at_beginning(DemoGrid *self, guint position)
{
    if (position == 0 && gtk_adjustment_get_value(across(self)) < 1)
        gtk_widget_activate_action(GTK_WIDGET(self->grid), "list.scroll-to-item", "u", 0);
}

static double cell_width(DemoGrid *self)
{
    return feedcore_gtk_section_measure(self->section, FEEDCORE_GTK_METRIC_ITEM_WIDTH) +
           feedcore_gtk_section_measure(self->section, FEEDCORE_GTK_METRIC_SPACING);
}

/* By what is seen, but for a cell that was cut. */
static void turn(DemoGrid *self, int direction)
{
    const double cell = cell_width(self);
    const double cells = MAX(floor(gtk_adjustment_get_page_size(across(self)) / cell), 1);
    demo_scroll_to(GTK_WIDGET(self->scroller), across(self),
                   gtk_adjustment_get_value(across(self)) + direction * cells * cell);
}

static void turn_back(DemoGrid *self)
{
    turn(self, -1);
}

static void turn_forward(DemoGrid *self)
{
    turn(self, 1);
}

/* The first one seen, as long as nothing changes size: the list itself keeps one in the middle. */
static void note_first(DemoGrid *self)
{
    if (self->tick == 0 && self->cell == cell_width(self) &&
        self->page == gtk_adjustment_get_page_size(across(self)))
        self->first = round(gtk_adjustment_get_value(across(self)) / self->cell);
}

static gboolean snap(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
    DemoGrid *self = DEMO_GRID(widget);
    (void)clock, (void)data;
    if (self->frames-- > 0)
        return G_SOURCE_CONTINUE;
    self->tick = 0;
    self->cell = cell_width(self);
    self->page = gtk_adjustment_get_page_size(across(self));
    gtk_adjustment_set_value(across(self), self->first * self->cell);
    return G_SOURCE_REMOVE;
}

/* In another size no cell is cut at the beginning. The list has the size a frame or two after the section. */
static void snap_later(DemoGrid *self)
{
    self->frames = 2;
    if (self->tick == 0)
        self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self), snap, NULL, NULL);
}

static GtkWidget *arrow(DemoGrid *self, const char *icon, const char *word, GtkAlign side, GCallback turn_it)
{
    GtkWidget *button = gtk_button_new_from_icon_name(icon);
    gtk_widget_add_css_class(button, "osd");
    gtk_widget_add_css_class(button, "circular");
    gtk_widget_add_css_class(button, "arrow");
    gtk_widget_set_halign(button, side);
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    /* The keyboard has the arrow keys. */
    gtk_widget_set_focusable(button, FALSE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, demo_word(word), -1);
    g_signal_connect_swapped(button, "clicked", turn_it, self);
    gtk_overlay_add_overlay(GTK_OVERLAY(self->overlay), button);
    return button;
}

static void add_arrows(DemoGrid *self)
{
    self->back = arrow(self, "go-previous-symbolic", "Back", GTK_ALIGN_START, G_CALLBACK(turn_back));
    self->forward = arrow(self, "go-next-symbolic", "Forward", GTK_ALIGN_END, G_CALLBACK(turn_forward));
    g_signal_connect_object(across(self), "value-changed", G_CALLBACK(update_arrows), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(across(self), "value-changed", G_CALLBACK(note_first), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(across(self), "notify::page-size", G_CALLBACK(snap_later), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(self->section, "notify::item-width", G_CALLBACK(snap_later), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(across(self), "changed", G_CALLBACK(update_arrows), self, G_CONNECT_SWAPPED);
    update_arrows(self);
}

/* ------------------------------------------------------------------ size */

static void resize(DemoGrid *self)
{
    const gboolean sideways = feedcore_gtk_section_measure(self->section, FEEDCORE_GTK_METRIC_SCROLLS_SIDEWAYS) == 1;
    const double margin = feedcore_gtk_section_measure(self->section, FEEDCORE_GTK_METRIC_MARGIN);
    const double count = feedcore_gtk_section_measure(
        self->section, sideways ? FEEDCORE_GTK_METRIC_ROWS : FEEDCORE_GTK_METRIC_COLUMNS);
    gtk_widget_set_margin_start(self->overlay, (int)margin);
    /* What scrolls sideways goes on to the edge. */
    gtk_widget_set_margin_end(self->overlay, sideways ? 0 : (int)margin);
    gtk_grid_view_set_max_columns(self->grid, (guint)MAX(count, 1));
    gtk_grid_view_set_min_columns(self->grid, (guint)MAX(count, 1));
}

/* ------------------------------------------------------------------ life */

static void demo_grid_dispose(GObject *object)
{
    DemoGrid *self = DEMO_GRID(object);
    g_clear_pointer(&self->overlay, gtk_widget_unparent);
    g_clear_object(&self->section);
    G_OBJECT_CLASS(demo_grid_parent_class)->dispose(object);
}

static void demo_grid_class_init(DemoGridClass *class)
{
    G_OBJECT_CLASS(class)->dispose = demo_grid_dispose;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "shelf");
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
}

static void demo_grid_init(DemoGrid *self)
{
    self->overlay = gtk_overlay_new();
    gtk_widget_set_parent(self->overlay, GTK_WIDGET(self));
    self->scroller = GTK_SCROLLED_WINDOW(gtk_scrolled_window_new());
    gtk_overlay_set_child(GTK_OVERLAY(self->overlay), GTK_WIDGET(self->scroller));
    gtk_scrolled_window_set_propagate_natural_height(self->scroller, TRUE);
}

GtkWidget *demo_grid_new(FeedcoreGtkSection *section, GType cell)
{
    DemoGrid *self = g_object_new(DEMO_TYPE_GRID, NULL);
    const gboolean sideways = feedcore_gtk_section_measure(section, FEEDCORE_GTK_METRIC_SCROLLS_SIDEWAYS) == 1;
    self->section = g_object_ref(section);
    self->grid = GTK_GRID_VIEW(gtk_grid_view_new(cells_of(section), demo_cell_factory_new(cell, section)));
    gtk_orientable_set_orientation(GTK_ORIENTABLE(self->grid),
                                   sideways ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
    gtk_grid_view_set_single_click_activate(self->grid, TRUE);
    g_signal_connect_swapped(self->grid, "activate", G_CALLBACK(activate), self);
    gtk_scrolled_window_set_child(self->scroller, GTK_WIDGET(self->grid));
    if (sideways) {
        demo_scroll_sideways(self->scroller);
        add_arrows(self);
    } else {
        demo_scroll_not(self->scroller);
    }
    g_signal_connect_object(gtk_grid_view_get_model(self->grid), "items-changed", G_CALLBACK(stay_at_beginning), self,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(section, "notify", G_CALLBACK(resize), self, G_CONNECT_SWAPPED);
    resize(self);
    return GTK_WIDGET(self);
}
