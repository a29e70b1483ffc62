import CPlatform
import CSQLite
import FeedFetching

/// What a store is made of.
package struct StoreConfig {
    /// The file; its folder must be there. Nil for memory only.
    package var path: String?
    /// Of all pages together; one that is larger alone isn't kept.
    package var maxBytes: Int64 = 64 << 20
    /// Milliseconds: a page that is older isn't there.
    package var maxAge: Int64 = 30 * 24 * 3_600_000
    /// Who shares a file but not this sees none of the other's pages.
    package var partition = ""
    /// Milliseconds: how long a call waits for another program that writes.
    package var patience: Int32 = 2000
    /// Milliseconds since 1970.
    package var now: () -> Int64 = { feedcore_milliseconds_since_1970() }

    package init(path: String? = nil) {
        self.path = path
    }
}

/// Keeps pages in a file that several programs may share, or in memory where that can't be. All that it does, it does on
/// a thread of its own, in the order of the calls; completions run there, and none after `close`. A store that isn't
/// needed any longer is to be closed.
package final class Store: @unchecked Sendable {
    private static let timeToNextTry: Int64 = 10_000
    /// A disk that damages one file after the other is let alone.
    private static let maxSetAside = 3
    /// For what is still to be done when it closes.
    private static let lastPatience: Int32 = 200

    private let limits: Limits
    package let path: String?
    private let patience: Int32
    private let didTell: (StoreNote) -> Void
    let worker: Worker?
    let lock = Lock()
    private(set) var isClosing = false
    private var isBegun = false
    /// Without a thread, everything is done in memory, under the lock.
    private var isThreadless = false

    // On the store's thread.
    private let memory: MemoryResponses
    private var responses: Responses?
    /// The file is left alone for good.
    private var isForgone = false
    private var nextTry: Int64 = .min
    private var setAsideCount = 0
    /// It is closing, and something couldn't be written any more.
    private var isGivenUp = false
    /// The kinds of what was told, as bits.
    private var told: UInt = 0
    /// The task that is running; guarded by the lock.
    var running: StoreTask?
    /// Why there is no file.
    private var trouble: StoreError?
    private var people: Directory?
    /// What was looked for, where it can't be in a file; the newest comes last.
    var queries: [String] = []

    /// Opens nothing yet. `didTell` runs on the store's thread, once for each kind of trouble until it is over.
    package init(_ config: StoreConfig, didTell: @escaping (StoreNote) -> Void = { _ in }) {
        limits = Limits(config)
        path = config.path.map(Store.absolute)
        patience = config.patience
        self.didTell = didTell
        memory = MemoryResponses(limits)
        worker = Worker(clock: Clock(isManual: false))
    }

    // MARK: - Any thread

    /// Opens the file while the caller does something else, if it was never opened.
    package func begin() {
        let isFirst = lock.withLock {
            defer { isBegun = true }
            return !isBegun
        }
        if isFirst, path != nil { post { [self] in _ = open() } }
    }

    /// The page under a key, if the mapping of this hash can read it and it isn't too old. It counts as used.
    package func find(
        _ key: String, mapping: UInt64, _ completion: @escaping (StoredResponse?) -> Void
    ) {
        post { [self] in completion(find(key, mapping)) }
    }

    /// Keeps a page, instead of the one under this key. Completes when it is in the file, or when it is clear that it
    /// won't be.
    package func put(
        _ response: StoredResponse, for key: String, _ completion: @escaping () -> Void = {}
    ) {
        if response.size(key) > limits.maxBytes { return post(completion) }
        apply(.put, key, response, completion)
    }

    /// A server says that the page is still this one. The validators are those of its answer, or else those that it was
    /// asked with; a page that has others is left as it is.
    package func confirm(
        _ key: String, at time: Int64, etag: String?, lastModified: String?,
        _ completion: @escaping () -> Void = {}
    ) {
        let answer = StoredResponse(
            body: [], etag: etag, lastModified: lastModified, time: time, mapping: 0)
        apply(.confirm, key, answer, completion)
    }

    package func remove(_ key: String, _ completion: @escaping () -> Void = {}) {
        apply(.remove, key, nil, completion)
    }

    /// Removes all pages of this partition.
    package func clear(_ completion: @escaping () -> Void = {}) {
        apply(.clear, "", nil, completion)
    }

    private func apply(
        _ kind: Change.Kind, _ key: String, _ response: StoredResponse?, _ completion: @escaping () -> Void
    ) {
        post { [self] in
            apply(Change(kind, key, response))
            completion()
        }
    }

    /// Runs a job on the store's thread, with the database, or with nil if there is only memory. What it throws is told
    /// and dealt with as the store's own, but for what is wrong with a statement.
    package func perform(_ job: @escaping (Database?) throws(StoreError) -> Void) {
        post { [self] in
            let database = open()?.database
            do throws(StoreError) {
                try job(database)
            } catch {
                if error.kind != .refused { _ = recover(from: error, database?.fileNumber ?? 0) }
            }
        }
    }

    /// Doesn't wait: what was asked for is still done, if it can be done soon, and the file is closed. Tasks are cancelled.
    package func close() {
        let running = lock.withLock {
            isClosing = true
            return self.running
        }
        running?.cancel()
        worker?.arrange { [self] in
            try? responses?.apply(Change(.flush, "", nil))
            closeFile()
        }
        worker?.stop()
    }

    func post(_ job: @escaping () -> Void) {
        if let worker, !lock.withLock({ isThreadless }), worker.post(job) { return }
        lock.withLock {
            isThreadless = true
            isForgone = true
            fail(.unavailable, "the system has no thread or descriptor left for it")
            job()
        }
    }

    /// The current folder may be another later.
    package static func absolute(_ path: String) -> String {
        guard path.utf8.first != UInt8(ascii: "/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }
}

// MARK: - On the store's thread

extension Store {
    private func find(_ key: String, _ mapping: UInt64) -> StoredResponse? {
        if let response = memory.find(key, mapping) { return response }
        guard !lock.withLock({ isClosing }), let responses = open() else { return nil }
        do throws(StoreError) {
            let response = try responses.find(key, mapping)
            if responses.isDamaged {
                tell(.corrupt, "a page in it was damaged and is dropped")
                write(Change(.remove, key, nil))
            }
            return response
        } catch {
            _ = recover(from: error, responses.database.fileNumber)
            return nil
        }
    }

    private func apply(_ change: Change) {
        if change.kind != .put { memory.apply(change) }
        let isWritten = write(change)
        if change.kind == .put { memory.apply(isWritten ? Change(.remove, change.key, nil) : change) }
    }

    /// False if it couldn't be done. Tries once more with a new file, if the one that is there turns out to be damaged.
    @discardableResult
    private func write(_ change: Change) -> Bool {
        let isClosing = lock.withLock { self.isClosing }
        for _ in 0..<2 {
            guard !isGivenUp, let responses = open() else { return false }
            let database = responses.database
            if database.isReadOnly {
                tell(.readOnly, "it can be read but not written")
                return false
            }
            if isClosing { database.wait(Store.lastPatience) }
            do throws(StoreError) {
                try responses.apply(change)
                told &= Store.bit(.corrupt)
                return true
            } catch {
                isGivenUp = isClosing
                if !recover(from: error, database.fileNumber) { return false }
            }
        }
        return false
    }

    private func open() -> Responses? {
        if let responses {
            if !responses.database.isMoved { return responses }
            closeFile()
        }
        let now = feedcore_monotonic_milliseconds()
        guard let path, !isForgone, now >= nextTry else { return nil }
        for _ in 0..<10 {
            let number = feedcore_store_file_number(path)
            do throws(StoreError) {
                let folderLock = feedcore_store_lock(path, 0)
                defer { feedcore_store_unlock(folderLock) }
                let database = try Database(opening: path, patience: patience)
                responses = Responses(database, limits)
                return responses
            } catch {
                // Another program may have made it, or set it aside, meanwhile.
                if feedcore_store_file_number(path) != number { continue }
                if !recover(from: error, number) { break }
            }
        }
        nextTry = now + Store.timeToNextTry
        return nil
    }

    private func closeFile() {
        people?.database.close()
        people = nil
        responses?.database.close()
        responses = nil
    }

    /// The people in the file, or in memory if there is to be none.
    func directory() throws(StoreError) -> Directory {
        guard path != nil else {
            if let people { return people }
            return lend(try Database())
        }
        guard let database = open()?.database else {
            throw trouble ?? StoreError(.unavailable, "there is no file")
        }
        if let people, people.database === database { return people }
        return lend(database)
    }

    private func lend(_ database: Database) -> Directory {
        if lock.withLock({ isClosing }) { database.wait(Store.lastPatience) }
        let directory = Directory(database, partition: limits.partition)
        people = directory
        return directory
    }

    /// True if it is worth another try: what is wrong with the file of this number is out of the way.
    func recover(from error: StoreError, _ fileNumber: UInt64) -> Bool {
        if error.kind != .interrupted { trouble = error }
        switch error.kind {
        case .corrupt, .refused:
            closeFile()
            return setAside(fileNumber, error.message)
        case .newer, .unavailable:
            closeFile()
            isForgone = true
        case .interrupted:
            return false
        default:
            break
        }
        tell(error.kind, error.message)
        return false
    }

    private func setAside(_ fileNumber: UInt64, _ reason: String) -> Bool {
        guard let path, setAsideCount < Store.maxSetAside else {
            isForgone = true
            return false
        }
        var index: Int32 = 0
        let error = feedcore_store_set_aside(path, fileNumber, &index)
        if error == EAGAIN {
            tell(.busy, reason + "; it can't be set aside now")
        } else if error != 0 {
            isForgone = true
            tell(.corrupt, reason + "; it can't be set aside: " + String(cString: strerror(error)))
        } else if index > 0 {
            setAsideCount += 1
            let name = path + ".corrupt-" + Int(index).description
            didTell(StoreNote(kind: .corrupt, message: reason + "; it is kept as " + name, path: path))
        }
        return error == 0
    }

    private func fail(_ kind: StoreError.Kind, _ message: String) {
        trouble = StoreError(kind, message)
        tell(kind, message)
    }

    private func tell(_ kind: StoreError.Kind, _ message: String) {
        if told & Store.bit(kind) != 0 { return }
        told |= Store.bit(kind)
        didTell(StoreNote(kind: kind, message: message, path: path ?? ""))
    }

    private static func bit(_ kind: StoreError.Kind) -> UInt { 1 << UInt(kind.rawValue) }
}
