import CSQLite

/// The pages in the file, for one partition. They share its limits with those of the others.
final class Responses {
    let database: Database
    /// Whether the last page that was looked for is damaged.
    private(set) var isDamaged = false
    private let limits: Limits
    /// The rows that were read since the last transaction.
    private var read: [Int64] = []
    private static let maxRead = 64

    private let finding, marking, confirming, inserting, insertingBody: Statement
    private let removing, removingRow, removingOld, measuring, leastUsed: Statement

    init(_ database: Database, _ limits: Limits) {
        self.database = database
        self.limits = limits
        finding = Statement(
            database,
            """
            SELECT responses.id, mapping, etag, last_modified, stored_at, body_sum, sum, size, length(body)
            FROM responses LEFT JOIN bodies USING(id) WHERE key = ?1 AND partition = ?2
            """)
        marking = Statement(
            database,
            "UPDATE responses SET used = (SELECT ifnull(max(used), 0) + 1 FROM responses) WHERE id = ?1")
        confirming = Statement(
            database, "UPDATE responses SET stored_at = ?2, last_modified = ?3, sum = ?4 WHERE id = ?1")
        inserting = Statement(
            database,
            """
            INSERT INTO responses(
                key, partition, mapping, etag, last_modified, stored_at, size, body_sum, sum, used)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, (SELECT ifnull(max(used), 0) + 1 FROM responses))
            """)
        insertingBody = Statement(database, "INSERT INTO bodies(id, body) VALUES(?1, ?2)")
        removing = Statement(database, "DELETE FROM responses WHERE key = ?1 AND partition = ?2")
        removingRow = Statement(database, "DELETE FROM responses WHERE id = ?1")
        removingOld = Statement(
            database,
            """
            DELETE FROM responses
            WHERE id IN (SELECT id FROM responses WHERE stored_at < ?1 ORDER BY stored_at LIMIT 100)
            """)
        measuring = Statement(database, "SELECT sum(size) FROM responses")
        leastUsed = Statement(database, "SELECT id, size FROM responses ORDER BY used LIMIT 1")
    }

    /// Nil for none that can be used.
    func find(_ key: String, _ mapping: UInt64) throws(StoreError) -> StoredResponse? {
        isDamaged = false
        guard let row = try row(key) else { return nil }
        defer { finding.reset() }
        // No memory is asked for on the word of a damaged length.
        isDamaged = !isWhole(row, key) || row.bodyCount > row.size
        if isDamaged || row.response.mapping != mapping || row.response.time < limits.oldest { return nil }
        if row.bodyCount > limits.maxBytes { return nil }
        let body = try database.read("bodies", "body", row: row.id, count: Int(row.bodyCount))
        guard let body, row.bodySum == sum(body) else {
            isDamaged = true
            return nil
        }
        if read.count < Responses.maxRead { read.append(row.id) }
        return row.response.with(body)
    }

    /// As a whole or not at all; what was read is marked as used along with it.
    func apply(_ change: Change) throws(StoreError) {
        if change.kind == .flush && (read.isEmpty || database.isReadOnly) { return }
        try database.transaction { () throws(StoreError) in
            for id in read { try mark(id) }
            try applyInside(change)
        }
        read = []
        // What was there isn't to be found in the file any more.
        if change.kind == .clear { try database.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    }
}

extension Responses {
    private final class Row {
        let id, bodySum, sum, size: Int64
        /// Of what is in the place of the body; 0 for nothing.
        let bodyCount: Int64
        /// The body is still to be read.
        let response: StoredResponse

        init(_ finding: Statement) {
            id = finding.number(0)
            bodySum = finding.number(5)
            sum = finding.number(6)
            size = finding.number(7)
            bodyCount = finding.number(8)
            response = StoredResponse(
                body: [], etag: finding.text(2), lastModified: finding.text(3), time: finding.number(4),
                mapping: UInt64(bitPattern: finding.number(1)))
        }
    }

    /// `finding` is to be reset then.
    private func row(_ key: String) throws(StoreError) -> Row? {
        bind(key, to: finding)
        return try finding.step() ? Row(finding) : nil
    }

    private func bind(_ key: String, to statement: Statement) {
        statement.bind(1, key)
        statement.bind(2, limits.partition)
    }

    private func applyInside(_ change: Change) throws(StoreError) {
        switch change.kind {
        case .put, .remove:
            bind(change.key, to: removing)
            try removing.run()
            if let response = change.response { try insert(change.key, response) }
        case .confirm:
            if let answer = change.response { try confirm(change.key, answer) }
        case .clear:
            let clearing = Statement(database, "DELETE FROM responses WHERE partition = ?1")
            clearing.bind(1, limits.partition)
            try clearing.run()
        case .flush:
            break
        }
    }

    private func insert(_ key: String, _ response: StoredResponse) throws(StoreError) {
        let bodySum = sum(response.body)
        bind(key, to: inserting)
        inserting.bind(3, Int64(bitPattern: response.mapping))
        inserting.bind(4, response.etag)
        inserting.bind(5, response.lastModified)
        inserting.bind(6, response.time)
        inserting.bind(7, response.size(key))
        inserting.bind(8, bodySum)
        inserting.bind(9, sum(response, bodySum, key))
        try inserting.run()
        insertingBody.bind(1, database.lastRow)
        try insertingBody.run(2, response.body)
        try makeRoom()
    }

    /// Another program may have put another page there than the one that the server means.
    private func confirm(_ key: String, _ answer: StoredResponse) throws(StoreError) {
        guard let row = try row(key) else { return }
        finding.reset()
        guard isWhole(row, key), let response = row.response.confirmed(by: answer) else { return }
        confirming.bind(1, row.id)
        confirming.bind(2, response.time)
        confirming.bind(3, response.lastModified)
        confirming.bind(4, sum(response, row.bodySum, key))
        try confirming.run()
        try mark(row.id)
    }

    private func mark(_ id: Int64) throws(StoreError) {
        marking.bind(1, id)
        try marking.run()
    }

    private func makeRoom() throws(StoreError) {
        removingOld.bind(1, limits.oldest)
        try removingOld.run()
        guard try measuring.step() else { return }
        var size = measuring.number(0)
        measuring.reset()
        while size > limits.maxBytes, try leastUsed.step() {
            removingRow.bind(1, leastUsed.number(0))
            size = size &- leastUsed.number(1)
            leastUsed.reset()
            try removingRow.run()
        }
    }

    /// Whether it is as it was written, but for the body.
    private func isWhole(_ row: Row, _ key: String) -> Bool {
        row.sum == sum(row.response, row.bodySum, key)
    }

    private func sum(_ body: [UInt8]) -> Int64 {
        Int64(bitPattern: body.withUnsafeBytes { feedcore_store_sum(0, $0.baseAddress, $0.count) })
    }

    private func sum(_ response: StoredResponse, _ bodySum: Int64, _ key: String) -> Int64 {
        var sum = UInt64(bitPattern: bodySum) &+ response.mapping
        sum = sum &* 31 &+ UInt64(bitPattern: response.time)
        sum = add(key, to: sum)
        sum = add(limits.partition, to: sum)
        sum = add(response.etag, to: sum)
        return Int64(bitPattern: add(response.lastModified, to: sum))
    }

    private func add(_ text: String?, to sum: UInt64) -> UInt64 {
        guard var text else { return ~sum }
        return text.withUTF8 { feedcore_store_sum(sum, $0.baseAddress, $0.count) }
    }
}
