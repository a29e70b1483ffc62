// Foundation's JSONDecoder with Codable types: the fields that the mapping `netease-home` picks. `foundation PAGE`
// speaks as contenders.c does.
import Foundation

struct Page: Decodable {
    let code: Int
    let message: String?
    let data: PageData
}

struct PageData: Decodable {
    let cursor: String?
    let hasMore: Bool?
    let pageConfig: PageConfig?
    let blocks: [Block]
}

struct PageConfig: Decodable {
    let refreshInterval: Int?
    let nodataToast: String?
}

struct Block: Decodable {
    let blockCode: String
    let showType, action, actionType: String?
    let canClose: Bool?
    let uiElement: Element?
    let creatives: [Creative]?
    let extInfo: BlockExtra?
}

/// An object in the block of banners, an array in the one of videos.
enum BlockExtra: Decodable {
    case banners([Banner]?)
    case videos([Video])

    enum CodingKeys: CodingKey {
        case banners
    }

    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: CodingKeys.self) {
            self = .banners(try object.decodeIfPresent([Banner].self, forKey: .banners))
        } else {
            self = .videos(try [Video](from: decoder))
        }
    }
}

struct Element: Decodable {
    let mainTitle, subTitle: Title?
    let image: Image?
    let labelTexts: [String]?
    let button: Button?
}

struct Title: Decodable {
    let title, titleImgUrl: String?
}

struct Image: Decodable {
    let imageUrl: String?
}

struct Button: Decodable {
    let text, action, actionType: String?
}

struct Creative: Decodable {
    let creativeId, creativeType, action, actionType: String?
    let uiElement: Element?
    let creativeExtInfoVO: CreativeExtra?
    let resources: [Resource]?
}

struct CreativeExtra: Decodable {
    let playCount: Int?
}

struct Resource: Decodable {
    let resourceId, resourceType, resourceUrl, action, actionType: String?
    let valid: Bool?
    let uiElement: Element?
    let resourceExtInfo: ResourceExtra?
}

struct ResourceExtra: Decodable {
    let playCount, startTime, endTime: Int?
    let eventId: String?
    let artists: [Named]?
    let songData: SongData?
}

struct SongData: Decodable {
    let album: Named?
    let duration: Int?
}

struct Named: Decodable {
    let name: String?
}

struct Banner: Decodable {
    let bannerId, encodeId, mainTitle, pic, url, titleColor, typeTitle: String?
    let targetId, targetType: Int?
}

struct Video: Decodable {
    let id: String?
    let resource: VideoResource?
}

struct VideoResource: Decodable {
    let mlogBaseData: VideoBase?
    let mlogExtVO: VideoExtra?
    let userProfile: Profile?
    let shareUrl: String?
}

struct VideoBase: Decodable {
    let id, text, interveneText, coverUrl: String?
    let duration: Int?
}

struct VideoExtra: Decodable {
    let playCount, likedCount: Int?
    let song: VideoSong?
}

struct VideoSong: Decodable {
    let name: String?
    let artists: [Artist]?
}

struct Artist: Decodable {
    let artistName: String?
}

struct Profile: Decodable {
    let nickname: String?
}

/// Nanoseconds that the processor has worked for this process.
func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Nanoseconds from bytes to the page, without giving it back.
func run(_ body: Data) throws -> Int {
    let start = now()
    let page = try JSONDecoder().decode(Page.self, from: body)
    let time = now() - start
    return withExtendedLifetime(page) { time }
}

let body = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
setvbuf(stdout, nil, _IOLBF, 0)
print("Foundation JSONDecoder, Codable\n")
while let line = readLine() {
    let runs = Int(line.split(separator: " ")[1])!
    do {
        print(try (0..<runs).map { _ in String(try run(body)) }.joined(separator: " "))
    } catch {
        print("refused: \(error)".split(whereSeparator: \.isNewline).joined(separator: " "))
    }
}
