import FeedFetching
import FeedParsing

/// The worker's half of a feed: asks its sources, reads what comes, joins it, and posts what the owner should know.
/// On the worker alone, once it is made.
final class FeedEngine: @unchecked Sendable {
    private let feed: UInt64
    private let config: FeedConfig
    private let mailbox: Mailbox
    private let site: FetchingSite
    private var sources: [Source]
    private var requests: [Request] = []
    private var refreshTimer: Worker.Timer?
    /// Whether a source has another page than the one that was joined last.
    private var hasNewPage = false
    private var isClosed = false

    /// A request of the front end, until all of its sources have ended.
    private struct Request {
        var number: UInt64
        var pending: Set<Int>
        var failure: FeedFailure?
    }

    private final class Source {
        let config: FeedConfig.Source
        var page: Snapshot?
        var failure: FeedFailure?
        var etag: String?
        var lastModified: String?
        var loadedAt: Int64 = 0
        /// While a request is under way.
        var listener: FetchListener?
        /// The host gave a page after the request began, so that its answer is an older one.
        var isOutdated = false
        var state = SourceState.idle

        init(_ config: FeedConfig.Source) {
            self.config = config
        }

        /// What the next request asks by. A 304 need not repeat it.
        func note(_ response: HTTPResponse) {
            let isSame = response.status == 304
            etag = response.etag ?? (isSame ? etag : nil)
            lastModified = response.lastModified ?? (isSame ? lastModified : nil)
        }

        /// What is there is as good as new.
        func keep(at time: Int64) {
            failure = nil
            loadedAt = time
        }

        /// Where it stands when nothing is under way.
        var stateAtRest: SourceState {
            guard let page else { return failure == nil ? .idle : .failed }
            if failure != nil { return .stale }
            return page.sectionRecords.isEmpty ? .empty : .ready
        }
    }

    /// Automatic refreshes are no more frequent than this, whatever a page says.
    private static let shortestInterval: Int64 = 10_000

    init(_ feed: UInt64, _ config: FeedConfig, _ mailbox: Mailbox, _ site: FetchingSite) {
        self.feed = feed
        self.config = config
        self.mailbox = mailbox
        self.site = site
        sources = config.sources.map { Source($0) }
    }

    // MARK: - What the front end asks for

    /// `number` 0 is the engine's own.
    func refresh(_ number: UInt64, _ indices: [Int]) {
        if isClosed { return }
        requests.append(Request(number: number, pending: Set(indices), failure: nil))
        for index in indices { start(index, number) }
    }

    func load(_ number: UInt64, _ index: Int, _ bytes: [UInt8]) {
        if isClosed { return }
        requests.append(Request(number: number, pending: [index], failure: nil))
        let source = sources[index]
        source.isOutdated = source.listener != nil
        do throws(FeedError) {
            let page = try bytes.parsed(by: source.config.mapping)
            take(page, source)
            end([number], index, nil)
        } catch {
            fail(index, FeedFailure(error, httpStatus: -1), [number])
        }
    }

    func cancel(_ number: UInt64) {
        guard let at = requests.firstIndex(where: { $0.number == number }) else { return }
        let pending = requests.remove(at: at).pending
        for index in pending where !requests.contains(where: { $0.pending.contains(index) }) {
            sources[index].listener?.leave()
            sources[index].listener = nil
            settle(number, index)
        }
        publishWhenDue(number, nil)
    }

    func close() {
        isClosed = true
        refreshTimer?.cancel()
        for source in sources { source.listener?.leave() }
        sources = []
        requests = []
    }

    // MARK: - Asking

    private func start(_ index: Int, _ number: UInt64) {
        let source = sources[index]
        if source.listener != nil { return }
        if source.page != nil && source.failure == nil && site.now &- source.loadedAt < source.config.ttl {
            return end([number], index, nil)
        }
        source.isOutdated = false
        set(.loading, number, index)
        let listener = FetchListener(
            progress: { [self] bytes, total in post(number, index, .progress(bytes: bytes, total: total)) },
            isFinal: { response in response.body.isRefusal(by: source.config.mapping) },
            retried: { [self] outcome in log(outcome, number, index, warningTotal: 0) },
            finish: { [self] outcome in finish(index, number, outcome) })
        source.listener = listener
        site.fetcher.fetch(request(source, number), listener)
    }

    private func request(_ source: Source, _ number: UInt64) -> HTTPRequest {
        var request = site.request(source.config)
        request.number = number
        if source.page != nil {
            if let etag = source.etag { request.headers.append(HTTPHeader("If-None-Match", etag)) }
            if let time = source.lastModified { request.headers.append(HTTPHeader("If-Modified-Since", time)) }
        }
        return request
    }

    // MARK: - What comes

    private func finish(_ index: Int, _ number: UInt64, _ outcome: FetchOutcome) {
        let source = sources[index]
        source.listener = nil
        let waiting = requests.filter { $0.pending.contains(index) }.map { $0.number }
        switch outcome.result {
        case .failure(let error):
            log(outcome, number, index, warningTotal: 0)
            fail(index, FeedFailure(error), waiting)
        case .success(let response):
            do throws(FeedFailure) {
                let page = try read(response, source)
                log(outcome, number, index, warningTotal: page?.warningTotal ?? 0)
                if !source.isOutdated {
                    source.note(response)
                    if let page { take(page, source) } else { source.keep(at: site.now) }
                }
                end(waiting, index, nil)
                planRefresh()
            } catch {
                log(outcome, number, index, warningTotal: 0, error)
                fail(index, error, waiting)
            }
        }
    }

    /// The page in an answer; nil if it is the one that is there. What the answer itself says is judged first, whatever
    /// its HTTP status.
    private func read(_ response: HTTPResponse, _ source: Source) throws(FeedFailure) -> Snapshot? {
        if response.status == 304 {
            guard source.page != nil else { throw FeedFailure(http: response.status) }
            return nil
        }
        let isSuccess = response.status >= 200 && response.status < 300
        if isSuccess, let page = source.page, page.isRead(from: response.body) { return nil }
        do throws(FeedError) {
            let page = try response.body.parsed(by: source.config.mapping)
            guard isSuccess else { throw FeedError(.shape, "") }
            return page
        } catch {
            if isSuccess || error.kind == .refused || error.kind == .loginNeeded {
                throw FeedFailure(error, httpStatus: response.status)
            }
            throw FeedFailure(http: response.status)
        }
    }

    private func take(_ page: Snapshot, _ source: Source) {
        source.page = page
        source.keep(at: site.now)
        hasNewPage = true
    }

    /// What was there stays.
    private func fail(_ index: Int, _ failure: FeedFailure, _ numbers: [UInt64]) {
        sources[index].failure = failure
        post(numbers.first ?? 0, index, .failed(failure))
        end(numbers, index, failure)
    }

    /// The source has ended for these requests: shows what is new, says how it stands, completes what is complete.
    private func end(_ numbers: [UInt64], _ index: Int, _ failure: FeedFailure?) {
        for at in requests.indices where numbers.contains(requests[at].number) {
            requests[at].pending.remove(index)
            if sources[index].config.isRequired && requests[at].failure == nil { requests[at].failure = failure }
        }
        publishWhenDue(numbers.first ?? 0, index)
        settle(numbers.first ?? 0, index)
        for request in requests where request.pending.isEmpty {
            post(request.number, nil, .complete(request.failure))
        }
        requests.removeAll { $0.pending.isEmpty }
    }

    private func settle(_ number: UInt64, _ index: Int) {
        let source = sources[index]
        set(source.listener == nil ? source.stateAtRest : .loading, number, index)
    }

    private func set(_ state: SourceState, _ number: UInt64, _ index: Int) {
        if sources[index].state == state { return }
        sources[index].state = state
        post(number, index, .state(state))
    }

    // MARK: - Showing

    private func publishWhenDue(_ number: UInt64, _ index: Int?) {
        guard hasNewPage else { return }
        if !config.isPartial && requests.contains(where: { !$0.pending.isEmpty }) { return }
        guard let page = joined() else { return }
        hasNewPage = false
        post(number, index, .page(page))
    }

    /// Sources without a position one after the other; then the others, each put in where it belongs. These wait until
    /// there is a page to put them into.
    private func joined() -> Snapshot? {
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

    private func planRefresh() {
        guard config.refreshesItself, let interval = sources.first?.page?.refreshInterval, interval > 0 else { return }
        refreshTimer?.cancel()
        refreshTimer = site.fetcher.worker.after(max(interval, FeedEngine.shortestInterval)) { [self] in
            refresh(0, Array(sources.indices))
        }
    }

    private func post(_ number: UInt64, _ source: Int?, _ news: Delivery.News) {
        mailbox.post(Delivery(feed: feed, request: number, source: source, news: news))
    }

    private func log(
        _ outcome: FetchOutcome, _ number: UInt64, _ index: Int, warningTotal: Int, _ failure: FeedFailure? = nil
    ) {
        guard site.isLogging else { return }
        var log = FeedLog(
            url: sources[index].config.url, httpStatus: -1, milliseconds: outcome.milliseconds, bytes: 0,
            warningTotal: warningTotal, failure: failure)
        switch outcome.result {
        case .success(let response):
            log.httpStatus = response.status
            log.bytes = Int64(response.body.count)
        case .failure(let error):
            log.httpStatus = error.httpStatus
            log.failure = FeedFailure(error)
        }
        post(number, index, .log(log))
    }
}

extension FeedFailure {
    fileprivate init(http status: Int32) {
        self.init(FetchError(.http, "invalid response: HTTP status \(status)", httpStatus: status))
    }
}

extension [UInt8] {
    fileprivate func parsed(by mapping: Mapping) throws(FeedError) -> Snapshot {
        let result: Result<Snapshot, FeedError> = withUnsafeBytes { bytes in
            do throws(FeedError) {
                return .success(try mapping.parse(bytes))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    fileprivate func isRefusal(by mapping: Mapping) -> Bool {
        do throws(FeedError) {
            _ = try parsed(by: mapping)
            return false
        } catch {
            return error.kind == .refused || error.kind == .loginNeeded
        }
    }
}
