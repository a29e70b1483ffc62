import CPlatform

/// A NUL-terminated copy of a text, for a getter that lends it.
final class CText {
    let pointer: UnsafePointer<CChar>

    init(_ text: String) {
        let bytes = text.utf8
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        var end = copy
        for byte in bytes {
            end.pointee = CChar(bitPattern: byte)
            end += 1
        }
        end.pointee = 0
        pointer = UnsafePointer(copy)
    }

    deinit {
        pointer.deallocate()
    }
}

/// The same of bytes, with their count.
final class CBytes {
    let pointer: UnsafePointer<CChar>
    let count: Int

    init(_ bytes: [UInt8]) {
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
        copy[bytes.count] = 0
        pointer = UnsafePointer(copy)
        count = bytes.count
    }

    deinit {
        pointer.deallocate()
    }
}

/// A NUL-terminated copy that the host gives back with `feedcore_free`; nil if there is no memory for it.
func copyForHost(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    guard let memory = malloc(bytes.count + 1) else { return nil }
    bytes.withUnsafeBytes { source in
        if let start = source.baseAddress { memcpy(memory, start, source.count) }
    }
    let copy = memory.assumingMemoryBound(to: CChar.self)
    copy[bytes.count] = 0
    return copy
}
