"""From bytes to a list of items in Python, every field of each read. `items.py PAGE` speaks as contenders.c does.

The peers read the page into the classes of msgspec_page.py, or into the same as dataclasses or pydantic models, and
then make the items that the mapping `netease-home` makes of it, by hand.
"""

import json
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, make_dataclass
from operator import attrgetter
from typing import Any, get_args, get_origin, get_type_hints

import feedcore
from contenders import serve

try:
    import msgspec
    import msgspec_page
except ImportError:  # left out: run.sh has said why
    msgspec = None
try:
    import orjson
except ImportError:
    orjson = None
try:
    import pydantic
except ImportError:
    pydantic = None

FIELDS = "id title subtitle text image action action_type play_count labels extras children".split()
ALL = attrgetter(*FIELDS)
Classes = dict[type, Any]


@dataclass(slots=True)
class Item:
    id: str | None
    title: str | None
    subtitle: str | None
    text: str | None
    image: str | None
    action: str | None
    action_type: str | None
    play_count: int | None
    labels: list[str]
    extras: dict[str, Any]
    children: list["Item"]


# ------------------------------------------------------------------------------------------- the items, by hand


def items(page: Any, make: Callable[..., Any], is_banners: type) -> Iterator[Any]:
    for block in page.data.blocks:
        extra = block.extInfo
        if isinstance(extra, list):
            for video in extra:
                yield video_item(video, make)
        elif isinstance(extra, is_banners):
            for banner in extra.banners or ():
                yield banner_item(banner, make)
        for creative in block.creatives or ():
            yield creative_item(creative, make)


def present(**extras: object) -> dict[str, Any]:
    return {name: value for name, value in extras.items() if value is not None}


def banner_item(banner: Any, make: Callable[..., Any]) -> Any:
    extras = present(
        titleColor=banner.titleColor,
        typeTitle=banner.typeTitle,
        targetType=banner.targetType,
        targetId=banner.targetId,
    )
    return make(
        banner.bannerId or banner.encodeId, banner.mainTitle, None, None, banner.pic, banner.url, None, None, [], extras, []
    )


def video_item(video: Any, make: Callable[..., Any]) -> Any:
    resource = video.resource
    base, extra = resource.mlogBaseData, resource.mlogExtVO
    song = extra.song
    extras = present(
        duration=base.duration,
        likedCount=extra.likedCount,
        song=song and song.name,
        artists=song and [artist.artistName for artist in song.artists or ()],
        nickname=resource.userProfile and resource.userProfile.nickname,
    )
    title = base.interveneText or base.text
    return make(
        base.id or video.id, title, None, base.text, base.coverUrl, resource.shareUrl, None, extra.playCount, [], extras, []
    )


def creative_item(creative: Any, make: Callable[..., Any]) -> Any:
    children = [resource_item(resource, make) for resource in creative.resources or ()]
    one = children[0] if len(children) == 1 else None
    extra, element = creative.creativeExtInfoVO, creative.uiElement
    title = element and element.mainTitle and element.mainTitle.title
    subtitle = element and element.subTitle and element.subTitle.title
    image = element and element.image and element.image.imageUrl
    labels = element and element.labelTexts
    plays = extra and extra.playCount
    if one:
        return make(
            one.id or creative.creativeId,
            one.title or title,
            one.subtitle or subtitle,
            None,
            one.image or image,
            one.action or creative.action,
            one.action_type or creative.actionType,
            plays if one.play_count is None else one.play_count,
            one.labels or labels or [],
            present(creativeType=creative.creativeType) | one.extras,
            [],
        )
    return make(
        creative.creativeId,
        title,
        subtitle,
        None,
        image,
        creative.action,
        creative.actionType,
        plays,
        labels or [],
        present(creativeType=creative.creativeType),
        children,
    )


def resource_item(resource: Any, make: Callable[..., Any]) -> Any:
    element, extra = resource.uiElement, resource.resourceExtInfo
    song = extra and extra.songData
    return make(
        resource.resourceId,
        element and element.mainTitle and element.mainTitle.title,
        element and element.subTitle and element.subTitle.title,
        None,
        element and element.image and element.image.imageUrl,
        resource.action or resource.resourceUrl,
        resource.actionType,
        extra and extra.playCount,
        element and element.labelTexts or [],
        present(
            resourceType=resource.resourceType,
            artists=extra and extra.artists and [artist.name for artist in extra.artists],
            album=song and song.album and song.album.name,
            duration=song and song.duration,
            eventId=extra and extra.eventId,
            startTime=extra and extra.startTime,
            endTime=extra and extra.endTime,
        ),
        [],
    )


# ------------------------------------------------------------------------------ the same classes, made otherwise


def read_all(found: list[Any]) -> list[Any]:
    """Reads every field of each item, and of those inside."""
    for item in found:
        for child in ALL(item)[-1]:
            ALL(child)
    return found


def translated(hint: Any, classes: Classes) -> Any:
    """A type hint with other classes in the place of msgspec's."""
    if isinstance(hint, types.UnionType):
        result = translated(get_args(hint)[0], classes)
        for other in get_args(hint)[1:]:
            result |= translated(other, classes)
        return result
    if get_origin(hint) is list:
        return list[translated(get_args(hint)[0], classes)]
    return classes.get(hint, hint)


def all_classes() -> list[type]:
    """Those of msgspec_page.py, each after the ones that it needs."""
    return [one for one in vars(msgspec_page).values() if isinstance(one, type) and one.__module__ == "msgspec_page"]


def hints(one: type) -> dict[str, Any]:
    return get_type_hints(one, vars(msgspec_page))


def pydantic_models() -> Classes:
    models: Classes = {}
    for one in all_classes():
        fields = {name: (translated(hint, models), None) for name, hint in hints(one).items()}
        models[one] = pydantic.create_model(one.__name__, **fields)
    return models


def dataclass_readers() -> tuple[Callable[[Any], Any], type]:
    """What makes dataclasses of json's dicts, and the class of banners."""
    readers: Classes = {}
    made: Classes = {}
    for one in all_classes():
        fields = {name: reader(hint, readers) for name, hint in hints(one).items()}
        made[one] = make_dataclass(one.__name__, fields, slots=True)
        readers[one] = dict_reader(made[one], fields)
    return readers[msgspec_page.Page], made[msgspec_page.Banners]


def reader(hint: Any, readers: Classes) -> Callable[[Any], Any] | None:
    """How a value of that type is read; None if it is taken as it is."""
    for one in get_args(hint) if isinstance(hint, types.UnionType) else (hint,):
        if get_origin(one) is list and (inner := readers.get(get_args(one)[0])):
            rest = next((readers[other] for other in get_args(hint) if other in readers), None)
            return lambda value: [inner(each) for each in value] if isinstance(value, list) else rest and rest(value)
        if one in readers:
            other = next((o for o in get_args(hint) if get_origin(o) is list), None)
            if other is None:
                return readers[one]
    return None


def dict_reader(made: Any, fields: dict[str, Callable[[Any], Any] | None]) -> Callable[[Any], Any]:
    def read(data: dict[str, Any]) -> Any:
        return made(
            *[
                value if read is None or value is None else read(value)
                for value, read in ((data.get(name), read) for name, read in fields.items())
            ]
        )

    return read


# --------------------------------------------------------------------------------------------------- contenders


def contenders() -> dict[str, Callable[[bytes], list[Any]]]:
    mapping = feedcore.Mapping.builtin("netease-home")

    def own(body: bytes) -> list[Any]:
        return read_all([item for section in feedcore.parse(mapping, body).read() for item in section.items])

    def by_hand(read: Callable[[bytes], Any], banners: type, make: Callable[..., Any] = Item) -> Callable:
        return lambda body: read_all(list(items(read(body), make, banners)))

    found: dict[str, Callable[[bytes], list[Any]]] = {f"feedcore {feedcore.__version__}": own}
    if not msgspec:
        return found
    read, banners = dataclass_readers()
    found["json.loads + dataclasses"] = by_hand(lambda body: read(json.loads(body)), banners)
    if orjson:
        found["orjson + dataclasses"] = by_hand(lambda body: read(orjson.loads(body)), banners)
    struct = msgspec.defstruct("Item", [(name, Any) for name in FIELDS])
    decode = msgspec.json.Decoder(msgspec_page.Page).decode
    found["msgspec, typed"] = by_hand(decode, msgspec_page.Banners, struct)
    if pydantic:
        models = pydantic_models()
        validate = models[msgspec_page.Page].model_validate_json
        found["pydantic, typed"] = by_hand(validate, models[msgspec_page.Banners])
    return found


if __name__ == "__main__":
    serve(contenders(), sys.argv[1])
