import FeedFetching
import FeedParsing

/// Where results wait for the owner's thread. Its descriptor is readable if and only if something waits.
package final class Mailbox: @unchecked Sendable {
    let wakeup: WakeupFD
    private let lock = Lock()
    private var waiting: [Delivery] = []
    private var first = 0
    private var isClosed = false
    /// The host's wakeup callback. Whoever calls it holds it meanwhile, with all that it has captured.
    private var wake: (() -> Void)?

    /// Nil if the process has no descriptor left.
    init?() {
        guard let wakeup = WakeupFD() else { return nil }
        self.wakeup = wakeup
    }

    /// From any thread. Dropped once the mailbox is closed.
    func post(_ delivery: Delivery) {
        let wake: (() -> Void)? = lock.withLock {
            if isClosed { return nil }
            if delivery.isProgress, let index = waiting[first...].firstIndex(where: { $0.isReplaced(by: delivery) }) {
                waiting[index] = delivery
                return nil
            }
            waiting.append(delivery)
            if waiting.count - first > 1 { return nil }
            wakeup.raise()
            return self.wake
        }
        wake?()
    }

    /// The next one, for the owner's thread; nil if there is none.
    func take() -> Delivery? {
        lock.withLock {
            guard first < waiting.count else { return nil }
            let delivery = waiting[first]
            first += 1
            if first == waiting.count {
                waiting.removeAll(keepingCapacity: true)
                first = 0
                wakeup.clear()
            }
            return delivery
        }
    }

    var count: Int {
        lock.withLock { waiting.count - first }
    }

    /// Nobody is there any more for what matches.
    func drop(where matches: (Delivery) -> Bool) {
        lock.withLock {
            guard first < waiting.count else { return }
            waiting = waiting[first...].filter { !matches($0) }
            first = 0
            if waiting.isEmpty { wakeup.clear() }
        }
    }

    func setWake(_ new: (() -> Void)?) {
        // What is replaced is released outside of the lock: that is the host's code.
        let (old, isWaiting) = lock.withLock {
            let old = wake
            wake = new
            return (old, first < waiting.count)
        }
        withExtendedLifetime(old) {}
        if isWaiting { new?() }
    }

    func close() {
        let (wake, dropped) = lock.withLock {
            let old = (self.wake, waiting)
            isClosed = true
            self.wake = nil
            waiting = []
            first = 0
            wakeup.clear()
            return old
        }
        withExtendedLifetime((wake, dropped)) {}
    }
}

/// Something for the owner's thread: which feed it is for (0: the context), and what.
struct Delivery {
    var feed: UInt64
    var request: UInt64
    var source: Int?
    var news: News

    enum News {
        /// The feed's sections are those of this snapshot now.
        case page(Snapshot)
        case state(SourceState)
        case progress(bytes: Int64, total: Int64)
        case failed(FeedFailure)
        /// All sources of the request have ended.
        case complete(FeedFailure?)
        case selected(Item)
        case log(FeedLog)
    }

    /// Of progress only the newest is worth telling.
    func isReplaced(by newer: Delivery) -> Bool {
        isProgress && newer.isProgress && feed == newer.feed && source == newer.source
    }

    var isProgress: Bool {
        if case .progress = news { return true }
        return false
    }
}
