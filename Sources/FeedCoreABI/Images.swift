import CFeedCore
import FeedImages
import FeedParsing
import FeedViewModels

extension ImagePriority {
    fileprivate init?(_ priority: feedcore_image_priority) {
        guard let number = Int32(exactly: priority.rawValue) else { return nil }
        self.init(rawValue: number)
    }
}

private func finish(
    _ context: OpaquePointer?, _ body: (Context) throws(FeedError) -> Context.Status
) -> feedcore_status {
    guard let context = unwrapContext(context)?.context else { return FEEDCORE_ERROR_ARGUMENT }
    do throws(FeedError) {
        return feedcore_status(try body(context))
    } catch {
        return feedcore_status(error.kind)
    }
}

@implementation @_cdecl("feedcore_image_request")
public func feedcore_image_request(
    _ context: OpaquePointer?, _ url: UnsafePointer<CChar>?, _ width: UInt32,
    _ priority: feedcore_image_priority, _ outRequest: UnsafeMutablePointer<UInt64>?
) -> feedcore_status {
    outRequest?.pointee = 0
    return finish(context) { context throws(FeedError) in
        guard let url, JSONText.isUTF8(url.utf8), let priority = ImagePriority(priority) else {
            return .argument
        }
        let request = try context.requestImage(String(cString: url), width: width, priority)
        outRequest?.pointee = request
        return .ok
    }
}

@implementation @_cdecl("feedcore_image_set_priority")
public func feedcore_image_set_priority(
    _ context: OpaquePointer?, _ request: UInt64, _ priority: feedcore_image_priority
) -> feedcore_status {
    finish(context) { context throws(FeedError) in
        ImagePriority(priority).map { context.setImagePriority(request, $0) } ?? .argument
    }
}

@implementation @_cdecl("feedcore_image_cancel")
public func feedcore_image_cancel(_ context: OpaquePointer?, _ request: UInt64) -> feedcore_status {
    finish(context) { context throws(FeedError) in context.cancelImage(request) }
}

@implementation @_cdecl("feedcore_context_set_image_callback")
public func feedcore_context_set_image_callback(
    _ context: OpaquePointer?, _ callback: feedcore_image_callback?, _ userData: UnsafeMutableRawPointer?,
    _ destroy: feedcore_destroy?
) -> feedcore_status {
    let data = HostData(userData, destroy)
    guard let handle = unwrapContext(context) else { return FEEDCORE_ERROR_ARGUMENT }
    guard handle.context.isUsable else { return FEEDCORE_ERROR_THREAD }
    handle.setImageCallback(callback, data)
    return FEEDCORE_OK
}

@implementation @_cdecl("feedcore_context_clear_images")
public func feedcore_context_clear_images(_ context: OpaquePointer?) -> feedcore_status {
    finish(context) { context throws(FeedError) in
        try context.clearImages()
        return .ok
    }
}
