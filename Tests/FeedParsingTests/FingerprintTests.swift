import Testing

@testable import FeedParsing

/// Two records have the same fingerprint if they show the same, and else another one.
@Suite struct FingerprintTests {
    private static let mapping = #"""
        {"mapping": "m",
         "sections": {"list": "rows", "type": "type", "key": {"default": "k"}, "title": "t", "subtitle": "s",
                      "titleImage": "i", "button": {"text": "bt", "action": "ba", "actionType": "bk"}, "action": "a",
                      "actionType": "k", "showType": "show", "canClose": "closes", "items": "items"},
         "types": {"shelf": {"kind": "PLAYLIST_RCMD"}, "list": {"kind": "LIST"}, "other": {"kind": "LIST"}},
         "default": {"item": {"id": "id", "title": "t", "subtitle": "s", "text": "x", "html": "h", "image": "i",
                     "action": "a", "actionType": "k", "playCount": "n", "labels": "l", "extras": {"p": "p", "q": "q"},
                     "children": {"list": "c", "item": {"id": "id", "title": "t", "extras": {"p": "p"}}}}}}
        """#

    private func page(head: String = "", _ item: String) throws -> Snapshot {
        let type = head.contains(#""type""#) ? "" : #""type": "shelf", "#
        return try Mapping(text: FingerprintTests.mapping).parse(
            text: #"{"rows": [{\#(type)\#(head)"items": [{"id": 1\#(item)}]}]}"#)
    }

    private func ofItem(_ item: String) throws -> UInt64 {
        try #require(page(item).sectionRecords[0].pointee.items.first).fingerprint
    }

    private func ofSection(_ head: String, item: String = #", "t": "t""#) throws -> UInt64 {
        try page(head: head, item).sectionRecords[0].pointee.fingerprint
    }

    private static let items = [
        // Each field, with a value and with another one.
        #", "t": "t""#, #", "t": "u""#, #", "t": "t", "s": "x""#, #", "t": "t", "s": "y""#,
        #", "t": "t", "x": "x""#,
        #", "t": "t", "x": "y""#, #", "t": "t", "h": "x""#, #", "t": "t", "h": "y""#,
        #", "t": "t", "i": "x""#,
        #", "t": "t", "i": "y""#, #", "t": "t", "a": "x""#, #", "t": "t", "a": "y""#,
        #", "t": "t", "a": "x", "k": "x""#,
        #", "t": "t", "a": "x", "k": "y""#, #", "t": "t", "n": 0"#, #", "t": "t", "n": 1"#,
        // The same text elsewhere, or as none.
        #", "i": "t""#, #", "a": "t""#, #", "s": "t", "i": "t""#,
        // Lists: what they hold, where it begins, in which order.
        #", "t": "t", "l": ["a"]"#, #", "t": "t", "l": ["b"]"#, #", "t": "t", "l": ["a", "b"]"#,
        #", "t": "t", "l": ["b", "a"]"#, #", "t": "t", "l": ["ab"]"#, #", "t": "t", "l": [1]"#,
        #", "t": "t", "l": ["1"]"#,
        // Extras: which, of what type, how many.
        #", "t": "t", "p": "a""#, #", "t": "t", "q": "a""#, #", "t": "t", "p": "a", "q": "a""#,
        #", "t": "t", "p": 1"#,
        #", "t": "t", "p": "1""#, #", "t": "t", "p": true"#, #", "t": "t", "p": "true""#,
        #", "t": "t", "p": 1.0"#,
        #", "t": "t", "p": ["a"]"#, #", "t": "t", "p": ["a", "b"]"#, #", "t": "t", "p": ["a", 1]"#,
        #", "t": "t", "p": ["a", "1"]"#,
        // Children: which, what they show, in which order.
        #", "t": "t", "c": [{"id": 1, "t": "a"}]"#, #", "t": "t", "c": [{"id": 2, "t": "a"}]"#,
        #", "t": "t", "c": [{"id": 1, "t": "b"}]"#, #", "t": "t", "c": [{"id": 1, "t": "a", "p": 1}]"#,
        #", "t": "t", "c": [{"id": 1, "t": "a"}, {"id": 2, "t": "b"}]"#,
        #", "t": "t", "c": [{"id": 2, "t": "b"}, {"id": 1, "t": "a"}]"#,
        #", "t": "t", "c": [{"id": 1, "t": "a"}, {"id": 2, "t": "b"}, {"id": 3, "t": "b"}]"#,
        // Lists that are long enough to be read once only.
        #", "t": "t", "l": ["1","2","3","4","5","6","7","8","9"]"#,
        #", "t": "t", "l": ["1","2","3","4","5","6","7","8","x"]"#,
        #", "t": "t", "l": ["1","2","3","4","5","6","7","8"]"#,
        #", "t": "t", "p": ["1","2","3","4","5","6","7","8"]"#,
        #", "t": "t", "q": ["1","2","3","4","5","6","7","8"]"#,
        #", "t": "t", "q": ["1","2","3","4","5","6","7",8]"#,
    ]

    @Test func allThatAnItemShowsCounts() throws {
        var seen: [UInt64: String] = [:]
        for item in FingerprintTests.items {
            let print = try ofItem(item)
            if let other = seen.updateValue(item, forKey: print) { Issue.record("\(item) is like \(other)") }
            #expect(try ofItem(item) == print)
        }
    }

    @Test func nothingElseCounts() throws {
        let print = try ofItem(#", "t": "t", "l": ["a"], "p": 1"#)
        #expect(
            try ofItem(#", "p": 1, "trace": 7,   "l": ["\u0061", null], "n": -1, "c": [], "t": "\u0074""#)
                == print)
        #expect(
            try ofItem(#", "t": "t", "l": ["a"], "p": 1, "s": "t""#) == print, "a subtitle that is the title")
        #expect(
            try ofSection(#""t": "x", "#)
                == ofSection(#""trace": 1, "t": "\u0078", "#, item: #", "t": "new""#))
    }

    @Test func allThatASectionShowsCounts() throws {
        let heads = [
            "", #""t": "x", "#, #""t": "y", "#, #""s": "x", "#, #""i": "x", "#, #""bt": "x", "#,
            #""ba": "x", "#,
            #""bk": "x", "#, #""a": "x", "#, #""a": "y", "#, #""k": "x", "#, #""show": "x", "#,
            #""closes": true, "#,
            #""closes": false, "#, #""type": "list", "#, #""type": "other", "#, #""type": "unknown", "#,
            #""t": "x", "s": "y", "#, #""t": "y", "s": "x", "#,
        ]
        let prints = try heads.map { try ofSection($0) }
        #expect(Set(prints).count == heads.count)
        #expect(try heads.map { try ofSection($0) } == prints)
    }

    /// Eight bytes are taken at a time, and 256 are where a text counts as long.
    @Test func everyByteOfATextCounts() throws {
        var seen: Set<UInt64> = []
        var count = 0
        for length in Array(1...34) + [254, 255, 256, 257, 264, 1000] {
            let text = String(repeating: "a", count: length)
            let places = length < 40 ? Array(0..<length) : [0, 7, 8, length / 2, length - 2, length - 1]
            var texts = [text]
            for place in places {
                texts.append(text.prefix(place) + "b" + text.suffix(length - place - 1))
            }
            for text in texts {
                seen.insert(try ofItem(#", "t": "\#(text)""#))
                count += 1
            }
        }
        // The last bytes of a text and its length are taken as one, which could look like eight bytes more.
        for text in [#"gfedcba\u0007"#, "abcdefg", #"hgfedcb\u0007"#] {
            seen.insert(try ofItem(#", "t": "\#(text)""#))
            count += 1
        }
        #expect(seen.count == count)
    }

    /// The same long text is the same one in every page, and where it is found twice.
    @Test func longTextsCountByWhatTheySay() throws {
        let text = String(repeating: "é", count: 5000)
        #expect(try ofItem(#", "t": "\#(text)""#) == ofItem(#",  "t": "\#(text)""#))
        #expect(try ofItem(#", "t": "\#(text)""#) != ofItem(#", "t": "\#(text)e""#))
        #expect(try ofItem(#", "t": "t", "x": "\#(text)""#) != ofItem(#", "t": "t", "h": "\#(text)""#))
    }

    /// Fingerprints would take hours here, if a text or list that all items share were read for each.
    @Test func whatItemsShareIsReadOnce() throws {
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "sections": {"type": {"default": "t"}, "items": "items"}, "types": {"t": {"kind": "LIST"}},
                 "default": {"item": {"id": "id", "title": "$.long", "labels": "$.list", "extras": {"p": "$.list", "q": "$.long"}}}}
                """#)
        let text = String(repeating: "a", count: 8_000_000)
        let list = Array(repeating: "1", count: 100_000).joined(separator: ",")
        let items = (0..<50_000).map { "{\"id\":\($0)}" }.joined(separator: ",")
        let page = try mapping.parse(text: #"{"long": "\#(text)", "list": [\#(list)], "items": [\#(items)]}"#)
        let records = page.sectionRecords[0].pointee.items
        #expect(records.count == 50_000)
        #expect(Set(records.map(\.fingerprint)).count == 1)
    }

    /// Without a mapping that asks for it: the authors of a JSON Feed are those of its entries that name none. Many are
    /// read once, and so are a few with long names.
    @Test(arguments: [(count: 20_000, length: 1), (count: 200, length: 250)])
    func theAuthorsOfAFeedAreReadOnce(count: Int, length: Int) throws {
        let name = String(repeating: "x", count: length)
        let authors = (1...count).map { #"{"name": "\#(name)\#($0)"}"# }.joined(separator: ",")
        let items = (0..<20_000).map { #"{"id": "\#($0)", "title": "t"}"# }.joined(separator: ",")
        let page = try Mapping(named: "json-feed").parse(
            text:
                #"{"version": "https://jsonfeed.org/version/1.1", "authors": [\#(authors)], "items": [\#(items)]}"#
        )
        #expect(page.items.count == 20_000)
        #expect(page.items[19_999].extra("authors")?.elements.last == "\(name)\(count)")
    }
}
