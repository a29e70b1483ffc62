import FeedFetching
import FeedParsing
import FeedStore

/// How a source of a feed stands.
public enum SourceState: Int32, Sendable {
    case idle = 0
    case loading, ready, stale, empty, failed

    public var name: StaticString {
        switch self {
        case .idle: "idle"
        case .loading: "loading"
        case .ready: "ready"
        case .stale: "stale"
        case .empty: "empty"
        case .failed: "failed"
        }
    }
}

/// Why a source, or a request, failed: in the answer, or before there was one.
public struct FeedFailure: Error {
    public enum Kind: Sendable {
        /// The answer could be had, but not read: see `FeedError`.
        case answer(FeedError.Kind)
        case network, timeout, tls, http, unavailable, cancelled, store, image
    }

    public var kind: Kind
    public var message: String
    /// -1 where there was no answer.
    public var httpStatus: Int32
    public var isRetryable: Bool
    /// What was wrong with the answer, where it could be had.
    public var feedError: FeedError?

    static var cancelled: FeedFailure {
        FeedFailure(
            kind: .cancelled, message: "cancelled", httpStatus: -1, isRetryable: false, feedError: nil)
    }

    init(kind: Kind, message: String, httpStatus: Int32, isRetryable: Bool, feedError: FeedError?) {
        self.kind = kind
        self.message = message
        self.httpStatus = httpStatus
        self.isRetryable = isRetryable
        self.feedError = feedError
    }

    init(_ error: StoreError, _ path: String? = nil) {
        self.init(
            kind: .store, message: (path ?? "the store") + ": " + error.message, httpStatus: -1,
            isRetryable: error.kind == .busy, feedError: nil)
    }

    init(_ error: FeedError, httpStatus: Int32) {
        self.init(
            kind: .answer(error.kind), message: error.message, httpStatus: httpStatus, isRetryable: false,
            feedError: error)
    }

    init(_ error: FetchError) {
        let kind: Kind =
            switch error.kind {
            case .network: .network
            case .timeout: .timeout
            case .tls: .tls
            case .http: .http
            case .unavailable: .unavailable
            case .cancelled: .cancelled
            case .tooLarge: .answer(.tooLarge)
            }
        self.init(
            kind: kind, message: error.message, httpStatus: error.httpStatus, isRetryable: error.isRetryable,
            feedError: nil)
    }
}

/// One HTTP exchange that ended, for the log.
public struct FeedLog {
    public var url: String
    public var httpStatus: Int32
    public var milliseconds: Int64
    public var bytes: Int64
    public var warningTotal: Int
    public var failure: FeedFailure?
}
