"""A line on its way to a terminal, or to somewhere else."""

from __future__ import annotations

from ._cells import width

PLAIN, BOLD, QUIET, KIND = "", "1", "2", "1;36"  # of SGR
REMOVED, LABEL, WARNING = "31", "32", "33"


class Line:
    """Written from left to right; `end` is the cell where the next text would stand."""

    def __init__(self, *, terminal: bool) -> None:
        self.text = ""
        self.end = 0
        self._terminal = terminal
        self._is_certain = True

    def put(self, text: str, style: str = PLAIN, *, at: int | None = None) -> Line:
        """A clean text, at the given cell or right behind what stands there."""
        if at is not None:
            self._go(at)
        self.text += f"\033[{style}m{text}\033[m" if self._terminal and style and text else text
        self.end += width(text)
        self._is_certain = self._is_certain and text.isascii()
        return self

    def _go(self, cell: int) -> None:
        self.text += " " * (cell - self.end)
        if self._terminal and not self._is_certain:
            # Terminals differ in the cells they give to emoji and to “quotes”: count from the edge.
            self.text += f"\033[{cell + 1}G"
        self.end = cell
