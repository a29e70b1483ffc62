"""A page that its reader rearranges."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from conftest import Listener, run_python, statuses_elsewhere
from feedcore import (
    Change,
    ChangeKind,
    Context,
    EventKind,
    Feed,
    FeedcoreError,
    Layout,
    SectionKind,
    Snapshot,
    State,
    Status,
)
from shelves import SHELVES_FEED, Widget, shelves

ABCD = shelves({"A": ["a"], "B": ["b"], "C": ["c"], "D": ["d"]})
NOTHING: dict[str, Any] = {"order": [], "hidden": [], "removed": [], "own": []}


def keys(feed: Feed) -> str:
    return "".join(section.key for section in feed.sections)


def hidden_keys(feed: Feed) -> str:
    return "".join(section.key for section in feed.hidden_sections)


def own(key: str, title: str = "mine") -> dict[str, Any]:
    return {"key": key, "title": key, "items": [{"id": 1, "title": title}]}


@pytest.fixture
def feed(context: Context) -> Feed:
    """Shows the sections A, B, C and D."""
    feed = Feed(context, SHELVES_FEED)
    feed.load(ABCD)
    context.run(10)
    return feed


# --------------------------------------------------------------------------------- one by one


@pytest.mark.parametrize(
    ("key", "position", "expected"),
    [
        ("A", 0, "ABCD"), ("A", 1, "BACD"), ("A", 3, "BCDA"), ("A", 4, "BCDA"),
        ("A", 2**70, "BCDA"), ("D", 0, "DABC"), ("C", 1, "ACBD"),
    ],
)
def test_a_section_moves(
    context: Context, feed: Feed, key: str, position: int, expected: str
) -> None:
    feed.move_section(key, position)
    assert keys(feed) == "ABCD"  # until the next dispatch
    context.dispatch()
    assert keys(feed) == expected
    feed.load(shelves({"D": ["d"], "A": ["a"], "C": ["c"], "B": ["b"]}))
    context.run(10)
    assert keys(feed) == expected  # the reader's order, whatever the server's is


def test_a_section_hides_and_comes_back_in_its_place(context: Context, feed: Feed) -> None:
    feed.hide_section("B")
    context.dispatch()
    assert (keys(feed), feed.section("B")) == ("ACD", None)
    feed.load(ABCD)
    context.run(10)
    assert keys(feed) == "ACD"
    feed.hide_section("B", False)
    context.dispatch()
    assert keys(feed) == "ABCD"


def test_what_is_hidden_can_be_listed(context: Context, feed: Feed) -> None:
    assert list(feed.hidden_sections) == []
    feed.hide_section("D")
    feed.hide_section("B")
    assert hidden_keys(feed) == "BD"  # before it shows
    context.dispatch()
    before = feed.hidden_sections
    feed.load(shelves({"D": ["d", "e"], "A": ["a"]}))
    context.run(10)
    assert [(section.key, len(section.items)) for section in feed.hidden_sections] == [("D", 2)]
    assert [(section.key, len(section.items)) for section in before] == [("B", 1), ("D", 1)]
    feed.remove_section("D")
    assert list(feed.hidden_sections) == []
    context.close()
    assert [section.title for section in before] == ["B", "D"]


def test_a_removed_section_comes_back_where_it_is_moved(context: Context, feed: Feed) -> None:
    feed.remove_section("A")
    context.dispatch()
    assert keys(feed) == "BCD"
    feed.move_section("A", 2)
    context.dispatch()
    assert keys(feed) == "BCAD"


def test_what_is_told(context: Context, feed: Feed) -> None:
    listener = Listener()
    feed.set_callback(listener)
    feed.move_section("A", 3)
    feed.hide_section("C")
    context.dispatch()
    changes = [event.change for event in listener.events]
    assert changes == [
        Change(ChangeKind.SECTIONS, None, 0, 1, 0),
        Change(ChangeKind.SECTIONS, None, 1, 1, 0),
        Change(ChangeKind.SECTIONS, None, 2, 0, 1),
    ]
    assert keys(feed) == "BDA"
    for event in listener.events:
        assert (event.request, event.source) == (None, None)
        assert (event.revision_from, event.revision_to) == (1, 2)
    feed.move_section("A", 2)
    context.dispatch()
    assert len(listener.events) == 3  # it was there already


@pytest.mark.parametrize("key", ["Z", "", "a", "A\0", "A#2"])
def test_a_section_that_is_not_there(feed: Feed, key: str) -> None:
    calls: list[Callable[[], None]] = [
        lambda: feed.move_section(key, 0),
        lambda: feed.hide_section(key),
        lambda: feed.hide_section(key, False),
        lambda: feed.remove_section(key),
    ]
    for call in calls:
        with pytest.raises(FeedcoreError) as caught:
            call()
        assert caught.value.status is Status.ARGUMENT
    assert feed.arrangement == NOTHING


def test_a_section_stands_for_its_key(context: Context, feed: Feed) -> None:
    a, b, c, d = feed.sections
    feed.move_section(d, 0)
    feed.hide_section(b)
    feed.remove_section(c)
    context.dispatch()
    assert keys(feed) == "DA"
    for section in feed.hidden_sections:  # as a menu shows them again
        feed.hide_section(section, False)
    context.dispatch()
    assert keys(feed) == "DAB"
    assert feed.section_state(a) == feed.section_state("A")
    assert (feed.load_more_section(a), feed.banner(a)) == (None, None)
    feed.set_row_height(a, 50)
    moved = feed.section(a)
    assert moved is not None
    assert moved.items[0].title == a.items[0].title
    assert feed.section(c) is None


@pytest.mark.parametrize("wrong", [None, 0, b"A"])
def test_what_is_no_section_nor_a_key(feed: Feed, wrong: Any) -> None:
    item: Any = feed.sections[0].items[0]
    calls: list[Callable[[Any], object]] = [
        lambda section: feed.move_section(section, 0),
        feed.hide_section,
        feed.remove_section,
        feed.load_more_section,
        feed.activate_section,
        feed.section_action,
        feed.section,
        feed.banner,
        lambda section: feed.set_banner(section, 0),
        lambda section: feed.set_row_height(section, 1),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=r"a Section or its key, not (NoneType|int|bytes)"):
            call(wrong)
        with pytest.raises(TypeError, match="a Section or its key, not Item"):
            call(item)
    for activate in (feed.activate, feed.action):
        with pytest.raises(TypeError, match="an Item or its uid, not str"):
            activate(item.id)


def test_a_position_counts_from_0(feed: Feed) -> None:
    with pytest.raises(ValueError, match="from 0"):
        feed.move_section("A", -1)
    with pytest.raises(ValueError, match="from 0"):
        feed.insert_section(own("X"), -1)
    assert feed.arrangement == NOTHING


# ------------------------------------------------------------------- sections of the front end's


def test_a_section_of_ones_own(context: Context, feed: Feed) -> None:
    section = {
        "key": "mine",
        "kind": "MENUS",
        "title": "我的",
        "button": {"text": "All", "action": "app://all"},
        "canClose": True,
        "items": [
            {
                "id": 7,
                "title": "One",
                "action": "app://one",
                "playCount": 3,
                "labels": ["x"],
                "extras": {"year": 1999, "by": ["ada", "grace"]},
                "children": [{"id": 1, "title": "Inside"}],
            }
        ],
    }
    feed.insert_section(section, 1)
    context.dispatch()
    assert [each.key for each in feed.sections] == ["A", "mine", "B", "C", "D"]
    shown = feed.sections[1]
    assert (shown.kind, shown.layout) == (SectionKind.MENUS, Layout.C)
    assert (shown.title, shown.button and shown.button.action) == ("我的", "app://all")
    assert (shown.can_close, shown.has_more) == (True, False)
    assert feed.section_state("mine") == State.READY
    (item,) = shown.items
    assert (item.id, item.action, item.play_count, item.labels) == ("7", "app://one", 3, ("x",))
    assert (item.extras.number("year"), item.extras.list("by")) == (1999, ("ada", "grace"))
    assert [child.title for child in item.children] == ["Inside"]
    assert json.loads(shown.raw_json) == section


def test_text_and_bytes(context: Context, feed: Feed) -> None:
    feed.insert_section(json.dumps(own("X")), 0)
    feed.insert_section(json.dumps(own("Y")).encode(), 99)
    context.dispatch()
    assert keys(feed) == "XABCDY"
    feed.set_arrangement('{"hidden": ["A"]}')
    context.dispatch()
    assert keys(feed) == "BCD"
    feed.set_arrangement(bytearray(b"{}"))
    context.dispatch()
    assert keys(feed) == "ABCD"


def test_inserted_again_it_is_replaced_and_moved(context: Context, feed: Feed) -> None:
    widget = Widget()
    feed.set_callback(widget)
    widget.rows = [(each, [each.lower()]) for each in "ABCD"]
    feed.insert_section(own("X"), 4)
    context.dispatch()
    feed.insert_section(own("X", "other"), 4)
    context.dispatch()
    assert widget.changes == [
        Change(ChangeKind.SECTIONS, None, 4, 0, 1),
        Change(ChangeKind.ITEM, 4, 0, 0, 0),
    ]
    feed.insert_section(own("X", "other"), 0)
    context.dispatch()
    assert (keys(feed), feed.sections[0].items[0].title) == ("XABCD", "other")
    feed.remove_section("X")
    context.dispatch()
    assert keys(feed) == "ABCD"
    assert widget.faults == []
    with pytest.raises(FeedcoreError):
        feed.move_section("X", 0)  # it is forgotten


def test_a_section_of_another_page(context: Context, feed: Feed, home: Snapshot) -> None:
    listed = home.to_dict()["sections"]
    for section in listed:
        feed.insert_section({**section, "key": "my " + section["key"]}, 99)
    context.dispatch()
    assert feed.snapshot is not None
    shown = feed.snapshot.to_dict()["sections"][4:]
    assert len(shown) == len(listed)
    for mine, theirs in zip(shown, listed):
        for name in ("kind", "type", "layout", "title", "subtitle", "button", "rowHeight"):
            assert mine.get(name) == theirs.get(name)
        assert without_uids(mine["items"]) == without_uids(theirs["items"])


def without_uids(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in item.items() if name not in ("uid", "children")}
        | {"children": without_uids(item.get("children", []))}
        for item in items
    ]


@pytest.mark.parametrize(
    ("section", "path"),
    [
        ({**own("X"), "key": "A"}, "/key"),
        ({**own("X"), "key": ""}, "/key"),
        ({**own("X"), "kind": "NONSENSE"}, "/kind"),
        ({**own("X"), "items": [{"id": 1, "title": "x", "playCount": "x"}]}, "/items/0/playCount"),
        ({**own("X"), "title": 7.5, "canClose": "perhaps"}, "/canClose"),
        ({"key": "X"}, ""),
        ({"key": "X", "items": []}, ""),
        ({"items": [{"id": 1, "title": "x"}]}, ""),
    ],
)
def test_a_mistake_in_a_section(feed: Feed, section: dict[str, Any], path: str) -> None:
    with pytest.raises(FeedcoreError) as caught:
        feed.insert_section(section, 0)
    assert (caught.value.status, caught.value.path) == (Status.CONFIG, path)
    assert caught.value.line == 1
    assert feed.arrangement == NOTHING


def test_what_is_no_section(feed: Feed) -> None:
    with pytest.raises(TypeError):
        feed.insert_section([own("X")], 0)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="can't hold"):
        feed.insert_section({**own("X"), "title": object()}, 0)
    with pytest.raises(FeedcoreError) as caught:
        feed.insert_section('{"key":\n [}', 0)
    assert caught.value.line == 2


def test_an_item_of_ones_own_is_selected(context: Context, feed: Feed) -> None:
    listener = Listener()
    feed.insert_section(own("X"), 0)
    context.dispatch()
    feed.set_callback(listener)
    item = feed.sections[0].items[0]
    feed.select(item)
    feed.remove_section("X")  # before the selection is told
    context.dispatch()
    feed.close()
    (event,) = listener.of(EventKind.ACTION)
    assert event.item == item
    assert (item.title, event.item and event.item.title) == ("mine", "mine")


def test_a_feed_of_ones_own_sections_alone(context: Context) -> None:
    listener = Listener()
    feed = Feed(context, SHELVES_FEED, listener)
    feed.insert_section(own("X"), 0)
    assert feed.snapshot is None
    context.dispatch()
    assert (keys(feed), feed.revision, listener.kinds) == ("X", 1, ["CHANGE"])
    assert feed.sources[0].state == State.IDLE
    feed.load(ABCD)
    context.run(10)
    assert sorted(keys(feed)) == list("ABCDX")


# ----------------------------------------------------------------------------------- to be kept


def test_an_arrangement_is_kept_and_restored(context: Context, feed: Feed) -> None:
    feed.insert_section(own("X", "名"), 1)
    feed.move_section("D", 0)
    feed.hide_section("B")
    feed.remove_section("C")
    kept = feed.arrangement  # with what doesn't show yet
    assert kept == {
        "order": ["D", "A", "X", "B", "C"], "hidden": ["B"], "removed": ["C"],
        "own": [own("X", "名")],
    }
    context.dispatch()
    assert keys(feed) == "DAX"
    assert feed.arrangement == kept

    widget = Widget()
    other = Feed(context, SHELVES_FEED, widget)
    other.set_arrangement(json.loads(json.dumps(kept)))
    other.load(ABCD)
    context.run(10)
    assert keys(other) == "DAX"
    assert other.arrangement == kept
    other.set_arrangement({})
    context.dispatch()
    assert (keys(other), other.arrangement) == ("ABCD", NOTHING)
    assert widget.faults == []


@pytest.mark.parametrize(
    ("arrangement", "path"),
    [
        ({"nonsense": []}, "/nonsense"),
        ({"order": "A"}, "/order"),
        ({"order": ["A", "A"]}, "/order/1"),
        ({"hidden": ["B", ""]}, "/hidden/1"),
        ({"own": [own("X"), own("X")]}, "/own/1/key"),
        ({"hidden": ["A"], "own": [{**own("X"), "kind": "NONSENSE"}]}, "/own/0/kind"),
    ],
)
def test_a_mistake_in_an_arrangement(
    context: Context, feed: Feed, arrangement: dict[str, Any], path: str
) -> None:
    feed.hide_section("D")
    with pytest.raises(FeedcoreError) as caught:
        feed.set_arrangement(arrangement)
    assert (caught.value.status, caught.value.path) == (Status.CONFIG, path)
    context.dispatch()
    assert keys(feed) == "ABC"  # as it was before


# ------------------------------------------------------------------------------------ lifetimes


def rearranging(feed: Feed) -> list[Callable[[], object]]:
    return [
        lambda: feed.move_section("A", 1),
        lambda: feed.hide_section("A"),
        lambda: feed.remove_section("A"),
        lambda: feed.insert_section(own("X"), 0),
        lambda: feed.set_arrangement({}),
    ]


def test_closed(context: Context, feed: Feed) -> None:
    context.close()
    for call in rearranging(feed):
        with pytest.raises(FeedcoreError) as caught:
            call()
        assert caught.value.status is Status.THREAD
    assert keys(feed) == "ABCD"
    assert feed.arrangement == NOTHING  # to be kept, even now
    feed.close()
    for call in rearranging(feed):
        with pytest.raises(ValueError, match="closed"):
            call()


def test_another_thread(feed: Feed) -> None:
    calls: list[Callable[[], object]] = [*rearranging(feed), lambda: feed.arrangement]
    assert statuses_elsewhere(calls) == [Status.THREAD] * 6
    assert feed.arrangement == NOTHING


def test_rearranged_and_closed_in_a_callback(context: Context, feed: Feed) -> None:
    seen: list[str] = []

    def tell(feed: Feed, _event: object) -> None:
        seen.append(keys(feed))
        if len(seen) == 1:
            feed.insert_section(own("X"), 0)
            feed.remove_section("A")
        else:
            feed.close()

    feed.set_callback(tell)
    feed.move_section("B", 9)
    context.run(10)
    assert seen == ["ACD", "ACDB"]
    with pytest.raises(ValueError, match="closed"):
        feed.hide_section("B")


def test_left_over_when_python_ends() -> None:
    ran = run_python(f"""
import feedcore
context = feedcore.Context({{"transport": "memory"}})
feed = feedcore.Feed(context, {SHELVES_FEED!r}, print)
feed.load({ABCD!r})
context.run(10)
feed.insert_section({own("X")!r}, 0)
feed.load_more()
kept = feed.sections, feed.arrangement
""")
    assert (ran.returncode, ran.stderr) == (0, "")


# ---------------------------------------------------------------------------- against a model


class Model:
    """A page and what its reader did to it: lists of keys, and the simplest way to do it."""

    def __init__(self) -> None:
        self.page: list[str] = []
        self.order: list[str] = []
        self.hidden: set[str] = set()
        self.removed: set[str] = set()
        self.own: list[str] = []

    def sequence(self) -> list[str]:
        """All keys; those of sections that aren't there keep their places."""
        keys = list(self.order)
        top = 0  # sections of one's own at the top stay there
        while top < len(keys) and keys[top] in self.own:
            top += 1
        last = None
        for key in self.page:
            if key not in keys:  # a new one follows whom it follows in the page
                keys.insert(top if last is None else keys.index(last) + 1, key)
            last = key
        return keys

    def is_there(self, key: str) -> bool:
        return key in self.own or (key in self.page and key not in self.removed)

    def is_shown(self, key: str) -> bool:
        return self.is_there(key) and key not in self.hidden

    @property
    def shown(self) -> str:
        return "".join(filter(self.is_shown, self.sequence()))

    @property
    def put_away(self) -> str:
        return "".join(key for key in self.sequence() if self.is_there(key) and key in self.hidden)

    def knows(self, key: str) -> bool:
        return key in (*self.page, *self.order, *self.hidden, *self.removed, *self.own)

    def move(self, key: str, position: int) -> None:
        self.removed.discard(key)
        keys = [each for each in self.sequence() if each != key]
        shown = [each for each in keys if self.is_shown(each)]
        place = keys.index(shown[position]) if position < len(shown) else len(keys)
        self.order = [*keys[:place], key, *keys[place:]]

    def hide(self, key: str, hidden: bool) -> None:
        (self.hidden.add if hidden else self.hidden.discard)(key)

    def remove(self, key: str) -> None:
        self.hidden.discard(key)
        if key in self.own:
            self.own.remove(key)
            self.order.remove(key)
        else:
            self.removed.add(key)

    def insert(self, key: str, position: int) -> None:
        if key not in self.own:
            self.own.append(key)
            self.hidden.discard(key)
            self.removed.discard(key)
        self.move(key, position)


def step(chance: random.Random, feed: Feed, model: Model) -> None:
    """One thing that a reader or a server does, to both."""
    key, position = chance.choice("ABCDEFXYZ"), chance.randrange(8)
    action = chance.choice(["load", "move", "move", "hide", "show", "remove", "insert"])
    if action == "load":
        model.page = chance.sample("ABCDEF", chance.randrange(7))
        feed.load(shelves({name: [name.lower()] for name in model.page}))
        feed.context.run(10)  # what is asked for after it counts in this page
    elif action == "insert":
        key = chance.choice("XYZ")
        feed.insert_section(own(key), position)
        model.insert(key, position)
    elif not model.knows(key):
        with pytest.raises(FeedcoreError):
            feed.move_section(key, position)
    elif action == "move":
        feed.move_section(key, position)
        model.move(key, position)
    elif action == "remove":
        feed.remove_section(key)
        model.remove(key)
    else:
        feed.hide_section(key, action == "hide")
        model.hide(key, action == "hide")


def test_what_readers_and_servers_do(context: Context) -> None:
    for seed in range(40):
        chance = random.Random(seed)
        widget, model = Widget(), Model()
        feed = Feed(context, SHELVES_FEED, widget)
        for _ in range(25):
            for _ in range(chance.randrange(1, 4)):
                step(chance, feed, model)
                assert hidden_keys(feed) == model.put_away
            context.run(10)
            assert keys(feed) == model.shown
            assert [title for title, _ in widget.rows] == list(model.shown)
            assert widget.faults == []
        again = Feed(context, SHELVES_FEED)
        again.set_arrangement(feed.arrangement)
        again.load(shelves({name: [name.lower()] for name in model.page}))
        context.run(10)
        assert (keys(again), hidden_keys(again)) == (model.shown, model.put_away)
        assert again.arrangement == feed.arrangement
        feed.close()
        again.close()
