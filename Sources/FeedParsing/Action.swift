/// What a click does, as data: its kind, and what it is about. Immutable; for any thread.
public final class Action: @unchecked Sendable {
    public enum Kind: Int32, CaseIterable, Sendable {
        /// There is nothing to do.
        case none = 0
        /// Something that the mapping doesn't know.
        case unknown
        case openURL, openPlaylist, playSong, openAlbum, openArtist, openMV, openRadio, openPage, search

        /// The kind as a word: "open-playlist".
        public var name: StaticString {
            switch self {
            case .none: "none"
            case .unknown: "unknown"
            case .openURL: "open-url"
            case .openPlaylist: "open-playlist"
            case .playSong: "play-song"
            case .openAlbum: "open-album"
            case .openArtist: "open-artist"
            case .openMV: "open-mv"
            case .openRadio: "open-radio"
            case .openPage: "open-page"
            case .search: "search"
            }
        }
    }

    package struct Parameter {
        package var name: CString
        package var value: CString
    }

    public let kind: Kind
    /// What the kind is about: a playlist's id, a page's name, what is searched for.
    package let idText: CString?
    /// For `openURL` alone: http or https, nothing else.
    package let urlText: CString?
    /// As the server wrote it, byte for byte.
    package let text: CString?
    package let type: CString?
    /// What follows a question mark, decoded; of a name that stands there twice the first.
    package let parameters: UnsafeBufferPointer<Parameter>
    private let arena: Arena

    public var id: String? { idText.map { String(cString: $0) } }
    public var url: String? { urlText.map { String(cString: $0) } }

    public func parameter(_ name: String) -> String? {
        var name = name
        return name.withUTF8 { parameter(utf8: $0) }.map { String(cString: $0) }
    }

    package func parameter(utf8 name: UnsafeBufferPointer<UInt8>) -> CString? {
        parameters.first { $0.name.utf8.elementsEqual(name) }?.value
    }

    /// By the rules of the first of these mappings that knows it, an item's action or another one. A web link that none
    /// knows is opened.
    package init(
        _ text: CString?, type: CString?, of item: UnsafePointer<ItemRecord>?, by mappings: [Mapping]
    ) {
        arena = Arena(firstChunk: 512)
        self.text = text.map { [arena] in arena.store(utf8: $0.utf8) }
        self.type = type.map { [arena] in arena.store(utf8: $0.utf8) }
        guard let text else {
            parameters = UnsafeBufferPointer(start: nil, count: 0)
            let rule = item.flatMap { ActionRule.first(in: mappings, fitting: $0) }
            kind = rule?.kind ?? .none
            urlText = nil
            idText = item.flatMap { item in rule?.id(of: item) }.map { [arena] in arena.store(utf8: $0.utf8) }
            return
        }
        let address = ActionText(text.utf8)
        parameters = address.parameters(into: arena)
        guard let (rule, wildcard) = ActionRule.first(in: mappings, fitting: address.path) else {
            kind = text.utf8.isWebURL ? .openURL : .unknown
            urlText = kind == .openURL ? self.text : nil
            idText = nil
            return
        }
        let find = { [parameters] (name: CString) in
            parameters.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
        }
        let url = rule.kind != .openURL ? nil : rule.url == nil ? self.text : rule.url.flatMap(find)
        urlText = url.flatMap { $0.utf8.isWebURL ? $0 : nil }
        kind = rule.kind == .openURL && urlText == nil ? .unknown : rule.kind
        if let wildcard {
            idText = arena.store(decoding: wildcard)
        } else if let name = rule.id {
            idText = find(name)
        } else {
            idText = item.flatMap { item in rule.id(of: item) }.map { [arena] in arena.store(utf8: $0.utf8) }
        }
    }
}

extension Mapping {
    /// What a click on an item does.
    public func action(of item: Item) -> Action { Action(item.record, by: [self]) }

    /// What a click on a section's button does, or else one on its head.
    public func action(of section: Section) -> Action { Action(section.record, by: [self]) }

    public func action(_ text: String) -> Action {
        let arena = Arena(firstChunk: 512)
        return withExtendedLifetime(arena) { Action(arena.store(text), type: nil, of: nil, by: [self]) }
    }
}

extension Action {
    package convenience init(_ item: UnsafePointer<ItemRecord>, by mappings: [Mapping]) {
        self.init(item.pointee.action, type: item.pointee.actionType, of: item, by: mappings)
    }

    package convenience init(_ section: UnsafePointer<SectionRecord>, by mappings: [Mapping]) {
        let record = section.pointee
        if record.buttonAction != nil {
            self.init(record.buttonAction, type: record.buttonActionType, of: nil, by: mappings)
        } else {
            self.init(record.action, type: record.actionType, of: nil, by: mappings)
        }
    }
}

/// One of a mapping's `actions`. README.md says what its members are.
struct ActionRule {
    enum Wildcard { case none, segment, rest }

    var kind: Action.Kind
    /// What the path begins and ends with, around what the wildcard stands for.
    var head: CString?
    var tail: CString?
    var wildcard = Wildcard.none
    /// For items without an action: an extra, and its value.
    var extra: CString?
    var value: CString?
    /// Where the id is: a parameter, or an extra.
    var id: CString?
    /// The parameter that has the URL.
    var url: CString?
    var isOfItem = false

    static func first(
        in mappings: [Mapping], fitting path: UnsafeBufferPointer<UInt8>
    ) -> (rule: ActionRule, wildcard: UnsafeBufferPointer<UInt8>?)? {
        for mapping in mappings {
            for rule in mapping.actions {
                if let range = rule.fit(path) {
                    return (rule, range.isEmpty ? nil : UnsafeBufferPointer(rebasing: path[range]))
                }
            }
        }
        return nil
    }

    static func first(in mappings: [Mapping], fitting item: UnsafePointer<ItemRecord>) -> ActionRule? {
        for mapping in mappings {
            for rule in mapping.actions {
                guard let extra = rule.extra, let value = rule.value else { continue }
                let found = item.pointee.extra(named: extra.utf8)?.single?.text
                if let found, found.utf8.elementsEqual(value.utf8) { return rule }
            }
        }
        return nil
    }

    /// Where what the wildcard stands for is; empty if there is none, nil if the path doesn't fit.
    private func fit(_ path: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        guard let head = head?.utf8, let tail = tail?.utf8, path.count >= head.count &+ tail.count,
            path.starts(with: head), path.suffix(tail.count).elementsEqual(tail)
        else { return nil }
        let range = head.count..<(path.count &- tail.count)
        switch wildcard {
        case .none: return range.isEmpty ? range : nil
        case .segment: return range.isEmpty || path[range].contains(UInt8(ascii: "/")) ? nil : range
        case .rest: return range.isEmpty ? nil : range
        }
    }

    /// An item's id where neither its action nor a parameter has one.
    func id(of item: UnsafePointer<ItemRecord>) -> CString? {
        if extra != nil, let id { return item.pointee.extra(named: id.utf8)?.single?.text }
        return isOfItem && !item.pointee.hasDerivedID ? item.pointee.id : nil
    }
}

/// An action's text taken apart: a path, and what follows a question mark, which may hold JSON as it is.
private struct ActionText {
    /// Without a slash at its end.
    let path: UnsafeBufferPointer<UInt8>
    private let query: Slice<UnsafeBufferPointer<UInt8>>

    private static let parameterLimit = 256

    init(_ text: UnsafeBufferPointer<UInt8>) {
        var end = text.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.count
        query = end < text.count && text[end] == UInt8(ascii: "?") ? text[(end &+ 1)...] : text[text.count...]
        if end > 1, text[end &- 1] == UInt8(ascii: "/"), text[end &- 2] != UInt8(ascii: "/") { end &-= 1 }
        path = UnsafeBufferPointer(rebasing: text[..<end])
    }

    func parameters(into arena: Arena) -> UnsafeBufferPointer<Action.Parameter> {
        var parameters: [Action.Parameter] = []
        var place = query.startIndex
        while place < query.endIndex, query[place] != UInt8(ascii: "#"),
            parameters.count < ActionText.parameterLimit
        {
            let start = place
            while place < query.endIndex, !isEnd(place), query[place] != UInt8(ascii: "=") { place &+= 1 }
            let name = query[start..<place]
            var value = query[place..<place]
            if place < query.endIndex, query[place] == UInt8(ascii: "=") {
                let end = endOfValue(place &+ 1)
                value = query[(place &+ 1)..<end]
                place = end
            }
            if !name.isEmpty {
                let key = arena.store(decoding: UnsafeBufferPointer(rebasing: name))
                if !parameters.contains(where: { $0.name.utf8.elementsEqual(key.utf8) }) {
                    let text = arena.store(decoding: UnsafeBufferPointer(rebasing: value))
                    parameters.append(Action.Parameter(name: key, value: text))
                }
            }
            if place < query.endIndex, query[place] == UInt8(ascii: "&") { place &+= 1 }
        }
        return UnsafeBufferPointer(arena.store(parameters))
    }

    private func isEnd(_ place: Int) -> Bool {
        query[place] == UInt8(ascii: "&") || query[place] == UInt8(ascii: "#")
    }

    /// A value that begins as a JSON list or object goes to its end, if it has one.
    private func endOfValue(_ start: Int) -> Int {
        if start < query.endIndex, query[start] == UInt8(ascii: "[") || query[start] == UInt8(ascii: "{"),
            let end = endOfJSON(start)
        {
            return end
        }
        var place = start
        while place < query.endIndex, !isEnd(place) { place &+= 1 }
        return place
    }

    private func endOfJSON(_ start: Int) -> Int? {
        var depth = 0
        var place = start
        var isInText = false
        while place < query.endIndex {
            let byte = query[place]
            place &+= 1
            if isInText {
                if byte == UInt8(ascii: "\\") {
                    place &+= 1
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth &+= 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth &-= 1
                if depth == 0 { return place == query.endIndex || isEnd(place) ? place : nil }
            default: break
            }
        }
        return nil
    }
}

extension Arena {
    /// With what `%XX` stands for. A `%` without two digits stands for itself; what isn't UTF-8, or is U+0000, is U+FFFD.
    fileprivate func store(decoding bytes: UnsafeBufferPointer<UInt8>) -> CString {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            var byte = bytes[place]
            if byte == UInt8(ascii: "%"), place &+ 2 < bytes.count, let high = bytes[place &+ 1].hexDigit,
                let low = bytes[place &+ 2].hexDigit
            {
                byte = high << 4 | low
                place &+= 2
            }
            place &+= 1
            if byte == 0 {
                decoded += [0xef, 0xbf, 0xbd]
            } else {
                decoded.append(byte)
            }
        }
        return store(String(decoding: decoded, as: UTF8.self))
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a browser may have it: http or https, in whatever case, with a host, and nothing that could be read in two
    /// ways.
    var isWebURL: Bool {
        let scheme = firstIndex(of: UInt8(ascii: ":")) ?? 0
        guard scheme == 4 || scheme == 5, count > scheme &+ 3,
            self[scheme &+ 1] == UInt8(ascii: "/"), self[scheme &+ 2] == UInt8(ascii: "/")
        else { return false }
        let name: StaticString = scheme == 4 ? "http" : "https"
        for place in 0..<scheme where self[place] | 0x20 != name.utf8Start[place] { return false }
        let rest = self[(scheme &+ 3)...]
        let authority = rest.prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
        }
        let user = authority.lastIndex(of: UInt8(ascii: "@"))
        let host = authority[(user.map { $0 &+ 1 } ?? authority.startIndex)...]  // and a port
        return !host.isEmpty && host.first != UInt8(ascii: ":") && !authority.contains(UInt8(ascii: "\\"))
            && rest.allSatisfy { $0 > 0x20 && $0 != 0x7f }
    }
}

extension JSONWriter {
    /// An action: kind (the word), id, url, text, type, parameters.
    package mutating func action(_ action: Action) {
        beginObject()
        name("kind", action.kind.name)
        text("id", action.idText)
        text("url", action.urlText)
        text("text", action.text)
        text("type", action.type)
        key("parameters")
        beginObject()
        for parameter in action.parameters {
            key(parameter.name)
            string(parameter.value)
        }
        endObject()
        endObject()
    }
}
