/// One field of a mapping: where to look, what to take if nothing fits, how to join a list.
///
/// This and all rules are trivial values that lie in the mapping's arena.
struct Field {
    var paths: UnsafeBufferPointer<Path>
    var fallback: CString?
    var joiner: CString?

    static var none: Field {
        Field(paths: UnsafeBufferPointer(start: nil, count: 0), fallback: nil, joiner: nil)
    }

    var isNone: Bool { paths.isEmpty && fallback == nil }
}

struct StatusRule {
    var code = Field.none
    var good = UnsafeBufferPointer<Int64>(start: nil, count: 0)
    var message = Field.none
    var loginNeeded = UnsafeBufferPointer<Int64>(start: nil, count: 0)
}

struct PageRule {
    var cursor = Field.none
    var hasMore = Field.none
    var refreshInterval = Field.none
    var nodataToast = Field.none
    var next: UnsafePointer<NextRule>?
}

/// How to ask for what follows: the next page, or more items of one section.
struct NextRule {
    enum Way {
        case cursor, offset, url

        func name(ofSection: Bool) -> StaticString {
            switch self {
            case .cursor: ofSection ? "more by cursor" : "next by cursor"
            case .offset: ofSection ? "more by offset" : "next by offset"
            case .url: ofSection ? "more by url" : "next by url"
            }
        }
    }

    var way: Way
    /// The cursor, or the URL.
    var place = Field.none
    var hasMore = Field.none
    var total = Field.none
    /// The names of request parameters: for the cursor or offset, for `size`, and for the section's key.
    var parameter: CString?
    var limit: CString?
    var key: CString?
    var size: Int64 = 0
    /// Where to ask, if not where the first page came from.
    var address: CString?

    var missingMember: StaticString? {
        switch way {
        case .cursor where place.isNone: "cursor"
        case .url: place.isNone ? "url" : nil
        case _ where parameter == nil: "parameter"
        default: limit == nil ? (size == 0 ? nil : "limit") : (size == 0 ? "size" : nil)
        }
    }
}

struct ButtonRule {
    var text = Field.none
    var action = Field.none
    var actionType = Field.none
}

struct SectionsRule {
    /// None: the whole document is one section.
    var list = Field.none
    var type = Field.none
    var kind = Field.none
    var key = Field.none
    var title = Field.none
    var subtitle = Field.none
    var titleImage = Field.none
    var button = ButtonRule()
    var action = Field.none
    var actionType = Field.none
    var showType = Field.none
    var canClose = Field.none
    var more: UnsafePointer<NextRule>?
}

struct TypeRule {
    var name: CString
    var kind: SectionKind
    var items: Field
    var item: UnsafePointer<ItemRule>
    var more: UnsafePointer<NextRule>?
}

struct ItemRule {
    var id = Field.none
    var title = Field.none
    var subtitle = Field.none
    var text = Field.none
    var html = Field.none
    var image = Field.none
    var action = Field.none
    var actionType = Field.none
    var playCount = Field.none
    var labels = Field.none
    var valid = Field.none
    var extras = UnsafeBufferPointer<ExtraRule>(start: nil, count: 0)
    /// Instead of `extras`: an object of which each member is one.
    var extrasObject = Field.none
    var children: ChildrenRule?
}

struct ExtraRule {
    var name: CString
    var field: Field
    /// Servers write 0 for "not rated".
    var isRating: Bool
}

struct ChildrenRule {
    var list: Field
    var item: UnsafePointer<ItemRule>
    /// An item with one child is that child.
    var mergesSingle: Bool
}
