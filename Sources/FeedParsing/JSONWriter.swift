import CPlatform

/// Writes JSON text, compact: values one after the other, with a key before each inside an object. Commas are
/// its own business; that containers are closed in order is the caller's.
public struct JSONWriter {
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    public init() {}

    public mutating func beginObject() { begin(.openBrace) }
    public mutating func endObject() { end(.closeBrace) }
    public mutating func beginArray() { begin(.openBracket) }
    public mutating func endArray() { end(.closeBracket) }

    public mutating func key(_ name: StaticString) {
        guard name.hasPointerRepresentation else {
            return key(utf8: UnsafeBufferPointer(start: nil, count: 0))
        }
        key(utf8: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    public mutating func key(_ name: UnsafePointer<CChar>) {
        key(utf8: Self.utf8(name))
    }

    public mutating func key(utf8 name: UnsafeBufferPointer<UInt8>) {
        string(utf8: name)
        bytes.append(.colon)
        needsComma = false
    }

    /// A text that ends with a NUL; `null` for nil.
    public mutating func string(_ text: UnsafePointer<CChar>?) {
        guard let text else { return null() }
        string(utf8: Self.utf8(text))
    }

    public mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { string(utf8: $0) }
    }

    /// A text that is UTF-8, which the caller has made sure of: what isn't, goes out as it came. It may hold
    /// U+0000.
    public mutating func string(utf8 text: UnsafeBufferPointer<UInt8>) {
        comma()
        bytes.append(.quote)
        var written = 0
        for i in 0..<text.count where text[i] < 0x20 || text[i] == .quote || text[i] == .backslash {
            bytes.append(contentsOf: text[written..<i])
            escape(text[i])
            written = i &+ 1
        }
        bytes.append(contentsOf: text[written...])
        bytes.append(.quote)
    }

    public mutating func integer(_ value: Int64) {
        word(value.description)
    }

    /// The shortest number that reads back as `value`; `null` if it isn't finite.
    public mutating func real(_ value: Double) {
        guard value.isFinite else { return null() }
        word(value.description)
    }

    /// A valid JSON number, as it is.
    public mutating func number(literal: UnsafeBufferPointer<UInt8>) {
        comma()
        bytes.append(contentsOf: literal)
    }

    /// A valid JSON text, as it is.
    public mutating func json(_ text: UnsafeBufferPointer<UInt8>) {
        number(literal: text)
    }

    public mutating func bool(_ value: Bool) { word(value ? "true" : "false") }
    public mutating func null() { word("null") }

    @inline(never)
    private mutating func begin(_ bracket: UInt8) {
        comma()
        bytes.append(bracket)
        needsComma = false
    }

    @inline(never)
    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    @inline(never)
    private mutating func word(_ word: String) {
        comma()
        bytes.append(contentsOf: word.utf8)
    }

    /// Before a value or key: a comma, if there was one before it.
    @inline(never)
    private mutating func comma() {
        if needsComma { bytes.append(.comma) }
        needsComma = true
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(.backslash)
        switch byte {
        case .quote, .backslash: bytes.append(byte)
        case .tab: bytes.append(.t)
        case .lineFeed: bytes.append(.n)
        case .carriageReturn: bytes.append(.r)
        case 0x08: bytes.append(.b)
        case 0x0C: bytes.append(.f)
        default:
            let low = byte & 0x0F
            let digits: [UInt8] = [
                .u, .zero, .zero, .zero &+ byte &>> 4, low < 10 ? .zero &+ low : low &- 10 &+ 0x61,
            ]
            bytes.append(contentsOf: digits)
        }
    }

    private static func utf8(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
        let count = strlen(text)
        return UnsafeBufferPointer(
            start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: count)
    }
}
