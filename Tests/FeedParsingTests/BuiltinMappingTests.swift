import Foundation
import Testing

import FeedParsing

/// What comes out of the project's own fixtures with the mappings that are built in.
@Suite struct BuiltinMappingTests {
    @Test(arguments: ["netease-home", "netease-menus", "douban-movies", "json-feed", "users"])
    func loadsByName(_ name: String) throws {
        let mapping = try Mapping(named: name)
        #expect(mapping.name == name)
        let again = try Mapping(text: String(decoding: mapping.text, as: UTF8.self))
        #expect(again.name == name)
    }

    @Test func anotherNameIsAnError() {
        let error = #expect(throws: FeedError.self) { try Mapping(named: "netease") }
        #expect(error?.kind == .mapping)
        #expect(error?.message.contains("netease") == true)
    }
}

@Suite struct NetEaseHomeTests {
    let page: Snapshot

    init() throws {
        page = try FeedFiles.page("netease-home.json", "netease-home")
    }

    private func section(_ type: String) throws -> Section {
        try #require(page.section(key: type))
    }

    @Test func keepsEverySectionInOrder() {
        #expect(
            page.outline == [
                "BANNER 5", "PLAYLIST_RCMD 6 (3)", "STYLE_RCMD 3 (3 3 3)", "MUSIC_MLOG 4", "MGC_PLAYLIST 4",
                "MUSIC_CALENDAR 3", "OFFICIAL_PLAYLIST 4", "ALBUM_NEW_SONG 4 (3 3 3 3)", "CUSTOM 3",
                "VOICELIST_RCMD 4", "PODCAST24 5", "VIDEO_PLAYLIST 3",
            ])
        #expect(page.sections.map(\.key) == page.sections.map(\.type))
    }

    @Test func titlesEverySectionThatHasATitle() {
        #expect(
            page.sections.map(\.title) == [
                nil, "推荐歌单", "从一首歌开始", "音乐短片", "你的雷达歌单", "音乐日历", "此刻适合", nil, "同城电台", "播客合辑",
                "全天播客", "视频合辑",
            ])
        #expect(page.sections.compactMap(\.subtitle) == ["根据「慢船开过桥底」推荐"])
    }

    @Test func warnsOfTheUnknownBlockAndTheBrokenItemAlone() {
        #expect(
            page.warningLines == [
                "unknownSection /data/blocks/8", "itemDropped /data/blocks/11/creatives/2",
            ])
        #expect(page.warningTotal == 2)
    }

    @Test func readsThePageFields() throws {
        #expect(page.serviceCode == "200")
        #expect(page.message == nil)
        #expect(page.hasMore == true)
        #expect(page.refreshInterval == 600_000)
        #expect(page.nodataToast == "没有更多了")
        let cursor = try #require(page.cursor)
        #expect(cursor.hasPrefix(#"{"offset":12,"blockCodeOrderList":["HOMEPAGE_BANNER","#))
    }

    @Test func readsTheHeadOfASection() throws {
        let playlists = try section("HOMEPAGE_BLOCK_PLAYLIST_RCMD")
        #expect(playlists.showType == "HOMEPAGE_SLIDE_PLAYLIST")
        #expect(playlists.canClose == false)
        #expect(playlists.buttonText == "更多")
        #expect(
            playlists.buttonAction == "orpheus://playlistCollection?referLog=HOMEPAGE_BLOCK_PLAYLIST_RCMD")
        #expect(playlists.buttonActionType == "orpheus")
        #expect(playlists.action == playlists.buttonAction)
        #expect(playlists.actionType == "orpheus")
        #expect(playlists.titleImage == nil)

        #expect(try section("HOMEPAGE_MUSIC_MLOG").titleImage == "http://img1.example/title/mlog.jpg")
        let style = try section("HOMEPAGE_BLOCK_STYLE_RCMD")
        #expect(style.buttonAction == "play_all_song")
        #expect(style.buttonActionType == "client_customized")
        #expect(style.action == nil)
        #expect(try section("HOMEPAGE_PODCAST24").buttonText == nil)
    }

    @Test func readsBanners() throws {
        let banners = try section("HOMEPAGE_BANNER").items
        #expect(
            banners.map(\.id) == [
                "1716100000000001", "1716100000000002", "8825000000000000123", "1716100000000004",
                "1716100000000005",
            ])
        #expect(
            banners.allSatisfy {
                $0.title == nil && $0.image?.hasPrefix("http://img1.example/banner/") == true
            })
        #expect(banners[0].action == nil)
        #expect(banners[1].action == "https://page.example/m/at/summer-stage?full_screen=true")
        #expect(banners.map { $0.text("titleColor") } == ["red", "blue", "blue", "red", "red"])
        #expect(banners.map { $0.text("typeTitle") } == ["新歌首发", "独家策划", "广告", "新碟首发", "歌单推荐"])
        #expect(banners.map { $0.extra("targetType")?.integer } == [1, 3000, 3000, 10, 1000])
        // targetId itself has lost its last digits there
        #expect(banners[2].text("targetId") == "8825000000000000123")
    }

    @Test func aCreativeWithOneResourceIsOneItem() throws {
        let item = try section("HOMEPAGE_BLOCK_PLAYLIST_RCMD").items[1]
        #expect(item.id == "8800001004")
        #expect(item.title == "写作业专用：没有歌词的四十首")
        #expect(item.subtitle == nil)
        #expect(item.image == "http://img1.example/cover/no-lyrics.jpg")
        #expect(
            item.action == "orpheus://playlist/8800001004?autoplay=0&referLog=HOMEPAGE_BLOCK_PLAYLIST_RCMD")
        #expect(item.actionType == "orpheus")
        #expect(item.playCount == 4_683_210_977)
        #expect(item.labels == ["学习", "纯音乐"])
        #expect(item.text("resourceType") == "list")
        #expect(item.children.isEmpty)
    }

    @Test func aCreativeWithSeveralResourcesHoldsThemInOrder() throws {
        let item = try section("HOMEPAGE_BLOCK_PLAYLIST_RCMD").items[0]
        #expect(item.id == "8800001001")
        #expect(item.children.map(\.id) == ["8800001001", "8800001002", "8800001003"])
        #expect(item.children.map(\.title) == ["旧码头的晚风，吹了一整个夏天", "雨停之前，先听完这张", "凌晨两点的便利店 🌙"])
        #expect(item.children.map(\.playCount) == [365_721, 17_197_475, 294_884])
    }

    @Test func anActionStaysByteForByte() throws {
        let action = try #require(try section("HOMEPAGE_BLOCK_PLAYLIST_RCMD").items[0].action)
        #expect(action.contains(#"&bizData=[{"resourceId":"8800001001","alg":"itembased2","reason":null},{"#))
        #expect(action.hasSuffix("]&snap=true"))
    }

    @Test func styleSongsComeInPages() throws {
        let pages = try section("HOMEPAGE_BLOCK_STYLE_RCMD").items
        #expect(pages.allSatisfy { $0.title == nil && $0.id.hasPrefix("auto:") })
        #expect(Set(pages.map(\.id)).count == 3)
        let song = pages[0].children[2]
        #expect(song.id == "2150001003")
        #expect(song.title == "Low Tide Letters")
        #expect(song.action == "play_all_song_from_current_index")
        #expect(song.actionType == "client_customized")
        #expect(song.text("resourceType") == "song")
        #expect(song.list("artists") == ["Saltmarsh Choir", "Ada Ferrow"])
        #expect(song.text("album") == "Estuary")
        #expect(song.extra("duration")?.integer == 126_082)
        #expect(pages[0].children[1].subtitle == "超四成人循环")
        #expect(song.subtitle == nil)
    }

    @Test func newSongsAndAlbumsCarryTheirGroup() throws {
        let pages = try section("HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG").items
        #expect(pages.map(\.title) == ["新歌", "新歌", "新碟", "数字专辑"])
        #expect(Set(pages.map(\.uid)).count == 4)
        #expect(pages[3].action == "https://shop.example/v/m/album/poly/detail")
        #expect(pages[3].actionType == "orpheus")
        #expect(
            pages.map { $0.children[0].text("resourceType") } == ["song", "song", "album", "digitalAlbum"])
        #expect(pages[2].children[1].list("artists") == ["The Paper Oars"])
        #expect(pages[2].children[1].extra("album") == nil)
    }

    @Test func readsShortVideos() throws {
        let video = try section("HOMEPAGE_MUSIC_MLOG").items[0]
        #expect(video.id == "a1mlog0001")
        #expect(video.title == "阳台演唱会：风把谱子吹走了")
        #expect(video.text == "阳台演唱会：风把谱子吹走了\n第二段是即兴的")
        #expect(video.image == "http://img1.example/mlog/balcony.jpg")
        #expect(video.action == "https://video.example/mlog/a1mlog0001?type=2")
        #expect(video.playCount == 486_824)
        #expect(video.extra("likedCount")?.integer == 3303)
        #expect(video.extra("duration")?.integer == 30_193)
        #expect(video.text("nickname") == "阿谷不在家")
        #expect(video.text("song") == "向北的候鸟没有行李")
        #expect(video.list("artists") == ["阿谷"])
        #expect(video.text("resourceType") == "mlog")
    }

    @Test func aCalendarEventIsFilledByItsResource() throws {
        let events = try section("HOMEPAGE_MUSIC_CALENDAR").items
        #expect(
            events.map(\.id) == [
                "operatorForceEvent_7001", "artistBirthdayEvent_51000101_1716393600000",
                "artistPreviewEvent_51000108_9001",
            ])
        #expect(events[0].title == "那些在雨里唱完的音乐节")
        #expect(events[0].image == "http://img1.example/calendar/festival.jpg")
        #expect(events[0].action?.hasPrefix("orpheus://nm/musicCalendar/detail?date=1716134400000") == true)
        #expect(events[0].labels == ["热点"])
        #expect(events[0].extra("startTime")?.time == 1_716_134_400_000)
        #expect(events[0].extra("endTime")?.time == 1_716_220_740_000)
        #expect(events.map { $0.text("resourceType") } == ["WEBVIEW", "ARTIST", "ALBUM"])
        #expect(
            events.map { $0.text("resourceId") } == [
                "https://page.example/m/at/rain-festival", "51000101", nil,
            ])
    }

    @Test func podcastsNeedNoResource() throws {
        let voices = try section("HOMEPAGE_VOICELIST_RCMD").items
        #expect(voices[0].id == "66001")
        #expect(voices[0].playCount == 553_478)
        #expect(voices[0].text("resourceType") == "voiceList")
        let channels = try section("HOMEPAGE_PODCAST24").items
        #expect(channels[0].title == "水下贝斯")
        #expect(channels[0].id == channels[0].action)
        #expect(channels[0].playCount == -1)
        #expect(channels[0].text("resourceType") == "ORPHEUS")
    }

    @Test func anUnknownBlockShowsWhatTheOthersWould() throws {
        let city = try section("HOMEPAGE_BLOCK_CITY_RADIO")
        #expect(city.kind == .custom)
        #expect(city.buttonText == "换一批")
        #expect(city.ids == ["77001", "77002", "77003"])
        let item = city.items[0]
        #expect(item.title == "鹿港夜间频率")
        #expect(item.subtitle == "FM 98.6")
        #expect(item.image == "http://img1.example/city/lugang.jpg")
        #expect(item.action == "orpheus://cityradio/77001")
        #expect(item.playCount == 36_022)
        #expect(item.labels == ["直播"])
        #expect(item.text("resourceType") == "radio")
        let raw = String(decoding: city.rawJSON, as: UTF8.self)
        #expect(raw.hasPrefix("{") && raw.contains("HOMEPAGE_SLIDE_CITY_RADIO") && raw.hasSuffix("}"))
    }

    @Test func uidsAreDistinct() {
        let items = page.allItems
        #expect(Set(items.map(\.uid)).count == items.count)
    }

    @Test func menusComeSecond() throws {
        let menus = try FeedFiles.page("netease-menus.json", "netease-menus")
        let joined = page.joined(with: menus, at: 1)
        #expect(joined.sections.map(\.kind).prefix(3) == [.banner, .menus, .playlistRcmd])
        #expect(joined.sections.count == 13)
        #expect(joined.hasMore == true)
        let items = joined.allItems
        #expect(Set(items.map(\.uid)).count == items.count)
    }
}

@Suite struct NetEaseMenusTests {
    @Test func readsTheEntries() throws {
        let page = try FeedFiles.page("netease-menus.json", "netease-menus")
        #expect(page.outline == ["MENUS 8"])
        #expect(page.warnings.isEmpty)
        let menus = page.sections[0]
        #expect(menus.type == "MENUS")
        #expect(menus.key == "MENUS")
        #expect(menus.ids == ["-1", "-6", "-2", "-3", "21000", "23000", "2048000", "29000"])
        #expect(menus.titles[1] == "随便听听")
        #expect(menus.items[1].image == "http://img1.example/menu/shuffle.png")
        #expect(menus.items[1].action == "orpheus://privatefm")
        #expect(menus.items.map { $0.extra("skinSupport")?.integer } == [1, 1, 1, 1, 1, 0, 1, 1])
    }
}

@Suite struct DoubanMoviesTests {
    @Test func readsAList() throws {
        let page = try FeedFiles.page("douban-movies.json", "douban-movies")
        #expect(page.outline == ["LIST 8"])
        #expect(page.warnings.isEmpty)
        let list = page.sections[0]
        #expect(list.type == "movies")
        #expect(list.title == "即将上映的电影")
        #expect(list.titles.last == "我家屋顶有一只鲸 🐋")
        #expect(list.items.map { $0.extra("rating")?.number ?? 0 } == [8.1, 0, 7, 6.4, 9.25, 7.8, 7.3, 0])
        #expect(
            list.items.map { $0.extra("rating") == nil } == [
                false, true, false, false, false, false, false, true,
            ])

        let film = list.items[2]
        #expect(film.id == "90000003")
        #expect(film.image == "https://img2.example/poster/medium/p90000003.webp")
        #expect(film.action == "https://movie.example/subject/90000003/")
        #expect(film.text("year") == "2023")
        #expect(film.list("genres") == ["科幻", "冒险"])
        #expect(film.list("directors") == ["Ines Calder"])
        #expect(film.list("casts") == ["Tom Ashwell", "Mira Holt"])
        #expect(film.text("originalTitle") == "The Undersea Post Office")
        #expect(film.extra("pubdate")?.time == 1_717_718_400_000)
        #expect(film.list("durations") == ["125分钟", "131分钟(加长版)"])
        #expect(film.extra("collectCount")?.integer == 90_211)
        #expect(film.extra("rank") == nil)

        #expect(list.items[1].extra("casts") == nil)
        #expect(list.items[5].image == "https://img2.example/poster/large/p90000006.webp")
    }

    @Test func theWeeklyChartPutsFilmsOneLevelDeeper() throws {
        let text = """
            {"title": "口碑榜", "subjects": [
              {"rank": 1, "delta": -2, "subject": {
                "id": "7", "title": "末班渡轮", "alt": "https://movie.example/7/", "year": "2024",
                "rating": {"average": 8.1}, "images": {"small": "https://img2.example/7.webp"},
                "genres": ["剧情"], "casts": [{"name": "黎小满"}], "pubdates": ["2024-05-24(中国大陆)"]}}]}
            """
        let page = try Mapping(named: "douban-movies").parse(text: text)
        let film = try #require(page.sections.first?.items.first)
        #expect(film.id == "7")
        #expect(film.title == "末班渡轮")
        #expect(film.action == "https://movie.example/7/")
        #expect(film.image == "https://img2.example/7.webp")
        #expect(film.extra("rating")?.number == 8.1)
        #expect(film.list("casts") == ["黎小满"])
        #expect(film.text("pubdate") == "2024-05-24(中国大陆)")
        #expect(film.extra("pubdate")?.time == .min)
        #expect(film.extra("rank")?.number == 1)
        #expect(film.extra("delta")?.number == -2)
        #expect(page.warnings.isEmpty)
    }
}

@Suite struct JSONFeedTests {
    let entries: [Item]

    init() throws {
        let page = try FeedFiles.page("json-feed.json", "json-feed")
        #expect(page.outline == ["LIST 5"])
        #expect(page.sections[0].type == "entries")
        #expect(page.sections[0].title == "Notes from the Quay")
        #expect(page.warnings.isEmpty)
        entries = page.sections[0].items
    }

    @Test func theTitleIsTheTitleElseTheSummaryElseTheFirstLine() {
        #expect(
            entries.map(\.title) == [
                "The ferry timetable, redrawn", "Low tide at six. Brought the good coffee.",
                "Proofing in a cold kitchen", "Radio on the Quay, number seven: fog.", "Fish & chips, again.",
            ])
        #expect(entries.map(\.subtitle) == ["One sheet of paper instead of nine.", nil, nil, nil, nil])
    }

    @Test func readsTextsLinksAndPictures() {
        #expect(entries.map(\.id)[1...] == ["41", "linked/proofing", "episode-7", "untitled-html"])
        #expect(entries[1].text == "Low tide at six. Brought the good coffee.\nNobody else was there.")
        #expect(entries[0].html?.hasSuffix("<em>three</em> weekends.</p>") == true)
        #expect(entries[0].image == "https://img3.example/ferry.jpg")
        #expect(entries[2].image == "https://img3.example/dough.jpg")
        #expect(entries[2].action == "https://quay.example/linked/proofing")
        #expect(entries[2].text("externalURL") == "https://bread.example/proofing")
        #expect(entries[4].action == nil)
        #expect(entries[0].labels == ["design", "paper"])
        #expect(entries.map { $0.text("language") } == ["en-GB", "en-GB", "en-IE", "en-GB", "en-GB"])
    }

    @Test func readsTimes() {
        let times = entries.map { $0.extra("published")?.time }
        #expect(
            times == [
                1_716_532_200_000, 1_716_177_906_250, 1_715_990_400_000, 1_715_455_800_000, 1_715_256_000_000,
            ])
        #expect(entries[0].extra("modified")?.time == 1_716_534_000_000)
    }

    @Test func anEntryWithoutAuthorsHasTheFeeds() {
        #expect(
            entries.map { $0.list("authors") } == [
                ["Ada Ferrow"], ["Ada Ferrow"], ["Tom Ashwell", "Mira Holt"], ["The Night Shift"],
                ["Ada Ferrow"],
            ])
        #expect(entries[2].list("authorURLs") == ["https://bread.example/tom", ""])
        #expect(entries[3].list("authorURLs") == [""])
    }

    @Test func attachmentListsStayParallel() throws {
        let episode = entries[3]
        #expect(
            episode.list("attachments") == [
                "https://audio.example/quay/7.mp3", "https://audio.example/quay/7.opus",
            ])
        #expect(episode.list("attachmentTypes") == ["audio/mpeg", "audio/ogg"])
        #expect(episode.list("attachmentTitles") == ["Number seven", ""])
        #expect(episode.list("attachmentSizes") == ["38797312", ""])
        #expect(episode.list("attachmentDurations") == ["2424.5", ""])
        #expect(entries[0].extra("attachments") == nil)
    }
}

@Suite struct UsersTests {
    @Test func readsUsersOfEverySpelling() throws {
        let page = try FeedFiles.page("users.json", "users")
        #expect(page.outline == ["LIST 5"])
        #expect(page.warnings.isEmpty)
        let users = page.sections[0]
        #expect(users.type == "users")
        #expect(users.ids == ["u-4001", "u-4002", "u-4003", "4004", "u-4005"])
        #expect(users.titles == ["林小舟", "Ada Ferrow", "nightshift", "Zoë 🌊 Quay", "阿谷"])
        #expect(users.items.map(\.subtitle) == ["xiaozhou", "adaferrow", nil, "zoe", "agu"])
        #expect(
            users.items.map { $0.text("username") } == ["xiaozhou", "adaferrow", "nightshift", "zoe", "agu"])
        #expect(users.items.map { $0.extra("followers")?.integer } == [1280, 52_044, 0, 734, 88])
        #expect(users.items.map { $0.extra("following")?.integer } == [96, 310, 0, 18, 90])
        #expect(
            users.items.map { $0.extra("createdOn")?.time } == [
                1_672_531_200_000, 1_614_834_367_000, 1_700_000_000_000, 1_614_556_800_000, 1_716_134_400_000,
            ])
        #expect(users.items.map { $0.extra("isUserOnboarded")?.integer } == [1, 1, 0, 1, nil])
        #expect(users.items[3].text("bio") == "Two lines\nof bio.")
        #expect(users.items[4].extra("bio") == nil)
        #expect(users.items[0].image == "https://img3.example/avatar/4001.jpg")
        #expect(users.items[2].image == nil)
    }

    @Test(arguments: [
        #"[{"id": 1, "username": "zoe"}]"#, #"{"users": [{"id": 1, "username": "zoe"}]}"#,
        #"{"data": [{"id": 1, "username": "zoe"}]}"#,
        #"{"code": 200, "results": [{"uid": "1", "userName": "zoe"}]}"#,
    ])
    func findsTheListInItsUsualPlaces(_ text: String) throws {
        let page = try Mapping(named: "users").parse(text: text)
        #expect(page.sections.first?.ids == ["1"])
        #expect(page.sections.first?.titles == ["zoe"])
        #expect(page.warnings.isEmpty)
    }
}
