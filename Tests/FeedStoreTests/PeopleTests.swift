import FeedParsing
import Foundation
import SystemFaults
import Testing

@testable import FeedStore

/// The directory in its file, and what was looked for.
@Suite(.timeLimit(.minutes(3))) struct PeopleTests {
    let folder = Folder()

    @Test func whatIsImportedStays() async {
        let first = Shelf(folder.file())
        await first.add(people(20))
        await first.close()
        let second = Shelf(folder.file())
        #expect(await second.count() == 20)
        #expect(await second.search("user7") == ["7"])
        await second.add([Person(id: "new", username: "user7b")])
        #expect(await second.search("user7") == ["7", "new"])
        #expect(await second.faults() == [])
    }

    @Test func usersAreRemoved() async throws {
        let shelf = Shelf(folder.file())
        await shelf.add(people(5) + [Person(id: "x", username: "anna", bio: "東京タワー")])
        #expect(try await shelf.removeUser("3").get() == 5)
        #expect(try await shelf.removeUser("3").get() == 5)
        #expect(try await shelf.removeUser("x").get() == 4)
        for query in ["user3", "anna", "東京タ", "京"] { #expect(await shelf.search(query) == [], "\(query)") }
        #expect(await shelf.search("user") == ["0", "1", "2", "4"])
        #expect(await shelf.faults() == [])
        #expect(try await shelf.removeAllUsers().get() == 0)
        #expect(await shelf.count() == 0)
        #expect(await shelf.search("user") == [])
        #expect(await shelf.faults() == [])
        await shelf.add(people(2))
        #expect(await shelf.search("user") == ["0", "1"])
    }

    @Test func whoIsRemovedIsNotInTheFileAnyMore() async {
        let shelf = Shelf(folder.file())
        await shelf.importUsers("[{\"id\": 1, \"username\": \"qqqzzz\", \"bio\": \"vvvwww 東京タワー\"}]")
        shelf.store.remember("kkkjjj", limit: 9)
        #expect(await shelf.recent() == ["kkkjjj"])
        shelf.store.forgetQueries()
        _ = await shelf.removeAllUsers()
        await shelf.close()
        for name in folder.names {
            let file = String(decoding: contents(folder.file(name)), as: UTF8.self)
            for word in ["qqqzzz", "vvvwww", "東京タワー", "kkkjjj"] {
                #expect(!file.contains(word), "\(name) \(word)")
            }
        }
    }

    @Test func partitionsStandApart() async throws {
        let one = Shelf(folder.file(), partition: "one")
        let two = Shelf(folder.file(), partition: "two")
        let none = Shelf(folder.file(), partition: "none")
        await one.add(people(10) + [Person(id: "a", username: "anna", bio: "東京タワー")])
        await two.add([Person(id: "3", username: "user3", displayName: "Two", bio: "東京タワー 💥")])
        one.store.remember("who", limit: 5)
        for query in ["user3", "two", "東京タワー", "💥", "京", "@user"] {
            #expect(await two.search(query) == ["3"], "\(query)")
            #expect(await none.search(query) == [], "\(query)")
        }
        #expect(await one.search("user3") == ["3"])
        #expect(await one.search("東京タワー") == ["a"])
        #expect(await one.search("two") == [])
        #expect(await two.recent() == [])
        #expect(try await two.removeUser("5").get() == 1)
        #expect(await none.count() == 0)
        #expect(try await none.removeAllUsers().get() == 0)
        #expect(try await one.removeAllUsers().get() == 0)
        #expect(await two.search("東京タワー") == ["3"])
        #expect(await two.count() == 1)
        #expect(await one.recent() == ["who"])
        #expect(await one.faults() == [])
    }

    @Test func twoStoresShareAFile() async {
        let (one, two) = (Shelf(folder.file()), Shelf(folder.file()))
        for round in 0..<10 {
            await one.add([Person(id: "a\(round)", username: "anna\(round)")])
            #expect(await two.search("anna")?.count == round * 2 + 1)
            await two.add([Person(id: "b\(round)", username: "anna\(round)")])
            #expect(await one.search("anna")?.count == round * 2 + 2)
        }
        #expect(await one.count() == 20)
        #expect(await one.faults() == [])
        #expect(one.notes.isEmpty && two.notes.isEmpty)
    }

    /// An import waits for one who writes, though not longer than a page does.
    @Test func whoeverWritesIsNotWaitedForForEver() async {
        let shelf = Shelf(folder.file(), patience: 300)
        await shelf.put("a", [1])
        let stranger = Stranger(folder.file())
        #expect(stranger.execute("BEGIN IMMEDIATE"))
        guard case .failure(.store(let error)) = await shelf.importUsers(bytes(people(1)[0].json)) else {
            Issue.record("it was written")
            return
        }
        #expect(error.kind == .busy)
        #expect(shelf.kinds == [.busy])
        #expect(await shelf.search("name") == [])
        #expect(stranger.execute("COMMIT"))
        await shelf.add(people(1))
        #expect(await shelf.search("name") == ["0"])
    }

    // MARK: - Versions

    /// As the first version left it.
    func makeOldFile() async {
        let shelf = Shelf(folder.file())
        await shelf.put("a", shelf.page([1, 2, 3], etag: "x"))
        await shelf.close()
        let stranger = Stranger(folder.file())
        for name in [
            "TABLE user_words", "TABLE user_parts", "VIEW users_with_parts", "TABLE users", "TABLE owners",
            "TABLE queries",
        ] {
            #expect(stranger.execute("DROP \(name)"), "\(name)")
        }
        #expect(stranger.execute("PRAGMA user_version = 1; PRAGMA wal_checkpoint(TRUNCATE)"))
    }

    @Test func anOldFileGetsWhatIsNew() async {
        await makeOldFile()
        let shelf = Shelf(folder.file())
        #expect(await shelf.find("a")?.etag == "x")
        #expect(await shelf.ask("PRAGMA user_version") == ["\(Schema.version)"])
        #expect(await shelf.search("name") == [])
        await shelf.add(people(3))
        #expect(await shelf.search("name") == ["0", "1", "2"])
        #expect(await shelf.body("a") == [1, 2, 3])
        #expect(await shelf.faults() == [])
        #expect(shelf.notes.isEmpty)
    }

    @Test func whatWasReleasedStays() {
        let hashes = Schema.versions.map {
            UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount).stableHash
        }
        #expect(hashes.first == 14_113_673_538_782_923_596)
        for (index, statements) in Schema.versions.enumerated() {
            #expect("\(statements)".hasSuffix("PRAGMA user_version = \(index + 1);"))
        }
    }

    @Test func anOldFileThatCantBeWrittenHasNobody() async {
        await makeOldFile()
        chmod(folder.path, 0o555)
        chmod(folder.file(), 0o444)
        let shelf = Shelf(folder.file())
        shelf.onThread { fault_ordinary_user() }
        #expect(await shelf.search("name") == [])
        #expect(await shelf.count() == 0)
        #expect(await shelf.recent() == [])
        #expect(await shelf.body("a") == [1, 2, 3])
        #expect(shelf.notes.isEmpty)
        #expect(await imported(shelf) == .readOnly)
        chmod(folder.path, 0o700)
    }

    /// What an import into this store fails with.
    func imported(_ shelf: Shelf) async -> StoreError.Kind? {
        guard case .failure(.store(let error)) = await shelf.importUsers(bytes(people(1)[0].json)) else {
            return nil
        }
        return error.kind
    }

    // MARK: - Less than a healthy file

    @Test func whatCantBeWrittenCanBeSearched() async {
        let owner = Shelf(folder.file())
        await owner.add(people(5))
        owner.store.remember("old", limit: 5)
        _ = await owner.recent()
        await owner.close()
        chmod(folder.path, 0o555)
        chmod(folder.file(), 0o444)
        let shelf = Shelf(folder.file())
        shelf.onThread { fault_ordinary_user() }
        #expect(await shelf.search("user3") == ["3"])
        #expect(await shelf.count() == 5)
        #expect(await imported(shelf) == .readOnly)
        #expect(await shelf.count() == 5)
        guard case .failure = await shelf.removeUser("3") else {
            Issue.record("it was removed")
            return
        }
        // What is looked for now is remembered as long as the store is there.
        for query in ["one", "two", "old", "one"] { shelf.store.remember(query, limit: 5) }
        #expect(await shelf.recent() == ["one", "old", "two"])
        #expect(await shelf.recent(1) == ["one"])
        #expect(shelf.kinds == [.readOnly])
        chmod(folder.path, 0o700)
    }

    @Test func whatIsNoFileSaysSo() async {
        mkdir(folder.file("folder"), 0o700)
        Stranger(folder.file("other")).execute("CREATE TABLE letters(text)")
        for name in ["folder", "other", "no/such/folder"] {
            let shelf = Shelf(folder.file(name))
            for _ in 0..<2 { #expect(await imported(shelf) == .cantOpen, "\(name)") }
            guard case .failure(let error) = await shelf.result("name") else {
                Issue.record("\(name) was searched")
                return
            }
            #expect(error.kind == .cantOpen)
            #expect(await shelf.count() == nil)
            shelf.store.remember("a", limit: 3)
            #expect(await shelf.recent() == ["a"])
            shelf.store.forgetQueries()
            #expect(await shelf.recent() == [])
            #expect(shelf.kinds == [.cantOpen])
        }
    }

    @Test func aLaterVersionIsLeftAlone() async {
        let first = Shelf(folder.file())
        await first.add(people(2))
        #expect(await first.ask("PRAGMA user_version = 99") == [])
        #expect(await imported(first) == .newer)
        await first.close()
        let before = contents(folder.file())
        let second = Shelf(folder.file())
        #expect(await imported(second) == .newer)
        #expect(await imported(second) == .newer)
        #expect(second.kinds == [.newer])
        await second.close()
        #expect(contents(folder.file()) == before)
    }

    @Test func withoutSQLiteThereIsNobody() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            fault_hide_library("libsqlite3")
            for shelf in [Shelf(path + "/store"), Shelf(nil)] {
                for _ in 0..<2 {
                    guard case .failure(.store(let error)) = await shelf.importUsers(bytes(people(1)[0].json))
                    else {
                        Issue.record("there is one")
                        return
                    }
                    #expect(error.kind == .unavailable)
                }
                guard case .failure = await shelf.result("a") else {
                    Issue.record("there is one")
                    return
                }
                shelf.store.remember("a", limit: 2)
                #expect(await shelf.recent() == ["a"])
            }
        }
    }

    /// Never a crash; a row is as it was or gone, and afterwards it works again.
    @Test func anyByteMayBeWrong() async {
        let healthy = Shelf(folder.file("healthy"))
        await healthy.add(people(40) + SearchTests.crowd)
        healthy.store.remember("who", limit: 3)
        _ = await healthy.recent()
        await healthy.close()
        let file = contents(folder.file("healthy"))
        let folder = access("/dev/shm", W_OK) == 0 ? Folder(in: "/dev/shm") : folder
        for place in stride(from: 101, to: file.count, by: 1531) {
            var damaged = file
            damaged[place] ^= place.isMultiple(of: 2) ? 0xff : 1
            let path = folder.file("\(place)")
            write(damaged, to: path)
            let shelf = Shelf(path)
            for query in ["user3", "anna", "name", "小明", "東京タワー", "%", "of the 3"] {
                _ = await shelf.search(query)
            }
            _ = await shelf.recent()
            _ = await shelf.removeUser("7")
            _ = await shelf.importUsers(bytes(people(60).map(\.json).joined(separator: "\n")))
            let left = try? await shelf.removeAllUsers().get()
            let state = try? await shelf.importUsers(bytes(people(3)[2].json)).get()
            if left == 0, state != nil {
                #expect(await shelf.search("user2") == ["2"], "byte \(place): \(shelf.notes)")
            }
            await shelf.close()
        }
    }

    @Test func aRuinedFileIsSetAside() async {
        let shelf = Shelf(folder.file())
        await shelf.add(people(3))
        await shelf.close()
        write(noise(50_000), to: folder.file())
        let again = Shelf(folder.file())
        #expect(await again.search("user") == [])
        await again.add(people(2))
        #expect(await again.count() == 2)
        #expect(again.kinds == [.corrupt])
        #expect(contents(folder.file("store.corrupt-1")) == noise(50_000))
    }

    // MARK: - Queries

    @Test(arguments: [true, false]) func queriesAreRemembered(_ isFile: Bool) async {
        let shelf = Shelf(isFile ? folder.file() : nil)
        #expect(await shelf.recent() == [])
        for query in ["a", "b", "é", "a", "", String(repeating: "x", count: 1001), "A", "e\u{301}"] {
            shelf.store.remember(query, limit: 4)
        }
        // Exactly as they were: two that only look the same are two.
        #expect(
            await shelf.recent().map { Array($0.utf8) } == ["e\u{301}", "A", "a", "é"].map { Array($0.utf8) })
        #expect(await shelf.recent(2).count == 2)
        #expect(await shelf.recent(0) == [])
        #expect(await shelf.recent(-1) == [])
        for number in 0..<50 { shelf.store.remember("\(number)", limit: 3) }
        #expect(await shelf.recent() == ["49", "48", "47"])
        if isFile {
            await shelf.close()
            let again = Shelf(folder.file())
            #expect(await again.recent() == ["49", "48", "47"])
            again.store.forgetQueries()
            #expect(await again.recent() == [])
            again.store.remember("x", limit: 0)
            #expect(await again.recent() == [])
        } else {
            shelf.store.forgetQueries()
            #expect(await shelf.recent() == [])
        }
    }

    @Test func whatIsToBeRememberedStillIs() async {
        let shelf = Shelf(folder.file())
        shelf.store.remember("a", limit: 3)
        shelf.store.close()
        let again = Shelf(folder.file())
        while await again.recent() != ["a"] { try? await Task.sleep(for: .milliseconds(1)) }
    }
}
