import FeedFetching

/// Something that takes a store a while. It ends by itself; nobody has to keep it.
package final class StoreTask: @unchecked Sendable {
    private let lock = Lock()
    private var isOver = false
    /// What works for it right now.
    private var database: Database?

    /// From any thread. It ends soon, and what it wrote is undone; nothing else of the store is disturbed. Its completion
    /// isn't called any more, and neither is its progress: on the store's thread for sure; on another one, a call that
    /// is on its way may still come.
    package func cancel() {
        lock.withLock {
            isOver = true
            database?.interrupt()
        }
    }

    var isCancelled: Bool { lock.withLock { isOver } }

    /// Throws `interrupted` if it was cancelled.
    func run(on database: Database, _ body: () throws(StoreError) -> Void) throws(StoreError) {
        // Whoever cancels it meanwhile finds the database interruptible.
        try database.interruptible { () throws(StoreError) in
            lock.withLock { self.database = database }
            defer { lock.withLock { self.database = nil } }
            if isCancelled { throw StoreError(.interrupted, "it was cancelled") }
            try body()
        }
    }
}
