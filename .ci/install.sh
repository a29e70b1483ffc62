#!/usr/bin/env bash
# install.sh GROUP…: installs what a command needs and isn't there, with apt, saying so. Groups: build, demo, python, test, gtk,
# gtk_demo, gtk_test, gtk_docs.
set -euo pipefail

missing=()   # package names
reasons=()   # what each is for

# need COMMAND PACKAGE REASON: the command, or else its package.
need() {
    command -v "$1" >/dev/null || { missing+=("$2"); reasons+=("$2 ($3)"); }
}

# need_if_not PACKAGE REASON TEST…: the package, unless the test succeeds.
need_if_not() {
    local package=$1 reason=$2
    shift 2
    "$@" >/dev/null 2>&1 || { missing+=("$package"); reasons+=("$package ($reason)"); }
}

# links FLAG…: whether a program can be linked with that.
links() {
    echo 'int main(void) { return 0; }' | cc -x c - -o /dev/null "$@"
}

need_swift() {
    command -v swiftc >/dev/null && return
    cat >&2 <<'MESSAGE'
Swift isn't there: no swiftc on PATH. libfeedcore needs Swift 6.3 or newer, which apt doesn't have.
See swift.org, "Install", "Linux"; unpack the toolchain and put its usr/bin on PATH.
MESSAGE
    exit 1
}

group_build() {
    need_swift
    need cmake cmake "the build"
    need ninja ninja-build "the build"
    need cc gcc "the C sources, and linking"
    need_if_not libc6-dev "the C library's headers" test -e /usr/include/stdlib.h
    need pkg-config pkg-config "to find jansson"
    need_if_not libjansson-dev "JSON at the C boundary" pkg-config --exists 'jansson >= 2.14'
    need_if_not libcurl4-openssl-dev "the headers of libcurl" pkg-config --exists 'libcurl >= 7.70'
    need_if_not libsqlite3-dev "the headers of SQLite" pkg-config --exists 'sqlite3 >= 3.34'
}

group_demo() {
    need python3 python3 "the Python front end"
    need_if_not libsqlite3-0 "the store; loaded with the first one" has_library libsqlite3.so.0
    need_if_not libcurl4 "the network; loaded with the first request" has_libcurl
}

has_libcurl() {
    has_library libcurl.so.4 || has_library libcurl-gnutls.so.4
}

has_library() {
    local libraries
    libraries=$(PATH=$PATH:/usr/sbin:/sbin ldconfig -p)
    [[ $libraries == *$1* ]]
}

group_test() {
    need c++ g++ "the header as C++"
    need_if_not libglib2.0-dev "the example with GLib's loop" pkg-config --exists glib-2.0
    need valgrind valgrind "memory checks of the C programs"
    need_if_not libc6-dbg "symbols of the C library, for valgrind" valgrind --quiet --error-exitcode=1 true
    need nm binutils "what the library exports"
    need localedef libc-bin "locales to test under"
    need_if_not locales "sources of those locales" test -e /usr/share/i18n/locales/ps_AF
    PATH=$PATH:/usr/sbin:/usr/local/sbin need nginx nginx "a web server that behaves; its service is not started"
    need openssl openssl "certificates for it"
    need_if_not libcurl3-gnutls "the other flavour of libcurl" has_library libcurl-gnutls.so.4
    need_if_not libjson-c5 "a library with names like jansson's, to be loaded beside it" links -l:libjson-c.so.5
    need_if_not python3-gi "GLib's loop in Python" test -e /usr/lib/python3/dist-packages/gi/repository
    need_if_not libegl1 "PySide6, as the next four" has_library libEGL.so.1
    need_if_not libgl1 "OpenGL" has_library libGL.so.1
    need_if_not libxkbcommon0 "keyboards" has_library libxkbcommon.so.0
    need_if_not libdbus-1-3 "D-Bus" has_library libdbus-1.so.3
    need_if_not libfontconfig1 "fonts, of which it brings one" has_library libfontconfig.so.1
    group_python
}

group_python() {
    need python3 python3 "the Python package"
    need_if_not python3-venv "a place for what it is built and tested with" python3 -c 'import ensurepip, venv'
}

group_gtk() {
    need_if_not libgtk-4-dev "GTK" pkg-config --exists 'gtk4 >= 4.8'
    need g-ir-scanner gobject-introspection "its description for other languages"
    need_if_not libgirepository1.0-dev "the descriptions of what it uses" test -e /usr/share/gir-1.0/Gio-2.0.gir
}

group_gtk_demo() {
    need python3 python3 "the demo's server"
    need_if_not python3-gi-cairo "the pictures that it draws" python3_has cairo
    need_if_not fonts-noto-cjk "Chinese" has_chinese
    need_if_not adwaita-icon-theme "icons" test -e /usr/share/icons/Adwaita/index.theme
    need_if_not librsvg2-common "the same" has_svg
    group_demo
}

# The system's own Python, which is what Debian's packages are for.
python3_has() {
    /usr/bin/python3 -c "import $1"
}

has_chinese() {
    [ -n "$(fc-list :lang=zh-cn family)" ]
}

has_svg() {
    compgen -G '/usr/lib/*/gdk-pixbuf-2.0/*/loaders/libpixbufloader-svg.so'
}

has_typelib() {
    compgen -G "/usr/lib/*/girepository-1.0/$1.typelib"
}

group_gtk_docs() {
    need gi-docgen gi-docgen "the reference of the library for GTK"
}

group_gtk_test() {
    need Xvfb xvfb "a display"
    need dbus-daemon dbus-daemon "a bus"
    need_if_not at-spi2-core "what screen readers use" test -e /usr/share/dbus-1/services/org.a11y.Bus.service
    need_if_not gir1.2-atspi-2.0 "the same, for the tests" has_typelib Atspi-2.0
    need_if_not gir1.2-gtk-4.0 "GTK for the example in Python" has_typelib Gtk-4.0
    need_if_not python3-gi "the same" python3_has gi
    need valgrind valgrind "memory checks of the C programs"
    need c++ g++ "the headers as C++"
    need nm binutils "what the library exports"
    need gjs gjs "the library from JavaScript"
    need valac valac "the library from Vala"
    need xdotool xdotool "keys for the demo"
    need import imagemagick "to see whether its window is dark"
    group_gtk_docs
    group_gtk_demo
}

for group in "$@"; do
    "group_$group"
done
[ ${#missing[@]} -eq 0 ] && exit 0

echo "Missing, for \`make\`:" >&2
printf '  %s\n' "${reasons[@]}" >&2
if ! command -v apt-get >/dev/null; then
    echo "There is no apt here. Please install these (Debian's names) with your own package manager." >&2
    exit 1
fi
sudo=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "Please install them as root: apt-get install ${missing[*]}" >&2; exit 1; }
    sudo=(sudo)
fi

# Debian's way to say that no service is to be started: nginx is for the tests alone. It is undone at the end.
policy=/usr/sbin/policy-rc.d
if [[ " ${missing[*]} " == *" nginx "* && ! -e $policy ]]; then
    printf '#!/bin/sh\nexit 101\n' | "${sudo[@]}" tee "$policy" >/dev/null
    trap '"${sudo[@]}" rm -f "$policy"; [ ! -d /run/systemd/system ] || "${sudo[@]}" systemctl disable -q nginx' EXIT
    "${sudo[@]}" chmod +x "$policy"
fi

echo "Installing: ${sudo[*]} apt-get install ${missing[*]}" >&2
install=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}")
# The lists of packages may be old, or not there at all.
"${install[@]}" </dev/null || { "${sudo[@]}" apt-get update -qq && "${install[@]}" </dev/null; }
