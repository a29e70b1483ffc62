import FeedParsing

/// A page for a feed to go over to, with the way there. The worker makes it, as far as it knows how things stand; the owner
/// makes it again if it doesn't.
final class Update: Sendable {
    /// More changes than this are told as one reset: a front end reads a page faster than it makes that many.
    static let limit = 4096

    /// As the sources have it; nil if none has answered.
    let page: Snapshot?
    let arrangement: NumberedArrangement
    /// What the feed shows before, and after.
    let old: Snapshot?
    let new: Snapshot
    let changes: ChangeList

    /// Nil if there is nothing to show, and never was.
    static func make(from old: Snapshot?, to page: Snapshot?, _ arrangement: NumberedArrangement) -> Update? {
        guard let new = arrangement.value.applied(to: page) ?? (old == nil ? nil : .empty) else { return nil }
        return Update(from: old, to: new, page, arrangement)
    }

    /// The same for another page to begin with, and perhaps another arrangement.
    func remade(from old: Snapshot?, _ arrangement: NumberedArrangement) -> Update? {
        if arrangement.number != self.arrangement.number {
            return Update.make(from: old, to: page, arrangement)
        }
        return old === self.old ? self : Update(from: old, to: new, page, arrangement)
    }

    private init(from old: Snapshot?, to new: Snapshot, _ page: Snapshot?, _ arrangement: NumberedArrangement)
    {
        self.page = page
        self.arrangement = arrangement
        self.old = old
        self.new = new
        changes = ChangeList(from: old, to: new, limit: Update.limit)
    }
}

/// An arrangement, and how many there were before it.
struct NumberedArrangement: Sendable {
    var number = 0
    var value = Arrangement() {
        didSet { number += 1 }
    }
}
