// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cstddef>

#include "base/arithmetic.h"
#include "math/affine.h"
#include "sinew/specification.h"
#include "skin/dual_joint.h"

namespace sinew::spec {

void MakePalette(const SkinView& skin, std::span<const Affine> model_from_joint,
                 std::span<Affine> palette) {
  for (std::uint32_t i = 0; i < skin.size(); ++i) {
    const std::int32_t joint = skin.joints()[i];
    palette[i] = joint == kIdentityJoint
                     ? Affine{}
                     : scalar::Multiply(model_from_joint[static_cast<std::size_t>(joint)],
                                        skin.inverse_bind()[i]);
  }
}

DualJoint MakeDualJoint(const Affine& matrix) { return scalar::DualJointOf(matrix); }

}  // namespace sinew::spec
