import FeedParsing
import Testing

@testable import FeedImages

/// Where a picture is asked for.
@Suite struct ImageRequestTests {
    func request(_ url: String, width: Int64 = 0, _ rules: String = "[]") throws -> ImageRequest? {
        let rules = try Mapping(
            text: """
                {"mapping": "m", "sections": {"type": {"default": "m"}, "items": "i"}, "default": {"item": {"id": "i"}},
                 "images": \(rules)}
                """
        ).imageRules
        return ImageRequest(number: 1, url: url, width: width, priority: .visible, rules: rules)
    }

    static let netease = """
        [{"hosts": ["MUSIC.126.net"], "https": true, "headers": {"Referer": "https://music.163.com/"},
          "sizes": [500, 100, 200], "template": "{url}?param={size}y{size}"}]
        """

    @Test(arguments: [
        ("http://a.test/x.png", "http://a.test/x.png"), ("//a.test/x.png?a#b", "https://a.test/x.png?a"),
        ("HTTPS://a.test/../x", "HTTPS://a.test/x"), ("http://u:p@a.test:81/x", "http://u:p@a.test:81/x"),
    ])
    func withoutARuleItIsAsTheServerWroteIt(_ url: String, _ address: String) throws {
        #expect(try request(url, width: 300)?.address == address)
        #expect(try request(url)?.url == url)
    }

    @Test(arguments: [
        "", "x.png", "/x.png", "ftp://a.test/x", "http://", "https:///x", "http://a b/", "javascript:x",
        "file:///etc/passwd",
    ])
    func otherAddressesAreNone(_ url: String) throws {
        #expect(try request(url) == nil)
    }

    @Test(arguments: [
        (0, ""), (1, "?param=100y100"), (100, "?param=100y100"), (101, "?param=200y200"),
        (500, "?param=500y500"), (501, "?param=500y500"), (Int64(UInt32.max), "?param=500y500"),
    ])
    func theSmallestSizeThatIsNotTooSmallIsTaken(_ width: Int64, _ query: String) throws {
        let request = try request("http://p1.music.126.net/a==/1.jpg?old=1#x", width: width, Self.netease)
        let end = width == 0 ? "?old=1" : query
        #expect(request?.address == "https://p1.music.126.net/a==/1.jpg" + end)
        #expect(request?.headers.map { $0.name + $0.value } == ["Refererhttps://music.163.com/"])
    }

    @Test(arguments: [
        ("http://music.126.net/a", true), ("http://P4.MUSIC.126.NET/a", true),
        ("//x.y.music.126.net/a", true),
        ("http://amusic.126.net/a", false), ("http://126.net/a", false),
        ("http://music.126.net.evil.test/a", false), ("http://music.126.net@evil.test/a", false),
    ])
    func aRuleIsForItsHostsAndTheirSubdomains(_ url: String, _ applies: Bool) throws {
        #expect(try request(url, Self.netease)?.headers.isEmpty == !applies)
    }

    /// There may be no TLS behind it.
    @Test func anAddressWithAPortStaysAsItIs() throws {
        let address = try request("http://music.126.net:8080/a", Self.netease)?.address
        #expect(address == "http://music.126.net:8080/a")
    }

    @Test func theFirstRuleCounts() throws {
        let rules =
            #"[{"hosts": ["b.test", "a.test"], "headers": {"A": "1"}}, {"hosts": ["a.test"], "https": true}]"#
        let request = try request("http://a.test/", rules)
        #expect(request?.address == "http://a.test/" && request?.headers.count == 1)
    }

    @Test func aTemplateMayLeadElsewhere() throws {
        let rules = #"[{"hosts": ["a.test"], "sizes": [9], "template": "//c.test/{size}/x/{url}"}]"#
        #expect(
            try request("http://a.test/i", width: 1, rules)?.address == "https://c.test/9/x/http://a.test/i")
    }
}
