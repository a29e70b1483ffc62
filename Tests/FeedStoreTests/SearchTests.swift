import FeedFetching
import Foundation
import Testing

@testable import FeedStore

/// Finding people: the same as a slow plain scan finds, in the same order.
@Suite(.timeLimit(.minutes(5))) struct SearchTests {
    let folder = Folder()

    // MARK: - Beside a plain scan

    @Test(.serialized, arguments: 1...6) func itFindsWhatAPlainScanFinds(_ seed: UInt64) async {
        var random = Random(seed)
        var crowd = (0..<300).map { random.person("\($0)") }
        let shelf = Shelf(seed.isMultiple(of: 2) ? folder.file() : nil)
        await shelf.add(crowd)
        // Some change, some go.
        for _ in 0..<60 {
            let place = random.below(crowd.count)
            crowd[place] = random.person(crowd[place].id)
            await shelf.add([crowd[place]])
        }
        for _ in 0..<30 {
            let gone = crowd.remove(at: random.below(crowd.count))
            let left = try? await shelf.removeUser(gone.id).get()
            #expect(left == crowd.count)
        }
        var (foundCount, wrongCount) = (0, 0)
        let plain = PlainScan(crowd)
        for round in 0..<400 where wrongCount < 3 {
            let query = random.query(crowd)
            let limit = round % 3 == 0 ? 1 + random.below(5) : 1000
            let expected = plain.find(query, limit: limit)
            let found = await shelf.search(query, limit: limit)
            if found != expected {
                wrongCount += 1
                let people = crowd.filter { (found ?? []).contains($0.id) != expected.contains($0.id) }
                Issue.record(
                    "\(query.debugDescription), \(limit): \(people.map(\.json).prefix(3)) \(found ?? []) \(expected)"
                )
            }
            foundCount += expected.count
        }
        #expect(wrongCount == 0 && foundCount > 1000)
        if seed.isMultiple(of: 2) { #expect(await shelf.faults() == []) }
        #expect(shelf.notes.isEmpty)
    }

    // MARK: - Cases

    static let crowd = [
        Person(id: "1", username: "bob_smith", displayName: "Anna", bio: "likes C++ and 東京タワー"),
        Person(id: "2", username: "ANNA", displayName: "Zoë Müller", bio: "100% 😀"),
        Person(id: "3", username: "annabel", displayName: "小明 Wang", bio: "a.b-c"),
        Person(id: "4", username: "anna.k", displayName: "ÉMILE", bio: nil),
        Person(id: "5", username: "xaver", displayName: "Ελλη Жук", bio: "friend of anna, \"quoted\""),
        Person(id: "6", username: nil, displayName: "김철수", bio: "^_^ 👩‍💻👩‍💻"),
        Person(id: "7", username: "小红", displayName: "Red", bio: "NEAR and NOT"),
    ]

    static let cases: [(String, [String])] = [
        // Rank by rank: the username, what begins with it, the names, the bio.
        ("anna", ["2", "4", "3", "1", "5"]), ("ANNA", ["2", "4", "3", "1", "5"]), ("@anna", ["2", "4", "3"]),
        ("an", ["2", "4", "3", "1", "5", "7"]),
        ("@smith", ["1"]), ("@bob_smith", ["1"]), ("@bob_s", ["1"]), ("bob.smith", ["1"]), ("@müller", []),
        ("zoe", ["2"]), ("ZOË", ["2"]), ("mull", ["2"]), ("emile", ["4"]), ("ελλ", ["5"]), ("ΕΛΛΗ", ["5"]),
        ("жу", ["5"]),
        // Several words, in any order, in any of the texts.
        ("anna smith", ["1"]), ("smith anna", ["1"]), ("  anna\u{3000}friend\t", ["5"]), ("@anna zoe", ["2"]),
        ("anna nobody", []),
        // Parts: one, two, three characters.
        ("小", ["7", "3"]), ("小明", ["3"]), ("明", ["3"]), ("京タ", ["1"]), ("東京タワー", ["1"]), ("京タワー", ["1"]),
        ("タワー小", []), ("철수", ["6"]), ("김철수", ["6"]), ("@小", ["7"]), ("@明", []), ("小明 wang", ["3"]),
        ("likes タワ", ["1"]), ("c++", ["1", "3"]), ("++", ["1"]), ("%", ["2"]), ("0%", []),
        ("_", ["1", "6"]), ("^_^", ["6"]), ("😀", ["2"]), ("👩‍💻", ["6"]), ("👩‍💻👩‍💻", ["6"]), ("💻👩", ["6"]),
        (".", ["4", "3"]),
        ("\"", ["5"]), ("\"quoted\"", ["5"]), ("'", []), ("-", ["3"]), ("@_", ["1"]), ("b-c", ["3"]),
        ("near", ["7"]),
        ("NOT", ["7"]), ("NEAR(a b)", []), ("a* OR b", []), ("username:anna", []),
        ("^anna", ["1", "2", "3", "4", "5"]),
    ]

    @Test(arguments: cases) func whoIsFound(_ query: String, _ ids: [String]) async {
        let shelf = Shelf(nil)
        await shelf.add(SearchTests.crowd)
        #expect(await shelf.search(query) == ids)
        #expect(PlainScan(SearchTests.crowd).find(query) == ids)
    }

    static let weird: [String] = [
        "", " ", "\u{3000}\n", "@", "@ @ @", "@@", "\"", "\"\"", "'", "*", "a*", "(", ")", "(a", "a OR", "OR",
        "AND", "NOT",
        "NEAR(", "a NEAR/2 b", "a ^ b", "^", ":", "a:b", "{a b}: c", "{", "}", "-a", "+a", "--", ";",
        "; DROP TABLE users",
        "%", "_", "\\", "\\%", "a\u{0}b", "\u{0}", "\u{1}\u{7f}", "\u{FEFF}", "\u{200B}", "\u{301}",
        "a\u{301}", "؟", "।", "€",
        "①", "½", "ß", "ﬁ", "İ", "ı", "\u{10FFFF}", "\u{E000}", "𝒜", "𠮷", "👨‍👩‍👧‍👦", "🇩🇪", "☺️", "ᄀ", "ｱ", "〜", "・",
        "ー",
        String(repeating: "a", count: 100_000), String(repeating: "小", count: 100_000),
        String(repeating: "\"", count: 5000),
        String(repeating: "a ", count: 10_000), String(repeating: "% ", count: 10_000),
        String(repeating: " ", count: 1_000_000),
        String(repeating: "e\u{301}", count: 1000), String(repeating: "小明a ", count: 50),
        String(repeating: "@", count: 500),
    ]

    @Test(.serialized, arguments: weird.indices) func anyTextIsAQuery(_ index: Int) async {
        let query = SearchTests.weird[index]
        let shelf = Shelf(nil)
        await shelf.add(SearchTests.crowd)
        await shelf.add([
            Person(id: "q", username: String(query.prefix(300)), displayName: query + "x", bio: nil)
        ])
        for text in [query, query + " a", "小 " + query, "@" + query] {
            #expect(await shelf.search(text) != nil, "\(text.prefix(50))")
        }
        #expect(await shelf.search(query)?.contains("q") == !UserQuery(query).words.isEmpty)
        #expect(await shelf.count() == SearchTests.crowd.count + 1)
        #expect(shelf.notes.isEmpty)
    }

    @Test func noWordFindsNobody() async {
        let shelf = Shelf(nil)
        await shelf.add(SearchTests.crowd)
        for query in ["", " ", "@", " @ \u{3000}", "\u{0}"] { #expect(await shelf.search(query) == []) }
        for limit in [0, -1, .min] { #expect(await shelf.search("anna", limit: limit) == []) }
        #expect(await shelf.search("anna", limit: .max)?.count == 5)
        #expect(await shelf.search("anna", limit: 2) == ["2", "4"])
        #expect(await Shelf(nil).search("anna") == [])
    }

    @Test func sixteenWordsCount() {
        let words = UserQuery((0..<40).map { "w\($0)" }.joined(separator: " ")).words
        #expect(words.map { String(decoding: $0.text, as: UTF8.self) } == (0..<16).map { "w\($0)" })
        let long = UserQuery(String(repeating: "é", count: 500) + " b").words
        #expect(long.count == 2 && long[0].text.count == 256)
        #expect(String(validating: long[0].text, as: UTF8.self) != nil)
    }

    @Test func whoeverCameFirstComesFirst() async {
        let shelf = Shelf(nil)
        await shelf.add(
            (0..<50).reversed().map { Person(id: "\($0)", username: "u\($0)", displayName: "Kim", bio: "x") })
        #expect(await shelf.search("kim", limit: 5) == ["49", "48", "47", "46", "45"])
        await shelf.add([Person(id: "46", username: "u46", displayName: "Kim", bio: "y")])
        #expect(await shelf.search("kim", limit: 5) == ["49", "48", "47", "46", "45"])
        #expect(await shelf.search("u", limit: 4) == ["0", "1", "10", "11"])
    }

    // MARK: - Cancelling

    @Test func aTaskInterruptsItselfOnly() async throws {
        let shelf = Shelf(folder.file())
        await shelf.add(SearchTests.crowd)
        let (task, other) = (StoreTask(), StoreTask())
        let kind: StoreError.Kind? = await withCheckedContinuation { continuation in
            shelf.store.perform { database throws(StoreError) in
                guard let database else { return continuation.resume(returning: nil) }
                let endless = Statement(
                    database,
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT max(i) FROM n")
                let counting = Statement(
                    database,
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT max(i) FROM n"
                )
                other.cancel()
                var kind: StoreError.Kind?
                do throws(StoreError) {
                    try task.run(on: database) { () throws(StoreError) in
                        other.cancel()
                        let number = try counting.only()
                        if number != 100_000 { return }
                        // Until it is over: the first may come before there is something to interrupt.
                        let isOver = WakeupFD()
                        DispatchQueue.global().async {
                            repeat { task.cancel() } while isOver?.wait(1) == false
                        }
                        defer { isOver?.raise() }
                        try endless.run()
                    }
                } catch {
                    kind = error.kind
                }
                continuation.resume(returning: kind)
            }
        }
        #expect(kind == .interrupted)
        task.cancel()
        #expect(await shelf.search("anna")?.count == 5)
        #expect(shelf.notes.isEmpty)
    }

    @Test func cancelledSearchesStaySilent() async {
        let shelf = Shelf(nil)
        await shelf.add(people(2000))
        let calls = Tally()
        for round in 0..<100 {
            let query = ["% ++ 小", "name of the", "@user name %", "東京タワー"][round % 4]
            let task = shelf.store.findUsers(query, limit: 10) { _ in calls.add() }
            if round % 2 == 0 { usleep(UInt32(round * 10)) }
            task.cancel()
            #expect(await shelf.search("user7", limit: 1) == ["7"])
        }
        #expect(calls.count < 100)
    }
}

/// What a search finds, by looking at everybody.
struct PlainScan {
    private struct Word {
        var text: Text
        var isForUsername: Bool
        var isPart: Bool
    }

    /// A text as it is looked at.
    private struct Text {
        let small: [UInt8]
        let tokens: [[UInt32]]

        init(_ text: String) {
            small = text.utf8.map { $0 >= 65 && $0 <= 90 ? $0 + 32 : $0 }
            tokens = PlainScan.tokens(text)
        }

        func contains(_ part: Text) -> Bool {
            small.indices.contains { small[$0...].starts(with: part.small) }
        }

        func begins(_ words: Text) -> Bool {
            tokens.indices.contains { start in
                guard start + words.tokens.count <= tokens.count else { return false }
                for (place, word) in words.tokens.enumerated() {
                    let token = tokens[start + place]
                    let isLast = place == words.tokens.count - 1
                    if isLast ? !token.starts(with: word) : token != word { return false }
                }
                return true
            }
        }
    }

    private struct Entry {
        let id: String
        let username, displayName, bio: Text?
    }

    private let entries: [Entry]

    /// Who came first comes first.
    init(_ crowd: [Person]) {
        entries = crowd.map {
            Entry(
                id: $0.id, username: $0.username.map { Text($0) },
                displayName: $0.displayName.map { Text($0) },
                bio: $0.bio.map { Text($0) })
        }
    }

    func find(_ query: String, limit: Int = 1000) -> [String] {
        let words = words(query)
        if words.isEmpty { return [] }
        var ranks: [[Entry]] = [[], [], [], []]
        for entry in entries where fits(entry, words, inBio: true) {
            ranks[rank(entry, words)].append(entry)
        }
        // Stable, since places are compared as well.
        ranks[1] = ranks[1].enumerated().sorted {
            let (one, other) = ($0.element.username?.small ?? [], $1.element.username?.small ?? [])
            return one == other ? $0.offset < $1.offset : one.lexicographicallyPrecedes(other)
        }.map(\.element)
        return Array(ranks.joined().prefix(limit).map(\.id))
    }

    private func words(_ query: String) -> [Word] {
        query.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\0" }.prefix(16).compactMap {
            part in
            let isForUsername = part.first == "@"
            let text = String(String.UnicodeScalarView(isForUsername ? part.dropFirst() : part))
            if text.isEmpty { return nil }
            let isPart =
                text.unicodeScalars.contains(where: PlainScan.isCJK) || PlainScan.tokens(text).isEmpty
            return Word(text: Text(text), isForUsername: isForUsername, isPart: isPart)
        }
    }

    private func rank(_ entry: Entry, _ words: [Word]) -> Int {
        if words.count == 1, let name = entry.username?.small {
            if name == words[0].text.small { return 0 }
            if name.starts(with: words[0].text.small) { return 1 }
        }
        return fits(entry, words, inBio: false) ? 2 : 3
    }

    private func fits(_ entry: Entry, _ words: [Word], inBio: Bool) -> Bool {
        words.allSatisfy { word in
            var texts = [entry.username]
            if !word.isForUsername { texts += inBio ? [entry.displayName, entry.bio] : [entry.displayName] }
            return texts.contains { text in
                guard let text else { return false }
                return word.isPart ? text.contains(word.text) : text.begins(word.text)
            }
        }
    }

    /// Letters and digits that stand together, without case and marks.
    static func tokens(_ text: String) -> [[UInt32]] {
        var tokens: [[UInt32]] = [[]]
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
            if (0x300...0x36f).contains(scalar.value) { continue }
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                .decimalNumber,
                .letterNumber, .otherNumber, .privateUse:
                tokens[tokens.count - 1] += scalar.properties.lowercaseMapping.unicodeScalars.map(\.value)
            default:
                tokens.append([])
            }
        }
        return tokens.filter { !$0.isEmpty }
    }

    static func isCJK(_ scalar: Unicode.Scalar) -> Bool {
        [0x1100...0x11ff, 0x3040...0x30ff, 0x4e00...0x9fff, 0xac00...0xd7a3, 0x20000...0x3ffff].contains {
            $0.contains(Int(scalar.value))
        }
    }
}

/// Names and queries out of few pieces, so that they meet.
struct Random {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed &* 0x9e37_79b9_7f4a_7c15
    }

    mutating func below(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(count))
    }

    mutating func one<Element>(of list: [Element]) -> Element { list[below(list.count)] }

    static let pieces = [
        "a", "an", "na", "b", "ben", "E", "é", "É", "e\u{301}", "ö", "Ü", "ñ", "ç", "Å", "x1", "2", "42", "Ж",
        "жу", "α", "Λ",
        "小", "明", "小明", "李", "ひ", "カタ", "ー", "김", "철수", "😀", "🎧", "❤️", "👩‍💻", "🥰", "_", "-", ".", "+", "++",
        "%", "'",
        "\"", "*", "(", ")", ":", "^", "@", "\\", "…", "€", "A", "B", "Nn",
    ]

    mutating func text(_ maxCount: Int, _ space: String?) -> String {
        var text = ""
        for _ in 0..<(1 + below(maxCount)) {
            text += one(of: Random.pieces)
            if let space, below(3) == 0 { text += space }
        }
        return text
    }

    mutating func person(_ id: String) -> Person {
        let username = below(8) == 0 ? nil : text(3, nil)
        let displayName = text(5, " ")
        return Person(
            id: id, username: username,
            displayName: displayName.allSatisfy(\.isWhitespace) ? "x" : displayName,
            bio: below(3) == 0 ? nil : text(12, " "))
    }

    /// A few pieces, or a piece of somebody.
    mutating func query(_ crowd: [Person]) -> String {
        var words: [String] = []
        for _ in 0..<(below(3) == 0 ? 1 + below(3) : 1) {
            let person = one(of: crowd)
            var word = text(2, nil)
            if below(2) == 0 {
                let source = Array(
                    (one(of: [person.username, person.displayName, person.bio]) ?? "a").unicodeScalars)
                let start = below(source.count)
                word = String(String.UnicodeScalarView(source[start...].prefix(1 + below(6))))
            }
            words.append((below(5) == 0 ? "@" : "") + word)
        }
        return words.joined(separator: one(of: [" ", "  ", "\u{3000}", "\t"]))
    }
}
