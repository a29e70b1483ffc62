/* Searches: what is notified, what is found, and who may go when. When what is asked is tested where it is written. */
#include "memory.h"
#include "signals.h"

#define SERVER "\"sources\": [{\"name\": \"web\", \"url\": \"http://find.test/{query}\", \"mapping\": \"users\"}]"
#define AT_ONCE "{\"debounce\": 0, " SERVER "}"
#define IN_AN_HOUR "{\"debounce\": 3600000, " SERVER "}"
#define USER(id) "{\"id\": " #id ", \"displayName\": \"N" #id "\", \"username\": \"u" #id "\"}"

static FeedcoreGtkSearch *new_search_in(const char *context_config, const char *config)
{
    FeedcoreGtkContext *context = new_gtk_context(context_config);
    GError *error = NULL;
    respond_text(context, "http://find.test/an", 200, "[" USER(1) ", " USER(2) "]");
    respond_text(context, "http://find.test/and", 200, "[" USER(2) "]");
    respond_text(context, "http://find.test/xyz", 200, "[]");
    respond_text(context, "http://find.test/no", 403, "no");
    respond_text(context, "http://find.test/never", -1, "");
    FeedcoreGtkSearch *search = feedcore_gtk_search_new(context, config, &error);
    g_assert_no_error(error);
    g_object_unref(context); /* the search keeps it */
    return search;
}

static FeedcoreGtkSearch *new_search(const char *config)
{
    return new_search_in("{\"transport\": \"memory\"}", config);
}

static FeedcoreGtkContext *context_of(FeedcoreGtkSearch *search)
{
    return feedcore_gtk_feed_get_context(feedcore_gtk_search_get_feed(search));
}

static void wait_for(FeedcoreGtkSearch *search, FeedcoreGtkSearchState state)
{
    WAIT_UNTIL(feedcore_gtk_search_get_state(search) == state);
}

/* The titles of what was found: "N1 N2". */
static char *titles(FeedcoreGtkSearch *search)
{
    GListModel *feed = G_LIST_MODEL(feedcore_gtk_search_get_feed(search));
    g_autoptr(GListModel) section = g_list_model_get_item(feed, 0);
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; section && i < g_list_model_get_n_items(section); i++) {
        g_autoptr(FeedcoreGtkItem) item = g_list_model_get_item(section, i);
        g_ptr_array_add(found, g_strdup(feedcore_gtk_item_get_title(item)));
    }
    g_ptr_array_add(found, NULL);
    return g_strjoinv(" ", (char **)found->pdata);
}

static void assert_found(FeedcoreGtkSearch *search, const char *expected)
{
    g_autofree char *found = titles(search);
    g_assert_cmpstr(found, ==, expected);
}

static void finds_as_one_types(void)
{
    FeedcoreGtkSearch *search = new_search(AT_ONCE);
    guint states, queries;
    count_signal(search, "notify::state", &states);
    count_signal(search, "notify::query", &queries);
    g_assert_cmpstr(feedcore_gtk_search_get_query(search), ==, "");
    g_assert_cmpint(feedcore_gtk_search_get_state(search), ==, FEEDCORE_GTK_SEARCH_STATE_PROMPT);
    assert_found(search, "");

    feedcore_gtk_search_set_query(search, "an");
    feedcore_gtk_search_set_query(search, "an");
    g_assert_cmpuint(queries, ==, 1);
    g_assert_cmpuint(states, ==, 0);
    g_assert_cmpint(feedcore_gtk_search_get_state(search), ==, FEEDCORE_GTK_SEARCH_STATE_PROMPT); /* until the loop */
    wait_for(search, FEEDCORE_GTK_SEARCH_STATE_RESULTS);
    assert_found(search, "N1 N2");
    g_assert_cmpuint(states, ==, 2); /* loading, results */

    feedcore_gtk_search_set_query(search, "and");
    WAIT_UNTIL(states == 4);
    assert_found(search, "N2");
    feedcore_gtk_search_set_query(search, "xyz");
    wait_for(search, FEEDCORE_GTK_SEARCH_STATE_EMPTY);
    assert_found(search, "");
    feedcore_gtk_search_set_query(search, NULL);
    g_assert_cmpstr(feedcore_gtk_search_get_query(search), ==, "");
    wait_for(search, FEEDCORE_GTK_SEARCH_STATE_PROMPT);
    g_assert_cmpuint(queries, ==, 4);
    g_assert_cmpuint(states, ==, 7);
    g_assert_true(goes_with(search));
}

/* The same object for the same person, from query to query, and the splices of the core. */
static void keeps_who_is_still_found(void)
{
    FeedcoreGtkSearch *search = new_search(AT_ONCE);
    GListModel *feed = G_LIST_MODEL(feedcore_gtk_search_get_feed(search));
    guint sections, items, requests;
    count_signal(feed, "items-changed", &sections);
    count_signal(feed, "complete", &requests);
    feedcore_gtk_search_set_query(search, "an");
    wait_for(search, FEEDCORE_GTK_SEARCH_STATE_RESULTS);
    g_autoptr(GListModel) section = g_list_model_get_item(feed, 0);
    g_autoptr(FeedcoreGtkItem) second = g_list_model_get_item(section, 1);
    count_signal(section, "items-changed", &items);
    feedcore_gtk_search_set_query(search, "and");
    WAIT_UNTIL(requests == 2);
    g_autoptr(FeedcoreGtkItem) first = g_list_model_get_item(section, 0);
    g_assert_true(first == second);
    g_assert_cmpuint(sections, ==, 1);
    g_assert_cmpuint(items, ==, 1);
    g_assert_true(goes_with(search));
}

static void says_why_it_failed(void)
{
    FeedcoreGtkSearch *search = new_search(AT_ONCE);
    FeedcoreGtkFeed *feed = feedcore_gtk_search_get_feed(search);
    guint requests;
    count_signal(feed, "complete", &requests);
    feedcore_gtk_search_set_query(search, "no");
    wait_for(search, FEEDCORE_GTK_SEARCH_STATE_FAILED);
    const GError *error = feedcore_gtk_feed_get_error(feed);
    g_assert_error(error, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_HTTP);
    g_assert_cmpint(feedcore_gtk_error_get_http_status(error), ==, 403);
    g_assert_cmpuint(request_count(context_of(search), "http://find.test/no"), ==, 1);
    feedcore_gtk_search_submit(search); /* asks again */
    WAIT_UNTIL(requests == 2);
    g_assert_cmpint(feedcore_gtk_search_get_state(search), ==, FEEDCORE_GTK_SEARCH_STATE_FAILED);
    g_assert_cmpuint(request_count(context_of(search), "http://find.test/no"), ==, 2);
    g_object_unref(search);
}

static void asks_at_once_if_submitted(void)
{
    FeedcoreGtkSearch *search = new_search(IN_AN_HOUR);
    feedcore_gtk_search_submit(search); /* nothing to ask */
    feedcore_gtk_search_set_query(search, "an");
    feedcore_gtk_search_submit(search);
    wait_for(search, FEEDCORE_GTK_SEARCH_STATE_RESULTS);
    assert_found(search, "N1 N2");
    g_object_unref(search);
}

static void may_be_cancelled(void)
{
    FeedcoreGtkSearch *search = new_search(AT_ONCE);
    feedcore_gtk_search_set_query(search, "an");
    wait_for(search, FEEDCORE_GTK_SEARCH_STATE_RESULTS);
    feedcore_gtk_search_set_query(search, "never");
    wait_for(search, FEEDCORE_GTK_SEARCH_STATE_LOADING);
    feedcore_gtk_search_cancel(search);
    wait_for(search, FEEDCORE_GTK_SEARCH_STATE_RESULTS);
    assert_found(search, "N1 N2");
    g_object_unref(search);
}

static void assert_recent(FeedcoreGtkSearch *search, const char *expected)
{
    g_auto(GStrv) recent = NULL;
    g_object_get(search, "recent", &recent, NULL);
    g_autofree char *text = g_strjoinv(", ", recent);
    g_assert_cmpstr(text, ==, expected);
}

static void keeps_recent_queries(void)
{
    FeedcoreGtkSearch *search = new_search("{\"recent\": 2, \"debounce\": 0, " SERVER "}");
    guint told;
    count_signal(search, "notify::recent", &told);
    assert_recent(search, "");
    const char *const queries[] = {"an", "xyz", "and", "xyz"};
    for (guint i = 0; i < G_N_ELEMENTS(queries); i++) {
        feedcore_gtk_search_set_query(search, queries[i]);
        feedcore_gtk_search_submit(search);
        WAIT_UNTIL(told == i + 1);
    }
    assert_recent(search, "xyz, and");
    feedcore_gtk_search_clear_recent(search);
    WAIT_UNTIL(told == 5);
    assert_recent(search, "");
    g_object_unref(search);
}

static void on_imported(GObject *context, GAsyncResult *result, gpointer user_data)
{
    GError *error = NULL;
    *(gint64 *)user_data = feedcore_gtk_context_import_users_finish(FEEDCORE_GTK_CONTEXT(context), result, &error);
    g_assert_no_error(error);
}

static void finds_people_in_the_store(void)
{
    FeedcoreGtkSearch *search =
        new_search_in("{\"transport\": \"memory\", \"store\": {}}", "{\"directory\": true, \"debounce\": 0}");
    g_autofree char *text = NULL;
    gsize length = 0;
    gint64 taken = -1;
    guint requests;
    count_signal(feedcore_gtk_search_get_feed(search), "complete", &requests);
    g_assert_true(g_file_get_contents("Tests/Fixtures/users.json", &text, &length, NULL));
    g_autoptr(GBytes) people = g_bytes_new_take(g_steal_pointer(&text), length);
    feedcore_gtk_context_import_users_async(context_of(search), people, NULL, on_imported, &taken);
    WAIT_UNTIL(taken > 0);
    feedcore_gtk_search_set_query(search, "林");
    wait_for(search, FEEDCORE_GTK_SEARCH_STATE_RESULTS);
    assert_found(search, "林小舟");
    feedcore_gtk_search_set_query(search, "@ada");
    WAIT_UNTIL(requests == 2);
    assert_found(search, "Ada Ferrow");
    g_object_unref(search);
}

static void may_begin_with_a_query(void)
{
    g_autoptr(FeedcoreGtkContext) context = new_gtk_context("{\"transport\": \"memory\"}");
    GError *error = NULL;
    respond_text(context, "http://find.test/an", 200, "[" USER(1) "]");
    FeedcoreGtkSearch *search = g_initable_new(FEEDCORE_GTK_TYPE_SEARCH, NULL, &error, "query", "an", "context",
                                               context, "config", AT_ONCE, NULL);
    g_assert_no_error(error);
    g_assert_cmpstr(feedcore_gtk_search_get_query(search), ==, "an");
    wait_for(search, FEEDCORE_GTK_SEARCH_STATE_RESULTS);
    assert_found(search, "N1");
    g_assert_true(goes_with(search));
}

static void has_properties(void)
{
    FeedcoreGtkContext *context = new_gtk_context("{\"transport\": \"memory\"}");
    GError *error = NULL;
    FeedcoreGtkSearch *search = g_initable_new(FEEDCORE_GTK_TYPE_SEARCH, NULL, &error, "context", context, "config",
                                               "{\"prompt\": \"Whom?\", \"placeholder\": \"@name\", " SERVER "}",
                                               NULL);
    g_assert_no_error(error);
    g_autofree char *prompt = text_of(search, "prompt");
    g_autofree char *placeholder = text_of(search, "placeholder");
    g_autofree char *config = text_of(search, "config");
    g_assert_cmpstr(prompt, ==, "Whom?");
    g_assert_cmpstr(placeholder, ==, "@name");
    g_assert_true(g_str_has_prefix(config, "{\"prompt\""));
    g_autoptr(FeedcoreGtkFeed) feed = NULL;
    g_autoptr(FeedcoreGtkContext) same = NULL;
    FeedcoreGtkSearchState state = FEEDCORE_GTK_SEARCH_STATE_FAILED;
    g_object_get(search, "feed", &feed, "context", &same, "state", &state, NULL);
    g_assert_true(feed == feedcore_gtk_search_get_feed(search) && same == context);
    g_assert_cmpint(state, ==, FEEDCORE_GTK_SEARCH_STATE_PROMPT);
    g_object_set(search, "query", " Ann ", NULL);
    g_autofree char *query = text_of(search, "query");
    g_assert_cmpstr(query, ==, " Ann ");
    g_assert_nonnull(feedcore_gtk_search_get_handle(search));
    g_object_unref(search);
    g_object_unref(context);
}

/* What can be pasted into an entry is no mistake of the program's. */
static void cuts_a_query_that_is_too_long(void)
{
    FeedcoreGtkSearch *search = new_search(IN_AN_HOUR);
    GtkEditable *entry = GTK_EDITABLE(g_object_ref_sink(gtk_text_new()));
    g_object_bind_property(entry, "text", search, "query", G_BINDING_BIDIRECTIONAL);
    g_autofree char *fits = g_strnfill(4096, 'a');
    gtk_editable_set_text(entry, fits);
    g_assert_true(g_str_equal(feedcore_gtk_search_get_query(search), fits));
    g_autofree char *one_more = g_strconcat(fits, "b", NULL);
    gtk_editable_set_text(entry, one_more);
    g_assert_true(g_str_equal(feedcore_gtk_search_get_query(search), fits));
    fits[4095] = '\0';
    g_autofree char *through_a_character = g_strconcat(fits, "é", NULL); /* of two bytes */
    gtk_editable_set_text(entry, through_a_character);
    g_assert_true(g_str_equal(feedcore_gtk_search_get_query(search), fits));
    g_object_unref(entry);
    g_object_unref(search);
}

static void refuses_what_is_wrong(void)
{
    FeedcoreGtkContext *context = new_gtk_context("{\"transport\": \"memory\"}");
    GError *error = NULL;
    g_assert_null(feedcore_gtk_search_new(context, "{}", &error)); /* nothing to search in */
    g_assert_error(error, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_CONFIG);
    g_clear_error(&error);
    g_assert_null(feedcore_gtk_search_new(context, "{\"directory\": true}", &error)); /* and no store */
    g_assert_error(error, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_CONFIG);
    g_clear_error(&error);
    g_assert_null(feedcore_gtk_search_new(context, NULL, &error));
    g_assert_error(error, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_ARGUMENT);
    g_clear_error(&error);
    g_assert_true(goes_with(context));

    FeedcoreGtkSearch *search = new_search(AT_ONCE);
    g_test_expect_message("FeedcoreGtk", G_LOG_LEVEL_CRITICAL, "*g_utf8_validate*");
    feedcore_gtk_search_set_query(search, "\xff");
    g_test_expect_message("FeedcoreGtk", G_LOG_LEVEL_CRITICAL, "*FEEDCORE_GTK_IS_SEARCH*");
    feedcore_gtk_search_submit(NULL);
    g_test_assert_expected_messages();
    g_object_unref(search);
}

static void drop(FeedcoreGtkSearch **search)
{
    g_clear_object(search);
}

static void may_go_while_it_notifies(void)
{
    const char *const signals[] = {"notify::state", "notify::recent"};
    for (guint i = 0; i < G_N_ELEMENTS(signals); i++) {
        FeedcoreGtkSearch *search = new_search("{\"recent\": 2, \"debounce\": 0, " SERVER "}");
        g_signal_connect_swapped(search, signals[i], G_CALLBACK(drop), &search);
        feedcore_gtk_search_set_query(search, "an");
        feedcore_gtk_search_submit(search);
        WAIT_UNTIL(search == NULL);
    }
}

static void may_go_while_its_feed_changes(void)
{
    FeedcoreGtkSearch *search = new_search(AT_ONCE);
    FeedcoreGtkFeed *feed = feedcore_gtk_search_get_feed(search);
    g_signal_connect_swapped(feed, "items-changed", G_CALLBACK(drop), &search);
    feedcore_gtk_search_set_query(search, "an");
    WAIT_UNTIL(search == NULL);
}

static void on_refreshed(GObject *feed, GAsyncResult *result, gpointer user_data)
{
    g_assert_false(feedcore_gtk_feed_refresh_finish(FEEDCORE_GTK_FEED(feed), result, user_data));
}

/* Who still holds the feed has what it showed last, and no more. */
static void may_go_before_its_feed(void)
{
    FeedcoreGtkSearch *search = new_search(AT_ONCE);
    FeedcoreGtkFeed *feed = g_object_ref(feedcore_gtk_search_get_feed(search));
    feedcore_gtk_search_set_query(search, "an");
    wait_for(search, FEEDCORE_GTK_SEARCH_STATE_RESULTS);
    feedcore_gtk_search_set_query(search, "never");
    wait_for(search, FEEDCORE_GTK_SEARCH_STATE_LOADING);
    GError *error = NULL;
    feedcore_gtk_feed_refresh_async(feed, NULL, on_refreshed, &error);
    g_assert_true(goes_with(search));
    WAIT_UNTIL(error);
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_clear_error(&error);

    feedcore_gtk_feed_refresh_async(feed, NULL, on_refreshed, &error);
    WAIT_UNTIL(error);
    g_clear_error(&error);
    g_assert_cmpuint(g_list_model_get_n_items(G_LIST_MODEL(feed)), ==, 1);
    g_assert_null(feedcore_gtk_feed_get_handle(feed));
    g_assert_true(goes_with(feed));
}

static void stands_still_once_disposed(void)
{
    FeedcoreGtkSearch *search = new_search(AT_ONCE);
    guint queries;
    count_signal(search, "notify::query", &queries);
    g_object_run_dispose(G_OBJECT(search));
    feedcore_gtk_search_set_query(search, "an");
    feedcore_gtk_search_submit(search);
    feedcore_gtk_search_cancel(search);
    assert_recent(search, "");
    g_assert_null(feedcore_gtk_search_get_feed(search));
    g_assert_null(feedcore_gtk_search_get_handle(search));
    g_assert_cmpuint(queries, ==, 0);
    g_assert_true(goes_with(search));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    gtk_init();
    g_test_add_func("/search/finds-as-one-types", finds_as_one_types);
    g_test_add_func("/search/keeps-who-is-still-found", keeps_who_is_still_found);
    g_test_add_func("/search/says-why-it-failed", says_why_it_failed);
    g_test_add_func("/search/asks-at-once-if-submitted", asks_at_once_if_submitted);
    g_test_add_func("/search/may-be-cancelled", may_be_cancelled);
    g_test_add_func("/search/keeps-recent-queries", keeps_recent_queries);
    g_test_add_func("/search/finds-people-in-the-store", finds_people_in_the_store);
    g_test_add_func("/search/may-begin-with-a-query", may_begin_with_a_query);
    g_test_add_func("/search/has-properties", has_properties);
    g_test_add_func("/search/cuts-a-query-that-is-too-long", cuts_a_query_that_is_too_long);
    g_test_add_func("/search/refuses-what-is-wrong", refuses_what_is_wrong);
    g_test_add_func("/search/may-go-while-it-notifies", may_go_while_it_notifies);
    g_test_add_func("/search/may-go-while-its-feed-changes", may_go_while_its_feed_changes);
    g_test_add_func("/search/may-go-before-its-feed", may_go_before_its_feed);
    g_test_add_func("/search/stands-still-once-disposed", stands_still_once_disposed);
    return g_test_run();
}
