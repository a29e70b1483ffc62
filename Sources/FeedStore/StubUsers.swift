package final class StoreTask: Sendable { package func cancel() {} }
extension Store {
    package func findUsers(_ query: String, limit: Int, _ completion: @escaping (Result<[UInt8], StoreError>) -> Void) -> StoreTask { StoreTask() }
    package func recentQueries(limit: Int, _ completion: @escaping ([String]) -> Void) {}
    package func remember(_ query: String, limit: Int) {}
    package func forgetQueries() {}
}
