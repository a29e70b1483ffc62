import FeedFetching
import Foundation
import SystemFaults
import Testing

@testable import FeedStore

/// A store with less than a healthy file.
@Suite(.timeLimit(.minutes(3))) struct DamageTests {
    let folder = Folder()

    /// What a store keeps of a file with two pages, in one file.
    func healthy() async -> [UInt8] {
        let shelf = Shelf(folder.file("healthy"))
        await shelf.put("a", shelf.page(noise(20_000), etag: "x"))
        await shelf.put("b", shelf.page(noise(300, 2)))
        await shelf.close()
        return contents(folder.file("healthy"))
    }

    /// Never a wrong page, and it works on.
    func check(_ shelf: Shelf, _ what: String) async {
        let a = await shelf.find("a")
        #expect(a == nil || (a?.body == noise(20_000) && a?.etag == "x"), "\(what)")
        let b = await shelf.find("b")
        #expect(b == nil || b?.body == noise(300, 2), "\(what)")
        await shelf.put("c", [3])
        #expect(await shelf.body("c") == [3], "\(what)")
        await shelf.put("a", [4])
        #expect(await shelf.body("a") == [4], "\(what)")
    }

    @Test func anyByteMayBeWrong() async {
        let file = await healthy()
        // It is many files, and a disk would write them all.
        let folder = access("/dev/shm", W_OK) == 0 ? Folder(in: "/dev/shm") : folder
        var lost = 0
        for (number, place) in (Array(0..<100) + Array(stride(from: 100, to: file.count, by: 64)))
            .enumerated()
        {
            var damaged = file
            damaged[place] ^= number.isMultiple(of: 2) ? 0xff : 1
            let path = folder.file("\(place)")
            write(damaged, to: path)
            let shelf = Shelf(path)
            await check(shelf, "byte \(place)")
            if await shelf.ask("PRAGMA user_version") == nil { lost += 1 }
            #expect(shelf.notes.count <= 3, "byte \(place): \(shelf.notes)")
            await shelf.close()
        }
        // Where it says whose it is and of which version.
        #expect(lost > 2 && lost <= 8)
    }

    @Test func itMayEndAnywhere() async {
        let file = await healthy()
        for count in [1, 16, 99, 100, 101, 511, 512, 4096]
            + Array(stride(from: 8191, to: file.count, by: 1999))
        {
            let path = folder.file("\(count)")
            write(Array(file.prefix(count)), to: path)
            let shelf = Shelf(path)
            await check(shelf, "\(count) bytes")
            #expect(await shelf.ask("PRAGMA integrity_check") == ["ok"], "\(count) bytes")
            #expect(shelf.notes.count <= 2, "\(count) bytes: \(shelf.notes)")
        }
    }

    @Test func anEmptyFileIsANewOne() async {
        write([], to: folder.file())
        let shelf = Shelf(folder.file())
        await check(shelf, "empty")
        #expect(shelf.notes.isEmpty)
        #expect(await shelf.ask("PRAGMA user_version") == ["\(Schema.version)"])
        #expect(await shelf.ask("PRAGMA application_id") == ["\(Schema.applicationID)"])
        #expect(await shelf.ask("PRAGMA journal_mode") == ["wal"])
    }

    @Test func whatIsNoDatabaseIsKeptUnderAnotherName() async {
        let text = bytes("This is a letter, not a database. " + String(repeating: "Dear Anna! ", count: 100))
        for number in 1...3 {
            write(text, to: folder.file())
            let shelf = Shelf(folder.file())
            await shelf.put("a", [UInt8(number)])
            #expect(await shelf.body("a") == [UInt8(number)])
            #expect(shelf.kinds == [.corrupt])
            #expect(shelf.notes.first?.path == folder.file())
            #expect(shelf.notes.first?.message.contains("store.corrupt-\(number)") == true)
            #expect(contents(folder.file("store.corrupt-\(number)")) == text)
            await shelf.close()
        }
        #expect(folder.names == ["store", "store.corrupt-1", "store.corrupt-2", "store.corrupt-3"])
        // There are never more than nine.
        for number in 4...9 { write([UInt8(number)], to: folder.file("store.corrupt-\(number)")) }
        write(text, to: folder.file())
        let shelf = Shelf(folder.file())
        #expect(await shelf.body("a") == nil)
        #expect(shelf.kinds == [.corrupt])
        #expect(contents(folder.file("store.corrupt-9")) == text)
    }

    @Test func damageIsFoundWhileItIsOpen() async {
        let shelf = Shelf(folder.file())
        for number in 0..<40 { await shelf.put("\(number)", noise(20_000)) }
        #expect(await shelf.ask("PRAGMA wal_checkpoint(TRUNCATE)") == ["0"])
        var file = contents(folder.file())
        for place in 4096..<file.count { file[place] = 0xa5 }
        // Under the eyes of who has it open.
        if let handle = FileHandle(forWritingAtPath: folder.file()) {
            handle.write(Data(file))
            try? handle.close()
        }
        #expect(await shelf.ask("PRAGMA shrink_memory") == [])
        for number in 0..<40 { #expect(await shelf.find("\(number)") == nil) }
        await shelf.put("a", [1])
        #expect(await shelf.body("a") == [1])
        #expect(await shelf.ask("PRAGMA integrity_check") == ["ok"])
        #expect(shelf.kinds.allSatisfy { $0 == .corrupt } && !shelf.kinds.isEmpty)
        #expect(folder.names.contains("store.corrupt-1"))
    }

    @Test(arguments: [
        "UPDATE bodies SET body = x'05' WHERE id = 1", "DELETE FROM bodies WHERE id = 1",
        "UPDATE bodies SET body = x'0100' WHERE id = 1", "UPDATE bodies SET body = '' WHERE id = 1",
        "UPDATE responses SET etag = 'y' WHERE id = 1", "UPDATE responses SET etag = NULL WHERE id = 1",
        "UPDATE responses SET last_modified = 'x' WHERE id = 1",
        "UPDATE responses SET stored_at = stored_at + 1 WHERE id = 1",
        "UPDATE responses SET key = 'c', mapping = 1 WHERE id = 1",
        "UPDATE responses SET mapping = 1 WHERE id = 1",
    ]) func aDamagedPageIsDroppedAlone(_ sql: String) async {
        let shelf = Shelf(folder.file())
        await shelf.put("a", shelf.page([1], etag: "x", mapping: 2))
        await shelf.put("b", [2])
        #expect(Stranger(folder.file()).execute(sql))
        for key in ["a", "c"] {
            for mapping in [1, 2] { #expect(await shelf.find(key, mapping: UInt64(mapping)) == nil) }
        }
        #expect(await shelf.body("b") == [2])
        #expect(await shelf.ask("SELECT key FROM responses") == ["b"])
        #expect(await shelf.ask("SELECT count(*) FROM bodies") == ["1"])
        #expect(shelf.kinds == [.corrupt])
        #expect(folder.names == ["store", "store-shm", "store-wal"])
    }

    // MARK: - What is left alone

    @Test func aLaterVersionIsLeftAlone() async {
        let first = Shelf(folder.file())
        await first.put("a", [1])
        #expect(await first.ask("PRAGMA user_version = 99") == [])
        // Also who has it open sees that.
        await first.put("a", [2])
        #expect(await first.body("a") == [2])
        #expect(first.kinds == [.newer])
        await first.close()
        let before = contents(folder.file())
        let second = Shelf(folder.file())
        for _ in 0..<2 {
            #expect(await second.body("x") == nil)
            await second.put("b", [3])
            #expect(await second.body("b") == [3])
        }
        #expect(second.kinds == [.newer])
        await second.close()
        #expect(contents(folder.file()) == before)
        #expect(folder.names == ["store"])
    }

    @Test func anotherProgramsDatabaseIsLeftAlone() async {
        Stranger(folder.file()).execute("CREATE TABLE letters(text); INSERT INTO letters VALUES('Dear Anna')")
        let before = contents(folder.file())
        let shelf = Shelf(folder.file())
        await shelf.put("a", [1])
        #expect(await shelf.body("a") == [1])
        #expect(shelf.kinds == [.cantOpen])
        await shelf.close()
        #expect(contents(folder.file()) == before)
        #expect(folder.names == ["store"])
    }

    @Test func whatIsNoFileIsLeftAlone() async {
        mkdir(folder.file("folder"), 0o700)
        mkfifo(folder.file("pipe"), 0o600)
        symlink("nowhere", folder.file("link"))
        for name in ["folder", "pipe", "link", "no/such/folder", String(repeating: "n", count: 5000)] {
            let shelf = Shelf(folder.file(name))
            await shelf.put("a", [1])
            #expect(await shelf.body("a") == [1], "\(name.prefix(20))")
            #expect(await shelf.find("b") == nil)
            #expect(shelf.kinds == [.cantOpen], "\(name.prefix(20))")
        }
        #expect(folder.names == ["folder", "link", "pipe"])
    }

    @Test func aLinkMayLeadToIt() async {
        symlink("store", folder.file("link"))
        write([], to: folder.file())
        let shelf = Shelf(folder.file("link"))
        await shelf.put("a", [1])
        await shelf.close()
        #expect(await Shelf(folder.file()).body("a") == [1])
        #expect(shelf.notes.isEmpty)
    }

    @Test func namesMayHoldAnything() async {
        for name in ["a?b=c", "a#b", "a%20b", ":memory:", "file:x", "ä 💥", "'\""] {
            let first = Shelf(folder.file(name))
            await first.put("a", [1])
            #expect(first.notes.isEmpty)
            #expect(folder.names.contains(name))
            await first.close()
            chmod(folder.path, 0o555)
            chmod(folder.file(name), 0o444)
            let second = Shelf(folder.file(name))
            second.onThread { fault_ordinary_user() }
            #expect(await second.body("a") == [1], "\(name)")
            chmod(folder.path, 0o700)
        }
    }

    @Test func ofAnotherPlaceItKnowsWhere() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            precondition(FileManager.default.changeCurrentDirectoryPath(path))
            let shelf = Shelf("store")
            precondition(FileManager.default.changeCurrentDirectoryPath("/"))
            await shelf.put("a", [1])
            #expect(FileManager.default.fileExists(atPath: path + "/store"))
            let named = Shelf(":memory:")
            #expect(named.store.path == "//:memory:")
        }
    }

    // MARK: - What can't be written

    @Test(arguments: ["file", "folder", "both"]) func whatCantBeWrittenCanBeRead(_ what: String) async {
        let owner = Shelf(folder.file())
        await owner.put("a", owner.page([1], etag: "x"))
        await owner.close()
        chmod(folder.path, 0o755)
        chmod(folder.file(), what == "folder" ? 0o666 : 0o444)
        if what == "file" { chmod(folder.path, 0o777) }
        let shelf = Shelf(folder.file())
        shelf.onThread { fault_ordinary_user() }
        #expect(await shelf.find("a")?.etag == "x")
        #expect(shelf.notes.isEmpty)
        // What is new is in memory.
        for number in 0..<3 {
            await shelf.put("b", [UInt8(number)])
            #expect(await shelf.body("b") == [UInt8(number)])
            await shelf.confirm("a", etag: "x")
            #expect(await shelf.find("a") != nil)
        }
        #expect(shelf.kinds == [.readOnly])
        await shelf.close()
        chmod(folder.path, 0o700)
        let again = Shelf(folder.file())
        #expect(await again.find("a") != nil)
        #expect(await again.find("b") == nil)
        #expect(shelf.kinds == [.readOnly])
    }

    @Test func whereNothingCanBeMadeThereIsMemory() async {
        chmod(folder.path, 0o555)
        let shelf = Shelf(folder.file())
        shelf.onThread { fault_ordinary_user() }
        await shelf.put("a", [1])
        #expect(await shelf.body("a") == [1])
        #expect(shelf.kinds == [.readOnly])
        #expect(folder.names == [])
    }

    @Test func whatCantBeReadIsLeftAlone() async {
        write(bytes("secret"), to: folder.file())
        chmod(folder.file(), 0)
        chmod(folder.path, 0o777)
        let shelf = Shelf(folder.file())
        shelf.onThread { fault_ordinary_user() }
        await shelf.put("a", [1])
        #expect(await shelf.body("a") == [1])
        #expect(shelf.kinds == [.cantOpen])
        #expect(folder.names == ["store"])
    }

    /// A small file system of its own, where root may have one.
    static let mayMount = getuid() == 0 && run("unshare -m true") == 0

    /// Not Foundation's Process: beside exit tests it may miss the end of a child.
    static func run(_ words: String...) -> Int32 {
        system(words.joined(separator: " ") + " 2>/dev/null")
    }

    @Test(.enabled(if: mayMount)) func aFullDiskIsNoTrouble() async {
        let disk = folder.file("disk")
        mkdir(disk, 0o700)
        #expect(DamageTests.run("/bin/mount", "-t", "tmpfs", "-o", "size=1m", "none", disk) == 0)
        let shelf = Shelf(disk + "/store")
        await shelf.put("a", noise(100_000))
        #expect(shelf.notes.isEmpty)
        write(noise(400_000), to: disk + "/other")
        await shelf.put("b", noise(900_000))
        #expect(shelf.kinds == [.full])
        await shelf.put("b", noise(900_001))
        #expect(await shelf.body("b")?.count == 900_001)
        #expect(await shelf.body("a")?.count == 100_000)
        #expect(shelf.kinds == [.full])
        // There is room again.
        unlink(disk + "/other")
        await shelf.put("c", noise(200_000))
        #expect(await shelf.ask("SELECT key FROM responses ORDER BY key") == ["a", "c"])
        write(noise(1_000_000), to: disk + "/other")
        await shelf.put("d", noise(900_000))
        #expect(shelf.kinds == [.full, .full])
        #expect(await shelf.ask("PRAGMA integrity_check") == ["ok"])
        await shelf.close()
        // With no room from the beginning.
        let second = Shelf(disk + "/second")
        await second.put("a", noise(1000))
        #expect(await second.body("a") == noise(1000))
        #expect(second.kinds == [.full])
        await second.close()
        #expect(DamageTests.run("/bin/mount", "-o", "remount,ro", disk) == 0)
        let third = Shelf(disk + "/store")
        #expect(await third.body("a")?.count == 100_000)
        await third.put("a", [1])
        #expect(await third.body("a") == [1])
        #expect(third.kinds == [.readOnly])
        await third.close()
        #expect(DamageTests.run("/bin/umount", disk) == 0)
    }

    @Test func aLimitOnFilesIsAFullDisk() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            var limit = rlimit(rlim_cur: 300_000, rlim_max: 300_000)
            precondition(setrlimit(__rlimit_resource_t(1), &limit) == 0)  // RLIMIT_FSIZE
            let shelf = Shelf(path + "/store")
            await shelf.put("a", noise(50_000))
            #expect(shelf.notes.isEmpty)
            for _ in 0..<3 { await shelf.put("b", noise(500_000)) }
            #expect(shelf.kinds == [.full])
            #expect(await shelf.body("a")?.count == 50_000)
            #expect(await shelf.body("b")?.count == 500_000)
            #expect(await shelf.ask("SELECT key FROM responses") == ["a"])
            #expect(await shelf.ask("PRAGMA integrity_check") == ["ok"])
        }
    }

    /// Neither the store's statements nor those of full-text search.
    @Test func nothingIsEndedTwice() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            fault_spoil_freed_memory()
            for number in 0..<10 {
                let shelf = Shelf("\(path)/\(number % 2)")
                await shelf.put("a", [1])
                #expect(await shelf.ask("SELECT rowid FROM user_words WHERE user_words MATCH 'a'") == [])
                await shelf.close()
            }
        }
    }

    // MARK: - Without the system's help

    @Test func withoutSQLiteThereIsMemory() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            fault_hide_library("libsqlite3")
            let shelf = Shelf(path + "/store")
            for _ in 0..<2 {
                await shelf.put("a", [1])
                #expect(await shelf.body("a") == [1])
            }
            #expect(shelf.kinds == [.unavailable])
            #expect(shelf.notes.first?.message.contains("libsqlite3.so.0") == true)
        }
        #expect(folder.names == [])
    }

    @Test func memoryNeedsNoSQLite() async {
        await #expect(processExitsWith: .success) {
            let shelf = Shelf(nil)
            await shelf.put("a", [1])
            #expect(await shelf.body("a") == [1])
            #expect(!contents("/proc/self/maps").isEmpty)
            let maps = String(decoding: contents("/proc/self/maps"), as: UTF8.self)
            #expect(!maps.contains("sqlite"))
        }
    }

    @Test func withoutDescriptorsThereIsMemory() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 1, rlim_max: 1)
            precondition(setrlimit(__rlimit_resource_t(7), &limit) == 0)  // RLIMIT_NOFILE
            let shelf = Shelf("/tmp/never-made")
            for _ in 0..<2 {
                await shelf.put("a", [1])
                #expect(await shelf.body("a") == [1])
            }
            #expect(shelf.kinds == [.unavailable])
        }
    }
}
