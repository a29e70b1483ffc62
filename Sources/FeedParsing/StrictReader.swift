/// Reads documents that people write, mappings and configs, in which every mistake is told with its place.
package struct StrictReader {
    package let document: JSONDocument
    private let kind: FeedError.Kind

    /// Mistakes will be errors of this kind.
    package init(_ document: JSONDocument, _ kind: FeedError.Kind) {
        self.document = document
        self.kind = kind
    }

    /// The members of an object, but for comments: names that begin with `#`. A name twice is a mistake.
    package func members(of json: JSON, _ what: StaticString) throws(FeedError) -> [(key: JSON, value: JSON)]
    {
        guard json.kind == .object else {
            throw mistake(json, "expected an object (\(what)), found \(json.kindName)")
        }
        var members: [(key: JSON, value: JSON)] = []
        var names: Set<[UInt8]> = []
        for (key, value) in json.members {
            let name = Array(key.name.utf8)
            if name.first == UInt8(ascii: "#") { continue }
            guard names.insert(name).inserted else {
                throw mistake(key, "\"\(key.name)\" stands twice in \(what)")
            }
            members.append((key, value))
        }
        return members
    }

    package func text(_ json: JSON, _ what: StaticString = "a text") throws(FeedError) -> String {
        guard let text = json.string else { throw mistake(json, "expected \(what), found \(json.kindName)") }
        return text
    }

    package func elements(of json: JSON) throws(FeedError) -> JSONElements {
        guard json.kind == .array else { throw mistake(json, "expected a list, found \(json.kindName)") }
        return json.elements
    }

    package func integer(_ json: JSON) throws(FeedError) -> Int64 {
        guard json.kind == .number, let integer = JSONNumber.integer(json.rawBytes) else {
            throw mistake(json, "expected a whole number")
        }
        return integer
    }

    package func flag(_ json: JSON) throws(FeedError) -> Bool {
        guard let flag = json.bool else { throw mistake(json, "expected true or false") }
        return flag
    }

    /// An object of texts; numbers are taken as they are written.
    package func texts(_ json: JSON) throws(FeedError) -> [(name: String, value: String)] {
        var texts: [(name: String, value: String)] = []
        for (key, value) in try members(of: json, "texts by their names") {
            let isNumber = value.kind == .number
            let text = isNumber ? String(decoding: value.rawBytes, as: UTF8.self) : try text(value)
            texts.append((key.name, text))
        }
        return texts
    }

    /// A text that becomes part of a request's head, where a line end would begin something else.
    package func line(_ json: JSON) throws(FeedError) -> String {
        let text = try text(json)
        for byte in text.utf8 where byte.isControl {
            throw mistake(json, "control characters can't be sent")
        }
        return text
    }

    /// An object of names and lines; for cookies, which are all in one header, lines without a semicolon.
    package func headers(_ json: JSON, areCookies: Bool = false) throws(FeedError) -> [(
        name: String, value: String
    )] {
        let headers = try texts(json)
        for (name, value) in headers {
            guard !name.isEmpty, name.utf8.allSatisfy({ $0.isOfHeaderName }) else {
                throw mistake(json, "\"\(name)\" can't be a name")
            }
            for byte in value.utf8 where byte.isControl || (areCookies && byte == UInt8(ascii: ";")) {
                throw mistake(json, "the value of \"\(name)\" can't be sent")
            }
        }
        return headers
    }

    package func unknown(_ key: JSON, in what: StaticString) -> FeedError {
        mistake(key, "\(what) has no member \"\(key.name)\"")
    }

    /// The message may hold names from the document: it becomes one line, and not an endless one.
    package func mistake(_ json: JSON, _ message: String) -> FeedError {
        var message = message
        let line = message.withUTF8 { $0.excerpt(upTo: 300) }
        return FeedError(kind, line, place: document.errorPlace(of: json), path: document.pointer(to: json))
    }
}

extension JSON {
    /// A member's name.
    package var name: String { string ?? "" }
}

/// For `switch key { case "name": … }`, of which there are many.
@inline(never)
package func ~= (text: StaticString, json: JSON) -> Bool {
    json.kind == .string
        && json.textEquals(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
}

extension UInt8 {
    fileprivate var isControl: Bool { self < 0x20 || self == 0x7f }

    /// RFC 9110's token: no space, no control character, no separator.
    fileprivate var isOfHeaderName: Bool {
        self > 0x20 && self < 0x7f && !"\"(),/:;<=>?@[\\]{}".utf8.contains(self)
    }
}
