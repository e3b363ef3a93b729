#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Sinew authors
#
# tools/hash_matrix.sh: the same bits from every compiler and optimisation level, and beside a library
# that flushes denormals. Builds the scenes several ways and compares their hashes with the golden
# ones. Where the tool is optimised it also compares the output and exit code of `sinew hash` on every
# file of SINEW_ASSETS and on the built-in character, and the bytes of the runtime files that
# `sinew pack` makes of that character and of the larger GLB files.
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

# name|preset|what is built|instruction sets|what is loaded beside it. Without optimisation the scenes
# take a minute each: those of SSE4 are the same source as AVX2's, and the tool is not run. It is built
# once without, file by file, so that every file includes what it needs.
rows=(
  "release|release|sinew_tool sinew_hash_scenes|scalar sse4 avx2|"
  "clang|clang|sinew_tool sinew_hash_scenes|scalar sse4 avx2|"
  "gxx-O0|separate|sinew_tool sinew_hash_scenes|scalar avx2|"
  "clang-O0|clang-O0|sinew_hash_scenes|scalar avx2|"
  "beside-fast-math|release|sinew_tool sinew_hash_scenes|scalar sse4 avx2|$fast_math"
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

# golden NAME PRESET ISA [RUNNER...]: the scenes on one instruction set.
golden() {
  quietly "hash-$1-$3" cmake -DISA="$3" -DPROGRAM="$root/build/$2/bin/sinew_hash_scenes" \
    "-DRUNNER=$(IFS=';' && echo "${*:4}")" -DGOLDEN="$root/tests/hash/golden_hashes.txt" \
    -DROOT="$root" -P "$root/tests/hash/check.cmake"
}

# hash_file FILE TOOL...: a line with its hash and exit code.
hash_file() {
  local code=0 hash
  hash=$("${@:2}" hash "$1" 2>/dev/null) || code=$?
  echo "${1#"$SINEW_ASSETS/"} ${hash:--} exit $code"
}
export -f hash_file

# hash_files TOOL...: what the tool makes of all files, in their order.
hash_files() {
  "$@" demo --write "$work/character.glb" >"$work/demo.txt" 2>/dev/null
  echo "character.glb $("$@" hash "$work/character.glb" 2>/dev/null) $(cksum <"$work/character.glb")"
  grep -v '^  written' "$work/demo.txt"
  for file in "$work/character.glb" "${packed[@]}"; do
    "$@" pack "$file" -o "$work/packed.sinew" >/dev/null 2>&1
    echo "$(basename "$file") packed $(cksum <"$work/packed.sinew")"
  done
  if [[ ${#files[@]} != 0 ]]; then
    # shellcheck disable=SC2016  # for the inner shell
    printf '%s\0' "${files[@]}" |
      xargs -0 -n 1 -P "$(nproc)" bash -c 'hash_file "${@: -1}" "${@:1:$#-1}"' hash_file "$@" | sort
  fi
}

first=
for row in "${rows[@]}"; do
  IFS='|' read -r name preset targets isas preload <<<"$row"
  # shellcheck disable=SC2086  # a list of words
  build "$preset" $targets
  beside=()
  [[ -z $preload ]] || beside=(env "LD_PRELOAD=$preload")
  running=()
  for isa in $isas; do
    golden "$name" "$preset" "$isa" "${beside[@]}" &
    running+=($!)
  done
  for process in "${running[@]}"; do wait "$process"; done
  [[ $name != *-O0 ]] || continue
  hash_files "${beside[@]}" "$root/build/$preset/bin/sinew" >"$work/$name.txt"
  if [[ -z $first ]]; then
    first=$work/$name.txt
    compared=1
  elif ! diff -u "$first" "$work/$name.txt" >&2; then
    say "$name gives other bits than ${rows[0]%%|*}"
    exit 1
  else
    compared=$((compared + 1))
  fi
done

hashed=$(grep -c 'exit 0$' "$first" || true)
if [[ ${#files[@]} != 0 && $hashed == 0 ]]; then
  say "no file could be hashed"
  exit 1
fi
say "$((hashed + 1)) hashes, $((${#packed[@]} + 1)) runtime files and $((${#files[@]} - hashed)) refusals are the same in $compared rows"
