"""Texts of a feed in a terminal: made harmless, measured in cells, cut and padded."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import category, east_asian_width

ZWJ = "\u200d"
TEXT_STYLE, EMOJI_STYLE = "\ufe0e", "\ufe0f"
KEYCAP = "\u20e3"

# Marks that only steer layout and take no room: they come with texts copied from web pages.
_DROPPED = (0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0xFEFF)
_DROPPED_RANGES = ((0x2060, 0x2064), (0x206A, 0x206F), (0xFFF9, 0xFFFB))
# What turns the direction of all that follows, on the rest of the screen too.
_REPLACED_RANGES = ((0x80, 0x84), (0x86, 0x9F), (0x202A, 0x202E), (0x2066, 0x2069))


def _harmless() -> dict[int, str]:
    table = {code: chr(0x2400 + code) for code in range(0x20)}  # ␛ for an escape, and so on
    table.update((code, " ") for code in (0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029))
    table[0x7F] = "\u2421"
    for first, last in _REPLACED_RANGES:
        table.update((code, "\ufffd") for code in range(first, last + 1))
    for first, last in _DROPPED_RANGES:
        table.update((code, "") for code in range(first, last + 1))
    table.update((code, "") for code in _DROPPED)
    table.update((code, "\ufffd") for code in range(0xD800, 0xE000))  # of file names only
    return table


_HARMLESS = _harmless()


def clean(text: str) -> str:
    """The text in one line, without anything that a terminal would obey."""
    return " ".join(text.translate(_HARMLESS).split())


def is_harmless(text: str) -> bool:
    """Whether it has nothing that a terminal would obey, or not show."""
    return text.translate(_HARMLESS) == text


def width(text: str) -> int:
    """How many cells a terminal gives a clean text."""
    return len(text) if text.isascii() else sum(cells for _, cells in clusters(text))


def cut(text: str, cells: int) -> str:
    """The text, or as much of its beginning as fits with "…" behind it."""
    return text if width(text) <= cells else _beginning(text, cells - 1).rstrip() + "…"


def cut_middle(text: str, cells: int) -> str:
    """The text, or its beginning and its end with "…" between them."""
    if width(text) <= cells:
        return text
    head = _beginning(text, (cells - 1) // 2)
    tail = _end(text, cells - 1 - width(head))
    return f"{head}…{tail}"


def pad(text: str, cells: int) -> str:
    """The text with blanks behind it."""
    return text + " " * (cells - width(text))


def wrap(text: str, cells: int) -> Iterator[str]:
    """The words of a clean text in lines; a word that is longer than a line is cut."""
    line = ""
    for word in text.split():
        if line and width(line) + 1 + width(word) > cells:
            yield line
            line = ""
        line = f"{line} {word}" if line else cut(word, cells)
    if line:
        yield line


def clusters(text: str) -> Iterator[tuple[str, int]]:
    """What a terminal draws as one character each, with its cells: 0, 1 or 2."""
    cluster, cells = "", 0
    for character in text:
        if cluster and _extends(cluster, cells, character):
            cluster += character
            # A heart, a flag's second letter, a keycap: drawn as an emoji from here on.
            if character in (EMOJI_STYLE, KEYCAP) or _is_flag_letter(character):
                cells = 2
        else:
            if cluster:
                yield cluster, cells
            cluster, cells = character, _cells(character)
    if cluster:
        yield cluster, cells


def _beginning(text: str, cells: int) -> str:
    taken = ""
    for cluster, wide in clusters(text):
        cells -= wide
        if cells < 0:
            break
        taken += cluster
    return taken


def _end(text: str, cells: int) -> str:
    taken = ""
    for cluster, wide in reversed(list(clusters(text))):
        cells -= wide
        if cells < 0:
            break
        taken = cluster + taken
    return taken


def _extends(cluster: str, cells: int, character: str) -> bool:
    if _cells(character) == 0:
        return True
    if _is_flag_letter(character):
        return len(cluster) == 1 and _is_flag_letter(cluster)
    if cluster[-1] == ZWJ:  # joins emoji into one; between letters it only shapes them
        return cells == 2 and (_cells(character) == 2 or category(character) == "So")
    return cells == 2 and 0x1F3FB <= ord(character) <= 0x1F3FF  # a skin tone


def _cells(character: str) -> int:
    code = ord(character)
    if 0x20 <= code < 0x7F:
        return 1
    if category(character) in ("Mn", "Me") or _is_joiner(code):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def _is_joiner(code: int) -> bool:
    # ZWNJ and ZWJ, the tags of flags, and the vowels and finals of decomposed Hangul.
    return (
        0x200C <= code <= 0x200D
        or 0xE0020 <= code <= 0xE007F
        or 0x1160 <= code <= 0x11FF
        or 0xD7B0 <= code <= 0xD7FB
    )


def _is_flag_letter(character: str) -> bool:
    return 0x1F1E6 <= ord(character) <= 0x1F1FF
