/* Contexts: config, descriptor, wakeup, run, log; whose thread it is; how everything ends. The host
 * is the same before and after. */
#define _GNU_SOURCE
#include "live.h"

#include <fcntl.h>
#include <jansson.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>

#ifdef __has_feature
#define IS_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define IS_SANITIZED 0
#endif

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
        {"{\n  \"colour\": 1}", "config", "/colour", 2, 3},
        {"{\"timeout\": 5, \"timeout\": 6}", "config", "/timeout", 1, 16},
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
        "{\"userAgent\": \"me/1\", \"headers\": {\"X-A\": \"\", \"X-B\": 7},"
        " \"cookies\": {\"a\": \"b=c\"}, \"proxy\": \"\", \"caFile\": \"/etc/a.pem\","
        " \"caDirectory\": \"/etc/certs\", \"connectTimeout\": 1, \"timeout\": 1e3,"
        " \"maxBody\": 9223372036854775807, \"maxRedirects\": 0, \"connectionsPerHost\": 1,"
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
    feedcore_feed_select(feed, first_item(feed));
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
    static const int statuses[] = {200, 200, 404, 500, 0, -1};
    const char *text;
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
            text = i ? HOME_EMPTY : PAGE_B;
            CHECK_INT(feedcore_feed_load(feeds[i], 0, text, strlen(text), NULL), FEEDCORE_OK);
            break;
        case 4:
            feedcore_feed_select(feeds[i], first_item(feeds[i]));
            break;
        case 5:
            respond(context, LIST_URL, statuses[pick(6)], NULL, pick(2) ? PAGE_A : PAGE_B);
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
    feedcore_feed_select(feed, first_item(feed));
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
    let_work(context);
    CHECK_INT(feedcore_context_set_wakeup(context, wake_and_dispatch, &wakeup, wakeup_end),
              FEEDCORE_OK);
    refresh(feed);
    let_work(context);
    CHECK_INT(wakeup.calls, 1); /* on the worker */
    CHECK_INT(feedcore_context_dispatch(context, 1), FEEDCORE_OK);
    CHECK_INT(wakeup.calls, 2); /* here */
    dispatch(context);
    feedcore_feed_select(feed, first_item(feed));
    CHECK_INT(wakeup.calls, 3);
    /* At once, because something waits. */
    CHECK_INT(feedcore_context_set_wakeup(context, wake_and_dispatch, &wakeup, wakeup_end),
              FEEDCORE_OK);
    CHECK_INT(wakeup.calls, 4);
    feedcore_context_free(context);
    feedcore_feed_free(feed);
}

static void wake_slowly(void *user_data)
{
    Wakeup *wakeup = user_data;
    atomic_store(&wakeup->calls, 1);
    sleep_ms(50);
    atomic_store(&wakeup->calls, 2);
}

/* Who frees or replaces waits for it, because what it uses may go right after. */
static void a_wakeup_ends_before_its_context(void)
{
    for (int is_free = 0; is_free <= 1; is_free++) {
        feedcore_context *context = new_context("{\"transport\": \"memory\"}");
        feedcore_feed *feed = new_feed(context, LIST_FEED);
        Wakeup wakeup = {0};
        feedcore_context_set_wakeup(context, wake_slowly, &wakeup, wakeup_end);
        refresh(feed);
        while (atomic_load(&wakeup.calls) == 0)
            sched_yield();
        if (is_free)
            feedcore_context_free(context);
        else
            feedcore_context_set_wakeup(context, NULL, NULL, NULL);
        CHECK_INT(wakeup.calls, 2);
        CHECK_INT(wakeup.destroyed, 1);
        if (!is_free)
            feedcore_context_free(context);
        feedcore_feed_free(feed);
    }
}

/* After free, or after another took its place, a wakeup runs no more, though the worker is about to
 * call it. */
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

typedef struct {
    Record record;
    int64_t milliseconds, bytes;
    size_t warnings;
} Log;

static void check_log(feedcore_context *context, const feedcore_event *event, void *user_data)
{
    Log *log = user_data;
    CHECK_INT(feedcore_context_dispatch(context, 0), FEEDCORE_ERROR_NESTED);
    CHECK_TEXT(feedcore_event_url(event), LIST_URL "?q=a+%26b&n=1.50");
    note(&log->record, event);
    log->milliseconds = feedcore_event_milliseconds(event);
    log->bytes = feedcore_event_bytes(event);
    log->warnings = feedcore_event_warning_total(event);
    CHECK_INT(feedcore_event_http_status(event), log->bytes == 4 ? 503 : log->bytes ? 200 : -1);
}

static void end_log(void *user_data)
{
    record_end(&((Log *)user_data)->record);
}

static void each_exchange_is_logged(void)
{
    static const char url[] = LIST_URL "?q=a+%26b&n=1.50";
    feedcore_context *context = new_context(IN_MEMORY);
    feedcore_feed *feed = new_feed(
        context,
        LIST_FEED_WITH(", \"timeout\": 250, \"parameters\": {\"q\": \"a &b\", \"n\": 1.50}"));
    Log log = {0};
    CHECK_INT(feedcore_context_set_log(context, check_log, &log, end_log), FEEDCORE_OK);
    respond(context, url, 503, "{\"Retry-After\": \"1\"}", "busy");
    refresh(feed);
    let_work(context);
    dispatch(context);
    CHECK_EVENTS(&log.record, "1 log list http 503\n");
    CHECK_INT(log.milliseconds, 0);
    respond(context, url, -1, NULL, "");
    advance(context, 1000);
    advance(context, 250);
    dispatch(context);
    CHECK_EVENTS(&log.record, "1 log list timeout\n");
    CHECK_INT(log.milliseconds, 250);
    respond(context, url, 200, NULL, "{\"items\": [{\"id\": 1, \"t\": \"A\"}, {}]}");
    advance(context, 1500);
    dispatch(context);
    CHECK_EVENTS(&log.record, "1 log list\n");
    CHECK_INT((int64_t)log.warnings, 1);
    CHECK_INT(log.bytes, 36);

    refresh(feed);
    let_work(context);
    /* No log is none for what waits, either. */
    CHECK_INT(feedcore_context_set_log(context, NULL, NULL, NULL), FEEDCORE_OK);
    CHECK_INT(log.record.destroyed, 1);
    dispatch(context);
    CHECK_INT(log.record.events, 0);
    feedcore_feed_free(feed);
    feedcore_context_free(context);
}

/* ------------------------------------------------------------------- whose thread it is */

static feedcore_context *owned;
static feedcore_feed *owned_feed; /* with a page, and a source that failed */
static uint64_t owned_item;
static uint64_t owned_request; /* under way */

static void never_called(feedcore_exchange *exchange, void *user_data)
{
    CHECK(exchange == user_data);
}

/* Every call on somebody else's context: a status, or the absent value. */
static void *refuse_everything(void *unused)
{
    Record record = {0};
    Wakeup wakeup = {0};
    feedcore_feed *feed = owned_feed;
    feedcore_error *error = NULL;
    uint64_t request = 7;
    json_t *json = json_object();
    CHECK(feedcore_context_fd(owned) >= 0); /* for any thread */
    CHECK_INT(feedcore_context_dispatch(owned, 0), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_context_run(owned, -1), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_context_clear_store(owned), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_context_set_wakeup(owned, wake, &wakeup, wakeup_end), FEEDCORE_ERROR_THREAD);
    CHECK_INT(wakeup.destroyed, 1);
    CHECK_INT(feedcore_context_set_log(owned, record_log, &record, record_end),
              FEEDCORE_ERROR_THREAD);
    CHECK_INT(record.destroyed, 1);
    CHECK_INT(
        feedcore_context_set_transport(owned, never_called, never_called, &wakeup, wakeup_end),
        FEEDCORE_ERROR_THREAD);
    CHECK_INT(wakeup.destroyed, 2);
    CHECK_INT(feedcore_test_respond(owned, LIST_URL, 200, NULL, "", 0), FEEDCORE_ERROR_THREAD);
    CHECK_INT((int64_t)feedcore_test_request_count(owned, LIST_URL), 0);
    CHECK_INT(feedcore_test_advance(owned, 1), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_new(owned, LIST_FEED, strlen(LIST_FEED), &feed, &error),
              FEEDCORE_ERROR_THREAD);
    CHECK(feed == NULL);
    CHECK_INT(feedcore_error_status(error), FEEDCORE_ERROR_THREAD);
    feedcore_error_free(error);
    CHECK_INT(feedcore_feed_new(owned, "{", 1, &feed, NULL), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_new_json(owned, json, &feed, NULL), FEEDCORE_ERROR_THREAD);

    CHECK_INT(feedcore_feed_set_callback(owned_feed, record_event, &record, record_end),
              FEEDCORE_ERROR_THREAD);
    CHECK_INT(record.destroyed, 2);
    CHECK_INT(feedcore_feed_refresh(owned_feed, &request), FEEDCORE_ERROR_THREAD);
    CHECK_INT((int64_t)request, 0);
    CHECK_INT(feedcore_feed_reload(owned_feed, NULL), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_refresh_source(owned_feed, 0, NULL), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_load(owned_feed, 0, "{}", 2, NULL), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_load_json(owned_feed, 0, json, NULL), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_cancel(owned_feed, owned_request), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_select(owned_feed, owned_item), FEEDCORE_ERROR_THREAD);
    request = 7;
    CHECK_INT(feedcore_feed_load_more(owned_feed, &request), FEEDCORE_ERROR_THREAD);
    CHECK_INT((int64_t)request, 0);
    CHECK_INT(feedcore_feed_load_more_section(owned_feed, "HOMEPAGE_BANNER", NULL),
              FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_move_section(owned_feed, "HOMEPAGE_BANNER", 0), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_hide_section(owned_feed, "no such key", 1), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_remove_section(owned_feed, "HOMEPAGE_BANNER"), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_insert_section(owned_feed, "{", 1, 0, &error), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_error_status(error), FEEDCORE_ERROR_THREAD);
    feedcore_error_free(error);
    CHECK_INT(feedcore_feed_insert_section_json(owned_feed, json, 0, NULL), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_set_arrangement(owned_feed, "{", 1, NULL), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_set_arrangement_json(owned_feed, json, NULL), FEEDCORE_ERROR_THREAD);
    CHECK(feedcore_feed_arrangement_to_json(owned_feed) == NULL);
    CHECK(feedcore_feed_arrangement_to_text(owned_feed) == NULL);
    CHECK_INT(feedcore_feed_can_load_more(owned_feed), 0);
    CHECK_INT(feedcore_feed_section_state(owned_feed, 0), FEEDCORE_STATE_IDLE);
    CHECK_INT((int64_t)feedcore_feed_section_count(owned_feed), 0);
    CHECK(feedcore_feed_section(owned_feed, 0) == NULL);
    CHECK(feedcore_feed_section_by_key(owned_feed, "HOMEPAGE_BANNER") == NULL);
    CHECK(feedcore_feed_snapshot(owned_feed) == NULL);
    CHECK_INT((int64_t)feedcore_feed_revision(owned_feed), 0);
    CHECK_INT((int64_t)feedcore_feed_source_count(owned_feed), 0);
    CHECK_TEXT(feedcore_feed_source_name(owned_feed, 0), NULL);
    CHECK_INT(feedcore_feed_source_state(owned_feed, 1), FEEDCORE_STATE_IDLE);
    CHECK_INT(feedcore_feed_source_time(owned_feed, 0), INT64_MIN);
    CHECK(feedcore_feed_source_error(owned_feed, 1) == NULL);
    feedcore_feed_free(owned_feed);
    feedcore_context_free(owned);
    json_decref(json);
    return unused;
}

static void in_a_child(void)
{
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        refuse_everything(NULL);
        _exit(0);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void a_context_belongs_to_its_thread(void)
{
    Record record = {0};
    owned = new_context(IN_MEMORY);
    owned_feed = new_recorded(owned, HOME_FEED, &record);
    respond(owned, HOME_URL, 200, NULL, HOME_PAGE);
    respond(owned, MENUS_URL, 404, NULL, "");
    refresh(owned_feed);
    run(owned);
    owned_item = first_item(owned_feed);
    CHECK(owned_item && feedcore_feed_source_error(owned_feed, 1));
    respond(owned, HOME_URL, -1, NULL, "");
    owned_request = refresh(owned_feed);
    let_work(owned);
    forget(&record);

    pthread_t other;
    CHECK(pthread_create(&other, NULL, refuse_everything, NULL) == 0);
    CHECK(pthread_join(other, NULL) == 0);
    in_a_child();

    /* Nothing of that did anything. */
    CHECK_INT(feedcore_feed_cancel(owned_feed, owned_request), FEEDCORE_OK);
    run(owned);
    CHECK_INT(record.completes, 1);
    CHECK_TEXT(keys(owned_feed), "HOMEPAGE_BANNER HOMEPAGE_BLOCK_MGC_PLAYLIST ");
    feedcore_feed_free(owned_feed);
    feedcore_context_free(owned);
    CHECK_INT(record.destroyed, 1);
}

/* ------------------------------------------------------------------- inside a callback */

typedef enum {
    DISPATCH,
    FREE_FEED,
    FREE_OTHER,
    FREE_CONTEXT,
    FREE_ALL,
    REPLACE,
    REMOVE,
    CANCEL_OTHER,
    ASK,
    DEEDS /* how many */
} Deed;

typedef struct {
    feedcore_context *context;
    feedcore_feed *feed, *other;
    Record record, other_record, next_record;
    Deed deed;
    feedcore_event_kind when;
    int done;
    int inside;
} Stage;

static void end_stage(void *user_data)
{
    Stage *stage = user_data;
    CHECK_INT(stage->inside, 0); /* never while the callback runs */
    stage->record.destroyed++;
}

static void do_deed(Stage *stage)
{
    switch (stage->deed) {
    case DISPATCH:
        CHECK_INT(feedcore_context_dispatch(stage->context, 0), FEEDCORE_ERROR_NESTED);
        CHECK_INT(feedcore_context_run(stage->context, -1), FEEDCORE_ERROR_NESTED);
        break;
    case FREE_FEED:
        feedcore_feed_free(stage->feed);
        stage->feed = NULL;
        break;
    case FREE_OTHER:
        feedcore_feed_free(stage->other);
        stage->other = NULL;
        CHECK_INT(stage->other_record.destroyed, 1);
        break;
    case FREE_ALL:
        feedcore_feed_free(stage->other);
        feedcore_feed_free(stage->feed);
        stage->feed = stage->other = NULL;
        /* fall through */
    case FREE_CONTEXT:
        feedcore_context_free(stage->context);
        stage->context = NULL;
        CHECK_INT(stage->other_record.destroyed, 1);
        break;
    case REPLACE:
        CHECK_INT(
            feedcore_feed_set_callback(stage->feed, record_event, &stage->next_record, record_end),
            FEEDCORE_OK);
        break;
    case REMOVE:
        CHECK_INT(feedcore_feed_set_callback(stage->feed, NULL, NULL, NULL), FEEDCORE_OK);
        break;
    case CANCEL_OTHER:
        CHECK_INT(feedcore_feed_cancel(stage->other, 2), FEEDCORE_OK);
        break;
    case ASK:
        refresh(stage->feed);
        refresh(stage->other);
        CHECK_INT(feedcore_feed_load(stage->other, 0, PAGE_B, strlen(PAGE_B), NULL), FEEDCORE_OK);
        break;
    case DEEDS:
        break;
    }
}

static void tell_stage(feedcore_feed *feed, const feedcore_event *event, void *user_data)
{
    Stage *stage = user_data;
    CHECK(feed == stage->feed);
    stage->inside++;
    note(&stage->record, event);
    if (!stage->done && feedcore_event_get_kind(event) == stage->when) {
        stage->done = 1;
        do_deed(stage);
        /* The data is still lent to this call, and so is the event. */
        CHECK_INT(stage->record.destroyed, 0);
        CHECK_INT(feedcore_event_get_kind(event), stage->when);
        if (stage->when != FEEDCORE_EVENT_COMPLETE)
            CHECK_TEXT(feedcore_event_source_name(event), "list");
    }
    stage->inside--;
}

static void everything_may_be_called_in_a_callback(void)
{
    static const feedcore_event_kind kinds[] = {FEEDCORE_EVENT_STATE, FEEDCORE_EVENT_PROGRESS,
                                                FEEDCORE_EVENT_CHANGE, FEEDCORE_EVENT_COMPLETE};
    for (int n = 0; n < 4 * DEEDS; n++) {
        Stage *stage = calloc(1, sizeof *stage);
        stage->deed = (Deed)(n / 4);
        stage->when = kinds[n % 4];
        stage->context = new_context(IN_MEMORY);
        stage->feed = new_feed(stage->context, LIST_FEED);
        stage->other = new_recorded(stage->context, LIST_FEED, &stage->other_record);
        CHECK_INT(feedcore_feed_set_callback(stage->feed, tell_stage, stage, end_stage),
                  FEEDCORE_OK);
        respond(stage->context, LIST_URL, 200, NULL, PAGE_A);
        refresh(stage->feed);
        refresh(stage->other);
        let_work(stage->context);
        feedcore_context *context = stage->context;
        CHECK_INT(feedcore_context_dispatch(context, 0), FEEDCORE_OK);
        CHECK_INT(stage->done, 1);
        const int is_other_over = stage->deed == FREE_OTHER || !stage->context;
        const int is_over =
            !stage->feed || !stage->context || stage->deed == REPLACE || stage->deed == REMOVE;
        CHECK_INT(stage->record.destroyed, is_over);
        if (stage->context)
            run(stage->context);
        if (stage->deed == CANCEL_OTHER)
            CHECK(strstr(stage->other_record.text, "2 complete cancelled\n"));
        if (stage->deed == REPLACE && stage->when != FEEDCORE_EVENT_COMPLETE)
            CHECK_INT(stage->next_record.completes, 1);
        CHECK_INT(stage->other_record.completes, is_other_over ? 0 : stage->deed == ASK ? 3 : 1);
        if (stage->feed && stage->context)
            CHECK_TEXT(titles(stage->feed), "A ");
        feedcore_feed_free(stage->other);
        feedcore_context_free(stage->context);
        feedcore_feed_free(stage->feed);
        CHECK_INT(stage->record.destroyed, 1);
        CHECK_INT(stage->other_record.destroyed, 1);
        CHECK_INT(stage->next_record.destroyed, stage->deed == REPLACE);
        free(stage);
    }
}

static void free_on_log(feedcore_context *context, const feedcore_event *event, void *user_data)
{
    feedcore_context_free(context);
    CHECK_INT(((Record *)user_data)->destroyed, 0);
    CHECK_INT(feedcore_event_get_kind(event), FEEDCORE_EVENT_LOG);
}

static void a_context_may_be_freed_in_its_log(void)
{
    Record record = {0}, log = {0};
    feedcore_context *context = new_context(IN_MEMORY);
    feedcore_feed *feed = new_recorded(context, LIST_FEED, &record);
    feedcore_context_set_log(context, free_on_log, &log, record_end);
    refresh(feed);
    CHECK_INT(feedcore_context_run(context, -1), FEEDCORE_OK);
    CHECK_INT(log.destroyed, 1);
    CHECK_INT(record.destroyed, 1);
    CHECK_INT(record.completes, 0);
    feedcore_feed_free(feed);
}

/* What a destroy function frees may be what is being freed. */
static void free_next(void *user_data)
{
    feedcore_feed_free(*(feedcore_feed **)user_data);
}

static void destroy_may_free_other_things(void)
{
    feedcore_context *context = new_context(IN_MEMORY);
    feedcore_feed *feeds[3];
    for (int i = 0; i < 3; i++)
        feeds[i] = new_feed(context, LIST_FEED);
    for (int i = 0; i < 3; i++)
        feedcore_feed_set_callback(feeds[i], record_event, &feeds[(i + 1) % 3],
                                   i < 2 ? free_next : NULL);
    feedcore_context_free(context); /* frees the second and the third */
    feedcore_feed_free(feeds[0]);
}

/* ---------------------------------------------------------------------- how things end */

static void data_is_destroyed_once_on_each_way_out(void)
{
    Record record = {0};
    feedcore_context *context = new_context(IN_MEMORY);
    feedcore_feed *feed = new_feed(context, LIST_FEED);
    CHECK_INT(feedcore_feed_set_callback(feed, record_event, &record, record_end), FEEDCORE_OK);
    CHECK_INT(feedcore_feed_set_callback(feed, record_event, &record, record_end), FEEDCORE_OK);
    CHECK_INT(record.destroyed, 1);
    CHECK_INT(feedcore_feed_set_callback(feed, NULL, NULL, NULL), FEEDCORE_OK);
    CHECK_INT(record.destroyed, 2);
    /* Data for nobody. */
    CHECK_INT(feedcore_feed_set_callback(feed, NULL, &record, record_end), FEEDCORE_OK);
    CHECK_INT(record.destroyed, 3);
    CHECK_INT(feedcore_feed_set_callback(NULL, record_event, &record, record_end),
              FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(record.destroyed, 4);
    CHECK_INT(feedcore_feed_set_callback(feed, record_event, &record, record_end), FEEDCORE_OK);
    feedcore_feed_free(feed);
    CHECK_INT(record.destroyed, 5);
    CHECK_INT(feedcore_context_set_log(context, record_log, &record, record_end), FEEDCORE_OK);
    CHECK_INT(feedcore_context_set_log(context, record_log, &record, record_end), FEEDCORE_OK);
    CHECK_INT(record.destroyed, 6);
    CHECK_INT(feedcore_context_set_log(NULL, record_log, &record, record_end),
              FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(record.destroyed, 7);
    feedcore_context_free(context);
    CHECK_INT(record.destroyed, 8);
}

static void contexts_are_made_and_freed_at_any_moment(void)
{
    for (int i = 0; i < 200; i++) {
        feedcore_context *context = new_context(IN_MEMORY);
        feedcore_feed *feed = new_feed(context, i % 3 ? HOME_FEED : LIST_FEED);
        respond(context, LIST_URL, i % 2 ? 200 : 503, NULL, PAGE_A);
        respond(context, HOME_URL, 200, NULL, HOME_PAGE);
        respond(context, MENUS_URL, -1, NULL, "");
        refresh(feed);
        if (i % 5 == 0)
            let_work(context);
        if (i % 7 == 0)
            dispatch(context);
        const int64_t start = now_ms();
        if (i % 4 == 0)
            feedcore_feed_free(feed);
        feedcore_context_free(context);
        if (i % 4)
            feedcore_feed_free(feed);
        CHECK(now_ms() - start < 5000);
    }
}

/* A context that can't have a descriptor says so, and leaves nothing behind. */
static void without_descriptors_there_is_no_context(void)
{
    struct rlimit limit, none;
    wait_for_threads(1); /* with which descriptors go */
    CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    const int next = dup(0);
    close(next);
    for (int room = 0; room < 3; room++) {
        none = (struct rlimit){(rlim_t)(next + room), limit.rlim_max};
        CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
        feedcore_context *context = NULL;
        feedcore_error *error = NULL;
        const feedcore_status status = feedcore_context_new(NULL, 0, &context, &error);
        CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
        CHECK_INT(status, room < 2 ? FEEDCORE_ERROR_UNAVAILABLE : FEEDCORE_OK);
        CHECK_INT(feedcore_error_status(error), status);
        feedcore_error_free(error);
        feedcore_context_free(context);
    }
    CHECK_INT(dup(0), next);
    close(next);
}

/* -------------------------------------------------------------------- the host's process */

typedef struct {
    struct sigaction actions[NSIG];
    sigset_t mask;
    char locale[128];
} Host;

static void look_at_host(Host *host)
{
    memset(host, 0, sizeof *host);
    for (int number = 1; number < NSIG; number++)
        sigaction(number, NULL, &host->actions[number]);
    CHECK(pthread_sigmask(SIG_BLOCK, NULL, &host->mask) == 0);
    snprintf(host->locale, sizeof host->locale, "%s", setlocale(LC_ALL, NULL));
}

static void check_host(const Host *before)
{
    static Host now;
    look_at_host(&now);
    for (int number = 1; number < NSIG; number++) {
        CHECK(before->actions[number].sa_handler == now.actions[number].sa_handler);
        CHECK(before->actions[number].sa_flags == now.actions[number].sa_flags);
        CHECK(sigismember(&before->mask, number) == sigismember(&now.mask, number));
    }
    CHECK_TEXT(now.locale, before->locale);
}

/* The library's thread: not always the one of the greatest number, since numbers begin again. */
static int worker(void)
{
    int threads[8], found = 0;
    const int count = list_threads(threads, 8);
    for (int i = 0; i < count; i++) {
        int is_host_s = 0;
        for (int j = 0; j < host_thread_count; j++)
            is_host_s |= threads[i] == host_threads[j];
        if (!is_host_s)
            found = threads[i];
    }
    CHECK(found);
    return found;
}

/* A line of its status. */
static int64_t worker_status(const char *format)
{
    int64_t value = -1;
    char path[100], line[200];
    snprintf(path, sizeof path, "/proc/self/task/%d/status", worker());
    FILE *file = fopen(path, "r");
    CHECK(file);
    while (fgets(line, sizeof line, file))
        sscanf(line, format, &value);
    fclose(file);
    return value;
}

/* All that can be. A sanitizer gives each thread the mask of its parent. */
static int blocks_all_signals(void)
{
    const uint64_t blocked = (uint64_t)worker_status("SigBlk: %" SCNx64);
    int all = 1;
    for (int number = 1; number < 32; number++)
        all &= number == SIGKILL || number == SIGSTOP || blocked >> (number - 1) & 1;
    return all || IS_SANITIZED;
}

static void one_thread_from_the_first_request_on(void)
{
    wait_for_threads(1);
    const int descriptors = descriptor_count();
    Wakeup wakeup = {0};
    Record log = {0};
    feedcore_context *context = new_context(IN_MEMORY);
    feedcore_feed *feed = new_feed(context, LIST_FEED);
    feedcore_context_set_wakeup(context, wake, &wakeup, NULL);
    feedcore_context_set_log(context, record_log, &log, NULL);
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    advance(context, 1000);
    run(context);
    CHECK_INT(feedcore_feed_cancel(feed, 1), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(thread_count(), 1);
    refresh(feed);
    CHECK_INT(thread_count(), 2);
    run(context);
    refresh(feed);
    run(context);
    CHECK_INT(thread_count(), 2);

    /* At rest it sleeps, as soon as a busy machine has let it; and all signals are the host's
     * threads' (under valgrind while it sleeps). */
    let_work(context);
    int64_t switches = -1, before;
    int looks = 0;
    do {
        before = switches;
        sleep_ms(200);
        switches = worker_status("voluntary_ctxt_switches: %" SCNd64);
    } while ((switches != before || !blocks_all_signals()) && ++looks < 50);
    CHECK_INT(switches, before);
    CHECK(blocks_all_signals());
    feedcore_feed_free(feed);
    feedcore_context_free(context);
    wait_for_threads(1);
    wait_for_descriptors(descriptors);
}

int main(void)
{
    static Host before;
    setlocale(LC_ALL, "de_DE.UTF-8"); /* a comma in its numbers, where there is such a locale */
    signal(SIGPIPE, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &mask, NULL);
    look_at_host(&before);

    mistakes_in_a_config_have_a_place();
    configs_that_are_right();
    the_descriptor_is_the_host_s_to_watch();
    readable_means_there_is_something();
    no_wake_up_is_lost();
    wakeup_pokes_a_loop();
    nothing_can_be_dispatched_from_a_wakeup();
    a_wakeup_ends_before_its_context();
    no_wakeup_comes_after_its_end();
    run_waits_until_all_is_done();
    run_goes_on_after_a_signal();
    each_exchange_is_logged();
    a_context_belongs_to_its_thread();
    everything_may_be_called_in_a_callback();
    a_context_may_be_freed_in_its_log();
    destroy_may_free_other_things();
    data_is_destroyed_once_on_each_way_out();
    contexts_are_made_and_freed_at_any_moment();
    without_descriptors_there_is_no_context();
    one_thread_from_the_first_request_on();
    check_host(&before);
    return 0;
}
