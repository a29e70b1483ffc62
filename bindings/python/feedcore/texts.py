"""Numbers, times and words in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref, create_string_buffer
from datetime import datetime, timedelta, timezone
from operator import index

from ._handle import EPOCH, NO_TIME, Handle, as_name, as_text, decoded
from ._library import lib
from ._prototypes import TextsPointer
from .enums import SearchState, SectionKind, State, Status, Word
from .errors import call

SIZE = 96  # FEEDCORE_TEXT_SIZE
MILLISECOND, MINUTE = timedelta(milliseconds=1), timedelta(minutes=1)


class Texts(Handle[TextsPointer]):
    """Chinese for a language that begins with "zh", as in "zh-CN" or "zh_CN.UTF-8"; English for
    every other one. Never changes; any thread.

    What is absent, None or below 0, is "". A time is a datetime with a zone, and is told by its own
    zone's clock: `time.astimezone()` is told by that of the computer.
    """

    def __init__(self, language: str = "") -> None:
        pointer = TextsPointer()
        call(lib.feedcore_texts_new, as_text(language), byref(pointer))
        self._own(pointer, lib.feedcore_texts_free)

    @property
    def language(self) -> str:
        """ "zh-Hans" or "en"."""
        return decoded(lib.feedcore_texts_language(self._pointer)) or ""

    def count(self, count: int | None) -> str:
        """As people say it: "9999", "1.2万", "3.4亿"; "9,999", "12K", "1.2M"."""
        return self._written(lib.feedcore_texts_count, _number(count))

    def plays(self, count: int | None) -> str:
        """A count of plays: "1.2万次播放"; "12K plays"."""
        return self._written(lib.feedcore_texts_plays, _number(count))

    def duration(self, duration: timedelta | int | None) -> str:
        """How long something is, a number being milliseconds: "3:07", "1:02:03"."""
        if isinstance(duration, timedelta):
            duration //= MILLISECOND
        return self._written(lib.feedcore_texts_duration, _number(duration))

    def date(self, time: datetime | None) -> str:
        """A day: "2021年5月18日"; "May 18, 2021"."""
        return self._written(lib.feedcore_texts_date, _time(time), _zone(time))

    def date_time(self, time: datetime | None) -> str:
        """A day and an hour: "2021年5月18日 14:05"; "May 18, 2021, 14:05"."""
        return self._written(lib.feedcore_texts_date_time, _time(time), _zone(time))

    def relative(self, time: datetime | None, now: datetime | None = None) -> str:
        """As seen from now: "5分钟前", "昨天 14:05", "5月18日"; "5 min ago", "yesterday, 14:05",
        "May 18".
        """
        return self._since(lib.feedcore_texts_relative, time, now)

    def age(self, time: datetime | None, now: datetime | None = None) -> str:
        """The same of a page, as Source.time has it: "更新于5分钟前"; "Updated 5 min ago"."""
        return self._since(lib.feedcore_texts_age, time, now)

    def year(self, year: int | None) -> str:
        """From 1 to 9999: "2021年"; "2021"."""
        return self._written(lib.feedcore_texts_year, _number(year))

    def rating(self, rating: float | None) -> str:
        """With one decimal: "8.6", and "10"; for None, 0 and less "暂无评分", "No rating"."""
        number = float("nan") if rating is None else float(rating)
        return self._written(lib.feedcore_texts_rating, number)

    def section_title(self, kind: SectionKind) -> str | None:
        """For a section that comes without a title; None where there is no head."""
        return decoded(lib.feedcore_texts_section_title(self._pointer, SectionKind(kind)))

    def screen_title(self, preset: str) -> str | None:
        """For the screen of a preset: "电影首页", "Movies" for "douban-movies"; else None."""
        return decoded(lib.feedcore_texts_screen_title(self._pointer, as_name(preset)))

    def state(self, state: State) -> str | None:
        """What to show in place of a page, or beside a stale one; None for READY and IDLE."""
        return decoded(lib.feedcore_texts_state(self._pointer, State(state)))

    def search(self, state: SearchState) -> str | None:
        """What to show in place of what a search finds; None for LOADING and RESULTS."""
        return decoded(lib.feedcore_texts_search(self._pointer, SearchState(state)))

    def status(self, status: Status) -> str:
        """A failure in a line for the reader; "" for OK."""
        return decoded(lib.feedcore_texts_status(self._pointer, Status(status))) or ""

    def word(self, word: Word) -> str | None:
        """A word for a button: "重试"; "Try again"."""
        return decoded(lib.feedcore_texts_word(self._pointer, Word(word)))

    def _since(
        self, function: Callable[..., int], time: datetime | None, now: datetime | None
    ) -> str:
        seen_from = _time(datetime.now(timezone.utc) if now is None else now)
        return self._written(function, _time(time), seen_from, _zone(time))

    def _written(self, function: Callable[..., int], *values: float) -> str:
        buffer = create_string_buffer(SIZE)
        function(self._pointer, *values, buffer, SIZE)
        return buffer.value.decode()

    def __repr__(self) -> str:
        return f"Texts({self.language!r})"


def _number(number: int | None) -> int:
    if number is None:
        return -1
    if not -(2**63) <= index(number) < 2**63:
        raise OverflowError("a number has 64 bits")
    return number


def _time(time: datetime | None) -> int:
    if time is None:
        return NO_TIME
    if time.utcoffset() is None:
        raise ValueError("a time without a zone")
    return (time - EPOCH) // MILLISECOND


def _zone(time: datetime | None) -> int:
    offset = None if time is None else time.utcoffset()
    return 0 if offset is None else offset // MINUTE
