/* The asynchronous calls: how each of them ends, also where it is cancelled or dropped. */
#include "pages.h"

/* How a call ended. */
typedef struct {
    guint count;
    gboolean is_good;
    gint64 number;
    GError *error;
} Ending;

static void ending_clear(Ending *ending)
{
    g_clear_error(&ending->error);
    *ending = (Ending){0, FALSE, 0, NULL};
}

#define ENDS_BY(name, type, finish)                                              \
    static void name(GObject *object, GAsyncResult *result, gpointer user_data)  \
    {                                                                            \
        Ending *ending = user_data;                                              \
        ending->count++;                                                         \
        ending->is_good = finish((type *)object, result, &ending->error);        \
    }

ENDS_BY(refreshed, FeedcoreGtkFeed, feedcore_gtk_feed_refresh_finish)
ENDS_BY(reloaded, FeedcoreGtkFeed, feedcore_gtk_feed_reload_finish)
ENDS_BY(loaded_more, FeedcoreGtkFeed, feedcore_gtk_feed_load_more_finish)
ENDS_BY(loaded_bytes, FeedcoreGtkFeed, feedcore_gtk_feed_load_bytes_finish)
ENDS_BY(loaded_section, FeedcoreGtkSection, feedcore_gtk_section_load_more_finish)
ENDS_BY(retried, FeedcoreGtkSource, feedcore_gtk_source_refresh_finish)

static void imported(GObject *object, GAsyncResult *result, gpointer user_data)
{
    Ending *ending = user_data;
    ending->count++;
    ending->number = feedcore_gtk_context_import_users_finish(FEEDCORE_GTK_CONTEXT(object), result, &ending->error);
    ending->is_good = ending->number >= 0;
}

#define ASSERT_GOOD(ending)                       \
    do {                                          \
        g_assert_no_error((ending).error);        \
        g_assert_cmpuint((ending).count, ==, 1);  \
        g_assert_true((ending).is_good);          \
        ending_clear(&(ending));                  \
    } while (0)

#define ASSERT_BAD(ending, domain, code)          \
    do {                                          \
        g_assert_cmpuint((ending).count, ==, 1);  \
        g_assert_false((ending).is_good);         \
        g_assert_error((ending).error, domain, code); \
        ending_clear(&(ending));                  \
    } while (0)

static FeedcoreGtkFeed *new_list(void)
{
    g_autoptr(FeedcoreGtkContext) context = new_gtk_context(IN_MEMORY);
    return new_gtk_feed(context, LIST_FEED);
}

static void refreshes(void)
{
    Ending ending = {0}, other = {0};
    g_autoptr(FeedcoreGtkFeed) feed = new_list();
    FeedcoreGtkContext *context = feedcore_gtk_feed_get_context(feed);
    answer(context, PAGE_A);
    feedcore_gtk_feed_refresh_async(feed, NULL, refreshed, &ending);
    feedcore_gtk_feed_reload_async(feed, NULL, reloaded, &other);
    g_assert_cmpuint(ending.count, ==, 0);
    settle(context);
    ASSERT_GOOD(ending);
    ASSERT_GOOD(other);
    ASSERT_SHOWN(feed, "list: A");
}

static void a_failure_is_an_error(void)
{
    Ending ending = {0};
    g_autoptr(FeedcoreGtkFeed) feed = new_list();
    FeedcoreGtkContext *context = feedcore_gtk_feed_get_context(feed);
    answer(context, "{\"code\": 301, \"msg\": \"who are you\"}");
    feedcore_gtk_feed_refresh_async(feed, NULL, refreshed, &ending);
    settle(context);
    g_assert_cmpstr(feedcore_gtk_error_get_service_code(ending.error), ==, "301");
    g_assert_cmpstr(feedcore_gtk_error_get_service_message(ending.error), ==, "who are you");
    g_assert_false(feedcore_gtk_error_is_retryable(ending.error));
    ASSERT_BAD(ending, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_LOGIN_NEEDED);
    /* And the one source alone, which is well again. */
    g_autoptr(FeedcoreGtkSource) source = g_list_model_get_item(feedcore_gtk_feed_get_sources(feed), 0);
    answer(context, PAGE_A);
    feedcore_gtk_source_refresh_async(source, NULL, retried, &ending);
    settle(context);
    ASSERT_GOOD(ending);
    ASSERT_SHOWN(feed, "list: A");
}

static void a_source_says_more_of_its_error(void)
{
    g_autoptr(FeedcoreGtkFeed) feed = new_list();
    FeedcoreGtkContext *context = feedcore_gtk_feed_get_context(feed);
    g_autoptr(FeedcoreGtkSource) source = g_list_model_get_item(feedcore_gtk_feed_get_sources(feed), 0);
    const int statuses[] = {503, 404, 200};
    guint numbers, retryables;
    count_signal(source, "notify::http-status", &numbers);
    count_signal(source, "notify::retryable", &retryables);
    for (int i = 0; i < 3; i++) {
        int status;
        gboolean retryable;
        respond_text(context, LIST_URL, statuses[i], PAGE_A);
        feedcore_gtk_source_refresh_async(source, NULL, NULL, NULL);
        settle(context);
        for (int attempt = 0; attempt < 3; attempt++) { /* a busy server is asked again */
            advance(core_of(context), 60000);
            settle(context);
        }
        g_object_get(source, "http-status", &status, "retryable", &retryable, NULL);
        g_assert_cmpint(status, ==, i == 2 ? -1 : statuses[i]);
        g_assert_cmpint(retryable, ==, i == 0);
        g_assert_cmpuint(numbers, ==, i + 1);
        g_assert_cmpuint(retryables, ==, MIN(i + 1, 2));
    }
}

static void cancelling(void)
{
    Ending ending = {0}, other = {0};
    g_autoptr(FeedcoreGtkFeed) feed = new_list();
    FeedcoreGtkContext *context = feedcore_gtk_feed_get_context(feed);
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    respond(core_of(context), LIST_URL, -1, NULL, ""); /* never answers */
    feedcore_gtk_feed_refresh_async(feed, cancellable, refreshed, &ending);
    settle(context);
    g_assert_cmpuint(ending.count, ==, 0);
    g_assert_true(feedcore_gtk_feed_get_loading(feed));
    g_cancellable_cancel(cancellable);
    settle(context);
    ASSERT_BAD(ending, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_false(feedcore_gtk_feed_get_loading(feed));
    /* One that is cancelled before it is asked. */
    feedcore_gtk_feed_refresh_async(feed, cancellable, refreshed, &ending);
    settle(context);
    ASSERT_BAD(ending, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    /* Of two, the other one goes on, with the same question. */
    g_cancellable_reset(cancellable);
    feedcore_gtk_feed_refresh_async(feed, cancellable, refreshed, &ending);
    feedcore_gtk_feed_refresh_async(feed, NULL, refreshed, &other);
    settle(context);
    g_cancellable_cancel(cancellable);
    settle(context);
    ASSERT_BAD(ending, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpuint(other.count, ==, 0);
    g_object_run_dispose(G_OBJECT(feed));
    settle(context);
    ASSERT_BAD(other, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* As a dialog does that is waited for. */
static void cancel_and_run_a_loop(GCancellable *cancellable)
{
    g_cancellable_cancel(cancellable);
    while (g_main_context_iteration(NULL, FALSE))
        ;
}

static void cancelling_what_is_being_told(void)
{
    static const char *const told[] = {"notify::loading", "complete"};
    for (gsize i = 0; i < G_N_ELEMENTS(told); i++) {
        Ending ending = {0};
        g_autoptr(FeedcoreGtkFeed) feed = new_list();
        FeedcoreGtkContext *context = feedcore_gtk_feed_get_context(feed);
        g_autoptr(GCancellable) cancellable = g_cancellable_new();
        answer(context, PAGE_A);
        feedcore_gtk_feed_refresh_async(feed, cancellable, refreshed, &ending);
        settle(context);
        ASSERT_GOOD(ending);
        feedcore_gtk_feed_reload_async(feed, cancellable, reloaded, &ending);
        g_signal_connect_swapped(feed, told[i], G_CALLBACK(cancel_and_run_a_loop), cancellable);
        settle(context);
        ASSERT_BAD(ending, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

static gpointer cancel_it(gpointer cancellable)
{
    g_cancellable_cancel(cancellable);
    return NULL;
}

static void cancelling_from_another_thread(void)
{
    Ending ending = {0};
    g_autoptr(FeedcoreGtkFeed) feed = new_list();
    FeedcoreGtkContext *context = feedcore_gtk_feed_get_context(feed);
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    respond(core_of(context), LIST_URL, -1, NULL, "");
    feedcore_gtk_feed_refresh_async(feed, cancellable, refreshed, &ending);
    settle(context);
    g_thread_join(g_thread_new("cancels", cancel_it, cancellable));
    settle(context);
    ASSERT_BAD(ending, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* While a next page is under way, whoever asks for it waits for the same one. */
static void loading_more(void)
{
    Ending first = {0}, second = {0};
    g_autoptr(FeedcoreGtkContext) context = new_gtk_context(IN_MEMORY);
    g_autoptr(FeedcoreGtkFeed) feed = new_gtk_feed(context, PAGED_FEED);
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    show(feed, ITEMS("\"next\": \"x\",", ID("1")));
    respond(core_of(context), LIST_URL "?at=x", -1, NULL, "");
    feedcore_gtk_feed_load_more_async(feed, cancellable, loaded_more, &first);
    feedcore_gtk_feed_load_more_async(feed, NULL, loaded_more, &second);
    settle(context);
    g_cancellable_cancel(cancellable);
    settle(context);
    ASSERT_BAD(first, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpuint(second.count, ==, 0);
    /* The first try hangs; the second one is answered. */
    respond(core_of(context), LIST_URL "?at=x", 200, NULL, ITEMS(, ID("2")));
    for (int i = 0; i < 40 && second.count == 0; i++) {
        advance(core_of(context), 1000);
        settle(context);
    }
    ASSERT_GOOD(second);
    ASSERT_SHOWN(feed, "list: 1 2");
    /* Nothing follows. */
    feedcore_gtk_feed_load_more_async(feed, NULL, loaded_more, &first);
    settle(context);
    ASSERT_GOOD(first);
}

static void a_section_loads_more(void)
{
    Ending ending = {0};
    g_autoptr(FeedcoreGtkFeed) feed = new_shelves(PAGE(SHELF("A", "\"at\": \"x\",", CELL("1"))));
    FeedcoreGtkContext *context = feedcore_gtk_feed_get_context(feed);
    g_autoptr(FeedcoreGtkSection) section = g_object_ref(feedcore_gtk_feed_get_section(feed, "A"));
    g_autoptr(GString) record = g_string_new(NULL);
    guint states;
    record_feed(feed, record);
    count_signal(section, "notify::state", &states);
    respond(core_of(context), "http://list.test/shelf?at=x&key=A", 200, NULL, PAGE(SHELF("A", , CELL("2"))));
    respond(core_of(context), "http://list.test/shelf?key=A&at=x", 200, NULL, PAGE(SHELF("A", , CELL("2"))));
    feedcore_gtk_section_load_more_async(section, NULL, loaded_section, &ending);
    settle(context);
    ASSERT_GOOD(ending);
    ASSERT_SHOWN(feed, "A: 1 2");
    g_assert_cmpstr(record->str, ==, "A(1,0,1) ");
    g_assert_cmpuint(states, ==, 2); /* loading, ready */
    show(feed, PAGE(SHELF("B", , CELL("1"))));
    feedcore_gtk_section_load_more_async(section, NULL, loaded_section, &ending); /* it is gone */
    settle(context);
    ASSERT_BAD(ending, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_ARGUMENT);
}

static void bytes_of_ones_own(void)
{
    Ending ending = {0};
    g_autoptr(FeedcoreGtkFeed) feed = new_list();
    FeedcoreGtkContext *context = feedcore_gtk_feed_get_context(feed);
    g_autoptr(GBytes) good = g_bytes_new_static(PAGE_B, strlen(PAGE_B));
    g_autoptr(GBytes) bad = g_bytes_new_static("{\"items\":\n[}", 11);
    g_autoptr(GBytes) none = g_bytes_new(NULL, 0);
    feedcore_gtk_feed_load_bytes_async(feed, 0, good, NULL, loaded_bytes, &ending);
    settle(context);
    ASSERT_GOOD(ending);
    feedcore_gtk_feed_load_bytes_async(feed, 0, bad, NULL, loaded_bytes, &ending);
    settle(context);
    g_assert_nonnull(strstr(ending.error->message, "line 2"));
    ASSERT_BAD(ending, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_SYNTAX);
    feedcore_gtk_feed_load_bytes_async(feed, 0, none, NULL, loaded_bytes, &ending);
    settle(context);
    ASSERT_BAD(ending, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_EMPTY);
    feedcore_gtk_feed_load_bytes_async(feed, 7, good, NULL, loaded_bytes, &ending);
    settle(context);
    ASSERT_BAD(ending, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_ARGUMENT);
    ASSERT_SHOWN(feed, "list: B C");
}

static void people_are_taken_in(void)
{
    static const char people[] = "[{\"id\": \"1\", \"displayName\": \"Ada Ferrow\"}, {\"id\": \"2\"}, {}]";
    Ending ending = {0};
    g_autoptr(FeedcoreGtkContext) context =
        new_gtk_context("{\"transport\": \"memory\", \"clock\": \"manual\", \"store\": {}}");
    g_autoptr(FeedcoreGtkContext) without = new_gtk_context(IN_MEMORY);
    g_autoptr(GBytes) good = g_bytes_new_static(people, strlen(people));
    g_autoptr(GBytes) bad = g_bytes_new_static("[", 1);
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    feedcore_gtk_context_import_users_async(context, good, NULL, imported, &ending);
    WAIT_UNTIL(ending.count > 0);
    g_assert_cmpint(ending.number, ==, 1);
    ASSERT_GOOD(ending);
    feedcore_gtk_context_import_users_async(context, bad, NULL, imported, &ending);
    WAIT_UNTIL(ending.count > 0);
    ASSERT_BAD(ending, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_SYNTAX);
    g_cancellable_cancel(cancellable);
    feedcore_gtk_context_import_users_async(context, good, cancellable, imported, &ending);
    WAIT_UNTIL(ending.count > 0);
    ASSERT_BAD(ending, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    feedcore_gtk_context_import_users_async(without, good, NULL, imported, &ending);
    WAIT_UNTIL(ending.count > 0);
    ASSERT_BAD(ending, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_CONFIG);
}

/* --------------------------------------------------------- odd orders of end */

static void dropped_during_a_fetch(void)
{
    Ending ending = {0};
    FeedcoreGtkFeed *feed = new_list();
    g_autoptr(FeedcoreGtkContext) context = g_object_ref(feedcore_gtk_feed_get_context(feed));
    respond(core_of(context), LIST_URL, -1, NULL, "");
    feedcore_gtk_feed_refresh_async(feed, NULL, refreshed, &ending);
    settle(context);
    g_object_run_dispose(G_OBJECT(feed));
    g_object_unref(feed);
    settle(context);
    ASSERT_BAD(ending, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void the_request_keeps_the_feed(void)
{
    Ending ending = {0};
    FeedcoreGtkFeed *feed = new_list();
    g_autoptr(FeedcoreGtkContext) context = g_object_ref(feedcore_gtk_feed_get_context(feed));
    gpointer weak = feed;
    g_object_add_weak_pointer(G_OBJECT(feed), &weak);
    answer(context, PAGE_A);
    feedcore_gtk_feed_refresh_async(feed, NULL, refreshed, &ending);
    g_object_unref(feed);
    g_assert_nonnull(weak);
    settle(context);
    ASSERT_GOOD(ending);
    g_assert_null(weak);
}

static gpointer drop_it(gpointer object)
{
    g_object_unref(object);
    return NULL;
}

static void drop_elsewhere(gpointer object)
{
    g_thread_join(g_thread_new("drops", drop_it, object));
}

/* As collectors of garbage do. What is dropped goes with the next turn of its own loop, and is told nothing amiss. */
static void dropped_on_another_thread(void)
{
    FeedcoreGtkFeed *feed = new_list();
    FeedcoreGtkContext *context = g_object_ref(feedcore_gtk_feed_get_context(feed));
    gpointer weak_context = context, weak_feed = feed, weak_item;
    show(feed, PAGE_A);
    FeedcoreGtkItem *item = item_at(feed, "list", 0);
    weak_item = item;
    g_object_add_weak_pointer(G_OBJECT(item), &weak_item);
    drop_elsewhere(item);
    g_assert_nonnull(weak_item);
    item = item_at(feed, "list", 0); /* it is still there, and goes on */
    g_assert_true(item == weak_item);
    settle(context);
    g_assert_nonnull(weak_item);
    answer(context, PAGE_B);
    feedcore_feed_refresh(feedcore_gtk_feed_get_handle(feed), NULL);
    g_object_add_weak_pointer(G_OBJECT(feed), &weak_feed);
    drop_elsewhere(feed);
    drop_elsewhere(item);
    settle(context);
    g_assert_null(weak_feed);
    g_assert_null(weak_item);
    g_object_add_weak_pointer(G_OBJECT(context), &weak_context);
    drop_elsewhere(context);
    while (g_main_context_iteration(NULL, FALSE))
        ;
    g_assert_null(weak_context);
}

/* Until it is given itself. */
static gpointer drop_what_comes(gpointer queue)
{
    gpointer item;
    while ((item = g_async_queue_pop(queue)) != queue)
        g_object_unref(item);
    return NULL;
}

static void dropped_elsewhere_while_pages_come(void)
{
    static const char *const pages[] = {
        ITEMS(, ID("1") "," ID("2") "," ID("3") "," ID("4")), ITEMS(, ID("4") "," ID("5") "," ID("2")), ITEMS(, ID("2") "," ID("3") "," ID("6"))};
    g_autoptr(FeedcoreGtkContext) context = new_gtk_context(IN_MEMORY);
    g_autoptr(FeedcoreGtkFeed) feed = new_gtk_feed(context, PAGED_FEED);
    g_autoptr(GAsyncQueue) queue = g_async_queue_new();
    GThread *thread = g_thread_new("drops", drop_what_comes, queue);
    for (guint round = 0; round < 300; round++) {
        show(feed, pages[round % 3]);
        FeedcoreGtkSection *section = feedcore_gtk_feed_get_section(feed, "list");
        for (guint i = 0; i < g_list_model_get_n_items(G_LIST_MODEL(section)); i++) {
            FeedcoreGtkItem *item = g_list_model_get_item(G_LIST_MODEL(section), i);
            g_assert_nonnull(feedcore_gtk_item_get_title(item));
            g_async_queue_push(queue, item);
        }
    }
    g_async_queue_push(queue, queue);
    g_thread_join(thread);
    ASSERT_SHOWN(feed, "list: 2 3 6");
}

static void the_feed_keeps_its_context(void)
{
    FeedcoreGtkFeed *feed = new_list();
    gpointer weak = feedcore_gtk_feed_get_context(feed);
    g_object_add_weak_pointer(weak, &weak);
    show(feed, PAGE_A);
    g_assert_nonnull(weak);
    g_object_unref(feed);
    g_assert_null(weak);
}

static void items_outlive_their_feed(void)
{
    FeedcoreGtkFeed *feed = new_shelves(PAGE(SHELF("A", , "{\"i\": 1, \"c\": [" CELL("11") "]}")));
    FeedcoreGtkItem *item = item_at(feed, "A", 0);
    FeedcoreGtkItem *child = g_list_model_get_item(feedcore_gtk_item_get_children(item), 0);
    FeedcoreGtkSection *section = g_object_ref(feedcore_gtk_feed_get_section(feed, "A"));
    g_autoptr(FeedcoreGtkSource) source = g_list_model_get_item(feedcore_gtk_feed_get_sources(feed), 0);
    Ending ending = {0};
    g_assert_true(goes_with(feed));
    g_assert_cmpuint(g_list_model_get_n_items(G_LIST_MODEL(section)), ==, 1);
    g_assert_cmpstr(feedcore_gtk_section_get_key(section), ==, "A");
    g_assert_false(feedcore_gtk_section_activate(section));
    g_assert_false(feedcore_gtk_section_set_row_height(section, 100));
    feedcore_gtk_section_set_banner(section, 0);
    feedcore_gtk_source_refresh_async(source, NULL, retried, &ending);
    while (g_main_context_iteration(NULL, FALSE))
        ;
    ASSERT_BAD(ending, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_object_unref(section);
    g_object_unref(item);
    g_assert_cmpstr(feedcore_gtk_item_get_title(child), ==, "11");
    g_assert_false(feedcore_gtk_item_activate(child));
    g_assert_true(goes_with(child));
}

/* The context first, by force: what is shown stays, and the calls say no. */
static void the_context_is_gone(void)
{
    Ending ending = {0};
    g_autoptr(FeedcoreGtkFeed) feed = new_list();
    FeedcoreGtkContext *context = feedcore_gtk_feed_get_context(feed);
    show(feed, PAGE_A);
    g_object_run_dispose(G_OBJECT(context));
    feedcore_gtk_feed_refresh_async(feed, NULL, refreshed, &ending);
    while (g_main_context_iteration(NULL, FALSE))
        ;
    ASSERT_BAD(ending, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_THREAD);
    ASSERT_SHOWN(feed, "list: A");
    g_assert_null(feedcore_gtk_feed_new(context, LIST_FEED, NULL));
}

/* Objects that a program makes by itself show nothing, and harm nobody. */
static void made_by_others(void)
{
    FeedcoreGtkItem *item = g_object_new(FEEDCORE_GTK_TYPE_ITEM, NULL);
    FeedcoreGtkSection *section = g_object_new(FEEDCORE_GTK_TYPE_SECTION, NULL);
    FeedcoreGtkSource *source = g_object_new(FEEDCORE_GTK_TYPE_SOURCE, NULL);
    FeedcoreGtkFeed *feed = g_object_new(FEEDCORE_GTK_TYPE_FEED, NULL);
    Ending ending = {0};
    g_assert_null(feedcore_gtk_item_get_title(item));
    g_assert_false(feedcore_gtk_item_activate(item));
    g_assert_null(feedcore_gtk_item_dup_action(item));
    g_assert_cmpuint(g_list_model_get_n_items(feedcore_gtk_item_get_children(item)), ==, 0);
    g_assert_null(g_list_model_get_item(G_LIST_MODEL(section), 0));
    g_assert_false(feedcore_gtk_section_activate(section));
    g_assert_null(feedcore_gtk_source_get_name(source));
    g_assert_cmpuint(g_list_model_get_n_items(G_LIST_MODEL(feed)), ==, 0);
    feedcore_gtk_feed_refresh_async(feed, NULL, refreshed, &ending);
    while (g_main_context_iteration(NULL, FALSE))
        ;
    ASSERT_BAD(ending, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_true(goes_with(item) && goes_with(section) && goes_with(source) && goes_with(feed));
}

/* --------------------------------------------- dropped by those who are told */

static void drop_feed(FeedcoreGtkFeed **feed)
{
    FeedcoreGtkFeed *old = g_steal_pointer(feed);
    if (!old)
        return;
    g_object_run_dispose(G_OBJECT(old));
    g_object_unref(old);
}

static void dropping_in(const char *detailed_signal)
{
    FeedcoreGtkFeed *feed = new_shelves(PAGE(SHELF("A", , CELL("1")) "," SHELF("B", , CELL("2"))));
    g_autoptr(FeedcoreGtkContext) context = g_object_ref(feedcore_gtk_feed_get_context(feed));
    g_autoptr(FeedcoreGtkSection) section = g_object_ref(feedcore_gtk_feed_get_section(feed, "A"));
    const gboolean is_of_section = g_str_has_prefix(detailed_signal, "A:");
    gpointer object = is_of_section ? (gpointer)section : (gpointer)feed;
    gpointer weak = feed;
    g_object_add_weak_pointer(G_OBJECT(feed), &weak);
    g_signal_connect_swapped(object, detailed_signal + (is_of_section ? 2 : 0), G_CALLBACK(drop_feed), &feed);
    answer(context, PAGE(SHELF("C", , CELL("1")) "," SHELF("A", "\"t\": \"New\",", CELL("0") "," CELL("1") "," CELL("5"))));
    feedcore_gtk_feed_refresh_async(feed, NULL, NULL, NULL);
    settle(context);
    g_assert_null(feed);
    g_assert_null(weak);
}

static void dropped_by_those_who_are_told(void)
{
    static const char *const told[] = {"items-changed",   "complete",        "notify::loading", "A:items-changed",
                                       "A:notify::title", "A:notify::state", "A:notify::n-items"};
    for (gsize i = 0; i < G_N_ELEMENTS(told); i++) {
        g_test_message("dropped in %s", told[i]);
        dropping_in(told[i]);
    }
}

static void what_is_shown_stays_in(gpointer object, const char *signal, FeedcoreGtkFeed *feed)
{
    g_autoptr(FeedcoreGtkContext) context = g_object_ref(feedcore_gtk_feed_get_context(feed));
    g_autoptr(FeedcoreGtkSection) a = g_object_ref(feedcore_gtk_feed_get_section(feed, "A"));
    g_autoptr(GListModel) hidden = g_object_ref(feedcore_gtk_feed_get_hidden_sections(feed));
    g_autoptr(FeedcoreGtkSource) source = g_list_model_get_item(feedcore_gtk_feed_get_sources(feed), 0);
    gpointer dropped = feed;
    g_signal_connect_swapped(object, signal, G_CALLBACK(drop_feed), &dropped);
    answer(context, PAGE(SHELF("C", , CELL("1")) "," SHELF("A", "\"t\": \"New\",", CELL("1")) ","
                         SHELF("B", , CELL("2"))));
    feedcore_gtk_feed_refresh_async(feed, NULL, NULL, NULL);
    settle(context);
    g_assert_null(dropped);
    g_assert_cmpint(feedcore_gtk_section_get_state(a), !=, FEEDCORE_GTK_STATE_IDLE);
    g_assert_cmpint(feedcore_gtk_source_get_state(source), !=, FEEDCORE_GTK_STATE_IDLE);
    g_assert_cmpuint(g_list_model_get_n_items(hidden), ==, 1);
}

static FeedcoreGtkFeed *new_shelves_and_a_hidden_one(void)
{
    FeedcoreGtkFeed *feed = new_shelves(PAGE(SHELF("A", , CELL("1")) "," SHELF("B", , CELL("2"))));
    feedcore_gtk_feed_hide_section(feed, "B", TRUE);
    settle(feedcore_gtk_feed_get_context(feed));
    return feed;
}

static void what_is_shown_stays_when_it_is_dropped(void)
{
    FeedcoreGtkFeed *feed = new_shelves_and_a_hidden_one();
    what_is_shown_stays_in(feed, "items-changed", feed);
    feed = new_shelves_and_a_hidden_one();
    what_is_shown_stays_in(feed, "notify::loading", feed);
    feed = new_shelves_and_a_hidden_one();
    what_is_shown_stays_in(feedcore_gtk_feed_get_section(feed, "A"), "notify::title", feed);
    feed = new_shelves_and_a_hidden_one();
    g_autoptr(FeedcoreGtkSource) source = g_list_model_get_item(feedcore_gtk_feed_get_sources(feed), 0);
    what_is_shown_stays_in(source, "notify::state", feed);
}

static void the_last_reference_goes_in_a_callback(void)
{
    FeedcoreGtkFeed *feed = new_list();
    FeedcoreGtkContext *context = g_object_ref(feedcore_gtk_feed_get_context(feed));
    answer(context, PAGE_A);
    feedcore_gtk_feed_refresh_async(feed, NULL, NULL, NULL);
    g_object_unref(context);
    g_signal_connect_swapped(feed, "complete", G_CALLBACK(drop_feed), &feed);
    let_work(core_of(context)); /* the feed still keeps it */
    WAIT_UNTIL(feed == NULL);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/requests/refreshes", refreshes);
    g_test_add_func("/requests/a-failure-is-an-error", a_failure_is_an_error);
    g_test_add_func("/requests/a-source-says-more-of-its-error", a_source_says_more_of_its_error);
    g_test_add_func("/requests/cancelling", cancelling);
    g_test_add_func("/requests/cancelling-what-is-being-told", cancelling_what_is_being_told);
    g_test_add_func("/requests/cancelling-from-another-thread", cancelling_from_another_thread);
    g_test_add_func("/requests/loading-more", loading_more);
    g_test_add_func("/requests/a-section-loads-more", a_section_loads_more);
    g_test_add_func("/requests/bytes-of-ones-own", bytes_of_ones_own);
    g_test_add_func("/requests/people-are-taken-in", people_are_taken_in);
    g_test_add_func("/requests/dropped-during-a-fetch", dropped_during_a_fetch);
    g_test_add_func("/requests/the-request-keeps-the-feed", the_request_keeps_the_feed);
    g_test_add_func("/requests/dropped-on-another-thread", dropped_on_another_thread);
    g_test_add_func("/requests/dropped-elsewhere-while-pages-come", dropped_elsewhere_while_pages_come);
    g_test_add_func("/requests/the-feed-keeps-its-context", the_feed_keeps_its_context);
    g_test_add_func("/requests/items-outlive-their-feed", items_outlive_their_feed);
    g_test_add_func("/requests/the-context-is-gone", the_context_is_gone);
    g_test_add_func("/requests/made-by-others", made_by_others);
    g_test_add_func("/requests/dropped-by-those-who-are-told", dropped_by_those_who_are_told);
    g_test_add_func("/requests/what-is-shown-stays-when-it-is-dropped", what_is_shown_stays_when_it_is_dropped);
    g_test_add_func("/requests/the-last-reference-goes-in-a-callback", the_last_reference_goes_in_a_callback);
    return g_test_run();
}
