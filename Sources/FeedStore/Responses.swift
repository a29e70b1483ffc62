import CSQLite
import FeedFetching

/// A page of a feed as a server sent it.
package struct StoredResponse {
    package var body: [UInt8]
    /// Exactly as received.
    package var etag: String?
    package var lastModified: String?
    /// When a server last said that this is the page: milliseconds since 1970.
    package var time: Int64
    /// The hash of the mapping that can read it.
    package var mapping: UInt64

    package init(
        body: [UInt8], etag: String? = nil, lastModified: String? = nil, time: Int64, mapping: UInt64
    ) {
        self.body = body
        self.etag = etag
        self.lastModified = lastModified
        self.time = time
        self.mapping = mapping
    }

    /// Whether it is the page that a server means by these validators, which then has their time.
    mutating func confirm(_ time: Int64, _ etag: String?, _ lastModified: String?) -> Bool {
        let isMeant = etag == nil ? lastModified.isSame(as: self.lastModified) : true
        guard etag.isSame(as: self.etag), isMeant else { return false }
        self.time = time
        self.lastModified = lastModified ?? self.lastModified
        return true
    }

    /// What it takes in a store, with what SQLite adds.
    func size(_ key: String, _ partition: String) -> Int64 {
        let texts = [key, partition, etag ?? "", lastModified ?? ""]
        return texts.reduce(Int64(body.count) + 256) { $0 + Int64($1.utf8.count) }
    }
}

extension String? {
    fileprivate func isSame(as other: String?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isSame(as: other)
    }
}

/// The pages in the file, for one partition. They share its limits with those of the others.
final class Responses {
    let database: Database
    private let limits: StoreConfig
    /// The rows that were read since the last transaction.
    private var read: [Int64] = []
    private static let maxRead = 64

    private lazy var finding = Statement(
        database,
        """
        SELECT responses.id, mapping, etag, last_modified, stored_at, body_sum, sum, body
        FROM responses LEFT JOIN bodies USING(id) WHERE key = ?1 AND partition = ?2
        """)
    private lazy var marking = Statement(
        database,
        "UPDATE responses SET used = (SELECT ifnull(max(used), 0) + 1 FROM responses) WHERE id = ?1")
    private lazy var confirming = Statement(
        database, "UPDATE responses SET stored_at = ?2, last_modified = ?3, sum = ?4 WHERE id = ?1")
    private lazy var inserting = Statement(
        database,
        """
        INSERT INTO responses(
            key, partition, mapping, etag, last_modified, stored_at, size, body_sum, sum, used)
        VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, (SELECT ifnull(max(used), 0) + 1 FROM responses))
        """)
    private lazy var insertingBody = Statement(database, "INSERT INTO bodies(id, body) VALUES(?1, ?2)")
    private lazy var removing = Statement(database, "DELETE FROM responses WHERE key = ?1 AND partition = ?2")
    private lazy var removingRow = Statement(database, "DELETE FROM responses WHERE id = ?1 AND sum = ?2")
    private lazy var removingOld = Statement(
        database,
        """
        DELETE FROM responses
        WHERE id IN (SELECT id FROM responses WHERE stored_at < ?1 ORDER BY stored_at LIMIT 100)
        """)
    private lazy var measuring = Statement(database, "SELECT sum(size) FROM responses")
    private lazy var leastUsed = Statement(
        database, "SELECT id, sum, size FROM responses ORDER BY used LIMIT 1")

    init(_ database: Database, _ limits: StoreConfig) {
        self.database = database
        self.limits = limits
    }

    /// Nil for none that can be used. A damaged one is removed.
    func find(_ key: String, _ mapping: UInt64, isDamaged: inout Bool) throws(StoreError) -> StoredResponse? {
        guard var row = try row(key) else { return nil }
        row.response.body = Array(finding.bytes(7))
        finding.reset()
        isDamaged = row.sum != sum(row, key) || row.bodySum != sum(row.response.body)
        if isDamaged {
            if !database.isReadOnly { try database.transaction { () throws(StoreError) in try remove(row) } }
            return nil
        }
        if row.response.mapping != mapping || row.response.time < limits.oldest { return nil }
        if read.count < Responses.maxRead { read.append(row.id) }
        return row.response
    }

    /// In the place of the one that was there. It must be of a size that may be kept.
    func put(_ key: String, _ response: StoredResponse) throws(StoreError) {
        var row = Row(response: response)
        row.bodySum = sum(response.body)
        try database.transaction { () throws(StoreError) in
            try markRead()
            bind(key, to: removing)
            try removing.run()
            bind(key, to: inserting)
            inserting.bind(3, Int64(bitPattern: response.mapping))
            inserting.bind(4, response.etag)
            inserting.bind(5, response.lastModified)
            inserting.bind(6, response.time)
            inserting.bind(7, response.size(key, limits.partition))
            inserting.bind(8, row.bodySum)
            inserting.bind(9, sum(row, key))
            try inserting.run()
            insertingBody.bind(1, database.lastRow)
            try insertingBody.run(2, response.body)
            try makeRoom()
        }
    }

    /// Leaves a page as it is that isn't the one the server means: another program may have put it there.
    func confirm(_ key: String, _ time: Int64, _ etag: String?, _ lastModified: String?) throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            try markRead()
            guard var row = try row(key) else { return }
            finding.reset()
            guard row.sum == sum(row, key), row.response.confirm(time, etag, lastModified) else { return }
            confirming.bind(1, row.id)
            confirming.bind(2, time)
            confirming.bind(3, row.response.lastModified)
            confirming.bind(4, sum(row, key))
            try confirming.run()
            try mark(row.id)
        }
    }

    func remove(_ key: String) throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            bind(key, to: removing)
            try removing.run()
        }
    }

    /// Those of this partition, and what is left of them in the file.
    func clear() throws(StoreError) {
        let clearing = Statement(database, "DELETE FROM responses WHERE partition = ?1")
        clearing.bind(1, limits.partition)
        try database.transaction { () throws(StoreError) in try clearing.run() }
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Writes down what was read.
    func flush() throws(StoreError) {
        if read.isEmpty || database.isReadOnly { return }
        try database.transaction { () throws(StoreError) in try markRead() }
    }
}

extension Responses {
    /// The body is still to be read: column 7 of `finding`.
    private struct Row {
        var id: Int64 = 0
        var response: StoredResponse
        var bodySum: Int64 = 0
        var sum: Int64 = 0
    }

    /// `finding` is to be reset then.
    private func row(_ key: String) throws(StoreError) -> Row? {
        bind(key, to: finding)
        guard try finding.step() else { return nil }
        let response = StoredResponse(
            body: [], etag: finding.text(2), lastModified: finding.text(3), time: finding.number(4),
            mapping: UInt64(bitPattern: finding.number(1)))
        return Row(
            id: finding.number(0), response: response, bodySum: finding.number(5), sum: finding.number(6))
    }

    private func bind(_ key: String, to statement: Statement) {
        statement.bind(1, key)
        statement.bind(2, limits.partition)
    }

    private func remove(_ row: Row) throws(StoreError) {
        removingRow.bind(1, row.id)
        removingRow.bind(2, row.sum)
        try removingRow.run()
    }

    private func markRead() throws(StoreError) {
        for id in read { try mark(id) }
        read = []
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
            removingRow.bind(2, leastUsed.number(1))
            size -= leastUsed.number(2)
            leastUsed.reset()
            try removingRow.run()
        }
    }

    private func sum(_ body: [UInt8]) -> Int64 {
        Int64(bitPattern: body.withUnsafeBytes { feedcore_store_sum(0, $0.baseAddress, $0.count) })
    }

    private func sum(_ row: Row, _ key: String) -> Int64 {
        var sum = UInt64(bitPattern: row.bodySum) &+ row.response.mapping
        sum = sum &* 31 &+ UInt64(bitPattern: row.response.time)
        for text in [key, limits.partition, row.response.etag, row.response.lastModified] {
            guard var text else {
                sum = ~sum
                continue
            }
            sum = text.withUTF8 { feedcore_store_sum(sum, $0.baseAddress, $0.count) }
        }
        return Int64(bitPattern: sum)
    }
}
