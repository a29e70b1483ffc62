/// Writes one text into the caller's memory, as much of it as fits there beside a NUL.
package struct TextWriter {
    let language: Texts.Language
    private let memory: UnsafeMutableBufferPointer<UInt8>
    /// How many bytes of text fit.
    private let room: Int
    /// Bytes of the whole text, whether or not they fit.
    private var count = 0

    package init(_ language: Texts.Language, _ memory: UnsafeMutableBufferPointer<UInt8>) {
        self.language = language
        self.memory = memory
        room = memory.count > 0 ? memory.count &- 1 : 0
    }

    /// Ends the text, after the last whole character that fits: the length of the whole text, and of what is there.
    @inline(never)
    package func end() -> (length: Int, written: Int) {
        let written = fitting
        if !memory.isEmpty { memory[written] = 0 }
        return (count, written)
    }

    private var fitting: Int {
        guard count > room else { return count }
        var start = room
        while start > 0, memory[start &- 1] & 0xC0 == 0x80 { start &-= 1 }
        guard start > 0 else { return 0 }
        let lead = memory[start &- 1]
        let length = lead < 0x80 ? 1 : (~lead).leadingZeroBitCount
        return start &- 1 &+ length == room ? room : start &- 1
    }

    mutating func add(_ byte: UInt8) {
        if count < room { memory[count] = byte }
        count &+= 1
    }

    @inline(never)
    mutating func add(_ text: StaticString) {
        for index in 0..<text.utf8CodeUnitCount { add(text.utf8Start[index]) }
    }

    mutating func add(_ chinese: StaticString, _ english: StaticString) {
        add(language == .chinese ? chinese : english)
    }

    @inline(never)
    mutating func add(_ number: UInt64) {
        if number >= 10 { add(number / 10) }
        add(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
    }

    /// With a comma before each three digits.
    mutating func addGrouped(_ number: UInt64) {
        guard number >= 1000 else { return add(number) }
        addGrouped(number / 1000)
        add(",")
        let rest = number % 1000
        add(rest / 100)
        addTwo(rest % 100)
    }

    /// At least two digits.
    mutating func addTwo(_ number: UInt64) {
        if number < 10 { add(UInt64(0)) }
        add(number)
    }
}
