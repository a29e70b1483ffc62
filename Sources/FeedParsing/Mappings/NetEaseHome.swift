extension BuiltinMapping {
    /// The home page, `/homepage/block/page`: one block for each section, found by its `blockCode`.
    static let neteaseHome: StaticString = #"""
        {
          "mapping": "netease-home",
          "status": {
            "code": "code", "good": [200], "message": ["message", "msg"],
            "kinds": {"301": "login-needed"}
          },
          "page": {
            "cursor": "data.cursor",
            "hasMore": "data.hasMore",
            "refreshInterval": "data.pageConfig.refreshInterval",
            "nodataToast": "data.pageConfig.nodataToast",
            "next": {"by": "cursor", "parameter": "cursor"}
          },
          "images": [{
            "hosts": ["music.126.net"], "https": true, "headers": {"Referer": "https://music.163.com/"},
            "sizes": [100, 140, 200, 300, 500, 800], "template": "{url}?param={size}y{size}"
          }],
          "sections": {
            "list": "data.blocks",
            "type": "blockCode",
            "# title": "In 2020 mainTitle was the name and subTitle a line below it; since then subTitle alone.",
            "title": ["uiElement.mainTitle.title", "uiElement.subTitle.title"],
            "subtitle": "uiElement.subTitle.title",
            "titleImage": "uiElement.subTitle.titleImgUrl",
            "button": {
              "text": "uiElement.button.text",
              "action": "uiElement.button.action",
              "actionType": "uiElement.button.actionType"
            },
            "action": "action",
            "actionType": "actionType",
            "showType": "showType",
            "canClose": "canClose"
          },
          "types": {
            "HOMEPAGE_BANNER": {"kind": "BANNER", "items": "extInfo.banners", "item": "banner"},
            "HOMEPAGE_BLOCK_PLAYLIST_RCMD": {"kind": "PLAYLIST_RCMD", "item": "card"},
            "HOMEPAGE_BLOCK_STYLE_RCMD": {"kind": "STYLE_RCMD", "item": "page"},
            "HOMEPAGE_MUSIC_MLOG": {"kind": "MUSIC_MLOG", "items": "extInfo", "item": "mlog"},
            "HOMEPAGE_BLOCK_MGC_PLAYLIST": {"kind": "MGC_PLAYLIST", "item": "card"},
            "HOMEPAGE_MUSIC_CALENDAR": {"kind": "MUSIC_CALENDAR", "item": "calendar"},
            "HOMEPAGE_BLOCK_OFFICIAL_PLAYLIST": {"kind": "OFFICIAL_PLAYLIST", "item": "card"},
            "HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG": {"kind": "ALBUM_NEW_SONG", "item": "page"},
            "HOMEPAGE_VOICELIST_RCMD": {"kind": "VOICELIST_RCMD", "item": "voice"},
            "HOMEPAGE_PODCAST24": {"kind": "PODCAST24", "item": "card"},
            "HOMEPAGE_BLOCK_VIDEO_PLAYLIST": {"kind": "VIDEO_PLAYLIST", "item": "card"}
          },
          "default": {
            "items": ["creatives", "extInfo", "extInfo.banners", "extInfo.squareFeedViewDTOList"],
            "item": "anything"
          },
          "rules": {
            "banner": {
              "# id": "An ad has no bannerId. targetId may have lost digits; encodeId is the same number as text.",
              "id": ["bannerId", "encodeId", "targetId"],
              "title": "mainTitle",
              "image": "pic",
              "action": "url",
              "extras": {
                "titleColor": "titleColor",
                "typeTitle": "typeTitle",
                "targetType": "targetType",
                "targetId": ["encodeId", "targetId"]
              }
            },
            "card": {
              "# ": "A creative: with one resource it is that resource; with several it holds them.",
              "id": "creativeId",
              "title": "uiElement.mainTitle.title",
              "subtitle": "uiElement.subTitle.title",
              "image": "uiElement.image.imageUrl",
              "action": "action",
              "actionType": "actionType",
              "labels": "uiElement.labelTexts",
              "children": {"list": "resources", "item": "resource", "single": "merge"}
            },
            "resource": {
              "id": "resourceId",
              "title": "uiElement.mainTitle.title",
              "subtitle": "uiElement.subTitle.title",
              "image": "uiElement.image.imageUrl",
              "action": ["action", "resourceUrl"],
              "actionType": "actionType",
              "playCount": "resourceExtInfo.playCount",
              "labels": "uiElement.labelTexts",
              "valid": "valid",
              "extras": {"resourceType": "resourceType"}
            },
            "page": {
              "# ": "A creative that is a page of songs or albums: it has no id, and several share one title.",
              "title": "uiElement.mainTitle.title",
              "subtitle": "uiElement.subTitle.title",
              "action": ["uiElement.button.action", "action"],
              "actionType": ["uiElement.button.actionType", "actionType"],
              "children": {"list": "resources", "item": "song", "single": "keep"}
            },
            "song": {
              "id": "resourceId",
              "title": "uiElement.mainTitle.title",
              "subtitle": "uiElement.subTitle.title",
              "image": "uiElement.image.imageUrl",
              "action": ["action", "resourceUrl"],
              "actionType": "actionType",
              "playCount": "resourceExtInfo.playCount",
              "valid": "valid",
              "extras": {
                "resourceType": "resourceType",
                "artists": "resourceExtInfo.artists.*.name",
                "album": "resourceExtInfo.songData.album.name",
                "duration": "resourceExtInfo.songData.duration"
              }
            },
            "calendar": {
              "# ": "Here the creative has only an id, but one that stays; a resourceId may be a URL, or empty.",
              "id": "creativeId",
              "title": "uiElement.mainTitle.title",
              "subtitle": "uiElement.subTitle.title",
              "image": "uiElement.image.imageUrl",
              "labels": "uiElement.labelTexts",
              "children": {"list": "resources", "item": "event", "single": "merge"}
            },
            "event": {
              "id": ["resourceExtInfo.eventId", "resourceId"],
              "title": "uiElement.mainTitle.title",
              "subtitle": "uiElement.subTitle.title",
              "image": "uiElement.image.imageUrl",
              "action": ["action", "resourceUrl"],
              "actionType": "actionType",
              "labels": "uiElement.labelTexts",
              "valid": "valid",
              "extras": {
                "resourceType": "resourceType",
                "resourceId": "resourceId",
                "startTime": "resourceExtInfo.startTime",
                "endTime": "resourceExtInfo.endTime"
              }
            },
            "voice": {
              "# ": "Podcasts had no resources so far: what a resource says elsewhere stands in the creative.",
              "id": "creativeId",
              "title": "uiElement.mainTitle.title",
              "subtitle": "uiElement.subTitle.title",
              "image": "uiElement.image.imageUrl",
              "action": "action",
              "actionType": "actionType",
              "playCount": "creativeExtInfoVO.playCount",
              "labels": "uiElement.labelTexts",
              "extras": {"resourceType": ["resources.0.resourceType", "creativeType"]},
              "children": {"list": "resources", "item": "resource", "single": "merge"}
            },
            "mlog": {
              "id": ["id", "resource.mlogBaseData.id"],
              "text": ["resource.mlogBaseData.text", "resource.mlogBaseData.interveneText"],
              "image": "resource.mlogBaseData.coverUrl",
              "action": "resource.shareUrl",
              "playCount": "resource.mlogExtVO.playCount",
              "extras": {
                "resourceType": {"default": "mlog"},
                "nickname": "resource.userProfile.nickname",
                "likedCount": "resource.mlogExtVO.likedCount",
                "duration": "resource.mlogBaseData.duration",
                "song": "resource.mlogExtVO.song.name",
                "artists": "resource.mlogExtVO.song.artists.*.artistName"
              }
            },
            "anything": {
              "# ": "Items of block codes that are new: the fields of every card seen so far.",
              "id": ["creativeId", "id", "resourceId", "anchorId", "bannerId"],
              "title": ["uiElement.mainTitle.title", "title", "name", "resource.mlogBaseData.text", "text"],
              "subtitle": ["uiElement.subTitle.title", "subTitle", "subtitle"],
              "image": [
                "uiElement.image.imageUrl", "cover", "coverUrl", "pic", "picUrl", "imageUrl", "imgUrl", "iconUrl",
                "resource.mlogBaseData.coverUrl"
              ],
              "action": ["action", "url", "targetUrl", "recLiveDTO.skipUrl", "resource.shareUrl"],
              "actionType": "actionType",
              "playCount": [
                "creativeExtInfoVO.playCount", "resourceExtInfo.playCount", "playCount",
                "resource.mlogExtVO.playCount"
              ],
              "labels": ["uiElement.labelTexts", "tags"],
              "valid": "valid",
              "extras": {"resourceType": ["resourceType", "resources.0.resourceType", "creativeType"]},
              "children": {"list": "resources", "item": "resource", "single": "merge"}
            }
          },
          "actions": [
            {"action": "orpheus://openurl", "kind": "open-url", "url": "url"},
            {"action": "orpheus://nm/base/webview", "kind": "open-url", "url": "url"},
            {"action": "orpheus://playlist/{id}", "kind": "open-playlist"},
            {"action": "orpheus://song/{id}", "kind": "play-song"},
            {"action": "orpheus://album/{id}", "kind": "open-album"},
            {"action": "orpheus://artist/{id}", "kind": "open-artist"},
            {"action": "orpheus://mv/{id}", "kind": "open-mv"},
            {"action": "orpheus://djradio/{id}", "kind": "open-radio"},
            {"action": "orpheus://privatefm", "kind": "open-radio"},
            {"action": "orpheus://search", "kind": "search", "id": "keyword"},
            {"action": "orpheus://*", "kind": "open-page"},
            {"action": "play_all_song", "kind": "play-song"},
            {"action": "play_all_song_from_current_index", "kind": "play-song", "ofItem": true},
            {
              "# ": "A banner without an address says what it leads to by the numbers that a search has for kinds.",
              "extra": "targetType", "is": "1", "kind": "play-song", "id": "targetId"
            },
            {"extra": "targetType", "is": "10", "kind": "open-album", "id": "targetId"},
            {"extra": "targetType", "is": "100", "kind": "open-artist", "id": "targetId"},
            {"extra": "targetType", "is": "1000", "kind": "open-playlist", "id": "targetId"},
            {"extra": "targetType", "is": "1004", "kind": "open-mv", "id": "targetId"},
            {"extra": "targetType", "is": "1009", "kind": "open-radio", "id": "targetId"}
          ]
        }
        """#
}
