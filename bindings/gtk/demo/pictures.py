"""Drawn pictures: the same name is the same picture, in whatever width is asked for.

A path says what it is: /pictures/cover/old-quay.png is a cover, and "old-quay" chooses its colours and what is on it.
"""
import functools
import hashlib
import io
import math
import random

import cairo

# Width by height of each kind; what isn't here is square.
ASPECTS = {"banner": 5 / 2, "poster": 0.675}

# Two colours of a sky, one of what is far and one of what is near, and a light.
PALETTES = [
    ("#1b2a4e", "#f2a65a", "#5b4b8a", "#141b33", "#ffe8b8"),
    ("#0f4c5c", "#e8c7a0", "#2c7a7b", "#0a2f3a", "#fff3d6"),
    ("#7b2d43", "#f6b39b", "#a84a5f", "#42172a", "#ffe3d3"),
    ("#2b3a67", "#b8c9f0", "#496a9e", "#1a2340", "#fdf6e3"),
    ("#35524a", "#d9e4b4", "#627c5c", "#20352f", "#fbf7d5"),
    ("#4a2c6f", "#f29fb5", "#7d4f9e", "#291746", "#ffe0ec"),
    ("#c8553d", "#f9dcc4", "#e08e6d", "#6b2a20", "#fff4e6"),
    ("#13315c", "#8da9c4", "#34609a", "#0b2545", "#eef4ed"),
    ("#264653", "#e9c46a", "#2a9d8f", "#16303a", "#fdf3d0"),
    ("#3d405b", "#f2cc8f", "#81b29a", "#25273c", "#f4f1de"),
    ("#5f0f40", "#fb8b24", "#9a031e", "#310722", "#ffe2bf"),
    ("#22577a", "#c7f9cc", "#38a3a5", "#123449", "#f4fff0"),
]


def color(text):
    return tuple(int(text[i:i + 2], 16) / 255 for i in (1, 3, 5))


class Sheet:
    """What is drawn on, one unit high and `width` wide, with the colours and the chance of a name."""

    def __init__(self, path, aspect, pixels):
        seed = hashlib.sha256(path.encode()).digest()
        self.chance = random.Random(seed)
        self.top, self.bottom, self.far, self.near, self.light = map(color, PALETTES[seed[0] % len(PALETTES)])
        self.name, self.width, self.seed = path.rpartition("/")[2], aspect, seed
        height = max(round(pixels / aspect), 1)
        self.surface = cairo.ImageSurface(cairo.FORMAT_RGB24, pixels, height)
        self.pen = cairo.Context(self.surface)
        self.pen.scale(pixels / aspect, height)

    def ground(self, one=None, other=None):
        sky = cairo.LinearGradient(0, 0, 0, 1)
        sky.add_color_stop_rgb(0, *(one or self.top))
        sky.add_color_stop_rgb(1, *(other or self.bottom))
        self.pen.set_source(sky)
        self.pen.paint()

    def fill(self, rgb, alpha=1.0):
        self.pen.set_source_rgba(*rgb, alpha)
        self.pen.fill()

    def stroke(self, rgb, width, alpha=1.0):
        self.pen.set_source_rgba(*rgb, alpha)
        self.pen.set_line_width(width)
        self.pen.stroke()

    def disc(self, x, y, radius):
        self.pen.new_sub_path()
        self.pen.arc(x, y, radius, 0, 2 * math.pi)

    def ridge(self, height, swing, rgb, alpha=1.0):
        """A line of hills, or of waves if it swings little."""
        phase, bend = self.chance.uniform(0, 6), self.chance.uniform(3, 5)
        self.pen.move_to(0, 1)
        for step in range(61):
            x = step / 60 * self.width
            self.pen.line_to(x, height + swing * (math.sin(bend * x + phase) + 0.4 * math.sin(2.7 * bend * x)))
        self.pen.line_to(self.width, 1)
        self.fill(rgb, alpha)

    def text(self):
        stream = io.BytesIO()
        self.surface.write_to_png(stream)
        return stream.getvalue()


# ---------------------------------------------------------------------------------------------------------- scenes

def sun(sheet):
    sheet.ground()
    x, y = sheet.width * sheet.chance.uniform(0.3, 0.7), sheet.chance.uniform(0.32, 0.45)
    for ring in (0.30, 0.24):
        sheet.disc(x, y, ring)
        sheet.fill(sheet.light, 0.12)
    sheet.disc(x, y, 0.18)
    sheet.fill(sheet.light)
    sheet.ridge(0.66, 0.06, sheet.far)
    sheet.ridge(0.80, 0.05, sheet.near)


def sea(sheet):
    sheet.ground(sheet.top, sheet.far)
    x = sheet.width * sheet.chance.uniform(0.35, 0.65)
    sheet.disc(x, 0.34, 0.15)
    sheet.fill(sheet.light)
    for row in range(5):
        sheet.ridge(0.56 + 0.1 * row, 0.012 + 0.004 * row, sheet.near, 0.30 + 0.12 * row)
    boat(sheet, x - 0.06, 0.60)


def boat(sheet, x, y):
    pen = sheet.pen
    pen.move_to(x - 0.11, y)
    pen.line_to(x + 0.11, y)
    pen.line_to(x + 0.07, y + 0.055)
    pen.line_to(x - 0.07, y + 0.055)
    pen.close_path()
    sheet.fill(sheet.light)
    pen.move_to(x, y - 0.015)
    pen.line_to(x, y - 0.17)
    pen.line_to(x + 0.085, y - 0.015)
    pen.close_path()
    sheet.fill(sheet.bottom)


def rain(sheet):
    sheet.ground(sheet.near, sheet.far)
    for _ in range(round(46 * sheet.width)):
        x, y = sheet.chance.uniform(0, sheet.width + 0.2), sheet.chance.uniform(-0.1, 1)
        sheet.pen.move_to(x, y)
        sheet.pen.rel_line_to(-0.03, 0.09)
        sheet.stroke(sheet.light, 0.006, sheet.chance.uniform(0.15, 0.5))
    x = sheet.width * 0.5
    sheet.pen.arc(x, 0.58, 0.24, math.pi, 2 * math.pi)
    sheet.pen.close_path()
    sheet.fill(sheet.bottom)
    sheet.pen.move_to(x, 0.58)
    sheet.pen.line_to(x, 0.80)
    sheet.pen.arc_negative(x - 0.04, 0.80, 0.04, 0, math.pi)
    sheet.stroke(sheet.light, 0.02)


def city(sheet):
    sheet.ground()
    x = 0.0
    while x < sheet.width:
        width, height = sheet.chance.uniform(0.1, 0.19), sheet.chance.uniform(0.25, 0.62)
        sheet.pen.rectangle(x, 1 - height, width - 0.012, height)
        sheet.fill(sheet.near)
        for row in range(int(height / 0.085)):
            for column in range(int(width / 0.05)):
                if sheet.chance.random() < 0.45:
                    sheet.pen.rectangle(x + 0.02 + 0.05 * column, 1 - height + 0.035 + 0.085 * row, 0.02, 0.035)
        sheet.fill(sheet.light, 0.85)
        x += width


def record(sheet):
    sheet.ground(sheet.far, sheet.top)
    x, y = sheet.width * 0.5, 0.5
    sheet.disc(x, y, 0.38)
    sheet.fill(sheet.near)
    for ring in range(5):
        sheet.disc(x, y, 0.20 + 0.035 * ring)
        sheet.stroke(sheet.light, 0.004, 0.28)
    sheet.disc(x, y, 0.135)
    sheet.fill(sheet.bottom)
    sheet.disc(x, y, 0.022)
    sheet.fill(sheet.near)


def bars(sheet):
    sheet.ground(sheet.near, sheet.top)
    count = round(9 * sheet.width)
    step = sheet.width / (count + 2)
    for bar in range(count):
        height = 0.12 + 0.5 * abs(math.sin(bar * 0.9 + sheet.seed[1])) * sheet.chance.uniform(0.6, 1)
        sheet.pen.set_line_cap(cairo.LINE_CAP_ROUND)
        sheet.pen.move_to(step * (bar + 1.5), 0.5 - height / 2)
        sheet.pen.rel_line_to(0, height)
        sheet.stroke(sheet.bottom if bar % 3 else sheet.light, step * 0.45)


def arcs(sheet):
    sheet.ground(sheet.bottom, sheet.light)
    corner = sheet.seed[2] % 2 * sheet.width
    for ring, rgb in ((0.95, sheet.far), (0.72, sheet.top), (0.5, sheet.near), (0.28, sheet.light)):
        sheet.disc(corner, 1, ring)
        sheet.fill(rgb)
    sheet.disc(sheet.width - corner * 0.8 - 0.1, 0.22, 0.1)
    sheet.fill(sheet.top)


def tiles(sheet):
    sheet.ground(sheet.light, sheet.light)
    size = 0.25
    for row in range(4):
        for column in range(math.ceil(sheet.width / size)):
            x, y, turn = column * size, row * size, sheet.chance.randrange(4)
            rgb = sheet.chance.choice((sheet.top, sheet.far, sheet.near, sheet.bottom))
            sheet.pen.move_to(x + size * (turn in (1, 2)), y + size * (turn in (2, 3)))
            sheet.pen.arc(x + size * (turn in (1, 2)), y + size * (turn in (2, 3)), size,
                          turn * math.pi / 2, (turn + 1) * math.pi / 2)
            sheet.fill(rgb)


def lanterns(sheet):
    sheet.ground(sheet.near, sheet.top)
    for lamp in range(round(5 * sheet.width)):
        x, y = (lamp + 0.6) / 5, 0.22 + 0.2 * sheet.chance.random()
        sheet.pen.move_to(x, 0)
        sheet.pen.line_to(x, y)
        sheet.stroke(sheet.light, 0.004, 0.5)
        sheet.disc(x, y + 0.07, 0.13)
        sheet.fill(sheet.bottom, 0.22)
        sheet.disc(x, y + 0.07, 0.07)
        sheet.fill(sheet.bottom)
        sheet.disc(x, y + 0.07, 0.03)
        sheet.fill(sheet.light)
    sheet.ridge(0.82, 0.03, sheet.far, 0.6)


def stars(sheet):
    sheet.ground(sheet.near, sheet.far)
    for _ in range(round(60 * sheet.width)):
        sheet.disc(sheet.chance.uniform(0, sheet.width), sheet.chance.uniform(0, 0.75),
                   sheet.chance.uniform(0.002, 0.008))
    sheet.fill(sheet.light)
    x = sheet.width * 0.62
    sheet.disc(x, 0.33, 0.13)
    sheet.fill(sheet.light)
    sheet.disc(x + 0.055, 0.29, 0.115)
    sheet.fill(tuple(0.72 * a + 0.28 * b for a, b in zip(sheet.near, sheet.far)))
    sheet.ridge(0.82, 0.05, sheet.near)


def face(sheet):
    """Somebody, as far as a name tells."""
    sheet.ground(sheet.bottom, sheet.light)
    x = sheet.width / 2
    skin = sheet.chance.choice([(0.98, 0.86, 0.75), (0.91, 0.74, 0.60), (0.72, 0.52, 0.39), (0.50, 0.34, 0.25)])
    hair = sheet.chance.choice([(0.13, 0.11, 0.13), (0.30, 0.18, 0.12), (0.62, 0.42, 0.22), (0.45, 0.45, 0.48)])
    if sheet.seed[3] % 2:  # long hair
        sheet.pen.rectangle(x - 0.225, 0.40, 0.45, 0.34)
        sheet.fill(hair)
    sheet.disc(x, 1.06, 0.36)
    sheet.fill(sheet.top)
    sheet.pen.rectangle(x - 0.065, 0.56, 0.13, 0.16)
    sheet.fill(tuple(0.9 * part for part in skin))
    sheet.disc(x, 0.40, 0.225)
    sheet.fill(hair)
    sheet.disc(x, 0.45, 0.185)
    sheet.fill(skin)
    sheet.pen.arc(x, 0.42, 0.19, math.pi, 2 * math.pi)
    sheet.pen.curve_to(x + 0.1, 0.33, x - 0.02 - 0.1 * (sheet.seed[4] % 2), 0.30, x - 0.19, 0.42)
    sheet.fill(hair)
    for side in (-0.07, 0.07):
        sheet.disc(x + side, 0.465, 0.017)
    sheet.fill((0.15, 0.12, 0.14))
    sheet.pen.arc(x, 0.52, 0.05, 0.2 * math.pi, 0.8 * math.pi)
    sheet.stroke((0.55, 0.22, 0.22), 0.014)


# ----------------------------------------------------------------------------------------------------------- menus

def menu(sheet):
    sheet.ground(sheet.far, sheet.top)
    sheet.pen.set_line_cap(cairo.LINE_CAP_ROUND)
    sheet.pen.set_line_join(cairo.LINE_JOIN_ROUND)
    SIGNS.get(sheet.name, sign_note)(sheet.pen)
    sheet.stroke((1, 1, 1), 0.055)


def lines(pen, *paths):
    for path in paths:
        for step, (x, y) in enumerate(path):
            (pen.line_to if step else pen.move_to)(x, y)


def sign_note(pen):
    lines(pen, [(0.44, 0.66), (0.44, 0.30), (0.68, 0.27), (0.68, 0.62)])
    for x, y in ((0.37, 0.67), (0.61, 0.63)):
        pen.new_sub_path()
        pen.arc(x, y, 0.07, 0, 2 * math.pi)


def sign_today(pen):
    pen.rectangle(0.29, 0.32, 0.42, 0.38)
    lines(pen, [(0.29, 0.44), (0.71, 0.44)], [(0.40, 0.25), (0.40, 0.36)], [(0.60, 0.25), (0.60, 0.36)],
          [(0.50, 0.57), (0.50, 0.571)])


def sign_shuffle(pen):
    lines(pen, [(0.27, 0.38), (0.38, 0.38), (0.60, 0.62), (0.72, 0.62)], [(0.27, 0.62), (0.38, 0.62), (0.44, 0.55)],
          [(0.54, 0.45), (0.60, 0.38), (0.72, 0.38)], [(0.65, 0.31), (0.73, 0.38), (0.65, 0.45)],
          [(0.65, 0.55), (0.73, 0.62), (0.65, 0.69)])


def sign_playlists(pen):
    lines(pen, [(0.29, 0.34), (0.71, 0.34)], [(0.29, 0.50), (0.71, 0.50)], [(0.29, 0.66), (0.52, 0.66)])


def sign_charts(pen):
    lines(pen, [(0.33, 0.68), (0.33, 0.52)], [(0.50, 0.68), (0.50, 0.31)], [(0.67, 0.68), (0.67, 0.42)])


def sign_books(pen):
    lines(pen, [(0.50, 0.38), (0.42, 0.32), (0.27, 0.32), (0.27, 0.66), (0.42, 0.66), (0.50, 0.71), (0.58, 0.66),
                (0.73, 0.66), (0.73, 0.32), (0.58, 0.32), (0.50, 0.38), (0.50, 0.70)])


def sign_records(pen):
    for radius in (0.23, 0.07):
        pen.new_sub_path()
        pen.arc(0.5, 0.5, radius, 0, 2 * math.pi)


def sign_rain(pen):
    lines(pen, [(0.36, 0.62), (0.32, 0.72)], [(0.51, 0.62), (0.47, 0.72)], [(0.66, 0.62), (0.62, 0.72)])
    pen.new_sub_path()
    pen.arc(0.37, 0.44, 0.09, math.pi / 2, 1.5 * math.pi)
    pen.arc(0.50, 0.38, 0.12, 1.1 * math.pi, 1.9 * math.pi)
    pen.arc(0.64, 0.45, 0.08, 1.5 * math.pi, math.pi / 2)
    pen.close_path()


def sign_choir(pen):
    pen.new_sub_path()
    pen.arc(0.5, 0.37, 0.10, math.pi, 2 * math.pi)
    pen.arc(0.5, 0.47, 0.10, 0, math.pi)
    pen.close_path()
    pen.new_sub_path()
    pen.arc_negative(0.5, 0.47, 0.19, math.pi, 0)
    lines(pen, [(0.5, 0.66), (0.5, 0.75)])


SIGNS = {
    "today": sign_today, "shuffle": sign_shuffle, "playlists": sign_playlists, "charts": sign_charts,
    "books": sign_books, "records": sign_records, "rain": sign_rain, "choir": sign_choir,
}

# --------------------------------------------------------------------------------------------------------- choosing

SCENES = [sun, sea, city, record, bars, arcs, tiles, lanterns, stars, rain]
WORDS = [
    (rain, "rain candle typewriter"), (lanterns, "lantern festival birthday dinner"),
    (sea, "quay ferry sea tide boat harbour estuary intertidal lighthouse"),
    (city, "city store floor carriage stop train hills lugang town district after-hours"),
    (stars, "moon stars winter snow night orbit letters july"),
    (bars, "live stage bass trance drummer kilometre mp3 podcast"),
    (record, "side vinyl jazz radar record headphones"), (tiles, "baroque blank classroom lyrics kitchen"),
]


def scene(kind, name, seed):
    if kind in ("avatar", "artist"):
        return face
    if kind == "menu":
        return menu
    for draw, words in WORDS:
        if any(word in name for word in words.split()):
            return draw
    return SCENES[seed[5] % len(SCENES)]


@functools.lru_cache(maxsize=2000)
def picture(path, width):
    """A PNG of "cover/old-quay", so many pixels wide."""
    kind, _, name = path.rpartition("/")
    sheet = Sheet(path, next((ASPECTS[word] for word in ASPECTS if word in kind), 1.0), width)
    scene(kind, name, sheet.seed)(sheet)
    return sheet.text()
