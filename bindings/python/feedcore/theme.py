"""Light and dark, and the colours for that."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref
from typing import NamedTuple

from ._callbacks import forever
from ._handle import as_name
from ._library import lib
from ._prototypes import ThemeCallback, ThemePointer
from ._view_model import ViewModel, opened, tell
from .context import Config, Context, as_json
from .enums import Appearance, ThemeColor
from .errors import call, check
from .event import Event

Changed = Callable[["Theme", Event], object]


class Color(NamedTuple):
    """A colour, each part from 0 to 255; an alpha of 255 is opaque."""

    red: int
    green: int
    blue: int
    alpha: int

    def __str__(self) -> str:
        """As CSS has it: "#rrggbb", or "#rrggbbaa" if it isn't opaque."""
        text = f"#{self.red:02x}{self.green:02x}{self.blue:02x}"
        return text if self.alpha == 255 else f"{text}{self.alpha:02x}"


class Theme(ViewModel[ThemePointer]):
    """Light, dark, or as the desktop has it. For the thread of its context.

    The config is described in feedcore.h at feedcore_theme_new; here it is a dict. The callback is
    told of EventKind.THEME, when the theme has become dark or light. What is set here shows in the
    next dispatch.
    """

    def __init__(
        self, context: Context, config: Config | None = None, callback: Changed | None = None
    ) -> None:
        owner, data = opened(context, "Theme"), as_json({} if config is None else config)
        pointer = ThemePointer()
        call(lib.feedcore_theme_new, owner, data, len(data), byref(pointer))
        release, set_callback = lib.feedcore_theme_free, lib.feedcore_theme_set_callback
        self._begin(context, pointer, release, set_callback, TELL)
        self.set_callback(callback)

    @property
    def appearance(self) -> Appearance:
        """What the reader wants."""
        return Appearance(lib.feedcore_theme_get_appearance(self._open()))

    def set_appearance(self, appearance: Appearance) -> None:
        """What the reader wants, from the next dispatch on."""
        check(lib.feedcore_theme_set_appearance(self._open(), Appearance(appearance)))

    def set_system_dark(self, is_dark: bool) -> None:
        """How the desktop is, which counts as light until told."""
        check(lib.feedcore_theme_set_system_dark(self._open(), bool(is_dark)))

    @property
    def is_dark(self) -> bool:
        """Whether the colours are those for the dark."""
        return bool(lib.feedcore_theme_is_dark(self._open()))

    def color(self, color: ThemeColor) -> Color:
        """A colour as it is now."""
        return _parts(lib.feedcore_theme_color(self._open(), ThemeColor(color)))

    def tag_color(self, title_color: str | None) -> Color:
        """The ground of a banner's tag, by the server's word: item.extras.get("titleColor")."""
        return _parts(lib.feedcore_theme_tag_color(self._open(), as_name(title_color)))

    def __repr__(self) -> str:
        return self._shut() or f"Theme({self.appearance.name}, is_dark={self.is_dark})"


def _parts(color: int) -> Color:
    return Color(*color.to_bytes(4, "big"))


TELL = forever(ThemeCallback(tell))
