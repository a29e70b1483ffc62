/// One page, immutable: sections, each with items, each with children. May be read and released from any
/// thread.
public final class Snapshot: @unchecked Sendable {
    package let sectionRecords: UnsafeBufferPointer<UnsafePointer<SectionRecord>>
    package let page: PageRecord
    package let warningRecords: UnsafeBufferPointer<UnsafePointer<WarningRecord>>
    /// How many faults there were, listed or not.
    public let warningTotal: Int
    /// What it was read from, unless it is a joined one.
    private let document: JSONDocument?
    /// What the records point into: arenas, mappings, documents, a front end's own sections. Not joined snapshots,
    /// which would make a long chain of a page that is joined again and again.
    let kept: [AnyObject]

    init(
        sections: [UnsafePointer<SectionRecord>], page: PageRecord, warnings: [UnsafePointer<WarningRecord>],
        warningTotal: Int, arena: Arena, document: JSONDocument? = nil, keeping kept: [AnyObject]
    ) {
        sectionRecords = UnsafeBufferPointer(arena.store(sections))
        warningRecords = UnsafeBufferPointer(arena.store(warnings))
        self.page = page
        self.warningTotal = warningTotal
        self.document = document
        self.kept = kept + [arena]
    }

    public var sections: [Section] { sectionRecords.map { Section(snapshot: self, record: $0) } }
    public var warnings: [FeedWarning] { warningRecords.map { FeedWarning(snapshot: self, record: $0) } }

    /// A section by its key. Sections move and disappear from one answer to the next.
    public func section(key: String) -> Section? {
        var key = key
        return key.withUTF8 { sectionRecord(key: $0) }.map { Section(snapshot: self, record: $0) }
    }

    /// Where the section of this key lies.
    package func sectionRecord(key: UnsafeBufferPointer<UInt8>) -> UnsafePointer<SectionRecord>? {
        sectionRecords.first { $0.pointee.key.utf8.elementsEqual(key) }
    }

    /// What the answer said about itself.
    public var serviceCode: String? { page.serviceCode.asString }
    public var message: String? { page.message.asString }
    /// Where the next page starts.
    public var cursor: String? { page.cursor.asString }
    public var hasMore: Bool? { page.hasMore }
    /// How long the server wants a page to be kept, in milliseconds; -1 if it didn't say.
    public var refreshInterval: Int64 { page.refreshInterval }
    /// What to show below the last section.
    public var nodataToast: String? { page.nodataToast.asString }
    /// The document's own bytes with the section list emptied; they live as long as the snapshot.
    public var restJSON: UnsafeBufferPointer<UInt8> { page.rest }
}

/// A section of a snapshot, which it keeps alive.
public struct Section: @unchecked Sendable {
    let snapshot: Snapshot
    package let record: UnsafePointer<SectionRecord>

    public var kind: SectionKind { record.pointee.kind }
    /// The server's word, or the type that the mapping declares.
    public var type: String { String(cString: record.pointee.type) }
    /// Names the section in its page, the same in the next answer; a second one of a type gets "#2".
    public var key: String { String(cString: record.pointee.key) }
    public var uid: UInt64 { record.pointee.uid }
    public var title: String? { record.pointee.title.asString }
    public var subtitle: String? { record.pointee.subtitle.asString }
    public var titleImage: String? { record.pointee.titleImage.asString }
    public var buttonText: String? { record.pointee.buttonText.asString }
    public var buttonAction: String? { record.pointee.buttonAction.asString }
    public var buttonActionType: String? { record.pointee.buttonActionType.asString }
    public var action: String? { record.pointee.action.asString }
    public var actionType: String? { record.pointee.actionType.asString }
    public var showType: String? { record.pointee.showType.asString }
    public var canClose: Bool? { record.pointee.canClose }
    /// Whether a feed can load further items of this section.
    public var hasMore: Bool { record.pointee.hasMore }
    public var layout: Layout { record.pointee.layoutClass.layout }
    /// "A" to "E", "LIST", or the name of a class that the mapping adds.
    public var layoutName: String { String(cString: record.pointee.layoutClass.name) }
    public var rowCount: Int { record.pointee.rowCount }
    /// Points, at a width of 414 points.
    public var rowHeight: Double { record.pointee.layoutClass.row }
    public var items: [Item] { snapshot.items(record.pointee.items) }
    /// The section in the feed's own bytes; they live as long as the snapshot.
    public var rawJSON: UnsafeBufferPointer<UInt8> { record.pointee.raw }
}

/// An item of a snapshot, which it keeps alive.
public struct Item: @unchecked Sendable {
    let snapshot: Snapshot
    package let record: UnsafePointer<ItemRecord>

    /// The server's id as text; "auto:…" is a derived one.
    public var id: String { record.pointee.id.asString ?? "" }
    /// Unique in the snapshot, the same for the same item in the next answer and in every process.
    public var uid: UInt64 { record.pointee.uid }
    public var title: String? { record.pointee.title.asString }
    public var subtitle: String? { record.pointee.subtitle.asString }
    public var text: String? { record.pointee.text.asString }
    public var html: String? { record.pointee.html.asString }
    public var image: String? { record.pointee.image.asString }
    /// What a click does, as the server wrote it, byte for byte.
    public var action: String? { record.pointee.action.asString }
    public var actionType: String? { record.pointee.actionType.asString }
    /// -1 if unknown.
    public var playCount: Int64 { record.pointee.playCount }
    public var labels: [String] { record.pointee.labels.map { String(cString: $0.text) } }
    public var children: [Item] { snapshot.items(record.pointee.children) }
    /// The item in the feed's own bytes; they live as long as the snapshot.
    public var rawJSON: UnsafeBufferPointer<UInt8> { record.pointee.raw }
    /// The names of the extras that this item has.
    public var extraNames: [String] { record.pointee.extras.map { String(cString: $0.name) } }

    public func extra(_ name: String) -> Extra? {
        var name = name
        let record = name.withUTF8 { self.record.pointee.extra(named: $0) }
        return record.map { Extra(snapshot: snapshot, record: $0) }
    }
}

/// A further field of an item, which the mapping names.
public struct Extra: @unchecked Sendable {
    let snapshot: Snapshot
    let record: ExtraRecord

    public var type: ExtraType { record.type }
    /// A text itself, a number as the feed wrote it, "true" or "false"; nil for a list.
    public var text: String? { record.single.map { String(cString: $0.text) } }
    /// A number, or a text that is one, 1 or 0 for true and false; NaN otherwise.
    public var number: Double { record.single?.number ?? .nan }
    /// From 0 on, its fraction cut off; -1 otherwise.
    public var integer: Int64 { record.single?.count ?? -1 }
    /// Milliseconds since 1970-01-01T00:00:00Z; `Int64.min` if it is no time.
    public var time: Int64 { record.single?.time ?? .min }
    /// The elements of a list, or the single value.
    public var elements: [String] { record.values.map { String(cString: $0.text) } }
}

/// What went wrong inside a feed, and what it cost.
public struct FeedWarning: @unchecked Sendable {
    let snapshot: Snapshot
    let record: UnsafePointer<WarningRecord>

    public var code: WarningCode { record.pointee.code }
    /// A JSON Pointer into the feed.
    public var path: String { String(cString: record.pointee.path) }
    public var message: String { String(cString: record.pointee.message) }
}

extension Snapshot {
    fileprivate func items(_ records: UnsafeMutableBufferPointer<ItemRecord>) -> [Item] {
        guard let first = records.baseAddress else { return [] }
        return records.indices.map { Item(snapshot: self, record: UnsafePointer(first + $0)) }
    }
}

extension Optional where Wrapped == CString {
    fileprivate var asString: String? { map { String(cString: $0) } }
}

extension Snapshot {
    /// An item or child by its uid, and the section that it is in.
    public func item(uid: UInt64) -> (item: Item, section: Section)? {
        for section in sectionRecords {
            if let record = section.pointee.items.record(uid: uid) {
                return (Item(snapshot: self, record: record), Section(snapshot: self, record: section))
            }
        }
        return nil
    }

    /// The document that it was read from; nil for a joined one.
    package var source: UnsafeBufferPointer<UInt8>? { document?.bytes }
}

extension UnsafeMutableBufferPointer<ItemRecord> {
    fileprivate func record(uid: UInt64) -> UnsafePointer<ItemRecord>? {
        guard let first = baseAddress else { return nil }
        for index in indices {
            if self[index].uid == uid { return UnsafePointer(first + index) }
            if let child = self[index].children.record(uid: uid) { return child }
        }
        return nil
    }
}
