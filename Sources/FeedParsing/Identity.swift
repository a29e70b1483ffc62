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

    mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes { mix(byte) }
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

/// What ids are unique under: the page (for section keys), a section, or an item.
struct Parent {
    /// 0 for the page.
    let uid: UInt64
    private let section: StableHash
    /// The hash of the way down to here.
    private let way: StableHash

    static var page: Parent { Parent(uid: 0, section: StableHash(), way: StableHash()) }

    private init(uid: UInt64, section: StableHash, way: StableHash) {
        self.uid = uid
        self.section = section
        self.way = way
    }

    init(sectionKey: CString, uid: UInt64) {
        var section = StableHash()
        section.combine(sectionKey)
        var way = section
        way.combine(nil)
        self.init(uid: uid, section: section, way: way)
    }

    /// An item of this section.
    func item(_ id: CString, uid: UInt64) -> Parent {
        var way = section
        way.combine(id)
        return Parent(uid: uid, section: section, way: way)
    }

    /// Of the whole way: section key, parent's id, id.
    func hash(of id: CString) -> UInt64 {
        var hash = way
        hash.combine(id)
        return hash.value
    }

    /// Where an id goes whose place is taken by another one.
    func hash(of id: CString, insteadOf taken: UInt64) -> UInt64 {
        var hash = StableHash()
        hash.combine(taken)
        hash.combine(uid)
        hash.combine(id)
        return hash.value
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The same in every process.
    package var stableHash: UInt64 {
        var hash = StableHash()
        hash.combine(self)
        return hash.value
    }
}

extension UInt64 {
    /// Sixteen hexadecimal digits.
    package var hex: String {
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

    /// Takes the uid for an id under a parent.
    mutating func claim(_ id: CString, under parent: Parent) -> Claim {
        claim(parent.hash(of: id), id, under: parent)
    }

    /// If another id has the uid, this one moves on, to the same one in every snapshot where those two meet.
    mutating func claim(_ hash: UInt64, _ id: CString, under parent: Parent) -> Claim {
        var uid = hash
        var moves = 0
        while let owner = owners[uid] {
            if owner.parent == parent.uid && owner.id.isSame(as: id) { return .again(uid: uid) }
            moves += 1
            if moves <= Identities.maxMoves {
                uid = parent.hash(of: id, insteadOf: uid)
            } else {
                serial &+= 1
                uid = parent.hash(of: "", insteadOf: serial)
            }
        }
        owners[uid] = Owner(parent: parent.uid, id: id)
        return .new(uid: uid)
    }

    /// The uid that an id has, or gets now.
    mutating func uid(of id: CString, under parent: Parent) -> UInt64 {
        switch claim(id, under: parent) {
        case .new(let uid), .again(let uid): uid
        }
    }

    /// The first of id, id#2, id#3, … that is free under a parent, and its uid.
    mutating func claimNumbered(
        _ id: CString, under parent: Parent, in arena: Arena
    ) -> (id: CString, uid: UInt64) {
        var claimed = id
        var first: UInt64?
        while true {
            switch claim(claimed, under: parent) {
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
}

extension CString {
    func isSame(as other: CString) -> Bool {
        strcmp(self, other) == 0
    }
}
