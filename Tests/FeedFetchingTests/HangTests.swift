import Foundation
import SystemFaults
import Testing

@testable import FeedFetching

/// Servers and systems that let one wait. One test at a time, because they measure.
@Suite(.serialized, .timeLimit(.minutes(2))) struct HangTests {
    let server = Server.bad

    /// Where a request can hang, from the name look-up to the last byte.
    enum Place: String, CaseIterable, Sendable {
        case name, connection, handshake, head, answer, body
    }

    func url(_ place: Place) -> String {
        switch place {
        case .name: "http://a.slow.example/"
        case .connection: server.url("/", "deaf")
        case .handshake: "https://127.0.0.1:\(server.port("mute"))/"
        case .head: server.url("/drip-head")
        case .answer: server.url("/silent")
        case .body: server.url("/drip")
        }
    }

    /// Nothing was waited for: whatever hangs here hangs for much longer.
    let atOnce = Duration.seconds(8)
    static let forEver: Int32 = 300_000

    /// A client that asks a server which hangs, once it does.
    func hanging(_ place: Place) async throws -> (Client, Exchange) {
        fault_slow_names(Self.forEver)
        var options = CurlOptions()
        options.connectTimeout = Int64(Self.forEver)
        let client = Client(options)
        let begun = fault_slow_names_begun()
        let exchange = client.start(HTTPRequest(url: url(place))) { _ in Issue.record("told after all") }
        try await Task.sleep(for: .milliseconds(150))
        while place == .name && fault_slow_names_begun() == begun {
            try await Task.sleep(for: .milliseconds(5))
        }
        return (client, exchange)
    }

    @Test(arguments: Place.allCases) func cancelsAtOnce(_ place: Place) async throws {
        let (client, exchange) = try await hanging(place)
        // Until the worker is ready for the next.
        let time = await client.time { client.transport.cancel(exchange) }
        #expect(time < atOnce)
        try await Task.sleep(for: .milliseconds(100))
    }

    @Test(arguments: Place.allCases) func closesAtOnce(_ place: Place) async throws {
        let (client, _) = try await hanging(place)
        let time = await client.time { client.transport.close() }
        #expect(time < atOnce)
    }

    @Test(arguments: [Place.name, .connection, .handshake]) func givesUpConnecting(_ place: Place) async {
        fault_slow_names(Self.forEver)
        var options = CurlOptions()
        options.connectTimeout = 300
        let client = Client(options)
        let url = url(place)
        let start = ContinuousClock.now
        let answer = await client.get(url)
        let time = answer.end - start
        #expect(answer.error?.kind == .timeout)
        #expect(answer.error?.message.hasPrefix("no connection to ") == true)
        #expect(time > .milliseconds(290) && time < atOnce, "\(time)")
    }

    @Test func connectedIsConnected() async {
        var options = CurlOptions()
        options.connectTimeout = 2000
        #expect(await Client(options).get(server.url("/wait?3000")).status == 200)
    }

    @Test func aSlowNameHoldsNobodyUp() async {
        fault_slow_names(Self.forEver)
        let client = Client()
        let slow = client.start(HTTPRequest(url: "http://b.slow.example/")) { _ in }
        let ended = fault_slow_names_ended()
        for _ in 0..<5 { #expect(await client.get(server.url("/ok")).status == 200) }
        #expect(fault_slow_names_ended() == ended)
        await client.run { client.transport.cancel(slow) }
        for _ in 0..<5 { #expect(await client.get(server.url("/ok")).status == 200) }
        #expect(fault_slow_names_ended() == ended)
    }

    @Test func aSlowNameLeadsThereAtLast() async {
        fault_slow_names(300)
        #expect(await Client().get(server.url("/ok", host: "c.slow.example")).status == 200)
    }

    @Test func whatWasCancelledInItsNameLookUpIsNeverConnected() async throws {
        fault_slow_names(3000)
        let server = Server.misbehaving()
        let client = Client()
        let (begun, ended) = (fault_slow_names_begun(), fault_slow_names_ended())
        let exchange = client.start(HTTPRequest(url: server.url("/ok", host: "d.slow.example"))) { _ in
            Issue.record("told after all")
        }
        while fault_slow_names_begun() == begun { try await Task.sleep(for: .milliseconds(5)) }
        await client.run { client.transport.cancel(exchange) }
        while fault_slow_names_ended() == ended { try await Task.sleep(for: .milliseconds(20)) }
        try await Task.sleep(for: .milliseconds(100))
        #expect(await client.get(server.url("", "stats")).member("accepted") == "0")
        #expect(await client.get(server.url("/ok", host: "d.slow.example")).status == 200)
    }

    @Test func cancelledBeforeItBeganIsNothing() async {
        let client = Client()
        let exchange = Exchange(
            HTTPRequest(url: server.url("/ok")), limit: 1, progress: { _, _ in },
            finish: { _ in Issue.record("told") })
        await client.run {
            client.transport.start(exchange)
            client.transport.cancel(exchange)
        }
        #expect(await client.get(server.url("/ok")).status == 200)
    }

    @Test func mayBeCalledWhileItTells() async {
        let client = Client()
        let url = server.url("/ok")
        // Cancels itself at the first bytes; starts another from there.
        let answer = await withCheckedContinuation { continuation in
            var first: Exchange?
            let second = Exchange(
                HTTPRequest(url: url), limit: 1 << 20, progress: { _, _ in },
                finish: { continuation.resume(returning: Answer($0, [])) })
            first = Exchange(
                HTTPRequest(url: url), limit: 1 << 20,
                progress: { _, _ in
                    guard let exchange = first else { return }
                    first = nil
                    client.transport.cancel(exchange)
                    client.transport.start(second)
                },
                finish: { _ in Issue.record("told after all") })
            client.worker.post { if let first { client.transport.start(first) } }
        }
        #expect(answer.status == 200)
    }

    @Test func mayBeClosedWhileItTells() async {
        let client = Client()
        await withCheckedContinuation { continuation in
            let exchange = Exchange(
                HTTPRequest(url: server.url("/ok")), limit: 1 << 20,
                progress: { _, _ in
                    client.transport.close()
                    client.worker.post { continuation.resume() }
                }, finish: { _ in Issue.record("told after all") })
            client.worker.post { client.transport.start(exchange) }
        }
    }
}
