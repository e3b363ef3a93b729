// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/job_environment.h"
#include "sinew/skinning.h"
#include "skin/kernels/kernels.h"

namespace sinew {
namespace {

PaletteArgs ArgsOf(const PaletteJob& job) {
  return {.joints = job.skin.joints().data(),
          .inverse_bind = job.skin.inverse_bind().data(),
          .model_from_joint = job.model_from_joint.data(),
          .count = job.skin.size(),
          .palette = job.palette.data()};
}

}  // namespace

Error PaletteJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (palette.size() < skin.size()) return Error::kPaletteTooSmall;
  std::int32_t last_joint = kIdentityJoint;
  for (const std::int32_t joint : skin.joints()) last_joint = std::max(last_joint, joint);
  if (last_joint != kIdentityJoint &&
      static_cast<std::size_t>(last_joint) >= model_from_joint.size()) {
    return Error::kMatricesTooSmall;
  }
  return ChosenSkinKernels().are_named_usable(ArgsOf(*this)) ? Error::kNone
                                                             : Error::kValueNotFinite;
}

Error PaletteJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  ChosenSkinKernels().make_palette(ArgsOf(*this));
  return Error::kNone;
}

}  // namespace sinew
