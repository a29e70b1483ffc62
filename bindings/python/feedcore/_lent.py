"""What keeps the sections and items that a feed shows while it tells the changes of a page."""

from __future__ import annotations

from .snapshot import Snapshot


class Lent:
    """In place of a snapshot: nothing keeps them, they are there until the feed's next event."""

    def __init__(self) -> None:
        self._is_over = False

    @property
    def _pointer(self) -> bool:
        self.check()
        return True

    def check(self) -> None:
        if self._is_over:
            raise ValueError("it was there until the feed's next event; keep feed.snapshot instead")

    def end(self) -> None:
        self._is_over = True


class Pages:
    """In place of a snapshot: the page before the changes, and after the last one that after."""

    _pointer = True

    def __init__(self, page: Snapshot | None) -> None:
        self._pages = [page]

    def add(self, page: Snapshot | None) -> None:
        self._pages.append(page)
