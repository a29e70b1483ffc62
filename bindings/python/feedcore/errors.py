"""The one exception of this package, and how it is made of a status and an error handle."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref

from ._handle import decoded
from ._library import lib
from ._prototypes import ErrorPointer
from .enums import Status


class FeedcoreError(Exception):
    """A call of the library failed. str() of it is one line, with the place where there is one: of
    a mistake in a config or a mapping with the path, too.

    offset is in bytes, line and column (in characters) count from 1, path is a JSON Pointer;
    what isn't known is None. service_code and service_message are what the server itself
    said, for Status.LOGIN_NEEDED and Status.REFUSED; http_status is that of its answer.
    retryable says that the same request may succeed later.
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
        http_status: int | None = None,
        retryable: bool = False,
    ) -> None:
        # All of them as args: what pickle hands to the copy's __init__.
        super().__init__(
            message, status, offset, line, column, path, service_code, service_message,
            http_status, retryable,
        )
        self.message = message
        self.status = status
        self.offset = offset
        self.line = line
        self.column = column
        self.path = path
        self.service_code = service_code
        self.service_message = service_message
        self.http_status = http_status
        self.retryable = retryable

    def __str__(self) -> str:
        # A config or mapping may have been a dict: who wrote that knows of no line and column.
        is_in_dict = self.path and self.status in (Status.CONFIG, Status.MAPPING)
        return f"{self.message} ({self.path})" if is_in_dict else self.message

    def __repr__(self) -> str:
        return f"FeedcoreError({self.status.name}: {self.message!r})"


# Where a call has nothing to say but its status, and the status is no explanation.
MEANINGS = {
    Status.ARGUMENT: "an argument is out of range, or there is no such thing (any more)",
    Status.TOO_LARGE: "larger than is allowed",
    Status.TIMEOUT: "not in time",
    Status.THREAD: "not the thread that made the context, a forked child, or a closed context",
    Status.NESTED: "dispatch() and run() are not for callbacks",
    Status.UNAVAILABLE: "the system has no thread or no descriptor left",
}


def call(function: Callable[..., int], *arguments: object) -> None:
    """Calls a function whose last argument is out_error; raises what comes out there."""
    error = ErrorPointer()
    status = function(*arguments, byref(error))
    if status == Status.OK:
        return
    try:
        raise copied(error) or failure(Status(status))
    finally:
        lib.feedcore_error_free(error)


def check(status: int) -> None:
    """Raises if a call failed that has nothing to say but its status."""
    if status != Status.OK:
        raise failure(Status(status))


def failure(status: Status) -> FeedcoreError:
    name = lib.feedcore_status_name(status).decode()
    return FeedcoreError(MEANINGS.get(status, name), status)


def copied(error: ErrorPointer) -> FeedcoreError | None:
    """What a borrowed error says; None for NULL."""
    if not error:
        return None
    return FeedcoreError(
        lib.feedcore_error_message(error).decode(),
        Status(lib.feedcore_error_status(error)),
        _known(lib.feedcore_error_offset(error)),
        _known(lib.feedcore_error_line(error)),
        _known(lib.feedcore_error_column(error)),
        decoded(lib.feedcore_error_path(error)),
        decoded(lib.feedcore_error_service_code(error)),
        decoded(lib.feedcore_error_service_message(error)),
        _known(lib.feedcore_error_http_status(error)),
        lib.feedcore_error_retryable(error) == 1,
    )


def _known(number: int) -> int | None:
    return None if number < 0 else number
