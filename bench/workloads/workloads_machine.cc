// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cstring>
#include <vector>

#include "workloads/workloads.h"

namespace sinew::bench {

void BenchMachine(const Stopwatch& watch) {
  constexpr std::size_t kBytes = std::size_t{64} << 20;
  if (!watch.Wants("copy_bandwidth")) return;
  std::vector<char> from(kBytes, 1), to(kBytes, 2);
  watch.Measure("copy_bandwidth", {.unit = "ns/KiB", .isa = "-"}, kBytes / 1024.0,
                [&] { std::memcpy(to.data(), from.data(), kBytes); });
}

}  // namespace sinew::bench
