/// Reads a mapping's `actions`.
struct ActionReader {
    let reader: StrictReader
    let arena: Arena

    func read(_ json: JSON) throws(FeedError) -> UnsafeBufferPointer<ActionRule> {
        var rules: [ActionRule] = []
        for element in try reader.elements(of: json) { rules.append(try readRule(element)) }
        return UnsafeBufferPointer(arena.store(rules))
    }

    private func readRule(_ json: JSON) throws(FeedError) -> ActionRule {
        var rule = ActionRule(kind: .none)
        var pattern: JSON?
        var idPlace: JSON?
        var urlPlace: JSON?
        for (key, value) in try reader.members(of: json, "an action") {
            switch key {
            case "action": pattern = value
            case "extra": rule.extra = try name(value)
            case "is": rule.value = try name(value)
            case "kind": rule.kind = try readKind(value)
            case "id": (rule.id, idPlace) = (try name(value), value)
            case "url": (rule.url, urlPlace) = (try name(value), value)
            case "ofItem": rule.isOfItem = try reader.flag(value)
            default: throw reader.unknown(key, in: "an action")
            }
        }
        if rule.kind == .none { throw reader.mistake(json, "an action needs the member \"kind\"") }
        guard (pattern == nil) == (rule.extra != nil), (rule.extra == nil) == (rule.value == nil) else {
            throw reader.mistake(json, "an action needs the member \"action\", or \"extra\" and \"is\"")
        }
        if let pattern { try readPattern(pattern, into: &rule) }
        if let urlPlace, rule.kind != .openURL || pattern == nil {
            throw reader.mistake(urlPlace, "only the action of the kind \"open-url\" has a url")
        }
        if rule.kind == .openURL, pattern == nil {
            throw reader.mistake(json, "there is no URL without an action")
        }
        if let idPlace, rule.wildcard != .none || rule.isOfItem {
            throw reader.mistake(idPlace, "the id comes from one place alone")
        }
        return rule
    }

    private func readKind(_ json: JSON) throws(FeedError) -> Action.Kind {
        let word = try reader.text(json, "a kind")
        for kind in Action.Kind.allCases where kind != .none && kind != .unknown && kind.name.equals(word) {
            return kind
        }
        throw reader.mistake(json, "there is no kind of action \"\(word)\"")
    }

    /// `{id}` somewhere, or `*` at the end.
    private func readPattern(_ json: JSON, into rule: inout ActionRule) throws(FeedError) {
        let text = Array(try reader.text(json, "a pattern").utf8)
        let mark = Array("{id}".utf8)
        var head = text[...]
        var tail = text[text.count...]
        if text.last == UInt8(ascii: "*") {
            rule.wildcard = .rest
            head = text.dropLast()
        } else if text.count >= mark.count,
            let place = (0...(text.count - mark.count)).first(where: { text[$0...].starts(with: mark) })
        {
            rule.wildcard = .segment
            head = text[..<place]
            tail = text[(place + mark.count)...]
        }
        let forbidden = Array("{}*?#".utf8)
        guard !head.isEmpty, !head.contains(where: forbidden.contains),
            !tail.contains(where: forbidden.contains)
        else {
            throw reader.mistake(
                json, "expected the beginning of an action, with {id} in it, * at its end, or neither")
        }
        rule.head = arena.store(String(decoding: head, as: UTF8.self))
        rule.tail = arena.store(String(decoding: tail, as: UTF8.self))
    }

    private func name(_ json: JSON) throws(FeedError) -> CString {
        let text = try reader.text(json)
        if text.isEmpty { throw reader.mistake(json, "a name can't be empty") }
        return arena.store(text)
    }
}
