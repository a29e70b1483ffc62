#!/usr/bin/env python3
"""A web server on loopback that does what servers do at their worst: each path is one way to go wrong.

    misbehave.py [FOLDER]

Prints a line of JSON with its ports, and runs until standard input ends:

    server    the paths below; FOLDER/NAME.http are the bytes that /file/NAME sends back before it hangs up
    stats     GET answers a JSON object: connections accepted so far, open now, open at most, requests
    deaf      takes no connection: its queue is full
    mute      takes connections, and says nothing
"""
import functools
import gzip
import json
import pathlib
import socket
import struct
import sys
import threading
import time
import urllib.parse
import zlib

BODY = json.dumps({"code": 200, "items": [{"id": n, "t": f"Item {n}"} for n in range(60)]}).encode()
ROUTES = {}
NEWER = 'ETag: "v2"'  # of answers that are not to be believed
TURNS = {}  # how often each /turns was asked


class Stats:
    def __init__(self):
        self.lock = threading.Lock()
        self.accepted = self.open = self.peak = self.requests = 0

    def opened(self):
        with self.lock:
            self.accepted += 1
            self.open += 1
            self.peak = max(self.peak, self.open)

    def closed(self):
        with self.lock:
            self.open -= 1

    def as_json(self):
        with self.lock:
            return json.dumps(
                {"accepted": self.accepted, "open": self.open, "peak": self.peak, "requests": self.requests})


class Request:
    """One request, as read from a connection."""

    def __init__(self, head, reader):
        lines = head.decode("latin-1").split("\r\n")
        self.method, target, _ = lines[0].split(" ", 2)
        self.path, _, self.query = target.partition("?")
        # Names in the order in which they came, doubled ones too.
        self.headers = [tuple(part.strip() for part in line.split(":", 1)) for line in lines[1:]]
        length = int(self.header("content-length") or 0)
        self.body = reader.read(length)

    def header(self, name):
        return ", ".join(value for key, value in self.headers if key.lower() == name) or None


def route(path):
    """Each serves one path, and returns whether the connection stays."""
    def add(function):
        ROUTES[path] = function
        return function
    return add


def head(status, *lines):
    return "\r\n".join([f"HTTP/1.1 {status}", *lines, "", ""]).encode("latin-1")


def answer(connection, body, status="200 OK", *lines):
    """A good answer; the connection stays."""
    connection.sendall(head(status, f"Content-Length: {len(body)}", *lines) + body)
    return True


# ------------------------------------------------------------------------------------------------------ good answers

@route("/ok")
def ok(connection, request):
    return answer(connection, BODY, "200 OK", "Content-Type: application/json")


@route("/echo")
def echo(connection, request):
    told = {"method": request.method, "headers": request.headers, "body": request.body.decode("latin-1")}
    return answer(connection, json.dumps(told).encode())


@route("/wait")
def wait(connection, request):
    """Answers after so many milliseconds."""
    time.sleep(int(request.query) / 1000)
    return answer(connection, BODY)


@route("/cookie")
def cookie(connection, request):
    return answer(connection, b"{}", "200 OK", f"Set-Cookie: {urllib.parse.unquote(request.query)}")


@route("/retry")
def retry(connection, request):
    return answer(connection, b"", "503 Unavailable", f"Retry-After: {urllib.parse.unquote(request.query)}")


@route("/early")
def early(connection, request):
    """Two answers before the answer, and headers after the body."""
    connection.sendall(head("100 Continue") + head("103 Early Hints", "Link: </a>", "ETag: \"early\""))
    connection.sendall(head("200 OK", "Transfer-Encoding: chunked", "Trailer: ETag"))
    connection.sendall(b"%x\r\n%s\r\n0\r\nETag: \"late\"\r\n\r\n" % (len(BODY), BODY))
    return True


@route("/gzip")
def whole_gzip(connection, request):
    connection.sendall(head("200 OK", "Content-Encoding: gzip", "Connection: close") + gzip.compress(BODY))


@route("/deflate")
def whole_deflate(connection, request):
    return answer(connection, zlib.compress(BODY), "200 OK", "Content-Encoding: deflate")


@route("/old")
def http10(connection, request):
    connection.sendall(b"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n" + BODY)


@route("/tagged")
def tagged(connection, request):
    """What is cut off below is a newer version, "v2"."""
    if request.header("if-none-match") == '"v1"':
        connection.sendall(head("304 Not Modified", 'ETag: "v1"'))
        return True
    return answer(connection, BODY, "200 OK", 'ETag: "v1"')


@route("/turns")
def turns(connection, request):
    """/turns?FIRST,SECOND answers the first time as /FIRST, the second as /SECOND, and again so from there on."""
    paths = request.query.split(",")
    number = TURNS[request.query] = TURNS.get(request.query, -1) + 1
    return ROUTES["/" + paths[min(number, len(paths) - 1)]](connection, request)


# ------------------------------------------------------------------------------------------------------ in-band errors

@route("/login")
def login_needed(connection, request):
    return answer(connection, b'{"msg":null,"code":301}', "200 OK", NEWER)


@route("/denied")
def denied(connection, request):
    return answer(connection, b'{"code":-462,"message":"no","data":{"why":"x"}}', "400 Bad Request", NEWER)


@route("/nowhere")
def redirect_to_nowhere(connection, request):
    """A redirect without a Location is an answer."""
    return answer(connection, b'{"code":301,"msg":"login"}', "301 Moved Permanently")


# ----------------------------------------------------------------------------------------------------- redirects

@route("/to")
def redirect(connection, request):
    """/to?URL; the status may go before it, as in /to?307:URL."""
    status, url = "302", urllib.parse.unquote(request.query, "latin-1")
    if url[:3].isdigit() and url[3:4] == ":":
        status, url = url[:3], url[4:]
    return answer(connection, b"elsewhere", f"{status} Elsewhere", f"Location: {url}")


@route("/beside")
def redirect_beside(connection, request):
    return answer(connection, b"elsewhere", "302 Found", "Location: ok")


@route("/chain")
def chain(connection, request):
    """/chain?N redirects N times."""
    count = int(request.query)
    if count == 0:
        return answer(connection, BODY)
    return answer(connection, b"", "302 Found", f"Location: /chain?{count - 1}")


@route("/redirect-without-end")
def endless_redirect(connection, request):
    connection.sendall(head("302 Found", "Location: /ok"))
    while True:
        connection.sendall(bytes(65536))


# ------------------------------------------------------------------------------------------------------ cut bodies

@route("/short")
def short(connection, request):
    connection.sendall(head("200 OK", NEWER, f"Content-Length: {len(BODY)}") + BODY[:len(BODY) // 2])


@route("/long")
def long(connection, request):
    connection.sendall(head("200 OK", "Content-Length: 13") + b'{"code": 200}' + BODY)


@route("/chunks")
def chunks_without_end(connection, request):
    connection.sendall(head("200 OK", NEWER, "Transfer-Encoding: chunked") + b"%x\r\n%s\r\n" % (len(BODY), BODY))


@route("/cut-chunk")
def cut_chunk(connection, request):
    connection.sendall(head("200 OK", NEWER, "Transfer-Encoding: chunked") + b"%x\r\n%s" % (len(BODY), BODY[:50]))


@route("/cut-gzip")
def cut_gzip(connection, request):
    body = gzip.compress(BODY)
    connection.sendall(head("200 OK", NEWER, "Content-Encoding: gzip", "Connection: close") + body[:len(body) // 2])


@route("/cut-gzip-of-that-length")
def cut_gzip_of_that_length(connection, request):
    body = gzip.compress(BODY)[:-9]
    return answer(connection, body, "200 OK", NEWER, "Content-Encoding: gzip")


@route("/no-length")
def cut_without_length(connection, request):
    """Nothing in HTTP says that this is half."""
    connection.sendall(head("200 OK", NEWER, "Connection: close") + BODY[:len(BODY) // 2])


@route("/empty")
def empty(connection, request):
    return answer(connection, b"", "200 OK", NEWER)


@route("/reset")
def reset(connection, request):
    connection.sendall(head("200 OK", f"Content-Length: {len(BODY)}") + BODY[:100])
    time.sleep(0.05)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


@route("/hang-up")
def hang_up(connection, request):
    pass


# ------------------------------------------------------------------------------------------------------ not HTTP

@route("/garbage")
def garbage(connection, request):
    connection.sendall(b"SSH-2.0-OpenSSH_9.2\r\n" * 10)


@route("/not-gzip")
def not_gzip(connection, request):
    return answer(connection, BODY, "200 OK", "Content-Encoding: gzip")


@route("/squashed")
def unknown_encoding(connection, request):
    return answer(connection, BODY, "200 OK", "Content-Encoding: squash")


# ------------------------------------------------------------------------------------------------------ too much

@functools.cache
def make_bomb():
    """64 MiB in 64 KB."""
    press = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join(press.compress(bytes(1 << 20)) for _ in range(64)) + press.flush()


@route("/bomb")
def bomb(connection, request):
    return answer(connection, make_bomb(), "200 OK", "Content-Encoding: gzip")


@route("/endless")
def endless(connection, request):
    connection.sendall(head("200 OK"))
    while True:
        connection.sendall(BODY)


@route("/headers")
def endless_headers(connection, request):
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        connection.sendall(b"X-More: " + b"m" * 2000 + b"\r\n")


# ------------------------------------------------------------------------------------------------------ pictures

def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


PNG = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 0, 0, 0, 0))
       + chunk(b"IDAT", zlib.compress(bytes(range(65)) * 64, 0)) + chunk(b"IEND", b""))
JPEG = (b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0" + b"\xff\xda\0\x08\1\1\0\0\x3f\0" + bytes(2000)
        + b"\xff\xd9")
GIF = b"GIF89a\1\0\1\0\0\0\0,\0\0\0\0\1\0\1\0\0\2\2\x4c\1\0;"
WEBP = b"RIFF" + struct.pack("<I", 24) + b"WEBPVP8L" + struct.pack("<I", 12) + b"/" + bytes(11)
PICTURES = {"png": PNG, "jpeg": JPEG, "gif": GIF, "webp": WEBP}


@route("/picture")
def picture(connection, request):
    """/picture?png, and what goes after it; its type is never said."""
    return answer(connection, PICTURES[request.query.split("&")[0]], "200 OK", "Content-Type: text/plain")


@route("/cut-picture")
def cut_picture(connection, request):
    """Half of it, and nothing in HTTP says so."""
    body = PICTURES[request.query]
    return answer(connection, body[:len(body) // 2], "200 OK", f"Content-Type: image/{request.query}")


@route("/page-as-picture")
def page_as_picture(connection, request):
    return answer(connection, b"<!DOCTYPE html><title>Sign in</title>", "200 OK", "Content-Type: image/png")


@route("/slow-picture")
def slow_picture(connection, request):
    """/slow-picture?MILLISECONDS, and what goes after it: in two halves, so far apart."""
    connection.sendall(head("200 OK", f"Content-Length: {len(PNG)}") + PNG[:len(PNG) // 2])
    time.sleep(int(request.query.split("&")[0]) / 1000)
    connection.sendall(PNG[len(PNG) // 2:])
    return True


@route("/broken")
def broken(connection, request):
    return answer(connection, b"oops", "500 Internal Server Error")


# ------------------------------------------------------------------------------------------------------ too slow

@route("/silent")
def silent(connection, request):
    """Until the client goes."""
    connection.recv(1)


@route("/drip")
def drip(connection, request):
    connection.sendall(head("200 OK", f"Content-Length: {len(BODY)}"))
    for byte in BODY:
        connection.sendall(bytes([byte]))
        time.sleep(0.05)


@route("/drip-head")
def drip_head(connection, request):
    for byte in head("200 OK", "X-Slow: " + "s" * 1000):
        connection.sendall(bytes([byte]))
        time.sleep(0.05)


# ------------------------------------------------------------------------------------------------------ the server

def read_head(reader):
    """The head of the next request; None at the connection's end."""
    lines = []
    while True:
        line = reader.readline()
        if not line:
            return None
        if line == b"\r\n":
            return b"".join(lines)[:-2]
        lines.append(line)


def respond(connection, request, folder):
    """Whether the connection stays."""
    if request.path.startswith("/file/"):
        connection.sendall((folder / (request.path[6:] + ".http")).read_bytes())
        return False
    handle = ROUTES.get(request.path)
    return handle(connection, request) if handle else answer(connection, b"", "404 Not Found")


def serve(connection, stats, folder):
    stats.opened()
    try:
        with connection, connection.makefile("rb") as reader:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while (start := read_head(reader)) is not None:
                with stats.lock:
                    stats.requests += 1
                if not respond(connection, Request(start, reader), folder):
                    break
    except OSError:
        pass  # the client is gone, which is its right
    finally:
        stats.closed()


def listen(backlog=128):
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(backlog)
    return listener


def accept(listener, handle):
    def loop():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=handle, args=(connection,), daemon=True).start()
    threading.Thread(target=loop, daemon=True).start()
    return listener.getsockname()[1]


def tell(connection, stats):
    with connection:
        connection.recv(65536)
        body = stats.as_json().encode()
        connection.sendall(head("200 OK", f"Content-Length: {len(body)}", "Connection: close") + body)


def fill(listener):
    """Connections that stand in the queue for ever, until it takes no more."""
    waiting = []
    for _ in range(4):
        waiting.append(socket.socket())
        waiting[-1].setblocking(False)
        waiting[-1].connect_ex(listener.getsockname())
    return waiting


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    stats, mute, deaf = Stats(), [], listen(0)
    waiting = fill(deaf)
    print(json.dumps({
        "server": accept(listen(), lambda connection: serve(connection, stats, folder)),
        "stats": accept(listen(), lambda connection: tell(connection, stats)),
        "mute": accept(listen(), mute.append),
        "deaf": deaf.getsockname()[1],
    }), flush=True)
    sys.stdin.read()
    del waiting


if __name__ == "__main__":
    main()
