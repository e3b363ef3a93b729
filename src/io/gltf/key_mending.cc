// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/key_mending.h"

#include <algorithm>

#include "sinew/math.h"

namespace sinew::gltf {

MendedKeys MendTimes(std::span<const float> times_s) {
  MendedKeys keys;
  keys.order.reserve(times_s.size());
  for (std::uint32_t i = 0; i < times_s.size(); ++i) {
    if (times_s[i] >= 0.0f && times_s[i] <= kLargest) keys.order.push_back(i);
  }
  const auto earlier = [times_s](std::uint32_t a, std::uint32_t b) {
    return times_s[a] != times_s[b] ? times_s[a] < times_s[b] : a < b;
  };
  keys.resorted = !std::ranges::is_sorted(keys.order, earlier);
  if (keys.resorted) std::ranges::sort(keys.order, earlier);
  const auto repeated = std::ranges::unique(
      keys.order, [times_s](std::uint32_t a, std::uint32_t b) { return times_s[a] == times_s[b]; });
  keys.order.erase(repeated.begin(), repeated.end());
  keys.dropped = times_s.size() - keys.order.size();
  return keys;
}

}  // namespace sinew::gltf
