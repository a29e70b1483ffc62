import FeedFetching
import FeedParsing
import Dispatch
import Testing

@testable import FeedViewModels

/// Feeds as a Swift program has them; how they behave is tested through the C face.
@Suite struct FeedViewModelTests {
    static let url = "http://films.test/v2/movie/coming_soon"

    func makeContext() throws -> Context {
        var config = ContextConfig()
        config.transport = .memory
        config.hasManualClock = true
        let context = try #require(Context(config))
        context.memory?.answer(
            Self.url,
            MemoryTransport.Answer(
                status: 200, headers: [],
                body: Array(#"{"subjects": [{"id": 1, "title": "A", "alt": "x:1"}]}"#.utf8)))
        return context
    }

    func makeFeed(_ context: Context) throws -> FeedViewModel {
        let config = try FeedConfig(text: #"{"preset": "douban-movies", "baseURL": "http://films.test"}"#)
        return try #require(FeedViewModel(context, config))
    }

    @Test func aFilmListIsShownAndSelectedFrom() throws {
        let context = try makeContext()
        let feed = try makeFeed(context)
        var told: [FeedEvent.Kind] = []
        var action: String?
        feed.didChange = { event in
            told.append(event.kind)
            action = event.activation?.item?.action ?? action
        }
        #expect(feed.refresh().0 == .ok)
        #expect(context.run(10_000) == .ok)
        #expect(told == [.state, .progress, .change, .state, .complete])
        let film = try #require(feed.snapshot?.sections.first?.items.first)
        #expect(film.title == "A")
        #expect(feed.activate(film.uid) == .ok)
        #expect(context.dispatch(0) == .ok)
        #expect(action == "x:1")
        feed.close()
        context.close()
        #expect(feed.refresh().0 == .wrongThread)
        #expect(context.dispatch(0) == .wrongThread)
    }

    /// A request that is cancelled before the worker comes to it asks for nothing and shows nothing.
    @Test func whatIsCancelledAtOnceNeverBegins() throws {
        let context = try makeContext()
        let feed = try makeFeed(context)
        var told: [FeedEvent.Kind] = []
        feed.didChange = { told.append($0.kind) }
        for _ in 0..<100 {
            let busy = context.worker.hold()
            let requests = [feed.refresh(), feed.load(source: 0, Array(#"{"subjects": [{"id": 2}]}"#.utf8))]
            for (status, request) in requests {
                #expect(status == .ok && feed.cancel(request) == .ok)
            }
            busy.signal()
            #expect(context.run(10_000) == .ok)
        }
        context.advance(0)
        #expect(context.dispatch(0) == .ok)
        #expect(told == Array(repeating: .complete, count: 200))
        #expect(feed.snapshot == nil)
    }

    /// Without `close`, too: nothing is left of it, and nobody is told.
    @Test func whatIsNotClosedEndsWithItsLastReference() async throws {
        weak var worker: Worker?
        weak var mailbox: Mailbox?
        do {
            let context = try makeContext()
            worker = context.worker
            mailbox = context.mailbox
            do {
                let feed = try makeFeed(context)
                feed.didChange = { _ in Issue.record("told, though nobody holds it") }
                #expect(feed.refresh().0 == .ok)
            }
            #expect(context.run(10_000) == .ok)
            context.memory?.answer(
                Self.url, MemoryTransport.Answer(status: MemoryTransport.never, headers: [], body: []))
            let feed = try makeFeed(context)
            #expect(feed.refresh().0 == .ok)
            context.advance(0)
            #expect(worker != nil)
        }
        for _ in 0..<1000 where worker != nil || mailbox != nil {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(worker == nil)
        #expect(mailbox == nil)
    }
}

extension Worker {
    /// Keeps it from its jobs until the semaphore is signalled.
    fileprivate func hold() -> DispatchSemaphore {
        let semaphore = DispatchSemaphore(value: 0)
        post { semaphore.wait() }
        return semaphore
    }
}
