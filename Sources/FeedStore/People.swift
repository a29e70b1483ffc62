import FeedFetching
import FeedParsing

/// Why an import brought nothing.
package enum UserImportError: Error {
    /// The text is no list of users.
    case text(FeedError)
    /// They can't be kept.
    case store(StoreError)
}

/// The user directory: people who can be found by name, in the file, for its partition. Where a store has no file they
/// are in memory; where it should have one that can't be used, calls fail and say why. An older file that can't be
/// written has nobody. All that takes longer than a query keeps other calls waiting.
extension Store {
    /// A JSON array of the rows that were found, as they were imported, the best first (see `UserSearch` and
    /// `UserQuery`); at most so many.
    @discardableResult
    package func findUsers(
        _ query: String, limit: Int, _ completion: @escaping (Result<[UInt8], StoreError>) -> Void
    ) -> StoreTask {
        let task = StoreTask()
        post { [self] in
            var found: [UInt8] = []
            let error = attempt(task) { (directory) throws(StoreError) in
                found = try directory.find(UserQuery(query), limit: limit)
            }
            if isCancelled(task) { return }
            completion(error.map { .failure($0) } ?? .success(found))
        }
        return task
    }

    /// Takes people in, all in one transaction: a JSON array, an object with one under "users", "data" or "results", or
    /// an object per line. A user whose id is there already takes the other one's place, so of several with one id the
    /// last stays. Rows that can't be used are skipped and reported; a list that isn't JSON is an error as a whole.
    /// `progress` is called on the store's thread, at every thousandth row.
    @discardableResult
    package func importUsers(
        _ text: [UInt8], progress: @escaping (UserImport) -> Void = { _ in },
        _ completion: @escaping (Result<UserImport, UserImportError>) -> Void
    ) -> StoreTask {
        let task = StoreTask()
        post { [self] in
            if isCancelled(task) { return }
            let result = take(text, task) { [self] state in
                if !isCancelled(task) { progress(state) }
            }
            if !isCancelled(task) { completion(result) }
        }
        return task
    }

    private func take(
        _ text: [UInt8], _ task: StoreTask, _ progress: (UserImport) -> Void
    ) -> Result<UserImport, UserImportError> {
        let reader: UserReader
        do throws(FeedError) {
            reader = try UserReader(text)
        } catch {
            return .failure(.text(error))
        }
        var state = UserImport()
        let error = attempt(task) { (directory) throws(StoreError) in
            state = try directory.add(reader, progress)
        }
        return error.map { .failure(.store($0)) } ?? .success(state)
    }

    /// Completes with how many are left. That there is none of this id is no error.
    package func removeUser(
        _ id: String, _ completion: @escaping (Result<Int, StoreError>) -> Void = { _ in }
    ) {
        attempt(completion) { (directory) throws(StoreError) in try directory.remove(id) }
    }

    /// Completes with 0.
    package func removeAllUsers(_ completion: @escaping (Result<Int, StoreError>) -> Void = { _ in }) {
        attempt(completion) { (directory) throws(StoreError) in try directory.removeAll() }
    }

    package func countUsers(_ completion: @escaping (Result<Int, StoreError>) -> Void) {
        attempt(completion) { (directory) throws(StoreError) in try directory.count() }
    }

    // MARK: - Queries

    /// What was remembered, the newest first, at most so many.
    package func recentQueries(limit: Int, _ completion: @escaping ([String]) -> Void) {
        post { [self] in
            var recent = Array(queries.reversed())
            if path != nil {
                _ = attempt(nil) { (directory) throws(StoreError) in
                    for query in try directory.queries(limit: limit)
                    where !recent.contains(where: { $0.isSame(as: query) }) {
                        recent.append(query)
                    }
                }
            }
            completion(Array(recent.prefix(max(limit, 0))))
        }
    }

    /// As the newest. At most so many are kept. Empty ones, and those of more than 1000 bytes, aren't remembered. Where it
    /// can't be written to the file, it is forgotten with the store.
    package func remember(_ query: String, limit: Int, _ completion: @escaping () -> Void = {}) {
        if query.isEmpty || query.utf8.count > 1000 { return post(completion) }
        post { [self] in
            defer { completion() }
            queries.removeAll { $0.isSame(as: query) }
            let isWritten =
                path != nil
                && attempt(nil) { (directory) throws(StoreError) in
                    try directory.remember(query, limit: limit)
                } == nil
            if isWritten { return }
            queries.append(query)
            queries.removeFirst(max(queries.count - max(limit, 0), 0))
        }
    }

    package func forgetQueries(_ completion: @escaping () -> Void = {}) {
        post { [self] in
            defer { completion() }
            queries = []
            if path == nil { return }
            _ = attempt(nil) { (directory) throws(StoreError) in try directory.forgetQueries() }
        }
    }
}

// MARK: - On the store's thread

extension Store {
    private func isCancelled(_ task: StoreTask) -> Bool {
        task.isCancelled || lock.withLock { isClosing }
    }

    private func attempt(
        _ completion: @escaping (Result<Int, StoreError>) -> Void,
        _ job: @escaping (Directory) throws(StoreError) -> Int
    ) {
        post { [self] in
            var count = 0
            let error = attempt(nil) { (directory) throws(StoreError) in count = try job(directory) }
            completion(error.map { .failure($0) } ?? .success(count))
        }
    }

    /// Once more with a new file, if the one that is there turns out to be damaged. Nil if it is done.
    private func attempt(
        _ task: StoreTask?, _ job: (Directory) throws(StoreError) -> Void
    ) -> StoreError? {
        lock.withLock { running = task }
        defer { lock.withLock { running = nil } }
        var failure: StoreError?
        for _ in 0..<2 {
            if let task, isCancelled(task) { return StoreError(.interrupted, "it was cancelled") }
            var database: Database?
            do throws(StoreError) {
                let directory = try directory()
                database = directory.database
                if let task {
                    try task.run(on: directory.database) { () throws(StoreError) in try job(directory) }
                } else {
                    try job(directory)
                }
                return nil
            } catch {
                failure = error
                // What is wrong with the opening is dealt with already, and with a statement it is nothing to deal with.
                guard path != nil, let database, error.kind != .refused,
                    recover(from: error, database.fileNumber)
                else { break }
            }
        }
        return failure
    }
}
