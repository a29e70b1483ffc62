import FeedFetching
import FeedParsing
import Testing

@testable import FeedViewModels

/// A feed with everything done to it at once: refreshes of a page that its server edits, what follows it and its sections,
/// failures, cancelling, rearranging, and an owner who takes the news in pieces.
final class RandomWalk {
    private let live: LiveFeed
    private let network = HeldNetwork()
    private let source = SlowSource()
    private let arrangement = SlowArrangement()
    private var ownItems: [String: [String]] = [:]
    private var dice: Dice
    private var serial = 0
    /// The sections that asked for more, by the URLs that they asked.
    private var asking: [String: String] = [:]
    /// How many first pages there had been when a URL was asked.
    private var firstCounts: [String: Int] = [:]
    /// The server's first page as it is now, in `PagedServer`'s words, without what follows.
    private var rows: [SlowSource.Row] = []
    private var firstText = ""
    private static let keys = ["a", "b", "c", "d", "e", "f", "g"]

    init(_ seed: UInt64) throws {
        dice = Dice(seed &+ 77)
        live = try LiveFeed(PagedServer.rows(), network)
        rows = (0..<4).map { _ in row() }
    }

    func step() throws {
        switch dice.roll(20) {
        case 0, 1: live.refresh()
        case 2, 3: live.more()
        case 4, 5: _ = live.feed.sectionCount > 0 ? live.more(of: shownKey()) : 0
        case 6, 7, 8, 9: answer()
        case 10: if let request = live.open.sorted().randomElement(using: &dice) { cancel(request) }
        case 11, 12:
            rearrange {
                live.feed.moveSection($0, to: $1)
            } model: {
                arrangement.move($0, $1)
            }
        case 13:
            let isHidden = dice.roll(2) == 0
            rearrange { key, _ in
                live.feed.hideSection(key, isHidden)
            } model: { key, _ in
                arrangement.hide(key, isHidden)
            }
        case 14:
            rearrange { key, _ in
                live.feed.removeSection(key)
            } model: { key, _ in
                arrangement.remove(key)
            }
        case 15: insert()
        case 16: try live.arrange(live.arrangement)
        case 17, 18: #expect(live.context.dispatch(1 + dice.roll(4)) == .ok)
        default: try rest()
        }
        // What the worker has done is the same in every run, what the owner has heard of it isn't.
        live.context.advance(0)
        noteSections()
    }

    /// Answers all that is under way, and looks at what is left.
    func end() throws {
        while !network.urls.isEmpty { answer() }
        try rest()
        #expect(live.open.isEmpty)
    }

    /// Of two sections with the same key the server doesn't know which one asks; the cursor tells.
    private func noteSections() {
        for url in network.takenURLs() {
            firstCounts[url] = source.firstCount
            guard url.contains("/more?") else { continue }
            let cursor = url.drop { $0 != "=" }.dropFirst().prefix { $0 != "&" }
            asking[url] = source.rows.first { $0.at.map { $0 == cursor } ?? false }?.key
        }
    }

    private func shownKey() -> String {
        live.feed.section(at: dice.roll(live.feed.sectionCount)).map { String(cString: $0.pointee.key) } ?? ""
    }

    private func cancel(_ request: UInt64) {
        let status = live.feed.cancel(request)
        #expect(status == .ok || status == .argument)
    }

    // MARK: - The server

    private func row() -> SlowSource.Row {
        let items = (0..<1 + dice.roll(4)).map { _ in
            SlowSource.Item(id: "\(dice.roll(30))", title: "\(dice.roll(3))")
        }
        return SlowSource.Row(
            key: RandomWalk.keys[dice.roll(RandomWalk.keys.count)], items: items,
            at: dice.roll(2) == 0 ? cursor() : nil)
    }

    private func cursor() -> String {
        serial += 1
        return "p\(serial)"
    }

    private func edit() {
        switch dice.roll(7) {
        case 0: rows.insert(row(), at: dice.roll(rows.count + 1))
        case 1: if rows.count > 1 { rows.remove(at: dice.roll(rows.count)) }
        case 2: rows.shuffle(using: &dice)
        case 3: if !rows.isEmpty { rows[dice.roll(rows.count)].items.shuffle(using: &dice) }
        case 4: if !rows.isEmpty { rows[dice.roll(rows.count)].items += row().items }
        case 5: if !rows.isEmpty { rows[dice.roll(rows.count)].at = dice.roll(2) == 0 ? cursor() : nil }
        default: break
        }
    }

    /// One of the exchanges that wait, in whatever order.
    private func answer() {
        guard let url = network.urls.randomElement(using: &dice) else { return }
        if dice.roll(6) == 0 {
            network.answer(url, "{", status: dice.roll(2) == 0 ? 200 : 404)
            if url == PagedServer.url { source.fail() }
        } else if url == PagedServer.url {
            edit()
            // Now and then the same with other bytes.
            answer(url, rows, next: dice.roll(3) > 0 ? cursor() : nil)
        } else if let shelf = url.split(separator: "=").last, url.contains("/more?") {
            var more = dice.roll(5) == 0 ? [] : [row(), row()]
            if !more.isEmpty { more[0].key = String(shelf) }
            if dice.roll(3) == 0 { more = more.dropLast() }
            answer(url, more, next: dice.roll(2) == 0 ? cursor() : nil, of: asking[url])
        } else {
            answer(url, dice.roll(5) == 0 ? [] : [row(), row()], next: dice.roll(2) == 0 ? cursor() : nil)
        }
        live.context.advance(0)
    }

    private func answer(_ url: String, _ rows: [SlowSource.Row], next: String?, of shelf: String? = nil) {
        let outline = rows.map { row in
            "\(row.key)\(row.at.map { "+\($0)" } ?? ""):"
                + row.items.map { " \($0.id)=\($0.title)" }.joined()
        }
        let text = PagedServer.page(outline.joined(separator: "|"), next.map { #","c": "\#($0)""# } ?? "")
        network.answer(url, text)
        let page = SlowSource.Page(rows: SlowSource.numbered(rows), next: next, shelf: shelf)
        if url != PagedServer.url {
            source.take(later: page, after: firstCounts[url])
        } else if text == firstText {
            source.confirm()
        } else {
            source.take(first: page)
            firstText = text
        }
    }

    // MARK: - The reader

    private func rearrange(
        _ change: (String, Int) -> Context.Status, model: (String, Int) -> Bool
    ) {
        arrangement.server = live.feed.page?.sections.map(\.key) ?? []
        var key = RandomWalk.keys[dice.roll(RandomWalk.keys.count)]
        if dice.roll(5) == 0 { key += "#2" }
        let position = dice.roll(8) - 1
        let status = change(key, position)
        let isKnown = model(key, position)
        #expect(status == (isKnown ? .ok : .argument), "\(key)")
        if !arrangement.own.contains(key) { ownItems[key] = nil }
    }

    private func insert() {
        arrangement.server = live.feed.page?.sections.map(\.key) ?? []
        let key = RandomWalk.keys[dice.roll(RandomWalk.keys.count)]
        let items = Array(Set((0..<1 + dice.roll(4)).map { _ in "\(dice.roll(9))" })).sorted()
        let position = dice.roll(8) - 1
        let json = items.map { #"{"id": \#($0), "title": "\#($0)"}"# }.joined(separator: ",")
        let isIn = (try? live.insert(#"{"key": "\#(key)", "items": [\#(json)]}"#, at: position)) != nil
        #expect(isIn == arrangement.insert(key, position))
        if isIn { ownItems[key] = items }
    }

    // MARK: - At rest

    private func rest() throws {
        live.context.advance(0)
        while live.context.mailbox.count > 0 { #expect(live.context.dispatch(0) == .ok) }
        #expect(LiveFeed.outline(live.feed.page) == source.outline)
        #expect(live.feed.canLoadMore == source.hasMore)
        arrangement.server = source.rows.map(\.key)
        let numbered = Dictionary(uniqueKeysWithValues: zip(arrangement.page, source.rows))
        let expected = arrangement.shown.map { key in
            if let row = numbered[key] { return source.outline(row, as: key) }
            return "\(key): \(ownItems[key, default: []].joined(separator: " "))"
        }
        #expect(live.outline == expected.joined(separator: " | "))
        if let snapshot = live.feed.snapshot { #expect(LiveFeed.outline(snapshot) == live.outline) }
        try restStates(numbered)
    }

    private func restStates(_ numbered: [String: SlowSource.Row]) throws {
        let waiting = network.urls
        let isLoading = waiting.contains { !$0.contains("/more?") }
        #expect(live.feed.state(of: 0) == (isLoading ? .loading : source.state))
        let loading = Set(waiting.compactMap { asking[$0] })
        for index in 0..<live.feed.sectionCount {
            let key = String(cString: try #require(live.feed.section(at: index)).pointee.key)
            let row = numbered[key]
            let isLoadingMore = row.map { loading.contains($0.key) } ?? false
            let expected: SourceState =
                isLoadingMore ? .loading : row == nil ? .ready : live.feed.state(of: 0)
            #expect(live.feed.state(ofSection: index) == expected, "\(key) of \(live.outline), \(waiting)")
        }
    }
}

/// What a source shows after its answers, as simple as it is slow.
final class SlowSource {
    struct Item {
        var id: String
        var title: String
    }

    struct Row {
        var key: String
        var items: [Item]
        var at: String?
        /// What its title says in the outline depends on it.
        var hasMore: Bool { at != nil }
    }

    struct Page {
        var rows: [Row]
        var next: String?
        /// The section that asked for it.
        var shelf: String?
        var isLast = false
    }

    private var first: Page?
    private var later: [Page] = []
    private(set) var firstCount = 0
    private var isFailed = false

    func take(first page: Page) {
        isFailed = false
        firstCount += 1
        first = page
        later.removeAll { $0.isLast }
    }

    func take(later page: Page, after firstCount: Int?) {
        guard first != nil else { return }
        let before = itemCount
        later.append(page)
        if itemCount > before { return }
        if firstCount == self.firstCount { later[later.count - 1].isLast = true } else { later.removeLast() }
    }

    /// The same first page again: what was at its end stays there.
    func confirm() { isFailed = false }

    func fail() { isFailed = true }

    /// Of rows with the same key the later ones get a number; of items with the same id the first one stays.
    static func numbered(_ rows: [Row]) -> [Row] {
        var result: [Row] = []
        for row in rows {
            var row = row
            var number = 1
            while result.contains(where: { $0.key == row.key }) {
                number += 1
                row.key = "\(row.key.prefix { $0 != "#" })#\(number)"
            }
            row.items = []
            result.append(row)
        }
        for (index, row) in rows.enumerated() { result[index].add(row.items) }
        return result
    }

    var rows: [Row] {
        var rows = first?.rows ?? []
        for page in later {
            if let shelf = page.shelf {
                addMore(page, of: shelf, to: &rows)
            } else if !page.isLast {
                for row in page.rows { add(row, to: &rows) }
            }
        }
        return rows
    }

    private func add(_ row: Row, to rows: inout [Row]) {
        guard let index = rows.firstIndex(where: { $0.key == row.key }) else { return rows.append(row) }
        if rows[index].add(row.items) { rows[index].at = row.at }
    }

    private func addMore(_ page: Page, of shelf: String, to rows: inout [Row]) {
        guard let index = rows.firstIndex(where: { $0.key == shelf }) else { return }
        let row = page.rows.first { $0.key == shelf } ?? (page.rows.count == 1 ? page.rows[0] : nil)
        guard let row, !page.isLast else { return rows[index].at = nil }
        rows[index].add(row.items)
        rows[index].at = row.at
    }

    private var itemCount: Int { rows.reduce(0) { $0 + $1.items.count } }

    var outline: String? {
        first == nil ? nil : rows.map { outline($0, as: $0.key) }.joined(separator: " | ")
    }

    func outline(_ row: Row, as key: String) -> String {
        "\(key)\(row.hasMore ? "+" : ""): " + row.items.map(\.title).joined(separator: " ")
    }

    var hasMore: Bool {
        let pages = [first].compactMap { $0 } + later.filter { $0.shelf == nil }
        guard let last = pages.last else { return false }
        return !last.isLast && last.next != nil && !last.rows.isEmpty
    }

    var state: SourceState {
        if first == nil { return isFailed ? .failed : .idle }
        if isFailed { return .stale }
        return rows.isEmpty ? .empty : .ready
    }
}

extension SlowSource.Row {
    /// Whether any of them is new.
    @discardableResult mutating func add(_ more: [SlowSource.Item]) -> Bool {
        let before = items.count
        for item in more where !items.contains(where: { $0.id == item.id }) { items.append(item) }
        return items.count > before
    }
}
