import CSQLite
import FeedParsing

/// The people of one partition in a database, and what was looked for there. On the store's thread.
final class Directory {
    let database: Database
    private let partition: String
    /// 0 as long as the partition has none.
    private var owner: Int64 = 0
    /// Where a new user goes.
    private var nextID: Int64 = 0
    private let search: UserSearch

    private let findingOwner, makingOwner, counting, findingLast: Statement
    private let finding, inserting, updating, removing, clearing: Statement
    private let indexing, indexingParts, unindexing, unindexingParts: Statement
    private let listing, remembering, forgettingOld, forgetting: Statement

    /// How many rows are written between two looks at who may want it to end.
    private static let rowsBetweenLooks = 100
    private static let rowsBetweenReports = 1000

    init(_ database: Database, partition: String) {
        self.database = database
        self.partition = partition
        search = UserSearch(database)
        findingOwner = Statement(database, "SELECT number FROM owners WHERE partition = ?1")
        makingOwner = Statement(database, "INSERT INTO owners(partition) VALUES(?1)")
        counting = Statement(database, "SELECT count(*) FROM users WHERE owner = ?1")
        findingLast = Statement(
            database, "SELECT ifnull(max(id), ?1 - 1) FROM users WHERE id BETWEEN ?1 AND ?2")
        finding = Statement(
            database, "SELECT id, has_parts, json FROM users WHERE owner = ?1 AND user = ?2")
        // One row at a time, and none of OR REPLACE: FTS5 would write to the file after each, for SQLite to be able to go
        // back to before it.
        inserting = Statement(
            database,
            """
            INSERT INTO users(id, username, display_name, bio, has_parts, json, owner, user)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """)
        updating = Statement(
            database,
            """
            UPDATE users SET username = ?2, display_name = ?3, bio = ?4, has_parts = ?5, json = ?6 WHERE id = ?1
            """)
        removing = Statement(database, "DELETE FROM users WHERE id = ?1")
        clearing = Statement(database, "DELETE FROM users WHERE owner = ?1")
        indexing = Statement(
            database,
            "INSERT INTO user_words(rowid, username, display_name, bio) VALUES(?1, ?2, ?3, ?4)")
        indexingParts = Statement(
            database,
            "INSERT INTO user_parts(rowid, username, display_name, bio) VALUES(?1, ?2, ?3, ?4)")
        unindexing = Statement(database, "DELETE FROM user_words WHERE rowid = ?1")
        unindexingParts = Statement(database, "DELETE FROM user_parts WHERE rowid = ?1")
        listing = Statement(
            database, "SELECT query FROM queries WHERE owner = ?1 ORDER BY used DESC LIMIT ?2")
        remembering = Statement(
            database,
            """
            INSERT OR REPLACE INTO queries(owner, query, used)
            VALUES(?1, ?2, (SELECT ifnull(max(used), 0) + 1 FROM queries WHERE owner = ?1))
            """)
        forgettingOld = Statement(
            database,
            """
            DELETE FROM queries WHERE owner = ?1 AND query NOT IN
                (SELECT query FROM queries WHERE owner = ?1 ORDER BY used DESC LIMIT ?2)
            """)
        forgetting = Statement(database, "DELETE FROM queries WHERE owner = ?1")
    }

    // MARK: - People

    /// A JSON array of rows.
    func find(_ query: UserQuery, limit: Int) throws(StoreError) -> [UInt8] {
        var found = Array("[]".utf8)
        if query.words.isEmpty || limit <= 0 { return found }
        try database.reading { () throws(StoreError) in
            if try findOwner() { found = try search.find(query, owner, limit: limit) }
        }
        return found
    }

    func count() throws(StoreError) -> Int {
        guard try findOwner() else { return 0 }
        counting.bind(1, owner)
        return Int(try counting.only() ?? 0)
    }

    /// All of it or nothing.
    func add(_ reader: UserReader, _ progress: (UserImport) -> Void) throws(StoreError) -> UserImport {
        var reader = reader
        var userCount = 0
        try change { () throws(StoreError) in
            let ids = UserSearch.ids(of: owner)
            findingLast.bind(1, ids.first)
            findingLast.bind(2, ids.last)
            nextID = (try findingLast.only() ?? 0) &+ 1
            var row = 0
            while reader.next() {
                if let user = reader.user { try put(user) }
                row &+= 1
                if row % Directory.rowsBetweenLooks == 0 { try database.checkInterrupted() }
                if row % Directory.rowsBetweenReports == 0 { progress(reader.state) }
            }
            userCount = try count()
        }
        // So that they are in the file itself, as far as nobody reads it meanwhile.
        try? database.execute("PRAGMA wal_checkpoint(PASSIVE)")
        var state = reader.state
        state.userCount = userCount
        return state
    }

    func remove(_ id: String) throws(StoreError) -> Int {
        var left = 0
        try change { () throws(StoreError) in
            finding.bind(1, owner)
            finding.bind(2, id)
            if try finding.step() {
                let id = finding.number(0)
                try unindexFound(id)
                try run(removing, id)
            }
            left = try count()
        }
        return left
    }

    /// What was there isn't to be found in the file any more.
    func removeAll() throws(StoreError) -> Int {
        try change { () throws(StoreError) in
            clearing.bind(1, owner)
            try clearing.run()
            try database.execute(
                """
                INSERT INTO user_words(user_words) VALUES('rebuild');
                INSERT INTO user_parts(user_parts) VALUES('rebuild');
                """)
        }
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return 0
    }

    // MARK: - Queries

    /// The newest first.
    func queries(limit: Int) throws(StoreError) -> [String] {
        guard try findOwner() else { return [] }
        var queries: [String] = []
        listing.bind(1, owner)
        listing.bind(2, Int64(limit))
        while try listing.step() { queries.append(listing.text(0) ?? "") }
        return queries
    }

    func remember(_ query: String, limit: Int) throws(StoreError) {
        try change { () throws(StoreError) in
            remembering.bind(1, owner)
            remembering.bind(2, query)
            try remembering.run()
            forgettingOld.bind(1, owner)
            forgettingOld.bind(2, Int64(limit))
            try forgettingOld.run()
        }
    }

    func forgetQueries() throws(StoreError) {
        try change { () throws(StoreError) in
            forgetting.bind(1, owner)
            try forgetting.run()
        }
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}

extension Directory {
    private func findOwner() throws(StoreError) -> Bool {
        if owner == 0, try database.has(Schema.peopleVersion) {
            findingOwner.bind(1, partition)
            owner = try findingOwner.only() ?? 0
        }
        return owner != 0
    }

    /// A transaction of an owner, who is made with the first.
    private func change(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        if database.isReadOnly { throw StoreError(.readOnly, "it can be read but not written") }
        do throws(StoreError) {
            try database.transaction { () throws(StoreError) in
                if try !findOwner() {
                    makingOwner.bind(1, partition)
                    try makingOwner.run()
                    owner = database.lastRow
                }
                try body()
            }
        } catch {
            owner = 0
            throw error
        }
    }

    private func put(_ user: UserRow) throws(StoreError) {
        guard let name = user.id else { return }
        finding.bind(1, owner)
        finding.bind(2, utf8: name)
        if try finding.step() {
            let id = finding.number(0)
            if finding.utf8(2)?.elementsEqual(user.json) == true { return finding.reset() }
            try unindexFound(id)
            try put(user, id, updating)
        } else {
            inserting.bind(7, owner)
            inserting.bind(8, utf8: name)
            try put(user, nextID, inserting)
            nextID = nextID &+ 1
        }
    }

    private func put(_ user: UserRow, _ id: Int64, _ statement: Statement) throws(StoreError) {
        let hasParts = user.username.hasParts || user.displayName.hasParts || user.bio.hasParts
        statement.bind(5, hasParts ? 1 : 0)
        statement.bind(6, utf8: user.json)
        try run(statement, user, id)
        try run(indexing, user, id)
        if hasParts { try run(indexingParts, user, id) }
    }

    private func run(_ statement: Statement, _ user: UserRow, _ id: Int64) throws(StoreError) {
        statement.bind(1, id)
        statement.bind(2, utf8: user.username)
        statement.bind(3, utf8: user.displayName)
        statement.bind(4, utf8: user.bio)
        try statement.run()
    }

    /// Of the row at which `finding` is. The indexes read what they have of it from the row itself, which must be there.
    private func unindexFound(_ id: Int64) throws(StoreError) {
        let hasParts = finding.number(1) != 0
        finding.reset()
        try run(unindexing, id)
        if hasParts { try run(unindexingParts, id) }
    }

    private func run(_ statement: Statement, _ id: Int64) throws(StoreError) {
        statement.bind(1, id)
        try statement.run()
    }
}

extension Optional where Wrapped == UnsafeBufferPointer<UInt8> {
    fileprivate var hasParts: Bool {
        map { feedcore_text_has_parts($0.baseAddress, $0.count) != 0 } ?? false
    }
}
