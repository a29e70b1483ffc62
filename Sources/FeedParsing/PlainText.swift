/// The first line of a text, to stand for a title where there is none.
enum PlainText {
    /// Without the white space around it; nil if no line has anything else.
    static func firstLine(of text: CString, in arena: Arena) -> CString? {
        firstLine(of: text.utf8, in: arena)
    }

    /// The same of HTML: tags left out (those of blocks end a line), character references replaced.
    static func firstLine(ofHTML html: CString, in arena: Arena) -> CString? {
        var reader = HTMLText(html.utf8)
        let line = reader.firstLine()
        return line.withUnsafeBufferPointer { firstLine(of: $0, in: arena) }
    }

    private static func firstLine(of bytes: UnsafeBufferPointer<UInt8>, in arena: Arena) -> CString? {
        guard var start = bytes.firstIndex(where: { !isSpace($0) }) else { return nil }
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") { end += 1 }
        while end > start, isSpace(bytes[end - 1]) { end -= 1 }
        while start < end, isSpace(bytes[start]) { start += 1 }
        return arena.store(utf8: UnsafeBufferPointer(rebasing: bytes[start..<end]))
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (byte >= 0x09 && byte <= 0x0d)
    }
}

/// Takes the text out of HTML, as far as a title needs it: this is no HTML parser.
private struct HTMLText {
    private let html: UnsafeBufferPointer<UInt8>
    private var at = 0
    private var line: [UInt8] = []

    init(_ html: UnsafeBufferPointer<UInt8>) {
        self.html = html
    }

    /// The first line that isn't blank.
    mutating func firstLine() -> [UInt8] {
        while at < html.count {
            let byte = html[at]
            if byte == UInt8(ascii: "<"), let tag = skipTag() {
                if HTMLText.breaksLine(tag), hasText { return line }
            } else if byte == UInt8(ascii: "&") {
                readReference()
            } else {
                appendText(byte)
            }
        }
        return line
    }

    private var hasText: Bool {
        line.contains { !PlainText.isSpace($0) }
    }

    /// White space, line ends too, is one space in HTML.
    private mutating func appendText(_ byte: UInt8) {
        at += 1
        guard PlainText.isSpace(byte) else { return line.append(byte) }
        if let last = line.last, !PlainText.isSpace(last) { line.append(UInt8(ascii: " ")) }
    }

    /// Passes over a tag or comment and returns its name, in lower case; nil if this `<` begins none.
    private mutating func skipTag() -> [UInt8]? {
        var name: [UInt8] = []
        var end = at + 1
        if end < html.count, html[end] == UInt8(ascii: "/") { end += 1 }
        guard end < html.count, HTMLText.isLetter(html[end]) || html[end] == UInt8(ascii: "!") else { return nil }
        while end < html.count, HTMLText.isLetter(html[end]) || HTMLText.isDigit(html[end]), name.count < 16 {
            name.append(html[end] | 0x20)
            end += 1
        }
        while end < html.count, html[end] != UInt8(ascii: ">") { end += 1 }
        at = min(end + 1, html.count)
        return name
    }

    /// `&amp;`, `&#8217;`, `&#x2019;`; what is none of those stays as it is.
    private mutating func readReference() {
        let start = at + 1
        var end = start
        while end < html.count, end - start < 10, html[end] != UInt8(ascii: ";") { end += 1 }
        guard end < html.count, html[end] == UInt8(ascii: ";"),
            let scalar = HTMLText.scalar(of: UnsafeBufferPointer(rebasing: html[start..<end]))
        else { return appendText(html[at]) }
        line.append(contentsOf: String(Character(scalar)).utf8)
        at = end + 1
    }

    private static func scalar(of name: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
        if name.first == UInt8(ascii: "#") { return numberedScalar(name.dropFirst()) }
        for (known, scalar) in references where name.elementsEqual(
            UnsafeBufferPointer(start: known.utf8Start, count: known.utf8CodeUnitCount))
        {
            return scalar
        }
        return nil
    }

    private static func numberedScalar(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
        let isHex = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let text = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
        guard let number = UInt32(text, radix: isHex ? 16 : 10), number >= 0x20 else { return nil }
        return Unicode.Scalar(number)
    }

    private static let references: [(StaticString, Unicode.Scalar)] = [
        ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("nbsp", " "), ("hellip", "…"),
        ("ndash", "–"), ("mdash", "—"), ("lsquo", "‘"), ("rsquo", "’"), ("ldquo", "“"), ("rdquo", "”"),
    ]

    private static let blocks: [StaticString] = [
        "p", "br", "div", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "table", "blockquote", "pre",
        "hr", "section", "article", "figure", "figcaption", "header", "footer", "dl", "dt", "dd",
    ]

    private static func breaksLine(_ tag: [UInt8]) -> Bool {
        blocks.contains { tag.elementsEqual(UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount)) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}
