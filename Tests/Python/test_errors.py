from __future__ import annotations

import json
import pickle
from collections.abc import Callable

import pytest

from conftest import THINGS, read_things
from feedcore import Context, FeedcoreError, Mapping, SectionKind, Status, parse
from feedcore.errors import check


def failure(data: str | bytes) -> FeedcoreError:
    with pytest.raises(FeedcoreError) as caught:
        parse(Mapping(json.dumps(THINGS)), data)
    return caught.value


def test_a_syntax_error_has_its_place() -> None:
    error = failure('{"things": [\n  {"名": 1,}\n]}')
    assert error.status is Status.SYNTAX
    assert (error.line, error.column) == (2, 11)
    assert error.offset == len('{"things": [\n  {"名": 1,'.encode())
    assert "\n" not in error.message
    assert str(error) == error.message


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda: Context({"store": {"path": 5}}), " (/store/path)"),
        (lambda: Mapping({"mapping": "m", "sections": {"itmes": "i"}}), " (/sections/itmes)"),
        (lambda: Mapping("[]"), ""),
    ],
)
def test_a_mistake_in_a_dict_has_its_path(make: Callable[[], object], place: str) -> None:
    with pytest.raises(FeedcoreError) as caught:
        make()
    assert str(caught.value) == f"{caught.value.message}{place}"


@pytest.mark.parametrize("data", ["", " \n", b"\xef\xbb\xbf"])
def test_nothing_at_all(data: str | bytes) -> None:
    assert failure(data).status is Status.EMPTY


def test_too_deep() -> None:
    assert failure("[" * 600).status is Status.TOO_DEEP


def test_another_shape_names_the_path() -> None:
    error = failure('{"things": 7}')
    assert error.status is Status.SHAPE
    assert error.path == "/things"
    assert error.service_code is None
    assert error.service_message is None


def test_what_the_server_said() -> None:
    error = failure('{"code": 301, "message": "请先登录"}')
    assert error.status is Status.LOGIN_NEEDED
    assert error.service_code == "301"
    assert error.service_message == "请先登录"
    assert failure('{"code": "-460"}').status is Status.REFUSED
    assert failure('{"code": "-460"}').service_message is None


def test_a_status_without_an_error_object() -> None:
    with pytest.raises(FeedcoreError, match="argument") as caught:
        check(-1)
    error = caught.value
    assert error.status is Status.ARGUMENT
    assert (error.line, error.column, error.offset, error.path) == (None, None, None, None)


def test_a_status_of_a_newer_library() -> None:
    with pytest.raises(FeedcoreError, match="unknown") as caught:
        check(-99)
    assert caught.value.status == -99
    assert caught.value.status.name == "UNKNOWN_-99"


def test_unknown_enum_values_are_legal() -> None:
    kind = SectionKind(99)
    assert kind == 99
    assert kind.name == "UNKNOWN_99"
    assert kind == SectionKind(99)
    assert pickle.loads(pickle.dumps(kind)) == 99
    with pytest.raises(ValueError, match="BANNER"):
        SectionKind("BANNER")  # type: ignore[arg-type]


def test_an_error_can_be_sent_to_another_process() -> None:
    error = failure('{"code": 301, "message": "no"}')
    again = pickle.loads(pickle.dumps(error))
    assert vars(again) == vars(error)
    assert str(again) == str(error)


def test_its_repr_names_the_status() -> None:
    assert repr(failure("{")).startswith("FeedcoreError(SYNTAX: ")


def test_a_fault_in_the_feed_is_no_error() -> None:
    page = read_things({"id": "1", "title": "One", "plays": [1]})
    assert page.sections[0].items[0].play_count is None
    assert len(page.warnings) == 1
