extension Mapping {
    /// Reads a feed. A pure function; the bytes are copied. What is wrong inside a feed is a warning of the
    /// snapshot; an error means that this is no such feed, or that the server refused.
    public func parse(_ bytes: UnsafeRawBufferPointer) throws(FeedError) -> Snapshot {
        try parse(bytes, source: 0)
    }

    /// The same for a source of a feed, by its position.
    package func parse(_ bytes: [UInt8], source: Int = 0) throws(FeedError) -> Snapshot {
        try bytes.read { (bytes) throws(FeedError) in try parse(bytes, source: source) }
    }

    private func parse(_ bytes: UnsafeRawBufferPointer, source: Int) throws(FeedError) -> Snapshot {
        var reader = FeedReader(try JSONDocument.read(bytes), self, source: source)
        return try reader.read()
    }

    public func parse(text: String) throws(FeedError) -> Snapshot {
        try parse(Array(text.utf8))
    }
}

extension JSONDocument {
    /// A document, or why it is none, as the error that callers know.
    package static func read(_ bytes: UnsafeRawBufferPointer) throws(FeedError) -> JSONDocument {
        do {
            return try JSONDocument(bytes)
        } catch {
            throw FeedError(error)
        }
    }
}

extension [UInt8] {
    /// `withUnsafeBytes`, which forgets what kind of error its closure throws.
    package func read<Value>(
        _ body: (UnsafeRawBufferPointer) throws(FeedError) -> Value
    ) throws(FeedError) -> Value {
        let result: Result<Value, FeedError> = withUnsafeBytes { bytes in
            do throws(FeedError) {
                return .success(try body(bytes))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

extension Snapshot {
    /// This page with the sections of another put in at `position` (the end, if the page is shorter). A page
    /// without sections stays without: the other one is an addition. A key that is taken gets a number.
    public func joined(with other: Snapshot, at position: Int) -> Snapshot {
        let arena = Arena()
        var sections = Array(sectionRecords)
        if !sections.isEmpty {
            let all = Snapshot.sections(of: [self, other], into: arena)
            let place = min(max(position, 0), sections.count)
            sections.insert(contentsOf: all[sections.count...], at: place)
        }
        return Snapshot(
            sections: sections, page: page, warnings: Array(warningRecords) + Array(other.warningRecords),
            warningTotal: warningTotal + other.warningTotal, arena: arena, keeping: kept + other.kept)
    }

    /// A front end's own sections, each of which comes as a page, and then this page's. The former keep their keys and
    /// uids: a section of this page whose key one of them has gets a number.
    package func joined(after own: [Snapshot]) -> Snapshot {
        if own.isEmpty { return self }
        let arena = Arena()
        return with(Snapshot.sections(of: own + [self], into: arena), arena, keeping: own)
    }

    /// This page with these of its sections, by index, in this sequence. The page itself, if that is how it is.
    package func showing(_ indices: [Int]) -> Snapshot {
        var isAsItIs = indices.count == sectionRecords.count
        for place in indices.indices where indices[place] != place { isAsItIs = false }
        return isAsItIs ? self : with(indices.map { sectionRecords[$0] }, Arena(), keeping: [])
    }

    /// A page that says nothing and has no sections.
    package static var empty: Snapshot {
        Snapshot(
            sections: [], page: PageRecord(), warnings: [], warningTotal: 0, arena: Arena(), keeping: [])
    }

    /// This page with other sections, which lie in the arena or in what is kept.
    private func with(
        _ sections: [UnsafePointer<SectionRecord>], _ arena: Arena, keeping own: [Snapshot]
    ) -> Snapshot {
        var kept = self.kept
        for page in own { kept.append(page) }
        return Snapshot(
            sections: sections, page: page, warnings: Array(warningRecords), warningTotal: warningTotal,
            arena: arena, keeping: kept)
    }

    /// The sections of several pages, one after the other. The earlier ones keep their keys and uids.
    private static func sections(of pages: [Snapshot], into arena: Arena) -> [UnsafePointer<SectionRecord>] {
        var identities = Identities()
        var sections: [UnsafePointer<SectionRecord>] = []
        for page in pages {
            for section in page.sectionRecords { sections.append(identities.admit(section, into: arena)) }
        }
        return sections
    }
}

extension Identities {
    /// The section itself if its key and all its uids are free, or else a copy with others.
    mutating func admit(
        _ section: UnsafePointer<SectionRecord>, into arena: Arena
    ) -> UnsafePointer<SectionRecord> {
        let (key, uid) = claimNumbered(section.pointee.key, under: .page, in: arena)
        let isUnchanged = uid == section.pointee.uid
        let items = admit(section.pointee.items, under: Parent(sectionKey: key, uid: uid), into: arena)
        if isUnchanged, items.baseAddress == section.pointee.items.baseAddress { return section }
        var copy = section.pointee
        if !isUnchanged { (copy.ownKey, copy.ownUID) = (copy.keyInSource, copy.uidInSource) }
        (copy.key, copy.uid, copy.items) = (key, uid, items)
        return UnsafePointer(arena.store(copy))
    }

    /// The items themselves if all their uids are free, or else copies.
    mutating func admit(
        _ items: UnsafeMutableBufferPointer<ItemRecord>, under parent: Parent, into arena: Arena
    ) -> UnsafeMutableBufferPointer<ItemRecord> {
        var copies: UnsafeMutableBufferPointer<ItemRecord>?
        for index in items.indices {
            var item = items[index]
            guard let id = item.id else { continue }
            if case .new(let uid) = claim(id, under: parent) { item.uid = uid }
            item.children = admit(item.children, under: parent.item(id, uid: item.uid), into: arena)
            let isUnchanged =
                item.uid == items[index].uid && item.children.baseAddress == items[index].children.baseAddress
            if isUnchanged && copies == nil { continue }
            if copies == nil { copies = arena.store(Array(items)) }
            copies?[index] = item
        }
        return copies ?? items
    }

    /// The item with its uid under this parent; nil if its id is there already.
    mutating func admit(_ item: ItemRecord, under parent: Parent, into arena: Arena) -> ItemRecord? {
        guard let id = item.id, case .new(let uid) = claim(id, under: parent) else { return nil }
        var item = item
        item.uid = uid
        item.children = admit(item.children, under: parent.item(id, uid: uid), into: arena)
        return item
    }
}
