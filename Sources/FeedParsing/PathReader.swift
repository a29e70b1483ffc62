// Where a mapping's paths lead in a feed.

/// What a path from the section or the root leads to. It is the same for every item and can be as long as the
/// feed, so it is read once, and items that have it share it.
struct SharedValue {
    /// The section or root that it starts from.
    let start: JSON
    var place: JSON?
    var isPlaceKnown = false
    var text: CString?
    var texts: Texts?
    /// Whether these are the items of a section already.
    var isTaken = false
}

/// Where a path with `*` leads, besides the places themselves.
struct Matches {
    /// The first array that a `*` went over.
    var array: JSON?
    /// Whether one of them was empty: then there is a list, with nothing in it.
    var hasEmptyArray = false
    /// What stood where a list should be.
    var misfit: JSON?
}

extension FeedReader {
    /// Where a path leads; the first place, if there are several.
    mutating func value(_ path: Path, _ scope: Scope) -> JSON? {
        guard let number = path.sharedNumber else { return lookUp(path, from: scope.here) }
        let known = shared(number, from: scope.start(of: path))
        if known.isPlaceKnown { return known.place }
        let place = lookUp(path, from: known.start)
        sharedValues[number]?.place = place
        sharedValues[number]?.isPlaceKnown = true
        return place
    }

    /// What is known already of a path from the section or the root.
    mutating func shared(_ number: Int, from start: JSON) -> SharedValue {
        if let known = sharedValues[number], known.start == start { return known }
        let new = SharedValue(start: start)
        sharedValues[number] = new
        return new
    }

    @_optimize(speed)
    mutating func lookUp(_ path: Path, from start: JSON) -> JSON? {
        if path.isWild {
            _ = match(path, from: start)
            return places.first { $0 != nil } ?? nil
        }
        var at = start
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
            if found.isRepeated { warnOfRepeatedName(found.value) }
            return found.value
        }
    }

    mutating func warnOfRepeatedName(_ value: JSON) {
        warnings.addOnce(
            .duplicateKey, value, "this name stands twice in its object; the last one counts")
    }

    /// Finds the places where a path with `*` leads, in order; nil where an object has nothing there.
    mutating func match(_ path: Path, from start: JSON) -> Matches {
        places.removeAll(keepingCapacity: true)
        var matches = Matches()
        collect(path.steps[...], from: start, isEntry: false, into: &matches)
        return matches
    }

    private mutating func collect(
        _ steps: Slice<UnsafeBufferPointer<Path.Step>>, from value: JSON, isEntry: Bool,
        into matches: inout Matches
    ) {
        guard let first = steps.first else {
            places.append(value)
            return
        }
        let rest = steps.dropFirst()
        if case .every = first {
            collectEvery(rest, of: value, into: &matches)
        } else if let next = step(first, from: value) {
            collect(rest, from: next, isEntry: isEntry, into: &matches)
        } else if isEntry {
            places.append(nil)
        }
    }

    /// An object counts as an array of itself.
    private mutating func collectEvery(
        _ rest: Slice<UnsafeBufferPointer<Path.Step>>, of value: JSON, into matches: inout Matches
    ) {
        switch value.kind {
        case .object: collect(rest, from: value, isEntry: true, into: &matches)
        case .array:
            if matches.array == nil { matches.array = value }
            if value.isEmptyContainer { matches.hasEmptyArray = true }
            for element in value.elements {
                if let step = rest.first, !step.canLeave(element) {
                    warnings.addOnce(.badField, element, "expected \(step.wants), found \(element.kindName)")
                } else {
                    collect(rest, from: element, isEntry: true, into: &matches)
                }
            }
        default: note(&matches.misfit, value)
        }
    }

    // MARK: - Lists

    /// The list of the first alternative that leads to one: to an array, or with `*` anywhere.
    mutating func find(_ field: Field, _ scope: Scope) -> FoundList {
        var none = FoundList()
        for path in field.paths {
            let list = find(path, scope)
            if list.isThere { return list }
            if none.misfit == nil { none.misfit = list.misfit }
            if list.isTaken { none.isTaken = true }
        }
        return none
    }

    /// A list at the root is the items of one section: with a long list and many sections there is no end
    /// otherwise.
    private mutating func find(_ path: Path, _ scope: Scope) -> FoundList {
        let start = scope.start(of: path)
        let isForOneSection = path.start == .root && scope.section != scope.root
        if isForOneSection, let number = path.sharedNumber {
            if shared(number, from: start).isTaken { return FoundList(isTaken: true) }
        }
        var list = FoundList()
        if path.isWild {
            let matches = match(path, from: start)
            list = FoundList(places.compactMap { $0 }, matches)
        } else if let value = value(path, scope) {
            list = value.kind == .array ? FoundList(array: value) : FoundList(misfit: value)
        }
        if isForOneSection, list.isThere, let number = path.sharedNumber {
            sharedValues[number]?.isTaken = true
        }
        return list
    }
}

/// The list that a field leads to: an array, or the places of a path with `*`.
struct FoundList: Sequence {
    /// The array, or the outermost one that a `*` went over.
    private(set) var array: JSON?
    private var places: [JSON]?
    private(set) var isThere = false
    /// What stood in the way, if there is no list.
    var misfit: JSON?
    /// Whether there would be one, but another section has it.
    var isTaken = false

    init(misfit: JSON? = nil, isTaken: Bool = false) {
        self.misfit = misfit
        self.isTaken = isTaken
    }

    init(array: JSON) {
        self.array = array
        isThere = true
    }

    init(_ places: [JSON], _ matches: Matches) {
        self.places = places
        array = matches.array
        isThere = !places.isEmpty || matches.hasEmptyArray
        misfit = matches.misfit
    }

    var isEmpty: Bool {
        var iterator = makeIterator()
        return iterator.next() == nil
    }

    /// How many elements. Counts them.
    var count: Int { places?.count ?? array?.count ?? 0 }

    /// The one element with anything in it, if there is exactly one.
    var onlyElement: JSON? {
        var only: JSON?
        for element in self where !element.isEmptyContainer {
            if only != nil { return nil }
            only = element
        }
        return only
    }

    func makeIterator() -> Iterator {
        if let places { return Iterator(elements: nil, places: places.makeIterator()) }
        return Iterator(elements: array?.elements.makeIterator(), places: [].makeIterator())
    }

    struct Iterator: IteratorProtocol {
        var elements: JSONElements.Iterator?
        var places: IndexingIterator<[JSON]>

        mutating func next() -> JSON? {
            elements != nil ? elements?.next() : places.next()
        }
    }
}

extension Path.Step {
    /// Whether a value is of the kind that this step leads on from.
    func canLeave(_ value: JSON) -> Bool {
        switch self {
        case .member: value.kind == .object
        case .element: value.kind == .array
        case .every: value.kind == .object || value.kind == .array
        }
    }

    /// Where it leads to first.
    func first(from value: JSON) -> JSON? {
        switch self {
        case .member(let name): value.member(name)?.value
        case .element(let index): value.element(at: index)
        case .every: value.kind == .object ? value : value.element(at: 0)
        }
    }

    fileprivate var wants: StaticString {
        switch self {
        case .member: "an object"
        case .element: "a list"
        case .every: "an object or a list"
        }
    }
}

extension JSON {
    /// null and "" are how servers write "nothing": no fault.
    var isNothing: Bool { kind == .null || isEmptyString }

    /// Whether it is an array or object with nothing in it, or no container at all.
    var isEmptyContainer: Bool { node.pointee.span == 1 }
}

func note(_ misfit: inout JSON?, _ value: JSON) {
    if misfit == nil && !value.isNothing { misfit = value }
}
