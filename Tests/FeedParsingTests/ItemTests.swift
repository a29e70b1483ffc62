import Testing

import FeedParsing

/// Items and children: which stay, what fills what, what is made up for what isn't there.
@Suite struct ItemTests {
    @Test func readsEveryField() throws {
        let rule = #"""
            {"id": "id", "title": "t", "subtitle": "s", "text": "x", "html": "h", "image": "i", "action": "a",
             "actionType": "at", "playCount": "p", "labels": "l", "valid": "v", "extras": {"year": "y", "by": "by.*.n"},
             "children": {"list": "c", "item": {"id": "id", "title": "t"}}}
            """#
        let source = #"""
            {"id": 7, "t": "Title", "s": "Sub", "x": "Text", "h": "<p>H</p>", "i": "http://i", "a": "x://y?z={\"q\":[1]}",
             "at": "app", "p": 12, "l": ["a", "b"], "v": true, "y": 1984, "by": [{"n": "Ada"}],
             "c": [{"id": 1, "t": "one"}, {"id": 2, "t": "two"}]}
            """#
        let page = try Small.page(rule: rule, items: source)
        let item = page.items[0]
        #expect(item.id == "7")
        #expect(item.title == "Title")
        #expect(item.subtitle == "Sub")
        #expect(item.text == "Text")
        #expect(item.html == "<p>H</p>")
        #expect(item.image == "http://i")
        #expect(item.action == #"x://y?z={"q":[1]}"#)
        #expect(item.actionType == "app")
        #expect(item.playCount == 12)
        #expect(item.labels == ["a", "b"])
        #expect(item.extraNames == ["year", "by"])
        #expect(item.extra("year")?.integer == 1984)
        #expect(item.list("by") == ["Ada"])
        #expect(item.extra("other") == nil)
        #expect(item.children.map(\.id) == ["1", "2"])
        #expect(item.children.map(\.title) == ["one", "two"])
        #expect(item.children[0].raw == #"{"id": 1, "t": "one"}"#)
        #expect(item.raw == source)
        #expect(page.warnings.isEmpty)
    }

    // MARK: - What stays

    @Test(arguments: ["title", "text", "html", "image", "action"])
    func anItemStaysWithOneThingToShow(_ field: String) throws {
        #expect(try Small.page(rule: #"{"\#(field)": "v"}"#, items: #"{"v": "x"}"#).items.count == 1)
    }

    @Test func anItemStaysWithChildren() throws {
        let rule = #"{"children": {"list": "c", "item": {"title": "t"}}}"#
        let page = try Small.page(rule: rule, items: #"{"c": [{"t": 1}]}, {"c": []}, {"c": [{}]}"#)
        #expect(page.items.count == 1)
        #expect(page.items[0].title == nil)
        #expect(
            page.warningLines == ["itemDropped /items/1", "itemDropped /items/2", "itemDropped /items/2/c/0"])
    }

    @Test(arguments: ["id", "subtitle", "actionType", "playCount", "labels"])
    func anItemDoesNotStayForLess(_ field: String) throws {
        let page = try Small.page(rule: #"{"title": "t", "\#(field)": "v"}"#, items: #"{"v": 7}"#)
        #expect(page.items.isEmpty)
        #expect(page.warningLines == ["sectionDropped ", "itemDropped /items/0"])
        #expect(
            page.warnings[1].message
                == "an object with nothing to show: no title, text, image, action or children")
    }

    @Test(arguments: ["null", "7", #""text""#, "true", "{}", "[]"])
    func whatHasNoMembersIsNoItem(_ element: String) throws {
        // Not even with a constant, or with what the root says.
        let page = try Small.page(
            rule: #"{"title": {"default": "Untitled"}, "image": "$.image"}"#, items: element + #", {"x": 1}"#,
            root: #""image": "i", "#)
        #expect(page.titles == ["Untitled"])
        #expect(page.items[0].image == "i")
        #expect(page.warningLines == ["itemDropped /items/0"])
    }

    @Test func anItemMayBeAList() throws {
        let page = try Small.page(rule: #"{"id": "0", "title": "1"}"#, items: #"["a", "A"], ["b", "B"]"#)
        #expect(page.ids == ["a", "b"])
        #expect(page.titles == ["A", "B"])
    }

    @Test func anItemThatIsNotValidIsDropped() throws {
        let page = try Small.page(
            rule: #"{"id": "id", "title": "t", "valid": "v"}"#,
            items: #"""
                {"id": 1, "t": 1, "v": true}, {"id": 2, "t": 2, "v": false}, {"id": 3, "t": 3, "v": "0"},
                {"id": 4, "t": 4, "v": null}, {"id": 5, "t": 5}, {"id": 6, "t": 6, "v": "maybe"}
                """#)
        #expect(page.ids == ["1", "4", "5", "6"])
        #expect(page.warningLines == ["itemInvalid /items/1", "itemInvalid /items/2", "badField /items/5/v"])
        #expect(page.warnings[0].message == "the server marks this item as not valid")
    }

    // MARK: - Title

    @Test(arguments: [
        (#""x": "first\nsecond""#, "first"), (#""x": " \n\t first \r\nsecond""#, "first"),
        (#""h": "<p>first</p><p>second</p>""#, "first"), (#""x": "text", "h": "html""#, "text"),
        (#""x": "", "h": "html""#, "html"), (#""x": " ", "h": "html""#, "html"),
        (#""t": "title", "x": "text""#, "title"),
        (#""t": null, "x": "text""#, "text"), (#""t": {}, "x": "text""#, "text"),
        (#""h": "<img src='x'>""#, nil),
        (#""x": " \n ""#, nil),
    ])
    func withoutATitleTheFirstLineOfTheTextIsTheTitle(_ members: String, _ title: String?) throws {
        let item = try #require(
            try Small.item(rule: #"{"title": "t", "text": "x", "html": "h"}"#, "{\(members)}"))
        #expect(item.title == title)
    }

    @Test func aSubtitleThatIsTheTitleIsLeftOut() throws {
        let page = try Small.page(
            rule: #"{"title": ["t", "s"], "subtitle": "s", "text": "x"}"#,
            items: #"{"t": "a", "s": "b"}, {"t": "a", "s": "a"}, {"s": "c"}, {"t": null, "s": "d", "x": "d"}"#
        )
        #expect(page.titles == ["a", "a", "c", "d"])
        #expect(page.items.map(\.subtitle) == ["b", nil, nil, nil])
    }

    @Test func aSubtitleThatIsTheFirstLineIsLeftOut() throws {
        let item = try Small.item(
            rule: #"{"subtitle": "s", "text": "x"}"#, #"{"s": "line", "x": "line\nmore"}"#)
        #expect(item?.title == "line")
        #expect(item?.subtitle == nil)
    }

    // MARK: - Children

    private static func pages(single: String) -> String {
        #"""
        {"id": "id", "title": "t", "subtitle": "s", "image": "i", "action": "a", "actionType": "at", "playCount": "p",
         "labels": "l", "extras": {"kind": "k", "own": "o"},
         "children": {"list": "c", "item": {"id": "id", "title": "t", "subtitle": "s", "image": "i", "action": "a",
             "actionType": "at", "playCount": "p", "labels": "l", "valid": "v", "extras": {"kind": "k", "inner": "n"}}
             \#(single)}}
        """#
    }
    private static let merge = pages(single: #", "single": "merge""#)

    @Test(arguments: ["", #", "single": "keep""#])
    func aSingleChildIsKept(_ single: String) throws {
        let item = try #require(
            try Small.item(
                rule: ItemTests.pages(single: single), #"{"id": 1, "t": "page", "c": [{"id": 2, "t": "x"}]}"#)
        )
        #expect(item.title == "page")
        #expect(item.children.map(\.title) == ["x"])
    }

    @Test func aSingleChildFillsWhatItsItemLacks() throws {
        let page = try Small.page(
            rule: ItemTests.merge,
            items: #"""
                {"id": 1, "t": "own", "l": [], "p": -1, "k": "own", "o": 5,
                 "c": [{"id": 2, "t": "no", "s": "sub", "i": "img", "a": "go", "at": "app", "p": 3, "l": ["x"],
                        "k": "no", "n": 6}]}
                """#)
        let item = page.items[0]
        #expect(item.id == "1")
        #expect(item.title == "own")
        #expect(item.subtitle == "sub")
        #expect(item.image == "img")
        #expect(item.action == "go")
        #expect(item.actionType == "app")
        #expect(item.playCount == 3)
        #expect(item.labels == ["x"])
        #expect(item.extraNames == ["kind", "own", "inner"])
        #expect(item.text("kind") == "own")
        #expect(item.text("inner") == "6")
        #expect(item.children.isEmpty)
    }

    @Test func aSingleChildGivesItsIDToAnItemWithout() throws {
        let page = try Small.page(
            rule: ItemTests.merge, items: #"{"c": [{"id": 2, "t": "x"}]}, {"t": "y", "c": [{"t": "z"}]}"#)
        #expect(page.ids[0] == "2")
        #expect(page.ids[1].hasPrefix("auto:"))
        #expect(page.warningLines == ["derivedID /items/1"])
    }

    @Test func actionAndItsTypeStayTogether() throws {
        let page = try Small.page(
            rule: ItemTests.merge,
            items: #"""
                {"id": 1, "t": 1, "at": "outer", "c": [{"a": "go", "at": "inner"}]},
                {"id": 2, "t": 1, "at": "outer", "c": [{"a": "go"}]},
                {"id": 3, "t": 1, "at": "outer", "c": [{"t": 1}]},
                {"id": 4, "t": 1, "a": "own", "c": [{"a": "go", "at": "inner"}]}
                """#)
        #expect(page.items.map(\.action) == ["go", "go", nil, "own"])
        #expect(page.items.map(\.actionType) == ["inner", nil, "outer", nil])
    }

    @Test func severalChildrenAreKeptInOrder() throws {
        let item = try #require(
            try Small.item(
                rule: ItemTests.merge, #"{"id": 1, "c": [{"id": 3, "t": "x"}, {"id": 2, "t": "y"}]}"#))
        #expect(item.title == nil)
        #expect(item.children.map(\.id) == ["3", "2"])
    }

    @Test func ofSeveralChildrenOneMayBeLeft() throws {
        let page = try Small.page(
            rule: ItemTests.merge,
            items: #"{"id": 1, "c": [{"id": 3, "t": "x", "v": false}, {"id": 2, "t": "y"}]}"#)
        #expect(page.items[0].children.map(\.id) == ["2"])
        #expect(page.warningLines == ["itemInvalid /items/0/c/0"])
    }

    @Test func theOnlyObjectAmongJunkIsASingleChild() throws {
        let page = try Small.page(
            rule: ItemTests.merge, items: #"{"id": 1, "c": [null, {"id": 3, "t": "x"}, "junk"]}"#)
        #expect(page.items[0].title == "x")
        #expect(page.items[0].children.isEmpty)
        #expect(page.warningLines == ["itemDropped /items/0/c/0", "itemDropped /items/0/c/2"])
    }

    @Test func aSingleChildThatIsNotValidIsItsItem() throws {
        let page = try Small.page(
            rule: ItemTests.merge,
            items: #"{"id": 1, "t": "own", "c": [{"t": "x", "v": false}]}, {"id": 2, "t": "y"}"#)
        #expect(page.ids == ["2"])
        #expect(page.warningLines == ["itemInvalid /items/0/c/0"])
    }

    @Test func childrenOfTheWrongTypeAreTold() throws {
        let page = try Small.page(
            rule: ItemTests.merge,
            items:
                #"{"id": 1, "t": 1, "c": {}}, {"id": 2, "t": 1, "c": "x"}, {"id": 3, "t": 1, "c": null}, {"id": 4, "t": 1}"#
        )
        #expect(page.ids == ["1", "2", "3", "4"])
        #expect(page.warningLines == ["badField /items/0/c", "badField /items/1/c"])
        #expect(page.warnings[0].message == "expected a list of children, found an object")
    }

    /// A name is the same whether the mapping or the feed gives it.
    @Test(arguments: [
        (#""e""#, #""e""#), (#"{"a": "e.a", "b": "e.b"}"#, #""e""#), (#""e""#, #"{"a": "e.a", "c": "e.c"}"#),
    ])
    func aSingleChildAddsTheExtrasThatItsItemLacks(_ outer: String, _ inner: String) throws {
        let page = try Small.page(
            rule: """
                {"title": "t", "extras": \(outer),
                 "children": {"list": "in", "item": {"extras": \(inner)}, "single": "merge"}}
                """,
            items: #"{"t": 1, "e": {"a": 1, "b": 2}, "in": [{"e": {"a": 3, "c": 4}}]}"#)
        #expect(page.items[0].extraNames == ["a", "b", "c"])
        #expect(["a", "b", "c"].map { page.items[0].text($0) } == ["1", "2", "4"])
        #expect(page.warnings.isEmpty)
    }

    @Test func aRatingOfZeroLetsTheChildsIn() throws {
        let rule = #"""
            {"title": "t", "extras": {"rating": "r"},
             "children": {"list": "c", "item": {"extras": {"rating": "r"}}, "single": "merge"}}
            """#
        let page = try Small.page(
            rule: rule, items: #"{"t": 1, "r": 0, "c": [{"r": 4}]}, {"t": 2, "r": 3, "c": [{"r": 4}]}"#)
        #expect(page.items.map { $0.extra("rating")?.number } == [4, 3])
    }
}
