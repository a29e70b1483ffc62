import Foundation
import Testing

import FeedParsing

/// Servers other than those that are built in, each with a mapping written for it (folder Mappings here) and a
/// small feed of our own in the same shape.
@Suite struct FeedShapesTests {
    @Test func theRootItselfMayBeTheList() throws {
        let page = try FeedFiles.page("shapes/mastodon-public.json", "mastodon-public")
        #expect(page.outline == ["LIST 3"])
        #expect(page.warnings.isEmpty)
        let statuses = page.sections[0].items
        #expect(statuses.map(\.id) == ["700001", "700002", "700003"])
        #expect(statuses.map(\.title) == ["早班船准点了！", "Found this under the quay.", "剧透：末班渡轮"])
        #expect(statuses[2].html == "<p>结局其实是……</p>")
        #expect(
            statuses.map(\.image) == [
                "https://img4.example/xiaozhou.png", "https://img4.example/s/key.jpg",
                "https://img4.example/agu.png",
            ])
        #expect(
            statuses[1].list("pictures") == [
                "https://img4.example/o/key.jpg", "https://img4.example/o/lock.jpg",
            ])
        #expect(statuses[0].extra("pictures") == nil)
        #expect(statuses.map { $0.text("authors") } == ["林小舟", "Ada Ferrow", "agu"])
        #expect(statuses[0].extra("published")?.time == 1_716_271_901_893)
    }

    @Test func shelvesNeedNoWordForTheirType() throws {
        let page = try FeedFiles.page("shapes/sleep-home.json", "sleep-home")
        #expect(page.outline == ["PLAYLIST_RCMD 2", "PLAYLIST_RCMD 1"])
        #expect(page.sections.map(\.type) == ["category", "category"])
        #expect(page.sections.map(\.key) == ["1", "27"])
        #expect(page.sections.map(\.title) == ["今晚", "午睡二十分钟"])
        #expect(page.sections[0].titles == ["屋檐下的雨", "远处的火车"])
        #expect(page.sections[0].items[0].text("audio") == "https://audio.example/sleep/11.mp3")
        #expect(page.serviceCode == "1")
        #expect(page.message == "成功")
        #expect(page.warnings.isEmpty)
    }

    @Test func anotherFieldMayStandInForTheID() throws {
        let page = try FeedFiles.page("shapes/bilibili-web-rcmd.json", "bilibili-web-rcmd")
        #expect(page.outline == ["LIST 3"])
        #expect(page.sections[0].ids == ["BV1example1", "BV1example2", "9000000003"])
        let videos = page.sections[0].items
        #expect(videos.map(\.playCount) == [51_320, 602_211, -1])
        #expect(videos.map(\.subtitle) == [nil, "三万人收藏", nil])
        #expect(videos.map(\.actionType) == ["av", "av", "live"])
        #expect(videos[0].extra("published")?.time == 1_715_946_001_000)
        #expect(page.warnings.isEmpty)
    }

    @Test func piecesOfTextAreJoined() throws {
        let page = try FeedFiles.page("shapes/ytmusic-home.json", "ytmusic-home")
        #expect(page.outline == ["PLAYLIST_RCMD 2", "PLAYLIST_RCMD 1", "PLAYLIST_RCMD 1"])
        #expect(page.sections.map(\.key) == ["Quiet mornings", "shelf", "Harbour radio"])
        #expect(page.sections.map(\.title) == ["Quiet mornings", nil, "Harbour radio"])
        #expect(page.sections.map(\.subtitle) == ["PICKED FOR YOU", nil, nil])
        let items = page.sections.flatMap(\.items)
        #expect(
            items.map(\.title) == [
                "Low Tide Letters", "Lantern Weather", "Saltmarsh Choir", "Fog Horns Live",
            ])
        #expect(
            items.map(\.subtitle) == [
                "Playlist • Ada Ferrow", "The Paper Oars • 1.2M views", "31K subscribers", "Video • 9K views",
            ])
        #expect(items.map(\.id) == ["VLquiet01", "vid00000001", "UCchoir01", "vid00000002"])
        #expect(items[1].image == "https://img6.example/vid00000001=w226")
        #expect(page.warnings.isEmpty)
    }

    @Test func aDocumentMayBeOneSection() throws {
        let page = try FeedFiles.page("shapes/netease-block.json", "netease-block")
        #expect(page.outline == ["PLAYLIST_RCMD 2"])
        let block = page.sections[0]
        #expect(block.type == "HOMEPAGE_BLOCK_PLAYLIST_RCMD")
        #expect(block.title == "推荐歌单")
        #expect(block.buttonText == "更多")
        #expect(block.canClose == false)
        // In 2020 a resource had only its figures, all that is shown stood in the creative.
        #expect(block.items.map(\.playCount) == [170_411, 170_411])
        #expect(block.items.map(\.labels) == [["粤语"], ["粤语"]])
        #expect(page.warnings.isEmpty)
    }
}

/// What must come out of real answers of these servers.
@Suite(.enabled(if: FeedFiles.hasShared))
struct CaptureTests {
    struct Capture: CustomTestStringConvertible {
        var file: String
        var mapping: String
        var outline: [String]
        var testDescription: String { file }

        init(_ file: String, _ mapping: String, _ outline: String...) {
            self.file = "feeds/\(file).json"
            self.mapping = mapping
            self.outline = outline
        }
    }

    static let captures = [
        Capture(
            "netease-home-01", "netease-home", "BANNER 10", "PLAYLIST_RCMD 6", "STYLE_RCMD 4 (3 3 3 3)",
            "MUSIC_MLOG 5",
            "MGC_PLAYLIST 6", "MUSIC_CALENDAR 2", "OFFICIAL_PLAYLIST 6", "ALBUM_NEW_SONG 8 (3 3 3 3 3 3 3 3)",
            "VOICELIST_RCMD 6", "PODCAST24 6", "VIDEO_PLAYLIST 6"),
        Capture(
            "netease-home-03", "netease-home", "BANNER 10", "PLAYLIST_RCMD 6", "STYLE_RCMD 4 (3 3 3 3)",
            "MUSIC_CALENDAR 2"),
        Capture("netease-home-04-repaired", "netease-home", "BANNER 11", "PLAYLIST_RCMD 6 (3)"),
        Capture("netease-home-05", "netease-home", "BANNER 1"),
        Capture("netease-menus-01", "netease-menus", "MENUS 9"),
        Capture("douban-coming-soon-01", "douban-movies", "LIST 20"),
        Capture("douban-in-theaters-01", "douban-movies", "LIST 20"),
        Capture("douban-in-theaters-02", "douban-movies", "LIST 20"),
        Capture("douban-top250-01", "douban-movies", "LIST 20"),
        Capture("douban-weekly-01", "douban-movies", "LIST 10"),
        Capture("jsonfeed-01-daringfireball", "json-feed", "LIST 48"),
        Capture("jsonfeed-02-pxlnv", "json-feed", "LIST 20"),
        Capture("jsonfeed-03-v11-3960", "json-feed", "LIST 20"),
        Capture("jsonfeed-05-v11-extension", "json-feed", "LIST 3"),
        Capture("jsonfeed-06-allthis", "json-feed", "LIST 12"),
        Capture("mastodon-public-01", "mastodon-public", "LIST 20"),
        Capture(
            "sleep-home-01", "sleep-home", "PLAYLIST_RCMD 9", "PLAYLIST_RCMD 4", "PLAYLIST_RCMD 4",
            "PLAYLIST_RCMD 4",
            "PLAYLIST_RCMD 4", "PLAYLIST_RCMD 4", "PLAYLIST_RCMD 4"),
        Capture("bilibili-web-rcmd-01", "bilibili-web-rcmd", "LIST 12"),
        Capture(
            "ytmusic-home-01", "ytmusic-home", "PLAYLIST_RCMD 1", "PLAYLIST_RCMD 1", "PLAYLIST_RCMD 1",
            "PLAYLIST_RCMD 1", "PLAYLIST_RCMD 1", "PLAYLIST_RCMD 3"),
        Capture("netease-block-01", "netease-block", "PLAYLIST_RCMD 6 (3)"),
    ]

    @Test(arguments: captures)
    func isReadCompletely(_ capture: Capture) throws {
        let page = try FeedFiles.sharedPage(capture.file, capture.mapping)
        #expect(page.outline == capture.outline)
        #expect(page.warningLines == [])
        let items = page.allItems
        #expect(Set(items.map(\.uid)).count == items.count)
        for item in items {
            #expect(item.title != nil || item.image != nil || !item.children.isEmpty, "\(item.id)")
        }
    }

    /// Read once more by Foundation, and looked up by hand.
    @Test(arguments: ["netease-home-01", "netease-home-03", "netease-home-04-repaired"])
    func everyTitleOfAHomePageIsThere(_ file: String) throws {
        let page = try FeedFiles.sharedPage("feeds/\(file).json", "netease-home")
        let root =
            try JSONSerialization.jsonObject(with: FeedFiles.shared("feeds/\(file).json")) as? NSDictionary
        let blocks = try #require(root?.value(forKeyPath: "data.blocks") as? [NSDictionary])
        try #require(blocks.count == page.sections.count)
        for (block, section) in zip(blocks, page.sections) {
            #expect(section.type == block["blockCode"] as? String)
            #expect(
                section.title
                    == (block.text("uiElement.mainTitle.title") ?? block.text("uiElement.subTitle.title")))
            let creatives = block["creatives"] as? [NSDictionary] ?? []
            for (creative, item) in zip(creatives, section.items) {
                let resources = creative["resources"] as? [NSDictionary] ?? []
                if resources.count > 1 {
                    #expect(
                        item.children.map(\.title) == resources.map { $0.text("uiElement.mainTitle.title") })
                    #expect(item.children.map(\.id) == resources.map { $0["resourceId"] as? String })
                } else {
                    let all = [creative] + resources
                    #expect(item.title == all.firstText("uiElement.mainTitle.title"))
                    #expect(item.image == all.firstText("uiElement.image.imageUrl"))
                    #expect(item.action == all.firstText("action"))
                }
            }
        }
    }

    @Test func noTextOfAHomePageIsEmpty() throws {
        let page = try FeedFiles.sharedPage("feeds/netease-home-01.json", "netease-home")
        for item in page.allItems {
            for text in [item.title, item.subtitle, item.image, item.action, item.actionType] {
                #expect(text != "")
            }
        }
    }

    @Test func aTrailingCommaIsAnErrorWithItsLine() {
        let error = #expect(throws: FeedError.self) {
            try FeedFiles.sharedPage("feeds/netease-home-04.invalid.json", "netease-home")
        }
        #expect(error?.kind == .syntax)
        #expect(error?.place?.line == 922)
        #expect(error?.place?.column == 9)
    }

    @Test func menusJoinThePageAsTheSecondSection() throws {
        let page = try FeedFiles.sharedPage("feeds/netease-home-01.json", "netease-home")
        let menus = try FeedFiles.sharedPage("feeds/netease-menus-01.json", "netease-menus")
        let joined = page.joined(with: menus, at: 1)
        #expect(joined.sections.count == 12)
        #expect(joined.sections[1].kind == .menus)
        #expect(joined.sections[1].ids.prefix(4) == ["-1", "-6", "-2", "-3"])
    }

    @Test func aNumberBeyondDoubleKeepsItsDigits() throws {
        let page = try FeedFiles.sharedPage("feeds/netease-home-03.json", "netease-home")
        let ad = page.sections[0].items[1]
        #expect(ad.id == "8825067562187480151")
        #expect(ad.text("targetId") == "8825067562187480151")
    }
}

extension NSDictionary {
    /// A text that isn't empty; "uiElement" may be null, and null answers no key path.
    fileprivate func text(_ path: String) -> String? {
        var value: Any? = self
        for key in path.split(separator: ".") { value = (value as? NSDictionary)?[String(key)] }
        guard let text = value as? String, !text.isEmpty else { return nil }
        return text
    }

    fileprivate func value(forKeyPath path: String) -> Any? {
        path.split(separator: ".").reduce(self as Any?) { ($0 as? NSDictionary)?[String($1)] }
    }
}

extension [NSDictionary] {
    fileprivate func firstText(_ path: String) -> String? {
        lazy.compactMap { $0.text(path) }.first
    }
}
