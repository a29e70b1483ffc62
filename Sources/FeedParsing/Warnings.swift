/// Collects what went wrong inside a feed. A hostile feed can be all faults, so the list is bounded.
struct Warnings {
    static let limit = 100

    /// In the order in which they came up, where a cause is before what came of it.
    private(set) var listed: [(offset: Int, record: UnsafePointer<WarningRecord>)] = []
    private(set) var total = 0
    private var pointers: JSONPointers
    private var toldOnce: Set<Place> = []
    private let arena: Arena

    private struct Place: Hashable {
        var code: WarningCode
        var offset: Int
    }

    init(_ document: JSONDocument, into arena: Arena) {
        pointers = JSONPointers(document)
        self.arena = arena
    }

    /// `message` is made only if the warning is listed.
    mutating func add(
        _ code: WarningCode, _ value: @autoclosure () -> JSON, _ message: @autoclosure () -> String
    ) {
        total += 1
        guard listed.count < Warnings.limit else { return }
        let value = value()
        let path = arena.store(pointers.pointer(to: value))
        let record = WarningRecord(code: code, path: path, message: arena.store(message()))
        listed.append((value.offset, UnsafePointer(arena.store(record))))
    }

    /// For a value that several fields, or many items, may look at.
    mutating func addOnce(_ code: WarningCode, _ value: JSON, _ message: @autoclosure () -> String) {
        guard toldOnce.insert(Place(code: code, offset: value.offset)).inserted else { return }
        add(code, value, message())
    }

    /// In the order of the feed.
    var records: [UnsafePointer<WarningRecord>] {
        var sorted = listed
        // Those at one place stay in the order in which they came up.
        for index in sorted.indices.dropFirst() {
            var place = index
            while place > 0, sorted[place - 1].offset > sorted[place].offset {
                sorted.swapAt(place - 1, place)
                place -= 1
            }
        }
        return sorted.map { $0.record }
    }
}

/// Finds JSON Pointers one after the other. It goes on from the last one, since faults come in the order of
/// the feed as a rule, and a list can be as long as the feed.
struct JSONPointers {
    private let root: JSON
    /// The way to the value found last.
    private var levels: [Level] = []

    /// A container, and how far it is read.
    private struct Level {
        let container: JSON
        private(set) var child: JSON
        private(set) var index = 0

        /// Nil if there is nothing in it.
        init?(_ container: JSON) {
            let first = container.node + (container.kind == .object ? 2 : 1)
            guard first < container.end else { return nil }
            self.container = container
            child = JSON(text: container.text, node: first)
        }

        /// A member's key, which stands right before its value; nil in an array.
        var key: JSON? {
            container.kind == .object ? JSON(text: child.text, node: child.node - 1) : nil
        }

        /// To the child that a value is or lies in.
        mutating func advance(to value: JSON) {
            while child.end <= value.node, child.end < container.end {
                child = JSON(text: child.text, node: child.end + (container.kind == .object ? 1 : 0))
                index += 1
            }
        }
    }

    init(_ document: JSONDocument) {
        root = document.root
    }

    mutating func pointer(to value: JSON) -> String {
        while let last = levels.last, value.node < last.child.node || value.node >= last.container.end {
            levels.removeLast()
        }
        if value != root, levels.isEmpty, let level = Level(root) { levels.append(level) }
        while let last = levels.indices.last {
            levels[last].advance(to: value)
            guard levels[last].child != value, let inner = Level(levels[last].child) else { break }
            levels.append(inner)
        }
        return text
    }

    private var text: String {
        var text: [UInt8] = []
        for level in levels {
            if var key = level.key?.string {
                key.withUTF8 { JSONPointer.append($0, to: &text) }
            } else {
                JSONPointer.append(level.index, to: &text)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension JSONDocument {
    /// The value that begins at an offset of the text: nodes are in the order of the text.
    func value(at offset: Int) -> JSON {
        var low = 0
        var high = Int(root.node.pointee.span)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(root.node[middle].start) <= offset { low = middle } else { high = middle }
        }
        return JSON(text: root.text, node: root.node + low)
    }
}

extension CString {
    /// For messages: a feed's text on one line, cut where it gets too long to read.
    var excerpt: String { utf8.excerpt(upTo: 120) }
}

extension UnsafeBufferPointer<UInt8> {
    /// A text on one line, at most so many bytes of it, and "…" where there are more.
    func excerpt(upTo limit: Int) -> String {
        var line: [UInt8] = []
        for byte in prefix(limit) { line.append(byte < 0x20 || byte == 0x7f ? .space : byte) }
        guard count > limit else { return String(decoding: line, as: UTF8.self) }
        while let last = line.last, PlainText.continues(last) { line.removeLast() }
        return String(decoding: line.dropLast(), as: UTF8.self) + "…"
    }
}
