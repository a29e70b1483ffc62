import FeedParsing
import Foundation

/// The files that tests read: the project's fixtures, and the real captures and fault files of
/// `../shared`, which not every machine has.
package enum FeedFiles {
    package static let package = URL(filePath: #filePath).appending(path: "../../..").standardized
    package static let shared = package.appending(path: "../shared").standardized
    package static let hasShared = FileManager.default.fileExists(
        atPath: shared.appending(path: "feeds").path)

    package static func fixture(_ name: String) throws -> Data {
        try Data(contentsOf: package.appending(path: "Tests/Fixtures/\(name)"))
    }

    /// A capture ("feeds/…") or a fault file ("faults/…"); of an HTTP answer its body.
    package static func shared(_ name: String) throws -> Data {
        let bytes = try Data(contentsOf: shared.appending(path: name))
        guard name.hasSuffix(".http"), let head = bytes.firstRange(of: Data("\r\n\r\n".utf8)) else {
            return bytes
        }
        return bytes[head.upperBound...]
    }

    /// Names of the JSON files in a folder of `../shared`, in order; none where it isn't there.
    package static func sharedNames(in folder: String) -> [String] {
        let all = try? FileManager.default.contentsOfDirectory(atPath: shared.appending(path: folder).path)
        return (all ?? []).filter { $0.hasSuffix(".json") }.sorted().map { "\(folder)/\($0)" }
    }

    /// A built-in mapping, or one of the folder Mappings of FeedParsingTests.
    package static func mapping(_ name: String) throws -> Mapping {
        let file = package.appending(path: "Tests/FeedParsingTests/Mappings/\(name).json")
        guard FileManager.default.fileExists(atPath: file.path) else { return try Mapping(named: name) }
        return try Mapping(text: String(contentsOf: file, encoding: .utf8))
    }

    package static func page(_ name: String, _ mapping: String) throws -> Snapshot {
        try FeedFiles.mapping(mapping).parse(fixture(name))
    }

    package static func sharedPage(_ name: String, _ mapping: String) throws -> Snapshot {
        try FeedFiles.mapping(mapping).parse(shared(name))
    }
}

extension Mapping {
    package func parse(_ data: Data) throws -> Snapshot {
        try data.withUnsafeBytes { try parse($0) }
    }
}

extension Snapshot {
    /// One line for each section: its kind, how many items, and how many children those have that have any.
    /// "STYLE_RCMD 2 (3 3)"
    package var outline: [String] {
        sections.map { section in
            let children = section.items.map(\.children.count).filter { $0 > 0 }
            let tail = children.isEmpty ? "" : " (\(children.map(String.init).joined(separator: " ")))"
            return "\(section.kind.name) \(section.items.count)\(tail)"
        }
    }

    /// "bad-field /items/3/id": the codes spelled as in the enum.
    package var warningLines: [String] {
        warnings.map { "\($0.code) \($0.path)" }
    }

    package var allItems: [Item] {
        sections.flatMap(\.items).flatMap { [$0] + $0.children }
    }
}

extension Section {
    package var titles: [String?] { items.map(\.title) }
    package var ids: [String] { items.map(\.id) }
}

extension Item {
    package func text(_ extra: String) -> String? { self.extra(extra)?.text }
    package func list(_ extra: String) -> [String]? { self.extra(extra)?.elements }
}
