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
        bytes.withUnsafeBytes { bytes in ImageType(beginning: bytes).map { $0.isWhole(bytes) } }
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

    /// Padding, or a line end too many.
    @Test(arguments: types) func somethingMayStandBehindIt(_ type: ImageType) throws {
        let picture = try #require(Pictures.all[type])
        for behind in [[0], [UInt8](repeating: 0, count: 500)] {
            #expect(isWhole(picture + behind) == true && isEnded(picture + behind, type))
        }
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
            guard let found = self.type(broken), isWhole(broken) == true else { continue }
            #expect(isEnded(broken, found))
        }
    }
}
