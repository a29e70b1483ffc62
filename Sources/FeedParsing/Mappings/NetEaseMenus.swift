extension BuiltinMapping {
    /// The round entries below the banners, `/homepage/dragon/ball`: a list of its own, joined to the page.
    static let neteaseMenus: StaticString = #"""
        {
          "mapping": "netease-menus",
          "status": {
            "code": "code", "good": [200], "message": ["message", "msg"],
            "kinds": {"301": "login-needed"}
          },
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
          }
        }
        """#
}
