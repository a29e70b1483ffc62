/// Answers what it was told to answer, without a network: for the tests of front ends.
package final class MemoryTransport: Transport, @unchecked Sendable {
    package struct Answer {
        package var status: Int32
        package var headers: [HTTPHeader]
        package var body: [UInt8]

        package init(status: Int32, headers: [HTTPHeader], body: [UInt8]) {
            self.status = status
            self.headers = headers
            self.body = body
        }
    }

    /// Of `Answer.status`: a connection that breaks; an answer that never comes.
    package static let broken: Int32 = 0
    package static let never: Int32 = -1

    private let worker: Worker
    private let server: Server

    /// What is there to be answered; for any thread.
    private final class Server {
        private let lock = Lock()
        private var answers: [[UInt8]: Answer] = [:]
        private var counts: [[UInt8]: Int] = [:]

        func set(_ answer: Answer, for url: [UInt8]) {
            lock.withLock { answers[url] = answer }
        }

        func count(_ url: [UInt8]) -> Int {
            lock.withLock { counts[url] ?? 0 }
        }

        func answer(_ url: [UInt8]) -> Answer {
            lock.withLock {
                counts[url, default: 0] += 1
                return answers[url] ?? Answer(status: 404, headers: [], body: [])
            }
        }
    }

    package init(worker: Worker) {
        self.worker = worker
        server = Server()
    }

    /// The same for another worker: it answers what the other one was told, and both count together.
    package init(worker: Worker, sharing other: MemoryTransport) {
        self.worker = worker
        server = other.server
    }

    /// From any thread.
    package func answer(_ url: String, _ answer: Answer) {
        server.set(answer, for: Array(url.utf8))
    }

    /// How often a URL was asked. From any thread.
    package func requestCount(_ url: String) -> Int {
        server.count(Array(url.utf8))
    }

    package override func start(_ exchange: Exchange) {
        let answer = server.answer(Array(exchange.request.url.utf8))
        if answer.status == MemoryTransport.never { return }
        worker.post {
            guard answer.status != MemoryTransport.broken else {
                return exchange.fail(FetchError(.network, "the connection broke"))
            }
            exchange.head(answer.status)
            for header in answer.headers { exchange.header(header.name, header.value) }
            let isTaken = answer.body.withUnsafeBytes { exchange.bytes($0) }
            if isTaken { exchange.end() }
        }
    }
}
