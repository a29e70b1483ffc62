import CPlatform
import FeedFetching
import FeedImages
import FeedParsing
import FeedStore

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
    private var viewModels: [UInt64: Unmanaged<ViewModel>] = [:]
    private var lastViewModel: UInt64 = 0
    /// Requests that have yet to complete.
    var openRequests = 0
    private let thread = pthread_self()
    private let process = getpid()
    /// Whether the host is called, or may be.
    private var isTelling = false
    private var isClosed = false
    private var didChangeImage: ((FeedEvent) -> Void)?
    private var images: ImageService?
    private let config: ContextConfig
    /// Where pictures are kept, if anywhere.
    private let imagePath: String?
    /// Those of mappings, the newest first.
    private(set) var imageRules: [ImageRule] = []
    /// The host's own network, if it has one, for who comes later.
    private var transport: HostTransport.Functions?
    /// By how much a manual clock was moved.
    private var movedBy: Int64 = 0

    /// Nil if the process has no descriptors left.
    public convenience init?(_ config: ContextConfig) {
        guard let mailbox = Mailbox(), let worker = Worker(clock: Clock(isManual: config.hasManualClock))
        else {
            return nil
        }
        self.init(config, mailbox, worker)
    }

    private init(_ config: ContextConfig, _ mailbox: Mailbox, _ worker: Worker) {
        self.mailbox = mailbox
        self.worker = worker
        self.config = config
        memory = config.transport == .memory ? MemoryTransport(worker: worker) : nil
        let transport = memory ?? CurlTransport(worker, CurlOptions(config))
        let store = config.store.map { Store($0) { note in mailbox.post(note) } }
        imagePath = config.images.path.map { Store.absolute($0) } ?? store?.path?.pathBeside("images")
        site = FetchingSite(
            Fetcher(worker: worker, transport: transport, limit: config.maxBody), store, config)
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
        guard !isTelling else { return .nested }
        tell { mailbox in
            var waiting = mailbox.count
            var left = maxEvents > 0 ? maxEvents : .max
            while waiting > 0, left > 0, !isClosed, let delivery = mailbox.take() {
                let next = deliver(delivery)
                if !delivery.isSilent { left -= 1 }
                if !isClosed { mailbox.putFirst(next) }
                waiting += next.count - 1
            }
            mailbox.wakeIfNotEmpty()
        }
        return .ok
    }

    /// Waits and dispatches until nothing is under way, or the time is over (negative: no limit).
    public func run(_ milliseconds: Int64) -> Status {
        let clock = Clock(isManual: false)
        let deadline = milliseconds < 0 ? nil : clock.time(after: milliseconds)
        while true {
            let status = dispatch(0)
            guard status == .ok else { return status }
            if isClosed || (openRequests == 0 && (images?.openCount ?? 0) == 0 && mailbox.count == 0) {
                return .ok
            }
            guard let deadline else {
                mailbox.wakeup.wait(-1)
                continue
            }
            let left = deadline &- clock.now
            if left <= 0 { return .timeout }
            mailbox.wakeup.wait(left)
        }
    }

    /// Feeds that are left keep what they show. Waits for nothing.
    public func close() {
        if isUsable { shutDown() }
    }

    deinit {
        if !isClosed { shutDown() }
    }

    private func shutDown() {
        isClosed = true
        // Held until all have stopped: what is released then is the host's, which may free them.
        let all = viewModels.values.map { $0.takeUnretainedValue() }
        viewModels = [:]
        for viewModel in all { viewModel.stop() }
        let site = site
        worker.arrange { site.fetcher.close() }
        site.store?.close()
        worker.stop()
        images?.close()
        mailbox.close()
        setLog(nil)
        setImageCallback(nil)
        transport = nil
    }

    public func setLog(_ new: ((FeedEvent, _ sourceName: String?) -> Void)?) {
        mailbox.takeLogs(new != nil)
        // Released after the change: it may hold what is the host's.
        let old = didLog
        didLog = new
        withExtendedLifetime(old) {}
    }

    /// Forgets all answers that the store keeps for this partition; what feeds show stays. It is under way until then.
    public func clearStore() -> Status {
        guard isUsable else { return .wrongThread }
        guard site.store != nil else { return .ok }
        whileStoring { $0.clear($1) }
        for viewModel in viewModels.values { viewModel.takeUnretainedValue().forgetValidators() }
        return .ok
    }

    /// Has the store do something, if there is one, that is under way until it calls back.
    func whileStoring(_ job: (Store, @escaping () -> Void) -> Void) {
        guard let store = site.store else { return }
        openRequests += 1
        let mailbox = mailbox
        job(store) { mailbox.post(Delivery(to: 0, request: 0, source: nil, news: .store(nil))) }
    }

    /// Called on any thread when something waits after nothing did, and after a dispatch that left something.
    package func setWakeup(_ wake: (() -> Void)?) {
        tell { $0.setWake(wake) }
    }

    package func setTransport(_ functions: HostTransport.Functions) {
        let fetcher = site.fetcher
        worker.arrange { fetcher.use(HostTransport(worker: fetcher.worker, functions: functions)) }
        transport = functions
        images?.use(functions)
    }

    public var hasManualClock: Bool { worker.clock.isManual }

    /// Moves a manual clock, and waits until what is due then is done.
    public func advance(_ milliseconds: Int64) {
        let clock = worker.clock
        worker.arrange { clock.advance(by: milliseconds) }
        movedBy = movedBy.addingReportingOverflow(milliseconds).overflow ? .max : movedBy &+ milliseconds
        if let worker = images?.worker {
            let clock = worker.clock
            worker.arrange { clock.advance(by: milliseconds) }
            worker.waitUntilIdle()
        }
        worker.waitUntilIdle()
        // What the worker asks of the store comes back to it, and what comes of that goes to the store again.
        for _ in 0..<2 where site.store != nil {
            waitForStore()
            worker.waitUntilIdle()
        }
    }

    private func waitForStore() {
        guard let store = site.store, let isDone = WakeupFD() else { return }
        store.perform { _ in isDone.raise() }
        isDone.wait(-1)
    }

    /// Has the mailbox do something of which the host may be told here and now; it can't dispatch meanwhile.
    func tell(_ body: (Mailbox) -> Void) {
        let wasTelling = isTelling
        isTelling = true
        body(mailbox)
        isTelling = wasTelling
    }

    // MARK: - Pictures

    /// Told how pictures come that were asked for.
    public func setImageCallback(_ new: ((FeedEvent) -> Void)?) {
        // Released after the change: it may hold what is the host's.
        let old = didChangeImage
        didChangeImage = new
        withExtendedLifetime(old) {}
    }

    /// Has a picture brought, so wide in pixels of the device (0: as it is). Its number.
    public func requestImage(
        _ url: String, width: UInt32, _ priority: ImagePriority
    ) throws(FeedError) -> UInt64 {
        let images = try openImages()
        let request = ImageRequest(
            number: mailbox.nextNumber(), url: url, width: Int64(width), priority: priority,
            rules: config.images.rules + imageRules)
        guard let request else { throw FeedError(.argument, "no http or https address") }
        guard images.begin(request) else { throw .noThread }
        return request.number
    }

    public func setImagePriority(_ request: UInt64, _ priority: ImagePriority) -> Status {
        guard isUsable else { return .wrongThread }
        return images?.setPriority(request, priority) == true ? .ok : .argument
    }

    /// Nothing more is told of it.
    public func cancelImage(_ request: UInt64) -> Status {
        guard isUsable else { return .wrongThread }
        return images?.cancel(request) == true ? .ok : .argument
    }

    /// Forgets all pictures that are kept. It is under way until then.
    public func clearImages() throws(FeedError) {
        guard try openImages().clear() else { throw .noThread }
    }

    /// How the pictures of some hosts are asked for from now on, unless the config says it itself.
    func addImageRules(_ rules: [ImageRule]) {
        if rules.isEmpty { return }
        var all = rules
        for old in imageRules where !rules.contains(where: { $0.names(all: old.hosts) }) { all.append(old) }
        imageRules = all
    }

    private func openImages() throws(FeedError) -> ImageService {
        guard isUsable else { throw FeedError(.thread, "not the context's thread") }
        if let images { return images }
        guard let imagePath else {
            throw FeedError(
                .config, "there is no folder for images: neither \"path\" of images nor of a store")
        }
        let clock = Clock(isManual: hasManualClock)
        clock.advance(by: movedBy)
        guard let worker = Worker(clock: clock) else {
            throw FeedError(.unavailable, "the process has no descriptors left")
        }
        let service = ImageService(
            nextViewModel(), config.images, path: imagePath, timeout: config.timeout, mailbox, worker,
            imageTransport(worker))
        images = service
        return service
    }

    private func imageTransport(_ worker: Worker) -> Transport {
        if let transport { return HostTransport(worker: worker, functions: transport) }
        if let memory { return MemoryTransport(worker: worker, sharing: memory) }
        var options = CurlOptions(config)
        options.connectionsPerHost = config.images.perHost
        return CurlTransport(worker, options)
    }

    private func deliver(_ delivery: Delivery, of images: ImageService) {
        if case .log(let log) = delivery.news {
            var event = FeedEvent(.log, request: delivery.request, source: nil)
            (event.log, event.failure, event.bytes) = (log, log.failure, log.bytes)
            didLog?(event, nil)
        } else if let event = images.take(delivery) {
            didChangeImage?(event)
        }
    }

    // MARK: - View models

    func add(_ viewModel: ViewModel) {
        viewModels[viewModel.id] = Unmanaged.passUnretained(viewModel)
    }

    func remove(_ viewModel: ViewModel) {
        viewModels[viewModel.id] = nil
    }

    func nextViewModel() -> UInt64 {
        lastViewModel += 1
        return lastViewModel
    }

    /// What comes back is to be delivered next.
    private func deliver(_ delivery: Delivery) -> [Delivery] {
        if case .store(let failure) = delivery.news {
            guard let failure else {
                openRequests -= 1
                return []
            }
            var event = FeedEvent(.store, request: 0, source: nil)
            event.failure = failure
            didLog?(event, nil)
            return []
        }
        if let images, delivery.to == images.id {
            deliver(delivery, of: images)
            return []
        }
        // Held while it tells: the front end may free it meanwhile.
        guard let viewModel = viewModels[delivery.to]?.takeUnretainedValue() else { return [] }
        return withExtendedLifetime(viewModel) { viewModel.deliver(delivery) }
    }
}

extension FeedError {
    fileprivate static var noThread: FeedError { FeedError(.unavailable, "the system gives no thread") }
}

extension String {
    /// The path of another file in the folder of this one.
    fileprivate func pathBeside(_ name: String) -> String {
        let bytes = Array(utf8)
        let end = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        return String(decoding: bytes[..<end], as: UTF8.self) + name
    }
}

extension Mailbox {
    fileprivate func post(_ note: StoreNote) {
        let failure = FeedFailure(
            kind: .store, message: "\(note.path.isEmpty ? "the store" : note.path): \(note.message)",
            httpStatus: -1,
            isRetryable: false, feedError: nil)
        post(Delivery(to: 0, request: 0, source: nil, news: .store(failure)))
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
