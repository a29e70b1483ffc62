/* Deep and long documents on a small stack: 256 KiB, as a worker thread of a host may have. */
#include "check.h"
#include "shop.h"

#include <jansson.h>
#include <pthread.h>

static feedcore_mapping *mapping;

/* `before`, then `inner` `count` times, then `after`; for free(). */
static char *repeated(const char *before, const char *inner, size_t count, const char *after)
{
    const size_t start = strlen(before), step = strlen(inner);
    char *text = malloc(start + step * count + strlen(after) + 1);
    CHECK(text);
    memcpy(text, before, start);
    for (size_t i = 0; i < count; i++)
        memcpy(text + start + i * step, inner, step);
    strcpy(text + start + step * count, after);
    return text;
}

/* Takes the text. */
static feedcore_status parse(char *text, feedcore_snapshot **out_page)
{
    feedcore_snapshot *page = NULL;
    const feedcore_status status = feedcore_parse(mapping, text, strlen(text), &page, NULL);
    CHECK((status == FEEDCORE_OK) == (page != NULL));
    free(text);
    if (out_page)
        *out_page = page;
    else
        feedcore_snapshot_unref(page);
    return status;
}

static void deep_text(void)
{
    CHECK_INT(parse(repeated("", "[", 100000, ""), NULL), FEEDCORE_ERROR_TOO_DEEP);
    CHECK_INT(parse(repeated("", "{\"a\":", 100000, ""), NULL), FEEDCORE_ERROR_TOO_DEEP);
    CHECK_INT(parse(repeated("{\"rows\": [], \"x\": ", "[", 1500, ""), NULL),
              FEEDCORE_ERROR_TOO_DEEP);
    CHECK_INT(parse(repeated("", "[", 511, ""), NULL), FEEDCORE_ERROR_SYNTAX);
}

/* 512 levels are read, 513 are not; a level left is a level free again. */
static void the_limit_is_exact(void)
{
    char closing[520];
    memset(closing, ']', sizeof closing);
    closing[511] = '\0';
    char *end = repeated("", closing, 1, "}");
    CHECK_INT(parse(repeated("{\"rows\": [], \"x\": ", "[", 511, end), NULL), FEEDCORE_OK);
    free(end);
    closing[511] = ']';
    closing[512] = '\0';
    end = repeated("", closing, 1, "}");
    CHECK_INT(parse(repeated("{\"rows\": [], \"x\": ", "[", 512, end), NULL),
              FEEDCORE_ERROR_TOO_DEEP);
    free(end);
    CHECK_INT(parse(repeated("{\"rows\": [], \"x\": [", "[],", 3000, "7]}"), NULL), FEEDCORE_OK);
}

/* Many faults are listed up to a bound, and counted. */
static void many_warnings(void)
{
    feedcore_snapshot *page = NULL;
    CHECK_INT(parse(repeated("{\"rows\": [", "{\"things\": []},", 3000, "{}]}"), &page),
              FEEDCORE_OK);
    CHECK_INT(feedcore_snapshot_section_count(page), 0);
    CHECK_INT(feedcore_snapshot_warning_count(page), 100);
    CHECK_INT(feedcore_snapshot_warning_total(page), 3001);
    feedcore_snapshot_unref(page);
}

static void wide_pages(void)
{
    feedcore_snapshot *page = NULL;
    CHECK_INT(parse(repeated("{\"rows\": [{\"type\": \"list\", \"things\": [", "{\"name\": \"a\"},",
                             20000, "{\"name\": \"last\"}]}]}"),
                    &page),
              FEEDCORE_OK);
    const feedcore_section *list = feedcore_snapshot_section(page, 0);
    CHECK_INT(feedcore_section_item_count(list), 20001);
    CHECK_TEXT(feedcore_item_title(feedcore_section_item(list, 20000)), "last");
    char *text = feedcore_snapshot_to_text(page);
    CHECK(text);
    feedcore_free(text);
    json_decref(feedcore_snapshot_to_json(page));
    feedcore_snapshot_unref(page);
}

static void deep_mappings(void)
{
    char *text = repeated("{\"mapping\": \"m\", \"sections\": ", "{\"list\":", 100000, "");
    feedcore_mapping *none = NULL;
    CHECK_INT(feedcore_mapping_new(text, strlen(text), &none, NULL), FEEDCORE_ERROR_TOO_DEEP);
    free(text);
    text = repeated("{\"mapping\": \"m\", \"sections\": {\"type\": \"", "a.", 50000, "a\"}}");
    const feedcore_status status = feedcore_mapping_new(text, strlen(text), &none, NULL);
    CHECK(status == FEEDCORE_OK || status == FEEDCORE_ERROR_MAPPING);
    feedcore_mapping_free(none);
    free(text);
}

/* jansson itself recurses when it frees, so the documents are made and freed on the main stack. */
static json_t *deep_json;

static void deep_values(void)
{
    feedcore_snapshot *page = NULL;
    CHECK_INT(feedcore_parse_json(mapping, deep_json, &page, NULL), FEEDCORE_ERROR_TOO_DEEP);
}

static void *on_a_small_stack(void *unused)
{
    (void)unused;
    deep_text();
    the_limit_is_exact();
    many_warnings();
    wide_pages();
    deep_mappings();
    deep_values();
    return NULL;
}

int main(void)
{
    mapping = shop_mapping();
    deep_json = json_array();
    for (int i = 0; i < 20000; i++)
        deep_json = json_pack("[o]", deep_json);

    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    CHECK(pthread_attr_setstacksize(&attributes, 256 * 1024) == 0);
    CHECK(pthread_create(&thread, &attributes, on_a_small_stack, NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    pthread_attr_destroy(&attributes);

    json_decref(deep_json);
    feedcore_mapping_free(mapping);
    return 0;
}
