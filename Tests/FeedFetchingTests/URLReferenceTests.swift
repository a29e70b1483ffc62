import FeedFetching
import Testing

/// Where links lead, whose servers those are, and what becomes of queries.
@Suite struct URLReferenceTests {
    /// RFC 3986, 5.4: all whose result is on the web, without their fragments.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
        ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
        ("../../g", "http://a/g"),
        // Abnormal ones
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
        ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."),
        ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g"), ("g#s/../x", "http://a/b/c/g"),
    ])
    func theExamplesOfTheRFC(_ reference: String, _ url: String) {
        #expect("http://a/b/c/d;p?q".resolvingURL(reference) == url)
    }

    @Test(arguments: [
        ("https://h/p", "https://other:8080/x/../y?z#f", "https://other:8080/y?z"),
        ("https://h/p", "HTTP://Other", "HTTP://Other"), ("https://h/p", "//other/p", "https://other/p"),
        ("https://h", "x", "https://h/x"), ("https://h", "?x", "https://h?x"),
        ("https://h?y", "", "https://h?y"),
        ("https://h?y", "/", "https://h/"), ("https://h#f", "?x", "https://h?x"),
        ("https://u:p@h:8/a?b", "c", "https://u:p@h:8/c"), ("http://h/a/", "//", nil),
        ("http://h/a//b", "..", "http://h/a/"), ("http://h/a", "..//../c", "http://h/c"),
        ("http://h/a", "?q=http://x/../y", "http://h/a?q=http://x/../y"),
        ("http://h/a", "1:2", "http://h/1:2"),
        ("http://h/a", "é?ü", "http://h/é?ü"), ("http://[::1]:8/a", "b", "http://[::1]:8/b"),
        ("http://h/a", "./x:y", "http://h/x:y"), ("http://h/a?b", "?", "http://h/a?"),
    ])
    func resolves(_ base: String, _ reference: String, _ url: String?) {
        #expect(base.resolvingURL(reference) == url)
    }

    @Test(arguments: [
        "g:h", "http:g", "http:", "http://", "https:///p", "ftp://h/p", "file:///etc/passwd",
        "javascript:alert(1)",
        "data:,x", "orpheus://song/1", "//", "///p", "//:80", "//u@", "/a b", "/a\tb", "/a\nb", "/\u{7f}",
        "/\0", " /a",
        "/a ", "//h:99999/", "//h:x/", "//h:-1/", "//good\\@evil/", "//good@evil@worse/", "?a\u{1}", ":",
        ":x/y",
    ])
    func leadsNowhere(_ reference: String) {
        let base = "http://h/p"
        #expect(base.resolvingURL(reference) == (reference.hasPrefix(":") ? "http://h/\(reference)" : nil))
    }

    @Test func fromNowhereThereIsNoWay() {
        #expect("".resolvingURL("/a") == nil)
        #expect("file:///a".resolvingURL("/b") == nil)
        #expect("/a".resolvingURL("b") == nil)
        #expect("/a".resolvingURL("http://h/b") == "http://h/b")
    }

    @Test(.timeLimit(.minutes(1))) func longReferencesTakeNoLonger() {
        let up = String(repeating: "a/../", count: 200_000) + String(repeating: "../", count: 200_000)
        #expect("http://h/p".resolvingURL(up + "x") == "http://h/x")
        let deep = String(repeating: "a/", count: 200_000)
        #expect("http://h/\(deep)".resolvingURL(String(repeating: "../", count: 199_999)) == "http://h/a/")
        let slashes = String(repeating: "/", count: 300_000)
        #expect("http://h/p".resolvingURL("x" + slashes + "..")?.utf8.count == 10 + 299_999)
        let ats = String(repeating: "@", count: 300_000)
        #expect("http://h/p".resolvingURL("//" + ats) == nil)
    }

    // MARK: - Origins

    @Test(arguments: [
        ("http://h/a", "http://h/b?c", true), ("http://h", "HTTP://H:80/", true),
        ("https://h:443", "https://h", true),
        ("http://h:/", "http://h", true), ("http://h:0080", "http://h", true),
        ("http://u:p@h/", "http://h/", true),
        ("http://[::1]/", "http://[::1]:80/", true), ("http://[::A]/", "http://[::a]/", true),
        ("http://h", "https://h", false), ("http://h:443", "https://h", false),
        ("http://h", "http://h:8080", false),
        ("http://h", "http://h.", false), ("http://h", "http://xh", false), ("http://h@x", "http://h", false),
        ("http://h/", "http://x/@h/", false), ("http://h", "http://x?@h", false),
        ("http://h", "http://x#@h", false),
        ("http://[::1]", "http://[::2]", false), ("/a", "/a", false), ("ftp://h", "ftp://h", false),
        ("", "", false),
        ("http://h:1x", "http://h:1x", false), ("http://", "http://", false),
        ("http://h:65616", "http://h", false), ("http://h:18446744073709551696", "http://h", false),
        // Some read h, others x: nobody's secret goes there.
        ("http://h\\@x", "http://x", false), ("http://h\\@x", "http://h", false),
        ("http://a@h@x", "http://x", false),
    ])
    func origins(_ one: String, _ other: String, _ isSame: Bool) {
        #expect(one.isSameOrigin(as: other) == isSame)
        #expect(other.isSameOrigin(as: one) == isSame)
    }

    // MARK: - Queries

    @Test(arguments: [
        ("http://h/p", "http://h/p?a=1"), ("http://h/p?", "http://h/p?a=1"), ("http://h", "http://h?a=1"),
        ("http://h/p#f?x", "http://h/p?a=1"), ("http://h/p?b=2#f", "http://h/p?b=2&a=1"),
        ("http://h/p?a=9", "http://h/p?a=1"), ("http://h/p?a", "http://h/p?a=1"),
        ("http://h/p?a=", "http://h/p?a=1"),
        ("http://h/p?a=8&b=2&a=9&c", "http://h/p?b=2&c&a=1"),
        ("http://h/p?%61=9&%41=3", "http://h/p?%41=3&a=1"),
        ("http://h/p?aa=9&A=8&=7", "http://h/p?aa=9&A=8&=7&a=1"), ("http://h/p?b=2&&", "http://h/p?b=2&a=1"),
        ("http://h/p?b=a=3", "http://h/p?b=a=3&a=1"), ("http://h/?x=%zz+é", "http://h/?x=%zz+é&a=1"),
        ("http://h/p?b=?a=2", "http://h/p?b=?a=2&a=1"),
    ])
    func aParameterTakesThePlaceOfItsLike(_ url: String, _ result: String) {
        #expect(url.settingParameter("a", "1") == result)
    }

    @Test(arguments: [
        ("page[at]", "{\"a\": 5}", "h?page[at]=1&x=2", "h?x=2&page%5Bat%5D=%7B%22a%22%3A+5%7D"),
        ("page[at]", "2", "h?page%5bat%5D=1", "h?page%5Bat%5D=2"),
        ("a b", "+&=#%", "h?a+b=1&a%20b=2", "h?a+b=%2B%26%3D%23%25"),
        ("é", "\u{1F3B5}", "h?%C3%A9=1&é=2", "h?%C3%A9=%F0%9F%8E%B5"),
        ("a%", "", "h?a%=1&a%2=2&a%25=3", "h?a%2=2&a%25="),
    ])
    func namesAreTheSameHoweverWritten(_ name: String, _ value: String, _ url: String, _ result: String) {
        #expect(url.settingParameter(name, value) == result)
    }

    @Test func formsLeaveOnlyPlainCharacters() {
        #expect("aZ09-._*".formEncoded == "aZ09-._*")
        #expect(" ~!'()/é\0".formEncoded == "+%7E%21%27%28%29%2F%C3%A9%00")
    }
}
