import FeedParsing
import Testing

@testable import FeedViewModels

/// What is true of the way from any page to any other.
@Suite struct ChangePropertyTests {
    /// Pages that come one from another, in short chains.
    private static func pages(_ count: Int, seed: UInt64) throws -> [Snapshot] {
        let mapping = try RandomPage.mapping()
        var dice = Dice(seed)
        var page = RandomPage()
        return try (0..<count).map { number in
            if number % 40 == 0 { page = RandomPage.full(&dice) }
            for _ in 0...dice.roll(3) { page.change(&dice) }
            return try mapping.parse(text: page.json)
        }
    }

    /// 10^5 pairs, each there and back: pages that are near to each other, and some that are strangers.
    @Test func everyStepShowsTheOldPageWithTheStepsSoFar() throws {
        let pages = try ChangePropertyTests.pages(2000, seed: 1)
        let plain = pages.map { PlainPage($0) }
        var changeCount = 0
        var kinds: Set<Int32> = []
        for one in pages.indices {
            for distance in 1...50 {
                let other = (one + distance) % pages.count
                // Against a slow way to find the fewest steps: 10^4 of them.
                let checksLength = (one + distance) % 10 == 0
                for (old, new) in [(one, other), (other, one)] {
                    let fault = Walk.fault(
                        pages[old], pages[new], plain[old], plain[new], checksLength: checksLength)
                    if let fault {
                        Issue.record("\(old) to \(new): \(fault)")
                        return
                    }
                }
            }
            let changes = ChangeList(from: pages[one], to: pages[(one + 1) % pages.count]).changes
            changeCount += changes.count
            for change in changes { kinds.insert(change.kind.rawValue) }
        }
        // They are no trivial pages.
        #expect(kinds == [1, 2, 3, 4])
        #expect(changeCount > pages.count)
        #expect(pages.contains { $0.sections.isEmpty })
        #expect(pages.contains { $0.sections.contains { $0.key.hasSuffix("#2") } })
        #expect(pages.contains { $0.warnings.contains { $0.code == .duplicateID } })
    }

    /// What shows the same has the same fingerprint, and nothing else has.
    @Test func fingerprintsTellWhatIsShown() throws {
        var faces: [String: UInt64] = [:]
        var texts: [UInt64: String] = [:]
        func note(_ text: String, _ face: UInt64) {
            #expect(faces[text] ?? face == face)
            #expect(texts[face] ?? text == text)
            faces[text] = face
            texts[face] = text
        }
        for page in try ChangePropertyTests.pages(300, seed: 2) {
            for (section, record) in zip(page.sections, page.sectionRecords) {
                note("section \(section.title ?? "")", record.pointee.fingerprint)
                for item in section.items {
                    let children = item.children.map { "\($0.id) \($0.title ?? "")" }
                    note("item \(item.title ?? "") \(children)", item.record.pointee.fingerprint)
                }
            }
        }
        #expect(faces.count > 20)
    }

    /// All lists of up to five out of five, against each other.
    @Test func splicesAreTheFewest() {
        let lists = ChangePropertyTests.lists(of: Array(1...5))
        #expect(lists.count == 326)
        for old in lists {
            for new in lists {
                let splices = Alignment(old, new).splices
                let moves = splices.reduce(0) { $0 + $1.removed + $1.added }
                guard moves == Walk.fewestMoves(old, new) else {
                    Issue.record("\(moves) moves from \(old) to \(new)")
                    return
                }
                var list = old
                for splice in splices {
                    let (position, removed) = (splice.position, splice.removed)
                    list.replaceSubrange(
                        position..<position + removed, with: new[position..<position + splice.added])
                }
                guard list == new else {
                    Issue.record("\(splices) do not lead from \(old) to \(new)")
                    return
                }
            }
        }
    }

    private static func lists(of elements: [UInt64]) -> [[UInt64]] {
        [[]] + elements.flatMap { first in lists(of: elements.filter { $0 != first }).map { [first] + $0 } }
    }
}
