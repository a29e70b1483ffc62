import FeedParsing

@testable import FeedViewModels

/// A page as lists of plain values, on which steps can be made without anything of what is tested.
struct PlainPage: Equatable {
    /// What an item shows is a number here: equal if and only if it shows the same.
    struct Item: Equatable {
        var uid: UInt64
        var face: UInt64
    }

    struct Section: Equatable {
        var uid: UInt64
        var face: UInt64
        var hasMore: Bool
        var items: [Item]
    }

    var sections: [Section] = []

    init(_ page: Snapshot?) {
        sections = page.map { $0.sectionRecords.map { Section($0) } } ?? []
    }

    init(_ passage: Passage) {
        sections = (0..<passage.sectionCount).compactMap { passage.section(at: $0).map { Section($0) } }
    }

    /// Makes a step, with what it brings taken from the new page; false if it can't be made.
    mutating func make(_ change: Change, from new: PlainPage) -> Bool {
        let (at, position) = (change.section, change.position)
        switch change.kind {
        case .sections:
            return sections.replace(position, change.removed, with: new.sections, change.added)
        case .items:
            guard sections.indices.contains(at), new.sections.indices.contains(at) else { return false }
            return sections[at].items.replace(
                position, change.removed, with: new.sections[at].items, change.added)
        case .item:
            guard sections.indices.contains(at), sections[at].items.indices.contains(position),
                new.sections.indices.contains(at), new.sections[at].items.indices.contains(position)
            else { return false }
            let item = new.sections[at].items[position]
            guard sections[at].items[position].uid == item.uid, sections[at].items[position] != item else {
                return false
            }
            sections[at].items[position] = item
            return true
        case .section:
            guard sections.indices.contains(at), new.sections.indices.contains(at) else { return false }
            let section = new.sections[at]
            guard sections[at].uid == section.uid,
                sections[at].face != section.face || sections[at].hasMore != section.hasMore
            else { return false }
            (sections[at].face, sections[at].hasMore) = (section.face, section.hasMore)
            return true
        }
    }

    /// Whether a passage shows just this.
    func isShown(by passage: Passage) -> Bool {
        guard passage.sectionCount == sections.count, passage.section(at: -1) == nil,
            passage.section(at: sections.count) == nil
        else { return false }
        for index in sections.indices {
            guard let record = passage.section(at: index), sections[index].isShown(by: record) else {
                return false
            }
        }
        return true
    }
}

extension PlainPage.Section {
    fileprivate init(_ record: UnsafePointer<SectionRecord>) {
        let items = (0..<record.pointee.itemCount).compactMap { record.pointee.item(at: $0) }
        self.init(
            uid: record.pointee.uid, face: record.pointee.fingerprint, hasMore: record.pointee.hasMore,
            items: items.map { PlainPage.Item(uid: $0.pointee.uid, face: $0.pointee.fingerprint) })
    }

    fileprivate func isShown(by record: UnsafePointer<SectionRecord>) -> Bool {
        guard record.pointee.uid == uid, record.pointee.fingerprint == face,
            record.pointee.hasMore == hasMore, record.pointee.itemCount == items.count,
            record.pointee.item(at: items.count) == nil
        else { return false }
        for index in items.indices {
            guard let item = record.pointee.item(at: index), item.pointee.uid == items[index].uid,
                item.pointee.fingerprint == items[index].face
            else { return false }
        }
        return true
    }
}

extension Array {
    /// Elements at a position give way to those that stand there in another list; false if one of the two has none.
    fileprivate mutating func replace(_ position: Int, _ removed: Int, with new: [Element], _ added: Int)
        -> Bool
    {
        guard position >= 0, removed >= 0, added >= 0, removed + added > 0, position + removed <= count,
            position + added <= new.count
        else { return false }
        replaceSubrange(position..<position + removed, with: new[position..<position + added])
        return true
    }
}

extension Change {
    /// "sections 0 -1+2", "items 0.3 -1+2" (of section 0 at 3), "item 0.3", "section 0".
    var words: String {
        switch kind {
        case .sections: "sections \(position) -\(removed)+\(added)"
        case .items: "items \(section).\(position) -\(removed)+\(added)"
        case .item: "item \(section).\(position)"
        case .section: "section \(section)"
        }
    }
}

/// Goes the way from one page to another, and finds what is wrong with it.
struct Walk {
    let old: PlainPage
    let new: PlainPage
    let changes: [Change]
    /// What is shown after the steps so far; and where its sections stood before, nil for one that came.
    private var shown: PlainPage
    private var origins: [Int?]
    /// The page is the new one up to here: a section, and an item in it.
    private var section = 0
    private var item = 0
    /// What stands there must be an element that stays, since a splice ends there.
    private var isAfterSections = false
    private var isAfterItems = false
    /// How many items came and went in each section of the new page.
    private var itemMoves: [Int]
    private var sectionMoves = 0

    init(_ old: PlainPage, _ new: PlainPage, _ changes: [Change]) {
        self.old = old
        self.new = new
        self.changes = changes
        shown = old
        origins = Array(old.sections.indices)
        itemMoves = Array(repeating: 0, count: new.sections.count)
    }

    /// Nil if nothing is wrong. What the passage shows is looked at after each step.
    static func fault(
        _ old: Snapshot?, _ new: Snapshot, _ oldPlain: PlainPage, _ newPlain: PlainPage, checksLength: Bool
    ) -> String? {
        let changes = ChangeList(from: old, to: new).changes
        var walk = Walk(oldPlain, newPlain, changes)
        let passage = Passage(from: old, to: new)
        guard let fault = walk.fault(passage, checksLength: checksLength) else { return nil }
        return "\(fault): \(changes.map(\.words)) from \(oldPlain) to \(newPlain)"
    }

    static func fault(_ old: Snapshot?, _ new: Snapshot, checksLength: Bool = false) -> String? {
        fault(old, new, PlainPage(old), PlainPage(new), checksLength: checksLength)
    }

    private mutating func fault(_ passage: Passage, checksLength: Bool) -> String? {
        guard shown.isShown(by: passage) else { return "it begins elsewhere" }
        for change in changes {
            guard isInOrder(change) else { return "out of order: \(change.words)" }
            guard shown.make(change, from: new) else { return "can't be made: \(change.words)" }
            note(change)
            passage.apply(change)
            guard shown.isShown(by: passage) else { return "after \(change.words) something else is shown" }
        }
        guard shown == new else { return "it ends elsewhere" }
        return checksLength ? longerPart : nil
    }

    /// One pass, from left to right, with an element that stays between two splices of a list.
    private mutating func isInOrder(_ change: Change) -> Bool {
        let at = change.kind == .sections ? change.position : change.section
        guard at >= section else { return false }
        if at > section { (section, item, isAfterSections, isAfterItems) = (at, 0, false, false) }
        switch change.kind {
        case .sections:
            guard item == 0, !isAfterItems, !isAfterSections else { return false }
            section = at + change.added
            isAfterSections = true
        case .items:
            guard change.position >= item, change.position > item || !isAfterItems else { return false }
            item = change.position + change.added
            isAfterItems = true
        case .item:
            guard change.position >= item else { return false }
            item = change.position + 1
            isAfterItems = false
        case .section:
            section += 1
            (item, isAfterSections, isAfterItems) = (0, false, false)
        }
        return true
    }

    private mutating func note(_ change: Change) {
        switch change.kind {
        case .sections:
            sectionMoves += change.removed + change.added
            origins.replaceSubrange(
                change.position..<change.position + change.removed,
                with: Array(repeating: nil, count: change.added))
        case .items: itemMoves[change.section] += change.removed + change.added
        case .item, .section: break
        }
    }

    /// The list that has more removed and added than it needs.
    private var longerPart: String? {
        let fewest = Walk.fewestMoves(old.sections.map(\.uid), new.sections.map(\.uid))
        if sectionMoves != fewest { return "\(sectionMoves) sections moved, not \(fewest)" }
        for (index, origin) in origins.enumerated() {
            guard let origin else { continue }
            let fewest = Walk.fewestMoves(
                old.sections[origin].items.map(\.uid), new.sections[index].items.map(\.uid))
            if itemMoves[index] != fewest {
                return "\(itemMoves[index]) items of section \(index) moved, not \(fewest)"
            }
        }
        return nil
    }

    /// How many elements have to be removed and added, found the slow way: by the longest common subsequence.
    static func fewestMoves(_ old: [UInt64], _ new: [UInt64]) -> Int {
        var lengths = Array(repeating: 0, count: new.count + 1)
        for element in old {
            var diagonal = 0
            for index in new.indices {
                let above = lengths[index + 1]
                lengths[index + 1] = element == new[index] ? diagonal + 1 : max(above, lengths[index])
                diagonal = above
            }
        }
        return old.count + new.count - 2 * lengths[new.count]
    }
}
