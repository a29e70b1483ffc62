import FeedViewModels
import Testing

@Suite struct CounterTests {
    @Test func countsUpAndDown() {
        let counter = Counter(5)
        var told: [Int64] = []
        counter.didChange = { told.append($0) }
        counter.increment()
        counter.increment()
        counter.decrement()
        #expect(counter.count == 6)
        #expect(told == [6, 7, 6])
    }

    @Test func textShowsTheCount() {
        let counter = Counter(-3)
        #expect(counter.text == "当前计数: -3")
        counter.format = "{count} of {count}, {no}"
        #expect(counter.text == "-3 of -3, {no}")
        counter.format = "{count"
        #expect(counter.text == "{count")
    }

    @Test(arguments: [(Int64.max, 1), (Int64.min, -1)])
    func staysAtTheEndsAndTellsNobody(end: Int64, direction: Int) {
        let counter = Counter(end)
        counter.didChange = { _ in Issue.record("told of a change that wasn't") }
        if direction > 0 { counter.increment() } else { counter.decrement() }
        #expect(counter.count == end)
    }

    @Test func mayChangeInsideItsCallback() {
        let counter = Counter()
        counter.didChange = { if $0 < 3 { counter.increment() } }
        counter.increment()
        #expect(counter.count == 3)
        counter.didChange = nil
    }
}
