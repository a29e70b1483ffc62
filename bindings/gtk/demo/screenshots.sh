#!/usr/bin/env bash
# screenshots.sh BUILD FOLDER: pictures of the demo's window, made without a display.
set -euo pipefail
build=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
here=$(realpath "$(dirname "$0")")
kept=$(mktemp -d)
trap 'rm -rf "$kept"' EXIT

# shot NAME [SERVER-OPTION]… -- DEMO-OPTION…
shot() {
    local name=$1 server=()
    shift
    while [ "$1" != -- ]; do server+=("$1"); shift; done
    shift
    echo "$folder/$name.png"
    "$here/../../../Tests/GTK/run.sh" /usr/bin/python3 "$here/server.py" "${server[@]}" \
        "$build/feedcore-gtk-demo" --url URL --data "$kept/$name" --screenshot "$folder/$name.png" "$@"
}

shot light -- --lang zh --appearance light --size 1080x1000
shot dark -- --lang zh --appearance dark --size 1080x1000
shot narrow -- --lang zh --appearance light --size 360x760
shot wide -- --lang en --appearance light --size 1600x1000
shot error --fail menus,programmes -- --lang zh --appearance light --size 900x700
shot failed --offline -- --lang en --appearance dark --size 900x700
shot search -- --lang zh --appearance light --size 900x700 --search 林
shot rearrange -- --lang en --appearance light --size 900x700 --rearrange

# The page that was kept, with its age, once there is no network: the same address twice.
port=$(/usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
shot offline --port "$port" -- --lang zh --appearance dark --size 900x700
shot offline --port "$port" --offline -- --lang zh --appearance dark --size 900x700
