"""Numbers, times and words in the reader's language."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from conftest import HEADER
from feedcore import SearchState, SectionKind, State, Status, Texts, Word
from feedcore.texts import SIZE

CHINA = timezone(timedelta(hours=8))
NOW = datetime(2021, 5, 18, 14, 5, tzinfo=CHINA)
zh, en = Texts("zh_CN.UTF-8"), Texts("en-GB")


def test_languages() -> None:
    assert (zh.language, en.language, Texts().language) == ("zh-Hans", "en", "en")
    assert repr(zh) == "Texts('zh-Hans')"
    with pytest.raises(ValueError, match="null"):
        Texts("zh\0")
    with pytest.raises(UnicodeEncodeError):
        Texts("\ud800")


def test_the_buffer_is_as_large_as_the_header_says() -> None:
    assert f"#define FEEDCORE_TEXT_SIZE {SIZE}\n" in HEADER.read_text()


@pytest.mark.parametrize(
    ("count", "chinese", "english"),
    [
        (0, "0", "0"),
        (9999, "9999", "9,999"),
        (12_345, "1.2万", "12K"),
        (1_234_567, "123万", "1.2M"),
        (99_999_999, "1亿", "100M"),
        (343_210_000, "3.4亿", "343M"),
        (2**63 - 1, "922亿亿", "9,223,372T"),
        (-1, "", ""),
        (None, "", ""),
    ],
)
def test_counts(count: int | None, chinese: str, english: str) -> None:
    assert zh.count(count) == chinese
    assert en.count(count) == english
    assert zh.plays(count) == (chinese and chinese + "次播放")
    assert en.plays(count) == (english and english + " plays")


def test_one_play() -> None:
    assert en.plays(1) == "1 play"


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1])
def test_no_more_than_64_bits(number: int) -> None:
    for write in (en.count, en.plays, en.duration, en.year):
        with pytest.raises(OverflowError):
            write(number)


@pytest.mark.parametrize(
    ("duration", "text"),
    [
        (187_000, "3:07"),
        (timedelta(hours=1, minutes=2, seconds=3, milliseconds=999), "1:02:03"),
        (timedelta(0), "0:00"),
        (timedelta(microseconds=-1), ""),
        (None, ""),
    ],
)
def test_durations(duration: timedelta | int | None, text: str) -> None:
    assert zh.duration(duration) == en.duration(duration) == text


def test_dates_are_those_of_their_own_zone() -> None:
    assert zh.date(NOW) == "2021年5月18日"
    assert en.date_time(NOW) == "May 18, 2021, 14:05"
    assert zh.date_time(NOW.astimezone(timezone.utc)) == "2021年5月18日 06:05"
    assert en.date(NOW.astimezone(timezone(timedelta(hours=-8)))) == "May 17, 2021"
    assert en.date(datetime.max.replace(tzinfo=timezone.utc)) == "Dec 31, 9999"
    assert zh.date(datetime.min.replace(tzinfo=timezone.utc)) == "1年1月1日"
    assert zh.date(NOW.astimezone(timezone(timedelta(hours=19)))) == ""
    assert zh.date(None) == zh.date_time(None) == zh.relative(None) == zh.age(None) == ""


@pytest.mark.parametrize(
    ("ago", "chinese", "english"),
    [
        (timedelta(seconds=59), "刚刚", "just now"),
        (timedelta(minutes=5), "5分钟前", "5 min ago"),
        (timedelta(hours=14), "14小时前", "14 h ago"),
        (timedelta(hours=15), "昨天 23:05", "yesterday, 23:05"),
        (timedelta(days=3), "3天前", "3 days ago"),
        (timedelta(days=7), "5月11日", "May 11"),
        (timedelta(days=365), "2020年5月18日", "May 18, 2020"),
        (timedelta(minutes=-5), "5分钟后", "in 5 min"),
        (timedelta(days=-1), "明天 14:05", "tomorrow, 14:05"),
    ],
)
def test_times_as_seen_from_now(ago: timedelta, chinese: str, english: str) -> None:
    # The zone is that of the time, wherever now comes from.
    for now in (NOW, NOW.astimezone(timezone.utc)):
        assert zh.relative(NOW - ago, now) == chinese
        assert en.relative(NOW - ago, now) == english
        if ago >= timedelta(minutes=1):
            assert zh.age(NOW - ago, now) == f"更新于{chinese}"
            assert en.age(NOW - ago, now) == f"Updated {english}"
        else:
            assert zh.age(NOW - ago, now) == "刚刚更新"


def test_now_is_now() -> None:
    assert en.relative(datetime.now(timezone.utc) - timedelta(days=3)) == "3 days ago"
    assert zh.age(datetime.now(timezone.utc) + timedelta(days=400)) == "刚刚更新"


def test_a_time_without_a_zone_is_refused() -> None:
    naive = datetime(2021, 5, 18)
    for write in (en.date, en.date_time, en.relative, en.age):
        with pytest.raises(ValueError, match="zone"):
            write(naive)
    with pytest.raises(ValueError, match="zone"):
        en.relative(NOW, naive)


def test_years_and_ratings() -> None:
    assert (zh.year(1994), en.year(1994), en.year(None), en.year(0)) == ("1994年", "1994", "", "")
    assert [en.rating(r) for r in (8.6, 8, 9.95, 10)] == ["8.6", "8.0", "10", "10"]
    assert [zh.rating(r) for r in (None, 0, -1, float("nan"), float("inf"))] == ["暂无评分"] * 5
    assert en.rating(None) == "No rating"


def test_titles() -> None:
    assert zh.section_title(SectionKind.ALBUM_NEW_SONG) == "新歌新碟"
    assert en.section_title(SectionKind.PLAYLIST_RCMD) == "Recommended playlists"
    untitled = [kind.name for kind in SectionKind if zh.section_title(kind) is None]
    assert untitled == ["BANNER", "MENUS", "LIST", "CUSTOM"]
    assert en.section_title(SectionKind(99)) is None
    assert zh.screen_title("douban-movies") == "电影首页"
    assert en.screen_title("netease-home") == "Discover"
    assert en.screen_title("none") is None
    assert en.screen_title("netease-home\0") is None


def test_states_and_words() -> None:
    assert [state.name for state in State if en.state(state) is None] == ["IDLE", "READY"]
    assert [state.name for state in SearchState if zh.search(state) is None] == [
        "LOADING",
        "RESULTS",
    ]
    assert zh.state(State.EMPTY) == "暂无内容"
    assert en.search(SearchState.EMPTY) == "Nothing was found"
    assert [zh.word(word) for word in Word] == [
        "更多",
        "重试",
        "刷新",
        "加载更多",
        "搜索",
        "取消",
    ]
    assert en.word(Word(99)) is None


@pytest.mark.parametrize("texts", [zh, en], ids=repr)
def test_each_failure_has_a_line(texts: Texts) -> None:
    assert texts.status(Status.OK) == ""
    lines = [texts.status(status) for status in Status if status != Status.OK]
    assert all(lines)
    assert len(set(lines)) > 12
    assert texts.status(Status(-1000)) == texts.status(Status.ARGUMENT)
