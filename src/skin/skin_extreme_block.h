// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Blocks whose matrices are so large or so small that the kernels leave them to the specification:
// it knows how to multiply them, eight at once do not.
#pragma once

#include <cstdint>

#include "skin/kernels/kernels.h"

namespace sinew {

// Block `index` of the run, by cofactors. Writes what the kernels would have written.
void SkinExtremeBlock(const SkinArgs& args, const SkinRunArgs& run, std::uint32_t index);

}  // namespace sinew
