"""The page for people: aligned by cells, as wide as asked, and harmless."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from conftest import read_fixture, read_things
from feedcore import Mapping, Snapshot, parse
from feedcore._cells import width
from feedcore.display import page_lines

FIXTURES = [
    ("netease-home.json", "netease-home"),
    ("netease-menus.json", "netease-menus"),
    ("douban-movies.json", "douban-movies"),
    ("json-feed.json", "json-feed"),
    ("users.json", "users"),
]


def lines_of(page: Snapshot, cells: int = 100, *, terminal: bool = False) -> list[str]:
    return list(page_lines(page, "a.json", cells, terminal=terminal))


def table_of(*things: dict[str, Any], cells: int = 100) -> list[str]:
    """The lines of the items alone."""
    return [line for line in lines_of(read_things(*things), cells)[4:] if line.startswith("  ")]


def column(line: str, text: str) -> int:
    """In which cell a text begins."""
    return width(line[: line.index(text)])


@pytest.mark.parametrize("cells", [40, 60, 80, 100, 160])
@pytest.mark.parametrize(("name", "mapping"), FIXTURES)
def test_no_line_is_wider_than_the_terminal(name: str, mapping: str, cells: int) -> None:
    lines = lines_of(read_fixture(name, mapping), cells)
    assert max(map(width, lines)) <= cells
    assert not [line for line in lines if line != line.rstrip()]


@pytest.mark.parametrize(("name", "mapping"), FIXTURES)
def test_colours_change_nothing_else(name: str, mapping: str) -> None:
    page = read_fixture(name, mapping)
    coloured = lines_of(page, terminal=True)
    plain = [re.sub("\033\\[[0-9;]*[mG]", "", line) for line in coloured]
    assert plain == lines_of(page)
    assert coloured != plain


def test_a_terminal_is_told_where_a_column_begins_after_texts_it_may_draw_wider() -> None:
    thing = {"id": "1", "subtitle": "SUB", "plays": 7, "labels": ["LABEL"]}
    page = read_things({**thing, "title": "“🕯️”"}, {**thing, "id": "2", "title": "plain"})
    special, plain = lines_of(page, terminal=True)[4:]
    assert special == "  “🕯️”   \033[10GSUB  \033[15G7  \033[18G\033[32mLABEL\033[m"
    assert plain == "  plain  SUB  7  \033[32mLABEL\033[m"
    assert column(lines_of(page)[4], "SUB") == 9


def test_all_sections_in_order_with_their_kind_and_title(home: Snapshot, menus: Snapshot) -> None:
    page = home.join(menus, 1)
    heads = [line for line in lines_of(page) if re.match("[A-Z]", line)]
    assert len(heads) == len(page.sections)
    for head, section in zip(heads, page.sections):
        assert head.startswith(section.kind.name)
        assert section.title is None or section.title in head
        count = len(section.items)
        assert f"{count} item" in head
        assert head.endswith(f"layout {section.layout.name}, {section.row_height:g} pt")


def test_a_wide_page_has_a_line_for_each_item_and_child(home: Snapshot) -> None:
    text = "\n".join(lines_of(home, 160))
    rows = [line for line in text.split("\n") if line.startswith("  ")]
    warnings = len(home.warnings)
    items = [item for section in home.sections for item in section.items]
    children = [child for item in items for child in item.children]
    assert len(rows) - warnings * 2 <= len(items) + len(children) <= len(rows)
    for item in [*items, *children]:
        if item.play_count is not None:
            assert f"{item.play_count:,}" in text


WIDE_TITLES = [
    "plain",
    "推荐歌单",
    "한글 제목",
    "e\u0301te\u0301",
    "👨\u200d👩\u200d👧 family",
    "❤\ufe0f",
    "🇨🇳 flag",
    "ＦＵＬＬ",
]


def test_columns_are_aligned_by_cells() -> None:
    things = [
        {"id": str(i), "title": title, "subtitle": "SUB", "plays": 10**i, "labels": ["LABEL"]}
        for i, title in enumerate(WIDE_TITLES)
    ]
    lines = table_of(*things)
    assert len(lines) == len(WIDE_TITLES)
    assert {column(line, "SUB") for line in lines} == {2 + max(map(width, WIDE_TITLES)) + 2}
    assert len({column(line, "LABEL") for line in lines}) == 1
    ends = {column(line, f"{10**i:,}") + len(f"{10**i:,}") for i, line in enumerate(lines)}
    assert len(ends) == 1  # numbers stand right-aligned


@pytest.mark.parametrize("cells", [40, 60, 100])
def test_columns_are_aligned_where_titles_are_cut(cells: int) -> None:
    titles = ["推" * 60, "a" * 120, "推a" * 40, "short"]
    things = [
        {"id": str(i), "title": title, "subtitle": "SUB"} for i, title in enumerate(titles)
    ]
    lines = table_of(*things, cells=cells)
    assert len({column(line, "SUB") for line in lines}) == 1
    assert [line.count("…") for line in lines] == [1, 1, 1, 0]


def test_children_stand_below_their_item_and_further_in() -> None:
    inside = [{"id": "a", "title": "first song"}, {"id": "b", "title": "second song"}]
    lines = table_of(
        {"id": "1", "title": "New", "subtitle": "SUB", "inside": inside},
        {"id": "2", "inside": inside},
    )
    assert lines == [
        "  New            SUB",
        "    first song",
        "    second song",
        "  page 2",
        "    first song",
        "    second song",
    ]


def test_addresses_are_shortened_by_their_dull_parts() -> None:
    image = "http://p1.music.example/w5n4xfzscugc6EzzXqKq1g==/109951165986565942.jpg"
    action = "orpheus://playlist/6762382977?autoplay=0&referLog=HOMEPAGE"
    thing = {"id": "1", "title": "T" * 30, "image": image, "action": action}
    assert table_of(thing)[0].split() == [
        "T" * 30, "p1.music.example/…86565942.jpg", "orpheus://playlist/6762382977?…"
    ]
    assert table_of({**thing, "image": "https://a/cover/side-b.jpg"})[0].split()[1] == (
        "a/…/side-b.jpg"
    )
    assert table_of(thing, cells=68)[0].split()[1:] == ["…86565942.jpg", "playlist/6762382977"]
    word = table_of({"id": "1", "title": "T", "action": "play_all_song"})[0]
    assert word.split() == ["T", "play_all_song"]
    openurl = table_of({"id": "1", "title": "T", "action": "orpheus://openurl?url=https://a/b"})
    assert openurl[0].split() == ["T", "orpheus://openurl?url=https://a/b"]
    site = table_of({"id": "1", "title": "T", "action": "https://movie.example/subject/3/"})
    assert site[0].split() == ["T", "movie.example/subject/3/"]


def test_the_narrower_the_page_the_fewer_columns() -> None:
    thing = {
        "id": "1", "title": "Title " * 6, "subtitle": "Subtitle " * 3, "plays": 123456789,
        "labels": ["one", "two", "three"], "image": "https://images.example/1234567890.jpg",
        "action": "app://play/1234567890",
    }
    shown = {cells: table_of(thing, cells=cells)[0] for cells in (160, 90, 70, 40)}
    assert "images.example" in shown[160]
    assert "67890.jpg" in shown[90]
    assert ".jpg" not in shown[70]
    for line in shown.values():
        assert line.startswith("  Title Title")
        assert "123,456,789" in line


def test_a_hostile_feed_sends_nothing_to_the_terminal() -> None:
    evil = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202egnp\u2066\r\n"
    thing = {name: evil + name for name in ("title", "subtitle", "image", "action")}
    page = read_things(
        {"id": "1", "plays": evil, "labels": [evil], "people": [{"name": evil}], **thing},
        {"id": "2", "title": "x", "inside": [{"id": "a", "title": evil}]},
        title=evil, toast=evil, code=0, message=evil,
    )
    for terminal in (False, True):
        text = "\n".join(page_lines(page, evil, 160, terminal=terminal))
        text = re.sub("\033\\[((1|2|1;36|32|33)?m|[0-9]+G)", "", text)  # our own
        assert not re.search("[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
        assert "␛[2J␛]0;owned␇" in text


def test_a_head_keeps_its_count_when_the_title_is_long() -> None:
    page = read_things({"id": "1", "title": "x"}, title="很长的标题" * 20)
    head = lines_of(page, 60)[3]
    assert head.startswith("LIST  things  很长的标题")
    assert "…  1 item" in head
    assert width(head) <= 60


@pytest.mark.parametrize("cells", [40, 60, 100])
def test_a_head_fits_whatever_the_server_writes_on_the_button(cells: int) -> None:
    block = {
        "blockCode": "HOMEPAGE_BLOCK_OFFICIAL_PLAYLIST",
        "uiElement": {"subTitle": {"title": "标题" * 50}, "button": {"text": "更多" * 50}},
        "creatives": [{"creativeId": i, "action": "x"} for i in range(1000)],
    }
    page = parse(Mapping.builtin("netease-home"), json.dumps({"data": {"blocks": [block]}}))
    head = lines_of(page, cells)[3]
    assert head.startswith("OFFICIAL_PLAYLIST  ")
    assert "  1,000 items  [更多" in head
    assert width(head) <= cells


def test_warnings_at_the_end() -> None:
    page = read_things({"id": "1", "title": "a"}, {"id": "1", "title": "b"})
    (warning,) = page.warnings
    lines = lines_of(page)
    assert lines[-2:] == ["1 warning", f"  /things/1  duplicate-id: {warning.message}"]
    narrow = lines_of(page, 40)
    start = narrow.index("1 warning")
    assert narrow[start + 1] == "  /things/1"
    assert " ".join(line.strip() for line in narrow[start + 2 :]) == (
        f"duplicate-id: {warning.message}"
    )


def test_warnings_that_are_not_listed_are_counted() -> None:
    page = read_things(*({"id": str(i)} for i in range(1300)), {"id": "x", "title": "x"})
    lines = lines_of(page)
    assert "1,300 warnings" in lines
    assert lines[-1] == "  and 1,200 more"


def test_an_empty_page() -> None:
    assert lines_of(read_things()) == ["a.json", "0 sections, 0 items"]


def test_the_summary() -> None:
    page = read_things(
        {"id": "1", "title": "a", "inside": [{"id": "b", "title": "b"}]},
        code=0, message="fine", keep=90_000, more=True, toast="the end",
    )
    lines = lines_of(page)
    assert lines[:2] == [
        "a.json",
        "1 section, 1 item and 1 inside them, code 0 fine, refresh after 1.5 min, more pages",
    ]
    assert lines[-1] == "— the end —"


def test_what_a_person_wants_to_know_of_films_users_and_entries() -> None:
    films = "\n".join(lines_of(read_fixture("douban-movies.json", "douban-movies"), 160))
    assert re.search(r"20\d\d · ★ \d\.\d", films)
    users = "\n".join(lines_of(read_fixture("users.json", "users"), 160))
    assert re.search(r"@\w+ · [\d,]+ followers", users)
    entries = "\n".join(lines_of(read_fixture("json-feed.json", "json-feed"), 160))
    assert re.search(r"20\d\d-\d\d-\d\d", entries)
