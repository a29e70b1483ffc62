import FeedFetching
import FeedParsing

/// A picture that somebody wants, as it is asked for.
package final class ImageRequest: @unchecked Sendable {
    /// From 1, and greater than those of all requests before it.
    package let number: UInt64
    /// As the front end wrote it.
    package let url: String
    /// Where it is had, and by which it is known.
    package let address: String
    /// Which host that is.
    let hostKey: UInt64
    let headers: [(name: String, value: String)]
    /// On the loader's worker alone.
    var priority: ImagePriority

    /// Nil if that is no address of http or https, with a host. The first rule that names the host counts. `width`: in
    /// pixels of the device, 0 for the picture as it is.
    package convenience init?(
        number: UInt64, url: String, width: Int64, priority: ImagePriority, rules: [ImageRule]
    ) {
        guard var address = "https:".resolvingURL(url), let host = address.hostOfURL else { return nil }
        let rule = rules.first { $0.names(host) }
        if let rule {
            if rule.isSecure { address = address.withSecureScheme }
            if let template = rule.address(address.withoutQuery, width: width) {
                guard let sized = "https:".resolvingURL(template) else { return nil }
                address = sized
            }
        }
        // A template may lead elsewhere.
        self.init(number, url, address, host: address.hostOfURL ?? host, rule?.headers ?? [], priority)
    }

    private init(
        _ number: UInt64, _ url: String, _ address: String, host: String,
        _ headers: [(name: String, value: String)], _ priority: ImagePriority
    ) {
        self.number = number
        self.url = url
        self.address = address
        hostKey = Array(host.utf8).withUnsafeBufferPointer { $0.stableHash }
        self.headers = headers
        self.priority = priority
    }
}

public enum ImagePriority: Int32, Sendable {
    case prefetch = 0
    case nearby, visible
}

/// What there is to tell of a request.
package final class ImageNews: Sendable {
    package enum Kind: Sendable { case progress, ended, cleared }

    package let kind: Kind
    /// As the front end wrote it.
    package let url: String
    /// Of progress.
    package let bytes: Int64
    package let total: Int64
    /// Where the picture is, if it could be had, and what it is.
    package let path: String?
    package let type: ImageType?
    package let failure: ImageFailure?

    init(
        _ kind: Kind, url: String, bytes: Int64 = -1, total: Int64 = -1, file: ImageFile? = nil,
        _ failure: ImageFailure? = nil
    ) {
        self.kind = kind
        self.url = url
        self.bytes = bytes
        self.total = total
        path = file?.path
        type = file?.type
        self.failure = failure
    }
}

/// Why there is no picture.
package struct ImageFailure: Error {
    package enum Kind: Sendable {
        /// As `error` says.
        case fetch
        /// What came is no picture, or a part of one.
        case picture
        /// It can't be kept.
        case folder
    }

    package var kind: Kind
    package var error: FetchError

    init(_ error: FetchError) {
        kind = .fetch
        self.error = error
    }

    init(_ kind: Kind, _ message: String, _ httpStatus: Int32 = -1) {
        self.kind = kind
        error = FetchError(.http, message, httpStatus: httpStatus)
    }
}
