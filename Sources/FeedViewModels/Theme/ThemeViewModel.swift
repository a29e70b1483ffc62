import FeedFetching
import FeedParsing

/// Light or dark, and the colours that go with it. For the context's thread; what it shows changes in dispatch alone.
public final class ThemeViewModel: ViewModel {
    public enum Appearance: Int32, Sendable {
        case light = 1
        case dark
        /// As the desktop has it, of which the front end tells.
        case system
    }

    private struct Look {
        var appearance: Appearance
        var systemIsDark = false
    }

    /// What is shown, and what is asked for.
    private var look: Look
    private var wanted: Look
    private let light: Palette
    private let dark: Palette
    /// Told when it has become dark or light, until the theme or its context is closed.
    public var didChange: ((FeedEvent) -> Void)?

    /// Fails on a thread that isn't the context's.
    public convenience init(_ context: Context, _ config: ThemeConfig) throws(FeedError) {
        guard context.isUsable else { throw FeedError(.thread, "not the context's thread") }
        self.init(on: context, config)
    }

    private init(on context: Context, _ config: ThemeConfig) {
        look = Look(appearance: config.appearance)
        wanted = look
        light = config.light
        dark = config.dark
        super.init(on: context, context.nextViewModel())
    }

    deinit {
        close()
    }

    override func didClose() {
        // Released after the change: it may hold what is the host's.
        let told = didChange
        didChange = nil
        withExtendedLifetime(told) {}
    }

    // MARK: - What it shows

    public var appearance: Appearance { look.appearance }
    public var isDark: Bool { appearance == .system ? look.systemIsDark : appearance == .dark }

    /// 0xRRGGBBAA.
    public func color(_ color: ThemeColor) -> UInt32 {
        isDark ? dark[color] : light[color]
    }

    /// The ground of a banner's tag, by the server's word for it (`titleColor`).
    public func tagColor(_ word: String) -> UInt32 {
        color(word.isSame(as: "red") ? .tagRed : word.isSame(as: "blue") ? .tagBlue : .tag)
    }

    // MARK: - What can be asked for, to show in the next dispatch

    public func setAppearance(_ appearance: Appearance) -> Context.Status {
        guard isUsable else { return .wrongThread }
        wanted.appearance = appearance
        post(.theme)
        return .ok
    }

    /// The desktop is dark, or light, which it is until told.
    public func setSystemDark(_ isDark: Bool) -> Context.Status {
        guard isUsable else { return .wrongThread }
        wanted.systemIsDark = isDark
        post(.theme)
        return .ok
    }

    /// It becomes what was wanted last, whatever was wanted in between.
    override func deliver(_ delivery: Delivery) -> [Delivery] {
        guard case .theme = delivery.news else { return [] }
        let wasDark = isDark
        look = wanted
        if isDark != wasDark { didChange?(FeedEvent(.theme, request: 0, source: nil)) }
        return []
    }
}
