"""The people in a context's store, for searches that need no network."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from collections.abc import Mapping as AnyMapping
from ctypes import byref
from operator import index
from typing import Any, Union

from ._callbacks import forever
from ._handle import Data, as_bytes, as_text
from ._library import lib
from ._prototypes import DirectoryCallback, DirectoryPointer
from ._view_model import ViewModel, opened, tell
from .context import Context
from .enums import State
from .errors import call, check
from .event import Event
from .request import Request

Changed = Callable[["Directory", Event], object]
Users = Union[Data, Iterable[AnyMapping[str, Any]]]


class Directory(ViewModel[DirectoryPointer]):
    """Takes people in and out. For the thread of its context, which must have a store.

    Requests are done one after the other, and can be awaited; each ends in exactly one event of
    the kind EventKind.COMPLETE with the number that was returned for it. A directory that goes
    away undoes the import that is under way for it, so keep it as long as that may take.
    """

    def __init__(self, context: Context, callback: Changed | None = None) -> None:
        pointer = DirectoryPointer()
        call(lib.feedcore_directory_new, opened(context, "Directory"), byref(pointer))
        release, set_callback = lib.feedcore_directory_free, lib.feedcore_directory_set_callback
        self._begin(context, pointer, release, set_callback, TELL)
        self.set_callback(callback)

    def import_users(self, users: Users) -> Request:
        """Takes people in, in the form that the mapping "users" reads: JSON text (an array, or an
        object per line), or dicts. Each needs an id; a person whose id is there already is
        replaced. All of it shows when it is complete, or nothing does.

        EventKind.PROGRESS tells how far it is; EventKind.FAILED of each of the first 100 rows that
        can't be used, and are left out.
        """
        text = users if isinstance(users, str) else _json(users)
        data = as_bytes(text)
        return self._request(lib.feedcore_directory_import, data, len(data))

    def remove(self, id: str) -> Request:
        """Takes a person out; it is no failure if there is none of that id."""
        return self._request(lib.feedcore_directory_remove, as_text(id))

    def clear(self) -> Request:
        """Takes all of them out."""
        return self._request(lib.feedcore_directory_clear)

    def cancel(self, request: int) -> None:
        """Ends a request in the next dispatch: COMPLETE has an error with Status.CANCELLED. An
        import is undone. Raises FeedcoreError with Status.ARGUMENT if the request has ended.
        """
        check(lib.feedcore_directory_cancel(self._open(), index(request)))

    def _cancel(self, request: int) -> None:
        self.cancel(request)

    @property
    def state(self) -> State:
        """LOADING while a request is under way, and until the people have been counted."""
        return State(lib.feedcore_directory_get_state(self._open()))

    @property
    def count(self) -> int | None:
        """How many people there were at the last event."""
        count = int(lib.feedcore_directory_count(self._open()))
        return None if count < 0 else count

    def __repr__(self) -> str:
        return self._shut() or f"Directory({self.state.name}, count={self.count})"


def _json(users: bytes | bytearray | memoryview | Iterable[AnyMapping[str, Any]]) -> Data:
    if isinstance(users, (bytes, bytearray, memoryview)):
        return users
    rows = list(users)
    for row in rows:
        if not isinstance(row, AnyMapping):
            raise TypeError(f"expected JSON text or dicts, not {type(row).__name__}")
    return json.dumps([dict(row) for row in rows], allow_nan=False, ensure_ascii=False)


TELL = forever(DirectoryCallback(tell))
