import FeedParsing

/// One step from a page to the next. Positions count in the list as the steps before have left it; up to where a step is
/// at work it is the new one already, so that what a splice adds is found there in the new page.
public struct Change: Equatable, Sendable {
    public enum Kind: Int32, Sendable {
        /// Sections were removed and added.
        case sections = 1
        /// Items of one section were removed and added.
        case items
        /// One item shows something else.
        case item
        /// A section shows something else, apart from its items: title, button, state.
        case section

        public var name: StaticString {
            switch self {
            case .sections: "sections"
            case .items: "items"
            case .item: "item"
            case .section: "section"
            }
        }
    }

    public var kind: Kind
    /// Whose items, or which one; -1 for a splice of the sections themselves.
    public var section = -1
    /// Where a splice begins, or the item; -1 for a section.
    public var position = -1
    public var removed = 0
    public var added = 0

    package static func section(_ section: Int) -> Change { Change(kind: .section, section: section) }

    static func item(_ position: Int, of section: Int) -> Change {
        Change(kind: .item, section: section, position: position)
    }

    init(_ splice: Alignment.Splice, of section: Int? = nil) {
        self.init(kind: section == nil ? .sections : .items, section: section ?? -1)
        (position, removed, added) = (splice.position, splice.removed, splice.added)
    }

    init(kind: Kind, section: Int = -1, position: Int = -1) {
        self.kind = kind
        self.section = section
        self.position = position
    }
}

extension JSONWriter {
    package mutating func change(_ change: Change) {
        beginObject()
        name("kind", change.kind.name)
        count("section", Int64(change.section))
        count("position", Int64(change.position))
        count("removed", Int64(change.removed))
        count("added", Int64(change.added))
        endObject()
    }
}
