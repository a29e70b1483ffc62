import FeedParsing
import Testing

@testable import FeedViewModels

/// A feed whose page its reader rearranges while it lives.
@Suite struct RearrangingFeedTests {
    private typealias Server = PagedServer

    private static func own(_ key: String, _ items: String) -> String {
        let items = items.split(separator: " ").map { #"{"id": "\#($0)", "title": "\#($0)"}"# }
        return #"{"key": "\#(key)", "items": [\#(items.joined(separator: ","))]}"#
    }

    /// Shows a page that the host gives.
    private func live(_ outline: String? = "a: 1 | b: 2 | c: 3 | d: 4") throws -> LiveFeed {
        let live = try LiveFeed(Server.rows())
        if let outline { show(outline, live) }
        return live
    }

    private func show(_ outline: String, _ live: LiveFeed) {
        live.load(Server.page(outline))
        live.settle()
        _ = live.taken()
    }

    // MARK: - When it shows

    @Test func nothingChangesBeforeTheNextDispatch() throws {
        let live = try live()
        let before = live.feed.snapshot
        #expect(live.feed.moveSection("d", to: 0) == .ok)
        #expect(live.feed.hideSection("b") == .ok)
        #expect(live.feed.removeSection("c") == .ok)
        try live.insert(Self.own("o", "9"), at: 1)
        live.context.advance(0)
        #expect(live.outline == "a: 1 | b: 2 | c: 3 | d: 4" && live.feed.snapshot === before)
        #expect(live.feed.revision == 1)
        // What the next call may count on is what was asked for.
        #expect(live.feed.moveSection("a", to: 0) == .ok)
        #expect(live.context.dispatch(0) == .ok)
        #expect(live.outline == "a: 1 | d: 4 | o: 9")
        #expect(live.feed.revision == 2)
        #expect(live.takenChanges() == ["sections 1 -2+0", "sections 2 -0+1"])
        live.settle()
        #expect(live.taken() == [])
    }

    @Test func whatChangesNothingIsNotTold() throws {
        let live = try live()
        for position in [0, 0] { #expect(live.feed.moveSection("a", to: position) == .ok) }
        #expect(live.feed.hideSection("b") == .ok)
        #expect(live.feed.hideSection("b", false) == .ok)
        live.settle()
        #expect(live.taken() == [] && live.feed.revision == 1)
    }

    @Test func aKeyThatIsNotThereIsRefused() throws {
        let live = try live()
        for key in ["", "e", "A", "a#2"] {
            #expect(live.feed.moveSection(key, to: 0) == .argument)
            #expect(live.feed.hideSection(key) == .argument)
            #expect(live.feed.removeSection(key) == .argument)
        }
        #expect(throws: FeedError.self) { try live.insert(Self.own("a", "1")) }
        #expect(throws: FeedError.self) { try live.arrange(#"{"order": ["a", "a"]}"#) }
        live.settle()
        #expect(live.taken() == [] && live.arrangement == #"{"order":[],"hidden":[],"removed":[],"own":[]}"#)
    }

    // MARK: - Before the first page

    @Test func theFirstPageArrivesArranged() throws {
        let first = try live()
        #expect(first.feed.moveSection("c", to: 0) == .ok)
        #expect(first.feed.hideSection("b") == .ok)
        #expect(first.feed.removeSection("a") == .ok)
        try first.insert(Self.own("o", "9"), at: 1)
        first.settle()
        let saved = first.arrangement

        let second = try live(nil)
        try second.arrange(saved)
        #expect(second.arrangement == saved)
        second.load(Server.page("a: 1 | b: 2 | c: 3 | d: 4"))
        second.settle()
        // First what there is offline, then the rest around it.
        #expect(second.outline == "c: 3 | o: 9 | d: 4" && second.outline == first.outline)
        #expect(second.takenChanges() == ["sections 0 -0+1", "sections 0 -0+1", "sections 2 -0+1"])
        // Without a section of its own nothing moves at all.
        let third = try live(nil)
        try third.arrange(#"{"order": ["d", "c"], "removed": ["a"]}"#)
        third.settle()
        #expect(third.feed.snapshot == nil && third.feed.revision == 0)
        third.load(Server.page("a: 1 | b: 2 | c: 3 | d: 4"))
        third.settle()
        #expect(third.outline == "b: 2 | d: 4 | c: 3" && third.takenChanges() == ["sections 0 -0+3"])
    }

    @Test func aSectionOfTheFrontEndsOwnNeedsNoServer() throws {
        let live = try live(nil)
        #expect(live.feed.hideSection("o") == .argument)
        try live.insert(Self.own("o", "8 9"))
        #expect(live.feed.sectionCount == 0 && live.feed.snapshot == nil)
        live.settle()
        #expect(live.outline == "o: 8 9" && live.feed.revision == 1)
        #expect(live.feed.state(ofSection: 0) == .ready && live.feed.state(of: 0) == .idle)
        #expect(live.feed.loadMore(section: "o") == (.ok, 0))
        live.answer(Server.url, "", status: 404)
        live.refresh()
        live.settle()
        #expect(live.outline == "o: 8 9" && live.feed.state(of: 0) == .failed)
        #expect(live.feed.removeSection("o") == .ok)
        live.settle()
        #expect(live.outline == "" && live.feed.snapshot?.sections.isEmpty == true && live.feed.revision == 2)
        #expect(live.feed.removeSection("o") == .argument)
        show("a: 1", live)
        #expect(live.outline == "a: 1")
    }

    // MARK: - Later pages

    @Test func thePageStaysArranged() throws {
        let live = try live()
        #expect(live.feed.moveSection("d", to: 0) == .ok)
        #expect(live.feed.hideSection("b") == .ok)
        live.settle()
        _ = live.taken()
        // The same again, in another order and other bytes.
        show("d: 4 | c: 3 | b: 2 | a: 1", live)
        #expect(live.outline == "d: 4 | a: 1 | c: 3" && live.feed.revision == 2)
        live.load(Server.page("a: 1 5 | x: 6 | b: 2 | y: 7 | d: 4"))
        live.settle()
        #expect(live.outline == "d: 4 | a: 1 5 | x: 6 | y: 7")
        #expect(live.takenChanges() == ["items 1.1 -0+1", "sections 2 -1+2"])
        show("a: 1 | b: 2 | c: 3 | d: 4", live)
        #expect(live.outline == "d: 4 | a: 1 | c: 3")
    }

    @Test func whatFollowsThePageIsArrangedToo() throws {
        let live = try LiveFeed(Server.rows())
        live.answer(Server.url, Server.page("a: 1 | b: 2", #","c": "x""#))
        live.answer(Server.url + "?c=x", Server.page("c: 3 | a: 4 | d: 5 | e: 6"))
        try live.arrange(#"{"order": ["e", "b"], "hidden": ["d"], "own": [\#(Self.own("o", "9"))]}"#)
        live.refresh()
        live.settle()
        #expect(live.outline == "a: 1 | b: 2 | o: 9")
        _ = live.taken()
        live.more()
        live.settle()
        #expect(live.outline == "a: 1 4 | e: 6 | b: 2 | c: 3 | o: 9")
        #expect(live.takenChanges() == ["items 0.1 -0+1", "sections 1 -0+1", "sections 3 -0+1"])
        #expect(live.feed.hideSection("d", false) == .ok)
        live.settle()
        #expect(live.outline == "a: 1 4 | e: 6 | b: 2 | c: 3 | d: 5 | o: 9")
    }

    @Test func menusThatWaitAreKnownOnceTheyShow() throws {
        let network = HeldNetwork()
        let live = try LiveFeed(
            Server.feed(
                Server.source("s", Server.url, Server.rowsMapping),
                Server.source("menus", "http://a.test/menus", Server.rowsMapping, #","position": 1"#)),
            network)
        live.refresh()
        live.context.advance(0)
        network.answer("/menus", Server.page("m: 8"))
        live.settle()
        #expect(live.feed.moveSection("m", to: 0) == .argument)
        // The reader's own order beats the position.
        try live.arrange(#"{"order": ["b", "m"]}"#)
        network.answer("/list", Server.page("a: 1 | b: 2"))
        live.settle()
        #expect(live.outline == "a: 1 | b: 2 | m: 8")
        #expect(live.takenChanges() == ["sections 0 -0+3"])
        #expect(live.feed.moveSection("m", to: 0) == .ok)
        live.settle()
        #expect(live.outline == "m: 8 | a: 1 | b: 2")
    }

    // MARK: - At the same time

    /// The page waits, made with the arrangement that there was.
    @Test func aPageThatWaitsIsArrangedAnew() throws {
        let live = try live()
        live.load(Server.page("a: 1 | b: 2 | c: 3 | d: 4 5 | e: 6"))
        live.context.advance(0)
        #expect(live.feed.moveSection("d", to: 0) == .ok)
        #expect(live.feed.hideSection("a") == .ok)
        // Not known before it shows.
        #expect(live.feed.moveSection("e", to: 0) == .argument)
        #expect(live.context.dispatch(0) == .ok)
        #expect(live.outline == "d: 4 5 | e: 6 | b: 2 | c: 3")
        #expect(live.taken() == ["2 sections 0 -1+2", "2 sections 4 -1+0", "2 complete"])
        #expect(live.feed.revision == 2)
    }

    @Test func askedForInTheMiddleOfAPageItFollowsThatPage() throws {
        let live = try live()
        live.load(Server.page("a: 1 5 | b: 2 5 | c: 3 5 | d: 4 5"))
        live.context.advance(0)
        #expect(live.context.dispatch(1) == .ok)
        #expect(live.outline == "a: 1 5 | b: 2 | c: 3 | d: 4")
        #expect(live.feed.moveSection("d", to: 0) == .ok)
        live.context.advance(0)
        #expect(live.context.dispatch(1) == .ok)
        #expect(live.outline == "a: 1 5 | b: 2 5 | c: 3 | d: 4")
        var moved = false
        live.also = { [unowned live] event in
            if event.change?.kind == .items && !moved {
                moved = true
                #expect(live.feed.hideSection("a") == .ok)
                #expect(live.outline == "a: 1 5 | b: 2 5 | c: 3 5 | d: 4")
            }
        }
        #expect(live.context.dispatch(1) == .ok)
        #expect(moved)
        live.settle()
        live.settle()
        #expect(live.outline == "d: 4 5 | b: 2 5 | c: 3 5")
        #expect(live.feed.revision == 3)
    }

    @Test(arguments: [0, 1, 2, 3])
    func anArrangementInTheMiddleOfAnother(steps: Int) throws {
        let live = try live()
        try live.arrange(#"{"order": ["d", "c", "b", "a"], "own": [\#(Self.own("o", "9"))]}"#)
        for _ in 0..<steps { #expect(live.context.dispatch(1) == .ok) }
        try live.arrange("{}")
        show("a: 1 | b: 2 | c: 3 | d: 4 | e: 5", live)
        #expect(live.outline == "a: 1 | b: 2 | c: 3 | d: 4 | e: 5")
    }

    @Test func anArrangementInTheCallbackOfEveryStep() throws {
        let live = try live()
        var left = 20
        live.also = { [unowned live] event in
            guard event.change != nil, left > 0 else { return }
            left -= 1
            #expect(live.feed.moveSection(["a", "b", "c", "d"][left % 4], to: left % 3) == .ok)
        }
        #expect(live.feed.moveSection("d", to: 0) == .ok)
        for _ in 0..<50 { live.settle() }
        #expect(live.context.mailbox.count == 0)
        let json = live.arrangement
        let again = try self.live()
        try again.arrange(json)
        again.settle()
        #expect(again.outline == live.outline)
    }

    @Test func theReaderMayCloseIt() throws {
        let live = try live()
        #expect(live.feed.moveSection("d", to: 0) == .ok)
        live.also = { [unowned live] _ in live.feed.close() }
        #expect(live.context.dispatch(0) == .ok)
        #expect(live.taken().count == 1)
        #expect(live.feed.moveSection("a", to: 0) == .wrongThread)
        #expect(live.feed.hideSection("zzz") == .wrongThread)
        #expect(live.feed.removeSection("a") == .wrongThread)
        #expect(throws: FeedError.self) { try live.insert(Self.own("o", "9")) }
        #expect(throws: FeedError.self) { try live.arrange("{}") }
        #expect(live.arrangement.hasPrefix(#"{"order":["d","a","b","c"]"#))
        #expect(live.context.mailbox.count == 0)
    }

    // MARK: - Sections of the front end's own

    @Test func whatReplacesOneIsToldAsItsItems() throws {
        let live = try live("a: 1 | b: 2")
        try live.insert(Self.own("o", "7 8 9"), at: 1)
        live.settle()
        #expect(live.outline == "a: 1 | o: 7 8 9 | b: 2" && live.takenChanges() == ["sections 1 -0+1"])
        try live.insert(Self.own("o", "7 9 5"), at: 1)
        live.settle()
        #expect(live.takenChanges() == ["items 1.1 -1+0", "items 1.2 -0+1"])
        try live.insert(
            #"{"key": "o", "title": "T", "items": [{"id": "7", "title": "x"}, {"id": 9, "title": "9"}, {"id": 5, "title": "5"}]}"#,
            at: 1)
        live.settle()
        #expect(live.takenChanges() == ["item 1.0", "section 1"])
        #expect(live.outline == "a: 1 | o: x 9 5 | b: 2")
        // Replaced and moved.
        try live.insert(Self.own("o", "7"), at: 0)
        live.settle()
        #expect(live.outline == "o: 7 | a: 1 | b: 2")
        // Hidden it stays so.
        #expect(live.feed.hideSection("o") == .ok)
        try live.insert(Self.own("o", "6"), at: 0)
        live.settle()
        #expect(live.outline == "a: 1 | b: 2")
    }

    @Test func itsItemsCanBeSelected() throws {
        let live = try live()
        try live.insert(#"{"key": "o", "items": [{"id": 1, "title": "x", "action": "app://x"}]}"#, at: 0)
        live.settle()
        var action: String?
        live.also = { action = $0.activation?.item?.action ?? action }
        let uid = try #require(live.feed.snapshot?.sections[0].items[0].uid)
        #expect(live.feed.activate(uid) == .ok)
        live.settle()
        #expect(action == "app://x")
    }

    @Test func aServersSectionOfItsKeyGetsANumber() throws {
        let live = try live("a: 1")
        try live.insert(Self.own("o", "9"), at: 0)
        live.settle()
        show("a: 1 | o: 2", live)
        #expect(live.outline == "o: 9 | a: 1 | o#2: 2")
        #expect(live.feed.moveSection("o#2", to: 0) == .ok)
        live.settle()
        #expect(live.outline == "o#2: 2 | o: 9 | a: 1")
        #expect(live.feed.removeSection("o") == .ok)
        live.settle()
        #expect(live.outline == "a: 1 | o: 2")
    }

    // MARK: - At random

    /// Whatever is asked for in whatever order, and however slowly it is told: at each event a list that is kept by the
    /// steps alone has what the feed shows (`LiveFeed` looks), and at rest the feed shows what a slow model says.
    @Test(arguments: 0..<40) func aRandomWalk(_ seed: UInt64) throws {
        let walk = try RandomWalk(seed)
        for _ in 0..<250 { try walk.step() }
        try walk.end()
    }
}
