import CFeedCore
import CJansson
import FeedParsing

private func unwrap(_ action: OpaquePointer?) -> Action? {
    action.map { Unmanaged<Action>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

private func finish(
    _ outAction: UnsafeMutablePointer<OpaquePointer?>?, _ action: @autoclosure () -> Action?
) -> feedcore_status {
    outAction?.pointee = nil
    guard let outAction, let action = action() else { return FEEDCORE_ERROR_ARGUMENT }
    outAction.pointee = OpaquePointer(Unmanaged.passRetained(action).toOpaque())
    return FEEDCORE_OK
}

private func rules(_ mapping: OpaquePointer?) -> [Mapping] {
    unwrapMapping(mapping).map { [$0] } ?? []
}

@implementation @_cdecl("feedcore_action_new")
public func feedcore_action_new(
    _ mapping: OpaquePointer?, _ text: UnsafePointer<CChar>?,
    _ outAction: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    if let text, !JSONText.isUTF8(text.utf8) {
        outAction?.pointee = nil
        return FEEDCORE_ERROR_ARGUMENT
    }
    return finish(outAction, Action(text, type: nil, of: nil, by: rules(mapping)))
}

@implementation @_cdecl("feedcore_action_of_item")
public func feedcore_action_of_item(
    _ mapping: OpaquePointer?, _ item: OpaquePointer?, _ outAction: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    let record = unwrap(item, as: ItemRecord.self)
    return finish(outAction, record.map { Action($0, by: rules(mapping)) })
}

@implementation @_cdecl("feedcore_action_of_section")
public func feedcore_action_of_section(
    _ mapping: OpaquePointer?, _ section: OpaquePointer?,
    _ outAction: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    let record = unwrap(section, as: SectionRecord.self)
    return finish(outAction, record.map { Action($0, by: rules(mapping)) })
}

@implementation @_cdecl("feedcore_action_free")
public func feedcore_action_free(_ action: OpaquePointer?) {
    guard let action else { return }
    Unmanaged<Action>.fromOpaque(UnsafeRawPointer(action)).release()
}

@implementation @_cdecl("feedcore_action_get_kind")
public func feedcore_action_get_kind(_ action: OpaquePointer?) -> feedcore_action_kind {
    feedcore_action_kind(UInt32((unwrap(action)?.kind ?? .none).rawValue))
}

@implementation @_cdecl("feedcore_action_kind_name")
public func feedcore_action_kind_name(_ kind: feedcore_action_kind) -> UnsafePointer<CChar>? {
    lend((Int32(exactly: kind.rawValue).flatMap { Action.Kind(rawValue: $0) } ?? .unknown).name)
}

@implementation @_cdecl("feedcore_action_id")
public func feedcore_action_id(_ action: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(action)?.idText
}

@implementation @_cdecl("feedcore_action_url")
public func feedcore_action_url(_ action: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(action)?.urlText
}

@implementation @_cdecl("feedcore_action_text")
public func feedcore_action_text(_ action: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(action)?.text
}

@implementation @_cdecl("feedcore_action_type")
public func feedcore_action_type(_ action: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(action)?.type
}

@implementation @_cdecl("feedcore_action_parameter_count")
public func feedcore_action_parameter_count(_ action: OpaquePointer?) -> Int {
    unwrap(action)?.parameters.count ?? 0
}

@implementation @_cdecl("feedcore_action_parameter_name")
public func feedcore_action_parameter_name(
    _ action: OpaquePointer?, _ index: Int
) -> UnsafePointer<CChar>? {
    unwrap(action)?.parameters.at(index)?.name
}

@implementation @_cdecl("feedcore_action_parameter")
public func feedcore_action_parameter(
    _ action: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> UnsafePointer<CChar>? {
    name.flatMap { unwrap(action)?.parameter(utf8: $0.utf8) }
}

extension Action {
    /// The action as JSON text.
    fileprivate var json: [UInt8] {
        var writer = JSONWriter()
        writer.action(self)
        return writer.bytes
    }
}

@implementation @_cdecl("feedcore_action_to_json")
public func feedcore_action_to_json(_ action: OpaquePointer?) -> UnsafeMutablePointer<json_t>? {
    unwrap(action).flatMap { makeJansson($0.json) }
}

@implementation @_cdecl("feedcore_action_to_text")
public func feedcore_action_to_text(_ action: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
    unwrap(action).flatMap { copyForHost($0.json) }
}
