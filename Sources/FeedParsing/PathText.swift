/// Reads a path as a mapping writes it: `$.data."a.b".items.*`.
struct PathText {
    /// Longer paths are refused: nothing real comes near, and what walks a path recurses on its `*` steps.
    static let maxSteps = 32
    /// What a name must be quoted for, because it stands for something, or may one day.
    static let marks: [UInt8] = [UInt8(ascii: "*"), UInt8(ascii: "$"), UInt8(ascii: "^")]

    struct Misspelling: Error {
        let message: String
    }

    private let bytes: [UInt8]
    private var at = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    static func read(_ text: String, into arena: Arena) throws(Misspelling) -> Path {
        var reader = PathText(text)
        return try reader.path(into: arena)
    }

    private mutating func path(into arena: Arena) throws(Misspelling) -> Path {
        guard !bytes.isEmpty else { throw Misspelling(message: "an empty path") }
        var start = Path.Start.here
        if skip(UInt8(ascii: "$")) { start = .root } else if skip(UInt8(ascii: "^")) { start = .section }
        var steps: [Path.Step] = []
        if start == .here { steps.append(try step(into: arena)) }
        while at < bytes.count {
            guard skip(.dot) else { throw misspelling("expected a dot") }
            guard steps.count < PathText.maxSteps else {
                throw Misspelling(message: "a path of more than \(PathText.maxSteps) steps")
            }
            steps.append(try step(into: arena))
        }
        var isWild = false
        for case .every in steps { isWild = true }
        return Path(start: start, steps: UnsafeBufferPointer(arena.store(steps)), isWild: isWild)
    }

    private mutating func step(into arena: Arena) throws(Misspelling) -> Path.Step {
        if skip(.quote) { return .member(arena.storeName(try quotedName())) }
        let start = at
        while at < bytes.count, bytes[at] != .dot, bytes[at] != .quote { at += 1 }
        let name = bytes[start..<at]
        guard !name.isEmpty else { throw misspelling("expected a name") }
        if name.elementsEqual(CollectionOfOne(UInt8(ascii: "*"))) { return .every }
        if name.allSatisfy({ $0 >= .zero && $0 <= .nine }) {
            guard name.count <= 9 else { throw Misspelling(message: "an index of more than nine digits") }
            return .element(name.reduce(0) { $0 * 10 + Int($1 &- .zero) })
        }
        guard !name.contains(where: { PathText.marks.contains($0) }) else {
            throw Misspelling(message: "a name with *, $ or ^ in it must be quoted")
        }
        return .member(arena.storeName(Array(name)))
    }

    private mutating func quotedName() throws(Misspelling) -> [UInt8] {
        var name: [UInt8] = []
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            if byte == .quote { return name }
            if byte == .backslash {
                guard at < bytes.count, bytes[at] == .quote || bytes[at] == .backslash else {
                    throw misspelling("expected \" or \\ after a backslash")
                }
                name.append(bytes[at])
                at += 1
            } else {
                name.append(byte)
            }
        }
        throw Misspelling(message: "a quoted name without its closing quote")
    }

    /// What was expected, and where: after as much of the path as is in order.
    private func misspelling(_ expected: String) -> Misspelling {
        if at == 0 { return Misspelling(message: "\(expected) at the beginning of the path") }
        let read = String(decoding: bytes[..<at], as: UTF8.self)
        return Misspelling(message: "\(expected) after \(read) in the path")
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }
}

extension Arena {
    fileprivate func storeName(_ name: [UInt8]) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(store(name))
    }
}
