/* What telling a refresh costs: libfeedcore's changes, beside what a GTK programmer writes with a hash table.
 *
 *     diff list CASE COUNT   a list of COUNT items, and another: identical, edited (1 % of the titles), reversed or new
 *     diff page OLD NEW      two files of a home page
 *
 * Prints one line for bench.py, in nanoseconds of processor time, medians:
 *
 *     CORE CORE_TOUCHED CORE_STEPS GLIB GLIB_TOUCHED    of a list; touched: items removed, added or changed
 *     PARSE DIFF STEPS REMOVED ADDED CHANGED            of a page */
#include <feedcore.h>

#include <glib.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { most_rounds = 101 };

struct touched {
    size_t steps, removed, added, changed;
};

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int compare(const void *one, const void *other)
{
    const int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

static int64_t median(int64_t *times, int count)
{
    qsort(times, (size_t)count, sizeof *times, compare);
    return times[count / 2];
}

static void fail(const char *what)
{
    fprintf(stderr, "diff: %s\n", what);
    exit(1);
}

static feedcore_snapshot *parse(const feedcore_mapping *mapping, const char *text, size_t length)
{
    feedcore_snapshot *page = NULL;
    if (feedcore_parse(mapping, text, length, &page, NULL) != FEEDCORE_OK)
        fail("a page can't be read");
    return page;
}

static feedcore_mapping *builtin(const char *name)
{
    feedcore_mapping *mapping = NULL;
    if (feedcore_mapping_builtin(name, &mapping, NULL) != FEEDCORE_OK)
        fail("no such mapping");
    return mapping;
}

/* ---------------------------------------------------------------------------------------- libfeedcore */

static struct touched diff(const feedcore_snapshot *old_page, const feedcore_snapshot *new_page)
{
    feedcore_change_list *list = NULL;
    if (feedcore_diff(old_page, new_page, &list, NULL) != FEEDCORE_OK)
        fail("no changes");
    struct touched touched = {feedcore_change_list_count(list), 0, 0, 0};
    for (size_t i = 0; i < touched.steps; i++) {
        const feedcore_change *change = feedcore_change_list_change(list, i);
        touched.removed += feedcore_change_removed(change);
        touched.added += feedcore_change_added(change);
        touched.changed += feedcore_change_get_kind(change) == FEEDCORE_CHANGE_ITEM;
    }
    feedcore_change_list_free(list);
    return touched;
}

/* ----------------------------------------------------------------------------------------- by hand, GLib */

/* An item with the fields that a row shows. */
struct row {
    const char *id, *title, *subtitle, *image;
    int64_t play_count;
};

static struct row *rows(const feedcore_snapshot *page, size_t *count)
{
    const feedcore_section *section = feedcore_snapshot_section(page, 0);
    *count = feedcore_section_item_count(section);
    struct row *rows = calloc(*count, sizeof *rows);
    for (size_t i = 0; rows && i < *count; i++) {
        const feedcore_item *item = feedcore_section_item(section, i);
        rows[i] = (struct row){feedcore_item_id(item), feedcore_item_title(item), feedcore_item_subtitle(item),
                               feedcore_item_image(item), feedcore_item_play_count(item)};
    }
    return rows;
}

static int looks_the_same(const struct row *one, const struct row *other)
{
    return g_strcmp0(one->title, other->title) == 0 && g_strcmp0(one->subtitle, other->subtitle) == 0 &&
           g_strcmp0(one->image, other->image) == 0 && one->play_count == other->play_count;
}

static GHashTable *index_of(const struct row *rows, size_t count)
{
    GHashTable *table = g_hash_table_new(g_str_hash, g_str_equal);
    for (size_t i = 0; i < count; i++)
        g_hash_table_insert(table, (gpointer)rows[i].id, (gpointer)&rows[i]);
    return table;
}

/* Removes what is gone, inserts what is new, and of what stands in another order removes and inserts what comes next:
 * linear, and not the fewest. */
static struct touched by_hand(const struct row *olds, size_t old_count, const struct row *news, size_t new_count)
{
    GHashTable *old_table = index_of(olds, old_count), *new_table = index_of(news, new_count);
    struct touched touched = {0};
    size_t o = 0, n = 0;
    while (o < old_count || n < new_count) {
        if (o < old_count && !g_hash_table_contains(new_table, olds[o].id)) {
            touched.removed++, o++;
        } else if (n < new_count && !g_hash_table_contains(old_table, news[n].id)) {
            touched.added++, n++;
        } else {
            if (strcmp(olds[o].id, news[n].id) != 0)
                touched.removed++, touched.added++;
            else if (!looks_the_same(&olds[o], &news[n]))
                touched.changed++;
            o++, n++;
        }
    }
    g_hash_table_destroy(old_table);
    g_hash_table_destroy(new_table);
    return touched;
}

/* -------------------------------------------------------------------------------------------------- lists */

static feedcore_snapshot *make_list(const feedcore_mapping *mapping, size_t count, const char *what)
{
    GString *text = g_string_new("{\"subjects\":[");
    for (size_t i = 0; i < count; i++) {
        const size_t number = strcmp(what, "reversed") == 0 ? count - 1 - i
                              : strcmp(what, "new") == 0    ? count + i
                                                            : i;
        const int is_edited = strcmp(what, "edited") == 0 && i % 100 == 50;
        g_string_append_printf(text,
                               "%s{\"id\":\"%zu\",\"title\":\"Film number %zu%s\",\"year\":\"2021\","
                               "\"images\":{\"medium\":\"https://img.example/poster/%zu.webp\"}}",
                               i ? "," : "", 26000000 + number, number, is_edited ? " (new cut)" : "", number);
    }
    g_string_append(text, "]}");
    feedcore_snapshot *page = parse(mapping, text->str, text->len);
    g_string_free(text, TRUE);
    return page;
}

static void time_lists(const char *what, size_t count)
{
    feedcore_mapping *mapping = builtin("douban-movies");
    feedcore_snapshot *old_page = make_list(mapping, count, ""), *new_page = make_list(mapping, count, what);
    size_t old_count = 0, new_count = 0;
    struct row *olds = rows(old_page, &old_count), *news = rows(new_page, &new_count);
    const int rounds = count > 10000 ? 11 : most_rounds;
    int64_t core[most_rounds], glib[most_rounds];
    struct touched ours = {0}, theirs = {0};
    for (int i = 0; i < rounds; i++) {
        int64_t start = now();
        ours = diff(old_page, new_page);
        core[i] = now() - start;
        start = now();
        theirs = by_hand(olds, old_count, news, new_count);
        glib[i] = now() - start;
    }
    printf("%" PRId64 " %zu %zu %" PRId64 " %zu\n", median(core, rounds),
           ours.removed + ours.added + ours.changed, ours.steps, median(glib, rounds),
           theirs.removed + theirs.added + theirs.changed);
    free(olds);
    free(news);
    feedcore_snapshot_unref(old_page);
    feedcore_snapshot_unref(new_page);
    feedcore_mapping_free(mapping);
}

/* -------------------------------------------------------------------------------------------------- pages */

static void time_pages(const char *old_path, const char *new_path)
{
    gchar *old_text = NULL, *new_text = NULL;
    gsize old_length = 0, new_length = 0;
    if (!g_file_get_contents(old_path, &old_text, &old_length, NULL) ||
        !g_file_get_contents(new_path, &new_text, &new_length, NULL))
        fail("a file can't be read");
    feedcore_mapping *mapping = builtin("netease-home");
    feedcore_snapshot *old_page = parse(mapping, old_text, old_length);
    int64_t parsing[most_rounds], comparing[most_rounds];
    struct touched touched = {0};
    for (int i = 0; i < most_rounds; i++) {
        int64_t start = now();
        feedcore_snapshot *new_page = parse(mapping, new_text, new_length);
        parsing[i] = now() - start;
        start = now();
        touched = diff(old_page, new_page);
        comparing[i] = now() - start;
        feedcore_snapshot_unref(new_page);
    }
    printf("%" PRId64 " %" PRId64 " %zu %zu %zu %zu\n", median(parsing, most_rounds),
           median(comparing, most_rounds), touched.steps, touched.removed, touched.added, touched.changed);
    feedcore_snapshot_unref(old_page);
    feedcore_mapping_free(mapping);
    g_free(old_text);
    g_free(new_text);
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "list") == 0)
        time_lists(argv[2], (size_t)strtoul(argv[3], NULL, 10));
    else if (argc == 4 && strcmp(argv[1], "page") == 0)
        time_pages(argv[2], argv[3]);
    else
        fail("usage: diff list CASE COUNT | diff page OLD NEW");
    return 0;
}
