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
        exchange.context = hostExchange
        running.removeAll { !$0.isOpen }
        running.append(hostExchange)
        functions.start(hostExchange)
    }

    package override func cancel(_ exchange: Exchange) {
        guard let hostExchange = running.first(where: { $0.exchange === exchange }) else { return }
        running.removeAll { $0 === hostExchange }
        if hostExchange.isOpen { functions.cancel(hostExchange) }
    }

    package override func close() {
        for exchange in running where exchange.isOpen { functions.cancel(exchange) }
        running = []
    }
}

/// An exchange in the host's hands, until the host ends it.
package final class HostExchange: @unchecked Sendable {
    package let exchange: Exchange
    /// What the C face keeps for it.
    package var context: AnyObject?
    private let worker: Worker
    private let functions: HostTransport.Functions
    private let lock = Lock()
    private var hasEnded = false

    init(_ exchange: Exchange, _ worker: Worker, _ functions: HostTransport.Functions) {
        self.exchange = exchange
        self.worker = worker
        self.functions = functions
    }

    /// Whether the host has yet to end it.
    package var isOpen: Bool { lock.withLock { !hasEnded } }

    package func head(_ status: Int32) {
        worker.post { [exchange] in exchange.head(status) }
    }

    package func header(_ name: String, _ value: String) {
        worker.post { [exchange] in exchange.header(name, value) }
    }

    package func bytes(_ bytes: [UInt8]) {
        worker.post { [exchange] in
            _ = bytes.withUnsafeBytes { exchange.bytes($0) }
        }
    }

    package func end() {
        finish { $0.end() }
    }

    package func fail(_ error: FetchError) {
        finish { $0.fail(error) }
    }

    private func finish(_ body: @escaping (Exchange) -> Void) {
        let isFirst = lock.withLock {
            defer { hasEnded = true }
            return !hasEnded
        }
        if isFirst { worker.post { [exchange] in body(exchange) } }
    }
}
