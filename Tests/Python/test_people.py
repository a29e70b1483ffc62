"""The commands search and import-users, as their users run them."""

from __future__ import annotations

import io
import json
import os
import pty
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from conftest import ROOT, Run, assert_one_line, command_environment, users
from feedcore import Context, Directory
from feedcore._progress import Progress
from web import Answer, Asked, Web

PATIENCE = 60.0  # seconds
IMPORT = [sys.executable, "-m", "feedcore", "import-users"]


@pytest.fixture
def store(tmp_path: Path, run: Run) -> Path:
    """With the people of users.json."""
    path = tmp_path / "people"
    ran = run("import-users", "--store", path, "users.json")
    assert (ran.returncode, ran.stdout, ran.stderr) == (
        0, "imported 5, skipped 0; 5 in the directory\n", "",
    )
    return path


def crowd(path: Path, count: int) -> Path:
    rows = ({"id": n, "username": f"user{n}", "bio": "one of many"} for n in range(count))
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


def count(store: Path) -> int | None:
    with Context({"store": {"path": str(store)}}) as context:
        directory = Directory(context)
        context.run(PATIENCE)
        return directory.count


# -------------------------------------------------------------------------------- search


@pytest.mark.parametrize(
    "command", [["search", "ada"], ["import-users", "users.json"], ["show", "http://a.test/"]]
)
def test_a_file_of_another_kind_is_no_store(run: Run, tmp_path: Path, command: list[str]) -> None:
    path = tmp_path / "letter"
    path.write_text("Dear Anna!")
    ran = run(command[0], "--store", path, *command[1:])
    assert (ran.returncode, ran.stdout) == (2, "")
    assert f"{path} is a file of another kind" in ran.stderr
    assert path.read_text() == "Dear Anna!"
    assert os.listdir(tmp_path) == ["letter"]


def test_people_are_lines_as_show_has_them(run: Run, store: Path) -> None:
    ran = run("search", "--store", store, "ada")
    assert (ran.returncode, ran.stderr) == (0, "")
    (line,) = ran.stdout.splitlines()
    assert line.split() == [
        "Ada", "Ferrow", "@adaferrow", "·", "52,044", "followers", "img3.example/avatar/4002.jpg",
    ]
    shown = run("show", "--mapping", "users", "users.json").stdout
    assert line.split() in [each.split() for each in shown.splitlines()]


@pytest.mark.parametrize(
    ("query", "usernames"),
    [
        (["@zoe"], ["zoe"]),
        (["ada", "ferrow"], ["adaferrow"]),
        (["码头"], ["xiaozhou"]),
        (["--", "--limit"], []),
        (["@"], []),
        (['" OR * NEAR('], []),
    ],
)
def test_queries(run: Run, store: Path, query: list[str], usernames: list[str]) -> None:
    ran = run("search", "--json", "--store", store, *query)
    assert ran.returncode == 0
    sections = json.loads(ran.stdout)["sections"]
    items = [item for section in sections for item in section["items"]]
    assert [item["extras"]["username"] for item in items] == usernames
    told = "" if usernames else f"feedcore: nothing found for {' '.join(query).strip('- ')}\n"
    assert ran.stderr.replace("--", "") == told


def test_nothing_is_found(run: Run, store: Path) -> None:
    ran = run("search", "--store", store, "nobody\033[31m")
    assert (ran.returncode, ran.stdout) == (0, "")
    assert ran.stderr == "feedcore: nothing found for nobody␛[31m\n"


def test_a_limit_is_for_the_directory(run: Run, store: Path) -> None:
    everybody = run("search", "--store", store, "@a").stdout.splitlines()
    assert len(everybody) == 2
    assert len(run("search", "--limit", 1, "--store", store, "@a").stdout.splitlines()) == 1


def test_a_server_and_the_directory(run: Run, store: Path, web: Web) -> None:
    def answer(asked: Asked) -> Answer:
        assert asked.path == "/find?q=ada%20%26%E5%91%A8"
        return Answer(200, users("ada & 周"))

    web.routes["/find"] = answer
    url = web.address + "/find?q={query}"
    ran = run("search", "--url", url, "ada &周")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.split() == ["ada", "&", "周"]

    web.routes["/find"] = Answer(200, users("adam"))
    ran = run("search", "--log", "--url", url, "--store", store, "ada")
    assert [line.split()[0] for line in ran.stdout.splitlines()] == ["Ada", "adam"]
    assert f"{web.address}/find?q=ada: 200, " in ran.stderr

    del web.routes["/find"]
    told = f"feedcore: {url}: invalid response: HTTP status 404\n"
    ran = run("search", "--url", url, "--store", store, "ada")
    assert (ran.returncode, ran.stderr) == (0, told)
    assert len(ran.stdout.splitlines()) == 1
    ran = run("search", "--json", "--url", url, "--store", store, "nobody")
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", told)


def test_a_mapping(run: Run, web: Web) -> None:
    web.routes["/find"] = Answer(200, b'{"subjects": [{"id": 1, "title": "A film"}]}')
    url = web.address + "/find?q={query}"
    ran = run("search", "--mapping", "douban-movies", "--url", url, "film")
    assert ran.stdout.strip() == "A film"
    assert_one_line(run("search", "--mapping", "nix", "--url", url, "x"), "no built-in mapping")


def test_a_server_that_never_answers(run: Run, store: Path, web: Web) -> None:
    is_over = threading.Event()

    def never(_asked: Asked) -> Answer:
        is_over.wait(PATIENCE)
        return Answer(404)

    web.routes["/find"] = never
    url = f"http://me:secret@{web.address[7:]}/find?q={{query}}"
    ran = run("search", "--timeout", "1", "--url", url, "--store", store, "ada")
    is_over.set()
    assert (ran.returncode, len(ran.stdout.splitlines())) == (0, 1)
    shown = url.replace("me:secret@", "")
    assert ran.stderr == f"feedcore: {shown}: no answer within 1 s\n"


def test_a_store_that_is_not_there(run: Run, tmp_path: Path) -> None:
    ran = run("search", "--store", tmp_path / "nowhere", "ada")
    assert_one_line(ran, "nowhere: there is no such store; import-users makes one")
    assert not (tmp_path / "nowhere").exists()


def test_a_store_that_is_none(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "store"
    path.mkdir()
    ran = run("search", "--store", path, "ada")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert str(path) in ran.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ada"], "nowhere to search"),
        (["--store", "x"], "required: QUERY"),
        (["--store", "x", " ", "\u3000"], "a query of nothing"),
        (["--store", "x", "--limit", "0", "ada"], "no number of people: 0"),
        (["--store", "x", "--limit", "x", "ada"], "no number of people: x"),
        (["--store", "x", "--mapping", "users", "ada"], "a mapping is for the answer of --url"),
        (["--url", "http://x.test/{query}", "--limit", "5", "ada"], "a limit is for the dir"),
        (["--url", "http://x.test/", "ada"], 'no address with "{query}" in it: http://x.test/'),
        (["--url", "file:///{query}", "ada"], 'no address with "{query}" in it'),
        (["--url", "http://me:secret@x.test/", "ada"], "in it: http://x.test/"),
        (["--store", "x", "\udcff"], "no text in UTF-8"),
    ],
)
def test_usage_errors(run: Run, arguments: list[str], message: str) -> None:
    ran = run("search", *arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("usage: feedcore search")
    assert message in ran.stderr


def test_what_can_not_be_asked(run: Run, store: Path) -> None:
    assert_one_line(run("search", "--store", store, "x" * 4097), "larger than is allowed")
    ran = run("search", "--url", "http://?{query}", "x")
    assert_one_line(ran, "feedcore: http://?{query}: not a URL of http or https")


# -------------------------------------------------------------------------------- import


def test_rows_that_are_skipped(run: Run, store: Path) -> None:
    rows = '{"id": 1, "username": "x"}\n{"username": "no id"}\n{bad\n\n[1]\n{"id": 2}\n'
    ran = run("import-users", "--store", store, "-", stdin=rows)
    told = ran.stderr.splitlines()
    assert ran.returncode == 0
    assert [line[: len("feedcore: standard input: row N")] for line in told[:3]] == [
        f"feedcore: standard input: row {row}" for row in (2, 3, 4)
    ]
    for text, line in zip(told, (2, 3, 5)):
        assert f"line {line}" in text
    taken = 6 - 1 - len(told)
    assert ran.stdout == (
        f"imported {taken}, skipped {len(told)}; {5 + taken} in the directory\n"
    )


def test_the_first_hundred_are_told(run: Run, store: Path) -> None:
    rows = "[" + "0," * 1249 + '{"id": 1, "username": "x"}]'
    ran = run("import-users", "--store", store, "-", stdin=rows)
    told = ran.stderr.splitlines()
    assert len(told) == 101
    assert told[-1] == "feedcore: standard input: and 1,149 more rows were skipped"
    assert ran.stdout == "imported 1, skipped 1,249; 6 in the directory\n"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("[1, 2]", ["feedcore: standard input: nothing imported, skipped 2"]),
        ("[", ["feedcore: standard input: ", "line 1, column 2"]),
        ("", ["feedcore: standard input: "]),
        ("7", ["feedcore: standard input: expected a list of users"]),
    ],
)
def test_nothing_is_imported(run: Run, store: Path, text: str, parts: list[str]) -> None:
    ran = run("import-users", "--store", store, "-", stdin=text)
    assert (ran.returncode, ran.stdout) == (1, "")
    for part in parts:
        assert part in ran.stderr.splitlines()[-1]
    assert count(store) == 5


def test_nobody_to_import(run: Run, store: Path) -> None:
    ran = run("import-users", "--store", store, "-", stdin="[]")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == "imported 0, skipped 0; 5 in the directory\n"


def test_a_file_that_can_not_be_read(run: Run, tmp_path: Path) -> None:
    store = tmp_path / "people"
    ran = run("import-users", "--store", store, "nix.json")
    assert_one_line(ran, "feedcore: nix.json: No such file or directory")
    assert not store.exists()
    assert_one_line(run("import-users", "--store", store, tmp_path), "Is a directory")


def test_a_store_that_can_not_be_written(run: Run, tmp_path: Path) -> None:
    ran = run("import-users", "--store", tmp_path / "nowhere" / "people", "users.json")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "nowhere/people: " in ran.stderr
    assert ran.stderr.splitlines()[-1].startswith("feedcore: users.json: the store: ")


@pytest.mark.parametrize("name", ["two  spaces", "one at the end ", "a\u3000wide one"])
def test_a_name_with_spaces(run: Run, tmp_path: Path, name: str) -> None:
    ran = run("import-users", "--store", tmp_path / name, "users.json")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert (tmp_path / name).exists()


@pytest.mark.parametrize("name", ["a\tb", "a\nb", "\033[31m", "a\u202eb", "a\u200bb"])
def test_a_name_that_a_terminal_would_obey_or_hide(run: Run, tmp_path: Path, name: str) -> None:
    ran = run("import-users", "--store", tmp_path / name, "users.json")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "no name of a file" in ran.stderr


def test_usage_of_import(run: Run) -> None:
    for arguments in (["users.json"], ["--store", "x"], ["--store", "", "users.json"]):
        ran = run("import-users", *arguments)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert ran.stderr.startswith("usage: feedcore import-users")


def test_help(run: Run) -> None:
    for word in ("--store FILE", "--url URL", "{query}", "--limit N", "--json", "@", "QUERY"):
        assert word in run("search", "--help").stdout
    for word in ("--store FILE", "Ctrl-C", "standard input"):
        assert word in run("import-users", "--help").stdout
    text = run("--help").stdout
    assert "search" in text
    assert "import-users" in text


# --------------------------------------------------------------------- terminals and pipes


class Terminal:
    """What a program writes to standard error, where that is a terminal."""

    def __init__(self, *arguments: object, **environment: str) -> None:
        self._main, terminal = pty.openpty()
        self.process = subprocess.Popen(
            [*IMPORT, *map(str, arguments)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=terminal,
            env=command_environment(**{"TERM": "xterm", **environment}),
        )
        os.close(terminal)
        self.seen = ""

    def until(self, text: str) -> None:
        while text not in self.seen:
            assert self._read()

    def _read(self) -> bool:
        try:
            data = os.read(self._main, 65536)
        except OSError:  # the last one who has it open has gone
            return False
        self.seen += data.decode()
        return bool(data)

    def end(self) -> tuple[int, str]:
        """Its exit status, and what it wrote to standard output."""
        while self._read():
            pass
        os.close(self._main)
        output, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, output.decode()

    @property
    def screen(self) -> list[str]:
        """What stands there: a carriage return goes back, and what follows goes over it."""
        lines = []
        for line in self.seen.replace("\r\n", "\n").split("\n"):
            cells = ""
            for text in line.split("\r"):
                cells = text + cells[len(text) :]
            lines.append(cells.rstrip())
        return lines


def test_a_bar_in_a_terminal(tmp_path: Path) -> None:
    store, file = tmp_path / "people", crowd(tmp_path / "users.json", 5000)
    with file.open("a") as rows:
        rows.write("\n[]\n")
    terminal = Terminal("--store", store, file)
    assert terminal.end() == (0, "imported 5,000, skipped 1; 5,000 in the directory\n")
    assert "\r" in terminal.seen
    assert "%  [##" in terminal.seen
    assert ",000 users" in terminal.seen
    assert "\033" not in terminal.seen
    told, rest = terminal.screen
    assert told.startswith(f"feedcore: {file}: row 5001: ")
    assert rest == ""


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"TERM": ""}])
def test_a_terminal_without_a_bar(tmp_path: Path, environment: dict[str, str]) -> None:
    store, file = tmp_path / "people", crowd(tmp_path / "users.json", 5000)
    terminal = Terminal("--store", store, file, **environment)
    assert terminal.end() == (0, "imported 5,000, skipped 0; 5,000 in the directory\n")
    assert terminal.seen == ""


def test_interrupted(run: Run, store: Path, tmp_path: Path) -> None:
    file = crowd(tmp_path / "users.json", 300_000)
    terminal = Terminal("--store", store, file)
    terminal.until("%")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == (-signal.SIGINT, "")
    assert terminal.screen == [
        f"feedcore: {file}: interrupted; nothing of it was imported", "",
    ]
    assert count(store) == 5
    assert len(run("search", "--store", store, "ada").stdout.splitlines()) == 1


def test_killed(store: Path, tmp_path: Path) -> None:
    terminal = Terminal("--store", store, crowd(tmp_path / "users.json", 300_000))
    terminal.until("%")
    terminal.process.send_signal(signal.SIGKILL)
    assert terminal.end() == (-signal.SIGKILL, "")
    assert count(store) == 5


def test_a_full_disk_and_nobody_who_reads(store: Path) -> None:
    search = [sys.executable, "-m", "feedcore", "search", "--store", str(store), "@a"]
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            search, stdout=full, stderr=subprocess.PIPE, text=True, env=command_environment(),
            timeout=PATIENCE,
        )
    assert ran.returncode == 1
    assert ran.stderr == "feedcore: standard output: No space left on device\n"
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        search, stdout=writing, stderr=subprocess.PIPE, text=True, env=command_environment(),
        timeout=PATIENCE,
    )
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (-signal.SIGPIPE, "")


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_over_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    screen = Screen()
    progress = Progress(screen)
    progress.show(50, 100, "1,000 users")
    assert screen.getvalue() == f"\r 50 %  [{'#' * 20}{' ' * 20}]  1,000 users"
    progress.show(50, 100, "1,000 users")
    progress.show(100, 100, "1 user")
    assert screen.getvalue().endswith(f"\r100 %  [{'#' * 40}]  1 user     ")
    progress.erase()
    assert screen.getvalue().endswith("\r" + " " * 57 + "\r")
    shown = screen.getvalue()
    progress.erase()
    assert screen.getvalue() == shown
    progress.show(0, 0, "x" * 100)
    assert screen.getvalue() == shown + "\r  0 %"


def test_the_picture_in_the_readme(run: Run, store: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    _, _, after = text.partition("feedcore search --store people.db ada")
    picture = after.split("```\n")[1]
    assert run("search", "--store", store, "ada").stdout == picture
