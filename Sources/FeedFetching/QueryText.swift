// Names and values as HTML forms and queries write them.

import FeedParsing

extension String {
    /// A space is `+`, what isn't unreserved is `%XX`.
    package var formEncoded: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "*"):
                bytes.append(byte)
            case UInt8(ascii: " "):
                bytes.append(UInt8(ascii: "+"))
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What isn't unreserved is `%XX`, wherever in a URL it stands.
    package var percentEncoded: String {
        formEncoded.replacing("+", with: "%20")
    }

    /// With each of these placeholders replaced.
    package func replacing(_ placeholder: StaticString, with value: String) -> String {
        let pattern = UnsafeBufferPointer(start: placeholder.utf8Start, count: placeholder.utf8CodeUnitCount)
        let source = Array(utf8)
        var result: [UInt8] = []
        var at = 0
        while at < source.count {
            if source[at...].starts(with: pattern) {
                result.append(contentsOf: value.utf8)
                at += pattern.count
            } else {
                result.append(source[at])
                at += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// This URL with a parameter at the end of its query, in place of all those of the same name, however they
    /// are encoded. Without its fragment.
    package func settingParameter(_ name: String, _ value: String) -> String {
        var rest = Array(utf8)[...]
        rest = rest.cut(before: UInt8(ascii: "#"))
        var result = rest.cut(before: UInt8(ascii: "?"))
        var mark = UInt8(ascii: "?")
        while !rest.isEmpty {
            rest = rest.dropFirst()
            let pair = rest.cut(before: UInt8(ascii: "&"))
            if pair.isEmpty || pair.isNamed(name) { continue }
            result.append(mark)
            result += pair
            mark = UInt8(ascii: "&")
        }
        result.append(mark)
        return String(decoding: result, as: UTF8.self) + name.formEncoded + "=" + value.formEncoded
    }
}

extension ArraySlice<UInt8> {
    /// Takes off and returns what stands before the first such byte: all, if there is none.
    mutating func cut(before byte: UInt8) -> ArraySlice<UInt8> {
        var end = startIndex
        while end < endIndex, self[end] != byte { end += 1 }
        let head = self[..<end]
        self = self[end...]
        return head
    }

    /// Whether this part of a query is a parameter of that name, written in any way.
    fileprivate func isNamed(_ name: String) -> Bool {
        var rest = self
        rest = rest.cut(before: UInt8(ascii: "="))
        for expected in name.utf8 where rest.popEncoded() != expected { return false }
        return rest.isEmpty
    }

    /// A `%` without two digits stands for itself.
    private mutating func popEncoded() -> UInt8? {
        guard let byte = popFirst() else { return nil }
        if byte == UInt8(ascii: "+") { return UInt8(ascii: " ") }
        guard byte == UInt8(ascii: "%"), count >= 2, let high = self[startIndex].hexDigit,
            let low = self[startIndex + 1].hexDigit
        else { return byte }
        self = dropFirst(2)
        return high << 4 | low
    }
}
