"""The command inspect, and what it says that a mapping reads."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from conftest import FEEDS, FIXTURES, Run, assert_one_line
from feedcore import Mapping, _json, parse
from feedcore._cells import width
from feedcore._trace import Node, Trace, pattern, quoted, written
from web import Answer, Web

FILES = [
    (FIXTURES / "netease-home.json", "netease-home"),
    (FIXTURES / "netease-menus.json", "netease-menus"),
    (FIXTURES / "douban-movies.json", "douban-movies"),
    (FIXTURES / "json-feed.json", "json-feed"),
    (FIXTURES / "users.json", "users"),
    *(
        (FEEDS / name, mapping)
        for name, mapping in (
            ("netease-home-01.json", "netease-home"),
            ("netease-home-03.json", "netease-home"),
            ("douban-top250-01.json", "douban-movies"),
            ("jsonfeed-01-daringfireball.json", "json-feed"),
        )
        if FEEDS.is_dir()
    ),
]

def traced(mapping: dict[str, Any], document: Any) -> Trace:
    Mapping(mapping)  # it is one
    return Trace(mapping, document)


def read_for(trace: Trace) -> dict[str, list[str]]:
    return {written(steps): sorted(fields) for steps, fields in trace.used.items()}


def without_what_is_left(node: Node, trace: Trace) -> Any:
    """The document with each single value gone that no field reads, or would read."""
    if isinstance(node.value, list):
        return [without_what_is_left(element, trace) for element in node.elements]
    if not isinstance(node.value, dict):
        return node.value
    members = [Node(value, (*node.place, name)) for name, value in node.value.items()]
    return {
        member.place[-1]: without_what_is_left(member, trace)
        for member in members
        if isinstance(member.value, (dict, list))
        or pattern(member.place) in trace.used
        or pattern(member.place) in trace.spare
    }


@pytest.mark.parametrize(("file", "mapping"), FILES, ids=lambda value: Path(str(value)).stem)
def test_what_is_left_makes_no_difference(file: Path, mapping: str) -> None:
    content, rules = file.read_bytes(), Mapping.builtin(mapping)
    document: Any = _json.read(content.decode("utf-8-sig"))
    trace = Trace(json.loads(rules.to_text()), document)
    less = json.dumps(without_what_is_left(Node(document), trace))
    assert len(less) < len(json.dumps(document))
    page, smaller = parse(rules, content), parse(rules, less)
    assert smaller.read() == page.read()
    assert (smaller.cursor, smaller.has_more) == (page.cursor, page.has_more)


@pytest.mark.parametrize(("file", "mapping"), FILES[:5], ids=lambda value: Path(str(value)).stem)
@pytest.mark.parametrize("field", ["title", "image", "action"])
def test_what_is_read_makes_one(file: Path, mapping: str, field: str) -> None:
    content, rules = file.read_bytes(), Mapping.builtin(mapping)
    document: Any = json.loads(content)
    trace = Trace(json.loads(rules.to_text()), document)
    for steps, fields in trace.used.items():
        if field not in fields:
            continue
        changed = json.loads(content)
        place = sorted(fields[field], key=str)[0]
        holder = changed
        for step in place[:-1]:
            holder = holder[step]
        holder[place[-1]] = "changed"
        assert parse(rules, json.dumps(changed)).read() != parse(rules, content).read(), steps


@pytest.mark.parametrize(
    ("field", "first", "second"),
    [
        *(("playCount", first, 5) for first in ("many", -1, "-0.5", 2**63, "1e99", True, "7.")),
        *(("valid", first, True) for first in ("maybe", 2, "", None)),
        ("labels", [True], ["l"]),
        ("labels", ["", None], "l"),
        ("image", True, "http://a.example/"),
        ("image", ["x"], "http://a.example/"),
        ("extras", [{}], True),
    ],
)
def test_the_first_alternative_that_fits(field: str, first: object, second: object) -> None:
    """The library reads the second, and so it is said."""
    paths: Any = ["a", "b"]
    rule = {"id": "id", "title": "id", field: {"e": paths} if field == "extras" else paths}
    mapping = {
        "mapping": "m",
        "sections": {"type": {"default": "t"}, "items": "i"},
        "types": {"t": {"kind": "LIST", "item": rule}},
    }
    both = {"i": [{"id": "1", "a": first, "b": second}]}
    only = {"i": [{"id": "1", "b": second}]}
    assert parse(Mapping(mapping), json.dumps(both)).read() == (
        parse(Mapping(mapping), json.dumps(only)).read()
    )
    trace = traced(mapping, both)
    assert [name for name in ("a", "b") if ("i", None, name) in trace.used] == ["b"]


@pytest.mark.parametrize(
    ("rule", "first"),
    [
        ({"path": ["a", "b"], "join": ","}, False),
        ({"path": ["a", "b"], "join": ","}, [True]),
        (["a.*", "b"], [["n"]]),
    ],
)
def test_an_extra_that_does_not_fit(rule: Any, first: object) -> None:
    mapping = {
        "mapping": "m",
        "sections": {"type": {"default": "t"}, "items": "i"},
        "default": {"item": {"title": "b", "extras": {"e": rule}}},
    }
    document = {"i": [{"a": first, "b": "B"}]}
    item = parse(Mapping(mapping), json.dumps(document)).sections[0].items[0]
    assert item.extras["e"] == "B"
    assert read_for(traced(mapping, document)) == {"i": ["items"], "i.*.b": ["extras.e", "title"]}


def test_one_value_is_the_first_that_is_there() -> None:
    """A name with "join" in it joins nothing."""
    mapping = {
        "mapping": "m",
        "sections": {"type": {"default": "t"}, "items": "i"},
        "default": {
            "item": {
                "id": "id",
                "title": ["joined", "people.*.name"],
                "subtitle": {"path": "people.*.name", "join": ", "},
            }
        },
    }
    people = [{}, {"name": "Ada"}, {"name": "Bo"}]
    document = {"i": [{"id": "1", "joined": ["x"], "people": people}]}
    item = parse(Mapping(mapping), json.dumps(document)).sections[0].items[0]
    assert (item.title, item.subtitle) == ("Ada", "Ada, Bo")
    trace = traced(mapping, document)
    name = trace.used["i", None, "people", None, "name"]
    assert (len(name["title"]), len(name["subtitle"])) == (1, 2)
    assert ("title", "joined") in trace.nowhere


def test_alternatives_children_extras_and_lists() -> None:
    mapping = {
        "mapping": "things",
        "page": {"cursor": "next", "next": {"by": "cursor", "parameter": "c"}},
        "sections": {
            "list": "rows",
            "type": "t",
            "title": ["name", "$.name"],
            "button": {"text": "more.text"},
            "items": "things",
        },
        "types": {"shelf": {"kind": "LIST", "items": ["few", "$.hot"]}, "own": {"kind": "LIST"}},
        "default": {
            "item": {
                "id": "id",
                "title": ["title", "label"],
                "labels": "tags",
                "extras": {"who": "people.*.name", "place": "^.place", "a.b": '"a.b"'},
                "children": {"list": "inside.*.songs", "item": {"title": "0"}},
            }
        },
        "# note": "not read",
    }
    document = {
        "next": "x",
        "name": "all",
        "hot": [{"id": 1, "title": ""}, {"id": 2, "label": "L"}],
        "rows": [
            {"t": "shelf", "place": "P", "more": {"text": "M"}},
            {"t": "shelf", "few": "no list"},
            {
                "t": "own",
                "name": "N",
                "things": [
                    {
                        "title": "T",
                        "label": "also",
                        "tags": ["a", None],
                        "people": {"name": "Ada", "age": 36},
                        "a.b": 1,
                        "inside": [{"songs": ["s"]}],
                    }
                ],
            },
        ],
    }
    trace = traced(mapping, document)
    assert read_for(trace) == {
        "next": ["page.cursor"],
        "name": ["sections.title"],
        "hot": ["items"],
        "hot.*.id": ["id"],
        "hot.*.label": ["title"],
        "rows": ["sections"],
        "rows.*.t": ["sections.type"],
        "rows.*.place": ["extras.place"],
        "rows.*.more.text": ["button.text"],
        "rows.*.name": ["sections.title"],
        "rows.*.things": ["items"],
        "rows.*.things.*.title": ["title"],
        "rows.*.things.*.tags": ["labels"],
        "rows.*.things.*.tags.*": ["labels"],
        "rows.*.things.*.people.name": ["extras.who"],
        'rows.*.things.*."a.b"': ["extras.a.b"],
        "rows.*.things.*.inside": ["children"],
    }
    assert {written(steps): list(fields) for steps, fields in trace.spare.items()} == {
        "name": ["sections.title"],
        "rows.*.things.*.label": ["title"],
    }
    assert ("items", "few") in trace.nowhere
    assert ("title", "title") not in trace.nowhere


def test_a_value_of_another_type_is_not_read() -> None:
    mapping = {
        "mapping": "things",
        "sections": {"type": {"default": "things"}, "items": "$"},
        "types": {"things": {"kind": "LIST"}},
        "default": {"item": {"title": "t", "subtitle": "s", "valid": "v", "extras": "more"}},
    }
    document = [{"t": "T", "s": True, "v": True, "more": {"a": 1, "b": {"c": 2}}}, {"t": ["T"]}]
    assert read_for(traced(mapping, document)) == {
        "": ["items"],
        "*.t": ["title"],
        "*.v": ["valid"],
        "*.more.a": ["extras"],
    }


def test_names_are_written_as_a_mapping_wants_them() -> None:
    for name in ("plain", "with blank", "a.b", 'quo"te', "back\\slash", "12", "*", "$", "", "歌"):
        mapping = {
            "mapping": "one",
            "sections": {"type": {"default": "one"}, "items": "list"},
            "types": {"one": {"kind": "LIST"}},
            "default": {"item": {"title": quoted(name)}},
        }
        if name:  # which no path names
            page = parse(Mapping(mapping), json.dumps({"list": [{name: "found"}]}))
            assert page.sections[0].items[0].title == "found"
            assert read_for(traced(mapping, {"list": [{name: "found"}]})) == {
                "list": ["items"],
                f"list.*.{quoted(name)}": ["title"],
            }


# ---------------------------------------------------------------------------- the command


def inspect_json(run: Run, *arguments: object) -> list[dict[str, Any]]:
    ran = run("inspect", "--json", *arguments)
    assert (ran.returncode, ran.stderr) == (0, "")
    result: list[dict[str, Any]] = json.loads(ran.stdout)["inspected"]
    return result


def paths_of(inspected: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {row["path"]: row for row in inspected["paths"]}


def test_inspect(run: Run) -> None:
    ran = run("inspect", "netease-home.json")
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    assert lines[0] == "netease-home.json"
    assert lines[1].startswith("mapping netease-home, ")
    assert re.search(
        r'^data\.blocks\.\*\.blockCode +12  sections\.type +"HOMEPAGE_BANNER"$', ran.stdout, re.M
    )
    text = ran.stdout
    assert re.search(r"^data\.blocks\.\*\.extInfo\.banners\.\*\.bannerId +4/5  id ", text, re.M)
    assert "\033" not in ran.stdout
    assert "  sections.action: action" not in ran.stdout
    warnings = json.loads(run("show", "--json", "netease-home.json").stdout)["warnings"]
    assert warnings
    for warning in warnings:
        assert warning["code"] in ran.stdout


@pytest.mark.parametrize("cells", [40, 60, 100, 200])
@pytest.mark.parametrize("name", ["netease-home.json", "json-feed.json"])
def test_the_lines_fit(run: Run, cells: int, name: str) -> None:
    ran = run("inspect", "--mapping", name.removesuffix(".json"), name, COLUMNS=str(cells))
    assert max(map(width, ran.stdout.splitlines())) <= cells


def test_json_has_the_same(run: Run) -> None:
    (inspected,) = inspect_json(run, "--mapping", "douban-movies", "douban-movies.json")
    assert (inspected["name"], inspected["mapping"]) == ("douban-movies.json", "douban-movies")
    assert inspected["error"] is None
    paths = paths_of(inspected)
    title = paths["subjects.*.title"]
    assert title["used"] == ["title"]
    assert title["count"] == title["read"] == 8
    assert title["types"] == ["text"]
    assert not title["left"]
    assert paths['subjects.*.rating.details."1"']["left"]
    assert not paths["subjects.*"]["left"]
    ran = run("show", "--json", "--mapping", "douban-movies", "douban-movies.json")
    shown = json.loads(ran.stdout)
    assert inspected["warnings"] == shown["warnings"]
    assert inspected["warningTotal"] == shown["warningTotal"]


def test_only_what_is_left(run: Run) -> None:
    arguments = ("--mapping", "json-feed", "json-feed.json")
    (all_,), (left,) = inspect_json(run, *arguments), inspect_json(run, "--left", *arguments)
    assert left["paths"] == [row for row in all_["paths"] if row["left"]]
    assert "items.*.title" in paths_of(all_)
    assert "items.*.title" not in run("inspect", "--left", *arguments).stdout


def test_a_mapping_of_ones_own_with_a_path_that_leads_nowhere(run: Run, tmp_path: Path) -> None:
    mapping = tmp_path / "mine.json"
    mapping.write_text(
        json.dumps(
            {
                "mapping": "mine",
                "sections": {"type": {"default": "films"}, "items": "subjects"},
                "types": {"films": {"kind": "LIST"}},
                "default": {"item": {"title": "titel", "id": "id"}},
            }
        )
    )
    ran = run("inspect", "--mapping", mapping, "douban-movies.json")
    assert ran.returncode == 0
    assert "1 path of the mapping that led nowhere\n  title: titel\n" in ran.stdout


def assert_last_line(ran: subprocess.CompletedProcess[str], *parts: str) -> None:
    """As after any error, but beside what was shown."""
    ran.stdout = ""
    assert_one_line(ran, *parts)


def test_a_feed_that_the_mapping_cant_read_is_shown_all_the_same(run: Run) -> None:
    ran = run("inspect", "--mapping", "douban-movies", "netease-menus.json")
    assert ran.returncode == 1
    assert "data.*.name" in ran.stdout
    assert_last_line(ran, "netease-menus.json", "subjects")
    ran = run("inspect", "--json", "--mapping", "douban-movies", "netease-menus.json")
    (inspected,) = json.loads(ran.stdout)["inspected"]
    assert ran.returncode == 1
    assert "subjects" in inspected["error"]
    assert inspected["warnings"] == []


def test_what_is_no_json_is_an_error(run: Run) -> None:
    for text in ("{", "", "[NaN]", '{"a": 1} x'):
        ran = run("inspect", "-", stdin=text)
        assert (ran.returncode, ran.stdout) == (1, "")
        assert_one_line(ran, "standard input")


@pytest.mark.parametrize(
    "text",
    [
        '{"data": {"blocks": []}, "big": 1e400, "long": ' + "9" * 700 + "}",
        '\ufeff{"data": {"blocks": []}, "lone": "\\ud800", "nul": "\\u0000"}',
        '{"data": {"blocks": []}, "twice": 1, "twice": "two"}',
        '{"data": {"blocks": []}, "deep": ' + "[" * 400 + "]" * 400 + "}",
        '{"data": {"blocks": []}, "esc\\u001b[2J": "\\u001b[2J\\u202e"}',
    ],
)
def test_odd_values_are_shown(run: Run, text: str) -> None:
    for json_ in ((), ("--json",)):
        ran = run("inspect", *json_, "-", stdin=text)
        assert (ran.returncode, ran.stderr) == (0, "")
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", ran.stdout)


def test_an_address(run: Run, web: Web) -> None:
    web.routes["/menus"] = Answer(200, (FIXTURES / "netease-menus.json").read_bytes())
    (inspected,) = inspect_json(run, "--mapping", "netease-menus", f"{web.address}/menus")
    (file,) = inspect_json(run, "--mapping", "netease-menus", "netease-menus.json")
    assert inspected == {**file, "name": f"{web.address}/menus"}


def test_a_preset_has_several_pages(run: Run, home_server: Web) -> None:
    pages = inspect_json(run, "--preset", "netease-home", home_server.address)
    assert [page["mapping"] for page in pages] == ["netease-home", "netease-menus"]
    (file,) = inspect_json(run, "netease-home.json")
    assert pages[0]["paths"] == file["paths"]
    ran = run("inspect", "--preset", "netease-home", "netease-home.json")
    assert ran.returncode == 2


def test_an_address_that_cant_be_had(run: Run, web: Web) -> None:
    ran = run("inspect", f"{web.address}/nothing")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert_one_line(ran, f"{web.address}/nothing")


def test_an_answer_that_is_refused_is_shown(run: Run, web: Web) -> None:
    web.routes["/page"] = Answer(200, b'{"code": 301, "msg": "login", "other": 1}')
    ran = run("inspect", f"{web.address}/page")
    assert ran.returncode == 1
    assert "other" in ran.stdout
    assert_last_line(ran, "/page", "301")


@pytest.mark.parametrize(
    "command", ["", "show", "watch", "search", "import-users", "inspect", "mappings", "mapping"]
)
def test_every_help_tells_the_exit_status(run: Run, command: str) -> None:
    ran = run(*filter(None, [command]), "--help")
    assert ran.returncode == 0
    assert "exit status: 0 if all went well, 1 after an error" in ran.stdout
    assert max(map(width, ran.stdout.splitlines())) <= 100


@pytest.mark.parametrize(
    "command", ["show", "watch", "search", "import-users", "inspect", "mappings", "mapping"]
)
def test_every_command_can_write_json(run: Run, command: str) -> None:
    assert "--json" in run(command, "--help").stdout


def test_the_mappings_as_json(run: Run) -> None:
    assert json.loads(run("mappings", "--json").stdout) == list(Mapping.builtin_names())
    ran = run("mapping", "--json", "json-feed")
    assert ran.stdout.count("\n") == 1
    assert json.loads(ran.stdout) == json.loads(Mapping.builtin("json-feed").to_text())


def test_an_import_as_json(run: Run, tmp_path: Path) -> None:
    store = tmp_path / "people.db"
    ran = run("import-users", "--json", "--store", store, "users.json")
    assert ran.returncode == 0
    numbers = json.loads(ran.stdout)
    assert numbers["imported"] == numbers["count"] > 0
    assert numbers["skipped"] == 0
