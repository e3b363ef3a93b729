#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Sinew authors
#
# tools/fuzz.sh SECONDS: runs every libFuzzer target (preset asan-ubsan), as many at once as there are
# cores. The seconds are shared equally, so that a new target does not make the whole longer. Prints
# "passed fuzz: NAME" or "failed fuzz: NAME" per target; the log of a failure goes to stderr. Finds
# are kept in build/fuzz-run/NAME/finds, the grown corpus in build/fuzz-run/NAME/corpus.
#
# Seeds: small files of SINEW_ASSETS (fuzz/make_seeds.sh), and fuzz/seeds/NAME where there is such a
# folder. Dictionary: fuzz/json.dict for json_fuzz, and so on.
set -euo pipefail
program=fuzz
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/tools/steps.sh"
budget=${1:?seconds}

run_target() {
  local target=$1 name work options=()
  name=$(basename "$target")
  work=$root/build/fuzz-run/$name
  mkdir -p "$work/corpus" "$work/finds" "$work/seeds"
  "$root/fuzz/make_seeds.sh" "$work/seeds" >/dev/null
  if [[ -d $root/fuzz/seeds/$name ]]; then
    find "$root/fuzz/seeds/$name" -type f -exec cp -t "$work/seeds" {} +
  fi
  local dictionary=$root/fuzz/${name%_fuzz}.dict
  [[ ! -f $dictionary ]] || options=(-dict="$dictionary")
  local log=$root/build/log/$name.log
  if "$target" -max_total_time="$seconds" -max_len=65536 -timeout=20 -rss_limit_mb=2048 \
    -print_final_stats=1 \
    -artifact_prefix="$work/finds/" "${options[@]}" "$work/corpus" "$work/seeds" \
    >"$log" 2>&1 </dev/null; then
    say "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs," \
      "$(find "$work/seeds" -type f | wc -l) seeds, nothing found"
    echo "passed fuzz: $name"
  else
    tail -n 60 "$log" >&2
    say "$name: see $work/finds and $log"
    echo "failed fuzz: $name"
  fi
}

mapfile -t targets < <(find "$root/build/asan-ubsan/fuzz" -type f -executable -name '*_fuzz' | sort)
if [[ ${#targets[@]} == 0 ]]; then
  echo "failed fuzz: no target was built"
  exit
fi
seconds=$((budget / ${#targets[@]}))
[[ $seconds != 0 ]] || seconds=1  # 0 would mean without end.
mkdir -p "$root/build/log"
for target in "${targets[@]}"; do
  while [[ $(jobs -rp | wc -l) -ge $(nproc) ]]; do
    wait -n || true
  done
  { run_target "$target" || echo "failed fuzz: $(basename "$target") could not start"; } &
done
wait
