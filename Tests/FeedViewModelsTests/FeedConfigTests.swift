import FeedParsing
import Testing

@testable import FeedViewModels

@Suite struct FeedConfigTests {
    @Test func theHomePageHasTwoSources() throws {
        let config = try FeedConfig(
            text: #"{"preset": "netease-home", "baseURL": "https://music.test/api/"}"#)
        #expect(config.isPartial && !config.refreshesItself)
        #expect(config.sources.map { $0.name } == ["page", "menus"])
        #expect(
            config.sources.map { $0.url } == [
                "https://music.test/api/homepage/block/page", "https://music.test/api/homepage/dragon/ball",
            ])
        #expect(config.sources.map { $0.mapping.name } == ["netease-home", "netease-menus"])
        #expect(config.sources.map { $0.position } == [nil, 1])
        #expect(config.sources.map { $0.isRequired } == [true, false])
    }

    @Test func theMoviesHaveOne() throws {
        let config = try FeedConfig(text: #"{"baseURL": "http://films.test", "preset": "douban-movies"}"#)
        #expect(config.sources.map { $0.url } == ["http://films.test/v2/movie/coming_soon"])
        #expect(config.sources.first?.mapping.name == "douban-movies")
    }

    @Test func aPresetsSourcesCanBeChangedAndOthersAdded() throws {
        let config = try FeedConfig(
            text: #"""
                {"preset": "netease-home", "baseURL": "http://a.test", "partial": false, "autoRefresh": true, "sources": [
                  {"name": "films", "url": "http://b.test/films", "mapping": "douban-movies", "position": 3},
                  {"name": "menus", "url": "/menus", "required": true, "method": "POST", "timeout": 5, "ttl": 60000,
                   "parameters": {"z": "1", "a": 2}, "headers": {"H": "v"}}]}
                """#)
        #expect(!config.isPartial && config.refreshesItself)
        #expect(config.sources.map { $0.name } == ["page", "menus", "films"])
        let menus = config.sources[1]
        #expect(
            menus.url == "http://a.test/menus" && menus.mapping.name == "netease-menus" && menus.position == 1
        )
        #expect(menus.isRequired && menus.method == "POST" && menus.timeout == 5 && menus.ttl == 60_000)
        #expect(menus.parameters.map { "\($0.name)=\($0.value)" } == ["z=1", "a=2"])
        #expect(menus.headers.map { $0.value } == ["v"])
        #expect(config.sources[2].position == 3 && config.sources[2].timeout == nil)
    }

    @Test func aMappingMayStandInside() throws {
        let config = try FeedConfig(
            text: #"""
                {"sources": [{"name": "a", "url": "http://a.test/", "mapping":
                    {"mapping": "own", "sections": {"type": {"default": "t"}, "items": "i"},
                     "types": {"t": {"kind": "LIST"}}, "default": {"item": {"title": "t"}}}}]}
                """#)
        #expect(config.sources[0].mapping.name == "own")
        #expect(
            config.sources[0].isRequired && config.sources[0].position == nil && config.sources[0].ttl == 0)
    }

    @Test(arguments: [
        (#"{}"#, "a feed needs a source, or a preset"),
        (#"{"preset": "radio"}"#, "there is no such preset; there are netease-home and douban-movies"),
        (
            #"{"preset": "netease-home"}"#,
            #"no http or https address: "/homepage/block/page" (is baseURL missing?)"#
        ),
        (#"{"sources": [{"url": "/"}]}"#, "a source needs a name"),
        (#"{"sources": [{"name": "a"}]}"#, "a source needs a url"),
        (#"{"sources": [{"name": "a", "url": "http://a"}]}"#, "a source needs a mapping"),
        (#"{"sources": [{"name": "a"}, {"name": "a"}]}"#, #"there is another source "a""#),
        (#"{"sources": [{"name": "a", "method": "PUT"}]}"#, #"expected "GET" or "POST""#),
        (#"{"sources": [{"name": "a", "speed": 1}]}"#, #"a source has no member "speed""#),
    ])
    func aMistakeSaysWhatIsWrong(text: String, message: String) {
        let error = #expect(throws: FeedError.self) { try FeedConfig(text: text) }
        #expect(error?.message == message)
        #expect(error?.kind == .config && error?.place != nil && error?.path != nil)
    }

    /// Its place is in the config, not in the mapping alone.
    @Test func aMistakeInAMappingInsideHasItsPlace() {
        let text = "{\"sources\": [{\"name\": \"a\",\n  \"mapping\": {\"mapping\": 1}}]}"
        let error = #expect(throws: FeedError.self) { try FeedConfig(text: text) }
        #expect(error?.kind == .mapping)
        #expect(error?.path?.hasPrefix("/sources/0/mapping") == true)
        #expect(error?.place?.line == 2)
    }
}

extension FeedConfig {
    init(text: String) throws {
        self = try Array(text.utf8).withUnsafeBytes { try FeedConfig($0) }
    }
}
