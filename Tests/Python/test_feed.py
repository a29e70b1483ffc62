"""Feeds without a network: what they show, tell and remember."""

from __future__ import annotations

import dataclasses
import json
import pickle
import select
from datetime import timedelta
from typing import Any

import pytest

from conftest import (
    FIXTURES,
    HOME,
    MENUS_URL,
    PAGE_URL,
    REFUSALS,
    SITE,
    THINGS,
    USERS,
    USERS_URL,
    Listener,
    titles,
    users,
)
from feedcore import (
    BROKEN,
    NEVER,
    Context,
    Event,
    EventKind,
    Exchange,
    Feed,
    FeedcoreError,
    Mapping,
    SectionKind,
    State,
    Status,
)

MOVIES_URL = SITE + "/v2/movie/coming_soon"


def keys(feed: Feed) -> list[str]:
    return [section.key for section in feed.sections]


def states(feed: Feed) -> list[State]:
    return [source.state for source in feed.sources]


# ---------------------------------------------------------------------------- config


def test_a_feed_before_its_first_page(context: Context) -> None:
    feed = Feed(context, HOME)
    assert feed.context is context
    assert (feed.snapshot, list(feed.sections), feed.revision) == (None, [], 0)
    assert feed.section("MENUS") is None
    assert feed.sources == (
        ("page", State.IDLE, None, None),
        ("menus", State.IDLE, None, None),
    )
    assert repr(feed) == "Feed(page=IDLE, menus=IDLE, revision=0)"
    feed.close()
    assert repr(feed) == "Feed(closed)"


@pytest.mark.parametrize(
    ("config", "status", "path"),
    [
        ({}, Status.CONFIG, ""),
        ({"preset": "nonsense"}, Status.CONFIG, "/preset"),
        ({"preset": "netease-home"}, Status.CONFIG, "/preset"),
        ({**USERS, "nonsense": 1}, Status.CONFIG, "/nonsense"),
        ({"sources": [{"url": USERS_URL, "mapping": "users"}]}, Status.CONFIG, "/sources/0"),
        (
            {"sources": [{"name": "a", "url": USERS_URL, "mapping": "nonsense"}]},
            Status.MAPPING,
            "/sources/0/mapping",
        ),
    ],
)
def test_a_mistake_in_the_config_has_its_place(
    context: Context, config: dict[str, Any], status: Status, path: str
) -> None:
    with pytest.raises(FeedcoreError) as caught:
        Feed(context, config)
    assert (caught.value.status, caught.value.path) == (status, path)
    assert caught.value.line == 1


def test_a_mistake_in_text_of_several_lines(context: Context) -> None:
    with pytest.raises(FeedcoreError) as caught:
        Feed(context, '{"sources": [\n  {"name": "a", "ttl": -1}]}')
    assert (caught.value.line, caught.value.path) == (2, "/sources/0/ttl")


def test_a_mapping_object_in_the_config(context: Context) -> None:
    source = {"name": "things", "url": SITE, "mapping": Mapping(json.dumps(THINGS))}
    context.respond(SITE, json.dumps({"things": [{"id": 1, "title": "雨"}]}))
    for config in ({"sources": [source]}, {"sources": [{**source, "mapping": THINGS}]}):
        feed = Feed(context, config)
        feed.refresh()
        context.run(10)
        assert titles(feed) == ["雨"]


def test_what_is_no_context() -> None:
    with pytest.raises(TypeError, match=r"feedcore\.Context, not dict"):
        Feed({}, USERS)  # type: ignore[arg-type]


# ------------------------------------------------------------------- the two presets


def test_the_home_page_joined_from_two_sources(site: Context) -> None:
    listener = Listener()
    feed = Feed(site, HOME, listener)
    number = feed.refresh()
    assert (feed.revision, states(feed)) == (0, [State.IDLE, State.IDLE])
    site.run(10)
    assert keys(feed)[:2] == ["HOMEPAGE_BANNER", "MENUS"]
    assert states(feed) == [State.READY, State.READY]
    menus = feed.section("MENUS")
    assert menus is not None
    assert (menus.kind, feed.sections[1]) == (SectionKind.MENUS, menus)
    assert listener.kinds[-1] == "COMPLETE"
    assert listener.complete.request == number
    assert listener.complete.error is None
    changes = listener.of(EventKind.CHANGE)
    assert [(event.revision_from, event.revision_to) for event in changes] == [(0, 1), (1, 2)]
    assert feed.revision == 2
    assert {event.request for event in listener.events} == {number}


def test_each_source_goes_through_its_states(site: Context) -> None:
    listener = Listener()
    feed = Feed(site, HOME, listener)
    feed.refresh()
    site.run(10)
    for index, name in enumerate(["page", "menus"]):
        told = [event for event in listener.of(EventKind.STATE) if event.source == index]
        assert [event.state for event in told] == [State.LOADING, State.READY]
        assert {event.source_name for event in told} == {name}


def test_progress_in_bytes(site: Context) -> None:
    body = (FIXTURES / "netease-home.json").read_bytes()
    site.respond(PAGE_URL, body, headers={"Content-Length": str(len(body))})
    listener = Listener()
    feed = Feed(site, HOME, listener)
    feed.refresh()
    site.run(10)
    page = [event for event in listener.of(EventKind.PROGRESS) if event.source_name == "page"][-1]
    menus = [e for e in listener.of(EventKind.PROGRESS) if e.source_name == "menus"][-1]
    assert (page.bytes, page.total) == (len(body), len(body))
    assert menus.total is None


def test_menus_that_come_first_wait_for_the_page(site: Context) -> None:
    page = (FIXTURES / "netease-home.json").read_bytes()
    site.respond(PAGE_URL, status=NEVER)
    feed = Feed(site, HOME)
    feed.refresh()
    with pytest.raises(FeedcoreError, match="in time"):
        site.run(0.1)
    assert states(feed) == [State.LOADING, State.READY]
    assert feed.snapshot is None
    feed.load(page, "page")
    with pytest.raises(FeedcoreError, match="in time"):
        site.run(0.1)
    assert keys(feed)[:2] == ["HOMEPAGE_BANNER", "MENUS"]


def test_all_at_once(site: Context) -> None:
    listener = Listener()
    feed = Feed(site, {**HOME, "partial": False}, listener)
    feed.refresh()
    site.run(10)
    assert len(listener.of(EventKind.CHANGE)) == 1
    assert keys(feed)[1] == "MENUS"


def test_movies(context: Context) -> None:
    context.respond(MOVIES_URL, (FIXTURES / "douban-movies.json").read_bytes())
    listener = Listener()
    feed = Feed(context, {"preset": "douban-movies", "baseURL": SITE + "/"}, listener)
    feed.refresh()
    context.run(10)
    movie = feed.sections[0].items[0]
    feed.select(movie)
    assert listener.of(EventKind.ACTION) == []
    context.dispatch()
    (event,) = listener.of(EventKind.ACTION)
    assert event.item == movie
    assert event.action == movie.action
    assert (event.action or "").startswith("http")


# ----------------------------------------------------------- requests of the front end


def test_the_same_page_again_changes_nothing(site: Context) -> None:
    site.respond(USERS_URL, users("ada"), headers={"ETag": '"1"'})
    listener = Listener()
    feed = Feed(site, USERS, listener)
    feed.refresh()
    site.run(10)
    before = feed.snapshot
    assert before is not None
    for status, body in ((200, users("ada")), (304, b"")):
        listener.events.clear()
        site.respond(USERS_URL, body, status=status)
        feed.refresh()
        site.run(10)
        assert listener.of(EventKind.CHANGE) == []
        assert listener.complete.error is None
        assert (feed.revision, states(feed)) == (1, [State.READY])


def test_a_source_alone(site: Context) -> None:
    feed = Feed(site, HOME)
    for source in ("menus", 1, -1):
        feed.refresh_source(source)
        site.run(10)
    assert (site.request_count(PAGE_URL), site.request_count(MENUS_URL)) == (0, 3)
    with pytest.raises(ValueError, match="no source 'nonsense'; there are page, menus"):
        feed.refresh_source("nonsense")
    with pytest.raises(IndexError):
        feed.load(b"", 2)


def test_bytes_of_ones_own_instead_of_a_server(context: Context) -> None:
    listener = Listener()
    feed = Feed(context, USERS, listener)
    for data in (users("ada"), users("ada").decode(), memoryview(users("ada"))):
        number = feed.load(data)
        context.run(10)
        assert listener.events[-1].request == number
    assert titles(feed) == ["ada"]
    assert context.request_count(USERS_URL) == 0
    feed.load("[")
    context.run(10)
    error = listener.events[-1].error
    assert error is not None
    assert (error.status, error.line, error.column) == (Status.SYNTAX, 1, 2)
    assert error.http_status is None
    assert (titles(feed), states(feed)) == (["ada"], [State.STALE])


def test_cancel_gives_exactly_one_end(site: Context) -> None:
    site.respond(USERS_URL, status=NEVER)
    listener = Listener()
    feed = Feed(site, USERS, listener)
    number = feed.refresh()
    feed.cancel(number)
    site.run(10)
    error = listener.complete.error
    assert error is not None
    assert (error.status, error.retryable) == (Status.CANCELLED, False)
    assert states(feed) == [State.IDLE]
    with pytest.raises(FeedcoreError) as caught:
        feed.cancel(number)
    assert caught.value.status is Status.ARGUMENT


def test_headers_parameters_and_posts_are_what_is_asked() -> None:
    with Context() as context:
        asked: list[Exchange] = []

        def start(exchange: Exchange) -> None:
            asked.append(exchange)
            exchange.respond("[]")

        context.set_transport(start)
        source = {
            **USERS["sources"][0],
            "method": "POST",
            "parameters": {"q": "a b", "n": 7},
            "headers": {"X-Mine": "1"},
        }
        feed = Feed(context, {"sources": [source]})
        feed.refresh()
        context.run(10)
    (exchange,) = asked
    assert (exchange.method, exchange.url) == ("POST", USERS_URL)
    assert exchange.body == b"q=a+b&n=7"
    assert ("X-Mine", "1") in exchange.headers
    assert repr(exchange) == f"Exchange(POST {USERS_URL})"


# --------------------------------------------------------------------------- failures


def test_what_was_there_stays_when_a_source_fails(site: Context) -> None:
    listener = Listener()
    feed = Feed(site, USERS, listener)
    feed.refresh()
    site.run(10)
    listener.events.clear()
    site.respond(USERS_URL, status=404)
    feed.refresh()
    site.run(10)
    assert (titles(feed), states(feed)) == (["ada", "grace"], [State.STALE])
    (failed,) = listener.of(EventKind.FAILED)
    assert failed.source_name == "users"
    for error in (failed.error, listener.complete.error, feed.sources[0].error):
        assert error is not None
        assert (error.status, error.http_status, error.retryable) == (Status.HTTP, 404, False)
    site.respond(USERS_URL, users("ada"))
    feed.refresh()
    site.run(10)
    ((name, state, error, time),) = feed.sources
    assert (name, state, error) == ("users", State.READY, None)
    assert time is not None
    assert time.utcoffset() == timedelta(0)


def test_a_menu_that_fails_does_not_fail_the_page(site: Context) -> None:
    site.respond(MENUS_URL, status=404)
    listener = Listener()
    feed = Feed(site, HOME, listener)
    feed.refresh()
    site.run(10)
    assert listener.complete.error is None
    assert states(feed) == [State.READY, State.FAILED]
    assert "MENUS" not in keys(feed)


def test_what_may_succeed_later_is_tried_again_twice(context: Context) -> None:
    context.respond(USERS_URL, status=BROKEN)
    listener = Listener()
    feed = Feed(context, USERS, listener)
    feed.refresh()
    for _ in range(2):
        with pytest.raises(FeedcoreError, match="in time"):
            context.run(0.05)
        context.advance(2000)
    context.run(10)
    assert context.request_count(USERS_URL) == 3
    error = listener.complete.error
    assert error is not None
    assert (error.status, error.retryable, error.http_status) == (Status.NETWORK, True, None)
    assert states(feed) == [State.FAILED]


def test_a_server_that_never_answers(context: Context) -> None:
    context.respond(USERS_URL, status=NEVER)
    listener = Listener()
    feed = Feed(context, {"sources": [{**USERS["sources"][0], "timeout": 100}]}, listener)
    feed.refresh()
    for _ in range(6):  # three times the timeout, and the two pauses between them
        context.advance(1000)
        context.dispatch()
    assert context.request_count(USERS_URL) == 3
    error = listener.complete.error
    assert error is not None
    assert (error.status, error.retryable) == (Status.TIMEOUT, True)


@pytest.mark.parametrize(("http", "body", "status", "code", "message"), REFUSALS)
def test_a_refusal_inside_an_answer(
    site: Context, http: int, body: str, status: Status, code: str | None, message: str | None
) -> None:
    listener = Listener()
    feed = Feed(site, HOME, listener)
    feed.refresh()
    site.run(10)
    before = keys(feed)
    listener.events.clear()
    site.respond(PAGE_URL, body, status=http, headers={"ETag": '"deny-1"'})
    feed.refresh()
    site.run(10)
    error = listener.complete.error
    assert error is not None
    assert (error.status, error.http_status) == (status, http)
    assert (error.service_code, error.service_message) == (code, message)
    assert error.retryable is False
    assert site.request_count(PAGE_URL) == 2  # not tried again
    assert (keys(feed), states(feed)[0]) == (before, State.STALE)
    assert pickle.loads(pickle.dumps(error)).http_status == http


# ------------------------------------------------------------------ select and events


def test_the_item_of_an_action_is_the_one_that_was_shown(site: Context) -> None:
    listener = Listener()
    feed = Feed(site, USERS, listener)
    feed.refresh()
    site.run(10)
    first = feed.sections[0].items[0]
    # The page is replaced between the click and the dispatch; both items outlive the feed.
    feed.load(users("other"))
    feed.select(first)
    feed.select(first.uid)
    site.run(10)
    feed.select(feed.sections[0].items[0])
    site.dispatch()
    feed.close()
    items = [event.item for event in listener.of(EventKind.ACTION)]
    assert [item and item.title for item in items] == ["ada", "ada", "other"]


def test_an_item_that_is_not_there(site: Context) -> None:
    feed = Feed(site, USERS)
    for uid in (1, -1, 2**64):
        with pytest.raises(FeedcoreError) as caught:
            feed.select(uid)
        assert caught.value.status is Status.ARGUMENT
    feed.refresh()
    site.run(10)
    gone = feed.sections[0].items[0]
    feed.load(users())
    site.run(10)
    with pytest.raises(FeedcoreError):
        feed.select(gone)


def test_a_selection_without_a_callback_is_forgotten(site: Context) -> None:
    feed = Feed(site, USERS)
    feed.refresh()
    site.run(10)
    feed.select(feed.sections[0].items[0])
    site.dispatch()
    listener = Listener()
    feed.set_callback(listener)
    feed.select(feed.sections[0].items[1])
    site.dispatch()
    assert [event.item and event.item.title for event in listener.events] == ["grace"]


def test_an_event_is_a_copy_that_never_changes(site: Context) -> None:
    listener = Listener()
    feed = Feed(site, USERS, listener)
    feed.refresh()
    site.run(10)
    kept = [dataclasses.replace(event) for event in listener.events]
    feed.close()
    site.close()
    assert kept == listener.events
    with pytest.raises(dataclasses.FrozenInstanceError):
        listener.events[0].request = 7  # type: ignore[misc]
    complete = listener.complete
    absent = (
        "source", "source_name", "change", "state", "error", "bytes", "total", "item", "action",
    )
    assert {name: getattr(complete, name) for name in absent} == dict.fromkeys(absent)
    assert (complete.url, complete.http_status, complete.milliseconds) == (None, None, None)
    assert complete.warning_total == 0


def test_what_is_shown_changes_in_dispatch_only(site: Context) -> None:
    feed = Feed(site, USERS)
    feed.refresh()
    site.run(10)
    sections, page = feed.sections, feed.snapshot
    feed.load(users("other"))
    assert select.select([site], [], [], 10)[0]
    assert titles(feed) == ["ada", "grace"]
    site.run(10)
    assert titles(feed) == ["other"]
    assert [item.title for item in sections[0].items] == ["ada", "grace"]
    assert page is not None
    assert page.sections[0].items[0].title == "ada"


def test_only_the_last_callback_is_told(site: Context) -> None:
    first, second = Listener(), Listener()
    feed = Feed(site, USERS, first)
    feed.set_callback(second)
    feed.refresh()
    site.run(10)
    feed.set_callback(None)
    told = len(second.events)
    feed.refresh()
    site.run(10)
    assert (len(first.events), len(second.events)) == (0, told)
    with pytest.raises(TypeError, match="not callable"):
        feed.set_callback("print")  # type: ignore[arg-type]


# --------------------------------------------------------------- calls inside callbacks


def test_a_callback_may_ask_for_more(site: Context) -> None:
    numbers: list[int | None] = []

    def again(feed: Feed, event: Event) -> None:
        if event.kind == EventKind.COMPLETE:
            numbers.append(event.request)
            if len(numbers) < 3:
                feed.refresh()
        elif event.kind == EventKind.CHANGE:
            assert titles(feed) == ["ada", "grace"]
            feed.select(feed.sections[0].items[0])

    feed = Feed(site, USERS, again)
    feed.refresh()
    site.run(10)
    assert len(set(numbers)) == 3


@pytest.mark.parametrize("end", ["feed", "context", "other"])
def test_a_callback_may_close_anything(site: Context, end: str) -> None:
    listener = Listener()
    told: list[EventKind] = []
    other = Feed(site, HOME, listener)

    def close(feed: Feed, event: Event) -> None:
        told.append(event.kind)
        ends: dict[str, Context | Feed] = {"feed": feed, "context": site, "other": other}
        ends[end].close()

    feed = Feed(site, USERS, close)
    feed.refresh()
    other.refresh()
    site.run(10)
    if end == "other":
        assert listener.of(EventKind.COMPLETE) == []
        assert EventKind.COMPLETE in told
    else:
        assert told == [EventKind.STATE]
