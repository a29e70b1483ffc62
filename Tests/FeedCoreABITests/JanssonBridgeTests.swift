import CJansson
import FeedParsing
import Testing

@testable import FeedCoreABI

/// Trees of jansson's, built and walked. They are written by hand here: jansson's own parser and printer are
/// what the library never calls.
@Suite struct JanssonBridgeTests {
    @Test(arguments: [
        "null", "true", "false", "0", "-7", "1.5", "\"\"", "[]", "{}",
        #"{"a":[1,{"b":"é😀"},[]],"":{"c":null}}"#, "1e+300", "5e-324", "-0.0",
        "9223372036854775807", "-9223372036854775808", #"["\u0000\u001f\"\\/\n"]"#,
    ])
    func treeIsWrittenAsItWasRead(_ text: String) throws {
        let expected = text.replacing(#"\u0000"#, with: "\u{FFFD}")
        #expect(try roundTrip(text) == expected)
    }

    @Test(arguments: [
        ("9223372036854775808", "9.223372036854776e+18"), ("-9223372036854775809", "-9.223372036854776e+18"),
        ("1e400", "null"),
        ("-1e400", "null"), ("1.0", "1.0"), ("1e2", "100.0"), ("-0", "0"),
        ("12345678901234567890123", "1.2345678901234568e+22"),
    ])
    func numberThatJanssonCannotHoldIsTheNearest(_ text: String, _ expected: String) throws {
        #expect(try roundTrip(text) == expected)
    }

    @Test func ofRepeatedKeysTheLastWins() throws {
        #expect(try roundTrip(#"{"a":1,"b":2,"\u0061":3}"#) == #"{"a":3,"b":2}"#)
    }

    @Test func textIsRepaired() throws {
        #expect(try roundTrip(#"{"\uD800":"\uDC00"}"#) == "{\"\u{FFFD}\":\"\u{FFFD}\"}")
    }

    @Test func depthTakesNoRecursion() throws {
        let text = String(repeating: "[{\"a\":", count: 256) + "1" + String(repeating: "}]", count: 256)
        #expect(try roundTrip(text) == text)
    }

    @Test func nulInATextIsEscaped() throws {
        let tree = try #require(json_stringn_nocheck("a\0b", 3))
        defer { json_decref(tree) }
        #expect(try write(tree) == #""a\u0000b""#)
    }

    @Test func cycleIsRefused() throws {
        let array = try #require(json_array())
        let object = try #require(json_object())
        json_array_append_new(array, json_integer(1))
        json_array_append_new(array, object)
        json_object_set_new_nocheck(object, "a/b", json_array())
        // jansson refuses the plainest cycles only.
        json_array_append_new(json_object_get(object, "a/b"), json_incref(array))
        let error = writeError(array)
        #expect(error?.kind == .invalid)
        #expect(error?.pointer == "/1/a~1b/0")
        #expect(error?.message == "a container that is inside itself")
        json_array_clear(json_object_get(object, "a/b"))
        json_decref(array)
    }

    @Test func sameContainerTwiceIsNoCycle() throws {
        let array = try #require(json_array())
        defer { json_decref(array) }
        let inner = try #require(json_array())
        json_array_append_new(array, inner)
        json_array_append_new(array, json_incref(inner))
        #expect(try write(array) == "[[],[]]")
    }

    @Test(arguments: [512, 513])
    func depthEndsAtTheLimit(_ depth: Int) throws {
        var tree = try #require(json_array())
        for _ in 1..<depth {
            let outer = try #require(json_array())
            json_array_append_new(outer, tree)
            tree = outer
        }
        defer { json_decref(tree) }
        let error = writeError(tree)
        #expect(error?.kind == (depth > 512 ? .tooDeep : nil))
        #expect(error?.pointer == (depth > 512 ? String(repeating: "/0", count: 512) : nil))
    }

    @Test func textThatIsNotUTF8IsRefused() throws {
        let object = try #require(json_object())
        defer { json_decref(object) }
        json_object_set_new_nocheck(object, "good", json_string_nocheck("\u{E9}"))
        json_object_set_new_nocheck(object, "list", json_array())
        let bad: [CChar] = [0x41, -1, 0]
        json_array_append_new(json_object_get(object, "list"), json_string_nocheck(bad))
        let error = writeError(object)
        #expect(error?.kind == .invalid)
        #expect(error?.pointer == "/list/0")
        #expect(error?.message == "a text that is not UTF-8")
    }

    @Test func keyThatIsNotUTF8IsRefused() throws {
        let object = try #require(json_object())
        defer { json_decref(object) }
        let bad: [CChar] = [0x41, -1, 0]
        json_object_set_new_nocheck(object, bad, json_null())
        let error = writeError(object)
        #expect(error?.kind == .invalid)
        #expect(error?.pointer == "/A\u{FFFD}")
        #expect(error?.message == "a key that is not UTF-8")
    }

    @Test func unknownTypeIsRefused() throws {
        let array = try #require(json_array())
        defer { json_decref(array) }
        let odd = try #require(json_integer(1))
        json_array_append_new(array, odd)
        odd.pointee.type = json_type(rawValue: 77)
        let error = writeError(array)
        odd.pointee.type = JSON_INTEGER
        #expect(error?.kind == .invalid)
        #expect(error?.pointer == "/0")
        #expect(error?.message == "not a JSON value: it has the type 77")
    }

    private func roundTrip(_ text: String) throws -> String {
        let document = try JSONDocument(text)
        let made = withExtendedLifetime(document) { makeJansson(document.root) }
        let tree = try #require(made)
        defer { json_decref(tree) }
        return try write(tree)
    }

    private func write(_ tree: UnsafePointer<json_t>) throws(JanssonError) -> String {
        var writer = JSONWriter()
        try writeJansson(tree, into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func writeError(_ tree: UnsafePointer<json_t>) -> JanssonError? {
        do throws(JanssonError) {
            _ = try write(tree)
            return nil
        } catch {
            return error
        }
    }
}
