import CFeedCore
import CJansson
import FeedParsing

/// Bytes that the host owns, for the time of a call.
func bytes(_ start: UnsafePointer<CChar>?, _ length: Int) throws(FeedError) -> UnsafeRawBufferPointer {
    guard let start else { throw .argument("the text is NULL") }
    guard length >= 0 else { throw FeedError(.tooLarge, "a text of more than half the address space") }
    return UnsafeRawBufferPointer(start: start, count: length)
}

/// A host's json_t as JSON text, for a reader of text. Places in that text mean nothing to the host.
func readJansson<Value>(
    _ json: UnsafePointer<json_t>?, _ read: (UnsafeRawBufferPointer) throws(FeedError) -> Value
) throws(FeedError) -> Value {
    guard let json else { throw .argument("the json_t is NULL") }
    var writer = JSONWriter()
    do {
        try writeJansson(json, into: &writer)
    } catch {
        throw FeedError(error.kind == .tooDeep ? .tooDeep : .json, error.message, path: error.pointer)
    }
    do {
        return try writer.bytes.read(read)
    } catch {
        var error = error
        error.place = nil
        throw error
    }
}

/// JSON text of our own as a new json_t.
func makeJansson(_ text: [UInt8]) -> UnsafeMutablePointer<json_t>? {
    let document = text.withUnsafeBytes { try? JSONDocument($0) }
    return document.flatMap { document in
        withExtendedLifetime(document) { makeJansson(document.root) }
    }
}

@implementation @_cdecl("feedcore_parse")
public func feedcore_parse(
    _ mapping: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int,
    _ outSnapshot: UnsafeMutablePointer<OpaquePointer?>?, _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(outSnapshot, outError) { () throws(FeedError) in
        guard let mapping = unwrapMapping(mapping) else { throw .argument("the mapping is NULL") }
        return try mapping.parse(try bytes(text, length))
    }
}

@implementation @_cdecl("feedcore_parse_json")
public func feedcore_parse_json(
    _ mapping: OpaquePointer?, _ json: UnsafePointer<json_t>?,
    _ outSnapshot: UnsafeMutablePointer<OpaquePointer?>?, _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(outSnapshot, outError) { () throws(FeedError) in
        guard let mapping = unwrapMapping(mapping) else { throw .argument("the mapping is NULL") }
        return try readJansson(json) { (text) throws(FeedError) in try mapping.parse(text) }
    }
}

@implementation @_cdecl("feedcore_snapshot_join")
public func feedcore_snapshot_join(
    _ page: OpaquePointer?, _ other: OpaquePointer?, _ position: Int,
    _ outSnapshot: UnsafeMutablePointer<OpaquePointer?>?, _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(outSnapshot, outError) { () throws(FeedError) in
        guard let page = unwrapSnapshot(page), let other = unwrapSnapshot(other) else {
            throw .argument("a snapshot is NULL")
        }
        // A size_t beyond Int arrives negative, and is the end like every other position past it.
        return page.joined(with: other, at: position < 0 ? Int.max : position)
    }
}
