import FeedImages
import FeedParsing

/// What a feed tells its front end, on the owner's thread.
public struct FeedEvent {
    public enum Kind: Int32, Sendable {
        case reset = 1
        case state, progress, failed, complete, action, log, change, store, search, recent, theme, image,
            banner

        public var name: StaticString {
            switch self {
            case .reset: "reset"
            case .state: "state"
            case .progress: "progress"
            case .failed: "failed"
            case .complete: "complete"
            case .action: "action"
            case .log: "log"
            case .change: "change"
            case .store: "store"
            case .search: "search"
            case .recent: "recent"
            case .theme: "theme"
            case .image: "image"
            case .banner: "banner"
            }
        }
    }

    public var kind: Kind
    /// 0 for none.
    public var request: UInt64
    public var source: Int?
    public var revisionFrom: UInt64 = 0
    public var revisionTo: UInt64 = 0
    public var change: Change?
    public var state = SourceState.idle
    public var failure: FeedFailure?
    public var bytes: Int64 = -1
    public var total: Int64 = -1
    /// Rows of an import.
    public var taken: Int64 = 0
    public var skipped: Int64 = 0
    /// What the reader chose.
    public var activation: Activation?
    /// Where that is, or the banner that turned; and to which item.
    public var section: Section?
    public var position = -1
    public var log: FeedLog?
    package var image: ImageNews?

    /// Of a picture: its file, if it could be had, what it is, and its address as it was asked for.
    public var path: String? { image?.path }
    public var imageType: ImageType? { image?.type }
    public var imageURL: String? { image?.url }

    init(_ kind: Kind, request: UInt64, source: Int?) {
        self.kind = kind
        self.request = request
        self.source = source
    }
}

/// What the reader chose, and what it does.
public final class Activation {
    /// Nil if it was the section's own button or head.
    public let item: Item?
    /// The section, with the item in it.
    public let section: Section
    public let action: Action

    init(_ item: Item?, in section: Section, _ action: Action) {
        self.item = item
        self.section = section
        self.action = action
    }
}
