"""Pictures that were asked for, and those that are there."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, NamedTuple

from .enums import ImageType
from .event import Event
from .request import Outcome, Request

if TYPE_CHECKING:
    from .context import Context


class Image(NamedTuple):
    """A picture that is there: a file to be read, and not to be changed."""

    path: str
    type: ImageType
    url: str  # as it was asked for

    @classmethod
    def _of(cls, event: Event) -> Image:
        return cls(event.path or "", event.image_type or ImageType.NONE, event.url or "")


class Pictures:
    """A context, as a Request knows what it was asked of."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def _cancel(self, request: int) -> None:
        self.context.cancel_image(request)


class ImageRequest(Request):
    """The number of a request for a picture. `await` waits for it in asyncio: the result is an
    Image; if it can't be had, why is raised. To cancel the only task that waits for it is to cancel
    the request.
    """

    def __new__(cls, number: int, context: Context, outcome: Outcome) -> ImageRequest:
        return super().__new__(cls, number, Pictures(context), outcome)

    def __await__(self) -> Generator[Any, None, Image]:  # type: ignore[override]
        return Image._of((yield from super().__await__()))
