#!/usr/bin/env python3
"""A web server on loopback with the fixtures at the addresses where front ends look for them.

    demo.py COMMAND [ARGUMENT]…

Runs the command, with the server's address in place of each argument URL, and ends with it and its exit status. Without a
command it prints the address, and runs until standard input ends. Answers are compressed for those who can read that,
and carry an ETag, which is asked for again with 304.
"""
import gzip
import hashlib
import http.server
import os
import pathlib
import subprocess
import sys
import threading

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "Fixtures"
PAGES = {
    "/homepage/block/page": "netease-home.json",
    "/homepage/dragon/ball": "netease-menus.json",
    "/v2/movie/coming_soon": "douban-movies.json",
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        name = PAGES.get(self.path.partition("?")[0])
        if name is None:
            return self.answer(404, b"", {})
        body = (FIXTURES / name).read_bytes()
        headers = {"ETag": f'"{hashlib.sha256(body).hexdigest()[:16]}"', "Content-Type": "application/json"}
        if headers["ETag"] in self.headers.get("If-None-Match", ""):
            return self.answer(304, b"", headers)
        if "gzip" in self.headers.get("Accept-Encoding", ""):
            body = gzip.compress(body)
            headers["Content-Encoding"] = "gzip"
        self.answer(200, body, headers)

    def answer(self, status, body, headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Vary", "Accept-Encoding")
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass  # the command is to be seen, not the server


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], OSError):  # the client is gone, which is its right
            super().handle_error(request, client_address)


def run(command, address):
    # Whatever proxy there may be, it doesn't lead here.
    environment = {**os.environ, "no_proxy": "127.0.0.1", "NO_PROXY": "127.0.0.1"}
    return subprocess.run([address if word == "URL" else word for word in command], env=environment).returncode


def main():
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    if len(sys.argv) > 1:
        sys.exit(run(sys.argv[1:], address))
    print(address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
