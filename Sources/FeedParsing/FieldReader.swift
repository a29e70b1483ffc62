// What fits in a field: the first alternative of the right type. What doesn't fit costs the field alone, with
// a warning if no alternative did. null, "" and a member that isn't there never fit, and are no fault.

/// The texts that a path leads to: those of a list, or a single one.
struct Texts {
    var values = UnsafeBufferPointer<ExtraValue>(start: nil, count: 0)
    var isSingle = false
    /// What stood there, if it is neither.
    var misfit: JSON?

    /// In lists with places for what isn't there: whether anything is.
    var hasText: Bool { values.contains { $0.text[0] != 0 } }
}

extension FeedReader {
    /// A string that isn't empty, or a number as the feed wrote it.
    mutating func text(_ field: Field, _ scope: Scope) -> CString? {
        var misfit: JSON?
        for path in field.paths {
            if let joiner = field.joiner {
                if let joined = joined(path, scope, by: joiner, &misfit) { return joined }
            } else if let value = value(path, scope) {
                if let text = text(value, of: path) { return text }
                note(&misfit, value)
            }
        }
        if let fallback = field.fallback { return fallback }
        warnOf(misfit, expected: "a text")
        return nil
    }

    /// The same, with numbers in plain decimal: ids never pass through a floating-point number.
    mutating func identifier(_ field: Field, _ scope: Scope) -> CString? {
        var misfit: JSON?
        for path in field.paths {
            guard let value = value(path, scope) else { continue }
            if let id = value.kind == .number ? decimal(value) : text(value, of: path) { return id }
            note(&misfit, value)
        }
        warnOf(misfit, expected: "an id")
        return nil
    }

    /// From 0 on, its fraction cut off; -1 if nothing fits.
    mutating func count(_ field: Field, _ scope: Scope) -> Int64 {
        var misfit: JSON?
        for path in field.paths {
            guard let value = value(path, scope) else { continue }
            if let count = scalarBytes(value).flatMap({ JSONNumber.count($0) }) { return count }
            note(&misfit, value)
        }
        warnOf(misfit, expected: "a count")
        return -1
    }

    mutating func flag(_ field: Field, _ scope: Scope) -> Bool? {
        var misfit: JSON?
        for path in field.paths {
            guard let value = value(path, scope) else { continue }
            if let flag = flag(value) { return flag }
            note(&misfit, value)
        }
        warnOf(misfit, expected: "true or false")
        return nil
    }

    /// A list of texts with at least one; a single text is a list of one.
    mutating func labels(_ field: Field, _ scope: Scope) -> UnsafeBufferPointer<ExtraValue> {
        var misfit: JSON?
        for path in field.paths {
            let texts = texts(path, scope)
            if texts.hasText { return texts.values }
            if let value = texts.misfit { note(&misfit, value) }
        }
        warnOf(misfit, expected: "a list of texts")
        return UnsafeBufferPointer(start: nil, count: 0)
    }

    /// A text, number, yes/no, or a list of them.
    mutating func extra(_ rule: ExtraRule, _ scope: Scope) -> ExtraRecord? {
        let field = rule.field
        if field.joiner != nil || field.paths.isEmpty {
            return text(field, scope).map { single(rule.name, ExtraValue(type: .text, text: $0)) }
        }
        var misfit: JSON?
        for path in field.paths {
            let texts = texts(path, scope, withFlags: true)
            if !texts.values.isEmpty { return extra(rule.name, texts, isRating: rule.isRating) }
            if let value = texts.misfit { note(&misfit, value) }
        }
        if let fallback = field.fallback { return single(rule.name, ExtraValue(type: .text, text: fallback)) }
        warnOfExtra(misfit)
        return nil
    }

    /// A member of an object of extras.
    mutating func extra(_ name: CString, _ value: JSON, isRating: Bool) -> ExtraRecord? {
        let texts = readTexts(Path.none, from: value, true)
        var misfit: JSON?
        if let value = texts.misfit { note(&misfit, value) }
        warnOfExtra(misfit)
        return texts.values.isEmpty ? nil : extra(name, texts, isRating: isRating)
    }

    /// Nil for a rating of 0.
    private func extra(_ name: CString, _ texts: Texts, isRating: Bool) -> ExtraRecord? {
        guard texts.isSingle, let first = texts.values.first else {
            return ExtraRecord(name: name, type: .list, values: texts.values)
        }
        if isRating && JSONNumber.real(first.text.utf8) == 0 { return nil }
        return ExtraRecord(name: name, type: first.type, values: texts.values)
    }

    /// The object where a field leads.
    mutating func object(_ field: Field, _ scope: Scope) -> JSON? {
        var misfit: JSON?
        for path in field.paths {
            guard let value = value(path, scope) else { continue }
            if value.kind == .object { return value }
            note(&misfit, value)
        }
        warnOf(misfit, expected: "an object")
        return nil
    }

    private func single(_ name: CString, _ value: ExtraValue) -> ExtraRecord {
        ExtraRecord(
            name: name, type: value.type, values: UnsafeBufferPointer(start: arena.store(value), count: 1))
    }

    // MARK: - Single values

    /// A value's text; one that items share is copied once.
    private mutating func text(_ value: JSON, of path: Path) -> CString? {
        guard let number = path.sharedNumber else { return text(value) }
        if let known = sharedValues[number]?.text { return known }
        let text = text(value)
        sharedValues[number]?.text = text
        return text
    }

    private mutating func text(_ value: JSON) -> CString? {
        if value.kind == .number { return arena.store(utf8: value.rawBytes) }
        guard value.kind == .string, !value.isEmptyString else { return nil }
        return copy(value)
    }

    /// A string's text.
    mutating func copy(_ value: JSON) -> CString {
        var isRepaired = false
        let text = arena.store(capacity: value.textCapacity) { out in
            let written = value.writeText(to: out)
            isRepaired = written.isRepaired
            return written.count
        }
        if isRepaired {
            warnings.addOnce(.badText, value, "not Unicode, or U+0000; U+FFFD stands there now")
        }
        return text
    }

    private mutating func decimal(_ value: JSON) -> CString? {
        guard let bytes = scalarBytes(value) else { return nil }
        digits.removeAll(keepingCapacity: true)
        guard JSONNumber.appendDecimal(bytes, to: &digits) else { return nil }
        return digits.withUnsafeBufferPointer { arena.store(utf8: $0) }
    }

    private mutating func flag(_ value: JSON) -> Bool? {
        if value.kind == .bool { return value.bool }
        guard let bytes = scalarBytes(value) else { return nil }
        if bytes.elementsEqual("true".utf8) || bytes.elementsEqual("1".utf8) { return true }
        if bytes.elementsEqual("false".utf8) || bytes.elementsEqual("0".utf8) { return false }
        return nil
    }

    /// A number's text, or a string's. Nothing that fits anywhere is as long as a kilobyte, and a long one
    /// would be read again for each item.
    private mutating func scalarBytes(_ value: JSON) -> UnsafeBufferPointer<UInt8>? {
        let raw = value.rawBytes
        guard raw.count < 1024 else { return nil }
        if value.kind == .number { return raw }
        guard value.kind == .string else { return nil }
        if raw.contains(.backslash) { return copy(value).utf8 }
        return UnsafeBufferPointer(rebasing: raw[1..<raw.count - 1])
    }

    private mutating func scalar(_ value: JSON, _ withFlags: Bool) -> ExtraValue? {
        switch value.kind {
        case .string: value.isEmptyString ? nil : ExtraValue(type: .text, text: copy(value))
        case .number: ExtraValue(type: .number, text: arena.store(utf8: value.rawBytes))
        case .bool where withFlags: ExtraValue(type: .bool, text: arena.store(utf8: value.rawBytes))
        case .bool, .null, .array, .object: nil
        }
    }

    // MARK: - Lists of texts

    /// The texts where a path leads; those that items share are read once.
    private mutating func texts(_ path: Path, _ scope: Scope, withFlags: Bool = false) -> Texts {
        guard let number = path.sharedNumber else { return readTexts(path, from: scope.here, withFlags) }
        let known = shared(number, from: scope.start(of: path))
        if let texts = known.texts { return texts }
        let texts = readTexts(path, from: known.start, withFlags)
        sharedValues[number]?.texts = texts
        return texts
    }

    private mutating func readTexts(_ path: Path, from start: JSON, _ withFlags: Bool) -> Texts {
        if path.isWild { return texts(of: match(path, from: start), path, withFlags) }
        guard let value = lookUp(path, from: start) else { return Texts() }
        if value.kind == .array { return texts(of: value, withFlags) }
        guard let scalar = scalar(value, withFlags) else { return Texts(misfit: value) }
        return Texts(values: UnsafeBufferPointer(start: arena.store(scalar), count: 1), isSingle: true)
    }

    /// Of a list as it stands: null and "" are passed over.
    private mutating func texts(of array: JSON, _ withFlags: Bool) -> Texts {
        values.removeAll(keepingCapacity: true)
        for element in array.elements {
            if let value = scalar(element, withFlags) {
                values.append(value)
            } else if keepsEmptyTexts && element.isEmptyString {
                values.append(ExtraValue(type: .text, text: FeedReader.emptyText))
            } else {
                warnOfElement(element, withFlags)
            }
        }
        return Texts(values: UnsafeBufferPointer(arena.store(values)))
    }

    /// Of a path with `*`: one for each object, so that lists of the same objects stay parallel. A path that
    /// ends with `*` is a list as it stands.
    private mutating func texts(of matches: Matches, _ path: Path, _ withFlags: Bool) -> Texts {
        guard !places.isEmpty else { return Texts(misfit: matches.misfit) }
        let isParallel = !path.endsWithEvery
        values.removeAll(keepingCapacity: true)
        for place in places {
            if let value = place.flatMap({ scalar($0, withFlags) }) {
                values.append(value)
                continue
            }
            if let place { warnOfElement(place, withFlags) }
            if isParallel { values.append(ExtraValue(type: .text, text: FeedReader.emptyText)) }
        }
        return Texts(values: UnsafeBufferPointer(arena.store(values)), misfit: matches.misfit)
    }

    private mutating func warnOfElement(_ element: JSON, _ withFlags: Bool) {
        if element.isNothing { return }
        let expected: StaticString = withFlags ? "a text, number, true or false" : "a text or a number"
        warnings.addOnce(.badField, element, "expected \(expected), found \(element.description)")
    }

    private mutating func joined(_ path: Path, _ scope: Scope, by joiner: CString, _ misfit: inout JSON?)
        -> CString?
    {
        let parts = texts(path, scope)
        if let value = parts.misfit { note(&misfit, value) }
        guard parts.hasText else { return nil }
        if let number = path.sharedNumber, let known = sharedValues[number]?.text { return known }
        joinedBytes.removeAll(keepingCapacity: true)
        for part in parts.values where part.text[0] != 0 {
            if !joinedBytes.isEmpty { joinedBytes.append(contentsOf: joiner.utf8) }
            joinedBytes.append(contentsOf: part.text.utf8)
        }
        let text = joinedBytes.withUnsafeBufferPointer { arena.store(utf8: $0) }
        if let number = path.sharedNumber { sharedValues[number]?.text = text }
        return text
    }

    // MARK: - Misfits

    private mutating func warnOfExtra(_ misfit: JSON?) {
        warnOf(misfit, expected: "a text, number, true or false, or a list of them")
    }

    private mutating func warnOf(_ misfit: JSON?, expected: StaticString) {
        guard let misfit else { return }
        warnings.addOnce(.badField, misfit, "expected \(expected), found \(misfit.description)")
    }

    private static var emptyText: CString {
        UnsafeRawPointer(("" as StaticString).utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

extension Path {
    fileprivate var endsWithEvery: Bool {
        if case .every? = steps.last { return true }
        return false
    }
}

extension JSON {
    /// For messages: the kind, and a scalar itself if it is short.
    fileprivate var description: String {
        guard kind == .number || kind == .bool, rawBytes.count <= 40 else { return kindName }
        return String(decoding: rawBytes, as: UTF8.self)
    }
}
