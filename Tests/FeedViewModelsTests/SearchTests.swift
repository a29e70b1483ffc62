import FeedFetching
import FeedParsing
import FeedStore
import Testing

@testable import FeedViewModels

/// Searches over servers that are answered by hand, and a manual clock.
@Suite struct SearchTests {
    private static let server =
        #"{"name": "web", "url": "https://s.test/find?q={query}", "mapping": "users"}"#
    private static let config = #"{"sources": [\#(server)]}"#

    private func users(_ names: String) -> String {
        let rows = names.split(separator: " ").map { #"{"id": "\#($0)", "username": "\#($0)"}"# }
        return "[" + rows.joined(separator: ",") + "]"
    }

    // MARK: - Queries

    @Test func whatIsTypedIsAskedWhenTheKeysRest() throws {
        let live = try LiveSearch(SearchTests.config)
        #expect(live.search.state == .prompt)
        #expect(live.search.prompt == "Search for users and get connected")
        #expect(live.search.placeholder == "Search with @usernames")
        live.type("a")
        #expect(live.search.state == .prompt && live.search.query == "a")
        live.settle()
        #expect(live.search.state == .loading && live.taken() == ["loading"])
        live.wait(200)
        live.type("an")
        live.wait(299)
        #expect(live.network.takenURLs() == [])
        live.wait(1)
        #expect(live.network.takenURLs() == ["https://s.test/find?q=an"])
        #expect(live.taken() == [])
        live.network.answer("q=an", users("anna andy"))
        live.settle()
        #expect(live.results.outline == "users: anna andy")
        #expect(live.search.state == .results && live.taken() == ["results"])
        #expect(live.results.feed.revision == 1)
    }

    @Test func withoutDebounceItIsAskedAtOnce() throws {
        let live = try LiveSearch(#"{"debounce": 0, "sources": [\#(SearchTests.server)]}"#)
        live.type("a")
        live.settle()
        #expect(live.network.takenURLs() == ["https://s.test/find?q=a"])
    }

    @Test func sameQueryIsAskedOnce() throws {
        let live = try LiveSearch(SearchTests.config)
        for query in ["ab", " ab", "ab\n", "\u{3000}ab\u{3000} "] { live.type(query) }
        live.wait(300)
        #expect(live.network.takenURLs() == ["https://s.test/find?q=ab"])
        #expect(live.search.query == "\u{3000}ab\u{3000} ")
        live.network.answer("q=ab", users("ab"))
        live.settle()
        live.type("ab ")
        live.wait(300)
        #expect(live.network.takenURLs() == [] && live.search.state == .results)
    }

    @Test(arguments: [
        ("a b", "a%20b"), ("@ab", "%40ab"), ("50%", "50%25"), ("a&b=c#d", "a%26b%3Dc%23d"), ("+", "%2B"),
        ("周", "%E5%91%A8"), ("😀", "%F0%9F%98%80"), ("{query}", "%7Bquery%7D"),
        ("\"a\" OR *", "%22a%22%20OR%20*"),
    ])
    func anyTextFitsIntoAnAddress(query: String, encoded: String) throws {
        let live = try LiveSearch(
            #"""
            {"debounce": 0, "sources": [{"name": "web", "url": "https://s.test/{query}/x", "mapping": "users",
             "parameters": {"q": "<{query}>", "n": 5}}]}
            """#)
        live.type(query)
        live.settle()
        let form = "<\(query)>".formEncoded
        #expect(live.network.takenURLs() == ["https://s.test/\(encoded)/x?q=\(form)&n=5"])
    }

    // MARK: - One query after the other

    @Test func resultsStayUntilNewOnesCome() throws {
        let live = try LiveSearch(SearchTests.config, showing: "ab", users("ab abc"))
        live.type("abc")
        live.wait(300)
        #expect(live.search.state == .loading && live.results.outline == "users: ab abc")
        live.network.answer("q=abc", users("abc abcd"))
        live.settle()
        #expect(live.results.outline == "users: abc abcd")
        #expect(live.results.takenChanges() == ["items 0.0 -1+0", "items 0.1 -0+1"])
        live.type("x")
        live.wait(300)
        live.network.answer("q=x", users(""))
        live.settle()
        #expect(live.results.outline == "" && live.search.state == .empty)
    }

    @Test func answersOfOlderQueriesNeverShow() throws {
        let live = try LiveSearch(SearchTests.config)
        live.type("a")
        live.wait(300)
        let request = try #require(live.results.feed.openRequests.first)
        // It has come, and waits for dispatch, when the next key is pressed.
        live.network.answer("q=a", users("a"))
        live.context.advance(0)
        live.type("ab")
        live.settle()
        #expect(live.results.outline == "" && live.search.state == .loading)
        #expect(live.results.taken().contains("\(request) complete cancelled"))
        live.wait(300)
        live.network.answer("q=ab", users("ab"))
        live.settle()
        #expect(live.results.outline == "users: ab" && live.search.state == .results)
        #expect(live.results.feed.openRequests == [])
    }

    @Test func whatIsAskedInVainIsCancelled() throws {
        let live = try LiveSearch(SearchTests.config)
        live.type("a")
        live.wait(300)
        live.type("b")
        live.settle()
        #expect(live.network.cancelCount == 1 && live.network.urls == [])
        live.wait(300)
        #expect(live.network.urls == ["https://s.test/find?q=b"])
    }

    @Test func withoutQueryItGoesBackToThePromptInTheNextDispatch() throws {
        let live = try LiveSearch(SearchTests.config, showing: "ab", users("ab abc"))
        live.type("abc")
        live.wait(300)
        _ = live.taken()
        live.also = { #expect(live.search.state != .prompt || live.results.outline == "") }
        defer { live.also = nil }
        live.type("  ")
        #expect(live.results.outline == "users: ab abc" && live.search.state == .loading)
        #expect(live.context.dispatch(0) == .ok)
        #expect(live.results.outline == "" && live.search.state == .prompt && live.taken() == ["prompt"])
        #expect(live.results.feed.state(of: 0) == .idle)
        live.wait(1000)
        #expect(live.network.urls == [] && live.results.feed.openRequests == [])
        #expect(live.search.state == .prompt && live.taken() == [])
    }

    @Test func emptiedAndTypedAgainInOneDispatch() throws {
        let live = try LiveSearch(SearchTests.config, showing: "ab", users("ab"))
        live.type("")
        live.type("ab")
        live.wait(300)
        live.network.answer("q=ab", users("ab"))
        live.settle()
        #expect(live.results.outline == "users: ab" && live.search.state == .results)
    }

    @Test func halfTellingIsTold() throws {
        let live = try LiveSearch(SearchTests.config, showing: "a", users("a b c d e f"))
        live.type("b")
        live.wait(300)
        live.network.answer("q=b", users("f x d y b"))
        live.context.advance(0)
        // One of many changes is told; LiveFeed checks that the list keeps up to the end.
        for _ in 0..<2 { #expect(live.context.dispatch(1) == .ok) }
        live.type("c")
        live.settle()
        #expect(live.results.outline == "users: f x d y b" && live.search.state == .loading)
    }

    // MARK: - Failing, cancelling, submitting

    @Test func failingSourceIsTold() throws {
        let live = try LiveSearch(SearchTests.config, showing: "a", users("a"))
        live.type("b")
        live.wait(300)
        live.network.answer("q=b", "{}", status: 403)
        live.settle()
        #expect(live.search.state == .failed && live.taken() == ["loading", "failed"])
        #expect(live.results.outline == "users: a")
        #expect(live.results.feed.failure(of: 0)?.word == "http 403")
        #expect(live.search.submit() == .ok)
        live.settle()
        #expect(live.search.state == .loading)
        live.network.answer("q=b", users("b"))
        live.settle()
        #expect(live.results.outline == "users: b" && live.search.state == .results)
        #expect(live.results.feed.failure(of: 0) == nil)
    }

    @Test func refreshAsksTheSameAgain() throws {
        let live = try LiveSearch(SearchTests.config, showing: "a", users("a"))
        live.results.refresh()
        live.settle()
        #expect(live.search.state == .loading)
        live.network.answer("q=a", users("a b"))
        live.settle()
        #expect(live.results.takenChanges() == ["items 0.1 -0+1"] && live.search.state == .results)
    }

    @Test func submitDoesNotWaitForTheKeysToRest() throws {
        let live = try LiveSearch(SearchTests.config)
        live.type("a")
        #expect(live.search.submit() == .ok && live.search.submit() == .ok)
        live.settle()
        #expect(live.network.takenURLs() == ["https://s.test/find?q=a"])
        live.wait(300)
        #expect(live.network.takenURLs() == [])
        live.network.answer("q=a", users("a"))
        live.settle()
        #expect(live.search.submit() == .ok)
        live.settle()
        #expect(live.network.takenURLs() == [] && live.search.state == .results)
    }

    @Test(arguments: [0, 300] as [Int64]) func cancelEndsIt(milliseconds: Int64) throws {
        let live = try LiveSearch(SearchTests.config)
        live.type("a")
        live.wait(milliseconds)
        #expect(live.search.cancel() == .ok && live.search.cancel() == .ok)
        live.settle()
        #expect(live.search.state == .prompt && live.network.urls == [])
        live.wait(1000)
        #expect(live.network.urls == [] && live.results.feed.openRequests == [])
        #expect(live.search.submit() == .ok)
        live.settle()
        live.network.answer("q=a", users("a"))
        live.settle()
        #expect(live.search.state == .results)
        live.type("b")
        live.settle()
        #expect(live.search.cancel() == .ok)
        live.settle()
        #expect(live.search.state == .results && live.results.outline == "users: a")
    }

    // MARK: - Several sources

    private static let two = #"""
        {"debounce": 0, "sources": [\#(server),
         {"name": "other", "url": "https://o.test/{query}", "mapping": "users"}]}
        """#

    @Test func sourcesAreOnePageInTheirOrder() throws {
        let live = try LiveSearch(SearchTests.two)
        live.type("a")
        live.settle()
        live.network.answer("o.test/a", users("b c"))
        live.settle()
        #expect(live.results.outline == "users: b c" && live.search.state == .loading)
        let b = live.results.feed.section(at: 0)?.pointee.item(at: 0)?.pointee.uid
        live.network.answer("q=a", users("a b"))
        live.settle()
        #expect(live.results.outline == "users: a b c" && live.search.state == .results)
        #expect(live.results.feed.section(at: 0)?.pointee.item(at: 1)?.pointee.uid == b)
    }

    @Test func nothingFoundYetTakesNothingAway() throws {
        let live = try LiveSearch(SearchTests.two)
        live.type("a")
        live.settle()
        for suffix in ["q=a", "o.test/a"] { live.network.answer(suffix, users("x")) }
        live.settle()
        live.type("b")
        live.settle()
        live.network.answer("q=b", users(""))
        live.settle()
        #expect(live.results.outline == "users: x" && live.search.state == .loading)
        live.network.answer("o.test/b", users("y"))
        live.settle()
        #expect(live.results.outline == "users: y")
    }

    @Test func oneFailsTheOtherFinds() throws {
        let live = try LiveSearch(SearchTests.two)
        live.type("a")
        live.settle()
        live.network.answer("q=a", "", status: 404)
        live.network.answer("o.test/a", users("y"))
        live.settle()
        #expect(live.results.outline == "users: y" && live.search.state == .results)
        #expect(live.results.feed.failure(of: 0) != nil && live.results.feed.failure(of: 1) == nil)
        live.type("b")
        live.settle()
        live.network.answer("q=b", "", status: 404)
        live.network.answer("o.test/b", users(""))
        live.settle()
        #expect(live.results.outline == "" && live.search.state == .failed)
    }

    // MARK: - Ends

    @Test func closingTellsNothingMore() throws {
        let live = try LiveSearch(SearchTests.config)
        live.type("a")
        live.wait(300)
        live.search.close()
        live.settle()
        #expect(live.taken() == ["loading"] && live.network.urls == [])
        #expect(live.search.setQuery("b") == .wrongThread && live.search.submit() == .wrongThread)
        #expect(live.search.cancel() == .wrongThread && live.search.clearRecentQueries() == .wrongThread)
        #expect(live.context.run(0) == .ok)
        let other = try LiveSearch(SearchTests.config)
        other.type("a")
        other.context.close()
        #expect(other.search.setQuery("b") == .wrongThread)
    }

    @Test func closingInsideACallback() throws {
        for kind in [0, 1] {
            let live = try LiveSearch(SearchTests.config)
            live.results.also = { event in
                if kind == 0 && event.kind == .change { live.search.close() }
            }
            live.also = { if kind == 1 { live.search.close() } }
            live.type("a")
            live.wait(300)
            if kind == 0 {
                live.network.answer("q=a", users("a"))
                live.settle()
            }
            #expect(!live.search.isUsable && live.context.run(0) == .ok)
            live.results.also = nil
            live.also = nil
        }
    }

    @Test func runWaitsForTheDebounceAndTheAnswer() throws {
        let live = try LiveSearch(
            #"{"debounce": 30, "sources": [\#(SearchTests.server)]}"#, isHeld: false, hasManualClock: false)
        live.context.memory?.answer(
            "https://s.test/find?q=a",
            MemoryTransport.Answer(status: 200, headers: [], body: Array(users("a").utf8)))
        live.type("a")
        #expect(live.context.run(60_000) == .ok)
        #expect(live.results.outline == "users: a" && live.search.state == .results)
    }

    /// Whatever is typed, answered and told when: what shows in the end is the answer to the last query.
    @Test(arguments: 0..<40) func lastQueryWins(seed: UInt64) throws {
        var dice = Dice(seed)
        let live = try LiveSearch(SearchTests.two)
        var query = ""
        func reply() {
            // What was cancelled is gone then.
            live.context.advance(0)
            guard let url = live.network.urls.randomElement(using: &dice) else { return }
            let word = String(url.split { $0 == "=" || $0 == "/" }.last ?? "")
            if Int.random(in: 0..<5, using: &dice) == 0 {
                live.network.answer(url, "no", status: 400)
            } else {
                live.network.answer(
                    url, users(url.contains("s.test") ? "\(word) \(word)1" : "\(word)1 \(word)2"))
            }
        }
        for _ in 0..<120 {
            switch Int.random(in: 0..<8, using: &dice) {
            case 0, 1:
                query = ["", "a", "b", "c", "d"].randomElement(using: &dice) ?? ""
                live.type(query)
            case 2: live.context.advance(0)
            case 3: #expect(live.context.dispatch(Int.random(in: 1..<4, using: &dice)) == .ok)
            case 4: live.settle()
            case 5: if Int.random(in: 0..<4, using: &dice) == 0 { _ = live.search.cancel() }
            default: reply()
            }
        }
        live.type("z")
        live.settle()
        for suffix in ["q=z", "o.test/z"] { live.network.answer(suffix, users("z" + suffix.prefix(1))) }
        live.settle()
        #expect(live.results.outline == "users: zq zo" && live.search.state == .results)
        #expect(live.results.feed.openRequests == [] && live.network.urls == [])
    }

    // MARK: - The directory

    private static let people = #"""
        [{"id": "1", "username": "anna", "displayName": "Anna Å"}, {"id": "2", "username": "andy", "bio": "anna's"},
         {"id": "3", "username": "zoe"}]
        """#

    /// A search of these people, in memory, and perhaps of a server.
    private func searching(_ config: String, people: String = people) throws -> LiveSearch {
        let live = try LiveSearch(config, store: StoreConfig())
        live.context.site.store?.importUsers(Array(people.utf8)) { _ in }
        return live
    }

    @Test func peopleAreThereWithoutAnyNetwork() throws {
        let live = try searching(#"{"directory": true, "debounce": 0}"#)
        #expect(live.results.feed.sourceNames == ["directory"])
        live.type("an")
        live.settle()
        #expect(live.results.outline == "users: andy Anna Å" && live.search.state == .results)
        live.type("@anna")
        live.settle()
        #expect(live.results.outline == "users: Anna Å")
        live.type("anna")
        live.settle()
        #expect(live.results.takenChanges().last == "items 0.1 -0+1")
        live.type("q")
        live.settle()
        #expect(live.results.outline == "" && live.search.state == .empty)
    }

    @Test func limitIsOfTheDirectory() throws {
        let live = try searching(#"{"directory": true, "debounce": 0, "limit": 1}"#)
        live.type("an")
        live.settle()
        #expect(live.results.outline == "users: andy")
    }

    @Test func localAnswersComeFirstAndRemoteOnesAreMergedByID() throws {
        let live = try searching(#"{"directory": true, "debounce": 0, "sources": [\#(SearchTests.server)]}"#)
        live.type("an")
        live.settle()
        #expect(live.results.outline == "users: andy Anna Å" && live.search.state == .loading)
        live.network.answer(
            "q=an",
            #"[{"id": 9, "username": "antje"}, {"id": 1, "username": "other"}, {"id": "3", "username": "zoe"}]"#
        )
        live.settle()
        #expect(live.results.outline == "users: andy Anna Å antje zoe" && live.search.state == .results)
        #expect(live.results.takenChanges() == ["sections 0 -0+1", "items 0.2 -0+2"])
        #expect(live.results.feed.state(of: 0) == .ready && live.results.feed.state(of: 1) == .ready)
    }

    @Test func oneOfManyQueriesShows() throws {
        let rows = (0..<3000).map { #"{"id": \#($0), "username": "user\#($0)", "bio": "same word"}"# }
        let live = try searching(
            #"{"directory": true, "debounce": 0, "limit": 3000}"#, people: rows.joined(separator: "\n"))
        for number in 0..<200 {
            live.type("word same u\(number)")
            if number % 7 == 0 { live.context.advance(0) }
            if number % 5 == 0 { #expect(live.context.dispatch(0) == .ok) }
        }
        live.type("user2999")
        live.settle()
        live.settle()
        #expect(live.results.outline == "users: user2999" && live.results.feed.openRequests == [])
    }

    @Test func aStoreThatCannotBeUsedIsToldAsASourceThatFails() throws {
        let live = try LiveSearch(
            #"{"directory": true, "debounce": 0, "sources": [\#(SearchTests.server)]}"#,
            store: StoreConfig(path: "/nowhere/at/all"))
        live.type("a")
        live.settle()
        #expect(live.results.feed.failure(of: 0)?.word == "store")
        live.network.answer("q=a", users("a"))
        live.settle()
        #expect(live.results.outline == "users: a" && live.search.state == .results)
    }

    @Test func closingDuringALookUp() throws {
        for freesContext in [false, true] {
            let live = try searching(#"{"directory": true, "debounce": 0}"#)
            live.type("a")
            if freesContext { live.context.close() } else { live.search.close() }
            #expect(live.results.outline == "" && live.taken() == [])
        }
    }

    // MARK: - Recent queries

    @Test func recentQueriesAreKept() throws {
        let folder = StoreFolder()
        let config = #"{"debounce": 0, "recent": 3, "sources": [\#(SearchTests.server)]}"#
        func begin(_ partition: String = "") throws -> LiveSearch {
            var store = StoreConfig(path: folder.file)
            store.partition = partition
            return try LiveSearch(config, store: store)
        }
        func submit(_ queries: String, _ live: LiveSearch) {
            for query in queries.split(separator: " ") {
                live.type(String(query))
                #expect(live.search.submit() == .ok)
            }
            live.settle()
        }
        let first = try begin()
        submit("a b c a d", first)
        #expect(first.search.recentQueries == ["d", "a", "c"])
        #expect(first.taken().contains("recent"))
        let second = try begin()
        #expect(second.search.recentQueries == [])
        second.settle()
        #expect(second.search.recentQueries == ["d", "a", "c"] && second.taken() == ["recent"])
        let other = try begin("other")
        other.settle()
        #expect(other.search.recentQueries == [])
        #expect(second.search.clearRecentQueries() == .ok)
        second.settle()
        #expect(second.search.recentQueries == [])
        let third = try begin()
        // Before those of the store are read.
        submit("z", third)
        #expect(third.search.recentQueries == ["z"])
        let fourth = try begin()
        #expect(fourth.context.run(20_000) == .ok)
        #expect(fourth.context.openRequests == 0)
        #expect(fourth.search.recentQueries == ["z"])
    }

    @Test func noQueryIsKeptUnasked() throws {
        let live = try LiveSearch(SearchTests.config, store: StoreConfig())
        live.type("a")
        #expect(live.search.submit() == .ok)
        live.settle()
        #expect(live.search.recentQueries == [] && !live.taken().contains("recent"))
    }

    // MARK: - Config

    @Test(arguments: [
        ("{}", "a source, or the directory"),
        (#"{"sources": []}"#, "a source, or the directory"),
        (#"{"directory": true}"#, "the context has no store"),
        (#"{"directory": 1}"#, "true or false"),
        (#"{"limit": 0, "directory": true}"#, "/limit"),
        (#"{"debounce": -1}"#, "/debounce"),
        (#"{"sources": [{"name": "a", "url": "https://a.test/", "mapping": "users"}]}"#, "/sources/0"),
        (#"{"sources": [{"name": "a", "url": "https://a.test/{query}"}]}"#, "a mapping"),
        (#"{"sources": [{"name": "a", "url": "/{query}", "mapping": "users"}]}"#, "baseURL"),
        (#"{"sources": [{"name": "a", "url": "https://a/{query}", "mapping": "users", "ttl": 1}]}"#, "ttl"),
        (
            #"{"sources": [{"name": "a", "url": "https://a/{query}", "mapping": "users", "position": 1}]}"#,
            "position"
        ),
        (
            #"{"directory": true, "sources": [{"name": "directory", "url": "https://a/{query}", "mapping": "users"}]}"#,
            "the directory itself"
        ),
        (#"{"preset": "netease-home"}"#, "preset"),
    ])
    func mistakesNameTheirPlace(config: String, words: String) throws {
        do {
            _ = try LiveSearch(config)
            Issue.record("it is taken: \(config)")
        } catch let error as FeedError {
            #expect(error.kind == .config)
            #expect("\(error.path ?? "") \(error.message)".contains(words), "\(error)")
        }
    }
}

/// A search whose servers are answered by hand.
final class LiveSearch {
    let context: Context
    let network = HeldNetwork()
    let search: SearchViewModel
    let results: LiveFeed
    /// The states that were told since the last look, and "recent".
    private var words: [String] = []
    var also: (() -> Void)?

    init(
        _ config: String, store: StoreConfig? = nil, isHeld: Bool = true, hasManualClock: Bool = true
    ) throws {
        var contextConfig = ContextConfig()
        contextConfig.transport = .memory
        contextConfig.hasManualClock = hasManualClock
        contextConfig.store = store
        context = try #require(Context(contextConfig))
        if isHeld { context.setTransport(network.functions) }
        search = try SearchViewModel(
            context, Array(config.utf8).withUnsafeBytes { try SearchConfig($0) })
        results = LiveFeed(search.results, in: context)
        search.didChange = { [unowned self] event in
            words.append(event.kind == .recent ? "recent" : search.state.name.description)
            also?()
        }
    }

    /// One that has been answered this.
    convenience init(_ config: String, showing query: String, _ body: String) throws {
        try self.init(config)
        type(query)
        wait(300)
        network.answer("q=\(query)", body)
        settle()
        #expect(search.state == .results)
        _ = taken()
        _ = results.taken()
    }

    func type(_ query: String) {
        #expect(search.setQuery(query) == .ok)
    }

    func settle() { wait(0) }

    /// For a time of the manual clock.
    func wait(_ milliseconds: Int64) {
        context.advance(milliseconds)
        #expect(context.dispatch(0) == .ok)
        // A timer that began meanwhile.
        context.advance(0)
        #expect(context.dispatch(0) == .ok)
    }

    func taken() -> [String] {
        defer { words = [] }
        return words
    }
}
