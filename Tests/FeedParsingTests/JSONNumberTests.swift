import FeedParsing
import Testing

@Suite struct JSONNumberTests {
    @Test(arguments: [
        "0", "-0", "7", "10", "-1.5", "0.5", "1e5", "1E+5", "1.0e-5", "0e0", "123456789012345678901234567890",
    ])
    func numberIsANumber(_ text: String) {
        #expect(with(text) { JSONNumber.isNumber($0) })
    }

    @Test(arguments: [
        "", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "e5", "0x10", "1 ", " 1", "1,5", "１", "NaN",
        "inf", "1.5.2", "1e5.0", "--1",
        "1\u{0}", "\u{0}",
    ])
    func whatIsNoNumberIsNone(_ text: String) {
        #expect(
            with(text) { bytes in
                var plain: [UInt8] = []
                return !JSONNumber.isNumber(bytes) && JSONNumber.integer(bytes) == nil
                    && JSONNumber.count(bytes) == nil
                    && JSONNumber.real(bytes) == nil && !JSONNumber.appendDecimal(bytes, to: &plain)
                    && plain.isEmpty
            })
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("-0.0e-5", 0), ("7", 7), ("-12", -12), ("1.0", 1), ("1e3", 1000),
            ("1.5e1", 15), ("1500e-2", 15),
            ("-2.50e2", -250), ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("9.223372036854775807e18", .max),
            ("9007199254740993", 9_007_199_254_740_993), ("0e999999999999999999999", 0), ("0.000e5", 0),
            ("100.00", 100),
            ("109951165752995641", 109_951_165_752_995_641), ("92233720368547758070e-1", .max),
            ("0.0012e4", 12),
        ] as [(String, Int64)])
    func wholeNumberIsExact(_ text: String, _ expected: Int64) {
        #expect(with(text) { JSONNumber.integer($0) } == expected)
    }

    @Test(arguments: [
        "1.5", "1e-1", "9223372036854775808", "-9223372036854775809", "1e19", "1e999999999999999999999",
        "-1e400",
        "1e-999999999999999999999", "18446744073709551616", "123456789012345678901", "0.1",
        "99999999999999999999",
    ])
    func whatIsNotWholeOrTooLargeIsNoInteger(_ text: String) {
        #expect(with(text) { JSONNumber.integer($0) } == nil)
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("-0.00", 0), ("1861883.8", 1_861_883), ("0.9", 0), ("1e-5", 0),
            ("1.999e2", 199), ("12345e-2", 123),
            ("9223372036854775807.9", .max), ("1e-99999999999999999999", 0), ("0.00123e4", 12),
        ] as [(String, Int64)])
    func countCutsTheFractionOff(_ text: String, _ expected: Int64) {
        #expect(with(text) { JSONNumber.count($0) } == expected)
    }

    @Test(arguments: ["-1", "-0.5", "-1e-9", "9223372036854775808", "1e19", "1e999999999999"])
    func whatIsNegativeOrTooLargeIsNoCount(_ text: String) {
        #expect(with(text) { JSONNumber.count($0) } == nil)
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", -0.0), ("7.9", 7.9), ("0.1", 0.1), ("1e22", 1e22), ("1e23", 1e23),
            ("5e-324", .leastNonzeroMagnitude), ("1e-999999999999", 0),
            ("9007199254740993", 9_007_199_254_740_992), ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("-2.5e-3", -0.0025),
            ("1.000000000000000005", 1), ("123456789012345678901234567890", 0x1.8ee90ff6c373ep+96),
            ("2.2250738585072011e-308", .leastNormalMagnitude.nextDown),
        ] as [(String, Double)])
    func realIsTheNearest(_ text: String, _ expected: Double) {
        #expect(with(text) { JSONNumber.real($0) }?.bitPattern == expected.bitPattern)
    }

    @Test(arguments: ["1e309", "-1e309", "1e999999999999"])
    func whatIsNotFiniteIsNoReal(_ text: String) {
        #expect(with(text) { JSONNumber.real($0) } == nil)
    }

    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("0.00", "0"), ("1.50", "1.5"), ("1.0", "1"), ("-1.0", "-1"),
        ("1e3", "1000"), ("1.5e3", "1500"),
        ("12e-1", "1.2"), ("1e-3", "0.001"), ("-1.50e-2", "-0.015"),
        ("109950000000000216", "109950000000000216"),
        ("18446744073709551616", "18446744073709551616"), ("123.456", "123.456"), ("123.456e1", "1234.56"),
        ("0.5", "0.5"),
        ("100", "100"), ("1.2300e1", "12.3"), ("120e-1", "12"), ("0.00120", "0.0012"),
        ("1e63", "1" + String(repeating: "0", count: 63)),
        ("1e-63", "0." + String(repeating: "0", count: 62) + "1"),
    ])
    func decimalIsPlain(_ text: String, _ expected: String) {
        var out = Array("id:".utf8)
        #expect(with(text) { JSONNumber.appendDecimal($0, to: &out) })
        #expect(String(decoding: out, as: UTF8.self) == "id:" + expected)
    }

    @Test(arguments: [
        "1e64", "1e-64", "1e999999999999", "1e-999999999999", String(repeating: "7", count: 65),
        "0." + String(repeating: "7", count: 64),
    ])
    func longDecimalIsNotWritten(_ text: String) {
        var out: [UInt8] = []
        #expect(!with(text) { JSONNumber.appendDecimal($0, to: &out) })
        #expect(out.isEmpty)
    }

    @Test func tenThousandDigitsAreFine() {
        let zeros = String(repeating: "0", count: 10_000)
        #expect(with("1\(zeros)e-10000") { JSONNumber.integer($0) } == 1)
        #expect(with("0.\(zeros)12e10002") { JSONNumber.integer($0) } == 12)
        #expect(with("1.\(zeros)") { JSONNumber.real($0) } == 1)
        #expect(with("1\(zeros)") { JSONNumber.real($0) } == nil)
        #expect(with(String(repeating: "9", count: 10_000)) { JSONNumber.count($0) } == nil)
        #expect(with("1e" + String(repeating: "9", count: 10_000)) { JSONNumber.integer($0) } == nil)
        #expect(with("0.\(zeros)1") { JSONNumber.count($0) } == 0)
    }

    private func with<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        Array(text.utf8).withUnsafeBufferPointer(body)
    }
}
