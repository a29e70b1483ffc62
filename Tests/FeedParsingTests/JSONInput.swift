import FeedParsing
import TestFeeds

/// For all tests of this folder.
typealias FeedFiles = TestFeeds.FeedFiles

/// Reads bytes that lie in an allocation of just their size, so that AddressSanitizer sees a step too far.
func read(_ bytes: some Collection<UInt8>) throws(JSONError) -> JSONDocument {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    return try JSONDocument(UnsafeRawBufferPointer(copy))
}

/// Why they can't be read; nil if they can.
func readError(_ bytes: some Collection<UInt8>) -> JSONError? {
    do throws(JSONError) {
        _ = try read(bytes)
        return nil
    } catch {
        return error
    }
}
