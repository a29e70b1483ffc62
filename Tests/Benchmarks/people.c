/* `people STORE import FILE`: takes the users of a file into the directory of a store, and prints the
 * nanoseconds that takes.
 *
 * `people STORE search`: reads queries, one a line, and prints of each the nanoseconds from setting the
 * query to results on the caller's loop (the median of many times), and how many were found. */
#include "timing.h"

#include <feedcore.h>

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { rounds = 31 };

static void wait_for(feedcore_context *context, const int *is_complete)
{
    while (!*is_complete) {
        struct pollfd descriptor = {feedcore_context_fd(context), POLLIN, 0};
        must(poll(&descriptor, 1, 600000) == 1);
        feedcore_context_dispatch(context, 0);
    }
}

static void import_told(feedcore_directory *directory, const feedcore_event *event, void *is_complete)
{
    (void)directory;
    if (feedcore_event_get_kind(event) != FEEDCORE_EVENT_COMPLETE)
        return;
    must(feedcore_event_error(event) == NULL && feedcore_event_skipped(event) == 0);
    *(int *)is_complete = 1;
}

static void import(feedcore_context *context, const char *path)
{
    size_t length = 0;
    char *text = read_file(path, &length);
    must(text != NULL);
    feedcore_directory *directory = NULL;
    int is_complete = 0;
    must(feedcore_directory_new(context, &directory, NULL) == FEEDCORE_OK &&
         feedcore_directory_set_callback(directory, import_told, &is_complete, NULL) == FEEDCORE_OK);
    const int64_t begin = now();
    must(feedcore_directory_import(directory, text, length, NULL) == FEEDCORE_OK);
    wait_for(context, &is_complete);
    printf("%" PRId64 "\n", now() - begin);
    feedcore_directory_free(directory);
    free(text);
}

static void search_told(feedcore_feed *feed, const feedcore_event *event, void *is_complete)
{
    (void)feed;
    if (feedcore_event_get_kind(event) == FEEDCORE_EVENT_COMPLETE && !feedcore_event_error(event))
        *(int *)is_complete = 1;
}

static void search(feedcore_context *context)
{
    static const char config[] = "{\"directory\": true, \"limit\": 20, \"debounce\": 0}";
    feedcore_search *search = NULL;
    int is_complete = 0;
    must(feedcore_search_new(context, config, sizeof config - 1, &search, NULL) == FEEDCORE_OK);
    feedcore_feed *feed = feedcore_search_feed(search);
    must(feedcore_feed_set_callback(feed, search_told, &is_complete, NULL) == FEEDCORE_OK);
    char query[200];
    while (fgets(query, sizeof query, stdin)) {
        query[strcspn(query, "\n")] = '\0';
        int64_t times[rounds];
        size_t found = 0;
        for (int i = 0; i < rounds; i++) {
            /* The same query again would be none. */
            is_complete = 0;
            must(feedcore_search_set_query(search, "nobodyofthatname") == FEEDCORE_OK);
            wait_for(context, &is_complete);
            is_complete = 0;
            const int64_t begin = now();
            must(feedcore_search_set_query(search, query) == FEEDCORE_OK);
            wait_for(context, &is_complete);
            times[i] = now() - begin;
            found = feedcore_section_item_count(feedcore_feed_section(feed, 0));
        }
        printf("%" PRId64 " %zu\n", median(times, rounds), found);
    }
    feedcore_search_free(search);
}

int main(int argc, char **argv)
{
    feedcore_context *context = NULL;
    char config[1200];
    must(argc >= 3);
    const int length = snprintf(config, sizeof config,
                                "{\"transport\": \"memory\", \"store\": {\"path\": \"%s\"}}", argv[1]);
    must(length < (int)sizeof config &&
         feedcore_context_new(config, (size_t)length, &context, NULL) == FEEDCORE_OK);
    if (argc == 4 && strcmp(argv[2], "import") == 0)
        import(context, argv[3]);
    else
        search(context);
    feedcore_context_free(context);
    return 0;
}
