import CFeedCore
import CJansson
import FeedParsing

private func unwrap(_ item: OpaquePointer?) -> UnsafePointer<ItemRecord>? {
    unwrap(item, as: ItemRecord.self)
}

extension ItemRecord {
    /// The item as JSON text.
    fileprivate var json: [UInt8] {
        var writer = JSONWriter()
        writer.item(self)
        return writer.bytes
    }
}

@implementation @_cdecl("feedcore_item_id")
public func feedcore_item_id(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(item)?.pointee.id
}

@implementation @_cdecl("feedcore_item_uid")
public func feedcore_item_uid(_ item: OpaquePointer?) -> UInt64 {
    unwrap(item)?.pointee.uid ?? 0
}

@implementation @_cdecl("feedcore_item_title")
public func feedcore_item_title(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(item)?.pointee.title
}

@implementation @_cdecl("feedcore_item_subtitle")
public func feedcore_item_subtitle(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(item)?.pointee.subtitle
}

@implementation @_cdecl("feedcore_item_text")
public func feedcore_item_text(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(item)?.pointee.text
}

@implementation @_cdecl("feedcore_item_html")
public func feedcore_item_html(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(item)?.pointee.html
}

@implementation @_cdecl("feedcore_item_image")
public func feedcore_item_image(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(item)?.pointee.image
}

@implementation @_cdecl("feedcore_item_action")
public func feedcore_item_action(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(item)?.pointee.action
}

@implementation @_cdecl("feedcore_item_action_type")
public func feedcore_item_action_type(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(item)?.pointee.actionType
}

@implementation @_cdecl("feedcore_item_play_count")
public func feedcore_item_play_count(_ item: OpaquePointer?) -> Int64 {
    unwrap(item)?.pointee.playCount ?? -1
}

@implementation @_cdecl("feedcore_item_label_count")
public func feedcore_item_label_count(_ item: OpaquePointer?) -> Int {
    unwrap(item)?.pointee.labels.count ?? 0
}

@implementation @_cdecl("feedcore_item_label")
public func feedcore_item_label(_ item: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    unwrap(item)?.pointee.labels.at(index)?.text
}

@implementation @_cdecl("feedcore_item_child_count")
public func feedcore_item_child_count(_ item: OpaquePointer?) -> Int {
    unwrap(item)?.pointee.children.count ?? 0
}

@implementation @_cdecl("feedcore_item_child")
public func feedcore_item_child(_ item: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    unwrap(item)?.pointee.children.place(index)
}

@implementation @_cdecl("feedcore_item_raw_json")
public func feedcore_item_raw_json(
    _ item: OpaquePointer?, _ outLength: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? {
    lend(unwrap(item)?.pointee.raw ?? UnsafeBufferPointer(start: nil, count: 0), outLength)
}

@implementation @_cdecl("feedcore_item_to_json")
public func feedcore_item_to_json(_ item: OpaquePointer?) -> UnsafeMutablePointer<json_t>? {
    unwrap(item).flatMap { makeJansson($0.pointee.json) }
}

@implementation @_cdecl("feedcore_item_to_text")
public func feedcore_item_to_text(_ item: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
    unwrap(item).flatMap { copyForHost($0.pointee.json) }
}
