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
    private let lock = Lock()
    private var answers: [[UInt8]: Answer] = [:]
    private var counts: [[UInt8]: Int] = [:]

    package init(worker: Worker) {
        self.worker = worker
    }

    /// From any thread.
    package func answer(_ url: String, _ answer: Answer) {
        lock.withLock { answers[Array(url.utf8)] = answer }
    }

    /// How often a URL was asked. From any thread.
    package func requestCount(_ url: String) -> Int {
        lock.withLock { counts[Array(url.utf8)] ?? 0 }
    }

    package override func start(_ exchange: Exchange) {
        let url = Array(exchange.request.url.utf8)
        let answer = lock.withLock {
            counts[url, default: 0] += 1
            return answers[url] ?? Answer(status: 404, headers: [], body: [])
        }
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
