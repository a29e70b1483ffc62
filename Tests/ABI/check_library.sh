#!/usr/bin/env bash
# check_library.sh LIBRARY SOURCE-FOLDER: what libfeedcore.so is from outside: names, needs, size.
set -euo pipefail
library=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "$*" >&2; exit 1; }

# same WHAT EXPECTED ACTUAL: two lists, one per line.
same() {
    diff -u --label "$1, expected" --label "$1" <(printf '%s\n' "$2") <(printf '%s\n' "$3") || fail "$1 differ"
}

declared=$(cc -E -P "$source/include/feedcore.h" | grep -oE '\bfeedcore_[a-z0-9_]+ *\(' | tr -d ' (' | sort -u)
[ "$(wc -l <<<"$declared")" -gt 80 ] || fail "too few functions found in the header"

# Exports: every function of the header in the node FEEDCORE_0, and nothing else.
exported=$(nm -D --defined-only "$library" | awk '$2 != "A" {print $3}' | sort)
same "exports" "$(sed 's/$/@@FEEDCORE_0/' <<<"$declared")" "$exported"

# test_arguments.c calls each of them with arguments that are wrong.
for function in $declared; do
    grep -qE "\b$function\(" "$source/Tests/ABI/test_arguments.c" || fail "test_arguments.c leaves out $function"
done

dynamic=$(readelf -dW "$library")
grep -q 'SONAME.*\[libfeedcore\.so\.0\]' <<<"$dynamic" || fail "SONAME isn't libfeedcore.so.0"
! grep -E 'RPATH|RUNPATH' <<<"$dynamic" || fail "there is a run path"
grep -q 'NODELETE' <<<"$dynamic" || fail "it could be unloaded"
grep -q 'BIND_NOW' <<<"$dynamic" || fail "it isn't bound at load"
readelf -lW "$library" | grep -q 'GNU_STACK.* RW ' || fail "its stack is executable"
needed=$(sed -nE 's/.*NEEDED.*\[(.*)\]/\1/p' <<<"$dynamic" | grep -v '^ld-linux' | sort)
same "needed libraries" "$(printf '%s\n' libc.so.6 libjansson.so.4 libm.so.6)" "$needed"

# The links that a linker and a loader follow.
version=$(sed -nE 's/^#define FEEDCORE_VERSION "(.*)"/\1/p' "$source/include/feedcore.h")
[ "$(readlink "$library")" = libfeedcore.so.0 ] || fail "libfeedcore.so isn't a link to libfeedcore.so.0"
[ "$(readlink "$library.0")" = "libfeedcore.so.$version" ] || fail "libfeedcore.so.0 isn't a link to $version"

! strings "$library" | grep -F "$source" || fail "it holds a path of this machine"

strip -o "$work/stripped.so" "$library"
size=$(stat -c %s "$work/stripped.so")
echo "stripped: $size bytes"
[ "$size" -le 860160 ] || fail "stripped it has $size bytes, more than 840 KB"

# Loaded before everything else, it is in nobody's way.
LD_PRELOAD=$library python3 -c '
import hashlib, json, sqlite3, ssl
hashlib.md5(b"x").hexdigest(); json.loads("[1.5]"); sqlite3.connect(":memory:"); ssl.create_default_context()'
