"""An item of a section, and its extras."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from ._handle import Borrowed, Keeper, as_name, as_time, decoded, loads, number, raw_bytes, taken
from ._library import lib
from ._prototypes import ItemPointer
from .data import ExtraValue
from .enums import ExtraType


class Item:
    """An item, or an item inside an item. Keeps its snapshot alive; for any thread.

    Two are equal if they have the same uid: the same item in two answers is, even if its
    texts have changed. What the feed doesn't say is None.
    """

    __slots__ = ("_address", "_snapshot")

    def __init__(self, snapshot: Keeper, pointer: ItemPointer) -> None:
        self._snapshot = snapshot
        self._address = pointer

    @property
    def _pointer(self) -> ItemPointer | None:
        return self._address if self._snapshot._pointer else None

    @property
    def id(self) -> str:
        """The server's id, always a text; "auto:…" if it gave none."""
        return decoded(lib.feedcore_item_id(self._pointer)) or ""

    @property
    def uid(self) -> int:
        """64 bits, unique in the page, the same in the next answer and in every process."""
        return int(lib.feedcore_item_uid(self._pointer))

    @property
    def title(self) -> str | None:
        """What it is called."""
        return decoded(lib.feedcore_item_title(self._pointer))

    @property
    def subtitle(self) -> str | None:
        """A second line below the title."""
        return decoded(lib.feedcore_item_subtitle(self._pointer))

    @property
    def text(self) -> str | None:
        """A longer text, plain."""
        return decoded(lib.feedcore_item_text(self._pointer))

    @property
    def html(self) -> str | None:
        """A longer text, as HTML."""
        return decoded(lib.feedcore_item_html(self._pointer))

    @property
    def image(self) -> str | None:
        """The URL of its picture, as the server wrote it."""
        return decoded(lib.feedcore_item_image(self._pointer))

    @property
    def action(self) -> str | None:
        """What a click does, as the server wrote it: a URL of any scheme, or a bare word."""
        return decoded(lib.feedcore_item_action(self._pointer))

    @property
    def action_type(self) -> str | None:
        """The server's word for the kind of action, such as "orpheus"."""
        return decoded(lib.feedcore_item_action_type(self._pointer))

    @property
    def play_count(self) -> int | None:
        """How often it was played."""
        count = int(lib.feedcore_item_play_count(self._pointer))
        return None if count < 0 else count

    @property
    def labels(self) -> tuple[str, ...]:
        """Short texts to show on it, such as genres."""
        count = lib.feedcore_item_label_count(self._pointer)
        return tuple(lib.feedcore_item_label(self._pointer, i).decode() for i in range(count))

    @property
    def children(self) -> Sequence[Item]:
        """The items inside, such as the songs of a page. They have no children."""
        count = lib.feedcore_item_child_count(self._pointer)
        return Borrowed(count, self._child)

    def _child(self, index: int) -> Item:
        return Item(self._snapshot, lib.feedcore_item_child(self._pointer, index))

    @property
    def extras(self) -> Extras:
        """Further fields that the mapping names."""
        return Extras(self)

    @property
    def raw_json(self) -> bytes:
        """The item in the feed's own bytes."""
        return raw_bytes(lib.feedcore_item_raw_json, self._pointer)

    def to_json(self) -> str:
        """The item and its children as JSON text."""
        return taken(lib.feedcore_item_to_text(self._pointer))

    def to_dict(self) -> dict[str, Any]:
        """The same as a dict."""
        return loads(self.to_json())

    def __eq__(self, other: object) -> bool:
        return self.uid == other.uid if isinstance(other, Item) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.uid)

    def __repr__(self) -> str:
        return f"Item(id={self.id!r}, title={self.title!r})"


def uid_of(item: Item | int) -> int:
    """An item's uid, of an item or of the uid itself."""
    if isinstance(item, Item):
        return item.uid
    if not isinstance(item, int):
        raise TypeError(f"expected an Item or its uid, not {type(item).__name__}")
    return item


class Extras(Mapping[str, ExtraValue]):
    """An item's extras by name. extras["year"] is what stands in the feed: a str, an int or a
    float as it is written there, a bool, or a tuple of texts. The methods read it as what you
    need, and say None (an empty tuple) where it isn't that, or isn't there.
    """

    __slots__ = ("_item",)

    def __init__(self, item: Item) -> None:
        self._item = item  # which keeps the snapshot

    def text(self, name: str) -> str | None:
        """A text, a number as the feed wrote it, "true" or "false"."""
        return decoded(lib.feedcore_item_extra_text(self._item._pointer, as_name(name)))

    def number(self, name: str) -> float | None:
        """A number, or a text that is one."""
        return _real(lib.feedcore_item_extra_number(self._item._pointer, as_name(name)))

    def count(self, name: str) -> int | None:
        """A number from 0 on, its fraction cut off."""
        count = int(lib.feedcore_item_extra_integer(self._item._pointer, as_name(name)))
        return None if count < 0 else count

    def time(self, name: str) -> datetime | None:
        """A time in UTC. None also for one outside the years 1 to 9999."""
        return as_time(lib.feedcore_item_extra_time(self._item._pointer, as_name(name)))

    def list(self, name: str) -> tuple[str, ...]:
        """The elements as texts; of a single value a tuple of one. An element may be ""."""
        pointer, key = self._item._pointer, as_name(name)
        length = lib.feedcore_item_extra_length(pointer, key)
        element = lib.feedcore_item_extra_element_text
        return tuple(decoded(element(pointer, key, i)) or "" for i in range(length))

    def numbers(self, name: str) -> tuple[float | None, ...]:
        """The elements as numbers, in the same places as in list()."""
        pointer, key = self._item._pointer, as_name(name)
        length = lib.feedcore_item_extra_length(pointer, key)
        element = lib.feedcore_item_extra_element_number
        return tuple(_real(element(pointer, key, i)) for i in range(length))

    def type(self, name: str) -> ExtraType:
        """What it is in the feed; ExtraType.NONE if it isn't there."""
        return ExtraType(lib.feedcore_item_extra_get_type(self._item._pointer, as_name(name)))

    def __getitem__(self, name: str) -> ExtraValue:
        kind = self.type(name)
        if kind == ExtraType.NONE:
            raise KeyError(name)
        if kind == ExtraType.LIST:
            return self.list(name)
        text = self.text(name) or ""
        if kind == ExtraType.BOOL:
            return text == "true"
        return number(text) if kind == ExtraType.NUMBER else text

    def __iter__(self) -> Iterator[str]:
        pointer = self._item._pointer
        for index in range(len(self)):
            yield lib.feedcore_item_extra_name(pointer, index).decode()

    def __len__(self) -> int:
        return int(lib.feedcore_item_extra_count(self._item._pointer))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.type(name) != ExtraType.NONE

    def __repr__(self) -> str:
        return f"Extras({dict(self)!r})"


def _real(number: float) -> float | None:
    return None if math.isnan(number) else number
