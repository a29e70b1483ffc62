"""The command's way to servers: asks all at once, and waits no longer than it was told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .context import Context
from .enums import EventKind, State, Status
from .errors import FeedcoreError
from .event import Event
from .feed import Changed, Feed
from .mapping import Mapping
from .snapshot import Snapshot


def is_address(text: str) -> bool:
    return text.lower().startswith(("http://", "https://"))


Config = dict[str, Any]


def page_config(address: str, mapping: Mapping) -> Config:
    """Of a feed of one page."""
    return {"sources": [{"name": "page", "url": address, "mapping": mapping}]}


def preset_config(preset: str, base: str) -> Config:
    """Of a feed of the pages of a preset."""
    return {"preset": preset, "baseURL": base}


class Web:
    """Servers, and how long to wait for them: `timeout` seconds in all. `log` is told a line for
    each exchange.
    """

    def __init__(self, timeout: float, log: Callable[[str], object] | None) -> None:
        self._timeout = timeout
        self._context = Context({"timeout": max(1, round(timeout * 1000))})
        if log is not None:
            self._context.set_log(lambda _, event: log(log_line(event)))

    @property
    def context(self) -> Context:
        return self._context

    def ask(self, config: Config, pages: int = 0) -> Asked:
        """Asks for a page, and then for so many further ones, as far as there are any."""
        return Asked(self.feed(config), pages, self._timeout)

    def feed(self, config: Config, callback: Changed | None = None) -> Feed:
        try:
            return Feed(self._context, config, callback)
        except FeedcoreError as error:
            if error.status != Status.CONFIG:
                raise
            # The place in it would say nothing to whom never saw the config.
            raise FeedcoreError("not an address of http or https", Status.CONFIG) from None

    def wait(self) -> None:
        """Until all have answered or failed, or the time is over."""
        try:
            self._context.run(self._timeout)
        except FeedcoreError as error:
            if error.status != Status.TIMEOUT:
                raise

    def __enter__(self) -> Web:
        return self

    def __exit__(self, *exception: object) -> None:
        self._context.close()


class Asked:
    """A page that is under way, and further ones after it."""

    def __init__(self, feed: Feed, pages: int, timeout: float) -> None:
        self._feed = feed
        self._timeout = timeout
        self._last = 1 + pages
        self._number = 1  # of the page that was asked for last
        self._failure: FeedcoreError | None = self._late()
        feed.set_callback(self._told)
        feed.refresh()

    def _told(self, feed: Feed, event: Event) -> None:
        if event.kind != EventKind.COMPLETE:
            return
        self._failure = event.error
        if not event.error and self._number < self._last and feed.load_more():
            self._number += 1
            self._failure = self._late()

    def _late(self) -> FeedcoreError:
        """What went wrong, as long as there is no answer."""
        return FeedcoreError(f"no answer within {self._timeout:g} s", Status.TIMEOUT)

    def page(self) -> Snapshot:
        """What the servers answered; raises the first failure if that is nothing."""
        page = self._feed.snapshot
        if page is None:
            raise next(failure for _, failure in self.missing())
        return page

    def missing(self) -> Iterator[tuple[str, FeedcoreError]]:
        """The sources, or the further page, that couldn't be had, and why."""
        for name, state, error in self._feed.sources:
            if self._number == 1 and state == State.LOADING:
                yield name, self._late()
            elif error:
                yield name, error
        if self._number > 1 and self._failure:
            yield f"page {self._number}", self._failure


def log_line(event: Event) -> str:
    """An exchange that ended: whose it was, its status, time and size, and what was wrong."""
    facts = [
        str(event.http_status or "no answer"),
        f"{event.milliseconds or 0} ms",
        f"{event.bytes or 0} bytes",
    ]
    if event.warning_total:
        facts.append(f"warnings: {event.warning_total}")
    if event.error is not None:
        facts.append(event.error.message)
    return f"{event.url}: {', '.join(facts)}"
