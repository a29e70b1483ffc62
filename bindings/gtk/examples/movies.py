#!/usr/bin/env python3
"""movies: the film list in a window, with posters, which goes on as one scrolls. An example to copy from.

    movies.py URL     # the server's address, without /v2/movie/coming_soon

It needs python3-gi, gir1.2-gtk-4.0 and libfeedcore-gtk. One that is installed outside /usr is found with
GI_TYPELIB_PATH=PREFIX/lib/girepository-1.0 and LD_LIBRARY_PATH=PREFIX/lib, one in the tree with
GI_TYPELIB_PATH=build/bindings/gtk and LD_LIBRARY_PATH=build.
"""
import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("FeedcoreGtk", "4")
from gi.repository import FeedcoreGtk, Gio, GLib, Gtk, Pango  # noqa: E402

CONFIG = '{"images": {"path": "%s"}}'
FEED = '{"preset": "douban-movies", "baseURL": "%s"}'


class Row(Gtk.Box):
    """A poster, and two lines beside it."""

    def __init__(self):
        super().__init__(spacing=12, margin_top=6, margin_bottom=6, margin_start=12)
        self.poster = Gtk.Picture(width_request=54, height_request=80, content_fit=Gtk.ContentFit.COVER)
        lines = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, valign=Gtk.Align.CENTER, spacing=4)
        self.title, self.line = (Gtk.Label(xalign=0, ellipsize=Pango.EllipsizeMode.END) for _ in range(2))
        self.line.add_css_class("dim-label")
        lines.append(self.title)
        lines.append(self.line)
        self.append(self.poster)
        self.append(lines)

    def show_film(self, film, context, texts):
        facts = [texts.year(film.get_extra_integer("year")), texts.rating(film.get_extra_number("rating")),
                 " / ".join(film.dup_extra_list("genres"))]
        self.poster.set_paintable(FeedcoreGtk.Paintable.new(context, film.props.image, 54 * self.get_scale_factor()))
        self.title.set_text(film.props.title or "")
        self.line.set_text(" · ".join(filter(None, facts)))


class Movies(Gtk.Application):
    def __init__(self, url):
        super().__init__(application_id="org.feedcore.Movies", flags=Gio.ApplicationFlags.NON_UNIQUE)
        pictures = GLib.build_filenamev([GLib.get_user_cache_dir(), "feedcore-movies"])
        GLib.mkdir_with_parents(pictures, 0o700)
        self.context = FeedcoreGtk.Context.new(CONFIG % pictures)
        self.feed = FeedcoreGtk.Feed.new(self.context, FEED % url)
        self.texts = FeedcoreGtk.Texts.new(None)
        self.feed.connect("activate", self.on_activate)
        self.feed.connect("complete", self.on_complete)

    def do_activate(self):
        factory = Gtk.SignalListItemFactory()
        factory.connect("setup", lambda _, row: row.set_child(Row()))
        factory.connect("bind", self.on_bind)
        factory.connect("unbind", lambda _, row: row.get_item().disconnect(row.get_child().watch))
        films = Gtk.NoSelection(model=Gtk.FlattenListModel(model=self.feed))
        view = Gtk.ListView(model=films, factory=factory, single_click_activate=True)
        view.connect("activate", lambda _, position: films.get_item(position).activate())
        scroller = Gtk.ScrolledWindow(child=view, vexpand=True)
        scroller.connect("edge-reached", self.on_edge)
        self.told = Gtk.Label(visible=False, wrap=True, margin_top=12, margin_bottom=12)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.append(self.told)
        box.append(scroller)
        title = self.texts.screen_title("douban-movies")
        self.window = Gtk.ApplicationWindow(application=self, title=title, child=box, default_width=420,
                                            default_height=640)
        self.window.present()
        self.feed.refresh_async(None, None)

    def on_bind(self, factory, row):
        film, shown = row.get_item(), row.get_child()
        shown.watch = film.connect("changed", shown.show_film, self.context, self.texts)
        shown.show_film(film, self.context, self.texts)

    def on_complete(self, feed, error):
        self.told.set_visible(error is not None)
        self.told.set_text(self.texts.error(error) if error else "")

    def on_edge(self, scroller, edge):
        if edge == Gtk.PositionType.BOTTOM and self.feed.props.can_load_more:
            self.feed.load_more_async(None, None)

    def on_activate(self, feed, action, section, film):
        if action.get_url():
            Gtk.show_uri(self.window, action.get_url(), 0)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    Movies(sys.argv[1]).run()
