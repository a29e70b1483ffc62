"""The table of prototypes and the enums are those of include/feedcore.h."""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest
from pycparser import c_ast, c_parser

from conftest import HEADER
from feedcore import (
    ActionKind,
    Appearance,
    ChangeKind,
    EventKind,
    ExtraType,
    ImagePriority,
    ImageType,
    Layout,
    Metric,
    SearchState,
    SectionKind,
    State,
    Status,
    ThemeColor,
    WarningCode,
    Word,
    __version__,
)
from feedcore import _prototypes as table

STDDEF = "typedef unsigned long size_t;\n"
STDINT = """
typedef signed int int32_t;
typedef signed long int64_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
"""

HANDLES = {
    "feedcore_error": table.ErrorPointer,
    "feedcore_mapping": table.MappingPointer,
    "feedcore_snapshot": table.SnapshotPointer,
    "feedcore_section": table.SectionPointer,
    "feedcore_item": table.ItemPointer,
    "feedcore_action": table.ActionPointer,
    "feedcore_warning": table.WarningPointer,
    "feedcore_counter": table.CounterPointer,
    "feedcore_context": table.ContextPointer,
    "feedcore_feed": table.FeedPointer,
    "feedcore_search": table.SearchPointer,
    "feedcore_directory": table.DirectoryPointer,
    "feedcore_event": table.EventPointer,
    "feedcore_change": table.ChangePointer,
    "feedcore_change_list": table.ChangeListPointer,
    "feedcore_exchange": table.ExchangePointer,
    "feedcore_texts": table.TextsPointer,
    "feedcore_theme": table.ThemePointer,
    "json_t": table.JsonPointer,
}
CALLBACKS = {
    "feedcore_counter_callback": table.CounterCallback,
    "feedcore_destroy": table.Destroy,
    "feedcore_wakeup_callback": table.WakeupCallback,
    "feedcore_log_callback": table.LogCallback,
    "feedcore_image_callback": table.ImageCallback,
    "feedcore_feed_callback": table.FeedCallback,
    "feedcore_search_callback": table.SearchCallback,
    "feedcore_directory_callback": table.DirectoryCallback,
    "feedcore_theme_callback": table.ThemeCallback,
    "feedcore_transport_start": table.TransportStart,
    "feedcore_transport_cancel": table.TransportCancel,
}
NUMBERS = {
    "int": ctypes.c_int,
    "double": ctypes.c_double,
    "int32_t": ctypes.c_int32,
    "int64_t": ctypes.c_int64,
    "uint32_t": ctypes.c_uint32,
    "uint64_t": ctypes.c_uint64,
    "size_t": ctypes.c_size_t,
}
ENUMS: dict[str, tuple[type[IntEnum], str]] = {
    "feedcore_status": (Status, "FEEDCORE_(ERROR_)?"),
    "feedcore_section_kind": (SectionKind, "FEEDCORE_SECTION_"),
    "feedcore_layout": (Layout, "FEEDCORE_LAYOUT_"),
    "feedcore_metric": (Metric, "FEEDCORE_METRIC_"),
    "feedcore_warning_code": (WarningCode, "FEEDCORE_WARNING_"),
    "feedcore_extra_type": (ExtraType, "FEEDCORE_EXTRA_"),
    "feedcore_action_kind": (ActionKind, "FEEDCORE_ACTION_"),
    "feedcore_state": (State, "FEEDCORE_STATE_"),
    "feedcore_search_state": (SearchState, "FEEDCORE_SEARCH_"),
    "feedcore_event_kind": (EventKind, "FEEDCORE_EVENT_"),
    "feedcore_change_kind": (ChangeKind, "FEEDCORE_CHANGE_"),
    "feedcore_word": (Word, "FEEDCORE_WORD_"),
    "feedcore_appearance": (Appearance, "FEEDCORE_APPEARANCE_"),
    "feedcore_color": (ThemeColor, "FEEDCORE_COLOR_"),
    "feedcore_image_type": (ImageType, "FEEDCORE_IMAGE_TYPE_"),
    "feedcore_image_priority": (ImagePriority, "FEEDCORE_IMAGE_"),
}


class Header:
    """The declarations of the header, as ctypes would have them."""

    def __init__(self, text: str) -> None:
        self.functions: dict[str, tuple[Any, list[Any]]] = {}
        self.callbacks: dict[str, tuple[Any, list[Any]]] = {}
        self.enums: dict[str, dict[str, int]] = {}
        for node in c_parser.CParser().parse(text).ext:
            if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl):
                self.functions[node.name] = self.prototype(node.type)
            elif isinstance(node, c_ast.Typedef):
                self.add_type(node)

    def add_type(self, node: c_ast.Typedef) -> None:
        type_ = node.type
        if isinstance(type_, c_ast.PtrDecl) and isinstance(type_.type, c_ast.FuncDecl):
            self.callbacks[node.name] = self.prototype(type_.type)
        elif isinstance(type_, c_ast.TypeDecl) and isinstance(type_.type, c_ast.Enum):
            self.enums[node.name] = {
                value.name: number(value.value) for value in type_.type.values.enumerators
            }

    def prototype(self, function: c_ast.FuncDecl) -> tuple[Any, list[Any]]:
        parameters = function.args.params if function.args else []
        types = [p.type for p in parameters]
        returns = self.returned(function.type, bool(types) and is_size_pointer(types[-1]))
        arguments = [self.ctype(type_) for type_ in types]
        return returns, [a for a in arguments if a is not None]  # (void) is no argument

    def returned(self, type_: Any, has_length: bool) -> Any:
        if isinstance(type_, c_ast.PtrDecl) and name_of(type_.type) == "char":
            borrowed = "const" in type_.type.quals
            return ctypes.c_char_p if borrowed and not has_length else ctypes.c_void_p
        return self.ctype(type_)

    def ctype(self, type_: Any) -> Any:
        if not isinstance(type_, c_ast.PtrDecl):
            return self.value(name_of(type_))
        inner = type_.type
        if isinstance(inner, c_ast.PtrDecl) or name_of(inner) in NUMBERS:
            return ctypes.POINTER(self.ctype(inner))
        name = name_of(inner)
        return {"char": ctypes.c_char_p, "void": ctypes.c_void_p, **HANDLES}[name]

    def value(self, name: str) -> Any:
        if name == "void":
            return None
        if name in self.enums:
            return ctypes.c_int
        return CALLBACKS.get(name) or NUMBERS[name]


def number(node: Any) -> int:
    if isinstance(node, c_ast.UnaryOp):
        assert node.op == "-"
        return -number(node.expr)
    return int(node.value)


def name_of(node: Any) -> str:
    inner = node.type
    return str(inner.name if isinstance(inner, c_ast.Struct) else inner.names[0])


def is_size_pointer(node: Any) -> bool:
    return (
        isinstance(node, c_ast.PtrDecl)
        and isinstance(node.type, c_ast.TypeDecl)
        and name_of(node.type) == "size_t"
    )


@pytest.fixture(scope="module")
def header(tmp_path_factory: pytest.TempPathFactory) -> Header:
    folder = tmp_path_factory.mktemp("include")
    (folder / "stddef.h").write_text(STDDEF)
    (folder / "stdint.h").write_text(STDINT)
    return Header(preprocessed(folder))


def preprocessed(includes: Path) -> str:
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))))
    command = [compiler, "-E", "-P", "-nostdinc", "-DFEEDCORE_API=", f"-I{includes}", str(HEADER)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_each_function_has_its_row_in_the_order_of_the_header(header: Header) -> None:
    assert [row[0] for row in table.PROTOTYPES] == list(header.functions)


@pytest.mark.parametrize("row", table.PROTOTYPES, ids=lambda row: row[0])
def test_a_row_says_what_the_header_says(header: Header, row: tuple[str, Any, Any]) -> None:
    name, returns, arguments = row
    assert (returns, list(arguments)) == header.functions[name]


@pytest.mark.parametrize("name", CALLBACKS)
def test_callback_types(header: Header, name: str) -> None:
    returns, arguments = header.callbacks[name]
    type_: Any = CALLBACKS[name]
    assert type_._restype_ is returns
    assert list(type_._argtypes_) == arguments


def test_all_callback_types_are_known(header: Header) -> None:
    assert set(header.callbacks) == set(CALLBACKS)
    assert set(header.enums) == set(ENUMS)


@pytest.mark.parametrize("name", ENUMS)
def test_enums_have_the_names_and_numbers_of_the_header(header: Header, name: str) -> None:
    enum, prefix = ENUMS[name]
    expected = {re.sub(f"^{prefix}", "", word): n for word, n in header.enums[name].items()}
    assert {member.name: member.value for member in enum} == expected


def test_the_package_has_the_version_of_the_header() -> None:
    assert f'#define FEEDCORE_VERSION "{__version__}"' in HEADER.read_text()


def test_the_parser_would_see_a_wrong_row(header: Header) -> None:
    returns, arguments = header.functions["feedcore_item_extra_integer"]
    assert returns is ctypes.c_int64
    assert arguments == [table.ItemPointer, ctypes.c_char_p]
    assert header.functions["feedcore_section_raw_json"] == (
        ctypes.c_void_p,
        [table.SectionPointer, ctypes.POINTER(ctypes.c_size_t)],
    )
    assert header.functions["feedcore_item_to_text"][0] is ctypes.c_void_p
    assert header.functions["feedcore_version"] == (ctypes.c_char_p, [])


