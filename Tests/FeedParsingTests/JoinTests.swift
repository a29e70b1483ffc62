import Testing

@testable import FeedParsing

/// Two pages joined into one: the round menus of a home page, which come from an address of their own.
@Suite struct JoinTests {
    private func page(_ keys: String..., more: String = "") throws -> Snapshot {
        let rows = keys.map {
            #"""
            {"type": "\#($0)", "items": [{"id": 1, "title": "\#($0) 1", "c": [{"id": 1, "title": "child"}]},
                                         {"id": 2, "title": "\#($0) 2"}]}
            """#
        }
        let mapping = try Mapping(
            text: #"""
                {"mapping": "m", "status": {"code": "code", "message": "msg", "good": [200]}, "page": {"cursor": "next"},
                 "sections": {"list": "rows", "type": "type", "items": "items"},
                 "types": {"a": {"kind": "LIST"}, "b": {"kind": "LIST"}, "c": {"kind": "LIST"}, "m": {"kind": "MENUS"}},
                 "default": {"item": {"id": "id", "title": "title",
                             "children": {"list": "c", "item": {"id": "id", "title": "title"}}}}}
                """#)
        return try mapping.parse(text: #"{\#(more)"rows": [\#(rows.joined(separator: ","))]}"#)
    }

    private func uids(_ page: Snapshot) -> [UInt64] {
        page.sections.map(\.uid) + page.allItems.map(\.uid)
    }

    @Test(arguments: [
        (0, ["m", "a", "b", "c"]), (1, ["a", "m", "b", "c"]), (3, ["a", "b", "c", "m"]),
        (4, ["a", "b", "c", "m"]),
        (Int.max, ["a", "b", "c", "m"]), (-1, ["m", "a", "b", "c"]), (Int.min, ["m", "a", "b", "c"]),
    ])
    func goesInAtThePosition(_ position: Int, _ keys: [String]) throws {
        let joined = try page("a", "b", "c").joined(with: page("m"), at: position)
        #expect(joined.sections.map(\.key) == keys)
        #expect(joined.section(key: "m")?.titles == ["m 1", "m 2"])
        #expect(joined.section(key: "m")?.kind == .menus)
    }

    @Test func severalSectionsGoInTogether() throws {
        let joined = try page("a", "b").joined(with: page("m", "c"), at: 1)
        #expect(joined.sections.map(\.key) == ["a", "m", "c", "b"])
    }

    @Test func aPageWithoutSectionsStaysWithout() throws {
        #expect(try page().joined(with: page("m"), at: 0).sections.isEmpty)
        #expect(try page().joined(with: page(), at: 0).sections.isEmpty)
        #expect(try page("a").joined(with: page(), at: 0).sections.map(\.key) == ["a"])
    }

    @Test func joinsOnePageWithTwo() throws {
        let menus = try page("m")
        let one = try page("a").joined(with: menus, at: 1)
        let two = try page("b").joined(with: menus, at: 1)
        #expect(one.sections[1].uid == two.sections[1].uid)
        #expect(one.sections[1].items[0].uid == menus.sections[0].items[0].uid)
    }

    @Test func whatIsUniqueKeepsItsUids() throws {
        let (one, other) = (try page("a", "b"), try page("m"))
        let joined = one.joined(with: other, at: 1)
        #expect(Set(uids(joined)) == Set(uids(one) + uids(other)))
        #expect(joined.sections[1].items[0].id == "1")
    }

    @Test func aKeyThatIsTakenGetsANumber() throws {
        let (one, other) = (try page("a", "b"), try page("b", "a"))
        let joined = one.joined(with: other, at: 1)
        #expect(joined.sections.map(\.key) == ["a", "b#2", "a#2", "b"])
        #expect(joined.sections.map(\.type) == ["a", "b", "a", "b"])
        #expect(Set(uids(joined)).count == 4 * 4)
        #expect(joined.section(key: "b#2")?.titles == ["b 1", "b 2"])
        // The page's own sections are as they were, the others what a second one in that page would be.
        #expect(joined.sections[0].uid == one.sections[0].uid)
        let twice = try page("a", "b", "b")
        #expect(joined.sections[1].uid == twice.sections[2].uid)
        #expect(joined.sections[1].items.map(\.uid) == twice.sections[2].items.map(\.uid))
        #expect(joined.sections[1].items[0].children[0].uid == twice.sections[2].items[0].children[0].uid)
        // Both pages stay as they are.
        #expect(other.sections.map(\.key) == ["b", "a"])
        #expect(other.sections[0].uid == one.sections[1].uid)
    }

    @Test func aPageJoinsWithItself() throws {
        let page = try page("a")
        let joined = page.joined(with: page, at: 1).joined(with: page, at: 1)
        #expect(joined.sections.map(\.key) == ["a", "a#3", "a#2"])
        #expect(Set(uids(joined)).count == 3 * 4)
    }

    @Test func pageFieldsAreThoseOfThePage() throws {
        let one = try page("a", more: #""code": 200, "msg": "one", "next": "n1", "#)
        let other = try page("m", more: #""code": "200", "msg": "other", "next": "n2", "#)
        let joined = one.joined(with: other, at: 1)
        #expect(joined.serviceCode == "200")
        #expect(joined.message == "one")
        #expect(joined.cursor == "n1")
        #expect(joined.rest == #"{"code": 200, "msg": "one", "next": "n1", "rows": []}"#)
    }

    @Test func warningsAreThoseOfBoth() throws {
        let one = try page("a", "new", more: #""next": {}, "#)
        let other = try page("m", "newer", more: #""next": [], "#)
        let joined = one.joined(with: other, at: 1)
        #expect(
            joined.warningLines == [
                "badField /next", "unknownSection /rows/1", "badField /next", "unknownSection /rows/1",
            ])
        #expect(joined.warningTotal == 4)
        #expect(joined.warnings[1].message.contains("new\""))
        #expect(joined.warnings[3].message.contains("newer"))
    }

    /// "Load more", for a long time: what is kept makes no chain, which would take stack to let go of.
    @Test func aPageCanBeJoinedAgainAndAgain() throws {
        let more = try page("a")
        var joined = more
        for _ in 0..<100 { joined = joined.joined(with: more, at: .max) }
        #expect(joined.sections.last?.key == "a#101")
        #expect(joined.kept.count == 3 * 101 + 100)
        #expect(joined.kept.allSatisfy { !($0 is Snapshot) })
    }

    /// A joined page keeps what it points into, whoever lets go of what.
    @Test func outlivesItsParts() throws {
        var joined: Snapshot? = try page("a").joined(with: page("m"), at: 1)
        joined = try page("b").joined(with: #require(joined), at: 1)
        let menus = try #require(joined?.sections[2])
        joined = nil
        #expect(menus.key == "m")
        #expect(menus.titles == ["m 1", "m 2"])
        #expect(String(decoding: menus.rawJSON, as: UTF8.self).hasPrefix(#"{"type": "m""#))
    }

    // MARK: - Sections of the front end's own

    @Test func ownSectionsKeepTheirKeys() throws {
        let (server, own) = (try page("a", "b", "new"), [try page("b"), try page("c")])
        let joined = server.joined(after: own)
        #expect(joined.sections.map(\.key) == ["b", "c", "a", "b#2", "new"])
        #expect(joined.sections[0].uid == own[0].sections[0].uid)
        #expect(joined.sections[0].items.map(\.uid) == own[0].sections[0].items.map(\.uid))
        #expect(Set(uids(joined)).count == 5 * 4)
        #expect(joined.warningLines == ["unknownSection /rows/2"])
        // What nothing clashes with isn't copied.
        #expect(joined.sectionRecords[0] == own[0].sectionRecords[0])
        #expect(joined.sectionRecords[2] == server.sectionRecords[0])
        #expect(server.joined(after: []) === server)
    }

    @Test func someSectionsOfAPageAreAPage() throws {
        let whole = try page("a", "b", "new", more: #""next": "n", "#)
        #expect(whole.showing([0, 1, 2]) === whole)
        let some = whole.showing([2, 0])
        #expect(some.sections.map(\.key) == ["new", "a"])
        #expect(some.cursor == "n")
        #expect(some.warningTotal == 1)
        #expect(whole.showing([]).sections.isEmpty)
        #expect(some.showing([0, 1]) === some)
    }

    @Test func anEmptyPageSaysNothing() throws {
        let page = Snapshot.empty
        #expect(page.sections.isEmpty && page.warnings.isEmpty && page.restJSON.isEmpty)
        #expect(page.cursor == nil && page.hasMore == nil && page.refreshInterval == -1)
        #expect(page.joined(after: [try self.page("a")]).sections.map(\.key) == ["a"])
    }
}
