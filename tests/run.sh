#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what is missing, builds, and runs the tests. Usage: tests/run.sh [--long] [--preset NAME] [--werror]
#   --long    also the tests labelled `long` (about a minute more)
#   --preset  release (default), debug, asan, tsan or coverage; each has its folder below build/
#   --werror  warnings stop the build
# The exit status is ctest's.
set -eu
cd "$(dirname "$0")/.."
preset=release
long=no
werror=OFF
while [ $# -gt 0 ]; do
    case $1 in
    --long) long=yes ;;
    --werror) werror=ON ;;
    --preset)
        [ $# -ge 2 ] || { echo "--preset needs a name" >&2; exit 2; }
        preset=$2
        shift
        ;;
    *)
        echo "usage: tests/run.sh [--long] [--preset NAME] [--werror]" >&2
        exit 2
        ;;
    esac
    shift
done

.ci/prepare "$preset" "-DMERELS_WERROR=$werror"
jobs=$(nproc)
set -- -j "$jobs"
if [ ! -e /proc/self/stat ]; then
    echo "there is no /proc here: the tests that watch processes are skipped (mount -t proc proc /proc)" >&2
    set -- "$@" -E '^(transport[.]child|e2e_)'
fi
if [ "$long" = yes ]; then
    exec ctest --test-dir "build/$preset" --output-on-failure --no-tests=error "$@"
fi
exec ctest --preset "$preset" "$@"
