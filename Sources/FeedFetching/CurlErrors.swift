import CCurl
import CPlatform
import FeedParsing

extension FetchError {
    /// What libcurl's code means for a request to `url`. `detail` is libcurl's own text, `trust` where certificates
    /// were looked for.
    init(_ code: CURLcode, url: CurlURL, detail: String, systemError: Int32, trust: TrustStore) {
        let host = url.host
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            self.init(.network, "there is no host \(host)")
        case CURLE_COULDNT_RESOLVE_PROXY:
            self.init(.network, "there is no such proxy, on the way to \(host)")
        case CURLE_COULDNT_CONNECT where systemError == ETIMEDOUT, CURLE_OPERATION_TIMEDOUT:
            self.init(.timeout, "\(host) didn't answer in time")
        case CURLE_COULDNT_CONNECT:
            self.init(.network, "no connection to \(host):\(url.port)\(Self.reason(systemError))")
        case CURLE_GOT_NOTHING:
            self.init(.network, "\(host) closed the connection without an answer")
        case CURLE_PARTIAL_FILE:
            self.init(.network, "the answer of \(host) was cut off")
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            self.init(.network, "the connection to \(host) broke")
        case CURLE_BAD_CONTENT_ENCODING:
            self.init(.network, "the answer of \(host) can't be decompressed")
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            self.init(.network, "\(host) doesn't speak HTTP")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
            let places = trust.looked.isEmpty ? "nowhere" : trust.looked.joined(separator: ", ")
            self.init(.tls, "no trust in \(host): \(detail) (certificates looked for in: \(places))")
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CRL_BADFILE,
            CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
            self.init(.tls, "no TLS with \(host): \(detail)")
        default:
            self.init(.network, "\(host): \(detail)")
        }
    }

    private static func reason(_ systemError: Int32) -> String {
        switch systemError {
        case ECONNREFUSED: " (refused)"
        case ECONNRESET: " (reset)"
        case EHOSTUNREACH, ENETUNREACH: " (unreachable)"
        case EMFILE, ENFILE: " (no descriptor left)"
        default: ""
        }
    }
}
