import FeedFetching
import FeedParsing
import Testing

@testable import FeedImages
@testable import FeedViewModels

/// The pictures of a context, as a program in Swift has them.
@Suite struct ImageServiceTests {
    private let folder = StoreFolder()
    private let context: Context
    private let notes = Notes()

    private final class Notes {
        var events: [FeedEvent] = []
    }

    init() throws {
        var config = ContextConfig()
        config.transport = .memory
        config.hasManualClock = true
        config.images.path = folder.file
        context = try #require(Context(config))
        context.setImageCallback { [notes] event in notes.events.append(event) }
    }

    private func feed(_ images: String) throws -> FeedViewModel {
        let config = try FeedConfig(
            text: """
                {"sources": [{"name": "s", "url": "http://s.test/", "mapping":
                  {"mapping": "m", "sections": {"type": {"default": "t"}, "items": "i"},
                   "default": {"item": {"id": "i"}}, "images": \(images)}}]}
                """)
        return try #require(FeedViewModel(context, config))
    }

    private func request(_ url: String, width: UInt32 = 10) throws {
        _ = try context.requestImage(url, width: width, .visible)
        context.advance(0)
        #expect(context.dispatch(0) == .ok)
    }

    private static func sized(_ host: String, _ mark: String) -> String {
        #"[{"hosts": ["\#(host)"], "sizes": [10], "template": "{url}?\#(mark)={size}"}]"#
    }

    @Test func theNewestFeedSaysHow() throws {
        let feeds = try [feed(Self.sized("a.test", "one")), feed(Self.sized("b.test", "two"))]
        try request("http://a.test/1")
        #expect(context.memory?.requestCount("http://a.test/1?one=10") == 1)
        let newer = try feed(Self.sized("a.test", "three"))
        try request("http://x.a.test/1")
        try request("http://b.test/1")
        #expect(context.memory?.requestCount("http://x.a.test/1?three=10") == 1)
        #expect(context.memory?.requestCount("http://b.test/1?two=10") == 1)
        for feed in feeds + [newer] { feed.close() }
        context.close()
    }

    /// A feed that is made again and again.
    @Test func rulesDontPileUp() throws {
        for _ in 0..<100 { try feed(Self.sized("a.test", "x")).close() }
        for _ in 0..<100 { try feed(Self.sized("b.test", "x")).close() }
        #expect(context.imageRules.count == 2)
        context.close()
    }

    /// It was moved before there were any pictures.
    @Test func theClockIsThatOfTheContext() throws {
        context.advance(1_000_000)
        try request("http://a.test/1")
        #expect(notes.events.last?.failure?.httpStatus == 404)
        context.advance(59_999)
        try request("http://a.test/1")
        #expect(context.memory?.requestCount("http://a.test/1") == 1)
        context.advance(1)
        try request("http://a.test/1")
        #expect(context.memory?.requestCount("http://a.test/1") == 2)
        context.close()
    }

    @Test func eventsSayWhereAPictureIs() throws {
        let gif: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B]
        context.memory?.answer("http://a.test/1", MemoryTransport.Answer(status: 200, headers: [], body: gif))
        try request("//a.test/1", width: 0)
        #expect(notes.events.last?.failure?.httpStatus == 404)  // that is https
        try request("http://a.test/1", width: 0)
        let event = try #require(notes.events.last)
        #expect(event.kind == .image && event.request == 2 && event.imageURL == "http://a.test/1")
        #expect(event.imageType == .gif && event.path?.hasPrefix(folder.file + "/") == true)
        context.close()
        #expect(throws: FeedError.self) { try context.requestImage("http://a.test/1", width: 0, .visible) }
    }
}
