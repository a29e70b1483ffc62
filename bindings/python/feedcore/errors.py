"""The one exception of this package, and how it is made of a status and an error handle."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref

from ._handle import decoded
from ._library import lib
from ._prototypes import ErrorPointer
from .enums import Status


class FeedcoreError(Exception):
    """A call of the library failed. str() of it is one line, with the place where there is one.

    offset is in bytes, line and column (in characters) count from 1, path is a JSON Pointer;
    what isn't known is None. service_code and service_message are what the server itself
    said, for Status.LOGIN_NEEDED and Status.REFUSED.
    """

    def __init__(
        self,
        message: str,
        status: Status = Status.ARGUMENT,
        offset: int | None = None,
        line: int | None = None,
        column: int | None = None,
        path: str | None = None,
        service_code: str | None = None,
        service_message: str | None = None,
    ) -> None:
        # All of them as args: what pickle hands to the copy's __init__.
        super().__init__(
            message, status, offset, line, column, path, service_code, service_message
        )
        self.message = message
        self.status = status
        self.offset = offset
        self.line = line
        self.column = column
        self.path = path
        self.service_code = service_code
        self.service_message = service_message

    def __str__(self) -> str:
        return self.message

    def __repr__(self) -> str:
        return f"FeedcoreError({self.status.name}: {self.message!r})"


def call(function: Callable[..., int], *arguments: object) -> None:
    """Calls a function whose last argument is out_error; raises what comes out there."""
    error = ErrorPointer()
    status = function(*arguments, byref(error))
    if status != Status.OK:
        raise _exception(Status(status), error)


def check(status: int) -> None:
    """Raises if a call failed that has nothing to say but its status."""
    if status != Status.OK:
        raise _exception(Status(status), ErrorPointer())


def _exception(status: Status, error: ErrorPointer) -> FeedcoreError:
    name = lib.feedcore_status_name(status).decode()
    try:
        return FeedcoreError(
            lib.feedcore_error_message(error).decode() or name,
            status,
            _place(lib.feedcore_error_offset(error)),
            _place(lib.feedcore_error_line(error)),
            _place(lib.feedcore_error_column(error)),
            decoded(lib.feedcore_error_path(error)),
            decoded(lib.feedcore_error_service_code(error)),
            decoded(lib.feedcore_error_service_message(error)),
        )
    finally:
        lib.feedcore_error_free(error)


def _place(number: int) -> int | None:
    return None if number < 0 else number
