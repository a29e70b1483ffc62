/// What a feed is shown in: points, and how many device pixels one of them is.
public struct Viewport: Sendable {
    public let width: Double
    public let height: Double
    public let scale: Double

    /// Nil for what is no size: `width` and `height` from 1 to 100,000, `scale` from 0.1 to 16.
    public init?(width: Double, height: Double, scale: Double) {
        let sizes = 1.0...100_000.0
        guard sizes.contains(width), sizes.contains(height), (0.1...16.0).contains(scale) else { return nil }
        self.init(width, height, scale)
    }

    private init(_ width: Double, _ height: Double, _ scale: Double) {
        self.width = width
        self.height = height
        self.scale = scale
    }

    /// A telephone of 414 by 896, at which layouts are as they are written.
    public static var standard: Viewport { Viewport(414, 896, 1) }
}

/// What can be measured of a section.
public enum Metric: Int32, CaseIterable, Sendable {
    case width = 1
    case height, rowCount, rowHeight, headHeight, itemWidth, itemHeight, spacing, margin, columns, rows
    case pictureWidth, pictureHeight, scrollsSideways

    public var name: StaticString {
        switch self {
        case .width: "width"
        case .height: "height"
        case .rowCount: "row-count"
        case .rowHeight: "row-height"
        case .headHeight: "head-height"
        case .itemWidth: "item-width"
        case .itemHeight: "item-height"
        case .spacing: "spacing"
        case .margin: "margin"
        case .columns: "columns"
        case .rows: "rows"
        case .pictureWidth: "picture-width"
        case .pictureHeight: "picture-height"
        case .scrollsSideways: "scrolls-sideways"
        }
    }
}

/// A section's measures in a viewport: whole device pixels, in points.
package struct Measures: Equatable {
    private var width = 0.0
    private var height = 0.0
    private var rowCount = 0.0
    private var row = 0.0
    private var head = 0.0
    private var itemWidth = 0.0
    private var itemHeight = 0.0
    private var spacing = 0.0
    private var margin = 0.0
    private var columns = 0.0
    private var rows = 0.0
    private var pictureWidth = 0.0
    private var pictureHeight = 0.0
    private var sideways = 0.0

    /// `rowHeight`: in place of what the class says, as it is in this viewport. Lengths grow with the width up to
    /// `widest`.
    package init(
        _ layout: LayoutClass, items: Int, in viewport: Viewport, rowHeight: Double? = nil,
        widest: Double = .infinity
    ) {
        let factor = layout.isScaled ? min(viewport.width, widest) / 414 : 1
        let pixels = Pixels(scale: viewport.scale)
        width = viewport.width
        sideways = layout.scrollsSideways ? 1 : 0
        // The head is part of a shelf's one row, and stands above the rows of what scrolls down.
        let whole = max(pixels.rounded(rowHeight ?? layout.row * factor), 2 * pixels.one)
        head = min(pixels.rounded(layout.head * factor), whole - pixels.one)
        row = layout.scrollsSideways || rowHeight != nil ? whole : whole - head
        spacing = pixels.rounded(layout.spacing * factor)
        margin = pixels.rounded(layout.margin * factor)
        let room = max(width - 2 * margin, 0)
        if layout.item > 0 {
            itemWidth = max(pixels.rounded(layout.item * factor), pixels.one)
            // What scrolls sideways goes on to the edge.
            let across = layout.scrollsSideways ? width - margin : room
            columns = Measures.count(layout.columns, of: itemWidth + spacing, in: across + spacing)
        } else {
            columns = Double(max(layout.columns, 1))
            itemWidth = max(pixels.cut((room - (columns - 1) * spacing) / columns), pixels.one)
        }
        if layout.scrollsSideways {
            rows = Double(max(layout.rows, 1))
            itemHeight = max(pixels.cut((row - head - (rows - 1) * spacing) / rows), pixels.one)
        } else {
            rows = Measures.count(layout.rows, of: row, in: viewport.height)
            itemHeight = row
        }
        rowCount = Double(layout.rowCount(of: items, columns: Int(columns)))
        height = layout.scrollsSideways ? row : head + row * rowCount
        let picture = max(pixels.rounded(layout.picture * factor), pixels.one)
        pictureWidth = layout.picture > 0 ? min(picture, itemWidth) : itemWidth
        pictureHeight = itemHeight
        guard layout.aspect > 0 else { return }
        pictureHeight = max(pixels.rounded(pictureWidth / layout.aspect), pixels.one)
        if pictureHeight > itemHeight {
            pictureHeight = itemHeight
            pictureWidth = min(max(pixels.rounded(itemHeight * layout.aspect), pixels.one), itemWidth)
        }
    }

    /// So many, or for 0 as many as fit, also by a rounding error: one at least.
    private static func count(_ count: Int, of length: Double, in room: Double) -> Double {
        count == 0 ? max((room / length + 1e-6).rounded(.down), 1) : Double(count)
    }

    package subscript(_ metric: Metric) -> Double {
        switch metric {
        case .width: width
        case .height: height
        case .rowCount: rowCount
        case .rowHeight: row
        case .headHeight: head
        case .itemWidth: itemWidth
        case .itemHeight: itemHeight
        case .spacing: spacing
        case .margin: margin
        case .columns: columns
        case .rows: rows
        case .pictureWidth: pictureWidth
        case .pictureHeight: pictureHeight
        case .scrollsSideways: sideways
        }
    }
}

/// Lengths as whole device pixels.
private struct Pixels {
    let scale: Double

    var one: Double { 1 / scale }
    /// To the nearest one, half a pixel upwards.
    func rounded(_ points: Double) -> Double { whole(points * scale + 0.5) }
    /// Downwards: parts that must fit into a whole.
    func cut(_ points: Double) -> Double { whole(points * scale) }
    /// What a rounding error is short of a pixel is that pixel.
    private func whole(_ pixels: Double) -> Double { (pixels + 1e-6).rounded(.down) / scale }
}

extension Section {
    /// A section in a viewport, by the layout classes of its mapping.
    public func measure(_ metric: Metric, in viewport: Viewport) -> Double {
        Measures(record.pointee.layoutClass, items: record.pointee.itemCount, in: viewport)[metric]
    }
}
