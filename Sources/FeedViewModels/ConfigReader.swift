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
        guard let flag = json.bool else { throw mistake(json, "expected true or false") }
        return flag
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

    /// An object of texts; numbers are taken as they are written.
    func texts(_ json: JSON) throws(FeedError) -> [(name: String, value: String)] {
        var texts: [(name: String, value: String)] = []
        for (key, value) in try members(json, "texts by their names") {
            let isNumber = value.kind == .number
            let text = isNumber ? String(decoding: value.rawBytes, as: UTF8.self) : try text(value)
            texts.append((key.name, text))
        }
        return texts
    }

    /// A text that becomes part of a request's head, where a line end would begin something else.
    func line(_ json: JSON) throws(FeedError) -> String {
        let text = try text(json)
        if text.utf8.contains(where: { $0.isControl }) {
            throw mistake(json, "control characters can't be sent")
        }
        return text
    }

    /// An object of names and lines.
    func headers(_ json: JSON) throws(FeedError) -> [(name: String, value: String)] {
        try headers(json) { $0.isControl }
    }

    /// The same, all in one header.
    func cookies(_ json: JSON) throws(FeedError) -> [(name: String, value: String)] {
        try headers(json) { $0.isControl || $0 == UInt8(ascii: ";") }
    }

    private func headers(
        _ json: JSON, isForbidden: (UInt8) -> Bool
    ) throws(FeedError) -> [(name: String, value: String)] {
        let headers = try texts(json)
        for (name, value) in headers {
            guard !name.isEmpty, name.utf8.allSatisfy({ $0.isOfHeaderName }) else {
                throw mistake(json, "\"\(name)\" can't be a name")
            }
            if value.utf8.contains(where: isForbidden) {
                throw mistake(json, "the value of \"\(name)\" can't be sent")
            }
        }
        return headers
    }

    func layouts(_ json: JSON) throws(FeedError) -> LayoutRules {
        try LayoutReader(reader).read(json)
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

extension UInt8 {
    fileprivate var isControl: Bool { self < 0x20 || self == 0x7f }

    /// RFC 9110's token: no space, no control character, no separator.
    fileprivate var isOfHeaderName: Bool {
        self > 0x20 && self < 0x7f && !"\"(),/:;<=>?@[\\]{}".utf8.contains(self)
    }
}
