/// Reads sections that a front end writes itself, in the form in which a snapshot's sections are written as JSON.
/// Strict: what would be a warning in a feed is an error here, with its place.
package struct OwnSectionReader {
    private let mapping: Mapping

    package init() throws(FeedError) {
        let text = OwnSectionReader.mapping
        mapping = try Mapping(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// A page with this one section. Without a kind it is a LIST; uid and layout follow from key and kind, whatever
    /// stands there. The bytes are copied.
    package func read(_ bytes: UnsafeRawBufferPointer) throws(FeedError) -> Snapshot {
        let document = try JSONDocument.read(bytes)
        let strict = StrictReader(document, .config)
        let isEmpty = strict.mistake(document.root, "a section needs an item")
        try check(strict)
        var reader = FeedReader(document, mapping, source: -1)
        reader.keepsEmptyTexts = true
        let page = try reader.read()
        // That CUSTOM is no kind of the mapping's is no fault.
        for (offset, record) in reader.warnings.listed where record.pointee.code != .unknownSection {
            let (line, column) = document.place(of: offset)
            throw FeedError(
                .config, record.pointee.fault,
                place: FeedError.Place(offset: offset, line: line, column: column),
                path: String(cString: record.pointee.path))
        }
        if page.sectionRecords.isEmpty { throw isEmpty }
        return page
    }

    private func check(_ reader: StrictReader) throws(FeedError) {
        let root = reader.document.root
        // It is kept as it stands, its other members too, and goes out again in an arrangement.
        guard JSONText.isUTF8(root.rawBytes) else { throw reader.mistake(root, "a section must be UTF-8") }
        guard let key = root["key"], try !reader.text(key, "a key").isEmpty else {
            throw reader.mistake(root["key"] ?? root, "a section needs a key")
        }
        if let button = root["button"], button.kind != .null {
            for (name, _) in try reader.members(of: button, "a button") {
                switch name {
                case "text", "action", "actionType": break
                default: throw reader.unknown(name, in: "a button")
                }
            }
        }
        guard let kind = root["kind"] else { return }
        let name = try reader.text(kind, "a kind")
        guard SectionKind(declared: name) != nil || SectionKind.custom.name.equals(name) else {
            throw reader.mistake(kind, "there is no kind \"\(name)\"")
        }
    }

    private static let mapping: StaticString = #"""
        {"mapping": "section",
         "sections": {
           "list": "*", "type": ["type", "kind", "key"], "kind": {"path": "kind", "default": "LIST"}, "key": "key",
           "title": "title", "subtitle": "subtitle", "titleImage": "titleImage",
           "button": {"text": "button.text", "action": "button.action", "actionType": "button.actionType"},
           "action": "action", "actionType": "actionType", "showType": "showType", "canClose": "canClose",
           "items": "items"},
         "default": {"item": {
           "id": "id", "title": "title", "subtitle": "subtitle", "text": "text", "html": "html", "image": "image",
           "action": "action", "actionType": "actionType", "playCount": "playCount", "labels": "labels",
           "extras": "extras",
           "children": {"list": "children", "item": {
             "id": "id", "title": "title", "subtitle": "subtitle", "text": "text", "html": "html", "image": "image",
             "action": "action", "actionType": "actionType", "playCount": "playCount", "labels": "labels",
             "extras": "extras"}}}}}
        """#
}

extension WarningRecord {
    /// The message without what the reader made of the fault: that follows a semicolon.
    fileprivate var fault: String {
        let message = message.utf8
        return String(
            decoding: message[..<(message.lastIndex(of: UInt8(ascii: ";")) ?? message.count)], as: UTF8.self)
    }
}
