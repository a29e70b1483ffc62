import CPlatform

/// Hashes texts to 64 bits, the same in every process: FNV-1a with a final mix, so that near texts end far
/// apart.
struct StableHash {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func combine(_ text: CString?) {
        combine(text, upTo: .max)
    }

    /// Its first bytes tell a text from others well enough, and items can share one that is as long as the
    /// feed.
    mutating func combine(beginningOf text: CString?) {
        combine(text, upTo: 512)
    }

    private mutating func combine(_ text: CString?, upTo limit: Int) {
        guard let text else { return mix(0xff) }
        var place = 0
        while place < limit, text[place] != 0 {
            mix(UInt8(bitPattern: text[place]))
            place &+= 1
        }
        mix(0)  // No text holds a NUL, so that it keeps "ab" + "c" and "a" + "bc" apart.
    }

    mutating func combine(_ number: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            mix(UInt8(truncatingIfNeeded: number &>> shift))
        }
    }

    private mutating func mix(_ byte: UInt8) {
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

extension StableHash {
    static func of(_ sectionKey: CString) -> UInt64 {
        var hash = StableHash()
        hash.combine(sectionKey)
        return hash.value
    }

    static func of(_ sectionKey: CString, _ parentID: CString?, _ id: CString) -> UInt64 {
        var hash = StableHash()
        hash.combine(sectionKey)
        hash.combine(parentID)
        hash.combine(id)
        return hash.value
    }

    /// Where an id goes whose place is taken by another one.
    static func of(_ taken: UInt64, _ parent: UInt64, _ id: CString) -> UInt64 {
        var hash = StableHash()
        hash.combine(taken)
        hash.combine(parent)
        hash.combine(id)
        return hash.value
    }
}

extension UInt64 {
    /// Sixteen hexadecimal digits.
    var hex: String {
        var digits: [UInt8] = []
        appendHex(to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    func appendHex(to out: inout [UInt8]) {
        for shift in stride(from: UInt64(60), through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: self &>> shift) & 0xf
            out.append(digit < 10 ? .zero + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}

/// Who has which uid in one snapshot: keeps them unique, and finds ids that repeat under one parent.
struct Identities {
    private struct Owner {
        var parent: UInt64
        var id: CString
        /// The number that another one of this name got last: name#2, name#3.
        var lastNumber = 1
    }

    enum Claim {
        case new(uid: UInt64)
        /// The same id is there already under this parent, with this uid.
        case again(uid: UInt64)
    }

    /// How often an id moves on before it gets any uid that is free. Nothing but malice moves one twice.
    private static let maxMoves = 8

    private var owners: [UInt64: Owner] = Dictionary(minimumCapacity: 128)
    private var serial: UInt64 = 0
    private var numbered: [UInt8] = []

    func isTaken(_ uid: UInt64) -> Bool {
        owners[uid] != nil
    }

    /// Takes the uid for an id under a parent (0: none). `hash` is that of the whole way: section, parent,
    /// id. If another id has it, this one moves on, to the same uid in every snapshot where those two meet.
    mutating func claim(_ hash: UInt64, parent: UInt64, id: CString) -> Claim {
        var uid = hash
        var moves = 0
        while let owner = owners[uid] {
            if owner.parent == parent && owner.id.isSame(as: id) { return .again(uid: uid) }
            moves += 1
            if moves <= Identities.maxMoves {
                uid = StableHash.of(uid, parent, id)
            } else {
                serial &+= 1
                uid = StableHash.of(serial, parent, "")
            }
        }
        owners[uid] = Owner(parent: parent, id: id)
        return .new(uid: uid)
    }

    /// The first of id, id#2, id#3, … that is free under a parent, and its uid. `hash` is that of such an id.
    mutating func claimNumbered(
        _ id: CString, parent: UInt64, in arena: Arena, _ hash: (CString) -> UInt64
    ) -> (id: CString, uid: UInt64) {
        var claimed = id
        var first: UInt64?
        while true {
            switch claim(hash(claimed), parent: parent, id: claimed) {
            case .new(let uid): return (claimed, uid)
            case .again(let uid):
                let base = first ?? uid
                first = base
                claimed = name(id, nextNumber(base), in: arena)
            }
        }
    }

    private mutating func name(_ id: CString, _ number: Int, in arena: Arena) -> CString {
        numbered.removeAll(keepingCapacity: true)
        numbered.append(contentsOf: id.utf8)
        numbered.append(UInt8(ascii: "#"))
        numbered.append(contentsOf: number.description.utf8)
        return numbered.withUnsafeBufferPointer { arena.store(utf8: $0) }
    }

    private mutating func nextNumber(_ uid: UInt64) -> Int {
        let number = (owners[uid]?.lastNumber ?? 1) + 1
        owners[uid]?.lastNumber = number
        return number
    }

    /// A section's key, numbered if it is taken, and its uid.
    mutating func claimKey(_ key: CString, in arena: Arena) -> (key: CString, uid: UInt64) {
        let (id, uid) = claimNumbered(key, parent: 0, in: arena) { StableHash.of($0) }
        return (id, uid)
    }
}

extension CString {
    func isSame(as other: CString) -> Bool {
        strcmp(self, other) == 0
    }
}
