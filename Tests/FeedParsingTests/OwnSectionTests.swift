import Foundation
import Testing

@testable import FeedParsing

/// Sections that a front end writes itself.
@Suite struct OwnSectionTests {
    private func read(_ text: String) throws -> Snapshot {
        try Array(text.utf8).read { (bytes) throws(FeedError) in try OwnSectionReader().read(bytes) }
    }

    @Test func theSmallestOne() throws {
        let text = #"{"key": "mine", "items": [{"id": 1, "title": "t"}]}"#
        let page = try read(" \(text)\n")
        let section = page.sections[0]
        #expect(page.sections.count == 1)
        #expect(section.key == "mine" && section.type == "mine" && section.kind == .list)
        #expect(section.items.map(\.title) == ["t"])
        #expect(String(decoding: section.rawJSON, as: UTF8.self) == text)
    }

    @Test func everyFieldIsRead() throws {
        let page = try read(
            #"""
            {"key": "k", "kind": "PLAYLIST_RCMD", "type": "t", "title": "T", "subtitle": "S", "titleImage": "TI",
             "button": {"text": "BT", "action": "BA", "actionType": "BAT"}, "action": "A", "actionType": "AT",
             "showType": "ST", "canClose": true,
             "items": [{"id": "i", "title": "t", "subtitle": "s", "text": "x", "html": "h", "image": "im", "action": "a",
                        "actionType": "at", "playCount": 7, "labels": ["l", "m"], "extras": {"rating": 1.50, "": ["", "x"]},
                        "children": [{"id": "c", "title": "ct", "extras": {"e": true}}]}]}
            """#)
        var writer = JSONWriter()
        writer.section(page.sectionRecords[0].pointee)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self) == #"""
                {"kind":"PLAYLIST_RCMD","type":"t","key":"k","uid":"\#(page.sections[0].uid.hex)","title":"T","subtitle":"S",\#
                "titleImage":"TI","button":{"text":"BT","action":"BA","actionType":"BAT"},"action":"A","actionType":"AT",\#
                "showType":"ST","canClose":true,"hasMore":null,"layout":"A","rowCount":1,"rowHeight":240.0,\#
                "items":[{"id":"i","uid":"\#(page.items[0].uid.hex)","title":"t","subtitle":"s","text":"x","html":"h",\#
                "image":"im","action":"a","actionType":"at","playCount":7,"labels":["l","m"],\#
                "extras":{"rating":1.50,"":["","x"]},\#
                "children":[{"id":"c","uid":"\#(page.items[0].children[0].uid.hex)","title":"ct","subtitle":null,"text":null,\#
                "html":null,"image":null,"action":null,"actionType":null,"playCount":null,"labels":[],"extras":{"e":true},\#
                "children":[]}]}]}
                """#)
        withExtendedLifetime(page) {}
    }

    @Test(arguments: SectionKind.allCases)
    func anyKindMayBeNamed(_ kind: SectionKind) throws {
        let section = try read(#"{"key": "k", "kind": "\#(kind.name)", "items": [{"id": 1, "title": "t"}]}"#)
            .sections[0]
        #expect(section.kind == kind && section.type == "\(kind.name)")
    }

    /// A section of any feed, written as JSON and read back, is the same to the byte.
    @Test func readsBackWhatIsWritten() throws {
        var count = 0
        var kinds: Set<SectionKind> = []
        for page in OwnSectionTests.pages() {
            for record in page.sectionRecords {
                var (written, again) = (JSONWriter(), JSONWriter())
                written.section(record.pointee)
                let read = try written.bytes.read { (bytes) throws(FeedError) in
                    try OwnSectionReader().read(bytes)
                }
                again.section(read.sectionRecords[0].pointee)
                #expect(written.bytes == again.bytes)
                count += 1
                kinds.insert(record.pointee.kind)
            }
        }
        #expect(count >= 50)
        #expect(kinds == Set(SectionKind.allCases))
    }

    /// Whatever a mapping makes of a file.
    private static func pages() -> [Snapshot] {
        let folders =
            ["Tests/Fixtures", "Tests/Fixtures/shapes", "Tests/Fixtures/faults"].map {
                FeedFiles.package.appending(path: $0)
            }
            + ["feeds", "faults"].map { FeedFiles.shared.appending(path: $0) }
        let own = FeedFiles.package.appending(path: "Tests/FeedParsingTests/Mappings")
        let names =
            (0...).lazy.map { Mapping.builtinName(at: $0) }.prefix { $0 != nil }.compactMap {
                $0?.description
            }
            + files(own).map { $0.deletingPathExtension().lastPathComponent }
        let mappings = names.compactMap { try? FeedFiles.mapping($0) }
        return folders.flatMap(files).compactMap { try? Data(contentsOf: $0) }
            .flatMap { feed in mappings.compactMap { try? $0.parse(feed) } }
    }

    private static func files(_ folder: URL) -> [URL] {
        let files =
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "json" }
    }

    // MARK: - Mistakes

    /// `☞` stands right before the place that the error must name.
    @Test(arguments: [
        ("☞[]", "", "a section needs a key"),
        ("☞{}", "", "a section needs a key"),
        (#"{"key": ☞"", "items": []}"#, "/key", "a section needs a key"),
        (#"{"key": ☞7, "items": []}"#, "/key", "expected a key, found a number"),
        (
            #"{"key": "k", "key": ☞"k", "items": [{"id": 1, "title": "t"}]}"#, "/key",
            "this name stands twice in its object"
        ),
        (#"{"key": "k", "kind": ☞"SHELF"}"#, "/kind", #"there is no kind "SHELF""#),
        (#"{"key": "k", "kind": ☞null}"#, "/kind", "expected a kind, found null"),
        (#"{"key": "k", "button": ☞"more"}"#, "/button", "expected an object (a button), found a text"),
        (#"{"key": "k", "button": {☞"txt": "more"}}"#, "/button/txt", #"a button has no member "txt""#),
        (#"☞{"key": "k"}"#, "", "a section without a list of items"),
        (#"{"key": "k", "items": ☞7}"#, "/items", "expected the section's list of items, found a number"),
        (#"☞{"key": "k", "items": []}"#, "", "a section needs an item"),
        (#"☞{"key": "k", "kind": "CUSTOM"}"#, "", "a section needs an item"),
        (
            #"{"key": "k", "items": [{"id": 1, "title": "t"}, ☞{"id": 2, "subtitle": "t"}]}"#, "/items/1",
            "an object with nothing to show: no title, text, image, action or children"
        ),
        (#"{"key": "k", "items": [☞{"title": "t"}]}"#, "/items/0", "no usable id"),
        (
            #"{"key": "k", "items": [{"id": ";", "title": "t"}, ☞{"id": ";", "title": "u"}]}"#, "/items/1",
            #"the id ";" is there already"#
        ),
        (
            #"{"key": "k", "title": ☞{}, "items": [{"id": 1, "title": "t"}]}"#, "/title",
            "expected a text, found an object"
        ),
        // The cause, not what comes of it: an item with nothing to show, a section without an item.
        (
            #"{"key": "k", "items": [{"id": 1, "title": ☞[]}]}"#, "/items/0/title",
            "expected a text, found a list"
        ),
        (
            #"{"key": "k", "items": [{"id": 1, "title": "t", "extras": {"a": ☞1, "a": 2}}]}"#,
            "/items/0/extras/a", "this name stands twice in its object"
        ),
        (
            #"{"key": "k", "items": [{"id": 1, "title": "t", "extras": {"a~": ☞{}}}]}"#,
            "/items/0/extras/a~0",
            "expected a text, number, true or false, or a list of them, found an object"
        ),
        (
            #"{"key": "k", "items": [{"id": 1, "children": [{"id": 1, "title": ☞"\u0000"}]}]}"#,
            "/items/0/children/0/title", "not Unicode, or U+0000"
        ),
    ])
    func aMistakeIsToldWithItsPlace(_ text: String, _ path: String, _ message: String) throws {
        let text = "\n" + text
        let mark = try #require(text.range(of: "☞"))
        let error = #expect(throws: FeedError.self) { try read(text.replacing("☞", with: "")) }
        let found = try #require(error)
        #expect(found.kind == .config)
        #expect(found.message == message)
        #expect(found.path == path)
        let offset = text[..<mark.lowerBound].utf8.count
        #expect(found.place == .init(offset: offset, line: 2, column: offset))
    }

    @Test(arguments: [("", FeedError.Kind.empty), ("{", .syntax)])
    func whatIsNoJSONIsAnErrorOfItsOwn(_ text: String, _ kind: FeedError.Kind) {
        #expect(#expect(throws: FeedError.self) { try read(text) }?.kind == kind)
    }
}
