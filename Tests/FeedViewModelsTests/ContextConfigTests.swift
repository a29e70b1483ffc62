import FeedParsing
import Testing

@testable import FeedViewModels

@Suite struct ContextConfigTests {
    @Test func withoutMembersItHasItsDefaults() throws {
        let config = try ContextConfig(text: "{}")
        #expect(config.userAgent == "tests/1")
        #expect(config.headers.isEmpty && config.cookies.isEmpty)
        #expect(config.proxy == nil && config.caFile == nil && config.caDirectory == nil)
        #expect(config.connectTimeout == 10_000 && config.timeout == 30_000)
        #expect(config.maxBody == 16 << 20 && config.maxRedirects == 5 && config.connectionsPerHost == 4)
        #expect(!config.allowsInsecureRedirects && config.transport == .curl && !config.hasManualClock)
        #expect(config.store == nil)
    }

    @Test func eachMemberIsRead() throws {
        let config = try ContextConfig(
            text: #"""
                {"userAgent": "me", "headers": {"A": "b", "C": 1.50}, "cookies": {"d": "e=f"}, "proxy": "",
                 "caFile": "/f", "caDirectory": "/d", "connectTimeout": 1, "timeout": 2, "maxBody": 3,
                 "maxRedirects": 0, "connectionsPerHost": 5, "allowInsecureRedirects": true, "transport": "memory",
                 "clock": "manual", "#": "a remark"}
                """#)
        #expect(config.userAgent == "me")
        #expect(config.headers.map { $0.name } == ["A", "C"])
        #expect(config.headers.map { $0.value } == ["b", "1.50"])
        #expect(config.cookies.map { $0.value } == ["e=f"])
        #expect(config.proxy == "" && config.caFile == "/f" && config.caDirectory == "/d")
        #expect(config.connectTimeout == 1 && config.timeout == 2 && config.maxBody == 3)
        #expect(config.maxRedirects == 0 && config.connectionsPerHost == 5)
        #expect(config.allowsInsecureRedirects && config.transport == .memory && config.hasManualClock)
    }

    @Test func theStoreHasMembersOfItsOwn() throws {
        let bare = try #require(ContextConfig(text: #"{"store": {}}"#).store)
        #expect(bare.path == nil && bare.partition == "")
        #expect(bare.maxBytes == 64 << 20 && bare.maxAge == 2_592_000_000)
        let store = try #require(
            ContextConfig(
                text: #"{"store": {"path": "/s", "maxBytes": 0, "maxAge": 2, "partition": "joe\n"}}"#
            ).store)
        #expect(store.path == "/s" && store.maxBytes == 0 && store.maxAge == 2)
        #expect(store.partition == "joe\n")
    }

    @Test func imagesHaveMembersOfTheirOwn() throws {
        let bare = try ContextConfig(text: "{}").images
        #expect(bare.path == nil && bare.maxBytes == 256 << 20 && bare.maxAge == 2_592_000_000)
        #expect(bare.perHost == 4 && bare.failurePause == 60_000 && bare.maxImageBytes == 32 << 20)
        #expect(bare.rules.isEmpty)
        let images = try ContextConfig(
            text: #"""
                {"images": {"path": "/i", "maxBytes": 1, "maxAge": 2, "perHost": 3, "failurePause": 0,
                            "maxImageBytes": 5, "rules": [{"hosts": ["A.test"]}]}}
                """#
        ).images
        #expect(images.path == "/i" && images.maxBytes == 1 && images.maxAge == 2 && images.perHost == 3)
        #expect(
            images.failurePause == 0 && images.maxImageBytes == 5
                && images.rules.map { $0.hosts } == [["a.test"]])
    }

    @Test(arguments: [
        (#"{"images": []}"#, "expected an object (images), found a list"),
        (#"{"images": {"path": ""}}"#, "a path can't be empty"),
        (#"{"images": {"perHost": 0}}"#, "expected a whole number from 1 on"),
        (#"{"images": {"size": 1}}"#, #"images has no member "size""#),
        (
            #"{"images": {"rules": [{}]}}"#,
            #"a rule for images needs the member "hosts", with a host at least"#
        ),
        (#"{"timeout": "1"}"#, "expected a whole number from 1 on"),
        (#"{"maxRedirects": -1}"#, "expected a whole number from 0 on"),
        (#"{"clock": "sun"}"#, #"expected "system" or "manual""#),
        (#"{"userAgent": "a\tb"}"#, "control characters can't be sent"),
        (#"{"headers": {"a b": "c"}}"#, #""a b" can't be a name"#),
        (#"{"cookies": {"a": "b;c"}}"#, #"the value of "a" can't be sent"#),
        (#"{"allowInsecureRedirects": 1}"#, "expected true or false"),
        (#"{"store": "/s"}"#, "expected an object (a store), found a text"),
        (#"{"store": {"maxAge": -1}}"#, "expected a whole number from 0 on"),
        (#"{"store": {"path": ""}}"#, "a path can't be empty"),
        (#"{"store": {"file": "/s"}}"#, #"a store has no member "file""#),
        (#"{"headers": []}"#, "expected an object (texts by their names), found a list"),
        (#"{"retries": 1}"#, #"a context's config has no member "retries""#),
    ])
    func aMistakeSaysWhatIsWrong(text: String, message: String) {
        let error = #expect(throws: FeedError.self) { try ContextConfig(text: text) }
        #expect(error?.message == message)
        #expect(error?.place != nil && error?.path != nil)
    }
}

extension ContextConfig {
    fileprivate init(text: String) throws {
        self = try Array(text.utf8).withUnsafeBytes { try ContextConfig($0, userAgent: "tests/1") }
    }
}
