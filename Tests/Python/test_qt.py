"""A context in Qt's loop, and a feed as an item model."""

from __future__ import annotations

import gc
import json
import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
PySide6 = pytest.importorskip("PySide6", reason="no PySide6 for this Python")

from PySide6.QtCore import (  # noqa: E402
    QCoreApplication,
    QEvent,
    QEventLoop,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtTest import QAbstractItemModelTester  # noqa: E402

import feedcore.qt  # noqa: E402
from conftest import (  # noqa: E402
    HOME,
    THINGS,
    USERS,
    Listener,
    Unraisable,
    drop_elsewhere,
    run_python,
    statuses_elsewhere,
    users,
)
from feedcore import (  # noqa: E402
    Context,
    Event,
    EventKind,
    Feed,
    FeedcoreError,
    Mapping,
    Section,
    Status,
)
from feedcore.qt import FeedModel, Role  # noqa: E402
from shelves import SHELVES_FEED, Shown, a_few_shelves, shelves, shown  # noqa: E402

PATIENCE = 60_000  # milliseconds


@pytest.fixture(autouse=True)
def messages(qt: QCoreApplication) -> Iterator[list[str]]:
    """What Qt complains of."""
    told: list[str] = []

    def handle(kind: QtMsgType, _place: object, message: str) -> None:
        if kind != QtMsgType.QtDebugMsg:
            told.append(message)

    assert qt
    qInstallMessageHandler(handle)
    yield told
    qInstallMessageHandler(None)
    assert told == []


@pytest.fixture(scope="module")
def qt() -> QCoreApplication:
    return QCoreApplication.instance() or QCoreApplication([])


def turn(is_over: Callable[[], bool]) -> None:
    """Runs the loop until something is so."""
    late: list[bool] = []
    timer = QTimer()
    timer.setSingleShot(True)
    timer.timeout.connect(lambda: late.append(True))
    timer.start(PATIENCE)
    while not is_over():
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        assert not late


# ----------------------------------------------------------------------------------- the loop


def test_the_loop_dispatches(site: Context) -> None:
    listener = Listener()
    feed = Feed(site, USERS, listener)
    with feedcore.qt.attach(site) as attachment:
        model = FeedModel(feed)
        feed.refresh()
        turn(lambda: "COMPLETE" in listener.kinds)
        assert rows(model) == [(None, ["ada", "grace"])]
        assert attachment.is_attached
    assert not attachment.is_attached
    attachment.detach()
    feed.load(users("hedy"))
    QCoreApplication.processEvents()
    assert rows(model) == [(None, ["ada", "grace"])]


def test_a_context_that_is_closed_in_a_callback(site: Context) -> None:
    kinds: list[EventKind] = []

    def told(_feed: Feed, event: Event) -> None:
        kinds.append(event.kind)
        if event.kind == EventKind.COMPLETE:
            site.close()

    feed = Feed(site, USERS, told)
    attachment = feedcore.qt.attach(site)
    feed.refresh()
    turn(lambda: not attachment.is_attached)
    assert kinds[-1] == EventKind.COMPLETE


def test_a_loop_inside_a_callback_dispatches_nothing(
    site: Context, unraisable: Unraisable, capfd: pytest.CaptureFixture[str]
) -> None:
    kinds: list[str] = []

    def told(_feed: Feed, event: Event) -> None:
        kinds.append(event.kind.name)
        if event.kind == EventKind.STATE:
            over: list[bool] = []
            QTimer.singleShot(20, lambda: over.append(True))
            seen = len(kinds)
            turn(lambda: bool(over))
            assert len(kinds) == seen

    feed = Feed(site, USERS, told)
    with feedcore.qt.attach(site):
        feed.refresh()
        turn(lambda: "COMPLETE" in kinds)
    assert unraisable == []
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("is_elsewhere", [False, True])
def test_a_context_that_is_dropped_is_forgotten(is_elsewhere: bool) -> None:
    context = Context({"transport": "memory"})
    attachment = feedcore.qt.attach(context)
    kept = [context]
    del context
    if is_elsewhere:
        drop_elsewhere(kept)
        assert attachment.is_attached
        Context().close()  # gives back what another thread left
    else:
        kept.clear()
        gc.collect()
    assert not attachment.is_attached
    QCoreApplication.processEvents()


def test_what_cannot_be_attached(site: Context) -> None:
    assert statuses_elsewhere([lambda: feedcore.qt.attach(site)]) == [Status.THREAD]
    with pytest.raises(TypeError, match=r"feedcore\.Context, not int"):
        feedcore.qt.attach(1)  # type: ignore[arg-type]


# ---------------------------------------------------------------------------------- the model


def rows(model: FeedModel) -> Shown:
    """What a model shows: the titles of sections, and those of their items."""
    tops = [model.index(row, 0) for row in range(model.rowCount())]
    return [
        (top.data(), [model.index(i, 0, top).data() for i in range(model.rowCount(top))])
        for top in tops
    ]


class Mirror:
    """A view that knows the model's signals, and looks at added and changed rows only."""

    def __init__(self, model: FeedModel) -> None:
        self.model = model
        self.rows = rows(model)
        self.resets = 0
        model.rowsAboutToBeRemoved.connect(self.about_to)
        model.rowsAboutToBeInserted.connect(self.about_to)
        model.rowsRemoved.connect(self.removed)
        model.rowsInserted.connect(self.inserted)
        model.dataChanged.connect(self.changed)
        model.modelReset.connect(self.reset)
        self.faults: list[str] = []

    def about_to(self, parent: QModelIndex, first: int, last: int) -> None:
        if self.counts(self.rows) != self.counts(rows(self.model)):
            self.faults.append(f"before {first}-{last} of {parent.row()}")

    def removed(self, parent: QModelIndex, first: int, last: int) -> None:
        del self.list_of(parent)[first : last + 1]
        self.check()

    def inserted(self, parent: QModelIndex, first: int, last: int) -> None:
        every: list[Any] = list(rows(self.model))
        new = every[parent.row()][1] if parent.isValid() else every
        self.list_of(parent)[first:first] = new[first : last + 1]
        self.check()

    def changed(self, first: QModelIndex, last: QModelIndex) -> None:
        assert first == last
        if first.parent().isValid():
            self.rows[first.parent().row()][1][first.row()] = first.data()
        else:
            self.rows[first.row()] = (first.data(), self.rows[first.row()][1])

    def reset(self) -> None:
        self.resets += 1
        self.rows = rows(self.model)

    def list_of(self, parent: QModelIndex) -> list[Any]:
        return self.rows[parent.row()][1] if parent.isValid() else self.rows

    def check(self) -> None:
        if self.counts(self.rows) != self.counts(rows(self.model)):
            self.faults.append(f"{self.rows} is not {rows(self.model)}")

    @staticmethod
    def counts(shown: Shown) -> list[int]:
        return [len(items) for _, items in shown]


def test_random_pages_as_qt_wants_them(context: Context, unraisable: Unraisable) -> None:
    chance = random.Random(7)
    feed = Feed(context, SHELVES_FEED)
    model = FeedModel(feed)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    mirror = Mirror(model)
    for _ in range(120):
        feed.load(shelves(a_few_shelves(chance)))
        context.run(10)
        assert rows(model) == mirror.rows == shown(feed.sections)
        assert len({id(section._snapshot) for section in sections(model)}) <= 1  # all of one page
    assert mirror.faults == []
    assert unraisable == []
    assert mirror.resets == 0
    del tester


def sections(model: FeedModel) -> list[Section]:
    found = [model.thing(model.index(row, 0)) for row in range(model.rowCount())]
    return [each for each in found if isinstance(each, Section)]


def test_the_tester_finds_a_wrong_model(context: Context, messages: list[str]) -> None:
    class Wrong(FeedModel):
        def endInsertRows(self) -> None:
            self._shelves.pop()
            super().endInsertRows()

    feed = Feed(context, SHELVES_FEED)
    model = Wrong(feed)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    feed.load(shelves({"A": ["a"], "B": ["b"]}))
    context.run(10)
    assert any("FAIL" in message for message in messages)
    messages.clear()
    del tester


def test_what_is_selected_stays_selected(context: Context) -> None:
    feed = Feed(context, SHELVES_FEED)
    model = FeedModel(feed)
    feed.load(shelves({"A": ["a"], "B": ["b", "c", "d"]}))
    context.run(10)
    top = QPersistentModelIndex(model.index(1, 0))
    chosen = QPersistentModelIndex(model.index(1, 0, model.index(1, 0)))
    gone = QPersistentModelIndex(model.index(0, 0, model.index(0, 0)))
    assert chosen.data() == "c"
    feed.load(shelves({"Z": ["z"], "B=x": ["y", "b", "c=x"]}))
    context.run(10)
    assert (top.row(), top.data()) == (1, "B=x")
    assert (chosen.row(), chosen.data(), chosen.parent().row()) == (2, "c=x", 1)
    assert not gone.isValid()


def test_a_model_of_what_is_shown_already(context: Context) -> None:
    feed = Feed(context, SHELVES_FEED)
    feed.load(shelves({"A": ["a"]}))
    context.run(10)
    model = FeedModel(feed)
    assert rows(model) == [("A", ["a"])]
    assert model.feed is feed


def test_a_model_made_between_two_changes(context: Context) -> None:
    made: list[FeedModel] = []

    def make(feed: Feed, event: Event) -> None:
        if event.change and event.revision_to == 2 and not made:
            made.append(FeedModel(feed))
            assert rows(made[0]) == [("A", ["a"]), ("B", ["b"])]

    feed = Feed(context, SHELVES_FEED, make)
    feed.load(shelves({"A": ["a"], "B": ["b"]}))
    context.run(10)
    feed.load(shelves({"A": ["z", "a=x"], "B": ["b=x"]}))
    context.run(10)
    assert rows(made[0]) == [("A", ["z", "a=x"]), ("B", ["b=x"])]


def test_a_reset_of_very_many(context: Context) -> None:
    feed = Feed(context, USERS)
    model = FeedModel(feed)
    mirror = Mirror(model)
    feed.load(users(*map(str, range(4097))))
    context.run(10)
    assert mirror.resets == 0
    feed.load(users(*(f"{n}!" for n in range(4097))))
    context.run(10)
    assert mirror.resets == 1
    assert rows(model)[0][1] == shown(feed.sections)[0][1]


def test_what_a_row_says(context: Context) -> None:
    thing = {
        "id": 7, "title": "雨", "subtitle": "rain", "text": "long", "image": "http://i/1",
        "action": "song/7", "plays": 2**62, "labels": ["a", "b"], "year": 1999,
        "inside": [{"id": 8, "title": "inner"}],
    }
    source = {"name": "things", "url": "http://x.test", "mapping": Mapping(json.dumps(THINGS))}
    feed = Feed(context, {"sources": [source]})
    model = FeedModel(feed)
    feed.load(json.dumps({"things": [thing, {"id": 8, "title": "bare"}]}))
    context.run(10)
    top = model.index(0, 0)
    full, bare = (model.index(row, 0, top) for row in range(2))
    item = feed.sections[0].items[0]
    wanted: dict[Role, object] = {
        Role.OBJECT: item, Role.KIND: "LIST", Role.UID: str(item.uid), Role.ID: "7",
        Role.TITLE: "雨", Role.SUBTITLE: "rain", Role.TEXT: "long", Role.IMAGE: "http://i/1",
        Role.ACTION: "song/7", Role.PLAY_COUNT: 2**62, Role.LABELS: ["a", "b"],
        Role.EXTRAS: {"year": 1999},
        Role.CHILDREN: [
            {"id": "8", "title": "inner", "subtitle": None, "image": None, "action": None}
        ],
    }
    of_sections = {Role.LAYOUT, Role.BUTTON, Role.HAS_MORE}
    assert {role: full.data(role) for role in Role if role not in of_sections} == wanted
    assert all(full.data(role) is None for role in of_sections)
    assert full.data(Qt.ItemDataRole.DisplayRole) == "雨"
    assert bare.data(Role.SUBTITLE) is None
    assert [top.data(role) for role in (Role.KIND, Role.ID, Role.LAYOUT, Role.HAS_MORE)] == [
        "LIST", "things", "LIST", False,
    ]
    assert top.data(Role.UID) == str(feed.sections[0].uid)
    assert top.data(Role.TEXT) is None
    names = {bytes(name.data()).decode() for name in model.roleNames().values()}
    assert {"display", "title", "playCount", "hasMore", "kind", "uid"} <= names
    assert len(names) == len(model.roleNames())


def test_what_is_no_row(context: Context) -> None:
    feed, other = Feed(context, SHELVES_FEED), Feed(context, SHELVES_FEED)
    model, stranger = FeedModel(feed), FeedModel(other)
    for each in (feed, other):
        each.load(shelves({"A": ["a"], "B": ["b"]}))
    context.run(10)
    stale = [model.index(1, 0), model.index(0, 0, model.index(1, 0))]
    feed.load(shelves({"A": ["a"]}))
    context.run(10)
    for index in [*stale, QModelIndex(), stranger.index(0, 0), model.index(9, 0)]:
        assert model.thing(index) is None
        assert model.data(index) is None
        model.activate(index)
    assert model.rowCount(model.index(0, 0, model.index(0, 0))) == 0
    assert model.parent() is None
    context.run(10)


def test_choosing_a_row(site: Context) -> None:
    listener = Listener()
    feed = Feed(site, HOME, listener)
    model = FeedModel(feed)
    feed.refresh()
    site.run(10)
    banners = model.index(0, 0)
    model.activate(model.index(0, 0, banners))
    site.run(10)
    (action,) = listener.of(EventKind.ACTION)
    assert action.item == feed.sections[0].items[0]
    assert action.activation is not None
    with_button = next(i for i, each in enumerate(feed.sections) if each.button)
    model.activate(model.index(with_button, 0))
    site.run(10)
    action = listener.of(EventKind.ACTION)[-1]
    assert (action.item, action.section) == (None, feed.sections[with_button])


def test_a_model_outlives_its_feed(context: Context) -> None:
    feed = Feed(context, SHELVES_FEED)
    model = FeedModel(feed)
    feed.load(shelves({"A": ["a"]}))
    context.run(10)
    index = model.index(0, 0, model.index(0, 0))
    feed.close()
    context.close()
    gc.collect()
    assert rows(model) == [("A", ["a"])]
    with pytest.raises((ValueError, FeedcoreError)):
        model.activate(index)


def test_a_model_that_qt_deleted_hears_nothing(context: Context, unraisable: Unraisable) -> None:
    feed = Feed(context, SHELVES_FEED)
    model = FeedModel(feed)
    model.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    feed.load(shelves({"A": ["a"]}))
    context.run(10)
    assert unraisable == []
    assert len(feed.sections) == 1
    del model


@pytest.mark.parametrize("has_app", [True, False])
def test_a_program_that_ends_attached(has_app: bool) -> None:
    ran = run_python(f"""
from PySide6.QtCore import QCoreApplication
import feedcore.qt
app = QCoreApplication([]) if {has_app} else None
context = feedcore.Context({{"transport": "memory"}})
feed = feedcore.Feed(context, {USERS!r}, print)
model = feedcore.qt.FeedModel(feed)
feed.refresh()
feedcore.qt.attach(context)
""")
    if has_app:
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    else:
        assert ran.returncode == 1
        assert ran.stderr.splitlines()[-1].startswith("RuntimeError: Qt has no loop")
