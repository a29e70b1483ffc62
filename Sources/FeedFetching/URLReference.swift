// Where a link in an answer leads. Done here rather than by libcurl, which a host with its own transport may not
// have; what the two could read in different ways leads nowhere.

extension String {
    /// Where `reference` leads from here, an http or https URL (RFC 3986, 5.2), without a fragment. Nil if that
    /// is no http or https URL, or one that could be read in two ways: with control characters, spaces, or
    /// `\` and a second `@` in its authority.
    package func resolvingURL(_ reference: String) -> String? {
        let base = URLParts(self)
        var target = URLParts(reference)
        if target.scheme == nil {
            target.scheme = base.scheme
            if target.authority == nil {
                target.authority = base.authority
                target.complete(from: base)
            }
        }
        target.removeDotSegments()
        return target.isWebURL ? target.text : nil
    }

    /// Whether both URLs are those of one server: http or https, host and port. A user doesn't matter.
    package func isSameOrigin(as other: String) -> Bool {
        guard let one = URLParts(self).origin, let other = URLParts(other).origin else { return false }
        return one.isSecure == other.isSecure && one.port == other.port
            && one.host.isSameIgnoringCase(as: other.host)
    }
}

/// A URL or a reference taken apart, but for its fragment, which is dropped. What isn't there is nil.
private struct URLParts {
    var scheme: ArraySlice<UInt8>?
    var authority: ArraySlice<UInt8>?
    private var path: ArraySlice<UInt8>
    private var query: ArraySlice<UInt8>?

    init(_ text: String) {
        path = Array(text.utf8.prefix { $0 != UInt8(ascii: "#") })[...]
        if let mark = path.firstIndex(of: UInt8(ascii: "?")) {
            query = path[(mark + 1)...]
            path = path[..<mark]
        }
        if let colon = path.firstIndex(where: { !$0.isInScheme }), path[colon] == UInt8(ascii: ":"),
            path[path.startIndex].isLetter
        {
            scheme = path[..<colon]
            path = path[(colon + 1)...]
        }
        if path.starts(with: "//".utf8) {
            let rest = path.dropFirst(2)
            let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[..<slash]
            path = rest[slash...]
        }
    }

    /// Takes what a reference without an authority lacks.
    mutating func complete(from base: URLParts) {
        if path.isEmpty {
            path = base.path
            query = query ?? base.query
        } else if path.first != UInt8(ascii: "/") {
            let end = base.path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? base.path.startIndex
            let directory = base.path[..<end]
            path = (directory.isEmpty ? [UInt8(ascii: "/")] : directory) + path
        }
    }

    /// RFC 3986, 5.2.4, for a path that is empty or begins with a slash.
    mutating func removeDotSegments() {
        var result: [UInt8] = []
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        for (number, segment) in segments.enumerated() {
            let isUp = segment.elementsEqual("..".utf8)
            if !isUp && !segment.elementsEqual(".".utf8) {
                result.append(UInt8(ascii: "/"))
                result.append(contentsOf: segment)
                continue
            }
            if isUp, let slash = result.lastIndex(of: UInt8(ascii: "/")) { result.removeSubrange(slash...) }
            if number == segments.count - 1 { result.append(UInt8(ascii: "/")) }
        }
        path = result[...]
    }

    var isWebURL: Bool {
        origin != nil && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
    }

    var text: String {
        var bytes: [UInt8] = []
        if let scheme { bytes += scheme + ":".utf8 }
        if let authority { bytes += "//".utf8 + authority }
        bytes += path
        if let query { bytes += "?".utf8 + query }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Nil if it is no http or https URL, or has no host that everybody reads in the same way.
    var origin: (isSecure: Bool, host: String, port: Int)? {
        guard let scheme, let authority, !authority.contains(UInt8(ascii: "\\")) else { return nil }
        let word = String(decoding: scheme, as: UTF8.self)
        let isSecure = word.isSameIgnoringCase(as: "https")
        guard isSecure || word.isSameIgnoringCase(as: "http") else { return nil }
        let users = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard users.count <= 2, var host = users.last else { return nil }
        var port = isSecure ? 443 : 80
        // The colons of an IPv6 address are in brackets.
        if let colon = host.lastIndex(of: UInt8(ascii: ":")), host.last != UInt8(ascii: "]") {
            let digits = host[(colon + 1)...]
            if !digits.isEmpty {
                guard let number = digits.portNumber else { return nil }
                port = number
            }
            host = host[..<colon]
        }
        return host.isEmpty ? nil : (isSecure, String(decoding: host, as: UTF8.self), port)
    }
}

extension ArraySlice<UInt8> {
    fileprivate var portNumber: Int? {
        var number = 0
        for digit in self {
            guard digit &- UInt8(ascii: "0") < 10, number < 65_536 else { return nil }
            number = number * 10 + Int(digit &- UInt8(ascii: "0"))
        }
        return number < 65_536 ? number : nil
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    fileprivate var isInScheme: Bool {
        isLetter || self &- UInt8(ascii: "0") < 10 || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
            || self == UInt8(ascii: ".")
    }
}
