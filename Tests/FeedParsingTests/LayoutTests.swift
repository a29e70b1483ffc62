import FeedParsing
import Testing

/// What sections measure: the figures of the design at 414 points, and elsewhere.
@Suite struct LayoutTests {
    /// A section of a kind, as a mapping with these layouts sees it.
    static func section(
        _ kind: String, items: Int = 3, layouts: String = "{}", type: String = "shelf"
    ) throws -> Section {
        let mapping = try Mapping(
            text: """
                {"mapping": "one", "sections": {"type": "type", "items": "items"}, "types": {"shelf": {"kind": "\(kind)"}},
                 "default": {"item": {"id": "id", "title": "id"}}, "layouts": \(layouts)}
                """)
        let list = (0..<items).map { "{\"id\": \($0)}" }.joined(separator: ",")
        let page = try mapping.parse(text: "{\"type\": \"\(type)\", \"items\": [\(list)]}")
        return try #require(page.sections.first)
    }

    static let metrics: [Metric] = [
        .rowHeight, .headHeight, .itemWidth, .itemHeight, .spacing, .margin, .columns, .rows, .pictureWidth,
        .pictureHeight,
    ]

    @Test(
        arguments: [
            ("VIDEO_PLAYLIST", 320, [186, 31, 93, 155, 8, 15, 3, 1, 93, 93]),
            ("VIDEO_PLAYLIST", 375, [217, 36, 109, 181, 9, 18, 3, 1, 109, 109]),
            ("VIDEO_PLAYLIST", 414, [240, 40, 120, 200, 10, 20, 3, 1, 120, 120]),
            ("VIDEO_PLAYLIST", 1280, [742, 124, 371, 618, 31, 62, 3, 1, 371, 371]),
            ("MUSIC_CALENDAR", 320, [139, 31, 290, 50, 8, 15, 1, 2, 39, 39]),
            ("MUSIC_CALENDAR", 375, [163, 36, 339, 59, 9, 18, 1, 2, 45, 45]),
            ("MUSIC_CALENDAR", 414, [180, 40, 374, 65, 10, 20, 1, 2, 50, 50]),
            ("MUSIC_CALENDAR", 1280, [557, 124, 1156, 201, 31, 62, 1, 2, 155, 155]),
            ("MENUS", 320, [77, 0, 51, 77, 8, 15, 5, 1, 39, 39]),
            ("MENUS", 375, [91, 0, 60, 91, 9, 18, 5, 1, 45, 45]),
            ("MENUS", 414, [100, 0, 66, 100, 10, 20, 5, 1, 50, 50]),
            ("MENUS", 1280, [309, 0, 206, 309, 31, 62, 5, 1, 155, 155]),
            ("BANNER", 320, [139, 0, 290, 139, 8, 15, 1, 1, 290, 139]),
            ("BANNER", 375, [163, 0, 339, 163, 9, 18, 1, 1, 339, 163]),
            ("BANNER", 414, [180, 0, 374, 180, 10, 20, 1, 1, 374, 180]),
            ("BANNER", 1280, [557, 0, 1156, 557, 31, 62, 1, 1, 1156, 557]),
            ("STYLE_RCMD", 320, [224, 31, 290, 59, 8, 15, 1, 3, 46, 46]),
            ("STYLE_RCMD", 375, [263, 36, 339, 69, 9, 18, 1, 3, 54, 54]),
            ("STYLE_RCMD", 414, [290, 40, 374, 76, 10, 20, 1, 3, 60, 60]),
            ("STYLE_RCMD", 1280, [897, 124, 1156, 237, 31, 62, 1, 3, 186, 186]),
            ("LIST", 320, [80, 0, 280, 80, 0, 20, 1, 11, 48, 48]),
            ("LIST", 1280, [80, 0, 1240, 80, 0, 20, 1, 11, 48, 48]),
        ] as [(String, Double, [Double])]) func figures(_ kind: String, _ width: Double, _ expected: [Double])
        throws
    {
        let section = try Self.section(kind)
        let viewport = try #require(Viewport(width: width, height: 896, scale: 1))
        #expect(Self.metrics.map { section.measure($0, in: viewport) } == expected)
        // The frame is as wide as the screen, and as high as its rows.
        let rows = kind == "LIST" ? 3.0 : 1.0
        #expect(section.measure(.width, in: viewport) == width)
        #expect(section.measure(.rowCount, in: viewport) == rows)
        #expect(section.measure(.height, in: viewport) == rows * expected[0])
        #expect(section.measure(.scrollsSideways, in: viewport) == (kind == "LIST" ? 0 : 1))
    }

    @Test func kindsHaveTheirClasses() throws {
        let classes: [SectionKind: String] = [
            .banner: "D", .menus: "C", .styleRcmd: "E", .musicCalendar: "B", .list: "LIST", .custom: "A",
        ]
        for kind in SectionKind.allCases {
            let isCustom = kind == .custom
            let made = try Self.section(
                isCustom ? "LIST" : kind.name.description, type: isCustom ? "new" : "shelf")
            #expect(made.kind == kind)
            #expect(made.layoutName == classes[kind] ?? "A")
            #expect(made.layout.name.description == classes[kind] ?? "A")
        }
    }

    /// On any screen all lengths are whole pixels, and what is side by side fits.
    @Test(arguments: [1, 1.25, 1.5, 2, 3] as [Double]) func lengthsAreWholePixels(_ scale: Double) throws {
        for kind in ["VIDEO_PLAYLIST", "MUSIC_CALENDAR", "MENUS", "BANNER", "STYLE_RCMD", "LIST"] {
            let section = try Self.section(kind)
            for width in stride(from: 200.0, through: 2000, by: 7) {
                let viewport = try #require(Viewport(width: width, height: 700, scale: scale))
                let measure = { (metric: Metric) in section.measure(metric, in: viewport) }
                for metric in Metric.allCases where metric != .width && metric != .height {
                    let pixels = measure(metric) * scale
                    let isLength = ![.columns, .rows, .rowCount, .scrollsSideways].contains(metric)
                    if isLength {
                        #expect(abs(pixels - pixels.rounded()) < 1e-6, "\(kind) \(metric) \(width)")
                    }
                }
                let (spacing, columns, rows) = (measure(.spacing), measure(.columns), measure(.rows))
                // What goes on sideways goes on to the edge.
                let margins = kind == "VIDEO_PLAYLIST" ? measure(.margin) : 2 * measure(.margin)
                let across = columns * (measure(.itemWidth) + spacing) - spacing + margins
                #expect(across <= width + 1e-6)
                if kind != "LIST" {
                    let down = rows * (measure(.itemHeight) + spacing) - spacing + measure(.headHeight)
                    #expect(down <= measure(.rowHeight) + 1e-6)
                }
            }
        }
    }

    @Test func whatIsTooNarrowStillHasACell() throws {
        let section = try Self.section("MENUS")
        let viewport = try #require(Viewport(width: 1, height: 1, scale: 1))
        for metric in Metric.allCases where ![.spacing, .margin, .headHeight].contains(metric) {
            #expect(section.measure(metric, in: viewport) >= 1, "\(metric)")
        }
    }

    @Test(
        arguments: [
            (0, 100, 1), (100, 0, 1), (100, 100, 0), (-1, 100, 1), (.nan, 100, 1), (100, .infinity, 1),
            (100, 100, .nan),
            (100_001, 100, 1), (100, 100, 17), (100, 100, 0.05),
        ] as [(Double, Double, Double)]) func whatIsNoSizeIsNoViewport(
            _ width: Double, _ height: Double, _ scale: Double
        )
    {
        #expect(Viewport(width: width, height: height, scale: scale) == nil)
    }

    // MARK: - Classes as data

    @Test func aMappingChangesAClass() throws {
        let layouts = #"{"A": {"row": 300, "item": 150, "aspect": 1.5}, "LIST": {"row": 60.5}}"#
        let shelf = try Self.section("PODCAST24", layouts: layouts)
        #expect(shelf.layoutName == "A")
        #expect(shelf.rowHeight == 300)
        #expect(shelf.measure(.itemWidth, in: .standard) == 150)
        #expect(shelf.measure(.headHeight, in: .standard) == 40)
        #expect(shelf.measure(.pictureHeight, in: .standard) == 100)
        #expect(try Self.section("LIST", layouts: layouts).measure(.rowHeight, in: .standard) == 61)
        #expect(try Self.section("BANNER", layouts: layouts).rowHeight == 180)
    }

    @Test func aMappingAddsAClassForTypes() throws {
        let layouts = #"""
            {"tiles": {"like": "LIST", "types": ["shelf", "new"], "columns": 2, "row": 100, "spacing": 8, "scaled": true}}
            """#
        for (kind, type) in [("PODCAST24", "shelf"), ("LIST", "new")] {
            let made = try Self.section(kind, items: 5, layouts: layouts, type: type)
            #expect(made.layoutName == "tiles")
            #expect(made.layout == .other)
            #expect(made.rowCount == 3)
            #expect(made.measure(.itemWidth, in: .standard) == 183)
            #expect(made.measure(.height, in: .standard) == 300)
        }
        #expect(try Self.section("LIST", layouts: layouts, type: "other").layoutName == "A")
    }

    @Test func asManyColumnsAsFit() throws {
        let layouts = #"{"grid": {"types": ["shelf"], "scroll": "vertical", "scaled": false, "margin": 0}}"#
        let made = try Self.section("LIST", items: 7, layouts: layouts)
        #expect(made.rowCount == 7)
        let viewport = try #require(Viewport(width: 390, height: 500, scale: 2))
        #expect(made.measure(.columns, in: viewport) == 3)
        #expect(made.measure(.rowCount, in: viewport) == 3)
        #expect(made.measure(.rowHeight, in: viewport) == 200)
        #expect(made.measure(.headHeight, in: viewport) == 40)
        #expect(made.measure(.height, in: viewport) == 640)
    }

    @Test func whatContradictsItselfStillFits() throws {
        for layouts in [
            #"{"A": {"head": 100, "row": 50}}"#, #"{"A": {"rows": 0, "columns": 0, "item": 0}}"#,
            #"{"A": {"rows": 50, "picture": 5000, "aspect": 0.01}}"#,
            #"{"A": {"item": 9000, "margin": 9000}}"#,
            #"{"A": {"scroll": "vertical", "rows": 3, "head": 300}}"#,
        ] {
            let made = try Self.section("PODCAST24", items: 5, layouts: layouts)
            let measure = { (metric: Metric) in made.measure(metric, in: .standard) }
            let isDown = measure(.scrollsSideways) == 0
            #expect(measure(.headHeight) < measure(.height))
            #expect(
                measure(.itemHeight)
                    <= (isDown ? measure(.rowHeight) : measure(.rowHeight) - measure(.headHeight)))
            #expect(measure(.pictureWidth) <= measure(.itemWidth))
            #expect(measure(.pictureHeight) <= measure(.itemHeight))
            #expect(
                measure(.height) == (isDown ? measure(.headHeight) : 0) + measure(.rowHeight)
                    * measure(.rowCount))
        }
    }

    @Test func typesMayHaveAClassThatIsThere() throws {
        let made = try Self.section("LIST", layouts: #"{"E": {"types": ["shelf"], "rows": 2}}"#)
        #expect(made.layout == .e)
        #expect(made.measure(.rows, in: .standard) == 2)
        #expect(made.rowCount == 1)
    }

    @Test(arguments: [
        ("[]", "/layouts", "expected an object (layouts), found a list"),
        (#"{"": {}}"#, "/layouts/", "a class of layouts needs a name"),
        (#"{"A": 240}"#, "/layouts/A", nil),
        (#"{"A": {"like": "B"}}"#, "/layouts/A/like", #"a layout has no member "like""#),
        (#"{"x": {"like": "x"}}"#, "/layouts/x/like", #"expected "LIST", "A", "B", "C", "D" or "E""#),
        (#"{"A": {"row": 0}}"#, "/layouts/A/row", "expected a number from 1 to 10000"),
        (#"{"A": {"row": 1e5}}"#, "/layouts/A/row", nil), (#"{"A": {"row": "240"}}"#, "/layouts/A/row", nil),
        (#"{"A": {"head": -1}}"#, "/layouts/A/head", "expected a number from 0 to 10000"),
        (#"{"A": {"head": 1e999}}"#, "/layouts/A/head", nil),
        (#"{"A": {"columns": 101}}"#, "/layouts/A/columns", "expected a whole number from 0 to 100"),
        (#"{"A": {"rows": 1.5}}"#, "/layouts/A/rows", nil),
        (#"{"A": {"scroll": "sideways"}}"#, "/layouts/A/scroll", #"expected "horizontal" or "vertical""#),
        (#"{"A": {"scaled": 1}}"#, "/layouts/A/scaled", "expected true or false"),
        (
            #"{"Q": {"row": 1}}"#, "/layouts/Q",
            #"a class that isn't LIST, A, B, C, D or E needs the member "types""#
        ),
        (#"{"list": {"row": 96}}"#, "/layouts/list", nil),
        (#"{"A": {"types": []}}"#, "/layouts/A/types", "a list of types can't be empty"),
        (#"{"A": {"types": "x"}}"#, "/layouts/A/types", nil),
        (#"{"A": {"width": 1}}"#, "/layouts/A/width", nil),
    ]) func mistakesAreTold(_ layouts: String, _ path: String, _ message: String?) {
        do {
            _ = try Self.section("LIST", layouts: layouts)
            Issue.record("it was taken")
        } catch {
            let error = error as? FeedError
            #expect(error?.kind == .mapping)
            #expect(error?.path == path)
            if let message { #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")") }
        }
    }
}
