import CFeedCore
import CJansson
import CPlatform
import FeedFetching
import FeedParsing
import FeedViewModels

/// What a `feedcore_context *` points to.
final class ContextHandle {
    let context: Context

    init(_ context: Context) {
        self.context = context
    }

    func setLog(_ callback: feedcore_log_callback, _ data: HostData) {
        // The handle closes the context, and with it this, before it goes.
        context.setLog { [unowned(unsafe) self] event, sourceName in
            let lent = EventHandle(event, sourceName: sourceName)
            withExtendedLifetime((self, lent, data)) { callback(pointer, lent.pointer, data.pointer) }
        }
    }

    func setImageCallback(_ callback: feedcore_image_callback?, _ data: HostData) {
        guard let callback else { return context.setImageCallback(nil) }
        context.setImageCallback { [unowned(unsafe) self] event in
            let lent = EventHandle(event, sourceName: nil)
            withExtendedLifetime((self, lent, data)) { callback(pointer, lent.pointer, data.pointer) }
        }
    }

    private var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }
}

func unwrapContext(_ context: OpaquePointer?) -> ContextHandle? {
    context.map { Unmanaged<ContextHandle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

private func makeContext(_ text: UnsafeRawBufferPointer?) throws(FeedError) -> ContextHandle {
    let userAgent = "libfeedcore/" + String(cString: lend(version))
    var config = ContextConfig(userAgent: userAgent)
    if let text { config = try ContextConfig(text, userAgent: userAgent) }
    guard let context = Context(config) else {
        throw FeedError(.unavailable, "the process has no descriptors left")
    }
    return ContextHandle(context)
}

@implementation @_cdecl("feedcore_context_new")
public func feedcore_context_new(
    _ config: UnsafePointer<CChar>?, _ length: Int, _ outContext: UnsafeMutablePointer<OpaquePointer?>?,
    _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(outContext, outError) { () throws(FeedError) in
        try makeContext(config == nil ? nil : try bytes(config, length))
    }
}

@implementation @_cdecl("feedcore_context_new_json")
public func feedcore_context_new_json(
    _ config: UnsafePointer<json_t>?, _ outContext: UnsafeMutablePointer<OpaquePointer?>?,
    _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(outContext, outError) { () throws(FeedError) in
        guard config != nil else { return try makeContext(nil) }
        return try readJansson(config) { (text) throws(FeedError) in try makeContext(text) }
    }
}

@implementation @_cdecl("feedcore_context_free")
public func feedcore_context_free(_ context: OpaquePointer?) {
    guard let context, let handle = unwrapContext(context), handle.context.isOnOwnThread else { return }
    handle.context.close()
    Unmanaged<ContextHandle>.fromOpaque(UnsafeRawPointer(context)).release()
}

@implementation @_cdecl("feedcore_context_fd")
public func feedcore_context_fd(_ context: OpaquePointer?) -> Int32 {
    unwrapContext(context)?.context.descriptor ?? -1
}

@implementation @_cdecl("feedcore_context_dispatch")
public func feedcore_context_dispatch(_ context: OpaquePointer?, _ maxEvents: Int32) -> feedcore_status {
    guard let handle = unwrapContext(context) else { return FEEDCORE_ERROR_ARGUMENT }
    return withExtendedLifetime(handle) { feedcore_status(handle.context.dispatch(Int(maxEvents))) }
}

@implementation @_cdecl("feedcore_context_run")
public func feedcore_context_run(_ context: OpaquePointer?, _ milliseconds: Int64) -> feedcore_status {
    guard let handle = unwrapContext(context) else { return FEEDCORE_ERROR_ARGUMENT }
    return withExtendedLifetime(handle) { feedcore_status(handle.context.run(milliseconds)) }
}

@implementation @_cdecl("feedcore_context_clear_store")
public func feedcore_context_clear_store(_ context: OpaquePointer?) -> feedcore_status {
    unwrapContext(context).map { feedcore_status($0.context.clearStore()) } ?? FEEDCORE_ERROR_ARGUMENT
}

@implementation @_cdecl("feedcore_context_set_wakeup")
public func feedcore_context_set_wakeup(
    _ context: OpaquePointer?, _ callback: feedcore_wakeup_callback?, _ userData: UnsafeMutableRawPointer?,
    _ destroy: feedcore_destroy?
) -> feedcore_status {
    let data = HostData(userData, destroy)
    guard let handle = unwrapContext(context) else { return FEEDCORE_ERROR_ARGUMENT }
    guard handle.context.isUsable else { return FEEDCORE_ERROR_THREAD }
    handle.context.setWakeup(callback.map { callback in { callback(data.pointer) } })
    return FEEDCORE_OK
}

@implementation @_cdecl("feedcore_context_set_log")
public func feedcore_context_set_log(
    _ context: OpaquePointer?, _ callback: feedcore_log_callback?, _ userData: UnsafeMutableRawPointer?,
    _ destroy: feedcore_destroy?
) -> feedcore_status {
    let data = HostData(userData, destroy)
    guard let handle = unwrapContext(context) else { return FEEDCORE_ERROR_ARGUMENT }
    guard handle.context.isUsable else { return FEEDCORE_ERROR_THREAD }
    if let callback { handle.setLog(callback, data) } else { handle.context.setLog(nil) }
    return FEEDCORE_OK
}
