import CFeedCore
import CJansson
import FeedParsing

private func unwrap(_ section: OpaquePointer?) -> UnsafePointer<SectionRecord>? {
    unwrap(section, as: SectionRecord.self)
}

@implementation @_cdecl("feedcore_section_get_kind")
public func feedcore_section_get_kind(_ section: OpaquePointer?) -> feedcore_section_kind {
    feedcore_section_kind(UInt32((unwrap(section)?.pointee.kind ?? .custom).rawValue))
}

@implementation @_cdecl("feedcore_section_kind_name")
public func feedcore_section_kind_name(_ kind: feedcore_section_kind) -> UnsafePointer<CChar>? {
    lend((Int32(exactly: kind.rawValue).flatMap { SectionKind(rawValue: $0) } ?? .custom).name)
}

@implementation @_cdecl("feedcore_section_type")
public func feedcore_section_type(_ section: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(section)?.pointee.type
}

@implementation @_cdecl("feedcore_section_key")
public func feedcore_section_key(_ section: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(section)?.pointee.key
}

@implementation @_cdecl("feedcore_section_uid")
public func feedcore_section_uid(_ section: OpaquePointer?) -> UInt64 {
    unwrap(section)?.pointee.uid ?? 0
}

@implementation @_cdecl("feedcore_section_title")
public func feedcore_section_title(_ section: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(section)?.pointee.title
}

@implementation @_cdecl("feedcore_section_subtitle")
public func feedcore_section_subtitle(_ section: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(section)?.pointee.subtitle
}

@implementation @_cdecl("feedcore_section_title_image")
public func feedcore_section_title_image(_ section: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(section)?.pointee.titleImage
}

@implementation @_cdecl("feedcore_section_button_text")
public func feedcore_section_button_text(_ section: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(section)?.pointee.buttonText
}

@implementation @_cdecl("feedcore_section_button_action")
public func feedcore_section_button_action(_ section: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(section)?.pointee.buttonAction
}

@implementation @_cdecl("feedcore_section_button_action_type")
public func feedcore_section_button_action_type(_ section: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(section)?.pointee.buttonActionType
}

@implementation @_cdecl("feedcore_section_action")
public func feedcore_section_action(_ section: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(section)?.pointee.action
}

@implementation @_cdecl("feedcore_section_action_type")
public func feedcore_section_action_type(_ section: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(section)?.pointee.actionType
}

@implementation @_cdecl("feedcore_section_show_type")
public func feedcore_section_show_type(_ section: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(section)?.pointee.showType
}

@implementation @_cdecl("feedcore_section_can_close")
public func feedcore_section_can_close(_ section: OpaquePointer?) -> Int32 {
    lend(unwrap(section)?.pointee.canClose)
}

@implementation @_cdecl("feedcore_section_get_layout")
public func feedcore_section_get_layout(_ section: OpaquePointer?) -> feedcore_layout {
    feedcore_layout(UInt32((unwrap(section)?.pointee.layoutClass.layout ?? .list).rawValue))
}

@implementation @_cdecl("feedcore_section_layout_name")
public func feedcore_section_layout_name(_ section: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(section)?.pointee.layoutClass.name
}

@implementation @_cdecl("feedcore_section_measure")
public func feedcore_section_measure(
    _ section: OpaquePointer?, _ width: Double, _ height: Double, _ scale: Double,
    _ metric: feedcore_metric
) -> Double {
    guard let section = unwrap(section)?.pointee, let metric = Metric(metric),
        let viewport = Viewport(width: width, height: height, scale: scale)
    else { return .nan }
    return Measures(section.layoutClass, items: section.itemCount, in: viewport)[metric]
}

extension Metric {
    init?(_ metric: feedcore_metric) {
        guard let value = Int32(exactly: metric.rawValue) else { return nil }
        self.init(rawValue: value)
    }
}

@implementation @_cdecl("feedcore_metric_name")
public func feedcore_metric_name(_ metric: feedcore_metric) -> UnsafePointer<CChar>? {
    lend(Metric(metric)?.name ?? "unknown")
}

@implementation @_cdecl("feedcore_section_row_count")
public func feedcore_section_row_count(_ section: OpaquePointer?) -> Int {
    unwrap(section)?.pointee.rowCount ?? 0
}

@implementation @_cdecl("feedcore_section_row_height")
public func feedcore_section_row_height(_ section: OpaquePointer?) -> Double {
    unwrap(section)?.pointee.layoutClass.row ?? 0
}

@implementation @_cdecl("feedcore_section_has_more")
public func feedcore_section_has_more(_ section: OpaquePointer?) -> Int32 {
    lend(unwrap(section)?.pointee.hasMore ?? false)
}

@implementation @_cdecl("feedcore_section_item_count")
public func feedcore_section_item_count(_ section: OpaquePointer?) -> Int {
    unwrap(section)?.pointee.itemCount ?? 0
}

@implementation @_cdecl("feedcore_section_item")
public func feedcore_section_item(_ section: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    unwrap(section)?.pointee.item(at: index).map { OpaquePointer($0) }
}

@implementation @_cdecl("feedcore_section_raw_json")
public func feedcore_section_raw_json(
    _ section: OpaquePointer?, _ outLength: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? {
    lend(unwrap(section)?.pointee.raw ?? UnsafeBufferPointer(start: nil, count: 0), outLength)
}

extension SectionRecord {
    /// The section as JSON text.
    fileprivate var json: [UInt8] {
        var writer = JSONWriter()
        writer.section(self)
        return writer.bytes
    }
}

@implementation @_cdecl("feedcore_section_to_json")
public func feedcore_section_to_json(_ section: OpaquePointer?) -> UnsafeMutablePointer<json_t>? {
    unwrap(section).flatMap { makeJansson($0.pointee.json) }
}

@implementation @_cdecl("feedcore_section_to_text")
public func feedcore_section_to_text(_ section: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
    unwrap(section).flatMap { copyForHost($0.pointee.json) }
}
