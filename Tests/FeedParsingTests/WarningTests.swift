import Testing

@testable import FeedParsing

/// How faults are told: where, in which order, how often, how many.
@Suite struct WarningTests {
    @Test func everyCodeHasAWord() {
        let names = (1...9).compactMap { WarningCode(rawValue: $0).map { "\($0.name)" } }
        #expect(
            names == [
                "unknown-section", "section-dropped", "item-dropped", "item-invalid", "duplicate-id",
                "derived-id",
                "bad-field", "duplicate-key", "bad-text",
            ])
        #expect(WarningCode(rawValue: 0) == nil)
        #expect(WarningCode(rawValue: 10) == nil)
    }

    @Test(arguments: [99, 100, 101, 1000])
    func atMostAHundredAreListed(_ count: Int) throws {
        let page = try Small.page(
            rule: #"{"title": "t"}"#,
            items: (#"{"t": "x"},"# + String(repeating: "{},", count: count)).dropLast() + "")
        #expect(page.items.count == 1)
        #expect(page.warningTotal == count)
        #expect(page.warnings.count == min(count, 100))
        #expect(page.warnings.map(\.path) == (1...min(count, 100)).map { "/items/\($0)" })
    }

    @Test func comeInTheOrderOfTheFeed() throws {
        let page = try Small.sections(
            #", "title": "title", "subtitle": "sub""#,
            #"""
            {"type": "list", "sub": 1, "items": [{"id": 1, "title": 1}, {"id": 1, "title": 2}, {"id": [], "title": 3}, 5],
             "title": {}},
            {"type": "novelty", "items": [{"id": 1, "title": {}}]},
            {}
            """#)
        #expect(
            page.warningLines == [
                "duplicateID /rows/0/items/1", "derivedID /rows/0/items/2", "badField /rows/0/items/2/id",
                "itemDropped /rows/0/items/3", "badField /rows/0/title", "unknownSection /rows/1",
                "itemDropped /rows/1/items/0", "badField /rows/1/items/0/title", "sectionDropped /rows/2",
            ])
    }

    // MARK: - Once

    @Test func aKeyThatStandsTwiceIsToldOnce() throws {
        let page = try Small.page(
            rule:
                #"{"id": "a.id", "title": "a.t", "text": "a.t", "labels": "a.t", "extras": {"e": ["a.x", "a.y"]}}"#,
            items:
                #"{"a": {"id": 1, "t": 1, "id": 2, "t": 2, "z": 1, "z": 2, "id": 3}}, {"a": 1, "a": {"id": 7, "t": 8}}"#
        )
        #expect(page.ids == ["3", "7"])
        #expect(page.titles == ["2", "8"])
        #expect(
            page.warningLines == [
                "duplicateKey /items/0/a/t", "duplicateKey /items/0/a/id", "duplicateKey /items/1/a",
            ])
        #expect(page.warnings[0].message == "this name stands twice in its object; the last one counts")
    }

    /// Escapes don't make another name of it.
    @Test func theLastOfAKeyCountsHoweverItIsWritten() throws {
        let page = try Small.page(rule: #"{"title": "name"}"#, items: #"{"name": 1, "n\u0061me": 2}"#)
        #expect(page.titles == ["2"])
        #expect(page.warningTotal == 1)
    }

    @Test func theLastOfAKeyCountsEvenIfItDoesNotFit() throws {
        let page = try Small.page(
            rule: #"{"title": "name", "image": "i"}"#, items: #"{"i": 1, "name": "x", "name": null}"#)
        #expect(page.titles == [nil])
        #expect(page.warningTotal == 1)
    }

    @Test func theLastListOfSectionsCounts() throws {
        let mapping = try Mapping(
            text: #"{"mapping": "m", "sections": {"list": "rows", "type": "t", "items": "i"}}"#)
        let page = try mapping.parse(text: #"{"rows": 7, "rows": []}"#)
        #expect(page.warningLines == ["duplicateKey /rows"])
        #expect(throws: FeedError.self) { try mapping.parse(text: #"{"rows": [], "rows": 7}"#) }
    }

    @Test func whatManyItemsLookAtIsToldOnce() throws {
        let page = try Small.page(
            rule:
                #"{"title": "t", "subtitle": "$.bad", "text": "^.bad", "extras": {"e": "$.list.*.x", "f": "$.bad"}}"#,
            items: (1...20).map { "{\"t\": \($0)}" }.joined(separator: ","),
            root: #""bad": {}, "list": [{"x": 1}, 7, {"x": []}], "twice": 1, "#)
        #expect(page.items.allSatisfy { $0.list("e") == ["1", ""] })
        #expect(page.warningLines == ["badField /bad", "badField /list/1", "badField /list/2/x"])
    }

    @Test func whatSeveralFieldsLookAtIsToldOnce() throws {
        let page = try Small.page(
            rule: #"{"title": "t", "subtitle": "v", "text": "v", "extras": {"a": "l.*.x", "b": "l.*.y"}}"#,
            items: #"{"t": 1, "v": [], "l": [1, {}]}"#)
        #expect(page.warningLines == ["badField /items/0/v", "badField /items/0/l/0"])
    }

    // MARK: - Where

    @Test(arguments: [
        (#"{"a": {"b/c": [0, {"~d": []}]}}"#, [#""b/c""#, "1", "~d"], "/a/b~1c/1/~0d"),
        (#"{"x": [[], [{}]], "a": [1, 2, [3, [4]]]}"#, ["2", "1", "0"], "/a/2/1/0"),
        (#"{"a": {"": {"": 1}}}"#, ["", ""], "/a//"),
        (#"{"a": {"\u00e9\n": 1}}"#, ["é\n"], "/a/é\n"),
        (#"{"a": {"\ud800": 1}}"#, ["\u{fffd}"], "/a/\u{fffd}"),
        (#"{"a": {"k": 1, "k": 2}}"#, ["k"], "/a/k"),
        (#"[1]"#, [], ""),
    ])
    func pointersNameTheWay(_ text: String, _ steps: [String], _ pointer: String) throws {
        let document = try JSONDocument(text)
        var value = pointer.isEmpty ? document.root : try #require(document.root["a"])
        for step in steps {
            let name = step.replacing("\"", with: "")
            value = try #require(
                value.kind == .array ? Int(name).flatMap { value.element(at: $0) } : value[name])
        }
        var pointers = JSONPointers(document)
        #expect(pointers.pointer(to: value) == pointer)
        #expect(document.pointer(to: value) == pointer)
        withExtendedLifetime(document) {}
    }

    /// It goes on from the last one; so in any order it must find what a fresh one finds.
    @Test func pointersMayBeAskedForInAnyOrder() throws {
        let document = try JSONDocument(
            #"{"a": [1, [2, {"b": [3, 4], "c": {}}], []], "d": {"e": {"f": [5]}, "g": 6}, "h": 7, "i": [[[8]]]}"#
        )
        var values = [document.root]
        var next = 0
        while next < values.count {
            let value = values[next]
            next += 1
            values += value.elements.map { $0 }
            values += value.members.map { $0.value }
        }
        #expect(values.count == 21)
        var pointers = JSONPointers(document)
        for one in values {
            for other in values {
                #expect(pointers.pointer(to: one) == document.pointer(to: one))
                #expect(pointers.pointer(to: other) == document.pointer(to: other))
            }
            #expect(document.value(at: one.offset) == one)
        }
    }

    // MARK: - In words

    @Test(arguments: [
        ("short", "short"), ("two\nlines\u{7f}\u{0b}", "two lines  "),
        (String(repeating: "x", count: 120), String(repeating: "x", count: 120)),
        (String(repeating: "x", count: 121), String(repeating: "x", count: 119) + "…"),
        (String(repeating: "é", count: 61), String(repeating: "é", count: 59) + "…"),
        ("x" + String(repeating: "🎵", count: 40), "x" + String(repeating: "🎵", count: 29) + "…"), ("", ""),
    ])
    func textsOfAFeedAreShortInMessages(_ text: String, _ excerpt: String) {
        #expect(text.withCString { $0.excerpt } == excerpt)
    }
}
