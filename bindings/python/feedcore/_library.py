"""Finds libfeedcore and loads it when the first function is asked for.

That is the file which FEEDCORE_LIBRARY names; without it the one that was installed with the
package; where there is none, as in the source tree, the one that the system's loader knows.
"""

from __future__ import annotations

import ctypes
import os
import threading
from typing import Any

from . import __path__ as folders
from ._prototypes import PROTOTYPES

SONAME = "libfeedcore.so.0"
FILE = "libfeedcore.so"


class LibraryError(OSError):
    """The shared library couldn't be loaded; the text is one line and says which one, and why."""


class Library:
    """The functions of the header as attributes, each with its prototype set."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __getattr__(self, name: str) -> Any:
        # Only for a name that isn't there: each function is an attribute from the first use on.
        if not name.startswith("feedcore_"):
            raise AttributeError(name)
        with self._lock:
            if name not in self.__dict__:
                self.__dict__.update(load())
        return self.__dict__[name]


def load() -> dict[str, Any]:
    """Loads the library. None but the first that there is, is tried."""
    path = os.environ.get("FEEDCORE_LIBRARY") or installed() or SONAME
    if os.path.exists(path):
        path = os.path.abspath(path)  # without a slash dlopen would look elsewhere
    try:
        library = ctypes.CDLL(path)
        return {row[0]: _function(library, *row) for row in PROTOTYPES}
    except (OSError, AttributeError) as error:
        raise LibraryError(_explanation(path, error)) from None


def installed() -> str | None:
    """The library that came with the package. An editable one has two folders."""
    paths = [os.path.join(folder, FILE) for folder in folders]
    return next(filter(os.path.exists, paths), None)


def _function(library: ctypes.CDLL, name: str, returns: Any, arguments: tuple[Any, ...]) -> Any:
    function = getattr(library, name)
    function.restype = returns
    function.argtypes = arguments
    return function


def _explanation(path: str, error: Exception) -> str:
    # The loader's own text names the file again; a missing function means another version.
    why = " ".join(str(error).split())
    if why.startswith(f"{path}: "):
        why = why[len(path) + 2 :]
    hint = "it is older than this package" if isinstance(error, AttributeError) else (
        "set FEEDCORE_LIBRARY to the path of libfeedcore.so"
    )
    return f"cannot load {path}: {why}; {hint}"


lib: Any = Library()
