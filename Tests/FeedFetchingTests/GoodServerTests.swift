import FeedFetching
import Foundation
import Testing

/// libcurl and nginx.
@Suite(.timeLimit(.minutes(2))) struct GoodServerTests {
    let server = Server.good

    @Test func readsAFile() async throws {
        let answer = await Client().get(server.url("/netease-home.json", "http"))
        let file = try Data(contentsOf: Server.fixtures.appending(path: "netease-home.json"))
        #expect(answer.status == 200)
        #expect(Data(answer.body) == file)
        #expect(answer.lastModified?.hasSuffix("GMT") == true)
        // nginx sends it compressed: how much there will be isn't known.
        #expect(answer.progress.last == Progress(bytes: Int64(file.count), total: -1))
    }

    @Test func unchangedIsTold() async throws {
        let client = Client()
        let url = server.url("/users.json", "http")
        let etag = try #require(await client.get(url).etag)
        let again = await client.get(url, [HTTPHeader("If-None-Match", etag)])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
        #expect(again.error == nil)
    }

    @Test func missingIsAnAnswer() async {
        let answer = await Client().get(server.url("/no-such-file", "http"))
        #expect(answer.status == 404)
        #expect(!answer.body.isEmpty)
    }

    @Test func sendsWhatIsAsked() async {
        var request = HTTPRequest(url: server.url("/", "echo"))
        request.url.replace("//", with: "//me:pass%20word@", maxReplacements: 1)
        request.method = "POST"
        request.headers = [
            HTTPHeader("X-Secret", "s"), HTTPHeader("Cookie", "a=1"), HTTPHeader("cookie", "b=2"),
            HTTPHeader("If-None-Match", "abc"),
            HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
        ]
        request.body = Array("q=1".utf8)
        let answer = await Client().fetch(request)
        #expect(answer.member("secret") == "s")
        #expect(answer.member("cookie") == "a=1; b=2")
        #expect(answer.member("tag") == "abc")
        #expect(answer.member("login") == "Basic " + Data("me:pass word".utf8).base64EncodedString())
        #expect(answer.member("method") == "POST")
        #expect(answer.member("type") == "application/x-www-form-urlencoded")
    }

    @Test func secretsStayAtTheirServer() async {
        var request = HTTPRequest(url: server.url("/to-echo", "http"))
        request.url.replace("//", with: "//me:password@", maxReplacements: 1)
        request.headers = [
            HTTPHeader("X-Secret", "s"), HTTPHeader("Cookie", "a=1"), HTTPHeader("If-None-Match", "abc"),
        ]
        let answer = await Client().fetch(request)
        #expect(answer.status == 200)
        for name in ["secret", "cookie", "tag", "login"] { #expect(answer.member(name) == "", "\(name)") }
    }

    @Test func followsWithinAServer() async {
        let answer = await Client().get(server.url("/once", "http"))
        #expect(answer.status == 200)
        #expect(answer.text.contains("\"users\""))
    }
}

@Suite(.timeLimit(.minutes(2))) struct TLSTests {
    let server = Server.good
    var trusting: CurlOptions {
        var options = CurlOptions()
        options.caFile = server.text("ca")
        return options
    }

    @Test func speaksHTTP2() async {
        let answer = await Client(trusting).get(server.url("/version", "https"))
        #expect(answer.member("protocol") == "HTTP/2.0")
    }

    @Test func aDirectoryOfCertificatesWillDo() async {
        var options = CurlOptions()
        options.caDirectory = server.text("caDirectory")
        #expect(await Client(options).get(server.url("/version", "https")).status == 200)
    }

    @Test(arguments: ["SSL_CERT_FILE": "ca", "SSL_CERT_DIR": "caDirectory"])
    func theEnvironmentMaySayWhatIsTrusted(variable: String, place: String) async {
        let client = Client(environment: [variable: server.text(place)])
        #expect(await client.get(server.url("/version", "https")).status == 200)
    }

    @Test func optionsBeatTheEnvironment() async {
        var options = CurlOptions()
        options.caFile = server.text("stranger")
        let client = Client(options, environment: ["SSL_CERT_FILE": server.text("ca")])
        let answer = await client.get(server.url("/version", "https"))
        #expect(answer.error?.kind == .tls)
        #expect(answer.error?.message.contains(server.text("stranger")) == true)
        #expect(answer.error?.message.contains(server.text("ca")) == false)
    }

    @Test func aStrangerIsNotTrusted() async {
        let answer = await Client().get(server.url("/version", "https"))
        #expect(answer.error?.kind == .tls)
        #expect(answer.error?.isRetryable == false)
        #expect(answer.error?.message.contains("no trust in 127.0.0.1") == true)
        #expect(answer.error?.message.contains("/etc/ssl/certs") == true)
    }

    @Test func theNameMustFit() async {
        let answer = await Client(trusting).get(server.url("/", "other"))
        #expect(answer.error?.kind == .tls)
    }

    @Test func aMissingFileIsNamed() async {
        var options = CurlOptions()
        options.caFile = "/no/such/file.pem"
        let answer = await Client(options).get(server.url("/version", "https"))
        #expect(answer.error?.kind == .tls)
        #expect(answer.error?.message.contains("/no/such/file.pem") == true)
    }

    @Test func redirectsFromHTTPToHTTPS() async {
        #expect(await Client(trusting).get(server.url("/to-https", "http")).status == 200)
    }

    @Test func redirectsFromHTTPSToHTTPOnlyIfAllowed() async {
        let refused = await Client(trusting).get(server.url("/to-http", "https"))
        #expect(refused.error?.kind == .http)
        #expect(refused.error?.httpStatus == 302)
        var options = trusting
        options.allowsInsecureRedirects = true
        #expect(await Client(options).get(server.url("/to-http", "https")).status == 200)
    }

    @Test func manyAtOnce() async {
        let client = Client(trusting)
        let url = server.url("/users.json", "https")
        let statuses = await withTaskGroup(of: Int32.self) { group in
            for _ in 0..<30 { group.addTask { await client.get(url).status } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == [Int32](repeating: 200, count: 30))
    }

    /// With libcurl 7.88 some of these never ended.
    @Test func streamsEnd() async {
        let url = server.url("/users.json", "https")
        for round in 0..<30 {
            let client = Client(trusting)
            _ = await client.get(url)
            let statuses = await withTaskGroup(of: Int32.self) { group in
                for number in 0..<8 { group.addTask { await client.get("\(url)?\(round),\(number)").status } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == [Int32](repeating: 200, count: 8))
        }
    }
}
