"""What the demo's server answers: the fixtures, with more of the same for wide windows, and all pictures its own.

All of it is invented. Each function gives the answer to one address as Python's own objects.
"""
import copy
import json
import pathlib
import re

FIXTURES = pathlib.Path(__file__).resolve().parents[3] / "Tests" / "Fixtures"
PREFIX = "HOMEPAGE_BLOCK_"


def fixture(name):
    return json.loads((FIXTURES / name).read_text(encoding="utf-8"))


# ------------------------------------------------------------------------------------------------------------ cards

def card(number, title, picture, plays=None, labels=(), action=None, subtitle=None):
    """A creative with one resource, as the home page has them."""
    shown = {"mainTitle": {"title": title}, "image": {"imageUrl": f"http://img1.example/{picture}.jpg"},
             "labelTexts": list(labels)}
    if subtitle:
        shown["subTitle"] = {"title": subtitle}
    action = action or f"orpheus://playlist/{number}?autoplay=0"
    extra = {} if plays is None else {"playCount": plays}
    resource = {"uiElement": shown, "resourceType": "list", "resourceId": str(number), "resourceExtInfo": extra,
                "action": action, "actionType": "orpheus", "valid": True}
    return {"creativeType": "list", "creativeId": str(number), "action": action, "actionType": "orpheus",
            "uiElement": shown, "resources": [resource], "creativeExtInfoVO": extra}


def shelf(code, title, cards, button="更多"):
    return {"blockCode": code, "canClose": True, "creatives": cards,
            "uiElement": {"subTitle": {"title": title},
                          "button": {"text": button, "action": f"orpheus://page/{code.lower()}"}}}


MORE_CARDS = {
    PREFIX + "PLAYLIST_RCMD": [
        card(8800001011, "灯塔看守人的收音机", "cover/lighthouse-radio", 904112, ["器乐"]),
        card(8800001012, "Letters from the Estuary", "cover/estuary-letters", 61230, ["Folk"]),
        card(8800001013, "下过雪的站台", "cover/snow-platform", 3310470, ["民谣", "冬天"]),
        card(8800001014, "厨房里的巴萨诺瓦", "cover/kitchen-bossa", 128846, ["爵士"]),
    ],
    PREFIX + "MGC_PLAYLIST": [
        card(8800002011, "你家楼下也在放的歌|同城雷达", "radar/town", 7700421),
        card(8800002012, "一个人走夜路的歌|夜行雷达", "radar/night-walk", 2245010),
        card(8800002013, "唱片店老板不肯卖的|私藏雷达", "radar/records-kept", 38121),
        card(8800002014, "Morning Tides|晨间雷达", "radar/morning-tides", 990244),
    ],
    PREFIX + "OFFICIAL_PLAYLIST": [
        card(8800003011, "阳台上晒着被子的下午", "scene/balcony", 812044),
        card(8800003012, "末班公交，靠窗的位子", "scene/last-train", 4120931),
        card(8800003013, "把周一过成周五", "scene/monday", 220118),
        card(8800003014, "Dinner for One, Slowly", "scene/dinner-for-one", 19870),
    ],
    "HOMEPAGE_VOICELIST_RCMD": [
        card(66011, "渔港的一百个早晨", "voice/harbour-mornings", 84120, action="orpheus://djradio/66011"),
        card(66012, "半小时建筑课", "voice/district-lessons", 1203311, action="orpheus://djradio/66012"),
        card(66013, "The Slow Ferry", "voice/slow-ferry", 40922, action="orpheus://djradio/66013"),
    ],
    "HOMEPAGE_PODCAST24": [
        card(77101, "雨声与打字机", "pod/typewriter-rain", action="orpheus://page/pod-rain"),
        card(77102, "深夜电台", "pod/night-radio", action="orpheus://page/pod-night"),
        card(77103, "白噪海岸", "pod/white-harbour", action="orpheus://page/pod-harbour"),
    ],
    PREFIX + "VIDEO_PLAYLIST": [
        card(8800004011, "在天台唱完最后一首", "video/roof-city", 310244, ["现场"]),
        card(8800004012, "弦乐四重奏的手", "video/strings", 22801, ["古典"]),
        card(8800004013, "海边录音棚三日", "video/sea-studio", 5120, ["纪录"]),
        card(8800004014, "地铁口的手风琴", "video/carriage-accordion", 871004, ["街头"]),
    ],
    PREFIX + "CITY_RADIO": [
        card(77011, "湖畔古典台", "city/lake", 9120, ["直播"], "orpheus://cityradio/77011", "FM 94.1"),
        card(77012, "老城闲话", "city/old-town", 120871, ["直播"], "orpheus://cityradio/77012", "AM 846"),
        card(77013, "Night Tram Radio", "city/night-tram", 44012, ["直播"], "orpheus://cityradio/77013", "FM 103.9"),
        card(77014, "渡口新闻", "city/ferry-news", 30877, ["直播"], "orpheus://cityradio/77014", "FM 88.2"),
    ],
}

EVENTS = [
    ("7011", "码头音乐会：日落场", "calendar/quay-sunset", "预告", 1716307200000),
    ("7012", "二十年前的今天，《候鸟》发行", "calendar/north-birds", "", 1716393600000),
    ("7013", "Saltmarsh Choir 巡演首站", "calendar/choir-stage", "热点", 1716480000000),
]
VIDEOS = [
    ("a1mlog0011", "渡轮甲板上的小提琴", "mlog/ferry-violin", 220145),
    ("a1mlog0012", "三分钟学会换和弦", "mlog/chords", 1093340),
    ("a1mlog0013", "雨天的排练室", "mlog/rain-room", 88012),
    ("a1mlog0014", "One Take on the Night Tram", "mlog/night-tram", 45310),
]


def event(number, title, picture, label, day):
    shown = {"mainTitle": {"title": title}, "image": {"imageUrl": f"http://img1.example/{picture}.jpg"},
             "labelTexts": [label] if label else []}
    action = f"orpheus://nm/musicCalendar/detail?eventID={number}"
    resource = {"uiElement": shown, "resourceType": "WEBVIEW", "resourceId": number, "action": action, "valid": True,
                "resourceExtInfo": {"startTime": day, "endTime": day + 86340000, "eventId": number}}
    return {"creativeType": "HOMEPAGE_MUSIC_EVENT", "creativeId": number, "resources": [resource]}


def video(number, text, picture, plays):
    return {"id": number, "resource": {
        "mlogBaseData": {"id": number, "text": text, "duration": 31000,
                         "coverUrl": f"http://img1.example/{picture}.jpg"},
        "mlogExtVO": {"playCount": plays}, "shareUrl": f"https://video.example/mlog/{number}"}}


SECOND_PAGE = [
    shelf(PREFIX + "TOPLIST", "城市榜", [
        card(8800005001 + i, title, f"cover/{picture}", plays) for i, (title, picture, plays) in enumerate([
            ("鹿港新歌榜", "lugang-new", 4410233),
            ("山城民谣榜", "hills-folk", 982310),
            ("夜骑榜", "night-ride", 120042),
            ("码头现场榜", "quay-live", 77120),
            ("毕业季榜", "classroom-list", 2300121),
            ("Rainy Tuesday 25", "rain-25", 9981),
        ])]),
    shelf(PREFIX + "READERS", "听友写下的话", [
        card(8800006001 + i, title, f"mlog/{picture}", subtitle=name) for i, (title, picture, name) in enumerate([
            ("在候车室听完了整张专辑", "train-hall", "阿谷"),
            ("风把耳机线吹成了弦", "windy-hills", "林小舟"),
            ("奶奶说这首像她的年轻时候", "old-record", "南窗"),
            ("第一次一个人看海", "first-sea", "周小满"),
            ("Played it twice on the night boat", "night-boat", "Zoë Quay"),
        ])], "去看看"),
    shelf(PREFIX + "BOOKS", "有声书架", [
        card(8800007001 + i, title, f"pod/{picture}", plays) for i, (title, picture, plays) in enumerate([
            ("灯下旧信", "letters-lamp", 33012),
            ("北方来的船", "north-boat", 871200),
            ("猫在屋顶", "moon-roof", 12004),
            ("The Tide Clerk", "tide-clerk", 6102),
            ("河流的名字", "river-names", 90133),
        ])]),
]


# ------------------------------------------------------------------------------------------------------------ pages

def home(changed=False):
    page = fixture("netease-home.json")
    blocks = {block["blockCode"]: block for block in page["data"]["blocks"]}
    for code, cards in MORE_CARDS.items():
        blocks[code]["creatives"] += cards
    blocks["HOMEPAGE_MUSIC_CALENDAR"]["creatives"] += [event(*fields) for fields in EVENTS]
    blocks["HOMEPAGE_MUSIC_MLOG"]["extInfo"] += [video(*fields) for fields in VIDEOS]
    for banner in blocks["HOMEPAGE_BANNER"]["extInfo"]["banners"]:
        banner["mainTitle"] = BANNERS[re.search(r"banner/([a-z-]+)", banner["pic"])[1]]
    page["data"]["cursor"] = "2"
    if changed:
        change(page["data"]["blocks"], blocks)
    return page


BANNERS = {
    "night-ferry": "夜航：沈予川的新歌",
    "summer-stage": "夏天的舞台，开到最后一班船",
    "ad-headphones": "把耳朵借给安静",
    "paper-lanterns": "《纸灯笼》全碟上线",
    "rainy-day-list": "下雨天才听的四十首",
}


def change(order, blocks):
    """A new card, another count, and two sections that changed places."""
    cards = blocks[PREFIX + "PLAYLIST_RCMD"]["creatives"]
    cards.insert(0, card(8800001099, "刚刚靠岸：今晚的新歌单", "cover/just-moored-boat", 12, ["新"]))
    cards[2]["resources"][0]["resourceExtInfo"]["playCount"] += 100_000_000
    one, other = (order.index(blocks[PREFIX + name]) for name in ("MGC_PLAYLIST", "OFFICIAL_PLAYLIST"))
    order[one], order[other] = order[other], order[one]


def following():
    return {"code": 200, "data": {"hasMore": False, "blocks": copy.deepcopy(SECOND_PAGE),
                                  "pageConfig": {"nodataToast": "没有更多了"}}}


def menus():
    return fixture("netease-menus.json")


def movies():
    return fixture("douban-movies.json")


PROGRAMMES = [
    ("清晨六点的码头", "渔船回港前后的半小时", "harbour-six", 1920),
    ("词与曲之间", "三位作者谈同一段副歌", "between-lines", 3120),
    ("一张唱片的旅行", "从录音棚到旧货市场", "record-journey", 2710),
    ("Low Tide Stories", "What the harbour keeps", "low-tide-stories", 1840),
    ("城市听力", "十二座城市的红绿灯", "city-ears", 2205),
    ("夜里修收音机的人", "一个人的维修铺", "night-radio-repair", 2660),
    ("厨房实验室", "为什么汤在第二天更好喝", "kitchen-lab", 1505),
    ("雨量表", "每周一场雨，每场一首歌", "rain-gauge", 1320),
    ("翻唱研究所", "同一首歌的七个版本", "seven-versions", 3340),
    ("站台故事", "等车的人都在听什么", "train-stories", 1710),
    ("旧信箱", "读一封三十年前的来信", "letters-box", 1455),
    ("星图漫谈", "今晚抬头能看见的", "stars-tonight", 2030),
]
SIZE = 4


def programmes(start):
    """A list of which each answer has a few, and says how many there are."""
    shown = [{"id": f"p-{number}", "name": name, "about": about, "length": seconds * 1000,
              "cover": f"http://img1.example/voice/{picture}.jpg", "link": f"https://page.example/programme/{number}"}
             for number, (name, about, picture, seconds) in enumerate(PROGRAMMES[start:start + SIZE], start + 1)]
    return {"lists": [{"type": "programmes", "title": "今日节目", "total": len(PROGRAMMES), "entries": shown}]}


# ----------------------------------------------------------------------------------------------------------- people

FIRST = ["林", "周", "沈", "许", "白", "江", "方", "阿"]
LAST = ["小舟", "晚舟", "予川", "听雨", "既白", "南窗", "小满", "谷"]
WORDS = [
    "在码头写代码。", "收集各地的雨声。", "唱片店的第二任店员。", "Harbours, fonts and tea.", "夜班电台的听众。",
    "周末在河边录音。", "Slow ferries only.", "正在学手风琴。",
]
LATIN = [("Ada Linfield", "adalin"), ("Marlo Quay", "marlo"), ("Tess Harrow", "tessh"), ("Ivo Lindqvale", "ivolin"),
         ("Nora Saltmarsh", "saltnora"), ("Joss Ferrow", "jossf"), ("Lina Overwater", "linaover")]


def people():
    users = fixture("users.json")["users"]
    for number in range(24):
        name = FIRST[number % 8] + LAST[(number * 3 + 1 + number // 8) % 8]
        users.append(person(5000 + number, name, f"listener{number + 1}", 37 * number * number + 12))
    for number, (name, username) in enumerate(LATIN):
        users.append(person(6000 + number, name, username, 8123 * (number + 1)))
    for user in users:  # those of the fixture without a picture are left without
        user.setdefault("avatarPath", None)
    return users


def person(number, name, username, followers):
    return {"id": f"u-{number}", "displayName": name, "username": username, "followersCount": followers,
            "followingCount": number % 300, "createdOn": 1600000000 + number * 86400,
            "bio": WORDS[(number * 5 + number // 8) % len(WORDS)],
            "avatarPath": f"https://img3.example/avatar/{number}.jpg", "isUserOnboarded": True}


def users(query):
    """Those in whom the query is, in a name or in what they say."""
    wanted = query.strip().lstrip("@").casefold()
    fields = ("displayName", "username", "userName", "bio")
    return {"users": [user for user in people()
                      if wanted and any(wanted in (user.get(field) or "").casefold() for field in fields)]}


def drawn(value, address):
    """The same, with every picture at this address, and without emoji, for which not every system has a font."""
    text = re.sub("[ ]?[\U0001f000-\U0001faff]\ufe0f?", "", json.dumps(value, ensure_ascii=False))
    return re.sub(r"https?://img\d\.example/([\w/-]+)\.(?:jpg|png|webp)", rf"{address}/pictures/\1.png", text)
