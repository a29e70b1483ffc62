/* Feeds on a network in memory and a clock moved by hand: what they ask for, show and tell, in
 * which order. */
#include "live.h"

#include <jansson.h>

static feedcore_context *context;
static feedcore_feed *feed;
static Record record;

static void begin(const char *config)
{
    memset(&record, 0, sizeof record);
    context = new_context(IN_MEMORY);
    feed = new_recorded(context, config, &record);
}

static void finish(void)
{
    feedcore_feed_free(feed);
    CHECK_INT(record.destroyed, 1);
    feedcore_context_free(context);
}

/* Asks, and waits for all that comes at once. */
static void refresh_now(void)
{
    refresh(feed);
    let_work(context);
    dispatch(context);
}

static void load(size_t source, const char *text)
{
    uint64_t request = 0;
    CHECK_INT(feedcore_feed_load(feed, source, text, strlen(text), &request), FEEDCORE_OK);
    CHECK(request > 0);
}

/* -------------------------------------------------------------------- one source */

static void shows_what_comes_and_tells_in_order(void)
{
    begin(LIST_FEED);
    CHECK_INT(feedcore_feed_source_count(feed), 1);
    CHECK_TEXT(feedcore_feed_source_name(feed, 0), "list");
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_IDLE);
    CHECK(feedcore_feed_snapshot(feed) == NULL);
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    refresh(feed);
    let_work(context);
    /* Nothing changes before dispatch. */
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_IDLE);
    CHECK_INT(feedcore_feed_section_count(feed), 0);
    dispatch(context);
    CHECK_EVENTS(&record, "1 state list loading\n"
                          "1 progress list 49/-1\n"
                          "1 change list 0>1 sections 0 -0+1\n"
                          "1 state list ready\n"
                          "1 complete\n");
    CHECK_TEXT(titles(feed), "A ");
    CHECK(feedcore_feed_section_by_key(feed, "list") == feedcore_feed_section(feed, 0));
    CHECK(feedcore_feed_section_by_key(feed, "other") == NULL);

    respond(context, LIST_URL, 200, "{\"Content-Length\": \"13\"}", PAGE_EMPTY);
    refresh(feed);
    let_work(context);
    CHECK_TEXT(titles(feed), "A ");
    dispatch(context);
    CHECK_EVENTS(&record, "2 state list loading\n"
                          "2 progress list 13/13\n"
                          "2 change list 1>2 sections 0 -1+0\n"
                          "2 state list empty\n"
                          "2 complete\n");
    CHECK_INT(feedcore_feed_section_count(feed), 0);
    CHECK_INT(feedcore_feed_revision(feed), 2);
    finish();
}

static void the_same_page_again_is_no_change(void)
{
    begin(LIST_FEED);
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    refresh_now();
    forget(&record);
    const feedcore_section *section = feedcore_feed_section(feed, 0);
    refresh_now();
    CHECK_EVENTS(&record, "2 state list loading\n"
                          "2 progress list 49/-1\n"
                          "2 state list ready\n"
                          "2 complete\n");
    CHECK(feedcore_feed_section(feed, 0) == section);
    CHECK_INT(feedcore_feed_revision(feed), 1);
    finish();
}

static void not_modified_keeps_the_page(void)
{
    begin(LIST_FEED);
    respond(context, LIST_URL, 304, NULL, ""); /* of which nobody knows what */
    refresh_now();
    CHECK_EVENTS(&record, "1 state list loading\n"
                          "1 failed list http 304\n"
                          "1 state list failed\n"
                          "1 complete http 304\n");
    respond(context, LIST_URL, 200, "{\"ETag\": \"\\\"a\\\"\"}", PAGE_A);
    refresh_now();
    CHECK(feedcore_feed_source_error(feed, 0) == NULL);
    forget(&record);
    respond(context, LIST_URL, 304, NULL, "");
    refresh_now();
    CHECK_EVENTS(&record, "3 state list loading\n"
                          "3 state list ready\n"
                          "3 complete\n");
    CHECK_TEXT(titles(feed), "A ");
    finish();
}

static void a_failure_keeps_what_is_shown(void)
{
    begin(LIST_FEED);
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    refresh_now();
    forget(&record);
    respond(context, LIST_URL, 404, NULL, "<html>no such page</html>");
    refresh_now();
    CHECK_EVENTS(&record, "2 state list loading\n"
                          "2 progress list 25/-1\n"
                          "2 failed list http 404\n"
                          "2 state list stale\n"
                          "2 complete http 404\n");
    CHECK_TEXT(titles(feed), "A ");
    const feedcore_error *error = feedcore_feed_source_error(feed, 0);
    CHECK_TEXT(feedcore_error_message(error), "invalid response: HTTP status 404");
    CHECK_INT(feedcore_error_retryable(error), 0);
    CHECK(feedcore_feed_source_error(feed, 0) == error); /* borrowed until the next event */
    respond(context, LIST_URL, 410, NULL, "");
    refresh_now();
    CHECK_INT(feedcore_error_http_status(feedcore_feed_source_error(feed, 0)), 410);
    forget(&record);

    respond(context, LIST_URL, 200, NULL, PAGE_B);
    refresh(feed);
    let_work(context);
    CHECK_INT(feedcore_context_dispatch(context, 1), FEEDCORE_OK);
    CHECK_EVENTS(&record, "4 state list loading\n");
    /* It hasn't succeeded yet. */
    CHECK_INT(feedcore_error_http_status(feedcore_feed_source_error(feed, 0)), 410);
    dispatch(context);
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_READY);
    CHECK(feedcore_feed_source_error(feed, 0) == NULL);
    CHECK_TEXT(titles(feed), "B C ");
    finish();
}

/* A server that says no inside its answer, whatever its HTTP status is; and answers that are no
 * feed. */
static void refusals_in_the_answer_win(void)
{
    static const struct {
        int http;
        const char *body;
        const char *status;
        const char *code, *message;
    } answers[] = {
        {200, "{\"code\": 301, \"msg\": null}", "login-needed", "301", NULL},
        {200, "{\"code\": \"301\", \"message\": \"log in\"}", "login-needed", "301", "log in"},
        {200, "{\"code\": -460, \"message\": \"\", \"msg\": \"Cheating\"}", "refused", "-460",
         "Cheating"},
        {400, "{\"code\": 400, \"message\": \"bad\", \"data\": {\"x\": 1}}", "refused", "400",
         "bad"},
        {301, "{\"code\": 301, \"message\": \"log in\"}", "login-needed", "301", "log in"},
        {503, "{\"code\": 503, \"message\": \"too busy\"}", "refused", "503", "too busy"},
        {200, "{\"code\": 200, \"data\": null}", "shape", NULL, NULL},
        {200, "<html>", "syntax", NULL, NULL},
        {200, "", "empty", NULL, NULL},
        {200, "{\"code\": 200, \"data\": {\"blocks\": [", "syntax", NULL, NULL},
        {500, "<html>", "http", NULL, NULL},
        {403, HOME_PAGE, "http", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        begin("{\"sources\": [{\"name\": \"page\", \"url\": \"" HOME_URL
              "\", \"mapping\": \"netease-home\","
              " \"method\": \"POST\"}]}");
        respond(context, HOME_URL, 200, NULL, HOME_PAGE);
        refresh_now();
        respond(context, HOME_URL, answers[i].http, NULL, answers[i].body);
        refresh_now();
        const feedcore_error *error = feedcore_feed_source_error(feed, 0);
        CHECK_TEXT(feedcore_status_name(feedcore_error_status(error)), answers[i].status);
        CHECK_INT(feedcore_error_http_status(error), answers[i].http);
        CHECK_TEXT(feedcore_error_service_code(error), answers[i].code);
        CHECK_TEXT(feedcore_error_service_message(error), answers[i].message);
        CHECK(strlen(feedcore_error_message(error)) > 0);
        CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_STALE);
        CHECK_TEXT(keys(feed), "HOMEPAGE_BANNER HOMEPAGE_BLOCK_MGC_PLAYLIST ");
        finish();
    }
}

/* ----------------------------------------------------------------- several sources */

static void menus_go_in_after_the_first_section(void)
{
    begin(HOME_FEED);
    CHECK_INT(feedcore_feed_source_count(feed), 2);
    CHECK_TEXT(feedcore_feed_source_name(feed, 1), "menus");
    respond(context, HOME_URL, 200, NULL, HOME_PAGE);
    respond(context, MENUS_URL, 200, NULL, HOME_MENUS);
    refresh_now();
    CHECK_EVENTS(&record, "1 state page loading\n"
                          "1 state menus loading\n"
                          "1 progress page 274/-1\n"
                          "1 change page 0>1 sections 0 -0+2\n"
                          "1 state page ready\n"
                          "1 progress menus 74/-1\n"
                          "1 change menus 1>2 sections 1 -0+1\n"
                          "1 state menus ready\n"
                          "1 complete\n");
    CHECK_TEXT(keys(feed), "HOMEPAGE_BANNER MENUS HOMEPAGE_BLOCK_MGC_PLAYLIST ");
    CHECK_INT(feedcore_section_get_kind(feedcore_feed_section(feed, 1)), FEEDCORE_SECTION_MENUS);
    finish();
}

static void menus_that_come_first_wait_for_the_page(void)
{
    begin(HOME_FEED);
    load(1, HOME_MENUS);
    let_work(context);
    dispatch(context);
    CHECK_EVENTS(&record, "1 state menus ready\n"
                          "1 complete\n");
    CHECK_INT(feedcore_feed_section_count(feed), 0);
    CHECK(feedcore_feed_snapshot(feed) == NULL);
    load(0, HOME_PAGE);
    let_work(context);
    dispatch(context);
    CHECK_EVENTS(&record, "2 change page 0>1 sections 0 -0+3\n"
                          "2 state page ready\n"
                          "2 complete\n");
    CHECK_TEXT(keys(feed), "HOMEPAGE_BANNER MENUS HOMEPAGE_BLOCK_MGC_PLAYLIST ");
    load(0, HOME_EMPTY); /* menus are an addition to a page, and no page */
    run(context);
    CHECK_INT(feedcore_feed_section_count(feed), 0);
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_EMPTY);
    finish();
}

static void a_failed_source_is_told_on_its_own(void)
{
    begin(HOME_FEED);
    respond(context, HOME_URL, 200, NULL, HOME_PAGE);
    respond(context, MENUS_URL, 404, NULL, "");
    refresh_now();
    CHECK_EVENTS(&record, "1 state page loading\n"
                          "1 state menus loading\n"
                          "1 progress page 274/-1\n"
                          "1 change page 0>1 sections 0 -0+2\n"
                          "1 state page ready\n"
                          "1 failed menus http 404\n"
                          "1 state menus failed\n"
                          "1 complete\n"); /* menus aren't required */
    CHECK_TEXT(keys(feed), "HOMEPAGE_BANNER HOMEPAGE_BLOCK_MGC_PLAYLIST ");

    respond(context, HOME_URL, 404, NULL, "");
    respond(context, MENUS_URL, 200, NULL, HOME_MENUS);
    refresh_now();
    CHECK_EVENTS(&record, "2 state page loading\n"
                          "2 state menus loading\n"
                          "2 failed page http 404\n"
                          "2 state page stale\n"
                          "2 progress menus 74/-1\n"
                          "2 change menus 1>2 sections 1 -0+1\n"
                          "2 state menus ready\n"
                          "2 complete http 404\n");
    CHECK_TEXT(keys(feed), "HOMEPAGE_BANNER MENUS HOMEPAGE_BLOCK_MGC_PLAYLIST ");

    /* One source can be tried again alone. */
    respond(context, HOME_URL, 200, NULL, HOME_PAGE);
    uint64_t request = 0;
    CHECK_INT(feedcore_feed_refresh_source(feed, 0, &request), FEEDCORE_OK);
    CHECK_INT(request, 3);
    let_work(context);
    dispatch(context);
    CHECK_EVENTS(&record, "3 state page loading\n"
                          "3 progress page 274/-1\n"
                          "3 state page ready\n"
                          "3 complete\n");
    CHECK_INT(feedcore_test_request_count(context, MENUS_URL), 2);
    CHECK_INT(feedcore_feed_refresh_source(feed, 2, &request), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(request, 0);
    finish();
}

static void all_at_once_if_wanted(void)
{
    begin("{\"preset\": \"netease-home\", \"baseURL\": \"http://home.test\", \"partial\": false}");
    respond(context, HOME_URL, 200, NULL, HOME_PAGE);
    respond(context, MENUS_URL, -1, NULL, "");
    refresh_now();
    CHECK_EVENTS(&record, "1 state page loading\n"
                          "1 state menus loading\n"
                          "1 progress page 274/-1\n"
                          "1 state page ready\n");
    CHECK_INT(feedcore_feed_section_count(feed), 0);
    load(1, HOME_MENUS); /* one of the sources is still under way */
    let_work(context);
    dispatch(context);
    CHECK_EVENTS(&record, "2 complete\n");
    CHECK_INT(feedcore_feed_cancel(feed, 1), FEEDCORE_OK);
    let_work(context);
    dispatch(context);
    CHECK_EVENTS(&record, "1 complete cancelled\n"
                          "0 change 0>1 sections 0 -0+3\n"
                          "0 state menus ready\n");
    CHECK_TEXT(keys(feed), "HOMEPAGE_BANNER MENUS HOMEPAGE_BLOCK_MGC_PLAYLIST ");
    finish();
}

static void sources_stand_in_their_order(void)
{
    static const char mapping[] = LIST_MAPPING;
    char config[4096];
    snprintf(config, sizeof config,
             "{\"baseURL\": \"http://order.test/\", \"sources\": ["
             "{\"name\": \"first\", \"url\": \"/1\", \"mapping\": %s},"
             "{\"name\": \"ahead\", \"url\": \"/0\", \"mapping\": %s, \"position\": 0},"
             "{\"name\": \"second\", \"url\": \"HTTP://order.test/2\", \"mapping\": %s}]}",
             mapping, mapping, mapping);
    begin(config);
    respond(context, "http://order.test/0", 200, NULL,
            "{\"items\": [{\"id\": 0, \"t\": \"zero\"}]}");
    respond(context, "http://order.test/1", 200, NULL,
            "{\"items\": [{\"id\": 1, \"t\": \"one\"}]}");
    respond(context, "HTTP://order.test/2", 200, NULL,
            "{\"items\": [{\"id\": 2, \"t\": \"two\"}]}");
    refresh_now();
    CHECK_TEXT(keys(feed), "list#3 list list#2 ");
    CHECK_TEXT(titles(feed), "zero ");
    /* An empty page in front of another is none. */
    respond(context, "http://order.test/1", 200, NULL, PAGE_EMPTY);
    refresh_now();
    CHECK_TEXT(keys(feed), "list#2 list ");
    finish();
}

/* ------------------------------------------------------------------- tries and time */

/* Moves the clock in small steps until a URL was asked so often; returns how long that took. */
static int64_t time_until_asked(const char *url, size_t count, int64_t limit)
{
    int64_t time = 0;
    while (feedcore_test_request_count(context, url) < count && time < limit) {
        advance(context, 10);
        time += 10;
    }
    return time;
}

static void failed_requests_are_tried_again(void)
{
    static const struct {
        int http;
        const char *status;
    } failures[] = {{0, "network"}, {429, "http"}, {500, "http"}, {503, "http"}, {599, "http"}};
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++) {
        begin(LIST_FEED);
        respond(context, LIST_URL, failures[i].http, NULL, "");
        refresh_now();
        CHECK_EVENTS(&record, "1 state list loading\n");
        CHECK_INT(feedcore_test_request_count(context, LIST_URL), 1);
        int64_t first = time_until_asked(LIST_URL, 2, 60000);
        CHECK(first >= 250 && first <= 760);
        int64_t second = time_until_asked(LIST_URL, 3, 60000);
        CHECK(second >= 500 && second <= 1510);
        dispatch(context);
        const feedcore_error *error = feedcore_feed_source_error(feed, 0);
        CHECK_TEXT(feedcore_status_name(feedcore_error_status(error)), failures[i].status);
        CHECK_INT(feedcore_error_http_status(error), failures[i].http ? failures[i].http : -1);
        CHECK_INT(feedcore_error_retryable(error), 1);
        CHECK_INT(record.completes, 1);
        CHECK_INT(time_until_asked(LIST_URL, 4, 20000), 20000);
        finish();
    }
}

static void a_later_try_may_succeed(void)
{
    begin(LIST_FEED);
    respond(context, LIST_URL, 503, NULL, "");
    refresh_now();
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    time_until_asked(LIST_URL, 2, 60000);
    dispatch(context);
    CHECK_EVENTS(&record, "1 state list loading\n"
                          "1 progress list 49/-1\n"
                          "1 change list 0>1 sections 0 -0+1\n"
                          "1 state list ready\n"
                          "1 complete\n");
    finish();
}

static void some_failures_are_final(void)
{
    static const struct {
        int is_post;
        int http;
        const char *body;
    } failures[] = {
        {0, 400, ""},
        {0, 404, ""},
        {0, 200, "{\"code\": -1}"},
        {0, 503, "{\"code\": 503}"}, /* a refusal in the answer */
        {0, 200, "{"},
        {1, 503, ""},
        {1, 0, ""},
    };
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++) {
        begin(failures[i].is_post ? LIST_FEED_WITH(", \"method\": \"POST\"") : LIST_FEED);
        respond(context, LIST_URL, failures[i].http, NULL, failures[i].body);
        refresh_now();
        CHECK_INT(record.completes, 1);
        CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_FAILED);
        CHECK_INT(time_until_asked(LIST_URL, 2, 5000), 5000);
        finish();
    }
}

static void a_server_may_say_when_to_come_back(void)
{
    static const struct {
        const char *headers;
        int64_t wait; /* -1: not at all */
    } answers[] = {
        {"{\"Retry-After\": \"2\"}", 2000}, {"{\"retry-after\": \"30\"}", 30000},
        {"{\"Retry-After\": \"31\"}", -1},  {"{\"Retry-After\": \"9999999\"}", -1},
        {"{\"Retry-After\": \"0\"}", 0},    {"{\"Retry-After\": \"-5\"}", 0},
    };
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        begin(LIST_FEED);
        respond(context, LIST_URL, 429, answers[i].headers, "");
        refresh_now();
        if (answers[i].wait < 0) {
            CHECK_INT(record.completes, 1);
            CHECK_INT(time_until_asked(LIST_URL, 2, 40000), 40000);
        } else if (answers[i].wait == 0) {
            /* At once, and at once again. */
            CHECK_INT(feedcore_test_request_count(context, LIST_URL), 3);
        } else {
            CHECK_INT(time_until_asked(LIST_URL, 2, 40000), answers[i].wait);
        }
        finish();
    }
}

static void an_answer_that_never_comes_is_a_timeout(void)
{
    begin(LIST_FEED_WITH(", \"method\": \"POST\", \"timeout\": 1500"));
    respond(context, LIST_URL, -1, NULL, "");
    refresh_now();
    advance(context, 1499);
    /* The time of this call is over; the request is under way. */
    CHECK_INT(feedcore_context_run(context, 0), FEEDCORE_ERROR_TIMEOUT);
    CHECK_EVENTS(&record, "1 state list loading\n");
    advance(context, 1);
    dispatch(context);
    CHECK_EVENTS(&record, "1 failed list timeout\n"
                          "1 state list failed\n"
                          "1 complete timeout\n");
    CHECK_INT(feedcore_error_retryable(feedcore_feed_source_error(feed, 0)), 1);
    CHECK_INT(feedcore_error_http_status(feedcore_feed_source_error(feed, 0)), -1);
    finish();

    begin(LIST_FEED); /* each try of a GET has the time of the context */
    respond(context, LIST_URL, -1, NULL, "");
    refresh_now();
    for (size_t try = 2; try <= 3; try++) {
        advance(context, 29999);
        CHECK_INT(feedcore_test_request_count(context, LIST_URL), try - 1);
        advance(context, 1);
        CHECK(time_until_asked(LIST_URL, try, 2000) < 2000);
    }
    advance(context, 30000);
    dispatch(context);
    CHECK_INT(record.completes, 1);
    finish();
}

static void a_fresh_page_is_not_asked_for_again(void)
{
    begin(LIST_FEED_WITH(", \"ttl\": 60000"));
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    refresh_now();
    forget(&record);
    respond(context, LIST_URL, 404, NULL, "");
    advance(context, 59999);
    refresh_now();
    CHECK_EVENTS(&record, "2 complete\n");
    CHECK_INT(feedcore_test_request_count(context, LIST_URL), 1);
    advance(context, 1);
    refresh_now();
    CHECK_INT(feedcore_test_request_count(context, LIST_URL), 2);
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_STALE);
    refresh_now(); /* what failed is not fresh */
    CHECK_INT(feedcore_test_request_count(context, LIST_URL), 3);
    finish();
}

static void a_feed_may_refresh_itself(void)
{
    begin("{\"autoRefresh\": true, \"sources\": [" LIST_SOURCE("") "]}");
    respond(context, LIST_URL, 200, NULL,
            "{\"every\": 60000, \"items\": [{\"id\": 1, \"t\": \"A\"}]}");
    advance(context, 100000);
    CHECK_INT(feedcore_test_request_count(context, LIST_URL), 0); /* nobody has asked yet */
    refresh_now();
    CHECK_INT(feedcore_context_run(context, -1), FEEDCORE_OK); /* nothing is under way until then */
    forget(&record);

    advance(context, 59999);
    CHECK_INT(feedcore_test_request_count(context, LIST_URL), 1);
    respond(context, LIST_URL, 404, NULL, "");
    advance(context, 1);
    dispatch(context);
    CHECK_EVENTS(&record, "2 state list loading\n"
                          "2 failed list http 404\n"
                          "2 state list stale\n"
                          "2 complete http 404\n");

    /* A failure doesn't end it; nor does a page of the front end's, which has its own interval, of
     * 10 s at least. */
    respond(context, LIST_URL, -1, NULL, "");
    advance(context, 60000);
    CHECK_INT(feedcore_test_request_count(context, LIST_URL), 3);
    dispatch(context);
    CHECK_EVENTS(&record, "3 state list loading\n");
    CHECK_INT(feedcore_context_run(context, 0), FEEDCORE_ERROR_TIMEOUT);
    CHECK_INT(feedcore_feed_cancel(feed, 3), FEEDCORE_OK);
    load(0, "{\"every\": 1, \"items\": [{\"id\": 1, \"t\": \"A\"}]}");
    let_work(context);
    dispatch(context);
    CHECK_EVENTS(&record, "3 complete cancelled\n"
                          "0 state list stale\n"
                          "4 state list ready\n"
                          "4 complete\n");
    advance(context, 9999);
    CHECK_INT(feedcore_test_request_count(context, LIST_URL), 3);
    advance(context, 1);
    CHECK_INT(feedcore_test_request_count(context, LIST_URL), 4);
    CHECK_INT(feedcore_context_run(context, 0), FEEDCORE_ERROR_TIMEOUT); /* it is under way */

    /* The time is counted from the end of the last request, even of a cancelled one. */
    load(0, "{\"every\": 10000, \"items\": []}");
    advance(context, 20000);
    dispatch(context);
    CHECK_EVENTS(&record, "5 state list loading\n"
                          "6 change list 1>2 sections 0 -1+0\n"
                          "6 complete\n");
    CHECK_INT(feedcore_feed_cancel(feed, 5), FEEDCORE_OK);
    let_work(context);
    dispatch(context);
    CHECK_EVENTS(&record, "5 complete cancelled\n"
                          "0 state list empty\n");
    advance(context, 9999);
    CHECK_INT(feedcore_test_request_count(context, LIST_URL), 4);
    advance(context, 1);
    CHECK_INT(feedcore_test_request_count(context, LIST_URL), 5);

    load(0, PAGE_A); /* of a page that wants no refresh there is none */
    dispatch(context);
    CHECK_INT(feedcore_feed_cancel(feed, 7), FEEDCORE_OK);
    let_work(context);
    advance(context, 1000000);
    CHECK_INT(feedcore_test_request_count(context, LIST_URL), 5);
    finish();
}

/* ----------------------------------------------------------------- cancel and order */

static void a_cancelled_request_completes_once(void)
{
    begin(LIST_FEED);
    respond(context, LIST_URL, -1, NULL, "");
    uint64_t request = refresh(feed);
    let_work(context);
    CHECK_INT(feedcore_feed_cancel(feed, request), FEEDCORE_OK);
    CHECK_INT(feedcore_feed_cancel(feed, request), FEEDCORE_ERROR_ARGUMENT);
    let_work(context);
    dispatch(context);
    CHECK_EVENTS(&record, "1 state list loading\n"
                          "1 complete cancelled\n"
                          "0 state list idle\n");
    CHECK_INT(feedcore_feed_cancel(feed, request), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_cancel(feed, 0), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_cancel(feed, 99), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_IDLE);
    CHECK(feedcore_feed_source_error(feed, 0) == NULL);
    advance(context, 100000); /* no timeout, no other try */
    CHECK_INT(feedcore_test_request_count(context, LIST_URL), 1);
    CHECK(!is_readable(context));
    finish();
}

static void cancelled_after_its_end_but_before_it_was_told(void)
{
    begin(LIST_FEED);
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    uint64_t request = refresh(feed);
    let_work(context); /* all its events wait */
    CHECK_INT(feedcore_feed_cancel(feed, request), FEEDCORE_OK);
    let_work(context);
    dispatch(context);
    CHECK_EVENTS(&record, "1 state list loading\n"
                          "1 progress list 49/-1\n"
                          "1 change list 0>1 sections 0 -0+1\n"
                          "1 state list ready\n"
                          "1 complete cancelled\n");
    CHECK(!is_readable(context));
    CHECK_INT(feedcore_context_run(context, 0), FEEDCORE_OK);
    finish();
}

static void a_source_under_way_is_shared(void)
{
    begin(LIST_FEED);
    respond(context, LIST_URL, -1, NULL, "");
    refresh(feed);
    refresh(feed);
    let_work(context);
    CHECK_INT(feedcore_test_request_count(context, LIST_URL), 1);
    CHECK_INT(feedcore_feed_cancel(feed, 1), FEEDCORE_OK); /* the other still waits */
    let_work(context);
    dispatch(context);
    CHECK_EVENTS(&record, "1 state list loading\n"
                          "1 complete cancelled\n");
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_LOADING);
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    advance(context, 30000);
    CHECK(time_until_asked(LIST_URL, 2, 2000) < 2000);
    dispatch(context);
    CHECK_EVENTS(&record, "2 progress list 49/-1\n"
                          "2 change list 0>1 sections 0 -0+1\n"
                          "2 state list ready\n"
                          "2 complete\n");
    finish();
}

static void two_feeds_share_what_they_both_ask(void)
{
    begin(LIST_FEED);
    Record second_record = {0};
    feedcore_feed *second = new_recorded(context, LIST_FEED, &second_record);
    respond(context, LIST_URL, 503, NULL, "");
    refresh(feed);
    refresh(second);
    let_work(context);
    CHECK_INT(feedcore_test_request_count(context, LIST_URL), 1);
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    feedcore_feed_free(feed); /* the other one goes on alone */
    CHECK_INT(record.destroyed, 1);
    CHECK_INT(time_until_asked(LIST_URL, 2, 2000) < 2000, 1);
    dispatch(context);
    CHECK_INT(record.events, 0);
    CHECK_EVENTS(&second_record, "2 state list loading\n"
                                 "2 progress list 49/-1\n"
                                 "2 change list 0>1 sections 0 -0+1\n"
                                 "2 state list ready\n"
                                 "2 complete\n");
    feedcore_feed_free(second);
    feedcore_context_free(context);
}

/* What the front end gave is newer than an answer to what was asked before. */
static void an_older_answer_never_overwrites_a_newer_page(void)
{
    begin(LIST_FEED);
    respond(context, LIST_URL, 503, "{\"Retry-After\": \"5\"}", "");
    refresh_now();
    load(0, PAGE_B);
    let_work(context);
    dispatch(context);
    CHECK_EVENTS(&record, "1 state list loading\n"
                          "2 change list 0>1 sections 0 -0+1\n"
                          "2 complete\n"); /* still loading */
    respond(context, LIST_URL, 200, "{\"ETag\": \"a\"}", PAGE_A);
    advance(context, 5000);
    dispatch(context);
    CHECK_EVENTS(&record, "1 progress list 49/-1\n"
                          "1 state list ready\n"
                          "1 complete\n");
    CHECK_TEXT(titles(feed), "B C ");

    /* Asked after the page was given, the server is asked again. */
    respond(context, LIST_URL, 503, "{\"Retry-After\": \"5\"}", "");
    refresh_now();
    CHECK_INT(feedcore_test_request_count(context, LIST_URL), 3);
    load(0, PAGE_EMPTY);
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    refresh_now();
    CHECK_INT(feedcore_test_request_count(context, LIST_URL), 4);
    CHECK_TEXT(titles(feed), "A ");
    CHECK_INT(feedcore_context_run(context, 0), FEEDCORE_OK);
    finish();
}

static void what_can_t_be_read_makes_no_answer_old(void)
{
    begin(LIST_FEED);
    respond(context, LIST_URL, 503, "{\"Retry-After\": \"5\"}", "");
    refresh_now();
    load(0, "{");
    let_work(context);
    dispatch(context);
    CHECK_EVENTS(&record, "1 state list loading\n"
                          "2 failed list syntax\n"
                          "2 complete syntax\n");
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    advance(context, 5000);
    dispatch(context);
    CHECK_TEXT(titles(feed), "A ");
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_READY);
    finish();
}

/* --------------------------------------------------------------------- load, select */

static void pages_of_the_front_end_s_own(void)
{
    begin(LIST_FEED);
    uint64_t request = 7;
    CHECK_INT(feedcore_feed_load(feed, 0, NULL, 1, &request), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(request, 0);
    CHECK_INT(feedcore_feed_load(feed, 1, "{}", 2, &request), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_load(feed, 0, PAGE_A, SIZE_MAX, &request), FEEDCORE_ERROR_TOO_LARGE);
    CHECK_INT(feedcore_feed_load(feed, 0, PAGE_A, (size_t)1 << 30, NULL), FEEDCORE_ERROR_TOO_LARGE);
    wait_for_threads(1); /* nothing to do for a worker */

    load(0, PAGE_A);
    let_work(context);
    dispatch(context);
    CHECK_EVENTS(&record, "1 change list 0>1 sections 0 -0+1\n"
                          "1 state list ready\n"
                          "1 complete\n");
    load(0, PAGE_A); /* the same */
    let_work(context);
    dispatch(context);
    CHECK_EVENTS(&record, "2 complete\n");
    CHECK_INT(feedcore_feed_load(feed, 0, "", 0, NULL), FEEDCORE_OK);
    load(0, "[1,]");
    load(0, "{\"code\": 301}");
    load(0, "{\"items\": [[\"\xff\"], {\"id\": 5, \"t\": \"\xff\"}]}");
    let_work(context);
    dispatch(context);
    CHECK_EVENTS(&record, "3 failed list empty\n"
                          "3 state list stale\n"
                          "3 complete empty\n"
                          "4 failed list syntax\n"
                          "4 complete syntax\n"
                          "5 failed list login-needed\n"
                          "5 complete login-needed\n"
                          "6 change list 1>2 items 0.0 -1+1\n"
                          "6 state list ready\n"
                          "6 complete\n");
    CHECK_TEXT(titles(feed), "\xEF\xBF\xBD ");
    finish();
}

static void a_json_t_as_page(void)
{
    begin(LIST_FEED);
    uint64_t request = 7;
    json_t *json = json_pack("{s:[{s:i, s:s}]}", "items", "id", 4, "t", "D");
    CHECK_INT(feedcore_feed_load_json(feed, 0, json, &request), FEEDCORE_OK);
    CHECK_INT(request, 1);
    json_decref(json);
    let_work(context);
    dispatch(context);
    CHECK_TEXT(titles(feed), "D ");

    CHECK_INT(feedcore_feed_load_json(feed, 0, NULL, &request), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(request, 0);
    json = json_array();
    json_t *inner = json_array();
    json_array_append_new(json, inner);
    json_array_append(inner, json); /* a cycle */
    CHECK_INT(feedcore_feed_load_json(feed, 0, json, &request), FEEDCORE_ERROR_JSON);
    json_array_clear(inner);
    CHECK_INT(feedcore_feed_load_json(feed, 3, json, &request), FEEDCORE_ERROR_ARGUMENT);
    json_decref(json);
    json = json_array();
    for (int i = 0; i < 600; i++) {
        json_t *outer = json_array();
        json_array_append_new(outer, json);
        json = outer;
    }
    CHECK_INT(feedcore_feed_load_json(feed, 0, json, &request), FEEDCORE_ERROR_TOO_DEEP);
    json_decref(json);
    CHECK_INT(feedcore_context_run(context, 0), FEEDCORE_OK); /* no request was made */
    finish();
}

static void selecting_says_what_an_item_does(void)
{
    begin("{\"preset\": \"douban-movies\", \"baseURL\": \"https://movies.test\"}");
    respond(context, "https://movies.test/v2/movie/coming_soon", 200, NULL,
            "{\"subjects\": [{\"id\": \"1\", \"title\": \"Blue Harbour\","
            " \"alt\": \"https://movies.test/1\"},"
            " {\"id\": \"2\", \"title\": \"Silent\"}]}");
    refresh_now();
    CHECK_TEXT(titles(feed), "Blue Harbour Silent ");
    CHECK_INT(feedcore_section_get_kind(feedcore_feed_section(feed, 0)), FEEDCORE_SECTION_LIST);
    forget(&record);
    const feedcore_section *movies = feedcore_feed_section(feed, 0);
    for (size_t i = 0; i < 2; i++)
        CHECK_INT(feedcore_feed_select(feed, feedcore_item_uid(feedcore_section_item(movies, i))),
                  FEEDCORE_OK);
    CHECK_INT(feedcore_feed_select(feed, 12345), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(record.events, 0);
    dispatch(context);
    CHECK_EVENTS(&record, "0 action Blue Harbour https://movies.test/1\n"
                          "0 action Silent -\n");
    finish();
}

/* ---------------------------------------------------------------------- what stays */

static void snapshots_outlive_feed_and_context(void)
{
    begin(HOME_FEED);
    respond(context, HOME_URL, 200, NULL, HOME_PAGE);
    respond(context, MENUS_URL, 200, NULL, HOME_MENUS);
    refresh_now();
    feedcore_snapshot *page = feedcore_feed_snapshot(feed);
    CHECK(feedcore_feed_section(feed, 0) == feedcore_snapshot_section(page, 0));
    finish();
    CHECK_INT(feedcore_snapshot_section_count(page), 3);
    CHECK_TEXT(feedcore_item_title(feedcore_section_item(feedcore_snapshot_section(page, 1), 0)),
               "Daily");
    CHECK_TEXT(feedcore_snapshot_service_code(page), "200");
    feedcore_snapshot_unref(page);
}

static void a_feed_outlives_its_context(void)
{
    begin(LIST_FEED);
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    refresh_now();
    respond(context, LIST_URL, -1, NULL, "");
    refresh(feed);
    let_work(context);
    feedcore_context_free(context);
    CHECK_INT(record.destroyed, 1);
    uint64_t request = 7;
    CHECK_TEXT(titles(feed), "A ");
    CHECK_INT(feedcore_feed_revision(feed), 1);
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_READY);
    CHECK_INT(feedcore_feed_refresh(feed, &request), FEEDCORE_ERROR_THREAD);
    CHECK_INT(request, 0);
    CHECK_INT(feedcore_feed_load(feed, 0, "{}", 2, NULL), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_cancel(feed, 2), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_select(feed, 1), FEEDCORE_ERROR_THREAD);
    Record other = {0};
    CHECK_INT(feedcore_feed_set_callback(feed, record_event, &other, record_end),
              FEEDCORE_ERROR_THREAD);
    CHECK_INT(other.destroyed, 1);
    feedcore_feed_free(feed);
    CHECK_INT(record.destroyed, 1);
}

/* ------------------------------------------------------------------------ the config */

static void mistakes_in_a_config_have_a_place(void)
{
    static const struct {
        const char *config;
        const char *status;
        const char *path;
        int line, column;
    } mistakes[] = {
        {"", "empty", NULL, 1, 1},
        {"{\"preset\": }", "syntax", NULL, 1, 12},
        {"[]", "config", "", 1, 1},
        {"{}", "config", "", 1, 1},
        {"{\"sources\": []}", "config", "", 1, 1},
        {"{\n \"sources\": {}}", "config", "/sources", 2, 13},
        {"{\"preset\": \"netease\"}", "config", "/preset", 1, 12},
        {"{\"preset\": 1}", "config", "/preset", 1, 12},
        {"{\"preset\": \"netease-home\"}", "config", "/preset", 1, 12}, /* no base URL */
        {"{\"preset\": \"netease-home\", \"baseURL\": \"ftp://x\"}", "config", "/preset", 1, 12},
        {"{\"preset\": \"netease-home\", \"baseURL\": \"http://x\\n\"}", "config", "/baseURL", 1,
         39},
        {"{\"preset\": \"netease-home\", \"preset\": \"users\"}", "config", "/preset", 1, 28},
        {"{\"colour\": 1}", "config", "/colour", 1, 2},
        {"{\"partial\": 1}", "config", "/partial", 1, 13},
        {"{\"autoRefresh\": null}", "config", "/autoRefresh", 1, 17},
        {"{\"sources\": [1]}", "config", "/sources/0", 1, 14},
        {"{\"sources\": [{}]}", "config", "/sources/0", 1, 14},
        {"{\"sources\": [{\"name\": 1}]}", "config", "/sources/0/name", 1, 23},
        {"{\"sources\": [{\"name\": \"a\"}]}", "config", "/sources/0", 1, 14},
        {"{\"sources\": [{\"name\": \"a\", \"url\": \"http://x/\"}]}", "config", "/sources/0", 1,
         14},
        {"{\"sources\": [{\"name\": \"a\", \"url\": \"x\", \"mapping\": \"users\"}]}", "config",
         "/sources/0/url", 1, 35},
        {"{\"sources\": [{\"name\": \"a\", \"url\": \"http://\", \"mapping\": \"users\"}]}",
         "config", "/sources/0/url", 1, 35},
        {"{\"sources\": [{\"name\": \"a\", \"url\": \"file:///etc\", \"mapping\": \"users\"}]}",
         "config", "/sources/0/url", 1, 35},
        {"{\"sources\": [{\"name\": \"a\", \"mapping\": \"nobody\"}]}", "mapping",
         "/sources/0/mapping", 1, 39},
        {"{\"sources\": [{\"name\": \"a\", \"mapping\": 1}]}", "config", "/sources/0/mapping", 1,
         39},
        {"{\"sources\": [{\"name\": \"a\", \"mapping\":\n  {\"mapping\": \"m\",\n"
         "   \"sections\": {\"colour\": 1}}}]}",
         "mapping", "/sources/0/mapping/sections/colour", 3, 17},
        {"{\"sources\": [{\"name\": \"a\", \"position\": -1}]}", "config", "/sources/0/position", 1,
         40},
        {"{\"sources\": [{\"name\": \"a\", \"position\": 1.5}]}", "config", "/sources/0/position",
         1, 40},
        {"{\"sources\": [{\"name\": \"a\", \"required\": 0}]}", "config", "/sources/0/required", 1,
         40},
        {"{\"sources\": [{\"name\": \"a\", \"method\": \"get\"}]}", "config", "/sources/0/method",
         1, 38},
        {"{\"sources\": [{\"name\": \"a\", \"parameters\": [1]}]}", "config",
         "/sources/0/parameters", 1, 42},
        {"{\"sources\": [{\"name\": \"a\", \"parameters\": {\"p\": true}}]}", "config",
         "/sources/0/parameters/p", 1, 48},
        {"{\"sources\": [{\"name\": \"a\", \"headers\": {\"H\": \"a\\r\\nB: c\"}}]}", "config",
         "/sources/0/headers", 1, 39},
        {"{\"sources\": [{\"name\": \"a\", \"headers\": {\"H:\": \"a\"}}]}", "config",
         "/sources/0/headers", 1, 39},
        {"{\"sources\": [{\"name\": \"a\", \"timeout\": 0}]}", "config", "/sources/0/timeout", 1,
         39},
        {"{\"sources\": [{\"name\": \"a\", \"ttl\": \"1\"}]}", "config", "/sources/0/ttl", 1, 35},
        {"{\"preset\": \"douban-movies\", \"baseURL\": \"http://x\","
         " \"sources\": [{\"name\": \"movies\"}, {\"name\": \"movies\"}]}",
         "config", "/sources/1", 1, 84},
    };
    context = new_context(IN_MEMORY);
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        feedcore_error *error = NULL;
        feed = (feedcore_feed *)context;
        feedcore_status status = feedcore_feed_new(context, mistakes[i].config,
                                                   strlen(mistakes[i].config), &feed, &error);
        CHECK_TEXT(feedcore_status_name(status), mistakes[i].status);
        CHECK(feed == NULL);
        CHECK_INT(feedcore_error_status(error), status);
        CHECK_TEXT(feedcore_error_path(error), mistakes[i].path);
        CHECK_INT(feedcore_error_line(error), mistakes[i].line);
        CHECK_INT(feedcore_error_column(error), mistakes[i].column);
        feedcore_error_free(error);
    }
    feedcore_context_free(context);
}

static void a_config_may_be_a_json_t(void)
{
    context = new_context(IN_MEMORY);
    feedcore_error *error = NULL;
    json_t *config =
        json_pack("{s:s, s:s}", "preset", "netease-home", "baseURL", "http://home.test/");
    CHECK_INT(feedcore_feed_new_json(context, config, &feed, &error), FEEDCORE_OK);
    json_decref(config);
    CHECK_TEXT(feedcore_feed_source_name(feed, 0), "page");
    respond(context, HOME_URL, 200, NULL, HOME_PAGE); /* one slash between base and path */
    refresh(feed);
    run(context);
    CHECK_INT(feedcore_feed_section_count(feed), 2);
    feedcore_feed_free(feed);

    config = json_pack("{s:s, s:i}", "preset", "netease-home", "partial", 1);
    CHECK_INT(feedcore_feed_new_json(context, config, &feed, &error), FEEDCORE_ERROR_CONFIG);
    CHECK_TEXT(feedcore_error_path(error), "/partial");
    CHECK_INT(feedcore_error_line(error), -1); /* a json_t has no lines */
    feedcore_error_free(error);
    json_decref(config);
    feedcore_context_free(context);
}

int main(void)
{
    shows_what_comes_and_tells_in_order();
    the_same_page_again_is_no_change();
    not_modified_keeps_the_page();
    a_failure_keeps_what_is_shown();
    refusals_in_the_answer_win();
    menus_go_in_after_the_first_section();
    menus_that_come_first_wait_for_the_page();
    a_failed_source_is_told_on_its_own();
    all_at_once_if_wanted();
    sources_stand_in_their_order();
    failed_requests_are_tried_again();
    a_later_try_may_succeed();
    some_failures_are_final();
    a_server_may_say_when_to_come_back();
    an_answer_that_never_comes_is_a_timeout();
    a_fresh_page_is_not_asked_for_again();
    a_feed_may_refresh_itself();
    a_cancelled_request_completes_once();
    cancelled_after_its_end_but_before_it_was_told();
    a_source_under_way_is_shared();
    two_feeds_share_what_they_both_ask();
    an_older_answer_never_overwrites_a_newer_page();
    what_can_t_be_read_makes_no_answer_old();
    pages_of_the_front_end_s_own();
    a_json_t_as_page();
    selecting_says_what_an_item_does();
    snapshots_outlive_feed_and_context();
    a_feed_outlives_its_context();
    mistakes_in_a_config_have_a_place();
    a_config_may_be_a_json_t();
    wait_for_threads(1);
    return 0;
}
