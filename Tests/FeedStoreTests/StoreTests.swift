import Testing

@testable import FeedStore

@Suite struct StoreTests {
}
