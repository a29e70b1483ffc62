/// The host's own network: it is given each exchange, and feeds back the answer from any thread.
package final class HostTransport: Transport {
    /// The host's two functions, as closures over whatever they need. Released with the last exchange.
    package final class Functions {
        let start: (HostExchange) -> Void
        let cancel: (HostExchange) -> Void

        package init(
            start: @escaping (HostExchange) -> Void, cancel: @escaping (HostExchange) -> Void
        ) {
            self.start = start
            self.cancel = cancel
        }
    }

    private let worker: Worker
    private let functions: Functions
    private var running: [HostExchange] = []

    package init(worker: Worker, functions: Functions) {
        self.worker = worker
        self.functions = functions
    }

    package override func start(_ exchange: Exchange) {
        let hostExchange = HostExchange(exchange, worker, functions)
        running.removeAll { $0.hasEnded }
        running.append(hostExchange)
        functions.start(hostExchange)
    }

    package override func cancel(_ exchange: Exchange) {
        for hostExchange in running where hostExchange.exchange === exchange { hostExchange.cancel() }
    }

    package override func close() {
        for hostExchange in running { hostExchange.cancel() }
        running = []
    }
}

/// An exchange in the host's hands, until the host ends it.
package final class HostExchange: @unchecked Sendable {
    package let request: HTTPRequest
    /// How many bytes of an answer are taken.
    package var limit: Int { exchange.limit }
    /// What the C face keeps for it, from start on.
    package var context: AnyObject?
    /// On the worker only.
    fileprivate let exchange: Exchange
    private let worker: Worker
    private let functions: HostTransport.Functions
    private var isCancelled = false
    private let lock = Lock()
    private var isEnded = false

    fileprivate init(_ exchange: Exchange, _ worker: Worker, _ functions: HostTransport.Functions) {
        request = exchange.request
        self.exchange = exchange
        self.worker = worker
        self.functions = functions
    }

    // MARK: - On the worker

    fileprivate var hasEnded: Bool { lock.withLock { isEnded } }

    /// Says so to the host, unless it has ended it or knows.
    fileprivate func cancel() {
        if isCancelled || hasEnded { return }
        isCancelled = true
        functions.cancel(self)
    }

    // MARK: - Any thread

    package func head(_ status: Int32) {
        worker.post { [self] in exchange.head(status) }
    }

    package func header(_ name: String, _ value: String) {
        worker.post { [self] in exchange.header(name, value) }
    }

    package func bytes(_ bytes: [UInt8]) {
        worker.post { [self] in
            let isTaken = bytes.withUnsafeBytes { exchange.bytes($0) }
            if !isTaken { cancel() }
        }
    }

    package func end() {
        finish { $0.end() }
    }

    package func fail(_ error: FetchError) {
        finish { $0.fail(error) }
    }

    private func finish(_ tell: @escaping (Exchange) -> Void) {
        let isFirst = lock.withLock {
            defer { isEnded = true }
            return !isEnded
        }
        if isFirst { worker.post { [self] in tell(exchange) } }
    }
}
