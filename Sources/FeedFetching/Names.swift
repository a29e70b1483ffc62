// Names, words and addresses are the same if their bytes are. Swift's own == knows Unicode's canonical equivalence, and
// its lowercased() all alphabets; their tables would be a tenth of the library.

extension String {
    package func isSame(as other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }

    /// The same, whether its ASCII letters are capitals or not.
    package func isSameIgnoringCase(as other: String) -> Bool {
        utf8.elementsEqual(other.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
    }

    /// With its ASCII letters small.
    func lowercasedASCII() -> String {
        String(decoding: utf8.map { $0.lowercasedASCII }, as: UTF8.self)
    }
}

extension UInt8 {
    var lowercasedASCII: UInt8 {
        self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
    }
}
