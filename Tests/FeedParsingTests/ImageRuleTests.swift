import Testing

@testable import FeedParsing

/// What a mapping says about pictures. What becomes of an address is in ImageRequestTests.
@Suite struct ImageRuleTests {
    static func mapping(_ images: String) -> String {
        """
        {"mapping": "m", "sections": {"type": {"default": "t"}, "items": "i"}, "default": {"item": {"id": "i"}},
         "images": \(images)}
        """
    }

    @Test func withoutRulesThereAreNone() throws {
        #expect(try Mapping(named: "json-feed").imageRules.isEmpty)
        #expect(try Mapping(text: ImageRuleTests.mapping("[]")).imageRules.isEmpty)
    }

    @Test(arguments: ["netease-home", "netease-menus"]) func neteaseHasSizes(_ name: String) throws {
        let rules = try Mapping(named: name).imageRules
        let rule = try #require(rules.first { $0.names("p1.music.126.net") })
        #expect(rule.isSecure && rule.headers.map { $0.value } == ["https://music.163.com/"])
        #expect(rule.address("http://x/1.jpg", width: 190) == "http://x/1.jpg?param=200y200")
        #expect(rule.address("http://x/1.jpg", width: 0) == nil)
        #expect(!rule.names("music.163.com"))
    }

    @Test func doubanWantsToKnowWhereItIsShown() throws {
        let rules = try Mapping(named: "douban-movies").imageRules
        let rule = try #require(rules.first { $0.names("img3.doubanio.com") })
        #expect(rule.isSecure && rule.headers.map { $0.value } == ["https://movie.douban.com/"])
        #expect(rule.address("http://x/1.jpg", width: 190) == nil)
    }

    @Test(arguments: [
        ("{}", "expected a list, found an object", "/images"),
        ("[7]", "expected an object (a rule for images), found a number", "/images/0"),
        ("[{}]", "a rule for images needs the member \"hosts\", with a host at least", "/images/0"),
        (
            #"[{"hosts": []}]"#, "a rule for images needs the member \"hosts\", with a host at least",
            "/images/0/hosts"
        ),
        (
            #"[{"hosts": ["a"], "sizes": [1], "template": "ftp://a/{url}?{size}"}]"#,
            "no http or https address comes of it: ftp://a/https://host.example/picture?1",
            "/images/0/template"
        ),
        (
            #"[{"hosts": ["a"], "sizes": [1], "template": "{size}{url}"}]"#,
            "no http or https address comes of it: 1https://host.example/picture", "/images/0/template"
        ),
        (
            #"[{"hosts": ["a"], "sizes": [1], "template": "{url} {size}"}]"#,
            "no http or https address comes of it: https://host.example/picture 1", "/images/0/template"
        ),
        (
            #"[{"hosts": ["a"], "sizes": [1], "template": "{url}?{size}{height}"}]"#,
            "no http or https address comes of it: https://host.example/picture?1{height}",
            "/images/0/template"
        ),
        (#"[{"hosts": "a"}]"#, "expected a list, found a text", "/images/0/hosts"),
        (#"[{"hosts": [""]}]"#, #"expected a host, such as "images.example""#, "/images/0/hosts/0"),
        (#"[{"hosts": ["a", ".a"]}]"#, #"expected a host, such as "images.example""#, "/images/0/hosts/1"),
        (#"[{"hosts": ["a/b"]}]"#, #"expected a host, such as "images.example""#, "/images/0/hosts/0"),
        (#"[{"hosts": ["http://a"]}]"#, #"expected a host, such as "images.example""#, "/images/0/hosts/0"),
        (#"[{"hosts": ["a:80"]}]"#, #"expected a host, such as "images.example""#, "/images/0/hosts/0"),
        (#"[{"hosts": ["a"], "https": "yes"}]"#, "expected true or false", "/images/0/https"),
        (
            #"[{"hosts": ["a"], "headers": {"A": "b\nC: d"}}]"#, #"the value of "A" can't be sent"#,
            "/images/0/headers"
        ),
        (#"[{"hosts": ["a"], "headers": {"A b": ""}}]"#, #""A b" can't be a name"#, "/images/0/headers"),
        (#"[{"hosts": ["a"], "sizes": [1]}]"#, #""template" and "sizes" go together"#, "/images/0"),
        (
            #"[{"hosts": ["a"], "template": "{url}{size}"}]"#, #""template" and "sizes" go together"#,
            "/images/0"
        ),
        (#"[{"hosts": ["a"], "sizes": [0]}]"#, "expected a number from 1 on", "/images/0/sizes/0"),
        (#"[{"hosts": ["a"], "sizes": [1.5]}]"#, "expected a whole number", "/images/0/sizes/0"),
        (
            #"[{"hosts": ["a"], "template": "{url}"}]"#, "expected a text with {url} and {size} in it",
            "/images/0/template"
        ),
        (#"[{"hosts": ["a"], "size": 1}]"#, #"a rule for images has no member "size""#, "/images/0/size"),
    ])
    func aMistakeIsToldWithItsPlace(_ images: String, _ message: String, _ path: String) {
        let error = #expect(throws: FeedError.self) { try Mapping(text: ImageRuleTests.mapping(images)) }
        #expect(error?.kind == .mapping && error?.message == message)
        #expect(error?.path == path && error?.place != nil)
    }
}
