import Foundation
import Testing

@testable import FeedParsing

/// A snapshot written as JSON.
@Suite struct SnapshotJSONTests {
    private func json(_ write: (inout JSONWriter) -> Void) throws -> JSONDocument {
        var writer = JSONWriter()
        write(&writer)
        return try read(writer.bytes)
    }

    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func anEmptyPage() throws {
        let page = try Small.page(rule: #"{"title": "t"}"#, items: "")
        #expect(
            text { $0.snapshot(page) } == """
                {"serviceCode":null,"message":null,"cursor":null,"hasMore":null,"refreshInterval":null,\
                "nodataToast":null,"sections":[],"warnings":[],"warningTotal":0}
                """)
    }

    @Test func everyFieldOfASection() throws {
        let page = try Small.sections(
            """
            , "title": "t", "subtitle": "s", "titleImage": "ti", "action": "a", "actionType": "at",
            "showType": "st", "canClose": "cc",
            "button": {"text": "b.t", "action": "b.a", "actionType": "b.at"}
            """,
            #"""
            {"type": "list", "items": [{"id": 1, "title": "x"}, {"id": 2, "title": "y"}], "t": "T", "s": "S", "ti": "TI",
             "a": "A", "at": "AT", "st": "ST", "cc": false, "b": {"t": "BT", "a": "BA", "at": "BAT"}},
            {"type": "shelf", "items": [{"id": 1, "title": "x"}], "b": {"at": "a type alone is no button"}}
            """#)
        let (full, bare) = (page.sectionRecords[0].pointee, page.sectionRecords[1].pointee)
        let document = try json { $0.section(full) }
        #expect(
            document.root.members.map { $0.key.string } == [
                "kind", "type", "key", "uid", "title", "subtitle", "titleImage", "button", "action",
                "actionType",
                "showType", "canClose", "hasMore", "layout", "rowCount", "rowHeight", "items",
            ])
        let written = text { $0.section(full) }
        #expect(
            written.hasPrefix(
                """
                {"kind":"LIST","type":"list","key":"list","uid":"6b555c2d6d4dd707","title":"T","subtitle":"S",\
                "titleImage":"TI","button":{"text":"BT","action":"BA","actionType":"BAT"},"action":"A",\
                "actionType":"AT","showType":"ST","canClose":false,"hasMore":null,"layout":"LIST","rowCount":2,"rowHeight":80.0,\
                "items":[{"id":"1","uid":
                """))
        #expect(
            text { $0.section(bare) }.contains(
                """
                "title":null,"subtitle":null,"titleImage":null,"button":null,"action":null,"actionType":null,\
                "showType":null,"canClose":null,"hasMore":null,"layout":"A","rowCount":1,"rowHeight":240.0,"items":[{
                """))
        withExtendedLifetime(page) {}
    }

    @Test func everyFieldOfAnItem() throws {
        let page = try Small.page(
            rule: #"""
                {"id": "id", "title": "t", "subtitle": "s", "text": "x", "html": "h", "image": "i", "action": "a",
                 "actionType": "at", "playCount": "p", "labels": "l", "extras": {"text": "e1", "number": "e2", "big": "e3",
                 "yes": "e4", "no": "e5", "list": "e6", "none": "e7", "quo\"te": "e1"},
                 "children": {"list": "c", "item": {"id": "id", "title": "t"}}}
                """#,
            items: #"""
                {"id": 7, "t": "T\n\"\\", "s": "S", "x": "X", "h": "H", "i": "I", "a": "A", "at": "AT", "p": 9223372036854775807,
                 "l": ["a", 1], "e1": "7", "e2": 1.50, "e3": 1e400, "e4": true, "e5": false, "e6": ["a", 2, true], "e7": null,
                 "c": [{"id": 1, "t": "c"}]}
                """#)
        let items = try #require(page.sectionRecords.first).pointee.items
        #expect(
            text { $0.item(items[0]) } == #"""
                {"id":"7","uid":"\#(page.items[0].uid.hex)","title":"T\n\"\\","subtitle":"S","text":"X","html":"H","image":"I",\#
                "action":"A","actionType":"AT","playCount":9223372036854775807,"labels":["a","1"],\#
                "extras":{"text":"7","number":1.50,"big":1e400,"yes":true,"no":false,"list":["a",2,true],"quo\"te":"7"},\#
                "children":[{"id":"1","uid":"\#(page.items[0].children[0].uid.hex)","title":"c","subtitle":null,"text":null,\#
                "html":null,"image":null,"action":null,"actionType":null,"playCount":null,"labels":[],"extras":{},"children":[]}]}
                """#)
        withExtendedLifetime(page) {}
    }

    @Test func aPageWithItsWarnings() throws {
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "status": {"code": "code", "good": [200], "message": "msg"},
                 "page": {"cursor": "next", "hasMore": "more", "refreshInterval": "every", "nodataToast": "toast"},
                 "sections": {"list": "rows", "type": "type", "items": "items"}}
                """#)
        let page = try mapping.parse(
            text: #"""
                {"code": 200, "msg": "fine", "next": "{\"a\":1}", "more": false, "every": 0, "toast": "end", "rows": [7]}
                """#)
        #expect(
            text { $0.snapshot(page) } == #"""
                {"serviceCode":"200","message":"fine","cursor":"{\"a\":1}","hasMore":false,"refreshInterval":0,\#
                "nodataToast":"end","sections":[],"warnings":[{"code":"section-dropped","path":"/rows/0",\#
                "message":"a number without a section type"}],"warningTotal":1}
                """#)
    }

    @Test func uidsAreSixteenDigits() {
        #expect(UInt64.zero.hex == "0000000000000000")
        #expect(UInt64(0xabc).hex == "0000000000000abc")
        #expect(UInt64.max.hex == "ffffffffffffffff")
    }

    /// What goes out is JSON for other readers too, and says what the accessors say.
    @Test(arguments: [
        ("netease-home.json", "netease-home"), ("netease-menus.json", "netease-menus"),
        ("douban-movies.json", "douban-movies"), ("json-feed.json", "json-feed"), ("users.json", "users"),
        ("faults/text-not-unicode.json", "netease-home"),
        ("faults/number-too-large.json", "netease-playlists"),
    ])
    func isJSONForOthersToo(_ file: String, _ mapping: String) throws {
        let page = try FeedFiles.page(file, mapping)
        var writer = JSONWriter()
        writer.snapshot(page)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String: Any])
        let sections = try #require(object["sections"] as? [[String: Any]])
        #expect(sections.map { $0["key"] as? String } == page.sections.map(\.key))
        let items = sections.flatMap { $0["items"] as? [[String: Any]] ?? [] }
        #expect(items.map { $0["title"] as? String } == page.sections.flatMap(\.titles))
        #expect(items.map { $0["id"] as? String } == page.sections.flatMap(\.ids))
        #expect((object["warnings"] as? [Any])?.count == page.warnings.count)
    }
}
