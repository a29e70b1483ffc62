"""What the commands read: files, mappings, and what is on servers."""

from __future__ import annotations

import argparse
import os
import sys

from ._fetch import Web
from ._output import STANDARD_INPUT, Fault, blaming, label, tell_log
from .mapping import Mapping


def load_mapping(name: str) -> Mapping:
    """A built-in one of that name, else the file: ./NAME is a file whatever its name is."""
    if name in Mapping.builtin_names() or not os.path.exists(name):
        return builtin(name)
    with blaming(name):
        return Mapping(read_bytes(name))


def builtin(name: str) -> Mapping:
    names = Mapping.builtin_names()
    if name not in names:
        raise Fault(name, f"no file, and no built-in mapping; those are {', '.join(names)}")
    return Mapping.builtin(name)


def begin_web(options: argparse.Namespace) -> Web:
    """As the options of the command say."""
    with blaming(options.store or "the command's config"):
        return Web(options.timeout, tell_log, options.store, has_log=options.log)


def read_bytes(file: str) -> bytes:
    is_input = file == STANDARD_INPUT
    if is_input and sys.stdin is None:
        raise Fault(label(file), "it is closed")  # its descriptor may be another's by now
    try:
        with open(0 if is_input else file, "rb", closefd=not is_input) as stream:
            return stream.read()
    except OSError as error:
        raise Fault(label(file), error.strerror or str(error)) from None
