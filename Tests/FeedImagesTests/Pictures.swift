import Foundation
import Testing

@testable import FeedImages

/// The smallest pictures of each kind, and what is none.
enum Pictures {
    static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        + chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0])
        + chunk("IDAT", [UInt8](repeating: 7, count: 300))
        + [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

    /// With a smaller one inside, as cameras have it, and an escaped 0xFF among its data.
    static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x06, 0x4A, 0x46, 0x49, 0x46]
        + [0xFF, 0xE1, 0x00, 0x0A, 0xFF, 0xD8, 0xFF, 0xDA, 0x01, 0x02, 0xFF, 0xD9]
        + [0xFF, 0xFF, 0xDA, 0x00, 0x04, 0x01, 0x00] + [UInt8](repeating: 0x5A, count: 200) + [
            0xFF, 0x00, 0xFF, 0xD9,
        ]

    /// With colours of its own, and a semicolon, which is what ends it, among its data.
    static let gif: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        + [0x21, 0xF9, 4, 1, 0, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0] + [2, 3, 0x3B, 1, 0x3B, 0] + [
            0x3B
        ]

    static let webp: [UInt8] =
        Array("RIFF".utf8) + [20, 0, 0, 0] + Array("WEBPVP8L".utf8) + [8, 0, 0, 0, 0x2F, 0, 0, 0, 0, 7, 7, 7]

    static let all: [ImageType: [UInt8]] = [.png: png, .jpeg: jpeg, .gif: gif, .webp: webp]

    static let page = Array("<!DOCTYPE html><title>Sign in</title>".utf8)

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        [0, 0, UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + Array(name.utf8) + data + [1, 2, 3, 4]
    }
}

/// A folder for pictures, which isn't there yet; gone with its last user.
final class TemporaryFolder {
    let path = NSTemporaryDirectory() + "feedcore-images-" + UUID().uuidString

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    func make() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func write(_ name: String, _ bytes: [UInt8]) {
        _ = FileManager.default.createFile(atPath: path + "/" + name, contents: Data(bytes))
    }

    func bytes(_ path: String?) -> [UInt8]? {
        path.flatMap { FileManager.default.contents(atPath: $0) }.map { Array($0) }
    }

    func mode(_ path: String) -> Int? {
        try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
