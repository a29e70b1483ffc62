import CPlatform

/// Milliseconds that only go forward: the system's, or in tests one that is moved by hand.
package final class Clock {
    private var manual: Int64?

    package init(isManual: Bool) {
        manual = isManual ? 0 : nil
    }

    package var isManual: Bool { manual != nil }

    package var now: Int64 { manual ?? feedcore_monotonic_milliseconds() }

    package func advance(by milliseconds: Int64) {
        if let now = manual { manual = now &+ milliseconds }
    }
}
