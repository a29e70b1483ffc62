import FeedParsing

/// Mappings and feeds as small as a test needs them.
enum Small {
    /// A page that is one list of items, which an item rule reads. `root` is what stands beside the list.
    static func page(rule: String, items: String, root: String = "") throws -> Snapshot {
        let mapping = try Mapping(
            text: """
                {"mapping": "small", "sections": {"type": {"default": "things"}, "items": "items"},
                 "types": {"things": {"kind": "LIST"}}, "default": {"item": \(rule)}}
                """)
        return try mapping.parse(text: "{\(root)\"items\": [\(items)]}")
    }

    /// The first item of such a page.
    static func item(rule: String, _ item: String, root: String = "") throws -> Item? {
        try page(rule: rule, items: item, root: root).sections.first?.items.first
    }

    /// A page of sections: `sections` is what the mapping says of them besides their list and type.
    static func sections(_ sections: String = "", _ list: String, more: String = "") throws -> Snapshot {
        let mapping = try Mapping(
            text: """
                {"mapping": "small",
                 "sections": {"list": "rows", "type": "type", "items": "items"\(sections)}\(more),
                 "types": {"shelf": {"kind": "PLAYLIST_RCMD"}, "list": {"kind": "LIST"}},
                 "default": {"item": {"id": "id", "title": "title"}}}
                """)
        return try mapping.parse(text: "{\"rows\": [\(list)]}")
    }
}

extension Snapshot {
    /// Of a page with one section.
    var items: [Item] { sections.first?.items ?? [] }
    var titles: [String?] { items.map(\.title) }
    var ids: [String] { items.map(\.id) }

    /// A copy: the bytes themselves live no longer than the page.
    var rest: String { withExtendedLifetime(self) { String(decoding: restJSON, as: UTF8.self) } }
}

extension Item {
    var raw: String { withExtendedLifetime(self) { String(decoding: rawJSON, as: UTF8.self) } }
}
