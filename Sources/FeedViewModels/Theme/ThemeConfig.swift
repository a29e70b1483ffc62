import FeedParsing

/// Which colours a theme has, and when which of them. The header lists the members of its JSON.
public struct ThemeConfig {
    public var appearance = ThemeViewModel.Appearance.system
    public var light = Palette(isDark: false)
    public var dark = Palette(isDark: true)

    public init() {}

    /// From JSON; a mistake names its place.
    public init(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
        let reader = try ConfigReader(bytes, "a theme's config")
        for (key, value) in try reader.members(reader.root) {
            switch key {
            case "appearance":
                switch value {
                case "light": appearance = .light
                case "dark": appearance = .dark
                case "system": appearance = .system
                default: throw reader.mistake(value, #"expected "light", "dark" or "system""#)
                }
            case "light": try reader.read(value, into: &light)
            case "dark": try reader.read(value, into: &dark)
            default: throw reader.unknown(key)
            }
        }
    }
}

extension ConfigReader {
    /// The colours that it names replace those of the palette.
    fileprivate func read(_ json: JSON, into palette: inout Palette) throws(FeedError) {
        let part: StaticString = "a palette"
        next: for (key, value) in try members(json, part) {
            for color in ThemeColor.allCases where color.name ~= key {
                palette[color] = try readColor(value)
                continue next
            }
            throw unknown(key, in: part)
        }
    }

    private func readColor(_ json: JSON) throws(FeedError) -> UInt32 {
        let text = try text(json).utf8
        var value: UInt32 = 0
        var isColor = (text.count == 7 || text.count == 9) && text.first == UInt8(ascii: "#")
        for byte in text.dropFirst() where isColor {
            if let digit = byte.hexDigit { value = value << 4 | digit } else { isColor = false }
        }
        guard isColor else { throw mistake(json, ##"expected "#RRGGBB" or "#RRGGBBAA""##) }
        return text.count == 7 ? value << 8 | 0xFF : value
    }
}

extension UInt8 {
    fileprivate var hexDigit: UInt32? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self &- UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self &- UInt8(ascii: "a") &+ 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self &- UInt8(ascii: "A") &+ 10)
        default: nil
        }
    }
}
