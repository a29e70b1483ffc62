import Testing

import FeedParsing

/// The answer's own verdict, and the fields of the page.
@Suite struct PageTests {
    private static let mapping = #"""
        {"mapping": "m",
         "status": {"code": "code", "good": [200, 0], "message": ["message", "msg"],
                    "kinds": {"301": "login-needed", "-460": "refused", "1000": "login-needed"}},
         "page": {"cursor": "cursor", "hasMore": "more", "refreshInterval": "every", "nodataToast": "toast"},
         "sections": {"list": "rows", "type": "type", "items": "items"},
         "types": {"list": {"kind": "LIST"}}, "default": {"item": {"title": "title"}}}
        """#

    private func page(_ members: String) throws -> Snapshot {
        try Mapping(text: PageTests.mapping).parse(text: #"{\#(members)"rows": []}"#)
    }

    @Test(arguments: [
        ("", nil), (#""code": 200,"#, "200"), (#""code": "200","#, "200"), (#""code": 0,"#, "0"),
        (#""code": 2e2,"#, "2e2"), (#""code": 200.0,"#, "200.0"), (#""code": null,"#, nil),
        (#""code": "","#, nil),
        // What is no number is no code.
        (#""code": "ok","#, "ok"), (#""code": " 301","#, " 301"), (#""code": true,"#, nil),
        (#""code": {"a": 301},"#, nil),
    ])
    func goodCodes(_ members: String, _ code: String?) throws {
        #expect(try page(members).serviceCode == code)
    }

    @Test(arguments: [
        (#""code": 301,"#, FeedError.Kind.loginNeeded, "301", "the server asks to log in first (code 301)"),
        (#""code": "301","#, .loginNeeded, "301", "the server asks to log in first (code 301)"),
        (#""code": 1000,"#, .loginNeeded, "1000", "the server asks to log in first (code 1000)"),
        (#""code": -460,"#, .refused, "-460", "the server refused (code -460)"),
        (#""code": "-460","#, .refused, "-460", "the server refused (code -460)"),
        (#""code": 500,"#, .refused, "500", "the server refused (code 500)"),
        (#""code": 200.5,"#, .refused, "200.5", "the server refused (code 200.5)"),
        (#""code": 1e400,"#, .refused, "1e400", "the server refused (code 1e400)"),
        (#""code": 200, "code": 301,"#, .loginNeeded, "301", "the server asks to log in first (code 301)"),
        (
            #""code": 18446744073709551816,"#, .refused, "18446744073709551816",
            "the server refused (code 18446744073709551816)"
        ),
    ])
    func anyOtherCodeIsARefusal(_ members: String, _ kind: FeedError.Kind, _ code: String, _ message: String)
        throws
    {
        let error = #expect(throws: FeedError.self) { try page(members) }
        #expect(error?.kind == kind)
        #expect(error?.serviceCode == code)
        #expect(error?.serviceMessage == nil)
        #expect(error?.message == message)
        #expect(error?.place == nil)
        #expect(error?.path == nil)
    }

    @Test(arguments: [
        (#""message": "no", "msg": "other""#, "no"), (#""message": "", "msg": "other""#, "other"),
        (#""message": null, "msg": "other""#, "other"), (#""msg": 7"#, "7"),
    ])
    func aRefusalHasTheServersMessage(_ members: String, _ message: String) throws {
        let error = #expect(throws: FeedError.self) { try page(#""code": -1, \#(members),"#) }
        #expect(error?.serviceMessage == message)
        #expect(error?.message == "the server refused (code -1): \(message)")
    }

    @Test func theMessageOfAnErrorIsOneShortLine() throws {
        let long = String(repeating: "長い", count: 100)
        let error = #expect(throws: FeedError.self) {
            try page(#""code": -1, "msg": "two\nlines\t\#(long)","#)
        }
        #expect(error?.serviceMessage == "two\nlines\t" + long)
        #expect(error?.message == "the server refused (code -1): two lines " + String(long.prefix(36)) + "…")
    }

    /// Before the shape: an answer that says no has no sections, as a rule.
    @Test func theVerdictComesFirst() throws {
        let mapping = try Mapping(text: PageTests.mapping)
        let error = #expect(throws: FeedError.self) { try mapping.parse(text: #"{"code": 301}"#) }
        #expect(error?.kind == .loginNeeded)
        #expect(
            #expect(throws: FeedError.self) { try mapping.parse(text: #"{"code": 200}"#) }?.kind == .shape)
        #expect(#expect(throws: FeedError.self) { try mapping.parse(text: "[]") }?.kind == .shape)
    }

    @Test func aMappingWithoutStatusJudgesNothing() throws {
        let page = try Small.page(rule: #"{"title": "t"}"#, items: #"{"t": 1}"#, root: #""code": 301,"#)
        #expect(page.serviceCode == nil)
        #expect(page.titles == ["1"])
    }

    @Test func readsThePageFields() throws {
        let all = try page(
            #""code": 200, "message": "fine", "cursor": "next", "more": true, "every": 600000, "toast": "The end","#
        )
        #expect(all.serviceCode == "200")
        #expect(all.message == "fine")
        #expect(all.cursor == "next")
        #expect(all.hasMore == true)
        #expect(all.refreshInterval == 600_000)
        #expect(all.nodataToast == "The end")

        let none = try page("")
        #expect(none.serviceCode == nil)
        #expect(none.message == nil)
        #expect(none.cursor == nil)
        #expect(none.hasMore == nil)
        #expect(none.refreshInterval == -1)
        #expect(none.nodataToast == nil)

        let odd = try page(#""cursor": {"at": 5}, "more": "maybe", "every": -1, "toast": [],"#)
        #expect(odd.cursor == nil)
        #expect(odd.hasMore == nil)
        #expect(odd.refreshInterval == -1)
        #expect(
            odd.warningLines == ["badField /cursor", "badField /more", "badField /every", "badField /toast"])
    }

    // MARK: - The rest

    @Test(arguments: [
        ("rows", #"{"a": 1, "rows": [{"x": [1]}], "b": 2}"#, #"{"a": 1, "rows": [], "b": 2}"#),
        ("rows", " \n{\"rows\" : [ ] }\n", #"{"rows" : [] }"#),
        ("rows", "\u{feff}{\"rows\": [1]}", #"{"rows": []}"#),
        ("$", "\u{feff} [1, 2] ", "[]"),
        ("tabs.*.rows.*", #"{"tabs": [{"rows": [1]}, {"rows": []}], "b": 2}"#, #"{"tabs": [], "b": 2}"#),
        ("a.*", #"{"a": {"type": "x"}, "b": 2}"#, #"{"a": {"type": "x"}, "b": 2}"#),
    ])
    func theRestIsTheDocumentWithoutItsSections(_ list: String, _ feed: String, _ rest: String) throws {
        let mapping = try Mapping(
            text: #"{"mapping": "m", "sections": {"list": "\#(list)", "type": "type", "items": "items"}}"#)
        #expect(try mapping.parse(text: feed).rest == rest)
    }

    @Test func ofADocumentThatIsOneSectionTheRestIsWithoutItsItems() throws {
        let page = try Small.page(rule: #"{"title": "t"}"#, items: #"{"t": [1]}, 2"#, root: #""a": 1, "#)
        #expect(page.rest == #"{"a": 1, "items": []}"#)
    }
}
