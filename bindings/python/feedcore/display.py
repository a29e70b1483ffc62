"""A snapshot as lines for people: a head and a table for each section, and the warnings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ._cells import clean, cut, cut_middle, pad, width, wrap
from .enums import Layout, SectionKind
from .item import Item
from .section import Section
from .snapshot import Snapshot

NARROWEST, WIDEST = 40, 160
INDENT = "  "
GAP = "  "

PLAIN, BOLD, QUIET, KIND, LABEL, WARNING = "", "1", "2", "1;36", "32", "33"


def page_lines(
    snapshot: Snapshot, name: str, cells: int, *, colours: bool = False
) -> Iterator[str]:
    """The whole snapshot in lines of at most `cells` cells; `name` says where it comes from."""
    paint = _painted if colours else _unpainted
    cells = max(NARROWEST, min(cells, WIDEST))
    yield paint(QUIET, cut_middle(clean(name), cells))
    yield from (paint(QUIET, line) for line in wrap(_summary(snapshot), cells))
    for section in snapshot.sections:
        yield ""
        yield _head(section, cells, paint)
        yield from _table(section.items, cells, paint)
    if snapshot.nodata_toast:
        yield ""
        yield paint(QUIET, cut(f"— {clean(snapshot.nodata_toast)} —", cells))
    if snapshot.warning_total:
        yield ""
        yield from _warnings(snapshot, cells, paint)


# ------------------------------------------------------------------ colours

Paint = Callable[[str, str], str]


def _painted(style: str, text: str) -> str:
    return f"\033[{style}m{text}\033[m" if style and text else text


def _unpainted(_style: str, text: str) -> str:
    return text


# ------------------------------------------------------ summary and section head


def _summary(snapshot: Snapshot) -> str:
    items = [item for section in snapshot.sections for item in section.items]
    inside = sum(len(item.children) for item in items)
    facts = [_counted(len(snapshot.sections), "section"), _counted(len(items), "item")]
    if inside:
        facts[-1] += f" and {inside:,} inside them"
    if snapshot.service_code:
        facts.append(clean(f"code {snapshot.service_code} {snapshot.message or ''}"))
    if snapshot.refresh_interval:
        facts.append(f"refresh after {snapshot.refresh_interval / 60_000:,g} min")
    if snapshot.has_more:
        facts.append("more pages")
    return ", ".join(facts)


def _head(section: Section, cells: int, paint: Paint) -> str:
    kind = section.kind.name
    # A kind of the twelve says as much as its type; LIST and CUSTOM say nothing.
    names = [(PLAIN, section.type if section.kind >= SectionKind.LIST else "")]
    names += [(BOLD, section.title or ""), (PLAIN, section.subtitle or "")]
    count = _counted(len(section.items), "item")
    button = section.button and cut(clean(section.button.text or section.button.action or ""), 20)
    tail = f"{count}{GAP}[{button}]" if button else count
    parts, room = [paint(KIND, kind)], cells - width(kind) - len(GAP) - width(tail)
    for style, name in names:
        text = cut(clean(name), room - len(GAP)) if room > len(GAP) else ""
        if text:
            parts.append(paint(style, text))
            room -= width(text) + len(GAP)
    parts.append(paint(QUIET, tail))
    for measures in _measures(section):
        if width(measures) + len(GAP) <= room:
            parts.append(" " * (room - width(measures) - len(GAP)) + paint(QUIET, measures))
            break
    return GAP.join(parts)


def _measures(section: Section) -> tuple[str, str]:
    """How a front end lays the section out, in words, and shorter."""
    layout, height = section.layout, f"{section.row_height:g}"
    if layout == Layout.LIST:
        return f"rows of {height} pt", f"{height} pt"
    return f"layout {layout.name}, {height} pt", f"{layout.name}, {height}"


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


# ------------------------------------------------------------- table of the items


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
    name = path.rpartition("/")[2]
    end = f"/{name}" if len(name) < 12 else name[-12:]
    return host + (path if len(path) <= 16 else f"/…{end}")


def _cut_image(text: str, cells: int) -> str:
    host, _, path = text.partition("/")
    path = path.removeprefix("…")
    return _first_that_fits(cells, text, f"{host.partition('.')[0]}…{path}", f"…{path[-12:]}")


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


def _table(items: Sequence[Item], cells: int, paint: Paint) -> Iterator[str]:
    rows = list(_rows(items))
    indent = max(len(row.indent) for row in rows)
    widths = _widths(rows, cells - indent)
    for row in rows:
        yield _row(row, indent, widths, paint)


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


def _row(row: Row, indent: int, widths: list[int], paint: Paint) -> str:
    line = row.indent
    spare = indent - len(row.indent)  # the first column makes up for a smaller indent
    for i, (column, cells) in enumerate(zip(COLUMNS, widths)):
        if not cells:
            continue
        text = column.cut(row.texts[i], cells + spare)
        blank = " " * (cells + spare - width(text))
        shown = paint(column.style or (row.style if i == 0 else PLAIN), text)
        line += (blank + shown if column.right else shown + blank) + GAP
        spare = 0
    return line.rstrip()


# ----------------------------------------------------------------------- warnings


def _warnings(snapshot: Snapshot, cells: int, paint: Paint) -> Iterator[str]:
    yield paint(WARNING, _counted(snapshot.warning_total, "warning"))
    warnings = [
        (clean(warning.path) or "/", f"{warning.name}: {clean(warning.message)}")
        for warning in snapshot.warnings
    ]
    paths = max((width(path) for path, _ in warnings), default=0)
    room = cells - len(INDENT) - paths - len(GAP)
    fits = all(width(text) <= room for _, text in warnings)
    for path, text in warnings:
        if fits:
            yield f"{INDENT}{pad(path, paths)}{GAP}{text}"
        else:
            yield INDENT + cut_middle(path, cells - len(INDENT))
            yield from (f"{INDENT * 3}{line}" for line in wrap(text, cells - 3 * len(INDENT)))
    unlisted = snapshot.warning_total - len(warnings)
    if unlisted:
        yield f"{INDENT}and {unlisted:,} more"
