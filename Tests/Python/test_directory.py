"""The people in a store: taken in and out, counted, and found."""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from test_live_lifetimes import nothing_is_left  # noqa: F401  (a fixture)

from conftest import (
    FIXTURES,
    SITE,
    Listener,
    Unraisable,
    drop_elsewhere,
    run_python,
    statuses_elsewhere,
    titles,
    users,
)
from feedcore import (
    Context,
    Directory,
    Event,
    EventKind,
    FeedcoreError,
    Search,
    SearchState,
    State,
    Status,
)

PATIENCE = 60.0
DIRECTORY: dict[str, Any] = {"directory": True, "debounce": 0}


class Heard:
    """Keeps what a directory tells."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def __call__(self, _directory: Directory, event: Event) -> None:
        self.events.append(event)

    def of(self, kind: EventKind, request: int | None = None) -> list[Event]:
        return [e for e in self.events if e.kind == kind and request in (None, e.request)]

    def complete(self, request: int) -> Event:
        (event,) = self.of(EventKind.COMPLETE, request)
        return event


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "people"


def begin(path: Path | None, **members: Any) -> Context:
    store = members if path is None else {"path": str(path), **members}
    return Context({"transport": "memory", "store": store})


@pytest.fixture
def town(path: Path) -> Iterator[Context]:
    """A context with a store in which nobody is."""
    with begin(path) as context:
        yield context


@pytest.fixture
def heard() -> Heard:
    return Heard()


def done(context: Context) -> None:
    context.run(PATIENCE)


def found(context: Context, query: str, **members: Any) -> list[str | None]:
    with Search(context, {**DIRECTORY, **members}) as search:
        search.set_query(query)
        done(context)
        return titles(search.feed)


def crowd(count: int) -> bytes:
    rows = ({"id": n, "username": f"user{n}", "bio": "one of many"} for n in range(count))
    return "\n".join(map(json.dumps, rows)).encode()


# ------------------------------------------------------------------------------- requests


def test_people_come_and_go(town: Context, heard: Heard) -> None:
    directory = Directory(town, heard)
    assert (directory.state, directory.count) == (State.LOADING, None)
    done(town)
    assert (directory.state, directory.count) == (State.EMPTY, 0)
    request = directory.import_users(users("ada", "grace", "joan"))
    town.dispatch(1)
    assert directory.state == State.LOADING
    done(town)
    assert (directory.state, directory.count) == (State.READY, 3)
    complete = heard.complete(request)
    assert (complete.error, complete.taken, complete.skipped) == (None, 3, 0)
    assert found(town, "gra") == ["grace"]
    removal = directory.remove("2")
    assert removal > request
    directory.remove("nobody")
    done(town)
    assert (directory.count, found(town, "gra")) == (2, [])
    assert heard.complete(removal).error is None
    directory.clear()
    done(town)
    assert (directory.state, directory.count) == (State.EMPTY, 0)
    assert repr(directory) == "Directory(EMPTY, count=0)"
    states = [event.state for event in heard.of(EventKind.STATE)]
    assert states[:4] == [State.EMPTY, State.LOADING, State.READY, State.LOADING]
    assert states[-1] == State.EMPTY


FORMS: dict[str, Any] = {
    "text": '[{"id": 1, "username": "ada"}, {"id": 2, "username": "grace"}]',
    "bytes": b'{"users": [{"id": 1, "username": "ada"}, {"id": 2, "username": "grace"}]}',
    "memory": memoryview(b'{"id": 1, "username": "ada"}\r\n\r\n{"id": 2, "username": "grace"}'),
    "buffer": bytearray(b'\xef\xbb\xbf[{"id": 2, "username": "grace"}, {"id": 1, "userName": 5}]'),
    "list": [{"id": 1, "username": "ada"}, {"id": 2, "username": "grace"}],
    "tuple": ({"id": "1", "username": "ada"}, {"id": "2", "username": "grace"}),
    "iterator": ({"id": n, "username": name} for n, name in ((1, "ada"), (2, "grace"))),
}


@pytest.mark.parametrize("form", FORMS)
def test_what_can_be_imported(town: Context, heard: Heard, form: str) -> None:
    directory = Directory(town, heard)
    request = directory.import_users(FORMS[form])
    done(town)
    assert (heard.complete(request).taken, directory.count) == (2, 2)
    assert found(town, "@grace") == ["grace"]


def test_all_that_a_user_is_comes_back(town: Context) -> None:
    Directory(town).import_users((FIXTURES / "users.json").read_bytes())
    directory = Directory(town)
    directory.import_users((FIXTURES / "users.json").read_bytes())
    with Search(town, DIRECTORY) as search:
        search.set_query("码头")
        done(town)
        (item,) = search.feed.sections[0].items
        assert (item.id, item.title) == ("u-4001", "林小舟")
        assert (item.extras.count("followers"), item.extras.text("bio")) == (
            1280, "在码头写代码。",
        )
    assert directory.count == 5


def test_rows_that_can_not_be_used(town: Context, heard: Heard) -> None:
    directory = Directory(town, heard)
    rows = '{"id": 1, "username": "ada"}\n\n{"id": }\n["x"]\n{"username": "ada"}\n'
    request = directory.import_users(rows)
    done(town)
    complete = heard.complete(request)
    assert (complete.error, complete.taken, complete.skipped) == (None, 1, 3)
    failures = [event.error for event in heard.of(EventKind.FAILED, request)]
    assert [each.line for each in failures if each] == [3, 4, 5]
    assert [each.status for each in failures if each] == [Status.SHAPE] * 3


def test_only_the_first_hundred_are_told(town: Context, heard: Heard) -> None:
    directory = Directory(town, heard)
    request = directory.import_users("[" + "0," * 249 + '{"id": "x", "username": "ada"}]')
    done(town)
    complete = heard.complete(request)
    assert (complete.taken, complete.skipped) == (1, 249)
    assert len(heard.of(EventKind.FAILED, request)) == 100


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", Status.EMPTY),
        ("[", Status.SYNTAX),
        ('[{"id": 1}', Status.SYNTAX),
        ("7", Status.SHAPE),
    ],
)
def test_what_is_no_list_of_users(
    town: Context, heard: Heard, text: str, status: Status
) -> None:
    directory = Directory(town, heard)
    directory.import_users(users("ada"))
    request = directory.import_users(text)
    done(town)
    error = heard.complete(request).error
    assert error is not None
    assert (error.status, directory.count, directory.state) == (status, 1, State.READY)


def test_progress(town: Context, heard: Heard) -> None:
    directory, text = Directory(town, heard), crowd(5000)
    request = directory.import_users(text)
    done(town)
    progress = heard.of(EventKind.PROGRESS, request)
    assert [event.taken for event in progress] == sorted(event.taken for event in progress)
    assert {event.total for event in progress} == {len(text)}
    assert all(0 < (event.bytes or 0) <= len(text) for event in progress)
    assert found(town, "many", limit=3) == ["user0", "user1", "user2"]


def test_an_import_that_is_cancelled_is_undone(town: Context, heard: Heard) -> None:
    directory = Directory(town, heard)
    directory.import_users(users("ada"))
    done(town)
    request = directory.import_users(crowd(20000))
    directory.cancel(request)
    done(town)
    error = heard.complete(request).error
    assert error is not None
    assert (error.status, directory.count, directory.state) == (Status.CANCELLED, 1, State.READY)
    with pytest.raises(FeedcoreError) as raised:
        directory.cancel(request)
    assert raised.value.status == Status.ARGUMENT


def test_all_of_a_context_see_the_same_people(path: Path, town: Context) -> None:
    first, second = Directory(town), Directory(town)
    first.import_users(users("ada"))
    done(town)
    second.import_users([{"id": "x", "username": "grace"}])
    done(town)
    assert second.count == 2
    with begin(path, partition="other") as elsewhere:
        other = Directory(elsewhere)
        done(elsewhere)
        assert other.count == 0
    with begin(path) as again:
        assert found(again, "ada") == ["ada"]


def test_in_memory() -> None:
    with begin(None) as context:
        Directory(context).import_users(users("x"))  # undone: nobody keeps the directory
        directory = Directory(context)
        directory.import_users(users("ada"))
        done(context)
        assert found(context, "a") == ["ada"]


# ------------------------------------------------------------------------------ searches


def test_the_directory_and_a_server(town: Context) -> None:
    directory = Directory(town)
    directory.import_users([{"id": 1, "username": "ada"}, {"id": 7, "username": "adele"}])
    done(town)
    town.respond(SITE + "/find?q=ad", users("ada", "adam"))
    source = {"name": "web", "url": SITE + "/find?q={query}", "mapping": "users"}
    listener = Listener()
    with Search(town, {**DIRECTORY, "sources": [source]}) as search:
        search.feed.set_callback(listener)
        search.set_query("ad")
        done(town)
        assert titles(search.feed) == ["ada", "adele", "adam"]
        assert [each.name for each in search.feed.sources] == ["directory", "web"]
        assert listener.complete.error is None
        town.respond(SITE + "/find?q=ade", status=404)
        search.set_query("ade")
        done(town)
        assert (titles(search.feed), search.state) == (["adele"], SearchState.RESULTS)


def kept(path: Path, config: dict[str, Any]) -> tuple[str, ...]:
    with begin(path) as context:
        search = Search(context, config)
        done(context)
        return search.recent


def test_recent_queries_are_kept_in_the_store(path: Path) -> None:
    config = {**DIRECTORY, "recent": 3}
    with begin(path) as context:
        search = Search(context, config)
        for query in ("ada", "grace", "ada"):
            search.set_query(query)
            search.submit()
        done(context)
    while kept(path, config) != ("ada", "grace"):  # closing doesn't wait for it
        pass
    with begin(path) as context:
        kinds: list[EventKind] = []
        search = Search(context, config, lambda _, event: kinds.append(event.kind))
        done(context)
        assert (search.recent, kinds) == (("ada", "grace"), [EventKind.RECENT])
        search.clear_recent()
        done(context)
    while kept(path, config):  # closing doesn't wait for it
        pass


# -------------------------------------------------------------------------------- errors


def test_a_context_without_a_store(context: Context) -> None:
    with pytest.raises(FeedcoreError) as raised:
        Directory(context)
    assert raised.value.status == Status.CONFIG


def test_wrong_types(town: Context) -> None:
    wrong: Any = Listener()
    with pytest.raises(TypeError, match=r"a Directory takes a feedcore\.Context, not Listener"):
        Directory(wrong)
    wrong = 1
    with pytest.raises(TypeError, match="1 is not callable"):
        Directory(town, wrong)
    directory = Directory(town)
    for wrong in (5, [object()]):
        with pytest.raises(TypeError):
            directory.import_users(wrong)
    with pytest.raises(ValueError, match="null character"):
        directory.remove("a\0")


def test_another_thread(town: Context) -> None:
    directory = Directory(town)
    calls = (
        lambda: directory.import_users("[]"), lambda: directory.remove("1"), directory.clear,
        lambda: directory.cancel(1), lambda: directory.count, lambda: directory.state,
        directory.close, lambda: directory.set_callback(None), lambda: Directory(town),
    )
    assert statuses_elsewhere(calls) == [Status.THREAD] * len(calls)


# ----------------------------------------------------------------------------- lifetimes


def test_a_directory_that_goes_away_undoes_its_import(town: Context, heard: Heard) -> None:
    directory = Directory(town, heard)
    alive = weakref.ref(directory)
    directory.import_users(crowd(20000))
    del directory
    assert alive() is None
    last = Directory(town)
    done(town)
    assert (last.count, heard.events) == (0, [])


def test_closed(town: Context) -> None:
    with Directory(town) as directory:
        pass
    directory.close()
    assert repr(directory) == "Directory(closed)"
    calls: list[Callable[[], object]] = [
        directory.clear, lambda: directory.count, lambda: directory.import_users("[]"),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="this directory is closed"):
            call()


@pytest.mark.parametrize("closing", ["directory", "context"])
@pytest.mark.parametrize("last", range(1, 5))
def test_closed_inside_the_callback(
    path: Path, unraisable: Unraisable, last: int, closing: str
) -> None:
    context, told = begin(path), 0

    def tell(_directory: Directory, _event: Event) -> None:
        nonlocal told
        told += 1
        if told == last:
            closes[closing]()

    directory = Directory(context, tell)
    closes: dict[str, Callable[[], None]] = {"directory": directory.close, "context": context.close}
    directory.import_users(users("ada"))
    directory.import_users('[{"username": "no id"}]')
    done(context)
    assert told == last
    assert unraisable == []
    directory.close()
    context.close()


class View:
    """As a front end has it: it holds its directory, and the directory holds it."""

    def __init__(self, context: Context) -> None:
        self.directory = Directory(context, self.told)

    def told(self, _directory: Directory, _event: Event) -> None:
        pass


def test_a_view_that_holds_its_directory_is_collected(town: Context) -> None:
    view = View(town)
    view.directory.import_users(crowd(2000))
    alive = weakref.ref(view)
    del view
    gc.collect()
    assert alive() is None
    done(town)


def test_what_another_thread_drops(town: Context) -> None:
    views = [View(town)]
    views[0].directory.import_users(crowd(2000))
    drop_elsewhere(views)
    last = Directory(town)
    done(town)
    assert last.count in (0, 2000)  # as far as it was by then


def test_left_over_when_python_ends(path: Path) -> None:
    ran = run_python(
        f"""
import feedcore
context = feedcore.Context({{"store": {{"path": {str(path)!r}}}}})
directories = [feedcore.Directory(context, print) for _ in range(3)]
directories[0].import_users({{"id": n, "username": "ada"}} for n in range(20000))
directories[1].clear()
search = feedcore.Search(context, {{"directory": True, "recent": 5}}, print)
search.set_query("ada")
search.submit()
"""
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    with begin(path) as context:
        directory = Directory(context)
        done(context)
        assert directory.count in (0, 20000)
