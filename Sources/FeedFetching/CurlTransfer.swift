import CCurl
import FeedParsing

/// One exchange in libcurl's hands, hop by hop. Redirects are followed here and not by libcurl, because that would send
/// the host's own headers along to any server.
final class CurlTransfer {
    let easy: UnsafeMutableRawPointer
    /// Nil when nobody waits for the answer any longer.
    private(set) var exchange: Exchange?
    /// Between the start of a name look-up and its end libcurl can't let go of a transfer without waiting.
    private(set) var isResolving = false
    var connectTimer: Worker.Timer?
    private(set) var url: CurlURL

    private let options: CurlOptions
    private let pool: CurlPool
    private let didBegin: (CurlTransfer) -> Void
    private let errorText: UnsafeMutablePointer<CChar>
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var redirects = 0
    private var isAtFirstHost = true
    private var method: String
    private var body: [UInt8]

    private var head = CurlHead()
    private var isHeadWhole = false
    private var skipped = 0
    private var gzipEnd: GzipEnd?

    /// How much of a head is read, and how much of a redirect's body for the sake of its connection.
    private static let headLimit = 256 << 10
    private static let skipLimit = 64 << 10

    /// Nil without memory. `didBegin` is told when it has a place among the host's connections and begins to connect.
    init?(
        _ exchange: Exchange, to url: CurlURL, _ options: CurlOptions, _ pool: CurlPool,
        didBegin: @escaping (CurlTransfer) -> Void
    ) {
        guard let easy = feedcore_curl_easy_new() else { return nil }
        self.easy = easy
        self.exchange = exchange
        self.url = url
        self.options = options
        self.pool = pool
        self.didBegin = didBegin
        method = exchange.request.method
        body = exchange.request.body
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        setUp()
        setUpTLS(pool.trust)
        setUpHop()
    }

    /// It is in no multi handle any more.
    deinit {
        feedcore_curl_easy_free(easy)
        feedcore_curl_list_free(headers)
        errorText.deallocate()
    }

    /// What the exchange of a transfer that libcurl has ended comes to; nil if it goes on elsewhere and is to be
    /// started again.
    func result(_ code: CURLcode) -> Result<Void, FetchError>? {
        if isHeadWhole, head.isRedirect { return follow().map { .failure($0) } }
        guard code == CURLE_OK else { return .failure(error(code)) }
        guard isHeadWhole else { return .failure(error(CURLE_WEIRD_SERVER_REPLY)) }
        if let gzipEnd, !gzipEnd.isWhole { return .failure(error(CURLE_PARTIAL_FILE)) }
        return .success(())
    }

    /// Milliseconds that the server asks to wait, by a number or a date; nil if it doesn't.
    var retryAfter: Int64? {
        let seconds = feedcore_curl_offset(easy, CURLINFO_RETRY_AFTER)
        return seconds > 0 ? Int64(min(seconds, 86_400)) * 1000 : nil
    }

    /// Of this hop, with TLS.
    var isConnected: Bool { feedcore_curl_real(easy, CURLINFO_PRETRANSFER_TIME) > 0 }

    /// Nobody is told anything from now on, and it ends as soon as it can.
    func abandon() {
        exchange = nil
        connectTimer?.cancel()
    }
}

// MARK: - Options

extension CurlTransfer {
    private func setUp() {
        feedcore_curl_set_share(easy, pool.share)
        feedcore_curl_set_error_text(easy, errorText)
        feedcore_curl_set_protocols(easy)
        // No file; the name alone makes it take cookies, and keep them with those of the other transfers.
        set(CURLOPT_COOKIEFILE, "")
        set(CURLOPT_NOSIGNAL, 1)
        // Timeouts are ours, on the worker's clock; libcurl would also wait for its name look-up to end.
        set(CURLOPT_CONNECTTIMEOUT_MS, 86_400_000)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
        // HTTP/2 over TLS; one that can't simply doesn't.
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        set(CURLOPT_USERAGENT, options.userAgent)
        if let proxy = options.proxy {
            set(CURLOPT_PROXY, proxy)
            // Else the environment's no_proxy would count all the same.
            set(CURLOPT_NOPROXY, "")
        }
        feedcore_curl_set_callbacks(easy, Self.callbacks, Unmanaged.passUnretained(self).toOpaque())
    }

    private func setUpTLS(_ trust: TrustStore) {
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        // Nothing known: libcurl may have a way of its own to the system's certificates.
        if trust.file == nil && trust.directory == nil { return }
        for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] { set(option, trust.file) }
        for option in [CURLOPT_CAPATH, CURLOPT_PROXY_CAPATH] { set(option, trust.directory) }
    }

    private func setUpHop() {
        set(CURLOPT_URL, url.text)
        set(CURLOPT_USERNAME, url.user)
        set(CURLOPT_PASSWORD, url.password)
        setUpMethod()
        setUpHeaders()
        connectTimer?.cancel()
        connectTimer = nil
        isResolving = false
        head = CurlHead()
        isHeadWhole = false
        skipped = 0
        gzipEnd = nil
        errorText.pointee = 0
    }

    private func setUpMethod() {
        let hasBody = method.isSame(as: "POST") || !body.isEmpty
        if method.isSame(as: "HEAD") {
            set(CURLOPT_NOBODY, 1)
        } else if hasBody {
            set(CURLOPT_POST, 1)
            // Of no bytes the address doesn't matter, but must be one.
            _ = body.withUnsafeBytes {
                feedcore_curl_set_body(easy, $0.baseAddress ?? UnsafeRawPointer(errorText), $0.count)
            }
        } else {
            set(CURLOPT_HTTPGET, 1)
        }
        set(CURLOPT_CUSTOMREQUEST, ["GET", "HEAD", "POST"].contains { $0.isSame(as: method) } ? nil : method)
    }

    private func setUpHeaders() {
        feedcore_curl_list_free(headers)
        headers = nil
        var cookies: [String] = []
        for header in exchange?.request.headers ?? [] where isSent(header) {
            if header.isNamed("cookie") {
                cookies.append(header.value)
            } else {
                // libcurl's way to say a header without a value.
                append(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
            }
        }
        // Don't ask first whether a body may be sent: that costs a second with a server that doesn't know the question.
        append("Expect:")
        feedcore_curl_set_list(easy, CURLOPT_HTTPHEADER, headers)
        // Apart from the others, libcurl joins them with those that servers set.
        set(CURLOPT_COOKIE, cookies.isEmpty ? nil : cookies.joined(separator: "; "))
    }

    /// To another server than the first go no secrets, only what a body is.
    private func isSent(_ header: HTTPHeader) -> Bool {
        header.isNamed("content-type") ? !body.isEmpty : isAtFirstHost
    }

    private func append(_ header: String) {
        headers = feedcore_curl_list_append(headers, header)
    }

    private func set(_ option: CURLoption, _ value: Int) {
        feedcore_curl_set_number(easy, option, value)
    }

    private func set(_ option: CURLoption, _ value: String?) {
        if let value {
            feedcore_curl_set_text(easy, option, value)
        } else {
            feedcore_curl_set_text(easy, option, nil)
        }
    }
}

// MARK: - The answer

extension CurlTransfer {
    private static let callbacks = feedcore_curl_callbacks(
        header: { bytes, _, count, data in
            from(data).receiveHeader(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
        },
        body: { bytes, _, count, data in
            from(data).receive(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
        },
        raw: { _, kind, bytes, count, data in
            if kind == CURLINFO_DATA_IN {
                from(data).gzipEnd?.add(raw: UnsafeRawBufferPointer(start: bytes, count: count))
            }
            return 0
        },
        resolving: { _, _, data in
            let transfer = from(data)
            transfer.isResolving = transfer.begin()
            return transfer.isResolving ? 0 : 1
        },
        connecting: { data, _, address in
            let transfer = from(data)
            transfer.isResolving = false
            return transfer.begin() ? feedcore_curl_socket(address) : CURL_SOCKET_BAD
        })

    private static func from(_ data: UnsafeMutableRawPointer?) -> CurlTransfer {
        // It is what setUp gave.
        Unmanaged<CurlTransfer>.fromOpaque(data.unsafelyUnwrapped).takeUnretainedValue()
    }

    private func begin() -> Bool {
        guard exchange != nil else { return false }
        if connectTimer == nil { didBegin(self) }
        return true
    }

    /// False ends the transfer.
    private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        pool.hasReceived = true
        guard let exchange else { return false }
        // After the body there may be headers once more; nothing of them is of use.
        if isHeadWhole { return true }
        if CurlHead.isStatusLine(line) {
            head = CurlHead(status: Int32(clamping: feedcore_curl_number(easy, CURLINFO_RESPONSE_CODE)))
        } else if CurlHead.isEnd(line) {
            if head.status >= 200 { tellHead(exchange) }
        } else {
            head.add(line)
        }
        guard head.size <= Self.headLimit else {
            abandon()
            exchange.fail(
                FetchError(.tooLarge, "\(url.host) sends headers without end", httpStatus: head.status))
            return false
        }
        return true
    }

    private func tellHead(_ exchange: Exchange) {
        isHeadWhole = true
        if head.isRedirect { return }
        exchange.head(head.status)
        for field in head.fields { exchange.header(field.name, field.value) }
        if head.isGzip, !head.isChunked {
            gzipEnd = GzipEnd(length: head.length)
            feedcore_curl_watch_raw(easy)
        }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        pool.hasReceived = true
        guard let exchange else { return false }
        if head.isRedirect {
            skipped += bytes.count
            return skipped <= Self.skipLimit
        }
        gzipEnd?.add(decoded: bytes.count)
        return exchange.bytes(bytes)
    }

    private func error(_ code: CURLcode) -> FetchError {
        let own = String(cString: errorText)
        return FetchError(
            code, url: url, detail: own.isEmpty ? String(cString: feedcore_curl_error_text(code)) : own,
            systemError: Int32(clamping: feedcore_curl_number(easy, CURLINFO_OS_ERRNO)), trust: pool.trust)
    }
}

// MARK: - Redirects

extension CurlTransfer {
    /// Turns to where the answer leads, or says why not.
    private func follow() -> FetchError? {
        guard redirects < options.maxRedirects else {
            return FetchError(
                .http, "\(url.host) redirects more than \(options.maxRedirects) times",
                httpStatus: head.status)
        }
        do throws(FetchError) {
            let target = try url.redirected(
                to: head.location, allowsInsecure: options.allowsInsecureRedirects, status: head.status)
            // Once elsewhere, a way back gets no secrets either.
            isAtFirstHost = isAtFirstHost && target.isSameOrigin(as: url)
            url = target
        } catch {
            return error
        }
        redirects += 1
        if head.status == 303 ? !method.isSame(as: "HEAD") : method.isSame(as: "POST") && head.status < 303 {
            method = "GET"
            body = []
        }
        setUpHop()
        return nil
    }
}
