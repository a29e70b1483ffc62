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

    /// Whether a file of so many bytes that begins and ends so has its end, with little behind it.
    func isEnded(head: UnsafeRawBufferPointer, tail: UnsafeRawBufferPointer, size: Int64) -> Bool {
        switch self {
        case .png: tail.last(0x49454E44_AE426082, 8) != nil
        case .jpeg: tail.last(0xFFD9, 2) != nil
        case .gif: tail.last { $0 != 0 } == 0x3B
        case .webp: size >= 20 && Int64(UInt32(head.number(at: 4, 4)).byteSwapped) + 8 <= size
        }
    }

    /// How many of these bytes the picture is; nil if it isn't all there. What stands behind its end is none of it: padding,
    /// the film of a moving photo.
    func length(in bytes: UnsafeRawBufferPointer) -> Int? {
        switch self {
        case .png: bytes.endOfChunks
        case .jpeg: bytes.endOfSegments
        case .gif: bytes.endOfBlocks
        case .webp: bytes.endOfRIFF
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

    fileprivate var endOfChunks: Int? {
        var place = 8
        while place <= count - 12 {
            if has(0x49454E44_AE426082, 8, at: place + 4) { return place + 12 }
            let length = number(at: place, 4)
            guard length <= UInt64(count) else { return nil }
            place += 12 + Int(length)
        }
        return nil
    }

    // MARK: - JPEG: segments of a marker, a length and its bytes; a scan goes on until the next marker

    fileprivate var endOfSegments: Int? {
        var place = 2
        var hasScan = false
        while place <= count - 2, self[place] == 0xFF {
            let marker = self[place + 1]
            if marker == 0xD9 { return hasScan ? place + 2 : nil }
            if marker == 0xFF {
                place += 1
                continue
            }
            place += 2
            if marker == 0x01 || marker & 0xF8 == 0xD0 { continue }
            let length = Int(number(at: place, 2))
            if length < 2 { return nil }
            place += length
            if marker == 0xDA {
                hasScan = true
                place = endOfScan(place)
            }
        }
        return nil
    }

    /// Where the next marker is that isn't part of the scan.
    private func endOfScan(_ start: Int) -> Int {
        var place = start
        while place < count - 1 {
            if self[place] == 0xFF, self[place + 1] != 0, self[place + 1] & 0xF8 != 0xD0 { return place }
            place += 1
        }
        return count
    }

    // MARK: - GIF: a screen, then blocks that consist of parts of up to 255 bytes

    fileprivate var endOfBlocks: Int? {
        guard count > 13 else { return nil }
        var place = 13 + colorTableSize(self[10])
        while place < count {
            switch self[place] {
            case 0x3B:
                return place + 1
            case 0x21:
                place += 2
            case 0x2C:
                guard place <= count - 10 else { return nil }
                place += 11 + colorTableSize(self[place + 9])
            default:
                return nil
            }
            while place < count, self[place] != 0 { place += 1 + Int(self[place]) }
            place += 1
        }
        return nil
    }

    // MARK: - WebP: a length at the beginning

    fileprivate var endOfRIFF: Int? {
        let end = UInt64(UInt32(number(at: 4, 4)).byteSwapped) + 8
        return count >= 20 && end >= 20 && end <= UInt64(count) ? Int(end) : nil
    }

    private func colorTableSize(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }
}
