import FeedParsing
import Testing

@Suite struct JSONDocumentTests {
    static let page = """
        {
            "code": 200,
            "data": {"blocks": [{"id": "a"}, {"id": "b", "tags": [true, null]}], "a/b~c": {"": "x"}},
            "message": ""
        }
        """

    @Test func valuesAreFoundByNameAndPosition() throws {
        let document = try JSONDocument(Self.page)
        let blocks = try #require(document.root["data"]?["blocks"])
        #expect(blocks.kind == .array)
        #expect(blocks.count == 2)
        #expect(blocks.element(at: 1)?["id"]?.string == "b")
        #expect(blocks.elements.map { $0["id"]?.string } == ["a", "b"])
        #expect(blocks.element(at: 1)?["tags"]?.elements.map(\.kind) == [.bool, .null])
        #expect(document.root.members.map { $0.key.string } == ["code", "data", "message"])
        #expect(document.root.count == 3)
        let name = "message"
        #expect(document.root[name]?.isEmptyString == true)
    }

    @Test func whatIsNotThereIsNil() throws {
        let document = try JSONDocument(Self.page)
        let root = document.root
        #expect(root["codes"] == nil && root["cod"] == nil && root[""] == nil)
        #expect(root["data"]?["blocks"]?.element(at: 2) == nil)
        #expect(root["data"]?["blocks"]?.element(at: -1) == nil)
        #expect(root["data"]?["blocks"]?.element(at: .max) == nil)
    }

    @Test func otherKindsAreEmpty() throws {
        let document = try JSONDocument(#"[null, true, 1.5, "x"]"#)
        for value in document.root.elements {
            #expect(value.count == 0 && value.element(at: 0) == nil && value["a"] == nil)
            #expect(Array(value.elements).isEmpty && Array(value.members).isEmpty)
        }
        let containers = try JSONDocument(#"[[1], {"a": 1}]"#)
        #expect(containers.root.element(at: 0)?["a"] == nil)
        #expect(containers.root.element(at: 1)?.element(at: 0) == nil)
    }

    @Test func truthValuesAreReadFromWordsOnly() throws {
        let document = try JSONDocument(#"[true, false, 1, "true", null]"#)
        #expect(document.root.elements.map(\.bool) == [true, false, nil, nil, nil])
    }

    @Test func ofRepeatedKeysTheLastWins() throws {
        let document = try JSONDocument(#"{"a": 1, "b": 2, "\u0061": 3, "a": 4, "c": 5}"#)
        let a = try #require(lookUp("a", in: document.root))
        #expect(a.isRepeated && String(decoding: a.value.rawBytes, as: UTF8.self) == "4")
        let b = try #require(lookUp("b", in: document.root))
        #expect(!b.isRepeated && String(decoding: b.value.rawBytes, as: UTF8.self) == "2")
    }

    @Test func keysAreComparedAsTheTextsTheyAre() throws {
        let document = try JSONDocument(
            #"{"\u00e9\/": 1, "é": 2, "\uD83D\uDE00": 3, "\uD800": 4, "e\u0301": 5}"#)
        let values = ["é/", "é", "😀", "\u{FFFD}"].map { name in
            lookUp(name, in: document.root).map { String(decoding: $0.value.rawBytes, as: UTF8.self) }
        }
        #expect(values == ["1", "2", "3", "4"])
        // What only looks alike is another key.
        #expect(
            lookUp("e\u{301}", in: document.root)?.value.offset
                != lookUp("é", in: document.root)?.value.offset)
    }

    @Test func rawBytesAreTheFeedsOwn() throws {
        let document = try JSONDocument(#" { "k\n" : [ 1.50 , "\u0041" ] } "#)
        let member = try #require(document.root.members.first { _ in true })
        #expect(String(decoding: member.key.rawBytes, as: UTF8.self) == #""k\n""#)
        #expect(String(decoding: member.value.rawBytes, as: UTF8.self) == #"[ 1.50 , "\u0041" ]"#)
        #expect(member.value.offset == 11)
        #expect(
            String(decoding: document.root.rawBytes, as: UTF8.self) == #"{ "k\n" : [ 1.50 , "\u0041" ] }"#)
    }

    @Test func byteOrderMarkCountsInOffsetsOnly() throws {
        let document = try JSONDocument("\u{FEFF}[7]")
        #expect(document.root.offset == 3)
        #expect(String(decoding: document.root.rawBytes, as: UTF8.self) == "[7]")
        #expect(document.place(of: 4) == (1, 2))
    }

    @Test func pointerLeadsFromTheRoot() throws {
        let document = try JSONDocument(Self.page)
        let blocks = try #require(document.root["data"]?["blocks"])
        #expect(document.pointer(to: document.root) == "")
        #expect(document.pointer(to: blocks) == "/data/blocks")
        #expect(
            document.pointer(to: try #require(blocks.element(at: 1)?["tags"]?.element(at: 0)))
                == "/data/blocks/1/tags/0")
        #expect(document.pointer(to: try #require(document.root["data"]?["a/b~c"]?[""])) == "/data/a~1b~0c/")
        let other = try JSONDocument("[1]")
        #expect(document.pointer(to: try #require(other.root.element(at: 0))) == "")
    }

    @Test func pointerIsUnicode() throws {
        let document = try JSONDocument(#"{"\uD800é\n": [0]}"#)
        let value = try #require(document.root.members.first { _ in true }?.value.element(at: 0))
        #expect(document.pointer(to: value) == "/\u{FFFD}é\n/0")
    }

    @Test func pointerOfAKeyIsItsMembers() throws {
        let document = try JSONDocument(#"{"a": {"b": 1}}"#)
        let key = try #require(document.root["a"]?.members.first { _ in true }?.key)
        #expect(document.pointer(to: key) == "/a/b")
    }

    @Test func deepPointerTakesNoRecursion() throws {
        let document = try JSONDocument(
            String(repeating: "[0,", count: 512) + "7" + String(repeating: "]", count: 512))
        var value = document.root
        while let next = value.element(at: 1) { value = next }
        #expect(document.pointer(to: value) == String(repeating: "/1", count: 512))
    }

    @Test func placesAreLinesAndCharacters() throws {
        let document = try JSONDocument("[\n\"é😀\",\r\n1,\r2]")
        let places = [0, 2, 5, 11, 13, 16, 17].map { document.place(of: $0) }
        #expect(places.map(\.line) == [1, 2, 2, 2, 3, 4, 4])
        #expect(places.map(\.column) == [1, 1, 3, 6, 1, 1, 2])
        #expect(document.place(of: 1000) == (4, 3))
        #expect(document.place(of: -1) == (1, 1))
    }

    @Test func cursorsAreEqualAtTheSamePlace() throws {
        let document = try JSONDocument("[1, 1]")
        #expect(document.root.element(at: 0) == document.root.element(at: 0))
        #expect(document.root.element(at: 0) != document.root.element(at: 1))
    }

    @Test func bytesOutliveTheIndex() throws {
        let document = try JSONDocument(Self.page)
        let raw = try #require(document.root["data"]?["blocks"]?.element(at: 0)).rawBytes
        document.dropIndex()
        #expect(String(decoding: raw, as: UTF8.self) == #"{"id": "a"}"#)
        #expect(document.root.kind == .null)
        document.dropIndex()
    }

    /// The index grows past what its size was guessed at.
    @Test func manySmallValuesAreAllThere() throws {
        let count = 200_000
        let document = try JSONDocument("[" + String(repeating: "1,", count: count) + "{\"a\":2}]")
        #expect(document.root.count == count + 1)
        #expect(document.root.element(at: count)?["a"]?.rawBytes.elementsEqual("2".utf8) == true)
    }

    private func lookUp(_ name: String, in value: JSON) -> (value: JSON, isRepeated: Bool)? {
        Array(name.utf8).withUnsafeBufferPointer { value.member($0) }
    }
}
