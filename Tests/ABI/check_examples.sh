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
