# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Sinew authors
# shellcheck shell=bash disable=SC2154,SC2034  # root and program come from the sourcing script
#
# The steps that ./run and ./test are made of. The sourcing script sets `program`, its name in
# messages, and `root`, the folder of the project. Everything here speaks on stderr.

say() { printf '%s: %s\n' "$program" "$*" >&2; }

# quietly LOG COMMAND...: the command's output goes to build/log/LOG.log, and to stderr on failure.
quietly() {
  local log=$root/build/log/$1.log
  shift
  mkdir -p "$root/build/log"
  local code=0
  "$@" >"$log" 2>&1 </dev/null || code=$?
  [[ $code != 0 ]] || return 0
  tail -n 80 "$log" >&2
  say "failed ($code): $*"
  say "the whole log: $log"
  return "$code"
}

# take_build_lock: one ./run or ./test at a time builds; released by release_build_lock or by exit.
take_build_lock() {
  mkdir -p "$root/build"
  exec 9>"$root/build/.lock"
  if ! flock -n 9; then
    say "waiting for another build to end"
    flock 9
  fi
}
release_build_lock() { exec 9>&-; }

# configured FOLDER: true where CMake has been there since the presets last changed.
configured() {
  [[ -f $1/build.ninja && ! $root/CMakePresets.json -nt $1/build.ninja ]]
}

# up_to_date FOLDER [TARGET...]: true where there is nothing to build. Needs ninja alone.
up_to_date() {
  configured "$1" && ninja -C "$1" -n "${@:2}" 2>/dev/null | grep -q 'no work to do'
}

# build PRESET [TARGET...]: configures where needed and builds.
build() {
  local preset=$1
  shift
  local folder=$root/build/$preset
  if ! configured "$folder"; then
    say "configuring $preset"
    (cd "$root" && quietly "$preset" cmake --preset "$preset") || return 1
  fi
  if up_to_date "$folder" "$@"; then
    return 0
  fi
  say "building $preset"
  quietly "$preset" ninja -C "$folder" "$@"
}

# The same file with the same flags is compiled once, whichever folder and whichever clone it is built
# in: the consumer's build finds the library's objects. Only the folder's name in debug information is
# another's.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root}
export CCACHE_NOHASHDIR=1
# And what was compiled with a precompiled header may be taken from it.
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}

# Sanitizers name functions and lines in their reports where they are told of a symbolizer.
if [[ -z ${ASAN_SYMBOLIZER_PATH-} ]]; then
  for symbolizer in llvm-symbolizer-19 llvm-symbolizer; do
    if ASAN_SYMBOLIZER_PATH=$(command -v $symbolizer); then
      export ASAN_SYMBOLIZER_PATH
      break
    fi
  done
fi

# shellcheck source=tools/packages.sh
source "$root/tools/packages.sh"
