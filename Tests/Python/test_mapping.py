from __future__ import annotations

import copy
import json
import pickle

import pytest

from conftest import THINGS
from feedcore import FeedcoreError, Mapping, Status, parse

BUILTIN = {"netease-home", "netease-menus", "douban-movies", "json-feed", "users"}


def test_the_built_in_names() -> None:
    names = Mapping.builtin_names()
    assert set(names) >= BUILTIN
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", sorted(BUILTIN))
def test_a_built_in_mapping_can_be_read_again(name: str) -> None:
    mapping = Mapping.builtin(name)
    assert mapping.name == name
    again = Mapping(mapping.to_text())
    assert again.name == name
    assert again.to_text() == mapping.to_text()
    assert repr(again) == f"Mapping({name!r})"


def test_text_bytes_and_buffers() -> None:
    text = json.dumps(THINGS)
    data = text.encode()
    for given in (text, data, bytearray(data), memoryview(data)):
        mapping = Mapping(given)
        assert mapping.name == "things"
        assert mapping.to_text() == text


def test_a_name_that_is_none() -> None:
    with pytest.raises(FeedcoreError, match="no-such") as caught:
        Mapping.builtin("no-such")
    assert caught.value.status is Status.MAPPING


def test_a_name_with_a_nul_is_not_cut_off_there() -> None:
    with pytest.raises(ValueError, match="null"):
        Mapping.builtin("netease-home\0x")


def test_a_broken_mapping_is_told_with_its_place() -> None:
    with pytest.raises(FeedcoreError) as caught:
        Mapping('{"mapping": "x",\n "sections": {"items": 7}}')
    error = caught.value
    assert error.status is Status.MAPPING
    assert error.line == 2
    assert error.path is not None
    assert error.path.startswith("/sections")


def test_a_mapping_that_is_no_json() -> None:
    with pytest.raises(FeedcoreError) as caught:
        Mapping("{")
    assert caught.value.status is Status.SYNTAX


@pytest.mark.parametrize("wrong", [None, 7, ["x"]])
def test_what_has_no_bytes_is_a_type_error(wrong: object) -> None:
    with pytest.raises(TypeError):
        Mapping(wrong)  # type: ignore[arg-type]


def test_parse_wants_a_mapping_object() -> None:
    with pytest.raises(TypeError, match=r"Mapping\.builtin"):
        parse("netease-home", b"{}")  # type: ignore[arg-type]


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_handle_can_not_be_duplicated(duplicate) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(TypeError, match="neither copied nor pickled"):
        duplicate(Mapping.builtin("users"))
