import Testing

@testable import FeedParsing

/// Ids and uids: unique in a page, the same in the next answer and in every process.
@Suite struct IdentityTests {
    private static let mapping = #"""
        {"mapping": "m", "sections": {"list": "rows", "type": "type", "items": "items"},
         "types": {"list": {"kind": "LIST"}},
         "default": {"item": {"id": "id", "title": "t", "image": "i", "action": "a", "text": "x", "html": "h",
                     "children": {"list": "c", "item": {"id": "id", "title": "t"}}}}}
        """#

    private func page(_ sections: String...) throws -> Snapshot {
        let rows = sections.map { #"{"type": "list", "items": [\#($0)]}"# }.joined(separator: ",")
        return try Mapping(text: IdentityTests.mapping).parse(text: #"{"rows": [\#(rows)]}"#)
    }

    private func uids(_ page: Snapshot) -> [UInt64] {
        page.sections.map(\.uid) + page.allItems.map(\.uid)
    }

    // MARK: - Uids

    /// What a front end has stored must be found again by the next version of the library: these values stay.
    @Test func uidsNeverChange() throws {
        let page = try page(
            #"{"id": 7, "t": "a", "c": [{"id": 7, "t": "b"}]}, {"t": "c"}"#, #"{"id": 7, "t": "a"}"#)
        #expect(page.sections.map(\.uid) == [0x6b55_5c2d_6d4d_d707, 0xfa8b_c474_2d19_2193])
        #expect(
            page.allItems.map(\.uid) == [
                0x398f_1735_e3ad_645f, 0xc0e5_ff5f_f06b_db8d, 0xf833_c08e_ab0b_e23f, 0x4482_562d_da9e_ea30,
            ])
        #expect(page.allItems.map(\.id) == ["7", "7", "auto:70ec5360342b7cd6", "7"])
    }

    @Test func uidsAreUniqueInAPage() throws {
        let items = (0..<50).map { #"{"id": \#($0), "t": 1, "c": [{"id": 1, "t": 1}, {"id": 2, "t": 1}]}"# }
        let page = try page(
            items.joined(separator: ","), items.joined(separator: ","), #"{"id": "list", "t": 1}"#)
        let all = uids(page)
        #expect(all.count == 2 * 150 + 1 + 3)
        #expect(Set(all).count == all.count)
        #expect(!all.contains(0))
    }

    @Test func uidsDoNotDependOnPlaceOrContent() throws {
        let one = try page(#"{"id": 1, "t": "a"}, {"id": 2, "t": "b", "c": [{"id": 3, "t": "c"}]}"#)
        let other = try page(
            #"{"id": "2", "t": "new", "c": [{"id": 9, "t": "x"}, {"id": 3, "t": "new"}]}, {"id": 5, "t": "e"}, {"id": 1.0, "t": "z"}"#
        )
        #expect(one.sections[0].uid == other.sections[0].uid)
        #expect(one.items[0].uid == other.items[2].uid)
        #expect(one.items[1].uid == other.items[0].uid)
        #expect(one.items[1].children[0].uid == other.items[0].children[1].uid)
    }

    @Test func uidsDependOnSectionAndParent() throws {
        let page = try page(
            #"{"id": 1, "t": 1, "c": [{"id": 1, "t": 1}]}, {"id": 2, "t": 1, "c": [{"id": 1, "t": 1}]}"#,
            #"{"id": 1, "t": 1}"#)
        #expect(Set(uids(page)).count == 7)
    }

    /// "ab" + "c" is not "a" + "bc", and no parent is not a parent with an empty name.
    @Test func theWayToAnItemIsHashedInParts() {
        let texts = ["", "a", "ab", "abc", "b", "bc", "c"]
        var seen: Set<UInt64> = []
        for section in texts {
            for parentID in [nil] + texts.map(Optional.some) {
                for id in texts {
                    let hash = section.withCString { section in
                        let parent = Parent(sectionKey: section, uid: 1)
                        return id.withCString { id in
                            parentID?.withCString { parent.item($0, uid: 2).hash(of: id) }
                                ?? parent.hash(of: id)
                        }
                    }
                    #expect(seen.insert(hash).inserted)
                }
            }
        }
    }

    // MARK: - Repeated ids

    @Test func ofAnIDThatRepeatsTheFirstStays() throws {
        let page = try page(
            #"{"id": 1, "t": "a"}, {"id": 2, "t": "b"}, {"id": "1", "t": "c"}, {"id": 1.0, "t": "d"}, {"id": 1, "t": "e"}"#
        )
        #expect(page.titles == ["a", "b"])
        #expect(page.warningLines == [2, 3, 4].map { "duplicateID /rows/0/items/\($0)" })
        #expect(page.warnings[0].message == #"the id "1" is there already; the first one stays"#)
    }

    @Test func anIDMayRepeatUnderAnotherParent() throws {
        let page = try page(
            #"{"id": 1, "t": "a", "c": [{"id": 1, "t": "b"}, {"id": 1, "t": "c"}]}, {"id": 2, "t": "d", "c": [{"id": 1, "t": "e"}]}"#
        )
        #expect(page.allItems.map(\.title) == ["a", "b", "d", "e"])
        #expect(page.warningLines == ["duplicateID /rows/0/items/0/c/1"])
    }

    @Test func theChildrenOfAnItemThatIsLeftOutGoWithIt() throws {
        let page = try page(
            #"{"id": 1, "t": "a"}, {"id": 1, "t": "b", "c": [{"id": 5, "t": "x"}]}, {"id": 5, "t": "c"}"#)
        #expect(page.allItems.map(\.title) == ["a", "c"])
        #expect(page.warningLines == ["duplicateID /rows/0/items/1"])
    }

    /// Ids that differed only in what was no Unicode are one id afterwards.
    @Test func repairedIDsMayRepeat() throws {
        let page = try page(
            #"{"id": "x\ud800", "t": "a"}, {"id": "x\ud801", "t": "b"}, {"id": "x\u0000", "t": "c"}"#)
        #expect(page.ids == ["x\u{fffd}"])
        #expect(page.titles == ["a"])
        #expect(
            page.warningLines == [
                "badText /rows/0/items/0/id", "duplicateID /rows/0/items/1", "badText /rows/0/items/1/id",
                "duplicateID /rows/0/items/2", "badText /rows/0/items/2/id",
            ])
    }

    @Test func longIDsAreShortInMessages() throws {
        let id = String(repeating: "x", count: 10_000)
        let page = try page(#"{"id": "\#(id)", "t": "a"}, {"id": "\#(id)", "t": "b"}"#)
        #expect(page.ids == [id])
        #expect(page.warnings[0].message.utf8.count < 200)
    }

    // MARK: - Derived ids

    @Test func anItemWithoutAnIDGetsADerivedOne() throws {
        let page = try page(
            #"""
            {"t": "a"}, {"id": null, "t": "b"}, {"id": "", "t": "c"}, {"id": true, "t": "d"}, {"i": "a"}, {"a": "a"},
            {"x": "a"}, {"h": "a"}, {"t": "a", "i": "a"}
            """#)
        #expect(page.items.count == 9)
        #expect(Set(page.ids).count == 9)
        #expect(page.ids.allSatisfy { $0.hasPrefix("auto:") && $0.utf8.count == 21 })
        #expect(
            page.warnings.filter { $0.code == .derivedID }.map(\.path)
                == (0..<9).map { "/rows/0/items/\($0)" })
        #expect(page.warnings[0].message == "no usable id; a derived one stands for it")
    }

    @Test func aRuleWithoutIDsTellsNothing() throws {
        let page = try Small.page(rule: #"{"title": "t"}"#, items: #"{"t": 1}, {"t": 2}"#)
        #expect(page.ids.allSatisfy { $0.hasPrefix("auto:") })
        #expect(page.warnings.isEmpty)
    }

    @Test func derivedIDsStayWithTheirItem() throws {
        let one = try page(#"{"t": "a", "i": "x"}, {"t": "b"}"#)
        let other = try page(
            #"{"id": 9, "t": "new"}, {"t": "b", "c": [{"id": 1, "t": 1}]}, {"id": "", "t": "a", "i": "x"}"#)
        #expect(one.items[0].id == other.items[2].id)
        #expect(one.items[0].uid == other.items[2].uid)
        #expect(one.items[1].uid == other.items[1].uid)
    }

    @Test func itemsThatShowTheSameAreNumbered() throws {
        let page = try page(#"{"t": "a"}, {"t": "a"}, {"t": "b"}, {"t": "a"}"#)
        let first = page.ids[0]
        #expect(page.ids == [first, first + "#2", page.ids[2], first + "#3"])
        #expect(Set(page.items.map(\.uid)).count == 4)

        // A server may have such ids of its own.
        let mean = try self.page(
            #"{"id": "\#(first)#2", "t": "x"}, {"t": "a"}, {"t": "a"}, {"t": "a"}, {"id": "\#(first)#3", "t": "y"}"#
        )
        #expect(mean.ids == [first + "#2", first, first + "#3", first + "#4"])
        #expect(mean.warnings.filter { $0.code == .duplicateID }.map(\.path) == ["/rows/0/items/4"])
    }

    // MARK: - Collisions

    /// Under the item "p" of a section, with a hash that was made to be that of others too.
    private func claim(_ identities: inout Identities, _ hash: UInt64, _ parent: UInt64, _ id: StaticString)
        -> UInt64?
    {
        let text = UnsafeRawPointer(id.utf8Start).assumingMemoryBound(to: CChar.self)
        let parent = Parent(sectionKey: "s", uid: 100).item("p", uid: parent)
        if case .new(let uid) = identities.claim(hash, text, under: parent) { return uid }
        return nil
    }

    @Test func idsWithOneHashGetTwoUids() {
        var identities = Identities()
        #expect(claim(&identities, 5, 1, "a") == 5)
        let moved = claim(&identities, 5, 1, "b")
        #expect(moved != nil && moved != 5)
        // Each is still found when it comes again, and the same id under another parent is another one.
        #expect(claim(&identities, 5, 1, "a") == nil)
        #expect(claim(&identities, 5, 1, "b") == nil)
        let other = claim(&identities, 5, 2, "a")
        #expect(other != nil && other != 5 && other != moved)
    }

    @Test func whatMovesMovesToTheSameUidInEverySnapshot() {
        var one = Identities()
        #expect(claim(&one, 5, 1, "a") == 5)
        var other = Identities()
        _ = claim(&other, 77, 1, "x")
        _ = claim(&other, 77, 1, "y")
        #expect(claim(&other, 5, 1, "a") == 5)
        #expect(claim(&one, 5, 1, "b") == claim(&other, 5, 1, "b"))
    }

    /// Malice can make any number of ids with one hash: each still gets a uid of its own, soon.
    @Test func aThousandIDsWithOneHash() {
        var identities = Identities()
        let arena = Arena()
        let parent = Parent(sectionKey: "s", uid: 1)
        var uids: Set<UInt64> = []
        for number in 0..<1000 {
            let claim = identities.claim(5, arena.store("id\(number)"), under: parent)
            if case .new(let uid) = claim { uids.insert(uid) }
        }
        #expect(uids.count == 1000)
        withExtendedLifetime(arena) {}
    }
}
