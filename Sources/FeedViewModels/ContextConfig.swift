import FeedFetching
import FeedParsing

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

    public init(userAgent: String = "libfeedcore") {
        self.userAgent = userAgent
    }

    /// From JSON; a mistake names its place.
    public init(_ bytes: UnsafeRawBufferPointer, userAgent: String) throws(FeedError) {
        self.init(userAgent: userAgent)
        let reader = try ConfigReader(bytes, "a context's config")
        try reader.forEachMember(of: reader.root) { (key, value) throws(FeedError) in
            switch key {
            case "userAgent": self.userAgent = try reader.text(value)
            case "headers": headers = try reader.headers(value)
            case "cookies": cookies = try reader.headers(value)
            case "proxy": proxy = try reader.text(value)
            case "caFile": caFile = try reader.text(value)
            case "caDirectory": caDirectory = try reader.text(value)
            case "connectTimeout": connectTimeout = try reader.count(value)
            case "timeout": timeout = try reader.count(value)
            case "maxBody": maxBody = Int(clamping: try reader.count(value))
            case "maxRedirects": maxRedirects = Int(clamping: try reader.count(value))
            case "connectionsPerHost": connectionsPerHost = max(1, Int(clamping: try reader.count(value)))
            case "allowInsecureRedirects": allowsInsecureRedirects = try reader.flag(value)
            case "transport": transport = try reader.choice(value, "curl", .curl, "memory", .memory)
            case "clock": hasManualClock = try reader.choice(value, "system", false, "manual", true)
            default: throw reader.unknown(key, value)
            }
        }
    }
}

extension ConfigReader {
    fileprivate func choice<Value>(
        _ json: JSON, _ one: String, _ first: Value, _ other: String, _ second: Value
    ) throws(FeedError) -> Value {
        switch try text(json) {
        case one: return first
        case other: return second
        default: throw mistake(json, "expected \"\(one)\" or \"\(other)\"")
        }
    }
}
