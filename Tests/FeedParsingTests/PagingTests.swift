import Testing

@testable import FeedParsing

/// How a mapping says what follows a page, and the requests that come of it.
@Suite struct NextRequestTests {
    /// One list, whose mapping has this `page`, and an answer with these members beside its items.
    private func list(_ page: String, _ members: String, items: String = #"{"id": 1, "t": "a"}"#) throws
        -> Snapshot
    {
        let mapping = try Mapping(
            text: """
                {"mapping": "m", "page": {\(page)}, "sections": {"type": {"default": "t"}, "items": "items"},
                 "types": {"t": {"kind": "LIST"}}, "default": {"item": {"id": "id", "title": "t"}}}
                """)
        return try mapping.parse(text: "{\(members) \"items\": [\(items)]}")
    }

    private static let cursor =
        #""cursor": "c", "hasMore": "more", "next": {"by": "cursor", "parameter": "after"}"#
    private static let plainCursor = #""next": {"by": "cursor", "cursor": "c", "parameter": "after"}"#
    private static let offset =
        #""next": {"by": "offset", "parameter": "start", "limit": "count", "size": 20, "total": "sum", "hasMore": "more"}"#
    private static let plainOffset = #""next": {"by": "offset", "parameter": "start"}"#
    private static let url = #""next": {"by": "url", "url": "link", "hasMore": "more"}"#

    @Test(arguments: [
        // By cursor
        (cursor, #""c": "x y", "more": true,"#, "after=x y"), (cursor, #""c": 7,"#, "after=7"),
        (cursor, #""c": "x", "more": false,"#, nil), (cursor, #""c": "x", "more": 0,"#, nil),
        (cursor, #""c": null, "more": true,"#, nil), (cursor, #""more": true,"#, nil),
        (cursor, #""c": "", "more": true,"#, nil), (cursor, "", nil), (plainCursor, #""c": "x","#, "after=x"),
        (plainCursor, #""c": "x", "more": false,"#, "after=x"), (plainCursor, "", nil),
        // By offset
        (offset, #""sum": 39, "more": true,"#, "start=1 count=20"), (offset, "", "start=1 count=20"),
        (offset, #""sum": 2,"#, "start=1 count=20"), (offset, #""sum": 1, "more": true,"#, nil),
        (offset, #""sum": 0,"#, nil), (offset, #""sum": "39", "more": false,"#, nil),
        (offset, #""sum": -1,"#, "start=1 count=20"), (plainOffset, "", "start=1"),
        // By URL
        (url, #""link": "?p=2","#, "?p=2"), (url, #""link": "http://h/ ", "more": true,"#, "http://h/ "),
        (url, #""link": "?p=2", "more": "false","#, nil), (url, #""more": true,"#, nil),
        (url, #""link": null,"#, nil),
    ])
    func asksOnAsLongAsThereIsMore(_ page: String, _ members: String, _ request: String?) throws {
        #expect(try list(page, members).nextRequest?.line == request)
    }

    @Test(arguments: [cursor, plainCursor, offset, plainOffset, url])
    func anEmptyListEndsIt(_ page: String) throws {
        let members = #""c": "x", "more": true, "sum": 9, "link": "/p","#
        #expect(try list(page, members, items: "").nextRequest == nil)
        #expect(try list(page, members).nextRequest != nil)
    }

    @Test func elementsThatWereDroppedCountToo() throws {
        let page = try list(
            NextRequestTests.offset, "", items: #"{"id": 1, "t": "a"}, {"id": 1, "t": "b"}, {}, null"#)
        #expect(page.itemTotal == 1)
        #expect(page.nextRequest?.line == "start=4 count=20")
        let none = try list(NextRequestTests.offset, "", items: "{}, null")
        #expect(none.sections.isEmpty)
        #expect(none.nextRequest?.line == "start=2 count=20")
    }

    @Test func ofAListOfSectionsTheSectionsCount() throws {
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "page": {"next": {"by": "offset", "parameter": "from"}},
                 "sections": {"list": "tabs.*.rows.*", "type": "type", "items": "items"}, "types": {"a": {"kind": "LIST"}},
                 "default": {"item": {"title": "t"}}}
                """#)
        let page = try mapping.parse(
            text: #"""
                {"tabs": [{"rows": [{"type": "a", "items": [{"t": 1}, {"t": 2}]}, {"type": "a", "items": []}]},
                          {"rows": [7]}]}
                """#)
        #expect(page.page.next?.count == 3)
        #expect(page.nextRequest?.line == "from=3")
        #expect(try mapping.parse(text: #"{"tabs": [{"rows": []}]}"#).nextRequest == nil)
    }

    @Test func aMappingThatSaysNothingAsksForNothing() throws {
        let page = try list(#""cursor": "c", "hasMore": "more""#, #""c": "x", "more": true,"#)
        #expect(page.nextRequest == nil)
        #expect(page.moreRequest(sectionKey: "t") == nil)
        #expect(page.moreRequest(sectionKey: "u") == nil)
    }

    @Test func whatDoesNotFitIsAWarning() throws {
        let page = try list(NextRequestTests.offset, #""more": "perhaps", "sum": "many","#)
        #expect(page.warningLines == ["badField /more", "badField /sum"])
        #expect(page.nextRequest?.line == "start=1 count=20")
        #expect(
            try list(NextRequestTests.url, #""link": {"href": "/p"},"#).warningLines == ["badField /link"])
    }

    // MARK: - More of a section

    private static let shelves = #"""
        {"mapping": "m",
         "sections": {"list": "rows", "type": "type", "key": "key", "items": "items",
                      "more": {"by": "cursor", "cursor": "at", "hasMore": "more", "parameter": "cursor",
                               "address": "/more", "key": "shelf"}},
         "types": {"a": {"kind": "LIST"},
                   "b": {"kind": "LIST", "more": {"by": "url", "url": ["link", "$.link"]}},
                   "c": {"kind": "LIST", "more": {"by": "offset", "parameter": "from", "total": "sum",
                                                  "address": "https://other/c"}}},
         "default": {"item": {"id": "id", "title": "id"}}}
        """#

    private func shelf(_ members: String, _ root: String = "") throws -> NextRequest? {
        let feed = #"{\#(root) "rows": [{\#(members), "items": [{"id": 1}, {"id": 2}]}]}"#
        let page = try Mapping(text: NextRequestTests.shelves).parse(text: feed)
        return page.moreRequest(sectionKey: page.sections[0].key)
    }

    @Test(arguments: [
        (#""type": "a", "key": "k", "at": "x", "more": true"#, "/more: cursor=x shelf=k"),
        (#""type": "a", "at": "x""#, "/more: cursor=x shelf=a"),
        (#""type": "a", "at": "x", "more": false"#, nil), (#""type": "a""#, nil),
        // Of a type that the mapping doesn't know.
        (#""type": "z", "at": "x""#, "/more: cursor=x shelf=z"),
        (#""type": "b", "link": "?b=2", "at": "x""#, "?b=2"), (#""type": "b", "at": "x""#, "/all"),
        (#""type": "c""#, "https://other/c: from=2"), (#""type": "c", "sum": 2"#, nil),
    ])
    func aSectionAsksForMore(_ members: String, _ request: String?) throws {
        #expect(try shelf(members, #""link": "/all","#)?.line == request)
    }

    /// The number that tells two sections of one key apart is none of the server's business.
    @Test func theKeyIsTheServersOwn() throws {
        let rows = Array(repeating: #"{"type": "a", "key": "k", "at": "x", "items": [{"id": 1}]}"#, count: 2)
        let page = try Mapping(text: NextRequestTests.shelves).parse(
            text: #"{"rows": [\#(rows.joined(separator: ","))]}"#)
        #expect(page.sections.map(\.key) == ["k", "k#2"])
        #expect(page.moreRequest(sectionKey: "k#2")?.line == "/more: cursor=x shelf=k")
    }

    @Test func aDocumentThatIsOneSectionCanAskForMoreOfIt() throws {
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m",
                 "sections": {"type": {"default": "t"}, "items": "items",
                              "more": {"by": "cursor", "cursor": "c", "parameter": "p"}},
                 "types": {"t": {"kind": "LIST"}}, "default": {"item": {"title": "t"}}}
                """#)
        let page = try mapping.parse(text: #"{"c": "x", "items": [{"t": 1}]}"#)
        #expect(page.moreRequest(sectionKey: "t")?.line == "p=x")
    }
}

extension NextRequest {
    /// "address: name=value name=value", or the URL.
    var line: String {
        let fields = parameters.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
        return url ?? (address.map { "\($0): " } ?? "") + fields
    }
}

/// Later pages become one with the first.
@Suite struct PagingTests {
    static let mapping = #"""
        {"mapping": "m",
         "page": {"cursor": "cursor", "hasMore": "more", "nodataToast": "toast",
                  "next": {"by": "offset", "parameter": "from", "total": "sum"}},
         "sections": {"list": "rows", "type": "type", "title": "title", "items": "items",
                      "more": {"by": "offset", "parameter": "at", "key": "shelf"}},
         "types": {"a": {"kind": "LIST"}, "b": {"kind": "LIST"}, "c": {"kind": "LIST"}},
         "default": {"item": {"id": "id", "title": "t", "children": {"list": "in", "item": {"id": "id", "title": "t"}}}}}
        """#

    /// "a: 1 2(8 9) 3": a section of type "a", its items' ids, and the ids of an item's children. The title
    /// of each is its id and `mark`.
    private func page(_ lines: String..., mark: String = "", more: String = "") throws -> Snapshot {
        try page(lines: lines, mark: mark, more: more)
    }

    private func page(lines: [String], mark: String = "", more: String = "") throws -> Snapshot {
        let rows = lines.map { line in
            let words = line.split(separator: " ")
            let items = words.dropFirst().map { word in
                let (id, children) = (word.prefix { $0 != "(" }, word.drop { $0 != "(" })
                let inside = children.dropFirst().dropLast().split(separator: ",").map {
                    #"{"id": "\#($0)", "t": "\#($0)\#(mark)"}"#
                }
                return #"{"id": "\#(id)", "t": "\#(id)\#(mark)", "in": [\#(inside.joined(separator: ","))]}"#
            }
            return #"""
                {"type": "\#(words[0].dropLast())", "title": "\#(mark)", "items": [\#(items.joined(separator: ","))]}
                """#
        }
        return try Mapping(text: PagingTests.mapping).parse(
            text: #"{\#(more) "rows": [\#(rows.joined(separator: ","))]}"#)
    }

    /// The same notation, back.
    private func lines(_ page: Snapshot) -> [String] {
        page.sections.map { section in
            let items = section.items.map { item in
                item.children.isEmpty
                    ? item.id : "\(item.id)(\(item.children.map(\.id).joined(separator: ",")))"
            }
            return "\(section.key): \(items.joined(separator: " "))"
        }
    }

    private func uids(_ page: Snapshot) -> [UInt64] {
        page.sections.map(\.uid) + page.allItems.map(\.uid)
    }

    @Test func newSectionsGoToTheEndAndNewItemsToTheEndOfTheirSection() throws {
        let first = try page("a: 1 2", "b: 1")
        let whole = first.extended(by: [
            LaterPage(try page("c: 5", "a: 3 1(8) 4(1,2)")), LaterPage(try page("b: 2", "c: 5 6")),
        ])
        #expect(lines(whole) == ["a: 1 2 3 4(1,2)", "b: 1 2", "c: 5 6"])
        #expect(uids(whole) == uids(try page("a: 1 2 3 4(1,2)", "b: 1 2", "c: 5 6")))
        #expect(lines(first) == ["a: 1 2", "b: 1"])
        #expect(first.itemTotal == 3)
        #expect(whole.itemTotal == 8)
    }

    @Test func whatIsThereStaysAsItIs() throws {
        let whole = try page("a: 1 2(7)", mark: "old").extended(by: [
            LaterPage(try page("a: 2(7,8) 3 1(9)", mark: "new"))
        ])
        #expect(lines(whole) == ["a: 1 2(7) 3"])
        #expect(whole.sections[0].title == "old")
        #expect(whole.allItems.map(\.title) == ["1old", "2old", "7old", "3new"])
    }

    @Test func sectionsOfOneTypeMeetByTheirNumber() throws {
        let whole = try page("a: 1", "a: 2").extended(by: [LaterPage(try page("a: 1 3", "a: 4", "a: 5"))])
        #expect(lines(whole) == ["a: 1 3", "a#2: 2 4", "a#3: 5"])
    }

    @Test func emptyPagesAddNothing() throws {
        let (none, some) = (try page(), try page("a: 1"))
        #expect(lines(some.extended(by: [LaterPage(none)])) == ["a: 1"])
        #expect(lines(none.extended(by: [LaterPage(none), LaterPage(some)])) == ["a: 1"])
        #expect(lines(none.extended(by: [LaterPage(none)])).isEmpty)
        #expect(some.extended(by: []) === some)
        #expect(none.itemTotal == 0)
    }

    @Test func aPageCanBeExtendedAgain() throws {
        let pages = [
            try page("a: 1", "b: 1"), try page("a: 2 1"), try page("c: 1", "a: 3 2"), try page("b: 1 2"),
        ]
        let later = pages.dropFirst().map { LaterPage($0) }
        let atOnce = pages[0].extended(by: later)
        let stepwise = later.reduce(pages[0]) { $0.extended(by: [$1]) }
        #expect(lines(atOnce) == ["a: 1 2 3", "b: 1 2", "c: 1"])
        #expect(lines(stepwise) == lines(atOnce))
        #expect(uids(stepwise) == uids(atOnce))
        #expect(stepwise.nextRequest?.line == atOnce.nextRequest?.line)
    }

    /// The records of the pages live on in it.
    @Test func theWholeOutlivesItsPages() throws {
        let whole = try page("a: 1(2)", mark: "one").extended(by: [
            LaterPage(try page("a: 3(4)", "b: 1", mark: "two")),
            LaterPage(try page("z: 1(2)"), sectionKey: "b"),
        ])
        #expect(whole.allItems.map(\.title) == ["1one", "2one", "3two", "4two", "1two"])
        #expect(whole.source == nil)
        #expect(whole.sections[0].items[1].raw.contains(#""id": "3""#))
    }

    @Test func whatDoesNotChangeIsShared() throws {
        let (first, second) = (try page("a: 1(2)", "b: 1"), try page("b: 2(3)", "c: 1"))
        let whole = first.extended(by: [LaterPage(second)])
        #expect(whole.sectionRecords[0] == first.sectionRecords[0])
        #expect(whole.sectionRecords[2] == second.sectionRecords[1])
        let item = whole.sectionRecords[1].pointee.items[1]
        #expect(item.children.baseAddress == second.sectionRecords[0].pointee.items[0].children.baseAddress)
    }

    @Test func pageFieldsAndWarnings() throws {
        let whole = try page("a: 1", "q: 1", more: #""cursor": "x", "more": true, "toast": "first","#)
            .extended(by: [
                LaterPage(try page("a: 2 2", more: #""cursor": "y", "toast": "second","#)),
                LaterPage(try page("a: 3 3 3", more: #""more": false,"#)),
            ])
        #expect(whole.nodataToast == "first")
        #expect(whole.rest.contains("first"))
        // These two are about what follows.
        #expect(whole.cursor == nil)
        #expect(whole.hasMore == false)
        #expect(whole.warnings.map(\.code) == [.unknownSection, .duplicateID, .duplicateID, .duplicateID])
        #expect(whole.warningTotal == 4)
    }

    // MARK: - What follows

    @Test func theLastPageSaysWhatFollows() throws {
        let later = [
            LaterPage(try page("a: 1 2", "b: 5", more: #""sum": 4,"#)),
            LaterPage(try page("c: 1", more: #""sum": 4,"#)),
            LaterPage(try page("c: 1")), LaterPage(try page()),
        ]
        let requests = (0...4).map {
            try? page("a: 1", more: #""sum": 2,"#).extended(by: Array(later[..<$0])).nextRequest?
                .line
        }
        #expect(requests == ["from=1", "from=3", nil, "from=5", nil])
    }

    @Test func sectionsCountTheirElements() throws {
        func more(_ later: LaterPage...) throws -> String? {
            try page("a: 1 1 2").extended(by: later).moreRequest(sectionKey: "a")?.line
        }
        #expect(try more() == "at=3 shelf=a")
        #expect(try more(LaterPage(page("b: 3"), sectionKey: "a")) == "at=4 shelf=a")
        #expect(try more(LaterPage(page("a: 2 3"), sectionKey: "a")) == "at=5 shelf=a")
        #expect(try more(LaterPage(page("a: 3"))) == "at=4 shelf=a")
        // A page that says again what is there is not about the rest of it.
        #expect(try more(LaterPage(page("a: 1 2"))) == "at=3 shelf=a")
        // Nothing came.
        #expect(try more(LaterPage(page("a:"), sectionKey: "a")) == nil)
        #expect(try more(LaterPage(page("b: 1", "c: 1"), sectionKey: "a")) == nil)
        #expect(try more(LaterPage(page("b: 9"), sectionKey: "b")) == "at=3 shelf=a")
    }

    /// Who asked found nothing new in the last one: it ends that, though the answer says otherwise.
    @Test func theLastOneEndsIt() throws {
        let first = try page("a: 1 2", "b: 1", more: #""sum": 9, "more": true,"#)
        var last = LaterPage(try page("a: 1", more: #""sum": 9, "more": true,"#))
        #expect(first.extended(by: [last]).nextRequest?.line == "from=3")
        last.isLast = true
        #expect(first.extended(by: [last]).nextRequest == nil)
        #expect(first.extended(by: [last]).moreRequest(sectionKey: "a")?.line == "at=2 shelf=a")

        var lastItems = LaterPage(try page("a: 2"), sectionKey: "a")
        #expect(first.extended(by: [lastItems]).moreRequest(sectionKey: "a")?.line == "at=3 shelf=a")
        lastItems.isLast = true
        #expect(first.extended(by: [lastItems]).moreRequest(sectionKey: "a") == nil)
        #expect(first.extended(by: [lastItems]).moreRequest(sectionKey: "b")?.line == "at=1 shelf=b")
        #expect(first.extended(by: [lastItems]).nextRequest?.line == "from=2")
    }

    // MARK: - More of a section

    @Test func itemsGoToTheSectionThatAskedForThem() throws {
        let first = try page("a: 1 2(5)", "b: 1")
        // From the section of its key, or else from the only one there is.
        for answer in [try page("b: 8", "a: 2 3(6,5)"), try page("z: 2 3(6,5)"), try page("b: 2 3(6,5)")] {
            let whole = first.extended(by: [LaterPage(answer, sectionKey: "a")])
            #expect(lines(whole) == ["a: 1 2(5) 3(6,5)", "b: 1"])
            #expect(uids(whole) == uids(try page("a: 1 2(5) 3(6,5)", "b: 1")))
        }
        #expect(
            lines(first.extended(by: [LaterPage(try page("c: 3", "z: 3"), sectionKey: "a")])) == lines(first))
        #expect(lines(first.extended(by: [LaterPage(try page(), sectionKey: "a")])) == lines(first))
    }

    @Test func theSecondOfAKeyAsksForItself() throws {
        let first = try page("a: 1", "a: 1")
        #expect(first.moreRequest(sectionKey: "a#2")?.line == "at=1 shelf=a")
        #expect(first.moreRequest(sectionKey: "a#3") == nil)
        #expect(
            lines(first.extended(by: [LaterPage(try page("a: 2"), sectionKey: "a#2")])) == [
                "a: 1", "a#2: 1 2",
            ])
        #expect(
            lines(first.extended(by: [LaterPage(try page("a: 2", "a: 3"), sectionKey: "a#2")])) == [
                "a: 1", "a#2: 1 3",
            ])
    }

    /// After a refresh a section that had asked for more may be gone.
    @Test func itemsOfASectionThatIsGoneAreLeftOut() throws {
        let later = [LaterPage(try page("b: 2"), sectionKey: "b"), LaterPage(try page("b: 3"))]
        #expect(lines(try page("a: 1").extended(by: later)) == ["a: 1", "b: 3"])
        #expect(lines(try page().extended(by: [later[0]])).isEmpty)
    }

    @Test func pagesAndSectionsTakeTurns() throws {
        let whole = try page("a: 1").extended(by: [
            LaterPage(try page("a: 2"), sectionKey: "a"), LaterPage(try page("a: 4 2", "b: 1")),
            LaterPage(try page("x: 3 4 5"), sectionKey: "a"), LaterPage(try page("b: 2"), sectionKey: "b"),
        ])
        #expect(lines(whole) == ["a: 1 2 4 3 5", "b: 1 2"])
    }

    // MARK: - Any list, cut in any way

    /// Pages that overlap are the whole list again, with its own uids.
    @Test func overlappingPagesAreTheWholeAgain() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let count = Int.random(in: 1...40, using: &random)
            // Three sections, whose items come in turns; some with children.
            let all = (0..<count).map { number in
                let children = number % 4 == 0 ? "(\(number),x)" : ""
                return (
                    section: ["a", "b", "c"].randomElement(using: &random) ?? "a",
                    text: "\(number)\(children)"
                )
            }
            let whole = try page(of: all[...])
            var pages: [Snapshot] = []
            var end = 0
            while end < count {
                let start = Int.random(in: max(0, end - 5)...end, using: &random)
                end = Int.random(in: min(end + 1, count)...min(end + 12, count), using: &random)
                pages.append(try page(of: all[start..<end]))
                if Int.random(in: 0..<8, using: &random) == 0 { pages.append(pages[pages.count / 2]) }
            }
            let extended = pages[0].extended(by: pages.dropFirst().map { LaterPage($0) })
            #expect(lines(extended) == lines(whole))
            #expect(uids(extended) == uids(whole))
            #expect(extended.itemTotal == count)
        }
    }

    /// The sections in the order of their first items.
    private func page(of items: ArraySlice<(section: String, text: String)>) throws -> Snapshot {
        var rows: [(key: String, line: String)] = []
        for item in items {
            if let row = rows.firstIndex(where: { $0.key == item.section }) {
                rows[row].line += " \(item.text)"
            } else {
                rows.append((item.section, "\(item.section): \(item.text)"))
            }
        }
        return try page(lines: rows.map(\.line))
    }
}

/// What the built-in mappings make of the feeds that they know.
@Suite struct BuiltinPagingTests {
    private func request(_ page: Snapshot) -> String? { page.nextRequest?.line }

    @Test func theHomePageGoesOnByCursor() throws {
        func home(_ data: String) throws -> String? {
            let block =
                #"{"blockCode": "HOMEPAGE_BANNER", "extInfo": {"banners": [{"bannerId": "1", "pic": "p"}]}}"#
            let feed = #"{"code": 200, "data": {\#(data) "blocks": [\#(block)]}}"#
            return request(try Mapping(named: "netease-home").parse(text: feed))
        }
        #expect(try home(#""cursor": "{\"offset\": 5}", "hasMore": true,"#) == #"cursor={"offset": 5}"#)
        #expect(try home(#""cursor": null, "hasMore": false,"#) == nil)
        #expect(try home(#""cursor": "x", "hasMore": false,"#) == nil)
        #expect(try home("") == nil)
    }

    @Test func filmListsGoOnByOffset() throws {
        func films(_ members: String) throws -> String? {
            let feed = #"{\#(members) "subjects": [{"id": "1", "title": "a"}, {"id": "2", "title": "b"}]}"#
            return request(try Mapping(named: "douban-movies").parse(text: feed))
        }
        #expect(try films(#""count": 2, "start": 0, "total": 3,"#) == "start=2 count=20")
        #expect(try films(#""count": 20, "start": 0, "total": 2,"#) == nil)
        #expect(try films("") == "start=2 count=20")
    }

    @Test func jsonFeedsGoOnByLink() throws {
        func entries(_ members: String) throws -> String? {
            let feed = #"{\#(members) "items": [{"id": "1", "title": "a"}]}"#
            return request(try Mapping(named: "json-feed").parse(text: feed))
        }
        #expect(
            try entries(#""next_url": "https://quay.example/feed?page=2","#)
                == "https://quay.example/feed?page=2")
        #expect(try entries("") == nil)
    }

    @Test(
        .enabled(if: FeedFiles.hasShared),
        arguments: [
            ("netease-home-01", "netease-home", nil), ("netease-home-04-repaired", "netease-home", nil),
            ("netease-home-05", "netease-home", nil),
            ("douban-coming-soon-01", "douban-movies", "start=20 count=20"),
            ("douban-in-theaters-01", "douban-movies", "start=20 count=20"),
            ("douban-top250-01", "douban-movies", "start=20 count=20"),
            ("jsonfeed-01-daringfireball", "json-feed", nil), ("jsonfeed-06-allthis", "json-feed", nil),
        ])
    func realFeeds(_ name: String, _ mapping: String, _ line: String?) throws {
        #expect(request(try FeedFiles.sharedPage("feeds/\(name).json", mapping)) == line)
    }

    @Test(.enabled(if: FeedFiles.hasShared)) func aRealCursorIsPassedOnAsItIs() throws {
        let page = try FeedFiles.sharedPage("feeds/netease-home-03.json", "netease-home")
        let line = try #require(request(page))
        #expect(line.hasPrefix(#"cursor={"offset":5,"blockCodeOrderList":["HOMEPAGE_BANNER","#))
        #expect(page.extended(by: [LaterPage(page)]).itemTotal == page.itemTotal)
    }
}
