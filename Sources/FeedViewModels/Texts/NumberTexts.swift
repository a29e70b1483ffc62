// Halves are rounded up. What is absent leaves nothing.
extension TextWriter {
    package mutating func count(_ count: Int64) {
        guard let count = UInt64(exactly: count) else { return }
        let isChinese = language == .chinese
        if count < 10_000 { return addWhole(count) }

        // The smallest unit of which there is less than one of the next, as it is rounded: there is no "10000万".
        let step: UInt64 = isChinese ? 10_000 : 1000
        var (unit, power) = (step, 1)
        while power < 4, count.rounded(by: unit) >= step {
            unit &*= step
            power &+= 1
        }
        let tenths = count.rounded(by: unit / 10)
        if tenths < (isChinese ? 1000 : 100) {
            addTenths(tenths)
        } else {
            addWhole(count.rounded(by: unit))
        }
        switch power {
        case 1: add("万", "K")
        case 2: add("亿", "M")
        case 3: add("万亿", "B")
        default: add("亿亿", "T")
        }
    }

    package mutating func plays(_ count: Int64) {
        guard count >= 0 else { return }
        self.count(count)
        add("次播放", count == 1 ? " play" : " plays")
    }

    package mutating func year(_ year: Int64) {
        guard year >= 1, year <= 9999 else { return }
        add(UInt64(year))
        add("年", "")
    }

    package mutating func rating(_ rating: Double) {
        // Far more than anything is rated with; NaN is in no range.
        guard rating >= 0.05, rating < 1_000_000 else { return add("暂无评分", "No rating") }
        let tenths = UInt64((rating * 10).rounded(.toNearestOrAwayFromZero))
        if tenths >= 100 { return addTenths(tenths) }
        addWithTenth(tenths)
    }

    package mutating func duration(_ milliseconds: Int64) {
        guard milliseconds >= 0 else { return }
        let seconds = UInt64(milliseconds) / 1000
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        if hours > 0 {
            add(hours)
            add(":")
            addTwo(minutes)
        } else {
            add(minutes)
        }
        add(":")
        addTwo(seconds % 60)
    }

    private mutating func addWhole(_ number: UInt64) {
        language == .chinese ? add(number) : addGrouped(number)
    }

    /// "1.2", but "3" for 3.0.
    private mutating func addTenths(_ tenths: UInt64) {
        tenths % 10 == 0 ? add(tenths / 10) : addWithTenth(tenths)
    }

    private mutating func addWithTenth(_ tenths: UInt64) {
        add(tenths / 10)
        add(".")
        add(tenths % 10)
    }
}

extension UInt64 {
    fileprivate func rounded(by unit: UInt64) -> UInt64 {
        let (whole, rest) = quotientAndRemainder(dividingBy: unit)
        return rest >= unit &- rest ? whole &+ 1 : whole
    }
}
