import Testing

@testable import FeedFetching

@Suite struct MemoryTransportTests {
    /// How an exchange of a URL ended: its status, or what went wrong; "open" if it didn't.
    func ask(_ url: String, _ transport: MemoryTransport, _ worker: Worker) -> String {
        let notes = WorkerTests.Notes()
        let exchange = Exchange(
            HTTPRequest(url: url), limit: 100,
            progress: { bytes, total in notes.words.append("\(bytes)/\(total)") },
            finish: { result in
                switch result {
                case .success(let response): notes.words.append("\(response.status) \(response.etag ?? "")")
                case .failure(let error): notes.words.append("\(error.kind)")
                }
            })
        worker.post { transport.start(exchange) }
        worker.waitUntilIdle()
        return notes.words.isEmpty ? "open" : notes.words.joined(separator: ", ")
    }

    @Test func answersWhatItWasToldLast() throws {
        let worker = try #require(Worker(clock: Clock(isManual: true)))
        let transport = MemoryTransport(worker: worker)
        #expect(ask("a", transport, worker) == "404 ")
        transport.answer("a", .init(status: 200, headers: [HTTPHeader("etag", "x")], body: [1, 2]))
        #expect(ask("a", transport, worker) == "2/-1, 200 x")
        transport.answer("a", .init(status: 204, headers: [], body: []))
        #expect(ask("a", transport, worker) == "204 ")
        transport.answer("a", .init(status: MemoryTransport.broken, headers: [], body: []))
        #expect(ask("a", transport, worker) == "network")
        transport.answer("a", .init(status: MemoryTransport.never, headers: [], body: []))
        #expect(ask("a", transport, worker) == "open")
        transport.answer("a", .init(status: 200, headers: [], body: Array(repeating: 0, count: 101)))
        #expect(ask("a", transport, worker) == "tooLarge")
        #expect(transport.requestCount("a") == 6)
        #expect(transport.requestCount("b") == 0)
        worker.stop()
    }
}
