import FeedParsing

/// Asks servers on behalf of the sources of all feeds of a context: shares what is asked twice at once, tries again what
/// may succeed later, and gives up in time. On the worker.
package final class Fetcher {
    package let worker: Worker
    let limit: Int
    private(set) var transport: Transport
    /// Those before it that still have requests under way.
    private var replaced: [Transport] = []
    private var fetches: [Fetch] = []

    package init(worker: Worker, transport: Transport, limit: Int) {
        self.worker = worker
        self.transport = transport
        self.limit = limit
    }

    /// Begins, or joins the same request if one is under way. The listener is told until it has an outcome or leaves.
    package func fetch(_ request: HTTPRequest, _ listener: FetchListener) {
        if let running = fetches.first(where: { $0.request.isSame(as: request) }) {
            running.add(listener)
            return
        }
        let fetch = Fetch(request, self)
        fetch.add(listener)
        fetches.append(fetch)
        fetch.begin()
    }

    /// For requests from now on.
    package func use(_ transport: Transport) {
        replaced.append(self.transport)
        self.transport = transport
        closeUnused()
    }

    /// Asks no longer; nobody is told.
    package func close() {
        for fetch in fetches { fetch.stop() }
        fetches = []
        // Lets go of the host's transport.
        use(Transport())
    }

    fileprivate func remove(_ fetch: Fetch) {
        fetches.removeAll { $0 === fetch }
        closeUnused()
    }

    fileprivate func closeUnused() {
        let unused = replaced.filter { transport in !fetches.contains { $0.transport === transport } }
        replaced.removeAll { transport in unused.contains { $0 === transport } }
        for transport in unused { transport.close() }
    }
}

/// Who waits for an answer.
package final class FetchListener {
    /// Told of all the bytes so far.
    let progress: (_ body: [UInt8], _ total: Int64) -> Void
    /// Whether an answer with a bad HTTP status is the last word, so that it isn't asked for again.
    let isFinal: (HTTPResponse) -> Bool
    /// Told of each try that failed and is followed by another.
    let retried: (FetchOutcome) -> Void
    let finish: (FetchOutcome) -> Void
    /// While it waits; the fetch holds the listener as well, and lets go when it ends.
    fileprivate var fetch: Fetch?

    package init(
        progress: @escaping ([UInt8], Int64) -> Void, isFinal: @escaping (HTTPResponse) -> Bool,
        retried: @escaping (FetchOutcome) -> Void, finish: @escaping (FetchOutcome) -> Void
    ) {
        self.progress = progress
        self.isFinal = isFinal
        self.retried = retried
        self.finish = finish
    }

    /// Waits no longer; what nobody waits for is cancelled.
    package func leave() {
        fetch?.remove(self)
        fetch = nil
    }
}

/// How a try ended. An answer with any HTTP status is a success here.
package struct FetchOutcome {
    package var result: Result<HTTPResponse, FetchError>
    package var milliseconds: Int64
    /// Another listener is told of the same.
    package var isToldTwice = false
}

/// One request, with its tries.
private final class Fetch {
    /// Tries after the first, for GET alone.
    private static let maxRetries = 2
    private static let firstDelay: Int64 = 500
    /// A server that wants to be left alone for longer is not asked again.
    private static let longestDelay: Int64 = 30_000

    let request: HTTPRequest
    /// The one that the last try was given to.
    private(set) var transport: Transport
    private var listeners: [FetchListener] = []
    private let fetcher: Fetcher
    private var exchange: Exchange?
    private var timer: Worker.Timer?
    private var retries = 0
    private var startedAt: Int64 = 0

    init(_ request: HTTPRequest, _ fetcher: Fetcher) {
        self.request = request
        self.fetcher = fetcher
        transport = fetcher.transport
    }

    func add(_ listener: FetchListener) {
        listeners.append(listener)
        listener.fetch = self
    }

    func remove(_ listener: FetchListener) {
        listeners.removeAll { $0 === listener }
        guard listeners.isEmpty else { return }
        stop()
        fetcher.remove(self)
    }

    func begin() {
        startedAt = fetcher.worker.clock.now
        transport = fetcher.transport
        fetcher.closeUnused()
        let exchange = Exchange(
            request, limit: fetcher.limit,
            progress: { [self] _, total in
                guard let body = self.exchange?.response.body else { return }
                for listener in listeners { listener.progress(body, total) }
            },
            finish: { [self] result in end(result) })
        self.exchange = exchange
        timer = fetcher.worker.after(request.timeout) { [self] in timeOut() }
        transport.start(exchange)
    }

    /// Tells nobody.
    func stop() {
        for listener in listeners { listener.fetch = nil }
        listeners = []
        timer?.cancel()
        cancelExchange()
    }

    private func cancelExchange() {
        guard let exchange else { return }
        self.exchange = nil
        exchange.abandon()
        transport.cancel(exchange)
    }

    private func timeOut() {
        cancelExchange()
        end(.failure(FetchError(.timeout, "no answer within \(request.timeout) ms")))
    }

    private func end(_ result: Result<HTTPResponse, FetchError>) {
        timer?.cancel()
        exchange = nil
        var outcome = FetchOutcome(result: result, milliseconds: fetcher.worker.clock.now &- startedAt)
        if let delay = delayBeforeRetry(result) {
            retries += 1
            timer = fetcher.worker.after(delay) { [self] in begin() }
            for listener in listeners {
                listener.retried(outcome)
                outcome.isToldTwice = true
            }
            return
        }
        let listeners = listeners
        stop()
        fetcher.remove(self)
        for listener in listeners {
            listener.finish(outcome)
            outcome.isToldTwice = true
        }
    }

    /// Half a second, doubled each time, and up to half more or less, so that not all clients come back at once; nil if
    /// it isn't tried again.
    private func delayBeforeRetry(_ result: Result<HTTPResponse, FetchError>) -> Int64? {
        guard request.method.isSame(as: "GET"), retries < Fetch.maxRetries else { return nil }
        switch result {
        case .failure(let error):
            guard error.isRetryable else { return nil }
        case .success(let response):
            guard response.isRetryable else { return nil }
            if listeners.allSatisfy({ $0.isFinal(response) }) { return nil }
            if let wanted = response.retryAfter { return wanted > Fetch.longestDelay ? nil : wanted }
        }
        let delay = Fetch.firstDelay << retries
        return delay / 2 + Int64.random(in: 0...delay)
    }
}
