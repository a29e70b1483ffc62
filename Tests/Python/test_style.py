"""The package and its tests satisfy mypy --strict and ruff."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import PACKAGE, ROOT

CONFIGURATION = PACKAGE / "pyproject.toml"
FOLDERS = [PACKAGE / "feedcore", PACKAGE / "examples", ROOT / "Tests" / "Python"]


def check(module: str, *arguments: object) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        env={**os.environ, "MYPYPATH": str(PACKAGE)},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def check_types(*arguments: object) -> None:
    check("mypy", "--config-file", CONFIGURATION, "--cache-dir", "/dev/null", *arguments)


@pytest.mark.parametrize("version", ["3.9", "3.13"])
def test_types_of_the_package(version: str) -> None:
    check_types("--python-version", version, PACKAGE / "feedcore")


def test_types_of_the_tests() -> None:
    check_types(ROOT / "Tests" / "Python")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_lint(folder: Path) -> None:
    check("ruff", "check", "--no-cache", "--config", CONFIGURATION, folder)
