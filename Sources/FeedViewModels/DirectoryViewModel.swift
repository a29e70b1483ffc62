import FeedParsing
import FeedStore

/// The people in a context's store. For the context's thread; what it says of them changes in dispatch alone. Requests
/// are done one after the other, in the order of the calls.
public final class DirectoryViewModel: ViewModel {
    /// Loading until the people are counted, and while a request is under way; failed if they can't be counted.
    public private(set) var state = SourceState.loading
    /// How many there were at the last event; nil if unknown.
    public private(set) var count: Int?
    /// Told of each event, until the directory or its context is closed.
    public var didChange: ((FeedEvent) -> Void)?
    private let store: Store
    /// The requests that are neither cancelled nor, as far as was delivered, over.
    private var underWay: [(request: UInt64, task: StoreTask?)] = []
    /// How often the people are being counted for no request; then request 0 is open.
    private var countings = 0
    private var isUncountable = false
    /// What the import did whose end is being told.
    private var rows = (taken: 0, skipped: 0)

    /// Fails in a context without a store, and on a thread that isn't the context's.
    public convenience init(_ context: Context) throws(FeedError) {
        guard context.isUsable else { throw FeedError(.thread, "not the context's thread") }
        guard let store = context.site.store else { throw FeedError(.config, "the context has no store") }
        self.init(on: context, store)
    }

    private init(on context: Context, _ store: Store) {
        self.store = store
        super.init(on: context, context.nextViewModel())
        recount()
    }

    deinit {
        close()
    }

    /// An import that is under way is undone.
    override func didClose() {
        for known in underWay { known.task?.cancel() }
        underWay = []
        // Released after the change: it may hold what is the host's.
        let told = didChange
        didChange = nil
        withExtendedLifetime(told) {}
    }

    // MARK: - What can be asked for

    /// Takes people in: a JSON array as the mapping `users` has it, or an object per line. Without places, what is told of
    /// a row says nothing of where in the text it stands.
    public func importUsers(
        _ text: [UInt8], hasPlaces: Bool = true
    ) -> (Context.Status, request: UInt64) {
        request { answers in
            store.importUsers(text, progress: { answers.post(DirectoryNews(.progress, rows: $0)) }) {
                result in
                switch result {
                case .success(let done):
                    let problems = done.problems.map { $0.failure(hasPlace: hasPlaces) }
                    answers.post(
                        DirectoryNews(.ended, count: done.userCount, rows: done, problems: problems))
                case .failure(.store(let error)):
                    answers.post(DirectoryNews(.ended, FeedFailure(error)))
                case .failure(.text(var error)):
                    if !hasPlaces { error.place = nil }
                    answers.post(DirectoryNews(.ended, FeedFailure(error, httpStatus: -1)))
                }
            }
        }
    }

    /// It is no failure if there is nobody of this id.
    public func removeUser(_ id: String) -> (Context.Status, request: UInt64) {
        request { answers in
            store.removeUser(id) { answers.post(DirectoryNews(.ended, $0)) }
            return nil
        }
    }

    public func removeAllUsers() -> (Context.Status, request: UInt64) {
        request { answers in
            store.removeAllUsers { answers.post(DirectoryNews(.ended, $0)) }
            return nil
        }
    }

    /// Of what is no import, or a complete one, the effect remains.
    public func cancel(_ request: UInt64) -> Context.Status {
        guard isUsable else { return .wrongThread }
        guard let index = underWay.firstIndex(where: { $0.request == request }) else { return .argument }
        underWay.remove(at: index).task?.cancel()
        post(.directory(DirectoryNews(.changed)), request)
        context.tell { $0.cancel(request, of: id) }
        recount(after: request)
        return .ok
    }

    private func request(_ begin: (Answers) -> StoreTask?) -> (Context.Status, request: UInt64) {
        guard isUsable else { return (.wrongThread, 0) }
        let number = context.mailbox.nextNumber()
        open(number)
        post(.directory(DirectoryNews(.changed)), number)
        context.tell { mailbox in
            underWay.append((number, begin(Answers(mailbox: mailbox, directory: id, request: number))))
        }
        return (.ok, number)
    }

    /// What a request left behind that was cancelled isn't known otherwise. When they are counted, the store has nothing
    /// more to say about it.
    private func recount(after request: UInt64? = nil) {
        countings += 1
        open(0)
        context.tell { mailbox in
            let answers = Answers(mailbox: mailbox, directory: id, request: 0)
            store.countUsers { result in
                if let request { mailbox.forget(request) }
                answers.post(DirectoryNews(.counted, result))
            }
        }
    }

    // MARK: - Delivery

    override func deliver(_ delivery: Delivery) -> [Delivery] {
        var event = FeedEvent(delivery.news.kind, request: delivery.request, source: nil)
        switch delivery.news {
        case .directory(let news):
            guard news.kind == .progress, let done = news.rows else { return take(news, delivery) }
            (event.bytes, event.total) = (Int64(done.bytes), Int64(done.total))
            (event.taken, event.skipped) = (Int64(done.taken), Int64(done.skipped))
        case .state(let new, _):
            (state, event.state) = (new, new)
        case .failed(let failure, _):
            event.failure = failure
        case .complete(let failure):
            close(delivery.request)
            event.failure = failure
            (event.taken, event.skipped) = (Int64(rows.taken), Int64(rows.skipped))
            rows = (0, 0)
        default:
            return []
        }
        didChange?(event)
        return []
    }

    /// What there is to tell of it.
    private func take(_ news: DirectoryNews, _ delivery: Delivery) -> [Delivery] {
        if news.kind == .counted {
            countings -= 1
            if countings == 0 { close(0) }
            count = news.count
            isUncountable = count == nil
            let told = news.failure.map { [delivery.saying(.failed($0, ofMore: false))] } ?? []
            return told + settled(delivery)
        }
        if let count = news.count { (self.count, isUncountable) = (count, false) }
        // What was cancelled is over.
        guard news.kind == .ended, let index = underWay.firstIndex(where: { $0.request == delivery.request })
        else { return settled(delivery) }
        underWay.remove(at: index)
        if let done = news.rows { rows = (done.taken, done.skipped) }
        let told = news.problems.map { delivery.saying(.failed($0, ofMore: false)) }
        return told + settled(delivery) + [delivery.saying(.complete(news.failure))]
    }

    /// How it stands now, if it stood otherwise before.
    private func settled(_ delivery: Delivery) -> [Delivery] {
        var now = SourceState.loading
        if underWay.isEmpty {
            if let count { now = count == 0 ? .empty : .ready }
            if isUncountable { now = .failed }
        }
        return now == state ? [] : [delivery.saying(.state(now, hasMore: false))]
    }
}

/// What a directory is to know, on its way through the mailbox.
final class DirectoryNews {
    enum Kind {
        /// A request has begun, or was cancelled.
        case changed
        /// Of an import.
        case progress
        /// A request is over.
        case ended
        /// The people were counted for no request.
        case counted
    }

    let kind: Kind
    /// How many people there are; nil if that isn't known, or it failed.
    let count: Int?
    /// Of an import, what it has done so far, and what was wrong with its rows.
    let rows: UserImport?
    let problems: [FeedFailure]
    let failure: FeedFailure?

    init(
        _ kind: Kind, count: Int? = nil, rows: UserImport? = nil, problems: [FeedFailure] = [],
        _ failure: FeedFailure? = nil
    ) {
        self.kind = kind
        self.count = count
        self.rows = rows
        self.problems = problems
        self.failure = failure
    }

    convenience init(_ kind: Kind, _ result: Result<Int, StoreError>) {
        switch result {
        case .success(let count): self.init(kind, count: count)
        case .failure(let error): self.init(kind, FeedFailure(error))
        }
    }
}

/// The way from the store's thread back to a directory.
private struct Answers {
    let mailbox: Mailbox
    let directory: UInt64
    let request: UInt64

    func post(_ news: DirectoryNews) {
        mailbox.post(Delivery(to: directory, request: request, source: nil, news: .directory(news)))
    }
}

extension Delivery {
    fileprivate func saying(_ news: News) -> Delivery {
        Delivery(to: to, request: request, source: nil, news: news)
    }
}

extension UserProblem {
    fileprivate func failure(hasPlace: Bool) -> FeedFailure {
        let error = FeedError(.shape, "row \(row): " + message, place: hasPlace ? place : nil)
        return FeedFailure(error, httpStatus: -1)
    }
}
