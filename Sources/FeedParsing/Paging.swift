// The next page, and more of one section: how to ask, and how the answers become one page.

/// What an answer says about what follows it. Points into the mapping and the answer's own snapshot.
package struct NextRecord {
    let rule: UnsafePointer<NextRule>
    /// The cursor, or the URL.
    var place: CString?
    var hasMore: Bool?
    /// -1 if unknown.
    var total: Int64 = -1
    /// The section's key, as the server wrote it.
    var key: CString?
    /// How many elements the lists had so far, as the server sent them: those that were dropped count too.
    private(set) var count = 0
    /// Whether the last list had any.
    private var hasElements = false

    init(rule: UnsafePointer<NextRule>) {
        self.rule = rule
    }

    mutating func take(count: Int) {
        self.count = count
        hasElements = count > 0
    }

    /// What holds after this answer, if an earlier one said something else.
    fileprivate func following(_ earlier: NextRecord?) -> NextRecord {
        guard let earlier else { return self }
        var next = self
        next.count = earlier.count &+ count
        next.key = earlier.key
        return next
    }

    /// Nothing follows, whatever the answer said.
    fileprivate mutating func end() {
        hasElements = false
    }

    /// Whether anything follows, as far as the answer says.
    package var hasNext: Bool {
        hasElements && hasMore != false && (total < 0 || total > count)
            && (place != nil || rule.pointee.way == .offset)
    }

    fileprivate var request: NextRequest? {
        guard hasNext else { return nil }
        let rule = rule.pointee
        var request = NextRequest(address: rule.address.map { String(cString: $0) })
        if rule.way == .offset {
            request.add(rule.parameter, count.description)
            request.add(rule.limit, rule.size.description)
        } else if let place {
            let text = String(cString: place)
            if rule.way == .url { request.url = text } else { request.add(rule.parameter, text) }
        }
        if let key { request.add(rule.key, String(cString: key)) }
        return request
    }
}

/// What to change in the request of the first page.
package struct NextRequest {
    /// The whole address, as the server wrote it: perhaps relative, perhaps nonsense.
    package var url: String?
    /// Where to ask: a URL, or a path that begins with "/". Nil for where the first page came from.
    package var address: String?
    /// To be set, in place of those of the same names.
    package var parameters: [(name: String, value: String)] = []

    fileprivate init(address: String?) {
        self.address = address
    }

    fileprivate mutating func add(_ name: CString?, _ value: String) {
        if let name { parameters.append((String(cString: name), value)) }
    }
}

/// An answer that continues a page.
package struct LaterPage {
    package var page: Snapshot
    /// The section that asked for more; nil if the page did.
    package var sectionKey: String?
    /// It brought nothing new, and so what asked for it is at its end.
    package var isLast = false
    /// It is another source's: what it says of the page that follows is of its own one.
    package var isOfAnother = false

    package init(_ page: Snapshot, sectionKey: String? = nil, isOfAnother: Bool = false) {
        self.page = page
        self.sectionKey = sectionKey
        self.isOfAnother = isOfAnother
    }
}

extension Snapshot {
    /// The request for the next page; nil if this is the last one.
    package var nextRequest: NextRequest? {
        withExtendedLifetime(self) { page.next?.request }
    }

    /// The request for more items of a section; nil if there are no more, or no such section.
    package func moreRequest(sectionKey: String) -> NextRequest? {
        withExtendedLifetime(self) { section(key: sectionKey)?.record.pointee.more?.request }
    }

    /// How many items there are, without children: a later page that leaves it as it is brought nothing new.
    package var itemTotal: Int {
        var total = 0
        for section in sectionRecords { total &+= section.pointee.items.count }
        return total
    }

    /// This page, the first, with the later ones in the order in which they came. New sections go to the end,
    /// new items to the end of their section; what is there already stays as it is and where it is. Items that
    /// a section asked for go to that section, whatever its key in the answer. An item has the uid that it
    /// would have if the first page had brought it.
    ///
    /// Extend the first page anew for each later one: an extended page keeps the records of those before it.
    package func extended(by later: [LaterPage]) -> Snapshot {
        if later.isEmpty { return self }
        var whole = GrowingPage(self)
        for page in later { whole.add(page) }
        return whole.snapshot()
    }
}

private struct GrowingPage {
    /// A section of one of the pages, and the one that continues it.
    private struct Part {
        var section: UnsafePointer<SectionRecord>
        /// Whether the section itself asked for it.
        var isAskedFor: Bool
        var isOfAnother: Bool
        var next: Int? = nil
    }

    private let arena = Arena()
    private var identities = Identities()
    private var parts: [Part] = []
    /// The first part of each section, in the order of the page.
    private var firsts: [Int] = []
    /// The last part of each section, by its uid.
    private var lasts: [UInt64: Int] = [:]
    /// How many sections the first page has.
    private let ownCount: Int
    private var page: PageRecord
    private var warnings: [UnsafePointer<WarningRecord>]
    private var warningTotal: Int
    private var kept: [AnyObject]
    private var items: [ItemRecord] = []

    init(_ first: Snapshot) {
        page = first.page
        warnings = Array(first.warningRecords)
        warningTotal = first.warningTotal
        kept = first.kept
        ownCount = first.sectionRecords.count
        for section in first.sectionRecords {
            let section = identities.admit(section, into: arena)
            add(section, to: section.pointee.uid)
        }
    }

    mutating func add(_ later: LaterPage) {
        warnings.append(contentsOf: later.page.warningRecords)
        warningTotal &+= later.page.warningTotal
        kept.append(contentsOf: later.page.kept)
        if let key = later.sectionKey {
            addMore(of: arena.store(key), from: later.isLast ? nil : later.page)
        } else if later.isLast {
            page.next?.end()
        } else {
            addPage(later.page, isOfAnother: later.isOfAnother)
        }
    }

    private mutating func addPage(_ later: Snapshot, isOfAnother: Bool) {
        if !isOfAnother {
            page.cursor = later.page.cursor
            page.hasMore = later.page.hasMore
            page.next = later.page.next?.following(page.next)
        }
        for section in later.sectionRecords {
            let uid = identities.uid(of: section.pointee.key, under: .page)
            add(section, to: uid, isOfAnother: isOfAnother)
        }
    }

    /// No answer, or one without the section, which had nothing to show, ends it. A section that isn't there, as after
    /// a refresh, stays away.
    private mutating func addMore(of key: CString, from answer: Snapshot?) {
        let uid = identities.uid(of: key, under: .page)
        guard let last = lasts[uid] else { return }
        if let section = answer?.section(answering: key) { return add(section, to: uid, isAskedFor: true) }
        var nothing = parts[last].section.pointee
        nothing.items = UnsafeMutableBufferPointer(start: nil, count: 0)
        nothing.more?.take(count: 0)
        add(UnsafePointer(arena.store(nothing)), to: uid, isAskedFor: true)
    }

    private mutating func add(
        _ section: UnsafePointer<SectionRecord>, to uid: UInt64, isAskedFor: Bool = false,
        isOfAnother: Bool = false
    ) {
        if let last = lasts[uid] { parts[last].next = parts.count } else { firsts.append(parts.count) }
        lasts[uid] = parts.count
        parts.append(Part(section: section, isAskedFor: isAskedFor, isOfAnother: isOfAnother))
    }

    mutating func snapshot() -> Snapshot {
        var sections: [UnsafePointer<SectionRecord>] = []
        for number in firsts.indices { sections.append(section(firsts[number], isNew: number >= ownCount)) }
        return Snapshot(
            sections: sections, page: page, warnings: warnings, warningTotal: warningTotal, arena: arena,
            keeping: kept)
    }

    /// The section itself if nothing about it changes, or else a copy.
    private mutating func section(_ first: Int, isNew: Bool) -> UnsafePointer<SectionRecord> {
        let original = parts[first].section
        var section = original.pointee
        section.uid = identities.uid(of: section.key, under: .page)
        let parent = Parent(sectionKey: section.key, uid: section.uid)
        if isNew { section.items = identities.admit(section.items, under: parent, into: arena) }
        if let next = parts[first].next {
            fill(&section, from: next, under: parent)
        } else if section.uid == original.pointee.uid,
            section.items.baseAddress == original.pointee.items.baseAddress
        {
            return original
        }
        return UnsafePointer(arena.store(section))
    }

    private mutating func fill(_ section: inout SectionRecord, from first: Int, under parent: Parent) {
        items.removeAll(keepingCapacity: true)
        for item in section.items { items.append(item) }
        var next: Int? = first
        while let number = next {
            let part = parts[number]
            let count = items.count
            for item in part.section.pointee.items {
                if let new = identities.admit(item, under: parent, into: arena) { items.append(new) }
            }
            let more = part.section.pointee.more
            // A page that only says again what is there says nothing about what follows it either. Of several sources
            // the first that goes on counts.
            if part.isOfAnother {
                if section.more?.hasNext != true { section.more = more ?? section.more }
            } else if part.isAskedFor || (items.count > count && more != nil) {
                section.more = more?.following(section.more)
            }
            next = part.next
        }
        if items.count > section.items.count { section.items = arena.store(items) }
    }
}

extension Snapshot {
    /// What an answer has for a section that asked for more.
    fileprivate func section(answering key: CString) -> UnsafePointer<SectionRecord>? {
        sectionRecord(key: key.utf8) ?? (sectionRecords.count == 1 ? sectionRecords[0] : nil)
    }
}
