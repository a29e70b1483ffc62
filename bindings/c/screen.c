/*
 * screen: a home page as a window would show it, in lines. An example to copy from: what a widget asks of the library
 * besides the feed's own texts, that is how large it is, what colour, how a number reads, what a click does, and where
 * the picture lies.
 *
 *     cc screen.c -o screen $(pkg-config --cflags --libs feedcore)
 *     ./screen http://127.0.0.1:8080 zh      # the address that has /homepage/block/page; zh or en
 */
#include <feedcore.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 375.0 /* points */
#define HEIGHT 812.0
#define SCALE 2.0 /* device pixels per point */

typedef struct {
    feedcore_feed *feed;
    feedcore_texts *texts;
    size_t pictures; /* that came, and that couldn't be had */
    size_t failures;
} Screen;

/* What a click does, and what went wrong. Runs inside dispatch. */
static void on_feed(feedcore_feed *feed, const feedcore_event *event, void *user_data)
{
    const Screen *screen = user_data;
    const feedcore_action *action = feedcore_event_activation(event);
    const feedcore_error *error = feedcore_event_error(event);
    (void)feed;
    if (feedcore_event_get_kind(event) == FEEDCORE_EVENT_FAILED)
        printf("! %s\n", feedcore_texts_status(screen->texts, feedcore_error_status(error)));
    if (action) {
        const char *id = feedcore_action_id(action), *url = feedcore_action_url(action);
        printf("click: %s %s\n", feedcore_action_kind_name(feedcore_action_get_kind(action)),
               url ? url : id ? id : "");
    }
}

static void on_image(feedcore_context *context, const feedcore_event *event, void *user_data)
{
    Screen *screen = user_data;
    (void)context;
    if (feedcore_event_get_kind(event) != FEEDCORE_EVENT_IMAGE)
        return;
    if (feedcore_event_path(event))
        screen->pictures++; /* load the file into the widget that asked for it */
    else
        screen->failures++; /* its placeholder stays */
}

/* An item, or the songs of one that is a page of them. */
static void show_item(const Screen *screen, const feedcore_item *item)
{
    for (size_t i = 0; i < feedcore_item_child_count(item); i++)
        show_item(screen, feedcore_item_child(item, i));
    if (feedcore_item_child_count(item) > 0)
        return;
    char plays[FEEDCORE_TEXT_SIZE], length[FEEDCORE_TEXT_SIZE];
    const char *title = feedcore_item_title(item);
    feedcore_action *action = NULL;
    feedcore_texts_plays(screen->texts, feedcore_item_play_count(item), plays, sizeof plays);
    feedcore_texts_duration(screen->texts, feedcore_item_extra_integer(item, "duration"), length,
                            sizeof length);
    feedcore_feed_action(screen->feed, feedcore_item_uid(item), &action);
    printf("  %s  %s  %s  [%s]\n", title ? title : "-", plays, length,
           feedcore_action_kind_name(feedcore_action_get_kind(action)));
    feedcore_action_free(action);
}

static void show_section(const Screen *screen, feedcore_context *context, size_t index)
{
    const feedcore_section *section = feedcore_feed_section(screen->feed, index);
    const char *title = feedcore_section_title(section);
    const double picture = feedcore_feed_measure(screen->feed, index, FEEDCORE_METRIC_PICTURE_WIDTH);
    if (!title)
        title = feedcore_texts_section_title(screen->texts, feedcore_section_get_kind(section));
    printf("%s  (%s: %g high, cells of %g by %g)\n", title ? title : "-",
           feedcore_feed_layout_name(screen->feed, index),
           feedcore_feed_measure(screen->feed, index, FEEDCORE_METRIC_HEIGHT),
           feedcore_feed_measure(screen->feed, index, FEEDCORE_METRIC_ITEM_WIDTH),
           feedcore_feed_measure(screen->feed, index, FEEDCORE_METRIC_ITEM_HEIGHT));
    for (size_t i = 0; i < feedcore_section_item_count(section); i++) {
        const feedcore_item *item = feedcore_section_item(section, i);
        show_item(screen, item);
        if (feedcore_item_image(item))
            feedcore_image_request(context, feedcore_item_image(item), (uint32_t)(picture * SCALE),
                                   index < 3 ? FEEDCORE_IMAGE_VISIBLE : FEEDCORE_IMAGE_NEARBY, NULL);
    }
}

static void show_page(Screen *screen, feedcore_context *context)
{
    const size_t count = feedcore_feed_section_count(screen->feed);
    for (size_t i = 0; i < count; i++)
        show_section(screen, context, i);
    if (count == 0)
        puts(feedcore_texts_state(screen->texts, feedcore_feed_source_state(screen->feed, 0)));
    for (size_t i = 0; i < count; i++) /* "more", of each */
        feedcore_feed_activate_section(
            screen->feed, feedcore_section_key(feedcore_feed_section(screen->feed, i)));
    feedcore_context_run(context, 30000);
    printf("%zu pictures, %zu that can't be had\n", screen->pictures, screen->failures);
}

int main(int argc, char **argv)
{
    static const char context_config[] = "{\"images\": {\"path\": \"/tmp/feedcore-screen\"}}";
    static const char theme_config[] = "{\"appearance\": \"dark\"}";
    char config[1024];
    Screen screen = {NULL, NULL, 0, 0};
    feedcore_context *context = NULL;
    feedcore_theme *theme = NULL;
    feedcore_error *error = NULL;
    if (argc < 2 || argc > 3 || strpbrk(argv[1], "\"\\")) {
        fprintf(stderr, "usage: screen BASE-URL [LANGUAGE]\n");
        return 2;
    }
    snprintf(config, sizeof config, "{\"preset\": \"netease-home\", \"baseURL\": \"%s\"}", argv[1]);
    const char *language = argc == 3 ? argv[2] : getenv("LANG");
    if (feedcore_texts_new(language, &screen.texts) != FEEDCORE_OK ||
        feedcore_context_new(context_config, sizeof context_config - 1, &context, &error) !=
            FEEDCORE_OK ||
        feedcore_feed_new(context, config, strlen(config), &screen.feed, &error) != FEEDCORE_OK ||
        feedcore_theme_new(context, theme_config, sizeof theme_config - 1, &theme, &error) !=
            FEEDCORE_OK) {
        fprintf(stderr, "screen: %s\n", feedcore_error_message(error));
        feedcore_error_free(error);
        return 1;
    }
    feedcore_feed_set_callback(screen.feed, on_feed, &screen, NULL);
    feedcore_context_set_image_callback(context, on_image, &screen, NULL);
    feedcore_feed_set_viewport(screen.feed, WIDTH, HEIGHT, SCALE);
    feedcore_feed_refresh(screen.feed, NULL);
    feedcore_context_run(context, 30000); /* a program with a window goes on in its loop */

    printf("%s  (page #%08x, text #%08x)\n",
           feedcore_texts_screen_title(screen.texts, "netease-home"),
           (unsigned)feedcore_theme_color(theme, FEEDCORE_COLOR_PAGE),
           (unsigned)feedcore_theme_color(theme, FEEDCORE_COLOR_PRIMARY_TEXT));
    show_page(&screen, context);

    feedcore_theme_free(theme);
    feedcore_feed_free(screen.feed);
    feedcore_context_free(context);
    feedcore_texts_free(screen.texts);
    return 0;
}
