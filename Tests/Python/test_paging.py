"""A feed loads what follows its page, and what follows in one of its sections."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from conftest import FIXTURES, SITE, Listener, statuses_elsewhere, titles
from feedcore import (
    BROKEN,
    NEVER,
    Change,
    ChangeKind,
    Context,
    Event,
    EventKind,
    Exchange,
    Feed,
    FeedcoreError,
    Section,
    State,
    Status,
)
from shelves import SHELVES, Shelves, Widget, shown

URL = SITE + "/shelves"
PAGED: dict[str, Any] = {
    **SHELVES,
    "page": {"cursor": "next", "next": {"by": "cursor", "parameter": "after"}},
    "sections": {
        **SHELVES["sections"],
        "more": {
            "by": "cursor", "cursor": "next", "parameter": "from", "address": "/more", "key": "of",
        },
    },
}
PAGED_FEED = {"sources": [{"name": "shelves", "url": URL, "mapping": PAGED}]}


def answer(pages: Shelves, following: str | None = None, **cursors: str) -> str:
    """A page of shelves. It says what follows it, and what follows in its shelves by their name."""
    return json.dumps({
        "next": following,
        "shelves": [
            {
                "name": name,
                "title": name,
                "things": [{"id": thing, "title": thing} for thing in things],
                "next": cursors.get(name),
            }
            for name, things in pages.items()
        ],
    })


def more_url(key: str, cursor: str) -> str:
    return f"{SITE}/more?from={cursor}&of={key}"


@pytest.fixture
def shop(context: Context) -> Context:
    """Three pages of shelves; A has more of its own."""
    context.respond(URL, answer({"A": ["a", "b"], "B": ["c"]}, "2", A="x"))
    context.respond(URL + "?after=2", answer({"B": ["c", "d"], "C": ["e"]}, "3"))
    context.respond(URL + "?after=3", answer({"D": ["f"]}))
    context.respond(more_url("A", "x"), answer({"A": ["b", "z"]}))
    return context


def told(listener: Listener, context: Context) -> list[Event]:
    """What is told until nothing is under way."""
    listener.events.clear()
    context.run(10)
    return list(listener.events)


def refreshed(context: Context, listener: Listener | Widget | None = None) -> Feed:
    feed = Feed(context, PAGED_FEED, listener)
    feed.refresh()
    context.run(10)
    return feed


# ------------------------------------------------------------------------------ the next page


def test_page_after_page(shop: Context) -> None:
    widget = Widget()
    feed = Feed(shop, PAGED_FEED, widget)
    assert (feed.load_more(), feed.can_load_more) == (None, False)
    feed.refresh()
    shop.run(10)
    assert feed.can_load_more
    number = feed.load_more()
    assert number is not None
    assert feed.load_more() == number  # the one that is under way
    shop.run(10)
    assert shown(feed.sections) == [("A…", ["a", "b"]), ("B", ["c", "d"]), ("C", ["e"])]
    assert widget.changes[1:] == [
        Change(ChangeKind.ITEMS, 1, 1, 0, 1),
        Change(ChangeKind.SECTIONS, None, 2, 0, 1),
    ]
    assert shop.request_count(URL + "?after=2") == 1
    assert feed.load_more() not in (None, number)
    shop.run(10)
    assert titles(feed) == ["a", "b", "c", "d", "e", "f"]
    assert (feed.load_more(), feed.can_load_more) == (None, False)
    assert widget.faults == []


def test_what_is_told_of_a_further_page(shop: Context) -> None:
    listener = Listener()
    feed = refreshed(shop, listener)
    number = feed.load_more()
    assert feed.sources[0].state == State.READY  # until the next dispatch
    events = told(listener, shop)
    assert {event.request for event in events} == {number}
    names = [event.kind.name for event in events if event.kind != EventKind.PROGRESS]
    assert names == ["STATE", "CHANGE", "CHANGE", "STATE", "COMPLETE"]
    assert [event.state for event in events if event.state] == [State.LOADING, State.READY]
    assert listener.complete.error is None
    assert feed.revision == 2


def test_a_callback_may_load_all(shop: Context) -> None:
    numbers: list[int | None] = []

    def more(feed: Feed, event: Event) -> None:
        if event.kind == EventKind.COMPLETE:
            assert feed.can_load_more == (len(numbers) < 2)
            numbers.append(feed.load_more())

    feed = Feed(shop, PAGED_FEED, more)
    feed.refresh()
    shop.run(10)
    assert [section.key for section in feed.sections] == ["A", "B", "C", "D"]
    assert len(set(numbers)) == 3
    assert numbers[-1] is None


def test_a_refresh_keeps_what_was_loaded(shop: Context) -> None:
    listener = Listener()
    feed = refreshed(shop, listener)
    feed.load_more()
    shop.run(10)
    feed.refresh()
    assert [e for e in told(listener, shop) if e.change] == []
    shop.respond(URL, answer({"N": ["n"], "A": ["d", "a", "b"], "B": ["c"]}, "2", A="x"))
    feed.refresh()
    shop.run(10)
    assert shown(feed.sections) == [
        ("N", ["n"]), ("A…", ["d", "a", "b"]), ("B", ["c", "d"]), ("C", ["e"]),
    ]
    assert (feed.can_load_more, shop.request_count(URL + "?after=2")) == (True, 1)


def test_a_page_with_nothing_new_is_the_last(shop: Context) -> None:
    listener = Listener()
    shop.respond(URL + "?after=2", answer({"A": ["b", "a"]}, "3"))
    feed = refreshed(shop, listener)
    feed.load_more()
    events = told(listener, shop)
    assert [event for event in events if event.change] == []
    assert listener.complete.error is None
    assert (feed.load_more(), feed.can_load_more) == (None, False)


def test_a_further_page_that_fails_can_be_asked_again(shop: Context) -> None:
    listener = Listener()
    shop.respond(URL + "?after=2", status=404)
    feed = refreshed(shop, listener)
    number = feed.load_more()
    told(listener, shop)
    (failed,) = listener.of(EventKind.FAILED)
    for event in (failed, listener.complete):
        assert event.request == number
        assert event.error is not None
        assert (event.error.status, event.error.http_status) == (Status.HTTP, 404)
    assert feed.sources[0][:3] == ("shelves", State.READY, None)
    shop.respond(URL + "?after=2", answer({"C": ["e"]}))
    assert feed.load_more() not in (None, number)
    shop.run(10)
    assert titles(feed) == ["a", "b", "c", "e"]


def test_a_further_page_is_cancelled(shop: Context) -> None:
    listener = Listener()
    shop.respond(URL + "?after=2", status=NEVER)
    feed = refreshed(shop, listener)
    number = feed.load_more()
    assert number is not None
    feed.cancel(number)
    told(listener, shop)
    error = listener.complete.error
    assert error is not None
    assert error.status is Status.CANCELLED
    assert (feed.sources[0].state, feed.can_load_more) == (State.READY, True)


def test_pages_by_address(context: Context) -> None:
    def entries(*ids: str, **page: str) -> str:
        items = [{"id": each, "content_text": each} for each in ids]
        version = "https://jsonfeed.org/version/1.1"
        return json.dumps({"version": version, "title": "All", "items": items, **page})

    context.respond(SITE + "/feed.json", entries("a", "b", next_url="older.json?n=2"))
    context.respond(SITE + "/older.json?n=2", entries("b", "c"))
    source = {"name": "all", "url": SITE + "/feed.json", "mapping": "json-feed"}
    feed = Feed(context, {"sources": [source]})
    feed.refresh()
    context.run(10)
    assert feed.load_more()
    context.run(10)
    assert (titles(feed), feed.can_load_more) == (["a", "b", "c"], False)


def test_a_mapping_without_a_next_page(site: Context) -> None:
    feed = Feed(site, {"sources": [{"name": "x", "url": SITE + "/users", "mapping": "users"}]})
    feed.refresh()
    site.run(10)
    assert titles(feed) == ["ada", "grace"]
    assert (feed.can_load_more, feed.load_more()) == (False, None)
    assert feed.load_more_section(feed.sections[0].key) is None


# --------------------------------------------------------------------------- more of a section


def test_more_of_a_section(shop: Context) -> None:
    states: list[tuple[Change, State]] = []
    widget = Widget()

    def tell(feed: Feed, event: Event) -> None:
        widget(feed, event)
        if event.change:
            states.append((event.change, feed.section_state("A")))

    feed = Feed(shop, PAGED_FEED, tell)
    feed.refresh()
    shop.run(10)
    states.clear()
    assert [section.has_more for section in feed.sections] == [True, False]
    number = feed.load_more_section("A")
    assert number is not None
    assert (feed.load_more_section("A"), feed.load_more_section("B")) == (number, None)
    assert feed.section_state("A") == State.READY  # until the next dispatch
    shop.run(10)
    assert shown(feed.sections) == [("A", ["a", "b", "z"]), ("B", ["c"])]
    section = Change(ChangeKind.SECTION, 0, None, 0, 0)
    assert states == [
        (section, State.LOADING),
        (Change(ChangeKind.ITEMS, 0, 2, 0, 1), State.LOADING),
        (section, State.LOADING),  # it has no more
        (section, State.READY),
    ]
    assert feed.load_more_section("A") is None
    assert widget.faults == []
    assert shop.request_count(more_url("A", "x")) == 1


def test_a_change_of_a_sections_state_keeps_the_revision(shop: Context) -> None:
    listener = Listener()
    feed = refreshed(shop, listener)
    shop.respond(more_url("A", "x"), status=404)
    number = feed.load_more_section("A")
    told(listener, shop)
    kinds = [name for name in listener.kinds if name != "PROGRESS"]
    assert kinds == ["CHANGE", "FAILED", "CHANGE", "COMPLETE"]
    assert {(event.revision_from, event.revision_to) for event in listener.events} == {(1, 1)}
    assert {event.request for event in listener.events} == {number}
    assert (feed.section_state(0), feed.sources[0].error) == (State.READY, None)
    assert feed.load_more_section("A") not in (None, number)


def test_the_state_of_a_section(shop: Context) -> None:
    feed = refreshed(shop)
    assert feed.section_state("B") == feed.section_state(-1) == State.READY
    shop.respond(URL, status=404)
    feed.refresh()
    shop.run(10)
    assert feed.section_state("B") == State.STALE
    with pytest.raises(ValueError, match="no section 'Z'"):
        feed.section_state("Z")
    for place in (2, -3):
        with pytest.raises(IndexError):
            feed.section_state(place)


@pytest.mark.parametrize("key", ["Z", "", "a", "A\0", "\udc80"])
def test_a_section_that_is_not_there(shop: Context, key: str) -> None:
    feed = refreshed(shop)
    with pytest.raises(FeedcoreError) as caught:
        feed.load_more_section(key)
    assert caught.value.status is Status.ARGUMENT


# ------------------------------------------------------------------------------------ lifetimes


def test_has_more_of_a_section_that_is_gone(shop: Context) -> None:
    lent: list[Section] = []
    first = refreshed(shop, None)
    kept = first.sections[0]

    def keep(feed: Feed, event: Event) -> None:
        if event.change and feed.revision != event.revision_to:
            lent.append(feed.sections[0])
            assert lent[-1].has_more

    first.set_callback(keep)
    first.load_more()
    shop.run(10)
    first.close()
    with pytest.raises(ValueError, match="until the feed's next event"):
        lent[0].has_more  # noqa: B018
    assert kept.has_more


@pytest.mark.parametrize("end", ["feed", "context"])
def test_closed_while_more_is_under_way(shop: Context, end: str) -> None:
    listener = Listener()
    feed = refreshed(shop, listener)
    feed.load_more()
    feed.load_more_section("A")
    listener.events.clear()
    (feed if end == "feed" else shop).close()
    if end == "feed":
        shop.run(10)
        with pytest.raises(ValueError, match="closed"):
            feed.load_more()
    else:
        assert titles(feed) == ["a", "b", "c"]
        with pytest.raises(FeedcoreError) as caught:
            feed.load_more()
        assert caught.value.status is Status.THREAD
    assert listener.events == []


def test_another_thread(shop: Context) -> None:
    feed = refreshed(shop)
    assert statuses_elsewhere([
        feed.load_more,
        lambda: feed.load_more_section("A"),
        lambda: feed.can_load_more,
        lambda: feed.section_state(0),
    ]) == [Status.THREAD] * 4
    assert feed.load_more()


# ---------------------------------------------------------------------------- against a model


class Model:
    """What a feed shows of pages that came, the first one first. Nothing is doubled or moved."""

    def __init__(self) -> None:
        self.shelves: Shelves = {}

    def add(self, pages: Shelves) -> bool:
        """Whether it brought anything new."""
        before = sum(map(len, self.shelves.values()))
        for name, things in pages.items():
            shelf = self.shelves.setdefault(name, [])
            shelf += [thing for thing in things if thing not in shelf]
        return sum(map(len, self.shelves.values())) > before

    @property
    def rows(self) -> list[tuple[str, list[str]]]:
        return list(self.shelves.items())


def some_shelves(chance: random.Random) -> Shelves:
    names = chance.sample("ABCDE", chance.randrange(1, 4))
    return {name: chance.sample("abcdefgh", chance.randrange(1, 4)) for name in names}


def test_overlapping_pages(context: Context) -> None:
    for seed in range(60):
        chance = random.Random(seed)
        pages = [some_shelves(chance) for _ in range(8)]
        for number, page in enumerate(pages):
            url = URL if number == 0 else f"{URL}?after={number}"
            context.respond(url, answer(page, str(number + 1)))
        context.respond(f"{URL}?after={len(pages)}", status=BROKEN)
        widget, model = Widget(), Model()
        feed = refreshed(context, widget)
        model.add(pages[0])
        for page in pages[1:]:
            assert shown(feed.sections) == model.rows
            if chance.random() < 0.3:
                feed.refresh()  # the same first page: nothing changes
                context.run(10)
                assert shown(feed.sections) == model.rows
            assert feed.load_more()
            context.run(10)
            if not model.add(page):
                assert (feed.can_load_more, feed.load_more()) == (False, None)
                break
        assert shown(feed.sections) == widget.rows == model.rows
        assert widget.faults == []
        feed.close()


def test_a_home_page_says_where_the_next_one_is(site: Context) -> None:
    page = json.loads((FIXTURES / "netease-home.json").read_text())
    page["data"].update(cursor="c 2", hasMore=True)
    config = {"preset": "netease-home", "baseURL": SITE}
    feed = Feed(site, config)
    feed.load(json.dumps(page), "page")
    site.run(10)
    before = [section.key for section in feed.sections]
    page["data"]["blocks"] = page["data"]["blocks"][:1]
    page["data"]["blocks"][0]["blockCode"] = "HOMEPAGE_BLOCK_LATER"
    page["data"]["hasMore"] = False
    asked: list[str] = []

    def start(exchange: Exchange) -> None:
        asked.append(exchange.url)
        exchange.respond(json.dumps(page))

    site.set_transport(start)
    assert feed.load_more()
    site.run(10)
    (url,) = asked
    assert url.startswith(SITE + "/homepage/block/page?")
    assert "cursor=c%202" in url or "cursor=c+2" in url
    assert [section.key for section in feed.sections] == [*before, "HOMEPAGE_BLOCK_LATER"]
    assert not feed.can_load_more
    # The menus' source was never asked.
    assert [source.state for source in feed.sources] == [State.READY, State.IDLE]
