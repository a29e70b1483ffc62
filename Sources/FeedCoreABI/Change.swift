import CFeedCore
import CJansson
import FeedParsing
import FeedViewModels

/// What a `feedcore_change_list *` points to.
final class ChangeListHandle {
    let changes: UnsafeMutableBufferPointer<Change>

    init(_ list: ChangeList) {
        changes = UnsafeMutableBufferPointer.allocate(capacity: list.changes.count)
        _ = changes.initialize(fromContentsOf: list.changes)
    }

    deinit {
        changes.deallocate()
    }

    /// The list as JSON text.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for change in changes { writer.change(change) }
        writer.endArray()
        return writer.bytes
    }
}

private func unwrap(_ list: OpaquePointer?) -> ChangeListHandle? {
    list.map { Unmanaged<ChangeListHandle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

private func unwrapChange(_ change: OpaquePointer?) -> Change? {
    unwrap(change, as: Change.self)?.pointee
}

@implementation @_cdecl("feedcore_diff")
public func feedcore_diff(
    _ old: OpaquePointer?, _ new: OpaquePointer?, _ outChanges: UnsafeMutablePointer<OpaquePointer?>?,
    _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(outChanges, outError) { () throws(FeedError) in
        guard let new = unwrapSnapshot(new) else { throw .argument("the new page is NULL") }
        return ChangeListHandle(ChangeList(from: unwrapSnapshot(old), to: new))
    }
}

@implementation @_cdecl("feedcore_change_list_free")
public func feedcore_change_list_free(_ list: OpaquePointer?) {
    guard let list else { return }
    Unmanaged<ChangeListHandle>.fromOpaque(UnsafeRawPointer(list)).release()
}

@implementation @_cdecl("feedcore_change_list_count")
public func feedcore_change_list_count(_ list: OpaquePointer?) -> Int {
    unwrap(list)?.changes.count ?? 0
}

@implementation @_cdecl("feedcore_change_list_change")
public func feedcore_change_list_change(_ list: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    unwrap(list)?.changes.place(index)
}

@implementation @_cdecl("feedcore_change_list_to_json")
public func feedcore_change_list_to_json(_ list: OpaquePointer?) -> UnsafeMutablePointer<json_t>? {
    unwrap(list).flatMap { makeJansson($0.json) }
}

@implementation @_cdecl("feedcore_change_list_to_text")
public func feedcore_change_list_to_text(_ list: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
    unwrap(list).flatMap { copyForHost($0.json) }
}

@implementation @_cdecl("feedcore_change_get_kind")
public func feedcore_change_get_kind(_ change: OpaquePointer?) -> feedcore_change_kind {
    feedcore_change_kind(UInt32(unwrapChange(change)?.kind.rawValue ?? 0))
}

@implementation @_cdecl("feedcore_change_kind_name")
public func feedcore_change_kind_name(_ kind: feedcore_change_kind) -> UnsafePointer<CChar>? {
    lend(Int32(exactly: kind.rawValue).flatMap { Change.Kind(rawValue: $0) }?.name ?? "unknown")
}

@implementation @_cdecl("feedcore_change_section")
public func feedcore_change_section(_ change: OpaquePointer?) -> Int64 {
    Int64(unwrapChange(change)?.section ?? -1)
}

@implementation @_cdecl("feedcore_change_position")
public func feedcore_change_position(_ change: OpaquePointer?) -> Int64 {
    Int64(unwrapChange(change)?.position ?? -1)
}

@implementation @_cdecl("feedcore_change_removed")
public func feedcore_change_removed(_ change: OpaquePointer?) -> Int {
    unwrapChange(change)?.removed ?? 0
}

@implementation @_cdecl("feedcore_change_added")
public func feedcore_change_added(_ change: OpaquePointer?) -> Int {
    unwrapChange(change)?.added ?? 0
}

@implementation @_cdecl("feedcore_change_to_json")
public func feedcore_change_to_json(_ change: OpaquePointer?) -> UnsafeMutablePointer<json_t>? {
    unwrapChange(change).flatMap { change in
        var writer = JSONWriter()
        writer.change(change)
        return makeJansson(writer.bytes)
    }
}
