#!/usr/bin/python3
"""check_introspection.py: the library from Python, by its typelib (GI_TYPELIB_PATH)."""
import json
import unittest

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("FeedcoreGtk", "4")
from gi.repository import FeedcoreGtk, Gdk, Gio, GLib, GObject, Gtk  # noqa: E402

PATIENCE = 30  # seconds


def wait_until(condition):
    """Runs the loop until it is so."""
    loop = GLib.MainContext.default()
    late = []
    timer = GLib.timeout_add_seconds(PATIENCE, lambda: late.append(True) or True)
    tick = GLib.timeout_add(1, lambda: True)
    while not condition() and not late:
        loop.iteration(True)
    GLib.source_remove(tick)
    GLib.source_remove(timer)
    assert not late, "waited too long"


def new_context():
    return FeedcoreGtk.Context.new(json.dumps({"transport": "memory", "store": {}}))


def films(*titles):
    rows = [{"id": title, "title": title} for title in titles]
    return GLib.Bytes.new(json.dumps({"subjects": rows}).encode())


class Counting(unittest.TestCase):
    def test_counts_and_notifies(self):
        counter = FeedcoreGtk.Counter.new(41)
        texts = []
        counter.connect("notify::text", lambda counter, _: texts.append(counter.props.text))
        counter.increment()
        counter.props.format = "n: {count}"
        counter.decrement()
        self.assertEqual(texts, ["当前计数: 42", "n: 42", "n: 41"])
        self.assertEqual(counter.get_count(), 41)
        self.assertEqual(FeedcoreGtk.Counter(count=3).props.count, 3)


class Feeding(unittest.TestCase):
    def setUp(self):
        self.feed = FeedcoreGtk.Feed.new(new_context(), json.dumps({"preset": "douban-movies", "baseURL": "http://d"}))
        self.done = []

    def on_loaded(self, feed, result):
        try:
            self.done.append(feed.load_bytes_finish(result))
        except GLib.Error as error:
            self.done.append(error)

    def load(self, body):
        before = len(self.done)
        self.feed.load_bytes_async(0, body, None, self.on_loaded)
        wait_until(lambda: len(self.done) > before)
        return self.done[-1]

    def test_is_a_list_of_lists(self):
        changes = []
        self.feed.connect("items-changed", lambda _, *splice: changes.append(splice))
        self.assertIs(self.load(films("The Long Night", "Blue Harbour")), True)
        self.assertEqual(changes, [(0, 0, 1)])
        section, = self.feed
        self.assertEqual(section.props.kind, FeedcoreGtk.SectionKind.LIST)
        self.assertEqual([item.props.title for item in section], ["The Long Night", "Blue Harbour"])
        kept = section[1]
        self.assertIs(self.load(films("Blue Harbour")), True)
        self.assertEqual(changes, [(0, 0, 1)])
        self.assertIs(section[0], kept)

    def test_throws_its_errors(self):
        error = self.load(GLib.Bytes.new(b"[1, 2]"))
        self.assertTrue(error.matches(FeedcoreGtk.Error.quark(), FeedcoreGtk.Error.SHAPE), error)
        with self.assertRaises(GLib.Error) as caught:
            FeedcoreGtk.Context.new("{")
        self.assertTrue(caught.exception.matches(FeedcoreGtk.Error.quark(), FeedcoreGtk.Error.SYNTAX))
        with self.assertRaises(GLib.Error) as caught:
            FeedcoreGtk.Feed.new(new_context(), '{"preset": "none such"}')
        self.assertEqual(caught.exception.domain, "FeedcoreGtkError")

    def test_refreshes_and_is_cancelled(self):
        cancellable, results = Gio.Cancellable(), []

        def on_refreshed(feed, result):
            try:
                results.append(feed.refresh_finish(result))
            except GLib.Error as error:
                results.append(error)

        self.feed.refresh_async(cancellable, on_refreshed)
        cancellable.cancel()
        wait_until(lambda: results)
        self.assertTrue(results[0].matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED))
        self.feed.refresh_async(None, on_refreshed)  # of an address that answers 404
        wait_until(lambda: len(results) == 2)
        self.assertTrue(results[1].matches(FeedcoreGtk.Error.quark(), FeedcoreGtk.Error.HTTP))
        self.assertIn("404", results[1].message)
        self.assertEqual(self.feed.props.error.code, FeedcoreGtk.Error.HTTP)
        source = self.feed.props.sources[0]
        self.assertEqual(source.props.state, FeedcoreGtk.State.FAILED)
        self.assertEqual((source.props.http_status, source.props.retryable), (404, False))


class Searching(unittest.TestCase):
    def test_finds_people(self):
        context, taken = new_context(), []
        people = GLib.Bytes.new(json.dumps([{"id": 1, "displayName": "Ada", "username": "ada"}]).encode())
        context.import_users_async(people, None, lambda it, result: taken.append(it.import_users_finish(result)))
        wait_until(lambda: taken)
        self.assertEqual(taken, [1])
        search = FeedcoreGtk.Search.new(context, json.dumps({"directory": True, "debounce": 0, "recent": 2}))
        self.assertEqual(search.props.recent, [])
        search.props.query = "ad"
        search.submit()
        wait_until(lambda: search.props.state == FeedcoreGtk.SearchState.RESULTS and search.dup_recent())
        self.assertEqual(search.props.feed[0][0].props.title, "Ada")
        self.assertEqual(search.dup_recent(), ["ad"])


class Showing(unittest.TestCase):
    def test_theme_has_colors(self):
        theme = FeedcoreGtk.Theme.new(new_context(), '{"appearance": "dark", "dark": {"accent": "#FF0000"}}')
        self.assertTrue(theme.props.dark)
        color = theme.get_color(FeedcoreGtk.Color.ACCENT)
        self.assertEqual(color.to_string(), "rgb(255,0,0)")
        self.assertIn("@define-color feedcore_accent rgb(255,0,0);", theme.to_css())

    def test_texts_say_numbers(self):
        texts = FeedcoreGtk.Texts.new("zh-CN")
        self.assertEqual(texts.count(12000), "1.2万")
        self.assertIsNone(texts.count(-1))
        self.assertEqual(texts.word(FeedcoreGtk.Word.RETRY), "重试")
        error = GLib.Error.new_literal(FeedcoreGtk.Error.quark(), "no", FeedcoreGtk.Error.NETWORK)
        self.assertTrue(texts.error(error))

    def test_paintable_is_one(self):
        paintable = FeedcoreGtk.Paintable.new(new_context(), None, 100)
        self.assertIsInstance(paintable, Gdk.Paintable)
        picture = Gtk.Picture.new_for_paintable(paintable)
        self.assertIs(picture.get_paintable(), paintable)
        without_folder = FeedcoreGtk.Paintable(context=new_context(), url="https://pics.test/1.png", width=8)
        self.assertEqual(without_folder.props.error.code, FeedcoreGtk.Error.CONFIG)

    def test_types_have_names(self):
        for name in ("Context", "Feed", "Section", "Item", "Source", "Search", "Texts", "Theme", "Paintable"):
            self.assertEqual(GObject.type_name(getattr(FeedcoreGtk, name)), "FeedcoreGtk" + name)


if __name__ == "__main__":
    unittest.main()
