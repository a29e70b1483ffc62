#!/usr/bin/env bash
# sanitize.sh BUILD-FOLDER: the C tests against a library that is built with AddressSanitizer, and one with
# ThreadSanitizer. Swift brings their runtimes, so its own clang compiles the programs.
set -euo pipefail
folder=$1
mkdir -p "$folder"

swift_bin=$(dirname "$(readlink -f "$(command -v swiftc)")")

# build SANITIZER
build() {
    cmake -S . -B "$folder/$1" -G Ninja -DCMAKE_C_COMPILER="$swift_bin/clang" -DFEEDCORE_SANITIZE="$1" -DFEEDCORE_TESTS=ON
    cmake --build "$folder/$1"
}

# Side by side, since a Swift module is compiled by one processor.
declare -A builds
for sanitizer in address thread; do
    build "$sanitizer" >"$folder/$sanitizer.log" 2>&1 &
    builds[$sanitizer]=$!
done
for sanitizer in address thread; do
    echo "C tests with -fsanitize=$sanitizer"
    wait "${builds[$sanitizer]}" || { cat "$folder/$sanitizer.log"; exit 1; }
done
for sanitizer in address thread; do
    ctest --test-dir "$folder/$sanitizer" --output-on-failure --no-tests=error -j 2
done
