import FeedFetching
import Foundation
import Testing

/// What a server did, and what comes of it.
struct Misdeed: Sendable, CustomTestStringConvertible {
    var path: String
    var status: Int32 = -1
    var error: FetchError.Kind?
    /// What the message must say.
    var saying = " "

    var testDescription: String { path }
}

@Suite(.timeLimit(.minutes(2))) struct BadServerTests {
    let server = Server.bad
    let client = Client()

    static let misdeeds = [
        Misdeed(path: "/short", error: .network, saying: "cut off"),
        Misdeed(path: "/chunks", error: .network, saying: "cut off"),
        Misdeed(path: "/cut-chunk", error: .network, saying: "cut off"),
        Misdeed(path: "/cut-gzip", error: .network, saying: "cut off"),
        Misdeed(path: "/cut-gzip-of-that-length", error: .network, saying: "cut off"),
        Misdeed(path: "/reset", error: .network, saying: "broke"),
        Misdeed(path: "/hang-up", error: .network, saying: "without an answer"),
        Misdeed(path: "/garbage", error: .network, saying: "HTTP"),
        Misdeed(path: "/not-gzip", error: .network, saying: "decompressed"),
        Misdeed(path: "/squashed", error: .network, saying: "decompressed"),
        Misdeed(path: "/headers", error: .tooLarge),
        Misdeed(path: "/bomb", error: .tooLarge),
        Misdeed(path: "/endless", error: .tooLarge),
        Misdeed(path: "/redirect-without-end", status: 200),
        // What is wrong with these, only who reads them can say.
        Misdeed(path: "/no-length", status: 200),
        Misdeed(path: "/long", status: 200),
        Misdeed(path: "/empty", status: 200),
        Misdeed(path: "/login", status: 200),
        Misdeed(path: "/denied", status: 400),
        Misdeed(path: "/nowhere", status: 301),
        Misdeed(path: "/no-such-path", status: 404),
    ]

    @Test(arguments: misdeeds) func comesToTheRightEnd(_ misdeed: Misdeed) async {
        let answer = await client.get(server.url(misdeed.path), limit: 1 << 20)
        #expect(answer.error?.kind == misdeed.error)
        #expect(answer.status == misdeed.status)
        guard let message = answer.error?.message else { return }
        #expect(
            message.contains(misdeed.saying) && (misdeed.error == .tooLarge || message.contains("127.0.0.1")))
    }

    /// The bytes of `../shared/faults`, where that is there.
    static let faults = [
        Misdeed(path: "A-03a", status: 200), Misdeed(path: "A-03b", status: 200),
        Misdeed(path: "A-03c", status: 400),
        Misdeed(path: "A-03d", status: 200), Misdeed(path: "A-03e", status: 301),
        Misdeed(path: "A-21a", error: .network),
        Misdeed(path: "A-21b", error: .network), Misdeed(path: "A-21c", error: .network),
        Misdeed(path: "A-21d", status: 200), Misdeed(path: "A-21e", status: 200),
        Misdeed(path: "A-22a", error: .http),
        Misdeed(path: "A-22b", error: .http), Misdeed(path: "A-22c", error: .network),
        Misdeed(path: "A-22d", error: .http),
        Misdeed(path: "A-22e", error: .network), Misdeed(path: "A-22f-bomb", error: .tooLarge),
    ].filter { Server.faultFiles.contains($0.path) }

    @Test(arguments: faults) func knowsTheFaultsOfOthers(_ fault: Misdeed) async {
        let answer = await client.get(server.url("/file/\(fault.path)"), limit: 1 << 20)
        #expect(answer.error?.kind == fault.error)
        #expect(answer.status == fault.status)
    }

    @Test func compressedAnswersAreWhole() async {
        let plain = await client.get(server.url("/ok"))
        #expect(plain.body.count > 1000)
        for path in ["/gzip", "/deflate", "/old", "/early"] {
            let answer = await client.get(server.url(path))
            #expect(answer.text == plain.text, "\(path)")
        }
    }

    @Test func headersBeforeAndAfterTheAnswerDontCount() async {
        #expect(await client.get(server.url("/early")).etag == nil)
    }

    @Test func progressKnowsTheLength() async {
        let answer = await client.get(server.url("/ok"))
        let length = Int64(answer.body.count)
        #expect(answer.progress.last == Progress(bytes: length, total: length))
    }

    @Test func aRefusedConnectionIsNamed() async {
        let error = await client.get("http://127.0.0.1:1/").error
        #expect(error?.kind == .network)
        #expect(error?.message == "no connection to 127.0.0.1:1 (refused)")
    }

    @Test func aMissingHostIsNamed() async {
        let error = await client.get("http://nobody.invalid/").error
        #expect(error?.kind == .network)
        #expect(error?.message == "there is no host nobody.invalid")
    }

    @Test(arguments: [
        "", "no URL", "//host/path", "ftp://127.0.0.1/", "file:///etc/hostname", "http://", "http:///path",
        "http://127.0.0.1:99999/", "http://127.0.0.1/\u{0}", "http://127.0.0.1\n/", "javascript:alert(1)",
    ])
    func onlyWebURLsAreAsked(url: String) async {
        #expect(await client.get(url).error?.kind == .network)
    }

    @Test func messagesShowNoPasswords() async {
        var options = CurlOptions()
        options.connectTimeout = 300
        let client = Client(options)
        for url in [
            "http://me:hidden@127.0.0.1:1/", "https://me:hidden@\(server.url("/").dropFirst(7))",
            "me:hidden@x",
        ] {
            let message = await client.get(url).error?.message
            #expect(message?.isEmpty == false)
            #expect(message?.contains("hidden") == false)
        }
    }

    @Test func retryAfterIsANumberOrADate() async {
        #expect(await client.get(server.url("/retry?7")).retryAfter == 7000)
        // Newer libcurl stops at six hours, and this at a day.
        let late = await client.get(server.url("/retry?9999999"))
        #expect((21_600_000...86_400_000).contains(late.retryAfter ?? 0))
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE,'%20'dd'%20'MMM'%20'yyyy'%20'HH:mm:ss'%20GMT'"
        let soon = await client.get(
            server.url("/retry?" + formatter.string(from: Date(timeIntervalSinceNow: 60))))
        #expect((50_000...60_000).contains(soon.retryAfter ?? 0))
        let before = await client.get(
            server.url("/retry?" + formatter.string(from: Date(timeIntervalSinceNow: -60))))
        #expect(before.retryAfter ?? 0 == 0)
    }

    @Test func cookiesOfAServerComeBackToIt() async {
        _ = await client.get(server.url("/cookie?visit=abc;%20Path=/"))
        let own = await client.get(server.url("/echo"), [HTTPHeader("Cookie", "own=1")])
        #expect(own.text.contains("[\"Cookie\", \"visit=abc; own=1\"]"))
        let elsewhere = await client.get(server.url("/echo", host: "localhost"))
        #expect(!elsewhere.text.contains("Cookie"))
        let another = await Client().get(server.url("/echo"))
        #expect(!another.text.contains("Cookie"))
    }

    @Test func saysWhoAsksAndForWhat() async {
        var options = CurlOptions()
        options.userAgent = "shop/1.0"
        let answer = await Client(options).get(server.url("/echo"), [HTTPHeader("X-Empty", "")])
        #expect(answer.text.contains("[\"User-Agent\", \"shop/1.0\"]"))
        #expect(answer.text.contains("[\"Accept-Encoding\", \"gzip, deflate\"]"))
        #expect(answer.text.contains("[\"X-Empty\", \"\"]"))
        #expect(!answer.text.contains("Expect"))
    }

    @Test func goesThroughAProxy() async {
        var options = CurlOptions()
        options.proxy = server.url("/")
        // A proxy is asked for the whole URL, which this server has no path for.
        let answer = await Client(options).get("http://shop.example/ok")
        #expect(answer.status == 404)
        options.proxy = "http://127.0.0.1:1"
        #expect(await Client(options).get("http://shop.example/ok").error?.kind == .network)
    }
}
