import FeedFetching
import FeedParsing
import Testing

@testable import FeedViewModels

/// How a feed goes over from one page to the next, and tells it.
@Suite struct DeliveryTests {
    private let context: Context
    private let feed: FeedViewModel
    private let mapping: Mapping
    private let told = Told()

    private final class Told {
        var words: [String] = []

        /// What was told since the last look.
        func taken() -> [String] {
            defer { words = [] }
            return words
        }
    }

    private static let mappingText = #"""
        {"mapping": "small", "sections": {"list": "rows", "type": {"default": "t"}, "key": "key", "items": "items"},
         "types": {"t": {"kind": "LIST"}}, "default": {"item": {"id": "id", "title": "title"}}}
        """#

    init() throws {
        var config = ContextConfig()
        config.transport = .memory
        config.hasManualClock = true
        context = try #require(Context(config))
        mapping = try Mapping(text: DeliveryTests.mappingText)
        feed = try #require(
            FeedViewModel(
                context,
                FeedConfig(
                    text:
                        #"{"sources": [{"name": "s", "url": "http://a.test/", "mapping": \#(DeliveryTests.mappingText)}]}"#
                )))
        listen()
    }

    private func listen() {
        feed.didChange = { [unowned feed, told] event in told.words.append(DeliveryTests.word(event, feed)) }
    }

    /// "item 0.1 a b" with the titles that the feed shows then, for a change or a reset.
    private static func word(_ event: FeedEvent, _ feed: FeedViewModel) -> String {
        switch event.kind {
        case .change: "\(event.change?.words ?? "nothing"): \(titles(feed))"
        case .reset: "reset \(event.revisionFrom)>\(event.revisionTo): \(titles(feed))"
        default: event.kind.name.description
        }
    }

    private static func titles(_ feed: FeedViewModel) -> String {
        let sections = (0..<feed.sectionCount).compactMap { feed.section(at: $0)?.pointee }
        return sections.map { section in
            let items = (0..<section.itemCount).compactMap { section.item(at: $0)?.pointee.title }
            return items.map { String(cString: $0) }.joined(separator: " ")
        }.joined(separator: " | ")
    }

    /// "a b=New | c": sections with items, each with a title of its own perhaps. `space` is what else the bytes hold.
    private func json(_ outline: String, space: String = "") -> String {
        let rows = outline.split(separator: "|").enumerated().map { index, section in
            let items = section.split(separator: " ").map { item in
                let pair = item.split(separator: "=")
                return #"{"id": "\#(pair[0])", "title": "\#(pair.last ?? "")"}"#
            }
            return #"{"key": "\#(index)", "items": [\#(items.joined(separator: ","))]}"#
        }
        return #"{\#(space)"rows": [\#(rows.joined(separator: ","))]}"#
    }

    /// Has the worker read a page, of which the feed is told in the next dispatch.
    private func load(_ outline: String, space: String = "") {
        #expect(feed.load(source: 0, Array(json(outline, space: space).utf8)).0 == .ok)
        context.advance(0)
    }

    private func show(_ outline: String) {
        load(outline)
        #expect(context.dispatch(0) == .ok)
        _ = told.taken()
    }

    private func page(_ outline: String, space: String = "") throws -> Snapshot {
        try mapping.parse(text: json(outline, space: space))
    }

    /// As the worker posts it.
    private func delivery(from old: Snapshot?, to new: Snapshot) throws -> Delivery {
        let update = try #require(Update.make(from: old, to: new, NumberedArrangement()))
        return Delivery(to: feed.id, request: 0, source: 0, news: .page(update))
    }

    // MARK: - Steps

    @Test func aPageIsToldAsItsSteps() {
        load("a b | c")
        #expect(context.dispatch(0) == .ok)
        #expect(told.taken() == ["sections 0 -0+2: a b | c", "state", "complete"])
        let before = feed.snapshot
        load("x a=A | d")
        #expect(DeliveryTests.titles(feed) == "a b | c")
        for (word, isOld) in [
            ("items 0.0 -0+1: x a b | c", true), ("item 0.1: x A b | c", true),
            ("items 0.2 -1+0: x A | c", true),
            ("items 1.0 -1+1: x A | d", false),
        ] {
            #expect(context.dispatch(1) == .ok)
            #expect(told.taken() == [word])
            #expect((feed.snapshot === before) == isOld)
            #expect(feed.revision == (isOld ? 1 : 2))
        }
        #expect(context.dispatch(1) == .ok)
        #expect(told.taken() == ["complete"])
    }

    @Test func allStepsOfAPageHaveItsTwoRevisions() {
        show("a b")
        var revisions: [[UInt64]] = []
        feed.didChange = { [unowned feed] event in
            revisions.append([event.revisionFrom, event.revisionTo, feed.revision])
        }
        #expect(context.dispatch(0) == .ok)
        #expect(revisions == [[1, 1, 1]], "the welcome")
        revisions = []
        load("x a=A")
        #expect(context.dispatch(0) == .ok)
        #expect(revisions == [[1, 2, 1], [1, 2, 1], [1, 2, 2], [2, 2, 2]])
    }

    @Test func anEmptyPageIsThePageOfRevisionOne() {
        load("")
        #expect(context.dispatch(0) == .ok)
        #expect(told.taken() == ["state", "complete"])
        #expect(feed.snapshot != nil && feed.revision == 1)
        load("", space: " ")
        #expect(context.dispatch(0) == .ok)
        #expect(feed.revision == 1)
        #expect(told.taken() == ["complete"])
    }

    @Test func whatTheWorkerPostsMeanwhileWaits() {
        show("a")
        var first: [String] = []
        feed.didChange = { [unowned feed, told] event in
            first.append(DeliveryTests.word(event, feed))
            if first.count == 2 {
                load("z y")
                #expect(DeliveryTests.titles(feed) == "n a")
            }
            told.words = first
        }
        #expect(context.dispatch(0) == .ok)
        #expect(told.words.count == 1)
        load("n a b")
        #expect(context.dispatch(0) == .ok)
        #expect(told.words.dropFirst() == ["items 0.0 -0+1: n a", "items 0.2 -0+1: n a b", "complete"])
        #expect(context.dispatch(0) == .ok)
        #expect(told.words.suffix(2) == ["items 0.0 -3+2: z y", "complete"])
    }

    // MARK: - Nothing new

    @Test func thePageOfASilentUpdateIsShownWithoutAWord() throws {
        show("a")
        let before = try #require(feed.snapshot)
        load("a", space: #""trace": 7, "#)
        #expect(context.dispatch(0) == .ok)
        #expect(told.taken() == ["complete"])
        #expect(feed.revision == 1)
        #expect(feed.snapshot !== before)
    }

    @Test func whatWasLentStaysUntilTheNextEvent() throws {
        weak var lent: Snapshot?
        do {
            let first = try page("a")
            for step in feed.deliver(try delivery(from: nil, to: first)) {
                #expect(feed.deliver(step).isEmpty)
            }
            lent = first
        }
        #expect(lent != nil && lent === feed.snapshot)
        for number in 1...3 {
            let next = try page("a", space: String(repeating: " ", count: number))
            #expect(feed.deliver(try delivery(from: feed.snapshot, to: next)).isEmpty)
            #expect(feed.snapshot === next)
            #expect(lent != nil)
        }
        let state = Delivery(to: feed.id, request: 0, source: 0, news: .state(.ready, hasMore: false))
        #expect(feed.deliver(state).isEmpty)
        #expect(lent == nil)
        #expect(feed.revision == 1)
    }

    // MARK: - Too much

    @Test func ofPagesThatNobodyTakesTheNewestStays() throws {
        let mailbox = try #require(Mailbox())
        mailbox.add(feed.id)
        mailbox.add(99)
        func post(_ outline: String) throws { mailbox.post(try delivery(from: nil, to: page(outline))) }
        var other = try delivery(from: nil, to: page("other"))
        other.to = 99
        mailbox.post(other)
        for number in 1...8 { try post("a\(number)") }
        #expect(mailbox.count == 9)
        mailbox.post(Delivery(to: feed.id, request: 1, source: 0, news: .complete(nil)))
        try post("a9")
        // The others are gone, of this feed alone; what is no page stays.
        #expect(mailbox.count == 3)
        let taken = (0..<3).compactMap { _ in mailbox.take() }
        #expect(taken.map(\.to) == [99, feed.id, feed.id])
        #expect(taken.map(\.isPage) == [true, false, true])
        // Those that were looked at already count too.
        for number in 1...4 { try post("b\(number)") }
        _ = mailbox.take()
        for number in 5...9 { try post("b\(number)") }
        #expect(mailbox.count == 8)
        try post("b10")
        #expect(mailbox.count == 1)
    }

    /// The worker counts the way from the page that it posted last, which was never shown.
    @Test func theWayIsCountedFromWhatIsShown() {
        show("a b c")
        for number in 1...9 { load("a b c x\(number)") }
        #expect(context.dispatch(0) == .ok)
        let steps = told.taken().filter { $0 != "complete" }
        #expect(steps == ["items 0.3 -0+1: a b c x9"])
        #expect(feed.revision == 2)
    }

    @Test func moreStepsThanTheLimitAreAReset() throws {
        func outline(_ count: Int, title: String) -> String {
            (0..<count).map { "\($0)=\(title)" }.joined(separator: " ")
        }
        let (few, many) = (Update.limit, Update.limit + 1)
        var kinds: [FeedEvent.Kind] = []
        feed.didChange = { event in kinds.append(event.kind) }
        load(outline(few, title: "a"))
        load(outline(few, title: "b"))
        #expect(context.dispatch(0) == .ok)
        #expect(kinds.count { $0 == .change } == 1 + few)
        #expect(!kinds.contains(.reset))

        load(outline(many, title: "a"))
        #expect(context.dispatch(0) == .ok)
        let before = feed.revision
        listen()
        load(outline(many, title: "b"))
        #expect(context.dispatch(2) == .ok)
        let words = told.taken()
        #expect(words.count == 2)
        #expect(words.first?.hasPrefix("reset \(before)>\(before): a a") == true, "the welcome")
        #expect(words.last?.hasPrefix("reset \(before)>\(before + 1): b b") == true)
        #expect(words.last?.hasSuffix("b b") == true && words.last?.contains("a") == false)
        #expect(feed.snapshot?.sections[0].items.last?.title == "b")
        #expect(context.dispatch(0) == .ok)
        #expect(told.taken() == ["complete"])
    }

    // MARK: - Who comes late

    @Test func whoComesLateIsToldToReadAll() {
        feed.didChange = nil
        load("a b")
        #expect(context.dispatch(0) == .ok)
        load("a c")
        listen()
        listen()
        // Before what waits, and once.
        #expect(context.dispatch(0) == .ok)
        #expect(told.taken() == ["reset 1>1: a b", "items 0.1 -1+1: a c", "complete"])
        #expect(context.dispatch(0) == .ok)
        #expect(told.taken() == [])
    }

    @Test func whoComesBeforeTheFirstPageIsToldTheFirstPage() {
        listen()
        load("a")
        #expect(context.dispatch(0) == .ok)
        #expect(told.taken() == ["sections 0 -0+1: a", "state", "complete"])
    }

    /// In the middle of a page, or in the callback of one of its steps.
    @Test func whoComesInTheMiddleFollowsFromThere() {
        show("a b")
        load("x a=A y b")
        #expect(context.dispatch(1) == .ok)
        #expect(told.taken() == ["items 0.0 -0+1: x a b"])
        listen()
        #expect(context.dispatch(1) == .ok)
        #expect(told.taken() == ["reset 1>1: x a b"])
        #expect(context.dispatch(1) == .ok)
        #expect(told.taken() == ["item 0.1: x A b"])
        #expect(context.dispatch(0) == .ok)
        #expect(told.taken() == ["items 0.2 -0+1: x A y b", "complete"])

        feed.didChange = { [told] event in
            told.words.append("first \(event.kind.name)")
            if event.kind == .change { listen() }
        }
        load("b")
        while context.mailbox.count > 0 { #expect(context.dispatch(0) == .ok) }
        #expect(told.taken() == ["first reset", "first change", "reset 3>3: b", "complete"])
    }

    // MARK: - The end

    @Test(arguments: 1...3)
    func aFeedMayCloseInTheMiddle(step: Int) throws {
        show("a b")
        let before = feed.snapshot
        load("x a=A b y")
        var count = 0
        feed.didChange = { [unowned feed] event in
            count += event.kind == .change ? 1 : 0
            if count == step { feed.close() }
        }
        #expect(context.dispatch(0) == .ok)
        #expect(context.dispatch(0) == .ok)
        #expect(count == step && context.mailbox.count == 0)
        // It keeps what it shows, as far as it came.
        #expect(DeliveryTests.titles(feed) == ["x a b", "x A b", "x A b y"][step - 1])
        #expect((feed.snapshot === before) == (step < 3))
        #expect(feed.load(source: 0, []).0 == .wrongThread)
    }
}
