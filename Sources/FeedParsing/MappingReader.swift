/// Reads a mapping's JSON into rules. Each mistake is an error that names its place.
struct MappingReader {
    struct Rules {
        var name: CString
        var status: StatusRule?
        var page = PageRule()
        var sections = SectionsRule()
        var types = UnsafeBufferPointer<TypeRule>(start: nil, count: 0)
        var unknownType: TypeRule
        var sharedPathCount = 0
        var actions = UnsafeBufferPointer<ActionRule>(start: nil, count: 0)
        var layouts: LayoutRules?
        var images: [ImageRule] = []
    }

    /// What may stand in a field besides its paths.
    private enum FieldForm { case paths, pathsWithDefaultAndJoin }

    private let reader: StrictReader
    private let arena: Arena
    /// What stands in "rules".
    private var namedRules: [[UInt8]: JSON] = [:]
    /// Each name once, so that two rules' extras of one name are known by its address.
    private var extraNames: [[UInt8]: CString] = [:]
    /// The named rules that are read already, by their place in the mapping; for items, and for children.
    private var readRules: [Int: UnsafePointer<ItemRule>] = [:]
    private var readChildRules: [Int: UnsafePointer<ItemRule>] = [:]
    private var sharedPathCount = 0

    init(_ document: JSONDocument, into arena: Arena) {
        reader = StrictReader(document, .mapping)
        self.arena = arena
    }

    mutating func read() throws(FeedError) -> Rules {
        let root = reader.document.root
        var title: JSON?
        var status: JSON?
        var page: JSON?
        var sections: JSON?
        var types: JSON?
        var fallback: JSON?
        var ruleList: JSON?
        var actions: JSON?
        var layouts: JSON?
        var images: [ImageRule] = []
        for (key, value) in try reader.members(of: root, "a mapping") {
            switch key {
            case "mapping": title = value
            case "status": status = value
            case "page": page = value
            case "sections": sections = value
            case "types": types = value
            case "default": fallback = value
            case "rules": ruleList = value
            case "actions": actions = value
            case "layouts": layouts = value
            case "images": images = try reader.imageRules(value)
            default: throw reader.unknown(key, in: "a mapping")
            }
        }
        guard let title else { throw mistake(root, "a mapping needs a name: the member \"mapping\"") }
        guard let sections else { throw mistake(root, "a mapping needs the member \"sections\"") }

        if let ruleList { try readNames(of: ruleList) }
        let (sectionsRule, commonItems) = try readSections(sections)
        let unknownType = try readDefault(fallback, items: commonItems)
        var rules = Rules(name: try fullText(title, "a name"), unknownType: unknownType)
        rules.sections = sectionsRule
        rules.status = try status.map { (value) throws(FeedError) in try readStatus(value) }
        rules.page = try readPage(page)
        rules.types = try readTypes(types, unknownType: unknownType, hasDefaultItem: fallback?["item"] != nil)
        if let ruleList { try checkUnusedRules(of: ruleList) }
        if rules.types.isEmpty && unknownType.items.isNone {
            throw mistake(sections, "nothing says where the items are: \"items\"")
        }
        rules.sharedPathCount = sharedPathCount
        if let actions { rules.actions = try ActionReader(reader: reader, arena: arena).read(actions) }
        if let layouts { rules.layouts = try LayoutReader(reader).read(layouts) }
        rules.images = images
        return rules
    }

    // MARK: - The parts of a mapping

    private mutating func readStatus(_ json: JSON) throws(FeedError) -> StatusRule {
        var rule = StatusRule()
        var good: [Int64] = []
        var loginNeeded: [Int64] = []
        for (key, value) in try reader.members(of: json, "status") {
            switch key {
            case "code": rule.code = try field(value)
            case "message": rule.message = try field(value)
            case "good": good = try integers(value)
            case "kinds":
                for (code, kind) in try reader.members(of: value, "kinds") {
                    guard let number = Int64(code.name) else {
                        throw mistake(code, "expected a whole number as name")
                    }
                    switch kind {
                    case "login-needed": loginNeeded.append(number)
                    case "refused": break
                    default: throw mistake(kind, "expected \"login-needed\" or \"refused\"")
                    }
                }
            default: throw reader.unknown(key, in: "status")
            }
        }
        guard !rule.code.isNone else { throw mistake(json, "status needs the member \"code\"") }
        rule.good = UnsafeBufferPointer(arena.store(good))
        rule.loginNeeded = UnsafeBufferPointer(arena.store(loginNeeded))
        return rule
    }

    private mutating func readPage(_ json: JSON?) throws(FeedError) -> PageRule {
        var rule = PageRule()
        var next: JSON?
        guard let json else { return rule }
        for (key, value) in try reader.members(of: json, "page") {
            switch key {
            case "cursor": rule.cursor = try field(value)
            case "hasMore": rule.hasMore = try field(value, .paths)
            case "refreshInterval": rule.refreshInterval = try field(value, .paths)
            case "nodataToast": rule.nodataToast = try field(value)
            case "next": next = value
            default: throw reader.unknown(key, in: "page")
            }
        }
        if let next { rule.next = try readNext(next, "next", cursor: rule.cursor, hasMore: rule.hasMore) }
        return rule
    }

    /// With the page's own cursor and hasMore, for `next`.
    private mutating func readNext(
        _ json: JSON, _ what: StaticString, ofSection: Bool = false, cursor: Field = .none,
        hasMore: Field = .none
    ) throws(FeedError) -> UnsafePointer<NextRule> {
        let members = try reader.members(of: json, what)
        var by = json
        for (key, value) in members where "by" ~= key { by = value }
        var rule = NextRule(way: try readWay(by), hasMore: hasMore)
        let name = rule.way.name(ofSection: ofSection)
        if rule.way == .cursor { rule.place = cursor }
        for (key, value) in members {
            switch key {
            case "by": break
            case "hasMore": rule.hasMore = try field(value, .paths)
            case "url" where rule.way == .url: rule.place = try field(value)
            case "cursor" where rule.way == .cursor: rule.place = try field(value)
            case "total" where rule.way == .offset: rule.total = try field(value, .paths)
            case "size" where rule.way == .offset: rule.size = try readSize(value)
            case "limit" where rule.way == .offset: rule.limit = try fullText(value, "a name")
            case "parameter" where rule.way != .url: rule.parameter = try fullText(value, "a name")
            case "key" where rule.way != .url && ofSection: rule.key = try fullText(value, "a name")
            case "address" where rule.way != .url && ofSection: rule.address = try readAddress(value)
            default: throw reader.unknown(key, in: name)
            }
        }
        if let missing = rule.missingMember {
            throw mistake(json, "\(name) needs the member \"\(missing)\"")
        }
        return UnsafePointer(arena.store(rule))
    }

    private func readWay(_ json: JSON) throws(FeedError) -> NextRule.Way {
        switch json {
        case "cursor": return .cursor
        case "offset": return .offset
        case "url": return .url
        default: throw mistake(json, "expected the member \"by\": \"cursor\", \"offset\" or \"url\"")
        }
    }

    private func readSize(_ json: JSON) throws(FeedError) -> Int64 {
        let size = try reader.integer(json)
        guard size > 0 else { throw mistake(json, "expected a number from 1 on") }
        return size
    }

    private func readAddress(_ json: JSON) throws(FeedError) -> CString {
        let address = try text(json)
        let bytes = address.utf8
        let isPlace = bytes.starts(with: "/".utf8) || bytes.starts(with: "http://".utf8)
        guard isPlace || bytes.starts(with: "https://".utf8), bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7f })
        else {
            throw mistake(json, "expected a URL (http, https) or a path that begins with /")
        }
        return address
    }

    private mutating func readSections(_ json: JSON) throws(FeedError) -> (SectionsRule, items: Field) {
        var rule = SectionsRule()
        var items = Field.none
        for (key, value) in try reader.members(of: json, "sections") {
            switch key {
            case "list": rule.list = try field(value, .paths)
            case "type": rule.type = try field(value)
            case "kind": rule.kind = try field(value)
            case "key": rule.key = try field(value)
            case "title": rule.title = try field(value)
            case "subtitle": rule.subtitle = try field(value)
            case "titleImage": rule.titleImage = try field(value)
            case "button": rule.button = try readButton(value)
            case "action": rule.action = try field(value)
            case "actionType": rule.actionType = try field(value)
            case "showType": rule.showType = try field(value)
            case "canClose": rule.canClose = try field(value, .paths)
            case "items": items = try field(value, .paths)
            case "more": rule.more = try readNext(value, "more", ofSection: true)
            default: throw reader.unknown(key, in: "sections")
            }
        }
        guard !rule.type.isNone else { throw mistake(json, "sections needs the member \"type\"") }
        return (rule, items)
    }

    private mutating func readButton(_ json: JSON) throws(FeedError) -> ButtonRule {
        var rule = ButtonRule()
        for (key, value) in try reader.members(of: json, "button") {
            switch key {
            case "text": rule.text = try field(value)
            case "action": rule.action = try field(value)
            case "actionType": rule.actionType = try field(value)
            default: throw reader.unknown(key, in: "button")
            }
        }
        return rule
    }

    private mutating func readDefault(_ json: JSON?, items: Field) throws(FeedError) -> TypeRule {
        var items = items
        var item: UnsafePointer<ItemRule>?
        if let json {
            for (key, value) in try reader.members(of: json, "default") {
                switch key {
                case "items": items = try field(value, .paths)
                case "item": item = try readItemRule(value)
                default: throw reader.unknown(key, in: "default")
                }
            }
        }
        let rule = item ?? UnsafePointer(arena.store(ItemRule()))
        return TypeRule(name: arena.store(""), kind: .custom, items: items, item: rule)
    }

    private mutating func readTypes(
        _ json: JSON?, unknownType: TypeRule, hasDefaultItem: Bool
    ) throws(FeedError) -> UnsafeBufferPointer<TypeRule> {
        guard let json else { return UnsafeBufferPointer(start: nil, count: 0) }
        var types: [TypeRule] = []
        for (type, description) in try reader.members(of: json, "types") {
            var kind: SectionKind?
            var items = unknownType.items
            var item: UnsafePointer<ItemRule>? = hasDefaultItem ? unknownType.item : nil
            var more: UnsafePointer<NextRule>?
            for (key, value) in try reader.members(of: description, "a type") {
                switch key {
                case "kind": kind = try readKind(value)
                case "items": items = try field(value, .paths)
                case "item": item = try readItemRule(value)
                case "more": more = try readNext(value, "more", ofSection: true)
                default: throw reader.unknown(key, in: "a type")
                }
            }
            guard let kind else { throw mistake(description, "a type needs the member \"kind\"") }
            guard !items.isNone else {
                throw mistake(description, "nothing says where the items are: \"items\"")
            }
            guard let item else { throw mistake(description, "nothing says what an item is: \"item\"") }
            let name = arena.store(type.name)
            let rule = TypeRule(name: name, kind: kind, items: items, item: item, more: more)
            let place = types.firstIndex { rule.name.utf8.lexicographicallyPrecedes($0.name.utf8) }
            types.insert(rule, at: place ?? types.count)
        }
        return UnsafeBufferPointer(arena.store(types))
    }

    private func readKind(_ json: JSON) throws(FeedError) -> SectionKind {
        let name = try reader.text(json, "a kind")
        guard let kind = SectionKind(declared: name) else {
            throw mistake(json, "there is no kind \"\(name)\"")
        }
        return kind
    }

    // MARK: - Item rules

    private mutating func readItemRule(_ json: JSON, isChild: Bool = false) throws(FeedError)
        -> UnsafePointer<ItemRule>
    {
        guard let name = json.string else { return try readItemRule(object: json, isChild: isChild) }
        guard let named = namedRules[Array(name.utf8)] else {
            throw mistake(json, "there is no rule \"\(name)\" in \"rules\"")
        }
        if let known = isChild ? readChildRules[named.offset] : readRules[named.offset] { return known }
        let rule = try readItemRule(object: named, isChild: isChild)
        if isChild { readChildRules[named.offset] = rule } else { readRules[named.offset] = rule }
        return rule
    }

    private mutating func readItemRule(object json: JSON, isChild: Bool) throws(FeedError) -> UnsafePointer<
        ItemRule
    > {
        var rule = ItemRule()
        for (key, value) in try reader.members(of: json, "an item rule") {
            switch key {
            case "id": rule.id = try field(value, .paths)
            case "title": rule.title = try field(value)
            case "subtitle": rule.subtitle = try field(value)
            case "text": rule.text = try field(value)
            case "html": rule.html = try field(value)
            case "image": rule.image = try field(value)
            case "action": rule.action = try field(value)
            case "actionType": rule.actionType = try field(value)
            case "playCount": rule.playCount = try field(value, .paths)
            case "labels": rule.labels = try field(value, .paths)
            case "valid": rule.valid = try field(value, .paths)
            case "extras" where value.kind == .object: rule.extras = try readExtras(value)
            case "extras": rule.extrasObject = try fieldInside(value, "the object of extras")
            case "children":
                guard !isChild else { throw mistake(value, "the rule of a child can't have children") }
                rule.children = try readChildren(value)
            default: throw reader.unknown(key, in: "an item rule")
            }
        }
        return UnsafePointer(arena.store(rule))
    }

    private mutating func readExtras(_ json: JSON) throws(FeedError) -> UnsafeBufferPointer<ExtraRule> {
        var extras: [ExtraRule] = []
        for (key, value) in try reader.members(of: json, "extras") {
            let name = key.name
            let known = extraNames[Array(name.utf8)] ?? arena.store(name)
            extraNames[Array(name.utf8)] = known
            extras.append(ExtraRule(name: known, field: try field(value), isRating: "rating" ~= key))
        }
        return UnsafeBufferPointer(arena.store(extras))
    }

    private mutating func readChildren(_ json: JSON) throws(FeedError) -> ChildrenRule {
        var list = Field.none
        var item: UnsafePointer<ItemRule>?
        var mergesSingle = false
        for (key, value) in try reader.members(of: json, "children") {
            switch key {
            case "list": list = try fieldInside(value, "the list of children")
            case "item": item = try readItemRule(value, isChild: true)
            case "single":
                switch value {
                case "merge": mergesSingle = true
                case "keep": mergesSingle = false
                default: throw mistake(value, "expected \"merge\" or \"keep\"")
                }
            default: throw reader.unknown(key, in: "children")
            }
        }
        guard !list.isNone else { throw mistake(json, "children needs the member \"list\"") }
        guard let item else { throw mistake(json, "children needs the member \"item\"") }
        return ChildrenRule(list: list, item: item, mergesSingle: mergesSingle)
    }

    /// Children and extras lie inside their item: with those from elsewhere, every item would have the same ones.
    private mutating func fieldInside(_ json: JSON, _ what: StaticString) throws(FeedError) -> Field {
        let field = try field(json, .paths)
        guard field.paths.allSatisfy({ $0.start == .here }) else {
            throw mistake(json, "\(what) must be inside the item, without ^ or $")
        }
        return field
    }

    private mutating func readNames(of rules: JSON) throws(FeedError) {
        for (key, value) in try reader.members(of: rules, "rules") {
            namedRules[Array(key.name.utf8)] = value
        }
    }

    /// A rule that nothing uses is read all the same, so that a mistake in it is told.
    private mutating func checkUnusedRules(of rules: JSON) throws(FeedError) {
        for (_, value) in try reader.members(of: rules, "rules") {
            if readRules[value.offset] == nil && readChildRules[value.offset] == nil {
                _ = try readItemRule(object: value, isChild: false)
            }
        }
    }

    // MARK: - Fields

    private mutating func field(_ json: JSON, _ form: FieldForm = .pathsWithDefaultAndJoin) throws(FeedError)
        -> Field
    {
        guard json.kind == .object else { return Field(paths: try paths(json), fallback: nil, joiner: nil) }
        var field = Field.none
        for (key, value) in try reader.members(of: json, "a field") {
            switch key {
            case "path": field.paths = try paths(value)
            case "default" where form == .pathsWithDefaultAndJoin:
                field.fallback = try fullText(value, "a default")
            case "join" where form == .pathsWithDefaultAndJoin: field.joiner = try text(value)
            case "default", "join": throw mistake(key, "only a text can have \"\(key.name)\"")
            default: throw reader.unknown(key, in: "a field")
            }
        }
        guard !field.isNone else { throw mistake(json, "a field needs the member \"path\" or \"default\"") }
        return field
    }

    private mutating func paths(_ json: JSON) throws(FeedError) -> UnsafeBufferPointer<Path> {
        var paths: [Path] = []
        if json.kind == .array {
            for alternative in json.elements { paths.append(try path(alternative)) }
            guard !paths.isEmpty else { throw mistake(json, "a list of alternatives can't be empty") }
        } else {
            paths.append(try path(json))
        }
        return UnsafeBufferPointer(arena.store(paths))
    }

    private mutating func path(_ json: JSON) throws(FeedError) -> Path {
        let text = try reader.text(json, "a path")
        do {
            var path = try PathText.read(text, into: arena)
            if path.start != .here {
                path.sharedNumber = sharedPathCount
                sharedPathCount += 1
            }
            return path
        } catch {
            throw mistake(json, error.message)
        }
    }

    private func text(_ json: JSON) throws(FeedError) -> CString {
        arena.store(try reader.text(json))
    }

    private func fullText(_ json: JSON, _ what: StaticString) throws(FeedError) -> CString {
        let text = try text(json)
        guard text[0] != 0 else { throw mistake(json, "\(what) can't be empty") }
        return text
    }

    private func integers(_ json: JSON) throws(FeedError) -> [Int64] {
        var integers: [Int64] = []
        for element in try reader.elements(of: json) { integers.append(try reader.integer(element)) }
        return integers
    }

    private func mistake(_ json: JSON, _ message: String) -> FeedError {
        reader.mistake(json, message)
    }
}
