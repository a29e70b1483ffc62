import CSQLite

/// A statement that is prepared at its first use and kept. Values are bound, then it is stepped through; at its end, and
/// after an error, it is ready to begin again with the same values. On its database's thread.
package final class Statement {
    private let database: Database
    private let sql: StaticString
    private var prepared: OpaquePointer?
    /// The first error in binding, which the next step throws.
    private var failure = SQLITE_OK

    package init(_ database: Database, _ sql: StaticString) {
        self.database = database
        self.sql = sql
    }

    deinit {
        if let prepared { database.end(prepared) }
    }

    /// Indexes begin with 1.
    package func bind(_ index: Int32, _ number: Int64) {
        guard let handle = ready() else { return }
        note(feedcore_sqlite_bind_number(handle, index, number))
    }

    package func bind(_ index: Int32, _ text: String?) {
        guard var text else { return bind(index, utf8: nil) }
        text.withUTF8 { bind(index, utf8: $0) }
    }

    /// The text is copied. Nil for NULL.
    func bind(_ index: Int32, utf8 text: UnsafeBufferPointer<UInt8>?) {
        guard let handle = ready() else { return }
        guard let text else { return note(feedcore_sqlite_bind_null(handle, index)) }
        note(feedcore_sqlite_bind_text(handle, index, text.baseAddress, text.count))
    }

    func bind(_ index: Int32, utf8 text: [UInt8]) {
        text.withUnsafeBufferPointer { bind(index, utf8: $0) }
    }

    /// True if there is a row, whose columns can be read until the next step.
    package func step() throws(StoreError) -> Bool {
        guard let handle = ready(), failure == SQLITE_OK else { throw fail(failure) }
        let code = feedcore_sqlite_step(handle)
        if code == SQLITE_ROW { return true }
        if code != SQLITE_DONE { throw fail(code) }
        reset()
        return false
    }

    /// The number in the first column of the first row; nil if there is no row.
    func only() throws(StoreError) -> Int64? {
        guard try step() else { return nil }
        defer { reset() }
        return number(0)
    }

    /// To the end, whatever rows there are.
    package func run() throws(StoreError) {
        while try step() {}
    }

    /// The same, with a value that isn't copied; afterwards it is bound no more.
    package func run(_ index: Int32, _ bytes: [UInt8]) throws(StoreError) {
        guard let handle = ready() else { throw fail(failure) }
        let code = bytes.withUnsafeBytes {
            note(feedcore_sqlite_bind_bytes(handle, index, $0.baseAddress, $0.count))
            return failure == SQLITE_OK ? feedcore_sqlite_step(handle) : failure
        }
        let error = code == SQLITE_DONE ? nil : fail(code)
        reset()
        feedcore_sqlite_bind_null(handle, index)
        if let error { throw error }
    }

    /// Ends the reading before the last row.
    package func reset() {
        if let prepared { feedcore_sqlite_reset(prepared) }
    }

    // MARK: - Columns, from 0

    package func number(_ column: Int32) -> Int64 {
        feedcore_sqlite_number(prepared, column)
    }

    package func real(_ column: Int32) -> Double {
        feedcore_sqlite_real(prepared, column)
    }

    /// Valid until the next step; nil for NULL.
    package func utf8(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
        var count: Int32 = 0
        guard let start = feedcore_sqlite_text(prepared, column, &count) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(count))
    }

    package func text(_ column: Int32) -> String? {
        utf8(column).map { String(decoding: $0, as: UTF8.self) }
    }

    private func ready() -> OpaquePointer? {
        if prepared == nil, failure == SQLITE_OK {
            failure = database.prepare(sql, &prepared)
        }
        return database.handle == nil ? nil : prepared
    }

    private func note(_ code: Int32) {
        if failure == SQLITE_OK { failure = code }
    }

    private func fail(_ code: Int32) -> StoreError {
        failure = SQLITE_OK
        let error = database.error(code)
        reset()
        return error
    }
}
