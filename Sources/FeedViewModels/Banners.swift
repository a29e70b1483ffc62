import FeedFetching
import FeedParsing

/// Whose turn it is in the sections that turn by themselves. For the context's thread.
struct Banners {
    /// By the sections' names: the item that is shown, and where it was.
    private var turns: [(section: UInt64, item: UInt64, position: Int)] = []

    /// The item that a section shows: it keeps its turn where others come and go.
    func position(in section: SectionRecord) -> Int {
        guard let turn = turns.first(where: { $0.section == section.name }) else { return 0 }
        let isThere = { (position: Int) in section.item(at: position)?.pointee.uid == turn.item }
        if isThere(turn.position) { return turn.position }
        return (0..<section.itemCount).first(where: isThere) ?? min(turn.position, section.itemCount &- 1)
    }

    mutating func turn(_ section: SectionRecord, to position: Int) {
        turns.removeAll { $0.section == section.name }
        guard let item = section.item(at: position) else { return }
        turns.append((section.name, item.pointee.uid, position))
    }
}

extension SectionRecord {
    /// Whether there is something to turn to.
    var turns: Bool { kind == .banner && itemCount > 1 }
}

/// One timer, which is told of no longer once it was stopped.
final class BannerTimer: @unchecked Sendable {
    private let worker: Worker
    private let interval: Int64
    /// Called on the worker with the number of the start.
    private let fire: (UInt64) -> Void
    /// On the worker only.
    private var timer: Worker.Timer?
    /// On the owner's thread only: counts the starts and stops.
    private(set) var number: UInt64 = 0
    private(set) var isRunning = false

    init(_ worker: Worker, interval: Int64, fire: @escaping (UInt64) -> Void) {
        self.worker = worker
        self.interval = interval
        self.fire = fire
    }

    var isWanted: Bool { interval > 0 }

    func run(_ shallRun: Bool) {
        guard shallRun != isRunning else { return }
        isRunning = shallRun
        number += 1
        let number = number
        if shallRun {
            worker.post { [self] in timer = worker.after(interval) { [self] in fire(number) } }
        } else {
            worker.arrange { [self] in
                timer?.cancel()
                timer = nil
            }
        }
    }

    /// It has fired, or its interval begins anew with the next run.
    func end() {
        run(false)
    }
}
