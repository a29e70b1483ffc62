import CJansson
import CPlatform
import FeedParsing

/// What libFuzzer calls with each input. A finding stops the program: a trap of Swift's, an error of
/// AddressSanitizer's, or the one here.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = UnsafeRawBufferPointer(start: bytes, count: count)
    if let reason = JSONOracle.disagreement(about: input) ?? bridgeFault(input) {
        print(reason)
        fflush(nil)
        abort()
    }
    looseText(input)
    return 0
}

/// Our text as a tree of jansson's, and the tree as text again.
private func bridgeFault(_ input: UnsafeRawBufferPointer) -> String? {
    guard let document = try? JSONDocument(input) else { return nil }
    guard let tree = makeJansson(document.root) else { return "no tree" }
    defer { json_decref(tree) }
    if let difference = JSONOracle.difference(document.root, tree) { return "in the tree: \(difference)" }
    var writer = JSONWriter()
    do throws(JanssonError) {
        try writeJansson(tree, into: &writer)
    } catch {
        return "a tree of our own, refused: \(error.message)"
    }
    let again = writer.bytes.withUnsafeBytes { try? JSONDocument($0) }
    guard let again else { return "a tree of our own, unreadable" }
    return JSONOracle.difference(again.root, tree).map { "in the tree's text: \($0)" }
}

/// Functions that take any bytes must take these.
private func looseText(_ input: UnsafeRawBufferPointer) {
    let bytes = input.bindMemory(to: UInt8.self)
    _ = JSONNumber.integer(bytes)
    _ = JSONNumber.count(bytes)
    _ = JSONNumber.real(bytes)
    var plain: [UInt8] = []
    _ = JSONNumber.appendDecimal(bytes, to: &plain)
    _ = JSONText.isUTF8(bytes)
}
