import FeedFetching

/// Pages where there is no file for them: in memory, within the same limits.
struct MemoryResponses {
    private struct Entry {
        var key: String
        var size: Int64
        var response: StoredResponse
    }

    private let limits: StoreConfig
    /// The one that nobody has asked for the longest comes first.
    private var entries: [Entry] = []
    private var size: Int64 = 0

    init(_ limits: StoreConfig) {
        self.limits = limits
    }

    mutating func find(_ key: String, _ mapping: UInt64) -> StoredResponse? {
        guard let entry = take(key) else { return nil }
        if entry.response.time < limits.oldest { return nil }
        add(entry)
        return entry.response.mapping == mapping ? entry.response : nil
    }

    mutating func put(_ key: String, _ response: StoredResponse) {
        remove(key)
        add(Entry(key: key, size: response.size(key, limits.partition), response: response))
        var count = 0
        while size > limits.maxBytes, count < entries.count {
            size -= entries[count].size
            count += 1
        }
        entries.removeFirst(count)
    }

    /// False if there is no such page.
    mutating func confirm(_ key: String, _ time: Int64, _ etag: String?, _ lastModified: String?) -> Bool {
        guard var entry = take(key) else { return false }
        _ = entry.response.confirm(time, etag, lastModified)
        add(entry)
        return true
    }

    mutating func remove(_ key: String) {
        _ = take(key)
    }

    private mutating func add(_ entry: Entry) {
        entries.append(entry)
        size += entry.size
    }

    private mutating func take(_ key: String) -> Entry? {
        let count = key.utf8.count
        guard let index = entries.firstIndex(where: { $0.key.utf8.count == count && $0.key.isSame(as: key) })
        else { return nil }
        size -= entries[index].size
        return entries.remove(at: index)
    }
}
