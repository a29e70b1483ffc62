import FeedFetching
import FeedImages
import FeedParsing
import FeedStore

/// A page that is kept up to date from its sources. For the context's thread; what it shows changes in dispatch alone.
public final class FeedViewModel: ViewModel {
    /// The page that the feed shows, or showed before the changes that are being told; nil before the first one.
    public private(set) var snapshot: Snapshot?
    /// 0 before the first page, one more with each that shows something new.
    public private(set) var revision: UInt64 = 0
    /// Counts the events, told or not: what was read before may be gone after the next.
    package private(set) var eventCount: UInt64 = 0
    /// Told of each event, until the feed or its context is closed. Who comes when there is a page already is told of it
    /// by a reset, before anything else.
    public var didChange: ((FeedEvent) -> Void)? {
        didSet { if didChange != nil { welcome() } }
    }
    public let sourceNames: [String]
    /// Of the sources.
    private let mappings: [Mapping]
    private var states: [SourceState]
    private var failures: [FeedFailure?]
    private var times: [Int64]
    private var engine: FeedEngine
    private var cancelledRequests: Set<UInt64> = []
    /// The page as the sources have it.
    private(set) var page: Snapshot?
    private var arrangement = NumberedArrangement()
    /// While changes are being told.
    private var passage: Passage?
    /// Pages that gave way without an event: what was read of them stays until the next one.
    private var retired: [Snapshot] = []
    private var isWelcoming = false
    /// Which sources have more, as far as that was told.
    private var hasMore: [Bool]
    /// The request for what follows the page, and those of sections by their names, until they complete or are cancelled.
    private var moreRequest: UInt64?
    private var sectionRequests: [(source: Int, name: UInt64, request: UInt64)] = []
    /// Counts what was asked in `ask(_:after:)`, and which of it the page answers.
    private var query: UInt64 = 0
    private var pageQuery: UInt64 = 0
    /// Called after each delivery, told or not.
    var didDeliver: (() -> Void)?
    /// What is shown, and what is asked for.
    private var layout: FeedLayout
    private var wantedLayout: FeedLayout
    private var banners = Banners()
    private let bannerTimer: BannerTimer
    private var bannersArePaused = false
    /// The sections that are loading more, as far as that was told.
    private var loadingSections: Set<UInt64> = []

    /// Nil if this isn't the context's thread.
    public convenience init?(_ context: Context, _ config: FeedConfig) {
        guard context.isUsable else { return nil }
        self.init(on: context, config)
    }

    init(on context: Context, _ config: FeedConfig) {
        sourceNames = config.sources.map { $0.name }
        mappings = config.sources.map { $0.mapping }
        states = config.sources.map { _ in .idle }
        failures = config.sources.map { _ in nil }
        times = config.sources.map { _ in .min }
        hasMore = config.sources.map { _ in false }
        layout = FeedLayout(config.layouts, widest: config.layoutWidth)
        wantedLayout = layout
        let id = context.nextViewModel()
        let mailbox = context.mailbox
        bannerTimer = BannerTimer(context.worker, interval: config.bannerInterval) { number in
            mailbox.post(Delivery(to: id, request: 0, source: nil, news: .bannersTurn(number)))
        }
        engine = FeedEngine(id, config, context.mailbox, context.site)
        for source in config.sources { context.addImageRules(source.mapping.imageRules) }
        super.init(on: context, id)
    }

    deinit {
        close()
    }

    /// The feed keeps what it shows.
    override func didClose() {
        let engine = engine
        context.worker.arrange { engine.close() }
        bannerTimer.end()
        // Released after the change: it may hold what is the host's.
        let told = didChange
        didChange = nil
        didDeliver = nil
        withExtendedLifetime(told) {}
    }

    override func forgetValidators() {
        let engine = engine
        context.worker.arrange { engine.forgetValidators() }
    }

    public func state(of source: Int) -> SourceState {
        states.indices.contains(source) ? states[source] : .idle
    }

    /// When a server last said that the source's page is what it is, as milliseconds since 1970; `Int64.min` if there is
    /// none. A page from the store has the time of its answer.
    public func time(of source: Int) -> Int64 {
        times.indices.contains(source) ? times[source] : .min
    }

    /// Why the source failed last; nil if it succeeded since.
    public func failure(of source: Int) -> FeedFailure? {
        failures.indices.contains(source) ? failures[source] : nil
    }

    /// The sections, as far as changes have been told.
    package var sectionCount: Int { passage?.sectionCount ?? snapshot?.sectionRecords.count ?? 0 }

    /// Where a section lies until the next event; nil past the last.
    package func section(at index: Int) -> UnsafePointer<SectionRecord>? {
        if let passage { return passage.section(at: index) }
        guard let sections = snapshot?.sectionRecords, sections.indices.contains(index) else { return nil }
        return sections[index]
    }

    /// The same by its key.
    package func section(key: UnsafeBufferPointer<UInt8>) -> UnsafePointer<SectionRecord>? {
        for index in 0..<sectionCount {
            if let section = section(at: index), section.pointee.key.utf8.elementsEqual(key) {
                return section
            }
        }
        return nil
    }

    /// A section's source stands like this; while it loads more of its own, it is loading.
    public func state(ofSection index: Int) -> SourceState {
        guard let section = section(at: index) else { return .idle }
        if loadingSections.contains(section.pointee.name) { return .loading }
        return section.pointee.source < 0 ? .ready : state(of: section.pointee.source)
    }

    /// Whether something follows the page, as far as its sources said.
    public var canLoadMore: Bool { hasMore.contains(true) }

    private func position(ofSection name: UInt64) -> Int? {
        (0..<sectionCount).first { section(at: $0)?.pointee.name == name }
    }

    // MARK: - What can be asked for

    /// Asks all sources, or one; if forced, also those whose time to live isn't over.
    public func refresh(source: Int? = nil, isForced: Bool = false) -> (Context.Status, request: UInt64) {
        let engine = engine
        let indices = source.map { [$0] } ?? Array(sourceNames.indices)
        if isUsable { context.site.store?.begin() }
        return request(source) { number in { engine.refresh(number, indices, isForced: isForced) } }
    }

    /// Asks other addresses, of sources of the same names, after a time; nil is never. What was asked before is cancelled,
    /// and is shown no more. What is shown stays until the new ones have answered; if nobody is asked, it goes.
    func ask(_ config: FeedConfig, after delay: Int64?) -> (Context.Status, request: UInt64) {
        guard isUsable else { return (.wrongThread, 0) }
        cancelAll()
        let old = engine
        context.worker.arrange { old.close() }
        query += 1
        engine = FeedEngine(
            id, config, context.mailbox, context.site, query: query, shown: snapshot, arrangement: arrangement
        )
        for source in sourceNames.indices {
            post(.state(delay == nil ? .idle : .loading, hasMore: false), 0, source)
        }
        guard let delay else {
            page = nil
            post(.rearranged)
            return (.ok, 0)
        }
        let engine = engine
        return request(nil) { number in { engine.begin(number, after: delay) } }
    }

    /// Ends all that is under way.
    func cancelAll() {
        for request in openRequests.sorted() { _ = cancel(request) }
    }

    /// Doesn't wait any longer with what was asked last.
    func hurry() {
        let engine = engine
        context.worker.arrange { engine.begin() }
    }

    var isLoading: Bool { states.contains(.loading) }
    var hasFailure: Bool { failures.contains { $0 != nil } }
    /// Whether anything of a source is shown; and whether it answers what was asked last.
    var showsSources: Bool {
        (0..<sectionCount).contains { (section(at: $0)?.pointee.source ?? -1) >= 0 }
    }
    var showsAnswer: Bool { showsSources && pageQuery == query }

    /// Gives a source an answer of the host's own.
    public func load(source: Int, _ bytes: [UInt8]) -> (Context.Status, request: UInt64) {
        let engine = engine
        return request(source) { number in { engine.load(number, source, bytes) } }
    }

    /// Asks for what follows the page. While that is under way, it is this same request; 0 if nothing follows.
    public func loadMore() -> (Context.Status, request: UInt64) {
        if isUsable, let moreRequest { return (.ok, moreRequest) }
        if isUsable && !canLoadMore { return (.ok, 0) }
        let engine = engine
        let begun = request(nil) { number in { engine.loadMore(number, nil) } }
        if begun.0 == .ok { moreRequest = begun.request }
        return begun
    }

    /// The same for further items of one section.
    public func loadMore(section key: String) -> (Context.Status, request: UInt64) {
        guard isUsable else { return (.wrongThread, 0) }
        var key = key
        guard let section = key.withUTF8({ self.section(key: $0)?.pointee }) else { return (.argument, 0) }
        let (name, source) = (section.name, section.source)
        if let known = sectionRequests.first(where: { $0.name == name }) { return (.ok, known.request) }
        guard section.hasMore else { return (.ok, 0) }
        let engine = engine
        let wanted = (key: String(cString: section.keyInSource), name: name, source: source)
        let begun = request(nil) { number in
            post(.sectionState(name, isLoading: true), number, source)
            return { engine.loadMore(number, wanted) }
        }
        if begun.0 == .ok {
            sectionRequests.append((source, name, begun.request))
        } else {
            post(.sectionState(name, isLoading: false), 0, source)
        }
        return begun
    }

    public func cancel(_ request: UInt64) -> Context.Status {
        guard isUsable else { return .wrongThread }
        guard openRequests.contains(request), cancelledRequests.insert(request).inserted else {
            return .argument
        }
        // Told without the worker's help, which may hang in a name look-up.
        if let known = sectionRequests.first(where: { $0.request == request }) {
            post(.sectionState(known.name, isLoading: false), request, known.source)
        }
        forgetMore(request)
        context.tell { $0.cancel(request, of: id) }
        let engine = engine
        context.worker.post { engine.cancel(request) }
        return .ok
    }

    /// The reader chose an item, or a child of one: what it does is told.
    public func activate(_ uid: UInt64) -> Context.Status {
        activate(activation(of: uid))
    }

    /// The reader chose a section's button, or else its head.
    public func activateSection(_ key: String) -> Context.Status {
        activate(activation(ofSection: key))
    }

    private func activate(_ activation: Activation?) -> Context.Status {
        guard isUsable else { return .wrongThread }
        guard let activation else { return .argument }
        post(.activated(activation))
        return .ok
    }

    /// What would be told; nil if there is no such item.
    package func activation(of uid: UInt64) -> Activation? {
        guard let (item, section) = passage?.new.item(uid: uid) ?? snapshot?.item(uid: uid) else {
            return nil
        }
        return Activation(item, in: section, Action(item.record, by: mappings(of: section)))
    }

    package func activation(ofSection key: String) -> Activation? {
        guard let section = passage?.new.section(key: key) ?? snapshot?.section(key: key) else { return nil }
        return Activation(nil, in: section, Action(section.record, by: mappings(of: section)))
    }

    /// Those that say what its actions are: of a section of the front end's own, all.
    private func mappings(of section: Section) -> [Mapping] {
        let source = section.record.pointee.source
        return mappings.indices.contains(source) ? [mappings[source]] : mappings
    }

    // MARK: - Layout

    /// What the feed is shown in, from the next dispatch on.
    public func setViewport(_ viewport: Viewport) -> Context.Status {
        guard isUsable else { return .wrongThread }
        wantedLayout.viewport = viewport
        post(.layout)
        return .ok
    }

    /// The height of a section's rows, in place of what its class says; nil: what that says.
    public func setRowHeight(_ height: Double?, ofSection key: String) -> Context.Status {
        guard isUsable else { return .wrongThread }
        wantedLayout.setRowHeight(height, of: key)
        post(.layout)
        return .ok
    }

    /// In the feed's viewport; nil past the last section.
    public func measure(_ metric: Metric, ofSection index: Int) -> Double? {
        section(at: index).map { layout.measures(of: $0.pointee)[metric] }
    }

    /// How a section is laid out: by the config's classes, where they say so. The name lives as long as the section.
    package func layoutClass(ofSection index: Int) -> LayoutClass? {
        section(at: index).map { layout.layoutClass(of: $0.pointee) }
    }

    /// Banners stand still, or go on, an interval from now.
    public func pauseBanners(_ arePaused: Bool) -> Context.Status {
        guard isUsable else { return .wrongThread }
        bannersArePaused = arePaused
        keepTurning()
        return .ok
    }

    /// The item that a banner shows; nil if there is no such section.
    public func banner(ofSection key: String) -> Int? {
        banner(key).map { banners.position(in: $0) }
    }

    /// The reader turned to an item: it is shown for a whole interval.
    public func setBanner(_ position: Int, ofSection key: String) -> Context.Status {
        guard isUsable else { return .wrongThread }
        guard let section = banner(key), 0..<section.itemCount ~= position else { return .argument }
        bannerTimer.end()
        post(.banner(section.name, to: position))
        return .ok
    }

    private func banner(_ key: String) -> SectionRecord? {
        var key = key
        let section = key.withUTF8 { self.section(key: $0)?.pointee }
        return section.flatMap { $0.kind == .banner ? $0 : nil }
    }

    /// The timer runs while there is something to turn, and nobody has been told that it is time.
    private func keepTurning() {
        let isShown = { (0..<self.sectionCount).contains { self.section(at: $0)?.pointee.turns ?? false } }
        bannerTimer.run(!isClosed && !bannersArePaused && bannerTimer.isWanted && isShown())
    }

    // MARK: - Rearranging

    // Kept from page to page. It shows in the next dispatch; positions count in what is shown once all that was asked for
    // before shows. `.argument`: there is no section of this key.

    /// Moves a section to a position among those that are shown, itself not counted; past the last, or below 0, is the
    /// end. A removed section comes back there.
    public func moveSection(_ key: String, to position: Int) -> Context.Status {
        rearrange { $0.move(key, to: position, in: page) }
    }

    /// A hidden section keeps its place, and comes back there.
    public func hideSection(_ key: String, _ isHidden: Bool = true) -> Context.Status {
        rearrange { $0.hide(key, isHidden, in: page) }
    }

    /// A section of the server stays away until it is moved; one of the front end's own is forgotten.
    public func removeSection(_ key: String) -> Context.Status {
        rearrange { $0.remove(key, in: page) }
    }

    /// Puts in a section of the front end's own, or replaces the one of this key: JSON as the header has it.
    public func insertSection(_ json: UnsafeRawBufferPointer, at position: Int) throws(FeedError) {
        guard isUsable else { throw FeedError(.thread, "not the context's thread") }
        var changed = arrangement
        try changed.value.insert(json, at: position, in: page)
        use(changed)
    }

    /// What is hidden of the page, as one of its own; nil if nothing is.
    public var hidden: Snapshot? { arrangement.value.hidden(in: page) }

    /// How the page is rearranged, as JSON.
    public var arrangementJSON: [UInt8] { arrangement.value.json }

    /// Takes the place of all that was rearranged before.
    public func arrange(_ json: UnsafeRawBufferPointer) throws(FeedError) {
        guard isUsable else { throw FeedError(.thread, "not the context's thread") }
        var changed = arrangement
        changed.value = try Arrangement(json)
        use(changed)
    }

    private func rearrange(_ change: (inout Arrangement) -> Bool) -> Context.Status {
        guard isUsable else { return .wrongThread }
        var changed = arrangement
        guard change(&changed.value) else { return .argument }
        use(changed)
        return .ok
    }

    private func use(_ changed: NumberedArrangement) {
        arrangement = changed
        let engine = engine
        context.worker.arrange { engine.rearrange(changed) }
        post(.rearranged)
    }

    private func request(
        _ source: Int?, _ job: (UInt64) -> Worker.Job
    ) -> (Context.Status, request: UInt64) {
        guard isUsable else { return (.wrongThread, 0) }
        guard source.map({ sourceNames.indices.contains($0) }) ?? true else { return (.argument, 0) }
        let number = context.mailbox.nextNumber()
        guard context.worker.post(job(number)) else { return (.unavailable, 0) }
        open(number)
        return (.ok, number)
    }

    // MARK: - Delivery

    /// Makes the feed show it, and tells it. What comes back is to be delivered next.
    override func deliver(_ delivery: Delivery) -> [Delivery] {
        if let query = delivery.query, query != self.query, !delivery.isLog { return [] }
        defer {
            keepTurning()
            didDeliver?()
        }
        noteRequest(of: delivery)
        switch delivery.news {
        case .page(let update):
            page = update.page
            pageQuery = query
            return begin(update.remade(from: snapshot, arrangement), delivery)
        case .rearranged:
            return begin(Update.make(from: snapshot, to: page, arrangement), delivery)
        case .time(let time, let isWell):
            if let source = delivery.source {
                times[source] = time
                if isWell { failures[source] = nil }
            }
            return []
        case .sectionState(let name, let isLoading):
            guard isLoading != loadingSections.contains(name) else { return [] }
            if isLoading { loadingSections.insert(name) } else { loadingSections.remove(name) }
            if let position = position(ofSection: name) { tell(apply(delivery, .section(position))) }
            return []
        case .layout:
            return remeasure()
        case .remeasured(let name):
            if let position = position(ofSection: name) { tell(apply(delivery, .section(position))) }
            return []
        case .bannersTurn(let number):
            guard number == bannerTimer.number, bannerTimer.isRunning else { return [] }
            bannerTimer.end()
            return shown { $0.turns }.map { own(.banner($0, to: nil)) }
        case .banner(let name, let position):
            turn(name, to: position, delivery)
            return []
        default:
            tell(apply(delivery))
            return []
        }
    }

    /// The names of sections of which this holds.
    private func shown(where holds: (SectionRecord) -> Bool) -> [UInt64] {
        var names: [UInt64] = []
        for index in 0..<sectionCount {
            if let section = section(at: index)?.pointee, holds(section) { names.append(section.name) }
        }
        return names
    }

    private func own(_ news: Delivery.News) -> Delivery {
        Delivery(to: id, request: 0, source: nil, news: news)
    }

    /// All measure as asked for last, and then it is told of each that measures otherwise than before.
    private func remeasure() -> [Delivery] {
        let old = layout
        layout = wantedLayout
        return shown { old.measures(of: $0) != layout.measures(of: $0) }.map { own(.remeasured($0)) }
    }

    private func turn(_ name: UInt64, to position: Int?, _ delivery: Delivery) {
        guard let index = self.position(ofSection: name), let record = section(at: index)?.pointee,
            record.turns || position != nil
        else { return }
        let next = position ?? (banners.position(in: record) + 1) % record.itemCount
        // A page that came first may have fewer.
        guard next < record.itemCount else { return }
        banners.turn(record, to: next)
        var event = apply(delivery)
        event.section = snapshot.flatMap { $0.sections.indices.contains(index) ? $0.sections[index] : nil }
        event.position = next
        tell(event)
    }

    private func tell(_ event: FeedEvent) {
        if event.kind == .log {
            context.didLog?(event, event.source.map { sourceNames[$0] })
        } else {
            didChange?(event)
        }
    }

    /// The steps of an update. One that changes nothing to show is shown here and now, without a word.
    private func begin(_ update: Update?, _ delivery: Delivery) -> [Delivery] {
        guard let update else { return [] }
        // Once it has begun it is told to its end.
        var step = delivery
        step.query = nil
        guard update.changes.isWhole else {
            step.news = .reset(update)
            return [step]
        }
        if update.changes.changes.isEmpty {
            if let snapshot { retired.append(snapshot) }
            snapshot = update.new
            // An empty page is the first one all the same.
            if revision == 0 { revision = 1 }
        }
        return update.changes.changes.indices.map { index in
            step.news = .change(update, index)
            return step
        }
    }

    /// Tells somebody new what there is, before what comes next.
    private func welcome() {
        guard !isClosed, !isWelcoming, snapshot != nil || passage != nil else { return }
        isWelcoming = true
        context.tell { mailbox in
            mailbox.putFirst([Delivery(to: id, request: 0, source: nil, news: .reset(nil))])
            mailbox.wakeIfNotEmpty()
        }
    }

    /// One that nobody here asked for is the feed's own: it refreshes itself.
    private func noteRequest(of delivery: Delivery) {
        if case .sectionState = delivery.news { return }
        if delivery.request != 0 { open(delivery.request) }
    }

    private func apply(_ delivery: Delivery, _ change: Change? = nil) -> FeedEvent {
        eventCount += 1
        retired = []
        var event = FeedEvent(delivery.news.kind, request: delivery.request, source: delivery.source)
        (event.revisionFrom, event.revisionTo) = (revision, revision)
        event.change = change
        switch delivery.news {
        case .page, .rearranged, .sectionState, .time, .recentQueries, .directory, .layout, .remeasured,
            .bannersTurn, .banner, .theme, .image:
            break
        case .change(let update, let index):
            event.revisionTo = revision + 1
            event.change = update.changes.changes[index]
            make(update, index)
        case .reset(let update):
            if let update { show(update.new) } else { isWelcoming = false }
            event.revisionTo = revision
        case .state(let state, let hasMore):
            event.state = state
            if let source = delivery.source {
                set(state, source)
                self.hasMore[source] = hasMore
            }
        case .progress(let bytes, let total):
            (event.bytes, event.total) = (bytes, total)
        case .failed(let failure, let isOfMore):
            event.failure = failure
            if let source = delivery.source, !isOfMore { failures[source] = failure }
        case .complete(let failure):
            event.failure = failure
            end(delivery.request)
        case .store(let failure):
            event.failure = failure
        case .activated(let activation):
            event.activation = activation
            event.section = activation.section
        case .log(let log):
            event.log = log
            event.failure = log.failure
            event.bytes = log.bytes
        }
        return event
    }

    private func make(_ update: Update, _ index: Int) {
        let changes = update.changes.changes
        if index == changes.count - 1 { return show(update.new) }
        let passage = passage ?? Passage(from: snapshot, to: update.new)
        self.passage = passage
        passage.apply(changes[index])
    }

    private func show(_ page: Snapshot) {
        passage = nil
        snapshot = page
        revision += 1
    }

    private func set(_ state: SourceState, _ source: Int) {
        states[source] = state
        switch state {
        case .idle, .ready, .empty: failures[source] = nil
        case .loading, .stale, .failed: break
        }
    }

    private func end(_ request: UInt64) {
        cancelledRequests.remove(request)
        forgetMore(request)
        close(request)
    }

    /// Who asks for more from now on begins another request.
    private func forgetMore(_ request: UInt64) {
        if moreRequest == request { moreRequest = nil }
        sectionRequests.removeAll { $0.request == request }
    }
}

extension Delivery.News {
    var kind: FeedEvent.Kind {
        switch self {
        case .page, .rearranged, .time, .reset: .reset
        case .recentQueries: .recent
        case .store: .store
        case .change, .sectionState, .remeasured, .layout: .change
        case .banner, .bannersTurn: .banner
        case .state: .state
        case .progress, .directory: .progress
        case .image(let news): news.kind == .progress ? .progress : .image
        case .failed: .failed
        case .complete: .complete
        case .activated: .action
        case .log: .log
        case .theme: .theme
        }
    }
}
