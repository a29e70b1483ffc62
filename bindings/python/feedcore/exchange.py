"""A transport of the front end's own, in place of libcurl."""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import RLock
from typing import NamedTuple
from weakref import ref

from ._callbacks import forever, registry
from ._handle import Data, as_bytes, as_text, decoded, raw_bytes
from ._library import lib
from ._prototypes import ExchangePointer, TransportCancel, TransportStart
from .enums import Status
from .errors import check, failure

FAILURES = (Status.NETWORK, Status.TIMEOUT, Status.TLS)


class Transport(NamedTuple):
    """The two functions of Context.set_transport()."""

    start: Callable[[Exchange], object]
    cancel: Callable[[Exchange], object] | None


class Exchange:
    """A request that a transport is to carry out, and the way to give back the answer: head(),
    header(), bytes(), and end() or fail() once. For any thread.

    After end() and fail() the others raise ValueError; what comes after a cancel is ignored. An
    exchange that goes away without end() has failed. In a forked child there is nothing to feed.
    """

    def __init__(self, pointer: ExchangePointer, transport: Transport) -> None:
        self._pointer: ExchangePointer | None = pointer
        self._transport = transport
        self._process = os.getpid()
        self._lock = RLock()  # so that none uses the pointer while another ends it
        self._fail = lib.feedcore_exchange_fail
        self.is_cancelled = False  # nobody waits for it any longer; it is to be ended all the same
        self.method = decoded(lib.feedcore_exchange_method(pointer)) or ""
        self.url = decoded(lib.feedcore_exchange_url(pointer)) or ""
        self.headers = tuple(
            (
                decoded(lib.feedcore_exchange_header_name(pointer, index)) or "",
                decoded(lib.feedcore_exchange_header_value(pointer, index)) or "",
            )
            for index in range(lib.feedcore_exchange_header_count(pointer))
        )
        self.body = raw_bytes(lib.feedcore_exchange_body, pointer)

    def head(self, http_status: int) -> None:
        """The answer begins; its HTTP status."""
        self._feed(lib.feedcore_exchange_head, http_status)

    def header(self, name: str, value: str) -> None:
        """A header of the answer, after head()."""
        self._feed(lib.feedcore_exchange_header, as_text(name), as_text(value))

    def bytes(self, data: Data) -> None:
        """The next bytes of the answer, without any compression."""
        part = as_bytes(data)
        self._feed(lib.feedcore_exchange_bytes, part, len(part))

    def end(self) -> None:
        """The answer is complete."""
        self._end(lib.feedcore_exchange_end)

    def fail(self, status: Status = Status.NETWORK, message: str | None = None) -> None:
        """There is no answer, or it broke off: Status.NETWORK, TIMEOUT or TLS."""
        if status not in FAILURES:
            raise ValueError("a transport fails with Status.NETWORK, TIMEOUT or TLS")
        self._end(self._fail, status, None if message is None else as_text(message))

    def respond(
        self, body: Data = b"", *, status: int = 200, headers: dict[str, str] | None = None
    ) -> None:
        """All of an answer: head(), header(), bytes() and end()."""
        self.head(status)
        for name, value in (headers or {}).items():
            self.header(name, value)
        self.bytes(body)
        self.end()

    def _feed(self, function: Callable[..., int], *arguments: object) -> None:
        with self._use():
            check(function(self._open(), *arguments))

    def _end(self, function: Callable[..., int], *arguments: object) -> None:
        with self._use():
            pointer, self._pointer = self._open(), None
            exchanges.remove(pointer)
            check(function(pointer, *arguments))

    def _use(self) -> RLock:
        if self._process != os.getpid():
            raise failure(Status.THREAD)
        return self._lock

    def _open(self) -> ExchangePointer:
        if self._pointer is None:
            raise ValueError("this exchange has ended")
        return self._pointer

    def give_up(self, why: str, getpid: Callable[[], int] = os.getpid) -> None:
        """Fails if it hasn't ended."""
        if self._process == getpid():
            with self._lock:
                if self._pointer is not None:
                    self.fail(Status.NETWORK, why)

    def __del__(self) -> None:
        self.give_up("the transport let go of the exchange")

    def __repr__(self) -> str:
        return f"Exchange({self.method} {self.url})"


class Exchanges:
    """Those that haven't ended, by the address of their handle; and the functions that C calls
    for all transports, on the worker of a context.
    """

    def __init__(self) -> None:
        self.start = forever(TransportStart(self._start))
        self.cancel = forever(TransportCancel(self._cancel))
        self._open: dict[int | None, ref[Exchange]] = {}
        self._is_over = False

    def remove(self, pointer: ExchangePointer) -> None:
        self._open.pop(pointer.value, None)

    def give_up(self) -> None:
        """Ends all, and all to come: Python ends."""
        self._is_over = True
        for exchange in [weak() for weak in list(self._open.values())]:
            if exchange is not None:
                exchange.give_up("the interpreter ends")

    def _start(self, pointer: ExchangePointer, number: int) -> None:
        transport: Transport | None = registry.find(number)
        if transport is None or self._is_over:
            lib.feedcore_exchange_fail(pointer, Status.NETWORK, b"the transport is gone")
            return
        exchange = Exchange(pointer, transport)
        self._open[pointer.value] = ref(exchange)
        try:
            transport.start(exchange)
        except BaseException as error:
            exchange.give_up(f"the transport raised {type(error).__name__}")
            raise

    def _cancel(self, pointer: ExchangePointer, _number: int) -> None:
        weak = self._open.get(pointer.value)
        exchange = weak and weak()
        if exchange:
            exchange.is_cancelled = True
            if exchange._transport.cancel:
                exchange._transport.cancel(exchange)


exchanges = Exchanges()
