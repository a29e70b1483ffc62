/* Contexts: config, descriptor, wakeup, run, log; whose thread it is; how everything ends. The host is the same before and
 * after. */
#define _GNU_SOURCE
#include "live.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* ---------------------------------------------------------------------------- config */

static void mistakes_in_a_config_have_a_place(void)
{
    static const struct {
        const char *config;
        const char *status;
        const char *path;
        int line, column;
    } mistakes[] = {
        {"", "empty", NULL, 1, 1},
        {"{", "syntax", NULL, 1, 2},
        {"[]", "config", "", 1, 1},
        {"{\n  \"colour\": 1}", "config", "/colour", 2, 13},
        {"{\"timeout\": 5, \"timeout\": 6}", "config", "/timeout", 1, 13},
        {"{\"timeout\": 0}", "config", "/timeout", 1, 13},
        {"{\"timeout\": -1}", "config", "/timeout", 1, 13},
        {"{\"timeout\": 1.5}", "config", "/timeout", 1, 13},
        {"{\"timeout\": \"1\"}", "config", "/timeout", 1, 13},
        {"{\"timeout\": 1e30}", "config", "/timeout", 1, 13},
        {"{\"connectTimeout\": 0}", "config", "/connectTimeout", 1, 20},
        {"{\"maxBody\": 0}", "config", "/maxBody", 1, 13},
        {"{\"maxRedirects\": null}", "config", "/maxRedirects", 1, 18},
        {"{\"connectionsPerHost\": 0}", "config", "/connectionsPerHost", 1, 24},
        {"{\"allowInsecureRedirects\": 1}", "config", "/allowInsecureRedirects", 1, 28},
        {"{\"transport\": \"wire\"}", "config", "/transport", 1, 15},
        {"{\"clock\": true}", "config", "/clock", 1, 11},
        {"{\"userAgent\": \"a\\r\\nCookie: b\"}", "config", "/userAgent", 1, 15},
        {"{\"proxy\": 1}", "config", "/proxy", 1, 11},
        {"{\"caFile\": []}", "config", "/caFile", 1, 12},
        {"{\"caDirectory\": {}}", "config", "/caDirectory", 1, 17},
        {"{\"headers\": [\"a\"]}", "config", "/headers", 1, 13},
        {"{\"headers\": {\"A\": null}}", "config", "/headers/A", 1, 19},
        {"{\"headers\": {\"A\\n\": \"b\"}}", "config", "/headers", 1, 13},
        {"{\"headers\": {\"\": \"b\"}}", "config", "/headers", 1, 13},
        {"{\"cookies\": {\"a\": \"b; c=d\"}}", "config", "/cookies", 1, 13},
        {"{\"cookies\": {\"a=b\": \"c\"}}", "config", "/cookies", 1, 13},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        const char *text = mistakes[i].config;
        feedcore_context *context = (feedcore_context *)&mistakes;
        feedcore_error *error = NULL;
        feedcore_status status = feedcore_context_new(text, strlen(text), &context, &error);
        CHECK_TEXT(feedcore_status_name(status), mistakes[i].status);
        CHECK(context == NULL);
        CHECK_INT(feedcore_error_status(error), status);
        CHECK_TEXT(feedcore_error_path(error), mistakes[i].path);
        CHECK_INT(feedcore_error_line(error), mistakes[i].line);
        CHECK_INT(feedcore_error_column(error), mistakes[i].column);
        feedcore_error_free(error);
    }
}

static void configs_that_are_right(void)
{
    static const char *const configs[] = {
        "{}",
        "{\"userAgent\": \"me/1\", \"headers\": {\"X-A\": \"\", \"X-B\": 7}, \"cookies\": {\"a\": \"b=c\"},"
        " \"proxy\": \"\", \"caFile\": \"/etc/a.pem\", \"caDirectory\": \"/etc/certs\", \"connectTimeout\": 1,"
        " \"timeout\": 1e3, \"maxBody\": 9223372036854775807, \"maxRedirects\": 0, \"connectionsPerHost\": 1,"
        " \"allowInsecureRedirects\": true, \"transport\": \"curl\", \"clock\": \"system\"}",
    };
    for (size_t i = 0; i < 2; i++)
        feedcore_context_free(new_context(configs[i]));

    feedcore_context *context = NULL;
    feedcore_error *error = NULL;
    CHECK_INT(feedcore_context_new(NULL, 0, &context, &error), FEEDCORE_OK);
    feedcore_context_free(context);
    CHECK_INT(feedcore_context_new_json(NULL, &context, &error), FEEDCORE_OK);
    feedcore_context_free(context);
    json_t *config = json_pack("{s:s, s:i}", "clock", "manual", "timeout", 500);
    CHECK_INT(feedcore_context_new_json(config, &context, &error), FEEDCORE_OK);
    CHECK_INT(feedcore_test_advance(context, 1), FEEDCORE_OK);
    feedcore_context_free(context);
    json_object_set_new(config, "timeout", json_real(0.5));
    CHECK_INT(feedcore_context_new_json(config, &context, &error), FEEDCORE_ERROR_CONFIG);
    CHECK(context == NULL);
    CHECK_TEXT(feedcore_error_path(error), "/timeout");
    CHECK_INT(feedcore_error_offset(error), -1); /* a json_t has no bytes */
    feedcore_error_free(error);
    json_decref(config);
}

/* ------------------------------------------------------------------------- descriptor */

static void the_descriptor_is_the_host_s_to_watch(void)
{
    feedcore_context *context = new_context(IN_MEMORY);
    const int fd = feedcore_context_fd(context);
    CHECK(fd >= 0);
    CHECK(fcntl(fd, F_GETFL) & O_NONBLOCK);
    CHECK(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    Record record = {0};
    feedcore_feed *feed = new_recorded(context, LIST_FEED, &record);
    CHECK(!is_readable(context));
    dispatch(context); /* nothing there: returns at once */
    respond(context, LIST_URL, 200, NULL, PAGE_A);

    refresh(feed);
    let_work(context);
    CHECK(is_readable(context));
    CHECK(is_readable(context)); /* as long as nobody dispatches */
    for (int events = 1; events <= 5; events++) {
        CHECK(is_readable(context));
        CHECK_INT(feedcore_context_dispatch(context, 1), FEEDCORE_OK);
        CHECK_INT(record.events, events);
    }
    CHECK(!is_readable(context));

    refresh(feed);
    let_work(context);
    CHECK_INT(feedcore_context_dispatch(context, 3), FEEDCORE_OK);
    CHECK_INT(record.events, 8);
    CHECK(is_readable(context));
    feedcore_feed_free(feed); /* what it had to say waits no longer */
    CHECK(!is_readable(context));
    CHECK_INT(record.events, 8);

    feed = new_recorded(context, LIST_FEED, &record);
    record.destroyed = 0;
    refresh(feed);
    let_work(context);
    dispatch(context);
    CHECK(!is_readable(context));
    feedcore_feed_select(feed, feedcore_item_uid(feedcore_section_item(feedcore_feed_section(feed, 0), 0)));
    CHECK(is_readable(context));
    dispatch(context);
    CHECK(!is_readable(context));
    CHECK_INT(feedcore_context_fd(context), fd);
    feedcore_feed_free(feed);
    feedcore_context_free(context);
}

static uint32_t state = 1;

static uint32_t pick(uint32_t count)
{
    state = state * 1664525 + 1013904223;
    return (state >> 8) % count;
}

/* Whatever is done in whatever order: readable if and only if dispatch has something to deliver. */
static void readable_means_there_is_something(void)
{
    enum { FEEDS = 2 };
    feedcore_context *context = new_context(IN_MEMORY);
    Record records[FEEDS], log = {0};
    feedcore_feed *feeds[FEEDS];
    int is_logging = 0;
    uint64_t requests[FEEDS] = {0};
    for (int i = 0; i < FEEDS; i++) {
        memset(&records[i], 0, sizeof records[i]);
        feeds[i] = new_recorded(context, i ? HOME_FEED : LIST_FEED, &records[i]);
    }
    respond(context, HOME_URL, 200, NULL, HOME_PAGE);
    respond(context, MENUS_URL, 503, NULL, "");
    for (int step = 0; step < 3000; step++) {
        const uint32_t i = pick(FEEDS);
        switch (pick(11)) {
        case 0:
        case 1:
            requests[i] = refresh(feeds[i]);
            break;
        case 2:
            feedcore_feed_cancel(feeds[i], requests[i]);
            break;
        case 3:
            CHECK_INT(feedcore_feed_load(feeds[i], 0, i ? HOME_EMPTY : PAGE_B, strlen(i ? HOME_EMPTY : PAGE_B), NULL),
                      FEEDCORE_OK);
            break;
        case 4:
            feedcore_feed_select(feeds[i],
                                 feedcore_item_uid(feedcore_section_item(feedcore_feed_section(feeds[i], 0), 0)));
            break;
        case 5:
            respond(context, LIST_URL, (int[]){200, 200, 404, 500, 0, -1}[pick(6)], NULL, pick(2) ? PAGE_A : PAGE_B);
            break;
        case 6:
            if (pick(10) == 0) {
                feedcore_feed_free(feeds[i]);
                CHECK_INT(records[i].destroyed, 1);
                memset(&records[i], 0, sizeof records[i]);
                feeds[i] = new_recorded(context, i ? HOME_FEED : LIST_FEED, &records[i]);
            }
            break;
        case 7:
            is_logging = !is_logging;
            feedcore_context_set_log(context, is_logging ? record_log : NULL, &log, NULL);
            break;
        case 8:
            advance(context, pick(700));
            break;
        default:
            break;
        }
        if (pick(2))
            let_work(context);
        else if (pick(2))
            continue; /* the worker may be anywhere */
        let_work(context);
        const int before = records[0].events + records[1].events + log.events;
        const int was_readable = is_readable(context);
        CHECK_INT(feedcore_context_dispatch(context, 1), FEEDCORE_OK);
        CHECK_INT(records[0].events + records[1].events + log.events - before, was_readable);
        if (pick(4) == 0) {
            dispatch(context);
            CHECK(!is_readable(context));
        }
    }
    for (int i = 0; i < FEEDS; i++)
        feedcore_feed_free(feeds[i]);
    feedcore_context_free(context);
}

/* Posted while the owner drains: never lost. Run waits on the descriptor and nothing else. */
static void no_wake_up_is_lost(void)
{
    feedcore_context *context = new_context("{\"transport\": \"memory\"}");
    Record record = {0};
    feedcore_feed *feed = new_recorded(context, LIST_FEED, &record);
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    for (int i = 0; i < 3000; i++) {
        const uint64_t request = refresh(feed);
        while (record.completed != request) {
            struct pollfd watched = {.fd = feedcore_context_fd(context), .events = POLLIN};
            CHECK_INT(poll(&watched, 1, 10000), 1);
            CHECK_INT(feedcore_context_dispatch(context, (int)pick(3)), FEEDCORE_OK);
        }
    }
    CHECK_INT(record.completes, 3000);
    feedcore_feed_free(feed);
    feedcore_context_free(context);
}

/* ----------------------------------------------------------------------------- wakeup */

typedef struct {
    atomic_int calls;
    atomic_int destroyed;
    feedcore_context *context; /* to be told no */
    feedcore_feed *feed;
    int dispatches;
} Wakeup;

static void wake(void *user_data)
{
    Wakeup *wakeup = user_data;
    CHECK_INT(atomic_load(&wakeup->destroyed), 0);
    atomic_fetch_add(&wakeup->calls, 1);
}

static void wakeup_end(void *user_data)
{
    atomic_fetch_add(&((Wakeup *)user_data)->destroyed, 1);
}

static void wakeup_pokes_a_loop(void)
{
    feedcore_context *context = new_context(IN_MEMORY);
    feedcore_feed *feed = new_feed(context, LIST_FEED);
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    Wakeup first = {0}, second = {0};
    CHECK_INT(feedcore_context_set_wakeup(context, wake, &first, wakeup_end), FEEDCORE_OK);
    CHECK_INT(first.calls, 0);
    refresh(feed);
    let_work(context);
    CHECK_INT(first.calls, 1); /* five events, one call */
    CHECK_INT(feedcore_context_dispatch(context, 2), FEEDCORE_OK);
    CHECK_INT(first.calls, 2); /* something is left */
    dispatch(context);
    CHECK_INT(first.calls, 2);
    feedcore_feed_select(feed, feedcore_item_uid(feedcore_section_item(feedcore_feed_section(feed, 0), 0)));
    CHECK_INT(first.calls, 3);

    CHECK_INT(feedcore_context_set_wakeup(context, wake, &second, wakeup_end), FEEDCORE_OK);
    CHECK_INT(first.destroyed, 1);
    CHECK_INT(second.calls, 1); /* something waits already */
    dispatch(context);
    CHECK_INT(feedcore_context_set_wakeup(context, NULL, NULL, NULL), FEEDCORE_OK);
    CHECK_INT(second.destroyed, 1);
    refresh(feed);
    run(context);
    CHECK_INT(second.calls, 1);
    CHECK_INT(feedcore_context_set_wakeup(context, NULL, &second, wakeup_end), FEEDCORE_OK);
    CHECK_INT(second.destroyed, 2);
    Wakeup third = {0};
    CHECK_INT(feedcore_context_set_wakeup(context, wake, &third, wakeup_end), FEEDCORE_OK);
    feedcore_context_free(context);
    CHECK_INT(third.destroyed, 1);
    feedcore_feed_free(feed);
}

/* It may call nothing of the library. What it calls all the same says no, and nothing locks up. */
static void wake_and_dispatch(void *user_data)
{
    Wakeup *wakeup = user_data;
    atomic_fetch_add(&wakeup->calls, 1);
    const feedcore_status status = feedcore_context_dispatch(wakeup->context, 0);
    CHECK(status == FEEDCORE_ERROR_NESTED || status == FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_context_run(wakeup->context, -1), status);
    CHECK_INT((int64_t)feedcore_feed_section_count(wakeup->feed), status == FEEDCORE_ERROR_NESTED);
}

static void nothing_can_be_dispatched_from_a_wakeup(void)
{
    feedcore_context *context = new_context(IN_MEMORY);
    feedcore_feed *feed = new_feed(context, LIST_FEED);
    Wakeup wakeup = {.context = context, .feed = feed};
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    refresh(feed);
    run(context);
    CHECK_INT(feedcore_context_set_wakeup(context, wake_and_dispatch, &wakeup, wakeup_end), FEEDCORE_OK);
    refresh(feed);
    let_work(context);
    CHECK_INT(wakeup.calls, 1); /* on the worker */
    CHECK_INT(feedcore_context_dispatch(context, 1), FEEDCORE_OK);
    CHECK_INT(wakeup.calls, 2); /* here */
    dispatch(context);
    feedcore_feed_select(feed, feedcore_item_uid(feedcore_section_item(feedcore_feed_section(feed, 0), 0)));
    CHECK_INT(wakeup.calls, 3);
    feedcore_context_free(context);
    feedcore_feed_free(feed);
}

/* After free, or after another took its place, a wakeup runs no more, though the worker is about to call it. */
static void no_wakeup_comes_after_its_end(void)
{
    for (int i = 0; i < 300; i++) {
        feedcore_context *context = new_context("{\"transport\": \"memory\"}");
        feedcore_feed *feed = new_feed(context, LIST_FEED);
        respond(context, LIST_URL, 200, NULL, PAGE_A);
        Wakeup *wakeup = calloc(1, sizeof *wakeup);
        feedcore_context_set_wakeup(context, wake, wakeup, NULL);
        for (int n = 0; n < 4; n++)
            refresh(feed);
        while (i % 2 && atomic_load(&wakeup->calls) == 0)
            sched_yield();
        if (i % 3)
            feedcore_context_set_wakeup(context, NULL, NULL, NULL);
        else
            feedcore_context_free(context);
        memset(wakeup, 0xFF, sizeof *wakeup); /* calling it now would be seen */
        free(wakeup);
        if (i % 3)
            feedcore_context_free(context);
        feedcore_feed_free(feed);
    }
}

/* -------------------------------------------------------------------------------- run */

static void run_waits_until_all_is_done(void)
{
    feedcore_context *context = new_context("{\"transport\": \"memory\"}");
    feedcore_feed *feed = new_feed(context, LIST_FEED);
    static const int64_t limits[] = {0, 1, -1, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < 5; i++)
        CHECK_INT(feedcore_context_run(context, limits[i]), FEEDCORE_OK); /* nothing is under way */
    respond(context, LIST_URL, -1, NULL, "");
    const uint64_t request = refresh(feed);
    int64_t start = now_ms();
    CHECK_INT(feedcore_context_run(context, 0), FEEDCORE_ERROR_TIMEOUT);
    CHECK_INT(feedcore_context_run(context, 120), FEEDCORE_ERROR_TIMEOUT);
    CHECK(now_ms() - start >= 120 && now_ms() - start < 5000);
    CHECK_INT(feedcore_feed_cancel(feed, request), FEEDCORE_OK);
    CHECK_INT(feedcore_context_run(context, INT64_MAX), FEEDCORE_OK);
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    for (int i = 0; i < 200; i++) {
        refresh(feed);
        CHECK_INT(feedcore_context_run(context, -1), FEEDCORE_OK);
    }
    CHECK_TEXT(titles(feed), "A ");
    refresh(feed);
    feedcore_feed_free(feed); /* what was under way for it is no reason to wait */
    CHECK_INT(feedcore_context_run(context, -1), FEEDCORE_OK);
    feedcore_context_free(context);
}

static void on_alarm(int number)
{
    (void)number;
}

static void run_goes_on_after_a_signal(void)
{
    feedcore_context *context = new_context("{\"transport\": \"memory\"}");
    feedcore_feed *feed = new_feed(context, LIST_FEED);
    respond(context, LIST_URL, -1, NULL, "");
    refresh(feed);
    struct sigaction action = {.sa_handler = on_alarm}, old;
    sigaction(SIGALRM, &action, &old);
    const struct itimerval often = {{0, 5000}, {0, 5000}}, never = {{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &often, NULL);
    const int64_t start = now_ms();
    CHECK_INT(feedcore_context_run(context, 100), FEEDCORE_ERROR_TIMEOUT);
    CHECK(now_ms() - start >= 100);
    setitimer(ITIMER_REAL, &never, NULL);
    sigaction(SIGALRM, &old, NULL);
    feedcore_feed_free(feed);
    feedcore_context_free(context);
}

/* -------------------------------------------------------------------------------- log */

static void check_log(feedcore_context *context, const feedcore_event *event, void *user_data)
{
    CHECK_INT(feedcore_context_dispatch(context, 0), FEEDCORE_ERROR_NESTED);
    CHECK_TEXT(feedcore_event_url(event), "http://list.test/all?q=a+b");
    CHECK_INT(feedcore_event_milliseconds(event), 250);
    CHECK_INT((int64_t)feedcore_event_warning_total(event), feedcore_event_http_status(event) == 200);
    note(user_data, event);
}

