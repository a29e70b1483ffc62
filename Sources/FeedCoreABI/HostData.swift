import CFeedCore

/// A callback's `user_data` and its `destroy`, which runs exactly once, and never while the callback does.
final class HostData {
    private let data: UnsafeMutableRawPointer?
    private var destroy: feedcore_destroy?
    private var lent = 0
    private var isReleased = false

    init(_ data: UnsafeMutableRawPointer?, _ destroy: feedcore_destroy?) {
        self.data = data
        self.destroy = destroy
    }

    /// Hands the data to a callback. If it is released meanwhile, `destroy` runs after the outermost one returned.
    func lend(_ body: (UnsafeMutableRawPointer?) -> Void) {
        lent += 1
        body(data)
        lent -= 1
        destroyIfOver()
    }

    /// No callback gets the data from now on.
    func release() {
        isReleased = true
        destroyIfOver()
    }

    private func destroyIfOver() {
        guard isReleased, lent == 0, let destroy else { return }
        self.destroy = nil
        destroy(data)
    }
}

/// The same for callbacks that run on any thread: `destroy` runs with the last reference, on whatever thread has it.
final class SharedHostData: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer?
    private let destroy: feedcore_destroy?

    init(_ pointer: UnsafeMutableRawPointer?, _ destroy: feedcore_destroy?) {
        self.pointer = pointer
        self.destroy = destroy
    }

    deinit {
        destroy?(pointer)
    }
}
