/// Where a value is, seen from another one: the steps of a mapping's path.
///
/// Trivial: steps and names lie in the mapping's arena.
struct Path {
    enum Start: UInt8 { case here, section, root }

    enum Step {
        case member(UnsafeBufferPointer<UInt8>)
        case element(Int)
        case every
    }

    var start: Start
    var steps: UnsafeBufferPointer<Step>
    /// Whether a step is `*`, so that the path can lead to several values.
    var isWild: Bool
}

/// What the paths of a rule start from.
struct Scope {
    var here: JSON
    var section: JSON
    var root: JSON

    func start(of path: Path) -> JSON {
        switch path.start {
        case .here: here
        case .section: section
        case .root: root
        }
    }
}

extension JSON {
    /// The array's elements; an object counts as an array of itself.
    func forEachElementOrSelf(_ body: (JSON) -> Void) {
        if kind == .array {
            for element in elements { body(element) }
        } else if kind == .object {
            body(self)
        }
    }
}

extension Path {
    /// As a mapping writes it, for messages.
    var description: String {
        var text = start == .root ? "$" : start == .section ? "^" : ""
        for step in steps {
            if !text.isEmpty { text += "." }
            switch step {
            case .member(let name): text += String(decoding: name, as: UTF8.self)
            case .element(let index): text += String(index)
            case .every: text += "*"
            }
        }
        return text
    }
}
