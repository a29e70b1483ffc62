"""The home page as msgspec types: the fields that the mapping `netease-home` picks."""

from msgspec import Struct


class Title(Struct):
    title: str | None = None
    titleImgUrl: str | None = None


class Image(Struct):
    imageUrl: str | None = None


class Button(Struct):
    text: str | None = None
    action: str | None = None
    actionType: str | None = None


class Element(Struct):
    mainTitle: Title | None = None
    subTitle: Title | None = None
    image: Image | None = None
    labelTexts: list[str] | None = None
    button: Button | None = None


class Named(Struct):
    name: str | None = None


class SongData(Struct):
    album: Named | None = None
    duration: int | None = None


class ResourceExtra(Struct):
    playCount: int | None = None
    artists: list[Named] | None = None
    songData: SongData | None = None
    eventId: str | None = None
    startTime: int | None = None
    endTime: int | None = None


class Resource(Struct):
    resourceId: str | None = None
    resourceType: str | None = None
    resourceUrl: str | None = None
    action: str | None = None
    actionType: str | None = None
    valid: bool | None = None
    uiElement: Element | None = None
    resourceExtInfo: ResourceExtra | None = None


class CreativeExtra(Struct):
    playCount: int | None = None


class Creative(Struct):
    creativeId: str | None = None
    creativeType: str | None = None
    action: str | None = None
    actionType: str | None = None
    uiElement: Element | None = None
    creativeExtInfoVO: CreativeExtra | None = None
    resources: list[Resource] | None = None


class Banner(Struct):
    bannerId: str | None = None
    encodeId: str | None = None
    targetId: int | None = None
    targetType: int | None = None
    mainTitle: str | None = None
    pic: str | None = None
    url: str | None = None
    titleColor: str | None = None
    typeTitle: str | None = None


class Banners(Struct):
    banners: list[Banner] | None = None


class Artist(Struct):
    artistName: str | None = None


class VideoSong(Struct):
    name: str | None = None
    artists: list[Artist] | None = None


class VideoBase(Struct):
    id: str | None = None
    text: str | None = None
    interveneText: str | None = None
    coverUrl: str | None = None
    duration: int | None = None


class VideoExtra(Struct):
    playCount: int | None = None
    likedCount: int | None = None
    song: VideoSong | None = None


class Profile(Struct):
    nickname: str | None = None


class VideoResource(Struct):
    mlogBaseData: VideoBase | None = None
    mlogExtVO: VideoExtra | None = None
    userProfile: Profile | None = None
    shareUrl: str | None = None


class Video(Struct):
    id: str | None = None
    resource: VideoResource | None = None


class Block(Struct):
    blockCode: str
    showType: str | None = None
    canClose: bool | None = None
    action: str | None = None
    actionType: str | None = None
    uiElement: Element | None = None
    creatives: list[Creative] | None = None
    extInfo: Banners | list[Video] | None = None


class PageConfig(Struct):
    refreshInterval: int | None = None
    nodataToast: str | None = None


class PageData(Struct):
    blocks: list[Block]
    cursor: str | None = None
    hasMore: bool | None = None
    pageConfig: PageConfig | None = None


class Page(Struct):
    code: int
    data: PageData
    message: str | None = None
