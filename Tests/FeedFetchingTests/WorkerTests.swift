import Testing

@testable import FeedFetching

@Suite struct WorkerTests {
    /// What happened, in order. The worker writes; who waited for it reads.
    final class Notes: @unchecked Sendable {
        var words: [String] = []
    }

    let notes = Notes()

    func makeWorker(isManual: Bool = true) throws -> Worker {
        try #require(Worker(clock: Clock(isManual: isManual)))
    }

    func note(_ word: String) -> Worker.Job {
        { [notes] in notes.words.append(word) }
    }

    func advance(_ worker: Worker, _ milliseconds: Int64) {
        worker.post { worker.clock.advance(by: milliseconds) }
        worker.waitUntilIdle()
    }

    @Test func jobsRunInTheirOrder() throws {
        let worker = try makeWorker()
        for number in 0..<100 { worker.post(note("\(number)")) }
        worker.waitUntilIdle()
        #expect(notes.words == (0..<100).map { "\($0)" })
        worker.stop()
    }

    @Test func whatIsArrangedBeforeItStartsIsDoneAtOnce() throws {
        let worker = try makeWorker()
        worker.arrange(note("before"))
        #expect(notes.words == ["before"])
        worker.waitUntilIdle()  // there is nobody to wait for
        worker.post(note("first"))
        worker.arrange(note("after"))
        worker.waitUntilIdle()
        #expect(notes.words == ["before", "first", "after"])
        worker.stop()
    }

    @Test func timersFireWhenTheyAreDueInTheOrderOfTheirTimes() throws {
        let worker = try makeWorker()
        worker.post { [self] in
            _ = worker.after(30, note("30"))
            _ = worker.after(10, note("10"))
            _ = worker.after(20, note("20"))
            _ = worker.after(20, note("20 again"))
            _ = worker.after(.max, note("never"))
            let cancelled = worker.after(15, note("cancelled"))
            cancelled.cancel()
        }
        advance(worker, 9)
        #expect(notes.words == [])
        advance(worker, 1)
        #expect(notes.words == ["10"])
        advance(worker, 1_000_000)
        #expect(notes.words == ["10", "20", "20 again", "30"])
        worker.stop()
    }

    @Test func aTimerMaySetAndCancelOthers() throws {
        let worker = try makeWorker()
        worker.post { [self] in
            let second = worker.after(10, note("second"))
            _ = worker.after(5) { [self] in
                note("first")()
                second.cancel()
                _ = worker.after(0, note("at once"))
                _ = worker.after(-7, note("no earlier"))
                _ = worker.after(1, note("later"))
            }
        }
        advance(worker, 10)
        #expect(notes.words == ["first", "at once", "no earlier"])
        advance(worker, 1)
        #expect(notes.words == ["first", "at once", "no earlier", "later"])
        worker.stop()
    }

    @Test func onTheSystemsClockTimersFireByThemselves() async throws {
        let worker = try makeWorker(isManual: false)
        await withCheckedContinuation { continuation in
            worker.post { _ = worker.after(20) { continuation.resume() } }
        }
        worker.stop()
    }

    @Test func afterItsEndThereIsNothing() async throws {
        weak var held: Notes?
        let worker = try makeWorker()
        do {
            let captured = Notes()
            held = captured
            worker.post { _ = worker.after(10) { captured.words.append("too late") } }
        }
        worker.post(note("last"))
        worker.stop()
        worker.post(note("dropped"))
        worker.waitUntilIdle()
        // The thread lets go of its timers.
        for _ in 0..<1000 where held != nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(held == nil)
        #expect(notes.words == ["last"])
    }

    @Test func aTransportMaySleepInItsPlace() throws {
        let worker = try makeWorker()
        worker.post { [notes] in
            worker.sleep = { wakeup, milliseconds in
                notes.words.append("sleep \(milliseconds)")
                wakeup.wait(milliseconds)
            }
        }
        worker.waitUntilIdle()
        worker.post { _ = worker.after(5) {} }
        worker.waitUntilIdle()
        #expect(notes.words.allSatisfy { $0 == "sleep -1" })  // by hand, a clock wakes nobody
        #expect(!notes.words.isEmpty)
        worker.stop()
    }

    @Test func aClockDoesntGoBeyondTheEndOfTime() {
        let clock = Clock(isManual: true)
        clock.advance(by: .max)
        clock.advance(by: 1)
        #expect(clock.now == .max)
        #expect(clock.time(after: 5) == .max)
        #expect(Clock(isManual: false).time(after: .max) == .max)
    }
}
