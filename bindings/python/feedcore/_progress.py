"""A bar that says how far something is, where somebody sees it."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TextIO

LONGEST = 40  # cells of the bar itself
WIDTH = 80  # of a terminal that doesn't say


class Progress:
    """In the last line of a terminal, over itself; elsewhere there is none."""

    def __init__(self, output: TextIO | None) -> None:
        has_cells = os.environ.get("TERM", "") not in ("", "dumb")
        self._output = output if has_cells and output is not None and output.isatty() else None
        self._shown = ""

    def show(self, done: int, total: int, fact: str) -> None:
        percent = min(100, 100 * done // max(total, 1))
        text = f"{percent:3} %"
        cells = self._cells() - len(text) - len(fact) - len("  []  ") - 1
        if cells >= 5:
            bar = "#" * (min(cells, LONGEST) * percent // 100)
            text += f"  [{bar:{min(cells, LONGEST)}}]  {fact}"
        if text != self._shown:
            self._write("\r" + text + " " * (len(self._shown) - len(text)))
            self._shown = text

    def erase(self) -> None:
        """Before anything else is written, and at the end."""
        if self._shown:
            self._write("\r" + " " * len(self._shown) + "\r")
            self._shown = ""

    def _cells(self) -> int:
        with suppress(OSError):
            if self._output is not None:
                return os.get_terminal_size(self._output.fileno()).columns or WIDTH
        return WIDTH

    def _write(self, text: str) -> None:
        if self._output is not None:
            with suppress(OSError):  # the terminal is gone
                self._output.write(text)
                self._output.flush()
