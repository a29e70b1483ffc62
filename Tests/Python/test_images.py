"""Pictures as files: what a context tells of those that were asked for."""

from __future__ import annotations

import asyncio
import json
import struct
import time
import zlib
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from conftest import Run, assert_one_line
from feedcore import (
    NEVER,
    Context,
    Event,
    EventKind,
    Feed,
    FeedcoreError,
    ImagePriority,
    ImageType,
    Status,
)
from web import Answer, Asked, serving

URL = "http://img.test/1.png"


def chunk(name: bytes, data: bytes) -> bytes:
    total = zlib.crc32(name + data)
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", total)


PNG = (
    b"\x89PNG\r\n\x1a\n"
    + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(b"\0\0"))
    + chunk(b"IEND", b"")
)


class Album:
    """A context with a folder for pictures, and what it told of them."""

    def __init__(self, folder: Path) -> None:
        self.context = Context(
            {"transport": "memory", "clock": "manual", "images": {"path": str(folder / "images")}}
        )
        self.events: list[Event] = []
        self.context.set_image_callback(lambda _, event: self.events.append(event))

    def settle(self) -> list[Event]:
        self.context.advance(0)
        self.context.dispatch()
        events, self.events = self.events, []
        return [event for event in events if event.kind == EventKind.IMAGE]


@pytest.fixture
def album(tmp_path: Path) -> Album:
    return Album(tmp_path)


def test_a_picture_comes_as_a_file(album: Album) -> None:
    album.context.respond(URL, PNG)
    request = album.context.request_image(URL, 200)
    [event] = album.settle()
    assert (event.request, event.url, event.error) == (request, URL, None)
    assert event.image_type is ImageType.PNG
    assert event.path is not None
    assert Path(event.path).read_bytes() == PNG
    album.context.clear_images()
    album.settle()
    assert not Path(event.path).exists()


def test_progress_is_told(album: Album) -> None:
    album.context.respond(URL, PNG, headers={"Content-Length": str(len(PNG))})
    request = album.context.request_image(URL)
    album.context.run(10)
    progress = album.events[0]
    assert (progress.kind, progress.request) == (EventKind.PROGRESS, request)
    assert (progress.bytes, progress.total, progress.path) == (len(PNG), len(PNG), None)


def test_what_cannot_be_had_has_an_error(album: Album) -> None:
    album.context.respond(URL, b"<!DOCTYPE html>")
    album.context.request_image(URL)
    album.context.request_image("http://img.test/gone")
    page, gone = sorted(album.settle(), key=lambda event: event.request or 0)
    assert [event.error and event.error.status for event in (page, gone)] == [
        Status.IMAGE,
        Status.HTTP,
    ]
    assert (page.path, page.image_type) == (None, None)


def test_a_cancelled_one_is_not_told(album: Album) -> None:
    album.context.respond(URL, status=NEVER)
    request = album.context.request_image(URL, priority=ImagePriority.PREFETCH)
    album.context.set_image_priority(request, ImagePriority.NEARBY)
    album.context.cancel_image(request)
    album.context.run(10)
    assert album.events == []
    with pytest.raises(FeedcoreError) as caught:
        album.context.cancel_image(request)
    assert caught.value.status is Status.ARGUMENT
    with pytest.raises(FeedcoreError):
        album.context.set_image_priority(request, ImagePriority.VISIBLE)


def test_the_mapping_of_a_feed_says_where_pictures_are(album: Album) -> None:
    feed = Feed(album.context, {"preset": "douban-movies", "baseURL": "http://movies.test"})
    album.context.respond("https://img1.doubanio.com/1.jpg", PNG)
    album.context.request_image("http://img1.doubanio.com/1.jpg", 100)
    [event] = album.settle()
    assert event.error is None
    feed.close()


def test_without_a_folder_there_are_none() -> None:
    with Context() as context:
        with pytest.raises(FeedcoreError) as caught:
            context.request_image(URL)
        assert caught.value.status is Status.CONFIG
        with pytest.raises(FeedcoreError):
            context.clear_images()


@pytest.mark.parametrize("url", ["", "1.png", "ftp://img.test/"])
def test_other_addresses_are_refused(album: Album, url: str) -> None:
    with pytest.raises(FeedcoreError) as caught:
        album.context.request_image(url)
    assert caught.value.status is Status.ARGUMENT


@pytest.mark.parametrize("width", [-1, 2**32])
def test_a_width_is_a_number_of_pixels(album: Album, width: int) -> None:
    with pytest.raises(ValueError, match="wide"):
        album.context.request_image(URL, width)


def test_what_a_callback_raises_ends_the_dispatch(album: Album) -> None:
    def interrupt(_context: Context, _event: Event) -> None:
        raise KeyboardInterrupt

    album.context.set_image_callback(interrupt)
    album.context.request_image(URL)
    album.context.advance(0)
    with pytest.raises(KeyboardInterrupt):
        album.context.dispatch()
    album.context.set_image_callback(None)
    album.context.request_image(URL)
    assert album.settle() == []
    with pytest.raises(TypeError):
        album.context.set_image_callback(3)  # type: ignore[arg-type]


# ------------------------------------------------------------------- asyncio


def run_in_loop(folder: Path, work: Callable[[Context], Coroutine[Any, Any, None]]) -> None:
    async def all_of_it() -> None:
        config = {"transport": "memory", "images": {"path": str(folder / "images")}}
        async with Context(config) as context:
            context.respond(URL, PNG)
            context.respond("http://img.test/page", b"<!DOCTYPE html>")
            context.respond("http://img.test/never", status=NEVER)
            await asyncio.wait_for(work(context), 60)

    asyncio.run(all_of_it())


def test_a_picture_is_awaited(tmp_path: Path) -> None:
    async def work(context: Context) -> None:
        image = await context.request_image(URL, 200)
        assert (image.type, image.url) == (ImageType.PNG, URL)
        assert Path(image.path).read_bytes() == PNG
        request = context.request_image(URL)
        assert list(await asyncio.gather(request, request)) == [image, image]
        assert await request == image

    run_in_loop(tmp_path, work)


def test_why_it_cannot_be_had_is_raised(tmp_path: Path) -> None:
    async def work(context: Context) -> None:
        with pytest.raises(FeedcoreError) as caught:
            await context.request_image("http://img.test/page")
        assert caught.value.status == Status.IMAGE

    run_in_loop(tmp_path, work)


def test_who_waits_for_it_no_longer_cancels_it(tmp_path: Path) -> None:
    async def work(context: Context) -> None:
        request = context.request_image("http://img.test/never")
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(request, 0.1)
        with pytest.raises(FeedcoreError):  # it has ended
            context.cancel_image(request)

    run_in_loop(tmp_path, work)


@pytest.mark.parametrize("closes", [False, True])
def test_cancelling_it_ends_the_wait(tmp_path: Path, closes: bool) -> None:
    async def work(context: Context) -> None:
        request = context.request_image("http://img.test/never")
        asyncio.get_running_loop().call_later(
            0.05, context.close if closes else lambda: context.cancel_image(request)
        )
        with pytest.raises(FeedcoreError) as caught:
            await request
        assert caught.value.status == Status.CANCELLED

    run_in_loop(tmp_path, work)


# ------------------------------------------------------------------- the command


def test_the_command_prints_where_pictures_are(run: Run, tmp_path: Path) -> None:
    with serving() as web:
        web.routes = {"/1.png": Answer(body=PNG), "/2.png": Answer(body=PNG)}
        urls = [f"{web.address}/{number}.png" for number in (2, 1)]
        for _ in range(2):
            ran = run("image", "--store", tmp_path / "pages.db", "--width", 100, *urls)
            assert (ran.returncode, ran.stderr) == (0, "")
        paths = [Path(line) for line in ran.stdout.splitlines()]
        assert {path.parent for path in paths} == {tmp_path / "images"}
        assert [path.read_bytes() for path in paths] == [PNG, PNG]
        assert sorted(asked.path for asked in web.asked) == ["/1.png", "/2.png"]


def test_the_command_goes_by_a_mapping(run: Run, tmp_path: Path) -> None:
    mapping = tmp_path / "mapping.json"
    with serving() as web:
        mapping.write_text(
            """
            {"mapping": "m", "sections": {"type": {"default": "t"}, "items": "i"},
             "default": {"item": {"id": "i"}},
             "images": [{"hosts": ["127.0.0.1"], "headers": {"Referer": "https://here.test/"},
                         "sizes": [50, 100], "template": "{url}?w={size}"}]}
            """
        )
        web.routes = {"/1.png": Answer(body=PNG)}
        ran = run(
            "image",
            "--folder",
            tmp_path,
            "--mapping",
            mapping,
            "--width",
            60,
            f"{web.address}/1.png",
        )
        assert ran.returncode == 0
        [asked] = web.asked
        assert (asked.path, asked.headers["referer"]) == ("/1.png?w=100", "https://here.test/")


def test_the_command_says_what_cannot_be_had(run: Run, tmp_path: Path) -> None:
    with serving() as web:
        web.routes = {"/1.png": Answer(body=PNG), "/page": Answer(body=b"<!DOCTYPE html>")}
        urls = [f"{web.address}/{name}" for name in ("gone", "1.png", "page")]
        ran = run("image", "--folder", tmp_path, *urls)
        described = run("image", "--json", "--folder", tmp_path, *urls)
    assert (ran.returncode, described.returncode) == (1, 1)
    assert len(ran.stdout.splitlines()) == 1
    gone, there, page = json.loads(described.stdout)
    assert "404" in gone.pop("error")
    assert gone == {"url": urls[0], "path": None, "type": None}
    path = ran.stdout.strip()
    assert there == {"url": urls[1], "path": path, "type": "PNG", "error": None}
    assert page["error"].startswith("no PNG, JPEG, GIF or WebP picture")
    first, second = ran.stderr.splitlines()
    assert "gone: " in first
    assert "404" in first
    assert "page: no PNG, JPEG, GIF or WebP picture" in second
    ran = run("image", "--folder", tmp_path, "1.png")
    assert ran.stderr == "feedcore: 1.png: not an address of http or https\n"
    ran = run("image", "--folder", tmp_path, "ftp://me:secret@a.test/1.png")
    assert_one_line(ran, "ftp://a.test/1.png: not an address")
    assert "secret" not in ran.stderr


def test_the_command_waits_so_long(run: Run, tmp_path: Path) -> None:
    def wait(_asked: Asked) -> Answer:
        time.sleep(3)
        return Answer()

    with serving() as web:
        web.routes = {"/slow": wait}
        ran = run("image", "--folder", tmp_path, "--timeout", 0.2, f"{web.address}/slow")
    assert_one_line(ran, "slow: not in time")
