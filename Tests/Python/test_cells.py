"""What a terminal makes of a text: its cells, and nothing that it would obey."""

from __future__ import annotations

import unicodedata

import pytest

from feedcore._cells import clean, clusters, cut, cut_middle, pad, width, wrap

FAMILY = "👨\u200d👩\u200d👧"
HEART = "❤\ufe0f"
CHINA = "🇨🇳"
THUMB = "👍🏽"
SHRUG = "🤷\u200d♂\ufe0f"
RAINBOW = "🏳\ufe0f\u200d🌈"
SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
KEYCAP = "1\ufe0f\u20e3"


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("", 0),
        ("plain", 5),
        ("推荐歌单", 8),
        ("「ＡＢ」", 8),
        ("ｶﾅ", 2),
        ("“…”·—★♪", 7),  # ambiguous ones are narrow
        ("한글", 4),
        ("\u1112\u1161\u11ab", 2),  # the same syllable in three letters
        ("é", 1),
        ("e\u0301", 1),
        ("か\u3099", 2),
        ("नि", 2),
        ("क्\u200dष", 2),  # a joiner between letters joins no cells
        ("🎵", 2),
        ("❤", 1),
        (HEART, 2),
        (FAMILY, 2),
        (CHINA, 2),
        (CHINA + CHINA, 4),
        ("🇨", 1),
        (THUMB, 2),
        (SHRUG, 2),
        (RAINBOW, 2),
        (SCOTLAND, 2),
        (KEYCAP, 2),
        ("🎵\u200d", 2),
        ("\u0301", 0),
        ("\ufffd", 1),
    ],
)
def test_width(text: str, cells: int) -> None:
    assert width(text) == cells
    assert "".join(cluster for cluster, _ in clusters(text)) == text


@pytest.mark.parametrize("whole", [FAMILY, HEART, CHINA, THUMB, SHRUG, RAINBOW, SCOTLAND, KEYCAP])
def test_what_is_drawn_as_one_is_never_cut_apart(whole: str) -> None:
    assert [cluster for cluster, _ in clusters(f"a{whole}b")] == ["a", whole, "b"]
    assert cut(f"a{whole}bcd", 4) == f"a{whole}…"
    assert cut(f"a{whole}bcd", 3) == "a…"


@pytest.mark.parametrize("cells", range(1, 14))
@pytest.mark.parametrize(
    "text",
    [
        "推荐歌单，为你精挑细选",
        "a推b荐c歌d单",
        "plain ascii text",
        f"e\u0301{FAMILY}x{HEART}{CHINA}y",
    ],
)
def test_cut_texts_fit(text: str, cells: int) -> None:
    for short in (cut(text, cells), cut_middle(text, cells)):
        assert width(short) <= cells
        assert (short == text) == (width(text) <= cells)
        assert short == text or short.count("…") == 1
    assert width(pad(cut(text, cells), cells)) == cells


def test_cut_keeps_the_beginning_and_cut_middle_both_ends() -> None:
    assert cut("推荐歌单", 8) == "推荐歌单"
    assert cut("推荐歌单", 7) == "推荐歌…"
    assert cut("推荐歌单", 6) == "推荐…"
    assert cut("one two three", 5) == "one…"
    assert cut_middle("playlist/6762382977", 13) == "playli…382977"


def test_wrap() -> None:
    assert list(wrap("a count is a number", 9)) == ["a count", "is a", "number"]
    assert list(wrap("标题 is wide", 7)) == ["标题 is", "wide"]
    assert list(wrap("unbreakable", 6)) == ["unbre…"]
    assert list(wrap("", 9)) == []


@pytest.mark.parametrize(
    ("text", "harmless"),
    [
        ("a\nb\r\n\tc", "a b c"),
        ("  two  blanks ", "two blanks"),
        ("\x1b[31mred\x1b[m", "␛[31mred␛[m"),
        ("\x1b]8;;http://x\x07", "␛]8;;http://x␇"),
        ("a\0b\x7f", "a␀b␡"),
        ("\x9b31m\x90\x84", "\ufffd31m\ufffd\ufffd"),
        ("a\x85b\u2028c\u2029d", "a b c d"),
        ("\u202egnp.exe\u202c", "\ufffdgnp.exe\ufffd"),
        ("\u2066a\u2069\u202a", "\ufffda\ufffd\ufffd"),
        ("\u200ea\u200fb\ufeffc\u200bd\u00ade", "abcde"),
        ("x\udc80y", "x\ufffdy"),
        (FAMILY + KEYCAP + SCOTLAND, FAMILY + KEYCAP + SCOTLAND),
        ("推\u3000荐", "推 荐"),
    ],
)
def test_clean(text: str, harmless: str) -> None:
    assert clean(text) == harmless


def test_no_control_character_is_left() -> None:
    everything = "".join(map(chr, range(0x110000)))
    left = clean(everything)
    assert not {c for c in left if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp")}
    bidirectional = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    assert not {c for c in left if unicodedata.bidirectional(c) in bidirectional}
