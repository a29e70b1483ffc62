"""The repaired wheel, in a virtual environment that has nothing else: what it brings, it uses."""

from __future__ import annotations

import json
import os
import subprocess
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

from conftest import FIXTURES, PACKAGE, ROOT

if str(PACKAGE) in os.environ.get("PYTHONPATH", "").split(os.pathsep):
    pytest.skip("PYTHONPATH asks for the tree", allow_module_level=True)

WHEELS = Path(os.environ.get("FEEDCORE_WHEELS") or ROOT / "build" / "wheels")

PREPARED = """
import json, sys
import feedcore
USERS = {"sources": [{"name": "u", "url": "http://127.0.0.1:1/", "mapping": "users"}]}
def loaded():
    files = {line.split(maxsplit=5)[5].strip() for line in open("/proc/self/maps") if "/" in line}
    names = ("libfeedcore", "libjansson", "libsqlite3", "libcurl")
    return {name: sorted(file for file in files if name in file) for name in names}
def shown(**answer):
    context = feedcore.Context({"transport": "memory", "store": {"path": "pages"}})
    problems = []
    context.set_log(lambda context, event: problems.append(str(event.error)) if event.error else 0)
    context.respond("http://127.0.0.1:1/", **answer)
    feed = feedcore.Feed(context, USERS)
    feed.refresh()
    try:
        context.run(2)
    except feedcore.FeedcoreError as error:
        assert error.status == feedcore.Status.TIMEOUT
    titles = [item.title for section in feed.sections for item in section.items]
    return titles, problems
"""


@pytest.fixture(scope="module")
def wheel() -> Path:
    (wheel,) = WHEELS.glob("feedcore-*.whl")
    return wheel


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the wheel and no more, not even pip."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    (packages,) = folder.glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    return folder


def run(environment: Path, program: str, folder: Path) -> Any:
    """What the program prints as JSON, run with nothing that points elsewhere."""
    ran = subprocess.run(
        [environment / "bin" / "python", "-c", PREPARED + program],
        cwd=folder, env={"LC_ALL": "C.UTF-8"}, capture_output=True, text=True, timeout=60,
    )
    assert ran.stderr == ""
    return json.loads(ran.stdout)


def test_its_name_says_which_systems_it_is_for(wheel: Path) -> None:
    assert wheel.name.startswith("feedcore-")
    assert "-py3-none-manylinux_2_" in wheel.name


def test_it_brings_one_library_of_each(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        libraries = sorted(name for name in archive.namelist() if ".so" in name)
    assert [name.partition("-")[0] for name in libraries] == [
        "feedcore.libs/libjansson", "feedcore.libs/libsqlite3.so.0", "feedcore/libfeedcore.so",
    ]


def test_it_reads_a_page(environment: Path, tmp_path: Path) -> None:
    page, libraries = run(environment, f"""
data = open({str(FIXTURES / "netease-home.json")!r}, "rb").read()
page = feedcore.parse(feedcore.Mapping.builtin("netease-home"), data)
print(json.dumps([[section.title for section in page.sections], loaded()]))
""", tmp_path)
    assert "推荐歌单" in page
    inside = str(environment)
    for name in ("libfeedcore", "libjansson"):
        (path,) = libraries[name]
        assert path.startswith(inside)
    assert libraries["libsqlite3"] == libraries["libcurl"] == []  # loaded late


def test_its_own_sqlite_keeps_pages(environment: Path, tmp_path: Path) -> None:
    program = """
print(json.dumps([shown(body=b'[{"id": 1, "username": "ada"}]'), loaded()]))
"""
    kept, libraries = run(environment, program, tmp_path)
    assert kept == [["ada"], []]
    (sqlite,) = libraries["libsqlite3"]
    assert sqlite.startswith(str(environment))
    assert (tmp_path / "pages").read_bytes().startswith(b"SQLite format 3\0")
    again, _ = run(
        environment, "print(json.dumps([shown(status=feedcore.NEVER), loaded()]))", tmp_path
    )
    assert again == [["ada"], []]


@pytest.mark.parametrize("first", ["before", "after"])
def test_one_sqlite_for_the_program(first: str, environment: Path, tmp_path: Path) -> None:
    # Two of them in a process would drop each other's locks on a file that both have open.
    imported = "import sqlite3"
    shown, libraries = run(environment, f"""
{imported if first == "before" else ""}
result = shown(body=b'[{{"id": 1, "username": "ada"}}]')
{imported}
with sqlite3.connect("pages") as database:
    assert database.execute("pragma integrity_check").fetchall() == [("ok",)]
print(json.dumps([result, loaded()]))
""", tmp_path)
    assert shown == [["ada"], []]
    assert len(libraries["libsqlite3"]) == 1


def test_libcurl_is_the_system_s(environment: Path, tmp_path: Path) -> None:
    libraries = run(environment, """
context = feedcore.Context()
feed = feedcore.Feed(context, USERS)
feed.refresh()
context.run(30)  # nobody listens there
assert feed.sources[0].error.status == feedcore.Status.NETWORK, feed.sources
print(json.dumps(loaded()))
""", tmp_path)
    assert len(libraries["libcurl"]) == 1
    assert not libraries["libcurl"][0].startswith(str(environment))


def test_no_library_is_looked_for_where_it_was_built(environment: Path) -> None:
    for library in environment.glob("lib/python*/site-packages/feedcore*/*.so*"):
        dynamic = subprocess.run(
            ["readelf", "-dW", library], capture_output=True, text=True, check=True
        ).stdout
        paths = [line.split("[")[1].rstrip("]") for line in dynamic.splitlines() if "PATH" in line]
        inside = "$ORIGIN/../feedcore.libs"
        assert paths == ([inside] if library.name == "libfeedcore.so" else [])


def test_it_is_for_any_interpreter(environment: Path) -> None:
    # As its name says: what ctypes loads takes nothing of Python's own.
    (library,) = environment.glob("lib/python*/site-packages/feedcore/libfeedcore.so")
    names = subprocess.run(
        ["nm", "-D", "--undefined-only", library], capture_output=True, text=True, check=True
    ).stdout
    assert "json_" in names
    assert "Py" not in names
