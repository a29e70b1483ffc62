"""Those who are told what a view model tells, beside its callback."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from .enums import EventKind
from .event import Event

if TYPE_CHECKING:
    from .feed import Feed


class Listener(Protocol):
    """Kept by nobody but those who need it."""

    def _hear(self, event: Event) -> Any:
        """In the dispatch that tells the event, before the callback."""

    def _end(self) -> Any:
        """Nothing more comes: the view model or its context was closed."""


class Steps:
    """Gathers the changes of a page until the last one is told, so that they can be made later.

    By then the feed has the page which they lead to, and each step finds there what it adds.
    """

    def __init__(self, feed: Feed) -> None:
        self._events: list[Event] = []
        # Those that come first may be the rest of a page's changes: no way from what is shown.
        self._is_broken = feed._is_between

    def gather(self, feed: Feed, event: Event) -> list[Event]:
        """Of the last change, or of a RESET, all that there is to do, with the page; else none."""
        if event.kind not in (EventKind.CHANGE, EventKind.RESET):
            return []
        self._events.append(event)
        self._is_broken |= event.kind == EventKind.RESET
        if feed._is_between:
            return []
        events, self._events = self._events, []
        if self._is_broken:
            events = [replace(event, kind=EventKind.RESET, change=None)]
            self._is_broken = False
        page = feed.snapshot
        return [replace(each, page=page) for each in events]
