"""What sections measure, and banners that turn."""

from __future__ import annotations

import math

import pytest

from feedcore import (
    ChangeKind,
    Context,
    Event,
    EventKind,
    Feed,
    FeedcoreError,
    Layout,
    Mapping,
    Metric,
    parse,
)

MAPPING = {
    "mapping": "own",
    "sections": {"list": "s", "type": "t", "items": "i"},
    "types": {"b": {"kind": "BANNER"}, "l": {"kind": "LIST"}},
    "default": {"item": {"id": "id", "title": "id"}},
    "layouts": {"tall": {"like": "LIST", "types": ["l"], "row": 120}},
}
PAGE = b'{"s": [{"t": "b", "i": [{"id": 1}, {"id": 2}]}, {"t": "l", "i": [{"id": 3}]}]}'


def make_feed(context: Context, **members: object) -> tuple[Feed, list[Event]]:
    context.respond("http://own.example/", PAGE)
    source = {"name": "own", "url": "http://own.example/", "mapping": MAPPING}
    events: list[Event] = []
    feed = Feed(context, {"sources": [source], **members}, lambda _, event: events.append(event))
    feed.refresh()
    context.run(10)
    events.clear()
    return feed, events


def test_a_section_is_measured() -> None:
    banner, tall = parse(Mapping(MAPPING), PAGE).sections
    assert (banner.layout, banner.layout_name) == (Layout.D, "D")
    assert (tall.layout, tall.layout_name) == (Layout.OTHER, "tall")
    assert banner.measure(Metric.ROW_HEIGHT, 320) == 139
    assert banner.measure(Metric.ROW_HEIGHT, 320, scale=2) == 139
    assert tall.measure(Metric.ROWS, 320, height=600) == 5
    for width, metric in [(0, Metric.WIDTH), (math.nan, Metric.WIDTH), (414, Metric(99))]:
        with pytest.raises(ValueError, match="Metric"):
            banner.measure(metric, width)


def test_a_viewport_is_told_of() -> None:
    with Context({"transport": "memory"}) as context:
        feed, events = make_feed(context, layouts={"tall": {"row": 100}})
        assert feed.measure("b", Metric.ROW_HEIGHT) == 180
        assert feed.measure(feed.sections[1], Metric.ROW_HEIGHT) == 100
        feed.set_viewport(828, 600)
        assert feed.measure(0, Metric.ROW_HEIGHT) == 180
        context.dispatch()
        assert [event.change and event.change.kind for event in events] == [ChangeKind.SECTION] * 2
        assert feed.measure(0, Metric.ROW_HEIGHT) == 360
        assert feed.measure("l", Metric.WIDTH) == 828
        feed.set_row_height("l", 50.5)
        context.dispatch()
        assert feed.measure("l", Metric.ROW_HEIGHT) == 51
        feed.set_row_height("l", None)
        context.dispatch()
        assert feed.measure("l", Metric.ROW_HEIGHT) == 100
        assert (feed.layout("b"), feed.layout(1)) == ("D", "tall")
        for section in ("x", 2):
            with pytest.raises(FeedcoreError):
                feed.measure(section, Metric.WIDTH)
            with pytest.raises(FeedcoreError):
                feed.layout(section)
        with pytest.raises(FeedcoreError):
            feed.set_viewport(0, 600)


def test_banners_turn() -> None:
    with Context({"transport": "memory", "clock": "manual"}) as context:
        feed, events = make_feed(context, bannerInterval=3000)
        assert (feed.banner("b"), feed.banner("l")) == (0, None)
        context.advance(3000)
        context.dispatch()
        feed.set_banner("b", 0)
        context.dispatch()
        assert [event.kind for event in events] == [EventKind.BANNER] * 2
        assert [event.position for event in events] == [1, 0]
        feed.pause_banners()
        context.advance(3000)
        context.dispatch()
        assert len(events) == 2
        feed.pause_banners(False)
        context.advance(3000)
        context.dispatch()
        assert len(events) == 3
        with pytest.raises(FeedcoreError):
            feed.set_banner("b", 2)
    assert events[0].section is not None
    assert events[0].section.items[1].title == "2"
