#!/usr/bin/env bash
# run.sh BUILD [OPTION]…: the demo that is built there, with its server; the options are the demo's.
set -euo pipefail
build=$1
shift
here=$(dirname "$0")

# What the demo keeps it finds again at the same address, so that is the same one where it is free. The system's own Python
# is the one that has cairo.
exec /usr/bin/python3 "$here/server.py" --port 8737 "$build/feedcore-gtk-demo" --url URL "$@"
