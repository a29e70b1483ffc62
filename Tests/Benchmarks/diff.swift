// `diff CASE COUNT`: the standard library's own difference of two lists of items, as `diff.c` makes them. Prints the
// median, in nanoseconds of processor time, and how many elements are removed and added: what changed inside an item is
// not its concern.
import Glibc

func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

let what = CommandLine.arguments[1]
let count = Int(CommandLine.arguments[2]) ?? 0
// Ids as a front end would compare them at best: as numbers.
let old = (0..<count).map { UInt64($0) }
let new: [UInt64] =
    switch what {
    case "reversed": old.reversed()
    case "new": old.map { $0 + UInt64(count) }
    default: old
    }

var times: [Int] = []
var touched = 0
let rounds = what == "reversed" || what == "new" ? (count > 1000 ? 1 : 5) : 101
for _ in 0..<rounds {
    let start = now()
    touched = new.difference(from: old).count
    times.append(now() - start)
}
print(times.sorted()[rounds / 2], touched)
