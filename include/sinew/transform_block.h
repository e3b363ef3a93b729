// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Eight transforms side by side: what kernels read and write. Lane i of every row belongs to the
// same joint, so that eight joints move with one instruction.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sinew/math.h"

namespace sinew {

inline constexpr std::uint32_t kBlockSize = 8;

struct alignas(32) TransformBlock {
  float translation[3][kBlockSize]{};  // Rows x, y, z.
  float rotation[4][kBlockSize]{       // Rows x, y, z, w.
                                {},
                                {},
                                {},
                                {1, 1, 1, 1, 1, 1, 1, 1}};
  float scale[3][kBlockSize]{{1, 1, 1, 1, 1, 1, 1, 1},  // Rows x, y, z.
                             {1, 1, 1, 1, 1, 1, 1, 1},
                             {1, 1, 1, 1, 1, 1, 1, 1}};
};
static_assert(sizeof(TransformBlock) == sizeof(float) * 10 * kBlockSize);

// How many blocks hold so many transforms. Lanes beyond the last are the identity.
constexpr std::size_t BlockCount(std::size_t transform_count) {
  return (transform_count + kBlockSize - 1) / kBlockSize;
}

Transform TransformAt(const TransformBlock& block, std::uint32_t lane);
void SetTransform(TransformBlock& block, std::uint32_t lane, const Transform& transform);

}  // namespace sinew
