"""What feeds, searches, directories and themes have in common: a context, and one callback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from weakref import ref

from ._callbacks import Kept, registry
from ._handle import Keeper, Pointer
from ._owned import Owned, Release
from ._prototypes import ContextPointer, EventPointer
from .context import Context
from .errors import check
from .event import Event

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
        self._own(pointer, release)
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

    def _told(self, event: EventPointer, page: Keeper | None = None) -> None:
        if self._callback is not None:
            try:
                self._callback(self, Event.copied(event, page))
            except (KeyboardInterrupt, SystemExit) as error:
                self._context._carry(error)

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
