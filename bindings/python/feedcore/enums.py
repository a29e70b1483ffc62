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
    OTHER = 6  # a class that a mapping or a config adds


class Metric(OpenEnum):
    """What can be measured of a section: points, and whole device pixels."""

    WIDTH = 1  # of the frame, which is as high as all rows
    HEIGHT = 2
    ROW_COUNT = 3  # 1 if it scrolls sideways
    ROW_HEIGHT = 4  # with its head
    HEAD_HEIGHT = 5
    ITEM_WIDTH = 6  # of a cell
    ITEM_HEIGHT = 7
    SPACING = 8  # between cells
    MARGIN = 9  # left and right of them
    COLUMNS = 10  # whole cells side by side
    ROWS = 11  # and one below the other
    PICTURE_WIDTH = 12  # of a cell's picture
    PICTURE_HEIGHT = 13
    SCROLLS_SIDEWAYS = 14  # 1 or 0


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


class ActionKind(OpenEnum):
    """What a click does."""

    NONE = 0  # nothing
    UNKNOWN = 1  # something that the mapping doesn't know
    OPEN_URL = 2
    OPEN_PLAYLIST = 3
    PLAY_SONG = 4  # without an id all songs of the section
    OPEN_ALBUM = 5
    OPEN_ARTIST = 6
    OPEN_MV = 7
    OPEN_RADIO = 8  # without an id the reader's own
    OPEN_PAGE = 9  # a page of the app, whose name is the id
    SEARCH = 10  # for the id


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
    THEME = 12
    IMAGE = 13
    BANNER = 14


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


class Word(OpenEnum):
    """A word for a button."""

    MORE = 1
    RETRY = 2
    REFRESH = 3
    LOAD_MORE = 4
    SEARCH = 5
    CANCEL = 6


class Appearance(OpenEnum):
    """Light, dark, or as the desktop has it."""

    LIGHT = 1
    DARK = 2
    SYSTEM = 3


class ThemeColor(OpenEnum):
    """The colours of a theme, by what they are for."""

    PAGE = 1
    CARD = 2
    PRIMARY_TEXT = 3
    SECONDARY_TEXT = 4
    ACCENT = 5
    SEPARATOR = 6
    OVERLAY = 7
    OVERLAY_TEXT = 8
    PLACEHOLDER = 9
    TAG_TEXT = 10
    TAG_RED = 11
    TAG_BLUE = 12
    TAG = 13
