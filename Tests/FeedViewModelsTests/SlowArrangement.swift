/// What an arrangement does, as simple as it is slow: lists of keys, and nothing of what is tested.
final class SlowArrangement {
    var server: [String] = []
    var order: [String] = []
    var hidden: Set<String> = []
    var removed: Set<String> = []
    var own: [String] = []

    /// The server's keys, numbered where they are taken.
    var page: [String] {
        var page: [String] = []
        for key in server {
            let free = [key] + (2...).prefix(9).map { "\(key)#\($0)" }
            page.append(free.first { !own.contains($0) && !page.contains($0) } ?? key)
        }
        return page
    }

    var sequence: [String] {
        var all = order
        let top = order.prefix { own.contains($0) }.count
        var last: String?
        for key in page {
            if !order.contains(key) {
                all.insert(key, at: last.flatMap { all.firstIndex(of: $0) }.map { $0 + 1 } ?? top)
            }
            last = key
        }
        return all + own.filter { !order.contains($0) }
    }

    func isShown(_ key: String) -> Bool {
        !hidden.contains(key) && (own.contains(key) || page.contains(key) && !removed.contains(key))
    }

    var shown: [String] { sequence.filter(isShown) }

    func knows(_ key: String) -> Bool {
        (sequence + hidden + removed).contains(key)
    }

    func put(_ key: String, _ position: Int) {
        var all = sequence.filter { $0 != key }
        let shown = all.filter(isShown)
        let isAtEnd = !shown.indices.contains(position)
        let place = isAtEnd ? nil : all.firstIndex(of: shown[position])
        all.insert(key, at: place ?? all.count)
        order = all
    }

    func move(_ key: String, _ position: Int) -> Bool {
        guard knows(key) else { return false }
        removed.remove(key)
        put(key, position)
        return true
    }

    func hide(_ key: String, _ isHidden: Bool) -> Bool {
        guard knows(key) else { return false }
        if isHidden { hidden.insert(key) } else { hidden.remove(key) }
        return true
    }

    func remove(_ key: String) -> Bool {
        guard knows(key) else { return false }
        hidden.remove(key)
        if own.contains(key) {
            own.removeAll { $0 == key }
            order.removeAll { $0 == key }
        } else {
            removed.insert(key)
        }
        return true
    }

    func insert(_ key: String, _ position: Int) -> Bool {
        if !own.contains(key) {
            guard !page.contains(key) else { return false }
            own.append(key)
            hidden.remove(key)
            removed.remove(key)
        }
        put(key, position)
        return true
    }
}
