// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <cstdint>
#include <span>

#include "sinew/skinning.h"
#include "skin/evenly_scaled.h"

namespace sinew {

// Whether a rule comes to kUpper. `are_evenly_scaled` is a kernel's, or the specification's own. A
// linear blend of even scales is not asked what it comes to; one by dual quaternions of scales that
// differ is uneven, so they must be one.
static inline bool UsesUpper(NormalRule rule, std::span<const Affine> palette, bool is_dual,
                             bool (*are_evenly_scaled)(const Affine*, std::uint32_t)) {
  if (rule != NormalRule::kByPalette) return rule == NormalRule::kUpper;
  return are_evenly_scaled(palette.data(), static_cast<std::uint32_t>(palette.size())) &&
         (!is_dual || scalar::AreOfOneScale(palette));
}

}  // namespace sinew
