import FeedParsing
import Testing

@testable import FeedViewModels

/// Banners that turn by themselves.
@Suite struct BannerTests {
    private static func config(_ interval: Int) -> String {
        #"""
        {"bannerInterval": \#(interval), "sources": [{"name": "s", "url": "http://s.example/", "mapping": {
          "mapping": "s", "sections": {"list": "s", "type": "t", "items": "i"},
          "types": {"b": {"kind": "BANNER"}, "l": {"kind": "LIST"}}, "default": {"item": {"id": "id", "title": "id"}}}}]}
        """#
    }

    /// Sections by their types and the ids of their items: "b 1 2 3, l 1".
    private static func page(_ outline: String) -> String {
        let sections = outline.split(separator: ",").map { section in
            let words = section.split(separator: " ")
            let items = words.dropFirst().map { "{\"id\": \"\($0)\"}" }.joined(separator: ",")
            return "{\"t\": \"\(words[0])\", \"i\": [\(items)]}"
        }
        return "{\"s\": [\(sections.joined(separator: ","))]}"
    }

    private func live(_ outline: String, interval: Int = 1000) throws -> LiveFeed {
        let live = try LiveFeed(Self.config(interval))
        show(outline, in: live)
        return live
    }

    private func show(_ outline: String, in live: LiveFeed) {
        live.answer("http://s.example/", Self.page(outline))
        live.refresh()
        live.settle()
    }

    /// What is told of banners while so much time goes by: "b 1" is the section, and the item that it shows.
    private func turns(_ live: LiveFeed, _ milliseconds: Int64) -> [String] {
        var told: [String] = []
        live.also = { event in
            guard event.kind == .banner, let section = event.section else { return }
            #expect(live.feed.banner(ofSection: section.key) == event.position)
            told.append("\(section.key) \(section.items[event.position].id)")
        }
        live.context.advance(milliseconds)
        live.settle()
        live.also = nil
        return told
    }

    @Test func theyGoRound() throws {
        let live = try live("b 1 2 3, l 1 2")
        #expect(live.feed.banner(ofSection: "b") == 0)
        #expect(turns(live, 999) == [])
        #expect(turns(live, 1) == ["b 2"])
        #expect(turns(live, 1000) == ["b 3"])
        #expect(turns(live, 1000) == ["b 1"])
        // However late it is told: one step, and the next an interval after that.
        #expect(turns(live, 10_000) == ["b 2"])
        #expect(turns(live, 999) == [])
        #expect(turns(live, 1) == ["b 3"])
        #expect(live.feed.banner(ofSection: "l") == nil)
        #expect(live.feed.banner(ofSection: "x") == nil)
    }

    @Test func allTurnAtOnce() throws {
        let live = try live("b 1 2, b 3, b 4 5 6")
        #expect(turns(live, 1000) == ["b 2", "b#3 5"])
        #expect(turns(live, 1000) == ["b 1", "b#3 6"])
    }

    @Test func withoutAnIntervalTheyStand() throws {
        let live = try live("b 1 2", interval: 0)
        #expect(turns(live, 1_000_000) == [])
        #expect(live.feed.setBanner(1, ofSection: "b") == .ok)
        #expect(turns(live, 0) == ["b 2"])
    }

    @Test func theyStandWhileTheyArePaused() throws {
        let live = try live("b 1 2 3")
        _ = turns(live, 600)
        #expect(live.feed.pauseBanners(true) == .ok)
        #expect(live.feed.pauseBanners(true) == .ok)
        #expect(turns(live, 100_000) == [])
        #expect(live.feed.pauseBanners(false) == .ok)
        #expect(turns(live, 999) == [])
        #expect(turns(live, 1) == ["b 2"])
    }

    @Test func whatFiredBeforeThePauseIsNotTold() throws {
        let live = try live("b 1 2 3")
        live.context.advance(1000)
        #expect(live.feed.pauseBanners(true) == .ok)
        #expect(live.feed.pauseBanners(false) == .ok)
        #expect(turns(live, 0) == [])
        #expect(turns(live, 999) == [])
        #expect(turns(live, 1) == ["b 2"])
    }

    @Test func nothingWaitsWhileThereIsNone() throws {
        let live = try live("l 1 2, b 1")
        #expect(turns(live, 100_000) == [])
        show("b 1 2", in: live)
        #expect(turns(live, 1000) == ["b 2"])
        _ = turns(live, 500)
        show("l 1", in: live)
        #expect(turns(live, 100_000) == [])
        show("b 1 2", in: live)
        #expect(turns(live, 999) == [])
        #expect(turns(live, 1) == ["b 1"])
        #expect(live.feed.hideSection("b") == .ok)
        live.settle()
        #expect(turns(live, 100_000) == [])
    }

    @Test func anItemKeepsItsTurn() throws {
        let live = try live("b 1 2 3")
        #expect(turns(live, 1000) == ["b 2"])
        show("b 9 1 2 3", in: live)
        #expect(live.feed.banner(ofSection: "b") == 2)
        #expect(turns(live, 1000) == ["b 3"])
        // Another one in its place, if it has gone; the last, if there is none.
        show("b 4 5 6 7", in: live)
        #expect(live.feed.banner(ofSection: "b") == 3)
        show("b 4 5", in: live)
        #expect(live.feed.banner(ofSection: "b") == 1)
        #expect(turns(live, 1000) == ["b 4"])
    }

    @Test func theReaderTurns() throws {
        let live = try live("b 1 2 3, l 1")
        _ = turns(live, 900)
        #expect(live.feed.setBanner(2, ofSection: "b") == .ok)
        #expect(live.feed.banner(ofSection: "b") == 0)
        #expect(turns(live, 0) == ["b 3"])
        #expect(turns(live, 999) == [])
        #expect(turns(live, 1) == ["b 1"])
        for (key, position) in [("b", 3), ("b", -1), ("l", 0), ("x", 0)] {
            #expect(live.feed.setBanner(position, ofSection: key) == .argument)
        }
    }

    @Test func aClosedFeedTurnsNothing() throws {
        let live = try live("b 1 2 3")
        live.feed.close()
        #expect(live.feed.pauseBanners(false) == .wrongThread)
        #expect(live.feed.setBanner(1, ofSection: "b") == .wrongThread)
        #expect(turns(live, 100_000) == [])
    }

    @Test func itMayBeClosedWhileItTells() throws {
        let live = try live("b 1 2, b 3 4")
        var count = 0
        live.also = { event in
            guard event.kind == .banner else { return }
            count += 1
            live.feed.close()
        }
        live.context.advance(1000)
        live.settle()
        #expect(count == 1)
        live.also = nil
    }

    @Test func turningIsNothingToWaitFor() throws {
        let live = try live("b 1 2")
        #expect(live.context.run(10_000) == .ok)
    }
}
