"""The Python callbacks behind the numbers that C has as user_data.

For each callback type there is one ctypes function, which lives as long as the process. What C
hands to it is a number, never an object.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from itertools import count
from threading import get_ident
from typing import Any, TypeVar
from weakref import ref

from ._prototypes import Destroy

Function = TypeVar("Function")
Place = tuple[int, int]


def forever(function: Function) -> Function:
    """Never freed, not even when Python ends: a thread of the library may be about to call it."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(function))
    return function


def here(
    getpid: Callable[[], int] = os.getpid, get_ident: Callable[[], int] = get_ident
) -> Place:
    """The process and the thread. Works on when Python ends and the globals of modules go."""
    return getpid(), get_ident()


class Kept(dict[int, Any]):
    """The callbacks of one object by number, for as long as C can call them.

    The object holds this, and the registry doesn't: so a callback that holds its object is a
    cycle that the garbage collector sees.
    """


class Registry:
    """Finds a callback by its number."""

    def __init__(self) -> None:
        self.destroy = forever(Destroy(self._destroy))
        self._owners: dict[int, tuple[ref[Kept], Place]] = {}
        self._numbers = count(1)

    def keep(self, kept: Kept, callback: object) -> int:
        """A number for C to know the callback by, until it calls `destroy` with it."""
        number = next(self._numbers)
        kept[number] = callback
        self._owners[number] = ref(kept), here()
        return number

    def find(self, number: int) -> Any:
        """None if the object is gone."""
        kept = self._owners[number][0]()
        return None if kept is None else kept.get(number)

    def count(self, place: Place) -> int:
        """How many callbacks C can still call that were set at this place."""
        return sum(owner[1] == place for owner in list(self._owners.values()))

    def _destroy(self, number: int) -> None:
        kept = self._owners.pop(number)[0]()
        if kept is not None:
            kept.pop(number, None)


registry = Registry()
