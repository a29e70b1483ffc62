/// What two lists of distinct uids have in common, in the same order: as much as there can be.
struct Alignment {
    /// Elements of the old list, and what stands in their place in the new one. `position` counts in the new list, which
    /// the list equals up to there once the splices before have been made.
    struct Splice {
        var position: Int
        var removed: Int
        var added: Int
    }

    /// From left to right, with at least one element that stays between two of them.
    private(set) var splices: [Splice] = []

    init(_ old: [UInt64], _ new: [UInt64]) {
        let shorter = min(old.count, new.count)
        var start = 0
        while start < shorter, old[start] == new[start] { start += 1 }
        var tail = 0
        while tail < shorter - start, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        var (lastOld, lastNew) = (start, start)
        for kept in Alignment.kept(old, start..<old.count - tail, new, start..<new.count - tail) {
            add(removed: kept.old - lastOld, at: lastNew, added: kept.new - lastNew)
            (lastOld, lastNew) = (kept.old + 1, kept.new + 1)
        }
        add(removed: old.count - tail - lastOld, at: lastNew, added: new.count - tail - lastNew)
    }

    private mutating func add(removed: Int, at position: Int, added: Int) {
        if removed == 0 && added == 0 { return }
        splices.append(Splice(position: position, removed: removed, added: added))
    }

    /// Those that stay: a longest increasing subsequence of the old positions, in the order of the new ones. Each run is
    /// known by the smallest old position that it can end with, and the new position that this one stands at.
    private static func kept(
        _ old: [UInt64], _ oldRange: Range<Int>, _ new: [UInt64], _ newRange: Range<Int>
    ) -> [(old: Int, new: Int)] {
        guard !oldRange.isEmpty, !newRange.isEmpty else { return [] }
        var positions: [UInt64: Int] = Dictionary(minimumCapacity: oldRange.count)
        for index in oldRange { positions[old[index]] = index }
        var runs: [(old: Int, new: Int)] = []
        var previous = [Int](repeating: -1, count: newRange.count)
        var oldPositions = previous
        for index in newRange {
            guard let position = positions[new[index]] else { continue }
            let length = lengthOfRuns(endingBelow: position, runs)
            if length > 0 { previous[index - newRange.lowerBound] = runs[length - 1].new }
            oldPositions[index - newRange.lowerBound] = position
            if length == runs.count {
                runs.append((position, index))
            } else {
                runs[length] = (position, index)
            }
        }
        var at = runs.last?.new ?? -1
        for place in runs.indices.reversed() {
            runs[place] = (oldPositions[at - newRange.lowerBound], at)
            at = previous[at - newRange.lowerBound]
        }
        return runs
    }

    private static func lengthOfRuns(endingBelow position: Int, _ runs: [(old: Int, new: Int)]) -> Int {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].old < position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
