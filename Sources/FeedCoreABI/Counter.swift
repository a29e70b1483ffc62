import CFeedCore
import FeedViewModels

/// What a `feedcore_counter *` points to: the view model, its C text, and whom to tell.
final class CounterHandle {
    let counter: Counter
    private(set) var text: CText
    private var callback: feedcore_counter_callback?
    private var callbackData: HostData?

    init(_ initial: Int64) {
        counter = Counter(initial)
        text = CText(counter.text)
        counter.didChange = { [unowned(unsafe) self] count in
            text = CText(counter.text)
            tell(count)
        }
    }

    func setFormat(_ format: String) {
        counter.format = format
        text = CText(counter.text)
    }

    func setCallback(_ function: feedcore_counter_callback?, _ data: HostData?) {
        // Released after the change: that is the host's code.
        let old = callbackData
        callback = function
        callbackData = data
        withExtendedLifetime(old) {}
    }

    /// The function may replace itself or free the counter; its data outlives the call either way.
    private func tell(_ count: Int64) {
        guard let callback, let data = callbackData else { return }
        withExtendedLifetime(data) {
            callback(OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), count, data.pointer)
        }
    }
}

private func unwrap(_ counter: OpaquePointer?) -> CounterHandle? {
    counter.map { Unmanaged<CounterHandle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

@implementation @_cdecl("feedcore_counter_new")
public func feedcore_counter_new(_ initial: Int64) -> OpaquePointer? {
    OpaquePointer(Unmanaged.passRetained(CounterHandle(initial)).toOpaque())
}

@implementation @_cdecl("feedcore_counter_set_format")
public func feedcore_counter_set_format(
    _ counter: OpaquePointer?, _ format: UnsafePointer<CChar>?
) -> feedcore_status {
    guard let handle = unwrap(counter) else { return FEEDCORE_ERROR_ARGUMENT }
    guard let format else {
        handle.setFormat(Counter.defaultFormat)
        return FEEDCORE_OK
    }
    guard let text = String(validatingCString: format) else { return FEEDCORE_ERROR_ARGUMENT }
    handle.setFormat(text)
    return FEEDCORE_OK
}

@implementation @_cdecl("feedcore_counter_increment")
public func feedcore_counter_increment(_ counter: OpaquePointer?) -> feedcore_status {
    guard let handle = unwrap(counter) else { return FEEDCORE_ERROR_ARGUMENT }
    withExtendedLifetime(handle) { handle.counter.increment() }
    return FEEDCORE_OK
}

@implementation @_cdecl("feedcore_counter_decrement")
public func feedcore_counter_decrement(_ counter: OpaquePointer?) -> feedcore_status {
    guard let handle = unwrap(counter) else { return FEEDCORE_ERROR_ARGUMENT }
    withExtendedLifetime(handle) { handle.counter.decrement() }
    return FEEDCORE_OK
}

@implementation @_cdecl("feedcore_counter_count")
public func feedcore_counter_count(_ counter: OpaquePointer?) -> Int64 {
    unwrap(counter)?.counter.count ?? 0
}

@implementation @_cdecl("feedcore_counter_text")
public func feedcore_counter_text(_ counter: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(counter)?.text.pointer
}

@implementation @_cdecl("feedcore_counter_set_callback")
public func feedcore_counter_set_callback(
    _ counter: OpaquePointer?, _ callback: feedcore_counter_callback?, _ userData: UnsafeMutableRawPointer?,
    _ destroy: feedcore_destroy?
) -> feedcore_status {
    let data = HostData(userData, destroy)
    guard let handle = unwrap(counter) else { return FEEDCORE_ERROR_ARGUMENT }
    withExtendedLifetime(handle) { handle.setCallback(callback, data) }
    return FEEDCORE_OK
}

@implementation @_cdecl("feedcore_counter_free")
public func feedcore_counter_free(_ counter: OpaquePointer?) {
    guard let counter else { return }
    let handle = Unmanaged<CounterHandle>.fromOpaque(UnsafeRawPointer(counter)).takeRetainedValue()
    handle.setCallback(nil, nil)
}
