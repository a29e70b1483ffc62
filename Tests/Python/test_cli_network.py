"""The command fetches, and `make demo` has something to show."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator

import pytest

from conftest import (
    FIXTURES,
    REFUSALS,
    ROOT,
    Run,
    assert_one_line,
    command_environment,
    users,
)
from web import Answer, Asked, Web

DEMO = [sys.executable, str(ROOT / "Tests" / "Servers" / "demo.py")]
SHOW = [sys.executable, "-m", "feedcore", "show"]


def kinds(ran: subprocess.CompletedProcess[str]) -> list[str]:
    return [section["kind"] for section in json.loads(ran.stdout)["sections"]]


# --------------------------------------------------------------------------- addresses


def test_an_address_is_shown_as_its_file_is(run: Run, home_server: Web) -> None:
    url = home_server.address + "/homepage/block/page"
    ran = run("show", url)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[0] == url
    assert ran.stdout.splitlines()[1:] == run("show", "netease-home.json").stdout.splitlines()[1:]
    assert run("show", "--json", url).stdout == run("show", "--json", "netease-home.json").stdout


def test_page_and_menus_from_wherever_they_are(run: Run, home_server: Web) -> None:
    page = home_server.address + "/homepage/block/page"
    menus = home_server.address + "/homepage/dragon/ball"
    expected = run("show", "--json", "netease-home.json", "netease-menus.json").stdout
    for names in ((page, menus), (page, "netease-menus.json"), ("netease-home.json", menus)):
        ran = run("show", "--json", *names)
        assert (ran.stdout, ran.stderr) == (expected, "")


def test_several_addresses_are_asked_at_once(run: Run, web: Web) -> None:
    all_there = threading.Barrier(3)

    def together(_asked: Asked) -> Answer:
        all_there.wait(30)
        return Answer(200, users("ada"))

    web.routes["/users"] = together
    ran = run("show", "--json", "--mapping", "users", *[f"{web.address}/users?{n}" for n in "123"])
    assert ran.stderr == ""
    assert len(json.loads(ran.stdout)["sections"]) == 3


def test_a_preset(run: Run, home_server: Web) -> None:
    ran = run("show", "--preset", "netease-home", home_server.address)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[0] == home_server.address
    ran = run("show", "--json", "--preset", "netease-home", home_server.address + "/")
    assert kinds(ran)[:2] == ["BANNER", "MENUS"]


def test_a_preset_without_its_menus(run: Run, home_server: Web) -> None:
    del home_server.routes["/homepage/dragon/ball"]
    url = home_server.address
    ran = run("show", "--json", "--preset", "netease-home", url)
    assert ran.returncode == 0
    assert "MENUS" not in kinds(ran)
    assert ran.stderr == f"feedcore: {url}: menus: invalid response: HTTP status 404\n"


def test_a_preset_whose_menus_never_come(run: Run, home_server: Web) -> None:
    is_over = threading.Event()

    def never(_asked: Asked) -> Answer:
        is_over.wait(60)
        return Answer(404)

    home_server.routes["/homepage/dragon/ball"] = never
    url = home_server.address
    ran = run("show", "--json", "--pages", "1", "--timeout", "1", "--preset", "netease-home", url)
    is_over.set()
    assert "BANNER" in kinds(ran)
    assert ran.stderr == f"feedcore: {url}: menus: no answer within 1 s\n"


def test_a_preset_without_its_page(run: Run, home_server: Web) -> None:
    del home_server.routes["/homepage/block/page"]
    ran = run("show", "--preset", "netease-home", home_server.address)
    assert_one_line(ran, f"feedcore: {home_server.address}: ", "404")


# ------------------------------------------------------------------------------- further pages


def movies(web: Web, total: int) -> None:
    """At /v2/movie/coming_soon: so many films, 20 in an answer."""

    def answer(asked: Asked) -> Answer:
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(asked.path).query)
        start = int(query.get("start", ["0"])[0])
        films = [
            {"id": str(number), "title": f"Film {number}"}
            for number in range(start, min(start + 20, total))
        ]
        return Answer(200, json.dumps({"total": total, "subjects": films}).encode())

    web.routes["/v2/movie/coming_soon"] = answer


@pytest.mark.parametrize(("pages", "count"), [(0, 20), (1, 40), (9, 50)])
def test_further_pages(run: Run, web: Web, pages: int, count: int) -> None:
    movies(web, 50)
    address = web.address + "/v2/movie/coming_soon"
    for option, url in (("--preset", web.address), ("--mapping", address)):
        web.asked.clear()
        ran = run("show", "--json", "--pages", pages, option, "douban-movies", url)
        assert (ran.returncode, ran.stderr) == (0, "")
        (section,) = json.loads(ran.stdout)["sections"]
        assert [item["title"] for item in section["items"]] == [f"Film {n}" for n in range(count)]
        assert len(web.asked) == -(-count // 20)


def test_further_pages_of_several(run: Run, web: Web) -> None:
    movies(web, 30)
    address = web.address + "/v2/movie/coming_soon"
    ran = run("show", "--pages", "2", "--mapping", "douban-movies", address, address)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.count("Film 29") == 2


def entries(web: Web, following: str) -> str:
    """The address of a feed whose next page is at the address that it says."""
    page = {
        "version": "https://jsonfeed.org/version/1.1", "title": "All", "next_url": following,
        "items": [{"id": "1", "content_text": "the first"}],
    }
    web.routes["/feed.json"] = Answer(200, json.dumps(page).encode())
    return web.address + "/feed.json"


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_a_further_page_that_can_not_be_had(run: Run, web: Web, arguments: list[str]) -> None:
    url = entries(web, "/older.json")
    ran = run("show", *arguments, "--pages", "3", "--mapping", "json-feed", url)
    assert ran.returncode == 0
    assert "the first" in ran.stdout
    assert ran.stderr == f"feedcore: {url}: page 2: invalid response: HTTP status 404\n"


def test_a_further_page_that_never_comes(run: Run, web: Web) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = entries(web, f"http://127.0.0.1:{silent.getsockname()[1]}/")
        before = time.monotonic()
        options = ["--pages", "1", "--timeout", "1", "--mapping", "json-feed"]
        ran = run("show", *options, url)
        assert time.monotonic() - before < 20
    assert "the first" in ran.stdout
    assert ran.stderr == f"feedcore: {url}: page 2: no answer within 1 s\n"


def test_the_log_of_further_pages(run: Run, web: Web) -> None:
    movies(web, 50)
    ran = run("show", "--log", "--pages", "2", "--preset", "douban-movies", web.address)
    asked = [line.partition(": 200, ")[0] for line in ran.stderr.splitlines()]
    start = f"feedcore: {web.address}"
    assert asked == [start + each.path for each in web.asked]
    assert len(set(asked)) == 3


def test_no_first_page_no_further_ones(run: Run, web: Web) -> None:
    url = web.address + "/nowhere"
    assert_one_line(run("show", "--pages", "2", url), f"feedcore: {url}: ", "404")
    assert len(web.asked) == 1


# ------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(("http", "body", "_status", "code", "message"), REFUSALS)
def test_a_server_that_refuses(
    run: Run, web: Web, http: int, body: str, _status: object, code: str | None, message: str | None
) -> None:
    web.routes["/page"] = Answer(http, body.encode())
    ran = run("show", web.address + "/page")
    assert_one_line(ran, f"feedcore: {web.address}/page: ", code or "", message or "")
    preset = run("show", "--json", "--preset", "netease-home", web.address)
    assert_one_line(preset, "404")


def test_a_broken_answer(run: Run, web: Web) -> None:
    web.routes["/page"] = Answer(200, b'{"code": 200,\n "data": [}')
    ran = run("show", web.address + "/page")
    assert_one_line(ran, f"feedcore: {web.address}/page: ", "line 2", "column 11")


def test_an_address_that_is_not_there(run: Run, web: Web) -> None:
    ran = run("show", web.address + "/nowhere")
    assert_one_line(ran, f"feedcore: {web.address}/nowhere: ", "HTTP status 404")


def test_a_password_is_not_shown(run: Run, web: Web) -> None:
    address = web.address.replace("http://", "http://reader:secret@")
    ran = run("show", f"{address}/nothing", "--log")
    assert "secret" not in ran.stdout + ran.stderr
    assert ran.returncode == 1


def test_an_address_of_nothing(run: Run) -> None:
    ran = run("show", "http://")
    assert_one_line(ran, "feedcore: http://: not an address of http or https\n")


def test_no_such_host(run: Run) -> None:
    ran = run("show", "http://no-such-host.invalid/page")
    assert_one_line(ran, "feedcore: http://no-such-host.invalid/page: ", "host")


def test_one_that_fails_beside_one_that_does_not(run: Run, home_server: Web) -> None:
    page, wrong = home_server.address + "/homepage/block/page", home_server.address + "/x"
    assert_one_line(run("show", page, wrong), f"feedcore: {wrong}: ", "404")
    assert_one_line(run("show", page, "no-such.json"), "feedcore: no-such.json: No such file")


def test_a_server_that_says_nothing(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        before = time.monotonic()
        ran = run("show", "--timeout", "0.3", url)
        assert time.monotonic() - before < 10
    assert_one_line(ran, f"feedcore: {url}: no answer within 0.3 s")


def test_the_log(run: Run, home_server: Web) -> None:
    ran = run("show", "--log", "--preset", "netease-home", home_server.address)
    assert ran.returncode == 0
    lines = sorted(ran.stderr.splitlines())
    assert len(lines) == 2
    start = f"feedcore: {home_server.address}/homepage"
    size = (FIXTURES / "netease-home.json").stat().st_size
    assert re.fullmatch(f"{start}/block/page: 200, \\d+ ms, {size} bytes, warnings: 2", lines[0])
    assert re.fullmatch(f"{start}/dragon/ball: 200, \\d+ ms, \\d+ bytes", lines[1])


def test_the_log_of_a_failure(run: Run, web: Web) -> None:
    ran = run("show", "--log", web.address + "/x")
    first, last = ran.stderr.splitlines()
    url = f"feedcore: {web.address}/x: "
    assert re.fullmatch(url + r"404, \d+ ms, 0 bytes, invalid response: HTTP status 404", first)
    assert last == url + "invalid response: HTTP status 404"


def test_a_server_commands_no_terminal(run: Run, web: Web) -> None:
    web.routes["/page"] = Answer(200, json.dumps({"code": 301, "message": "\033[31m红"}).encode())
    ran = run("show", "--log", web.address + "/page")
    assert "红" in ran.stderr
    assert "\033" not in ran.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["--timeout", "x", "http://x.test/"],
        ["--timeout", "0", "http://x.test/"],
        ["--timeout", "inf", "http://x.test/"],
        ["--pages", "-1", "http://x.test/"],
        ["--pages", "1.5", "http://x.test/"],
        ["--pages", "9" * 5000, "http://x.test/"],
        ["--pages", "1", "netease-home.json"],
        ["--pages", "1", "-"],
        ["--pages", "1", "http://x.test/", "netease-menus.json"],
        ["--preset", "nonsense", "http://x.test/"],
        ["--preset", "netease-home", "netease-home.json"],
        ["--preset", "netease-home", "http://x.test/", "http://y.test/"],
        ["--preset", "netease-home", "--mapping", "users", "http://x.test/"],
    ],
)
def test_usage_errors(run: Run, arguments: list[str]) -> None:
    ran = run("show", *arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("usage: feedcore show")


def test_help_says_what_is_asked_for(run: Run) -> None:
    text = run("show", "--help").stdout
    for word in (
        "FILE-or-URL", "--preset", "--timeout SECONDS", "--pages N", "--log",
        "/homepage/dragon/ball",
    ):
        assert word in text


# ----------------------------------------------------------------- the server of the demo


@pytest.fixture
def demo() -> Iterator[str]:
    process = subprocess.Popen(DEMO, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield process.stdout.readline().strip()
    process.communicate(timeout=30)
    assert process.returncode == 0


def test_what_make_demo_runs() -> None:
    command = [*DEMO, *SHOW, "--preset", "netease-home", "URL"]
    ran = subprocess.run(
        command, env=command_environment(), capture_output=True, encoding="utf-8", timeout=60
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    heads = [line for line in ran.stdout.splitlines() if line[:1].isupper()]
    assert heads[0].startswith("BANNER")
    assert heads[1].startswith("MENUS")
    makefile = (ROOT / "Makefile").read_text()
    assert "Tests/Servers/demo.py python3 -m feedcore show --preset netease-home URL" in makefile


def test_the_demo_ends_as_its_command_does() -> None:
    ran = subprocess.run([*DEMO, "sh", "-c", "exit 7"], timeout=60)
    assert ran.returncode == 7


def test_the_demo_serves_films_too(run: Run, demo: str) -> None:
    data = json.loads(run("show", "--json", "--preset", "douban-movies", demo).stdout)
    assert data["sections"][0]["type"] == "movies"


def test_the_demo_compresses_and_knows_what_one_has(demo: str) -> None:
    url = demo + "/homepage/block/page"
    size = (FIXTURES / "netease-home.json").stat().st_size
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url) as plain:
        assert len(plain.read()) == size
    headers = {"Accept-Encoding": "gzip, deflate"}
    with opener.open(urllib.request.Request(url, headers=headers)) as small:
        assert small.headers["Content-Encoding"] == "gzip"
        assert len(small.read()) < size / 2
        tag = small.headers["ETag"]
    with pytest.raises(urllib.error.HTTPError) as caught:
        opener.open(urllib.request.Request(url, headers={"If-None-Match": tag}))
    assert caught.value.code == 304
    caught.value.close()
