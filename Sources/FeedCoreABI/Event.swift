import CFeedCore
import FeedImages
import FeedParsing
import FeedViewModels

/// What a `feedcore_event *` points to, for the time of a callback.
final class EventHandle {
    let event: FeedEvent
    let sourceName: CText?
    let url: CText?
    let path: CText?
    let error: ErrorHandle?
    let change: UnsafeMutablePointer<Change>?

    init(_ event: FeedEvent, sourceName: String?) {
        self.event = event
        self.sourceName = sourceName.map { CText($0) }
        url = (event.log?.url ?? event.image?.url).map { CText($0) }
        path = event.image?.path.map { CText($0) }
        error = event.failure.map { ErrorHandle.of($0) }
        change = event.change.map { change in
            let place = UnsafeMutablePointer<Change>.allocate(capacity: 1)
            place.initialize(to: change)
            return place
        }
    }

    deinit {
        change?.deallocate()
    }

    var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }
}

extension feedcore_state {
    init(_ state: SourceState) {
        self.init(UInt32(state.rawValue))
    }
}

private func unwrap(_ event: OpaquePointer?) -> EventHandle? {
    event.map { Unmanaged<EventHandle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

@implementation @_cdecl("feedcore_event_get_kind")
public func feedcore_event_get_kind(_ event: OpaquePointer?) -> feedcore_event_kind {
    feedcore_event_kind(UInt32(unwrap(event)?.event.kind.rawValue ?? 0))
}

@implementation @_cdecl("feedcore_event_kind_name")
public func feedcore_event_kind_name(_ kind: feedcore_event_kind) -> UnsafePointer<CChar>? {
    lend(Int32(exactly: kind.rawValue).flatMap { FeedEvent.Kind(rawValue: $0) }?.name ?? "unknown")
}

@implementation @_cdecl("feedcore_state_name")
public func feedcore_state_name(_ state: feedcore_state) -> UnsafePointer<CChar>? {
    lend(Int32(exactly: state.rawValue).flatMap { SourceState(rawValue: $0) }?.name ?? "unknown")
}

@implementation @_cdecl("feedcore_event_request")
public func feedcore_event_request(_ event: OpaquePointer?) -> UInt64 {
    unwrap(event)?.event.request ?? 0
}

@implementation @_cdecl("feedcore_event_source")
public func feedcore_event_source(_ event: OpaquePointer?) -> Int64 {
    Int64(unwrap(event)?.event.source ?? -1)
}

@implementation @_cdecl("feedcore_event_source_name")
public func feedcore_event_source_name(_ event: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(event)?.sourceName?.pointer
}

@implementation @_cdecl("feedcore_event_revision_from")
public func feedcore_event_revision_from(_ event: OpaquePointer?) -> UInt64 {
    unwrap(event)?.event.revisionFrom ?? 0
}

@implementation @_cdecl("feedcore_event_revision_to")
public func feedcore_event_revision_to(_ event: OpaquePointer?) -> UInt64 {
    unwrap(event)?.event.revisionTo ?? 0
}

@implementation @_cdecl("feedcore_event_change")
public func feedcore_event_change(_ event: OpaquePointer?) -> OpaquePointer? {
    unwrap(event)?.change.map { OpaquePointer($0) }
}

@implementation @_cdecl("feedcore_event_state")
public func feedcore_event_state(_ event: OpaquePointer?) -> feedcore_state {
    feedcore_state(unwrap(event)?.event.state ?? .idle)
}

@implementation @_cdecl("feedcore_event_error")
public func feedcore_event_error(_ event: OpaquePointer?) -> OpaquePointer? {
    unwrap(event)?.error.map { OpaquePointer(Unmanaged.passUnretained($0).toOpaque()) }
}

@implementation @_cdecl("feedcore_event_bytes")
public func feedcore_event_bytes(_ event: OpaquePointer?) -> Int64 {
    unwrap(event)?.event.bytes ?? -1
}

@implementation @_cdecl("feedcore_event_total")
public func feedcore_event_total(_ event: OpaquePointer?) -> Int64 {
    unwrap(event)?.event.total ?? -1
}

@implementation @_cdecl("feedcore_event_taken")
public func feedcore_event_taken(_ event: OpaquePointer?) -> Int64 {
    unwrap(event)?.event.taken ?? 0
}

@implementation @_cdecl("feedcore_event_skipped")
public func feedcore_event_skipped(_ event: OpaquePointer?) -> Int64 {
    unwrap(event)?.event.skipped ?? 0
}

@implementation @_cdecl("feedcore_event_item")
public func feedcore_event_item(_ event: OpaquePointer?) -> OpaquePointer? {
    unwrap(event)?.event.activation?.item.map { OpaquePointer($0.record) }
}

@implementation @_cdecl("feedcore_event_action")
public func feedcore_event_action(_ event: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(event)?.event.activation?.action.text
}

@implementation @_cdecl("feedcore_event_section")
public func feedcore_event_section(_ event: OpaquePointer?) -> OpaquePointer? {
    unwrap(event)?.event.section.map { OpaquePointer($0.record) }
}

@implementation @_cdecl("feedcore_event_activation")
public func feedcore_event_activation(_ event: OpaquePointer?) -> OpaquePointer? {
    unwrap(event)?.event.activation.map { OpaquePointer(Unmanaged.passUnretained($0.action).toOpaque()) }
}

@implementation @_cdecl("feedcore_event_position")
public func feedcore_event_position(_ event: OpaquePointer?) -> Int64 {
    Int64(unwrap(event)?.event.position ?? -1)
}

@implementation @_cdecl("feedcore_event_url")
public func feedcore_event_url(_ event: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(event)?.url?.pointer
}

@implementation @_cdecl("feedcore_event_http_status")
public func feedcore_event_http_status(_ event: OpaquePointer?) -> Int32 {
    unwrap(event)?.event.log?.httpStatus ?? -1
}

@implementation @_cdecl("feedcore_event_milliseconds")
public func feedcore_event_milliseconds(_ event: OpaquePointer?) -> Int64 {
    unwrap(event)?.event.log?.milliseconds ?? -1
}

@implementation @_cdecl("feedcore_event_warning_total")
public func feedcore_event_warning_total(_ event: OpaquePointer?) -> Int {
    unwrap(event)?.event.log?.warningTotal ?? 0
}

@implementation @_cdecl("feedcore_event_path")
public func feedcore_event_path(_ event: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(event)?.path?.pointer
}

@implementation @_cdecl("feedcore_event_get_image_type")
public func feedcore_event_get_image_type(_ event: OpaquePointer?) -> feedcore_image_type {
    feedcore_image_type(UInt32(unwrap(event)?.event.image?.type?.rawValue ?? 0))
}
