"""The package as pip installed it: what is in it, which library it uses, the command."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest

import feedcore
from conftest import FIXTURES, HEADER, PACKAGE, Run, command_environment, copied
from feedcore._library import installed

if str(PACKAGE) in os.environ.get("PYTHONPATH", "").split(os.pathsep):
    pytest.skip("PYTHONPATH asks for the tree", allow_module_level=True)

FOLDER = Path(feedcore.__file__).parent
COMMAND = Path(sysconfig.get_path("scripts"), "feedcore")


@pytest.fixture
def package() -> Distribution:
    return distribution("feedcore")


def loaded(**environment: str) -> list[str]:
    """The files of libfeedcore in a program with the package."""
    program = """
import feedcore
feedcore.library_version()
files = {line.split(maxsplit=5)[5] for line in open("/proc/self/maps") if "/libfeedcore" in line}
print("".join(sorted(files)), end="")
"""
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=without_a_library(**environment), capture_output=True, text=True, timeout=60,
    )
    assert ran.stderr == ""
    return ran.stdout.splitlines()


def without_a_library(**more: str) -> dict[str, str]:
    environment = command_environment()
    environment.pop("FEEDCORE_LIBRARY", None)
    return {**environment, **more}


# ----------------------------------------------------------------------- what is in it


def test_nothing_of_the_tree_is_imported() -> None:
    files = [
        str(module.__file__) for name, module in sys.modules.items()
        if name.partition(".")[0] == "feedcore"
    ]
    assert len(files) > 10
    assert [file for file in files if not file.startswith(f"{FOLDER}{os.sep}")] == []
    assert PACKAGE not in FOLDER.parents
    assert [path for path in sys.path if Path(path).resolve() == PACKAGE] == []


def test_it_holds_the_files_of_the_tree(package: Distribution) -> None:
    def sources(folder: Path) -> dict[str, bytes]:
        files = [file for file in folder.rglob("*") if file.suffix in (".py", ".typed")]
        return {str(file.relative_to(folder)): file.read_bytes() for file in files}

    assert sources(FOLDER) == sources(PACKAGE / "feedcore")
    assert (FOLDER / "py.typed").exists()
    names = {str(file) for file in package.files or []}
    assert {"feedcore/__init__.py", "feedcore/py.typed", "feedcore/libfeedcore.so"} <= names
    others = [
        name for name in names
        if not re.match(r"feedcore/.*\.(py|pyc|typed)$|feedcore-[^/]*\.dist-info/", name)
        and not re.match(r"feedcore\.libs/lib(jansson|sqlite3)", name)
    ]
    documents = ("builtin-mappings.md", "feedcore.h", "mapping.md")
    assert sorted(others) == [
        "../../../bin/feedcore",
        *(f"feedcore/doc/{name}" for name in documents),
        "feedcore/libfeedcore.so",
    ]


def test_one_version(package: Distribution) -> None:
    (version,) = re.findall(r'#define FEEDCORE_VERSION "(.*)"', HEADER.read_text())
    assert package.version == version
    assert feedcore.__version__ == version
    assert feedcore.library_version() == version


def test_metadata(package: Distribution) -> None:
    about = package.metadata
    assert about["Name"] == "feedcore"
    assert about["Requires-Python"] == ">=3.9"
    assert about["License-Expression"] == "MIT"
    assert about.get_all("License-File") == ["LICENSE", "licenses/jansson.txt"]
    assert "# feedcore for Python" in package.read_text("METADATA").splitlines()  # type: ignore[union-attr]
    wheel = package.read_text("WHEEL") or ""
    assert re.search(r"^Tag: py3-none-\w*linux\w*_x86_64$", wheel, re.MULTILINE)
    assert "Root-Is-Purelib: false" in wheel


def test_it_requires_nothing_that_was_not_asked_for(package: Distribution) -> None:
    required = package.requires or []
    assert [line for line in required if "extra ==" not in line] == []
    extras = set(package.metadata.get_all("Provides-Extra") or [])
    assert extras == set(re.findall(r'extra == "(\w+)"', " ".join(required)))
    assert extras == {"glib", "qt"}


def test_checkers_see_its_types(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import feedcore\nx: int = feedcore.library_version()\n")
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "/dev/null", "mine.py"],
        cwd=tmp_path, capture_output=True, text=True, timeout=120,
    )
    assert 'expression has type "str", variable has type "int"' in ran.stdout
    assert "Found 1 error" in ran.stdout


# ------------------------------------------------------------------- which library it is


def test_the_library_inside_is_the_one_that_is_used(tmp_path: Path) -> None:
    assert installed() == str(FOLDER / "libfeedcore.so")
    (tmp_path / "libfeedcore.so.0").write_text("what the system has")
    assert loaded() == [installed()]
    assert loaded(LD_LIBRARY_PATH=str(tmp_path)) == [installed()]


def test_one_that_the_environment_names_is_used_instead(tmp_path: Path) -> None:
    library = copied(tmp_path) / "libfeedcore.so"
    assert loaded(FEEDCORE_LIBRARY=str(library)) == [str(library)]
    by_name = library.rename(library.with_name("libfeedcore.so.0"))
    path = str(by_name.parent)
    assert loaded(FEEDCORE_LIBRARY=by_name.name, LD_LIBRARY_PATH=path) == [str(by_name)]


def test_an_empty_variable_names_none() -> None:
    assert loaded(FEEDCORE_LIBRARY="") == [installed()]


@pytest.mark.parametrize(("damage", "why"), [
    (lambda library: library.write_bytes(b"text"), "file too short"),
    (lambda library: library.write_bytes(b"text" * 100), "invalid ELF header"),
    (lambda library: shutil.rmtree(library.parents[1] / "feedcore.libs"), "libjansson"),
], ids=["short", "text", "alone"])
def test_a_broken_one_is_said_to_be(
    damage: Callable[[Path], object], why: str, tmp_path: Path
) -> None:
    library = copied(tmp_path) / "libfeedcore.so"
    damage(library)
    ran = subprocess.run(
        [sys.executable, "-m", "feedcore", "mappings"], cwd=tmp_path,
        env=without_a_library(), capture_output=True, text=True, timeout=60,
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith(f"feedcore: cannot load {library}: ")
    assert why in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert ran.stderr.count(str(library)) == 1


# -------------------------------------------------------------------------- the command


def run_command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [COMMAND, *arguments], cwd=FIXTURES, env=command_environment(**environment),
        capture_output=True, encoding="utf-8", timeout=60,
    )


def test_the_command_is_the_module(run: Run) -> None:
    for arguments in (["show", "netease-home.json"], ["--help"], ["show"], ["show", "missing"]):
        ours, module = run_command(*arguments), run(*arguments)
        assert (ours.returncode, ours.stdout, ours.stderr) == (
            module.returncode, module.stdout, module.stderr,
        )
    assert run_command("--version").stdout == f"feedcore {feedcore.__version__}\n"


def test_the_command_needs_neither_folder_nor_locale() -> None:
    ran = subprocess.run(
        [COMMAND, "show", FIXTURES / "netease-home.json"], cwd="/", env={"LC_ALL": "C"},
        capture_output=True, encoding="utf-8", timeout=60,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "推荐歌单" in ran.stdout


def test_a_closed_pipe_after_the_command() -> None:
    script = 'set -o pipefail; "$0" show netease-home.json | true; [ "${PIPESTATUS[0]}" != 1 ]'
    ran = subprocess.run(
        ["bash", "-c", script, COMMAND], cwd=FIXTURES, env=command_environment(),
        capture_output=True, text=True, timeout=60,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
