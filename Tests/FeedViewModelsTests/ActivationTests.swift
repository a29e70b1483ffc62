import FeedParsing
import Testing

@testable import FeedViewModels

/// What is told when the reader chooses something.
@Suite struct ActivationTests {
    private static let config = #"""
        {"sources": [
          {"name": "one", "url": "http://one.example/", "mapping": {
            "mapping": "one", "sections": {"list": "s", "type": "t", "items": "i", "button": {"action": "b"}, "action": "h"},
            "types": {"list": {"kind": "LIST"}},
            "default": {"item": {"id": "id", "title": "n", "action": "a", "children": {"list": "c", "item": {"id": "id",
              "title": "n", "action": "a"}, "single": "keep"}}},
            "actions": [{"action": "app://{id}", "kind": "open-album"}, {"action": "all", "kind": "play-song"}]}},
          {"name": "two", "url": "http://two.example/", "mapping": {
            "mapping": "two", "sections": {"type": {"default": "two"}, "items": "i"}, "types": {"two": {"kind": "LIST"}},
            "default": {"item": {"id": "id", "title": "n", "action": "a"}},
            "actions": [{"action": "app://{id}", "kind": "open-mv"}, {"action": "own://{id}", "kind": "open-artist"}]}}
        ]}
        """#

    private func live() throws -> LiveFeed {
        let live = try LiveFeed(Self.config)
        live.answer(
            "http://one.example/",
            #"""
            {"s": [{"t": "list", "b": "all", "h": "app://7", "i": [{"id": 1, "n": "x", "a": "app://1",
              "c": [{"id": 2, "n": "y", "a": "https://y.example/"}]}, {"id": 3, "n": "z"}]},
             {"t": "list", "h": "app://7", "i": [{"id": 1, "n": "x"}]}]}
            """#)
        live.answer("http://two.example/", #"{"i": [{"id": 1, "n": "x", "a": "app://1"}]}"#)
        live.refresh()
        live.settle()
        return live
    }

    /// The events of the kind ACTION: item, section, kind and id of what it does.
    private func told(_ live: LiveFeed, _ activate: () -> Context.Status) -> [String] {
        var told: [String] = []
        live.also = { event in
            guard let activation = event.activation else { return }
            #expect(event.kind == .action)
            let (action, item) = (activation.action, activation.item?.title ?? "-")
            told.append(
                "\(item) \(activation.section.key) \(action.kind.name) \(action.id ?? action.url ?? "-")")
        }
        #expect(activate() == .ok)
        #expect(told == [])
        live.settle()
        live.also = nil
        return told
    }

    @Test func theMappingOfItsSourceSaysWhatAnItemDoes() throws {
        let live = try live()
        let page = try #require(live.feed.snapshot)
        let items = page.sections[0].items
        #expect(told(live) { live.feed.activate(items[0].uid) } == ["x list open-album 1"])
        #expect(
            told(live) { live.feed.activate(items[0].children[0].uid) } == [
                "y list open-url https://y.example/"
            ])
        #expect(told(live) { live.feed.activate(items[1].uid) } == ["z list none -"])
        #expect(told(live) { live.feed.activate(page.sections[2].items[0].uid) } == ["x two open-mv 1"])
        #expect(live.feed.activate(12345) == .argument)
    }

    @Test func itCanBeAskedBefore() throws {
        let live = try live()
        let page = try #require(live.feed.snapshot)
        #expect(live.feed.activation(of: page.sections[0].items[0].uid)?.action.id == "1")
        #expect(live.feed.activation(of: 12345) == nil)
        #expect(live.feed.activation(ofSection: "list")?.action.kind == .playSong)
        #expect(live.feed.activation(ofSection: "three") == nil)
        live.settle()
        #expect(live.taken().filter { $0.contains("action") } == [])
    }

    @Test func aSectionsButtonGoesBeforeItsHead() throws {
        let live = try live()
        #expect(told(live) { live.feed.activateSection("list") } == ["- list play-song -"])
        #expect(told(live) { live.feed.activateSection("list#2") } == ["- list#2 open-album 7"])
        #expect(told(live) { live.feed.activateSection("two") } == ["- two none -"])
        #expect(live.feed.activateSection("three") == .argument)
    }

    @Test func allMappingsAreAskedAboutASectionOfTheFrontEnds() throws {
        let live = try live()
        try live.insert(
            #"{"key": "o", "items": [{"id": 1, "title": "p", "action": "app://8"}, {"id": 2, "title": "q", "action": "own://9"}]}"#
        )
        live.settle()
        let items = try #require(live.feed.snapshot?.section(key: "o")).items
        #expect(told(live) { live.feed.activate(items[0].uid) } == ["p o open-album 8"])
        #expect(told(live) { live.feed.activate(items[1].uid) } == ["q o open-artist 9"])
    }
}
