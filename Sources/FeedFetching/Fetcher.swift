/// Asks servers on behalf of the sources of all feeds of a context: shares what is asked twice at once, tries again what
/// may succeed later, and gives up in time. On the worker.
package final class Fetcher {
    package let worker: Worker
    package var transport: Transport
    let limit: Int
    fileprivate var fetches: [Fetch] = []

    package init(worker: Worker, transport: Transport, limit: Int) {
        self.worker = worker
        self.transport = transport
        self.limit = limit
    }

    /// Begins, or joins the same request if one is under way. The listener is told until it has an outcome or leaves.
    package func fetch(_ request: HTTPRequest, _ listener: FetchListener) {
        if let running = fetches.first(where: { $0.request.isSame(as: request) }) {
            running.listeners.append(listener)
            listener.fetch = running
            return
        }
        let fetch = Fetch(request, self, listener)
        listener.fetch = fetch
        fetches.append(fetch)
        fetch.begin()
    }

    package func close() {
        for fetch in fetches { fetch.stop() }
        fetches = []
        transport.close()
    }
}

/// Who waits for an answer.
package final class FetchListener {
    let progress: (_ bytes: Int64, _ total: Int64) -> Void
    /// Whether an answer with a bad HTTP status is the last word, so that it isn't asked for again.
    let isFinal: (HTTPResponse) -> Bool
    /// Told of each try that failed and is followed by another.
    let retried: (FetchOutcome) -> Void
    let finish: (FetchOutcome) -> Void
    /// While it waits; the fetch holds the listener as well, and lets go when it ends.
    fileprivate var fetch: Fetch?

    package init(
        progress: @escaping (Int64, Int64) -> Void, isFinal: @escaping (HTTPResponse) -> Bool,
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
}

/// One request, with its tries.
final class Fetch {
    /// Tries after the first, for GET alone.
    private static let maxRetries = 2
    private static let firstDelay: Int64 = 500
    /// A server that wants to be left alone for longer is not asked again.
    private static let longestDelay: Int64 = 30_000

    let request: HTTPRequest
    var listeners: [FetchListener]
    private let fetcher: Fetcher
    private var exchange: Exchange?
    private var timer: Worker.Timer?
    private var retries = 0
    private var startedAt: Int64 = 0

    init(_ request: HTTPRequest, _ fetcher: Fetcher, _ listener: FetchListener) {
        self.request = request
        self.fetcher = fetcher
        listeners = [listener]
    }

    func begin() {
        startedAt = fetcher.worker.clock.now
        let exchange = Exchange(
            request, limit: fetcher.limit,
            progress: { [self] bytes, total in
                for listener in listeners { listener.progress(bytes, total) }
            },
            finish: { [self] result in end(result) })
        self.exchange = exchange
        timer = fetcher.worker.after(request.timeout) { [self] in timeOut() }
        fetcher.transport.start(exchange)
    }

    func remove(_ listener: FetchListener) {
        listeners.removeAll { $0 === listener }
        if listeners.isEmpty {
            stop()
            leaveFetcher()
        }
    }

    /// Tells nobody.
    func stop() {
        timer?.cancel()
        if let exchange {
            exchange.abandon()
            fetcher.transport.cancel(exchange)
        }
        exchange = nil
        listeners = []
    }

    private func timeOut() {
        guard let exchange else { return }
        exchange.abandon()
        fetcher.transport.cancel(exchange)
        end(.failure(FetchError(.timeout, "no answer within \(request.timeout) ms")))
    }

    private func end(_ result: Result<HTTPResponse, FetchError>) {
        timer?.cancel()
        exchange = nil
        let outcome = FetchOutcome(result: result, milliseconds: fetcher.worker.clock.now &- startedAt)
        if let delay = delayBeforeRetry(result) {
            retries += 1
            for listener in listeners { listener.retried(outcome) }
            timer = fetcher.worker.after(delay) { [self] in begin() }
            return
        }
        let listeners = listeners
        self.listeners = []
        leaveFetcher()
        for listener in listeners {
            listener.fetch = nil
            listener.finish(outcome)
        }
    }

    /// Half a second, doubled each time, and up to half more or less, so that not all clients come back at once; nil if
    /// it isn't tried again.
    private func delayBeforeRetry(_ result: Result<HTTPResponse, FetchError>) -> Int64? {
        guard request.method == "GET", retries < Fetch.maxRetries else { return nil }
        switch result {
        case .failure(let error):
            guard error.isRetryable else { return nil }
        case .success(let response):
            guard response.status == 429 || response.status >= 500 else { return nil }
            if listeners.allSatisfy({ $0.isFinal(response) }) { return nil }
            if let wanted = response.retryAfter { return wanted > Fetch.longestDelay ? nil : wanted }
        }
        let delay = Fetch.firstDelay << retries
        return delay / 2 + Int64.random(in: 0...delay)
    }

    private func leaveFetcher() {
        fetcher.fetches.removeAll { $0 === self }
    }
}
