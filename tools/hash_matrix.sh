#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Sinew authors
#
# tools/hash_matrix.sh: the same bits from every compiler and optimisation level, and beside a library
# that flushes denormals. Builds the tool several ways and compares the output and exit code of
# `sinew hash` on every file of SINEW_ASSETS and on the built-in character, and the bytes of the
# runtime files that `sinew pack` makes of that character and of the larger GLB files; and the golden
# hashes on every instruction set of this machine.
set -euo pipefail
program=hash_matrix
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/tools/steps.sh"
work=$root/build/hash-matrix
mkdir -p "$work"

# A shared library linked with -ffast-math sets flush-to-zero as it is loaded, for whoever uses it.
fast_math=$work/libfast_math.so
echo 'int sinew_fast_math_anchor = 1;' >"$work/fast_math.cc"
g++ -shared -fPIC -O2 -ffast-math -o "$fast_math" "$work/fast_math.cc"

# See that it really does, or the row below would prove nothing.
cat >"$work/denormal.cc" <<'END'
#include <cfloat>
int main() {
  volatile float smallest_normal = FLT_MIN;
  return smallest_normal / 2.0f == 0.0f ? 0 : 1;  // 0: flushed.
}
END
g++ -o "$work/denormal" "$work/denormal.cc"
if ! LD_PRELOAD=$fast_math "$work/denormal"; then
  say "the -ffast-math library does not set flush-to-zero here: its row would prove nothing"
  exit 1
fi

# name|preset|what is loaded beside it. Each builds the tool and the scenes, nothing else.
rows=(
  "release|release|"
  "clang|clang|"
  "gxx-O0|separate|"
  "clang-O0|clang-O0|"
  "beside-fast-math|release|$fast_math"
)

files=()
if [[ -d ${SINEW_ASSETS-}/assets ]]; then
  mapfile -t files < <(find "$SINEW_ASSETS/assets" -type f \( -name '*.glb' -o -name '*.gltf' \) | sort)
fi

packed=()
for name in Fox RiggedFigure Barbarian; do
  for file in "${files[@]}"; do
    [[ $(basename "$file") != "$name.glb" ]] || packed+=("$file")
  done
done

first=
for row in "${rows[@]}"; do
  IFS='|' read -r name preset preload <<<"$row"
  build "$preset" sinew_tool sinew_hash_scenes
  beside=()
  [[ -z $preload ]] || beside=(env "LD_PRELOAD=$preload")
  tool=("${beside[@]}" "$root/build/$preset/bin/sinew")
  for isa in scalar sse4 avx2 neon; do
    quietly "hash-$name-$isa" cmake -DISA=$isa -DPROGRAM="$root/build/$preset/bin/sinew_hash_scenes" \
      "-DRUNNER=$(IFS=';' && echo "${beside[*]}")" -DGOLDEN="$root/tests/hash/golden_hashes.txt" \
      -DROOT="$root" -P "$root/tests/hash/check.cmake"
  done
  "${tool[@]}" demo --write "$work/character.glb" >"$work/demo.txt" 2>/dev/null
  {
    echo "character.glb $("${tool[@]}" hash "$work/character.glb" 2>/dev/null) $(cksum <"$work/character.glb")"
    grep -v '^  written' "$work/demo.txt"
    for file in "$work/character.glb" "${packed[@]}"; do
      "${tool[@]}" pack "$file" -o "$work/packed.sinew" >/dev/null 2>&1
      echo "$(basename "$file") packed $(cksum <"$work/packed.sinew")"
    done
    for file in "${files[@]}"; do
      code=0
      hash=$("${tool[@]}" hash "$file" 2>/dev/null) || code=$?
      echo "${file#"$SINEW_ASSETS/"} ${hash:--} exit $code"
    done
  } >"$work/$name.txt"
  if [[ -z $first ]]; then
    first=$work/$name.txt
  elif ! diff -u "$first" "$work/$name.txt" >&2; then
    say "$name gives other bits than ${rows[0]%%|*}"
    exit 1
  fi
done

hashed=$(grep -c 'exit 0$' "$first" || true)
if [[ ${#files[@]} != 0 && $hashed == 0 ]]; then
  say "no file could be hashed"
  exit 1
fi
say "$((hashed + 1)) hashes, $((${#packed[@]} + 1)) runtime files and $((${#files[@]} - hashed)) refusals are the same in ${#rows[@]} rows"
