import CPlatform
import FeedParsing

/// Compares an answer with the page that is there already while it comes in, so that for one that says the same again
/// there is nothing left to do at its end.
struct Comparison {
    private let page: Snapshot?
    /// How many bytes are the same so far; negative once one isn't.
    private var sameCount = 0

    init(_ page: Snapshot?) {
        self.page = page
    }

    /// Takes in what came since the last time.
    mutating func note(_ body: [UInt8]) {
        guard sameCount >= 0, let known = page?.source else { return }
        sameCount = isSame(body, known, from: sameCount) ? body.count : -1
    }

    /// Whether the whole answer is the page's own document.
    mutating func isSame(_ body: [UInt8]) -> Bool {
        note(body)
        return sameCount == page?.source?.count
    }

    private func isSame(_ body: [UInt8], _ known: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        guard start <= body.count, body.count <= known.count else { return false }
        return body.withUnsafeBytes { bytes in
            guard let one = bytes.baseAddress, let other = known.baseAddress else { return true }
            return memcmp(one + start, other + start, body.count - start) == 0
        }
    }
}
