# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Sinew authors
# shellcheck shell=bash disable=SC2154,SC2034  # root and program come from the sourcing script
#
# What ./test runs, and how it counts. Sourced after tools/steps.sh. A check never ends the script:
# it is counted, and finish_counting says what came of all of them.
#
# $results has a line a test: "passed NAME", "failed NAME" or "skipped NAME<tab>REASON".

# $steps has a line a step: NAME<tab>wall seconds<tab>CPU seconds of what it started.

results=$root/build/log/results.txt
steps=$root/build/log/steps.txt

# Tests that cut every valid file short at every byte: worth a sanitizer even in the short run,
# whose fuzz targets need a library with sanitizers anyway.
truncation_tests='Truncat'
truncation_targets=(sinew_runtime_damage_tests sinew_truncation_tests)

start_counting() {
  mkdir -p "$root/build/log"
  : >"$results"
  : >"$steps"
}

# children_seconds VARIABLE: CPU time of all that this shell has started and that has ended.
children_seconds() {
  times >"$root/build/log/times.txt"  # Not in a subshell, which would have times of its own.
  printf -v "$1" '%s' "$(awk -F '[ms ]+' 'NR == 2 { printf "%d", $1 * 60 + $2 + $3 * 60 + $4 }' \
    "$root/build/log/times.txt")"
}

# step NAME COMMAND...: runs the command and adds its seconds to the table; the exit code is the
# command's.
step() {
  local name=$1 began=$SECONDS code=0 cpu_before cpu_after
  shift
  children_seconds cpu_before
  "$@" || code=$?
  children_seconds cpu_after
  printf '%s\t%d\t%d\n' "$name" $((SECONDS - began)) $((cpu_after - cpu_before)) >>"$steps"
  return "$code"
}
count_passed() { printf 'passed %s\n' "$1" >>"$results"; }
count_failed() { printf 'failed %s\n' "$1" >>"$results"; }
count_skipped() { printf 'skipped %s\t%s\n' "$1" "$2" >>"$results"; }

# check NAME COMMAND...: one thing that holds or does not. Its output stays visible.
check() {
  local name=$1
  shift
  say "checking: $name"
  if step "$name" "$@"; then
    count_passed "$name"
  else
    count_failed "$name"
  fi
}

# build_counted PRESET [TARGET...]: a build that fails is a failed test.
build_counted() {
  step "building $1${2:+, some targets}" build "$@" && return 0
  count_failed "building $1"
  return 1
}

# ctest_in PRESET [ctest arguments]: runs the tests of a preset that has been built. Tests that pass
# are only counted; the output of the others is shown.
ctest_in() { step "testing $1${2:+, some tests}" ctest_steps "$@"; }

ctest_steps() {
  local preset=$1 began=$SECONDS
  shift
  local junit=$root/build/log/$preset.junit.xml
  rm -f "$junit"
  say "testing $preset"
  ctest --test-dir "$root/build/$preset" --output-on-failure --no-tests=error \
    --output-junit "$junit" -j "$(nproc)" "$@" 2>&1 9>&- |
    grep -vE '^ +Start +[0-9]+: |^ *[0-9]+/[0-9]+ Test .* Passed |^Internal ctest changing' || true
  if [[ ! -s $junit ]]; then
    count_failed "$preset: ctest gave no report"
    return
  fi
  local lines=$root/build/log/$preset.results.txt
  awk -f "$root/tools/junit.awk" "$junit" >"$lines"
  [[ -s $lines ]] || echo "failed no test was found" >"$lines"
  sed "s/ / $preset: /" "$lines" >>"$results"
  say "$preset: $(grep -c '^passed' "$lines") passed, $(grep -c '^failed' "$lines") failed," \
    "$(grep -c '^skipped' "$lines") skipped in $((SECONDS - began)) s"
}

# fuzz SECONDS: the libFuzzer targets, for so long all together.
fuzz() {
  build_counted asan-ubsan fuzz/all || return 0
  say "fuzzing for $1 s of CPU time"
  step "fuzzing" fuzz_targets "$1"
}

fuzz_targets() {
  local line
  while read -r line; do
    echo "$line" >>"$results"
  done < <("$root/tools/fuzz.sh" "$1")
}

# headers_first_in_a_file: the public headers that a file of src/ includes before anything else. The
# preset "separate" compiles every file by itself, so it has shown that these need no other header.
headers_first_in_a_file() {
  find "$root/src" -name '*.cc' -exec grep -m 1 -h '^#include' {} \; |
    sed -n 's|^#include "\(sinew/[^"]*\)"$|\1|p' | sort -u
}

# Every other public header is compiled by itself, and included twice.
headers_alone() {
  local alone
  alone=$(comm -13 <(headers_first_in_a_file) <(public_headers))
  say "compiled alone: $(wc -w <<<"$alone") headers; first in a file of src/:" \
    "$(comm -12 <(headers_first_in_a_file) <(public_headers) | wc -l)"
  # shellcheck disable=SC2086  # a list of words
  xargs -P "$(nproc)" -I '{}' clang++-19 $public_header_flags -fsyntax-only \
    -include '{}' -include '{}' -x c++ /dev/null <<<"$alone"
}

public_header_flags="-std=c++20 -I$root/include -Wall -Wextra -Wconversion -Werror"
public_headers() { (cd "$root/include" && find sinew -name '*.h' | sort); }

# clang-tidy on all public headers: one file per core that includes its share of them, because half
# of the time of a header alone is the standard library's.
tidy_headers() {
  local folder=$root/build/tidy part parts
  parts=$(nproc)
  rm -rf "$folder" && mkdir -p "$folder"
  for ((part = 0; part < parts; ++part)); do
    public_headers | awk -v n="$parts" -v part="$part" \
      'NR % n == part { print "#include \"" $0 "\"" }' >"$folder/part_$part.cc"
  done
  say "clang-tidy: $(cat "$folder"/part_*.cc | wc -l) headers"
  # shellcheck disable=SC2086  # a list of words
  find "$folder" -name '*.cc' | xargs -P "$parts" -I '{}' clang-tidy-19 -quiet \
    -config-file="$root/.clang-tidy" -warnings-as-errors='*' -header-filter='include/sinew/.*' \
    '{}' -- $public_header_flags 2>/dev/null
}

# In the folder that the release tool was built in: the library is there already.
build_benchmarks() {
  (cd "$root" && quietly bench cmake --preset release -DSINEW_BUILD_BENCH=ON) &&
    quietly bench ninja -C "$root/build/release" bench/all
}

# The table of steps, as one of ./test or .ci/run.
print_steps() {
  awk -F '\t' '
    BEGIN { printf "%8s %8s  step\n", "wall s", "CPU s" }
    { printf "%8d %8d  %s\n", $2, $3, $1; wall += $2; cpu += $3 }
    END { printf "%8d %8d  all\n", wall, cpu }' "$1"
}

# Says what failed, what was skipped and why, and ends the script with the verdict.
finish_counting() {
  local passed failed skipped
  passed=$(grep -c '^passed ' "$results" || true)
  failed=$(grep -c '^failed ' "$results" || true)
  skipped=$(grep -c '^skipped ' "$results" || true)
  if [[ $skipped != 0 ]]; then
    echo "Skipped, by reason:"
    sed -n 's/^skipped //p' "$results" | awk -F '\t' '
      { count[$2]++; names[$2] = names[$2] "\n      " $1 }
      END { for (reason in count) print "  " count[reason] "  " reason names[reason] }'
  fi
  if [[ $failed != 0 ]]; then
    echo "Failed:"
    sed -n 's/^failed /  /p' "$results"
  fi
  print_steps "$steps"
  echo "$passed passed, $failed failed, $skipped skipped"
  [[ $failed == 0 && $passed != 0 ]]
}
