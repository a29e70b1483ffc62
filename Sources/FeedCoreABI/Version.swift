import CFeedCore
import CPlatform

/// The same as FEEDCORE_VERSION, which Swift has as a String; a test compares them.
let version: StaticString = "0.2.0"

@implementation @_cdecl("feedcore_version")
public func feedcore_version() -> UnsafePointer<CChar>? {
    lend(version)
}

@implementation @_cdecl("feedcore_version_number")
public func feedcore_version_number() -> Int32 {
    FEEDCORE_VERSION_MAJOR * 1_000_000 + FEEDCORE_VERSION_MINOR * 1000 + FEEDCORE_VERSION_PATCH
}

@implementation @_cdecl("feedcore_free")
public func feedcore_free(_ memory: UnsafeMutableRawPointer?) {
    free(memory)
}
