// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cstdint>

#include "base/job_environment.h"
#include "sinew/dual_quaternion.h"
#include "skin/kernels/kernels.h"

namespace sinew {

Error DualPaletteJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (dual_palette.size() < palette.size()) return Error::kPaletteTooSmall;
  const auto count = static_cast<std::uint32_t>(palette.size());
  return ChosenSkinKernels().are_usable(palette.data(), count) ? Error::kNone
                                                               : Error::kValueNotFinite;
}

Error DualPaletteJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  ChosenSkinKernels().make_dual_palette(palette.data(), static_cast<std::uint32_t>(palette.size()),
                                        dual_palette.data());
  return Error::kNone;
}

}  // namespace sinew
