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
        if bytes.begins(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.begins(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.begins(with: [0x47, 0x49, 0x46, 0x38]) {
            self = .gif
        } else if bytes.begins(with: [0x52, 0x49, 0x46, 0x46]), bytes.has([0x57, 0x45, 0x42, 0x50], at: 8) {
            self = .webp
        } else {
            return nil
        }
    }

    /// Whether a file of so many bytes that begins and ends so has its end; there may be something behind it, as some
    /// servers have it.
    func isEnded(head: UnsafeRawBufferPointer, tail: UnsafeRawBufferPointer, size: Int64) -> Bool {
        switch self {
        case .png: tail.last([0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]) != nil
        case .jpeg: tail.last([0xFF, 0xD9]) != nil
        case .gif: tail.last { $0 != 0 } == 0x3B
        case .webp: size >= 20 && head.littleEndian(at: 4) + 8 <= size
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
    fileprivate func has(_ part: [UInt8], at place: Int) -> Bool {
        guard place <= count - part.count else { return false }
        for index in 0..<part.count where self[place + index] != part[index] { return false }
        return true
    }

    fileprivate func begins(with part: [UInt8]) -> Bool { has(part, at: 0) }

    /// Where it stands for the last time.
    fileprivate func last(_ part: [UInt8]) -> Int? {
        var place = count - part.count
        while place >= 0 {
            if has(part, at: place) { return place }
            place -= 1
        }
        return nil
    }

    /// 0 past the end, as for the other one.
    fileprivate func littleEndian(at place: Int) -> Int64 {
        guard place <= count - 4 else { return 0 }
        return Int64(self[place]) | Int64(self[place + 1]) << 8 | Int64(self[place + 2]) << 16
            | Int64(self[place + 3]) << 24
    }

    fileprivate func bigEndian(at place: Int, _ size: Int) -> Int {
        guard place <= count - size else { return 0 }
        var number = 0
        for index in place..<(place + size) { number = number << 8 | Int(self[index]) }
        return number
    }

    // MARK: - PNG: chunks of a length, a name, so many bytes and a sum

    fileprivate var hasAllChunks: Bool {
        var place = 8
        while place <= count - 12 {
            if has([0x49, 0x45, 0x4E, 0x44], at: place + 4) { return true }
            // The length is below 2^32, and the place within the bytes: no overflow.
            place += 12 + bigEndian(at: place, 4)
        }
        return false
    }

    // MARK: - JPEG: segments of a marker, a length and its bytes, up to the first scan

    fileprivate var hasAllSegments: Bool {
        var place = 2
        while place <= count - 4, self[place] == 0xFF {
            let marker = self[place + 1]
            if marker == 0xDA { return (last([0xFF, 0xD9]) ?? 0) > place }
            if marker == 0xFF {
                place += 1
            } else if marker == 0x01 || marker & 0xF8 == 0xD0 {
                place += 2
            } else {
                let length = bigEndian(at: place + 2, 2)
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
