/* Every function of the header, given NULL, an index past the end, or a number that is no enum
 * value: a status or the absent value, never a crash. A check beside this file sees to it that no
 * function is left out. */
#include "live.h"
#include "shop.h"

#include <limits.h>
#include <jansson.h>
#include <math.h>

static feedcore_mapping *mapping;
static feedcore_snapshot *page;
static const feedcore_section *section;
static const feedcore_item *item;

static const size_t past_the_end[] = {1000, (size_t)INT64_MAX, (size_t)INT64_MAX + 1, SIZE_MAX};
#define FOR_EACH_INDEX(index) \
    for (const size_t *index = past_the_end; index < past_the_end + 4; index++)

/* The call failed with `want`, and told so in `error`. */
#define CHECK_ERROR(call, want)                           \
    do {                                                  \
        feedcore_error *error = NULL;                     \
        CHECK_INT(call, want);                            \
        CHECK_INT(feedcore_error_status(error), want);    \
        CHECK(strlen(feedcore_error_message(error)) > 0); \
        feedcore_error_free(error);                       \
    } while (0)

/* It cleared its out handle, too. */
#define CHECK_FAILS(call, out, want)      \
    do {                                  \
        (out) = (void *)past_the_end;     \
        CHECK_ERROR(call, want);          \
        CHECK((out) == NULL);             \
    } while (0)

static void version_and_memory(void)
{
    CHECK(feedcore_version());
    CHECK(feedcore_version_number() > 0);
    feedcore_free(NULL);
}

static void statuses_and_errors(void)
{
    static const int none[] = {1, -22, INT_MIN, INT_MAX};
    for (size_t i = 0; i < 4; i++)
        CHECK_TEXT(feedcore_status_name((feedcore_status)none[i]), "unknown");
    CHECK_TEXT(feedcore_status_name(FEEDCORE_ERROR_STORE), "store");
    CHECK_TEXT(feedcore_status_name(FEEDCORE_ERROR_IMAGE), "image");
    feedcore_error_free(NULL);
    CHECK_INT(feedcore_error_status(NULL), FEEDCORE_OK);
    CHECK_TEXT(feedcore_error_message(NULL), "");
    CHECK_INT(feedcore_error_offset(NULL), -1);
    CHECK_INT(feedcore_error_line(NULL), -1);
    CHECK_INT(feedcore_error_column(NULL), -1);
    CHECK_TEXT(feedcore_error_path(NULL), NULL);
    CHECK_TEXT(feedcore_error_service_code(NULL), NULL);
    CHECK_TEXT(feedcore_error_service_message(NULL), NULL);
    CHECK_INT(feedcore_error_http_status(NULL), -1);
    CHECK_INT(feedcore_error_retryable(NULL), 0);
    CHECK(feedcore_error_to_json(NULL) == NULL);
    CHECK(feedcore_error_to_text(NULL) == NULL);
}

static void mappings(void)
{
    feedcore_mapping *out;
    CHECK_FAILS(feedcore_mapping_builtin(NULL, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_mapping_builtin("users", NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    FOR_EACH_INDEX(index)
        CHECK_TEXT(feedcore_mapping_builtin_name(*index), NULL);
    CHECK_FAILS(feedcore_mapping_new(NULL, 2, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_mapping_new("{}", SIZE_MAX, &out, &error), out, FEEDCORE_ERROR_TOO_LARGE);
    CHECK_FAILS(feedcore_mapping_new("{}", (size_t)1 << 30, &out, &error), out,
                FEEDCORE_ERROR_TOO_LARGE);
    CHECK_INT(feedcore_mapping_new("{}", 2, NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_mapping_new_json(NULL, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    json_t *json = json_object();
    CHECK_INT(feedcore_mapping_new_json(json, NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    json_decref(json);
    feedcore_mapping_free(NULL);
    CHECK_TEXT(feedcore_mapping_name(NULL), NULL);
    CHECK(feedcore_mapping_to_text(NULL) == NULL);
}

static void parsing(void)
{
    feedcore_snapshot *out;
    CHECK_FAILS(feedcore_parse(NULL, "[]", 2, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_parse(mapping, NULL, 2, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_parse(mapping, "[]", SIZE_MAX, &out, &error), out,
                FEEDCORE_ERROR_TOO_LARGE);
    CHECK_FAILS(feedcore_parse(mapping, "[]", (size_t)1 << 30, &out, &error), out,
                FEEDCORE_ERROR_TOO_LARGE);
    CHECK_INT(feedcore_parse(mapping, "[]", 2, NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    feedcore_error *error = NULL;
    CHECK_INT(feedcore_parse(mapping, "[]", 2, NULL, &error), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_error_status(error), FEEDCORE_ERROR_ARGUMENT);
    feedcore_error_free(error);

    json_t *json = json_object();
    CHECK_FAILS(feedcore_parse_json(NULL, json, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_parse_json(mapping, NULL, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_parse_json(mapping, json, NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    json_decref(json);

    CHECK_FAILS(feedcore_snapshot_join(NULL, page, 0, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_snapshot_join(page, NULL, 0, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_snapshot_join(page, page, 0, NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    FOR_EACH_INDEX(index) {
        CHECK_INT(feedcore_snapshot_join(page, page, *index, &out, NULL), FEEDCORE_OK);
        feedcore_snapshot_unref(out);
    }
}

static void snapshots(void)
{
    size_t length = 7;
    CHECK(feedcore_snapshot_ref(NULL) == NULL);
    feedcore_snapshot_unref(NULL);
    CHECK_INT(feedcore_snapshot_section_count(NULL), 0);
    CHECK(feedcore_snapshot_section(NULL, 0) == NULL);
    CHECK(feedcore_snapshot_section_by_key(NULL, "shelf") == NULL);
    CHECK(feedcore_snapshot_section_by_key(page, NULL) == NULL);
    CHECK(feedcore_snapshot_section_by_key(page, "") == NULL);
    CHECK(feedcore_snapshot_section_by_key(page, "\xFF") == NULL);
    CHECK_TEXT(feedcore_snapshot_service_code(NULL), NULL);
    CHECK_TEXT(feedcore_snapshot_message(NULL), NULL);
    CHECK_TEXT(feedcore_snapshot_cursor(NULL), NULL);
    CHECK_INT(feedcore_snapshot_has_more(NULL), -1);
    CHECK_INT(feedcore_snapshot_refresh_interval(NULL), -1);
    CHECK_TEXT(feedcore_snapshot_nodata_toast(NULL), NULL);
    CHECK(feedcore_snapshot_rest_json(NULL, &length) == NULL);
    CHECK_INT(length, 0);
    CHECK(feedcore_snapshot_rest_json(NULL, NULL) == NULL);
    CHECK_INT(feedcore_snapshot_warning_count(NULL), 0);
    CHECK_INT(feedcore_snapshot_warning_total(NULL), 0);
    CHECK(feedcore_snapshot_warning(NULL, 0) == NULL);
    CHECK(feedcore_snapshot_to_json(NULL) == NULL);
    CHECK(feedcore_snapshot_to_text(NULL) == NULL);
    FOR_EACH_INDEX(index) {
        CHECK(feedcore_snapshot_section(page, *index) == NULL);
        CHECK(feedcore_snapshot_warning(page, *index) == NULL);
    }
}

static void changes(void)
{
    static const int none[] = {0, 5, -1, INT_MIN, INT_MAX};
    feedcore_change_list *out;
    CHECK_FAILS(feedcore_diff(page, NULL, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_diff(NULL, NULL, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_diff(page, page, NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    feedcore_change_list_free(NULL);
    CHECK_INT((int64_t)feedcore_change_list_count(NULL), 0);
    CHECK(feedcore_change_list_change(NULL, 0) == NULL);
    CHECK(feedcore_change_list_to_json(NULL) == NULL);
    CHECK(feedcore_change_list_to_text(NULL) == NULL);
    CHECK_INT(feedcore_diff(NULL, page, &out, NULL), FEEDCORE_OK);
    CHECK_INT((int64_t)feedcore_change_list_count(out), 1);
    FOR_EACH_INDEX(index)
        CHECK(feedcore_change_list_change(out, *index) == NULL);
    feedcore_change_list_free(out);

    CHECK_INT(feedcore_change_get_kind(NULL), 0);
    for (size_t i = 0; i < 5; i++)
        CHECK_TEXT(feedcore_change_kind_name((feedcore_change_kind)none[i]), "unknown");
    CHECK_INT(feedcore_change_section(NULL), -1);
    CHECK_INT(feedcore_change_position(NULL), -1);
    CHECK_INT((int64_t)feedcore_change_removed(NULL), 0);
    CHECK_INT((int64_t)feedcore_change_added(NULL), 0);
    CHECK(feedcore_change_to_json(NULL) == NULL);
}

static void warnings(void)
{
    CHECK_INT(feedcore_warning_get_code(NULL), 0);
    CHECK_TEXT(feedcore_warning_name(NULL), "");
    CHECK_TEXT(feedcore_warning_path(NULL), NULL);
    CHECK_TEXT(feedcore_warning_message(NULL), "");
    CHECK(feedcore_warning_to_json(NULL) == NULL);
}

static void sections(void)
{
    static const int none[] = {-1, 14, INT_MIN, INT_MAX};
    size_t length = 7;
    CHECK_INT(feedcore_section_get_kind(NULL), FEEDCORE_SECTION_CUSTOM);
    for (size_t i = 0; i < 4; i++)
        CHECK_TEXT(feedcore_section_kind_name((feedcore_section_kind)none[i]), "CUSTOM");
    CHECK_TEXT(feedcore_section_type(NULL), NULL);
    CHECK_TEXT(feedcore_section_key(NULL), NULL);
    CHECK_INT((int64_t)feedcore_section_uid(NULL), 0);
    CHECK_TEXT(feedcore_section_title(NULL), NULL);
    CHECK_TEXT(feedcore_section_subtitle(NULL), NULL);
    CHECK_TEXT(feedcore_section_title_image(NULL), NULL);
    CHECK_TEXT(feedcore_section_button_text(NULL), NULL);
    CHECK_TEXT(feedcore_section_button_action(NULL), NULL);
    CHECK_TEXT(feedcore_section_button_action_type(NULL), NULL);
    CHECK_TEXT(feedcore_section_action(NULL), NULL);
    CHECK_TEXT(feedcore_section_action_type(NULL), NULL);
    CHECK_TEXT(feedcore_section_show_type(NULL), NULL);
    CHECK_INT(feedcore_section_can_close(NULL), -1);
    CHECK_INT(feedcore_section_get_layout(NULL), 0);
    CHECK_INT(feedcore_section_row_count(NULL), 0);
    CHECK(feedcore_section_row_height(NULL) == 0);
    CHECK_TEXT(feedcore_section_layout_name(NULL), NULL);
    CHECK(isnan(feedcore_section_measure(NULL, 414, 896, 1, FEEDCORE_METRIC_WIDTH)));
    CHECK_INT(feedcore_section_has_more(NULL), 0);
    CHECK_INT(feedcore_section_item_count(NULL), 0);
    CHECK(feedcore_section_item(NULL, 0) == NULL);
    CHECK(feedcore_section_raw_json(NULL, &length) == NULL);
    CHECK_INT(length, 0);
    CHECK(feedcore_section_raw_json(NULL, NULL) == NULL);
    CHECK(feedcore_section_to_json(NULL) == NULL);
    CHECK(feedcore_section_to_text(NULL) == NULL);
    FOR_EACH_INDEX(index)
        CHECK(feedcore_section_item(section, *index) == NULL);
}

static void items(void)
{
    size_t length = 7;
    CHECK_TEXT(feedcore_item_id(NULL), NULL);
    CHECK_INT((int64_t)feedcore_item_uid(NULL), 0);
    CHECK_TEXT(feedcore_item_title(NULL), NULL);
    CHECK_TEXT(feedcore_item_subtitle(NULL), NULL);
    CHECK_TEXT(feedcore_item_text(NULL), NULL);
    CHECK_TEXT(feedcore_item_html(NULL), NULL);
    CHECK_TEXT(feedcore_item_image(NULL), NULL);
    CHECK_TEXT(feedcore_item_action(NULL), NULL);
    CHECK_TEXT(feedcore_item_action_type(NULL), NULL);
    CHECK_INT(feedcore_item_play_count(NULL), -1);
    CHECK_INT(feedcore_item_label_count(NULL), 0);
    CHECK_TEXT(feedcore_item_label(NULL, 0), NULL);
    CHECK_INT(feedcore_item_child_count(NULL), 0);
    CHECK(feedcore_item_child(NULL, 0) == NULL);
    CHECK(feedcore_item_raw_json(NULL, &length) == NULL);
    CHECK_INT(length, 0);
    CHECK(feedcore_item_raw_json(NULL, NULL) == NULL);
    CHECK(feedcore_item_to_json(NULL) == NULL);
    CHECK(feedcore_item_to_text(NULL) == NULL);
    FOR_EACH_INDEX(index) {
        CHECK_TEXT(feedcore_item_label(item, *index), NULL);
        CHECK(feedcore_item_child(item, *index) == NULL);
    }
}

static void tables(void)
{
    size_t length = 7;
    CHECK(feedcore_snapshot_to_table(NULL, &length) == NULL);
    CHECK_INT((int64_t)length, 0);
    length = 7;
    CHECK(feedcore_section_to_table(NULL, &length) == NULL);
    CHECK_INT((int64_t)length, 0);
    CHECK(feedcore_snapshot_to_table(NULL, NULL) == NULL);
    CHECK(feedcore_section_to_table(NULL, NULL) == NULL);
}

/* Extras of no item, by no name, by a name that isn't there. */
static void extras(void)
{
    const struct {
        const feedcore_item *item;
        const char *name;
    } absent[] = {{NULL, "by"}, {NULL, NULL},   {item, NULL},
                  {item, ""},   {item, "\xFF"}, {item, "By"}};
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; i++) {
        const feedcore_item *of = absent[i].item;
        const char *name = absent[i].name;
        CHECK_INT(feedcore_item_extra_get_type(of, name), FEEDCORE_EXTRA_NONE);
        CHECK_TEXT(feedcore_item_extra_text(of, name), NULL);
        CHECK(isnan(feedcore_item_extra_number(of, name)));
        CHECK_INT(feedcore_item_extra_integer(of, name), -1);
        CHECK_INT(feedcore_item_extra_time(of, name), INT64_MIN);
        CHECK_INT(feedcore_item_extra_length(of, name), 0);
        CHECK_TEXT(feedcore_item_extra_element_text(of, name, 0), NULL);
        CHECK(isnan(feedcore_item_extra_element_number(of, name, 0)));
    }
    CHECK_INT(feedcore_item_extra_count(NULL), 0);
    CHECK_TEXT(feedcore_item_extra_name(NULL, 0), NULL);
    FOR_EACH_INDEX(index) {
        CHECK_TEXT(feedcore_item_extra_name(item, *index), NULL);
        CHECK_TEXT(feedcore_item_extra_element_text(item, "by", *index), NULL);
        CHECK(isnan(feedcore_item_extra_element_number(item, "by", *index)));
    }
}

static void counters(void)
{
    feedcore_counter *counter = feedcore_counter_new(0);
    CHECK(counter);
    feedcore_counter_free(counter);
    CHECK_INT(feedcore_counter_set_format(NULL, "{count}"), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_counter_set_format(NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_counter_increment(NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_counter_decrement(NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_counter_count(NULL), 0);
    CHECK_TEXT(feedcore_counter_text(NULL), NULL);
    CHECK_INT(feedcore_counter_set_callback(NULL, NULL, NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    feedcore_counter_free(NULL);
}

static void contexts(void)
{
    feedcore_context *out;
    Record record = {0};
    json_t *json = json_object();
    CHECK_FAILS(feedcore_context_new("{}", SIZE_MAX, &out, &error), out, FEEDCORE_ERROR_TOO_LARGE);
    CHECK_INT(feedcore_context_new("{}", 2, NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_context_new_json(json, NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    json_decref(json);
    feedcore_context_free(NULL);
    CHECK_INT(feedcore_context_fd(NULL), -1);
    CHECK_INT(feedcore_context_dispatch(NULL, 0), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_context_run(NULL, 0), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_context_clear_store(NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_context_set_wakeup(NULL, NULL, &record, record_end),
              FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_context_set_log(NULL, NULL, &record, record_end), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_context_set_transport(NULL, NULL, NULL, &record, record_end),
              FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(record.destroyed, 3);

    out = new_context(IN_MEMORY);
    static const int counts[] = {INT_MIN, -1, 0, INT_MAX};
    for (size_t i = 0; i < 4; i++)
        CHECK_INT(feedcore_context_dispatch(out, counts[i]), FEEDCORE_OK);
    CHECK_INT(feedcore_context_set_transport(out, NULL, NULL, &record, record_end),
              FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(record.destroyed, 4);
    CHECK_INT(feedcore_context_clear_store(out), FEEDCORE_OK); /* it has none */
    feedcore_context_free(out);
}

static void feeds(void)
{
    feedcore_context *context = new_context(IN_MEMORY);
    feedcore_feed *feed = new_feed(context, LIST_FEED), *out;
    Record record = {0};
    json_t *json = json_object();
    uint64_t request = 7;
    CHECK_FAILS(feedcore_feed_new(NULL, "{}", 2, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_feed_new(context, NULL, 0, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_feed_new(context, "{}", SIZE_MAX, &out, &error), out,
                FEEDCORE_ERROR_TOO_LARGE);
    CHECK_INT(feedcore_feed_new(context, LIST_FEED, strlen(LIST_FEED), NULL, NULL),
              FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_feed_new_json(NULL, json, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_feed_new_json(context, NULL, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_new_json(context, json, NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    feedcore_feed_free(NULL);
    CHECK_INT(feedcore_feed_set_callback(NULL, NULL, &record, record_end), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(record.destroyed, 1);
    CHECK_INT(feedcore_feed_refresh(NULL, &request), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT((int64_t)request, 0);
    request = 7;
    CHECK_INT(feedcore_feed_reload(NULL, &request), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT((int64_t)request, 0);
    CHECK_INT(feedcore_feed_refresh_source(NULL, 0, NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_load(NULL, 0, "{}", 2, NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_load(feed, 0, NULL, 0, NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_load_json(NULL, 0, json, NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_load_json(feed, 0, NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_cancel(NULL, 1), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_cancel(feed, UINT64_MAX), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT((int64_t)feedcore_feed_section_count(NULL), 0);
    CHECK(feedcore_feed_section(NULL, 0) == NULL);
    CHECK(feedcore_feed_section_by_key(NULL, "list") == NULL);
    CHECK(feedcore_feed_section_by_key(feed, NULL) == NULL);
    CHECK(feedcore_feed_snapshot(NULL) == NULL);
    CHECK(feedcore_feed_hidden_sections(NULL) == NULL);
    CHECK_INT((int64_t)feedcore_feed_revision(NULL), 0);
    CHECK_INT((int64_t)feedcore_feed_source_count(NULL), 0);
    CHECK_TEXT(feedcore_feed_source_name(NULL, 0), NULL);
    CHECK_INT(feedcore_feed_source_state(NULL, 0), FEEDCORE_STATE_IDLE);
    CHECK_INT(feedcore_feed_source_time(NULL, 0), INT64_MIN);
    CHECK(feedcore_feed_source_error(NULL, 0) == NULL);
    CHECK_INT(feedcore_feed_select(NULL, 1), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_activate(NULL, 1), FEEDCORE_ERROR_ARGUMENT);
    feedcore_action *action = (feedcore_action *)&request;
    CHECK_INT(feedcore_feed_action(NULL, 1, &action), FEEDCORE_ERROR_ARGUMENT);
    CHECK(action == NULL);
    CHECK_INT(feedcore_feed_action(feed, 1, NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_action(feed, 1, &action), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_section_action(NULL, "list", &action), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_section_action(feed, NULL, &action), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_section_action(feed, "list", &action), FEEDCORE_ERROR_ARGUMENT);
    CHECK(action == NULL);
    CHECK_INT(feedcore_feed_activate_section(NULL, "list"), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_activate_section(feed, NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_activate_section(feed, "\xFF"), FEEDCORE_ERROR_ARGUMENT);
    request = 7;
    CHECK_INT(feedcore_feed_load_more(NULL, &request), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT((int64_t)request, 0);
    CHECK_INT(feedcore_feed_load_more(feed, NULL), FEEDCORE_OK);
    CHECK_INT(feedcore_feed_can_load_more(NULL), 0);
    request = 7;
    CHECK_INT(feedcore_feed_load_more_section(NULL, "list", &request), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT((int64_t)request, 0);
    request = 7;
    CHECK_INT(feedcore_feed_load_more_section(feed, NULL, &request), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT((int64_t)request, 0);
    CHECK_INT(feedcore_feed_load_more_section(feed, "\xFF", NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_section_state(NULL, 0), FEEDCORE_STATE_IDLE);
    CHECK_INT(feedcore_feed_select(feed, 1), FEEDCORE_ERROR_ARGUMENT); /* it shows nothing yet */
    FOR_EACH_INDEX(index) {
        CHECK_INT(feedcore_feed_refresh_source(feed, *index, &request), FEEDCORE_ERROR_ARGUMENT);
        CHECK_INT(feedcore_feed_load(feed, *index, "{}", 2, &request), FEEDCORE_ERROR_ARGUMENT);
        CHECK_INT(feedcore_feed_load_json(feed, *index, json, &request), FEEDCORE_ERROR_ARGUMENT);
        CHECK(feedcore_feed_section(feed, *index) == NULL);
        CHECK_TEXT(feedcore_feed_source_name(feed, *index), NULL);
        CHECK_INT(feedcore_feed_source_state(feed, *index), FEEDCORE_STATE_IDLE);
        CHECK_INT(feedcore_feed_section_state(feed, *index), FEEDCORE_STATE_IDLE);
        CHECK_INT(feedcore_feed_source_time(feed, *index), INT64_MIN);
        CHECK(feedcore_feed_source_error(feed, *index) == NULL);
    }
    CHECK_INT(thread_count(), 1); /* nothing of that was a request */
    json_decref(json);
    feedcore_feed_free(feed);
    feedcore_context_free(context);
}

static void layouts(void)
{
    static const double no_sizes[] = {0, -1, 0.05, 100001, NAN, INFINITY, -INFINITY};
    static const int none[] = {0, 15, -1, INT_MIN, INT_MAX};
    feedcore_context *context = new_context(IN_MEMORY);
    feedcore_feed *feed = new_feed(context, LIST_FEED);
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    refresh(feed);
    run(context);
    const feedcore_section *section = feedcore_feed_section(feed, 0);
    CHECK(feedcore_section_measure(section, 500, 896, 1, FEEDCORE_METRIC_WIDTH) == 500);
    for (size_t i = 0; i < sizeof no_sizes / sizeof *no_sizes; i++) {
        const double size = no_sizes[i];
        const feedcore_metric width = FEEDCORE_METRIC_WIDTH;
        CHECK(isnan(feedcore_section_measure(section, size, 896, 1, width)));
        CHECK(isnan(feedcore_section_measure(section, 414, size, 1, width)));
        CHECK(isnan(feedcore_section_measure(section, 414, 896, size, width)));
        CHECK_INT(feedcore_feed_set_viewport(feed, size, 896, 1), FEEDCORE_ERROR_ARGUMENT);
        CHECK_INT(feedcore_feed_set_viewport(feed, 414, size, 1), FEEDCORE_ERROR_ARGUMENT);
        CHECK_INT(feedcore_feed_set_viewport(feed, 414, 896, size), FEEDCORE_ERROR_ARGUMENT);
        if (size != 0)
            CHECK_INT(feedcore_feed_set_row_height(feed, "list", size), FEEDCORE_ERROR_ARGUMENT);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        const feedcore_metric metric = (feedcore_metric)none[i];
        CHECK_TEXT(feedcore_metric_name(metric), "unknown");
        CHECK(isnan(feedcore_section_measure(section, 414, 896, 1, metric)));
        CHECK(isnan(feedcore_feed_measure(feed, 0, metric)));
    }
    CHECK_INT(feedcore_feed_set_viewport(NULL, 414, 896, 1), FEEDCORE_ERROR_ARGUMENT);
    CHECK(isnan(feedcore_feed_measure(NULL, 0, FEEDCORE_METRIC_WIDTH)));
    CHECK_INT(feedcore_feed_layout(NULL, 0), FEEDCORE_LAYOUT_LIST);
    CHECK_TEXT(feedcore_feed_layout_name(NULL, 0), NULL);
    CHECK_INT(feedcore_feed_set_row_height(NULL, "list", 80), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_set_row_height(feed, NULL, 80), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_pause_banners(NULL, 1), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_banner(NULL, "list"), -1);
    CHECK_INT(feedcore_feed_banner(feed, NULL), -1);
    CHECK_INT(feedcore_feed_banner(feed, "list"), -1);
    CHECK_INT(feedcore_feed_set_banner(NULL, "list", 0), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_set_banner(feed, NULL, 0), FEEDCORE_ERROR_ARGUMENT);
    FOR_EACH_INDEX(index) {
        CHECK(isnan(feedcore_feed_measure(feed, *index, FEEDCORE_METRIC_WIDTH)) == (*index != 0));
        CHECK_TEXT(feedcore_feed_layout_name(feed, *index), *index == 0 ? "LIST" : NULL);
        CHECK_INT(feedcore_feed_layout(feed, *index), FEEDCORE_LAYOUT_LIST);
        CHECK_INT(feedcore_feed_set_banner(feed, "list", *index), FEEDCORE_ERROR_ARGUMENT);
    }
    feedcore_feed_free(feed);
    feedcore_context_free(context);
}

static void actions(void)
{
    static const int none[] = {11, -1, INT_MIN, INT_MAX};
    feedcore_action *action = (feedcore_action *)&none;
    CHECK_INT(feedcore_action_new(NULL, "a", NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_action_of_item(NULL, NULL, &action), FEEDCORE_ERROR_ARGUMENT);
    CHECK(action == NULL);
    action = (feedcore_action *)&none;
    CHECK_INT(feedcore_action_of_section(NULL, NULL, &action), FEEDCORE_ERROR_ARGUMENT);
    CHECK(action == NULL);
    feedcore_action_free(NULL);
    CHECK_INT(feedcore_action_get_kind(NULL), FEEDCORE_ACTION_NONE);
    CHECK_TEXT(feedcore_action_id(NULL), NULL);
    CHECK_TEXT(feedcore_action_url(NULL), NULL);
    CHECK_TEXT(feedcore_action_text(NULL), NULL);
    CHECK_TEXT(feedcore_action_type(NULL), NULL);
    CHECK_INT((int64_t)feedcore_action_parameter_count(NULL), 0);
    CHECK_TEXT(feedcore_action_parameter_name(NULL, 0), NULL);
    CHECK_TEXT(feedcore_action_parameter(NULL, "a"), NULL);
    CHECK(feedcore_action_to_json(NULL) == NULL);
    CHECK(feedcore_action_to_text(NULL) == NULL);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        CHECK_TEXT(feedcore_action_kind_name((feedcore_action_kind)none[i]), "unknown");
    CHECK_TEXT(feedcore_action_kind_name(FEEDCORE_ACTION_SEARCH), "search");
    CHECK_INT(feedcore_action_new(NULL, "a?b=c", &action), FEEDCORE_OK);
    FOR_EACH_INDEX(index) CHECK_TEXT(feedcore_action_parameter_name(action, *index), NULL);
    CHECK_TEXT(feedcore_action_parameter(action, NULL), NULL);
    CHECK_TEXT(feedcore_action_parameter(action, "\xFF"), NULL);
    feedcore_action_free(action);
}

static void arrangements(void)
{
    static const char *const keys[] = {NULL, "", "list", "\xFF"};
    feedcore_context *context = new_context(IN_MEMORY);
    feedcore_feed *feed = new_feed(context, LIST_FEED);
    json_t *json = json_object();
    for (size_t i = 0; i < 4; i++) {
        CHECK_INT(feedcore_feed_move_section(NULL, keys[i], 0), FEEDCORE_ERROR_ARGUMENT);
        CHECK_INT(feedcore_feed_move_section(feed, keys[i], SIZE_MAX), FEEDCORE_ERROR_ARGUMENT);
        CHECK_INT(feedcore_feed_hide_section(NULL, keys[i], 1), FEEDCORE_ERROR_ARGUMENT);
        CHECK_INT(feedcore_feed_hide_section(feed, keys[i], INT_MIN), FEEDCORE_ERROR_ARGUMENT);
        CHECK_INT(feedcore_feed_remove_section(NULL, keys[i]), FEEDCORE_ERROR_ARGUMENT);
        CHECK_INT(feedcore_feed_remove_section(feed, keys[i]), FEEDCORE_ERROR_ARGUMENT);
    }
    CHECK_ERROR(feedcore_feed_insert_section(NULL, "{}", 2, 0, &error), FEEDCORE_ERROR_ARGUMENT);
    CHECK_ERROR(feedcore_feed_insert_section(feed, NULL, 0, 0, &error), FEEDCORE_ERROR_ARGUMENT);
    CHECK_ERROR(feedcore_feed_insert_section(feed, "{}", SIZE_MAX, 0, &error),
                FEEDCORE_ERROR_TOO_LARGE);
    CHECK_ERROR(feedcore_feed_insert_section(feed, "", 0, 0, &error), FEEDCORE_ERROR_EMPTY);
    CHECK_INT(feedcore_feed_insert_section(feed, "{}", 2, SIZE_MAX, NULL), FEEDCORE_ERROR_CONFIG);
    CHECK_ERROR(feedcore_feed_insert_section_json(NULL, json, 0, &error), FEEDCORE_ERROR_ARGUMENT);
    CHECK_ERROR(feedcore_feed_insert_section_json(feed, NULL, 0, &error), FEEDCORE_ERROR_ARGUMENT);
    CHECK_ERROR(feedcore_feed_set_arrangement(NULL, "{}", 2, &error), FEEDCORE_ERROR_ARGUMENT);
    CHECK_ERROR(feedcore_feed_set_arrangement(feed, NULL, 0, &error), FEEDCORE_ERROR_ARGUMENT);
    CHECK_ERROR(feedcore_feed_set_arrangement(feed, "{}", SIZE_MAX, &error),
                FEEDCORE_ERROR_TOO_LARGE);
    CHECK_ERROR(feedcore_feed_set_arrangement_json(NULL, json, &error), FEEDCORE_ERROR_ARGUMENT);
    CHECK_ERROR(feedcore_feed_set_arrangement_json(feed, NULL, &error), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_feed_set_arrangement_json(feed, json, NULL), FEEDCORE_OK);
    CHECK(feedcore_feed_arrangement_to_json(NULL) == NULL);
    CHECK(feedcore_feed_arrangement_to_text(NULL) == NULL);
    char *text = feedcore_feed_arrangement_to_text(feed);
    CHECK_TEXT(text, "{\"order\":[],\"hidden\":[],\"removed\":[],\"own\":[]}");
    feedcore_free(text);
    json_decref(json);
    feedcore_feed_free(feed);
    feedcore_context_free(context);
}

static void searches(void)
{
    static const char config[] =
        "{\"sources\": [{\"name\": \"web\", \"url\": \"http://a/{query}\", \"mapping\": \"users\"}]}";
    static const int none[] = {5, -1, INT_MIN, INT_MAX};
    feedcore_context *context = new_context(IN_MEMORY);
    feedcore_search *search, *out;
    Record record = {0};
    json_t *json = json_object();
    CHECK_FAILS(feedcore_search_new(NULL, config, strlen(config), &out, &error), out,
                FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_search_new(context, NULL, 0, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_search_new(context, config, SIZE_MAX, &out, &error), out,
                FEEDCORE_ERROR_TOO_LARGE);
    CHECK_INT(feedcore_search_new(context, config, strlen(config), NULL, NULL),
              FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_search_new_json(NULL, json, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_search_new_json(context, NULL, &out, &error), out,
                FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_search_new_json(context, json, NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    json_decref(json);
    feedcore_search_free(NULL);
    CHECK_INT(feedcore_search_set_callback(NULL, NULL, &record, record_end),
              FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(record.destroyed, 1);
    CHECK(feedcore_search_feed(NULL) == NULL);
    CHECK_INT(feedcore_search_set_query(NULL, "a"), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_search_submit(NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_search_cancel(NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_TEXT(feedcore_search_query(NULL), NULL);
    CHECK_INT(feedcore_search_get_state(NULL), FEEDCORE_SEARCH_PROMPT);
    for (size_t i = 0; i < 4; i++)
        CHECK_TEXT(feedcore_search_state_name((feedcore_search_state)none[i]), "unknown");
    CHECK_TEXT(feedcore_search_prompt(NULL), NULL);
    CHECK_TEXT(feedcore_search_placeholder(NULL), NULL);
    CHECK_INT((int64_t)feedcore_search_recent_count(NULL), 0);
    CHECK_TEXT(feedcore_search_recent(NULL, 0), NULL);
    CHECK_INT(feedcore_search_clear_recent(NULL), FEEDCORE_ERROR_ARGUMENT);

    CHECK_INT(feedcore_search_new(context, config, strlen(config), &search, NULL), FEEDCORE_OK);
    CHECK_INT(feedcore_search_set_query(search, NULL), FEEDCORE_ERROR_ARGUMENT);
    FOR_EACH_INDEX(index)
        CHECK_TEXT(feedcore_search_recent(search, *index), NULL);
    CHECK_INT(feedcore_search_set_callback(search, NULL, &record, record_end), FEEDCORE_OK);
    feedcore_search_free(search);
    CHECK_INT(record.destroyed, 2);
    feedcore_context_free(context);
}

static void directories(void)
{
    feedcore_context *context = new_context("{\"store\": {}}"), *none = new_context(IN_MEMORY);
    feedcore_directory *directory, *out;
    Record record = {0};
    json_t *json = json_array();
    uint64_t request = 7;
    CHECK_FAILS(feedcore_directory_new(NULL, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_directory_new(none, &out, &error), out, FEEDCORE_ERROR_CONFIG);
    CHECK_INT(feedcore_directory_new(context, NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    feedcore_context_free(none);
    feedcore_directory_free(NULL);
    CHECK_INT(feedcore_directory_set_callback(NULL, NULL, &record, record_end),
              FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(record.destroyed, 1);
    CHECK_INT(feedcore_directory_import(NULL, "[]", 2, &request), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT((int64_t)request, 0);
    request = 7;
    CHECK_INT(feedcore_directory_import_json(NULL, json, &request), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT((int64_t)request, 0);
    CHECK_INT(feedcore_directory_remove(NULL, "1", NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_directory_clear(NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_directory_cancel(NULL, 1), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_directory_get_state(NULL), FEEDCORE_STATE_IDLE);
    CHECK_INT(feedcore_directory_count(NULL), -1);

    CHECK_INT(feedcore_directory_new(context, &directory, NULL), FEEDCORE_OK);
    CHECK_INT(feedcore_directory_import(directory, NULL, 0, &request), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_directory_import(directory, "[]", (size_t)1 << 30, NULL),
              FEEDCORE_ERROR_TOO_LARGE);
    CHECK_INT(feedcore_directory_import(directory, "[]", SIZE_MAX, NULL), FEEDCORE_ERROR_TOO_LARGE);
    CHECK_INT(feedcore_directory_import_json(directory, NULL, &request), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_directory_remove(directory, NULL, &request), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT((int64_t)request, 0);
    CHECK_INT(feedcore_directory_cancel(directory, 0), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_directory_cancel(directory, UINT64_MAX), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_directory_set_callback(directory, NULL, &record, record_end), FEEDCORE_OK);
    CHECK_INT(record.destroyed, 2);
    json_decref(json);
    feedcore_directory_free(directory);
    feedcore_context_free(context);
}

/* The call writes an empty text into `buffer`, if there is one. */
#define CHECK_WRITES_NOTHING(call)      \
    do {                                \
        char place[] = "x";             \
        char *buffer = place;           \
        size_t size = 0;                \
        CHECK_INT((int64_t)(call), 0);  \
        CHECK_TEXT(buffer, "x");        \
        size = 2;                       \
        CHECK_INT((int64_t)(call), 0);  \
        CHECK_TEXT(buffer, "");         \
        buffer = NULL;                  \
        CHECK_INT((int64_t)(call), 0);  \
    } while (0)

static void texts(void)
{
    static const int none[] = {-1, 14, INT_MIN, INT_MAX};
    feedcore_texts *out = (void *)past_the_end;
    CHECK_INT(feedcore_texts_new("\xFF", &out), FEEDCORE_ERROR_ARGUMENT);
    CHECK(out == NULL);
    CHECK_INT(feedcore_texts_new("zh", NULL), FEEDCORE_ERROR_ARGUMENT);
    feedcore_texts_free(NULL);
    CHECK_TEXT(feedcore_texts_language(NULL), NULL);
    CHECK_WRITES_NOTHING(feedcore_texts_count(NULL, 1, buffer, size));
    CHECK_WRITES_NOTHING(feedcore_texts_plays(NULL, 1, buffer, size));
    CHECK_WRITES_NOTHING(feedcore_texts_duration(NULL, 1, buffer, size));
    CHECK_WRITES_NOTHING(feedcore_texts_date(NULL, 0, 0, buffer, size));
    CHECK_WRITES_NOTHING(feedcore_texts_date_time(NULL, 0, 0, buffer, size));
    CHECK_WRITES_NOTHING(feedcore_texts_relative(NULL, 0, 0, 0, buffer, size));
    CHECK_WRITES_NOTHING(feedcore_texts_age(NULL, 0, 0, 0, buffer, size));
    CHECK_WRITES_NOTHING(feedcore_texts_year(NULL, 2000, buffer, size));
    CHECK_WRITES_NOTHING(feedcore_texts_rating(NULL, 1.0, buffer, size));
    CHECK_TEXT(feedcore_texts_section_title(NULL, FEEDCORE_SECTION_MUSIC_MLOG), NULL);
    CHECK_TEXT(feedcore_texts_screen_title(NULL, "netease-home"), NULL);
    CHECK_TEXT(feedcore_texts_state(NULL, FEEDCORE_STATE_EMPTY), NULL);
    CHECK_TEXT(feedcore_texts_search(NULL, FEEDCORE_SEARCH_EMPTY), NULL);
    CHECK_TEXT(feedcore_texts_status(NULL, FEEDCORE_OK), NULL);
    CHECK_TEXT(feedcore_texts_word(NULL, FEEDCORE_WORD_MORE), NULL);

    CHECK_INT(feedcore_texts_new(NULL, &out), FEEDCORE_OK);
    CHECK_WRITES_NOTHING(feedcore_texts_count(out, INT64_MIN, buffer, size));
    CHECK_WRITES_NOTHING(feedcore_texts_duration(out, INT64_MIN, buffer, size));
    CHECK_WRITES_NOTHING(feedcore_texts_date(out, INT64_MAX, INT32_MAX, buffer, size));
    CHECK_WRITES_NOTHING(feedcore_texts_date_time(out, INT64_MIN, INT32_MIN, buffer, size));
    CHECK_WRITES_NOTHING(feedcore_texts_relative(out, INT64_MIN, INT64_MAX, 0, buffer, size));
    CHECK_WRITES_NOTHING(feedcore_texts_age(out, INT64_MAX, INT64_MIN, 0, buffer, size));
    CHECK_WRITES_NOTHING(feedcore_texts_year(out, INT64_MAX, buffer, size));
    char buffer[FEEDCORE_TEXT_SIZE];
    FOR_EACH_INDEX(size)
        CHECK_INT((int64_t)feedcore_texts_count(out, 7, buffer, *size), 1);
    CHECK_TEXT(feedcore_texts_screen_title(out, NULL), NULL);
    CHECK_TEXT(feedcore_texts_screen_title(out, "\xFF"), NULL);
    for (size_t i = 0; i < 4; i++) {
        CHECK_TEXT(feedcore_texts_section_title(out, (feedcore_section_kind)none[i]), NULL);
        CHECK_TEXT(feedcore_texts_state(out, (feedcore_state)none[i]), NULL);
        CHECK_TEXT(feedcore_texts_search(out, (feedcore_search_state)none[i]), NULL);
        CHECK(strlen(feedcore_texts_status(out, (feedcore_status)none[i])) > 0);
        CHECK_TEXT(feedcore_texts_word(out, (feedcore_word)none[i]), NULL);
    }
    CHECK_TEXT(feedcore_texts_word(out, (feedcore_word)0), NULL);
    feedcore_texts_free(out);
}

static void themes(void)
{
    static const int none[] = {0, -1, INT_MIN, INT_MAX};
    feedcore_context *context = new_context(IN_MEMORY);
    feedcore_theme *theme, *out;
    Record record = {0};
    json_t *json = json_object();
    CHECK_FAILS(feedcore_theme_new(NULL, "{}", 2, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_theme_new(context, "{}", SIZE_MAX, &out, &error), out,
                FEEDCORE_ERROR_TOO_LARGE);
    CHECK_FAILS(feedcore_theme_new(context, "", 0, &out, &error), out, FEEDCORE_ERROR_EMPTY);
    CHECK_INT(feedcore_theme_new(context, "{}", 2, NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_FAILS(feedcore_theme_new_json(NULL, json, &out, &error), out, FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_theme_new_json(context, json, NULL, NULL), FEEDCORE_ERROR_ARGUMENT);
    json_decref(json);
    feedcore_theme_free(NULL);
    CHECK_INT(feedcore_theme_set_callback(NULL, NULL, &record, record_end),
              FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(record.destroyed, 1);
    CHECK_INT(feedcore_theme_set_appearance(NULL, FEEDCORE_APPEARANCE_DARK),
              FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_theme_get_appearance(NULL), 0);
    CHECK_INT(feedcore_theme_set_system_dark(NULL, 1), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_theme_is_dark(NULL), 0);
    CHECK_INT(feedcore_theme_color(NULL, FEEDCORE_COLOR_PAGE), 0);
    CHECK_INT(feedcore_theme_tag_color(NULL, "red"), 0);

    CHECK_INT(feedcore_theme_new_json(context, NULL, &theme, NULL), FEEDCORE_OK);
    for (size_t i = 0; i < 4; i++) {
        CHECK_INT(feedcore_theme_set_appearance(theme, (feedcore_appearance)none[i]),
                  FEEDCORE_ERROR_ARGUMENT);
        CHECK_INT(feedcore_theme_color(theme, (feedcore_color)none[i]), 0);
        CHECK_TEXT(feedcore_color_name((feedcore_color)none[i]), "unknown");
    }
    CHECK_INT(feedcore_theme_color(theme, (feedcore_color)14), 0);
    CHECK_TEXT(feedcore_color_name(FEEDCORE_COLOR_TAG), "tag");
    CHECK_INT(feedcore_theme_set_callback(theme, NULL, &record, record_end), FEEDCORE_OK);
    CHECK_INT(record.destroyed, 2);
    feedcore_theme_free(theme);
    feedcore_context_free(context);
}

static void events(void)
{
    static const int none[] = {0, 15, -1, INT_MIN, INT_MAX};
    for (size_t i = 0; i < 5; i++)
        CHECK_TEXT(feedcore_event_kind_name((feedcore_event_kind)none[i]), "unknown");
    CHECK_TEXT(feedcore_event_kind_name(FEEDCORE_EVENT_IMAGE), "image");
    for (size_t i = 1; i < 5; i++)
        CHECK_TEXT(feedcore_state_name((feedcore_state)none[i]), "unknown");
    CHECK_INT(feedcore_event_get_kind(NULL), 0);
    CHECK_INT((int64_t)feedcore_event_request(NULL), 0);
    CHECK_INT(feedcore_event_source(NULL), -1);
    CHECK_TEXT(feedcore_event_source_name(NULL), NULL);
    CHECK_INT((int64_t)feedcore_event_revision_from(NULL), 0);
    CHECK_INT((int64_t)feedcore_event_revision_to(NULL), 0);
    CHECK(feedcore_event_change(NULL) == NULL);
    CHECK_INT(feedcore_event_state(NULL), FEEDCORE_STATE_IDLE);
    CHECK(feedcore_event_error(NULL) == NULL);
    CHECK_INT(feedcore_event_bytes(NULL), -1);
    CHECK_INT(feedcore_event_total(NULL), -1);
    CHECK_INT(feedcore_event_taken(NULL), 0);
    CHECK_INT(feedcore_event_skipped(NULL), 0);
    CHECK(feedcore_event_item(NULL) == NULL);
    CHECK_TEXT(feedcore_event_action(NULL), NULL);
    CHECK(feedcore_event_section(NULL) == NULL);
    CHECK(feedcore_event_activation(NULL) == NULL);
    CHECK_INT(feedcore_event_position(NULL), -1);
    CHECK_TEXT(feedcore_event_url(NULL), NULL);
    CHECK_INT(feedcore_event_http_status(NULL), -1);
    CHECK_INT(feedcore_event_milliseconds(NULL), -1);
    CHECK_INT((int64_t)feedcore_event_warning_total(NULL), 0);
    CHECK_TEXT(feedcore_event_path(NULL), NULL);
    CHECK_INT(feedcore_event_get_image_type(NULL), FEEDCORE_IMAGE_TYPE_NONE);
}

static void images(void)
{
    static const int none[] = {-1, 3, INT_MIN, INT_MAX};
    static const char *const urls[] = {"", "/a.png", "a.png", "ftp://a.test/", "http://", "//", "http:a",
                                       "http://a b/", "http://a.test/\n", "http://a\\@b/", "data:,x"};
    static const char url[] = "http://img.test/a.png";
    const feedcore_image_priority visible = FEEDCORE_IMAGE_VISIBLE;
    feedcore_context *bare = new_context(IN_MEMORY);
    feedcore_context *context = new_context("{\"transport\": \"memory\", \"images\": {\"path\": "
                                            "\"/nowhere/feedcore/images\"}}");
    Record record = {0};
    uint64_t request = 7;
    CHECK_INT(feedcore_image_request(NULL, url, 0, visible, &request), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT((int64_t)request, 0);
    CHECK_INT(feedcore_image_request(bare, url, 0, visible, &request), FEEDCORE_ERROR_CONFIG);
    CHECK_INT(feedcore_image_request(context, NULL, 0, visible, NULL), FEEDCORE_ERROR_ARGUMENT);
    for (size_t i = 0; i < sizeof urls / sizeof *urls; i++)
        CHECK_INT(feedcore_image_request(context, urls[i], 0, visible, &request),
                  FEEDCORE_ERROR_ARGUMENT);
    for (size_t i = 0; i < 4; i++)
        CHECK_INT(feedcore_image_request(context, url, 0, (feedcore_image_priority)none[i], &request),
                  FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT((int64_t)request, 0);
    CHECK_INT(feedcore_image_request(context, url, UINT32_MAX, visible, NULL), FEEDCORE_OK);
    CHECK_INT(feedcore_image_set_priority(NULL, 1, visible), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_image_cancel(NULL, 1), FEEDCORE_ERROR_ARGUMENT);
    for (size_t i = 0; i < 4; i++) {
        CHECK_INT(feedcore_image_set_priority(i % 2 ? context : bare, (uint64_t)(int64_t)none[i], visible),
                  FEEDCORE_ERROR_ARGUMENT);
        CHECK_INT(feedcore_image_cancel(i % 2 ? context : bare, (uint64_t)(int64_t)none[i]),
                  FEEDCORE_ERROR_ARGUMENT);
    }
    CHECK_INT(feedcore_context_set_image_callback(NULL, NULL, &record, record_end),
              FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(record.destroyed, 1);
    CHECK_INT(feedcore_context_set_image_callback(context, NULL, &record, record_end), FEEDCORE_OK);
    CHECK_INT(record.destroyed, 2);
    CHECK_INT(feedcore_context_clear_images(NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_context_clear_images(bare), FEEDCORE_ERROR_CONFIG);
    CHECK_INT(feedcore_context_clear_images(context), FEEDCORE_OK);
    run(context);
    feedcore_context_free(context);
    feedcore_context_free(bare);
}

/* What they do with wrong numbers is in test_transport.c. */
static void exchanges(void)
{
    size_t length = 7;
    CHECK_TEXT(feedcore_exchange_method(NULL), NULL);
    CHECK_TEXT(feedcore_exchange_url(NULL), NULL);
    CHECK_INT((int64_t)feedcore_exchange_header_count(NULL), 0);
    CHECK_TEXT(feedcore_exchange_header_name(NULL, 0), NULL);
    CHECK_TEXT(feedcore_exchange_header_value(NULL, 0), NULL);
    CHECK_TEXT(feedcore_exchange_body(NULL, &length), NULL);
    CHECK_INT((int64_t)length, 0);
    CHECK_TEXT(feedcore_exchange_body(NULL, NULL), NULL);
    CHECK_INT(feedcore_exchange_head(NULL, 200), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_exchange_header(NULL, "a", "b"), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_exchange_bytes(NULL, "a", 1), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_exchange_end(NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_exchange_fail(NULL, FEEDCORE_ERROR_NETWORK, NULL), FEEDCORE_ERROR_ARGUMENT);
}

static void tests_of_front_ends(void)
{
    feedcore_context *context = new_context(IN_MEMORY), *real = new_context("{}");
    CHECK_INT(feedcore_test_respond(NULL, LIST_URL, 200, NULL, "", 0), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_test_respond(real, LIST_URL, 200, NULL, "", 0), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_test_respond(context, NULL, 200, NULL, "", 0), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_test_respond(context, LIST_URL, 200, NULL, NULL, 1),
              FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_test_respond(context, LIST_URL, 200, NULL, "", SIZE_MAX),
              FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_test_respond(context, LIST_URL, 200, NULL, NULL, 0), FEEDCORE_OK);
    static const int statuses[] = {-2, 1, 99, 600, INT_MIN, INT_MAX};
    for (size_t i = 0; i < 6; i++)
        CHECK_INT(feedcore_test_respond(context, LIST_URL, statuses[i], NULL, "", 0),
                  FEEDCORE_ERROR_ARGUMENT);
    static const char *const headers[] = {"", "{", "[]", "{\"A\": 1}", "{\"A\": null}"};
    for (size_t i = 0; i < 5; i++)
        CHECK_INT(feedcore_test_respond(context, LIST_URL, 200, headers[i], "", 0),
                  FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT((int64_t)feedcore_test_request_count(NULL, LIST_URL), 0);
    CHECK_INT((int64_t)feedcore_test_request_count(real, LIST_URL), 0);
    CHECK_INT((int64_t)feedcore_test_request_count(context, NULL), 0);
    CHECK_INT((int64_t)feedcore_test_request_count(context, "never asked"), 0);
    CHECK_INT(feedcore_test_advance(NULL, 1), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_test_advance(real, 1), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_test_advance(context, -1), FEEDCORE_ERROR_ARGUMENT);
    for (int i = 0; i < 3; i++)
        CHECK_INT(feedcore_test_advance(context, INT64_MAX), FEEDCORE_OK);
    feedcore_context_free(context);
    feedcore_context_free(real);
}

int main(void)
{
    mapping = shop_mapping();
    page = parse_text(mapping, SHOP_FEED);
    section = feedcore_snapshot_section(page, 0);
    item = feedcore_section_item(section, 0);
    CHECK(section && item);
    version_and_memory();
    statuses_and_errors();
    mappings();
    parsing();
    snapshots();
    changes();
    warnings();
    sections();
    items();
    tables();
    extras();
    counters();
    contexts();
    feeds();
    layouts();
    actions();
    arrangements();
    searches();
    directories();
    texts();
    themes();
    events();
    images();
    exchanges();
    tests_of_front_ends();
    feedcore_snapshot_unref(page);
    feedcore_mapping_free(mapping);
    wait_for_threads(1); /* what a store still holds at the exit would look lost */
    return 0;
}
