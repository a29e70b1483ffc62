import FeedFetching
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct RedirectTests {
    let server = Server.bad
    let client = Client()

    /// The answer of a server that redirects to `location`.
    func follow(_ location: String, status: String = "302", _ change: (inout HTTPRequest) -> Void = { _ in })
        async
        -> Answer
    {
        let escaped = location.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        var request = HTTPRequest(url: server.url("/to?\(status):\(escaped)"))
        change(&request)
        return await client.fetch(request)
    }

    @Test func asOftenAsAllowed() async {
        #expect(await client.get(server.url("/chain?5")).status == 200)
        let error = await client.get(server.url("/chain?6")).error
        #expect(error?.kind == .http)
        #expect(error?.httpStatus == 302)
        #expect(error?.message == "127.0.0.1 redirects more than 5 times")
        var options = CurlOptions()
        options.maxRedirects = 0
        #expect(await Client(options).get(server.url("/chain?1")).error?.kind == .http)
        #expect(await Client(options).get(server.url("/ok")).status == 200)
    }

    @Test(arguments: [
        "file:///etc/hostname", "FILE:///etc/hostname", "gopher://127.0.0.1:70/_x", "ftp://127.0.0.1/x",
        "dict://127.0.0.1:11/", "http://127.0.0.1:99999/", "http://", "http://a b/",
    ])
    func onlyToTheWeb(location: String) async {
        let error = await follow(location).error
        #expect(error?.kind == .http)
        #expect(error?.httpStatus == 302)
    }

    @Test(arguments: [
        "/ok", "ok", "./ok", "../../ok", "HTTP://127.0.0.1:PORT/ok", "//127.0.0.1:PORT/ok", "/ok#part",
        "/beside", "/beside#a/b",
    ])
    func inAnySpelling(location: String) async {
        let location = location.replacing("PORT", with: "\(server.port("server"))")
        let answer = await follow(location)
        #expect(answer.status == 200)
        #expect(answer.text.contains("Item 7"))
        // Of the answers on the way nothing is left.
        #expect(!answer.text.contains("elsewhere"))
    }

    @Test func whatAURLCantHoldIsEscaped() async {
        let answer = await follow("/echo?a b")
        #expect(answer.status == 200)
        // A server may send bytes of any encoding: these are no UTF-8.
        #expect(await client.get(server.url("/to?/ok%3Fa%C4%E3")).status == 200)
    }

    @Test func anEmptyLocationIsNone() async {
        let answer = await follow("")
        #expect(answer.status == 302)
        #expect(answer.text == "elsewhere")
    }

    @Test(arguments: ["301": "GET", "302": "GET", "303": "GET", "307": "POST", "308": "POST"])
    func aPostMayBecomeAGet(status: String, method: String) async {
        let answer = await follow("/echo", status: status) { request in
            request.method = "POST"
            request.headers = [HTTPHeader("Content-Type", "application/json"), HTTPHeader("X-Own", "1")]
            request.body = Array("{}".utf8)
        }
        #expect(answer.member("method") == method)
        #expect(answer.member("body") == (method == "POST" ? "{}" : ""))
        #expect(answer.text.contains("application/json") == (method == "POST"))
        #expect(answer.text.contains("X-Own"))
    }

    @Test func anotherPortIsAnotherServer() async {
        let answer = await follow(Server.good.url("/", "echo"), status: "307") { request in
            request.method = "POST"
            request.headers = [HTTPHeader("X-Secret", "s"), HTTPHeader("Content-Type", "text/plain")]
            request.body = Array("body".utf8)
        }
        #expect(answer.member("secret") == "")
        #expect(answer.member("type") == "text/plain")
    }

    @Test func theWayBackGetsNoSecretsEither() async {
        // To "localhost", and from there back to where it began.
        let back = server.url("/echo").addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let answer = await follow(server.url("/to?\(back)", host: "localhost")) { request in
            request.headers = [HTTPHeader("X-Secret", "s"), HTTPHeader("Cookie", "own=1")]
        }
        #expect(answer.member("method") == "GET")
        #expect(!answer.text.contains("X-Secret"))
        #expect(!answer.text.contains("own=1"))
    }

    @Test func theTimeToConnectIsThatOfEachHop() async {
        var options = CurlOptions()
        options.connectTimeout = 300
        let deaf = server.url("/", "deaf").addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let error = await Client(options).get(server.url("/to?\(deaf)")).error
        #expect(error?.kind == .timeout)
    }
}
