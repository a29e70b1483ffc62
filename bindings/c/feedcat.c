/*
 * feedcat: reads home pages and prints their sections. An example to copy from.
 *
 *     cc feedcat.c -o feedcat $(pkg-config --cflags --libs feedcore)
 */
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

/* The page in a file. It needs neither the mapping nor the bytes any more once it is read. */
static feedcore_snapshot *load_page(const feedcore_mapping *mapping, const char *path)
{
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
        fputs("usage: feedcat [-m MAPPING-NAME-or-FILE] FILE... (netease-home: PAGE [MENUS])\n",
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
