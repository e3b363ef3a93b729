// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Key times that break the rules (equal, decreasing, negative, not finite) and what is made of
// them: sorted, the first of equal ones kept, the unusable ones dropped (C86, nasty 41).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sinew::gltf {

struct MendedKeys {
  std::vector<std::uint32_t> order;  // The keys that stay, by their old index, in ascending time.
  bool resorted = false;             // Some stood in the wrong order.
  std::uint64_t dropped = 0;
};

MendedKeys MendTimes(std::span<const float> times_s);

}  // namespace sinew::gltf
