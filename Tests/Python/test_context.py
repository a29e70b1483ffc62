"""A context on its own thread: its loop, its callbacks, its clock."""

from __future__ import annotations

import asyncio
import fcntl
import os
import select
import selectors
import signal
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

import pytest

import feedcore
from conftest import (
    HOME,
    PAGE_URL,
    SITE,
    USERS,
    USERS_URL,
    Listener,
    Unraisable,
    run_python,
    titles,
    users,
)
from feedcore import BROKEN, NEVER, Context, Event, EventKind, Feed, FeedcoreError, Status


def is_readable(context: Context) -> bool:
    return bool(select.select([context], [], [], 0)[0])


def wait_until_readable(context: Context) -> None:
    assert select.select([context], [], [], 10)[0]


# ---------------------------------------------------------------------------- config


def test_the_defaults_need_no_config() -> None:
    with Context() as context:
        assert context.fd >= 0
        assert repr(context) == f"Context(fd={context.fd})"
    assert repr(context) == "Context(closed)"


@pytest.mark.parametrize("config", [{}, "{}", b"{}", bytearray(b" {} "), {"timeout": 5}])
def test_a_config_is_a_dict_or_json_text(config: Any) -> None:
    Context(config).close()


@pytest.mark.parametrize(
    ("config", "path"),
    [
        ({"timeOut": 5}, "/timeOut"),
        ({"timeout": "5"}, "/timeout"),
        ({"headers": {"a": "b\r\nc: d"}}, "/headers"),
        ({"clock": "broken"}, "/clock"),
        ([], ""),
    ],
)
def test_a_mistake_in_it_has_its_place(config: Any, path: str) -> None:
    with pytest.raises(FeedcoreError) as caught:
        Context(config if isinstance(config, dict) else "[]")
    assert caught.value.status is Status.CONFIG
    assert caught.value.path == path
    assert caught.value.line == 1


def test_text_that_is_no_json() -> None:
    with pytest.raises(FeedcoreError) as caught:
        Context("{")
    assert caught.value.status is Status.SYNTAX


def test_what_is_no_json_at_all() -> None:
    with pytest.raises(ValueError, match="JSON"):
        Context({"timeout": float("nan")})
    with pytest.raises(TypeError, match="can't hold"):
        Context({"timeout": object()})


# ----------------------------------------------------------------------- descriptor


def test_the_descriptor_is_the_same_for_life_and_not_inherited(site: Context) -> None:
    descriptor = site.fd
    assert site.fileno() == descriptor
    assert not os.get_inheritable(descriptor)
    assert fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_NONBLOCK
    feed = Feed(site, USERS)
    feed.refresh()
    site.run(10)
    assert site.fd == descriptor


def test_it_is_readable_as_long_as_dispatch_would_deliver(site: Context) -> None:
    listener = Listener()
    feed = Feed(site, HOME, listener)
    assert not is_readable(site)
    feed.refresh()
    while "COMPLETE" not in listener.kinds:
        wait_until_readable(site)
        assert is_readable(site)
        before = len(listener.events)
        site.dispatch(1)
        assert len(listener.events) == before + 1
    assert not is_readable(site)
    site.dispatch()
    assert listener.kinds[-1] == "COMPLETE"


def test_dispatch_of_nothing(site: Context) -> None:
    listener = Listener()
    feed = Feed(site, HOME, listener)
    site.dispatch()
    site.dispatch(-7)
    site.dispatch(2**40)
    assert (listener.events, feed.revision) == ([], 0)


# ------------------------------------------------------------------------------- run


def test_run_returns_when_nothing_is_under_way(site: Context) -> None:
    site.run()
    feed = Feed(site, HOME)
    feed.refresh()
    site.run()
    assert feed.revision > 0


def test_run_gives_up_at_its_timeout(site: Context) -> None:
    site.respond(USERS_URL, status=NEVER)
    feed = Feed(site, USERS)
    feed.refresh()
    before = time.monotonic()
    with pytest.raises(FeedcoreError, match="not in time") as caught:
        site.run(0.1)
    assert caught.value.status is Status.TIMEOUT
    assert 0.1 <= time.monotonic() - before < 20
    with pytest.raises(FeedcoreError):
        site.run(0)
    feed.close()
    site.run(0)


def test_signals_are_heard_while_it_runs(site: Context) -> None:
    site.respond(USERS_URL, status=NEVER)
    feed = Feed(site, USERS)
    feed.refresh()
    threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        site.run(30)


# ------------------------------------------------------------------------------ loops


def test_selectors(site: Context) -> None:
    listener = Listener()
    feed = Feed(site, HOME, listener)
    with selectors.DefaultSelector() as selector:
        selector.register(site, selectors.EVENT_READ, site.dispatch)
        feed.refresh()
        while "COMPLETE" not in listener.kinds:
            for key, _ in selector.select(10):
                key.data()
    assert len(feed.sections) > 10


def test_asyncio(site: Context) -> None:
    async def main() -> Event:
        loop = asyncio.get_running_loop()
        complete: asyncio.Future[Event] = loop.create_future()

        def told(_feed: Feed, event: Event) -> None:
            if event.kind == EventKind.COMPLETE:
                complete.set_result(event)

        feed = Feed(site, USERS, told)
        loop.add_reader(site, site.dispatch)
        number = feed.refresh()
        event = await asyncio.wait_for(complete, 10)
        loop.remove_reader(site)
        assert event.request == number
        return event

    assert asyncio.run(main()).error is None


@pytest.mark.parametrize("max_events", [0, 1, 3])
def test_the_wakeup_tells_loops_without_descriptors(site: Context, max_events: int) -> None:
    woken = threading.Event()
    site.set_wakeup(woken.set)
    listener = Listener()
    feed = Feed(site, HOME, listener)
    feed.refresh()
    while "COMPLETE" not in listener.kinds:
        assert woken.wait(10)
        woken.clear()
        site.dispatch(max_events)
    assert not is_readable(site)


def test_the_wakeup_comes_from_another_thread_too(site: Context) -> None:
    threads: list[int] = []
    woken = threading.Event()

    def wake() -> None:
        threads.append(threading.get_ident())
        woken.set()

    site.set_wakeup(wake)
    feed = Feed(site, USERS)
    feed.refresh()
    assert woken.wait(10)
    assert threads[0] != threading.get_ident()


def test_a_wakeup_is_kept_while_c_can_call_it_and_no_longer(context: Context) -> None:
    class Wakeup:
        def __call__(self) -> None:
            pass

    wakeup = Wakeup()
    alive = weakref.ref(wakeup)
    context.set_wakeup(wakeup)
    del wakeup
    assert alive() is not None
    context.set_wakeup(None)
    assert alive() is None
    context.set_wakeup(Wakeup())
    with pytest.raises(TypeError, match="not callable"):
        context.set_wakeup(7)  # type: ignore[arg-type]


def test_each_thread_has_a_context_of_its_own() -> None:
    seen: dict[int, list[str | None]] = {}

    def work(number: int) -> None:
        with Context({"transport": "memory"}) as context:
            context.respond(USERS_URL, users(f"user {number}"))
            feed = Feed(context, USERS)
            for _ in range(20):
                feed.refresh()
                context.run(10)
            seen[number] = titles(feed)

    threads = [threading.Thread(target=work, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == {number: [f"user {number}"] for number in range(8)}


# ------------------------------------------------------------------------- callbacks


def test_the_log_is_told_of_each_exchange(site: Context) -> None:
    seen: list[tuple[Context, Event]] = []
    site.set_log(lambda *told: seen.append(told))
    site.respond(USERS_URL, b"[{}]", status=404)
    home, others = Feed(site, HOME), Feed(site, USERS)
    home.refresh()
    number = others.refresh()
    site.run(10)
    assert {context for context, _ in seen} == {site}
    events = {event.url: event for _, event in seen}
    page, failed = events[PAGE_URL], events[USERS_URL]
    assert (page.kind, page.http_status, page.source_name) == (EventKind.LOG, 200, "page")
    assert (page.bytes or 0) > 10_000
    assert (page.warning_total, page.error) == (2, None)
    assert page.milliseconds == 0  # of a clock that stands still
    assert (failed.request, failed.source) == (number, 0)
    assert failed.error is not None
    assert (failed.http_status, failed.error.status) == (404, Status.HTTP)


def test_an_exchange_without_an_answer_has_no_http_status(site: Context) -> None:
    seen: list[Event] = []
    site.set_log(lambda _, event: seen.append(event))
    site.respond(USERS_URL, status=BROKEN)
    feed = Feed(site, {"sources": [{**USERS["sources"][0], "method": "POST"}]})
    feed.refresh()
    site.run(10)
    assert [(event.http_status, event.bytes) for event in seen] == [(None, 0)]
    assert seen[0].error is not None
    assert seen[0].error.status is Status.NETWORK


def test_the_log_can_be_taken_back(site: Context) -> None:
    seen: list[Event] = []
    site.set_log(lambda _, event: seen.append(event))
    site.set_log(None)
    feed = Feed(site, USERS)
    feed.refresh()
    site.run(10)
    assert seen == []
    with pytest.raises(TypeError, match="not callable"):
        site.set_log("print")  # type: ignore[arg-type]


def test_an_exception_in_a_callback_goes_to_the_hook(
    site: Context, unraisable: Unraisable
) -> None:
    def fail(_who: object, event: Event) -> None:
        raise RuntimeError(event.kind.name)

    def fail_to_wake() -> None:
        raise RuntimeError("WAKEUP")

    site.set_log(fail)
    site.set_wakeup(fail_to_wake)
    feed = Feed(site, USERS, fail)
    feed.refresh()
    site.run(10)
    names = {str(error) for error in unraisable}
    assert {"LOG", "CHANGE", "STATE", "COMPLETE", "WAKEUP"} <= names
    assert titles(feed) == ["ada", "grace"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("loop", ["run", "dispatch"])
def test_what_ends_the_program_comes_out_of_the_loop(
    site: Context, unraisable: Unraisable, error: type[BaseException], loop: str
) -> None:
    def stop(_feed: Feed, event: Event) -> None:
        if event.kind == EventKind.CHANGE:
            raise error

    feed = Feed(site, USERS, stop)
    feed.refresh()
    def deliver() -> None:
        while True:
            wait_until_readable(site)
            getattr(site, loop)()

    with pytest.raises(error):
        deliver()
    site.run(10)
    assert titles(feed) == ["ada", "grace"]
    assert unraisable == []


@pytest.mark.parametrize("loop", ["run", "dispatch"])
def test_no_loop_in_a_callback(site: Context, unraisable: Unraisable, loop: str) -> None:
    seen: list[Status] = []

    def nest(_feed: Feed, _event: Event) -> None:
        with pytest.raises(FeedcoreError) as caught:
            getattr(site, loop)()
        seen.append(caught.value.status)

    feed = Feed(site, USERS, nest)
    feed.refresh()
    site.run(10)
    assert set(seen) == {Status.NESTED}
    assert unraisable == []


# ------------------------------------------------------------- threads, forks, the end

CALLS: dict[str, Callable[[Context, Feed], object]] = {
    "dispatch": lambda context, _: context.dispatch(),
    "run": lambda context, _: context.run(0),
    "wakeup": lambda context, _: context.set_wakeup(print),
    "log": lambda context, _: context.set_log(print),
    "transport": lambda context, _: context.set_transport(print),
    "respond": lambda context, _: context.respond(SITE),
    "count": lambda context, _: context.request_count(SITE),
    "advance": lambda context, _: context.advance(1),
    "close": lambda context, _: context.close(),
    "feed": lambda context, _: Feed(context, USERS),
    "refresh": lambda _, feed: feed.refresh(),
    "refresh_source": lambda _, feed: feed.refresh_source("users"),
    "load": lambda _, feed: feed.load("[]"),
    "cancel": lambda _, feed: feed.cancel(1),
    "select": lambda _, feed: feed.select(1),
    "sections": lambda _, feed: feed.sections,
    "snapshot": lambda _, feed: feed.snapshot,
    "revision": lambda _, feed: feed.revision,
    "sources": lambda _, feed: feed.sources,
    "callback": lambda _, feed: feed.set_callback(None),
    "close_feed": lambda _, feed: feed.close(),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_another_thread_is_refused(
    site: Context, call: Callable[[Context, Feed], object]
) -> None:
    feed = Feed(site, USERS)
    errors: list[Exception] = []

    def work() -> None:
        try:
            call(site, feed)
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    (error,) = errors
    assert isinstance(error, FeedcoreError)
    assert error.status is Status.THREAD
    feed.refresh()
    site.run(10)
    assert titles(feed) == ["ada", "grace"]


def test_what_any_thread_may_read(site: Context) -> None:
    feed = Feed(site, USERS)
    seen: list[object] = []
    thread = threading.Thread(target=lambda: seen.extend([site.fd, repr(site), repr(feed)]))
    thread.start()
    thread.join()
    assert seen == [site.fd, f"Context(fd={site.fd})", "Feed(of another thread)"]


@pytest.mark.parametrize("name", [*CALLS])
def test_a_closed_context_or_feed_says_so(name: str) -> None:
    context = Context({"transport": "memory", "clock": "manual"})
    feed = Feed(context, USERS)
    feed.close()
    context.close()
    if name.startswith("close"):
        CALLS[name](context, feed)
    else:
        with pytest.raises(ValueError, match="closed"):
            CALLS[name](context, feed)
    with pytest.raises(ValueError, match="closed"):
        context.fileno()


def test_a_forked_child_is_refused_and_harms_nobody() -> None:
    ran = run_python(
        """
import os, sys, warnings
import feedcore
warnings.simplefilter("ignore")  # newer Pythons warn of forks with threads
context = feedcore.Context({"transport": "memory"})
context.respond("http://x.test/", b'[{"id": 1, "username": "ada"}]')
feed = feedcore.Feed(
    context, {"sources": [{"name": "u", "url": "http://x.test/", "mapping": "users"}]})
feed.refresh()
context.run(10)
page = feed.snapshot
child = os.fork()
if not child:
    for call in (context.dispatch, feed.refresh, lambda: feed.sections, context.close):
        try:
            call()
            print("no error")
        except feedcore.FeedcoreError as error:
            print(error.status.name)
    print(page.sections[0].items[0].title)
    del feed, context
    own = feedcore.Context()
    own.run(1)
    sys.exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
feed.refresh()
context.run(10)
print(feed.sections[0].items[0].title)
"""
    )
    assert ran.stderr == ""
    assert ran.stdout.split() == ["THREAD"] * 4 + ["ada", "7", "ada"]
    assert ran.returncode == 0


# ----------------------------------------------------------------------------- clock


def test_a_clock_that_is_moved_by_hand(site: Context) -> None:
    site.respond(USERS_URL, status=503)
    feed = Feed(site, USERS)
    feed.refresh()
    for _ in range(3):
        with pytest.raises(FeedcoreError, match="in time"):
            site.run(0.05)
    assert site.request_count(USERS_URL) == 1
    site.respond(USERS_URL, users("ada"))
    site.advance(2000)
    site.run(10)
    assert site.request_count(USERS_URL) == 2
    assert titles(feed) == ["ada"]


@pytest.mark.parametrize(
    "call",
    [
        lambda context: context.respond(SITE),
        lambda context: context.advance(1),
    ],
)
def test_only_a_context_for_tests_has_that(call: Callable[[Context], None]) -> None:
    with Context() as context, pytest.raises(FeedcoreError) as caught:
        call(context)
    assert caught.value.status is Status.ARGUMENT


@pytest.mark.parametrize("status", [99, 600, -2])
def test_answers_have_a_status_of_http(context: Context, status: int) -> None:
    with pytest.raises(FeedcoreError):
        context.respond(SITE, status=status)


def test_time_does_not_go_backwards(context: Context) -> None:
    with pytest.raises(FeedcoreError):
        context.advance(-1)


def test_it_is_not_copied() -> None:
    import copy

    with Context() as context, pytest.raises(TypeError, match="copied"):
        copy.copy(context)
    assert feedcore.NEVER == NEVER
