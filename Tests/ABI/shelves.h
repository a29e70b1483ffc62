/* Feeds whose page and shelves go on, and a list that follows one by its steps alone. */
#ifndef SHELVES_H
#define SHELVES_H

#include "live.h"

/* A list that goes on by cursor ("next"). */
#define PAGED_MAPPING                                                                            \
    "{\"mapping\": \"paged\", \"status\": {\"code\": \"code\", \"good\": [200]},"                \
    " \"page\": {\"next\": {\"by\": \"cursor\", \"cursor\": \"next\", \"parameter\": \"at\"}},"  \
    " \"sections\": {\"type\": {\"default\": \"list\"}, \"items\": \"items\"},"                  \
    " \"types\": {\"list\": {\"kind\": \"LIST\"}},"                                              \
    " \"default\": {\"item\": {\"id\": \"id\", \"title\": \"id\"}}}"

/* The same by a link ("next"). */
#define LINKED_MAPPING                                                            \
    "{\"mapping\": \"linked\","                                                   \
    " \"page\": {\"next\": {\"by\": \"url\", \"url\": \"next\"}},"                \
    " \"sections\": {\"type\": {\"default\": \"list\"}, \"items\": \"items\"},"   \
    " \"types\": {\"list\": {\"kind\": \"LIST\"}},"                               \
    " \"default\": {\"item\": {\"id\": \"id\", \"title\": \"id\"}}}"

/* Shelves, each of which goes on at an address of its own ("at"); so does the page ("next"). */
#define SHELVES_MAPPING                                                                          \
    "{\"mapping\": \"shelves\","                                                                 \
    " \"page\": {\"next\": {\"by\": \"cursor\", \"cursor\": \"next\", \"parameter\": \"at\"}},"  \
    " \"sections\": {\"list\": \"s\", \"type\": {\"default\": \"shelf\"}, \"key\": \"k\","       \
    "    \"title\": \"t\", \"items\": \"i\","                                                    \
    "    \"more\": {\"by\": \"cursor\", \"cursor\": \"at\", \"parameter\": \"at\","              \
    "               \"address\": \"/shelf\", \"key\": \"key\"}},"                                \
    " \"types\": {\"shelf\": {\"kind\": \"PLAYLIST_RCMD\"}},"                                    \
    " \"default\": {\"item\": {\"id\": \"i\", \"title\": \"i\","                                 \
    "    \"children\": {\"list\": \"c\", \"item\": {\"id\": \"i\", \"title\": \"i\"}}}}}"

#define SOURCE(name, url, mapping, members) \
    "{\"name\": \"" name "\", \"url\": \"" url "\", \"mapping\": " mapping members "}"
#define PAGED_FEED "{\"sources\": [" SOURCE("list", LIST_URL, PAGED_MAPPING, "") "]}"
#define SHELVES_FEED "{\"sources\": [" SOURCE("list", LIST_URL, SHELVES_MAPPING, "") "]}"

#define ITEMS(members, items) "{" members "\"items\": [" items "]}"
#define ID(id) "{\"id\": " id "}"
#define SHELF(key, members, items) "{\"k\": \"" key "\"," members "\"i\": [" items "]}"
#define CELL(id) "{\"i\": " id "}"

/* "A+: 1 2 | B: 3": what a feed shows; "+" where a section goes on. */
static inline const char *outline(const feedcore_feed *feed)
{
    static char text[4096];
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < feedcore_feed_section_count(feed); i++) {
        const feedcore_section *section = feedcore_feed_section(feed, i);
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s%s:", i ? " | " : "",
                                   feedcore_section_key(section),
                                   feedcore_section_has_more(section) ? "+" : "");
        for (size_t j = 0; j < feedcore_section_item_count(section); j++) {
            const char *title = feedcore_item_title(feedcore_section_item(section, j));
            length += (size_t)snprintf(text + length, sizeof text - length, " %s", word(title));
        }
        CHECK(length < sizeof text - 200);
    }
    return text;
}

/* ---------------------------------------------------- a list that is kept by the steps alone */

enum { MOST_SECTIONS = 64, MOST_ITEMS = 256 };

typedef struct {
    size_t count;
    struct {
        uint64_t uid;
        size_t count;
        uint64_t items[MOST_ITEMS];
    } sections[MOST_SECTIONS];
} List;

/* Leaves room for `added` elements in place of `removed` ones. */
static inline void open_gap(void *elements, size_t size, size_t most, size_t *count,
                            size_t position, size_t removed, size_t added)
{
    char *bytes = elements;
    CHECK(position + removed <= *count && *count - removed + added <= most);
    memmove(bytes + (position + added) * size, bytes + (position + removed) * size,
            (*count - position - removed) * size);
    *count = *count - removed + added;
}

static inline void read_items(List *list, const feedcore_feed *feed, size_t section, size_t from,
                              size_t count)
{
    const feedcore_section *shown = feedcore_feed_section(feed, section);
    for (size_t i = from; i < from + count; i++) {
        list->sections[section].items[i] = feedcore_item_uid(feedcore_section_item(shown, i));
        CHECK(list->sections[section].items[i]);
    }
}

static inline void read_sections(List *list, const feedcore_feed *feed, size_t from, size_t count)
{
    for (size_t i = from; i < from + count; i++) {
        const feedcore_section *shown = feedcore_feed_section(feed, i);
        list->sections[i].uid = feedcore_section_uid(shown);
        list->sections[i].count = feedcore_section_item_count(shown);
        CHECK(list->sections[i].uid && list->sections[i].count <= MOST_ITEMS);
        read_items(list, feed, i, 0, list->sections[i].count);
    }
}

static inline void check_list(const List *list, const feedcore_feed *feed)
{
    CHECK_INT((int64_t)feedcore_feed_section_count(feed), (int64_t)list->count);
    for (size_t i = 0; i < list->count; i++) {
        const feedcore_section *shown = feedcore_feed_section(feed, i);
        CHECK(feedcore_section_uid(shown) == list->sections[i].uid);
        CHECK_INT((int64_t)feedcore_section_item_count(shown), (int64_t)list->sections[i].count);
        for (size_t j = 0; j < list->sections[i].count; j++)
            CHECK(feedcore_item_uid(feedcore_section_item(shown, j)) == list->sections[i].items[j]);
    }
}

/* Makes the step of an event, reading what it adds and nothing else, and compares. */
static inline void follow(List *list, const feedcore_feed *feed, const feedcore_event *event)
{
    const feedcore_change *change = feedcore_event_change(event);
    const size_t section = (size_t)feedcore_change_section(change);
    const size_t position = (size_t)feedcore_change_position(change);
    const size_t removed = feedcore_change_removed(change);
    const size_t added = feedcore_change_added(change);
    if (feedcore_event_get_kind(event) == FEEDCORE_EVENT_RESET) {
        list->count = feedcore_feed_section_count(feed);
        CHECK(list->count <= MOST_SECTIONS);
        read_sections(list, feed, 0, list->count);
    } else if (change) {
        switch (feedcore_change_get_kind(change)) {
        case FEEDCORE_CHANGE_SECTIONS:
            open_gap(list->sections, sizeof list->sections[0], MOST_SECTIONS, &list->count,
                     position, removed, added);
            read_sections(list, feed, position, added);
            break;
        case FEEDCORE_CHANGE_ITEMS:
            CHECK(section < list->count);
            open_gap(list->sections[section].items, sizeof list->sections[0].items[0], MOST_ITEMS,
                     &list->sections[section].count, position, removed, added);
            read_items(list, feed, section, position, added);
            break;
        case FEEDCORE_CHANGE_ITEM:
            CHECK(section < list->count && position < list->sections[section].count);
            break;
        case FEEDCORE_CHANGE_SECTION:
            CHECK(section < list->count);
            break;
        }
    }
    check_list(list, feed);
}

#endif
