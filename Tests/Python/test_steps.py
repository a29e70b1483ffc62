"""Changes as lines for people."""

from __future__ import annotations

from typing import Any

import pytest

from conftest import read_things
from feedcore import Change, ChangeKind, Mapping, Snapshot, diff, parse
from feedcore._cells import width
from feedcore._steps import step_lines


def lines(old: Snapshot, new: Snapshot, cells: int = 200, *, terminal: bool = False) -> list[str]:
    return list(step_lines(old, new, diff(old, new), cells, terminal=terminal))


def item_line(old: dict[str, Any], new: dict[str, Any]) -> str:
    """What is said of one item that changed, behind its name."""
    before, after = (read_things({"id": 1, **fields}, title="All") for fields in (old, new))
    (line,) = lines(before, after)
    head, _, facts = line.partition(": ")
    assert head == '  ~ item 0 in "All"'
    return facts.partition(": ")[2]


@pytest.mark.parametrize(
    ("old", "new", "facts"),
    [
        ({"title": "A"}, {"title": "B"}, 'title "A" → "B"'),
        ({"title": "A"}, {"title": "A", "subtitle": "x"}, 'subtitle none → "x"'),
        (
            {"title": "A", "plays": 12345},
            {"title": "A", "plays": 12400},
            "play count 12,345 → 12,400",
        ),
        ({"title": "A", "plays": 0}, {"title": "A"}, "play count 0 → none"),
        (
            {"title": "A", "labels": ["x"]},
            {"title": "A", "labels": ["x", "y"]},
            "labels [x] → [x, y]",
        ),
        ({"title": "A", "year": 1999}, {"title": "A", "year": 2000}, "year 1999 → 2000"),
        ({"title": "A", "year": 1999}, {"title": "A", "year": "1999"}, 'year 1999 → "1999"'),
        ({"title": "A", "rating": 1}, {"title": "A", "rating": 1.0}, "rating 1 → 1.0"),
        ({"title": "A", "flag": True}, {"title": "A", "flag": False}, "flag true → false"),
        ({"title": "A", "flag": True}, {"title": "A", "flag": 1}, "flag true → 1"),
        ({"title": "A"}, {"title": "A", "when": "2024"}, 'when none → "2024"'),
        (
            {"title": "A", "people": [{"name": "x", "size": 7}]},
            {"title": "A", "people": [{"name": "y", "size": 7}]},
            "names [x] → [y]",
        ),
        (
            {"title": "A", "text": "a", "html": "<b>"},
            {"title": "A", "text": "b", "html": "<i>"},
            'text "a" → "b", html "<b>" → "<i>"',
        ),
        ({"title": "A\033[31m"}, {"title": "A\n\u202e"}, 'title "A␛[31m" → "A �"'),
    ],
)
def test_the_fields_of_an_item(old: dict[str, Any], new: dict[str, Any], facts: str) -> None:
    assert item_line(old, new) == facts


def test_long_texts_from_where_they_differ() -> None:
    common = "https://images.example/" + "a" * 80
    facts = item_line(
        {"title": "A", "image": common + "/one.jpg"}, {"title": "A", "image": common + "/two.jpg"}
    )
    assert facts == 'image "…aaaaaaa/one.jpg" → "…aaaaaaa/two.jpg"'
    facts = item_line({"title": "A", "text": "x" * 500}, {"title": "A", "text": "y" * 500})
    assert facts == f'text "{"x" * 39}…" → "{"y" * 39}…"'


def test_what_is_inside_an_item() -> None:
    def songs(*titles: str) -> dict[str, Any]:
        return {"title": "A", "inside": [{"id": t[0], "title": t} for t in titles]}

    assert item_line(songs("a", "b"), songs("b", "c")) == "inside - a, inside + c"
    assert item_line(songs("a", "b"), songs("b", "a")) == "inside in another order"
    assert item_line(songs("a", "b"), songs("a", "b2")) == 'inside b: title "b" → "b2"'


def test_splices_and_what_they_move() -> None:
    old = read_things(*({"id": i, "title": f"T{i}"} for i in (1, 2, 3, 4)), title="All")
    new = read_things(*({"id": i, "title": f"T{i}"} for i in (4, 9, 1, 2)), title="All")
    assert lines(old, new) == [
        '  + 2 items at 0 in "All": T4 (moved), T9',
        '  - 2 items at 4 in "All": T3, T4 (moved)',
    ]


def test_a_section_and_its_items() -> None:
    old = read_things({"id": 1, "title": "T1", "plays": 1}, title="Old")
    new = read_things({"id": 2, "title": "T2"}, {"id": 1, "title": "T1", "plays": 2}, title="New")
    assert lines(old, new) == [
        '  + 1 item at 0 in "Old": T2',
        '  ~ item 1 in "Old": T1: play count 1 → 2',
        '  ~ section 0: "Old": title "Old" → "New"',
    ]
    assert lines(new, read_things()) == ['  - 1 section at 0: "New"']
    assert lines(read_things(), old) == ['  + 1 section at 0: "Old"']


def test_a_section_without_a_title_is_what_it_is() -> None:
    new = read_things({"id": 1, "title": "x"})
    assert list(step_lines(None, new, diff(None, new), 80)) == ["  + 1 section at 0: things"]


def test_a_section_that_moves(home: Snapshot, menus: Snapshot) -> None:
    old, new = home.join(menus, 1), home.join(menus, 3)
    assert sorted(lines(old, new)) == [
        "  + 1 section at 3: MENUS (moved)",
        "  - 1 section at 1: MENUS (moved)",
    ]


def test_an_item_without_a_title(home: Snapshot) -> None:
    first = home.section("HOMEPAGE_BLOCK_STYLE_RCMD")
    assert first is not None
    assert first.items[0].title is None
    (line,) = step_lines(home, home, [Change(ChangeKind.ITEM, 2, 0, 0, 0)], 200)
    song = first.items[0].children[0].title
    assert line.endswith(f": {song}: what isn't shown here")


def test_lines_are_never_too_long() -> None:
    before = [{"id": i, "title": f"第{i}首歌" * 9, "subtitle": "x"} for i in range(300)]
    after = [{"id": i, "title": f"第{i}首 歌" * 9} for i in range(299, 99, -1)]
    old, new = read_things(*before, title="很长" * 40), read_things(*after, title="另外" * 40)
    for cells in (40, 80, 160):
        told = lines(old, new, cells)
        assert cells - 30 < max(map(width, told)) <= cells
    assert any(line.endswith(" more") for line in told)


def test_one_fact_a_line_where_they_do_not_fit() -> None:
    old = read_things({"id": 1, "title": "A", "subtitle": "s" * 25, "plays": 1}, title="All")
    new = read_things({"id": 1, "title": "A", "subtitle": "t" * 25, "plays": 2}, title="All")
    assert lines(old, new, 80) == [
        '  ~ item 0 in "All": A:',
        f'      subtitle "{"s" * 25}" → "{"t" * 25}"',
        "      play count 1 → 2",
    ]


def test_colours_for_a_terminal() -> None:
    old, new = read_things({"id": 1, "title": "A"}), read_things({"id": 2, "title": "B"})
    gone, come = lines(old, new, terminal=True)
    assert gone.startswith("  \033[31m-\033[m ")
    assert come.startswith("  \033[32m+\033[m ")


def test_many_changes_in_little_time() -> None:
    mapping = Mapping.builtin("users")

    def page(numbers: range) -> Snapshot:
        users = ",".join(f'{{"id": {n}, "username": "user {n}"}}' for n in numbers)
        return parse(mapping, f"[{users}]")

    gone, come = lines(page(range(20000)), page(range(20000, 40000)))
    assert gone.endswith("more")
    assert "20,000 items at 0" in come
