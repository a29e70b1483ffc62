import CPlatform
import CSQLite
import FeedFetching

/// The store's SQLite file (or one in memory), open, with the tables of this version. Of one thread, but for `interrupt`.
package final class Database: @unchecked Sendable {
    /// Nil after `close`.
    private(set) var handle: OpaquePointer?
    /// The system's number of the file: another one of the same name has another.
    private(set) var fileNumber: UInt64 = 0
    /// Those that are prepared. Full-text search has others of its own, which it ends itself.
    private var statements: [OpaquePointer] = []
    private let path: String
    private let patience: Int32
    private let lock = Lock()
    private var isInterruptible = false
    private var isInterrupted = false
    private var isWriting = false

    /// Makes the file, for its owner alone, if it isn't there, and brings its tables up to date. `patience`: the
    /// milliseconds that a call waits for another program that writes.
    convenience init(opening path: String, patience: Int32) throws(StoreError) {
        self.init(path, patience)
        try load()
        let error = feedcore_store_file(path, &fileNumber)
        if error != 0 { throw StoreError(system: error) }
        do throws(StoreError) {
            try open(path, isFrozen: false)
            try prepare()
        } catch {
            // SQLite wants to write beside a file that it reads, unless it is told that nobody writes at all.
            guard error.kind == .cantOpen || error.kind == .readOnly,
                feedcore_store_is_beside_writable(path) == 0
            else { throw error }
            close()
            try open(path, isFrozen: true)
            try prepare()
        }
    }

    /// One that is in memory, with the same tables.
    convenience init() throws(StoreError) {
        self.init(":memory:", 0)
        try load()
        try open(path, isFrozen: false)
        try prepare()
    }

    private init(_ path: String, _ patience: Int32) {
        self.path = path
        self.patience = patience
    }

    deinit {
        close()
    }

    /// Statements can't be used any more. The file is closed when the last of them is gone.
    package func close() {
        let handle = lock.withLock {
            let handle = self.handle
            self.handle = nil
            return handle
        }
        guard let handle else { return }
        for statement in statements { feedcore_sqlite_finalize(statement) }
        statements = []
        feedcore_sqlite_close(handle)
    }

    package var isReadOnly: Bool { feedcore_sqlite_is_read_only(handle) != 0 }

    /// Whether the file has been taken away, so that what is written would be lost.
    var isMoved: Bool { feedcore_store_file_number(path) != fileNumber }

    /// Of the row that was inserted last.
    package var lastRow: Int64 { feedcore_sqlite_last_row(handle) }

    package func wait(_ milliseconds: Int32) {
        feedcore_sqlite_busy_timeout(handle, milliseconds)
    }

    /// Any number of statements without results.
    package func execute(_ sql: StaticString) throws(StoreError) {
        try check(sql.withUTF8Buffer { feedcore_sqlite_execute(handle, $0.baseAddress) })
    }

    /// What is done in it is done as a whole or not at all. Nobody else writes meanwhile, from its beginning: a
    /// transaction that reads first and writes later fails at once if another has written in between. One that takes
    /// long calls `checkInterrupted`.
    package func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        lock.withLock { isWriting = true }
        defer { lock.withLock { isWriting = false } }
        try rollBack()
        try execute("BEGIN IMMEDIATE")
        do throws(StoreError) {
            _ = try checkedVersion()
            try body()
            try execute("COMMIT")
        } catch {
            try? rollBack()
            throw error
        }
    }

    /// All of the value in a column of a row, read more quickly than a statement can; nil if it isn't there, or has not
    /// just so many bytes.
    func read(
        _ table: StaticString, _ column: StaticString, row: Int64, count: Int
    ) throws(StoreError) -> [UInt8]? {
        guard let handle else { throw error(SQLITE_MISUSE) }
        var code = SQLITE_OK
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            code = table.withUTF8Buffer { table in
                column.withUTF8Buffer { column in
                    feedcore_sqlite_read(
                        handle, table.baseAddress, column.baseAddress, row, buffer.baseAddress, count)
                }
            }
            initialized = code == SQLITE_OK ? count : 0
        }
        if code == SQLITE_ERROR { return nil }
        try check(code)
        return bytes
    }

    /// What is read in it is of one moment.
    func reading(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        try rollBack()
        try execute("BEGIN")
        do throws(StoreError) {
            try body()
            try execute("COMMIT")
        } catch {
            try? rollBack()
            throw error
        }
    }

    /// Whether it has the tables of a version: an older file that can't be written stays as it is.
    func has(_ version: Int64) throws(StoreError) -> Bool {
        if !isReadOnly { return true }
        return try number("PRAGMA user_version") >= version
    }

    // MARK: - Interrupting

    /// While it runs, `interrupt` ends what SQLite does.
    package func interruptible(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        lock.withLock {
            isInterruptible = true
            isInterrupted = false
        }
        defer { lock.withLock { isInterruptible = false } }
        try body()
    }

    /// From any thread. What runs throws `interrupted`; nothing happens if nothing runs that is interruptible.
    package func interrupt() {
        lock.withLock {
            guard isInterruptible, let handle else { return }
            isInterrupted = true
            // FTS5 reads through a handle that counts as a statement until the transaction ends; with that, SQLite would
            // refuse even to roll back.
            if !isWriting { feedcore_sqlite_interrupt(handle) }
        }
    }

    /// For between two statements, where SQLite forgets that it was interrupted, and for transactions.
    func checkInterrupted() throws(StoreError) {
        if lock.withLock({ isInterrupted }) { throw StoreError(.interrupted, "it was interrupted") }
    }
}

// MARK: - For statements

extension Database {
    func prepare(_ sql: StaticString, _ statement: inout OpaquePointer?) -> Int32 {
        guard let handle else { return SQLITE_MISUSE }
        let code = sql.withUTF8Buffer { feedcore_sqlite_prepare(handle, $0.baseAddress, &statement) }
        if let statement { statements.append(statement) }
        return code
    }

    /// Ends a statement, unless all were ended when the database was closed.
    func end(_ statement: OpaquePointer) {
        guard let index = statements.lastIndex(of: statement) else { return }
        statements.remove(at: index)
        feedcore_sqlite_finalize(statement)
    }

    func error(_ code: Int32) -> StoreError {
        handle == nil ? StoreError(.io, "the store is closed") : StoreError(code, handle)
    }

    private func check(_ code: Int32) throws(StoreError) {
        if code != SQLITE_OK { throw error(code) }
    }
}

// MARK: - Opening

extension Database {
    private func load() throws(StoreError) {
        if let reason = feedcore_sqlite_load() {
            throw StoreError(.unavailable, String(cString: reason))
        }
    }

    private func open(_ path: String, isFrozen: Bool) throws(StoreError) {
        var handle: OpaquePointer?
        let code = feedcore_sqlite_open(path, isFrozen ? 1 : 0, &handle)
        lock.withLock { self.handle = handle }
        guard handle != nil else { throw StoreError(.io, "there is no memory for SQLite") }
        try check(code)
        wait(patience)
    }

    /// Nothing in the file is trusted: its schema calls nothing, and its pages are looked at closely.
    private func prepare() throws(StoreError) {
        try execute(
            """
            PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;
            PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;
            """)
        let isNew = try isOurs() ? false : isEmpty()
        let version = try checkedVersion()
        if isReadOnly {
            if isNew { throw StoreError(.readOnly, "it is empty and can't be written") }
            return
        }
        if isNew { try execute("PRAGMA page_size = 8192") }
        try useLog()
        if version < Schema.version { try upgrade() }
    }

    private func isOurs() throws(StoreError) -> Bool {
        try number("PRAGMA application_id") == Schema.applicationID
    }

    /// False if another program has made the tables meanwhile.
    private func isEmpty() throws(StoreError) -> Bool {
        try execute("BEGIN")
        let isEmpty = try number("SELECT count(*) FROM sqlite_schema") + number("PRAGMA user_version") == 0
        if !isEmpty, try !isOurs() { throw StoreError(.cantOpen, "it is a database of another program") }
        try execute("COMMIT")
        return isEmpty
    }

    /// With a write-ahead log, readers and a writer don't wait for each other. Where that can't be, SQLite goes on as it
    /// was. It doesn't wait when another program is doing the same.
    private func useLog() throws(StoreError) {
        let end = feedcore_monotonic_milliseconds() + Int64(patience)
        while true {
            do throws(StoreError) {
                return try execute("PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 4194304")
            } catch {
                if error.kind != .busy || feedcore_monotonic_milliseconds() > end { throw error }
                usleep(10_000)
            }
        }
    }

    private func checkedVersion() throws(StoreError) -> Int64 {
        let version = try number("PRAGMA user_version")
        if version > Schema.version || version < 0 {
            throw StoreError(.newer, "a later version of libfeedcore made it")
        }
        return version
    }

    /// Whoever comes second finds it done.
    private func upgrade() throws(StoreError) {
        do throws(StoreError) {
            try execute("BEGIN EXCLUSIVE")
            let version = try number("PRAGMA user_version")
            for (index, statements) in Schema.versions.enumerated() where index >= version {
                try execute(statements)
                if index + 1 == Schema.peopleVersion {
                    try check(feedcore_sqlite_execute(handle, Schema.userWords))
                }
            }
            try execute("COMMIT")
        } catch {
            try? rollBack()
            guard error.kind == .refused else { throw error }
            throw StoreError(.unavailable, "this SQLite can't make the tables: " + error.message)
        }
    }

    private func rollBack() throws(StoreError) {
        if feedcore_sqlite_is_in_transaction(handle) != 0 { try execute("ROLLBACK") }
    }

    private func number(_ sql: StaticString) throws(StoreError) -> Int64 {
        let statement = Statement(self, sql)
        guard try statement.step() else { return 0 }
        return statement.number(0)
    }
}
