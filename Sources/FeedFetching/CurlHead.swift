/// The head of an answer, line by line; and of a compressed answer the end, because libcurl takes one that was cut off
/// for a whole one.
struct CurlHead {
    private(set) var status: Int32 = 0
    private(set) var fields: [HTTPHeader] = []
    private(set) var location: [UInt8] = []
    /// Bytes of it so far.
    private(set) var size = 0
    private(set) var length: Int64?
    private(set) var isGzip = false
    private(set) var isChunked = false

    init() {}

    init(status: Int32) {
        self.status = status
    }

    static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
        line.starts(with: [0x48, 0x54, 0x54, 0x50, 0x2F])  // "HTTP/"
    }

    /// An empty line: the head is whole.
    static func isEnd(_ line: UnsafeRawBufferPointer) -> Bool {
        line.allSatisfy { $0 == 0x0D || $0 == 0x0A }
    }

    /// Whether another answer, elsewhere, is meant. Without a Location it is an answer like others.
    var isRedirect: Bool {
        switch status {
        case 301, 302, 303, 307, 308: !location.isEmpty
        default: false
        }
    }

    mutating func add(_ line: UnsafeRawBufferPointer) {
        size &+= line.count
        guard let colon = line.firstIndex(of: 0x3A) else { return }
        let value = Self.trimmed(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
        let field = HTTPHeader(
            String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
        fields.append(field)
        if field.isNamed("location") {
            if location.isEmpty { location = Array(value) }
        } else if field.isNamed("content-length") {
            length = Int64(field.value)
        } else if field.isNamed("content-encoding") {
            isGzip =
                field.value.isSameIgnoringCase(as: "gzip") || field.value.isSameIgnoringCase(as: "x-gzip")
        } else if field.isNamed("transfer-encoding") {
            isChunked = true
        }
    }

    private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }) else { return bytes[0..<0] }
        let last = bytes.lastIndex { !isSpace($0) } ?? first
        return bytes[first...last]
    }
}

/// Watches a gzip body as it comes: its last four bytes say how long it is when decompressed.
struct GzipEnd {
    private var isEmpty = true
    private var tail: UInt32 = 0
    private var decoded: UInt32 = 0
    /// How much is still to come.
    private var left: Int64

    init(length: Int64?) {
        left = max(length ?? .max, 0)
    }

    mutating func add(raw: UnsafeRawBufferPointer) {
        let raw = raw.prefix(Int(clamping: left))
        left -= Int64(raw.count)
        for byte in raw.suffix(4) {
            tail = tail >> 8 | UInt32(byte) << 24
            isEmpty = false
        }
    }

    mutating func add(decoded count: Int) {
        decoded &+= UInt32(truncatingIfNeeded: count)
    }

    var isWhole: Bool { isEmpty || tail == decoded }
}
