/// How the sections of one class are laid out: lengths in points, at a width of 414 if they grow with it.
package struct LayoutClass {
    /// `other` for one that a mapping or a config adds.
    package var layout: Layout
    package var name: CString
    /// The height of one row, with the head.
    package var row: Double
    package var head = 0.0
    /// The width of a cell; 0: what the columns leave.
    package var item = 0.0
    /// Between cells, and at the left and right of them.
    package var spacing = 10.0
    package var margin = 20.0
    /// Cells of a page; 0: as many as fit.
    package var columns = 1
    package var rows = 1
    /// The width of a cell's picture, 0: as wide as the cell; and its width by its height, 0: it fills the cell.
    package var picture = 0.0
    package var aspect = 0.0
    package var scrollsSideways = true
    package var isScaled = true

    package init(_ layout: Layout) {
        self.layout = layout
        name = UnsafeRawPointer(layout.name.utf8Start).assumingMemoryBound(to: CChar.self)
        row = layout.rowHeight
        switch layout {
        case .a, .other: (head, item, columns, aspect) = (40, 120, 0, 1)
        case .b: (head, rows, picture, aspect) = (40, 2, 50, 1)
        case .c: (columns, picture, aspect) = (5, 50, 1)
        case .d: break
        case .e: (head, rows, picture, aspect) = (40, 3, 60, 1)
        case .list:
            (rows, picture, aspect, spacing) = (0, 48, 1, 0)
            (scrollsSideways, isScaled) = (false, false)
        }
    }

    /// How many rows so many items are in; one, if they scroll sideways.
    package func rowCount(of items: Int, columns: Int) -> Int {
        scrollsSideways ? 1 : (items &+ columns &- 1) / max(columns, 1)
    }
}

extension SectionRecord {
    /// That of its kind, unless the mapping says otherwise.
    package var layoutClass: LayoutClass { declaredLayout?.pointee ?? LayoutClass(kind.layout) }

    /// Rows from top to bottom; a shelf is one row that scrolls sideways.
    package var rowCount: Int {
        let layout = layoutClass
        return layout.rowCount(of: itemCount, columns: layout.columns == 0 ? 1 : layout.columns)
    }
}

/// The members of `layouts` in a mapping or a config: classes that are changed or added.
package final class LayoutRules: @unchecked Sendable {
    /// What is said of one class; nil where nothing is.
    struct Rule {
        var name: CString
        var like: Layout?
        /// The server's words for the sections that are of this class, whatever their kind.
        var types = UnsafeBufferPointer<CString>(start: nil, count: 0)
        var row: Double?
        var head: Double?
        var item: Double?
        var spacing: Double?
        var margin: Double?
        var columns: Int?
        var rows: Int?
        var picture: Double?
        var aspect: Double?
        var scrollsSideways: Bool?
        var isScaled: Bool?

        func changing(_ layout: LayoutClass) -> LayoutClass {
            var changed = layout
            changed.row = row ?? layout.row
            changed.head = head ?? layout.head
            changed.item = item ?? layout.item
            changed.spacing = spacing ?? layout.spacing
            changed.margin = margin ?? layout.margin
            changed.columns = columns ?? layout.columns
            changed.rows = rows ?? layout.rows
            changed.picture = picture ?? layout.picture
            changed.aspect = aspect ?? layout.aspect
            changed.scrollsSideways = scrollsSideways ?? layout.scrollsSideways
            changed.isScaled = isScaled ?? layout.isScaled
            return changed
        }

        /// A class of its own.
        var added: LayoutClass {
            if let known = Layout(named: name.utf8) { return changing(LayoutClass(known)) }
            var base = LayoutClass(like ?? .a)
            (base.layout, base.name) = (.other, name)
            return changing(base)
        }
    }

    private let rules: UnsafeBufferPointer<Rule>
    private let arena: Arena

    init(_ rules: [Rule], in arena: Arena) {
        self.arena = arena
        self.rules = UnsafeBufferPointer(arena.store(rules))
    }

    /// The class of a section that had this one; nil if nothing is said of it.
    package func layout(of section: SectionRecord) -> LayoutClass? {
        let type = section.type.utf8
        for rule in rules where rule.types.contains(where: { $0.utf8.elementsEqual(type) }) {
            return rule.added
        }
        let layout = section.layoutClass
        let name = layout.name.utf8
        for rule in rules where rule.types.isEmpty && rule.name.utf8.elementsEqual(name) {
            return rule.changing(layout)
        }
        return nil
    }
}

extension Layout {
    init?(named name: UnsafeBufferPointer<UInt8>) {
        for layout in [Layout.list, .a, .b, .c, .d, .e] where layout.name.utf8.elementsEqual(name) {
            self = layout
            return
        }
        return nil
    }
}

extension StaticString {
    fileprivate var utf8: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}

/// Reads `layouts`.
package struct LayoutReader {
    private let reader: StrictReader
    /// Whether a name that no class is known by may be that of a mapping's.
    private let changesMappings: Bool
    private let arena = Arena(firstChunk: 512)
    /// Longer than any screen, and far from where numbers lose precision.
    private static let limit = 10_000.0

    package init(_ reader: StrictReader, changesMappings: Bool = false) {
        self.reader = reader
        self.changesMappings = changesMappings
    }

    package func read(_ json: JSON) throws(FeedError) -> LayoutRules {
        var rules: [LayoutRules.Rule] = []
        for (key, value) in try reader.members(of: json, "layouts") {
            if key.name.isEmpty { throw reader.mistake(key, "a class of layouts needs a name") }
            rules.append(try read(value, LayoutRules.Rule(name: arena.store(key.name))))
        }
        return LayoutRules(rules, in: arena)
    }

    private func read(_ json: JSON, _ empty: LayoutRules.Rule) throws(FeedError) -> LayoutRules.Rule {
        var rule = empty
        let isKnown = Layout(named: rule.name.utf8) != nil
        for (key, value) in try reader.members(of: json, "a layout") {
            switch key {
            case "like" where !isKnown:
                let name = arena.store(try reader.text(value))
                guard let like = Layout(named: name.utf8) else {
                    throw reader.mistake(value, "expected \"LIST\", \"A\", \"B\", \"C\", \"D\" or \"E\"")
                }
                rule.like = like
            case "types":
                var types: [CString] = []
                for type in try reader.elements(of: value) {
                    types.append(arena.store(try reader.text(type)))
                }
                if types.isEmpty { throw reader.mistake(value, "a list of types can't be empty") }
                rule.types = UnsafeBufferPointer(arena.store(types))
            case "row": rule.row = try length(value, from: 1)
            case "head": rule.head = try length(value)
            case "item": rule.item = try length(value)
            case "spacing": rule.spacing = try length(value)
            case "margin": rule.margin = try length(value)
            case "picture": rule.picture = try length(value)
            case "aspect": rule.aspect = try length(value)
            case "columns": rule.columns = try count(value)
            case "rows": rule.rows = try count(value)
            case "scroll":
                switch value {
                case "horizontal": rule.scrollsSideways = true
                case "vertical": rule.scrollsSideways = false
                default: throw reader.mistake(value, "expected \"horizontal\" or \"vertical\"")
                }
            case "scaled": rule.isScaled = try reader.flag(value)
            default: throw reader.unknown(key, in: "a layout")
            }
        }
        if !isKnown && rule.types.isEmpty && !changesMappings {
            throw reader.mistake(json, "a class that isn't LIST, A, B, C, D or E needs the member \"types\"")
        }
        return rule
    }

    private func length(_ json: JSON, from least: Double = 0) throws(FeedError) -> Double {
        guard json.kind == .number, let length = JSONNumber.real(json.rawBytes), length >= least,
            length <= Self.limit
        else {
            throw reader.mistake(
                json, least > 0 ? "expected a number from 1 to 10000" : "expected a number from 0 to 10000")
        }
        return length
    }

    private func count(_ json: JSON) throws(FeedError) -> Int {
        let count = try reader.integer(json)
        guard 0...100 ~= count else { throw reader.mistake(json, "expected a whole number from 0 to 100") }
        return Int(count)
    }
}
