import FeedFetching
import FeedImages
import FeedParsing
import FeedStore

/// How a context asks servers. The header lists the members of its JSON.
public struct ContextConfig {
    public enum TransportKind: Sendable { case curl, memory }

    public var userAgent: String
    public var headers: [(name: String, value: String)] = []
    public var cookies: [(name: String, value: String)] = []
    public var proxy: String?
    public var caFile: String?
    public var caDirectory: String?
    public var connectTimeout: Int64 = 10_000
    public var timeout: Int64 = 30_000
    public var maxBody = 16 << 20
    public var maxRedirects = 5
    public var connectionsPerHost = 4
    public var allowsInsecureRedirects = false
    public var transport = TransportKind.curl
    public var hasManualClock = false
    /// Where answers are kept; nil for nowhere.
    package var store: StoreConfig?
    package var images = ImageConfig()

    public init(userAgent: String = "libfeedcore") {
        self.userAgent = userAgent
    }

    /// From JSON; a mistake names its place.
    public init(_ bytes: UnsafeRawBufferPointer, userAgent: String) throws(FeedError) {
        self.init(userAgent: userAgent)
        let reader = try ConfigReader(bytes, "a context's config")
        for (key, value) in try reader.members(reader.root) {
            switch key {
            case "userAgent": self.userAgent = try reader.line(value)
            case "headers": headers = try reader.headers(value)
            case "cookies": cookies = try reader.cookies(value)
            case "proxy": proxy = try reader.line(value)
            case "caFile": caFile = try reader.line(value)
            case "caDirectory": caDirectory = try reader.line(value)
            case "connectTimeout": connectTimeout = try reader.count(value, from: 1)
            case "timeout": timeout = try reader.count(value, from: 1)
            case "maxBody": maxBody = Int(clamping: try reader.count(value, from: 1))
            case "maxRedirects": maxRedirects = Int(clamping: try reader.count(value))
            case "connectionsPerHost": connectionsPerHost = Int(clamping: try reader.count(value, from: 1))
            case "allowInsecureRedirects": allowsInsecureRedirects = try reader.flag(value)
            case "transport": transport = try reader.choice(value, "curl", "memory") ? .memory : .curl
            case "store": store = try ContextConfig.store(value, reader)
            case "images": images = try ContextConfig.images(value, reader)
            case "clock": hasManualClock = try reader.choice(value, "system", "manual")
            default: throw reader.unknown(key)
            }
        }
    }

    private static func store(_ json: JSON, _ reader: ConfigReader) throws(FeedError) -> StoreConfig {
        var store = StoreConfig()
        for (key, value) in try reader.members(json, "a store") {
            switch key {
            case "path": store.path = try reader.path(value)
            case "maxBytes": store.maxBytes = try reader.count(value)
            case "maxAge": store.maxAge = try reader.count(value)
            case "partition": store.partition = try reader.text(value)
            default: throw reader.unknown(key, in: "a store")
            }
        }
        return store
    }

    private static func images(_ json: JSON, _ reader: ConfigReader) throws(FeedError) -> ImageConfig {
        var images = ImageConfig()
        for (key, value) in try reader.members(json, "images") {
            switch key {
            case "path": images.path = try reader.path(value)
            case "maxBytes": images.maxBytes = try reader.count(value)
            case "maxAge": images.maxAge = try reader.count(value)
            case "perHost": images.perHost = Int(clamping: try reader.count(value, from: 1))
            case "failurePause": images.failurePause = try reader.count(value)
            case "maxImageBytes": images.maxImageBytes = Int(clamping: try reader.count(value, from: 1))
            case "rules": images.rules = try reader.imageRules(value)
            default: throw reader.unknown(key, in: "images")
            }
        }
        return images
    }
}
