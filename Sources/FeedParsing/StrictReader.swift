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
