import CPlatform

/// A value inside a `JSONDocument`: a place in its index, no more than two pointers. Valid while the document
/// lives and keeps its index; readable from any thread.
public struct JSON: Equatable, @unchecked Sendable {
    public enum Kind: UInt8, Sendable { case null, bool, number, string, array, object }

    let text: UnsafePointer<UInt8>
    let node: UnsafePointer<JSONNode>

    public var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: node.pointee.info)) ?? .null }

    /// Where its first byte is, counted from the caller's first byte.
    public var offset: Int { Int(node.pointee.start) }

    /// The feed's own bytes, quotes included. They live as long as the document, with or without its index.
    public var rawBytes: UnsafeBufferPointer<UInt8> {
        let (start, end) = (Int(node.pointee.start), Int(node.pointee.end))
        return UnsafeBufferPointer(start: text + start, count: end &- start)
    }

    /// The same place in the same document.
    public static func == (one: JSON, other: JSON) -> Bool {
        one.node == other.node
    }

    var end: UnsafePointer<JSONNode> { node + Int(node.pointee.span) }

    private func has(_ flags: UInt32) -> Bool { node.pointee.info & flags != 0 }
}

/// Containers. Of a value of another kind they are empty or nil.
extension JSON {
    public var elements: JSONElements { JSONElements(of: self) }
    public var members: JSONMembers { JSONMembers(of: self) }

    /// How many elements or members. Counts them.
    public var count: Int {
        var count = 0
        switch kind {
        case .array: for _ in elements { count &+= 1 }
        case .object: for _ in members { count &+= 1 }
        default: break
        }
        return count
    }

    /// Element by position, from 0. Walks over those before it.
    public func element(at index: Int) -> JSON? {
        guard index >= 0 else { return nil }
        var left = index
        for element in elements {
            if left == 0 { return element }
            left &-= 1
        }
        return nil
    }

    /// The last member of that name, which is UTF-8; `isRepeated` says that there are several. Keys are
    /// compared as the texts that they are, unescaped and repaired.
    @_optimize(speed)
    public func member(_ name: UnsafeBufferPointer<UInt8>) -> (value: JSON, isRepeated: Bool)? {
        guard kind == .object else { return nil }
        var found: UnsafePointer<JSONNode>?
        var isRepeated = false
        var key = node + 1
        let end = self.end
        while key < end {
            let value = key + 1
            if JSON(text: text, node: key).stringEquals(name) {
                isRepeated = found != nil
                found = value
            }
            key = value + Int(value.pointee.span)
        }
        return found.map { (JSON(text: text, node: $0), isRepeated) }
    }

    public subscript(name: StaticString) -> JSON? {
        guard name.hasPointerRepresentation else { return nil }
        return member(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))?.value
    }

    public subscript(name: String) -> JSON? {
        var name = name
        return name.withUTF8 { bytes in member(bytes)?.value }
    }
}

/// Scalars.
extension JSON {
    /// Nil unless it is `true` or `false`.
    public var bool: Bool? {
        kind == .bool ? has(JSONNode.isTrue) : nil
    }

    /// At most so many bytes `writeText` writes: 0 for what is no string.
    public var textCapacity: Int {
        guard kind == .string else { return 0 }
        // One byte that isn't UTF-8 becomes three. No escape grows.
        return has(JSONNode.hasHighBytes) ? innerCount &* 3 : innerCount
    }

    /// Writes a string's text, unescaped, as valid UTF-8, without a terminator. Lone surrogates, bad UTF-8
    /// and U+0000 become U+FFFD, and it says so. Writes nothing for what is no string.
    @_optimize(speed)
    public func writeText(to out: UnsafeMutablePointer<UInt8>) -> (count: Int, isRepaired: Bool) {
        guard kind == .string else { return (0, false) }
        guard has(JSONNode.hasEscapes | JSONNode.hasHighBytes) else {
            memcpy(out, innerStart, innerCount)
            return (innerCount, false)
        }
        var count = 0
        var reader = self.reader
        while true {
            let plain = reader.plainBytes()
            reader.copyPlain(plain, to: out + count)
            count &+= plain
            if plain == JSONScanner.stride { continue }
            guard let scalar = reader.next() else { break }
            count &+= JSONText.encode(scalar, to: out + count)
        }
        return (count, reader.isRepaired)
    }

    public var isEmptyString: Bool {
        kind == .string && innerCount == 0
    }

    /// A string's text.
    public var string: String? {
        kind == .string ? withText { String(decoding: $0, as: UTF8.self) } : nil
    }

    /// Lends out a string's text, as `writeText` writes it; nothing for what is no string.
    public func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: max(textCapacity, 1))
        defer { room.deallocate() }
        return body(UnsafeBufferPointer(start: room, count: writeText(to: room).count))
    }

    /// Whether it is a string with this text, which is UTF-8.
    public func textEquals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        kind == .string && stringEquals(other)
    }

    @inline(__always)
    private func stringEquals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        if has(JSONNode.hasEscapes | JSONNode.hasHighBytes) { return unescapedEquals(other) }
        guard innerCount == other.count else { return false }
        guard let start = other.baseAddress else { return true }
        return memcmp(innerStart, start, innerCount) == 0
    }

    @inline(never)
    private func unescapedEquals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { room in
            guard let bytes = room.baseAddress else { return false }
            var reader = self.reader
            var matched = 0
            while let scalar = reader.next() {
                let count = JSONText.encode(scalar, to: bytes)
                guard count <= other.count &- matched, let start = other.baseAddress else { return false }
                guard memcmp(bytes, start + matched, count) == 0 else { return false }
                matched &+= count
            }
            return matched == other.count
        }
    }

    private var innerStart: UnsafePointer<UInt8> { text + Int(node.pointee.start) + 1 }
    private var innerCount: Int { Int(node.pointee.end) &- Int(node.pointee.start) &- 2 }
    private var reader: JSONTextReader { JSONTextReader(innerStart, end: innerStart + innerCount) }
}

/// The elements of an array, in order.
public struct JSONElements: Sequence, IteratorProtocol {
    private let text: UnsafePointer<UInt8>
    private var node: UnsafePointer<JSONNode>
    private let end: UnsafePointer<JSONNode>

    init(of array: JSON) {
        text = array.text
        end = array.end
        node = array.kind == .array ? array.node + 1 : end
    }

    public mutating func next() -> JSON? {
        guard node < end else { return nil }
        defer { node += Int(node.pointee.span) }
        return JSON(text: text, node: node)
    }
}

/// The members of an object, in order, repeated keys as often as they stand there.
public struct JSONMembers: Sequence, IteratorProtocol {
    private let text: UnsafePointer<UInt8>
    private var node: UnsafePointer<JSONNode>
    private let end: UnsafePointer<JSONNode>

    init(of object: JSON) {
        text = object.text
        end = object.end
        node = object.kind == .object ? object.node + 1 : end
    }

    public mutating func next() -> (key: JSON, value: JSON)? {
        guard node < end else { return nil }
        let value = JSON(text: text, node: node + 1)
        defer { node = value.end }
        return (JSON(text: text, node: node), value)
    }
}
