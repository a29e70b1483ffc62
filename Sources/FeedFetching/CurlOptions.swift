/// How libcurl carries requests out.
package struct CurlOptions {
    package var userAgent = "libfeedcore"
    /// A URL; empty for none at all; nil for what the environment says (http_proxy and the like).
    package var proxy: String?
    /// PEM certificates to trust, and no others; nil for those of the system.
    package var caFile: String?
    package var caDirectory: String?
    /// Milliseconds until there is a connection, with TLS.
    package var connectTimeout: Int64 = 10_000
    package var maxRedirects = 5
    package var connectionsPerHost = 4
    /// From https to http.
    package var allowsInsecureRedirects = false

    package init() {}
}
