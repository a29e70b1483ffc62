import CPlatform
import FeedFetching
import FeedParsing

/// Where results wait until the owner's loop dispatches them. Belongs to the thread that made it.
public final class Context: @unchecked Sendable {
    /// How a call went that is for the owner's thread.
    public enum Status: Sendable {
        case ok
        /// Not the owner's thread, a forked child, or the context was closed.
        case wrongThread
        /// Dispatch or run inside a callback.
        case nested
        case timeout
        /// The system gives no thread.
        case unavailable
        case argument
    }

    /// Told of each HTTP exchange, if anybody wants to know.
    public private(set) var didLog: ((FeedEvent, _ sourceName: String?) -> Void)?
    package let memory: MemoryTransport?
    let mailbox: Mailbox
    let worker: Worker
    let site: FetchingSite
    private var feeds: [UInt64: Unmanaged<FeedViewModel>] = [:]
    private let thread = pthread_self()
    private let process = getpid()
    private var isDispatching = false
    private var isClosed = false
    private var lastNumber: UInt64 = 0
    /// Requests that have yet to complete.
    var openRequests = 0

    /// Nil if the process has no descriptors left.
    public init?(_ config: ContextConfig) {
        guard let mailbox = Mailbox(), let worker = Worker(clock: Clock(isManual: config.hasManualClock)) else {
            return nil
        }
        self.mailbox = mailbox
        self.worker = worker
        memory = config.transport == .memory ? MemoryTransport(worker: worker) : nil
        let transport = memory ?? CurlTransport(worker, CurlOptions(config))
        site = FetchingSite(Fetcher(worker: worker, transport: transport, limit: config.maxBody), config)
    }

    /// Whether the calling thread may use the context.
    public var isUsable: Bool {
        !isClosed && isOnOwnThread
    }

    /// Whether the calling thread is the one that made the context, closed or not.
    public var isOnOwnThread: Bool {
        pthread_equal(pthread_self(), thread) != 0 && getpid() == process
    }

    /// Readable as long as dispatch would deliver something. For any thread.
    public var descriptor: Int32 { mailbox.wakeup.descriptor }

    /// Publishes what waits, and tells whom it concerns: at most `maxEvents`, or all that was there (0 or less).
    public func dispatch(_ maxEvents: Int) -> Status {
        guard isUsable else { return .wrongThread }
        guard !isDispatching else { return .nested }
        isDispatching = true
        defer { isDispatching = false }
        var left = maxEvents > 0 ? min(maxEvents, mailbox.count) : mailbox.count
        while left > 0, !isClosed, let delivery = mailbox.take() {
            deliver(delivery)
            left -= 1
        }
        return .ok
    }

    /// Waits and dispatches until nothing is under way, or the time is over (negative: no limit).
    public func run(_ milliseconds: Int64) -> Status {
        let deadline = milliseconds < 0 ? nil : feedcore_monotonic_milliseconds() &+ milliseconds
        while true {
            let status = dispatch(0)
            guard status == .ok else { return status }
            if isClosed || (openRequests == 0 && mailbox.count == 0) { return .ok }
            guard let deadline else {
                mailbox.wakeup.wait(-1)
                continue
            }
            let left = deadline &- feedcore_monotonic_milliseconds()
            if left <= 0 { return .timeout }
            mailbox.wakeup.wait(left)
        }
    }

    /// Feeds that are left keep what they show. Waits for nothing.
    public func close() {
        guard isUsable else { return }
        isClosed = true
        for feed in feeds.values { feed.takeUnretainedValue().contextDidClose() }
        feeds = [:]
        didLog = nil
        mailbox.close()
        let site = site
        worker.post(onlyIfStarted: true) { site.fetcher.close() }
        worker.stop()
    }

    public func setLog(_ didLog: ((FeedEvent, String?) -> Void)?) {
        self.didLog = didLog
        let isLogging = didLog != nil
        let site = site
        worker.post(onlyIfStarted: false) { site.isLogging = isLogging }
    }

    /// Called on any thread when something waits after nothing did.
    package func setWakeup(_ wake: (() -> Void)?) {
        mailbox.setWake(wake)
    }

    package func setTransport(_ functions: HostTransport.Functions) {
        let site = site
        worker.post(onlyIfStarted: false) {
            site.fetcher.transport = HostTransport(worker: site.fetcher.worker, functions: functions)
        }
    }

    public var hasManualClock: Bool { worker.clock.isManual }

    /// Moves a manual clock.
    public func advance(_ milliseconds: Int64) {
        let clock = worker.clock
        worker.post(onlyIfStarted: false) { clock.advance(by: milliseconds) }
    }

    // MARK: - Feeds

    func add(_ feed: FeedViewModel) {
        feeds[feed.id] = Unmanaged.passUnretained(feed)
    }

    func remove(_ feed: FeedViewModel) {
        feeds[feed.id] = nil
        mailbox.drop { $0.feed == feed.id }
    }

    /// For feeds and requests: from 1.
    func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    private func deliver(_ delivery: Delivery) {
        // Held while it tells: the front end may free it meanwhile.
        guard let feed = feeds[delivery.feed]?.takeUnretainedValue() else { return }
        withExtendedLifetime(feed) { feed.deliver(delivery) }
    }
}

extension CurlOptions {
    fileprivate init(_ config: ContextConfig) {
        self.init()
        userAgent = config.userAgent
        proxy = config.proxy
        caFile = config.caFile
        caDirectory = config.caDirectory
        connectTimeout = config.connectTimeout
        maxRedirects = config.maxRedirects
        connectionsPerHost = config.connectionsPerHost
        allowsInsecureRedirects = config.allowsInsecureRedirects
    }
}
