"""The way from one page to another, in steps."""

from __future__ import annotations

import json
from ctypes import byref
from typing import Any, NamedTuple

from ._library import lib
from ._prototypes import ChangeListPointer, ChangePointer
from .enums import ChangeKind
from .errors import call
from .snapshot import Snapshot


class Change(NamedTuple):
    """One step. A copy, to be kept as long as you like.

    Positions count in the list as the steps before have left it. What a splice adds is found in
    the new page, at position … position + added - 1.
    """

    kind: ChangeKind
    section: int | None  # the section whose items, or which itself, it is about; SECTIONS: None
    position: int | None  # where a splice begins; ITEM: the item; SECTION: None
    removed: int  # how many go, and how many come in their place; 0 for ITEM and SECTION
    added: int

    @classmethod
    def copied(cls, change: ChangePointer) -> Change | None:
        """Of a change that C lends; None for NULL."""
        if not change:
            return None
        return cls(
            ChangeKind(lib.feedcore_change_get_kind(change)),
            _known(lib.feedcore_change_section(change)),
            _known(lib.feedcore_change_position(change)),
            lib.feedcore_change_removed(change),
            lib.feedcore_change_added(change),
        )

    def to_dict(self) -> dict[str, Any]:
        """As the library writes it: the kind is a word."""
        return {
            "kind": lib.feedcore_change_kind_name(self.kind).decode(),
            "section": self.section,
            "position": self.position,
            "removed": self.removed,
            "added": self.added,
        }

    def to_json(self) -> str:
        """The same as JSON text."""
        return json.dumps(self.to_dict())

    def __repr__(self) -> str:
        facts = [self.kind.name]
        if self.section is not None:
            facts.append(f"section={self.section}")
        if self.position is not None:
            facts.append(f"position={self.position}")
        if self.removed or self.added:
            facts += [f"removed={self.removed}", f"added={self.added}"]
        return f"Change({', '.join(facts)})"


def diff(old: Snapshot | None, new: Snapshot) -> list[Change]:
    """The steps from one page to another, in order; none if both show the same. `old` is None
    where nothing was there. Sections are known by their key and items by their uid; what moves is
    removed and added. A child that changed is a change of its item.
    """
    if not isinstance(new, Snapshot) or not (old is None or isinstance(old, Snapshot)):
        raise TypeError("diff() compares a feedcore.Snapshot, or None, with a feedcore.Snapshot")
    pointer = ChangeListPointer()
    call(lib.feedcore_diff, old and old._pointer, new._pointer, byref(pointer))
    try:
        places = range(lib.feedcore_change_list_count(pointer))
        copies = [Change.copied(lib.feedcore_change_list_change(pointer, i)) for i in places]
        return [copy for copy in copies if copy is not None]
    finally:
        lib.feedcore_change_list_free(pointer)


def _known(number: int) -> int | None:
    return None if number < 0 else number
