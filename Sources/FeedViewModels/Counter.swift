import FeedFetching

/// The smallest view model: a number that goes up and down, the text to show for it, and a callback.
///
/// For one thread at a time. Every call is legal inside the callback.
public final class Counter {
    public static let defaultFormat = "当前计数: {count}"

    public private(set) var count: Int64

    /// How the count is written; each `{count}` in it is replaced by the number.
    public var format: String = Counter.defaultFormat

    /// Told after each change, with the new count.
    public var didChange: ((Int64) -> Void)?

    public init(_ initial: Int64 = 0) {
        count = initial
    }

    /// The text to show.
    public var text: String {
        format.replacing("{count}", with: String(count))
    }

    /// One up; stays at `Int64.max`, and then tells nobody.
    public func increment() {
        change(by: 1)
    }

    /// One down; stays at `Int64.min`, and then tells nobody.
    public func decrement() {
        change(by: -1)
    }

    private func change(by step: Int64) {
        let (changed, isOutOfRange) = count.addingReportingOverflow(step)
        if isOutOfRange { return }
        count = changed
        didChange?(changed)
    }
}
