"""Where the results of feeds wait for the loop of the front end."""

from __future__ import annotations

import json
import math
import select
import time
from collections.abc import Callable
from collections.abc import Mapping as AnyMapping
from ctypes import byref, c_uint64
from operator import index
from typing import TYPE_CHECKING, Any, TypeVar, Union
from weakref import WeakSet, WeakValueDictionary, ref

from . import _exit  # noqa: F401  (takes care of what is left at the end)
from ._callbacks import Kept, forever, registry
from ._handle import Data, as_bytes, as_text, loads
from ._library import lib
from ._owned import Owned
from ._prototypes import (
    ContextPointer,
    Destroy,
    EventPointer,
    ImageCallback,
    LogCallback,
    WakeupCallback,
)
from .enums import EventKind, ImagePriority, Status
from .errors import FeedcoreError, call, check, failure
from .event import Event
from .exchange import Exchange, Transport, exchanges
from .image import ImageRequest
from .mapping import Mapping
from .request import Outcome

if TYPE_CHECKING:
    from ._loops import Attachment
    from ._view_model import ViewModel

Self = TypeVar("Self", bound="Context")
Config = Union[AnyMapping[str, Any], Data]
Log = Callable[["Context", Event], object]

BROKEN = 0
NEVER = -1
LONGEST_SLEEP = 3600.0  # seconds; poll() takes no more than 2**31 milliseconds


class Context(Owned[ContextPointer]):
    """Asks servers, and keeps the results until dispatch() publishes them.

    A context and its feeds belong to the thread that made it. It is watched like a file:
    fileno() is readable as long as dispatch() would deliver something. The config is described
    in feedcore.h at feedcore_context_new; here it is a dict, or JSON text.

    In asyncio `async with Context() as context:` has the running loop dispatch it, and closes it
    in the end. A loop in which a Request or Feed.changes() is waited for dispatches it too, from
    then on until it is closed. For other loops there are feedcore.glib and feedcore.qt.

    Feeds, searches and so on that are left when it is closed keep what they show, and ask for
    nothing any more: their other calls raise FeedcoreError with Status.THREAD.

    An exception in a callback goes to sys.unraisablehook. KeyboardInterrupt and SystemExit come
    out of the dispatch() or run() that called it.
    """

    def __init__(self, config: Config | None = None) -> None:
        data = None if config is None else as_json(config)
        pointer = ContextPointer()
        call(lib.feedcore_context_new, data, len(data or b""), byref(pointer))
        self._kept = Kept()
        self._log: Log | None = None
        self._image: Log | None = None
        self._hears_of_images = False
        self._pictures: WeakValueDictionary[int, Outcome] = WeakValueDictionary()  # not there yet
        self._raised: BaseException | None = None
        self._attachments: list[Attachment] = []
        self._view_models: WeakSet[ViewModel[Any]] = WeakSet()
        self._own(pointer, _release(self._attachments))

    @property
    def fd(self) -> int:
        """The descriptor to watch for reading; never read or close it. The same for the
        context's life. Stop watching it before close().
        """
        return self.fileno()

    def fileno(self) -> int:
        """The same, for select, selectors and asyncio. For any thread."""
        if self._pointer is None:
            raise ValueError("this context is closed")
        return int(lib.feedcore_context_fd(self._pointer))

    def dispatch(self, max_events: int = 0) -> None:
        """Publishes what is waiting and runs its callbacks; never waits. At most `max_events`;
        0: all that were there.
        """
        check(self._deliver(lib.feedcore_context_dispatch, min(max(max_events, 0), 2**31 - 1)))

    def run(self, timeout: float | None = None) -> None:
        """Waits and dispatches until nothing is under way and nothing waits. After `timeout`
        seconds (None: no limit) it raises FeedcoreError with Status.TIMEOUT.
        """
        deadline = math.inf if timeout is None else time.monotonic() + timeout
        poll = select.poll()
        poll.register(self, select.POLLIN)
        # Python does the waiting, so that Ctrl-C and other signals are heard.
        while not self._is_idle():
            left = deadline - time.monotonic()
            if left <= 0:
                raise failure(Status.TIMEOUT)
            poll.poll(math.ceil(min(left, LONGEST_SLEEP) * 1000))

    def _is_idle(self) -> bool:
        status = self._deliver(lib.feedcore_context_run, 0)
        if status != Status.TIMEOUT:
            check(status)
        return status == Status.OK

    def _deliver(self, function: Callable[..., int], argument: int) -> int:
        pointer = self._open()
        self.give_back_what_is_left()
        status = function(pointer, argument)
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised
        return status

    def _carry(self, error: BaseException) -> None:
        """Takes what a callback raised through C to the one who dispatches."""
        self._raised = self._raised or error

    def _give_back(self) -> None:
        if self._pointer is not None:
            super()._give_back()
            self._kept.clear()  # the worker may have work to begin, which nobody waits for
            for view_model in list(self._view_models):
                view_model._end()
            for outcome in list(self._pictures.values()):
                outcome.end(None)

    def clear_store(self) -> None:
        """Forgets all answers that the store keeps in this partition; what feeds show stays. Waits
        for nothing; run() returns when it is done.
        """
        check(lib.feedcore_context_clear_store(self._open()))

    def set_wakeup(self, callback: Callable[[], object] | None) -> None:
        """For loops that watch no descriptors: called on any thread when there is something to
        dispatch after there was nothing. It may only poke the loop.
        """
        pointer = self._open()
        if callback is None:
            check(lib.feedcore_context_set_wakeup(pointer, WakeupCallback(), None, Destroy()))
            return
        number = registry.keep(self._kept, _function(callback))
        check(lib.feedcore_context_set_wakeup(pointer, WAKE, number, registry.destroy))

    def set_log(self, callback: Log | None) -> None:
        """Told of each HTTP exchange after it ended, with this context and an event of the kind
        EventKind.LOG; and of what is wrong with the store: EventKind.STORE, with an error.
        """
        pointer = self._open()
        if callback is None:
            check(lib.feedcore_context_set_log(pointer, LogCallback(), None, Destroy()))
        else:
            _function(callback)
            number = registry.keep(self._kept, ref(self))
            check(lib.feedcore_context_set_log(pointer, LOG, number, registry.destroy))
        self._log = callback

    def set_transport(
        self,
        start: Callable[[Exchange], object],
        cancel: Callable[[Exchange], object] | None = None,
    ) -> None:
        """Carries out requests from now on, in place of libcurl. Both are called with an
        Exchange on a thread of the library, and return at once. `start` begins, and keeps the
        exchange until it ends it, on whatever thread. `cancel` is told that nobody waits for it
        any longer.
        """
        transport = Transport(_function(start), cancel and _function(cancel))
        pointer, number = self._open(), registry.keep(self._kept, transport)
        check(
            lib.feedcore_context_set_transport(
                pointer, exchanges.start, exchanges.cancel, number, registry.destroy
            )
        )

    # ------------------------------------------------------------------- pictures

    def set_image_callback(self, callback: Log | None) -> None:
        """Told how pictures come that were asked for by request_image(), with this context and an
        event: EventKind.PROGRESS; and EventKind.IMAGE once for each, with a path or an error.
        """
        self._open()
        if callback is not None:
            self._hear_of_images()
        self._image = None if callback is None else _function(callback)

    def _hear_of_images(self) -> None:
        if not self._hears_of_images:
            number = registry.keep(self._kept, ref(self))
            function = lib.feedcore_context_set_image_callback
            check(function(self._open(), IMAGE, number, registry.destroy))
            self._hears_of_images = True

    def request_image(
        self, url: str, width: int = 0, priority: ImagePriority = ImagePriority.VISIBLE
    ) -> ImageRequest:
        """Has a picture brought that is to be shown so wide, in pixels of the device (0: as it is),
        and kept as a file. Returns the request, a number, of which `await` makes an Image in
        asyncio. feedcore.h says the rest, at feedcore_image_request.
        """
        if not 0 <= index(width) < 2**32:
            raise ValueError(f"a picture can't be {width} pixels wide")
        self._hear_of_images()
        number = c_uint64()
        function = lib.feedcore_image_request
        importance = ImagePriority(priority)
        status = function(self._open(), as_text(url), width, importance, byref(number))
        if status == Status.CONFIG:
            message = "the context has no folder for pictures, nor a store beside which it would be"
            raise FeedcoreError(message, Status.CONFIG)
        if status == Status.ARGUMENT:
            raise FeedcoreError(f"not an address of http or https: {url}")
        check(status)
        outcome = self._pictures[number.value] = Outcome()
        return ImageRequest(number.value, self, outcome)

    def set_image_priority(self, request: int, priority: ImagePriority) -> None:
        """Raises FeedcoreError with Status.ARGUMENT if the request has ended."""
        function, importance = lib.feedcore_image_set_priority, ImagePriority(priority)
        check(function(self._open(), index(request), importance))

    def cancel_image(self, request: int) -> None:
        """No event follows. Raises FeedcoreError with Status.ARGUMENT if the request has ended."""
        check(lib.feedcore_image_cancel(self._open(), index(request)))
        outcome = self._pictures.pop(request, None)
        if outcome is not None:
            outcome.end(None)

    def clear_images(self) -> None:
        """Forgets all pictures that are kept. Waits for nothing; run() returns when it is done."""
        check(lib.feedcore_context_clear_images(self._open()))

    # -------------------------------------------------- for the tests of front ends

    def respond(
        self,
        url: str,
        body: Data = b"",
        *,
        status: int = 200,
        headers: AnyMapping[str, str] | None = None,
    ) -> None:
        """What a URL answers from now on, in a context with {"transport": "memory"}. The status
        BROKEN is a broken connection, NEVER an answer that never comes. An unknown URL: 404.
        """
        data = as_bytes(body)
        fields = None if headers is None else json.dumps(dict(headers)).encode()
        address, code = as_text(url), index(status)
        check(lib.feedcore_test_respond(self._open(), address, code, fields, data, len(data)))

    def request_count(self, url: str) -> int:
        """How often a URL was asked, in a context with {"transport": "memory"}."""
        return int(lib.feedcore_test_request_count(self._open(), as_text(url)))

    def advance(self, milliseconds: int) -> None:
        """Moves the clock of a context with {"clock": "manual"}; it stands still until then."""
        check(lib.feedcore_test_advance(self._open(), index(milliseconds)))

    async def __aenter__(self: Self) -> Self:
        from ._asyncio import attach

        self._open()
        attach(self)
        return self

    async def __aexit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return "Context(closed)" if self._pointer is None else f"Context(fd={self.fileno()})"


def _release(attachments: list[Attachment]) -> Callable[[ContextPointer], object]:
    free = lib.feedcore_context_free

    def release(pointer: ContextPointer) -> None:
        for attachment in list(attachments):
            attachment.detach()
        free(pointer)

    return release


def as_json(config: Config) -> bytes:
    """A config for C. A feedcore.Mapping in it stands for its own JSON."""
    if not isinstance(config, AnyMapping):
        return as_bytes(config, "a dict or JSON text")
    text = json.dumps(config, default=_plain, allow_nan=False, ensure_ascii=False)
    return as_bytes(text)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return loads(value.to_text())
    if isinstance(value, AnyMapping):
        return dict(value)
    raise TypeError(f"a config can't hold {value!r}")


def _function(callback: Any) -> Any:
    if not callable(callback):
        raise TypeError(f"{callback!r} is not callable")
    return callback


# --------------------------------------------------------- the functions that C calls


def _wake(number: int) -> None:
    callback = registry.find(number)
    if callback is not None:
        callback()


def _context(number: int) -> Context | None:
    weak = registry.find(number)
    context: Context | None = weak and weak()
    return context


def _tell(context: Context, callback: Log | None, event: EventPointer) -> None:
    if callback is not None:
        try:
            callback(context, Event.copied(event))
        except (KeyboardInterrupt, SystemExit) as error:
            context._carry(error)


def _tell_log(_pointer: ContextPointer, event: EventPointer, number: int) -> None:
    context = _context(number)
    if context is not None:
        _tell(context, context._log, event)


def _tell_image(_pointer: ContextPointer, event: EventPointer, number: int) -> None:
    context = _context(number)
    if context is None:
        return
    if lib.feedcore_event_get_kind(event) == EventKind.IMAGE:
        outcome = context._pictures.pop(lib.feedcore_event_request(event), None)
        if outcome is not None:
            outcome.end(Event.copied(event))
    _tell(context, context._image, event)


WAKE = forever(WakeupCallback(_wake))
LOG = forever(LogCallback(_tell_log))
IMAGE = forever(ImageCallback(_tell_image))
