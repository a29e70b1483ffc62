import CPlatform

/// A hash of what a record shows: two records that show the same have the same one, so that a page can be compared with
/// the next without reading its texts again. It means nothing outside of the process.
struct Fingerprint {
    private(set) var value: UInt64 = 0x243f_6a88_85a3_08d3

    mutating func combine(_ number: UInt64) {
        let (high, low) = (value ^ number ^ 0x1319_8a2e_0370_7344).multipliedFullWidth(
            by: 0x9e37_79b9_7f4a_7c15)
        value = high ^ low
    }

    mutating func combine(_ bytes: UnsafeRawPointer, _ count: Int) {
        var place = 0
        while place &+ 8 <= count {
            combine(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place &+= 8
        }
        var rest = UInt64(truncatingIfNeeded: count)
        while place < count {
            rest = rest &<< 8 ^ UInt64(bytes.load(fromByteOffset: place, as: UInt8.self))
            place &+= 1
        }
        combine(rest)
    }
}

/// Makes the fingerprints of one document's records.
struct Fingerprints {
    /// Of long texts and lists, by their address: items can share one that is as long as the feed.
    private var long: [UInt64: Int] = [:]
    private static let longText = 256
    private static let longList = 8

    mutating func of(_ item: ItemRecord) -> UInt64 {
        var print = Fingerprint()
        add(item.title, to: &print)
        add(item.subtitle, to: &print)
        add(item.text, to: &print)
        add(item.html, to: &print)
        add(item.image, to: &print)
        add(item.action, to: &print)
        add(item.actionType, to: &print)
        print.combine(UInt64(bitPattern: item.playCount))
        add(item.labels, to: &print)
        for extra in item.extras {
            add(extra.name, to: &print)
            print.combine(UInt64(truncatingIfNeeded: extra.type.rawValue))
            add(extra.values, to: &print)
        }
        for child in item.children {
            add(child.id, to: &print)
            print.combine(child.fingerprint)
        }
        return print.value
    }

    /// Of the section itself, without its items.
    mutating func of(_ section: SectionRecord) -> UInt64 {
        var print = Fingerprint()
        print.combine(UInt64(truncatingIfNeeded: section.kind.rawValue))
        add(section.type, to: &print)
        add(section.title, to: &print)
        add(section.subtitle, to: &print)
        add(section.titleImage, to: &print)
        add(section.buttonText, to: &print)
        add(section.buttonAction, to: &print)
        add(section.buttonActionType, to: &print)
        add(section.action, to: &print)
        add(section.actionType, to: &print)
        add(section.showType, to: &print)
        print.combine(section.canClose.map { $0 ? 1 : 0 } ?? 2)
        return print.value
    }

    private mutating func add(_ values: UnsafeBufferPointer<ExtraValue>, to print: inout Fingerprint) {
        guard values.count >= Fingerprints.longList, let start = values.baseAddress else {
            return addEach(values, to: &print)
        }
        print.combine(
            ofLong(start) { (print: inout Fingerprint, prints: inout Fingerprints) in
                prints.addEach(values, to: &print)
            })
    }

    private mutating func addEach(_ values: UnsafeBufferPointer<ExtraValue>, to print: inout Fingerprint) {
        print.combine(UInt64(truncatingIfNeeded: values.count))
        for value in values {
            print.combine(UInt64(truncatingIfNeeded: value.type.rawValue))
            add(value.text, to: &print)
        }
    }

    private mutating func add(_ text: CString?, to print: inout Fingerprint) {
        guard let text else { return print.combine(.max) }
        let count = strnlen(text, Fingerprints.longText)
        if count < Fingerprints.longText { return print.combine(text, count) }
        print.combine(ofLong(text) { (print: inout Fingerprint, _) in print.combine(text, strlen(text)) })
    }

    /// Of what lies at an address, once.
    private mutating func ofLong(
        _ place: UnsafeRawPointer, _ add: (inout Fingerprint, inout Fingerprints) -> Void
    ) -> UInt64 {
        let address = UInt64(UInt(bitPattern: place))
        if let known = long[address] { return UInt64(bitPattern: Int64(known)) }
        var print = Fingerprint()
        add(&print, &self)
        long[address] = Int(truncatingIfNeeded: print.value)
        return print.value
    }
}
