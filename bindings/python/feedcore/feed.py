"""A page that is kept up to date from its sources."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from ctypes import byref
from datetime import datetime
from math import isnan
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from ._callbacks import forever
from ._handle import (
    Borrowed,
    Data,
    Keeper,
    as_bytes,
    as_position,
    as_time,
    decoded,
    loads,
    taken,
)
from ._lent import Lent, Pages
from ._library import lib
from ._listening import Steps
from ._owned import Release
from ._prototypes import Destroy, EventPointer, FeedCallback, FeedPointer
from ._view_model import ViewModel, opened, tell
from .action import Action
from .context import Config, Context, as_json
from .enums import EventKind, Metric, State, Status
from .errors import FeedcoreError, call, check, copied, failure
from .event import Event
from .item import Item, uid_of
from .request import Request
from .section import Section, key_of
from .snapshot import Snapshot

if TYPE_CHECKING:
    from ._asyncio import Events

Changed = Callable[["Feed", Event], object]
Place = Union[int, str]
AnySection = Union[Section, str]  # or its key


class Source(NamedTuple):
    """How a source of a feed stands."""

    name: str
    state: State
    error: FeedcoreError | None  # why it failed last; None if it succeeded since
    time: datetime | None  # when its server last said that its page is what it is, in UTC


class Feed(ViewModel[FeedPointer]):
    """A page made of what one or more servers answer. For the thread of its context.

    The config is described in feedcore.h at feedcore_feed_new; here it is a dict, in which a
    mapping may be a feedcore.Mapping, or JSON text. Nothing is asked before refresh(). What the
    feed shows changes while its context dispatches, and never else. A feed that goes away
    cancels what is under way for it, so keep it as long as it is to tell anything.
    """

    _lent: Lent | None = None  # while the changes of a page are told

    def __init__(
        self, context: Context, config: Config, callback: Changed | None = None
    ) -> None:
        owner, data = opened(context, "Feed"), as_json(config)
        pointer = FeedPointer()
        call(lib.feedcore_feed_new, owner, data, len(data), byref(pointer))
        self._start(context, pointer, lib.feedcore_feed_free)
        self.set_callback(callback)

    @classmethod
    def _of_search(cls, context: Context, pointer: FeedPointer) -> Feed:
        """Borrowed: C frees it with its search, before which it is closed here."""
        feed = cls.__new__(cls)
        feed._start(context, pointer, _forget)
        return feed

    def _start(
        self, context: Context, pointer: FeedPointer, release: Release[FeedPointer]
    ) -> None:
        self._activated: deque[Snapshot | Pages] = deque()  # of what is yet to be told
        self._begin(context, pointer, release, lib.feedcore_feed_set_callback, TELL)

    # ------------------------------------------------------------- what can be asked for

    def refresh(self) -> Request:
        """Asks all sources at once. The request ends in exactly one event of the kind
        EventKind.COMPLETE with the number that is returned here, and can be awaited.
        """
        return self._request(lib.feedcore_feed_refresh)

    def reload(self) -> Request:
        """The same, also of sources whose ttl isn't over."""
        return self._request(lib.feedcore_feed_reload)

    def refresh_source(self, source: Place) -> Request:
        """Asks one source, by name or position, as refresh() does: to try again what failed."""
        return self._request(lib.feedcore_feed_refresh_source, self._position(source))

    def load(self, data: Data, source: Place = 0) -> Request:
        """Gives a source bytes in place of an answer of its server; a request as above."""
        text = as_bytes(data)
        return self._request(lib.feedcore_feed_load, self._position(source), text, len(text))

    def load_more(self) -> Request | None:
        """Asks for what follows the page, if its mapping says how; a request as above, None if
        nothing follows. While one is under way it is that one again.

        New sections and items go to the end; nothing is doubled or moved. A refresh asks for the
        first page alone, and what was loaded after it stays behind it. A failure is that of the
        events FAILED and COMPLETE; the source stays as it is.
        """
        return self._request(lib.feedcore_feed_load_more) or None

    @property
    def can_load_more(self) -> bool:
        """Whether something follows the page, as of the last event."""
        return bool(lib.feedcore_feed_can_load_more(self._open()))

    def load_more_section(self, section: AnySection) -> Request | None:
        """The same for further items of one section, or of the one of that key; see
        Section.has_more. A CHANGE of the section tells when its section_state() becomes LOADING,
        and another one when that is over.
        """
        return self._request(lib.feedcore_feed_load_more_section, key_of(section)) or None

    def _position(self, source: Place) -> int:
        names = [each.name for each in self.sources]
        if isinstance(source, str):
            if source not in names:
                raise ValueError(f"no source {source!r}; there are {', '.join(names)}")
            return names.index(source)
        return range(len(names))[source]  # negative ones and errors as in a list

    def cancel(self, request: int) -> None:
        """Ends a request in the next dispatch: COMPLETE has an error with Status.CANCELLED."""
        check(lib.feedcore_feed_cancel(self._open(), index(request)))

    def _cancel(self, request: int) -> None:
        self.cancel(request)

    def activate(self, item: Item | int) -> None:
        """Says that the reader chose an item or a child of one, or the one of that uid. An event of
        the kind EventKind.ACTION with the item and what it does follows in the next dispatch.
        """
        uid = uid_of(item)
        if not 0 <= uid < 2**64:
            raise failure(Status.ARGUMENT)
        self._activate(lib.feedcore_feed_activate, uid)

    def activate_section(self, section: AnySection) -> None:
        """The same of a section's button ("more"), or of its head if the button does nothing; the
        section, or its key. The event has no item.
        """
        self._activate(lib.feedcore_feed_activate_section, key_of(section))

    def _activate(self, function: Callable[..., int], what: int | bytes) -> None:
        page: Snapshot | Pages | None = self.snapshot
        if self._lent:
            page = Pages(self.snapshot)
        if page is None:
            raise failure(Status.ARGUMENT)
        check(function(self._open(), what))
        self._activated.append(page)

    def action(self, item: Item | int) -> Action:
        """What activate() would tell of an item, or of the one of that uid."""
        uid = uid_of(item)
        if not 0 <= uid < 2**64:
            raise failure(Status.ARGUMENT)
        return Action._taken(lib.feedcore_feed_action, self._open(), uid)

    def section_action(self, section: AnySection) -> Action:
        """What activate_section() would tell of a section, or of the one of that key."""
        return Action._taken(lib.feedcore_feed_section_action, self._open(), key_of(section))

    def select(self, item: Item | int) -> None:
        """activate() by its older name."""
        self.activate(item)

    def changes(self) -> Events:
        """For asyncio: `async for event in feed.changes():` gets what changes from now on, as
        CHANGE and RESET events, those of a page together once the last of them was told.

        By the time that a task gets one, `feed.sections` show what the last of them leads to, or
        something newer. So `event.page` has the page that the changes lead to: the same snapshot
        for all changes of one page. What a step adds is in there, at its place.
        """
        from ._asyncio import Events

        steps = Steps(self)
        return Events(self, lambda event: steps.gather(self, event))

    # ------------------------------------------------------------- layout

    def set_viewport(self, width: float, height: float, scale: float = 1) -> None:
        """What the feed is shown in: points, and device pixels per point. It is used from the next
        dispatch on, where a change of each section that measures otherwise now tells it.
        """
        check(lib.feedcore_feed_set_viewport(self._open(), width, height, scale))

    def measure(self, section: Section | Place, metric: Metric) -> float:
        """A section that is shown, or the one of that key or at that place, measured in the
        feed's viewport: points.
        """
        measured = lib.feedcore_feed_measure(self._open(), self._index(section), Metric(metric))
        if isnan(measured):
            raise failure(Status.ARGUMENT)
        return float(measured)

    def layout(self, section: Section | Place) -> str:
        """The name of its layout class, with what the feed's config says."""
        name = lib.feedcore_feed_layout_name(self._open(), self._index(section))
        if name is None:
            raise failure(Status.ARGUMENT)
        return str(name.decode())

    def _index(self, section: Section | Place) -> int:
        if isinstance(section, int):
            return as_position(section)
        key = key_of(section)
        keys = [key_of(each) for each in self.sections]
        if key not in keys:
            raise failure(Status.ARGUMENT)
        return keys.index(key)

    def set_row_height(self, section: AnySection, height: float | None) -> None:
        """The height of a section's rows, in place of what its class says; None is the class's."""
        points = 0 if height is None else height
        check(lib.feedcore_feed_set_row_height(self._open(), key_of(section), points))

    def pause_banners(self, is_paused: bool = True) -> None:
        """Banners stand still, or go on, an interval from now. They turn by themselves if the
        config has a bannerInterval.
        """
        check(lib.feedcore_feed_pause_banners(self._open(), bool(is_paused)))

    def banner(self, section: AnySection) -> int | None:
        """The item that a banner shows; None if there is no such section."""
        position = lib.feedcore_feed_banner(self._open(), key_of(section))
        return None if position < 0 else int(position)

    def set_banner(self, section: AnySection, position: int) -> None:
        """The reader turned to an item: it is shown for a whole interval."""
        key, place = key_of(section), as_position(position)
        check(lib.feedcore_feed_set_banner(self._open(), key, place))

    # ------------------------------------------------------------- rearranging

    # The page stays rearranged from refresh to refresh. What is asked for here shows in the next
    # dispatch, as changes like any other. They take a section, of whatever page, or its key; where
    # there is none, they raise FeedcoreError with Status.ARGUMENT.

    def move_section(self, section: AnySection, position: int) -> None:
        """Moves a section to a place among those that are shown, itself not counted; any past the
        last is the end. From then on the order is the reader's, whatever the server's is. A
        section that was removed comes back here; a hidden one stays hidden.
        """
        key, place = key_of(section), as_position(position)
        check(lib.feedcore_feed_move_section(self._open(), key, place))

    def hide_section(self, section: AnySection, hidden: bool = True) -> None:
        """Hides a section, or shows it again in its place."""
        check(lib.feedcore_feed_hide_section(self._open(), key_of(section), bool(hidden)))

    def remove_section(self, section: AnySection) -> None:
        """Removes a section: one of the server stays away until it is moved somewhere, one of the
        front end's own is forgotten.
        """
        check(lib.feedcore_feed_remove_section(self._open(), key_of(section)))

    def insert_section(self, section: Config, position: int) -> None:
        """Puts in a section of the front end's own, or replaces the content of the one with this
        key and moves it. It is described in feedcore.h at feedcore_feed_insert_section; here it is
        a dict, or JSON text. A mistake in it has Status.CONFIG and a path, and all stays as it is.
        """
        data, place = as_json(section), as_position(position)
        call(lib.feedcore_feed_insert_section, self._open(), data, len(data), place)

    @property
    def hidden_sections(self) -> Sequence[Section]:
        """The sections that are hidden, in their sequence, with what was asked for and doesn't
        show yet: for a menu that shows them again. They are those of the feed's last page, and of
        the front end's own; what is removed too isn't among them. No event tells of this alone:
        what a refresh brought is there when its COMPLETE is told.
        """
        pointer = lib.feedcore_feed_hidden_sections(self._open())
        return Snapshot._from(pointer).sections if pointer else ()

    @property
    def arrangement(self) -> dict[str, Any]:
        """All that is rearranged, with what was asked for and doesn't show yet, to be kept by the
        front end and given to set_arrangement(): "order", "hidden", "removed" (lists of keys) and
        "own" (the sections put in).
        """
        return loads(taken(lib.feedcore_feed_arrangement_to_text(self._open())))

    def set_arrangement(self, arrangement: Config) -> None:
        """Rearranges the page as one of these says, in place of all that was rearranged before;
        {} is the server's own page. A dict, or JSON text; best before the first refresh, so that
        nothing moves. A mistake has Status.CONFIG and a path, and all stays as it is.
        """
        data = as_json(arrangement)
        call(lib.feedcore_feed_set_arrangement, self._open(), data, len(data))

    # ------------------------------------------------------------- what it shows now

    @property
    def snapshot(self) -> Snapshot | None:
        """The whole of what the feed shows; None before the first page. While the changes of a
        page are told it is the old page until the callback of the last one, and then the new one.
        """
        pointer = lib.feedcore_feed_snapshot(self._open())
        return Snapshot._from(pointer) if pointer else None

    @property
    def sections(self) -> Sequence[Section]:
        """They stay as they are now, whatever the feed shows later.

        In the callback of a CHANGE that others follow they are the old ones with the changes so
        far. Those are lent until the feed's next event, and raise ValueError after it.
        """
        lent, pointer = self._lent, self._open()
        if lent is None:
            page = self.snapshot
            return () if page is None else page.sections

        def section(index: int) -> Section:
            lent.check()
            return Section(lent, lib.feedcore_feed_section(pointer, index))

        return Borrowed(lib.feedcore_feed_section_count(pointer), section)

    def section(self, section: AnySection) -> Section | None:
        """The section of that key, or of the key of one from another page. Sections move and
        disappear, so this is how to find one.
        """
        lent, pointer = self._lent, self._open()
        if lent is None:
            page = self.snapshot
            return None if page is None else page.section(section)
        found = lib.feedcore_feed_section_by_key(pointer, key_of(section))
        return Section(lent, found) if found else None

    def section_state(self, section: Section | Place) -> State:
        """How a section, or the one of that key or at that position, stands: LOADING while it
        loads more of its own, else as its source; READY for one of the front end's own.
        """
        sections = self.sections
        if isinstance(section, int):
            place = range(len(sections))[section]  # negative ones and errors as in a list
        else:
            key = key_of(section)
            keys = [key_of(each) for each in sections]
            if key not in keys:
                raise ValueError(f"no section {key.decode()!r}")
            place = keys.index(key)
        return State(lib.feedcore_feed_section_state(self._open(), place))

    @property
    def revision(self) -> int:
        """Counts what was published: 0 before the first page, one more with each, from the
        callback of its last change on.
        """
        return int(lib.feedcore_feed_revision(self._open()))

    @property
    def sources(self) -> tuple[Source, ...]:
        """How the sources stand now, in the order of the config."""
        return tuple(map(self._source, range(lib.feedcore_feed_source_count(self._open()))))

    def _source(self, index: int) -> Source:
        pointer = self._open()
        return Source(
            decoded(lib.feedcore_feed_source_name(pointer, index)) or "",
            State(lib.feedcore_feed_source_state(pointer, index)),
            copied(lib.feedcore_feed_source_error(pointer, index)),
            as_time(lib.feedcore_feed_source_time(pointer, index)),
        )

    def _told(self, event: EventPointer, page: Keeper | None = None) -> None:
        kind = lib.feedcore_event_get_kind(event)
        self._step(event, kind)
        if kind == EventKind.ACTION:
            # What is lent with the event belongs to the page that was shown then.
            page = self._activated.popleft()
        elif kind == EventKind.BANNER:
            page = self.snapshot
        super()._told(event, page)

    def _step(self, event: EventPointer, kind: int) -> None:
        """A change that others follow lends what it has made; the next event takes it back."""
        is_on_its_way = was_on_its_way = self._end_lent()
        if kind == EventKind.CHANGE:
            is_on_its_way = lib.feedcore_event_revision_to(event) != self.revision
        if is_on_its_way:
            self._lent = Lent()
        elif was_on_its_way:
            for page in self._activated:
                if isinstance(page, Pages):
                    page.add(self.snapshot)

    @property
    def _is_between(self) -> bool:
        """Whether changes of a page were told, and others follow."""
        return self._lent is not None

    def _end_lent(self) -> bool:
        """Whether there was something lent."""
        lent, self._lent = self._lent, None
        if lent:
            lent.end()
        return lent is not None

    def _give_back(self) -> None:
        super()._give_back()
        self._end_lent()

    def __repr__(self) -> str:
        shut = self._shut()
        if shut:
            return shut
        states = ", ".join(f"{each.name}={each.state.name}" for each in self.sources)
        return f"Feed({states}, revision={self.revision})"


def _forget(pointer: FeedPointer) -> None:
    """The feed of a search has nobody to tell any more; in a closed context it hasn't anyway."""
    lib.feedcore_feed_set_callback(pointer, FeedCallback(), None, Destroy())


TELL = forever(FeedCallback(tell))
