import FeedFetching
import FeedImages
import FeedParsing

/// The pictures of a context: what was asked for and has yet to end. For the context's thread; the work is done on a thread
/// of its own, which no feed waits for.
final class ImageService {
    /// Deliveries for it bear this number, as those for a view model bear its own.
    let id: UInt64
    let worker: Worker
    private let loader: ImageLoader
    private let mailbox: Mailbox
    private var open: Set<UInt64> = []
    private var clearings = 0

    init(
        _ id: UInt64, _ config: ImageConfig, path: String, timeout: Int64, _ mailbox: Mailbox,
        _ worker: Worker,
        _ transport: Transport
    ) {
        self.id = id
        self.mailbox = mailbox
        self.worker = worker
        mailbox.add(id)
        loader = ImageLoader(
            Fetcher(worker: worker, transport: transport, limit: config.maxImageBytes), config, path: path,
            timeout: timeout,
            tell: { request, news in
                mailbox.post(Delivery(to: id, request: request, source: nil, news: .image(news)))
            },
            log: { request, url, outcome, failure in
                guard mailbox.takesLogs else { return }
                let log = FeedLog(outcome, url: url, failure.map { FeedFailure($0) })
                mailbox.post(Delivery(to: id, request: request, source: nil, news: .log(log)))
            })
    }

    /// Requests and clearings that have yet to end.
    var openCount: Int { open.count + clearings }

    /// False if the system gives no thread.
    func begin(_ request: ImageRequest) -> Bool {
        let (loader, mailbox) = (loader, mailbox)
        let isThere = worker.post {
            // A cell that was gone before its turn came costs nothing.
            if !mailbox.isCancelled(request.number) { loader.begin(request) }
        }
        if isThere { open.insert(request.number) }
        return isThere
    }

    /// False if it has ended.
    func cancel(_ request: UInt64) -> Bool {
        guard open.remove(request) != nil else { return false }
        let (loader, mailbox) = (loader, mailbox)
        mailbox.drop(request)
        worker.post {
            loader.cancel(request)
            mailbox.forget(request)
        }
        return true
    }

    /// False if it has ended.
    func setPriority(_ request: UInt64, _ priority: ImagePriority) -> Bool {
        guard open.contains(request) else { return false }
        let loader = loader
        worker.post { loader.setPriority(request, priority) }
        return true
    }

    /// False if the system gives no thread.
    func clear() -> Bool {
        let loader = loader
        let isThere = worker.post { loader.clear() }
        if isThere { clearings += 1 }
        return isThere
    }

    func use(_ functions: HostTransport.Functions) {
        let (loader, worker) = (loader, worker)
        worker.arrange { loader.use(HostTransport(worker: worker, functions: functions)) }
    }

    func close() {
        let loader = loader
        worker.arrange { loader.close() }
        worker.stop()
    }

    /// What there is to tell of a delivery, if anything.
    func take(_ delivery: Delivery) -> FeedEvent? {
        guard case .image(let news) = delivery.news else { return nil }
        switch news.kind {
        case .cleared:
            clearings -= 1
            return nil
        case .progress:
            guard open.contains(delivery.request) else { return nil }
        case .ended:
            guard open.remove(delivery.request) != nil else { return nil }
        }
        var event = FeedEvent(delivery.news.kind, request: delivery.request, source: nil)
        event.failure = news.failure.map { FeedFailure($0) }
        event.bytes = news.bytes
        event.total = news.total
        event.image = news
        return event
    }
}

extension FeedFailure {
    fileprivate init(_ failure: ImageFailure) {
        self.init(failure.error)
        switch failure.kind {
        case .fetch: break
        case .picture: (kind, isRetryable) = (.image, false)
        case .folder: kind = .store
        }
    }
}
