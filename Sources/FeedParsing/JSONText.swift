import CPlatform

/// UTF-8 as it should be, and texts as JSON writes them.
public enum JSONText {
    static let replacement: UInt32 = 0xFFFD

    /// The character whose UTF-8 begins at `place`, before `end`, and its length. If it is broken, nil and
    /// how many bytes one U+FFFD stands for: the longest beginning of a character that could have become one.
    @inline(__always)
    static func character(
        at place: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> (scalar: UInt32?, length: Int) {
        let lead = place[0]
        if lead < 0x80 { return (UInt32(lead), 1) }
        let length: Int
        // What the second byte may be: not an overlong form, a surrogate, or beyond U+10FFFF.
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if lead == 0xE0 { second = 0xA0...0xBF } else if lead == 0xED { second = 0x80...0x9F }
        case 0xF0...0xF4:
            length = 4
            if lead == 0xF0 { second = 0x90...0xBF } else if lead == 0xF4 { second = 0x80...0x8F }
        default: return (nil, 1)
        }
        let available = end - place
        guard available > 1, second.contains(place[1]) else { return (nil, 1) }
        var scalar = UInt32(lead & 0x7F &>> UInt8(truncatingIfNeeded: length)) &<< 6 | UInt32(place[1] & 0x3F)
        for i in 2..<max(length, 2) {
            guard available > i, place[i] & 0xC0 == 0x80 else { return (nil, i) }
            scalar = scalar &<< 6 | UInt32(place[i] & 0x3F)
        }
        return (scalar, length)
    }

    /// Whether all of it is UTF-8 as Unicode defines it: no overlong forms, no surrogates.
    public static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard var place = bytes.baseAddress else { return true }
        let end = place + bytes.count
        while place < end {
            let (scalar, length) = character(at: place, before: end)
            if scalar == nil { return false }
            place += length
        }
        return true
    }

    /// Writes a character, at most four bytes; returns how many.
    @inline(__always)
    static func encode(_ scalar: UInt32, to out: UnsafeMutablePointer<UInt8>) -> Int {
        func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar &>> shift) & 0x3F | 0x80 }
        switch scalar {
        case ..<0x80:
            out[0] = UInt8(truncatingIfNeeded: scalar)
            return 1
        case ..<0x800:
            out[0] = UInt8(truncatingIfNeeded: scalar &>> 6) | 0xC0
            out[1] = byte(0)
            return 2
        case ..<0x1_0000:
            out[0] = UInt8(truncatingIfNeeded: scalar &>> 12) | 0xE0
            out[1] = byte(6)
            out[2] = byte(0)
            return 3
        default:
            out[0] = UInt8(truncatingIfNeeded: scalar &>> 18) | 0xF0
            out[1] = byte(12)
            out[2] = byte(6)
            out[3] = byte(0)
            return 4
        }
    }
}

/// Walks over the characters of a JSON string between its quotes, whose escapes the scanner has checked.
struct JSONTextReader {
    private(set) var place: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    /// Whether a character so far stands for something that was none.
    private(set) var isRepaired = false

    init(_ place: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
        self.place = place
        self.end = end
    }

    /// The next character; nil at the end.
    mutating func next() -> UInt32? {
        guard place < end else { return nil }
        if place[0] == .backslash { return escape() }
        let (scalar, length) = JSONText.character(at: place, before: end)
        place += length
        return scalar ?? repaired()
    }

    /// Plain text that goes out as it stands: how many bytes of it begin here, as far as one look reaches.
    /// The string lies in a document, whose padding may be read.
    @inline(__always)
    func plainBytes() -> Int {
        let others = feedcore_stop_bits(place) | feedcore_high_bits(place)
        return others == 0 ? JSONScanner.stride : others.trailingZeroBitCount
    }

    /// Takes over `count` bytes of such text, or where that is simpler sixteen, of which only these count.
    /// What is still to come needs as much room as the text that is left, so they do no harm.
    @inline(__always)
    mutating func copyPlain(_ count: Int, to out: UnsafeMutablePointer<UInt8>) {
        if end - place >= JSONScanner.stride {
            memcpy(out, place, JSONScanner.stride)
        } else {
            memcpy(out, place, count)
        }
        place += count
    }

    private mutating func repaired() -> UInt32 {
        isRepaired = true
        return JSONText.replacement
    }

    private mutating func escape() -> UInt32 {
        let letter = place[1]
        if letter == .u { return unicodeEscape() }
        place += 2
        switch letter {
        case .b: return 0x08
        case .f: return 0x0C
        case .n: return 0x0A
        case .r: return 0x0D
        case .t: return 0x09
        default: return UInt32(letter)
        }
    }

    /// `\u0041`, or a pair of surrogates. A surrogate on its own is U+FFFD, and so is U+0000.
    private mutating func unicodeEscape() -> UInt32 {
        let unit = hexDigits(place + 2)
        place += 6
        switch unit {
        case 0: return repaired()
        case 0xD800...0xDBFF:
            guard end - place >= 6, place[0] == .backslash, place[1] == .u else { return repaired() }
            let low = hexDigits(place + 2)
            guard 0xDC00...0xDFFF ~= low else { return repaired() }
            place += 6
            return 0x1_0000 &+ (unit &- 0xD800) &<< 10 &+ (low &- 0xDC00)
        case 0xDC00...0xDFFF: return repaired()
        default: return unit
        }
    }

    private func hexDigits(_ digits: UnsafePointer<UInt8>) -> UInt32 {
        var value: UInt32 = 0
        for i in 0..<4 { value = value &<< 4 | UInt32(digits[i].hexDigit ?? 0) }
        return value
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit, in ASCII.
    package var hexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self & 15
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): (self & 15) &+ 9
        default: nil
        }
    }
}
