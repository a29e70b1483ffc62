import FeedFetching
import FeedParsing
import Testing

@testable import FeedImages
@testable import FeedViewModels

@Suite struct MailboxTests {
    let mailbox: Mailbox

    init() throws {
        mailbox = try #require(Mailbox())
        mailbox.add(1)
    }

    var isReadable: Bool { mailbox.wakeup.wait(0) }

    /// What waits, as words.
    func taken() -> [String] {
        var words: [String] = []
        while let delivery = mailbox.take() { words.append("\(delivery.request) \(delivery.word)") }
        return words
    }

    func post(_ request: UInt64, _ source: Int?, _ news: Delivery.News, feed: UInt64 = 1) {
        mailbox.post(Delivery(to: feed, request: request, source: source, news: news))
    }

    @Test func isReadableWhileSomethingWaits() {
        #expect(!isReadable)
        #expect(mailbox.take() == nil)
        post(1, 0, .state(.loading, hasMore: false))
        post(1, 0, .state(.ready, hasMore: false))
        #expect(isReadable && mailbox.count == 2)
        _ = mailbox.take()
        #expect(isReadable && mailbox.count == 1)
        post(1, nil, .complete(nil))
        #expect(taken() == ["1 ready", "1 complete"])
        #expect(!isReadable && mailbox.count == 0)
    }

    @Test func keepsTheOrderWhileItIsEmptied() {
        var numbers: [UInt64] = []
        var next: UInt64 = 0
        for round in 0..<100 {
            for _ in 0..<(round * 7 % 5) {
                next += 1
                post(next, nil, .complete(nil))
            }
            for _ in 0..<(round * 3 % 4) {
                if let delivery = mailbox.take() { numbers.append(delivery.request) }
            }
        }
        while let delivery = mailbox.take() { numbers.append(delivery.request) }
        #expect(numbers == Array(1...next))
    }

    @Test func ofProgressOnlyTheNewestWaits() {
        post(1, 0, .progress(bytes: 1, total: 9))
        post(1, 1, .progress(bytes: 5, total: 9))
        post(1, 0, .progress(bytes: 2, total: 9))
        #expect(mailbox.count == 2)
        post(1, 0, .state(.ready, hasMore: false))
        // After something else of its source it is not moved to before that.
        post(2, 0, .progress(bytes: 3, total: 9))
        #expect(taken() == ["1 progress 2", "1 progress 5", "1 ready", "2 progress 3"])
    }

    @Test func aCancelledRequestEndsOnce() {
        post(1, 0, .state(.loading, hasMore: false))
        mailbox.cancel(1, of: 1)
        // The worker doesn't know yet.
        post(1, 0, .state(.ready, hasMore: false))
        post(1, nil, .complete(nil))
        post(2, nil, .complete(nil))
        #expect(taken() == ["1 loading", "1 cancelled", "0 ready", "2 complete"])
        mailbox.forget(1)
        post(1, nil, .complete(nil))
        #expect(taken() == ["1 complete"])
    }

    /// Its owner has said how the section stands, and may have begun anew since.
    @Test func aCancelledRequestSaysNothingOfItsSection() {
        post(1, 0, .sectionState(7, isLoading: false))
        mailbox.cancel(1, of: 1)
        post(2, 0, .sectionState(7, isLoading: true))
        post(1, 0, .sectionState(7, isLoading: false))
        #expect(taken() == ["1 section", "1 cancelled", "2 section"])
    }

    @Test func cancellingReplacesAnEndThatWaits() {
        post(1, nil, .complete(nil))
        mailbox.cancel(1, of: 1)
        #expect(taken() == ["1 cancelled"])
        #expect(!isReadable)
    }

    /// Whether its end waits, or comes from a worker that doesn't know yet.
    @Test func nothingIsSaidOfAPictureThatIsDropped() {
        post(1, nil, .image(ImageNews(.progress, url: "u")))
        post(2, nil, .image(ImageNews(.progress, url: "u")))
        post(1, nil, .image(ImageNews(.ended, url: "u")))
        mailbox.drop(1)
        post(1, nil, .image(ImageNews(.ended, url: "u")))
        #expect(taken() == ["2 image"])
        #expect(!isReadable && mailbox.isCancelled(1))
    }

    @Test func progressOfAPictureIsItsOwn() {
        for number: UInt64 in [1, 2, 1, 2] { post(number, nil, .image(ImageNews(.progress, url: "u"))) }
        post(1, nil, .image(ImageNews(.ended, url: "u")))
        #expect(taken() == ["1 image", "2 image", "1 image"])
    }

    @Test func takesNothingForAFeedThatIsGone() {
        mailbox.add(2)
        post(1, nil, .complete(nil))
        post(2, nil, .complete(nil), feed: 2)
        post(3, nil, .complete(nil), feed: 3)
        mailbox.remove(1)
        post(4, nil, .complete(nil))
        #expect(taken() == ["2 complete"])
        post(5, nil, .complete(nil), feed: 2)
        mailbox.remove(2)
        #expect(!isReadable)
    }

    @Test func takesLogsIfSomebodyReadsThem() {
        let log = FeedLog(url: "", httpStatus: 200, milliseconds: 0, bytes: 0, warningTotal: 0, failure: nil)
        post(1, 0, .log(log))
        #expect(!mailbox.takesLogs && !isReadable)
        mailbox.takeLogs(true)
        post(1, 0, .log(log))
        #expect(mailbox.takesLogs && isReadable)
        mailbox.takeLogs(false)
        #expect(!isReadable)
    }

    @Test func wakesForTheFirstThatWaits() {
        var calls = 0
        mailbox.setWake { calls += 1 }
        post(1, 0, .state(.loading, hasMore: false))
        post(1, 0, .state(.ready, hasMore: false))
        #expect(calls == 1)
        _ = mailbox.take()
        mailbox.wakeIfNotEmpty()
        #expect(calls == 2)
        _ = mailbox.take()
        mailbox.wakeIfNotEmpty()
        #expect(calls == 2)
        mailbox.close()
        post(1, 0, .state(.ready, hasMore: false))
        #expect(calls == 2 && !isReadable)
    }

    @Test func numbersBeginAtOne() {
        #expect((1...3).map { _ in mailbox.nextNumber() } == [1, 2, 3])
    }
}

extension Delivery {
    fileprivate var word: String {
        switch news {
        case .page: "page"
        case .change: "change"
        case .recentQueries: "recent queries"
        case .rearranged: "rearranged"
        case .reset: "reset"
        case .state(let state, _): state.name.description
        case .sectionState: "section"
        case .progress(let bytes, _): "progress \(bytes)"
        case .failed: "failed"
        case .complete(let failure): failure == nil ? "complete" : failure?.message ?? ""
        case .activated: "activated"
        case .layout, .remeasured: "layout"
        case .bannersTurn, .banner: "banner"
        case .log: "log"
        case .time: "time"
        case .store: "store"
        case .directory: "directory"
        case .theme: "theme"
        case .image: "image"
        }
    }
}
