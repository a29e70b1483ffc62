"""JSON that the command prints: numbers as the feed has them, and nothing a terminal obeys."""

from __future__ import annotations

import json
import math
import re
from typing import Any


def read(text: str) -> dict[str, Any]:
    """The library's JSON, to be written again."""
    result: dict[str, Any] = json.loads(text, parse_float=_real, parse_int=_whole)
    return result


def written(value: object) -> str:
    """In one line."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def harmless(text: str) -> str:
    """JSON lets these stand in a text as they are, but a terminal would obey them."""
    return re.sub("[\x7f-\x9f\u202a-\u202e\u2066-\u2069]", lambda m: f"\\u{ord(m[0]):04x}", text)


def _real(literal: str) -> float | str:
    """A number that no float holds stays as it was written, as a text."""
    number = float(literal)
    return number if math.isfinite(number) else literal


def _whole(literal: str) -> int | str:
    """The same for one of more digits than Python wants to read."""
    return int(literal) if len(literal) < 640 else literal
