extension BuiltinMapping {
    /// The round entries below the banners, `/homepage/dragon/ball`: a list of its own, joined to the page.
    static let neteaseMenus: StaticString = #"""
        {
          "mapping": "netease-menus",
          "status": {
            "code": "code", "good": [200], "message": ["message", "msg"],
            "kinds": {"301": "login-needed"}
          },
          "images": [{
            "hosts": ["music.126.net"], "https": true, "headers": {"Referer": "https://music.163.com/"},
            "sizes": [100, 140, 200, 300, 500, 800], "template": "{url}?param={size}y{size}"
          }],
          "sections": {
            "type": {"default": "MENUS"},
            "items": "data"
          },
          "types": {"MENUS": {"kind": "MENUS"}},
          "default": {
            "item": {
              "id": "id",
              "title": "name",
              "image": "iconUrl",
              "action": "url",
              "extras": {"skinSupport": "skinSupport"}
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
            {"action": "orpheus://*", "kind": "open-page"}
          ]
        }
        """#
}
