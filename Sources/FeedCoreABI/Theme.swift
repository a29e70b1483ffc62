import CFeedCore
import CJansson
import FeedParsing
import FeedViewModels

/// What a `feedcore_theme *` points to.
private final class ThemeHandle {
    let theme: ThemeViewModel

    init(_ theme: ThemeViewModel) {
        self.theme = theme
    }

    func setCallback(_ callback: feedcore_theme_callback?, _ data: HostData) {
        // Released after the change: that is the host's code.
        let old = theme.didChange
        theme.didChange = callback.map { callback in
            // The handle closes the theme, and with it this, before it goes.
            { [unowned(unsafe) self] event in
                let lent = EventHandle(event, sourceName: nil)
                withExtendedLifetime((self, lent, data)) { callback(pointer, lent.pointer, data.pointer) }
            }
        }
        withExtendedLifetime(old) {}
    }

    private var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }
}

private func unwrap(_ theme: OpaquePointer?) -> ThemeHandle? {
    theme.map { Unmanaged<ThemeHandle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

/// For getters: nil on a thread that isn't the theme's.
@inline(never)
private func own(_ theme: OpaquePointer?) -> ThemeViewModel? {
    guard let theme = unwrap(theme)?.theme, theme.isOnOwnThread else { return nil }
    return theme
}

/// Without a config as it is by default.
private func makeTheme(
    _ context: OpaquePointer?, _ config: UnsafeRawBufferPointer?
) throws(FeedError) -> ThemeHandle {
    guard let context = unwrapContext(context)?.context else { throw .argument("the context is NULL") }
    guard let config else { return ThemeHandle(try ThemeViewModel(context, ThemeConfig())) }
    return ThemeHandle(try ThemeViewModel(context, try ThemeConfig(config)))
}

@implementation @_cdecl("feedcore_theme_new")
public func feedcore_theme_new(
    _ context: OpaquePointer?, _ config: UnsafePointer<CChar>?, _ length: Int,
    _ outTheme: UnsafeMutablePointer<OpaquePointer?>?, _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(outTheme, outError) { () throws(FeedError) in
        try makeTheme(context, config == nil ? nil : try bytes(config, length))
    }
}

@implementation @_cdecl("feedcore_theme_new_json")
public func feedcore_theme_new_json(
    _ context: OpaquePointer?, _ config: UnsafePointer<json_t>?,
    _ outTheme: UnsafeMutablePointer<OpaquePointer?>?, _ outError: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(outTheme, outError) { () throws(FeedError) in
        guard config != nil else { return try makeTheme(context, nil) }
        return try readJansson(config) { (text) throws(FeedError) in try makeTheme(context, text) }
    }
}

@implementation @_cdecl("feedcore_theme_free")
public func feedcore_theme_free(_ theme: OpaquePointer?) {
    guard let theme, let handle = unwrap(theme), handle.theme.isOnOwnThread else { return }
    handle.theme.close()
    Unmanaged<ThemeHandle>.fromOpaque(UnsafeRawPointer(theme)).release()
}

@implementation @_cdecl("feedcore_theme_set_callback")
public func feedcore_theme_set_callback(
    _ theme: OpaquePointer?, _ callback: feedcore_theme_callback?, _ userData: UnsafeMutableRawPointer?,
    _ destroy: feedcore_destroy?
) -> feedcore_status {
    let data = HostData(userData, destroy)
    guard let handle = unwrap(theme) else { return FEEDCORE_ERROR_ARGUMENT }
    guard handle.theme.isUsable else { return FEEDCORE_ERROR_THREAD }
    handle.setCallback(callback, data)
    return FEEDCORE_OK
}

@implementation @_cdecl("feedcore_theme_set_appearance")
public func feedcore_theme_set_appearance(
    _ theme: OpaquePointer?, _ appearance: feedcore_appearance
) -> feedcore_status {
    guard let handle = unwrap(theme),
        let appearance = ThemeViewModel.Appearance(rawValue: Int32(bitPattern: appearance.rawValue))
    else { return FEEDCORE_ERROR_ARGUMENT }
    return feedcore_status(handle.theme.setAppearance(appearance))
}

@implementation @_cdecl("feedcore_theme_get_appearance")
public func feedcore_theme_get_appearance(_ theme: OpaquePointer?) -> feedcore_appearance {
    feedcore_appearance(UInt32(own(theme)?.appearance.rawValue ?? 0))
}

@implementation @_cdecl("feedcore_theme_set_system_dark")
public func feedcore_theme_set_system_dark(_ theme: OpaquePointer?, _ isDark: Int32) -> feedcore_status {
    unwrap(theme).map { feedcore_status($0.theme.setSystemDark(isDark != 0)) } ?? FEEDCORE_ERROR_ARGUMENT
}

@implementation @_cdecl("feedcore_theme_is_dark")
public func feedcore_theme_is_dark(_ theme: OpaquePointer?) -> Int32 {
    lend(own(theme)?.isDark ?? false)
}

@implementation @_cdecl("feedcore_theme_color")
public func feedcore_theme_color(_ theme: OpaquePointer?, _ color: feedcore_color) -> UInt32 {
    guard let theme = own(theme), let color = ThemeColor(color) else { return 0 }
    return theme.color(color)
}

@implementation @_cdecl("feedcore_theme_tag_color")
public func feedcore_theme_tag_color(_ theme: OpaquePointer?, _ titleColor: UnsafePointer<CChar>?) -> UInt32 {
    guard let theme = own(theme) else { return 0 }
    return theme.tagColor(titleColor.map { String(cString: $0) } ?? "")
}

@implementation @_cdecl("feedcore_color_name")
public func feedcore_color_name(_ color: feedcore_color) -> UnsafePointer<CChar>? {
    lend(ThemeColor(color)?.name ?? "unknown")
}

extension ThemeColor {
    fileprivate init?(_ color: feedcore_color) {
        self.init(rawValue: Int32(bitPattern: color.rawValue))
    }
}
