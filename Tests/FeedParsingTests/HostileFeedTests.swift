import Testing

@testable import FeedParsing

/// Feeds that try to make a reader take minutes, or gigabytes. Each would, if the work grew with the square
/// of something that the feed decides; as it is, all of them together take seconds, without optimization.
@Suite(.timeLimit(.minutes(1)))
struct HostileFeedTests {
    private static let many = 10_000

    private func list(_ element: String, _ count: Int = many) -> String {
        "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
    }

    private func numbered(_ count: Int = many, _ element: (Int) -> String) -> String {
        "[" + (0..<count).map(element).joined(separator: ",") + "]"
    }

    @Test func manyItemsThatLookAtALongListAtTheRoot() throws {
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "sections": {"type": {"default": "t"}, "items": "items"}, "types": {"t": {"kind": "LIST"}},
                 "default": {"item": {
                    "id": "id", "title": "t", "subtitle": "$.list.7500.x", "labels": "$.list.*.x", "image": "$.long",
                    "action": {"path": "^.list.*.x", "join": ","}, "playCount": "$.digits", "valid": "$.digits",
                    "extras": {"a": "$.list.*.x", "b": "^.list.*.x", "c": "$.long", "d": "$.texts"}}}}
                """#)
        let page = try mapping.parse(
            text: #"""
                {"long": "\#(String(repeating: "é", count: 100_000))", "digits": \#(String(repeating: "7", count: 100_000)),
                 "list": \#(numbered { #"{"x": \#($0)}"# }), "texts": \#(list("1")),
                 "items": \#(numbered { #"{"id": \#($0), "t": "t"}"# })}
                """#)
        #expect(page.items.count == HostileFeedTests.many)
        let last = try #require(page.items.last)
        #expect(last.subtitle == "7500")
        #expect(last.labels.count == HostileFeedTests.many)
        #expect(last.extra("b")?.elements.last == "9999")
        #expect(last.action?.hasSuffix(",9999") == true)
        #expect(last.image?.utf8.count == 200_000)
        // What they share is there once.
        let items = page.sectionRecords[0].pointee.items
        #expect(items[0].image == items[1].image)
        #expect(items[0].action == items[1].action)
        #expect(items[0].labels.baseAddress == items[1].labels.baseAddress)
        #expect(items[0].extras[0].values.baseAddress == items[1].extras[0].values.baseAddress)
        #expect(items[0].extras[2].values.baseAddress == items[1].extras[2].values.baseAddress)
        #expect(page.warningLines == ["badField /digits"])
    }

    @Test func manyExtrasInOneObject() throws {
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "sections": {"type": {"default": "t"}, "items": "items"}, "types": {"t": {"kind": "LIST"}},
                 "default": {"item": {
                    "title": "t", "extras": "e",
                    "children": {"list": "c", "item": {"extras": "e"}, "single": "merge"}}}}
                """#)
        let members = (0..<HostileFeedTests.many).map { #""m\#($0)": 1, "twice": 2"# }.joined(separator: ",")
        let others = (0..<HostileFeedTests.many).map { #""m\#($0 + 5000)": 3"# }.joined(separator: ",")
        let page = try mapping.parse(
            text: #"{"items": [{"t": 1, "e": {\#(members)}, "c": [{"e": {\#(others)}}]}]}"#)
        let extras = page.sectionRecords[0].pointee.items[0].extras
        #expect(extras.count == HostileFeedTests.many + 1 + 5000)
        #expect(page.items[0].text("m9999") == "1")
        #expect(page.items[0].text("m14999") == "3")
        #expect(page.warningTotal == HostileFeedTests.many - 1)
    }

    @Test func manySectionsThatLookAtLongListsAtTheRoot() throws {
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "sections": {"list": "rows", "type": "t", "items": "$.items", "title": "$.long",
                                              "subtitle": {"path": "$.list.*.x", "join": ","}},
                 "types": {"a": {"kind": "LIST"}, "b": {"kind": "LIST", "items": "$.list.*"}, "c": {"kind": "LIST", "items": "i"}},
                 "default": {"item": {"title": "x"}}}
                """#)
        let page = try mapping.parse(
            text: #"""
                {"rows": \#(numbered { #"{"t": "\#(["a", "b", "c"][$0 % 3])", "i": [{"x": 1}]}"# }),
                 "long": "\#(String(repeating: "x", count: 100_000))",
                 "items": \#(list(#"{"x": 1}"#)), "list": \#(list(#"{"x": 2}"#))}
                """#)
        #expect(page.sections.count == 2 + HostileFeedTests.many / 3)
        #expect(page.sections[0].items.count == HostileFeedTests.many)
        #expect(page.sections[1].items.count == HostileFeedTests.many)
        #expect(page.warningTotal == 2 * HostileFeedTests.many / 3 - 1)
    }

    @Test func manyRootMembers() throws {
        let page = try Small.page(
            rule: #"{"title": "t", "subtitle": "$.end.0", "extras": {"e": "^.end"}}"#,
            items: numbered { #"{"t": \#($0)}"# }.dropFirst().dropLast() + "",
            root: numbered { #""k\#($0)": 1"# }.dropFirst().dropLast() + #", "end": ["x"], "#)
        #expect(page.items.count == HostileFeedTests.many)
        #expect(page.items.allSatisfy { $0.subtitle == "x" })
    }

    @Test func manyItemsOfOneID() throws {
        let page = try Small.page(
            rule: #"{"id": "id", "title": "id"}"#, items: list(#"{"id": 1}"#).dropFirst().dropLast() + "")
        #expect(page.ids == ["1"])
        #expect(page.warningTotal == HostileFeedTests.many - 1)
    }

    @Test func manyItemsWithChildren() throws {
        let page = try Small.page(
            rule: #"{"id": "id", "children": {"list": "c", "item": {"id": "id", "title": "id"}}}"#,
            items: numbered { #"{"id": \#($0), "c": [{"id": 1}, {"id": 2}]}"# }.dropFirst().dropLast() + "")
        #expect(page.items.count == HostileFeedTests.many)
        #expect(page.items.allSatisfy { $0.children.count == 2 })
    }

    @Test func manyItemsOfOneDerivedID() throws {
        let page = try Small.page(
            rule: #"{"title": "t"}"#, items: list(#"{"t": 1}"#).dropFirst().dropLast() + "")
        #expect(Set(page.items.map(\.uid)).count == HostileFeedTests.many)
        #expect(page.ids.last?.hasSuffix("#10000") == true)
    }

    @Test func manySectionsOfOneType() throws {
        let page = try Small.sections(
            "", list(#"{"type": "list", "items": [{"id": 1, "title": 1}]}"#).dropFirst().dropLast() + "")
        #expect(page.sections.last?.key == "list#10000")
        #expect(Set(page.sections.map(\.uid)).count == HostileFeedTests.many)
    }

    /// The very keys that numbers would make are taken.
    @Test func manySectionsInEachOthersWay() throws {
        let half = HostileFeedTests.many / 2
        let taken = (2..<half).map {
            #"{"type": "list", "key": "k#\#($0)", "items": [{"id": 1, "title": 1}]}"#
        }
        let wanting = Array(
            repeating: #"{"type": "list", "key": "k", "items": [{"id": 1, "title": 1}]}"#, count: half)
        let page = try Small.sections(#", "key": "key""#, (taken + wanting).joined(separator: ","))
        #expect(page.sections.last?.key == "k#\(2 * half - 2)")
        #expect(Set(page.sections.map(\.key)).count == 2 * half - 2)
    }

    private func pages(_ count: Int, _ sections: (Int) -> String) throws -> [LaterPage] {
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "sections": {"list": "rows", "type": "type", "key": "key", "items": "items"},
                 "types": {"list": {"kind": "LIST"}}, "default": {"item": {"id": "id", "title": "id"}}}
                """#)
        return try (0..<count).map { LaterPage(try mapping.parse(text: #"{"rows": [\#(sections($0))]}"#)) }
    }

    @Test func manyPagesOfOneItem() throws {
        let pages = try pages(HostileFeedTests.many) { _ in #"{"type": "list", "items": [{"id": 1}]}"# }
        let whole = pages[0].page.extended(by: Array(pages.dropFirst()))
        #expect(whole.ids == ["1"])
        let answers = pages.dropFirst().map { LaterPage($0.page, sectionKey: "list") }
        #expect(pages[0].page.extended(by: answers).ids == ["1"])
    }

    @Test func manyPagesOfNewItemsAndSections() throws {
        let pages = try pages(HostileFeedTests.many) {
            #"{"type": "list", "items": [{"id": \#($0)}]}, {"type": "list", "key": "k\#($0)", "items": [{"id": 1}]}"#
        }
        let whole = pages[0].page.extended(by: Array(pages.dropFirst()))
        #expect(whole.items.count == HostileFeedTests.many)
        #expect(whole.sections.count == 1 + HostileFeedTests.many)
        #expect(whole.itemTotal == 2 * HostileFeedTests.many)
    }

    @Test func aLongPageAfterALongPage() throws {
        let pages = try pages(2) { page in
            let items = numbered(200_000) { #"{"id": \#($0 + page * 100_000)}"# }
            return #"{"type": "list", "items": \#(items)}"#
        }
        let whole = pages[0].page.extended(by: [pages[1]])
        #expect(whole.itemTotal == 300_000)
        #expect(whole.sectionRecords[0].pointee.items[299_999].id.map { String(cString: $0) } == "299999")
        let more = pages[0].page.extended(by: [LaterPage(pages[1].page, sectionKey: "list")])
        #expect(more.itemTotal == 300_000)
    }

    @Test func manyUnknownTypes() throws {
        let page = try Small.sections(
            "",
            numbered { #"{"type": "t\#($0)", "items": [{"id": 1, "title": 1}]}"# }.dropFirst().dropLast() + ""
        )
        #expect(page.sections.count == HostileFeedTests.many)
        #expect(page.warningTotal == HostileFeedTests.many)
    }

    @Test func manyWarningsFarFromTheBeginning() throws {
        let page = try Small.page(
            rule: #"{"title": "t", "labels": "l"}"#,
            items:
                #"{"t": 1, "l": \#(list("null", 500_000).dropLast())\#(String(repeating: ",{}", count: 200))]}"#
        )
        #expect(page.warningTotal == 200)
        #expect(page.warnings.last?.path == "/items/0/l/500099")
    }

    @Test func manyRepeatedKeys() throws {
        let page = try Small.page(
            rule: #"{"id": "id", "title": "id", "labels": "a.b.c"}"#,
            items: "{" + Array(repeating: #""id": 1"#, count: HostileFeedTests.many).joined(separator: ",")
                + "}")
        #expect(page.ids == ["1"])
        #expect(page.warningTotal == 1)
    }

    @Test func moreItemsThanAPageMayHave() throws {
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "sections": {"list": "$", "type": "t", "items": "i"}, "types": {"t": {"kind": "LIST"}},
                 "default": {"item": {"title": "x", "children": {"list": "c", "item": {"title": "x"}}}}}
                """#)
        let document = try JSONDocument(
            #"""
            [{"t": "t", "i": [{"x": 1}, {}, {"x": 2, "c": [{"x": 3}, {"x": 4}]}]},
             {"t": "t", "i": [{"x": 5, "c": [{"x": 6}, {"x": 7}]}, {"x": 8}]}, {"t": "t", "i": [{"x": 9}]}]
            """#)
        var reader = FeedReader(document, mapping, itemLimit: 5)
        let page = try reader.read()
        #expect(page.allItems.map(\.title) == ["1", "2", "3", "4", "5", "6"])
        #expect(
            page.warningLines == [
                "itemDropped /0/i/1", "itemDropped /1/i/0/c/1", "itemDropped /1/i/1", "sectionDropped /2",
                "itemDropped /2/i/0",
            ])
    }

    @Test func starsUponStars() throws {
        let every = Array(repeating: "*", count: 31).joined(separator: ".")
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "sections": {"list": "$.*.*.*.rows.*", "type": "\#(every).t", "items": "*.*.i.*.*.*"},
                 "types": {"t": {"kind": "LIST"}}, "default": {"item": {"title": "\#(every).t", "labels": "\#(every).t"}}}
                """#)
        let page = try mapping.parse(text: #"{"rows": [{"t": "t", "i": \#(list(#"{"t": 1}"#))}]}"#)
        #expect(page.items.count == HostileFeedTests.many)

        // Lists in lists: each element is looked at once for each star.
        var nest = list("1", 1000)
        for _ in 0..<30 { nest = "[\(nest)]" }
        let deep = try Small.page(
            rule: #"{"title": "t", "extras": {"e": "n.\#(every)"}}"#, items: #"{"t": 1, "n": \#(nest)}"#)
        #expect(deep.items[0].list("e")?.count == 1000)
    }

    @Test func thousandsOfTypesAndRules() throws {
        let count = 3000
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "sections": {"list": "$", "type": "t", "items": "i"},
                 "types": {\#((0..<count).map { #""t\#($0)": {"kind": "LIST", "item": "r\#($0)"}"# }.joined(separator: ","))},
                 "rules": {\#((0..<count).map { #""r\#($0)": {"title": "x"}"# }.joined(separator: ","))}}
                """#)
        let page = try mapping.parse(text: numbered { #"{"t": "t\#($0 % count)", "i": [{"x": 1}]}"# })
        #expect(page.sections.count == HostileFeedTests.many)
        #expect(page.warnings.isEmpty)
    }

    @Test(arguments: [
        "{}", "[]", "null", "1", #""""#, #"{"a": 1}"#, #"{"id": {}, "title": [], "url": true, "tags": {}}"#,
    ])
    func manyElementsThatAreNoItem(_ element: String) throws {
        let feed = #"{"items": \#(list(element))}"#
        let page = try Mapping(named: "json-feed").parse(text: feed)
        #expect(page.sections.isEmpty)
        #expect(page.warningTotal > HostileFeedTests.many)
        #expect(page.warnings.count == 100)
    }

    @Test(arguments: ["<", "<p", "<p>", "&", "&amp;", " &nbsp;<br>", "<!--", "<!-- -->", "é<i>", "&#", " "])
    func longHTML(_ piece: String) throws {
        let html = String(repeating: piece, count: 30_000)
        let page = try Mapping(named: "json-feed").parse(
            text: #"{"items": [{"content_html": "\#(html)", "image": "i"}]}"#)
        #expect(page.items[0].html?.utf8.count == html.utf8.count)
        #expect((page.items[0].title ?? "").utf8.count <= 4100)
    }

    /// The deepest document there can be, wherever a mapping looks.
    @Test(arguments: ["netease-home", "netease-menus", "douban-movies", "json-feed", "users"])
    func deepDocuments(_ name: String) throws {
        let mapping = try Mapping(named: name)
        for member in ["data", "items", "subjects", "users", "results", "code"] {
            let lists = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
            let objects =
                String(repeating: #"{"\#(member)":"#, count: 512) + "1" + String(repeating: "}", count: 512)
            for feed in [#"{"\#(member)": \#(lists)}"#, objects, lists] {
                do throws(FeedError) {
                    let page = try mapping.parse(text: feed)
                    #expect(page.sections.isEmpty)
                } catch {
                    #expect(error.kind == .shape || error.kind == .refused)
                }
            }
        }
    }

    @Test(arguments: [
        "null", "true", "0", "-1", "1e400", #""""#, #""text""#, "[]", "{}", "[[]]", "[{}]", "[null]",
        "\u{feff}[]", "\u{feff}{}",
        #"{"": ""}"#, #"{"data": []}"#, #"{"items": [[[[]]]]}"#, #"[[], {}, [[]], [{}]]"#,
    ])
    func strangeDocuments(_ feed: String) throws {
        for index in 0..<5 {
            let name = try #require(Mapping.builtinName(at: index))
            do throws(FeedError) {
                let page = try Mapping(named: "\(name)").parse(text: feed)
                #expect(page.sections.isEmpty)
            } catch {
                #expect(error.kind == .shape)
                #expect(error.place != nil)
                #expect(error.message.hasPrefix(#"not the feed that "\#(name)" describes: "#))
            }
        }
        #expect(Mapping.builtinName(at: 5) == nil)
        #expect(Mapping.builtinName(at: -1) == nil)
    }
}
