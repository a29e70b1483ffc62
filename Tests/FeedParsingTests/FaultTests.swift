import Foundation
import Testing

import FeedParsing

/// Faults inside a feed: each costs the smallest thing that holds it. The feeds are in Fixtures/faults; where
/// `../shared` is there, the reported ones that taught them give the same.
@Suite struct FaultTests {
    // MARK: - Shape

    @Test func sectionsAreFoundByTypeNotByPosition() throws {
        let before = try FeedFiles.page("faults/block-left-out-1.json", "netease-home")
        let after = try FeedFiles.page("faults/block-left-out-2.json", "netease-home")
        #expect(before.sections.map(\.key) == ["HOMEPAGE_BANNER", "HOMEPAGE_BLOCK_PLAYLIST_RCMD"])
        #expect(after.sections.map(\.key) == ["HOMEPAGE_BLOCK_PLAYLIST_RCMD"])
        #expect(after.warningLines == ["unknownSection /data/blocks/0"])
        #expect(after.warnings[0].message.contains("HOMEPAGE_BLOCK_TOMORROW"))
        #expect(after.sections[0].uid == before.sections[1].uid)
        #expect(after.sections[0].items.map(\.uid) == before.sections[1].items.map(\.uid))
    }

    @Test func aMemberOfManyTypesCostsOnlyItself() throws {
        let page = try FeedFiles.page("faults/member-of-many-types.json", "netease-home")
        #expect(
            page.outline == [
                "BANNER 1", "MUSIC_MLOG 1", "MGC_PLAYLIST 1", "OFFICIAL_PLAYLIST 1", "STYLE_RCMD 2 (2 2)",
            ])
        #expect(page.sections[2].ids == ["601"])
        #expect(page.sections[3].ids == ["602"])
        #expect(page.sections[3].title == nil)
        let songs = page.sections[4].items.flatMap(\.children)
        #expect(songs.map(\.id) == ["701", "702", "704", "705"])
        #expect(songs.map(\.playCount) == [-1, -1, 27_182_818, -1])
        #expect(
            Set(page.warningLines).isSuperset(of: [
                "itemDropped /data/blocks/5/creatives/0/resources/2",
                "itemDropped /data/blocks/5/creatives/1",
                "badField /data/blocks/5/creatives/2/resources/1/resourceExtInfo/playCount",
                "sectionDropped /data/blocks/6", "sectionDropped /data/blocks/7",
                "sectionDropped /data/blocks/8",
                "sectionDropped /data/blocks/9",
            ]))
        #expect(page.warnings.contains { $0.code == .sectionDropped && $0.path.hasPrefix("/data/blocks/4") })
    }

    @Test func anItemThatIsNotValidIsLeftOut() throws {
        let page = try FeedFiles.page("faults/item-not-valid.json", "netease-home")
        #expect(page.sections[0].ids == ["801", "803"])
        #expect(page.sections[1].items.flatMap(\.children).map(\.id) == ["811"])
        #expect(page.warnings.map(\.code) == [.itemInvalid, .itemInvalid, .itemInvalid])
    }

    @Test func idsNeverPassThroughAFloatingPointNumber() throws {
        let page = try FeedFiles.page("faults/ids-beyond-double.json", "netease-playlists")
        let ids = page.sections[0].ids
        #expect(
            ids.prefix(10) == [
                "208800000000000513", "208800000000000514", "208800000000000515", "3300000001",
                "9223372036854775807",
                "18446744073709551616", "-7", "2", "2.5", "300",
            ])
        #expect(ids.count == 13)
        #expect(Set(ids).count == 13)
        #expect(ids.suffix(3).allSatisfy { $0.hasPrefix("auto:") })
        #expect(
            page.warningLines == [
                "derivedID /result/playlists/10", "derivedID /result/playlists/11",
                "derivedID /result/playlists/12",
            ])
        #expect(page.sections[0].items[2].extra("trackCount")?.integer == 3)
    }

    @Test func derivedIDsAreTheSameInTheNextAnswer() throws {
        let first = try FeedFiles.page("faults/ids-beyond-double.json", "netease-playlists")
        let second = try FeedFiles.page("faults/ids-beyond-double.json", "netease-playlists")
        #expect(first.sections[0].ids == second.sections[0].ids)
        #expect(first.sections[0].items.map(\.uid) == second.sections[0].items.map(\.uid))
    }

    @Test func aFilmNeedsNoScore() throws {
        let page = try FeedFiles.page("faults/film-without-score.json", "douban-movies")
        let films = page.sections[0].items
        #expect(films.map(\.id) == ["1", "2", "3", "4", "5", "6", "7", "8", "9"])
        #expect(films.map { $0.extra("rating")?.number } == [7.4, 9, nil, nil, 6.8, nil, 5.5, nil, nil])
        #expect(
            films.map(\.image) == ["https://img2.example/1.jpg", "https://img2.example/2.jpg"]
                + Array(repeating: nil, count: 7))
        #expect(page.warnings.isEmpty)
    }

    // MARK: - JSON

    @Test func aNumberThatIsTooLargeCostsItself() throws {
        let page = try FeedFiles.page("faults/number-too-large.json", "netease-playlists")
        let items = page.sections[0].items
        #expect(items.map(\.id) == ["21", "22", "23", "18014398509481985", "25", "26", "27"])
        #expect(items.map(\.playCount) == [314_159, -1, -1, -1, .max, -1, 1_861_883])
        #expect(
            page.warningLines == [1, 2, 3, 5].map { "badField /result/playlists/\($0)/playCount" })
    }

    @Test func numbersAreReadAlikeInEveryLocale() throws {
        let page = try FeedFiles.page("faults/decimal-point.json", "douban-movies")
        #expect(page.sections[0].items.map { $0.extra("rating")?.number } == [8.75, 6.25, 7.125])
    }

    @Test func warningsAreBounded() throws {
        let page = try FeedFiles.page("faults/unknown-blocks-150.json", "netease-home")
        #expect(page.sections.isEmpty)
        #expect(page.warnings.count == 100)
        #expect(page.warningTotal == 150)
        #expect(page.warningLines.first == "unknownSection /data/blocks/0")
    }

    @Test func ofAKeyThatStandsTwiceTheLastOneCounts() throws {
        let page = try FeedFiles.page("faults/key-twice.json", "netease-playlists")
        #expect(page.serviceCode == "200")
        #expect(page.sections[0].ids == ["2"])
        #expect(page.sections[0].titles == ["second"])
        // "unread" stands twice as well, but nobody looks there.
        #expect(
            page.warningLines == [
                "duplicateKey /code", "duplicateKey /result/playlists/0/id",
                "duplicateKey /result/playlists/0/name",
            ])
    }

    @Test func aJSONFeedMayBeOffSpec() throws {
        let page = try FeedFiles.page("faults/json-feed-off-spec.json", "json-feed")
        let entries = page.sections[0].items
        #expect(
            entries.map(\.title) == [
                "a number", "not whole", "a boolean", "null", "a list", "odd sizes", "odd tags", "still here",
            ])
        #expect([0, 1, 5, 6, 7].map { entries[$0].id } == ["71", "2.5", "sizes", "tags", "last"])
        #expect(entries[2...4].allSatisfy { $0.id.hasPrefix("auto:") })
        #expect(entries[5].list("attachmentSizes") == ["2097152", "1024.5"])
        #expect(entries[5].list("attachmentDurations") == ["61.5", ""])
        #expect(entries[6].labels == ["alone"])
        #expect(
            page.warningLines.sorted() == [
                "badField /items/3/id", "badField /items/5/id", "derivedID /items/3", "derivedID /items/4",
                "derivedID /items/5", "duplicateID /items/2", "itemDropped /items/8", "itemDropped /items/9",
            ])
    }

    @Test func authorsAreTheEntrysElseTheFeeds() throws {
        let page = try FeedFiles.page("faults/json-feed-authors.json", "json-feed")
        let entries = page.sections[0].items
        #expect(
            entries.map { $0.list("authors") } == [
                ["The Feed"], ["Version One"], ["First", "Second"], [""], [""], ["No List"], ["The Feed"],
                ["The Feed"], ["Real"],
            ])
        #expect(
            entries.map { $0.list("authorURLs") } == [
                ["https://quay.example/"], [""], ["", "https://quay.example/2"], ["https://quay.example/u"],
                ["https://quay.example/v"], [""], ["https://quay.example/"], ["https://quay.example/"], [""],
            ])
        #expect(
            Set(page.warningLines) == [
                "badField /items/7/authors/0", "badField /items/7/authors/1", "badField /items/8/authors/0",
            ])
    }

    @Test func theAuthorOfAnOldFeedIsInherited() throws {
        let page = try FeedFiles.page("faults/json-feed-author-1.0.json", "json-feed")
        #expect(page.sections[0].items[0].list("authors") == ["Old Feed"])
        #expect(page.sections[0].items[0].list("authorURLs") == ["https://quay.example/old"])
    }

    @Test func ofAnItemThatComesTwiceTheFirstStays() throws {
        let once = try FeedFiles.page("faults/item-twice-1.json", "netease-home")
        let twice = try FeedFiles.page("faults/item-twice-2.json", "netease-home")
        #expect(once.sections[1].ids == ["10", "20", "40"])
        #expect(twice.sections[1].ids == ["10", "40", "50"])
        #expect(twice.sections[1].titles == ["甲", "新丁", "戊"])
        #expect(twice.warningLines == ["duplicateID /data/blocks/1/creatives/3"])
        #expect(once.sections[1].items[2].uid == twice.sections[1].items[1].uid)
    }

    @Test func twoBlocksOfATypeAreTwoSections() throws {
        let page = try FeedFiles.page("faults/item-twice-3.json", "netease-home")
        #expect(page.outline == ["BANNER 1", "MGC_PLAYLIST 1", "MGC_PLAYLIST 1", "PLAYLIST_RCMD 2"])
        #expect(
            page.sections.map(\.key)[1...2] == [
                "HOMEPAGE_BLOCK_MGC_PLAYLIST", "HOMEPAGE_BLOCK_MGC_PLAYLIST#2",
            ])
        #expect(page.sections[1].uid != page.sections[2].uid)
        #expect(page.warnings.map(\.code) == [.duplicateID, .duplicateID])
    }

    @Test func textsThatLeaveAreUnicode() throws {
        let page = try FeedFiles.page("faults/text-not-unicode.json", "netease-home")
        #expect(page.sections[0].titles == ["lone \u{fffd} surrogate", "zero\u{fffd}inside", "whole 🎵"])
        #expect(
            page.warningLines
                == [0, 1].map { "badText /data/blocks/0/creatives/\($0)/uiElement/mainTitle/title" })

        let films = try FeedFiles.page("faults/bom-and-bad-utf8.json", "douban-movies")
        #expect(films.sections[0].titles == ["cut \u{fffd} here"])
        #expect(films.warningLines == ["badText /subjects/0/title"])
    }
}

/// Documents that are no feed: folders in Fixtures/faults with an input and the error that it must give.
@Suite struct RefusedDocumentTests {
    struct Refused: CustomTestStringConvertible {
        var name: String
        var expected: [String: String]
        var testDescription: String { name }
    }

    /// A file expected.txt holds lines of "key: value": the mapping, and what is known of the error.
    static let documents: [Refused] = {
        let folder = FeedFiles.package.appending(path: "Tests/Fixtures/faults")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().compactMap { name in
            let file = folder.appending(path: "\(name)/expected.txt")
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
            let pairs = text.split(separator: "\n").map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return (
                    String(parts[0]), parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
                )
            }
            return Refused(name: name, expected: Dictionary(pairs) { first, _ in first })
        }
    }()

    @Test func areThere() {
        #expect(RefusedDocumentTests.documents.count == 13)
    }

    @Test(arguments: documents)
    func givesTheExpectedError(_ document: Refused) throws {
        let mapping = try #require(document.expected["mapping"])
        let error = #expect(throws: FeedError.self) {
            try FeedFiles.page("faults/\(document.name)/input.json", mapping)
        }
        let found = try #require(error)
        let facts: [String: String?] = [
            "mapping": mapping, "kind": found.kind.word, "path": found.path, "code": found.serviceCode,
            "message": found.serviceMessage, "line": found.place.map { String($0.line) },
            "column": found.place.map { String($0.column) },
        ]
        for (key, value) in document.expected {
            #expect(facts[key] == .some(value), "\(key)")
        }
        #expect(!found.message.isEmpty)
    }
}

extension FeedError.Kind {
    /// "login-needed" for `loginNeeded`, as the C face spells it.
    fileprivate var word: String {
        "\(self)".map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
    }
}

/// The reported faults themselves.
@Suite(.enabled(if: FeedFiles.hasShared))
struct ReportedFaultTests {
    private func page(_ file: String, _ mapping: String = "netease-home") throws -> Snapshot {
        try FeedFiles.sharedPage("faults/\(file)", mapping)
    }

    @Test func a01BlockLeftOut() throws {
        let before = try page("A-01-r1.json")
        let after = try page("A-01-r2.json")
        #expect(before.outline == ["BANNER 1", "PLAYLIST_RCMD 2", "ALBUM_NEW_SONG 1 (1)"])
        #expect(after.outline == ["PLAYLIST_RCMD 2", "ALBUM_NEW_SONG 1 (1)"])
        #expect(after.warningLines == ["unknownSection /data/blocks/0"])
        #expect(
            after.allItems.map(\.uid)
                == before.sections[1...].flatMap { $0.items.flatMap { [$0] + $0.children } }.map(\.uid))
    }

    @Test func a02ManyTypes() throws {
        let page = try page("A-02.json")
        #expect(
            page.outline == [
                "BANNER 1", "MUSIC_MLOG 1", "MGC_PLAYLIST 1", "OFFICIAL_PLAYLIST 1", "STYLE_RCMD 2 (2 3)",
            ])
        #expect(page.sections[2].ids == ["301"])
        #expect(page.sections[3].ids == ["302"])
        #expect(page.sections[3].title == nil)
        let songs = page.sections[4].items.flatMap(\.children)
        #expect(songs.map(\.id) == ["401", "402", "404", "405", "406"])
        #expect(songs.map(\.playCount) == [-1, 1000, -1, -1, 31_415_926])
        #expect(page.warningLines.contains("itemDropped /data/blocks/5/creatives/0/resources/2"))
    }

    @Test(
        arguments: [
            ("A-03a.http", FeedError.Kind.loginNeeded, "301", nil),
            ("A-03b.http", .refused, "-460", "denied"),
            ("A-03c.http", .refused, "-462", "稍后重试"), ("A-03d.http", .shape, nil, nil),
            ("A-03e.http", .loginNeeded, "301", "login"),
        ] as [(String, FeedError.Kind, String?, String?)])
    func a03RefusedInTheAnswer(_ file: String, _ kind: FeedError.Kind, _ code: String?, _ message: String?)
        throws
    {
        let error = #expect(throws: FeedError.self) { try page(file) }
        #expect(error?.kind == kind)
        #expect(error?.serviceCode == code)
        #expect(error?.serviceMessage == message)
    }

    @Test func a04IDs() throws {
        let ids = try page("A-04.json", "netease-playlists").sections[0].ids
        #expect(
            ids.prefix(6) == [
                "109950000000000216", "109950000000000217", "109950000000000218", "2200000001",
                "9223372036854775807",
                "1",
            ])
        #expect(ids.count == 8)
    }

    @Test func a05Scores() throws {
        let films = try page("A-05.json", "douban-movies").sections[0].items
        #expect(films.map { $0.extra("rating")?.number } == [8.3, 8, nil, nil, 7.9, nil, 6.5])
        #expect(films.map { $0.image != nil } == [true, true, true, false, false, false, false])
    }

    @Test func a06LargeNumbers() throws {
        let items = try page("A-06.json", "netease-playlists").sections[0].items
        #expect(items.map(\.id) == ["11", "12", "13", "9007199254740993"])
        #expect(items.map(\.playCount) == [271_828, -1, -1, -1])
    }

    @Test func a07DecimalPoint() throws {
        let films = try page("A-07.json", "douban-movies").sections[0].items
        #expect(films.map { $0.extra("rating")?.number } == [9.25, 7.5])
    }

    @Test(arguments: ["A-08a.json", "A-08b.json"])
    func a08Nesting(_ file: String) {
        let error = #expect(throws: FeedError.self) { try page(file) }
        #expect(error?.kind == .tooDeep)
    }

    @Test func a08Siblings() throws {
        let page = try page("A-08c.json")
        #expect(page.sections.isEmpty)
        #expect(page.warnings.count == 100)
        #expect(page.warningTotal == 3000)
    }

    @Test func a09KeyTwice() {
        let error = #expect(throws: FeedError.self) { try page("A-09.json", "netease-playlists") }
        #expect(error?.kind == .refused)
        #expect(error?.serviceCode == "-460")
    }

    @Test func a10OffSpec() throws {
        let entries = try page("A-10.json", "json-feed").sections[0].items
        #expect(entries.map(\.id).filter { !$0.hasPrefix("auto:") } == ["123", "1.5", "att", "tags", "last"])
        #expect(entries.count == 8)
        #expect(entries.last?.title == "must still be here")
    }

    @Test func a11Authors() throws {
        let page = try page("A-11.json", "json-feed")
        #expect(
            page.sections[0].items.map { $0.list("authors") } == [
                ["Feed Author"], ["Old Style"], ["Wins", "Second"], [""], ["Not In A List"], ["Feed Author"],
                ["Feed Author"],
            ])
        #expect(page.sections[0].items[3].list("authorURLs") == ["https://site.test/u"])
        #expect(Set(page.warningLines) == ["badField /items/6/authors/0", "badField /items/6/authors/1"])
    }

    @Test func a12ItemTwice() throws {
        let second = try page("A-12-r2.json")
        #expect(second.sections[1].ids == ["10", "40", "50", "60"])
        #expect(second.sections[1].titles[1] == "a")
        let third = try page("A-12-r3.json")
        #expect(third.outline == ["BANNER 1", "MGC_PLAYLIST 1", "MGC_PLAYLIST 1", "PLAYLIST_RCMD 2"])
        #expect(third.sections[2].key == "HOMEPAGE_BLOCK_MGC_PLAYLIST#2")
    }
}
