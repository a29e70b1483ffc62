import Foundation
import SystemFaults
import Testing

@testable import FeedFetching

/// What it costs. Where the whole process is measured, it is a process of its own.
@Suite(.timeLimit(.minutes(3))) struct ResourceTests {
    @Test func oneConnectionServesOneAfterTheOther() async {
        let server = Server.misbehaving()
        let client = Client()
        for _ in 0..<20 { #expect(await client.get(server.url("/ok")).status == 200) }
        let stats = await client.get(server.url("", "stats"))
        #expect(stats.member("accepted") == "1")
        #expect(stats.member("requests") == "20")
    }

    @Test func aHostIsNotOverrun() async {
        let server = Server.misbehaving()
        let client = Client()
        let statuses = await withTaskGroup(of: Int32.self) { group in
            for _ in 0..<50 { group.addTask { await client.get(server.url("/wait?20")).status } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == [Int32](repeating: 200, count: 50))
        let stats = await client.get(server.url("", "stats"))
        #expect(stats.member("requests") == "50")
        #expect(stats.member("peak") == "4")
    }

    /// A request in the queue for a connection isn't connecting yet.
    @Test func waitingForOthersIsNotConnecting() async {
        var options = CurlOptions()
        options.connectTimeout = 2000
        options.connectionsPerHost = 1
        let server = Server.misbehaving()
        let client = Client(options)
        let answers = await withTaskGroup(of: Answer.self) { group in
            for _ in 0..<4 { group.addTask { await client.get(server.url("/wait?1000")) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.map(\.status) == [200, 200, 200, 200])
    }

    @Test func waitingCostsNothing() async throws {
        let client = Client()
        let url = Server.bad.url("/ok")
        // Idle, with a connection that is kept; then with an answer that doesn't come.
        #expect(await client.get(url).status == 200)
        #expect(try await client.rests())
        _ = client.start(HTTPRequest(url: Server.bad.url("/silent"))) { _ in }
        #expect(try await client.rests())
    }

    @Test func aBombStaysSmall() async {
        await #expect(processExitsWith: .success) {
            let server = Server.misbehaving()
            let client = Client()
            #expect(await client.get(server.url("/ok")).status == 200)
            let before = status("VmHWM")
            for _ in 0..<3 {
                #expect(await client.get(server.url("/bomb"), limit: 1 << 20).error?.kind == .tooLarge)
            }
            // In KiB: the limit, a growing array's second copy, and some.
            #expect(status("VmHWM") - before < 6 * 1024)
        }
    }

    @Test func nothingIsLeftBehind() async {
        await #expect(processExitsWith: .success) {
            let server = Server.misbehaving()
            let client = Client()
            let paths = ["/ok", "/hang-up", "/cut-gzip", "/chain?2", "/to?file:///x", "/reset", "/bomb"]
            // It ends with the first path, whose answer is small: the last one is still held.
            func round(_ count: Int) async {
                for index in 0..<count {
                    _ = await client.get(server.url(paths[index % paths.count]), limit: 1 << 20)
                }
            }
            await round(295)
            let (descriptors, memory) = (openDescriptors(), fault_memory_in_use())
            await round(505)
            #expect(openDescriptors() == descriptors)
            #expect(fault_memory_in_use() - memory < 200_000)
        }
    }

    @Test func aTransportLeavesNothingBehind() async {
        await #expect(processExitsWith: .success) {
            let server = Server.good
            var options = CurlOptions()
            options.caFile = server.text("ca")
            func round(_ count: Int) async throws {
                for _ in 0..<count {
                    let client = Client(options)
                    #expect(await client.get(server.url("/version", "https")).status == 200)
                }
            }
            try await round(20)
            try await Task.sleep(for: .milliseconds(200))
            let (descriptors, memory, threads) = (openDescriptors(), fault_memory_in_use(), status("Threads"))
            try await round(100)
            // The last workers are on the way out.
            var isGone: Bool {
                openDescriptors() <= descriptors && fault_memory_in_use() < memory + 200_000
                    && status("Threads") <= threads + 1
            }
            for _ in 0..<1500 where !isGone { try await Task.sleep(for: .milliseconds(20)) }
            #expect(isGone)
        }
    }

    @Test func signalsAreTheHosts() async {
        await #expect(processExitsWith: .success) {
            let server = Server.bad
            let before = Signals.all()
            let watch = Watch()
            var options = CurlOptions()
            options.caFile = Server.good.text("ca")
            options.connectTimeout = 100
            for _ in 0..<10 {
                let client = Client(options)
                for path in ["/ok", "/hang-up", "/reset", "/short"] { _ = await client.get(server.url(path)) }
                _ = await client.get(Server.good.url("/version", "https"))
                _ = await client.get("https://127.0.0.1:\(server.port("server"))/")
                #expect(Signals.all() == before)
            }
            #expect(watch.stop() == 0)
        }
    }

    @Test func withoutLibcurlItSaysSo() async {
        await #expect(processExitsWith: .success) {
            fault_hide_library("libcurl")
            let client = Client()
            for _ in 0..<2 {
                let error = await client.get("http://127.0.0.1/").error
                #expect(error?.kind == .unavailable)
                #expect(error?.message.contains("libcurl.so.4") == true)
                #expect(error?.message.contains("libcurl-gnutls.so.4") == true)
            }
        }
    }

    @Test func theOtherLibcurlWillDo() async {
        await #expect(processExitsWith: .success) {
            fault_hide_library("libcurl.so")
            let server = Server.good
            var options = CurlOptions()
            options.caFile = server.text("ca")
            #expect(await Client(options).get(server.url("/version", "https")).status == 200)
            #expect(await Client().get(server.url("/version", "https")).error?.kind == .tls)
            for misdeed in BadServerTests.misdeeds {
                let answer = await Client().get(Server.bad.url(misdeed.path), limit: 1 << 20)
                #expect(answer.error?.kind == misdeed.error, "\(misdeed.path)")
                #expect(answer.status == misdeed.status, "\(misdeed.path)")
            }
        }
    }
}

// MARK: - What the system knows

private func openDescriptors() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1
}

/// A number in the status of the process, or of the thread that asks.
private func status(_ name: String, of who: String = "self") -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(who)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
    return Int(line.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "") ?? -1
}

extension Client {
    /// Whether it comes to rest: a busy machine may take some seconds until all is sent.
    fileprivate func rests() async throws -> Bool {
        for _ in 0..<10 {
            let before = await effort()
            try await Task.sleep(for: .seconds(1))
            let after = await effort()
            // The look at it is a job, which wakes it once or twice.
            let microseconds = after.microseconds - before.microseconds
            if after.wakeups - before.wakeups <= 4, microseconds < 50_000 { return true }
        }
        return false
    }

    /// What the worker's thread has done so far.
    private func effort() async -> (wakeups: Int, microseconds: Int) {
        await withCheckedContinuation { continuation in
            _ = worker.post {
                var time = timespec()
                clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
                let wakeups = status("voluntary_ctxt_switches", of: "thread-self")
                continuation.resume(returning: (wakeups, time.tv_sec * 1_000_000 + time.tv_nsec / 1000))
            }
        }
    }
}

private enum Signals {
    /// What each signal does, and what this thread blocks.
    static func all() -> [UInt] {
        var all: [UInt] = []
        for signal in 1...64 {
            var action = sigaction()
            if sigaction(Int32(signal), nil, &action) == 0 { all.append(handler(action)) }
        }
        return all
    }

    static func handler(_ action: sigaction) -> UInt {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
    }
}

/// Looks at SIGPIPE all the time, from a thread of its own.
private final class Watch: @unchecked Sendable {
    private let lock = NSLock()
    private var changes = 0
    private var isOver = false
    private let done = DispatchSemaphore(value: 0)

    init() {
        Thread { [self] in
            let start = Self.sigpipe()
            while !lock.withLock({ isOver }) {
                if Self.sigpipe() != start { changes += 1 }
            }
            done.signal()
        }.start()
    }

    /// How often it was another.
    func stop() -> Int {
        lock.withLock { isOver = true }
        done.wait()
        return changes
    }

    private static func sigpipe() -> UInt {
        var action = sigaction()
        sigaction(SIGPIPE, nil, &action)
        return Signals.handler(action)
    }
}
