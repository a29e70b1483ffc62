import FeedParsing

/// The way from one page to another, in steps: the fewest sections and items removed and added, none if both show the
/// same. Sections are known by their keys and items by their uids; what is moved is removed and added.
///
/// The steps go through the page once, from its first section to its last and in each from the first item to the last.
/// Immutable; may be used and released from any thread.
public final class ChangeList: Sendable {
    public let changes: [Change]
    /// Whether these are all.
    let isWhole: Bool

    /// `old` is nil where there was nothing yet.
    public convenience init(from old: Snapshot?, to new: Snapshot) {
        self.init(from: old, to: new, limit: .max)
    }

    /// With more than `limit` changes the list is not whole: see `isWhole`.
    init(from old: Snapshot?, to new: Snapshot, limit: Int) {
        var comparison = PageComparison(old, new, limit: limit)
        withExtendedLifetime((old, new)) { comparison.run() }
        changes = comparison.changes
        isWhole = !comparison.isOverLimit
    }
}

/// Goes through two pages side by side, which whoever runs it keeps alive.
struct PageComparison {
    private(set) var changes: [Change] = []
    /// More changes than the limit were found; those that are listed are not the whole way.
    var isOverLimit: Bool { changes.count > limit }
    private let old: UnsafeBufferPointer<UnsafePointer<SectionRecord>>
    private let new: UnsafeBufferPointer<UnsafePointer<SectionRecord>>
    private let limit: Int

    init(_ old: Snapshot?, _ new: Snapshot, limit: Int) {
        self.old = old?.sectionRecords ?? UnsafeBufferPointer(start: nil, count: 0)
        self.new = new.sectionRecords
        self.limit = limit
    }

    mutating func run() {
        let splices = Alignment(old.map { $0.pointee.uid }, new.map { $0.pointee.uid }).splices
        var position = 0
        var shift = 0
        for splice in splices {
            compareSections(position..<splice.position, shift)
            changes.append(Change(splice))
            position = splice.position + splice.added
            shift += splice.removed - splice.added
        }
        compareSections(position..<new.count, shift)
    }

    /// Of sections that stay: what stood at the new position plus `shift`, and what stands there.
    private mutating func compareSections(_ range: Range<Int>, _ shift: Int) {
        for position in range where !isOverLimit {
            compare(old[position + shift], new[position], at: position)
        }
    }

    private mutating func compare(
        _ old: UnsafePointer<SectionRecord>, _ new: UnsafePointer<SectionRecord>, at section: Int
    ) {
        if old == new { return }
        if old.pointee.items.baseAddress != new.pointee.items.baseAddress
            || old.pointee.items.count != new.pointee.items.count
        {
            compare(old.pointee.items, new.pointee.items, of: section)
        }
        let isChanged =
            old.pointee.fingerprint != new.pointee.fingerprint || old.pointee.hasMore != new.pointee.hasMore
        if isChanged { changes.append(.section(section)) }
    }

    private mutating func compare(
        _ old: UnsafeMutableBufferPointer<ItemRecord>, _ new: UnsafeMutableBufferPointer<ItemRecord>,
        of section: Int
    ) {
        var position = 0
        var shift = 0
        for splice in Alignment(old.map { $0.uid }, new.map { $0.uid }).splices {
            compareItems(old, new, position..<splice.position, shift, of: section)
            changes.append(Change(splice, of: section))
            position = splice.position + splice.added
            shift += splice.removed - splice.added
        }
        compareItems(old, new, position..<new.count, shift, of: section)
    }

    private mutating func compareItems(
        _ old: UnsafeMutableBufferPointer<ItemRecord>, _ new: UnsafeMutableBufferPointer<ItemRecord>,
        _ range: Range<Int>, _ shift: Int, of section: Int
    ) {
        for position in range where old[position + shift].fingerprint != new[position].fingerprint {
            changes.append(.item(position, of: section))
            if isOverLimit { return }
        }
    }
}
