import CPlatform

/// A JSON text and its index. It owns a copy of the bytes and doesn't change, so that any thread may read it;
/// only `dropIndex` wants to be alone.
///
/// Structure is judged by RFC 8259 to the letter; a UTF-8 byte order mark at the beginning is passed over,
/// UTF-16 is an error. At most 512 arrays and objects may be open at once, and a text must be shorter than 1
/// GiB. Values are not judged: a number of any size, a lone surrogate, bytes that aren't UTF-8 and `\u0000`
/// inside a string are all accepted here, and show when somebody asks for that value.
public final class JSONDocument: @unchecked Sendable {
    /// How many arrays and objects may be open at once.
    public static let depthLimit = 512
    /// How many bytes are too many.
    public static let sizeLimit = 1 << 30

    /// The document's own copy, stable for its life, a byte order mark included.
    public let bytes: UnsafeBufferPointer<UInt8>
    private let text: UnsafeMutablePointer<UInt8>
    private var index: JSONIndex

    /// Copies the bytes and indexes them in one pass; the caller's may be freed right after.
    ///
    /// A convenience initializer, because in Embedded Swift (6.3) an object whose designated one throws isn't
    /// freed.
    public convenience init(_ bytes: UnsafeRawBufferPointer) throws(JSONError) {
        guard bytes.count < Self.sizeLimit else { throw JSONError.tooLarge }
        guard let text = Self.copy(bytes) else { throw JSONError.noMemory }
        guard let index = JSONIndex(bytes: bytes.count) else {
            free(text)
            throw JSONError.noMemory
        }
        let copy = UnsafeBufferPointer(start: UnsafePointer(text), count: bytes.count)
        var scanner = JSONScanner(text, count: bytes.count, index: index)
        do {
            try scanner.scan(from: JSONPlaces(copy).markLength)
        } catch {
            let described = JSONError(error, in: copy, scanner)
            scanner.index.free()
            free(text)
            throw described
        }
        self.init(owning: text, count: bytes.count, scanner.index)
    }

    /// The same from a text, for tests and Swift programs.
    public convenience init(_ text: String) throws(JSONError) {
        let bytes = Array(text.utf8)
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { copy.deallocate() }
        copy.copyBytes(from: bytes)
        try self.init(UnsafeRawBufferPointer(copy))
    }

    private init(owning text: UnsafeMutablePointer<UInt8>, count: Int, _ index: JSONIndex) {
        self.text = text
        self.index = index
        bytes = UnsafeBufferPointer(start: UnsafePointer(text), count: count)
    }

    deinit {
        index.free()
        free(text)
    }

    /// A copy, followed by what the scanner wants to find at the end; nil if there is no memory.
    private static func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutablePointer<UInt8>? {
        let size = bytes.count &+ JSONScanner.padding
        guard let memory = feedcore_allocate(size) else { return nil }
        if let start = bytes.baseAddress { memcpy(memory, start, bytes.count) }
        memset(memory + bytes.count, 0, JSONScanner.padding)
        return memory.bindMemory(to: UInt8.self, capacity: size)
    }

    /// The whole document; `null` once the index is dropped.
    public var root: JSON {
        JSON(text: text, node: index.nodes)
    }

    /// Frees the index and keeps the bytes: raw slices stay valid, cursors don't. No other thread may be
    /// reading.
    public func dropIndex() {
        guard let none = JSONIndex(bytes: 0) else { return }
        index.free()
        index = none
        index.append(.null, from: 0, to: 0)
    }

    /// The JSON Pointer (RFC 6901) of a value of this document; "" is the root. Keys are repaired like any
    /// text that leaves. Finds it by walking down from the root.
    public func pointer(to value: JSON) -> String {
        var path: [UInt8] = []
        var place = root
        while place != value, place.node < value.node, value.node < place.end {
            guard let next = step(from: place, to: value, &path) else { break }
            place = next
        }
        return String(decoding: path, as: UTF8.self)
    }

    /// Line and column, in characters, both from 1, of a byte.
    public func place(of offset: Int) -> (line: Int, column: Int) {
        JSONPlaces(bytes).place(of: offset)
    }

    /// The element or member that `value` is or lies in; its step is put at the end of `path`.
    private func step(from place: JSON, to value: JSON, _ path: inout [UInt8]) -> JSON? {
        var index = 0
        for element in place.elements {
            if value.node < element.end {
                JSONPointer.append(index, to: &path)
                return element
            }
            index &+= 1
        }
        for (key, member) in place.members where value.node < member.end {
            key.withText { JSONPointer.append($0, to: &path) }
            // A key itself stands for its member.
            return value == key ? value : member
        }
        return nil
    }
}

public enum JSONPointer {
    /// Appends a step: a key as UTF-8, in which `~` becomes `~0` and `/` becomes `~1`.
    public static func append(_ key: UnsafeBufferPointer<UInt8>, to path: inout [UInt8]) {
        path.append(.slash)
        for byte in key {
            switch byte {
            case .tilde: path.append(contentsOf: [.tilde, .zero])
            case .slash: path.append(contentsOf: [.tilde, .zero + 1])
            default: path.append(byte)
            }
        }
    }

    /// Appends a step to an element of an array.
    public static func append(_ index: Int, to path: inout [UInt8]) {
        path.append(.slash)
        path.append(contentsOf: index.description.utf8)
    }
}

/// Lines and columns of a text.
package struct JSONPlaces {
    private let bytes: UnsafeBufferPointer<UInt8>

    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// How long the byte order mark at the beginning is: 3, or 0 if there is none.
    package var markLength: Int {
        bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    }

    /// Lines end with LF, CR LF or CR. What isn't UTF-8 counts as a character for each byte that begins one.
    func place(of offset: Int) -> (line: Int, column: Int) {
        let place = place(of: offset, after: FeedError.Place(offset: markLength, line: 1, column: 1))
        return (place.line, place.column)
    }

    /// The same, counted on from a place before it.
    package func place(of offset: Int, after known: FeedError.Place) -> FeedError.Place {
        var line = known.line
        var column = known.column
        let end = min(offset, bytes.count)
        var i = known.offset
        while i < end {
            let byte = bytes[i]
            let isBeforeFeed = i &+ 1 < bytes.count && bytes[i &+ 1] == .lineFeed
            if byte == .lineFeed || (byte == .carriageReturn && !isBeforeFeed) {
                line &+= 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column &+= 1
            }
            i &+= 1
        }
        return FeedError.Place(offset: offset, line: line, column: column)
    }
}
