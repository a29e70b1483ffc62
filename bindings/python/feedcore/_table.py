"""The items of a section as a table: what the columns show, and how they share a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ._cells import clean, cut, cut_middle, width
from ._line import BOLD, LABEL, PLAIN, QUIET, Line
from .item import Item

INDENT = "  "
GAP = "  "


class Column(NamedTuple):
    """A column of the table. Where a line is too short, the column with the most
    cells * weight gives way first; one that has come down to `least` stays so.
    """

    value: Callable[[Item], str]
    most: int
    least: int
    weight: float
    style: str = PLAIN
    cut: Callable[[str, int], str] = cut
    right: bool = False


def _title(item: Item) -> str:
    return clean(item.title or "")


def _about(item: Item) -> str:
    """The second thing to know: when, a subtitle or badge, who made it, how good."""
    extras = item.extras
    subtitle = item.subtitle or extras.text("typeTitle")
    if subtitle and subtitle == extras.text("username"):
        subtitle = f"@{subtitle}"
    rating, followers = extras.text("rating"), extras.count("followers")
    when = extras.time("published") or extras.time("startTime")
    facts = (
        when and f"{when.astimezone():%Y-%m-%d}",
        subtitle,
        " / ".join(extras.list("artists")) or extras.text("nickname"),
        ", ".join(filter(None, extras.list("authors"))),
        extras.text("year"),
        rating and f"★ {rating}",
        f"{followers:,} followers" if followers is not None else None,
    )
    return clean(" · ".join(fact for fact in facts if fact))


def _plays(item: Item) -> str:
    return "" if item.play_count is None else f"{item.play_count:,}"


def _labels(item: Item) -> str:
    labels = item.labels or item.extras.list("genres")
    return clean((", " if any(" " in label for label in labels) else " ").join(labels))


def _image(item: Item) -> str:
    """Host and end: pictures of one server differ in nothing else."""
    host, path = _host_and_path(item.image or "")
    return host + (path if len(path) <= 16 else f"/…{_end(path)}")


def _cut_image(text: str, cells: int) -> str:
    host, slash, path = text.partition("/")
    end = _end(slash + path.removeprefix("…"))
    return _first_that_fits(cells, text, f"{host.partition('.')[0]}…{end}", f"…{end}")


def _end(path: str) -> str:
    name = path.rpartition("/")[2]
    return f"/{name}" if len(name) < 12 else name[-12:]


def _action(item: Item) -> str:
    """The address without what it carries along; a bare word as it is."""
    host, path = _host_and_path(item.action or "")
    address, question, _query = path.partition("?")
    if question and address.strip("/"):
        path = f"{address}?…"
    return host + path


def _cut_action(text: str, cells: int) -> str:
    address = text.removesuffix("?…")
    return _first_that_fits(cells, text, address, address.partition("://")[2] or address)


def _first_that_fits(cells: int, *texts: str) -> str:
    return next((t for t in texts if width(t) <= cells), cut_middle(texts[-1], cells))


def _host_and_path(address: str) -> tuple[str, str]:
    """A URL in two parts, "https://" left out since most begin so."""
    address = clean(address)
    for scheme in ("https://", "http://"):
        address = address.removeprefix(scheme)
    start = address.find("://") + 3 if "://" in address else 0
    end = address.find("/", start)
    return (address, "") if end < 0 else (address[:end], address[end:])


TITLE = Column(_title, most=60, least=16, weight=0.7)
ABOUT = Column(_about, most=40, least=10, weight=1.4)
PLAYS = Column(_plays, most=26, least=26, weight=1.0, right=True)
LABELS = Column(_labels, most=24, least=8, weight=1.6, style=LABEL)
IMAGE = Column(_image, most=34, least=13, weight=2.0, style=QUIET, cut=_cut_image)
ACTION = Column(_action, most=44, least=19, weight=1.6, style=QUIET, cut=_cut_action)
COLUMNS = (TITLE, ABOUT, PLAYS, LABELS, IMAGE, ACTION)
LEAVING = (IMAGE, ACTION, LABELS, ABOUT)  # the first of them leaves a narrow page first


class Row(NamedTuple):
    indent: str
    style: str  # of the title
    texts: list[str]  # by column


def table(items: Sequence[Item], cells: int, *, terminal: bool) -> Iterator[str]:
    """The lines of a section's items, none wider than `cells`."""
    rows = list(_rows(items))
    indent = max(len(row.indent) for row in rows)
    widths = _widths(rows, cells - indent)
    for row in rows:
        yield _line(row, indent, widths, terminal=terminal).text


def _rows(items: Sequence[Item]) -> Iterator[Row]:
    """Each item, and its children below it. A page of songs often has no title of its own."""
    for number, item in enumerate(items, 1):
        group = bool(item.children)
        texts = [column.value(item) for column in COLUMNS]
        texts[0] = texts[0] or (f"page {number}" if group else "")
        yield Row(INDENT, BOLD if group else PLAIN, texts)
        for child in item.children:
            yield Row(INDENT * 2, PLAIN, [column.value(child) for column in COLUMNS])


def _widths(rows: Sequence[Row], room: int) -> list[int]:
    """How wide each column is; 0 for one that isn't shown."""
    natural = [_used(rows, i, column.most) for i, column in enumerate(COLUMNS)]
    widths = _fit(natural, room)
    # A cut address is often shorter than it had to be: the other columns get what it leaves.
    used = [_used(rows, i, cells) for i, cells in enumerate(widths)]
    return _fit([u if u < w else n for n, u, w in zip(natural, used, widths)], room)


def _used(rows: Sequence[Row], i: int, cells: int) -> int:
    return max(width(COLUMNS[i].cut(row.texts[i], cells)) for row in rows) if cells else 0


def _fit(natural: list[int], room: int) -> list[int]:
    """The natural widths, made to fit: columns shrink, and leave where that isn't enough."""
    natural = list(natural)
    for leaving in (None, *LEAVING):
        if leaving is not None:
            natural[COLUMNS.index(leaving)] = 0
        widths = list(natural)
        if _shrink(widths, room):
            break
    return widths


def _shrink(widths: list[int], room: int) -> bool:
    """Takes cells from the columns until they fit; false if they can't."""
    room -= len(GAP) * (sum(map(bool, widths)) - 1)
    while sum(widths) > room:
        loose = [i for i, cells in enumerate(widths) if cells > COLUMNS[i].least]
        if not loose:
            return False
        widths[max(loose, key=lambda i: widths[i] * COLUMNS[i].weight)] -= 1
    return True


def _line(row: Row, indent: int, widths: Sequence[int], *, terminal: bool) -> Line:
    line = Line(terminal=terminal)
    start = len(row.indent)
    for i, (column, cells) in enumerate(zip(COLUMNS, widths)):
        if not cells:
            continue
        end = max(start, indent) + cells  # the first column makes up for a smaller indent
        text = column.cut(row.texts[i], end - start)
        if text:
            style = row.style if column is TITLE else column.style
            line.put(text, style, at=end - width(text) if column.right else start)
        start = end + len(GAP)
    return line
