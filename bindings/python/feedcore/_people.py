"""The commands for people: search, and import-users."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from typing import Any

from . import _json
from ._cells import clean
from ._fetch import Web, is_address, search_config
from ._options import TIMEOUT, add_log, add_store, add_timeout
from ._output import Fault, blaming, explained, label, screen, tell, tell_log, write
from ._progress import Progress
from ._reading import begin_web, load_mapping, read_bytes
from ._table import table
from .directory import Directory
from .display import NARROWEST, WIDEST, counted
from .enums import EventKind, Status
from .errors import FeedcoreError
from .event import Event
from .mapping import Mapping
from .snapshot import Snapshot, parse

Commands = Any  # what argparse has no public name for
LIMIT = 50

SEARCH_EPILOG = """\
Each that is found is a line: name, @username, followers, picture. In the directory those are
found in whose username, name or bio all words of the query begin a word; a word that begins with
"@" is for the username alone. What is found there comes first, best first; what the server finds
too is shown once.

If only one of the two can't be asked, what the other found is shown, and standard error says why;
it says so as well if nothing is found. The exit status is 1 if nothing is found because one of
them couldn't be asked.
"""

IMPORT_EPILOG = """\
The file is JSON, a list of users or one user in each line; "users" in `mapping users` shows what
is read of them. Each needs an id, and takes the place of the one who has that id already. What
can't be used is left out, and standard error says which rows those are, and why.

All of the file is in the directory when this ends well, and nothing of it otherwise: Ctrl-C undoes
it. `search --store FILE QUERY` finds people.
"""


def add_search(commands: Commands, status: str) -> None:
    search = commands.add_parser(
        "search",
        help="find people, in the user directory of a store or on a server",
        epilog=SEARCH_EPILOG + status,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_store(search, "search the user directory in this file, see import-users")
    search.add_argument(
        "--limit",
        metavar="N",
        type=_limit,
        help=f"how many people of the directory are shown at most (default: {LIMIT})",
    )
    search.add_argument(
        "--url", type=_address, help='ask this address, with the query in place of "{query}"'
    )
    search.add_argument(
        "--mapping",
        metavar="NAME-or-FILE",
        help="how to read its answer: a built-in mapping, or the file of one (default: users)",
    )
    search.add_argument("--json", action="store_true", help="print one JSON object, as show does")
    add_timeout(search, "how long to wait in all")
    add_log(search)
    search.add_argument("query", metavar="QUERY", nargs="+", type=_words, help="what to look for")
    search.set_defaults(run=_search, parser=search)


def add_import(commands: Commands, status: str) -> None:
    importing = commands.add_parser(
        "import-users",
        help="take people into the user directory of a store",
        epilog=IMPORT_EPILOG + status,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_store(importing, "the file of the store; made if it isn't there", required=True)
    importing.add_argument("--json", action="store_true", help="print one JSON object of numbers")
    importing.add_argument("file", metavar="FILE", help='the users; "-" is standard input')
    importing.set_defaults(run=_import)


def _limit(text: str) -> int:
    if not text.isdecimal() or len(text) > 9 or int(text) == 0:
        raise argparse.ArgumentTypeError(f"no number of people: {text}")
    return int(text)


def _address(text: str) -> str:
    if not is_address(text) or "{query}" not in text:
        raise argparse.ArgumentTypeError(f'no address with "{{query}}" in it: {clean(label(text))}')
    return text


def _words(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError("no text in UTF-8") from None
    return text


# ------------------------------------------------------------------------------- search


def _search(options: argparse.Namespace) -> None:
    query = " ".join(options.query)
    _check(options, query)
    mapping = load_mapping(options.mapping or "users")
    limit = (options.limit or LIMIT) if options.store else None
    where = {"server": label(options.url or ""), "directory": label(options.store or "")}
    with begin_web(options) as web, blaming(options.url or options.store):
        sought = web.seek(search_config(options.url, mapping, limit), query)
        web.wait()
        page = sought.page()
        faults = [Fault(where[name], explained(error)) for name, error in sought.missing()]
    _show(page, query, faults, is_json=options.json)


def _check(options: argparse.Namespace, query: str) -> None:
    if not query.strip():
        options.parser.error("a query of nothing finds nothing")
    if not options.store and not options.url:
        options.parser.error("nowhere to search: say --store FILE or --url URL")
    if not options.store and options.limit:
        options.parser.error("a limit is for the directory in a store")
    if not options.url and options.mapping:
        options.parser.error("a mapping is for the answer of --url")
    if options.store and not os.path.exists(options.store):
        raise Fault(options.store, "there is no such store; import-users makes one")


def _show(
    page: Snapshot | None, query: str, faults: list[Fault], *, is_json: bool
) -> None:
    items = [item for section in (page.sections if page else ()) for item in section.items]
    for fault in faults if items else faults[1:]:
        tell(str(fault))
    if not items and faults:
        raise faults[0]
    if not items:
        tell_log(f"nothing found for {query}")
    if is_json:
        shown = page or parse(Mapping.builtin("users"), "[]")
        write(sys.stdout, [_json.harmless(shown.to_json())])
    elif items:
        cells, terminal = screen(sys.stdout)
        room = max(NARROWEST, min(cells, WIDEST))
        write(sys.stdout, list(table(items, room, terminal=terminal)))


# ------------------------------------------------------------------------------- import


def _import(options: argparse.Namespace) -> None:
    name: str = options.file
    users = read_bytes(name)
    importing = _Importing(label(name))
    with blaming(options.store):
        web = Web(TIMEOUT, importing.tell, options.store)
    with web, blaming(name):
        importing.run(web, users)
    importing.end(is_json=options.json)


class _Importing:
    """An import, and what is to be told of it. Ctrl-C undoes it; a second one ends the program."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._progress = Progress(sys.stderr)
        self._request = 0
        self._told = 0  # rows
        self._complete: Event | None = None
        self._count: int | None = None

    def tell(self, line: str) -> None:
        self._progress.erase()
        tell_log(line)

    def run(self, web: Web, users: bytes) -> None:
        with Directory(web.context, self._heard) as directory:
            self._request = directory.import_users(users)

            def stop(*_signal: object) -> None:
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                try:
                    directory.cancel(self._request)
                except FeedcoreError as error:  # it is complete
                    if error.status != Status.ARGUMENT:
                        raise

            before = signal.signal(signal.SIGINT, stop)
            try:
                web.context.run()
            finally:
                signal.signal(signal.SIGINT, before)
                self._progress.erase()
            self._count = directory.count

    def _heard(self, _directory: Directory, event: Event) -> None:
        if event.request != self._request:
            return
        if event.kind == EventKind.PROGRESS:
            fact = counted(event.taken, "user")
            self._progress.show(event.bytes or 0, event.total or 0, fact)
        elif event.kind == EventKind.FAILED and event.error:
            self._told += 1
            self.tell(f"{self._name}: {explained(event.error)}")
        elif event.kind == EventKind.COMPLETE:
            self._complete = event

    def end(self, *, is_json: bool) -> None:
        event = self._complete
        if event is None:
            raise Fault(self._name, "the import never ended")
        if event.error and event.error.status == Status.CANCELLED:
            tell_log(f"{self._name}: interrupted; nothing of it was imported")
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.raise_signal(signal.SIGINT)
        if event.error:
            raise Fault(self._name, explained(event.error))
        if event.skipped > self._told:
            tell_log(f"{self._name}: and {event.skipped - self._told:,} more rows were skipped")
        if event.skipped and not event.taken:
            raise Fault(self._name, f"nothing imported, skipped {event.skipped:,}")
        if is_json:
            numbers = {"imported": event.taken, "skipped": event.skipped, "count": self._count}
            write(sys.stdout, [_json.written(numbers)])
            return
        line = f"imported {event.taken:,}, skipped {event.skipped:,}"
        if self._count is not None:
            line += f"; {self._count:,} in the directory"
        write(sys.stdout, [line])
