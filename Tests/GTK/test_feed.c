/* Feeds as lists: which splices they tell, and that objects stay. */
#include "pages.h"

static void adding_an_item_is_one_splice(void)
{
    g_autoptr(FeedcoreGtkFeed) feed = new_shelves(PAGE(SHELF("A", , CELL("1") "," CELL("2")) "," SHELF("B", , CELL("3"))));
    g_autoptr(GString) record = g_string_new(NULL);
    guint items, sections;
    record_feed(feed, record);
    count_signal(feedcore_gtk_feed_get_section(feed, "A"), "notify::n-items", &items);
    count_signal(feed, "notify::n-items", &sections);
    show(feed, PAGE(SHELF("A", , CELL("1") "," CELL("9") "," CELL("2")) "," SHELF("B", , CELL("3"))));
    g_assert_cmpstr(record->str, ==, "A(1,0,1) ");
    ASSERT_SHOWN(feed, "A: 1 9 2 | B: 3");
    g_assert_cmpuint(items, ==, 1);
    g_assert_cmpuint(sections, ==, 0);
    show(feed, PAGE(SHELF("A", , CELL("9") "," CELL("2")) "," SHELF("B", , CELL("3"))));
    g_assert_cmpstr(record->str, ==, "A(1,0,1) A(0,1,0) ");
}

static void the_same_page_tells_nothing(void)
{
    g_autoptr(FeedcoreGtkFeed) feed = new_shelves(PAGE(SHELF("A", , CELL("1"))));
    g_autoptr(FeedcoreGtkItem) item = item_at(feed, "A", 0);
    g_autoptr(GString) record = g_string_new(NULL);
    guint of_item, of_section;
    record_feed(feed, record);
    count_signal(item, "notify", &of_item);
    count_signal(feedcore_gtk_feed_get_section(feed, "A"), "notify::title", &of_section);
    show(feed, PAGE(SHELF("A", , CELL("1"))));
    show(feed, "{\"more\": 1, \"s\": [" SHELF("A", "\"ignored\": 2,", CELL("1")) "]}");
    g_assert_cmpstr(record->str, ==, "");
    g_assert_cmpuint(of_item + of_section, ==, 0);
}

#define ITEM(id, title) "{\"id\": " id ", \"t\": \"" title "\"}"

static void an_item_that_changes_is_the_same_object(void)
{
    g_autoptr(FeedcoreGtkContext) context = new_gtk_context(IN_MEMORY);
    g_autoptr(FeedcoreGtkFeed) feed = new_gtk_feed(context, LIST_FEED);
    g_autoptr(GString) record = g_string_new(NULL);
    guint titles, subtitles, changed;
    show(feed, ITEMS(, ITEM("1", "one") "," ITEM("2", "two")));
    g_autoptr(FeedcoreGtkItem) item = item_at(feed, "list", 1);
    record_feed(feed, record);
    count_signal(item, "notify::title", &titles);
    count_signal(item, "notify::subtitle", &subtitles);
    count_signal(item, "changed", &changed);
    show(feed, ITEMS(, ITEM("1", "one") "," ITEM("2", "zwei")));
    g_assert_cmpstr(feedcore_gtk_item_get_title(item), ==, "zwei");
    g_assert_cmpuint(titles, ==, 1);
    g_assert_cmpuint(subtitles, ==, 0);
    g_assert_cmpuint(changed, ==, 1);
    g_assert_cmpstr(record->str, ==, "");
    g_autoptr(FeedcoreGtkItem) again = item_at(feed, "list", 1);
    g_assert_true(again == item);
    /* And if it moves, and the list is another one around it. */
    show(feed, ITEMS(, ITEM("2", "zwei") "," ITEM("7", "seven") "," ITEM("8", "eight")));
    g_autoptr(FeedcoreGtkItem) moved = item_at(feed, "list", 0);
    g_assert_true(moved == item);
    g_assert_cmpuint(changed, ==, 1);
    /* One that left keeps what it showed last. */
    show(feed, ITEMS(, ITEM("7", "seven")));
    g_assert_cmpstr(feedcore_gtk_item_get_title(item), ==, "zwei");
    g_assert_false(feedcore_gtk_item_activate(item));
    g_assert_null(feedcore_gtk_item_dup_action(item));
}

static void a_section_that_moves_is_the_same_object(void)
{
    g_autoptr(FeedcoreGtkFeed) feed =
        new_shelves(PAGE(SHELF("A", , CELL("1")) "," SHELF("B", , CELL("2") "," CELL("3")) "," SHELF("C", , CELL("4"))));
    FeedcoreGtkSection *b = feedcore_gtk_feed_get_section(feed, "B");
    g_autoptr(FeedcoreGtkItem) item = item_at(feed, "B", 1);
    g_autoptr(GString) record = g_string_new(NULL);
    record_feed(feed, record);
    show(feed, PAGE(SHELF("B", , CELL("2") "," CELL("3")) "," SHELF("A", , CELL("1")) "," SHELF("C", , CELL("4"))));
    ASSERT_SHOWN(feed, "B: 2 3 | A: 1 | C: 4");
    g_assert_true(feedcore_gtk_feed_get_section(feed, "B") == b);
    /* Nothing is told of the items of what only moved; one section was taken out, and put in elsewhere. */
    g_assert_true(g_str_equal(record->str, "*(0,0,1) *(2,1,0) ") || g_str_equal(record->str, "*(0,1,0) *(1,0,1) "));
    /* Moved down, with other items. */
    g_string_truncate(record, 0);
    show(feed, PAGE(SHELF("A", , CELL("1")) "," SHELF("C", , CELL("4")) "," SHELF("B", , CELL("2") "," CELL("9") "," CELL("3"))));
    ASSERT_SHOWN(feed, "A: 1 | C: 4 | B: 2 9 3");
    g_assert_true(feedcore_gtk_feed_get_section(feed, "B") == b);
    g_assert_nonnull(strstr(record->str, "B(1,0,1) "));
    g_autoptr(FeedcoreGtkItem) again = item_at(feed, "B", 2);
    g_assert_true(again == item);
}

static void heads_notify(void)
{
    g_autoptr(FeedcoreGtkFeed) feed = new_shelves(PAGE(SHELF("A", "\"t\": \"Old\",", CELL("1"))));
    FeedcoreGtkSection *section = feedcore_gtk_feed_get_section(feed, "A");
    guint titles, mores;
    count_signal(section, "notify::title", &titles);
    count_signal(section, "notify::has-more", &mores);
    g_assert_cmpstr(feedcore_gtk_section_get_title(section), ==, "Old");
    show(feed, PAGE(SHELF("A", "\"t\": \"New\", \"at\": \"x\",", CELL("1"))));
    g_assert_cmpstr(feedcore_gtk_section_get_title(section), ==, "New");
    g_assert_true(feedcore_gtk_section_get_has_more(section));
    g_assert_cmpuint(titles, ==, 1);
    g_assert_cmpuint(mores, ==, 1);
}

static void children_are_a_list_that_stays(void)
{
    g_autoptr(FeedcoreGtkFeed) feed = new_shelves(PAGE(SHELF("A", , "{\"i\": 1, \"c\": [" CELL("11") "," CELL("12") "]}")));
    g_autoptr(FeedcoreGtkItem) item = item_at(feed, "A", 0);
    GListModel *children = feedcore_gtk_item_get_children(item);
    g_autoptr(FeedcoreGtkItem) last = g_list_model_get_item(children, 1);
    g_autoptr(GString) record = g_string_new(NULL);
    guint changed;
    g_assert_cmpuint(g_list_model_get_n_items(children), ==, 2);
    g_assert_cmpstr(feedcore_gtk_item_get_title(last), ==, "12");
    record_list(children, "c", record);
    count_signal(item, "changed", &changed);
    show(feed, PAGE(SHELF("A", , "{\"i\": 1, \"c\": [" CELL("10") "," CELL("11") "," CELL("12") "]}")));
    g_assert_cmpstr(record->str, ==, "c(0,0,1) ");
    g_assert_cmpuint(changed, ==, 1);
    g_assert_true(feedcore_gtk_item_get_children(item) == children);
    g_autoptr(FeedcoreGtkItem) still_last = g_list_model_get_item(children, 2);
    g_assert_true(still_last == last);
    /* A child is alive on its own, and follows the pages. */
    show(feed, PAGE(SHELF("A", , CELL("0") ",{\"i\": 1, \"c\": [" CELL("12") "]}")));
    g_assert_cmpstr(record->str, ==, "c(0,0,1) c(0,2,0) ");
    g_assert_true(feedcore_gtk_item_activate(last));
    settle(feedcore_gtk_feed_get_context(feed));
}

static char *list_page(guint first, guint count)
{
    GString *text = g_string_new("{\"items\": [");
    for (guint i = 0; i < count; i++)
        g_string_append_printf(text, "%s{\"id\": %u, \"t\": \"%u\"}", i ? "," : "", first + i, first + i);
    return g_string_free(g_string_append(text, "]}"), FALSE);
}

/* More than 4096 steps are a RESET: what stays is kept all the same. */
static void a_reset_keeps_what_stays(void)
{
    g_autoptr(FeedcoreGtkContext) context = new_gtk_context(IN_MEMORY);
    g_autoptr(FeedcoreGtkFeed) feed = new_gtk_feed(context, LIST_FEED);
    g_autoptr(GString) record = g_string_new(NULL);
    g_autoptr(GString) page = g_string_new("{\"items\": [");
    g_autofree char *first = list_page(0, 12000);
    show(feed, first);
    FeedcoreGtkSection *section = feedcore_gtk_feed_get_section(feed, "list");
    g_autoptr(FeedcoreGtkItem) item = item_at(feed, "list", 11000);
    guint titles;
    count_signal(item, "notify::title", &titles);
    record_feed(feed, record);
    for (guint i = 1; i < 12000; i++) /* the first goes, and each has another title */
        g_string_append_printf(page, "%s{\"id\": %u, \"t\": \"%u!\"}", i > 1 ? "," : "", i, i);
    g_string_append(page, "]}");
    show(feed, page->str);
    g_assert_cmpstr(record->str, ==, "list(0,1,0) ");
    g_assert_true(feedcore_gtk_feed_get_section(feed, "list") == section);
    g_autoptr(FeedcoreGtkItem) same = item_at(feed, "list", 10999);
    g_assert_true(same == item);
    g_assert_cmpstr(feedcore_gtk_item_get_title(item), ==, "11000!");
    g_assert_cmpuint(titles, ==, 1);
}

/* Shelves, of which one has so many cells with a child that their change is a RESET. */
static char *shelves_page(const char *before, guint child, const char *after)
{
    GString *text = g_string_new("{\"s\": [");
    g_string_append_printf(text, "%s,{\"k\": \"Large\", \"i\": [", before);
    for (guint i = 0; i < 4200; i++)
        g_string_append_printf(text, "%s{\"i\": %u, \"c\": [{\"i\": %u}]}", i ? "," : "", i, child);
    g_string_append_printf(text, "]},%s]}", after);
    return g_string_free(text, FALSE);
}

static void a_reset_tells_what_is_another(void)
{
    g_autofree char *first = shelves_page(SHELF("A", , CELL("1")) "," SHELF("B", , CELL("2")), 1, SHELF("Z", , CELL("3")));
    g_autofree char *second = shelves_page(
        SHELF("A", , CELL("1") "," CELL("9")) "," SHELF("C", , CELL("4")) "," SHELF("D", , CELL("5")), 2, SHELF("Z", , CELL("3")));
    g_autofree char *third = shelves_page(SHELF("Z", , CELL("3")), 3, SHELF("A", , CELL("1") "," CELL("9")));
    g_autoptr(FeedcoreGtkFeed) feed = new_shelves(first);
    g_autoptr(FeedcoreGtkItem) item = item_at(feed, "Large", 4000);
    FeedcoreGtkSection *large = feedcore_gtk_feed_get_section(feed, "Large");
    g_autoptr(GString) record = g_string_new(NULL);
    guint changed;
    record_feed(feed, record);
    count_signal(item, "changed", &changed);
    show(feed, second);
    g_assert_cmpstr(record->str, ==, "A(1,0,1) *(1,1,2) ");
    g_assert_cmpuint(changed, ==, 1);
    show(feed, third); /* it moves, and is another, but none of its steps is told */
    g_assert_cmpuint(changed, ==, 2);
    g_assert_true(feedcore_gtk_feed_get_section(feed, "Large") == large);
    g_autoptr(FeedcoreGtkItem) same = item_at(feed, "Large", 4000);
    g_assert_true(same == item);
}

/* ------------------------------------------------------------- how it stands */

static void states(void)
{
    g_autoptr(FeedcoreGtkContext) context = new_gtk_context(IN_MEMORY);
    g_autoptr(FeedcoreGtkFeed) feed = new_gtk_feed(context, LIST_FEED);
    g_autoptr(FeedcoreGtkSource) source = g_list_model_get_item(feedcore_gtk_feed_get_sources(feed), 0);
    guint completes, fails, loadings, errors;
    count_signal(feed, "complete", &completes);
    count_signal(feed, "failed", &fails);
    count_signal(feed, "notify::loading", &loadings);
    count_signal(feed, "notify::error", &errors);
    g_assert_cmpint(feedcore_gtk_feed_get_state(feed), ==, FEEDCORE_GTK_STATE_IDLE);
    g_assert_cmpint(feedcore_gtk_feed_get_time(feed), ==, G_MININT64);

    respond(core_of(context), LIST_URL, 404, NULL, "");
    feedcore_gtk_feed_refresh_async(feed, NULL, NULL, NULL);
    g_assert_cmpint(feedcore_gtk_feed_get_state(feed), ==, FEEDCORE_GTK_STATE_IDLE); /* not in answer to a call */
    settle(context);
    g_assert_cmpint(feedcore_gtk_feed_get_state(feed), ==, FEEDCORE_GTK_STATE_FAILED);
    g_assert_cmpint(feedcore_gtk_source_get_state(source), ==, FEEDCORE_GTK_STATE_FAILED);
    g_assert_error(feedcore_gtk_feed_get_error(feed), FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_HTTP);
    g_assert_error(feedcore_gtk_source_get_error(source), FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_HTTP);
    g_assert_cmpint(feedcore_gtk_error_get_http_status(feedcore_gtk_feed_get_error(feed)), ==, 404);
    g_assert_cmpuint(completes, ==, 1);
    g_assert_cmpuint(fails, ==, 1);
    g_assert_cmpuint(loadings, ==, 2);
    g_assert_cmpuint(errors, ==, 1);

    show(feed, PAGE_EMPTY);
    g_assert_cmpint(feedcore_gtk_feed_get_state(feed), ==, FEEDCORE_GTK_STATE_EMPTY);
    g_assert_null(feedcore_gtk_feed_get_error(feed));
    show(feed, PAGE_A);
    g_assert_cmpint(feedcore_gtk_feed_get_state(feed), ==, FEEDCORE_GTK_STATE_READY);
    g_assert_cmpint(feedcore_gtk_feed_get_time(feed), >, 0);
    g_assert_cmpint(feedcore_gtk_section_get_state(feedcore_gtk_feed_get_section(feed, "list")), ==,
                    FEEDCORE_GTK_STATE_READY);

    /* What was there stays when the server fails, also while it is asked again. */
    guint changes;
    count_signal(feed, "notify::state", &changes);
    respond(core_of(context), LIST_URL, 403, NULL, "");
    feedcore_gtk_feed_refresh_async(feed, NULL, NULL, NULL);
    settle(context);
    g_assert_cmpint(feedcore_gtk_feed_get_state(feed), ==, FEEDCORE_GTK_STATE_STALE);
    feedcore_gtk_source_refresh_async(source, NULL, NULL, NULL);
    settle(context);
    g_assert_cmpint(feedcore_gtk_feed_get_state(feed), ==, FEEDCORE_GTK_STATE_STALE);
    g_assert_cmpuint(changes, ==, 1);
    g_assert_cmpuint(g_list_model_get_n_items(G_LIST_MODEL(feed)), ==, 1);
    show(feed, PAGE_A);
    g_assert_cmpint(feedcore_gtk_feed_get_state(feed), ==, FEEDCORE_GTK_STATE_READY);
    g_assert_false(feedcore_gtk_feed_get_loading(feed));
    g_assert_cmpfloat(feedcore_gtk_feed_get_progress(feed), ==, 0);
}

/* A server that stops in the middle of its answer. Called on the worker's thread. */
static void answer_half(feedcore_exchange *exchange, void *user_data)
{
    g_autofree char *length = g_strdup_printf("%zu", strlen(PAGE_A));
    feedcore_exchange_head(exchange, 200);
    feedcore_exchange_header(exchange, "Content-Length", length);
    feedcore_exchange_bytes(exchange, PAGE_A, strlen(PAGE_A) / 2);
    g_atomic_pointer_set((gpointer *)user_data, exchange);
}

static void keep_going(feedcore_exchange *exchange, void *user_data)
{
    (void)exchange;
    (void)user_data;
}

static void progress(void)
{
    g_autoptr(FeedcoreGtkContext) context = new_gtk_context(NULL);
    g_autoptr(FeedcoreGtkFeed) feed = new_gtk_feed(context, LIST_FEED);
    static gpointer exchange = NULL;
    feedcore_context_set_transport(core_of(context), answer_half, keep_going, &exchange, NULL);
    feedcore_gtk_feed_refresh_async(feed, NULL, NULL, NULL);
    WAIT_UNTIL(feedcore_gtk_feed_get_progress(feed) > 0);
    g_assert_cmpfloat(feedcore_gtk_feed_get_progress(feed), <, 0.6);
    g_assert_true(feedcore_gtk_feed_get_loading(feed));
    g_assert_cmpint(feedcore_gtk_feed_get_state(feed), ==, FEEDCORE_GTK_STATE_LOADING);
    const gsize half = strlen(PAGE_A) / 2;
    WAIT_UNTIL(g_atomic_pointer_get(&exchange));
    feedcore_exchange_bytes(exchange, PAGE_A + half, strlen(PAGE_A) - half);
    feedcore_exchange_end(exchange);
    WAIT_UNTIL(!feedcore_gtk_feed_get_loading(feed));
    ASSERT_SHOWN(feed, "list: A");
    g_assert_cmpfloat(feedcore_gtk_feed_get_progress(feed), ==, 0);
}

static void the_end_of_a_page(void)
{
    g_autoptr(FeedcoreGtkContext) context = new_gtk_context(IN_MEMORY);
    g_autoptr(FeedcoreGtkFeed) feed = new_gtk_feed(context, PAGED_FEED);
    guint can;
    count_signal(feed, "notify::can-load-more", &can);
    show(feed, ITEMS("\"next\": \"x\",", ID("1")));
    g_assert_true(feedcore_gtk_feed_get_can_load_more(feed));
    respond(core_of(context), LIST_URL "?at=x", 200, NULL, ITEMS(, ID("2")));
    feedcore_gtk_feed_load_more_async(feed, NULL, NULL, NULL);
    settle(context);
    ASSERT_SHOWN(feed, "list: 1 2");
    g_assert_false(feedcore_gtk_feed_get_can_load_more(feed));
    g_assert_cmpuint(can, ==, 2);
}

/* ----------------------------------------------------------------- a screen */

static void layout_follows_the_viewport(void)
{
    g_autoptr(FeedcoreGtkFeed) feed = new_shelves(PAGE(SHELF("A", , CELL("1"))));
    FeedcoreGtkSection *section = feedcore_gtk_feed_get_section(feed, "A");
    guint widths, columns, spacings;
    double width, height;
    gboolean is_shelf;
    g_object_get(section, "width", &width, "height", &height, "scrolls-sideways", &is_shelf, NULL);
    g_assert_cmpfloat(width, ==, 414);
    g_assert_cmpfloat(height, ==, 240);
    g_assert_true(is_shelf);
    g_assert_cmpint(feedcore_gtk_section_get_layout(section), ==, FEEDCORE_GTK_LAYOUT_A);
    g_assert_cmpstr(feedcore_gtk_section_get_layout_name(section), ==, "A");
    count_signal(section, "notify::width", &widths);
    count_signal(section, "notify::columns", &columns);
    count_signal(section, "notify::spacing", &spacings);
    g_assert_false(feedcore_gtk_feed_set_viewport(feed, 0, 800, 1));
    g_assert_true(feedcore_gtk_feed_set_viewport(feed, 828, 800, 1));
    g_assert_cmpuint(widths, ==, 0); /* not in answer to a call */
    settle(feedcore_gtk_feed_get_context(feed));
    g_assert_cmpuint(widths, ==, 1);
    g_assert_cmpfloat(feedcore_gtk_section_measure(section, FEEDCORE_GTK_METRIC_HEIGHT), ==, 480);
    g_assert_cmpfloat(feedcore_gtk_section_measure(section, 99), ==, 0);
    g_assert_true(feedcore_gtk_section_set_row_height(section, 100));
    settle(feedcore_gtk_feed_get_context(feed));
    g_assert_cmpfloat(feedcore_gtk_section_measure(section, FEEDCORE_GTK_METRIC_ROW_HEIGHT), ==, 100);
    g_assert_cmpuint(widths, ==, 1);
}

static void note_layout(GListModel *feed, guint position, guint removed, guint added, guint *measured)
{
    (void)removed;
    for (guint i = position; i < position + added; i++) {
        g_autoptr(FeedcoreGtkSection) section = g_list_model_get_item(feed, i);
        g_assert_cmpint(feedcore_gtk_section_get_layout(section), ==, FEEDCORE_GTK_LAYOUT_A);
        g_assert_cmpfloat(feedcore_gtk_section_measure(section, FEEDCORE_GTK_METRIC_WIDTH), ==, 414);
        (*measured)++;
    }
}

/* Widgets are chosen when they are told. */
static void sections_are_measured_before_they_are_told(void)
{
    g_autoptr(FeedcoreGtkFeed) feed = new_shelves(NULL);
    guint measured = 0;
    g_signal_connect(feed, "items-changed", G_CALLBACK(note_layout), &measured);
    show(feed, PAGE(SHELF("A", , CELL("1")) "," SHELF("B", , CELL("2"))));
    show(feed, PAGE(SHELF("C", , CELL("3")) "," SHELF("B", , CELL("2")) "," SHELF("A", , CELL("1")) "," SHELF("D", , CELL("1"))));
    g_assert_cmpuint(measured, >=, 5);
}

#define BANNER(id) "{\"bannerId\": \"" id "\", \"pic\": \"http://img.test/" id ".jpg\"}"
#define BANNERS(banners)                                                                                     \
    "{\"code\": 200, \"data\": {\"blocks\": [{\"blockCode\": \"HOMEPAGE_BANNER\", \"extInfo\": {\"banners\": [" \
    banners "]}}]}}"

static void banners_turn(void)
{
    g_autoptr(FeedcoreGtkContext) context = new_gtk_context(IN_MEMORY);
    g_autoptr(FeedcoreGtkFeed) feed = new_gtk_feed(
        context, "{\"preset\": \"netease-home\", \"baseURL\": \"http://home.test\", \"bannerInterval\": 1000}");
    respond(core_of(context), HOME_URL, 200, NULL, BANNERS(BANNER("1") "," BANNER("2") "," BANNER("3")));
    respond(core_of(context), MENUS_URL, 200, NULL, HOME_MENUS);
    feedcore_gtk_feed_refresh_async(feed, NULL, NULL, NULL);
    settle(context);
    FeedcoreGtkSection *banner = feedcore_gtk_feed_get_section(feed, "HOMEPAGE_BANNER");
    guint turns;
    count_signal(banner, "notify::banner", &turns);
    g_assert_cmpint(feedcore_gtk_section_get_banner(banner), ==, 0);
    g_assert_cmpint(feedcore_gtk_section_get_banner(feedcore_gtk_feed_get_section(feed, "MENUS")), ==, -1);
    advance(core_of(context), 1000);
    settle(context);
    g_assert_cmpint(feedcore_gtk_section_get_banner(banner), ==, 1);
    g_object_set(banner, "banner", 0, NULL);
    settle(context);
    g_assert_cmpint(feedcore_gtk_section_get_banner(banner), ==, 0);
    g_object_set(feed, "banners-paused", TRUE, NULL);
    advance(core_of(context), 5000);
    settle(context);
    g_assert_cmpint(feedcore_gtk_section_get_banner(banner), ==, 0);
    g_assert_cmpuint(turns, ==, 2);
    g_object_set(feed, "banners-paused", FALSE, NULL);
    settle(context);
    advance(core_of(context), 1000);
    settle(context);
    g_assert_cmpint(feedcore_gtk_section_get_banner(banner), ==, 1);
}

static void banners_may_be_paused_from_the_beginning(void)
{
    GError *error = NULL;
    g_autoptr(FeedcoreGtkContext) context = new_gtk_context(IN_MEMORY);
    g_autoptr(FeedcoreGtkFeed) feed = g_initable_new(
        FEEDCORE_GTK_TYPE_FEED, NULL, &error, "banners-paused", TRUE, "context", context, "config",
        "{\"preset\": \"netease-home\", \"baseURL\": \"http://home.test\", \"bannerInterval\": 1000}", NULL);
    g_assert_no_error(error);
    respond(core_of(context), HOME_URL, 200, NULL, BANNERS(BANNER("1") "," BANNER("2") "," BANNER("3")));
    respond(core_of(context), MENUS_URL, 200, NULL, HOME_MENUS);
    feedcore_gtk_feed_refresh_async(feed, NULL, NULL, NULL);
    settle(context);
    advance(core_of(context), 1000);
    settle(context);
    FeedcoreGtkSection *banner = feedcore_gtk_feed_get_section(feed, "HOMEPAGE_BANNER");
    g_assert_cmpint(feedcore_gtk_section_get_banner(banner), ==, 0);
}

/* ------------------------------------------------------------------ a click */

typedef struct {
    guint count;
    FeedcoreGtkAction *action;
    FeedcoreGtkSection *section;
    FeedcoreGtkItem *item;
} Click;

static void on_activate(FeedcoreGtkFeed *feed, FeedcoreGtkAction *action, FeedcoreGtkSection *section,
                        FeedcoreGtkItem *item, Click *click)
{
    (void)feed;
    g_clear_pointer(&click->action, feedcore_gtk_action_unref);
    click->count++;
    click->action = feedcore_gtk_action_ref(action);
    click->section = section;
    click->item = item;
}

static void a_click_is_told_with_its_action(void)
{
    g_autoptr(FeedcoreGtkContext) context = new_gtk_context(IN_MEMORY);
    g_autoptr(FeedcoreGtkFeed) feed = new_gtk_feed(context, LIST_FEED);
    Click click = {0, NULL, NULL, NULL};
    show(feed, ITEMS(, "{\"id\": 1, \"t\": \"A\", \"go\": \"https://example.test/?a=b%20c\"}"));
    g_autoptr(FeedcoreGtkItem) item = item_at(feed, "list", 0);
    g_signal_connect(feed, "activate", G_CALLBACK(on_activate), &click);
    g_assert_true(feedcore_gtk_item_activate(item));
    g_assert_cmpuint(click.count, ==, 0);
    settle(context);
    g_assert_cmpuint(click.count, ==, 1);
    g_assert_true(click.item == item);
    g_assert_true(click.section == feedcore_gtk_feed_get_section(feed, "list"));
    g_assert_cmpint(feedcore_gtk_action_get_kind(click.action), ==, FEEDCORE_GTK_ACTION_KIND_OPEN_URL);
    g_assert_cmpstr(feedcore_gtk_action_get_url(click.action), ==, "https://example.test/?a=b%20c");
    g_assert_cmpstr(feedcore_gtk_action_get_text(click.action), ==, "https://example.test/?a=b%20c");
    g_assert_cmpstr(feedcore_gtk_action_get_parameter(click.action, "a"), ==, "b c");
    g_assert_null(feedcore_gtk_action_get_id(click.action));
    g_assert_true(feedcore_gtk_section_activate(click.section));
    settle(context);
    g_assert_cmpuint(click.count, ==, 2);
    g_assert_null(click.item);
    g_assert_cmpint(feedcore_gtk_action_get_kind(click.action), ==, FEEDCORE_GTK_ACTION_KIND_NONE);
    g_autoptr(FeedcoreGtkAction) before = feedcore_gtk_item_dup_action(item);
    g_assert_cmpint(feedcore_gtk_action_get_kind(before), ==, FEEDCORE_GTK_ACTION_KIND_OPEN_URL);
    g_clear_pointer(&click.action, feedcore_gtk_action_unref);
}

/* -------------------------------------------------------------- rearranging */

static void rearranging(void)
{
    GError *error = NULL;
    g_autoptr(FeedcoreGtkFeed) feed =
        new_shelves(PAGE(SHELF("A", , CELL("1")) "," SHELF("B", , CELL("2")) "," SHELF("C", , CELL("3"))));
    FeedcoreGtkContext *context = feedcore_gtk_feed_get_context(feed);
    g_autoptr(GString) record = g_string_new(NULL);
    FeedcoreGtkSection *c = feedcore_gtk_feed_get_section(feed, "C");
    record_feed(feed, record);
    g_assert_true(feedcore_gtk_feed_move_section(feed, "C", 0));
    ASSERT_SHOWN(feed, "A: 1 | B: 2 | C: 3");
    settle(context);
    ASSERT_SHOWN(feed, "C: 3 | A: 1 | B: 2");
    g_assert_true(feedcore_gtk_feed_get_section(feed, "C") == c);
    g_assert_false(feedcore_gtk_feed_move_section(feed, "X", 0));
    g_assert_true(feedcore_gtk_feed_hide_section(feed, "A", TRUE));
    settle(context);
    ASSERT_SHOWN(feed, "C: 3 | B: 2");
    g_autofree char *kept = feedcore_gtk_feed_dup_arrangement(feed);
    g_assert_true(feedcore_gtk_feed_hide_section(feed, "A", FALSE));
    g_assert_true(feedcore_gtk_feed_remove_section(feed, "B"));
    g_assert_true(feedcore_gtk_feed_insert_section(
        feed, "{\"key\": \"own\", \"items\": [{\"id\": \"9\", \"title\": \"nine\"}]}", 0, &error));
    g_assert_no_error(error);
    settle(context);
    ASSERT_SHOWN(feed, "own: nine | C: 3 | A: 1");
    g_assert_false(feedcore_gtk_feed_insert_section(feed, "{\"key\": 1}", 0, &error));
    g_assert_error(error, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_CONFIG);
    g_clear_error(&error);
    g_assert_false(feedcore_gtk_feed_set_arrangement(feed, "[", &error));
    g_assert_error(error, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_SYNTAX);
    g_clear_error(&error);
    g_assert_true(feedcore_gtk_feed_set_arrangement(feed, kept, &error));
    settle(context);
    ASSERT_SHOWN(feed, "C: 3 | B: 2");
}

static void drop(GListModel *list, guint position, guint removed, guint added, gpointer feed)
{
    (void)list, (void)position, (void)removed, (void)added;
    g_clear_object((FeedcoreGtkFeed **)feed);
}

static void hidden_sections_are_a_list(void)
{
    FeedcoreGtkFeed *feed =
        new_shelves(PAGE(SHELF("A", , CELL("1")) "," SHELF("B", , CELL("2")) "," SHELF("C", , CELL("3"))));
    g_autoptr(FeedcoreGtkContext) context = g_object_ref(feedcore_gtk_feed_get_context(feed));
    g_autoptr(GString) record = g_string_new(NULL);
    g_autoptr(GListModel) hidden = NULL;
    guint titles;
    g_object_get(feed, "hidden-sections", &hidden, NULL);
    g_assert_true(hidden == feedcore_gtk_feed_get_hidden_sections(feed));
    g_assert_true(g_list_model_get_item_type(hidden) == FEEDCORE_GTK_TYPE_SECTION);
    record_list(hidden, "hidden", record);

    /* At once, in the page's sequence. */
    feedcore_gtk_feed_hide_section(feed, "C", TRUE);
    feedcore_gtk_feed_hide_section(feed, "A", TRUE);
    g_assert_cmpstr(record->str, ==, "hidden(0,0,1) hidden(0,0,1) ");
    settle(context);
    g_assert_cmpstr(record->str, ==, "hidden(0,0,1) hidden(0,0,1) ");
    ASSERT_SHOWN(feed, "B: 2");
    g_autoptr(FeedcoreGtkSection) a = g_list_model_get_item(hidden, 0), c = g_list_model_get_item(hidden, 1);
    g_assert_cmpstr(feedcore_gtk_section_get_key(a), ==, "A");
    g_assert_cmpstr(feedcore_gtk_section_get_key(c), ==, "C");

    /* A page in which only what is hidden is another. */
    g_string_truncate(record, 0);
    record_feed(feed, record);
    record_list(c, "C", record);
    count_signal(c, "notify::title", &titles);
    show(feed, PAGE(SHELF("B", , CELL("2")) "," SHELF("C", "\"t\": \"Sea\",", CELL("3") "," CELL("4"))));
    g_assert_cmpstr(record->str, ==, "hidden(0,1,0) C(1,0,1) ");
    g_assert_cmpuint(titles, ==, 1);
    g_assert_cmpstr(feedcore_gtk_section_get_title(c), ==, "Sea");

    g_signal_connect(hidden, "items-changed", G_CALLBACK(drop), &feed);
    g_assert_true(feedcore_gtk_feed_hide_section(feed, "C", FALSE));
    g_assert_null(feed);
    g_assert_cmpuint(g_list_model_get_n_items(hidden), ==, 0);
}

#define OWN(items) "{\"key\": \"own\", \"items\": [" items "]}"
#define OWN_ITEM(id) "{\"id\": \"" id "\", \"title\": \"" id "\"}"

static void insert_another_once(GListModel *section, guint position, guint removed, guint added, FeedcoreGtkFeed *feed)
{
    (void)position, (void)removed, (void)added;
    g_signal_handlers_disconnect_by_data(section, feed);
    feedcore_gtk_feed_insert_section(feed, OWN(OWN_ITEM("4") "," OWN_ITEM("5") "," OWN_ITEM("6")), 0, NULL);
}

static void hide_b_once(GListModel *hidden, guint position, guint removed, guint added, FeedcoreGtkFeed *feed)
{
    (void)position, (void)removed, (void)added;
    g_signal_handlers_disconnect_by_data(hidden, feed);
    feedcore_gtk_feed_hide_section(feed, "B", TRUE);
}

/* All are told in the sequence in which it happens, whoever rearranges while he is told. */
static void hidden_sections_change_one_after_the_other(void)
{
    g_autoptr(FeedcoreGtkFeed) feed = new_shelves(PAGE(SHELF("A", , CELL("1")) "," SHELF("B", , CELL("2"))));
    g_autoptr(GString) record = g_string_new(NULL);
    GListModel *hidden = feedcore_gtk_feed_get_hidden_sections(feed);
    feedcore_gtk_feed_insert_section(feed, OWN(OWN_ITEM("1")), 0, NULL);
    g_signal_connect(hidden, "items-changed", G_CALLBACK(hide_b_once), feed);
    record_list(hidden, "hidden", record);
    feedcore_gtk_feed_hide_section(feed, "own", TRUE);
    g_assert_cmpstr(record->str, ==, "hidden(0,0,1) hidden(1,0,1) ");

    g_autoptr(GListModel) own = g_list_model_get_item(hidden, 0);
    g_signal_connect(own, "items-changed", G_CALLBACK(insert_another_once), feed);
    record_list(own, "own", record);
    g_string_truncate(record, 0);
    feedcore_gtk_feed_insert_section(feed, OWN(OWN_ITEM("2") "," OWN_ITEM("3")), 0, NULL);
    g_assert_cmpstr(record->str, ==, "own(0,1,2) own(0,2,3) ");
    g_assert_cmpuint(g_list_model_get_n_items(own), ==, 3);
    g_autoptr(FeedcoreGtkItem) last = g_list_model_get_item(own, 2);
    g_assert_cmpstr(feedcore_gtk_item_get_title(last), ==, "6");
}

static void wrong_configs_say_where(void)
{
    GError *error = NULL;
    g_assert_null(feedcore_gtk_context_new("{\"timeout\": -1}", &error));
    g_assert_error(error, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_CONFIG);
    g_assert_nonnull(strstr(error->message, "line 1, column 13"));
    g_clear_error(&error);
    g_autoptr(FeedcoreGtkContext) context = new_gtk_context(NULL);
    g_assert_null(feedcore_gtk_feed_new(context, "{\"preset\": \"no such\"}", &error));
    g_assert_error(error, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_CONFIG);
    g_clear_error(&error);
    g_assert_null(feedcore_gtk_feed_new(context, "{", NULL));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/feed/adding-an-item-is-one-splice", adding_an_item_is_one_splice);
    g_test_add_func("/feed/the-same-page-tells-nothing", the_same_page_tells_nothing);
    g_test_add_func("/feed/an-item-that-changes-is-the-same-object", an_item_that_changes_is_the_same_object);
    g_test_add_func("/feed/a-section-that-moves-is-the-same-object", a_section_that_moves_is_the_same_object);
    g_test_add_func("/feed/heads-notify", heads_notify);
    g_test_add_func("/feed/children-are-a-list-that-stays", children_are_a_list_that_stays);
    g_test_add_func("/feed/a-reset-keeps-what-stays", a_reset_keeps_what_stays);
    g_test_add_func("/feed/a-reset-tells-what-is-another", a_reset_tells_what_is_another);
    g_test_add_func("/feed/states", states);
    g_test_add_func("/feed/progress", progress);
    g_test_add_func("/feed/the-end-of-a-page", the_end_of_a_page);
    g_test_add_func("/feed/layout-follows-the-viewport", layout_follows_the_viewport);
    g_test_add_func("/feed/sections-are-measured-before-they-are-told", sections_are_measured_before_they_are_told);
    g_test_add_func("/feed/banners-turn", banners_turn);
    g_test_add_func("/feed/banners-may-be-paused-from-the-beginning", banners_may_be_paused_from_the_beginning);
    g_test_add_func("/feed/a-click-is-told-with-its-action", a_click_is_told_with_its_action);
    g_test_add_func("/feed/rearranging", rearranging);
    g_test_add_func("/feed/hidden-sections", hidden_sections_are_a_list);
    g_test_add_func("/feed/hidden-sections-one-after-the-other", hidden_sections_change_one_after_the_other);
    g_test_add_func("/feed/wrong-configs-say-where", wrong_configs_say_where);
    return g_test_run();
}
