"""What is found for a query while it is being typed."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref

from ._callbacks import forever
from ._handle import as_text, decoded
from ._library import lib
from ._prototypes import SearchCallback, SearchPointer
from ._view_model import ViewModel, opened, tell
from .context import Config, Context, as_json
from .enums import SearchState
from .errors import call, check
from .event import Event
from .feed import Feed

Changed = Callable[["Search", Event], object]


class Search(ViewModel[SearchPointer]):
    """Asks the user directory in its context's store, servers, or all of these at once. For the
    thread of its context.

    The config is described in feedcore.h at feedcore_search_new; here it is a dict, in which a
    mapping may be a feedcore.Mapping, or JSON text. The callback is told of EventKind.SEARCH, when
    `state` is another, and EventKind.RECENT; what is found is in `feed`, which has a callback of
    its own. Keep a search as long as it or its feed is to tell anything.
    """

    def __init__(
        self, context: Context, config: Config, callback: Changed | None = None
    ) -> None:
        owner, data = opened(context, "Search"), as_json(config)
        pointer = SearchPointer()
        call(lib.feedcore_search_new, owner, data, len(data), byref(pointer))
        self._feed = Feed._of_search(context, lib.feedcore_search_feed(pointer))
        release, set_callback = lib.feedcore_search_free, lib.feedcore_search_set_callback
        self._begin(context, pointer, release, set_callback, TELL)
        self.set_callback(callback)

    @property
    def feed(self) -> Feed:
        """What was found: a feed like any other, in which each query is a request. It is closed
        with the search; closing it before only means that nobody looks at it.
        """
        return self._feed

    def set_query(self, query: str) -> None:
        """What the reader has typed so far. Another query than before is asked when the debounce
        is over, and no answer to the one before shows any more. Results stay until new ones come;
        "" takes them away.
        """
        check(lib.feedcore_search_set_query(self._open(), as_text(query)))

    def submit(self) -> None:
        """The reader pressed Enter: asks at once, and keeps the query among the recent ones, if the
        config says how many ("recent"). A query that has failed or was cancelled is asked again.
        """
        check(lib.feedcore_search_submit(self._open()))

    def cancel(self) -> None:
        """Ends what is under way; results stay."""
        check(lib.feedcore_search_cancel(self._open()))

    @property
    def query(self) -> str:
        """As it was set."""
        return decoded(lib.feedcore_search_query(self._open())) or ""

    @property
    def state(self) -> SearchState:
        """What to show: the prompt, results, nothing found, and so on."""
        return SearchState(lib.feedcore_search_get_state(self._open()))

    @property
    def prompt(self) -> str:
        """What to show while there is no query."""
        return decoded(lib.feedcore_search_prompt(self._open())) or ""

    @property
    def placeholder(self) -> str:
        """What to show in the empty entry field."""
        return decoded(lib.feedcore_search_placeholder(self._open())) or ""

    @property
    def recent(self) -> tuple[str, ...]:
        """The recent queries, each once, the last one first."""
        pointer = self._open()
        count = range(lib.feedcore_search_recent_count(pointer))
        return tuple(decoded(lib.feedcore_search_recent(pointer, i)) or "" for i in count)

    def clear_recent(self) -> None:
        """Forgets them, in the store too; a RECENT follows."""
        check(lib.feedcore_search_clear_recent(self._open()))

    def _give_back(self) -> None:
        if self._pointer is not None:
            self._feed._give_back()  # which C frees with the search
        super()._give_back()

    def __repr__(self) -> str:
        return self._shut() or f"Search({self.query!r}, {self.state.name})"


TELL = forever(SearchCallback(tell))
