/*
 * poll-loop: a home page that is kept up to date on a loop of poll(2). An example to copy from.
 *
 *     cc poll-loop.c -o poll-loop $(pkg-config --cflags --libs feedcore)
 *     ./poll-loop http://127.0.0.1:8080        until a line on standard input, or its end
 */
#include <feedcore.h>

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What a window would show. What is read here is borrowed until the feed's next event. */
static void show(const feedcore_feed *feed, size_t first, size_t count)
{
    for (size_t i = first; i < first + count; i++) {
        const feedcore_section *section = feedcore_feed_section(feed, i);
        const char *title = feedcore_section_title(section);
        const feedcore_section_kind kind = feedcore_section_get_kind(section);
        printf("  %-18s%3zu items  %s\n", feedcore_section_kind_name(kind),
               feedcore_section_item_count(section), title ? title : "");
    }
}

/* What a window would do at one step. In this callback the feed shows the page with this step and
 * those before it done, so that sections that were added are read from where they stand now. */
static void follow(const feedcore_feed *feed, const feedcore_change *change)
{
    const size_t section = (size_t)feedcore_change_section(change);
    const size_t position = (size_t)feedcore_change_position(change);
    const size_t removed = feedcore_change_removed(change);
    const size_t added = feedcore_change_added(change);
    switch (feedcore_change_get_kind(change)) {
    case FEEDCORE_CHANGE_SECTIONS:
        printf("sections from %zu on: %zu go, %zu come\n", position, removed, added);
        show(feed, position, added);
        break;
    case FEEDCORE_CHANGE_ITEMS:
        printf("items of section %zu from %zu on: %zu go, %zu come\n", section, position, removed,
               added);
        break;
    case FEEDCORE_CHANGE_ITEM:
        printf("item %zu of section %zu is to be drawn again\n", position, section);
        break;
    case FEEDCORE_CHANGE_SECTION:
        printf("the head of section %zu is to be drawn again\n", section);
        break;
    }
}

/* Runs inside feedcore_context_dispatch, on the thread of the loop. */
static void on_event(feedcore_feed *feed, const feedcore_event *event, void *user_data)
{
    const feedcore_error *error = feedcore_event_error(event);
    (void)user_data;
    switch (feedcore_event_get_kind(event)) {
    case FEEDCORE_EVENT_CHANGE:
        follow(feed, feedcore_event_change(event));
        break;
    case FEEDCORE_EVENT_RESET:
        printf("all is to be drawn again:\n");
        show(feed, 0, feedcore_feed_section_count(feed));
        break;
    case FEEDCORE_EVENT_FAILED:
        printf("%s failed: %s%s\n", feedcore_event_source_name(event),
               feedcore_error_message(error),
               feedcore_error_retryable(error) ? " (it may work later)" : "");
        break;
    case FEEDCORE_EVENT_COMPLETE:
        printf("%s\n", error ? "complete, with a failure" : "complete");
        break;
    default: /* states and progress: for a spinner */
        break;
    }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    feedcore_context *context = NULL;
    feedcore_feed *feed = NULL;
    feedcore_error *error = NULL;
    char config[1024];
    if (argc != 2) {
        fprintf(stderr, "usage: poll-loop BASE-URL\n");
        return 2;
    }
    snprintf(config, sizeof config,
             "{\"preset\": \"netease-home\", \"baseURL\": \"%s\", \"autoRefresh\": true}", argv[1]);
    if (feedcore_context_new(NULL, 0, &context, &error) != FEEDCORE_OK ||
        feedcore_feed_new(context, config, strlen(config), &feed, &error) != FEEDCORE_OK) {
        fprintf(stderr, "poll-loop: %s\n", feedcore_error_message(error));
        feedcore_error_free(error);
        feedcore_context_free(context);
        return 1;
    }
    feedcore_feed_set_callback(feed, on_event, NULL, NULL);
    feedcore_feed_refresh(feed, NULL);

    struct pollfd watched[] = {{feedcore_context_fd(context), POLLIN, 0},
                               {STDIN_FILENO, POLLIN, 0}};
    while (poll(watched, 2, -1) >= 0 && !watched[1].revents)
        feedcore_context_dispatch(context, 0);

    feedcore_feed_free(feed);
    feedcore_context_free(context);
    return 0;
}
