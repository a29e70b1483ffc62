import CFeedCore
import CJansson
import FeedParsing
import FeedViewModels

/// What a `feedcore_directory *` points to.
final class DirectoryHandle {
    let directory: DirectoryViewModel

    init(_ directory: DirectoryViewModel) {
        self.directory = directory
    }

    func setCallback(_ callback: feedcore_directory_callback?, _ data: HostData) {
        // Released after the change: that is the host's code.
        let old = directory.didChange
        directory.didChange = callback.map { callback in
            // The handle closes the directory, and with it this, before it goes.
            { [unowned(unsafe) self] event in
                let lent = EventHandle(event, sourceName: nil)
                withExtendedLifetime((self, lent, data)) { callback(pointer, lent.pointer, data.pointer) }
            }
        }
        withExtendedLifetime(old) {}
    }

    private var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }
}

private func unwrap(_ directory: OpaquePointer?) -> DirectoryHandle? {
    directory.map { Unmanaged<DirectoryHandle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

/// For getters: nil on a thread that isn't the directory's.
private func own(_ directory: OpaquePointer?) -> DirectoryViewModel? {
    guard let directory = unwrap(directory)?.directory, directory.isOnOwnThread else { return nil }
    return directory
}

@implementation @_cdecl("feedcore_directory_new")
public func feedcore_directory_new(
    _ context: OpaquePointer?, _ outDirectory: UnsafeMutablePointer<OpaquePointer?>?,
    _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(outDirectory, outError) { () throws(FeedError) in
        guard let context = unwrapContext(context)?.context else { throw .argument("the context is NULL") }
        return DirectoryHandle(try DirectoryViewModel(context))
    }
}

@implementation @_cdecl("feedcore_directory_free")
public func feedcore_directory_free(_ directory: OpaquePointer?) {
    guard let directory, let handle = unwrap(directory), handle.directory.isOnOwnThread else { return }
    handle.directory.close()
    Unmanaged<DirectoryHandle>.fromOpaque(UnsafeRawPointer(directory)).release()
}

@implementation @_cdecl("feedcore_directory_set_callback")
public func feedcore_directory_set_callback(
    _ directory: OpaquePointer?, _ callback: feedcore_directory_callback?,
    _ userData: UnsafeMutableRawPointer?, _ destroy: feedcore_destroy?
) -> feedcore_status {
    let data = HostData(userData, destroy)
    guard let handle = unwrap(directory) else { return FEEDCORE_ERROR_ARGUMENT }
    guard handle.directory.isUsable else { return FEEDCORE_ERROR_THREAD }
    handle.setCallback(callback, data)
    return FEEDCORE_OK
}

/// A request that may have begun: its number, and how the call went.
private func finish(
    _ outRequest: UnsafeMutablePointer<UInt64>?, _ directory: OpaquePointer?,
    _ body: (DirectoryViewModel) throws(FeedError) -> (Context.Status, request: UInt64)
) -> feedcore_status {
    outRequest?.pointee = 0
    guard let directory = unwrap(directory)?.directory else { return FEEDCORE_ERROR_ARGUMENT }
    do throws(FeedError) {
        let (status, request) = try body(directory)
        outRequest?.pointee = request
        return feedcore_status(status)
    } catch {
        return feedcore_status(error.kind)
    }
}

@implementation @_cdecl("feedcore_directory_import")
public func feedcore_directory_import(
    _ directory: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int,
    _ outRequest: UnsafeMutablePointer<UInt64>?
) -> feedcore_status {
    finish(outRequest, directory) { directory throws(FeedError) in
        let text = try bytes(text, length)
        guard length < JSONDocument.sizeLimit else { throw FeedError(.tooLarge, "") }
        return directory.importUsers(Array(text))
    }
}

@implementation @_cdecl("feedcore_directory_import_json")
public func feedcore_directory_import_json(
    _ directory: OpaquePointer?, _ json: UnsafePointer<json_t>?, _ outRequest: UnsafeMutablePointer<UInt64>?
) -> feedcore_status {
    finish(outRequest, directory) { directory throws(FeedError) in
        let text = try readJansson(json) { (text) throws(FeedError) in Array(text) }
        return directory.importUsers(text, hasPlaces: false)
    }
}

@implementation @_cdecl("feedcore_directory_remove")
public func feedcore_directory_remove(
    _ directory: OpaquePointer?, _ id: UnsafePointer<CChar>?, _ outRequest: UnsafeMutablePointer<UInt64>?
) -> feedcore_status {
    finish(outRequest, directory) { directory throws(FeedError) in
        guard let id else { throw .argument("") }
        return directory.removeUser(String(cString: id))
    }
}

@implementation @_cdecl("feedcore_directory_clear")
public func feedcore_directory_clear(
    _ directory: OpaquePointer?, _ outRequest: UnsafeMutablePointer<UInt64>?
) -> feedcore_status {
    finish(outRequest, directory) { $0.removeAllUsers() }
}

@implementation @_cdecl("feedcore_directory_cancel")
public func feedcore_directory_cancel(_ directory: OpaquePointer?, _ request: UInt64) -> feedcore_status {
    unwrap(directory).map { feedcore_status($0.directory.cancel(request)) } ?? FEEDCORE_ERROR_ARGUMENT
}

@implementation @_cdecl("feedcore_directory_get_state")
public func feedcore_directory_get_state(_ directory: OpaquePointer?) -> feedcore_state {
    feedcore_state(own(directory)?.state ?? .idle)
}

@implementation @_cdecl("feedcore_directory_count")
public func feedcore_directory_count(_ directory: OpaquePointer?) -> Int64 {
    Int64(own(directory)?.count ?? -1)
}
