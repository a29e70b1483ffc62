import CFeedCore
import CJansson
import CPlatform
import FeedParsing
import FeedViewModels

/// What a `feedcore_search *` points to: the view model, its feed's handle, the texts that it lends, and whom to tell.
final class SearchHandle {
    let search: SearchViewModel
    let results: FeedHandle
    let prompt, placeholder: CText
    var query = CText("")
    private(set) var recentQueries: [CText] = []
    private var callback: feedcore_search_callback?
    private var callbackData: HostData?

    init(_ search: SearchViewModel) {
        self.search = search
        results = FeedHandle(search.results)
        prompt = CText(search.prompt)
        placeholder = CText(search.placeholder)
        // The handle closes the search, and with it this, before it goes.
        search.didChange = { [unowned(unsafe) self] event in
            if event.kind == .recent { recentQueries = search.recentQueries.map { CText($0) } }
            tell(event)
        }
    }

    func setCallback(_ function: feedcore_search_callback?, _ data: HostData?) {
        // Released after the change: that is the host's code.
        let old = callbackData
        callback = function
        callbackData = data
        withExtendedLifetime(old) {}
    }

    private func tell(_ event: FeedEvent) {
        guard let callback, let data = callbackData else { return }
        let lent = EventHandle(event, sourceName: nil)
        withExtendedLifetime((self, lent, data)) { callback(pointer, lent.pointer, data.pointer) }
    }

    private var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }
}

private func unwrap(_ search: OpaquePointer?) -> SearchHandle? {
    search.map { Unmanaged<SearchHandle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

/// For getters: nil on a thread that isn't the search's.
private func own(_ search: OpaquePointer?) -> SearchHandle? {
    guard let handle = unwrap(search), handle.search.isOnOwnThread else { return nil }
    return handle
}

private func makeSearch(
    _ context: OpaquePointer?, _ config: UnsafeRawBufferPointer
) throws(FeedError) -> SearchHandle {
    guard let context = unwrapContext(context)?.context else { throw .argument("the context is NULL") }
    return SearchHandle(try SearchViewModel(context, try SearchConfig(config)))
}

@implementation @_cdecl("feedcore_search_new")
public func feedcore_search_new(
    _ context: OpaquePointer?, _ config: UnsafePointer<CChar>?, _ length: Int,
    _ outSearch: UnsafeMutablePointer<OpaquePointer?>?, _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(outSearch, outError) { () throws(FeedError) in
        try makeSearch(context, try bytes(config, length))
    }
}

@implementation @_cdecl("feedcore_search_new_json")
public func feedcore_search_new_json(
    _ context: OpaquePointer?, _ config: UnsafePointer<json_t>?,
    _ outSearch: UnsafeMutablePointer<OpaquePointer?>?, _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(outSearch, outError) { () throws(FeedError) in
        try readJansson(config) { (text) throws(FeedError) in try makeSearch(context, text) }
    }
}

@implementation @_cdecl("feedcore_search_free")
public func feedcore_search_free(_ search: OpaquePointer?) {
    guard let search, let handle = own(search) else { return }
    handle.search.close()
    handle.setCallback(nil, nil)
    Unmanaged<SearchHandle>.fromOpaque(UnsafeRawPointer(search)).release()
}

@implementation @_cdecl("feedcore_search_set_callback")
public func feedcore_search_set_callback(
    _ search: OpaquePointer?, _ callback: feedcore_search_callback?, _ userData: UnsafeMutableRawPointer?,
    _ destroy: feedcore_destroy?
) -> feedcore_status {
    let data = HostData(userData, destroy)
    guard let handle = unwrap(search) else { return FEEDCORE_ERROR_ARGUMENT }
    guard handle.search.isUsable else { return FEEDCORE_ERROR_THREAD }
    handle.setCallback(callback, data)
    return FEEDCORE_OK
}

@implementation @_cdecl("feedcore_search_feed")
public func feedcore_search_feed(_ search: OpaquePointer?) -> OpaquePointer? {
    own(search).map { OpaquePointer(Unmanaged.passUnretained($0.results).toOpaque()) }
}

@implementation @_cdecl("feedcore_search_set_query")
public func feedcore_search_set_query(
    _ search: OpaquePointer?, _ query: UnsafePointer<CChar>?
) -> feedcore_status {
    guard let handle = unwrap(search), let query, let text = String(validatingCString: query) else {
        return FEEDCORE_ERROR_ARGUMENT
    }
    guard handle.search.isUsable else { return FEEDCORE_ERROR_THREAD }
    guard text.utf8.count <= SearchViewModel.queryLimit else { return FEEDCORE_ERROR_TOO_LARGE }
    handle.query = CText(text)
    return feedcore_status(handle.search.setQuery(text))
}

@implementation @_cdecl("feedcore_search_submit")
public func feedcore_search_submit(_ search: OpaquePointer?) -> feedcore_status {
    unwrap(search).map { feedcore_status($0.search.submit()) } ?? FEEDCORE_ERROR_ARGUMENT
}

@implementation @_cdecl("feedcore_search_cancel")
public func feedcore_search_cancel(_ search: OpaquePointer?) -> feedcore_status {
    unwrap(search).map { feedcore_status($0.search.cancel()) } ?? FEEDCORE_ERROR_ARGUMENT
}

@implementation @_cdecl("feedcore_search_query")
public func feedcore_search_query(_ search: OpaquePointer?) -> UnsafePointer<CChar>? {
    own(search)?.query.pointer
}

@implementation @_cdecl("feedcore_search_get_state")
public func feedcore_search_get_state(_ search: OpaquePointer?) -> feedcore_search_state {
    feedcore_search_state(UInt32((own(search)?.search.state ?? .prompt).rawValue))
}

@implementation @_cdecl("feedcore_search_state_name")
public func feedcore_search_state_name(_ state: feedcore_search_state) -> UnsafePointer<CChar>? {
    lend(Int32(exactly: state.rawValue).flatMap { SearchViewModel.State(rawValue: $0) }?.name ?? "unknown")
}

@implementation @_cdecl("feedcore_search_prompt")
public func feedcore_search_prompt(_ search: OpaquePointer?) -> UnsafePointer<CChar>? {
    own(search)?.prompt.pointer
}

@implementation @_cdecl("feedcore_search_placeholder")
public func feedcore_search_placeholder(_ search: OpaquePointer?) -> UnsafePointer<CChar>? {
    own(search)?.placeholder.pointer
}

@implementation @_cdecl("feedcore_search_recent_count")
public func feedcore_search_recent_count(_ search: OpaquePointer?) -> Int {
    own(search)?.recentQueries.count ?? 0
}

@implementation @_cdecl("feedcore_search_recent")
public func feedcore_search_recent(_ search: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    guard let queries = own(search)?.recentQueries, queries.indices.contains(index) else { return nil }
    return queries[index].pointer
}

@implementation @_cdecl("feedcore_search_clear_recent")
public func feedcore_search_clear_recent(_ search: OpaquePointer?) -> feedcore_status {
    unwrap(search).map { feedcore_status($0.search.clearRecentQueries()) } ?? FEEDCORE_ERROR_ARGUMENT
}
