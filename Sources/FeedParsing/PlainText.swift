/// The first line of a text, to stand for a title where there is none.
enum PlainText {
    /// More of a line, in bytes, is no title.
    static let limit = 4096

    /// Without the white space around it; nil if no line has anything else.
    static func firstLine(of text: CString, in arena: Arena) -> CString? {
        let bytes = text.utf8
        var start = 0
        while start < bytes.count, spaceLength(of: bytes, at: start) > 0 {
            start += spaceLength(of: bytes, at: start)
        }
        if start == bytes.count { return nil }
        let rest = bytes[start...].prefix(limit)
        var end = rest.firstIndex { $0 == .lineFeed || $0 == .carriageReturn } ?? rest.endIndex
        // In the middle of a character the line goes back to its beginning.
        while end < bytes.count, continues(bytes[end]) { end -= 1 }
        return arena.store(utf8: UnsafeBufferPointer(rebasing: withoutSpace(bytes[start..<end])))
    }

    /// The same of HTML: tags left out (those of blocks end a line), character references replaced.
    static func firstLine(ofHTML html: CString, in arena: Arena) -> CString? {
        let bytes = html.utf8
        // What a reference stands for is never longer than the reference.
        // And the line may go over the limit by the character that reaches it.
        let line = arena.store(capacity: min(bytes.count, limit + 8)) { out in
            var text = HTMLText(bytes, to: out)
            return text.writeFirstLine()
        }
        return line[0] == 0 ? nil : line
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (byte >= 0x09 && byte <= 0x0d)
    }

    /// How long the white space is that begins there: ASCII's, or the wide one of Chinese and Japanese; 0 if there is none.
    static func spaceLength(of text: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
        if isSpace(text[place]) { return 1 }
        return text[place...].starts(with: wideSpace.utf8) ? wideSpace.utf8CodeUnitCount : 0
    }

    /// Without white space at its end.
    static func withoutSpace(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
        var text = text
        while let last = text.last {
            if isSpace(last) {
                text.removeLast()
            } else if text.suffix(wideSpace.utf8CodeUnitCount).elementsEqual(wideSpace.utf8) {
                text.removeLast(wideSpace.utf8CodeUnitCount)
            } else {
                break
            }
        }
        return text
    }

    private static var wideSpace: StaticString { "\u{3000}" }

    /// Whether it is in the middle of a character.
    static func continues(_ byte: UInt8) -> Bool {
        byte & 0xc0 == 0x80
    }
}

/// Takes the text out of HTML, as far as a title needs it: this is no HTML parser.
private struct HTMLText {
    private let html: UnsafeBufferPointer<UInt8>
    private var at = 0
    private let out: UnsafeMutablePointer<UInt8>
    private var written = 0
    /// Whether there was white space after what is written.
    private var hasSpace = false

    init(_ html: UnsafeBufferPointer<UInt8>, to out: UnsafeMutablePointer<UInt8>) {
        self.html = html
        self.out = out
    }

    /// The first line that isn't blank; returns its length.
    mutating func writeFirstLine() -> Int {
        while at < html.count, written < PlainText.limit {
            let byte = html[at]
            if byte == UInt8(ascii: "<"), let tag = skipTag() {
                if written > 0 && HTMLText.isOne(of: HTMLText.blocks, tag) { break }
                if HTMLText.isOne(of: HTMLText.hidden, tag), html[tag.startIndex - 1] != .slash {
                    at = place(of: "</", from: at)
                }
            } else if written == 0, PlainText.spaceLength(of: html, at: at) > 0 {
                at += PlainText.spaceLength(of: html, at: at)
            } else if byte == UInt8(ascii: "&"), let scalar = skipReference() {
                for byte in UTF8.encode(scalar) ?? .init() { write(byte) }
            } else {
                write(byte)
                at += 1
            }
        }
        dropPartOfCharacter()
        return PlainText.withoutSpace(UnsafeBufferPointer(start: out, count: written)[...]).count
    }

    /// If the limit was reached in the middle of a character.
    private mutating func dropPartOfCharacter() {
        guard at < html.count, PlainText.continues(html[at]) else { return }
        while written > 0, PlainText.continues(out[written - 1]) { written -= 1 }
        written = max(written - 1, 0)
    }

    /// White space, line ends too, is one space in HTML, and none at the ends.
    private mutating func write(_ byte: UInt8) {
        if PlainText.isSpace(byte) {
            hasSpace = written > 0
            return
        }
        if hasSpace { append(.space) }
        hasSpace = false
        append(byte)
    }

    private mutating func append(_ byte: UInt8) {
        out[written] = byte
        written += 1
    }

    /// Passes over a tag or comment and returns its name; nil if this `<` begins none.
    private mutating func skipTag() -> Slice<UnsafeBufferPointer<UInt8>>? {
        var start = at + 1
        if html[start...].starts(with: "!--".utf8) {
            at = end(after: "-->", from: start + 1)
            return html[start..<start]
        }
        if start < html.count, html[start] == .slash { start += 1 }
        guard start < html.count, HTMLText.isLetter(html[start]) || html[start] == UInt8(ascii: "!") else {
            return nil
        }
        let rest = html[start...]
        let name = rest.prefix { HTMLText.isLetter($0) || HTMLText.isDigit($0) }
        at = end(after: ">", from: name.endIndex)
        return name
    }

    /// The index after the next such mark, or the end.
    private func end(after mark: StaticString, from start: Int) -> Int {
        min(place(of: mark, from: start) + mark.utf8CodeUnitCount, html.count)
    }

    private func place(of mark: StaticString, from start: Int) -> Int {
        var place = start
        while place < html.count, !html[place...].starts(with: mark.utf8) { place += 1 }
        return place
    }

    /// `&amp;`, `&#8217;`, `&#x2019;`: passes over it and returns what it stands for; nil if it is none of
    /// those.
    private mutating func skipReference() -> Unicode.Scalar? {
        let start = at + 1
        guard let end = html[start...].prefix(10).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        guard let scalar = HTMLText.scalar(of: html[start..<end]) else { return nil }
        at = end + 1
        return scalar
    }

    private static func scalar(of name: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
        if name.first == UInt8(ascii: "#") { return numberedScalar(name.dropFirst()) }
        for (known, scalar) in references where name.elementsEqual(known.utf8) { return scalar }
        return nil
    }

    private static func numberedScalar(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
        let isHex = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let digits = isHex ? digits.dropFirst() : digits
        guard let first = digits.first, first.hexDigit != nil else { return nil }
        guard let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10) else {
            return nil
        }
        // A control character, a no-break space or a wide one is as good as a space.
        return number < 0x20 || number == 0xa0 || number == 0x3000 ? " " : Unicode.Scalar(number)
    }

    private static let references: [(StaticString, Unicode.Scalar)] = [
        ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("nbsp", " "), ("ensp", " "),
        ("emsp", " "), ("hellip", "…"),
        ("ndash", "–"), ("mdash", "—"), ("lsquo", "‘"), ("rsquo", "’"), ("ldquo", "“"), ("rdquo", "”"),
    ]

    private static let blocks: [StaticString] = [
        "p", "br", "div", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "table", "blockquote",
        "pre",
        "hr", "section", "article", "figure", "figcaption", "header", "footer", "dl", "dt", "dd",
    ]

    /// Whose content isn't for readers.
    private static let hidden: [StaticString] = ["style", "script"]

    private static func isOne(of names: [StaticString], _ tag: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        names.contains { name in
            tag.count == name.utf8CodeUnitCount && zip(tag, name.utf8).allSatisfy { $0 | 0x20 == $1 }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= .zero && byte <= .nine
    }
}

extension StaticString {
    fileprivate var utf8: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}
