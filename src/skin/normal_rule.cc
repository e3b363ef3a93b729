// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "skin/normal_rule.h"

#include <cstdint>

#include "skin/kernels/kernels.h"

namespace sinew {

bool IsEvenlyScaled(std::span<const Affine> palette) {
  return ChosenSkinKernels().are_evenly_scaled(palette.data(),
                                               static_cast<std::uint32_t>(palette.size()));
}

}  // namespace sinew
