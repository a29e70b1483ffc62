/// What is asked of a server.
package struct HTTPRequest {
    package var method = "GET"
    package var url: String
    /// Sent to the first host only: a redirect to another one goes without.
    package var headers: [HTTPHeader] = []
    package var body: [UInt8] = []
    package var timeout: Int64 = 30_000
    /// 0 for a request that nobody asked for by number.
    package var number: UInt64 = 0

    package init(url: String) {
        self.url = url
    }

    /// Two requests that ask for the same.
    func isSame(as other: HTTPRequest) -> Bool {
        method == other.method && url == other.url && headers == other.headers && body == other.body
    }
}

package struct HTTPHeader: Equatable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// What came back, as far as anybody asks.
package struct HTTPResponse {
    package var status: Int32
    package var etag: String?
    package var lastModified: String?
    /// How long the server asks to wait before the next try, in milliseconds.
    package var retryAfter: Int64?
    package var body: [UInt8] = []

    package init(status: Int32) {
        self.status = status
    }

    /// Takes note of a header that matters here.
    mutating func note(_ name: String, _ value: String) {
        switch name.lowercased() {
        case "etag": etag = value
        case "last-modified": lastModified = value
        case "retry-after": retryAfter = Int64(value).map { $0 < 0 ? 0 : $0 > 86_400 ? 86_400_000 : $0 * 1000 }
        default: break
        }
    }
}

/// Why there is no usable answer.
package struct FetchError: Error {
    package enum Kind {
        case network, timeout, tls, http, cancelled, tooLarge, unavailable
    }

    package var kind: Kind
    package var message: String
    /// -1 where there was no answer.
    package var httpStatus: Int32

    package init(_ kind: Kind, _ message: String, httpStatus: Int32 = -1) {
        self.kind = kind
        self.message = message
        self.httpStatus = httpStatus
    }

    /// Whether the same request may succeed later.
    package var isRetryable: Bool {
        switch kind {
        case .network, .timeout: true
        case .http: httpStatus == 429 || httpStatus >= 500
        case .tls, .cancelled, .tooLarge, .unavailable: false
        }
    }
}
