/// Reads one feed by one mapping: the answer's own verdict, the page, its sections, their items.
///
/// Field by field is in FieldReader.swift. A section is read whole before its items get their uids, because a
/// section's key depends on whether it stays.
struct FeedReader {
    let mapping: Mapping
    let document: JSONDocument
    let arena: Arena
    var warnings: Warnings
    var rootLists: [UnsafeRawPointer: [ExtraValue]] = [:]
    private var identities = Identities()
    private var extras: [ExtraRecord] = []

    init(_ document: JSONDocument, _ mapping: Mapping) {
        self.mapping = mapping
        self.document = document
        arena = Arena(firstChunk: 1 << 16)
        warnings = Warnings(document, into: arena)
    }

    mutating func read() throws(FeedError) -> Snapshot {
        let root = document.root
        let scope = Scope(here: root, section: root, root: root)
        var page = try readPage(scope)
        var sections: [UnsafePointer<SectionRecord>] = []
        if mapping.sections.list.isNone {
            page.rest = emptied(listOf: try requiredItems(scope))
            if let section = readSection(root, in: scope) { sections.append(section) }
        } else {
            let list = find(mapping.sections.list, scope)
            guard list.isThere else { throw missing(mapping.sections.list, scope) }
            page.rest = emptied(listOf: list)
            for element in list {
                if let section = readSection(element, in: scope) { sections.append(section) }
            }
        }
        document.dropIndex()
        return Snapshot(
            sections: sections, page: page, warnings: warnings.records, warningTotal: warnings.total, arena: arena,
            parts: [.init(arena: arena, document: document, mapping: mapping)])
    }

    // MARK: - The page

    private mutating func readPage(_ scope: Scope) throws(FeedError) -> PageRecord {
        var page = PageRecord()
        if let status = mapping.status {
            page.serviceCode = text(status.code, scope)
            page.message = text(status.message, scope)
            try judge(page, by: status)
        }
        page.cursor = text(mapping.page.cursor, scope)
        page.hasMore = flag(mapping.page.hasMore, scope)
        page.refreshInterval = count(mapping.page.refreshInterval, scope)
        page.nodataToast = text(mapping.page.nodataToast, scope)
        return page
    }

    /// Servers refuse with HTTP 200 and a code in the answer; a code that is no number says nothing.
    private func judge(_ page: PageRecord, by status: StatusRule) throws(FeedError) {
        guard let code = page.serviceCode, let number = JSONNumber.integer(code.utf8) else { return }
        if status.good.contains(number) { return }
        let isLogin = status.loginNeeded.contains(number)
        let verdict = isLogin ? "the server asks to log in first" : "the server refused"
        var error = FeedError(isLogin ? .loginNeeded : .refused, "\(verdict) (code \(number))")
        if let message = page.message.map({ String(cString: $0) }) {
            error.message += ": \(message)"
            error.serviceMessage = message
        }
        error.serviceCode = String(cString: code)
        throw error
    }

    /// The items of a document that is one section: without them it isn't such a feed.
    private mutating func requiredItems(_ scope: Scope) throws(FeedError) -> FoundList {
        let type = text(mapping.sections.type, scope)
        let rule = type.flatMap { mapping.type(named: $0.utf8) } ?? mapping.unknownType
        let list = find(rule.items, scope)
        guard list.isThere else { throw missing(rule.items, scope) }
        return list
    }

    /// The document's bytes with `[]` in place of the list.
    private func emptied(listOf list: FoundList) -> UnsafeBufferPointer<UInt8> {
        guard let array = list.array else { return document.bytes }
        let raw = array.rawBytes
        let all = document.bytes
        guard let start = all.baseAddress, let rawStart = raw.baseAddress else { return all }
        let before = rawStart - start
        let after = all.count &- before &- raw.count
        let rest = arena.allocate(UInt8.self, before &+ 2 &+ after)
        rest.initialize(from: start, count: before)
        rest[before] = UInt8(ascii: "[")
        rest[before &+ 1] = UInt8(ascii: "]")
        (rest + before + 2).initialize(from: rawStart + raw.count, count: after)
        return UnsafeBufferPointer(start: rest, count: before &+ 2 &+ after)
    }

    /// Says how far the first alternative leads and what stood there.
    private mutating func missing(_ field: Field, _ scope: Scope) -> FeedError {
        guard let path = field.paths.first else {
            return FeedError(.shape, "the mapping has no list for this feed", path: "")
        }
        var at = scope.start(of: path)
        for step in path.steps {
            var next: JSON?
            switch step {
            case .member(let name): next = at.member(name)?.value
            case .element(let index): next = at.element(at: index)
            case .every: next = at.element(at: 0)
            }
            guard let next else { break }
            at = next
        }
        let place = document.errorPlace(of: at)
        let pointer = document.pointer(to: at)
        let wanted = path.description
        let message = "not the feed that \"\(mapping.name)\" describes: expected a list at \(wanted), found "
        if find(field, scope).misfit == at {
            return FeedError(.shape, message + at.kindName, place: place, path: pointer)
        }
        let where_ = pointer.isEmpty ? "at the top" : "at \(pointer)"
        return FeedError(
            .shape, message + "no such member in \(at.kindName) \(where_)", place: place, path: pointer)
    }

    // MARK: - Sections

    private mutating func readSection(_ json: JSON, in page: Scope) -> UnsafePointer<SectionRecord>? {
        let scope = Scope(here: json, section: json, root: page.root)
        let rules = mapping.sections
        guard let type = text(rules.type, scope) else {
            warnings.add(.sectionDropped, json, "\(json.kindName) without a section type")
            return nil
        }
        let known = mapping.type(named: type.utf8)
        let rule = known ?? mapping.unknownType
        if known == nil {
            warnings.add(.unknownSection, json, "the mapping doesn't know the section type \"\(String(cString: type))\"")
        }
        let list = find(rule.items, scope)
        let items = readItems(list, rule.item, scope)
        guard !items.isEmpty else {
            if known != nil { warnOfEmptySection(json, list) }
            return nil
        }
        var section = SectionRecord(
            kind: rule.kind, type: type, key: text(rules.key, scope) ?? type, items: arena.store(items),
            raw: json.rawBytes)
        fill(&section, rules, scope)
        (section.key, section.uid) = identities.claimKey(section.key, in: arena)
        section.items = admit(section.items, sectionKey: section.key, parent: section.uid, parentID: nil)
        return UnsafePointer(arena.store(section))
    }

    /// An empty list is no fault; a list that isn't there, or of which nothing could be used, is one.
    private mutating func warnOfEmptySection(_ json: JSON, _ list: FoundList) {
        if let misfit = list.misfit {
            warnings.add(.sectionDropped, misfit, "no list of items: found \(misfit.kindName)")
        } else if !list.isThere {
            warnings.add(.sectionDropped, json, "no list of items")
        } else if !list.isEmpty {
            warnings.add(.sectionDropped, json, "none of its items could be used")
        }
    }

    private mutating func fill(_ section: inout SectionRecord, _ rules: SectionsRule, _ scope: Scope) {
        section.title = text(rules.title, scope)
        section.subtitle = text(rules.subtitle, scope).unlessSame(as: section.title)
        section.titleImage = text(rules.titleImage, scope)
        section.buttonText = text(rules.button.text, scope)
        section.buttonAction = text(rules.button.action, scope)
        section.buttonActionType = text(rules.button.actionType, scope)
        section.action = text(rules.action, scope)
        section.actionType = text(rules.actionType, scope)
        section.showType = text(rules.showType, scope)
        section.canClose = flag(rules.canClose, scope)
    }

    // MARK: - Items

    private mutating func readItems(
        _ list: FoundList, _ rule: UnsafePointer<ItemRule>, _ scope: Scope
    ) -> [ItemRecord] {
        var items: [ItemRecord] = []
        for element in list {
            var here = scope
            here.here = element
            if let item = readItem(rule, here) { items.append(item) }
        }
        return items
    }

    private mutating func readItem(_ rule: UnsafePointer<ItemRule>, _ scope: Scope) -> ItemRecord? {
        guard isValid(rule, scope) else { return nil }
        var item = ItemRecord(raw: scope.here.rawBytes)
        var expectsID = !rule.pointee.id.isNone
        extras.removeAll(keepingCapacity: true)
        fill(&item, rule, scope)
        if let children = rule.pointee.children {
            let list = find(children.list, scope)
            if let misfit = list.misfit, misfit.kind != .null {
                warnings.add(.badField, misfit, "expected a list of children, found \(misfit.kindName)")
            }
            if children.mergesSingle, let only = list.onlyObject {
                var inside = scope
                inside.here = only
                guard isValid(children.item, inside) else { return nil }
                fill(&item, children.item, inside)
                expectsID = expectsID || !children.item.pointee.id.isNone
                item.extras = UnsafeBufferPointer(arena.store(extras))
            } else {
                item.extras = UnsafeBufferPointer(arena.store(extras))
                item.children = arena.store(readItems(list, children.item, scope))
            }
        } else {
            item.extras = UnsafeBufferPointer(arena.store(extras))
        }
        return complete(item, expectsID: expectsID, scope.here)
    }

    private mutating func isValid(_ rule: UnsafePointer<ItemRule>, _ scope: Scope) -> Bool {
        guard flag(rule.pointee.valid, scope) == false else { return true }
        warnings.add(.itemInvalid, scope.here, "the server marks this item as not valid")
        return false
    }

    /// Takes what the item still lacks from the fields of a rule.
    private mutating func fill(_ item: inout ItemRecord, _ rule: UnsafePointer<ItemRule>, _ scope: Scope) {
        if item.id == nil { item.id = identifier(rule.pointee.id, scope) }
        if item.title == nil { item.title = text(rule.pointee.title, scope) }
        if item.subtitle == nil { item.subtitle = text(rule.pointee.subtitle, scope) }
        if item.text == nil { item.text = text(rule.pointee.text, scope) }
        if item.html == nil { item.html = text(rule.pointee.html, scope) }
        if item.image == nil { item.image = text(rule.pointee.image, scope) }
        if item.action == nil {
            item.action = text(rule.pointee.action, scope)
            item.actionType = text(rule.pointee.actionType, scope)
        }
        if item.playCount < 0 { item.playCount = count(rule.pointee.playCount, scope) }
        if item.labels.isEmpty { item.labels = labels(rule.pointee.labels, scope) }
        for extra in rule.pointee.extras where !extras.contains(where: { $0.name == extra.name }) {
            if let record = self.extra(extra, scope) { extras.append(record) }
        }
    }

    /// What an item gets when all its fields are read; nil if there is nothing to show of it.
    private mutating func complete(_ item: ItemRecord, expectsID: Bool, _ json: JSON) -> ItemRecord? {
        var item = item
        guard item.hasAnythingToShow else {
            warnings.add(.itemDropped, json, "\(json.kindName) with nothing to show: no title, text, image, action or children")
            return nil
        }
        if item.title == nil {
            item.title = item.text.flatMap { PlainText.firstLine(of: $0, in: arena) }
                ?? item.html.flatMap { PlainText.firstLine(ofHTML: $0, in: arena) }
        }
        item.subtitle = item.subtitle.unlessSame(as: item.title)
        if item.id == nil {
            item.id = arena.store(item.derivedID)
            item.hasDerivedID = true
            if expectsID { warnings.add(.derivedID, json, "no usable id; a derived one stands for it") }
        }
        return item
    }

    // MARK: - Identity

    /// Gives the items of one parent their uids, and leaves out those that are there already.
    private mutating func admit(
        _ items: UnsafeMutableBufferPointer<ItemRecord>, sectionKey: CString, parent: UInt64, parentID: CString?
    ) -> UnsafeMutableBufferPointer<ItemRecord> {
        var kept = 0
        for var item in items {
            guard let id = item.id, let uid = identities.claimItem(&item, id, sectionKey, parent, parentID, arena) else {
                warnOfRepeatedID(item)
                continue
            }
            item.uid = uid
            item.children = admit(item.children, sectionKey: sectionKey, parent: uid, parentID: item.id)
            items[kept] = item
            kept += 1
        }
        return UnsafeMutableBufferPointer(rebasing: items[..<kept])
    }

    private mutating func warnOfRepeatedID(_ item: ItemRecord) {
        guard let start = item.raw.baseAddress, let all = document.bytes.baseAddress else { return }
        let id = item.id.map { String(cString: $0) } ?? ""
        warnings.add(.duplicateID, document.value(at: start - all), "the id \"\(id)\" is there already; the first one stays")
    }
}

extension Optional where Wrapped == CString {
    /// Nil if it only says again what another text says.
    fileprivate func unlessSame(as other: CString?) -> CString? {
        guard let self, let other else { return self }
        return self.utf8.elementsEqual(other.utf8) ? nil : self
    }
}

extension ItemRecord {
    /// Of what the item shows, so that it stays the same as long as the item does.
    fileprivate var derivedID: String {
        var hash = StableHash()
        for text in [title, image, action, text, html] { hash.combine(text) }
        return "auto:" + hash.value.hex
    }
}

extension Identities {
    /// The uid of an item under its parent; nil if its id is there already. A derived id gets a number instead.
    fileprivate mutating func claimItem(
        _ item: inout ItemRecord, _ id: CString, _ sectionKey: CString, _ parent: UInt64, _ parentID: CString?,
        _ arena: Arena
    ) -> UInt64? {
        var id = id
        while true {
            switch claim(StableHash.of(sectionKey, parentID, id), parent: parent, id: id) {
            case .new(let uid):
                item.id = id
                return uid
            case .again(let count):
                guard item.hasDerivedID else { return nil }
                id = arena.store(String(cString: id) + "#\(count)")
            }
        }
    }

    /// A section's key and uid; a key that is taken gets a number.
    mutating func claimKey(_ key: CString, in arena: Arena) -> (key: CString, uid: UInt64) {
        var claimed = key
        while true {
            switch claim(StableHash.of(claimed), parent: 0, id: claimed) {
            case .new(let uid): return (claimed, uid)
            case .again(let count): claimed = arena.store(String(cString: key) + "#\(count)")
            }
        }
    }
}

extension StableHash {
    static func of(_ sectionKey: CString, _ parentID: CString?, _ id: CString) -> UInt64 {
        var hash = StableHash()
        hash.combine(sectionKey)
        hash.combine(parentID)
        hash.combine(id)
        return hash.value
    }

    static func of(_ sectionKey: CString) -> UInt64 {
        var hash = StableHash()
        hash.combine(sectionKey)
        return hash.value
    }
}

extension UInt64 {
    /// Sixteen hexadecimal digits.
    package var hex: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
