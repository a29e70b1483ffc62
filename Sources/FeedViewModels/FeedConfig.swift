import FeedFetching
import FeedParsing

/// A feed's sources, and how they are asked and joined. The header lists the members of its JSON.
public struct FeedConfig {
    public struct Source {
        public var name: String
        public var url: String
        public var mapping: Mapping
        public var position: Int?
        public var isRequired = true
        public var method = "GET"
        public var parameters: [(name: String, value: String)] = []
        public var headers: [(name: String, value: String)] = []
        public var timeout: Int64?
        public var ttl: Int64 = 0
    }

    public var sources: [Source]
    public var isPartial = true
    public var refreshesItself = false

    /// From JSON; a mistake names its place.
    public init(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
        var reader = FeedConfigReader(try ConfigReader(bytes, "a feed's config"))
        self = try reader.read()
    }

    fileprivate init(sources: [Source]) {
        self.sources = sources
    }
}

private struct FeedConfigReader {
    /// A source as far as it is known; a preset's is completed by the config's own members.
    private struct Draft {
        var name: String
        var url: String?
        var mapping: Mapping?
        var position: Int?
        var isRequired = true
        var method = "GET"
        var parameters: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        var timeout: Int64?
        var ttl: Int64 = 0
    }

    private let reader: ConfigReader
    private var drafts: [Draft] = []

    init(_ reader: ConfigReader) {
        self.reader = reader
    }

    mutating func read() throws(FeedError) -> FeedConfig {
        var baseURL = ""
        var sources: JSON?
        var config = FeedConfig(sources: [])
        try reader.forEachMember(of: reader.root) { (key, value) throws(FeedError) in
            switch key {
            case "preset": try usePreset(value)
            case "baseURL": baseURL = try reader.text(value)
            case "sources": sources = value
            case "partial": config.isPartial = try reader.flag(value)
            case "autoRefresh": config.refreshesItself = try reader.flag(value)
            default: throw reader.unknown(key, value)
            }
        }
        if let sources {
            guard sources.kind == .array else { throw reader.mistake(sources, "expected a list of sources") }
            for source in sources.elements { try readSource(source) }
        }
        guard !drafts.isEmpty else { throw reader.mistake(reader.root, "a feed needs a source, or a preset") }
        for draft in drafts { config.sources.append(try source(draft, baseURL)) }
        return config
    }

    private mutating func usePreset(_ json: JSON) throws(FeedError) {
        switch try reader.text(json) {
        case "netease-home":
            drafts.append(Draft(
                name: "page", url: "/homepage/block/page", mapping: try Mapping(named: "netease-home")))
            drafts.append(Draft(
                name: "menus", url: "/homepage/dragon/ball", mapping: try Mapping(named: "netease-menus"),
                position: 1, isRequired: false))
        case "douban-movies":
            drafts.append(Draft(
                name: "movies", url: "/v2/movie/coming_soon", mapping: try Mapping(named: "douban-movies")))
        default:
            throw reader.mistake(json, "there is no such preset")
        }
    }

    private mutating func readSource(_ json: JSON) throws(FeedError) {
        guard json.kind == .object, let named = json["name"] else {
            throw reader.mistake(json, "a source needs a name")
        }
        let name = try reader.text(named)
        let known = drafts.firstIndex { $0.name == name }
        var draft = known.map { drafts[$0] } ?? Draft(name: name)
        try reader.forEachMember(of: json) { (key, value) throws(FeedError) in
            switch key {
            case "name": break
            case "url": draft.url = try reader.text(value)
            case "mapping": draft.mapping = try readMapping(value)
            case "position": draft.position = Int(clamping: try reader.count(value))
            case "required": draft.isRequired = try reader.flag(value)
            case "method": draft.method = try readMethod(value)
            case "parameters": draft.parameters = try reader.texts(value)
            case "headers": draft.headers = try reader.headers(value)
            case "timeout": draft.timeout = try reader.count(value)
            case "ttl": draft.ttl = try reader.count(value)
            default: throw reader.unknown(key, value)
            }
        }
        if let known { drafts[known] = draft } else { drafts.append(draft) }
    }

    private func readMethod(_ json: JSON) throws(FeedError) -> String {
        let method = try reader.text(json)
        guard method == "GET" || method == "POST" else { throw reader.mistake(json, "expected \"GET\" or \"POST\"") }
        return method
    }

    private func readMapping(_ json: JSON) throws(FeedError) -> Mapping {
        if json.kind == .object {
            do {
                return try Mapping(UnsafeRawBufferPointer(json.rawBytes))
            } catch {
                throw reader.moved(error, into: json)
            }
        }
        do {
            return try Mapping(named: try reader.text(json))
        } catch {
            throw reader.moved(error, into: json)
        }
    }

    private func source(_ draft: Draft, _ baseURL: String) throws(FeedError) -> FeedConfig.Source {
        guard let url = draft.url else { throw reader.mistake(reader.root, "the source \"\(draft.name)\" needs a url") }
        guard let mapping = draft.mapping else {
            throw reader.mistake(reader.root, "the source \"\(draft.name)\" needs a mapping")
        }
        let whole = url.utf8.first == UInt8(ascii: "/") ? joined(baseURL, url) : url
        guard whole.hasScheme("http://") || whole.hasScheme("https://") else {
            throw reader.mistake(
                reader.root, "the source \"\(draft.name)\" has no http or https address: \"\(whole)\" (is baseURL missing?)")
        }
        return FeedConfig.Source(
            name: draft.name, url: whole, mapping: mapping, position: draft.position, isRequired: draft.isRequired,
            method: draft.method, parameters: draft.parameters, headers: draft.headers, timeout: draft.timeout,
            ttl: draft.ttl)
    }

    private func joined(_ base: String, _ path: String) -> String {
        base.utf8.last == UInt8(ascii: "/") ? base + String(path.dropFirst()) : base + path
    }
}

extension String {
    fileprivate func hasScheme(_ scheme: String) -> Bool {
        utf8.count >= scheme.utf8.count
            && zip(utf8, scheme.utf8).allSatisfy { a, b in a == b || (a | 0x20) == b }
    }
}
