import FeedParsing
import Testing

/// Texts as they leave: unescaped, and Unicode whatever stood there.
@Suite struct JSONTextTests {
    @Test(arguments: [
        (#""plain""#, "plain"), (#""""#, ""), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u00e9\u4F60""#, "é你"),
        (#""\uD83D\uDE00""#, "😀"), ("\"é你😀\"", "é你😀"),
        (#""a string of more than sixteen bytes, \u0041""#, "a string of more than sixteen bytes, A"),
        (
            "\"\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"",
            "\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}"
        ),
        (#""\uFFFD""#, "\u{FFFD}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
    ])
    func textThatIsUnicodeIsNotRepaired(_ raw: String, _ expected: String) throws {
        try check(Array(raw.utf8), expected, isRepaired: false)
    }

    @Test(arguments: [
        (#""\u0000""#, "\u{FFFD}"), (#""a\uD83D""#, "a\u{FFFD}"), (#""\uDE00b""#, "\u{FFFD}b"),
        (#""\uDE00\uD83D""#, "\u{FFFD}\u{FFFD}"), (#""\uD83D\uD83D\uDE00""#, "\u{FFFD}😀"),
        (#""\uD83D\n""#, "\u{FFFD}\n"),
        (#""\uD83D\u0041""#, "\u{FFFD}A"), (#""\uD83Du0041""#, "\u{FFFD}u0041"),
        (#""\uD83D\uD83D""#, "\u{FFFD}\u{FFFD}"),
    ])
    func escapeThatIsNoCharacterIsReplaced(_ raw: String, _ expected: String) throws {
        try check(Array(raw.utf8), expected, isRepaired: true)
    }

    /// One U+FFFD for the longest beginning of a character that could have become one, as browsers do it.
    @Test(
        arguments: [
            ([0x80], 1), ([0xFF], 1), ([0xC3], 1), ([0xC0, 0xAF], 2), ([0xC1, 0xBF], 2),
            ([0xE0, 0x80, 0xAF], 3), ([0xE4, 0xBD], 1),
            ([0xE4, 0xBD, 0xE4, 0xBD], 2), ([0xED, 0xA0, 0x80], 3), ([0xED, 0xBF, 0xBF], 3),
            ([0xF0, 0x9F, 0x98], 1),
            ([0xF0, 0x8F, 0xBF, 0xBF], 4), ([0xF4, 0x90, 0x80, 0x80], 4), ([0xF5, 0x80], 2),
            ([0xF8, 0x88, 0x80, 0x80, 0x80], 5),
            ([0xF0, 0x9F, 0xE4, 0xBD, 0xC3], 3), ([0xBF, 0xBF, 0xBF], 3),
        ] as [([UInt8], Int)])
    func bytesThatAreNotUTF8AreReplaced(_ bytes: [UInt8], _ count: Int) throws {
        let expected = "<" + String(repeating: "\u{FFFD}", count: count) + ">"
        try check([0x22, 0x3C] + bytes + [0x3E, 0x22], expected, isRepaired: true)
        // What Swift's own decoder makes of it is the same.
        #expect(String(decoding: bytes, as: UTF8.self).unicodeScalars.count == count)
    }

    /// Long runs, and something special at each place of them: the reader looks at sixteen bytes at a time.
    @Test func everyPlaceOfARunIsTreatedAlike() throws {
        for count in 0...70 {
            let run = String(repeating: "x", count: count)
            for (special, plain, isRepaired) in [
                ("é", "é", false), (#"\n"#, "\n", false), (#"\uD800"#, "\u{FFFD}", true),
            ] {
                try check(Array("\"\(run)\(special)\(run)\"".utf8), run + plain + run, isRepaired: isRepaired)
            }
            try check(
                [0x22] + Array(run.utf8) + [0x80] + Array(run.utf8) + [0x22], run + "\u{FFFD}" + run,
                isRepaired: true)
        }
    }

    @Test func emptyStringIsNothingElse() throws {
        let document = try JSONDocument(#"["", " ", "\u0000", null, 0, []]"#)
        #expect(document.root.elements.map(\.isEmptyString) == [true, false, false, false, false, false])
    }

    @Test func otherKindsHaveNoText() throws {
        let document = try JSONDocument(#"[null, true, 1, [], {}]"#)
        for value in document.root.elements {
            #expect(value.string == nil)
            #expect(value.textCapacity == 0)
            #expect(!"".utf8.elementsEqual(value.rawBytes) && !equals(value, ""))
        }
    }

    @Test(arguments: [[], [0x41], [0xC3, 0xA9], [0xF0, 0x9F, 0x98, 0x80], [0]] as [[UInt8]])
    func utf8IsRecognized(_ bytes: [UInt8]) {
        #expect(bytes.withUnsafeBufferPointer { JSONText.isUTF8($0) })
    }

    @Test(
        arguments: [[0xC3], [0x41, 0x80], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80]]
            as [[UInt8]])
    func whatIsNotUTF8IsRecognized(_ bytes: [UInt8]) {
        #expect(!bytes.withUnsafeBufferPointer { JSONText.isUTF8($0) })
    }

    private func check(_ raw: [UInt8], _ expected: String, isRepaired: Bool) throws {
        let document = try read(raw)
        let value = document.root
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: max(value.textCapacity, 1))
        defer { room.deallocate() }
        let written = value.writeText(to: room)
        #expect(written.count <= value.textCapacity)
        #expect(UnsafeBufferPointer(start: room, count: written.count).elementsEqual(expected.utf8))
        #expect(written.isRepaired == isRepaired)
        #expect(value.string.map { Array($0.utf8) } == Array(expected.utf8))
        #expect(equals(value, expected))
        #expect(!equals(value, expected + "x"))
        #expect(expected.isEmpty || !equals(value, String(expected.unicodeScalars.dropLast())))
    }

    private func equals(_ value: JSON, _ text: String) -> Bool {
        Array(text.utf8).withUnsafeBufferPointer { value.textEquals($0) }
    }
}
