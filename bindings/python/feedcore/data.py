"""Sections and items as plain data: copies that need no snapshot, read in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from ctypes import byref, c_size_t, c_void_p, string_at
from functools import lru_cache, partial
from itertools import islice
from typing import NamedTuple, Union

from ._handle import number
from ._library import lib
from .enums import Layout, SectionKind

ExtraValue = Union[str, float, bool, tuple[str, ...]]


class Button(NamedTuple):
    """The button in a section's head."""

    text: str | None
    action: str | None
    action_type: str | None


class ItemData(NamedTuple):
    """A copy of an item, with all that an Item tells but its raw JSON. What the feed doesn't say
    is None. For any thread; two are equal if all they hold is.
    """

    id: str
    uid: int
    title: str | None
    subtitle: str | None
    text: str | None
    html: str | None
    image: str | None
    action: str | None
    action_type: str | None
    play_count: int | None
    labels: tuple[str, ...]
    extras: dict[str, ExtraValue]  # as Extras gives them: a str, an int, a float, a bool, a tuple
    children: tuple[ItemData, ...]


class SectionData(NamedTuple):
    """A copy of a section and its items; as ItemData is one of an item."""

    kind: SectionKind
    type: str
    key: str
    uid: int
    title: str | None
    subtitle: str | None
    title_image: str | None
    button: Button | None
    action: str | None
    action_type: str | None
    show_type: str | None
    can_close: bool | None
    layout: Layout
    layout_name: str
    row_count: int
    row_height: float
    has_more: bool
    items: tuple[ItemData, ...]


def read(function: Callable[..., int | None], pointer: c_void_p | None) -> list[SectionData]:
    """The sections of a feedcore_…_to_table, which the header describes."""
    length = c_size_t()
    table = function(pointer, byref(length))
    if not table:
        raise ValueError("the object was given back already, by the garbage collector")
    try:
        texts = string_at(table, length.value).decode().split("\0")
    finally:
        lib.feedcore_free(table)
    width, item_width, count, item_count = map(int, texts[:4])
    end = 4 + width * count
    rows = [texts[start : start + width] for start in range(4, end, width)]
    top = sum(int(row[19]) for row in rows)
    items = _items(texts, end, end + item_width * item_count, item_width, top)
    return [_section(row, items) for row in rows]


# -------------------------------------------------------------------------------- sections


def _section(row: Sequence[str], items: Iterator[ItemData]) -> SectionData:
    """Takes as many of the items as the section has."""
    kind, type, key, uid, title, subtitle, image = row[:7]
    button_text, button_action, button_action_type, action, action_type, show_type = row[7:13]
    can_close, layout, layout_name, row_count, row_height, has_more, item_count = row[13:20]
    button = Button(button_text or None, button_action or None, button_action_type or None)
    return SectionData(
        _kind(kind),
        type,
        key,
        int(uid, 16),
        title or None,
        subtitle or None,
        image or None,
        button if button_text or button_action else None,
        action or None,
        action_type or None,
        show_type or None,
        can_close == "1" if can_close else None,
        _layout(layout),
        layout_name,
        int(row_count),
        float(row_height),
        has_more == "1",
        tuple(islice(items, int(item_count))),
    )


@lru_cache(maxsize=64)
def _kind(number: str) -> SectionKind:
    return SectionKind(int(number))


@lru_cache(maxsize=64)
def _layout(number: str) -> Layout:
    return Layout(int(number))


# ----------------------------------------------------------------------------------- items


def _items(
    texts: Sequence[str], start: int, end: int, width: int, top: int
) -> Iterator[ItemData]:
    """The items of all sections, one after the other, made of columns: loops that run in C. The
    first `top` of them are in no other; those behind are children, and have none.
    """
    columns = [texts[start + i : end : width] for i in range(13)]
    ids, uids, *named, plays, label_counts, extra_types, child_counts = columns
    children: list[tuple[ItemData, ...]] = [()] * len(ids)
    fields: list[Sequence[object]] = [
        ids,
        [int(uid, 16) for uid in uids],
        *map(_optional, named),
        [int(count) if count else None for count in plays],
        *_labels_and_extras(texts, end, label_counts, extra_types),
        children,
    ]
    rest = map(_item, zip(*(column[top:] for column in fields)))
    for index, count in enumerate(child_counts[:top]):
        if count != "0":
            children[index] = tuple(islice(rest, int(count)))
    return map(_item, zip(*fields))  # of which the sections take `top`


def _optional(texts: Sequence[str]) -> Sequence[str | None]:
    """None in the place of empty ones; most columns are full or empty."""
    if "" not in texts:
        return texts
    return [text or None for text in texts] if any(texts) else [None] * len(texts)


_item: Callable[[Iterable[object]], ItemData] = partial(tuple.__new__, ItemData)


def _labels_and_extras(
    texts: Sequence[str], place: int, label_counts: Sequence[str], extra_types: Sequence[str]
) -> tuple[list[tuple[str, ...]], list[dict[str, ExtraValue]]]:
    """Of each item: they stand behind the rows. Plain loops, which most items leave soon."""
    all_labels: list[tuple[str, ...]] = []
    all_extras: list[dict[str, ExtraValue]] = []
    for label_count, types in zip(label_counts, extra_types):
        labels: tuple[str, ...] = ()
        if label_count != "0":
            end = place + int(label_count)
            labels, place = tuple(texts[place:end]), end
        extras: dict[str, ExtraValue] = {}
        elements = place + 2 * len(types)
        for type in types:
            value = texts[place + 1]
            if type == "t":
                extras[texts[place]] = value
            elif type == "n":
                is_short = len(value) < 18 and value.isdigit()
                extras[texts[place]] = int(value) if is_short else number(value)
            elif type == "b":
                extras[texts[place]] = value == "true"
            elif type == "l":
                end = elements + int(value)
                extras[texts[place]], elements = tuple(texts[elements:end]), end
            place += 2
        place = elements
        all_labels.append(labels)
        all_extras.append(extras)
    return all_labels, all_extras
