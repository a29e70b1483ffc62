/* `store PAGE FILE MODE`: how soon a page from the store shows its first section, beside the same bytes from a plain file.
 * Prints nanoseconds for bench.py. The modes:
 *
 *     keep    puts the page into the store, and prints nothing
 *     plain   once, in a process that has done nothing else: the file is read and parsed
 *     cold    once, in such a process: context, store and feed are made, to the first section on the caller's loop
 *     open    medians of many times: read and parsed; a new feed of a context whose store is open */
#include "timing.h"

#include <feedcore.h>

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { rounds = 51 };

static const char url[] = "http://bench.example/";

static int64_t plain(const char *path)
{
    const int64_t begin = now();
    size_t length = 0;
    char *bytes = read_file(path, &length);
    feedcore_mapping *mapping = NULL;
    feedcore_snapshot *page = NULL;
    must(bytes && feedcore_mapping_builtin("netease-home", &mapping, NULL) == FEEDCORE_OK &&
         feedcore_parse(mapping, bytes, length, &page, NULL) == FEEDCORE_OK);
    must(feedcore_snapshot_section(page, 0) != NULL);
    const int64_t time = now() - begin;
    feedcore_snapshot_unref(page);
    feedcore_mapping_free(mapping);
    free(bytes);
    return time;
}

static feedcore_context *new_context(const char *store)
{
    feedcore_context *context = NULL;
    char config[1200];
    const int length = snprintf(config, sizeof config,
                                "{\"transport\": \"memory\", \"store\": {\"path\": \"%s\"}}", store);
    must(length < (int)sizeof config &&
         feedcore_context_new(config, (size_t)length, &context, NULL) == FEEDCORE_OK &&
         feedcore_test_respond(context, url, -1, NULL, "", 0) == FEEDCORE_OK);
    return context;
}

static feedcore_feed *new_feed(feedcore_context *context)
{
    static const char config[] = "{\"sources\": [{\"name\": \"page\", \"url\": \"http://bench.example/\","
                                 " \"mapping\": \"netease-home\"}]}";
    feedcore_feed *feed = NULL;
    must(feedcore_feed_new(context, config, sizeof config - 1, &feed, NULL) == FEEDCORE_OK &&
         feedcore_feed_refresh(feed, NULL) == FEEDCORE_OK);
    return feed;
}

static void wait_for_a_section(feedcore_context *context, const feedcore_feed *feed)
{
    while (feedcore_feed_section(feed, 0) == NULL) {
        struct pollfd descriptor = {feedcore_context_fd(context), POLLIN, 0};
        must(poll(&descriptor, 1, 10000) == 1);
        feedcore_context_dispatch(context, 0);
    }
}

static int64_t begin_with(feedcore_context *context)
{
    const int64_t begin = now();
    feedcore_feed *feed = new_feed(context);
    wait_for_a_section(context, feed);
    const int64_t time = now() - begin;
    feedcore_feed_free(feed);
    return time;
}

static int64_t cold(const char *store)
{
    const int64_t begin = now();
    feedcore_context *context = new_context(store);
    feedcore_feed *feed = new_feed(context);
    wait_for_a_section(context, feed);
    const int64_t time = now() - begin;
    feedcore_feed_free(feed);
    feedcore_context_free(context);
    return time;
}

static void keep(const char *path, const char *store)
{
    size_t length = 0;
    char *bytes = read_file(path, &length);
    feedcore_context *context = new_context(store);
    must(bytes && feedcore_test_respond(context, url, 200, NULL, bytes, length) == FEEDCORE_OK);
    feedcore_feed *feed = new_feed(context);
    must(feedcore_context_run(context, 10000) == FEEDCORE_OK && feedcore_feed_section(feed, 0));
    feedcore_feed_free(feed);
    feedcore_context_free(context);
    free(bytes);
}

static void open_already(const char *path, const char *store)
{
    static int64_t read[rounds], begun[rounds];
    feedcore_context *context = new_context(store);
    begin_with(context);
    for (int i = 0; i < rounds; i++) {
        read[i] = plain(path);
        begun[i] = begin_with(context);
    }
    feedcore_context_free(context);
    printf("%" PRId64 " %" PRId64 "\n", median(read, rounds), median(begun, rounds));
}

int main(int argc, char **argv)
{
    must(argc == 4);
    if (strcmp(argv[3], "keep") == 0)
        keep(argv[1], argv[2]);
    else if (strcmp(argv[3], "plain") == 0)
        printf("%" PRId64 "\n", plain(argv[1]));
    else if (strcmp(argv[3], "cold") == 0)
        printf("%" PRId64 "\n", cold(argv[2]));
    else
        open_already(argv[1], argv[2]);
    return 0;
}
