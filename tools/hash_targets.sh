#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Sinew authors
#
# tools/hash_targets.sh: the golden hashes on machines that are not this one: AArch64 with NEON under
# qemu, WebAssembly with and without SIMD under node. Builds the presets of those names.
set -euo pipefail
program=hash_targets
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/tools/steps.sh"

# preset|the instruction sets it must choose|what runs it. Before node 20, WASI has to be asked for.
node="node;--no-warnings;$root/tools/run_wasi.mjs"
if [[ $(node -p 'process.versions.node.split(".")[0]') -lt 20 ]]; then
  node=${node/--no-warnings/--no-warnings;--experimental-wasi-unstable-preview1}
fi
rows=(
  "aarch64|neon scalar|qemu-aarch64"
  "wasm|scalar|$node"
  "wasm-simd|wasm scalar|$node"
)

# golden PRESET ISA RUNNER
golden() {
  local preset=$1 isa=$2 runner=$3
  quietly "hash-$preset-$isa" cmake "-DRUNNER=$runner" -DISA="$isa" \
    -DPROGRAM="$root/build/$preset/bin/sinew_hash_scenes" \
    -DGOLDEN="$root/tests/hash/golden_hashes.txt" -DROOT="$root" -DMUST_HAVE_ISA=ON \
    -P "$root/tests/hash/check.cmake"
  say "$preset, $isa: $(grep -o '[0-9]* hashes compared' "$root/build/log/hash-$preset-$isa.log")"
}

# The next target is built while one is played.
trap wait EXIT
plays=()
for row in "${rows[@]}"; do
  IFS='|' read -r preset isas runner <<<"$row"
  build "$preset" sinew_hash_scenes
  for isa in $isas; do
    golden "$preset" "$isa" "$runner" &
    plays+=($!)
  done
done
failed=0
for play in "${plays[@]}"; do wait "$play" || failed=1; done
[[ $failed == 0 ]]
