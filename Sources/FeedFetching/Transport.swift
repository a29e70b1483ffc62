import FeedParsing

/// Carries single requests out. A subclass for libcurl, one for the host's own network, one for tests.
///
/// Lives on the worker: its functions are called there and return at once.
package class Transport {
    package init() {}

    /// Begins; what comes is told to the exchange, on the worker.
    package func start(_ exchange: Exchange) {}

    /// Nobody waits for it any longer; the exchange is told nothing from now on.
    package func cancel(_ exchange: Exchange) {}

    /// It isn't asked for anything any more.
    package func close() {}
}

/// One request and its answer as it comes in, in this order: head, headers, bytes, then end or fail. Redirects are the
/// transport's business, and show only as the last answer.
package final class Exchange {
    package let request: HTTPRequest
    private(set) var response = HTTPResponse(status: -1)
    /// How many bytes of an answer are taken.
    let limit: Int
    private var total: Int64 = -1
    private var isCompressed = false
    /// Nil when nobody waits for it any more.
    private var progress: ((_ bytes: Int64, _ total: Int64) -> Void)?
    private var tell: ((Result<HTTPResponse, FetchError>) -> Void)?

    init(
        _ request: HTTPRequest, limit: Int, progress: @escaping (Int64, Int64) -> Void,
        finish: @escaping (Result<HTTPResponse, FetchError>) -> Void
    ) {
        self.request = request
        self.limit = limit
        self.progress = progress
        tell = finish
    }

    /// Whether anybody still waits for it.
    package var isOpen: Bool { tell != nil }

    /// Ends it without telling anybody.
    func abandon() {
        tell = nil
        progress = nil
    }

    package func head(_ status: Int32) {
        response = HTTPResponse(status: status)
        total = -1
        isCompressed = false
    }

    package func header(_ name: String, _ value: String) {
        let header = HTTPHeader(name, value)
        response.note(header)
        if header.isNamed("content-length"), let length = Int64(value), length >= 0 { total = length }
        // Its length is then that of the compressed answer.
        if header.isNamed("content-encoding") { isCompressed = true }
    }

    /// How long the server asks to wait, in milliseconds; nil if a transport knows no better than the headers.
    package func retryAfter(_ milliseconds: Int64?) {
        if let milliseconds { response.retryAfter = milliseconds }
    }

    /// False if that is more than is taken: the transport stops, and the exchange has failed.
    package func bytes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard isOpen else { return false }
        if bytes.isEmpty { return true }
        guard response.body.count + bytes.count <= limit else {
            fail(FetchError(.tooLarge, "an answer of more than \(limit) bytes", httpStatus: response.status))
            return false
        }
        // Room for all of it at once, where a server says how much it is: growing means copying. It may say anything.
        if response.body.isEmpty {
            response.body.reserveCapacity(max(bytes.count, min(Int(clamping: total), limit, 16 << 20)))
        }
        response.body.append(contentsOf: bytes)
        progress?(Int64(response.body.count), isCompressed ? -1 : total)
        return true
    }

    package func end() {
        guard response.status > 0 else { return fail(FetchError(.network, "an answer without a status")) }
        finish(.success(response))
    }

    package func fail(_ error: FetchError) {
        finish(.failure(error))
    }

    private func finish(_ result: Result<HTTPResponse, FetchError>) {
        let tell = tell
        abandon()
        tell?(result)
    }
}
