"""Handles that belong to the thread which made them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar
from weakref import ref

from ._callbacks import Place, here
from ._handle import Handle, Pointer
from .enums import Status
from .errors import failure

Release = Callable[[Pointer], object]
Self = TypeVar("Self", bound="Owned[Any]")


class Owned(Handle[Pointer]):
    """Elsewhere than on its thread everything raises FeedcoreError with Status.THREAD.

    The garbage collector runs on any thread. What it drops elsewhere is left for the owner's
    thread, which gives it back when it dispatches or makes something the next time. A thread
    that ends closes what it has made; nobody else can.
    """

    living: ClassVar[dict[int, ref[Owned[Any]]]] = {}
    _left: ClassVar[dict[Place, deque[tuple[Any, Release[Any]]]]] = {}
    _here = staticmethod(here)

    def _own(self, pointer: Pointer, release: Release[Pointer]) -> None:
        super()._own(pointer, release)
        self._place = self._here()
        self._left.setdefault(self._place, deque())
        self.living[id(self)] = ref(self)
        self.give_back_what_is_left()

    @classmethod
    def give_back_what_is_left(cls) -> None:
        left = cls._left.get(cls._here())
        while left:
            pointer, release = left.popleft()
            release(pointer)

    def _give_back(self) -> None:
        pointer, self._pointer = self._pointer, None
        if not pointer:
            return
        self.living.pop(id(self), None)
        if self.is_here:
            self._release(pointer)
        elif self._place[0] == self._here()[0]:  # a forked child has nothing to give back
            self._left[self._place].append((pointer, self._release))

    @property
    def is_here(self) -> bool:
        """Whether this thread may use it."""
        return self._place == self._here()

    def _open(self) -> Pointer:
        if self._pointer is None:
            raise ValueError(f"this {type(self).__name__.lower()} is closed")
        if not self.is_here:
            raise failure(Status.THREAD)
        return self._pointer

    def close(self) -> None:
        """Frees it at once, waiting for nothing; no callback of it runs afterwards. Allowed in
        a callback. Only close() and repr() may be used after it.
        """
        if self._pointer is not None:
            self._open()
            self._give_back()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
