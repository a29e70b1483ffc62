import FeedParsing

/// A page for a feed to go over to, with the way there.
final class Update: Sendable {
    /// More changes than this are told as one reset: a front end reads a page faster than it makes that many.
    static let limit = 4096

    /// The page that the feed shows before.
    let old: Snapshot?
    let new: Snapshot
    let changes: ChangeList

    init(from old: Snapshot?, to new: Snapshot) {
        self.old = old
        self.new = new
        changes = ChangeList(from: old, to: new, limit: Update.limit)
    }
}
