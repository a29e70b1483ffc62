#!/bin/sh
# Usage: Tests/Fuzz/run.sh SECONDS BUILD_DIR
# Builds the fuzz target and runs it from the seeds in corpus/, with the same random numbers each time. What it finds is
# kept in BUILD_DIR/fuzz, and is a failure.
set -eu

seconds=$1
mkdir -p "$2/fuzz/corpus"
build=$(cd "$2/fuzz" && pwd)
cd "$(dirname "$0")/../.."
project=$PWD

target_info() {
    swiftc -print-target-info | sed -n "s/.*\"$1\" *: *\"\([^\"]*\)\".*/\1/p" | head -n 1
}
swift_bin=$(dirname "$(readlink -f "$(command -v swiftc)")")
tables=$(target_info runtimeResourcePath)/embedded/$(target_info unversionedTriple)/libswiftUnicodeDataTables.a

compile() {
    # shellcheck disable=SC2046
    swiftc -O -g -wmo -parse-as-library -swift-version 6 -enable-experimental-feature Embedded \
        -package-name feedcore -sanitize=fuzzer,address -I "$build" -I Sources/CPlatform/include -I Sources/CJansson \
        $(pkg-config --cflags jansson) "$@"
}

for part in Sources/CPlatform/*.c; do
    "$swift_bin/clang" -O1 -g -fsanitize=address -I Sources/CPlatform/include \
        -c "$part" -o "$build/$(basename "$part" .c).o"
done
# shellcheck disable=SC2046
compile -module-name FeedParsing -emit-module-path "$build/FeedParsing.swiftmodule" \
    -c $(find Sources/FeedParsing -name '*.swift') -o "$build/FeedParsing.o"
compile -module-name Fuzz -emit-module-path "$build/Fuzz.swiftmodule" \
    -c Tests/Fuzz/*.swift Tests/JSONOracle/*.swift Sources/FeedCoreABI/JanssonBridge.swift -o "$build/Fuzz.o"
# shellcheck disable=SC2046
compile "$build"/*.o "$tables" $(pkg-config --libs jansson) -lm -use-ld=lld -o "$build/fuzz"

cd "$build"
LC_ALL=C ./fuzz -seed=1 -max_len=4096 -timeout=10 -max_total_time="$seconds" -print_final_stats=1 \
    -dict="$project/Tests/Fuzz/json.dict" corpus "$project/Tests/Fuzz/corpus" 2> log ||
    { tail -n 60 log; exit 1; }
grep -E "^stat::number_of_executed_units" log
