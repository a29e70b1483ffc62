import CFeedCore
import CJansson
import FeedParsing
import FeedViewModels

@implementation @_cdecl("feedcore_feed_move_section")
public func feedcore_feed_move_section(
    _ feed: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ position: Int
) -> feedcore_status {
    rearrange(feed, key) { $0.moveSection($1, to: position) }
}

@implementation @_cdecl("feedcore_feed_hide_section")
public func feedcore_feed_hide_section(
    _ feed: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ isHidden: Int32
) -> feedcore_status {
    rearrange(feed, key) { $0.hideSection($1, isHidden != 0) }
}

@implementation @_cdecl("feedcore_feed_remove_section")
public func feedcore_feed_remove_section(
    _ feed: OpaquePointer?, _ key: UnsafePointer<CChar>?
) -> feedcore_status {
    rearrange(feed, key) { $0.removeSection($1) }
}

private func rearrange(
    _ feed: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ body: (FeedViewModel, String) -> Context.Status
) -> feedcore_status {
    guard let feed = unwrapFeed(feed)?.feed, let key else { return FEEDCORE_ERROR_ARGUMENT }
    return feedcore_status(body(feed, String(cString: key)))
}

@implementation @_cdecl("feedcore_feed_insert_section")
public func feedcore_feed_insert_section(
    _ feed: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int, _ position: Int,
    _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(feed, outError) { (feed) throws(FeedError) in
        try feed.insertSection(try bytes(text, length), at: position)
    }
}

@implementation @_cdecl("feedcore_feed_insert_section_json")
public func feedcore_feed_insert_section_json(
    _ feed: OpaquePointer?, _ json: UnsafePointer<json_t>?, _ position: Int,
    _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(feed, outError) { (feed) throws(FeedError) in
        try readJansson(json) { (text) throws(FeedError) in try feed.insertSection(text, at: position) }
    }
}

@implementation @_cdecl("feedcore_feed_hidden_sections")
public func feedcore_feed_hidden_sections(_ feed: OpaquePointer?) -> OpaquePointer? {
    ownFeed(feed)?.hidden.map { OpaquePointer(Unmanaged.passRetained($0).toOpaque()) }
}

@implementation @_cdecl("feedcore_feed_set_arrangement")
public func feedcore_feed_set_arrangement(
    _ feed: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int,
    _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(feed, outError) { (feed) throws(FeedError) in try feed.arrange(try bytes(text, length)) }
}

@implementation @_cdecl("feedcore_feed_set_arrangement_json")
public func feedcore_feed_set_arrangement_json(
    _ feed: OpaquePointer?, _ json: UnsafePointer<json_t>?, _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(feed, outError) { (feed) throws(FeedError) in
        try readJansson(json) { (text) throws(FeedError) in try feed.arrange(text) }
    }
}

@implementation @_cdecl("feedcore_feed_arrangement_to_json")
public func feedcore_feed_arrangement_to_json(_ feed: OpaquePointer?) -> UnsafeMutablePointer<json_t>? {
    ownFeed(feed).flatMap { makeJansson($0.arrangementJSON) }
}

@implementation @_cdecl("feedcore_feed_arrangement_to_text")
public func feedcore_feed_arrangement_to_text(_ feed: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
    ownFeed(feed).flatMap { copyForHost($0.arrangementJSON) }
}

private func finish(
    _ feed: OpaquePointer?, _ outError: UnsafeMutablePointer<OpaquePointer?>?,
    _ body: (FeedViewModel) throws(FeedError) -> Void
) -> feedcore_status {
    outError?.pointee = nil
    do throws(FeedError) {
        guard let feed = unwrapFeed(feed)?.feed else { throw .argument("the feed is NULL") }
        try body(feed)
        return FEEDCORE_OK
    } catch {
        return fail(error, outError)
    }
}
