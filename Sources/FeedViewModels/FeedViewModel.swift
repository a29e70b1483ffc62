import FeedFetching
import FeedParsing

/// A page that is kept up to date from its sources. For the context's thread; what it shows changes in dispatch alone.
public final class FeedViewModel {
    let id: UInt64
    /// What the feed shows; nil before the first page.
    public private(set) var snapshot: Snapshot?
    /// 0 before the first page, one more with each.
    public private(set) var revision: UInt64 = 0
    /// Counts the events, told or not: what was read before may be gone after the next.
    package private(set) var eventCount: UInt64 = 0
    /// Told of each event, until the feed or its context is closed.
    public var didChange: ((FeedEvent) -> Void)?
    public let sourceNames: [String]
    private var states: [SourceState]
    private var failures: [FeedFailure?]
    private let context: Context
    private let engine: FeedEngine
    private var openRequests: Set<UInt64> = []
    private var cancelledRequests: Set<UInt64> = []
    private var isClosed = false

    /// Nil if this isn't the context's thread.
    public convenience init?(_ context: Context, _ config: FeedConfig) {
        guard context.isUsable else { return nil }
        self.init(on: context, config)
    }

    private init(on context: Context, _ config: FeedConfig) {
        self.context = context
        id = context.nextFeed()
        sourceNames = config.sources.map { $0.name }
        states = config.sources.map { _ in .idle }
        failures = config.sources.map { _ in nil }
        engine = FeedEngine(id, config, context.mailbox, context.site)
        context.mailbox.add(feed: id)
        context.add(self)
    }

    deinit {
        close()
    }

    /// Whether the calling thread is the feed's, closed or not.
    public var isOnOwnThread: Bool { context.isOnOwnThread }

    /// Whether the calling thread may use the feed.
    public var isUsable: Bool { !isClosed && context.isUsable }

    /// Cancels what is under way, without waiting; nothing is told any more.
    public func close() {
        guard isUsable else { return }
        context.remove(self)
        context.mailbox.remove(feed: id)
        context.openRequests -= openRequests.count
        stop()
    }

    /// The feed keeps what it shows.
    func stop() {
        isClosed = true
        let engine = engine
        context.worker.arrange { engine.close() }
        // Released after the change: it may hold what is the host's.
        let told = didChange
        didChange = nil
        withExtendedLifetime(told) {}
    }

    public func state(of source: Int) -> SourceState {
        states.indices.contains(source) ? states[source] : .idle
    }

    /// Why the source failed last; nil if it succeeded since.
    public func failure(of source: Int) -> FeedFailure? {
        failures.indices.contains(source) ? failures[source] : nil
    }

    // MARK: - What can be asked for

    /// Asks all sources, or one.
    public func refresh(source: Int? = nil) -> (Context.Status, request: UInt64) {
        let engine = engine
        let indices = source.map { [$0] } ?? Array(sourceNames.indices)
        return request(source) { number in { engine.refresh(number, indices) } }
    }

    /// Gives a source an answer of the host's own.
    public func load(source: Int, _ bytes: [UInt8]) -> (Context.Status, request: UInt64) {
        let engine = engine
        return request(source) { number in { engine.load(number, source, bytes) } }
    }

    public func cancel(_ request: UInt64) -> Context.Status {
        guard isUsable else { return .wrongThread }
        guard openRequests.contains(request), cancelledRequests.insert(request).inserted else {
            return .argument
        }
        // Told without the worker's help, which may hang in a name look-up.
        context.tell { $0.cancel(request, of: id) }
        let engine = engine
        context.worker.post { engine.cancel(request) }
        return .ok
    }

    /// The reader chose an item.
    public func select(_ uid: UInt64) -> Context.Status {
        guard isUsable else { return .wrongThread }
        guard let item = snapshot?.item(uid: uid) else { return .argument }
        context.tell { $0.post(Delivery(feed: id, request: 0, source: nil, news: .selected(item))) }
        return .ok
    }

    private func request(
        _ source: Int?, _ job: (UInt64) -> Worker.Job
    ) -> (Context.Status, request: UInt64) {
        guard isUsable else { return (.wrongThread, 0) }
        guard source.map({ sourceNames.indices.contains($0) }) ?? true else { return (.argument, 0) }
        let number = context.mailbox.nextNumber()
        guard context.worker.post(job(number)) else { return (.unavailable, 0) }
        open(number)
        return (.ok, number)
    }

    private func open(_ request: UInt64) {
        openRequests.insert(request)
        context.openRequests += 1
    }

    // MARK: - Delivery

    func deliver(_ delivery: Delivery) {
        let event = apply(delivery)
        if event.kind == .log {
            context.didLog?(event, delivery.source.map { sourceNames[$0] })
        } else {
            didChange?(event)
        }
    }

    /// Makes the feed show it, and says how to tell it.
    private func apply(_ delivery: Delivery) -> FeedEvent {
        // One that nobody here asked for is the feed's own: it refreshes itself.
        if delivery.request != 0 && !openRequests.contains(delivery.request) { open(delivery.request) }
        eventCount += 1
        var event = FeedEvent(delivery.news.kind, request: delivery.request, source: delivery.source)
        (event.revisionFrom, event.revisionTo) = (revision, revision)
        switch delivery.news {
        case .page(let page):
            snapshot = page
            revision += 1
            event.revisionTo = revision
        case .state(let state):
            event.state = state
            if let source = delivery.source { set(state, source) }
        case .progress(let bytes, let total):
            (event.bytes, event.total) = (bytes, total)
        case .failed(let failure):
            event.failure = failure
            if let source = delivery.source { failures[source] = failure }
        case .complete(let failure):
            event.failure = failure
            end(delivery.request)
        case .selected(let item):
            event.item = item
        case .log(let log):
            event.log = log
            event.failure = log.failure
            event.bytes = log.bytes
        }
        return event
    }

    private func set(_ state: SourceState, _ source: Int) {
        states[source] = state
        switch state {
        case .idle, .ready, .empty: failures[source] = nil
        case .loading, .stale, .failed: break
        }
    }

    private func end(_ request: UInt64) {
        cancelledRequests.remove(request)
        if openRequests.remove(request) != nil { context.openRequests -= 1 }
    }
}

extension Delivery.News {
    fileprivate var kind: FeedEvent.Kind {
        switch self {
        case .page: .reset
        case .state: .state
        case .progress: .progress
        case .failed: .failed
        case .complete: .complete
        case .selected: .action
        case .log: .log
        }
    }
}
