import FeedFetching
import FeedParsing
import Foundation

@testable import FeedStore

/// What tests ask of a store's people, each call waited for.
extension Shelf {
    func importUsers(_ text: [UInt8]) async -> Result<UserImport, UserImportError> {
        await withCheckedContinuation { continuation in
            store.importUsers(text) { continuation.resume(returning: $0) }
        }
    }

    /// Which has to succeed.
    @discardableResult
    func importUsers(_ text: String) async -> UserImport {
        do {
            return try await importUsers(bytes(text)).get()
        } catch {
            fatalError("\(error)")
        }
    }

    func add(_ people: [Person]) async {
        await importUsers(people.map(\.json).joined(separator: "\n"))
    }

    func result(_ query: String, limit: Int = 1000) async -> Result<[UInt8], StoreError> {
        await withCheckedContinuation { continuation in
            store.findUsers(query, limit: limit) { continuation.resume(returning: $0) }
        }
    }

    /// The ids that are found; nil for an error.
    func search(_ query: String, limit: Int = 1000) async -> [String]? {
        guard case .success(let json) = await result(query, limit: limit) else { return nil }
        guard let rows = try? JSONSerialization.jsonObject(with: Data(json)) as? [[String: Any]] else {
            return nil
        }
        return rows.map { "\($0["id"] ?? "")" }
    }

    func removeUser(_ id: String) async -> Result<Int, StoreError> {
        await withCheckedContinuation { continuation in
            store.removeUser(id) { continuation.resume(returning: $0) }
        }
    }

    func removeAllUsers() async -> Result<Int, StoreError> {
        await withCheckedContinuation { continuation in
            store.removeAllUsers { continuation.resume(returning: $0) }
        }
    }

    func count() async -> Int? {
        await withCheckedContinuation { continuation in
            store.countUsers { continuation.resume(returning: try? $0.get()) }
        }
    }

    func recent(_ limit: Int = 100) async -> [String] {
        await withCheckedContinuation { continuation in
            store.recentQueries(limit: limit) { continuation.resume(returning: $0) }
        }
    }

    /// Empty if the file and its indexes are as they should be.
    func faults() async -> [String] {
        var faults = (await ask("PRAGMA integrity_check") ?? ["no file"]).filter { $0 != "ok" }
        for sql: StaticString in [
            "INSERT INTO user_words(user_words, rank) VALUES('integrity-check', 1)",
            "INSERT INTO user_parts(user_parts, rank) VALUES('integrity-check', 1)",
            "SELECT count(*) FROM user_parts",
        ] {
            if let fault = await failure(of: sql) { faults.append("\(sql): \(fault)") }
        }
        return faults
    }

    private func failure(of sql: StaticString) async -> String? {
        await withCheckedContinuation { continuation in
            store.perform { database in
                guard let database else { return continuation.resume(returning: "no file") }
                do throws(StoreError) {
                    try Statement(database, sql).run()
                    continuation.resume(returning: nil)
                } catch {
                    continuation.resume(returning: error.message)
                }
            }
        }
    }
}

struct Person {
    var id: String
    var username: String?
    var displayName: String?
    var bio: String?

    var json: String {
        var members = ["\"id\": \(quote(id))"]
        if let username { members.append("\"username\": \(quote(username))") }
        if let displayName { members.append("\"displayName\": \(quote(displayName))") }
        if let bio { members.append("\"bio\": \(quote(bio))") }
        return "{" + members.joined(separator: ", ") + "}"
    }

    private func quote(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

func people(_ count: Int) -> [Person] {
    (0..<count).map {
        Person(id: "\($0)", username: "user\($0)", displayName: "Name \($0)", bio: "of the \($0 % 7)")
    }
}

/// A number that another thread may read.
final class Tally: @unchecked Sendable {
    private let lock = Lock()
    private var number = 0

    var count: Int { lock.withLock { number } }
    func add() { lock.withLock { number += 1 } }
}
