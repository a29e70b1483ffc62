"""What `watch` prints: lines for people, or a JSON object for each event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from typing import Any, NamedTuple, TextIO

from . import _json
from ._cells import clean, wrap
from ._library import lib
from ._line import BOLD, QUIET, WARNING, Line
from ._output import explained, screen
from ._steps import SOMETHING, step_lines
from ._watch import News
from .change import Change
from .display import counted, page_lines
from .enums import EventKind, State
from .errors import FeedcoreError
from .event import Event
from .snapshot import Snapshot


class Trouble(NamedTuple):
    what: str
    request: int | None  # whose it is; its source may stand as well as before


class People:
    """The page, and then each change of it."""

    def __init__(self, name: str, output: TextIO, *, has_sources: bool) -> None:
        self._name = name
        self._output = output
        self._has_sources = has_sources  # and not one only, which has the page's name
        self._page: Snapshot | None = None
        self._changes: list[Change] = []
        self._troubles: dict[str, Trouble] = {}

    def news(self, news: News) -> Iterator[str]:
        event, page, state = news
        if event.change:
            self._changes.append(event.change)
        if event.kind in (EventKind.CHANGE, EventKind.RESET, EventKind.COMPLETE) and page:
            yield from self._show(page, event, state)
        where = self._where(event)
        if event.kind == EventKind.FAILED and event.error:
            yield from self._trouble(where, Trouble(explained(event.error), event.request))
        elif self._is_good(event) and self._end_trouble(event):
            yield from self._told(f"{where}: ready again", BOLD)

    def problem(self, problem: str) -> Iterator[str]:
        yield from self._trouble(self._name, Trouble(problem, None))

    def _is_good(self, event: Event) -> bool:
        """Whether it is about a source, or the only one, that answered."""
        is_complete = event.kind == EventKind.COMPLETE and not self._has_sources
        return event.state in (State.READY, State.EMPTY) or (is_complete and not event.error)

    def _where(self, event: Event) -> str:
        return (event.source_name if self._has_sources else None) or self._name

    def _show(self, page: Snapshot, event: Event, state: State | None) -> Iterator[str]:
        old, self._page = self._page, page
        changes, self._changes = self._changes, []
        cells, terminal = screen(self._output)
        if event.kind == EventKind.RESET:
            yield from self._told("too many changes to tell: the page again", BOLD)
        elif old and changes:
            is_of_state = event.revision_from == event.revision_to
            if event.request and not is_of_state:
                self._end_trouble(event)  # it answers again, which is plain to see
            count = counted(len(changes), "change")
            if page.warning_total != old.warning_total:
                count += f", {counted(page.warning_total, 'warning')} now"
            yield from self._told(count, BOLD)
            unseen = _loading(state) if is_of_state else SOMETHING
            yield from step_lines(old, page, changes, cells, terminal=terminal, unseen=unseen)
        if not old or event.kind == EventKind.RESET:
            yield from page_lines(page, self._name, cells, terminal=terminal)
        if not old and self._output.isatty():
            yield ""
            yield Line(terminal=terminal).put("watching; Ctrl-C ends", QUIET).text

    def _trouble(self, where: str, trouble: Trouble) -> Iterator[str]:
        """Once, however often it is found."""
        known = self._troubles.get(where)
        self._troubles[where] = trouble
        if known is None or known.what != trouble.what:
            yield from self._told(f"{where}: {trouble.what}", WARNING)

    def _end_trouble(self, event: Event) -> bool:
        """Whether there was one, of another request: after a further page has failed, its source
        is as ready as before.
        """
        where = self._where(event)
        known = self._troubles.get(where)
        if known is None or known.request == event.request:
            return False
        del self._troubles[where]
        return True

    def _told(self, text: str, style: str) -> Iterator[str]:
        cells, terminal = screen(self._output)
        now = f"{datetime.now():%H:%M:%S}"
        lines = list(wrap(clean(text), max(cells - len(now) - 2, 20)))
        yield ""
        yield Line(terminal=terminal).put(now, QUIET).put("  ").put(lines[0], style).text
        for line in lines[1:]:
            yield Line(terminal=terminal).put(line, style, at=len(now) + 2).text


def _loading(state: State | None) -> str:
    return "loading more" if state == State.LOADING else "no longer loading"


class Scripts:
    """Each event as a JSON object; a change with what it adds, as the new page has it."""

    def __init__(self) -> None:
        self._changes: list[dict[str, Any]] = []

    def news(self, news: News) -> Iterator[str]:
        event, page, state = news
        fields = _event_fields(event, state)
        if event.change is None:
            if event.kind == EventKind.RESET and page:
                fields["page"] = _json.read(page.to_json())
            yield _line(fields)
            return
        self._changes.append(fields)
        if page:
            sections = _json.read(page.to_json())["sections"]
            changes, self._changes = self._changes, []
            for each in changes:
                yield _line({**each, **_content(each["change"], sections)})

    def problem(self, problem: str) -> Iterator[str]:
        yield _line({"kind": "file", "time": _now(), "message": problem})


def _content(change: dict[str, Any], sections: list[dict[str, Any]]) -> dict[str, Any]:
    """What is found in the new page at the places of a change."""
    kind, place, added = change["kind"], change["position"], change["added"]
    if kind == "sections":
        return {"sections": sections[place : place + added]}
    section = sections[change["section"]]
    if kind == "section":
        return {"head": {name: value for name, value in section.items() if name != "items"}}
    end = place + (1 if kind == "item" else added)
    return {"items": section["items"][place:end]}


def _event_fields(event: Event, section: State | None) -> dict[str, Any]:
    """What the event has something to say about."""
    state = section if event.state is None else event.state
    fields = {
        "kind": _word(lib.feedcore_event_kind_name, event.kind),
        "time": _now(),
        "request": event.request,
        "source": event.source_name,
        "revisionFrom": event.revision_from,
        "revisionTo": event.revision_to,
        "change": event.change and event.change.to_dict(),
        "state": None if state is None else _word(lib.feedcore_state_name, state),
        "error": event.error and _error_fields(event.error),
        "bytes": event.bytes if event.kind == EventKind.PROGRESS else None,
        "total": event.total,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _error_fields(error: FeedcoreError) -> dict[str, Any]:
    """As the library writes an error."""
    return {
        "status": _word(lib.feedcore_status_name, error.status),
        "message": error.message,
        "offset": error.offset,
        "line": error.line,
        "column": error.column,
        "path": error.path,
        "serviceCode": error.service_code,
        "serviceMessage": error.service_message,
        "httpStatus": error.http_status,
        "retryable": error.retryable,
    }


def _word(names: Callable[[int], bytes], number: int) -> str:
    return names(number).decode()


def _line(fields: dict[str, Any]) -> str:
    return _json.harmless(_json.written(fields))


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
