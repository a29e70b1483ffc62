"""Real captures, where they lie beside the project."""

from __future__ import annotations

import pytest

from conftest import FEEDS, Run
from feedcore import FeedcoreError, Mapping, Snapshot, Status, parse
from feedcore._cells import width
from feedcore.display import page_lines

pytestmark = pytest.mark.skipif(not FEEDS.is_dir(), reason="the captures are not here")

READABLE = [
    ("netease-home-01.json", "netease-home"),
    ("netease-home-03.json", "netease-home"),
    ("netease-home-04-repaired.json", "netease-home"),
    ("netease-home-05.json", "netease-home"),
    ("netease-menus-01.json", "netease-menus"),
    ("douban-coming-soon-01.json", "douban-movies"),
    ("douban-in-theaters-01.json", "douban-movies"),
    ("douban-in-theaters-02.json", "douban-movies"),
    ("douban-top250-01.json", "douban-movies"),
    ("douban-weekly-01.json", "douban-movies"),
    ("jsonfeed-01-daringfireball.json", "json-feed"),
    ("jsonfeed-02-pxlnv.json", "json-feed"),
    ("jsonfeed-03-v11-3960.json", "json-feed"),
    ("jsonfeed-05-v11-extension.json", "json-feed"),
    ("jsonfeed-06-allthis.json", "json-feed"),
]


def read(name: str, mapping: str) -> Snapshot:
    return parse(Mapping.builtin(mapping), (FEEDS / name).read_bytes())


@pytest.mark.parametrize(("name", "mapping"), READABLE)
def test_every_line_fits(name: str, mapping: str) -> None:
    page = read(name, mapping)
    assert len(page.sections) > 0
    for cells in (60, 100, 160):
        assert max(map(width, page_lines(page, name, cells))) <= cells


@pytest.mark.parametrize(("name", "mapping"), READABLE)
def test_objects_and_json_say_the_same(name: str, mapping: str) -> None:
    page = read(name, mapping)
    data = page.to_dict()
    assert [s.kind.name for s in page.sections] == [s["kind"] for s in data["sections"]]
    for section, section_data in zip(page.sections, data["sections"]):
        for item, item_data in zip(section.items, section_data["items"]):
            assert item.to_dict() == item_data
            assert [c.title for c in item.children] == [c["title"] for c in item_data["children"]]
            assert set(item.extras) == item_data["extras"].keys()


def test_the_large_page() -> None:
    page = read("netease-home-01.json", "netease-home")
    assert [len(s.items) for s in page.sections] == [10, 6, 4, 5, 6, 2, 6, 8, 6, 6, 6]
    joined = page.join(read("netease-menus-01.json", "netease-menus"), 1)
    assert joined.sections[1].kind.name == "MENUS"


def test_the_invalid_page(run: Run) -> None:
    with pytest.raises(FeedcoreError) as caught:
        read("netease-home-04.invalid.json", "netease-home")
    assert caught.value.status is Status.SYNTAX
    ran = run("show", FEEDS / "netease-home-04.invalid.json")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert f"line {caught.value.line}" in ran.stderr
