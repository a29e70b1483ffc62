import CPlatform
import FeedFetching
import FeedParsing

/// Has pictures brought, and keeps them: the same one once for all who want it at the same time, those that are seen before
/// others, no more at once than servers should stand. On its worker, which is no feed's.
package final class ImageLoader {
    /// Pictures that are on their way at once, from all hosts.
    private static let limit = 16
    /// Of those that couldn't be had.
    private static let maxFailures = 1024

    private let fetcher: Fetcher
    private let folder: ImageFolder
    private let config: ImageConfig
    /// Milliseconds, for one try.
    private let timeout: Int64
    private let tell: (_ request: UInt64, ImageNews) -> Void
    private let log: (_ request: UInt64, _ url: String, FetchOutcome, ImageFailure?) -> Void
    /// In the order in which they were first asked for. Of those that wait there is room for none.
    private var pictures: [Picture] = []
    private var running: [Picture] = []
    /// The oldest first.
    private var failures: [Failure] = []

    /// A picture that isn't there, and who wants it.
    private final class Picture {
        let key: ImageKey
        /// One that is too old, but better than none.
        let old: ImageFile?
        let first: ImageRequest
        var wanted: [ImageRequest]
        /// While it is being fetched.
        var listener: FetchListener?

        init(_ key: ImageKey, _ request: ImageRequest, _ old: ImageFile?) {
            self.key = key
            self.old = old
            first = request
            wanted = [request]
        }

        var priority: Int32 {
            var highest: Int32 = 0
            for request in wanted { highest = max(highest, request.priority.rawValue) }
            return highest
        }
    }

    /// One that can't be had for now.
    private final class Failure {
        let key: ImageKey
        let end: Int64
        let failure: ImageFailure

        init(_ key: ImageKey, _ end: Int64, _ failure: ImageFailure) {
            self.key = key
            self.end = end
            self.failure = failure
        }
    }

    package init(
        _ fetcher: Fetcher, _ config: ImageConfig, path: String, timeout: Int64,
        tell: @escaping (UInt64, ImageNews) -> Void,
        log: @escaping (UInt64, String, FetchOutcome, ImageFailure?) -> Void
    ) {
        self.fetcher = fetcher
        self.config = config
        self.timeout = timeout
        self.tell = tell
        self.log = log
        folder = ImageFolder(path, maxBytes: config.maxBytes)
    }

    private var now: Int64 { fetcher.worker.clock.calendar }

    // MARK: - What can be asked for

    package func begin(_ request: ImageRequest) {
        let key = ImageKey(request.address)
        for picture in pictures where picture.key == key {
            picture.wanted.append(request)
            return startIfThereIsRoom(picture)
        }
        let file = folder.find(key, now: now)
        if let file, isFresh(file) { return end(request, file, nil) }
        if let failure = failure(of: key) { return end(request, file, failure) }
        let picture = Picture(key, request, file)
        pictures.append(picture)
        startIfThereIsRoom(picture)
    }

    /// What nobody wants any longer is cancelled.
    package func cancel(_ number: UInt64) {
        guard let picture = picture(of: number) else { return }
        picture.wanted.removeAll { $0.number == number }
        guard picture.wanted.isEmpty else { return }
        picture.listener?.leave()
        remove(picture)
    }

    /// A calendar that was set back makes nothing fresh.
    private func isFresh(_ file: ImageFile) -> Bool {
        let age = now &- file.time
        return age >= 0 && age <= config.maxAge
    }

    package func setPriority(_ number: UInt64, _ priority: ImagePriority) {
        guard let picture = picture(of: number) else { return }
        for request in picture.wanted where request.number == number { request.priority = priority }
        startIfThereIsRoom(picture)
    }

    /// Forgets all pictures, and which couldn't be had. Those on their way come all the same.
    package func clear() {
        folder.clear()
        failures = []
        tell(0, ImageNews(.cleared, url: ""))
    }

    /// For pictures from now on.
    package func use(_ transport: Transport) {
        fetcher.use(transport)
    }

    package func close() {
        for picture in running { picture.listener = nil }
        running = []
        pictures = []
        fetcher.close()
    }

    private func picture(of number: UInt64) -> Picture? {
        for picture in pictures {
            for request in picture.wanted where request.number == number { return picture }
        }
        return nil
    }

    // MARK: - One after the other

    /// What waits for its place begins.
    private func remove(_ picture: Picture) {
        ImageLoader.remove(picture, from: &pictures)
        guard picture.listener != nil else { return }
        picture.listener = nil
        ImageLoader.remove(picture, from: &running)
        while let next = next() { fetch(next) }
    }

    private static func remove(_ picture: Picture, from pictures: inout [Picture]) {
        for index in pictures.indices where pictures[index] === picture {
            pictures.remove(at: index)
            return
        }
    }

    /// The one to be fetched next: of the highest priority that there is room for, the one that waits longest.
    private func next() -> Picture? {
        var found: Picture?
        var highest: Int32 = -1
        for picture in pictures {
            let priority = picture.priority
            if priority <= highest || !hasRoom(for: picture) { continue }
            (found, highest) = (picture, priority)
            if priority == ImagePriority.visible.rawValue { break }
        }
        return found
    }

    /// Whether it may begin. What nobody sees yet leaves a place for what will be seen.
    private func hasRoom(for picture: Picture) -> Bool {
        if picture.listener != nil { return false }
        let spared = picture.priority == 0 && config.perHost > 1 ? 1 : 0
        if running.count >= ImageLoader.limit - spared { return false }
        var load = spared
        for other in running where other.first.hostKey == picture.first.hostKey { load += 1 }
        return load < config.perHost
    }

    private func startIfThereIsRoom(_ picture: Picture) {
        if hasRoom(for: picture) { fetch(picture) }
    }

    private func fetch(_ picture: Picture) {
        var request = HTTPRequest(url: picture.first.address)
        request.timeout = timeout
        for header in picture.first.headers {
            request.headers.append(HTTPHeader(header.name, header.value))
        }
        let listener = FetchListener(
            progress: { [self] body, total in
                for request in picture.wanted {
                    let news = ImageNews(.progress, url: request.url, bytes: Int64(body.count), total: total)
                    tell(request.number, news)
                }
            },
            isFinal: { _ in false },
            retried: { [self] outcome in note(outcome, picture, outcome.failure) },
            finish: { [self] outcome in finish(picture, outcome) })
        picture.listener = listener
        running.append(picture)
        fetcher.fetch(request, listener)
    }

    // MARK: - How it ends

    private func finish(_ picture: Picture, _ outcome: FetchOutcome) {
        var file: ImageFile?
        var failure: ImageFailure?
        do throws(ImageFailure) {
            file = try keep(outcome, picture.key)
        } catch {
            failure = error
        }
        note(outcome, picture, failure)
        if let failure {
            if let old = picture.old {
                if failure.isGone { folder.remove(old) } else { file = folder.find(picture.key, now: now) }
            }
            if failure.isLasting || file != nil { remember(failure, picture.key) }
        }
        for request in picture.wanted { end(request, file, failure) }
        remove(picture)
    }

    private func end(_ request: ImageRequest, _ file: ImageFile?, _ failure: ImageFailure?) {
        tell(request.number, ImageNews(.ended, url: request.url, file: file, file == nil ? failure : nil))
    }

    private func keep(_ outcome: FetchOutcome, _ key: ImageKey) throws(ImageFailure) -> ImageFile {
        if let failure = outcome.failure { throw failure }
        guard case .success(let response) = outcome.result else { throw ImageFailure(.fetch, "") }
        let type = response.body.withUnsafeBytes { ImageType(beginning: $0) }
        guard let type else {
            throw ImageFailure(.picture, "no PNG, JPEG, GIF or WebP picture", response.status)
        }
        guard let length = response.body.withUnsafeBytes({ type.length(in: $0) }) else {
            throw ImageFailure(
                .picture, "a \(type.name) picture that was cut, or is damaged", response.status)
        }
        guard let file = folder.put(response.body, type, key, now: now, length: length) else {
            throw ImageFailure(.folder, "\(folder.path): \(String(cString: strerror(folder.error)))")
        }
        return file
    }

    private func note(_ outcome: FetchOutcome, _ picture: Picture, _ failure: ImageFailure?) {
        log(picture.wanted.first?.number ?? 0, picture.first.address, outcome, failure)
    }

    // MARK: - What couldn't be had

    private func failure(of key: ImageKey) -> ImageFailure? {
        let now = fetcher.worker.clock.now
        while let first = failures.first, first.end <= now { failures.removeFirst() }
        for failure in failures where failure.key == key { return failure.failure }
        return nil
    }

    private func remember(_ failure: ImageFailure, _ key: ImageKey) {
        if failures.count >= ImageLoader.maxFailures { failures.removeFirst() }
        let end = fetcher.worker.clock.time(after: config.failurePause)
        failures.append(Failure(key, end, failure))
    }
}

extension ImageFailure {
    /// The server has no such picture any longer.
    fileprivate var isGone: Bool {
        kind == .fetch && error.kind == .http && 400..<500 ~= error.httpStatus && !error.isRetryable
    }

    /// It would be no better soon.
    fileprivate var isLasting: Bool {
        switch kind {
        case .fetch: !error.isRetryable && error.kind != .unavailable
        case .picture, .folder: true
        }
    }
}

extension FetchOutcome {
    fileprivate var failure: ImageFailure? {
        switch result {
        case .failure(let error):
            return ImageFailure(error)
        case .success(let response):
            if 200..<300 ~= response.status { return nil }
            return ImageFailure(
                .fetch, "invalid response: HTTP status \(response.status)", response.status)
        }
    }
}
