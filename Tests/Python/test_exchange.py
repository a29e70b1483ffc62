"""A transport in Python: exchanges fed from all kinds of threads."""

from __future__ import annotations

import gc
import queue
import threading
import time
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest

from conftest import (
    HOME,
    MENUS_URL,
    PAGE_URL,
    USERS,
    USERS_URL,
    Listener,
    Unraisable,
    run_python,
    titles,
    users,
)
from feedcore import Context, EventKind, Exchange, Feed, FeedcoreError, State, Status


class Host:
    """A transport that puts each exchange into a queue."""

    def __init__(self) -> None:
        self.started: queue.Queue[Exchange] = queue.Queue()
        self.cancelled: queue.Queue[Exchange] = queue.Queue()

    def start(self, exchange: Exchange) -> None:
        self.started.put(exchange)

    def cancel(self, exchange: Exchange) -> None:
        self.cancelled.put(exchange)

    def next(self) -> Exchange:
        return self.started.get(timeout=10)


@pytest.fixture
def host() -> Host:
    return Host()


@pytest.fixture
def hosted(host: Host, context: Context) -> Context:
    """A context with that transport."""
    context.set_transport(host.start, host.cancel)
    return context


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def feed(hosted: Context, listener: Listener) -> Feed:
    return Feed(hosted, USERS, listener)


def in_a_thread(call: Callable[[], object]) -> None:
    thread = threading.Thread(target=call)
    thread.start()
    thread.join()


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.002)


# --------------------------------------------------------------------------- answers


def test_an_answer_piece_by_piece(
    hosted: Context, feed: Feed, host: Host, listener: Listener
) -> None:
    feed.refresh()
    exchange = host.next()
    assert (exchange.method, exchange.url, exchange.body) == ("GET", USERS_URL, b"")
    body = users("ada", "grace")

    def answer() -> None:
        exchange.head(200)
        exchange.header("Content-Length", str(len(body)))
        exchange.header("ETag", '"7"')
        for start in range(0, len(body), 10):
            exchange.bytes(body[start : start + 10])
        exchange.end()

    in_a_thread(answer)
    hosted.run(10)
    assert titles(feed) == ["ada", "grace"]
    progress = listener.of(EventKind.PROGRESS)[-1]
    assert (progress.bytes, progress.total) == (len(body), len(body))
    feed.refresh()
    again = host.next()
    assert ("If-None-Match", '"7"') in again.headers
    again.respond(status=304)
    hosted.run(10)
    assert (titles(feed), listener.events[-1].error) == (["ada", "grace"], None)


@pytest.mark.parametrize("data", ["[]", b"[]", bytearray(b"[]"), memoryview(b"[]")])
def test_bytes_of_any_kind(hosted: Context, feed: Feed, host: Host, data: Any) -> None:
    feed.refresh()
    host.next().respond(data)
    hosted.run(10)
    assert feed.sources[0].state == State.EMPTY


def test_a_transport_may_answer_at_once(context: Context) -> None:
    answers = {PAGE_URL: b'{"code": 301}', MENUS_URL: b"[]"}
    context.set_transport(lambda exchange: exchange.respond(answers[exchange.url]))
    listener = Listener()
    feed = Feed(context, HOME, listener)
    feed.refresh()
    context.run(10)
    error = listener.complete.error
    assert error is not None
    assert (error.status, error.http_status) == (Status.LOGIN_NEEDED, 200)


def test_status_and_headers_of_a_failure(hosted: Context, feed: Feed, host: Host) -> None:
    feed.refresh()
    host.next().respond(b"x", status=503, headers={"Retry-After": "9999"})
    hosted.run(10)  # it is not asked again
    error = feed.sources[0].error
    assert error is not None
    assert (error.status, error.http_status, error.retryable) == (Status.HTTP, 503, True)


@pytest.mark.parametrize("status", [Status.NETWORK, Status.TIMEOUT, Status.TLS])
def test_no_answer(context: Context, status: Status) -> None:
    source = {**USERS["sources"][0], "method": "POST"}  # which is not tried again
    context.set_transport(lambda exchange: exchange.fail(status, "the cable is out"))
    feed = Feed(context, {"sources": [source]})
    feed.refresh()
    context.run(10)
    error = feed.sources[0].error
    assert error is not None
    assert (error.status, error.message) == (status, "the cable is out")
    assert error.http_status is None


def test_an_answer_that_breaks_off(hosted: Context, feed: Feed, host: Host) -> None:
    feed.refresh()
    for _ in range(3):
        exchange = host.next()
        exchange.head(200)
        exchange.bytes(b"[{")
        exchange.fail()
        hosted.advance(2000)  # until it is tried again
    hosted.run(10)
    error = feed.sources[0].error
    assert error is not None
    assert error.status is Status.NETWORK


def test_more_than_is_taken_is_cancelled(host: Host) -> None:
    with Context({"maxBody": 100}) as context:
        context.set_transport(host.start, host.cancel)
        feed = Feed(context, USERS)
        feed.refresh()
        exchange = host.next()
        exchange.head(200)
        exchange.bytes(b"[" + b" " * 200)
        assert host.cancelled.get(timeout=10) is exchange
        assert exchange.is_cancelled
        exchange.bytes(b" " * 200)
        exchange.end()
        context.run(10)
        error = feed.sources[0].error
        assert error is not None
        assert error.status is Status.TOO_LARGE


# ---------------------------------------------------------------------------- misuse


def test_after_the_end(hosted: Context, feed: Feed, host: Host) -> None:
    feed.refresh()
    exchange = host.next()
    exchange.respond(users("ada"))
    calls: list[Callable[[], None]] = [
        lambda: exchange.head(200),
        lambda: exchange.header("a", "b"),
        lambda: exchange.bytes(b"x"),
        exchange.end,
        exchange.fail,
    ]
    for call in calls:
        with pytest.raises(ValueError, match="has ended"):
            call()
    assert exchange.url == USERS_URL
    hosted.run(10)
    assert titles(feed) == ["ada"]


def test_what_is_out_of_range(hosted: Context, feed: Feed, host: Host) -> None:
    feed.refresh()
    exchange = host.next()
    for status in (Status.HTTP, Status.OK, Status.CANCELLED):
        with pytest.raises(ValueError, match="TIMEOUT or TLS"):
            exchange.fail(status)
    with pytest.raises(FeedcoreError):
        exchange.head(99)
    with pytest.raises(ValueError, match="null"):
        exchange.header("a\0", "b")
    exchange.respond(users("ada"))
    hosted.run(10)
    assert titles(feed) == ["ada"]


def test_only_one_of_many_threads_ends_it(hosted: Context, feed: Feed, host: Host) -> None:
    for _ in range(20):
        feed.refresh()
        exchange = host.next()
        exchange.head(200)
        ended: list[bool] = []

        def end(exchange: Exchange = exchange, ended: list[bool] = ended) -> None:
            try:
                exchange.bytes(b" ")
                exchange.end()
                ended.append(True)
            except ValueError:
                ended.append(False)

        exchange.bytes(users("ada"))
        threads = [threading.Thread(target=end) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(ended) == [False] * 5 + [True]
        hosted.run(10)
    assert titles(feed) == ["ada"]


def test_an_exchange_that_goes_away_has_failed(context: Context) -> None:
    gone: list[str] = []
    context.set_transport(lambda exchange: gone.append(exchange.url))
    source = {**USERS["sources"][0], "method": "POST"}
    feed = Feed(context, {"sources": [source]})
    feed.refresh()
    context.run(10)
    error = feed.sources[0].error
    assert gone == [USERS_URL]
    assert error is not None
    assert (error.status, error.message) == (
        Status.NETWORK, "the transport let go of the exchange",
    )


def test_a_start_that_raises(context: Context, unraisable: Unraisable) -> None:
    kept: list[Exchange] = []

    def start(exchange: Exchange) -> None:
        kept.append(exchange)
        raise RuntimeError("no cable")

    context.set_transport(start)
    source = {**USERS["sources"][0], "method": "POST"}
    feed = Feed(context, {"sources": [source]})
    feed.refresh()
    context.run(10)
    error = feed.sources[0].error
    assert error is not None
    assert error.message == "the transport raised RuntimeError"
    wait_for(lambda: bool(unraisable))
    assert [str(each) for each in unraisable] == ["no cable"]
    with pytest.raises(ValueError, match="has ended"):
        kept[0].end()


def test_what_is_no_function(context: Context) -> None:
    with pytest.raises(TypeError, match="not callable"):
        context.set_transport(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not callable"):
        context.set_transport(print, 7)  # type: ignore[arg-type]


# ---------------------------------------------------------------------------- cancels


def test_a_cancelled_request_cancels_its_exchange(
    hosted: Context, feed: Feed, host: Host, listener: Listener
) -> None:
    number = feed.refresh()
    exchange = host.next()
    assert not exchange.is_cancelled
    feed.cancel(number)
    assert host.cancelled.get(timeout=10) is exchange
    assert exchange.is_cancelled
    exchange.respond(users("late"))
    hosted.run(10)
    assert (feed.snapshot, listener.kinds.count("COMPLETE")) == (None, 1)


def test_the_library_gives_up_in_time(
    hosted: Context, feed: Feed, host: Host, listener: Listener
) -> None:
    feed.refresh()
    exchanges = []
    for _ in range(3):
        exchanges.append(host.next())
        hosted.advance(30_000)
        assert host.cancelled.get(timeout=10) is exchanges[-1]
        hosted.advance(2_000)
    hosted.run(10)
    error = listener.complete.error
    assert error is not None
    assert error.status is Status.TIMEOUT
    for exchange in exchanges:
        exchange.end()


def test_a_closed_feed_and_a_closed_context_cancel(
    hosted: Context, feed: Feed, host: Host
) -> None:
    other = Feed(hosted, HOME)
    feed.refresh()
    first = host.next()
    other.refresh()
    rest = [host.next(), host.next()]
    feed.close()
    assert host.cancelled.get(timeout=10) is first
    hosted.close()
    cancelled = [host.cancelled.get(timeout=10) for _ in rest]
    assert {each.url for each in cancelled} == {each.url for each in rest}
    for exchange in (first, *rest):
        in_a_thread(exchange.end)


def test_the_transport_is_kept_until_its_last_exchange_ended() -> None:
    host, context = Host(), Context()
    alive = weakref.ref(host)
    context.set_transport(host.start, host.cancel)
    feed = Feed(context, USERS)
    feed.refresh()
    exchange = host.next()
    del host, feed, context
    gc.collect()
    still = alive()
    assert still is not None
    assert still.cancelled.get(timeout=10) is exchange
    del still
    exchange.end()
    del exchange
    gc.collect()
    assert alive() is None


def test_a_new_transport_is_for_requests_from_now_on(context: Context) -> None:
    hosts = [Host(), Host()]
    first, second = Feed(context, USERS), Feed(context, HOME)
    context.set_transport(hosts[0].start)
    first.refresh()
    context.set_transport(hosts[1].start)
    second.refresh()
    hosts[0].next().respond(users("old"))
    hosts[1].next().respond(b"[]", status=404)
    hosts[1].next().respond(b"[]", status=404)
    context.run(10)
    assert titles(first) == ["old"]
    assert hosts[0].started.empty()


def test_a_transport_that_nothing_holds_but_the_context() -> None:
    class Owner:
        def __init__(self) -> None:
            self.context = Context()
            self.context.set_transport(self.start)
            self.feed = Feed(self.context, USERS, self.told)

        def start(self, exchange: Exchange) -> None:
            exchange.respond(users("ada"))

        def told(self, feed: Feed, event: object) -> None:
            pass

    owner = Owner()
    owner.feed.refresh()
    owner.context.run(10)
    alive = weakref.ref(owner)
    del owner
    gc.collect()
    assert alive() is None


# ---------------------------------------------------------------------- many at once


class Pool(ThreadPoolExecutor):
    """Threads that answer. One that is over lets go of the exchange."""

    def answering(self, body: Callable[[Exchange], bytes]) -> Callable[[Exchange], None]:
        def answer(exchange: Exchange) -> None:
            exchange.head(200)
            for part in body(exchange).partition(b","):
                exchange.bytes(part)
            exchange.end()

        def start(exchange: Exchange) -> None:
            with suppress(RuntimeError):
                self.submit(answer, exchange)

        return start


def test_many_threads_feed_many_exchanges() -> None:
    with Pool(8) as pool, Context() as context:
        context.set_transport(pool.answering(lambda exchange: users(exchange.url)))
        feeds = [
            Feed(context, {"sources": [{**USERS["sources"][0], "url": f"{USERS_URL}/{n}"}]})
            for n in range(60)
        ]
        for _ in range(5):
            for feed in feeds:
                feed.refresh()
            context.run(30)
        assert [titles(feed) for feed in feeds] == [[f"{USERS_URL}/{n}"] for n in range(60)]


def test_cancels_while_threads_answer() -> None:
    with Pool(4) as pool, Context() as context:
        context.set_transport(pool.answering(lambda _: users("ada")))
        listener = Listener()
        feed = Feed(context, USERS, listener)
        numbers = []
        for turn in range(300):
            numbers.append(feed.refresh())
            if turn % 3:
                context.dispatch()
            if numbers[-1] not in {event.request for event in listener.of(EventKind.COMPLETE)}:
                feed.cancel(numbers[-1])
        context.run(30)
        assert [event.request for event in listener.of(EventKind.COMPLETE)] == numbers


def test_contexts_closed_while_threads_answer() -> None:
    with Pool(4) as pool:
        for turn in range(50):
            context = Context()
            context.set_transport(pool.answering(lambda _: b"[]"))
            context.set_wakeup(lambda: None)
            feed = Feed(context, HOME)
            feed.refresh()
            if turn % 2:
                time.sleep(0.001)
            context.close()


def test_nothing_begins_after_the_end(host: Host) -> None:
    for _ in range(50):
        context = Context()
        context.set_transport(host.start)
        feed = Feed(context, HOME)
        feed.refresh()
        context.close()
        begun = host.started.qsize()
        time.sleep(0.001)
        assert host.started.qsize() <= begun + 1  # one may have been on its way
        feed.close()


def test_a_forked_child_has_no_exchanges() -> None:
    ran = run_python(
        """
import os, queue, sys, warnings
import feedcore
warnings.simplefilter("ignore")  # newer Pythons warn of forks with threads
started = queue.Queue()
context = feedcore.Context()
context.set_transport(started.put)
feed = feedcore.Feed(
    context, {"sources": [{"name": "u", "url": "http://x.test/", "mapping": "users"}]})
feed.refresh()
exchange = started.get()
child = os.fork()
if not child:
    for call in (exchange.end, exchange.fail, lambda: exchange.head(200)):
        try:
            call()
        except feedcore.FeedcoreError as error:
            print(error.status.name)
    del exchange
    sys.exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
exchange.respond('[{"id": 1, "username": "ada"}]')
context.run(10)
print(feed.sections[0].items[0].title)
"""
    )
    assert ran.stderr == ""
    assert ran.stdout.split() == ["THREAD"] * 3 + ["7", "ada"]
