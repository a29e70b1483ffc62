import FeedParsing
import JSONOracle
import Testing

@Suite struct JSONWriterTests {
    @Test func commasStandBetween() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("a")
        writer.beginArray()
        writer.integer(1)
        writer.beginObject()
        writer.endObject()
        writer.beginArray()
        writer.endArray()
        writer.null()
        writer.endArray()
        "b".withCString { writer.key($0) }
        writer.bool(true)
        writer.key("c")
        writer.bool(false)
        writer.endObject()
        #expect(text(writer) == #"{"a":[1,{},[],null],"b":true,"c":false}"#)
    }

    @Test func textsAreEscapedWhereTheyMustBe() {
        var writer = JSONWriter()
        writer.string("\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1}\u{1F}\u{7F}é😀")
        #expect(text(writer) == #""\"\\/\b\f\n\r\t\u0000\u0001\u001f"# + "\u{7F}é😀\"")
    }

    @Test func textsComeInFourWays() {
        var writer = JSONWriter()
        writer.beginArray()
        writer.string("a")
        "b".withCString { writer.string($0) }
        writer.string(nil)
        [UInt8(ascii: "c"), 0].withUnsafeBufferPointer { writer.string(utf8: $0) }
        writer.string("")
        writer.endArray()
        #expect(text(writer) == #"["a","b",null,"c\u0000",""]"#)
    }

    @Test(
        arguments: [
            (0, "0.0"), (-0.0, "-0.0"), (1, "1.0"), (0.1, "0.1"), (1e300, "1e+300"),
            (.leastNonzeroMagnitude, "5e-324"), (1.5, "1.5"),
            (123_456_789, "123456789.0"), (1e22, "1e+22"), (.nan, "null"), (.infinity, "null"),
            (-.infinity, "null"),
        ] as [(Double, String)])
    func realIsTheShortestNumber(_ value: Double, _ expected: String) throws {
        var writer = JSONWriter()
        writer.real(value)
        #expect(text(writer) == expected)
        let document = try JSONDocument(expected)
        #expect(JSONNumber.real(document.root.rawBytes) == (value.isFinite ? value : nil))
    }

    @Test func integersAreWhole() {
        var writer = JSONWriter()
        writer.beginArray()
        for value in [0, -7, .max, .min] as [Int64] { writer.integer(value) }
        Array("1.50e3".utf8).withUnsafeBufferPointer { writer.number(literal: $0) }
        writer.endArray()
        #expect(text(writer) == "[0,-7,9223372036854775807,-9223372036854775808,1.50e3]")
    }

    @Test(arguments: [
        #"{"a": [1, -2.5e3, "é\n\u0041\"", true, false, null, {}, []], "": {"b": {"c": [[["d"]]]}}}"#,
        #""text""#, "17",
    ])
    func whatWasReadIsWrittenAgain(_ source: String) throws {
        let document = try JSONDocument(source)
        var writer = JSONWriter()
        JSONOracle.write(document.root, into: &writer)
        #expect(try JSONOracle.isSame(document, JSONDocument(text(writer))))
        #expect(!text(writer).contains(" "))
    }

    private func text(_ writer: JSONWriter) -> String {
        String(decoding: writer.bytes, as: UTF8.self)
    }
}
