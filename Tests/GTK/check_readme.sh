#!/usr/bin/env bash
# check_readme.sh BUILD SOURCE: the programs that bindings/gtk/README.md and the top README show do what they say. On a
# display (run.sh).
# shellcheck disable=SC2046 # what pkg-config prints are several words
set -euo pipefail
build=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
demo=$source/Tests/Servers/demo.py
export LD_LIBRARY_PATH=$build GI_TYPELIB_PATH=$build/bindings/gtk

# The window, in C: it opens, and is there until it is closed.
sed -n '/^```c$/,/^```$/p' "$source/bindings/gtk/README.md" | sed '1d;$d' >"$work/films.c"
cc -Wall -Wextra -Werror "$work/films.c" -o "$work/films" -I "$source/include" -I "$source/bindings/gtk/feedcore-gtk" \
    -I "$build/bindings/gtk/feedcore-gtk" $(pkg-config --cflags --libs gtk4) -L "$build" -lfeedcore-gtk-4 -lfeedcore
status=0
python3 -B "$demo" sh -c 'timeout 5 "$0" "$@" 2>&1 || exit $?' "$work/films" >"$work/output" || status=$?
if [ "$status" -ne 124 ] || [ -s "$work/output" ]; then # 124: it was still there
    cat "$work/output" >&2
    echo "the window ended with status $status" >&2
    exit 1
fi

# The list of films, in Python.
sed -n '/^import gi$/,/^```$/p' "$source/README.md" | sed '$d' >"$work/films.py"
python3 -B "$demo" sh -c 'sed -i "s|http://127.0.0.1:8080|$1|" "$0" && /usr/bin/python3 "$0"' "$work/films.py" URL >"$work/output"
cat "$work/output"
grep -q "^\['.*', '.*'\]$" "$work/output"
