/// The mappings that come with the library: each one a JSON document in the language of `../README.md`, in a
/// file of its own beside this one. The same text, loaded at run time, gives the same mapping.
enum BuiltinMapping {
    /// The names there are, in the order in which they are listed.
    static let names: [StaticString] = [
        "netease-home", "netease-menus", "douban-movies", "json-feed", "users",
    ]

    /// The document of that name, or nil if there is none.
    static func text(named name: String) -> StaticString? {
        let texts = [neteaseHome, neteaseMenus, doubanMovies, jsonFeed, users]
        return names.firstIndex { $0.equals(name) }.map { texts[$0] }
    }
}
