import CPlatform

/// Milliseconds that only go forward: the system's, or in tests one that is moved by hand. For one thread.
package final class Clock {
    package let isManual: Bool
    private var manual: Int64 = 0

    package init(isManual: Bool) {
        self.isManual = isManual
    }

    package var now: Int64 { isManual ? manual : feedcore_monotonic_milliseconds() }

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
