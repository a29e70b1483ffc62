import FeedParsing
import Foundation
import SystemFaults
import Testing

@testable import FeedStore

/// Taking people into the directory.
@Suite(.timeLimit(.minutes(3))) struct ImportTests {
    let folder = Folder()

    // MARK: - Forms

    static let two = "{\"id\": 1, \"username\": \"anna\"}", other = "{\"id\": \"2\", \"username\": \"ben\"}"

    @Test(arguments: [
        "[\(two),\(other)]", " [ \(two) , \(other) ] \n", "\u{FEFF}[\(two), \(other)]",
        "{\"users\": [\(two), \(other)]}", "{\"n\": 1, \"data\": [\(two), \(other)]}",
        "{\"results\": [\n\(two),\n\(other)\n]}",
        "\(two)\n\(other)", "\(two)\n\(other)\n", "\u{FEFF}\(two)\r\n\r\n  \n\(other)\r\n\n", "\n\n\(two)\n\t\(other) ",
    ]) func aTextHasManyForms(_ text: String) async {
        let shelf = Shelf(nil)
        let state = await shelf.importUsers(text)
        #expect(state.taken == 2 && state.skipped == 0 && state.userCount == 2)
        #expect(state.bytes == text.utf8.count && state.total == text.utf8.count)
        #expect(await shelf.search("anna") == ["1"])
        // As they were written.
        let found = try? await shelf.result("ben").get()
        #expect(found == bytes("[\(ImportTests.other)]"))
    }

    @Test(arguments: [("[]", 0), (" [ ] ", 0), ("{\"users\": []}", 0), (two, 1), ("{\n\"id\": 1,\n\"username\": \"x\"}", 1)])
    func itMayBeFew(_ text: String, _ count: Int) async {
        let state = await Shelf(nil).importUsers(text)
        #expect(state.taken == count && state.skipped == 0 && state.userCount == count)
    }

    @Test(arguments: [
        ("", FeedError.Kind.empty, 0, 1), ("  \n ", .empty, 4, 2), ("[\(two),\n\(other)", .syntax, 57, 2),
        ("[\(two)\n\(other)]", .syntax, 30, 2), ("{\"users\": [\n\(two),\n\(other),\n", .syntax, 72, 4),
        ("nobody", .syntax, 0, 1), ("5", .shape, 0, 1), ("null", .shape, 0, 1), ("\"[]\"", .shape, 0, 1),
        ("[] []", .syntax, 3, 1),
    ]) func whatIsNoListIsAnError(_ text: String, _ kind: FeedError.Kind, _ offset: Int, _ line: Int) async {
        let shelf = Shelf(folder.file())
        await shelf.add(people(1))
        guard case .failure(.text(let error)) = await shelf.importUsers(bytes(text)) else {
            Issue.record("it was taken")
            return
        }
        #expect(error.kind == kind)
        #expect(error.place?.offset == offset && error.place?.line == line, "\(error)")
        #expect(!error.message.isEmpty)
        #expect(await shelf.count() == 1)
        #expect(shelf.notes.isEmpty)
    }

    // MARK: - Rows

    @Test func fieldsHaveSeveralNames() async throws {
        let shelf = Shelf(nil)
        await shelf.importUsers(
            """
            [{"id": 12345678901234567890123, "userName": "anna", "bio": 5},
             {"uid": "u-2", "displayName": "Berta Müller", "bio": ["a"], "username": null}]
            """)
        #expect(await shelf.search("anna") != nil)
        #expect(await shelf.search("5")?.count == 1)
        #expect(await shelf.search("muller") == [""])
        #expect(try await shelf.removeUser("12345678901234567890123").get() == 1)
        #expect(try await shelf.removeUser("u-2").get() == 0)
    }

    @Test func badRowsAreSkippedAndReported() async {
        let rows = [
            "{\"id\": 1, \"username\": \"a\"}", "7", "{\"username\": \"b\"}", "{\"id\": 2}", "[]",
            "{\"id\": \"\", \"username\": \"c\"}", "{\"id\": {}, \"username\": \"d\"}", "null", "{\"id\": 9, \"username\": \"z\"}",
        ]
        for isList in [true, false] {
            let text = isList ? "[\n" + rows.joined(separator: ",\n") + "\n]" : rows.joined(separator: "\n")
            let state = await Shelf(nil).importUsers(text)
            #expect(state.taken == 2 && state.skipped == 7 && state.userCount == 2)
            #expect(state.problems.map(\.row) == [2, 3, 4, 5, 6, 7, 8])
            #expect(state.problems.map(\.place.line) == (2...8).map { isList ? $0 + 1 : $0 })
            #expect(state.problems.allSatisfy { $0.place.column == 1 && !$0.message.isEmpty })
            for problem in state.problems {
                let rest = text.utf8.dropFirst(problem.place.offset)
                #expect(String(decoding: rest, as: UTF8.self).hasPrefix(rows[problem.row - 1]))
            }
        }
    }

    @Test func brokenLinesCostThemselves() async {
        let state = await Shelf(nil).importUsers(
            """
            {"id": 1, "username": "a"

            {"id": 2, "username": "b"}
            {"id": 3, "username": "c"},{"id": 4, "username": "d"}
            what?
            {"id": 5, "username": "é", "x": tru}
            {"id": 6, "username": "f"}
            """)
        #expect(state.taken == 2 && state.skipped == 4)
        #expect(state.problems.map(\.row) == [1, 3, 4, 5])
        #expect(state.problems.map(\.place.line) == [1, 4, 5, 6])
        #expect(state.problems.map(\.place.column) == [26, 27, 1, 33])
        #expect(state.problems.map(\.place.offset) == [26, 80, 108, 147])
    }

    @Test func problemsAreListedUpToAHundred() async {
        let rows = (0..<5000).map { $0 % 2 == 0 ? "5" : "{\"id\": \($0), \"username\": \"u\($0)\"}" }
        let state = await Shelf(nil).importUsers("[" + rows.joined(separator: "\n,") + "]")
        #expect(state.taken == 2500 && state.skipped == 2500)
        #expect(state.problems.count == 100)
        #expect(state.problems.last?.row == 199 && state.problems.last?.place.line == 199)
    }

    @Test func theLastOfAnIdWins() async {
        let shelf = Shelf(folder.file())
        await shelf.importUsers(
            """
            [{"id": "1", "username": "anna", "bio": "old 小明三"}, {"id": 2, "username": "ben"},
             {"id": 1, "username": "carl", "bio": "new"}, {"id": "1", "username": "dora", "bio": "newest 小明"}]
            """)
        #expect(await shelf.count() == 2)
        for query in ["anna", "carl", "old", "new@x", "小明三"] { #expect(await shelf.search(query) == [], "\(query)") }
        for query in ["dora", "new", "小明"] { #expect(await shelf.search(query) == ["1"], "\(query)") }
        // And once more, in an import of its own.
        let state = await shelf.importUsers("{\"id\": 1, \"username\": \"emil\"}\n{\"id\": 3, \"username\": \"f\"}")
        #expect(state.taken == 2 && state.userCount == 3)
        #expect(await shelf.search("dora") == [])
        #expect(await shelf.search("emil") == ["1"])
        // Nobody moves for that.
        #expect(await shelf.ask("SELECT user FROM users ORDER BY id") == ["1", "2", "3"])
        #expect(await shelf.faults() == [])
    }

    @Test func theSameAgainWritesNothing() async {
        let shelf = Shelf(folder.file())
        await shelf.add(people(50))
        let before = await shelf.ask("SELECT total_changes()")
        await shelf.add(people(50))
        #expect(await shelf.ask("SELECT total_changes()") == before)
        #expect(await shelf.count() == 50)
    }

    @Test func textsMayHoldAnything() async throws {
        let shelf = Shelf(nil)
        await shelf.importUsers(
            "[{\"id\": \"\\u0000a\", \"username\": \"x\\ud800y\", \"bio\": \"\\u0000\", \"displayName\": \"\\\"'; DROP\"}]")
        #expect(await shelf.search("x")?.count == 1)
        #expect(await shelf.search("drop")?.count == 1)
        // Bytes that aren't UTF-8 come out as they came in.
        let row = bytes("{\"id\": 7, \"username\": \"o") + [0xff, 0xc3] + bytes("k\"}")
        _ = await shelf.importUsers(bytes("[") + row + bytes("]"))
        #expect(try await shelf.result("o").get() == bytes("[") + row + bytes("]"))
        let long = String(repeating: "ab ", count: 100_000)
        await shelf.importUsers("{\"id\": 8, \"username\": \"long\", \"bio\": \"\(long)\"}")
        #expect(await shelf.search("ab") == ["8"])
    }

    @Test func deepRowsAreReadOrSkipped() async {
        func row(_ depth: Int) -> String {
            "{\"id\": 1, \"username\": \"a\", \"x\": " + String(repeating: "[", count: depth)
                + String(repeating: "]", count: depth) + "}"
        }
        #expect(await Shelf(nil).importUsers("{\"id\": 2, \"username\": \"b\"}\n" + row(510)).taken == 2)
        #expect(await Shelf(nil).importUsers("{\"id\": 2, \"username\": \"b\"}\n" + row(512)).skipped == 1)
    }

    // MARK: - Progress and ends

    @Test func progressIsTold() async throws {
        let shelf = Shelf(nil)
        let text = people(3500).map(\.json).joined(separator: "\n")
        let states = Tally()
        var last = 0
        let result: Result<UserImport, UserImportError> = await withCheckedContinuation { continuation in
            shelf.store.importUsers(bytes(text)) { state in
                states.add()
                #expect(state.taken == states.count * 1000 && state.total == text.utf8.count)
                #expect(state.bytes > last && state.bytes < state.total)
                last = state.bytes
            } _: {
                continuation.resume(returning: $0)
            }
        }
        #expect(states.count == 3)
        #expect(try result.get().userCount == 3500)
    }

    /// Nothing of it stays, and the store works on.
    @Test(arguments: [true, false]) func anImportCanBeCancelled(_ isFile: Bool) async {
        let shelf = Shelf(isFile ? folder.file() : nil)
        await shelf.add(people(3))
        let calls = Tally()
        let holder = Holder()
        holder.task = shelf.store.importUsers(bytes(people(5000).map(\.json).joined(separator: "\n"))) { _ in
            calls.add()
            holder.task?.cancel()
        } _: { _ in
            calls.add()
        }
        #expect(await shelf.count() == 3)
        #expect(calls.count == 1)
        #expect(await shelf.search("user4000") == [])
        await shelf.add(people(10))
        #expect(await shelf.count() == 10)
        #expect(await shelf.search("user9") == ["9"])
        if isFile { #expect(await shelf.faults() == []) }
        #expect(shelf.notes.isEmpty)
    }

    final class Holder: @unchecked Sendable {
        private let ready = DispatchSemaphore(value: 0)
        private var value: StoreTask?

        /// Waits until there is one.
        var task: StoreTask? {
            get {
                ready.wait()
                ready.signal()
                return value
            }
            set {
                value = newValue
                ready.signal()
            }
        }

        deinit { ready.signal() }
    }

    @Test func closingEndsAnImport() async {
        let shelf = Shelf(folder.file())
        await shelf.add(people(3))
        let calls = Tally()
        let store = shelf.store
        store.importUsers(bytes(people(200_000).map(\.json).joined(separator: "\n"))) { _ in
            calls.add()
            store.close()
        } _: { _ in
            calls.add()
        }
        await shelf.close()
        #expect(calls.count == 1)
        let again = Shelf(folder.file())
        #expect(await again.count() == 3)
        #expect(await again.faults() == [])
    }

    @Test func whatHasNotBegunNeverBegins() async {
        let shelf = Shelf(nil)
        let calls = Tally()
        let gate = DispatchSemaphore(value: 0)
        shelf.store.perform { _ in gate.wait() }
        let first = shelf.store.importUsers(bytes(people(2)[0].json)) { _ in calls.add() }
        shelf.store.importUsers(bytes(people(2)[1].json)) { _ in calls.add() }
        let third = shelf.store.findUsers("name", limit: 5) { _ in calls.add() }
        first.cancel()
        third.cancel()
        gate.signal()
        #expect(await shelf.search("name") == ["1"])
        #expect(calls.count == 1)
        first.cancel()
    }

    @Test func aKilledImportLeavesNothing() async {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
            let shelf = Shelf(path + "/store")
            await shelf.add(people(3))
            shelf.store.importUsers(bytes(people(5000).map(\.json).joined(separator: "\n"))) { state in
                if state.taken == 3000 { kill(getpid(), SIGKILL) }
            } _: { _ in
            }
            _ = await shelf.count()
        }
        let shelf = Shelf(folder.file())
        #expect(await shelf.count() == 3)
        #expect(await shelf.faults() == [])
        #expect(shelf.notes.isEmpty)
    }
}
