import FeedFetching
import FeedParsing
import FeedStore

/// What all feeds of a context share on the worker: the way to the servers.
final class FetchingSite: @unchecked Sendable {
    let fetcher: Fetcher
    /// Where answers are kept, if anywhere.
    let store: Store?
    private let config: ContextConfig

    init(_ fetcher: Fetcher, _ store: Store?, _ config: ContextConfig) {
        self.fetcher = fetcher
        self.store = store
        self.config = config
    }

    var now: Int64 { fetcher.worker.clock.now }
    /// Milliseconds since 1970.
    var time: Int64 { fetcher.worker.clock.calendar }

    /// What the answer of a source is kept under: neither headers nor cookies, nor a user and password; what a POST sends
    /// is hashed.
    func storeKey(_ source: FeedConfig.Source) -> String {
        let request = request(source)
        let key = request.method + " " + request.url.withoutUser
        return request.body.isEmpty
            ? key : key + " " + request.body.withUnsafeBufferPointer { $0.stableHash }.description
    }

    /// The request for what follows a page of a source; nil if the address that it names is none.
    func request(_ source: FeedConfig.Source, _ next: NextRequest) -> HTTPRequest? {
        var target = source
        if let link = next.url ?? next.address {
            guard let url = source.url.resolvingURL(link) else { return nil }
            target.url = url
        }
        if next.url != nil {
            // A link is whole.
            target.method = "GET"
            target.parameters = []
        }
        for parameter in next.parameters {
            target.parameters.removeAll { $0.name.isSame(as: parameter.name) }
            if target.method.isSame(as: "POST") { target.parameters.append(parameter) }
        }
        let isElsewhere = !target.url.isSameOrigin(as: source.url)
        if isElsewhere { target.headers = [] }
        var request = request(target, isElsewhere: isElsewhere)
        if !target.method.isSame(as: "POST") {
            for parameter in next.parameters {
                request.url = request.url.settingParameter(parameter.name, parameter.value)
            }
        }
        return request
    }

    /// The request of a source, without validators. Headers and cookies are for the source's own server: where a link
    /// leads elsewhere, they stay at home.
    func request(_ source: FeedConfig.Source, isElsewhere: Bool = false) -> HTTPRequest {
        // A fragment is not the server's business, and parameters go before it.
        let url = String(decoding: source.url.utf8.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
        var request = HTTPRequest(url: url)
        request.method = source.method
        request.timeout = source.timeout ?? config.timeout
        for header in isElsewhere ? [] : config.headers + source.headers {
            request.headers.removeAll { $0.isNamed(header.name) }
            request.headers.append(HTTPHeader(header.name, header.value))
        }
        if !isElsewhere && !config.cookies.isEmpty {
            let cookies = config.cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
            request.headers.append(HTTPHeader("Cookie", cookies))
        }
        let fields = source.parameters.map { "\($0.name.formEncoded)=\($0.value.formEncoded)" }
        let form = fields.joined(separator: "&")
        if source.method.isSame(as: "POST") {
            request.body = Array(form.utf8)
            if !request.headers.contains(where: { $0.isNamed("Content-Type") }) {
                request.headers.append(HTTPHeader("Content-Type", "application/x-www-form-urlencoded"))
            }
        } else if !form.isEmpty {
            request.url += (url.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + form
        }
        return request
    }
}

extension String {
    /// A URL without its user and password, which are for no log and no file.
    var withoutUser: String {
        let bytes = Array(utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8)
        else {
            return self
        }
        let host = colon + 3
        let end = bytes[host...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
        guard let at = bytes[host..<end].lastIndex(of: UInt8(ascii: "@")) else { return self }
        return String(decoding: bytes[..<host] + bytes[(at + 1)...], as: UTF8.self)
    }
}
