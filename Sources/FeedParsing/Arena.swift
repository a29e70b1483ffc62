/// Memory that is given out piece by piece and freed as a whole. What lies in it is plain data: pointers
/// into it stay valid as long as the arena lives, and nothing in it is released on its own.
final class Arena {
    private var chunks: [UnsafeMutableRawPointer] = []
    private var free: UnsafeMutableRawPointer
    private var freeCount: Int
    private var nextChunk: Int
    /// Whether the last piece lies in the chunk that is being filled, right before `free`.
    private var isLastInCurrentChunk = false

    init(firstChunk: Int = 4096) {
        free = UnsafeMutableRawPointer.allocate(byteCount: firstChunk, alignment: 16)
        freeCount = firstChunk
        nextChunk = firstChunk
        chunks.append(free)
    }

    deinit {
        for chunk in chunks { chunk.deallocate() }
    }

    /// Memory for `count` values of a trivial type, not initialized.
    func allocate<T>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
        take(count &* MemoryLayout<T>.stride, MemoryLayout<T>.alignment).bindMemory(to: type, capacity: count)
    }

    /// A value that stays where it is.
    func store<T>(_ value: T) -> UnsafeMutablePointer<T> {
        let place = allocate(T.self, 1)
        place.initialize(to: value)
        return place
    }

    /// The elements of an array, side by side.
    func store<T>(_ values: [T]) -> UnsafeMutableBufferPointer<T> {
        store(values[...])
    }

    func store<T>(_ values: ArraySlice<T>) -> UnsafeMutableBufferPointer<T> {
        let place = allocate(T.self, values.count)
        values.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { place.initialize(from: start, count: source.count) }
        }
        return UnsafeMutableBufferPointer(start: place, count: values.count)
    }

    /// A text with its terminating NUL.
    func store(utf8 bytes: UnsafeBufferPointer<UInt8>) -> CString {
        let place = allocate(UInt8.self, bytes.count &+ 1)
        if let start = bytes.baseAddress { place.initialize(from: start, count: bytes.count) }
        place[bytes.count] = 0
        return place.asCString
    }

    func store(_ text: String) -> CString {
        var text = text
        return text.withUTF8 { store(utf8: $0) }
    }

    /// A text that `write` makes in place, of at most `capacity` bytes. What it doesn't use is given back.
    func store(capacity: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) -> CString {
        let place = allocate(UInt8.self, capacity &+ 1)
        let count = write(place)
        place[count] = 0
        if isLastInCurrentChunk { giveBack(capacity &- count) }
        return place.asCString
    }

    private func take(_ byteCount: Int, _ alignment: Int) -> UnsafeMutableRawPointer {
        let start = free.alignedUp(toMultipleOf: alignment)
        let used = (start - free) &+ byteCount
        guard used <= freeCount else { return takeFromNewChunk(byteCount) }
        free += used
        freeCount &-= used
        isLastInCurrentChunk = true
        return start
    }

    /// Chunks double up to a megabyte; a piece that would fill most of one gets a chunk of its own, so that
    /// a long text doesn't waste what is left of the current chunk.
    private func takeFromNewChunk(_ byteCount: Int) -> UnsafeMutableRawPointer {
        nextChunk = min(nextChunk &* 2, 1 << 20)
        let isLarge = byteCount > nextChunk / 4
        let size = isLarge ? byteCount : nextChunk
        let chunk = UnsafeMutableRawPointer.allocate(byteCount: max(size, 16), alignment: 16)
        chunks.append(chunk)
        isLastInCurrentChunk = !isLarge
        if !isLarge {
            free = chunk + byteCount
            freeCount = size &- byteCount
        }
        return chunk
    }

    private func giveBack(_ byteCount: Int) {
        free -= byteCount
        freeCount &+= byteCount
    }
}

/// A NUL-terminated UTF-8 text that somebody else owns.
package typealias CString = UnsafePointer<CChar>

extension UnsafeMutablePointer<UInt8> {
    fileprivate var asCString: CString {
        UnsafeRawPointer(self).assumingMemoryBound(to: CChar.self)
    }
}

extension CString {
    /// The text's bytes, without the NUL.
    package var utf8: UnsafeBufferPointer<UInt8> {
        var count = 0
        while self[count] != 0 { count &+= 1 }
        let start = UnsafeRawPointer(self).assumingMemoryBound(to: UInt8.self)
        return UnsafeBufferPointer(start: start, count: count)
    }
}
