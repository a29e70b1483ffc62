import Testing

@testable import FeedParsing

/// A snapshot as one table of texts.
@Suite struct SnapshotTableTests {
    private func texts(_ table: SnapshotTable) -> [String] {
        table.bytes.split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func anEmptyPage() throws {
        let page = try Small.page(rule: #"{"title": "t"}"#, items: "")
        #expect(texts(SnapshotTable(page)) == ["20", "13", "0", "0", ""])
    }

    @Test func everyFieldHasItsPlace() throws {
        let page = try Small.page(
            rule: #"""
                {"id": "id", "title": "t", "subtitle": "s", "text": "x", "html": "h", "image": "i", "action": "a",
                 "actionType": "at", "playCount": "p", "labels": "l",
                 "extras": {"text": "e1", "number": "e2", "yes": "e3", "list": "e4", "none": "e5", "more": "e4"},
                 "children": {"list": "c", "item": {"id": "id", "title": "t"}}}
                """#,
            items: #"""
                {"id": 7, "t": "T\u0000é", "s": "S", "x": "X", "h": "H", "i": "I", "a": "A", "at": "AT",
                 "p": 12345678901, "l": ["a", 1], "e1": "7", "e2": 1.50, "e3": true, "e4": ["a", 2], "c": [{"id": 1, "t": "child"}]},
                {"id": 8, "t": "U"}
                """#)
        let section = try #require(page.sections.first)
        let items = section.items
        let uids = [items[0], items[1], items[0].children[0]].map { $0.uid.hex }
        #expect(
            texts(SnapshotTable(page)) == ["20", "13", "1", "3"]
                + ["12", "things", "things", section.uid.hex, "", "", "", "", "", "", "", "", "", ""]
                + ["0", "LIST", "2", "80.0", "0", "2"]
                + [
                    "7", uids[0], "T\u{FFFD}é", "S", "X", "H", "I", "A", "AT", "12345678901", "2", "tnbll",
                    "1",
                ]
                + ["8", uids[1], "U", "", "", "", "", "", "", "", "0", "", "0"]
                + ["1", uids[2], "child", "", "", "", "", "", "", "", "0", "", "0"]
                + ["a", "1", "text", "7", "number", "1.50", "yes", "true", "list", "2", "more", "2"]
                + ["a", "2", "a", "2", ""])
    }

    @Test func theSectionsOfAPageShareOneTable() throws {
        let page = try Small.sections(
            """
            , "title": "t", "subtitle": "s", "titleImage": "ti", "action": "a", "actionType": "at",
            "showType": "st", "canClose": "cc", "button": {"text": "b.t", "action": "b.a", "actionType": "b.at"}
            """,
            #"""
            {"type": "shelf", "items": [{"id": 1, "title": "x"}], "t": "T", "s": "S", "ti": "TI", "a": "A", "at": "AT",
             "st": "ST", "cc": false, "b": {"t": "BT", "a": "BA", "at": "BAT"}},
            {"type": "list", "items": [{"id": 1, "title": "y"}, {"id": 2, "title": "z"}]}
            """#)
        let all = texts(SnapshotTable(page))
        let uid = page.sections[0].uid.hex
        let first =
            ["2", "shelf", "shelf", uid, "T", "S", "TI", "BT", "BA", "BAT", "A", "AT", "ST", "0", "1", "A"]
            + ["1", "240.0", "0", "1"]
        #expect(Array(all[..<24]) == ["20", "13", "2", "3"] + first)
        #expect(stride(from: 46, to: 85, by: 13).map { all[$0] } == ["x", "y", "z"])

        let one = texts(SnapshotTable(sections: [page.sectionRecords[0]]))
        #expect(Array(one[..<24]) == ["20", "13", "1", "1"] + first)
        #expect(one.count == 4 + 20 + 13 + 1)
        withExtendedLifetime(page) {}
    }
}
