import Foundation
import Testing

@testable import FeedImages

/// Pictures as files: how they are kept, found, mended and trimmed.
@Suite struct ImageFolderTests {
    let place = TemporaryFolder()
    let key = ImageKey("https://a.test/1")
    let now: Int64 = 1_700_000_000_000

    func folder(maxBytes: Int64 = 1 << 20) -> ImageFolder {
        ImageFolder(place.path, maxBytes: maxBytes)
    }

    @Test(arguments: ImageTypeTests.types) func whatIsKeptIsFound(_ type: ImageType) throws {
        let picture = try #require(Pictures.all[type])
        let put = try #require(folder().put(picture, type, key, now: now))
        let found = try #require(folder().find(key, now: now + 1))
        #expect(found.path == put.path && found.type == type && found.time == now)
        #expect(place.bytes(found.path) == picture)
        #expect(place.names.count == 1 && put.path.hasPrefix(place.path + "/"))
        #expect(place.mode(found.path) == 0o600 && place.mode(place.path) == 0o700)
        #expect(folder().find(ImageKey("https://a.test/2"), now: now) == nil)
    }

    @Test func aPictureOfAnotherKindTakesItsPlace() throws {
        let folder = folder()
        _ = folder.put(Pictures.png, .png, key, now: now)
        _ = folder.put(Pictures.gif, .gif, key, now: now)
        #expect(folder.find(key, now: now)?.type == .gif)
        #expect(place.names.count == 1)
    }

    @Test func whatIsDamagedIsRemoved() throws {
        let folder = folder()
        for broken in [[], Array(Pictures.png.dropLast()), Pictures.page, Pictures.gif] {
            let file = try #require(folder.put(Pictures.png, .png, key, now: now))
            #expect(folder.find(key, now: now) != nil)
            try Data(broken).write(to: URL(filePath: file.path))
            #expect(folder.find(key, now: now) == nil)
            #expect(place.names.isEmpty)
        }
    }

    @Test func whatIsGoneIsNotThere() throws {
        let folder = folder()
        let file = try #require(folder.put(Pictures.png, .png, key, now: now))
        try FileManager.default.removeItem(atPath: file.path)
        #expect(folder.find(key, now: now) == nil)
        // The folder itself is made again.
        try FileManager.default.removeItem(atPath: place.path)
        #expect(folder.put(Pictures.png, .png, key, now: now) != nil)
        #expect(folder.find(key, now: now) != nil)
    }

    @Test func aLinkIsNoPicture() throws {
        let folder = folder()
        let file = try #require(folder.put(Pictures.png, .png, key, now: now))
        try FileManager.default.moveItem(atPath: file.path, toPath: place.path + "/elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: file.path, withDestinationPath: place.path + "/elsewhere")
        #expect(folder.find(key, now: now) == nil)
    }

    @Test func whereNothingCanBeWrittenItSaysWhy() throws {
        #expect(ImageFolder("/nowhere/at/all", maxBytes: 1).put(Pictures.png, .png, key, now: now) == nil)
        try place.make()
        place.write("file", [1])
        let folder = ImageFolder(place.path + "/file", maxBytes: 1)
        #expect(folder.put(Pictures.png, .png, key, now: now) == nil)
        #expect(folder.error == ENOTDIR)
        #expect(folder.find(key, now: now) == nil)
    }

    // MARK: - The cap

    private func key(_ number: Int) -> ImageKey { ImageKey("https://a.test/\(number)") }

    @Test func whatWasUsedLeastRecentlyGoesFirst() throws {
        let size = Int64(Pictures.png.count)
        let folder = folder(maxBytes: 10 * size)
        for number in 0..<10 {
            _ = folder.put(Pictures.png, .png, key(number), now: now + Int64(number))
        }
        #expect(place.names.count == 10)
        // The first is used once more, long after.
        #expect(folder.find(key(0), now: now + 100_000) != nil)
        _ = folder.put(Pictures.png, .png, key(10), now: now + 100_001)
        let left = (0...10).filter { folder.find(key($0), now: now + 100_002) != nil }
        #expect(left == [0, 3, 4, 5, 6, 7, 8, 9, 10])
    }

    @Test func aClockMayBeSetBack() throws {
        let size = Int64(Pictures.png.count)
        let folder = folder(maxBytes: 10 * size)
        let year: Int64 = 365 * 24 * 3_600_000
        for number in 0..<10 {
            _ = folder.put(Pictures.png, .png, key(number), now: now + year + Int64(number))
        }
        // What is used now is used last, and what comes now isn't the oldest.
        #expect(folder.find(key(5), now: now) != nil)
        for number in 10..<15 { _ = folder.put(Pictures.png, .png, key(number), now: now + Int64(number)) }
        #expect(folder.find(key(5), now: now + 100) != nil)
        #expect((10..<15).allSatisfy { folder.find(key($0), now: now + 100) != nil })
    }

    @Test func usingItDoesntMakeItYounger() throws {
        let folder = folder()
        _ = folder.put(Pictures.png, .png, key, now: now)
        #expect(folder.find(key, now: now + 1_000_000)?.time == now)
        #expect(folder.find(key, now: now + 2_000_000)?.time == now)
    }

    @Test func aPictureLargerThanTheCapStaysUntilTheNext() throws {
        let folder = folder(maxBytes: 10)
        _ = folder.put(Pictures.png, .png, key(1), now: now)
        #expect(folder.find(key(1), now: now) != nil)
        _ = folder.put(Pictures.png, .png, key(2), now: now + 1)
        #expect(folder.find(key(1), now: now) == nil && folder.find(key(2), now: now) != nil)
    }

    @Test func whatOthersPutThereCounts() throws {
        let size = Int64(Pictures.png.count)
        let (one, other) = (folder(maxBytes: 10 * size), folder(maxBytes: 10 * size))
        _ = one.find(key(0), now: now)
        for number in 0..<9 { _ = other.put(Pictures.png, .png, key(number), now: now + Int64(number)) }
        for number in 20..<26 { _ = one.put(Pictures.png, .png, key(number), now: now + Int64(number)) }
        #expect(place.names.count <= 13)
        #expect((20..<26).allSatisfy { one.find(key($0), now: now) != nil })
    }

    @Test func itIsTrimmedBeforeItIsUsed() throws {
        let size = Int64(Pictures.png.count)
        let large = folder()
        for number in 0..<20 { _ = large.put(Pictures.png, .png, key(number), now: now + Int64(number)) }
        #expect(folder(maxBytes: 10 * size).find(key(19), now: now + 100) != nil)
        #expect(place.names.count == 9)
    }

    @Test func otherFilesAreLetAlone() throws {
        try place.make()
        let others = ["holiday.png", "0123456789abcdef", String(repeating: "a", count: 33) + ".png", "a.tmp"]
        for name in others { place.write(name, Pictures.png) }
        let folder = folder(maxBytes: 0)
        for number in 0..<3 { _ = folder.put(Pictures.png, .png, key(number), now: now) }
        folder.clear()
        #expect(place.names == others.sorted())
    }

    @Test func whatWasLeftHalfWrittenGoes() throws {
        try place.make()
        let name = "0123456789abcdef.tmp"
        place.write(name, Pictures.png)
        let time = Int64(Date.now.timeIntervalSince1970 * 1000)
        _ = folder().find(key, now: time)
        #expect(place.names == [name])
        _ = folder().find(key, now: time + 3_700_000)
        #expect(place.names.isEmpty)
    }
}
