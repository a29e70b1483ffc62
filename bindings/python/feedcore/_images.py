"""The command that has pictures brought: image."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from . import _json
from ._options import add_mapping, add_store, add_timeout, path
from ._output import Fault, explained, label, tell, write
from ._reading import load_mapping
from .context import Context
from .enums import EventKind, Status
from .errors import FeedcoreError
from .event import Event
from .feed import Feed

EPILOG = """\
Each picture is kept as a file, in a size that its server has; its path is printed, in the order
of the addresses, once all are there. What is kept isn't asked for again. The mapping is that of
the feed: it says which hosts have sizes, and which headers they want.
"""
NOWHERE = "http://localhost/"  # of a feed that is never asked


def add_image(commands: Any, status: str) -> None:
    command = commands.add_parser(
        "image",
        help="have pictures brought, and print where they are",
        epilog=EPILOG + status,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kept = command.add_mutually_exclusive_group(required=True)
    add_store(kept, "keep pictures beside this file, in the folder images")
    kept.add_argument("--folder", metavar="FOLDER", type=path, help="keep pictures in this folder")
    command.add_argument(
        "--width",
        metavar="PIXELS",
        type=_width,
        default=0,
        help="how wide it is shown; 0: as it is (default: %(default)s)",
    )
    add_mapping(command, "netease-home")
    add_timeout(command, "how long to wait for all of them")
    command.add_argument("--json", action="store_true", help="print one JSON list of objects")
    command.add_argument("addresses", metavar="URL", nargs="+")
    command.set_defaults(run=_image)


def _width(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"no number of pixels: {text}")
    return int(text)


def _image(options: argparse.Namespace) -> None:
    folder = options.folder or os.path.join(os.path.dirname(options.store), "images")
    mapping = load_mapping(options.mapping)
    source = {"name": "page", "url": NOWHERE, "mapping": mapping}
    ended: dict[int | None, Event] = {}

    def note(_context: Context, event: Event) -> None:
        if event.kind == EventKind.IMAGE:
            ended[event.request] = event

    with Context({"images": {"path": folder}}) as context:
        Feed(context, {"sources": [source]}).close()  # the rules of its mapping stay
        context.set_image_callback(note)
        requests = [_request(context, url, options.width) for url in options.addresses]
        try:
            context.run(options.timeout)
        except FeedcoreError as error:
            if error.status is not Status.TIMEOUT:
                raise
    events = [ended.get(request) for request in requests]
    if options.json:
        found = [_described(*each) for each in zip(options.addresses, events)]
        write(sys.stdout, [_json.harmless(_json.written(found))])
    else:
        write(sys.stdout, [event.path for event in events if event and event.path])
    faults = [fault for fault in map(_fault, options.addresses, events) if fault]
    for fault in faults[:-1]:
        tell(str(fault))
    if faults:
        raise faults[-1]


def _described(url: str, event: Event | None) -> dict[str, str | None]:
    path = event.path if event else None
    kind = event.image_type if event and path else None
    return {
        "url": url,
        "path": path,
        "type": kind.name if kind else None,
        "error": _trouble(event),
    }


def _trouble(event: Event | None) -> str | None:
    if event is None:
        return "not in time"
    return explained(event.error) if event.error else None


def _fault(url: str, event: Event | None) -> Fault | None:
    trouble = _trouble(event)
    return Fault(label(url), trouble) if trouble else None


def _request(context: Context, url: str, width: int) -> int:
    try:
        return context.request_image(url, width)
    except FeedcoreError as error:
        # The library's own line says the address again, with a password that may be in it.
        is_address = error.status is not Status.ARGUMENT
        what = explained(error) if is_address else "not an address of http or https"
        raise Fault(label(url), what) from error
