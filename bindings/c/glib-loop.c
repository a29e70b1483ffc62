/*
 * glib-loop: a film list on GLib's main loop, without GTK. An example to copy from.
 *
 *     cc glib-loop.c -o glib-loop $(pkg-config --cflags --libs feedcore glib-2.0)
 *     ./glib-loop http://127.0.0.1:8080
 */
#include <feedcore.h>

#include <glib-unix.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>

/* The descriptor is readable as long as there is something to dispatch. */
static gboolean dispatch(gint fd, GIOCondition condition, gpointer context)
{
    (void)fd;
    (void)condition;
    feedcore_context_dispatch(context, 0);
    return G_SOURCE_CONTINUE;
}

/* Runs inside dispatch. The list is there when a request completes; its first film is opened. */
static void on_event(feedcore_feed *feed, const feedcore_event *event, void *loop)
{
    const feedcore_section *films = feedcore_feed_section(feed, 0);
    switch (feedcore_event_get_kind(event)) {
    case FEEDCORE_EVENT_FAILED:
        g_printerr("glib-loop: %s\n", feedcore_error_message(feedcore_event_error(event)));
        break;
    case FEEDCORE_EVENT_COMPLETE:
        for (size_t i = 0; i < feedcore_section_item_count(films); i++) {
            const feedcore_item *film = feedcore_section_item(films, i);
            const char *year = feedcore_item_extra_text(film, "year");
            printf("%s (%s)\n", feedcore_item_title(film), year ? year : "?");
        }
        if (feedcore_feed_select(feed, feedcore_item_uid(feedcore_section_item(films, 0))) !=
            FEEDCORE_OK)
            g_main_loop_quit(loop); /* there is none */
        break;
    case FEEDCORE_EVENT_ACTION: /* what a click does is the front end's to do */
        printf("open %s\n", feedcore_event_action(event));
        g_main_loop_quit(loop);
        break;
    default:
        break;
    }
}

int main(int argc, char **argv)
{
    feedcore_context *context = NULL;
    feedcore_feed *feed = NULL;
    feedcore_error *error = NULL;
    if (argc != 2) {
        g_printerr("usage: glib-loop BASE-URL\n");
        return 2;
    }
    g_autofree char *config =
        g_strdup_printf("{\"preset\": \"douban-movies\", \"baseURL\": \"%s\"}", argv[1]);
    if (feedcore_context_new(NULL, 0, &context, &error) != FEEDCORE_OK ||
        feedcore_feed_new(context, config, strlen(config), &feed, &error) != FEEDCORE_OK) {
        g_printerr("glib-loop: %s\n", feedcore_error_message(error));
        feedcore_error_free(error);
        feedcore_context_free(context);
        return 1;
    }
    g_autoptr(GMainLoop) loop = g_main_loop_new(NULL, FALSE);
    feedcore_feed_set_callback(feed, on_event, loop, NULL);
    const guint watch = g_unix_fd_add(feedcore_context_fd(context), G_IO_IN, dispatch, context);
    feedcore_feed_refresh(feed, NULL);
    g_main_loop_run(loop);

    g_source_remove(watch); /* before the descriptor goes */
    feedcore_feed_free(feed);
    feedcore_context_free(context);
    return 0;
}
