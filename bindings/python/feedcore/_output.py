"""What the command's parts share: how faults are told, what files are called, how lines go out."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timezone
from typing import NamedTuple, TextIO

from ._cells import clean
from .display import counted
from .errors import FeedcoreError

PROGRAM = "feedcore"
STANDARD_INPUT = "-"
WIDTH_ELSEWHERE = 100  # where the output is no terminal


class Fault(Exception):
    """What goes to standard error, in one line, before exit status 1."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(clean(f"{PROGRAM}: {where}: {what}" if where else f"{PROGRAM}: {what}"))


class Screen(NamedTuple):
    """What lines are written for."""

    cells: int
    terminal: bool  # with colours


def screen(output: TextIO) -> Screen:
    cells = shutil.get_terminal_size((WIDTH_ELSEWHERE, 0)).columns
    return Screen(cells, output.isatty() and not os.environ.get("NO_COLOR"))


def write(output: TextIO, lines: Sequence[str]) -> None:
    try:
        output.write("".join(f"{line}\n" for line in lines))
        output.flush()
    except OSError as error:
        # What is still in the buffer goes nowhere, or Python would fail again when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())
        raise Fault("standard output", error.strerror or str(error)) from None


def tell(line: str) -> None:
    if sys.stderr is not None:  # print() would take standard output
        print(line, file=sys.stderr)


def tell_log(line: str) -> None:
    tell(clean(f"{PROGRAM}: {line}"))


@contextmanager
def blaming(name: str) -> Iterator[None]:
    """Says in one line which file or address it was."""
    try:
        yield
    except FeedcoreError as error:
        raise Fault(label(name), explained(error)) from None


def label(file: str) -> str:
    """How a file or address is called in what people read: without a password."""
    if file == STANDARD_INPUT:
        return "standard input"
    return re.sub(r"^([A-Za-z]+://)[^/?#]*@", r"\1", file)


def aged(time: datetime) -> str:
    """How old a page of that time is."""
    seconds = (datetime.now(timezone.utc) - time).total_seconds()
    for name, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            return f"{counted(int(seconds // length), name)} old"
    return "less than a minute old"


def explained(error: FeedcoreError) -> str:
    """The library's line, with the place if it has left that out."""
    text = error.message
    if error.line and f"line {error.line}" not in text:
        text += f" (line {error.line}, column {error.column})"
    return text
