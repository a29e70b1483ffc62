import FeedFetching

/// A page of a feed as a server sent it.
package final class StoredResponse: Sendable {
    package let body: [UInt8]
    /// Exactly as received.
    package let etag: String?
    package let lastModified: String?
    /// When a server last said that this is the page: milliseconds since 1970.
    package let time: Int64
    /// The hash of the mapping that can read it.
    package let mapping: UInt64

    package init(body: [UInt8], etag: String?, lastModified: String?, time: Int64, mapping: UInt64) {
        self.body = body
        self.etag = etag
        self.lastModified = lastModified
        self.time = time
        self.mapping = mapping
    }

    func with(_ body: [UInt8]) -> StoredResponse {
        StoredResponse(body: body, etag: etag, lastModified: lastModified, time: time, mapping: mapping)
    }

    /// The page with the time of an answer that says that it is still this one; nil if the answer's validators mean
    /// another one.
    func confirmed(by answer: StoredResponse) -> StoredResponse? {
        guard isSameTag(etag, answer.etag) else { return nil }
        if etag == nil, !isSame(lastModified, answer.lastModified) { return nil }
        return StoredResponse(
            body: body, etag: etag, lastModified: answer.lastModified ?? lastModified, time: answer.time,
            mapping: mapping)
    }

    /// What it takes in a store, with what SQLite adds.
    func size(_ key: String) -> Int64 {
        Int64(body.count + key.utf8.count + (etag?.utf8.count ?? 0) + (lastModified?.utf8.count ?? 0) + 256)
    }

    /// As servers compare what they are asked with, weak or not: a page that nginx compresses has a weak tag, and the 304
    /// that confirms it a strong one.
    private func isSameTag(_ one: String?, _ other: String?) -> Bool {
        isSame(one.map(Self.withoutWeakness), other.map(Self.withoutWeakness))
    }

    private static func withoutWeakness(_ tag: String) -> String {
        tag.utf8.starts(with: "W/".utf8) ? String(decoding: tag.utf8.dropFirst(2), as: UTF8.self) : tag
    }

    private func isSame(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one.isSame(as: other)
    }
}

/// What is to be done to the pages.
final class Change {
    enum Kind { case put, confirm, remove, clear, flush }

    let kind: Kind
    let key: String
    /// The page that is put, or, without a body, what confirms it.
    let response: StoredResponse?

    init(_ kind: Kind, _ key: String, _ response: StoredResponse?) {
        self.kind = kind
        self.key = key
        self.response = response
    }
}

/// How much is kept, and for whom.
final class Limits {
    let partition: String
    let maxBytes: Int64
    private let maxAge: Int64
    private let now: () -> Int64

    init(_ config: StoreConfig) {
        partition = config.partition
        maxBytes = config.maxBytes
        maxAge = max(config.maxAge, 0)
        now = config.now
    }

    /// The time of the oldest page that is there.
    var oldest: Int64 {
        let (oldest, isBeyond) = now().subtractingReportingOverflow(maxAge)
        return isBeyond ? .min : oldest
    }
}
