"""Pages that are kept: what a program begins with, and what the command makes of it."""

from __future__ import annotations

import json
import os
import re
import threading
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from test_watch import Watch, watch  # noqa: F401  (a fixture)

from conftest import (
    FIXTURES,
    HOME,
    MENUS_URL,
    PAGE_URL,
    USERS,
    USERS_URL,
    Listener,
    Run,
    titles,
    users,
)
from feedcore import NEVER, Context, Event, EventKind, Feed, State, Status
from feedcore._output import aged
from web import Answer, Web


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "pages"


def begin(store: Path, **members: Any) -> Context:
    """A program without a network."""
    return Context(
        {"transport": "memory", "clock": "manual", "store": {"path": str(store), **members}}
    )


def refreshed(
    context: Context, config: Any = USERS, listener: Listener | None = None
) -> Feed:
    feed = Feed(context, config, listener)
    feed.refresh()
    context.advance(0)
    context.dispatch()
    return feed


def keep(store: Path, *names: str, **members: Any) -> None:
    with begin(store, **members) as context:
        context.respond(USERS_URL, users(*names), headers={"ETag": '"a"'})
        assert titles(refreshed(context)) == list(names)


# ------------------------------------------------------------------------------- feeds


def test_a_feed_begins_with_what_was_answered_last(store: Path) -> None:
    start = datetime.now(timezone.utc)
    keep(store, "ada", "grace")
    listener = Listener()
    with begin(store) as context:
        context.respond(USERS_URL, status=NEVER)
        feed = refreshed(context, USERS, listener)
        assert [event.state for event in listener.of(EventKind.STATE)] == [
            State.LOADING, State.STALE, State.LOADING,
        ]
        assert titles(feed) == ["ada", "grace"]
        (source,) = feed.sources
        assert source.error is None
        assert source.time is not None
        assert start - timedelta(seconds=1) < source.time < datetime.now(timezone.utc)
        assert source.time.utcoffset() == timedelta(0)


def test_offline_the_error_stands_beside_the_page(store: Path) -> None:
    keep(store, "ada")
    with begin(store) as context:
        feed = refreshed(context)  # 404
        (source,) = feed.sources
        assert (titles(feed), source.state) == (["ada"], State.STALE)
        assert source.error is not None
        assert source.error.http_status == 404


def test_page_and_menus_begin_at_once(store: Path) -> None:
    page, menus = (FIXTURES / name for name in ("netease-home.json", "netease-menus.json"))
    with begin(store) as context:
        context.respond(PAGE_URL, page.read_bytes())
        context.respond(MENUS_URL, menus.read_bytes())
        count = len(refreshed(context, HOME).sections)
    with begin(store) as context:
        context.respond(PAGE_URL, status=NEVER)
        context.respond(MENUS_URL, status=NEVER)
        listener = Listener()
        feed = refreshed(context, HOME, listener)
        (change,) = [event.change for event in listener.of(EventKind.CHANGE)]
        assert change is not None
        assert change.added == count == len(feed.sections)


def test_reload_asks_for_a_young_page(store: Path) -> None:
    config = {"sources": [{**USERS["sources"][0], "ttl": 60000}]}
    with begin(store) as context:
        context.respond(USERS_URL, users("ada"))
        refreshed(context, config)
    with begin(store) as context:
        context.respond(USERS_URL, users("grace"))
        feed = refreshed(context, config)
        assert (titles(feed), feed.sources[0].state) == (["ada"], State.READY)
        assert context.request_count(USERS_URL) == 0
        assert feed.reload() == 2
        context.advance(0)
        context.dispatch()
        assert titles(feed) == ["grace"]


def test_clear_store_forgets_what_is_of_its_partition(store: Path) -> None:
    keep(store, "ada")
    keep(store, "grace", partition="other")
    with begin(store) as context:
        feed = refreshed(context)
        context.clear_store()
        context.run(10)
        assert titles(feed) == ["ada"]
    with begin(store) as context:
        assert titles(refreshed(context)) == []
    with begin(store, partition="other") as context:
        assert titles(refreshed(context)) == ["grace"]
    with pytest.raises(ValueError, match="closed"):
        context.clear_store()


def test_in_memory_for_as_long_as_the_context_lives() -> None:
    with Context({"transport": "memory", "clock": "manual", "store": {}}) as context:
        context.respond(USERS_URL, users("ada"))
        refreshed(context).close()
        context.respond(USERS_URL, status=404)
        assert titles(refreshed(context)) == ["ada"]


def test_what_is_wrong_with_the_file_is_told_to_the_log(store: Path) -> None:
    store.write_bytes(b"no database" * 1000)
    told: list[Event] = []
    with begin(store) as context:
        context.set_log(lambda _, event: told.append(event))
        context.respond(USERS_URL, users("ada"))
        assert titles(refreshed(context)) == ["ada"]
    (note,) = [event for event in told if event.kind == EventKind.STORE]
    assert note.error is not None
    assert note.error.status == Status.STORE
    assert str(store) in note.error.message
    assert (note.request, note.source, note.url) == (None, None, None)
    with begin(store) as context:
        assert titles(refreshed(context)) == ["ada"]


# ----------------------------------------------------------------------------- the command


def test_show_without_a_network(run: Run, web: Web, store: Path) -> None:
    web.routes["/users"] = Answer(200, users("ada", "grace"), (("ETag", '"a"'),))
    command = ("show", "--mapping", "users", "--store", store, web.address + "/users")
    online = run(*command)
    assert (online.returncode, online.stderr) == (0, "")
    assert os.stat(store).st_mode & 0o777 == 0o600

    web.routes["/users"] = Answer(404)
    offline = run(*command)
    assert (offline.returncode, offline.stdout) == (0, online.stdout)
    assert offline.stderr == (
        f"feedcore: {web.address}/users: page: invalid response: HTTP status 404;"
        " shown as it was kept, less than a minute old\n"
    )
    assert web.asked[-1].headers["if-none-match"] == '"a"'

    web.routes["/users"] = Answer(304)
    again = run(*command)
    assert (again.returncode, again.stdout, again.stderr) == (0, online.stdout, "")
    web.routes["/users"] = Answer(200, users("joan"))
    assert "joan" in run(*command).stdout


def test_show_with_a_server_that_never_answers(run: Run, web: Web, store: Path) -> None:
    web.routes["/users"] = Answer(200, users("ada"))
    command = ("show", "--mapping", "users", "--store", store, web.address + "/users")
    online = run(*command)
    is_over = threading.Event()

    def never(_asked: object) -> Answer:
        is_over.wait(60)
        return Answer(404)

    web.routes["/users"] = never
    offline = run(*command[:1], "--timeout", "1", *command[1:])
    is_over.set()
    assert (offline.returncode, offline.stdout) == (0, online.stdout)
    assert "no answer within 1 s; shown as it was kept, less than a minute old" in offline.stderr


def test_show_says_what_is_wrong_with_the_store(run: Run, web: Web, tmp_path: Path) -> None:
    web.routes["/users"] = Answer(200, users("ada"))
    ran = run(
        "show", "--mapping", "users", "--store", tmp_path / "nowhere" / "s", web.address + "/users"
    )
    assert ran.returncode == 0
    assert "ada" in ran.stdout
    assert re.fullmatch(r"feedcore: .*/nowhere/s: .*\n", ran.stderr)


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "--store", "FILE", "netease-home.json"),
        ("watch", "--store", "FILE", "netease-home.json"),
        ("show", "--store", "", "http://127.0.0.1:1/"),
        ("show", "--store", "a\nb", "http://127.0.0.1:1/"),
        ("show", "--store", "\udcff", "http://127.0.0.1:1/"),
    ],
)
def test_a_store_is_for_addresses_and_has_a_name(run: Run, arguments: tuple[str, ...]) -> None:
    ran = run(*arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "usage: " in ran.stderr
    assert "Traceback" not in ran.stderr


def test_watch_begins_with_what_was_kept(
    run: Run, web: Web, store: Path, watch: Watch  # noqa: F811
) -> None:
    url = web.address + "/users"
    web.routes["/users"] = Answer(200, users("ada"), (("ETag", '"a"'),))
    run("show", "--mapping", "users", "--store", store, url)
    web.routes["/users"] = Answer(304)
    watching = watch("--mapping", "users", "--store", store, "--interval", "0.2", url)
    assert any("ada" in line for line in watching.until("from the store, less than a minute old"))
    watching.until("up to date")
    web.routes["/users"] = Answer(200, users("ada", "grace"))
    assert "up to date" not in " ".join(watching.until("grace"))
    assert watching.end() == ""

    web.routes["/users"] = Answer(404)
    watching = watch("--mapping", "users", "--store", store, "--interval", "9", url)
    lines = watching.until("status 404")
    assert "from the store" in " ".join(lines)
    assert watching.end() == ""

    watching = watch("--json", "--mapping", "users", "--store", store, "--interval", "9", url)
    watching.until('"failed"')
    watching.end()
    events = [json.loads(line) for line in watching.lines]
    (stored,) = [event for event in events if "pageTime" in event]
    assert (stored["kind"], stored["state"]) == ("state", "stale")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", stored["pageTime"])


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-5, "less than a minute old"),
        (59, "less than a minute old"),
        (61, "1 minute old"),
        (3599, "59 minutes old"),
        (3601, "1 hour old"),
        (86399, "23 hours old"),
        (90000, "1 day old"),
        (864001, "10 days old"),
    ],
)
def test_how_old_a_page_is(seconds: int, text: str) -> None:
    assert aged(datetime.now(timezone.utc) - timedelta(seconds=seconds)) == text
