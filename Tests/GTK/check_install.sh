#!/usr/bin/env bash
# check_install.sh BUILD-FOLDER SOURCE-FOLDER: installs, moves what was installed, and uses it from there: from C by
# pkg-config, from Python, JavaScript and Vala by introspection.
set -euo pipefail
. "$2/Tests/ABI/installed.sh"

files=$(cd "$prefix" && find . \( -type f -o -type l \) \( -path '*eedcore*gtk*' -o -name 'FeedcoreGtk*' \) |
    sed -E 's,^\./,,; s,^lib[^/]*(/[a-z0-9_]+-linux-gnu[a-z0-9]*)?/,lib/,' | sort)
expected=$(sort <<LIST
$(cd "$source/bindings/gtk/feedcore-gtk" && printf 'include/feedcore-gtk/%s\n' feedcore-gtk*.h | grep -v -e -private.h)
include/feedcore-gtk/feedcore-gtk-enum-types.h
lib/girepository-1.0/FeedcoreGtk-4.typelib
lib/libfeedcore-gtk-4.so
lib/libfeedcore-gtk-4.so.0
lib/libfeedcore-gtk-4.so.$version
lib/pkgconfig/feedcore-gtk.pc
share/gir-1.0/FeedcoreGtk-4.gir
LIST
)
diff -u --label expected --label installed <(echo "$expected") <(echo "$files") || fail "other files are installed"
! grep -rIl -e "$work/stage" -e "$source" -e "$build" -e /usr/somewhere "$prefix" ||
    fail "a path of the build is in them"

libdir=$(dirname "$(find "$prefix" -name libfeedcore-gtk-4.so)")
export PKG_CONFIG_PATH=$libdir/pkgconfig GI_TYPELIB_PATH=$libdir/girepository-1.0
[ "$(pkg-config --modversion feedcore-gtk)" = "$version" ] || fail "pkg-config tells another version"
readelf -d "$libdir/libfeedcore-gtk-4.so" | grep -q 'RUNPATH.*\[$ORIGIN\]$' || fail "the core isn't found beside it"

# compiles PROGRAM: from $work/PROGRAM.c, as C and as C++.
compiles() {
    # shellcheck disable=SC2046
    cc -std=c11 -Wall -Wextra -Werror -o "$work/$1" "$work/$1.c" $(pkg-config --cflags --libs feedcore-gtk) \
        -Wl,-rpath,"$libdir"
    # shellcheck disable=SC2046
    c++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -x c++ "$work/$1.c" $(pkg-config --cflags feedcore-gtk)
}

# says TEXT COMMAND…: a command that succeeds, and writes this.
says() {
    local written
    written=$("${@:2}") || fail "${*:2}: exit status $?"
    [ "$written" = "$1" ] || fail "${*:2}: $written"
}

cat >"$work/counter.c" <<'C'
#include <feedcore-gtk.h>

static void show(FeedcoreGtkCounter *counter)
{
    g_print("%s\n", feedcore_gtk_counter_get_text(counter));
}

int main(void)
{
    g_autoptr(FeedcoreGtkContext) context = feedcore_gtk_context_new(NULL, NULL);
    g_autoptr(FeedcoreGtkFeed) feed =
        feedcore_gtk_feed_new(context, "{\"preset\": \"douban-movies\", \"baseURL\": \"http://d\"}", NULL);
    g_autoptr(FeedcoreGtkCounter) counter = feedcore_gtk_counter_new(1);
    feedcore_gtk_counter_set_format(counter, "n: {count}");
    g_signal_connect(counter, "notify::text", G_CALLBACK(show), NULL);
    feedcore_gtk_counter_increment(counter);
    return g_list_model_get_n_items(G_LIST_MODEL(feed)) == 0 ? 0 : 1;
}
C
compiles counter
says "n: 2" "$work/counter"

# What follows has no run path of its own.
export LD_LIBRARY_PATH=$libdir
/usr/bin/python3 -B "$source/Tests/GTK/check_introspection.py" 2>"$work/python" ||
    { cat "$work/python"; fail "Python"; }

cat >"$work/counter.js" <<'JS'
imports.gi.versions.FeedcoreGtk = '4';
const {FeedcoreGtk} = imports.gi;
const counter = new FeedcoreGtk.Counter({count: 1, format: 'n: {count}'});
counter.connect('notify::text', () => print(counter.text));
counter.increment();
const context = FeedcoreGtk.Context.new('{"transport": "memory"}');
const feed = FeedcoreGtk.Feed.new(context, '{"preset": "douban-movies", "baseURL": "http://d"}');
print(feed.get_n_items());
try {
    FeedcoreGtk.Theme.new(context, '{"appearance": 1}');
} catch (error) {
    print(error.matches(FeedcoreGtk.Error, FeedcoreGtk.Error.CONFIG));
}
JS
says $'n: 2\n0\ntrue' gjs "$work/counter.js"

cat >"$work/counter.vala" <<'VALA'
int main() {
    var counter = new FeedcoreGtk.Counter(1) { format = "n: {count}" };
    counter.notify["text"].connect(() => print("%s\n", counter.text));
    counter.increment();
    try {
        new FeedcoreGtk.Context("{");
    } catch (FeedcoreGtk.Error.SYNTAX error) {
        return 0;
    } catch (Error error) {
        return 1;
    }
    return 2;
}
VALA
vapigen --quiet --library=feedcore-gtk --pkg=gtk4 --directory="$work" "$prefix/share/gir-1.0/FeedcoreGtk-4.gir"
(cd "$work" && valac --quiet --vapidir=. --pkg=feedcore-gtk --pkg=gtk4 -X -w -o counter-vala counter.vala)
says "n: 2" "$work/counter-vala"
