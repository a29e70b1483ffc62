"""A context in GLib's loop."""

from __future__ import annotations

import gc
import sys
import sysconfig
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from conftest import (
    USERS,
    USERS_URL,
    Listener,
    Unraisable,
    drop_elsewhere,
    run_python,
    statuses_elsewhere,
    titles,
    users,
)
from feedcore import Context, Event, EventKind, Feed, Status

# Debian's, for another Python of the same version too: its modules in C fit that.
DEBIAN = Path("/usr/lib/python3/dist-packages")
IS_IN_DEBIAN = (DEBIAN / "gi" / ("_gi" + sysconfig.get_config_var("EXT_SUFFIX"))).is_file()

if find_spec("gi") is None:
    if not IS_IN_DEBIAN:
        pytest.skip("no PyGObject for this Python", allow_module_level=True)
    sys.path.append(str(DEBIAN))
    import gi  # noqa: F401

    sys.path.remove(str(DEBIAN))

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what older ones say of how they import
    from gi.repository import GLib

import feedcore.glib  # noqa: E402

PATIENCE = 60  # seconds


def turn(is_over: Callable[[], bool]) -> None:
    """Runs the loop until something is so."""
    late: list[bool] = []
    source = GLib.timeout_add_seconds(PATIENCE, late.append, True)
    while not is_over():
        GLib.main_context_default().iteration(True)
        assert not late
    GLib.source_remove(source)


def turn_idle() -> None:
    """Lets the loop do what there is to do."""
    while GLib.main_context_default().iteration(False):
        pass


def source_of(attachment: Any) -> Any:
    return GLib.main_context_default().find_source_by_id(attachment._source)


def test_the_loop_dispatches(site: Context) -> None:
    listener = Listener()
    feed = Feed(site, USERS, listener)
    with feedcore.glib.attach(site) as attachment:
        feed.refresh()
        turn(lambda: "COMPLETE" in listener.kinds)
        assert titles(feed) == ["ada", "grace"]
        assert attachment.is_attached
        assert source_of(attachment) is not None
    assert not attachment.is_attached
    assert source_of(attachment) is None
    attachment.detach()


def test_a_detached_context_waits(site: Context) -> None:
    listener = Listener()
    feed = Feed(site, USERS, listener)
    feedcore.glib.attach(site).detach()
    feed.refresh()
    turn_idle()
    assert listener.kinds == []
    feedcore.glib.attach(site)
    turn(lambda: "COMPLETE" in listener.kinds)


def test_a_main_loop_ends_in_a_callback(site: Context) -> None:
    loop = GLib.MainLoop()
    kinds: list[EventKind] = []

    def told(_feed: Feed, event: Event) -> None:
        kinds.append(event.kind)
        if event.kind == EventKind.COMPLETE:
            site.close()
            loop.quit()

    feed = Feed(site, USERS, told)
    attachment = feedcore.glib.attach(site)
    feed.refresh()
    loop.run()
    assert kinds[-1] == EventKind.COMPLETE
    assert not attachment.is_attached
    assert source_of(attachment) is None


def test_a_loop_inside_a_callback_dispatches_nothing(
    site: Context, unraisable: Unraisable, capfd: pytest.CaptureFixture[str]
) -> None:
    turns: list[str] = []

    def told(_feed: Feed, event: Event) -> None:
        turns.append(event.kind.name)
        if event.kind == EventKind.STATE:
            over: list[bool] = []
            GLib.timeout_add(20, lambda: over.append(True))
            seen = len(turns)
            turn(lambda: bool(over))
            assert len(turns) == seen

    feed = Feed(site, USERS, told)
    with feedcore.glib.attach(site):
        feed.refresh()
        turn(lambda: "COMPLETE" in turns)
    assert unraisable == []
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("is_elsewhere", [False, True])
def test_a_context_that_is_dropped_is_forgotten(is_elsewhere: bool) -> None:
    context = Context({"transport": "memory"})
    attachment = feedcore.glib.attach(context)
    kept = [context]
    del context
    if is_elsewhere:
        drop_elsewhere(kept)
        assert source_of(attachment) is not None
        Context().close()  # gives back what another thread left
    else:
        kept.clear()
        gc.collect()
    assert source_of(attachment) is None


def test_an_interrupt_in_a_callback_is_told(site: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, *_: seen.append(kind))
    listener = Listener()

    def told(feed: Feed, event: Event) -> None:
        listener(feed, event)
        if event.kind == EventKind.STATE:
            raise KeyboardInterrupt

    feed = Feed(site, USERS, told)
    feedcore.glib.attach(site)
    feed.refresh()
    turn(lambda: "COMPLETE" in listener.kinds)
    assert set(seen) == {KeyboardInterrupt}


def test_the_program_ends_in_a_callback() -> None:
    ran = run_python(f"""
import sys
sys.path.append({str(DEBIAN)!r})
from gi.repository import GLib
import feedcore.glib

def told(feed, event):
    if event.kind == feedcore.EventKind.COMPLETE:
        sys.exit(feed.sections[0].items[0].title)

context = feedcore.Context({{"transport": "memory"}})
context.respond({USERS_URL!r}, {users("ada")!r})
feedcore.glib.attach(context)
feed = feedcore.Feed(context, {USERS!r}, told)
feed.refresh()
GLib.MainLoop().run()
""")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.splitlines()[-1] == "ada"


def test_a_program_that_ends_attached() -> None:
    ran = run_python(f"""
import sys
sys.path.append({str(DEBIAN)!r})
import feedcore.glib
context = feedcore.Context({{"transport": "memory"}})
feed = feedcore.Feed(context, {USERS!r}, print)
feedcore.glib.attach(context)
feed.refresh()
""")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_what_cannot_be_attached(site: Context) -> None:
    assert statuses_elsewhere([lambda: feedcore.glib.attach(site)]) == [Status.THREAD]
    with pytest.raises(TypeError, match=r"feedcore\.Context, not int"):
        feedcore.glib.attach(1)  # type: ignore[arg-type]
    site.close()
    with pytest.raises(ValueError, match="closed"):
        feedcore.glib.attach(site)
