import FeedParsing

/// Keys of sections, each once, in the order in which they came.
struct SectionKeys: Sendable {
    private(set) var all: [[UInt8]] = []
    /// By hash; where two keys have the same, the second one is at the next that is free.
    private var places: [UInt64: Int] = [:]

    var isEmpty: Bool { all.isEmpty }

    func place(of key: UnsafeBufferPointer<UInt8>) -> Int? {
        if all.isEmpty { return nil }
        var hash = SectionKeys.hash(key)
        while let place = places[hash] {
            if all[place].elementsEqual(key) { return place }
            hash &+= 1
        }
        return nil
    }

    func place(of key: [UInt8]) -> Int? {
        key.withUnsafeBufferPointer { place(of: $0) }
    }

    func contains(_ key: [UInt8]) -> Bool {
        place(of: key) != nil
    }

    /// Puts a key at the end, unless it is there already, and says whether it did.
    @discardableResult
    mutating func append(_ key: [UInt8]) -> Bool {
        guard !contains(key) else { return false }
        var hash = key.withUnsafeBufferPointer { SectionKeys.hash($0) }
        while places[hash] != nil { hash &+= 1 }
        places[hash] = all.count
        all.append(key)
        return true
    }

    mutating func remove(_ key: [UInt8]) {
        guard let place = place(of: key) else { return }
        var left = all
        left.remove(at: place)
        self = SectionKeys()
        for key in left { append(key) }
    }

    /// Another one in every process: nobody can make keys that meet.
    private static func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(key))
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }
}
