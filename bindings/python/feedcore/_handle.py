"""What every wrapper needs: handles that are given back once, texts and bytes both ways."""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta, timezone
from operator import index
from typing import Any, Generic, Protocol, TypeVar, Union, overload

from ._library import lib

Data = Union[str, bytes, bytearray, memoryview]
Pointer = TypeVar("Pointer", bound=ctypes.c_void_p)
Element = TypeVar("Element")

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
NO_TIME = -(2**63)


class Handle(Generic[Pointer]):
    """Owns one handle of the library and gives it back when the object goes away.

    In a cycle the garbage collector may do that before it calls another object's __del__; what
    that one then reads is as absent as everything is that C reads from NULL.
    """

    _pointer: Pointer | None = None

    def _own(self, pointer: Pointer, release: Callable[[Pointer], object]) -> None:
        self._pointer = pointer
        # Kept here since module globals may be gone when the interpreter ends.
        self._release = release

    def _give_back(self) -> None:
        pointer, self._pointer = self._pointer, None
        if pointer:
            self._release(pointer)

    def __del__(self) -> None:
        self._give_back()

    def __reduce_ex__(self, protocol: object) -> Any:
        # A copy would own the same handle, and both would give it back.
        raise TypeError(f"a feedcore.{type(self).__name__} can be neither copied nor pickled")


class Keeper(Protocol):
    """What borrowed sections and items live with: a snapshot, or what stands in its place."""

    @property
    def _pointer(self) -> object: ...


class Borrowed(Sequence[Element]):
    """Sections, items or children: as many objects as C counts, each made when it's asked for."""

    __slots__ = ("_count", "_make")

    def __init__(self, count: int, make: Callable[[int], Element]) -> None:
        self._count = count
        self._make = make

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Element: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Element, ...]: ...

    def __getitem__(self, index: int | slice) -> Element | tuple[Element, ...]:
        places = range(self._count)[index]  # negative ones, slices and errors as in a list
        if isinstance(places, int):
            return self._make(places)
        return tuple(self._make(place) for place in places)

    def __repr__(self) -> str:
        return repr(list(self))


def decoded(text: bytes | None) -> str | None:
    """A text of the library's; None if it is absent."""
    return None if text is None else text.decode()


def taken(memory: int | None) -> str:
    """The text at an address that is for feedcore_free, which gets it back here."""
    if not memory:
        raise ValueError("the object was given back already, by the garbage collector")
    try:
        return ctypes.string_at(memory).decode()
    finally:
        lib.feedcore_free(memory)


def loads(text: str) -> dict[str, Any]:
    """The library's JSON. Python refuses an int of thousands of digits: that becomes a float."""
    result: dict[str, Any] = json.loads(text, parse_int=whole)
    return result


def whole(digits: str) -> int | float:
    return int(digits) if len(digits) < 640 else float(digits)


def number(literal: str) -> int | float:
    """A number of JSON: an int where it is written as one."""
    if literal.isdigit() or literal.lstrip("-").isdigit():
        return whole(literal)
    return float(literal)


def raw_bytes(function: Callable[..., int | None], pointer: ctypes.c_void_p | None) -> bytes:
    """A copy of raw JSON: the feed's own bytes."""
    length = ctypes.c_size_t()
    address = function(pointer, ctypes.byref(length))
    return ctypes.string_at(address, length.value) if address else b""


def as_bytes(data: Data, expected: str = "a str or bytes") -> bytes:
    """Bytes for C, of a text or of anything that has a buffer; of what has none it is said what
    was expected.
    """
    if isinstance(data, bytes):
        return data
    if isinstance(data, str):
        # A lone surrogate becomes broken UTF-8, which the library repairs to U+FFFD.
        return data.encode("utf-8", "surrogatepass")
    try:
        return memoryview(data).tobytes()
    except TypeError:
        raise TypeError(f"expected {expected}, not {type(data).__name__}") from None


def as_text(text: str) -> bytes:
    """A text for C, which ends at the first NUL: so there must be none in it."""
    if not isinstance(text, str):
        raise TypeError(f"expected a str, not {type(text).__name__}")
    if "\0" in text:
        raise ValueError("embedded null character")
    return text.encode()


def as_time(milliseconds: int) -> datetime | None:
    """A time since 1970, in UTC. None also for one outside the years 1 to 9999."""
    if milliseconds == NO_TIME:
        return None
    try:
        return EPOCH + timedelta(milliseconds=milliseconds)
    except OverflowError:
        return None


def as_position(position: int) -> int:
    """A place in a list; what is past its end is the end."""
    place = index(position)
    if place < 0:
        raise ValueError("a position counts from 0")
    return min(place, sys.maxsize)  # ctypes would wrap a larger one


def as_name(name: object) -> bytes:
    """A name to look up; one that no name of the library's can equal becomes an empty one."""
    if not isinstance(name, str) or "\0" in name:
        return b""
    return name.encode("utf-8", "replace")
