// swift-tools-version: 6.3
import Foundation
import PackageDescription

/// Until every part is written, what isn't there is left out.
func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: Context.packageDirectory + "/" + path)
}

let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "feedcore",
    products: [
        .library(name: "FeedCore", targets: ["FeedParsing", "FeedViewModels"])
    ],
    targets: [
        .systemLibrary(name: "CFeedCore", path: "include"),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .target(name: "CPlatform"),
        .target(name: "CCurl"),
        .target(
            name: "FeedParsing", dependencies: ["CPlatform"], exclude: ["README.md"], swiftSettings: settings),
        .target(
            name: "FeedFetching", dependencies: ["CCurl", "CPlatform"], swiftSettings: settings),
        .target(name: "FeedViewModels", dependencies: ["FeedFetching", "FeedParsing"], swiftSettings: settings),
        .target(
            name: "FeedCoreABI", dependencies: ["CFeedCore", "CJansson", "CPlatform", "FeedFetching", "FeedParsing", "FeedViewModels"],
            exclude: ["packaging"], swiftSettings: settings),
        .target(
            name: "JSONOracle", dependencies: ["CJansson", "FeedParsing"], path: "Tests/JSONOracle",
            swiftSettings: settings),
        .testTarget(
            name: "FeedParsingTests",
            dependencies: ["FeedParsing"] + (exists("Tests/JSONOracle") ? ["JSONOracle"] : []),
            swiftSettings: settings),
        .target(name: "SystemFaults", path: "Tests/SystemFaults"),
        .testTarget(
            name: "FeedFetchingTests", dependencies: ["FeedFetching", "SystemFaults"], swiftSettings: settings),
        .testTarget(name: "FeedViewModelsTests", dependencies: ["FeedViewModels"], swiftSettings: settings),
        .testTarget(name: "FeedCoreABITests", dependencies: ["CFeedCore", "FeedCoreABI"], swiftSettings: settings),
    ].filter { target in
        exists(target.path ?? (target.isTest ? "Tests/" : "Sources/") + target.name)
    }
)
