#!/usr/bin/env bash
# run.sh BUILD_DIR: libfeedcore, as built in BUILD_DIR, beside other readers of JSON. Installs and builds what that
# needs, saying so; a peer that can't be had is left out. Fails only if something can't be built or run.
# shellcheck disable=SC2046,SC2207 # what pkg-config prints are several words
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${1:?usage: run.sh BUILD_DIR}" && pwd)
out=$build/bench
mkdir -p "$out"
: >"$out/left-out.txt"

leave_out() { echo "$1: $2" >>"$out/left-out.txt"; }

# need PACKAGE REASON TEST…: the Debian package, unless the test succeeds. On failure, `why` says why.
need() {
    local package=$1 reason=$2 sudo=()
    shift 2
    "$@" >/dev/null 2>&1 && return
    command -v apt-get >/dev/null || { why="there is no apt here to install $package"; return 1; }
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || { why="$package must be installed as root"; return 1; }
        sudo=(sudo)
    fi
    echo "Installing $package ($reason): ${sudo[*]:+sudo }apt-get install $package" >&2
    local install=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive
        apt-get install -qq -y --no-install-recommends "$package")
    # The lists of packages may be old, or not there at all.
    "${install[@]}" </dev/null >"$out/apt.log" 2>&1 ||
        { "${sudo[@]}" apt-get update -qq && "${install[@]}"; } </dev/null >"$out/apt.log" 2>&1 ||
        { why="apt-get could not install $package: $(tail -n 1 "$out/apt.log")"; return 1; }
}

# need_pip PACKAGE: the same for a Python package, in the bench's own environment.
need_pip() {
    "$python" -c "import $1" 2>/dev/null && return
    echo "Installing $1 (a peer) into $out/venv: pip install $1" >&2
    "$python" -m pip install --quiet --disable-pip-version-check "$1" 2>"$out/pip.log" ||
        leave_out "$1" "pip could not install it: $(tail -n 1 "$out/pip.log")"
}

need binutils "strip and readelf" eval 'command -v strip && command -v readelf' || { echo "$why" >&2; exit 1; }

# ------------------------------------------------------------------------------------------------------- C and C++

warnings=(-O2 -Wall -Wextra)
objects=("$out/contenders.o")
flags=()
libraries=()

if need libjson-glib-dev "a peer" pkg-config --exists json-glib-1.0; then
    cc "${warnings[@]}" $(pkg-config --cflags json-glib-1.0) -c "$here/peer_json_glib.c" -o "$out/json_glib.o"
    objects+=("$out/json_glib.o")
    flags+=(-DWITH_JSON_GLIB)
    libraries+=($(pkg-config --libs json-glib-1.0))
else
    leave_out json-glib "$why"
fi

if need g++ "to compile against simdjson" command -v c++ &&
    need libsimdjson-dev "a peer" pkg-config --exists simdjson; then
    c++ "${warnings[@]}" -std=c++17 $(pkg-config --cflags simdjson) -c "$here/peer_simdjson.cpp" -o "$out/simdjson.o"
    objects+=("$out/simdjson.o")
    flags+=(-DWITH_SIMDJSON)
    libraries+=($(pkg-config --libs simdjson) -lstdc++)
else
    leave_out simdjson "$why"
fi

cc "${warnings[@]}" -std=gnu11 "${flags[@]}" -I"$here/../../include" $(pkg-config --cflags jansson) \
    -c "$here/contenders.c" -o "$out/contenders.o"
# jansson stands before json-glib: the name that both export, json_object_iter_next, is then jansson's, and json-glib
# is linked to call its own.
cc "${objects[@]}" -o "$out/contenders" -L"$build" -Wl,-rpath,"$build" -lfeedcore $(pkg-config --libs jansson) \
    "${libraries[@]}"
cc "${warnings[@]}" "$here/load.c" -o "$out/load" -ldl
cc "${warnings[@]}" -std=gnu11 -I"$here/../../include" "$here/live.c" -o "$out/live" -L"$build" -Wl,-rpath,"$build" \
    -lfeedcore
cc "${warnings[@]}" -std=gnu11 -I"$here/../../include" "$here/store.c" -o "$out/store" -L"$build" -Wl,-rpath,"$build" \
    -lfeedcore
cc "${warnings[@]}" -std=gnu11 -I"$here/../../include" "$here/images.c" -o "$out/images" -L"$build" \
    -Wl,-rpath,"$build" -lfeedcore

cc "${warnings[@]}" -std=gnu11 -I"$here/../../include" "$here/people.c" -o "$out/people" -L"$build" \
    -Wl,-rpath,"$build" -lfeedcore
cc "${warnings[@]}" -std=gnu11 -I"$here/../../include" "$here/texts.c" -o "$out/texts" -L"$build" \
    -Wl,-rpath,"$build" -lfeedcore
need sqlite3 "a peer" command -v sqlite3 || leave_out sqlite3 "$why"

need libglib2.0-dev "for a peer" pkg-config --exists glib-2.0 || { echo "$why" >&2; exit 1; }
cc "${warnings[@]}" -std=gnu11 -I"$here/../../include" $(pkg-config --cflags glib-2.0) "$here/diff.c" -o "$out/diff" \
    -L"$build" -Wl,-rpath,"$build" -lfeedcore $(pkg-config --libs glib-2.0)

# -------------------------------------------------------------------------------------------------------------- GTK

if need libgtk-4-dev "the library for GTK" pkg-config --exists 'gtk4 >= 4.8' &&
    need xvfb "a display for it" command -v Xvfb && need dbus-daemon "a bus for it" command -v dbus-daemon &&
    [ -e "$out/json_glib.o" ]; then
    cmake -S "$here/../.." -B "$build" -DFEEDCORE_GTK=ON >"$out/cmake.log"
    cmake --build "$build" --target feedcore-gtk >"$out/cmake.log"
    cc "${warnings[@]}" -std=gnu11 -I"$here/../../include" -I"$here/../../bindings/gtk/feedcore-gtk" \
        -I"$build/bindings/gtk/feedcore-gtk" $(pkg-config --cflags gtk4 json-glib-1.0) "$here/gtk.c" -o "$out/gtk" \
        -L"$build" -Wl,-rpath,"$build" -lfeedcore-gtk-4 -lfeedcore $(pkg-config --libs gtk4 json-glib-1.0)
else
    rm -f "$out/gtk"
    leave_out "GTK" "${why:-there is no json-glib to compare with}"
fi

# ------------------------------------------------------------------------------------------------ Swift and Python

if [ "$here/contenders.swift" -nt "$out/foundation" ]; then
    echo "Compiling the peer in Swift" >&2
    swiftc -O "$here/contenders.swift" -o "$out/foundation"
fi
if [ "$here/diff.swift" -nt "$out/difference" ]; then
    swiftc -O "$here/diff.swift" -o "$out/difference"
fi

python=python3
if need python3-venv "a place for peers in Python" python3 -c 'import ensurepip, venv'; then
    python=$out/venv/bin/python
    [ -x "$python" ] || python3 -m venv "$out/venv"
    need_pip orjson
    need_pip msgspec
    need_pip pydantic
else
    leave_out orjson "$why"
    leave_out msgspec "$why"
    leave_out pydantic "$why"
fi

"$python" "$here/bench.py" "$build"
