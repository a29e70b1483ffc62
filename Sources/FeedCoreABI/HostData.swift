import CFeedCore

/// A callback's `user_data` and its `destroy`, which runs exactly once: with the last reference. Whoever calls the
/// callback holds one meanwhile.
final class HostData: @unchecked Sendable {
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
