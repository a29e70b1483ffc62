/// How the pictures of some hosts are asked for. Immutable.
package final class ImageRule: Sendable {
    /// Each names itself and its subdomains; in small letters.
    package let hosts: [String]
    /// Whether an address of http is asked for by https.
    package let isSecure: Bool
    package let headers: [(name: String, value: String)]
    /// Pixels, in any order; none without a template.
    package let sizes: [Int64]
    /// The address of a picture in a size, with `{url}` and `{size}` in it.
    package let template: String?

    fileprivate init(
        hosts: [String], isSecure: Bool, headers: [(name: String, value: String)], sizes: [Int64],
        template: String?
    ) {
        self.hosts = hosts
        self.isSecure = isSecure
        self.headers = headers
        self.sizes = sizes
        self.template = template
    }

    /// Whether it is about this host, in small letters.
    package func names(_ host: String) -> Bool {
        let host = Array(host.utf8)
        for name in hosts {
            let rest = host.count - name.utf8.count
            if rest >= 0, host.has(name, at: rest), rest == 0 || host[rest - 1] == UInt8(ascii: ".") {
                return true
            }
        }
        return false
    }

    package func names(all hosts: [String]) -> Bool {
        for host in hosts where !names(host) { return false }
        return true
    }

    /// The address of a picture that is to be so wide (0: as it is), from its own without query and fragment.
    package func address(_ url: String, width: Int64) -> String? {
        guard width > 0, let template else { return nil }
        let size = size(for: width).description
        let bytes = Array(template.utf8)
        var address: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes.has("{url}", at: place) {
                address += Array(url.utf8)
                place += 5
            } else if bytes.has("{size}", at: place) {
                address += Array(size.utf8)
                place += 6
            } else {
                address.append(bytes[place])
                place += 1
            }
        }
        return String(decoding: address, as: UTF8.self)
    }

    /// The smallest one that isn't smaller, else the largest.
    private func size(for width: Int64) -> Int64 {
        var (smallest, largest) = (Int64.max, Int64(0))
        for size in sizes {
            if size >= width { smallest = min(smallest, size) }
            largest = max(largest, size)
        }
        return min(smallest, largest)
    }
}

extension StrictReader {
    /// What stands in "images" of a mapping, or in "rules" of a context's images.
    package func imageRules(_ json: JSON) throws(FeedError) -> [ImageRule] {
        var rules: [ImageRule] = []
        for element in try elements(of: json) { rules.append(try imageRule(element)) }
        return rules
    }

    private func imageRule(_ json: JSON) throws(FeedError) -> ImageRule {
        var hosts: [String] = []
        var isSecure = false
        var headers: [(name: String, value: String)] = []
        var sizes: [Int64] = []
        var template: String?
        for (key, value) in try members(of: json, "a rule for images") {
            switch key {
            case "hosts": for host in try elements(of: value) { hosts.append(try self.host(host)) }
            case "https": isSecure = try flag(value)
            case "headers": headers = try self.headers(value)
            case "sizes": for size in try elements(of: value) { sizes.append(try self.size(size)) }
            case "template": template = try self.template(value)
            default: throw unknown(key, in: "a rule for images")
            }
        }
        guard !hosts.isEmpty else {
            throw mistake(
                json["hosts"] ?? json, "a rule for images needs the member \"hosts\", with a host at least")
        }
        guard sizes.isEmpty == (template == nil) else {
            throw mistake(json, "\"template\" and \"sizes\" go together")
        }
        let rule = ImageRule(
            hosts: hosts, isSecure: isSecure, headers: headers, sizes: sizes, template: template)
        if let template, let place = json["template"] {
            let example = rule.address("https://host.example/picture", width: 1) ?? template
            var bytes = Array((example.utf8.starts(with: "//".utf8) ? "https:" + example : example).utf8)
            let isAddress = bytes.withUnsafeMutableBufferPointer { UnsafeBufferPointer($0).isWebURL }
            guard isAddress, !bytes.contains(UInt8(ascii: "{")), !bytes.contains(UInt8(ascii: "}")) else {
                throw mistake(place, "no http or https address comes of it: \(example)")
            }
        }
        return rule
    }

    private func host(_ json: JSON) throws(FeedError) -> String {
        var host = Array(try text(json).utf8)
        var isHost = !host.isEmpty && host[0] != UInt8(ascii: ".")
        for index in host.indices {
            if host[index] &- UInt8(ascii: "A") < 26 { host[index] |= 0x20 }
            if !host[index].isOfHostName { isHost = false }
        }
        guard isHost else { throw mistake(json, "expected a host, such as \"images.example\"") }
        return String(decoding: host, as: UTF8.self)
    }

    private func size(_ json: JSON) throws(FeedError) -> Int64 {
        let size = try integer(json)
        guard size > 0 else { throw mistake(json, "expected a number from 1 on") }
        return size
    }

    private func template(_ json: JSON) throws(FeedError) -> String {
        let text = try line(json)
        let bytes = Array(text.utf8)
        var parts = 0
        for place in bytes.indices {
            if bytes.has("{url}", at: place) { parts |= 1 }
            if bytes.has("{size}", at: place) { parts |= 2 }
        }
        guard parts == 3 else {
            throw mistake(json, "expected a text with {url} and {size} in it")
        }
        return text
    }
}

extension [UInt8] {
    @inline(never)
    fileprivate func has(_ part: String, at place: Int) -> Bool {
        let part = Array(part.utf8)
        guard place <= count - part.count else { return false }
        for index in 0..<part.count where self[place + index] != part[index] { return false }
        return true
    }
}

extension UInt8 {
    fileprivate var isOfHostName: Bool {
        (self | 0x20) &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10
            || self == UInt8(ascii: "-") || self == UInt8(ascii: ".") || self == UInt8(ascii: "_")
    }
}
