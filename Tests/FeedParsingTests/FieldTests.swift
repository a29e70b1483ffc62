import Testing

@testable import FeedParsing

/// What fits in a field of each type, and what becomes of the rest. The value stands in the member "v" of an
/// item, which has a picture too, so that it stays whatever becomes of the field.
@Suite struct FieldTests {
    private func page(_ field: String, _ value: String?) throws -> Snapshot {
        let member = value.map { ", \"v\": \($0)" } ?? ""
        return try Small.page(rule: "{\"image\": \"pic\", \(field)}", items: "{\"pic\": \"p\"\(member)}")
    }

    /// The field "bad-field" was told of, with what was expected and what was found.
    private func misfit(_ field: String, _ value: String) throws -> String? {
        let page = try page(field, value)
        #expect(page.warningLines == ["badField /items/0/v"])
        return page.warnings.first?.message
    }

    // MARK: - Text

    @Test(arguments: [
        (#""a text""#, "a text"), (#"" ""#, " "), ("7", "7"), ("-0.50", "-0.50"), ("1e400", "1e400"),
        ("12345678901234567890123", "12345678901234567890123"), (#""tab\tquote\" \u00e9""#, "tab\tquote\" é"),
    ])
    func textFits(_ value: String, _ expected: String) throws {
        let page = try page(#""title": "v""#, value)
        #expect(page.items[0].title == expected)
        #expect(page.warnings.isEmpty)
    }

    @Test(arguments: ["null", #""""#, nil])
    func nothingIsNoFault(_ value: String?) throws {
        for field in [
            #""title": "v""#, #""id": "v""#, #""playCount": "v""#, #""valid": "v""#, #""labels": "v""#,
            #""extras": {"e": "v"}"#, #""children": {"list": "v", "item": {"title": "t"}}"#,
            #""title": {"path": "v", "join": ","}"#,
        ] {
            let page = try page(field, value)
            #expect(page.items.count == 1)
            #expect(page.items[0].title == nil)
            #expect(page.warnings.allSatisfy { $0.code == .derivedID })
        }
    }

    @Test(arguments: [
        ("true", "true"), ("[1]", "a list"), ("[]", "a list"), (#"{"a": 1}"#, "an object"),
    ])
    func textDoesNotFit(_ value: String, _ found: String) throws {
        #expect(try misfit(#""title": "v""#, value) == "expected a text, found \(found)")
        #expect(try page(#""title": "v""#, value).items[0].title == nil)
    }

    // MARK: - Id

    @Test(arguments: [
        (#""x-1""#, "x-1"), ("7", "7"), ("1.50", "1.5"), ("1.0", "1"), ("-0", "0"), ("1e3", "1000"),
        ("109950000000000216", "109950000000000216"), ("18446744073709551616", "18446744073709551616"),
        ("12345678901234567.5", "12345678901234567.5"), (#""1.50""#, "1.50"), ("-7", "-7"), ("1e-3", "0.001"),
        (#"" 7""#, " 7"),
    ])
    func idFits(_ value: String, _ expected: String) throws {
        let page = try page(#""id": "v""#, value)
        #expect(page.ids == [expected])
        #expect(page.warnings.isEmpty)
    }

    @Test(arguments: [
        ("true", "true"), ("false", "false"), (#"["x"]"#, "a list"), ("{}", "an object"), ("1e400", "1e400"),
        ("1e-400", "1e-400"),
    ])
    func idDoesNotFit(_ value: String, _ found: String) throws {
        let page = try page(#""id": "v""#, value)
        #expect(page.ids[0].hasPrefix("auto:"))
        #expect(page.warningLines == ["derivedID /items/0", "badField /items/0/v"])
        #expect(page.warnings[1].message == "expected an id, found \(found)")
    }

    @Test func aNumberOfAThousandDigitsIsNoID() throws {
        let page = try page(#""id": "v", "playCount": "v""#, String(repeating: "7", count: 100_000))
        #expect(page.ids[0].hasPrefix("auto:"))
        #expect(page.items[0].playCount == -1)
        // One place is told once, however many fields look there.
        #expect(page.warningLines == ["derivedID /items/0", "badField /items/0/v"])
        #expect(page.warnings[1].message == "expected an id, found a number")
    }

    @Test func anIDOfTenThousandCharactersIsKept() throws {
        let id = String(repeating: "é", count: 10_000)
        #expect(try page(#""id": "v""#, "\"\(id)\"").ids == [id])
    }

    // MARK: - Count

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), ("1861883.8", 1_861_883), ("1e3", 1000),
            (#""1234567""#, 1_234_567),
            (#""12.9""#, 12), ("9223372036854775807", .max), ("9223372036854775807.9", .max),
            (#""\u0037""#, 7),
            ("0.999", 0),
        ] as [(String, Int64)])
    func countFits(_ value: String, _ expected: Int64) throws {
        let page = try page(#""playCount": "v""#, value)
        #expect(page.items[0].playCount == expected)
        #expect(page.warnings.isEmpty)
    }

    @Test(arguments: [
        ("-1", "-1"), ("9223372036854775808", "9223372036854775808"), ("1e400", "1e400"),
        (#""many""#, "a text"),
        (#"" 7""#, "a text"), (#""+7""#, "a text"), (#""0x7""#, "a text"), ("true", "true"),
        ("[7]", "a list"),
        ("{}", "an object"), ("-9223372036854775808", "-9223372036854775808"),
    ])
    func countDoesNotFit(_ value: String, _ found: String) throws {
        #expect(try misfit(#""playCount": "v""#, value) == "expected a count, found \(found)")
        #expect(try page(#""playCount": "v""#, value).items[0].playCount == -1)
    }

    // MARK: - Yes/no

    @Test(arguments: [
        ("true", true), ("false", false), ("1", true), ("0", false), (#""true""#, true), (#""false""#, false),
        (#""1""#, true), (#""0""#, false), (#""tr\u0075e""#, true),
    ])
    func flagFits(_ value: String, _ expected: Bool) throws {
        let page = try Small.sections(
            #", "canClose": "v""#, #"{"type": "list", "v": \#(value), "items": [{"id": 1, "title": "t"}]}"#)
        #expect(page.sections[0].canClose == expected)
        #expect(page.warnings.isEmpty)
    }

    @Test(arguments: ["2", "-1", "1.0", #""yes""#, #""TRUE""#, "[true]", "{}"])
    func flagDoesNotFit(_ value: String) throws {
        let page = try Small.sections(
            #", "canClose": "v""#, #"{"type": "list", "v": \#(value), "items": [{"id": 1, "title": "t"}]}"#)
        #expect(page.sections[0].canClose == nil)
        #expect(page.warningLines == ["badField /rows/0/v"])
        #expect(page.warnings[0].message.hasPrefix("expected true or false, found "))
    }

    // MARK: - List of texts

    @Test(arguments: [
        (#"["a", "b"]"#, ["a", "b"]), (#"["a", 7, 1.50]"#, ["a", "7", "1.50"]), (#""alone""#, ["alone"]),
        ("7", ["7"]), (#"[null, "a", ""]"#, ["a"]),
    ])
    func labelsFit(_ value: String, _ expected: [String]) throws {
        let page = try page(#""labels": "v""#, value)
        #expect(page.items[0].labels == expected)
        #expect(page.warnings.isEmpty)
    }

    @Test(arguments: ["[]", "[null]", #"[""]"#])
    func emptyLabelsAreNone(_ value: String) throws {
        let page = try page(#""labels": "v""#, value)
        #expect(page.items[0].labels.isEmpty)
        #expect(page.warnings.isEmpty)
    }

    @Test func whatIsNoTextIsNoLabel() throws {
        let page = try page(#""labels": "v""#, #"["a", true, {"b": 1}, ["c"], "d"]"#)
        #expect(page.items[0].labels == ["a", "d"])
        #expect(page.warningLines == [1, 2, 3].map { "badField /items/0/v/\($0)" })
        #expect(page.warnings.map(\.message)[0] == "expected a text or a number, found true")
        #expect(try misfit(#""labels": "v""#, "true") == "expected a list of texts, found true")
        #expect(try misfit(#""labels": "v""#, "{}") == "expected a list of texts, found an object")
    }

    @Test func labelsOfObjectsNeedOneText() throws {
        #expect(try page(#""labels": "v.*.n""#, #"[{}, {"n": "a"}]"#).items[0].labels == ["", "a"])
        #expect(try page(#""labels": ["v.*.n", "pic"]"#, #"[{}, {"n": null}]"#).items[0].labels == ["p"])
    }

    // MARK: - Extra

    @Test(
        arguments: [
            (#""a""#, .text, "a"), ("1.50", .number, "1.50"), ("1e400", .number, "1e400"),
            ("true", .bool, "true"),
            ("false", .bool, "false"),
        ] as [(String, ExtraType, String)])
    func extraFits(_ value: String, _ type: ExtraType, _ text: String) throws {
        let page = try page(#""extras": {"e": "v"}"#, value)
        let extra = try #require(page.items[0].extra("e"))
        #expect(extra.type == type)
        #expect(extra.text == text)
        #expect(extra.elements == [text])
        #expect(page.warnings.isEmpty)
    }

    @Test func anExtraMayBeAList() throws {
        let page = try page(#""extras": {"e": "v"}"#, #"["a", 1.50, true, null, {}]"#)
        let extra = try #require(page.items[0].extra("e"))
        #expect(extra.type == .list)
        #expect(extra.text == nil)
        #expect(extra.number.isNaN)
        #expect(extra.integer == -1)
        #expect(extra.time == .min)
        #expect(extra.elements == ["a", "1.50", "true"])
        #expect(page.warningLines == ["badField /items/0/v/4"])
    }

    @Test func anExtraThatDoesNotFitIsNotThere() throws {
        #expect(
            try misfit(#""extras": {"e": "v"}"#, "{}")
                == "expected a text, number, true or false, or a list of them, found an object")
        let item = try #require(try page(#""extras": {"e": "v", "f": "pic"}"#, "{}").items.first)
        #expect(item.extra("e") == nil)
        #expect(item.extraNames == ["f"])
        #expect(try page(#""extras": {"e": "v"}"#, "[]").items[0].extraNames == [])
    }

    @Test(
        arguments: [
            ("7.9", 7.9, 7), (#""7.90""#, 7.9, 7), ("true", 1, 1), ("false", 0, 0), ("-3", -3, -1),
            (#""""#, nil, -1),
            ("1e400", nil, -1), (#""many""#, nil, -1), ("9223372036854775808", 9_223_372_036_854_775_808, -1),
        ] as [(String, Double?, Int64)])
    func anExtraIsReadAsANumber(_ value: String, _ number: Double?, _ integer: Int64) throws {
        let extra = try page(#""extras": {"e": "v"}"#, value).items[0].extra("e")
        #expect(extra.map { $0.number.isNaN } ?? true == (number == nil))
        if let number { #expect(extra?.number == number) }
        #expect((extra?.integer ?? -1) == integer)
    }

    /// Servers write 0 for "not rated"; only in the extra of that name.
    @Test(arguments: [
        ("0", nil), ("0.0", nil), (#""0""#, nil), ("-0", nil), ("6.5", "6.5"), (#""00""#, "00"), ("1", "1"),
    ])
    func aRatingOfZeroIsNone(_ value: String, _ expected: String?) throws {
        let item = try page(#""extras": {"rating": "v", "other": "v"}"#, value).items[0]
        #expect(item.text("rating") == expected)
        #expect(item.text("other") != nil)
    }

    @Test func aRatingOfZeroEndsTheSearch() throws {
        let rule = #"{"title": "t", "extras": {"rating": ["r.average", "stars"]}}"#
        #expect(
            try Small.item(rule: rule, #"{"t": 1, "r": {"average": 0}, "stars": 5}"#)?.extra("rating") == nil)
        #expect(try Small.item(rule: rule, #"{"t": 1, "r": null, "stars": 5}"#)?.text("rating") == "5")
    }

    // MARK: - An object of extras

    @Test func everyMemberOfAnObjectIsAnExtra() throws {
        let page = try Small.page(
            rule: #"{"title": "t", "extras": "more"}"#,
            items: #"""
                {"t": 1, "more": {"a": "x", "b": 1.50, "c": true, "d": ["x", 2, false], "e": null, "f": "", "g": [],
                                  "\u00e9 \"": "y", "": "z"}}
                """#)
        let item = page.items[0]
        #expect(item.extraNames == ["a", "b", "c", "d", "é \"", ""])
        #expect(item.extraNames.map { item.extra($0)?.type } == [.text, .number, .bool, .list, .text, .text])
        #expect(item.text("b") == "1.50")
        #expect(item.list("d") == ["x", "2", "false"])
        #expect(item.text("é \"") == "y")
        #expect(page.warnings.isEmpty)
    }

    @Test func theFirstAlternativeThatIsAnObjectHasTheExtras() throws {
        let rule = #"{"title": "t", "extras": ["a", "b.c"]}"#
        let page = try Small.page(
            rule: rule,
            items: """
                {"t": 1, "a": {"x": 1}, "b": {"c": {"y": 2}}}, {"t": 2, "a": [], "b": {"c": {"y": 2}}},
                {"t": 3, "a": null}, {"t": 4, "a": {}, "b": {"c": {"y": 2}}}, {"t": 5, "a": "x", "b": 7}
                """)
        #expect(page.items.map(\.extraNames) == [["x"], ["y"], [], [], []])
        #expect(page.warningLines == ["badField /items/4/a"])
        #expect(page.warnings[0].message == "expected an object, found a text")
    }

    @Test func whatIsNoExtraIsTold() throws {
        let page = try Small.page(
            rule: #"{"title": "t", "extras": "e"}"#,
            items: #"{"t": 1, "e": {"a/b": {}, "c": [1, {}], "d": 4}}"#)
        #expect(page.items[0].extraNames == ["c", "d"])
        #expect(page.warningLines == ["badField /items/0/e/a~1b", "badField /items/0/e/c/1"])
        #expect(
            page.warnings[0].message
                == "expected a text, number, true or false, or a list of them, found an object")
    }

    @Test func ofANameThatStandsTwiceTheLastCounts() throws {
        let page = try Small.page(
            rule: #"{"title": "t", "extras": "e"}"#, items: #"{"t": 1, "e": {"a": 1, "b": 2, "\u0061": 3}}"#)
        #expect(page.items[0].extraNames == ["b", "a"])
        #expect(page.items[0].text("a") == "3")
        #expect(page.warningLines == ["duplicateKey /items/0/e/a"])
    }

    @Test func aNameThatIsNotUnicodeIsRepaired() throws {
        let page = try Small.page(
            rule: #"{"title": "t", "extras": "e"}"#, items: #"{"t": 1, "e": {"a\u0000b": 1, "a\ud800b": 2}}"#)
        #expect(page.items[0].extraNames == ["a\u{fffd}b"])
        #expect(page.items[0].text("a\u{fffd}b") == "2")
        #expect(page.warnings.map(\.code) == [.badText, .duplicateKey, .badText])
    }

    @Test func aRatingOfZeroIsNoneThereToo() throws {
        let page = try Small.page(
            rule: #"{"title": "t", "extras": "e"}"#,
            items: #"{"t": 1, "e": {"rating": 0, "other": 0}}, {"t": 2, "e": {"rating": 3}}"#)
        #expect(page.items.map(\.extraNames) == [["other"], ["rating"]])
    }

    // MARK: - Alternatives, default, join

    @Test(arguments: [
        (#"["a", "b", "c"]"#, #""a": 1, "b": 2"#, "1"),
        (#"["a", "b", "c"]"#, #""b": 2, "c": 3"#, "2"),
        (#"["a", "b", "c"]"#, #""a": null, "b": "", "c": 3"#, "3"),
        (#"["a", "b", "c"]"#, #""a": {}, "b": [], "c": 3"#, "3"),
        (#"["a"]"#, #""a": 1"#, "1"),
        (#"{"path": "a"}"#, #""a": 1"#, "1"),
        (#"{"path": ["a", "b"]}"#, #""b": 2"#, "2"),
        (#"{"path": "a", "default": "d"}"#, #""a": 1"#, "1"),
        (#"{"path": "a", "default": "d"}"#, #""b": 1"#, "d"),
        (#"{"path": ["a", "b"], "default": "d"}"#, #""a": {}"#, "d"),
        (#"{"default": "constant"}"#, #""a": 1"#, "constant"),
    ])
    func theFirstAlternativeThatFitsIsTaken(_ field: String, _ members: String, _ expected: String) throws {
        let page = try Small.page(rule: #"{"title": \#(field)}"#, items: #"{"x": 0, \#(members)}"#)
        #expect(page.titles == [expected])
        // What didn't fit is no fault as long as something did.
        #expect(page.warnings.isEmpty)
    }

    @Test func theFirstMisfitIsTold() throws {
        let page = try Small.page(
            rule: #"{"title": ["a", "b"], "image": "x"}"#, items: #"{"x": 0, "a": [], "b": {}}"#)
        #expect(page.warningLines == ["badField /items/0/a"])
    }

    @Test func extrasHaveDefaultsToo() throws {
        let rule =
            #"{"title": "t", "extras": {"kind": {"default": "film"}, "year": {"path": "y", "default": "?"}}}"#
        let page = try Small.page(rule: rule, items: #"{"t": 1}, {"t": 2, "y": 1984}"#)
        #expect(page.items.map { $0.text("kind") } == ["film", "film"])
        #expect(page.items.map { $0.text("year") } == ["?", "1984"])
        #expect(page.items.map { $0.extra("year")?.type } == [.text, .number])
    }

    @Test(arguments: [
        ("v", ", ", #"["a", "b"]"#, "a, b"), ("v", "", #"["a", 1, "b"]"#, "a1b"),
        ("v", "/", #""alone""#, "alone"),
        ("v", "/", "7", "7"), ("v", "/", #"[null, "a", "", "b"]"#, "a/b"),
        ("v.*.n", "", #"[{"n": "Ab"}, {}, {"n": "end"}]"#, "Abend"),
        ("v.*.n", " · ", #"[{"n": "a"}, {}, {"n": ""}, {"n": "b"}]"#, "a · b"),
        ("v", "\\u00b7", #"["a", "b"]"#, "a·b"),
    ])
    func joinMakesOneTextOfAList(_ path: String, _ joiner: String, _ value: String, _ expected: String) throws
    {
        let page = try page(#""title": {"path": "\#(path)", "join": "\#(joiner)"}"#, value)
        #expect(page.titles == [expected])
        #expect(page.warnings.isEmpty)
        // An extra may be joined as well.
        let extra = try self.page(#""extras": {"e": {"path": "\#(path)", "join": "\#(joiner)"}}"#, value)
        #expect(extra.items[0].text("e") == expected)
        #expect(extra.items[0].extra("e")?.type == .text)
    }

    @Test func joinTellsWhatDoesNotFit() throws {
        let field = #""title": {"path": "v", "join": ","}"#
        #expect(try misfit(field, "{}") == "expected a text, found an object")
        #expect(try misfit(field, "true") == "expected a text, found true")
        let page = try page(field, #"["a", true, "b"]"#)
        #expect(page.titles == ["a,b"])
        #expect(page.warningLines == ["badField /items/0/v/1"])
        let wild = try self.page(#""title": {"path": "v.*.n", "join": ","}"#, #""text""#)
        #expect(wild.warningLines == ["badField /items/0/v"])
    }

    @Test func joinGoesOnWhereNothingIsThere() throws {
        let field = #""title": {"path": ["v", "pic"], "join": ",", "default": "d"}"#
        #expect(try page(field, "[]").titles == ["p"])
        #expect(try page(field, #"["x"]"#).titles == ["x"])
        #expect(try page(#""title": {"path": "v", "join": ",", "default": "d"}"#, "[]").titles == ["d"])
    }

    // MARK: - Text that isn't Unicode

    @Test(arguments: [
        (#""a\ud800b""#, "a\u{fffd}b"), (#""a\udc00b""#, "a\u{fffd}b"), (#""a\u0000b""#, "a\u{fffd}b"),
        (#""\u0000""#, "\u{fffd}"), (#""\ud83c\udfb5""#, "🎵"),
    ])
    func badTextIsRepaired(_ value: String, _ expected: String) throws {
        let page = try page(#""title": "v", "text": "v", "labels": "v", "extras": {"e": "v"}"#, value)
        #expect(page.items[0].title == expected)
        #expect(page.items[0].text == expected)
        #expect(page.items[0].labels == [expected])
        #expect(page.items[0].text("e") == expected)
        // Four fields read it; it is one fault.
        #expect(page.warningLines == (expected == "🎵" ? [] : ["badText /items/0/v"]))
    }

    @Test func badBytesAreRepaired() throws {
        let mapping = try Mapping(named: "json-feed")
        let feed =
            Array(#"{"items": [{"id": 1, "title": "cut "#.utf8) + [0xe2, 0x82]
            + Array(#"", "url": "u"}]}"#.utf8)
        let page = try feed.withUnsafeBytes { try mapping.parse($0) }
        #expect(page.titles == ["cut \u{fffd}"])
        #expect(page.warningLines == ["badText /items/0/title"])
    }
}
