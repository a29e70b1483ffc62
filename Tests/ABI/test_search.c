/* Searches: what is asked when, what is told to whom, and who may end it in which callback. */
#include "shelves.h"

#include <jansson.h>
#include <stdatomic.h>

#define SERVER \
    "{\"name\": \"web\", \"url\": \"http://find.test/{query}\", \"mapping\": \"users\"}"
#define SEARCH "{\"sources\": [" SERVER "]}"
#define AT_ONCE "{\"debounce\": 0, \"sources\": [" SERVER "]}"
#define USER(id) "{\"id\": " #id ", \"displayName\": \"N" #id "\", \"username\": \"u" #id "\"}"

static feedcore_context *context;
static feedcore_search *search;
static feedcore_feed *feed;
static Record found; /* what the search's feed tells */
static char told[1024]; /* what the search tells: its states, and "recent" */
static int destroyed;

static void note_search(feedcore_search *object, const feedcore_event *event, void *user_data)
{
    CHECK(object == search && user_data == told);
    CHECK_INT((int64_t)feedcore_event_request(event), 0);
    CHECK_INT(feedcore_event_source(event), -1);
    CHECK(feedcore_event_error(event) == NULL);
    const int is_state = feedcore_event_get_kind(event) == FEEDCORE_EVENT_SEARCH;
    CHECK(is_state || feedcore_event_get_kind(event) == FEEDCORE_EVENT_RECENT);
    const char *name = is_state ? feedcore_search_state_name(feedcore_search_get_state(search))
                                : feedcore_event_kind_name(feedcore_event_get_kind(event));
    strcat(told, name);
    strcat(told, " ");
}

static void count_end(void *user_data)
{
    CHECK(user_data == told);
    destroyed++;
}

#define CHECK_TOLD(want)        \
    do {                        \
        CHECK_TEXT(told, want); \
        told[0] = '\0';         \
    } while (0)

static feedcore_search *new_search(const char *config)
{
    feedcore_search *new = NULL;
    feedcore_error *error = NULL;
    if (feedcore_search_new(context, config, strlen(config), &new, &error) != FEEDCORE_OK)
        fprintf(stderr, "%s\n", feedcore_error_message(error));
    CHECK(new &&!error);
    return new;
}

static void begin_in(const char *context_config, const char *config)
{
    told[0] = '\0';
    destroyed = 0;
    memset(&found, 0, sizeof found);
    context = new_context(context_config);
    search = new_search(config);
    feed = feedcore_search_feed(search);
    CHECK(feed);
    CHECK_INT(feedcore_search_set_callback(search, note_search, told, count_end), FEEDCORE_OK);
    CHECK_INT(feedcore_feed_set_callback(feed, record_event, &found, record_end), FEEDCORE_OK);
}

static void begin(const char *config)
{
    begin_in(IN_MEMORY, config);
    respond(context, "http://find.test/an", 200, NULL, "[" USER(1) ", " USER(2) "]");
    respond(context, "http://find.test/and", 200, NULL, "[" USER(2) "]");
    respond(context, "http://find.test/xyz", 200, NULL, "[]");
    respond(context, "http://find.test/no", 403, NULL, "no");
}

static void end(void)
{
    feedcore_search_free(search);
    CHECK_INT(destroyed, 1);
    CHECK_INT(found.destroyed, 1);
    feedcore_context_free(context);
}

static void type(const char *query)
{
    CHECK_INT(feedcore_search_set_query(search, query), FEEDCORE_OK);
    CHECK_TEXT(feedcore_search_query(search), query);
}

/* For a time of the manual clock; twice, since what is asked may wait in turn. */
static void rest(int64_t milliseconds)
{
    advance(context, 0);
    advance(context, milliseconds);
    dispatch(context);
}

#define CHECK_STATE(want) CHECK_INT(feedcore_search_get_state(search), FEEDCORE_SEARCH_##want)

static void a_query_is_a_request_of_the_feed(void)
{
    begin(SEARCH);
    CHECK_STATE(PROMPT);
    CHECK_TEXT(feedcore_search_query(search), "");
    CHECK_TEXT(feedcore_search_prompt(search), "Search for users and get connected");
    CHECK_TEXT(feedcore_search_placeholder(search), "Search with @usernames");
    CHECK_INT((int64_t)feedcore_feed_source_count(feed), 1);
    type("a");
    type("an");
    CHECK_STATE(PROMPT);
    dispatch(context);
    CHECK_STATE(LOADING);
    CHECK_TOLD("loading ");
    CHECK_EVENTS(&found, "0 state web loading\n1 complete cancelled\n0 state web loading\n");
    rest(299);
    CHECK_EVENTS(&found, "");
    rest(1);
    CHECK_INT((int64_t)feedcore_test_request_count(context, "http://find.test/a"), 0);
    CHECK_INT((int64_t)feedcore_test_request_count(context, "http://find.test/an"), 1);
    CHECK_EVENTS(&found, "2 progress web 100/-1\n"
                         "2 change web 0>1 sections 0 -0+1\n"
                         "2 state web ready\n"
                         "2 complete\n");
    CHECK_TOLD("results ");
    CHECK_TEXT(keys(feed), "users ");
    type("and");
    rest(300);
    CHECK_EVENTS(&found, "0 state web loading\n"
                         "3 progress web 50/-1\n"
                         "3 change web 1>2 items 0.0 -1+0\n"
                         "3 state web ready\n"
                         "3 complete\n");
    CHECK_TOLD("loading results ");
    type("");
    CHECK_STATE(RESULTS);
    dispatch(context);
    CHECK_STATE(PROMPT);
    CHECK_TOLD("prompt ");
    CHECK_EVENTS(&found, "0 state web idle\n0 change 2>3 sections 0 -1+0\n");
    end();
}

/* As an entry does it whose text is replaced: no state in between that isn't so. */
static void taken_away_and_typed_anew(void)
{
    begin(SEARCH);
    type("an");
    rest(300);
    dispatch(context);
    CHECK_TOLD("loading results ");
    type("");
    type("and");
    dispatch(context);
    CHECK_TOLD("loading ");
    rest(300);
    CHECK_TOLD("results ");
    CHECK_TEXT(keys(feed), "users ");
    type("");
    type("xyz");
    rest(300);
    CHECK_TOLD("loading empty ");
    type("");
    type("an");
    CHECK_INT(feedcore_search_cancel(search), FEEDCORE_OK);
    rest(0);
    CHECK_STATE(PROMPT);
    end();
}

/* In one go, before the end of the request is told. */
static void cancelled_and_submitted(void)
{
    begin(SEARCH);
    type("an");
    dispatch(context);
    CHECK_INT(feedcore_search_cancel(search), FEEDCORE_OK);
    CHECK_INT(feedcore_search_submit(search), FEEDCORE_OK);
    rest(0);
    rest(0);
    CHECK_STATE(RESULTS);
    end();
}

/* Whatever asks: here the feed, for the same query again. */
static void cancelling_ends_all_that_is_under_way(void)
{
    begin(AT_ONCE);
    type("an");
    rest(0);
    rest(0);
    CHECK_TOLD("loading results ");
    respond(context, "http://find.test/an", -1, NULL, "");
    const uint64_t request = refresh(feed);
    rest(0);
    CHECK_TOLD("loading ");
    CHECK_INT(feedcore_search_cancel(search), FEEDCORE_OK);
    rest(0);
    CHECK(found.completed == request);
    CHECK_TOLD("results ");
    CHECK_TEXT(keys(feed), "users ");
    end();
}

/* What the results before had more of isn't what is asked now. */
static void a_query_that_waits_is_loading_whatever_else_is_asked(void)
{
    begin("{\"sources\": [" SOURCE("web", "http://find.test/{query}", PAGED_MAPPING, "") "]}");
    respond(context, "http://find.test/an", 200, NULL, ITEMS("\"next\": 2, ", ID("1")));
    respond(context, "http://find.test/and", 200, NULL, ITEMS("", ID("2")));
    type("an");
    rest(300);
    dispatch(context);
    CHECK_TOLD("loading results ");
    CHECK_INT(feedcore_feed_can_load_more(feed), 1);
    type("and");
    CHECK_INT(feedcore_feed_load_more(feed, NULL), FEEDCORE_OK);
    rest(0);
    CHECK_TOLD("loading ");
    rest(300);
    rest(0);
    CHECK_TOLD("results ");
    CHECK_TEXT(titles(feed), "2 ");
    end();
}

/* Sources that have the same section, which goes on as long as one of them does. */
static void a_section_of_two_sources_goes_on_at_each(void)
{
    begin("{\"debounce\": 0, \"sources\": [" SOURCE("one", "http://one.test/{query}", SHELVES_MAPPING, "")
          ", " SOURCE("two", "http://two.test/{query}", SHELVES_MAPPING, "") "]}");
    respond(context, "http://one.test/q", 200, NULL,
            "{\"s\": [" SHELF("A", "\"at\": 2,", CELL("1")) "]}");
    respond(context, "http://two.test/q", 200, NULL,
            "{\"s\": [" SHELF("A", "\"at\": 2,", CELL("2")) "]}");
    respond(context, "http://one.test/shelf?at=2&key=A", 200, NULL,
            "{\"s\": [" SHELF("A", "", CELL("3")) "]}");
    respond(context, "http://two.test/shelf?at=2&key=A", 200, NULL,
            "{\"s\": [" SHELF("A", "", CELL("4")) "]}");
    type("q");
    rest(0);
    rest(0);
    static const char *const outlines[] = {"A+: 1 2", "A+: 1 3 2", "A: 1 3 2 4"};
    for (int i = 0; i < 3; i++) {
        uint64_t request = 77;
        CHECK_TEXT(outline(feed), outlines[i]);
        CHECK_INT(feedcore_feed_load_more_section(feed, "A", &request), FEEDCORE_OK);
        CHECK((request == 0) == (i == 2));
        rest(0);
        CHECK_INT(feedcore_feed_section_state(feed, 0), FEEDCORE_STATE_READY);
    }
    end();
}

static void nothing_found_and_failed(void)
{
    begin(AT_ONCE);
    type("xyz");
    rest(0);
    rest(0);
    CHECK_STATE(EMPTY);
    type("no");
    rest(0);
    rest(0);
    CHECK_STATE(FAILED);
    CHECK_TOLD("loading empty loading failed ");
    CHECK_INT(feedcore_error_http_status(feedcore_feed_source_error(feed, 0)), 403);
    respond(context, "http://find.test/no", 200, NULL, "[" USER(3) "]");
    CHECK_INT(feedcore_search_submit(search), FEEDCORE_OK);
    rest(0);
    rest(0);
    CHECK_STATE(RESULTS);
    CHECK_INT(feedcore_search_cancel(search), FEEDCORE_OK);
    uint64_t uid = feedcore_item_uid(feedcore_section_item(feedcore_feed_section(feed, 0), 0));
    forget(&found);
    CHECK_INT(feedcore_feed_select(feed, uid), FEEDCORE_OK);
    dispatch(context);
    CHECK_EVENTS(&found, "0 action N3 -\n");
    end();
}

static void what_is_no_query(void)
{
    char text[4100];
    memset(text, 'a', sizeof text);
    text[4097] = '\0';
    begin(SEARCH);
    CHECK_INT(feedcore_search_set_query(search, text), FEEDCORE_ERROR_TOO_LARGE);
    CHECK_INT(feedcore_search_set_query(search, "\xFF"), FEEDCORE_ERROR_ARGUMENT);
    CHECK_TEXT(feedcore_search_query(search), "");
    text[4096] = '\0';
    type(text);
    CHECK_INT(feedcore_search_cancel(search), FEEDCORE_OK);
    CHECK_INT(feedcore_search_cancel(search), FEEDCORE_OK);
    rest(1000);
    CHECK_STATE(PROMPT);
    end();
}

static void recent_queries(void)
{
    begin("{\"debounce\": 0, \"recent\": 2, \"sources\": [" SERVER "]}");
    static const char *const typed[] = {"an", "and", "an", "xyz"};
    for (size_t i = 0; i < 4; i++) {
        type(typed[i]);
        CHECK_INT(feedcore_search_submit(search), FEEDCORE_OK);
        const size_t count = feedcore_search_recent_count(search);
        CHECK_INT((int64_t)count, i < 2 ? (int64_t)i : 2);
        rest(0);
    }
    CHECK_INT((int64_t)feedcore_search_recent_count(search), 2);
    CHECK_TEXT(feedcore_search_recent(search, 0), "xyz");
    CHECK_TEXT(feedcore_search_recent(search, 1), "an");
    CHECK_TEXT(feedcore_search_recent(search, 2), NULL);
    told[0] = '\0';
    CHECK_INT(feedcore_search_clear_recent(search), FEEDCORE_OK);
    CHECK_INT((int64_t)feedcore_search_recent_count(search), 2);
    dispatch(context);
    CHECK_TOLD("recent ");
    CHECK_INT((int64_t)feedcore_search_recent_count(search), 0);
    CHECK_TEXT(feedcore_search_recent(search, 0), NULL);
    end();
}

/* ------------------------------------------------------------------------------- ends */

static int free_at;
static int frees_context;

static void free_it(void)
{
    if (frees_context) {
        feedcore_context_free(context);
        context = NULL;
    } else {
        feedcore_search_free(search);
        search = NULL;
    }
}

static void free_in_search(feedcore_search *object, const feedcore_event *event, void *user_data)
{
    CHECK(object && event && user_data == told);
    if (--free_at == 0)
        free_it();
}

static void free_in_feed(feedcore_feed *object, const feedcore_event *event, void *user_data)
{
    CHECK(object && event && user_data == &found);
    if (--free_at == 0)
        free_it();
}

/* The search, or its context, is freed in the callback of each event that there is. */
static void freed_in_a_callback(void)
{
    for (int which = 0; which < 4; which++) {
        for (int at = 1;; at++) {
            begin(AT_ONCE);
            free_at = at;
            frees_context = which & 1;
            if (which & 2)
                CHECK_INT(feedcore_search_set_callback(search, free_in_search, told, count_end),
                          FEEDCORE_OK);
            else
                CHECK_INT(feedcore_feed_set_callback(feed, free_in_feed, &found, record_end),
                          FEEDCORE_OK);
            static const char *const typed[] = {"an", "no", ""};
            for (size_t i = 0; i < 3 && context && search; i++) {
                CHECK_INT(feedcore_search_set_query(search, typed[i]), FEEDCORE_OK);
                for (int turn = 0; turn < 2 && context && search; turn++) {
                    let_work(context);
                    dispatch(context);
                }
            }
            const int is_over = free_at > 0;
            feedcore_search_free(search);
            feedcore_context_free(context);
            CHECK_INT(destroyed, which & 2 ? 2 : 1);
            CHECK_INT(found.destroyed, which & 2 ? 1 : 2);
            if (is_over) {
                CHECK(at > 3);
                break;
            }
        }
    }
    context = NULL;
}

static void after_the_context(void)
{
    begin(SEARCH);
    type("an");
    rest(300);
    feedcore_context_free(context);
    CHECK_INT(destroyed, 0);
    CHECK_TEXT(keys(feed), "users ");
    CHECK_STATE(RESULTS);
    CHECK_TEXT(feedcore_search_query(search), "an");
    CHECK_INT(feedcore_search_set_query(search, "and"), FEEDCORE_ERROR_THREAD);
    CHECK_TEXT(feedcore_search_query(search), "an");
    CHECK_INT(feedcore_search_submit(search), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_search_cancel(search), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_search_clear_recent(search), FEEDCORE_ERROR_THREAD);
    feedcore_search_free(search);
    CHECK_INT(destroyed, 1);
}

static void *elsewhere(void *unused)
{
    feedcore_search *other = NULL;
    feedcore_error *error = NULL;
    CHECK_INT(feedcore_search_new(context, SEARCH, strlen(SEARCH), &other, &error),
              FEEDCORE_ERROR_THREAD);
    CHECK(other == NULL);
    feedcore_error_free(error);
    CHECK_INT(feedcore_search_set_query(search, "and"), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_search_submit(search), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_search_cancel(search), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_search_clear_recent(search), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_search_set_callback(search, NULL, NULL, NULL), FEEDCORE_ERROR_THREAD);
    CHECK(feedcore_search_feed(search) == NULL);
    CHECK_STATE(PROMPT);
    CHECK_TEXT(feedcore_search_query(search), NULL);
    CHECK_TEXT(feedcore_search_prompt(search), NULL);
    CHECK_TEXT(feedcore_search_placeholder(search), NULL);
    CHECK_INT((int64_t)feedcore_search_recent_count(search), 0);
    CHECK_TEXT(feedcore_search_recent(search, 0), NULL);
    feedcore_search_free(search);
    return unused;
}

static void from_another_thread(void)
{
    pthread_t thread;
    begin(SEARCH);
    type("an");
    rest(300);
    CHECK_INT(pthread_create(&thread, NULL, elsewhere, NULL), 0);
    CHECK_INT(pthread_join(thread, NULL), 0);
    CHECK_STATE(RESULTS);
    end();
}

static atomic_int starts, gates_open;

/* Holds the worker until its gate is open; answers 404 then. */
static void start_at_the_gate(feedcore_exchange *exchange, void *user_data)
{
    const int mine = atomic_fetch_add(&starts, 1) + 1;
    (void)user_data;
    while (atomic_load(&gates_open) < mine)
        sleep_ms(1);
    feedcore_exchange_head(exchange, 404);
    feedcore_exchange_end(exchange);
}

static void cancel_nothing(feedcore_exchange *exchange, void *user_data)
{
    (void)exchange;
    (void)user_data;
}

static void wait_for_start(int count)
{
    for (int i = 0; i < 10000 && atomic_load(&starts) < count; i++)
        sleep_ms(1);
    CHECK_INT(atomic_load(&starts), count);
}

/* After the worker has heard of the query, and before it asks: the debounce of 0 ends while a feed's
 * request holds it. */
static void cancelled_just_before_it_begins(void)
{
    begin_in("{}", AT_ONCE);
    CHECK_INT(feedcore_context_set_transport(context, start_at_the_gate, cancel_nothing, NULL, NULL),
              FEEDCORE_OK);
    static const char other[] =
        "{\"sources\": [{\"name\": \"other\", \"url\": \"http://other.test/\", \"mapping\": \"users\"}]}";
    feedcore_feed *first = new_feed(context, LIST_FEED), *second = new_feed(context, other);
    refresh(first);
    wait_for_start(1);
    type("an");
    refresh(second);
    atomic_store(&gates_open, 1);
    wait_for_start(2);
    dispatch(context);
    CHECK_STATE(LOADING);
    CHECK_INT(feedcore_search_cancel(search), FEEDCORE_OK);
    atomic_store(&gates_open, 99);
    for (int i = 0; i < 10000 && feedcore_search_get_state(search) == FEEDCORE_SEARCH_LOADING; i++) {
        dispatch(context);
        sleep_ms(1);
    }
    CHECK_STATE(PROMPT);
    CHECK_INT(atomic_load(&starts), 2);
    feedcore_feed_free(first);
    feedcore_feed_free(second);
    end();
}

static void configs(void)
{
    static const struct {
        const char *config, *path;
    } mistakes[] = {
        {"[]", ""},
        {"{}", ""},
        {"{\"directory\": true}", NULL},
        {"{\"limit\": 0}", "/limit"},
        {"{\"prompt\": 1}", "/prompt"},
        {"{\"sources\": [{\"name\": \"a\", \"url\": \"http://a/\", \"mapping\": \"users\"}]}",
         "/sources/0"},
        {"{\"sources\": [{\"name\": \"a\", \"url\": \"http://a/{query}\", \"mapping\": \"no\"}]}",
         "/sources/0/mapping"},
    };
    context = new_context(IN_MEMORY);
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        feedcore_search *none = (void *)mistakes;
        feedcore_error *error = NULL;
        const char *config = mistakes[i].config;
        const feedcore_status status =
            feedcore_search_new(context, config, strlen(config), &none, &error);
        CHECK(status == FEEDCORE_ERROR_CONFIG || status == FEEDCORE_ERROR_MAPPING);
        CHECK(none == NULL);
        CHECK_TEXT(feedcore_error_path(error), mistakes[i].path);
        feedcore_error_free(error);
    }
    json_t *config = json_pack("{s:i, s:s, s:[{s:s, s:s, s:s}]}", "debounce", 0, "prompt", "Who?",
                               "sources", "name", "web", "url", "http://find.test/{query}",
                               "mapping", "users");
    CHECK_INT(feedcore_search_new_json(context, config, &search, NULL), FEEDCORE_OK);
    json_decref(config);
    CHECK_TEXT(feedcore_search_prompt(search), "Who?");
    feedcore_search_free(search);
    feedcore_context_free(context);
}

int main(void)
{
    a_query_is_a_request_of_the_feed();
    taken_away_and_typed_anew();
    cancelled_and_submitted();
    cancelling_ends_all_that_is_under_way();
    a_query_that_waits_is_loading_whatever_else_is_asked();
    a_section_of_two_sources_goes_on_at_each();
    nothing_found_and_failed();
    what_is_no_query();
    recent_queries();
    freed_in_a_callback();
    after_the_context();
    from_another_thread();
    cancelled_just_before_it_begins();
    configs();
    return 0;
}
