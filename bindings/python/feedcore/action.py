"""What a click does, as data."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref
from dataclasses import dataclass, field
from typing import Any

from ._handle import as_text, decoded, loads, taken
from ._library import lib
from ._prototypes import ActionPointer
from .enums import ActionKind
from .errors import check
from .item import Item
from .mapping import Mapping
from .section import Section


@dataclass(frozen=True)
class Action:
    """What a click does: what kind of thing it opens, and which one. A copy, to be kept as long as
    you like. What the server didn't say is None.
    """

    kind: ActionKind
    id: str | None = None  # which one: a playlist's id, a page's name, what is searched for
    url: str | None = None  # OPEN_URL: what to open, which is http or https
    text: str | None = None  # as the server wrote it, byte for byte
    type: str | None = None  # the server's word for the type
    # After a question mark, decoded; the hash does without these.
    parameters: dict[str, str] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, what: Item | Section | str | None, mapping: Mapping | None = None) -> Action:
        """What a click on an item, on a section's button (or else its head), or on what has this
        action does, by a mapping's rules. Without one a web link is opened, and the rest unknown.
        """
        rules = mapping and mapping._pointer
        if isinstance(what, Item):
            return cls._taken(lib.feedcore_action_of_item, rules, what._pointer)
        if isinstance(what, Section):
            return cls._taken(lib.feedcore_action_of_section, rules, what._pointer)
        return cls._taken(lib.feedcore_action_new, rules, None if what is None else as_text(what))

    @classmethod
    def _taken(cls, function: Callable[..., int], *arguments: object) -> Action:
        """The action that a function of the library makes."""
        pointer = ActionPointer()
        check(function(*arguments, byref(pointer)))
        try:
            return cls._copied(pointer)
        finally:
            lib.feedcore_action_free(pointer)

    @classmethod
    def copied(cls, action: ActionPointer) -> Action | None:
        """Of an action that C lends; None for NULL."""
        return cls._copied(action) if action else None

    @classmethod
    def _copied(cls, action: ActionPointer) -> Action:
        data = loads(taken(lib.feedcore_action_to_text(action)))
        return cls(
            ActionKind(lib.feedcore_action_get_kind(action)),
            *(data[name] for name in ("id", "url", "text", "type", "parameters")),
        )

    def to_dict(self) -> dict[str, Any]:
        """As the library writes it: the kind is a word."""
        return {
            "kind": decoded(lib.feedcore_action_kind_name(self.kind)),
            "id": self.id,
            "url": self.url,
            "text": self.text,
            "type": self.type,
            "parameters": dict(self.parameters),
        }
