"""Pages of shelves, and a list view that is told of their changes."""

from __future__ import annotations

import json
import random
from typing import Any

from conftest import SITE
from feedcore import Change, ChangeKind, Event, EventKind, Feed, Mapping, Snapshot, parse

# A page of any number of sections.
SHELVES: dict[str, Any] = {
    "mapping": "shelves",
    "sections": {
        "list": "shelves",
        "type": {"default": "shelf"},
        "key": "name",
        "title": "title",
        "items": "things",
    },
    "types": {"shelf": {"kind": "LIST"}},
    "default": {"item": {"id": "id", "title": "title", "playCount": "plays"}},
}
SHELVES_FEED = {"sources": [{"name": "shelves", "url": SITE + "/shelves", "mapping": SHELVES}]}
Shelves = dict[str, list[str]]


def shelves(pages: Shelves) -> str:
    """A feed of SHELVES: the ids of things by the name of their shelf; a title is the id unless
    it says otherwise ("a=title").
    """
    return json.dumps({
        "shelves": [
            {
                "name": name.partition("=")[0],
                "title": name,
                "things": [{"id": t.partition("=")[0], "title": t} for t in things],
            }
            for name, things in pages.items()
        ]
    })


def read_shelves(pages: Shelves) -> Snapshot:
    return parse(Mapping(json.dumps(SHELVES)), shelves(pages))


def a_few_shelves(chance: random.Random) -> Shelves:
    """With at least one thing each: an empty section is not there."""
    names = chance.sample("ABCDEF", chance.randrange(7))
    return {
        name + chance.choice(["", "=x"]): [
            thing + chance.choice(["", "", "=y"])
            for thing in chance.sample("abcdefgh", chance.randrange(1, 9))
        ]
        for name in names
    }


Shown = list[tuple["str | None", list["str | None"]]]


def shown(sections: Any) -> Shown:
    """Titles of the sections (with "…" where more follows), and those of their items."""
    return [
        ((s.title or "") + "…" * s.has_more, [item.title for item in s.items]) for s in sections
    ]


class Widget:
    """A list view that knows what it was told, and nothing else. It looks at what a change adds
    only, and compares itself with what the feed shows after each.
    """

    def __init__(self) -> None:
        self.rows: Shown = []
        self.changes: list[Change] = []
        self.faults: list[str] = []

    def __call__(self, feed: Feed, event: Event) -> None:
        if event.kind == EventKind.RESET:
            self.faults.append("a reset")
        if event.change is None:
            return
        self.changes.append(event.change)
        self.make(event.change, feed)
        if shown(feed.sections) != self.rows or not self.keys_fit(feed):
            self.faults.append(f"after {event.change}: {shown(feed.sections)}")
        is_last = feed.revision == event.revision_to
        page = feed.snapshot
        if is_last != (page is not None and shown(page.sections) == self.rows):
            self.faults.append(f"snapshot after {event.change}")

    def make(self, change: Change, feed: Feed | Snapshot) -> None:
        place, section = change.position or 0, change.section or 0
        old, new = slice(place, place + change.removed), slice(place, place + change.added)
        if change.kind == ChangeKind.SECTIONS:
            self.rows[old] = shown(feed.sections[new])
        elif change.kind == ChangeKind.ITEMS:
            added = [item.title for item in feed.sections[section].items[new]]
            self.rows[section][1][old] = added
        elif change.kind == ChangeKind.ITEM:
            self.rows[section][1][place] = feed.sections[section].items[place].title
        else:
            ((title, _),) = shown([feed.sections[section]])
            self.rows[section] = (title, self.rows[section][1])

    @staticmethod
    def keys_fit(feed: Feed) -> bool:
        """Of a section that moves there are two for a while: the first one is found."""
        first: dict[str, Shown] = {}
        for section in feed.sections:
            first.setdefault(section.key, shown([section]))
        found = {key: shown(filter(None, [feed.section(key)])) for key in first}
        return found == first and feed.section("nowhere") is None
