import FeedParsing

/// How far an import has come, and what it brought.
package struct UserImport: Sendable {
    /// Rows that are in the directory now; of several with one id, each counts.
    package var taken = 0
    /// Rows that couldn't be used.
    package var skipped = 0
    /// How much of the text is read, and how long it is.
    package var bytes = 0
    package var total = 0
    /// How many users there are in the directory; 0 until the end.
    package var userCount = 0
    /// Why rows were skipped, in their order; the first hundred.
    package var problems: [UserProblem] = []

    static let maxProblems = 100
}

/// Why a row was skipped.
package struct UserProblem: Sendable {
    /// From 1; empty lines don't count.
    package var row: Int
    package var place: FeedError.Place
    /// One line for people, in English.
    package var message: String
}

/// A person as the built-in mapping "users" reads one. The texts live as long as the row.
struct UserRow {
    private let snapshot: Snapshot
    private let item: ItemRecord

    fileprivate init(_ snapshot: Snapshot, _ item: ItemRecord) {
        self.snapshot = snapshot
        self.item = item
    }

    var id: UnsafeBufferPointer<UInt8>? { item.id?.utf8 }
    var displayName: UnsafeBufferPointer<UInt8>? { item.title?.utf8 }
    var username: UnsafeBufferPointer<UInt8>? { extra("username") }
    var bio: UnsafeBufferPointer<UInt8>? { extra("bio") }
    /// As it stands in the text.
    var json: UnsafeBufferPointer<UInt8> { item.raw }

    private func extra(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return item.extra(named: name)?.single?.text.utf8
    }
}

/// Reads the rows of a text one after the other: those of a JSON array, bare or under one of the names that the
/// mapping knows, an object alone, or one object per line.
struct UserReader {
    private(set) var state = UserImport()
    /// Of the row that was read last; nil if it can't be used.
    private(set) var user: UserRow?
    private let text: [UInt8]
    private let mapping: Mapping
    /// Nil for lines.
    private let document: JSONDocument?
    private var elements: JSONElements?
    private var single: JSON?
    private var row = 0
    /// The last place of which the line is known.
    private var known: FeedError.Place

    private static let listNames: [StaticString] = ["users", "data", "results"]

    init(_ text: [UInt8]) throws(FeedError) {
        self.text = text
        mapping = try Mapping(named: "users")
        let mark = text.withUnsafeBufferPointer { JSONPlaces($0).markLength }
        known = FeedError.Place(offset: mark, line: 1, column: 1)
        state.bytes = mark
        state.total = text.count
        do throws(FeedError) {
            document = try text.read { (bytes) throws(FeedError) in try JSONDocument.read(bytes) }
        } catch {
            guard UserReader.isLines(text, from: mark) else { throw error }
            document = nil
        }
        if let document { try find(document) }
    }

    /// Reads the next row; false at the end.
    mutating func next() -> Bool {
        user = nil
        guard let row = document == nil ? nextLine() : nextElement() else { return false }
        user = read(row)
        if user != nil { state.taken += 1 }
        return true
    }
}

extension UserReader {
    private struct Row {
        /// In the text.
        let offset: Int
        let bytes: ArraySlice<UInt8>
    }

    // MARK: - Forms of a text

    private mutating func find(_ document: JSONDocument) throws(FeedError) {
        let root = document.root
        if root.kind == .array {
            elements = root.elements
        } else if root.kind == .object {
            for name in UserReader.listNames {
                guard let list = root[name], list.kind == .array else { continue }
                elements = list.elements
                return
            }
            single = root
        } else {
            throw FeedError(
                .shape, "expected a list of users, or one user on each line",
                place: document.errorPlace(of: root), path: "")
        }
    }

    /// Whether one of the first two lines is an object: one of them may be broken. A list may be written on lines, too.
    private static func isLines(_ text: [UInt8], from start: Int) -> Bool {
        var offset = start
        var count = 0
        while count < 2, let line = line(of: text, from: offset) {
            offset = line.endIndex
            guard let first = line.first(where: { !isSpace($0) }) else { continue }
            if first == UInt8(ascii: "[") { return false }
            if first == UInt8(ascii: "{"), (try? read(line)) != nil { return true }
            count += 1
        }
        return false
    }

    /// With its end; nil where there is no more.
    private static func line(of text: [UInt8], from start: Int) -> ArraySlice<UInt8>? {
        guard start < text.count else { return nil }
        var end = start
        while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
        return text[start..<min(end + 1, text.count)]
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte >= 0x09 && byte <= 0x0d
    }

    private static func read(_ bytes: ArraySlice<UInt8>) throws(FeedError) -> JSONDocument {
        try Array(bytes).read { (bytes) throws(FeedError) in try JSONDocument.read(bytes) }
    }

    // MARK: - Rows

    private mutating func nextElement() -> Row? {
        guard let element = single ?? elements?.next() else {
            state.bytes = state.total
            return nil
        }
        if single != nil {
            single = nil
            elements = nil
        }
        let end = element.offset + element.rawBytes.count
        state.bytes = end
        row += 1
        return Row(offset: element.offset, bytes: text[element.offset..<end])
    }

    private mutating func nextLine() -> Row? {
        while let line = UserReader.line(of: text, from: state.bytes) {
            state.bytes = line.endIndex
            guard let last = line.lastIndex(where: { !UserReader.isSpace($0) }) else { continue }
            row += 1
            return Row(offset: line.startIndex, bytes: line[...last])
        }
        return nil
    }

    /// Nil, and it is noted why, for one that can't be used.
    private mutating func read(_ row: Row) -> UserRow? {
        do throws(FeedError) {
            // A list of several, which would be read below as well, is no row.
            return try user(of: try UserReader.read(row.bytes))
        } catch {
            skip(row.offset + (error.place?.offset ?? 0), error.message)
            return nil
        }
    }

    private func user(of document: JSONDocument) throws(FeedError) -> UserRow {
        let place = document.errorPlace(of: document.root)
        guard document.root.kind == .object else {
            throw FeedError(.shape, "expected an object with a user", place: place)
        }
        let list = [UInt8(ascii: "[")] + document.root.rawBytes + [UInt8(ascii: "]")]
        let snapshot = try mapping.parse(list)
        for warning in snapshot.warnings
        where [.derivedID, .itemDropped, .itemInvalid].contains(warning.code) {
            let reason = warning.code == .derivedID ? "a user without a usable id" : warning.message
            throw FeedError(.shape, reason, place: place)
        }
        guard let item = snapshot.sectionRecords.first?.pointee.items.first else {
            throw FeedError(.shape, "there is no user in it", place: place)
        }
        return UserRow(snapshot, item)
    }

    private mutating func skip(_ offset: Int, _ message: String) {
        state.skipped += 1
        guard state.problems.count < UserImport.maxProblems else { return }
        let known = self.known
        self.known = text.withUnsafeBufferPointer { JSONPlaces($0).place(of: offset, after: known) }
        state.problems.append(UserProblem(row: row, place: self.known, message: message))
    }
}
