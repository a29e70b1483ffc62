/* All of a page in one block of texts, beside what the getters tell. */
#include "check.h"

static char *table;
static const char *text;
static size_t left;

static void begin(char *block, size_t length)
{
    CHECK(block && length > 0);
    CHECK_INT(block[length - 1], '\0');
    text = table = block;
    left = length;
}

/* The next text. */
static const char *next(void)
{
    CHECK(left > 0);
    const char *here = text;
    const size_t length = strlen(text) + 1;
    CHECK(length <= left);
    text += length;
    left -= length;
    return here;
}

static int64_t next_number(void)
{
    return strtoll(next(), NULL, 10);
}

static void end(void)
{
    CHECK_INT((int64_t)left, 0);
    feedcore_free(table);
}

/* An absent one is empty. */
static void check_next(const char *want)
{
    CHECK_TEXT(next(), want ? want : "");
}

static void check_next_number(int64_t want)
{
    char number[32] = "";
    if (want >= 0)
        snprintf(number, sizeof number, "%" PRId64, want);
    CHECK_TEXT(next(), number);
}

static void check_next_uid(uint64_t uid)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%016" PRIx64, uid);
    CHECK_TEXT(next(), digits);
}

static void check_section(const feedcore_section *section)
{
    check_next_number(feedcore_section_get_kind(section));
    check_next(feedcore_section_type(section));
    check_next(feedcore_section_key(section));
    check_next_uid(feedcore_section_uid(section));
    check_next(feedcore_section_title(section));
    check_next(feedcore_section_subtitle(section));
    check_next(feedcore_section_title_image(section));
    check_next(feedcore_section_button_text(section));
    check_next(feedcore_section_button_action(section));
    check_next(feedcore_section_button_action_type(section));
    check_next(feedcore_section_action(section));
    check_next(feedcore_section_action_type(section));
    check_next(feedcore_section_show_type(section));
    check_next_number(feedcore_section_can_close(section));
    check_next_number(feedcore_section_get_layout(section));
    check_next(feedcore_section_layout_name(section));
    check_next_number((int64_t)feedcore_section_row_count(section));
    CHECK(strtod(next(), NULL) == feedcore_section_row_height(section));
    check_next_number(feedcore_section_has_more(section));
    check_next_number((int64_t)feedcore_section_item_count(section));
}

static void check_item(const feedcore_item *item)
{
    check_next(feedcore_item_id(item));
    check_next_uid(feedcore_item_uid(item));
    check_next(feedcore_item_title(item));
    check_next(feedcore_item_subtitle(item));
    check_next(feedcore_item_text(item));
    check_next(feedcore_item_html(item));
    check_next(feedcore_item_image(item));
    check_next(feedcore_item_action(item));
    check_next(feedcore_item_action_type(item));
    check_next_number(feedcore_item_play_count(item));
    check_next_number((int64_t)feedcore_item_label_count(item));
    const char *types = next();
    CHECK_INT((int64_t)strlen(types), (int64_t)feedcore_item_extra_count(item));
    for (size_t i = 0; types[i]; i++) {
        const char *name = feedcore_item_extra_name(item, i);
        CHECK_INT(types[i], "-tnbl"[feedcore_item_extra_get_type(item, name)]);
    }
    check_next_number((int64_t)feedcore_item_child_count(item));
}

static void check_lists(const feedcore_item *item)
{
    for (size_t i = 0; i < feedcore_item_label_count(item); i++)
        check_next(feedcore_item_label(item, i));
    for (size_t i = 0; i < feedcore_item_extra_count(item); i++) {
        const char *name = feedcore_item_extra_name(item, i);
        check_next(name);
        if (feedcore_item_extra_get_type(item, name) == FEEDCORE_EXTRA_LIST)
            check_next_number((int64_t)feedcore_item_extra_length(item, name));
        else
            check_next(feedcore_item_extra_text(item, name));
    }
    for (size_t i = 0; i < feedcore_item_extra_count(item); i++) {
        const char *name = feedcore_item_extra_name(item, i);
        if (feedcore_item_extra_get_type(item, name) != FEEDCORE_EXTRA_LIST)
            continue;
        for (size_t j = 0; j < feedcore_item_extra_length(item, name); j++)
            check_next(feedcore_item_extra_element_text(item, name, j));
    }
}

/* What check is given: each item of the sections, and then each child of these. */
static size_t for_all_items(const feedcore_section *const *sections, size_t count,
                            void (*check)(const feedcore_item *))
{
    size_t items = 0;
    for (int inside = 0; inside < 2; inside++)
        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < feedcore_section_item_count(sections[i]); j++) {
                const feedcore_item *item = feedcore_section_item(sections[i], j);
                const size_t parts = inside ? feedcore_item_child_count(item) : 1;
                for (size_t k = 0; k < parts; k++, items++)
                    if (check)
                        check(inside ? feedcore_item_child(item, k) : item);
            }
    return items;
}

static void check_table(const feedcore_section *const *sections, size_t count)
{
    CHECK_INT(next_number(), 20);
    CHECK_INT(next_number(), 13);
    CHECK_INT(next_number(), (int64_t)count);
    CHECK_INT(next_number(), (int64_t)for_all_items(sections, count, NULL));
    for (size_t i = 0; i < count; i++)
        check_section(sections[i]);
    for_all_items(sections, count, check_item);
    for_all_items(sections, count, check_lists);
    end();
}

static void a_page(const char *mapping, const char *path)
{
    feedcore_snapshot *page = parse_fixture(mapping, path);
    const feedcore_section *sections[32];
    const size_t count = feedcore_snapshot_section_count(page);
    CHECK(count > 0 && count <= 32);
    for (size_t i = 0; i < count; i++)
        sections[i] = feedcore_snapshot_section(page, i);

    size_t length = 0;
    char *block = feedcore_snapshot_to_table(page, &length);
    begin(block, length);
    check_table(sections, count);
    for (size_t i = 0; i < count; i++) {
        block = feedcore_section_to_table(sections[i], &length);
        begin(block, length);
        check_table(sections + i, 1);
    }
    feedcore_snapshot_unref(page);
}

static void a_page_without_sections(void)
{
    feedcore_mapping *mapping = builtin("netease-home");
    feedcore_snapshot *page = parse_text(mapping, "{\"code\": 200, \"data\": {\"blocks\": []}}");
    size_t length = 0;
    char *block = feedcore_snapshot_to_table(page, &length);
    begin(block, length);
    check_table(NULL, 0);
    feedcore_free(feedcore_snapshot_to_table(page, NULL));
    feedcore_snapshot_unref(page);
    feedcore_mapping_free(mapping);
}

int main(void)
{
    a_page("netease-home", HOME);
    a_page("netease-menus", MENUS);
    a_page("douban-movies", MOVIES);
    a_page("json-feed", "Tests/Fixtures/json-feed.json");
    a_page("users", "Tests/Fixtures/users.json");
    a_page_without_sections();
    return 0;
}
