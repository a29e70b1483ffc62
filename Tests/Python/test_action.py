"""What clicks do, as data."""

from __future__ import annotations

import pytest

from feedcore import (
    Action,
    ActionKind,
    Context,
    Event,
    EventKind,
    Feed,
    FeedcoreError,
    Mapping,
    Status,
    parse,
)

MAPPING = {
    "mapping": "own",
    "sections": {"type": {"default": "list"}, "items": "items", "button": {"action": "more"}},
    "types": {"list": {"kind": "LIST"}},
    "default": {"item": {"id": "id", "title": "title", "action": "go", "actionType": "how"}},
    "actions": [{"action": "app://album/{id}", "kind": "open-album"}],
}
PAGE = b"""{"more": "https://more.example/", "items": [
    {"id": 1, "title": "a", "go": "app://album/7?from=x", "how": "app"},
    {"id": 2, "title": "b"}]}"""


def test_a_text_is_an_action() -> None:
    action = Action.of("orpheus://playlist/42?autoplay=0", Mapping.builtin("netease-home"))
    assert action == Action(
        ActionKind.OPEN_PLAYLIST,
        id="42",
        text="orpheus://playlist/42?autoplay=0",
        parameters={"autoplay": "0"},
    )
    assert action.to_dict()["kind"] == "open-playlist"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (None, ActionKind.NONE),
        ("", ActionKind.UNKNOWN),
        ("play", ActionKind.UNKNOWN),
        ("file:///etc/passwd", ActionKind.UNKNOWN),
        ("https://films.example/", ActionKind.OPEN_URL),
    ],
)
def test_without_a_mapping_only_web_links_are_known(text: str | None, kind: ActionKind) -> None:
    action = Action.of(text)
    assert action.kind == kind
    assert action.text == text
    assert action.url == (text if kind == ActionKind.OPEN_URL else None)


def test_a_nul_is_none_of_it() -> None:
    with pytest.raises(ValueError, match="null character"):
        Action.of("a\0b")


def test_items_and_sections_have_actions() -> None:
    mapping = Mapping(MAPPING)
    section = parse(mapping, PAGE).sections[0]
    assert Action.of(section, mapping).url == "https://more.example/"
    first, second = section.items
    action = Action.of(first, mapping)
    assert (action.kind, action.id, action.type) == (ActionKind.OPEN_ALBUM, "7", "app")
    assert Action.of(second, mapping) == Action(ActionKind.NONE)


def test_actions_and_their_events_are_for_sets_and_dicts() -> None:
    actions = [Action.of(f"https://a.example/?page={page}") for page in (1, 2, 1)]
    assert set(actions) == set(actions[:2])
    with Context({"transport": "memory"}) as context:
        feed, events = make_feed(context)
        feed.activate(feed.sections[0].items[0])
        context.dispatch()
        assert set(events) == {events[0]}


def make_feed(context: Context) -> tuple[Feed, list[Event]]:
    context.respond("http://own.example/", PAGE)
    source = {"name": "own", "url": "http://own.example/", "mapping": MAPPING}
    events: list[Event] = []
    feed = Feed(context, {"sources": [source]}, lambda _, event: events.append(event))
    feed.refresh()
    context.run(10)
    assert all(event.activation is None and event.section is None for event in events)
    events.clear()
    return feed, events


def test_a_feed_tells_what_the_reader_chose() -> None:
    with Context({"transport": "memory"}) as context:
        feed, events = make_feed(context)
        item = feed.sections[0].items[0]
        feed.activate(item)
        feed.activate_section("list")
        feed.activate_section(feed.sections[0])
        feed.activate(item.uid)
        feed.select(item)
        assert events == []
        context.dispatch()
        assert [event.kind for event in events] == [EventKind.ACTION] * 5
        assert [event.item for event in events] == [item, None, None, item, item]
        assert [event.section and event.section.key for event in events] == ["list"] * 5
        assert events[0].action == "app://album/7?from=x"
        assert events[0].activation == Action(
            ActionKind.OPEN_ALBUM, "7", None, "app://album/7?from=x", "app", {"from": "x"}
        )
        assert events[1].activation == Action.of("https://more.example/")
        assert events[1].item is None
        for wrong in (12345, -1, 2**64):
            with pytest.raises(FeedcoreError) as caught:
                feed.activate(wrong)
            assert caught.value.status == Status.ARGUMENT
        with pytest.raises(FeedcoreError):
            feed.activate_section("other")
        assert feed.action(item) == events[0].activation
        assert feed.action(item.uid).id == "7"
        assert feed.section_action("list") == feed.section_action(feed.sections[0])
        assert feed.section_action("list").url == "https://more.example/"
        for wrong in (12345, -1):
            with pytest.raises(FeedcoreError):
                feed.action(wrong)
        with pytest.raises(FeedcoreError):
            feed.section_action("other")
        context.dispatch()
        assert len(events) == 5
    # What was told stays.
    assert events[0].item is not None
    assert events[0].item.title == "a"
    assert events[1].section is not None
    assert events[1].section.items[1].title == "b"
