"""What feeds, searches, directories and themes have in common: a context, and one callback."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref, c_uint64
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakSet, WeakValueDictionary, ref

from ._callbacks import Kept, registry
from ._handle import Keeper, Pointer
from ._library import lib
from ._listening import Listener
from ._owned import Owned, Release
from ._prototypes import ContextPointer, EventPointer
from .context import Context
from .enums import EventKind
from .errors import check
from .event import Event
from .request import Outcome, Request

if TYPE_CHECKING:
    from ._asyncio import Events

Self = TypeVar("Self", bound="ViewModel[Any]")


class ViewModel(Owned[Pointer]):
    """For the thread of its context, which it keeps. It tells its events while that dispatches."""

    _callback: Callable[[Any, Event], object] | None = None

    def _begin(
        self,
        context: Context,
        pointer: Pointer,
        release: Release[Pointer],
        set_callback: Callable[..., int],
        tell: object,
    ) -> None:
        """Owns the handle. C knows this object by a number: `set_callback` gives it that, and
        `tell`, which is made of tell() below.
        """
        self._context = context
        self._kept = Kept()
        self._listeners: WeakSet[Listener] = WeakSet()
        self._outcomes: WeakValueDictionary[int, Outcome] = WeakValueDictionary()
        self._own(pointer, release)
        context._view_models.add(self)
        number = registry.keep(self._kept, ref(self))
        check(set_callback(pointer, tell, number, registry.destroy))

    @property
    def context(self) -> Context:
        return self._context

    def set_callback(self: Self, callback: Callable[[Self, Event], object] | None) -> None:
        """Whom to tell of each event, with this object and the Event; None for nobody. It may call
        anything here but the context's dispatch() and run().
        """
        self._open()
        if callback is not None and not callable(callback):
            raise TypeError(f"{callback!r} is not callable")
        self._callback = callback

    def events(self) -> Events:
        """For asyncio: `async for event in feed.events():` gets each event from now on, some time
        after it was told, when what the event is about may have gone on.
        """
        from ._asyncio import Events

        return Events(self, lambda event: (event,))

    def _request(self, function: Callable[..., int], *arguments: object) -> Request:
        number = c_uint64()
        check(function(self._open(), *arguments, byref(number)))
        outcome = self._outcomes.get(number.value)  # one that is under way
        if outcome is None:
            outcome = self._outcomes[number.value] = Outcome()
        return Request(number.value, self, outcome)

    def _cancel(self, request: int) -> None:
        """Ends a request; only those that make some have any."""

    def _told(self, event: EventPointer, page: Keeper | None = None) -> None:
        outcome = None
        if lib.feedcore_event_get_kind(event) == EventKind.COMPLETE:
            outcome = self._outcomes.pop(lib.feedcore_event_request(event), None)
        if self._callback is None and outcome is None and not self._listeners:
            return
        try:
            told = Event.copied(event, page)
            if outcome is not None:
                outcome.end(told)
            for listener in list(self._listeners):
                listener._hear(told)
            if self._callback is not None:
                self._callback(self, told)
        except (KeyboardInterrupt, SystemExit) as error:
            self._context._carry(error)

    def _give_back(self) -> None:
        is_first = self._pointer is not None
        super()._give_back()
        if is_first:
            self._end()

    def _end(self) -> None:
        """Nothing more will be told: lets those know who wait."""
        for outcome in list(self._outcomes.values()):
            outcome.end(None)
        for listener in list(self._listeners):
            listener._end()

    def _shut(self) -> str | None:
        """What repr() says of one that can't be read; None if it can."""
        name = type(self).__name__
        if self._pointer is None:
            return f"{name}(closed)"
        return None if self.is_here else f"{name}(of another thread)"


def tell(_pointer: object, event: EventPointer, number: int) -> None:
    """What C calls, for all of them."""
    weak = registry.find(number)
    view_model: ViewModel[Any] | None = weak and weak()
    if view_model is not None:
        view_model._told(event)


def opened(context: object, name: str) -> ContextPointer:
    """The context's pointer, to make a `name` with."""
    if not isinstance(context, Context):
        raise TypeError(f"a {name} takes a feedcore.Context, not {type(context).__name__}")
    return context._open()
