import FeedFetching
import FeedParsing
import Testing

@testable import FeedStore
@testable import FeedViewModels

/// The people in the store as a view model: how its requests begin, go on and end, and what it says of them.
@Suite struct DirectoryTests {
    private let folder = StoreFolder()

    /// One of a context with the store of this test; nil for memory only.
    private func begin(_ path: String? = nil, partition: String = "") throws -> LiveDirectory {
        var config = ContextConfig()
        config.transport = .memory
        config.hasManualClock = true
        var store = StoreConfig(path: path)
        store.partition = partition
        config.store = store
        return try LiveDirectory(#require(Context(config)))
    }

    /// The same when its people are counted.
    private func counted(_ path: String? = nil, partition: String = "") throws -> LiveDirectory {
        let live = try begin(path, partition: partition)
        live.settle()
        _ = live.taken()
        return live
    }

    // MARK: - Counting

    @Test func itsPeopleAreCountedAtOnce() throws {
        let live = try begin()
        #expect(live.directory.state == .loading && live.directory.count == nil)
        #expect(live.context.run(20_000) == .ok)
        #expect(live.taken() == ["0 state empty"])
        #expect(live.directory.state == .empty && live.directory.count == 0)
    }

    @Test func withoutAStoreThereIsNone() throws {
        let context = try #require(Context(ContextConfig()))
        let error = #expect(throws: FeedError.self) { try DirectoryViewModel(context) }
        #expect(error?.kind == .config)
        context.close()
        #expect(throws: FeedError.self) { try DirectoryViewModel(context) }
    }

    @Test func peopleStayInTheFile() throws {
        try counted(folder.file).imported(people(1...3))
        let live = try begin(folder.file)
        live.settle()
        #expect(live.taken() == ["0 state ready"])
        #expect(live.directory.count == 3)
        let other = try begin(folder.file, partition: "other")
        other.settle()
        #expect(other.taken() == ["0 state empty"])
    }

    // MARK: - Requests

    @Test func anImportTellsHowItGoesOn() throws {
        let live = try counted()
        let text = people(1...3)
        live.begin(live.directory.importUsers(Array(text.utf8)))
        // Nothing shows before dispatch.
        live.context.advance(0)
        #expect(live.directory.state == .empty && live.directory.count == 0)
        #expect(live.context.dispatch(0) == .ok)
        #expect(live.takenButProgress() == ["1 state loading", "1 state ready", "1 complete +3-0"])
        #expect(live.directory.count == 3 && live.open == [])
    }

    @Test(arguments: [
        #"[{"id": 1}, {"id": "2"}]"#, #"{"users": [{"id": 1}, {"id": 2}]}"#, "{\"id\": 1}\n{\"id\": 2}\n",
        "\u{feff}{\"id\": 1}\r\n\r\n{\"id\": 2}",
    ])
    func peopleComeInEachForm(_ text: String) throws {
        let live = try counted()
        live.imported(text)
        #expect(live.takenButProgress().last == "1 complete +2-0")
        #expect(live.directory.count == 2)
    }

    @Test func whoIsThereIsReplaced() throws {
        let live = try counted()
        live.imported(people(1...3))
        live.imported(people(2...5))
        #expect(live.takenButProgress().last == "2 complete +4-0")
        #expect(live.directory.count == 5)
    }

    @Test func nobodyIsNoFailure() throws {
        let live = try counted()
        live.imported("[]")
        #expect(live.takenButProgress() == ["1 state loading", "1 state empty", "1 complete"])
    }

    @Test func aRowThatCannotBeUsedIsToldWithItsPlace() throws {
        let live = try counted()
        live.imported("{\"id\": 1}\n{\"id\": \n{\"username\": \"nobody\"}\n[]\n{\"id\": 2}")
        #expect(
            live.takenButProgress() == [
                "1 state loading", "1 failed shape", "1 failed shape", "1 failed shape", "1 state ready",
                "1 complete +2-3",
            ])
        #expect(live.places.map { $0?.line } == [2, 3, 4])
        #expect(live.directory.count == 2)
    }

    @Test func ofManyBadRowsAHundredAreTold() throws {
        let live = try counted()
        live.imported(people(1...2) + String(repeating: "{}\n", count: 300))
        let told = live.takenButProgress()
        #expect(told.count { $0 == "1 failed shape" } == 100)
        #expect(told.last == "1 complete +2-300")
    }

    @Test func withoutPlacesARowHasNone() throws {
        let live = try counted()
        live.begin(live.directory.importUsers(Array(#"[{"id": 1}, {}]"#.utf8), hasPlaces: false))
        live.settle()
        #expect(live.takenButProgress().contains("1 failed shape") && live.places == [nil])
        live.begin(live.directory.importUsers(Array("[1".utf8), hasPlaces: false))
        live.settle()
        #expect(live.completions.last??.feedError != nil && live.completions.last??.feedError?.place == nil)
    }

    @Test(arguments: [("[{\"id\": 1},", "syntax"), ("", "empty"), ("[{\"id\": 1}] x", "syntax"), ("7", "shape")])
    func whatIsNoImportFailsAsAWhole(_ text: String, _ kind: String) throws {
        let live = try counted()
        live.imported(people(1...2))
        _ = live.taken()
        live.imported(text)
        #expect(
            live.takenButProgress() == ["2 state loading", "2 state ready", "2 complete \(kind)"])
        #expect(live.directory.count == 2)
    }

    @Test func progressSaysHowFarItIs() throws {
        let live = try counted()
        let text = people(1...5000)
        live.begin(live.directory.importUsers(Array(text.utf8)))
        var last = (bytes: Int64(-1), taken: Int64(0))
        live.also = { event in
            guard event.kind == .progress else { return }
            #expect(event.total == text.utf8.count && event.bytes <= event.total)
            #expect(event.bytes >= last.bytes && event.taken >= last.taken && event.request == 1)
            last = (event.bytes, event.taken)
        }
        #expect(live.context.run(60_000) == .ok)
        #expect(last.taken > 0)
        #expect(live.takenButProgress().last == "1 complete +5000-0")
    }

    @Test func peopleAreRemoved() throws {
        let live = try counted()
        live.imported(people(1...3))
        _ = live.taken()
        live.begin(live.directory.removeUser("2"))
        live.settle()
        #expect(live.taken() == ["2 state loading", "2 state ready", "2 complete"])
        #expect(live.directory.count == 2)
        live.begin(live.directory.removeUser("nobody"))
        live.settle()
        #expect(live.taken() == ["3 state loading", "3 state ready", "3 complete"])
        #expect(live.directory.count == 2)
        live.begin(live.directory.removeAllUsers())
        live.settle()
        #expect(live.taken() == ["4 state loading", "4 state empty", "4 complete"])
        #expect(live.directory.count == 0)
    }

    @Test func requestsAreDoneInOrder() throws {
        let live = try begin()
        live.begin(live.directory.importUsers(Array(people(1...3).utf8)))
        live.begin(live.directory.removeUser("1"))
        live.begin(live.directory.importUsers(Array(people(7...7).utf8)))
        #expect(live.context.run(20_000) == .ok)
        // It was loading from the beginning.
        #expect(
            live.takenButProgress() == ["1 complete +3-0", "2 complete", "3 state ready", "3 complete +1-0"])
        #expect(live.directory.count == 3 && live.open == [])
    }

    @Test func allOfAContextSeeTheSamePeople() throws {
        let live = try counted()
        let other = try LiveDirectory(live.context)
        live.imported(people(1...3))
        #expect(other.taken() == ["0 state empty"])
        other.begin(other.directory.removeUser("3"))
        other.settle()
        #expect(other.taken() == ["2 state loading", "2 state ready", "2 complete"])
        #expect(other.directory.count == 2 && live.directory.count == 3)
    }

    // MARK: - Cancelling

    @Test func aCancelledImportIsUndone() throws {
        let live = try counted(folder.file)
        let gate = try live.hold()
        let number = live.begin(live.directory.importUsers(Array(people(1...3).utf8)))
        #expect(live.directory.cancel(number) == .ok)
        #expect(live.directory.cancel(number) == .argument)
        // Told without the store's help.
        #expect(live.context.dispatch(0) == .ok)
        #expect(live.taken() == ["1 complete cancelled"])
        gate.raise()
        #expect(live.context.run(60_000) == .ok)
        #expect(live.taken() == [] && live.directory.state == .empty && live.directory.count == 0)
        #expect(!live.context.mailbox.isCancelled(number))
        #expect(live.directory.cancel(number) == .argument)
    }

    @Test func oneInTheMiddleOfTheRowsIsUndone() throws {
        let live = try counted(folder.file)
        live.imported(people(1...2))
        _ = live.taken()
        try live.importing(people(1...5000)) { number in
            #expect(live.directory.cancel(number) == .ok)
        }
        #expect(live.context.run(60_000) == .ok)
        #expect(live.takenButProgress() == ["2 state loading", "2 state ready", "2 complete cancelled"])
        #expect(live.directory.count == 2 && live.open == [])
    }

    @Test func onlyTheOneIsCancelled() throws {
        let live = try counted()
        let gate = try live.hold()
        let first = live.begin(live.directory.importUsers(Array(people(1...3).utf8)))
        let second = live.begin(live.directory.importUsers(Array(people(1...2).utf8)))
        #expect(live.directory.cancel(first) == .ok)
        gate.raise()
        #expect(live.context.run(60_000) == .ok)
        #expect(
            live.takenButProgress() == [
                "1 state loading", "1 complete cancelled", "2 state ready", "2 complete +2-0",
            ])
        #expect(live.completed == [first, second] && live.directory.count == 2)
    }

    /// Whose end waits to be told.
    @Test func aCompleteOneRemainsThoughItsEndIsCancelled() throws {
        let live = try counted()
        let number = live.begin(live.directory.importUsers(Array(people(1...3).utf8 + Array("\n{}".utf8))))
        live.context.advance(0)
        #expect(live.directory.cancel(number) == .ok)
        live.settle()
        #expect(live.takenButProgress() == ["1 state ready", "1 complete cancelled"])
        #expect(live.directory.count == 3 && live.open == [])
        #expect(!live.context.mailbox.isCancelled(number))
    }

    @Test func aCancelledRemovalIsDoneAllTheSame() throws {
        let live = try counted()
        live.imported(people(1...3))
        _ = live.taken()
        let gate = try live.hold()
        let number = live.begin(live.directory.removeAllUsers())
        #expect(live.directory.cancel(number) == .ok)
        gate.raise()
        live.settle()
        #expect(live.taken() == ["2 complete cancelled", "0 state empty"])
        #expect(live.directory.count == 0 && !live.context.mailbox.isCancelled(number))
    }

    @Test func whatIsBeingToldIsOver() throws {
        let live = try counted()
        let number = live.begin(live.directory.importUsers(Array("{}\n{\"id\": 1}".utf8)))
        live.also = { [directory = live.directory] _ in
            if directory.count == 1 { #expect(directory.cancel(number) == .argument) }
        }
        live.settle()
        #expect(
            live.takenButProgress() == [
                "1 state loading", "1 failed shape", "1 state ready", "1 complete +1-1",
            ])
    }

    @Test func dispatchTellsNoMoreThanItMay() throws {
        let live = try counted()
        live.begin(live.directory.importUsers(Array((people(1...3) + "{}\n{}\n").utf8)))
        live.context.advance(0)
        var told: [String] = []
        while live.context.mailbox.count > 0 {
            #expect(live.context.dispatch(1) == .ok)
            let now = live.taken()
            #expect(now.count == 1)
            told += now
        }
        #expect(told.last == "1 complete +3-2" && told.count { $0 == "1 failed shape" } == 2)
    }

    // MARK: - Coming and going

    @Test func closingUndoesAnImport() throws {
        let live = try counted(folder.file)
        try live.importing(people(1...5000)) { _ in live.directory.close() }
        #expect(live.context.run(60_000) == .ok)
        #expect(live.takenButProgress() == ["1 state loading"])
        #expect(live.directory.importUsers([]).0 == .wrongThread)
        #expect(live.directory.cancel(1) == .wrongThread)
        let next = try LiveDirectory(live.context)
        next.settle()
        #expect(next.taken() == ["0 state empty"])
    }

    @Test func itsContextMayCloseFirst() throws {
        let live = try counted(folder.file)
        live.imported(people(1...2))
        let gate = try live.hold()
        live.begin(live.directory.importUsers(Array(people(3...9).utf8)))
        live.context.close()
        gate.raise()
        #expect(live.directory.count == 2 && live.directory.removeAllUsers().0 == .wrongThread)
        live.directory.close()
        let next = try begin(folder.file)
        next.settle()
        #expect(next.directory.count == 2)
    }

    @Test func oneThatIsGoneClosesItself() throws {
        let context: Context
        let gate: WakeupFD
        do {
            let live = try counted(folder.file)
            context = live.context
            gate = try live.hold()
            live.begin(live.directory.importUsers(Array(people(1...3).utf8)))
        }
        gate.raise()
        #expect(context.openRequests == 0)
        let next = try LiveDirectory(context)
        next.settle()
        #expect(next.directory.count == 0)
    }

    /// In a callback, at each event of an import.
    @Test(arguments: 0..<5, [true, false])
    func mayGoAtAnyEvent(_ place: Int, _ isContext: Bool) throws {
        let live = try begin()
        live.begin(live.directory.importUsers(Array("{}\n{\"id\": 1}".utf8)))
        var count = 0
        live.also = { [context = live.context, directory = live.directory] _ in
            if count == place {
                if isContext { context.close() } else { directory.close() }
            }
            count += 1
        }
        _ = live.context.run(20_000)
        #expect(count == min(place + 1, live.heard))
        #expect(live.context.openRequests == 0 || isContext)
    }

    // MARK: - Trouble

    @Test func aFileOfALaterVersionCannotBeCounted() throws {
        try counted(folder.file).imported(people(1...2))
        let other = try Database(opening: folder.file, patience: 2000)
        try other.execute("PRAGMA user_version = 99")
        other.close()
        let live = try begin(folder.file)
        live.settle()
        #expect(live.taken() == ["0 failed store", "0 state failed"])
        #expect(live.directory.state == .failed && live.directory.count == nil)
        live.imported(people(3...4))
        #expect(live.takenButProgress() == ["1 state loading", "1 state failed", "1 complete store"])
    }

    @Test func twoProgramsShareAFile() throws {
        let (one, two) = (try counted(folder.file), try counted(folder.file))
        one.begin(one.directory.importUsers(Array(people(1...2000).utf8)))
        two.begin(two.directory.importUsers(Array(people(1001...3000).utf8)))
        #expect(one.context.run(60_000) == .ok && two.context.run(60_000) == .ok)
        #expect(one.takenButProgress().last == "1 complete +2000-0")
        #expect(two.takenButProgress().last == "1 complete +2000-0")
        let next = try begin(folder.file)
        next.settle()
        #expect(next.directory.count == 3000)
    }
}

/// A line for each person.
private func people(_ ids: ClosedRange<Int>) -> String {
    ids.map { "{\"id\": \($0), \"username\": \"user\($0)\", \"bio\": \"of the \($0)th\"}\n" }.joined()
}

/// A directory whose events are kept, as words.
private final class LiveDirectory {
    let context: Context
    let directory: DirectoryViewModel
    /// Called at the end of each event.
    var also: ((FeedEvent) -> Void)?
    private(set) var heard = 0
    /// Requests that have begun and not ended.
    private(set) var open: Set<UInt64> = []
    private(set) var completed: [UInt64] = []
    /// Why each of these failed.
    private(set) var completions: [FeedFailure?] = []
    /// Where the rows stand that were told.
    private(set) var places: [FeedError.Place?] = []
    private var words: [String] = []

    init(_ context: Context) throws(FeedError) {
        self.context = context
        directory = try DirectoryViewModel(context)
        directory.didChange = { [unowned self] event in hear(event) }
    }

    @discardableResult func begin(_ begun: (Context.Status, request: UInt64)) -> UInt64 {
        #expect(begun.0 == .ok && begun.request > 0)
        open.insert(begun.request)
        return begun.request
    }

    func imported(_ text: String) {
        begin(directory.importUsers(Array(text.utf8)))
        settle()
    }

    /// The store does nothing more until this is raised.
    func hold() throws -> WakeupFD {
        let gate = try #require(WakeupFD())
        context.site.store?.perform { _ in gate.wait(-1) }
        return gate
    }

    /// Has something done while the store is taking the rows in, at its first report.
    func importing(_ text: String, _ body: (UInt64) -> Void) throws {
        let reached = try #require(WakeupFD())
        let gate = try #require(WakeupFD())
        let beginning = try hold()
        let number = begin(directory.importUsers(Array(text.utf8)))
        #expect(context.dispatch(0) == .ok)
        context.setWakeup { [context] in
            if context.isOnOwnThread { return }
            reached.raise()
            gate.wait(-1)
        }
        beginning.raise()
        reached.wait(-1)
        body(number)
        gate.raise()
        context.setWakeup(nil)
    }

    /// Has the store do all there is to do, and tells it.
    func settle() {
        context.advance(0)
        #expect(context.dispatch(0) == .ok)
    }

    /// What was told since the last look: "1 state ready", "1 failed shape", "1 complete +3-1".
    func taken() -> [String] {
        defer { words = [] }
        return words
    }

    func takenButProgress() -> [String] {
        taken().filter { !$0.contains("progress") }
    }

    private func hear(_ event: FeedEvent) {
        heard += 1
        var word = "\(event.request) \(event.kind.name)"
        if event.kind == .state {
            word += " \(event.state.name)"
            #expect(directory.state == event.state)
        }
        if event.taken + event.skipped > 0 { word += " +\(event.taken)-\(event.skipped)" }
        if let failure = event.failure { word += " " + failure.word }
        if event.kind == .failed { places.append(event.failure?.feedError?.place) }
        words.append(word)
        if event.kind == .complete {
            #expect(!completed.contains(event.request))
            completed.append(event.request)
            completions.append(event.failure)
            open.remove(event.request)
        }
        also?(event)
    }
}
