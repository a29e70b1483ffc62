"""The number of a request, and how the request ended."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from .event import Event

if TYPE_CHECKING:
    from .context import Context

Self = TypeVar("Self", bound="Request")
Wake = Callable[[], object]


class Asked(Protocol):
    """What a request is asked of: a view model, or a context."""

    @property
    def context(self) -> Context: ...

    def _cancel(self, request: int) -> None:
        """Ends a request."""


class Outcome:
    """Of one request, for those who wait for it. Without an event it ended untold: what it was
    asked of was closed.
    """

    def __init__(self) -> None:
        self.event: Event | None = None
        self.is_over = False
        self.waiting: list[Wake] = []

    def end(self, event: Event | None) -> None:
        if not self.is_over:
            self.event, self.is_over = event, True
            for wake in list(self.waiting):
                wake()


class Request(int):
    """The number of a request, as its events have it. Keeps what it was asked of.

    `await` waits for its end in asyncio, and dispatches its context meanwhile: the result is the
    COMPLETE event; if that has an error, it is raised. A request that has ended is no wait. To
    cancel the only task that waits for it is to cancel the request.
    """

    _asked: Asked
    _outcome: Outcome

    def __new__(cls: type[Self], number: int, asked: Asked, outcome: Outcome) -> Self:
        request = super().__new__(cls, number)
        request._asked = asked
        request._outcome = outcome
        return request

    def __await__(self) -> Generator[Any, None, Event]:
        from ._asyncio import completed  # which imports asyncio, for those who have it anyway

        return completed(self._asked, self, self._outcome).__await__()

    def __eq__(self, other: object) -> bool:
        # Another context counts from 1 too, and asyncio.gather() takes equals for one.
        if isinstance(other, Request) and other._asked.context is not self._asked.context:
            return False
        return int(self) == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__

    def __reduce__(self) -> Any:
        return int, (int(self),)  # a copy is but the number
