/*
 * people: finds people while their names are typed. An example to copy from.
 *
 *     cc people.c -o people $(pkg-config --cflags --libs feedcore)
 *     ./people people.db users.json       takes users.json into the store people.db first
 *     ./people people.db                  a line is a query: ada, @ada, …
 */
#include <feedcore.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a window would show when the search stands otherwise. Runs inside dispatch. */
static void on_search(feedcore_search *search, const feedcore_event *event, void *user_data)
{
    const feedcore_search_state state = feedcore_search_get_state(search);
    const feedcore_feed *found = feedcore_search_feed(search);
    (void)user_data;
    if (feedcore_event_get_kind(event) != FEEDCORE_EVENT_SEARCH || state == FEEDCORE_SEARCH_LOADING)
        return;
    if (state == FEEDCORE_SEARCH_PROMPT)
        puts(feedcore_search_prompt(search));
    else
        printf("%s: %s\n", feedcore_search_query(search), feedcore_search_state_name(state));
    fflush(stdout);
    if (state != FEEDCORE_SEARCH_RESULTS)
        return;
    for (size_t i = 0; i < feedcore_feed_section_count(found); i++) {
        const feedcore_section *section = feedcore_feed_section(found, i);
        for (size_t k = 0; k < feedcore_section_item_count(section); k++) {
            const feedcore_item *person = feedcore_section_item(section, k);
            const char *username = feedcore_item_extra_text(person, "username");
            const char *name = feedcore_item_title(person);
            printf("  @%-20s %s\n", username ? username : "", name ? name : "");
        }
    }
    fflush(stdout);
}

/* Rows that can't be used, and how the import ended. */
static void on_import(feedcore_directory *directory, const feedcore_event *event, void *user_data)
{
    const feedcore_error *error = feedcore_event_error(event);
    (void)user_data;
    if (error)
        fprintf(stderr, "people: %s\n", feedcore_error_message(error));
    else if (feedcore_event_get_kind(event) == FEEDCORE_EVENT_COMPLETE)
        printf("%lld people\n", (long long)feedcore_directory_count(directory));
}

static void import(feedcore_context *context, const char *path)
{
    feedcore_directory *directory = NULL;
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t length = 0;
    if (!file) {
        perror(path);
    } else if (getdelim(&text, &length, '\0', file) < 0) {
        fprintf(stderr, "people: %s: there is nothing in it\n", path);
    } else if (feedcore_directory_new(context, &directory, NULL) == FEEDCORE_OK) {
        feedcore_directory_set_callback(directory, on_import, NULL, NULL);
        feedcore_directory_import(directory, text, strlen(text), NULL);
        feedcore_context_run(context, -1); /* a program with a window goes on in its loop */
        feedcore_directory_free(directory);
    }
    free(text);
    if (file)
        fclose(file);
}

int main(int argc, char **argv)
{
    static const char search_config[] = "{\"directory\": true, \"limit\": 10, \"recent\": 5}";
    feedcore_context *context = NULL;
    feedcore_search *search = NULL;
    feedcore_error *error = NULL;
    char config[4096], line[4096 + 1]; /* as long as a query may be */
    /* A program with jansson at hand gives the config to feedcore_context_new_json. */
    if (argc < 2 || argc > 3 || strpbrk(argv[1], "\"\\")) {
        fprintf(stderr, "usage: people STORE [USERS.json], STORE without \" and \\\n");
        return 2;
    }
    snprintf(config, sizeof config, "{\"store\": {\"path\": \"%s\"}}", argv[1]);
    if (feedcore_context_new(config, strlen(config), &context, &error) != FEEDCORE_OK ||
        feedcore_search_new(context, search_config, sizeof search_config - 1, &search, &error) !=
            FEEDCORE_OK) {
        fprintf(stderr, "people: %s\n", feedcore_error_message(error));
        feedcore_error_free(error);
        feedcore_context_free(context);
        return 1;
    }
    if (argc == 3)
        import(context, argv[2]);
    feedcore_search_set_callback(search, on_search, NULL, NULL);
    puts(feedcore_search_placeholder(search));

    setvbuf(stdin, NULL, _IONBF, 0); /* or poll would not see what is in its buffer */
    struct pollfd watched[] = {{feedcore_context_fd(context), POLLIN, 0},
                               {STDIN_FILENO, POLLIN, 0}};
    while (poll(watched, 2, -1) >= 0) {
        feedcore_context_dispatch(context, 0);
        if (!watched[1].revents)
            continue;
        if (!fgets(line, sizeof line, stdin))
            break;
        line[strcspn(line, "\n")] = '\0';
        feedcore_search_set_query(search, line);
    }
    feedcore_search_submit(search); /* the last line is asked without waiting for another */
    feedcore_context_run(context, 10000);

    feedcore_search_free(search);
    feedcore_context_free(context);
    return 0;
}
