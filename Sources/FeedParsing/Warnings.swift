/// Collects what went wrong inside a feed. A hostile feed can be all faults, so the list is bounded.
struct Warnings {
    static let limit = 100

    private(set) var records: [UnsafePointer<WarningRecord>] = []
    private(set) var total = 0
    private var repeatedKeys: Set<Int> = []
    private let document: JSONDocument
    private let arena: Arena

    init(_ document: JSONDocument, into arena: Arena) {
        self.document = document
        self.arena = arena
    }

    /// `message` is made only if the warning is listed.
    mutating func add(_ code: WarningCode, _ value: JSON, _ message: @autoclosure () -> String) {
        total += 1
        guard records.count < Warnings.limit else { return }
        let path = arena.store(document.pointer(to: value))
        let record = WarningRecord(code: code, path: path, message: arena.store(message()))
        records.append(UnsafePointer(arena.store(record)))
    }

    /// Many fields may look into the same object; the key is told once.
    mutating func addRepeatedKey(_ value: JSON) {
        guard repeatedKeys.insert(value.offset).inserted else { return }
        add(.duplicateKey, value, "this name stands twice in its object; the last one counts")
    }
}

extension JSONDocument {
    /// The value that begins at an offset of the text, found by walking down from the root.
    func value(at offset: Int) -> JSON {
        var at = root
        while at.offset != offset, let next = at.child(around: offset) { at = next }
        return at
    }
}

extension JSON {
    fileprivate func child(around offset: Int) -> JSON? {
        for element in elements where element.covers(offset) { return element }
        for member in members where member.value.covers(offset) { return member.value }
        return nil
    }

    private func covers(_ offset: Int) -> Bool {
        offset >= self.offset && offset < self.offset + rawBytes.count
    }
}
