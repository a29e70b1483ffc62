import Foundation
import Testing

@testable import FeedStore

/// One file, several programs.
@Suite(.timeLimit(.minutes(3))) struct SharingTests {
    let folder = Folder()

    @Test func aSecondStoreSeesWhatTheFirstDoes() async {
        let (one, two) = (Shelf(folder.file()), Shelf(folder.file()))
        for number in 0..<20 {
            await one.put("a", [UInt8(number)])
            #expect(await two.body("a") == [UInt8(number)])
            await two.put("a", [UInt8(number) + 100])
            #expect(await one.body("a") == [UInt8(number) + 100])
        }
        #expect(one.notes.isEmpty && two.notes.isEmpty)
    }

    @Test func aWriterIsWaitedFor() async {
        let shelf = Shelf(folder.file())
        await shelf.put("a", [1])
        let stranger = Stranger(folder.file())
        #expect(stranger.execute("BEGIN IMMEDIATE"))
        async let put: Void = shelf.put("a", [2])
        await untilOneWaits()
        #expect(stranger.execute("COMMIT"))
        await put
        #expect(await shelf.ask("SELECT hex(body) FROM bodies") == ["02"])
        #expect(shelf.notes.isEmpty)
    }

    @Test func aWriterIsNotWaitedForForEver() async {
        let shelf = Shelf(folder.file(), patience: 300)
        await shelf.put("a", [1])
        let stranger = Stranger(folder.file())
        #expect(stranger.execute("BEGIN IMMEDIATE"))
        let start = ContinuousClock.now
        await shelf.put("a", [2])
        #expect(ContinuousClock.now - start > .milliseconds(250))
        #expect(shelf.kinds == [.busy])
        // Reading goes on, and it has the new one for now.
        #expect(await shelf.body("a") == [2])
        #expect(await Shelf(folder.file()).body("a") == [1])
        #expect(stranger.execute("COMMIT"))
        await shelf.put("a", [3])
        #expect(await Shelf(folder.file()).body("a") == [3])
        #expect(shelf.kinds == [.busy])
    }

    @Test func closingDoesntWaitLong() async {
        let shelf = Shelf(folder.file())
        await shelf.put("a", [1])
        let stranger = Stranger(folder.file())
        #expect(stranger.execute("BEGIN IMMEDIATE"))
        // With all of its patience for any of them, it would take longer than a test may.
        let isClosed = DispatchSemaphore(value: 0)
        shelf.store.perform { _ in isClosed.wait() }
        for number in 0..<100 { shelf.store.put(shelf.page([UInt8(number)]), for: "\(number)") }
        shelf.store.close()
        isClosed.signal()
        // The stranger has the file open too.
        while openCount(folder.file("store-wal")) > 1 { try? await Task.sleep(for: .milliseconds(5)) }
        #expect(shelf.kinds == [.busy])
    }

    /// The file is new, and another program is making its tables.
    @Test func theTablesAreMadeOnce() async {
        let stranger = Stranger(folder.file())
        #expect(stranger.execute("PRAGMA journal_mode = WAL; BEGIN IMMEDIATE"))
        let shelves = (0..<8).map { _ in Shelf(folder.file()) }
        for (number, shelf) in shelves.enumerated() {
            shelf.store.put(shelf.page([UInt8(number)]), for: "\(number)")
        }
        await untilOneWaits()
        #expect(stranger.execute("COMMIT"))
        for number in 0..<8 { #expect(await shelves[number].body("\(number)") == [UInt8(number)]) }
        #expect(await shelves[0].ask("SELECT key FROM responses ORDER BY key") == (0..<8).map { "\($0)" })
        #expect(shelves.allSatisfy { $0.notes.isEmpty })
    }

    @Test func manyMayBeginAtOnce() async {
        for round in 0..<10 {
            let shelves = (0..<8).map { _ in Shelf(folder.file("\(round)")) }
            for (number, shelf) in shelves.enumerated() {
                shelf.store.put(shelf.page([UInt8(number)]), for: "\(number)")
            }
            for number in 0..<8 { #expect(await shelves[number].body("\(number)") == [UInt8(number)]) }
            #expect(await shelves[0].ask("SELECT count(*) FROM responses") == ["8"])
            #expect(shelves.allSatisfy { $0.notes.isEmpty }, "\(shelves.map(\.kinds))")
        }
    }

    /// All find the damage; one sets the file aside.
    @Test func damageIsSetAsideOnce() async {
        for round in 0..<40 {
            let path = folder.file("\(round)")
            write(noise(5000), to: path)
            let shelves = (0..<8).map { _ in Shelf(path) }
            for (number, shelf) in shelves.enumerated() {
                shelf.store.put(shelf.page([UInt8(number)]), for: "\(number)")
            }
            for number in 0..<8 { #expect(await shelves[number].body("\(number)") == [UInt8(number)]) }
            #expect(await shelves[0].ask("SELECT count(*) FROM responses") == ["8"])
            #expect(shelves.flatMap(\.kinds) == [.corrupt], "\(shelves.flatMap(\.notes))")
            #expect(contents(path + ".corrupt-1") == noise(5000))
        }
    }

    @Test func aFileThatIsTakenAwayIsMadeAnew() async {
        let shelf = Shelf(folder.file())
        await shelf.put("a", [1])
        for name in folder.names { unlink(folder.file(name)) }
        await shelf.put("b", [2])
        #expect(await Shelf(folder.file()).body("b") == [2])
        #expect(await shelf.find("a") == nil)
        #expect(shelf.notes.isEmpty)
    }

    @Test func aConfirmationIsForThePageThatWasMeant() async {
        let (one, two) = (Shelf(folder.file()), Shelf(folder.file()))
        await one.put("a", one.page([1], etag: "old"))
        #expect(await one.find("a")?.etag == "old")
        await two.put("a", two.page([2], etag: "new"))
        one.calendar.now += 1000
        await one.confirm("a", etag: "old")
        let found = await two.find("a")
        #expect(found?.body == [2])
        #expect(found?.etag == "new")
        #expect(found?.time == two.calendar.now)
    }

    // MARK: - Interrupting

    @Test func aLongQueryCanBeInterrupted() async {
        let shelf = Shelf(folder.file())
        await shelf.put("a", [1])
        let store = shelf.store
        let isOver = Flag()
        let kind: StoreError.Kind? = await withCheckedContinuation { continuation in
            store.perform { database throws(StoreError) in
                guard let database else { return continuation.resume(returning: nil) }
                // Nothing runs yet that is interruptible.
                database.interrupt()
                let endless = Statement(
                    database,
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT max(i) FROM n")
                var kind: StoreError.Kind?
                do throws(StoreError) {
                    try database.interruptible { () throws(StoreError) in
                        // What doesn't run yet isn't interrupted.
                        Thread.detachNewThread {
                            while !isOver.isSet {
                                database.interrupt()
                                Thread.sleep(forTimeInterval: 0.001)
                            }
                        }
                        defer { isOver.isSet = true }
                        try endless.run()
                    }
                } catch {
                    kind = error.kind
                }
                continuation.resume(returning: kind)
            }
        }
        #expect(kind == .interrupted)
        #expect(await shelf.body("a") == [1])
        #expect(shelf.notes.isEmpty)
    }

    @Test func aWrongStatementIsNoDamage() async {
        let shelf = Shelf(folder.file())
        await shelf.put("a", [1])
        #expect(await shelf.ask("SELECT nothing FROM nowhere") == [])
        #expect(await shelf.body("a") == [1])
        #expect(folder.names == ["store", "store-shm", "store-wal"])
        #expect(shelf.notes.isEmpty)
    }

    // MARK: - Processes

    /// One puts 20 pages 200 times each, and five are killed while they do so.
    @Test func processesShareAFile() async {
        let path = folder.file()
        let logs = (0..<6).map { folder.file("log-\($0)") }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await #expect(processExitsWith: .success) { [path = path as String] in
                    await hammer(path, 0, killed: false)
                }
            }
            for number in 1...5 {
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [path = path as String, number = number as Int] in
                    await hammer(path, number, killed: true)
                }
            }
        }
        let shelf = Shelf(path)
        #expect(await shelf.ask("PRAGMA integrity_check") == ["ok"])
        var count = 0
        for log in logs {
            for key in String(decoding: contents(log), as: UTF8.self).split(separator: "\n") {
                let body = await shelf.body(String(key))
                #expect(body == noise(1000 + Int(bytes(String(key)).reduce(0) { $0 + Int($1) })), "\(key)")
                count += 1
            }
        }
        #expect(count >= 25)
        #expect(shelf.notes.isEmpty)
    }
}

/// Each page that is in the file is noted, in one write to a log.
private func hammer(_ path: String, _ number: Int, killed: Bool) async {
    let log = open(
        URL(fileURLWithPath: path).deletingLastPathComponent().path + "/log-\(number)",
        O_WRONLY | O_CREAT | O_APPEND, 0o600)
    precondition(log >= 0)
    let last = Flag()
    if killed {
        Thread.detachNewThread {
            while !last.isSet { usleep(500) }
            usleep(UInt32.random(in: 0...20_000))
            kill(getpid(), SIGKILL)
        }
    }
    let death = Int.random(in: 1...40)
    let shelf = Shelf(path)
    for round in 0..<(killed ? 1_000_000 : 200) {
        for page in 0..<20 {
            let key = "\(number)/\(page)"
            await shelf.put(key, noise(1000 + bytes(key).reduce(0) { $0 + Int($1) }))
            let line = key + "\n"
            if round == 0 { precondition(write(log, line, line.utf8.count) == line.utf8.count) }
            last.isSet = last.isSet || round * 20 + page + 1 >= death
        }
    }
    #expect(shelf.notes.isEmpty, "\(shelf.notes)")
}
