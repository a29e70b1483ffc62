// Texts are put together out of line: the standard library's own appending is copied to each place that does it.

extension DefaultStringInterpolation {
    @inline(never)
    package mutating func appendLiteral(_ literal: String) {
        write(literal)
    }

    @inline(never)
    package mutating func appendInterpolation(_ text: String) {
        write(text)
    }

    @inline(never)
    package mutating func appendInterpolation(_ number: Int) {
        write(number.description)
    }

    @inline(never)
    package mutating func appendInterpolation(_ number: Int64) {
        write(number.description)
    }

    @inline(never)
    package mutating func appendInterpolation(_ number: Int32) {
        write(number.description)
    }
}
