/// Reads one feed by one mapping: the answer's own verdict, the page, its sections, their items.
///
/// Field by field is in FieldReader.swift. A section is read whole before its items get their uids, because a
/// section's key depends on whether it stays.
struct FeedReader {
    let mapping: Mapping
    let document: JSONDocument
    let arena: Arena
    var warnings: Warnings
    /// By `Path.sharedNumber`.
    var sharedValues: [SharedValue?]
    // Room that is used again and again.
    var digits: [UInt8] = []
    var joinedBytes: [UInt8] = []
    var values: [ExtraValue] = []
    var places: [JSON?] = []
    /// Of a list as it stands: as where lists are parallel.
    var keepsEmptyTexts = false
    private var extras: [ExtraRecord] = []
    private var items: [ItemRecord] = []
    private var identities = Identities()
    private var fingerprints = Fingerprints()
    /// The position in a feed of the source that is read.
    private let source: Int
    private var itemsLeft: Int

    /// More items than `itemLimit`, children too, no page has. A hostile one could have millions, and each
    /// takes many times the memory that it takes to write it.
    init(_ document: JSONDocument, _ mapping: Mapping, source: Int = 0, itemLimit: Int = 500_000) {
        self.mapping = mapping
        self.source = source
        self.document = document
        itemsLeft = itemLimit
        arena = Arena(firstChunk: min(max(document.bytes.count, 4096), 1 << 16))
        warnings = Warnings(document, into: arena)
        sharedValues = Array(repeating: nil, count: mapping.sharedPathCount)
    }

    mutating func read() throws(FeedError) -> Snapshot {
        let root = document.root
        let scope = Scope(here: root, section: root, root: root)
        var page = try readPage(scope)
        let isOneSection = mapping.sections.list.isNone
        let sections = isOneSection ? try readOnlySection(scope, &page) : try readSections(scope, &page)
        let warnings = self.warnings.records
        document.dropIndex()
        return Snapshot(
            sections: sections, page: page, warnings: warnings, warningTotal: self.warnings.total,
            arena: arena,
            document: document, keeping: [document, mapping])
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
        page.next = mapping.page.next.map { next(by: $0, scope) }
        return page
    }

    /// Servers refuse with HTTP 200 and a code in the answer; a code that is no number says nothing.
    private func judge(_ page: PageRecord, by status: StatusRule) throws(FeedError) {
        guard let code = page.serviceCode, JSONNumber.isNumber(code.utf8) else { return }
        let number = JSONNumber.integer(code.utf8)
        if let number, status.good.contains(number) { return }
        let isLogin = number.map { status.loginNeeded.contains($0) } ?? false
        let verdict = isLogin ? "the server asks to log in first" : "the server refused"
        var error = FeedError(isLogin ? .loginNeeded : .refused, "\(verdict) (code \(code.excerpt))")
        if let message = page.message {
            error.message += ": \(message.excerpt)"
            error.serviceMessage = String(cString: message)
        }
        error.serviceCode = String(cString: code)
        throw error
    }

    /// The document's bytes with `[]` in place of the list.
    private func emptied(listOf list: FoundList) -> UnsafeBufferPointer<UInt8> {
        let all = document.root.rawBytes
        guard let array = list.array, let start = all.baseAddress, let listStart = array.rawBytes.baseAddress
        else {
            return all
        }
        let before = listStart - start
        let after = all.count &- before &- array.rawBytes.count
        let rest = arena.allocate(UInt8.self, before &+ 2 &+ after)
        rest.initialize(from: start, count: before)
        rest[before] = .openBracket
        rest[before &+ 1] = .closeBracket
        (rest + before + 2).initialize(from: listStart + array.rawBytes.count, count: after)
        return UnsafeBufferPointer(start: rest, count: before &+ 2 &+ after)
    }

    /// Says how far the first alternative leads, and what stands there.
    private func missing(_ field: Field, _ scope: Scope) -> FeedError {
        let what = "not the feed that \"\(mapping.nameCString.excerpt)\" describes: "
        guard let path = field.paths.first else {
            return FeedError(.shape, what + "the mapping names no list of items for its type", path: "")
        }
        var at = scope.start(of: path)
        var missing: Path.Step?
        for step in path.steps {
            guard let next = step.first(from: at) else {
                missing = step.canLeave(at) ? step : nil
                break
            }
            at = next
        }
        let pointer = document.pointer(to: at)
        var found = "\(pointer.isEmpty ? "the document" : pointer) is \(at.kindName)"
        switch missing {
        case .member(let name)?: found += " without \"\(String(decoding: name, as: UTF8.self))\""
        case .element(let index)?: found += " without element \(index)"
        case .every?, nil: break
        }
        return FeedError(
            .shape, what + "no list at \(field.description), since \(found)",
            place: document.errorPlace(of: at),
            path: pointer)
    }

    // MARK: - Sections

    private mutating func readSections(
        _ page: Scope, _ record: inout PageRecord
    ) throws(FeedError) -> [UnsafePointer<SectionRecord>] {
        let list = find(mapping.sections.list, page)
        guard list.isThere else { throw missing(mapping.sections.list, page) }
        record.rest = emptied(listOf: list)
        record.next?.take(count: list.count)
        var sections: [UnsafePointer<SectionRecord>] = []
        for element in list {
            let scope = Scope(here: element, section: element, root: page.root)
            let type = text(mapping.sections.type, scope)
            let rule = rule(for: type)
            let items = type == nil ? FoundList() : find(rule.items, scope)
            if let section = readSection(scope, type, rule, items) { sections.append(section) }
        }
        return sections
    }

    /// A document that is one section must have its list of items, or it isn't such a feed.
    private mutating func readOnlySection(
        _ page: Scope, _ record: inout PageRecord
    ) throws(FeedError) -> [UnsafePointer<SectionRecord>] {
        let type = text(mapping.sections.type, page)
        let rule = rule(for: type)
        let items = find(rule.items, page)
        guard items.isThere else { throw missing(rule.items, page) }
        record.rest = emptied(listOf: items)
        record.next?.take(count: items.count)
        return readSection(page, type, rule, items).map { [$0] } ?? []
    }

    private func rule(for type: CString?) -> TypeRule {
        type.flatMap { mapping.type(named: $0.utf8) } ?? mapping.unknownType
    }

    private mutating func readSection(
        _ scope: Scope, _ type: CString?, _ rule: TypeRule, _ list: FoundList
    ) -> UnsafePointer<SectionRecord>? {
        guard let type else {
            warnings.add(.sectionDropped, scope.section, "\(scope.section.kindName) without a section type")
            return nil
        }
        let kind = text(mapping.sections.kind, scope).flatMap { SectionKind(declared: $0) } ?? rule.kind
        let isKnown = kind != .custom
        if !isKnown {
            warnings.add(
                .unknownSection, scope.section,
                "the mapping doesn't know the section type \"\(type.excerpt)\"")
        }
        let items = readItems(list, rule.item, scope)
        guard !items.isEmpty else {
            if isKnown { warnOfEmptySection(scope.section, list) }
            return nil
        }
        let rules = mapping.sections
        var section = SectionRecord(
            kind: kind, type: type, key: text(rules.key, scope) ?? type, items: items,
            raw: scope.section.rawBytes)
        fill(&section, rules, scope)
        if let more = rule.more ?? rules.more {
            section.more = next(by: more, scope)
            section.more?.key = section.key
            section.more?.take(count: list.count)
        }
        (section.key, section.uid) = identities.claimNumbered(section.key, under: .page, in: arena)
        section.items = admit(section.items, under: Parent(sectionKey: section.key, uid: section.uid))
        section.fingerprint = fingerprints.of(section)
        section.source = source
        section.declaredLayout = mapping.layouts?.layout(of: section).map { UnsafePointer(arena.store($0)) }
        return UnsafePointer(arena.store(section))
    }

    /// An empty list is no fault; a list that isn't there, or of which nothing could be used, is one.
    private mutating func warnOfEmptySection(_ json: JSON, _ list: FoundList) {
        if let misfit = list.misfit {
            warnings.add(
                .sectionDropped, misfit, "expected the section's list of items, found \(misfit.kindName)")
        } else if list.isTaken {
            warnings.add(.sectionDropped, json, "its list of items is that of an earlier section")
        } else if !list.isThere {
            warnings.add(.sectionDropped, json, "a section without a list of items")
        } else if !list.isEmpty {
            warnings.add(.sectionDropped, json, "a section of which no item could be used")
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

    /// All but the count of the list, which is found later.
    private mutating func next(by rule: UnsafePointer<NextRule>, _ scope: Scope) -> NextRecord {
        var next = NextRecord(rule: rule)
        next.place = text(rule.pointee.place, scope)
        next.hasMore = flag(rule.pointee.hasMore, scope)
        next.total = count(rule.pointee.total, scope)
        return next
    }

    // MARK: - Items

    private mutating func readItems(
        _ list: FoundList, _ rule: UnsafePointer<ItemRule>, _ scope: Scope
    ) -> UnsafeMutableBufferPointer<ItemRecord> {
        let first = items.count
        var inside = scope
        for element in list {
            guard itemsLeft > 0 else {
                warnings.add(
                    .itemDropped, element, "too many items in one page: this one and the rest are left out")
                break
            }
            inside.here = element
            if let item = readItem(rule, inside) {
                items.append(item)
                itemsLeft -= 1
            }
        }
        let read = arena.store(items[first...])
        items.removeLast(items.count - first)
        return read
    }

    private mutating func readItem(_ rule: UnsafePointer<ItemRule>, _ scope: Scope) -> ItemRecord? {
        guard !scope.here.isEmptyContainer else {
            warnOfNothing(scope.here)
            return nil
        }
        guard isValid(rule, scope) else { return nil }
        var item = ItemRecord(raw: scope.here.rawBytes)
        var expectsID = !rule.pointee.id.isNone
        fill(&item, rule, scope)
        guard let children = rule.pointee.children else {
            return complete(item, expectsID: expectsID, scope.here)
        }
        let list = find(children.list, scope)
        if let misfit = list.misfit, !misfit.isNothing {
            warnings.add(.badField, misfit, "expected a list of children, found \(misfit.kindName)")
        }
        if children.mergesSingle, let only = list.onlyElement {
            for junk in list where junk != only { warnOfNothing(junk) }
            var inside = scope
            inside.here = only
            guard isValid(children.item, inside) else { return nil }
            fill(&item, children.item, inside)
            expectsID = expectsID || !children.item.pointee.id.isNone
        } else {
            item.children = readItems(list, children.item, scope)
        }
        return complete(item, expectsID: expectsID, scope.here)
    }

    private mutating func warnOfNothing(_ json: JSON) {
        warnings.add(
            .itemDropped, json,
            "\(json.kindName) with nothing to show: no title, text, image, action or children")
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
            let type = text(rule.pointee.actionType, scope)
            // The two belong together.
            if item.action != nil || item.actionType == nil { item.actionType = type }
        }
        if item.playCount < 0 { item.playCount = count(rule.pointee.playCount, scope) }
        if item.labels.isEmpty { item.labels = labels(rule.pointee.labels, scope) }
        fillExtras(&item, rule, scope)
    }

    private mutating func fillExtras(
        _ item: inout ItemRecord, _ rule: UnsafePointer<ItemRule>, _ scope: Scope
    ) {
        let rules = rule.pointee.extras
        let object = object(rule.pointee.extrasObject, scope)
        guard object != nil || !rules.isEmpty else { return }
        extras.removeAll(keepingCapacity: true)
        extras.append(contentsOf: item.extras)
        for rule in rules where !item.hasExtra(named: rule.name) {
            if let extra = extra(rule, scope) { extras.append(extra) }
        }
        if let object { appendMembers(of: object) }
        item.extras = UnsafeBufferPointer(arena.store(extras))
    }

    /// Each member as an extra, unless there is one of that name. Of a name that stands twice, the last one counts.
    private mutating func appendMembers(of object: JSON) {
        var known = Identities()
        for extra in extras { _ = known.claim(extra.name, under: .page) }
        var names = Identities()
        let first = extras.count
        for (key, value) in Array(object.members).reversed() {
            let name = copy(key)
            guard case .new = names.claim(name, under: .page) else {
                warnOfRepeatedName(value)
                continue
            }
            guard case .new = known.claim(name, under: .page) else { continue }
            if let extra = extra(name, value, isRating: "rating" ~= key) { extras.append(extra) }
        }
        extras[first...].reverse()
    }

    /// What an item gets when all its fields are read; nil if there is nothing to show of it.
    private mutating func complete(_ item: ItemRecord, expectsID: Bool, _ json: JSON) -> ItemRecord? {
        guard item.hasAnythingToShow else {
            warnOfNothing(json)
            return nil
        }
        var item = item
        if item.title == nil {
            item.title =
                item.text.flatMap { PlainText.firstLine(of: $0, in: arena) }
                ?? item.html.flatMap { PlainText.firstLine(ofHTML: $0, in: arena) }
        }
        item.subtitle = item.subtitle.unlessSame(as: item.title)
        if item.id == nil {
            item.id = derivedID(of: item)
            item.hasDerivedID = true
            if expectsID { warnings.add(.derivedID, json, "no usable id; a derived one stands for it") }
        }
        return item
    }

    private mutating func derivedID(of item: ItemRecord) -> CString {
        digits.removeAll(keepingCapacity: true)
        digits.append(contentsOf: "auto:".utf8)
        item.contentHash.appendHex(to: &digits)
        return digits.withUnsafeBufferPointer { arena.store(utf8: $0) }
    }

    // MARK: - Identity

    /// Gives the items of one parent their uids, and leaves out those that are there already.
    private mutating func admit(
        _ items: UnsafeMutableBufferPointer<ItemRecord>, under parent: Parent
    ) -> UnsafeMutableBufferPointer<ItemRecord> {
        var kept = 0
        for var item in items {
            guard let id = item.id, let identity = claim(id, isDerived: item.hasDerivedID, under: parent)
            else {
                warnOfRepeatedID(item)
                continue
            }
            (item.id, item.uid) = identity
            item.children = admit(item.children, under: parent.item(identity.id, uid: identity.uid))
            item.fingerprint = fingerprints.of(item)
            items[kept] = item
            kept += 1
        }
        return UnsafeMutableBufferPointer(rebasing: items[..<kept])
    }

    /// Nil if the id is there already. A derived one gets a number instead.
    private mutating func claim(
        _ id: CString, isDerived: Bool, under parent: Parent
    ) -> (id: CString, uid: UInt64)? {
        if isDerived { return identities.claimNumbered(id, under: parent, in: arena) }
        if case .new(let uid) = identities.claim(id, under: parent) { return (id, uid) }
        return nil
    }

    private mutating func warnOfRepeatedID(_ item: ItemRecord) {
        guard let start = item.raw.baseAddress, let all = document.bytes.baseAddress else { return }
        let id = item.id?.excerpt ?? ""
        warnings.add(
            .duplicateID, document.value(at: start - all),
            "the id \"\(id)\" is there already; the first one stays")
    }
}

extension Optional where Wrapped == CString {
    /// Nil if it only says again what another text says.
    fileprivate func unlessSame(as other: CString?) -> CString? {
        guard let self, let other else { return self }
        return self.isSame(as: other) ? nil : self
    }
}

extension ItemRecord {
    /// A mapping's names are known by their address, a feed's aren't.
    fileprivate func hasExtra(named name: CString) -> Bool {
        extras.contains { $0.name == name || $0.name.isSame(as: name) }
    }

    /// Of what the item shows, so that it stays the same as long as the item does.
    fileprivate var contentHash: UInt64 {
        var hash = StableHash()
        hash.combine(beginningOf: title)
        hash.combine(beginningOf: image)
        hash.combine(beginningOf: action)
        hash.combine(beginningOf: text)
        hash.combine(beginningOf: html)
        return hash.value
    }
}
