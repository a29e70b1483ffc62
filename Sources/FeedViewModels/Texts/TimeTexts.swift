// Times are milliseconds since 1970, UTC; a zone is minutes east of UTC. A time outside of the years 1 to 9999, or a zone
// that is none, leaves nothing.
extension TextWriter {
    package mutating func date(_ time: Int64, zone: Int32, withClock: Bool) {
        guard let time = CalendarTime(time, zone: zone) else { return }
        date(time, withYear: true)
        guard withClock else { return }
        add(" ", ", ")
        clock(time)
    }

    package mutating func relative(_ time: Int64, now: Int64, zone: Int32) {
        guard let time = CalendarTime(time, zone: zone), let now = CalendarTime(now, zone: zone) else {
            return
        }
        relative(time, now)
    }

    package mutating func age(_ time: Int64, now: Int64, zone: Int32) {
        guard let time = CalendarTime(time, zone: zone), let now = CalendarTime(now, zone: zone) else {
            return
        }
        guard time.milliseconds + 60_000 <= now.milliseconds else { return add("刚刚更新", "Updated just now") }
        add("更新于", "Updated ")
        relative(time, now)
    }

    /// Minutes up to an hour; hours on the same day; then days of the calendar.
    private mutating func relative(_ time: CalendarTime, _ now: CalendarTime) {
        let isPast = time.milliseconds <= now.milliseconds
        let minutes = (time.milliseconds - now.milliseconds).magnitude / 60_000
        let days = (time.day - now.day).magnitude
        if minutes == 0 {
            add("刚刚", "just now")
        } else if minutes < 60 {
            amount(minutes, "分钟", " min", isPast)
        } else if days == 0 {
            amount(minutes / 60, "小时", " h", isPast)
        } else if days == 1 {
            isPast ? add("昨天 ", "yesterday, ") : add("明天 ", "tomorrow, ")
            clock(time)
        } else if days < 7 {
            amount(days, "天", " days", isPast)
        } else {
            date(time, withYear: time.year != now.year)
        }
    }

    private mutating func amount(
        _ number: UInt64, _ chinese: StaticString, _ english: StaticString, _ isPast: Bool
    ) {
        if !isPast { add("", "in ") }
        add(number)
        add(chinese, english)
        isPast ? add("前", " ago") : add("后", "")
    }

    private mutating func date(_ time: CalendarTime, withYear: Bool) {
        if language == .chinese {
            if withYear { year(Int64(time.year)) }
            add(time.month)
            add("月")
            add(time.dayOfMonth)
            add("日")
            return
        }
        add(time.monthName)
        add(" ")
        add(time.dayOfMonth)
        guard withYear else { return }
        add(", ")
        add(time.year)
    }

    private mutating func clock(_ time: CalendarTime) {
        addTwo(time.minuteOfDay / 60)
        add(":")
        addTwo(time.minuteOfDay % 60)
    }
}

/// A time by the calendar and the clock of a zone.
private struct CalendarTime {
    /// Since 1970-01-01 00:00 there.
    let milliseconds: Int64
    /// Since 1970-01-01.
    let day: Int64
    let minuteOfDay: UInt64
    private(set) var year: UInt64
    private(set) var month: UInt64
    private(set) var dayOfMonth: UInt64

    /// Nil outside of the years 1 to 9999, and for a zone that is more than 18 hours away.
    init?(_ time: Int64, zone: Int32) {
        let (local, overflows) = time.addingReportingOverflow(Int64(zone) * 60_000)
        guard !overflows, zone.magnitude <= 1080, local >= CalendarTime.first, local < CalendarTime.end else {
            return nil
        }
        milliseconds = local
        let sinceFirst = UInt64(local - CalendarTime.first)
        day = Int64(sinceFirst / 86_400_000) + CalendarTime.firstDay
        minuteOfDay = sinceFirst % 86_400_000 / 60_000

        // The Gregorian calendar repeats every 400 years. Counted from the first of March, a leap day is the last of its year,
        // and months of 31 and 30 days follow each other so that five of them have 153.
        let sinceMarch = UInt64(day + 719_468)
        let (cycle, dayOfCycle) = sinceMarch.quotientAndRemainder(dividingBy: 146_097)
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0)
    }

    private static let firstDay: Int64 = -719_162
    private static let first = firstDay * 86_400_000
    private static let end: Int64 = 2_932_897 * 86_400_000

    var monthName: StaticString {
        switch month {
        case 1: "Jan"
        case 2: "Feb"
        case 3: "Mar"
        case 4: "Apr"
        case 5: "May"
        case 6: "Jun"
        case 7: "Jul"
        case 8: "Aug"
        case 9: "Sep"
        case 10: "Oct"
        case 11: "Nov"
        default: "Dec"
        }
    }
}
