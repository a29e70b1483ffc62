import CCurl
import FeedParsing

/// A URL taken apart. User and password are not in its text, so that no message shows them.
struct CurlURL {
    let text: String
    let scheme: String
    let host: String
    let port: String
    private(set) var user: String?
    private(set) var password: String?

    init?(_ url: String) {
        self.init(Array(url.utf8), base: nil)
    }

    /// Nil if it is malformed. The bytes are as a server sent them, in any encoding.
    init?(_ url: [UInt8], base: String?) {
        // A C text would end there.
        guard !url.contains(0), let handle = Self.parse(url, base) else { return nil }
        defer { feedcore_curl_url_free(handle) }
        user = Self.part(handle, CURLUPART_USER)
        password = Self.part(handle, CURLUPART_PASSWORD)
        feedcore_curl_url_remove(handle, CURLUPART_USER)
        feedcore_curl_url_remove(handle, CURLUPART_PASSWORD)
        // libcurl would take a slash in it for one of the path, and go on from there.
        feedcore_curl_url_remove(handle, CURLUPART_FRAGMENT)
        guard let text = Self.part(handle, CURLUPART_URL), let scheme = Self.part(handle, CURLUPART_SCHEME)
        else { return nil }
        self.text = text
        self.scheme = scheme.lowercasedASCII()
        host = Self.part(handle, CURLUPART_HOST)?.lowercasedASCII() ?? ""
        port = Self.part(handle, CURLUPART_PORT) ?? ""
    }

    var isHTTP: Bool { (scheme.isSame(as: "http") || isSecure) && !host.isEmpty }

    var isSecure: Bool { scheme.isSame(as: "https") }

    /// The server that a secret was meant for.
    func isSameOrigin(as other: CurlURL) -> Bool {
        scheme.isSame(as: other.scheme) && host.isSame(as: other.host) && port.isSame(as: other.port)
    }

    /// Where `location` leads from here, or why it isn't followed. Within one server the user stays the same.
    func redirected(to location: [UInt8], allowsInsecure: Bool, status: Int32) throws(FetchError) -> CurlURL {
        guard var target = CurlURL(location, base: text) else {
            throw FetchError(.http, "\(host) redirects to what is no URL", httpStatus: status)
        }
        guard target.isHTTP else {
            throw FetchError(.http, "\(host) redirects to \(target.scheme):, not http", httpStatus: status)
        }
        if isSecure, !target.isSecure, !allowsInsecure {
            throw FetchError(.http, "\(host) redirects from https to http", httpStatus: status)
        }
        if target.user == nil, target.isSameOrigin(as: self) {
            target.user = user
            target.password = password
        }
        return target
    }

    private static func parse(_ url: [UInt8], _ base: String?) -> OpaquePointer? {
        let terminated = url.map { CChar(bitPattern: $0) } + [0]
        guard let base else { return feedcore_curl_url_new(nil, terminated) }
        return feedcore_curl_url_new(base, terminated)
    }

    private static func part(_ handle: OpaquePointer, _ part: CURLUPart) -> String? {
        guard let text = feedcore_curl_url_part(handle, part) else { return nil }
        defer { feedcore_curl_text_free(text) }
        return String(cString: text)
    }
}
