"""Light and dark: what is told, and the colours."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest
from test_live_lifetimes import nothing_is_left  # noqa: F401  (a fixture)

from conftest import Unraisable, drop_elsewhere, statuses_elsewhere
from feedcore import (
    Appearance,
    Color,
    Context,
    Event,
    EventKind,
    FeedcoreError,
    Status,
    Theme,
    ThemeColor,
)
from feedcore._library import lib

LIGHT, DARK, SYSTEM = Appearance.LIGHT, Appearance.DARK, Appearance.SYSTEM


class Heard:
    """How the theme was at each event."""

    def __init__(self) -> None:
        self.dark: list[bool] = []

    def __call__(self, theme: Theme, event: Event) -> None:
        assert (event.kind, event.request, event.source) == (EventKind.THEME, None, None)
        self.dark.append(theme.is_dark)


@pytest.fixture
def context() -> Iterator[Context]:
    with Context({"transport": "memory"}) as context:
        yield context


def test_it_follows_the_desktop_until_the_reader_says_otherwise(context: Context) -> None:
    heard = Heard()
    theme = Theme(context, callback=heard)
    assert repr(theme) == "Theme(SYSTEM, is_dark=False)"
    theme.set_system_dark(True)
    assert not theme.is_dark
    context.dispatch()
    assert theme.is_dark
    theme.set_appearance(DARK)
    context.dispatch()
    assert (theme.appearance, heard.dark) == (DARK, [True])
    theme.set_appearance(LIGHT)
    theme.set_system_dark(False)
    theme.set_appearance(SYSTEM)
    context.run(10)
    assert (theme.appearance, heard.dark) == (SYSTEM, [True, False])


def test_colours(context: Context) -> None:
    theme = Theme(context, {"appearance": "dark", "dark": {"card": "#102030", "tag": "#01020304"}})
    assert theme.color(ThemeColor.CARD) == Color(16, 32, 48, 255)
    assert str(theme.color(ThemeColor.CARD)) == "#102030"
    assert str(theme.color(ThemeColor.TAG)) == "#01020304"
    assert theme.tag_color("red") == theme.color(ThemeColor.TAG_RED)
    for other in ("green", "", None, "red\0"):
        assert theme.tag_color(other) == Color(1, 2, 3, 4)
    assert theme.color(ThemeColor(99)) == Color(0, 0, 0, 0)
    before = [theme.color(color) for color in ThemeColor]
    theme.set_appearance(LIGHT)
    context.dispatch()
    changed = [color for color, old in zip(ThemeColor, before) if theme.color(color) != old]
    assert {ThemeColor.PAGE, ThemeColor.CARD, ThemeColor.PRIMARY_TEXT} <= set(changed)


def test_names_are_those_of_the_enum(context: Context) -> None:
    names = {color: lib.feedcore_color_name(color).decode() for color in ThemeColor}
    assert names == {color: color.name.lower().replace("_", "-") for color in ThemeColor}
    theme = Theme(context, {"light": dict.fromkeys(names.values(), "#abcdef")})
    assert {theme.color(color) for color in ThemeColor} == {Color(0xAB, 0xCD, 0xEF, 255)}


@pytest.mark.parametrize("dark", [False, True])
def test_each_text_can_be_read(context: Context, dark: bool) -> None:
    theme = Theme(context, {"appearance": "dark" if dark else "light"})
    assert theme.is_dark == dark
    colors = {color.name: theme.color(color) for color in ThemeColor}
    for text in ("PRIMARY_TEXT", "SECONDARY_TEXT", "ACCENT"):
        for ground in ("PAGE", "CARD"):
            assert contrast(colors[text], colors[ground]) >= 4.5
    for ground in ("TAG_RED", "TAG_BLUE", "TAG"):
        assert contrast(colors["TAG_TEXT"], colors[ground]) >= 4.5
    for grey in range(256):
        ground_color = over_grey(colors["OVERLAY"], grey)
        assert contrast(colors["OVERLAY_TEXT"], ground_color) >= 4.5


def test_the_contrast_of_known_pairs() -> None:
    white = Color(255, 255, 255, 255)
    assert contrast(white, Color(0, 0, 0, 255)) == pytest.approx(21)
    assert contrast(white, Color(0x76, 0x76, 0x76, 255)) == pytest.approx(4.54, abs=0.005)


def luminance(color: Color) -> float:
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (part / 255 for part in color[:3])
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Color, other: Color) -> float:
    """By WCAG 2."""
    a, b = luminance(one), luminance(other)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def over_grey(color: Color, grey: int) -> Color:
    alpha = color.alpha / 255
    red, green, blue = (round(part * alpha + grey * (1 - alpha)) for part in color[:3])
    return Color(red, green, blue, 255)


def test_a_mistake_in_the_config_has_its_place(context: Context) -> None:
    with pytest.raises(FeedcoreError) as raised:
        Theme(context, {"light": {"page": "white"}})
    assert (raised.value.status, raised.value.path) == (Status.CONFIG, "/light/page")


def test_an_appearance_that_is_none(context: Context) -> None:
    theme = Theme(context)
    with pytest.raises(FeedcoreError) as raised:
        theme.set_appearance(Appearance(7))
    assert raised.value.status == Status.ARGUMENT
    with pytest.raises(TypeError, match="Context"):
        Theme(None)  # type: ignore[arg-type]


def test_only_its_own_thread(context: Context) -> None:
    theme = Theme(context)
    calls = [
        lambda: theme.is_dark,
        lambda: theme.appearance,
        lambda: theme.color(ThemeColor.PAGE),
        lambda: theme.tag_color("red"),
        lambda: theme.set_appearance(DARK),
        lambda: theme.set_system_dark(True),
        theme.close,
    ]
    assert statuses_elsewhere(calls) == [Status.THREAD] * 7
    drop_elsewhere([theme])


def test_closed(context: Context) -> None:
    heard = Heard()
    with Theme(context, callback=heard) as theme:
        theme.set_appearance(DARK)
    context.dispatch()
    assert heard.dark == []
    assert repr(theme) == "Theme(closed)"
    with pytest.raises(ValueError, match="closed"):
        theme.color(ThemeColor.PAGE)


def test_a_callback_may_close_it(context: Context, unraisable: Unraisable) -> None:
    theme = Theme(context, callback=lambda theme, _event: theme.close())
    theme.set_appearance(DARK)
    context.dispatch()
    assert repr(theme) == "Theme(closed)"
    assert unraisable == []


def test_a_view_that_holds_its_theme_is_collected(context: Context) -> None:
    class View:
        def __init__(self) -> None:
            self.theme = Theme(context, callback=self.changed)

        def changed(self, theme: Theme, event: Event) -> None:
            pass

    view = View()
    alive = weakref.ref(view)
    view.theme.set_appearance(DARK)
    context.dispatch()
    del view
    gc.collect()
    assert alive() is None
