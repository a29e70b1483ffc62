import Foundation

@testable import FeedFetching

/// A worker with libcurl, seen from a test.
final class Client: @unchecked Sendable {
    let worker: Worker
    let transport: CurlTransport

    init(_ options: CurlOptions = CurlOptions(), environment: [String: String] = [:]) {
        guard let worker = Worker(clock: Clock(isManual: false)) else { fatalError("no descriptor") }
        self.worker = worker
        var options = options
        // Not through what the environment says.
        if options.proxy == nil { options.proxy = "" }
        transport = CurlTransport(worker, options) { environment[$0] }
    }

    deinit {
        let transport = transport
        worker.post { transport.close() }
        worker.stop()
    }

    func get(_ url: String, _ headers: [HTTPHeader] = [], limit: Int = 16 << 20) async -> Answer {
        var request = HTTPRequest(url: url)
        request.headers = headers
        return await fetch(request, limit: limit)
    }

    func fetch(_ request: HTTPRequest, limit: Int = 16 << 20) async -> Answer {
        await withCheckedContinuation { continuation in
            _ = start(request, limit: limit) { continuation.resume(returning: $0) }
        }
    }

    /// Begins, and doesn't wait.
    func start(_ request: HTTPRequest, limit: Int = 16 << 20, _ finish: @escaping (Answer) -> Void)
        -> Exchange
    {
        let notes = Notes()
        let exchange = Exchange(
            request, limit: limit, progress: { notes.progress.append(Progress(bytes: $0, total: $1)) },
            finish: { finish(Answer($0, notes.progress)) })
        worker.post { self.transport.start(exchange) }
        return exchange
    }

    /// Runs a job on the worker, and waits until the worker has been through everything that it does before the next.
    func run(_ job: @escaping () -> Void) async {
        worker.post(job)
        await withCheckedContinuation { continuation in
            _ = worker.post { continuation.resume() }
        }
    }

    /// How long that takes, by the worker's own account: who waits here may wait for others as well.
    func time(_ job: @escaping () -> Void) async -> Duration {
        let start = ContinuousClock.now
        worker.post(job)
        return await withCheckedContinuation { continuation in
            _ = worker.post { continuation.resume(returning: ContinuousClock.now - start) }
        }
    }

    private final class Notes {
        var progress: [Progress] = []
    }
}

struct Progress: Equatable, Sendable {
    var bytes: Int64
    var total: Int64
}

/// What an exchange came to.
struct Answer: Sendable {
    var status: Int32 = -1
    var body: [UInt8] = []
    var etag: String?
    var lastModified: String?
    var retryAfter: Int64?
    var error: FetchError?
    var progress: [Progress]
    /// When the worker told it.
    let end = ContinuousClock.now

    init(_ result: Result<HTTPResponse, FetchError>, _ progress: [Progress]) {
        self.progress = progress
        switch result {
        case .success(let response):
            status = response.status
            body = response.body
            etag = response.etag
            lastModified = response.lastModified
            retryAfter = response.retryAfter
        case .failure(let error):
            self.error = error
        }
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// A member of a body that is a JSON object, as text.
    func member(_ name: String) -> String? {
        let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        return object?[name].map { "\($0)" }
    }
}
