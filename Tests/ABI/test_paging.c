/* What follows a page, or one of its sections: what is asked of whom, what is told, and who may end
 * it when. */
#include "held.h"
#include "shelves.h"

#define FIRST ITEMS("\"next\": \"x\", ", ID("1") ", " ID("2"))
#define NEXT_URL LIST_URL "?at=x"

static uint64_t more(void)
{
    uint64_t request = 77;
    CHECK_INT(feedcore_feed_load_more(feed, &request), FEEDCORE_OK);
    return request;
}

static uint64_t more_of(const char *key)
{
    uint64_t request = 77;
    CHECK_INT(feedcore_feed_load_more_section(feed, key, &request), FEEDCORE_OK);
    return request;
}

/* A feed of a network in memory, with its first page. */
static void begin_with(const char *config, const char *page)
{
    memset(&record, 0, sizeof record);
    context = new_context(IN_MEMORY);
    feed = new_recorded(context, config, &record);
    respond(context, LIST_URL, 200, NULL, page);
    refresh(feed);
    tell();
    forget(&record);
}

static void end(void)
{
    feedcore_feed_free(feed);
    feedcore_context_free(context);
}

/* --------------------------------------------------------------------------- what is asked */

/* `link` is where a page says that the next one is; headers, cookies and parameters go to the
 * source's own server, if anywhere. */
static void what_is_the_sources_own_stays_at_home(void)
{
    static const struct {
        const char *link, *url;
        int is_own;
    } links[] = {
        {"?p=2", "http://list.test/all?p=2", 1},
        {"/more#x", "http://list.test/more", 1},
        {"HTTP://LIST.test:80/more", "HTTP://LIST.test:80/more", 1},
        {"http://other.test/all", "http://other.test/all", 0},
        {"//list.test:8080/all", "http://list.test:8080/all", 0},
        {"https://list.test/all", "https://list.test/all", 0},
        {"http://list.test.evil.test/all", "http://list.test.evil.test/all", 0},
        {"http://list.test@evil.test/all", "http://list.test@evil.test/all", 0},
    };
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        char page[200];
        snprintf(page, sizeof page, "{\"next\": \"%s\", \"items\": [{\"id\": 1}]}", links[i].link);
        begin("{\"clock\": \"manual\", \"headers\": {\"X-Key\": \"secret\"},"
              " \"cookies\": {\"token\": \"secret\"}}",
              "{\"sources\": [" SOURCE("list", LIST_URL, LINKED_MAPPING,
                                       ", \"headers\": {\"Authorization\": \"secret\"},"
                                       "  \"parameters\": {\"key\": \"secret\"}") "]}");
        refresh(feed);
        feedcore_exchange *exchange = started(1);
        CHECK_INT((int64_t)feedcore_exchange_header_count(exchange), 3);
        feedcore_exchange_head(exchange, 200);
        feedcore_exchange_header(exchange, "ETag", "\"a\"");
        feedcore_exchange_bytes(exchange, page, strlen(page));
        feedcore_exchange_end(exchange);
        tell();
        CHECK_INT((int64_t)more(), 2);
        exchange = started(2);
        CHECK_TEXT(feedcore_exchange_method(exchange), "GET");
        CHECK_TEXT(feedcore_exchange_url(exchange), links[i].url);
        CHECK_INT((int64_t)feedcore_exchange_header_count(exchange), links[i].is_own ? 3 : 0);
        CHECK_TEXT(header(exchange, "Cookie"), links[i].is_own ? "token=secret" : NULL);
        CHECK_TEXT(header(exchange, "If-None-Match"), NULL); /* that is the first page's */
        CHECK_TEXT(feedcore_exchange_body(exchange, NULL), "");
        answer(exchange, 200, ITEMS("", ID("2")));
        tell();
        CHECK_TEXT(outline(feed), "list: 1 2");
        finish();
    }
}

static void a_post_goes_on_as_a_post(void)
{
    begin(MANUAL, "{\"sources\": [" SOURCE("list", LIST_URL "?at=0", PAGED_MAPPING,
                                           ", \"method\": \"POST\", \"parameters\": {\"at\": 0, "
                                           "\"n\": 20}") "]}");
    refresh(feed);
    feedcore_exchange *exchange = started(1);
    CHECK_TEXT(feedcore_exchange_body(exchange, NULL), "at=0&n=20");
    answer(exchange, 200, FIRST);
    tell();
    more();
    exchange = started(2);
    CHECK_TEXT(feedcore_exchange_method(exchange), "POST");
    CHECK_TEXT(feedcore_exchange_url(exchange), LIST_URL "?at=0");
    CHECK_TEXT(feedcore_exchange_body(exchange, NULL), "n=20&at=x");
    CHECK_TEXT(header(exchange, "Content-Type"), "application/x-www-form-urlencoded");
    answer(exchange, 503, ""); /* what isn't a GET is not tried again */
    tell();
    advance(context, 10000);
    CHECK_INT(network.starts, 2);
    CHECK_INT(record.completes, 2);
    finish();
}

static void a_section_asks_at_its_own_address(void)
{
    begin("{\"clock\": \"manual\", \"headers\": {\"X-Key\": \"k\"}}", SHELVES_FEED);
    refresh(feed);
    answer(started(1), 200,
           "{\"s\": [" SHELF("A b", "\"at\": 1,", CELL("1")) "," SHELF("B", "", CELL("2")) "]}");
    tell();
    CHECK_TEXT(outline(feed), "A b+: 1 | B: 2");
    CHECK_INT(feedcore_feed_can_load_more(feed), 0);
    CHECK_INT(feedcore_section_has_more(feedcore_feed_section(feed, 0)), 1);
    CHECK_INT(feedcore_section_has_more(feedcore_feed_section(feed, 1)), 0);
    CHECK_INT((int64_t)more_of("B"), 0);
    more_of("A b");
    feedcore_exchange *exchange = started(2);
    CHECK_TEXT(feedcore_exchange_url(exchange), "http://list.test/shelf?at=1&key=A+b");
    CHECK_TEXT(header(exchange, "X-Key"), "k");
    answer(exchange, 200, "{\"s\": [" SHELF("A b", "", CELL("3")) "]}");
    tell();
    CHECK_TEXT(outline(feed), "A b: 1 3 | B: 2");
    finish();
}

/* ---------------------------------------------------------------------------- what is told */

static atomic_int readable_at_start;

static void look_at_start(feedcore_exchange *exchange, void *user_data)
{
    readable_at_start = is_readable(context);
    start(exchange, user_data);
}

static void loading_is_told_before_the_request_leaves(void)
{
    begin(MANUAL, PAGED_FEED);
    CHECK_INT(feedcore_context_set_transport(context, look_at_start, cancel, &network, network_end),
              FEEDCORE_OK);
    wait_for(&network.destroyed, 1); /* the one before */
    network.destroyed = 0;
    refresh(feed);
    answer(started(1), 200, FIRST);
    tell();
    forget(&record);
    CHECK(!is_readable(context));
    readable_at_start = 0;
    CHECK_INT((int64_t)more(), 2);
    feedcore_exchange *exchange = started(2);
    CHECK_INT(readable_at_start, 1);
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_READY); /* not in an answer */
    dispatch(context);
    CHECK_EVENTS(&record, "2 state list loading\n");
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_LOADING);
    CHECK_INT((int64_t)more(), 2);
    CHECK_INT(feedcore_feed_can_load_more(feed), 1);
    answer(exchange, 200, ITEMS("", ID("3") "," ID("1")));
    tell();
    CHECK_EVENTS(&record, "2 progress list 32/-1\n"
                          "2 change list 1>2 items 0.2 -0+1\n"
                          "2 state list ready\n"
                          "2 complete\n");
    CHECK_INT(network.starts, 2);
    CHECK_INT(feedcore_feed_can_load_more(feed), 0);
    CHECK_INT((int64_t)more(), 0);
    CHECK_TEXT(outline(feed), "list: 1 2 3");
    finish();
}

static void a_section_tells_when_it_loads(void)
{
    begin_with(SHELVES_FEED, "{\"s\": [" SHELF("A", "", CELL("1")) ","
                             SHELF("B", "\"at\": \"x\",", CELL("2")) "]}");
    respond(context, "http://list.test/shelf?at=x&key=B", 200, NULL,
            "{\"s\": [" SHELF("B", "", "{\"i\": 3, \"c\": [" CELL("4") "]}") "]}");
    CHECK_INT((int64_t)more_of("B"), 2);
    CHECK_INT((int64_t)more_of("B"), 2);
    CHECK_INT(feedcore_feed_section_state(feed, 1), FEEDCORE_STATE_READY);
    CHECK_INT(feedcore_context_dispatch(context, 1), FEEDCORE_OK);
    CHECK_EVENTS(&record, "2 change list 1>1 section 1\n");
    CHECK_INT(feedcore_feed_section_state(feed, 1), FEEDCORE_STATE_LOADING);
    CHECK_INT(feedcore_feed_section_state(feed, 0), FEEDCORE_STATE_READY);
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_READY);
    CHECK_INT((int64_t)more_of("B"), 2);
    tell();
    CHECK_EVENTS(&record, "2 progress list 52/-1\n"
                          "2 change list 1>2 items 1.1 -0+1\n"
                          "2 change list 1>2 section 1\n" /* has no more */
                          "2 change list 2>2 section 1\n" /* no longer loading */
                          "2 complete\n");
    CHECK_TEXT(outline(feed), "A: 1 | B: 2 3");
    const feedcore_item *item = feedcore_section_item(feedcore_feed_section(feed, 1), 1);
    CHECK_INT((int64_t)feedcore_item_child_count(item), 1);
    CHECK_INT((int64_t)more_of("B"), 0);
    CHECK_INT((int64_t)feedcore_test_request_count(context, "http://list.test/shelf?at=x&key=B"),
              1);
    CHECK_INT(feedcore_feed_load_more_section(feed, "C", NULL), FEEDCORE_ERROR_ARGUMENT);
    end();
}

static void a_page_that_fails_leaves_the_source_as_it_is(void)
{
    static const struct {
        int status;
        const char *body, *told;
    } failures[] = {
        {404, "", "http 404"},
        {200, "{\"items\": [{\"id\": 3}", "syntax 200"},
        {200, "[]", "shape 200"},
        {200, "{\"code\": 301}", "refused 200"},
        {500, "{\"code\": 301}", "refused 500"}, /* the last word, so that it isn't tried again */
    };
    begin_with(PAGED_FEED, FIRST);
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++) {
        char want[300];
        const uint64_t request = i + 2;
        respond(context, NEXT_URL, failures[i].status, NULL, failures[i].body);
        CHECK_INT((int64_t)more(), (int64_t)request);
        tell();
        snprintf(want, sizeof want,
                 "%" PRIu64 " failed list %s\n%" PRIu64 " state list ready\n%" PRIu64
                 " complete %s\n",
                 request, failures[i].told, request, request, failures[i].told);
        CHECK(strlen(record.text) > strlen(want));
        CHECK_TEXT(record.text + record.length - strlen(want), want);
        forget(&record);
        CHECK(feedcore_feed_source_error(feed, 0) == NULL);
        CHECK_INT(feedcore_feed_can_load_more(feed), 1);
        CHECK_INT((int64_t)feedcore_test_request_count(context, NEXT_URL), (int64_t)i + 1);
    }
    respond(context, NEXT_URL, 200, NULL, ITEMS("", ID("3")));
    more();
    tell();
    CHECK_TEXT(outline(feed), "list: 1 2 3");
    end();
}

/* Only what was asked after the first page that is there can say where that one ends. */
static void an_answer_to_an_older_page_is_not_the_end(void)
{
    begin(MANUAL, PAGED_FEED);
    refresh(feed);
    answer(started(1), 200, FIRST);
    tell();
    more();
    feedcore_exchange *late = started(2);
    refresh(feed);
    answer(started(3), 200, ITEMS("\"next\": \"y\", ", ID("1") ", " ID("2") ", " ID("3")));
    tell();
    answer(late, 200, ITEMS("\"next\": \"y\", ", ID("3")));
    tell();
    CHECK_TEXT(outline(feed), "list: 1 2 3");
    CHECK_INT(feedcore_feed_can_load_more(feed), 1);
    more();
    CHECK_TEXT(feedcore_exchange_url(started(4)), LIST_URL "?at=y");
    answer(started(4), 200, ITEMS("\"next\": \"z\", ", ID("3")));
    tell();
    CHECK_INT(feedcore_feed_can_load_more(feed), 0);
    finish();
}

static void a_source_that_is_well_again_says_so_while_more_is_loaded(void)
{
    begin(MANUAL, PAGED_FEED);
    refresh(feed);
    answer(started(1), 200, FIRST);
    tell();
    refresh(feed);
    answer(started(2), 404, "");
    tell();
    CHECK_INT(feedcore_error_http_status(feedcore_feed_source_error(feed, 0)), 404);
    more();
    feedcore_exchange *following = started(3);
    refresh(feed);
    answer(started(4), 200, FIRST);
    tell();
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_LOADING);
    CHECK(feedcore_feed_source_error(feed, 0) == NULL);
    answer(following, 404, "");
    tell();
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_READY);
    CHECK(feedcore_feed_source_error(feed, 0) == NULL);
    finish();
}

static void what_is_tried_again_is_logged_by_its_own_address(void)
{
    static Record log;
    begin_with(PAGED_FEED, FIRST);
    respond(context, NEXT_URL, 503, NULL, "");
    CHECK_INT(feedcore_context_set_log(context, record_log, &log, record_end), FEEDCORE_OK);
    more();
    tell();
    for (int try = 1; try <= 3; try++) {
        CHECK_INT((int64_t)feedcore_test_request_count(context, NEXT_URL), try);
        CHECK_EVENTS(&log, "2 log list http 503\n");
        advance(context, 1500);
        dispatch(context);
    }
    CHECK_EVENTS(&record, "2 state list loading\n"
                          "2 failed list http 503\n"
                          "2 state list ready\n"
                          "2 complete http 503\n");
    end();
    CHECK_INT(log.destroyed, 1);
}

static void keep_url(feedcore_context *of, const feedcore_event *event, void *user_data)
{
    CHECK(of == context);
    snprintf(user_data, 100, "%" PRIu64 " %s", feedcore_event_request(event),
             feedcore_event_url(event));
}

static void the_log_has_the_address_that_was_asked(void)
{
    static char logged[100];
    begin_with("{\"sources\": [" SOURCE("list", "http://me:secret@list.test/all", PAGED_MAPPING,
                                        "") "]}",
               FIRST);
    CHECK_INT(feedcore_feed_load(feed, 0, FIRST, strlen(FIRST), NULL), FEEDCORE_OK);
    CHECK_INT(feedcore_context_set_log(context, keep_url, logged, NULL), FEEDCORE_OK);
    respond(context, "http://me:secret@list.test/all?at=x", 200, NULL, ITEMS("", ID("3")));
    tell();
    more();
    tell();
    CHECK_TEXT(logged, "3 " NEXT_URL);
    end();
}

/* ---------------------------------------------------------------------- cancelled, and freed */

static void a_section_s_request_ends_at_once_when_cancelled(void)
{
    begin(MANUAL, SHELVES_FEED);
    refresh(feed);
    answer(started(1), 200, "{\"s\": [" SHELF("A", "\"at\": \"x\",", CELL("1")) "]}");
    tell();
    for (int round = 2; round < 6; round++) {
        CHECK_INT((int64_t)more_of("A"), round);
        feedcore_exchange *exchange = started(round);
        dispatch(context);
        CHECK_INT(feedcore_feed_section_state(feed, 0), FEEDCORE_STATE_LOADING);
        CHECK_INT(feedcore_feed_cancel(feed, (uint64_t)round), FEEDCORE_OK);
        CHECK_INT(feedcore_feed_section_state(feed, 0), FEEDCORE_STATE_LOADING);
        dispatch(context);
        CHECK_INT(feedcore_feed_section_state(feed, 0), FEEDCORE_STATE_READY);
        CHECK_INT(feedcore_feed_cancel(feed, (uint64_t)round), FEEDCORE_ERROR_ARGUMENT);
        if (round % 2) /* or else it may not hear of it */
            let_work(context);
        answer(exchange, 200, "{\"s\": [" SHELF("A", "", CELL("9")) "]}");
    }
    tell();
    CHECK_TEXT(outline(feed), "A+: 1");
    CHECK(network.cancels >= 2);
    CHECK_INT(record.completes, 5);
    finish();
}

/* Even before the dispatch that tells its end. */
static void what_was_cancelled_may_be_asked_for_again_at_once(void)
{
    begin(MANUAL, SHELVES_FEED);
    refresh(feed);
    answer(started(1), 200,
           "{\"next\": \"x\", \"s\": [" SHELF("A", "\"at\": \"x\",", CELL("1")) "]}");
    tell();
    CHECK_INT((int64_t)more(), 2);
    CHECK_INT((int64_t)more_of("A"), 3);
    started(3);
    CHECK_INT(feedcore_feed_cancel(feed, 2), FEEDCORE_OK);
    CHECK_INT(feedcore_feed_cancel(feed, 3), FEEDCORE_OK);
    CHECK_INT((int64_t)more(), 4);
    CHECK_INT((int64_t)more_of("A"), 5);
    started(5);
    dispatch(context);
    CHECK_INT((int64_t)more(), 4);
    CHECK_INT((int64_t)more_of("A"), 5);
    CHECK_INT(feedcore_feed_section_state(feed, 0), FEEDCORE_STATE_LOADING);
    for (int i = 1; i < 5; i++)
        answer(network.exchanges[i], 200,
               i % 2 ? "{\"s\": [" SHELF("B", "", CELL("3")) "]}"
                     : "{\"s\": [" SHELF("A", "", CELL("2")) "]}");
    tell();
    CHECK_TEXT(outline(feed), "A: 1 2 | B: 3");
    CHECK_INT(feedcore_feed_section_state(feed, 0), FEEDCORE_STATE_READY);
    CHECK_INT(record.completes, 5);
    finish();
}

typedef struct {
    int left;  /* events until then */
    int whole; /* the context goes, not the feed alone */
    int freed;
} Axe;

static void fall(feedcore_feed *of, const feedcore_event *event, void *user_data)
{
    Axe *axe = user_data;
    CHECK(of == feed && !axe->freed);
    CHECK(feedcore_event_get_kind(event) != 0);
    if (axe->left-- > 0)
        return;
    axe->freed = 1;
    if (axe->whole)
        feedcore_context_free(context);
    feedcore_feed_free(feed);
}

/* What was asked for before the end may start after it. */
static void answer_what_is_left(int answered)
{
    for (int i = 0; i < 5000 && atomic_load(&network.destroyed) == 0; i++) {
        pthread_mutex_lock(&network.lock);
        feedcore_exchange *exchange =
            answered < network.starts ? network.exchanges[answered++] : NULL;
        pthread_mutex_unlock(&network.lock);
        if (exchange)
            answer(exchange, 200, "{\"s\": []}");
        else
            sleep_ms(1);
    }
    CHECK_INT(network.destroyed, 1);
}

/* In each of its callbacks, and before any. */
static void everything_may_be_freed_while_it_loads(void)
{
    for (int i = 0; i < 48; i++) {
        Axe axe = {.left = i / 2 % 12, .whole = i % 2};
        begin_with(SHELVES_FEED,
                   "{\"next\": \"x\", \"s\": [" SHELF("A", "\"at\": \"x\",", CELL("1")) ","
                   SHELF("B", "", CELL("2")) "]}");
        respond(context, NEXT_URL, i < 24 ? 200 : 404, NULL,
                "{\"s\": [" SHELF("B", "", CELL("3")) "," SHELF("C", "", CELL("4")) "]}");
        respond(context, "http://list.test/shelf?at=x&key=A", i < 24 ? 200 : 0, NULL,
                "{\"s\": [" SHELF("A", "\"at\": \"y\",", CELL("5")) "]}");
        CHECK_INT(feedcore_feed_set_callback(feed, fall, &axe, NULL), FEEDCORE_OK);
        more();
        more_of("A");
        for (int round = 0; round < 4 && !axe.freed; round++) {
            tell();
            if (!axe.freed)
                advance(context, 2000);
        }
        if (!axe.freed)
            feedcore_feed_free(feed);
        if (!axe.freed || !axe.whole)
            feedcore_context_free(context);
    }
    /* Before anything is told, and without a dispatch at all. */
    for (int i = 0; i < 4; i++) {
        begin(MANUAL, SHELVES_FEED);
        refresh(feed);
        answer(started(1), 200,
               "{\"next\": \"x\", \"s\": [" SHELF("A", "\"at\": \"x\",", CELL("1")) "]}");
        tell();
        more();
        more_of("A");
        if (i % 2)
            let_work(context);
        if (i < 2) {
            feedcore_feed_free(feed);
            feedcore_context_free(context);
        } else {
            feedcore_context_free(context);
            CHECK_INT(feedcore_feed_load_more(feed, NULL), FEEDCORE_ERROR_THREAD);
            CHECK_INT(feedcore_feed_load_more_section(feed, "A", NULL), FEEDCORE_ERROR_THREAD);
            CHECK_TEXT(outline(feed), "A+: 1");
            feedcore_feed_free(feed);
        }
        answer_what_is_left(1);
    }
    wait_for_threads(1);
}

/* ------------------------------------------------------------------------------ at its worst */

static List list;

static void follow_event(feedcore_feed *of, const feedcore_event *event, void *user_data)
{
    follow(&list, of, event);
    record_event(of, event, user_data);
}

/* Answers at once, on a thread of its own, as the host of a busy list may. */
static void *answer_at_once(void *argument)
{
    feedcore_exchange *exchange = argument;
    char body[400];
    const char *at = strstr(feedcore_exchange_url(exchange), "at=");
    const int number = at ? atoi(at + 3) : 0;
    const int is_shelf = strstr(feedcore_exchange_url(exchange), "/shelf") != NULL;
    snprintf(body, sizeof body,
             "{\"next\": %d, \"s\": ["
             "{\"k\": \"A\", \"at\": %d, \"i\": [{\"i\": %d}, {\"i\": %d}]}%s",
             number + 1, number + 1, number % 50, number % 50 + 1,
             is_shelf ? "]}" : ", {\"k\": \"B\", \"i\": [{\"i\": 1}]}]}");
    feedcore_exchange_head(exchange, number % 7 == 6 ? 404 : 200);
    feedcore_exchange_bytes(exchange, body, strlen(body));
    feedcore_exchange_end(exchange);
    return NULL;
}

static void start_thread(feedcore_exchange *exchange, void *user_data)
{
    (void)user_data;
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, answer_at_once, exchange) == 0);
    CHECK(pthread_detach(thread) == 0);
}

static void ignore(feedcore_exchange *exchange, void *user_data)
{
    CHECK(exchange && user_data);
}

static void answers_of_many_threads_come_in_between(void)
{
    memset(&record, 0, sizeof record);
    memset(&network, 0, sizeof network);
    memset(&list, 0, sizeof list);
    context = new_context("{}");
    CHECK_INT(
        feedcore_context_set_transport(context, start_thread, ignore, &network, network_end),
        FEEDCORE_OK);
    feed = new_feed(context, SHELVES_FEED);
    CHECK_INT(feedcore_feed_set_callback(feed, follow_event, &record, record_end), FEEDCORE_OK);
    int asked = 1;
    uint64_t last = refresh(feed);
    run(context);
    for (int i = 0; i < 600; i++) {
        uint64_t request = i % 10 == 9 ? refresh(feed) : i % 3 == 0 ? more() : more_of("A");
        if (request > last) {
            last = request;
            asked++;
        }
        if (i % 11 == 10)
            feedcore_feed_cancel(feed, last); /* unless it has ended */
        if (i % 13 == 12)
            sleep_ms(1);
        CHECK_INT(feedcore_context_dispatch(context, i % 5), FEEDCORE_OK);
    }
    run(context);
    CHECK(asked > 60);
    CHECK_INT(record.completes, asked);
    CHECK(feedcore_feed_source_state(feed, 0) != FEEDCORE_STATE_LOADING);
    for (size_t i = 0; i < feedcore_feed_section_count(feed); i++)
        CHECK(feedcore_feed_section_state(feed, i) != FEEDCORE_STATE_LOADING);
    feedcore_snapshot *page = feedcore_feed_snapshot(feed);
    CHECK_INT((int64_t)feedcore_snapshot_section_count(page), (int64_t)list.count);
    feedcore_snapshot_unref(page);
    finish();
}

int main(void)
{
    what_is_the_sources_own_stays_at_home();
    a_post_goes_on_as_a_post();
    a_section_asks_at_its_own_address();
    loading_is_told_before_the_request_leaves();
    a_section_tells_when_it_loads();
    a_page_that_fails_leaves_the_source_as_it_is();
    an_answer_to_an_older_page_is_not_the_end();
    a_source_that_is_well_again_says_so_while_more_is_loaded();
    what_is_tried_again_is_logged_by_its_own_address();
    the_log_has_the_address_that_was_asked();
    a_section_s_request_ends_at_once_when_cancelled();
    what_was_cancelled_may_be_asked_for_again_at_once();
    everything_may_be_freed_while_it_loads();
    answers_of_many_threads_come_in_between();
    wait_for_threads(1);
    return 0;
}
