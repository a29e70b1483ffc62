import FeedFetching

/// Pages where there is no file for them: in memory, within the same limits.
final class MemoryResponses {
    private final class Entry {
        let key: String
        let response: StoredResponse

        init(_ key: String, _ response: StoredResponse) {
            self.key = key
            self.response = response
        }
    }

    private let limits: Limits
    /// The one that nobody has asked for the longest comes first.
    private var entries: [Entry] = []
    private var size: Int64 = 0

    init(_ limits: Limits) {
        self.limits = limits
    }

    func find(_ key: String, _ mapping: UInt64) -> StoredResponse? {
        guard let response = take(key), response.time >= limits.oldest else { return nil }
        add(key, response)
        return response.mapping == mapping ? response : nil
    }

    func apply(_ change: Change) {
        if change.kind == .clear {
            entries = []
            size = 0
            return
        }
        let known = take(change.key)
        guard let response = change.response else { return }
        if change.kind == .put {
            add(change.key, response)
        } else if let known {
            add(change.key, known.confirmed(by: response) ?? known)
        }
    }

    private func add(_ key: String, _ response: StoredResponse) {
        entries.append(Entry(key, response))
        size += response.size(key)
        var count = 0
        while size > limits.maxBytes, count < entries.count {
            size -= entries[count].response.size(entries[count].key)
            count += 1
        }
        if count > 0 { entries.removeFirst(count) }
    }

    private func take(_ key: String) -> StoredResponse? {
        let count = key.utf8.count
        for (index, entry) in entries.enumerated()
        where entry.key.utf8.count == count && entry.key.isSame(as: key) {
            size -= entry.response.size(key)
            entries.remove(at: index)
            return entry.response
        }
        return nil
    }
}
