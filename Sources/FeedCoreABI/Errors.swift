import CFeedCore
import CJansson
import FeedParsing

/// What a `feedcore_error *` points to: an error with its texts as C has them.
final class ErrorHandle {
    let error: FeedError
    let status: feedcore_status
    let message: CText
    let path: CText?
    let serviceCode: CText?
    let serviceMessage: CText?

    init(_ error: FeedError, _ status: feedcore_status) {
        self.error = error
        self.status = status
        message = CText(error.messageWithPlace)
        path = error.path.map { CText($0) }
        serviceCode = error.serviceCode.map { CText($0) }
        serviceMessage = error.serviceMessage.map { CText($0) }
    }

    /// The error as JSON text.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.error(error, status: status.name)
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

private func fail(_ error: FeedError, _ outError: UnsafeMutablePointer<OpaquePointer?>?) -> feedcore_status {
    let handle = ErrorHandle(error, feedcore_status(error.kind))
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

extension feedcore_status {
    fileprivate init(_ kind: FeedError.Kind) {
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
    Int64(unwrap(error)?.error.place?.offset ?? -1)
}

@implementation @_cdecl("feedcore_error_line")
public func feedcore_error_line(_ error: OpaquePointer?) -> Int64 {
    Int64(unwrap(error)?.error.place?.line ?? -1)
}

@implementation @_cdecl("feedcore_error_column")
public func feedcore_error_column(_ error: OpaquePointer?) -> Int64 {
    Int64(unwrap(error)?.error.place?.column ?? -1)
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

@implementation @_cdecl("feedcore_error_to_json")
public func feedcore_error_to_json(_ error: OpaquePointer?) -> UnsafeMutablePointer<json_t>? {
    unwrap(error).flatMap { makeJansson($0.json) }
}

@implementation @_cdecl("feedcore_error_to_text")
public func feedcore_error_to_text(_ error: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
    unwrap(error).flatMap { copyForHost($0.json) }
}
