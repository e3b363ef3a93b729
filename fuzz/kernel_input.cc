// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "kernel_input.h"

#include <cstdio>
#include <cstdlib>

namespace sinew::fuzz {

void Find(std::string_view what, std::string_view where) {
  std::fprintf(stderr, "finding: %.*s differs on %.*s\n", static_cast<int>(what.size()),
               what.data(), static_cast<int>(where.size()), where.data());
  std::abort();
}
void Find(std::string_view what, Isa isa) { Find(what, IsaName(isa)); }

bool SameBits(const float* a, const float* b, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (std::bit_cast<std::uint32_t>(a[i]) == std::bit_cast<std::uint32_t>(b[i])) continue;
    if (!(std::isnan(a[i]) && std::isnan(b[i]))) return false;
  }
  return true;
}

Pose UnwrittenPose(std::uint32_t joint_count, std::uint32_t morph_count) {
  Pose pose(joint_count, morph_count);
  Unwrite(pose.blocks());
  Unwrite(pose.morphs());
  return pose;
}

}  // namespace sinew::fuzz
