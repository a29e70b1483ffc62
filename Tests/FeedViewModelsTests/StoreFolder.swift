import Foundation

/// A folder for a store's file; gone with its last user.
final class StoreFolder {
    private let path: String
    var file: String { path + "/store" }

    init() {
        path = NSTemporaryDirectory() + "/feedcore-" + UUID().uuidString
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The paths of all that is in it.
    var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).map { path + "/" + $0 }
    }
}
