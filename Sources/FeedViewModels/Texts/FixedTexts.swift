import FeedFetching
import FeedParsing

// What a front end shows beside what the server sends. Nil where there is nothing to show.
extension Texts {
    /// For a section that comes without a title; banners and menus have no head, and of other lists their mapping knows
    /// more.
    public func title(of kind: SectionKind) -> StaticString? {
        switch kind {
        case .banner, .menus, .list, .custom: nil
        case .playlistRcmd: choose("推荐歌单", "Recommended playlists")
        case .styleRcmd: choose("私人定制", "Made for you")
        case .musicMlog: choose("精选音乐视频", "Music videos")
        case .mgcPlaylist: choose("雷达歌单", "Radar playlists")
        case .musicCalendar: choose("音乐日历", "Music calendar")
        case .officialPlaylist: choose("专属场景歌单", "Playlists for the moment")
        case .albumNewSong: choose("新歌新碟", "New songs and albums")
        case .voicelistRcmd: choose("播客合辑", "Podcasts")
        case .podcast24: choose("24小时播客", "24-hour podcasts")
        case .videoPlaylist: choose("视频合辑", "Video playlists")
        }
    }

    /// For the screen of a preset, or of a mapping that comes with the library, by its name.
    public func title(ofScreen name: String) -> StaticString? {
        if name.isSame(as: "netease-home") { return choose("发现", "Discover") }
        if name.isSame(as: "douban-movies") { return choose("电影首页", "Movies") }
        if name.isSame(as: "users") { return choose("用户", "People") }
        if name.isSame(as: "json-feed") { return choose("文章", "Articles") }
        return nil
    }

    /// In place of a page, or of one that is old beside it.
    public func text(of state: SourceState) -> StaticString? {
        switch state {
        case .idle, .ready: nil
        case .loading: choose("正在加载…", "Loading…")
        case .stale: choose("正在显示已保存的内容", "Showing saved content")
        case .empty: choose("暂无内容", "Nothing here yet")
        case .failed: choose("加载失败", "This page couldn't be loaded")
        }
    }

    /// In place of what is found.
    public func text(of state: SearchViewModel.State) -> StaticString? {
        switch state {
        case .loading, .results: nil
        case .prompt: choose("搜索用户，认识新朋友", "Search for users and get connected")
        case .empty: choose("没有找到相关结果", "Nothing was found")
        case .failed: choose("搜索失败，请重试", "The search failed. Try again.")
        }
    }

    /// What to tell the reader of a failure.
    public func text(of kind: FeedFailure.Kind) -> StaticString {
        switch kind {
        case .network:
            choose("网络未连接，请检查网络后重试", "Not connected to the network. Check the connection and try again.")
        case .timeout: choose("服务器响应超时，请稍后重试", "The server took too long to answer. Try again later.")
        case .tls:
            choose("无法建立安全连接，请检查网络和系统时间", "No secure connection. Check the network and this device's clock.")
        case .http: choose("服务器暂时无法提供此内容，请稍后重试", "The server can't provide this right now. Try again later.")
        case .unavailable, .answer(.unavailable):
            choose("系统缺少必要的组件或资源", "Something that the app needs is missing on this device.")
        case .cancelled: choose("已取消", "Cancelled")
        case .store:
            choose("无法读写已保存的内容，请检查存储空间", "Saved content can't be read or written. Check the free space.")
        case .image: choose("图片无法显示", "This picture can't be shown.")
        case .answer(.empty): choose("服务器没有返回内容，请稍后重试", "The server's answer was empty. Try again later.")
        case .answer(.syntax), .answer(.json):
            choose("服务器返回的数据有误，请稍后重试", "The server's answer is damaged. Try again later.")
        case .answer(.shape), .answer(.tooDeep):
            choose("服务器返回了无法识别的内容", "This app doesn't understand the server's answer.")
        case .answer(.tooLarge): choose("内容过大，无法显示", "This is too large to be shown.")
        case .answer(.loginNeeded): choose("请先登录", "Log in to see this.")
        case .answer(.refused): choose("服务器拒绝了请求，请稍后重试", "The server refused the request. Try again later.")
        case .answer(.mapping), .answer(.config):
            choose("应用的设置有误，请更新应用", "The app isn't set up for this page. Update the app.")
        case .answer(.argument), .answer(.thread): unknownFailure
        }
    }

    /// Of a failure that isn't known here, or that only the program's author understands.
    public var unknownFailure: StaticString { choose("出了点问题，请重试", "Something went wrong. Try again.") }

    /// Words on buttons.
    public enum Word: Int32, CaseIterable, Sendable {
        case more = 1
        case retry, refresh, loadMore, search, cancel
    }

    public func text(of word: Word) -> StaticString {
        switch word {
        case .more: choose("更多", "More")
        case .retry: choose("重试", "Try again")
        case .refresh: choose("刷新", "Refresh")
        case .loadMore: choose("加载更多", "Load more")
        case .search: choose("搜索", "Search")
        case .cancel: choose("取消", "Cancel")
        }
    }
}
