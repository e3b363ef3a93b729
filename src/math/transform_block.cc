// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/transform_block.h"

#include "sinew/assertion.h"

namespace sinew {

Transform TransformAt(const TransformBlock& block, std::uint32_t lane) {
  SINEW_ASSERT(lane < kBlockSize);
  const auto& [t, r, s] = block;
  return {.translation = {t[0][lane], t[1][lane], t[2][lane]},
          .rotation = {r[0][lane], r[1][lane], r[2][lane], r[3][lane]},
          .scale = {s[0][lane], s[1][lane], s[2][lane]}};
}

void SetTransform(TransformBlock& block, std::uint32_t lane, const Transform& transform) {
  SINEW_ASSERT(lane < kBlockSize);
  auto& [t, r, s] = block;
  t[0][lane] = transform.translation.x;
  t[1][lane] = transform.translation.y;
  t[2][lane] = transform.translation.z;
  r[0][lane] = transform.rotation.x;
  r[1][lane] = transform.rotation.y;
  r[2][lane] = transform.rotation.z;
  r[3][lane] = transform.rotation.w;
  s[0][lane] = transform.scale.x;
  s[1][lane] = transform.scale.y;
  s[2][lane] = transform.scale.z;
}

}  // namespace sinew
