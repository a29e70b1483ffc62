import CFeedCore
import CJansson
import CPlatform
import FeedParsing
import FeedViewModels

/// What a `feedcore_feed *` points to: the view model, and the texts and errors that it lends.
final class FeedHandle {
    let feed: FeedViewModel
    let sourceNames: [CText]
    private var errors: [ErrorHandle?] = []
    /// When these errors were lent.
    private var errorsEventCount: UInt64 = 0

    init(_ feed: FeedViewModel) {
        self.feed = feed
        sourceNames = feed.sourceNames.map { CText($0) }
    }

    func setCallback(_ callback: feedcore_feed_callback?, _ data: HostData) {
        // Released after the change: that is the host's code.
        let old = feed.didChange
        feed.didChange = callback.map { callback in
            // The handle closes the feed, and with it this, before it goes.
            { [unowned(unsafe) self] event in
                let lent = EventHandle(event, sourceName: event.source.map { feed.sourceNames[$0] })
                withExtendedLifetime((self, lent, data)) { callback(pointer, lent.pointer, data.pointer) }
            }
        }
        withExtendedLifetime(old) {}
    }

    /// Why a source failed, lent until the next event.
    func error(of source: Int) -> ErrorHandle? {
        guard let failure = feed.failure(of: source) else { return nil }
        if errors.isEmpty || errorsEventCount != feed.eventCount {
            errors = sourceNames.map { _ in nil }
            errorsEventCount = feed.eventCount
        }
        if errors[source] == nil { errors[source] = ErrorHandle.of(failure) }
        return errors[source]
    }

    private var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }
}

func unwrapFeed(_ feed: OpaquePointer?) -> FeedHandle? {
    feed.map { Unmanaged<FeedHandle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

/// For getters: nil on a thread that isn't the feed's.
func ownFeed(_ feed: OpaquePointer?) -> FeedViewModel? {
    guard let feed = unwrapFeed(feed)?.feed, feed.isOnOwnThread else { return nil }
    return feed
}

private func makeFeed(
    _ context: OpaquePointer?, _ config: UnsafeRawBufferPointer
) throws(FeedError) -> FeedHandle {
    guard let context = unwrapContext(context)?.context else { throw .argument("the context is NULL") }
    guard context.isUsable, let feed = FeedViewModel(context, try FeedConfig(config)) else {
        throw FeedError(.thread, "not the context's thread")
    }
    return FeedHandle(feed)
}

@implementation @_cdecl("feedcore_feed_new")
public func feedcore_feed_new(
    _ context: OpaquePointer?, _ config: UnsafePointer<CChar>?, _ length: Int,
    _ outFeed: UnsafeMutablePointer<OpaquePointer?>?, _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(outFeed, outError) { () throws(FeedError) in try makeFeed(context, try bytes(config, length)) }
}

@implementation @_cdecl("feedcore_feed_new_json")
public func feedcore_feed_new_json(
    _ context: OpaquePointer?, _ config: UnsafePointer<json_t>?,
    _ outFeed: UnsafeMutablePointer<OpaquePointer?>?, _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(outFeed, outError) { () throws(FeedError) in
        try readJansson(config) { (text) throws(FeedError) in try makeFeed(context, text) }
    }
}

@implementation @_cdecl("feedcore_feed_free")
public func feedcore_feed_free(_ feed: OpaquePointer?) {
    guard let feed, let handle = unwrapFeed(feed), handle.feed.isOnOwnThread else { return }
    handle.feed.close()
    Unmanaged<FeedHandle>.fromOpaque(UnsafeRawPointer(feed)).release()
}

@implementation @_cdecl("feedcore_feed_set_callback")
public func feedcore_feed_set_callback(
    _ feed: OpaquePointer?, _ callback: feedcore_feed_callback?, _ userData: UnsafeMutableRawPointer?,
    _ destroy: feedcore_destroy?
) -> feedcore_status {
    let data = HostData(userData, destroy)
    guard let handle = unwrapFeed(feed) else { return FEEDCORE_ERROR_ARGUMENT }
    guard handle.feed.isUsable else { return FEEDCORE_ERROR_THREAD }
    handle.setCallback(callback, data)
    return FEEDCORE_OK
}

/// A request that may have begun: its number, and how the call went.
private func finish(
    _ outRequest: UnsafeMutablePointer<UInt64>?, _ feed: OpaquePointer?,
    _ body: (FeedViewModel) -> (Context.Status, request: UInt64)
) -> feedcore_status {
    outRequest?.pointee = 0
    guard let feed = unwrapFeed(feed)?.feed else { return FEEDCORE_ERROR_ARGUMENT }
    let (status, request) = body(feed)
    outRequest?.pointee = request
    return feedcore_status(status)
}

@implementation @_cdecl("feedcore_feed_refresh")
public func feedcore_feed_refresh(
    _ feed: OpaquePointer?, _ outRequest: UnsafeMutablePointer<UInt64>?
) -> feedcore_status {
    finish(outRequest, feed) { $0.refresh() }
}

@implementation @_cdecl("feedcore_feed_reload")
public func feedcore_feed_reload(
    _ feed: OpaquePointer?, _ outRequest: UnsafeMutablePointer<UInt64>?
) -> feedcore_status {
    finish(outRequest, feed) { $0.refresh(isForced: true) }
}

@implementation @_cdecl("feedcore_feed_refresh_source")
public func feedcore_feed_refresh_source(
    _ feed: OpaquePointer?, _ source: Int, _ outRequest: UnsafeMutablePointer<UInt64>?
) -> feedcore_status {
    finish(outRequest, feed) { $0.refresh(source: source) }
}

@implementation @_cdecl("feedcore_feed_load")
public func feedcore_feed_load(
    _ feed: OpaquePointer?, _ source: Int, _ text: UnsafePointer<CChar>?, _ length: Int,
    _ outRequest: UnsafeMutablePointer<UInt64>?
) -> feedcore_status {
    outRequest?.pointee = 0
    guard let text else { return FEEDCORE_ERROR_ARGUMENT }
    guard 0..<JSONDocument.sizeLimit ~= length else { return FEEDCORE_ERROR_TOO_LARGE }
    return finish(outRequest, feed) { feed in
        feed.load(source: source, Array(UnsafeRawBufferPointer(start: text, count: length)))
    }
}

@implementation @_cdecl("feedcore_feed_load_json")
public func feedcore_feed_load_json(
    _ feed: OpaquePointer?, _ source: Int, _ json: UnsafePointer<json_t>?,
    _ outRequest: UnsafeMutablePointer<UInt64>?
) -> feedcore_status {
    outRequest?.pointee = 0
    do throws(FeedError) {
        let text = try readJansson(json) { (text) throws(FeedError) in Array(text) }
        return finish(outRequest, feed) { $0.load(source: source, text) }
    } catch {
        return feedcore_status(error.kind)
    }
}

@implementation @_cdecl("feedcore_feed_cancel")
public func feedcore_feed_cancel(_ feed: OpaquePointer?, _ request: UInt64) -> feedcore_status {
    unwrapFeed(feed).map { feedcore_status($0.feed.cancel(request)) } ?? FEEDCORE_ERROR_ARGUMENT
}

@implementation @_cdecl("feedcore_feed_load_more")
public func feedcore_feed_load_more(
    _ feed: OpaquePointer?, _ outRequest: UnsafeMutablePointer<UInt64>?
) -> feedcore_status {
    finish(outRequest, feed) { $0.loadMore() }
}

@implementation @_cdecl("feedcore_feed_can_load_more")
public func feedcore_feed_can_load_more(_ feed: OpaquePointer?) -> Int32 {
    lend(ownFeed(feed)?.canLoadMore ?? false)
}

@implementation @_cdecl("feedcore_feed_load_more_section")
public func feedcore_feed_load_more_section(
    _ feed: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ outRequest: UnsafeMutablePointer<UInt64>?
) -> feedcore_status {
    outRequest?.pointee = 0
    guard let key else { return FEEDCORE_ERROR_ARGUMENT }
    return finish(outRequest, feed) { $0.loadMore(section: String(cString: key)) }
}

@implementation @_cdecl("feedcore_feed_section_state")
public func feedcore_feed_section_state(_ feed: OpaquePointer?, _ index: Int) -> feedcore_state {
    feedcore_state(ownFeed(feed)?.state(ofSection: index) ?? .idle)
}

@implementation @_cdecl("feedcore_feed_section_count")
public func feedcore_feed_section_count(_ feed: OpaquePointer?) -> Int {
    ownFeed(feed)?.sectionCount ?? 0
}

@implementation @_cdecl("feedcore_feed_section")
public func feedcore_feed_section(_ feed: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    ownFeed(feed)?.section(at: index).map { OpaquePointer($0) }
}

@implementation @_cdecl("feedcore_feed_section_by_key")
public func feedcore_feed_section_by_key(
    _ feed: OpaquePointer?, _ key: UnsafePointer<CChar>?
) -> OpaquePointer? {
    key.flatMap { ownFeed(feed)?.section(key: $0.utf8) }.map { OpaquePointer($0) }
}

@implementation @_cdecl("feedcore_feed_snapshot")
public func feedcore_feed_snapshot(_ feed: OpaquePointer?) -> OpaquePointer? {
    ownFeed(feed)?.snapshot.map { OpaquePointer(Unmanaged.passRetained($0).toOpaque()) }
}

@implementation @_cdecl("feedcore_feed_revision")
public func feedcore_feed_revision(_ feed: OpaquePointer?) -> UInt64 {
    ownFeed(feed)?.revision ?? 0
}

@implementation @_cdecl("feedcore_feed_source_count")
public func feedcore_feed_source_count(_ feed: OpaquePointer?) -> Int {
    ownFeed(feed)?.sourceNames.count ?? 0
}

@implementation @_cdecl("feedcore_feed_source_name")
public func feedcore_feed_source_name(_ feed: OpaquePointer?, _ source: Int) -> UnsafePointer<CChar>? {
    guard let handle = unwrapFeed(feed), handle.feed.isOnOwnThread,
        handle.sourceNames.indices.contains(source)
    else {
        return nil
    }
    return handle.sourceNames[source].pointer
}

@implementation @_cdecl("feedcore_feed_source_state")
public func feedcore_feed_source_state(_ feed: OpaquePointer?, _ source: Int) -> feedcore_state {
    feedcore_state(ownFeed(feed)?.state(of: source) ?? .idle)
}

@implementation @_cdecl("feedcore_feed_source_time")
public func feedcore_feed_source_time(_ feed: OpaquePointer?, _ source: Int) -> Int64 {
    ownFeed(feed)?.time(of: source) ?? .min
}

@implementation @_cdecl("feedcore_feed_source_error")
public func feedcore_feed_source_error(_ feed: OpaquePointer?, _ source: Int) -> OpaquePointer? {
    guard let handle = unwrapFeed(feed), handle.feed.isOnOwnThread, let error = handle.error(of: source)
    else {
        return nil
    }
    return OpaquePointer(Unmanaged.passUnretained(error).toOpaque())
}

@implementation @_cdecl("feedcore_feed_activate")
public func feedcore_feed_activate(_ feed: OpaquePointer?, _ uid: UInt64) -> feedcore_status {
    unwrapFeed(feed).map { feedcore_status($0.feed.activate(uid)) } ?? FEEDCORE_ERROR_ARGUMENT
}

@implementation @_cdecl("feedcore_feed_activate_section")
public func feedcore_feed_activate_section(
    _ feed: OpaquePointer?, _ key: UnsafePointer<CChar>?
) -> feedcore_status {
    guard let handle = unwrapFeed(feed), let key else { return FEEDCORE_ERROR_ARGUMENT }
    return feedcore_status(handle.feed.activateSection(String(cString: key)))
}

/// The action of what a feed shows; on another thread there is none.
private func lend(
    _ outAction: UnsafeMutablePointer<OpaquePointer?>?, _ feed: OpaquePointer?,
    _ activation: (FeedViewModel) -> Activation?
) -> feedcore_status {
    outAction?.pointee = nil
    guard let feed = unwrapFeed(feed)?.feed, let outAction else { return FEEDCORE_ERROR_ARGUMENT }
    guard feed.isUsable else { return FEEDCORE_ERROR_THREAD }
    guard let activation = activation(feed) else { return FEEDCORE_ERROR_ARGUMENT }
    outAction.pointee = OpaquePointer(Unmanaged.passRetained(activation.action).toOpaque())
    return FEEDCORE_OK
}

@implementation @_cdecl("feedcore_feed_action")
public func feedcore_feed_action(
    _ feed: OpaquePointer?, _ uid: UInt64, _ outAction: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    lend(outAction, feed) { $0.activation(of: uid) }
}

@implementation @_cdecl("feedcore_feed_section_action")
public func feedcore_feed_section_action(
    _ feed: OpaquePointer?, _ key: UnsafePointer<CChar>?,
    _ outAction: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    lend(outAction, feed) { feed in key.flatMap { feed.activation(ofSection: String(cString: $0)) } }
}

@implementation @_cdecl("feedcore_feed_select")
public func feedcore_feed_select(_ feed: OpaquePointer?, _ uid: UInt64) -> feedcore_status {
    feedcore_feed_activate(feed, uid)
}
