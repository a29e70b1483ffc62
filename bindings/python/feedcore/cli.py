"""The command: python3 -m feedcore, with show, watch, search, inspect and so on."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TextIO

from . import __version__, _json
from ._cells import clean
from ._fetch import Asked, Web, is_address, page_config, preset_config
from ._images import add_image
from ._inspect import add_inspect
from ._library import LibraryError
from ._options import add_log, add_mapping, add_store, add_timeout, count, interval
from ._output import (
    PROGRAM,
    STANDARD_INPUT,
    Fault,
    aged,
    blaming,
    explained,
    label,
    screen,
    tell,
    write,
)
from ._people import add_import, add_search
from ._reading import begin_web, builtin, load_mapping, read_bytes
from ._view import People, Scripts
from ._watch import Address, File, Listener, View, Watched, watch
from .display import page_lines
from .mapping import Mapping
from .snapshot import Snapshot, parse

PRESETS = ("netease-home", "douban-movies")
INTERVAL = 5.0
NO_PRESET = "a preset takes one address, of http or https"
NO_PAGES = "further pages are those of an address; a file is one page"
NO_STORE = "a store keeps pages of addresses"
NOWHERE = "http://localhost/"  # the address of a file's feed, which is never asked

PRESET_ADDRESSES = """\
A preset knows the addresses that make a page, and is given what they begin with:
  netease-home   /homepage/block/page, and for the menus /homepage/dragon/ball
  douban-movies  /v2/movie/coming_soon
"""

SHOW_EPILOG = f"""\
What begins with http:// or https:// is asked for; anything else is a file. With the mapping
netease-home a second one holds the round menus; they are read with netease-menus and put in
after the first section. With any other mapping several are shown one after the other; --json
then makes one object of them, with the page fields of the first and the sections and warnings
of all. If one can't be read, nothing is shown; if only a further page can't be, the page is
shown as far as it goes, and standard error says why.

{PRESET_ADDRESSES}\
The page is shown without its menus if only these can't be had, and standard error says why.

With --store the page of an address that can't be had is shown as it was kept last, and standard
error says why, and how old it is.
"""

WATCH_EPILOG = f"""\
The page is shown, and then what changes in it, each time in a line or two:
  + 2 items at 0 in "Recommended": First, Second    came, and where they stand now
  - 1 item at 7 in "Recommended": Third             went
  ~ item 3 in "Recommended": Fourth: play count 12,345 → 12,400
Positions count from 0, in the list as the changes above have left it; what is moved goes and
comes. What a further page brings is told so too, and stays when the first one is asked again.
What fails is told too: the last good page stays, and the watching goes on until Ctrl-C.
With --store it begins with the page that was kept last, says how old it is, and then what changed.

With --json each line is an object with "kind", "time" and what the event says. A "change" has
its "sections", "items" or "head" as they are in the new page, so that whoever makes one change
after the other has that page; with a "head" it has the section's "state". A "reset" has all of
the page. A "file" that can't be read has a "message". A "state" of a page from the store has its
"pageTime".

{PRESET_ADDRESSES}"""


class Feed(NamedTuple):
    name: str
    snapshot: Snapshot


STATUS = """
exit status: 0 if all went well, 1 after an error, which standard error tells in a line, 2 for an
option or argument that isn't understood. Ctrl-C ends it as it ends any program (130 in a shell).
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit status: 0, or 1 after an error. Usage exits with 2."""
    options = _parser().parse_args(arguments)
    try:
        if sys.stdout is None:
            raise Fault("standard output", "it is closed")
        options.run(options)
    except (Fault, LibraryError) as fault:
        text = str(fault) if isinstance(fault, Fault) else clean(f"{PROGRAM}: {fault}")
        tell(text)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Reads server-driven home feeds with libfeedcore.",
        epilog="COMMAND --help says more about each." + STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    show = commands.add_parser(
        "show",
        help="show a feed: its sections, items and warnings",
        epilog=SHOW_EPILOG + STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_reading(show, "print one JSON object", "how long to wait for servers in all")
    show.add_argument(
        "files", metavar="FILE-or-URL", nargs="+", help='a feed; "-" is standard input'
    )
    show.set_defaults(run=_show, parser=show)

    watching = commands.add_parser(
        "watch",
        help="show a feed, and then what changes in it",
        epilog=WATCH_EPILOG + STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_reading(watching, "print a JSON object for each event", "how long an answer may take")
    watching.add_argument(
        "--interval",
        metavar="SECONDS",
        type=interval,
        help="when to ask an address again, counted from its answer; 0: when the page's own"
        f" refreshInterval is over (default: {INTERVAL:g}); a file is looked at all the time",
    )
    watching.add_argument("name", metavar="FILE-or-URL", help="a feed")
    watching.set_defaults(run=_watch, parser=watching)

    add_search(commands, STATUS)
    add_import(commands, STATUS)
    add_image(commands, STATUS)
    add_inspect(commands, STATUS)

    mappings = commands.add_parser(
        "mappings",
        help="list the built-in mappings",
        epilog=STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    mappings.add_argument("--json", action="store_true", help="print one JSON list of names")
    mappings.set_defaults(run=_mappings)

    mapping = commands.add_parser(
        "mapping",
        help="print a built-in mapping, to start from",
        epilog=STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    mapping.add_argument("name", metavar="NAME")
    mapping.add_argument("--json", action="store_true", help="print it in one line")
    mapping.set_defaults(run=_mapping)
    return parser


def _add_reading(command: argparse.ArgumentParser, json: str, timeout: str) -> None:
    """The options of what reads feeds."""
    reading = command.add_mutually_exclusive_group()
    add_mapping(reading, "netease-home")
    reading.add_argument("--preset", choices=PRESETS, help="ask for all that makes a page (below)")
    command.add_argument("--json", action="store_true", help=json)
    add_timeout(command, timeout)
    command.add_argument(
        "--pages",
        metavar="N",
        type=count,
        default=0,
        help="load N further pages of an address, as far as there are any and the mapping says how"
        " (default: %(default)s)",
    )
    add_log(command)
    add_store(command, "keep the pages of addresses in this file, and begin with those that it has")


# ------------------------------------------------------------------ the commands


def _show(options: argparse.Namespace) -> None:
    feeds = [_preset(options)] if options.preset else _feeds(options)
    if options.json:
        write(sys.stdout, [_as_json([feed.snapshot for feed in feeds])])
    else:
        write(sys.stdout, _as_lines(feeds, sys.stdout))


def _watch(options: argparse.Namespace) -> None:
    name: str = options.name
    watched, config = _watched(options)
    listener = Listener()
    with begin_web(options) as web, blaming(name):
        feed = web.feed(config, listener)
        view: View = Scripts()
        if not options.json:
            view = People(label(name), sys.stdout, has_sources=len(feed.sources) > 1)
        watch(watched, feed, listener, view, sys.stdout)


def _mappings(options: argparse.Namespace) -> None:
    names = Mapping.builtin_names()
    write(sys.stdout, [_json.written(names)] if options.json else names)


def _mapping(options: argparse.Namespace) -> None:
    text = builtin(options.name).to_text().rstrip("\n")
    write(sys.stdout, [_json.written(_json.read(text)) if options.json else text])


# ----------------------------------------------------------------------- reading


def _preset(options: argparse.Namespace) -> Feed:
    if len(options.files) != 1 or not is_address(options.files[0]):
        options.parser.error(NO_PRESET)
    (base,) = options.files
    with begin_web(options) as web, blaming(base):
        asked = web.ask(preset_config(options.preset, base), options.pages)
        web.wait()
        return Feed(label(base), _page(asked, base))


def _feeds(options: argparse.Namespace) -> list[Feed]:
    names: list[str] = options.files
    if names.count(STANDARD_INPUT) > 1:
        options.parser.error("standard input can be read only once")
    if options.pages and not all(map(is_address, names)):
        options.parser.error(NO_PAGES)
    if options.store and not any(map(is_address, names)):
        options.parser.error(NO_STORE)
    mapping = load_mapping(options.mapping)
    if mapping.name != "netease-home" or len(names) == 1:
        pages = _read_all(names, [mapping] * len(names), options)
        return [Feed(label(name), page) for name, page in zip(names, pages)]
    if len(names) > 2:
        options.parser.error("netease-home takes a page, and at most one of menus")
    page, menus = _read_all(names, [mapping, Mapping.builtin("netease-menus")], options)
    return [Feed(" + ".join(map(label, names)), page.join(menus, 1))]


def _watched(options: argparse.Namespace) -> tuple[Watched, dict[str, Any]]:
    """What to watch, and the config of its feed."""
    name: str = options.name
    if not is_address(name):
        if options.preset:
            options.parser.error(NO_PRESET)
        if options.interval is not None:
            options.parser.error("an interval is for an address")
        if options.pages:
            options.parser.error(NO_PAGES)
        if options.store:
            options.parser.error(NO_STORE)
        if name == STANDARD_INPUT:
            options.parser.error("standard input can't be watched")
        return File(name), page_config(NOWHERE, load_mapping(options.mapping))
    if options.preset:
        config = preset_config(options.preset, name)
    else:
        config = page_config(name, load_mapping(options.mapping))
    interval = INTERVAL if options.interval is None else options.interval
    # All sources at once: what a refresh changes is told in one go.
    config |= {"partial": False, "autoRefresh": interval == 0}
    return Address(label(name), interval, options.pages), config


def _read_all(
    names: Sequence[str], mappings: Sequence[Mapping], options: argparse.Namespace
) -> list[Snapshot]:
    with begin_web(options) as web:
        begun = [_begin(web, *each, options.pages) for each in zip(names, mappings)]
        web.wait()
        return [end() for end in begun]


def _begin(web: Web, name: str, mapping: Mapping, pages: int) -> Callable[[], Snapshot]:
    """Asks for an address, or reads a file; the page is there after web.wait()."""
    with blaming(name):
        if not is_address(name):
            page = parse(mapping, read_bytes(name))
            return lambda: page
        asked = web.ask(page_config(name, mapping), pages)

    def end() -> Snapshot:
        with blaming(name):
            return _page(asked, name)

    return end


def _page(asked: Asked, name: str) -> Snapshot:
    """What there is of it; standard error says what isn't."""
    page = asked.page()
    for what, failure, time in asked.missing():
        rest = f"; shown as it was kept, {aged(time)}" if time else ""
        tell(str(Fault(f"{label(name)}: {what}", explained(failure) + rest)))
    return page


# ----------------------------------------------------------------------- writing


def _as_lines(feeds: Sequence[Feed], output: TextIO) -> list[str]:
    cells, terminal = screen(output)
    lines: list[str] = []
    for feed in feeds:
        lines += [""] if lines else []
        lines += page_lines(feed.snapshot, feed.name, cells, terminal=terminal)
    return lines


def _as_json(snapshots: Sequence[Snapshot]) -> str:
    text = snapshots[0].to_json()  # as the library writes it: nothing is lost or rounded here
    if len(snapshots) > 1:
        text = _json.written(_merged(snapshots))
    return _json.harmless(text)


def _merged(snapshots: Sequence[Snapshot]) -> dict[str, Any]:
    pages = [_json.read(snapshot.to_json()) for snapshot in snapshots]
    merged: dict[str, Any] = pages[0]
    for page in pages[1:]:
        for name in ("sections", "warnings", "warningTotal"):
            merged[name] += page[name]
    return merged
