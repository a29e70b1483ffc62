import FeedFetching
import FeedParsing

/// What the sections of a feed measure: in its viewport, by the classes of the mapping and of the config, and by what the
/// front end says of single ones.
struct FeedLayout {
    var viewport = Viewport.standard
    private let rules: LayoutRules?
    private var rowHeights: [(key: String, height: Double)] = []

    init(_ rules: LayoutRules?) {
        self.rules = rules
    }

    /// Nil: what its class says.
    mutating func setRowHeight(_ height: Double?, of key: String) {
        rowHeights.removeAll { $0.key.isSame(as: key) }
        if let height { rowHeights.append((key, height)) }
    }

    func measures(of section: SectionRecord) -> Measures {
        let key = section.key.utf8
        let height = rowHeights.first { $0.key.utf8.elementsEqual(key) }?.height
        let layout = rules?.layout(of: section) ?? section.layoutClass
        return Measures(layout, items: section.itemCount, in: viewport, rowHeight: height)
    }
}
