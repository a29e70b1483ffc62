"""The loop of GLib, and so of GTK. Needs PyGObject (Debian: python3-gi).

    import feedcore.glib

    context = feedcore.Context()
    feedcore.glib.attach(context)
    feed = feedcore.Feed(context, {…}, told)
    feed.refresh()
    GLib.MainLoop().run()
"""

from __future__ import annotations

import sys

from gi.repository import GLib

from ._loops import Attachment
from .context import Context

__all__ = ["Attachment", "attach"]


class _Watch(Attachment):
    def __init__(self, context: Context, priority: int) -> None:
        self._priority = priority
        super().__init__(context)

    def _watch(self) -> None:
        self._source = GLib.unix_fd_add_full(
            self._priority, self._fd, GLib.IOCondition.IN, self._ready
        )

    def _unwatch(self) -> None:
        GLib.source_remove(self._source)

    def _ready(self, *_: object) -> bool:
        try:
            self._turn()
        except SystemExit:
            raise  # which PyGObject makes the end of the program
        except BaseException:
            sys.excepthook(*sys.exc_info())  # as PyGObject does, which would remove the source too
        return self.is_attached


def attach(context: Context, priority: int = GLib.PRIORITY_DEFAULT) -> Attachment:
    """Has GLib's default main context dispatch a feedcore.Context, on the thread of both."""
    return _Watch(context, priority)
