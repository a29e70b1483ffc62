import CJansson
import FeedParsing

// jansson is the currency at the boundary and no more: its trees are built and walked here, its parser and
// printer, which follow the locale, are never called.

/// Why a host's `json_t` can't be taken.
struct JanssonError: Error {
    enum Kind { case tooDeep, tooLarge, invalid }

    let kind: Kind
    /// A JSON Pointer (RFC 6901) to the value.
    let pointer: String
    let message: String
}

/// A value as a tree of jansson's: a new reference, nil if there is no memory. Texts are repaired as
/// everywhere; of repeated keys the last wins; an integer that jansson can't hold is a real, and a number
/// that no real holds is null.
func makeJansson(_ value: JSON) -> UnsafeMutablePointer<json_t>? {
    var builder = JanssonBuilder()
    guard let root = builder.make(value) else { return nil }
    guard builder.fill() else {
        json_decref(root)
        return nil
    }
    return root
}

/// Writes a host's tree as JSON text. Refuses what no JSON text can say: cycles, bytes that aren't UTF-8,
/// reals that aren't finite, types that jansson doesn't have; and what a text may not be: deeper than 512, 1
/// GiB or more.
func writeJansson(_ json: UnsafePointer<json_t>, into writer: inout JSONWriter) throws(JanssonError) {
    var walker = JanssonWalker()
    try walker.write(json, into: &writer)
}

private struct JanssonBuilder {
    /// A container that is being filled, and what is still to go into it.
    private struct Frame {
        let container: UnsafeMutablePointer<json_t>
        let isObject: Bool
        var elements: JSONElements
        var members: JSONMembers
    }

    private var frames: [Frame] = []

    /// A new reference to a value: a scalar, or an empty container that `fill` fills.
    mutating func make(_ value: JSON) -> UnsafeMutablePointer<json_t>? {
        switch value.kind {
        case .null: return json_null()
        case .bool: return value.bool == true ? json_true() : json_false()
        case .number: return makeNumber(value.rawBytes)
        case .string: return value.withText { json_stringn_nocheck(characters($0), $0.count) }
        case .array: return open(value, json_array())
        case .object: return open(value, json_object())
        }
    }

    /// Puts everything where it belongs; false if there is no memory.
    mutating func fill() -> Bool {
        while var frame = frames.popLast() {
            let container = frame.container
            if frame.isObject {
                guard let (key, value) = frame.members.next() else { continue }
                frames.append(frame)
                guard let child = make(value) else { return false }
                let status = key.withText { text in
                    json_object_setn_new_nocheck(container, characters(text), text.count, child)
                }
                guard status == 0 else { return false }
            } else {
                guard let value = frame.elements.next() else { continue }
                frames.append(frame)
                guard let child = make(value), json_array_append_new(container, child) == 0 else {
                    return false
                }
            }
        }
        return true
    }

    private mutating func open(
        _ value: JSON, _ container: UnsafeMutablePointer<json_t>?
    ) -> UnsafeMutablePointer<json_t>? {
        guard let container else { return nil }
        frames.append(
            Frame(
                container: container, isObject: value.kind == .object, elements: value.elements,
                members: value.members))
        return container
    }

    private func makeNumber(_ literal: UnsafeBufferPointer<UInt8>) -> UnsafeMutablePointer<json_t>? {
        let isReal = literal.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
        if !isReal, let integer = JSONNumber.integer(literal) { return json_integer(integer) }
        guard let real = JSONNumber.real(literal) else { return json_null() }
        return json_real(real)
    }

    private func characters(_ text: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar>? {
        UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
    }
}

private struct JanssonWalker {
    /// A container that is open: where in it the walk is.
    private struct Frame {
        let container: UnsafePointer<json_t>
        let isObject: Bool
        var index = 0
        var member: UnsafeMutableRawPointer?
    }

    private var frames: [Frame] = []

    mutating func write(_ root: UnsafePointer<json_t>, into writer: inout JSONWriter) throws(JanssonError) {
        try writeValue(root, into: &writer)
        while let frame = frames.last {
            guard writer.bytes.count < JSONDocument.sizeLimit else {
                throw fault("a text of 1 GiB or more", .tooLarge)
            }
            let isMore =
                frame.isObject
                ? try writeMember(of: frame, into: &writer) : try writeElement(of: frame, into: &writer)
            if !isMore {
                frames.removeLast()
                if frame.isObject { writer.endObject() } else { writer.endArray() }
                advance()
            }
        }
    }

    /// Writes the member that it is at; false if there is none left.
    private mutating func writeMember(of frame: Frame, into writer: inout JSONWriter) throws(JanssonError)
        -> Bool
    {
        guard let member = frame.member else { return false }
        guard let key = utf8(json_object_iter_key(member), json_object_iter_key_len(member)) else {
            throw fault("a key that is not UTF-8")
        }
        writer.key(utf8: key)
        try writeValue(json_object_iter_value(member), into: &writer)
        return true
    }

    private mutating func writeElement(of frame: Frame, into writer: inout JSONWriter) throws(JanssonError)
        -> Bool
    {
        guard frame.index < json_array_size(frame.container) else { return false }
        try writeValue(json_array_get(frame.container, frame.index), into: &writer)
        return true
    }

    /// Writes a scalar, or opens a container.
    private mutating func writeValue(
        _ value: UnsafePointer<json_t>?, into writer: inout JSONWriter
    ) throws(JanssonError) {
        guard let value else { throw fault("no JSON value") }
        switch value.pointee.type {
        case JSON_NULL: writer.null()
        case JSON_TRUE: writer.bool(true)
        case JSON_FALSE: writer.bool(false)
        case JSON_INTEGER: writer.integer(json_integer_value(value))
        case JSON_REAL:
            let real = json_real_value(value)
            guard real.isFinite else { throw fault("a real that is not finite") }
            writer.real(real)
        case JSON_STRING:
            guard let text = utf8(json_string_value(value), json_string_length(value)) else {
                throw fault("a text that is not UTF-8")
            }
            writer.string(utf8: text)
        case JSON_ARRAY, JSON_OBJECT: return try open(value, into: &writer)
        default: throw fault("not a JSON value: it has the type \(value.pointee.type.rawValue)")
        }
        advance()
    }

    private mutating func open(_ value: UnsafePointer<json_t>, into writer: inout JSONWriter)
        throws(JanssonError)
    {
        for frame in frames where frame.container == value {
            throw fault("a container that is inside itself")
        }
        guard frames.count < JSONDocument.depthLimit else {
            throw fault("more than \(JSONDocument.depthLimit) arrays and objects inside each other", .tooDeep)
        }
        let isObject = value.pointee.type == JSON_OBJECT
        // jansson's iteration changes nothing, but asks for a pointer that could.
        let first = isObject ? json_object_iter(UnsafeMutablePointer(mutating: value)) : nil
        frames.append(Frame(container: value, isObject: isObject, member: first))
        if isObject { writer.beginObject() } else { writer.beginArray() }
    }

    /// To the next element or member of the innermost container.
    private mutating func advance() {
        guard var frame = frames.popLast() else { return }
        frame.index &+= 1
        if let member = frame.member {
            frame.member = json_object_iter_next(UnsafeMutablePointer(mutating: frame.container), member)
        }
        frames.append(frame)
    }

    /// The bytes of a text; nil if they aren't UTF-8.
    private func utf8(_ text: UnsafePointer<CChar>?, _ count: Int) -> UnsafeBufferPointer<UInt8>? {
        let start = UnsafeRawPointer(text)?.assumingMemoryBound(to: UInt8.self)
        let bytes = UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
        return JSONText.isUTF8(bytes) ? bytes : nil
    }

    /// A fault of the value that the walk is at.
    private func fault(_ message: String, _ kind: JanssonError.Kind = .invalid) -> JanssonError {
        var path: [UInt8] = []
        for frame in frames {
            if let member = frame.member {
                let key = UnsafeRawPointer(json_object_iter_key(member))?.assumingMemoryBound(to: UInt8.self)
                let count = key == nil ? 0 : json_object_iter_key_len(member)
                JSONPointer.append(UnsafeBufferPointer(start: key, count: count), to: &path)
            } else {
                JSONPointer.append(frame.index, to: &path)
            }
        }
        return JanssonError(kind: kind, pointer: String(decoding: path, as: UTF8.self), message: message)
    }
}
