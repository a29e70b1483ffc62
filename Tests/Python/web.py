"""A web server on loopback that answers what a test tells it to."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple, Union


class Answer(NamedTuple):
    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()


class Asked(NamedTuple):
    """A request that came."""

    method: str
    path: str
    headers: dict[str, str]  # names in lower case
    body: bytes


Route = Union[Answer, Callable[[Asked], Answer]]


class Web:
    """`routes` says what a path answers: an Answer, or a function that makes one."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.routes: dict[str, Route] = {}
        self.asked: list[Asked] = []

    def answer(self, asked: Asked) -> Answer:
        self.asked.append(asked)
        route = self.routes.get(asked.path.partition("?")[0], Answer(404))
        return route(asked) if callable(route) else route


@contextmanager
def serving() -> Iterator[Web]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            answer = web.answer(Asked(self.command, self.path, headers, body))
            self.send_response(answer.status)
            for name, value in answer.headers:
                self.send_header(name, value)
            if "Content-Length" not in dict(answer.headers):
                self.send_header("Content-Length", str(len(answer.body)))
            with suppress(ConnectionError):  # nobody may wait for it any more
                self.end_headers()
                self.wfile.write(answer.body)

        do_POST = do_GET

        def log_message(self, *_arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    web = Web(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield web
    finally:
        server.shutdown()
        thread.join()
        server.socket.close()  # server_close() would wait for those that a test keeps waiting
