/// Reads a mapping's JSON into rules. Each mistake is an error that names its place.
struct MappingReader {
    struct Rules {
        var name: CString
        var status: StatusRule?
        var page = PageRule()
        var sections = SectionsRule()
        var types = UnsafeBufferPointer<TypeRule>(start: nil, count: 0)
        var unknownType: TypeRule
    }

    /// What may stand in a field besides its paths.
    private enum FieldForm { case paths, pathsWithDefaultAndJoin }

    private let document: JSONDocument
    private let arena: Arena
    private var namedRules: JSON?
    /// Each name once, so that two rules' extras of one name are known by its address.
    private var extraNames: [String: CString] = [:]
    private var readRules: [(name: JSON, isChild: Bool, rule: UnsafePointer<ItemRule>)] = []

    init(_ document: JSONDocument, into arena: Arena) {
        self.document = document
        self.arena = arena
    }

    mutating func read() throws(FeedError) -> Rules {
        let root = document.root
        var name: JSON?
        var status: JSON?
        var page: JSON?
        var sections: JSON?
        var types: JSON?
        var fallback: JSON?
        try forEachMember(of: root, "a mapping") { (key, value) throws(FeedError) in
            switch key {
            case "mapping": name = value
            case "status": status = value
            case "page": page = value
            case "sections": sections = value
            case "types": types = value
            case "default": fallback = value
            case "rules": namedRules = value
            default: throw unknown(key, value, in: "a mapping")
            }
        }
        guard let name else { throw mistake(root, "a mapping needs a name: the member \"mapping\"") }
        guard let sections else { throw mistake(root, "a mapping needs the member \"sections\"") }

        let (sectionsRule, commonItems) = try readSections(sections)
        let unknownType = try readDefault(fallback, items: commonItems)
        var rules = Rules(name: try text(name), unknownType: unknownType)
        rules.sections = sectionsRule
        rules.status = try status.map { (value) throws(FeedError) in try readStatus(value) }
        rules.page = try readPage(page)
        rules.types = try readTypes(types, unknownType: unknownType, hasDefaultItem: fallback?["item"] != nil)
        try checkUnusedRules()
        return rules
    }

    // MARK: - The parts of a mapping

    private mutating func readStatus(_ json: JSON) throws(FeedError) -> StatusRule {
        var rule = StatusRule()
        var good: [Int64] = []
        var loginNeeded: [Int64] = []
        try forEachMember(of: json, "status") { (key, value) throws(FeedError) in
            switch key {
            case "code": rule.code = try field(value)
            case "message": rule.message = try field(value)
            case "good": good = try integers(value)
            case "kinds":
                try forEachMember(of: value, "kinds") { (code, kind) throws(FeedError) in
                    guard let number = Int64(code) else { throw mistake(kind, "expected a whole number as name") }
                    switch kind.string {
                    case "login-needed": loginNeeded.append(number)
                    case "refused": break
                    default: throw mistake(kind, "expected \"login-needed\" or \"refused\"")
                    }
                }
            default: throw unknown(key, value, in: "status")
            }
        }
        guard !rule.code.isNone else { throw mistake(json, "status needs the member \"code\"") }
        rule.good = UnsafeBufferPointer(arena.store(good))
        rule.loginNeeded = UnsafeBufferPointer(arena.store(loginNeeded))
        return rule
    }

    private mutating func readPage(_ json: JSON?) throws(FeedError) -> PageRule {
        var rule = PageRule()
        guard let json else { return rule }
        try forEachMember(of: json, "page") { (key, value) throws(FeedError) in
            switch key {
            case "cursor": rule.cursor = try field(value)
            case "hasMore": rule.hasMore = try field(value, .paths)
            case "refreshInterval": rule.refreshInterval = try field(value, .paths)
            case "nodataToast": rule.nodataToast = try field(value)
            default: throw unknown(key, value, in: "page")
            }
        }
        return rule
    }

    private mutating func readSections(_ json: JSON) throws(FeedError) -> (SectionsRule, items: Field) {
        var rule = SectionsRule()
        var items = Field.none
        try forEachMember(of: json, "sections") { (key, value) throws(FeedError) in
            switch key {
            case "list": rule.list = try field(value, .paths)
            case "type": rule.type = try field(value)
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
            default: throw unknown(key, value, in: "sections")
            }
        }
        guard !rule.type.isNone else { throw mistake(json, "sections needs the member \"type\"") }
        return (rule, items)
    }

    private mutating func readButton(_ json: JSON) throws(FeedError) -> ButtonRule {
        var rule = ButtonRule()
        try forEachMember(of: json, "button") { (key, value) throws(FeedError) in
            switch key {
            case "text": rule.text = try field(value)
            case "action": rule.action = try field(value)
            case "actionType": rule.actionType = try field(value)
            default: throw unknown(key, value, in: "button")
            }
        }
        return rule
    }

    private mutating func readDefault(_ json: JSON?, items: Field) throws(FeedError) -> TypeRule {
        var items = items
        var item: UnsafePointer<ItemRule>?
        if let json {
            try forEachMember(of: json, "default") { (key, value) throws(FeedError) in
                switch key {
                case "items": items = try field(value, .paths)
                case "item": item = try readItemRule(value)
                default: throw unknown(key, value, in: "default")
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
        try forEachMember(of: json, "types") { (name, description) throws(FeedError) in
            var kind: SectionKind?
            var items = unknownType.items
            var item: UnsafePointer<ItemRule>? = hasDefaultItem ? unknownType.item : nil
            try forEachMember(of: description, "a type") { (key, value) throws(FeedError) in
                switch key {
                case "kind": kind = try readKind(value)
                case "items": items = try field(value, .paths)
                case "item": item = try readItemRule(value)
                default: throw unknown(key, value, in: "a type")
                }
            }
            guard let kind else { throw mistake(description, "a type needs the member \"kind\"") }
            guard !items.isNone else { throw mistake(description, "nothing says where the items are: \"items\"") }
            guard let item else { throw mistake(description, "nothing says what an item is: \"item\"") }
            types.append(TypeRule(name: arena.store(name), kind: kind, items: items, item: item))
        }
        return UnsafeBufferPointer(arena.store(types))
    }

    private func readKind(_ json: JSON) throws(FeedError) -> SectionKind {
        guard let name = json.string else { throw mistake(json, "expected a kind, found \(json.kindName)") }
        guard let kind = SectionKind(declared: name) else { throw mistake(json, "there is no kind \"\(name)\"") }
        return kind
    }

    // MARK: - Item rules

    private mutating func readItemRule(_ json: JSON, isChild: Bool = false) throws(FeedError) -> UnsafePointer<ItemRule> {
        guard json.kind == .string else { return try readItemRule(object: json, isChild: isChild) }
        guard let name = json.string, let named = namedRules?[name] else {
            throw mistake(json, "there is no rule \"\(json.string ?? "")\" in \"rules\"")
        }
        for read in readRules where read.name == named && read.isChild == isChild { return read.rule }
        let rule = try readItemRule(object: named, isChild: isChild)
        readRules.append((named, isChild, rule))
        return rule
    }

    private mutating func readItemRule(object json: JSON, isChild: Bool) throws(FeedError) -> UnsafePointer<ItemRule> {
        var rule = ItemRule()
        try forEachMember(of: json, "an item rule") { (key, value) throws(FeedError) in
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
            case "extras": rule.extras = try readExtras(value)
            case "children":
                guard !isChild else { throw mistake(value, "the rule of a child can't have children") }
                rule.children = try readChildren(value)
            default: throw unknown(key, value, in: "an item rule")
            }
        }
        return UnsafePointer(arena.store(rule))
    }

    private mutating func readExtras(_ json: JSON) throws(FeedError) -> UnsafeBufferPointer<ExtraRule> {
        var extras: [ExtraRule] = []
        try forEachMember(of: json, "extras") { (name, value) throws(FeedError) in
            let known = extraNames[name] ?? arena.store(name)
            extraNames[name] = known
            extras.append(ExtraRule(name: known, field: try field(value), isRating: name == "rating"))
        }
        return UnsafeBufferPointer(arena.store(extras))
    }

    private mutating func readChildren(_ json: JSON) throws(FeedError) -> ChildrenRule {
        var list = Field.none
        var item: UnsafePointer<ItemRule>?
        var mergesSingle = false
        try forEachMember(of: json, "children") { (key, value) throws(FeedError) in
            switch key {
            case "list": list = try field(value, .paths)
            case "item": item = try readItemRule(value, isChild: true)
            case "single":
                switch value.string {
                case "merge": mergesSingle = true
                case "keep": mergesSingle = false
                default: throw mistake(value, "expected \"merge\" or \"keep\"")
                }
            default: throw unknown(key, value, in: "children")
            }
        }
        guard !list.isNone else { throw mistake(json, "children needs the member \"list\"") }
        guard let item else { throw mistake(json, "children needs the member \"item\"") }
        return ChildrenRule(list: list, item: item, mergesSingle: mergesSingle)
    }

    /// A rule that nothing uses, or only as a child, is read all the same, so that a mistake in it is told.
    private mutating func checkUnusedRules() throws(FeedError) {
        guard let rules = namedRules else { return }
        try forEachMember(of: rules, "rules") { (_, value) throws(FeedError) in
            if !readRules.contains(where: { $0.name == value }) {
                _ = try readItemRule(object: value, isChild: false)
            }
        }
    }

    // MARK: - Fields

    private func field(_ json: JSON, _ form: FieldForm = .pathsWithDefaultAndJoin) throws(FeedError) -> Field {
        guard json.kind == .object else { return Field(paths: try paths(json), fallback: nil, joiner: nil) }
        var field = Field.none
        try forEachMember(of: json, "a field") { (key, value) throws(FeedError) in
            switch key {
            case "path": field.paths = try paths(value)
            case "default" where form == .pathsWithDefaultAndJoin: field.fallback = try text(value)
            case "join" where form == .pathsWithDefaultAndJoin: field.joiner = try text(value)
            case "default", "join": throw mistake(value, "only a text can have \"\(key)\"")
            default: throw unknown(key, value, in: "a field")
            }
        }
        guard !field.isNone else { throw mistake(json, "a field needs the member \"path\" or \"default\"") }
        return field
    }

    private func paths(_ json: JSON) throws(FeedError) -> UnsafeBufferPointer<Path> {
        var paths: [Path] = []
        if json.kind == .array {
            for alternative in json.elements { paths.append(try path(alternative)) }
            guard !paths.isEmpty else { throw mistake(json, "a list of alternatives can't be empty") }
        } else {
            paths.append(try path(json))
        }
        return UnsafeBufferPointer(arena.store(paths))
    }

    private func path(_ json: JSON) throws(FeedError) -> Path {
        guard let text = json.string else { throw mistake(json, "expected a path, found \(json.kindName)") }
        do {
            return try PathText.read(text, into: arena)
        } catch {
            throw mistake(json, error.message)
        }
    }

    private func text(_ json: JSON) throws(FeedError) -> CString {
        guard let text = json.string else { throw mistake(json, "expected a text, found \(json.kindName)") }
        return arena.store(text)
    }

    private func integers(_ json: JSON) throws(FeedError) -> [Int64] {
        guard json.kind == .array else { throw mistake(json, "expected a list, found \(json.kindName)") }
        var integers: [Int64] = []
        for element in json.elements {
            guard element.kind == .number, let integer = JSONNumber.integer(element.rawBytes) else {
                throw mistake(element, "expected a whole number")
            }
            integers.append(integer)
        }
        return integers
    }

    // MARK: - Members and mistakes

    /// Comments (names that begin with `#`) are passed over; a name twice is a mistake.
    private func forEachMember(
        of json: JSON, _ what: StaticString, _ body: (String, JSON) throws(FeedError) -> Void
    ) throws(FeedError) {
        guard json.kind == .object else { throw mistake(json, "expected an object, found \(json.kindName)") }
        for (key, value) in json.members {
            let name = key.string ?? ""
            if name.utf8.first == UInt8(ascii: "#") { continue }
            guard json[name] == value else { throw mistake(value, "\"\(name)\" stands twice in \(what)") }
            try body(name, value)
        }
    }

    private func unknown(_ key: String, _ value: JSON, in what: StaticString) -> FeedError {
        mistake(value, "\(what) has no member \"\(key)\"")
    }

    private func mistake(_ json: JSON, _ message: String) -> FeedError {
        FeedError(.mapping, message, place: document.errorPlace(of: json), path: document.pointer(to: json))
    }
}
