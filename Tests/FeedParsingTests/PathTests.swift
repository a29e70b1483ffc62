import Testing

@testable import FeedParsing

/// Where a path leads. The rule is {"title": path}, and the title tells which value was found.
@Suite struct PathTests {
    private func title(_ path: String, _ item: String, root: String = "") throws -> String? {
        let rule = "{\"title\": \(path), \"image\": \"always\"}"
        return try Small.item(rule: rule, #"{"always": 1, \#(item)}"#, root: root)?.title
    }

    @Test(arguments: [
        ("name", #""name": "a""#, "a"),
        ("a.b.c", #""a": {"b": {"c": "deep"}}"#, "deep"),
        ("a.0", #""a": ["first", "second"]"#, "first"),
        ("a.1", #""a": ["first", "second"]"#, "second"),
        ("a.007", #""a": [0, 1, 2, 3, 4, 5, 6, "seventh"]"#, "seventh"),
        ("a.0.b.1", #""a": [{"b": [1, "in"]}]"#, "in"),
        ("Ünï cödé", #""Ünï cödé": "names are any text""#, "names are any text"),
        ("with space", #""with space": "x""#, "x"),
        ("-1", #""-1": "a name, no index""#, "a name, no index"),
        ("1a", #""1a": "a name, no index""#, "a name, no index"),
        ("a#b", #""a#b": "no comment here""#, "no comment here"),
        (#"\"a.b\""#, #""a.b": "dot""#, "dot"),
        (#"\"5\""#, #""5": "digits""#, "digits"),
        (#"d.\"5\".e"#, #""d": {"5": {"e": "digits"}}"#, "digits"),
        (#"\"*\""#, #""*": "star""#, "star"),
        (#"\"$\""#, #""$": "dollar""#, "dollar"),
        (#"\"^x\""#, #""^x": "hat""#, "hat"),
        (#"\"\""#, #""": "no name""#, "no name"),
        (#"\"say \\\"hi\\\"\""#, #""say \"hi\"": "quotes""#, "quotes"),
        (#"\"back\\\\slash\""#, #""back\\slash": "backslash""#, "backslash"),
        (#"\"plain\""#, #""plain": "quoted for nothing""#, "quoted for nothing"),
        (#"snow\u2603man"#, #""snow☃man": "escapes of JSON""#, "escapes of JSON"),
        ("snow☃man", #""snow\u2603man": "and in the feed""#, "and in the feed"),
    ])
    func leadsTo(_ path: String, _ item: String, _ expected: String) throws {
        #expect(try title("\"\(path)\"", item) == expected)
    }

    @Test(arguments: [
        ("a", #""b": "x""#), ("a.b", #""a": "b""#), ("a.b", #""a": ["b"]"#), ("a.b", #""a": null"#),
        ("a.0", #""a": {"0": "a name"}"#), ("a.2", #""a": [1, 2]"#), ("a.999999999", #""a": [1]"#),
        ("A", #""a": "other case""#), ("a.b", #""a.b": "one name""#),
    ])
    func leadsNowhere(_ path: String, _ item: String) throws {
        #expect(try title("\"\(path)\"", item) == nil)
    }

    // MARK: - Beginnings

    @Test func startsHereAtTheSectionOrAtTheRoot() throws {
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "sections": {"list": "rows", "type": "type", "items": "items"},
                 "types": {"t": {"kind": "LIST"}},
                 "default": {"item": {"title": "name", "subtitle": "^.name", "text": "$.name",
                     "children": {"list": "parts", "item": {
                         "title": "name", "subtitle": "^.name", "text": "$.name"}}}}}
                """#)
        let page = try mapping.parse(
            text: #"""
                {"name": "root", "rows": [
                    {"type": "t", "name": "one", "items": [{"name": "a", "parts": [{"name": "p"}]}]},
                    {"type": "t", "name": "two", "items": [{"name": "b"}, {"name": "c"}]}]}
                """#)
        let items = page.allItems
        #expect(items.map(\.title) == ["a", "p", "b", "c"])
        #expect(items.map(\.subtitle) == ["one", "one", "two", "two"])
        #expect(items.map(\.text) == ["root", "root", "root", "root"])
    }

    /// `^` is the section for its own fields too, and the root for the page's.
    @Test func startsAtTheSectionForItsOwnFields() throws {
        let page = try Small.sections(
            #", "title": "^.name", "subtitle": "$.rows.0.name", "key": "^.type""#,
            #"{"type": "list", "name": "one", "items": [{"title": 1}]}"#
                + #", {"type": "shelf", "name": "two", "items": [{"title": 1}]}"#,
            more: #", "page": {"cursor": "^.rows.1.name", "nodataToast": "$.rows.1.type"}"#)
        #expect(page.sections.map(\.title) == ["one", "two"])
        #expect(page.sections.map(\.subtitle) == [nil, "one"])
        #expect(page.cursor == "two")
        #expect(page.nodataToast == "shelf")
    }

    @Test func theRootItselfMayBeTheList() throws {
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "sections": {"type": {"default": "t"}, "items": "$"},
                 "types": {"t": {"kind": "LIST"}}, "default": {"item": {"title": "n"}}}
                """#)
        #expect(try mapping.parse(text: #"[{"n": "a"}, {"n": "b"}]"#).titles == ["a", "b"])
        #expect(try mapping.parse(text: "[]").sections.isEmpty)
    }

    @Test func theSectionItselfMayBeTheList() throws {
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "sections": {"list": "$", "type": {"default": "t"}, "items": "^"},
                 "types": {"t": {"kind": "LIST"}}, "default": {"item": {"title": "0"}}}
                """#)
        let page = try mapping.parse(text: #"[[["a"], ["b"]], [["c"]]]"#)
        #expect(page.sections.map(\.titles) == [["a", "b"], ["c"]])
        #expect(page.sections.map(\.key) == ["t", "t#2"])
    }

    // MARK: - Every element

    private func list(_ path: String, _ item: String) throws -> [String]? {
        let rule = #"{"image": "always", "extras": {"list": "\#(path)"}}"#
        return try Small.item(rule: rule, #"{"always": 1, \#(item)}"#)?.list("list")
    }

    @Test(arguments: [
        ("a.*.n", #""a": [{"n": "x"}, {"n": "y"}]"#, ["x", "y"]),
        ("a.*.n", #""a": {"n": "an object is a list of itself"}"#, ["an object is a list of itself"]),
        ("a.*.n", #""a": [{"n": "x"}, {}, {"n": null}, {"n": ""}, {"n": "y"}]"#, ["x", "", "", "", "y"]),
        ("a.*.n", #""a": [{}]"#, [""]),
        ("a.*.b.n", #""a": [{"b": {"n": 1}}, {"b": null}, {}]"#, ["1", "", ""]),
        ("a.*.0", #""a": [["x", 1], [], ["y"]]"#, ["x", "", "y"]),
        ("a.*", #""a": ["x", null, "", 2, true]"#, ["x", "2", "true"]),
        ("a.*.*", #""a": [["x"], [], ["y", "z"]]"#, ["x", "y", "z"]),
        ("a.*.b.*.n", #""a": [{"b": [{"n": 1}, {"n": 2}]}, {"b": {"n": 3}}]"#, ["1", "2", "3"]),
        ("*.n", #""n": "the item is a list of itself""#, ["the item is a list of itself"]),
    ])
    func goesOverEveryElement(_ path: String, _ item: String, _ expected: [String]) throws {
        #expect(try list(path, item) == expected)
    }

    @Test(arguments: [
        ("a.*.n", #""b": 1"#), ("a.*.n", #""a": null"#), ("a.*.n", #""a": []"#), ("a.*.n", #""a": "text""#),
        ("a.*", #""a": []"#), ("a.*", #""a": [null, ""]"#),
    ])
    func findsNoElement(_ path: String, _ item: String) throws {
        #expect(try list(path, item) == nil)
    }

    /// Lists from the same objects stay parallel, whatever is wrong with an entry.
    @Test func staysParallel() throws {
        let page = try Small.page(
            rule: #"{"extras": {"urls": "a.*.url", "types": "a.*.type"}, "title": "t"}"#,
            items: #"""
                {"t": "x", "a": [{"url": {"bad": 1}, "type": "one"}, null, "junk", ["junk"],
                                 {"url": "u2", "type": ["bad"]}, {"url": "u3", "type": "three"}]}
                """#)
        #expect(page.items[0].list("urls") == ["", "u2", "u3"])
        #expect(page.items[0].list("types") == ["one", "", "three"])
        #expect(
            page.warningLines == [
                "badField /items/0/a/0/url", "badField /items/0/a/1", "badField /items/0/a/2",
                "badField /items/0/a/3", "badField /items/0/a/4/type",
            ])
        #expect(
            page.warnings.map(\.message) == [
                "expected a text, number, true or false, found an object", "expected an object, found null",
                "expected an object, found a text", "expected an object, found a list",
                "expected a text, number, true or false, found a list",
            ])
    }

    /// In a field that takes one text, the first place counts.
    @Test func aSingleFieldTakesTheFirstElement() throws {
        #expect(try title(#""a.*.n""#, #""a": [{}, {"n": "x"}, {"n": "y"}]"#) == "x")
        #expect(try title(#"["a.*.n", "b"]"#, #""a": [{"n": null}, {"n": "x"}], "b": "next""#) == "next")
    }

    // MARK: - Long paths

    @Test func hasAtMostThirtyTwoSteps() throws {
        let names = (0..<32).map { "n\($0)" }
        var item = "\"end\""
        for name in names.reversed() { item = #"{"\#(name)": \#(item)}"# }
        #expect(
            try title("\"\(names.joined(separator: "."))\"", #""n0": "# + item.dropFirst(7).dropLast())
                == "end")
        #expect(throws: PathText.Misspelling.self) {
            try PathText.read((names + ["one"]).joined(separator: "."), into: Arena())
        }
        #expect(throws: PathText.Misspelling.self) {
            try PathText.read("$." + (names + ["one"]).joined(separator: "."), into: Arena())
        }
    }

    // MARK: - In words

    @Test(
        arguments: [
            "a", "a.b", "$", "^", "$.a.*.0", "^.a", "*", #""5""#, #""a.b".c"#, #""""#, #""q\"\\""#, #""*""#,
            #""$x""#, "with space", "-1",
        ])
    func isWrittenInMessagesAsInTheMapping(_ text: String) throws {
        let arena = Arena()
        let path = try PathText.read(text, into: arena)
        withExtendedLifetime(arena) {
            #expect(path.description == text)
        }
    }

    @Test(arguments: [
        ("", "an empty path"),
        (".", "expected a name at the beginning of the path"),
        (".a", "expected a name at the beginning of the path"),
        ("a.", "expected a name after a. in the path"),
        ("a..b", "expected a name after a. in the path"),
        ("$.", "expected a name after $. in the path"),
        ("$a", "expected a dot after $ in the path"),
        ("^^", "expected a dot after ^ in the path"),
        (#""a"b"#, #"expected a dot after "a" in the path"#),
        (#"a"b""#, #"expected a dot after a in the path"#),
        (#""a"#, "a quoted name without its closing quote"),
        (#"""#, "a quoted name without its closing quote"),
        (#""a\"#, #"expected " or \ after a backslash after "a\ in the path"#),
        (#""a\n""#, #"expected " or \ after a backslash after "a\ in the path"#),
        ("a.$", "a name with *, $ or ^ in it must be quoted"),
        ("a.b*", "a name with *, $ or ^ in it must be quoted"),
        ("**", "a name with *, $ or ^ in it must be quoted"),
        ("a.^", "a name with *, $ or ^ in it must be quoted"),
        ("a.1234567890", "an index of more than nine digits"),
    ])
    func misspellingsAreTold(_ text: String, _ message: String) {
        let error = #expect(throws: PathText.Misspelling.self) { try PathText.read(text, into: Arena()) }
        #expect(error?.message == message)
    }
}
