/// Hashes texts to 64 bits, the same in every process: FNV-1a with a final mix, so that near texts end far apart.
struct StableHash {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes { combine(byte) }
        combine(0)  // No text holds a NUL, so that it keeps "ab" + "c" and "a" + "bc" apart.
    }

    mutating func combine(_ text: CString?) {
        if let text { combine(text.utf8) } else { combine(0xff) }
    }

    private mutating func combine(_ byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x100_0000_01b3
    }

    /// Never 0, which means "none" outside.
    var value: UInt64 {
        var mixed = state
        mixed = (mixed ^ (mixed >> 33)) &* 0xff51_afd7_ed55_8ccd
        mixed = (mixed ^ (mixed >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        mixed ^= mixed >> 33
        return mixed == 0 ? 1 : mixed
    }
}

/// Who has which uid in one snapshot: keeps them unique, and finds ids that repeat under one parent.
struct Identities {
    private struct Owner {
        var parent: UInt64
        var id: CString
        /// How often the id came again under its parent.
        var repeats = 0
    }

    private var owners: [UInt64: Owner] = [:]
    private var collisions: UInt64 = 0

    mutating func reserve(_ count: Int) {
        owners.reserveCapacity(count)
    }

    func isTaken(_ uid: UInt64) -> Bool {
        owners[uid] != nil
    }

    enum Claim {
        case new(uid: UInt64)
        /// The same id is there already under this parent; this is its `count`th coming, from 2 on.
        case again(count: Int)
    }

    /// Takes the uid for an id under a parent (0: none). `hash` is that of the whole way: section, parent, id.
    mutating func claim(_ hash: UInt64, parent: UInt64, id: CString) -> Claim {
        var uid = hash
        while let owner = owners[uid] {
            if owner.parent == parent && owner.id.utf8.elementsEqual(id.utf8) {
                owners[uid]?.repeats += 1
                return .again(count: owner.repeats + 2)
            }
            // Two ids with one hash, which takes luck or malice: the later one moves on.
            collisions &+= 1
            uid = (hash ^ collisions &* 0x9e37_79b9_7f4a_7c15) | 1
        }
        owners[uid] = Owner(parent: parent, id: id)
        return .new(uid: uid)
    }
}
