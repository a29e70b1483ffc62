import CPlatform

/// Reads a JSON text, RFC 8259 to the letter, into an index, in one pass and without recursion. Nothing
/// inside a string is judged but its escapes and control characters: a text is repaired when somebody asks
/// for it.
///
/// The text must be followed by `padding` zero bytes. They end every run of characters, so that the loops
/// look for no end of their own.
struct JSONScanner {
    static let padding = 64 + stride
    /// How many bytes one look takes in (`feedcore_…_bits`).
    static let stride = 16

    private let text: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    private(set) var index: JSONIndex
    /// The innermost container that is open, and how many are.
    private(set) var parent = 0
    private(set) var depth = 0

    init(_ text: UnsafePointer<UInt8>, count: Int, index: JSONIndex) {
        self.text = text
        self.end = text + count
        self.index = index
    }

    /// Indexes the text from `start` on.
    @_optimize(speed)
    mutating func scan(from start: Int) throws(JSONFault) {
        // In variables of its own, the loop's state stays in registers.
        var index = self.index
        var parent = 0
        var depth = 0
        defer { (self.index, self.parent, self.depth) = (index, parent, depth) }

        var isObject = false
        var indentation = 0
        var expected = JSONFault.Problem.value
        var place = skipSpace(text + start)
        while true {
            // A member, an element, or the document itself begins here.
            if !index.hasRoom {
                guard let larger = index.grown() else { throw fault(.noMemory, place) }
                index = larger
            }
            if isObject {
                guard place[0] == .quote else { throw fault(expected, place) }
                let (keyEnd, flags) = try skipString(place)
                index.append(.string, from: offset(place), to: offset(keyEnd), flags: flags)
                place = skipSpace(keyEnd)
                guard place[0] == .colon else { throw fault(.colon, place) }
                place = skipSpace(place + 1)
                expected = .memberValue
            }
            let start = offset(place)
            switch place[0] {
            case .quote:
                let (stringEnd, flags) = try skipString(place)
                place = stringEnd
                index.append(.string, from: start, to: offset(place), flags: flags)
            case .openBrace:
                guard depth < JSONDocument.depthLimit else { throw fault(.tooDeep, place) }
                depth &+= 1
                parent = index.open(.object, at: start, in: parent)
                isObject = true
                place = skipSpace(place + 1)
                if place[0] != .closeBrace {
                    expected = .keyOrBrace
                    continue
                }
            case .openBracket:
                guard depth < JSONDocument.depthLimit else { throw fault(.tooDeep, place) }
                depth &+= 1
                parent = index.open(.array, at: start, in: parent)
                isObject = false
                place = skipSpace(place + 1)
                if place[0] != .closeBracket {
                    expected = .elementOrBracket
                    continue
                }
            case .minus, 0x30...0x39:
                place = try skipNumber(place)
                index.append(.number, from: start, to: offset(place))
            default:
                let (kind, flags, length) = try word(place, expected)
                place += length
                index.append(kind, from: start, to: offset(place), flags: flags)
            }
            // It has ended, or was an empty container. Containers close here, until one goes on.
            while true {
                place = skipSpace(place)
                if depth == 0 {
                    guard place == end else { throw fault(.end, place) }
                    return
                }
                if place[0] == .comma {
                    place = skipSpace(skipLineBreak(place + 1, &indentation))
                    expected = isObject ? .keyAfterComma : .elementAfterComma
                    break
                }
                guard place[0] == (isObject ? .closeBrace : .closeBracket) else {
                    throw fault(isObject ? .commaOrBrace : .commaOrBracket, place)
                }
                place += 1
                parent = index.close(parent, at: offset(place))
                depth &-= 1
                isObject = index.nodes[parent].isObject
            }
        }
    }

    @inline(__always)
    private func offset(_ place: UnsafePointer<UInt8>) -> Int {
        place - text
    }

    @inline(__always)
    private func fault(_ problem: JSONFault.Problem, _ place: UnsafePointer<UInt8>) -> JSONFault {
        JSONFault(problem: problem, offset: place - text)
    }
}

extension JSONScanner {
    /// Where a string ends that begins with the quote at `start`.
    @inline(__always)
    private func skipString(
        _ start: UnsafePointer<UInt8>
    ) throws(JSONFault) -> (end: UnsafePointer<UInt8>, flags: UInt32) {
        var place = start + 1
        var flags: UInt32 = 0
        while true {
            let stops = feedcore_stop_bits(place)
            let high = feedcore_high_bits(place)
            guard stops != 0 else {
                if high != 0 { flags |= JSONNode.hasHighBytes }
                place += Self.stride
                continue
            }
            // The bits below the first stop: the bytes that belong to the text for sure.
            if high & (stops &- 1) & ~stops != 0 { flags |= JSONNode.hasHighBytes }
            place += stops.trailingZeroBitCount
            if place[0] == .quote { return (place + 1, flags) }
            guard place[0] == .backslash else { throw fault(place < end ? .control : .stringEnd, place) }
            flags |= JSONNode.hasEscapes
            place = try skipEscape(place)
        }
    }

    private func skipEscape(_ place: UnsafePointer<UInt8>) throws(JSONFault) -> UnsafePointer<UInt8> {
        switch place[1] {
        case .quote, .backslash, .slash, .b, .f, .n, .r, .t:
            return place + 2
        case .u:
            for i in 2..<6 where place[i].hexDigit == nil {
                throw fault(.hexDigit, place + i)
            }
            return place + 6
        default:
            throw fault(.escape, place + 1)
        }
    }

    @inline(__always)
    private func skipNumber(_ start: UnsafePointer<UInt8>) throws(JSONFault) -> UnsafePointer<UInt8> {
        var place = start
        if place[0] == .minus { place += 1 }
        guard isDigit(place[0]) else { throw fault(.digit, place) }
        if place[0] == .zero {
            place += 1
            guard !isDigit(place[0]) else { throw fault(.leadingZero, place) }
        } else {
            place = skipDigits(place)
        }
        if place[0] == .dot {
            guard isDigit(place[1]) else { throw fault(.fractionDigit, place + 1) }
            place = skipDigits(place + 1)
        }
        if place[0] | 0x20 == .e {
            place += 1
            if place[0] == .plus || place[0] == .minus { place += 1 }
            guard isDigit(place[0]) else { throw fault(.exponentDigit, place) }
            place = skipDigits(place)
        }
        return place
    }

    /// `true`, `false` or `null`.
    @inline(__always)
    private func word(
        _ place: UnsafePointer<UInt8>, _ expected: JSONFault.Problem
    ) throws(JSONFault) -> (kind: JSON.Kind, flags: UInt32, length: Int) {
        switch UInt32(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt32.self)) {
        case 0x6C6C_756E: return (.null, 0, 4)  // "null", its first letter in the lowest byte
        case 0x6575_7274: return (.bool, JSONNode.isTrue, 4)  // "true"
        case 0x736C_6166 where place[4] == .e: return (.bool, 0, 5)  // "fals" and an "e"
        default: throw fault(expected, place)
        }
    }

    @inline(__always)
    private func skipDigits(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        var place = start
        while isDigit(place[0]) { place += 1 }
        return place
    }

    @inline(__always)
    private func isDigit(_ byte: UInt8) -> Bool {
        byte &- .zero < 10
    }

    /// Skips white space: as a rule there is none, or one space. (That the two cases are branches, which the
    /// processor guesses, and no arithmetic with the bytes is what makes it fast.)
    @inline(__always)
    private func skipSpace(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        if start[0] > .space { return start }
        if start[0] == .space && start[1] > .space { return start + 1 }
        return skipLongSpace(start)
    }

    private func skipLongSpace(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        var place = start
        while true {
            switch place[0] {
            case .space, .lineFeed, .carriageReturn, .tab: place += 1
            default: return place
            }
            var others = ~feedcore_space_bits(place) & 0xFFFF
            while others == 0 {
                place += Self.stride
                others = ~feedcore_space_bits(place) & 0xFFFF
            }
            place += others.trailingZeroBitCount
        }
    }

    /// Skips a line break, and the indentation after it, up to 63 spaces. It is mostly that of the line
    /// before, and to go by that is what makes reading a pretty-printed feed fast: the processor goes on
    /// after the jump by a number that it has, instead of waiting until the spaces are counted.
    @inline(__always)
    private func skipLineBreak(
        _ start: UnsafePointer<UInt8>, _ indentation: inout Int
    ) -> UnsafePointer<UInt8> {
        guard start[0] == .lineFeed else { return start }
        let line = start + 1
        let spaces =
            UInt64(feedcore_space_bits(line)) | UInt64(feedcore_space_bits(line + 16)) &<< 16
            | UInt64(feedcore_space_bits(line + 32)) &<< 32 | UInt64(feedcore_space_bits(line + 48)) &<< 48
        let first = 1 &<< UInt64(truncatingIfNeeded: indentation)
        if ~spaces & (first &<< 1 &- 1) == first { return line + indentation }
        guard spaces != .max else { return line }
        indentation = (~spaces).trailingZeroBitCount
        return line + indentation
    }
}

/// The bytes that mean something in a JSON text.
extension UInt8 {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let plus: UInt8 = 0x2B
    static let comma: UInt8 = 0x2C
    static let minus: UInt8 = 0x2D
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let zero: UInt8 = 0x30
    static let nine: UInt8 = 0x39
    static let colon: UInt8 = 0x3A
    static let openBracket: UInt8 = 0x5B
    static let backslash: UInt8 = 0x5C
    static let closeBracket: UInt8 = 0x5D
    static let b: UInt8 = 0x62
    static let e: UInt8 = 0x65
    static let f: UInt8 = 0x66
    static let n: UInt8 = 0x6E
    static let r: UInt8 = 0x72
    static let t: UInt8 = 0x74
    static let u: UInt8 = 0x75
    static let openBrace: UInt8 = 0x7B
    static let closeBrace: UInt8 = 0x7D
    static let tilde: UInt8 = 0x7E
}
