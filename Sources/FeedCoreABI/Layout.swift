import CFeedCore
import FeedParsing
import FeedViewModels

@implementation @_cdecl("feedcore_feed_set_viewport")
public func feedcore_feed_set_viewport(
    _ feed: OpaquePointer?, _ width: Double, _ height: Double, _ scale: Double
) -> feedcore_status {
    guard let handle = unwrapFeed(feed), let viewport = Viewport(width: width, height: height, scale: scale)
    else { return FEEDCORE_ERROR_ARGUMENT }
    return feedcore_status(handle.feed.setViewport(viewport))
}

@implementation @_cdecl("feedcore_feed_measure")
public func feedcore_feed_measure(
    _ feed: OpaquePointer?, _ index: Int, _ metric: feedcore_metric
) -> Double {
    Metric(metric).flatMap { ownFeed(feed)?.measure($0, ofSection: index) } ?? .nan
}

@implementation @_cdecl("feedcore_feed_layout")
public func feedcore_feed_layout(_ feed: OpaquePointer?, _ index: Int) -> feedcore_layout {
    feedcore_layout(UInt32((ownFeed(feed)?.layoutClass(ofSection: index)?.layout ?? .list).rawValue))
}

@implementation @_cdecl("feedcore_feed_layout_name")
public func feedcore_feed_layout_name(_ feed: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    ownFeed(feed)?.layoutClass(ofSection: index)?.name
}

@implementation @_cdecl("feedcore_feed_set_row_height")
public func feedcore_feed_set_row_height(
    _ feed: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ height: Double
) -> feedcore_status {
    guard let handle = unwrapFeed(feed), let key, height == 0 || 1...100_000 ~= height
    else { return FEEDCORE_ERROR_ARGUMENT }
    return feedcore_status(
        handle.feed.setRowHeight(height == 0 ? nil : height, ofSection: String(cString: key)))
}

@implementation @_cdecl("feedcore_feed_pause_banners")
public func feedcore_feed_pause_banners(_ feed: OpaquePointer?, _ isPaused: Int32) -> feedcore_status {
    unwrapFeed(feed).map { feedcore_status($0.feed.pauseBanners(isPaused != 0)) } ?? FEEDCORE_ERROR_ARGUMENT
}

@implementation @_cdecl("feedcore_feed_banner")
public func feedcore_feed_banner(_ feed: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Int64 {
    Int64(key.flatMap { ownFeed(feed)?.banner(ofSection: String(cString: $0)) } ?? -1)
}

@implementation @_cdecl("feedcore_feed_set_banner")
public func feedcore_feed_set_banner(
    _ feed: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ position: Int
) -> feedcore_status {
    guard let handle = unwrapFeed(feed), let key else { return FEEDCORE_ERROR_ARGUMENT }
    return feedcore_status(handle.feed.setBanner(position, ofSection: String(cString: key)))
}
