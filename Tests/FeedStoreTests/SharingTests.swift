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
        let start = ContinuousClock.now
        async let put: Void = shelf.put("a", [2])
        stranger.execute("COMMIT", after: 700)
        await put
        #expect(ContinuousClock.now - start > .milliseconds(600))
        #expect(await shelf.ask("SELECT hex(body) FROM bodies") == ["02"])
        #expect(shelf.notes.isEmpty)
    }

    @Test func aWriterIsNotWaitedForForEver() async {
        let shelf = Shelf(folder.file())
        await shelf.put("a", [1])
        let stranger = Stranger(folder.file())
        #expect(stranger.execute("BEGIN IMMEDIATE"))
        let start = ContinuousClock.now
        await shelf.put("a", [2])
        let time = ContinuousClock.now - start
        #expect(time > .milliseconds(1900) && time < .seconds(10))
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
        for number in 0..<100 { shelf.store.put(shelf.page([UInt8(number)]), for: "\(number)") }
        let start = ContinuousClock.now
        shelf.store.close()
        #expect(ContinuousClock.now - start < .milliseconds(500))
        // The first may have begun to wait already. The stranger has the file open too.
        while openCount(folder.file("store-wal")) > 1 { try? await Task.sleep(for: .milliseconds(5)) }
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    /// The file is new, and another program is making its tables.
    @Test func theTablesAreMadeOnce() async {
        let stranger = Stranger(folder.file())
        #expect(stranger.execute("PRAGMA journal_mode = WAL; BEGIN IMMEDIATE"))
        let shelves = (0..<8).map { _ in Shelf(folder.file()) }
        for (number, shelf) in shelves.enumerated() {
            shelf.store.put(shelf.page([UInt8(number)]), for: "\(number)")
        }
        stranger.execute("COMMIT", after: 500)
        for number in 0..<8 { #expect(await shelves[number].body("\(number)") == [UInt8(number)]) }
        #expect(await shelves[0].ask("SELECT key FROM responses ORDER BY key") == (0..<8).map { "\($0)" })
        #expect(shelves.allSatisfy { $0.notes.isEmpty }, "\(shelves.flatMap(\.notes))")
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
        shelf.store.interrupt()
        #expect(await shelf.body("a") == [1])
        let store = shelf.store
        let kind: StoreError.Kind? = await withCheckedContinuation { continuation in
            store.perform { database throws(StoreError) in
                guard let database else { return continuation.resume(returning: nil) }
                let endless = Statement(
                    database,
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT max(i) FROM n")
                var kind: StoreError.Kind?
                do throws(StoreError) {
                    try database.interruptible { () throws(StoreError) in
                        Task {
                            try? await Task.sleep(for: .milliseconds(50))
                            store.interrupt()
                        }
                        try endless.run()
                    }
                } catch {
                    kind = error.kind
                }
                continuation.resume(returning: kind)
            }
        }
        #expect(kind == .interrupted)
        store.interrupt()
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

    /// Two processes put 20 pages 200 times each; one is killed now and then and started again.
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
        #expect(count > 40)
        #expect(shelf.notes.isEmpty)
    }
}

/// Each page that is in the file is noted, in one write to a log.
private func hammer(_ path: String, _ number: Int, killed: Bool) async {
    let log = open(
        URL(fileURLWithPath: path).deletingLastPathComponent().path + "/log-\(number)",
        O_WRONLY | O_CREAT | O_APPEND, 0o600)
    precondition(log >= 0)
    if killed {
        Thread.detachNewThread {
            usleep(UInt32.random(in: 5_000...200_000))
            kill(getpid(), SIGKILL)
        }
    }
    let shelf = Shelf(path)
    for round in 0..<(killed ? 1_000_000 : 200) {
        for page in 0..<20 {
            let key = "\(number)/\(page)"
            await shelf.put(key, noise(1000 + bytes(key).reduce(0) { $0 + Int($1) }))
            let line = key + "\n"
            if round == 0 { precondition(write(log, line, line.utf8.count) == line.utf8.count) }
        }
    }
    #expect(shelf.notes.isEmpty, "\(shelf.notes)")
}
