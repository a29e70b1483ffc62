import CPlatform

/// What a JSON number says, exactly: pure functions over the bytes of one, or of a text that may be one.
public enum JSONNumber {
    /// Whether the whole of `bytes` is a JSON number.
    public static func isNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        Decimal(bytes) != nil
    }

    /// Exact; a fraction and an exponent are allowed if the value is whole ("1.0", "1e3"). Nil if it isn't,
    /// or is beyond Int64, or no number.
    public static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard let decimal = Decimal(bytes), decimal.isWhole, let magnitude = decimal.wholePart else {
            return nil
        }
        guard decimal.isNegative else { return Int64(exactly: magnitude) }
        return magnitude <= Int64.min.magnitude ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
    }

    /// The whole part of a number from 0 on, its fraction cut off. Nil if it is negative ("-0" is 0), beyond
    /// Int64, or no number.
    public static func count(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard let decimal = Decimal(bytes), !decimal.isNegative || decimal.isZero else { return nil }
        guard let magnitude = decimal.wholePart else { return nil }
        return Int64(exactly: magnitude)
    }

    /// Correctly rounded, the same in every locale. Nil if it is no number, or not finite.
    public static func real(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        guard isNumber(bytes), let start = bytes.baseAddress else { return nil }
        let value = withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count &+ 1) { room in
            guard let copy = room.baseAddress else { return Double.nan }
            memcpy(copy, start, bytes.count)
            copy[bytes.count] = 0
            return feedcore_strtod(copy)
        }
        return value.isFinite ? value : nil
    }

    /// Appends the number in plain decimal, as ids are written: no exponent, no fraction where it is whole,
    /// no zeros at its end, "0" for "-0". Exact. False, and nothing is appended, if that takes more than 64
    /// digits or `bytes` is no number.
    public static func appendDecimal(_ bytes: UnsafeBufferPointer<UInt8>, to out: inout [UInt8]) -> Bool {
        guard let decimal = Decimal(bytes) else { return false }
        return decimal.appendPlain(to: &out)
    }
}

/// A JSON number taken apart: digits without the zeros around them, and where the point is.
private struct Decimal {
    let isNegative: Bool
    /// The digits, with at most one point among them, from the first to the last that isn't 0.
    private var digits: Slice<UnsafeBufferPointer<UInt8>>
    /// How many of the digits stand before the point: negative or beyond their number where zeros are
    /// between.
    private var pointPlace: Int
    private var digitCount: Int

    /// Nil unless the whole of `bytes` is a number.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var place = 0
        func byte() -> UInt8 { place < bytes.count ? bytes[place] : 0 }
        func skipDigits() -> Int {
            let start = place
            while byte() &- .zero < 10 { place &+= 1 }
            return place &- start
        }

        isNegative = byte() == .minus
        if isNegative { place &+= 1 }
        let start = place
        let wholeCount = skipDigits()
        guard wholeCount == 1 || (wholeCount > 1 && bytes[start] != .zero) else { return nil }
        if byte() == .dot {
            place &+= 1
            guard skipDigits() > 0 else { return nil }
        }
        let digitsEnd = place
        var exponent = 0
        if byte() | 0x20 == .e {
            place &+= 1
            let isSmall = byte() == .minus
            if isSmall || byte() == .plus { place &+= 1 }
            let exponentStart = place
            guard skipDigits() > 0 else { return nil }
            // No text is long enough for more than this to matter.
            for i in exponentStart..<place where exponent < 1 &<< 40 {
                exponent = exponent &* 10 &+ Int(bytes[i] &- .zero)
            }
            if isSmall { exponent = 0 &- exponent }
        }
        guard place == bytes.count else { return nil }

        var first = start
        var last = digitsEnd
        while first < last, bytes[first] == .zero || bytes[first] == .dot { first &+= 1 }
        while last > first, bytes[last &- 1] == .zero || bytes[last &- 1] == .dot { last &-= 1 }
        let point = start &+ wholeCount
        digits = Slice(base: bytes, bounds: first..<last)
        digitCount = last &- first &- (first < point && point < last ? 1 : 0)
        pointPlace = (first < point ? point &- first : point &+ 1 &- first) &+ exponent
    }

    var isZero: Bool { digitCount == 0 }
    var isWhole: Bool { isZero || pointPlace >= digitCount }

    /// The magnitude, without its fraction; nil from 10^19 on.
    var wholePart: UInt64? {
        if isZero || pointPlace <= 0 { return 0 }
        guard pointPlace <= 19 else { return nil }
        var value: UInt64 = 0
        var taken = 0
        for digit in digits where digit != .dot && taken < pointPlace {
            value = value &* 10 &+ UInt64(digit &- .zero)
            taken &+= 1
        }
        while taken < pointPlace {
            value = value &* 10
            taken &+= 1
        }
        return value
    }

    func appendPlain(to out: inout [UInt8]) -> Bool {
        guard !isZero else {
            out.append(.zero)
            return true
        }
        // Digits as they'll stand: with the zeros between them and the point.
        let written = max(digitCount, pointPlace, digitCount &- pointPlace &+ 1)
        guard pointPlace <= 64, pointPlace >= -64, written <= 64 else { return false }
        if isNegative { out.append(.minus) }
        if pointPlace <= 0 {
            out.append(.zero)
            out.append(.dot)
            for _ in pointPlace..<0 { out.append(.zero) }
        }
        var taken = 0
        for digit in digits where digit != .dot {
            if taken == pointPlace, taken > 0 { out.append(.dot) }
            out.append(digit)
            taken &+= 1
        }
        while taken < pointPlace {
            out.append(.zero)
            taken &+= 1
        }
        return true
    }
}
