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
    /// Among the mapping's paths from the section or the root, which lead to the same for every item; else
    /// nil.
    var sharedNumber: Int?

    /// Leads nowhere else.
    static var none: Path {
        Path(start: .here, steps: UnsafeBufferPointer(start: nil, count: 0), isWild: false)
    }
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

extension Path {
    /// As a mapping writes it, for messages.
    var description: String {
        var text = start == .root ? "$" : start == .section ? "^" : ""
        for step in steps { text += (text.isEmpty ? "" : ".") + step.description }
        return text
    }
}

extension Path.Step {
    var description: String {
        switch self {
        case .member(let name): written(name)
        case .element(let index): String(index)
        case .every: "*"
        }
    }

    /// In quotes, if it would mean something else without.
    private func written(_ name: UnsafeBufferPointer<UInt8>) -> String {
        let hasMark = name.contains { $0 == .dot || $0 == .quote || PathText.marks.contains($0) }
        let isIndex = name.allSatisfy { $0 >= .zero && $0 <= .nine }
        let text = String(decoding: name, as: UTF8.self)
        if !hasMark && !isIndex { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}

extension Field {
    /// Its alternatives, for messages.
    var description: String {
        var text = ""
        for (index, path) in paths.enumerated() {
            if index > 0 { text += index == paths.count - 1 ? " or " : ", " }
            text += path.description
        }
        return text
    }
}
