/// Why a text is no JSON, and where.
public struct JSONError: Error {
    public enum Kind: Sendable { case empty, syntax, tooDeep, tooLarge }

    public let kind: Kind
    /// The place: bytes before it, its line and its column in characters, both from 1.
    public let offset: Int
    public let line: Int
    public let column: Int
    /// What was expected and what stood there, without the place: "expected ',' or ']' after an array
    /// element, found '}'".
    public let message: String

    static var tooLarge: JSONError {
        JSONError(kind: .tooLarge, offset: 0, line: 1, column: 1, message: "a text of 1 GiB or more")
    }

    static var noMemory: JSONError {
        JSONError(
            kind: .tooLarge, offset: 0, line: 1, column: 1,
            message: "not enough memory for a text of this size")
    }

    private init(kind: Kind, offset: Int, line: Int, column: Int, message: String) {
        self.kind = kind
        self.offset = offset
        self.line = line
        self.column = column
        self.message = message
    }

    /// Puts a fault that the scanner met into words.
    init(_ fault: JSONFault, in bytes: UnsafeBufferPointer<UInt8>, _ scanner: JSONScanner) {
        let describer = JSONFaultDescriber(fault: fault, bytes: bytes, scanner: scanner)
        let place = JSONPlaces(bytes).place(of: fault.offset)
        self.init(
            kind: describer.kind, offset: fault.offset, line: place.line, column: place.column,
            message: describer.message)
    }
}

/// What the scanner stumbled over.
struct JSONFault: Error {
    /// What should have stood there.
    enum Problem {
        case value, elementOrBracket, elementAfterComma, memberValue
        case keyOrBrace, keyAfterComma, colon, commaOrBrace, commaOrBracket, end
        case stringEnd, control, escape, hexDigit
        case digit, leadingZero, fractionDigit, exponentDigit
        case tooDeep, noMemory
    }

    let problem: Problem
    let offset: Int
}

private struct JSONFaultDescriber {
    let fault: JSONFault
    let bytes: UnsafeBufferPointer<UInt8>
    let scanner: JSONScanner

    var kind: JSONError.Kind {
        switch fault.problem {
        case .tooDeep: .tooDeep
        case .noMemory: .tooLarge
        case .value where fault.offset == bytes.count: .empty
        default: .syntax
        }
    }

    var message: String {
        switch fault.problem {
        case .tooDeep: return "more than \(JSONDocument.depthLimit) arrays and objects inside each other"
        case .noMemory: return "not enough memory for a text of this size"
        default: break
        }
        if kind == .empty { return "expected a value, found nothing" }
        if isUTF16 { return "expected UTF-8, found what looks like UTF-16" }
        if hasEnded { return "expected \(expected), but the text ended\(stillOpen)" }
        return "expected \(expected), found \(found)\(hint)"
    }

    private var expected: String {
        switch fault.problem {
        case .value, .memberValue, .elementAfterComma: "a value"
        case .elementOrBracket: "a value or ']'"
        case .keyOrBrace: "a key in double quotes or '}'"
        case .keyAfterComma: "a key in double quotes after ','"
        case .colon: "':' after a key"
        case .commaOrBrace: "',' or '}' after a member"
        case .commaOrBracket: "',' or ']' after an array element"
        case .end: "nothing more after the document"
        case .stringEnd: "a double quote at the end of a string"
        case .control: "an escape for a control character in a string"
        case .escape: "one of \" \\ / b f n r t u after a backslash"
        case .hexDigit: "four hexadecimal digits after \\u"
        case .digit: "a digit after '-'"
        case .leadingZero: "no further digit after a leading 0"
        case .fractionDigit: "a digit after the decimal point"
        case .exponentDigit: "a digit in the exponent"
        case .tooDeep, .noMemory: ""
        }
    }

    /// Whether the fault is that there is no more text, in the middle of a word perhaps.
    private var hasEnded: Bool {
        let rest = bytes[min(fault.offset, bytes.count)...]
        if rest.isEmpty { return true }
        switch fault.problem {
        case .value, .memberValue, .elementOrBracket, .elementAfterComma:
            return "true".utf8.starts(with: rest) || "false".utf8.starts(with: rest)
                || "null".utf8.starts(with: rest)
        default: return false
        }
    }

    /// What the text ended inside of.
    private var stillOpen: String {
        guard scanner.depth > 0 else { return "" }
        let node = scanner.index.nodes[scanner.parent]
        let line = JSONPlaces(bytes).place(of: Int(node.start)).line
        let innermost = "\(node.isObject ? "an object" : "an array") from line \(line)"
        if scanner.depth == 1 { return "; still open: \(innermost)" }
        return "; still open: \(innermost), and \(scanner.depth &- 1) more around it"
    }

    private var hint: String {
        let byte = bytes[fault.offset]
        switch fault.problem {
        case .keyAfterComma where byte == .closeBrace, .elementAfterComma where byte == .closeBracket:
            return " (a trailing comma)"
        default: return ""
        }
    }

    private var found: String {
        let byte = bytes[fault.offset]
        if isWordByte(byte) { return "'\(word)'" }
        switch byte {
        case 0x21...0x26, 0x28...0x7E: return "'\(String(decoding: CollectionOfOne(byte), as: UTF8.self))'"
        case 0x27: return "an apostrophe"
        case ..<0x80: return "U+" + hex(UInt32(byte), digits: 4)
        default: break
        }
        guard let start = bytes.baseAddress else { return "" }
        let (scalar, length) = JSONText.character(at: start + fault.offset, before: start + bytes.count)
        guard let scalar else { return "the byte 0x" + hex(UInt32(byte), digits: 2) }
        let character = String(decoding: bytes[fault.offset..<(fault.offset &+ length)], as: UTF8.self)
        return "'\(character)' (U+\(hex(scalar, digits: 4)))"
    }

    /// Letters and digits from the fault on, as many as are worth showing.
    private var word: String {
        var end = fault.offset
        while end < bytes.count, end < fault.offset &+ 20, isWordByte(bytes[end]) { end &+= 1 }
        return String(decoding: bytes[fault.offset..<end], as: UTF8.self)
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
    }

    /// Every other byte of the beginning is 0, or a byte order mark says so.
    private var isUTF16: Bool {
        guard fault.offset < 2, bytes.count >= 2 else { return false }
        if bytes[0] == 0xFF && bytes[1] == 0xFE || bytes[0] == 0xFE && bytes[1] == 0xFF { return true }
        guard bytes.count >= 4 else { return false }
        return bytes[0] == 0 && bytes[2] == 0 || bytes[1] == 0 && bytes[3] == 0
    }

    private func hex(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(digits &- text.utf8.count, 0)) + text
    }
}
