/// What is asked of a server.
package struct HTTPRequest {
    package var method = "GET"
    package var url: String
    /// Sent to the first host only: a redirect to another one goes without.
    package var headers: [HTTPHeader] = []
    package var body: [UInt8] = []
    /// Milliseconds, for one try.
    package var timeout: Int64 = 30_000

    package init(url: String) {
        self.url = url
    }

    /// Two requests that ask for the same.
    func isSame(as other: HTTPRequest) -> Bool {
        method.isSame(as: other.method) && url.isSame(as: other.url) && body == other.body
            && headers.elementsEqual(other.headers) {
                $0.name.isSame(as: $1.name) && $0.value.isSame(as: $1.value)
            }
    }
}

package struct HTTPHeader {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Names are the same in whatever case.
    package func isNamed(_ other: String) -> Bool {
        name.isSameIgnoringCase(as: other)
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

    /// Whether the same request may succeed later.
    package var isRetryable: Bool { FetchError.isRetryable(status) }

    /// Takes note of a header that matters here.
    mutating func note(_ header: HTTPHeader) {
        if header.isNamed("etag"), !header.value.isEmpty { etag = header.value }
        if header.isNamed("last-modified"), !header.value.isEmpty { lastModified = header.value }
        if header.isNamed("retry-after") {
            retryAfter = Int64(header.value).map { min(max($0, 0), 86_400) * 1000 }
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
        case .http: FetchError.isRetryable(httpStatus)
        case .tls, .cancelled, .tooLarge, .unavailable: false
        }
    }

    fileprivate static func isRetryable(_ httpStatus: Int32) -> Bool {
        httpStatus == 429 || httpStatus >= 500
    }
}
