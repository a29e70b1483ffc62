import FeedFetching
import FeedParsing
import Testing

@testable import FeedViewModels

/// A feed that asks for what follows its page.
@Suite struct PagingFeedTests {
    private typealias Server = PagedServer
    private static let url = Server.url
    private static let next = url + "?c=x"

    /// A list "1 2" that goes on at "?c=x".
    private func list(_ config: String = Server.list()) throws -> LiveFeed {
        let live = try LiveFeed(config)
        live.answer(Self.url, Server.items("1 2", #","c": "x""#))
        live.refresh()
        live.settle()
        #expect(live.outline == "t: 1 2" && live.feed.canLoadMore)
        _ = live.taken()
        return live
    }

    /// The same, answered by hand.
    private func held(
        _ config: String = Server.list(), first: String = Server.items("1 2", #","c": "x""#)
    ) throws -> (LiveFeed, HeldNetwork) {
        let network = HeldNetwork()
        let live = try LiveFeed(config, network)
        live.refresh()
        live.context.advance(0)
        network.answer("/list", first)
        live.settle()
        _ = (live.taken(), network.takenURLs())
        return (live, network)
    }

    // MARK: - Where it asks

    @Test(arguments: [
        // By cursor
        ("", "", Server.byCursor, #","c": "x y&""#, "http://a.test/list?c=x+y%26"),
        ("?c=old&k=1", "", Server.byCursor, #","c": 7"#, "http://a.test/list?k=1&c=7"),
        ("?k=1&%63=old#part", "", Server.byCursor, #","c": "x""#, "http://a.test/list?k=1&c=x"),
        (
            "", #","parameters": {"c": "0", "k": 1}"#, Server.byCursor, #","c": "x""#,
            "http://a.test/list?k=1&c=x"
        ),
        // By offset
        ("?size=9", "", Server.byOffset, "", "http://a.test/list?from=2&size=2"),
        (
            "", #","parameters": {"from": 0, "size": 2}"#, Server.byOffset, #","sum": 3"#,
            "http://a.test/list?from=2&size=2"
        ),
        // By URL: a link is whole.
        ("?k=1", #","parameters": {"l": 2}"#, Server.byURL, #","link": "?p=2""#, "http://a.test/list?p=2"),
        ("", "", Server.byURL, #","link": "/b/../c#d""#, "http://a.test/c"),
        ("", "", Server.byURL, #","link": "http://a.test:80/e""#, "http://a.test:80/e"),
        ("", "", Server.byURL, #","link": "//b.test/f?g""#, "http://b.test/f?g"),
        ("", "", Server.byURL, #","link": "https://a.test/h""#, "https://a.test/h"),
    ])
    func asksWhereItSays(
        _ query: String, _ members: String, _ way: String, _ answer: String, _ next: String
    ) throws {
        let (live, network) = try held(
            Server.list(way, url: "http://a.test/list\(query)", members), answer: answer)
        live.more()
        live.settle()
        #expect(network.takenURLs() == [next])
        network.answer("", Server.items("3"))
        live.settle()
        #expect(live.outline == "t: 1 2 3")
    }

    private func held(_ config: String, answer members: String) throws -> (LiveFeed, HeldNetwork) {
        let network = HeldNetwork()
        let live = try LiveFeed(config, network)
        live.refresh()
        live.context.advance(0)
        network.answer("", Server.items("1 2", members))
        live.settle()
        _ = network.takenURLs()
        return (live, network)
    }

    @Test(arguments: [
        "ftp://a.test/x", "javascript:alert(1)", "file:///etc/passwd", "http://", "http://a b/",
        "http://u@v@w/",
        #"http://a.test\\@b.test/"#,
    ])
    func aLinkThatIsNoneFails(_ link: String) throws {
        let (live, network) = try held(Server.list(Server.byURL), answer: #","link": "\#(link)""#)
        _ = live.taken()
        live.more()
        live.settle()
        #expect(
            live.taken() == ["2 state s loading", "2 failed s shape", "2 state s ready", "2 complete shape"])
        #expect(network.takenURLs() == [])
        #expect(live.feed.canLoadMore && live.feed.failure(of: 0) == nil)
    }

    @Test func aPostPutsItIntoItsForm() throws {
        let config = Server.list(Server.byCursor, #","method": "POST", "parameters": {"c": "0", "k": "1"}"#)
        let network = HeldNetwork()
        let live = try LiveFeed(config, network)
        live.refresh()
        live.context.advance(0)
        network.answer("", Server.items("1", #","c": "x y""#))
        live.settle()
        live.more()
        live.settle()
        let request = try #require(network.requests().first)
        #expect(request.url == Self.url && request.method == "POST")
        #expect(String(decoding: request.body, as: UTF8.self) == "k=1&c=x+y")
        network.answer("", Server.items("2"))
        live.settle()
        #expect(live.outline == "t: 1 2")
    }

    // MARK: - What comes of it

    @Test func aPageThatFollowsIsToldAsItsItems() throws {
        let live = try list()
        live.answer(Self.next, Server.items("2 3 1 4", #","c": "y""#))
        let request = live.more()
        live.settle()
        #expect(
            live.taken() == [
                "\(request) state s loading", "\(request) items 0.2 -0+2", "\(request) state s ready",
                "\(request) complete",
            ])
        #expect(live.outline == "t: 1 2 3 4")
        live.answer(Self.url + "?c=y", Server.items("5"))
        live.more()
        live.settle()
        #expect(live.outline == "t: 1 2 3 4 5" && !live.feed.canLoadMore)
        #expect(live.more() == 0)
        #expect([Self.url, Self.next, Self.url + "?c=y"].map { live.count($0) } == [1, 1, 1])
    }

    @Test(arguments: [
        (Server.byCursor, #","c": "x""#, Server.items("3"), "1 2 3"),
        (Server.byCursor, #","c": "x""#, Server.items("3", #","c": "y", "more": false"#), "1 2 3"),
        (Server.byCursor, #","c": "x""#, Server.items("", #","c": "y", "more": true"#), "1 2"),
        (Server.byCursor, #","c": "x""#, Server.items("2 1", #","c": "y", "more": true"#), "1 2"),
        (Server.byCursor, #","c": "x""#, Server.items("1 2", #","c": "x""#), "1 2"),
        (Server.byOffset, #","sum": 9"#, Server.items("3", #","sum": 3"#), "1 2 3"),
        (Server.byOffset, "", Server.items("3", #","more": false"#), "1 2 3"),
        (Server.byOffset, "", Server.items(""), "1 2"), (Server.byOffset, "", Server.items("1 2"), "1 2"),
        (Server.byURL, #","link": "?c=x""#, Server.items("3"), "1 2 3"),
        (Server.byURL, #","link": "?c=x""#, Server.items("1", #","link": "?c=x""#), "1 2"),
    ])
    func somethingEndsIt(_ way: String, _ members: String, _ second: String, _ items: String) throws {
        let (live, network) = try held(Server.list(way), answer: members)
        #expect(live.more() > 0)
        live.context.advance(0)
        network.answer("", second)
        live.settle()
        #expect(live.outline == "t: \(items)")
        #expect(!live.feed.canLoadMore && live.more() == 0)
        #expect(live.feed.state(of: 0) == .ready)
        live.settle()
        #expect(network.takenURLs().count == 1)
    }

    @Test func aCursorThatStandsStillEndsWithWhatItBrings() throws {
        let live = try list()
        live.answer(Self.next, Server.items("3", #","c": "x", "more": true"#))
        for count in 1...3 {
            live.more()
            live.settle()
            #expect(live.count(Self.next) == min(count, 2))
        }
        #expect(live.outline == "t: 1 2 3" && !live.feed.canLoadMore)
    }

    @Test func whileItLoadsItIsTheSameRequest() throws {
        let live = try list()
        live.answer(Self.next, "", status: MemoryTransport.never)
        let request = live.more()
        #expect((0..<9).allSatisfy { _ in live.more() == request })
        live.settle()
        #expect(live.more() == request && live.feed.state(of: 0) == .loading)
        live.settle()
        #expect(live.count(Self.next) == 1)
        #expect(live.taken() == ["\(request) state s loading"])
    }

    @Test func nothingFollowsAPageThatIsNotThere() throws {
        let live = try LiveFeed(Server.list())
        #expect(!live.feed.canLoadMore && live.more() == 0)
        #expect(live.feed.loadMore(section: "t").0 == .argument)
        #expect(live.context.run(0) == .ok)
    }

    @Test func anEmptyFirstPageHasNothingAfterIt() throws {
        let (live, _) = try held(Server.list(), answer: "")
        live.load(Server.items("", #","c": "x""#))
        live.settle()
        #expect(!live.feed.canLoadMore && live.feed.state(of: 0) == .empty)
    }

    @Test func theNextOneMayBeAskedForInTheCallback() throws {
        let live = try list()
        for number in 3...6 {
            let cursor = number < 6 ? #","c": "\#(number)""# : ""
            live.answer(
                number == 3 ? Self.next : Self.url + "?c=\(number - 1)", Server.items("\(number)", cursor))
        }
        var begun: [UInt64] = []
        live.also = { [unowned live] event in
            if event.kind == .complete { begun.append(live.more()) }
        }
        live.more()
        #expect(live.context.run(1000) == .ok)
        #expect(live.outline == "t: 1 2 3 4 5 6")
        #expect(begun.last == 0 && Set(begun).count == 4)
    }

    // MARK: - Failures

    @Test(arguments: [
        (404, "", "http 404"), (200, "{", "syntax"), (200, #"{"items": [{"id": 3}"#, "syntax"),
        (200, "", "empty"),
        (200, "[]", "shape"), (200, #"{"code": 301}"#, "refused"), (401, #"{"code": 301}"#, "refused"),
        (304, "", "http 304"), (204, "", "empty"),
        (200, #"{"items": [{"id": 3}], "pad": "\#(String(repeating: "x", count: 500))"}"#, "tooLarge"),
    ])
    func aPageThatFailsLeavesTheSourceAsItIs(_ status: Int32, _ body: String, _ failure: String) throws {
        let live = try LiveFeed(Server.list(), maxBody: 500)
        live.answer(Self.url, Server.items("1 2", #","c": "x""#))
        live.refresh()
        live.settle()
        _ = live.taken()
        live.answer(Self.next, body, status: status)
        for request in 2...3 {
            #expect(live.more() == request)
            live.settle()
            #expect(
                live.taken() == [
                    "\(request) state s loading", "\(request) failed s \(failure)",
                    "\(request) state s ready",
                    "\(request) complete \(failure)",
                ])
            #expect(live.feed.failure(of: 0) == nil && live.feed.canLoadMore)
            #expect(live.count(Self.next) == request - 1)
        }
        live.answer(Self.next, Server.items("3"))
        live.more()
        live.settle()
        #expect(live.outline == "t: 1 2 3" && !live.feed.canLoadMore)
    }

    @Test func itIsTriedAgain() throws {
        let live = try list()
        live.answer(Self.next, "", status: 503)
        live.more()
        live.settle()
        live.context.advance(750)
        #expect(live.count(Self.next) == 2)
        live.answer(Self.next, Server.items("3"))
        live.context.advance(1500)
        live.settle()
        #expect(live.outline == "t: 1 2 3" && live.count(Self.next) == 3)
        #expect(live.taken() == ["2 state s loading", "2 items 0.2 -0+1", "2 state s ready", "2 complete"])
    }

    @Test func aStaleSourceStaysSoWhateverFollows() throws {
        let live = try list()
        live.answer(Self.url, "", status: 404)
        live.refresh()
        live.settle()
        live.answer(Self.next, Server.items("3", #","c": "y""#))
        live.more()
        live.settle()
        #expect(live.outline == "t: 1 2 3" && live.feed.state(of: 0) == .stale)
        #expect(live.feed.failure(of: 0)?.word == "http 404")
        live.answer(Self.url + "?c=y", "", status: 403)
        live.more()
        live.settle()
        #expect(live.feed.state(of: 0) == .stale && live.feed.failure(of: 0)?.word == "http 404")
    }

    // MARK: - Cancelling

    @Test func cancelledItMayBeAskedForAgain() throws {
        let (live, network) = try held()
        for round in 1...3 {
            let request = live.more()
            if round > 1 { live.settle() }
            #expect(live.feed.cancel(request) == .ok)
            #expect(live.feed.cancel(request) == .argument)
            live.settle()
            #expect(live.completed.last == request)
            #expect(live.feed.state(of: 0) == .ready && live.feed.canLoadMore)
            live.context.advance(0)
            #expect(network.urls == [])
        }
        live.more()
        live.context.advance(0)
        network.answer("?c=x", Server.items("3"))
        live.settle()
        #expect(live.outline == "t: 1 2 3" && live.open.isEmpty)
    }

    @Test func cancelledAfterTheAnswerThePageIsThereAllTheSame() throws {
        let live = try list()
        live.answer(Self.next, Server.items("3", #","c": "y""#))
        let request = live.more()
        live.context.advance(0)
        #expect(live.feed.cancel(request) == .ok)
        live.settle()
        #expect(live.taken().last == "\(request) complete cancelled")
        #expect(live.outline == "t: 1 2 3")
        #expect(live.more() != request)
    }

    @Test func closingEndsItWithoutAWord() throws {
        let (live, network) = try held()
        live.more()
        live.context.advance(0)
        live.feed.close()
        live.context.advance(0)
        #expect(network.urls == [] && network.cancelCount == 1)
        #expect(live.feed.loadMore().0 == .wrongThread)
        #expect(live.feed.loadMore(section: "t").0 == .wrongThread)
        #expect(live.context.run(0) == .ok)
        #expect(live.taken() == [] && live.outline == "t: 1 2")
    }

    // MARK: - Refreshing

    @Test func whatWasLoadedStaysBehindANewFirstPage() throws {
        let live = try list()
        live.answer(Self.next, Server.items("3 4", #","c": "y""#))
        live.more()
        live.settle()
        // 3 is on the first page now, 2 isn't any more.
        live.answer(Self.url, Server.items("0 1 3", #","c": "z""#))
        live.refresh()
        live.settle()
        #expect(live.outline == "t: 0 1 3 4")
        // It goes on from there.
        live.answer(Self.url + "?c=y", Server.items("5"))
        live.more()
        live.settle()
        #expect(live.outline == "t: 0 1 3 4 5" && live.count(Self.url + "?c=z") == 0)
    }

    @Test func theSameFirstPageChangesNothingBehindIt() throws {
        let live = try list()
        live.answer(Self.next, Server.items("3"))
        live.more()
        live.settle()
        _ = live.taken()
        let revision = live.feed.revision
        // The same bytes, and others that say the same.
        for (request, space) in [(3, ""), (4, " ")] {
            live.answer(Self.url, Server.items("1 2", #","c": "x"\#(space)"#))
            live.refresh()
            live.settle()
            #expect(
                live.taken() == [
                    "\(request) state s loading", "\(request) state s ready", "\(request) complete",
                ])
            #expect(live.feed.revision == revision && live.outline == "t: 1 2 3")
            #expect(!live.feed.canLoadMore)
        }
    }

    /// What brought nothing new was the end of the page that was there then.
    @Test func aNewFirstPageMayGoOnWhereTheOldOneEnded() throws {
        let live = try list()
        live.answer(Self.next, Server.items("2", #","c": "y""#))
        live.more()
        live.settle()
        #expect(!live.feed.canLoadMore)
        live.answer(Self.url, Server.items("1", #","c": "x""#))
        live.refresh()
        live.settle()
        #expect(live.outline == "t: 1" && live.feed.canLoadMore)
        live.more()
        live.settle()
        #expect(live.outline == "t: 1 2" && live.feed.canLoadMore)
    }

    @Test(arguments: [true, false])
    func refreshAndMoreMayCrossEachOther(isMoreFirst: Bool) throws {
        let (live, network) = try held()
        live.more()
        live.refresh()
        live.settle()
        #expect(network.urls == [Self.next, Self.url])
        #expect(live.taken() == ["2 state s loading"])
        let answers = [
            ("?c=x", Server.items("3", #","c": "y""#)), ("/list", Server.items("0 1", #","c": "z""#)),
        ]
        let order = isMoreFirst ? answers : answers.reversed()
        network.answer(order[0].0, order[0].1)
        live.settle()
        #expect(live.outline == (isMoreFirst ? "t: 1 2 3" : "t: 0 1"))
        #expect(live.feed.state(of: 0) == .loading)
        network.answer(order[1].0, order[1].1)
        live.settle()
        #expect(live.outline == "t: 0 1 3" && live.feed.state(of: 0) == .ready)
        #expect(live.open.isEmpty && Set(live.completed) == [1, 2, 3])
        live.more()
        live.context.advance(0)
        #expect(network.urls == [Self.url + "?c=y"])
    }

    @Test func bytesOfTheHostTakeThePlaceOfTheFirstPage() throws {
        let live = try list()
        live.answer(Self.next, Server.items("3 4"))
        live.more()
        live.settle()
        live.load(Server.items("9 4", #","c": "y""#))
        live.settle()
        #expect(live.outline == "t: 9 4 3")
        #expect(live.feed.canLoadMore == false)
    }

    @Test func aFeedThatRefreshesItselfKeepsWhatWasLoaded() throws {
        let live = try LiveFeed(
            Server.feed(Server.source("s", Self.url, Server.rowsMapping), members: #","autoRefresh": true"#))
        let first = #","c": "x", "every": 20000"#
        live.answer(Self.url, Server.page("a: 1", first))
        live.refresh()
        live.settle()
        live.answer(Self.next, Server.page("a: 2 | b: 3", #", "every": 0"#))
        live.more()
        live.settle()
        live.answer(Self.url, Server.page("a: 0 1", first))
        live.context.advance(19_999)
        live.settle()
        #expect(live.outline == "a: 1 2 | b: 3")
        live.context.advance(1)
        live.settle()
        #expect(live.outline == "a: 0 1 2 | b: 3")
        live.context.advance(20_000)
        #expect(live.count(Self.url) == 3 && live.count(Self.next) == 1)
    }

    @Test func allAtOnceWaitsForTheRefreshAlone() throws {
        let (live, network) = try held(
            Server.feed(
                Server.source("s", Self.url, Server.listMapping()),
                Server.source("u", "http://b.test/u/list", Server.listMapping()),
                members: #","partial": false"#))
        network.answer("/u/list", Server.items("7"))
        live.settle()
        #expect(live.outline == "t: 1 2 | t#2: 7")
        live.more()
        live.refresh()
        live.context.advance(0)
        _ = live.taken()
        network.answer("test/list", Server.items("8 1 2", #","c": "x""#))
        network.answer("?c=x", Server.items("3"))
        live.settle()
        // Half of the refresh is never shown.
        #expect(live.outline == "t: 1 2 | t#2: 7" && live.takenChanges() == [])
        #expect(live.open == [2, 3])
        network.answer("/u/list", Server.items("7 9"))
        live.settle()
        #expect(live.outline == "t: 8 1 2 3 | t#2: 7 9" && live.open.isEmpty)
    }

    // MARK: - Several sources

    @Test func theFirstSourceThatHasMoreIsAsked() throws {
        let live = try LiveFeed(
            Server.feed(
                Server.source("s", "http://a.test/s", Server.rowsMapping),
                Server.source("u", "http://a.test/u", Server.rowsMapping),
                Server.source(
                    "menus", "http://a.test/m", Server.rowsMapping, #","position": 1, "required": false"#)))
        live.answer("http://a.test/s", Server.page("a: 1 | b: 2"))
        live.answer("http://a.test/u", Server.page("b: 3 | c: 4", #","c": "x""#))
        live.answer("http://a.test/m", Server.page("menus: 5", #","c": "m""#))
        live.refresh()
        live.settle()
        #expect(live.outline == "a: 1 | menus: 5 | b: 2 | b#2: 3 | c: 4")
        live.answer("http://a.test/u?c=x", Server.page("b: 3 6 | d: 7"))
        live.answer("http://a.test/m?c=m", Server.page("menus: 8"))
        live.more()
        live.settle()
        #expect(live.outline == "a: 1 | menus: 5 | b: 2 | b#2: 3 6 | c: 4 | d: 7")
        live.more()
        live.settle()
        #expect(live.outline == "a: 1 | menus: 5 8 | b: 2 | b#2: 3 6 | c: 4 | d: 7")
        #expect(live.more() == 0 && live.count("http://a.test/s") == 1)
        // The second source's page is not the first one's to forget.
        live.refresh(source: 0)
        live.settle()
        #expect(live.outline == "a: 1 | menus: 5 8 | b: 2 | b#2: 3 6 | c: 4 | d: 7")
    }

    // MARK: - More of a section

    private func rows(_ outline: String = "a+x: 1 2/21 | b+y: 3", _ members: String = "") throws -> (
        LiveFeed, HeldNetwork
    ) {
        let (live, network) = try held(Server.rows(members), first: Server.page(outline))
        return (live, network)
    }

    private static func more(_ shelf: String, _ at: String) -> String { "/more?at=\(at)&shelf=\(shelf)" }

    @Test func aSectionLoadsItsOwn() throws {
        let (live, network) = try rows()
        #expect(live.outline == "a+: 1 2 | b+: 3" && !live.feed.canLoadMore)
        let request = live.more(of: "a")
        #expect(live.feed.state(ofSection: 0) == .ready)
        live.settle()
        #expect(live.feed.state(ofSection: 0) == .loading && live.feed.state(ofSection: 1) == .ready)
        #expect(live.feed.state(of: 0) == .ready)
        #expect(live.taken() == ["\(request) section 0"])
        #expect(live.more(of: "a") == request)
        #expect(network.takenURLs() == ["http://a.test" + Self.more("a", "x")])
        network.answer(Self.more("a", "x"), Server.page("a+z: 2 4/41 5"))
        live.settle()
        #expect(
            live.taken() == [
                "\(request) items 0.2 -0+2", "\(request) section 0", "\(request) complete",
            ])
        #expect(live.outline == "a+: 1 2 4 5 | b+: 3" && live.feed.state(ofSection: 0) == .ready)
        #expect(live.feed.snapshot?.sections[0].items[2].children.map(\.id) == ["41"])
        live.more(of: "a")
        live.context.advance(0)
        network.answer(Self.more("a", "z"), Server.page("a: 6"))
        live.settle()
        #expect(live.outline == "a: 1 2 4 5 6 | b+: 3" && live.more(of: "a") == 0)
        // The whole of it stays behind a new first page.
        live.load(Server.page("b+y: 3 | a+x: 0 1"))
        live.settle()
        #expect(live.outline == "b+: 3 | a: 0 1 2 4 5 6")
    }

    @Test(arguments: [
        "a: ", "a+z: 1 2", "", "a+z: 1 | b: 7",
    ])
    func whatBringsNothingNewIsItsEnd(_ answer: String) throws {
        let (live, network) = try rows()
        live.more(of: "a")
        live.context.advance(0)
        network.answer(Self.more("a", "x"), Server.page(answer))
        live.settle()
        #expect(live.outline == "a: 1 2 | b+: 3")
        #expect(live.more(of: "a") == 0 && live.feed.state(ofSection: 0) == .ready)
        #expect(
            live.taken().filter { $0.contains("section") }.count == 3, "loading, no more, no longer loading")
    }

    @Test func whatAnAnswerSaysOfOtherSectionsIsNothing() throws {
        let (live, network) = try rows()
        live.more(of: "a")
        live.context.advance(0)
        network.answer(Self.more("a", "x"), Server.page("b+w: 8 | a: 9 | c: 10", #","c": "x""#))
        live.settle()
        #expect(live.outline == "a: 1 2 9 | b+: 3" && !live.feed.canLoadMore)
    }

    @Test func sectionsLoadSideBySide() throws {
        let (live, network) = try rows("a+x: 1 | b+y: 2", "")
        let (one, other) = (live.more(of: "a"), live.more(of: "b"))
        #expect(one != other)
        live.settle()
        #expect([0, 1].map { live.feed.state(ofSection: $0) } == [.loading, .loading])
        network.answer(Self.more("b", "y"), Server.page("b: 3"))
        live.settle()
        #expect([0, 1].map { live.feed.state(ofSection: $0) } == [.loading, .ready])
        network.answer(Self.more("a", "x"), "", status: 404)
        live.settle()
        #expect(live.outline == "a+: 1 | b: 2 3" && live.feed.state(ofSection: 0) == .ready)
        #expect(
            live.taken().suffix(3) == [
                "\(one) failed s http 404", "\(one) section 0", "\(one) complete http 404",
            ])
        #expect(live.feed.failure(of: 0) == nil)
        #expect(live.more(of: "a") > other)
    }

    @Test func aSectionMayGoWhileItLoads() throws {
        let (live, network) = try rows()
        live.more(of: "a")
        live.settle()
        live.load(Server.page("b+y: 3"))
        live.settle()
        #expect(live.outline == "b+: 3" && live.feed.loadMore(section: "a").0 == .argument)
        network.answer(Self.more("a", "x"), Server.page("a: 4"))
        live.settle()
        #expect(live.outline == "b+: 3" && live.open.isEmpty)
        live.load(Server.page("a+x: 1 | b+y: 3"))
        live.settle()
        #expect(live.feed.state(ofSection: 0) == .ready && live.outline == "a+: 1 | b+: 3")
        live.more(of: "a")
        live.context.advance(0)
        network.answer(Self.more("a", "x"), Server.page("a: 4"))
        live.settle()
        #expect(live.outline == "a: 1 4 | b+: 3")
    }

    @Test func aSectionMayBeHiddenMovedOrRemovedWhileItLoads() throws {
        let (live, network) = try rows()
        let request = live.more(of: "a")
        #expect(live.feed.moveSection("a", to: 1) == .ok)
        live.settle()
        #expect(live.feed.state(ofSection: 1) == .loading && live.outline == "b+: 3 | a+: 1 2")
        #expect(live.feed.hideSection("a") == .ok)
        live.settle()
        #expect(live.feed.loadMore(section: "a").0 == .argument)
        _ = live.taken()
        network.answer(Self.more("a", "x"), Server.page("a+z: 4"))
        live.settle()
        #expect(live.taken() == ["\(request) complete"])
        #expect(live.feed.hideSection("a", false) == .ok)
        live.settle()
        #expect(live.outline == "b+: 3 | a+: 1 2 4" && live.feed.state(ofSection: 1) == .ready)
        live.more(of: "a")
        #expect(live.feed.removeSection("a") == .ok)
        live.settle()
        network.answer(Self.more("a", "z"), Server.page("a: 5"))
        live.settle()
        #expect(live.outline == "b+: 3")
        #expect(live.feed.moveSection("a", to: 0) == .ok)
        live.settle()
        #expect(live.outline == "a: 1 2 4 5 | b+: 3" && live.feed.state(ofSection: 0) == .ready)
    }

    /// Where pages are joined a section may go by another key than its server knows.
    @Test func twoSourcesMayHaveTheSameKey() throws {
        let network = HeldNetwork()
        let live = try LiveFeed(
            Server.feed(
                Server.source("s", "http://a.test/s", Server.rowsMapping),
                Server.source("u", "http://b.test/u", Server.rowsMapping)), network)
        live.refresh()
        live.context.advance(0)
        network.answer("/s", Server.page("k+x: 1"))
        network.answer("/u", Server.page("k+x: 2"))
        live.settle()
        #expect(live.outline == "k+: 1 | k#2+: 2")
        _ = (network.takenURLs(), live.taken())
        let request = live.more(of: "k#2")
        live.settle()
        #expect(network.takenURLs() == ["http://b.test" + Self.more("k", "x")])
        #expect([0, 1].map { live.feed.state(ofSection: $0) } == [.ready, .loading])
        // The first one goes, and with it the number.
        live.load(Server.page("j: 0"))
        live.settle()
        #expect(live.outline == "j: 0 | k+: 2")
        #expect(live.feed.state(ofSection: 1) == .loading && live.more(of: "k") == request)
        network.answer(Self.more("k", "x"), Server.page("k: 3"))
        live.settle()
        #expect(live.outline == "j: 0 | k: 2 3" && live.feed.state(ofSection: 1) == .ready)
    }

    @Test func besideASectionOfTheFrontEndsOwn() throws {
        let (live, network) = try rows("b: 3")
        try live.insert(#"{"key": "a", "items": [{"id": 1, "title": "own"}]}"#)
        live.load(Server.page("a+x: 1"))
        live.settle()
        #expect(live.outline == "a#2+: 1 | a: own")
        #expect(live.more(of: "a") == 0 && live.more(of: "a#2") > 0)
        live.settle()
        #expect([0, 1].map { live.feed.state(ofSection: $0) } == [.loading, .ready])
        network.answer(Self.more("a", "x"), Server.page("a: 2"))
        live.settle()
        #expect(live.outline == "a#2: 1 2 | a: own" && live.feed.state(ofSection: 0) == .ready)
    }

    @Test(arguments: [false, true])
    func aSectionsLoadingMayBeCancelled(isAnswered: Bool) throws {
        let (live, network) = try rows()
        let request = live.more(of: "a")
        live.settle()
        _ = live.taken()
        if isAnswered {
            network.answer(Self.more("a", "x"), Server.page("a+z: 4"))
            live.context.advance(0)
        }
        #expect(live.feed.cancel(request) == .ok)
        // Told at once, whatever the worker does.
        #expect(live.context.dispatch(0) == .ok)
        #expect(live.feed.state(ofSection: 0) == .ready)
        let added = isAnswered ? ["\(request) items 0.2 -0+1"] : []
        #expect(live.taken() == added + ["\(request) section 0", "\(request) complete cancelled"])
        let again = live.more(of: "a")
        live.settle()
        #expect(again > request && live.feed.state(ofSection: 0) == .loading)
        #expect(live.taken() == ["\(again) section 0"])
        network.answer(Self.more("a", isAnswered ? "z" : "x"), Server.page("a: 5"))
        live.settle()
        #expect(live.outline == (isAnswered ? "a: 1 2 4 5 | b+: 3" : "a: 1 2 5 | b+: 3"))
        #expect(live.feed.state(ofSection: 0) == .ready && live.open.isEmpty)
    }

    @Test func thePageAndASectionLoadAtOnce() throws {
        let (live, network) = try rows()
        live.load(Server.page("a+x: 1 2 | b+y: 3", #","c": "x""#))
        live.settle()
        live.more()
        live.more(of: "a")
        live.context.advance(0)
        network.answer("?c=x", Server.page("a+q: 4 | c: 5"))
        live.settle()
        #expect(live.outline == "a+: 1 2 4 | b+: 3 | c: 5" && live.feed.state(ofSection: 0) == .loading)
        network.answer(Self.more("a", "x"), Server.page("a: 4 6"))
        live.settle()
        #expect(live.outline == "a: 1 2 4 6 | b+: 3 | c: 5")
    }
}
