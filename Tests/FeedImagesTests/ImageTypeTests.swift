import Testing

@testable import FeedImages

/// What is taken for a picture, and for a whole one.
@Suite struct ImageTypeTests {
    static let types: [ImageType] = [.png, .jpeg, .gif, .webp]

    func type(_ bytes: [UInt8]) -> ImageType? {
        bytes.withUnsafeBytes { ImageType(beginning: $0) }
    }

    /// Nil if it is no picture at all.
    func isWhole(_ bytes: [UInt8]) -> Bool? {
        bytes.withUnsafeBytes { bytes in ImageType(beginning: bytes).map { $0.length(in: bytes) != nil } }
    }

    /// The picture alone.
    func picture(in bytes: [UInt8], _ type: ImageType) -> [UInt8]? {
        bytes.withUnsafeBytes { type.length(in: $0) }.map { Array(bytes.prefix($0)) }
    }

    /// By its beginning and its end alone.
    func isEnded(_ bytes: [UInt8], _ type: ImageType) -> Bool {
        let (head, tail) = (bytes.prefix(ImageType.headSize), bytes.suffix(ImageType.tailSize))
        return head.withUnsafeBytes { head in
            tail.withUnsafeBytes { type.isEnded(head: head, tail: $0, size: Int64(bytes.count)) }
        }
    }

    @Test(arguments: types) func itsBytesSayWhatItIs(_ type: ImageType) throws {
        let picture = try #require(Pictures.all[type])
        #expect(self.type(picture) == type)
        #expect(isWhole(picture) == true && isEnded(picture, type))
    }

    @Test(arguments: types) func aCutOneIsNotWhole(_ type: ImageType) throws {
        let picture = try #require(Pictures.all[type])
        for count in 0..<picture.count {
            #expect(isWhole(Array(picture.prefix(count))) != true, "\(type.name) of \(count) bytes")
        }
    }

    /// Padding, a line end too many, a film.
    @Test(arguments: types) func whatStandsBehindItIsNoneOfIt(_ type: ImageType) throws {
        let picture = try #require(Pictures.all[type])
        let film =
            [UInt8]("\0\0\0\u{18}ftypmp42".utf8) + [UInt8](repeating: 0xFF, count: 5000) + [0xD9, 0x3B, 0xFF]
        for behind in [[], [0], [0x0A], [UInt8](repeating: 0, count: 5000), film] {
            #expect(self.picture(in: picture + behind, type) == picture)
        }
    }

    /// What looks like the end in a table between two scans is none.
    @Test func aJPEGMayHaveManyScans() {
        let scan: [UInt8] = [0xFF, 0xDA, 0, 3, 9, 1, 0xFF, 0, 2, 0xFF, 0xD3, 3]
        let table: [UInt8] = [0xFF, 0xC4, 0, 6, 0xFF, 0xD9, 7, 7]
        let picture: [UInt8] = [0xFF, 0xD8] + table + scan + table + scan + [0xFF, 0xFF, 0xD9]
        #expect(self.picture(in: picture + [1, 2, 3], .jpeg) == picture)
        for count in 0..<picture.count { #expect(isWhole(Array(picture.prefix(count))) != true) }
        #expect(isWhole([0xFF, 0xD8] + table + [0xFF, 0xD9]) == false)
    }

    @Test(arguments: [
        "", "<!DOCTYPE html>", "{\"code\": 404}", "GIF", "RIFF....WAVE", "\u{89}PNG", "BM......",
    ])
    func otherThingsAreNone(_ text: String) {
        #expect(isWhole(Array(text.utf8)) == nil)
    }

    @Test func anEndWithoutWhatIsBetweenIsNotEnough() {
        // Chunks, segments and blocks that lead elsewhere than to the end.
        #expect(isWhole(Array(Pictures.png.prefix(40)) + Pictures.png.suffix(12)) == false)
        #expect(isWhole([0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF] + Pictures.jpeg.suffix(40)) == false)
        #expect(isWhole(Array(Pictures.gif.prefix(30)) + [9, 0x3B]) == false)
    }

    /// Whatever the bytes, nothing outside of them is read, and what is whole has its end.
    @Test(arguments: types) func brokenOnesAreSurvived(_ type: ImageType) throws {
        let picture = try #require(Pictures.all[type])
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var broken = picture
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<broken.count, using: &generator)
                broken[place] = [0, 0xFF, UInt8.random(in: 0...255, using: &generator)].randomElement() ?? 0
            }
            broken.removeLast(Int.random(in: 0...3, using: &generator))
            guard let found = self.type(broken), let picture = self.picture(in: broken, found) else {
                continue
            }
            #expect(isEnded(picture, found))
        }
    }
}
