"""A page that was read, and the function that reads it."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref
from typing import Any, NamedTuple

from ._handle import (
    Borrowed,
    Data,
    Handle,
    as_bytes,
    as_position,
    decoded,
    loads,
    raw_bytes,
    taken,
)
from ._library import lib
from ._prototypes import SnapshotPointer, WarningPointer
from .data import SectionData, read
from .enums import WarningCode
from .errors import call
from .mapping import Mapping
from .section import Section, key_of


class FeedWarning(NamedTuple):
    """Something that was wrong in the feed, and what it cost."""

    code: WarningCode
    name: str  # the code as the library's word, such as "bad-field"
    path: str  # a JSON Pointer into the feed
    message: str


class Snapshot(Handle[SnapshotPointer]):
    """One page: sections with their items. Never changes; for any thread.

    Made by parse() and join(). What the feed doesn't say is None.
    """

    def __init__(self) -> None:
        raise TypeError("a Snapshot comes from feedcore.parse() or from Snapshot.join()")

    @classmethod
    def _from(cls, pointer: SnapshotPointer) -> Snapshot:
        snapshot = cls.__new__(cls)
        snapshot._own(pointer, lib.feedcore_snapshot_unref)
        return snapshot

    @property
    def sections(self) -> Sequence[Section]:
        """The sections of the page, in order."""
        return Borrowed(lib.feedcore_snapshot_section_count(self._pointer), self._section)

    def _section(self, index: int) -> Section:
        return Section(self, lib.feedcore_snapshot_section(self._pointer, index))

    def section(self, section: Section | str) -> Section | None:
        """The section of that key, or of the key of one from another page. Sections move and
        disappear, so this is how to find one.
        """
        pointer = lib.feedcore_snapshot_section_by_key(self._pointer, key_of(section))
        return Section(self, pointer) if pointer else None

    def read(self) -> list[SectionData]:
        """A copy of all sections and items, in one call: the quick way to read them all."""
        return read(lib.feedcore_snapshot_to_table, self._pointer)

    @property
    def service_code(self) -> str | None:
        """The code in the answer itself, as text: "200"."""
        return decoded(lib.feedcore_snapshot_service_code(self._pointer))

    @property
    def message(self) -> str | None:
        """What the answer itself says, for people."""
        return decoded(lib.feedcore_snapshot_message(self._pointer))

    @property
    def cursor(self) -> str | None:
        """Where the next page starts."""
        return decoded(lib.feedcore_snapshot_cursor(self._pointer))

    @property
    def has_more(self) -> bool | None:
        """Whether a next page follows."""
        answer = lib.feedcore_snapshot_has_more(self._pointer)
        return None if answer < 0 else answer == 1

    @property
    def refresh_interval(self) -> int | None:
        """How long the server wants a page to be kept, in milliseconds."""
        interval = int(lib.feedcore_snapshot_refresh_interval(self._pointer))
        return None if interval < 0 else interval

    @property
    def nodata_toast(self) -> str | None:
        """What to show below the last section."""
        return decoded(lib.feedcore_snapshot_nodata_toast(self._pointer))

    @property
    def rest_json(self) -> bytes:
        """The document without its sections."""
        return raw_bytes(lib.feedcore_snapshot_rest_json, self._pointer)

    @property
    def warnings(self) -> tuple[FeedWarning, ...]:
        """What was wrong in the feed: at most 100 of each document read."""
        count = lib.feedcore_snapshot_warning_count(self._pointer)
        warning = lib.feedcore_snapshot_warning
        return tuple(_warning(warning(self._pointer, index)) for index in range(count))

    @property
    def warning_total(self) -> int:
        """How many warnings there were in all, listed or not."""
        return int(lib.feedcore_snapshot_warning_total(self._pointer))

    def join(self, other: Snapshot, position: int) -> Snapshot:
        """A new page: this one with the other's sections put in at that position (the end, if
        it is shorter). A page without any section takes none: the result has none either.
        """
        if not isinstance(other, Snapshot):
            raise TypeError(f"join() takes a feedcore.Snapshot, not {type(other).__name__}")
        place = as_position(position)
        pointer = SnapshotPointer()
        call(lib.feedcore_snapshot_join, self._pointer, other._pointer, place, byref(pointer))
        return Snapshot._from(pointer)

    def to_json(self) -> str:
        """The whole page as JSON text: page fields, sections, warnings."""
        return taken(lib.feedcore_snapshot_to_text(self._pointer))

    def to_dict(self) -> dict[str, Any]:
        """The same as a dict."""
        return loads(self.to_json())

    def __repr__(self) -> str:
        return f"Snapshot(sections={len(self.sections)}, warnings={self.warning_total})"


def parse(mapping: Mapping, data: Data) -> Snapshot:
    """Reads a feed; raises FeedcoreError if it isn't one. For any thread; needs no mapping and
    no bytes afterwards.
    """
    if not isinstance(mapping, Mapping):
        raise TypeError(
            f"parse() takes a feedcore.Mapping, not {type(mapping).__name__}; "
            'for a built-in one: Mapping.builtin("netease-home")'
        )
    text = as_bytes(data)
    pointer = SnapshotPointer()
    call(lib.feedcore_parse, mapping._pointer, text, len(text), byref(pointer))
    return Snapshot._from(pointer)


def _warning(pointer: WarningPointer) -> FeedWarning:
    return FeedWarning(
        WarningCode(lib.feedcore_warning_get_code(pointer)),
        lib.feedcore_warning_name(pointer).decode(),
        decoded(lib.feedcore_warning_path(pointer)) or "",
        lib.feedcore_warning_message(pointer).decode(),
    )
