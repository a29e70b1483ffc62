/// Configs and answers of servers whose pages and shelves go on.
enum PagedServer {
    static let url = "http://a.test/list"

    /// One list, "t", for which `next` says how it goes on.
    static func listMapping(_ next: String = byCursor) -> String {
        #"""
        {"mapping": "list", "status": {"code": "code", "good": [200]}, "page": {"hasMore": "more", "next": \#(next)},
         "sections": {"type": {"default": "t"}, "items": "items"}, "types": {"t": {"kind": "LIST"}},
         "default": {"item": {"id": "id", "title": "id"}}}
        """#
    }

    static let byCursor = #"{"by": "cursor", "cursor": "c", "parameter": "c"}"#
    static let byOffset =
        #"{"by": "offset", "parameter": "from", "limit": "size", "size": 2, "total": "sum"}"#
    static let byURL = #"{"by": "url", "url": "link"}"#

    /// Shelves with keys and children; the page goes on by cursor, and so does each shelf, at its own address.
    static let rowsMapping = #"""
        {"mapping": "rows", "page": {"refreshInterval": "every", "next": {"by": "cursor", "cursor": "c", "parameter": "c"}},
         "sections": {"list": "rows", "type": {"default": "t"}, "key": "key", "title": "title", "items": "items",
                      "more": {"by": "cursor", "cursor": "at", "parameter": "at", "address": "/more", "key": "shelf"}},
         "types": {"t": {"kind": "PLAYLIST_RCMD"}},
         "default": {"item": {"id": "id", "title": "title",
                              "children": {"list": "kids", "item": {"id": "id", "title": "title"}}}}}
        """#

    /// A feed of one source, "s".
    static func list(_ next: String = byCursor, url: String = url, _ members: String = "") -> String {
        feed(source("s", url, listMapping(next), members))
    }

    static func rows(_ members: String = "") -> String { feed(source("s", url, rowsMapping, members)) }

    static func source(_ name: String, _ url: String, _ mapping: String, _ members: String = "") -> String {
        #"{"name": "\#(name)", "url": "\#(url)", "mapping": \#(mapping)\#(members)}"#
    }

    static func feed(_ sources: String..., members: String = "") -> String {
        #"{"sources": [\#(sources.joined(separator: ","))]\#(members)}"#
    }

    /// A list of these ids; `members` begins with a comma.
    static func items(_ ids: String, _ members: String = "") -> String {
        let items = ids.split(separator: " ").map { #"{"id": \#($0)}"# }
        return #"{"items": [\#(items.joined(separator: ","))]\#(members)}"#
    }

    /// "a+x: 1 2=two 3/4/5 | b: 6": shelves with their items, "+x" where one goes on from x; an item's title is its id if
    /// it has none, and its children follow it.
    static func page(_ outline: String, _ members: String = "") -> String {
        let rows = outline.split(separator: "|").map { row in
            let parts = row.split(separator: ":")
            let head = parts[0].filter { $0 != " " }.split(separator: "+")
            let at = head.count > 1 ? #","at": "\#(head[1])""# : ""
            let items = (parts.count > 1 ? parts[1] : "").split(separator: " ").map { item($0) }
            return #"{"key": "\#(head[0])"\#(at), "items": [\#(items.joined(separator: ","))]}"#
        }
        return #"{"rows": [\#(rows.joined(separator: ","))]\#(members)}"#
    }

    private static func item(_ text: Substring) -> String {
        let parts = text.split(separator: "/").map { part in
            let pair = part.split(separator: "=")
            return #"{"id": "\#(pair[0])", "title": "\#(pair.last ?? "")""#
        }
        let kids = parts.dropFirst().map { $0 + "}" }.joined(separator: ",")
        return kids.isEmpty ? parts[0] + "}" : parts[0] + #", "kids": [\#(kids)]}"#
    }
}
