"""A home page as a tree in a window, with PySide6.

python3 home_qt.py URL [--screenshot FILE]      With a file: shows itself there, and ends.

The server answers as NetEase's music does; python3 Tests/Servers/demo.py is one. Without a screen:
QT_QPA_PLATFORM=offscreen.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QMainWindow, QTreeView

import feedcore
import feedcore.qt
from feedcore import ActionKind, EventKind
from feedcore.qt import Role


class Rows(feedcore.qt.FeedModel):
    """Banners, the menus and pages of songs have no title: those rows say what they are."""

    def data(self, index: Any, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        data = super().data(index, role)
        if data or role != Qt.ItemDataRole.DisplayRole:
            return data
        songs = [song["title"] or "" for song in super().data(index, Role.CHILDREN) or ()]
        return ", ".join(songs) or super().data(index, Role.KIND)


class Window(QMainWindow):
    def __init__(self, context: feedcore.Context, base: str, screenshot: str | None) -> None:
        super().__init__()
        self.setWindowTitle("Home")
        self.resize(414, 896)
        self.screenshot = screenshot
        config = {"preset": "netease-home", "baseURL": base}
        self.feed = feedcore.Feed(context, config, self.told)
        self.rows = Rows(self.feed, self)
        self.view = QTreeView()
        self.view.setHeaderHidden(True)
        self.view.setModel(self.rows)
        self.rows.rowsInserted.connect(self.inserted)
        self.view.activated.connect(self.rows.activate)
        self.setCentralWidget(self.view)
        self.statusBar().showMessage("…")
        self.feed.refresh()

    def inserted(self, parent: Any, first: int, last: int) -> None:
        for row in range(first, last + 1):
            self.view.expand(self.rows.index(row, 0, parent))

    def told(self, feed: feedcore.Feed, event: feedcore.Event) -> None:
        if event.kind == EventKind.ACTION and event.activation:
            if event.activation.kind == ActionKind.OPEN_URL:
                QDesktopServices.openUrl(QUrl(event.activation.url or ""))
            self.statusBar().showMessage(f"{event.activation.kind.name} {event.activation.text}")
        elif event.kind == EventKind.COMPLETE:
            about = str(event.error) if event.error else f"{len(feed.sections)} sections"
            self.statusBar().showMessage(about)
            if self.screenshot:
                QTimer.singleShot(0, self.shoot)

    def shoot(self) -> None:
        is_saved = self.grab().save(self.screenshot or "")
        print(self.statusBar().currentMessage())
        QApplication.exit(0 if is_saved and not self.feed.sources[0].error else 1)


def main() -> int:
    parser = argparse.ArgumentParser(description="A home page as a tree in a window.")
    parser.add_argument("URL")
    parser.add_argument("--screenshot", metavar="FILE", help="show yourself there, and end")
    arguments = parser.parse_args()
    app = QApplication(sys.argv[:1])
    with feedcore.Context() as context, feedcore.qt.attach(context):
        window = Window(context, arguments.URL, arguments.screenshot)
        window.show()
        return app.exec()


if __name__ == "__main__":
    sys.exit(main())
