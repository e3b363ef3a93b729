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
# take ten times as long: those of SSE4 are the same source as AVX2's, and the tool is not run. It is
# built once without, file by file, so that every file includes what it needs. The long plays come
# first, and the next row is built beside them.
rows=(
  "gxx-O0|gxx-O0|sinew_hash_scenes|scalar avx2|"
  "clang-O0|separate|sinew_tool sinew_hash_scenes|scalar avx2|"
  "release|release|sinew_tool sinew_hash_scenes|scalar sse4 avx2|"
  "beside-fast-math|release|sinew_tool sinew_hash_scenes|scalar sse4 avx2|$fast_math"
  "clang|clang|sinew_tool sinew_hash_scenes|scalar sse4 avx2|"
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

# hash_files FOLDER TOOL...: what the tool makes of all files, in their order.
hash_files() {
  local folder=$1 file
  shift
  mkdir -p "$folder"
  "$@" demo --write "$folder/character.glb" >"$folder/demo.txt" 2>/dev/null
  echo "character.glb $("$@" hash "$folder/character.glb" 2>/dev/null) $(cksum <"$folder/character.glb")"
  grep -v '^  written' "$folder/demo.txt"
  for file in "$folder/character.glb" "${packed[@]}"; do
    "$@" pack "$file" -o "$folder/packed.sinew" >/dev/null 2>&1
    echo "$(basename "$file") packed $(cksum <"$folder/packed.sinew")"
  done
  if [[ ${#files[@]} != 0 ]]; then
    # shellcheck disable=SC2016  # for the inner shell
    printf '%s\0' "${files[@]}" |
      xargs -0 -n 1 -P "$(nproc)" bash -c 'hash_file "${@: -1}" "${@:1:$#-1}"' hash_file "$@" | sort
  fi
}

# play_row NAME PRESET "ISA..." [RUNNER...]: the scenes of a row that has been built, and the files.
play_row() {
  local name=$1 preset=$2 isa isas process running=()
  read -ra isas <<<"$3"
  shift 3
  for isa in "${isas[@]}"; do
    golden "$name" "$preset" "$isa" "$@" &
    running+=($!)
  done
  if [[ $name != *-O0 ]]; then
    hash_files "$work/$name" "$@" "$root/build/$preset/bin/sinew" >"$work/$name.txt"
  fi
  for process in "${running[@]}"; do wait "$process" || return 1; done
}

trap wait EXIT  # Nothing plays on when a build has failed.
plays=()
for row in "${rows[@]}"; do
  IFS='|' read -r name preset targets isas preload <<<"$row"
  # shellcheck disable=SC2086  # a list of words
  build "$preset" $targets
  beside=()
  [[ -z $preload ]] || beside=(env "LD_PRELOAD=$preload")
  play_row "$name" "$preset" "$isas" "${beside[@]}" &
  plays+=("$name $!")
done
failed=0
for play in "${plays[@]}"; do
  if ! wait "${play#* }"; then
    say "the row ${play% *} failed"
    failed=1
  fi
done
[[ $failed == 0 ]] || exit 1

first=$work/release.txt
compared=1
for name in beside-fast-math clang; do
  if ! diff -u "$first" "$work/$name.txt" >&2; then
    say "$name gives other bits than release"
    exit 1
  fi
  compared=$((compared + 1))
done

hashed=$(grep -c 'exit 0$' "$first" || true)
if [[ ${#files[@]} != 0 && $hashed == 0 ]]; then
  say "no file could be hashed"
  exit 1
fi
say "$((hashed + 1)) hashes, $((${#packed[@]} + 1)) runtime files and $((${#files[@]} - hashed)) refusals are the same in $compared rows"
