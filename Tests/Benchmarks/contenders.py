"""The contenders that are Python packages. `contenders.py PAGE` speaks as contenders.c does."""

import json
import platform
import sys
from collections.abc import Callable
from time import process_time_ns

try:
    import orjson
except ImportError:  # left out: run.sh has said why
    orjson = None
try:
    import msgspec
    from msgspec_page import Page
except ImportError:
    msgspec = None


def contenders() -> dict[str, Callable[[bytes], object]]:
    found = {f"python-json {platform.python_version()}": json.loads}
    if orjson:
        found[f"orjson {orjson.__version__}"] = orjson.loads
    if msgspec:
        found[f"msgspec {msgspec.__version__}, typed"] = msgspec.json.Decoder(Page).decode
    return found


def run(decode: Callable[[bytes], object], body: bytes) -> int:
    start = process_time_ns()
    result = decode(body)
    end = process_time_ns()
    del result  # outside the time
    return end - start


def serve(found: dict[str, Callable[[bytes], object]], page: str) -> None:
    """Tells the names, and lets run whichever is asked for."""
    with open(page, "rb") as file:
        body = file.read()
    decoders = list(found.values())
    print(*found, "", sep="\n", flush=True)
    for line in sys.stdin:
        contender, runs = map(int, line.split())
        try:
            print(*[run(decoders[contender], body) for _ in range(runs)], flush=True)
        except ValueError as error:  # all of them raise it for a page that they refuse
            print("refused:", error, flush=True)


if __name__ == "__main__":
    serve(contenders(), sys.argv[1])
