from __future__ import annotations

import json

import pytest

import feedcore
from conftest import read_things
from feedcore import Layout, SectionKind, Snapshot, WarningCode

TWELVE = [kind.name for kind in SectionKind][:12]


def test_the_fixture_has_all_kinds(home: Snapshot, menus: Snapshot) -> None:
    page = home.join(menus, 1)
    kinds = [section.kind.name for section in page.sections]
    assert kinds[:2] == ["BANNER", "MENUS"]
    assert sorted(kinds) == sorted([*TWELVE, "CUSTOM"])


def test_sections_are_a_sequence(home: Snapshot) -> None:
    sections = home.sections
    assert [s.key for s in sections] == [sections[i].key for i in range(len(sections))]
    assert sections[-1] == sections[len(sections) - 1]
    assert sections[1:3] == (sections[1], sections[2])
    assert next(reversed(sections)) == sections[-1]
    assert sections.index(sections[2]) == 2
    assert sections[0] in sections
    with pytest.raises(IndexError):
        sections[len(sections)]
    with pytest.raises(IndexError):
        sections[-len(sections) - 1]
    assert repr(sections).startswith("[Section(BANNER, key='HOMEPAGE_BANNER'")


def test_a_section_by_its_key(home: Snapshot) -> None:
    section = home.section("HOMEPAGE_BANNER")
    assert section is not None
    assert section == home.sections[0]
    for missing in ("", "HOMEPAGE", "HOMEPAGE_BANNER\0", "\udc80"):
        assert home.section(missing) is None


def test_the_fields_of_a_section(home: Snapshot) -> None:
    section = home.section("HOMEPAGE_BLOCK_PLAYLIST_RCMD")
    assert section is not None
    assert section.kind is SectionKind.PLAYLIST_RCMD
    assert section.type == "HOMEPAGE_BLOCK_PLAYLIST_RCMD"
    assert section.title == "推荐歌单"
    assert section.subtitle is None
    assert section.title_image is None
    assert section.button is not None
    assert section.button.text == "更多"
    assert section.button.action_type == "orpheus"
    assert section.action == section.button.action
    assert section.action_type == "orpheus"
    assert section.show_type == "HOMEPAGE_SLIDE_PLAYLIST"
    assert section.can_close is False
    assert section.layout is Layout.A
    assert section.row_count == 1
    assert section.row_height == 240.0
    assert json.loads(section.raw_json)["blockCode"] == section.type


def test_what_a_section_does_not_say_is_none() -> None:
    section = read_things({"id": "1", "title": "One"}).sections[0]
    absent = (section.title, section.subtitle, section.title_image, section.button, section.action)
    assert absent == (None,) * 5
    assert (section.action_type, section.show_type, section.can_close) == (None, None, None)
    assert section.layout is Layout.LIST
    assert (section.row_count, section.row_height) == (1, 80.0)


def test_the_fields_of_a_page() -> None:
    page = read_things(
        {"id": "1", "title": "One"},
        code=0, message="ok", next="p2", more=True, keep=600000, toast="the end",
    )
    assert page.service_code == "0"
    assert page.message == "ok"
    assert page.cursor == "p2"
    assert page.has_more is True
    assert page.refresh_interval == 600000
    assert page.nodata_toast == "the end"
    assert json.loads(page.rest_json)["next"] == "p2"
    assert b"One" not in page.rest_json


def test_what_a_page_does_not_say_is_none() -> None:
    page = read_things({"id": "1", "title": "One"})
    assert (page.service_code, page.message, page.cursor, page.nodata_toast) == (None,) * 4
    assert page.has_more is None
    assert page.refresh_interval is None
    assert read_things({"id": "1", "title": "One"}, more=False).has_more is False


def test_an_empty_feed() -> None:
    page = read_things()
    assert len(page.sections) == 0
    assert list(page.sections) == []
    assert page.warnings == ()


def test_warnings() -> None:
    page = read_things({"id": "1", "title": "a"}, {"id": "1", "title": "b"}, {"id": "2"})
    assert page.warning_total == 2
    first, second = sorted(page.warnings, key=lambda warning: warning.path)
    assert first.code is WarningCode.DUPLICATE_ID
    assert first.name == "duplicate-id"
    assert first.path == "/things/1"
    assert first.message
    assert second.code is WarningCode.ITEM_DROPPED
    assert page.to_dict()["warnings"] == [
        {"code": w.name, "path": w.path, "message": w.message} for w in page.warnings
    ]


def test_warnings_are_bounded_and_counted() -> None:
    page = read_things(*({"id": str(i)} for i in range(250)), {"id": "x", "title": "x"})
    assert len(page.warnings) == 100
    assert page.warning_total == 250


def test_join(home: Snapshot, menus: Snapshot) -> None:
    page = home.join(menus, 1)
    assert [s.key for s in page.sections][:2] == ["HOMEPAGE_BANNER", "MENUS"]
    assert len(page.sections) == len(home.sections) + 1
    assert home.join(menus, 10**30).sections[-1].key == "MENUS"
    assert page.message == home.message
    assert page.cursor == home.cursor
    empty = read_things()
    assert len(empty.join(menus, 1).sections) == 0
    assert home.join(home, 0).sections[0].key == "HOMEPAGE_BANNER#2"


def test_join_wants_a_snapshot_and_a_place(home: Snapshot) -> None:
    with pytest.raises(TypeError, match="Snapshot"):
        home.join(b"{}", 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="0"):
        home.join(home, -1)


def test_to_dict_and_to_json_say_the_same(home: Snapshot) -> None:
    page = home.to_dict()
    assert page == json.loads(home.to_json())
    assert len(page["sections"]) == len(home.sections)
    for data, section in zip(page["sections"], home.sections):
        assert data["kind"] == section.kind.name
        assert data["type"] == section.type
        assert data["key"] == section.key
        assert data["uid"] == f"{section.uid:016x}"
        assert data["title"] == section.title
        assert data["layout"] == section.layout.name
        assert data["rowHeight"] == section.row_height
        assert [item["id"] for item in data["items"]] == [item.id for item in section.items]


def test_a_snapshot_is_not_made_by_hand() -> None:
    with pytest.raises(TypeError, match=r"feedcore\.parse"):
        Snapshot()


def test_the_feed_may_be_a_text_or_any_buffer() -> None:
    mapping = feedcore.Mapping.builtin("users")
    feed = '[{"id": 1, "username": "鹿"}]'
    data = feed.encode()
    for given in (feed, data, bytearray(data), memoryview(data), memoryview(data * 2)[: len(data)]):
        page = feedcore.parse(mapping, given)
        assert page.sections[0].items[0].title == "鹿"


def test_bytes_after_a_nul_are_read_too() -> None:
    mapping = feedcore.Mapping.builtin("users")
    with pytest.raises(feedcore.FeedcoreError) as caught:
        feedcore.parse(mapping, b'[{"id": 1, "username": "x"}]\0')
    assert caught.value.offset == 28


def test_a_lone_surrogate_in_a_str_is_repaired() -> None:
    page = feedcore.parse(feedcore.Mapping.builtin("users"), '[{"id": 1, "username": "a\ud800"}]')
    title = page.sections[0].items[0].title
    assert title is not None
    assert title.startswith("a\ufffd")
    assert set(title[1:]) == {"\ufffd"}


def test_reprs(home: Snapshot) -> None:
    assert repr(home).startswith(f"Snapshot(sections={len(home.sections)}, warnings=")
    text = repr(home.section("HOMEPAGE_BLOCK_PLAYLIST_RCMD"))
    assert text.startswith("Section(PLAYLIST_RCMD, key='HOMEPAGE_BLOCK_PLAYLIST_RCMD', title='推荐")
