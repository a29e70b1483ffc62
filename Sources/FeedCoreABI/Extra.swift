import CFeedCore
import CPlatform
import FeedParsing

private func find(_ item: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> ExtraRecord? {
    guard let item = unwrap(item, as: ItemRecord.self), let name else { return nil }
    return item.pointee.extras.first { strcmp($0.name, name) == 0 }
}

@implementation @_cdecl("feedcore_item_extra_count")
public func feedcore_item_extra_count(_ item: OpaquePointer?) -> Int {
    unwrap(item, as: ItemRecord.self)?.pointee.extras.count ?? 0
}

@implementation @_cdecl("feedcore_item_extra_name")
public func feedcore_item_extra_name(_ item: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    unwrap(item, as: ItemRecord.self)?.pointee.extras.at(index)?.name
}

@implementation @_cdecl("feedcore_item_extra_get_type")
public func feedcore_item_extra_get_type(
    _ item: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> feedcore_extra_type {
    feedcore_extra_type(UInt32((find(item, name)?.type ?? .none).rawValue))
}

@implementation @_cdecl("feedcore_item_extra_text")
public func feedcore_item_extra_text(
    _ item: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> UnsafePointer<CChar>? {
    find(item, name)?.single?.text
}

@implementation @_cdecl("feedcore_item_extra_number")
public func feedcore_item_extra_number(
    _ item: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> Double {
    find(item, name)?.single?.number ?? .nan
}

@implementation @_cdecl("feedcore_item_extra_integer")
public func feedcore_item_extra_integer(
    _ item: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> Int64 {
    find(item, name)?.single?.count ?? -1
}

@implementation @_cdecl("feedcore_item_extra_time")
public func feedcore_item_extra_time(
    _ item: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> Int64 {
    find(item, name)?.single?.time ?? .min
}

@implementation @_cdecl("feedcore_item_extra_length")
public func feedcore_item_extra_length(
    _ item: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> Int {
    find(item, name)?.values.count ?? 0
}

@implementation @_cdecl("feedcore_item_extra_element_text")
public func feedcore_item_extra_element_text(
    _ item: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ index: Int
) -> UnsafePointer<CChar>? {
    find(item, name)?.values.at(index)?.text
}

@implementation @_cdecl("feedcore_item_extra_element_number")
public func feedcore_item_extra_element_number(
    _ item: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ index: Int
) -> Double {
    find(item, name)?.values.at(index)?.number ?? .nan
}
