/// Reads a path as a mapping writes it: `$.data."a.b".items.*`.
struct PathText {
    /// Longer paths are refused: nothing real comes near, and what walks a path may recurse on its `*` steps.
    static let maxSteps = 32

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
        if skip("$") { start = .root } else if skip("^") { start = .section }
        var steps: [Path.Step] = []
        if start == .here {
            steps.append(try step(into: arena))
        }
        while at < bytes.count {
            guard skip(".") else { throw Misspelling(message: "expected a dot after byte \(at) of the path") }
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
        if skip("\"") { return .member(arena.storeName(try quotedName())) }
        let name = bareName()
        guard !name.isEmpty else { throw Misspelling(message: "expected a name after byte \(at) of the path") }
        if name == [UInt8(ascii: "*")] { return .every }
        if name.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) {
            guard name.count <= 9 else { throw Misspelling(message: "an index of more than nine digits") }
            return .element(name.reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) })
        }
        for mark in name where mark == UInt8(ascii: "*") || mark == UInt8(ascii: "$") || mark == UInt8(ascii: "^") {
            throw Misspelling(message: "a name with *, $ or ^ must be quoted")
        }
        return .member(arena.storeName(name))
    }

    private mutating func bareName() -> [UInt8] {
        let start = at
        while at < bytes.count, bytes[at] != UInt8(ascii: "."), bytes[at] != UInt8(ascii: "\"") { at += 1 }
        return Array(bytes[start..<at])
    }

    private mutating func quotedName() throws(Misspelling) -> [UInt8] {
        var name: [UInt8] = []
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            if byte == UInt8(ascii: "\"") { return name }
            if byte == UInt8(ascii: "\\"), at < bytes.count {
                name.append(bytes[at])
                at += 1
            } else {
                name.append(byte)
            }
        }
        throw Misspelling(message: "a quoted name without its closing quote")
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }
}

extension Arena {
    fileprivate func storeName(_ name: [UInt8]) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(store(name))
    }
}
