"""Where the project's parts are, feeds to read, and the command as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "bindings" / "python"
HEADER = ROOT / "include" / "feedcore.h"
FIXTURES = ROOT / "Tests" / "Fixtures"
FEEDS = ROOT.parent / "shared" / "feeds"

sys.path.insert(0, str(PACKAGE))
os.environ.setdefault("FEEDCORE_LIBRARY", str(ROOT / "build" / "libfeedcore.so"))
os.environ["FEEDCORE_LIBRARY"] = os.path.abspath(os.environ["FEEDCORE_LIBRARY"])

import feedcore  # noqa: E402  (the path comes first)

# A list of things with every field that a mapping can name.
THINGS: dict[str, Any] = {
    "mapping": "things",
    "status": {
        "code": "code",
        "good": [0],
        "message": "message",
        "kinds": {"301": "login-needed"},
    },
    "page": {
        "cursor": "next",
        "hasMore": "more",
        "refreshInterval": "keep",
        "nodataToast": "toast",
    },
    "sections": {"type": {"default": "things"}, "title": "title", "items": "things"},
    "types": {"things": {"kind": "LIST"}},
    "default": {
        "item": {
            "id": "id",
            "title": "title",
            "subtitle": "subtitle",
            "text": "text",
            "html": "html",
            "image": "image",
            "action": "action",
            "actionType": "actionType",
            "playCount": "plays",
            "labels": "labels",
            "extras": {
                "year": "year",
                "rating": "rating",
                "flag": "flag",
                "when": "when",
                "names": "people.*.name",
                "sizes": "people.*.size",
            },
            "children": {"list": "inside", "item": {"id": "id", "title": "title"}},
        }
    },
}


def read_things(*things: dict[str, Any], **page: Any) -> feedcore.Snapshot:
    """A snapshot of a feed of THINGS."""
    mapping = feedcore.Mapping(json.dumps(THINGS))
    return feedcore.parse(mapping, json.dumps({"things": list(things), **page}))


def one_thing(**fields: Any) -> feedcore.Item:
    return read_things({"id": "1", "title": "One", **fields}).sections[0].items[0]


def read_fixture(name: str, mapping: str) -> feedcore.Snapshot:
    return feedcore.parse(
        feedcore.Mapping.builtin(mapping), (FIXTURES / name).read_bytes()
    )


@pytest.fixture
def home() -> feedcore.Snapshot:
    return read_fixture("netease-home.json", "netease-home")


@pytest.fixture
def menus() -> feedcore.Snapshot:
    return read_fixture("netease-menus.json", "netease-menus")


Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run() -> Run:
    """Runs `python3 -m feedcore …` in the folder of the fixtures."""

    def run_command(
        *arguments: object, stdin: str = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "feedcore", *map(str, arguments)],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            cwd=FIXTURES,
            env=command_environment(**environment),
            timeout=60,
        )

    return run_command


def command_environment(**more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR")}
    return {**kept, "PYTHONPATH": str(PACKAGE), "TZ": "UTC", **more}
