"""The command that watches, as its users run it: a process of its own, and files that change."""

from __future__ import annotations

import io
import json
import math
import os
import pty
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import FIXTURES, PAGE_URL, SITE, Run, command_environment, read_fixture, users
from feedcore import Context, Event, EventKind, Feed
from feedcore._output import Fault
from feedcore._view import People, Scripts
from feedcore._watch import PATIENCE, Address, File, Listener, News, View
from shelves import SHELVES, shelves
from web import Answer, Web

PATIENCE_OF_A_TEST = 60.0  # seconds
USERS = ["--mapping", "users"]


class Watching:
    """A process that watches, and the lines that came from it."""

    def __init__(self, *arguments: object, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "feedcore", "watch", *map(str, arguments)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            encoding="utf-8", env=command_environment(**{"COLUMNS": "500", **environment}),
        )
        self.lines: list[str] = []
        self._queue: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._queue.put(line.rstrip("\n"))

    def until(self, text: str) -> list[str]:
        """The lines that came since the last one waited for, the last of which has the text."""
        new: list[str] = []
        while not new or text not in new[-1]:
            try:
                new.append(self._queue.get(timeout=PATIENCE_OF_A_TEST))
            except queue.Empty:
                raise AssertionError(f"{text!r} didn't come, but {new}") from None
        self.lines += new
        return new

    def end(self, number: int = signal.SIGINT) -> str:
        """Ends it, if it hasn't ended; what it wrote to standard error."""
        self.process.send_signal(number)
        self.process.wait(PATIENCE_OF_A_TEST)
        self._reader.join(PATIENCE_OF_A_TEST)
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        with self.process.stdout, self.process.stderr:
            return self.process.stderr.read()


Watch = Callable[..., Watching]


@pytest.fixture
def watch() -> Iterator[Watch]:
    begun: list[Watching] = []

    def begin(*arguments: object, **environment: str) -> Watching:
        begun.append(Watching(*arguments, **environment))
        return begun[-1]

    yield begin
    for watching in begun:
        if watching.process.poll() is None:
            watching.end(signal.SIGKILL)
        elif watching.process.stdout and not watching.process.stdout.closed:
            watching.end()


def replace(path: Path, data: bytes | str) -> None:
    """As an editor does it."""
    other = path.with_suffix(".new")
    other.write_bytes(data if isinstance(data, bytes) else data.encode())
    os.replace(other, path)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "feed.json"
    path.write_bytes(users("ada", "grace"))
    return path


# ---------------------------------------------------------------------------------- a file


def test_what_changes_in_a_file(watch: Watch, tmp_path: Path) -> None:
    path = tmp_path / "home.json"
    page = json.loads((FIXTURES / "netease-home.json").read_text())
    path.write_text(json.dumps(page))
    watching = watch(path)
    first = watching.until("item-dropped")
    assert first[0] == str(path)
    assert any(line.startswith("PLAYLIST_RCMD  推荐歌单  ") for line in first)
    shelf = page["data"]["blocks"][1]
    shelf["creatives"].append(shelf["creatives"].pop(0))
    shelf["uiElement"]["subTitle"]["title"] = "今天的歌单"
    playlist = shelf["creatives"][0]["resources"][0]
    plays = playlist["resourceExtInfo"]["playCount"]
    playlist["resourceExtInfo"]["playCount"] = plays + 1
    del page["data"]["blocks"][0]
    replace(path, json.dumps(page))
    told = watching.until("今天的歌单")
    assert told[0] == ""
    assert re.fullmatch(r"\d\d:\d\d:\d\d  5 changes", told[1])
    assert told[2] == "  - 1 section at 0: BANNER"
    assert re.fullmatch(r'  - 1 item at 0 in "推荐歌单": .+ \(moved\)', told[3])
    assert told[4].endswith(f": play count {plays:,} → {plays + 1:,}")
    assert re.fullmatch(r'  \+ 1 item at \d+ in "推荐歌单": .+ \(moved\)', told[5])
    assert told[6] == '  ~ section 0: "推荐歌单": title "推荐歌单" → "今天的歌单"'
    assert len(told) == 7
    assert watching.end() == ""
    assert watching.process.returncode == -signal.SIGINT


def test_a_file_that_is_written_in_place(watch: Watch, file: Path) -> None:
    watching = watch(*USERS, file)
    watching.until("grace")
    file.write_bytes(users("ada", "grace", "hedy"))
    assert watching.until("+ 1 item")[-1] == "  + 1 item at 2 in users: hedy"


def test_a_broken_and_a_missing_file_are_told_once(watch: Watch, file: Path) -> None:
    watching = watch(*USERS, file)
    watching.until("grace")
    replace(file, '[\n  {"id": 1,]')
    told = " ".join(line.strip() for line in watching.until("line 2"))
    assert f"  {file}: expected a key" in told
    assert told.endswith("at line 2, column 12")
    file.unlink()
    assert watching.until("No such")[-1].endswith(f"{file}: No such file or directory")
    file.parent.rename(file.parent.with_name("elsewhere"))
    file.parent.mkdir()
    file.write_bytes(users("ada", "grace"))
    assert watching.until("ready")[-1].endswith(f"{file}: ready again")
    replace(file, users("ada", "hedy"))
    assert watching.until("~")[-1] == '  ~ item 1 in users: grace: title "grace" → "hedy"'
    assert sum("No such" in line or "line 2" in line for line in watching.lines) == 2
    assert sum("ready again" in line for line in watching.lines) == 1
    assert watching.end() == ""


def test_a_file_that_comes_back_as_it_was(watch: Watch, file: Path) -> None:
    watching = watch(*USERS, file)
    watching.until("grace")
    away = file.with_suffix(".away")
    for _ in range(2):
        file.rename(away)
        watching.until("No such file")
        away.rename(file)
        assert watching.until("ready")[-1].endswith(f"{file}: ready again")


def test_a_file_that_is_mended_and_changed(watch: Watch, file: Path) -> None:
    watching = watch(*USERS, file)
    watching.until("grace")
    replace(file, "[")
    watching.until("line 1")
    replace(file, users("ada"))
    told = watching.until("- 1 item")
    assert [line[10:] for line in told if "item" not in line] == ["", "1 change"]


def test_a_file_that_is_not_there_yet(watch: Watch, tmp_path: Path) -> None:
    path = tmp_path / "later.json"
    watching = watch(*USERS, path)
    watching.until("No such file")
    path.write_bytes(users())
    told = watching.until("0 sections")
    assert told[-2] == str(path)
    replace(path, users("ada"))
    assert watching.until("+")[-1] == "  + 1 section at 0: users"


def test_a_page_that_is_all_different(watch: Watch, file: Path) -> None:
    file.write_bytes(users(*map(str, range(4097))))
    watching = watch(*USERS, file)
    watching.until("  4096")
    replace(file, users(*(f"{n}!" for n in range(4097))))
    told = watching.until("  4096!")
    assert told[1].endswith("too many changes to tell: the page again")
    assert told[2] == str(file)


# How a file is looked at, without waiting for the time to pass.


class Loads:
    """A feed that only counts what it was given."""

    def __init__(self) -> None:
        self.loaded: list[bytes] = []

    def load(self, data: bytes) -> None:
        self.loaded.append(data)

    def of(self, file: File, turns: int = 1) -> list[str]:
        """The problems that some turns find."""
        found = (file.turn(self) for _ in range(turns))  # type: ignore[arg-type]
        return [problem for problem in found if problem]


def test_a_file_is_read_when_it_has_come_to_rest(tmp_path: Path) -> None:
    path = tmp_path / "feed.json"
    path.write_text("[")
    file, loads = File(str(path)), Loads()
    assert loads.of(file, 3) == []
    assert loads.loaded == [b"["]
    for text in ("", "[1", "[1,2", "[1,2]"):
        path.write_text(text)
        assert loads.of(file) == []
    assert loads.loaded == [b"["]
    assert loads.of(file, 3) == []
    assert loads.loaded == [b"[", b"[1,2]"]


def test_a_file_that_never_rests_is_read_now_and_then(tmp_path: Path) -> None:
    path = tmp_path / "feed.json"
    path.write_text("")
    file, loads = File(str(path)), Loads()
    for size in range(3 * PATIENCE):
        path.write_text("1" * size)
        loads.of(file)
    assert 2 <= len(loads.loaded) <= 5


def test_a_file_that_is_missing_for_a_moment(tmp_path: Path) -> None:
    path = tmp_path / "feed.json"
    path.write_text("1")
    file, loads = File(str(path)), Loads()
    loads.of(file)
    path.unlink()
    assert loads.of(file) == []
    path.write_text("23")
    assert loads.of(file, 3) == []
    assert loads.loaded == [b"1", b"23"]
    path.unlink()
    assert loads.of(file, 5) == ["No such file or directory"]
    path.mkdir()
    assert loads.of(file, 5) == ["not a regular file"]


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert Loads().of(File(str(pipe)), 3) == ["not a regular file"]
    assert Loads().of(File("a\0b"), 3) == ["no name of a file"]


# ------------------------------------------------------------------------------- an address


def test_what_changes_at_an_address(watch: Watch, web: Web) -> None:
    web.routes["/users"] = Answer(200, users("ada"))
    url = web.address + "/users"
    watching = watch(*USERS, "--interval", "0.1", url)
    assert watching.until("ada")[0] == url
    web.routes["/users"] = Answer(200, users("grace", "hedy"))
    told = watching.until("+")
    assert told[1].endswith("2 changes")
    assert told[2:] == [
        '  ~ item 0 in users: ada: title "ada" → "grace"',
        "  + 1 item at 1 in users: hedy",
    ]
    web.routes["/users"] = Answer(404)
    asked = len(web.asked)
    assert watching.until("status 404")[-1].endswith(f"{url}: invalid response: HTTP status 404")
    while len(web.asked) < asked + 5:
        assert watching.process.poll() is None
        time.sleep(0.05)
    web.routes["/users"] = Answer(200, users("grace", "hedy"))
    assert watching.until("ready")[1:] == [f"{watching.lines[-1][:8]}  {url}: ready again"]
    assert watching.end() == ""


def test_an_address_that_can_not_be_read_yet(watch: Watch, web: Web) -> None:
    watching = watch(*USERS, "--interval", "0.1", web.address + "/users")
    watching.until("status 404")
    web.routes["/users"] = Answer(200, users("ada"))
    watching.until("  ada")


def test_a_preset(watch: Watch, home_server: Web) -> None:
    watching = watch("--preset", "netease-home", "--interval", "0.1", home_server.address)
    heads = [line for line in watching.until("item-dropped") if line[:1].isupper()]
    assert heads[1].startswith("MENUS")
    del home_server.routes["/homepage/dragon/ball"]
    assert watching.until("status 404")[-1].endswith("  menus: invalid response: HTTP status 404")


def test_a_password_is_not_shown(watch: Watch, web: Web) -> None:
    web.routes["/users"] = Answer(200, users("ada"))
    url = web.address.replace("http://", "http://reader:secret@") + "/users"
    watching = watch(*USERS, "--interval", "0.1", "--log", url)
    watching.until("ada")
    web.routes["/users"] = Answer(404)
    watching.until("status 404")
    errors = watching.end()
    assert f"feedcore: {web.address}/users: 200, " in errors
    assert "secret" not in errors + "".join(watching.lines)


def test_the_pages_own_interval(watch: Watch, web: Web) -> None:
    page = json.loads((FIXTURES / "netease-home.json").read_text())
    page["data"]["pageConfig"]["refreshInterval"] = 1000  # it takes 10 s at least
    web.routes["/page"] = Answer(200, json.dumps(page).encode())
    watching = watch("--interval", "0", web.address + "/page")
    watching.until("item-dropped")
    del page["data"]["blocks"][0]
    web.routes["/page"] = Answer(200, json.dumps(page).encode())
    assert watching.until("- 1 section")[-1].startswith("  - 1 section at 0: BANNER")
    assert len(web.asked) == 2


def test_a_page_without_an_interval_of_its_own(run: Run, web: Web) -> None:
    web.routes["/users"] = Answer(200, users("ada"))
    for path, shown in (("/users", 1), ("/nowhere", 0)):
        ran = run("watch", *USERS, "--interval", "0", web.address + path)
        assert ran.returncode == 1
        assert ran.stdout.count("  ada") == shown
        assert ran.stderr == (
            f"feedcore: {web.address}{path}: no page that says when to refresh it; "
            "say --interval SECONDS\n"
        )


def entries(*ids: str, following: str | None = None) -> Answer:
    """A page of a JSON Feed."""
    items = [{"id": each, "content_text": f"entry {each}"} for each in ids]
    page = {"version": "https://jsonfeed.org/version/1.1", "title": "All", "items": items}
    return Answer(200, json.dumps({**page, "next_url": following}).encode())


def test_further_pages(watch: Watch, web: Web) -> None:
    web.routes["/1"] = entries("a", following="/2")
    web.routes["/2"] = entries("b", following="/3")
    web.routes["/3"] = entries("c", following="/4")
    url = web.address + "/1"
    watching = watch("--mapping", "json-feed", "--interval", "0.1", "--pages", "2", url)
    first = watching.until("entry a")
    assert first[0] == url
    told = watching.until("entry c")
    assert [line[10:] if line[2:3] == ":" else line for line in told] == [
        "", "1 change", '  + 1 item at 1 in "All": entry b',
        "", "1 change", '  + 1 item at 2 in "All": entry c',
    ]
    web.routes["/1"] = entries("z", "a", following="/2")
    assert watching.until("entry z")[-1] == '  + 1 item at 0 in "All": entry z'
    paths = [asked.path for asked in web.asked]
    assert [path for path in paths if path != "/1"] == ["/2", "/3"]
    assert paths[:3] == ["/1", "/2", "/3"]
    assert watching.end() == ""


def test_a_further_page_that_fails(watch: Watch, web: Web) -> None:
    web.routes["/1"] = entries("a", following="/2")
    url = web.address + "/1"
    watching = watch("--mapping", "json-feed", "--interval", "0.1", "--pages", "1", url)
    watching.until("entry a")
    assert watching.until("status 404")[-1].endswith(f"{url}: invalid response: HTTP status 404")
    asked = len(web.asked)
    while len(web.asked) < asked + 3:
        assert watching.process.poll() is None
        time.sleep(0.05)
    web.routes["/1"] = entries("z", "a", following="/2")
    told = watching.until("entry z")
    assert [line for line in told if "404" in line] == []
    assert sum("ready again" in line for line in told) == 1  # once it was asked again


def test_when_an_address_is_due(context: Context) -> None:
    context.respond(PAGE_URL, users("ada"))
    config = {"sources": [{"name": "page", "url": PAGE_URL, "mapping": "users"}]}
    listener = Listener()
    feed = Feed(context, config, listener)
    address = Address("x", 3600)
    for _ in range(2):
        address.turn(feed)
        context.run(10)
        assert address.rest() == math.inf
    for news in listener.taken():
        address.heard(news)
    assert 3500 < address.rest() <= 3600
    assert context.request_count(PAGE_URL) == 1
    home = read_fixture("netease-home.json", "netease-home")
    complete = News(an_event(feed, context), home)
    Address("x", 0).heard(complete)
    with pytest.raises(Fault, match="--interval"):
        Address("x", 0).heard(complete._replace(page=None))


def an_event(feed: Feed, context: Context) -> Event:
    """A COMPLETE."""
    events: list[Event] = []
    feed.set_callback(lambda _feed, event: events.append(event))
    feed.load("[]")
    context.run(10)
    assert events[-1].kind == EventKind.COMPLETE
    return events[-1]


# -------------------------------------------------------------- what only other programs do


PAGED_SHELVES = {
    **SHELVES,
    "page": {"next": {"by": "offset", "parameter": "start"}},
    "sections": {
        **SHELVES["sections"],
        "more": {"by": "offset", "parameter": "from", "address": "/more"},
    },
}
PAGED_FEED = {"sources": [{"name": "page", "url": SITE + "/1", "mapping": PAGED_SHELVES}]}


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def shop(context: Context, listener: Listener) -> Feed:
    """It has two shelves, and the first of them has more."""
    context.respond(SITE + "/1", shelves({"A": ["a", "b"], "B": ["c"]}))
    context.respond(SITE + "/more?from=2", shelves({"A": ["b", "z"]}))
    feed = Feed(context, PAGED_FEED, listener)
    feed.refresh()
    return feed


def viewed(view: View, feed: Feed, listener: Listener) -> list[str]:
    """What the view makes of all that is told."""
    feed.context.run(10)
    return [line for news in listener.taken() for line in view.news(news)]


def people(feed: Feed, listener: Listener) -> list[str]:
    """The same in lines for people, after the page itself; without the time."""
    view = People("shop", io.StringIO(), has_sources=False)
    assert viewed(view, feed, listener)[0] == "shop"
    feed.load_more_section("A")
    return [
        re.sub(r"^\d\d:\d\d:\d\d  ", "@ ", line) for line in viewed(view, feed, listener) if line
    ]


def test_a_section_loads_more(shop: Feed, listener: Listener) -> None:
    assert people(shop, listener) == [
        "@ 1 change",
        '  ~ section 0: "A": loading more',
        "@ 1 change",
        '  + 1 item at 2 in "A": z',
        "@ 1 change",
        '  ~ section 0: "A": no longer loading',
    ]


def test_a_section_can_not_load_more(shop: Feed, listener: Listener) -> None:
    shop.context.respond(SITE + "/more?from=2", status=404)
    assert people(shop, listener) == [
        "@ 1 change",
        '  ~ section 0: "A": loading more',
        "@ shop: invalid response: HTTP status 404",
        "@ 1 change",
        '  ~ section 0: "A": no longer loading',
    ]


def test_a_page_that_does_not_follow(shop: Feed, listener: Listener) -> None:
    """Its source is ready all the time, but what was asked of it failed."""
    view = People("shop", io.StringIO(), has_sources=False)
    viewed(view, shop, listener)
    assert shop.load_more()  # there is no such address
    told = viewed(view, shop, listener)
    assert [line[10:] for line in told] == ["", "shop: invalid response: HTTP status 404"]
    shop.refresh()
    assert [line[10:] for line in viewed(view, shop, listener)] == ["", "shop: ready again"]


def test_a_section_has_all(shop: Feed, listener: Listener) -> None:
    shop.context.respond(SITE + "/more?from=2", shelves({"A": ["b"]}))
    assert '  ~ section 0: "A": has more yes → no' in people(shop, listener)


def test_a_page_is_rearranged(shop: Feed, listener: Listener) -> None:
    view = People("shop", io.StringIO(), has_sources=False)
    viewed(view, shop, listener)
    shop.move_section("A", 1)
    own = {"key": "mine", "title": "Mine", "items": [{"id": 1, "title": "x"}]}
    shop.insert_section(own, 0)
    assert viewed(view, shop, listener)[2:] == [
        '  + 2 sections at 0: "Mine", "B" (moved)',
        '  - 1 section at 3: "B" (moved)',
    ]
    shop.hide_section("B")
    assert viewed(view, shop, listener)[2:] == ['  - 1 section at 1: "B"']


def test_a_rearranged_page_mends_nothing(shop: Feed, listener: Listener) -> None:
    view = People("shop", io.StringIO(), has_sources=False)
    viewed(view, shop, listener)
    shop.context.respond(SITE + "/1", status=404)
    told = []
    for _ in range(3):
        shop.refresh()
        told += viewed(view, shop, listener)
        shop.move_section("A", 1 - [s.key for s in shop.sections].index("A"))
        told += viewed(view, shop, listener)
    assert sum("404" in line for line in told) == 1
    assert sum("moved" in line for line in told) == 6


def test_the_state_of_a_section_as_json(shop: Feed, listener: Listener) -> None:
    view = Scripts()
    viewed(view, shop, listener)
    shop.load_more_section("A")
    events = [json.loads(line) for line in viewed(view, shop, listener)]
    changes = [event for event in events if event["kind"] == "change"]
    assert [event.get("state") for event in changes] == ["loading", None, "ready"]
    assert changes[0]["head"]["title"] == "A"
    assert changes[0]["revisionFrom"] == changes[0]["revisionTo"] == 1


# ------------------------------------------------------------------------------------- JSON


def make(change: dict[str, Any], sections: list[Any]) -> None:
    """What a script does with a line."""
    step = change["change"]
    place, removed, section = step["position"], step["removed"], step["section"]
    if step["kind"] == "sections":
        sections[place : place + removed] = change["sections"]
    elif step["kind"] == "items":
        sections[section]["items"][place : place + removed] = change["items"]
    elif step["kind"] == "item":
        (sections[section]["items"][place],) = change["items"]
    else:
        sections[section] = {**change["head"], "items": sections[section]["items"]}


def test_a_script_has_the_page_from_the_lines(watch: Watch, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "home.json"
    page = json.loads((FIXTURES / "netease-home.json").read_text())
    path.write_text(json.dumps(page))
    watching = watch("--json", path)
    watching.until('"complete"')
    blocks = page["data"]["blocks"]
    blocks[1]["creatives"].reverse()
    blocks[1]["uiElement"]["subTitle"]["title"] = "x\u202e"
    blocks[3:5] = reversed(blocks[3:5])
    for creative in blocks[2]["creatives"]:
        creative["resources"][0]["uiElement"]["mainTitle"]["title"] = "y"
    del blocks[6]
    replace(path, json.dumps(page))
    watching.until('"complete"')
    events = [json.loads(line) for line in watching.lines]
    sections: list[Any] = []
    for event in events:
        if event["kind"] == "change":
            make(event, sections)
    assert sections == json.loads(run("show", "--json", path).stdout)["sections"]
    kinds = {event["change"]["kind"] for event in events if event["kind"] == "change"}
    assert kinds == {"sections", "items", "item", "section"}
    assert "\u202e" not in "".join(watching.lines)
    assert {"state", "change", "complete"} <= {event["kind"] for event in events}
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z", e["time"]) for e in events)
    states = [event["state"] for event in events if event["kind"] == "state"]
    assert states == ["ready"]


def test_failures_as_json(watch: Watch, file: Path) -> None:
    file.write_text("[{]")
    watching = watch(*USERS, "--json", file)
    watching.until('"complete"')
    failed = next(e for e in map(json.loads, watching.lines) if e["kind"] == "failed")
    error = failed["error"]
    assert (error["status"], error["line"], error["column"]) == ("syntax", 1, 3)
    assert (failed["source"], error["retryable"], error["httpStatus"]) == ("page", False, None)
    file.unlink()
    told = json.loads(watching.until('"file"')[-1])
    assert told["message"] == "No such file or directory"


def test_a_reset_as_json_has_the_page(watch: Watch, file: Path) -> None:
    file.write_bytes(users(*map(str, range(4097))))
    watching = watch(*USERS, "--json", file)
    watching.until('"complete"')
    replace(file, users(*(f"{n}!" for n in range(4097))))
    reset = json.loads(watching.until('"reset"')[-1])
    assert reset["page"]["sections"][0]["items"][4096]["title"] == "4096!"
    assert (reset["revisionFrom"], reset["revisionTo"]) == (1, 2)


# ---------------------------------------------------------------------- terminals and pipes


def test_nobody_reads_any_more(file: Path) -> None:
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "feedcore", "watch", *USERS, str(file)],
        stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE,
        text=True, env=command_environment(),
    )
    os.close(writing)
    assert os.read(reading, 100)
    os.close(reading)
    _, errors = process.communicate(timeout=PATIENCE_OF_A_TEST)
    assert (process.returncode, errors) == (-signal.SIGPIPE, "")


def test_a_full_disk(file: Path) -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "feedcore", "watch", *USERS, str(file)],
            stdout=full, stderr=subprocess.PIPE, text=True, env=command_environment(),
            timeout=PATIENCE_OF_A_TEST,
        )
    assert ran.returncode == 1
    assert ran.stderr == "feedcore: standard output: No space left on device\n"


def test_colours_in_a_terminal(file: Path) -> None:
    main, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "feedcore", "watch", *USERS, str(file)],
        stdin=terminal, stdout=terminal, stderr=terminal, env=command_environment(),
    )
    os.close(terminal)

    def until(text: str) -> str:
        seen = b""
        while text not in seen.decode(errors="replace"):
            seen += os.read(main, 65536)
        return seen.decode()

    assert "\033[1;36mLIST\033[m" in until("Ctrl-C ends")
    replace(file, users("ada"))
    assert "\033[31m-\033[m 1 item at 1 in users: grace" in until("grace")
    os.close(main)  # the terminal is gone
    assert process.wait(PATIENCE_OF_A_TEST) in (-signal.SIGPIPE, -signal.SIGHUP)


def test_feeds_command_no_terminal(watch: Watch, file: Path) -> None:
    watching = watch(*USERS, file)
    watching.until("grace")
    replace(file, users("\033[31mada", "\u202e\ngrace"))
    watching.until("item 1")
    assert not {"\033", "\u202e"} & set("".join(watching.lines))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "required: FILE-or-URL"),
        (["-"], "standard input can't be watched"),
        (["--interval", "1", "users.json"], "an interval is for an address"),
        (["--pages", "1", "users.json"], "further pages are those of an address"),
        (["--pages", "x", "http://x.test/"], "no number of pages"),
        (["--interval", "-1", "http://x.test/"], "no number of seconds"),
        (["--interval", "x", "http://x.test/"], "no number of seconds"),
        (["--preset", "netease-home", "users.json"], "a preset takes one address"),
    ],
)
def test_usage_errors(run: Run, arguments: list[str], message: str) -> None:
    ran = run("watch", *arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("usage: feedcore watch")
    assert message in ran.stderr


def test_what_can_not_be_watched(run: Run) -> None:
    ran = run("watch", "--mapping", "nonsense", "users.json")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("feedcore: nonsense: no file, and no built-in mapping")
    ran = run("watch", "http://")
    assert ran.stderr == "feedcore: http://: not an address of http or https\n"


def test_help(run: Run) -> None:
    text = run("watch", "--help").stdout
    change = "play count 12,345 → 12,400"
    for word in ("FILE-or-URL", "--interval SECONDS", "--pages N", change, "--json", "Ctrl-C"):
        assert word in text
    assert "watch" in run("--help").stdout
