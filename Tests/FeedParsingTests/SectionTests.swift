import Testing

@testable import FeedParsing

/// Sections: where they are, their fields, which stay, and what they are called.
@Suite struct SectionTests {
    private let thing = #"{"id": 1, "title": "t"}"#

    // MARK: - Fields

    @Test func readsEveryField() throws {
        let page = try Small.sections(
            """
            , "title": "t", "subtitle": "s", "titleImage": "ti", "action": "a", "actionType": "at",
            "showType": "st", "canClose": "cc",
            "button": {"text": "b.t", "action": "b.a", "actionType": "b.at"}
            """,
            """
            {"type": "shelf", "t": "Title", "s": "Subtitle", "ti": "http://i", "a": "app://x?y=[{\\"z\\":1}]",
             "at": "app", "st": "SLIDE", "cc": true, "b": {"t": "More", "a": "app://more", "at": "app"},
             "items": [\(thing)]}
            """)
        let section = page.sections[0]
        #expect(section.kind == .playlistRcmd)
        #expect(section.type == "shelf")
        #expect(section.key == "shelf")
        #expect(section.title == "Title")
        #expect(section.subtitle == "Subtitle")
        #expect(section.titleImage == "http://i")
        #expect(section.action == #"app://x?y=[{"z":1}]"#)
        #expect(section.actionType == "app")
        #expect(section.showType == "SLIDE")
        #expect(section.canClose == true)
        #expect(section.buttonText == "More")
        #expect(section.buttonAction == "app://more")
        #expect(section.buttonActionType == "app")
        #expect(section.layout == .a)
        #expect(section.rowCount == 1)
        #expect(section.rowHeight == 240)
        #expect(String(decoding: section.rawJSON, as: UTF8.self).hasPrefix(#"{"type": "shelf", "t""#))
    }

    @Test func whatIsNotThereIsNil() throws {
        let section = try Small.sections("", #"{"type": "list", "items": [\#(thing), {"title": "u"}]}"#)
            .sections[0]
        #expect(section.title == nil)
        #expect(section.subtitle == nil)
        #expect(section.titleImage == nil)
        #expect(section.action == nil)
        #expect(section.actionType == nil)
        #expect(section.showType == nil)
        #expect(section.canClose == nil)
        #expect(section.buttonText == nil)
        #expect(section.buttonAction == nil)
        #expect(section.buttonActionType == nil)
        #expect(section.layout == .list)
        #expect(section.rowCount == 2)
        #expect(section.rowHeight == 80)
    }

    @Test(
        arguments: [
            (SectionKind.banner, Layout.d, 180), (.menus, .c, 100), (.playlistRcmd, .a, 240),
            (.styleRcmd, .e, 290),
            (.musicMlog, .a, 240), (.mgcPlaylist, .a, 240), (.musicCalendar, .b, 180),
            (.officialPlaylist, .a, 240),
            (.albumNewSong, .a, 240), (.voicelistRcmd, .a, 240), (.podcast24, .a, 240),
            (.videoPlaylist, .a, 240),
            (.list, .list, 80), (.custom, .a, 240),
        ] as [(SectionKind, Layout, Double)])
    func theKindDecidesTheLayout(_ kind: SectionKind, _ layout: Layout, _ height: Double) {
        #expect(kind.layout == layout)
        #expect(layout.rowHeight == height)
    }

    @Test func aSubtitleThatIsTheTitleIsLeftOut() throws {
        let page = try Small.sections(
            #", "title": ["main", "sub"], "subtitle": "sub""#,
            """
            {"type": "list", "main": "A", "sub": "B", "items": [\(thing)]},
            {"type": "list", "sub": "B", "items": [\(thing)]},
            {"type": "list", "main": "B", "sub": "B", "items": [\(thing)]},
            {"type": "list", "main": "B", "sub": "\\u0042", "items": [\(thing)]},
            {"type": "list", "main": "B", "sub": "b", "items": [\(thing)]}
            """)
        #expect(page.sections.map(\.title) == ["A", "B", "B", "B", "B"])
        #expect(page.sections.map(\.subtitle) == ["B", nil, nil, nil, "b"])
    }

    // MARK: - Types

    @Test func aTypeThatIsNotKnownBecomesACustomSection() throws {
        let page = try Small.sections(
            "",
            #"{"type": "novelty", "items": [\#(thing)]}, {"type": "novelty", "items": []}, {"type": "novelty"}"#
        )
        #expect(page.sections.map(\.kind) == [.custom])
        #expect(page.sections[0].type == "novelty")
        #expect(page.sections[0].layout == .a)
        #expect(page.sections[0].rowCount == 1)
        #expect(page.sections[0].titles == ["t"])
        #expect(
            String(decoding: page.sections[0].rawJSON, as: UTF8.self)
                == #"{"type": "novelty", "items": [\#(thing)]}"#)
        #expect(page.warningLines == [0, 1, 2].map { "unknownSection /rows/\($0)" })
        #expect(page.warnings[0].message == #"the mapping doesn't know the section type "novelty""#)
    }

    @Test func theFeedItselfMayNameTheKind() throws {
        let page = try Small.sections(
            #", "kind": "k""#,
            """
            {"type": "new", "k": "BANNER", "items": [\(thing)]}, {"type": "shelf", "k": "MENUS", "items": [\(thing)]},
            {"type": "shelf", "items": [\(thing)]}, {"type": "shelf", "k": "PANEL", "items": [\(thing)]},
            {"type": "shelf", "k": {}, "items": [\(thing)]}, {"type": "new", "k": "CUSTOM", "items": [\(thing)]},
            {"type": "new", "k": "LIST", "items": 7}
            """)
        #expect(
            page.sections.map(\.kind) == [
                .banner, .menus, .playlistRcmd, .playlistRcmd, .playlistRcmd, .custom,
            ])
        #expect(page.sections[0].type == "new")
        #expect(page.sections[0].layout == .d)
        #expect(
            page.warningLines == [
                "badField /rows/4/k", "unknownSection /rows/5", "sectionDropped /rows/6/items",
            ])
    }

    @Test func aTypeMayBeANumber() throws {
        #expect(try Small.sections("", #"{"type": 7, "items": [\#(thing)]}"#).sections[0].type == "7")
    }

    @Test(arguments: [
        ("{}", "an object without a section type"), ("null", "null without a section type"),
        (#""text""#, "a text without a section type"), ("[]", "a list without a section type"),
        (#"{"type": null}"#, "an object without a section type"),
        (#"{"type": ""}"#, "an object without a section type"),
    ])
    func aSectionWithoutATypeIsLeftOut(_ section: String, _ message: String) throws {
        let page = try Small.sections("", #"\#(section), {"type": "list", "items": [\#(thing)]}"#)
        #expect(page.sections.map(\.key) == ["list"])
        #expect(page.warningLines == ["sectionDropped /rows/0"])
        #expect(page.warnings[0].message == message)
    }

    @Test func aTypeOfTheWrongKindIsTold() throws {
        let page = try Small.sections("", #"{"type": {}, "items": [\#(thing)]}"#)
        #expect(page.sections.isEmpty)
        #expect(page.warningLines == ["sectionDropped /rows/0", "badField /rows/0/type"])
    }

    // MARK: - Keys

    @Test func sectionsOfOneTypeAreNumbered() throws {
        let page = try Small.sections(
            "",
            ["list", "shelf", "list", "list"].map { #"{"type": "\#($0)", "items": [\#(thing)]}"# }.joined(
                separator: ","))
        #expect(page.sections.map(\.key) == ["list", "shelf", "list#2", "list#3"])
        #expect(page.sections.map(\.type) == ["list", "shelf", "list", "list"])
        #expect(Set(page.sections.map(\.uid)).count == 4)
        #expect(page.warnings.isEmpty)
        #expect(page.section(key: "list#2")?.uid == page.sections[2].uid)
        #expect(page.section(key: "list#4") == nil)
    }

    /// The key of an empty section isn't used up: it would make the others' keys change.
    @Test func aSectionThatIsLeftOutTakesNoKey() throws {
        let page = try Small.sections(
            "", #"{"type": "list", "items": []}, {"type": "list", "items": [\#(thing)]}"#)
        #expect(page.sections.map(\.key) == ["list"])
    }

    @Test func aMappingMayNameTheKey() throws {
        let page = try Small.sections(
            #", "key": "id""#,
            #"""
            {"type": "list", "id": 7, "items": [\#(thing)]}, {"type": "list", "id": "x", "items": [\#(thing)]},
            {"type": "list", "id": "7", "items": [\#(thing)]}, {"type": "list", "items": [\#(thing)]}
            """#)
        #expect(page.sections.map(\.key) == ["7", "x", "7#2", "list"])
    }

    /// A server may write the very key that a number would make.
    @Test func aNumberedKeyThatIsTakenIsPassedOver() throws {
        let page = try Small.sections(
            #", "key": "id""#,
            ["a#2", "a", "a", "a#2", "a", "a#3"].map {
                #"{"type": "list", "id": "\#($0)", "items": [\#(thing)]}"#
            }
            .joined(separator: ","))
        #expect(page.sections.map(\.key) == ["a#2", "a", "a#3", "a#2#2", "a#4", "a#3#2"])
        #expect(Set(page.sections.map(\.uid)).count == 6)
    }

    // MARK: - Sections without items

    @Test(
        arguments: [
            (#""items": []"#, nil, ""),
            (
                #""items": null"#, "sectionDropped /rows/0/items",
                "expected the section's list of items, found null"
            ),
            (
                #""items": "x""#, "sectionDropped /rows/0/items",
                "expected the section's list of items, found a text"
            ),
            (
                #""items": {}"#, "sectionDropped /rows/0/items",
                "expected the section's list of items, found an object"
            ),
            (#""other": []"#, "sectionDropped /rows/0", "a section without a list of items"),
        ] as [(String, String?, String)])
    func aSectionWithoutItemsIsLeftOut(_ items: String, _ warning: String?, _ message: String) throws {
        let page = try Small.sections("", #"{"type": "list", \#(items)}"#)
        #expect(page.sections.isEmpty)
        #expect(page.warningLines == (warning.map { [$0] } ?? []))
        #expect(page.warnings.allSatisfy { $0.message == message })
    }

    @Test func aSectionThatFaultsEmptyIsLeftOutWithAWarning() throws {
        let page = try Small.sections("", #"{"type": "list", "items": [null, {"id": 1}]}"#)
        #expect(page.sections.isEmpty)
        #expect(
            page.warningLines == [
                "sectionDropped /rows/0", "itemDropped /rows/0/items/0", "itemDropped /rows/0/items/1",
            ])
        #expect(page.warnings[0].message == "a section of which no item could be used")
    }

    // MARK: - Where the sections are

    @Test(arguments: [
        ("rows", #"{"rows": [1, {"type": "list", "items": [{"title": "t"}]}]}"#, ["/rows/1"]),
        ("$.a.0.rows", #"{"a": [{"rows": [{"type": "list", "items": [{"title": "t"}]}]}]}"#, ["/a/0/rows/0"]),
        ("$", #"[{"type": "list", "items": [{"title": "t"}]}]"#, ["/0"]),
        (
            "tabs.*.rows.*",
            #"""
            {"tabs": [{"rows": [{"type": "list", "items": [{"title": "t"}]}]}, {"rows": []}, {},
                      {"rows": [{"type": "list", "items": [{"title": "t"}]}]}]}
            """#, ["/tabs/0/rows/0", "/tabs/3/rows/0"]
        ),
        ("a.*", #"{"a": {"type": "list", "items": [{"title": "t"}]}}"#, ["/a"]),
        ("a.*.row", #"{"a": [{"row": {"type": "list", "items": [{"title": "t"}]}}]}"#, ["/a/0/row"]),
    ])
    func theListOfSectionsIsFound(_ list: String, _ feed: String, _ places: [String]) throws {
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "sections": {"list": "\#(list)", "type": "type", "items": "items"},
                 "types": {"list": {"kind": "LIST"}}, "default": {"item": {"title": "title"}}}
                """#)
        let page = try mapping.parse(text: feed)
        #expect(page.sections.count == places.count)
        let document = try JSONDocument(feed)
        for (section, place) in zip(page.sections, places) {
            let expected: JSON = place.split(separator: "/").reduce(document.root) { json, step in
                Int(step).flatMap { json.element(at: $0) } ?? json[String(step)] ?? json
            }
            #expect(section.rawJSON.elementsEqual(expected.rawBytes))
        }
    }

    @Test(arguments: [
        ("rows", #"{"rows": []}"#), ("tabs.*.rows.*", #"{"tabs": []}"#),
        ("tabs.*.rows.*", #"{"tabs": [{"rows": []}, {"rows": []}]}"#), ("$", "[]"), ("$.*", "[]"),
    ])
    func anEmptyListIsAnEmptyFeed(_ list: String, _ feed: String) throws {
        let mapping = try Mapping(
            text: #"{"mapping": "m", "sections": {"list": "\#(list)", "type": "type", "items": "items"}}"#)
        let page = try mapping.parse(text: feed)
        #expect(page.sections.isEmpty)
        #expect(page.warnings.isEmpty)
    }

    /// "This is no such feed" is an error, which names the mapping's path and what stood there.
    @Test(arguments: [
        ("data.blocks", "{}", "", #"no list at data.blocks, since the document is an object without "data""#),
        ("data.blocks", #"{"data": null}"#, "/data", "no list at data.blocks, since /data is null"),
        ("data.blocks", #"{"data": []}"#, "/data", "no list at data.blocks, since /data is a list"),
        (
            "data.blocks", #"{"data": {"block": []}}"#, "/data",
            #"no list at data.blocks, since /data is an object without "blocks""#
        ),
        (
            "data.blocks", #"{"data": {"blocks": {}}}"#, "/data/blocks",
            "no list at data.blocks, since /data/blocks is an object"
        ),
        (
            "data.blocks", #"{"data": {"blocks": "[]"}}"#, "/data/blocks",
            "no list at data.blocks, since /data/blocks is a text"
        ),
        (
            "data.blocks", #"{"data": {"blocks": null}}"#, "/data/blocks",
            "no list at data.blocks, since /data/blocks is null"
        ),
        (
            "data.blocks", #"{"data": {"blocks": false}}"#, "/data/blocks",
            "no list at data.blocks, since /data/blocks is a boolean"
        ),
        ("data.blocks", "[]", "", "no list at data.blocks, since the document is a list"),
        ("data.blocks", "7", "", "no list at data.blocks, since the document is a number"),
        ("data.blocks", #""text""#, "", "no list at data.blocks, since the document is a text"),
        ("data.blocks", "null", "", "no list at data.blocks, since the document is null"),
        ("$", "{}", "", "no list at $, since the document is an object"),
        ("$.a.3", #"{"a": [1]}"#, "/a", "no list at $.a.3, since /a is a list without element 3"),
        ("a.*.b.*", #"{"a": [{}]}"#, "/a/0", #"no list at a.*.b.*, since /a/0 is an object without "b""#),
        ("a.*.b.*", #"{"a": "x"}"#, "/a", "no list at a.*.b.*, since /a is a text"),
        ("a.*.b.*", #"{"b": []}"#, "", #"no list at a.*.b.*, since the document is an object without "a""#),
    ])
    func aDocumentWithoutTheListIsAnError(_ list: String, _ feed: String, _ path: String, _ message: String)
        throws
    {
        let inList = try Mapping(
            text: #"{"mapping": "m", "sections": {"list": "\#(list)", "type": "type", "items": "items"}}"#)
        // For a document that is one section, its items are the list that must be there.
        let alone = try Mapping(
            text: #"{"mapping": "m", "sections": {"type": {"default": "t"}, "items": "\#(list)"}}"#)
        for mapping in [inList, alone] {
            let error = #expect(throws: FeedError.self) { try mapping.parse(text: feed) }
            #expect(error?.kind == .shape)
            #expect(error?.path == path)
            #expect(error?.message == #"not the feed that "m" describes: "# + message)
            #expect(error?.place?.line == 1)
        }
    }

    @Test func theErrorNamesEveryAlternative() throws {
        let mapping = try Mapping(
            text:
                #"{"mapping": "m", "sections": {"type": "t", "list": ["a.b", "$", "\"c.d\""], "items": "i"}}"#
        )
        let error = #expect(throws: FeedError.self) {
            try mapping.parse(text: "\u{feff}\n {\"a\": {\"b\": {}}}")
        }
        #expect(
            error?.message
                == #"not the feed that "m" describes: no list at a.b, $ or "c.d", since /a/b is an object"#)
        #expect(error?.place == .init(offset: 17, line: 2, column: 14))
    }

    @Test func aDocumentThatIsOneSectionNeedsItsType() throws {
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "sections": {"type": "type"}, "types": {"a": {"kind": "LIST", "items": "as"}},
                 "default": {"item": {"title": "t"}}}
                """#)
        #expect(try mapping.parse(text: #"{"type": "a", "as": [{"t": 1}]}"#).titles == ["1"])
        for feed in [#"{"type": "b", "as": [{"t": 1}]}"#, #"{"as": [{"t": 1}]}"#] {
            let error = #expect(throws: FeedError.self) { try mapping.parse(text: feed) }
            #expect(error?.kind == .shape)
            #expect(
                error?.message
                    == #"not the feed that "m" describes: the mapping names no list of items for its type"#)
        }
    }

    // MARK: - Lists at the root

    /// Some feeds keep the order of the sections in one list and their items in others.
    @Test func itemsMayLieAtTheRoot() throws {
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "sections": {"list": "order", "type": "type"},
                 "types": {"hot": {"kind": "LIST", "items": "$.hot"}, "hotToo": {"kind": "BANNER", "items": "$.hot"},
                           "new": {"kind": "LIST", "items": ["own", "$.new.*.list.*"]}},
                 "default": {"item": {"title": "t"}}}
                """#)
        let page = try mapping.parse(
            text: #"""
                {"order": [{"type": "new"}, {"type": "hot"}, {"type": "hotToo"}, {"type": "hot"},
                           {"type": "new", "own": [{"t": 9}]}, {"type": "new"}],
                 "hot": [{"t": 1}, {"t": 2}], "new": [{"list": [{"t": 3}]}, {"list": [{"t": 4}]}]}
                """#)
        #expect(page.sections.map(\.key) == ["new", "hot", "hotToo", "new#2"])
        #expect(page.sections.map(\.titles) == [["3", "4"], ["1", "2"], ["1", "2"], ["9"]])
        // The same list for every further section of the type would have no end in a hostile feed.
        #expect(page.warningLines == ["sectionDropped /order/3", "sectionDropped /order/5"])
        #expect(page.warnings[0].message == "its list of items is that of an earlier section")
    }
}
