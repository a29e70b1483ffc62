import CPlatform

/// Reads a JSON text, RFC 8259 to the letter, into an index, in one pass and without recursion. Nothing inside a
/// string is judged but its escapes and control characters: a text is repaired when somebody asks for it.
///
/// The text must be followed by `padding` zero bytes. They end every run of characters, so that the loops look
/// for no end of their own.
struct JSONScanner {
    static let padding = 64
    static let depthLimit = 512

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
    mutating func scan(from start: Int) throws(JSONFault) {
        var place = skipSpace(text + start)
        var expected = JSONFault.Problem.value
        while true {
            // A value begins here.
            guard index.reserveMember() else { throw fault(.noMemory, place) }
            switch place[0] {
            case .quote:
                place = try string(place)
            case .openBrace:
                try open(.object, place)
                place = skipSpace(place + 1)
                if place[0] != .closeBrace {
                    place = try key(place, .keyOrBrace)
                    expected = .memberValue
                    continue
                }
            case .openBracket:
                try open(.array, place)
                place = skipSpace(place + 1)
                if place[0] != .closeBracket {
                    expected = .elementOrBracket
                    continue
                }
            case .minus, .zero...(.nine):
                place = try number(place)
            default:
                place = try word(place, expected)
            }
            // A value, or an empty container's inside, has ended here. Now containers close, until one goes on.
            while true {
                place = skipSpace(place)
                if depth == 0 {
                    guard place == end else { throw fault(.end, place) }
                    return
                }
                let isObject = index.nodes[parent].isObject
                if place[0] == .comma {
                    place = skipSpace(place + 1)
                    if isObject {
                        guard index.reserveMember() else { throw fault(.noMemory, place) }
                        place = try key(place, .keyAfterComma)
                        expected = .memberValue
                    } else {
                        expected = .elementAfterComma
                    }
                    break
                }
                guard place[0] == (isObject ? .closeBrace : .closeBracket) else {
                    throw fault(isObject ? .commaOrBrace : .commaOrBracket, place)
                }
                place += 1
                close(place)
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
    @inline(__always)
    private mutating func open(_ kind: JSON.Kind, _ place: UnsafePointer<UInt8>) throws(JSONFault) {
        guard depth < Self.depthLimit else { throw fault(.tooDeep, place) }
        parent = index.open(kind, at: offset(place), in: parent)
        depth &+= 1
    }

    @inline(__always)
    private mutating func close(_ place: UnsafePointer<UInt8>) {
        parent = index.close(parent, at: offset(place))
        depth &-= 1
    }

    /// A key and its colon; returns where its value begins.
    @inline(__always)
    private mutating func key(
        _ place: UnsafePointer<UInt8>, _ expected: JSONFault.Problem
    ) throws(JSONFault) -> UnsafePointer<UInt8> {
        guard place[0] == .quote else { throw fault(expected, place) }
        let colon = skipSpace(try string(place))
        guard colon[0] == .colon else { throw fault(.colon, colon) }
        return skipSpace(colon + 1)
    }

    @inline(__always)
    private mutating func string(_ start: UnsafePointer<UInt8>) throws(JSONFault) -> UnsafePointer<UInt8> {
        var place = start + 1
        var flags: UInt32 = 0
        while true {
            let stops = feedcore_stop_bits(place)
            let high = feedcore_high_bits(place)
            guard stops != 0 else {
                if high != 0 { flags |= JSONNode.hasHighBytes }
                place += 32
                continue
            }
            // The bits below the first stop: the bytes that belong to the text for sure.
            if high & (stops &- 1) & ~stops != 0 { flags |= JSONNode.hasHighBytes }
            place += stops.trailingZeroBitCount
            if place[0] == .quote { break }
            guard place[0] == .backslash else { throw fault(place < end ? .control : .stringEnd, place) }
            flags |= JSONNode.hasEscapes
            place = try escape(place)
        }
        index.append(.string, from: offset(start), to: offset(place + 1), flags: flags)
        return place + 1
    }

    private func escape(_ place: UnsafePointer<UInt8>) throws(JSONFault) -> UnsafePointer<UInt8> {
        switch place[1] {
        case .quote, .backslash, .slash, .b, .f, .n, .r, .t:
            return place + 2
        case .u:
            for i in 2..<6 where JSONText.hexDigit(place[i]) == nil {
                throw fault(.hexDigit, place + i)
            }
            return place + 6
        default:
            throw fault(.escape, place + 1)
        }
    }

    @inline(__always)
    private mutating func number(_ start: UnsafePointer<UInt8>) throws(JSONFault) -> UnsafePointer<UInt8> {
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
        index.append(.number, from: offset(start), to: offset(place))
        return place
    }

    /// `true`, `false` or `null`.
    @inline(__always)
    private mutating func word(
        _ place: UnsafePointer<UInt8>, _ expected: JSONFault.Problem
    ) throws(JSONFault) -> UnsafePointer<UInt8> {
        let start = offset(place)
        let letters = UInt32(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt32.self))
        switch letters {
        case 0x6C6C_756E:  // "null", read as a little-endian number
            index.append(.null, from: start, to: start &+ 4)
            return place + 4
        case 0x6575_7274:  // "true"
            index.append(.bool, from: start, to: start &+ 4, flags: JSONNode.isTrue)
            return place + 4
        case 0x736C_6166 where place[4] == .e:  // "fals" and an "e"
            index.append(.bool, from: start, to: start &+ 5)
            return place + 5
        default:
            throw fault(expected, place)
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

    /// Skips white space: as a rule there is none, one space, or a line break and an indentation.
    @inline(__always)
    private func skipSpace(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        var place = start
        while true {
            if place[0] > 0x20 { return place }
            switch place[0] {
            case .space, .lineFeed, .carriageReturn, .tab: place += 1
            default: return place
            }
            var others = ~feedcore_space_bits(place)
            while others == 0 {
                place += 32
                others = ~feedcore_space_bits(place)
            }
            place += others.trailingZeroBitCount
        }
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
}
