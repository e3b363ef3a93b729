// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cstddef>

#include "base/arithmetic.h"
#include "base/job_environment.h"
#include "math/affine.h"
#include "math/usable.h"
#include "sinew/skinning.h"

namespace sinew {

Error PaletteJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (palette.size() < skin.size()) return Error::kPaletteTooSmall;
  for (const std::int32_t joint : skin.joints()) {
    if (joint == kIdentityJoint) continue;
    const auto index = static_cast<std::size_t>(joint);
    if (index >= model_from_joint.size()) return Error::kMatricesTooSmall;
    if (!scalar::IsUsable(model_from_joint[index])) return Error::kValueNotFinite;
  }
  return Error::kNone;
}

Error PaletteJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  for (std::uint32_t i = 0; i < skin.size(); ++i) {
    const std::int32_t joint = skin.joints()[i];
    palette[i] = joint == kIdentityJoint
                     ? Affine{}
                     : scalar::Multiply(model_from_joint[static_cast<std::size_t>(joint)],
                                        skin.inverse_bind()[i]);
  }
  return Error::kNone;
}

}  // namespace sinew
