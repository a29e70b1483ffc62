#!/usr/bin/env bash
# check_install.sh BUILD-FOLDER SOURCE-FOLDER: installs, moves what was installed, and uses it from there.
set -euo pipefail
. "$2/Tests/ABI/installed.sh"

# What is there for GTK, where that is built too, Tests/GTK checks.
files=$(cd "$prefix" && find . -type f -o -type l | grep -vi 'feedcore-\?gtk' | sed -E 's,^\./,,; s,Config-[a-z]+\.cmake,Config-release.cmake,; s,^lib[^/]*(/[a-z0-9_]+-linux-gnu[a-z0-9]*)?/,lib/,' | sort)
expected=$(sort <<LIST
include/feedcore.h
lib/cmake/feedcore/feedcoreConfig-release.cmake
lib/cmake/feedcore/feedcoreConfig.cmake
lib/cmake/feedcore/feedcoreConfigVersion.cmake
lib/libfeedcore.so
lib/libfeedcore.so.0
lib/libfeedcore.so.$version
lib/pkgconfig/feedcore.pc
share/doc/feedcore/CHANGELOG.md
share/doc/feedcore/LICENSE
share/doc/feedcore/README.md
share/doc/feedcore/builtin-mappings.md
share/doc/feedcore/mapping.md
LIST
)
diff -u --label expected --label installed <(echo "$expected") <(echo "$files") || fail "other files are installed"
! grep -rIl -e "$work/stage" -e "$source" -e "$build" -e /usr/somewhere "$prefix" || fail "a path of the build is in them"

libdir=$(dirname "$(find "$prefix" -name libfeedcore.so)")
export PKG_CONFIG_PATH=$libdir/pkgconfig
[ "$(pkg-config --modversion feedcore)" = "$version" ] || fail "pkg-config tells another version"

# The example program, with pkg-config, where there is no jansson header and no Swift.
# shellcheck disable=SC2046
cc -std=c99 -Wall -Wextra -Werror -o "$work/feedcat" "$source/bindings/c/feedcat.c" $(pkg-config --cflags --libs feedcore)
cd "$source"
clean() { env -i LC_ALL=C.UTF-8 LD_LIBRARY_PATH="$libdir" "$@"; }
page=$(clean "$work/feedcat" Tests/Fixtures/netease-home.json Tests/Fixtures/netease-menus.json)
for kind in BANNER MENUS PLAYLIST_RCMD STYLE_RCMD MUSIC_MLOG MGC_PLAYLIST MUSIC_CALENDAR OFFICIAL_PLAYLIST \
    ALBUM_NEW_SONG VOICELIST_RCMD PODCAST24 VIDEO_PLAYLIST CUSTOM; do
    grep -q "^$kind\b" <<<"$page" || fail "feedcat shows no $kind"
done
[ "$(grep -oE '^[A-Z][A-Z_0-9]+' <<<"$page" | sed -n 2p)" = MENUS ] || fail "the menus aren't the second section"
clean "$work/feedcat" -m douban-movies - <Tests/Fixtures/douban-movies.json | grep -q '^LIST' || fail "no list of films"
printf '{"mapping": "m", "sections": {"type": {"default": "t"}, "items": "a"}, "types": {"t": {"kind": "LIST"}},
    "default": {"item": {"title": "n"}}}' >"$work/mapping.json"
echo '{"a": [{"n": "Of my own"}]}' | clean "$work/feedcat" -m "$work/mapping.json" - | grep -q 'Of my own' ||
    fail "feedcat reads no mapping from a file"

# refuses STATUS LINES ARGUMENT…: this exit status, and so many lines on standard error.
refuses() {
    local status=0
    clean "$work/feedcat" "${@:3}" </dev/null >"$work/out" 2>"$work/errors" || status=$?
    [ "$status" -eq "$1" ] || fail "feedcat ${*:3}: exit status $status, not $1"
    [ "$(wc -l <"$work/errors")" -eq "$2" ] || { cat "$work/errors"; fail "feedcat ${*:3}: not $2 line(s) of errors"; }
    [ ! -s "$work/out" ] || fail "feedcat ${*:3}: output beside an error"
}
refuses 1 1 -                                     # an empty document
refuses 1 1 no-such-file.json
refuses 1 1 Tests/README.md                       # no JSON
refuses 1 1 Tests/Fixtures/douban-movies.json     # JSON of another kind
refuses 1 1 -m no-such-mapping Tests/Fixtures/netease-home.json
refuses 2 1
refuses 2 1 -x

# The same through CMake's package.
mkdir "$work/user"
cat >"$work/user/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.16)
project(user C)
find_package(feedcore ${version%.*} REQUIRED)
add_executable(feedcat $source/bindings/c/feedcat.c)
target_link_libraries(feedcat PRIVATE feedcore::feedcore)
CMAKE
cmake -S "$work/user" -B "$work/user/build" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$work/user/build" >/dev/null
clean "$work/user/build/feedcat" Tests/Fixtures/netease-home.json | grep -q '^BANNER' || fail "the CMake user shows no page"
