"""Qt's loop, and a feed as an item model. Needs PySide6 (PyPI: pyside6-essentials), but not its
version 6.12.0, which before Python 3.12 loses a reference with each signal.

    import feedcore.qt

    context = feedcore.Context()
    feedcore.qt.attach(context)
    feed = feedcore.Feed(context, {…})
    view.setModel(feedcore.qt.FeedModel(feed))
    feed.refresh()
    app.exec()
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from itertools import count
from typing import Any, Union

import shiboken6
from PySide6.QtCore import (
    QAbstractEventDispatcher,
    QAbstractItemModel,
    QByteArray,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSocketNotifier,
    Qt,
    Slot,
)

from ._listening import Steps
from ._loops import Attachment
from .change import Change
from .context import Context
from .enums import ChangeKind
from .event import Event
from .feed import Feed
from .item import Item
from .section import Section
from .snapshot import Snapshot

__all__ = ["Attachment", "FeedModel", "Role", "attach"]

Index = Union[QModelIndex, QPersistentModelIndex]


class _Watch(Attachment):
    def _watch(self) -> None:
        if QAbstractEventDispatcher.instance() is None:
            raise RuntimeError("Qt has no loop on this thread; make a QCoreApplication first")
        self._notifier = QSocketNotifier(self._fd, QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._ready)

    def _unwatch(self) -> None:
        if shiboken6.isValid(self._notifier):
            self._notifier.setEnabled(False)
            self._notifier.deleteLater()

    def _ready(self) -> None:
        if not self.is_attached:
            return
        # A callback may run a loop of its own, for a dialog: it is no dispatch inside this one.
        self._notifier.setEnabled(False)
        try:
            self._turn()
        finally:
            if self.is_attached:
                self._notifier.setEnabled(True)


def attach(context: Context) -> Attachment:
    """Has Qt's loop dispatch a feedcore.Context, on the thread of both."""
    return _Watch(context)


class Role(IntEnum):
    """What a FeedModel knows of a row, beside Qt.DisplayRole, which is the title. In QML each is
    named as here, in camel case: playCount. What a row doesn't have is None.
    """

    OBJECT = Qt.ItemDataRole.UserRole + 1  # the feedcore.Section or feedcore.Item
    KIND = Qt.ItemDataRole.UserRole + 2  # the name of the SectionKind, of an item its section's
    UID = Qt.ItemDataRole.UserRole + 3  # in decimal: a text, since QML's numbers have 53 bits
    ID = Qt.ItemDataRole.UserRole + 4  # of a section its key
    TITLE = Qt.ItemDataRole.UserRole + 5
    SUBTITLE = Qt.ItemDataRole.UserRole + 6
    TEXT = Qt.ItemDataRole.UserRole + 7  # the longer one of an item
    IMAGE = Qt.ItemDataRole.UserRole + 8  # a URL
    ACTION = Qt.ItemDataRole.UserRole + 9
    PLAY_COUNT = Qt.ItemDataRole.UserRole + 10
    LABELS = Qt.ItemDataRole.UserRole + 11  # a list of texts
    EXTRAS = Qt.ItemDataRole.UserRole + 12  # a dict
    CHILDREN = Qt.ItemDataRole.UserRole + 13  # a list of dicts: id, title, subtitle, image, action
    LAYOUT = Qt.ItemDataRole.UserRole + 14  # of a section: the name of its class
    BUTTON = Qt.ItemDataRole.UserRole + 15  # of a section: the text of its button
    HAS_MORE = Qt.ItemDataRole.UserRole + 16  # of a section: whether more items can be loaded


SECTION_ROLES: dict[int, Callable[[Section], Any]] = {
    Qt.ItemDataRole.DisplayRole: lambda section: section.title,
    Role.OBJECT: lambda section: section,
    Role.KIND: lambda section: section.kind.name,
    Role.UID: lambda section: str(section.uid),
    Role.ID: lambda section: section.key,
    Role.TITLE: lambda section: section.title,
    Role.SUBTITLE: lambda section: section.subtitle,
    Role.IMAGE: lambda section: section.title_image,
    Role.ACTION: lambda section: section.action,
    Role.LAYOUT: lambda section: section.layout_name,
    Role.BUTTON: lambda section: section.button and section.button.text,
    Role.HAS_MORE: lambda section: section.has_more,
}

ITEM_ROLES: dict[int, Callable[[Item], Any]] = {
    Qt.ItemDataRole.DisplayRole: lambda item: item.title,
    Role.OBJECT: lambda item: item,
    Role.UID: lambda item: str(item.uid),
    Role.ID: lambda item: item.id,
    Role.TITLE: lambda item: item.title,
    Role.SUBTITLE: lambda item: item.subtitle,
    Role.TEXT: lambda item: item.text,
    Role.IMAGE: lambda item: item.image,
    Role.ACTION: lambda item: item.action,
    Role.PLAY_COUNT: lambda item: item.play_count,
    Role.LABELS: lambda item: list(item.labels),
    Role.EXTRAS: lambda item: dict(item.extras),
    Role.CHILDREN: lambda item: list(map(_child, item.children)),
}


def _child(item: Item) -> dict[str, str | None]:
    return {name: getattr(item, name) for name in ("id", "title", "subtitle", "image", "action")}


class _Shelf:
    """A section in the model's own list."""

    _numbers = count(1)

    def __init__(self, section: Section) -> None:
        self.number = next(self._numbers)  # by which the indexes of its items know it
        self.row = 0
        self.show(section)

    def show(self, section: Section) -> None:
        self.section = section
        self.items: Sequence[Item] = section.items

    def splice(self, place: slice, items: Sequence[Item]) -> None:
        self.items = [*self.items[: place.start], *items, *self.items[place.stop :]]


class FeedModel(QAbstractItemModel):
    """What a feed shows: its sections as rows, and their items as rows inside those.

    For the thread of the feed, whose callback stays free for others. The model keeps a list of its
    own, and makes the changes of a page there when the last one is told, each one with Qt's
    beginInsertRows() and so on, so that a view keeps its selection and place. Of a feed that was
    closed it shows what was there last.
    """

    def __init__(self, feed: Feed, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._feed = feed
        self._steps = Steps(feed)
        self._shelves: list[_Shelf] = []
        self._by_number: dict[int, _Shelf] = {}
        self._fill(feed.snapshot)
        feed._listeners.add(self)

    @property
    def feed(self) -> Feed:
        return self._feed

    def thing(self, index: Index) -> Section | Item | None:
        """The section or item of a row, to be kept as long as you like; None for no row."""
        if not index.isValid() or index.model() is not self:
            return None
        row, number = index.row(), index.internalId()
        if number == 0:
            return self._shelves[row].section if row < len(self._shelves) else None
        shelf = self._by_number.get(number)
        return shelf.items[row] if shelf and row < len(shelf.items) else None

    @Slot(QModelIndex)
    def activate(self, index: Index) -> None:
        """Says that the reader chose this row: Feed.activate(), or activate_section(). Connect a
        view's signal activated with it.
        """
        thing = self.thing(index)
        if isinstance(thing, Item):
            self._feed.activate(thing)
        elif thing is not None:
            self._feed.activate_section(thing)

    # ------------------------------------------------------------- what Qt asks

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        number = self._shelves[parent.row()].number if parent.isValid() else 0
        return self.createIndex(row, column, number)

    def parent(self, index: Any = None) -> Any:
        """Of an index; without one the parent of this object."""
        if index is None:
            return QObject.parent(self)
        shelf = self._by_number.get(index.internalId()) if index.isValid() else None
        return QModelIndex() if shelf is None else self.createIndex(shelf.row, 0, 0)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return len(self._shelves)
        is_section = parent.internalId() == 0 and parent.column() == 0
        return len(self._shelves[parent.row()].items) if is_section else 0

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        thing = self.thing(index)
        if isinstance(thing, Item):
            if role == Role.KIND:
                return self._by_number[index.internalId()].section.kind.name
            reader = ITEM_ROLES.get(role)
            return reader and reader(thing)
        section_reader = SECTION_ROLES.get(role)
        return section_reader and thing and section_reader(thing)

    def roleNames(self) -> dict[int, QByteArray]:
        names = {int(role): QByteArray(_camel_case(role.name).encode()) for role in Role}
        return {**super().roleNames(), **names}

    # ------------------------------------------------------------- what the feed tells

    def _hear(self, event: Event) -> None:
        steps = self._steps.gather(self._feed, event) if shiboken6.isValid(self) else []
        for step in steps:
            if step.change is None or step.page is None:
                self.beginResetModel()
                self._fill(step.page)
                self.endResetModel()
            else:
                self._make(step.change, step.page.sections)
        if steps and steps[-1].page is not None:
            # It shows the same now, so that nothing has to keep an older page any more.
            for shelf, section in zip(self._shelves, steps[-1].page.sections):
                shelf.show(section)

    def _end(self) -> None:
        """What is shown stays."""

    def _fill(self, page: Snapshot | None) -> None:
        self._shelves = [_Shelf(section) for section in page.sections] if page else []
        self._count()

    def _count(self) -> None:
        for row, shelf in enumerate(self._shelves):
            shelf.row = row
        self._by_number = {shelf.number: shelf for shelf in self._shelves}

    def _make(self, change: Change, sections: Sequence[Section]) -> None:
        """Up to the place of a step the new page is what there is, so what it adds is there."""
        place = change.position or 0
        if change.kind == ChangeKind.SECTIONS:
            shelves = [_Shelf(each) for each in sections[place : place + change.added]]
            self._splice(QModelIndex(), change, self._splice_shelves, shelves)
        elif change.section is not None:
            shelf, section = self._shelves[change.section], sections[change.section]
            index = self.index(change.section, 0)
            if change.kind == ChangeKind.ITEMS:
                items = section.items[place : place + change.added]
                self._splice(index, change, shelf.splice, items)
            elif change.kind == ChangeKind.ITEM:
                shelf.splice(slice(place, place + 1), [section.items[place]])
                index = self.index(place, 0, index)
                self.dataChanged.emit(index, index)
            elif change.kind == ChangeKind.SECTION:
                shelf.section = section
                self.dataChanged.emit(index, index)

    def _splice(
        self,
        parent: QModelIndex,
        change: Change,
        splice: Callable[[slice, Sequence[Any]], object],
        added: Sequence[Any],
    ) -> None:
        first = change.position or 0
        if change.removed:
            self.beginRemoveRows(parent, first, first + change.removed - 1)
            splice(slice(first, first + change.removed), ())
            self.endRemoveRows()
        if change.added:
            self.beginInsertRows(parent, first, first + change.added - 1)
            splice(slice(first, first), added)
            self.endInsertRows()

    def _splice_shelves(self, place: slice, shelves: Sequence[_Shelf]) -> None:
        self._shelves[place] = shelves
        self._count()


def _camel_case(name: str) -> str:
    first, *others = name.lower().split("_")
    return first + "".join(map(str.capitalize, others))
