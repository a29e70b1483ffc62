import CFeedCore
import CPlatform
import FeedFetching
import FeedViewModels

/// What a `feedcore_exchange *` points to: one request in the host's hands, with its texts as C has them.
final class ExchangeHandle {
    let exchange: HostExchange
    let method: CText
    let url: CText
    let headers: [(name: CText, value: CText)]
    let body: CBytes

    init(_ exchange: HostExchange) {
        self.exchange = exchange
        let request = exchange.exchange.request
        method = CText(request.method)
        url = CText(request.url)
        headers = request.headers.map { (CText($0.name), CText($0.value)) }
        body = CBytes(request.body)
    }

    var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }
}

@implementation @_cdecl("feedcore_context_set_transport")
public func feedcore_context_set_transport(
    _ context: OpaquePointer?, _ start: feedcore_transport_start?, _ cancel: feedcore_transport_cancel?,
    _ userData: UnsafeMutableRawPointer?, _ destroy: feedcore_destroy?
) -> feedcore_status {
    let data = SharedHostData(userData, destroy)
    guard let context = unwrapContext(context)?.context, let start, let cancel else { return FEEDCORE_ERROR_ARGUMENT }
    guard context.isUsable else { return FEEDCORE_ERROR_THREAD }
    context.setTransport(
        HostTransport.Functions(
            start: { exchange in
                let handle = ExchangeHandle(exchange)
                exchange.context = handle
                // The host's own reference, until it ends the exchange.
                _ = Unmanaged.passRetained(handle)
                start(handle.pointer, data.pointer)
            },
            cancel: { exchange in
                guard let handle = exchange.context as? ExchangeHandle else { return }
                cancel(handle.pointer, data.pointer)
            }))
    return FEEDCORE_OK
}

private func unwrap(_ exchange: OpaquePointer?) -> ExchangeHandle? {
    exchange.map { Unmanaged<ExchangeHandle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

@implementation @_cdecl("feedcore_exchange_method")
public func feedcore_exchange_method(_ exchange: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(exchange)?.method.pointer
}

@implementation @_cdecl("feedcore_exchange_url")
public func feedcore_exchange_url(_ exchange: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(exchange)?.url.pointer
}

@implementation @_cdecl("feedcore_exchange_header_count")
public func feedcore_exchange_header_count(_ exchange: OpaquePointer?) -> Int {
    unwrap(exchange)?.headers.count ?? 0
}

@implementation @_cdecl("feedcore_exchange_header_name")
public func feedcore_exchange_header_name(_ exchange: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    unwrap(exchange)?.headers.at(index)?.name.pointer
}

@implementation @_cdecl("feedcore_exchange_header_value")
public func feedcore_exchange_header_value(_ exchange: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    unwrap(exchange)?.headers.at(index)?.value.pointer
}

@implementation @_cdecl("feedcore_exchange_body")
public func feedcore_exchange_body(
    _ exchange: OpaquePointer?, _ outLength: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? {
    outLength?.pointee = unwrap(exchange)?.body.count ?? 0
    return unwrap(exchange)?.body.pointer
}

@implementation @_cdecl("feedcore_exchange_head")
public func feedcore_exchange_head(_ exchange: OpaquePointer?, _ status: Int32) -> feedcore_status {
    guard let exchange = unwrap(exchange)?.exchange, (100...599).contains(status) else { return FEEDCORE_ERROR_ARGUMENT }
    exchange.head(status)
    return FEEDCORE_OK
}

@implementation @_cdecl("feedcore_exchange_header")
public func feedcore_exchange_header(
    _ exchange: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
) -> feedcore_status {
    guard let exchange = unwrap(exchange)?.exchange, let name, let value else { return FEEDCORE_ERROR_ARGUMENT }
    exchange.header(String(cString: name), String(cString: value))
    return FEEDCORE_OK
}

@implementation @_cdecl("feedcore_exchange_bytes")
public func feedcore_exchange_bytes(
    _ exchange: OpaquePointer?, _ bytes: UnsafePointer<CChar>?, _ length: Int
) -> feedcore_status {
    guard let exchange = unwrap(exchange)?.exchange, length >= 0, let bytes else { return FEEDCORE_ERROR_ARGUMENT }
    exchange.bytes(Array(UnsafeRawBufferPointer(start: bytes, count: length)))
    return FEEDCORE_OK
}

@implementation @_cdecl("feedcore_exchange_end")
public func feedcore_exchange_end(_ exchange: OpaquePointer?) -> feedcore_status {
    guard let exchange else { return FEEDCORE_ERROR_ARGUMENT }
    Unmanaged<ExchangeHandle>.fromOpaque(UnsafeRawPointer(exchange)).takeRetainedValue().exchange.end()
    return FEEDCORE_OK
}

@implementation @_cdecl("feedcore_exchange_fail")
public func feedcore_exchange_fail(
    _ exchange: OpaquePointer?, _ status: feedcore_status, _ message: UnsafePointer<CChar>?
) -> feedcore_status {
    guard let exchange, let kind = FetchError.Kind(status) else { return FEEDCORE_ERROR_ARGUMENT }
    let text = message.map { String(cString: $0) } ?? "the transport failed"
    Unmanaged<ExchangeHandle>.fromOpaque(UnsafeRawPointer(exchange)).takeRetainedValue().exchange.fail(
        FetchError(kind, text))
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
