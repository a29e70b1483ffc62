import FeedFetching
import FeedParsing
import FeedStore

/// Answers while the query is being typed. For the context's thread; what it shows changes in dispatch alone.
public final class SearchViewModel: ViewModel {
    public enum State: Int32, Sendable {
        case prompt = 0
        case loading, results, empty, failed

        public var name: StaticString {
            switch self {
            case .prompt: "prompt"
            case .loading: "loading"
            case .results: "results"
            case .empty: "empty"
            case .failed: "failed"
            }
        }
    }

    /// A longer query isn't taken: in bytes.
    public static let queryLimit = 4096

    /// What was found. Closed with the search.
    public let results: FeedViewModel
    /// As it was set.
    public private(set) var query = ""
    public private(set) var state = State.prompt
    /// Each once, the last one first.
    public private(set) var recentQueries: [String] = []
    /// Told when the state or the recent queries are others, until the search or its context is closed.
    public var didChange: ((FeedEvent) -> Void)?
    public let prompt, placeholder: String

    private let config: SearchConfig
    /// The query that was asked last, without white space around it.
    private var asked = ""
    private var request: UInt64 = 0
    private var isCancelled = false
    /// No source has said yet that it loads for this query.
    private var isBeginning = false
    /// What the store kept is not to come back.
    private var hasForgotten = false

    /// Fails on another thread than the context's, and if the directory is to be searched in a context without a store.
    public convenience init(_ context: Context, _ config: SearchConfig) throws(FeedError) {
        guard context.isUsable else { throw FeedError(.thread, "not the context's thread") }
        if config.usesDirectory && context.site.store == nil {
            throw FeedError(.config, "there is no directory: the context has no store")
        }
        self.init(on: context, config)
    }

    private init(on context: Context, _ config: SearchConfig) {
        self.config = config
        (prompt, placeholder) = (config.prompt, config.placeholder)
        results = FeedViewModel(on: context, config.feed(for: ""))
        super.init(on: context, context.nextViewModel())
        // The search closes its results before it goes.
        results.didDeliver = { [unowned(unsafe) self] in update() }
        readRecentQueries()
    }

    deinit {
        close()
    }

    override func didClose() {
        results.close()
        // Released after the change: it may hold what is the host's.
        let told = didChange
        didChange = nil
        withExtendedLifetime(told) {}
    }

    // MARK: - What can be asked for

    /// Asks when the debounce is over, if it is another query than before.
    public func setQuery(_ text: String) -> Context.Status {
        guard isUsable else { return .wrongThread }
        query = text
        let trimmed = text.trimmed
        if trimmed.isSame(as: asked) { return .ok }
        return ask(trimmed, after: trimmed.isEmpty ? nil : config.debounce)
    }

    /// Asks at once if that is still to be done, or failed, and keeps the query.
    public func submit() -> Context.Status {
        guard isUsable else { return .wrongThread }
        if asked.isEmpty { return .ok }
        remember(asked)
        if isCancelled { return ask(asked, after: 0) }
        if results.openRequests.contains(request) {
            results.hurry()
            return .ok
        }
        return state == .failed ? ask(asked, after: 0) : .ok
    }

    /// Ends what is under way; what is shown stays.
    public func cancel() -> Context.Status {
        guard isUsable else { return .wrongThread }
        if results.openRequests.contains(request) { isCancelled = true }
        results.cancelAll()
        return .ok
    }

    private func ask(_ query: String, after delay: Int64?) -> Context.Status {
        asked = query
        isCancelled = false
        isBeginning = true
        let begun = results.ask(config.feed(for: query), after: delay)
        request = begun.request
        return begun.0
    }

    // MARK: - Recent queries

    /// Forgets the recent queries, in the store too.
    public func clearRecentQueries() -> Context.Status {
        guard isUsable else { return .wrongThread }
        hasForgotten = true
        if config.recentLimit > 0 { context.whileStoring { $0.forgetQueries($1) } }
        post(.recentQueries(nil))
        return .ok
    }

    private func remember(_ query: String) {
        if config.recentLimit == 0 { return }
        let limit = config.recentLimit
        context.whileStoring { $0.remember(query, limit: limit, $1) }
        post(.recentQueries([query]))
    }

    private func readRecentQueries() {
        guard config.recentLimit > 0, let store = context.site.store else { return }
        let number = context.mailbox.nextNumber()
        open(number)
        let (id, mailbox) = (id, context.mailbox)
        store.recentQueries(limit: config.recentLimit) { queries in
            mailbox.post(Delivery(to: id, request: number, source: nil, news: .recentQueries(queries)))
        }
    }

    /// Those of the store are older than all that came meanwhile.
    private func take(_ queries: [String], areOlder: Bool) {
        if areOlder && hasForgotten { return }
        var all = areOlder ? recentQueries : queries
        for query in areOlder ? queries : recentQueries {
            if all.count >= config.recentLimit { break }
            if !all.contains(where: { $0.isSame(as: query) }) { all.append(query) }
        }
        recentQueries = all
    }

    // MARK: - Delivery

    override func deliver(_ delivery: Delivery) -> [Delivery] {
        guard case .recentQueries(let queries) = delivery.news else { return [] }
        let isOfStore = delivery.request != 0
        close(delivery.request)
        if let queries { take(queries, areOlder: isOfStore) } else { recentQueries = [] }
        if !isOfStore || queries?.isEmpty == false { tell(.recent) }
        return []
    }

    private func update() {
        if results.isLoading { isBeginning = false }
        let new = currentState
        if new == state { return }
        state = new
        tell(.search)
    }

    private func tell(_ kind: FeedEvent.Kind) {
        withExtendedLifetime(self) { didChange?(FeedEvent(kind, request: 0, source: nil)) }
    }

    private var currentState: State {
        // The results go first.
        if asked.isEmpty { return results.showsSources ? state : .prompt }
        if results.isLoading || isBeginning && results.openRequests.contains(request) { return .loading }
        if results.showsAnswer { return .results }
        if isCancelled { return results.showsSources ? .results : .prompt }
        return results.hasFailure ? .failed : .empty
    }
}

extension String {
    /// Without white space at either end: ASCII's, and the wide one of Chinese and Japanese keyboards.
    fileprivate var trimmed: String {
        var bytes = Array(utf8)[...]
        while true {
            if let first = bytes.first, first.isSpace {
                bytes = bytes.dropFirst()
            } else if bytes.starts(with: [0xe3, 0x80, 0x80]) {
                bytes = bytes.dropFirst(3)
            } else {
                break
            }
        }
        while true {
            if let last = bytes.last, last.isSpace {
                bytes = bytes.dropLast()
            } else if bytes.suffix(3).elementsEqual([0xe3, 0x80, 0x80]) {
                bytes = bytes.dropLast(3)
            } else {
                break
            }
        }
        return bytes.count == utf8.count ? self : String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0d) }
}
