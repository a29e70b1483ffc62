import FeedParsing

/// Numbers that are the same in every run: splitmix64.
struct Dice: RandomNumberGenerator {
    var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// From 0 to below a limit.
    mutating func roll(_ limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }
}

/// A feed as its server has it, which changes at random: few ids and keys, so that they meet again, and repeat.
struct RandomPage {
    struct Item {
        var id: Int
        var title: Int
        /// A child with a title, if it isn't 0.
        var child: Int
    }

    struct Section {
        var key: Int
        var title: Int
        /// Further items may be asked for.
        var hasMore: Bool
        var items: [Item]
    }

    var sections: [Section] = []

    static func mapping() throws -> Mapping {
        try Mapping(
            text: """
                {"mapping": "random",
                 "sections": {"list": "s", "type": {"default": "shelf"}, "key": "k", "title": "t", "items": "i",
                              "more": {"by": "cursor", "cursor": "n", "parameter": "n"}},
                 "types": {"shelf": {"kind": "PLAYLIST_RCMD"}},
                 "default": {"item": {"id": "i", "title": "t",
                                      "children": {"list": "c", "item": {"id": "i", "title": "t"}}}}}
                """)
    }

    /// A page with everything on it.
    static func full(_ dice: inout Dice) -> RandomPage {
        var page = RandomPage()
        for _ in 0..<dice.roll(5) { page.sections.append(section(&dice)) }
        return page
    }

    private static func section(_ dice: inout Dice) -> Section {
        let items = (0..<dice.roll(6)).map { _ in item(&dice) }
        return Section(key: dice.roll(6), title: dice.roll(3), hasMore: dice.roll(4) == 0, items: items)
    }

    private static func item(_ dice: inout Dice) -> Item {
        Item(id: dice.roll(9), title: dice.roll(4), child: dice.roll(3) == 0 ? 1 + dice.roll(2) : 0)
    }

    /// One thing that servers do from one answer to the next.
    mutating func change(_ dice: inout Dice) {
        let one = dice.roll(sections.count)
        let other = dice.roll(sections.count)
        switch dice.roll(sections.isEmpty ? 1 : 16) {
        case 0: sections.insert(RandomPage.section(&dice), at: dice.roll(sections.count + 1))
        case 1: sections.remove(at: one)
        case 2: sections.insert(sections.remove(at: one), at: other)
        case 3: sections[one].title += 1
        case 4: sections[one].key = dice.roll(6)
        case 5: sections[one].items = []
        case 6: sections[one].items.shuffle(using: &dice)
        case 7: sections[one].items.reverse()
        case 8: sections.shuffle(using: &dice)
        case 9: sections[one].hasMore.toggle()
        case 10: sections[one].items.insert(RandomPage.item(&dice), at: 0)
        case 11: sections[one].items += [RandomPage.item(&dice), RandomPage.item(&dice)]
        default:
            guard !sections[one].items.isEmpty else { return }
            let place = dice.roll(sections[one].items.count)
            switch dice.roll(6) {
            case 0: sections[one].items.remove(at: place)
            case 1: sections[one].items[place].title += 1
            case 2: sections[one].items[place].child = dice.roll(3)
            case 3: sections[one].items.append(sections[one].items[place])
            case 4:
                let item = sections[one].items.remove(at: place)
                sections[one].items.insert(item, at: dice.roll(sections[one].items.count + 1))
            default:
                let item = sections[one].items.remove(at: place)
                sections[other].items.insert(item, at: dice.roll(sections[other].items.count + 1))
            }
        }
    }

    var json: String {
        let sections = sections.map { section in
            let items = section.items.map { item in
                let children = item.child == 0 ? "" : #","c":[{"i":1,"t":"\#(item.child)"}]"#
                return #"{"i":\#(item.id),"t":"\#(item.title)"\#(children)}"#
            }
            let next = section.hasMore ? #","n":"x""# : ""
            return
                #"{"k":"\#(section.key)","t":"\#(section.title)"\#(next),"i":[\#(items.joined(separator: ","))]}"#
        }
        return #"{"s":[\#(sections.joined(separator: ","))]}"#
    }
}
