import FeedFetching
import FeedParsing

/// Reads the members of a config, and names the place of each mistake.
struct ConfigReader {
    private let reader: StrictReader
    private let what: StaticString

    init(_ bytes: UnsafeRawBufferPointer, _ what: StaticString) throws(FeedError) {
        reader = StrictReader(try JSONDocument.read(bytes), .config)
        self.what = what
    }

    var root: JSON { reader.document.root }

    /// `part`: what it is, if not the whole.
    func members(
        _ json: JSON, _ part: StaticString? = nil
    ) throws(FeedError) -> [(key: JSON, value: JSON)] {
        try reader.members(of: json, part ?? what)
    }

    func text(_ json: JSON) throws(FeedError) -> String {
        try reader.text(json)
    }

    func elements(_ json: JSON) throws(FeedError) -> JSONElements {
        try reader.elements(of: json)
    }

    func flag(_ json: JSON) throws(FeedError) -> Bool {
        try reader.flag(json)
    }

    func count(_ json: JSON, from least: Int64 = 0) throws(FeedError) -> Int64 {
        guard json.kind == .number, let count = JSONNumber.integer(json.rawBytes), count >= least else {
            throw mistake(json, "expected a whole number from \(least) on")
        }
        return count
    }

    /// Whether it is the second of two words.
    func choice(_ json: JSON, _ first: String, _ second: String) throws(FeedError) -> Bool {
        let text = try text(json)
        guard text.isSame(as: first) || text.isSame(as: second) else {
            throw mistake(json, "expected \"\(first)\" or \"\(second)\"")
        }
        return text.isSame(as: second)
    }

    func texts(_ json: JSON) throws(FeedError) -> [(name: String, value: String)] {
        try reader.texts(json)
    }

    func line(_ json: JSON) throws(FeedError) -> String {
        try reader.line(json)
    }

    func path(_ json: JSON) throws(FeedError) -> String {
        let path = try line(json)
        if path.isEmpty { throw mistake(json, "a path can't be empty") }
        return path
    }

    func headers(_ json: JSON) throws(FeedError) -> [(name: String, value: String)] {
        try reader.headers(json)
    }

    func cookies(_ json: JSON) throws(FeedError) -> [(name: String, value: String)] {
        try reader.headers(json, areCookies: true)
    }

    func imageRules(_ json: JSON) throws(FeedError) -> [ImageRule] {
        try reader.imageRules(json)
    }

    func layouts(_ json: JSON) throws(FeedError) -> LayoutRules {
        try LayoutReader(reader, changesMappings: true).read(json)
    }

    func mistake(_ json: JSON, _ message: String) -> FeedError {
        reader.mistake(json, message)
    }

    func unknown(_ key: JSON, in part: StaticString? = nil) -> FeedError {
        reader.unknown(key, in: part ?? what)
    }

    /// The error of a document inside this one: its place is counted from the beginning of this one.
    func moved(_ error: FeedError, into json: JSON) -> FeedError {
        var error = error
        let offset = json.offset + (error.place?.offset ?? 0)
        let place = reader.document.place(of: offset)
        error.place = FeedError.Place(offset: offset, line: place.line, column: place.column)
        error.path = reader.document.pointer(to: json) + (error.path ?? "")
        return error
    }
}
