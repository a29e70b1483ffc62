#!/usr/bin/env python3
"""The demo's own small server, on loopback: its pages, and pictures that it draws.

    server.py [--port N] [--fail NAME,…] [--offline] [--changed] [--slow SECONDS] [COMMAND [ARGUMENT]…]

Runs the command, with the server's address in place of each argument URL, and ends with it and its exit status. Without
one it prints the address, and runs until standard input ends.

The switches can be set while it runs: /control?fail=menus,page (of: page, menus, programmes, movies, users, pictures),
/control?offline=1, /control?changed=1, /control?slow=2. What isn't named stays; an empty value is off. The answer says
how they stand. What fails is HTTP 500, and when it is offline, connections are closed without an answer.
"""
import argparse
import http.server
import json
import os
import subprocess
import sys
import threading
import time
import urllib.parse

import pages
import pictures

LARGEST = 2000  # pixels


class Switches:
    def __init__(self, fail="", offline=False, changed=False, slow=0.0):
        self.fail, self.offline, self.changed, self.slow = set(filter(None, fail.split(","))), offline, changed, slow

    def set(self, query):
        for name, (value,) in urllib.parse.parse_qs(query, keep_blank_values=True).items():
            if name == "fail":
                self.fail = set(filter(None, value.split(",")))
            elif name == "slow":
                self.slow = float(value or 0)
            elif name in ("offline", "changed"):
                setattr(self, name, value not in ("", "0"))
        return {"fail": sorted(self.fail), "offline": self.offline, "changed": self.changed, "slow": self.slow}


def home(switches, query):
    return pages.following() if query.get("cursor") == "2" else pages.home(switches.changed)


ROUTES = {
    "/homepage/block/page": ("page", home),
    "/homepage/dragon/ball": ("menus", lambda switches, query: pages.menus()),
    "/v2/movie/coming_soon": ("movies", lambda switches, query: pages.movies()),
    "/programmes": ("programmes", lambda switches, query: pages.programmes(int(query.get("start", 0)))),
    "/users": ("users", lambda switches, query: pages.users(query.get("q", ""))),
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path, _, query = self.path.partition("?")
        if path == "/control":
            return self.answer_json(json.dumps(self.server.switches.set(query)))
        if self.server.switches.offline:
            self.close_connection = True
            return None
        query = dict(urllib.parse.parse_qsl(query))
        return self.picture(path, query) if path.startswith("/pictures/") else self.page(path, query)

    def page(self, path, query):
        switches = self.server.switches
        name, route = ROUTES.get(path, (None, None))
        if route is None:
            return self.answer(404, b"", "text/plain")
        time.sleep(switches.slow)
        if name in switches.fail:
            return self.answer(500, b"", "text/plain")
        return self.answer_json(pages.drawn(route(switches, query), self.server.address))

    def picture(self, path, query):
        if "pictures" in self.server.switches.fail:
            return self.answer(404, b"", "text/plain")
        width = min(max(int(query.get("width", 400)), 1), LARGEST)
        name = path.removeprefix("/pictures/").removesuffix(".png")
        return self.answer(200, pictures.picture(name, width), "image/png")

    def answer_json(self, text):
        self.answer(200, text.encode(), "application/json")

    def answer(self, status, body, kind):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass  # the demo is to be seen, not the server


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, port, switches):
        super().__init__(("127.0.0.1", port), Handler)
        self.switches = switches
        self.address = f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], OSError):  # the client is gone, which is its right
            super().handle_error(request, client_address)


def run(command, address):
    # Whatever proxy there may be, it doesn't lead here.
    environment = {**os.environ, "no_proxy": "127.0.0.1", "NO_PROXY": "127.0.0.1"}
    command = [address if word == "URL" else word for word in command]
    return subprocess.run(command, env=environment, check=False).returncode


def arguments():
    parser = argparse.ArgumentParser(description="The demo's own small server.")
    parser.add_argument("--port", type=int, default=0, help="if it is free; another one, if not")
    parser.add_argument("--fail", default="", metavar="NAMES", help="sources that answer HTTP 500")
    parser.add_argument("--offline", action="store_true", help="close connections without an answer")
    parser.add_argument("--changed", action="store_true", help="the page as it is after a change")
    parser.add_argument("--slow", type=float, default=0.0, metavar="SECONDS", help="wait before each page")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    return parser.parse_args()


def listen(port, switches):
    try:
        return Server(port, switches)
    except OSError:  # somebody else has it
        return Server(0, switches)


def main():
    options = arguments()
    server = listen(options.port, Switches(options.fail, options.offline, options.changed, options.slow))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    if options.command:
        sys.exit(run(options.command, server.address))
    print(server.address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
