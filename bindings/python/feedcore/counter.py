"""The smallest view model: a number, the text to show for it, and a callback."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import count
from operator import index
from weakref import ref

from ._handle import Handle, as_text, decoded
from ._library import lib
from ._prototypes import CounterCallback, CounterPointer, Destroy
from .errors import check

Changed = Callable[["Counter", int], object]


class Counter(Handle[CounterPointer]):
    """A number that goes up and down by one, within 64 bits.

    A counter is for one thread at a time: calls from another one wait until this one is done,
    its callback included. An exception in the callback goes to sys.unraisablehook.
    """

    def __init__(
        self,
        initial: int = 0,
        *,
        format: str | None = None,
        callback: Changed | None = None,
    ) -> None:
        if not -(2**63) <= index(initial) < 2**63:
            raise OverflowError("a counter holds 64 bits")
        self._lock = threading.RLock()
        self._callbacks: dict[int, Changed] = {}  # those that C can still call
        self._thunks = _thunks
        self._own(lib.feedcore_counter_new(initial), lib.feedcore_counter_free)
        if format is not None:
            self.set_format(format)
        if callback is not None:
            self.set_callback(callback)

    @property
    def count(self) -> int:
        """Where it stands."""
        with self._lock:
            return int(lib.feedcore_counter_count(self._open()))

    @property
    def text(self) -> str:
        """The count as it is to be shown."""
        with self._lock:
            return decoded(lib.feedcore_counter_text(self._open())) or ""

    def increment(self) -> None:
        """Up by one; at 2**63 - 1 it stays there, and no callback runs."""
        with self._lock:
            check(lib.feedcore_counter_increment(self._open()))

    def decrement(self) -> None:
        """Down by one; at -(2**63) it stays there, and no callback runs."""
        with self._lock:
            check(lib.feedcore_counter_decrement(self._open()))

    def set_format(self, format: str | None) -> None:
        """How the count is written: each "{count}" in it is the number. None is the default."""
        text = None if format is None else as_text(format)
        with self._lock:
            check(lib.feedcore_counter_set_format(self._open(), text))

    def set_callback(self, callback: Changed | None) -> None:
        """Whom to tell after each change, with this counter and the count; None for nobody.

        It may call anything here, close() too.
        """
        with self._lock:
            pointer = self._open()
            if callback is None:
                none = (CounterCallback(), None, Destroy())
                check(lib.feedcore_counter_set_callback(pointer, *none))
                return
            if not callable(callback):
                raise TypeError(f"{callback!r} is not callable")
            token = self._thunks.register(self)
            self._callbacks[token] = callback
            changed, destroy = self._thunks.changed, self._thunks.destroy
            check(lib.feedcore_counter_set_callback(pointer, changed, token, destroy))

    def close(self) -> None:
        """Frees the counter at once. Only close() and repr() may be used after it."""
        with self._lock:
            self._give_back()

    def _open(self) -> CounterPointer:
        if self._pointer is None:
            raise ValueError("this counter is closed")
        return self._pointer

    def __enter__(self) -> Counter:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        with self._lock:
            return f"Counter({self.text!r})" if self._pointer else "Counter(closed)"


class _Thunks:
    """The two functions that C calls, for all counters; user_data is a token, never an object.

    Each counter holds this object, so that C can call it however late the counter is freed,
    and holds its callback itself, so that a callback which holds its counter is a cycle that
    the garbage collector sees.
    """

    def __init__(self) -> None:
        self.changed = CounterCallback(self._changed)
        self.destroy = Destroy(self._destroy)
        self._counters: dict[int, ref[Counter]] = {}
        self._tokens = count(1)

    def register(self, counter: Counter) -> int:
        token = next(self._tokens)
        self._counters[token] = ref(counter)
        return token

    def _changed(self, _pointer: CounterPointer, count: int, token: int) -> None:
        counter = self._counters[token]()
        if counter is not None:
            counter._callbacks[token](counter, count)

    def _destroy(self, token: int) -> None:
        counter = self._counters.pop(token)()
        if counter is not None:
            del counter._callbacks[token]


_thunks = _Thunks()
