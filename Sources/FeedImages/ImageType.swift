/// What is a picture here, by its bytes alone: what a server says about them may be anything.
public enum ImageType: Int32, Sendable {
    case png = 1
    case jpeg, gif, webp

    public var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .gif: "GIF"
        case .webp: "WebP"
        }
    }

    /// Of a file's name.
    var suffix: String {
        switch self {
        case .png: ".png"
        case .jpeg: ".jpg"
        case .gif: ".gif"
        case .webp: ".webp"
        }
    }

    /// In the order in which they are looked for.
    static let all: [ImageType] = [.jpeg, .png, .webp, .gif]

    /// How many of the first and of the last bytes are enough to see whether a file was cut.
    static let headSize = 16
    static let tailSize = 1024

    /// What begins so.
    init?(beginning bytes: UnsafeRawBufferPointer) {
        if bytes.has(0x89504E47_0D0A1A0A, 8, at: 0) {
            self = .png
        } else if bytes.has(0xFFD8FF, 3, at: 0) {
            self = .jpeg
        } else if bytes.has(0x47494638, 4, at: 0) {
            self = .gif
        } else if bytes.has(0x52494646, 4, at: 0), bytes.has(0x57454250, 4, at: 8) {
            self = .webp
        } else {
            return nil
        }
    }

    /// Whether a file of so many bytes that begins and ends so has its end; there may be something behind it, as some
    /// servers have it.
    func isEnded(head: UnsafeRawBufferPointer, tail: UnsafeRawBufferPointer, size: Int64) -> Bool {
        switch self {
        case .png: tail.last(0x49454E44_AE426082, 8) != nil
        case .jpeg: tail.last(0xFFD9, 2) != nil
        case .gif: tail.last { $0 != 0 } == 0x3B
        case .webp: size >= 20 && Int64(UInt32(head.number(at: 4, 4)).byteSwapped) + 8 <= size
        }
    }

    /// Whether all of a picture is there. What this takes `isEnded` takes too.
    func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let tail = UnsafeRawBufferPointer(rebasing: bytes.suffix(ImageType.tailSize))
        guard isEnded(head: bytes, tail: tail, size: Int64(bytes.count)) else { return false }
        switch self {
        case .png: return bytes.hasAllChunks
        case .jpeg: return bytes.hasAllSegments
        case .gif: return bytes.hasAllBlocks
        case .webp: return true
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Of so many bytes, 8 at most, the first of which is the highest; 0 past the end.
    fileprivate func number(at place: Int, _ size: Int) -> UInt64 {
        guard place <= count - size else { return 0 }
        var number: UInt64 = 0
        for index in place..<(place + size) { number = number << 8 | UInt64(self[index]) }
        return number
    }

    fileprivate func has(_ number: UInt64, _ size: Int, at place: Int) -> Bool {
        self.number(at: place, size) == number
    }

    /// Where it stands for the last time.
    fileprivate func last(_ number: UInt64, _ size: Int) -> Int? {
        var place = count - size
        while place >= 0 {
            if has(number, size, at: place) { return place }
            place -= 1
        }
        return nil
    }

    // MARK: - PNG: chunks of a length, a name, so many bytes and a sum

    fileprivate var hasAllChunks: Bool {
        var place = 8
        while place <= count - 12 {
            if has(0x49454E44, 4, at: place + 4) { return true }
            let length = number(at: place, 4)
            guard length <= UInt64(count) else { return false }
            place += 12 + Int(length)
        }
        return false
    }

    // MARK: - JPEG: segments of a marker, a length and its bytes, up to the first scan

    fileprivate var hasAllSegments: Bool {
        var place = 2
        while place <= count - 4, self[place] == 0xFF {
            let marker = self[place + 1]
            if marker == 0xDA { return (last(0xFFD9, 2) ?? 0) > place }
            if marker == 0xFF {
                place += 1
            } else if marker == 0x01 || marker & 0xF8 == 0xD0 {
                place += 2
            } else {
                let length = Int(number(at: place + 2, 2))
                if length < 2 { return false }
                place += 2 + length
            }
        }
        return false
    }

    // MARK: - GIF: a screen, then blocks that consist of parts of up to 255 bytes

    fileprivate var hasAllBlocks: Bool {
        guard count > 13 else { return false }
        var place = 13 + colorTableSize(self[10])
        while place < count {
            switch self[place] {
            case 0x3B:
                return true
            case 0x21:
                place += 2
            case 0x2C:
                guard place <= count - 10 else { return false }
                place += 11 + colorTableSize(self[place + 9])
            default:
                return false
            }
            while place < count, self[place] != 0 { place += 1 + Int(self[place]) }
            place += 1
        }
        return false
    }

    private func colorTableSize(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }
}
