import FeedParsing

/// A literal as a C text. Static.
func lend(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// The feed's own bytes, with their length.
func lend(
    _ bytes: UnsafeBufferPointer<UInt8>, _ outLength: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? {
    outLength?.pointee = bytes.count
    return bytes.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
}

/// Yes, no or unknown, as C has it.
func lend(_ flag: Bool?) -> Int32 {
    flag.map { $0 ? 1 : 0 } ?? -1
}

/// The record behind a borrowed C pointer.
func unwrap<Record>(_ pointer: OpaquePointer?, as type: Record.Type) -> UnsafePointer<Record>? {
    pointer.map { UnsafePointer<Record>($0) }
}

extension UnsafeBufferPointer {
    /// The element, or nil past the end. An index from C is a size_t, which arrives here as an Int.
    func at(_ index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}

extension UnsafeMutableBufferPointer {
    /// The place of an element as a borrowed C pointer.
    func place(_ index: Int) -> OpaquePointer? {
        guard indices.contains(index), let first = baseAddress else { return nil }
        return OpaquePointer(first + index)
    }
}

extension Array {
    /// The element, or nil past the end.
    func at(_ index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}
