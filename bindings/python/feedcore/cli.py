"""The command: python3 -m feedcore show|mappings|mapping."""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TextIO

from . import __version__
from ._cells import clean
from ._fetch import Web, is_address
from ._library import LibraryError
from .display import page_lines
from .errors import FeedcoreError
from .mapping import Mapping
from .snapshot import Snapshot, parse

PROGRAM = "feedcore"
STANDARD_INPUT = "-"
PRESETS = ("netease-home", "douban-movies")
LONGEST_TIMEOUT = 24 * 3600.0  # seconds
WIDTH_ELSEWHERE = 100  # where the output is no terminal

EPILOG = """\
What begins with http:// or https:// is asked for; anything else is a file. With the mapping
netease-home a second one holds the round menus; they are read with netease-menus and put in
after the first section. With any other mapping several are shown one after the other; --json
then makes one object of them, with the page fields of the first and the sections and warnings
of all. If one can't be read, nothing is shown.

A preset knows the addresses that make a page, and is given what they begin with:
  netease-home   /homepage/block/page, and for the menus /homepage/dragon/ball
  douban-movies  /v2/movie/coming_soon
The page is shown without its menus if only these can't be had, and standard error says why.
"""


class Fault(Exception):
    """What goes to standard error, in one line, before exit status 1."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(clean(f"{PROGRAM}: {where}: {what}" if where else f"{PROGRAM}: {what}"))


class Feed(NamedTuple):
    name: str
    snapshot: Snapshot


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit status: 0, or 1 after an error. Usage exits with 2."""
    options = _parser().parse_args(arguments)
    try:
        if sys.stdout is None:
            raise Fault("standard output", "it is closed")
        options.run(options)
    except (Fault, LibraryError) as fault:
        text = str(fault) if isinstance(fault, Fault) else clean(f"{PROGRAM}: {fault}")
        _tell(text)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROGRAM, description="Reads server-driven home feeds with libfeedcore."
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    show = commands.add_parser(
        "show",
        help="show a feed: its sections, items and warnings",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    reading = show.add_mutually_exclusive_group()
    reading.add_argument(
        "--mapping",
        metavar="NAME-or-FILE",
        default="netease-home",
        help="a built-in mapping, or the file of one (default: %(default)s)",
    )
    reading.add_argument("--preset", choices=PRESETS, help="ask for all that makes a page (below)")
    show.add_argument("--json", action="store_true", help="print one JSON object")
    show.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=_seconds,
        default=30.0,
        help="how long to wait for servers in all (default: %(default)g)",
    )
    show.add_argument(
        "--log", action="store_true", help="say on standard error how each request went"
    )
    show.add_argument(
        "files", metavar="FILE-or-URL", nargs="+", help='a feed; "-" is standard input'
    )
    show.set_defaults(run=_show, parser=show)

    mappings = commands.add_parser("mappings", help="list the built-in mappings")
    mappings.set_defaults(run=_mappings)

    mapping = commands.add_parser("mapping", help="print a built-in mapping, to start from")
    mapping.add_argument("name", metavar="NAME")
    mapping.set_defaults(run=_mapping)
    return parser


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= LONGEST_TIMEOUT:
        raise argparse.ArgumentTypeError(f"no number of seconds: {text}")
    return seconds


# ------------------------------------------------------------------ the commands


def _show(options: argparse.Namespace) -> None:
    feeds = [_preset(options)] if options.preset else _feeds(options)
    if options.json:
        _write(sys.stdout, [_as_json([feed.snapshot for feed in feeds])])
    else:
        _write(sys.stdout, _as_lines(feeds, sys.stdout))


def _mappings(_options: argparse.Namespace) -> None:
    _write(sys.stdout, Mapping.builtin_names())


def _mapping(options: argparse.Namespace) -> None:
    _write(sys.stdout, [_builtin(options.name).to_text().rstrip("\n")])


# ----------------------------------------------------------------------- reading


def _load_mapping(name: str) -> Mapping:
    """A built-in one of that name, else the file: ./NAME is a file whatever its name is."""
    if name in Mapping.builtin_names() or not os.path.exists(name):
        return _builtin(name)
    with _blaming(name):
        return Mapping(_bytes(name))


def _builtin(name: str) -> Mapping:
    names = Mapping.builtin_names()
    if name not in names:
        raise Fault(name, f"no file, and no built-in mapping; those are {', '.join(names)}")
    return Mapping.builtin(name)


def _preset(options: argparse.Namespace) -> Feed:
    if len(options.files) != 1 or not is_address(options.files[0]):
        options.parser.error("a preset takes one address, of http or https")
    (base,) = options.files
    with _web(options) as web, _blaming(base):
        asked = web.ask_preset(options.preset, base)
        web.wait()
        page = web.page(asked)
        for source in asked.sources:
            failure = web.failure(source)
            if failure is not None:
                _tell(str(Fault(f"{_label(base)}: {source.name}", _explained(failure))))
        return Feed(_label(base), page)


def _feeds(options: argparse.Namespace) -> list[Feed]:
    names: list[str] = options.files
    if names.count(STANDARD_INPUT) > 1:
        options.parser.error("standard input can be read only once")
    mapping = _load_mapping(options.mapping)
    if mapping.name != "netease-home" or len(names) == 1:
        pages = _read_all(names, [mapping] * len(names), options)
        return [Feed(_label(name), page) for name, page in zip(names, pages)]
    if len(names) > 2:
        options.parser.error("netease-home takes a page, and at most one of menus")
    page, menus = _read_all(names, [mapping, Mapping.builtin("netease-menus")], options)
    return [Feed(" + ".join(map(_label, names)), page.join(menus, 1))]


def _read_all(
    names: Sequence[str], mappings: Sequence[Mapping], options: argparse.Namespace
) -> list[Snapshot]:
    with _web(options) as web:
        begun = [_begin(web, name, mapping) for name, mapping in zip(names, mappings)]
        web.wait()
        return [end() for end in begun]


def _begin(web: Web, name: str, mapping: Mapping) -> Callable[[], Snapshot]:
    """Asks for an address, or reads a file; the page is there after web.wait()."""
    with _blaming(name):
        if not is_address(name):
            page = parse(mapping, _bytes(name))
            return lambda: page
        asked = web.ask(name, mapping)

    def end() -> Snapshot:
        with _blaming(name):
            return web.page(asked)

    return end


def _web(options: argparse.Namespace) -> Web:
    return Web(options.timeout, _tell_log if options.log else None)


def _tell_log(line: str) -> None:
    _tell(clean(f"{PROGRAM}: {line}"))


def _tell(line: str) -> None:
    if sys.stderr is not None:  # print() would take standard output
        print(line, file=sys.stderr)


@contextmanager
def _blaming(name: str) -> Iterator[None]:
    """Says in one line which file or address it was."""
    try:
        yield
    except FeedcoreError as error:
        raise Fault(_label(name), _explained(error)) from None


def _bytes(file: str) -> bytes:
    is_input = file == STANDARD_INPUT
    if is_input and sys.stdin is None:
        raise Fault(_label(file), "it is closed")  # its descriptor may be another's by now
    try:
        with open(0 if is_input else file, "rb", closefd=not is_input) as stream:
            return stream.read()
    except OSError as error:
        raise Fault(_label(file), error.strerror or str(error)) from None


def _label(file: str) -> str:
    """How a file or address is called in what people read: without a password."""
    if file == STANDARD_INPUT:
        return "standard input"
    return re.sub(r"^([A-Za-z]+://)[^/?#]*@", r"\1", file)


def _explained(error: FeedcoreError) -> str:
    """The library's line, with the place if it has left that out."""
    text = error.message
    if error.line and f"line {error.line}" not in text:
        text += f" (line {error.line}, column {error.column})"
    return text


# ----------------------------------------------------------------------- writing


def _as_lines(feeds: Sequence[Feed], output: TextIO) -> list[str]:
    cells = shutil.get_terminal_size((WIDTH_ELSEWHERE, 0)).columns
    terminal = output.isatty() and not os.environ.get("NO_COLOR")
    lines: list[str] = []
    for feed in feeds:
        lines += [""] if lines else []
        lines += page_lines(feed.snapshot, feed.name, cells, terminal=terminal)
    return lines


def _as_json(snapshots: Sequence[Snapshot]) -> str:
    text = snapshots[0].to_json()  # as the library writes it: nothing is lost or rounded here
    if len(snapshots) > 1:
        text = json.dumps(_merged(snapshots), ensure_ascii=False, allow_nan=False)
    # JSON lets these stand in a text as they are, but a terminal would obey them.
    return re.sub("[\x7f-\x9f\u202a-\u202e\u2066-\u2069]", lambda m: f"\\u{ord(m[0]):04x}", text)


def _merged(snapshots: Sequence[Snapshot]) -> dict[str, Any]:
    pages = [json.loads(s.to_json(), parse_float=_real, parse_int=_whole) for s in snapshots]
    merged: dict[str, Any] = pages[0]
    for page in pages[1:]:
        for name in ("sections", "warnings", "warningTotal"):
            merged[name] += page[name]
    return merged


def _real(literal: str) -> float | str:
    """A number that no float holds stays as it was written, as a text."""
    number = float(literal)
    return number if math.isfinite(number) else literal


def _whole(literal: str) -> int | str:
    """The same for one of more digits than Python wants to read."""
    return int(literal) if len(literal) < 640 else literal


def _write(output: TextIO, lines: Sequence[str]) -> None:
    try:
        output.write("".join(f"{line}\n" for line in lines))
        output.flush()
    except OSError as error:
        # What is still in the buffer goes nowhere, or Python would fail again when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())
        raise Fault("standard output", error.strerror or str(error)) from None
