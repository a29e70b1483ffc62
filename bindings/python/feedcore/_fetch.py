"""The command's way to servers: asks all at once, and waits no longer than it was told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .context import Context
from .enums import State, Status
from .errors import FeedcoreError
from .event import Event
from .feed import Changed, Feed, Source
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

    def ask(self, config: Config) -> Feed:
        """A feed that is under way."""
        feed = self.feed(config)
        feed.refresh()
        return feed

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

    def failure(self, source: Source) -> FeedcoreError | None:
        """What became of a source, if it is nothing good."""
        if source.state == State.LOADING:
            return FeedcoreError(f"no answer within {self._timeout:g} s", Status.TIMEOUT)
        return source.error

    def page(self, feed: Feed) -> Snapshot:
        """What the servers answered; raises the first failure if that is nothing."""
        failures = filter(None, map(self.failure, feed.sources))
        page = feed.snapshot
        if page is None:
            raise next(failures)
        return page

    def __enter__(self) -> Web:
        return self

    def __exit__(self, *exception: object) -> None:
        self._context.close()


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
