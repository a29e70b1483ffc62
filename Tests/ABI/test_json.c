/* jansson at the boundary: documents that are a json_t already, and results as json_t. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include "shop.h"

#include <glob.h>
#include <jansson.h>
#include <math.h>

static json_t *load(const char *text)
{
    json_error_t error;
    json_t *json = json_loads(text, JSON_DECODE_ANY, &error);
    if (!json)
        fprintf(stderr, "%s at %d: %.60s\n", error.text, error.position, text);
    CHECK(json);
    return json;
}

/* Takes both; equal as jansson sees it. */
static void check_same(json_t *got, json_t *want)
{
    CHECK(got && want);
    if (!json_equal(got, want)) {
        json_dumpf(got, stderr, JSON_INDENT(1));
        json_dumpf(want, stderr, JSON_INDENT(1));
    }
    CHECK(json_equal(got, want));
    json_decref(got);
    json_decref(want);
}

/* Takes the text, which came for feedcore_free. */
static json_t *load_and_free(char *text)
{
    CHECK(text);
    json_t *json = load(text);
    feedcore_free(text);
    return json;
}

/* No reference more or less, and nothing changed. */
static void check_untouched(json_t *json, const json_t *copy)
{
    CHECK_INT((int64_t)json->refcount, 1);
    CHECK(json_equal(json, (json_t *)copy));
}

/* Raw JSON and places of warnings apart, both ways see the same page. */
static void the_same_page_both_ways(const char *name, const char *path)
{
    size_t length;
    char *bytes = read_file(path, &length);
    json_t *json = load(bytes);
    json_t *copy = json_deep_copy(json);
    feedcore_mapping *mapping = builtin(name);
    feedcore_snapshot *from_text = parse_text(mapping, bytes), *from_json = NULL;
    feedcore_error *error = NULL;
    CHECK_INT(feedcore_parse_json(mapping, json, &from_json, &error), FEEDCORE_OK);
    CHECK(error == NULL);
    check_untouched(json, copy);
    json_decref(json); /* the page doesn't need it */
    json_decref(copy);

    check_same(feedcore_snapshot_to_json(from_json), feedcore_snapshot_to_json(from_text));
    feedcore_snapshot_unref(from_json);
    feedcore_snapshot_unref(from_text);
    feedcore_mapping_free(mapping);
    free(bytes);
}

static void results_equal_their_texts(feedcore_snapshot *page)
{
    json_t *whole = feedcore_snapshot_to_json(page);
    CHECK_INT((int64_t)whole->refcount, 1);
    json_t *sections = json_object_get(whole, "sections");
    CHECK_INT((int64_t)json_array_size(sections), (int64_t)feedcore_snapshot_section_count(page));
    for (size_t s = 0; s < json_array_size(sections); s++) {
        const feedcore_section *section = feedcore_snapshot_section(page, s);
        json_t *in_page = json_array_get(sections, s);
        char *text = feedcore_section_to_text(section);
        check_same(json_loads(text, 0, NULL), json_incref(in_page));
        feedcore_free(text);
        check_same(feedcore_section_to_json(section), json_incref(in_page));
        json_t *items = json_object_get(in_page, "items");
        CHECK_INT((int64_t)json_array_size(items), (int64_t)feedcore_section_item_count(section));
        for (size_t i = 0; i < json_array_size(items); i++) {
            const feedcore_item *item = feedcore_section_item(section, i);
            check_same(feedcore_item_to_json(item), json_incref(json_array_get(items, i)));
            check_same(feedcore_item_to_json(item), load_and_free(feedcore_item_to_text(item)));
        }
    }
    json_t *warnings = json_object_get(whole, "warnings");
    CHECK_INT((int64_t)json_array_size(warnings), (int64_t)feedcore_snapshot_warning_count(page));
    for (size_t i = 0; i < json_array_size(warnings); i++)
        check_same(feedcore_warning_to_json(feedcore_snapshot_warning(page, i)),
                   json_incref(json_array_get(warnings, i)));
    CHECK_INT(json_integer_value(json_object_get(whole, "warningTotal")),
              (int64_t)feedcore_snapshot_warning_total(page));
    check_same(whole, load_and_free(feedcore_snapshot_to_text(page)));
}

/* Any document with any mapping is a page or an error, whose texts are JSON. */
static void every_mapping_reads(const char *path)
{
    size_t length;
    char *bytes = read_file(path, &length);
    for (size_t i = 0; feedcore_mapping_builtin_name(i); i++) {
        feedcore_mapping *mapping = builtin(feedcore_mapping_builtin_name(i));
        feedcore_snapshot *page = NULL;
        feedcore_error *error = NULL;
        if (feedcore_parse(mapping, bytes, length, &page, &error) == FEEDCORE_OK)
            results_equal_their_texts(page);
        else
            check_same(feedcore_error_to_json(error), load_and_free(feedcore_error_to_text(error)));
        CHECK((page == NULL) == (error != NULL));
        feedcore_snapshot_unref(page);
        feedcore_error_free(error);
        feedcore_mapping_free(mapping);
    }
    free(bytes);
}

static void every_fixture(void)
{
    glob_t paths;
    CHECK(glob("Tests/Fixtures/*.json", 0, NULL, &paths) == 0);
    CHECK(glob("Tests/Fixtures/*/*.json", GLOB_APPEND, NULL, &paths) == 0);
    CHECK(glob("Tests/Fixtures/*/*/*.json", GLOB_APPEND, NULL, &paths) == 0);
    CHECK(paths.gl_pathc > 10);
    for (size_t i = 0; i < paths.gl_pathc; i++)
        every_mapping_reads(paths.gl_pathv[i]);
    globfree(&paths);
}

static const char *string_at(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static void results_carry_the_fields(void)
{
    feedcore_mapping *mapping = shop_mapping();
    feedcore_snapshot *page = parse_text(mapping, SHOP_FEED);
    const feedcore_section *shelf = feedcore_snapshot_section(page, 0);

    json_t *section = feedcore_section_to_json(shelf);
    CHECK_TEXT(string_at(section, "kind"), "PLAYLIST_RCMD");
    CHECK_TEXT(string_at(section, "type"), "shelf");
    CHECK_TEXT(string_at(section, "title"), "For you");
    json_decref(section);

    json_t *item = feedcore_item_to_json(feedcore_section_item(shelf, 0));
    CHECK_TEXT(string_at(item, "id"), "109950000000000216");
    CHECK_TEXT(string_at(item, "title"), "First");
    CHECK_TEXT(string_at(item, "subtitle"), "of many");
    CHECK_TEXT(string_at(item, "image"), "http://img.example/1.jpg");
    CHECK_TEXT(string_at(item, "action"), "app://1");
    json_t *children = json_object_get(item, "children");
    CHECK_INT((int64_t)json_array_size(children), 2);
    CHECK_TEXT(string_at(json_array_get(children, 1), "title"), "Part two");
    json_decref(item);

    json_t *warning = feedcore_warning_to_json(feedcore_snapshot_warning(page, 0));
    CHECK_TEXT(string_at(warning, "code"),
               feedcore_warning_name(feedcore_snapshot_warning(page, 0)));
    CHECK_TEXT(string_at(warning, "path"),
               feedcore_warning_path(feedcore_snapshot_warning(page, 0)));
    CHECK(string_at(warning, "message"));
    json_decref(warning);

    results_equal_their_texts(page);
    feedcore_snapshot_unref(page);
    feedcore_mapping_free(mapping);
}

/* A json_t outlives what it came from. */
static void results_are_the_callers(void)
{
    feedcore_mapping *mapping = shop_mapping();
    feedcore_snapshot *page = parse_text(mapping, SHOP_FEED);
    json_t *item =
        feedcore_item_to_json(feedcore_section_item(feedcore_snapshot_section(page, 0), 0));
    feedcore_snapshot_unref(page);
    feedcore_mapping_free(mapping);
    CHECK_TEXT(string_at(item, "title"), "First");
    CHECK(json_object_set_new(item, "seen", json_true()) == 0);
    json_decref(item);
}

static void errors_as_json(void)
{
    feedcore_mapping *mapping = shop_mapping();
    feedcore_snapshot *page = NULL;
    feedcore_error *error = NULL;
    const char text[] = "{\"code\": 301, \"msg\": \"log in\"}";
    CHECK_INT(feedcore_parse(mapping, text, strlen(text), &page, &error),
              FEEDCORE_ERROR_LOGIN_NEEDED);
    json_t *json = feedcore_error_to_json(error);
    CHECK_TEXT(string_at(json, "status"), feedcore_status_name(FEEDCORE_ERROR_LOGIN_NEEDED));
    CHECK_TEXT(string_at(json, "message"), feedcore_error_message(error));
    CHECK_TEXT(string_at(json, "serviceCode"), "301");
    CHECK_TEXT(string_at(json, "serviceMessage"), "log in");
    check_same(json, load_and_free(feedcore_error_to_text(error)));
    feedcore_error_free(error);

    CHECK_INT(feedcore_parse(mapping, "{\n  \"a\": ]", 10, &page, &error), FEEDCORE_ERROR_SYNTAX);
    json = feedcore_error_to_json(error);
    CHECK_TEXT(string_at(json, "status"), "syntax");
    CHECK_INT(json_integer_value(json_object_get(json, "offset")), 9);
    CHECK_INT(json_integer_value(json_object_get(json, "line")), 2);
    CHECK_INT(json_integer_value(json_object_get(json, "column")), 8);
    check_same(json, load_and_free(feedcore_error_to_text(error)));
    feedcore_error_free(error);
    feedcore_mapping_free(mapping);
}

/* Refused with this pointer; a NULL pointer is any place. */
static void check_refused(const json_t *json, feedcore_status status, const char *pointer)
{
    feedcore_mapping *mapping = shop_mapping();
    feedcore_snapshot *page = (feedcore_snapshot *)mapping;
    feedcore_error *error = NULL;
    CHECK_INT(feedcore_parse_json(mapping, json, &page, &error), status);
    CHECK(page == NULL);
    CHECK_INT(feedcore_error_status(error), status);
    CHECK_INT(feedcore_error_offset(error), -1);
    CHECK_INT(feedcore_error_line(error), -1);
    CHECK_INT(feedcore_error_column(error), -1);
    if (pointer)
        CHECK_TEXT(feedcore_error_path(error), pointer);
    feedcore_error_free(error);
    CHECK_INT(feedcore_parse_json(mapping, json, &page, NULL), status);

    feedcore_mapping *other = mapping;
    CHECK(feedcore_mapping_new_json(json, &other, &error) != FEEDCORE_OK);
    CHECK(other == NULL);
    feedcore_error_free(error);
    feedcore_mapping_free(mapping);
}

static void refuses_a_cycle(void)
{
    json_t *rows = json_array(), *object = json_pack("{s:O}", "rows", rows);
    json_array_append(rows, object); /* rows/0 is the root again */
    check_refused(object, FEEDCORE_ERROR_JSON, "/rows/0");
    json_array_clear(rows);
    json_decref(rows);
    json_decref(object);
}

/* The same value in two places is no cycle. */
static void takes_shared_values(void)
{
    json_t *item = json_pack("{s:i, s:s}", "id", 1, "name", "Shared");
    json_t *page = json_pack("{s:[{s:s, s:[O]}, {s:s, s:[O]}]}", "rows", "type", "shelf", "things",
                             item, "type", "shelf", "things", item);
    feedcore_mapping *mapping = shop_mapping();
    feedcore_snapshot *snapshot = NULL;
    CHECK_INT(feedcore_parse_json(mapping, page, &snapshot, NULL), FEEDCORE_OK);
    CHECK_INT(feedcore_snapshot_section_count(snapshot), 2);
    CHECK_INT((int64_t)item->refcount, 3);
    feedcore_snapshot_unref(snapshot);
    feedcore_mapping_free(mapping);
    json_decref(page);
    json_decref(item);
}

/* Arrays in an ignored member, `depth` of them below the root. */
static json_t *nested(int depth)
{
    json_t *inner = json_array();
    for (int i = 1; i < depth; i++)
        inner = json_pack("[o]", inner);
    return json_pack("{s:[], s:o}", "rows", "x", inner);
}

static void refuses_what_is_too_deep(void)
{
    feedcore_mapping *mapping = shop_mapping();
    feedcore_snapshot *page = NULL;
    json_t *json = nested(511);
    CHECK_INT(feedcore_parse_json(mapping, json, &page, NULL), FEEDCORE_OK);
    feedcore_snapshot_unref(page);
    feedcore_mapping_free(mapping);
    json_decref(json);

    for (int depth = 512; depth <= 600; depth += 88) {
        json = nested(depth);
        check_refused(json, FEEDCORE_ERROR_TOO_DEEP, NULL);
        json_decref(json);
    }
}

static void refuses_broken_text(void)
{
    json_t *json = json_pack("{s:[{s:s}, {s:o}]}", "rows", "type", "shelf", "a/b~c",
                             json_string_nocheck("broken \xFF"));
    check_refused(json, FEEDCORE_ERROR_JSON, "/rows/1/a~1b~0c");
    json_decref(json);

    json = json_pack("{s:[]}", "rows");
    json_object_set_new_nocheck(json, "\xC3(", json_true());
    check_refused(json, FEEDCORE_ERROR_JSON, NULL);
    json_decref(json);
}

static void refuses_what_is_no_json(void)
{
    feedcore_mapping *mapping = shop_mapping();
    feedcore_snapshot *page = (feedcore_snapshot *)mapping;
    CHECK_INT(feedcore_parse_json(mapping, NULL, &page, NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK(page == NULL);
    feedcore_mapping_free(mapping);
    json_t broken = {.type = (json_type)99, .refcount = 1};
    check_refused(&broken, FEEDCORE_ERROR_JSON, "");
}

static void errors_of_the_feed_are_told_the_same(void)
{
    json_t *json = json_pack("{s:i}", "code", 301);
    check_refused(json, FEEDCORE_ERROR_LOGIN_NEEDED, NULL);
    json_decref(json);
    json = json_pack("{s:n}", "rows");
    check_refused(json, FEEDCORE_ERROR_SHAPE, "/rows");
    json_decref(json);
}

/* U+0000 in a jansson string, and the ends of its numbers. */
static void odd_values(void)
{
    json_t *json =
        json_pack("{s:[{s:s, s:[{s:I, s:s%, s:f}]}]}", "rows", "type", "shelf", "things", "id",
                  (json_int_t)INT64_MIN, "name", "a\0b", (size_t)3, "score", 1e300);
    feedcore_mapping *mapping = shop_mapping();
    feedcore_snapshot *page = NULL;
    CHECK_INT(feedcore_parse_json(mapping, json, &page, NULL), FEEDCORE_OK);
    const feedcore_item *item = feedcore_section_item(feedcore_snapshot_section(page, 0), 0);
    CHECK_TEXT(feedcore_item_id(item), "-9223372036854775808");
    CHECK_TEXT(feedcore_item_title(item), "a\xEF\xBF\xBD\x62");
    CHECK(feedcore_item_extra_number(item, "score") == 1e300);
    feedcore_snapshot_unref(page);
    feedcore_mapping_free(mapping);
    json_decref(json);
}

static void mappings_from_json(void)
{
    json_t *json = load(SHOP_MAPPING), *copy = json_deep_copy(json);
    feedcore_mapping *mapping = NULL, *same = shop_mapping();
    CHECK_INT(feedcore_mapping_new_json(json, &mapping, NULL), FEEDCORE_OK);
    check_untouched(json, copy);
    CHECK_TEXT(feedcore_mapping_name(mapping), "shop");
    check_same(load_and_free(feedcore_mapping_to_text(mapping)), json);
    json_decref(copy);

    feedcore_snapshot *one = parse_text(mapping, SHOP_FEED), *two = parse_text(same, SHOP_FEED);
    check_same(feedcore_snapshot_to_json(one), feedcore_snapshot_to_json(two));
    feedcore_snapshot_unref(one);
    feedcore_snapshot_unref(two);
    feedcore_mapping_free(mapping);
    feedcore_mapping_free(same);
}

int main(void)
{
    the_same_page_both_ways("netease-home", HOME);
    the_same_page_both_ways("netease-menus", MENUS);
    the_same_page_both_ways("douban-movies", MOVIES);
    the_same_page_both_ways("json-feed", "Tests/Fixtures/json-feed.json");
    the_same_page_both_ways("users", "Tests/Fixtures/users.json");
    every_fixture();
    results_carry_the_fields();
    results_are_the_callers();
    errors_as_json();
    refuses_a_cycle();
    takes_shared_values();
    refuses_what_is_too_deep();
    refuses_broken_text();
    refuses_what_is_no_json();
    errors_of_the_feed_are_told_the_same();
    odd_values();
    mappings_from_json();
    return 0;
}
