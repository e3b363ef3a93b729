#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Sinew authors
#
# tools/hash_matrix.sh: the same bits from every compiler and optimisation level. Builds the tool
# several ways and compares the output and exit code of `sinew hash` on every file of SINEW_ASSETS
# and on the built-in character, and the bytes of the runtime files that `sinew pack` makes of that
# character and of the larger GLB files; and the golden hashes on every instruction set of this machine.
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
link_fast_math="-Wl,--no-as-needed,-rpath,$work $fast_math"
# shellcheck disable=SC2086  # a list of flags
g++ -o "$work/denormal" "$work/denormal.cc" $link_fast_math
if ! "$work/denormal"; then
  say "the -ffast-math library does not set flush-to-zero here: its row would prove nothing"
  exit 1
fi

# name|compiler|compile flags|link flags|build type; without a compiler it is the preset of that
# name. The last row compiles as the release preset does, so that only its linking is new.
rows=(
  "release"
  "clang"
  "gxx-O0|g++|-O0|"
  "clang-O0|clang++-19|-O0|"
  "gxx-beside-fast-math|g++||$link_fast_math|Release"
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
  IFS='|' read -r name compiler flags link_flags type <<<"$row"
  if [[ -z $compiler ]]; then
    build "$name"
    tool=$root/build/$name/bin/sinew
  else
    say "building $name"
    precompiled=ON strict=OFF
    [[ $type != Release ]] || { precompiled=OFF && strict=ON; }
    quietly "hash-$name" cmake -S "$root" -B "$work/$name" -G Ninja \
      -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_BUILD_TYPE="$type" \
      -DCMAKE_EXE_LINKER_FLAGS="$link_flags" -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
      -DSINEW_PRECOMPILED_HEADERS="$precompiled" -DCMAKE_COMPILE_WARNING_AS_ERROR="$strict" \
      -DSINEW_BUILD_CLI=ON -DSINEW_BUILD_TESTS=OFF -DSINEW_BUILD_HASH_SCENES=ON
    quietly "hash-$name" ninja -C "$work/$name"
    tool=$work/$name/bin/sinew
    for isa in scalar sse4 avx2 neon; do
      quietly "hash-$name-$isa" cmake -DISA=$isa -DPROGRAM="$work/$name/bin/sinew_hash_scenes" \
        -DGOLDEN="$root/tests/hash/golden_hashes.txt" -DROOT="$root" \
        -P "$root/tests/hash/check.cmake"
    done
  fi
  "$tool" demo --write "$work/character.glb" >"$work/demo.txt" 2>/dev/null
  {
    echo "character.glb $("$tool" hash "$work/character.glb" 2>/dev/null) $(cksum <"$work/character.glb")"
    grep -v '^  written' "$work/demo.txt"
    for file in "$work/character.glb" "${packed[@]}"; do
      "$tool" pack "$file" -o "$work/packed.sinew" >/dev/null 2>&1
      echo "$(basename "$file") packed $(cksum <"$work/packed.sinew")"
    done
    for file in "${files[@]}"; do
      code=0
      hash=$("$tool" hash "$file" 2>/dev/null) || code=$?
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
say "$((hashed + 1)) hashes, $((${#packed[@]} + 1)) runtime files and $((${#files[@]} - hashed)) refusals are the same in ${#rows[@]} builds"
