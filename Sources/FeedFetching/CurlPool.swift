import CCurl
import CPlatform

/// What the transfers of one transport have in common: connections, cookies, TLS resumptions, all in memory.
final class CurlPool {
    let multi: UnsafeMutableRawPointer
    let share: UnsafeMutableRawPointer
    let trust: TrustStore
    /// Whether anything came since this was last set to false.
    var hasReceived = false

    /// Loads libcurl if this process hasn't yet.
    convenience init(_ options: CurlOptions, environment: (String) -> String?) throws(FetchError) {
        if let reason = feedcore_curl_load() { throw FetchError(.unavailable, String(cString: reason)) }
        guard let multi = feedcore_curl_multi_new() else {
            throw FetchError(.unavailable, "no libcurl handle")
        }
        guard let share = feedcore_curl_share_new() else {
            feedcore_curl_multi_free(multi)
            throw FetchError(.unavailable, "no libcurl handle")
        }
        let trust = TrustStore(
            options, environment: environment,
            library: (
                Self.text(feedcore_curl_default_ca_file()), Self.text(feedcore_curl_default_ca_directory())
            ),
            exists: isReadable)
        self.init(multi, share, trust)
        feedcore_curl_multi_set(multi, CURLMOPT_MAX_HOST_CONNECTIONS, options.connectionsPerHost)
        feedcore_curl_multi_set(multi, CURLMOPT_MAXCONNECTS, 16)
        // Each request has an HTTP/2 connection to itself: in libcurl 7.88, where they share one, some never end.
        feedcore_curl_multi_set(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
    }

    /// Can't fail: in Embedded Swift 6.3 an object whose designated initializer throws is never freed.
    private init(_ multi: UnsafeMutableRawPointer, _ share: UnsafeMutableRawPointer, _ trust: TrustStore) {
        self.multi = multi
        self.share = share
        self.trust = trust
    }

    /// No transfer is left.
    deinit {
        feedcore_curl_multi_free(multi)
        feedcore_curl_share_free(share)
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String? {
        text.map { String(cString: $0) }
    }
}

/// A pool that nobody needs any longer, with the transfers that are still in it.
final class CurlRemains {
    private let pool: CurlPool
    private var transfers: [CurlTransfer]

    init(_ pool: CurlPool, _ transfers: [CurlTransfer]) {
        self.pool = pool
        self.transfers = transfers
    }

    /// Lets go of it: on a thread that can wait, if a name is still looked up, because libcurl waits for that.
    func bury() {
        guard transfers.contains(where: { $0.isResolving }) else { return buryHere() }
        let retained = Unmanaged.passRetained(self)
        let error = feedcore_start_thread(
            { remains in
                if let remains { Unmanaged<CurlRemains>.fromOpaque(remains).takeRetainedValue().buryHere() }
                return nil
            }, retained.toOpaque())
        if error != 0 { retained.takeRetainedValue().buryHere() }
    }

    private func buryHere() {
        for transfer in transfers { feedcore_curl_multi_remove(pool.multi, transfer.easy) }
        transfers = []
    }
}
