import FeedParsing
import Testing

@testable import FeedViewModels

/// Numbers and times in both languages.
@Suite struct TextsTests {
    private let chinese = Texts(.chinese)
    private let english = Texts(.english)
    private static let minute: Int64 = 60_000
    private static let hour = 60 * minute
    private static let day = 24 * hour
    /// 2021-05-18 14:05 UTC, a Tuesday.
    private static let now: Int64 = 1_621_346_700_000

    @Test(arguments: [
        ("zh", "zh-Hans"), ("zh-CN", "zh-Hans"), ("zh_CN.UTF-8", "zh-Hans"), ("ZH-hant", "zh-Hans"),
        ("zh.UTF-8", "zh-Hans"), ("zh@pinyin", "zh-Hans"), ("zha", "en"), ("z", "en"), ("en", "en"),
        ("de_DE", "en"), ("C", "en"), ("", "en"), ("azh", "en"),
    ])
    func whateverIsNotChineseIsEnglish(tag: String, language: String) {
        #expect(Texts(tag: tag).tag.description == language)
    }

    @Test(
        arguments: [
            (0, "0", "0"), (1, "1", "1"), (999, "999", "999"), (1000, "1000", "1,000"),
            (9999, "9999", "9,999"),
            (10_000, "1万", "10K"), (10_499, "1万", "10K"), (10_500, "1.1万", "11K"), (12_345, "1.2万", "12K"),
            (99_949, "10万", "100K"), (99_500, "10万", "100K"), (99_499, "9.9万", "99K"),
            (994_999, "99.5万", "995K"),
            (999_499, "99.9万", "999K"), (999_500, "100万", "1M"), (1_049_999, "105万", "1M"),
            (1_050_000, "105万", "1.1M"), (1_234_567, "123万", "1.2M"), (9_949_999, "995万", "9.9M"),
            (9_950_000, "995万", "10M"), (99_994_999, "9999万", "100M"), (99_995_000, "1亿", "100M"),
            (99_999_999, "1亿", "100M"), (100_000_000, "1亿", "100M"), (343_210_000, "3.4亿", "343M"),
            (999_499_999, "10亿", "999M"), (999_500_000, "10亿", "1B"), (123_400_000_000, "1234亿", "123B"),
            (999_949_999_999, "9999亿", "1T"), (999_950_000_000, "1万亿", "1T"),
            (1_250_000_000_000, "1.3万亿", "1.3T"),
            (9_999_500_000_000_000, "1亿亿", "10,000T"), (.max, "922亿亿", "9,223,372T"), (-1, "", ""),
            (.min, "", ""),
        ] as [(Int64, String, String)])
    func counts(count: Int64, zh: String, en: String) {
        #expect(chinese.count(count) == zh)
        #expect(english.count(count) == en)
    }

    /// Around each power of ten: no number is followed by one that reads as less, and the unit is never a thousand of itself.
    @Test func noRoundingCrossesAUnit() {
        var power: Int64 = 10_000
        while power < .max / 10 {
            for part in 1...10 {
                for offset: Int64 in [-power / 19, -power / 2000, -1, 0, 1] {
                    let count = power * Int64(part) + offset
                    let (zh, en) = (chinese.count(count), english.count(count))
                    for wrong in ["10000万", "10000亿", "10000万亿"] { #expect(zh != wrong) }
                    for wrong in ["1,000K", "1,000M", "1,000B"] { #expect(en != wrong) }
                    #expect(abs(value(zh) - Double(count)) <= Double(count) * 0.051, "\(count): \(zh)")
                    #expect(abs(value(en) - Double(count)) <= Double(count) * 0.051, "\(count): \(en)")
                }
            }
            power *= 10
        }
    }

    /// What a count's text says.
    private func value(_ text: String) -> Double {
        var number = 0.0
        var scale = 1.0
        for character in text {
            switch character {
            case "万": scale *= 1e4
            case "亿": scale *= 1e8
            case "K": scale *= 1e3
            case "M": scale *= 1e6
            case "B": scale *= 1e9
            case "T": scale *= 1e12
            default: continue
            }
        }
        number = Double(text.filter { $0.isASCII && ($0.isNumber || $0 == ".") }) ?? .nan
        return number * scale
    }

    @Test(
        arguments: [
            (0, "0次播放", "0 plays"), (1, "1次播放", "1 play"), (2, "2次播放", "2 plays"),
            (12_345, "1.2万次播放", "12K plays"), (-1, "", ""),
        ] as [(Int64, String, String)])
    func plays(count: Int64, zh: String, en: String) {
        #expect(chinese.plays(count) == zh)
        #expect(english.plays(count) == en)
    }

    @Test(
        arguments: [
            (0, "0:00"), (999, "0:00"), (1000, "0:01"), (59_999, "0:59"), (187_000, "3:07"),
            (3_599_999, "59:59"),
            (3_600_000, "1:00:00"), (3_723_000, "1:02:03"), (36_000_000, "10:00:00"),
            (.max, "2562047788015:12:55"),
            (-1, ""), (-1000, ""), (.min, ""),
        ] as [(Int64, String)])
    func durations(milliseconds: Int64, text: String) {
        #expect(chinese.duration(milliseconds: milliseconds) == text)
        #expect(english.duration(milliseconds: milliseconds) == text)
    }

    // MARK: - Times

    @Test(
        arguments: [
            (now, 0, "2021年5月18日 14:05", "May 18, 2021, 14:05"),
            (now, 480, "2021年5月18日 22:05", "May 18, 2021, 22:05"),
            (now, 600, "2021年5月19日 00:05", "May 19, 2021, 00:05"),
            (now, -846, "2021年5月17日 23:59", "May 17, 2021, 23:59"),
            (0, 0, "1970年1月1日 00:00", "Jan 1, 1970, 00:00"),
            (-1, 0, "1969年12月31日 23:59", "Dec 31, 1969, 23:59"),
            (951_782_400_000, 0, "2000年2月29日 00:00", "Feb 29, 2000, 00:00"),
            (4_107_542_400_000, 0, "2100年3月1日 00:00", "Mar 1, 2100, 00:00"),
            (1_709_164_800_000, 330, "2024年2月29日 05:30", "Feb 29, 2024, 05:30"),
            (-62_135_596_800_000, 0, "1年1月1日 00:00", "Jan 1, 1, 00:00"), (-62_135_596_800_001, 0, "", ""),
            (-62_135_596_800_001, 1, "1年1月1日 00:00", "Jan 1, 1, 00:00"), (-62_135_596_800_000, -1, "", ""),
            (253_402_300_799_999, 0, "9999年12月31日 23:59", "Dec 31, 9999, 23:59"),
            (253_402_300_800_000, 0, "", ""),
            (now, 1080, "2021年5月19日 08:05", "May 19, 2021, 08:05"),
            (now, -1080, "2021年5月17日 20:05", "May 17, 2021, 20:05"),
            (now, 1081, "", ""), (now, -1081, "", ""), (now, .min, "", ""), (now, .max, "", ""),
            (.min, 0, "", ""), (.min, -1080, "", ""), (.max, 1080, "", ""),
        ] as [(Int64, Int32, String, String)])
    func datesInAZone(time: Int64, zone: Int32, zh: String, en: String) {
        #expect(chinese.dateTime(time, zone: zone) == zh)
        #expect(english.dateTime(time, zone: zone) == en)
        #expect(chinese.date(time, zone: zone) == String(zh.split(separator: " ").first ?? ""))
        #expect(english.date(time, zone: zone) == String(en.dropLast(7)))
    }

    /// Counted one by one, as a calendar on the wall does.
    @Test func everyDayOfFourCenturiesFollowsTheOneBefore() {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var time: Int64 = -11_676_096_000_000  // 1600-01-01
        for year in 1600..<2001 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            for month in 1...12 {
                for day in 1...lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) {
                    let text = chinese.date(time, zone: 0)
                    if text != "\(year)年\(month)月\(day)日" { Issue.record("\(year)-\(month)-\(day): \(text)") }
                    time += TextsTests.day
                }
            }
        }
    }

    @Test(
        arguments: [
            (0, "刚刚", "just now"), (-59_999, "刚刚", "just now"), (59_999, "刚刚", "just now"),
            (-minute, "1分钟前", "1 min ago"), (-hour + 1, "59分钟前", "59 min ago"), (minute, "1分钟后", "in 1 min"),
            (hour - 1, "59分钟后", "in 59 min"), (-hour, "1小时前", "1 h ago"), (-14 * hour, "14小时前", "14 h ago"),
            (-14 * hour - 6 * minute, "昨天 23:59", "yesterday, 23:59"), (9 * hour, "9小时后", "in 9 h"),
            (10 * hour, "明天 00:05", "tomorrow, 00:05"), (-day, "昨天 14:05", "yesterday, 14:05"),
            (-38 * hour, "昨天 00:05", "yesterday, 00:05"), (-39 * hour, "2天前", "2 days ago"),
            (-6 * day, "6天前", "6 days ago"), (-7 * day, "5月11日", "May 11"), (2 * day, "2天后", "in 2 days"),
            (6 * day, "6天后", "in 6 days"), (7 * day, "5月25日", "May 25"), (-137 * day, "1月1日", "Jan 1"),
            (-138 * day, "2020年12月31日", "Dec 31, 2020"), (227 * day, "12月31日", "Dec 31"),
            (228 * day, "2022年1月1日", "Jan 1, 2022"),
        ] as [(Int64, String, String)])
    func timesAsSeenFromNow(offset: Int64, zh: String, en: String) {
        let time = TextsTests.now + offset
        #expect(chinese.relative(time, now: TextsTests.now, zone: 0) == zh)
        #expect(english.relative(time, now: TextsTests.now, zone: 0) == en)
    }

    /// An hour ago was yesterday where midnight has just been.
    @Test(arguments: [(0, "2小时前"), (480, "2小时前"), (600, "昨天 22:05"), (540, "2小时前"), (-840, "昨天 22:05")])
    func theDayIsThatOfTheZone(zone: Int32, text: String) {
        #expect(
            chinese.relative(TextsTests.now - 2 * TextsTests.hour, now: TextsTests.now, zone: zone) == text)
    }

    @Test func minutesCountOverMidnight() {
        let midnight = TextsTests.now - 14 * TextsTests.hour - 5 * TextsTests.minute
        let time = midnight - 10 * TextsTests.minute
        #expect(chinese.relative(time, now: midnight + 20 * TextsTests.minute, zone: 0) == "30分钟前")
        #expect(chinese.relative(time, now: midnight + 50 * TextsTests.minute, zone: 0) == "昨天 23:50")
    }

    /// Times that are none, in either place.
    @Test(
        arguments: [
            (.min, now, 0), (now, .min, 0), (.max, now, 0), (now, .max, 0), (.min, .max, 0), (.max, .min, 0),
            (now, now, 1081),
        ] as [(Int64, Int64, Int32)])
    func whatIsNoTimeHasNoText(time: Int64, now: Int64, zone: Int32) {
        for texts in [chinese, english] {
            #expect(texts.relative(time, now: now, zone: zone) == "")
            #expect(texts.age(time, now: now, zone: zone) == "")
        }
    }

    @Test(
        arguments: [
            (0, "刚刚更新", "Updated just now"), (-59_999, "刚刚更新", "Updated just now"),
            (-5 * minute, "更新于5分钟前", "Updated 5 min ago"), (-day, "更新于昨天 14:05", "Updated yesterday, 14:05"),
            (-7 * day, "更新于5月11日", "Updated May 11"), (1, "刚刚更新", "Updated just now"),
            (400 * day, "刚刚更新", "Updated just now"),
        ] as [(Int64, String, String)])
    func agesOfPages(offset: Int64, zh: String, en: String) {
        let time = TextsTests.now + offset
        #expect(chinese.age(time, now: TextsTests.now, zone: 0) == zh)
        #expect(english.age(time, now: TextsTests.now, zone: 0) == en)
    }

    @Test(
        arguments: [
            (1994, "1994年", "1994"), (1, "1年", "1"), (9999, "9999年", "9999"), (0, "", ""), (10_000, "", ""),
            (-1, "", ""), (.min, "", ""), (.max, "", ""),
        ] as [(Int64, String, String)])
    func years(year: Int64, zh: String, en: String) {
        #expect(chinese.year(year) == zh)
        #expect(english.year(year) == en)
    }

    @Test(
        arguments: [
            (8.6, "8.6"), (8, "8.0"), (7.05, "7.1"), (8.25, "8.3"), (9.94, "9.9"), (9.95, "10"), (10, "10"),
            (87.5, "87.5"), (100, "100"), (0.05, "0.1"), (999_999, "999999"), (0, nil), (0.04, nil),
            (-1, nil),
            (.nan, nil), (.infinity, nil), (-.infinity, nil), (1e300, nil), (1_000_000, nil),
        ] as [(Double, String?)])
    func ratings(rating: Double, text: String?) {
        #expect(chinese.rating(rating) == text ?? "暂无评分")
        #expect(english.rating(rating) == text ?? "No rating")
    }

    // MARK: - Memory

    /// As much as fits, whole characters only; the length is always that of the whole.
    @Test(arguments: 0...24)
    func whatDoesNotFitIsCutAfterACharacter(size: Int) {
        for (texts, whole) in [(chinese, "12.3万次播放"), (english, "123K plays")] {
            let (length, bytes) = written(texts, size) { $0.plays(123_000) }
            #expect(length == whole.utf8.count)
            guard size > 0 else {
                #expect(bytes == [0xAA])
                continue
            }
            var fitting = whole
            while fitting.utf8.count >= size { fitting.removeLast() }
            #expect(bytes == Array(fitting.utf8) + [0] + bytes.dropFirst(fitting.utf8.count + 1))
            #expect(bytes.last == 0xAA)
        }
    }

    /// What stands in `size` bytes, with the one behind them.
    private func written(
        _ texts: Texts, _ size: Int, _ write: (inout TextWriter) -> Void
    ) -> (length: Int, bytes: [UInt8]) {
        var bytes = [UInt8](repeating: 0xAA, count: size + 1)
        let length = bytes.withUnsafeMutableBufferPointer { memory in
            var writer = TextWriter(texts.language, UnsafeMutableBufferPointer(rebasing: memory[..<size]))
            write(&writer)
            return writer.end().length
        }
        return (length, bytes)
    }

    @Test func noTextIsLongerThanTheLimit() {
        let far = -62_135_596_800_000 as Int64
        for texts in [chinese, english] {
            let longest = [
                texts.plays(.max), texts.plays(8_888_888_888_888_888_888), texts.duration(milliseconds: .max),
                texts.dateTime(253_402_300_799_999, zone: 0),
                texts.age(TextsTests.now - 300 * TextsTests.day, now: TextsTests.now, zone: 0),
                texts.age(far, now: TextsTests.now, zone: 0), texts.rating(999_999.9), texts.rating(.nan),
                texts.relative(TextsTests.now + TextsTests.day, now: TextsTests.now, zone: 0),
            ]
            for text in longest { #expect(!text.isEmpty && text.utf8.count < Texts.sizeLimit / 2) }
        }
    }
}

/// What a front end shows beside what the server sends.
@Suite struct FixedTextsTests {
    private let chinese = Texts(.chinese)
    private let english = Texts(.english)

    /// Present in both languages or in none, and then not the same.
    private func bothOrNone(_ text: (Texts) -> StaticString?) -> Bool {
        guard let zh = text(chinese)?.description, let en = text(english)?.description else {
            #expect(text(chinese) == nil && text(english) == nil)
            return false
        }
        #expect(!zh.isEmpty && !en.isEmpty)
        #expect(zh.utf8.contains { $0 >= 0x80 } && en.utf8.allSatisfy { $0 < 0x80 || en.hasSuffix("…") })
        return true
    }

    @Test(arguments: SectionKind.allCases)
    func aSectionWithAHeadHasATitle(kind: SectionKind) {
        let hasTitle = bothOrNone { $0.title(of: kind) }
        #expect(hasTitle == ![.banner, .menus, .list, .custom].contains(kind))
    }

    @Test func titlesOfSectionsDiffer() {
        for texts in [chinese, english] {
            let titles = SectionKind.allCases.compactMap { texts.title(of: $0)?.description }
            #expect(Set(titles).count == 10 && titles.count == 10)
        }
        #expect(chinese.title(of: .albumNewSong)?.description == "新歌新碟")
    }

    @Test(arguments: ["netease-home", "douban-movies", "users", "json-feed"])
    func aScreenHasATitle(name: String) {
        #expect(bothOrNone { $0.title(ofScreen: name) })
        #expect(chinese.title(ofScreen: name + " ") == nil && chinese.title(ofScreen: "") == nil)
    }

    @Test func theMoviesAreTheMovies() {
        #expect(chinese.title(ofScreen: "douban-movies")?.description == "电影首页")
        #expect(english.title(ofScreen: "douban-movies")?.description == "Movies")
    }

    @Test func statesHaveATextUnlessThePageSpeaks() {
        let spoken = (0...5).compactMap { SourceState(rawValue: $0) }.filter { state in
            bothOrNone { $0.text(of: state) }
        }
        #expect(spoken == [.loading, .stale, .empty, .failed])
        let searched = (0...4).compactMap { SearchViewModel.State(rawValue: $0) }.filter { state in
            bothOrNone { $0.text(of: state) }
        }
        #expect(searched == [.prompt, .empty, .failed])
    }

    @Test(
        arguments: [
            .network, .timeout, .tls, .http, .unavailable, .cancelled, .store, .answer(.argument),
            .answer(.empty),
            .answer(.syntax), .answer(.tooDeep), .answer(.tooLarge), .answer(.json), .answer(.mapping),
            .answer(.shape),
            .answer(.loginNeeded), .answer(.refused), .answer(.config), .answer(.thread),
            .answer(.unavailable),
        ] as [FeedFailure.Kind])
    func aFailureHasALine(kind: FeedFailure.Kind) {
        #expect(bothOrNone { $0.text(of: kind) })
    }

    @Test(arguments: Texts.Word.allCases)
    func aWordIsOneInBothLanguages(word: Texts.Word) {
        #expect(bothOrNone { $0.text(of: word) })
    }
}
