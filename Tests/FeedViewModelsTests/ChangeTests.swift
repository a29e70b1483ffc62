import FeedParsing
import Foundation
import TestFeeds
import Testing

@testable import FeedViewModels

/// The way from one page to another, case by case. What is true of all ways is in ChangePropertyTests.swift.
@Suite struct ChangeTests {
    private static let mapping = #"""
        {"mapping": "small",
         "status": {"code": "code", "good": [200], "message": ["message"]},
         "page": {"cursor": "cursor"},
         "sections": {"list": "rows", "type": {"default": "shelf"}, "key": "key", "title": "title", "items": "items"},
         "types": {"shelf": {"kind": "PLAYLIST_RCMD"}},
         "default": {"item": {"id": "id", "title": "title", "playCount": "plays",
                              "children": {"list": "songs", "item": {"id": "id", "title": "title"}}}}}
        """#

    /// "A: a b | B=New: c=Title/song": sections by their keys with their items, each with a title of its own perhaps, an
    /// item with a child.
    private func page(_ outline: String) throws -> Snapshot {
        let rows = outline.split(separator: "|").map { section in
            let parts = section.split(separator: ":")
            let head = parts[0].split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
            let items = (parts.count > 1 ? parts[1] : "").split(separator: " ").map { item in
                let halves = item.split(separator: "/")
                let pair = halves[0].split(separator: "=")
                let songs = halves.dropFirst().map { #", "songs": [{"id": 1, "title": "\#($0)"}]"# }
                return
                    #"{"id": "\#(pair[0])", "title": "\#(pair.last ?? "")"\#(songs.first ?? "")}"#
            }
            return
                #"{"key": "\#(head[0])", "title": "\#(head.last ?? "")", "items": [\#(items.joined(separator: ","))]}"#
        }
        return try read(#"{"rows": [\#(rows.joined(separator: ","))]}"#)
    }

    private func read(_ json: String) throws -> Snapshot {
        try Mapping(text: ChangeTests.mapping).parse(text: json)
    }

    /// The steps as words. They must lead from the one page to the other, and back.
    private func changes(_ old: Snapshot?, _ new: Snapshot) -> [String] {
        #expect(Walk.fault(old, new, checksLength: true) == nil)
        if let old { #expect(Walk.fault(new, old, checksLength: true) == nil) }
        return ChangeList(from: old, to: new).changes.map(\.words)
    }

    @Test(arguments: [
        // Nothing.
        ("", "", []),
        ("A: a b | B: c", "A: a b | B: c", []),
        // From nothing, and back to it. A section without an item is not there.
        ("", "A: a b | B: c", ["sections 0 -0+2"]),
        ("A: a b | B: c", "", ["sections 0 -2+0"]),
        ("A: a | B: b", "A: a | B:", ["sections 1 -1+0"]),
        // One item more, or fewer.
        ("A: a b", "A: new a b", ["items 0.0 -0+1"]),
        ("A: a b", "A: a b new", ["items 0.2 -0+1"]),
        ("A: a b c", "A: a c", ["items 0.1 -1+0"]),
        // Neighbours are one splice; what lies apart is not.
        ("A: a b c d", "A: a x y d", ["items 0.1 -2+2"]),
        ("A: a b c d", "A: x b c y z", ["items 0.0 -1+1", "items 0.3 -1+2"]),
        ("A: a b", "A: x y", ["items 0.0 -2+2"]),
        // What is moved goes and comes: the one that moved, not those that it passed.
        ("A: a b c d", "A: b c d a", ["items 0.0 -1+0", "items 0.3 -0+1"]),
        ("A: a b c d", "A: d a b c", ["items 0.0 -0+1", "items 0.4 -1+0"]),
        ("A: a b c", "A: c b a", ["items 0.0 -2+0", "items 0.1 -0+2"]),
        ("A: a b | B: c d", "A: a | B: c b d", ["items 0.1 -1+0", "items 1.1 -0+1"]),
        // Content: the item, its child, the section.
        ("A: a b", "A: a b=New", ["item 0.1"]),
        ("A: a/x b", "A: a/y b", ["item 0.0"]),
        ("A: a/x b", "A: a b", ["item 0.0"]),
        ("A: a b", "A=New: a b", ["section 0"]),
        ("A: a b c", "A=New: x a=1 b c=2", ["items 0.0 -0+1", "item 0.1", "item 0.3", "section 0"]),
        // A moved item that also changed is another one where it comes.
        ("A: a b c", "A: b c a=New", ["items 0.0 -1+0", "items 0.2 -0+1"]),
        // Sections: what is in one that comes is not told on its own.
        ("A: a | B: b", "N: n m | A: a | B: b", ["sections 0 -0+1"]),
        ("A: a | B: b | C: c", "A: a | C: c=New", ["sections 1 -1+0", "item 1.0"]),
        ("A: a | B: b", "B: b | A: a", ["sections 0 -1+0", "sections 1 -0+1"]),
        ("A: a b", "Z: a b", ["sections 0 -1+1"]),
        ("A: a | B: b | C: c", "X: a | B: b=1 | Y: c", ["sections 0 -1+1", "item 1.0", "sections 2 -1+1"]),
        // Two sections of one key are two; an id that repeats counts once.
        ("A: a | A: b", "A: b", ["items 0.0 -1+1", "sections 1 -1+0"]),
        ("A: a b", "A: a b a=Again b", []),
    ])
    func theStepsAreTheseAndNoOthers(old: String, new: String, steps: [String]) throws {
        let changes = try changes(page(old), page(new))
        // The longest sequence that stays is not always the only one.
        let isOneOfSeveral =
            old == "A: a b c" && new == "A: c b a" || old == "A: a | B: b" && new == "B: b | A: a"
        if isOneOfSeveral {
            #expect(changes.count == steps.count)
        } else {
            #expect(changes == steps)
        }
    }

    @Test func thereNeedBeNoOldPage() throws {
        #expect(try changes(nil, page("A: a | B: b")) == ["sections 0 -0+2"])
        #expect(try changes(nil, page("")) == [])
    }

    @Test func onePlayCountIsOneItem() throws {
        func page(_ plays: Int) throws -> Snapshot {
            let items = (0..<100).map { #"{"id": \#($0), "title": "t", "plays": \#($0 == 70 ? plays : 5)}"# }
            return try read(#"{"rows": [{"items": [\#(items.joined(separator: ","))]}]}"#)
        }
        #expect(try changes(page(1000), page(1001)) == ["item 0.70"])
    }

    /// Other bytes: white space, escapes, the order of members, members that nobody shows, what the page says of itself.
    @Test func whatShowsTheSameIsNoChange() throws {
        let one = try read(
            #"{"code": 200, "rows": [{"key": "A", "title": "A", "items": [{"id": 1, "title": "a"}]}]}"#)
        let other = try read(
            #"""
            {"message": "ok", "cursor": "2", "rows": [
                {"items": [{"title": "\u0061", "id": "1", "trace": 77}, {"id": "1", "title": "again"}, {}, null],
                 "title": "\u0041", "key": "A"}], "code": "200"}
            """#)
        #expect(one.message != other.message)
        #expect(other.warningTotal > 0)
        #expect(changes(one, other) == [])
    }

    @Test func sectionsOfAJoinedPageAreTheSameOnes() throws {
        let page = try page("A: a | B: b")
        let joined = page.joined(with: try self.page("M: m n"), at: 1)
        #expect(changes(page, joined) == ["sections 1 -0+1"])
        #expect(changes(joined, page.joined(with: try self.page("M: m=New n"), at: 1)) == ["item 1.0"])
    }

    @Test func aListThatIsNotWholeSaysSo() throws {
        let old = try page("A: a b c d")
        let new = try page("A: a=1 b=2 c=3 d=4")
        #expect(!ChangeList(from: old, to: new, limit: 3).isWhole)
        #expect(ChangeList(from: old, to: new, limit: 4).isWhole)
        #expect(ChangeList(from: old, to: new, limit: 4).changes.count == 4)
    }

    // MARK: - Faults that people met

    /// A block is left out, and another takes its place that shows nothing.
    @Test(arguments: both("faults/block-left-out-1.json", "faults/A-01-r1.json"))
    func aBlockThatIsLeftOutIsOneChange(before: String) throws {
        let old = try home(before)
        let new = try home(before.replacing("-1.json", with: "-2.json").replacing("r1", with: "r2"))
        #expect(changes(old, new) == ["sections 0 -1+0"])
    }

    /// The server repeats an item, later a block.
    @Test(arguments: both("faults/item-twice-1.json", "faults/A-12-r1.json"))
    func whatRepeatsIsToldOnce(first: String) throws {
        let (second, third) =
            first.hasPrefix("faults/A")
            ? ("faults/A-12-r2.json", "faults/A-12-r3.json")
            : ("faults/item-twice-2.json", "faults/item-twice-3.json")
        let pages = try [home(first), home(second), home(third)]
        let shelf = try #require(pages[0].sections.firstIndex { $0.kind == .mgcPlaylist })
        for (old, new) in [(pages[0], pages[1]), (pages[1], pages[2]), (pages[2], pages[0])] {
            _ = changes(old, new)
            // The other sections say nothing.
            for change in ChangeList(from: old, to: new).changes {
                let kept = change.section < 0 || change.section == shelf
                #expect(kept, "\(change.words)")
            }
        }
        #expect(changes(pages[0], pages[1]).contains { $0.hasPrefix("item \(shelf).") })
    }

    /// Sections move and change their heads, while items go from one to another.
    @Test(arguments: both("", "faults/A-13-r1.json"))
    func itemsChangeTheirSectionWhileSectionsMove(name: String) throws {
        let old = try name.isEmpty ? page("S1: a b c | S2: d e | S3: f") : home(name)
        let new =
            try name.isEmpty
            ? page("S3=three!: f b | S1=one!: c a | S4: d | S2=two!: e") : home("faults/A-13-r2.json")
        let steps = changes(old, new)
        // S3 is moved, with all that comes with it; S4 comes; the rest are steps in sections that stay.
        #expect(steps.first == "sections 0 -0+1")
        #expect(steps.filter { $0.hasPrefix("sections") }.count == 3)
        #expect(steps.filter { $0.hasPrefix("section ") }.count == 2)
    }

    private static func both(_ own: String, _ shared: String) -> [String] {
        FeedFiles.hasShared ? [own, shared] : [own]
    }

    /// A fixture of our own, or a fault file.
    private func home(_ name: String) throws -> Snapshot {
        if name.hasPrefix("faults/A") { return try FeedFiles.sharedPage(name, "netease-home") }
        return try FeedFiles.page(name, "netease-home")
    }

    // MARK: - Size

    /// A way whose work grows with the square of the list would take minutes, without optimization.
    @Test func longListsTakeNoLonger() {
        let list = (0..<100_000).map { UInt64($0) &* 0x9e37_79b9_7f4a_7c15 }
        func moves(_ new: [UInt64]) -> Int {
            Alignment(list, new).splices.reduce(0) { $0 + $1.removed + $1.added }
        }
        #expect(moves(list) == 0)
        #expect(moves(list.reversed()) == 2 * (list.count - 1))
        #expect(moves(Array(list[30_000...] + list[..<30_000])) == 2 * 30_000)
        #expect(moves(list.map { ~$0 }) == 2 * list.count)
        // Two halves, one element of this after one of that.
        let half = list.count / 2
        #expect(moves((0..<half).flatMap { [list[$0], list[half + $0]] }) == 2 * (half - 1))
        #expect(moves(stride(from: 0, to: list.count, by: 2).map { list[$0] }) == half)
        var dice = Dice(3)
        #expect(moves(list.shuffled(using: &dice)) > list.count)
    }

    @Test func longPagesTakeNoLonger() throws {
        let items = (0..<20_000).map { #"{"id": \#($0), "title": "t"}"# }
        func page(_ items: [String]) throws -> Snapshot {
            try read(#"{"rows": [{"items": [\#(items.joined(separator: ","))]}]}"#)
        }
        let old = try page(items)
        #expect(ChangeList(from: old, to: try page(items.reversed())).changes.count == 2)
        // Each step of a passage is made at once, too.
        let new = try page(items.enumerated().map { $0 % 2 == 0 ? $1 : #"{"id": "n\#($0)", "title": "t"}"# })
        let changes = ChangeList(from: old, to: new).changes
        #expect(changes.count == items.count / 2)
        let passage = Passage(from: old, to: new)
        for change in changes { passage.apply(change) }
        #expect(PlainPage(passage) == PlainPage(new))
        // All of one id are one item.
        let same = try page(Array(repeating: items[0], count: items.count))
        #expect(ChangeList(from: same, to: old).changes.map(\.words) == ["items 0.1 -0+19999"])
    }

    // MARK: - Real pages

    static let captures = [
        ("netease-home-03", "netease-home"), ("netease-home-04-repaired", "netease-home"),
        ("netease-menus-01", "netease-menus"), ("netease-block-01", "netease-block"),
        ("douban-coming-soon-01", "douban-movies"), ("jsonfeed-06-allthis", "json-feed"),
        ("mastodon-public-01", "mastodon-public"), ("bilibili-web-rcmd-01", "bilibili-web-rcmd"),
        ("sleep-home-01", "sleep-home"), ("ytmusic-home-01", "ytmusic-home"),
    ]

    /// Real answers against themselves with lists shuffled and thinned, elements doubled, texts edited.
    @Test(.enabled(if: FeedFiles.hasShared), arguments: captures)
    func realPagesBecomeOthers(name: String, mappingName: String) throws {
        let bytes = try FeedFiles.shared("feeds/\(name).json")
        let mapping = try FeedFiles.mapping(mappingName)
        let json = try JSONSerialization.jsonObject(with: bytes)
        var dice = Dice(7)
        var pages = [try mapping.parse(bytes)]
        #expect(changes(pages[0], try mapping.parse(bytes)) == [])
        for _ in 0..<6 {
            let edited = try JSONSerialization.data(withJSONObject: edited(json, &dice))
            pages.append(try mapping.parse(edited))
        }
        var count = 0
        for old in pages {
            for new in pages where old !== new { count += changes(old, new).count }
        }
        #expect(count > pages.count)
    }

    private func edited(_ json: Any, _ dice: inout Dice) -> Any {
        if let object = json as? [String: Any] {
            var result: [String: Any] = [:]
            // The order of a Dictionary is another one in each run.
            for (key, value) in object.sorted(by: { $0.key < $1.key }) { result[key] = edited(value, &dice) }
            return result
        }
        if let array = json as? [Any] {
            guard array.allSatisfy({ $0 is [String: Any] }) else { return array }
            var result = array.map { edited($0, &dice) }
            if dice.roll(3) == 0 { result.shuffle(using: &dice) }
            if dice.roll(3) == 0, result.count > 1 { result.remove(at: dice.roll(result.count)) }
            if dice.roll(4) == 0, let first = result.first {
                result.insert(first, at: dice.roll(result.count))
            }
            return result
        }
        if let text = json as? String, text.count > 1, dice.roll(60) == 0 { return text + "!" }
        return json
    }
}
