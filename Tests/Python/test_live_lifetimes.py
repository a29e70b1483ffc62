"""Contexts and feeds dropped in odd orders, on odd threads, and left over when Python ends."""

from __future__ import annotations

import gc
import itertools
import socket
import textwrap
import threading
import time
import weakref
from collections.abc import Iterator

import pytest

from conftest import (
    FIXTURES,
    HOME,
    MENUS_URL,
    PAGE_URL,
    USERS,
    USERS_URL,
    Listener,
    Unraisable,
    drop_elsewhere,
    run_python,
    titles,
    users,
)
from feedcore import NEVER, Context, Event, EventKind, Feed
from feedcore._callbacks import here, registry


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """C has forgotten each callback after each of these tests."""
    yield
    gc.collect()
    Context().close()  # gives back what other threads left
    deadline = time.monotonic() + 10
    while registry.count(here()):
        assert time.monotonic() < deadline
        time.sleep(0.002)


def memory() -> Context:
    context = Context({"transport": "memory"})
    context.respond(PAGE_URL, (FIXTURES / "netease-home.json").read_bytes())
    context.respond(MENUS_URL, (FIXTURES / "netease-menus.json").read_bytes())
    context.respond(USERS_URL, users("ada", "grace"))
    return context


ORDERS = list(itertools.permutations(range(5)))


@pytest.mark.parametrize("closing", [False, True], ids=["dropped", "closed"])
@pytest.mark.parametrize("turns", [0, 1, 2, 30], ids=["begun", "one", "two", "done"])
def test_any_order_of_release(closing: bool, turns: int) -> None:
    for order in ORDERS:
        context, listener = memory(), Listener()
        context.set_log(lambda _context, _event: None)
        context.set_wakeup(lambda: None)
        handles: list[object] = [
            context,
            Feed(context, HOME, listener),
            Feed(context, USERS, listener),
            listener,
            Feed(context, USERS, listener),
        ]
        for handle in handles:
            if isinstance(handle, Feed):
                handle.refresh()
        for _ in range(turns):
            context.dispatch(1)
        pages = [handle.snapshot for handle in handles if isinstance(handle, Feed)]
        del context, listener, handle
        for index in order:
            dropped, handles[index] = handles[index], None
            if closing and isinstance(dropped, (Context, Feed)):
                dropped.close()
            del dropped
        for page in filter(None, pages):
            assert page.sections[0].items[0].id


def test_a_function_that_nobody_else_holds() -> None:
    seen: list[EventKind] = []
    context = memory()

    def set_all(feed: Feed) -> None:
        def told(_feed: Feed, event: Event) -> None:
            seen.append(event.kind)

        def logged(_context: Context, event: Event) -> None:
            seen.append(event.kind)

        def woken() -> None:
            seen.append(EventKind(0))

        feed.set_callback(told)
        context.set_log(logged)
        context.set_wakeup(woken)

    feed = Feed(context, USERS)
    set_all(feed)
    gc.collect()
    _ = [bytearray(100) for _ in range(10_000)]
    feed.refresh()
    context.run(10)
    assert {EventKind.COMPLETE, EventKind.LOG, EventKind(0)} <= set(seen)


class View:
    """As a front end has it: it holds its feed, and the feed holds it."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.feed = Feed(context, USERS, self.told)
        context.set_log(self.logged)
        context.set_wakeup(self.woken)

    def told(self, feed: Feed, event: Event) -> None:
        pass

    def logged(self, context: Context, event: Event) -> None:
        pass

    def woken(self) -> None:
        pass


@pytest.mark.parametrize("under_way", [False, True])
def test_a_view_that_holds_its_feed_is_collected(under_way: bool) -> None:
    view = View(memory())
    if under_way:
        view.context.respond(USERS_URL, status=NEVER)
    view.feed.refresh()
    if not under_way:
        view.context.run(10)
    alive, feed = weakref.ref(view), weakref.ref(view.feed)
    del view
    gc.collect()
    assert alive() is None
    assert feed() is None


def test_a_feed_keeps_its_context() -> None:
    feed = Feed(memory(), USERS)
    gc.collect()
    feed.refresh()
    feed.context.run(10)
    assert titles(feed) == ["ada", "grace"]


def test_a_feed_that_goes_away_tells_nothing_more() -> None:
    context, listener = memory(), Listener()
    feed = Feed(context, USERS, listener)
    feed.refresh()
    del feed
    context.run(10)
    assert listener.events == []


def test_the_last_reference_dropped_inside_the_callback(unraisable: Unraisable) -> None:
    feeds: list[Feed] = []
    told: list[weakref.ref[Feed]] = []

    def drop(feed: Feed, _event: Event) -> None:
        told.append(weakref.ref(feed))
        feeds.clear()
        gc.collect()

    context = memory()
    feeds.append(Feed(context, USERS, drop))
    feeds[0].refresh()
    context.run(10)
    assert [feed() for feed in told] == [None]
    assert unraisable == []


def test_the_context_dropped_inside_the_callback(unraisable: Unraisable) -> None:
    feeds: list[Feed] = []

    def drop(_feed: Feed, _event: Event) -> None:
        feeds.clear()
        gc.collect()

    feeds.append(Feed(memory(), USERS, drop))
    feeds[0].refresh()
    feeds[0].context.run(10)
    assert feeds == []
    assert unraisable == []


# ----------------------------------------------------------------------- other threads


def test_what_another_thread_drops_is_given_back_by_its_own() -> None:
    context = memory()
    context.respond(USERS_URL, status=NEVER)
    feeds = [Feed(context, USERS, Listener()) for _ in range(3)]
    for feed in feeds:
        feed.refresh()
    del feed
    before = registry.count(here())
    thread = threading.Thread(target=feeds.clear)
    thread.start()
    thread.join()
    assert registry.count(here()) == before  # it wasn't allowed to
    context.run(10)  # which would find their requests under way
    assert registry.count(here()) == before - 3


def test_a_whole_context_dropped_by_another_thread() -> None:
    views = [View(memory())]
    views[0].feed.refresh()
    alive = weakref.ref(views[0])
    drop_elsewhere(views)
    assert alive() is None
    assert registry.count(here()) > 0
    Context().close()
    # nothing_is_left sees the rest


def test_what_a_thread_leaves_when_it_ends() -> None:
    kept: list[Feed] = []

    def work() -> None:
        feed = Feed(memory(), USERS)
        feed.refresh()
        feed.context.run(10)
        kept.append(feed)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    kept.clear()
    gc.collect()


def test_items_of_events_outlive_everything() -> None:
    context, listener = memory(), Listener()
    feed = Feed(context, USERS, listener)
    feed.refresh()
    context.run(10)
    feed.select(feed.sections[0].items[1])
    context.dispatch()
    del feed, context
    gc.collect()
    item = listener.events[-1].item
    assert item is not None
    read: list[str | None] = []
    thread = threading.Thread(target=lambda: read.append(item.title))
    thread.start()
    thread.join()
    assert read == ["grace"]


def test_memory_threads_and_descriptors_stay_level() -> None:
    ran = run_python(
        """
import os, resource, feedcore
USERS = {"sources": [{"name": "u", "url": "http://x.test/", "mapping": "users"}]}
def body(n):
    return b'[' + b'{"id": 1, "username": "%d"},' % n * 500 + b'{"id": 2}]'
context = feedcore.Context({"transport": "memory"})
feed = feedcore.Feed(context, USERS, lambda feed, event: event.error)
def refresh(n):
    context.respond("http://x.test/", body(n))
    feed.refresh()
    context.run(10)
def once(n):
    own = feedcore.Context()
    own.set_transport(lambda exchange: exchange.respond(body(n)), print)
    own.set_wakeup(lambda: None)
    own.set_log(lambda context, event: None)
    page = feedcore.Feed(own, USERS, lambda feed, event: None)
    page.refresh()
    own.run(10)
    page.select(page.sections[0].items[0])
    own.close()
def used():
    counts = [len(os.listdir(f"/proc/self/{what}")) for what in ("fd", "task")]
    return [resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, *counts]
for n in range(300): refresh(n); once(n)
before = used()
for n in range(1000): refresh(n); once(n)
print(*(b - a for a, b in zip(before, used())))
"""
    )
    assert ran.stderr == ""
    kilobytes, descriptors, threads = map(int, ran.stdout.split())
    assert descriptors <= 4  # the workers of the last contexts may be about to end
    assert threads <= 2
    assert kilobytes < 8000  # a page that leaks is 60 KB each time


# ------------------------------------------------------------------------- at the end

PREPARED = """
import atexit, sys, threading, time
import feedcore
USERS = {"sources": [{"name": "u", "url": "URL", "mapping": "users"}]}
def feed_of(context, callback=None):
    feed = feedcore.Feed(context, USERS, callback)
    feed.refresh()
    return feed
"""
LEFTOVERS = {
    "a request under way": """
        feed = feed_of(feedcore.Context())
    """,
    "the same, seen by the server": """
        feed = feed_of(feedcore.Context())
        time.sleep(0.1)
    """,
    "a retry under way": """
        USERS["sources"][0]["url"] = "http://127.0.0.1:1/"
        feed = feed_of(feedcore.Context())
        time.sleep(0.1)
    """,
    "events that nobody read": """
        context = feedcore.Context({"transport": "memory"})
        context.set_wakeup(lambda: None)
        context.respond("URL", "[]")
        feed = feed_of(context, print)
        time.sleep(0.05)
    """,
    "in a cycle": """
        feed = feed_of(feedcore.Context())
        cycle = [feed]
        cycle.append(cycle)
        feed.set_callback(lambda feed, event: cycle)
        del feed, cycle
    """,
    "in a module": """
        sys.kept = feed_of(feedcore.Context())
        sys.kept.context.set_log(lambda context, event: sys.kept)
    """,
    "an exchange that nobody ends": """
        context = feedcore.Context()
        kept = []
        context.set_transport(kept.append, lambda exchange: None)
        feed = feed_of(context)
        time.sleep(0.05)
    """,
    "an exchange of a closed context": """
        context = feedcore.Context()
        kept = []
        context.set_transport(kept.append)
        feed = feed_of(context)
        time.sleep(0.05)
        context.close()
    """,
    "an exchange with a thread": """
        def answer(exchange):
            while True:
                exchange.bytes(b" ")
                time.sleep(0.001)
        def start(exchange):
            exchange.head(200)
            threading.Thread(target=answer, args=[exchange], daemon=True).start()
        threading.excepthook = lambda args: None
        context = feedcore.Context()
        context.set_transport(start)
        feed = feed_of(context)
        time.sleep(0.05)
    """,
    "a transport that is busy": """
        context = feedcore.Context()
        context.set_transport(lambda exchange: time.sleep(0.2))
        feed = feed_of(context)
        time.sleep(0.05)
    """,
    "a transport that fails all the time": """
        context = feedcore.Context()
        context.set_transport(lambda exchange: exchange.fail())
        feeds = [feed_of(context) for _ in range(50)]
    """,
    "a context of a thread that waits": """
        def work():
            context = feedcore.Context()
            context.set_wakeup(lambda: None)
            feed = feed_of(context)
            context.run()
        threading.Thread(target=work, daemon=True).start()
        time.sleep(0.1)
    """,
    "a transport of a thread that waits": """
        def work():
            context = feedcore.Context()
            context.set_wakeup(lambda: None)
            context.set_transport(lambda exchange: exchange.fail())
            feeds = [feed_of(context) for _ in range(20)]
            context.run()
        threading.Thread(target=work, daemon=True).start()
        time.sleep(0.1)
    """,
    "a thread that has ended": """
        def work():
            sys.kept = feed_of(feedcore.Context())
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    """,
    "used at exit": """
        context = feedcore.Context({"transport": "memory"})
        feed = feed_of(context)
        atexit.register(lambda: (context.run(5), feed.sources, feed.refresh()))
    """,
    "used by a finalizer": """
        class Last:
            def __del__(self):
                try:
                    feed.refresh()
                except ValueError:
                    pass
        context = feedcore.Context()
        feed = feed_of(context)
        sys.last = Last()
    """,
    "exit in a callback": """
        context = feedcore.Context({"transport": "memory"})
        context.set_log(lambda context, event: None)
        feed = feed_of(context, lambda feed, event: sys.exit(0))
        context.run(5)
        print("not reached", file=sys.stderr)
    """,
}


@pytest.fixture(scope="module")
def silent_server() -> Iterator[str]:
    """Takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0), backlog=256) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"


@pytest.mark.parametrize("leftover", LEFTOVERS.values(), ids=LEFTOVERS)
def test_what_is_left_when_python_ends(leftover: str, silent_server: str) -> None:
    script = (PREPARED + textwrap.dedent(leftover)).replace("URL", silent_server)
    for _ in range(3):
        before = time.monotonic()
        ran = run_python(script)
        assert (ran.returncode, ran.stderr) == (0, "")
        assert time.monotonic() - before < 25


def test_a_process_that_lives_on_when_python_has_ended() -> None:
    script = PREPARED.replace("URL", "http://x.test/") + textwrap.dedent(
        """
        import ctypes
        libc = ctypes.CDLL(None)
        libc.on_exit(libc.sleep, None)  # is given the exit status: one second
        context = feedcore.Context()
        context.set_transport(lambda exchange: exchange.fail())  # and it is tried again
        context.set_wakeup(lambda: None)
        feeds = [feed_of(context) for _ in range(20)]
        for leaked in [context, *feeds]:
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(leaked))
        time.sleep(0.05)
        sys.exit(1)
        """
    )
    ran = run_python(script)
    assert (ran.returncode, ran.stderr) == (1, "")
