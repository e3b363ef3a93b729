// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <span>

#include "sinew/skinning.h"

namespace sinew {

static inline bool UsesUpper(NormalRule rule, std::span<const Affine> palette) {
  return rule == NormalRule::kUpper || (rule == NormalRule::kByPalette && IsEvenlyScaled(palette));
}

}  // namespace sinew
