import FeedParsing
import JSONOracle
import Testing

/// The reader against the JSON test suite, and against our own texts for every class of it.
@Suite struct JSONSuiteTests {
    /// What RFC 8259 leaves to the reader, decided: structure is judged, values aren't. A number of any size
    /// and a text that isn't Unicode stay in the document and show when somebody asks for them; UTF-16 is no
    /// JSON; a byte order mark is passed over; depth ends at 512.
    static let decisions: [String: Bool] = [
        "i_number_double_huge_neg_exp.json": true,  // a real rounds to 0
        "i_number_huge_exp.json": true,  // no real holds it: nil
        "i_number_neg_int_huge_exp.json": true,
        "i_number_pos_double_huge_exp.json": true,
        "i_number_real_neg_overflow.json": true,
        "i_number_real_pos_overflow.json": true,
        "i_number_real_underflow.json": true,
        "i_number_too_big_neg_int.json": true,  // no integer, but exact as an id
        "i_number_too_big_pos_int.json": true,
        "i_number_very_big_negative_int.json": true,
        "i_object_key_lone_2nd_surrogate.json": true,  // U+FFFD each, from here to the 6-byte sequences
        "i_string_1st_surrogate_but_2nd_missing.json": true,
        "i_string_1st_valid_surrogate_2nd_invalid.json": true,
        "i_string_UTF-16LE_with_BOM.json": false,
        "i_string_UTF-8_invalid_sequence.json": true,
        "i_string_UTF8_surrogate_U+D800.json": true,
        "i_string_incomplete_surrogate_and_escape_valid.json": true,
        "i_string_incomplete_surrogate_pair.json": true,
        "i_string_incomplete_surrogates_escape_valid.json": true,
        "i_string_invalid_lonely_surrogate.json": true,
        "i_string_invalid_surrogate.json": true,
        "i_string_invalid_utf-8.json": true,
        "i_string_inverted_surrogates_U+1D11E.json": true,
        "i_string_iso_latin_1.json": true,
        "i_string_lone_second_surrogate.json": true,
        "i_string_lone_utf8_continuation_byte.json": true,
        "i_string_not_in_unicode_range.json": true,
        "i_string_overlong_sequence_2_bytes.json": true,
        "i_string_overlong_sequence_6_bytes.json": true,
        "i_string_overlong_sequence_6_bytes_null.json": true,
        "i_string_truncated-utf-8.json": true,
        "i_string_utf16BE_no_BOM.json": false,
        "i_string_utf16LE_no_BOM.json": false,
        "i_structure_500_nested_arrays.json": true,
        "i_structure_UTF-8_BOM_empty_object.json": true,
    ]

    @Test(arguments: FeedFiles.sharedNames(in: "json-suite/test_parsing"))
    func suiteFileIsJudgedAsItsNameSays(_ path: String) throws {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let expected = name.hasPrefix("y_") ? true : name.hasPrefix("n_") ? false : Self.decisions[name]
        #expect(try isAccepted(FeedFiles.shared(path)) == expected)
    }

    @Test(arguments: [
        "null", "true", "false", "0", "-0", "-1.5e+10", "1E-2", "123456789012345678901234567890", "\"\"",
        "[]", "{}",
        " [ ] ", "\t{\r\n}\t", "[1,2,[3,{\"a\":[]}]]", #"{"a":1,"a":2}"#, #"{"":0}"#, "[1e999999999]",
        "[[],[[]],{}]",
        #"["\"\\\/\b\f\n\r\t\u0041\uD83D\uDE00"]"#, #"["\uD83D"]"#, #"["\u0000"]"#, "[\"\u{7F}\u{2028}é😀\"]",
        #"[false ,null , true]"#, "\u{FEFF}{}", "[-0.0,0e0,0E+1]", "\n\n1\n\n",
    ])
    func wellFormedTextIsAccepted(_ text: String) {
        #expect(isAccepted(text.utf8))
    }

    @Test(arguments: [
        "", " ", "[", "]", "{", "}", "[1", "[1,", "[1,]", "[,1]", "[1,,2]", "[1 2]", "[1:2]", "[1}", "{]",
        "{\"a\"}",
        "{\"a\":}", "{\"a\" 1}", "{\"a\":1,}", "{\"a\":1,,\"b\":2}", "{,}", "{a:1}", "{'a':1}", "{1:1}",
        "{null:1}",
        "[1]]", "{}}", "1 2", "[] []", "nul", "nulll", "True", "NaN", "Infinity", "-Infinity", "[01]",
        "[-01]", "[1.]",
        "[.5]", "[+1]", "[-]", "[1e]", "[1e+]", "[1.e2]", "[0x1]", "[1_0]", "[--1]", "[1.2.3]", "[\"]", "\"",
        "[\"\\\"]",
        "[\"a\nb\"]", "[\"a\tb\"]", "[\"\u{1F}\"]", "[\"\\x\"]", "[\"\\u12\"]", "[\"\\u12g4\"]",
        "[\"\\U0041\"]", "['a']",
        "[1]//", "/**/[]", "[1]\u{0}", "\u{0}", "[\u{0B}]", "\u{FEFF}", "\u{FEFF}\u{FEFF}[]", "[\u{A0}1]",
        "[1]\u{FEFF}",
        "<html>", "[\"a\":1]", "{\"a\",\"b\"}", "[truefalse]", "\\u0041", "{\"a\":1 \"b\":2}",
        "[1,\u{2060}2]", "fals",
    ])
    func malformedTextIsRefused(_ text: String) {
        #expect(!isAccepted(text.utf8))
    }

    @Test(
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC0, 0xAF, 0x22],
            [0x22, 0xE4, 0xBD, 0x22],
            [0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22],
        ] as [[UInt8]])
    func bytesThatAreNotUTF8CostTheirTextOnly(_ bytes: [UInt8]) {
        #expect(isAccepted(bytes))
    }

    @Test(
        arguments: [
            [0xFF, 0xFE, 0x5B, 0, 0x5D, 0], [0xFE, 0xFF, 0, 0x5B, 0, 0x5D], [0x5B, 0, 0x5D, 0],
            [0, 0x5B, 0, 0x5D],
            [0xFF], [0x5B, 0xE9, 0x5D], [0xEF, 0xBB, 0x7B, 0x7D],
        ] as [[UInt8]])
    func bytesThatAreNotUTF8OutsideTextsAreRefused(_ bytes: [UInt8]) {
        #expect(!isAccepted(bytes))
    }

    @Test(arguments: [511, 512])
    func depthUpToTheLimitIsAccepted(_ depth: Int) {
        #expect(isAccepted(nested(depth)))
    }

    @Test(arguments: [513, 100_000])
    func depthBeyondTheLimitIsItsOwnError(_ depth: Int) throws {
        let error = try #require(readError(nested(depth)))
        #expect(error.kind == .tooDeep)
        #expect(error.offset == 512)
        #expect(error.message == "more than 512 arrays and objects inside each other")
    }

    @Test func depthThatComesAndGoesIsNoDepth() {
        let text =
            "["
            + Array(repeating: String(decoding: nested(511), as: UTF8.self), count: 9).joined(separator: ",")
            + "]"
        #expect(isAccepted(text.utf8))
    }

    /// Every way to cut a text short is refused, and none reads past its end.
    @Test func everyBeginningOfATextIsRefused() {
        let text = Array(#"{"a": [1.5e3, true, "x\u00e9\n", null], "b": {"c": -12}}"#.utf8)
        for count in 0..<text.count { #expect(!isAccepted(Array(text[..<count]))) }
    }

    private func nested(_ depth: Int) -> [UInt8] {
        Array(repeating: UInt8(ascii: "["), count: depth) + Array(repeating: UInt8(ascii: "]"), count: depth)
    }
}

/// Where jansson accepts a text, both see the same tree.
@Suite struct JSONOracleTests {
    @Test(
        arguments: ["json-suite/test_parsing", "json-suite/test_transform", "feeds", "faults"].flatMap(
            FeedFiles.sharedNames))
    func sharedFile(_ path: String) throws {
        #expect(try disagreement(Array(FeedFiles.shared(path))) == nil)
    }

    @Test(arguments: [
        #"{"a":1,"b":{"a":2},"a":[3]}"#, #"{"\u0061":1,"a":2}"#,
        "[0.1,1e22,1e23,5e-324,1.7976931348623157e308,-0.0,-0]",
        "[9223372036854775807,-9223372036854775808,9223372036854775808]", "[1e400]",
        #"["\uD800","\uDC00\uD800"]"#,
        #"["a\u0000b"]"#, #"{"\u0000":1}"#, "\u{FEFF}[1]", "[1.0,100,1e2,10e-1]",
        #"{"a/b":{"~":[0]},"":{"":1}}"#, "",
        #"["😀","\uD83D\uDE00","é\u00e9"]"#, "[[[[]]],{}]", "[1,]", "nul", #""top""#, "3",
    ])
    func text(_ text: String) {
        #expect(disagreement(Array(text.utf8)) == nil)
    }

    @Test func oracleSeesDifferences() throws {
        let text = #"{"a":[1,"x"]}"#
        for other in [
            #"{"a":[1,"y"]}"#, #"{"a":[2,"x"]}"#, #"{"b":[1,"x"]}"#, #"{"a":[1,"x",0]}"#, #"{"a":[1.0,"x"]}"#,
        ] {
            #expect(try !isSame(text, other))
        }
        #expect(try isSame(text, #" { "\u0061" : [1, "x"] }"#))
    }

    private func isSame(_ one: String, _ other: String) throws -> Bool {
        try JSONOracle.isSame(JSONDocument(one), JSONDocument(other))
    }

    private func disagreement(_ bytes: [UInt8]) -> String? {
        bytes.withUnsafeBytes { JSONOracle.disagreement(about: $0) }
    }
}

private func isAccepted(_ bytes: some Collection<UInt8>) -> Bool {
    readError(bytes) == nil
}
