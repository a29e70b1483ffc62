import FeedFetching
import FeedImages
import FeedParsing

/// Where results wait for the owner's thread. Its descriptor is readable if and only if something waits.
package final class Mailbox: @unchecked Sendable {
    let wakeup: WakeupFD
    private let lock = Lock()
    /// What was posted last; and what was posted before, turned round, so that the next one is its last.
    private var latest: [Delivery] = []
    private var upcoming: [Delivery] = []
    /// Those whose deliveries are taken.
    private var recipients: Set<UInt64> = []
    private var isLogging = false
    /// Requests that the owner ended, until the worker knows.
    private var cancelled: Set<UInt64> = []
    private var lastNumber: UInt64 = 0
    /// How many pages of a feed wait at most.
    private static let pageLimit = 8
    /// Held while the host's wakeup callback runs, so that nobody calls it who comes after its end.
    private let wakeLock = Lock()
    private var wake: (() -> Void)?

    /// Nil if the process has no descriptor left.
    convenience init?() {
        guard let wakeup = WakeupFD() else { return nil }
        self.init(wakeup)
    }

    private init(_ wakeup: WakeupFD) {
        self.wakeup = wakeup
    }

    // MARK: - Any thread

    /// Dropped if nobody is there to take it.
    func post(_ delivery: Delivery) {
        let isFirst = lock.withLock { admit(delivery) }
        if isFirst { callWake() }
    }

    /// For a request: from 1.
    func nextNumber() -> UInt64 {
        lock.withLock {
            lastNumber += 1
            return lastNumber
        }
    }

    /// Whether logs are taken.
    var takesLogs: Bool {
        lock.withLock { isLogging }
    }

    /// Whether the owner has ended the request, and the worker has yet to hear of it.
    func isCancelled(_ request: UInt64) -> Bool {
        lock.withLock { cancelled.contains(request) }
    }

    /// The worker knows that the request was cancelled, and posts nothing more for it.
    func forget(_ request: UInt64) {
        lock.withLock { _ = cancelled.remove(request) }
    }

    /// Whether it is the first one that waits.
    private func admit(_ delivery: Delivery) -> Bool {
        guard recipients.contains(delivery.to) || delivery.isOfStore, isLogging || !delivery.isLog else {
            return false
        }
        var delivery = delivery
        if cancelled.contains(delivery.request) {
            // Its end has been told, and that of its section's loading. What else happens belongs to no request.
            if delivery.isComplete || delivery.isSectionState || delivery.isProgressOfImport
                || delivery.isImage
            {
                return false
            }
            delivery.request = 0
        }
        if delivery.isProgress, let index = latest.lastIndex(where: { $0.isAboutSameSource(as: delivery) }),
            latest[index].isProgress
        {
            latest[index] = delivery
            return false
        }
        if delivery.isPage { makeRoom(for: delivery) }
        latest.append(delivery)
        if latest.count + upcoming.count > 1 { return false }
        wakeup.raise()
        return true
    }

    /// Pages that the owner doesn't take give way to the newest: what changed is counted from what is shown anyway.
    private func makeRoom(for page: Delivery) {
        let isWaiting = { (delivery: Delivery) in delivery.isPage && delivery.to == page.to }
        let count = latest.count(where: isWaiting) + upcoming.count(where: isWaiting)
        if count >= Mailbox.pageLimit {
            latest.removeAll(where: isWaiting)
            upcoming.removeAll(where: isWaiting)
        }
    }

    private func callWake() {
        wakeLock.withLock { wake?() }
    }

    // MARK: - The owner's thread

    /// The next one; nil if there is none.
    func take() -> Delivery? {
        lock.withLock {
            turnRound()
            let delivery = upcoming.popLast()
            clearIfEmpty()
            return delivery
        }
    }

    /// Puts these before all that waits, without waking the host: they follow from what was taken last.
    func putFirst(_ deliveries: [Delivery]) {
        if deliveries.isEmpty { return }
        lock.withLock {
            if latest.isEmpty && upcoming.isEmpty { wakeup.raise() }
            turnRound()
            upcoming.append(contentsOf: deliveries.reversed())
        }
    }

    /// What was posted last is next, if nothing else is.
    private func turnRound() {
        guard upcoming.isEmpty else { return }
        upcoming = latest.reversed()
        latest = []
    }

    var count: Int {
        lock.withLock { latest.count + upcoming.count }
    }

    /// Ends a request before the worker does: what waits is told as it is, then that the request is complete.
    func cancel(_ request: UInt64, of viewModel: UInt64) {
        let isFirst = lock.withLock {
            removeEnd(of: request)
            defer { cancelled.insert(request) }
            return admit(Delivery(to: viewModel, request: request, source: nil, news: .complete(.cancelled)))
        }
        if isFirst { callWake() }
    }

    /// Ends the request of a picture before the worker does: nobody is told anything of it any more.
    func drop(_ request: UInt64) {
        lock.withLock {
            removeEnd(of: request)
            cancelled.insert(request)
        }
    }

    func add(_ viewModel: UInt64) {
        lock.withLock { _ = recipients.insert(viewModel) }
    }

    func remove(_ viewModel: UInt64) {
        lock.withLock {
            recipients.remove(viewModel)
            removeAll { $0.to == viewModel }
        }
    }

    func takeLogs(_ isLogging: Bool) {
        lock.withLock {
            self.isLogging = isLogging
            if !isLogging { removeAll { $0.isLog } }
        }
    }

    /// Wakes the host once more if something is left after a dispatch.
    func wakeIfNotEmpty() {
        if count > 0 { callWake() }
    }

    /// Waits for the old callback to return, if it runs on another thread.
    func setWake(_ new: (() -> Void)?) {
        // What is replaced is released outside of the lock: that is the host's code.
        let old = wakeLock.withLock {
            let old = wake
            wake = new
            return old
        }
        withExtendedLifetime(old) {}
        wakeIfNotEmpty()
    }

    func close() {
        lock.withLock {
            recipients = []
            removeAll { _ in true }
        }
        setWake(nil)
    }

    /// For a picture, all that there is.
    private func removeEnd(of request: UInt64) {
        removeAll { $0.request == request && ($0.isComplete || $0.isImage) }
    }

    private func removeAll(where matches: (Delivery) -> Bool) {
        latest.removeAll(where: matches)
        upcoming.removeAll(where: matches)
        clearIfEmpty()
    }

    private func clearIfEmpty() {
        if latest.isEmpty && upcoming.isEmpty { wakeup.clear() }
    }
}

/// Something for the owner's thread: which view model it is for, and what.
struct Delivery {
    var to: UInt64
    /// Which query of a search it answers; nil for what is no answer.
    var query: UInt64? = nil
    var request: UInt64
    var source: Int?
    var news: News

    enum News {
        /// A page to go over to.
        case page(Update)
        /// What is shown is to be arranged anew.
        case rearranged
        /// One of an update's changes, by position.
        case change(Update, Int)
        /// Everything is to be read again: an update of too many changes, or nothing changed and somebody new is told.
        case reset(Update?)
        case state(SourceState, hasMore: Bool)
        /// When a server last said that the source's page is what it is, and whether nothing failed since.
        case time(Int64, isWell: Bool)
        /// Something is wrong with the store, or it has done what was under way (nil), which is no view model's
        /// business: `to` is 0.
        case store(FeedFailure?)
        /// More of a section, by its name, is loading, or no longer.
        case sectionState(UInt64, isLoading: Bool)
        /// Sections are to be measured anew; and one of them, by its name, measures otherwise now.
        case layout
        case remeasured(UInt64)
        /// It is time for all banners to turn, by the number of the timer's start; and one of them, by its name, turns: to
        /// the next item, or to that at a position.
        case bannersTurn(UInt64)
        case banner(UInt64, to: Int?)
        case progress(bytes: Int64, total: Int64)
        /// A source's page failed, or what follows it, which leaves the source as it is.
        case failed(FeedFailure, ofMore: Bool)
        /// All sources of the request have ended.
        case complete(FeedFailure?)
        case activated(Activation)
        /// Of a search: those that the store keeps (with a request), or one that is new; nil for none any more.
        case recentQueries([String]?)
        case log(FeedLog)
        /// For a directory.
        case directory(DirectoryNews)
        /// For a theme: it is to look otherwise.
        case theme
        /// For the context's pictures.
        case image(ImageNews)
    }

    func isAboutSameSource(as other: Delivery) -> Bool {
        to == other.to && source == other.source && (!isImage || request == other.request)
    }

    var isPage: Bool {
        if case .page = news { return true }
        return false
    }

    /// Not told itself: what it brings are the changes that come of it.
    var isSilent: Bool {
        switch news {
        case .page, .rearranged, .time, .store(nil), .layout, .bannersTurn: true
        case .directory: !isProgressOfImport
        case .image(let news): news.kind == .cleared
        default: false
        }
    }

    /// Of which only the newest is worth telling.
    var isProgress: Bool {
        if case .progress = news { return true }
        if case .image(let news) = news { return news.kind == .progress }
        return isProgressOfImport
    }

    var isImage: Bool {
        if case .image = news { return true }
        return false
    }

    var isProgressOfImport: Bool {
        if case .directory(let news) = news { return news.kind == .progress }
        return false
    }

    var isOfStore: Bool {
        if case .store = news { return true }
        return false
    }

    var isLog: Bool {
        switch news {
        case .log, .store(.some): true
        default: false
        }
    }

    var isSectionState: Bool {
        if case .sectionState = news { return true }
        return false
    }

    var isComplete: Bool {
        if case .complete = news { return true }
        return false
    }
}
