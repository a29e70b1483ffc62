import CPlatform

/// Milliseconds that only go forward: the system's, or in tests one that is moved by hand. For one thread.
package final class Clock {
    package let isManual: Bool
    private var manual: Int64 = 0
    private let start = feedcore_milliseconds_since_1970()

    package init(isManual: Bool) {
        self.isManual = isManual
    }

    package var now: Int64 { isManual ? manual : feedcore_monotonic_milliseconds() }

    /// Milliseconds since 1970. A manual one begins with the system's, and then goes with what it is moved.
    package var calendar: Int64 { isManual ? start &+ manual : feedcore_milliseconds_since_1970() }

    /// So far from now; the end of time if that is beyond it.
    package func time(after milliseconds: Int64) -> Int64 {
        let (time, isBeyond) = now.addingReportingOverflow(milliseconds)
        return isBeyond ? .max : time
    }

    /// For a manual one.
    package func advance(by milliseconds: Int64) {
        manual = time(after: milliseconds)
    }
}
