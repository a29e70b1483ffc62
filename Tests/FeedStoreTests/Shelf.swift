import CSQLite
import FeedFetching
import Foundation
import SystemFaults

@testable import FeedStore

/// A folder for a store's file; gone with its last user.
final class Folder: Sendable {
    let path: String

    init(in parent: String = "/tmp") {
        var template = Array("\(parent)/feedstore-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fatalError("no folder for a test") }
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    deinit {
        chmod(path, 0o700)
        // Stores that are being closed remove files of theirs meanwhile.
        for _ in 0..<100 where access(path, F_OK) == 0 {
            if (try? FileManager.default.removeItem(atPath: path)) == nil { usleep(5000) }
        }
    }

    func file(_ name: String = "store") -> String { path + "/" + name }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}

/// A calendar that a test sets.
final class Calendar: @unchecked Sendable {
    private let lock = Lock()
    private var time: Int64 = 1_700_000_000_000

    var now: Int64 {
        get { lock.withLock { time } }
        set { lock.withLock { time = newValue } }
    }
}

/// Something that one thread tells another.
final class Flag: @unchecked Sendable {
    private let lock = Lock()
    private var value = false

    var isSet: Bool {
        get { lock.withLock { value } }
        set { lock.withLock { value = newValue } }
    }
}

/// A store, with each call waited for.
final class Shelf: @unchecked Sendable {
    let store: Store
    let calendar: Calendar
    private let lock: Lock
    private let notesOf: () -> [StoreNote]

    init(
        _ path: String?, maxBytes: Int64 = 64 << 20, maxAge: Int64 = 1_000_000, partition: String = "",
        calendar: Calendar = Calendar(), patience: Int32 = 600_000
    ) {
        var config = StoreConfig(path: path)
        config.maxBytes = maxBytes
        config.maxAge = maxAge
        config.partition = partition
        config.patience = patience
        config.now = { calendar.now }
        self.calendar = calendar
        let lock = Lock()
        let told = Told()
        self.lock = lock
        store = Store(config) { note in lock.withLock { told.notes.append(note) } }
        notesOf = { lock.withLock { told.notes } }
    }

    private final class Told {
        var notes: [StoreNote] = []
    }

    deinit {
        store.close()
    }

    var notes: [StoreNote] { notesOf() }
    var kinds: [StoreError.Kind] { notes.map(\.kind) }

    /// A page of this calendar's time.
    func page(_ body: [UInt8], etag: String? = nil, lastModified: String? = nil, mapping: UInt64 = 1)
        -> StoredResponse
    {
        StoredResponse(
            body: body, etag: etag, lastModified: lastModified, time: calendar.now, mapping: mapping)
    }

    func find(_ key: String, mapping: UInt64 = 1) async -> StoredResponse? {
        await withCheckedContinuation { continuation in
            store.find(key, mapping: mapping) { continuation.resume(returning: $0) }
        }
    }

    func body(_ key: String) async -> [UInt8]? { await find(key)?.body }

    func put(_ key: String, _ body: [UInt8]) async { await put(key, page(body)) }

    func put(_ key: String, _ page: StoredResponse) async {
        await withCheckedContinuation { continuation in store.put(page, for: key) { continuation.resume() } }
    }

    func confirm(_ key: String, etag: String? = nil, lastModified: String? = nil) async {
        await withCheckedContinuation { continuation in
            store.confirm(key, at: calendar.now, etag: etag, lastModified: lastModified) {
                continuation.resume()
            }
        }
    }

    func remove(_ key: String) async {
        await withCheckedContinuation { continuation in store.remove(key) { continuation.resume() } }
    }

    func clear() async {
        await withCheckedContinuation { continuation in store.clear { continuation.resume() } }
    }

    /// What SQL says: the first column of each row, up to an error. Nil without a file.
    func ask(_ sql: StaticString) async -> [String]? {
        await withCheckedContinuation { continuation in
            store.perform { database throws(StoreError) in
                var rows: [String]?
                defer { continuation.resume(returning: rows) }
                guard let database else { return }
                let statement = Statement(database, sql)
                rows = []
                while try statement.step() { rows?.append(statement.text(0) ?? "NULL") }
            }
        }
    }

    func onThread(_ job: @escaping @Sendable () -> Void) {
        store.worker?.post(job)
        store.worker?.waitUntilIdle()
    }

    /// The thread is done.
    func close() async {
        let path = store.path
        store.close()
        while let path, openCount(path) > 0 { try? await Task.sleep(for: .milliseconds(1)) }
    }
}

/// Waits until a store sleeps that waits for another program. One of another test may do so too: then there is less to
/// see, but nothing goes wrong.
func untilOneWaits() async {
    let count = fault_sleeps()
    while fault_sleeps() == count { try? await Task.sleep(for: .milliseconds(1)) }
}

/// How many descriptors of this process lead to a file.
func openCount(_ path: String) -> Int {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + $0)) == path
    }.count
}

/// Another program's connection to the file.
final class Stranger: @unchecked Sendable {
    let handle: OpaquePointer?

    init(_ path: String) {
        var handle: OpaquePointer?
        _ = feedcore_sqlite_load()
        var number: UInt64 = 0
        precondition(feedcore_store_file(path, &number) == 0)
        precondition(feedcore_sqlite_open(path, 0, &handle) == SQLITE_OK)
        self.handle = handle
    }

    deinit {
        feedcore_sqlite_close(handle)
    }

    @discardableResult
    func execute(_ sql: String) -> Bool {
        feedcore_sqlite_execute(handle, sql) == SQLITE_OK
    }

    /// On a thread of its own, because those of the tests may all be busy.
    func execute(_ sql: String, after milliseconds: UInt32) {
        Thread.detachNewThread { [self] in
            usleep(milliseconds * 1000)
            precondition(execute(sql))
        }
    }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Bytes without an order that a small damage would leave alone.
func noise(_ count: Int, _ seed: UInt64 = 1) -> [UInt8] {
    var state = seed
    let block = (0..<min(count, 4093)).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 40)
    }
    var noise: [UInt8] = []
    while noise.count < count { noise += block.prefix(count - noise.count) }
    return noise
}

func contents(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: path).map { Array($0) } ?? []
}

/// As much of it as there is room for.
func write(_ bytes: [UInt8], to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(descriptor >= 0)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
}
