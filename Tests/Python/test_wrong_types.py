"""What a beginner passes by mistake: the error says what was expected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import feedcore
from feedcore import Context, Directory, Feed, Metric, Texts, Theme
from shelves import SHELVES_FEED, shelves

Call = Callable[[Any], object]


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Context]:
    """A context with a store."""
    store = {"path": str(tmp_path / "people.db")}
    with Context({"transport": "memory", "store": store}) as context:
        yield context


@pytest.fixture
def feed(context: Context) -> Feed:
    feed = Feed(context, SHELVES_FEED)
    feed.load(shelves({"A": ["a"]}))
    context.run(10)
    return feed


@pytest.mark.parametrize("wrong", [None, 1, {}, object()])
def test_bytes(feed: Feed, wrong: Any) -> None:
    mapping = feedcore.Mapping.builtin("users")
    calls: list[Call] = [
        lambda data: feedcore.parse(mapping, data),
        feed.load,
        lambda data: feed.context.respond("http://a.example/", data),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=f"expected a str or bytes, not {type(wrong).__name__}"):
            call(wrong)


@pytest.mark.parametrize("wrong", [None, 1, []])
def test_configs(feed: Feed, wrong: Any) -> None:
    calls: list[Call] = [
        lambda config: Feed(feed.context, config),
        lambda config: feed.insert_section(config, 0),
        feed.set_arrangement,
        feedcore.Mapping,
    ]
    for call in calls:
        with pytest.raises(TypeError, match=f"a dict or JSON text, not {type(wrong).__name__}"):
            call(wrong)


def test_texts(context: Context) -> None:
    calls: list[Call] = [context.request_image, feedcore.Mapping.builtin, Texts, context.respond]
    for call in calls:
        for wrong in (None, b"x"):  # an item without an image has None
            with pytest.raises(TypeError, match=f"expected a str, not {type(wrong).__name__}"):
                call(wrong)


def test_enums(context: Context, feed: Feed) -> None:
    texts, theme = Texts(), Theme(context)
    calls: list[tuple[Call, str]] = [
        (theme.set_appearance, "Appearance"),
        (theme.color, "ThemeColor"),
        (texts.word, "Word"),
        (texts.status, "Status"),
        (texts.state, "State"),
        (texts.search, "SearchState"),
        (texts.section_title, "SectionKind"),
        (lambda metric: feed.measure("A", metric), "Metric"),
        (lambda metric: feed.sections[0].measure(metric, 414), "Metric"),
        (lambda priority: context.request_image("http://a.example/", 0, priority), "ImagePriority"),
        (lambda priority: context.set_image_priority(1, priority), "ImagePriority"),
    ]
    for call, name in calls:
        with pytest.raises(ValueError, match=f"'dark' is not a valid {name}"):
            call("dark")


def test_whole_numbers(context: Context, feed: Feed, town: Context) -> None:
    texts, directory = Texts(), Directory(town)
    width = feed.sections[0].measure(Metric.ROW_HEIGHT, 414)
    calls: list[Call] = [
        lambda width: context.request_image("http://a.example/", width),
        lambda position: feed.move_section("A", position),
        lambda status: context.respond("http://a.example/", status=status),
        feed.cancel,
        directory.cancel,
        context.cancel_image,
        context.advance,
        texts.plays,
        texts.duration,
        feedcore.Counter,
    ]
    for call in calls:
        with pytest.raises(TypeError, match="'float' object cannot be interpreted as an integer"):
            call(width)


def test_what_is_as_good_as_a_dict(town: Context) -> None:
    source: Mapping[str, Any] = MappingProxyType(SHELVES_FEED["sources"][0])
    feed = Feed(town, MappingProxyType({"sources": [source]}))
    feed.load(shelves({"A": ["a"]}))
    directory = Directory(town)
    directory.import_users([MappingProxyType({"id": "1", "username": "ada"})])
    town.run(10)
    assert ([section.key for section in feed.sections], directory.count) == (["A"], 1)


def test_people_are_dicts(town: Context) -> None:
    directory = Directory(town)
    wrongs: list[Any] = [{"id": "1"}, ["ada"], iter(["{}\n"])]
    for wrong in wrongs:
        with pytest.raises(TypeError, match="expected JSON text or dicts, not str"):
            directory.import_users(wrong)
