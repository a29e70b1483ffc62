"""What feeds, searches, directories and themes tell their callbacks, and a context its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from ._handle import Keeper, decoded
from ._library import lib
from ._prototypes import EventPointer
from .action import Action
from .change import Change
from .enums import EventKind, ImageType, State
from .errors import FeedcoreError, copied
from .item import Item
from .section import Section
from .snapshot import Snapshot


@dataclass(frozen=True, repr=False)
class Event:
    """Something that happened to a feed, a search or a directory. A copy, to be kept as long as
    you like.

    What an event has nothing to say about is None.
    """

    kind: EventKind
    request: int | None  # the number that refresh(), load(), import_users() and so on returned
    source: int | None  # the source that it is about, by position and name
    source_name: str | None
    # What the feed showed before and shows after. They differ for CHANGE and RESET, but not where a
    # section only begins or ends to load more.
    revision_from: int
    revision_to: int
    change: Change | None  # CHANGE: the step
    state: State | None  # STATE: how the source, or the directory, stands now
    # FAILED, COMPLETE, IMAGE and LOG: why it failed, if it did; STORE: what is wrong.
    error: FeedcoreError | None
    bytes: int | None  # PROGRESS: those of the answer so far, decompressed; LOG: all of them
    total: int | None  # PROGRESS: how many there will be, if the server said
    taken: int  # PROGRESS and COMPLETE of an import: rows that were taken so far, and left out
    skipped: int
    item: Item | None  # ACTION: the item that the reader chose; None for a section's own button
    section: Section | None  # ACTION: the section, with the item in it; BANNER: which one turned
    position: int | None  # BANNER: the item that it shows now
    action: str | None  # ACTION: what it does, as the server wrote it
    activation: Action | None  # ACTION: what it does, as data
    url: str | None  # LOG, as the next three; IMAGE, as it was asked for
    http_status: int | None  # None: there was no answer
    milliseconds: int | None  # how long it took
    warning_total: int  # how many warnings there were about the answer
    path: str | None  # IMAGE: the file of the picture, if it could be had, and what it is
    image_type: ImageType | None
    page: Snapshot | None = None  # of Feed.changes(): the page that the changes lead to

    def __repr__(self) -> str:
        """What it says, without what it has nothing to say about."""
        facts = {name: value for name, value in vars(self).items() if name != "kind" and value}
        said = (f"{name}={value!r}" for name, value in facts.items())
        return f"Event({', '.join([self.kind.name, *said])})"

    @classmethod
    def copied(cls, event: EventPointer, page: Keeper | None = None) -> Event:
        """Of an event that C lends to a callback; its item and section are those of `page`."""
        kind = EventKind(lib.feedcore_event_get_kind(event))
        return cls(
            kind=kind,
            request=lib.feedcore_event_request(event) or None,
            source=_known(lib.feedcore_event_source(event)),
            source_name=decoded(lib.feedcore_event_source_name(event)),
            revision_from=lib.feedcore_event_revision_from(event),
            revision_to=lib.feedcore_event_revision_to(event),
            change=Change.copied(lib.feedcore_event_change(event)),
            state=State(lib.feedcore_event_state(event)) if kind == EventKind.STATE else None,
            error=copied(lib.feedcore_event_error(event)),
            bytes=_known(lib.feedcore_event_bytes(event)),
            total=_known(lib.feedcore_event_total(event)),
            taken=lib.feedcore_event_taken(event),
            skipped=lib.feedcore_event_skipped(event),
            item=_of(page, Item, lib.feedcore_event_item(event)),
            section=_of(page, Section, lib.feedcore_event_section(event)),
            position=_known(lib.feedcore_event_position(event)),
            action=decoded(lib.feedcore_event_action(event)),
            activation=Action.copied(lib.feedcore_event_activation(event)),
            url=decoded(lib.feedcore_event_url(event)),
            http_status=_known(lib.feedcore_event_http_status(event)),
            milliseconds=_known(lib.feedcore_event_milliseconds(event)),
            warning_total=lib.feedcore_event_warning_total(event),
            path=decoded(lib.feedcore_event_path(event)),
            image_type=ImageType(lib.feedcore_event_get_image_type(event)) or None,
        )


Part = TypeVar("Part", Item, Section)


def _of(page: Keeper | None, part: type[Part], pointer: Any) -> Part | None:
    return part(page, pointer) if page is not None and pointer else None


def _known(number: int) -> int | None:
    return None if number < 0 else number
