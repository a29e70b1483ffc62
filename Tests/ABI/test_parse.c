/* From bytes to a snapshot: every getter, what a fault costs, and what an error says. */
#include "check.h"
#include "shop.h"

#include <math.h>

static feedcore_snapshot *shop_page(void)
{
    feedcore_mapping *mapping = shop_mapping();
    feedcore_snapshot *page = parse_text(mapping, SHOP_FEED);
    feedcore_mapping_free(mapping);
    return page;
}

/* The raw bytes start and end like this. */
static void check_raw(const char *bytes, size_t length, const char *start, const char *end)
{
    CHECK(bytes);
    CHECK(length >= strlen(start) && memcmp(bytes, start, strlen(start)) == 0);
    CHECK(length >= strlen(end) && memcmp(bytes + length - strlen(end), end, strlen(end)) == 0);
}

static void page_fields(void)
{
    feedcore_snapshot *page = shop_page();
    CHECK_TEXT(feedcore_snapshot_service_code(page), "200");
    CHECK_TEXT(feedcore_snapshot_message(page), "fine");
    CHECK_TEXT(feedcore_snapshot_cursor(page), "page-2");
    CHECK_INT(feedcore_snapshot_has_more(page), 1);
    CHECK_INT(feedcore_snapshot_refresh_interval(page), 600000);
    CHECK_TEXT(feedcore_snapshot_nodata_toast(page), "That is all");

    size_t length = 0;
    const char *rest = feedcore_snapshot_rest_json(page, &length);
    check_raw(rest, length, "{\"code\": \"200\"", "\"rows\": []}");
    CHECK(feedcore_snapshot_rest_json(page, NULL) == rest);
    feedcore_snapshot_unref(page);
}

static void section_fields(void)
{
    feedcore_snapshot *page = shop_page();
    CHECK_INT(feedcore_snapshot_section_count(page), 4);
    const feedcore_section *shelf = feedcore_snapshot_section(page, 0);
    CHECK_INT(feedcore_section_get_kind(shelf), FEEDCORE_SECTION_PLAYLIST_RCMD);
    CHECK_TEXT(feedcore_section_type(shelf), "shelf");
    CHECK_TEXT(feedcore_section_key(shelf), "shelf");
    CHECK_TEXT(feedcore_section_title(shelf), "For you");
    CHECK_TEXT(feedcore_section_subtitle(shelf), "Every day");
    CHECK_TEXT(feedcore_section_title_image(shelf), "https://img.example/head.png");
    CHECK_TEXT(feedcore_section_button_text(shelf), "All");
    CHECK_TEXT(feedcore_section_button_action(shelf), "app://all?x={\"a\":1}");
    CHECK_TEXT(feedcore_section_button_action_type(shelf), "app");
    CHECK_TEXT(feedcore_section_action(shelf), "app://shelf");
    CHECK_TEXT(feedcore_section_action_type(shelf), "app");
    CHECK_TEXT(feedcore_section_show_type(shelf), "SLIDE");
    CHECK_INT(feedcore_section_can_close(shelf), 0);
    CHECK_INT(feedcore_section_get_layout(shelf), FEEDCORE_LAYOUT_A);
    CHECK_INT(feedcore_section_row_count(shelf), 1);
    CHECK(feedcore_section_row_height(shelf) == 240);
    CHECK_INT(feedcore_section_item_count(shelf), 3);

    size_t length = 0;
    const char *raw = feedcore_section_raw_json(shelf, &length);
    check_raw(raw, length, "{\"type\": \"shelf\", \"title\": \"For you\"", "{\"id\": \"y\"}]}");
    CHECK(feedcore_section_raw_json(shelf, NULL) == raw);
    feedcore_snapshot_unref(page);
}

static void sections_by_type_and_key(void)
{
    feedcore_snapshot *page = shop_page();
    const feedcore_section *films = feedcore_snapshot_section(page, 1);
    CHECK(feedcore_snapshot_section_by_key(page, "films") == films);
    CHECK(feedcore_snapshot_section_by_key(page, "list") == NULL);
    CHECK_TEXT(feedcore_section_type(films), "list");
    CHECK_INT(feedcore_section_get_kind(films), FEEDCORE_SECTION_LIST);
    CHECK_INT(feedcore_section_get_layout(films), FEEDCORE_LAYOUT_LIST);
    CHECK(feedcore_section_row_height(films) == 80);
    CHECK_INT(feedcore_section_row_count(films), 1);
    CHECK_TEXT(feedcore_section_title(films), NULL);
    CHECK_TEXT(feedcore_section_button_text(films), NULL);
    CHECK_INT(feedcore_section_can_close(films), -1);

    const feedcore_section *second = feedcore_snapshot_section_by_key(page, "shelf#2");
    CHECK(second && second == feedcore_snapshot_section(page, 2));
    CHECK_TEXT(feedcore_section_type(second), "shelf");
    CHECK(feedcore_section_uid(second) != feedcore_section_uid(feedcore_snapshot_section(page, 0)));

    const feedcore_section *unknown = feedcore_snapshot_section_by_key(page, "novelty");
    CHECK_INT(feedcore_section_get_kind(unknown), FEEDCORE_SECTION_CUSTOM);
    CHECK_INT(feedcore_section_get_layout(unknown), FEEDCORE_LAYOUT_A);
    CHECK_INT(feedcore_section_can_close(unknown), 1);
    CHECK_INT(feedcore_section_item_count(unknown), 1);
    feedcore_snapshot_unref(page);
}

static void item_fields(void)
{
    feedcore_snapshot *page = shop_page();
    const feedcore_section *shelf = feedcore_snapshot_section(page, 0);
    const feedcore_item *item = feedcore_section_item(shelf, 0);
    CHECK_TEXT(feedcore_item_id(item), "109950000000000216");
    CHECK_TEXT(feedcore_item_title(item), "First");
    CHECK_TEXT(feedcore_item_subtitle(item), "of many");
    CHECK_TEXT(feedcore_item_text(item), "Long\ntext");
    CHECK_TEXT(feedcore_item_html(item), "<p>Long</p>");
    CHECK_TEXT(feedcore_item_image(item), "http://img.example/1.jpg");
    CHECK_TEXT(feedcore_item_action(item), "app://1");
    CHECK_TEXT(feedcore_item_action_type(item), "app");
    CHECK_INT(feedcore_item_play_count(item), 1234567);
    CHECK_INT(feedcore_item_label_count(item), 2);
    CHECK_TEXT(feedcore_item_label(item, 0), "new");
    CHECK_TEXT(feedcore_item_label(item, 1), "7");
    CHECK_TEXT(feedcore_item_label(item, 2), NULL);
    CHECK_INT(feedcore_item_child_count(item), 2);
    CHECK_TEXT(feedcore_item_title(feedcore_item_child(item, 1)), "Part two");
    CHECK_INT(feedcore_item_child_count(feedcore_item_child(item, 1)), 0);
    CHECK(feedcore_item_child(item, 2) == NULL);

    size_t length = 0;
    const char *raw = feedcore_item_raw_json(item, &length);
    check_raw(raw, length, "{\"id\": 109950000000000216,", "\"name\": \"Part two\"}]}");
    CHECK(feedcore_item_raw_json(item, NULL) == raw);

    const feedcore_item *bare = feedcore_section_item(shelf, 1);
    CHECK_TEXT(feedcore_item_id(bare), "1");
    CHECK_TEXT(feedcore_item_subtitle(bare), NULL);
    CHECK_INT(feedcore_item_play_count(bare), -1);
    CHECK_INT(feedcore_item_label_count(bare), 0);
    CHECK_INT(feedcore_item_child_count(bare), 0);

    const feedcore_item *derived = feedcore_section_item(shelf, 2);
    CHECK_TEXT(feedcore_item_title(derived), "No id");
    CHECK(strncmp(feedcore_item_id(derived), "auto:", 5) == 0);
    CHECK_INT(feedcore_item_play_count(derived), -1);
    feedcore_snapshot_unref(page);
}

/* What is written with three decimals is as many milliseconds. */
static void times_in_seconds(void)
{
    static const char text[] =
        "{\"subjects\": [{\"id\": 1, \"title\": \"a\", \"year\": 1089327868.975},"
        " {\"id\": 2, \"title\": \"b\", \"year\": \"-1.001\"}]}";
    feedcore_mapping *mapping = builtin("douban-movies");
    feedcore_snapshot *page = NULL;
    CHECK_INT(feedcore_parse(mapping, text, sizeof text - 1, &page, NULL), FEEDCORE_OK);
    const feedcore_section *movies = feedcore_snapshot_section(page, 0);
    CHECK_INT(feedcore_item_extra_time(feedcore_section_item(movies, 0), "year"),
              INT64_C(1089327868975));
    CHECK_INT(feedcore_item_extra_time(feedcore_section_item(movies, 1), "year"), -1001);
    feedcore_snapshot_unref(page);
    feedcore_mapping_free(mapping);
}

static void extras(void)
{
    feedcore_snapshot *page = shop_page();
    const feedcore_item *item = feedcore_section_item(feedcore_snapshot_section(page, 0), 0);
    CHECK_INT(feedcore_item_extra_count(item), 6);
    int found = 0;
    for (size_t i = 0; i < 6; i++)
        found += feedcore_item_extra_get_type(item, feedcore_item_extra_name(item, i)) !=
                 FEEDCORE_EXTRA_NONE;
    CHECK_INT(found, 6);
    CHECK_TEXT(feedcore_item_extra_name(item, 6), NULL);

    CHECK_INT(feedcore_item_extra_get_type(item, "year"), FEEDCORE_EXTRA_NUMBER);
    CHECK_TEXT(feedcore_item_extra_text(item, "year"), "2024");
    CHECK(feedcore_item_extra_number(item, "year") == 2024);
    CHECK_INT(feedcore_item_extra_integer(item, "year"), 2024);
    CHECK_INT(feedcore_item_extra_length(item, "year"), 1);
    CHECK_INT(feedcore_item_extra_time(item, "year"), 2024000);

    CHECK_INT(feedcore_item_extra_get_type(item, "score"), FEEDCORE_EXTRA_TEXT);
    CHECK_TEXT(feedcore_item_extra_text(item, "score"), "7.90");
    CHECK(feedcore_item_extra_number(item, "score") == 7.9);
    CHECK_INT(feedcore_item_extra_integer(item, "score"), 7);

    CHECK_INT(feedcore_item_extra_get_type(item, "at"), FEEDCORE_EXTRA_TEXT);
    CHECK_INT(feedcore_item_extra_time(item, "at"), INT64_C(1709202600250));
    CHECK(isnan(feedcore_item_extra_number(item, "at")));
    CHECK_INT(feedcore_item_extra_integer(item, "at"), -1);

    CHECK_INT(feedcore_item_extra_get_type(item, "live"), FEEDCORE_EXTRA_BOOL);
    CHECK_TEXT(feedcore_item_extra_text(item, "live"), "false");
    CHECK(feedcore_item_extra_number(item, "live") == 0);
    CHECK_INT(feedcore_item_extra_integer(item, "live"), 0);

    CHECK_INT(feedcore_item_extra_get_type(item, "by"), FEEDCORE_EXTRA_LIST);
    CHECK_TEXT(feedcore_item_extra_text(item, "by"), NULL);
    CHECK_INT(feedcore_item_extra_length(item, "by"), 3);
    CHECK_TEXT(feedcore_item_extra_element_text(item, "by", 0), "Ada");
    CHECK_TEXT(feedcore_item_extra_element_text(item, "by", 1), "");
    CHECK_TEXT(feedcore_item_extra_element_text(item, "by", 2), "5");
    CHECK_TEXT(feedcore_item_extra_element_text(item, "by", 3), NULL);

    CHECK(feedcore_item_extra_element_number(item, "sizes", 0) == 1.5);
    CHECK(feedcore_item_extra_element_number(item, "sizes", 1) == 2);
    CHECK(feedcore_item_extra_element_number(item, "sizes", 2) == 1);
    CHECK(isnan(feedcore_item_extra_element_number(item, "sizes", 3)));
    CHECK(isnan(feedcore_item_extra_number(item, "sizes")));

    CHECK_INT(feedcore_item_extra_get_type(item, "none"), FEEDCORE_EXTRA_NONE);
    CHECK_INT(feedcore_item_extra_length(item, "none"), 0);
    CHECK_INT(feedcore_item_extra_time(item, "none"), INT64_MIN);
    feedcore_snapshot_unref(page);
}

typedef struct {
    feedcore_warning_code code;
    const char *name, *path;
} Expected;

static void warnings(void)
{
    static const Expected expected[] = {
        {FEEDCORE_WARNING_DUPLICATE_ID, "duplicate-id", "/rows/0/things/2"},
        {FEEDCORE_WARNING_ITEM_INVALID, "item-invalid", "/rows/0/things/3"},
        {FEEDCORE_WARNING_BAD_FIELD, "bad-field", "/rows/0/things/4/plays"},
        {FEEDCORE_WARNING_DERIVED_ID, "derived-id", "/rows/0/things/4"},
        {FEEDCORE_WARNING_ITEM_DROPPED, "item-dropped", "/rows/0/things/5"},
        {FEEDCORE_WARNING_BAD_TEXT, "bad-text", "/rows/2/things/0/name"},
        {FEEDCORE_WARNING_UNKNOWN_SECTION, "unknown-section", "/rows/3"},
    };
    const size_t count = sizeof expected / sizeof expected[0];
    feedcore_snapshot *page = shop_page();
    CHECK_INT(feedcore_snapshot_warning_count(page), (int64_t)count);
    CHECK_INT(feedcore_snapshot_warning_total(page), (int64_t)count);
    for (size_t i = 0; i < count; i++) {
        const feedcore_warning *found = NULL;
        for (size_t j = 0; j < count; j++) {
            const feedcore_warning *warning = feedcore_snapshot_warning(page, j);
            if (strcmp(feedcore_warning_path(warning), expected[i].path) == 0)
                found = warning;
        }
        if (!found)
            fprintf(stderr, "no warning at %s\n", expected[i].path);
        CHECK(found);
        CHECK_INT(feedcore_warning_get_code(found), expected[i].code);
        CHECK_TEXT(feedcore_warning_name(found), expected[i].name);
        CHECK(strlen(feedcore_warning_message(found)) > 0);
        CHECK(strchr(feedcore_warning_message(found), '\n') == NULL);
    }
    CHECK(feedcore_snapshot_warning(page, count) == NULL);
    const feedcore_section *second = feedcore_snapshot_section_by_key(page, "shelf#2");
    CHECK_TEXT(feedcore_item_title(feedcore_section_item(second, 0)), "Other \uFFFD shelf");
    feedcore_snapshot_unref(page);
}

static void uids_are_unique_and_stay(void)
{
    feedcore_snapshot *page = shop_page(), *again = shop_page();
    uint64_t seen[16];
    size_t count = 0;
    for (size_t s = 0; s < feedcore_snapshot_section_count(page); s++) {
        const feedcore_section *section = feedcore_snapshot_section(page, s);
        CHECK(feedcore_section_uid(section) ==
              feedcore_section_uid(feedcore_snapshot_section(again, s)));
        seen[count++] = feedcore_section_uid(section);
        for (size_t i = 0; i < feedcore_section_item_count(section); i++) {
            const feedcore_item *item = feedcore_section_item(section, i);
            const feedcore_item *twin =
                feedcore_section_item(feedcore_snapshot_section(again, s), i);
            CHECK(feedcore_item_uid(item) == feedcore_item_uid(twin));
            seen[count++] = feedcore_item_uid(item);
            for (size_t c = 0; c < feedcore_item_child_count(item); c++)
                seen[count++] = feedcore_item_uid(feedcore_item_child(item, c));
        }
    }
    CHECK_INT((int64_t)count, 12);
    for (size_t i = 0; i < count; i++) {
        CHECK(seen[i] != 0);
        for (size_t j = 0; j < i; j++)
            CHECK(seen[i] != seen[j]);
    }
    feedcore_snapshot_unref(page);
    feedcore_snapshot_unref(again);
}

static void home_page_has_every_kind(void)
{
    feedcore_snapshot *home = parse_fixture("netease-home", HOME);
    feedcore_snapshot *menus = parse_fixture("netease-menus", MENUS);
    feedcore_snapshot *page = NULL;
    CHECK_INT(feedcore_snapshot_join(home, menus, 1, &page, NULL), FEEDCORE_OK);
    CHECK_INT(feedcore_snapshot_section_count(page), feedcore_snapshot_section_count(home) + 1);
    CHECK_INT(feedcore_snapshot_warning_total(page),
              feedcore_snapshot_warning_total(home) + feedcore_snapshot_warning_total(menus));
    feedcore_snapshot_unref(home); /* a joined page needs neither of its parts */
    feedcore_snapshot_unref(menus);

    CHECK_TEXT(feedcore_section_key(feedcore_snapshot_section(page, 1)), "MENUS");
    unsigned kinds = 0;
    for (size_t i = 0; i < feedcore_snapshot_section_count(page); i++) {
        const feedcore_section *section = feedcore_snapshot_section(page, i);
        kinds |= 1u << feedcore_section_get_kind(section);
        CHECK(feedcore_section_item_count(section) > 0);
        CHECK(feedcore_snapshot_section_by_key(page, feedcore_section_key(section)) == section);
        for (size_t j = 0; j < feedcore_section_item_count(section); j++)
            CHECK(feedcore_item_id(feedcore_section_item(section, j)));
    }
    CHECK_INT(kinds, 0xFFF | 1u << FEEDCORE_SECTION_CUSTOM);
    CHECK(feedcore_snapshot_warning_count(page) >= 2); /* the unknown section, the broken item */
    feedcore_snapshot_unref(page);
}

static void joining(void)
{
    feedcore_mapping *mapping = shop_mapping();
    feedcore_snapshot *page = parse_text(mapping, SHOP_FEED);
    feedcore_snapshot *other = parse_text(
        mapping, "{\"rows\": [{\"type\": \"shelf\", \"things\": [{\"id\": 1, \"name\": \"A\"}]},"
                 "{\"type\": \"list\", \"things\": [{\"id\": 1, \"name\": \"B\"}]}]}");
    feedcore_snapshot *empty = parse_text(mapping, "{\"rows\": []}");
    feedcore_snapshot *joined = NULL;

    CHECK_INT(feedcore_snapshot_join(page, other, SIZE_MAX, &joined, NULL), FEEDCORE_OK);
    CHECK_INT(feedcore_snapshot_section_count(joined), 6);
    CHECK_TEXT(feedcore_section_key(feedcore_snapshot_section(joined, 4)), "shelf#3");
    CHECK_TEXT(feedcore_section_key(feedcore_snapshot_section(joined, 5)), "list");
    CHECK_TEXT(feedcore_snapshot_cursor(joined), "page-2");
    feedcore_snapshot_unref(joined);

    CHECK_INT(feedcore_snapshot_join(empty, other, 1, &joined, NULL), FEEDCORE_OK);
    CHECK_INT(feedcore_snapshot_section_count(joined), 0);
    feedcore_snapshot_unref(joined);

    CHECK_INT(feedcore_snapshot_join(page, page, 0, &joined, NULL), FEEDCORE_OK);
    CHECK_INT(feedcore_snapshot_section_count(joined), 8);
    CHECK_TEXT(feedcore_section_title(feedcore_snapshot_section_by_key(joined, "shelf")),
               "For you");
    feedcore_snapshot_unref(joined);

    /* A joined page may be joined again, and needs none of those that it was made from. */
    feedcore_snapshot *twice = NULL;
    CHECK_INT(feedcore_snapshot_join(page, other, 0, &joined, NULL), FEEDCORE_OK);
    CHECK_INT(feedcore_snapshot_join(joined, other, 0, &twice, NULL), FEEDCORE_OK);
    feedcore_snapshot_unref(joined);
    CHECK_TEXT(feedcore_section_key(feedcore_snapshot_section(twice, 0)), "shelf#4");
    CHECK_TEXT(feedcore_section_key(feedcore_snapshot_section(twice, 2)), "shelf#3");
    feedcore_snapshot_unref(twice);

    feedcore_snapshot_unref(empty);
    feedcore_snapshot_unref(other);
    feedcore_snapshot_unref(page);
    feedcore_mapping_free(mapping);
}

/* What the error of a text that is no feed says. NULL and -2 are "don't look". */
typedef struct {
    const char *text;
    feedcore_status status;
    int64_t offset, line, column;
    const char *path, *code, *message;
} Refusal;

static void refusals(void)
{
    static const Refusal refusals[] = {
        {"", FEEDCORE_ERROR_EMPTY, 0, 1, 1, NULL, NULL, NULL},
        {" \n\t", FEEDCORE_ERROR_EMPTY, -2, -2, -2, NULL, NULL, NULL},
        {"{\"rows\": [\n  {\"type\": \"shelf\",}]}", FEEDCORE_ERROR_SYNTAX, 30, 2, 20, NULL, NULL,
         NULL},
        {"{\"rows\": []", FEEDCORE_ERROR_SYNTAX, 11, 1, 12, NULL, NULL, NULL},
        {"{\"rows\": []} x", FEEDCORE_ERROR_SYNTAX, 13, 1, 14, NULL, NULL, NULL},
        {"{\"code\": 301, \"msg\": \"who are you\"}", FEEDCORE_ERROR_LOGIN_NEEDED, -2, -2, -2, NULL,
         "301", "who are you"},
        {"{\"code\": \"-460\", \"rows\": []}", FEEDCORE_ERROR_REFUSED, -2, -2, -2, NULL, "-460",
         NULL},
        {"{\"code\": 200, \"rows\": null}", FEEDCORE_ERROR_SHAPE, -2, -2, -2, "/rows", NULL, NULL},
        {"{\"code\": 200}", FEEDCORE_ERROR_SHAPE, -2, -2, -2, NULL, NULL, NULL},
        {"7", FEEDCORE_ERROR_SHAPE, -2, -2, -2, NULL, NULL, NULL},
    };
    feedcore_mapping *mapping = shop_mapping();
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const Refusal *want = &refusals[i];
        feedcore_snapshot *page = (feedcore_snapshot *)mapping; /* must be set to NULL */
        feedcore_error *error = NULL;
        fprintf(stderr, "refusing %s\n", want->text);
        CHECK_INT(feedcore_parse(mapping, want->text, strlen(want->text), &page, &error),
                  want->status);
        CHECK(page == NULL);
        CHECK(error);
        CHECK_INT(feedcore_error_status(error), want->status);
        CHECK(strlen(feedcore_error_message(error)) > 0);
        CHECK(strchr(feedcore_error_message(error), '\n') == NULL);
        if (want->offset != -2) {
            CHECK_INT(feedcore_error_offset(error), want->offset);
            CHECK_INT(feedcore_error_line(error), want->line);
            CHECK_INT(feedcore_error_column(error), want->column);
        }
        if (want->path)
            CHECK_TEXT(feedcore_error_path(error), want->path);
        CHECK_TEXT(feedcore_error_service_code(error), want->code);
        CHECK_TEXT(feedcore_error_service_message(error), want->message);
        feedcore_error_free(error);
        CHECK_INT(feedcore_parse(mapping, want->text, strlen(want->text), &page, NULL),
                  want->status);
    }
    feedcore_mapping_free(mapping);
}

static void success_clears_the_error(void)
{
    feedcore_mapping *mapping = shop_mapping();
    feedcore_error *error = (feedcore_error *)mapping;
    feedcore_snapshot *page = NULL;
    CHECK_INT(feedcore_parse(mapping, "{\"rows\": []}", 12, &page, &error), FEEDCORE_OK);
    CHECK(error == NULL);
    CHECK_INT(feedcore_snapshot_section_count(page), 0);
    CHECK_INT(feedcore_snapshot_has_more(page), -1);
    CHECK_INT(feedcore_snapshot_refresh_interval(page), -1);
    CHECK_TEXT(feedcore_snapshot_cursor(page), NULL);
    feedcore_snapshot_unref(page);
    feedcore_mapping_free(mapping);
}

/* Every start of a feed is an error or, at its full length, a page; none reads past its end. */
static void cut_anywhere(const char *name, const char *path)
{
    size_t length;
    char *bytes = read_file(path, &length);
    feedcore_mapping *mapping = builtin(name);
    const size_t step = length / 400 + 1;
    for (size_t cut = 0; cut < length - 2; cut += step) {
        char *start = malloc(cut ? cut : 1); /* no byte more, so that valgrind and ASan see */
        CHECK(start);
        memcpy(start, bytes, cut);
        feedcore_snapshot *page = NULL;
        const feedcore_status status = feedcore_parse(mapping, start, cut, &page, NULL);
        CHECK(status == FEEDCORE_ERROR_SYNTAX || (cut == 0 && status == FEEDCORE_ERROR_EMPTY));
        CHECK(page == NULL);
        free(start);
    }
    feedcore_mapping_free(mapping);
    free(bytes);
}

static void lives_on_without_its_makers(void)
{
    char *bytes = malloc(sizeof SHOP_FEED);
    CHECK(bytes);
    memcpy(bytes, SHOP_FEED, sizeof SHOP_FEED);
    feedcore_mapping *mapping = shop_mapping();
    feedcore_snapshot *page = parse_text(mapping, bytes);
    feedcore_mapping_free(mapping);
    memset(bytes, 'x', sizeof SHOP_FEED);
    free(bytes);

    CHECK(feedcore_snapshot_ref(page) == page);
    feedcore_snapshot_unref(page);
    const feedcore_item *item = feedcore_section_item(feedcore_snapshot_section(page, 0), 0);
    CHECK_TEXT(feedcore_item_title(item), "First");
    size_t length = 0;
    const char *raw = feedcore_item_raw_json(item, &length);
    check_raw(raw, length, "{\"id\"", "]}");
    feedcore_snapshot_unref(page);
}

static void names(void)
{
    CHECK_TEXT(feedcore_version(), FEEDCORE_VERSION);
    CHECK_INT(feedcore_version_number(), FEEDCORE_VERSION_MAJOR * 1000000 +
                                             FEEDCORE_VERSION_MINOR * 1000 +
                                             FEEDCORE_VERSION_PATCH);
    CHECK_TEXT(feedcore_status_name(FEEDCORE_OK), "ok");
    CHECK_TEXT(feedcore_status_name(FEEDCORE_ERROR_SYNTAX), "syntax");
    CHECK_TEXT(feedcore_status_name(FEEDCORE_ERROR_LOGIN_NEEDED), "login-needed");
    for (int status = FEEDCORE_ERROR_REFUSED; status <= FEEDCORE_OK; status++)
        CHECK(strcmp(feedcore_status_name((feedcore_status)status), "unknown") != 0);

    static const char *const kinds[] = {
        "BANNER",         "MENUS",          "PLAYLIST_RCMD",  "STYLE_RCMD",
        "MUSIC_MLOG",     "MGC_PLAYLIST",   "MUSIC_CALENDAR", "OFFICIAL_PLAYLIST",
        "ALBUM_NEW_SONG", "VOICELIST_RCMD", "PODCAST24",      "VIDEO_PLAYLIST",
        "LIST",           "CUSTOM",
    };
    for (int kind = 0; kind <= FEEDCORE_SECTION_CUSTOM; kind++)
        CHECK_TEXT(feedcore_section_kind_name((feedcore_section_kind)kind), kinds[kind]);

    static const char *const mappings[] = {
        "netease-home", "netease-menus", "douban-movies", "json-feed", "users",
    };
    size_t count = 0;
    for (const char *name; (name = feedcore_mapping_builtin_name(count)); count++) {
        feedcore_mapping *mapping = builtin(name);
        CHECK_TEXT(feedcore_mapping_name(mapping), name);
        feedcore_mapping_free(mapping);
    }
    CHECK_INT((int64_t)count, 5);
    for (size_t i = 0; i < 5; i++)
        feedcore_mapping_free(builtin(mappings[i]));
}

int main(void)
{
    page_fields();
    section_fields();
    sections_by_type_and_key();
    item_fields();
    extras();
    times_in_seconds();
    warnings();
    uids_are_unique_and_stay();
    home_page_has_every_kind();
    joining();
    refusals();
    success_clears_the_error();
    cut_anywhere("netease-home", HOME);
    cut_anywhere("douban-movies", MOVIES);
    lives_on_without_its_makers();
    names();
    return 0;
}
