/// What a snapshot keeps: plain values in an arena, which the C face hands out as pointers.

package struct SectionRecord {
    package var kind: SectionKind
    package var uid: UInt64 = 0
    package var type: CString
    package var key: CString
    /// Its key and uid in the page of its source, if it got others where pages were joined.
    var ownKey: CString?
    var ownUID: UInt64 = 0
    package var title: CString?
    package var subtitle: CString?
    package var titleImage: CString?
    package var buttonText: CString?
    package var buttonAction: CString?
    package var buttonActionType: CString?
    package var action: CString?
    package var actionType: CString?
    package var showType: CString?
    package var canClose: Bool?
    package var items: UnsafeMutableBufferPointer<ItemRecord>
    /// Further items, of a section that a feed is about to change: those that are still the old ones.
    package var rest = UnsafeMutableBufferPointer<ItemRecord>(start: nil, count: 0)
    package var raw: UnsafeBufferPointer<UInt8>
    /// Of what the section itself shows, without its items.
    package var fingerprint: UInt64 = 0
    /// The position of its source in a feed; negative for a section of the host's own.
    package var source = 0
    /// How its mapping says that it is laid out, if it says anything.
    var declaredLayout: UnsafePointer<LayoutClass>?
    /// How to ask for further items of this section, if there is a way.
    package var more: NextRecord?

    package var hasMore: Bool { more?.hasNext ?? false }

    package var keyInSource: CString { ownKey ?? key }
    var uidInSource: UInt64 { ownKey == nil ? uid : ownUID }
    /// Names the section of its source, whatever its key and uid are where pages are joined.
    package var name: UInt64 { uidInSource ^ UInt64(truncatingIfNeeded: source) &* 0x9e37_79b9_7f4a_7c15 }

    package var itemCount: Int { items.count + rest.count }

    /// An item by position, where it lies.
    package func item(at index: Int) -> UnsafePointer<ItemRecord>? {
        if items.indices.contains(index) { return items.baseAddress.map { UnsafePointer($0 + index) } }
        let index = index &- items.count
        return rest.indices.contains(index) ? rest.baseAddress.map { UnsafePointer($0 + index) } : nil
    }
}

package struct ItemRecord {
    package var id: CString?
    package var uid: UInt64 = 0
    package var title: CString?
    package var subtitle: CString?
    package var text: CString?
    package var html: CString?
    package var image: CString?
    package var action: CString?
    package var actionType: CString?
    /// -1 if unknown.
    package var playCount: Int64 = -1
    package var labels = UnsafeBufferPointer<ExtraValue>(start: nil, count: 0)
    package var extras = UnsafeBufferPointer<ExtraRecord>(start: nil, count: 0)
    package var children = UnsafeMutableBufferPointer<ItemRecord>(start: nil, count: 0)
    package var raw: UnsafeBufferPointer<UInt8>
    /// Of all that the item shows, its children too.
    package var fingerprint: UInt64 = 0
    var hasDerivedID = false

    package func extra(named name: UnsafeBufferPointer<UInt8>) -> ExtraRecord? {
        for extra in extras where extra.name.utf8.elementsEqual(name) { return extra }
        return nil
    }

    var hasAnythingToShow: Bool {
        title != nil || text != nil || html != nil || image != nil || action != nil || !children.isEmpty
    }
}

/// A further field of an item, as the feed wrote it: numbers and booleans are kept as their text.
package struct ExtraRecord {
    package var name: CString
    package var type: ExtraType
    /// One value, or the elements of a list.
    package var values: UnsafeBufferPointer<ExtraValue>
}

/// What an extra is in the feed.
public enum ExtraType: Int32, Sendable {
    case none = 0
    case text, number, bool, list
}

package struct ExtraValue {
    package var type: ExtraType
    package var text: CString
}

/// What the answer says about itself.
package struct PageRecord {
    package var serviceCode: CString?
    package var message: CString?
    package var cursor: CString?
    package var hasMore: Bool?
    /// Milliseconds; -1 if unknown.
    package var refreshInterval: Int64 = -1
    package var nodataToast: CString?
    package var next: NextRecord?
    /// The document with its section list emptied.
    package var rest = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
}

package struct WarningRecord {
    package var code: WarningCode
    package var path: CString
    package var message: CString
}

public enum WarningCode: Int32, Sendable {
    case unknownSection = 1
    case sectionDropped, itemDropped, itemInvalid, duplicateID, derivedID, badField, duplicateKey, badText

    /// The code as a word: "unknown-section".
    public var name: StaticString {
        switch self {
        case .unknownSection: "unknown-section"
        case .sectionDropped: "section-dropped"
        case .itemDropped: "item-dropped"
        case .itemInvalid: "item-invalid"
        case .duplicateID: "duplicate-id"
        case .derivedID: "derived-id"
        case .badField: "bad-field"
        case .duplicateKey: "duplicate-key"
        case .badText: "bad-text"
        }
    }
}
