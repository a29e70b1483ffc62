extension ExtraRecord {
    /// The value, unless it is a list.
    package var single: ExtraValue? { type == .list ? nil : values.first }
}

extension ExtraValue {
    /// A number, or a text that is one; 1 or 0 for true and false; NaN otherwise.
    package var number: Double {
        if type == .bool { return isTrue ? 1 : 0 }
        return JSONNumber.real(text.utf8) ?? .nan
    }

    /// From 0 on, the fraction cut off; 1 or 0 for true and false; -1 otherwise.
    package var count: Int64 {
        if type == .bool { return isTrue ? 1 : 0 }
        return JSONNumber.count(text.utf8) ?? -1
    }

    /// Milliseconds since 1970-01-01T00:00:00Z, from RFC 3339 text or a number; `Int64.min` otherwise.
    package var time: Int64 {
        if type == .bool { return .min }
        return Timestamp.milliseconds(text.utf8) ?? .min
    }

    private var isTrue: Bool { text[0] == CChar(bitPattern: UInt8(ascii: "t")) }
}
