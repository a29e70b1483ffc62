import FeedParsing

/// A page on its way to the next: what a feed shows while it tells the changes. Since they go through the page once, what
/// lies before the last of them is the new page's, what lies behind it the old one's, and only one section is both.
final class Passage {
    let old: Snapshot?
    let new: Snapshot
    private let oldSections: UnsafeBufferPointer<UnsafePointer<SectionRecord>>
    /// Sections up to here are the new ones; those from here on are `shift` further back in the old page.
    private var position = 0
    private var shift = 0
    /// The section at `position` while its items change: the first ones new, the rest old.
    private let mixed: UnsafeMutablePointer<SectionRecord>
    private var isMixed = false
    private var itemShift = 0

    init(from old: Snapshot?, to new: Snapshot) {
        self.old = old
        self.new = new
        oldSections = old?.sectionRecords ?? UnsafeBufferPointer(start: nil, count: 0)
        mixed = UnsafeMutablePointer.allocate(capacity: 1)
    }

    deinit {
        mixed.deallocate()
    }

    var sectionCount: Int { oldSections.count - shift }

    func section(at index: Int) -> UnsafePointer<SectionRecord>? {
        guard index >= 0, index < sectionCount else { return nil }
        if index < position { return new.sectionRecords[index] }
        if isMixed && index == position { return UnsafePointer(mixed) }
        return oldSections[index + shift]
    }

    func apply(_ change: Change) {
        switch change.kind {
        case .sections:
            goOn(to: change.position + change.added)
            shift += change.removed - change.added
        case .section:
            goOn(to: change.section + 1)
        case .items:
            mix(change.section)
            itemShift += change.removed - change.added
            divideItems(at: change.position + change.added)
        case .item:
            mix(change.section)
            divideItems(at: change.position + 1)
        }
    }

    private func goOn(to newPosition: Int) {
        position = newPosition
        isMixed = false
    }

    private func mix(_ section: Int) {
        if isMixed && section == position { return }
        goOn(to: section)
        mixed.initialize(to: oldSections[section + shift].pointee)
        itemShift = 0
        isMixed = true
    }

    private func divideItems(at count: Int) {
        mixed.pointee.items = UnsafeMutableBufferPointer(
            rebasing: new.sectionRecords[position].pointee.items[..<count])
        let oldItems = oldSections[position + shift].pointee.items
        mixed.pointee.rest = UnsafeMutableBufferPointer(rebasing: oldItems[(count + itemShift)...])
    }
}
