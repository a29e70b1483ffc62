"""The command as its users run it: a process of its own."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

import pytest

from conftest import FIXTURES, Run, assert_one_line, command_environment
from feedcore import Mapping
from feedcore._cells import width


def show_json(run: Run, *arguments: object, **more: str) -> dict[str, Any]:
    ran = run("show", "--json", *arguments, **more)
    assert (ran.returncode, ran.stderr) == (0, "")
    result: dict[str, Any] = json.loads(ran.stdout)
    return result


def test_show(run: Run) -> None:
    ran = run("show", "netease-home.json")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("netease-home.json\n")
    assert "\nPLAYLIST_RCMD  推荐歌单  " in ran.stdout
    assert "\033" not in ran.stdout
    assert max(map(width, ran.stdout.splitlines())) <= 100


def test_a_second_file_is_the_menus(run: Run) -> None:
    ran = run("show", "netease-home.json", "netease-menus.json")
    heads = [line for line in ran.stdout.splitlines() if line[:1].isupper()]
    assert heads[0].startswith("BANNER")
    assert heads[1].startswith("MENUS")
    data = show_json(run, "netease-home.json", "netease-menus.json")
    assert [section["kind"] for section in data["sections"]][:2] == ["BANNER", "MENUS"]


def test_json_has_what_scripts_rely_on(run: Run) -> None:
    data = show_json(run, "netease-home.json")
    assert data["sections"]
    for section in data["sections"]:
        assert {"kind", "type", "title", "items"} <= section.keys()
        for item in section["items"]:
            assert {"id", "title", "subtitle", "image", "action", "children"} <= item.keys()
            assert isinstance(item["children"], list)
    assert data["warnings"]
    for warning in data["warnings"]:
        assert {"path", "code", "message"} <= warning.keys()


def test_json_is_one_line_of_utf8(run: Run) -> None:
    ran = run("show", "--json", "netease-home.json", LC_ALL="C", PYTHONIOENCODING="ascii")
    assert ran.stdout.count("\n") == 1
    assert "推荐歌单" in ran.stdout


def test_standard_input(run: Run) -> None:
    text = (FIXTURES / "netease-home.json").read_text()
    ran = run("show", "-", stdin=text)
    assert ran.stdout.startswith("standard input\n")
    assert show_json(run, "-", stdin=text) == show_json(run, "netease-home.json")
    joined = show_json(run, "-", "netease-menus.json", stdin=text)
    assert joined["sections"][1]["kind"] == "MENUS"


@pytest.mark.parametrize(
    ("name", "file", "type_"),
    [
        ("netease-menus", "netease-menus.json", "MENUS"),
        ("douban-movies", "douban-movies.json", "movies"),
        ("json-feed", "json-feed.json", "entries"),
        ("users", "users.json", "users"),
    ],
)
def test_the_other_built_in_mappings(run: Run, name: str, file: str, type_: str) -> None:
    data = show_json(run, "--mapping", name, file)
    assert [section["type"] for section in data["sections"]] == [type_]
    assert data["sections"][0]["items"]


def test_a_mapping_from_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    text = Mapping.builtin("users").to_text()
    for old, new in (('"users":', '"people":'), ('"default": "users"', '"default": "people"')):
        text = text.replace(old, new)
    file.write_text(text)
    data = show_json(run, "--mapping", file, "users.json")
    assert data["sections"][0]["type"] == "people"


def test_a_changed_copy_of_netease_home_takes_menus_too(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(run("mapping", "netease-home").stdout)
    data = show_json(run, "netease-home.json", "netease-menus.json", "--mapping", file)
    assert data["sections"][1]["kind"] == "MENUS"


def test_several_files_of_another_mapping(run: Run) -> None:
    ran = run("show", "--mapping", "users", "users.json", "users.json")
    assert ran.stdout.count("users.json\n") == 2
    one = show_json(run, "--mapping", "users", "users.json")
    two = show_json(run, "--mapping", "users", "users.json", "users.json")
    assert two["sections"] == one["sections"] * 2
    assert two["warnings"] == one["warnings"] * 2
    assert two["warningTotal"] == one["warningTotal"] * 2
    assert two.keys() == one.keys()


def test_numbers_survive_the_merging(run: Run, tmp_path: Path) -> None:
    feed = '[{"id": 1, "username": "x", "followersCount": 1e999, "followingCount": NUMBER}]'
    file = tmp_path / "users.json"
    file.write_text(feed.replace("NUMBER", "7" * 5000))
    ran = run("show", "--json", "--mapping", "users", file, file)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.count("Infinity") == 0


# ------------------------------------------------------------------------ errors


def test_a_broken_feed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text('{"code": 200,\n  "data": {"blocks": [}}')
    for arguments in (["show"], ["show", "--json"]):
        ran = run(*arguments, file)
        assert_one_line(ran, f"feedcore: {file}: ", "line 2", "column 23")
        assert ran.stderr.count("line 2") == 1


def test_a_missing_file(run: Run) -> None:
    assert_one_line(run("show", "no-such.json"), "feedcore: no-such.json: No such file")
    assert_one_line(run("show", "netease-home.json", "no-such.json"), "feedcore: no-such.json: ")


def test_a_folder(run: Run) -> None:
    assert_one_line(run("show", "."), "feedcore: .: Is a directory")


def test_an_empty_standard_input(run: Run) -> None:
    assert_one_line(run("show", "-"), "feedcore: standard input: ")


def test_a_refusal_of_the_server(run: Run) -> None:
    ran = run("show", "-", stdin='{"code": 301, "message": "\\u001b[31m请\\n登录"}')
    assert_one_line(ran, "301", "请 登录")
    assert "\033" not in ran.stderr


def test_the_wrong_mapping(run: Run) -> None:
    assert_one_line(run("show", "--mapping", "json-feed", "users.json"), "users.json")


def test_a_mapping_that_is_not_there(run: Run) -> None:
    ran = run("show", "--mapping", "no-such", "users.json")
    assert_one_line(ran, "feedcore: no-such: ", "netease-home", "json-feed")


def test_a_broken_mapping(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mapping.json"
    file.write_text('{"mapping": "x",\n "sections": {"items": 7}}')
    assert_one_line(run("show", "--mapping", file, "users.json"), f"{file}: ", "line 2")


def test_the_name_of_a_file_is_made_harmless(run: Run, tmp_path: Path) -> None:
    ran = run("show", tmp_path / "a\n\033[31mb")
    assert_one_line(ran, "a ␛[31mb: No such file")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["show"],
        ["show", "--nonsense", "netease-home.json"],
        ["nonsense"],
        ["show", "-", "-"],
        ["show", "netease-home.json", "netease-menus.json", "users.json"],
        ["mapping"],
    ],
)
def test_usage_errors(run: Run, arguments: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("usage: feedcore")


def test_help(run: Run) -> None:
    ran = run("show", "--help")
    assert ran.returncode == 0
    for word in ("--mapping", "--json", "FILE", "netease-menus", "standard input"):
        assert word in ran.stdout


# ---------------------------------------------------------------- other commands


def test_mappings(run: Run) -> None:
    ran = run("mappings")
    assert ran.stdout.splitlines() == list(Mapping.builtin_names())


def test_mapping(run: Run) -> None:
    ran = run("mapping", "json-feed")
    assert ran.returncode == 0
    assert json.loads(ran.stdout)["mapping"] == "json-feed"
    assert ran.stdout.rstrip() == Mapping.builtin("json-feed").to_text().rstrip()
    assert_one_line(run("mapping", "no-such"), "feedcore: no-such: ")


def test_version(run: Run) -> None:
    assert run("--version").stdout == "feedcore 0.2.0\n"


# ------------------------------------------------------------ terminals and pipes


@pytest.mark.parametrize("columns", [50, 80, 120])
def test_columns_are_respected(run: Run, columns: int) -> None:
    ran = run("show", "netease-home.json", COLUMNS=str(columns))
    widest = max(map(width, ran.stdout.splitlines()))
    assert columns - 10 < widest <= columns


def in_a_terminal(*arguments: str, **environment: str) -> str:
    """What the command writes to a terminal of 70 columns."""
    main, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 70, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "feedcore", *arguments],
        stdin=terminal, stdout=terminal, stderr=terminal, cwd=FIXTURES,
        env=command_environment(**environment),
    )
    os.close(terminal)
    output = b""
    while True:
        try:
            output += os.read(main, 65536)
        except OSError:  # the other end is closed
            break
    os.close(main)
    assert process.wait(60) == 0
    return output.decode().replace("\r\n", "\n")


def test_colours_in_a_terminal_and_its_width() -> None:
    text = in_a_terminal("show", "netease-home.json")
    assert "\033[1;36mBANNER\033[m" in text
    plain = in_a_terminal("show", "netease-home.json", NO_COLOR="1")
    assert "\033" not in plain
    assert 60 < max(map(width, plain.splitlines())) <= 70


def test_json_has_no_colours_even_in_a_terminal() -> None:
    assert "\033" not in in_a_terminal("show", "--json", "netease-home.json")


def test_json_never_commands_the_terminal(run: Run) -> None:
    evil = "\x1b[31m\x9b31m\x7f\u202e\u2067"
    feed = json.dumps([{"id": 1, "username": evil}], ensure_ascii=False)
    for files in (["-"], ["-", "users.json"]):
        ran = run("show", "--json", "--mapping", "users", *files, stdin=feed)
        assert json.loads(ran.stdout)["sections"][0]["items"][0]["title"] == evil
        assert not set("\x1b\x9b\x7f\u202e\u2067") & set(ran.stdout)


def started(*arguments: str, stdout: int = subprocess.PIPE) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "feedcore", *arguments],
        stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE, text=True,
        cwd=FIXTURES, env=command_environment(),
    )


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_closed_pipe_is_quiet(form: list[str]) -> None:
    reading, writing = os.pipe()
    process = started("show", *form, "netease-home.json", stdout=writing)
    os.close(reading)
    os.close(writing)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (-signal.SIGPIPE, "")


def test_head_of_a_long_page(tmp_path: Path) -> None:
    big = json.loads((FIXTURES / "netease-home.json").read_text())
    big["data"]["blocks"] *= 60
    (tmp_path / "big.json").write_text(json.dumps(big))
    command = f"{sys.executable} -m feedcore show {tmp_path}/big.json | head -n 1"
    ran = subprocess.run(
        ["sh", "-c", command], env=command_environment(), capture_output=True, text=True
    )
    assert ran.stdout.endswith("big.json\n")
    assert ran.stderr == ""


def test_ctrl_c_is_quiet() -> None:
    process = started("show", "-")
    assert process.stdin is not None
    process.stdin.write(" " * 500_000)  # more than a pipe holds: it is reading
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (-signal.SIGINT, "")


def test_a_full_disk() -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "feedcore", "show", "netease-home.json"],
            stdout=full, stderr=subprocess.PIPE, text=True, cwd=FIXTURES, env=command_environment(),
        )
    assert ran.returncode == 1
    assert ran.stderr == "feedcore: standard output: No space left on device\n"


@pytest.mark.parametrize(("redirection", "message"), [
    (">&-", "feedcore: standard output: it is closed\n"),
    ("<&-", "feedcore: standard input: it is closed\n"),
])
def test_closed_streams(redirection: str, message: str) -> None:
    command = f"{sys.executable} -m feedcore show - {redirection}"
    ran = subprocess.run(
        ["sh", "-c", command], env=command_environment(), input="", capture_output=True, text=True
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", message)
