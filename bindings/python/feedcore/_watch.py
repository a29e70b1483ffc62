"""Watches a file or an address, and says what changes."""

from __future__ import annotations

import math
import os
import select
import signal
import stat
import time
from collections.abc import Iterator
from typing import NamedTuple, Protocol, TextIO

from ._output import Fault, write
from .context import Context
from .enums import ChangeKind, EventKind, State, Status
from .errors import FeedcoreError
from .event import Event
from .feed import Feed
from .snapshot import Snapshot

TURN = 0.2  # seconds from one look at a file to the next
PATIENCE = 10  # turns for which a file that changes all the time isn't read


class News(NamedTuple):
    """An event, and the page that the feed showed after it; None between two changes."""

    event: Event
    page: Snapshot | None
    state: State | None = None  # how the section stands that changed, apart from its items


class View(Protocol):
    """Makes lines of what happens."""

    def news(self, news: News) -> Iterator[str]: ...

    def problem(self, problem: str) -> Iterator[str]:
        """Of the file."""
        ...


class Watched(Protocol):
    """A file or an address."""

    def turn(self, feed: Feed) -> str | None:
        """Asks the feed for what is due; a problem, if there is a new one."""
        ...

    def rest(self) -> float:
        """How many seconds until the next turn."""
        ...

    def heard(self, news: News) -> None: ...


class File:
    """A file is read when it has changed, and hasn't changed since the turn before: some programs
    write it in pieces, others put a new one in its place.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._seen = self._look()
        self._read: object = None
        self._waited = 0
        self._problem: str | None = None

    def turn(self, feed: Feed) -> str | None:
        now = self._look()
        self._waited = 0 if now == self._seen else self._waited + 1
        self._seen = now
        if now == self._read or 0 < self._waited < PATIENCE:
            return None
        self._waited = 0
        problem = now if isinstance(now, str) else self._load(feed)
        self._read = None if problem else now
        is_new = problem != self._problem
        self._problem = problem
        return problem if is_new else None

    def rest(self) -> float:
        return TURN

    def heard(self, news: News) -> None:
        pass

    def _look(self) -> object:
        """What changes with the file; a text says what is wrong with it."""
        try:
            about = os.stat(self._path)
        except OSError as error:
            return error.strerror or str(error)
        except ValueError:
            return "no name of a file"
        if not stat.S_ISREG(about.st_mode):
            return "not a regular file"
        return about.st_mtime_ns, about.st_size, about.st_ino, about.st_dev

    def _load(self, feed: Feed) -> str | None:
        try:
            with open(self._path, "rb") as file:
                feed.load(file.read())
        except OSError as error:
            return error.strerror or str(error)
        except FeedcoreError as error:
            if error.status != Status.TOO_LARGE:
                raise
            return error.message
        return None


class Address:
    """An address is asked again some time after it answered; with the interval 0 when its own
    refreshInterval is over, which the feed takes care of. When it has answered, `pages` further
    pages are asked for, one after the other.
    """

    def __init__(self, name: str, interval: float, pages: int = 0) -> None:
        self._name = name
        self._interval = interval
        self._pages = pages
        self._is_answered = False
        self._due = 0.0

    def turn(self, feed: Feed) -> str | None:
        if time.monotonic() >= self._due:
            self._due = math.inf
            feed.refresh()
        elif self._is_answered and self._pages:
            self._is_answered = False
            self._pages -= 1
            feed.load_more()
        return None

    def rest(self) -> float:
        return max(0, self._due - time.monotonic())

    def heard(self, news: News) -> None:
        if news.event.kind != EventKind.COMPLETE:
            return
        self._is_answered = not news.event.error
        if self._interval:
            self._due = time.monotonic() + self._interval
        elif not news.page or not news.page.refresh_interval:
            raise Fault(self._name, "no page that says when to refresh it; say --interval SECONDS")


class Listener:
    """Keeps what a feed tells until dispatch() is over: what is raised in there is lost."""

    def __init__(self) -> None:
        self._news: list[News] = []

    def __call__(self, feed: Feed, event: Event) -> None:
        is_between = event.change is not None and feed.revision != event.revision_to
        state = None
        if event.change and event.change.kind == ChangeKind.SECTION:
            state = feed.section_state(event.change.section or 0)
        self._news.append(News(event, None if is_between else feed.snapshot, state))

    def taken(self) -> list[News]:
        news, self._news = self._news, []
        return news


def watch(
    watched: Watched, feed: Feed, listener: Listener, view: View, output: TextIO
) -> None:
    """Until Ctrl-C, or until nobody reads the output any more."""
    loop = _Loop(feed.context, output)
    while not loop.is_over:
        problem = watched.turn(feed)
        if problem:
            write(output, list(view.problem(problem)))
        loop.wait(watched.rest())
        feed.context.dispatch()
        for news in listener.taken():
            lines = list(view.news(news))
            if lines:
                write(output, lines)
            watched.heard(news)
    signal.raise_signal(signal.SIGPIPE)


class _Loop:
    def __init__(self, context: Context, output: TextIO) -> None:
        self._poll = select.poll()
        self._poll.register(context, select.POLLIN)
        self._output = output.fileno()
        self._poll.register(self._output, 0)
        self.is_over = False

    def wait(self, seconds: float) -> None:
        """For something to dispatch."""
        limit = None if math.isinf(seconds) else math.ceil(seconds * 1000)
        for descriptor, state in self._poll.poll(limit):
            if descriptor == self._output and state & (select.POLLERR | select.POLLHUP):
                self.is_over = True
