import CFeedCore
import FeedParsing

private func copyForHost(
    _ table: SnapshotTable, _ outLength: UnsafeMutablePointer<Int>?
) -> UnsafeMutablePointer<CChar>? {
    let copy = copyForHost(table.bytes)
    outLength?.pointee = copy == nil ? 0 : table.bytes.count
    return copy
}

@implementation @_cdecl("feedcore_snapshot_to_table")
public func feedcore_snapshot_to_table(
    _ snapshot: OpaquePointer?, _ outLength: UnsafeMutablePointer<Int>?
) -> UnsafeMutablePointer<CChar>? {
    outLength?.pointee = 0
    return unwrapSnapshot(snapshot).flatMap { copyForHost(SnapshotTable($0), outLength) }
}

@implementation @_cdecl("feedcore_section_to_table")
public func feedcore_section_to_table(
    _ section: OpaquePointer?, _ outLength: UnsafeMutablePointer<Int>?
) -> UnsafeMutablePointer<CChar>? {
    outLength?.pointee = 0
    return unwrap(section, as: SectionRecord.self).flatMap {
        copyForHost(SnapshotTable(sections: [$0]), outLength)
    }
}
