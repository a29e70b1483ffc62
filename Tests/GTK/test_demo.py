#!/usr/bin/env python3
"""The demo, driven as a screen reader drives it: by the names, roles and actions in its accessibility tree.

    test_demo.py PROGRAM [CLASS]…

Where a test changes something it has a server and a data folder of its own. All wait for what is to happen.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

# A critical ends the programs that are tested, and not this one: libatspi may be late for what has gone.
STRICT = {**os.environ}
os.environ.pop("G_DEBUG", None)

import gi  # noqa: E402

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

GTK = pathlib.Path(__file__).resolve().parents[2] / "bindings/gtk"
SERVER, EXAMPLE = GTK / "demo/server.py", GTK / "examples/movies.py"
TIMEOUT = 30  # seconds, after which something hangs

OFFLINE = "Not connected to the network. Check the connection and try again."
SERVER_FAILS = "The server can't provide this right now. Try again later."


class Hangs(AssertionError):
    pass


def wait_for(what, condition):
    """What the condition returns as soon as that is something."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        while GLib.MainContext.default().iteration(False):
            pass
        try:
            if found := condition():
                return found
        except GLib.Error:  # a widget went while it was looked at
            pass
        time.sleep(0.02)
    raise Hangs(f"still not there: {what}")


class Server:
    def __init__(self, *options):
        self.process = subprocess.Popen([sys.executable, SERVER, *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()

    def control(self, query):
        urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{self.address}/control?{query}").read()

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(TIMEOUT)


class Program:
    """A program with a window, which is found in the tree by its process."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, env=STRICT)
        self.frame = wait_for("the window", self.find_frame)

    def find_frame(self):
        assert self.process.poll() is None, "the program ended"
        desktop = Atspi.get_desktop(0)
        for number in range(desktop.get_child_count()):
            program = desktop.get_child_at_index(number)
            if program and program.get_process_id() == self.process.pid and program.get_child_count():
                program.set_cache_mask(Atspi.Cache.NONE)  # what is asked for is what is there now
                return program.get_child_at_index(0)
        return None

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    # What is there, from top to bottom.

    def all(self, role, name=None, under=None):
        return [node for node in nodes(under or self.frame)
                if node.get_role_name() == role and name in (None, node.get_name())]

    def find(self, role, name, under=None):
        return next(iter(self.all(role, name, under)), None)

    def wait(self, role, name, under=None):
        return wait_for(f"{role} {name!r}", lambda: self.find(role, name, under))

    def wait_gone(self, role, name):
        wait_for(f"no {role} {name!r}", lambda: not self.find(role, name))

    # What a reader does.

    def click(self, name, under=None):
        """A menu's button has another one inside, which is the one that clicks."""
        act(wait_for(f"a button {name!r}", lambda: next(
            (node for node in self.all("push button", name, under) if "click" in actions(node)), None)), "click")


class Demo(Program):
    def __init__(self, server, data, *options):
        super().__init__([PROGRAM, "--url", server.address, "--data", data, "--lang", "en", "--quiet", *options])

    def close(self):
        """By the window's own button; what it returns is the exit status."""
        self.click("Close")
        return self.process.wait(TIMEOUT)

    def sections(self):
        """The titles of the sections: they are the panels that can be moved."""
        return [node.get_name() for node in self.all("panel") if "section.hide" in actions(node)]

    def type(self, text):
        Atspi.EditableText.set_text_contents(self.wait("entry", "Search"), text)


LEAVES = {"label", "heading", "alert", "table cell", "scroll bar", "entry"}


def nodes(node):
    """From top to bottom; what is inside of those that have a name of their own is left out."""
    yield node
    if node.get_role_name() in LEAVES:
        return
    for number in range(node.get_child_count()):
        if child := node.get_child_at_index(number):
            yield from nodes(child)


def actions(node):
    return [Atspi.Action.get_action_name(node, number) for number in range(Atspi.Action.get_n_actions(node))]


def act(node, name):
    if not Atspi.Action.do_action(node, actions(node).index(name)):
        raise AssertionError(f"{node.get_name()!r} didn't do {name}")


def is_in(node, state):
    return node.get_state_set().contains(state)


def place(node):
    """Where it begins, on the screen, whose corner the window is in; with the window's border."""
    box = Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW)
    return box.x + 6, box.y + 8


def is_seen(node):
    return Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW).width > 0


class PageTests(unittest.TestCase):
    """What leaves the page as it is: these have one demo."""

    @classmethod
    def setUpClass(cls):
        server, data = Server(), tempfile.TemporaryDirectory()
        cls.addClassCleanup(server.close)
        cls.addClassCleanup(data.cleanup)
        cls.demo = Demo(server, data.name)
        cls.addClassCleanup(cls.demo.kill)
        cls.demo.wait("panel", "视频合辑")  # the last section of the first page

    @classmethod
    def tearDownClass(cls):
        if status := cls.demo.close():
            raise AssertionError(f"the demo ended with {status}")

    def test_page_has_names_and_roles(self):
        demo = self.demo
        self.assertEqual(demo.sections()[:4], ["Banners", "Round menus", "推荐歌单", "从一首歌开始"])
        self.assertEqual([node.get_name() for node in demo.all("heading")][:2], ["推荐歌单", "从一首歌开始"])
        self.assertTrue(demo.find("table cell", "今日歌曲"))
        self.assertTrue(demo.find("table cell", "磁带翻面的那一声, 537K plays"))
        self.assertTrue(demo.find("push button", "Options for “推荐歌单”"))
        banner = demo.find("panel", "Banners")
        self.assertEqual(len(demo.all("push button", under=banner)), 10)  # five slides, five dots

    def test_nothing_to_click_is_without_a_name(self):
        demo = self.demo
        for role in ("push button", "table cell", "table", "entry", "heading"):
            for node in filter(is_seen, demo.all(role)):
                self.assertTrue(node.get_name(), role)
                self.assertFalse(node.get_name().startswith(("Gtk", "Demo")), node.get_name())

    def test_click_says_what_it_does(self):
        demo = self.demo
        demo.click("更多", demo.find("panel", "推荐歌单"))
        demo.wait("alert", "推荐歌单 · open-page playlistCollection")
        demo.click("夏天的舞台，开到最后一班船, 独家策划")
        demo.wait("alert", "https://page.example/m/at/summer-stage?full_screen=true")


class FreshTests(unittest.TestCase):
    """Each with a demo of its own."""

    def start(self, *options):
        self.server = Server(*options)
        self.addCleanup(self.server.close)
        self.data = tempfile.TemporaryDirectory()
        self.addCleanup(self.data.cleanup)
        return self.open()

    def open(self, *options):
        demo = Demo(self.server, self.data.name, *options)
        self.addCleanup(demo.kill)
        demo.wait("panel", "视频合辑")  # the last section of the first page
        return demo


class SearchTests(FreshTests):
    def test_search_finds_people_as_one_types(self):
        demo = self.start()
        demo.type("林")
        demo.wait("table cell", "林小舟, xiaozhou")
        demo.type("saltnora")
        demo.wait("table cell", "Nora Saltmarsh, saltnora")
        demo.wait_gone("table cell", "林小舟, xiaozhou")
        demo.type("nobody of that name")
        demo.wait("label", "Nothing was found")
        act(demo.frame, "win.escape")
        wait_for("an empty entry", lambda: Atspi.Text.get_character_count(demo.find("entry", "Search")) == 0)
        self.assertEqual(demo.close(), 0)

    def test_search_that_fails_is_told_and_tried_again(self):
        demo = self.start("--fail", "users")
        demo.type("zoe")
        demo.wait("label", SERVER_FAILS)
        self.server.control("fail=")
        demo.click("Try again", demo.find("panel", "Search results"))
        demo.wait("table cell", "Zoë Quay, zoe")

        # With people found before, which stay, it is told above them.
        self.server.control("fail=users")
        Atspi.EditableText.insert_text(demo.find("entry", "Search"), 3, "!", 1)
        demo.wait("alert", SERVER_FAILS)
        self.assertTrue(demo.find("table cell", "Zoë Quay, zoe"))
        self.server.control("fail=")
        demo.click("Try again", demo.find("alert", SERVER_FAILS).get_parent())
        demo.wait("label", "Nothing was found")
        demo.wait_gone("alert", SERVER_FAILS)
        self.assertEqual(demo.close(), 0)

    def test_recent_searches_are_offered(self):
        demo = self.start()
        demo.type("marlo")
        demo.wait("table cell", "Marlo Quay, marlo")
        keys("ctrl+f", "Return")
        demo.type("")
        demo.wait("push button", "marlo")
        self.assertEqual(demo.close(), 0)
        demo = self.open()
        keys("ctrl+f")
        demo.click("marlo")
        demo.wait("table cell", "Marlo Quay, marlo")
        demo.type("")
        demo.wait_gone("table cell", "Marlo Quay, marlo")
        demo.click("Clear")
        demo.wait_gone("push button", "marlo")
        demo.click("Back")
        wait_for("the search is left", lambda: not is_in(demo.find("entry", "Search"), Atspi.StateType.FOCUSED))
        self.assertEqual(demo.close(), 0)

    def test_recent_search_is_no_wider_than_the_window(self):
        demo = self.start()
        query = " ".join(["words"] * 60)
        width = Atspi.Component.get_extents(demo.frame, Atspi.CoordType.WINDOW).width
        demo.type(query)
        demo.wait("label", "Nothing was found")
        keys("ctrl+f", "Return")
        demo.type("")
        recent = demo.wait("push button", query)
        wait_for("it is shown", lambda: is_seen(recent))
        self.assertEqual(Atspi.Component.get_extents(demo.frame, Atspi.CoordType.WINDOW).width, width)
        self.assertEqual(demo.close(), 0)

    def test_keyboard(self):
        demo = self.start()
        keys("Tab")
        slide = demo.find("push button", "夜航：沈予川的新歌, 新歌首发")
        wait_for("the focus", lambda: is_in(slide, Atspi.StateType.FOCUSED))
        heading = demo.find("heading", "推荐歌单")
        start = place(heading)
        xdotool("mousemove", "300", "400", "click", "--repeat", "3", "5")
        wait_for("the page is scrolled", lambda: place(heading)[1] < start[1] - 100)
        start = place(heading)

        keys("ctrl+f")
        wait_for("the search has the focus", lambda: is_in(demo.find("entry", "Search"), Atspi.StateType.FOCUSED))
        keys("a", "d", "a", "l")
        found = demo.wait("table cell", "Ada Linfield, adalin")
        keys("Down")
        wait_for("what was found has the focus", lambda: is_in(found, Atspi.StateType.FOCUSED))
        keys("Escape")
        wait_for("the focus is where it was", lambda: is_in(slide, Atspi.StateType.FOCUSED))
        self.assertEqual(place(heading), start)
        self.server.control("changed=1")
        keys("F5")
        demo.wait("table cell", "刚刚靠岸：今晚的新歌单, 12 plays")
        self.assertEqual(demo.close(), 0)


class RearrangingTests(FreshTests):
    def test_rearranged_page_is_kept(self):
        demo = self.start()
        act(demo.find("panel", "推荐歌单"), "section.move-down")
        wait_for("it is moved", lambda: demo.sections()[2:4] == ["从一首歌开始", "推荐歌单"])
        act(demo.find("panel", "音乐日历"), "section.hide")
        wait_for("it is hidden", lambda: "音乐日历" not in demo.sections())
        act(demo.find("panel", "视频合辑"), "section.hide")
        wait_for("it is hidden", lambda: "视频合辑" not in demo.sections())
        demo.click("Undo")
        wait_for("it is back", lambda: "视频合辑" in demo.sections())
        self.assertEqual(demo.close(), 0)

        demo = self.open()
        self.assertEqual(demo.sections()[2:4], ["从一首歌开始", "推荐歌单"])
        self.assertNotIn("音乐日历", demo.sections())
        act(demo.frame, "win.rearrange")
        act(demo.find("panel", "视频合辑"), "section.hide")
        wait_for("it is hidden", lambda: "视频合辑" not in demo.sections())
        demo.click("Show “视频合辑”")
        wait_for("it is back", lambda: "视频合辑" in demo.sections())
        self.assertTrue(demo.find("push button", "Show “音乐日历”"))  # hidden before the second start
        demo.click("Original order")
        wait_for("the server's order", lambda: demo.sections()[2:4] == ["推荐歌单", "从一首歌开始"])
        self.assertIn("音乐日历", demo.sections())
        demo.wait_gone("push button", "Show “音乐日历”")
        first, second = (demo.find("panel", name) for name in ("Banners", "Round menus"))
        self.assertFalse(is_in(demo.find("push button", "Move up", first), Atspi.StateType.SENSITIVE))
        act(demo.find("push button", "Move up", second), "click")
        wait_for("it is above", lambda: demo.sections()[:2] == ["Round menus", "Banners"])
        demo.click("Move up", first)
        wait_for("it is below", lambda: demo.sections()[:2] == ["Banners", "Round menus"])
        self.assertTrue(demo.find("push button", "Done"))
        keys("Escape")
        demo.wait_gone("push button", "Done")
        self.assertEqual(demo.close(), 0)

    def test_section_is_dragged(self):
        demo = self.start()
        act(demo.frame, "win.rearrange")
        wait_for("the page is a list of heads", lambda: place(demo.find("heading", "从一首歌开始"))[1] < 400)
        x, start = place(demo.find("heading", "推荐歌单"))
        _, end = place(demo.find("heading", "Banners"))
        xdotool("mousemove", str(x), str(start), "mousedown", "1")
        for y in range(start, end, -6):
            xdotool("mousemove", str(x), str(y), "sleep", "0.02")
        xdotool("mouseup", "1")
        wait_for("it is above the banners", lambda: demo.sections()[:2] == ["推荐歌单", "Banners"])
        self.assertEqual(demo.close(), 0)


class DemoTests(FreshTests):
    def test_refresh_shows_what_changed(self):
        demo = self.start()
        one, other = "你的雷达歌单", "此刻适合"
        self.assertLess(demo.sections().index(one), demo.sections().index(other))
        self.server.control("changed=1")
        demo.click("Refresh")
        demo.wait("table cell", "刚刚靠岸：今晚的新歌单, 12 plays")
        wait_for("another order", lambda: demo.sections().index(other) < demo.sections().index(one))
        self.assertEqual(demo.close(), 0)

    def test_more_of_a_section_and_of_the_page(self):
        demo = self.start()
        programmes = demo.wait("panel", "今日节目")
        demo.click("Load more", programmes)
        demo.wait("table cell", "城市听力, 十二座城市的红绿灯", programmes)
        self.assertNotIn("城市榜", demo.sections())
        act(demo.all("push button", "Load more")[-1], "click")
        wait_for("the second page", lambda: "城市榜" in demo.sections())
        demo.wait("label", "没有更多了")
        self.assertEqual(demo.close(), 0)

    def test_more_by_the_keyboard_keeps_the_focus_in_the_page(self):
        demo = self.start()
        more = demo.all("push button", "Load more")[-1]
        keys("shift+Tab")  # from the beginning to the end
        wait_for("the focus", lambda: is_in(more, Atspi.StateType.FOCUSED))
        keys("space")
        wait_for("the second page", lambda: "城市榜" in demo.sections())
        demo.wait("label", "没有更多了")
        wait_for("a focus", lambda: any(is_in(node, Atspi.StateType.FOCUSED) for node in nodes(demo.frame)))
        self.assertEqual(demo.close(), 0)

    def test_wheel_over_shelves_scrolls_the_page_to_its_end_and_on(self):
        demo = self.start()
        xdotool("mousemove", "300", "400")

        def scrolled():
            xdotool("click", "--repeat", "20", "5")
            return "城市榜" in demo.sections()

        wait_for("the second page", scrolled)
        self.assertEqual(demo.close(), 0)

    def test_closed_while_it_loads(self):
        self.server = Server("--slow", "2")
        self.addCleanup(self.server.close)
        self.data = tempfile.TemporaryDirectory()
        self.addCleanup(self.data.cleanup)
        demo = Demo(self.server, self.data.name)
        self.assertEqual(demo.close(), 0)

    def test_source_that_failed_is_tried_again_in_place(self):
        demo = self.start("--fail", "menus")
        card = demo.wait("panel", "Round menus")
        self.assertNotIn("Round menus", demo.sections())
        self.assertTrue(demo.find("label", SERVER_FAILS, card))
        self.server.control("fail=")
        demo.click("Try again", card)
        demo.wait("table cell", "今日歌曲")
        self.assertEqual(demo.sections()[1], "Round menus")
        self.assertEqual(demo.close(), 0)

    def test_offline_the_page_stays_with_its_age_and_is_there_at_the_next_start(self):
        demo = self.start()
        self.server.control("offline=1")
        demo.click("Refresh")
        demo.wait("alert", f"{OFFLINE} · Updated just now")
        self.assertIn("推荐歌单", demo.sections())
        self.assertEqual(demo.close(), 0)

        demo = self.open()  # waits for the page
        self.assertIn("推荐歌单", demo.sections())
        demo.wait("alert", f"{OFFLINE} · Updated just now")
        self.server.control("offline=0")
        demo.click("Try again")
        demo.wait_gone("alert", f"{OFFLINE} · Updated just now")
        self.assertEqual(demo.close(), 0)

    def test_first_start_without_a_network(self):
        self.server = Server("--offline")
        self.addCleanup(self.server.close)
        self.data = tempfile.TemporaryDirectory()
        self.addCleanup(self.data.cleanup)
        demo = Demo(self.server, self.data.name)
        demo.wait("label", OFFLINE)
        self.server.control("offline=0")
        demo.click("Try again")
        demo.wait("panel", "推荐歌单")
        self.assertEqual(demo.close(), 0)

    def test_appearance_is_switched_and_kept(self):
        demo = self.start()
        self.assertGreater(brightness(), 128)  # there is no desktop that says otherwise
        demo.click("Main menu")
        act(demo.wait("radio menu item", "Dark"), "click")
        wait_for("a dark window", lambda: brightness() < 128)
        self.assertEqual(demo.close(), 0)
        demo = self.open()
        self.assertLess(brightness(), 128)
        self.assertEqual(demo.close(), 0)
        demo = self.open("--appearance", "light")
        self.assertGreater(brightness(), 128)
        self.assertEqual(demo.close(), 0)

    def test_banners_turn_by_themselves(self):
        demo = self.start()
        xdotool("mousemove", "800", "1100")  # a pointer above them would stop them
        wait_for("the second banner", lambda: current_banner(demo) == 2)
        wait_for("the third one", lambda: current_banner(demo) == 3)
        self.assertEqual(demo.close(), 0)

    def test_banners_turn_with_the_arrow_keys(self):
        demo = self.start()
        slide = demo.find("push button", "夜航：沈予川的新歌, 新歌首发")
        xdotool("mousemove", "800", "1100")
        wait_for("the focus", lambda: is_in(slide, Atspi.StateType.FOCUSED) or keys("Tab"))
        wait_for("the first banner", lambda: current_banner(demo) == 1)
        keys("Left")
        wait_for("the last one", lambda: current_banner(demo) == 5)
        keys("Right", "Right")
        wait_for("the second one", lambda: current_banner(demo) == 2)
        keys("Return")
        demo.wait("alert", "https://page.example/m/at/summer-stage?full_screen=true")
        self.assertEqual(demo.close(), 0)


def current_banner(demo):
    """Its number, by the dots; 0 while none is marked."""
    return next((number for number in range(1, 6) if is_in(
        demo.find("push button", f"Banner {number} of 5"), Atspi.StateType.SELECTED)), 0)


class MoviesTests(unittest.TestCase):
    def test_example_in_python_shows_films(self):
        server = Server()
        self.addCleanup(server.close)
        movies = Program([sys.executable, EXAMPLE, server.address])
        self.addCleanup(movies.kill)
        movies.wait("label", "末班渡轮")
        movies.wait("label", "2024 · 8.1 · 剧情 / 家庭")


def keys(*names):
    """There is no window manager that would give the window the focus."""
    xdotool("search", "--sync", "--onlyvisible", "--class", "feedcore", "windowfocus", "--sync", "key",
            "--clearmodifiers", *names)


def xdotool(*words):
    subprocess.run(["xdotool", *words], check=True)


def brightness():
    """Of a corner of the header bar, from 0 to 255."""
    pixel = subprocess.run(["import", "-silent", "-window", "root", "-crop", "1x1+100+8", "-depth", "8", "gray:-"],
                           check=True, capture_output=True)
    return pixel.stdout[0]


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    Atspi.init()
    unittest.main(verbosity=2)
