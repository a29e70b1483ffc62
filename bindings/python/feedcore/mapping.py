"""What a server's feed looks like."""

from __future__ import annotations

from ctypes import byref
from itertools import count, takewhile
from json import dumps
from typing import Any

from ._handle import Data, Handle, as_bytes, as_text, decoded, taken
from ._library import lib
from ._prototypes import MappingPointer
from .errors import call


class Mapping(Handle[MappingPointer]):
    """A mapping, from JSON text or a dict of your own, or by name. Never changes; any thread."""

    def __init__(self, text: Data | dict[str, Any]) -> None:
        json = dumps(text, ensure_ascii=False) if isinstance(text, dict) else text
        data = as_bytes(json, "a dict or JSON text")
        pointer = MappingPointer()
        call(lib.feedcore_mapping_new, data, len(data), byref(pointer))
        self._own(pointer, lib.feedcore_mapping_free)

    @classmethod
    def builtin(cls, name: str) -> Mapping:
        """A mapping that the library brings with it; builtin_names() lists them."""
        pointer = MappingPointer()
        call(lib.feedcore_mapping_builtin, as_text(name), byref(pointer))
        mapping = cls.__new__(cls)
        mapping._own(pointer, lib.feedcore_mapping_free)
        return mapping

    @staticmethod
    def builtin_names() -> tuple[str, ...]:
        """The names that builtin() knows."""
        names = takewhile(bool, map(lib.feedcore_mapping_builtin_name, count()))
        return tuple(name.decode() for name in names)

    @property
    def name(self) -> str:
        """The name that the mapping gives itself."""
        return decoded(lib.feedcore_mapping_name(self._pointer)) or ""

    def to_text(self) -> str:
        """The mapping's own JSON text, to start another one from."""
        return taken(lib.feedcore_mapping_to_text(self._pointer))

    def __repr__(self) -> str:
        return f"Mapping({self.name!r})"
