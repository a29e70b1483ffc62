"""What a loop of the front end does with a context."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TypeVar
from weakref import ref

from ._owned import Owned
from .context import Context

Self = TypeVar("Self", bound="Attachment")


class Attachment(ABC):
    """A loop that dispatches a context whenever there is something to dispatch.

    Until detach(), which leaving its `with` block calls, and which closing the context does by
    itself. It doesn't keep the context, and need not be kept.
    """

    def __init__(self, context: Context) -> None:
        if not isinstance(context, Context):
            raise TypeError(f"a loop takes a feedcore.Context, not {type(context).__name__}")
        context._open()
        self._context = ref(context)
        self._fd = context.fd
        self._watch()
        # Who gives back the context detaches it before: then the descriptor is there still.
        self._others = context._attachments
        self._others.append(self)

    @property
    def is_attached(self) -> bool:
        return self in self._others

    def detach(self) -> None:
        """Lets the loop forget the context. Does nothing the second time."""
        if self.is_attached:
            self._others.remove(self)
            self._unwatch()

    @abstractmethod
    def _watch(self) -> None:
        """Has the loop call _turn() whenever the descriptor is readable."""

    @abstractmethod
    def _unwatch(self) -> None:
        """No more, and not even once that is on its way."""

    def _turn(self) -> None:
        context = self._context()
        if context is not None:
            context.dispatch()
        else:  # another thread has dropped it, and left it for this one
            Owned.give_back_what_is_left()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.detach()
