#!/usr/bin/env bash
# check_reference.sh BUILD-FOLDER SOURCE-FOLDER: the reference is written without a warning, and each link in it leads
# somewhere.
set -euo pipefail
build=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

gi-docgen generate --quiet --fatal-warnings --no-namespace-dir --config="$build/bindings/gtk/gi-docgen.toml" \
    --content-dir="$source/bindings/gtk/docs" --output-dir="$work" "$build/bindings/gtk/FeedcoreGtk-4.gir"
cd "$work"
for page in index class.Feed method.Feed.refresh_async property.Feed.state signal.Feed.activate error.Error overview; do
    [ -s "$page.html" ] || { echo "there is no $page.html" >&2; exit 1; }
done
links=$(cat ./*.html | grep -oE '(href|src)="[^"#]+' | sed 's/^[^"]*"//' | grep -v : | sort -u)
dangling=$(while read -r link; do [ -e "$link" ] || echo "$link"; done <<<"$links")
[ -z "$dangling" ] || { echo "leads nowhere: $dangling" >&2; exit 1; }
# What a page loads is beside it.
! grep -lE '<(script|link|img)[^>]*(src|href)="(https?:)?//' ./*.html || { echo "a page needs a network" >&2; exit 1; }
