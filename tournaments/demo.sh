#!/bin/sh
# SPDX-License-Identifier: MIT
# The demonstration: installs what is missing, builds, plays the tournament of demo.json and leaves its records in a new
# folder tournaments/results/demo-N.
set -eu
cd "$(dirname "$0")/.."
.ci/prepare release

n=1
while [ -e "tournaments/results/demo-$n" ]; do
    n=$((n + 1))
done
exec build/release/merels-arbiter run tournaments/demo.json --output "tournaments/results/demo-$n"
