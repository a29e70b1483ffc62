import Foundation
import Testing

@testable import FeedFetching
@testable import FeedImages

/// Who gets a picture when. Everything happens on the worker; what the tests look at, they look at while it is idle.
@Suite struct ImageLoaderTests {
    /// Notes what it is asked, and answers when it is told to.
    final class Wire: Transport, @unchecked Sendable {
        var exchanges: [Exchange] = []
        var cancelled: [String] = []

        override func start(_ exchange: Exchange) { exchanges.append(exchange) }
        override func cancel(_ exchange: Exchange) { cancelled.append(exchange.request.url.last) }
    }

    /// What was told.
    final class Notes: @unchecked Sendable {
        var words: [String] = []
        var logs: [String] = []
        var paths: [String] = []
    }

    let place = TemporaryFolder()
    let worker: Worker
    let wire = Wire()
    let notes = Notes()
    let loader: ImageLoader

    init() throws {
        try self.init(ImageConfig())
    }

    private init(_ config: ImageConfig) throws {
        worker = try #require(Worker(clock: Clock(isManual: true)))
        let fetcher = Fetcher(worker: worker, transport: wire, limit: 100_000)
        loader = ImageLoader(
            fetcher, config, path: place.path, timeout: 30_000,
            tell: { [notes] number, news in
                notes.words.append("\(number) \(news.word)")
                if let path = news.path { notes.paths.append(path) }
            },
            log: { [notes] number, url, outcome, failure in
                notes.logs.append("\(number) \(url.last) \(outcome.word)\(failure == nil ? "" : " failed")")
            })
    }

    func onWorker(_ job: @escaping () -> Void) {
        worker.post(job)
        worker.waitUntilIdle()
    }

    func advance(_ milliseconds: Int64) {
        onWorker { worker.clock.advance(by: milliseconds) }
    }

    func begin(_ number: UInt64, _ url: String, _ priority: ImagePriority = .visible) throws {
        let request = try #require(
            ImageRequest(number: number, url: "http://\(url)", width: 0, priority: priority, rules: []))
        onWorker { [loader] in loader.begin(request) }
    }

    func cancel(_ number: UInt64) { onWorker { [loader] in loader.cancel(number) } }

    /// What is being asked for, by the last part of its address.
    var asked: [String] { wire.exchanges.filter { $0.isOpen }.map { $0.request.url.last } }

    func answer(_ name: String, _ body: [UInt8] = Pictures.png, status: Int32 = 200) {
        onWorker { [wire] in
            guard let exchange = wire.exchanges.last(where: { $0.isOpen && $0.request.url.last == name })
            else { return }
            exchange.head(status)
            exchange.header("Content-Length", "\(body.count)")
            if body.withUnsafeBytes({ exchange.bytes($0) }) { exchange.end() }
        }
    }

    func fail(_ name: String, _ kind: FetchError.Kind = .network) {
        onWorker { [wire] in
            wire.exchanges.last { $0.isOpen && $0.request.url.last == name }?.fail(FetchError(kind, "no"))
        }
    }

    func taken() -> [String] {
        defer { notes.words = [] }
        return notes.words
    }

    // MARK: - One picture

    @Test func itComesOnceAndIsKept() throws {
        try begin(1, "a.test/1")
        answer("1")
        #expect(taken() == ["1 progress \(Pictures.png.count)", "1 png"])
        #expect(place.bytes(notes.paths.last) == Pictures.png)
        try begin(2, "a.test/1")
        #expect(taken() == ["2 png"])
        #expect(wire.exchanges.count == 1 && notes.paths[0] == notes.paths[1])
        #expect(notes.logs == ["1 1 200"])
        worker.stop()
    }

    @Test func theSameIsAskedForOnce() throws {
        try begin(1, "a.test/1", .prefetch)
        try begin(2, "a.test/1")
        try begin(3, "a.test/1")
        #expect(asked == ["1"])
        cancel(1)
        #expect(wire.cancelled.isEmpty)
        answer("1", Pictures.gif)
        #expect(taken().filter { !$0.contains("progress") } == ["2 gif", "3 gif"])
        worker.stop()
    }

    @Test func theLastToLeaveEndsIt() throws {
        try begin(1, "a.test/1")
        try begin(2, "a.test/1")
        cancel(2)
        cancel(1)
        cancel(1)
        #expect(wire.cancelled == ["1"] && asked.isEmpty)
        #expect(taken() == [])
        try begin(3, "a.test/1")
        answer("1")
        #expect(taken().last == "3 png")
        worker.stop()
    }

    @Test func aDamagedFileIsHadAgain() throws {
        try begin(1, "a.test/1")
        answer("1")
        let name = try #require(place.names.first)
        place.write(name, Array(Pictures.png.dropLast(3)))
        try begin(2, "a.test/1")
        answer("1")
        #expect(taken().last == "2 png" && wire.exchanges.count == 2)
        #expect(place.bytes(notes.paths.last) == Pictures.png)
        worker.stop()
    }

    // MARK: - What can't be had

    @Test(arguments: [
        (404, Pictures.png, "fetch http 404"), (200, Pictures.page, "picture http 200"),
        (200, [], "picture http 200"),
        (200, Array(Pictures.png.dropLast()), "picture http 200"), (301, [], "fetch http 301"),
        (200, [UInt8](repeating: 1, count: 100_001), "fetch tooLarge 200"),
    ])
    func itIsNotAskedForAgainSoon(_ status: Int32, _ body: [UInt8], _ word: String) throws {
        try begin(1, "a.test/1")
        answer("1", body, status: status)
        #expect(taken().last == "1 \(word)")
        try begin(2, "a.test/1")
        #expect(taken() == ["2 \(word)"])
        advance(59_999)
        try begin(3, "a.test/1")
        #expect(wire.exchanges.count == 1)
        advance(1)
        try begin(4, "a.test/1")
        answer("1")
        #expect(taken().last == "4 png")
        #expect(place.names.count == 1)
        worker.stop()
    }

    @Test func whatMaySucceedIsTriedAgain() throws {
        try begin(1, "a.test/1")
        fail("1")
        advance(1_000)
        answer("1", status: 503)
        advance(2_000)
        answer("1")
        #expect(taken().last == "1 png")
        #expect(notes.logs == ["1 1 network failed", "1 1 503 failed", "1 1 200"])
        worker.stop()
    }

    @Test func anUnreachableServerIsAskedByTheNext() throws {
        try begin(1, "a.test/1")
        for _ in 0..<3 {
            fail("1")
            advance(2_000)
        }
        #expect(taken() == ["1 fetch network -1"])
        try begin(2, "a.test/1")
        #expect(asked == ["1"])
        worker.stop()
    }

    @Test func whatIsRememberedOfFailuresHasAnEnd() throws {
        for number in 0..<UInt64(1025) {
            try begin(number, "a.test/\(number)")
            answer("\(number)", status: 404)
        }
        _ = taken()
        try begin(2000, "a.test/1024")
        #expect(taken() == ["2000 fetch http 404"])
        try begin(2001, "a.test/0")
        #expect(asked == ["0"])
        worker.stop()
    }

    @Test func clearingForgetsPicturesAndFailures() throws {
        try begin(1, "a.test/1")
        answer("1")
        try begin(2, "a.test/2")
        answer("2", status: 404)
        onWorker { [loader] in loader.clear() }
        #expect(taken().last == "0 cleared" && place.names.isEmpty)
        try begin(3, "a.test/1")
        try begin(4, "a.test/2")
        #expect(asked == ["1", "2"])
        worker.stop()
    }

    // MARK: - Age

    private let month: Int64 = 30 * 24 * 3_600_000

    @Test func anOldOneIsAskedForAgain() throws {
        try begin(1, "a.test/1")
        answer("1")
        advance(month)
        try begin(2, "a.test/1")
        #expect(wire.exchanges.count == 1)
        advance(1)
        try begin(3, "a.test/1")
        answer("1", Pictures.gif)
        #expect(taken().last == "3 gif" && place.names.count == 1)
        try begin(4, "a.test/1")
        #expect(taken() == ["4 gif"])
        worker.stop()
    }

    /// As it is after a clock was set back.
    @Test func oneFromTheFutureIsAskedForAgain() throws {
        try begin(1, "a.test/1")
        answer("1")
        let path = try #require(notes.paths.last)
        try FileManager.default.setAttributes([.modificationDate: Date.distantFuture], ofItemAtPath: path)
        try begin(2, "a.test/1")
        #expect(asked == ["1"])
        fail("1", .tls)
        #expect(taken().last == "2 png")
        worker.stop()
    }

    @Test func anOldOneIsBetterThanNone() throws {
        try begin(1, "a.test/1")
        answer("1")
        advance(month + 1)
        _ = taken()
        // A page to sign in comes in place of all pictures.
        try begin(2, "a.test/1")
        answer("1", Pictures.page)
        #expect(taken().last == "2 png")
        // For a while it isn't asked for again.
        try begin(3, "a.test/1")
        #expect(taken() == ["3 png"] && wire.exchanges.count == 2)
        advance(60_000)
        try begin(4, "a.test/1")
        for _ in 0..<3 {
            fail("1")
            advance(2_000)
        }
        #expect(taken() == ["4 png"])
        worker.stop()
    }

    @Test func oneThatItsServerNoLongerHasGoes() throws {
        try begin(1, "a.test/1")
        answer("1")
        advance(month + 1)
        try begin(2, "a.test/1")
        answer("1", status: 404)
        #expect(taken().last == "2 fetch http 404" && place.names.isEmpty)
        worker.stop()
    }

    // MARK: - Which comes first

    @Test func aHostIsNotOverrun() throws {
        for number in 1...6 { try begin(UInt64(number), "a.test/\(number)") }
        try begin(7, "b.test/7")
        #expect(asked == ["1", "2", "3", "4", "7"])
        answer("2")
        #expect(asked == ["1", "3", "4", "7", "5"])
        cancel(1)
        #expect(asked == ["3", "4", "7", "5", "6"])
        worker.stop()
    }

    @Test func noMoreThanSixteenAreOnTheirWay() throws {
        for number in 1...20 { try begin(UInt64(number), "host\(number).test/\(number)") }
        #expect(asked.count == 16)
        for number in 1...20 { answer("\(number)") }
        #expect(taken().filter { $0.hasSuffix("png") }.count == 20)
        worker.stop()
    }

    @Test func whatIsSeenComesFirst() throws {
        for number in 1...4 { try begin(UInt64(number), "a.test/\(number)") }
        try begin(5, "a.test/5", .prefetch)
        try begin(6, "a.test/6", .nearby)
        try begin(7, "a.test/7", .visible)
        try begin(8, "a.test/8", .visible)
        try begin(9, "a.test/9", .prefetch)
        var order: [String] = []
        for name in ["1", "2", "3", "4", "7", "8", "6", "5"] {
            answer(name)
            order.append(asked.last ?? "")
        }
        // What is prefetched leaves one of the four places free.
        #expect(order == ["7", "8", "6", "6", "5", "9", "9", "9"])
        worker.stop()
    }

    @Test func prefetchingLeavesAPlace() throws {
        for number in 1...5 { try begin(UInt64(number), "a.test/\(number)", .prefetch) }
        #expect(asked == ["1", "2", "3"])
        try begin(6, "a.test/6")
        #expect(asked == ["1", "2", "3", "6"])
        answer("6")
        #expect(asked == ["1", "2", "3"])
        worker.stop()
    }

    @Test func aPriorityMayChange() throws {
        for number in 1...4 { try begin(UInt64(number), "a.test/\(number)") }
        for number in 5...7 { try begin(UInt64(number), "a.test/\(number)", .nearby) }
        onWorker { [loader] in loader.setPriority(7, .visible) }
        onWorker { [loader] in loader.setPriority(99, .visible) }
        answer("1")
        #expect(asked.last == "7")
        worker.stop()
    }

    /// The highest of those who want it.
    @Test func oneThatManyWantHasTheirHighestPriority() throws {
        for number in 1...4 { try begin(UInt64(number), "a.test/\(number)") }
        try begin(5, "a.test/5", .nearby)
        try begin(6, "a.test/6", .prefetch)
        try begin(7, "a.test/6", .visible)
        answer("1")
        #expect(asked.last == "6")
        worker.stop()
    }

    @Test func oneThatIsRaisedBeginsAtOnceIfThereIsRoom() throws {
        for number in 1...4 { try begin(UInt64(number), "a.test/\(number)", .prefetch) }
        #expect(asked == ["1", "2", "3"])
        onWorker { [loader] in loader.setPriority(4, .visible) }
        #expect(asked == ["1", "2", "3", "4"])
        worker.stop()
    }

    @Test func closingEndsAll() throws {
        for number in 1...6 { try begin(UInt64(number), "a.test/\(number)") }
        onWorker { [loader] in loader.close() }
        #expect(asked.isEmpty && wire.cancelled.count == 4)
        #expect(taken() == [])
        worker.stop()
    }
}

extension String {
    /// What stands behind the last slash.
    fileprivate var last: String { split(separator: "/").last.map(String.init) ?? "" }
}

extension ImageNews {
    fileprivate var word: String {
        switch kind {
        case .progress: return "progress \(bytes)"
        case .cleared: return "cleared"
        case .ended:
            if let failure { return "\(failure.kind) \(failure.error.kind) \(failure.error.httpStatus)" }
            return "\(type.map { "\($0)" } ?? "nothing")"
        }
    }
}

extension FetchOutcome {
    fileprivate var word: String {
        switch result {
        case .success(let response): "\(response.status)"
        case .failure(let error): "\(error.kind)"
        }
    }
}
