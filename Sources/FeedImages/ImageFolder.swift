import CPlatform
import FeedParsing

/// What names the file of a picture: two hashes of its address.
struct ImageKey: Equatable {
    let one: UInt64
    let other: UInt64

    init(_ url: String) {
        var bytes = Array(url.utf8)
        one = bytes.withUnsafeBufferPointer { $0.stableHash }
        bytes.append(UInt8(truncatingIfNeeded: one))
        bytes.reverse()
        other = bytes.withUnsafeBufferPointer { $0.stableHash }
    }

    static func == (one: ImageKey, other: ImageKey) -> Bool {
        one.one == other.one && one.other == other.other
    }

    /// 32 digits.
    var text: String { one.hex + other.hex }
}

/// A picture in the folder.
struct ImageFile {
    let path: String
    let type: ImageType
    /// When it came, as milliseconds since 1970.
    let time: Int64
}

/// The folder that pictures are kept in: one file for each, which several programs may share. The file system is all that
/// it knows, so that nobody has to be told what others do there. A file's time of change says since when it is there, and
/// its time of access when it was used last. For one thread.
final class ImageFolder {
    private static let timeBetweenUses: Int64 = 60_000

    let path: String
    private let maxBytes: Int64
    /// Of all files, as far as is known; and those that were written since they were counted.
    private var total: Int64 = 0
    private var added: Int64 = 0
    private var isCounted = false
    /// Why the last picture couldn't be kept: the system's number.
    private(set) var error: Int32 = 0

    init(_ path: String, maxBytes: Int64) {
        self.path = path
        self.maxBytes = maxBytes
    }

    /// The picture of this key. One that is damaged is removed, and isn't there.
    func find(_ key: ImageKey, now: Int64) -> ImageFile? {
        count(now)
        let name = self.name(key)
        for type in ImageType.all {
            if let file = open(name + type.suffix, type, now) { return file }
        }
        return nil
    }

    /// The path of its file, but for the end of its name.
    private func name(_ key: ImageKey) -> String { path + "/" + key.text }

    private func open(_ path: String, _ type: ImageType, _ now: Int64) -> ImageFile? {
        var about = feedcore_file()
        let descriptor = feedcore_file_open(path, &about)
        if descriptor < 0 { return nil }
        defer { close(descriptor) }
        guard ImageFolder.isWhole(descriptor, about.size, type) else {
            unlink(path)
            return nil
        }
        // Also of one from the future, as it is after a clock was set back.
        if !(0...ImageFolder.timeBetweenUses ~= now &- about.used) { feedcore_file_use(descriptor, now) }
        return ImageFile(path: path, type: type, time: about.changed)
    }

    private static func isWhole(_ descriptor: Int32, _ size: Int64, _ type: ImageType) -> Bool {
        let (headCount, tailCount) = (
            Int(min(size, Int64(ImageType.headSize))), Int(min(size, Int64(ImageType.tailSize)))
        )
        return withUnsafeTemporaryAllocation(
            byteCount: ImageType.headSize + ImageType.tailSize, alignment: 1
        ) { bytes in
            let head = UnsafeMutableRawBufferPointer(rebasing: bytes[..<headCount])
            let tail = UnsafeMutableRawBufferPointer(rebasing: bytes[headCount..<(headCount + tailCount)])
            guard feedcore_file_read(descriptor, head.baseAddress, headCount, 0) != 0,
                feedcore_file_read(descriptor, tail.baseAddress, tailCount, size - Int64(tailCount)) != 0
            else { return false }
            let (first, last) = (UnsafeRawBufferPointer(head), UnsafeRawBufferPointer(tail))
            return ImageType(beginning: first) == type && type.isEnded(head: first, tail: last, size: size)
        }
    }

    /// Keeps a picture, these bytes or the first so many of them, in place of the one of this key. The folder is made if
    /// it isn't there. Nil if it can't be: `error`.
    func put(
        _ bytes: [UInt8], _ type: ImageType, _ key: ImageKey, now: Int64, length: Int? = nil
    ) -> ImageFile? {
        let length = length ?? bytes.count
        count(now)
        let name = self.name(key)
        let file = ImageFile(path: name + type.suffix, type: type, time: now)
        error = write(bytes, length, file.path, now)
        if error == ENOENT {
            error = feedcore_folder_make(path)
            if error == 0 { error = write(bytes, length, file.path, now) }
        }
        if error != 0 { return nil }
        for other in ImageType.all where other != type { unlink(name + other.suffix) }
        let size = Int64(length)
        total += size
        added += size
        // Others write too.
        if total > maxBytes || added > maxBytes / 4 { trim(now, sparing: key.text + type.suffix) }
        return file
    }

    private func write(_ bytes: [UInt8], _ length: Int, _ path: String, _ now: Int64) -> Int32 {
        let temporary = self.path + "/" + UInt64.random(in: 0 ... .max).hex + ".tmp"
        return bytes.withUnsafeBytes {
            feedcore_file_write(temporary, path, $0.baseAddress, min(length, $0.count), now)
        }
    }

    func remove(_ file: ImageFile) {
        unlink(file.path)
    }

    /// Removes all pictures, and nothing else that may be there.
    func clear() {
        total = feedcore_folder_trim(path, -1, -1, "", 0)
        added = 0
    }

    private func count(_ now: Int64) {
        if !isCounted { trim(now, sparing: "") }
        isCounted = true
    }

    /// Counts what is there, and removes what was used least recently, if it is too much, until a tenth is free.
    private func trim(_ now: Int64, sparing name: String) {
        total = feedcore_folder_trim(path, maxBytes, maxBytes - maxBytes / 10, name, now)
        added = 0
    }
}
