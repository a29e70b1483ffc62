/// Why there is no snapshot, or no mapping, and where.
public struct FeedError: Error {
    public enum Kind: Sendable {
        case empty, syntax, tooDeep, tooLarge  // as JSONError
        case mapping  // not a mapping, or no built-in one of that name
        case shape  // JSON, but not the feed that the mapping describes
        case loginNeeded, refused  // what the server said in its answer
        case config  // not a config
        case thread, unavailable  // not the context's thread; the system lacks something
        case argument, json  // of the C face: a NULL where none may be; a host's json_t that is no JSON
    }

    public var kind: Kind
    /// One line for people, in English.
    public var message: String
    /// The place in the text: bytes before it, line and column (in characters) from 1.
    public var place: Place?
    /// The place in the document: a JSON Pointer (RFC 6901).
    public var path: String?
    /// What the server's answer itself said.
    public var serviceCode: String?
    public var serviceMessage: String?

    public struct Place: Equatable, Sendable {
        public var offset: Int
        public var line: Int
        public var column: Int

        package init(offset: Int, line: Int, column: Int) {
            self.offset = offset
            self.line = line
            self.column = column
        }
    }

    package init(_ kind: Kind, _ message: String, place: Place? = nil, path: String? = nil) {
        self.kind = kind
        self.message = message
        self.place = place
        self.path = path
    }

    package init(_ error: JSONError) {
        switch error.kind {
        case .empty: kind = .empty
        case .syntax: kind = .syntax
        case .tooDeep: kind = .tooDeep
        case .tooLarge: kind = .tooLarge
        }
        message = error.message
        place = Place(offset: error.offset, line: error.line, column: error.column)
    }
}

extension JSONDocument {
    /// Where a value stands, for an error about it.
    package func errorPlace(of value: JSON) -> FeedError.Place {
        let (line, column) = place(of: value.offset)
        return FeedError.Place(offset: value.offset, line: line, column: column)
    }
}

extension JSON {
    /// The kind as a word with its article, for messages.
    var kindName: String {
        switch kind {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
