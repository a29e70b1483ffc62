import CPlatform

/// An eventfd that says "there is something": readable after `raise`, until `clear`. For any thread.
package final class WakeupFD: Sendable {
    package let descriptor: Int32

    /// Nil if the process has no descriptor left. In Embedded Swift 6.3 an object whose designated initializer fails is
    /// never freed, so none of ours does.
    package convenience init?() {
        let descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        if descriptor < 0 { return nil }
        self.init(descriptor)
    }

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    package func raise() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    package func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }

    /// Sleeps until it is readable, or for `milliseconds` (negative: without limit). False if it isn't readable, as
    /// after a signal.
    @discardableResult
    package func wait(_ milliseconds: Int64) -> Bool {
        var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptors, 1, Int32(clamping: milliseconds)) > 0
    }
}
