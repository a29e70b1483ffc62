import FeedFetching
import FeedParsing

/// What the sections of a feed measure: in its viewport, by the classes of the mapping and of the config, and by what the
/// front end says of single ones.
struct FeedLayout {
    var viewport = Viewport.standard
    private let rules: LayoutRules?
    private var rowHeights: [(key: String, height: Double)] = []

    /// Up to which width lengths grow.
    private let widest: Double

    init(_ rules: LayoutRules?, widest: Double) {
        self.rules = rules
        self.widest = widest
    }

    /// Nil: what its class says.
    mutating func setRowHeight(_ height: Double?, of key: String) {
        rowHeights.removeAll { $0.key.isSame(as: key) }
        if let height { rowHeights.append((key, height)) }
    }

    func measures(of section: SectionRecord) -> Measures {
        let key = section.key.utf8
        let height = rowHeights.first { $0.key.utf8.elementsEqual(key) }?.height
        return Measures(
            layoutClass(of: section), items: section.itemCount, in: viewport, rowHeight: height,
            widest: widest)
    }

    /// Its name lives as long as the feed and the section.
    func layoutClass(of section: SectionRecord) -> LayoutClass {
        rules?.layout(of: section) ?? section.layoutClass
    }
}
