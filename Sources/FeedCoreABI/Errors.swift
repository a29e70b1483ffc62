import CFeedCore
import CJansson
import FeedParsing
import FeedViewModels

/// What a `feedcore_error *` points to: an error with its texts as C has them.
final class ErrorHandle {
    let status: feedcore_status
    let message: CText
    let place: FeedError.Place?
    let path: CText?
    let serviceCode: CText?
    let serviceMessage: CText?
    /// -1 where there was no answer.
    let httpStatus: Int32
    let isRetryable: Bool

    init(_ error: FeedError, httpStatus: Int32 = -1) {
        status = feedcore_status(error.kind)
        message = CText(error.messageWithPlace)
        place = error.place
        path = error.path.map { CText($0) }
        serviceCode = error.serviceCode.map { CText($0) }
        serviceMessage = error.serviceMessage.map { CText($0) }
        self.httpStatus = httpStatus
        isRetryable = false
    }

    /// Of a failure that is no fault of an answer.
    private init(_ failure: FeedFailure, _ status: feedcore_status) {
        self.status = status
        message = CText(failure.message)
        (place, path, serviceCode, serviceMessage) = (nil, nil, nil, nil)
        httpStatus = failure.httpStatus
        isRetryable = failure.isRetryable
    }

    static func of(_ failure: FeedFailure) -> ErrorHandle {
        if let error = failure.feedError { return ErrorHandle(error, httpStatus: failure.httpStatus) }
        return ErrorHandle(failure, feedcore_status(failure.kind))
    }

    /// The error as JSON text.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("status", status.name)
        writer.text("message", message.pointer)
        writer.count("offset", Int64(place?.offset ?? -1))
        writer.count("line", Int64(place?.line ?? -1))
        writer.count("column", Int64(place?.column ?? -1))
        writer.text("path", path?.pointer)
        writer.text("serviceCode", serviceCode?.pointer)
        writer.text("serviceMessage", serviceMessage?.pointer)
        writer.count("httpStatus", Int64(httpStatus))
        writer.flag("retryable", isRetryable)
        writer.endObject()
        return writer.bytes
    }
}

/// The one way in which a call ends that can fail: sets both out arguments and returns the status.
func finish<Value: AnyObject>(
    _ outValue: UnsafeMutablePointer<OpaquePointer?>?, _ outError: UnsafeMutablePointer<OpaquePointer?>?,
    _ body: () throws(FeedError) -> Value
) -> feedcore_status {
    outValue?.pointee = nil
    outError?.pointee = nil
    guard let outValue else { return fail(.argument("the out argument is NULL"), outError) }
    do {
        outValue.pointee = OpaquePointer(Unmanaged.passRetained(try body()).toOpaque())
        return FEEDCORE_OK
    } catch {
        return fail(error, outError)
    }
}

func fail(_ error: FeedError, _ outError: UnsafeMutablePointer<OpaquePointer?>?) -> feedcore_status {
    let handle = ErrorHandle(error)
    outError?.pointee = OpaquePointer(Unmanaged.passRetained(handle).toOpaque())
    return handle.status
}

extension FeedError {
    static func argument(_ message: String) -> FeedError {
        FeedError(.argument, message)
    }

    fileprivate var messageWithPlace: String {
        guard let place else { return message }
        return message + ", at line \(place.line), column \(place.column)"
    }
}

extension FeedFailure.Kind {
    /// Nil for success, and for what is no failure of an answer or of the way to it.
    init?(_ status: feedcore_status) {
        switch status {
        case FEEDCORE_ERROR_EMPTY: self = .answer(.empty)
        case FEEDCORE_ERROR_SYNTAX: self = .answer(.syntax)
        case FEEDCORE_ERROR_TOO_DEEP: self = .answer(.tooDeep)
        case FEEDCORE_ERROR_TOO_LARGE: self = .answer(.tooLarge)
        case FEEDCORE_ERROR_JSON: self = .answer(.json)
        case FEEDCORE_ERROR_MAPPING: self = .answer(.mapping)
        case FEEDCORE_ERROR_SHAPE: self = .answer(.shape)
        case FEEDCORE_ERROR_LOGIN_NEEDED: self = .answer(.loginNeeded)
        case FEEDCORE_ERROR_REFUSED: self = .answer(.refused)
        case FEEDCORE_ERROR_NETWORK: self = .network
        case FEEDCORE_ERROR_TIMEOUT: self = .timeout
        case FEEDCORE_ERROR_TLS: self = .tls
        case FEEDCORE_ERROR_HTTP: self = .http
        case FEEDCORE_ERROR_CANCELLED: self = .cancelled
        case FEEDCORE_ERROR_UNAVAILABLE: self = .unavailable
        case FEEDCORE_ERROR_CONFIG: self = .answer(.config)
        case FEEDCORE_ERROR_STORE: self = .store
        case FEEDCORE_ERROR_IMAGE: self = .image
        default: return nil
        }
    }
}

extension feedcore_status {
    init(_ kind: FeedError.Kind) {
        switch kind {
        case .argument: self = FEEDCORE_ERROR_ARGUMENT
        case .empty: self = FEEDCORE_ERROR_EMPTY
        case .syntax: self = FEEDCORE_ERROR_SYNTAX
        case .tooDeep: self = FEEDCORE_ERROR_TOO_DEEP
        case .tooLarge: self = FEEDCORE_ERROR_TOO_LARGE
        case .json: self = FEEDCORE_ERROR_JSON
        case .mapping: self = FEEDCORE_ERROR_MAPPING
        case .shape: self = FEEDCORE_ERROR_SHAPE
        case .loginNeeded: self = FEEDCORE_ERROR_LOGIN_NEEDED
        case .refused: self = FEEDCORE_ERROR_REFUSED
        case .config: self = FEEDCORE_ERROR_CONFIG
        case .thread: self = FEEDCORE_ERROR_THREAD
        case .unavailable: self = FEEDCORE_ERROR_UNAVAILABLE
        }
    }

    fileprivate init(_ kind: FeedFailure.Kind) {
        switch kind {
        case .answer(let kind): self.init(kind)
        case .network: self = FEEDCORE_ERROR_NETWORK
        case .timeout: self = FEEDCORE_ERROR_TIMEOUT
        case .tls: self = FEEDCORE_ERROR_TLS
        case .http: self = FEEDCORE_ERROR_HTTP
        case .unavailable: self = FEEDCORE_ERROR_UNAVAILABLE
        case .cancelled: self = FEEDCORE_ERROR_CANCELLED
        case .store: self = FEEDCORE_ERROR_STORE
        case .image: self = FEEDCORE_ERROR_IMAGE
        }
    }

    init(_ status: Context.Status) {
        switch status {
        case .ok: self = FEEDCORE_OK
        case .wrongThread: self = FEEDCORE_ERROR_THREAD
        case .nested: self = FEEDCORE_ERROR_NESTED
        case .timeout: self = FEEDCORE_ERROR_TIMEOUT
        case .unavailable: self = FEEDCORE_ERROR_UNAVAILABLE
        case .argument: self = FEEDCORE_ERROR_ARGUMENT
        }
    }

    fileprivate var name: StaticString {
        switch self {
        case FEEDCORE_OK: "ok"
        case FEEDCORE_ERROR_ARGUMENT: "argument"
        case FEEDCORE_ERROR_EMPTY: "empty"
        case FEEDCORE_ERROR_SYNTAX: "syntax"
        case FEEDCORE_ERROR_TOO_DEEP: "too-deep"
        case FEEDCORE_ERROR_TOO_LARGE: "too-large"
        case FEEDCORE_ERROR_JSON: "json"
        case FEEDCORE_ERROR_MAPPING: "mapping"
        case FEEDCORE_ERROR_SHAPE: "shape"
        case FEEDCORE_ERROR_LOGIN_NEEDED: "login-needed"
        case FEEDCORE_ERROR_REFUSED: "refused"
        case FEEDCORE_ERROR_NETWORK: "network"
        case FEEDCORE_ERROR_TIMEOUT: "timeout"
        case FEEDCORE_ERROR_TLS: "tls"
        case FEEDCORE_ERROR_HTTP: "http"
        case FEEDCORE_ERROR_CANCELLED: "cancelled"
        case FEEDCORE_ERROR_THREAD: "thread"
        case FEEDCORE_ERROR_NESTED: "nested"
        case FEEDCORE_ERROR_UNAVAILABLE: "unavailable"
        case FEEDCORE_ERROR_CONFIG: "config"
        case FEEDCORE_ERROR_STORE: "store"
        case FEEDCORE_ERROR_IMAGE: "image"
        default: "unknown"
        }
    }
}

private func unwrap(_ error: OpaquePointer?) -> ErrorHandle? {
    error.map { Unmanaged<ErrorHandle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

@implementation @_cdecl("feedcore_status_name")
public func feedcore_status_name(_ status: feedcore_status) -> UnsafePointer<CChar>? {
    lend(status.name)
}

@implementation @_cdecl("feedcore_error_free")
public func feedcore_error_free(_ error: OpaquePointer?) {
    guard let error else { return }
    Unmanaged<ErrorHandle>.fromOpaque(UnsafeRawPointer(error)).release()
}

@implementation @_cdecl("feedcore_error_status")
public func feedcore_error_status(_ error: OpaquePointer?) -> feedcore_status {
    unwrap(error)?.status ?? FEEDCORE_OK
}

@implementation @_cdecl("feedcore_error_message")
public func feedcore_error_message(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(error)?.message.pointer ?? lend("")
}

@implementation @_cdecl("feedcore_error_offset")
public func feedcore_error_offset(_ error: OpaquePointer?) -> Int64 {
    Int64(unwrap(error)?.place?.offset ?? -1)
}

@implementation @_cdecl("feedcore_error_line")
public func feedcore_error_line(_ error: OpaquePointer?) -> Int64 {
    Int64(unwrap(error)?.place?.line ?? -1)
}

@implementation @_cdecl("feedcore_error_column")
public func feedcore_error_column(_ error: OpaquePointer?) -> Int64 {
    Int64(unwrap(error)?.place?.column ?? -1)
}

@implementation @_cdecl("feedcore_error_path")
public func feedcore_error_path(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(error)?.path?.pointer
}

@implementation @_cdecl("feedcore_error_service_code")
public func feedcore_error_service_code(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(error)?.serviceCode?.pointer
}

@implementation @_cdecl("feedcore_error_service_message")
public func feedcore_error_service_message(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(error)?.serviceMessage?.pointer
}

@implementation @_cdecl("feedcore_error_http_status")
public func feedcore_error_http_status(_ error: OpaquePointer?) -> Int32 {
    unwrap(error)?.httpStatus ?? -1
}

@implementation @_cdecl("feedcore_error_retryable")
public func feedcore_error_retryable(_ error: OpaquePointer?) -> Int32 {
    lend(unwrap(error)?.isRetryable ?? false)
}

@implementation @_cdecl("feedcore_error_to_json")
public func feedcore_error_to_json(_ error: OpaquePointer?) -> UnsafeMutablePointer<json_t>? {
    unwrap(error).flatMap { makeJansson($0.json) }
}

@implementation @_cdecl("feedcore_error_to_text")
public func feedcore_error_to_text(_ error: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
    unwrap(error).flatMap { copyForHost($0.json) }
}
