// Where a link in an answer leads. Done here rather than by libcurl, which a host with its own transport may not
// have; what the two could read in different ways leads nowhere.

extension String {
    /// Where `reference` leads from here, an http or https URL (RFC 3986, 5.2), without a fragment. Nil if that
    /// is no http or https URL, or one that could be read in two ways: with control characters, spaces, or
    /// `\` and a second `@` in its authority.
    package func resolvingURL(_ reference: String) -> String? {
        let base = URLParts(self)
        var target = URLParts(reference)
        if target.scheme.isEmpty {
            target.scheme = base.scheme
            if target.authority == nil {
                target.authority = base.authority
                target.complete(from: base)
            }
        }
        target.removeDotSegments()
        return target.origin == nil ? nil : target.text
    }

    /// Whether both URLs are those of one server: http or https, host and port. A user doesn't matter.
    package func isSameOrigin(as other: String) -> Bool {
        guard let one = URLParts(self).origin, let other = URLParts(other).origin else { return false }
        return one.isSecure == other.isSecure && one.port == other.port && one.host.isSame(as: other.host)
    }

    /// The host of an http or https URL, in small letters; nil if this is none.
    package var hostOfURL: String? {
        guard let host = URLParts(self).origin?.host else { return nil }
        return String(decoding: host.map { $0.lowercasedASCII }, as: UTF8.self)
    }

    /// An http URL as one of https, unless it names a port, behind which there may be no TLS.
    package var withSecureScheme: String {
        var parts = URLParts(self)
        guard let origin = parts.origin, !origin.isSecure, !parts.hasPort else { return self }
        parts.scheme = Array("https".utf8)[...]
        return parts.text ?? self
    }

    /// A URL up to its query, or its fragment.
    package var withoutQuery: String {
        var bytes = Array(utf8)[...]
        bytes = bytes.cut(before: UInt8(ascii: "#"))
        return String(decoding: bytes.cut(before: UInt8(ascii: "?")), as: UTF8.self)
    }
}

/// A URL or a reference taken apart, but for its fragment, which is dropped.
private struct URLParts {
    /// Empty if there is none.
    var scheme: ArraySlice<UInt8> = []
    var authority: ArraySlice<UInt8>?
    private var path: ArraySlice<UInt8>
    /// With its question mark; empty if there is none.
    private var query: ArraySlice<UInt8>

    init(_ text: String) {
        query = Array(text.utf8)[...]
        query = query.cut(before: UInt8(ascii: "#"))
        path = query.cut(before: UInt8(ascii: "?"))
        var rest = path
        let word = rest.cut(before: UInt8(ascii: ":"))
        if !rest.isEmpty && word.isScheme {
            scheme = word
            path = rest.dropFirst()
        }
        if path.first == UInt8(ascii: "/"), path.dropFirst().first == UInt8(ascii: "/") {
            path = path.dropFirst(2)
            authority = path.cut(before: UInt8(ascii: "/"))
        }
    }

    /// Takes what a reference without an authority lacks.
    mutating func complete(from base: URLParts) {
        if path.isEmpty {
            path = base.path
            if query.isEmpty { query = base.query }
        } else if path.first != UInt8(ascii: "/") {
            var whole = base.path
            while let last = whole.last, last != UInt8(ascii: "/") { whole.removeLast() }
            if whole.isEmpty { whole.append(UInt8(ascii: "/")) }
            whole += path
            path = whole
        }
    }

    /// RFC 3986, 5.2.4, for a path that is empty or begins with a slash.
    mutating func removeDotSegments() {
        var result: ArraySlice<UInt8> = []
        while !path.isEmpty {
            path = path.dropFirst()
            let segment = path.cut(before: UInt8(ascii: "/"))
            let isDotted = segment.first == UInt8(ascii: ".") && segment.last == UInt8(ascii: ".")
            guard isDotted, segment.count <= 2 else {
                result.append(UInt8(ascii: "/"))
                result += segment
                continue
            }
            if segment.count == 2 { while let last = result.popLast(), last != UInt8(ascii: "/") {} }
            if path.isEmpty { result.append(UInt8(ascii: "/")) }
        }
        path = result
    }

    /// Nil if it holds a control character or a space.
    var text: String? {
        var bytes = scheme
        bytes.append(UInt8(ascii: ":"))
        if let authority {
            bytes.append(UInt8(ascii: "/"))
            bytes.append(UInt8(ascii: "/"))
            bytes += authority
        }
        bytes += path
        bytes += query
        for byte in bytes where byte <= 0x20 || byte == 0x7f { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    var hasPort: Bool {
        var authority = authority ?? []
        return authority.cutPort() != 0
    }

    /// Nil if it is no http or https URL, or has no host that everybody reads in the same way.
    var origin: (isSecure: Bool, host: ArraySlice<UInt8>, port: Int)? {
        let isSecure = scheme.count == 5
        guard isSecure || scheme.count == 4, scheme.isSame(as: Array("https".utf8)[..<scheme.count]),
            var host = authority
        else { return nil }
        let user = host.cut(before: UInt8(ascii: "@"))
        host = host.isEmpty ? user : host.dropFirst()
        for byte in user where byte == UInt8(ascii: "\\") { return nil }
        let port = host.cutPort()
        let isBracketed = host.first == UInt8(ascii: "[") && host.last == UInt8(ascii: "]")
        for byte in host {
            if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "@") { return nil }
            if byte == UInt8(ascii: ":") && !isBracketed { return nil }
        }
        guard let port, !host.isEmpty else { return nil }
        return (isSecure, host, port > 0 ? port : isSecure ? 443 : 80)
    }
}

extension ArraySlice<UInt8> {
    /// As ASCII, in whatever case.
    fileprivate func isSame(as other: ArraySlice<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for place in 0..<count
        where self[startIndex + place].lowercasedASCII != other[other.startIndex + place].lowercasedASCII {
            return false
        }
        return true
    }

    fileprivate var isScheme: Bool {
        guard let first, first.isLetter else { return false }
        for byte in self where !byte.isLetter && byte &- UInt8(ascii: "0") >= 10 {
            if byte != UInt8(ascii: "+"), byte != UInt8(ascii: "-"), byte != UInt8(ascii: ".") {
                return false
            }
        }
        return true
    }

    /// Takes the port off a host; 0 if there is none, nil if it is no port.
    fileprivate mutating func cutPort() -> Int? {
        var end = endIndex
        while end > startIndex, self[end - 1] &- UInt8(ascii: "0") < 10 { end -= 1 }
        guard end > startIndex, self[end - 1] == UInt8(ascii: ":") else { return 0 }
        var port = 0
        for digit in self[end...] where port < 65_536 { port = port * 10 + Int(digit &- UInt8(ascii: "0")) }
        self = self[..<(end - 1)]
        return port < 65_536 ? port : nil
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
}
