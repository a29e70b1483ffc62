"""Where the project's parts are, feeds to read, and the command as a process of its own."""

from __future__ import annotations

import gc
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import feedcore
from feedcore._library import installed
from web import Answer, Web, serving

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "bindings" / "python"
HEADER = ROOT / "include" / "feedcore.h"
FIXTURES = ROOT / "Tests" / "Fixtures"
FEEDS = ROOT.parent / "shared" / "feeds"

# The package under test is the one that is installed. While one works on it, the tree will do, by
# FEEDCORE_LIBRARY and PYTHONPATH; programs of the tests run in other folders.
for name in ("FEEDCORE_LIBRARY", "PYTHONPATH"):
    if name in os.environ:
        paths = os.environ[name].split(os.pathsep)
        os.environ[name] = os.pathsep.join(map(os.path.abspath, paths))
LIBRARY = os.environ.get("FEEDCORE_LIBRARY") or installed() or "libfeedcore.so.0"

# A shell that starts the tests in the background has them ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)

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


# ---------------------------------------------------------------------- live feeds

SITE = "http://music.test"
PAGE_URL = SITE + "/homepage/block/page"
MENUS_URL = SITE + "/homepage/dragon/ball"
USERS_URL = SITE + "/users"
HOME = {"preset": "netease-home", "baseURL": SITE}
USERS = {"sources": [{"name": "users", "url": USERS_URL, "mapping": "users"}]}

# Errors inside an answer, whatever its HTTP status: that and its body; then the status of the
# error, and what the server itself said.
LOGIN, REFUSED = feedcore.Status.LOGIN_NEEDED, feedcore.Status.REFUSED
REFUSALS = [
    (200, '{"msg": null, "code": 301}', LOGIN, "301", None),
    (200, '{"msg": "denied", "code": -460, "message": "denied"}', REFUSED, "-460", "denied"),
    (400, '{"code": -462, "message": "稍后", "data": {"why": "x"}}', REFUSED, "-462", "稍后"),
    (200, '{"code": 200, "data": null, "message": null}', feedcore.Status.SHAPE, None, None),
    (301, '{"code": 301, "msg": "login"}', LOGIN, "301", "login"),
    (503, '{"code": 301}', LOGIN, "301", None),
]


class Listener:
    """Keeps what a feed tells."""

    def __init__(self) -> None:
        self.events: list[feedcore.Event] = []

    def __call__(self, _feed: feedcore.Feed, event: feedcore.Event) -> None:
        self.events.append(event)

    @property
    def kinds(self) -> list[str]:
        return [event.kind.name for event in self.events]

    def of(self, kind: feedcore.EventKind) -> list[feedcore.Event]:
        return [event for event in self.events if event.kind == kind]

    @property
    def complete(self) -> feedcore.Event:
        """The last event of the one request that there was."""
        (event,) = self.of(feedcore.EventKind.COMPLETE)
        return event


def users(*names: str) -> bytes:
    """A feed for the mapping users."""
    return json.dumps([{"id": i, "username": name} for i, name in enumerate(names, 1)]).encode()


def titles(feed: feedcore.Feed) -> list[str | None]:
    return [item.title for section in feed.sections for item in section.items]


@pytest.fixture
def context() -> Iterator[feedcore.Context]:
    """Without a network, and with a clock that stands still."""
    with feedcore.Context({"transport": "memory", "clock": "manual"}) as context:
        yield context


@pytest.fixture
def site(context: feedcore.Context) -> feedcore.Context:
    """The same, where SITE answers with the fixtures."""
    context.respond(PAGE_URL, (FIXTURES / "netease-home.json").read_bytes())
    context.respond(MENUS_URL, (FIXTURES / "netease-menus.json").read_bytes())
    context.respond(USERS_URL, users("ada", "grace"))
    return context


@pytest.fixture
def web() -> Iterator[Web]:
    with serving() as web:
        yield web


@pytest.fixture
def home_server(web: Web) -> Web:
    """A server with the fixtures of the preset netease-home."""
    for path, name in (("block/page", "netease-home"), ("dragon/ball", "netease-menus")):
        web.routes[f"/homepage/{path}"] = Answer(200, (FIXTURES / f"{name}.json").read_bytes())
    return web


class Unraisable(list[Any]):
    """What went to sys.unraisablehook."""


@pytest.fixture
def unraisable(monkeypatch: pytest.MonkeyPatch) -> Unraisable:
    seen = Unraisable()
    monkeypatch.setattr(sys, "unraisablehook", lambda args: seen.append(args.exc_value))
    return seen


# -------------------------------------------------------------- Python and the command


def run_python(script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a program with the package, a crash of which says where."""
    return subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", script],
        env=command_environment(PYTHONMALLOC="debug", **environment),
        capture_output=True,
        text=True,
        timeout=120,
    )


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
    return {**kept, "TZ": "UTC", "no_proxy": "*", **more}


def copied(folder: Path) -> Path:
    """The package with its libraries, in that folder."""
    source = Path(feedcore.__file__).parent
    for part in (source, source.with_name("feedcore.libs")):
        if part.exists():
            shutil.copytree(part, folder / part.name)
    package = folder / "feedcore"
    shutil.copy(LIBRARY, package / "libfeedcore.so")
    return package


def assert_one_line(ran: subprocess.CompletedProcess[str], *parts: str) -> None:
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert ran.stderr.count("\n") == 1
    assert ran.stderr.startswith("feedcore: ")
    for part in parts:
        assert part in ran.stderr


def statuses_elsewhere(calls: Iterable[Callable[[], object]]) -> list[feedcore.Status]:
    """What the calls raise on a thread that the objects in them don't belong to."""
    statuses: list[feedcore.Status] = []

    def run() -> None:
        for call in calls:
            try:
                call()
            except feedcore.FeedcoreError as error:
                statuses.append(error.status)

    elsewhere(run)
    return statuses


def drop_elsewhere(kept: list[Any]) -> None:
    """Another thread lets go of them, and collects what is left."""

    def drop() -> None:
        kept.clear()
        gc.collect()

    elsewhere(drop)


def elsewhere(work: Callable[[], object]) -> None:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
