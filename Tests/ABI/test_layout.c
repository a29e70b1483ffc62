/* Layout: what sections measure in a feed's viewport and beside it, and banners that turn. */
#include "live.h"

#include <math.h>

#define CHECK_REAL(got, want) \
    CHECK_INT((int64_t)((got) * 1000 + 0.5), (int64_t)((want) * 1000 + 0.5))

#define BANNER_FEED \
    "{\"preset\": \"netease-home\", \"baseURL\": \"http://home.test\", \"bannerInterval\": 4000}"
#define BANNERS                                                                               \
    "{\"code\": 200, \"data\": {\"blocks\": ["                                                \
    "{\"blockCode\": \"HOMEPAGE_BANNER\", \"extInfo\": {\"banners\": [{\"bannerId\": \"1\","  \
    " \"pic\": \"http://img.test/1.jpg\"}, {\"bannerId\": \"2\","                             \
    " \"pic\": \"http://img.test/2.jpg\"}]}}]}}"

static char told[256];

static void hear(feedcore_feed *feed, const feedcore_event *event, void *user_data)
{
    (void)user_data;
    const size_t length = strlen(told);
    switch (feedcore_event_get_kind(event)) {
    case FEEDCORE_EVENT_CHANGE: {
        const feedcore_change *change = feedcore_event_change(event);
        CHECK(feedcore_event_section(event) == NULL);
        CHECK_INT(feedcore_event_position(event), -1);
        if (feedcore_change_get_kind(change) != FEEDCORE_CHANGE_SECTION)
            break;
        const size_t section = (size_t)feedcore_change_section(change);
        snprintf(told + length, sizeof told - length, "%g ",
                 feedcore_feed_measure(feed, section, FEEDCORE_METRIC_ROW_HEIGHT));
        break;
    }
    case FEEDCORE_EVENT_BANNER: {
        const char *key = feedcore_section_key(feedcore_event_section(event));
        CHECK_INT(feedcore_event_position(event), feedcore_feed_banner(feed, key));
        snprintf(told + length, sizeof told - length, "%s:%d ", key,
                 (int)feedcore_event_position(event));
        break;
    }
    default:
        break;
    }
}

#define CHECK_TOLD(want)        \
    do {                        \
        CHECK_TEXT(told, want); \
        told[0] = '\0';         \
    } while (0)

static feedcore_context *context;
static feedcore_feed *feed;

static void begin(const char *config, const char *page)
{
    context = new_context(IN_MEMORY);
    respond(context, HOME_URL, 200, NULL, page);
    respond(context, MENUS_URL, 200, NULL, HOME_MENUS);
    feed = new_feed(context, config);
    refresh(feed);
    let_work(context);
    dispatch(context);
    CHECK_INT(feedcore_feed_set_callback(feed, hear, NULL, NULL), FEEDCORE_OK);
    dispatch(context);
    told[0] = '\0';
}

static void end(void)
{
    feedcore_feed_free(feed);
    feedcore_context_free(context);
}

static void viewports(void)
{
    begin(HOME_FEED, HOME_PAGE);
    CHECK_INT((int64_t)feedcore_feed_section_count(feed), 3);
    const feedcore_section *shelf =
        feedcore_feed_section_by_key(feed, "HOMEPAGE_BLOCK_MGC_PLAYLIST");
    CHECK_INT(feedcore_section_get_layout(shelf), FEEDCORE_LAYOUT_A);
    CHECK_TEXT(feedcore_section_layout_name(shelf), "A");
    CHECK_REAL(feedcore_section_measure(shelf, 375, 800, 2, FEEDCORE_METRIC_ROW_HEIGHT), 217.5);
    CHECK_REAL(feedcore_section_measure(shelf, 375, 800, 3, FEEDCORE_METRIC_ITEM_WIDTH), 108.667);
    /* 20 points are 57.5 pixels there, and half a pixel goes upwards. */
    CHECK_REAL(feedcore_section_measure(shelf, 529, 800, 2.25, FEEDCORE_METRIC_MARGIN), 58 / 2.25);
    CHECK_REAL(feedcore_feed_measure(feed, 2, FEEDCORE_METRIC_ROW_HEIGHT), 240);
    CHECK_INT(feedcore_feed_set_viewport(feed, 828, 600, 1), FEEDCORE_OK);
    CHECK_REAL(feedcore_feed_measure(feed, 2, FEEDCORE_METRIC_ROW_HEIGHT), 240);
    CHECK(is_readable(context));
    dispatch(context);
    CHECK_TOLD("360 200 480 ");
    CHECK_INT((int64_t)feedcore_feed_revision(feed), 2);
    CHECK_INT(feedcore_feed_set_row_height(feed, "MENUS", 77), FEEDCORE_OK);
    dispatch(context);
    CHECK_TOLD("77 ");
    CHECK_INT(feedcore_feed_set_row_height(feed, "MENUS", 0), FEEDCORE_OK);
    dispatch(context);
    CHECK_TOLD("200 ");
    /* What the snapshot says doesn't change. */
    CHECK_REAL(feedcore_section_row_height(feedcore_feed_section(feed, 1)), 100);
    end();
}

static void banners(void)
{
    begin(BANNER_FEED, BANNERS);
    CHECK_INT(feedcore_feed_banner(feed, "HOMEPAGE_BANNER"), 0);
    CHECK_INT(feedcore_feed_banner(feed, "MENUS"), -1);
    advance(context, 4000);
    CHECK(is_readable(context));
    CHECK_INT(feedcore_feed_banner(feed, "HOMEPAGE_BANNER"), 0);
    dispatch(context);
    CHECK_TOLD("HOMEPAGE_BANNER:1 ");
    advance(context, 4000);
    dispatch(context);
    CHECK_TOLD("HOMEPAGE_BANNER:0 ");
    CHECK_INT(feedcore_feed_pause_banners(feed, 1), FEEDCORE_OK);
    advance(context, 40000);
    dispatch(context);
    CHECK_TOLD("");
    CHECK_INT(feedcore_feed_set_banner(feed, "HOMEPAGE_BANNER", 1), FEEDCORE_OK);
    CHECK_INT(feedcore_feed_set_banner(feed, "HOMEPAGE_BANNER", 2), FEEDCORE_ERROR_ARGUMENT);
    dispatch(context);
    CHECK_TOLD("HOMEPAGE_BANNER:1 ");
    CHECK_INT(feedcore_feed_pause_banners(feed, 0), FEEDCORE_OK);
    advance(context, 4000);
    dispatch(context);
    CHECK_TOLD("HOMEPAGE_BANNER:0 ");
    /* Freed while its timer runs. */
    end();
}

/* The page that is told first has fewer. */
static void turned_to_what_has_gone(void)
{
    begin(BANNER_FEED, BANNERS);
    CHECK_INT(feedcore_feed_load(feed, 0, HOME_PAGE, strlen(HOME_PAGE), NULL), FEEDCORE_OK);
    let_work(context);
    CHECK_INT(feedcore_feed_set_banner(feed, "HOMEPAGE_BANNER", 1), FEEDCORE_OK);
    dispatch(context);
    CHECK_TOLD("");
    CHECK_INT(feedcore_feed_banner(feed, "HOMEPAGE_BANNER"), 0);
    end();
}

/* Cells of 61 pixels, of which eight fill the 488 between the margins, and rows of 26. */
static void what_just_fits(void)
{
    static const char tiles[] =
        "{\"mapping\": \"tiles\", \"sections\": {\"type\": {\"default\": \"t\"}, \"items\": \"i\"},"
        " \"types\": {\"t\": {\"kind\": \"LIST\"}}, \"default\": {\"item\": {\"title\": \"t\"}},"
        " \"layouts\": {\"tiles\": {\"types\": [\"t\"], \"scroll\": \"vertical\", \"item\": 46,"
        " \"columns\": 0, \"rows\": 0, \"row\": 69, \"head\": 0, \"margin\": 23, \"spacing\": 0}}}";
    feedcore_mapping *mapping = NULL;
    feedcore_snapshot *page = NULL;
    CHECK_INT(feedcore_mapping_new(tiles, sizeof tiles - 1, &mapping, NULL), FEEDCORE_OK);
    CHECK_INT(feedcore_parse(mapping, "{\"i\": [{\"t\": \"a\"}]}", 19, &page, NULL), FEEDCORE_OK);
    const feedcore_section *section = feedcore_snapshot_section(page, 0);
    CHECK_REAL(feedcore_section_measure(section, 200, 896, 2.75, FEEDCORE_METRIC_COLUMNS), 8);
    CHECK_REAL(feedcore_section_measure(section, 199, 896, 2.75, FEEDCORE_METRIC_COLUMNS), 7);
    CHECK_REAL(feedcore_section_measure(section, 123, 145.6, 1.25, FEEDCORE_METRIC_ROWS), 7);
    CHECK_REAL(feedcore_section_measure(section, 123, 145.5, 1.25, FEEDCORE_METRIC_ROWS), 6);
    feedcore_snapshot_unref(page);
    feedcore_mapping_free(mapping);
}

static void *from_another_thread(void *argument)
{
    (void)argument;
    CHECK_INT(feedcore_feed_set_viewport(feed, 828, 600, 1), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_set_row_height(feed, "MENUS", 77), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_pause_banners(feed, 1), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_set_banner(feed, "HOMEPAGE_BANNER", 1), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_activate_section(feed, "MENUS"), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_banner(feed, "HOMEPAGE_BANNER"), -1);
    CHECK(isnan(feedcore_feed_measure(feed, 0, FEEDCORE_METRIC_WIDTH)));
    return NULL;
}

static void threads(void)
{
    begin(BANNER_FEED, BANNERS);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, from_another_thread, NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    end();
}

int main(void)
{
    viewports();
    what_just_fits();
    banners();
    turned_to_what_has_gone();
    threads();
    return 0;
}
