#!/usr/bin/env bash
# run.sh COMMAND…: runs a command with a display, a session bus and a home of its own, and leaves nothing behind.
set -euo pipefail
work=$(mktemp -d)
servers=()
clean_up() {
    for server in "${servers[@]}"; do
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap clean_up EXIT

# serve NAME COMMAND…: starts a server that says on descriptor 3, in one line, where it is; that is `place` then. What
# it complains of is shown if it doesn't start.
serve() {
    local name=$1
    shift
    mkfifo "$work/$name"
    "$@" 3>"$work/$name" 2>"$work/$name-errors" &
    servers+=("$!")
    read -r place <"$work/$name" || { cat "$work/$name-errors" >&2; exit 1; }
}

serve display Xvfb -displayfd 3 -screen 0 1600x1200x24 -nolisten tcp
number=$place

# A bus that starts nothing but the one for screen readers, whatever else is installed.
mkdir "$work/services"
cp /usr/share/dbus-1/services/org.a11y.Bus.service "$work/services" 2>/dev/null || true
cat >"$work/bus.conf" <<XML
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=$work</listen>
  <servicedir>$work/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
XML

mkdir -m 700 "$work"/{home,config,cache,data,state,runtime}
export DISPLAY=:$number HOME=$work/home TMPDIR=$work
export XDG_CONFIG_HOME=$work/config XDG_CACHE_HOME=$work/cache XDG_DATA_HOME=$work/data
export XDG_STATE_HOME=$work/state XDG_RUNTIME_DIR=$work/runtime
export GDK_BACKEND=x11 GDK_DEBUG=gl-disable GSK_RENDERER=cairo GSETTINGS_BACKEND=memory GIO_USE_VFS=local
export GTK_A11Y=${GTK_A11Y:-none} G_DEBUG=${G_DEBUG:-fatal-criticals}
unset WAYLAND_DISPLAY GTK_THEME GTK_PATH GTK_DEBUG LANGUAGE
export LC_ALL=C.UTF-8
serve bus dbus-daemon --nofork --config-file="$work/bus.conf" --print-address=3
export DBUS_SESSION_BUS_ADDRESS=$place
"$@"
