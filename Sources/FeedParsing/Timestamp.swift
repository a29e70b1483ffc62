/// Reads times as feeds write them: RFC 3339 (JSON Feed, Mastodon), a date alone (Douban), or a number of
/// seconds (Bilibili) or milliseconds (NetEase).
enum Timestamp {
    /// Numbers below this are seconds (until the year 5138), others milliseconds (from 1973 on).
    private static let firstMilliseconds = 100_000_000_000.0

    /// Milliseconds since 1970-01-01T00:00:00Z; nil if it is no time.
    static func milliseconds(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        if let number = JSONNumber.real(bytes) {
            // Rounded down, as a date before 1970 must be too; Int64(exactly:) refuses what doesn't fit.
            return Int64(exactly: (isSeconds(number) ? thousandfold(number) : number).rounded(.down))
        }
        var reader = DateReader(bytes)
        return reader.milliseconds()
    }

    private static func isSeconds(_ number: Double) -> Bool { number.magnitude < firstMilliseconds }

    /// Milliseconds that were written as seconds are whole again, where the product is just short of them.
    private static func thousandfold(_ seconds: Double) -> Double {
        let milliseconds = (seconds * 1000).rounded()
        return milliseconds / 1000 == seconds ? milliseconds : seconds * 1000
    }
}

private struct DateReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var at = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    mutating func milliseconds() -> Int64? {
        guard let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2),
            month >= 1, month <= 12, day >= 1, day <= DateReader.days(in: month, of: year)
        else { return nil }
        let midnight = DateReader.daysSince1970(year, month, day) * 86_400_000
        if at == bytes.count { return midnight }
        guard skip("T") || skip("t") || skip(" "), let time = timeOfDay(), let zone = zone(),
            at == bytes.count
        else { return nil }
        return midnight + time - zone
    }

    private mutating func timeOfDay() -> Int64? {
        guard let hour = digits(2), hour < 24, skip(":"), let minute = digits(2), minute < 60 else {
            return nil
        }
        var milliseconds = (hour * 60 + minute) * 60_000
        guard skip(":") else { return milliseconds }
        // 60 is a leap second.
        guard let second = digits(2), second <= 60 else { return nil }
        milliseconds += second * 1000
        guard skip(".") || skip(",") else { return milliseconds }
        return fraction().map { milliseconds + $0 }
    }

    /// Milliseconds of a fraction of any length.
    private mutating func fraction() -> Int64? {
        let start = at
        var scale: Int64 = 100
        var milliseconds: Int64 = 0
        while let digit = digits(1) {
            milliseconds += digit * scale
            scale /= 10
        }
        return at > start ? milliseconds : nil
    }

    /// How far the zone is ahead of UTC; a time without one is UTC.
    private mutating func zone() -> Int64? {
        if at == bytes.count || skip("Z") || skip("z") { return 0 }
        let isBehind = skip("-")
        guard isBehind || skip("+"), let hours = digits(2), hours < 24 else { return nil }
        _ = skip(":")
        guard let minutes = digits(2), minutes < 60 else { return nil }
        let offset = (hours * 60 + minutes) * 60_000
        return isBehind ? -offset : offset
    }

    private mutating func digits(_ count: Int) -> Int64? {
        guard at + count <= bytes.count else { return nil }
        var number: Int64 = 0
        for byte in bytes[at..<at + count] {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            number = number * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        at += count
        return number
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    /// Days of the proleptic Gregorian calendar, counted from March so that the leap day comes last in its
    /// year.
    private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let years = month > 2 ? year : year - 1
        let months = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * months + 2) / 5 + day - 1
        return years * 365 + floored(years, 4) - floored(years, 100) + floored(years, 400) + dayOfYear
            - 719_468
    }

    private static func floored(_ a: Int64, _ b: Int64) -> Int64 {
        a >= 0 ? a / b : -((b - 1 - a) / b)
    }
}
