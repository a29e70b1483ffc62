import FeedFetching
import FeedParsing
import FeedStore

/// The worker's half of a feed: asks its sources, reads what comes, joins it, and posts what the owner should know.
/// On the worker alone, once it is made.
final class FeedEngine: @unchecked Sendable {
    private let feed: UInt64
    /// Which of the feed's queries it is for, if these are many.
    private let query: UInt64
    private let config: FeedConfig
    private let mailbox: Mailbox
    private let site: FetchingSite
    /// Where answers are kept, if anywhere.
    private let store: Store?
    private var sources: [FeedSource]
    private var requests: [Request] = []
    private var mores: [More] = []
    private var refreshTimer: Worker.Timer?
    /// The first request, while it waits.
    private var beginning: (number: UInt64, timer: Worker.Timer)?
    /// Whether a source has another page than the one that was joined last.
    private var hasNewPage = false
    /// What the feed shows once all that was posted is told, if its owner rearranges nothing meanwhile.
    private var posted: Snapshot?
    private var arrangement = NumberedArrangement()
    private var isClosed = false

    /// A request of the front end, until all of its sources have ended.
    fileprivate struct Request {
        var number: UInt64
        var pending: Set<Int>
        /// How many of its answers the store has yet to keep.
        var saving = 0
        var failure: FeedFailure?
    }

    /// A request for what follows a page, or one of its sections.
    private final class More {
        let number: UInt64
        let index: Int
        let section: (key: String, name: UInt64)?
        /// Where it asks, and after which first page.
        var url = ""
        var first: Snapshot?
        var listener: FetchListener?
        /// Its page is there, and may have to wait to be shown.
        var isTaken = false

        init(_ number: UInt64, _ index: Int, _ section: (key: String, name: UInt64)?) {
            self.number = number
            self.index = index
            self.section = section
        }
    }

    /// Automatic refreshes are no more frequent than this, whatever a page says.
    private static let shortestInterval: Int64 = 10_000
    /// How long the store may look for a first page before the server is asked without it.
    private static let storePatience: Int64 = 200

    /// `shown`: what the feed shows already.
    init(
        _ feed: UInt64, _ config: FeedConfig, _ mailbox: Mailbox, _ site: FetchingSite, query: UInt64 = 0,
        shown: Snapshot? = nil, arrangement: NumberedArrangement = NumberedArrangement()
    ) {
        self.feed = feed
        self.query = query
        self.config = config
        self.mailbox = mailbox
        self.site = site
        self.arrangement = arrangement
        posted = shown
        store = config.isSearch ? nil : site.store
        let isKept = store != nil
        sources = config.sources.map { FeedSource($0, storeKey: isKept ? site.storeKey($0) : "") }
    }

    // MARK: - What the front end asks for

    /// Asks all sources, which are loading as far as the owner knows, after a time.
    func begin(_ number: UInt64, after delay: Int64) {
        if isClosed { return }
        for source in sources { source.state = .loading }
        beginning = (number, site.fetcher.worker.after(delay) { [self] in begin() })
    }

    /// Now, if it still waits. The owner may cancel it at this very time: `cancel` finds it then, here or among the
    /// requests, so that no source goes on loading.
    func begin() {
        guard !isClosed, let (number, timer) = beginning, !mailbox.isCancelled(number) else { return }
        timer.cancel()
        beginning = nil
        startAll(Array(sources.indices), number, isForced: false)
    }

    /// `isForced`: even what is fresh is asked for.
    func refresh(_ number: UInt64, _ indices: [Int], isForced: Bool) {
        if !isOver(number) { startAll(indices, number, isForced: isForced) }
    }

    private func startAll(_ indices: [Int], _ number: UInt64, isForced: Bool) {
        requests.append(Request(number: number, pending: Set(indices), failure: nil))
        for index in indices { start(index, number, isForced) }
    }

    func load(_ number: UInt64, _ index: Int, _ bytes: [UInt8]) {
        if isOver(number) { return }
        requests.append(Request(number: number, pending: [index], failure: nil))
        let source = sources[index]
        do throws(FeedError) {
            var comparison = Comparison(source.first)
            if comparison.isSame(bytes) {
                take(nil, source)
            } else {
                take(try source.config.mapping.parse(bytes, source: index), source)
                // It came from elsewhere, so the server knows no name for it.
                (source.etag, source.lastModified) = (nil, nil)
            }
            if source.lookUp == .notYet { source.lookUp = .done }
            say(site.time, index)
            source.isOutdated = source.isAsking
            end([number], index, nil)
        } catch {
            fail(index, FeedFailure(error, httpStatus: -1), [number])
        }
    }

    /// For pages from now on; what is shown is the owner's to rearrange.
    func rearrange(_ arrangement: NumberedArrangement) {
        self.arrangement = arrangement
    }

    func cancel(_ number: UInt64) {
        mailbox.forget(number)
        if let beginning, beginning.number == number {
            beginning.timer.cancel()
            self.beginning = nil
            for index in sources.indices { settle(0, index) }
            return
        }
        if let more = mores.first(where: { $0.number == number }) {
            drop(more)
            // The owner knows how the section stands.
            if more.section == nil { settle(0, more.index) }
            return
        }
        guard let at = requests.firstIndex(where: { $0.number == number }) else { return }
        let pending = requests.remove(at: at).pending
        publishIfDue(0, nil)
        for index in pending where waiting(for: index).isEmpty {
            stopAsking(sources[index])
            settle(0, index)
        }
        planRefresh()
    }

    /// The next answers are whole, to be kept again.
    func forgetValidators() {
        for source in sources { (source.etag, source.lastModified) = (nil, nil) }
    }

    func close() {
        isClosed = true
        refreshTimer?.cancel()
        beginning?.timer.cancel()
        for source in sources { stopAsking(source) }
        for more in mores { drop(more) }
        sources = []
        requests = []
    }

    /// Cancelled before it began, or the feed is closed.
    private func isOver(_ number: UInt64) -> Bool {
        isClosed || mailbox.isCancelled(number)
    }

    private func waiting(for index: Int) -> [UInt64] {
        requests.filter { $0.pending.contains(index) }.map { $0.number }
    }

    // MARK: - Asking

    private func start(_ index: Int, _ number: UInt64, _ isForced: Bool) {
        let source = sources[index]
        if source.lookUp == .underWay {
            source.mustAsk = source.mustAsk || isForced
            return set(.loading, number, index)
        }
        if source.isAsking && !source.isOutdated { return }
        source.mustAsk = isForced
        if let store, source.lookUp == .notYet { return lookUp(index, number, store) }
        if !endIfFresh(index) { ask(index, number) }
    }

    /// Whether the page is young enough to answer who waits for it.
    private func endIfFresh(_ index: Int) -> Bool {
        let source = sources[index]
        guard !source.mustAsk, source.isFresh(at: site.now) else { return false }
        source.isStored = false
        end(waiting(for: index), index, nil)
        return true
    }

    /// A first page may be in the store. A slow disk holds no request up for long.
    private func lookUp(_ index: Int, _ number: UInt64, _ store: Store) {
        let source = sources[index]
        source.lookUp = .underWay
        set(.loading, number, index)
        let worker = site.fetcher.worker
        let patience = worker.after(FeedEngine.storePatience) { [self] in goOn(index) }
        store.find(source.storeKey, mapping: source.config.mapping.hash) { [self] found in
            worker.post { [self] in
                patience.cancel()
                take(found, index)
            }
        }
    }

    private func take(_ found: StoredResponse?, _ index: Int) {
        if isClosed { return }
        let source = sources[index]
        let isInTime = source.lookUp == .underWay
        source.lookUp = .done
        if let found, source.first == nil, show(found, index), isInTime {
            (source.etag, source.lastModified) = (found.etag, found.lastModified)
        }
        publishIfDue(waiting(for: index).first ?? 0, index, isStored: true)
        if !isInTime { return settle(0, index) }
        if !endIfFresh(index) { goOn(index) }
    }

    private func show(_ found: StoredResponse, _ index: Int) -> Bool {
        let source = sources[index]
        guard let page = try? source.config.mapping.parse(found.body, source: index) else { return false }
        source.take(page)
        source.isStored = true
        say(found.time, index)
        let age = site.time &- found.time
        // A calendar that was set back makes nothing fresh.
        source.loadedAt = age >= 0 ? site.now &- age : .min / 2
        source.comparison = Comparison(page)
        hasNewPage = true
        return true
    }

    /// To the server, once the store has said what it has, or has taken too long.
    private func goOn(_ index: Int) {
        if isClosed { return }
        let source = sources[index]
        source.lookUp = .done
        let number = waiting(for: index).first ?? 0
        publishIfDue(number, index, isStored: true)
        if source.isStored { set(.stale, number, index) }
        if number == 0 { settle(0, index) } else { ask(index, number) }
    }

    private func ask(_ index: Int, _ number: UInt64) {
        let source = sources[index]
        stopAsking(source)
        set(.loading, number, index)
        if let question = source.config.question { return ask(question, index) }
        let listener = FetchListener(
            progress: { [self] body, total in
                source.comparison.note(body)
                post(waiting(for: index).first ?? 0, index, .progress(bytes: Int64(body.count), total: total))
            },
            isFinal: { response in source.config.mapping.isRefusal(response.body) },
            retried: { [self] outcome in
                source.comparison = Comparison(source.first)
                log(outcome, index, nil, FeedFailure(outcome))
            },
            finish: { [self] outcome in finish(index, outcome) })
        source.listener = listener
        source.comparison = Comparison(source.first)
        site.fetcher.fetch(request(source), listener)
    }

    /// Asks the user directory.
    private func ask(_ question: FeedConfig.Question, _ index: Int) {
        let worker = site.fetcher.worker
        sources[index].task = site.store?.findUsers(question.text, limit: question.limit) { [self] found in
            worker.post { [self] in finish(index, found) }
        }
    }

    private func stopAsking(_ source: FeedSource) {
        source.listener?.leave()
        source.listener = nil
        source.task?.cancel()
        source.task = nil
        source.isOutdated = false
    }

    private func request(_ source: FeedSource) -> HTTPRequest {
        var request = site.request(source.config)
        if source.first != nil && request.method.isSame(as: "GET") {
            if let etag = source.etag { request.headers.append(HTTPHeader("If-None-Match", etag)) }
            if let time = source.lastModified {
                request.headers.append(HTTPHeader("If-Modified-Since", time))
            }
        }
        return request
    }

    // MARK: - What comes

    private func finish(_ index: Int, _ outcome: FetchOutcome) {
        let source = sources[index]
        let isOutdated = source.isOutdated
        source.listener = nil
        source.isOutdated = false
        do throws(FeedFailure) {
            let response = try outcome.response
            let page = try read(response, source.comparison, index)
            log(outcome, index, nil, warningTotal: page?.warningTotal ?? 0)
            let numbers = waiting(for: index)
            guard !isOutdated else { return end(numbers, index, nil) }
            source.note(response)
            take(page, source)
            say(site.time, index)
            keep(response, index, numbers)
        } catch {
            log(outcome, index, nil, error)
            fail(index, error, waiting(for: index))
        }
    }

    /// The answer of the user directory, unless nobody waits for it any longer.
    private func finish(_ index: Int, _ found: Result<[UInt8], StoreError>) {
        guard !isClosed, sources[index].task != nil else { return }
        let source = sources[index]
        let isOutdated = source.isOutdated
        source.task = nil
        source.isOutdated = false
        let numbers = waiting(for: index)
        do throws(FeedFailure) {
            let page = try read(found, index)
            guard !isOutdated else { return end(numbers, index, nil) }
            take(page, source)
            say(site.time, index)
            end(numbers, index, nil)
        } catch {
            fail(index, error, numbers)
        }
    }

    private func read(
        _ found: Result<[UInt8], StoreError>, _ index: Int
    ) throws(FeedFailure) -> Snapshot {
        switch found {
        case .failure(let error): throw FeedFailure(error)
        case .success(let rows):
            do throws(FeedError) {
                return try sources[index].config.mapping.parse(rows, source: index)
            } catch {
                throw FeedFailure(error, httpStatus: -1)
            }
        }
    }

    /// The page in an answer; nil if it is the one that is there. What the answer itself says is judged first, whatever
    /// its HTTP status.
    private func read(
        _ response: HTTPResponse, _ comparison: Comparison, _ index: Int
    ) throws(FeedFailure) -> Snapshot? {
        let source = sources[index]
        var comparison = comparison
        if response.status == 304 {
            guard source.first != nil else { throw FeedFailure(http: response.status) }
            return nil
        }
        let isSuccess = response.status >= 200 && response.status < 300
        if isSuccess, comparison.isSame(response.body) { return nil }
        do throws(FeedError) {
            let page = try source.config.mapping.parse(response.body, source: index)
            guard isSuccess else { throw FeedError(.shape, "") }
            return page
        } catch {
            if isSuccess || error.isRefusal {
                throw FeedFailure(error, httpStatus: response.status)
            }
            throw FeedFailure(http: response.status)
        }
    }

    /// What was shown is shown whatever the store does; but a request is complete only when what it brought is kept.
    private func keep(_ response: HTTPResponse, _ index: Int, _ numbers: [UInt64]) {
        guard let store else { return end(numbers, index, nil) }
        for at in requests.indices where numbers.contains(requests[at].number) { requests[at].saving += 1 }
        end(numbers, index, nil)
        let source = sources[index]
        let worker = site.fetcher.worker
        let kept = { [self] in _ = worker.post { [self] in complete(numbers) } }
        if response.status == 304 {
            return store.confirm(
                source.storeKey, at: source.time, etag: source.etag, lastModified: source.lastModified, kept)
        }
        let stored = StoredResponse(
            body: response.body, etag: source.etag, lastModified: source.lastModified, time: source.time,
            mapping: source.config.mapping.hash)
        store.put(stored, for: source.storeKey, kept)
    }

    /// Another of the answers of these requests is kept.
    private func complete(_ numbers: [UInt64]) {
        for at in requests.indices where numbers.contains(requests[at].number) { requests[at].saving -= 1 }
        complete()
    }

    private func complete() {
        for request in requests where request.isOver { post(request.number, nil, .complete(request.failure)) }
        requests.removeAll { $0.isOver }
        planRefresh()
    }

    /// Nil: what is there is as good as new.
    private func take(_ page: Snapshot?, _ source: FeedSource) {
        source.failure = nil
        source.loadedAt = site.now
        source.isStored = false
        guard let page else { return }
        source.take(page)
        hasNewPage = true
    }

    /// What was there stays.
    private func fail(_ index: Int, _ failure: FeedFailure, _ numbers: [UInt64]) {
        sources[index].failure = failure
        post(numbers.first ?? 0, index, .failed(failure, ofMore: false))
        end(numbers, index, failure)
    }

    /// The source has ended for these requests: shows what is new, says how it stands, completes what is complete.
    private func end(_ numbers: [UInt64], _ index: Int, _ failure: FeedFailure?) {
        for at in requests.indices where numbers.contains(requests[at].number) {
            requests[at].pending.remove(index)
            if sources[index].config.isRequired && requests[at].failure == nil {
                requests[at].failure = failure
            }
        }
        let number = numbers.first ?? 0
        publishIfDue(number, index)
        settle(number, index)
        complete()
    }

    private func settle(_ number: UInt64, _ index: Int) {
        let source = sources[index]
        let isLookingUp = source.lookUp == .underWay && !waiting(for: index).isEmpty
        let isAsking = source.isAsking || mores.contains { $0.index == index && $0.section == nil }
        let isLoading = beginning != nil || isLookingUp || isAsking
        set(isLoading ? .loading : source.stateAtRest, number, index)
    }

    private func set(_ state: SourceState, _ number: UInt64, _ index: Int) {
        let source = sources[index]
        if source.state == state && source.hasMoreTold == source.hasMore { return }
        source.state = state
        source.hasMoreTold = source.hasMore
        post(number, index, .state(state, hasMore: source.hasMore))
    }

    /// When a server said that the source's page is what it is; told before what it shows.
    private func say(_ time: Int64, _ index: Int) {
        sources[index].time = time
        post(0, index, .time(time, isWell: sources[index].failure == nil))
    }

    // MARK: - More

    /// What follows the page of the first source that has more, or one of its sections.
    func loadMore(_ number: UInt64, _ section: (key: String, name: UInt64, source: Int)?) {
        if isOver(number) { return }
        guard let index = sourceWithMore(section?.key, of: section?.source),
            sources.indices.contains(index), let next = sources[index].next(section?.key)
        else { return endMore(More(number, section?.source ?? 0, section.map { ($0.key, $0.name) }), nil) }
        let more = More(number, index, section.map { ($0.key, $0.name) })
        mores.append(more)
        if section == nil { settle(number, index) }
        guard let request = site.request(sources[index].config, next) else {
            let error = FeedError(.shape, "what follows has no address that can be asked: \(next.url ?? "")")
            return fail(more, FeedFailure(error, httpStatus: -1))
        }
        let mapping = sources[index].config.mapping
        let listener = FetchListener(
            progress: { [self] body, total in
                post(number, index, .progress(bytes: Int64(body.count), total: total))
            },
            isFinal: { response in mapping.isRefusal(response.body) },
            retried: { [self] outcome in log(outcome, index, more, FeedFailure(outcome)) },
            finish: { [self] outcome in finish(more, outcome) })
        more.url = request.url
        more.first = sources[index].first
        more.listener = listener
        site.fetcher.fetch(request, listener)
    }

    /// The first that has more; of a section its own, unless all are one page.
    private func sourceWithMore(_ sectionKey: String?, of source: Int?) -> Int? {
        if let source, !config.isSearch { return source }
        return sources.firstIndex { $0.next(sectionKey) != nil }
    }

    private func finish(_ more: More, _ outcome: FetchOutcome) {
        do throws(FeedFailure) {
            let page = try read(try outcome.response, Comparison(nil), more.index)
            log(outcome, more.index, more, warningTotal: page?.warningTotal ?? 0)
            guard let page else { throw FeedFailure(http: 304) }
            sources[more.index].take(LaterPage(page, sectionKey: more.section?.key), after: more.first)
            hasNewPage = true
            more.isTaken = true
            publishIfDue(more.number, more.index)
        } catch {
            log(outcome, more.index, more, error)
            fail(more, error)
        }
    }

    private func fail(_ more: More, _ failure: FeedFailure) {
        post(more.number, more.index, .failed(failure, ofMore: true))
        endMore(more, failure)
    }

    /// Waits for it no longer, nor for itself: its listener holds it.
    private func drop(_ more: More) {
        more.listener?.leave()
        more.listener = nil
        mores.removeAll { $0 === more }
    }

    /// Says how things stand without it.
    private func endMore(_ more: More, _ failure: FeedFailure?) {
        drop(more)
        if let section = more.section {
            post(more.number, more.index, .sectionState(section.name, isLoading: false))
        } else {
            settle(more.number, more.index)
        }
        post(more.number, nil, .complete(failure))
    }

    // MARK: - Showing

    /// Pages of the store are shown at once, when it has said of all sources what it has.
    private func publishIfDue(_ number: UInt64, _ index: Int?, isStored: Bool = false) {
        let isLookingUp = sources.contains { $0.lookUp == .underWay }
        let isOver = requests.contains { $0.pending.isEmpty }
        let isDue = isLookingUp ? config.isPartial && isOver : config.isPartial || isStored
        let isDone = requests.allSatisfy { $0.pending.isEmpty }
        guard hasNewPage, isDue || isDone else { return }
        // Complete is told after what it brings, or if that can't be shown.
        defer { for more in mores where more.isTaken { endMore(more, nil) } }
        guard let page = joined() else { return }
        // What was found before stays as long as something may still be found.
        if config.isSearch, !isDone, page.sectionRecords.isEmpty { return }
        hasNewPage = false
        guard let update = Update.make(from: posted, to: page, arrangement) else { return }
        post(number, config.isPartial ? index : nil, .page(update))
        posted = update.new
    }

    /// Sources without a position one after the other; then the others, each put in where it belongs. These wait until
    /// there is a page to put them into.
    private func joined() -> Snapshot? {
        if config.isSearch {
            let pages = sources.compactMap { $0.page }
            return pages.first?.extended(by: pages.dropFirst().map { LaterPage($0, isOfAnother: true) })
        }
        var page: Snapshot?
        for source in sources where source.config.position == nil {
            guard let next = source.page else { continue }
            page = page.map { $0.sectionRecords.isEmpty ? next : $0.joined(with: next, at: .max) } ?? next
        }
        for source in sources {
            guard let position = source.config.position, let next = source.page else { continue }
            page = page?.joined(with: next, at: position)
        }
        return page
    }

    /// When nothing is under way: the next refresh is the feed's own, if it refreshes itself.
    private func planRefresh() {
        guard config.refreshesItself, requests.isEmpty else { return }
        refreshTimer?.cancel()
        guard let interval = sources.first?.page?.refreshInterval, interval > 0 else { return }
        refreshTimer = site.fetcher.worker.after(max(interval, FeedEngine.shortestInterval)) { [self] in
            refresh(mailbox.nextNumber(), Array(sources.indices), isForced: false)
        }
    }

    private func post(_ number: UInt64, _ source: Int?, _ news: Delivery.News) {
        mailbox.post(Delivery(to: feed, query: query, request: number, source: source, news: news))
    }

    /// Of a page's request, or of one for what follows.
    private func log(
        _ outcome: FetchOutcome, _ index: Int, _ more: More?, warningTotal: Int = 0,
        _ failure: FeedFailure? = nil
    ) {
        guard mailbox.takesLogs, !outcome.isToldTwice else { return }
        let url = more?.url ?? site.request(sources[index].config).url
        let log = FeedLog(outcome, url: url, failure, warningTotal: warningTotal)
        post(more?.number ?? waiting(for: index).first ?? 0, index, .log(log))
    }
}

extension FeedEngine.Request {
    fileprivate var isOver: Bool { pending.isEmpty && saving == 0 }
}

extension FetchOutcome {
    fileprivate var response: HTTPResponse {
        get throws(FeedFailure) {
            switch result {
            case .success(let response): return response
            case .failure(let error): throw FeedFailure(error)
            }
        }
    }
}

extension FeedLog {
    init(_ outcome: FetchOutcome, url: String, _ failure: FeedFailure?, warningTotal: Int = 0) {
        self.url = url.withoutUser
        switch outcome.result {
        case .success(let response): (httpStatus, bytes) = (response.status, Int64(response.body.count))
        case .failure(let error): (httpStatus, bytes) = (error.httpStatus, 0)
        }
        milliseconds = outcome.milliseconds
        self.warningTotal = warningTotal
        self.failure = failure
    }
}

extension FeedFailure {
    fileprivate init(http status: Int32) {
        self.init(FetchError(.http, "invalid response: HTTP status \(status)", httpStatus: status))
    }

    /// Of a try that failed, and was followed by another.
    fileprivate init(_ outcome: FetchOutcome) {
        switch outcome.result {
        case .success(let response): self.init(http: response.status)
        case .failure(let error): self.init(error)
        }
    }
}

extension FeedError {
    /// Whether it is the server's own word, in its answer.
    fileprivate var isRefusal: Bool { kind == .refused || kind == .loginNeeded }
}

extension Mapping {
    fileprivate func isRefusal(_ body: [UInt8]) -> Bool {
        do throws(FeedError) {
            _ = try parse(body)
            return false
        } catch {
            return error.isRefusal
        }
    }
}
