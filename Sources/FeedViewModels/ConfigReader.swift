import FeedFetching
import FeedParsing

/// Reads the members of a config, and names the place of each mistake.
struct ConfigReader {
    let document: JSONDocument
    let what: StaticString

    init(_ bytes: UnsafeRawBufferPointer, _ what: StaticString) throws(FeedError) {
        do {
            document = try JSONDocument(bytes)
        } catch {
            throw FeedError(error)
        }
        self.what = what
    }

    var root: JSON { document.root }

    func forEachMember(
        of json: JSON, _ body: (String, JSON) throws(FeedError) -> Void
    ) throws(FeedError) {
        guard json.kind == .object else { throw mistake(json, "expected an object") }
        for (key, value) in json.members {
            let name = key.string ?? ""
            guard json[name] == value else { throw mistake(value, "\"\(name)\" stands twice") }
            try body(name, value)
        }
    }

    func text(_ json: JSON) throws(FeedError) -> String {
        guard let text = json.string else { throw mistake(json, "expected a text") }
        return text
    }

    func flag(_ json: JSON) throws(FeedError) -> Bool {
        guard let flag = json.bool else { throw mistake(json, "expected true or false") }
        return flag
    }

    func count(_ json: JSON) throws(FeedError) -> Int64 {
        guard json.kind == .number, let count = JSONNumber.integer(json.rawBytes), count >= 0 else {
            throw mistake(json, "expected a whole number from 0 on")
        }
        return count
    }

    /// An object of texts; numbers are taken as they are written.
    func texts(_ json: JSON) throws(FeedError) -> [(name: String, value: String)] {
        var texts: [(name: String, value: String)] = []
        try forEachMember(of: json) { (name, value) throws(FeedError) in
            if value.kind == .number {
                texts.append((name, String(decoding: value.rawBytes, as: UTF8.self)))
            } else {
                texts.append((name, try text(value)))
            }
        }
        return texts
    }

    /// The same, where a line end or NUL would end the header and begin something else.
    func headers(_ json: JSON) throws(FeedError) -> [(name: String, value: String)] {
        let headers = try texts(json)
        for header in headers where header.name.isEmpty || header.name.hasControl || header.value.hasControl {
            throw mistake(json, "a header's name or value can't be empty or hold control characters")
        }
        return headers
    }

    func mistake(_ json: JSON, _ message: String) -> FeedError {
        FeedError(.config, message, place: document.errorPlace(of: json), path: document.pointer(to: json))
    }

    func unknown(_ key: String, _ value: JSON) -> FeedError {
        mistake(value, "\(what) has no member \"\(key)\"")
    }

    /// The error of a document inside this one: its place is counted from the beginning of this one.
    func moved(_ error: FeedError, into json: JSON) -> FeedError {
        var error = error
        let offset = json.offset + (error.place?.offset ?? 0)
        let place = document.place(of: offset)
        error.place = FeedError.Place(offset: offset, line: place.line, column: place.column)
        error.path = document.pointer(to: json) + (error.path ?? "")
        return error
    }
}

extension String {
    fileprivate var hasControl: Bool {
        utf8.contains { $0 < 0x20 || $0 == 0x7f }
    }
}
