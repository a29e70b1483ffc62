import Foundation
import Testing

@testable import FeedStore

/// What a store keeps, in a file and in memory alike.
@Suite struct ResponseTests {
    enum Place: CaseIterable { case file, memory }

    let folder = Folder()

    func shelf(_ place: Place, maxBytes: Int64 = 64 << 20, maxAge: Int64 = 1_000_000) -> Shelf {
        Shelf(place == .file ? folder.file() : nil, maxBytes: maxBytes, maxAge: maxAge)
    }

    @Test(arguments: Place.allCases) func whatIsPutIsFound(_ place: Place) async {
        let shelf = shelf(place)
        #expect(await shelf.find("a") == nil)
        await shelf.put("a", shelf.page([1, 2, 3], etag: "W/\"x\" ", lastModified: "Thu, 01"))
        let found = await shelf.find("a")
        #expect(found?.body == [1, 2, 3])
        #expect(found?.etag == "W/\"x\" ")
        #expect(found?.lastModified == "Thu, 01")
        #expect(found?.time == shelf.calendar.now)
        #expect(found?.mapping == 1)
        #expect(await shelf.find("b") == nil)
        await shelf.put("a", shelf.page([4]))
        let other = await shelf.find("a")
        #expect(other?.body == [4])
        #expect(other?.etag == nil)
        #expect(other?.lastModified == nil)
        #expect(shelf.notes.isEmpty)
    }

    @Test(arguments: Place.allCases) func anyKeyAndAnySizeWillDo(_ place: Place) async {
        let shelf = shelf(place)
        let keys = ["", "\0", "a\0b", "a\0c", "é", "e\u{301}", "'; DROP TABLE responses; --", "💥"]
        for (index, key) in keys.enumerated() { await shelf.put(key, [UInt8(index)]) }
        for (index, key) in keys.enumerated() { #expect(await shelf.body(key) == [UInt8(index)], "\(key)") }
        let long = String(repeating: "k", count: 100_000)
        for (key, count) in [("none", 0), ("one", 1), ("large", 16 << 20), (long, 8191)] {
            let body = noise(count)
            await shelf.put(key, shelf.page(body, etag: "", lastModified: key))
            let found = await shelf.find(key)
            #expect(found?.body == body)
            #expect(found?.etag == "")
            #expect(found?.lastModified == key)
        }
        #expect(shelf.notes.isEmpty)
    }

    @Test(arguments: Place.allCases) func anotherMappingCantReadIt(_ place: Place) async {
        let shelf = shelf(place)
        await shelf.put("a", shelf.page([1], mapping: .max))
        #expect(await shelf.find("a", mapping: 1) == nil)
        #expect(await shelf.find("a", mapping: .max)?.body == [1])
        await shelf.put("a", shelf.page([2], mapping: 1))
        #expect(await shelf.find("a", mapping: .max) == nil)
        #expect(await shelf.find("a", mapping: 1)?.body == [2])
    }

    @Test(arguments: Place.allCases) func aTagIsTheSameWeakOrNot(_ place: Place) async {
        let shelf = shelf(place)
        let start = shelf.calendar.now
        await shelf.put("a", shelf.page([1], etag: "W/\"x\""))
        await shelf.put("b", shelf.page([2], etag: "\"x\""))
        shelf.calendar.now += 500
        await shelf.confirm("a", etag: "W/\"y\"")
        await shelf.confirm("b", etag: "W/\"\"")
        #expect(await shelf.find("a")?.time == start)
        #expect(await shelf.find("b")?.time == start)
        await shelf.confirm("a", etag: "\"x\"")
        await shelf.confirm("b", etag: "W/\"x\"")
        for (key, etag) in [("a", "W/\"x\""), ("b", "\"x\"")] {
            let found = await shelf.find(key)
            #expect(found?.time == start + 500)
            #expect(found?.etag == etag)
        }
    }

    @Test(arguments: Place.allCases) func confirmingMakesItYoung(_ place: Place) async {
        let shelf = shelf(place)
        await shelf.put("a", shelf.page([1], etag: "x", lastModified: "old"))
        await shelf.put("b", shelf.page([2], lastModified: "old"))
        let start = shelf.calendar.now
        shelf.calendar.now += 500
        // Not the pages that are there.
        await shelf.confirm("a", etag: "y", lastModified: "old")
        await shelf.confirm("a", lastModified: "old")
        await shelf.confirm("b", etag: "x", lastModified: "old")
        await shelf.confirm("b", lastModified: "new")
        await shelf.confirm("b")
        await shelf.confirm("c", etag: "x")
        #expect(await shelf.find("a")?.time == start)
        #expect(await shelf.find("b")?.time == start)
        #expect(await shelf.find("c") == nil)
        await shelf.confirm("a", etag: "x", lastModified: "new")
        await shelf.confirm("b", lastModified: "old")
        for (key, etag, lastModified, body) in [("a", "x", "new", 1), ("b", nil, "old", 2)] {
            let found = await shelf.find(key)
            #expect(found?.time == start + 500)
            #expect(found?.etag == etag)
            #expect(found?.lastModified == lastModified)
            #expect(found?.body == [UInt8(body)])
        }
        await shelf.confirm("a", etag: "x")
        #expect(await shelf.find("a")?.lastModified == "new")
        #expect(shelf.notes.isEmpty)
    }

    @Test(arguments: Place.allCases) func whatIsRemovedIsGone(_ place: Place) async {
        let shelf = shelf(place)
        for key in ["a", "b", "c"] { await shelf.put(key, [1]) }
        await shelf.remove("a")
        await shelf.remove("x")
        #expect(await shelf.find("a") == nil)
        #expect(await shelf.find("b") != nil)
        await shelf.clear()
        #expect(await shelf.find("b") == nil)
        #expect(await shelf.find("c") == nil)
        #expect(shelf.notes.isEmpty)
    }

    // MARK: - Limits

    @Test(arguments: Place.allCases) func theLeastUsedGoFirst(_ place: Place) async {
        let shelf = shelf(place, maxBytes: 10_000)
        for key in ["a", "b", "c"] { await shelf.put(key, noise(2900)) }
        #expect(await shelf.find("a") != nil)
        await shelf.put("d", noise(2900))
        #expect(await shelf.find("b") == nil)
        for key in ["a", "c", "d"] { #expect(await shelf.find(key) != nil, "\(key)") }
        await shelf.confirm("a")
        // The room of two.
        await shelf.put("e", noise(5000))
        for key in ["c", "d"] { #expect(await shelf.find(key) == nil, "\(key)") }
        for key in ["a", "e"] { #expect(await shelf.find(key) != nil, "\(key)") }
    }

    @Test(arguments: Place.allCases) func whatIsTooLargeIsNotKept(_ place: Place) async {
        let shelf = shelf(place, maxBytes: 10_000)
        await shelf.put("a", noise(9000))
        await shelf.put("a", noise(10_001))
        #expect(await shelf.find("a")?.body.count == 9000)
        await shelf.put("b", noise(10_001))
        #expect(await shelf.find("b") == nil)
        #expect(await shelf.find("a") != nil)
        #expect(shelf.notes.isEmpty)
    }

    @Test(arguments: Place.allCases) func manySmallOnesAreLimitedToo(_ place: Place) async {
        let shelf = shelf(place, maxBytes: 20_000)
        for number in 0..<200 { shelf.store.put(shelf.page([]), for: "\(number)") }
        var count = 0
        for number in 0..<200 where await shelf.find("\(number)") != nil { count += 1 }
        #expect(count > 60 && count < 80)
        #expect(await shelf.find("199") != nil)
    }

    @Test(arguments: Place.allCases) func whatIsTooOldIsNotThere(_ place: Place) async {
        let shelf = shelf(place)
        await shelf.put("a", shelf.page([1], etag: "x"))
        await shelf.put("b", [2])
        shelf.calendar.now += 1_000_000
        #expect(await shelf.find("a") != nil)
        await shelf.confirm("a", etag: "x")
        shelf.calendar.now += 1
        #expect(await shelf.find("a") != nil)
        #expect(await shelf.find("b") == nil)
        await shelf.put("c", [3])
        if place == .file {
            #expect(await shelf.ask("SELECT key FROM responses ORDER BY key") == ["a", "c"])
        }
    }

    @Test(arguments: Place.allCases) func aClockMayJump(_ place: Place) async {
        let shelf = shelf(place, maxBytes: 10_000)
        let start = shelf.calendar.now
        await shelf.put("a", noise(2900))
        shelf.calendar.now = start - 900_000_000
        // It is from the future, but there; and what comes now isn't the oldest.
        #expect(await shelf.find("a")?.time == start)
        for key in ["b", "c", "d"] { await shelf.put(key, noise(2900)) }
        #expect(await shelf.find("a") == nil)
        for key in ["b", "c", "d"] { #expect(await shelf.find(key) != nil, "\(key)") }
        for time in [0, -1, Int64.min, .max] {
            shelf.calendar.now = time
            await shelf.put("e", [1])
            #expect(await shelf.body("e") == [1])
        }
        #expect(shelf.notes.isEmpty)
    }

    @Test func limitsMayBeAnything() async {
        for limit in [Int64.min, -1, 0, 1, .max] {
            let shelf = Shelf(folder.file("\(limit)"), maxBytes: limit, maxAge: limit)
            await shelf.put("a", [1])
            #expect(await shelf.body("a") == (limit == .max ? [1] : nil))
        }
    }

    // MARK: - The file

    @Test func itIsThereAgain() async {
        let first = Shelf(folder.file())
        await first.put("a", first.page(noise(470_000), etag: "x"))
        await first.close()
        #expect(folder.names == ["store"])
        let second = Shelf(folder.file())
        let found = await second.find("a")
        #expect(found?.body == noise(470_000))
        #expect(found?.etag == "x")
        #expect(first.notes.isEmpty && second.notes.isEmpty)
    }

    @Test func whatIsStillToBeDoneIsDone() async {
        let first = Shelf(folder.file())
        await withCheckedContinuation { continuation in
            for number in 0..<99 { first.store.put(first.page([UInt8(number)]), for: "\(number)") }
            first.store.put(first.page([99]), for: "99") { continuation.resume() }
            first.store.close()
        }
        await first.close()
        let second = Shelf(folder.file())
        for number in 0..<100 { #expect(await second.body("\(number)") == [UInt8(number)]) }
    }

    @Test func readingIsNotWritingButCounts() async {
        let first = Shelf(folder.file())
        for key in ["a", "b", "c"] { await first.put(key, noise(2900)) }
        let changes = await first.ask("SELECT total_changes()")
        for _ in 0..<1000 { first.store.find("a", mapping: 1) { _ in } }
        #expect(await first.ask("SELECT total_changes()") == changes)
        await first.close()
        let second = Shelf(folder.file(), maxBytes: 10_000)
        await second.put("d", noise(2900))
        #expect(await second.find("b") == nil)
        #expect(await second.find("a") != nil)
    }

    @Test func partitionsDontSeeEachOther() async {
        let (one, two) = (Shelf(folder.file(), partition: "1"), Shelf(folder.file(), partition: "2"))
        await one.put("a", [1])
        #expect(await two.find("a") == nil)
        await two.put("a", [2])
        #expect(await one.body("a") == [1])
        await two.clear()
        #expect(await two.find("a") == nil)
        #expect(await one.body("a") == [1])
        await two.remove("a")
        #expect(await one.body("a") == [1])
    }

    @Test func itIsItsOwnersAlone() async {
        let old = umask(0)
        defer { umask(old) }
        let shelf = Shelf(folder.file())
        await shelf.put("a", [1])
        #expect(folder.names == ["store", "store-shm", "store-wal"])
        for name in folder.names {
            var status = stat()
            #expect(stat(folder.file(name), &status) == 0)
            #expect(status.st_mode & 0o7777 == 0o600, "\(name)")
        }
    }

    @Test func nothingButWhatIsPutIsInIt() async {
        let shelf = Shelf(folder.file(), partition: "anna")
        await shelf.put("https://example.org/", shelf.page(bytes("a secret page"), etag: "tag-of-it"))
        func isAnywhere(_ text: String) -> Bool {
            folder.names.contains { Data(contents(folder.file($0))).range(of: Data(text.utf8)) != nil }
        }
        #expect(isAnywhere("a secret page"))
        await shelf.clear()
        for text in ["a secret page", "tag-of-it", "example.org"] { #expect(!isAnywhere(text), "\(text)") }
        #expect(folder.names == ["store", "store-shm", "store-wal"])
    }

    @Test func nothingIsOpenedBeforeTheFirstCall() async {
        let shelf = Shelf(folder.file())
        #expect(folder.names == [])
        #expect(await shelf.find("a") == nil)
        #expect(folder.names.contains("store"))
    }

    @Test func theLogStaysSmall() async {
        let shelf = Shelf(folder.file(), maxBytes: 20_000_000)
        for seed in 1...8 { await shelf.put("a", noise(16 << 20, UInt64(seed))) }
        await shelf.put("b", [1])
        #expect(contents(folder.file("store-wal")).count < 30 << 20)
        await shelf.put("b", [1])
        #expect(contents(folder.file()).count < 40 << 20)
    }
}
