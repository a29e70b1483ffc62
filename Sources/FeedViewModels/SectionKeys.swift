/// Keys of sections, each once, in the order in which they came.
struct SectionKeys: Sendable {
    private(set) var all: [[UInt8]] = []
    private var places: [[UInt8]: Int] = [:]

    var isEmpty: Bool { all.isEmpty }

    func place(of key: [UInt8]) -> Int? { places[key] }
    func contains(_ key: [UInt8]) -> Bool { places[key] != nil }

    /// Puts a key at the end, unless it is there already.
    mutating func append(_ key: [UInt8]) {
        if contains(key) { return }
        places[key] = all.count
        all.append(key)
    }

    mutating func remove(_ key: [UInt8]) {
        guard contains(key) else { return }
        let before = all
        self = SectionKeys()
        for other in before where other != key { append(other) }
    }
}
