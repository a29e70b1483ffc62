extension BuiltinMapping {
    /// People, as a search or an export gives them: a list of users, bare or under one of the usual names.
    static let users: StaticString = #"""
        {
          "mapping": "users",
          "status": {
            "code": "code", "good": [0, 200], "message": ["message", "msg"],
            "kinds": {"301": "login-needed", "401": "login-needed"}
          },
          "sections": {
            "type": {"default": "users"},
            "items": ["$", "users", "data", "results"]
          },
          "types": {"users": {"kind": "LIST"}},
          "default": {
            "item": {
              "id": ["id", "uid"],
              "title": ["displayName", "username", "userName"],
              "subtitle": ["username", "userName"],
              "image": "avatarPath",
              "extras": {
                "username": ["username", "userName"],
                "followers": "followersCount",
                "following": "followingCount",
                "# createdOn": "Firestore writes an object with seconds in it; some of its libraries say _seconds.",
                "createdOn": ["createdOn.seconds", "createdOn._seconds", "createdOn"],
                "bio": "bio",
                "isUserOnboarded": ["isUserOnboarded", "isUserOnBoarded"]
              }
            }
          }
        }
        """#
}
