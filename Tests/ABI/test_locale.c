/* Numbers are the same in every locale, and the host's locale stays. LOCPATH names a folder with
 * de_DE.UTF-8 and fr_FR.UTF-8 (a comma), and ps_AF.UTF-8, whose decimal point is two bytes. */
#define _GNU_SOURCE
#include "check.h"

#include <jansson.h>
#include <locale.h>
#include <pthread.h>
#include <stdatomic.h>

static const char *const locales[] = {"C", "de_DE.UTF-8", "fr_FR.UTF-8", "ps_AF.UTF-8"};
enum { LOCALES = 4 };

static const char feed[] = "{\"subjects\": ["
                           "{\"id\": 1.50, \"title\": \"A\", \"rating\": {\"average\": 9.25}},"
                           "{\"id\": 2e0, \"title\": \"B\", \"rating\": {\"average\": \"7.5\"}},"
                           "{\"id\": 3, \"title\": \"C\", \"rating\": {\"average\": 1.0e-3}}]}";

static feedcore_mapping *mapping;
static char *expected; /* the page as text, as it is in the C locale */

static void check_page(feedcore_snapshot *page)
{
    const feedcore_section *films = feedcore_snapshot_section(page, 0);
    CHECK_TEXT(feedcore_item_id(feedcore_section_item(films, 0)), "1.5");
    CHECK_TEXT(feedcore_item_id(feedcore_section_item(films, 1)), "2");
    CHECK(feedcore_item_extra_number(feedcore_section_item(films, 0), "rating") == 9.25);
    CHECK(feedcore_item_extra_number(feedcore_section_item(films, 1), "rating") == 7.5);
    CHECK(feedcore_item_extra_number(feedcore_section_item(films, 2), "rating") == 0.001);
    char *text = feedcore_snapshot_to_text(page);
    CHECK_TEXT(text, expected);
    feedcore_free(text);

    json_t *json = feedcore_item_to_json(feedcore_section_item(films, 0));
    CHECK(json);
    json_decref(json);
    json = feedcore_snapshot_to_json(page);
    CHECK(json);
    json_decref(json);
}

static void read_text(void)
{
    feedcore_snapshot *page = parse_text(mapping, feed);
    check_page(page);
    feedcore_snapshot_unref(page);
}

/* A document of the host's, with reals in it, which jansson itself could not print here. */
static void read_json(void)
{
    json_t *json = json_pack(
        "{s:[oo]}", "subjects",
        json_pack("{s:f, s:s, s:{s:f}}", "id", 1.5, "title", "A", "rating", "average", 9.25),
        json_pack("{s:i, s:s, s:{s:f}}", "id", 3, "title", "C", "rating", "average", 0.001));
    feedcore_snapshot *page = NULL;
    CHECK_INT(feedcore_parse_json(mapping, json, &page, NULL), FEEDCORE_OK);
    const feedcore_section *films = feedcore_snapshot_section(page, 0);
    CHECK_TEXT(feedcore_item_id(feedcore_section_item(films, 0)), "1.5");
    CHECK(feedcore_item_extra_number(feedcore_section_item(films, 0), "rating") == 9.25);
    CHECK(feedcore_item_extra_number(feedcore_section_item(films, 1), "rating") == 0.001);
    feedcore_snapshot_unref(page);
    json_decref(json);
}

static void in_every_locale(void)
{
    for (int i = 0; i < LOCALES; i++) {
        CHECK(setlocale(LC_ALL, locales[i]));
        CHECK((i == 0) == (strcmp(localeconv()->decimal_point, ".") == 0));
        const locale_t before = uselocale((locale_t)0);
        read_text();
        read_json();
        CHECK_TEXT(setlocale(LC_ALL, NULL), locales[i]);
        CHECK(uselocale((locale_t)0) == before);
    }
    CHECK(strlen(localeconv()->decimal_point) == 2);
}

static atomic_int stop;

/* A thread of the host that goes from one locale to another all the time. */
static void *change_locales(void *first)
{
    locale_t there[2] = {
        newlocale(LC_ALL_MASK, first, (locale_t)0),
        newlocale(LC_ALL_MASK, "C", (locale_t)0),
    };
    CHECK(there[0] && there[1]);
    for (unsigned i = 0; !atomic_load(&stop); i++) {
        uselocale(there[i % 2]);
        read_text();
        CHECK(uselocale((locale_t)0) == there[i % 2]);
    }
    uselocale(LC_GLOBAL_LOCALE);
    freelocale(there[0]);
    freelocale(there[1]);
    return NULL;
}

static void beside_threads_that_change_theirs(void)
{
    pthread_t one, two;
    CHECK(pthread_create(&one, NULL, change_locales, "fr_FR.UTF-8") == 0);
    CHECK(pthread_create(&two, NULL, change_locales, "ps_AF.UTF-8") == 0);
    for (int i = 0; i < 300; i++) {
        read_text();
        read_json();
    }
    atomic_store(&stop, 1);
    CHECK(pthread_join(one, NULL) == 0);
    CHECK(pthread_join(two, NULL) == 0);
}

int main(void)
{
    mapping = builtin("douban-movies");
    feedcore_snapshot *page = parse_text(mapping, feed);
    expected = feedcore_snapshot_to_text(page);
    feedcore_snapshot_unref(page);
    in_every_locale();
    beside_threads_that_change_theirs();
    feedcore_free(expected);
    feedcore_mapping_free(mapping);
    return 0;
}
