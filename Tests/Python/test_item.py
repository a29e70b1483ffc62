from __future__ import annotations

import json
import math
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from conftest import THINGS, one_thing, read_things
from feedcore import ExtraType, Mapping, parse


def test_the_fields_of_an_item() -> None:
    item = one_thing(
        subtitle="two", text="three", html="<b>", image="http://i/1.png", action="x://y",
        actionType="x", plays="4300000000", labels=["a", "b"],
    )
    assert (item.id, item.title, item.subtitle) == ("1", "One", "two")
    assert (item.text, item.html) == ("three", "<b>")
    assert (item.image, item.action, item.action_type) == ("http://i/1.png", "x://y", "x")
    assert item.play_count == 4_300_000_000
    assert item.labels == ("a", "b")
    assert len(item.children) == 0
    assert json.loads(item.raw_json)["subtitle"] == "two"


def test_what_an_item_does_not_say_is_none() -> None:
    item = one_thing(subtitle="", plays=-1, labels=[])
    for value in (item.subtitle, item.text, item.html, item.image, item.action, item.action_type):
        assert value is None
    assert item.play_count is None
    assert item.labels == ()
    assert dict(item.extras) == {}
    assert one_thing(plays=0).play_count == 0


def test_children() -> None:
    item = one_thing(inside=[{"id": "a", "title": "A"}, {"id": "b", "title": "B"}])
    assert [child.title for child in item.children] == ["A", "B"]
    assert item.children[-1].id == "b"
    assert len(item.children[0].children) == 0
    with pytest.raises(IndexError):
        item.children[2]


def test_items_are_equal_by_uid() -> None:
    old = read_things({"id": "1", "title": "One"}, {"id": "2", "title": "Two"})
    new = read_things({"id": "2", "title": "Two, once more"}, {"id": "1", "title": "One"})
    one, two = old.sections[0].items
    assert one == new.sections[0].items[1]
    assert two == new.sections[0].items[0]
    assert one != two
    assert len({one, two, *new.sections[0].items}) == 2
    assert hash(one) == hash(new.sections[0].items[1])
    assert old.sections[0] == new.sections[0]
    assert one != old.sections[0]
    assert one != one.uid


@pytest.mark.parametrize(
    ("fields", "name", "value", "kind"),
    [
        ({"year": 2019}, "year", 2019, ExtraType.NUMBER),
        ({"year": "2019"}, "year", "2019", ExtraType.TEXT),
        ({"rating": 7.5}, "rating", 7.5, ExtraType.NUMBER),
        ({"rating": -3}, "rating", -3, ExtraType.NUMBER),
        ({"flag": True}, "flag", True, ExtraType.BOOL),
        ({"flag": False}, "flag", False, ExtraType.BOOL),
        ({"people": [{"name": "鹿"}, {}]}, "names", ("鹿", ""), ExtraType.LIST),
    ],
)
def test_an_extra_by_name_is_what_the_feed_has(
    fields: dict[str, Any], name: str, value: object, kind: ExtraType
) -> None:
    extras = one_thing(**fields).extras
    assert extras[name] == value
    assert type(extras[name]) is type(value)
    assert extras.type(name) is kind
    assert name in extras
    assert name in list(extras)
    assert len(list(extras)) == len(extras)
    assert dict(extras)[name] == value
    assert extras.get(name) == value
    assert f"{name!r}: {value!r}" in repr(extras)


@pytest.mark.parametrize("name", ["year", "", "yea", "year\0", "\udc80"])
def test_an_extra_that_is_not_there(name: str) -> None:
    extras = one_thing(flag=True).extras
    assert name not in extras
    assert extras.get(name) is None
    with pytest.raises(KeyError):
        extras[name]
    assert extras.text(name) is None
    assert extras.number(name) is None
    assert extras.count(name) is None
    assert extras.time(name) is None
    assert extras.list(name) == ()
    assert extras.numbers(name) == ()
    assert extras.type(name) is ExtraType.NONE


def test_a_name_with_a_nul_is_not_cut_off_there() -> None:
    extras = one_thing(year=2019).extras
    assert "year\0" not in extras
    assert extras.text("year\0") is None
    assert 7 not in extras  # type: ignore[comparison-overlap]


def test_extras_read_as_what_one_needs() -> None:
    people = [{"size": 3}, {"size": "4.5"}]
    extras = one_thing(year="2019", rating=7.5, flag=True, people=people).extras
    assert (extras.text("year"), extras.number("year")) == ("2019", 2019)
    assert extras.count("year") == 2019
    assert (extras.text("rating"), extras.count("rating")) == ("7.5", 7)
    assert (extras.text("flag"), extras.number("flag"), extras.count("flag")) == ("true", 1, 1)
    assert extras.list("year") == ("2019",)
    assert extras.list("sizes") == ("3", "4.5")
    assert extras.numbers("sizes") == (3, 4.5)
    assert extras.text("sizes") is None


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("2024-02-29T12:00:00.25+08:00", datetime(2024, 2, 29, 4, 0, 0, 250_000, timezone.utc)),
        ("2024-02-29", datetime(2024, 2, 29, tzinfo=timezone.utc)),
        (1621267200, datetime(2021, 5, 17, 16, tzinfo=timezone.utc)),
        (1621267200000, datetime(2021, 5, 17, 16, tzinfo=timezone.utc)),
        (9_000_000_000_000_000, None),  # a year that datetime doesn't reach
        ("yesterday", None),
    ],
)
def test_times(when: object, expected: datetime | None) -> None:
    time = one_thing(when=when).extras.time("when")
    assert time == expected
    assert time is None or time.utcoffset() == timedelta(0)


@pytest.mark.parametrize("literal", ["9" * 5000, "1e999"])
def test_a_number_that_python_does_not_like(literal: str) -> None:
    feed = '{"things": [{"id": "1", "title": "One", "year": NUMBER}]}'.replace("NUMBER", literal)
    item = parse(Mapping(json.dumps(THINGS)), feed).sections[0].items[0]
    assert item.extras.text("year") == literal
    assert item.extras["year"] == math.inf
    assert item.extras.number("year") is None
    assert item.to_dict()["title"] == "One"


def test_to_dict() -> None:
    item = one_thing(inside=[{"id": "a", "title": "A"}], year=2019)
    data = item.to_dict()
    assert data == json.loads(item.to_json())
    assert data["uid"] == f"{item.uid:016x}"
    assert data["children"][0]["title"] == "A"
    assert data["extras"] == {"year": 2019}
    assert data["subtitle"] is None


def test_repr() -> None:
    assert repr(one_thing()) == "Item(id='1', title='One')"
