// swift-tools-version: 6.3
import PackageDescription

// The same sources as in CMakeLists.txt, compiled in the ordinary way: for the Swift tests, and for Swift programs.

let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "feedcore",
    products: [
        .library(name: "FeedCore", targets: ["FeedParsing", "FeedImages", "FeedViewModels"])
    ],
    targets: [
        .systemLibrary(name: "CFeedCore", path: "include"),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .target(name: "CPlatform"),
        .target(name: "CCurl"),
        .target(name: "CSQLite"),
        .target(
            name: "FeedParsing", dependencies: ["CPlatform"], exclude: ["README.md", "Mappings/README.md"],
            swiftSettings: settings, linkerSettings: [.linkedLibrary("m")]),
        .target(
            name: "FeedFetching", dependencies: ["CCurl", "CPlatform", "FeedParsing"], swiftSettings: settings
        ),
        .target(
            name: "FeedStore", dependencies: ["CPlatform", "CSQLite", "FeedFetching", "FeedParsing"],
            swiftSettings: settings),
        .target(
            name: "FeedImages", dependencies: ["CPlatform", "FeedFetching", "FeedParsing"],
            swiftSettings: settings
        ),
        .target(
            name: "FeedViewModels",
            dependencies: ["CPlatform", "FeedFetching", "FeedImages", "FeedParsing", "FeedStore"],
            swiftSettings: settings),
        .target(
            name: "FeedCoreABI",
            dependencies: [
                "CFeedCore", "CJansson", "CPlatform", "FeedFetching", "FeedImages", "FeedParsing",
                "FeedViewModels",
            ],
            exclude: ["packaging"], swiftSettings: settings),

        .target(
            name: "JSONOracle", dependencies: ["CJansson", "FeedParsing"], path: "Tests/JSONOracle",
            swiftSettings: settings),
        .target(
            name: "TestFeeds", dependencies: ["FeedParsing"], path: "Tests/TestFeeds", swiftSettings: settings
        ),
        .testTarget(
            name: "FeedParsingTests", dependencies: ["FeedParsing", "JSONOracle", "TestFeeds"],
            exclude: ["Mappings"], swiftSettings: settings),
        .target(name: "SystemFaults", path: "Tests/SystemFaults"),
        .testTarget(
            name: "FeedFetchingTests", dependencies: ["FeedFetching", "SystemFaults"], swiftSettings: settings
        ),
        .testTarget(
            name: "FeedStoreTests", dependencies: ["CSQLite", "FeedParsing", "FeedStore", "SystemFaults"],
            swiftSettings: settings),
        .testTarget(
            name: "FeedImagesTests", dependencies: ["FeedFetching", "FeedImages", "FeedParsing"],
            swiftSettings: settings),
        .testTarget(
            name: "FeedViewModelsTests",
            dependencies: ["FeedImages", "FeedStore", "FeedViewModels", "TestFeeds"],
            swiftSettings: settings),
        .testTarget(
            name: "FeedCoreABITests", dependencies: ["CJansson", "FeedCoreABI", "FeedParsing"],
            swiftSettings: settings),
    ]
)
