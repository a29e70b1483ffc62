"""The programs in bindings/python/examples, run as their users run them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from conftest import FIXTURES, PACKAGE, ROOT, command_environment, read_fixture
from web import Answer, Web

NOWHERE = "http://127.0.0.1:1"
EXAMPLES = PACKAGE / "examples"
DEMO = ROOT / "Tests" / "Servers" / "demo.py"


def run_example(
    name: str, *arguments: object, stdin: str = "", demo: bool = True, **environment: str
) -> subprocess.CompletedProcess[str]:
    """With the server of the demo, whose address is in place of URL."""
    program = [sys.executable, str(EXAMPLES / name), *map(str, arguments)]
    return subprocess.run(
        [sys.executable, str(DEMO), *program] if demo else program,
        input=stdin, capture_output=True, encoding="utf-8", timeout=120,
        env=command_environment(PYTHONUTF8="1", **environment),
    )


@pytest.mark.parametrize("name", ["movies.py", "home_asyncio.py"])
def test_without_an_address_it_says_how(name: str) -> None:
    ran = run_example(name, demo=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert f"python3 {name} URL" in ran.stderr


# ------------------------------------------------------------------------------------- movies


def test_movies() -> None:
    ran = run_example("movies.py", "URL", stdin="2\nnine\n9\n\n8\n", BROWSER="echo opened %s")
    movies = read_fixture("douban-movies.json", "douban-movies").sections[0].items
    lines = ran.stdout.splitlines()
    assert lines[: len(movies)] == [
        f"{number} {movie.title} {movie.extras.text('year')} {movie.image}"
        for number, movie in enumerate(movies, 1)
    ]
    assert lines[len(movies) :] == [f"opened {movies[i].action}" for i in (1, 7)]
    assert ran.stderr == "a number from 1 to 8, please\n" * 3
    assert ran.returncode == 0


def test_no_movies() -> None:
    ran = run_example("movies.py", NOWHERE, stdin="1\n", demo=False, BROWSER="echo opened %s")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("no movies: no connection to 127.0.0.1:1")


def test_movies_that_are_refused(web: Web) -> None:
    web.routes["/v2/movie/coming_soon"] = Answer(200, b'{"code": 112, "msg": "rate_limit"}')
    ran = run_example("movies.py", web.address, demo=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "rate_limit" in ran.stderr


# ----------------------------------------------------------------------------------- asyncio


def test_a_home_page_in_asyncio() -> None:
    ran = run_example("home_asyncio.py", "URL", 2, 0)
    lines = ran.stdout.splitlines()
    assert [line for line in lines if line.startswith("request")] == [
        "request 1: 13 sections", "request 2: 13 sections",
    ]
    assert any("PLAYLIST_RCMD: 推荐歌单, " in line for line in lines)
    assert any(line.startswith("revision 1: Change(SECTIONS, position=0") for line in lines)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_home_page_that_changes(web: Web) -> None:
    page = (FIXTURES / "netease-home.json").read_text(encoding="utf-8")
    pages = [page, page.replace('"推荐歌单"', '"今天的歌单"')]
    assert pages[0] != pages[1]
    web.routes["/homepage/block/page"] = lambda _: Answer(200, pages.pop(0).encode())
    menus = (FIXTURES / "netease-menus.json").read_bytes()
    web.routes["/homepage/dragon/ball"] = Answer(200, menus)
    ran = run_example("home_asyncio.py", web.address, 2, 0, demo=False)
    assert "Change(SECTION, section=2)" in ran.stdout
    assert (ran.returncode, ran.stderr) == (0, "")


def test_no_home_page_in_asyncio() -> None:
    ran = run_example("home_asyncio.py", NOWHERE, 1, demo=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("no page: no connection to 127.0.0.1:1")


# ---------------------------------------------------------------------------------------- Qt


def test_a_home_page_in_qt(tmp_path: Path) -> None:
    pytest.importorskip("PySide6", reason="no PySide6 for this Python")
    from PySide6.QtGui import QImage

    picture = tmp_path / "home.png"
    ran = run_example(
        "home_qt.py", "URL", "--screenshot", picture, QT_QPA_PLATFORM="offscreen"
    )
    assert (ran.returncode, ran.stdout) == (0, "13 sections\n")
    image = QImage(str(picture))
    assert (image.width(), image.height()) == (414, 896)
    # Rows from top to bottom: most lines of the picture are of more than one colour.
    lines = range(0, 800, 4)
    assert sum(len({image.pixel(x, y) for x in range(380)}) > 1 for y in lines) > len(lines) / 2


def test_no_home_page_in_qt(tmp_path: Path) -> None:
    pytest.importorskip("PySide6", reason="no PySide6 for this Python")
    picture = tmp_path / "home.png"
    ran = run_example(
        "home_qt.py", NOWHERE, "--screenshot", picture, demo=False, QT_QPA_PLATFORM="offscreen"
    )
    assert ran.returncode == 1
    assert ran.stdout.startswith("no connection to 127.0.0.1:1")
