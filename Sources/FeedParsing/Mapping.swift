/// What a server's feed looks like: where its sections, items and fields are. README.md here is the language.
///
/// Immutable; may be used and released from any thread. Snapshots made with it hold it as long as they need.
public final class Mapping: @unchecked Sendable {
    let status: StatusRule?
    let page: PageRule
    let sections: SectionsRule
    /// In the order of their names.
    private let types: UnsafeBufferPointer<TypeRule>
    /// For types that the mapping doesn't know.
    let unknownType: TypeRule
    /// What clicks do, in the order in which they are tried.
    let actions: UnsafeBufferPointer<ActionRule>
    /// Classes of layouts that it changes or adds.
    let layouts: LayoutRules?
    /// How many paths there are that start at the section or the root.
    let sharedPathCount: Int
    /// How the pictures of its feeds are asked for.
    package let imageRules: [ImageRule]
    private let arena: Arena
    private let nameText: CString
    private let document: JSONDocument

    /// A mapping from its JSON text.
    public convenience init(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
        try self.init(try JSONDocument.read(bytes))
    }

    public convenience init(text: String) throws(FeedError) {
        try self.init(try Array(text.utf8).read { (bytes) throws(FeedError) in try JSONDocument.read(bytes) })
    }

    /// A built-in mapping: "netease-home", "netease-menus", "douban-movies", "json-feed", "users".
    public convenience init(named name: String) throws(FeedError) {
        guard let text = BuiltinMapping.text(named: name) else {
            throw FeedError(.mapping, "there is no built-in mapping named \"\(name)\"")
        }
        try self.init(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// The names of the built-in mappings, from index 0; nil past the last.
    public static func builtinName(at index: Int) -> StaticString? {
        BuiltinMapping.names.indices.contains(index) ? BuiltinMapping.names[index] : nil
    }

    private convenience init(_ document: JSONDocument) throws(FeedError) {
        let arena = Arena()
        var reader = MappingReader(document, into: arena)
        self.init(document, arena, try reader.read())
        document.dropIndex()
    }

    /// Can't fail: in Embedded Swift 6.3 an object whose designated initializer throws is never freed.
    private init(_ document: JSONDocument, _ arena: Arena, _ rules: MappingReader.Rules) {
        self.document = document
        self.arena = arena
        nameText = rules.name
        status = rules.status
        page = rules.page
        sections = rules.sections
        types = rules.types
        unknownType = rules.unknownType
        sharedPathCount = rules.sharedPathCount
        actions = rules.actions
        layouts = rules.layouts
        imageRules = rules.images
    }

    /// The name that the mapping gives itself.
    public var name: String { String(cString: nameText) }
    package var nameCString: CString { nameText }

    /// Of its text: what it read once it reads in the same way again.
    package var hash: UInt64 { text.stableHash }

    /// The mapping's own JSON text.
    public var text: UnsafeBufferPointer<UInt8> { document.bytes }

    /// The rule for the server's word; nil if the mapping doesn't know it.
    func type(named name: UnsafeBufferPointer<UInt8>) -> TypeRule? {
        var low = 0
        var high = types.count
        while low < high {
            let middle = (low + high) / 2
            if types[middle].name.utf8.lexicographicallyPrecedes(name) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < types.count, types[low].name.utf8.elementsEqual(name) else { return nil }
        return types[low]
    }
}
