import FeedParsing
import Testing

@testable import FeedViewModels

/// What sections of a feed measure, and how it is told that they measure otherwise.
@Suite struct LayoutFeedTests {
    private static func config(_ layouts: String = "{}", mapping: String = "{}") -> String {
        #"""
        {"layouts": \#(layouts), "sources": [{"name": "s", "url": "http://s.example/", "mapping": {
          "mapping": "s", "sections": {"list": "s", "type": "t", "items": "i"},
          "types": {"a": {"kind": "PODCAST24"}, "l": {"kind": "LIST"}}, "default": {"item": {"id": "id", "title": "id"}},
          "layouts": \#(mapping)}}]}
        """#
    }

    private static let page =
        #"{"s": [{"t": "a", "i": [{"id": 1}]}, {"t": "l", "i": [{"id": 1}, {"id": 2}]}]}"#

    private func live(_ config: String = config()) throws -> LiveFeed {
        let live = try LiveFeed(config)
        live.answer("http://s.example/", Self.page)
        live.refresh()
        live.settle()
        _ = live.taken()
        return live
    }

    private func set(_ live: LiveFeed, _ width: Double, _ height: Double = 896, _ scale: Double = 1) throws {
        let viewport = try #require(Viewport(width: width, height: height, scale: scale))
        #expect(live.feed.setViewport(viewport) == .ok)
    }

    private func heights(_ live: LiveFeed) -> [Double?] {
        (0..<3).map { live.feed.measure(.rowHeight, ofSection: $0) }
    }

    @Test func anotherViewportIsAChangeOfWhatMeasuresOtherwise() throws {
        let live = try live()
        #expect(heights(live) == [240, 80, nil])
        try set(live, 320)
        #expect(heights(live) == [240, 80, nil])
        live.settle()
        #expect(live.takenChanges() == ["section 0", "section 1"])
        #expect(heights(live) == [186, 80, nil])
        #expect(live.feed.measure(.width, ofSection: 1) == 320)
        // The same once more, and there and back, is nothing.
        try set(live, 320)
        try set(live, 500)
        try set(live, 320)
        live.settle()
        #expect(live.taken() == [])
        // Only lists care for the height.
        try set(live, 320, 400)
        live.settle()
        #expect(live.takenChanges() == ["section 1"])
        #expect(live.feed.measure(.rows, ofSection: 1) == 5)
        #expect(live.feed.revision == 1)
    }

    @Test func thereMayBeNothingYet() throws {
        let live = try LiveFeed(Self.config())
        live.answer("http://s.example/", Self.page)
        try set(live, 320)
        live.settle()
        #expect(live.taken() == [])
        live.refresh()
        live.settle()
        #expect(heights(live) == [186, 80, nil])
    }

    @Test func whenItIsToldAllMeasureSo() throws {
        let live = try live()
        var seen: [[Double?]] = []
        live.also = { _ in seen.append(self.heights(live)) }
        try set(live, 828)
        live.settle()
        #expect(seen == [[480, 80, nil], [480, 80, nil]])
        live.also = nil
    }

    @Test func theConfigGoesBeforeTheMapping() throws {
        let live = try live(
            Self.config(
                #"{"A": {"row": 300}, "wide": {"row": 90}, "own": {"like": "D", "types": ["l"]}}"#,
                mapping: #"{"A": {"row": 200, "head": 50}, "wide": {"like": "B", "types": ["l"], "row": 70}}"#
            ))
        #expect(heights(live) == [300, 180, nil])
        #expect(live.feed.measure(.headHeight, ofSection: 0) == 50)
        let second = try self.live(
            Self.config(
                #"{"wide": {"row": 90}}"#, mapping: #"{"wide": {"like": "B", "types": ["l"], "row": 70}}"#))
        #expect(heights(second) == [240, 90, nil])
        #expect(second.feed.measure(.rows, ofSection: 1) == 2)
    }

    @Test func whatTheConfigAddsHasItsName() throws {
        let live = try live(Self.config(#"{"own": {"like": "D", "types": ["l"]}}"#))
        let name = { (index: Int) in live.feed.layoutClass(ofSection: index).map { String(cString: $0.name) }
        }
        #expect([name(0), name(1), name(2)] == ["A", "own", nil])
        #expect(live.feed.layoutClass(ofSection: 1)?.layout == .other)
        #expect(live.feed.snapshot?.sections[1].layout == .list)
    }

    @Test func lengthsGrowUpToAWidth() throws {
        let config = Self.config().replacing(
            "\"layouts\"", with: "\"layoutWidth\": 828, \"layouts\"", maxReplacements: 1)
        let live = try live(config)
        for (width, height) in [(414.0, 240.0), (828, 480), (1600, 480)] {
            try set(live, width)
            live.settle()
            #expect(live.feed.measure(.rowHeight, ofSection: 0) == height)
            #expect(live.feed.measure(.width, ofSection: 0) == width)
        }
        #expect(live.feed.measure(.columns, ofSection: 0) == 6)
    }

    @Test func theFrontEndSaysHowHighASectionIs() throws {
        let live = try live()
        #expect(live.feed.setRowHeight(123.4, ofSection: "a") == .ok)
        live.settle()
        #expect(live.takenChanges() == ["section 0"])
        #expect(heights(live) == [123, 80, nil])
        #expect(live.feed.measure(.height, ofSection: 0) == 123)
        // Whatever the width, and whatever comes and goes.
        try set(live, 828, 896, 2)
        live.settle()
        #expect(heights(live) == [123.5, 80, nil])
        live.answer("http://s.example/", #"{"s": [{"t": "l", "i": [{"id": 1}]}]}"#)
        live.refresh()
        live.settle()
        live.answer("http://s.example/", Self.page)
        live.refresh()
        live.settle()
        #expect(heights(live) == [123.5, 80, nil])
        _ = live.taken()
        #expect(live.feed.setRowHeight(nil, ofSection: "a") == .ok)
        live.settle()
        #expect(live.takenChanges() == ["section 0"])
        #expect(heights(live) == [480, 80, nil])
    }

    @Test(arguments: [
        (#""layouts": {"A": {"row": -1}}"#, "/layouts/A/row"), (#""layouts": []"#, "/layouts"),
        (#""bannerInterval": 99"#, "/bannerInterval"), (#""bannerInterval": -1"#, "/bannerInterval"),
        (#""bannerInterval": "1s""#, "/bannerInterval"),
    ]) func mistakesInTheConfigAreTold(_ member: String, _ path: String) {
        do {
            _ = try FeedConfig(
                text: "{\"preset\": \"netease-home\", \"baseURL\": \"http://h.example\", \(member)}")
            Issue.record("it was taken")
        } catch {
            #expect((error as? FeedError)?.kind == .config)
            #expect((error as? FeedError)?.path == path)
        }
    }
}
