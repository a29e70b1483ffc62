import FeedFetching
import FeedParsing
import Foundation
import Testing

@testable import FeedStore
@testable import FeedViewModels

/// A feed whose answers are kept: what the next one begins with.
@Suite struct StoreFeedTests {
    private typealias Server = PagedServer
    private static let young = Server.list(Server.byCursor, #","ttl": 60000"#)
    private let folder = StoreFolder()

    /// A feed with the store of this test, answered by hand.
    private func begin(
        _ config: String = Server.list(), partition: String = "", hasManualClock: Bool = true,
        patience: Int32 = 600_000
    ) throws -> (LiveFeed, HeldNetwork) {
        let network = HeldNetwork()
        var store = StoreConfig(path: folder.file)
        store.partition = partition
        store.patience = patience
        return (try LiveFeed(config, network, store: store, hasManualClock: hasManualClock), network)
    }

    /// One that has asked, and been told what the store has.
    private func refreshed(_ config: String = Server.list(), partition: String = "") throws -> (
        LiveFeed, HeldNetwork
    ) {
        let (live, network) = try begin(config, partition: partition)
        live.refresh()
        live.settle()
        return (live, network)
    }

    /// An earlier program, which was answered this. The time of the answer.
    @discardableResult
    private func keep(
        _ body: String = Server.items("1 2"), etag: String? = "\"a\"", _ config: String = Server.list(),
        url: String = "/list", partition: String = "", later: Int64 = 0
    ) throws -> Int64 {
        let (live, network) = try begin(config, partition: partition)
        live.context.advance(later)
        live.refresh()
        live.settle()
        network.answer(url, body, headers: etag.map { [HTTPHeader("ETag", $0)] } ?? [])
        live.settle()
        #expect(live.open == [])
        return live.feed.time(of: 0)
    }

    private func validator(_ network: HeldNetwork) -> String? {
        network.requests().first?.headers.first { $0.isNamed("If-None-Match") }?.value
    }

    // MARK: - What it begins with

    @Test func whatWasAnsweredLastComesFirst() throws {
        let time = try keep()
        let (live, network) = try refreshed()
        #expect(
            live.taken() == [
                "1 state s loading", "1 sections 0 -0+1", "1 state s stale", "1 state s loading",
            ])
        #expect(live.outline == "t: 1 2" && live.feed.time(of: 0) == time && time > 0)
        #expect(validator(network) == "\"a\"")
        live.context.advance(1000)
        network.answer("/list", Server.items("1 2 3"))
        live.settle()
        #expect(live.taken() == ["1 items 0.2 -0+1", "1 state s ready", "1 complete"])
        #expect(live.feed.time(of: 0) >= time + 1000)
        let (next, _) = try refreshed()
        #expect(next.outline == "t: 1 2 3")
    }

    @Test func nothingIsThereAtFirst() throws {
        let (live, network) = try refreshed()
        #expect(live.taken() == ["1 state s loading"])
        #expect(live.feed.time(of: 0) == .min && live.feed.time(of: 1) == .min)
        #expect(validator(network) == nil)
    }

    @Test func notModifiedConfirmsIt() throws {
        let time = try keep()
        let (live, network) = try refreshed()
        _ = live.taken()
        live.context.advance(5000)
        network.answer("/list", "", status: 304)
        live.settle()
        #expect(live.taken() == ["1 state s ready", "1 complete"])
        let confirmed = live.feed.time(of: 0)
        #expect(confirmed >= time + 5000)
        let (next, nextNetwork) = try refreshed()
        #expect(next.outline == "t: 1 2" && next.feed.time(of: 0) == confirmed)
        #expect(validator(nextNetwork) == "\"a\"")
    }

    @Test func anEmptyPageIsAPage() throws {
        try keep(Server.items(""))
        let (live, network) = try refreshed()
        #expect(live.feed.revision == 1 && live.feed.state(of: 0) == .loading)
        network.answer("/list", "", status: 304)
        live.settle()
        #expect(live.feed.state(of: 0) == .empty)
    }

    @Test func aYoungPageIsNotAskedFor() throws {
        let config = Self.young
        try keep(for: config)
        let (live, network) = try refreshed(config)
        #expect(
            live.taken() == ["1 state s loading", "1 sections 0 -0+1", "1 state s ready", "1 complete"])
        #expect(network.takenURLs() == [])
        live.refresh()
        live.settle()
        #expect(live.taken() == ["2 complete"] && network.takenURLs() == [])
        live.reload()
        live.settle()
        #expect(validator(network) == "\"a\"")
        network.answer("/list", "", status: 304)
        live.settle()
        live.context.advance(60_000)
        live.refresh()
        live.settle()
        #expect(network.takenURLs().count == 2)
    }

    @Test func aPageOnceYoungIsAskedFor() throws {
        let config = Self.young
        try keep(for: config)
        let (live, network) = try begin(config)
        live.context.advance(60_000)
        live.refresh()
        live.settle()
        #expect(live.outline == "t: 1 2" && network.urls.count == 1)
    }

    @Test func aReloadAsksForAYoungPageTooEvenDuringTheLookUp() throws {
        let config = Self.young
        try keep(for: config)
        for isFirst in [true, false] {
            let (live, network) = try begin(config)
            if !isFirst { live.refresh() }
            live.reload()
            live.settle()
            #expect(live.outline == "t: 1 2" && network.urls.count == 1)
            network.answer("/list", "", status: 304)
            live.settle()
            #expect(live.open == [] && live.feed.state(of: 0) == .ready)
        }
    }

    /// The answer seems to be of a time that is yet to come.
    @Test func aCalendarThatWasSetBackMakesNothingYoung() throws {
        let config = Self.young
        try keep(for: config, later: 3_600_000)
        let (live, network) = try refreshed(config)
        #expect(live.outline == "t: 1 2" && network.urls.count == 1)
        network.answer("/list", "", status: 304)
        live.settle()
        #expect(live.feed.state(of: 0) == .ready)
    }

    private func keep(for config: String, later: Int64 = 0) throws {
        try keep(Server.items("1 2"), config, later: later)
    }

    @Test func twoSourcesBeginAtOnce() throws {
        let config = #"{"preset": "netease-home", "baseURL": "http://home.test"}"#
        for members in ["", #", "partial": false"#] {
            let config = config.dropLast() + members + "}"
            let (live, network) = try begin(String(config))
            live.refresh()
            live.settle()
            network.answer("/page", Self.home)
            network.answer("/ball", Self.menus)
            live.settle()
            #expect(live.open == [])
            let (next, _) = try refreshed(String(config))
            #expect(next.takenChanges() == ["sections 0 -0+2"])
            #expect(next.feed.section(at: 1)?.pointee.kind == .menus)
            #expect(next.feed.state(of: 0) == .loading && next.feed.state(of: 1) == .loading)
        }
    }

    /// It waits neither for the other one's server nor for its end.
    @Test(arguments: ["", #", "partial": false"#])
    func oneSourceOfTwoBeginsToo(_ members: String) throws {
        let config = #"{"preset": "netease-home", "baseURL": "http://home.test"\#(members)}"#
        let (live, network) = try begin(config)
        live.refresh()
        live.settle()
        network.answer("/page", Self.home)
        network.answer("/ball", "", status: 404)
        live.settle()
        let (next, nextNetwork) = try refreshed(config)
        #expect(next.takenChanges() == ["sections 0 -0+1"])
        nextNetwork.answer("/ball", Self.menus)
        nextNetwork.answer("/page", "", status: 404)
        next.settle()
        #expect(next.takenChanges() == ["sections 1 -0+1"])
        #expect(next.feed.state(of: 0) == .stale && next.feed.state(of: 1) == .ready)
    }

    private static let home = #"""
        {"code": 200, "data": {"blocks": [
          {"blockCode": "HOMEPAGE_BANNER", "extInfo": {"banners": [{"bannerId": "1", "pic": "http://img.test/1"}]}}]}}
        """#
    private static let menus = #"{"code": 200, "data": [{"id": -1, "name": "Daily", "url": "app://daily"}]}"#

    @Test func itRefreshesItselfAsThePageFromTheStoreSays() throws {
        let config = Server.rows(#","ttl": 60000"#).dropLast() + #","autoRefresh": true}"#
        try keep(Server.page("a: 1", #", "every": 60000"#), String(config))
        let (live, network) = try refreshed(String(config))
        #expect(network.takenURLs() == [])
        live.context.advance(60_000)
        live.settle()
        #expect(network.takenURLs().count == 1)
    }

    // MARK: - When the server can't be had

    @Test func withoutANetworkItStaysWithTheErrorBesideIt() throws {
        let time = try keep()
        let live = try LiveFeed(Server.list(), store: StoreConfig(path: folder.file))
        live.answer(Server.url, "", status: MemoryTransport.broken)
        live.refresh()
        live.settle()
        for _ in 0..<4 { live.context.advance(5000) }
        live.settle()
        #expect(
            live.taken() == [
                "1 state s loading", "1 sections 0 -0+1", "1 state s stale", "1 state s loading",
                "1 failed s network", "1 state s stale", "1 complete network",
            ])
        #expect(live.outline == "t: 1 2" && live.feed.time(of: 0) == time)
        live.answer(Server.url, Server.items("3"))
        live.refresh()
        live.settle()
        #expect(live.outline == "t: 3" && live.feed.state(of: 0) == .ready)
    }

    /// A-21: neither what it says nor its name enters.
    @Test(arguments: [
        (200, #"{"code": 301, "message": "log in"}"#), (500, #"{"code": 301}"#),
        (200, #"{"code": 500, "items": [{"id": 9}]}"#), (200, #"{"items": [{"id": 1}, {"i"#), (200, ""),
        (200, "  "), (200, "<html></html>"), (200, #"{"other": 1}"#), (200, "[]"), (200, "null"),
        (500, #"{"items": [{"id": 9}]}"#), (206, #"{"items": [{"id":"#),
    ])
    func whatIsNoPageNeverEnters(_ status: Int32, _ body: String) throws {
        try keep()
        let (live, network) = try refreshed()
        network.answer("/list", body, status: status, headers: [HTTPHeader("ETag", "\"bad\"")])
        for _ in 0..<4 {
            live.context.advance(5000)
            if network.urls.count > 0 {
                network.answer("/list", body, status: status, headers: [HTTPHeader("ETag", "\"bad\"")])
            }
        }
        live.settle()
        #expect(live.open == [] && live.feed.failure(of: 0) != nil)
        #expect(live.outline == "t: 1 2" && live.feed.state(of: 0) == .stale)
        live.refresh()
        live.settle()
        #expect(validator(network) == "\"a\"")
        let (next, nextNetwork) = try refreshed()
        #expect(next.outline == "t: 1 2" && validator(nextNetwork) == "\"a\"")
    }

    // MARK: - Whose it is

    @Test func anotherMappingDoesNotReadIt() throws {
        try keep()
        let (live, network) = try refreshed(Server.list(Server.byOffset))
        #expect(live.outline == "" && validator(network) == nil)
    }

    @Test func aPostIsKeptUnderWhatItSends() throws {
        func config(_ value: String) -> String {
            Server.list(Server.byCursor, #","method": "POST", "parameters": {"k": "\#(value)"}"#)
        }
        try keep(Server.items("1"), config("a"))
        try keep(Server.items("2"), config("b"))
        #expect(try refreshed(config("a")).0.outline == "t: 1")
        #expect(try refreshed(config("b")).0.outline == "t: 2")
        #expect(try refreshed(config("c")).0.outline == "")
        #expect(try refreshed().0.outline == "")
        let (_, network) = try refreshed(config("a"))
        // No server can say of a POST that it is still the same.
        #expect(validator(network) == nil)
    }

    @Test func noSecretIsInTheFile() throws {
        let config = Server.list(
            url: "http://joe:url-secret@a.test/list", #","headers": {"Authorization": "header-secret"}"#)
        let (live, network) = try refreshed(config)
        network.answer("/list", Server.items("1 2"))
        live.settle()
        let files = folder.files
        #expect(files.contains(folder.file))
        for file in files {
            let text = String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
            for secret in ["joe", "url-secret", "header-secret", "cookie-secret"] {
                #expect(!text.contains(secret), "\(secret) is in \(file)")
            }
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        live.context.close()
        // Another user's password changes nothing: partitions keep accounts apart.
        #expect(try refreshed(Server.list(url: "http://a.test/list")).0.outline == "t: 1 2")
    }

    @Test func partitionsSeeNothingOfEachOther() throws {
        try keep(Server.items("1"), partition: "joe")
        try keep(Server.items("2"), partition: "ann")
        #expect(try refreshed(partition: "joe").0.outline == "t: 1")
        #expect(try refreshed(partition: "ann").0.outline == "t: 2")
        #expect(try refreshed().0.outline == "")
        let (live, _) = try refreshed(partition: "joe")
        #expect(live.context.clearStore() == .ok)
        live.settle()
        #expect(live.outline == "t: 1")
        #expect(try refreshed(partition: "joe").0.outline == "")
        #expect(try refreshed(partition: "ann").0.outline == "t: 2")
    }

    /// The next answer must be whole, or nothing would be kept until the page changes.
    @Test func whatIsClearedIsAskedForAsAWhole() throws {
        try keep()
        let (live, network) = try refreshed()
        network.answer("/list", "", status: 304)
        live.settle()
        #expect(live.context.clearStore() == .ok)
        live.refresh()
        live.settle()
        #expect(validator(network) == nil && live.outline == "t: 1 2")
        network.answer("/list", Server.items("1 2"), headers: [HTTPHeader("ETag", "\"b\"")])
        live.settle()
        #expect(live.feed.revision == 1)
        let (next, nextNetwork) = try refreshed()
        #expect(next.outline == "t: 1 2" && validator(nextNetwork) == "\"b\"")
    }

    @Test func twoContextsShareAFile() throws {
        let (one, oneNetwork) = try refreshed()
        let (other, otherNetwork) = try refreshed()
        oneNetwork.answer("/list", Server.items("1"), headers: [HTTPHeader("ETag", "\"1\"")])
        one.settle()
        otherNetwork.answer("/list", Server.items("2"), headers: [HTTPHeader("ETag", "\"2\"")])
        other.settle()
        #expect(one.outline == "t: 1" && other.outline == "t: 2")
        // A 304 confirms the page that it means, and not the one that is there meanwhile.
        one.context.advance(100_000)
        one.refresh()
        one.settle()
        oneNetwork.answer("/list", "", status: 304)
        one.settle()
        let (next, nextNetwork) = try refreshed()
        #expect(next.outline == "t: 2" && validator(nextNetwork) == "\"2\"")
        #expect(next.feed.time(of: 0) == other.feed.time(of: 0))
    }

    // MARK: - What is kept

    @Test func memoryAloneIsAStoreToo() throws {
        let live = try LiveFeed(Server.list(), store: StoreConfig())
        live.answer(Server.url, Server.items("1 2"), etag: "\"a\"")
        live.refresh()
        live.settle()
        live.answer(Server.url, "", status: MemoryTransport.never)
        let next = try LiveFeed(Server.list(), in: live.context)
        next.refresh()
        next.settle()
        #expect(next.outline == "t: 1 2" && next.feed.time(of: 0) == live.feed.time(of: 0))
        #expect(live.context.clearStore() == .ok)
        let last = try LiveFeed(Server.list(), in: live.context)
        last.refresh()
        last.settle()
        #expect(last.outline == "" && folder.files == [])
    }

    @Test func withoutAStoreNothingIsKept() throws {
        let live = try LiveFeed(Server.list())
        live.answer(Server.url, Server.items("1 2"))
        live.refresh()
        live.settle()
        #expect(live.outline == "t: 1 2" && live.context.clearStore() == .ok)
        live.answer(Server.url, "", status: MemoryTransport.never)
        let next = try LiveFeed(Server.list(), in: live.context)
        next.refresh()
        next.settle()
        #expect(next.outline == "")
    }

    @Test func whatTheHostLoadsIsNotKept() throws {
        let (live, _) = try begin()
        live.load(Server.items("7"))
        live.settle()
        #expect(live.outline == "t: 7" && live.feed.time(of: 0) > 0)
        #expect(try refreshed().0.outline == "")
    }

    @Test func whatFollowsThePageIsNotKept() throws {
        let (live, network) = try refreshed()
        network.answer("/list", Server.items("1 2", #","c": "x""#))
        live.settle()
        live.more()
        live.settle()
        network.answer("?c=x", Server.items("3"))
        live.settle()
        #expect(live.outline == "t: 1 2 3")
        let (next, _) = try refreshed()
        #expect(next.outline == "t: 1 2" && next.feed.canLoadMore)
    }

    // MARK: - During the look-up

    @Test func whatTheHostLoadsDuringTheLookUpIsShown() throws {
        try keep()
        let (live, network) = try begin()
        live.refresh()
        live.load(Server.items("7"))
        live.settle()
        #expect(live.outline == "t: 7" && live.completed == [2])
        #expect(validator(network) == nil)
        network.answer("/list", Server.items("8"))
        live.settle()
        #expect(live.outline == "t: 8" && live.open == [])
    }

    @Test func aSecondRefreshDuringTheLookUpIsTheSameRequest() throws {
        try keep()
        let (live, network) = try begin()
        live.refresh()
        live.refresh()
        live.settle()
        #expect(network.takenURLs().count == 1)
        network.answer("/list", "", status: 304)
        live.settle()
        #expect(live.completed == [1, 2] && live.open == [])
    }

    /// Complete comes after what it brings.
    @Test func whatFollowsMayComeDuringTheLookUpOfAnother() throws {
        let (live, network) = try begin(
            Server.feed(
                Server.source("s", Server.url, Server.listMapping()),
                Server.source("u", "http://b.test/u", Server.listMapping())))
        live.refresh(source: 0)
        live.settle()
        network.answer("/list", Server.items("1 2", #","c": "x""#))
        live.settle()
        _ = live.taken()
        let isOver = DispatchSemaphore(value: 0)
        live.context.site.store?.perform { _ in isOver.wait() }
        live.refresh(source: 1)
        live.more()
        live.context.worker.waitUntilIdle()
        network.answer("?c=x", Server.items("3"))
        live.context.worker.waitUntilIdle()
        #expect(live.context.dispatch(0) == .ok)
        #expect(live.taken() == ["2 state u loading", "3 state s loading"])
        isOver.signal()
        live.settle()
        #expect(live.taken() == ["2 items 0.2 -0+1", "3 state s ready", "3 complete"])
        network.answer("/u", Server.items("4"))
        live.settle()
        #expect(live.open == [])
    }

    @Test func cancellingDuringTheLookUpEndsIt() throws {
        try keep()
        let (live, network) = try begin()
        let request = live.refresh()
        #expect(live.feed.cancel(request) == .ok)
        live.settle()
        #expect(live.open == [] && network.takenURLs() == [])
        #expect(live.feed.state(of: 0) != .loading)
        live.refresh()
        live.settle()
        #expect(live.outline == "t: 1 2" && network.urls.count == 1)
        network.answer("/list", "", status: 304)
        live.settle()
        #expect(live.open == [] && live.feed.state(of: 0) == .ready)
    }

    @Test func whoeverAsksWhileTheStoreLooksIsLoading() throws {
        try keep()
        let (live, _) = try begin()
        let isOver = DispatchSemaphore(value: 0)
        live.context.site.store?.perform { _ in isOver.wait() }
        for _ in 0..<2 {
            let request = live.refresh()
            live.context.worker.waitUntilIdle()
            #expect(live.feed.cancel(request) == .ok)
            live.context.worker.waitUntilIdle()
        }
        live.refresh()
        live.context.worker.waitUntilIdle()
        #expect(live.context.dispatch(0) == .ok)
        #expect(
            live.taken() == [
                "1 state s loading", "1 complete cancelled", "0 state s idle",
                "2 state s loading", "2 complete cancelled", "0 state s idle",
                "3 state s loading",
            ])
        isOver.signal()
        live.settle()
        #expect(live.outline == "t: 1 2" && live.feed.state(of: 0) == .loading)
    }

    @Test func feedsAndContextsMayGoAtAnyMoment() throws {
        try keep()
        for round in 0..<40 {
            var live: LiveFeed? = try begin().0
            live?.refresh()
            if round % 4 > 1 { usleep(UInt32(round) * 20) }
            if round % 2 == 0 { live?.context.close() }
            live = nil
        }
        for round in 0..<40 {
            let network = HeldNetwork()
            var live: LiveFeed? = try LiveFeed(
                Server.list(), network, store: StoreConfig(path: folder.file))
            live?.refresh()
            live?.settle()
            network.answer("/list", Server.items("\(round)"))
            if round % 4 > 1 { usleep(UInt32(round) * 20) }
            if round % 2 == 0 { live?.context.close() }
            live = nil
        }
        let (next, _) = try refreshed()
        #expect(next.feed.sectionCount == 1)
    }

    // MARK: - A slow store

    /// Another program has the file for itself, once those who had it are gone: they leave no log.
    private func locked() throws -> Database {
        let log = folder.file + "-wal"
        wait { access(log, F_OK) != 0 }
        let other = try Database(opening: folder.file, patience: 600_000)
        try other.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; PRAGMA user_version = 1")
        return other
    }

    @Test func aSlowStoreHoldsNoRequestUp() throws {
        try keep()
        let other = try locked()
        // The server is asked long before the store gives up.
        let (live, network) = try begin(hasManualClock: false)
        let start = ContinuousClock.now
        live.refresh()
        wait { !network.urls.isEmpty }
        #expect(ContinuousClock.now - start >= .milliseconds(190))
        #expect(validator(network) == nil)
        other.close()
    }

    @Test func aBusyStoreKeepsInMemory() throws {
        try keep()
        let other = try locked()
        let (live, network) = try begin(hasManualClock: false, patience: 300)
        var notes: [String] = []
        live.context.setLog { event, _ in
            if event.kind == .store { notes.append(event.failure?.message ?? "") }
        }
        for id in 3...4 {
            live.refresh()
            wait { !network.urls.isEmpty }
            network.answer("/list", Server.items("\(id)"))
            #expect(live.context.run(60_000) == .ok)
            #expect(live.taken().suffix(2) == ["\(id - 2) state s ready", "\(id - 2) complete"])
            #expect(live.outline == "t: \(id)")
        }
        #expect(notes.count == 1 && notes.first?.hasPrefix(folder.file + ": ") == true)
        other.close()
        // It was kept in memory meanwhile.
        let next = try LiveFeed(Server.list(), in: live.context)
        next.refresh()
        live.context.advance(0)
        #expect(live.context.dispatch(0) == .ok)
        #expect(next.outline == "t: 4")
    }

    /// Not for ever, lest a fault hold the other tests up.
    private func wait(until isSo: () -> Bool) {
        let end = ContinuousClock.now + .seconds(60)
        while !isSo(), ContinuousClock.now < end { usleep(2000) }
        #expect(isSo())
    }

    /// Better late than never, if the server had nothing.
    @Test func aPageThatComesLateIsShownIfThereIsNone() throws {
        let time = try keep()
        for hasFailed in [true, false] {
            let other = try locked()
            let (live, network) = try begin(hasManualClock: false)
            live.refresh()
            wait { !network.urls.isEmpty }
            if hasFailed {
                network.answer("/list", "", status: 404)
                #expect(live.context.run(60_000) == .ok)
                #expect(live.feed.state(of: 0) == .failed)
            }
            other.close()
            wait {
                #expect(live.context.dispatch(0) == .ok)
                return !live.outline.isEmpty
            }
            live.settle()
            #expect(live.outline == "t: 1 2" && live.feed.time(of: 0) == time)
            #expect(live.feed.state(of: 0) == (hasFailed ? .stale : .loading))
            #expect((live.feed.failure(of: 0) != nil) == hasFailed)
            if !hasFailed {
                network.answer("/list", "", status: 404)
                #expect(live.context.run(60_000) == .ok)
                #expect(live.feed.state(of: 0) == .stale)
            }
        }
    }
}
