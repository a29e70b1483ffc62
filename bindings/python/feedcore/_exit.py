"""When the interpreter ends, no thread of the library may call into it any more."""

from __future__ import annotations

import atexit
import time

from ._callbacks import here, registry
from ._owned import Owned
from .exchange import exchanges

PATIENCE = 1.0  # seconds


def end() -> None:
    """Gives back what is this thread's, and waits until C has forgotten its callbacks. Nothing is
    to be waited for but the worker's own next turn.
    """
    Owned.give_back_what_is_left()
    for handle in [weak() for weak in list(Owned.living.values())]:
        if handle is not None and handle.is_here:
            handle.close()
    deadline = time.monotonic() + PATIENCE
    exchanges.give_up()
    while registry.count(here()) and time.monotonic() < deadline:
        time.sleep(0.001)
        exchanges.give_up()


atexit.register(end)
