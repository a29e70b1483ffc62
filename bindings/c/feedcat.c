/*
 * feedcat: reads home pages, from files or from servers, and prints their sections. An example to
 * copy from.
 *
 *     cc feedcat.c -o feedcat $(pkg-config --cflags --libs feedcore)
 */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include <feedcore.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints why something failed, in one line, and releases the error. */
static void complain(const char *about, feedcore_error *error)
{
    fprintf(stderr, "feedcat: %s: %s\n", about, feedcore_error_message(error));
    feedcore_error_free(error);
}

/* All bytes of a file, or of standard input for "-"; for free(). NULL if that failed. */
static char *read_all(const char *path, size_t *out_length)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    char *bytes = NULL;
    size_t length = 0, room = 0, count = 0;
    if (!file)
        goto failed;
    do {
        length += count;
        if (length == room) {
            char *larger = realloc(bytes, room = room * 2 + 65536);
            if (!larger)
                goto failed;
            bytes = larger;
        }
        errno = 0;
        count = fread(bytes + length, 1, room - length, file);
    } while (count > 0);
    if (ferror(file))
        goto failed;
    if (file != stdin)
        fclose(file);
    *out_length = length;
    return bytes;

failed:
    fprintf(stderr, "feedcat: %s: %s\n", path, strerror(errno));
    free(bytes);
    if (file && file != stdin)
        fclose(file);
    return NULL;
}

/* A built-in mapping by its name, or else the one in the file of that name. */
static feedcore_mapping *load_mapping(const char *name)
{
    feedcore_mapping *mapping = NULL;
    feedcore_error *error = NULL;
    if (feedcore_mapping_builtin(name, &mapping, NULL) == FEEDCORE_OK)
        return mapping;

    size_t length = 0;
    char *text = read_all(name, &length);
    if (text && feedcore_mapping_new(text, length, &mapping, &error) != FEEDCORE_OK)
        complain(name, error);
    free(text);
    return mapping;
}

/* The config of a feed with one source, at this address; for free(). */
static char *make_config(const feedcore_mapping *mapping, const char *url)
{
    char *config = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&config, &length);
    char *rules = feedcore_mapping_to_text(mapping);
    if (out) {
        fprintf(out, "{\"sources\": [{\"name\": \"page\", \"mapping\": %s, \"url\": \"", rules);
        for (; *url; url++) {
            const unsigned char byte = (unsigned char)*url;
            if (byte == '"' || byte == '\\' || byte < ' ')
                fprintf(out, "\\u%04x", byte);
            else
                fputc(byte, out);
        }
        fputs("\"}]}", out);
        fclose(out);
    }
    feedcore_free(rules);
    return config;
}

/* Asks a server once, and waits for the answer. A front end has a loop instead of run. */
static feedcore_snapshot *fetch_page(const feedcore_mapping *mapping, const char *url)
{
    feedcore_context *context = NULL;
    feedcore_feed *feed = NULL;
    feedcore_snapshot *page = NULL;
    feedcore_error *error = NULL;
    char *config = make_config(mapping, url);
    if (!config) {
        fprintf(stderr, "feedcat: %s\n", strerror(errno));
    } else if (feedcore_context_new(NULL, 0, &context, &error) != FEEDCORE_OK ||
               feedcore_feed_new(context, config, strlen(config), &feed, &error) != FEEDCORE_OK) {
        complain(url, error);
    } else {
        feedcore_status status = feedcore_feed_refresh(feed, NULL);
        if (status == FEEDCORE_OK)
            status = feedcore_context_run(context, -1);
        page = feedcore_feed_snapshot(feed);
        if (!page) {
            const feedcore_error *why = feedcore_feed_source_error(feed, 0);
            fprintf(stderr, "feedcat: %s: %s\n", url,
                    why ? feedcore_error_message(why) : feedcore_status_name(status));
        }
    }
    feedcore_feed_free(feed);
    feedcore_context_free(context); /* the page stays */
    free(config);
    return page;
}

/* The page in a file or at an address. It needs neither the mapping nor the bytes any more once it
 * is read. */
static feedcore_snapshot *load_page(const feedcore_mapping *mapping, const char *path)
{
    if (strncmp(path, "http://", 7) == 0 || strncmp(path, "https://", 8) == 0)
        return fetch_page(mapping, path);

    feedcore_snapshot *page = NULL;
    feedcore_error *error = NULL;
    size_t length = 0;
    char *bytes = read_all(path, &length);
    if (bytes && feedcore_parse(mapping, bytes, length, &page, &error) != FEEDCORE_OK)
        complain(path, error);
    free(bytes);
    return page;
}

/* Puts the round menus of a home page in after its first section. Takes `page`, returns another. */
static feedcore_snapshot *join_menus(feedcore_snapshot *page, const char *path)
{
    feedcore_snapshot *menus = NULL, *joined = NULL;
    feedcore_error *error = NULL;
    feedcore_mapping *mapping = load_mapping("netease-menus");
    if (mapping)
        menus = load_page(mapping, path);
    if (menus && feedcore_snapshot_join(page, menus, 1, &joined, &error) != FEEDCORE_OK)
        complain(path, error);
    feedcore_mapping_free(mapping);
    feedcore_snapshot_unref(menus);
    feedcore_snapshot_unref(page);
    return joined;
}

/* An item's title, and those of its children below it. */
static void print_item(const feedcore_item *item, int indent)
{
    const char *title = feedcore_item_title(item); /* every text may be absent: NULL */
    printf("%*s%s\n", indent, "", title ? title : "(no title)");
    for (size_t i = 0; i < feedcore_item_child_count(item); i++)
        print_item(feedcore_item_child(item, i), indent + 4);
}

static void print_page(const feedcore_snapshot *page)
{
    for (size_t i = 0; i < feedcore_snapshot_section_count(page); i++) {
        const feedcore_section *section = feedcore_snapshot_section(page, i);
        const char *kind = feedcore_section_kind_name(feedcore_section_get_kind(section));
        const char *title = feedcore_section_title(section);
        const size_t count = feedcore_section_item_count(section);
        printf("%s %s: %s (%zu)\n", kind, feedcore_section_key(section), title ? title : "-",
               count);
        for (size_t j = 0; j < count; j++)
            print_item(feedcore_section_item(section, j), 4);
    }
}

int main(int argc, char **argv)
{
    const char *name = "netease-home";
    int first = 1;
    if (argc > 2 && strcmp(argv[1], "-m") == 0) {
        name = argv[2];
        first = 3;
    }
    const int is_home = strcmp(name, "netease-home") == 0;
    const int is_option = first < argc && argv[first][0] == '-' && argv[first][1] != '\0';
    if (first >= argc || is_option || (is_home && argc - first > 2)) {
        fputs("usage: feedcat [-m MAPPING-NAME-or-FILE] FILE-or-URL..."
              " (netease-home: PAGE [MENUS])\n",
              stderr);
        return 2;
    }

    feedcore_mapping *mapping = load_mapping(name);
    int failed = !mapping;
    for (int i = first; i < argc && !failed; i += is_home ? 2 : 1) {
        feedcore_snapshot *page = load_page(mapping, argv[i]);
        if (page && is_home && i + 1 < argc)
            page = join_menus(page, argv[i + 1]);
        if (page)
            print_page(page);
        failed = !page;
        feedcore_snapshot_unref(page);
    }
    feedcore_mapping_free(mapping);
    return failed;
}
