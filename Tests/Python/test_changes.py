"""The way from one page to another: as a pure function, and as a feed tells it."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Callable, Sequence
from ctypes import byref
from operator import attrgetter
from typing import Any

import pytest

from conftest import USERS, Listener, read_things, titles, users
from feedcore import (
    Change,
    ChangeKind,
    Context,
    Event,
    EventKind,
    Feed,
    FeedcoreError,
    Item,
    Section,
    Snapshot,
    Status,
    diff,
)
from feedcore._handle import taken
from feedcore._library import lib
from feedcore._prototypes import ChangeListPointer
from shelves import (
    SHELVES_FEED,
    Shown,
    Widget,
    a_few_shelves,
    read_shelves,
    shelves,
    shown,
)

# ----------------------------------------------------------------------------- a pure function


def test_the_first_page_is_one_splice() -> None:
    page = read_shelves({"A": ["a"], "B": ["b"]})
    assert diff(None, page) == [Change(ChangeKind.SECTIONS, None, 0, 0, 2)]
    assert diff(page, page) == []
    assert diff(page, read_shelves({"A": ["a"], "B": ["b"]})) == []
    assert diff(page, read_shelves({})) == [Change(ChangeKind.SECTIONS, None, 0, 2, 0)]


def test_each_kind_of_change() -> None:
    old = read_shelves({"A": ["a", "b", "c"], "B": ["d"], "C": ["e"]})
    new = read_shelves({"A=x": ["z", "a", "b=y"], "C": ["e"]})
    changes = diff(old, new)
    assert changes == [
        Change(ChangeKind.ITEMS, 0, 0, 0, 1),
        Change(ChangeKind.ITEM, 0, 2, 0, 0),
        Change(ChangeKind.ITEMS, 0, 3, 1, 0),
        Change(ChangeKind.SECTION, 0, None, 0, 0),
        Change(ChangeKind.SECTIONS, None, 1, 1, 0),
    ]
    assert list(map(repr, changes)) == [
        "Change(ITEMS, section=0, position=0, removed=0, added=1)",
        "Change(ITEM, section=0, position=2)",
        "Change(ITEMS, section=0, position=3, removed=1, added=0)",
        "Change(SECTION, section=0)",
        "Change(SECTIONS, position=1, removed=1, added=0)",
    ]


def test_a_change_as_json_is_what_the_library_writes() -> None:
    old = read_shelves({"A": ["a"], "B": ["b"]})
    new = read_shelves({"A=x": ["c", "a=y"]})
    changes = ChangeListPointer()
    status = lib.feedcore_diff(old._pointer, new._pointer, byref(changes), None)
    assert status == Status.OK
    text = taken(lib.feedcore_change_list_to_text(changes))
    lib.feedcore_change_list_free(changes)
    assert [change.to_dict() for change in diff(old, new)] == json.loads(text)
    assert [json.loads(change.to_json()) for change in diff(old, new)] == json.loads(text)
    assert {change["kind"] for change in json.loads(text)} == {
        "items", "item", "section", "sections",
    }


def test_a_change_is_a_value() -> None:
    (change,) = diff(None, read_shelves({"A": ["a"]}))
    assert pickle.loads(pickle.dumps(change)) == change
    assert change in {change}
    with pytest.raises(AttributeError):
        change.added = 7  # type: ignore[misc]


def test_what_is_compared_and_what_is_not() -> None:
    old = read_things({"id": 1, "title": "One", "inside": [{"id": 7, "title": "x"}]}, toast="a")
    child = read_things({"id": 1, "title": "One", "inside": [{"id": 7, "title": "y"}]})
    assert diff(old, child) == [Change(ChangeKind.ITEM, 0, 0, 0, 0)]
    page = {"id": 1, "title": "One", "inside": [{"id": 7, "title": "x"}], "nobody": "reads this"}
    assert diff(old, read_things(page, toast="b")) == []


def test_what_is_no_page() -> None:
    page = read_shelves({"A": ["a"]})
    for old, new in ((page, None), (None, None), ({}, page), (page, "{}")):
        with pytest.raises(TypeError, match=r"feedcore\.Snapshot"):
            diff(old, new)  # type: ignore[arg-type]


def test_changes_need_no_page() -> None:
    changes = diff(read_shelves({"A": ["a"]}), read_shelves({"A": ["b"]}))
    assert changes == [Change(ChangeKind.ITEMS, 0, 0, 1, 1)]


# ------------------------------------------------------------------------- as a feed tells them


def test_a_widget_that_is_told_shows_what_the_feed_does(context: Context) -> None:
    chance = random.Random(4)
    widget = Widget()
    feed = Feed(context, SHELVES_FEED, widget)
    before: Snapshot | None = None
    for _ in range(300):
        pages = a_few_shelves(chance)
        widget.changes.clear()
        feed.load(shelves(pages))
        context.run(10)
        after = feed.snapshot
        assert after is not None
        assert widget.faults == []
        assert widget.rows == shown(read_shelves(pages).sections)
        assert widget.changes == diff(before, after)
        before = after


def test_an_event_has_its_change_and_no_other_has_one(context: Context) -> None:
    listener = Listener()
    feed = Feed(context, USERS, listener)
    feed.load(users("ada", "grace"))
    context.run(10)
    feed.load(users("ada", "hedy"))
    context.run(10)
    changes = [event.change for event in listener.events if event.change]
    assert changes == [
        Change(ChangeKind.SECTIONS, None, 0, 0, 1),
        Change(ChangeKind.ITEM, 0, 1, 0, 0),
    ]
    for event in listener.events:
        assert (event.change is None) == (event.kind != EventKind.CHANGE)
        assert (event.revision_from == event.revision_to) == (event.change is None)


def test_a_batch_in_small_dispatches(context: Context) -> None:
    widget = Widget()
    feed = Feed(context, SHELVES_FEED, widget)
    feed.load(shelves({"A": ["a", "b"], "B": ["c"], "C": ["d"]}))
    context.run(10)
    context.advance(0)
    feed.load(shelves({"A": ["z", "a", "b=y"], "C=x": ["d"], "D": ["e"]}))
    context.advance(0)
    seen = []
    while len(widget.changes) < 6:
        context.dispatch(1)
        assert shown(feed.sections) == widget.rows  # between two dispatches too
        seen.append(feed.revision)
    assert seen.index(2) == len(seen) - 1
    assert widget.faults == []


def test_more_steps_than_a_list_takes_are_a_reset(context: Context) -> None:
    listener = Listener()
    feed = Feed(context, USERS, listener)
    feed.load(users(*map(str, range(4097))))
    context.run(10)
    assert listener.kinds.count("CHANGE") == 1
    feed.load(users(*(f"{n}!" for n in range(4097))))
    context.run(10)
    (reset,) = listener.of(EventKind.RESET)
    assert (reset.revision_from, reset.revision_to, reset.change) == (1, 2, None)
    assert titles(feed)[0] == "0!"


# --------------------------------------------------------------------------------- lifetimes


class Keeper:
    """Keeps all that a feed lends while changes are told."""

    def __init__(self) -> None:
        self.sections: list[Section] = []
        self.items: list[Item] = []

    def __call__(self, feed: Feed, event: Event) -> None:
        if event.change is not None:
            for section in feed.sections:
                self.sections.append(section)
                self.items += section.items
                self.items += [child for item in section.items for child in item.children]


def told_in_steps(context: Context, feed: Feed) -> None:
    feed.load(shelves({"A": ["a", "b"], "B": ["c"]}))
    context.run(10)
    feed.load(shelves({"A": ["z", "a=y"], "C": ["d"]}))
    context.run(10)


def is_over(read: Callable[[Any], object], lent: object) -> bool:
    try:
        assert read(lent)
    except ValueError as error:
        return "until the feed's next event" in str(error)
    return False


def test_what_was_lent_says_so_when_it_is_gone(context: Context) -> None:
    keeper = Keeper()
    feed = Feed(context, SHELVES_FEED, keeper)
    told_in_steps(context, feed)
    feed.close()
    title = attrgetter("title")
    over = [is_over(title, each) for each in keeper.sections + keeper.items]
    # Those of the first page and of the last change are a snapshot's, and stay.
    assert over[0] is False
    assert over[-1] is False
    assert any(over)


def test_a_list_of_lent_sections_is_over_too(context: Context) -> None:
    lists: list[Sequence[Section]] = []
    feed = Feed(context, SHELVES_FEED, lambda feed, _event: lists.append(feed.sections))
    told_in_steps(context, feed)
    assert sum(is_over(shown, each) for each in lists if each) > 0


@pytest.mark.parametrize("end", ["feed", "context"])
def test_a_feed_that_ends_between_two_changes(context: Context, end: str) -> None:
    kept: list[Section] = []
    seen: list[Shown] = []

    def close(feed: Feed, event: Event) -> None:
        if event.change and event.revision_to == 2:
            kept.extend(feed.sections)
            (feed if end == "feed" else context).close()
            if end == "context":
                seen.append(shown(feed.sections))  # the feed keeps what it shows

    feed = Feed(context, SHELVES_FEED, close)
    feed.load(shelves({"A": ["a", "b"], "B": ["c"]}))
    context.run(10)
    feed.load(shelves({"A": ["z", "a=y"], "C": ["d"]}))
    context.advance(0)
    context.dispatch()
    assert len(kept) == 2
    if end == "context":
        assert seen == [[("A", ["z", "a", "b"]), ("B", ["c"])]]
        assert shown(feed.sections) == seen[0]
        feed.close()
    with pytest.raises(ValueError, match="until the feed's next event"):
        kept[0].title  # noqa: B018


def test_an_item_that_is_selected_between_two_changes(context: Context) -> None:
    actions: list[Item | None] = []

    def select(feed: Feed, event: Event) -> None:
        if event.kind == EventKind.ACTION:
            actions.append(event.item)
        elif event.change and event.revision_to == 2 and feed.revision == 1:
            for section in feed.sections:
                for item in section.items:
                    feed.select(item)

    feed = Feed(context, SHELVES_FEED, select)
    feed.load(shelves({"A": ["a", "b"], "B": ["c"]}))
    context.run(10)
    feed.load(shelves({"A": ["z", "a=y"], "C": ["d"]}))
    context.run(10)
    feed.load(shelves({}))
    context.run(10)
    feed.close()
    # Once for each change but the last: of the new page where it has them, else of the old one.
    assert [item and item.title for item in actions] == [
        "z", "a=y", "b", "c",
        "z", "a=y", "b", "c",
        "z", "a=y", "c",
    ]


def test_the_first_page_can_be_selected_from_too(context: Context) -> None:
    feed = Feed(context, USERS)
    with pytest.raises(FeedcoreError) as caught:
        feed.select(7)
    assert caught.value.status is Status.ARGUMENT

