import FeedParsing

/// How pictures are had and kept. The header lists the members of its JSON.
package struct ImageConfig: Sendable {
    /// The folder, which is made if only it is missing.
    package var path: String?
    package var maxBytes: Int64 = 256 << 20
    /// Milliseconds: an older one is asked for again.
    package var maxAge: Int64 = 30 * 24 * 3_600_000
    package var perHost = 4
    /// Milliseconds for which what can't be had isn't asked for again.
    package var failurePause: Int64 = 60_000
    package var maxImageBytes = 32 << 20
    package var rules: [ImageRule] = []

    package init() {}
}
