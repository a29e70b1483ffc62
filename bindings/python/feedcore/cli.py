"""The command: python3 -m feedcore show|mappings|mapping."""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import shutil
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple, TextIO

from . import __version__
from ._cells import clean
from ._library import LibraryError
from .display import page_lines
from .errors import FeedcoreError
from .mapping import Mapping
from .snapshot import Snapshot, parse

PROGRAM = "feedcore"
STANDARD_INPUT = "-"
WIDTH_ELSEWHERE = 100  # where the output is no terminal

EPILOG = """\
With the mapping netease-home a second FILE holds the round menus; they are read with
netease-menus and put in after the first section. With any other mapping several files are
shown one after the other; --json then makes one object of them, with the page fields of the
first and the sections and warnings of all. If one can't be read, nothing is shown.
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
        print(text, file=sys.stderr)
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
    show.add_argument(
        "--mapping",
        metavar="NAME-or-FILE",
        default="netease-home",
        help="a built-in mapping, or the file of one (default: %(default)s)",
    )
    show.add_argument("--json", action="store_true", help="print one JSON object")
    show.add_argument("files", metavar="FILE", nargs="+", help='a feed; "-" is standard input')
    show.set_defaults(run=_show, parser=show)

    mappings = commands.add_parser("mappings", help="list the built-in mappings")
    mappings.set_defaults(run=_mappings)

    mapping = commands.add_parser("mapping", help="print a built-in mapping, to start from")
    mapping.add_argument("name", metavar="NAME")
    mapping.set_defaults(run=_mapping)
    return parser


# ------------------------------------------------------------------ the commands


def _show(options: argparse.Namespace) -> None:
    if options.files.count(STANDARD_INPUT) > 1:
        options.parser.error("standard input can be read only once")
    mapping = _load_mapping(options.mapping)
    has_menus = mapping.name == "netease-home"
    if has_menus and len(options.files) > 2:
        options.parser.error("netease-home takes a page, and at most one file of menus")
    if has_menus and len(options.files) == 2:
        feeds = [_page_with_menus(mapping, *options.files)]
    else:
        feeds = [Feed(_label(file), _read(mapping, file)) for file in options.files]
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
    try:
        return Mapping(_bytes(name))
    except FeedcoreError as error:
        raise Fault(_label(name), _explained(error)) from None


def _builtin(name: str) -> Mapping:
    names = Mapping.builtin_names()
    if name not in names:
        raise Fault(name, f"no file, and no built-in mapping; those are {', '.join(names)}")
    return Mapping.builtin(name)


def _page_with_menus(mapping: Mapping, page: str, menus: str) -> Feed:
    name = f"{_label(page)} + {_label(menus)}"
    joined = _read(mapping, page).join(_read(Mapping.builtin("netease-menus"), menus), 1)
    return Feed(name, joined)


def _read(mapping: Mapping, file: str) -> Snapshot:
    try:
        return parse(mapping, _bytes(file))
    except FeedcoreError as error:
        raise Fault(_label(file), _explained(error)) from None


def _bytes(file: str) -> bytes:
    try:
        is_input = file == STANDARD_INPUT
        with open(0 if is_input else file, "rb", closefd=not is_input) as stream:
            return stream.read()
    except OSError as error:
        raise Fault(_label(file), error.strerror or str(error)) from None


def _label(file: str) -> str:
    return "standard input" if file == STANDARD_INPUT else file


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
