"""include/feedcore.h for ctypes: the handle types, and one row for each function.

The tests read the header with a C parser and compare every row with it.
"""

from __future__ import annotations

from ctypes import (
    CFUNCTYPE,
    POINTER,
    c_char_p,
    c_double,
    c_int,
    c_int32,
    c_int64,
    c_size_t,
    c_uint32,
    c_uint64,
    c_void_p,
)
from typing import Any


class ErrorPointer(c_void_p):
    """feedcore_error *"""


class MappingPointer(c_void_p):
    """feedcore_mapping *"""


class SnapshotPointer(c_void_p):
    """feedcore_snapshot *"""


class SectionPointer(c_void_p):
    """const feedcore_section *"""


class ItemPointer(c_void_p):
    """const feedcore_item *"""


class ActionPointer(c_void_p):
    """feedcore_action *"""


class WarningPointer(c_void_p):
    """const feedcore_warning *"""


class CounterPointer(c_void_p):
    """feedcore_counter *"""


class ContextPointer(c_void_p):
    """feedcore_context *"""


class FeedPointer(c_void_p):
    """feedcore_feed *"""


class SearchPointer(c_void_p):
    """feedcore_search *"""


class DirectoryPointer(c_void_p):
    """feedcore_directory *"""


class EventPointer(c_void_p):
    """const feedcore_event *"""


class ChangePointer(c_void_p):
    """const feedcore_change *"""


class ChangeListPointer(c_void_p):
    """feedcore_change_list *"""


class ExchangePointer(c_void_p):
    """feedcore_exchange *"""


class TextsPointer(c_void_p):
    """feedcore_texts *"""


class ThemePointer(c_void_p):
    """feedcore_theme *"""


class JsonPointer(c_void_p):
    """json_t *, jansson's; nothing in this package makes or reads one."""


CounterCallback = CFUNCTYPE(None, CounterPointer, c_int64, c_void_p)
Destroy = CFUNCTYPE(None, c_void_p)
WakeupCallback = CFUNCTYPE(None, c_void_p)
LogCallback = CFUNCTYPE(None, ContextPointer, EventPointer, c_void_p)
ImageCallback = CFUNCTYPE(None, ContextPointer, EventPointer, c_void_p)
FeedCallback = CFUNCTYPE(None, FeedPointer, EventPointer, c_void_p)
SearchCallback = CFUNCTYPE(None, SearchPointer, EventPointer, c_void_p)
DirectoryCallback = CFUNCTYPE(None, DirectoryPointer, EventPointer, c_void_p)
ThemeCallback = CFUNCTYPE(None, ThemePointer, EventPointer, c_void_p)
TransportStart = CFUNCTYPE(None, ExchangePointer, c_void_p)
TransportCancel = CFUNCTYPE(None, ExchangePointer, c_void_p)

# Short names for the table. A subclass of c_void_p comes back as an object of its own (false
# if NULL) and is refused where another handle is wanted; c_char_p comes back as bytes or None.
error, mapping, snapshot, section = ErrorPointer, MappingPointer, SnapshotPointer, SectionPointer
item, warning, counter, json = ItemPointer, WarningPointer, CounterPointer, JsonPointer
action = ActionPointer
context, feed, event, exchange = ContextPointer, FeedPointer, EventPointer, ExchangePointer
search, directory = SearchPointer, DirectoryPointer
texts, theme = TextsPointer, ThemePointer
change, change_list = ChangePointer, ChangeListPointer
text = c_char_p  # NUL-terminated, borrowed
memory = c_void_p  # char * for feedcore_free
raw = c_void_p  # bytes with a length beside them
enum = c_int
i32, i64, u32, u64, size, real = c_int32, c_int64, c_uint32, c_uint64, c_size_t, c_double
void = None


def out(type_: Any) -> Any:
    """A place for a result: byref() of an object of that type, or None."""
    return POINTER(type_)


# fmt: off
PROTOTYPES: tuple[tuple[str, Any, tuple[Any, ...]], ...] = (
    # function                              returns    arguments
    ("feedcore_version",                    text,      ()),
    ("feedcore_version_number",             i32,       ()),
    ("feedcore_free",                       void,      (memory,)),

    ("feedcore_status_name",                text,      (enum,)),
    ("feedcore_error_free",                 void,      (error,)),
    ("feedcore_error_status",               enum,      (error,)),
    ("feedcore_error_message",              text,      (error,)),
    ("feedcore_error_offset",               i64,       (error,)),
    ("feedcore_error_line",                 i64,       (error,)),
    ("feedcore_error_column",               i64,       (error,)),
    ("feedcore_error_path",                 text,      (error,)),
    ("feedcore_error_service_code",         text,      (error,)),
    ("feedcore_error_service_message",      text,      (error,)),
    ("feedcore_error_http_status",          i32,       (error,)),
    ("feedcore_error_retryable",            c_int,     (error,)),
    ("feedcore_error_to_json",              json,      (error,)),
    ("feedcore_error_to_text",              memory,    (error,)),

    ("feedcore_mapping_builtin",            enum,      (text, out(mapping), out(error))),
    ("feedcore_mapping_builtin_name",       text,      (size,)),
    ("feedcore_mapping_new",                enum,      (text, size, out(mapping), out(error))),
    ("feedcore_mapping_new_json",           enum,      (json, out(mapping), out(error))),
    ("feedcore_mapping_free",               void,      (mapping,)),
    ("feedcore_mapping_name",               text,      (mapping,)),
    ("feedcore_mapping_to_text",            memory,    (mapping,)),

    ("feedcore_parse",                      enum,      (mapping, text, size, out(snapshot),
                                                        out(error))),
    ("feedcore_parse_json",                 enum,      (mapping, json, out(snapshot), out(error))),
    ("feedcore_snapshot_join",              enum,      (snapshot, snapshot, size, out(snapshot),
                                                        out(error))),

    ("feedcore_snapshot_ref",               snapshot,  (snapshot,)),
    ("feedcore_snapshot_unref",             void,      (snapshot,)),
    ("feedcore_snapshot_section_count",     size,      (snapshot,)),
    ("feedcore_snapshot_section",           section,   (snapshot, size)),
    ("feedcore_snapshot_section_by_key",    section,   (snapshot, text)),
    ("feedcore_snapshot_service_code",      text,      (snapshot,)),
    ("feedcore_snapshot_message",           text,      (snapshot,)),
    ("feedcore_snapshot_cursor",            text,      (snapshot,)),
    ("feedcore_snapshot_has_more",          c_int,     (snapshot,)),
    ("feedcore_snapshot_refresh_interval",  i64,       (snapshot,)),
    ("feedcore_snapshot_nodata_toast",      text,      (snapshot,)),
    ("feedcore_snapshot_rest_json",         raw,       (snapshot, out(size))),
    ("feedcore_snapshot_warning_count",     size,      (snapshot,)),
    ("feedcore_snapshot_warning_total",     size,      (snapshot,)),
    ("feedcore_snapshot_warning",           warning,   (snapshot, size)),
    ("feedcore_snapshot_to_json",           json,      (snapshot,)),
    ("feedcore_snapshot_to_text",           memory,    (snapshot,)),

    ("feedcore_diff",                       enum,      (snapshot, snapshot, out(change_list),
                                                        out(error))),
    ("feedcore_change_list_free",           void,      (change_list,)),
    ("feedcore_change_list_count",          size,      (change_list,)),
    ("feedcore_change_list_change",         change,    (change_list, size)),
    ("feedcore_change_list_to_json",        json,      (change_list,)),
    ("feedcore_change_list_to_text",        memory,    (change_list,)),
    ("feedcore_change_get_kind",            enum,      (change,)),
    ("feedcore_change_kind_name",           text,      (enum,)),
    ("feedcore_change_section",             i64,       (change,)),
    ("feedcore_change_position",            i64,       (change,)),
    ("feedcore_change_removed",             size,      (change,)),
    ("feedcore_change_added",               size,      (change,)),
    ("feedcore_change_to_json",             json,      (change,)),

    ("feedcore_warning_get_code",           enum,      (warning,)),
    ("feedcore_warning_name",               text,      (warning,)),
    ("feedcore_warning_path",               text,      (warning,)),
    ("feedcore_warning_message",            text,      (warning,)),
    ("feedcore_warning_to_json",            json,      (warning,)),

    ("feedcore_section_get_kind",           enum,      (section,)),
    ("feedcore_section_kind_name",          text,      (enum,)),
    ("feedcore_section_type",               text,      (section,)),
    ("feedcore_section_key",                text,      (section,)),
    ("feedcore_section_uid",                u64,       (section,)),
    ("feedcore_section_title",              text,      (section,)),
    ("feedcore_section_subtitle",           text,      (section,)),
    ("feedcore_section_title_image",        text,      (section,)),
    ("feedcore_section_button_text",        text,      (section,)),
    ("feedcore_section_button_action",      text,      (section,)),
    ("feedcore_section_button_action_type", text,      (section,)),
    ("feedcore_section_action",             text,      (section,)),
    ("feedcore_section_action_type",        text,      (section,)),
    ("feedcore_section_show_type",          text,      (section,)),
    ("feedcore_section_can_close",          c_int,     (section,)),
    ("feedcore_section_get_layout",         enum,      (section,)),
    ("feedcore_section_layout_name",        text,      (section,)),
    ("feedcore_section_row_count",          size,      (section,)),
    ("feedcore_section_row_height",         real,      (section,)),
    ("feedcore_section_measure",            real,       (section, real, real, real, enum)),
    ("feedcore_metric_name",                text,      (enum,)),
    ("feedcore_section_has_more",           c_int,     (section,)),
    ("feedcore_section_item_count",         size,      (section,)),
    ("feedcore_section_item",               item,      (section, size)),
    ("feedcore_section_raw_json",           raw,       (section, out(size))),
    ("feedcore_section_to_json",            json,      (section,)),
    ("feedcore_section_to_text",            memory,    (section,)),

    ("feedcore_item_id",                    text,      (item,)),
    ("feedcore_item_uid",                   u64,       (item,)),
    ("feedcore_item_title",                 text,      (item,)),
    ("feedcore_item_subtitle",              text,      (item,)),
    ("feedcore_item_text",                  text,      (item,)),
    ("feedcore_item_html",                  text,      (item,)),
    ("feedcore_item_image",                 text,      (item,)),
    ("feedcore_item_action",                text,      (item,)),
    ("feedcore_item_action_type",           text,      (item,)),
    ("feedcore_item_play_count",            i64,       (item,)),
    ("feedcore_item_label_count",           size,      (item,)),
    ("feedcore_item_label",                 text,      (item, size)),
    ("feedcore_item_child_count",           size,      (item,)),
    ("feedcore_item_child",                 item,      (item, size)),
    ("feedcore_item_extra_count",           size,      (item,)),
    ("feedcore_item_extra_name",            text,      (item, size)),
    ("feedcore_item_extra_get_type",        enum,      (item, text)),
    ("feedcore_item_extra_text",            text,      (item, text)),
    ("feedcore_item_extra_number",          real,      (item, text)),
    ("feedcore_item_extra_integer",         i64,       (item, text)),
    ("feedcore_item_extra_time",            i64,       (item, text)),
    ("feedcore_item_extra_length",          size,      (item, text)),
    ("feedcore_item_extra_element_text",    text,      (item, text, size)),
    ("feedcore_item_extra_element_number",  real,      (item, text, size)),
    ("feedcore_item_raw_json",              raw,       (item, out(size))),
    ("feedcore_item_to_json",               json,      (item,)),
    ("feedcore_item_to_text",               memory,    (item,)),

    ("feedcore_snapshot_to_table",          memory,    (snapshot, out(size))),
    ("feedcore_section_to_table",           memory,    (section, out(size))),

    ("feedcore_action_new",                 enum,      (mapping, text, out(action))),
    ("feedcore_action_of_item",             enum,      (mapping, item, out(action))),
    ("feedcore_action_of_section",          enum,      (mapping, section, out(action))),
    ("feedcore_action_free",                void,      (action,)),
    ("feedcore_action_get_kind",            enum,      (action,)),
    ("feedcore_action_kind_name",           text,      (enum,)),
    ("feedcore_action_id",                  text,      (action,)),
    ("feedcore_action_url",                 text,      (action,)),
    ("feedcore_action_text",                text,      (action,)),
    ("feedcore_action_type",                text,      (action,)),
    ("feedcore_action_parameter_count",     size,      (action,)),
    ("feedcore_action_parameter_name",      text,      (action, size)),
    ("feedcore_action_parameter",           text,      (action, text)),
    ("feedcore_action_to_json",             json,      (action,)),
    ("feedcore_action_to_text",             memory,    (action,)),

    ("feedcore_counter_new",                counter,   (i64,)),
    ("feedcore_counter_set_format",         enum,      (counter, text)),
    ("feedcore_counter_increment",          enum,      (counter,)),
    ("feedcore_counter_decrement",          enum,      (counter,)),
    ("feedcore_counter_count",              i64,       (counter,)),
    ("feedcore_counter_text",               text,      (counter,)),
    ("feedcore_counter_set_callback",       enum,      (counter, CounterCallback, c_void_p,
                                                        Destroy)),
    ("feedcore_counter_free",               void,      (counter,)),

    ("feedcore_context_new",                enum,      (text, size, out(context), out(error))),
    ("feedcore_context_new_json",           enum,      (json, out(context), out(error))),
    ("feedcore_context_free",               void,      (context,)),
    ("feedcore_context_fd",                 c_int,     (context,)),
    ("feedcore_context_dispatch",           enum,      (context, c_int)),
    ("feedcore_context_run",                enum,      (context, i64)),
    ("feedcore_context_clear_store",        enum,      (context,)),
    ("feedcore_context_set_wakeup",         enum,      (context, WakeupCallback, c_void_p,
                                                        Destroy)),
    ("feedcore_context_set_log",            enum,      (context, LogCallback, c_void_p, Destroy)),

    ("feedcore_feed_new",                   enum,      (context, text, size, out(feed),
                                                        out(error))),
    ("feedcore_feed_new_json",              enum,      (context, json, out(feed), out(error))),
    ("feedcore_feed_free",                  void,      (feed,)),
    ("feedcore_feed_set_callback",          enum,      (feed, FeedCallback, c_void_p, Destroy)),
    ("feedcore_feed_refresh",               enum,      (feed, out(u64))),
    ("feedcore_feed_reload",                enum,      (feed, out(u64))),
    ("feedcore_feed_refresh_source",        enum,      (feed, size, out(u64))),
    ("feedcore_feed_load",                  enum,      (feed, size, text, size, out(u64))),
    ("feedcore_feed_load_json",             enum,      (feed, size, json, out(u64))),
    ("feedcore_feed_cancel",                enum,      (feed, u64)),
    ("feedcore_feed_load_more",             enum,      (feed, out(u64))),
    ("feedcore_feed_can_load_more",         c_int,     (feed,)),
    ("feedcore_feed_load_more_section",     enum,      (feed, text, out(u64))),
    ("feedcore_feed_section_state",         enum,      (feed, size)),
    ("feedcore_feed_section_count",         size,      (feed,)),
    ("feedcore_feed_section",               section,   (feed, size)),
    ("feedcore_feed_section_by_key",        section,   (feed, text)),
    ("feedcore_feed_snapshot",              snapshot,  (feed,)),
    ("feedcore_feed_revision",              u64,       (feed,)),
    ("feedcore_feed_source_count",          size,      (feed,)),
    ("feedcore_feed_source_name",           text,      (feed, size)),
    ("feedcore_feed_source_state",          enum,      (feed, size)),
    ("feedcore_feed_source_time",           i64,       (feed, size)),
    ("feedcore_feed_source_error",          error,     (feed, size)),
    ("feedcore_feed_activate",              enum,      (feed, u64)),
    ("feedcore_feed_activate_section",      enum,      (feed, text)),
    ("feedcore_feed_action",                enum,      (feed, u64, out(action))),
    ("feedcore_feed_section_action",        enum,      (feed, text, out(action))),
    ("feedcore_feed_select",                enum,      (feed, u64)),

    ("feedcore_feed_set_viewport",          enum,      (feed, real, real, real)),
    ("feedcore_feed_measure",               real,       (feed, size, enum)),
    ("feedcore_feed_layout",                enum,      (feed, size)),
    ("feedcore_feed_layout_name",           text,      (feed, size)),
    ("feedcore_feed_set_row_height",        enum,      (feed, text, real)),
    ("feedcore_feed_pause_banners",         enum,      (feed, c_int)),
    ("feedcore_feed_banner",                i64,       (feed, text)),
    ("feedcore_feed_set_banner",            enum,      (feed, text, size)),

    ("feedcore_feed_move_section",          enum,      (feed, text, size)),
    ("feedcore_feed_hide_section",          enum,      (feed, text, c_int)),
    ("feedcore_feed_remove_section",        enum,      (feed, text)),
    ("feedcore_feed_insert_section",        enum,      (feed, text, size, size, out(error))),
    ("feedcore_feed_insert_section_json",   enum,      (feed, json, size, out(error))),
    ("feedcore_feed_hidden_sections",       snapshot,  (feed,)),
    ("feedcore_feed_arrangement_to_json",   json,      (feed,)),
    ("feedcore_feed_arrangement_to_text",   memory,    (feed,)),
    ("feedcore_feed_set_arrangement",       enum,      (feed, text, size, out(error))),
    ("feedcore_feed_set_arrangement_json",  enum,      (feed, json, out(error))),

    ("feedcore_search_new",                 enum,      (context, text, size, out(search),
                                                        out(error))),
    ("feedcore_search_new_json",            enum,      (context, json, out(search), out(error))),
    ("feedcore_search_free",                void,      (search,)),
    ("feedcore_search_set_callback",        enum,      (search, SearchCallback, c_void_p, Destroy)),
    ("feedcore_search_feed",                feed,      (search,)),
    ("feedcore_search_set_query",           enum,      (search, text)),
    ("feedcore_search_submit",              enum,      (search,)),
    ("feedcore_search_cancel",              enum,      (search,)),
    ("feedcore_search_query",               text,      (search,)),
    ("feedcore_search_get_state",           enum,      (search,)),
    ("feedcore_search_state_name",          text,      (enum,)),
    ("feedcore_search_prompt",              text,      (search,)),
    ("feedcore_search_placeholder",         text,      (search,)),
    ("feedcore_search_recent_count",        size,      (search,)),
    ("feedcore_search_recent",              text,      (search, size)),
    ("feedcore_search_clear_recent",        enum,      (search,)),

    ("feedcore_directory_new",              enum,      (context, out(directory), out(error))),
    ("feedcore_directory_free",             void,      (directory,)),
    ("feedcore_directory_set_callback",     enum,      (directory, DirectoryCallback, c_void_p,
                                                        Destroy)),
    ("feedcore_directory_import",           enum,      (directory, text, size, out(u64))),
    ("feedcore_directory_import_json",      enum,      (directory, json, out(u64))),
    ("feedcore_directory_remove",           enum,      (directory, text, out(u64))),
    ("feedcore_directory_clear",            enum,      (directory, out(u64))),
    ("feedcore_directory_cancel",           enum,      (directory, u64)),
    ("feedcore_directory_get_state",        enum,      (directory,)),
    ("feedcore_directory_count",            i64,       (directory,)),

    ("feedcore_texts_new",                  enum,      (text, out(texts))),
    ("feedcore_texts_free",                 void,      (texts,)),
    ("feedcore_texts_language",             text,      (texts,)),
    ("feedcore_texts_count",                size,      (texts, i64, text, size)),
    ("feedcore_texts_plays",                size,      (texts, i64, text, size)),
    ("feedcore_texts_duration",             size,      (texts, i64, text, size)),
    ("feedcore_texts_date",                 size,      (texts, i64, i32, text, size)),
    ("feedcore_texts_date_time",            size,      (texts, i64, i32, text, size)),
    ("feedcore_texts_relative",             size,      (texts, i64, i64, i32, text, size)),
    ("feedcore_texts_age",                  size,      (texts, i64, i64, i32, text, size)),
    ("feedcore_texts_year",                 size,      (texts, i64, text, size)),
    ("feedcore_texts_rating",               size,      (texts, real, text, size)),
    ("feedcore_texts_section_title",        text,      (texts, enum)),
    ("feedcore_texts_screen_title",         text,      (texts, text)),
    ("feedcore_texts_state",                text,      (texts, enum)),
    ("feedcore_texts_search",               text,      (texts, enum)),
    ("feedcore_texts_status",               text,      (texts, enum)),
    ("feedcore_texts_word",                 text,      (texts, enum)),

    ("feedcore_theme_new",                  enum,      (context, text, size, out(theme),
                                                        out(error))),
    ("feedcore_theme_new_json",             enum,      (context, json, out(theme), out(error))),
    ("feedcore_theme_free",                 void,      (theme,)),
    ("feedcore_theme_set_callback",         enum,      (theme, ThemeCallback, c_void_p, Destroy)),
    ("feedcore_theme_set_appearance",       enum,      (theme, enum)),
    ("feedcore_theme_get_appearance",       enum,      (theme,)),
    ("feedcore_theme_set_system_dark",      enum,      (theme, c_int)),
    ("feedcore_theme_is_dark",              c_int,     (theme,)),
    ("feedcore_theme_color",                u32,       (theme, enum)),
    ("feedcore_theme_tag_color",            u32,       (theme, text)),
    ("feedcore_color_name",                 text,      (enum,)),

    ("feedcore_event_get_kind",             enum,      (event,)),
    ("feedcore_event_kind_name",            text,      (enum,)),
    ("feedcore_state_name",                 text,      (enum,)),
    ("feedcore_event_request",              u64,       (event,)),
    ("feedcore_event_source",               i64,       (event,)),
    ("feedcore_event_source_name",          text,      (event,)),
    ("feedcore_event_revision_from",        u64,       (event,)),
    ("feedcore_event_revision_to",          u64,       (event,)),
    ("feedcore_event_change",               change,    (event,)),
    ("feedcore_event_state",                enum,      (event,)),
    ("feedcore_event_error",                error,     (event,)),
    ("feedcore_event_bytes",                i64,       (event,)),
    ("feedcore_event_total",                i64,       (event,)),
    ("feedcore_event_taken",                i64,       (event,)),
    ("feedcore_event_skipped",              i64,       (event,)),
    ("feedcore_event_item",                 item,      (event,)),
    ("feedcore_event_action",               text,      (event,)),
    ("feedcore_event_section",              section,   (event,)),
    ("feedcore_event_activation",           action,    (event,)),
    ("feedcore_event_position",             i64,       (event,)),
    ("feedcore_event_url",                  text,      (event,)),
    ("feedcore_event_http_status",          i32,       (event,)),
    ("feedcore_event_milliseconds",         i64,       (event,)),
    ("feedcore_event_warning_total",        size,      (event,)),
    ("feedcore_event_path",                 text,      (event,)),
    ("feedcore_event_get_image_type",       enum,      (event,)),

    ("feedcore_image_request",              enum,      (context, text, u32, enum, out(u64))),
    ("feedcore_image_set_priority",         enum,      (context, u64, enum)),
    ("feedcore_image_cancel",               enum,      (context, u64)),
    ("feedcore_context_set_image_callback", enum,      (context, ImageCallback, c_void_p, Destroy)),
    ("feedcore_context_clear_images",       enum,      (context,)),

    ("feedcore_context_set_transport",      enum,      (context, TransportStart, TransportCancel,
                                                        c_void_p, Destroy)),
    ("feedcore_exchange_method",            text,      (exchange,)),
    ("feedcore_exchange_url",               text,      (exchange,)),
    ("feedcore_exchange_header_count",      size,      (exchange,)),
    ("feedcore_exchange_header_name",       text,      (exchange, size)),
    ("feedcore_exchange_header_value",      text,      (exchange, size)),
    ("feedcore_exchange_body",              raw,       (exchange, out(size))),
    ("feedcore_exchange_head",              enum,      (exchange, i32)),
    ("feedcore_exchange_header",            enum,      (exchange, text, text)),
    ("feedcore_exchange_bytes",             enum,      (exchange, text, size)),
    ("feedcore_exchange_end",               enum,      (exchange,)),
    ("feedcore_exchange_fail",              enum,      (exchange, enum, text)),

    ("feedcore_test_respond",               enum,      (context, text, i32, text, text, size)),
    ("feedcore_test_request_count",         size,      (context, text)),
    ("feedcore_test_advance",               enum,      (context, i64)),
)
# fmt: on
