import CFeedCore
import CJansson
import FeedParsing

func unwrapMapping(_ mapping: OpaquePointer?) -> Mapping? {
    mapping.map { Unmanaged<Mapping>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

@implementation @_cdecl("feedcore_mapping_builtin")
public func feedcore_mapping_builtin(
    _ name: UnsafePointer<CChar>?, _ outMapping: UnsafeMutablePointer<OpaquePointer?>?,
    _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(outMapping, outError) { () throws(FeedError) in
        guard let name else { throw .argument("the mapping's name is NULL") }
        return try Mapping(named: String(cString: name))
    }
}

@implementation @_cdecl("feedcore_mapping_builtin_name")
public func feedcore_mapping_builtin_name(_ index: Int) -> UnsafePointer<CChar>? {
    Mapping.builtinName(at: index).map { lend($0) }
}

@implementation @_cdecl("feedcore_mapping_new")
public func feedcore_mapping_new(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ outMapping: UnsafeMutablePointer<OpaquePointer?>?,
    _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(outMapping, outError) { () throws(FeedError) in try Mapping(try bytes(text, length)) }
}

@implementation @_cdecl("feedcore_mapping_new_json")
public func feedcore_mapping_new_json(
    _ json: UnsafePointer<json_t>?, _ outMapping: UnsafeMutablePointer<OpaquePointer?>?,
    _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(outMapping, outError) { () throws(FeedError) in
        try readJansson(json) { (text) throws(FeedError) in try Mapping(text) }
    }
}

@implementation @_cdecl("feedcore_mapping_free")
public func feedcore_mapping_free(_ mapping: OpaquePointer?) {
    guard let mapping else { return }
    Unmanaged<Mapping>.fromOpaque(UnsafeRawPointer(mapping)).release()
}

@implementation @_cdecl("feedcore_mapping_name")
public func feedcore_mapping_name(_ mapping: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrapMapping(mapping)?.nameCString
}

@implementation @_cdecl("feedcore_mapping_to_text")
public func feedcore_mapping_to_text(_ mapping: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
    unwrapMapping(mapping).flatMap { copyForHost(Array($0.text)) }
}
