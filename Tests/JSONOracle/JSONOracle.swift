import CJansson
import FeedParsing

/// Compares what our reader sees in a text with what jansson sees. The Swift tests and the fuzz target share
/// it, so it compiles as Embedded Swift too.
///
/// Where jansson accepts a text, both must see the same tree; what jansson refuses and we don't must be a
/// fault of a value. Exempt are what the two mean to treat differently: depth over 512, a byte order mark,
/// U+0000.
public struct JSONOracle {
    /// What they disagree on, or what our reader contradicts itself in; nil if all is well.
    public static func disagreement(about bytes: UnsafeRawBufferPointer) -> String? {
        do throws(JSONError) {
            let ours = try JSONDocument(bytes)
            // A document must outlive the cursors into it, which by themselves keep nothing alive.
            return withExtendedLifetime(ours) { difference(ours, bytes) ?? contradiction(in: ours) }
        } catch {
            // jansson overlooks U+0000 after a number.
            let isNUL = error.offset < bytes.count && bytes[error.offset] == 0
            guard error.kind != .tooDeep, !isNUL, (try? Jansson(bytes)) != nil else { return nil }
            return "jansson accepts it, we don't: \(error.message), at \(error.offset)"
        }
    }

    private static func difference(_ ours: JSONDocument, _ bytes: UnsafeRawBufferPointer) -> String? {
        do throws(JanssonRefusal) {
            let theirs = try Jansson(bytes)
            return withExtendedLifetime(theirs) { difference(ours.root, theirs.root) }
        } catch {
            return error.isAboutValue ? nil : "we accept it, jansson doesn't: \(error.message)"
        }
    }

    /// Where a value and a tree of jansson's differ; nil if they are the same. A number that no double holds
    /// may be null there.
    public static func difference(_ ours: JSON, _ theirs: UnsafePointer<json_t>) -> String? {
        var open = [(ours: ours, theirs: theirs)]
        while let (ours, theirs) = open.popLast() {
            if let reason = shallowDifference(ours, theirs) { return "\(reason) at offset \(ours.offset)" }
            for (index, element) in ours.elements.enumerated() {
                guard let other = json_array_get(theirs, index) else { return "jansson lacks an element" }
                open.append((element, UnsafePointer(other)))
            }
            for (key, value) in ours.members where isLast(value, of: key, in: ours) {
                guard let other = member(key, of: theirs) else {
                    return "jansson lacks a key, at offset \(key.offset)"
                }
                open.append((value, UnsafePointer(other)))
            }
        }
        return nil
    }

    /// The same values in the same order, texts as they leave, numbers as they stand.
    public static func isSame(_ one: JSONDocument, _ other: JSONDocument) -> Bool {
        withExtendedLifetime((one, other)) { isSame(one.root, other.root) }
    }

    private static func isSame(_ one: JSON, _ other: JSON) -> Bool {
        var open = [(one, other)]
        while let (one, other) = open.popLast() {
            guard one.kind == other.kind, one.bool == other.bool, one.count == other.count else {
                return false
            }
            switch one.kind {
            case .number:
                guard one.rawBytes.elementsEqual(other.rawBytes) else { return false }
            case .string:
                guard one.withText({ other.textEquals($0) }) else { return false }
            default: break
            }
            for pair in zip(one.elements, other.elements) { open.append(pair) }
            for (member, counterpart) in zip(one.members, other.members) {
                open.append((member.key, counterpart.key))
                open.append((member.value, counterpart.value))
            }
        }
        return true
    }

    /// Writes a value, compact, without recursion.
    public static func write(_ root: JSON, into writer: inout JSONWriter) {
        enum Step {
            case value(JSON), key(JSON), endArray, endObject
        }
        var steps = [Step.value(root)]
        while let step = steps.popLast() {
            switch step {
            case .endArray: writer.endArray()
            case .endObject: writer.endObject()
            case .key(let key): key.withText { writer.key(utf8: $0) }
            case .value(let value):
                switch value.kind {
                case .null: writer.null()
                case .bool: writer.bool(value.bool == true)
                case .number: writer.number(literal: value.rawBytes)
                case .string: value.withText { writer.string(utf8: $0) }
                case .array:
                    writer.beginArray()
                    steps.append(.endArray)
                    for element in value.elements.reversed() { steps.append(.value(element)) }
                case .object:
                    writer.beginObject()
                    steps.append(.endObject)
                    for (key, value) in value.members.reversed() {
                        steps.append(.value(value))
                        steps.append(.key(key))
                    }
                }
            }
        }
    }
}

/// What two values are in themselves, apart from what is inside them.
extension JSONOracle {
    private static func shallowDifference(_ ours: JSON, _ theirs: UnsafePointer<json_t>) -> String? {
        let type = theirs.pointee.type
        switch ours.kind {
        case .null: return type == JSON_NULL ? nil : "null"
        case .bool: return type == (ours.bool == true ? JSON_TRUE : JSON_FALSE) ? nil : "a truth value"
        case .number: return numberDifference(ours.rawBytes, theirs)
        case .string:
            guard type == JSON_STRING else { return "a string" }
            return hasText(ours, json_string_value(theirs), json_string_length(theirs)) ? nil : "a text"
        case .array:
            return type == JSON_ARRAY && json_array_size(theirs) == ours.count
                ? nil : "the length of an array"
        case .object:
            let distinct = ours.members.filter { isLast($0.value, of: $0.key, in: ours) }.count
            return type == JSON_OBJECT && json_object_size(theirs) == distinct
                ? nil : "the number of an object's keys"
        }
    }

    private static func numberDifference(
        _ ours: UnsafeBufferPointer<UInt8>, _ theirs: UnsafePointer<json_t>
    ) -> String? {
        let real = JSONNumber.real(ours)
        switch theirs.pointee.type {
        case JSON_INTEGER: return JSONNumber.integer(ours) == json_integer_value(theirs) ? nil : "an integer"
        case JSON_REAL: return real?.bitPattern == json_real_value(theirs).bitPattern ? nil : "a real"
        case JSON_NULL: return real == nil ? nil : "a number, null there"
        default: return "a number"
        }
    }

    /// Whether `value` is what its key stands for: the last of that name.
    private static func isLast(_ value: JSON, of key: JSON, in object: JSON) -> Bool {
        key.withText { object.member($0)?.value } == value
    }

    private static func member(_ key: JSON, of object: UnsafePointer<json_t>) -> UnsafeMutablePointer<json_t>?
    {
        key.withText { text in
            let start = UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
            return json_object_getn(object, start, text.count)
        }
    }

    /// Whether it is this text, in which U+0000 became U+FFFD.
    private static func hasText(_ ours: JSON, _ theirs: UnsafePointer<CChar>?, _ count: Int) -> Bool {
        var expected: [UInt8] = []
        for byte in UnsafeBufferPointer(start: theirs, count: count) {
            if byte == 0 { expected += [0xEF, 0xBF, 0xBD] } else { expected.append(UInt8(bitPattern: byte)) }
        }
        return expected.withUnsafeBufferPointer { ours.textEquals($0) }
            && ours.withText { $0.elementsEqual(expected) }
    }
}

/// What must hold in a document whatever jansson thinks of it.
extension JSONOracle {
    private static func contradiction(in document: JSONDocument) -> String? {
        var writer = JSONWriter()
        write(document.root, into: &writer)
        let copy = writer.bytes.withUnsafeBytes { try? JSONDocument($0) }
        guard let copy else { return "what we wrote, we can't read" }
        guard isSame(document, copy) else { return "what we wrote reads differently" }
        // Finding a value's pointer walks from the root, so that only small documents can be asked for all of
        // them.
        let isSmall = document.bytes.count <= 8192
        var open = [document.root]
        while let value = open.popLast() {
            if value.kind == .number, let reason = contradiction(in: value.rawBytes) { return reason }
            if value.kind == .string, !value.withText({ JSONText.isUTF8($0) }) {
                return "a text that is not UTF-8"
            }
            if isSmall, let reason = pointerContradiction(value, in: document) { return reason }
            for element in value.elements { open.append(element) }
            for (key, member) in value.members {
                open.append(key)
                open.append(member)
            }
        }
        return nil
    }

    private static func contradiction(in number: UnsafeBufferPointer<UInt8>) -> String? {
        guard JSONNumber.isNumber(number) else { return "a number that is none" }
        let integer = JSONNumber.integer(number)
        if let integer, integer >= 0, JSONNumber.count(number) != integer { return "a count" }
        var plain: [UInt8] = []
        guard JSONNumber.appendDecimal(number, to: &plain) else {
            return plain.isEmpty ? nil : "half a decimal"
        }
        if let integer, !plain.elementsEqual(integer.description.utf8) { return "an integer's decimal" }
        let isSameReal = plain.withUnsafeBufferPointer { JSONNumber.real($0) == JSONNumber.real(number) }
        return isSameReal ? nil : "a decimal of another value"
    }

    /// A pointer must lead back to its value; where keys are repeated it may lead elsewhere.
    private static func pointerContradiction(_ value: JSON, in document: JSONDocument) -> String? {
        var target = document.root
        let steps = document.pointer(to: value).utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for step in steps.dropFirst() {
            let name = unescaped(step)
            if target.kind == .array {
                let index = name.withUnsafeBufferPointer { JSONNumber.count($0) }
                guard let element = index.flatMap({ target.element(at: Int($0)) }) else {
                    return "a pointer's index"
                }
                target = element
            } else {
                let member = name.withUnsafeBufferPointer { target.member($0) }
                guard let member else { return "a pointer's key" }
                if member.isRepeated { return nil }
                target = member.value
            }
        }
        // A key has the pointer of its member.
        return target == value || document.pointer(to: value) == document.pointer(to: target)
            ? nil : "a pointer"
    }

    /// A step of a pointer, `~1` being `/` and `~0` being `~`.
    private static func unescaped(_ step: Substring.UTF8View) -> [UInt8] {
        var name: [UInt8] = []
        var isEscape = false
        for byte in step {
            if isEscape {
                name.append(byte == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
            } else if byte != UInt8(ascii: "~") {
                name.append(byte)
            }
            isEscape = !isEscape && byte == UInt8(ascii: "~")
        }
        return name
    }
}

/// Why jansson takes a text for no JSON.
struct JanssonRefusal: Error {
    let message: String
    /// Whether it is a value that it can't hold, in a text that may be well-formed: a number out of range,
    /// bytes that aren't UTF-8, half a surrogate pair, U+0000 in a key.
    let isAboutValue: Bool
}

/// A text as jansson reads it.
final class Jansson {
    let root: UnsafePointer<json_t>

    private init(_ root: UnsafePointer<json_t>) {
        self.root = root
    }

    convenience init(_ bytes: UnsafeRawBufferPointer) throws(JanssonRefusal) {
        // jansson doesn't know the byte order mark that we pass over.
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = UnsafeRawBufferPointer(rebasing: bytes[mark...])
        guard let start = text.baseAddress else {
            throw JanssonRefusal(message: "no text", isAboutValue: false)
        }
        var error = json_error_t()
        let flags = JANSSON_DECODE_ANY | JANSSON_ALLOW_NUL
        guard let root = json_loadb(start.assumingMemoryBound(to: CChar.self), text.count, flags, &error)
        else {
            throw Self.refusal(&error)
        }
        self.init(root)
    }

    deinit {
        json_decref(UnsafeMutablePointer(mutating: root))
    }

    private static func refusal(_ error: inout json_error_t) -> JanssonRefusal {
        let code = json_error_code(&error)
        let message = withUnsafeBytes(of: &error.text) { text in
            String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }
        let isAboutValue =
            code == json_error_numeric_overflow || code == json_error_invalid_utf8
            || code == json_error_null_byte_in_key || message.utf8.starts(with: "invalid Unicode".utf8)
        return JanssonRefusal(message: message, isAboutValue: isAboutValue)
    }
}
