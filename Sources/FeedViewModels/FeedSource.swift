import FeedFetching
import FeedParsing
import FeedStore

/// A source of a feed as its engine knows it: what it answered, and how it stands. On the worker alone.
final class FeedSource {
    let config: FeedConfig.Source
    /// The first page, as it came last.
    private(set) var first: Snapshot?
    /// What was loaded after it. It stays behind every new first page, without what that one has: a refresh that brings
    /// the same changes nothing, however much was loaded.
    private var later: [LaterPage] = []
    /// All of it.
    private(set) var page: Snapshot?
    var failure: FeedFailure?
    var etag: String?
    var lastModified: String?
    var loadedAt: Int64 = 0
    /// When a server last said that this is the page: milliseconds since 1970.
    var time = Int64.min
    /// The page comes from the store, and no server has said that it is still the one.
    var isStored = false
    /// How far it is with looking into the store for its first page.
    var lookUp = LookUp.notYet
    enum LookUp { case notYet, underWay, done }
    /// However young its page is.
    var mustAsk = false
    /// What its answers are kept under.
    let storeKey: String
    /// While a server is asked.
    var listener: FetchListener?
    /// While the user directory is.
    var task: StoreTask?
    var isAsking: Bool { listener != nil || task != nil }
    /// Of its answer with the page that is there.
    var comparison = Comparison(nil)
    /// The host gave a page after the request began, so that its answer is an older one.
    var isOutdated = false
    /// As the owner was told last.
    var state = SourceState.idle
    var hasMoreTold = false

    init(_ config: FeedConfig.Source, storeKey: String) {
        self.config = config
        self.storeKey = storeKey
    }

    /// What the next request asks by. A 304 need not repeat it, and brings nothing back that was forgotten meanwhile.
    func note(_ response: HTTPResponse) {
        let isSame = response.status == 304
        if isSame && etag == nil && lastModified == nil { return }
        etag = response.etag ?? (isSame ? etag : nil)
        lastModified = response.lastModified ?? (isSame ? lastModified : nil)
    }

    /// A new first page. What was at its end may be asked again.
    func take(_ page: Snapshot) {
        first = page
        later.removeAll { $0.isLast }
        self.page = page.extended(by: later)
    }

    /// What was loaded after a first page. With nothing new in it, it is the end of that one, whatever it says itself; of
    /// another one that came meanwhile it isn't.
    func take(_ next: LaterPage, after asked: Snapshot?) {
        guard let first, let page else { return }
        var next = next
        var extended = first.extended(by: later + [next])
        if extended.itemTotal == page.itemTotal {
            guard asked === first else { return }
            next.isLast = true
            extended = first.extended(by: later + [next])
        }
        later.append(next)
        self.page = extended
    }

    /// How to ask for what follows the page, or one of its sections; nil if nothing does.
    func next(_ sectionKey: String?) -> NextRequest? {
        guard let sectionKey else { return page?.nextRequest }
        return page?.moreRequest(sectionKey: sectionKey)
    }

    var hasMore: Bool { page?.page.next?.hasNext ?? false }

    /// Whether the page is younger than its time to live.
    func isFresh(at now: Int64) -> Bool {
        first != nil && failure == nil && now &- loadedAt < config.ttl
    }

    /// Where it stands when nothing is under way.
    var stateAtRest: SourceState {
        guard let page else { return failure == nil ? .idle : .failed }
        if failure != nil || isStored { return .stale }
        return page.sectionRecords.isEmpty ? .empty : .ready
    }
}
