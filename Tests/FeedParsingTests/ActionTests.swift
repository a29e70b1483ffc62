import FeedParsing
import Foundation
import TestFeeds
import Testing

/// What clicks do, by the rules of mappings.
@Suite struct ActionTests {
    struct Expectation: CustomTestStringConvertible, Sendable {
        var text: String
        var kind: Action.Kind
        var id: String?
        var parameters: [String: String] = [:]
        var url: String?
        var testDescription: String { text }
    }

    static let netease = [
        Expectation(
            text: "orpheus://playlist/42?autoplay=0&referLog=HOME", kind: .openPlaylist, id: "42",
            parameters: ["autoplay": "0", "referLog": "HOME"]),
        Expectation(text: "orpheus://playlist/42/", kind: .openPlaylist, id: "42"),
        Expectation(
            text: "orpheus://song/42/?autoplay=1", kind: .playSong, id: "42", parameters: ["autoplay": "1"]),
        Expectation(text: "orpheus://album/42#top?not=this", kind: .openAlbum, id: "42"),
        Expectation(text: "orpheus://artist/42", kind: .openArtist, id: "42"),
        Expectation(text: "orpheus://mv/42", kind: .openMV, id: "42"),
        Expectation(text: "orpheus://djradio/42", kind: .openRadio, id: "42"),
        Expectation(text: "orpheus://privatefm", kind: .openRadio, id: nil),
        Expectation(
            text: "orpheus://search?keyword=%E5%A4%9C%E6%B8%AF+a&x", kind: .search, id: "夜港+a",
            parameters: ["keyword": "夜港+a", "x": ""]),
        Expectation(text: "orpheus://search", kind: .search, id: nil),
        Expectation(text: "orpheus://playlist", kind: .openPage, id: "playlist"),
        Expectation(text: "orpheus://playlist/1/2", kind: .openPage, id: "playlist/1/2"),
        Expectation(
            text: #"orpheus://nm/flow?source=A&bizData=[{"id":"7&8","why":"a]\"b","x":null},[]]&last=1"#,
            kind: .openPage, id: "nm/flow",
            parameters: ["source": "A", "bizData": #"[{"id":"7&8","why":"a]\"b","x":null},[]]"#, "last": "1"]),
        Expectation(
            text: "orpheus://nm/flow?bizData=[broken&last=1", kind: .openPage, id: "nm/flow",
            parameters: ["bizData": "[broken", "last": "1"]),
        Expectation(
            text: "orpheus://collection?name=官方&name=again&=x&&%6eo=%zz%00%ff#f", kind: .openPage,
            id: "collection",
            parameters: ["name": "官方", "no": "%zz\u{FFFD}\u{FFFD}"]),
        Expectation(
            text: "orpheus://openurl?url=https%3a%2f%2fshop.example%2fa%3fid%3d1&log=2", kind: .openURL,
            id: nil,
            parameters: ["url": "https://shop.example/a?id=1", "log": "2"], url: "https://shop.example/a?id=1"
        ),
        Expectation(
            text: "orpheus://nm/base/webview?url=http%3A%2F%2Fshop.example", kind: .openURL, id: nil,
            parameters: ["url": "http://shop.example"], url: "http://shop.example"),
        Expectation(
            text: "orpheus://openurl?url=file%3a%2f%2f%2fetc%2fpasswd", kind: .unknown, id: nil,
            parameters: ["url": "file:///etc/passwd"]),
        Expectation(text: "orpheus://openurl", kind: .unknown, id: nil),
        Expectation(text: "play_all_song", kind: .playSong, id: nil),
        Expectation(text: "orpheus://", kind: .unknown, id: nil),
        Expectation(text: "ORPHEUS://playlist/42", kind: .unknown, id: nil),
        Expectation(text: "", kind: .unknown, id: nil),
        Expectation(text: "?", kind: .unknown, id: nil),
        Expectation(text: "/", kind: .unknown, id: nil),
    ]

    @Test(arguments: netease) func addressesOfTheHomePage(_ expected: Expectation) throws {
        let action = try Mapping(named: "netease-home").action(expected.text)
        #expect(action.kind == expected.kind)
        #expect(action.id == expected.id)
        #expect(action.url == expected.url)
        #expect(action.pairs == expected.parameters)
        #expect(action.raw == expected.text)
    }

    @Test(arguments: [
        ("https://films.example/42?from=home#top", true), ("http://films.example", true),
        ("HTTPS://FILMS.EXAMPLE/", true),
        ("https://电影.example/", true), ("https://user@films.example/", true),
        ("https://", false), ("https:///x", false), ("https:films.example", false), ("https://?x", false),
        ("https://a b/", false), ("https://a/\n", false), ("https://a/\u{7F}", false),
        ("https://a\\@b/", false), ("https://a@b\\c/", false),
        ("https://:443/", false), ("https://@/", false), ("https://user:word@:443", false),
        ("https://user:word@films.example:443", true), ("https://[::1]:443/", true), ("https://a.b/@:", true),
        ("ftp://films.example/", false), ("file:///etc/passwd", false), ("javascript:alert(1)", false),
        ("httpx://films.example/", false), ("mailto:a@films.example", false), ("films.example", false),
    ]) func onlyWebLinksAreURLs(_ text: String, _ isWeb: Bool) throws {
        for name in ["douban-movies", "netease-home"] {
            let action = try Mapping(named: name).action(text)
            #expect(action.kind == (isWeb ? .openURL : .unknown))
            #expect(action.url == (isWeb ? text : nil))
        }
    }

    @Test func thereMayBeManyParameters() throws {
        let text = "orpheus://page?" + (0..<1000).map { "n\($0)=\($0)" }.joined(separator: "&")
        let action = try Mapping(named: "netease-menus").action(text)
        #expect(action.pairs.count == 256)
        #expect(action.parameter("n255") == "255")
        #expect(action.parameter("n256") == nil)
    }

    static func own(_ actions: String) throws -> Mapping {
        try Mapping(
            text: """
                {"mapping": "own", "sections": {"type": {"default": "list"}, "items": "items",
                  "button": {"text": "more", "action": "moreAction"}, "action": "head"},
                 "types": {"list": {"kind": "LIST"}}, "default": {"item": {"id": "id", "title": "title", "action": "go",
                  "extras": {"kind": "kind", "to": "to"}}}, "actions": \(actions)}
                """)
    }

    @Test func theFirstRuleThatFitsCounts() throws {
        let mapping = try Self.own(
            #"""
            [{"action": "https://m.example/p/{id}.html", "kind": "open-playlist"}, {"action": "p/{id}", "kind": "open-album"},
             {"action": "p/*", "kind": "open-page"}, {"action": "p/x", "kind": "open-mv"}]
            """#)
        #expect(mapping.action("https://m.example/p/7.html?a=b").id == "7")
        #expect(mapping.action("https://m.example/p/.html").kind == .openURL)
        #expect(mapping.action("p/x").kind == .openAlbum)
        #expect(mapping.action("p/x/y").id == "x/y")
        #expect(mapping.action("p").kind == .unknown)
    }

    @Test func anItemWithoutAnActionSaysWhatItIs() throws {
        let mapping = try Self.own(
            #"""
            [{"extra": "kind", "is": "10", "kind": "open-album", "id": "to"},
             {"extra": "kind", "is": "list", "kind": "open-playlist", "ofItem": true},
             {"extra": "kind", "is": "fm", "kind": "open-radio"}, {"action": "play", "kind": "play-song", "ofItem": true}]
            """#)
        let page = try mapping.parse(
            text: #"""
                {"items": [{"id": 1, "title": "a", "kind": 10, "to": 7}, {"id": 2, "title": "b", "kind": "10"},
                 {"id": 3, "title": "c", "kind": "list"}, {"id": 4, "title": "d", "kind": "fm", "to": 7},
                 {"id": 5, "title": "e", "kind": 11}, {"id": 6, "title": "f", "kind": ["10"]}, {"id": 7, "title": "g"},
                 {"id": 8, "title": "h", "kind": 10, "to": 7, "go": "play"}, {"title": "i", "go": "play"}]}
                """#)
        let actions = page.items.map { mapping.action(of: $0) }
        #expect(
            actions.map(\.kind) == [
                .openAlbum, .openAlbum, .openPlaylist, .openRadio, .none, .none, .none, .playSong, .playSong,
            ])
        #expect(actions.map(\.id) == ["7", nil, "3", nil, nil, nil, nil, "8", nil])
        #expect(actions[0].raw == nil)
    }

    @Test(arguments: [
        (
            #""more": "all", "moreAction": "https://a.example/", "head": "https://b.example/""#,
            "https://a.example/"
        ),
        (#""more": "all", "head": "https://b.example/""#, "https://b.example/"),
        (#""more": "all""#, nil),
    ]) func aSectionsButtonGoesBeforeItsHead(_ members: String, _ url: String?) throws {
        let mapping = try Self.own("[]")
        let page = try mapping.parse(text: #"{"items": [{"id": 1, "title": "a"}], \#(members)}"#)
        let section = try #require(page.sections.first)
        let action = mapping.action(of: section)
        #expect(action.url == url)
        #expect(action.kind == (url == nil ? .none : .openURL))
    }

    @Test(arguments: [
        ("{}", "/actions", "expected a list, found an object"),
        (
            #"[{"kind": "open-page"}]"#, "/actions/0",
            #"an action needs the member "action", or "extra" and "is""#
        ),
        (#"[{"action": "a"}]"#, "/actions/0", #"an action needs the member "kind""#),
        (#"[{"action": "a", "kind": "dance"}]"#, "/actions/0/kind", #"there is no kind of action "dance""#),
        (
            #"[{"action": "a", "kind": "unknown"}]"#, "/actions/0/kind",
            #"there is no kind of action "unknown""#
        ),
        (#"[{"action": "a", "extra": "b", "is": "c", "kind": "search"}]"#, "/actions/0", nil),
        (#"[{"extra": "b", "kind": "search"}]"#, "/actions/0", nil),
        (#"[{"action": "a", "is": "b", "kind": "search"}]"#, "/actions/0", nil),
        (#"[{"action": "", "kind": "search"}]"#, "/actions/0/action", nil),
        (#"[{"action": "*", "kind": "search"}]"#, "/actions/0/action", nil),
        (#"[{"action": "{id}", "kind": "search"}]"#, "/actions/0/action", nil),
        (#"[{"action": "a{id}b{id}", "kind": "search"}]"#, "/actions/0/action", nil),
        (#"[{"action": "a{id}*", "kind": "search"}]"#, "/actions/0/action", nil),
        (#"[{"action": "a?b", "kind": "search"}]"#, "/actions/0/action", nil),
        (#"[{"action": "a{ie}", "kind": "search"}]"#, "/actions/0/action", nil),
        (
            #"[{"action": "a/{id}", "kind": "search", "id": "q"}]"#, "/actions/0/id",
            "the id comes from one place alone"
        ),
        (#"[{"action": "a", "kind": "search", "id": "q", "ofItem": true}]"#, "/actions/0/id", nil),
        (#"[{"action": "a", "kind": "search", "url": "q"}]"#, "/actions/0/url", nil),
        (
            #"[{"extra": "a", "is": "b", "kind": "open-url"}]"#, "/actions/0",
            "there is no URL without an action"
        ),
        (#"[{"action": "a", "kind": "search", "ofItem": 1}]"#, "/actions/0/ofItem", "expected true or false"),
        (#"[{"action": "a", "kind": "search", "id": ""}]"#, "/actions/0/id", "a name can't be empty"),
        (
            #"[{"action": "a", "kind": "search", "to": "q"}]"#, "/actions/0/to",
            #"an action has no member "to""#
        ),
    ]) func mistakesAreTold(_ actions: String, _ path: String, _ message: String?) {
        do {
            _ = try Self.own(actions)
            Issue.record("it was taken")
        } catch {
            let error = error as? FeedError
            #expect(error?.kind == .mapping)
            #expect(error?.path == path)
            if let message { #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")") }
        }
    }

    /// How many there are of each kind is printed.
    @Test(.enabled(if: FeedFiles.hasShared)) func everyActionOfTheCapturesIsKnown() throws {
        var counts: [String: Int] = [:]
        var unknown: [String] = []
        for name in FeedFiles.sharedNames(in: "feeds") where !name.contains("invalid") {
            guard let mapping = try mapping(of: name) else { continue }
            let page = try mapping.parse(wholePage(name))
            let actions =
                page.sections.map { mapping.action(of: $0) } + page.allItems.map { mapping.action(of: $0) }
            for action in actions {
                counts["\(mapping.name): \(action.kind.name)", default: 0] += 1
                if action.kind == .unknown { unknown.append("\(name): \(action.raw ?? "")") }
            }
        }
        for (kind, count) in counts.sorted(by: { $0.key < $1.key }) { print("\(count)\t\(kind)") }
        #expect(unknown == [])
        #expect(counts.keys.count { $0.hasPrefix("netease-home") } >= 8)
        #expect(counts["douban-movies: open-url", default: 0] >= 80)
    }

    private func mapping(of name: String) throws -> Mapping? {
        let known = [
            "netease-home": "netease-home", "netease-block": "netease-home", "netease-menus": "netease-menus",
            "douban": "douban-movies", "jsonfeed": "json-feed",
        ]
        guard let kind = known.first(where: { name.hasPrefix("feeds/\($0.key)") }) else { return nil }
        return try Mapping(named: kind.value)
    }

    /// One capture is a block without its page.
    private func wholePage(_ name: String) throws -> Data {
        let bytes = try FeedFiles.shared(name)
        guard name.hasPrefix("feeds/netease-block") else { return bytes }
        return Data(#"{"data": {"blocks": ["#.utf8) + bytes + Data("]}}".utf8)
    }
}

extension Action {
    fileprivate var pairs: [String: String] {
        var pairs: [String: String] = [:]
        for parameter in parameters {
            pairs[String(cString: parameter.name)] = String(cString: parameter.value)
        }
        return pairs
    }

    fileprivate var raw: String? { text.map { String(cString: $0) } }
}
