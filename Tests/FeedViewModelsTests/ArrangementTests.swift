import FeedParsing
import Foundation
import Testing

@testable import FeedViewModels

/// A page that its reader rearranges.
@Suite struct ArrangementTests {
    private static let mapping = try? Mapping(
        text: #"""
            {"mapping": "m", "page": {"cursor": "next"},
             "sections": {"list": "rows", "type": "type", "items": "items"},
             "default": {"item": {"id": "id", "title": "title"}}}
            """#)

    private static func page(_ keys: [String]) throws -> Snapshot {
        let rows = keys.map { #"{"type": "\#($0)", "items": [{"id": 1, "title": "of \#($0)"}]}"# }
        return try #require(mapping).parse(
            text: #"{"next": "n", "rows": [\#(rows.joined(separator: ","))]}"#)
    }

    private func page(_ keys: String...) throws -> Snapshot { try Self.page(keys) }

    private static func own(_ key: String, _ title: String = "own") -> String {
        #"{"key": "\#(key)", "kind": "MENUS", "items": [{"id": 1, "title": "\#(title)"}]}"#
    }

    private let abcd: Snapshot

    init() throws {
        abcd = try Self.page(["a", "b", "c", "d"])
    }

    // MARK: - Nothing rearranged

    @Test func withoutAnArrangementThePageIsItself() throws {
        let arrangement = Arrangement()
        #expect(arrangement.isEmpty)
        #expect(arrangement.applied(to: abcd) === abcd)
        #expect(arrangement.applied(to: nil) == nil)
    }

    @Test func aPageThatIsAsArrangedIsItself() throws {
        let arrangement = Changing()
        #expect(arrangement.move("b", to: 1, in: abcd))
        #expect(arrangement.hide("b", true, in: abcd))
        #expect(arrangement.hide("b", false, in: abcd))
        #expect(!arrangement.isEmpty)
        #expect(arrangement.applied(to: abcd) === abcd)
        let other = try page("x", "y")
        #expect(arrangement.applied(to: other) === other)
        #expect(arrangement.applied(to: nil) == nil)
    }

    @Test func aKeyThatIsNotThereIsRefused() throws {
        let arrangement = Changing()
        for key in ["", "e", "A", "a#2"] {
            #expect(!arrangement.move(key, to: 0, in: abcd))
            #expect(!arrangement.hide(key, true, in: abcd))
            #expect(!arrangement.hide(key, false, in: abcd))
            #expect(!arrangement.remove(key, in: abcd))
        }
        #expect(!arrangement.move("a", to: 0, in: nil))
        #expect(arrangement.isEmpty)
    }

    // MARK: - Moving

    @Test(arguments: [
        ("a", 0, "abcd"), ("a", 1, "bacd"), ("a", 3, "bcda"), ("a", 4, "bcda"), ("a", .max, "bcda"),
        ("a", -1, "bcda"), ("a", .min, "bcda"), ("d", 0, "dabc"), ("c", 1, "acbd"), ("b", 2, "acbd"),
    ])
    func aSectionMoves(_ key: String, _ position: Int, _ expected: String) throws {
        let arrangement = Changing()
        #expect(arrangement.move(key, to: position, in: abcd))
        let shown = try #require(arrangement.applied(to: abcd))
        #expect(shown.keys == expected.map(String.init))
        #expect(shown.cursor == "n")
        #expect(shown.warningTotal == abcd.warningTotal)
        // The sections are the page's own, not copies.
        #expect(Set(shown.sectionRecords) == Set(abcd.sectionRecords))
    }

    @Test func positionsCountWhatIsShown() throws {
        let arrangement = Changing()
        #expect(arrangement.hide("b", true, in: abcd))
        #expect(arrangement.move("d", to: 1, in: abcd))
        #expect(arrangement.applied(to: abcd)?.keys == ["a", "d", "c"])
        #expect(arrangement.hide("b", false, in: abcd))
        #expect(arrangement.applied(to: abcd)?.keys == ["a", "b", "d", "c"])
    }

    @Test func aHiddenSectionMovesUnseen() throws {
        let arrangement = Changing()
        #expect(arrangement.hide("a", true, in: abcd))
        #expect(arrangement.move("a", to: 2, in: abcd))
        #expect(arrangement.applied(to: abcd)?.keys == ["b", "c", "d"])
        #expect(arrangement.hide("a", false, in: abcd))
        #expect(arrangement.applied(to: abcd)?.keys == ["b", "c", "a", "d"])
    }

    // MARK: - Later pages

    private func arranged(_ order: String) throws -> Arrangement {
        try Arrangement(text: #"{"order": [\#(order.map { "\"\($0)\"" }.joined(separator: ","))]}"#)
    }

    @Test(arguments: [
        ("dcba", "abcd", "dcba"),
        // Absent, and back again.
        ("dcba", "abd", "dba"), ("dcba", "", ""), ("dcba", "c", "c"),
        // New ones follow whom they follow in the server's page.
        ("dcba", "axbcd", "dcbax"), ("dcba", "axyd", "daxy"), ("dcba", "xabcd", "xdcba"),
        ("dcba", "xayd", "xday"),
        ("dcba", "xy", "xy"), ("dcba", "bxcyd", "dcybx"),
        // The last one known may be far away.
        ("ab", "bxyza", "abxyz"),
    ])
    func theOrderHoldsForOtherPages(_ order: String, _ page: String, _ expected: String) throws {
        let shown = try arranged(order).applied(to: Self.page(page.map(String.init)))
        #expect(shown?.keys == expected.map(String.init))
    }

    /// The menus of a home page come from an address of their own, and stand second.
    @Test func menusThatArriveLaterComeAfterTheirBanner() throws {
        let without = try page("banner", "lists", "songs")
        let with = without.joined(with: try page("menus"), at: 1)
        let arrangement = Changing()
        #expect(arrangement.move("banner", to: .max, in: without))
        #expect(arrangement.applied(to: with)?.keys == ["lists", "songs", "banner", "menus"])
        #expect(arrangement.move("menus", to: 0, in: with))
        #expect(arrangement.applied(to: without)?.keys == ["lists", "songs", "banner"])
        #expect(arrangement.applied(to: with)?.keys == ["menus", "lists", "songs", "banner"])
    }

    @Test func whatIsAbsentKeepsItsPlaceWhenOthersMove() throws {
        let arrangement = Changing()
        #expect(arrangement.move("d", to: 0, in: abcd))
        let later = try page("a", "c")
        #expect(arrangement.move("c", to: 0, in: later))
        #expect(arrangement.applied(to: later)?.keys == ["c", "a"])
        #expect(arrangement.applied(to: abcd)?.keys == ["d", "c", "a", "b"])
        // It can be moved itself, too.
        #expect(arrangement.move("b", to: 1, in: later))
        #expect(arrangement.applied(to: abcd)?.keys == ["d", "c", "b", "a"])
    }

    // MARK: - Removing

    @Test func aRemovedSectionStaysAwayUntilItIsMoved() throws {
        let arrangement = Changing()
        #expect(arrangement.hide("b", true, in: abcd))
        #expect(arrangement.remove("b", in: abcd))
        #expect(arrangement.remove("b", in: abcd))
        #expect(arrangement.applied(to: abcd)?.keys == ["a", "c", "d"])
        #expect(arrangement.applied(to: try page("b"))?.keys == [])
        #expect(arrangement.move("b", to: 2, in: abcd))
        #expect(arrangement.applied(to: abcd)?.keys == ["a", "c", "b", "d"])
    }

    // MARK: - Sections of the front end's own

    @Test func anOwnSectionIsThereWithEveryPage() throws {
        let arrangement = Changing()
        try arrangement.insert(text: Self.own("mine"), at: 1, in: abcd)
        let shown = try #require(arrangement.applied(to: abcd))
        #expect(shown.keys == ["a", "mine", "b", "c", "d"])
        #expect(shown.sections[1].kind == .menus)
        #expect(shown.sections[1].items.map(\.title) == ["own"])
        #expect(arrangement.applied(to: nil)?.keys == ["mine"])
        #expect(arrangement.applied(to: try page())?.keys == ["mine"])
        #expect(arrangement.applied(to: nil)?.sections[0].uid == shown.sections[1].uid)
        #expect(arrangement.hide("mine", true, in: nil))
        #expect(arrangement.applied(to: nil)?.keys == [])
        #expect(arrangement.applied(to: abcd)?.keys == ["a", "b", "c", "d"])
        #expect(arrangement.hide("mine", false, in: nil))
        #expect(arrangement.remove("mine", in: nil))
        #expect(arrangement.applied(to: nil) == nil)
        #expect(arrangement.applied(to: abcd) === abcd)
        #expect(!arrangement.move("mine", to: 0, in: abcd))
    }

    @Test func anOwnSectionCanComeBeforeThePage() throws {
        let arrangement = Changing()
        try arrangement.insert(text: Self.own("mine"), at: 0, in: nil)
        try arrangement.insert(text: Self.own("second"), at: 1, in: nil)
        #expect(arrangement.applied(to: nil)?.keys == ["mine", "second"])
        #expect(arrangement.applied(to: abcd)?.keys == ["mine", "second", "a", "b", "c", "d"])
    }

    @Test func anOwnSectionAtTheTopStaysThere() throws {
        let arrangement = Changing()
        try arrangement.insert(text: Self.own("mine"), at: 0, in: try page("a", "b"))
        #expect(arrangement.applied(to: try page("new", "a", "b"))?.keys == ["mine", "new", "a", "b"])
        #expect(arrangement.move("mine", to: 1, in: try page("a", "b")))
        #expect(arrangement.applied(to: try page("new", "a", "b"))?.keys == ["new", "a", "mine", "b"])
    }

    @Test func insertingAgainReplacesAndMoves() throws {
        let arrangement = Changing()
        try arrangement.insert(text: Self.own("one"), at: 0, in: abcd)
        try arrangement.insert(text: Self.own("two"), at: 1, in: abcd)
        try arrangement.insert(text: Self.own("one", "new"), at: -1, in: abcd)
        let shown = try #require(arrangement.applied(to: abcd))
        #expect(shown.keys == ["two", "a", "b", "c", "d", "one"])
        #expect(shown.sections.last?.items.map(\.title) == ["new"])
        // Hidden it stays, until it is shown.
        #expect(arrangement.hide("one", true, in: abcd))
        try arrangement.insert(text: Self.own("one", "newer"), at: 0, in: abcd)
        #expect(arrangement.applied(to: abcd)?.keys == ["two", "a", "b", "c", "d"])
    }

    @Test func theKeyOfASectionOfThePageIsTaken() throws {
        let arrangement = Changing()
        let error = #expect(throws: FeedError.self) {
            try arrangement.insert(text: "\n" + Self.own("b"), at: 0, in: abcd)
        }
        #expect(error?.kind == .config && error?.path == "/key")
        #expect(error?.message == "the page has a section of this key")
        #expect(error?.place == .init(offset: 9, line: 2, column: 9))
        #expect(arrangement.isEmpty)
    }

    @Test func aMistakeInASectionChangesNothing() throws {
        let arrangement = Changing()
        for text in ["", "[]", "{}", #"{"key": "k", "items": []}"#] {
            #expect(throws: FeedError.self) { try arrangement.insert(text: text, at: 0, in: abcd) }
        }
        #expect(arrangement.isEmpty)
    }

    /// The server's section of that key makes room, under a name of its own.
    @Test func anOwnSectionKeepsAKeyThatAServerTakesLater() throws {
        let arrangement = Changing()
        try arrangement.insert(text: Self.own("b"), at: 1, in: try page("a", "c"))
        let alone = try #require(arrangement.applied(to: nil))
        let shown = try #require(arrangement.applied(to: abcd))
        #expect(shown.keys == ["a", "b#2", "b", "c", "d"])
        #expect(shown.sections[2].uid == alone.sections[0].uid)
        #expect(shown.sections[2].items[0].uid == alone.sections[0].items[0].uid)
        #expect(shown.sections[1].items.map(\.title) == ["of b"])
        #expect(arrangement.remove("b#2", in: abcd))
        #expect(arrangement.applied(to: abcd)?.keys == ["a", "b", "c", "d"])
        #expect(arrangement.move("b#2", to: 0, in: abcd))
        #expect(arrangement.applied(to: abcd)?.keys == ["b#2", "a", "b", "c", "d"])
    }

    /// A section that a server had once may become the front end's own.
    @Test func anOwnSectionIsShownWhateverItsKeyWasBefore() throws {
        let arrangement = Changing()
        #expect(arrangement.hide("a", true, in: abcd))
        #expect(arrangement.remove("b", in: abcd))
        let later = try page("c")
        try arrangement.insert(text: Self.own("a"), at: 0, in: later)
        try arrangement.insert(text: Self.own("b"), at: 0, in: later)
        #expect(arrangement.applied(to: later)?.keys == ["b", "a", "c"])
    }

    // MARK: - As JSON

    @Test func goesOutAndComesBack() throws {
        let arrangement = Changing()
        #expect(
            String(decoding: arrangement.json, as: UTF8.self)
                == #"{"order":[],"hidden":[],"removed":[],"own":[]}"#)
        #expect(try Arrangement(text: "{}").isEmpty)
        let page = try page(#"é\"\\"#, "b", "c", "d")
        let own = Self.own("mine").replacing(",", with: " ,\n")
        try arrangement.insert(text: own, at: 0, in: page)
        #expect(arrangement.hide("b", true, in: page))
        #expect(arrangement.remove("c", in: page))
        let json = String(decoding: arrangement.json, as: UTF8.self)
        #expect(
            json == #"{"order":["mine","é\"\\","b","c","d"],"hidden":["b"],"removed":["c"],"own":[\#(own)]}"#)
        let again = try Arrangement(text: json)
        #expect(again.json == arrangement.json)
        #expect(again.applied(to: page)?.keys == ["mine", #"é"\"#, "d"])
        #expect(again.applied(to: page)?.keys == arrangement.applied(to: page)?.keys)
    }

    @Test func ownSectionsWithoutAPlaceComeLast() throws {
        let own = "[\(Self.own("x")), \(Self.own("y"))]"
        #expect(
            try Arrangement(text: #"{"own": \#(own)}"#).applied(to: abcd)?.keys == [
                "a", "b", "c", "d", "x", "y",
            ])
        #expect(
            try Arrangement(text: ##"{"#": "by hand", "own": \##(own), "order": ["b", "y", "a"]}"##)
                .applied(to: abcd)?.keys == ["b", "c", "d", "y", "a", "x"])
    }

    /// `☞` stands right before the place that the error must name.
    @Test(arguments: [
        ("☞[]", "", "expected an object (an arrangement), found a list"),
        (#"{☞"sections": []}"#, "/sections", #"an arrangement has no member "sections""#),
        (#"{"order": [], ☞"order": []}"#, "/order", #""order" stands twice in an arrangement"#),
        (#"{"order": ☞{}}"#, "/order", "expected a list, found an object"),
        (#"{"hidden": ["a", ☞7]}"#, "/hidden/1", "expected a text, found a number"),
        (#"{"removed": [☞""]}"#, "/removed/0", "a key can't be empty, nor stand twice"),
        (#"{"order": ["a", "b", ☞"\u0061"]}"#, "/order/2", "a key can't be empty, nor stand twice"),
        (#"{"own": ☞"mine"}"#, "/own", "expected a list, found a text"),
        (#"{"own": [☞7]}"#, "/own/0", "a section needs a key"),
        (#"{"own": [{"key": "k", "kind": ☞"X"}]}"#, "/own/0/kind", #"there is no kind "X""#),
        (
            #"{"own": [{"key": "k", "items": [{"id": 1, "title": "t"},\#n {"id": 2, "image": ☞{}}]}]}"#,
            "/own/0/items/1/image", "expected a text, found an object"
        ),
        (
            #"{"own": [{"key": "k", "items": [{"id": 1, "title": "t"}]}, {"key": ☞"k", "items": [{"id": 1, "title": "t"}]}]}"#,
            "/own/1/key", "another section has this key"
        ),
    ])
    func aMistakeIsToldWithItsPlace(_ text: String, _ path: String, _ message: String) throws {
        let text = "\n" + text
        let mark = try #require(text.range(of: "☞"))
        let found = try #require(
            #expect(throws: FeedError.self) { try Arrangement(text: text.replacing("☞", with: "")) })
        #expect(found.kind == .config)
        #expect(found.message == message)
        #expect(found.path == path)
        let lines = text[..<mark.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
        let offset = text[..<mark.lowerBound].utf8.count
        #expect(
            found.place == .init(offset: offset, line: lines.count, column: (lines.last?.utf8.count ?? 0) + 1)
        )
    }

    @Test(arguments: [("", FeedError.Kind.empty), ("{", .syntax)])
    func whatIsNoJSONIsAnErrorOfItsOwn(_ text: String, _ kind: FeedError.Kind) {
        #expect(#expect(throws: FeedError.self) { try Arrangement(text: text) }?.kind == kind)
    }

    // MARK: - Many

    /// Would take minutes if the work grew with the square of the sections.
    @Test(.timeLimit(.minutes(1))) func aHundredThousandSections() throws {
        let keys = (0..<100_000).map { "k\($0)" }
        let page = try Self.page(keys)
        let arrangement = Changing()
        #expect(arrangement.move("k99999", to: 0, in: page))
        #expect(arrangement.hide("k0", true, in: page))
        try arrangement.insert(text: Self.own("mine"), at: 1, in: page)
        let again = try Arrangement(text: String(decoding: arrangement.json, as: UTF8.self))
        let shown = try #require(again.applied(to: Self.page(keys.reversed())))
        #expect(shown.sectionRecords.count == 100_000)
        #expect(shown.sections.prefix(4).map(\.key) == ["k99999", "mine", "k1", "k2"])
    }

    /// Random changes on random pages, each judged by a model that is as simple as it is slow.
    @Test(arguments: 0..<40) func doesWhatASlowModelDoes(_ seed: UInt64) throws {
        var random = Dice(seed)
        let keys = ["a", "b", "c", "d", "e", "f"]
        let arrangement = Changing()
        let model = SlowArrangement()
        for _ in 0..<60 {
            let server = keys.shuffled(using: &random).prefix(random.roll(7)).map { $0 }
            let page = random.roll(8) == 0 ? nil : try Self.page(server)
            model.server = page == nil ? [] : server
            let key = random.roll(6) == 0 ? "b#2" : keys[random.roll(6)]
            let position = random.roll(9) - 1
            switch random.roll(5) {
            case 0: #expect(arrangement.move(key, to: position, in: page) == model.move(key, position))
            case 1: #expect(arrangement.hide(key, true, in: page) == model.hide(key, true))
            case 2: #expect(arrangement.hide(key, false, in: page) == model.hide(key, false))
            case 3: #expect(arrangement.remove(key, in: page) == model.remove(key))
            default:
                let key = keys[random.roll(6)]
                let isIn = (try? arrangement.insert(text: Self.own(key), at: position, in: page)) != nil
                #expect(isIn == model.insert(key, position))
            }
            let shown = arrangement.applied(to: page)
            #expect((shown == nil) == (page == nil && model.own.isEmpty))
            #expect(shown?.keys ?? [] == model.shown)
            let again = try Arrangement(text: String(decoding: arrangement.json, as: UTF8.self))
            #expect(again.applied(to: page)?.keys == shown?.keys)
            #expect(again.json == arrangement.json)
            #expect(Set(shown?.sections.map(\.uid) ?? []).count == shown?.sections.count ?? 0)
        }
    }
}

extension Arrangement {
    fileprivate init(text: String) throws(FeedError) {
        self = try Array(text.utf8).read { (bytes) throws(FeedError) in try Arrangement(bytes) }
    }
}

/// An arrangement that `#expect` can change.
private final class Changing {
    private var arrangement = Arrangement()

    var isEmpty: Bool { arrangement.isEmpty }
    var json: [UInt8] { arrangement.json }
    func applied(to page: Snapshot?) -> Snapshot? { arrangement.applied(to: page) }

    func move(_ key: String, to position: Int, in page: Snapshot?) -> Bool {
        arrangement.move(key, to: position, in: page)
    }

    func hide(_ key: String, _ isHidden: Bool, in page: Snapshot?) -> Bool {
        arrangement.hide(key, isHidden, in: page)
    }

    func remove(_ key: String, in page: Snapshot?) -> Bool {
        arrangement.remove(key, in: page)
    }

    func insert(text: String, at position: Int, in page: Snapshot?) throws(FeedError) {
        try Array(text.utf8).read { (bytes) throws(FeedError) in
            try arrangement.insert(bytes, at: position, in: page)
        }
    }
}

extension Snapshot {
    fileprivate var keys: [String] { sections.map(\.key) }
}
