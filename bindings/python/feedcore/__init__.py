"""Server-driven home feeds: bytes in, sections out. The Python face of libfeedcore.

    import feedcore

    page = feedcore.parse(feedcore.Mapping.builtin("netease-home"), data)
    for section in page.sections:
        print(section.kind.name, section.title, [item.title for item in section.items])
"""

from ._library import LibraryError, lib
from .counter import Counter
from .enums import ExtraType, Layout, SectionKind, Status, WarningCode
from .errors import FeedcoreError
from .item import Extras, Item
from .mapping import Mapping
from .section import Button, Section
from .snapshot import FeedWarning, Snapshot, parse

__version__ = "0.1.0"

__all__ = [
    "Button",
    "Counter",
    "ExtraType",
    "Extras",
    "FeedWarning",
    "FeedcoreError",
    "Item",
    "Layout",
    "LibraryError",
    "Mapping",
    "Section",
    "SectionKind",
    "Snapshot",
    "Status",
    "WarningCode",
    "library_version",
    "parse",
]


def library_version() -> str:
    """The version of the shared library in use."""
    return str(lib.feedcore_version().decode())
