/* Feeds over a real network: libcurl, and the servers that Tests/Servers/run.py started. With an
 * argument it does one thing, in a system that others prepared. */
#include "live.h"

#include "system_faults.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static int threads;      /* of the program itself */

static const char *from(const char *name)
{
    const char *value = getenv(name);
    if (!value)
        fprintf(stderr, "%s isn't set: run this by Tests/Servers/run.py\n", name);
    CHECK(value);
    return value;
}

/* A context with certificates to trust, NULL for the system's; never through a proxy of the
 * environment. */
static feedcore_context *new_network(const char *ca)
{
    char config[1024];
    if (ca)
        snprintf(config, sizeof config, "{\"proxy\": \"\", \"caFile\": \"%s\"}", ca);
    else
        snprintf(config, sizeof config, "{\"proxy\": \"\"}");
    return new_context(config);
}

/* A feed with one source, "list", of that server. */
static feedcore_feed *new_list(feedcore_context *context, const char *server, const char *path,
                               Record *record)
{
    char config[4096];
    snprintf(config, sizeof config,
             "{\"sources\": [{\"name\": \"list\", \"url\": \"%s%s\", \"mapping\": %s}]}", server,
             path, LIST_MAPPING);
    return new_recorded(context, config, record);
}

static void wait_for_complete(feedcore_context *context, const Record *record, int64_t limit)
{
    const int64_t end = now_ms() + limit;
    while (record->completes == 0 && now_ms() < end) {
        struct pollfd watched = {.fd = feedcore_context_fd(context), .events = POLLIN};
        CHECK(poll(&watched, 1, 20) >= 0);
        dispatch(context);
    }
    CHECK_INT(record->completes, 1);
}

static int is_loaded(const char *library)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[1024];
    int found = 0;
    CHECK(maps);
    while (fgets(line, sizeof line, maps))
        found |= strstr(line, library) != NULL;
    fclose(maps);
    return found;
}

/* --------------------------------------------------------------------------------- good answers */

static void loads_nothing_before_the_first_request(void)
{
    Record record = {0};
    feedcore_context *context = new_network(NULL);
    feedcore_feed *feed = new_list(context, from("TEST_SERVER"), "/ok", &record);
    CHECK(!is_loaded("libcurl"));
    CHECK_INT(thread_count(), threads);
    refresh(feed);
    run(context);
    CHECK(is_loaded("libcurl"));
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_READY);
    CHECK_INT(feedcore_section_item_count(feedcore_feed_section(feed, 0)), 60);
    feedcore_feed_free(feed);
    feedcore_context_free(context);
    wait_for_threads(threads);
}

/* What comes of a built-in mapping's feed at an https URL. */
static feedcore_status fetch_users(const char *ca, char *message, size_t room)
{
    char config[1024];
    feedcore_context *context = new_network(ca);
    snprintf(config, sizeof config,
             "{\"sources\": [{\"name\": \"users\", \"url\": \"%s/users.json\", \"mapping\": "
             "\"users\"}]}",
             from("TEST_HTTPS"));
    feedcore_feed *feed = new_feed(context, config);
    refresh(feed);
    run(context);
    const feedcore_error *error = feedcore_feed_source_error(feed, 0);
    const feedcore_status status = error ? feedcore_error_status(error) : FEEDCORE_OK;
    snprintf(message, room, "%s", error ? feedcore_error_message(error) : "");
    CHECK((status == FEEDCORE_OK) == (feedcore_feed_source_state(feed, 0) == FEEDCORE_STATE_READY));
    feedcore_feed_free(feed);
    feedcore_context_free(context);
    return status;
}

static void trusts_whom_it_is_told_to(void)
{
    char message[2048];
    CHECK_INT(fetch_users(from("TEST_CA"), message, sizeof message), FEEDCORE_OK);
    CHECK_INT(fetch_users(from("TEST_STRANGER"), message, sizeof message), FEEDCORE_ERROR_TLS);
    CHECK(strstr(message, from("TEST_STRANGER")));
}

/* A server that is taken for a proxy is asked for the whole URL, and has no such path. */
static void asks_its_proxy_for(const char *host)
{
    char config[256];
    Record record = {0};
    snprintf(config, sizeof config, "{\"proxy\": \"%s\"}", from("TEST_SERVER"));
    feedcore_context *context = new_context(config);
    feedcore_feed *feed = new_list(context, host, "/ok", &record);
    refresh(feed);
    run(context);
    const feedcore_error *error = feedcore_feed_source_error(feed, 0);
    CHECK_INT(feedcore_error_status(error), FEEDCORE_ERROR_HTTP);
    CHECK_INT(feedcore_error_http_status(error), 404);
    feedcore_feed_free(feed);
    feedcore_context_free(context);
}

/* ---------------------------------------------------------------------------------- bad answers */

static const struct {
    const char *path;
    feedcore_status status;
    int http_status;
} misdeeds[] = {
    {"short", FEEDCORE_ERROR_NETWORK, -1},
    {"chunks", FEEDCORE_ERROR_NETWORK, -1},
    {"cut-gzip", FEEDCORE_ERROR_NETWORK, -1},
    {"cut-gzip-of-that-length", FEEDCORE_ERROR_NETWORK, -1},
    {"no-length", FEEDCORE_ERROR_SYNTAX, 200},
    {"empty", FEEDCORE_ERROR_EMPTY, 200},
    {"login", FEEDCORE_ERROR_LOGIN_NEEDED, 200},
    {"denied", FEEDCORE_ERROR_REFUSED, 400},
    {"nowhere", FEEDCORE_ERROR_LOGIN_NEEDED, 301},
    {"reset", FEEDCORE_ERROR_NETWORK, -1},
    {"hang-up?", FEEDCORE_ERROR_NETWORK, -1},
    {"garbage", FEEDCORE_ERROR_NETWORK, -1},
    {"not-gzip", FEEDCORE_ERROR_NETWORK, -1},
    {"bomb", FEEDCORE_ERROR_TOO_LARGE, 200},
    {"endless", FEEDCORE_ERROR_TOO_LARGE, 200},
    {"headers", FEEDCORE_ERROR_TOO_LARGE, 200},
    {"chain?6", FEEDCORE_ERROR_HTTP, 302},
    {"to?file:///etc/hostname", FEEDCORE_ERROR_HTTP, 302},
    {"to?gopher://127.0.0.1:70/_x", FEEDCORE_ERROR_HTTP, 302},
    {"to?ftp://127.0.0.1/x", FEEDCORE_ERROR_HTTP, 302},
};
#define MISDEED_COUNT (sizeof misdeeds / sizeof misdeeds[0])

/* A page, then the misdeed (three times, as it may be tried again), then whether the page is still
 * the same. The server names its page "v1", and what is not to be believed "v2". One with a
 * question mark is all that a source ever gets; libcurl itself asks again where a kept connection
 * ends, so often that no turns can be counted. */
static size_t turns_source(char *out, size_t room, size_t index)
{
    const char *path = misdeeds[index].path;
    if (strchr(path, '?'))
        return (size_t)snprintf(out, room,
                                "{\"name\": \"%zu\", \"url\": \"%s/%s\", \"mapping\": %s}", index,
                                from("TEST_SERVER"), path, LIST_MAPPING);
    return (size_t)snprintf(
        out, room,
        "{\"name\": \"%zu\", \"url\": \"%s/turns?tagged,%s,%s,%s,tagged\", \"mapping\": %s}", index,
        from("TEST_SERVER"), path, path, path, LIST_MAPPING);
}

static void note_status(feedcore_context *context, const feedcore_event *event, void *user_data)
{
    int *statuses = user_data;
    CHECK(context);
    statuses[feedcore_event_source(event)] = feedcore_event_http_status(event);
}

static void keeps_the_last_good_page(void)
{
    static char config[65536];
    int statuses[MISDEED_COUNT] = {0};
    size_t length = (size_t)snprintf(config, sizeof config, "{\"sources\": [");
    for (size_t i = 0; i < MISDEED_COUNT; i++) {
        length += (size_t)snprintf(config + length, sizeof config - length, i ? ", " : "");
        length += turns_source(config + length, sizeof config - length, i);
    }
    snprintf(config + length, sizeof config - length, "]}");

    feedcore_context *context = new_context("{\"proxy\": \"\", \"maxBody\": 1000000}");
    CHECK_INT(feedcore_context_set_log(context, note_status, statuses, NULL), FEEDCORE_OK);
    feedcore_feed *feed = new_feed(context, config);
    refresh(feed);
    run(context);
    const size_t sections = feedcore_feed_section_count(feed);
    const uint64_t revision = feedcore_feed_revision(feed);
    CHECK(sections > 10);

    refresh(feed);
    run(context);
    for (size_t i = 0; i < MISDEED_COUNT; i++) {
        const feedcore_error *error = feedcore_feed_source_error(feed, i);
        const int was_there = strchr(misdeeds[i].path, '?') == NULL;
        if (!error || feedcore_error_status(error) != misdeeds[i].status)
            fprintf(stderr, "%s: %s\n", misdeeds[i].path,
                    error ? feedcore_error_message(error) : "no error");
        CHECK(error);
        CHECK_INT(feedcore_error_status(error), misdeeds[i].status);
        CHECK_INT(feedcore_error_http_status(error), misdeeds[i].http_status);
        CHECK(feedcore_error_message(error)[0] != '\0');
        CHECK_INT(feedcore_feed_source_state(feed, i),
                  was_there ? FEEDCORE_STATE_STALE : FEEDCORE_STATE_FAILED);
    }
    CHECK_INT(feedcore_feed_section_count(feed), sections);
    CHECK_INT(feedcore_feed_revision(feed), revision);

    /* What is not tried again has two turns left. */
    for (int round = 0; round < 3; round++) {
        refresh(feed);
        run(context);
    }
    for (size_t i = 0; i < MISDEED_COUNT; i++) {
        if (strchr(misdeeds[i].path, '?'))
            continue;
        CHECK_INT(feedcore_feed_source_state(feed, i), FEEDCORE_STATE_READY);
        CHECK_INT(statuses[i], 304); /* the server was asked about "v1" */
    }
    CHECK_INT(feedcore_feed_section_count(feed), sections);
    feedcore_feed_free(feed);
    feedcore_context_free(context);
}

/* ------------------------------------------------------------------------------------ who hangs */

static const char *const hanging[][2] = {
    {NULL, "http://a.slow.example/"}, /* in the system's name look-up */
    {"TEST_DEAF", "/"},               /* connecting */
    {"TEST_MUTE", "/"},
    {"TEST_SERVER", "/silent"},
    {"TEST_SERVER", "/drip-head"},
    {"TEST_SERVER", "/drip"},
};
#define HANGING_COUNT (sizeof hanging / sizeof hanging[0])

static feedcore_feed *begin_hanging(feedcore_context *context, size_t index, Record *record)
{
    const char *server = hanging[index][0] ? from(hanging[index][0]) : "";
    feedcore_feed *feed = new_list(context, server, hanging[index][1], record);
    refresh(feed);
    sleep_ms(150);
    dispatch(context);
    CHECK_INT(record->completes, 0);
    return feed;
}

/* How long the cancelling of a request takes until it is told, or the freeing. */
static int64_t let_go(size_t index, int is_freed)
{
    Record record = {0};
    feedcore_context *context = new_network(NULL);
    feedcore_feed *feed = begin_hanging(context, index, &record);
    const int64_t start = now_ms();
    if (is_freed) {
        feedcore_context_free(context);
        feedcore_feed_free(feed);
        CHECK_INT(record.completes, 0);
    } else {
        CHECK_INT(feedcore_feed_cancel(feed, 1), FEEDCORE_OK);
        wait_for_complete(context, &record, 10000);
    }
    const int64_t time = now_ms() - start;
    if (!is_freed) {
        CHECK(strstr(record.text, "1 complete cancelled\n"));
        feedcore_feed_free(feed);
        feedcore_context_free(context);
    }
    CHECK_INT(record.destroyed, 1);
    return time;
}

/* Nothing is waited for: whatever hangs here hangs for eight seconds at least. */
static void lets_go_at_once(void)
{
    const int at_once = 6000;
    fault_slow_names(8000);
    for (size_t i = 0; i < HANGING_COUNT; i++) {
        const int64_t cancelling = let_go(i, 0), freeing = let_go(i, 1);
        if (cancelling > at_once || freeing > at_once)
            fprintf(stderr, "%s: cancelled in %d ms, freed in %d ms\n", hanging[i][1],
                    (int)cancelling, (int)freeing);
        CHECK(cancelling <= at_once && freeing <= at_once);
    }
    CHECK(fault_slow_names_begun() >= 2);
    wait_for_threads(threads); /* those that looked up names too */
}

/* --------------------------------------------------------------------------------- a good guest */

static struct sigaction actions[65];

static int is_same(const struct sigaction *one, const struct sigaction *other)
{
    return one->sa_handler == other->sa_handler && one->sa_flags == other->sa_flags;
}

static atomic_int is_watching = 1;

/* Looks at the signals all the time. */
static void *watch_signals(void *changed)
{
    while (is_watching) {
        for (int signal = 1; signal < 65; signal++) {
            struct sigaction now = {0};
            if (sigaction(signal, NULL, &now) == 0 && !is_same(&now, &actions[signal]))
                *(int *)changed = signal;
        }
    }
    return NULL;
}

static void ignore(int signal)
{
    (void)signal;
}

static void leaves_signals_alone(void)
{
    static const char *const paths[] = {"/ok", "/hang-up", "/reset", "/short", "/drip"};
    pthread_t watcher;
    sigset_t mask, later;
    int changed = 0;
    memset(&mask, 0, sizeof mask);
    memset(&later, 0, sizeof later);
    signal(SIGALRM, ignore); /* as a host may */
    signal(SIGPIPE, SIG_DFL);
    for (int signal = 1; signal < 65; signal++)
        sigaction(signal, NULL, &actions[signal]);
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    CHECK(pthread_create(&watcher, NULL, watch_signals, &changed) == 0);
    for (size_t i = 0; i < 20; i++) {
        char message[1024];
        Record record = {0};
        feedcore_context *context = new_network(NULL);
        feedcore_feed *feed = new_list(context, from("TEST_SERVER"), paths[i % 5], &record);
        refresh(feed);
        feedcore_context_run(context, 100);
        feedcore_feed_free(feed);
        feedcore_context_free(context);
        CHECK_INT(fetch_users(from("TEST_CA"), message, sizeof message), FEEDCORE_OK);
    }
    is_watching = 0;
    pthread_join(watcher, NULL);
    pthread_sigmask(SIG_SETMASK, NULL, &later);
    CHECK_INT(changed, 0);
    CHECK(memcmp(&mask, &later, sizeof mask) == 0);
}

static void refreshes_for_days(void)
{
    Record record = {0};
    feedcore_context *context = new_network(NULL);
    feedcore_feed *feed =
        new_list(context, from("TEST_SERVER"), "/turns?ok,tagged,ok,hang-up,ok,short,ok", &record);
    size_t memory = 0;
    int descriptors = 0;
    for (int i = 0; i < 1000; i++) {
        refresh(feed);
        forget(&record);
        run(context);
        CHECK_INT(record.completes, 1);
        if (i == 200) {
            memory = fault_memory_in_use();
            descriptors = descriptor_count();
        }
    }
    CHECK_INT(descriptor_count(), descriptors);
    CHECK(fault_memory_in_use() < memory + 200000);
    feedcore_feed_free(feed);
    feedcore_context_free(context);
}

/* ------------------------------------------------------------------------------ special systems */

/* test_network missing: there is no libcurl. */
static void says_what_is_missing(void)
{
    Record record = {0};
    feedcore_context *context = new_network(NULL);
    feedcore_feed *feed = new_list(context, "http://127.0.0.1:1", "/", &record);
    refresh(feed);
    run(context);
    const feedcore_error *error = feedcore_feed_source_error(feed, 0);
    CHECK_INT(feedcore_error_status(error), FEEDCORE_ERROR_UNAVAILABLE);
    CHECK(strstr(feedcore_error_message(error), "libcurl.so.4"));
    CHECK(strstr(feedcore_error_message(error), "libcurl-gnutls.so.4"));
    feedcore_feed_free(feed);
    feedcore_context_free(context);
}

/* test_network trusts, or mistrusts PLACE: the system's certificates are the server's, or aren't
 * there. */
static void looks_for_certificates(const char *place)
{
    char message[2048];
    const feedcore_status status = fetch_users(NULL, message, sizeof message);
    if (status != FEEDCORE_OK)
        fprintf(stderr, "%s\n", message);
    CHECK_INT(status, place ? FEEDCORE_ERROR_TLS : FEEDCORE_OK);
    CHECK(!place || strstr(message, place));
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    threads = thread_count();
    if (strcmp(what, "missing") == 0) {
        says_what_is_missing();
    } else if (strcmp(what, "trusts") == 0) {
        looks_for_certificates(NULL);
    } else if (strcmp(what, "mistrusts") == 0 && argc > 2) {
        looks_for_certificates(argv[2]);
    } else {
        CHECK(argc == 1);
        setenv("no_proxy", "*", 1); /* where there are no other threads yet */
        loads_nothing_before_the_first_request();
        trusts_whom_it_is_told_to();
        asks_its_proxy_for("http://shop.example");
        asks_its_proxy_for("http://b\303\274cher.example"); /* in the C locale, too */
        keeps_the_last_good_page();
        lets_go_at_once();
        leaves_signals_alone();
        refreshes_for_days();
    }
    return 0;
}
