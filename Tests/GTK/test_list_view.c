/* List views over ten thousand items, through random pages: GTK keeps books of its own of every list, and is the judge,
 * with criticals that end the program. Besides, a list of ids is kept by the splices alone, and compared. */
#include "pages.h"

#define ROUNDS 40

static guint item_count(void)
{
    const char *count = g_getenv("TEST_ITEMS");
    return count ? (guint)g_ascii_strtoull(count, NULL, 10) : 10000;
}

/* ------------------------------------------------------ a list by its splices */

typedef struct {
    GArray *uids;
    guint splices;
} Shadow;

static void follow_splice(GListModel *list, guint position, guint removed, guint added, Shadow *shadow)
{
    shadow->splices++;
    g_assert_cmpuint(position + removed, <=, shadow->uids->len);
    g_array_remove_range(shadow->uids, position, removed);
    for (guint i = 0; i < added; i++) {
        g_autoptr(FeedcoreGtkItem) item = g_list_model_get_item(list, position + i);
        const guint64 uid = feedcore_gtk_item_get_uid(item);
        g_array_insert_val(shadow->uids, position + i, uid);
    }
    g_assert_cmpuint(shadow->uids->len, ==, g_list_model_get_n_items(list));
    g_assert_null(g_list_model_get_item(list, shadow->uids->len));
}

static void compare(Shadow *shadow, FeedcoreGtkFeed *feed)
{
    const feedcore_section *section = feedcore_feed_section(feedcore_gtk_feed_get_handle(feed), 0);
    g_assert_cmpuint(shadow->uids->len, ==, feedcore_section_item_count(section));
    for (guint i = 0; i < shadow->uids->len; i++)
        g_assert_cmpuint(g_array_index(shadow->uids, guint64, i), ==,
                         feedcore_item_uid(feedcore_section_item(section, i)));
}

/* ------------------------------------------------------------- random pages */

static void move_some(GArray *ids)
{
    for (gint32 i = g_test_rand_int_range(0, 20); i > 0; i--) {
        const guint from = (guint)g_test_rand_int_range(0, (gint32)ids->len);
        const guint id = g_array_index(ids, guint, from);
        g_array_remove_index(ids, from);
        g_array_insert_val(ids, (guint)g_test_rand_int_range(0, (gint32)ids->len + 1), id);
    }
}

static void remove_some(GArray *ids)
{
    const guint at = (guint)g_test_rand_int_range(0, (gint32)ids->len);
    const guint wanted = (guint)g_test_rand_int_range(0, 300), count = MIN(wanted, ids->len - at);
    if (count < ids->len)
        g_array_remove_range(ids, at, count);
}

static void add_some(GArray *ids, guint *next)
{
    const guint at = (guint)g_test_rand_int_range(0, (gint32)ids->len + 1);
    for (gint32 i = g_test_rand_int_range(0, 300); i > 0; i--) {
        g_array_insert_val(ids, at, *next);
        (*next)++;
    }
}

/* Every 97th item shows something else in each round. */
static char *page_of(const GArray *ids, guint round)
{
    GString *text = g_string_new("{\"items\": [");
    for (guint i = 0; i < ids->len; i++) {
        const guint id = g_array_index(ids, guint, i);
        g_string_append_printf(text, "%s{\"id\": %u, \"t\": \"%u.%u\"}", i ? "," : "", id, id, id % 97 ? 0 : round);
    }
    return g_string_free(g_string_append(text, "]}"), FALSE);
}

/* ----------------------------------------------------------------- a window */

static void set_up(GtkSignalListItemFactory *factory, GtkListItem *cell)
{
    (void)factory;
    gtk_list_item_set_child(cell, gtk_label_new(NULL));
}

/* The label shows what its item has, for as long as it is its item. */
static void bind(GtkSignalListItemFactory *factory, GtkListItem *cell)
{
    (void)factory;
    g_object_set_data_full(G_OBJECT(cell), "binding",
                           g_object_ref(g_object_bind_property(gtk_list_item_get_item(cell), "title",
                                                               gtk_list_item_get_child(cell), "label",
                                                               G_BINDING_SYNC_CREATE)),
                           g_object_unref);
}

static void unbind(GtkSignalListItemFactory *factory, GtkListItem *cell)
{
    (void)factory;
    g_binding_unbind(g_object_get_data(G_OBJECT(cell), "binding"));
    g_object_set_data(G_OBJECT(cell), "binding", NULL);
}

static GtkWidget *new_view(GListModel *list)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
    g_signal_connect(factory, "unbind", G_CALLBACK(unbind), NULL);
    GtkWidget *view = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_single_selection_new(list)), factory);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
    gtk_widget_set_vexpand(scrolled, TRUE);
    return scrolled;
}

static void scroll_somewhere(GtkWidget *scrolled)
{
    GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled));
    gtk_adjustment_set_value(adjustment, g_test_rand_double() * gtk_adjustment_get_upper(adjustment));
}

static gboolean note_frame(GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
    (void)widget;
    (void)clock;
    (*(guint *)user_data)++;
    return G_SOURCE_CONTINUE;
}

/* What the labels that are seen say is what their items have. */
static guint check_labels(GtkWidget *widget)
{
    guint count = 0;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
        count += check_labels(child);
    if (GTK_IS_LABEL(widget) && gtk_widget_get_mapped(widget)) {
        g_assert_cmpuint(strlen(gtk_label_get_label(GTK_LABEL(widget))), >, 0);
        count++;
    }
    return count;
}

static void random_pages(void)
{
    const guint count = item_count();
    const gint32 rounds = count < 10000 ? ROUNDS / 10 : g_test_slow() ? ROUNDS * 100 : ROUNDS;
    g_autoptr(FeedcoreGtkContext) context = new_gtk_context(IN_MEMORY);
    g_autoptr(FeedcoreGtkFeed) feed = new_gtk_feed(context, LIST_FEED);
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(guint));
    Shadow shadow = {g_array_new(FALSE, FALSE, sizeof(guint64)), 0};
    guint next = 1, frames = 0;
    for (; next <= count; next++)
        g_array_append_val(ids, next);
    g_autofree char *first = page_of(ids, 0);
    show(feed, first);

    FeedcoreGtkSection *section = feedcore_gtk_feed_get_section(feed, "list");
    follow_splice(G_LIST_MODEL(section), 0, 0, count, &shadow);
    g_signal_connect(section, "items-changed", G_CALLBACK(follow_splice), &shadow);
    GtkWidget *window = gtk_window_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    GtkWidget *plain = new_view(g_object_ref(G_LIST_MODEL(section)));
    GtkWidget *flat = new_view(G_LIST_MODEL(gtk_flatten_list_model_new(g_object_ref(G_LIST_MODEL(feed)))));
    gtk_box_append(GTK_BOX(box), plain);
    gtk_box_append(GTK_BOX(box), flat);
    gtk_window_set_child(GTK_WINDOW(window), box);
    gtk_window_set_default_size(GTK_WINDOW(window), 300, 600);
    gtk_widget_add_tick_callback(window, note_frame, &frames, NULL);
    gtk_window_present(GTK_WINDOW(window));

    for (gint32 round = 1; round <= rounds; round++) {
        move_some(ids);
        remove_some(ids);
        add_some(ids, &next);
        g_autofree char *page = page_of(ids, (guint)round);
        const guint frame = frames;
        scroll_somewhere(plain);
        scroll_somewhere(flat);
        show(feed, page);
        compare(&shadow, feed);
        WAIT_UNTIL(frames > frame + 1 && check_labels(box) > 10);
    }
    g_assert_cmpuint(shadow.splices, >, 0);
    gtk_window_destroy(GTK_WINDOW(window));
    g_signal_handlers_disconnect_by_data(section, &shadow);
    g_array_unref(shadow.uids);
}

/* Sections come, go and move under a view of sections, each of which has a view of its items. */
static void random_sections(void)
{
    g_autoptr(FeedcoreGtkFeed) feed = new_shelves(NULL);
    GtkWidget *window = gtk_window_new(), *flat = NULL;
    guint frames = 0;
    flat = new_view(G_LIST_MODEL(gtk_flatten_list_model_new(g_object_ref(G_LIST_MODEL(feed)))));
    gtk_window_set_child(GTK_WINDOW(window), flat);
    gtk_widget_add_tick_callback(window, note_frame, &frames, NULL);
    gtk_window_present(GTK_WINDOW(window));
    for (guint round = 0; round < item_count() / 50; round++) {
        g_autoptr(GString) page = g_string_new("{\"s\": [");
        const guint first = (guint)g_test_rand_int_range(0, 26), step = (guint[]){1, 3, 7, 9}[round % 4];
        const guint count = (guint)g_test_rand_int_range(1, 12);
        for (guint i = 0; i < count; i++) {
            const guint letter = (first + i * step) % 26;
            g_string_append_printf(page, "%s{\"k\": \"%c\", \"i\": [", i ? "," : "", 'A' + letter);
            for (guint k = 0; k < 1 + (letter + round) % 5; k++)
                g_string_append_printf(page, "%s{\"i\": %u}", k ? "," : "", (k * 3 + round) % 17);
            g_string_append(page, "]}");
        }
        g_string_append(page, "]}");
        show(feed, page->str);
        g_assert_cmpuint(g_list_model_get_n_items(G_LIST_MODEL(feed)), ==, count);
    }
    WAIT_UNTIL(frames > 3);
    gtk_window_destroy(GTK_WINDOW(window));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    gtk_init();
    g_test_add_func("/list-view/random-pages", random_pages);
    g_test_add_func("/list-view/random-sections", random_sections);
    return g_test_run();
}
