"""Requests and events in asyncio."""

from __future__ import annotations

import asyncio
import copy
import gc
import pickle
import random
import threading
from collections.abc import Callable, Coroutine
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

import pytest
from test_paging import PAGED_FEED, URL, answer, more_url

from conftest import (
    USERS,
    USERS_URL,
    Listener,
    Unraisable,
    drop_elsewhere,
    run_python,
    titles,
    users,
)
from feedcore import (
    NEVER,
    Change,
    ChangeKind,
    Context,
    Directory,
    Event,
    EventKind,
    Feed,
    FeedcoreError,
    Search,
    SearchState,
    State,
    Status,
)
from feedcore._asyncio import Events
from shelves import SHELVES_FEED, Widget, a_few_shelves, read_shelves, shelves, shown

PATIENCE = 60.0
Result = TypeVar("Result")


def run(work: Coroutine[Any, Any, Result]) -> Result:
    async def patiently() -> Result:
        return await asyncio.wait_for(work, PATIENCE)

    return asyncio.run(patiently())


async def until(is_so: Callable[[], bool]) -> None:
    """Lets the loop turn, once at least, so that tasks begin. What never comes ends with the
    patience of run().
    """
    await asyncio.sleep(0)
    while not is_so():
        await asyncio.sleep(0.001)


# ---------------------------------------------------------------------------------- requests


def test_a_refresh_is_awaited(site: Context) -> None:
    async def main() -> None:
        feed = Feed(site, USERS)
        request = feed.refresh()
        event = await request
        assert (event.kind, event.request, event.error) == (EventKind.COMPLETE, request, None)
        assert titles(feed) == ["ada", "grace"]

    run(main())


def test_a_failure_is_raised(context: Context) -> None:
    context.respond(USERS_URL, status=404)

    async def main() -> None:
        feed = Feed(context, USERS)
        request = feed.refresh()
        for _ in range(2):
            with pytest.raises(FeedcoreError) as caught:
                await request
            assert (caught.value.status, caught.value.http_status) == (Status.HTTP, 404)
        assert feed.sources[0].state == State.FAILED

    run(main())


def test_everything_that_is_a_request_is_awaited(context: Context) -> None:
    context.respond(URL, answer({"A": ["a", "b"], "B": ["c"]}, "2", A="x"))
    context.respond(URL + "?after=2", answer({"C": ["e"]}))
    context.respond(more_url("A", "x"), answer({"A": ["z"]}))

    async def main() -> None:
        feed = Feed(context, PAGED_FEED)
        await feed.load(answer({"A": ["y"]}))
        assert shown(feed.sections) == [("A", ["y"])]
        await feed.reload()
        assert titles(feed) == ["a", "b", "c"]
        more = feed.load_more()
        assert more is not None
        await more
        assert titles(feed) == ["a", "b", "c", "e"]
        further = feed.load_more_section("A")
        assert further is not None
        await further
        assert titles(feed) == ["a", "b", "z", "c", "e"]
        assert (await feed.refresh_source("shelves")).error is None
        assert feed.load_more() is None

    run(main())


def test_people_are_awaited(tmp_path: Path) -> None:
    async def main() -> None:
        async with Context({"store": {"path": str(tmp_path / "people")}}) as context:
            directory = Directory(context)
            event = await directory.import_users([{"id": 1, "username": "ada"}, {"id": 2}])
            assert (event.taken, event.skipped, directory.count) == (1, 1, 1)
            await directory.remove("1")
            assert directory.count == 0
            await directory.clear()
            with pytest.raises(FeedcoreError) as caught:
                await directory.import_users("[")
            assert caught.value.status == Status.SYNTAX

    run(main())


def test_a_request_is_its_number(site: Context) -> None:
    feed = Feed(site, USERS)
    request = feed.refresh()
    assert (request, hash(request), repr(request)) == (1, 1, "1")
    assert request in {1}
    for number in (copy.copy(request), copy.deepcopy(request), pickle.loads(pickle.dumps(request))):
        assert type(number) is int
        assert number == request
    assert request == 1
    assert request not in (2, "1", None)
    feed.cancel(request)


def test_a_request_that_has_ended_is_no_wait(site: Context) -> None:
    feed = Feed(site, USERS)
    request = feed.refresh()
    site.run(10)
    feed.close()
    site.close()

    async def main() -> None:
        assert (await request).request == 1
        assert (await request).request == 1

    run(main())


def test_the_same_request_twice(site: Context) -> None:
    site.respond(URL, answer({"A": ["a"]}, "2"))
    site.respond(URL + "?after=2", answer({"B": ["b"]}))

    async def main() -> None:
        feed = Feed(site, PAGED_FEED)
        await feed.refresh()
        first, again = feed.load_more(), feed.load_more()
        assert first is not None
        assert again is not None
        events = await asyncio.gather(first, again)
        assert events[0] is events[1]

    run(main())


def test_contexts_count_for_themselves(site: Context) -> None:
    async def main() -> None:
        with Context({"transport": "memory"}) as other:
            feeds = [Feed(site, USERS), Feed(other, USERS)]
            requests = [feed.refresh() for feed in feeds]
            assert list(map(int, requests)) == [1, 1]
            assert requests[0] != requests[1]
            good, bad = await asyncio.gather(*requests, return_exceptions=True)
            assert isinstance(good, Event)
            assert isinstance(bad, FeedcoreError)

    run(main())


def test_who_awaits_keeps_the_feed(site: Context) -> None:
    async def main() -> Event:
        request = Feed(site, USERS).refresh()
        gc.collect()
        return await request

    assert run(main()).error is None


# ------------------------------------------------------------------------------- cancellation


def test_cancelling_the_task_cancels_the_request(context: Context) -> None:
    context.respond(USERS_URL, status=NEVER)
    listener = Listener()

    async def main() -> None:
        feed = Feed(context, USERS, listener)
        request = feed.refresh()
        task = asyncio.ensure_future(request)
        await until(lambda: context.request_count(USERS_URL) == 1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(FeedcoreError) as caught:
            await request
        assert caught.value.status == Status.CANCELLED

    run(main())
    assert listener.complete.error is not None
    assert listener.complete.error.status == Status.CANCELLED


def test_a_time_limit_cancels_the_request(context: Context) -> None:
    context.respond(USERS_URL, status=NEVER)
    listener = Listener()

    async def main() -> None:
        feed = Feed(context, USERS, listener)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(feed.refresh(), 0.01)
        await until(lambda: "COMPLETE" in listener.kinds)

    run(main())
    assert listener.complete.error is not None
    assert listener.complete.error.status == Status.CANCELLED


def test_as_long_as_somebody_waits_a_request_goes_on(context: Context) -> None:
    context.respond(USERS_URL, status=NEVER)

    async def main() -> None:
        feed = Feed(context, USERS)
        request = feed.refresh()
        one, other = asyncio.ensure_future(request), asyncio.ensure_future(request)
        await until(lambda: context.request_count(USERS_URL) == 1)
        one.cancel()
        with pytest.raises(asyncio.CancelledError):
            await one
        await feed.load(users("hedy"))
        assert not other.done()
        feed.cancel(request)  # which nobody did before
        with pytest.raises(FeedcoreError) as caught:
            await other
        assert caught.value.status == Status.CANCELLED

    run(main())


@pytest.mark.parametrize("what", ["feed", "context"])
def test_closing_ends_the_wait(context: Context, what: str) -> None:
    context.respond(USERS_URL, status=NEVER)

    async def main() -> None:
        feed = Feed(context, USERS)
        request = feed.refresh()
        events, changes = feed.events(), feed.changes()
        waiting = [asyncio.ensure_future(each) for each in (request, anext_of(changes))]
        await until(lambda: context.request_count(USERS_URL) == 1)
        (feed if what == "feed" else context).close()
        ended = await asyncio.gather(*waiting, return_exceptions=True)
        assert isinstance(ended[0], FeedcoreError)
        assert ended[0].status == Status.CANCELLED
        assert isinstance(ended[1], StopAsyncIteration)
        with pytest.raises(FeedcoreError):
            await request
        assert [event.state async for event in events if event.state] in ([], [State.LOADING])

    run(main())


async def anext_of(events: Events) -> Event:
    return await events.__anext__()


# ------------------------------------------------------------------------------------- events


def test_what_changes_can_be_made_late(context: Context) -> None:
    """Of the changes and their pages alone, when the feed shows something else, or is gone."""
    chance = random.Random(6)
    widget = Widget()

    async def main() -> None:
        feed = Feed(context, SHELVES_FEED)
        changes = feed.changes()
        wanted = [a_few_shelves(chance) for _ in range(200)]
        for pages in wanted:
            await feed.load(shelves(pages))
        feed.close()
        revision = 0
        for page, steps in groupby([event async for event in changes], attrgetter("page")):
            for event in steps:
                assert event.change is not None
                widget.make(event.change, page)
                assert event.revision_to == revision + 1
            revision += 1
            assert widget.rows == shown(page.sections)
        assert widget.rows == shown(read_shelves(wanted[-1]).sections)
        assert revision > 150

    run(main())


def test_the_changes_of_a_page_share_it(context: Context) -> None:
    async def main() -> None:
        feed = Feed(context, SHELVES_FEED)
        await feed.load(shelves({"A": ["a", "b"], "B": ["c"]}))
        changes = feed.changes()
        await feed.load(shelves({"A": ["z", "a=y", "b"], "C": ["d"]}))
        await feed.load(shelves({}))
        await changes.aclose()
        changes = feed.changes()
        await feed.load(shelves({"A": ["a"], "B": ["b"]}))
        await feed.load(shelves({"A": ["a=x"], "B": ["b=x"]}))
        told = [await changes.__anext__() for _ in range(3)]
        assert [event.change for event in told] == [
            Change(ChangeKind.SECTIONS, None, 0, 0, 2),
            Change(ChangeKind.ITEM, 0, 0, 0, 0),
            Change(ChangeKind.ITEM, 1, 0, 0, 0),
        ]
        first, second, third = (event.page for event in told)
        assert first is not None
        assert second is third is not first
        assert shown(first.sections) == [("A", ["a"]), ("B", ["b"])]

    run(main())


def test_changes_begun_between_two_changes_are_a_reset(context: Context) -> None:
    begun: list[Events] = []

    def begin(feed: Feed, event: Event) -> None:
        if event.change and event.revision_to == 2 and not begun:
            begun.append(feed.changes())

    async def main() -> None:
        feed = Feed(context, SHELVES_FEED, begin)
        await feed.load(shelves({"A": ["a"], "B": ["b"]}))
        await feed.load(shelves({"A": ["z", "a=x"], "B": ["b=x"]}))
        await feed.load(shelves({"A": ["z", "a=x"]}))
        told = [await begun[0].__anext__() for _ in range(2)]
        assert [event.kind for event in told] == [EventKind.RESET, EventKind.CHANGE]
        assert told[0].page is not None
        assert shown(told[0].page.sections) == [("A", ["z", "a=x"]), ("B", ["b=x"])]
        assert told[1].change == Change(ChangeKind.SECTIONS, None, 1, 1, 0)

    run(main())


def test_more_steps_than_a_list_takes(context: Context) -> None:
    async def main() -> None:
        feed = Feed(context, USERS)
        await feed.load(users(*map(str, range(4097))))
        changes = feed.changes()
        await feed.load(users(*(f"{n}!" for n in range(4097))))
        event = await changes.__anext__()
        assert (event.kind, event.change) == (EventKind.RESET, None)
        assert event.page is not None
        assert event.page.sections[0].items[0].title == "0!"

    run(main())


def test_all_events_in_their_order(site: Context) -> None:
    listener = Listener()

    async def main() -> None:
        feed = Feed(site, USERS, listener)
        events = feed.events()
        await feed.refresh()
        feed.close()
        assert [event async for event in events] == listener.events
        assert listener.kinds[0] == "STATE"
        assert listener.kinds[-1] == "COMPLETE"

    run(main())


def test_a_search_tells_its_events(site: Context) -> None:
    site.respond(USERS_URL + "?q=a", users("ada"))

    async def main() -> None:
        source = {"name": "users", "url": USERS_URL + "?q={query}", "mapping": "users"}
        search = Search(site, {"sources": [source], "debounce": 0})
        search.set_query("a")
        async for event in search.events():
            assert event.kind == EventKind.SEARCH
            if search.state == SearchState.RESULTS:
                break
        assert titles(search.feed) == ["ada"]

    run(main())


def test_events_that_nobody_keeps_are_not_gathered(site: Context) -> None:
    feed = Feed(site, USERS)
    events = feed.events()
    assert len(feed._listeners) == 1
    del events
    gc.collect()
    assert len(feed._listeners) == 0
    requests = [feed.refresh() for _ in range(3)]
    assert len(feed._outcomes) == 3
    del requests
    gc.collect()
    assert len(feed._outcomes) == 0


def test_events_that_are_over_take_nothing_in(site: Context) -> None:
    async def main() -> None:
        feed = Feed(site, USERS)
        events = feed.events()
        await feed.refresh()
        await events.aclose()
        await feed.refresh()
        assert [event async for event in events] == []

    run(main())


def test_a_closed_feed_has_no_events(site: Context) -> None:
    feed = Feed(site, USERS)
    feed.close()
    for begin in (feed.events, feed.changes):
        with pytest.raises(ValueError, match="closed"):
            begin()


# --------------------------------------------------------------------------- the loop's reader


def test_a_context_that_is_entered_runs_callbacks() -> None:
    listener = Listener()

    async def main() -> None:
        async with Context({"transport": "memory"}) as context:
            context.respond(USERS_URL, users("ada"))
            feed = Feed(context, USERS, listener)
            feed.refresh()
            await until(lambda: "COMPLETE" in listener.kinds)
            assert titles(feed) == ["ada"]
            descriptor = context.fd
        assert repr(context) == "Context(closed)"
        assert not asyncio.get_running_loop().remove_reader(descriptor)
        with pytest.raises(ValueError, match="closed"):
            async with context:
                pass

    run(main())


def test_one_context_in_one_loop_after_another(site: Context) -> None:
    feed = Feed(site, USERS)

    async def refresh() -> Event:
        return await feed.refresh()

    assert [run(refresh()).request for _ in range(2)] == [1, 2]
    feed.refresh()
    site.run(10)
    loops = [asyncio.new_event_loop() for _ in range(2)]
    for loop in [*loops, *loops]:
        assert loop.run_until_complete(refresh()).error is None
    assert len(site._attachments) == 1
    site.close()
    for loop in loops:
        loop.close()


@pytest.mark.parametrize("is_elsewhere", [False, True])
def test_a_context_that_is_dropped_is_forgotten(is_elsewhere: bool) -> None:
    async def main() -> None:
        context = Context({"transport": "memory"})
        context.respond(USERS_URL, users("ada"))
        await Feed(context, USERS).refresh()
        descriptor = context.fd
        kept = [context]
        del context
        if is_elsewhere:
            drop_elsewhere(kept)
            Context().close()  # gives back what another thread left
        else:
            kept.clear()
            gc.collect()
        assert not asyncio.get_running_loop().remove_reader(descriptor)

    run(main())


def test_what_another_thread_dropped_is_given_back_by_the_loop() -> None:
    async def main() -> None:
        context = Context({"transport": "memory"})
        context.respond(USERS_URL, users("ada"))
        feed = Feed(context, USERS)
        await feed.refresh()
        attachments = context._attachments
        feed.refresh()  # something will be there to dispatch
        kept: list[object] = [context, feed]
        del context, feed
        drop_elsewhere(kept)
        await until(lambda: not attachments)

    run(main())


def test_another_thread_cannot_await(site: Context) -> None:
    statuses: list[Status] = []
    feed = Feed(site, USERS)
    request = feed.refresh()

    async def wait() -> None:
        try:
            await request
        except FeedcoreError as error:
            statuses.append(error.status)

    thread = threading.Thread(target=lambda: run(wait()))
    thread.start()
    thread.join()
    assert statuses == [Status.THREAD]


# ------------------------------------------------------------------------------- what is raised


def test_an_exception_in_a_callback_spoils_no_wait(site: Context, unraisable: Unraisable) -> None:
    def told(_feed: Feed, event: Event) -> None:
        if event.kind == EventKind.COMPLETE:
            raise KeyError("told")

    async def main() -> None:
        assert (await Feed(site, USERS, told).refresh()).error is None

    run(main())
    assert list(map(repr, unraisable)) == ["KeyError('told')"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_in_a_callback_ends_the_loop(
    site: Context, error: type[BaseException]
) -> None:
    def told(_feed: Feed, _event: Event) -> None:
        raise error

    async def main() -> None:
        await Feed(site, USERS, told).refresh()

    with pytest.raises(error):
        run(main())


def test_threads_have_loops_of_their_own() -> None:
    """Each with a context of its own."""
    seen: list[list[str | None]] = []

    async def main(names: tuple[str, ...]) -> None:
        async with Context({"transport": "memory"}) as context:
            context.respond(USERS_URL, users(*names))
            feeds = [Feed(context, USERS) for _ in range(3)]
            for _ in range(20):
                await asyncio.gather(*(feed.refresh() for feed in feeds))
            seen.append(titles(feeds[-1]))

    names = [("ada",), ("grace", "hedy"), ("emmy",)]
    threads = [threading.Thread(target=lambda n=n: run(main(n))) for n in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(tuple, seen)) == sorted(names)


# --------------------------------------------------------------------------- programs that end

BEGIN = f"""
import asyncio, sys, feedcore
context = feedcore.Context({{"transport": "memory"}})
context.respond({USERS_URL!r}, status=feedcore.NEVER)
feed = feedcore.Feed(context, {USERS!r})
"""


def test_a_program_that_ends_with_everything_open() -> None:
    ran = run_python(BEGIN + """
loop = asyncio.new_event_loop()
events, changes = feed.events(), feed.changes()
async def main():
    return await events.__anext__()
request = feed.refresh()
print(loop.run_until_complete(main()).kind.name)
""")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "STATE\n", "")


def test_ctrl_c_while_something_is_awaited() -> None:
    ran = run_python(BEGIN + """
import signal, threading
signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
async def main():
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    await feed.refresh()
asyncio.run(main())
""")
    assert ran.stdout == ""
    assert ran.stderr.splitlines()[-1] == "KeyboardInterrupt"
    assert "Exception ignored" not in ran.stderr


def test_the_package_imports_no_loop() -> None:
    ran = run_python("""
import sys, feedcore
assert not {'asyncio', 'gi', 'PySide6'} & set(sys.modules)
""")
    assert (ran.returncode, ran.stderr) == (0, "")
