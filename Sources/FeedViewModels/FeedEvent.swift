import FeedImages
import FeedParsing

/// What a feed tells its front end, on the owner's thread.
public struct FeedEvent {
    public enum Kind: Int32, Sendable {
        case reset = 1
        case state, progress, failed, complete, action, log, change, store, search, recent
        case image = 13

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
            case .image: "image"
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
    public var item: Item?
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
