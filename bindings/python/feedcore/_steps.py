"""The changes of a page as lines for people: what came, what went, and which fields differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from ._cells import clean, cut, width
from ._line import LABEL, REMOVED, WARNING, Line
from ._table import INDENT
from .change import Change
from .enums import ChangeKind, ExtraType, SectionKind
from .item import Item
from .section import Section
from .snapshot import Snapshot

Owner = TypeVar("Owner", Item, Section)
Fields = tuple[tuple[str, Callable[[Any], Any]], ...]

STYLES = {"+": LABEL, "-": REMOVED, "~": WARNING}
LONGEST_NAME = 30  # cells
LONGEST_VALUE = 40
SOMETHING = "what isn't shown here"
CONTEXT = 8  # characters that two long texts have in common before they differ

ITEM_FIELDS: Fields = (
    ("title", lambda item: item.title),
    ("subtitle", lambda item: item.subtitle),
    ("text", lambda item: item.text),
    ("html", lambda item: item.html),
    ("image", lambda item: item.image),
    ("action", lambda item: item.action),
    ("action type", lambda item: item.action_type),
    ("play count", lambda item: item.play_count),
    ("labels", lambda item: item.labels),
)
SECTION_FIELDS: Fields = (
    ("kind", lambda section: section.kind.name),
    ("type", lambda section: section.type),
    ("title", lambda section: section.title),
    ("subtitle", lambda section: section.subtitle),
    ("title image", lambda section: section.title_image),
    ("button", lambda section: section.button and section.button.text),
    ("button action", lambda section: section.button and section.button.action),
    ("button action type", lambda section: section.button and section.button.action_type),
    ("action", lambda section: section.action),
    ("action type", lambda section: section.action_type),
    ("show type", lambda section: section.show_type),
    ("can close", lambda section: section.can_close),
    ("has more", lambda section: section.has_more),
)


def step_lines(
    old: Snapshot | None,
    new: Snapshot,
    changes: Sequence[Change],
    cells: int,
    *,
    terminal: bool = False,
    unseen: str = SOMETHING,
) -> Iterator[str]:
    """All changes from the one page to the other. `unseen` is what to say of a section that changed
    and shows the same.
    """
    way = _Way(old, new, unseen)
    for change in changes:
        for sign, head, facts in way.make(change):
            yield from _lines(sign, head, facts, cells, terminal=terminal)


Step = tuple[str, str, Sequence[str]]  # "+", "-" or "~"; what; names or differences


class _Way:
    """The old page, in which one change after the other is made."""

    def __init__(self, old: Snapshot | None, new: Snapshot, unseen: str) -> None:
        self._new = new.sections
        self._unseen = unseen
        self._sections = list(old.sections) if old else []
        self._items = [list(section.items) for section in self._sections]
        self._staying = _uids(old) & _uids(new)

    def make(self, change: Change) -> Iterator[Step]:
        at, section = change.position or 0, change.section or 0
        if change.kind == ChangeKind.SECTIONS:
            yield from self._splice(self._sections, self._new, change, "section", "")
            added = self._new[at : at + change.added]
            self._items[at : at + change.removed] = [list(section.items) for section in added]
            return
        old, new = self._sections[section], self._new[section]
        where = f" in {_name(old)}"
        if change.kind == ChangeKind.ITEMS:
            yield from self._splice(self._items[section], new.items, change, "item", where)
        elif change.kind == ChangeKind.ITEM:
            before, after = self._items[section][at], new.items[at]
            self._items[section][at] = after
            yield "~", f"item {at}{where}: {_name(before)}", _item_differences(before, after)
        elif change.kind == ChangeKind.SECTION:
            facts = _differences(SECTION_FIELDS, old, new)
            yield "~", f"section {section}: {_name(old)}", facts or [self._unseen]
            self._sections[section] = new

    def _splice(
        self, owners: list[Owner], new: Sequence[Owner], change: Change, noun: str, where: str
    ) -> Iterator[Step]:
        at = change.position or 0
        gone = owners[at : at + change.removed]
        come = list(new[at : at + change.added])
        owners[at : at + change.removed] = come
        for sign, some in (("-", gone), ("+", come)):
            if some:
                count = f"{len(some):,} {noun}{'' if len(some) == 1 else 's'}"
                yield sign, f"{count} at {at}{where}", [self._entry(each) for each in some]

    def _entry(self, owner: Item | Section) -> str:
        return _name(owner) + (" (moved)" if owner.uid in self._staying else "")


def _uids(page: Snapshot | None) -> set[int]:
    sections = page.sections if page else ()
    items = {item.uid for section in sections for item in section.items}
    return items.union(section.uid for section in sections)


def _name(owner: Item | Section) -> str:
    """What people call it: its title, or what it is instead."""
    if isinstance(owner, Section):
        kind = owner.kind.name if owner.kind < SectionKind.LIST else owner.type
        return f'"{_short(owner.title)}"' if owner.title else _short(kind)
    inside = (child.title for child in owner.children)
    return _short(owner.title or next(filter(None, inside), None) or owner.id)


def _short(name: str) -> str:
    return cut(clean(name), LONGEST_NAME)


# --------------------------------------------------------------------------- differences

def _item_differences(old: Item, new: Item) -> list[str]:
    facts = _differences(ITEM_FIELDS, old, new)
    told = {(value(old), value(new)) for _, value in ITEM_FIELDS}
    for name in dict.fromkeys((*old.extras, *new.extras)):
        values = _extra(old, name), _extra(new, name)
        if values not in told:  # a name that is the title too
            facts += _difference(clean(name), *values)
    return facts + list(_inside(old, new)) or [SOMETHING]


def _differences(fields: Fields, old: Owner, new: Owner) -> list[str]:
    return [
        fact for name, value in fields for fact in _difference(name, value(old), value(new))
    ]


def _extra(item: Item, name: str) -> Any:
    """What can be compared: a text as such, all else as the feed wrote it."""
    kind = item.extras.type(name)
    if kind == ExtraType.LIST:
        return item.extras.list(name)
    text = item.extras.text(name)
    return text if kind in (ExtraType.NONE, ExtraType.TEXT) else _Literal(text or "")


class _Literal(str):
    """A number, true or false, which no text equals."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Literal) and str.__eq__(self, other)

    __hash__ = str.__hash__


def _inside(old: Item, new: Item) -> Iterator[str]:
    """The songs of a page."""
    before = {child.uid: child for child in old.children}
    after = {child.uid: child for child in new.children}
    for sign, some, others in (("-", before, after), ("+", after, before)):
        for uid, child in some.items():
            if uid not in others:
                yield f"inside {sign} {_name(child)}"
    staying = [uid for uid in after if uid in before]
    if staying != [uid for uid in before if uid in after]:
        yield "inside in another order"
    for uid in staying:
        facts = _item_differences(before[uid], after[uid])
        if facts != [SOMETHING]:
            yield f"inside {_name(before[uid])}: {', '.join(facts)}"


def _difference(name: str, old: Any, new: Any) -> list[str]:
    if old == new and type(old) is type(new):
        return []
    if isinstance(old, str) and isinstance(new, str):
        old, new = _from_where_they_differ(old, new)
    return [f"{name} {_shown(old)} → {_shown(new)}"]


def _from_where_they_differ(old: str, new: str) -> tuple[str, str]:
    """Long texts that begin alike: from shortly before."""
    differing = (i for i, (before, after) in enumerate(zip(old, new)) if before != after)
    start = next(differing, min(len(old), len(new))) - CONTEXT
    if start < 2 or max(width(clean(old)), width(clean(new))) <= LONGEST_VALUE:
        return old, new
    return type(old)("…" + old[start:]), type(new)("…" + new[start:])


def _shown(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, _Literal):
        return cut(clean(value), LONGEST_VALUE)
    if isinstance(value, str):
        return f'"{cut(clean(value), LONGEST_VALUE)}"'
    return f"[{cut(clean(', '.join(value)), LONGEST_VALUE)}]"


# --------------------------------------------------------------------------------- lines


def _lines(
    sign: str, head: str, facts: Sequence[str], cells: int, *, terminal: bool
) -> Iterator[str]:
    def line(text: str) -> str:
        signed = Line(terminal=terminal).put(INDENT).put(sign, STYLES[sign])
        return signed.put(" ").put(cut(text, cells - signed.end - 1)).text

    joined = f"{head}: {', '.join(facts)}"
    room = cells - len(INDENT) - 2
    if width(joined) <= room:
        yield line(joined)
    elif sign == "~":
        yield line(head + ":")
        for fact in facts:
            yield INDENT * 3 + cut(fact, cells - 3 * len(INDENT))
    else:
        yield line(_as_many_as_fit(head, facts, room))


def _as_many_as_fit(head: str, names: Sequence[str], cells: int) -> str:
    for count in range(min(len(names) - 1, cells // 3), 0, -1):
        text = f"{head}: {', '.join(names[:count])} and {len(names) - count:,} more"
        if width(text) <= cells:
            return text
    return f"{head}: {names[0]}"
