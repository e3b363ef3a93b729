// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/palette_storage.h"

#include <string>

namespace sinew {

Result<PaletteStorage> PlanPaletteStorage(std::uint32_t joint_count) {
  if (joint_count > kMostTextureJoints) {
    return Failure{FailureCode::kLimit, "",
                   "a palette of " + std::to_string(joint_count) +
                       " joints does not fit into a texture of 2048 by 2048; " +
                       std::to_string(kMostTextureJoints) + " do"};
  }
  if (joint_count <= kMostUniformJoints) {
    const std::uint32_t bound = joint_count == 0 ? 1 : joint_count;
    return PaletteStorage{.kind = PaletteStorage::Kind::kUniformBlock,
                          .size_bytes = bound * kPaletteJointBytes};
  }
  const std::uint32_t per_row =
      joint_count < kMostJointsInTextureRow ? joint_count : kMostJointsInTextureRow;
  const std::uint32_t rows = (joint_count + per_row - 1) / per_row;
  return PaletteStorage{.kind = PaletteStorage::Kind::kTexture,
                        .size_bytes = rows * per_row * kPaletteJointBytes,
                        .width = 3 * per_row,
                        .height = rows,
                        .joints_per_row = per_row};
}

}  // namespace sinew
