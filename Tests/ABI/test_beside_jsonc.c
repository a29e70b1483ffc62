/* json-c has functions named like jansson's (json_object_get, json_object_iter_next). This program
 * is linked with json-c first and with the library after it; each must find its own. */
#include "check.h"
#include "shop.h"

/* From json-c's headers, which can't be included beside jansson's. */
struct json_object;
struct json_object *json_tokener_parse(const char *text);
struct json_object *json_object_get(struct json_object *object);
const char *json_object_to_json_string(struct json_object *object);
int json_object_put(struct json_object *object);

static void use_json_c(void)
{
    struct json_object *object = json_object_get(json_tokener_parse("{ \"a\": [ 1, 2.5 ] }"));
    CHECK(object);
    CHECK_TEXT(json_object_to_json_string(object), "{ \"a\": [ 1, 2.5 ] }");
    CHECK_INT(json_object_put(object), 0);
    CHECK_INT(json_object_put(object), 1);
}

static void use_feedcore(void)
{
    feedcore_mapping *mapping = shop_mapping();
    feedcore_snapshot *page = parse_text(mapping, SHOP_FEED);
    CHECK_INT((int64_t)feedcore_snapshot_section_count(page), 4);
    /* A json_t goes out and in again: as a feed without rows. Which json_decref is called is the
     * host's own question, so this one stays. */
    struct json_t *json = feedcore_snapshot_to_json(page);
    feedcore_snapshot *none = NULL;
    CHECK_INT(feedcore_parse_json(mapping, json, &none, NULL), FEEDCORE_ERROR_SHAPE);
    feedcore_snapshot_unref(page);
    feedcore_mapping_free(mapping);
}

int main(void)
{
    use_json_c();
    use_feedcore();
    use_json_c();
    return 0;
}
