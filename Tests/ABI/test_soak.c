/* A thousand refreshes leave descriptors, threads and memory where they were. */
#define _GNU_SOURCE
#include "live.h"

#include <malloc.h>

/* Pages of 80 KB by turns, an error now and then, a cancelled request, a page of the front end's
 * own. */
static void live(feedcore_context *context, feedcore_feed *feed, const char *const pages[2],
                 int rounds)
{
    for (int i = 0; i < rounds; i++) {
        respond(context, HOME_URL, i % 7 ? 200 : 404, "{\"ETag\": \"x\"}", pages[i % 2]);
        respond(context, MENUS_URL, i % 11 ? 200 : -1, NULL, i % 3 ? HOME_MENUS : HOME_EMPTY);
        const uint64_t request = refresh(feed);
        if (i % 11 == 0) {
            CHECK_INT(feedcore_context_run(context, 0), FEEDCORE_ERROR_TIMEOUT);
            CHECK_INT(feedcore_feed_cancel(feed, request), FEEDCORE_OK);
        }
        run(context);
        if (i % 7 == 0 && i % 11)
            CHECK_INT(feedcore_error_http_status(feedcore_feed_source_error(feed, 0)), 404);
        if (i % 13 == 0) {
            CHECK_INT(feedcore_feed_load(feed, 0, pages[i % 2], strlen(pages[i % 2]), NULL),
                      FEEDCORE_OK);
            run(context);
        }
        feedcore_snapshot *page = feedcore_feed_snapshot(feed);
        CHECK(feedcore_snapshot_section_count(page) == feedcore_feed_section_count(feed));
        feedcore_snapshot_unref(page);
    }
}

/* What malloc has given out, and hasn't got back. */
static size_t in_use(feedcore_context *context)
{
    let_work(context);
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

int main(void)
{
    size_t length;
    char *page = read_file(HOME, &length);
    const char *const pages[2] = {page, HOME_PAGE};
    feedcore_context *context = new_context(IN_MEMORY);
    Record record = {0}, log = {0};
    feedcore_feed *feed = new_recorded(context, HOME_FEED, &record);
    CHECK_INT(feedcore_context_set_log(context, record_log, &log, NULL), FEEDCORE_OK);

    live(context, feed, pages, 22 * 7 * 13 / 2);
    const int descriptors = descriptor_count(), threads = thread_count();
    const size_t before = in_use(context);
    live(context, feed, pages, 22 * 7 * 13 / 2); /* 1001 rounds, which end like those before */
    const size_t after = in_use(context);
    wait_for_descriptors(descriptors);
    CHECK_INT(thread_count(), threads);
    CHECK(after < before + 50 * 1000); /* malloc's own caches waver by some KB */

    feedcore_feed_free(feed);
    feedcore_context_free(context);
    wait_for_threads(1);
    wait_for_descriptors(descriptors - 2);
    CHECK_INT(record.destroyed, 1);
    free(page);
    return 0;
}
