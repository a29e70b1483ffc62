"""The command's way to servers: asks all at once, and waits no longer than it was told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from .context import Context
from .enums import EventKind, State, Status
from .errors import FeedcoreError
from .event import Event
from .feed import Changed, Feed
from .mapping import Mapping
from .search import Search
from .snapshot import Snapshot


def is_address(text: str) -> bool:
    return text.lower().startswith(("http://", "https://"))


Config = dict[str, Any]


def page_config(address: str, mapping: Mapping) -> Config:
    """Of a feed of one page."""
    return {"sources": [{"name": "page", "url": address, "mapping": mapping}]}


def search_config(address: str | None, mapping: Mapping, limit: int | None) -> Config:
    """Of a search on a server, and in the directory if there is a `limit` of what it finds."""
    config: Config = {"debounce": 0}
    if limit is not None:
        config |= {"directory": True, "limit": limit}
    if address is not None:
        config["sources"] = [{"name": "server", "url": address, "mapping": mapping}]
    return config


def preset_config(preset: str, base: str) -> Config:
    """Of a feed of the pages of a preset."""
    return {"preset": preset, "baseURL": base}


class Web:
    """Servers, and how long to wait for them: `timeout` seconds in all. Pages are kept in the file
    `store`. `tell` is told what is wrong with that, and a line for each exchange if it `has_log`.
    """

    def __init__(
        self,
        timeout: float,
        tell: Callable[[str], object],
        store: str | None = None,
        *,
        has_log: bool = False,
    ) -> None:
        self._timeout = timeout
        config: Config = {"timeout": max(1, round(timeout * 1000))}
        if store is not None:
            config["store"] = {"path": store}
        self._context = Context(config)

        def log(_context: Context, event: Event) -> None:
            if event.kind == EventKind.STORE and event.error:
                tell(event.error.message)
            elif has_log:
                tell(log_line(event))

        self._context.set_log(log)

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

    def seek(self, config: Config, query: str) -> Sought:
        """Asks what there is for a query."""
        return Sought(Search(self._context, config), query, self._timeout)

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
        self._failure: FeedcoreError | None = late(timeout)
        feed.set_callback(self._told)
        feed.refresh()

    def _told(self, feed: Feed, event: Event) -> None:
        if event.kind != EventKind.COMPLETE:
            return
        self._failure = event.error
        if not event.error and self._number < self._last and feed.load_more():
            self._number += 1
            self._failure = late(self._timeout)

    def page(self) -> Snapshot:
        """What the servers answered; raises the first failure if that is nothing."""
        page = self._feed.snapshot
        if page is None:
            raise next((failure for _, failure, _ in self.missing()), late(self._timeout))
        return page

    def missing(self) -> Iterator[tuple[str, FeedcoreError, datetime | None]]:
        """The sources, or the further page, that couldn't be had, and why; and of when the page is
        that the store had instead.
        """
        for name, state, error, time in self._feed.sources:
            if self._number == 1 and state == State.LOADING:
                yield name, late(self._timeout), time
            elif error:
                yield name, error, time
        if self._number > 1 and self._failure:
            yield f"page {self._number}", self._failure, None


class Sought:
    """What is found for a query."""

    def __init__(self, search: Search, query: str, timeout: float) -> None:
        self._search = search
        self._timeout = timeout
        search.set_query(query)

    def page(self) -> Snapshot | None:
        return self._search.feed.snapshot

    def missing(self) -> Iterator[tuple[str, FeedcoreError]]:
        """The sources that couldn't be asked, and why."""
        for name, state, error, _ in self._search.feed.sources:
            if state == State.LOADING:
                yield name, late(self._timeout)
            elif error:
                yield name, error


def late(timeout: float) -> FeedcoreError:
    """What went wrong, as long as there is no answer."""
    return FeedcoreError(f"no answer within {timeout:g} s", Status.TIMEOUT)


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
