"""Server-driven home feeds: bytes in, sections out. The Python face of libfeedcore.

    import feedcore

    page = feedcore.parse(feedcore.Mapping.builtin("netease-home"), data)
    for section in page.sections:
        print(section.kind.name, section.title, [item.title for item in section.items])

or by URL, kept up to date:

    with feedcore.Context() as context:
        feed = feedcore.Feed(context, {"preset": "netease-home", "baseURL": "https://…"})
        feed.refresh()
        context.run(timeout=30)
        print(feed.sections, feed.sources)

The members of all configs are described in feedcore.h, the language of mappings in mapping.md, and
what the built-in ones read in builtin-mappings.md: in the folder doc of the installed package.
"""

from ._library import LibraryError, lib
from .action import Action
from .change import Change, diff
from .context import BROKEN, NEVER, Context
from .counter import Counter
from .data import Button, ItemData, SectionData
from .directory import Directory
from .enums import (
    ActionKind,
    Appearance,
    ChangeKind,
    EventKind,
    ExtraType,
    ImagePriority,
    ImageType,
    Layout,
    Metric,
    SearchState,
    SectionKind,
    State,
    Status,
    ThemeColor,
    WarningCode,
    Word,
)
from .errors import FeedcoreError
from .event import Event
from .exchange import Exchange
from .feed import Feed, Source
from .image import Image, ImageRequest
from .item import Extras, Item
from .mapping import Mapping
from .request import Request
from .search import Search
from .section import Section
from .snapshot import FeedWarning, Snapshot, parse
from .texts import Texts
from .theme import Color, Theme

__version__ = "0.2.0"

__all__ = [
    "BROKEN",
    "NEVER",
    "Action",
    "ActionKind",
    "Appearance",
    "Button",
    "Change",
    "ChangeKind",
    "Color",
    "Context",
    "Counter",
    "Directory",
    "Event",
    "EventKind",
    "Exchange",
    "ExtraType",
    "Extras",
    "Feed",
    "FeedWarning",
    "FeedcoreError",
    "Image",
    "ImagePriority",
    "ImageRequest",
    "ImageType",
    "Item",
    "ItemData",
    "Layout",
    "LibraryError",
    "Mapping",
    "Metric",
    "Request",
    "Search",
    "SearchState",
    "Section",
    "SectionData",
    "SectionKind",
    "Snapshot",
    "Source",
    "State",
    "Status",
    "Texts",
    "Theme",
    "ThemeColor",
    "WarningCode",
    "Word",
    "diff",
    "library_version",
    "parse",
]


def library_version() -> str:
    """The version of the shared library in use."""
    return str(lib.feedcore_version().decode())
