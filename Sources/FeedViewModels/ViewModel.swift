/// What all view models of a context have in common: deliveries come to them by their number, on the context's thread,
/// until they are closed.
public class ViewModel {
    let id: UInt64
    let context: Context
    private(set) var isClosed = false
    /// Requests that have yet to complete.
    private(set) var openRequests: Set<UInt64> = []

    /// The number is one that no other view model of the context has.
    init(on context: Context, _ id: UInt64) {
        self.context = context
        self.id = id
        context.mailbox.add(id)
        context.add(self)
    }

    /// Whether the calling thread is the view model's, closed or not.
    public final var isOnOwnThread: Bool { context.isOnOwnThread }

    /// Whether the calling thread may use the view model.
    public final var isUsable: Bool { !isClosed && context.isUsable }

    /// Cancels what is under way, without waiting; nothing is told any more. What it shows stays.
    public final func close() {
        guard isUsable else { return }
        context.remove(self)
        context.mailbox.remove(id)
        context.openRequests -= openRequests.count
        stop()
    }

    /// The context has closed.
    final func stop() {
        isClosed = true
        didClose()
    }

    /// Ends what is under way, and releases what is the host's.
    func didClose() {}

    /// Shows what was delivered, and tells it. What comes back is to be delivered next.
    func deliver(_ delivery: Delivery) -> [Delivery] { [] }

    /// The store has forgotten what it kept.
    func forgetValidators() {}

    // MARK: - Requests

    final func open(_ request: UInt64) {
        if openRequests.insert(request).inserted { context.openRequests += 1 }
    }

    final func close(_ request: UInt64) {
        if openRequests.remove(request) != nil { context.openRequests -= 1 }
    }

    /// Posts something to itself, to be shown in the next dispatch.
    final func post(_ news: Delivery.News, _ request: UInt64 = 0, _ source: Int? = nil) {
        context.tell { $0.post(Delivery(to: id, request: request, source: source, news: news)) }
    }
}
