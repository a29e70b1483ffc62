/* Actions: what a text, an item and a section do, as pure functions, and as a feed tells it. */
#include "live.h"

#include <jansson.h>

static feedcore_action *action_of(const feedcore_mapping *mapping, const char *text)
{
    feedcore_action *action = NULL;
    CHECK_INT(feedcore_action_new(mapping, text, &action), FEEDCORE_OK);
    CHECK(action);
    return action;
}

static void texts(void)
{
    feedcore_mapping *mapping = builtin("netease-home");
    feedcore_action *action = action_of(
        mapping, "orpheus://nm/flow?source=A&bizData=[{\"id\":\"7&8\",\"why\":null}]&c=%E5%A4%9C");
    feedcore_mapping_free(mapping);
    CHECK_INT(feedcore_action_get_kind(action), FEEDCORE_ACTION_OPEN_PAGE);
    CHECK_TEXT(feedcore_action_id(action), "nm/flow");
    CHECK_TEXT(feedcore_action_url(action), NULL);
    CHECK_TEXT(feedcore_action_type(action), NULL);
    CHECK_TEXT(
        feedcore_action_text(action),
        "orpheus://nm/flow?source=A&bizData=[{\"id\":\"7&8\",\"why\":null}]&c=%E5%A4%9C");
    CHECK_INT((int64_t)feedcore_action_parameter_count(action), 3);
    CHECK_TEXT(feedcore_action_parameter_name(action, 1), "bizData");
    CHECK_TEXT(feedcore_action_parameter_name(action, 3), NULL);
    CHECK_TEXT(feedcore_action_parameter(action, "bizData"), "[{\"id\":\"7&8\",\"why\":null}]");
    CHECK_TEXT(feedcore_action_parameter(action, "c"), "\xE5\xA4\x9C");
    CHECK_TEXT(feedcore_action_parameter(action, "d"), NULL);
    json_t *json = feedcore_action_to_json(action);
    char *text = feedcore_action_to_text(action);
    CHECK_TEXT(json_string_value(json_object_get(json, "kind")), "open-page");
    CHECK_TEXT(json_string_value(json_object_get(json, "id")), "nm/flow");
    CHECK(json_is_null(json_object_get(json, "url")));
    CHECK_TEXT(json_string_value(json_object_get(json_object_get(json, "parameters"), "source")),
               "A");
    json_t *again = json_loads(text, 0, NULL);
    CHECK(json_equal(json, again));
    json_decref(again);
    json_decref(json);
    feedcore_free(text);
    feedcore_action_free(action);
}

static void without_mapping(void)
{
    feedcore_action *action = action_of(NULL, "https://user@:443/1");
    CHECK_INT(feedcore_action_get_kind(action), FEEDCORE_ACTION_UNKNOWN);
    CHECK_TEXT(feedcore_action_url(action), NULL);
    feedcore_action_free(action);

    action = action_of(NULL, "https://films.test/1");
    CHECK_INT(feedcore_action_get_kind(action), FEEDCORE_ACTION_OPEN_URL);
    CHECK_TEXT(feedcore_action_url(action), "https://films.test/1");
    feedcore_action_free(action);
    action = action_of(NULL, "orpheus://song/1");
    CHECK_INT(feedcore_action_get_kind(action), FEEDCORE_ACTION_UNKNOWN);
    CHECK_TEXT(feedcore_action_url(action), NULL);
    feedcore_action_free(action);
    action = action_of(NULL, NULL);
    CHECK_INT(feedcore_action_get_kind(action), FEEDCORE_ACTION_NONE);
    CHECK_TEXT(feedcore_action_text(action), NULL);
    feedcore_action_free(action);
    action = NULL;
    CHECK_INT(feedcore_action_new(NULL, "\xFF", &action), FEEDCORE_ERROR_ARGUMENT);
    CHECK(!action);
}

/* The fixture's page: an action outlives what it was read from. */
static void items_and_sections(void)
{
    size_t length;
    char *bytes = read_file("Tests/Fixtures/netease-home.json", &length);
    feedcore_mapping *mapping = builtin("netease-home");
    feedcore_snapshot *page = NULL;
    CHECK_INT(feedcore_parse(mapping, bytes, length, &page, NULL), FEEDCORE_OK);
    free(bytes);
    size_t kinds[FEEDCORE_ACTION_SEARCH + 1] = {0};
    feedcore_action *last = NULL;
    for (size_t i = 0; i < feedcore_snapshot_section_count(page); i++) {
        const feedcore_section *section = feedcore_snapshot_section(page, i);
        for (size_t j = 0; j < feedcore_section_item_count(section); j++) {
            const feedcore_item *item = feedcore_section_item(section, j);
            feedcore_action_free(last);
            CHECK_INT(feedcore_action_of_item(mapping, item, &last), FEEDCORE_OK);
            CHECK_TEXT(feedcore_action_text(last), feedcore_item_action(item));
            CHECK_TEXT(feedcore_action_type(last),
                       feedcore_item_action(item) ? feedcore_item_action_type(item) : NULL);
            kinds[feedcore_action_get_kind(last)]++;
        }
        feedcore_action_free(last);
        CHECK_INT(feedcore_action_of_section(mapping, section, &last), FEEDCORE_OK);
        const char *button = feedcore_section_button_action(section);
        CHECK_TEXT(feedcore_action_text(last), button ? button : feedcore_section_action(section));
    }
    CHECK_INT((int64_t)kinds[FEEDCORE_ACTION_UNKNOWN], 0);
    CHECK(kinds[FEEDCORE_ACTION_OPEN_PLAYLIST] > 0);
    char *before = feedcore_action_to_text(last);
    feedcore_snapshot_unref(page);
    feedcore_mapping_free(mapping);
    char *after = feedcore_action_to_text(last);
    CHECK_TEXT(after, before);
    feedcore_free(before);
    feedcore_free(after);
    feedcore_action_free(last);
}

static char told[256];

static void hear(feedcore_feed *feed, const feedcore_event *event, void *user_data)
{
    (void)feed;
    (void)user_data;
    const feedcore_action *action = feedcore_event_activation(event);
    if (feedcore_event_get_kind(event) != FEEDCORE_EVENT_ACTION) {
        CHECK(!action && !feedcore_event_section(event) && !feedcore_event_item(event));
        return;
    }
    CHECK_TEXT(feedcore_event_action(event), feedcore_action_text(action));
    const char *title = feedcore_item_title(feedcore_event_item(event));
    const char *id = feedcore_action_id(action);
    snprintf(told, sizeof told, "%s in %s: %s %s", title ? title : "-",
             feedcore_section_key(feedcore_event_section(event)),
             feedcore_action_kind_name(feedcore_action_get_kind(action)), id ? id : "-");
}

static void in_a_feed(void)
{
    feedcore_context *context = new_context(IN_MEMORY);
    respond(context, HOME_URL, 200, NULL,
            "{\"code\": 200, \"data\": {\"blocks\": [{\"blockCode\": \"HOMEPAGE_BLOCK_MGC_PLAYLIST\","
            " \"uiElement\": {\"button\": {\"text\": \"More\", \"action\": \"orpheus://playlists\"}},"
            " \"creatives\": [{\"creativeId\": \"2\", \"action\": \"orpheus://playlist/2\","
            " \"uiElement\": {\"mainTitle\": {\"title\": \"Rain\"}}}]}]}}");
    respond(context, MENUS_URL, 200, NULL, HOME_MENUS);
    feedcore_feed *feed = new_feed(context, HOME_FEED);
    CHECK_INT(feedcore_feed_set_callback(feed, hear, NULL, NULL), FEEDCORE_OK);
    refresh(feed);
    run(context);
    const feedcore_section *section =
        feedcore_feed_section_by_key(feed, "HOMEPAGE_BLOCK_MGC_PLAYLIST");
    const uint64_t uid = feedcore_item_uid(feedcore_section_item(section, 0));
    CHECK_INT(feedcore_feed_activate(feed, uid), FEEDCORE_OK);
    CHECK_TEXT(told, "");
    dispatch(context);
    CHECK_TEXT(told, "Rain in HOMEPAGE_BLOCK_MGC_PLAYLIST: open-playlist 2");
    CHECK_INT(feedcore_feed_activate_section(feed, "HOMEPAGE_BLOCK_MGC_PLAYLIST"), FEEDCORE_OK);
    dispatch(context);
    CHECK_TEXT(told, "- in HOMEPAGE_BLOCK_MGC_PLAYLIST: open-page playlists");
    /* What the menus' mapping doesn't know. */
    const feedcore_section *menus = feedcore_feed_section_by_key(feed, "MENUS");
    CHECK_INT(feedcore_feed_activate(feed, feedcore_item_uid(feedcore_section_item(menus, 0))),
              FEEDCORE_OK);
    dispatch(context);
    CHECK_TEXT(told, "Daily in MENUS: unknown -");
    feedcore_action *action = NULL;
    CHECK_INT(feedcore_feed_action(feed, uid, &action), FEEDCORE_OK);
    CHECK_TEXT(feedcore_action_id(action), "2");
    feedcore_action_free(action);
    CHECK_INT(feedcore_feed_section_action(feed, "MENUS", &action), FEEDCORE_OK);
    CHECK_INT(feedcore_action_get_kind(action), FEEDCORE_ACTION_NONE);
    feedcore_action_free(action);
    CHECK_INT(feedcore_feed_activate_section(feed, "NOTHING"), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_activate(feed, 1), FEEDCORE_ERROR_ARGUMENT);
    feedcore_feed_free(feed);
    feedcore_context_free(context);
}

int main(void)
{
    texts();
    without_mapping();
    items_and_sections();
    in_a_feed();
    return 0;
}
