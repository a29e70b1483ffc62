import FeedParsing
import Foundation
import Testing

@testable import FeedViewModels

/// When a theme is dark, what it tells of that, and which colours it has.
@Suite struct ThemeTests {
    private let context: Context
    private let told = Told()

    private final class Told {
        var kinds: [FeedEvent.Kind] = []
        var also: (() -> Void)?
    }

    init() throws {
        context = try #require(Context(ContextConfig()))
    }

    private func theme(_ config: String = "{}") throws -> ThemeViewModel {
        let theme = try ThemeViewModel(context, ThemeConfig(text: config))
        theme.didChange = { [told] event in
            #expect(event.request == 0 && event.source == nil)
            told.kinds.append(event.kind)
            told.also?()
        }
        return theme
    }

    /// How many changes this dispatch tells.
    private func dispatched() -> Int {
        told.kinds = []
        #expect(context.dispatch(0) == .ok)
        #expect(told.kinds.allSatisfy { $0 == .theme })
        return told.kinds.count
    }

    @Test func followsTheSystemAndIsLightUntilTold() throws {
        let theme = try theme()
        #expect(theme.appearance == .system && !theme.isDark)
        #expect(theme.setSystemDark(true) == .ok)
        #expect(!theme.isDark)  // not yet
        #expect(dispatched() == 1)
        #expect(theme.isDark && theme.appearance == .system)
        #expect(theme.setSystemDark(true) == .ok)
        #expect(dispatched() == 0)
        #expect(theme.setSystemDark(false) == .ok)
        #expect(dispatched() == 1)
        #expect(!theme.isDark)
    }

    @Test func theReaderMayWantAnotherOneThanTheSystem() throws {
        let theme = try theme(#"{"appearance": "dark"}"#)
        #expect(theme.isDark && theme.appearance == .dark)
        #expect(theme.setSystemDark(false) == .ok)
        #expect(dispatched() == 0)
        #expect(theme.setAppearance(.light) == .ok)
        #expect(theme.appearance == .dark)  // not yet
        #expect(dispatched() == 1)
        #expect(!theme.isDark && theme.appearance == .light)
        // What the desktop says meanwhile counts once it is followed again.
        #expect(theme.setSystemDark(true) == .ok)
        #expect(dispatched() == 0)
        #expect(!theme.isDark)
        #expect(theme.setAppearance(.system) == .ok)
        #expect(dispatched() == 1)
        #expect(theme.isDark)
    }

    @Test func whatLooksTheSameIsNotTold() throws {
        let theme = try theme()
        for appearance in [.light, .system, .light, .light] as [ThemeViewModel.Appearance] {
            #expect(theme.setAppearance(appearance) == .ok)
        }
        #expect(dispatched() == 0)
        #expect(theme.appearance == .light)
    }

    @Test func whatIsWantedLastIsTold() throws {
        let theme = try theme()
        var seen: [Bool] = []
        told.also = { seen.append(theme.isDark) }
        for appearance in [.dark, .light, .dark] as [ThemeViewModel.Appearance] {
            #expect(theme.setAppearance(appearance) == .ok)
        }
        #expect(dispatched() == 1)
        for isDark in [true, false, true] { #expect(theme.setSystemDark(isDark) == .ok) }
        for appearance in [.light, .dark] as [ThemeViewModel.Appearance] {
            #expect(theme.setAppearance(appearance) == .ok)
        }
        #expect(dispatched() == 0)
        #expect(seen == [true])
    }

    @Test func aChangeInsideTheCallbackShowsInTheNextDispatch() throws {
        let theme = try theme()
        told.also = { if theme.isDark { #expect(theme.setAppearance(.light) == .ok) } }
        #expect(theme.setAppearance(.dark) == .ok)
        #expect(dispatched() == 1)
        #expect(theme.isDark)
        #expect(dispatched() == 1)
        #expect(!theme.isDark)
    }

    @Test func themesOfAContextAreTheirOwn() throws {
        let one = try theme()
        let other = try theme()
        #expect(one.setAppearance(.dark) == .ok)
        #expect(dispatched() == 1)
        #expect(one.isDark && !other.isDark)
    }

    @Test func aClosedOneKeepsItsColours() throws {
        let theme = try theme()
        #expect(theme.setAppearance(.dark) == .ok)
        #expect(dispatched() == 1)
        #expect(theme.setAppearance(.light) == .ok)
        theme.close()
        #expect(dispatched() == 0)
        #expect(theme.isDark && theme.color(.page) == Palette(isDark: true)[.page])
        #expect(theme.setAppearance(.light) == .wrongThread)
        #expect(theme.didChange == nil)
    }

    @Test func aContextThatIsClosedMakesNone() throws {
        let kept = try theme()
        context.close()
        #expect(kept.setSystemDark(true) == .wrongThread)
        #expect(kept.color(.card) == 0xFFFF_FFFF)
        let error = #expect(throws: FeedError.self) { try theme() }
        #expect(error?.kind == .thread)
    }

    @Test(arguments: [
        ("red", ThemeColor.tagRed), ("blue", .tagBlue), ("", .tag), ("Red", .tag), ("green", .tag),
        ("#ff0000", .tag),
    ])
    func aTagHasTheColourOfItsWord(word: String, color: ThemeColor) throws {
        let theme = try theme()
        #expect(theme.tagColor(word) == theme.color(color))
    }

    // MARK: - Config

    @Test func aConfigReplacesColours() throws {
        let theme = try theme(
            ##"{"light": {"page": "#0a1B2c", "overlay": "#FfEeDd80"}, "dark": {"tag-red": "#010203"}, "#": 1}"##
        )
        let (light, dark) = (Palette(isDark: false), Palette(isDark: true))
        for color in ThemeColor.allCases {
            let value = theme.color(color)
            switch color {
            case .page: #expect(value == 0x0A1B_2CFF)
            case .overlay: #expect(value == 0xFFEE_DD80)
            default: #expect(value == light[color])
            }
        }
        #expect(theme.setAppearance(.dark) == .ok)
        #expect(dispatched() == 1)
        for color in ThemeColor.allCases {
            #expect(theme.color(color) == (color == .tagRed ? 0x0102_03FF : dark[color]))
        }
        #expect(theme.tagColor("red") == 0x0102_03FF)
    }

    @Test(arguments: ThemeColor.allCases)
    func eachColourHasANameInTheConfig(color: ThemeColor) throws {
        let theme = try theme(##"{"light": {"\##(color.name)": "#12345678"}}"##)
        for other in ThemeColor.allCases {
            #expect((theme.color(other) == 0x1234_5678) == (other == color))
        }
    }

    private static let hex = ##"expected "#RRGGBB" or "#RRGGBBAA""##

    @Test(arguments: [
        (#"{"light": {"page": "red"}}"#, "/light/page", hex),
        (##"{"dark": {"page": "#12345"}}"##, "/dark/page", hex),
        (##"{"dark": {"page": "#1234567"}}"##, "/dark/page", hex),
        (##"{"dark": {"page": "#1234567890"}}"##, "/dark/page", hex),
        (##"{"dark": {"page": "#12345g"}}"##, "/dark/page", hex),
        (##"{"dark": {"page": "#12345é"}}"##, "/dark/page", hex),
        (##"{"dark": {"page": "1234567"}}"##, "/dark/page", hex),
        (#"{"dark": {"page": ""}}"#, "/dark/page", hex),
        (#"{"dark": {"page": 1}}"#, "/dark/page", "expected a text, found a number"),
        (##"{"dark": {"paper": "#123456"}}"##, "/dark/paper", #"a palette has no member "paper""#),
        (#"{"light": []}"#, "/light", "expected an object (a palette), found a list"),
        (#"{"appearance": "sepia"}"#, "/appearance", #"expected "light", "dark" or "system""#),
        (#"{"appearance": 1}"#, "/appearance", #"expected "light", "dark" or "system""#),
        (#"{"colors": {}}"#, "/colors", #"a theme's config has no member "colors""#),
        ("[]", "", "expected an object (a theme's config), found a list"),
    ])
    func aMistakeSaysWhatAndWhere(text: String, path: String, message: String) {
        let error = #expect(throws: FeedError.self) { try ThemeConfig(text: text) }
        #expect(error?.kind == .config && error?.message == message)
        #expect(error?.path == path && error?.place != nil)
    }

    // MARK: - Contrast

    @Test(arguments: [false, true])
    func eachTextCanBeReadOnItsGrounds(isDark: Bool) {
        let palette = Palette(isDark: isDark)
        for text in [ThemeColor.primaryText, .secondaryText, .accent] {
            for ground in [ThemeColor.page, .card] {
                #expect(contrast(palette[text], palette[ground]) >= 4.5, "\(text) on \(ground)")
            }
        }
        for ground in [ThemeColor.tagRed, .tagBlue, .tag] {
            #expect(contrast(palette[.tagText], palette[ground]) >= 4.5, "tag text on \(ground)")
        }
        for grey in 0...255 as ClosedRange<UInt32> {
            let picture = grey << 24 | grey << 16 | grey << 8 | 0xFF
            let ground = composed(palette[.overlay], over: picture)
            #expect(contrast(palette[.overlayText], ground) >= 4.5, "overlay over grey \(grey)")
        }
        // What lies under others is opaque, as the rule has it.
        for color in ThemeColor.allCases where color != .overlay {
            #expect(palette[color] & 0xFF == 0xFF)
        }
    }

    /// Known pairs, so that the rule itself is right.
    @Test(
        arguments: [
            (0xFFFF_FFFF, 0x0000_00FF, 21), (0x0000_00FF, 0xFFFF_FFFF, 21), (0x7777_77FF, 0xFFFF_FFFF, 4.48),
            (0x7676_76FF, 0xFFFF_FFFF, 4.54), (0xFF00_00FF, 0xFFFF_FFFF, 4.0), (0x1234_56FF, 0x1234_56FF, 1),
        ] as [(UInt32, UInt32, Double)])
    func contrastIsThatOfWCAG(one: UInt32, other: UInt32, ratio: Double) {
        #expect(abs(contrast(one, other) - ratio) < 0.005)
    }
}

/// Of two opaque colours, by WCAG 2.
private func contrast(_ one: UInt32, _ other: UInt32) -> Double {
    let (a, b) = (luminance(one), luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

private func luminance(_ color: UInt32) -> Double {
    let linear = channels(color).map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

private func composed(_ color: UInt32, over ground: UInt32) -> UInt32 {
    let alpha = Double(color & 0xFF) / 255
    return zip(channels(color), channels(ground)).reduce(0) { sum, pair in
        sum << 8 | UInt32(((pair.0 * alpha + pair.1 * (1 - alpha)) * 255).rounded())
    } << 8 | 0xFF
}

/// Red, green and blue from 0 to 1.
private func channels(_ color: UInt32) -> [Double] {
    [24, 16, 8].map { Double(color >> $0 & 0xFF) / 255 }
}

extension ThemeConfig {
    fileprivate init(text: String) throws {
        self = try Array(text.utf8).withUnsafeBytes { try ThemeConfig($0) }
    }
}
