"""Waiting in asyncio: for the end of a request, and for events."""

from __future__ import annotations

from asyncio import AbstractEventLoop, CancelledError, get_running_loop
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from ._loops import Attachment
from ._view_model import ViewModel
from .context import Context
from .enums import Status
from .errors import FeedcoreError, failure
from .event import Event
from .request import Asked, Outcome, Request, Wake


class Reader(Attachment):
    """A context that an asyncio loop dispatches."""

    def __init__(self, context: Context, loop: AbstractEventLoop) -> None:
        self.loop = loop
        super().__init__(context)

    def _watch(self) -> None:
        self.loop.add_reader(self._fd, self._turn)

    def _unwatch(self) -> None:
        if not self.loop.is_closed():
            self.loop.remove_reader(self._fd)


def attach(context: Context) -> None:
    """Has the loop that is running dispatch the context, and no asyncio loop of before."""
    loop = get_running_loop()
    readers = [each for each in context._attachments if isinstance(each, Reader)]
    if any(reader.loop is loop for reader in readers):
        return
    for reader in readers:
        reader.detach()
    Reader(context, loop)


async def completed(asked: Asked, request: Request, outcome: Outcome) -> Event:
    """The last event of a request; raises its error."""
    if not outcome.is_over:
        attach(asked.context)
        try:
            await woken(outcome.waiting)
        except CancelledError:
            if not (outcome.waiting or outcome.is_over):
                with suppress(FeedcoreError, ValueError):  # it has just ended, or was closed
                    asked._cancel(request)
            raise
    event = outcome.event
    if event is None:
        raise failure(Status.CANCELLED)
    if event.error is not None:
        raise FeedcoreError(*event.error.args)  # each who waits gets one of his own
    return event


async def woken(waiting: list[Wake]) -> None:
    """Waits in that list for a call."""
    loop = get_running_loop()
    future = loop.create_future()

    def wake() -> None:
        if not (future.done() or loop.is_closed()):
            future.set_result(None)

    waiting.append(wake)
    try:
        await future
    finally:
        waiting.remove(wake)


class Events:
    """What a feed, a search or a directory tells, from now on: `async for event in …`.

    Each event waits here until it is taken, however long that takes, so the object may show
    something newer by then. It ends when the object or its context is closed, or by aclose().
    """

    def __init__(
        self, view_model: ViewModel[Any], choose: Callable[[Event], Iterable[Event]]
    ) -> None:
        self._view_model = view_model
        self._choose = choose
        self._events: deque[Event] = deque()
        self._is_over = False
        self._waiting: list[Wake] = []
        view_model._open()
        view_model._listeners.add(self)

    def __aiter__(self) -> Events:
        return self

    async def __anext__(self) -> Event:
        while not self._events:
            if self._is_over:
                raise StopAsyncIteration
            attach(self._view_model.context)
            await woken(self._waiting)
        return self._events.popleft()

    async def aclose(self) -> None:
        """Hears no more; what was heard is forgotten."""
        self._view_model._listeners.discard(self)
        self._events.clear()
        self._end()

    def _hear(self, event: Event) -> None:
        self._events.extend(self._choose(event))
        if self._events:
            self._wake()

    def _end(self) -> None:
        self._is_over = True
        self._wake()

    def _wake(self) -> None:
        for wake in list(self._waiting):
            wake()
