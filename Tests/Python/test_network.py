"""Feeds from real servers on loopback, through libcurl."""

from __future__ import annotations

import gzip
import selectors
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

import feedcore
from conftest import FIXTURES, REFUSALS, Listener, titles, users
from feedcore import Context, EventKind, Feed, FeedcoreError, State, Status
from web import Answer, Asked, Web


@pytest.fixture
def context() -> Iterator[Context]:
    with Context({"proxy": ""}) as context:
        yield context


def users_at(url: str, **source: Any) -> dict[str, Any]:
    return {"sources": [{"name": "users", "url": url, "mapping": "users", **source}]}


def failure_of(feed: Feed) -> FeedcoreError:
    error = feed.sources[0].error
    assert error is not None
    return error


def test_the_home_page(context: Context, home_server: Web) -> None:
    listener = Listener()
    seen: list[tuple[str | None, int | None]] = []
    context.set_log(lambda _, event: seen.append((event.url, event.http_status)))
    feed = Feed(context, {"preset": "netease-home", "baseURL": home_server.address}, listener)
    feed.refresh()
    context.run(30)
    assert [section.key for section in feed.sections][:2] == ["HOMEPAGE_BANNER", "MENUS"]
    assert listener.complete.error is None
    assert sorted(seen) == [
        (f"{home_server.address}/homepage/block/page", 200),
        (f"{home_server.address}/homepage/dragon/ball", 200),
    ]
    page = [e for e in listener.of(EventKind.PROGRESS) if e.source_name == "page"][-1]
    assert page.bytes == page.total == (FIXTURES / "netease-home.json").stat().st_size


def test_on_a_loop_of_ones_own(context: Context, home_server: Web) -> None:
    listener = Listener()
    feed = Feed(context, {"preset": "netease-home", "baseURL": home_server.address}, listener)
    with selectors.DefaultSelector() as selector:
        selector.register(context, selectors.EVENT_READ)
        feed.refresh()
        while not listener.of(EventKind.COMPLETE):
            assert selector.select(30)
            context.dispatch(1)
    assert len(feed.sections) > 10


def test_what_is_asked(web: Web) -> None:
    web.routes["/users"] = Answer(200, b"[]")
    config = {"proxy": "", "userAgent": "test/1", "headers": {"X-A": "1"}, "cookies": {"c": "2"}}
    with Context(config) as context:
        url = web.address + "/users"
        get = Feed(context, users_at(url, parameters={"q": "雨 1"}, headers={"X-B": "3"}))
        post = Feed(context, users_at(url, method="POST", parameters={"q": "雨 1"}))
        for feed in (get, post):
            feed.refresh()
            context.run(30)
    first, second = web.asked
    assert (first.method, first.path) == ("GET", "/users?q=%E9%9B%A8+1")
    names = ("user-agent", "x-a", "x-b", "cookie")
    assert [first.headers.get(name) for name in names] == ["test/1", "1", "3", "c=2"]
    assert (second.method, second.path, second.body) == ("POST", "/users", b"q=%E9%9B%A8+1")


def test_compression_and_304(context: Context, web: Web) -> None:
    def answer(asked: Asked) -> Answer:
        if asked.headers.get("if-none-match") == '"1"':
            return Answer(304)
        assert "gzip" in asked.headers["accept-encoding"]
        headers = (("ETag", '"1"'), ("Content-Encoding", "gzip"))
        return Answer(200, gzip.compress(users("ada")), headers)

    web.routes["/users"] = answer
    listener = Listener()
    feed = Feed(context, users_at(web.address + "/users"), listener)
    for _ in range(2):
        feed.refresh()
        context.run(30)
    assert len(web.asked) == 2
    assert (titles(feed), feed.revision) == (["ada"], 1)
    assert [event.error for event in listener.of(EventKind.COMPLETE)] == [None, None]


@pytest.mark.parametrize(("http", "body", "status", "code", "message"), REFUSALS)
def test_a_server_that_refuses(
    context: Context, web: Web, http: int, body: str, status: Status, code: str, message: str
) -> None:
    web.routes["/page"] = Answer(http, body.encode(), (("ETag", '"deny-1"'),))
    source = {"name": "page", "url": web.address + "/page", "mapping": "netease-home"}
    feed = Feed(context, {"sources": [source]})
    for _ in range(2):
        feed.refresh()
        context.run(30)
    error = failure_of(feed)
    assert (error.status, error.http_status) == (status, http)
    assert (error.service_code, error.service_message) == (code, message)
    assert ["if-none-match" in asked.headers for asked in web.asked] == [False, False]


def test_an_address_that_is_not_there(context: Context, web: Web) -> None:
    feed = Feed(context, users_at(web.address + "/nowhere"))
    feed.refresh()
    context.run(30)
    assert (failure_of(feed).status, failure_of(feed).http_status) == (Status.HTTP, 404)


@pytest.mark.parametrize("url", ["ftp://127.0.0.1/", "file:///etc/passwd", "", "users"])
def test_what_is_no_address(context: Context, url: str) -> None:
    with pytest.raises(FeedcoreError) as caught:
        Feed(context, users_at(url))
    assert caught.value.status is Status.CONFIG


def test_nobody_listens(context: Context) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    feed = Feed(context, users_at(f"http://127.0.0.1:{port}/", method="POST"))
    feed.refresh()
    context.run(30)
    error = failure_of(feed)
    assert (error.status, error.retryable, error.http_status) == (Status.NETWORK, True, None)
    assert str(port) in error.message


def test_no_such_host(context: Context) -> None:
    feed = Feed(context, users_at("http://no-such-host.invalid/", method="POST"))
    feed.refresh()
    context.run(30)
    error = failure_of(feed)
    assert error.status is Status.NETWORK
    assert "no-such-host.invalid" in error.message


def test_a_body_that_is_cut(context: Context, web: Web) -> None:
    web.routes["/users"] = Answer(200, users("ada"))
    feed = Feed(context, users_at(web.address + "/users", method="POST"))
    feed.refresh()
    context.run(30)
    web.routes["/users"] = Answer(200, b"[", (("Content-Length", "100"), ("Connection", "close")))
    feed.refresh()
    context.run(30)
    assert failure_of(feed).status is Status.NETWORK
    assert (titles(feed), feed.sources[0].state) == (["ada"], State.STALE)


def test_a_server_that_says_nothing(context: Context) -> None:
    listener = Listener()
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        hasty = Feed(context, users_at(url, method="POST", timeout=100), listener)
        hasty.refresh()
        context.run(30)
        assert failure_of(hasty).status is Status.TIMEOUT
        # Nothing waits for it: neither a cancel nor an end.
        patient = Feed(context, users_at(url), listener)
        number = patient.refresh()
        before = time.monotonic()
        patient.cancel(number)
        context.run(30)
        assert time.monotonic() - before < 20
        patient.refresh()
        time.sleep(0.05)
        before = time.monotonic()
        context.close()
        assert time.monotonic() - before < 20


def test_the_library_names_itself(context: Context, web: Web) -> None:
    feed = Feed(context, users_at(web.address + "/users"))
    feed.refresh()
    context.run(30)
    assert web.asked[0].headers["user-agent"] == f"libfeedcore/{feedcore.__version__}"
