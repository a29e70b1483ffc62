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
        /// What is asked of the store's user directory, in place of the URL.
        var question: Question?
    }

    /// What is to be found in the user directory.
    struct Question {
        var text: String
        var limit: Int
    }

    public var sources: [Source]
    public var isPartial = true
    public var refreshesItself = false
    /// Classes of layouts that are changed or added.
    var layouts: LayoutRules?
    /// Points, up to which width lengths grow.
    public var layoutWidth = Double.infinity
    /// Milliseconds after which banners turn; 0: they don't.
    public var bannerInterval: Int64 = 0
    /// The answers of all sources are one page, in which each item stands once. None is kept in the store, and nothing is
    /// shown before there is something to show.
    var isSearch = false

    /// From JSON; a mistake names its place.
    public init(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
        let reader = try ConfigReader(bytes, "a feed's config")
        var drafts = SourcesReader(reader)
        var baseURL = ""
        var sources: JSON?
        self.init(sources: [])
        for (key, value) in try reader.members(reader.root) {
            switch key {
            case "preset": try drafts.usePreset(value)
            case "baseURL": baseURL = try reader.line(value)
            case "sources": sources = value
            case "partial": isPartial = try reader.flag(value)
            case "autoRefresh": refreshesItself = try reader.flag(value)
            case "layouts": layouts = try reader.layouts(value)
            case "layoutWidth": layoutWidth = Double(try reader.count(value, from: 1))
            case "bannerInterval": bannerInterval = try readInterval(value, reader)
            default: throw reader.unknown(key)
            }
        }
        if let sources { try drafts.read(sources) }
        self.sources = try drafts.sources(baseURL)
        if self.sources.isEmpty { throw reader.mistake(reader.root, "a feed needs a source, or a preset") }
    }

    init(sources: [Source]) {
        self.sources = sources
    }

    /// One that lets people look at a banner.
    private func readInterval(_ json: JSON, _ reader: ConfigReader) throws(FeedError) -> Int64 {
        let interval = try reader.count(json)
        guard interval == 0 || interval >= 100 else {
            throw reader.mistake(json, "expected 0, or a whole number from 100 on")
        }
        return interval
    }
}

/// Reads the sources of a config.
struct SourcesReader {
    /// A source as far as it is known; a preset's is completed by the config's own members.
    private struct Draft {
        var name: String
        /// Where it is described, and so where something is missing.
        var place: JSON
        var url: String?
        var urlPlace: JSON?
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
    /// Each query of a search is asked of all sources anew: they have neither a position nor a time to live.
    private let isForSearch: Bool
    private var drafts: [Draft] = []

    init(_ reader: ConfigReader, isForSearch: Bool = false) {
        self.reader = reader
        self.isForSearch = isForSearch
    }

    mutating func usePreset(_ json: JSON) throws(FeedError) {
        switch json {
        case "netease-home":
            drafts.append(
                Draft(
                    name: "page", place: json, url: "/homepage/block/page",
                    mapping: try Mapping(named: "netease-home")))
            drafts.append(
                Draft(
                    name: "menus", place: json, url: "/homepage/dragon/ball",
                    mapping: try Mapping(named: "netease-menus"), position: 1, isRequired: false))
        case "douban-movies":
            drafts.append(
                Draft(
                    name: "movies", place: json, url: "/v2/movie/coming_soon",
                    mapping: try Mapping(named: "douban-movies")))
        default:
            throw reader.mistake(json, "there is no such preset; there are netease-home and douban-movies")
        }
    }

    mutating func read(_ json: JSON) throws(FeedError) {
        guard json.kind == .array else { throw reader.mistake(json, "expected a list of sources") }
        var names: [String] = []
        for element in json.elements {
            let draft = try readSource(element)
            guard !names.contains(where: { $0.isSame(as: draft.name) }) else {
                throw reader.mistake(element, "there is another source \"\(draft.name)\"")
            }
            names.append(draft.name)
            if let known = drafts.firstIndex(where: { $0.name.isSame(as: draft.name) }) {
                drafts[known] = draft
            } else {
                drafts.append(draft)
            }
        }
    }

    private func readSource(_ json: JSON) throws(FeedError) -> Draft {
        let members = try reader.members(json, "a source")
        guard let named = members.first(where: { "name" ~= $0.key }) else {
            throw reader.mistake(json, "a source needs a name")
        }
        let name = try reader.text(named.value)
        var draft = drafts.first { $0.name.isSame(as: name) } ?? Draft(name: name, place: json)
        draft.place = json
        for (key, value) in members {
            switch key {
            case "name": break
            case "url": (draft.url, draft.urlPlace) = (try reader.line(value), value)
            case "mapping": draft.mapping = try readMapping(value)
            case "position" where !isForSearch: draft.position = Int(clamping: try reader.count(value))
            case "required": draft.isRequired = try reader.flag(value)
            case "method": draft.method = try reader.choice(value, "GET", "POST") ? "POST" : "GET"
            case "parameters": draft.parameters = try reader.texts(value)
            case "headers": draft.headers = try reader.headers(value)
            case "timeout": draft.timeout = try reader.count(value, from: 1)
            case "ttl" where !isForSearch: draft.ttl = try reader.count(value)
            default: throw reader.unknown(key, in: "a source")
            }
        }
        return draft
    }

    private func readMapping(_ json: JSON) throws(FeedError) -> Mapping {
        do {
            if json.kind == .object { return try Mapping(UnsafeRawBufferPointer(json.rawBytes)) }
            return try Mapping(named: try reader.text(json))
        } catch {
            throw error.kind == .config ? error : reader.moved(error, into: json)
        }
    }

    /// Those that were read, in their order.
    func sources(_ baseURL: String) throws(FeedError) -> [FeedConfig.Source] {
        var sources: [FeedConfig.Source] = []
        for draft in drafts { sources.append(try source(draft, baseURL)) }
        return sources
    }

    private func source(_ draft: Draft, _ baseURL: String) throws(FeedError) -> FeedConfig.Source {
        guard let url = draft.url else { throw reader.mistake(draft.place, "a source needs a url") }
        guard let mapping = draft.mapping else {
            throw reader.mistake(draft.place, "a source needs a mapping")
        }
        let whole = url.utf8.first == UInt8(ascii: "/") ? joined(baseURL, url) : url
        guard whole.begins(with: "http://") || whole.begins(with: "https://") else {
            throw reader.mistake(
                draft.urlPlace ?? draft.place, "no http or https address: \"\(whole)\" (is baseURL missing?)")
        }
        return FeedConfig.Source(
            name: draft.name, url: whole, mapping: mapping, position: draft.position,
            isRequired: draft.isRequired, method: draft.method, parameters: draft.parameters,
            headers: draft.headers, timeout: draft.timeout, ttl: draft.ttl)
    }

    private func joined(_ base: String, _ path: String) -> String {
        base.utf8.last == UInt8(ascii: "/")
            ? base + String(decoding: path.utf8.dropFirst(), as: UTF8.self) : base + path
    }
}

extension String {
    /// With a scheme, which is the same in whatever case.
    fileprivate func begins(with scheme: String) -> Bool {
        utf8.count > scheme.utf8.count && zip(utf8, scheme.utf8).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
    }
}
