"""What bindings/python/docs/guide.md shows is what happens."""

from __future__ import annotations

import inspect
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import feedcore
from conftest import FIXTURES, PACKAGE, command_environment
from web import Web

GUIDE = PACKAGE / "docs" / "guide.md"
ELSEWHERE = "http://127.0.0.1:8080"


class Block(NamedTuple):
    language: str
    text: str


def chapters() -> dict[str, list[Block]]:
    """The blocks of code below each heading."""
    text = GUIDE.read_text(encoding="utf-8")
    parts = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
    blocks = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return {
        title: [Block(*found) for found in blocks.findall(chapter)]
        for title, chapter in zip(parts[1::2], parts[2::2])
    }


CHAPTERS = chapters()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(FIXTURES / "netease-home.json", tmp_path / "home.json")
    shutil.copy(FIXTURES / "users.json", tmp_path)
    return tmp_path


def run(folder: Path, *command: str) -> str:
    ran = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=command_environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def assert_shown(output: str, shown: str) -> None:
    """A line "…" stands for any lines, and at the end of one for the rest of it."""
    parts = [re.escape(part) for part in re.split(r"^…\n", shown, flags=re.MULTILINE)]
    wanted = r"(?:.*\n)*".join(parts).replace("…\n", ".*\n").replace(re.escape("…"), ".*")
    assert re.fullmatch(wanted, output), output


@pytest.mark.parametrize("title", [name for name, blocks in CHAPTERS.items() if blocks])
def test_the_python_of_a_chapter(title: str, folder: Path, home_server: Web) -> None:
    """All blocks are one program; what each prints stands below it."""
    programs = list(programs_of(CHAPTERS[title]))
    mark = "-- the next block --\n"
    program = f"print({mark!r}, end='')\n".join(program for program, _ in programs)
    outputs = run(folder, "-c", program.replace(ELSEWHERE, home_server.address)).split(mark)
    for output, (_, shown) in zip(outputs, programs):
        assert_shown(output, shown)


def programs_of(blocks: list[Block]) -> Iterator[tuple[str, str]]:
    """Each block of Python, and what it prints."""
    for block, next_ in zip(blocks, [*blocks[1:], Block("", "")]):
        if block.language == "python":
            yield block.text, next_.text if next_.language == "text" else ""


def test_every_chapter_has_something_that_runs() -> None:
    assert len(CHAPTERS) == 10
    for blocks in CHAPTERS.values():
        assert any(block.language == "python" for block in blocks)


def test_the_mapping_that_is_written(folder: Path) -> None:
    blocks = CHAPTERS["Writing a mapping"]
    films, first, rule = (block.text for block in blocks if block.language == "json")
    (folder / "films.json").write_text(films, encoding="utf-8")
    (folder / "films-mapping.json").write_text(first, encoding="utf-8")
    (console,) = (block.text for block in blocks if block.language == "console")
    command, _, shown = console.partition("\n")
    assert command.startswith("$ python3 ")
    assert_shown(run(folder, *shlex.split(command)[2:]), shown)

    better = re.sub(r'(?<="item": ).*(?=\}\s*\}\s*$)', rule.strip(), first)
    (section,) = feedcore.parse(feedcore.Mapping(better), films).read()
    assert [(item.id, item.title) for item in section.items] == [
        ("7", "Blue Harbour"),
        ("8", "The Long Night"),
    ]
    assert section.items[0].image == "http://a/7.jpg"
    assert section.items[0].extras == {"rating": 4.5}


def test_what_the_guide_names_is_there() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    names = re.findall(r"`(?:feedcore\.)?([A-Z]\w+)(?:\.(\w+))?(?:\(\))?`", text)
    assert names
    for name, member in names:
        thing = getattr(feedcore, name, None)
        if thing is not None and member:
            assert hasattr(thing, member), (name, member)
        assert thing is not None or name.isupper() or name == "None", name


def test_the_docs_are_built(tmp_path: Path) -> None:
    pytest.importorskip("pdoc", reason="pdoc isn't there (make docs installs it)")
    run(tmp_path, str(PACKAGE / "docs" / "build.py"), "out")
    guide = (tmp_path / "out" / "guide.html").read_text(encoding="utf-8")
    assert all(f">{title}</h2>" in guide for title in CHAPTERS)
    reference = (tmp_path / "out" / "feedcore.html").read_text(encoding="utf-8")
    for name in feedcore.__all__:
        assert f'id="{name}"' in reference


def documented(name: str, thing: Any) -> Iterator[tuple[str, str | None]]:
    """What is public of it, and each docstring."""
    yield name, thing.__doc__
    for member, value in vars(thing).items() if inspect.isclass(thing) else ():
        if isinstance(value, property):
            value = value.fget
        elif isinstance(value, (classmethod, staticmethod)):
            value = value.__func__
        if inspect.isfunction(value) and not member.startswith("_"):
            yield f"{name}.{member}", value.__doc__


@pytest.mark.parametrize("name", feedcore.__all__)
def test_everything_public_has_a_docstring(name: str) -> None:
    thing = getattr(feedcore, name)
    if inspect.isclass(thing) or inspect.isfunction(thing):
        for member, text in documented(name, thing):
            assert text, member
            assert not text.startswith(f"{name}("), member  # which dataclasses write by themselves
