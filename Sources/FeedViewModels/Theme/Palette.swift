/// The colours that a front end of a feed needs, by what they are for.
public enum ThemeColor: Int32, CaseIterable, Sendable {
    case page = 1
    case card, primaryText, secondaryText, accent, separator
    /// What lies over a picture so that text on it can be read, and that text.
    case overlay, overlayText
    /// Where a picture isn't there yet.
    case placeholder
    /// The text of a banner's tag; and its grounds, as `titleColor` names them, and for all other words.
    case tagText, tagRed, tagBlue, tag

    /// The colour as a word: "primary-text".
    public var name: StaticString {
        switch self {
        case .page: "page"
        case .card: "card"
        case .primaryText: "primary-text"
        case .secondaryText: "secondary-text"
        case .accent: "accent"
        case .separator: "separator"
        case .overlay: "overlay"
        case .overlayText: "overlay-text"
        case .placeholder: "placeholder"
        case .tagText: "tag-text"
        case .tagRed: "tag-red"
        case .tagBlue: "tag-blue"
        case .tag: "tag"
        }
    }

    /// What can be read on what: at least 4.5 to 1 by the rule of WCAG 2, in both palettes.
    fileprivate var standard: (light: UInt32, dark: UInt32) {
        switch self {
        case .page: (0xF5F5_F7FF, 0x1212_14FF)
        case .card: (0xFFFF_FFFF, 0x1C1C_1EFF)
        case .primaryText: (0x1C1C_1EFF, 0xF2F2_F7FF)
        case .secondaryText: (0x6363_66FF, 0xA1A1_A6FF)
        case .accent: (0xC810_2EFF, 0xFF6B_6BFF)
        case .separator: (0xDCDC_E0FF, 0x3838_3AFF)
        case .overlay: (0x0000_0099, 0x0000_0099)
        case .overlayText: (0xFFFF_FFFF, 0xFFFF_FFFF)
        case .placeholder: (0xE5E5_EAFF, 0x2C2C_2EFF)
        case .tagText: (0xFFFF_FFFF, 0xFFFF_FFFF)
        case .tagRed: (0xC810_2EFF, 0xC810_2EFF)
        case .tagBlue: (0x1A66_B8FF, 0x1A66_B8FF)
        case .tag: (0x6363_66FF, 0x6363_66FF)
        }
    }
}

/// A value for each colour: 0xRRGGBBAA.
public struct Palette: Sendable {
    private var values: [UInt32] = []

    /// Those that the library brings with it.
    public init(isDark: Bool) {
        for color in ThemeColor.allCases {
            values.append(isDark ? color.standard.dark : color.standard.light)
        }
    }

    public subscript(color: ThemeColor) -> UInt32 {
        get { values[Int(color.rawValue) - 1] }
        set { values[Int(color.rawValue) - 1] = newValue }
    }
}
