import CPlatform

/// Sections and their items as one table of texts, for languages to which one call costs more than many texts. The header
/// describes it (`feedcore_snapshot_to_table`); columns are only added, each at the end of its row.
public struct SnapshotTable {
    /// The texts one after the other, each with its NUL.
    public private(set) var bytes: [UInt8] = []

    private static let sectionColumns = 20
    private static let itemColumns = 13

    /// All sections of the snapshot.
    public init(_ snapshot: Snapshot) {
        self.init(sections: Array(snapshot.sectionRecords))
    }

    /// Of records that the caller keeps alive.
    package init(sections: [UnsafePointer<SectionRecord>]) {
        let items = Self.items(of: sections)
        bytes.reserveCapacity(items.count &* 512)
        for count in [Self.sectionColumns, Self.itemColumns, sections.count, items.count] { add(count) }
        for section in sections { add(section.pointee) }
        for item in items { add(item.pointee) }
        for item in items { addLists(of: item.pointee) }
    }

    /// The items of all sections, and then the children of them all.
    private static func items(of sections: [UnsafePointer<SectionRecord>]) -> [UnsafePointer<ItemRecord>] {
        var items: [UnsafePointer<ItemRecord>] = []
        for section in sections {
            for index in 0..<section.pointee.itemCount {
                if let item = section.pointee.item(at: index) { items.append(item) }
            }
        }
        for item in items {
            guard let first = item.pointee.children.baseAddress else { continue }
            for index in item.pointee.children.indices { items.append(UnsafePointer(first + index)) }
        }
        return items
    }

    private mutating func add(_ section: SectionRecord) {
        add(Int(section.kind.rawValue))
        add(section.type)
        add(section.key)
        add(uid: section.uid)
        add(section.title)
        add(section.subtitle)
        add(section.titleImage)
        add(section.buttonText)
        add(section.buttonAction)
        add(section.buttonActionType)
        add(section.action)
        add(section.actionType)
        add(section.showType)
        add(section.canClose.map { $0 ? 1 : 0 } ?? -1)
        add(Int(section.layoutClass.layout.rawValue))
        add(section.layoutClass.name)
        add(section.rowCount)
        add(section.layoutClass.row.description)
        add(section.hasMore ? 1 : 0)
        add(section.itemCount)
    }

    private mutating func add(_ item: ItemRecord) {
        add(item.id)
        add(uid: item.uid)
        add(item.title)
        add(item.subtitle)
        add(item.text)
        add(item.html)
        add(item.image)
        add(item.action)
        add(item.actionType)
        add(Int(item.playCount))
        add(item.labels.count)
        addTypes(of: item.extras)
        add(item.children.count)
    }

    /// A letter for each.
    private mutating func addTypes(of extras: UnsafeBufferPointer<ExtraRecord>) {
        for extra in extras {
            let letter: UInt8 =
                switch extra.type {
                case .number: .n
                case .bool: .b
                case .list: UInt8(ascii: "l")
                case .text, .none: .t
                }
            bytes.append(letter)
        }
        bytes.append(0)
    }

    private mutating func addLists(of item: ItemRecord) {
        for label in item.labels { add(label.text) }
        for extra in item.extras {
            add(extra.name)
            if let single = extra.single { add(single.text) } else { add(extra.values.count) }
        }
        for extra in item.extras where extra.type == .list {
            for value in extra.values { add(value.text) }
        }
    }

    // MARK: - Texts

    /// An absent one is empty.
    @_optimize(speed) @inline(never)
    private mutating func add(_ text: CString?) {
        if let text {
            let utf8 = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
            bytes.append(contentsOf: UnsafeBufferPointer(start: utf8, count: strlen(text)))
        }
        bytes.append(0)
    }

    private mutating func add(uid: UInt64) {
        uid.appendHex(to: &bytes)
        bytes.append(0)
    }

    /// One that is negative isn't known: an empty text. Most have one digit.
    @_optimize(speed) @inline(never)
    private mutating func add(_ number: Int) {
        if number >= 10 { return add(number.description) }
        if number >= 0 { bytes.append(.zero &+ UInt8(truncatingIfNeeded: number)) }
        bytes.append(0)
    }

    @inline(never)
    private mutating func add(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(0)
    }
}
