"""A snapshot as lines for people: a head and a table for each section, and the warnings."""

from __future__ import annotations

from collections.abc import Iterator

from ._cells import clean, cut, cut_middle, pad, width, wrap
from ._line import BOLD, KIND, PLAIN, QUIET, WARNING, Line
from ._table import GAP, INDENT, table
from .enums import Layout, SectionKind
from .section import Section
from .snapshot import Snapshot

NARROWEST, WIDEST = 40, 160


def page_lines(
    snapshot: Snapshot, name: str, cells: int, *, terminal: bool = False
) -> Iterator[str]:
    """The whole snapshot in lines of at most `cells` cells; `name` says where it comes from.
    Only for a terminal they have colours.
    """
    cells = max(NARROWEST, min(cells, WIDEST))
    for line in (cut_middle(clean(name), cells), *wrap(_summary(snapshot), cells)):
        yield Line(terminal=terminal).put(line, QUIET).text
    for section in snapshot.sections:
        yield ""
        yield _head(section, cells, Line(terminal=terminal))
        yield from table(section.items, cells, terminal=terminal)
    if snapshot.nodata_toast:
        toast = cut(f"— {clean(snapshot.nodata_toast)} —", cells)
        yield ""
        yield Line(terminal=terminal).put(toast, QUIET).text
    if snapshot.warning_total:
        yield ""
        yield from warning_lines(snapshot, cells, terminal=terminal)


def warning_lines(snapshot: Snapshot, cells: int, *, terminal: bool) -> Iterator[str]:
    """How many warnings there are, and the warnings."""
    count = counted(snapshot.warning_total, "warning")
    yield Line(terminal=terminal).put(count, WARNING).text
    yield from _warnings(snapshot, cells)


def _summary(snapshot: Snapshot) -> str:
    items = [item for section in snapshot.sections for item in section.items]
    inside = sum(len(item.children) for item in items)
    facts = [counted(len(snapshot.sections), "section"), counted(len(items), "item")]
    if inside:
        facts[-1] += f" and {inside:,} inside them"
    if snapshot.service_code:
        facts.append(clean(f"code {snapshot.service_code} {snapshot.message or ''}"))
    if snapshot.refresh_interval:
        facts.append(f"refresh after {snapshot.refresh_interval / 60_000:,g} min")
    if snapshot.has_more:
        facts.append("more pages")
    return ", ".join(facts)


def _head(section: Section, cells: int, line: Line) -> str:
    line.put(section.kind.name, KIND)
    tail = counted(len(section.items), "item")
    if section.button:
        room = cells - line.end - 2 * len(GAP) - width(tail) - len("[]")
        button = clean(section.button.text or section.button.action or "")
        tail += f"{GAP}[{cut(button, min(room, 20))}]"
    for style, name in _names(section):
        room = cells - line.end - 2 * len(GAP) - width(tail)
        text = cut(clean(name), room) if room > 3 else ""
        if text:
            line.put(GAP).put(text, style)
    line.put(GAP).put(tail, QUIET)
    for measures in _measures(section):
        if line.end + len(GAP) + width(measures) <= cells:
            line.put(measures, QUIET, at=cells - width(measures))
            break
    return line.text


def _names(section: Section) -> Iterator[tuple[str, str]]:
    if section.kind >= SectionKind.LIST:  # the other kinds say as much as their type
        yield PLAIN, section.type
    yield BOLD, section.title or ""
    yield PLAIN, section.subtitle or ""


def _measures(section: Section) -> tuple[str, str]:
    """How a front end lays the section out, in words, and shorter."""
    layout, height = section.layout, f"{section.row_height:g}"
    if layout == Layout.LIST:
        return f"rows of {height} pt", f"{height} pt"
    return f"layout {layout.name}, {height} pt", f"{layout.name}, {height}"


def counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _warnings(snapshot: Snapshot, cells: int) -> Iterator[str]:
    """Each in a line if all of them fit so, else path and text below each other."""
    warnings = [
        (clean(warning.path) or "the whole document", f"{warning.name}: {clean(warning.message)}")
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
