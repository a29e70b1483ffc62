/* `live PAGE`: what a feed costs around the reading of its page, through the library's own C face. A transport of our
 * own hands over the bytes, so that no network is timed. Prints one line of numbers for bench.py:
 *
 *     PARSE CHANGED UNCHANGED EVENTS
 *
 * the medians, in nanoseconds, of feedcore_parse alone; of a changed page from its last byte to its COMPLETE on the
 * caller's loop; of an unchanged one; and the events per second that dispatch delivers. */
#include "timing.h"

#include <feedcore.h>

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { rounds = 101, selections = 200000 };

struct run {
    feedcore_exchange *exchange;
    int complete;
    int failed;
    size_t events;
};

/* On the worker: the exchange waits for the main thread, which sees it when `started` is raised. */
static void start(feedcore_exchange *exchange, void *data)
{
    __atomic_store_n(&((struct run *)data)->exchange, exchange, __ATOMIC_RELEASE);
}

static void cancel(feedcore_exchange *exchange, void *data)
{
    (void)data;
    feedcore_exchange_end(exchange);
}

static void tell(feedcore_feed *feed, const feedcore_event *event, void *data)
{
    struct run *run = data;
    (void)feed;
    run->events++;
    run->complete += feedcore_event_get_kind(event) == FEEDCORE_EVENT_COMPLETE;
    run->failed += feedcore_event_get_kind(event) == FEEDCORE_EVENT_FAILED;
}

static void wait_and_dispatch(feedcore_context *context)
{
    struct pollfd descriptor = {feedcore_context_fd(context), POLLIN, 0};
    poll(&descriptor, 1, -1);
    feedcore_context_dispatch(context, 0);
}

/* One refresh whose answer is these bytes; nanoseconds from the last of them to COMPLETE. */
static int64_t refresh(feedcore_context *context, feedcore_feed *feed, struct run *run,
                       const char *bytes, size_t length)
{
    feedcore_exchange *exchange;
    const int before = run->complete;
    __atomic_store_n(&run->exchange, NULL, __ATOMIC_RELAXED);
    feedcore_feed_refresh(feed, NULL);
    while (!(exchange = __atomic_load_n(&run->exchange, __ATOMIC_ACQUIRE)))
        nanosleep(&(struct timespec){0, 20000}, NULL);
    char size[24];
    snprintf(size, sizeof size, "%zu", length);
    feedcore_exchange_head(exchange, 200);
    feedcore_exchange_header(exchange, "Content-Length", size);
    feedcore_exchange_bytes(exchange, bytes, length - 1);
    nanosleep(&(struct timespec){0, 2000000}, NULL); /* the worker has them all but the last */
    feedcore_context_dispatch(context, 0);

    const int64_t begin = now();
    feedcore_exchange_bytes(exchange, bytes + length - 1, 1);
    feedcore_exchange_end(exchange);
    while (run->complete == before)
        wait_and_dispatch(context);
    return now() - begin;
}

static int64_t parse(const feedcore_mapping *mapping, const char *bytes, size_t length)
{
    feedcore_snapshot *page = NULL;
    const int64_t begin = now();
    feedcore_parse(mapping, bytes, length, &page, NULL);
    feedcore_snapshot_unref(page);
    return now() - begin;
}

/* Events of one kind, asked for and dispatched in bulk. */
static double events_per_second(feedcore_context *context, feedcore_feed *feed, struct run *run)
{
    const uint64_t uid = feedcore_item_uid(feedcore_section_item(feedcore_feed_section(feed, 0), 0));
    run->events = 0;
    const int64_t begin = now();
    for (int i = 0; i < selections; i += 100) {
        for (int j = 0; j < 100; j++)
            feedcore_feed_select(feed, uid);
        feedcore_context_dispatch(context, 0);
    }
    return (double)run->events * 1e9 / (double)(now() - begin);
}

int main(int argc, char **argv)
{
    static const char config[] = "{\"sources\": [{\"name\": \"page\", \"url\": \"http://bench.example/\","
                                 " \"mapping\": \"netease-home\"}]}";
    static int64_t parsed[rounds], changed[rounds], unchanged[rounds];
    struct run run = {0};
    size_t length = 0;
    char *bytes = argc == 2 ? read_file(argv[1], &length) : NULL;
    feedcore_mapping *mapping = NULL;
    feedcore_context *context = NULL;
    feedcore_feed *feed = NULL;
    if (!bytes || feedcore_mapping_builtin("netease-home", &mapping, NULL) != FEEDCORE_OK ||
        feedcore_context_new(NULL, 0, &context, NULL) != FEEDCORE_OK ||
        feedcore_context_set_transport(context, start, cancel, &run, NULL) != FEEDCORE_OK ||
        feedcore_feed_new(context, config, sizeof config - 1, &feed, NULL) != FEEDCORE_OK ||
        feedcore_feed_set_callback(feed, tell, &run, NULL) != FEEDCORE_OK)
        return 1;

    /* A space or a line end after the document: the page is another one each time, and reads the same. */
    for (int i = 0; i < rounds; i++) {
        bytes[length] = i % 2 ? ' ' : '\n';
        changed[i] = refresh(context, feed, &run, bytes, length + 1);
        unchanged[i] = refresh(context, feed, &run, bytes, length + 1);
        parsed[i] = parse(mapping, bytes, length + 1);
    }
    printf("%" PRId64 " %" PRId64 " %" PRId64 " %.0f\n", median(parsed, rounds), median(changed, rounds), median(unchanged, rounds),
           events_per_second(context, feed, &run));

    const int failed = run.failed;
    feedcore_feed_free(feed);
    feedcore_context_free(context);
    feedcore_mapping_free(mapping);
    free(bytes);
    return failed ? 1 : 0;
}
