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


class WarningPointer(c_void_p):
    """const feedcore_warning *"""


class CounterPointer(c_void_p):
    """feedcore_counter *"""


class JsonPointer(c_void_p):
    """json_t *, jansson's; nothing in this package makes or reads one."""


CounterCallback = CFUNCTYPE(None, CounterPointer, c_int64, c_void_p)
Destroy = CFUNCTYPE(None, c_void_p)

# Short names for the table. A subclass of c_void_p comes back as an object of its own (false
# if NULL) and is refused where another handle is wanted; c_char_p comes back as bytes or None.
error, mapping, snapshot, section = ErrorPointer, MappingPointer, SnapshotPointer, SectionPointer
item, warning, counter, json = ItemPointer, WarningPointer, CounterPointer, JsonPointer
text = c_char_p  # NUL-terminated, borrowed
memory = c_void_p  # char * for feedcore_free
raw = c_void_p  # bytes with a length beside them
enum = c_int
i32, i64, u64, size, real, void = c_int32, c_int64, c_uint64, c_size_t, c_double, None


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
    ("feedcore_section_row_count",          size,      (section,)),
    ("feedcore_section_row_height",         real,      (section,)),
    ("feedcore_section_item_count",         size,      (section,)),
    ("feedcore_section_item",               item,      (section, size)),
    ("feedcore_section_raw_json",           raw,       (section, out(size))),
    ("feedcore_section_to_json",            json,      (section,)),

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

    ("feedcore_counter_new",                counter,   (i64,)),
    ("feedcore_counter_set_format",         enum,      (counter, text)),
    ("feedcore_counter_increment",          enum,      (counter,)),
    ("feedcore_counter_decrement",          enum,      (counter,)),
    ("feedcore_counter_count",              i64,       (counter,)),
    ("feedcore_counter_text",               text,      (counter,)),
    ("feedcore_counter_set_callback",       enum,      (counter, CounterCallback, c_void_p,
                                                        Destroy)),
    ("feedcore_counter_free",               void,      (counter,)),
)
# fmt: on
