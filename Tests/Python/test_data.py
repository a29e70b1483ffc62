"""Sections and items as plain data, read in one go."""

from __future__ import annotations

import ctypes
import json
import pickle
from typing import Any

import pytest

import feedcore
from conftest import FEEDS, one_thing, read_fixture, read_things
from feedcore import Item, ItemData, Layout, Section, SectionData, SectionKind
from feedcore._library import lib

FILES = [
    ("netease-home.json", "netease-home"),
    ("netease-menus.json", "netease-menus"),
    ("douban-movies.json", "douban-movies"),
    ("json-feed.json", "json-feed"),
    ("users.json", "users"),
]


def by_getters(item: Item) -> ItemData:
    return ItemData(
        item.id,
        item.uid,
        item.title,
        item.subtitle,
        item.text,
        item.html,
        item.image,
        item.action,
        item.action_type,
        item.play_count,
        item.labels,
        dict(item.extras),
        tuple(map(by_getters, item.children)),
    )


def section_by_getters(section: Section) -> SectionData:
    return SectionData(
        section.kind,
        section.type,
        section.key,
        section.uid,
        section.title,
        section.subtitle,
        section.title_image,
        section.button,
        section.action,
        section.action_type,
        section.show_type,
        section.can_close,
        section.layout,
        section.layout_name,
        section.row_count,
        section.row_height,
        section.has_more,
        tuple(map(by_getters, section.items)),
    )


@pytest.mark.parametrize(("name", "mapping"), FILES)
def test_all_is_as_the_getters_say(name: str, mapping: str) -> None:
    page = read_fixture(name, mapping)
    assert page.read() == [section_by_getters(section) for section in page.sections]
    assert [section.read() for section in page.sections] == page.read()


@pytest.mark.skipif(not FEEDS.is_dir(), reason="the captures are not here")
@pytest.mark.parametrize(
    ("name", "mapping"),
    [
        ("netease-home-01.json", "netease-home"),
        ("netease-home-03.json", "netease-home"),
        ("jsonfeed-01-daringfireball.json", "json-feed"),
        ("douban-top250-01.json", "douban-movies"),
    ],
)
def test_all_of_a_real_page_is_as_the_getters_say(name: str, mapping: str) -> None:
    page = feedcore.parse(feedcore.Mapping.builtin(mapping), (FEEDS / name).read_bytes())
    assert page.read() == [section_by_getters(section) for section in page.sections]


def test_every_field_of_an_item() -> None:
    item = one_thing(
        subtitle="s",
        text="x",
        html="<p>",
        image="i",
        action="a",
        actionType="at",
        plays=12345678901,
        labels=["new", "北京"],
        year=1999,
        rating=7.50,
        flag=False,
        when="2021-05-18",
        people=[{"name": "", "size": 1}, {"name": "Bea"}],
        inside=[{"id": 2, "title": "in"}, {"id": 3, "title": "too"}],
    )
    read = section_of(item).read().items[0]
    assert read == by_getters(item)
    assert read.play_count == 12345678901
    assert read.labels == ("new", "北京")
    assert read.extras["year"] == 1999
    assert isinstance(read.extras["year"], int)
    assert read.extras["rating"] == 7.5
    assert read.extras["flag"] is False
    assert read.extras["names"] == ("", "Bea")
    assert [child.title for child in read.children] == ["in", "too"]


def section_of(item: Item) -> Section:
    snapshot = item._snapshot
    assert isinstance(snapshot, feedcore.Snapshot)
    return snapshot.sections[0]


def test_what_is_absent_is_none() -> None:
    (section,) = read_things({"id": "1", "title": "One"}).read()
    assert section.kind == SectionKind.LIST
    assert section.layout == Layout.LIST
    assert (section.title, section.button, section.can_close) == (None, None, None)
    (item,) = section.items
    assert item == ItemData(
        "1", item.uid, "One", None, None, None, None, None, None, None, (), {}, ()
    )


def test_numbers_that_no_python_number_is_made_of() -> None:
    item = one_thing(year=int("9" * 700), rating=-3)
    assert section_of(item).read().items[0].extras == dict(item.extras)


def test_a_page_without_sections_is_an_empty_list() -> None:
    assert read_things().read() == []


def test_the_data_needs_no_page_and_can_be_pickled() -> None:
    sections = read_fixture("netease-home.json", "netease-home").read()
    assert pickle.loads(pickle.dumps(sections)) == sections


def test_a_newer_library_may_have_more_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    page = read_things({"id": "1", "title": "One", "labels": ["a"], "inside": [{"title": "in"}]})
    texts = table_of(page)
    head, section, rest = texts[:4], texts[4:24], texts[24:]
    rows = [rest[i : i + 13] for i in (0, 13)]
    newer = ["21", "14", *head[2:], *section, "new"]
    for row in rows:
        newer += [*row, "new"]
    newer += [*rest[26:-1], "behind", "the last", ""]

    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    libc.malloc.argtypes = (ctypes.c_size_t,)

    def function(_pointer: Any, out_length: Any) -> int:
        content = "\0".join(newer).encode()
        memory: int = libc.malloc(len(content))
        ctypes.memmove(memory, content, len(content))
        out_length._obj.value = len(content)
        return memory

    monkeypatch.setattr(lib, "feedcore_snapshot_to_table", function)
    assert page.read() == [section_by_getters(section) for section in page.sections]


def table_of(page: feedcore.Snapshot) -> list[str]:
    length = ctypes.c_size_t()
    memory = lib.feedcore_snapshot_to_table(page._pointer, ctypes.byref(length))
    try:
        return ctypes.string_at(memory, length.value).decode().split("\0")
    finally:
        lib.feedcore_free(memory)


def test_nothing_is_read_of_what_is_gone() -> None:
    page = read_things({"id": "1", "title": "One"})
    page._give_back()
    with pytest.raises(ValueError, match="given back"):
        page.read()


def test_sections_that_a_feed_lends_while_it_tells_changes() -> None:
    url = "http://home.test/films"
    read: list[list[int]] = []

    def told(feed: feedcore.Feed, event: feedcore.Event) -> None:
        if event.change:
            sections = [section.read() for section in feed.sections]
            assert sections == [section_by_getters(section) for section in feed.sections]
            read.append([int(item.id) for section in sections for item in section.items])

    def films(*ids: int) -> bytes:
        return json.dumps({"subjects": [{"id": id, "title": f"{id}"} for id in ids]}).encode()

    with feedcore.Context({"transport": "memory"}) as context:
        source = {"name": "films", "url": url, "mapping": "douban-movies"}
        feed = feedcore.Feed(context, {"sources": [source]}, told)
        for answer in (films(1, 2, 3, 4, 5), films(2, 9, 3, 5, 7)):
            context.respond(url, answer)
            feed.refresh()
            context.run(timeout=30)
    assert read[0] == [1, 2, 3, 4, 5]
    assert read[1] == [2, 3, 4, 5]  # the first of some changes: what stands behind it is the old
    assert read[-1] == [2, 9, 3, 5, 7]
