import CSQLite

/// Why the store's file can't be read or written.
package struct StoreError: Error {
    package enum Kind: UInt8, Sendable {
        /// Another program has it for too long.
        case busy
        /// Damaged, or no database.
        case corrupt
        case readOnly
        /// The disk is, or it doesn't take more of this user.
        case full
        case io
        case cantOpen
        case interrupted
        /// A later version of the library made it.
        case newer
        /// There is no SQLite that will do, or no thread.
        case unavailable
        /// SQLite doesn't take the statement: it is wrong, or not made for the tables that are there.
        case refused
    }

    package var kind: Kind
    /// One line for people, in English.
    package var message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// Of the system's error number.
    init(system error: Int32) {
        let kind: Kind =
            switch error {
            case EACCES, EPERM, EROFS: .readOnly
            case ENOSPC, EDQUOT: .full
            default: .cantOpen
            }
        self.init(kind, String(cString: strerror(error)))
    }

    /// Of the last call of a database.
    init(_ code: Int32, _ database: OpaquePointer?) {
        let kind: Kind =
            switch code & 0xff {
            case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
            case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
            case SQLITE_READONLY: .readOnly
            case SQLITE_FULL: .full
            case SQLITE_IOERR: code >> 8 == 3 ? .full : .io  // SQLITE_IOERR_WRITE, as over a limit
            case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .cantOpen
            case SQLITE_INTERRUPT: .interrupted
            case SQLITE_NOMEM, SQLITE_TOOBIG: .io
            default: .refused
            }
        self.init(kind, String(cString: feedcore_sqlite_message(database)))
    }
}

/// What a store tells of itself: how it does with less than a healthy file.
package struct StoreNote {
    package var kind: StoreError.Kind
    package var message: String
    package var path: String
}
