/// What a section is. The first twelve are those of the NetEase home page.
public enum SectionKind: Int32, CaseIterable, Sendable {
    case banner = 0
    case menus, playlistRcmd, styleRcmd, musicMlog, mgcPlaylist, musicCalendar, officialPlaylist
    case albumNewSong, voicelistRcmd, podcast24, videoPlaylist
    /// A plain list that a mapping declares: movies, users, entries.
    case list
    /// A type that the mapping doesn't know.
    case custom

    /// The kind as a word: "BANNER", "PLAYLIST_RCMD".
    public var name: StaticString {
        switch self {
        case .banner: "BANNER"
        case .menus: "MENUS"
        case .playlistRcmd: "PLAYLIST_RCMD"
        case .styleRcmd: "STYLE_RCMD"
        case .musicMlog: "MUSIC_MLOG"
        case .mgcPlaylist: "MGC_PLAYLIST"
        case .musicCalendar: "MUSIC_CALENDAR"
        case .officialPlaylist: "OFFICIAL_PLAYLIST"
        case .albumNewSong: "ALBUM_NEW_SONG"
        case .voicelistRcmd: "VOICELIST_RCMD"
        case .podcast24: "PODCAST24"
        case .videoPlaylist: "VIDEO_PLAYLIST"
        case .list: "LIST"
        case .custom: "CUSTOM"
        }
    }

    /// The kind that a mapping names; CUSTOM can't be declared.
    init?(declared name: CString) {
        self.init(declared: String(cString: name))
    }

    init?(declared name: String) {
        for kind in SectionKind.allCases where kind != .custom && kind.name.equals(name) {
            self = kind
            return
        }
        return nil
    }

    public var layout: Layout {
        switch self {
        case .banner: .d
        case .menus: .c
        case .styleRcmd: .e
        case .musicCalendar: .b
        case .list: .list
        default: .a
        }
    }
}

/// How a section is laid out.
public enum Layout: Int32, Sendable {
    case list = 0
    case a, b, c, d, e
    /// A class that a mapping adds.
    case other

    public var name: StaticString {
        switch self {
        case .list: "LIST"
        case .a: "A"
        case .b: "B"
        case .c: "C"
        case .d: "D"
        case .e: "E"
        case .other: "OTHER"
        }
    }

    /// Points, at a width of 414 points; a head of 40 is part of A, B and E.
    var rowHeight: Double {
        switch self {
        case .list: 80
        case .a, .other: 240
        case .b: 180
        case .c: 100
        case .d: 180
        case .e: 290
        }
    }
}

extension StaticString {
    func equals(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.elementsEqual(UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount))
        }
    }
}
