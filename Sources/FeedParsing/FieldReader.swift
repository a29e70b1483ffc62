// What fits in a field: the first alternative of the right type. What doesn't fit costs the field alone, with a
// warning if no alternative did. null, "" and a member that isn't there never fit, and are no fault.

extension FeedReader {
    /// A string that isn't empty, or a number as the feed wrote it.
    mutating func text(_ field: Field, _ scope: Scope) -> CString? {
        var misfit: JSON?
        for path in field.paths {
            if let joiner = field.joiner {
                if let joined = joined(path, scope, by: joiner) { return joined }
                continue
            }
            guard let value = value(path, scope) else { continue }
            if let text = text(value) { return text }
            note(&misfit, value)
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
            if value.kind == .number {
                var decimal: [UInt8] = []
                if JSONNumber.appendDecimal(value.rawBytes, to: &decimal) {
                    return decimal.withUnsafeBufferPointer { arena.store(utf8: $0) }
                }
            } else if let text = text(value) {
                return text
            }
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
            if let bytes = value.scalarBytes, let count = JSONNumber.count(bytes) { return count }
            note(&misfit, value)
        }
        warnOf(misfit, expected: "a count")
        return -1
    }

    mutating func flag(_ field: Field, _ scope: Scope) -> Bool? {
        var misfit: JSON?
        for path in field.paths {
            guard let value = value(path, scope) else { continue }
            if let flag = value.flag { return flag }
            note(&misfit, value)
        }
        warnOf(misfit, expected: "true or false")
        return nil
    }

    /// A list of texts with at least one; a single text is a list of one.
    mutating func labels(_ field: Field, _ scope: Scope) -> UnsafeBufferPointer<CString> {
        var misfit: JSON?
        for path in field.paths {
            let values: [ExtraValue]
            if path.isWild {
                values = list(path, scope)
            } else if let value = value(path, scope) {
                values = value.kind == .array ? scalars(of: value) : scalar(value).map { [$0] } ?? []
                if values.isEmpty && value.kind != .array { note(&misfit, value) }
            } else {
                continue
            }
            if !values.isEmpty { return UnsafeBufferPointer(arena.store(values.map { $0.text })) }
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
            if path.isWild {
                let values = list(path, scope)
                if !values.isEmpty { return several(rule.name, values) }
                continue
            }
            guard let value = value(path, scope) else { continue }
            if value.kind == .array {
                let values = scalars(of: value)
                if !values.isEmpty { return several(rule.name, values) }
            } else if let found = scalar(value) {
                if rule.isRating && found.isZero { return nil }
                return single(rule.name, found)
            } else {
                note(&misfit, value)
            }
        }
        if let fallback = field.fallback { return single(rule.name, ExtraValue(type: .text, text: fallback)) }
        warnOf(misfit, expected: "a text, number, true or false, or a list of them")
        return nil
    }

    private func single(_ name: CString, _ value: ExtraValue) -> ExtraRecord {
        ExtraRecord(name: name, type: value.type, values: UnsafeBufferPointer(start: arena.store(value), count: 1))
    }

    private func several(_ name: CString, _ values: [ExtraValue]) -> ExtraRecord {
        ExtraRecord(name: name, type: .list, values: UnsafeBufferPointer(arena.store(values)))
    }

    // MARK: - Single values

    private mutating func text(_ value: JSON) -> CString? {
        if value.kind == .number { return arena.store(utf8: value.rawBytes) }
        guard value.kind == .string, !value.isEmptyString else { return nil }
        return copy(value)
    }

    /// A string's text, an empty one too.
    private mutating func copy(_ value: JSON) -> CString {
        var isRepaired = false
        let text = arena.store(capacity: value.textCapacity) { out in
            let written = value.writeText(to: out)
            isRepaired = written.isRepaired
            return written.count
        }
        if isRepaired {
            warnings.add(.badText, value, "not Unicode, or U+0000; U+FFFD stands there now")
        }
        return text
    }

    private mutating func scalar(_ value: JSON) -> ExtraValue? {
        switch value.kind {
        case .string: value.isEmptyString ? nil : ExtraValue(type: .text, text: copy(value))
        case .number: ExtraValue(type: .number, text: arena.store(utf8: value.rawBytes))
        case .bool: ExtraValue(type: .bool, text: arena.store(utf8: value.rawBytes))
        case .null, .array, .object: nil
        }
    }

    private mutating func scalars(of array: JSON) -> [ExtraValue] {
        var values: [ExtraValue] = []
        for element in array.elements {
            if let value = scalar(element) {
                values.append(value)
            } else if element.kind == .array || element.kind == .object {
                warnings.add(.badField, element, "expected a text or a number, found \(element.kindName)")
            }
        }
        return values
    }

    // MARK: - Paths

    /// Where a path leads; the first place, if there are several.
    mutating func value(_ path: Path, _ scope: Scope) -> JSON? {
        if path.isWild {
            for match in matches(path, scope) {
                if let match { return match }
            }
            return nil
        }
        var at = scope.start(of: path)
        for step in path.steps {
            guard let next = self.step(step, from: at) else { return nil }
            at = next
        }
        return at
    }

    private mutating func step(_ step: Path.Step, from value: JSON) -> JSON? {
        switch step {
        case .element(let index): return value.element(at: index)
        case .every: return nil
        case .member(let name):
            guard let found = value.member(name) else { return nil }
            if found.isRepeated { warnings.addRepeatedKey(found.value) }
            return found.value
        }
    }

    /// All places where a path with `*` leads, in order; nil where an object has nothing there.
    mutating func matches(_ path: Path, _ scope: Scope) -> [JSON?] {
        var matches: [JSON?] = []
        collect(path.steps[...], from: scope.start(of: path), isEvery: false, into: &matches)
        return matches
    }

    private mutating func collect(
        _ steps: Slice<UnsafeBufferPointer<Path.Step>>, from value: JSON, isEvery: Bool, into matches: inout [JSON?]
    ) {
        guard let first = steps.first else {
            matches.append(value)
            return
        }
        let rest = steps.dropFirst()
        guard case .every = first else {
            if let next = step(first, from: value) {
                collect(rest, from: next, isEvery: isEvery, into: &matches)
            } else if isEvery {
                matches.append(nil)
            }
            return
        }
        if value.kind == .object {
            collect(rest, from: value, isEvery: true, into: &matches)
            return
        }
        for element in value.elements {
            if rest.isEmpty || element.kind == .object || element.kind == .array {
                collect(rest, from: element, isEvery: true, into: &matches)
            } else {
                warnings.add(.badField, element, "expected an object, found \(element.kindName)")
            }
        }
    }

    // MARK: - Lists

    /// The texts that a path with `*` leads to, "" where an object has none, so that lists stay parallel.
    private mutating func list(_ path: Path, _ scope: Scope) -> [ExtraValue] {
        guard path.start == .root, let key = path.steps.baseAddress.map({ UnsafeRawPointer($0) }) else {
            return texts(matches(path, scope))
        }
        // The same for every item, and as long as the feed likes: read once.
        if let known = rootLists[key] { return known }
        let values = texts(matches(path, scope))
        rootLists[key] = values
        return values
    }

    private mutating func texts(_ matches: [JSON?]) -> [ExtraValue] {
        var values: [ExtraValue] = []
        for match in matches {
            if let match, match.kind == .array || match.kind == .object {
                warnings.add(.badField, match, "expected a text or a number, found \(match.kindName)")
            } else {
                let value = match.flatMap { scalar($0) }
                values.append(value ?? ExtraValue(type: .text, text: FeedReader.emptyText))
            }
        }
        return values
    }

    private mutating func joined(_ path: Path, _ scope: Scope, by joiner: CString) -> CString? {
        let parts: [ExtraValue]
        if path.isWild {
            parts = list(path, scope)
        } else {
            guard let value = value(path, scope) else { return nil }
            parts = value.kind == .array ? scalars(of: value) : scalar(value).map { [$0] } ?? []
        }
        var bytes: [UInt8] = []
        for part in parts where part.text[0] != 0 {
            if !bytes.isEmpty { bytes.append(contentsOf: joiner.utf8) }
            bytes.append(contentsOf: part.text.utf8)
        }
        return bytes.isEmpty ? nil : bytes.withUnsafeBufferPointer { arena.store(utf8: $0) }
    }

    /// The first alternative that is an array, or a path with `*` that leads anywhere.
    mutating func find(_ field: Field, _ scope: Scope) -> FoundList {
        var misfit: JSON?
        for path in field.paths {
            if path.isWild {
                let places = matches(path, scope).compactMap { $0 }
                if !places.isEmpty { return FoundList(places: places) }
            } else if let value = value(path, scope) {
                if value.kind == .array { return FoundList(array: value) }
                if misfit == nil { misfit = value }
            }
        }
        return FoundList(misfit: misfit)
    }

    // MARK: - Misfits

    /// null and "" are how servers write "nothing": no fault.
    private func note(_ misfit: inout JSON?, _ value: JSON) {
        let isNothing = value.kind == .null || (value.kind == .string && value.isEmptyString)
        if misfit == nil && !isNothing { misfit = value }
    }

    private mutating func warnOf(_ misfit: JSON?, expected: StaticString) {
        guard let misfit else { return }
        warnings.add(.badField, misfit, "expected \(expected), found \(misfit.description)")
    }

    private static var emptyText: CString {
        UnsafeRawPointer(("" as StaticString).utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// The list that a field leads to: an array, or the places of a path with `*`.
struct FoundList: Sequence {
    private(set) var array: JSON?
    private var places: [JSON] = []
    /// What stood in the way, if there is no list.
    private(set) var misfit: JSON?
    private(set) var isThere = false

    init(array: JSON) {
        self.array = array
        isThere = true
    }

    init(places: [JSON]) {
        self.places = places
        isThere = true
    }

    init(misfit: JSON?) {
        self.misfit = misfit
    }

    var isEmpty: Bool {
        var iterator = makeIterator()
        return iterator.next() == nil
    }

    /// The one object in the list, if there is exactly one.
    var onlyObject: JSON? {
        var only: JSON?
        for element in self where element.kind == .object {
            if only != nil { return nil }
            only = element
        }
        return only
    }

    func makeIterator() -> Iterator {
        Iterator(elements: array?.elements.makeIterator(), places: places.makeIterator())
    }

    struct Iterator: IteratorProtocol {
        var elements: JSONElements.Iterator?
        var places: IndexingIterator<[JSON]>

        mutating func next() -> JSON? {
            elements != nil ? elements?.next() : places.next()
        }
    }
}

extension JSON {
    /// A number's text, or a string's without its quotes, to read a number from. Escapes don't matter: a number
    /// needs none.
    fileprivate var scalarBytes: UnsafeBufferPointer<UInt8>? {
        switch kind {
        case .number: rawBytes
        case .string: UnsafeBufferPointer(rebasing: rawBytes[1..<rawBytes.count - 1])
        default: nil
        }
    }

    fileprivate var flag: Bool? {
        if kind == .bool { return bool }
        guard let bytes = scalarBytes else { return nil }
        if bytes.elementsEqual("true".utf8) || bytes.elementsEqual("1".utf8) { return true }
        if bytes.elementsEqual("false".utf8) || bytes.elementsEqual("0".utf8) { return false }
        return nil
    }

    /// For messages: the kind, and a scalar itself if it is short.
    fileprivate var description: String {
        guard kind == .number || kind == .bool, rawBytes.count <= 40 else { return kindName }
        return String(decoding: rawBytes, as: UTF8.self)
    }
}

extension ExtraValue {
    fileprivate var isZero: Bool {
        JSONNumber.real(text.utf8) == 0
    }
}
