import CFeedCore
import CPlatform
import FeedFetching
import FeedViewModels

/// A request with its texts as C has them. A `feedcore_exchange *` points to the `HostExchange` that keeps it.
private final class RequestTexts {
    let method: CText
    let url: CText
    let headers: [(name: CText, value: CText)]
    let body: CBytes

    init(_ request: HTTPRequest) {
        method = CText(request.method)
        url = CText(request.url)
        headers = request.headers.map { (CText($0.name), CText($0.value)) }
        body = CBytes(request.body)
    }
}

@implementation @_cdecl("feedcore_context_set_transport")
public func feedcore_context_set_transport(
    _ context: OpaquePointer?, _ start: feedcore_transport_start?, _ cancel: feedcore_transport_cancel?,
    _ userData: UnsafeMutableRawPointer?, _ destroy: feedcore_destroy?
) -> feedcore_status {
    let data = HostData(userData, destroy)
    guard let context = unwrapContext(context)?.context, let start, let cancel else {
        return FEEDCORE_ERROR_ARGUMENT
    }
    guard context.isUsable else { return FEEDCORE_ERROR_THREAD }
    context.setTransport(
        HostTransport.Functions(
            start: { exchange in
                exchange.context = RequestTexts(exchange.request)
                // The host's own reference, until it ends the exchange.
                start(OpaquePointer(Unmanaged.passRetained(exchange).toOpaque()), data.pointer)
            },
            cancel: { exchange in
                withExtendedLifetime(exchange) {
                    cancel(OpaquePointer(Unmanaged.passUnretained(exchange).toOpaque()), data.pointer)
                }
            }))
    return FEEDCORE_OK
}

private func unwrap(_ exchange: OpaquePointer?) -> HostExchange? {
    exchange.map { Unmanaged<HostExchange>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

private func texts(_ exchange: OpaquePointer?) -> RequestTexts? {
    unwrap(exchange)?.context as? RequestTexts
}

@implementation @_cdecl("feedcore_exchange_method")
public func feedcore_exchange_method(_ exchange: OpaquePointer?) -> UnsafePointer<CChar>? {
    texts(exchange)?.method.pointer
}

@implementation @_cdecl("feedcore_exchange_url")
public func feedcore_exchange_url(_ exchange: OpaquePointer?) -> UnsafePointer<CChar>? {
    texts(exchange)?.url.pointer
}

@implementation @_cdecl("feedcore_exchange_header_count")
public func feedcore_exchange_header_count(_ exchange: OpaquePointer?) -> Int {
    texts(exchange)?.headers.count ?? 0
}

@implementation @_cdecl("feedcore_exchange_header_name")
public func feedcore_exchange_header_name(_ exchange: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    texts(exchange)?.headers.at(index)?.name.pointer
}

@implementation @_cdecl("feedcore_exchange_header_value")
public func feedcore_exchange_header_value(
    _ exchange: OpaquePointer?, _ index: Int
) -> UnsafePointer<CChar>? {
    texts(exchange)?.headers.at(index)?.value.pointer
}

@implementation @_cdecl("feedcore_exchange_body")
public func feedcore_exchange_body(
    _ exchange: OpaquePointer?, _ outLength: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? {
    outLength?.pointee = texts(exchange)?.body.count ?? 0
    return texts(exchange)?.body.pointer
}

@implementation @_cdecl("feedcore_exchange_head")
public func feedcore_exchange_head(_ exchange: OpaquePointer?, _ status: Int32) -> feedcore_status {
    guard let exchange = unwrap(exchange), (100...599).contains(status) else {
        return FEEDCORE_ERROR_ARGUMENT
    }
    exchange.head(status)
    return FEEDCORE_OK
}

@implementation @_cdecl("feedcore_exchange_header")
public func feedcore_exchange_header(
    _ exchange: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
) -> feedcore_status {
    guard let exchange = unwrap(exchange), let name, let value else { return FEEDCORE_ERROR_ARGUMENT }
    exchange.header(String(cString: name), String(cString: value))
    return FEEDCORE_OK
}

@implementation @_cdecl("feedcore_exchange_bytes")
public func feedcore_exchange_bytes(
    _ exchange: OpaquePointer?, _ bytes: UnsafePointer<CChar>?, _ length: Int
) -> feedcore_status {
    guard let exchange = unwrap(exchange), length >= 0, bytes != nil || length == 0 else {
        return FEEDCORE_ERROR_ARGUMENT
    }
    // What is beyond the limit is not copied, only known to be there.
    let count = length > exchange.limit ? exchange.limit + 1 : length
    exchange.bytes(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
    return FEEDCORE_OK
}

@implementation @_cdecl("feedcore_exchange_end")
public func feedcore_exchange_end(_ exchange: OpaquePointer?) -> feedcore_status {
    guard let exchange else { return FEEDCORE_ERROR_ARGUMENT }
    Unmanaged<HostExchange>.fromOpaque(UnsafeRawPointer(exchange)).takeRetainedValue().end()
    return FEEDCORE_OK
}

@implementation @_cdecl("feedcore_exchange_fail")
public func feedcore_exchange_fail(
    _ exchange: OpaquePointer?, _ status: feedcore_status, _ message: UnsafePointer<CChar>?
) -> feedcore_status {
    guard let exchange, let kind = FetchError.Kind(status) else { return FEEDCORE_ERROR_ARGUMENT }
    let text = message.map { String(cString: $0) } ?? "the transport failed"
    let ended = Unmanaged<HostExchange>.fromOpaque(UnsafeRawPointer(exchange)).takeRetainedValue()
    ended.fail(FetchError(kind, text))
    return FEEDCORE_OK
}

extension FetchError.Kind {
    fileprivate init?(_ status: feedcore_status) {
        switch status {
        case FEEDCORE_ERROR_NETWORK: self = .network
        case FEEDCORE_ERROR_TIMEOUT: self = .timeout
        case FEEDCORE_ERROR_TLS: self = .tls
        default: return nil
        }
    }
}
