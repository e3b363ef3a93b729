// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <cstdint>
#include <span>

#include "sinew/skinning.h"

namespace sinew {

// Whether a rule comes to kUpper. `are_evenly_scaled` is a kernel's, or the specification's own.
static inline bool UsesUpper(NormalRule rule, std::span<const Affine> palette,
                             bool (*are_evenly_scaled)(const Affine*, std::uint32_t)) {
  return rule == NormalRule::kUpper ||
         (rule == NormalRule::kByPalette &&
          are_evenly_scaled(palette.data(), static_cast<std::uint32_t>(palette.size())));
}

}  // namespace sinew
