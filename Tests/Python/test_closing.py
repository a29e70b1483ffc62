"""Closing at awkward moments: nothing is told afterwards, and no call waits for its own caller."""

from __future__ import annotations

import gc
import itertools
import textwrap
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from test_live_lifetimes import nothing_is_left  # noqa: F401  (a fixture)

from conftest import SITE, USERS, USERS_URL, Unraisable, run_python, users
from feedcore import Context, Directory, Feed, Search

SEARCH = {"directory": True, "sources": [
    {"name": "web", "url": SITE + "/find?q={query}", "mapping": "users"}
], "debounce": 0}


class House:
    """A context with one of each, all of them with something under way. Keeps who told anything."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.context = Context({"transport": "memory", "store": {}})
        self.context.respond(USERS_URL, users("ada"))
        self.context.respond(SITE + "/find?q=a", users("alan"))
        self.context.set_log(self.teller("context"))
        self.context.set_wakeup(self.teller("wakeup"))
        self.feed = Feed(self.context, USERS, self.teller("feed"))
        self.search = Search(self.context, SEARCH, self.teller("search"))
        self.found = self.search.feed
        self.found.set_callback(self.teller("found"))
        self.directory = Directory(self.context, self.teller("directory"))
        self.begin()

    def begin(self) -> None:
        """What is closed raises that it is."""
        with suppress(ValueError):
            self.feed.refresh()
        with suppress(ValueError):
            self.search.set_query("a")
            self.search.submit()
        with suppress(ValueError):
            self.directory.import_users([{"id": 1, "username": "ada"}])

    def teller(self, name: str) -> Callable[..., None]:
        return lambda *_: self.told.append(name)

    def close(self, name: str) -> None:
        getattr(self, name).close()


# Who is silent when that is closed.
SILENT = {
    "feed": {"feed"},
    "found": {"found"},
    "search": {"search", "found"},
    "directory": {"directory"},
    "context": {"context", "wakeup", "feed", "search", "found", "directory"},
}


@pytest.mark.parametrize("turns", [0, 1, 3])
@pytest.mark.parametrize("name", SILENT)
def test_nothing_is_told_after_the_end(name: str, turns: int, unraisable: Unraisable) -> None:
    house = House()
    for _ in range(turns):
        house.context.dispatch(1)
    house.close(name)
    house.told.clear()
    if name != "context":
        house.context.run(10)
        house.begin()
        house.context.run(10)
        assert house.told
    gc.collect()
    Context().close()
    assert SILENT[name] & set(house.told) == set()
    assert unraisable == []


@pytest.mark.parametrize(("name", "teller"), itertools.product(SILENT, ["feed", "directory"]))
def test_nothing_is_told_after_the_end_in_a_callback(
    name: str, teller: str, unraisable: Unraisable
) -> None:
    house = House()
    closed: list[str] = []

    def close(*_: object) -> None:
        if not closed:
            closed.append(name)
            house.close(name)
            house.told.clear()

    getattr(house, teller).set_callback(close)
    while not closed:
        house.context.run(10)
    if name != "context":
        house.context.run(10)
    assert SILENT[name] & set(house.told) == set()
    assert unraisable == []


# -------------------------------------------------------------- the interpreter's lock

BUSY = """
import ctypes, os, sys, threading, time
import feedcore
from feedcore._library import installed
USERS = {"sources": [{"name": str(n), "url": "http://x.test/", "mapping": "users"}
                     for n in range(5)]}
entered = threading.Event()
def begin(transport, wakeup=None):
    entered.clear()
    context = feedcore.Context()
    context.set_transport(transport)
    context.set_wakeup(wakeup)
    context.set_log(lambda context, event: None)
    feed = feedcore.Feed(context, USERS, lambda feed, event: None)
    feed.refresh()
    return context, feed
def fails(exchange):
    entered.set()
    exchange.fail()
def sleeps(exchange):
    entered.set()
    time.sleep(0.005)  # and wants the lock then
"""


@pytest.mark.parametrize("transport", ["fails", "sleeps"])
@pytest.mark.parametrize("first", ["context", "feed"])
def test_close_while_the_worker_waits_for_python(transport: str, first: str) -> None:
    # This thread never lets go of the lock but in a call of the library, and in one that waits.
    ran = run_python(BUSY + textwrap.dedent(f"""
        sys.setswitchinterval(1000)
        for turn in range(60):
            context, feed = begin({transport}, lambda: None)
            if turn % 2:
                entered.wait()
            {first}.close()
            context.close()
        print("closed")
    """))
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "closed\n", "")


@pytest.mark.parametrize("transport", ["fails", "sleeps"])
def test_a_binding_that_keeps_the_lock_may_close_too(transport: str) -> None:
    # PyDLL calls without letting go of the lock, as an extension in C may: free waits for no
    # transport. Without a wakeup, for which it does wait, as the header says.
    ran = run_python(BUSY + textwrap.dedent(f"""
        library = ctypes.PyDLL(os.environ.get("FEEDCORE_LIBRARY") or installed())
        free = library.feedcore_context_free
        free.argtypes, free.restype = [ctypes.c_void_p], None
        for turn in range(60):
            context, feed = begin({transport})
            if turn % 2:
                entered.wait()
            context._release = free
            context.close()
            feed.close()
        print("closed")
    """))
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "closed\n", "")


def test_threads_close_while_others_are_told() -> None:
    ran = run_python(BUSY + textwrap.dedent("""
        sys.setswitchinterval(1e-6)
        done = []
        def work():
            for turn in range(25):
                context, feed = begin((fails, sleeps)[turn % 2], lambda: None)
                for _ in range(turn):
                    context.dispatch(1)
                (context, feed)[turn % 2].close()
                context.close()
            done.append(1)
        threads = [threading.Thread(target=work) for _ in range(6)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        print(len(done))
    """))
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "6\n", "")


# ------------------------------------------------------------------------------- forks


def test_a_forked_child_leaves_everything_to_its_parent(tmp_path: Path) -> None:
    ran = run_python("""
import gc, os, sys, warnings
import feedcore
warnings.simplefilter("ignore")  # newer Pythons warn of forks with threads
context = feedcore.Context({"transport": "memory", "store": {"path": "STORE"}})
context.set_wakeup(lambda: None)
directory = feedcore.Directory(context)
search = feedcore.Search(context, {"directory": True, "debounce": 0})
counter = feedcore.Counter(3)
page = feedcore.parse(feedcore.Mapping.builtin("users"), '[{"id": 1, "username": "ada"}]')
directory.import_users([{"id": n, "username": f"ada{n}"} for n in range(20_000)])
child = os.fork()
if not child:
    for call in (directory.clear, search.submit, lambda: search.feed.sections, directory.close):
        try:
            call()
            print("no error")
        except feedcore.FeedcoreError as error:
            print(error.status.name)
    print(page.sections[0].items[0].title)
    del context, directory, search, counter, page
    gc.collect()
    own = feedcore.Context({"transport": "memory"})  # without a store: SQLite has locks of its own
    own.respond("http://x.test/", b"[]")
    feed = feedcore.Feed(
        own, {"sources": [{"name": "u", "url": "http://x.test/", "mapping": "users"}]})
    feed.refresh()
    own.run(60)
    print(feed.sources[0].state.name)
    sys.exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
context.run(60)
print(directory.count, counter.count)
search.set_query("ada19999")
context.run(60)
print(*[item.title for section in search.feed.sections for item in section.items])
""".replace("STORE", str(tmp_path / "people")))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.split() == ["THREAD"] * 4 + ["ada", "EMPTY", "7", "20000", "3", "ada19999"]


# -------------------------------------------------------------------------- at the end

def orders() -> Iterator[Any]:
    """Each of the objects once as the first to go, and once as the last."""
    names = ["mapping", "page", "item", "context", "feed", "search", "directory", "counter"]
    for place in range(len(names)):
        turned = names[place:] + names[:place]
        yield pytest.param(turned, id=f"{turned[0]} first")
        yield pytest.param(turned[::-1], id=f"{turned[0]} last")


@pytest.mark.parametrize("way", ["globals", "a cycle", "an unfinished generator"])
@pytest.mark.parametrize("order", orders())
def test_any_order_of_release_when_python_ends(order: list[str], way: str) -> None:
    program = """
import sys
import feedcore
def made():
    mapping = feedcore.Mapping.builtin("users")
    page = feedcore.parse(mapping, '[{"id": 1, "username": "ada"}]')
    item = page.sections[0].items[0]
    context = feedcore.Context({"transport": "memory", "store": {}})
    told = lambda *_: (context, item, page)
    context.set_wakeup(lambda: None)
    context.set_log(told)
    users = {"name": "u", "url": "http://x.test/", "mapping": "users"}
    feed = feedcore.Feed(context, {"sources": [users]}, told)
    search = feedcore.Search(context, {"directory": True, "debounce": 0}, told)
    directory = feedcore.Directory(context, told)
    counter = feedcore.Counter(1)
    counter.set_callback(told)
    feed.refresh()
    search.set_query("a")
    directory.import_users([{"id": 1, "username": "ada"}])
    context.dispatch(2)
    return locals()
objects = made()
del objects["told"], objects["users"]
"""
    program += f"order = {order!r}\n" + {
        "globals": "for name in order: globals()[name] = objects.pop(name)\ndel objects",
        "a cycle": """
class Cycle: pass
cycles = [Cycle() for _ in order]
for cycle, after, name in zip(cycles, cycles[1:] + cycles[:1], order):
    cycle.value, cycle.after = objects.pop(name), after
del cycles, cycle, after, objects
""",
        "an unfinished generator": """
def held():
    kept = [objects.pop(name) for name in order]
    try:
        yield
    finally:
        while kept: kept.pop(0)
sys.held = held()
next(sys.held)
""",
    }[way]
    ran = run_python(program)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
