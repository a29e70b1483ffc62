"""Finding and loading the shared library."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import feedcore
from conftest import FIXTURES, command_environment, copied
from feedcore._library import Library, LibraryError, load


def test_the_library_has_the_version_of_the_package() -> None:
    assert feedcore.library_version() == feedcore.__version__


def test_a_path_that_is_not_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FEEDCORE_LIBRARY", "/nowhere/libfeedcore.so")
    with pytest.raises(LibraryError) as caught:
        load()
    text = str(caught.value)
    assert text.startswith("cannot load /nowhere/libfeedcore.so: ")
    assert text.count("/nowhere/libfeedcore.so") == 1
    assert "FEEDCORE_LIBRARY" in text
    assert "\n" not in text


def test_a_file_that_is_no_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "text.so"
    file.write_text("not a library")
    monkeypatch.setenv("FEEDCORE_LIBRARY", str(file))
    with pytest.raises(LibraryError, match=r"cannot load .*text\.so"):
        load()


def test_a_library_that_lacks_a_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FEEDCORE_LIBRARY", "libc.so.6")
    with pytest.raises(LibraryError, match=r"feedcore_version.*older than this package"):
        load()


def test_where_none_is_installed_the_loader_finds_it_by_its_soname(tmp_path: Path) -> None:
    package = copied(tmp_path)
    (package / "libfeedcore.so").rename(package / "libfeedcore.so.0")
    environment = command_environment(LD_LIBRARY_PATH=str(package), PYTHONPATH=str(tmp_path))
    environment.pop("FEEDCORE_LIBRARY", None)
    code = "import feedcore; print(feedcore.library_version(), feedcore.__file__)"
    ran = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    expected = f"{feedcore.__version__} {package}/__init__.py\n"
    assert (ran.stdout, ran.stderr) == (expected, "")


def test_a_relative_path_without_a_slash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = copied(tmp_path) / "libfeedcore.so"
    library.rename(library.with_name("mine.so"))
    monkeypatch.chdir(library.parent)
    monkeypatch.setenv("FEEDCORE_LIBRARY", "mine.so")
    assert load()["feedcore_version"]()


def test_importing_the_package_loads_nothing() -> None:
    code = "import feedcore; feedcore.FeedcoreError; feedcore.SectionKind.BANNER"
    environment = command_environment(FEEDCORE_LIBRARY="/nowhere")
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_no_other_name_becomes_a_function() -> None:
    with pytest.raises(AttributeError):
        _ = Library().malloc


def test_the_command_says_it_in_one_line() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "feedcore", "show", "netease-home.json"],
        env=command_environment(FEEDCORE_LIBRARY="/nowhere/libfeedcore.so"),
        cwd=FIXTURES,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert ran.stderr.startswith("feedcore: cannot load /nowhere/libfeedcore.so: ")
    assert ran.stderr.count("\n") == 1
