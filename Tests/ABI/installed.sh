# Read by checks of an installation, with their arguments BUILD-FOLDER SOURCE-FOLDER: installs, and moves what was
# installed to `prefix`. `fail` ends the check.
# shellcheck shell=bash disable=SC2034
build=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "$*" >&2; exit 1; }

(cd "$build" && DESTDIR="$work/stage" cmake --install . --prefix /usr/somewhere) >/dev/null
mv "$work/stage/usr/somewhere" "$work/moved"
prefix=$work/moved
version=$(sed -nE 's/^#define FEEDCORE_VERSION "(.*)"/\1/p' "$source/include/feedcore.h")
