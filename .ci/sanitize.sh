#!/usr/bin/env bash
# sanitize.sh address|thread BUILD-FOLDER: the C tests against a library that is built with that sanitizer. Swift brings
# the sanitizer's runtime, so its own clang compiles the programs.
set -euo pipefail
sanitizer=$1
build=$2

swift_bin=$(dirname "$(readlink -f "$(command -v swiftc)")")
echo "C tests with -fsanitize=$sanitizer"
cmake -S . -B "$build" -G Ninja -DCMAKE_C_COMPILER="$swift_bin/clang" -DFEEDCORE_SANITIZE="$sanitizer" \
    -DFEEDCORE_TESTS=ON >/dev/null
cmake --build "$build"
ctest --test-dir "$build" --output-on-failure --no-tests=error -j 2
