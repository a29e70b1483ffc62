import Testing

@testable import FeedParsing

/// The mapping document itself: what may stand where, and how mistakes are told. What a mapping makes of a
/// feed is in PathTests, FieldTests, ItemTests, SectionTests and PageTests.
@Suite struct MappingTests {
    /// The first example of the language's README.
    @Test func theSmallestUsefulOne() throws {
        let mapping = try Mapping(
            text: """
                {
                  "mapping": "films",
                  "sections": {"type": {"default": "films"}, "items": "films"},
                  "types": {"films": {"kind": "LIST"}},
                  "default": {"item": {"id": "no", "title": "name"}}
                }
                """)
        #expect(mapping.name == "films")
        let page = try mapping.parse(text: #"{"films": [{"no": 7, "name": "Blue Harbour"}]}"#)
        #expect(page.ids == ["7"])
        #expect(page.titles == ["Blue Harbour"])
        #expect(page.warnings.isEmpty)
    }

    /// Every member that there is, with comments wherever one can stand.
    static let everything = #"""
        {
          "#": "comment", "# second": ["of", {"any": "shape"}],
          "mapping": "every\u0020thing",
          "status": {"#": 1, "code": "code", "good": [200, -1, 2e2], "message": ["message", "msg"],
                     "kinds": {"#": 1, "301": "login-needed", "-460": "refused"}},
          "page": {"#": 1, "cursor": "cursor", "hasMore": "more", "refreshInterval": "every", "nodataToast": "toast",
                   "next": {"#": 1, "by": "offset", "parameter": "p", "limit": "l", "size": 20, "total": "t",
                            "hasMore": "m"}},
          "sections": {"#": 1, "more": {"by": "cursor", "cursor": {"path": "c"}, "hasMore": "m", "parameter": "p",
                                        "address": "/x?y", "key": "k"}, "list": ["a", "b"], "type": "type",
                       "kind": "kind", "key": "key", "title": "title",
                       "subtitle": "subtitle", "titleImage": "image", "action": "action",
                       "actionType": "actionType", "showType": "show", "canClose": "close", "items": "items",
                       "button": {"#": 1, "text": "text", "action": "action", "actionType": "actionType"}},
          "types": {"#": 1, "named": {"#": 1, "kind": "LIST", "items": "items", "item": "rule"},
                    "inline": {"kind": "BANNER", "more": {"#": 1, "by": "url", "url": "u", "hasMore": "m"}, "item": {"title": "t"}}, "default": {"kind": "MENUS"}},
          "default": {"#": 1, "items": "items", "item": "rule"},
          "rules": {"#": 1, "rule": {
            "#": 1, "id": "id", "title": {"#": 1, "path": "t", "default": "d", "join": ""}, "subtitle": "s",
            "text": "x", "html": "h", "image": "i", "action": "a", "actionType": "at", "playCount": "p",
            "labels": "l", "valid": "v", "extras": {"#": 1, "e": "e", "f": {"default": "x"}},
            "children": {"#": 1, "list": "c", "item": "child", "single": "merge"}},
            "child": {"title": "t", "extras": ["e", "f"]}, "unused": {}},
          "images": [{"#": 1, "hosts": ["a", "b.c"], "https": true, "headers": {"A": "b"}, "sizes": [2, 1],
                      "template": "{url}{size}"}, {"hosts": ["d"]}]
        }
        """#

    @Test func everyMemberMayStandBesideComments() throws {
        let mapping = try Mapping(text: MappingTests.everything)
        #expect(mapping.name == "every thing")
        #expect(mapping.text.elementsEqual(MappingTests.everything.utf8))
    }

    @Test(
        arguments: SectionKind.allCases.filter { $0 != .custom })
    func everyKindCanBeDeclared(_ kind: SectionKind) throws {
        let mapping = try Mapping(
            text: """
                {"mapping": "m", "sections": {"type": {"default": "t"}, "items": "i"},
                 "types": {"t": {"kind": "\(kind.name)"}}, "default": {"item": {"title": "t"}}}
                """)
        #expect(try mapping.parse(text: #"{"i": [{"t": 1}]}"#).sections.map(\.kind) == [kind])
    }

    @Test func aRuleServesItemsAndChildren() throws {
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "sections": {"type": "type", "list": "$", "items": "items"},
                 "types": {"a": {"kind": "LIST", "item": {"title": "t", "children": {"list": "in", "item": "thing"}}},
                           "b": {"kind": "LIST", "item": "thing"}},
                 "rules": {"thing": {"title": "t", "extras": {"year": "y"}}}}
                """#)
        let page = try mapping.parse(
            text: #"""
                [{"type": "a", "items": [{"t": 1, "in": [{"t": 2, "y": 3}]}]}, {"type": "b", "items": [{"t": 4, "y": 5}]}]
                """#)
        #expect(page.allItems.map(\.title) == ["1", "2", "4"])
        #expect(page.allItems.map { $0.text("year") } == [nil, "3", "5"])
    }

    @Test func aTypeTakesWhatItLacksFromTheDefault() throws {
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "sections": {"type": "type", "list": "$", "items": "common"},
                 "types": {"all": {"kind": "LIST"}, "own": {"kind": "LIST", "items": "own"},
                           "rule": {"kind": "LIST", "item": {"title": "other"}}},
                 "default": {"items": "usual", "item": {"title": "t"}}}
                """#)
        let page = try mapping.parse(
            text: #"""
                [{"type": "all", "usual": [{"t": "a"}], "common": [{"t": "no"}]},
                 {"type": "own", "own": [{"t": "b"}], "usual": [{"t": "no"}]},
                 {"type": "rule", "usual": [{"other": "c", "t": "no"}]},
                 {"type": "new", "usual": [{"t": "d"}]}]
                """#)
        #expect(page.allItems.map(\.title) == ["a", "b", "c", "d"])
        #expect(page.sections.map(\.kind) == [.list, .list, .list, .custom])
    }

    @Test func theItemsOfSectionsServeTypesWithoutTheirOwn() throws {
        let page = try Small.sections(
            "", #"{"type": "shelf", "items": [{"title": "a"}]}, {"type": "new", "items": [{"title": "b"}]}"#)
        #expect(page.allItems.map(\.title) == ["a", "b"])
    }

    @Test func typesAreFoundAmongThousands() throws {
        let names = (0..<3000).map { "type-\($0)" }
        let types = names.map { "\"\($0)\": {\"kind\": \"LIST\"}" }.joined(separator: ",")
        let mapping = try Mapping(
            text: """
                {"mapping": "m", "sections": {"list": "$", "type": "type", "items": "i"}, "types": {\(types)},
                 "default": {"item": {"title": "t"}}}
                """)
        let rows = names.map { "{\"type\": \"\($0)\", \"i\": [{\"t\": 1}]}" }.joined(separator: ",")
        let page = try mapping.parse(text: "[\(rows)]")
        #expect(page.sections.count == 3000)
        #expect(page.warnings.isEmpty)
        #expect(page.sections.map(\.key) == names)
        for other in ["type-", "type-3000", "a", "z", "type-299"] {
            let known =
                try mapping.parse(text: #"[{"type": "\#(other)", "i": [{"t": 1}]}]"#).sections[0].kind
                == .list
            #expect(known == names.contains(other))
        }
    }

    // MARK: - Mistakes

    struct Mistake: CustomTestStringConvertible {
        /// `☞` stands right before the place that the error must name.
        var text: String
        var path: String
        var message: String
        var testDescription: String { message }

        init(_ text: String, _ path: String, _ message: String) {
            (self.text, self.path, self.message) = (text, path, message)
        }
    }

    /// A mapping that is right but for one part.
    private static func with(
        sections: String = #""type": {"default": "t"}, "items": "i""#,
        types: String = #""t": {"kind": "LIST"}"#,
        fallback: String = #""item": {"title": "t"}"#, rules: String = "", more: String = ""
    ) -> String {
        """
        {"mapping": "m",
         "sections": {\(sections)}, "types": {\(types)},
         "default": {\(fallback)}, "rules": {\(rules)}\(more)}
        """
    }

    private static func item(_ members: String) -> String { with(fallback: "\"item\": {\(members)}") }

    private static func next(_ text: String, _ path: String, _ message: String) -> Mistake {
        Mistake(with(more: #", "page": {"hasMore": "m", "next": \#(text)}"#), "/page/next" + path, message)
    }

    private static func more(_ text: String, _ path: String, _ message: String) -> Mistake {
        let sections = #""type": "t", "items": "i", "more": \#(text)"#
        return Mistake(with(sections: sections), "/sections/more" + path, message)
    }

    private static func address(_ text: String) -> Mistake {
        more(
            #"{"by": "cursor", "address": ☞"\#(text)"}"#, "/address",
            "expected a URL (http, https) or a path that begins with /")
    }

    static let mistakes: [Mistake] = [
        // The document
        Mistake("☞[]", "", "expected an object (a mapping), found a list"),
        Mistake(#"☞"netease-home""#, "", "expected an object (a mapping), found a text"),
        Mistake("☞{}", "", #"a mapping needs a name: the member "mapping""#),
        Mistake(#"☞{"mapping": "m"}"#, "", #"a mapping needs the member "sections""#),
        Mistake(with().replacing(#""m""#, with: "☞7"), "/mapping", "expected a text, found a number"),
        Mistake(with().replacing(#""m""#, with: #"☞"""#), "/mapping", "a name can't be empty"),
        Mistake(with(more: #", ☞"section": {}"#), "/section", #"a mapping has no member "section""#),
        Mistake(with(more: #", ☞"mapping": "m""#), "/mapping", #""mapping" stands twice in a mapping"#),
        Mistake(with(more: #", ☞"": 1"#), "/", #"a mapping has no member """#),
        Mistake(with(more: #", ☞"a/b~c": 1"#), "/a~1b~0c", #"a mapping has no member "a/b~c""#),
        Mistake(
            #"{"mapping": "m", "sections": ☞{"type": "t"}}"#, "/sections",
            #"nothing says where the items are: "items""#),
        // status
        Mistake(with(more: #", "status": ☞[]"#), "/status", "expected an object (status), found a list"),
        Mistake(with(more: #", "status": ☞{}"#), "/status", #"status needs the member "code""#),
        Mistake(with(more: #", "status": {☞"kode": "c"}"#), "/status/kode", #"status has no member "kode""#),
        Mistake(
            with(more: #", "status": {"code": ☞true}"#), "/status/code", "expected a path, found a boolean"),
        Mistake(
            with(more: #", "status": {"code": "c", "good": ☞200}"#), "/status/good",
            "expected a list, found a number"),
        Mistake(
            with(more: #", "status": {"code": "c", "good": [200, ☞"0"]}"#), "/status/good/1",
            "expected a whole number"),
        Mistake(
            with(more: #", "status": {"code": "c", "good": [☞0.5]}"#), "/status/good/0",
            "expected a whole number"),
        Mistake(
            with(more: #", "status": {"code": "c", "good": [☞1e400]}"#), "/status/good/0",
            "expected a whole number"),
        Mistake(
            with(more: #", "status": {"code": "c", "kinds": {☞"x": "refused"}}"#), "/status/kinds/x",
            "expected a whole number as name"),
        Mistake(
            with(more: #", "status": {"code": "c", "kinds": {"301": ☞"login"}}"#), "/status/kinds/301",
            #"expected "login-needed" or "refused""#),
        Mistake(
            with(more: #", "status": {"code": "c", "kinds": ☞["301"]}"#), "/status/kinds",
            "expected an object (kinds), found a list"),
        // page
        Mistake(with(more: #", "page": ☞7"#), "/page", "expected an object (page), found a number"),
        Mistake(with(more: #", "page": {☞"nexd": "c"}"#), "/page/nexd", #"page has no member "nexd""#),
        Mistake(
            with(more: #", "page": {"hasMore": {"path": "m", ☞"default": "1"}}"#), "/page/hasMore/default",
            #"only a text can have "default""#),
        // What follows
        next("☞7", "", "expected an object (next), found a number"),
        next("☞{}", "", #"expected the member "by": "cursor", "offset" or "url""#),
        next(#"{"by": ☞"page"}"#, "/by", #"expected the member "by": "cursor", "offset" or "url""#),
        next(#"{"by": ☞1}"#, "/by", #"expected the member "by": "cursor", "offset" or "url""#),
        next(#"☞{"by": "cursor", "parameter": "p"}"#, "", #"next by cursor needs the member "cursor""#),
        next(#"☞{"by": "cursor", "cursor": "c"}"#, "", #"next by cursor needs the member "parameter""#),
        next(#"☞{"by": "offset"}"#, "", #"next by offset needs the member "parameter""#),
        next(#"☞{"by": "url"}"#, "", #"next by url needs the member "url""#),
        next(#"{☞"url": "u", "by": "cursor"}"#, "/url", #"next by cursor has no member "url""#),
        next(#"{"by": "cursor", ☞"total": "t"}"#, "/total", #"next by cursor has no member "total""#),
        next(#"{"by": "cursor", ☞"size": 2}"#, "/size", #"next by cursor has no member "size""#),
        next(#"{"by": "cursor", ☞"limit": "l"}"#, "/limit", #"next by cursor has no member "limit""#),
        next(#"{"by": "offset", ☞"cursor": "c"}"#, "/cursor", #"next by offset has no member "cursor""#),
        next(#"{"by": "url", ☞"parameter": "p"}"#, "/parameter", #"next by url has no member "parameter""#),
        next(#"{"by": "cursor", ☞"address": "/"}"#, "/address", #"next by cursor has no member "address""#),
        next(#"{"by": "cursor", ☞"key": "k"}"#, "/key", #"next by cursor has no member "key""#),
        next(#"{"by": "url", ☞"by": "url"}"#, "/by", #""by" stands twice in next"#),
        next(#"{"by": "url", "url": ☞7}"#, "/url", "expected a path, found a number"),
        next(#"{"by": "offset", "parameter": ☞""}"#, "/parameter", "a name can't be empty"),
        next(#"{"by": "offset", "parameter": ☞7}"#, "/parameter", "expected a text, found a number"),
        next(
            #"{"by": "offset", "total": {"path": "t", ☞"default": "0"}}"#, "/total/default",
            #"only a text can have "default""#),
        next(
            #"☞{"by": "offset", "parameter": "p", "limit": "l"}"#, "",
            #"next by offset needs the member "size""#),
        next(
            #"☞{"by": "offset", "parameter": "p", "size": 1}"#, "",
            #"next by offset needs the member "limit""#),
        next(
            #"{"by": "offset", "parameter": "p", "limit": "l", "size": ☞0}"#, "/size",
            "expected a number from 1 on"),
        next(
            #"{"by": "offset", "parameter": "p", "limit": "l", "size": ☞"20"}"#, "/size",
            "expected a whole number"),
        more(#"☞{"by": "cursor", "parameter": "p"}"#, "", #"more by cursor needs the member "cursor""#),
        more(#"{"by": "url", ☞"address": "/"}"#, "/address", #"more by url has no member "address""#),
        more(#"{"by": "url", ☞"key": "k"}"#, "/key", #"more by url has no member "key""#),
        address("x"), address(""), address("file:///x"), address("http:x"), address("/a b"), address(#"/\n"#),
        address(#"https://h/\u007f"#),
        Mistake(
            with(types: #""t": {"kind": "LIST", "more": {☞"bye": 1, "by": "url"}}"#), "/types/t/more/bye",
            #"more by url has no member "bye""#),
        Mistake(with(fallback: #"☞"more": {}"#), "/default/more", #"default has no member "more""#),
        // sections
        Mistake(
            #"{"mapping": "m", "sections": ☞"data"}"#, "/sections",
            "expected an object (sections), found a text"),
        Mistake(#"{"mapping": "m", "sections": ☞{}}"#, "/sections", #"sections needs the member "type""#),
        Mistake(
            with(sections: #""type": "t", "items": "i", ☞"name": "n""#), "/sections/name",
            #"sections has no member "name""#),
        Mistake(
            with(sections: #""type": "t", "items": "i", "button": ☞"b""#), "/sections/button",
            "expected an object (button), found a text"),
        Mistake(
            with(sections: #""type": "t", "items": "i", "button": {☞"title": "b"}"#),
            "/sections/button/title",
            #"button has no member "title""#),
        Mistake(
            with(sections: #""type": "t", "items": {"path": "i", ☞"join": ","}"#), "/sections/items/join",
            #"only a text can have "join""#),
        Mistake(
            with(sections: #""type": "t", "list": {☞"default": "x"}, "items": "i""#),
            "/sections/list/default",
            #"only a text can have "default""#),
        // types and default
        Mistake(with(types: #""t": ☞"LIST""#), "/types/t", "expected an object (a type), found a text"),
        Mistake(with(types: #""t": ☞{}"#), "/types/t", #"a type needs the member "kind""#),
        Mistake(with(types: #""t": {"kind": ☞"SHELF"}"#), "/types/t/kind", #"there is no kind "SHELF""#),
        Mistake(with(types: #""t": {"kind": ☞"CUSTOM"}"#), "/types/t/kind", #"there is no kind "CUSTOM""#),
        Mistake(with(types: #""t": {"kind": ☞"list"}"#), "/types/t/kind", #"there is no kind "list""#),
        Mistake(with(types: #""t": {"kind": ☞1}"#), "/types/t/kind", "expected a kind, found a number"),
        Mistake(
            with(types: #""t": {"kind": "LIST", ☞"title": "t"}"#), "/types/t/title",
            #"a type has no member "title""#),
        Mistake(
            with(sections: #""type": "t""#, types: #""t": ☞{"kind": "LIST"}"#), "/types/t",
            #"nothing says where the items are: "items""#),
        Mistake(
            with(types: #""t": ☞{"kind": "LIST"}"#, fallback: ""), "/types/t",
            #"nothing says what an item is: "item""#),
        Mistake(with(fallback: #"☞"kind": "LIST""#), "/default/kind", #"default has no member "kind""#),
        Mistake(
            with(types: #""t": {"kind": "LIST"}, ☞"t": {"kind": "LIST"}"#), "/types/t",
            #""t" stands twice in types"#),
        // rules
        Mistake(with(fallback: #""item": ☞"card""#), "/default/item", #"there is no rule "card" in "rules""#),
        Mistake(
            with(fallback: ##""item": ☞"#x""##, rules: ##""#x": {}"##), "/default/item",
            ##"there is no rule "#x" in "rules""##),
        Mistake(
            with(fallback: #""item": ☞7"#), "/default/item",
            "expected an object (an item rule), found a number"),
        Mistake(
            with(rules: #""unused": {☞"titel": "t"}"#), "/rules/unused/titel",
            #"an item rule has no member "titel""#),
        Mistake(
            with(rules: #""unused": ☞"t""#), "/rules/unused",
            "expected an object (an item rule), found a text"),
        Mistake(with(rules: #""r": {}, ☞"r": {}"#), "/rules/r", #""r" stands twice in rules"#),
        Mistake(
            #"{"mapping": "m", "sections": {"type": "t", "items": "i"}, "rules": ☞[]}"#, "/rules",
            "expected an object (rules), found a list"),
        Mistake(
            item(#""id": {"path": "i", ☞"default": "1"}"#), "/default/item/id/default",
            #"only a text can have "default""#),
        Mistake(
            item(#""playCount": {☞"join": ""}"#), "/default/item/playCount/join",
            #"only a text can have "join""#),
        Mistake(item(#""extras": ☞7"#), "/default/item/extras", "expected a path, found a number"),
        Mistake(item(#""extras": ["e", ☞""]"#), "/default/item/extras/1", "an empty path"),
        Mistake(
            item(#""extras": ☞"^.e""#), "/default/item/extras",
            "the object of extras must be inside the item, without ^ or $"),
        Mistake(
            item(#""extras": {"y": "y", ☞"y": "z"}"#), "/default/item/extras/y",
            #""y" stands twice in extras"#),
        // children
        Mistake(
            item(#""children": ☞"c""#), "/default/item/children",
            "expected an object (children), found a text"),
        Mistake(
            item(#""children": ☞{"item": {}}"#), "/default/item/children",
            #"children needs the member "list""#),
        Mistake(
            item(#""children": ☞{"list": "c"}"#), "/default/item/children",
            #"children needs the member "item""#),
        Mistake(
            item(#""children": {"list": "c", "item": {}, "single": ☞"both"}"#),
            "/default/item/children/single",
            #"expected "merge" or "keep""#),
        Mistake(
            item(#""children": {"list": "c", "item": {}, ☞"max": 3}"#), "/default/item/children/max",
            #"children has no member "max""#),
        Mistake(
            item(#""children": {"list": ☞"$.c", "item": {}}"#), "/default/item/children/list",
            "the list of children must be inside the item, without ^ or $"),
        Mistake(
            item(#""children": {"list": ☞["c", "^.c"], "item": {}}"#), "/default/item/children/list",
            "the list of children must be inside the item, without ^ or $"),
        Mistake(
            item(#""children": {"list": "c", "item": {"children": ☞{}}}"#),
            "/default/item/children/item/children",
            "the rule of a child can't have children"),
        Mistake(
            with(fallback: #""item": "r""#, rules: #""r": {"children": ☞{"list": "c", "item": "r"}}"#),
            "/rules/r/children", "the rule of a child can't have children"),
        // fields
        Mistake(item(#""title": ☞null"#), "/default/item/title", "expected a path, found null"),
        Mistake(item(#""title": ☞[]"#), "/default/item/title", "a list of alternatives can't be empty"),
        Mistake(item(#""title": ["a", ☞["b"]]"#), "/default/item/title/1", "expected a path, found a list"),
        Mistake(
            item(#""title": ["a", ☞{"path": "b"}]"#), "/default/item/title/1",
            "expected a path, found an object"),
        Mistake(
            item(#""title": ☞{}"#), "/default/item/title", #"a field needs the member "path" or "default""#),
        Mistake(
            item(#""title": ☞{"join": ""}"#), "/default/item/title",
            #"a field needs the member "path" or "default""#),
        Mistake(
            item(#""title": {"path": ☞{}}"#), "/default/item/title/path", "expected a path, found an object"),
        Mistake(
            item(#""title": {"path": "a", ☞"or": "b"}"#), "/default/item/title/or",
            #"a field has no member "or""#),
        Mistake(
            item(#""title": {"default": ☞1}"#), "/default/item/title/default",
            "expected a text, found a number"),
        Mistake(
            item(#""title": {"default": ☞""}"#), "/default/item/title/default", "a default can't be empty"),
        Mistake(
            item(#""title": {"path": "a", "join": ☞true}"#), "/default/item/title/join",
            "expected a text, found a boolean"),
        Mistake(item(#""title": ☞"a..b""#), "/default/item/title", "expected a name after a. in the path"),
        Mistake(item(#""title": ["a", ☞""]"#), "/default/item/title/1", "an empty path"),
        // places
        Mistake(
            "{\"mapping\": \"m\",\r\n\t\"é☃\u{1F3B5}\": 1}".replacing("\t", with: "\t☞"), "/é☃\u{1F3B5}",
            "a mapping has no member \"é☃\u{1F3B5}\""),
        Mistake("\u{feff}\n\n  {\"#é\": \"🎵🎵\", ☞\"x\": 1}", "/x", #"a mapping has no member "x""#),
    ]

    @Test(arguments: mistakes)
    func mistakesAreToldWithTheirPlace(_ mistake: Mistake) throws {
        let mark = try #require(mistake.text.range(of: "☞"))
        let before = mistake.text[..<mark.lowerBound]
        let error = #expect(throws: FeedError.self) {
            try Mapping(text: mistake.text.replacing("☞", with: ""))
        }
        let found = try #require(error)
        #expect(found.kind == .mapping)
        #expect(found.message == mistake.message)
        #expect(found.path == mistake.path)

        let lines = before.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        let column = (lines.last?.count ?? 0) + 1 - (lines.count == 1 && before.hasPrefix("\u{feff}") ? 1 : 0)
        #expect(found.place == .init(offset: before.utf8.count, line: lines.count, column: column))
    }

    @Test(arguments: [
        ("", FeedError.Kind.empty), (" \n", .empty), ("{", .syntax), (#"{"mapping": "m",}"#, .syntax),
        (String(repeating: "[", count: 513), .tooDeep),
    ])
    func whatIsNoJSONIsAnErrorOfItsOwn(_ text: String, _ kind: FeedError.Kind) {
        let error = #expect(throws: FeedError.self) { try Mapping(text: text) }
        #expect(error?.kind == kind)
        #expect(error?.place != nil)
    }

    @Test func messagesAreOneShortLine() {
        let name = #"a\nb"# + String(repeating: "x", count: 1000)
        for text in [#"{"\#(name)": 1}"#, MappingTests.with(fallback: #""item": "\#(name)""#)] {
            let error = #expect(throws: FeedError.self) { try Mapping(text: text) }
            #expect(error?.message.contains("a bxxx") == true)
            #expect(error?.message.contains("\n") == false)
            #expect((error?.message.utf8.count ?? .max) < 310)
        }
    }

    @Test func thereIsNoOtherBuiltinMapping() {
        let error = #expect(throws: FeedError.self) { try Mapping(named: "netease") }
        #expect(error?.kind == .mapping)
        #expect(error?.message == #"there is no built-in mapping named "netease""#)
        #expect(error?.place == nil)
        #expect(error?.path == nil)
    }
}
