import CFeedCore
import FeedFetching
import FeedParsing
import FeedViewModels

@implementation @_cdecl("feedcore_test_respond")
public func feedcore_test_respond(
    _ context: OpaquePointer?, _ url: UnsafePointer<CChar>?, _ status: Int32,
    _ headers: UnsafePointer<CChar>?,
    _ body: UnsafePointer<CChar>?, _ length: Int
) -> feedcore_status {
    guard let context = unwrapContext(context)?.context, let memory = context.memory, let url, length >= 0,
        body != nil || length == 0, (-1...0).contains(status) || (100...599).contains(status)
    else { return FEEDCORE_ERROR_ARGUMENT }
    guard context.isUsable else { return FEEDCORE_ERROR_THREAD }
    var answer = MemoryTransport.Answer(
        status: status, headers: [], body: Array(UnsafeRawBufferPointer(start: body, count: length)))
    if let headers {
        guard let read = readHeaders(headers) else { return FEEDCORE_ERROR_ARGUMENT }
        answer.headers = read
    }
    memory.answer(String(cString: url), answer)
    return FEEDCORE_OK
}

private func readHeaders(_ text: UnsafePointer<CChar>) -> [HTTPHeader]? {
    guard let document = try? JSONDocument(String(cString: text)), document.root.kind == .object else {
        return nil
    }
    var headers: [HTTPHeader] = []
    for (name, value) in document.root.members {
        guard let name = name.string, let value = value.string else { return nil }
        headers.append(HTTPHeader(name, value))
    }
    return headers
}

@implementation @_cdecl("feedcore_test_request_count")
public func feedcore_test_request_count(_ context: OpaquePointer?, _ url: UnsafePointer<CChar>?) -> Int {
    guard let context = unwrapContext(context)?.context, context.isOnOwnThread, let url else { return 0 }
    return context.memory?.requestCount(String(cString: url)) ?? 0
}

@implementation @_cdecl("feedcore_test_advance")
public func feedcore_test_advance(_ context: OpaquePointer?, _ milliseconds: Int64) -> feedcore_status {
    guard let context = unwrapContext(context)?.context, milliseconds >= 0, context.hasManualClock else {
        return FEEDCORE_ERROR_ARGUMENT
    }
    guard context.isUsable else { return FEEDCORE_ERROR_THREAD }
    context.advance(milliseconds)
    return FEEDCORE_OK
}
