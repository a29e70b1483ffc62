import Testing

@testable import FeedFetching

@Suite struct HostTransportTests {
    /// What the host was given, and told.
    final class Host: @unchecked Sendable {
        var started: [HostExchange] = []
        var cancelled: [HostExchange] = []
    }

    let worker: Worker
    let host = Host()
    let notes = WorkerTests.Notes()

    init() throws {
        worker = try #require(Worker(clock: Clock(isManual: true)))
    }

    func makeTransport() -> HostTransport {
        HostTransport(
            worker: worker,
            functions: HostTransport.Functions(
                start: { [host] in host.started.append($0) }, cancel: { [host] in host.cancelled.append($0) })
        )
    }

    func start(_ transport: HostTransport) -> Exchange {
        let exchange = Exchange(
            HTTPRequest(url: "http://a.test/"), limit: 3, progress: { _, _ in },
            finish: { [notes] result in
                switch result {
                case .success(let response): notes.words.append("\(response.status) \(response.body)")
                case .failure(let error): notes.words.append("\(error.kind)")
                }
            })
        worker.post { transport.start(exchange) }
        worker.waitUntilIdle()
        return exchange
    }

    @Test func passesOnWhatTheHostFeedsBack() {
        let transport = makeTransport()
        _ = start(transport)
        host.started[0].head(200)
        host.started[0].header("ETag", "x")
        host.started[0].bytes([1])
        host.started[0].bytes([2])
        host.started[0].end()
        host.started[0].fail(FetchError(.network, "it has ended already"))
        worker.waitUntilIdle()
        #expect(notes.words == ["200 [1, 2]"])
        #expect(host.cancelled.isEmpty)
        worker.stop()
    }

    @Test func cancelsOnce() {
        let transport = makeTransport()
        let exchange = start(transport)
        let other = start(transport)
        worker.post {
            transport.cancel(exchange)
            transport.cancel(exchange)
        }
        worker.waitUntilIdle()
        #expect(host.cancelled.count == 1 && host.cancelled.first === host.started[0])
        host.started[1].end()
        worker.post {
            transport.cancel(other)  // the host has ended it
            transport.close()
        }
        worker.waitUntilIdle()
        #expect(host.cancelled.count == 1)
        worker.stop()
    }

    @Test func whatIsTooLargeIsCancelled() {
        let transport = makeTransport()
        _ = start(transport)
        host.started[0].head(200)
        for _ in 0..<5 { host.started[0].bytes([0]) }
        worker.waitUntilIdle()
        #expect(notes.words == ["tooLarge"])
        #expect(host.cancelled.count == 1)
        host.started[0].end()
        worker.stop()
    }

    @Test func closingCancelsWhatIsOpen() {
        let transport = makeTransport()
        _ = start(transport)
        _ = start(transport)
        host.started[0].fail(FetchError(.tls, "no"))
        worker.waitUntilIdle()
        worker.post { transport.close() }
        worker.waitUntilIdle()
        #expect(host.cancelled.count == 1 && host.cancelled.first === host.started[1])
        worker.stop()
    }
}
