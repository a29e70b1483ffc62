import FeedParsing
import Testing

/// Every message that a reader of a broken feed may see, with its place.
@Suite struct JSONErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let offset: Int
        let line: Int
        let column: Int
        let message: String

        init(_ text: String, _ offset: Int, _ line: Int, _ column: Int, _ message: String) {
            (self.text, self.offset, self.line, self.column, self.message) = (
                text, offset, line, column, message
            )
        }

        var testDescription: String { text.debugDescription }
    }

    static let cases = [
        Case("]", 0, 1, 1, "expected a value, found ']'"),
        Case("[x]", 1, 1, 2, "expected a value or ']', found 'x'"),
        Case("[\n  1,\n  ]", 9, 3, 3, "expected a value, found ']' (a trailing comma)"),
        Case("[1,,2]", 3, 1, 4, "expected a value, found ','"),
        Case("[1}", 2, 1, 3, "expected ',' or ']' after an array element, found '}'"),
        Case("[1 2]", 3, 1, 4, "expected ',' or ']' after an array element, found '2'"),
        Case("{\"a\": }", 6, 1, 7, "expected a value, found '}'"),
        Case("{\"a\": NaN}", 6, 1, 7, "expected a value, found 'NaN'"),
        Case("{\"a\" 1}", 5, 1, 6, "expected ':' after a key, found '1'"),
        Case("{\"a\": 1 \"b\": 2}", 8, 1, 9, "expected ',' or '}' after a member, found '\"'"),
        Case("{\"a\": 1]", 7, 1, 8, "expected ',' or '}' after a member, found ']'"),
        Case(
            "{\"a\": 1, }", 9, 1, 10,
            "expected a key in double quotes after ',', found '}' (a trailing comma)"),
        Case("{\"a\": 1, b: 2}", 9, 1, 10, "expected a key in double quotes after ',', found 'b'"),
        Case("{key: 1}", 1, 1, 2, "expected a key in double quotes or '}', found 'key'"),
        Case("{'a': 1}", 1, 1, 2, "expected a key in double quotes or '}', found an apostrophe"),
        Case("[1] x", 4, 1, 5, "expected nothing more after the document, found 'x'"),
        Case("<!DOCTYPE html>", 0, 1, 1, "expected a value, found '<'"),
        Case("[\"a\nb\"]", 3, 1, 4, "expected an escape for a control character in a string, found U+000A"),
        Case("[\"\\x\"]", 3, 1, 4, "expected one of \" \\ / b f n r t u after a backslash, found 'x'"),
        Case("[\"\\u12G4\"]", 6, 1, 7, "expected four hexadecimal digits after \\u, found 'G4'"),
        Case("[01]", 2, 1, 3, "expected no further digit after a leading 0, found '1'"),
        Case("[-a]", 2, 1, 3, "expected a digit after '-', found 'a'"),
        Case("[1.]", 3, 1, 4, "expected a digit after the decimal point, found ']'"),
        Case("[1e+]", 4, 1, 5, "expected a digit in the exponent, found ']'"),
        Case("[\u{A0}1]", 1, 1, 2, "expected a value or ']', found '\u{A0}' (U+00A0)"),
        Case("[\u{0}]", 1, 1, 2, "expected a value or ']', found U+0000"),
        // Columns are characters, and lines end in three ways.
        Case("{\"é😀\": x}", 11, 1, 8, "expected a value, found 'x'"),
        Case("[1,\r\n2,\r3\n,4 5]", 13, 4, 4, "expected ',' or ']' after an array element, found '5'"),
        Case("\u{FEFF}[x]", 4, 1, 2, "expected a value or ']', found 'x'"),
        // The text ended.
        Case(
            "[1, 2", 5, 1, 6,
            "expected ',' or ']' after an array element, but the text ended; still open: an array from line 1"
        ),
        Case(
            "{\n\"a\": [\n{\"b\": \"cut", 19, 3, 11,
            "expected a double quote at the end of a string, but the text ended; "
                + "still open: an object from line 3, and 2 more around it"),
        Case(
            "{\"a\": tr", 6, 1, 7, "expected a value, but the text ended; still open: an object from line 1"),
        Case(
            "{\"a\"", 4, 1, 5,
            "expected ':' after a key, but the text ended; still open: an object from line 1"),
        Case(
            "{", 1, 1, 2,
            "expected a key in double quotes or '}', but the text ended; still open: an object from line 1"),
        Case("\"abc", 4, 1, 5, "expected a double quote at the end of a string, but the text ended"),
        Case("-", 1, 1, 2, "expected a digit after '-', but the text ended"),
        Case("nul", 0, 1, 1, "expected a value, but the text ended"),
        Case("\"a\\", 3, 1, 4, "expected one of \" \\ / b f n r t u after a backslash, but the text ended"),
    ]

    @Test(arguments: cases)
    func syntaxErrorSaysWhatAndWhere(_ expected: Case) throws {
        let error = try #require(readError(expected.text.utf8))
        #expect(error.kind == .syntax)
        #expect(error.message == expected.message)
        #expect(
            [error.offset, error.line, error.column] == [expected.offset, expected.line, expected.column])
    }

    @Test(arguments: ["", " ", "\n\t\r ", "\u{FEFF}", "\u{FEFF} "])
    func textWithoutAnythingIsEmpty(_ text: String) throws {
        let error = try #require(readError(text.utf8))
        #expect(error.kind == .empty)
        #expect(error.offset == text.utf8.count)
        #expect(error.message == "expected a value, found nothing")
    }

    @Test func byteThatIsNotUTF8IsNamed() throws {
        let error = try #require(readError([0x5B, 0xE9, 0x5D]))
        #expect(error.message == "expected a value or ']', found the byte 0xE9")
    }

    @Test(arguments: [[0xFF, 0xFE, 0x5B, 0], [0x5B, 0, 0x5D, 0], [0, 0x5B, 0, 0x5D]] as [[UInt8]])
    func utf16IsNamed(_ bytes: [UInt8]) throws {
        #expect(try #require(readError(bytes)).message == "expected UTF-8, found what looks like UTF-16")
    }

    /// Never read: the size alone decides.
    @Test func textOfOneGibibyteIsTooLarge() throws {
        let size = 1 << 30
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        defer { memory.deallocate() }
        let error = #expect(throws: JSONError.self) { try JSONDocument(UnsafeRawBufferPointer(memory)) }
        #expect(error?.kind == .tooLarge)
    }
}
