import Testing

@testable import FeedFetching

/// Everything happens on the worker; what the tests look at, they look at while it is idle.
@Suite struct FetcherTests {
    /// Notes what it is asked, and answers when it is told to.
    final class Wire: Transport, @unchecked Sendable {
        var exchanges: [Exchange] = []
        var cancelled: [Exchange] = []
        var isClosed = false

        override func start(_ exchange: Exchange) { exchanges.append(exchange) }
        override func cancel(_ exchange: Exchange) { cancelled.append(exchange) }
        override func close() { isClosed = true }
    }

    /// What listeners were told.
    final class Notes: @unchecked Sendable {
        var words: [String] = []
    }

    let worker: Worker
    let wire = Wire()
    let notes = Notes()
    let fetcher: Fetcher

    init() throws {
        worker = try #require(Worker(clock: Clock(isManual: true)))
        fetcher = Fetcher(worker: worker, transport: wire, limit: 10)
    }

    func onWorker(_ job: @escaping () -> Void) {
        worker.post(job)
        worker.waitUntilIdle()
    }

    func advance(_ milliseconds: Int64) {
        onWorker { worker.clock.advance(by: milliseconds) }
    }

    /// Who is told under a name.
    func listener(_ name: String, isFinal: Bool = false) -> FetchListener {
        FetchListener(
            progress: { [notes] body, total in notes.words.append("\(name) progress \(body.count)/\(total)")
            },
            isFinal: { _ in isFinal },
            retried: { [notes] outcome in notes.words.append("\(name) retried \(outcome.word)") },
            finish: { [notes] outcome in notes.words.append("\(name) \(outcome.word)") })
    }

    @discardableResult
    func fetch(_ name: String, _ change: (inout HTTPRequest) -> Void = { _ in }, isFinal: Bool = false)
        -> FetchListener
    {
        var request = HTTPRequest(url: "http://a.test/")
        request.timeout = 60_000
        change(&request)
        let listener = listener(name, isFinal: isFinal)
        onWorker { [fetcher, request] in fetcher.fetch(request, listener) }
        return listener
    }

    func answer(_ status: Int32, _ headers: [HTTPHeader] = [], _ body: String = "") {
        onWorker { [wire] in
            guard let exchange = wire.exchanges.last else { return }
            exchange.head(status)
            for header in headers { exchange.header(header.name, header.value) }
            if Array(body.utf8).withUnsafeBytes({ exchange.bytes($0) }) { exchange.end() }
        }
    }

    /// How long it takes until there was another try.
    func delay() -> Int64 {
        let count = wire.exchanges.count
        var time: Int64 = 0
        while wire.exchanges.count == count && time < 40_000 {
            advance(10)
            time += 10
        }
        return time
    }

    @Test func retriesAreSpreadAroundHalfASecondAndOne() {
        var delays: [[Int64]] = [[], []]
        for number in 0..<60 {
            fetch("a") { $0.url += "\(number)" }
            answer(503)
            delays[0].append(delay())
            answer(500)
            delays[1].append(delay())
            answer(429)
        }
        #expect(wire.exchanges.count == 180)
        #expect(delays[0].allSatisfy { 250...760 ~= $0 } && delays[1].allSatisfy { 500...1510 ~= $0 })
        #expect((delays[0].max() ?? 0) - (delays[0].min() ?? 0) > 250)
        #expect(notes.words.filter { $0 == "a 429" }.count == 60)
        worker.stop()
    }

    @Test(
        arguments: [
            ("GET", 503, nil, 2), ("GET", 429, nil, 2), ("GET", 404, nil, 1), ("GET", 200, nil, 1),
            ("POST", 503, nil, 1),
            ("GET", 503, "31", 1), ("GET", 503, "30", 2), ("GET", 503, "soon", 2), ("GET", 200, "1", 1),
        ] as [(String, Int32, String?, Int)])
    func whatIsTriedAgain(method: String, status: Int32, retryAfter: String?, tries: Int) {
        fetch("a") { $0.method = method }
        answer(status, retryAfter.map { [HTTPHeader("RETRY-AFTER", $0)] } ?? [])
        let delay = delay()
        #expect(wire.exchanges.count == tries)
        if retryAfter == "30" { #expect(delay == 30_000) }
        worker.stop()
    }

    @Test func aRefusalInTheAnswerIsFinal() {
        fetch("a", isFinal: true)
        answer(503)
        #expect(notes.words == ["a 503"])
        worker.stop()
    }

    @Test func theSameAtTheSameTimeIsAskedOnce() {
        fetch("a")
        fetch("b")
        #expect(wire.exchanges.count == 1)
        answer(503)
        fetch("c")  // while it waits to be tried again
        #expect(wire.exchanges.count == 1)
        _ = delay()
        answer(200, [HTTPHeader("Content-Length", "2")], "ok")
        #expect(
            notes.words == [
                "a retried 503", "b retried 503 again", "a progress 2/2", "b progress 2/2", "c progress 2/2",
                "a 200", "b 200 again", "c 200 again",
            ])
        fetch("d")  // it is over now
        #expect(wire.exchanges.count == 3)
        worker.stop()
    }

    @Test func whatDiffersIsAskedApart() {
        fetch("a")
        fetch("b") { $0.url = "http://b.test/" }
        fetch("c") { $0.method = "POST" }
        fetch("d") { $0.body = [1] }
        fetch("e") { $0.headers = [HTTPHeader("If-None-Match", "1")] }
        fetch("f") { $0.headers = [HTTPHeader("If-None-Match", "2")] }
        #expect(wire.exchanges.count == 6)
        worker.stop()
    }

    @Test func theLastWhoLeavesCancels() {
        let first = fetch("a")
        let second = fetch("b")
        onWorker { first.leave() }
        #expect(wire.cancelled.isEmpty)
        onWorker {
            second.leave()
            second.leave()
        }
        #expect(wire.cancelled.count == 1)
        answer(200)
        advance(100_000)
        #expect(notes.words == [])
        // Also between two tries.
        let third = fetch("c")
        answer(503)
        onWorker { third.leave() }
        advance(100_000)
        #expect(wire.exchanges.count == 2)
        worker.stop()
    }

    @Test func eachTryHasItsTime() {
        fetch("a") { $0.timeout = 100 }
        advance(99)
        #expect(wire.cancelled.isEmpty)
        advance(1)
        #expect(wire.cancelled.count == 1)
        answer(200)  // too late
        #expect(notes.words == ["a retried timeout"])
        _ = delay()
        answer(200)
        #expect(notes.words == ["a retried timeout", "a 200"])
        advance(100_000)
        #expect(wire.cancelled.count == 1)
        worker.stop()
    }

    @Test func tooMuchIsAnError() {
        fetch("a")
        answer(200, [], "0123456789A")
        #expect(notes.words == ["a tooLarge"])
        worker.stop()
    }

    @Test func aReplacedTransportIsClosedAfterItsLastRequest() {
        fetch("a")
        let other = Wire()
        onWorker { [fetcher] in fetcher.use(other) }
        #expect(!wire.isClosed)
        fetch("b") { $0.url = "http://b.test/" }
        #expect(other.exchanges.count == 1)
        answer(200)
        #expect(wire.isClosed)
        #expect(notes.words == ["a 200"])
        onWorker { [fetcher] in fetcher.close() }
        #expect(other.isClosed && other.cancelled.count == 1)
        #expect(notes.words == ["a 200"])
        worker.stop()
    }

    @Test func anAnswerWithoutAStatusIsABrokenConnection() {
        fetch("a") { $0.method = "POST" }
        onWorker { [wire] in wire.exchanges.last?.end() }
        #expect(notes.words == ["a network"])
        worker.stop()
    }
}

extension FetchOutcome {
    fileprivate var word: String {
        let again = isToldTwice ? " again" : ""
        switch result {
        case .success(let response): return "\(response.status)" + again
        case .failure(let error): return "\(error.kind)" + again
        }
    }
}
