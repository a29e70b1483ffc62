"""Handles dropped in odd orders, read from many threads, and left over when Python ends."""

from __future__ import annotations

import gc
import itertools
import threading
import weakref
from collections.abc import Iterator

import pytest

import feedcore
from conftest import FIXTURES, read_fixture, run_python
from feedcore import Item, Snapshot


def all_items(page: Snapshot) -> Iterator[Item]:
    for section in page.sections:
        for item in section.items:
            yield item
            yield from item.children


def everything(page: Snapshot) -> tuple[object, ...]:
    """Every text of a page, read one by one."""
    return tuple(
        (item.id, item.uid, item.title, item.subtitle, item.image, item.labels, dict(item.extras))
        for item in all_items(page)
    )


def test_a_snapshot_needs_neither_mapping_nor_bytes() -> None:
    data = bytearray((FIXTURES / "netease-home.json").read_bytes())
    mapping = feedcore.Mapping.builtin("netease-home")
    page = feedcore.parse(mapping, data)
    before = everything(page)
    data[:] = b"x" * len(data)
    del mapping, data
    gc.collect()
    assert everything(page) == before


def test_sections_items_and_views_keep_their_snapshot() -> None:
    page = read_fixture("netease-home.json", "netease-home")
    alive = weakref.ref(page)
    section = page.sections[2]
    sections, items, children = page.sections, section.items, section.items[0].children
    extras = children[0].extras
    del page
    gc.collect()
    assert alive() is not None
    del sections, section
    assert items[0].children[0] == children[0]
    del items
    assert children[0].title
    del children
    assert alive() is not None
    assert len(extras) > 0
    del extras
    assert alive() is None


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_any_order_of_release(order: tuple[int, ...]) -> None:
    mapping = feedcore.Mapping.builtin("netease-home")
    page = feedcore.parse(mapping, (FIXTURES / "netease-home.json").read_bytes())
    menus = read_fixture("netease-menus.json", "netease-menus")
    joined = page.join(menus, 1)
    handles: list[object] = [mapping, page, menus, joined]
    expected = everything(joined)
    del mapping, page, menus, joined
    for index in order:
        if isinstance(handles[3], Snapshot):
            assert everything(handles[3]) == expected
        handles[index] = None
        gc.collect(0)


def test_handles_in_cycles_are_collected() -> None:
    class Owner:
        def __init__(self) -> None:
            self.page = read_fixture("users.json", "users")
            self.item = self.page.sections[0].items[0]
            self.me = self

    owner = Owner()
    alive = weakref.ref(owner.page)
    del owner
    gc.collect()
    assert alive() is None


def test_what_a_finalizer_in_a_cycle_reads_is_there_or_absent() -> None:
    seen: list[object] = []

    class Owner:
        def __init__(self, page: Snapshot, mapping: feedcore.Mapping) -> None:
            self.page, self.mapping, self.me = page, mapping, self
            self.section = page.sections[1]
            self.item = self.section.items[0]

        def __del__(self) -> None:
            seen.append(self.item.title)
            seen.append(self.item.extras.text("resourceType"))
            seen.extend([self.item.labels, list(self.section.items), list(self.page.sections)])
            seen.append(self.mapping.name)

    page = read_fixture("netease-home.json", "netease-home")
    texts = {page.sections[1].items[0].title, None}
    Owner(page, feedcore.Mapping.builtin("users"))
    del page
    gc.collect()
    assert len(seen) == 6
    assert seen[0] in texts
    assert seen[5] in ("users", "")


def test_threads_read_one_snapshot() -> None:
    page = read_fixture("netease-home.json", "netease-home")
    expected = everything(page)
    results: list[bool] = []

    def read() -> None:
        results.extend(everything(page) == expected for _ in range(20))

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 160


def test_threads_parse_with_one_mapping_and_release_elsewhere() -> None:
    mapping = feedcore.Mapping.builtin("netease-home")
    data = (FIXTURES / "netease-home.json").read_bytes()
    pages: list[Snapshot] = []

    def parse() -> None:
        pages.extend(feedcore.parse(mapping, data) for _ in range(10))

    threads = [threading.Thread(target=parse) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    texts = {page.to_json() for page in pages}
    assert len(pages) == 40
    assert len(texts) == 1
    threading.Thread(target=pages.clear).start()


def test_memory_is_given_back() -> None:
    script = f"""
import feedcore, resource
data = open({str(FIXTURES / "netease-home.json")!r}, "rb").read()
def once():
    mapping = feedcore.Mapping.builtin("netease-home")
    page = feedcore.parse(mapping, data)
    page.join(page, 1).to_json()
    page.sections[0].items[0].to_dict()
    counter = feedcore.Counter(callback=lambda c, n: None)
    counter.increment()
    try:
        feedcore.parse(mapping, data[:-2])
    except feedcore.FeedcoreError:
        pass
for _ in range(200): once()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for _ in range(1500): once()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    kilobytes = int(run_python(script).stdout)
    assert kilobytes < 4000  # one leaked page a turn would be more than 100 MB


@pytest.mark.parametrize(
    "leftover",
    [
        "import builtins; builtins.kept = [page, counter]",
        "import sys; sys.kept = [counter, page]",
        "cycle = [page, counter, items]; cycle.append(cycle)",
        "counter.set_callback(lambda c, n: (page, counter))",
        "threading.Thread(target=lambda: time.sleep(9) or page, daemon=True).start()",
        "import atexit; atexit.register(lambda: (counter.increment(), print(items[0].title)))",
        "class D:\n    def __del__(self): [item.title for item in items], repr(counter)\nd = D()",
    ],
)
def test_what_is_left_when_python_ends(leftover: str) -> None:
    script = f"""
import feedcore, threading, time
data = open({str(FIXTURES / "netease-home.json")!r}, "rb").read()
page = feedcore.parse(feedcore.Mapping.builtin("netease-home"), data)
items = page.sections[1].items
counter = feedcore.Counter(callback=lambda c, n: None)
counter.increment()
{leftover}
"""
    ran = run_python(script)
    assert (ran.returncode, ran.stderr) == (0, "")
