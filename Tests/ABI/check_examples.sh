#!/usr/bin/env bash
# check_examples.sh BUILD-FOLDER SOURCE-FOLDER: the C programs in the header's essay and in README.md compile and run.
set -euo pipefail
build=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The essay's program: the lines between these two, without their " *     ".
sed -n '/The smallest complete program:/,/^ \*     cc /{s/^ \*     //;p}' "$source/include/feedcore.h" |
    sed '1d;$d;s/^ \*$//' >"$work/header.c"
# README's: its first block of C.
sed -n '/^```c$/,/^```$/p' "$source/README.md" | sed '1d;/^```$/,$d' >"$work/readme.c"

for program in header readme; do
    cc -std=c99 -Wall -Wextra -Wpedantic -Werror -I "$source/include" "$work/$program.c" -o "$work/$program" \
        -L "$build" -lfeedcore -Wl,-rpath,"$build"
    output=$("$work/$program")
    [ -n "$output" ] || { echo "the program of $program prints nothing" >&2; exit 1; }
    printf '%s prints:\n%s\n' "$program" "$output"
done
grep -qx 'The Long Night' < <("$work/header")

# The examples with a loop, each with the small server of the demo.
demo=$source/Tests/Servers/demo.py
python3 -B "$demo" sh -c 'sleep 3 | timeout 60 "$0" "$1"' "$build/Tests/ABI/poll-loop" URL >"$work/poll"
grep -q '^  MENUS  *8 items' "$work/poll"
grep -qx 'complete' "$work/poll"
python3 -B "$demo" timeout 60 "$build/Tests/ABI/glib-loop" URL >"$work/glib"
grep -q '^open http' "$work/glib"
[ "$(wc -l <"$work/glib")" -eq 9 ] # eight films, and what the first one opens

# The one with a store: it takes people in, and finds them there in another run.
people=$build/Tests/ABI/people
"$people" "$work/people.db" "$source/Tests/Fixtures/users.json" </dev/null | grep -qx '5 people'
echo ada | timeout 60 "$people" "$work/people.db" >"$work/found"
grep -q '^  @adaferrow  *Ada Ferrow$' "$work/found"

# The one with a screen: measures, texts, colours, clicks and pictures, none of which the demo has.
python3 -B "$demo" timeout 60 "$build/Tests/ABI/screen" URL zh >"$work/screen"
grep -q '^发现  (page #' "$work/screen"
grep -qx '推荐歌单  (A: 217.5 high, cells of 108.5 by 181.5)' "$work/screen"
grep -q '万次播放 .*\[open-playlist\]$' "$work/screen"
grep -q '^click: open-page playlistCollection$' "$work/screen"
grep -q "^0 pictures, [1-9][0-9]* that can't be had$" "$work/screen"

# feedcat shows the same from a server as from files, and says in one line what went wrong.
feedcat=$build/Tests/ABI/feedcat
cd "$source"
"$feedcat" Tests/Fixtures/netease-home.json Tests/Fixtures/netease-menus.json >"$work/files"
python3 -B "$demo" sh -c '"$0" "$1/homepage/block/page" "$1/homepage/dragon/ball"' "$feedcat" URL >"$work/web"
diff "$work/files" "$work/web"
python3 -B "$demo" sh -c '"$0" -m douban-movies "$1/v2/movie/coming_soon?q=\"\\"' "$feedcat" URL | grep -q '^LIST'
for url in '$1/nothing' '$1/v2/movie/coming_soon' 'http://' 'http://a\nb/'; do
    status=0
    python3 -B "$demo" sh -c "\"\$0\" \"$(printf "$url")\"" "$feedcat" URL >"$work/out" 2>"$work/errors" || status=$?
    if [ "$status" -ne 1 ] || [ -s "$work/out" ] || [ "$(grep -c '^feedcat: ' "$work/errors")" -ne 1 ]; then
        cat "$work/errors" >&2
        echo "feedcat $url: exit status $status" >&2
        exit 1
    fi
done
