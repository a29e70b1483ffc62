import CPlatform

/// One entry of a document's index: a value, or a member's key, which its value follows.
struct JSONNode {
    /// The first byte, and the byte after the last; quotes included.
    var start: UInt32
    var end: UInt32
    /// How many nodes the value takes, itself and everything inside. While a container is still open: the
    /// node of the container around it.
    var span: UInt32
    /// A `JSON.Kind` in the low byte, and flags.
    var info: UInt32

    static let hasEscapes: UInt32 = 1 << 8
    static let hasHighBytes: UInt32 = 1 << 9
    static let isTrue: UInt32 = 1 << 10

    @inline(__always) var isObject: Bool { info == UInt32(JSON.Kind.object.rawValue) }
}

/// The nodes of a document, in the order of the text. Freed by hand, by its one owner.
struct JSONIndex {
    private(set) var nodes: UnsafeMutablePointer<JSONNode>
    private(set) var count = 0
    private var capacity: Int

    /// Room for a node in twelve bytes, which is enough for most feeds (pretty-printed ones have one in
    /// thirty); what isn't touched takes no memory. Nil if there is none.
    ///
    /// Not for one in sixteen: two blocks of the same size make the C library give its memory back after each
    /// document and fetch it again for the next, which takes longer than the reading.
    init?(bytes: Int) {
        capacity = bytes / 12 &+ 64
        guard let memory = feedcore_allocate(capacity &* MemoryLayout<JSONNode>.stride) else { return nil }
        nodes = memory.bindMemory(to: JSONNode.self, capacity: capacity)
    }

    /// Whether there is room for two more nodes, a key and its value.
    @inline(__always)
    var hasRoom: Bool { count &+ 2 <= capacity }

    /// The same index, moved to a place with more room; nil if there is no memory.
    @inline(never)
    consuming func grown() -> JSONIndex? {
        let larger = capacity &+ capacity / 2
        guard let memory = feedcore_reallocate(nodes, larger &* MemoryLayout<JSONNode>.stride) else {
            return nil
        }
        nodes = memory.bindMemory(to: JSONNode.self, capacity: larger)
        capacity = larger
        return self
    }

    @inline(__always)
    mutating func append(_ kind: JSON.Kind, from start: Int, to end: Int, flags: UInt32 = 0) {
        nodes[count] = JSONNode(
            start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end), span: 1,
            info: UInt32(kind.rawValue) | flags)
        count &+= 1
    }

    /// Opens a container inside `parent`; returns its node.
    @inline(__always)
    mutating func open(_ kind: JSON.Kind, at start: Int, in parent: Int) -> Int {
        nodes[count] = JSONNode(
            start: UInt32(truncatingIfNeeded: start), end: 0, span: UInt32(truncatingIfNeeded: parent),
            info: UInt32(kind.rawValue))
        count &+= 1
        return count &- 1
    }

    /// Closes a container; returns the node of the one around it.
    @inline(__always)
    mutating func close(_ node: Int, at end: Int) -> Int {
        let parent = nodes[node].span
        nodes[node].end = UInt32(truncatingIfNeeded: end)
        nodes[node].span = UInt32(truncatingIfNeeded: count &- node)
        return Int(parent)
    }

    func free() {
        CPlatform.free(nodes)
    }
}
