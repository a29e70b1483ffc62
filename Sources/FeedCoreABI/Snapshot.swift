import CFeedCore
import CJansson
import CPlatform
import FeedParsing

func unwrapSnapshot(_ snapshot: OpaquePointer?) -> Snapshot? {
    snapshot.map { Unmanaged<Snapshot>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

private func unwrapWarning(_ warning: OpaquePointer?) -> WarningRecord? {
    unwrap(warning, as: WarningRecord.self)?.pointee
}

extension Snapshot {
    /// The snapshot as JSON text.
    fileprivate var json: [UInt8] {
        var writer = JSONWriter()
        writer.snapshot(self)
        return writer.bytes
    }
}

@implementation @_cdecl("feedcore_snapshot_ref")
public func feedcore_snapshot_ref(_ snapshot: OpaquePointer?) -> OpaquePointer? {
    guard let snapshot else { return nil }
    _ = Unmanaged<Snapshot>.fromOpaque(UnsafeRawPointer(snapshot)).retain()
    return snapshot
}

@implementation @_cdecl("feedcore_snapshot_unref")
public func feedcore_snapshot_unref(_ snapshot: OpaquePointer?) {
    guard let snapshot else { return }
    Unmanaged<Snapshot>.fromOpaque(UnsafeRawPointer(snapshot)).release()
}

@implementation @_cdecl("feedcore_snapshot_section_count")
public func feedcore_snapshot_section_count(_ snapshot: OpaquePointer?) -> Int {
    unwrapSnapshot(snapshot)?.sectionRecords.count ?? 0
}

@implementation @_cdecl("feedcore_snapshot_section")
public func feedcore_snapshot_section(_ snapshot: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    unwrapSnapshot(snapshot)?.sectionRecords.at(index).map { OpaquePointer($0) }
}

@implementation @_cdecl("feedcore_snapshot_section_by_key")
public func feedcore_snapshot_section_by_key(
    _ snapshot: OpaquePointer?, _ key: UnsafePointer<CChar>?
) -> OpaquePointer? {
    key.flatMap { unwrapSnapshot(snapshot)?.sectionRecord(key: $0.utf8) }.map { OpaquePointer($0) }
}

@implementation @_cdecl("feedcore_snapshot_service_code")
public func feedcore_snapshot_service_code(_ snapshot: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrapSnapshot(snapshot)?.page.serviceCode
}

@implementation @_cdecl("feedcore_snapshot_message")
public func feedcore_snapshot_message(_ snapshot: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrapSnapshot(snapshot)?.page.message
}

@implementation @_cdecl("feedcore_snapshot_cursor")
public func feedcore_snapshot_cursor(_ snapshot: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrapSnapshot(snapshot)?.page.cursor
}

@implementation @_cdecl("feedcore_snapshot_has_more")
public func feedcore_snapshot_has_more(_ snapshot: OpaquePointer?) -> Int32 {
    lend(unwrapSnapshot(snapshot)?.page.hasMore)
}

@implementation @_cdecl("feedcore_snapshot_refresh_interval")
public func feedcore_snapshot_refresh_interval(_ snapshot: OpaquePointer?) -> Int64 {
    unwrapSnapshot(snapshot)?.page.refreshInterval ?? -1
}

@implementation @_cdecl("feedcore_snapshot_nodata_toast")
public func feedcore_snapshot_nodata_toast(_ snapshot: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrapSnapshot(snapshot)?.page.nodataToast
}

@implementation @_cdecl("feedcore_snapshot_rest_json")
public func feedcore_snapshot_rest_json(
    _ snapshot: OpaquePointer?, _ outLength: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? {
    lend(unwrapSnapshot(snapshot)?.page.rest ?? UnsafeBufferPointer(start: nil, count: 0), outLength)
}

@implementation @_cdecl("feedcore_snapshot_warning_count")
public func feedcore_snapshot_warning_count(_ snapshot: OpaquePointer?) -> Int {
    unwrapSnapshot(snapshot)?.warningRecords.count ?? 0
}

@implementation @_cdecl("feedcore_snapshot_warning_total")
public func feedcore_snapshot_warning_total(_ snapshot: OpaquePointer?) -> Int {
    unwrapSnapshot(snapshot)?.warningTotal ?? 0
}

@implementation @_cdecl("feedcore_snapshot_warning")
public func feedcore_snapshot_warning(_ snapshot: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    unwrapSnapshot(snapshot)?.warningRecords.at(index).map { OpaquePointer($0) }
}

@implementation @_cdecl("feedcore_snapshot_to_json")
public func feedcore_snapshot_to_json(_ snapshot: OpaquePointer?) -> UnsafeMutablePointer<json_t>? {
    unwrapSnapshot(snapshot).flatMap { makeJansson($0.json) }
}

@implementation @_cdecl("feedcore_snapshot_to_text")
public func feedcore_snapshot_to_text(_ snapshot: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
    unwrapSnapshot(snapshot).flatMap { copyForHost($0.json) }
}

@implementation @_cdecl("feedcore_warning_get_code")
public func feedcore_warning_get_code(_ warning: OpaquePointer?) -> feedcore_warning_code {
    feedcore_warning_code(UInt32(unwrapWarning(warning)?.code.rawValue ?? 0))
}

@implementation @_cdecl("feedcore_warning_name")
public func feedcore_warning_name(_ warning: OpaquePointer?) -> UnsafePointer<CChar>? {
    lend(unwrapWarning(warning)?.code.name ?? "")
}

@implementation @_cdecl("feedcore_warning_path")
public func feedcore_warning_path(_ warning: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrapWarning(warning)?.path
}

@implementation @_cdecl("feedcore_warning_message")
public func feedcore_warning_message(_ warning: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrapWarning(warning)?.message ?? lend("")
}

@implementation @_cdecl("feedcore_warning_to_json")
public func feedcore_warning_to_json(_ warning: OpaquePointer?) -> UnsafeMutablePointer<json_t>? {
    unwrapWarning(warning).flatMap { warning in
        var writer = JSONWriter()
        writer.warning(warning)
        return makeJansson(writer.bytes)
    }
}
