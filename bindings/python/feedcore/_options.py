"""The options that several commands have, and what they may say."""

from __future__ import annotations

import argparse
import contextlib
import math
import os

from ._cells import is_harmless

LONGEST_TIMEOUT = 24 * 3600.0  # seconds
TIMEOUT = 30.0


def add_mapping(command: argparse._ActionsContainer, default: str) -> None:
    command.add_argument(
        "--mapping",
        metavar="NAME-or-FILE",
        default=default,
        help="a built-in mapping, or the file of one (default: %(default)s)",
    )


def add_timeout(command: argparse.ArgumentParser, help: str) -> None:
    command.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=seconds,
        default=TIMEOUT,
        help=f"{help} (default: %(default)g)",
    )


def add_log(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--log", action="store_true", help="say on standard error how each request went"
    )


def add_store(command: argparse._ActionsContainer, help: str, *, required: bool = False) -> None:
    command.add_argument("--store", metavar="FILE", type=store, required=required, help=help)


def store(text: str) -> str:
    """A file that holds something else is none: the library would set it aside as damaged."""
    name = path(text)
    head = b""
    with contextlib.suppress(OSError):  # the library says what is wrong with it
        if os.path.isfile(name):
            with open(name, "rb") as file:
                head = file.read(16)
    if head and head != b"SQLite format 3\0":
        raise argparse.ArgumentTypeError(f"{name} is a file of another kind")
    return name


def path(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError("no name of a file in UTF-8") from None
    if not text or not is_harmless(text):
        raise argparse.ArgumentTypeError("no name of a file")
    return text


def count(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"no number of pages: {text}")
    return int(text)


def interval(text: str) -> float:
    return 0.0 if text == "0" else seconds(text)


def seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number <= LONGEST_TIMEOUT:
        raise argparse.ArgumentTypeError(f"no number of seconds: {text}")
    return number
