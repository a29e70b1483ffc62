extension Mapping {
    /// Reads a feed. A pure function; the bytes are copied. What is wrong inside a feed is a warning of the
    /// snapshot; an error means that this is no such feed, or that the server refused.
    public func parse(_ bytes: UnsafeRawBufferPointer) throws(FeedError) -> Snapshot {
        let document: JSONDocument
        do {
            document = try JSONDocument(bytes)
        } catch {
            throw FeedError(error)
        }
        var reader = FeedReader(document, self)
        return try reader.read()
    }

    public func parse(text: String) throws(FeedError) -> Snapshot {
        let bytes = Array(text.utf8)
        let result: Result<Snapshot, FeedError> = bytes.withUnsafeBytes { bytes in
            do throws(FeedError) {
                return .success(try parse(bytes))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

extension Snapshot {
    /// This page with the sections of another put in at `position` (the end, if the page is shorter). A page without
    /// sections stays without: the other one is an addition. A key that is taken gets a number.
    public func joined(with other: Snapshot, at position: Int) -> Snapshot {
        let arena = Arena()
        var sections = Array(sectionRecords)
        if !sections.isEmpty {
            var identities = Identities()
            for section in sections { identities.admit(section, into: arena) }
            let added = other.sectionRecords.map { identities.admit($0, into: arena) }
            sections.insert(contentsOf: added, at: min(max(position, 0), sections.count))
        }
        return Snapshot(
            sections: sections, page: page, warnings: Array(warningRecords) + Array(other.warningRecords),
            warningTotal: warningTotal + other.warningTotal, arena: arena, joined: [self, other],
            parts: parts + other.parts)
    }
}

extension Identities {
    /// The section itself if its key and all its uids are free, or else a copy with others.
    @discardableResult
    fileprivate mutating func admit(
        _ section: UnsafePointer<SectionRecord>, into arena: Arena
    ) -> UnsafePointer<SectionRecord> {
        let (key, uid) = claimKey(section.pointee.key, in: arena)
        let isFree = uid == section.pointee.uid && !section.pointee.items.contains { isTaken($0) }
        var copy = section.pointee
        (copy.key, copy.uid) = (key, uid)
        copy.items = admit(copy.items, sectionKey: key, parent: uid, parentID: nil, into: arena)
        return isFree ? section : UnsafePointer(arena.store(copy))
    }

    private func isTaken(_ item: ItemRecord) -> Bool {
        isTaken(item.uid) || item.children.contains { isTaken($0.uid) }
    }

    private mutating func admit(
        _ items: UnsafeMutableBufferPointer<ItemRecord>, sectionKey: CString, parent: UInt64, parentID: CString?,
        into arena: Arena
    ) -> UnsafeMutableBufferPointer<ItemRecord> {
        let copies = arena.store(Array(items))
        for index in copies.indices {
            guard let id = copies[index].id else { continue }
            let hash = StableHash.of(sectionKey, parentID, id)
            if case .new(let uid) = claim(hash, parent: parent, id: id) { copies[index].uid = uid }
            copies[index].children = admit(
                copies[index].children, sectionKey: sectionKey, parent: copies[index].uid, parentID: id, into: arena)
        }
        return copies
    }
}
