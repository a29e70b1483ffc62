import CCurl
import CPlatform
import FeedParsing

/// The network by the system's libcurl, which is loaded with the first request. While it is in use, the worker sleeps in
/// libcurl, and exchanges are told of what came there and nowhere else.
package final class CurlTransport: Transport {
    private let worker: Worker
    private let options: CurlOptions
    private let environment: (String) -> String?
    private var pool: CurlPool?
    private var transfers: [CurlTransfer] = []
    /// Not libcurl's yet: inside its callbacks, where `start` may be called, it can't be called.
    private var starting: [Exchange] = []
    private var isInside = false
    private var isClosed = false

    package convenience init(_ worker: Worker, _ options: CurlOptions) {
        self.init(worker, options, environment: environmentVariable)
    }

    /// Of the environment, SSL_CERT_FILE and SSL_CERT_DIR are asked for; and libcurl itself reads those about proxies.
    init(_ worker: Worker, _ options: CurlOptions, environment: @escaping (String) -> String?) {
        self.worker = worker
        self.options = options
        self.environment = environment
    }

    package override func start(_ exchange: Exchange) {
        guard !isClosed else { return }
        starting.append(exchange)
        // Until close this keeps the transport.
        worker.sleep = { self.sleep($0, $1) }
    }

    package override func cancel(_ exchange: Exchange) {
        starting.removeAll { $0 === exchange }
        for transfer in transfers where transfer.exchange === exchange { transfer.abandon() }
    }

    package override func close() {
        isClosed = true
        starting = []
        for transfer in transfers { transfer.abandon() }
        worker.sleep = { $0.wait($1) }
        if !isInside { bury() }
    }

    private func bury() {
        if let pool { CurlRemains(pool, transfers).bury() }
        pool = nil
        transfers = []
    }
}

// MARK: - The worker sleeps

extension CurlTransport {
    private func sleep(_ wakeup: WakeupFD, _ milliseconds: Int64) {
        isInside = true
        let hasFailed = startTransfers()
        if let pool {
            dropAbandoned(pool)
            // Who was told of a failure may wait for a timer that `milliseconds` doesn't know of. And libcurl 7.88 may
            // see only on the next call that a transfer over HTTP/2 has ended with what it gave.
            let isEager = hasFailed || pool.hasReceived
            pool.hasReceived = false
            let limit = isEager ? 0 : milliseconds < 0 ? Int32.max : Int32(clamping: milliseconds)
            feedcore_curl_multi_poll(pool.multi, wakeup.descriptor, limit)
            feedcore_curl_multi_perform(pool.multi)
            finishTransfers(pool)
        } else if !hasFailed {
            wakeup.wait(milliseconds)
        }
        isInside = false
        if isClosed { bury() }
    }

    /// Whether there is one that failed.
    private func startTransfers() -> Bool {
        let exchanges = starting
        starting = []
        var hasFailed = false
        for exchange in exchanges where exchange.isOpen {
            do throws(FetchError) {
                try begin(exchange)
            } catch {
                exchange.fail(error)
                hasFailed = true
            }
        }
        return hasFailed || !starting.isEmpty
    }

    private func begin(_ exchange: Exchange) throws(FetchError) {
        let pool = try openPool()
        guard let url = CurlURL(exchange.request.url), url.isHTTP else {
            throw FetchError(.network, "not a URL of http or https")
        }
        let transfer = CurlTransfer(exchange, to: url, options, pool) { [self] in limitConnecting($0) }
        guard let transfer, feedcore_curl_multi_add(pool.multi, transfer.easy) == CURLM_OK else {
            throw FetchError(.unavailable, "no memory for a request")
        }
        transfers.append(transfer)
    }

    private func openPool() throws(FetchError) -> CurlPool {
        if let pool { return pool }
        let pool = try CurlPool(options, environment: environment)
        self.pool = pool
        return pool
    }

    private func limitConnecting(_ transfer: CurlTransfer) {
        transfer.connectTimer = worker.after(options.connectTimeout) { [self] in
            guard let exchange = transfer.exchange, !transfer.isConnected else { return }
            transfer.abandon()
            exchange.fail(
                FetchError(
                    .timeout, "no connection to \(transfer.url.host) within \(options.connectTimeout) ms"))
        }
    }

    private func dropAbandoned(_ pool: CurlPool) {
        transfers.removeAll { transfer in
            // libcurl would wait for the name look-up. It ends by itself, as soon as the name is there.
            guard transfer.exchange == nil, !transfer.isResolving else { return false }
            feedcore_curl_multi_remove(pool.multi, transfer.easy)
            return true
        }
    }

    private func finishTransfers(_ pool: CurlPool) {
        var code = CURLE_OK
        while let easy = feedcore_curl_multi_next_ended(pool.multi, &code) {
            feedcore_curl_multi_remove(pool.multi, easy)
            guard let index = transfers.firstIndex(where: { $0.easy == easy }) else { continue }
            if let exchange = transfers[index].exchange {
                finish(transfers[index], exchange, code, pool)
            } else {
                transfers.remove(at: index)
            }
        }
    }

    private func finish(
        _ transfer: CurlTransfer, _ exchange: Exchange, _ code: CURLcode, _ pool: CurlPool
    ) {
        var result: Result<Void, FetchError>? = transfer.result(code)
        if result == nil, feedcore_curl_multi_add(pool.multi, transfer.easy) != CURLM_OK {
            result = .failure(FetchError(.unavailable, "no memory for a request"))
        }
        guard let result else { return }
        transfer.abandon()
        transfers.removeAll { $0 === transfer }
        switch result {
        case .success:
            exchange.retryAfter(transfer.retryAfter)
            exchange.end()
        case .failure(let error):
            exchange.fail(error)
        }
    }
}
