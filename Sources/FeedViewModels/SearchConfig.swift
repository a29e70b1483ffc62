import FeedFetching
import FeedParsing

/// What a search asks, and how. The header lists the members of its JSON.
public struct SearchConfig {
    /// Stands for the query in a source's URL, and in the values of its parameters.
    static let placeholder: StaticString = "{query}"

    /// The name of the source that is the store's.
    static let directory = "directory"

    public var usesDirectory = false
    /// Of what the directory finds.
    public var limit = 50
    public var sources: [FeedConfig.Source] = []
    /// Milliseconds that a query waits for the next key.
    public var debounce: Int64 = 300
    public var prompt = "Search for users and get connected"
    public var placeholder = "Search with @usernames"
    /// How many recent queries are kept.
    public var recentLimit = 0
    /// How the directory's rows are read.
    private let users: Mapping

    /// From JSON; a mistake names its place.
    public init(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
        users = try Mapping(named: "users")
        let reader = try ConfigReader(bytes, "a search's config")
        var baseURL = ""
        var servers: JSON?
        for (key, value) in try reader.members(reader.root) {
            switch key {
            case "directory": usesDirectory = try reader.flag(value)
            case "limit": limit = Int(clamping: try reader.count(value, from: 1))
            case "sources": servers = value
            case "baseURL": baseURL = try reader.line(value)
            case "debounce": debounce = try reader.count(value)
            case "prompt": prompt = try reader.text(value)
            case "placeholder": placeholder = try reader.text(value)
            case "recent": recentLimit = Int(clamping: try reader.count(value))
            default: throw reader.unknown(key)
            }
        }
        if let servers {
            var drafts = SourcesReader(reader, isForSearch: true)
            try drafts.read(servers)
            sources = try drafts.sources(baseURL)
            for (source, place) in zip(sources, servers.elements) where !source.takesQuery {
                throw reader.mistake(
                    place, "\"{query}\" must stand in the url or in a parameter")
            }
        }
        if usesDirectory, sources.contains(where: { $0.name.isSame(as: SearchConfig.directory) }) {
            throw reader.mistake(reader.root, "\"directory\" is the name of the directory itself")
        }
        if sources.isEmpty && !usesDirectory {
            throw reader.mistake(reader.root, "a search needs a source, or the directory")
        }
    }

    /// The feed of what is found for a query.
    func feed(for query: String) -> FeedConfig {
        var feed = FeedConfig(sources: sources.map { $0.asking(query) })
        if usesDirectory {
            var directory = FeedConfig.Source(name: SearchConfig.directory, url: "", mapping: users)
            directory.question = FeedConfig.Question(text: query, limit: limit)
            feed.sources.insert(directory, at: 0)
        }
        feed.isSearch = true
        return feed
    }
}

extension FeedConfig.Source {
    fileprivate var takesQuery: Bool {
        let asked = asking("")
        return asked.url.utf8.count != url.utf8.count
            || zip(asked.parameters, parameters).contains { $0.value.utf8.count != $1.value.utf8.count }
    }

    fileprivate func asking(_ query: String) -> FeedConfig.Source {
        var source = self
        source.url = url.replacing(SearchConfig.placeholder, with: query.percentEncoded)
        source.parameters = parameters.map { name, value in
            (name, value.replacing(SearchConfig.placeholder, with: query))
        }
        return source
    }
}
