"""Searches: what is found while a query is being typed."""

from __future__ import annotations

import gc
import json
import threading
import weakref
from typing import Any

import pytest
from test_live_lifetimes import nothing_is_left  # noqa: F401  (a fixture)

from conftest import (
    SITE,
    USERS,
    Listener,
    Unraisable,
    drop_elsewhere,
    run_python,
    statuses_elsewhere,
    titles,
    users,
)
from feedcore import (
    NEVER,
    Context,
    Event,
    EventKind,
    Feed,
    FeedcoreError,
    Mapping,
    Search,
    SearchState,
    State,
    Status,
)

FIND = SITE + "/find?q="
SERVER = {"name": "web", "url": FIND + "{query}", "mapping": "users"}
SEARCH: dict[str, Any] = {"sources": [SERVER], "debounce": 100}
PROMPT, LOADING, RESULTS, EMPTY, FAILED = list(SearchState)


class States:
    """Keeps what a search tells, and how it stood then."""

    def __init__(self) -> None:
        self.told: list[tuple[EventKind, SearchState]] = []

    def __call__(self, search: Search, event: Event) -> None:
        self.told.append((event.kind, search.state))

    @property
    def states(self) -> list[SearchState]:
        return [state for kind, state in self.told if kind == EventKind.SEARCH]


def wait(context: Context, milliseconds: int = 0) -> None:
    context.advance(milliseconds)
    context.dispatch()


def typed(search: Search, query: str) -> None:
    """And answered."""
    search.set_query(query)
    wait(search.context, 100)


@pytest.fixture
def shop(context: Context) -> Context:
    """Where three queries are answered."""
    context.respond(FIND + "a", users("ada", "alan"))
    context.respond(FIND + "ad", users("ada"))
    context.respond(FIND + "x", users())
    return context


# ------------------------------------------------------------------------------ queries


def test_results_follow_the_query(shop: Context) -> None:
    states = States()
    search = Search(shop, SEARCH, states)
    assert (search.query, search.state, list(search.feed.sections)) == ("", PROMPT, [])
    assert (search.prompt, search.placeholder) == (
        "Search for users and get connected", "Search with @usernames",
    )
    search.set_query("a")
    assert (search.query, search.state) == ("a", PROMPT)
    wait(shop, 99)
    assert shop.request_count(FIND + "a") == 0
    wait(shop, 1)
    assert titles(search.feed) == ["ada", "alan"]
    typed(search, "ad")
    assert titles(search.feed) == ["ada"]
    typed(search, "x")
    assert titles(search.feed) == []
    search.set_query("")
    wait(shop)
    assert states.states == [LOADING, RESULTS, LOADING, RESULTS, LOADING, EMPTY, PROMPT]
    assert repr(search) == "Search('', PROMPT)"
    assert search.context is shop


def test_the_feed_tells_its_own_callback(shop: Context) -> None:
    states, listener = States(), Listener()
    search = Search(shop, SEARCH, states)
    search.feed.set_callback(listener)
    assert search.feed is search.feed
    typed(search, "a")
    assert {kind for kind, _ in states.told} == {EventKind.SEARCH}
    assert listener.kinds[0] == "STATE"
    assert listener.kinds[-1] == "COMPLETE"
    (change,) = [event.change for event in listener.of(EventKind.CHANGE)]
    assert change is not None
    assert change.added == 1
    search.feed.select(search.feed.sections[0].items[1])
    shop.dispatch()
    item = listener.events[-1].item
    assert item is not None
    assert item.extras.text("username") == "alan"


def test_answers_of_an_older_query_do_not_show(shop: Context) -> None:
    shop.respond(FIND + "a", status=NEVER)
    listener = Listener()
    search = Search(shop, SEARCH)
    search.feed.set_callback(listener)
    typed(search, "a")
    typed(search, "ad")
    assert titles(search.feed) == ["ada"]
    errors = [event.error and event.error.status for event in listener.of(EventKind.COMPLETE)]
    assert errors == [Status.CANCELLED, None]


def test_submit_asks_at_once_and_again_what_has_failed(context: Context) -> None:
    search = Search(context, SEARCH)
    search.set_query("a")
    search.submit()
    wait(context)
    assert search.state == FAILED
    (source,) = search.feed.sources
    assert (source.name, source.state) == ("web", State.FAILED)
    assert source.error is not None
    assert source.error.http_status == 404
    context.respond(FIND + "a", users("ada"))
    search.submit()
    wait(context)
    assert (search.state, titles(search.feed)) == (RESULTS, ["ada"])
    search.submit()
    wait(context)
    assert context.request_count(FIND + "a") == 2


def test_cancel_keeps_what_is_shown(shop: Context) -> None:
    search = Search(shop, SEARCH)
    typed(search, "a")
    search.set_query("ad")
    search.cancel()
    wait(shop, 1000)
    assert (search.query, search.state, titles(search.feed)) == ("ad", RESULTS, ["ada", "alan"])
    assert shop.request_count(FIND + "ad") == 0


def test_several_servers_and_a_mapping_of_ones_own(context: Context) -> None:
    films = SITE + "/films"
    context.respond(FIND + "a+%26%E5%91%A8", status=404)
    context.respond(SITE + "/find?q=a%20%26%E5%91%A8", users("ada"))
    context.respond(films + "?q=a+%26%E5%91%A8", b'{"subjects": [{"id": 1, "title": "A film"}]}')
    source = {
        "name": "films", "url": "/films", "parameters": {"q": "{query}"},
        "mapping": Mapping.builtin("douban-movies"),
    }
    config = {"baseURL": SITE, "debounce": 0, "sources": [SERVER, source]}
    search = Search(context, config)
    search.set_query("a &周")
    wait(context)
    assert titles(search.feed) == ["ada", "A film"]


def test_config_as_text(shop: Context) -> None:
    search = Search(shop, json.dumps({**SEARCH, "prompt": "Whom?", "placeholder": "…"}))
    assert (search.prompt, search.placeholder) == ("Whom?", "…")


# ------------------------------------------------------------------------ recent queries


def test_recent_queries(shop: Context) -> None:
    states = States()
    search = Search(shop, {**SEARCH, "recent": 2}, states)
    assert list(search.recent) == []
    for query in ("a", "ad", "x", "ad"):
        typed(search, query)
        search.submit()
        assert query not in search.recent[:1]  # shows in the next dispatch
        wait(shop)
    assert search.recent == ("ad", "x")
    assert [kind for kind, _ in states.told].count(EventKind.RECENT) == 4
    search.clear_recent()
    assert len(search.recent) == 2
    wait(shop)
    assert len(search.recent) == 0


# ------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("config", "path"),
    [
        ({}, ""),
        ({"sources": []}, ""),
        ({"directory": True}, None),  # the context has no store
        ({**SEARCH, "debounce": -1}, "/debounce"),
        ({**SEARCH, "limits": 5}, "/limits"),
        ({"sources": [{**SERVER, "url": SITE}]}, "/sources/0"),
        ({"sources": [{**SERVER, "ttl": 1}]}, "/sources/0/ttl"),
    ],
)
def test_mistakes_in_a_config(context: Context, config: Any, path: str | None) -> None:
    with pytest.raises(FeedcoreError) as raised:
        Search(context, config)
    assert (raised.value.status, raised.value.path) == (Status.CONFIG, path)


def test_wrong_types(shop: Context) -> None:
    wrong: Any = Feed(shop, USERS)
    with pytest.raises(TypeError, match=r"a Search takes a feedcore\.Context, not Feed"):
        Search(wrong, SEARCH)
    wrong = 1
    with pytest.raises(TypeError, match="1 is not callable"):
        Search(shop, SEARCH, wrong)
    search = Search(shop, SEARCH)
    with pytest.raises(ValueError, match="null character"):
        search.set_query("a\0")
    with pytest.raises(FeedcoreError) as raised:
        search.set_query("x" * 4097)
    assert raised.value.status == Status.TOO_LARGE
    search.set_query("x" * 4096)


def test_another_thread(shop: Context) -> None:
    search = Search(shop, SEARCH)
    calls = (
        lambda: search.set_query("a"), search.submit, search.cancel, lambda: search.state,
        lambda: search.query, lambda: search.recent, search.clear_recent, search.close,
        lambda: search.prompt, lambda: search.feed.sections, search.feed.close,
        lambda: Search(shop, SEARCH),
    )
    assert statuses_elsewhere(calls) == [Status.THREAD] * len(calls)
    seen: list[str] = []
    thread = threading.Thread(target=lambda: seen.append(repr(search)))
    thread.start()
    thread.join()
    assert seen == ["Search(of another thread)"]


# ----------------------------------------------------------------------------- lifetimes


def test_the_feed_of_a_closed_search_is_closed(shop: Context) -> None:
    states, listener = States(), Listener()
    search = Search(shop, SEARCH, states)
    feed = search.feed
    feed.set_callback(listener)
    typed(search, "a")
    page = feed.snapshot
    search.set_query("ad")
    states.told.clear()
    listener.events.clear()
    search.close()
    search.close()
    wait(shop, 1000)
    assert (states.told, listener.events) == ([], [])
    assert (repr(search), repr(feed)) == ("Search(closed)", "Feed(closed)")
    for call in (lambda: feed.sections, feed.refresh, lambda: search.state, search.submit):
        with pytest.raises(ValueError, match=r"this (feed|search) is closed"):
            call()
    feed.close()
    assert page is not None
    assert page.sections[0].items[0].title == "ada"
    assert shop.request_count(FIND + "ad") == 0


def test_the_feed_of_a_dropped_search_is_closed(shop: Context) -> None:
    search = Search(shop, SEARCH)
    alive, feed = weakref.ref(search), search.feed
    typed(search, "a")
    del search
    assert alive() is None
    assert repr(feed) == "Feed(closed)"
    wait(shop)


def test_a_feed_that_is_closed_leaves_its_search(shop: Context) -> None:
    states, listener = States(), Listener()
    with Search(shop, SEARCH, states) as search:
        with search.feed as feed:
            feed.set_callback(listener)
        typed(search, "a")
        assert search.state == RESULTS
        assert listener.events == []
        assert repr(search.feed) == "Feed(closed)"


@pytest.mark.parametrize("closing", ["search", "feed", "context"])
@pytest.mark.parametrize("teller", ["search", "feed"])
@pytest.mark.parametrize("last", range(1, 7))
def test_closed_inside_a_callback(
    shop: Context, unraisable: Unraisable, last: int, teller: str, closing: str
) -> None:
    search = Search(shop, SEARCH)
    closes = {"search": search.close, "feed": search.feed.close, "context": shop.close}
    told: list[EventKind] = []

    def tell(_object: object, event: Event) -> None:
        told.append(event.kind)
        if len(told) == last:
            closes[closing]()

    if teller == "search":
        search.set_callback(tell)
    else:
        search.feed.set_callback(tell)
    search.set_query("a")
    for _ in range(3):
        if repr(shop) != "Context(closed)":
            wait(shop, 50)
    if (teller, closing) != ("search", "feed"):  # a search goes on without its feed
        assert len(told) == min(last, 2 if teller == "search" else 5)
    search.close()
    assert unraisable == []


def test_the_last_reference_dropped_inside_the_callback(
    shop: Context, unraisable: Unraisable
) -> None:
    searches: list[Search] = []
    told: list[str] = []

    def drop(feed: Feed, event: Event) -> None:
        searches.clear()
        gc.collect()
        told.append(f"{event.kind.name} {feed!r}")

    searches.append(Search(shop, SEARCH))
    searches[0].feed.set_callback(drop)
    searches[0].set_query("a")
    wait(shop, 100)
    assert told == ["STATE Feed(closed)"]
    assert unraisable == []


class View:
    """As a front end has it: it holds its search, and the search holds it."""

    def __init__(self, context: Context) -> None:
        self.search = Search(context, SEARCH, self.told)
        self.search.feed.set_callback(self.told)

    def told(self, _object: object, _event: Event) -> None:
        pass


@pytest.mark.parametrize("query", ["", "a"])
def test_a_view_that_holds_its_search_is_collected(shop: Context, query: str) -> None:
    view = View(shop)
    view.search.set_query(query)
    wait(shop)
    alive, feed = weakref.ref(view), weakref.ref(view.search.feed)
    del view
    gc.collect()
    assert alive() is None
    assert feed() is None
    wait(shop, 1000)
    assert shop.request_count(FIND + "a") == 0


def test_what_another_thread_drops(shop: Context) -> None:
    views = [View(shop), View(shop)]
    views[0].search.set_query("a")
    wait(shop)
    drop_elsewhere(views)
    shop.dispatch()
    wait(shop, 1000)
    assert shop.request_count(FIND + "a") == 0
    # nothing_is_left sees the rest


def test_left_over_when_python_ends() -> None:
    ran = run_python(
        """
import feedcore
context = feedcore.Context({"transport": "memory"})
config = {"sources": [{"name": "w", "url": "http://x.test/?{query}", "mapping": "users"}]}
searches = [feedcore.Search(context, config, print) for _ in range(3)]
for search in searches: search.feed.set_callback(print)
feed = searches[0].feed
feed.search = searches[0]
searches[1].set_query("a")
"""
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
