import FeedFetching
import FeedParsing
import FeedStore
import Testing

@testable import FeedViewModels

/// A feed whose servers are in memory, or answered by hand. It keeps a list in step with what it is told, as a list
/// widget does, and compares it with what the feed shows at each event.
final class LiveFeed {
    let context: Context
    let feed: FeedViewModel
    /// What was told since the last look, but for progress: "1 state s ready", "1 sections 0 -0+1", "2 complete".
    private var words: [String] = []
    /// Requests that have begun and not ended.
    private(set) var open: Set<UInt64> = []
    private(set) var completed: [UInt64] = []
    private var list: [Row] = []
    /// Called at the end of each event.
    var also: ((FeedEvent) -> Void)?

    private struct Row: Equatable {
        var uid: UInt64
        var items: [UInt64]
    }

    convenience init(
        _ config: String, _ network: HeldNetwork? = nil, maxBody: Int? = nil, store: StoreConfig? = nil,
        hasManualClock: Bool = true
    ) throws {
        var contextConfig = ContextConfig()
        contextConfig.transport = .memory
        contextConfig.hasManualClock = hasManualClock
        contextConfig.store = store
        contextConfig.cookies = [("c", "cookie-secret")]
        if let maxBody { contextConfig.maxBody = maxBody }
        let context = try #require(Context(contextConfig))
        if let network { context.setTransport(network.functions) }
        try self.init(config, in: context)
    }

    /// Another feed of a context.
    convenience init(_ config: String, in context: Context) throws {
        try self.init(#require(FeedViewModel(context, FeedConfig(text: config))), in: context)
    }

    init(_ feed: FeedViewModel, in context: Context) {
        self.context = context
        self.feed = feed
        feed.didChange = { [unowned self] event in hear(event) }
    }

    // MARK: - Servers in memory

    func answer(_ url: String, _ body: String, status: Int32 = 200, etag: String? = nil) {
        let headers = etag.map { [HTTPHeader("ETag", $0)] } ?? []
        context.memory?.answer(
            url, MemoryTransport.Answer(status: status, headers: headers, body: Array(body.utf8)))
    }

    func count(_ url: String) -> Int { context.memory?.requestCount(url) ?? 0 }

    // MARK: - Asking

    /// Has the worker do all there is to do, and tells it.
    func settle() {
        context.advance(0)
        #expect(context.dispatch(0) == .ok)
    }

    @discardableResult func refresh(source: Int? = nil) -> UInt64 {
        begin(feed.refresh(source: source))
    }

    @discardableResult func reload() -> UInt64 { begin(feed.refresh(isForced: true)) }

    @discardableResult func load(_ text: String) -> UInt64 {
        begin(feed.load(source: 0, Array(text.utf8)))
    }

    @discardableResult func more() -> UInt64 { begin(feed.loadMore()) }

    @discardableResult func more(of key: String) -> UInt64 { begin(feed.loadMore(section: key)) }

    private func begin(_ begun: (Context.Status, request: UInt64)) -> UInt64 {
        #expect(begun.0 == .ok)
        if begun.request > 0 { open.insert(begun.request) }
        return begun.request
    }

    func insert(_ json: String, at position: Int = .max) throws(FeedError) {
        try Array(json.utf8).read { (bytes) throws(FeedError) in try feed.insertSection(bytes, at: position) }
    }

    func arrange(_ json: String) throws(FeedError) {
        try Array(json.utf8).read { (bytes) throws(FeedError) in try feed.arrange(bytes) }
    }

    var arrangement: String { String(decoding: feed.arrangementJSON, as: UTF8.self) }

    // MARK: - What it shows and tells

    /// "a+: 1 2 | b: 3": sections with the titles of their items; "+" where there are more.
    var outline: String {
        (0..<feed.sectionCount).compactMap { feed.section(at: $0).map { LiveFeed.outline($0) } }
            .joined(separator: " | ")
    }

    static func outline(_ page: Snapshot?) -> String? {
        page.map { $0.sectionRecords.map { outline($0) }.joined(separator: " | ") }
    }

    private static func outline(_ section: UnsafePointer<SectionRecord>) -> String {
        let items = (0..<section.pointee.itemCount).compactMap { section.pointee.item(at: $0)?.pointee.title }
        let more = section.pointee.hasMore ? "+" : ""
        return String(cString: section.pointee.key) + more + ": "
            + items.map { String(cString: $0) }.joined(separator: " ")
    }

    /// What was told since the last look.
    func taken() -> [String] {
        defer { words = [] }
        return words
    }

    /// The changes among it.
    func takenChanges() -> [String] {
        let changes = ["sections", "items", "item", "section", "reset"]
        return taken().filter { word in changes.contains { word.split(separator: " ")[1] == $0 } }
            .map { String($0.drop { $0 != " " }.dropFirst()) }
    }

    private func hear(_ event: FeedEvent) {
        keepUp(event)
        if event.kind != .progress { words.append(word(event)) }
        if event.kind == .complete {
            #expect(!completed.contains(event.request))
            open.remove(event.request)
            completed.append(event.request)
        }
        also?(event)
    }

    private func word(_ event: FeedEvent) -> String {
        var words = ["\(event.request)", event.change?.words ?? event.kind.name.description]
        if event.kind == .state || event.kind == .failed {
            words += [event.source.map { feed.sourceNames[$0] } ?? "-"]
        }
        if event.kind == .state { words += [event.state.name.description] }
        if let failure = event.failure { words += [failure.word] }
        return words.joined(separator: " ")
    }

    private var shown: [Row] { (0..<feed.sectionCount).compactMap { row($0) } }

    private func row(_ index: Int) -> Row? {
        guard let section = feed.section(at: index)?.pointee else { return nil }
        return Row(
            uid: section.uid, items: (0..<section.itemCount).compactMap { section.item(at: $0)?.pointee.uid })
    }

    /// A list that is kept by the steps alone: what a splice adds is read there and then, and nothing else.
    private func keepUp(_ event: FeedEvent) {
        if let change = event.change {
            let (at, end) = (change.position, change.position + change.removed)
            switch change.kind {
            case .sections:
                let added = (at..<at + change.added).compactMap { row($0) }
                guard end <= list.count, added.count == change.added else { return wrong(event) }
                list.replaceSubrange(at..<end, with: added)
            case .items:
                guard list.indices.contains(change.section), end <= list[change.section].items.count,
                    let items = row(change.section)?.items, at + change.added <= items.count
                else { return wrong(event) }
                list[change.section].items.replaceSubrange(at..<end, with: items[at..<at + change.added])
            case .item:
                guard list.indices.contains(change.section), list[change.section].items.indices.contains(at)
                else { return wrong(event) }
            case .section:
                guard list.indices.contains(change.section) else { return wrong(event) }
            }
        } else if event.kind == .reset {
            list = shown
        }
        if list != shown { wrong(event) }
    }

    private func wrong(_ event: FeedEvent) {
        Issue.record("the list is not what the feed shows: \(word(event)), \(list), \(outline)")
        list = shown
    }
}

/// A network that does nothing by itself: exchanges wait in the order of their start until they are answered.
final class HeldNetwork: @unchecked Sendable {
    private let lock = Lock()
    private var waiting: [HostExchange] = []
    private(set) var cancelCount = 0
    /// The URLs that were asked since the last look.
    private var asked: [String] = []

    var functions: HostTransport.Functions {
        HostTransport.Functions(
            start: { [self] exchange in
                lock.withLock {
                    waiting.append(exchange)
                    asked.append(exchange.request.url)
                }
            },
            cancel: { [self] exchange in
                lock.withLock {
                    cancelCount += 1
                    waiting.removeAll { $0 === exchange }
                }
                exchange.end()
            })
    }

    /// Those that nobody has answered or cancelled.
    var urls: [String] { lock.withLock { waiting.map(\.request.url) } }

    func takenURLs() -> [String] {
        lock.withLock {
            defer { asked = [] }
            return asked
        }
    }

    func requests() -> [HTTPRequest] { lock.withLock { waiting.map(\.request) } }

    /// The oldest one whose URL ends like this.
    func answer(_ suffix: String, _ body: String, status: Int32 = 200, headers: [HTTPHeader] = []) {
        let exchange = lock.withLock {
            waiting.firstIndex { $0.request.url.hasSuffix(suffix) }.map { waiting.remove(at: $0) }
        }
        guard let exchange else {
            Issue.record("nobody asks for \(suffix), but for \(urls)")
            return
        }
        exchange.head(status)
        for header in headers { exchange.header(header.name, header.value) }
        exchange.bytes(Array(body.utf8))
        exchange.end()
    }
}

extension FeedFailure {
    /// "http 404", "shape".
    var word: String {
        switch kind {
        case .answer(let kind): "\(kind)"
        case .http: "http \(httpStatus)"
        default: "\(kind)"
        }
    }
}
