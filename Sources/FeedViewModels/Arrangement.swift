import FeedParsing

/// How a front end has rearranged a feed's page: the sequence of its sections, those that are hidden or removed, and
/// sections of the front end's own. It is kept from page to page; applying it changes neither it nor the page.
///
/// `page` is always the page as the server has it, nil before the first one. Where a section of the server and one of
/// the front end have the same key, the server's gets a number, and goes by that here too.
struct Arrangement: Sendable {
    /// The keys of all sections that there were when one was moved or inserted, in the sequence that came out.
    private var order = SectionKeys()
    private var hidden = SectionKeys()
    /// Of the server's sections: one of the front end's own is forgotten.
    private var removed = SectionKeys()
    private var ownKeys = SectionKeys()
    /// In the order of `ownKeys`, each one a page with this section alone.
    private var own: [Snapshot] = []

    init() {}

    var isEmpty: Bool { order.isEmpty && hidden.isEmpty && removed.isEmpty && own.isEmpty }

    /// The page as its reader sees it; the very same one, if nothing in it is rearranged. Nil if there is none, and no
    /// section of the front end's own.
    func applied(to page: Snapshot?) -> Snapshot? {
        if isEmpty || page == nil && own.isEmpty { return page }
        let all = all(page)
        var shown: [Int] = []
        for place in sequence(of: all) where isShown(place, in: all) { shown.append(place) }
        return all.showing(shown)
    }

    /// A page of what is hidden, in the sequence; nil if nothing is that is there.
    func hidden(in page: Snapshot?) -> Snapshot? {
        if hidden.isEmpty { return nil }
        let all = all(page)
        var found: [Int] = []
        for place in sequence(of: all) where isHidden(place, in: all) { found.append(place) }
        return found.isEmpty ? nil : all.showing(found)
    }

    // MARK: - Changing it

    /// Moves a section to a position among those that are shown, itself not counted; too large a one, or one below 0,
    /// is the end. A removed section comes back there, a hidden one stays hidden. False if there is no such section.
    mutating func move(_ key: String, to position: Int, in page: Snapshot?) -> Bool {
        let key = Array(key.utf8)
        guard knows(key, page) else { return false }
        removed.remove(key)
        put(key, at: position, page)
        return true
    }

    /// A hidden section keeps its place, and comes back there. False if there is no such section.
    mutating func hide(_ key: String, _ isHidden: Bool, in page: Snapshot?) -> Bool {
        let key = Array(key.utf8)
        guard knows(key, page) else { return false }
        if isHidden { hidden.append(key) } else { hidden.remove(key) }
        return true
    }

    /// A section of the server stays away from later pages too, until it is moved; one of the front end's own is
    /// forgotten. False if there is no such section.
    mutating func remove(_ key: String, in page: Snapshot?) -> Bool {
        let key = Array(key.utf8)
        guard knows(key, page) else { return false }
        hidden.remove(key)
        if let place = ownKeys.place(of: key) {
            own.remove(at: place)
            ownKeys.remove(key)
            order.remove(key)
        } else {
            removed.append(key)
        }
        return true
    }

    /// Puts in a section of the front end's own, or replaces the one of this key: see `OwnSectionReader`. The position
    /// is as in `move`. The bytes are copied.
    mutating func insert(
        _ json: UnsafeRawBufferPointer, at position: Int, in page: Snapshot?
    ) throws(FeedError) {
        let section = try OwnSectionReader().read(json)
        let key = section.ownKey
        if let place = ownKeys.place(of: key) {
            own[place] = section
        } else {
            guard !all(page).hasSection(key) else {
                let reader = try ConfigReader(json, "a section")
                throw reader.mistake(reader.root["key"] ?? reader.root, "the page has a section of this key")
            }
            add(section)
            hidden.remove(key)
            removed.remove(key)
        }
        put(key, at: position, page)
    }

    private mutating func add(_ section: Snapshot) {
        ownKeys.append(section.ownKey)
        own.append(section)
    }

    private func knows(_ key: [UInt8], _ page: Snapshot?) -> Bool {
        ownKeys.contains(key) || order.contains(key) || hidden.contains(key) || removed.contains(key)
            || all(page).hasSection(key)
    }

    /// Fixes the whole sequence, with this key at a position among the sections that are shown.
    private mutating func put(_ key: [UInt8], at position: Int, _ page: Snapshot?) {
        let all = all(page)
        var order = SectionKeys()
        var left = position < 0 ? .max : position
        for place in sequence(of: all) {
            let other = self.key(of: place, in: all)
            if other == key { continue }
            if isShown(place, in: all) {
                if left == 0 { order.append(key) }
                left -= 1
            }
            order.append(other)
        }
        order.append(key)
        self.order = order
    }

    // MARK: - The sequence

    /// All sections that there are: the front end's own, and then the page's.
    private func all(_ page: Snapshot?) -> Snapshot {
        (page ?? .empty).joined(after: own)
    }

    /// All sections, by index, where the order says, and where it says nothing, after the section that one follows in
    /// the server's page. A key of the order that has no section now is there too: -1 is the first key, -2 the second.
    private func sequence(of all: Snapshot) -> [Int] {
        // A list for what comes before the order, for each of its keys, and for own sections that it doesn't have.
        var first = Array(repeating: -1, count: order.all.count + 2)
        var lists: [Int] = []
        var list = 0
        for index in all.sectionRecords.indices {
            let place = order.place(of: key(of: index, in: all))
            if index < own.count {
                lists.append((place ?? order.all.count) + 1)
            } else {
                if let place { list = place + 1 }
                lists.append(list)
            }
        }
        var next = lists
        for index in lists.indices.reversed() {
            next[index] = first[lists[index]]
            first[lists[index]] = index
        }
        var places: [Int] = []
        for list in listsInSequence {
            // Nothing follows a section that isn't there.
            if first[list] < 0, list > 0, list <= order.all.count { places.append(-list) }
            var index = first[list]
            while index >= 0 {
                places.append(index)
                index = next[index]
            }
        }
        return places
    }

    /// The lists in their sequence: own sections at the head of the order stay there, whatever the server puts first.
    private var listsInSequence: [Int] {
        let count = order.all.firstIndex { !ownKeys.contains($0) } ?? order.all.count
        return Array(1..<count + 1) + [0] + Array(count + 1..<order.all.count + 2)
    }

    private func key(of place: Int, in all: Snapshot) -> [UInt8] {
        place < 0 ? order.all[-place - 1] : Array(all.sectionRecords[place].pointee.key.utf8)
    }

    private func isShown(_ place: Int, in all: Snapshot) -> Bool {
        place >= 0 && !isRemoved(place, in: all) && !hidden.contains(key(of: place, in: all))
    }

    private func isHidden(_ place: Int, in all: Snapshot) -> Bool {
        place >= 0 && !isRemoved(place, in: all) && hidden.contains(key(of: place, in: all))
    }

    private func isRemoved(_ place: Int, in all: Snapshot) -> Bool {
        place >= own.count && removed.contains(key(of: place, in: all))
    }
}

// MARK: - As JSON

extension Arrangement {
    /// What `init(_:)` reads.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.keys("order", order)
        writer.keys("hidden", hidden)
        writer.keys("removed", removed)
        writer.key("own")
        writer.beginArray()
        for section in own { writer.json(section.sectionRecords[0].pointee.raw) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    /// From JSON; a mistake names its place.
    init(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
        let reader = try ConfigReader(bytes, "an arrangement")
        for (key, value) in try reader.members(reader.root) {
            switch key {
            case "order": order = try reader.sectionKeys(value)
            case "hidden": hidden = try reader.sectionKeys(value)
            case "removed": removed = try reader.sectionKeys(value)
            case "own": try readOwn(value, reader)
            default: throw reader.unknown(key)
            }
        }
    }

    private mutating func readOwn(_ json: JSON, _ reader: ConfigReader) throws(FeedError) {
        let sections = try OwnSectionReader()
        for element in try reader.elements(json) {
            let section: Snapshot
            do {
                section = try sections.read(UnsafeRawBufferPointer(element.rawBytes))
            } catch {
                throw reader.moved(error, into: element)
            }
            guard !ownKeys.contains(section.ownKey) else {
                throw reader.mistake(element["key"] ?? element, "another section has this key")
            }
            add(section)
        }
    }
}

extension ConfigReader {
    fileprivate func sectionKeys(_ json: JSON) throws(FeedError) -> SectionKeys {
        var keys = SectionKeys()
        for element in try elements(json) {
            let key = Array(try text(element).utf8)
            guard !key.isEmpty, !keys.contains(key) else {
                throw mistake(element, "a key can't be empty, nor stand twice")
            }
            keys.append(key)
        }
        return keys
    }
}

extension JSONWriter {
    @inline(never)
    fileprivate mutating func keys(_ name: StaticString, _ keys: SectionKeys) {
        key(name)
        beginArray()
        for key in keys.all { key.withUnsafeBufferPointer { string(utf8: $0) } }
        endArray()
    }
}

extension Snapshot {
    /// Of the one section that a front end's own page has.
    fileprivate var ownKey: [UInt8] { Array(sectionRecords[0].pointee.key.utf8) }

    fileprivate func hasSection(_ key: [UInt8]) -> Bool {
        key.withUnsafeBufferPointer { sectionRecord(key: $0) } != nil
    }
}
