"""A section of a page."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Any

from ._handle import Borrowed, Keeper, as_name, decoded, loads, raw_bytes, taken
from ._library import lib
from ._prototypes import SectionPointer
from .data import Button, SectionData, read
from .enums import Layout, Metric, SectionKind
from .item import Item


class Section:
    """A section and its items. Keeps its snapshot alive; for any thread.

    Two are equal if they have the same uid, which their key makes. What the feed doesn't say
    is None.
    """

    __slots__ = ("_address", "_snapshot")

    def __init__(self, snapshot: Keeper, pointer: SectionPointer) -> None:
        self._snapshot = snapshot
        self._address = pointer

    @property
    def _pointer(self) -> SectionPointer | None:
        return self._address if self._snapshot._pointer else None

    @property
    def kind(self) -> SectionKind:
        """What it is, such as SectionKind.BANNER."""
        return SectionKind(lib.feedcore_section_get_kind(self._pointer))

    @property
    def type(self) -> str:
        """The server's word for what it is, such as "HOMEPAGE_BANNER"."""
        return decoded(lib.feedcore_section_type(self._pointer)) or ""

    @property
    def key(self) -> str:
        """Names the section in its page, the same in the next answer."""
        return decoded(lib.feedcore_section_key(self._pointer)) or ""

    @property
    def uid(self) -> int:
        """The key as 64 bits, the same in every process."""
        return int(lib.feedcore_section_uid(self._pointer))

    @property
    def title(self) -> str | None:
        """What stands in its head."""
        return decoded(lib.feedcore_section_title(self._pointer))

    @property
    def subtitle(self) -> str | None:
        """A second line in its head."""
        return decoded(lib.feedcore_section_subtitle(self._pointer))

    @property
    def title_image(self) -> str | None:
        """An image beside, or for, the title: its URL."""
        return decoded(lib.feedcore_section_title_image(self._pointer))

    @property
    def button(self) -> Button | None:
        """The button in its head ("more"), if it has one."""
        button = Button(
            decoded(lib.feedcore_section_button_text(self._pointer)),
            decoded(lib.feedcore_section_button_action(self._pointer)),
            decoded(lib.feedcore_section_button_action_type(self._pointer)),
        )
        return None if button.text is None and button.action is None else button

    @property
    def action(self) -> str | None:
        """What a click on the section itself does, as the server wrote it."""
        return decoded(lib.feedcore_section_action(self._pointer))

    @property
    def action_type(self) -> str | None:
        """The server's word for the kind of action."""
        return decoded(lib.feedcore_section_action_type(self._pointer))

    @property
    def show_type(self) -> str | None:
        """The server's word for how to show it."""
        return decoded(lib.feedcore_section_show_type(self._pointer))

    @property
    def can_close(self) -> bool | None:
        """Whether its reader may close it."""
        answer = lib.feedcore_section_can_close(self._pointer)
        return None if answer < 0 else answer == 1

    @property
    def layout(self) -> Layout:
        """How it is laid out; Layout.OTHER for a class that a mapping adds."""
        return Layout(lib.feedcore_section_get_layout(self._pointer))

    @property
    def layout_name(self) -> str:
        """The class's name: "A" to "E", "LIST", or that of a class which a mapping adds."""
        return decoded(lib.feedcore_section_layout_name(self._pointer)) or ""

    @property
    def row_count(self) -> int:
        """Rows from top to bottom: 1 for a shelf, which scrolls sideways."""
        return int(lib.feedcore_section_row_count(self._pointer))

    @property
    def row_height(self) -> float:
        """The height of one row in points, at a width of 414 points."""
        return float(lib.feedcore_section_row_height(self._pointer))

    def measure(
        self, metric: Metric, width: float, height: float = 896, scale: float = 1
    ) -> float:
        """A length in a viewport of so many points, of `scale` device pixels each, by the layout
        classes of the section's mapping. A feed has a viewport of its own: Feed.measure().
        """
        length = Metric(metric)
        measured = lib.feedcore_section_measure(self._pointer, width, height, scale, length)
        if isnan(measured):
            raise ValueError(f"no {metric!r} in {width} x {height} at {scale}")
        return float(measured)

    @property
    def has_more(self) -> bool:
        """Whether a feed can load further items of it: Feed.load_more_section()."""
        return bool(lib.feedcore_section_has_more(self._pointer))

    @property
    def items(self) -> Sequence[Item]:
        """What is in it, in order."""
        return Borrowed(lib.feedcore_section_item_count(self._pointer), self._item)

    def _item(self, index: int) -> Item:
        return Item(self._snapshot, lib.feedcore_section_item(self._pointer, index))

    def read(self) -> SectionData:
        """A copy of the section and all its items, in one call: the quick way to read them all."""
        (section,) = read(lib.feedcore_section_to_table, self._pointer)
        return section

    @property
    def raw_json(self) -> bytes:
        """The section in the feed's own bytes."""
        return raw_bytes(lib.feedcore_section_raw_json, self._pointer)

    def to_json(self) -> str:
        """The section and its items as JSON text; insert_section() takes it."""
        return taken(lib.feedcore_section_to_text(self._pointer))

    def to_dict(self) -> dict[str, Any]:
        """The same as a dict."""
        return loads(self.to_json())

    def __eq__(self, other: object) -> bool:
        return self.uid == other.uid if isinstance(other, Section) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.uid)

    def __repr__(self) -> str:
        return (
            f"Section({self.kind.name}, key={self.key!r}, title={self.title!r}, "
            f"items={len(self.items)})"
        )


def key_of(section: Section | str) -> bytes:
    """A section's key for C, of a section or of the key itself."""
    if isinstance(section, Section):
        return as_name(section.key)
    if not isinstance(section, str):
        raise TypeError(f"expected a Section or its key, not {type(section).__name__}")
    return as_name(section)
