// A snapshot as JSON, for the C face and for whoever looks at it. Absent values are null.

extension JSONWriter {
    package mutating func snapshot(_ snapshot: Snapshot) {
        let page = snapshot.page
        beginObject()
        text("serviceCode", page.serviceCode)
        text("message", page.message)
        text("cursor", page.cursor)
        flag("hasMore", page.hasMore)
        count("refreshInterval", page.refreshInterval)
        text("nodataToast", page.nodataToast)
        key("sections")
        beginArray()
        for record in snapshot.sectionRecords { section(record.pointee) }
        endArray()
        key("warnings")
        beginArray()
        for record in snapshot.warningRecords { warning(record.pointee) }
        endArray()
        key("warningTotal")
        integer(Int64(snapshot.warningTotal))
        endObject()
    }

    package mutating func section(_ section: SectionRecord) {
        beginObject()
        name("kind", section.kind.name)
        text("type", section.type)
        text("key", section.key)
        key("uid")
        string(section.uid.hex)
        text("title", section.title)
        text("subtitle", section.subtitle)
        text("titleImage", section.titleImage)
        button(section)
        text("action", section.action)
        text("actionType", section.actionType)
        text("showType", section.showType)
        flag("canClose", section.canClose)
        flag("hasMore", section.more.map { $0.hasNext })
        text("layout", section.layoutClass.name)
        key("rowCount")
        integer(Int64(section.rowCount))
        key("rowHeight")
        real(section.layoutClass.row)
        key("items")
        beginArray()
        for record in section.items { item(record) }
        for record in section.rest { item(record) }
        endArray()
        endObject()
    }

    private mutating func button(_ section: SectionRecord) {
        key("button")
        guard section.buttonText != nil || section.buttonAction != nil else { return null() }
        beginObject()
        text("text", section.buttonText)
        text("action", section.buttonAction)
        text("actionType", section.buttonActionType)
        endObject()
    }

    package mutating func item(_ item: ItemRecord) {
        beginObject()
        text("id", item.id)
        key("uid")
        string(item.uid.hex)
        text("title", item.title)
        text("subtitle", item.subtitle)
        text("text", item.text)
        text("html", item.html)
        text("image", item.image)
        text("action", item.action)
        text("actionType", item.actionType)
        count("playCount", item.playCount)
        key("labels")
        beginArray()
        for label in item.labels { string(label.text) }
        endArray()
        extras(item.extras)
        items("children", item.children)
        endObject()
    }

    private mutating func items(_ name: StaticString, _ items: UnsafeMutableBufferPointer<ItemRecord>) {
        key(name)
        beginArray()
        for record in items { item(record) }
        endArray()
    }

    private mutating func extras(_ extras: UnsafeBufferPointer<ExtraRecord>) {
        key("extras")
        beginObject()
        for extra in extras {
            key(extra.name)
            if extra.type == .list { beginArray() }
            for value in extra.values { self.value(value) }
            if extra.type == .list { endArray() }
        }
        endObject()
    }

    private mutating func value(_ value: ExtraValue) {
        switch value.type {
        case .number: number(literal: value.text.utf8)
        case .bool: bool(value.number == 1)
        default: string(value.text)
        }
    }

    package mutating func warning(_ warning: WarningRecord) {
        beginObject()
        name("code", warning.code.name)
        text("path", warning.path)
        text("message", warning.message)
        endObject()
    }

    // MARK: - Members

    package mutating func text(_ name: StaticString, _ value: CString?) {
        key(name)
        string(value)
    }

    package mutating func name(_ name: StaticString, _ value: StaticString) {
        key(name)
        string(utf8: UnsafeBufferPointer(start: value.utf8Start, count: value.utf8CodeUnitCount))
    }

    package mutating func count(_ name: StaticString, _ value: Int64) {
        key(name)
        if value < 0 { null() } else { integer(value) }
    }

    package mutating func flag(_ name: StaticString, _ value: Bool?) {
        key(name)
        if let value { bool(value) } else { null() }
    }
}
