"""The enums of include/feedcore.h. A number that isn't known here is legal to receive."""

from __future__ import annotations

from enum import IntEnum


class OpenEnum(IntEnum):
    """An IntEnum that takes any integer; a newer library may send one that has no name yet."""

    @classmethod
    def _missing_(cls, value: object) -> OpenEnum | None:
        if not isinstance(value, int):
            return None
        member = int.__new__(cls, value)
        member._name_ = f"UNKNOWN_{value}"
        member._value_ = value
        return member


class Status(OpenEnum):
    """How a call ended."""

    OK = 0
    ARGUMENT = -1
    EMPTY = -2
    SYNTAX = -3
    TOO_DEEP = -4
    TOO_LARGE = -5
    JSON = -6
    MAPPING = -7
    SHAPE = -8
    LOGIN_NEEDED = -9
    REFUSED = -10
    NETWORK = -11
    TIMEOUT = -12
    TLS = -13
    HTTP = -14
    CANCELLED = -15
    THREAD = -16
    NESTED = -17
    UNAVAILABLE = -18
    CONFIG = -19
    STORE = -20
    IMAGE = -21


class SectionKind(OpenEnum):
    """What a section is."""

    BANNER = 0
    MENUS = 1
    PLAYLIST_RCMD = 2
    STYLE_RCMD = 3
    MUSIC_MLOG = 4
    MGC_PLAYLIST = 5
    MUSIC_CALENDAR = 6
    OFFICIAL_PLAYLIST = 7
    ALBUM_NEW_SONG = 8
    VOICELIST_RCMD = 9
    PODCAST24 = 10
    VIDEO_PLAYLIST = 11
    LIST = 12
    CUSTOM = 13


class Layout(OpenEnum):
    """How a section is laid out."""

    LIST = 0
    A = 1
    B = 2
    C = 3
    D = 4
    E = 5


class WarningCode(OpenEnum):
    """What was wrong in a feed."""

    UNKNOWN_SECTION = 1
    SECTION_DROPPED = 2
    ITEM_DROPPED = 3
    ITEM_INVALID = 4
    DUPLICATE_ID = 5
    DERIVED_ID = 6
    BAD_FIELD = 7
    DUPLICATE_KEY = 8
    BAD_TEXT = 9


class ExtraType(OpenEnum):
    """What an extra is in the feed."""

    NONE = 0
    TEXT = 1
    NUMBER = 2
    BOOL = 3
    LIST = 4


class State(OpenEnum):
    """How a source of a feed, or the user directory, stands."""

    IDLE = 0
    LOADING = 1
    READY = 2
    STALE = 3
    EMPTY = 4
    FAILED = 5


class EventKind(OpenEnum):
    """What an event says."""

    RESET = 1
    STATE = 2
    PROGRESS = 3
    FAILED = 4
    COMPLETE = 5
    ACTION = 6
    LOG = 7
    CHANGE = 8
    STORE = 9
    SEARCH = 10
    RECENT = 11
    IMAGE = 13


class ImageType(OpenEnum):
    """What a picture is, by its own bytes."""

    NONE = 0
    PNG = 1
    JPEG = 2
    GIF = 3
    WEBP = 4


class ImagePriority(OpenEnum):
    """Which pictures come first."""

    PREFETCH = 0
    NEARBY = 1
    VISIBLE = 2


class SearchState(OpenEnum):
    """How a search stands."""

    PROMPT = 0
    LOADING = 1
    RESULTS = 2
    EMPTY = 3
    FAILED = 4


class ChangeKind(OpenEnum):
    """What one change is."""

    SECTIONS = 1
    ITEMS = 2
    ITEM = 3
    SECTION = 4
