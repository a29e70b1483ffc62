"""The command inspect, for whoever writes a mapping: what a feed has, and what is read of it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from . import _json
from ._cells import clean, cut, cut_middle, width, wrap
from ._fetch import Config, is_address, page_config, preset_config
from ._line import LABEL, PLAIN, QUIET, WARNING, Line
from ._options import add_log, add_mapping, add_timeout
from ._output import Fault, blaming, explained, label, screen, tell, write
from ._reading import begin_web, load_mapping, read_bytes
from ._table import GAP, INDENT
from ._trace import Fields, Pattern, Trace, written
from .display import NARROWEST, WIDEST, counted, warning_lines
from .enums import Status
from .errors import FeedcoreError
from .mapping import Mapping
from .snapshot import Snapshot, parse

Commands = Any  # what argparse has no public name for

PRESETS = {
    "netease-home": {"page": "netease-home", "menus": "netease-menus"},
    "douban-movies": {"movies": "douban-movies"},
}
UNFIT = (Status.SHAPE, Status.LOGIN_NEEDED, Status.REFUSED)
NO_PRESET = "a preset takes an address, of http or https"

EPILOG = """\
Each path of the feed is a line: how often it is there, what the mapping reads it for, and an
example. In a path "*" is any element of an array; it is written as in a mapping, from the root.
  data.blocks.*.creatives.*.creativeId     30      id             "38"
  data.blocks.*.creatives.*.position    12/30      extras.place   2
  data.blocks.*.creatives.*.alg            30                     "hot"
The second is read at 12 of 30 places, the third is left. In brackets stands what an alternative
would read it for, had an earlier one not fit. Then come the mapping's own paths that were looked
for and led nowhere, and all warnings; `show` shows what came of it. Objects and lists that hold
something that is read are counted neither as read nor as left. For a feed without a mapping begin
with any, such as "json-feed": --left shows its paths.

If the mapping can't read the feed, its paths are shown all the same; standard error says why, and
the exit status is 1. A preset asks for each of its pages, and each is inspected.

With --json it is one object: "inspected", a list with for each page its "name", "mapping", "error"
(or null), "warnings", "warningTotal", "nowhere" (objects with "field" and "path"), and "paths":
each with its "path", "count", "types", "example", "read" (at how many places), "used" and "spare"
(lists of fields), and "left" (nothing in it is read).
"""


class Row(NamedTuple):
    """A path of the feed."""

    path: str
    places: int  # where it is
    types: list[str]
    example: Any
    read: int
    used: list[str]
    spare: list[str]
    is_left: bool  # with all that is in it


class Inspected(NamedTuple):
    name: str
    mapping: str
    rows: list[Row]
    nowhere: list[tuple[str, str]]
    page: Snapshot | None
    error: FeedcoreError | None


def add_inspect(commands: Commands, status: str) -> None:
    inspect = commands.add_parser(
        "inspect",
        help="show every path of a feed, and what a mapping reads of it",
        epilog=EPILOG + status,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    reading = inspect.add_mutually_exclusive_group()
    add_mapping(reading, "netease-home")
    reading.add_argument("--preset", choices=PRESETS, help="ask for all that makes a page")
    inspect.add_argument("--left", action="store_true", help="show only what isn't read")
    inspect.add_argument("--json", action="store_true", help="print one JSON object")
    add_timeout(inspect, "how long to wait for servers in all")
    add_log(inspect)
    inspect.add_argument("name", metavar="FILE-or-URL", help='a feed; "-" is standard input')
    inspect.set_defaults(run=_inspect, parser=inspect)


def _inspect(options: argparse.Namespace) -> None:
    inspected = [_look(*each) for each in _documents(options)]
    if options.json:
        shown = {"inspected": [_as_dict(each, only_left=options.left) for each in inspected]}
        write(sys.stdout, [_json.harmless(_json.written(shown))])
    else:
        cells, terminal = screen(sys.stdout)
        room = max(NARROWEST, min(cells, WIDEST))
        lines: list[str] = []
        for each in inspected:
            lines += [""] if lines else []
            lines += _lines(each, room, terminal=terminal, only_left=options.left)
        write(sys.stdout, lines)
    faults = [Fault(each.name, explained(each.error)) for each in inspected if each.error]
    for fault in faults[1:]:
        tell(str(fault))
    if faults:
        raise faults[0]


# ----------------------------------------------------------------------------------- reading


def _documents(options: argparse.Namespace) -> list[tuple[str, Mapping, bytes]]:
    """What to inspect: its name, its mapping, its bytes."""
    name: str = options.name
    if options.preset:
        if not is_address(name):
            options.parser.error(NO_PRESET)
        mappings = PRESETS[options.preset]
        config = preset_config(options.preset, name)
        config["sources"] = [{"name": each, "mapping": _whole(each)} for each in mappings]
        found = _ask(options, config)
        return [
            (f"{label(name)}: {each}", Mapping.builtin(mappings[each]), content)
            for each, content in found
        ]
    mapping = load_mapping(options.mapping)
    if not is_address(name):
        return [(label(name), mapping, read_bytes(name))]
    ((_, content),) = _ask(options, page_config(name, _whole("page")))
    return [(label(name), mapping, content)]


def _whole(type_: str) -> Mapping:
    """A mapping that reads anything: one section, which is the whole document."""
    return Mapping(
        {
            "mapping": "whole",
            "sections": {"type": {"default": type_}, "items": "*"},
            "types": {type_: {"kind": "LIST"}},
            "default": {"item": {"title": {"default": "anything"}}},
        }
    )


def _ask(options: argparse.Namespace, config: Config) -> list[tuple[str, bytes]]:
    """The documents of a feed's sources that could be had."""
    options.store = None
    with begin_web(options) as web, blaming(options.name):
        asked = web.ask(config)
        web.wait()
        page = asked.page()
        for what, failure, _ in asked.missing():
            tell(str(Fault(f"{label(options.name)}: {what}", explained(failure))))
        found = [(section.type, section.raw_json) for section in page.sections]
    if not found:
        raise Fault(label(options.name), "the answer is empty")
    return found


def _look(name: str, mapping: Mapping, content: bytes) -> Inspected:
    page, error = None, None
    with blaming(name):
        try:
            page = parse(mapping, content)
        except FeedcoreError as failure:
            if failure.status not in UNFIT:  # no JSON, say
                raise
            error = failure
    document: Any = _json.read(content.decode("utf-8-sig", "replace"))
    trace = Trace(json.loads(mapping.to_text()), document)
    rows = list(_rows(document, trace))
    return Inspected(name, mapping.name, rows, trace.nowhere, page, error)


class _Seen:
    """What stands at the places of one path."""

    def __init__(self) -> None:
        self.count = 0
        self.types: dict[str, None] = {}
        self.example: Any = None
        self.inside: dict[str | None, _Seen] = {}  # by name, or None for any position

    def see(self, value: Any) -> None:
        self.count += 1
        self.types[_type(value)] = None
        if isinstance(value, dict):
            for name, member in value.items():
                self.inside.setdefault(name, _Seen()).see(member)
        elif isinstance(value, list):
            for element in value:
                self.inside.setdefault(None, _Seen()).see(element)
        elif self.example in (None, ""):
            self.example = value


def _rows(document: Any, trace: Trace) -> Iterator[Row]:
    """Members stand where the feed has them first, and below what they are in."""
    top = _Seen()
    top.see(document)
    read = {steps[:end] for steps in trace.used for end in range(1, len(steps) + 1)}
    waiting: list[tuple[Pattern, _Seen]] = [((), top)]
    while waiting:
        steps, seen = waiting.pop()
        if steps:
            used, spare = trace.used.get(steps, {}), trace.spare.get(steps, {})
            yield Row(
                written(steps),
                seen.count,
                list(seen.types),
                seen.example,
                len(set().union(*used.values())),
                _by_number(used),
                [field for field in _by_number(spare) if field not in used],
                steps not in read,
            )
        waiting += [((*steps, step), seen.inside[step]) for step in reversed(seen.inside)]


def _by_number(fields: Fields) -> list[str]:
    """What is read most stands first."""
    return sorted(fields, key=lambda field: -len(fields[field]))


def _type(value: Any) -> str:
    if isinstance(value, bool):
        return "yes/no"
    names = {type(None): "null", dict: "object", list: "array", str: "text"}
    return names.get(type(value), "number")


# ----------------------------------------------------------------------------------- writing


def _as_dict(inspected: Inspected, *, only_left: bool) -> dict[str, Any]:
    page, error = inspected.page, inspected.error
    read = _json.read(page.to_json()) if page else {"warnings": [], "warningTotal": 0}
    return {
        "name": inspected.name,
        "mapping": inspected.mapping,
        "error": explained(error) if error else None,
        "paths": [_row_as_dict(row) for row in inspected.rows if row.is_left or not only_left],
        "nowhere": [{"field": field, "path": path} for field, path in inspected.nowhere],
        "warnings": read["warnings"],
        "warningTotal": read["warningTotal"],
    }


def _row_as_dict(row: Row) -> dict[str, Any]:
    return {
        "path": row.path,
        "count": row.places,
        "types": row.types,
        "example": row.example,
        "read": row.read,
        "used": row.used,
        "spare": row.spare,
        "left": row.is_left,
    }


def _lines(
    inspected: Inspected, cells: int, *, terminal: bool, only_left: bool
) -> Iterator[str]:
    heads = (cut_middle(clean(inspected.name), cells), *wrap(_summary(inspected), cells))
    for head in heads:
        yield Line(terminal=terminal).put(head, QUIET).text
    rows = [row for row in inspected.rows if row.is_left or not only_left]
    yield from _table(rows, cells, terminal=terminal)
    if inspected.nowhere:
        yield ""
        count = counted(len(inspected.nowhere), "path")
        head = f"{count} of the mapping that led nowhere"
        yield Line(terminal=terminal).put(head, WARNING).text
        for field, path in inspected.nowhere:
            yield INDENT + cut(clean(f"{field}: {path}"), cells - len(INDENT))
    if inspected.page and inspected.page.warning_total:
        yield ""
        yield from warning_lines(inspected.page, cells, terminal=terminal)


def _summary(inspected: Inspected) -> str:
    rows = inspected.rows
    facts = [
        f"mapping {clean(inspected.mapping)}",
        counted(len(rows), "path"),
        f"{sum(bool(row.used) for row in rows):,} read",
        f"{sum(row.is_left for row in rows):,} left",
    ]
    if inspected.page:
        sections = inspected.page.sections
        facts.append(counted(len(sections), "section"))
        facts.append(counted(sum(len(section.items) for section in sections), "item"))
    return ", ".join(facts)


def _table(rows: Sequence[Row], cells: int, *, terminal: bool) -> Iterator[str]:
    texts = [(clean(row.path), _count(row), clean(_for(row)), clean(_example(row))) for row in rows]
    natural = [max((width(column) for column in columns), default=0) for columns in zip(*texts)]
    if not natural:
        return
    paths, counts, fields, _ = natural
    room = cells - counts - 3 * len(GAP)
    fields = min(fields, max(room // 4, 10))
    paths = min(paths, max(room - fields - 24, room // 2 - fields // 2))
    start = paths + counts + 2 * len(GAP)
    for row, (path, count, field, example) in zip(rows, texts):
        line = Line(terminal=terminal)
        line.put(cut_middle(path, paths), PLAIN if row.used or row.example is not None else QUIET)
        line.put(count, QUIET, at=paths + len(GAP) + counts - width(count))
        if field:
            line.put(cut(field, fields), LABEL if row.used else WARNING, at=start)
        behind = start + fields + len(GAP)
        if cells - behind > 3:
            line.put(cut(example, cells - behind), QUIET, at=behind)
        yield line.text.rstrip()


def _count(row: Row) -> str:
    is_part = row.used and row.read < row.places
    return f"{row.read:,}/{row.places:,}" if is_part else f"{row.places:,}"


def _for(row: Row) -> str:
    spare = f"({', '.join(row.spare)})" if row.spare else ""
    return " ".join(filter(None, (", ".join(row.used), spare)))


def _example(row: Row) -> str:
    """As JSON has it; of what holds others, what it is."""
    if row.example is None:
        return " or ".join(row.types)
    text = row.example if isinstance(row.example, str) else ""
    return f'"{text}"' if text or row.example == "" else json.dumps(row.example)
