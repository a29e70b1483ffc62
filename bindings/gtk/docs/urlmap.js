// Where links into the libraries below lead. It is read by the pages, and by nothing else.
baseURLs = [
    ['GLib', 'https://docs.gtk.org/glib/'],
    ['GObject', 'https://docs.gtk.org/gobject/'],
    ['Gio', 'https://docs.gtk.org/gio/'],
    ['Gdk', 'https://docs.gtk.org/gdk4/'],
    ['Gtk', 'https://docs.gtk.org/gtk4/'],
]
