/// Numbers, times and fixed words as a reader of one language expects them, the same in every locale of the process.
/// Never changes; for any thread.
public struct Texts: Sendable {
    public enum Language: Sendable {
        case chinese, english
    }

    /// Enough bytes for any text that is written here.
    package static let sizeLimit = 96

    public let language: Language

    public init(_ language: Language) {
        self.language = language
    }

    /// Of a BCP 47 tag ("zh-CN") or the name of a POSIX locale ("zh_CN.UTF-8"): whatever begins with "zh" is simplified
    /// Chinese, everything else English.
    public init(tag: String) {
        var language = [UInt8](tag.utf8.prefix(3))
        for index in language.indices { language[index] |= 0x20 }  // small letters stay small
        let isChinese =
            language.count >= 2 && language[0] == UInt8(ascii: "z") && language[1] == UInt8(ascii: "h")
        let goesOn =
            language.count > 2 && language[2] >= UInt8(ascii: "a") && language[2] <= UInt8(ascii: "z")
        self.init(isChinese && !goesOn ? .chinese : .english)
    }

    /// "zh-Hans" or "en".
    public var tag: StaticString { choose("zh-Hans", "en") }

    func choose(_ chinese: StaticString, _ english: StaticString) -> StaticString {
        language == .chinese ? chinese : english
    }

    // MARK: - Numbers and times. What is absent, or no such value, is "".

    /// "9999", "1.2万", "3.4亿"; "9,999", "12K", "1.2M". Absent below 0.
    public func count(_ count: Int64) -> String {
        text { $0.count(count) }
    }

    /// A count of plays: "1.2万次播放", "12K plays".
    public func plays(_ count: Int64) -> String {
        text { $0.plays(count) }
    }

    /// "3:07", "1:02:03"; what is left of a second doesn't count. Absent below 0.
    public func duration(milliseconds: Int64) -> String {
        text { $0.duration(milliseconds) }
    }

    /// "2021年5月18日", "May 18, 2021". Times are milliseconds since 1970, UTC; a zone is minutes east of UTC.
    public func date(_ time: Int64, zone: Int32) -> String {
        text { $0.date(time, zone: zone, withClock: false) }
    }

    /// "2021年5月18日 14:05", "May 18, 2021, 14:05".
    public func dateTime(_ time: Int64, zone: Int32) -> String {
        text { $0.date(time, zone: zone, withClock: true) }
    }

    /// "5分钟前", "昨天 14:05", "5月18日"; "5 min ago", "yesterday, 14:05", "May 18".
    public func relative(_ time: Int64, now: Int64, zone: Int32) -> String {
        text { $0.relative(time, now: now, zone: zone) }
    }

    /// Since when a page is what it is: "更新于5分钟前", "Updated 5 min ago". A time after now is now.
    public func age(_ time: Int64, now: Int64, zone: Int32) -> String {
        text { $0.age(time, now: now, zone: zone) }
    }

    /// "2021年", "2021"; from 1 to 9999.
    public func year(_ year: Int64) -> String {
        text { $0.year(year) }
    }

    /// "8.6", "10"; "暂无评分", "No rating" for NaN and what rounds to 0 or less.
    public func rating(_ rating: Double) -> String {
        text { $0.rating(rating) }
    }

    private func text(_ write: (inout TextWriter) -> Void) -> String {
        var bytes = [UInt8](repeating: 0, count: Texts.sizeLimit)
        let count = bytes.withUnsafeMutableBufferPointer { memory in
            var writer = TextWriter(language, memory)
            write(&writer)
            return writer.end().written
        }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
