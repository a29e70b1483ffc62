/* A front end's own mapping at run time, and what a wrong one is told. */
#include "check.h"

static void reads_another_feed(void)
{
    static const char text[] =
        "{\"mapping\": \"films\","
        " \"sections\": {\"type\": {\"default\": \"films\"}, \"items\": \"films\"},"
        " \"types\": {\"films\": {\"kind\": \"LIST\"}},"
        " \"default\": {\"item\": {\"id\": \"no\", \"title\": [\"name\", \"$.untitled\"]}}}";
    feedcore_mapping *mapping = NULL;
    feedcore_error *error = NULL;
    CHECK_INT(feedcore_mapping_new(text, strlen(text), &mapping, &error), FEEDCORE_OK);
    CHECK(error == NULL);
    CHECK_TEXT(feedcore_mapping_name(mapping), "films");
    char *copy = feedcore_mapping_to_text(mapping);
    CHECK_TEXT(copy, text);
    feedcore_free(copy);

    feedcore_snapshot *page = parse_text(
        mapping,
        "{\"untitled\": \"?\", \"films\": [{\"no\": 7, \"name\": \"Blue Harbour\"}, {\"no\": 8}]}");
    feedcore_mapping_free(mapping);
    CHECK_INT(feedcore_snapshot_section_count(page), 1);
    const feedcore_section *films = feedcore_snapshot_section(page, 0);
    CHECK_TEXT(feedcore_section_type(films), "films");
    CHECK_INT(feedcore_section_get_kind(films), FEEDCORE_SECTION_LIST);
    CHECK_INT(feedcore_section_row_count(films), 2);
    CHECK_TEXT(feedcore_item_id(feedcore_section_item(films, 0)), "7");
    CHECK_TEXT(feedcore_item_title(feedcore_section_item(films, 0)), "Blue Harbour");
    CHECK_TEXT(feedcore_item_title(feedcore_section_item(films, 1)), "?");
    CHECK_INT(feedcore_snapshot_warning_total(page), 0);
    feedcore_snapshot_unref(page);
}

/* A built-in mapping is text of the same language: its own text makes it again. */
static void builtin_text_makes_the_same_mapping(void)
{
    for (size_t i = 0; feedcore_mapping_builtin_name(i); i++) {
        feedcore_mapping *mapping = builtin(feedcore_mapping_builtin_name(i)), *again = NULL;
        char *text = feedcore_mapping_to_text(mapping);
        CHECK_INT(feedcore_mapping_new(text, strlen(text), &again, NULL), FEEDCORE_OK);
        CHECK_TEXT(feedcore_mapping_name(again), feedcore_mapping_builtin_name(i));
        feedcore_free(text);
        feedcore_mapping_free(mapping);
        feedcore_mapping_free(again);
    }
}

typedef struct {
    const char *text;
    feedcore_status status;
    const char *path;
    int64_t line, column;
} Wrong;

static void wrong_ones_are_told_where(void)
{
    static const Wrong wrongs[] = {
        {"", FEEDCORE_ERROR_EMPTY, NULL, 1, 1},
        {"{\"mapping\": \"m\",\n}", FEEDCORE_ERROR_SYNTAX, NULL, 2, 1},
        {"[]", FEEDCORE_ERROR_MAPPING, "", 1, 1},
        {"{\"sections\": {\"type\": \"t\"}}", FEEDCORE_ERROR_MAPPING, NULL, 1, 1},
        {"{\"mapping\": \"m\"}", FEEDCORE_ERROR_MAPPING, NULL, 1, 1},
        {"{\"mapping\": 7,\n \"sections\": {\"type\": \"t\"}}", FEEDCORE_ERROR_MAPPING, "/mapping",
         1, 13},
        {"{\"mapping\": \"m\",\n \"sections\": {\"tpye\": \"t\"}}", FEEDCORE_ERROR_MAPPING,
         "/sections/tpye", 2, -2},
        {"{\"mapping\": \"m\",\n \"sections\": {\"type\": \"t\", \"items\": \"a..b\"}}",
         FEEDCORE_ERROR_MAPPING, "/sections/items", 2, -2},
        {"{\"mapping\": \"m\", \"sections\": {\"type\": \"t\"},\n"
         "  \"types\": {\"a\": {\"kind\": \"SHELF\"}}}",
         FEEDCORE_ERROR_MAPPING, "/types/a/kind", 2, 27},
        {"{\"mapping\": \"m\", \"sections\": {\"type\": \"t\"},\n"
         "  \"types\": {\"a\": {\"kind\": \"LIST\", \"item\": \"none\"}}}",
         FEEDCORE_ERROR_MAPPING, "/types/a/item", 2, 43},
    };
    for (size_t i = 0; i < sizeof wrongs / sizeof wrongs[0]; i++) {
        const Wrong *want = &wrongs[i];
        feedcore_mapping *mapping = (feedcore_mapping *)wrongs; /* must be set to NULL */
        feedcore_error *error = NULL;
        fprintf(stderr, "refusing %s\n", want->text);
        CHECK_INT(feedcore_mapping_new(want->text, strlen(want->text), &mapping, &error),
                  want->status);
        CHECK(mapping == NULL);
        CHECK_INT(feedcore_error_status(error), want->status);
        CHECK(strlen(feedcore_error_message(error)) > 0);
        if (want->path)
            CHECK_TEXT(feedcore_error_path(error), want->path);
        CHECK_INT(feedcore_error_line(error), want->line);
        if (want->column != -2)
            CHECK_INT(feedcore_error_column(error), want->column);
        CHECK(feedcore_error_offset(error) >= 0);
        feedcore_error_free(error);
        CHECK_INT(feedcore_mapping_new(want->text, strlen(want->text), &mapping, NULL),
                  want->status);
    }
}

static void no_builtin_of_that_name(void)
{
    static const char *const names[] = {"", "netease", "netease-homes", "NETEASE-HOME", "\xFF"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        feedcore_mapping *mapping = (feedcore_mapping *)names;
        feedcore_error *error = NULL;
        CHECK_INT(feedcore_mapping_builtin(names[i], &mapping, &error), FEEDCORE_ERROR_MAPPING);
        CHECK(mapping == NULL);
        CHECK_INT(feedcore_error_status(error), FEEDCORE_ERROR_MAPPING);
        CHECK_INT(feedcore_error_line(error), -1);
        feedcore_error_free(error);
    }
}

/* A feed that doesn't fit the mapping is told by the list's path, and differs from an empty one. */
static void a_feed_that_does_not_fit(void)
{
    feedcore_mapping *mapping = builtin("douban-movies");
    feedcore_snapshot *page = NULL;
    feedcore_error *error = NULL;
    CHECK_INT(feedcore_parse(mapping, "{\"subjects\": 7}", 15, &page, &error),
              FEEDCORE_ERROR_SHAPE);
    CHECK_TEXT(feedcore_error_path(error), "/subjects");
    feedcore_error_free(error);
    CHECK_INT(feedcore_parse(mapping, "{\"subjects\": []}", 16, &page, &error), FEEDCORE_OK);
    CHECK_INT(feedcore_snapshot_section_count(page), 0);
    feedcore_snapshot_unref(page);
    feedcore_mapping_free(mapping);
}

int main(void)
{
    reads_another_feed();
    builtin_text_makes_the_same_mapping();
    wrong_ones_are_told_where();
    no_builtin_of_that_name();
    a_feed_that_does_not_fit();
    return 0;
}
