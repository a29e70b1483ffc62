import Foundation

/// A server of `Tests/Servers`, for as long as this lives: it ends with its standard input.
final class Server: @unchecked Sendable {
    private let process = Process()
    private let input = Pipe()
    private let told: [String: Any]

    private init(_ script: String, _ argument: String) {

        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-B", Self.tests.appending(path: "Servers/\(script)").path, argument]
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        do {
            try process.run()
            let line = try output.fileHandleForReading.readLine()
            told = try JSONSerialization.jsonObject(with: line) as? [String: Any] ?? [:]
        } catch {
            fatalError("\(script) doesn't start: \(error)")
        }
    }

    /// `misbehave.py`.
    static func misbehaving() -> Server { Server("misbehave.py", faults.path) }

    /// `nginx.py`, with the fixtures.
    static func nginx() -> Server { Server("nginx.py", fixtures.path) }

    /// One of each for all tests that don't count its connections.
    static let bad = misbehaving()
    static let good = nginx()

    static let fixtures = tests.appending(path: "Fixtures")
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Answers that people met, beside the project or not.
    private static let faults = tests.appending(path: "../../shared/faults").standardizedFileURL

    static let faultFiles: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: faults.path)) ?? [])
        .filter { $0.hasSuffix(".http") }.map { String($0.dropLast(5)) }.sorted()

    func port(_ name: String) -> Int { told[name] as? Int ?? 0 }

    func text(_ name: String) -> String { told[name] as? String ?? "" }

    /// A URL of the port of that name.
    func url(_ path: String, _ port: String = "server", host: String = "127.0.0.1") -> String {
        let scheme = port == "https" || port == "other" ? "https" : "http"
        return "\(scheme)://\(host):\(self.port(port))\(path)"
    }
}

extension FileHandle {
    fileprivate func readLine() throws -> Data {
        var line = Data()
        while let byte = try read(upToCount: 1), byte != Data([0x0A]) { line += byte }
        return line
    }
}
